"""What reports count: victory points, territory and technologies."""

from __future__ import annotations

from sandtable.engine.parts import Measure
from sandtable.games.total_domination.components.constants import ALLIES, AXIS, HAND, KEPT, NOBODY, POWERS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits


def measures(g: Board) -> list[Measure]:
    """Points and areas of the factions, technologies and areas of the powers."""
    t = g.t
    areas = [0] * POWERS
    for area in bits(g.open):
        holder = g.ruler(area)
        if holder < POWERS:
            areas[holder] += 1
    found = [Measure("Victory points", t.faction_name[f], g.faction_points(f)) for f in (AXIS, ALLIES)]
    found += [Measure("Areas held", t.nation_name[p], areas[p]) for p in range(POWERS)]
    found += [Measure("Technologies", t.nation_name[p], g.techs[p].bit_count()) for p in range(POWERS)]
    return found


def holdings(g: Board, seat: int) -> list[int]:
    """Return the cards a seat has in hand or set aside, and the technologies of its powers."""
    found: set[int] = set()
    for power in range(POWERS):
        if g.seat_of[power] == NOBODY or g.seat_of[power] != seat:
            continue
        holder = g.holder[power]
        for where in (HAND + holder, KEPT + holder):
            for card in g.cards_in(where):
                found.add(g.ids.card + card)
        for tech in bits(g.techs[power]):
            found.add(g.ids.tech + tech)
    return sorted(found)
