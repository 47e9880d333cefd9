"""What a seat sees of a position, described as numbers, for programs that learn.

A game's `table/observation.py` lists the parts of its state that all may see, by their names, and makes by
hand what a seat knows of the rest. Nothing else is read, so nothing else can be seen. A test proves this: it
draws again what the seat cannot know and compares. `sandtable.env.encoder` turns the parts into a vector.

This module has no arrays, since games compile to native code and need no library for numbers.
"""

from __future__ import annotations

from typing import Any, Final, Generic, NamedTuple

from sandtable.engine.native import TypeVar, mypyc_attr

B = TypeVar("B", default=Any)  # the state

NUMBER: Final = 0
CATEGORY: Final = 1
FLAGS: Final = 2

HIDDEN: Final = -1  # what a seat sees in place of a number it may not know


class Part(NamedTuple):
    """A part of what a seat sees: one number or a list of numbers, all of the same kind.

    `span` is the scale of a NUMBER, how many categories a CATEGORY has, or how many bits FLAGS have. `low` is
    the smallest number, or the first category.
    """

    name: str
    kind: int
    span: int
    low: int = 0


class HiddenPart(NamedTuple):
    """A part that a seat may not see as it is, and how many numbers it has."""

    part: Part
    size: int


def numbers(span: int, *names: str, low: int = 0) -> list[Part]:
    """Return parts that are numbers up to about `span`."""
    return [Part(name, NUMBER, span, low) for name in names]


def categories(span: int, *names: str, low: int = 0) -> list[Part]:
    """Return parts that are one of `span` categories, the first of which is `low`."""
    return [Part(name, CATEGORY, span, low) for name in names]


def flags(span: int, *names: str) -> list[Part]:
    """Return parts that are sets of `span` bits, at most 62."""
    return [Part(name, FLAGS, span) for name in names]


def hidden_numbers(size: int, span: int, name: str, low: int = 0) -> HiddenPart:
    """Return a part of `size` numbers up to about `span` that `visible_values` fills in."""
    return HiddenPart(Part(name, NUMBER, span, low), size)


def hidden_categories(size: int, span: int, name: str, low: int = 0) -> HiddenPart:
    """Return a part of `size` categories that `visible_values` fills in."""
    return HiddenPart(Part(name, CATEGORY, span, low), size)


def hidden_flags(size: int, span: int, name: str) -> HiddenPart:
    """Return a part of `size` sets of bits that `visible_values` fills in."""
    return HiddenPart(Part(name, FLAGS, span), size)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observation(Generic[B]):
    """What the seats of one set-up see; each game has a subclass, made from a position of that set-up.

    `places` is where counters can stand; they are counted there by `owners` and `kinds`, at most 256 each.
    """

    def __init__(self, places: int, owners: int, kinds: int) -> None:
        self.places = places
        self.owners = owners
        self.kinds = kinds

    def public_parts(self, g: B) -> list[Part]:
        """Return the parts that all may see, by the names of the state's attributes."""
        raise NotImplementedError

    def hidden_parts(self, g: B) -> list[HiddenPart]:
        """Return the parts that `visible_values` fills in."""
        return []

    def visible_values(self, g: B, seat: int) -> list[int]:
        """Return what the seat knows of the hidden parts, one part after another."""
        return []

    def owner_of_units(self, g: B) -> bytes:
        """Return the owner of each counter, below `owners`."""
        raise NotImplementedError

    def kind_of_units(self, g: B, seat: int) -> bytes:
        """Return the kind of each counter as the seat sees it, below `kinds`."""
        raise NotImplementedError

    def place_of_units(self, g: B) -> list[int] | None:
        """Return where each counter stands, or None if the part `place` says it."""
        return None
