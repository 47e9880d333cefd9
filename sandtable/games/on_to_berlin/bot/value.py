"""The value of a position: fitted weights if there are any, otherwise forces and Resource Points."""

from __future__ import annotations

from typing import Final

from sandtable.engine.fitted import chance, read_value_weights
from sandtable.games.on_to_berlin.bot import assessment
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import resources

FITTED: Final = read_value_weights(__file__)  # none yet


def value(g: Board, seat: int) -> float:
    """Return an estimate of the seat's result, 0 to 1, from the forces and the Resource Points."""
    if g.result is not None:
        return g.result.scores[seat]
    if FITTED:
        estimate = chance(FITTED, features(g))
    else:
        late = g.turn / g.t.last_turn
        goal = 4.0 + 4.0 * (1.0 - late)
        estimate = 0.5 + 0.06 * (resources.halves(g, const.AXIS) / 2.0 - goal) + 0.3 * assessment.balance(g)
        estimate = max(0.02, min(0.98, estimate))
    return estimate if seat == const.AXIS else 1.0 - estimate


def features(g: Board) -> list[float]:
    """Return the figures that predict an Axis win: points, areas, forces and cards, with the turn."""
    late = g.turn / g.t.last_turn
    points = [resources.halves(g, side) / 2.0 for side in (const.AXIS, const.ALLIED)]
    areas = [float(g.held.count(side)) for side in (const.AXIS, const.ALLIED)]
    weight = assessment.forces(g)
    balance = assessment.balance(g)
    found = [late, late * late, balance, balance * late]
    for one in (
        points[const.AXIS],
        points[const.ALLIED],
        areas[const.AXIS],
        areas[const.ALLIED],
        weight[const.AXIS],
        weight[const.ALLIED],
    ):
        found += [one, one * late]
    found += [
        float(len(g.hand(const.AXIS))),
        float(len(g.hand(const.ALLIED))),
        1.0 if g.side == const.AXIS else 0.0,
    ]
    return found
