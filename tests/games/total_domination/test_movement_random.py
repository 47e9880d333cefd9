"""Random positions: supply, moves, attacks and deployment as offered are those that the text allows.

The judge is a plain recoding of the text; the positions have random partners, powers that have joined, Arctic
areas, technologies and scenarios, and are compared again after each operation of a random turn.
"""

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sandtable.engine.choice import DONE
from sandtable.games.total_domination import attack, deploy, movement
from sandtable.games.total_domination.ids import ADD_SAVED, DISBAND, SAVE
from sandtable.games.total_domination.ids import AREA as FIRST_AREA
from sandtable.games.total_domination.operations import Operate
from sandtable.games.total_domination.state import Board
from sandtable.games.total_domination.tables import IN_PLAY, NOBODY
from sandtable.games.total_domination.testing import areas, card, position, tables
from tests.games.total_domination.atlas import AREA, HOME, NEAR, PLAYERS, TECH, UNIT
from tests.games.total_domination.driving import begin
from tests.games.total_domination.judge import ADDITIONAL, AXIS, LIMIT, MATE, STANDS, Judge, ready_techs

T = tables()
KINDS = {
    nation: [k for k in UNIT if UNIT[k].nation == nation and UNIT[k].type in STANDS]
    for nation in {UNIT[k].nation for k in UNIT}
}


# --- positions


