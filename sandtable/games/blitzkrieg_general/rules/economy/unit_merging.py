"""Assembly of backsides: two reduced units of a kind become one whole unit. [A9.3]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board


def candidates(g: Board, seat: int) -> list[int]:
    """Return the reduced units of a seat that may merge with another, one of each identical group. [A9.3]"""
    found: list[int] = []
    for units in g.at:
        if len(units) < 2:
            continue
        here = [
            u
            for u in units
            if g.cond[u] & const.FLIPPED and g.manager[g.serves[u]] >= 0 and g.owner(u) == seat
        ]
        if len(here) > 1:
            found += distinct(g, [unit for unit in here if partner(g, unit) != const.NONE])
    return found


def partner(g: Board, unit: int) -> int:
    """Return another reduced unit of the same type in the same space, or NONE."""
    ship = g.carrier[unit]
    if ship >= 0 and g.cond[ship] & const.FLIPPED:  # a reduced convoy carries no whole unit [B6.1.3A2]
        return const.NONE
    for other in g.at[g.place[unit]]:
        if other == unit or g.t.unit_type[other] != g.t.unit_type[unit]:
            continue
        if not g.cond[other] & const.FLIPPED or g.serves[other] != g.serves[unit]:
            continue
        if ship >= 0 and [u for u in g.aboard(ship) if u != unit and u != other]:
            continue  # there is no room beside a whole unit [B6.1.3A1]
        if g.t.unit_kind[unit] < const.FIRST_SHIP or _fits(g, unit, other):
            return other
    return const.NONE


def _fits(g: Board, one: int, other: int) -> bool:
    """Return whether one whole ship can carry the loads of both. [B6.1.3A1] [B6.1.3A3]"""
    load = g.aboard(one) + g.aboard(other)
    if len(load) <= 1:
        return True
    if g.t.unit_kind[one] == const.TASK_FORCE or len(load) > 2:
        return False
    return g.cond[load[0]] & g.cond[load[1]] & const.FLIPPED != 0


def merge(g: Board, unit: int) -> None:
    """Make one unit whole and return the other to the pool; a ship takes over the load. [A9.3]"""
    other = partner(g, unit)
    space = g.place[unit]
    if g.t.unit_kind[unit] >= const.FIRST_SHIP:
        for load in g.aboard(other):
            g.carrier[load] = unit
    g.take(other)
    g.unmark(unit, const.FLIPPED)
    if g.log is not None:
        text = f"Two reduced units in {words.space(g, space)} merge into one {words.unit(g, unit)}."
        g.log.add(text, "A9.3", (g.ids.unit + unit, g.ids.space + space))


def why_not(g: Board, seat: int, unit: int) -> Refusal:
    """Return why a unit on the map does not merge."""
    if not g.rule(const.MERGING):
        return Refusal("It is on the map already.", "B5.2")
    if not g.cond[unit] & const.FLIPPED or g.manager[g.serves[unit]] == const.NONE or g.owner(unit) != seat:
        return Refusal("Only your own reduced units merge.", "A9.3")
    return Refusal("There is no other reduced unit of its kind with it to merge with.", "A9.3")
