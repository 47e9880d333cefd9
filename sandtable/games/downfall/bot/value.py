"""The value of a position."""

from __future__ import annotations

from sandtable.games.downfall.bot.assessment import army_worth
from sandtable.games.downfall.bot.weights import BASE
from sandtable.games.downfall.components.constants import AT_WAR, AXIS, FULL, STEPS
from sandtable.games.downfall.components.state import Board


def value(g: Board, seat: int) -> float:
    """Return an estimate of the seat's result, 0 to 1, from armies on the map and Germany's Supply Areas."""
    t = g.t
    if g.result is not None:
        return g.result.scores[seat]
    axis = 0.0
    others = 0.0
    for unit in range(t.n_units):
        if g.place[unit] < 0 or g.status[t.unit_nation[unit]] != AT_WAR:
            continue
        strength = army_worth(g, unit, BASE[AXIS]) * (1.0 if g.cond[unit] & STEPS == FULL else 0.5)
        if t.unit_side[unit] == AXIS:
            axis += strength
        else:
            others += strength
    balance = (axis - others) / (axis + others + 1.0)
    lost = 0
    for area in t.supply_areas[t.victory_country]:
        if g.control[area] != AXIS:
            lost += 1
    late = g.turn / t.last_turn
    estimate = 0.5 + 0.35 * balance * (1.0 - 0.5 * late) - 0.15 * lost + 0.15 * late * (1 if lost == 0 else 0)
    estimate = max(0.02, min(0.98, estimate))
    return estimate if g.seat_of[AXIS] == seat else 1.0 - estimate
