"""Other weights for a while: lists are changed in place, which native code sees too."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


@contextmanager
def replaced(things: list[T], others: list[T]) -> Iterator[None]:
    """Put other things into a list, and the old ones back at the end."""
    before = things[:]
    things[:] = others
    try:
        yield
    finally:
        things[:] = before
