"""Random positions: moves as offered are those that the text allows, and every click leads to a legal end.

The judge is a plain recoding of the text. It is asked before each move of a random Movement Segment.
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine.choice import DONE
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.state import ISOLATED, NAVAL, TRANSIT, Board
from sandtable.games.other_side.rules.movement.air_movement import AirMovement
from sandtable.games.other_side.rules.movement.movement import Operational, StrategicMovement
from sandtable.games.other_side.testing import position, set_alignment, tables
from tests.games.other_side.driving import begin, idle

T = tables()
EAST = 0
GERMANY = 3
ITALIAN = ("northern_italy", "southern_italy", "libya")
SEEDS = st.integers(0, 2**32)


def random_position(rng: Random) -> Board:
    """A map with Disks, Armies and supply markers anywhere, within the limits of Areas and of Italy."""
    italy = rng.choice(("independence", "intervention", "occupation"))
    tracks = {f"air_{name}": rng.randint(1, 5) for name in ("east", "west", "south", "germany")}
    g = position(tracks=tracks | {"italy": italy})
    axis = []
    for n in range(T.n_areas):
        words = ["neutral", "occupied", "occupied", "satellite", "western"]
        if T.top[n] > 1:
            cut = rng.randint(1, T.top[n] - 1)
            words += [f"disputed {cut}/{cut + 1} soviet"] * 2
        if T.festung >> n & 1:
            words += ["neutral 1"]
        if T.stacking[n]:
            set_alignment(g, T.space_id[n], rng.choice(words))
        if g.axis[n]:
            axis.append(n)
            marks = bytearray(g.supply)
            marks[n] = rng.choice((0, 0, 0, NAVAL, NAVAL, ISOLATED))
            g.supply = bytes(marks)
    units = list(range(T.n_units))
    rng.shuffle(units)
    for n in axis:
        for _ in range(rng.choice((0, 0, 1, 2, T.stacking[n], T.stacking[n]))):
            if units and len(stack(g, n)) < T.stacking[n]:
                unit = units.pop()
                g.place[unit] = n
                if in_italy(g) > italian_limit(g):
                    g.place[unit] = TRANSIT
    for unit in units[: rng.randint(0, 5)]:
        g.place[unit] = TRANSIT
        g.origin = g.origin[:unit] + bytes([rng.randint(0, 2)]) + g.origin[unit + 1 :]
    g.derive()
    g.naval_moves = bytes([rng.randint(0, 1) for _ in range(3)])
    return g


# --- the judge


def german(unit: int) -> bool:
    return T.unit_kind[unit] < const.SATELLITES


def stack(g: Board, place: int) -> list[int]:
    return [unit for unit in range(T.n_units) if g.place[unit] == place]


def italian_limit(g: Board) -> int:
    return {const.INDEPENDENCE: 0, const.INTERVENTION: 1, const.OCCUPATION: 99}[g.italy]


def in_italy(g: Board) -> int:
    places = [T.space_index[name] for name in ITALIAN]
    return sum(german(unit) and g.place[unit] in places for unit in range(T.n_units))


def ships_left(g: Board, n: int) -> bool:
    return g.supply[n] != NAVAL or g.naval_moves[T.front[n]] == 0


def bound(g: Board, n: int) -> bool:
    """Whether the last Army of an Area must stay."""
    return len(stack(g, n)) == 1 and g.align[n] == const.OCCUPIED and T.partisan >> n & 1 == 1


def leaves(g: Board, n: int) -> bool:
    return g.supply[n] != ISOLATED and not bound(g, n) and ships_left(g, n)


def enters(g: Board, unit: int, n: int) -> bool:
    """All that is asked of a destination but its room."""
    if not g.axis[n] or g.supply[n] == ISOLATED or not ships_left(g, n):
        return False
    old = g.place[unit]
    g.place[unit] = n
    fits = not german(unit) or T.space_id[n] not in ITALIAN or in_italy(g) <= italian_limit(g)
    g.place[unit] = old
    return fits


def crowded(g: Board) -> bool:
    return any(len(stack(g, n)) > T.stacking[n] for n in range(T.n_areas))


def shipped(g: Board, *places: int) -> Board:
    """The position with the naval moves of a march counted."""
    moves = list(g.naval_moves)
    for front in {T.front[n] for n in places if g.supply[n] == NAVAL}:
        moves[front] += 1
    g.naval_moves = bytes(moves)
    return g


class Operations:
    """What the text says of operational movement: which Front is active, what it has left."""

    def __init__(self, g: Board) -> None:
        self.left = list(g.air[:3])
        self.active = -1
        self.moved: set[int] = set()

    def copy(self) -> "Operations":
        new = Operations.__new__(Operations)
        new.left, new.active, new.moved = self.left[:], self.active, set(self.moved)
        return new

    def take(self, g: Board, unit: int) -> None:
        """An Army has been moved from where it is."""
        front = T.front[g.place[unit]]
        if self.active not in (-1, front):
            self.left[self.active] = 0
        self.active = front
        self.left[front] -= 1
        self.moved.add(unit)

    def reach(self, g: Board, unit: int) -> set[int]:
        """Where an Army may go, as far as there is no question of room."""
        here = g.place[unit]
        if here >= T.n_areas or unit in self.moved or not leaves(g, here) or not self.left[T.front[here]]:
            return set()
        near = {n for n in range(T.n_areas) if T.front[n] == T.front[here] or T.near[here] >> n & 1}
        return {n for n in near if n != here and enters(g, unit, n)}

    def legal(self, g: Board, unit: int) -> set[int]:
        """Where it may go: there is room, or another can leave at once, to a place with room."""
        found = set()
        for n in self.reach(g, unit):
            if len(stack(g, n)) < T.stacking[n]:
                found.add(n)
            elif not crowded(g):
                after, then = g.copy(), self.copy()
                then.take(after, unit)
                old = after.place[unit]
                after.place[unit] = n
                shipped(after, old, n)
                for other in stack(after, n):
                    if any(len(stack(after, w)) < T.stacking[w] for w in then.reach(after, other)):
                        found.add(n)
        if crowded(g) and len(stack(g, g.place[unit])) <= T.stacking[g.place[unit]]:
            return set()
        return found


def check_end(g: Board, before: Board) -> None:
    """What must be true when a step of movement is closed."""
    assert not crowded(g)
    assert in_italy(g) <= italian_limit(g)
    for n in range(T.n_areas):
        if before.align[n] == const.OCCUPIED and T.partisan >> n & 1 and stack(before, n):
            assert stack(g, n)
        if g.supply[n] == ISOLATED:
            assert stack(g, n) == stack(before, n)
        assert not stack(g, n) or g.align[n] in (const.OCCUPIED, const.SATELLITE, const.DISPUTED) or g.axis[n]
    for front in range(3):
        assert g.naval_moves[front] <= 1


@pytest.mark.rule("other_side", "4.2.1")
@pytest.mark.rule("other_side", "4.2.1a")
@pytest.mark.rule("other_side", "4.2.1b")
@pytest.mark.rule("other_side", "4.2.1c")
@pytest.mark.rule("other_side", "4.2.1d")
@pytest.mark.rule("other_side", "4.2.1e")
@pytest.mark.rule("other_side", "4.2a")
@pytest.mark.rule("other_side", "4.2b")
@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_operational_movement_is_what_the_text_allows(seed: int) -> None:
    rng = Random(seed)
    before = random_position(rng)
    g = begin(before.copy(), Operational())
    judge = Operations(g)
    while not idle(g):
        step = g.agenda[-1]
        assert isinstance(step, Operational)
        ways = {unit: judge.legal(g, unit) for unit in range(T.n_units) if g.place[unit] < T.n_areas}
        allowed = {unit for unit in range(T.n_units) if step.allows(g, 0, g.ids.unit + unit)}
        assert allowed == {unit for unit, goals in ways.items() if goals}
        assert (DONE in g.choices(0)) == (not crowded(g))
        unit = rng.choice(sorted(allowed)) if allowed else -1
        if unit < 0 or (not crowded(g) and rng.random() < 0.05):
            g.apply(0, DONE)
            break
        g.apply(0, g.ids.unit + unit)
        goals = [choice - g.ids.space for choice in g.choices(0)]
        assert set(goals) == ways[unit]
        # Into a full Area rather often: that is where it is difficult.
        tight = [n for n in goals if len(stack(g, n)) >= T.stacking[n]]
        goal = rng.choice(tight if tight and rng.random() < 0.5 else goals)
        judge.take(g, unit)
        g.apply(0, g.ids.space + goal)
        assert g.place[unit] == goal
    assert idle(g)
    check_end(g, before)
    for front in range(3):
        gone = [u for u in judge.moved if T.front[before.place[u]] == front]
        assert len(gone) <= before.air[front]
    for unit in range(T.n_units):
        assert g.place[unit] == before.place[unit] or unit in judge.moved


@pytest.mark.rule("other_side", "4.2.2")
@pytest.mark.rule("other_side", "4.2.2a")
@pytest.mark.rule("other_side", "4.2.2b")
@pytest.mark.rule("other_side", "4.2.2d")
@pytest.mark.rule("other_side", "4.2a")
@settings(max_examples=50, deadline=None)
@given(SEEDS)
def test_strategic_movement_is_what_the_text_allows(seed: int) -> None:
    rng = Random(seed)
    before = random_position(rng)
    g = begin(before.copy(), StrategicMovement())
    left = g.air[GERMANY]
    came: dict[int, int] = {}  # the Front that an Army has left in this step

    def embarks(g: Board, unit: int) -> bool:
        return leaves(g, g.place[unit])

    def goals_of(unit: int) -> set[int]:
        found = set()
        for n in range(T.n_areas):
            if not enters(g, unit, n) or came.get(unit) == T.front[n]:
                continue
            if not german(unit) and T.front[n] != EAST:
                continue
            after = shipped(g.copy(), n)
            room = len(stack(g, n)) < T.stacking[n]
            if room or (left > 1 and any(embarks(after, other) for other in stack(g, n))):
                found.add(n)
        return found

    while not idle(g):
        step = g.agenda[-1]
        allowed = {unit for unit in range(T.n_units) if step.allows(g, 0, g.ids.unit + unit)}
        wanted = set()
        for unit in range(T.n_units):
            here = g.place[unit]
            if here < T.n_areas and embarks(g, unit):
                if not crowded(g) or len(stack(g, here)) > T.stacking[here]:
                    wanted.add(unit)
            elif here == TRANSIT and not crowded(g) and goals_of(unit):
                wanted.add(unit)
        assert left > 0 and allowed == wanted
        assert (DONE in g.choices(0)) == (not crowded(g))
        unit = rng.choice(sorted(allowed))
        waiting = [u for u in allowed if g.place[u] == TRANSIT]
        if waiting and rng.random() < 0.6:
            unit = rng.choice(sorted(waiting))
        origin = g.place[unit]
        if origin == TRANSIT:
            wanted = goals_of(unit)
            g.apply(0, g.ids.unit + unit)
            goals = [choice - g.ids.space for choice in g.choices(0)]
            assert set(goals) == wanted
            g.apply(0, g.ids.space + rng.choice(goals))
            came.pop(unit, None)
        else:
            came[unit] = T.front[origin]
            g.apply(0, g.ids.unit + unit)
            assert g.place[unit] == TRANSIT
        left -= 1
    check_end(g, before)


@pytest.mark.rule("other_side", "4.2.3")
@pytest.mark.rule("other_side", "4.2.3a")
@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_air_movement_reaches_every_other_distribution_and_loses_no_point(seed: int) -> None:
    rng = Random(seed)
    values = [rng.randint(1, 5) for _ in range(4)]
    names = ("east", "west", "south", "germany")
    g = position(tracks={f"air_{name}": value for name, value in zip(names, values, strict=True)})
    goal = [rng.randint(1, 5) for _ in range(3)]
    goal.append(sum(values) - sum(goal))
    if not values[3] <= goal[3] <= 5:
        goal = values
    begin(g, AirMovement())
    while not idle(g):
        assert sum(g.air) == sum(values)
        lower = [track for track in range(4) if g.air[track] > goal[track]]
        if not lower:
            g.apply(0, DONE)
            continue
        g.apply(0, g.ids.track + rng.choice(lower))
        assert g.agenda[-1].choices(g, 0)
        higher = [track for track in range(4) if g.air[track] < goal[track]]
        g.apply(0, g.ids.track + rng.choice(higher))
    assert list(g.air) == goal


@pytest.mark.rule("other_side", "4.2.3")
@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_air_movement_ends_with_the_same_points_however_it_goes(seed: int) -> None:
    rng = Random(seed)
    values = [rng.randint(1, 5) for _ in range(4)]
    names = ("east", "west", "south", "germany")
    g = position(tracks={f"air_{name}": value for name, value in zip(names, values, strict=True)})
    begin(g, AirMovement())
    clicks = 0
    while not idle(g):
        choices = [choice for choice in g.choices(0) if choice != DONE]
        g.apply(0, rng.choice(choices) if choices else DONE)
        clicks += 1
        assert sum(g.air) == sum(values) and min(g.air) >= 1 and max(g.air) <= 5
    assert g.air[3] >= values[3] and clicks <= 2 * 12 + 1
