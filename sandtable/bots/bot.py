"""What a bot is: something that picks one of the choices offered to its seat."""

from typing import NamedTuple

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.native import mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class Thought(NamedTuple):
    """What a bot thinks of one choice: a value, and how many times it looked at it."""

    choice: int
    value: float
    tries: int


class Advice(NamedTuple):
    """A bot's choice and what it thought of the choices, the best first; nothing where it did not think."""

    choice: int
    thoughts: list[Thought]


def choices_of(g: State, seat: int) -> list[int]:
    """What a seat may choose; an error in words where it is not asked, or the game is over."""
    choices = [] if g.result is not None else g.choices(seat)
    if not choices:
        raise SandtableError(f"Seat {seat} has nothing to choose now, so no bot can choose for it.")
    return choices


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Plays any game. Its luck comes from the generator it is given."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        """One of `g.choices(seat)`. `g` is left as it was; `rng` is the bot's own and not the game's."""
        raise NotImplementedError

    def advise(self, game: Game, g: State, seat: int, rng: Rng) -> Advice:
        """The same with the thoughts behind it."""
        return Advice(self.choose(game, g, seat, rng), [])
