"""Figures for reports: areas, Resource Points and units of each side."""

from __future__ import annotations

from sandtable.engine.parts import Measure
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, SIDE_NAMES
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import resources


def statistics(g: Board) -> list[Measure]:
    """Return the areas, Resource Points and units on the map of each side."""
    units = [0, 0]
    for area in range(g.t.n_areas):
        for unit in g.at[area]:
            side = g.side_of(unit)
            if side < 2:
                units[side] += 1
    found: list[Measure] = []
    for side in (AXIS, ALLIED):
        name = SIDE_NAMES[side]
        found.append(Measure("Areas held", name, g.held.count(side)))
        found.append(Measure("Resource Points", name, resources.halves(g, side) / 2.0))
        found.append(Measure("Units on the map", name, units[side]))
    return found


def holdings(g: Board, seat: int) -> list[int]:
    """Return the cards in a seat's hand."""
    return [g.ids.card + card for card in g.hand(seat)]
