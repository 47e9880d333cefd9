"""What a bot is: something that picks one of the choices offered to its seat."""

from typing import NamedTuple

from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.engine.native import mypyc_attr
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class Thought(NamedTuple):
    """What a bot thinks of one choice: a value, and the number of simulations behind it."""

    choice: int
    value: float
    tries: int


class Advice(NamedTuple):
    """A bot's choice and what it thought of the choices, the best first; nothing where it did not think."""

    choice: int
    thoughts: list[Thought]


def choices_of(g: State, seat: int) -> list[int]:
    """Return what a seat may choose; raise an error if it is not asked or the game is over."""
    choices = [] if g.result is not None else g.choices(seat)
    if not choices:
        raise SandtableError(f"Seat {seat} has nothing to choose now, so no bot can choose for it.")
    return choices


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Plays any game. It draws at random only from the generator it is given."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        """Return one of `g.choices(seat)`; `g` stays as it is, and `rng` is not the game's generator."""
        raise NotImplementedError

    def advise(self, game: Game, g: State, seat: int, rng: Rng) -> Advice:
        """Return a choice with the thoughts behind it."""
        return Advice(self.choose(game, g, seat, rng), [])
