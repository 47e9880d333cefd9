"""Identical counters, of which only one is offered."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.state import Board


def is_identical(g: Board, one: int, other: int) -> bool:
    """Check whether two counters have the same type, place, face and marks."""
    return (
        g.t.unit_type[one] == g.t.unit_type[other]
        and g.place[one] == g.place[other]
        and g.cond[one] == g.cond[other]
        and g.serves[one] == g.serves[other]
        and g.came[one] == g.came[other]
        and g.target[one] == g.target[other]
        and g.due[one] == g.due[other]
        and (g.carrier[one] == NONE) == (g.carrier[other] == NONE)
        and g.embarked_at[one] == g.embarked_at[other]
        and (not g.is_ship(one) or g.place[one] < 0 or loads(g, one) == loads(g, other))
    )


def loads(g: Board, ship: int) -> list[tuple[int, int]]:
    """Return the types and conditions of a ship's cargo."""
    return sorted([(g.t.unit_type[u], g.cond[u]) for u in g.aboard(ship)])


def distinct(g: Board, units: list[int]) -> list[int]:
    """Return the first of each kind of identical units."""
    found: list[int] = []
    for unit in units:
        for other in found:
            if is_identical(g, unit, other):
                break
        else:
            found.append(unit)
    return found
