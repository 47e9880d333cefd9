"""The game's own pack by its names, and the simplest questions about its map, for the tests of the data."""

from collections import deque
from collections.abc import Callable, Iterable
from pathlib import Path

from sandtable.games.on_to_berlin.components.relations import load_pack
from sandtable.games.on_to_berlin.components.schema import Area, Nation, UnitTypeEntry, WarEntrySpace
from sandtable.games.on_to_berlin.components.schema_cards import Card

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "on_to_berlin" / "data"
PACK = load_pack(DATA)
SCENARIO = PACK.scenarios[0]

AREA: dict[str, Area] = {a.id: a for a in PACK.areas.areas}
NATION: dict[str, Nation] = {n.id: n for n in PACK.nations.nations}
UNIT: dict[str, UnitTypeEntry] = {u.id: u for u in PACK.units.unit_types}
CARD: dict[str, Card] = {c.id: c for c in PACK.cards.cards}
CLASS = {c.type: c for c in PACK.tables.unit_type_classes}
CONSTANT = {c.name: c.value for c in PACK.tables.constants}

LAND = {a for a in AREA if AREA[a].kind == "land"}
SEA = {a for a in AREA if AREA[a].kind == "sea"}
RED = {a for a in AREA if AREA[a].resource == "red"}
HOME = {n: {a for a in LAND if AREA[a].country == n} for n in NATION}

NEAR: dict[str, set[str]] = {a: set() for a in AREA}  # neighbours, without the canal
for link in PACK.links.links:
    if link.kind != "canal":
        NEAR[link.a].add(link.b)
        NEAR[link.b].add(link.a)


def reach(start: str, over: Iterable[str]) -> set[str]:
    """All areas that can be reached over areas of a set."""
    allowed = set(over)
    seen = {start}
    queue = [start]
    while queue:
        for there in NEAR[queue.pop()] & allowed - seen:
            seen.add(there)
            queue.append(there)
    return seen


def distance(a: str, b: str) -> int:
    """Areas to enter on the shortest way that does not pass the Black Sea."""
    steps = {a: 0}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in NEAR[here]:
            if there not in steps and (there != "black_sea" or b == there):
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps[b]


def way(start: str, friendly: Callable[[str], bool], goals: Iterable[str]) -> list[str]:
    """The shortest chain of friendly areas to one of the goals, with the start; empty if there is none."""
    wanted = set(goals)
    before = {start: ""}
    queue = deque(before)
    while queue:
        here = queue.popleft()
        if here in wanted and friendly(here):
            chain = [here]
            while before[chain[-1]]:
                chain.append(before[chain[-1]])
            return chain[::-1]
        for there in sorted(NEAR[here]):
            if there not in before and friendly(there):
                before[there] = here
                queue.append(there)
    return []


def spaces(track: str) -> list[WarEntrySpace]:
    """The spaces of a War Entry Track in order."""
    return [x for x in PACK.tracks.war_entry_spaces if x.track == track]


def points(
    taken: Iterable[str] = (),
    axis: tuple[str, ...] = ("ge",),
    allied: tuple[str, ...] = ("uk", "fr", "po"),
    american: int = 0,
) -> tuple[float, float]:
    """Resource Points of the two sides, not rounded; what the Axis has not taken is with its nation."""
    held = set(taken)
    side = {a: "axis" if a in held or AREA[a].country in axis else "" for a in AREA}
    side |= {a: "allied" for a in AREA if not side[a] and AREA[a].country in allied}
    atlantic = side["north_atlantic"] == "allied"
    own = sum(AREA[a].rp for a in AREA if side[a] == "axis")
    other = sum(AREA[a].rp for a in RED if side[a] == "allied" and (a != "central_atlantic" or atlantic))
    return own, other + (american if atlantic else 0)


def counted(
    taken: Iterable[str] = (),
    axis: tuple[str, ...] = ("ge",),
    allied: tuple[str, ...] = ("uk", "fr", "po"),
    american: int = 0,
) -> tuple[int, int]:
    """The same as they are recorded: whole points."""
    own, other = points(taken, axis, allied, american)
    return int(own), int(other)


def for_victory(taken: Iterable[str], axis: tuple[str, ...], allied: tuple[str, ...]) -> float:
    """Axis points with the areas that count double."""
    held = set(taken)
    twice = [a for a in AREA if AREA[a].double_for_victory and (a in held or AREA[a].country in axis)]
    return points(held, axis, allied)[0] + sum(AREA[a].rp for a in twice)
