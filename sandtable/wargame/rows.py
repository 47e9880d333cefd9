"""Rows of units, as tests and experiments write positions: "2 german_army, german_air_fleet used"."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Entry(NamedTuple):
    """One entry of a row: the number of counters, their type, and the words behind it."""

    number: int
    name: str
    words: tuple[str, ...]


def entries(row: str) -> list[Entry]:
    """Return the entries of a row."""
    found: list[Entry] = []
    for text in row.split(","):
        words = text.split()
        if words:
            number = int(words.pop(0)) if words[0].isdigit() else 1
            found.append(Entry(number, words[0], tuple(words[1:])))
    return found


def row_of(names: Iterable[str]) -> str:
    """Return a row with these counters, those of one name together."""
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return ", ".join([name if n == 1 else f"{n} {name}" for name, n in counts.items()])
