"""What the doctrine likes, and games of bots, for the tests of every game's doctrine."""

from collections.abc import Callable, Container
from typing import Any, TypeVar

from sandtable.bots.bot import Bot
from sandtable.bots.greedy_bot import GreedyBot
from sandtable.bots.random_bot import RandomBot
from sandtable.engine.game import Game, Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

B = TypeVar("B", bound=State)


def liking(m: Match[Any]) -> dict[str, float]:
    """Return what the doctrine thinks of each choice, by its key."""
    prompt = m.prompts[0]
    rated = m.game.preferences(m.state, prompt.seat, prompt.choices)
    return {m.game.key(m.state, c): rate for c, rate in zip(prompt.choices, rated, strict=True)}


def favourite(m: Match[Any]) -> str:
    """Return the key the doctrine likes best."""
    rated = liking(m)
    return max(rated, key=lambda key: rated[key])


def play_bots(
    game: Game[B], setup: Setup, greedy: Container[int], until: Callable[[B], bool] = lambda g: False
) -> tuple[B, int]:
    """Play greedy seats against random ones, and return the end and the number of choices."""
    g = game.begin(setup)
    rng = Rng(setup.seed)
    bots: list[Bot] = [GreedyBot() if seat in greedy else RandomBot() for seat in range(setup.players)]
    number = 0
    while g.result is None and not until(g):
        seat = g.seats()[0]
        g.apply(seat, bots[seat].choose(game, g, seat, rng))
        number += 1
    return g, number
