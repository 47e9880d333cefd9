"""Ways to break a position, for the invariants of every game."""

from typing import Any

from sandtable.engine.state import changed
from tests.games.case import Breakage


def let(target: str, value: object) -> Breakage:
    """Set one of the board's fields."""
    return lambda g: setattr(g, target, value)


def put(target: str, index: int, value: Any) -> Breakage:
    """Write a value into one of the board's lists or bytes."""

    def breakage(g: Any) -> None:
        old = getattr(g, target)
        if isinstance(old, bytes):
            setattr(g, target, changed(old, index, value))
        else:
            old[index] = value

    return breakage


def both(*breakages: Breakage) -> Breakage:
    """Do several things at once, where one alone would be found for another reason."""

    def breakage(g: Any) -> None:
        for each in breakages:
            each(g)

    return breakage
