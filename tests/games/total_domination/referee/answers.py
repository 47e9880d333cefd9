"""What comes of answers in a turn, and of steps that ask nobody, compared with what the book says."""

from tests.games.total_domination.atlas import CARD, PLAYERS, UNIT
from tests.games.total_domination.referee import deeds, hands, orders
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import (
    AREAS,
    CARDS,
    KINDS,
    ROCKETS,
    TECHS,
    event,
)
from tests.games.total_domination.referee.moments import Comparing, Moment
from tests.games.total_domination.referee.questions import DONE, PASS


class Turns(Comparing):
    """The part of an umpire that looks at turns."""

    # --- a turn

    def answer_Turn(self, s: Moment) -> None:
        p = s.before.copy()
        if s.key == PASS:
            self.passing(p, s)
        elif s.key == "button:disband":
            self.next(s, "Disband", [])
        else:
            self.next(s, "Use", [CARDS.index(s.name())])
        self.same(p, s.after)

    def passing(self, p: Position, s: Moment) -> None:
        """[4.2b] [4.2c] [4.2d] [4.2e] [10.1c]"""
        me = p.me
        p.passed.add(me)
        if hands.first_to_pass(p, me) and p.common:
            if hands.halved(p, me):
                self.next(s, "Halve", [hands.halved(p, me)])
                self.seen["halved hands"] += 1
            return
        keep = hands.kept_back(p, me)
        if keep:
            self.next(s, "Reserve", [keep])
            return
        for card in p.hand(me):
            p.cards[card] = "discarded"

    def answer_Reserve(self, s: Moment) -> None:
        p = s.before.copy()
        if s.key != DONE:
            p.cards[s.name()] = f"reserve:{p.hand_of(p.me)}"
            if s.args[0] > 1:
                self.next(s, "Reserve", [s.args[0] - 1])
                self.same(p, s.after)
                return
        for card in p.hand(p.me):
            p.cards[card] = "discarded"
        self.same(p, s.after)

    def answer_Halve(self, s: Moment) -> None:
        p = s.before.copy()
        p.cards[s.name()] = "discarded"
        if s.args[0] > 1:
            self.next(s, "Halve", [s.args[0] - 1])
        self.same(p, s.after)

    def answer_Use(self, s: Moment) -> None:
        p, card = s.before.copy(), CARDS[s.args[0]]
        me, value = p.me, p.value(p.me, card)
        self.seen[s.name()] += 1
        if s.name() == "operate":
            p.cards[card] = "play"
            self.next(s, "Operate", [s.args[0], -1, value])
        elif s.name() == "develop":
            p.cards[card] = f"down:{me}"  # [8.0a]
            p.developed.add(me)
        elif s.name() == "event":
            self.event(p, card, s)
        elif s.name() == "lend_lease":
            self.lease(p, card, s)
        elif s.name() == "launch":
            p.cards[card] = "discarded"
            p.launched.add(me)
            self.next(s, "Rocket", [value])  # [6.4c]
        else:
            p.cards[card] = "discarded"
            self.next(s, "Sortie", [value])  # [11.1.Aa]
        self.same(p, s.after)

    def lease(self, p: Position, card: str, s: Moment) -> None:
        """[9.1a] [9.1b] [9.0a]"""
        nation = hands.WARD[p.me]
        p.cards[card] = "discarded"
        p.leased.add(p.me)
        p.track[nation] += 1
        if p.at(f"apart:{nation}"):
            deeds.adopt(p, s.after, f"apart:{nation}", f"lent:{p.me}", 1)
        deeds.reach(p, nation)
        self.seen["joins by Lend-Lease"] += hands.joined(p, nation)

    def event(self, p: Position, card: str, s: Moment) -> None:
        """[7.0a]"""
        kind, number = event(card), s.args[0]
        self.seen[f"event {kind}"] += 1
        p.cards[card] = "play"
        if kind in ("plus_one", "minus_one"):
            self.next(s, "Tactic", [number])
        elif kind == "logistics":
            found = hands.icons(p, p.me, card)
            left = [found[name] for name in ("army", "fleet", "air_fleet", "move", "puppets", "resistance")]
            self.next(s, "Logistics", [number, *left, 0])
        elif kind == "science":
            if hands.treasures(p, p.me):
                self.next(s, "Science", [number])
            else:
                p.cards[card] = "discarded"
        elif kind == "influence":
            hands.influence(p, p.me, card)
        else:  # [7.5] [R26]
            deeds.draw(p, s.after, {"play": 1})
            (second,) = [c for c in p.at("play") if c != card]
            points = CARD[card].event.bonus + p.value(p.me, second)  # type: ignore[union-attr]
            self.next(s, "Operate", [number, CARDS.index(second), points])

    # --- operations

    def answer_Operate(self, s: Moment) -> None:
        p, me = s.before.copy(), s.before.me
        card, second, points = s.args
        if s.key in (DONE, "button:save"):
            p.cards[CARDS[card]] = "discarded" if s.key == DONE else f"turned:{me}"  # [6.0b]
            if second >= 0:
                p.cards[CARDS[second]] = "discarded"
        elif s.key == "button:add_saved":
            (saved,) = p.at(f"turned:{me}")
            p.cards[saved] = "discarded"
            self.next(s, "Operate", [card, second, points + 1])  # [6.0c]
        elif s.key == "button:disband":
            self.next(s, "Disband", [])
        elif s.key.startswith("kind:"):
            self.next(s, "Deploy", [KINDS.index(s.name())])
            left = points - orders.deploy_cost(p, s.name(), me)
            self.expect(s.agenda[-2], ("Operate", [card, second, left]), "points left")
        elif p.player(s.unit) == me:
            self.next(s, "Move", [s.unit])
            left = points - orders.move_cost(p, s.unit)
            self.expect(s.agenda[-2], ("Operate", [card, second, left]), "points left")
        else:
            left = points - orders.attack_cost(p, s.unit, me)
            self.next(s, "Operate", [card, second, left])
            self.attack(p, s.unit, s)
        self.same(p, s.after)

    def attack(self, p: Position, unit: int, s: Moment) -> None:
        """Destroy a counter."""
        self.seen[f"destroys {p.type(unit)}"] += 1
        before = p.damage.copy(), dict(p.lord)
        deeds.destroy(p, unit, p.me, s.after)
        self.seen["damage"] += before[0] != p.damage
        self.seen["joins by invasion"] += before[1] != p.lord

    def answer_Move(self, s: Moment) -> None:
        p, unit, area = s.before.copy(), s.args[0], s.name()
        link = orders.first_over(p, unit, area)
        if link:
            self.coasts = self.coasts._replace(**{link: getattr(self.coasts, link) | {area}})
            self.seen["first on a coast"] += 1
        before = p.damage.copy(), dict(p.lord)
        deeds.move(p, unit, area, s.after)
        self.seen[f"moves {p.type(unit)}"] += 1
        self.seen["damage"] += before[0] != p.damage
        self.seen["joins by invasion"] += before[1] != p.lord
        self.same(p, s.after)

    def run_Deploy(self, s: Moment) -> None:
        (area,) = orders.sites(s.before, KINDS[s.args[0]], s.before.me)
        self.deployed(s, area)

    def answer_Deploy(self, s: Moment) -> None:
        self.deployed(s, s.name())

    def deployed(self, s: Moment, area: str) -> None:
        """[6.1b]; a ready counter before a used one [R71]"""
        p = s.before.copy()
        kind = KINDS[s.args[0]]
        stock = sorted(p.supply_of(kind), key=lambda u: u in p.used)
        deeds.put(p, stock[0], area)
        self.seen[f"deploys {UNIT[kind].type}"] += 1
        self.same(p, s.after)

    def answer_Disband(self, s: Moment) -> None:
        p = s.before.copy()
        deeds.remove(p, s.unit)
        self.seen["disbands"] += 1
        self.same(p, s.after)

    # --- Air Fleets

    def run_Sortie(self, s: Moment) -> None:
        able = [u for u in orders.flyers(s.before, s.before.me) if orders.raids(s.before, u, s.args[0])]
        self.expect(s.top()[1][0] in able, True, "the Air Fleet that strikes")
        self.next(s, "Approach", [s.top()[1][0], s.args[0]])
        self.still(s)

    def answer_Sortie(self, s: Moment) -> None:
        self.next(s, "Approach", [s.unit, s.args[0]])
        self.still(s)

    def run_Approach(self, s: Moment) -> None:
        (area,) = orders.raids(s.before, s.args[0], s.args[1])
        self.flown(s, area)

    def answer_Approach(self, s: Moment) -> None:
        self.flown(s, s.name())

    def flown(self, s: Moment, area: str) -> None:
        """[11.1.Ac]"""
        p = s.before.copy()
        p.used.add(s.args[0])
        self.next(s, "Strike", [AREAS.index(area), s.args[1], 0])
        self.same(p, s.after)

    def run_Strike(self, s: Moment) -> None:
        area, points, _ = s.args
        self.expect(orders.struck(s.before, AREAS[area], s.before.me, points), set(), "more to strike")
        self.still(s)

    def answer_Strike(self, s: Moment) -> None:
        p = s.before.copy()
        if s.key != DONE:
            left = s.args[1] - orders.attack_cost(p, s.unit, p.me)
            self.next(s, "Strike", [s.args[0], left, 1])
            self.attack(p, s.unit, s)
            self.seen["struck"] += 1
        self.same(p, s.after)

    def run_Bombard(self, s: Moment) -> None:
        self.expect(orders.works(s.before, s.args[0]), set(), "works in range")
        self.still(s)

    def answer_Bombard(self, s: Moment) -> None:
        p = s.before.copy()
        if s.key != PASS:
            p.damage.add(s.name())
            p.used.add(s.args[0])
            self.seen["bombards"] += 1
        self.same(p, s.after)

    # --- events

    def answer_Tactic(self, s: Moment) -> None:
        p = s.before.copy()
        p.cards[CARDS[s.args[0]]] = f"before:{s.name()}"
        self.same(p, s.after)

    def answer_Science(self, s: Moment) -> None:
        p = s.before.copy()
        p.cards[s.name()] = f"down:{p.me}"
        p.cards[CARDS[s.args[0]]] = "discarded"
        p.developed.add(p.me)
        self.same(p, s.after)

    def run_Logistics(self, s: Moment) -> None:
        self.expect(sum(s.args[1:7]), 0, "icons left")
        self.finished(s)

    def finished(self, s: Moment) -> None:
        """The event is over."""
        p = s.before.copy()
        p.cards[CARDS[s.args[0]]] = "discarded"
        self.same(p, s.after)

    def answer_Logistics(self, s: Moment) -> None:
        card, army, fleet, air, move, puppets, resistance, taken = s.args
        p = s.before.copy()
        if s.key == DONE:
            self.finished(s)
            return
        left = [army, fleet, air, move, puppets, resistance]
        if s.key == "button:disband":
            self.next(s, "Disband", [])
        elif s.key.startswith("kind:"):
            left[("army", "fleet", "air_fleet").index(UNIT[s.name()].type)] -= 1
            self.next(s, "Deploy", [KINDS.index(s.name())])
        elif s.key.startswith("unit:"):
            left[3] -= 1
            self.next(s, "Move", [s.unit])
        elif puppets:
            left[4] -= 1
            taken |= 1 << AREAS.index(s.name())
            kinds = orders.puppet_kinds(p, p.me)
            if len(kinds) > 1:
                self.next(s, "Puppet", [AREAS.index(s.name())])
            else:
                deeds.put(p, p.supply_of(min(kinds))[0], s.name())
            self.seen["puppets"] += 1
        else:
            left[5] -= 1
            deeds.put(p, p.supply_of("resistance")[0], s.name())
            self.seen["Resistance"] += 1
        rows = [row for row in s.agenda if row[0] == "Logistics"]
        self.expect(rows[-1][1], [card, *left, taken], "icons left")
        self.same(p, s.after)

    def answer_Puppet(self, s: Moment) -> None:
        p = s.before.copy()
        deeds.put(p, p.supply_of(s.name())[0], AREAS[s.args[0]])
        self.same(p, s.after)

    # --- rockets

    def run_Rocket(self, s: Moment) -> None:
        (tech,) = hands.rockets(s.before, s.before.me, s.args[0])
        self.next(s, "Aim", [TECHS.index(tech)])
        self.still(s)

    def answer_Rocket(self, s: Moment) -> None:
        self.next(s, "Aim", [TECHS.index(s.name())])
        self.still(s)

    def run_Aim(self, s: Moment) -> None:
        (target,) = hands.aims(s.before, s.before.me)
        self.flies(s, target)

    def answer_Aim(self, s: Moment) -> None:
        self.flies(s, s.name())

    def flies(self, s: Moment, target: str) -> None:
        """[6.4a] [6.4d] [8.1.C3] [10.1h]; Radar does not help a player who loses all cards anyway [R83]"""
        p = s.before.copy()
        number = ROCKETS[TECHS[s.args[0]]][1]
        guards = hands.guards(p, target)
        if guards and number - 1 < len(hands.prey(p, target)):
            if p.common and not p.scenario.solo:
                self.next(s, "Warned", [s.args[0], PLAYERS.index(target)])
                self.still(s)
                return
            number -= 1
            self.screened(p, s, guards)
        self.hit(p, s, target, number)

    def screened(self, p: Position, s: Moment, guards: list[str]) -> None:
        """With a common hand one Radar is turned for the rest of the round. [10.1h]"""
        if p.common:
            turned = [power for power in guards if power in s.after.radar_used]
            self.expect(len(turned), 1, "Radars that are turned")
            p.radar_used.add(turned[0])
        self.seen["Radar"] += 1

    def answer_Warned(self, s: Moment) -> None:
        p = s.before.copy()
        number, target = ROCKETS[TECHS[s.args[0]]][1], PLAYERS[s.args[1]]
        if s.key != PASS:
            number -= 1
            self.screened(p, s, hands.guards(p, target))
        self.hit(p, s, target, number)

    def hit(self, p: Position, s: Moment, target: str, number: int) -> None:
        """A number of cards are lost by chance. [6.4a] [R55]"""
        self.seen["rockets"] += 1
        cards = hands.prey(p, target)
        where, gone = (p.solo, "used") if p.scenario.solo else (p.cards, "discarded")
        now = s.after.solo if p.scenario.solo else s.after.cards
        lost = [card for card in cards if now[card] != where[card]]
        self.expect(len(lost), min(number, len(cards)), "cards that a rocket takes")
        for card in lost:
            where[card] = gone
        self.same(p, s.after)
