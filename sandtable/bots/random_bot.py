"""The random bot: every choice equally likely. The yardstick that other bots are measured by."""

from sandtable.bots.bot import Bot, choices_of
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class RandomBot(Bot):
    """Takes any choice that is offered."""

    def __init__(self) -> None:
        super().__init__("random")

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        choices = choices_of(g, seat)
        return choices[rng.below(len(choices))]
