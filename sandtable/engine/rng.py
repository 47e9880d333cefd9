"""Chance: a small generator that lives in the state, and a scripted stand-in for tests.

The generator is sfc32 (three words and a counter, shifts and additions only), so the same seed gives the same
game on every machine and every version of Python.
"""

from typing import Final

from sandtable.engine.errors import SandtableError
from sandtable.engine.native import mypyc_attr

MASK: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)  # so that copy may make one without __init__
class Rng:
    """A seeded generator of four 32-bit words; `drawn` counts the numbers taken from it."""

    def __init__(self, seed: int = 0) -> None:
        self.a = seed & MASK
        self.b = (seed >> 32) & MASK
        self.c = 0x9E3779B9
        self.counter = 1
        self.drawn = 0
        for _ in range(12):
            self._next()
        self.drawn = 0

    def _next(self) -> int:
        out = (self.a + self.b + self.counter) & MASK
        self.counter = (self.counter + 1) & MASK
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & MASK
        self.c = (((self.c << 21) | (self.c >> 11)) + out) & MASK
        self.drawn += 1
        return out

    def below(self, n: int) -> int:
        """Return a number from 0 to n-1, each equally likely; n is at most 2**32."""
        if n <= 1:
            return 0
        limit = (MASK + 1) - (MASK + 1) % n
        if limit == 0:
            raise ValueError(f"{n} is more than one draw can tell apart")
        value = self._next()
        while value >= limit:
            value = self._next()
        return value % n

    def roll(self, sides: int = 6) -> int:
        """Return one die: 1 to `sides`."""
        return self.below(sides) + 1

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def copy(self) -> "Rng":
        """Return an independent generator in the same state."""
        new = Rng.__new__(Rng)
        new.a = self.a
        new.b = self.b
        new.c = self.c
        new.counter = self.counter
        new.drawn = self.drawn
        return new

    def pack(self) -> list[int]:
        """Return the generator as plain numbers, for saves."""
        return [self.a, self.b, self.c, self.counter, self.drawn]

    @staticmethod
    def unpack(words: list[int]) -> "Rng":
        """Return the generator that `pack` wrote."""
        new = Rng(0)
        new.a, new.b, new.c, new.counter, new.drawn = words
        return new


class ScriptedRng(Rng):
    """Gives the written numbers in order, for tests: faces (1 to n) for `roll`, indexes for `below`."""

    def __init__(self, script: list[int]) -> None:
        super().__init__(0)
        self.script = script
        self.at = 0

    def _take(self, what: str) -> int:
        if self.at >= len(self.script):
            raise SandtableError(
                f"The script of {len(self.script)} numbers is used up, but {what} is asked for."
            )
        self.at += 1
        self.drawn += 1
        return self.script[self.at - 1]

    def below(self, n: int) -> int:
        """Return the next written number, taken as an index."""
        value = self._take(f"a number below {n}")
        if not 0 <= value < n:
            raise SandtableError(f"The script gives {value} where a number below {n} is asked for.")
        return value

    def roll(self, sides: int = 6) -> int:
        """Return the next written number, taken as a die face."""
        value = self._take(f"a die of {sides}")
        if not 1 <= value <= sides:
            raise SandtableError(f"The script gives {value} where a die of {sides} is rolled.")
        return value

    def shuffle(self, items: list[int]) -> None:
        """Put items in the order that the next written numbers give."""
        order = [self._take("a shuffle") for _ in items]
        if sorted(order) != list(range(len(items))):
            raise SandtableError(
                f"The script's shuffle {order} does not name each of {len(items)} items once."
            )
        old = list(items)
        for i, j in enumerate(order):
            items[i] = old[j]

    def copy(self) -> "ScriptedRng":
        """Return an independent script at the same place."""
        new = ScriptedRng(self.script)
        new.at = self.at
        new.drawn = self.drawn
        return new