class Draft:
    """A random position in the making: names of counters by area."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.scenario = rng.choice(("standard", "standard", "standard", "rise_of_the_axis", "solo"))
        self.special = self.scenario != "solo" and rng.random() < 0.9
        self.arctic = self.scenario != "solo" and rng.random() < 0.4
        self.joined = [n for n in ADDITIONAL if self.scenario != "rise_of_the_axis" and rng.random() < 0.5]
        self.lord = {n: n for n in (*PLAYERS, *ADDITIONAL, "neutral")}
        self.lord |= {n: ADDITIONAL[n] for n in self.joined}
        self.lord["france"] = rng.choice(("uk", "uk", "germany", "japan"))
        self.lord["italy"] = rng.choice(("germany", "germany", "uk", "ussr"))
        self.left = {k: UNIT[k].count for k in UNIT}
        self.units: dict[str, list[str]] = {}
        self.tenant: dict[str, str] = {a: self.lord[AREA[a].home] for a in AREA if AREA[a].home != "neutral"}

    def open_to(self, player: str, area: str) -> bool:
        """Whether units of a player can have come there."""
        home = AREA[area].home
        lord = self.lord[home]
        if player == "neutral":
            return home == "neutral"
        if player in ADDITIONAL:
            return home == player
        if home in ADDITIONAL and lord == home:
            return player in AXIS and self.scenario != "rise_of_the_axis"
        return lord != MATE[player]

    def fill(self) -> None:
        """Put units on the board, most of them beside what their player has."""
        rng = self.rng
        order = [a for a in AREA if self.arctic or not AREA[a].arctic]
        rng.shuffle(order)
        owners = [*PLAYERS, *[n for n in ADDITIONAL if self.lord[n] == n], "neutral"]
        for area in [*order, *order]:
            if area in self.units or rng.random() < 0.35:
                continue
            near = [self.tenant[a] for a in sorted(NEAR[area]) if self.tenant.get(a) in PLAYERS]
            if AREA[area].home != "neutral" and rng.random() < 0.5:
                near = [self.lord[AREA[area].home]]
            who = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(owners)
            if self.open_to(who, area):
                self.occupy(area, who)
        if self.special:
            self.below()

    def occupy(self, area: str, who: str) -> None:
        """Put some units of a player into an area."""
        rng = self.rng
        mine = [k for n, lord in self.lord.items() if lord == who for k in KINDS.get(n, [])]
        fit = [k for k in mine if AREA[area].kind in STANDS[UNIT[k].type]]
        home = self.lord[AREA[area].home] == who
        there: list[str] = []
        for _ in range(rng.randint(1, LIMIT[AREA[area].stars])):
            kinds = [k for k in fit if self.left[k]]
            if not there and not (home and rng.random() < 0.3):
                kinds = [k for k in kinds if UNIT[k].type != "air_fleet"]
            if not self.special or (area == "arctic"):
                kinds = [k for k in kinds if UNIT[k].type != "air_fleet"]
            if kinds:
                kind = rng.choice(kinds)
                self.left[kind] -= 1
                there.append(kind)
        if there:
            self.units[area] = there
            self.tenant[area] = who

    def below(self) -> None:
        """U-boats and Resistance."""
        rng = self.rng
        for area in AREA:
            there = self.units.setdefault(area, [])
            if AREA[area].uboat and (self.arctic or not AREA[area].arctic):
                for _ in range(rng.choice((0, 1, 1, 2))):
                    if self.left["u_boot"]:
                        self.left["u_boot"] -= 1
                        there.append("u_boot")
            elif (
                AREA[area].kind != "island" and self.tenant.get(area) in (*AXIS, None) and rng.random() < 0.1
            ):
                if self.left["resistance"] and (self.arctic or not AREA[area].arctic):
                    self.left["resistance"] -= 1
                    there.append("resistance")

    def row(self, area: str) -> str:
        """The units of an area as `position` takes them, Air Fleets after those that keep them there."""
        names = sorted(self.units[area], key=lambda k: UNIT[k].type == "air_fleet")
        told = [f"{k} used" if UNIT[k].type == "air_fleet" and self.rng.random() < 0.4 else k for k in names]
        return ", ".join(told)

    def build(self) -> Board:
        """The position, with a card in play."""
        rng = self.rng
        me = rng.choice(("uk", "ussr") if self.scenario == "solo" else PLAYERS)
        names = [*TECH]
        rng.shuffle(names)
        g = position(
            units={a: self.row(a) for a in self.units},
            scenario=self.scenario,
            mode="solo" if self.scenario == "solo" else "four_players",
            year=rng.choice((1939, 1940, 1941, 1944)),
            turn=me,
            joined=self.joined,
            partners={n: self.lord[n] for n in ("france", "italy")},
            techs={me: ready_techs([*names, *names])[: rng.choice((0, 2, 5, 15))]},
            damage=[a for a in AREA if AREA[a].factory and rng.random() < 0.15],
            saved={me: "g14"} if rng.random() < 0.3 else {},
            arctic=self.arctic,
            advanced=self.special or self.scenario == "solo",
            seed=rng.randrange(10**6),
        )
        g.log = None
        g.lay(card(g, "u14"), IN_PLAY)
        return g


# --- the comparison


def compare(g: Board, points: int, gone_before: tuple[set[str], set[str]] = (set(), set())) -> int:
    """All that is offered for so many points against the judge; how many goals and targets there were."""
    judge = Judge(g, gone_before)
    me = g.power
    for area, who in judge.holder.items():
        number = g.control[T.area_index[area]]
        assert who == ("" if number == NOBODY else T.nation_id[number]), area
    seat = g.seat_of[me]
    step = Operate(card(g, "u14"), -1, points)
    choices = step.choices(g, seat)
    assert len(choices) == len(set(choices))
    offered = [u for u in judge.units if g.ids.unit + u.number in choices]
    wanted: set[int] = set()
    counted = 0
    for unit in judge.mine():
        goals = judge.goals(unit)
        counted += len(goals)
        assert set(areas(g, movement.destinations(g, me, unit.number))) == goals, unit
        if unit.type != "u_boot":
            supplied = g.supplied(me) & T.bit[T.area_index[unit.area]] != 0
            assert supplied == judge.in_supply(unit), unit
        assert movement.cost(g, me, unit.number) == judge.move_cost(unit)
        if goals and judge.move_cost(unit) <= points:
            wanted.add(unit.number)
    for unit in judge.units:
        if judge.exposed(unit):
            counted += 1
            assert attack.cost(g, me, unit.number) == judge.attack_cost(unit), unit
            if judge.attack_cost(unit) <= points:
                wanted.add(unit.number)
    for unit in judge.units:
        assert step.allows(g, seat, g.ids.unit + unit.number) == (unit.number in wanted), unit
    # of those that are alike exactly one is offered
    likes = [(u.kind, u.area, u.used) for u in offered]
    assert len(likes) == len(set(likes))
    assert set(likes) == {(u.kind, u.area, u.used) for u in judge.units if u.number in wanted}
    for kind in UNIT:
        assert set(areas(g, deploy.sites(g, me, T.kind_index[kind]))) == judge.sites(kind), kind
    kinds = {k for k in UNIT if judge.sites(k) and judge.deploy_cost(k) <= points}
    assert {T.kind_id[c - g.ids.kind] for c in choices if g.ids.kind <= c < g.ids.card} == kinds
    assert (DISBAND in choices) == bool(judge.mine())  # [6.1d]
    return counted


def draw(rng: Random) -> Board:
    """A random position."""
    draft = Draft(rng)
    draft.fill()
    return draft.build()


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "6.2b")
@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "6.1b")
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_offered_is_what_the_text_allows(seed: int) -> None:
    rng = Random(seed)
    for _ in range(4):
        compare(draw(rng), rng.choice((0, 1, 2, 3, 5, 8)))


def expected(g: Board, judge: Judge, choice: int, second: int) -> list[tuple[str, str]]:
    """The counters that the text leaves on the board after an operation in the position of the judge."""
    unit = choice - g.ids.unit
    if choice == DISBAND:
        return judge.after([second - g.ids.unit], {}, [])
    if choice == ADD_SAVED:
        return judge.after([], {}, [])
    if choice >= g.ids.kind:
        kind = T.kind_id[choice - g.ids.kind]
        where = [T.area_id[second - FIRST_AREA]] if second >= 0 else [*judge.sites(kind)]
        assert len(where) == 1  # nobody is asked only if there is one place
        return judge.after([], {}, [(kind, where[0])])
    if second >= 0:
        return judge.after([], {unit: T.area_id[second - FIRST_AREA]}, [])
    return judge.after([unit], {}, [])


@pytest.mark.rule("total_domination", "6.0a")
@settings(max_examples=120, deadline=None)
@given(st.integers(0, 10**9))
@example(5134195)  # a Soviet Air Fleet flies into empty China: the Resistance there goes home [7.2.Dd]
def test_the_same_holds_after_each_operation_of_a_turn(seed: int) -> None:
    """[R52]"""
    rng = Random(seed)
    g = draw(rng)
    begin(g, Operate(card(g, "u14"), -1, 20))
    gone_before: tuple[set[str], set[str]] = (set(), set())
    for _ in range(12):
        step = g.agenda[-1]
        assert isinstance(step, Operate)
        choices = [c for c in g.choices(g.seats()[0]) if c not in (DONE, SAVE)]
        if not choices:
            break
        judge = Judge(g, gone_before)
        choice, second = rng.choice(choices), -1
        g.apply(g.seats()[0], choice)
        if not isinstance(g.agenda[-1], Operate):
            second = rng.choice(g.choices(g.seats()[0]))
            g.apply(g.seats()[0], second)
        assert isinstance(g.agenda[-1], Operate)
        assert sorted([(u.kind, u.area) for u in Judge(g).units]) == expected(g, judge, choice, second)
        mover = [u for u in judge.mine() if u.number == choice - g.ids.unit]
        if mover:
            area = T.area_id[second - FIRST_AREA]
            link = judge.first_over(mover[0], area)
            if link:
                gone_before[link == "sea"].add(area)
        compare(g, rng.choice((1, 2, 3, 9)), gone_before)


def test_the_random_positions_are_worth_comparing() -> None:
    """Enough of everything occurs: moves, attacks, units out of supply, strays, every special unit."""
    rng = Random(8)
    seen = 0
    kinds: set[str] = set()
    stray = cut_off = overrun = 0
    for _ in range(80):
        g = draw(rng)
        judge = Judge(g)
        seen += compare(g, 9)
        kinds |= {u.type for u in judge.units if judge.exposed(u)}
        stray += sum([judge.holder[u.area] != judge.me and judge.in_supply(u) for u in judge.mine()])
        cut_off += sum([not judge.in_supply(u) for u in judge.mine()])
        lone = {u.area for u in judge.units if judge.enemy(u) and u.type == "air_fleet"}
        overrun += sum([a in lone and not judge.soldiers(a) for u in judge.mine() for a in judge.goals(u)])
    assert seen > 3000 and kinds == {*STANDS, "u_boot", "resistance"}
    assert min(stray, cut_off, overrun) > 10, (stray, cut_off, overrun)
    assert HOME and T.n_areas == len(AREA)
