"""The order of play and the present stage."""

from typing import Final

from sandtable.engine.scene import Order, Stage
from sandtable.games.downfall.components.state import Board

ABOUT: Final = "Europe 1940–1945 for two or three: actions and stock, area movement, army against army."

# The stages are in the order of the phases of a side's turn: BEGINNING, FREE, FIGHTING, AFTER.
ORDER_OF_PLAY: Final = Order(
    "22 turns; in each the Axis, the Allies, then the Soviet Union have a turn of their own.",
    "3b",
    (
        Stage("Beginning: remove or exchange armies", "1c"),
        Stage("Actions and operations, in any order", "3c"),
        Stage("Combat, with Actions between the fights", "17"),
        Stage("Actions and building after combat", "4.2h"),
    ),
)


def current_stage(g: Board) -> int:
    """Return the stage of the side's turn."""
    return g.phase if g.result is None else -1


def turn(g: Board) -> int:
    """Return the number of the turn."""
    return g.turn


def turn_name(g: Board) -> str:
    """Return the turn in words."""
    return g.t.turn_name[g.turn]


def phase_number(g: Board) -> int:
    """Return a number for whose turn it is and what part of it."""
    return (g.turn * 4 + g.side) * 4 + g.phase
