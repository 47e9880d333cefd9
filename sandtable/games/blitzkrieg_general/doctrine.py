"""The doctrine: what a position is worth to a seat, and which choices look best."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general import economy
from sandtable.games.blitzkrieg_general.state import Board


def value(g: Board, seat: int) -> float:
    """An estimate of a seat's result, 0 to 1: how near its side is to victory by points."""
    if g.result is not None:
        return g.result.scores[seat]
    side = g.major_side[g.seat_of.index(seat)]
    mine = economy.points_of(g, side) / g.t.victory_points[side]
    theirs = economy.points_of(g, 1 - side) / g.t.victory_points[1 - side]
    return min(1.0, max(0.0, 0.5 + (mine - theirs) / 2))


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """How good each choice looks, higher is better."""
    return [0.0] * len(choices)
