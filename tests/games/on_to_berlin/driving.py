"""Helpers of tests that put one step on the agenda and answer what it asks."""

from typing import Any

from sandtable.engine.step import Refusal, Step
from sandtable.games.on_to_berlin.components.state import Board
from tests.games.on_to_berlin.waiting import Idle


def begin(g: Board, step: Step[Any]) -> None:
    """Put a step on the agenda and go on until somebody is asked."""
    if not g.agenda:
        g.push(Idle())
    g.push(step)
    g.advance()


def idle(g: Board) -> bool:
    """Whether the step, and all it brought with it, is finished."""
    return isinstance(g.agenda[-1], Idle)


def refused(g: Board, choice: int) -> Refusal:
    """Why the asked seat may not choose this."""
    seat = g.seats()[0]
    assert not g.agenda[-1].allows(g, seat, choice)
    refusal = g.agenda[-1].why_not(g, seat, choice)
    assert refusal is not None and refusal.text.endswith(".")
    return refusal
