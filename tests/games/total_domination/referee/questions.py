"""What is offered at each question, compared with what the book allows."""

from collections import Counter
from typing import Any, NamedTuple

from tests.games.total_domination.atlas import AREA, CARD, PLAYERS, UNIT
from tests.games.total_domination.referee import hands, orders, years
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import (
    AREAS,
    CARDS,
    COUNTERS,
    FREE,
    KINDS,
    MATE,
    NATIONS,
    STANDS,
    TECHS,
)
from tests.games.total_domination.referee.orders import Coasts

DONE, PASS = "button:done", "button:pass"


class Question(NamedTuple):
    """What a seat is asked: the keys that are offered, and the counters."""

    p: Position
    args: list[int]
    offered: set[str]
    units: list[int]
    seat: int


def cards(found: list[str]) -> set[str]:
    """The keys of cards."""
    return {f"card:{card}" for card in found}


def areas(found: set[str]) -> set[str]:
    """The keys of areas."""
    return {f"area:{area}" for area in found}


class Questions:
    """The part of an umpire that looks at questions."""

    def __init__(self) -> None:
        self.seen: Counter[str] = Counter()
        self.at = ""
        self.coasts = Coasts()

    def expect(self, found: Any, wanted: Any, what: str) -> None:
        """Compare the engine's word with the book's."""
        assert found == wanted, f"{self.at}: {what}: the engine has {found}, the book {wanted}"

    def offer(self, q: Question, wanted: set[str], units: set[int] | None = None) -> None:
        """Compare an offer; of counters that are alike one is enough."""
        more, less = sorted(q.offered - wanted), sorted(wanted - q.offered)
        assert not more and not less, f"{self.at}: offered against the book {more}, not offered {less}"
        likes = [(COUNTERS[u], q.p.place[u], u in q.p.used) for u in q.units]
        legal = {(COUNTERS[u], q.p.place[u], u in q.p.used) for u in units or ()}
        self.expect(len(likes), len(set(likes)), "counters that are alike")
        more_units, less_units = sorted(set(likes) - legal), sorted(legal - set(likes))
        assert not more_units and not less_units, (
            f"{self.at}: counters offered against the book {more_units}, not offered {less_units}"
        )

    def seated(self, q: Question, power: str) -> None:
        """Whether the player of this power is asked."""
        self.expect(power in q.p.mode.seats[q.seat], True, f"the player of {power} is asked")

    # --- a turn

    def ask_Turn(self, q: Question) -> None:
        self.seated(q, q.p.me)
        wanted = cards(q.p.hand(q.p.me)) | {PASS}  # [4.2a]
        self.offer(q, wanted | self.disbanding(q.p))

    def disbanding(self, p: Position) -> set[str]:
        """[6.1d]"""
        return {"button:disband"} if p.all_of(p.me) else set()

    def ask_Use(self, q: Question) -> None:
        card = CARDS[q.args[0]]
        wanted = hands.uses(q.p, q.p.me, card)
        if "button:event" in q.offered and hands.can_play_event(q.p, q.p.me, card) is False:
            if CARD[card].event.__struct_config__.tag == "science" and q.p.at("discarded"):
                if hands.hidden_treasures(q.p, q.p.me):
                    wanted.add("event")  # nobody can know that what could be developed is gone [7.3]
        self.offer(q, {f"button:{use}" for use in wanted})
        for use in wanted:
            self.seen[f"may {use}"] += 1

    def ask_Reserve(self, q: Question) -> None:
        self.offer(q, cards(q.p.hand(q.p.me)) | {DONE})  # [4.2c]

    def ask_Halve(self, q: Question) -> None:
        self.offer(q, cards(q.p.hand(q.p.me)))  # [10.1c]

    # --- operations

    def ask_Operate(self, q: Question) -> None:
        p, points = q.p, q.args[2]
        units = {
            u for u in p.all_of(p.me) if orders.move_cost(p, u) <= points and orders.goals(p, u, self.coasts)
        }
        for unit, area in enumerate(p.place):
            if area and orders.exposed(p, unit, p.me) and orders.attack_cost(p, unit, p.me) <= points:
                units.add(unit)
                self.seen[f"target {p.type(unit)}"] += 1
        kinds = {k for k in KINDS if orders.deploy_cost(p, k, p.me) <= points and orders.sites(p, k, p.me)}
        wanted = {f"kind:{kind}" for kind in kinds} | {DONE} | self.disbanding(p)
        if p.at(f"turned:{p.me}"):
            wanted.add("button:add_saved")  # [6.0c]
        elif points:
            wanted.add("button:save")  # [6.0b]
        self.offer(q, wanted, units)

    def ask_Move(self, q: Question) -> None:
        self.offer(q, areas(orders.goals(q.p, q.args[0], self.coasts)))

    def ask_Deploy(self, q: Question) -> None:
        self.offer(q, areas(orders.sites(q.p, KINDS[q.args[0]], q.p.me)))

    def ask_Disband(self, q: Question) -> None:
        self.offer(q, set(), set(q.p.all_of(q.p.me)))  # [6.1d]

    # --- Air Fleets

    def ask_Sortie(self, q: Question) -> None:
        p = q.p
        self.offer(q, set(), {u for u in orders.flyers(p, p.me) if orders.raids(p, u, q.args[0])})

    def ask_Approach(self, q: Question) -> None:
        self.offer(q, areas(orders.raids(q.p, q.args[0], q.args[1])))

    def ask_Strike(self, q: Question) -> None:
        area, points, begun = q.args
        units = orders.struck(q.p, AREAS[area], q.p.me, points)
        self.offer(q, {DONE} if begun else set(), units)  # [11.1.Ad]

    def ask_Bombard(self, q: Question) -> None:
        self.seated(q, q.p.player(q.args[0]))
        self.offer(q, areas(orders.works(q.p, q.args[0])) | {PASS})  # [11.1.Bb]

    # --- events

    def ask_Tactic(self, q: Question) -> None:
        targets = hands.tactic_targets(q.p, q.p.me, CARDS[q.args[0]])
        self.offer(q, {f"power:{power}" for power in targets})

    def ask_Science(self, q: Question) -> None:
        self.offer(q, cards(hands.treasures(q.p, q.p.me)))  # [7.3]

    def ask_Logistics(self, q: Question) -> None:
        p = q.p
        _, army, fleet, air, move, puppets, resistance, taken = q.args
        left = {"army": army, "fleet": fleet, "air_fleet": air}
        kinds = {k for k in KINDS if left.get(UNIT[k].type) and orders.sites(p, k, p.me)}  # [7.2.A] [7.0c]
        where: set[str] = set()
        if puppets:
            where |= orders.puppet_sites(p, p.me, {a for n, a in enumerate(AREAS) if taken >> n & 1})
        if resistance:
            where |= orders.resistance_sites(p)
        units = {u for u in p.all_of(p.me) if move and orders.goals(p, u, self.coasts)}  # [7.2.B]
        wanted = {f"kind:{kind}" for kind in kinds} | areas(where) | {DONE} | self.disbanding(p)
        self.offer(q, wanted, units)

    def ask_Puppet(self, q: Question) -> None:
        self.offer(q, {f"kind:{kind}" for kind in orders.puppet_kinds(q.p, q.p.me)})

    # --- rockets

    def ask_Rocket(self, q: Question) -> None:
        self.offer(q, {f"tech:{tech}" for tech in hands.rockets(q.p, q.p.me, q.args[0])})

    def ask_Aim(self, q: Question) -> None:
        self.offer(q, {f"power:{power}" for power in hands.aims(q.p, q.p.me)})

    def ask_Warned(self, q: Question) -> None:
        tech, target = TECHS[q.args[0]], PLAYERS[q.args[1]]
        self.seated(q, target)
        self.expect(bool(hands.guards(q.p, target)), True, f"Radar against {tech}")
        self.offer(q, {"button:radar", PASS})  # [10.1h]

    # --- the Strategic phase

    def ask_Draft(self, q: Question) -> None:
        mine = [h for h in PLAYERS if q.p.picks[h] and h in q.p.mode.seats[q.seat]]
        self.offer(q, cards(q.p.at(f"packet:{mine[0]}")))  # [4.1.Ab] [R59]

    def ask_Thin(self, q: Question) -> None:
        self.offer(q, cards(q.p.hand(PLAYERS[q.args[0]])))  # [13.0.4]

    def ask_Offer(self, q: Question) -> None:
        power = PLAYERS[q.args[0]]
        self.seated(q, power)
        self.expect(power, years.exchanger(q.p), "who may offer a card over the Arctic")
        self.offer(q, cards(q.p.hand(power)) | {PASS})

    def ask_Give(self, q: Question) -> None:
        power = PLAYERS[q.args[0]]
        self.seated(q, power)
        self.expect(power, MATE[q.p.holder["arctic"]], "who answers an offer")
        self.offer(q, cards(q.p.hand(power)) | {PASS})

    def ask_Replace(self, q: Question) -> None:
        power = PLAYERS[q.args[0]]
        self.seated(q, power)
        self.offer(q, cards(q.p.hand(power)) | {PASS})  # [4.1.Ba]

    def ask_Decode(self, q: Question) -> None:
        self.offer(q, cards(q.p.at(f"packet:{PLAYERS[q.args[0]]}")))  # [8.1.D2]

    def ask_Spy(self, q: Question) -> None:
        power = PLAYERS[q.args[0]]
        self.seated(q, power)
        foes = {f for f in hands.aims(q.p, power) if q.p.human(f) and q.p.hand(f)}
        self.offer(q, {f"power:{foe}" for foe in foes} | {PASS})  # [8.1.D1]

    def ask_Sift(self, q: Question) -> None:
        self.offer(q, cards(q.p.at(f"packet:{PLAYERS[q.args[1]]}")) | {DONE})

    # --- partners and free set-up

    def ask_Relocate(self, q: Question) -> None:
        unit = q.args[1] // 2
        self.seated(q, q.p.player(unit))
        self.offer(q, areas(years.refuges(q.p, unit, years.seat(NATIONS[q.args[0]]))))

    def ask_Place(self, q: Question) -> None:
        row = FREE[q.args[0]]
        self.seated(q, row.player)
        kinds = {k for k in KINDS if UNIT[k].nation == row.nation and starts(q.p, q.args[0], k)}
        self.offer(q, {f"kind:{kind}" for kind in kinds})  # [11.3]

    def ask_Station(self, q: Question) -> None:
        self.offer(q, areas(starts(q.p, q.args[0], KINDS[q.args[1]])))


def starts(p: Position, number: int, kind: str) -> set[str]:
    """Where a unit may begin in the free set-up. [11.3] [R48]"""
    row, what = FREE[number], UNIT[kind].type
    if what not in STANDS or not p.supply_of(kind):
        return set()
    if what == "air_fleet" and (not p.special or orders.grounded(p, row.player)):
        return set()
    homes = {a for a in AREA if AREA[a].home == row.nation} - set(row.closed)
    return {a for a in homes if p.in_play(a) and AREA[a].kind in STANDS[what] and p.room(a)}
