"""What the solo rules decide for each action of a card: which unit, from where, to where. [13.3] [13.5a]

An action names a type of unit and falls back on the other one; the extra units of technologies have only one
type. All functions here look and change nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from sandtable.games.total_domination.components.constants import NOBODY, SOLO_DEPLOY, SOLO_MOVE, SUPPLY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations import attack, deployment, movement

SPARE: Final = 2  # units in a Home area from which one may leave it: another stays


class Plan(NamedTuple):
    """What an action does: the unit, its areas, and what decided them."""

    unit: int
    old: int  # the area it leaves; SUPPLY for deployments
    area: int  # where it goes, or stands if it is to be destroyed
    arrow: int  # the arrow that leads to this area, from 1; 0 if Home area priority does
    origin: int  # the arrow of the area it leaves, from 1; 0 if Home area priority says so


def find(g: Board, power: int, card: int, action: int, types: tuple[int, ...]) -> Plan | None:
    """Return what a power does for an action with one of these types, the first if it can.

    None: impossible.
    """
    if action == SOLO_MOVE:
        return _move(g, power, card, types)
    if action == SOLO_DEPLOY:
        return _deploy(g, power, types)
    return _destroy(g, power, card, types)


# --- moves


def _move(g: Board, power: int, card: int, types: tuple[int, ...]) -> Plan | None:
    """Refill an empty Home area, or else advance along the arrows."""
    for area in g.t.home_priority[power]:  # the printed four [R67]
        if g.tenant[area] == NOBODY:
            for kind in types:
                plan = _refill(g, power, card, kind, area)  # [13.0.10] [13.5c]
                if plan is not None:
                    return plan
    for kind in types:  # [13.2a]
        plan = _advance(g, power, card, kind)
        if plan is not None:
            return plan
    return None


def _refill(g: Board, power: int, card: int, kind: int, area: int) -> Plan | None:
    """Bring a unit of a type into a Home area without one, from anywhere in the network. [R37]"""
    for unit, origin in leaving(g, power, card, kind):
        if movement.destinations(g, power, unit) & g.t.bit[area]:
            return Plan(unit, g.place[unit], area, 0, origin)
    return None


def _advance(g: Board, power: int, card: int, kind: int) -> Plan | None:
    """Move the first unit of a type that can go there into the first empty area on the arrows. [13.3]"""
    t = g.t
    taken = 0
    for owner in range(t.n_nations):
        taken |= g.present[owner]
    for unit, origin in leaving(g, power, card, kind):
        goals = movement.destinations(g, power, unit) & ~taken  # [R37]
        if goals:
            for number, areas in enumerate(t.solo_arrows[card], 1):
                for area in areas:
                    if goals & t.bit[area]:
                        return Plan(unit, g.place[unit], area, number, origin)
    return None


def leaving(g: Board, power: int, card: int, kind: int) -> list[tuple[int, int]]:
    """Return the units of a type that may leave their areas, in order, with the arrow (0: a Home area).

    Home areas come first by their priority, then all others along the arrows. Only Home areas may not be
    left empty.
    """
    t = g.t
    found: list[tuple[int, int]] = []
    for area in t.home_priority[power]:  # [13.5a]
        if g.tenant[area] == power and g.firm_count[area] >= SPARE:  # [13.5d]
            _add_first(g, area, kind, 0, found)
    for number, areas in enumerate(t.solo_arrows[card], 1):
        for area in areas:
            if g.tenant[area] == power:  # a lone unit too [R37]
                _add_first(g, area, kind, number, found)
    return found


def _add_first(g: Board, area: int, kind: int, arrow: int, found: list[tuple[int, int]]) -> None:
    """Add the first unit of a type in an area."""
    for unit in g.at[area]:
        if g.t.unit_type[unit] == kind:
            found.append((unit, arrow))
            return


# --- deployments


def _deploy(g: Board, power: int, types: tuple[int, ...]) -> Plan | None:
    """Deploy in the first Home area that can take the unit, each country's own. [13.5a] [R39]"""
    t = g.t
    for what in types:  # [13.2a]
        for area in t.home_priority[power]:
            for kind in t.kinds_of[t.home[area]]:
                if t.kind_type[kind] == what and deployment.sites(g, power, kind) & t.bit[area]:
                    return Plan(g.free_unit(kind), SUPPLY, area, 0, 0)
    return None


# --- attacks


def _destroy(g: Board, power: int, card: int, types: tuple[int, ...]) -> Plan | None:
    """Destroy a unit in an Axis Home area, or else the first in reach along the arrows. [R38]"""
    t = g.t
    targets = attack.targets(g, power, movement.FREE)
    if not targets:
        return None
    for owner in (power, t.mate[power]):  # in any Axis Home area [13.5b]
        for area in t.home_priority[owner]:
            for kind in types:
                if _standing(g, targets, kind) & t.bit[area]:
                    return _strike(g, targets, area, kind, 0)
    for kind in types:  # [13.2a]
        where = _standing(g, targets, kind)
        if where:
            for number, areas in enumerate(t.solo_arrows[card], 1):  # [13.3]
                for area in areas:
                    if where & t.bit[area]:
                        return _strike(g, targets, area, kind, number)
    return None


def _standing(g: Board, targets: list[int], kind: int) -> int:
    """Return the areas of the targets of a type."""
    found = 0
    for unit in targets:
        if g.t.unit_type[unit] == kind:
            found |= g.t.bit[g.place[unit]]
    return found


def _strike(g: Board, targets: list[int], area: int, kind: int, arrow: int) -> Plan:
    """Return the first target of a type in an area."""
    there = [unit for unit in targets if g.place[unit] == area and g.t.unit_type[unit] == kind]
    return Plan(there[0], area, area, arrow, 0)
