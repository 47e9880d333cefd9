"""What the doctrine thinks in built positions, and where it goes when it is let play on."""

from typing import Any

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.testing import position
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.driving import answer, begin, idle, key


def asked(*steps: Step[Any], **more: Any) -> Board:
    """A position in which steps ask, the first on top."""
    return begin(position(t=GAME.tables, **more), *steps)


def liking(g: Board) -> dict[str, float]:
    """What the doctrine thinks of each choice."""
    seat = g.seats()[0]
    choices = g.choices(seat)
    return {key(g, c): rate for c, rate in zip(choices, GAME.preferences(g, seat, choices), strict=True)}


def favourite(g: Board) -> str:
    """The key the doctrine likes best."""
    rates = liking(g)
    return max(rates, key=lambda name: rates[name])


def follow(g: Board, most: int = 60) -> list[str]:
    """Let the doctrine play on to the end of a phase; what it has clicked."""
    done: list[str] = []
    while not idle(g) and len(done) < most:
        done.append(favourite(g))
        answer(g, done[-1])
    assert len(done) < most
    return done
