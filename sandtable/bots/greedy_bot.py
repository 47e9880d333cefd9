"""The greedy bot: takes what the game's doctrine likes best, without looking ahead."""

from sandtable.bots.bot import Bot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class GreedyBot(Bot):
    """Takes the choice that `Game.preferences` rates highest; among equals, any."""

    def __init__(self) -> None:
        super().__init__("greedy")

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        """The choice with the highest preference, ties broken by chance."""
        choices = g.choices(seat)
        if len(choices) == 1:
            return choices[0]
        rated = game.preferences(g, seat, choices)
        best = max(rated)
        ties = [choices[i] for i in range(len(choices)) if rated[i] == best]
        return ties[rng.below(len(ties))]
