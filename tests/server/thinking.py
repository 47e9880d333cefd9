"""Bots that misbehave, for tests; bots' processes import this module."""

import os
import time

from sandtable.bots import Bot, make_bot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State


class Strange(Bot):
    """Does what its name says."""

    def choose(self, game: Game, g: State, seat: int, rng: Rng) -> int:
        if self.name == "sleeper":
            time.sleep(600)
        if self.name == "crasher":
            os._exit(3)
        if self.name == "thrower":
            raise ZeroDivisionError("on purpose")
        if self.name == "process":
            return os.getpid()
        raise AssertionError(self.name)


def make(name: str) -> Bot:
    """A strange bot, or one of the usual ones."""
    return make_bot(name) if name in ("greedy", "random") else Strange(name)
