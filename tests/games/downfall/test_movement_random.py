"""Random positions: every way that can be clicked is legal by the text, and every legal way can be clicked.

The judge looks at a whole way at once and asks rule by rule whether it may be gone; it shares nothing with
the game's own search but the tables and the factors of combat.
"""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.rng import Rng
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.ids import AREA, STOP
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat, operations
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.sequence import AfterCombat, BeforeCombat, SideEnd, TurnEnd
from sandtable.games.downfall.testing import declare, position
from tests.games.downfall.clicks import GAME, T, ways

Way = tuple[tuple[int, ...], str]

NAME = T.area_id
LAND = [T.territory_id[T.area_territory[area]] for area in range(T.n_areas)]
BOUND_TO = {
    "finland": ("finland",),
    "belgium": ("belgium",),
    "yugoslavia": ("yugoslavia",),
    "greece": ("greece",),
    "bulgaria": ("bulgaria", "greece", "yugoslavia"),
    "romania": ("romania", "ussr"),
    "hungary": ("hungary", "ussr"),
}
AFRICA = ("libya", "egypt", "french_north_africa")
ITALIAN = ("italy", "albania", "yugoslavia", "greece", *AFRICA)
AXIS_LANDS = ("germany", "finland", "italy", "albania", "libya", "romania", "hungary", "bulgaria")
FROZEN = ("kiev", "riga", "vilnius", "kovel", "tarnopol", "vinnitsa", "odessa")


# --- the judge


