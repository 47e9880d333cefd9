"""Which units may enter an area and how many: limits for every way of arriving."""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.constants import BEYOND_LIMIT as BEYOND_LIMIT
from sandtable.games.on_to_berlin.components.constants import CLOSED as CLOSED
from sandtable.games.on_to_berlin.components.constants import OPEN as OPEN
from sandtable.games.on_to_berlin.components.constants import SHIPS_ASHORE as SHIPS_ASHORE
from sandtable.games.on_to_berlin.components.state import Board

# Codes: why an area is closed to a unit; 0 when it is open. The first are those of `Tables.shut`.
NO_DECLARATION: Final = 4
GARRISON: Final = 5
LAND_FULL: Final = 6
AIR_FULL: Final = 7
ONE_FORTRESS: Final = 8


def barrier(g: Board, unit: int, area: int) -> int:
    """Return why a unit may never enter an area; OPEN if it may."""
    t = g.t
    nation = t.unit_nation[unit]
    # [15.7.2] [15.7.3] [15.7.4] [R46] [15.6] [15.6a] [R36] [8.1.1c]
    code = t.shut[g.nside[nation]][t.unit_type[unit]][area]
    if code:
        return code
    if g.no_declarations and is_forbidden_neutral(g, area):  # [16.4]
        return NO_DECLARATION
    # [16.6] [16.6a]
    if g.garrison_limits and t.unit_garrison[unit] and (t.sea[area] or g.printed[area] != nation):
        return GARRISON
    return OPEN


def is_forbidden_neutral(g: Board, area: int) -> bool:
    """Return whether an area is home to an Axis-Leaning Neutral nation; asked only with the option. [16.4]"""
    nation = g.printed[area]
    return (
        nation != const.NOBODY
        and not g.t.sea[area]
        and g.nside[nation] == const.NEUTRAL
        and g.t.leaning[nation] == const.AXIS
    )


def room(g: Board, side: int, area: int, land: int, air: int, fortresses: int) -> int:
    """Return why a number of units has no room in an area; OPEN if it has. [2.2k]"""
    t = g.t
    if t.sea[area]:  # [8.1.1f]
        return OPEN
    if land and g.count(side, area, const.LAND_UNITS) + land > t.land_stack:  # [8.1.1d]
        return LAND_FULL
    if air and g.count(side, area, const.AIR_UNITS) + air > t.air_stack:  # [8.1.1e, R33]
        return AIR_FULL
    if fortresses and count_fortresses(g, area) + fortresses > t.fortress_stack:  # [15.8.2]
        return ONE_FORTRESS
    return OPEN


def count_fortresses(g: Board, area: int) -> int:
    """Return how many fortresses of all sides stand in an area. [15.8.2]"""
    return (
        g.count(0, area, const.FORTRESSES)
        + g.count(1, area, const.FORTRESSES)
        + g.count(const.NEUTRAL, area, const.FORTRESSES)
    )


def room_for(g: Board, unit: int, area: int) -> int:
    """Return why one more unit has no room in an area; OPEN if it has."""
    t = g.t
    kind = t.unit_kind[unit]
    return room(
        g, g.side_of(unit), area, int(kind == const.LAND), int(kind == const.AIR), t.unit_fortress[unit]
    )


def refusal_of(g: Board, code: int, area: int) -> Refusal:
    """Return the sentence and the rule for a code."""
    t = g.t
    name = t.area_name[area]
    if code == CLOSED:
        rule = "15.7.4" if t.closed[0][area] and t.closed[1][area] else ""
        if not rule:
            rule = "15.7.3" if t.closed[const.AXIS][area] else "15.7.2"
        return Refusal(f"{name} is closed to this side.", rule)
    if code == BEYOND_LIMIT:
        return Refusal(f"{name} lies beyond the Operational Limit of this nation.", "15.6")
    if code == NO_DECLARATION:
        return Refusal(f"{name} belongs to a Neutral nation that leans to the Axis.", "16.4")
    if code == GARRISON:
        return Refusal("Garrisons stay in the home areas of their nation.", "16.6a")
    if code == SHIPS_ASHORE:
        return Refusal(f"{name} is land; ships stay at sea.", "8.1.1c")
    if code == LAND_FULL:
        return Refusal(f"{name} has no room: a side has at most {t.land_stack} land units there.", "8.1.1d")
    if code == AIR_FULL:
        return Refusal(f"{name} has no room: a side has at most {t.air_stack} air units there.", "8.1.1e")
    return Refusal(f"{name} has a fortress already.", "15.8.2")
