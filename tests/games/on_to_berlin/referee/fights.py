"""What the rulebook says of dice, hits and retreats, in its chapters 9 to 11, 15.1 and 15.8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tests.games.on_to_berlin.referee.book import Position, Unit
from tests.games.on_to_berlin.referee.components import SEA

NOTHING, SPENT, RETREATS, DESTROYED = "no effect", "spent", "must retreat", "destroyed"


def rating(unit: Unit, strike: bool) -> int:
    """What a die must not exceed. 9.1, 9.2, 11.1"""
    return unit.kind.strike if strike or unit.kind.kind == "air" else unit.kind.attack


def assigner(p: Position, group: Sequence[Unit], area: str) -> int:
    """The side that assigns the hits of an attack or Airstrike. 11.2"""
    side = p.side_of(group[0])
    defenders = p.here(area, 1 - side)
    if any(u.kind.strike for u in group):
        return side
    if any(u.kind.strike for u in defenders):
        return 1 - side
    # What is in the area counts now; spent units only for the defender.
    ours = [u for u in p.here(area, side) if not u.spent]
    return by_fortress_or_rating(side, ours, defenders)


def counter_assigner(p: Position, attackers: Sequence[Unit], compared: Sequence[Unit]) -> int:
    """The side that assigns the hits of a counterattack: only those who fight are compared. 11.2, 17.2"""
    side = p.side_of(attackers[0])
    if any(u.kind.strike for u in attackers):
        return side
    if any(u.kind.strike for u in compared):
        return 1 - side
    return by_fortress_or_rating(side, attackers, compared)


def by_fortress_or_rating(side: int, ours: Sequence[Unit], theirs: Sequence[Unit]) -> int:
    """The second, third and fourth test of 11.2."""
    forts = [any(u.kind.type == "FT" for u in units) for units in (ours, theirs)]
    if forts[0] != forts[1]:
        return side if forts[0] else 1 - side
    best = [max((u.kind.attack for u in units), default=0) for units in (ours, theirs)]
    return side if best[0] > best[1] else 1 - side


def defense_of(unit: Unit) -> int:
    """The Defense Rating of a unit where it is hit: 1 for all land units at sea. 11.3"""
    return 1 if unit.kind.kind == "land" and unit.area in SEA else unit.kind.defense


def most_hits(unit: Unit, as_spent: bool) -> int:
    """The hits that destroy a unit; it is assigned no more. 11.2, 11.3, 15.8.1"""
    spent = unit.spent or as_spent
    defense = defense_of(unit)
    if unit.kind.move == 0:
        return 2 * defense
    if unit.kind.kind == "air" or unit.kind.type == "SS":
        return 1 if spent else 2
    return defense * (2 if spent else 3)


def outcome(unit: Unit, hits: int, as_spent: bool) -> list[str]:
    """Return the effect of a number of hits on a unit. 11.3, 11.4, 15.1, 15.8.1"""
    spent = unit.spent or as_spent
    defense = defense_of(unit)
    if unit.kind.move == 0:
        if hits >= 2 * defense:
            return [DESTROYED]
        return [SPENT] if hits >= defense and not spent else []
    if unit.kind.kind == "air" or unit.kind.type == "SS":
        if hits >= (1 if spent else 2):
            return [DESTROYED]
        return [SPENT] if hits else []
    times = hits // defense
    if spent:
        return [[], [RETREATS], [DESTROYED]][min(times, 2)]
    return [[], [SPENT], [SPENT, RETREATS], [DESTROYED]][min(times, 3)]


def open_to(p: Position, unit: Unit, area: str) -> bool:
    """Whether a beaten unit may retreat into an area, if it can get there. 11.5"""
    side = p.side_of(unit)
    return (
        (area in SEA) == (unit.kind.kind == "naval")
        and p.holder(area) != 1 - side
        and not p.barred(unit.kind, area)
        and not p.full(area, side, [unit.kind])
    )


def refuges(p: Position, unit: Unit, retreat: Retreat) -> set[str]:
    """Where a beaten unit may go: from a counterattack the way it came, if possible. 11.5

    The rulebook names the area entered before. Where that one is closed, as the sea is to land units, the
    game's page rules that the unit goes back to the last area of its way that is open.
    """
    origin = retreat.origin or unit.area
    for area in retreat.back(p, unit):
        if open_to(p, unit, area):
            return {area}
    near = p.near(origin, p.side_of(unit))
    return {area for area in near if area not in retreat.ahead and open_to(p, unit, area)}


class Retreat(NamedTuple):
    """How beaten units go back."""

    counter: bool = False  # beaten by a counterattack
    origin: str = ""  # where a group on its way was met; "" where it stands
    path: tuple[str, ...] = ()  # its way up to there
    ahead: tuple[str, ...] = ()  # and beyond

    def back(self, p: Position, unit: Unit) -> tuple[str, ...]:
        """The areas by which a unit came, the last first."""
        if not self.counter:
            return ()
        if self.origin:
            return self.path[-2::-1]
        near = p.near(unit.area, p.side_of(unit))
        return (unit.came,) if unit.came in near else ()


def counterattackers(p: Position, side: int, area: str, flown: bool) -> list[Unit]:
    """The units that can counterattack in an area; `flown`: against something in the air. 10.1, 15.1"""
    return [
        u
        for u in p.here(area, side)
        if p.fresh(u, side) and u.kind.type != "SS" and p.can_fight(u) and (u.kind.strike or not flown)
    ]
