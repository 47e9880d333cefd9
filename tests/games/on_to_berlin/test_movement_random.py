"""Random positions: every way that can be clicked is legal by the text, and every legal way can be clicked.

The judge looks at a whole way at once and asks rule by rule whether it may be gone; it reads names and
ratings from the pack and shares nothing with the game's own search.
"""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.rng import Rng
from sandtable.games import load_game
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, BY_POINTS, NOBODY, SPENT
from sandtable.games.on_to_berlin.components.ids import AREA as FIRST_AREA
from sandtable.games.on_to_berlin.components.ids import ATTACK, MOVE, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.activation import BY_AIR, Activate, startable
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.testing import add_unit, position, tables
from tests.games.on_to_berlin.atlas import AREA, LAND, NATION, NEAR, SEA, UNIT
from tests.games.on_to_berlin.waiting import Idle

Way = tuple[str, ...]

GAME = load_game("on_to_berlin")
T = tables()
CANAL = [("central_atlantic", end) for end in ("egypt", "middle_east", "eastern_mediterranean")]
CLOSED = {0: {"urals", "middle_east", "black_sea"}, 1: {"baltic_sea", "black_sea"}}
UNBOUND = {"ge", "fi", "sw", "nw", "ir", "ne", "be", "de", "su"}  # of the Operational Limit [15.6] [15.6a]
CEDED = {"brest", "galicia"}
NEUTRAL_LEANING = {n: NATION[n].leaning for n in NATION}
NATIONS = [n for n in NATION if n != "vc"]


# --- the judge


