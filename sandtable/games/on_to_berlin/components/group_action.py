"""A deed: what an activated group does, as the steps that follow it need to know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

# The kinds of deeds that can be answered by a reaction card. [7.2] [R10]
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
    """One group and its one action; never changed in place.

    `path`: for journeys the areas from the start to the end; for an attack its area; for strikes and bombing
    base and target; for a redeployment the way of each unit in turn, as `pack_ways` writes it: how many areas
    it has, then these areas from the unit's start to its end.
    `as_spent`: the deed will spend the group, so a counterattack hits it as if spent. [10.1d]
    """

    def __init__(self, kind: int, units: tuple[int, ...], path: tuple[int, ...], as_spent: bool) -> None:
        self.kind = kind
        self.units = units
        self.path = path
        self.as_spent = as_spent

    def pack(self) -> list[int]:
        """The deed as plain numbers."""
        return [self.kind, int(self.as_spent), len(self.units), *self.units, *self.path]


def pack_ways(ways: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The path of a redeployment: the ways of its units, in their order, each with its length before it."""
    found: list[int] = []
    for way in ways:
        found.append(len(way))
        found.extend(way)
    return tuple(found)


def ways(action: GroupAction) -> list[tuple[int, ...]]:
    """The way of each unit of a redeployment, from its start to its end. [17.2c]"""
    found: list[tuple[int, ...]] = []
    path = action.path
    at = 0
    while at < len(path):
        end = at + 1 + path[at]
        found.append(path[at + 1 : end])
        at = end
    return found


def way_of(action: GroupAction, unit: int) -> tuple[int, ...]:
    """The areas through which a unit has gone with a deed, from its start to its end; none for a fight."""
    if action.kind in FIGHTS:
        return ()
    return ways(action)[action.units.index(unit)] if action.kind == REDEPLOYMENT else action.path


def way_number(action: GroupAction | None, unit: int) -> int:
    """A number that two units of a group share when they have gone the same way."""
    if action is None or action.kind != REDEPLOYMENT:
        return 0
    found = ways(action)
    return found.index(found[action.units.index(unit)])


def unpack_group_action(fields: list[int]) -> GroupAction:
    """The deed that `pack` wrote."""
    n = fields[2]
    return GroupAction(fields[0], tuple(fields[3 : 3 + n]), tuple(fields[3 + n :]), fields[1] != 0)
