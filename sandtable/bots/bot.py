"""What a bot is: something that picks one of the choices offered to its seat."""

from sandtable.engine.game import Game
from sandtable.engine.native import mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Plays any game. A bot keeps nothing between choices: its luck comes from the generator it is given."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        """One of `g.choices(seat)`. `g` is left as it was; `rng` is the bot's own and not the game's."""
        raise NotImplementedError
