"""How long single pieces of the games take; run with `pytest benchmarks`."""

from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.games import SLUGS
from sandtable.games.downfall.components import state as downfall_state
from sandtable.games.downfall.rules.supply import flood
from sandtable.games.on_to_berlin.components import state as on_to_berlin_state
from sandtable.games.on_to_berlin.components.constants import BY_POINTS
from sandtable.games.on_to_berlin.rules.activation import startable
from sandtable.games.on_to_berlin.rules.mobilization import types
from sandtable.games.total_domination.bot.assessment import assess
from sandtable.games.total_domination.bot.weights import BASE
from sandtable.games.total_domination.components import state as total_domination_state
from sandtable.games.total_domination.rules.operations.movement import FREE, movable
from sandtable.testing import random_position

CHOICES = 400  # so far into a random game the positions are
SEEDS = {"total_domination": 11}  # a game that is long enough; 3 for the others


def middle(slug: str) -> State:
    """A position in the middle of a random game."""
    return random_position(sandtable.load_game(slug), SEEDS.get(slug, 3), CHOICES).state


@pytest.mark.parametrize("slug", SLUGS)
def test_copy(benchmark: Any, slug: str) -> None:
    """A copy without the log."""
    benchmark(middle(slug).fork)


@pytest.mark.parametrize("slug", SLUGS)
def test_choices(benchmark: Any, slug: str) -> None:
    """All legal choices of the position."""
    g = middle(slug)
    benchmark(g.choices, g.seats()[0])


@pytest.mark.parametrize("slug", SLUGS)
def test_view(benchmark: Any, slug: str) -> None:
    """What a seat may know, as data."""
    benchmark(sandtable.load_game(slug).view, middle(slug), 0)


@pytest.mark.parametrize("slug", SLUGS)
def test_greedy_choice(benchmark: Any, slug: str) -> None:
    """One choice of the greedy bot."""
    g = middle(slug)
    bot = make_bot("greedy")
    benchmark(bot.choose, sandtable.load_game(slug), g, g.seats()[0], Rng(1))


def test_downfall_supply(benchmark: Any) -> None:
    """Lines of Supply of one side."""
    g = middle("downfall")
    assert isinstance(g, downfall_state.Board)
    benchmark(flood, g, g.side)


def test_on_to_berlin_groups(benchmark: Any) -> None:
    """The units with which a group can begin."""
    g = middle("on_to_berlin")
    assert isinstance(g, on_to_berlin_state.Board)
    benchmark(startable, g, BY_POINTS)


def test_on_to_berlin_mobilization(benchmark: Any) -> None:
    """The types of unit that can be mobilized for four points."""
    g = middle("on_to_berlin")
    assert isinstance(g, on_to_berlin_state.Board)
    benchmark(types, g, 4)


def test_total_domination_moves(benchmark: Any) -> None:
    """The units that can move, with supply found already."""
    g = middle("total_domination")
    assert isinstance(g, total_domination_state.Board)
    benchmark(movable, g, g.power, FREE)


def test_total_domination_position(benchmark: Any) -> None:
    """What a position looks like to the doctrine."""
    g = middle("total_domination")
    assert isinstance(g, total_domination_state.Board)
    benchmark(assess, g, 0, BASE[0])
