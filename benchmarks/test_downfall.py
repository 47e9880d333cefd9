"""How long single pieces of Downfall take; run with `pytest benchmarks`."""

from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.rng import Rng
from sandtable.games.downfall.state import Board
from sandtable.games.downfall.supply import flood
from sandtable.testing import random_position

GAME = sandtable.load_game("downfall")


@pytest.fixture(scope="module")
def board() -> Board:
    """A position in the middle of a random game."""
    g = random_position(GAME, 3, 400).state
    assert isinstance(g, Board)
    return g


def test_copy(benchmark: Any, board: Board) -> None:
    """A copy without the log."""
    benchmark(board.fork)


def test_choices(benchmark: Any, board: Board) -> None:
    """All legal choices of the position."""
    benchmark(board.choices, board.seats()[0])


def test_flood(benchmark: Any, board: Board) -> None:
    """Lines of Supply of one side."""
    benchmark(flood, board, board.side)


def test_view(benchmark: Any, board: Board) -> None:
    """What a seat may know, as data."""
    benchmark(GAME.view, board, 0)


def test_greedy_choice(benchmark: Any, board: Board) -> None:
    """One choice of the greedy bot."""
    bot = make_bot("greedy")
    benchmark(bot.choose, GAME, board, board.seats()[0], Rng(1))
