"""Elo: how strong each bot is on one scale, with a confidence interval.

The ratings make the results most likely (Bradley and Terry); a draw is half a win. 400 points are odds of ten
to one, and the average of all bots is 0. Every pair gets one draw more than it played, so that a bot that has
never lost has a rating too. The interval comes from the curvature of the likelihood (Fisher's information).
"""

import math
from typing import NamedTuple

SCALE = 400.0 / math.log(10.0)
Z = 1.959964
ROUNDS = 100


class Meeting(NamedTuple):
    """Two bots in one game: what the first got (1, a half, 0) and how much it weighs."""

    one: str
    other: str
    got: float
    weight: float = 1.0


class Rating(NamedTuple):
    """A rating and its standard error."""

    elo: float
    error: float

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval."""
        return self.elo - Z * self.error, self.elo + Z * self.error


def rate(bots: list[str], meetings: list[Meeting]) -> dict[str, Rating]:
    """Return the rating of each bot from all meetings."""
    if len(bots) < 2:
        return {bot: Rating(0.0, 0.0) for bot in bots}
    index = {bot: number for number, bot in enumerate(bots)}
    n = len(bots)
    games = [[0.0 if i == j else 1.0 for j in range(n)] for i in range(n)]
    points = [[0.0 if i == j else 0.5 for j in range(n)] for i in range(n)]
    for one, other, got, weight in meetings:
        i, j = index[one], index[other]
        games[i][j] += weight
        games[j][i] += weight
        points[i][j] += weight * got
        points[j][i] += weight * (1.0 - got)
    strength = [0.0] * n
    spread: list[list[float]] = []
    for _ in range(ROUNDS):
        slope = [0.0] * n
        # The average of all is fixed, so the information about it is taken to be one.
        curvature = [[1.0 / n] * n for _ in range(n)]
        for i in range(n):
            for j in range(n):
                if i != j:
                    chance = 1.0 / (1.0 + math.exp(strength[j] - strength[i]))
                    slope[i] += points[i][j] - games[i][j] * chance
                    known = games[i][j] * chance * (1.0 - chance)
                    curvature[i][i] += known
                    curvature[i][j] -= known
        spread = inverse(curvature)
        steps = [sum([spread[i][j] * slope[j] for j in range(n)]) for i in range(n)]
        # A step is at most one unit of log odds: a longer one may diverge.
        short = min(1.0, 1.0 / max(1e-12, max(abs(step) for step in steps)))
        strength = [old + short * step for old, step in zip(strength, steps, strict=True)]
        if max(abs(step) for step in steps) < 1e-9:
            break
    middle = sum(strength) / n
    found: dict[str, Rating] = {}
    for bot, i in index.items():
        # The inverse has one part more than the spread around the average: that of the average itself.
        variance = max(0.0, spread[i][i] - 1.0 / n)
        found[bot] = Rating(SCALE * (strength[i] - middle), SCALE * math.sqrt(variance))
    return found


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a symmetric positive matrix, by elimination."""
    n = len(matrix)
    rows = [[*row, *[1.0 if i == j else 0.0 for j in range(n)]] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for j in range(n):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]
