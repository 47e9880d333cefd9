"""The conditions of a landing on an enemy coast. [A6.5.4] [B6.1.3A7]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import DOUBLE, EMBARKED, EXPLOIT, LAST_LAND, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement, search_rolls
from sandtable.games.blitzkrieg_general.rules.politics import relations

# Why a load cannot land against an area; 0: it can.
FREE: Final = 0
NOT_LAND: Final = 1
FRIENDS: Final = 2
CLOSED: Final = 3
COAST: Final = 4
DOUBLE_RANGE: Final = 5
LATE: Final = 6
FAR: Final = 7
FULL: Final = 8
OTHER_TARGET: Final = 9
CHINA: Final = 10
WEATHER: Final = 11
SHIPS: Final = 12
STRANGERS: Final = 13


def obstacle(g: Board, unit: int, area: int, calm: bool = False) -> int:
    """Return what prevents a landing against an area; 0: nothing. `calm`: war may not be declared for it."""
    t = g.t
    country = g.serves[unit]
    holder = g.control[area]
    if t.unit_kind[unit] > LAST_LAND:  # [A6.5.4a]
        return NOT_LAND
    if (g.friends[country] >> holder) & 1:
        return FRIENDS
    if entry_limits.kept_out(g, unit, area):
        return CLOSED
    if not (g.war[country] >> holder) & 1:
        if calm or relations.status(g, country, area) != relations.NEUTRAL_OPEN:
            return CLOSED
    ship = g.carrier[unit]
    if g.target[ship] != NONE and g.target[ship] != area:
        return OTHER_TARGET
    found = _obstacle_advanced(g, unit, ship, area) if g.advanced else _obstacle_basic(g, ship)
    if found != FREE:
        return found
    if entry_limits.strangers(g, country, area):
        return STRANGERS
    if not entry_limits.may_attack_in_china(g, unit, area):
        return CHINA
    return FREE


def _obstacle_basic(g: Board, ship: int) -> int:
    """Return what prevents it in the basic game: double range, or enemy ships in the zone. [B6.1.2a]"""
    if g.cond[ship] & DOUBLE:
        return DOUBLE_RANGE
    return SHIPS if g.ships[g.place[ship]] & g.war[g.serves[ship]] else FREE


def _obstacle_advanced(g: Board, unit: int, ship: int, area: int) -> int:
    """Return what prevents it in the advanced game. [A6.5.4]"""
    t = g.t
    zone = g.place[ship]
    if t.forbidden_coast[area]:  # [A1.2j] [TEC7] [R55]
        return COAST
    if search_rolls.is_limited(g, zone, g.side_of_unit(ship)):  # [A6.5.4e] [A6.4.3F5]
        return DOUBLE_RANGE
    if not g.cond[unit] & EMBARKED:  # it has stayed at sea [A6.5.4d] [A1.1c]
        return LATE
    if naval_movement.sailed(g, unit) > t.number["invasion_zones"]:  # [A6.5.4c] [A1.1c]
        return FAR
    if not entry_limits.room(g, unit, area):
        return FULL
    if g.phase == EXPLOIT:  # [A5.4d] [A1.2g]
        if g.bad(area) or t.terrain_closed[t.area_terrain[area]]:
            return WEATHER
    return FREE


def why_not_land(g: Board, unit: int, area: int) -> Refusal:
    """Return why a load cannot land against an area."""
    name, where = words.unit(g, unit), words.space(g, area)
    found = obstacle(g, unit, area)
    if found == NOT_LAND:
        return Refusal(f"{name} may only land in friendly areas. Only land units invade.", "A6.5.4a")
    if found == CLOSED:
        return relations.why_not_enter(g, g.serves[unit], area)
    if found == COAST:
        return Refusal(f"The coast of {where} is closed to invasions.", "A1.2j")
    if found == DOUBLE_RANGE:
        rule = "A6.5.4e" if g.advanced else "B6.1.2a"
        return Refusal(
            "Your side has ships at double range in the zone, so no unit may invade from it.", rule
        )
    if found == LATE:
        return Refusal(
            f"{name} went aboard in an earlier phase. It may only land in a friendly area.", "A6.5.4d"
        )
    if found == FAR:
        most = g.t.number["invasion_zones"]
        text = f"{name} has come through {naval_movement.sailed(g, unit)} zones from where it went aboard in "
        text += f"{words.space(g, g.embarked_at[unit])}; the limit is {most}."
        return Refusal(text, "A6.5.4c")
    if found == FULL:
        return entry_limits.why_not_base(g, unit, area)
    if found == OTHER_TARGET:
        there = words.space(g, g.target[g.carrier[unit]])
        return Refusal(
            f"Its convoy already lands units in {there}. It cannot land units elsewhere.", "A6.5.4"
        )
    if found == CHINA:
        return entry_limits.why_not_in_china(g, unit, area)
    if found == WEATHER:
        return Refusal(f"Nothing moves into {where} in this exploitation phase.", "A6.7a")
    if found == SHIPS:
        return Refusal("There are enemy ships in the zone. You must fight them first.", "B6.1.4")
    if found == STRANGERS:
        return Refusal(f"Units with which it may not stack are in {where}.", "A8.2b")
    return Refusal(f"You have decided not to declare war for {where}.", "B8.4")