class Judge:
    """What the text says of one army's tactical operations in a position."""

    def __init__(self, g: Board, unit: int) -> None:
        self.g = g
        self.unit = unit
        self.side = g.side
        self.nation = T.country_id[T.unit_nation[unit]]
        self.armor = T.armor[T.unit_type[unit]]
        self.start = g.place[unit]

    def owner(self, unit: int) -> int:
        """The side of an army; that of a neutral country's army once it is invaded."""
        return T.unit_side[unit]

    def foes(self, area: int) -> list[int]:
        """Allies and Soviets fight the Axis, the Axis fights both; partners do not fight each other. [R17]"""
        return [u for u in self.g.at[area] if (self.owner(u) == const.AXIS) != (self.side == const.AXIS)]

    def set_control(self, area: int) -> list[int]:
        return [u for u in self.g.at[area] if self.owner(u) == self.side and u != self.unit]

    def controlled(self, area: int) -> bool:
        return self.g.control[area] == self.side

    def open_to(self, area: int) -> bool:
        """Whether the army may be in an area at all. [2i] [2k] [9] [18o] [R17]"""
        g, land = self.g, LAND[area]
        if self.nation in BOUND_TO and land not in BOUND_TO[self.nation]:
            return False
        if self.nation == "germany":
            if g.turn < 5 and (land in ("finland", "greece") or land in AFRICA):
                return False
            if land == "romania" and not g.total_war[const.AXIS]:
                inside = [
                    u
                    for u in range(T.n_units)
                    if u != self.unit
                    and g.place[u] != const.POOL
                    and T.country_id[T.unit_nation[u]] == "germany"
                    and LAND[g.place[u]] == "romania"
                ]
                if self.armor or g.passages or inside:
                    return False
        control = g.control[area]
        if control == const.NEUTRAL:
            if land == "french_north_africa":
                return self.side == const.ALLIES
            other = T.country_side[T.area_country[area]]
            return other == const.NEUTRAL or (other == const.AXIS) != (self.side == const.AXIS)
        if self.side != const.AXIS and control not in (self.side, const.AXIS):
            return bool(self.foes(area))
        return True

    def opened(self, area: int) -> bool:
        """Whether an attack lets armor with Blitzkrieg go on through an area. [13.1a] [16h] [16i]"""
        if not self.armor or not self.g.tile(self.side, T.dev_index["blitzkrieg"]):
            return False
        if LAND[area] not in AFRICA and (T.terrain[area] != ("plain",) or T.fortress[area]):
            return False
        return any(a.area == area and combat.margin(self.g, a) >= 4 for a in self.g.attacks)

    def high(self, here: int, there: int) -> bool:
        return T.link_high[T.border[here][T.neighbours[here].index(there)]]

    def bound_from(self, path: tuple[int, ...]) -> bool:
        """Whether the way keeps to what an army among enemies may do. [8k] [R28] [R48] [13.1c] [13.1g]"""
        contested = [i for i in range(len(path) - 1) if self.foes(path[i])]
        if not contested:
            return True
        first = contested[0]
        rest = path[first + 1 :]
        if all(self.controlled(area) and not self.foes(area) for area in rest):
            return True
        # Exploitation: the last area but one is open, the last is not controlled, all before are as above.
        through, end = path[-2], path[-1]
        if not self.opened(through) or self.controlled(end):
            return False
        # Whoever leaves an open area for an uncontrolled one has exploited, and has to stop there.
        if len(path) - 2 > first and self.opened(path[-3]) and not self.controlled(through):
            return False
        if LAND[through] not in AFRICA:
            if self.high(through, end) or (len(path) > 2 and self.high(path[-3], through)):
                return False
        return all(self.controlled(area) and not self.foes(area) for area in path[first + 1 : -2])

    def way_is_legal(self, path: tuple[int, ...]) -> bool:
        """Whether the army may go this way and end it there, leaving combat aside."""
        g, end = self.g, path[-1]
        steps = len(path) - 1
        if steps:
            if self.side == const.ALLIES and g.turn == 1 and g.west_attacked != 1:  # [9g]
                return False
            if not self.may_leave():
                return False
            if steps > (4 if self.armor else 3):  # [8j]
                return False
            for here, there in pairwise(path):
                if not self.open_to(there) or (self.foes(there) and self.high(here, there)):  # [16b]
                    return False
            if not self.bound_from(path):
                return False
            if len(self.set_control(end)) >= 3:  # [5]; no land way leads to America
                return False
            if (
                self.side == const.USSR and NAME[self.start] in FROZEN and not g.barbarossa and g.turn < 9
            ):  # [9l] [9m]
                if g.control[end] == const.USSR or (
                    LAND[end] not in AXIS_LANDS and g.control[end] != const.AXIS
                ):
                    return False
        if self.nation == "italy" and LAND[end] not in ITALIAN:  # [9d] [9e]
            home = [
                u
                for u in range(T.n_units)
                if u != self.unit
                and g.place[u] != const.POOL
                and T.country_id[T.unit_nation[u]] == "italy"
                and LAND[g.place[u]] in ITALIAN
            ]
            if len(home) < 4:
                return False
        return self.cost(path) <= g.supply[self.side]

    def may_leave(self) -> bool:
        """Whether no support rests on the army's presence. [R16] [R50]"""
        supports = sum(len(a.supports) for a in self.g.attacks if a.area == self.start)
        return supports == 0 or len(self.set_control(self.start)) - len(self.foes(self.start)) >= supports

    def cost(self, path: tuple[int, ...]) -> int:
        """[8b] [8e] to [8i]"""
        g = self.g
        lands = [LAND[area] for area in path]
        if self.side == const.ALLIES and g.turn <= 4 and g.west_attacked == g.turn:
            return 2 if "france" in lands or "belgium" in lands else 1
        if self.side == const.USSR and g.barbarossa == g.turn and g.turn < 9:
            return 2
        if self.side == const.AXIS and g.turn == 9 and "ussr" in lands:
            return 2
        return 2 if self.side == const.AXIS and any(T.east[area] for area in path) else 1

    def stops(self, path: tuple[int, ...]) -> bool:
        """Whether the way may end without combat. [8z] [17e]"""
        if len(path) == 1 or not self.way_is_legal(path):
            return False
        return not self.foes(path[-1]) or bool(self.set_control(path[-1]))

    def fights(self, path: tuple[int, ...], target: int) -> bool:
        """Whether the way may end with an attack on an army, or with support of one. [8l] [8m]"""
        g, end = self.g, path[-1]
        if len(path) - 1 > (3 if self.armor else 2) or not self.way_is_legal(path):
            return False
        if any(a.defender == target for a in g.attacks):  # a support [17a] [R50]
            supports = sum(len(a.supports) for a in g.attacks if a.area == end)
            return len(self.set_control(end)) + 1 - len(self.foes(end)) > supports
        if self.side == const.USSR and g.cond[target] & const.HIT_BY_ALLIES:  # [17f]
            return False
        if self.side == const.ALLIES and g.cond[target] & const.HIT_BY_USSR:
            return False
        if self.nation == "finland" and NAME[end] == "karelia" and g.control[end] == const.USSR:  # [9h]
            return False
        if NAME[end] == "calais" and T.country_id[T.unit_nation[target]] == "united_kingdom":  # [9f]
            french = [u for u in g.at[end] if T.country_id[T.unit_nation[u]] == "france"]
            return not french or any(a.defender in french for a in g.attacks)
        return True

    def ways(self) -> set[Way]:
        """Every operation the text allows: the way, and how it ends."""
        found: set[Way] = set()
        waiting: list[tuple[int, ...]] = [(self.start,)]
        while waiting:
            path = waiting.pop()
            if self.stops(path):
                found.add((path, "stop"))
            for target in self.foes(path[-1]):
                if self.fights(path, target):
                    found.add((path, look(self.g, target)))
            if len(path) <= 4:
                waiting += [(*path, there) for there in T.neighbours[path[-1]] if there not in path]
        return found


