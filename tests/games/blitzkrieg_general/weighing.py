"""Helpers of tests that compare odds with what happens in play."""

from collections import Counter
from collections.abc import Callable
from math import sqrt

import pytest

from sandtable.engine.choice import PASS
from sandtable.engine.log import Log
from sandtable.engine.odds import Odds
from sandtable.engine.rng import Rng
from sandtable.engine.step import Window
from sandtable.games import load_game
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral
from tests.games.blitzkrieg_general.driving import idle

_game = load_game("blitzkrieg_general")
assert isinstance(_game, BlitzkriegGeneral)
GAME = _game
SAMPLES = 300
WARS = [("germany", "poland"), ("germany", "france"), ("germany", "be"), ("italy", "be"), ("usa", "germany")]


def sound(found: list[Odds]) -> list[Odds]:
    """What holds for all odds."""
    for one in found:
        assert one.title and one.rule in GAME.rules and one.refs and 0.0 <= one.error < 0.5
        assert sum(row.chance for row in one.rows) == pytest.approx(1.0)
        assert all(row.chance > 0.0 for row in one.rows)
        assert len({row.text for row in one.rows}) == len(one.rows)
        assert all(0 <= ref < len(GAME.names.keys) for ref in one.refs)
    return found


def odds_of(g: Board, start: str = "", seat: int | None = None) -> Odds:
    """The odds whose title begins so; there is one of them."""
    found = [one for one in sound(GAME.odds(g, seat)) if one.title.startswith(start)]
    assert len(found) == 1, [one.title for one in found]
    return found[0]


def chances(one: Odds) -> dict[str, float]:
    """The rows by their text."""
    return {row.text: row.chance for row in one.rows}


def by_doctrine(g: Board) -> None:
    """Answer what is asked as the doctrine would; nobody plays cards."""
    seat = g.seats()[0]
    if isinstance(g.agenda[-1], Window):
        g.apply(seat, PASS)
        return
    choices = g.choices(seat)
    worth = GAME.preferences(g, seat, choices)
    g.apply(seat, choices[worth.index(max(worth))])


def play(g: Board) -> None:
    """Go on by the doctrine until the test's own step asks."""
    g.advance()
    while not idle(g):
        by_doctrine(g)


def brute(
    g: Board, one: Odds, told: Callable[[Board, Board, Counter[str]], str], number: int = SAMPLES
) -> None:
    """Play on from a position over and over: the rows and averages are what the odds say."""
    texts: Counter[str] = Counter()
    sums: Counter[str] = Counter()
    for seed in range(number):
        h = g.copy()
        h.rng = Rng(seed)
        h.log = Log()
        play(h)
        texts[told(g, h, sums)] += 1
    agrees(one, texts, sums)


def agrees(one: Odds, texts: Counter[str], sums: Counter[str]) -> None:
    """Whether what happened is what was to be expected, within four standard errors."""
    number = texts.total()
    assert set(texts) <= {row.text for row in one.rows}, texts
    for row in one.rows:
        error = sqrt(row.chance * (1.0 - row.chance) / number) + one.error / 2
        # What hardly ever comes is not told by so few games.
        assert abs(texts[row.text] / number - row.chance) <= 4.0 * error + 1.0 / number, row.text
    for name, mean in one.means:
        assert sums[name] / number == pytest.approx(mean, abs=0.2 + 0.05 * mean), name


def steps(g: Board, unit: int) -> int:
    """The hits a counter can take."""
    if g.place[unit] < 0:
        return 0
    return 2 if g.t.unit_steps[unit] > 1 and not g.cond[unit] & 1 else 1
