"""The action of an activated group, with all that later steps need to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# The kinds of actions that a reaction card can answer. [7.2] [R10]
MOVEMENT: Final = 0  # [7.2a]
TRANSPORT: Final = 1  # Normal Movement over sea [8.1.2]
AIR_MOVEMENT: Final = 2  # [7.2c]
ATTACK: Final = 3  # [7.2b]
AIRSTRIKE: Final = 4  # [7.2d]
BOMBING: Final = 5
REDEPLOYMENT: Final = 6
LANDING: Final = 7
DROP: Final = 8

IN_THE_AIR: Final = (AIR_MOVEMENT, AIRSTRIKE, BOMBING)  # only Airstrike Ratings answer these [10.1g]
FIGHTS: Final = (ATTACK, AIRSTRIKE, BOMBING)  # answered before they happen [10.1e]


class GroupAction:
    """A group and its action; never changed in place.

    `path`: for moves the areas from the start to the end; for an attack its area; for strikes and bombing
    base and target; for a redeployment the way of each unit in turn, as `pack_ways` writes it: the number of
    areas, then these areas from the unit's start to its end.
    `as_spent`: the action will spend the group, so a counterattack hits it as if spent. [10.1d]
    """

    def __init__(self, kind: int, units: tuple[int, ...], path: tuple[int, ...], as_spent: bool) -> None:
        self.kind = kind
        self.units = units
        self.path = path
        self.as_spent = as_spent

    def pack(self) -> list[int]:
        """Return the action as plain numbers."""
        return [self.kind, int(self.as_spent), len(self.units), *self.units, *self.path]


def pack_ways(ways: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the path of a redeployment: the ways of its units, each with its length before it."""
    found: list[int] = []
    for way in ways:
        found.append(len(way))
        found.extend(way)
    return tuple(found)


def ways(action: GroupAction) -> list[tuple[int, ...]]:
    """Return the way of each unit of a redeployment, from its start to its end. [17.2c]"""
    found: list[tuple[int, ...]] = []
    path = action.path
    at = 0
    while at < len(path):
        end = at + 1 + path[at]
        found.append(path[at + 1 : end])
        at = end
    return found


def way_of(action: GroupAction, unit: int) -> tuple[int, ...]:
    """Return the areas of a unit's way, from its start to its end; none for a fight."""
    if action.kind in FIGHTS:
        return ()
    return ways(action)[action.units.index(unit)] if action.kind == REDEPLOYMENT else action.path


def way_number(action: GroupAction | None, unit: int) -> int:
    """Return a number that two units of a group share if they went the same way."""
    if action is None or action.kind != REDEPLOYMENT:
        return 0
    found = ways(action)
    return found.index(found[action.units.index(unit)])


def unpack_group_action(fields: list[int]) -> GroupAction:
    """Return the action that `pack` wrote."""
    n = fields[2]
    return GroupAction(fields[0], tuple(fields[3 : 3 + n]), tuple(fields[3 + n :]), fields[1] != 0)
