"""Figures for reports: territory, stock, armies and what decides the war."""

from __future__ import annotations

from sandtable.engine.parts import Measure
from sandtable.games.downfall.components.constants import ALLIES, AXIS, UNUSED, USSR
from sandtable.games.downfall.components.state import Board


def statistics(g: Board) -> list[Measure]:
    """Return areas, supply, armies of each side, and who holds the Supply Areas that end the war."""
    t = g.t
    armies = [0, 0, 0]
    for unit in range(t.n_units):
        if g.place[unit] >= 0:
            armies[t.unit_side[unit]] += 1
    found: list[Measure] = []
    for side in (AXIS, ALLIES, USSR):
        decisive = [area for area in t.supply_areas[t.victory_country] if g.control[area] == side]
        name = t.side_name[side]
        found.append(Measure("Areas held", name, g.control.count(side)))
        found.append(Measure(f"Supply Areas of {t.country_name[t.victory_country]}", name, len(decisive)))
        found.append(Measure("Supply in stock", name, g.supply[side]))
        found.append(Measure("Armies on the map", name, armies[side]))
    return found


def holdings(g: Board, seat: int) -> list[int]:
    """Return the developments a seat has begun or has."""
    t = g.t
    return [
        g.ids.tile + tile
        for tile in range(t.n_tiles)
        if g.tiles[tile] != UNUSED and g.seat_of[t.tile_side[tile]] == seat
    ]
