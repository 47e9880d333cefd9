"""Landings from the sea and drops from the air, as the cards and the rules of naval transport allow them.

Operation Seelöwe and Amphibious/Airborne Ops: the figures are read from the table of the cards.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from tests.games.on_to_berlin.referee.book import Position, Unit, Way
from tests.games.on_to_berlin.referee.components import CARDS, LAND, SEA

OPERATION = "amphibious_assault"


def cards_of(side: int) -> list[int]:
    """The cards of a side with which units land."""
    owner = ("axis", "allied")[side]
    return [n for n, c in enumerate(CARDS) if c["owner"] == owner and c["event"]["op"] == OPERATION]


# --- from the sea


def may_board(p: Position, unit: Unit, event: Any) -> bool:
    """Whether a unit may be in the group at all. 7.1, 8.1"""
    return (
        p.fresh(unit, p.side)
        and not unit.by_event
        and unit.kind.kind in event["kinds"]
        and unit.kind.move > 0
    )


def voyages(p: Position, units: Sequence[Unit], path: Way, event: Any) -> dict[Way, bool]:
    """The ways on which a group comes ashore, and whether that breaks a neutrality. 3.6, 8.1.2"""
    found: dict[Way, bool] = {}
    if len(path) > 1 and path[-1] not in SEA and p.holder(path[-1]) != p.side:
        return found  # it had to stop
    for there in p.near(path[-1], p.side) - {*path}:
        way = (*path, there)
        if not may_enter(p, units, way, event):
            continue
        if sum(p.border(a, b, p.side, True) for a, b in pairwise(way)) > event["allowance"]:
            continue
        breaks = bool(p.violated(there, units))
        if there in (event["landing"] or LAND) and any(area in SEA for area in way):
            found[way] = breaks
        if not breaks:
            found |= voyages(p, units, way, event)
    return found


def may_enter(p: Position, units: Sequence[Unit], way: Way, event: Any) -> bool:
    """Whether the last area of a way is open to a group that is carried. 3.6, 8.1.1, 8.1.2"""
    there = way[-1]
    own = p.holder(there) == p.side
    if any(p.barred(u.kind, there) for u in units) or (not own and any(u.kind.kind == "air" for u in units)):
        return False
    at_sea = sum(area in SEA for area in way)
    if there in SEA:
        named = not event["seas"] or there in event["seas"]
        enough = p.room_at_sea(there, p.side, event["capacity_factor"]) >= len(units)
        return own and named and enough and at_sea <= (event["seas_max"] or len(SEA))
    return (at_sea > 0 or not event["seas"]) and not p.full(there, p.side, [u.kind for u in units])


def sails(p: Position, units: Sequence[Unit], event: Any) -> set[bool]:
    """Whether a group can land without breaking a neutrality (False), and by breaking one (True)."""
    if not all(may_board(p, u, event) for u in units) or not p.may_leave(units):
        return set()
    return {*voyages(p, units, (units[0].area,), event).values()}


# --- from the air


def may_jump(p: Position, unit: Unit, event: Any) -> bool:
    """Whether a unit may be dropped: airborne, of a nation that the card names, from friendly land."""
    able = unit.kind.type == "AB" and unit.kind.nation in event["airborne_nations"] and not unit.by_event
    base = unit.area not in SEA and p.holder(unit.area) == p.side
    return able and base and p.fresh(unit, p.side) and p.may_leave([unit])


def drops(p: Position, unit: Unit, event: Any) -> dict[str, bool]:
    """Where a unit may be dropped, and whether that breaks a neutrality there or on the way. 3.1.3"""
    found: dict[str, bool] = {}
    for there in event["airborne_landing"] or LAND:
        if there == unit.area or p.barred(unit.kind, there) or p.full(there, p.side, [unit.kind]):
            continue
        ways = p.ways(unit.area, there, p.side, event["airborne_range"])
        if ways:
            over = all(any(p.violated(area) for area in way) for way in ways)
            found[there] = over or bool(p.violated(there, [unit]))
    return found
