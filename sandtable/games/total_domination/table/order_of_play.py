"""The order of play, for telling where in a year we are."""

from typing import Final

from sandtable.engine.scene import Order, Stage
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.table.current_phase import phase

ABOUT: Final = "The whole world for one to four: drafted cards, technologies, a race for victory points."

# The stages are in the order of `moment.PHASES`.
ORDER: Final = Order(
    "Seven years, each of three phases.",
    "4.0a",
    (
        Stage("Set-up", ""),
        Stage("Strategic phase: draft, exchange and replacement of cards, Espionage", "4.1.Aa"),
        Stage("Action phase: cards in turn, until all have passed", "4.2a"),
        Stage("Administrative phase: victory, partners, repair, bombardment, technologies", "4.0a"),
    ),
)


def stage(g: Board) -> int:
    """Return the phase of the year."""
    return phase(g) if g.result is None else -1


def turn(g: Board) -> int:
    """Return the number of the round; each is a year."""
    return g.round


def turn_name(g: Board) -> str:
    """Return the year."""
    return str(g.year())


def phase_number(g: Board) -> int:
    """Return a number for the round and whose turn it is."""
    return g.round * 16 + g.power
