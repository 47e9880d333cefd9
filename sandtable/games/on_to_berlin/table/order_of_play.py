"""The order of play and the current stage."""

from typing import Final

from sandtable.engine.scene import Order, Stage
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.secrets import is_choosing_hands
from sandtable.games.on_to_berlin.sequence import NextTurn

ABOUT: Final = "Europe 1939–1945 for two: hands of cards, impulses in turn, reactions at the right moment."
ORDER_OF_PLAY: Final = Order(
    "12 turns, each of three phases.",
    "5.0",
    (
        Stage("Both sides choose their hands in secret", "5.0a"),
        Stage("Impulses in turn, until both pass", "6.0"),
        Stage("End phase: victory, recovery, withdrawal, cards", "5.0g"),
    ),
)


def current_stage(g: Board) -> int:
    """Return the phase of the turn; the end phase has begun once the next turn is on the agenda."""
    if g.result is not None:
        return -1
    if is_choosing_hands(g):
        return 0
    for step in g.agenda:
        if isinstance(step, NextTurn):
            return 2
    return 1


def turn(g: Board) -> int:
    """Return the number of the turn."""
    return g.turn


def turn_name(g: Board) -> str:
    """Return the turn in words."""
    return g.t.turn_label[g.turn]


def phase_number(g: Board) -> int:
    """Return a number for whose turn it is and what part of it."""
    return g.turn * 2 + g.side