def look(g: Board, target: int) -> str:
    """A target as a player tells it from others: type, condition, and which attack on it is declared."""
    attack = [i for i, a in enumerate(g.attacks) if a.defender == target]
    return f"{T.type_id[T.unit_type[target]]} {g.cond[target]} {attack}"


# --- positions


def random_board(rng: Random) -> Board:
    """Armies of all sides thrown together in a few regions, with control, dates and attacks at random."""
    turn = rng.randint(1, 22)
    side = rng.choice(("axis", "allies", "ussr"))
    at_war = [
        T.country_id[c]
        for c in range(T.n_countries)
        if T.country_side[c] != const.NEUTRAL and (turn >= T.entry_turn[c] or rng.random() < 0.3)
    ]
    fallen: list[str] = [c for c in ("france", "belgium") if c in at_war and rng.random() < 0.2]
    surrendered = dict.fromkeys(fallen, "axis")
    g = position(
        turn=turn, side=side, at_war=at_war, surrendered=surrendered, supply=rng.choice((1, 2, 9)), t=T
    )
    me = g.side
    if "france" in surrendered:
        g.african_neutral = True
        for area in range(T.n_areas):
            if T.torch_area[area]:
                g.set_control(area, rng.choice((const.NEUTRAL, const.NEUTRAL, const.ALLIES, const.AXIS)))
    for area in range(T.n_areas):
        country = T.area_country[area]
        if g.status[country] != const.OUT and g.control[area] != const.NEUTRAL and rng.random() < 0.3:
            g.set_control(area, rng.randrange(3))
    for _ in range(rng.randint(1, 3)):
        throw(g, rng, rng.randrange(T.n_areas), rng.randint(5, 25))
    g.barbarossa = rng.choice((0, turn, max(1, turn - 1)))
    g.west_attacked = rng.choice((0, turn))
    g.total_war[const.AXIS] = turn >= 9 or rng.random() < 0.4
    g.passages = rng.choice((0, 0, 1))
    if rng.random() < 0.7:
        g.tiles[T.tile_of[me][T.exploit_dev]] = const.AVAILABLE
    for unit in range(T.n_units):
        if g.place[unit] == const.POOL or g.status[T.unit_nation[unit]] != const.AT_WAR:
            continue
        if T.unit_side[unit] == me:
            g.cond[unit] |= const.READY
        elif T.unit_side[unit] == const.AXIS and rng.random() < 0.2:
            g.cond[unit] |= const.HIT_BY_ALLIES if me == const.USSR else const.HIT_BY_USSR
    fight(g, rng)
    g.agenda = [TurnEnd(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
    return g


def throw(g: Board, rng: Random, centre: int, count: int) -> None:
    """Scatter armies around an area, as its neighbourhood, their nations and the stacking limit allow."""
    region = [centre]
    for area in region[:6]:
        region += [there for there in T.neighbours[area] if there not in region]
    for _ in range(count):
        kind = rng.randrange(T.n_types)
        unit, area = g.free_unit(kind), rng.choice(region)
        nation = T.type_nation[kind]
        status = g.status[nation]
        at_home = T.area_country[area] == nation
        if unit < 0 or status == const.SURRENDERED or (status == const.OUT and not at_home):
            continue
        if not T.may_operate[nation][area] and T.home_guard[nation] == 0:
            continue
        if status == const.AT_WAR and (
            g.control[area] == const.NEUTRAL or g.armies(T.unit_side[unit], area) >= 3
        ):
            continue
        g.put(unit, area, rng.randint(1, 2))


def fight(g: Board, rng: Random) -> None:
    """Declare some attacks, with supports and missions, among the armies that stand together."""
    for area in range(T.n_areas):
        own = [u for u in g.at[area] if T.unit_side[u] == g.side and g.cond[u] & const.READY]
        foes = [
            u
            for u in g.at[area]
            if (T.unit_side[u] == const.AXIS) != (g.side == const.AXIS) and g.slot(u) != const.NEUTRAL
        ]
        if not own or not foes or rng.random() < 0.3:
            continue
        surplus = max(0, len(own) - len(foes))
        helpers = own[1 : 1 + rng.randint(0, surplus)]
        air = rng.choice((None, T.air_id[T.air_kinds_of_side[g.side][0]]))
        declare(g, own[0], rng.choice(foes), "inside", helpers, air)


def clicked(g: Board, unit: int) -> set[Way]:
    """Every operation that can be clicked, each ending told as the judge tells it."""
    g.push(operations.ArmyOrder(unit))
    found = set()
    for path, choice in ways(g):
        found.add((path, "stop" if choice == STOP else look(g, choice - g.ids.unit)))
    g.agenda.pop()
    return found


def compare(g: Board, rng: Random, most: int) -> int:
    """The clicks against the judge, for some armies of the active side; how many operations were compared."""
    ready = [
        u
        for u in T.units_of_side[g.side]
        if g.place[u] != const.POOL and g.cond[u] & (const.READY | const.OPERATED) == const.READY
    ]
    compared = 0
    for unit in rng.sample(ready, min(most, len(ready))):
        by_text = Judge(g, unit).ways()
        by_click = clicked(g, unit) if g.supply[g.side] else set()
        assert by_click == by_text, (T.type_id[T.unit_type[unit]], told(by_click ^ by_text))
        assert (unit in operations.clickable_armies(g)) or not by_text or twin(g, unit)
        compared += len(by_text)
    return compared


def twin(g: Board, unit: int) -> bool:
    """Whether an army like it is offered in its place."""
    return any(other < unit and other in operations.clickable_armies(g) for other in g.at[g.place[unit]])


def told(found: set[Way]) -> list[str]:
    return [" – ".join(NAME[area] for area in path) + f": {end}" for path, end in sorted(found)[:5]]


@pytest.mark.rule("downfall", "8j")
@pytest.mark.rule("downfall", "8k")
@pytest.mark.rule("downfall", "8m")
@pytest.mark.rule("downfall", "13.1c")
@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_all_and_only_legal_ways_can_be_clicked(seed: int) -> None:
    rng = Random(seed)
    compare(random_board(rng), rng, 5)


@pytest.mark.rule("downfall", "8")
@given(st.integers(0, 10**9))
@settings(max_examples=15, deadline=None)
def test_in_random_games_too(seed: int) -> None:
    rng = Random(seed)
    g = GAME.new(GAME.settle(None, 3, None, seed))
    assert isinstance(g, Board)
    g.advance()
    picks = Rng(seed)
    last = rng.randint(50, 700)
    for number in range(last):
        if g.result is not None:
            break
        seat = g.seats()[0]
        choices = g.choices(seat)
        if isinstance(g.agenda[-1], BeforeCombat) and number > last - 120:
            compare(g, rng, 1)
        g.apply(seat, choices[picks.below(len(choices))])


@pytest.mark.rule("downfall", "8b")
@pytest.mark.rule("downfall", "5")
@given(st.integers(0, 10**9))
@settings(max_examples=40, deadline=None)
def test_what_is_clicked_comes_to_its_end(seed: int) -> None:
    """Random clicks from an army on: each is answered, the end is paid, the position stays sound."""
    rng = Random(seed)
    g = random_board(rng)
    side = g.side
    for _ in range(6):
        armies = operations.clickable_armies(g)
        if not armies:
            break
        unit = rng.choice(armies)
        before, start = g.supply[side], g.place[unit]
        judge = Judge(g, unit)
        g.apply(g.seats()[0], g.ids.unit + unit)
        path = [start]
        while isinstance(g.agenda[-1], (operations.ArmyOrder, operations.March)):
            choices = [c for c in g.choices(g.seats()[0]) if c == STOP or c >= AREA]
            if not choices:  # only journeys
                break
            choice = rng.choice(choices)
            if AREA <= choice < g.ids.unit:
                path.append(choice - AREA)
            else:
                price = judge.cost(tuple(path))
                g.apply(g.seats()[0], choice)
                assert before - g.supply[side] == price and g.place[unit] == path[-1]
                continue
            g.apply(g.seats()[0], choice)
        if isinstance(g.agenda[-1], operations.ArmyOrder):
            g.agenda.pop()
        assert len(path) - 1 <= (4 if judge.armor else 3)
        GAME.check(g)
        g.agenda = [TurnEnd(), SideEnd(), AfterCombat(), Combat(), BeforeCombat()]