class Judge:
    """What the text says of a group's Normal Movement in a position."""

    def __init__(self, g: Board, units: list[int]) -> None:
        self.g = g
        self.kinds = [UNIT[T.type_id[T.unit_type[u]]] for u in units]
        self.units = units
        self.side = g.nside[T.unit_nation[units[0]]]
        self.start = T.area_id[g.place[units[0]]]
        self.nations = {nation_of(k.nation) for k in self.kinds}
        self.naval = all(k.kind == "naval" for k in self.kinds)
        self.land = sum(k.kind == "land" for k in self.kinds)
        self.air = sum(k.kind == "air" for k in self.kinds)
        self.boats = all(k.type == "SS" for k in self.kinds)
        self.holder = {
            a: "" if n == NOBODY else T.nation_id[n] for a, n in zip(T.area_id, g.control, strict=True)
        }
        self.printed = {
            a: "" if n == NOBODY else T.nation_id[n] for a, n in zip(T.area_id, g.printed, strict=True)
        }
        self.sides = dict(zip(T.nation_id, g.nside, strict=True))

    def there(self, area: str) -> list[int]:
        """Return the units of the active side in an area."""
        return [u for u in self.g.at[T.area_index[area]] if self.g.side_of(u) == self.side]

    def number(self, area: str, kind: str) -> int:
        """How many units of a kind the side has in an area."""
        return sum(UNIT[T.type_id[T.unit_type[u]]].kind == kind for u in self.there(area))

    def may_leave(self) -> bool:
        """[8.1d] [R19]"""
        if self.sides.get(self.holder[self.start]) != self.side:
            return True
        fit = [u for u in self.there(self.start) if self.holds(u)]
        going = [u for u in fit if u in self.units]
        staying = [u for u in fit if u not in self.units]
        if not going:
            return True
        home = self.printed[self.start]
        if any(nation_name(u) == home for u in going) and not any(nation_name(u) == home for u in staying):
            return False
        return bool(staying)

    def holds(self, unit: int) -> bool:
        """Whether a unit could control the area it is in. [3.3a] [3.3b]"""
        kind = UNIT[T.type_id[T.unit_type[unit]]]
        if self.start in SEA:
            return kind.type in ("NF", "CV", "CVE")
        return kind.kind != "naval"

    def capacity(self, sea: str) -> int:
        """How many more units the ships of a sea carry. [3.6] [3.6a] [3.6f]"""
        ships = [u for u in self.there(sea) if UNIT[T.type_id[T.unit_type[u]]].type in ("NF", "CV", "CVE")]
        halves = sum(1 if self.g.cond[u] & SPENT else 2 for u in ships)
        return halves // 2 - self.number(sea, "land") - self.number(sea, "air")

    def borders(self, here: str) -> set[str]:
        """[2.2.1f] [15.7.1a]"""
        found = set(NEAR[here])
        if self.side == 1 and self.sides.get(self.holder["egypt"]) == 1:
            for a, b in CANAL:
                if here in (a, b):
                    found.add(b if here == a else a)
        return found

    def open_to(self, area: str) -> bool:
        """Whether nobody of the group is kept out of an area for good."""
        if area in CLOSED[self.side]:  # [15.7.2] [15.7.3] [15.7.4]
            return False
        if self.side == 0 and AREA[area].north_of_limit and not self.nations <= UNBOUND:
            return False
        if area in LAND and any(k.kind == "naval" for k in self.kinds):  # [8.1.1c]
            return False
        home = self.printed[area]
        if self.g.no_declarations and area in LAND and self.sides.get(home) == 2:  # [16.4]
            if NEUTRAL_LEANING[home] == "axis":
                return False
        if self.g.garrison_limits:  # [16.6a]
            for k in self.kinds:
                if k.type == "GF" and (area in SEA or home != nation_of(k.nation)):
                    return False
        return True

    def broken(self, area: str, sides: dict[str, int]) -> str:
        """The nation whose neutrality the group breaks in an area. [3.1.3] [15.4b]"""
        if area in SEA:
            return ""
        if area in CEDED:
            return "su" if sides["su"] == 2 and self.nations != {"po"} else ""
        return self.printed[area] if sides.get(self.printed[area]) == 2 else ""

    def legal(self, way: Way) -> bool:
        """Whether the group may go this way and end it there."""
        sides = dict(self.sides)
        carried = not self.naval and any(area in SEA for area in way)
        cost = 0
        for number, (here, there) in enumerate(pairwise(way)):
            own = sides.get(self.holder[there]) == self.side
            if there not in self.borders(here) or not self.open_to(there):
                return False
            if number and sides.get(self.holder[here]) != self.side and not self.boats:  # [8.1e] [15.1b]
                return False
            if self.air and not own:  # [8.1.1b]
                return False
            if there in SEA and carried and (not own or self.capacity(there) < len(self.units)):
                return False  # [8.1.2] [8.1.2a]
            if there in LAND:  # [2.2k]
                if self.land and self.number(there, "land") + self.land > 10:
                    return False
                if self.air and self.number(there, "air") + self.air > 4:
                    return False
            cost += 1  # [8.1a] [8.1.2d]
            for end in (here, there):
                if sides.get(self.holder[end]) == 1 - self.side and not (carried and end in SEA):
                    cost += 1
            nation = self.broken(there, sides)
            if nation:
                sides[nation] = 1 - self.side
        return cost <= (2 if carried else min(k.move for k in self.kinds))  # [8.1] [8.1.2b]

    def ways(self) -> set[Way]:
        """Every way the group may go."""
        low = min(k.move for k in self.kinds)
        if not low or (not self.naval and self.land + self.air < len(self.units)) or not self.may_leave():
            return set()
        found: set[Way] = set()
        waiting: list[Way] = [(self.start,)]
        while waiting:
            way = waiting.pop()
            if len(way) > 1 and self.legal(way):
                found.add(way)
            if len(way) <= max(low, 2):
                near = self.borders(way[-1]) & (SEA if self.naval else {*AREA})
                waiting += [(*way, there) for there in near if there not in way]
        return found

    def attacks(self) -> bool:
        """Whether the group may make a Normal Attack. [9.1] [9.1.1]"""
        if not any(self.g.side_of(u) == 1 - self.side for u in self.g.at[T.area_index[self.start]]):
            return False
        if self.start in SEA:
            return self.naval
        own = self.sides.get(self.holder[self.start]) == self.side
        return all(k.kind == "land" or (k.kind == "air" and own) for k in self.kinds)


def nation_of(name: str) -> str:
    """Vichy counters are French. [R34]"""
    return "fr" if name == "vc" else name


def nation_name(unit: int) -> str:
    return T.nation_id[T.unit_nation[unit]]


# --- positions


