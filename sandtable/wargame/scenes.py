"""What the scenes of several games are made of: the key of the sides, and stacks of alike counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

K = TypeVar("K", bound=tuple[Any, ...])


class Key(NamedTuple):
    """What a scene says of its sides: colours, letters and names by their ids."""

    colours: dict[str, str]
    letters: dict[str, str]
    names: dict[str, str]


def build_key(
    ids: Sequence[str],
    names: Sequence[str],
    colours: Sequence[str],
    letters: Sequence[str],
    more_colours: dict[str, str],
    words: dict[str, str],
) -> Key:
    """Return the key of some sides, with the colours of nations and further words."""
    key = Key(dict(more_colours), {}, dict(words))
    for side, name in enumerate(ids):
        key.colours[name] = colours[side]
        key.letters[name] = letters[side]
        key.names[name] = names[side]
    return key


def title_of(region: str) -> str:
    """Return the name of a region from its id."""
    return region.replace("_", " ").title()


def stacks(counters: Iterable[int], key: Callable[[int], K]) -> list[tuple[K, list[int]]]:
    """Return counters that are alike together, in the order of what tells them apart."""
    found: dict[K, list[int]] = {}
    for counter in counters:
        found.setdefault(key(counter), []).append(counter)
    return sorted(found.items())
