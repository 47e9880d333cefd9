"""Odds: what dice can bring and how likely it is, exactly where that can be counted.

A distribution is a `Chances`: whole numbers (hits, a margin, the number of an outcome) with their chances.
Pools of dice are added up by convolution; a fight whose dice depend on each other is walked by `outcomes`,
which plays the game's own rules with every way the dice can fall. Where there are too many ways, it
samples and says how far off it may be.

>>> from sandtable.engine.odds import die, pool, at_least
>>> round(at_least(pool(die(6), 2), 10), 4)
0.1667
"""

import math
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from sandtable.engine.native import TypeVar
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

Chances = dict[int, float]
B = TypeVar("B", bound=State, default=Any)

# The most ways for the dice to fall that are walked; a fight with more of them is sampled.
WAYS: Final = 50_000
SAMPLES: Final = 2_000


class Row(NamedTuple):
    """One outcome in words with its chance; `good` is for whom: 1 who attacks, -1 who defends, 0 neither."""

    text: str
    chance: float
    good: int


class Odds(NamedTuple):
    """The odds of one fight for the table: all outcomes, which add up to 1, and averages worth knowing.

    `error` is the half width of the 95 % interval of a sampled chance, with what was too unlikely to be
    followed; 0 where the chances are exact to a hundredth of a per cent.
    `refs` are the choices (areas, counters) it is about, `note` says what is assumed.
    """

    title: str
    rule: str
    rows: tuple[Row, ...]
    means: tuple[tuple[str, float], ...] = ()
    error: float = 0.0
    refs: tuple[int, ...] = ()
    note: str = ""


# --- arithmetic


def die(sides: int = 6) -> Chances:
    """Return one die."""
    return dict.fromkeys(range(1, sides + 1), 1.0 / sides)


def faces(values: list[int]) -> Chances:
    """Return a die with these values on its faces."""
    found: Chances = {}
    for value in values:
        found[value] = found.get(value, 0.0) + 1.0 / len(values)
    return found


def added(one: Chances, other: Chances) -> Chances:
    """Return the sum of two independent numbers."""
    found: Chances = {}
    for a, p in one.items():
        for b, q in other.items():
            found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def pool(one: Chances, times: int) -> Chances:
    """Return the sum of a number of independent numbers, all alike."""
    found: Chances = {0: 1.0}
    square = one
    while times > 0:
        if times & 1:
            found = added(found, square)
        times >>= 1
        if times:
            square = added(square, square)
    return found


def hits(dice: int, chance: float) -> Chances:
    """Return how many of a number of dice hit, each with this chance."""
    return pool({0: 1.0 - chance, 1: chance}, dice)


def shifted(one: Chances, by: int) -> Chances:
    """Return the number and a constant."""
    return {value + by: p for value, p in one.items()}


def clamped(one: Chances, low: int, high: int) -> Chances:
    """Return the number, no less than `low` and no more than `high`."""
    found: Chances = {}
    for value, p in one.items():
        kept = max(low, min(high, value))
        found[kept] = found.get(kept, 0.0) + p
    return found


def at_least(one: Chances, value: int) -> float:
    """Return the chance of `value` or more."""
    return sum([p for found, p in one.items() if found >= value])


def mean(one: Chances) -> float:
    """Return the average."""
    return sum([value * p for value, p in one.items()])


# --- every way the dice can fall


class Ways(Rng):
    """Stands in for the dice and walks through every way they can fall, one after another."""

    def __init__(self) -> None:
        super().__init__(0)
        self.path: list[int] = []
        self.sizes: list[int] = []
        self.at = 0

    def below(self, n: int) -> int:
        """Return the number of this way; the first time, the lowest."""
        if n <= 1:
            return 0
        if self.at == len(self.path):
            self.path.append(0)
            self.sizes.append(n)
        self.at += 1
        self.drawn += 1
        return self.path[self.at - 1]

    def chance(self) -> float:
        """Return how likely this way is."""
        found = 1.0
        for size in self.sizes:
            found /= size
        return found

    def next(self) -> bool:
        """Go on to the next way; False after the last."""
        self.at = 0
        self.drawn = 0
        while self.path:
            if self.path[-1] + 1 < self.sizes[-1]:
                self.path[-1] += 1
                return True
            self.path.pop()
            self.sizes.pop()
        return False

    def copy(self) -> "Ways":
        """Return the same walk: a position that is copied on the way goes the same way."""
        return self


class Found(NamedTuple):
    """What came out and how likely it is; `error` as in `Odds`."""

    chances: Chances
    error: float


def walked(start: B, play: Callable[[B], int], ways: int = WAYS) -> Chances | None:
    """Return the exact chances of what `play` makes of a copy of `start`.

    None where there are too many ways.
    """
    dice = Ways()
    found: Chances = {}
    for _ in range(ways):
        g = start.fork()
        g.rng = dice
        outcome = play(g)
        found[outcome] = found.get(outcome, 0.0) + dice.chance()
        if not dice.next():
            return found
    return None


def sampled(start: B, play: Callable[[B], int], seed: int, samples: int = SAMPLES) -> Found:
    """Return the chances of what `play` makes of a copy of `start`, by sampling."""
    count: dict[int, int] = {}
    luck = Rng(seed)
    for _ in range(samples):
        g = start.fork()
        g.rng = Rng(luck.below(1 << 32))
        outcome = play(g)
        count[outcome] = count.get(outcome, 0) + 1
    chances = {outcome: number / samples for outcome, number in count.items()}
    worst = max([p * (1.0 - p) for p in chances.values()])
    # No outcome is surer than the samples can tell (the rule of three).
    return Found(chances, max(3.0 / samples, 1.96 * math.sqrt(worst / samples)))


def outcomes(start: B, play: Callable[[B], int], ways: int = WAYS, samples: int = SAMPLES) -> Found:
    """Return the chances of what `play` makes of a copy of `start`: exact, or sampled if too many ways."""
    exact = walked(start, play, ways)
    return sampled(start, play, 1, samples) if exact is None else Found(exact, 0.0)
