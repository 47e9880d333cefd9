"""Groups: units of one area that are activated together. [7.0] [7.1]"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.choice import DONE
from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.ids import ALL
from sandtable.games.on_to_berlin.components.state import ActiveStep, Board


def likeness(g: Board, unit: int) -> int:
    """A number that two counters share when nothing tells them apart for what is to come."""
    return g.t.unit_type[unit] << 16 | g.cond[unit] << 12 | (g.came[unit] + 1)


def distinct(g: Board, units: Sequence[int]) -> list[int]:
    """The counters without those that are like an earlier one in the same area."""
    found: list[int] = []
    seen: list[int] = []
    area = -1
    for unit in units:
        if g.place[unit] != area:
            area = g.place[unit]
            seen = []
        like = likeness(g, unit)
        if like not in seen:
            seen.append(like)
            found.append(unit)
    return found


def fallback_refusal(g: Board, choice: int) -> Refusal | None:
    """Why cards and types of units are no answer while a group acts; None for everything else."""
    if g.ids.kind <= choice < g.ids.card:
        return Refusal("Units are mobilized before or after this action, not during it.", "6.1.1g")
    if g.ids.card <= choice < g.ids.nation:
        if g.card >= 0:
            return Refusal("Only one card is played in an impulse.", "6.1")
        return Refusal("This impulse is used for something else than a card.", "6.0")
    return None


class UnitClickStep(ActiveStep):
    """Units of the map are clicked; of those that are alike one is offered, and any is as good."""

    def takes(self, g: Board, unit: int) -> bool:
        """Whether a unit on the map may be clicked."""
        raise NotImplementedError

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """A unit that is like an offered one is as good."""
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            return g.place[unit] >= 0 and self.takes(g, unit)
        return choice in self.choices(g, seat)


class Gather(UnitClickStep):
    """Click the units of a group, one by one or ALL of a kind; subclasses say who and what then. [7.1]

    `units` are those chosen so far; the first was clicked before the step began.
    """

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units

    def again(self, units: tuple[int, ...]) -> Gather:
        """The same step with these units."""
        raise NotImplementedError

    def joins(self, g: Board, unit: int) -> bool:
        """Whether one more unit of the area may join the group, and the group could still act."""
        raise NotImplementedError

    def buttons(self, g: Board) -> list[int]:
        """What the group as it is may do; DONE where nothing else is to choose."""
        return [DONE]

    def press(self, g: Board, button: int) -> None:
        """A button other than ALL. The step is still on the agenda."""
        raise NotImplementedError

    def joiners(self, g: Board) -> list[int]:
        """The units that may join, alike ones once."""
        chosen = self.units
        rest = [unit for unit in g.at[g.place[chosen[0]]] if unit not in chosen]  # [7.0]
        return [unit for unit in distinct(g, rest) if self.joins(g, unit)]

    def choices(self, g: Board, seat: int) -> list[int]:
        """Units that may join, ALL of the same kind, or what the group does."""
        first = g.ids.unit
        kinds = g.t.unit_kind
        kind = kinds[self.units[0]]
        found: list[int] = []
        kin = False
        for unit in self.joiners(g):
            found.append(first + unit)
            kin = kin or kinds[unit] == kind
        if kin:
            found.append(ALL)
        return found + self.buttons(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Take one more, or all, or go on."""
        if choice == ALL:
            g.agenda[-1] = self.with_all(g)
        elif choice >= g.ids.unit:
            g.agenda[-1] = self.again(tuple(sorted([*self.units, choice - g.ids.unit])))
        else:
            self.press(g, choice)

    def with_all(self, g: Board) -> Gather:
        """The step after all of the first unit's kind that can join have joined, in the order of numbers.

        Air units are not taken along with land units unasked: they would keep a group out of enemy areas.
        """
        step: Gather = self
        kinds = g.t.unit_kind
        for unit in g.at[g.place[self.units[0]]]:
            if kinds[unit] == kinds[self.units[0]] and unit not in step.units and step.joins(g, unit):
                step = step.again(tuple(sorted([*step.units, unit])))
        return step

    def takes(self, g: Board, unit: int) -> bool:
        """Another unit of the area that may join."""
        here = g.place[self.units[0]]
        return g.place[unit] == here and unit not in self.units and self.joins(g, unit)

    def why_not_group(self, g: Board, unit: int) -> Refusal | None:
        """Why no group could have a unit for another: it has it already, or it is elsewhere."""
        if unit in self.units:
            return Refusal("This unit is in the group already.", "7.1")
        if g.place[unit] != g.place[self.units[0]]:
            return Refusal("A group is made of units in one area.", "7.1")
        return None
