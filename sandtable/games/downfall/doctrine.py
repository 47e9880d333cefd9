"""The game's doctrine: what a position is worth and which choices look good."""

from sandtable.games.downfall.state import Board


def value(g: Board, seat: int) -> float:
    """An estimate of the seat's result, 0 to 1."""
    return 0.5


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """How good each choice looks."""
    return [0.0] * len(choices)