def random_board(rng: Random) -> Board:
    """Units of both sides thrown together in a few regions, with control, sides and options at random."""
    joined = rng.sample(NATIONS, rng.randint(3, len(NATIONS)))
    axis = {"ge", *[n for n in joined if rng.random() < 0.5]} - {"uk", "po"}
    allied = {"uk", "po", *[n for n in joined if n not in axis]} - {"ge"}
    if rng.random() < 0.3:
        axis, allied = axis | {"vc", "fr"}, allied - {"fr"}
    elif "fr" in axis:
        axis -= {"fr"}
        allied |= {"fr"}
    fighting = sorted((axis | allied) - {"vc"})
    control = {}
    for area in AREA:
        if (area in SEA or AREA[area].country in fighting) and rng.random() < 0.35:
            control[area] = rng.choice([*fighting, "ge", "uk", "ge", "uk", *([""] if area in SEA else [])])
    g = position(
        axis=sorted(axis - {"fr"}) if "vc" in axis else sorted(axis),
        allied=sorted(allied),
        not_at_war=[n for n in fighting if rng.random() < 0.1],
        control=control,
        side=rng.choice(("axis", "allied")),
        poland_surrendered=rng.random() < 0.3,
        options=[o for o in ("garrison_limits", "no_declarations") if rng.random() < 0.3],
    )
    for _ in range(rng.randint(1, 3)):
        centre = rng.choice([*AREA])
        crowd(g, rng, rng.choice(sorted(NEAR[centre])))
        throw(g, rng, centre, rng.randint(8, 30))
    g.touched = []
    return g


def throw(g: Board, rng: Random, centre: str, count: int) -> None:
    """Scatter units around an area, as their kinds, their nations and the stacking limits allow."""
    region = [centre]
    for area in region[: rng.choice((1, 2, 4))]:
        region += sorted(NEAR[area] - {*region})
    for _ in range(count):
        kind, area = rng.choice([*UNIT.values()]), rng.choice(region)
        nation = T.nation_index[nation_of(kind.nation)]
        side = g.nside[nation]
        place = T.area_index[area]
        if kind.kind == "naval" and area in LAND:
            continue
        if side == 2 and AREA[area].country != kind.nation:
            continue
        if area in LAND and side != 2 and g.nside[g.printed[place]] == 2:
            continue  # nobody stands on Neutral ground
        if kind.kind != "naval" and area in SEA and rng.random() < 0.7:
            continue
        for _ in range(rng.choice((1, 1, 2, 4))):
            full = {
                "land": g.count(side, place, 0) >= 10,
                "air": g.count(side, place, 8) >= 4,
                "naval": False,
            }
            if full[kind.kind] or (kind.type == "FT" and "FT" in types_at(g, place)):
                continue
            if g.free_unit(T.type_index[kind.id]) >= 0:
                unit = add_unit(g, kind.id, area, side != 2 and rng.random() < 0.2)
                if side == g.side and rng.random() < 0.1:
                    g.cond[unit] |= rng.choice((BY_POINTS, BY_EVENT))


def crowd(g: Board, rng: Random, area: str) -> None:
    """Fill a Land area of nobody Neutral up to its limits, or nearly."""
    place = T.area_index[area]
    if area in LAND and g.nside[g.printed[place]] != 2 and rng.random() < 0.4:
        nation = rng.choice(("ge", "uk"))
        kinds = [f"{nation}_lf"] * rng.randint(7, 9) + [f"{nation}_af"] * rng.randint(2, 4) + [f"{nation}_tf"]
        for kind in kinds:
            if g.free_unit(T.type_index[kind]) >= 0:
                add_unit(g, kind, area, rng.random() < 0.5)


def types_at(g: Board, place: int) -> list[str]:
    return [T.type_class[T.unit_type[u]] for u in g.at[place]]


# --- the comparison


def clicked(g: Board, units: list[int], rng: Random) -> tuple[set[Way], bool]:
    """Every way of a group that can be clicked, and whether it may attack; its units are clicked in turn."""
    new = g.copy()
    new.agenda = [Idle(), Points(1)]
    new.advance()
    order = units[:]
    rng.shuffle(order)
    for unit in order:
        if not new.agenda[-1].allows(new, new.side, new.ids.unit + unit):
            return set(), False
        new.apply(new.side, new.ids.unit + unit)
    buttons = new.choices(new.side)
    found: set[Way] = set()
    if MOVE in buttons:
        new.apply(new.side, MOVE)
        explore(new, found)
    return found, ATTACK in buttons


