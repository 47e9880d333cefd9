"""Random games for the tests of environments."""

import random
from collections.abc import Iterator

from sandtable.engine.game import Game, Setup
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


def setups(game: Game, count: int) -> list[Setup]:
    """Return the usual set-up and some others, with any options that go together."""
    rng = Rng(11)
    return [game.settle(seed=3), *[game.any_setup(rng) for _ in range(count - 1)]]


def positions(game: Game, setup: Setup, choices: int, every: int = 1) -> Iterator[State]:
    """Yield the positions of a random game, one in `every` choices."""
    rng = random.Random(setup.seed)
    g = game.begin(setup)
    for number in range(choices):
        if g.result is not None:
            return
        if number % every == 0:
            yield g
        seat = rng.choice(g.seats())
        g.apply(seat, rng.choice(g.choices(seat)))