def explore(g: Board, found: set[Way]) -> None:
    """Click every way a group on the march may go."""
    step = g.agenda[-1]
    assert isinstance(step, March)
    choices = g.choices(g.side)
    assert choices and (STOP in choices) == (len(step.path) > 1 and not step.unlocked)
    for choice in choices:
        if choice == STOP:
            continue
        new = g.copy()
        new.apply(new.side, choice)
        if choice != VIOLATE:
            found.add(tuple(T.area_id[a] for a in (*step.path, choice - FIRST_AREA)))
            assert {new.place[u] for u in step.units} <= {choice - FIRST_AREA, -1}
        if isinstance(new.agenda[-1], March):
            explore(new, found)


def compare(g: Board, rng: Random, most: int) -> int:
    """The clicks against the judge, for some groups of the active side; how many ways were compared."""
    areas = [a for a in range(T.n_areas) if any(fit(g, u) for u in g.at[a])]
    compared = 0
    for place in rng.sample(areas, min(most, len(areas))):
        ready = [u for u in g.at[place] if fit(g, u)]
        some = rng.sample(ready, rng.choice([n for n in (1, 1, 2, 3, 5) if n <= len(ready)]))
        judge = Judge(g, some)
        by_text = judge.ways()
        by_click, attack = clicked(g, some, rng)
        names = [k.id for k in judge.kinds]
        assert by_click == by_text, (names, judge.start, sorted(by_click ^ by_text)[:5])
        assert attack == judge.attacks(), (names, judge.start)
        compared += len(by_text)
    return compared


def fit(g: Board, unit: int, by: int = BY_POINTS) -> bool:
    """Whether a unit may be activated, by points or in the air. [3.1.1b] [7.1] [6.1.1d] [6.2b]"""
    nation = T.unit_nation[unit]
    if by == BY_AIR and UNIT[T.type_id[T.unit_type[unit]]].type not in ("AF", "CV", "CVE"):
        return False
    return g.nside[nation] == g.side and bool(g.war[nation]) and not g.cond[unit] & (SPENT | by)


@pytest.mark.rule("on_to_berlin", "8.1a")
@pytest.mark.rule("on_to_berlin", "8.1d")
@pytest.mark.rule("on_to_berlin", "8.1e")
@pytest.mark.rule("on_to_berlin", "8.1.1")
@pytest.mark.rule("on_to_berlin", "8.1.2")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_all_and_only_legal_ways_can_be_clicked(seed: int) -> None:
    rng = Random(seed)
    compare(random_board(rng), rng, 5)


@pytest.mark.rule("on_to_berlin", "8.1")
@given(st.integers(0, 10**9))
@settings(max_examples=12, deadline=None)
def test_in_random_games_too(seed: int) -> None:
    rng = Random(seed)
    g = GAME.new(GAME.settle(None, 2, None, seed))
    assert isinstance(g, Board)
    g.advance()
    picks = Rng(seed)
    last = rng.randint(50, 600)
    for number in range(last):
        if g.result is not None:
            break
        seat = g.seats()[0]
        shared = g.card >= 0 and g.t.card_shares[g.card]  # transports that share ships [3.6c]
        if isinstance(g.agenda[-1], Points) and number > last - 150 and not shared:
            compare(g, rng, 2)
        choices = g.choices(seat)
        g.apply(seat, choices[picks.below(len(choices))])


@pytest.mark.rule("on_to_berlin", "7.0")
@given(st.integers(0, 10**9))
@settings(max_examples=60, deadline=None)
def test_whoever_could_act_alone_may_begin_a_group(seed: int) -> None:
    """The quick search for units that can begin agrees with asking for the buttons of each."""
    rng = Random(seed)
    g = random_board(rng)
    for by in (BY_POINTS, BY_AIR):
        found = startable(g, by)
        assert startable(g, by, True) == found[:1]
        offered = {key(g, unit) for unit in found}
        assert len(offered) == len(found)
        for unit in range(T.n_units):
            if g.place[unit] >= 0:
                able = fit(g, unit, by) and bool(Activate((unit,), by, 0).buttons(g))
                assert (key(g, unit) in offered) == able, (T.type_id[T.unit_type[unit]], g.place[unit])


def key(g: Board, unit: int) -> tuple[int, int, int]:
    """Check that identical counters are offered once."""
    return T.unit_type[unit], g.place[unit], g.cond[unit]
