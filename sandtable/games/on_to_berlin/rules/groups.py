"""Groups: units of one area that are activated together. [7.0] [7.1]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.engine.choice import DONE
from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.ids import ALL
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import UnitClickStep, fallback_refusal


def likeness(g: Board, unit: int) -> int:
    """Return a number that two identical counters share."""
    return g.t.unit_type[unit] << 16 | g.cond[unit] << 12 | (g.came[unit] + 1)


def distinct(g: Board, units: Sequence[int]) -> list[int]:
    """Return the counters without those that are identical to an earlier one in the same area."""
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


class Gather(UnitClickStep):
    """A step that gathers a group, unit by unit or ALL of a kind, and then lets it act. [7.1]

    `units` are those chosen so far; the first was clicked before the step began.
    """

    no_area: ClassVar[Refusal] = Refusal("First choose what the group does, then where.", "7.2")
    no_more: ClassVar[Refusal] = Refusal("No other unit of the same kind can join.", "7.1")

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units

    def again(self, units: tuple[int, ...]) -> Gather:
        """Return the same step with these units."""
        raise NotImplementedError

    def joins(self, g: Board, unit: int) -> bool:
        """Return whether one more unit of the area may join, with an action left for the group."""
        raise NotImplementedError

    def buttons(self, g: Board) -> list[int]:
        """Return what the group may do; DONE if there is nothing to choose."""
        return [DONE]

    def press(self, g: Board, button: int) -> None:
        """Take a button other than ALL. The step is still on the agenda."""
        raise NotImplementedError

    def joiners(self, g: Board) -> list[int]:
        """Return the units that may join, identical ones once."""
        chosen = self.units
        rest = [unit for unit in g.at[g.place[chosen[0]]] if unit not in chosen]  # [7.0]
        return [unit for unit in distinct(g, rest) if self.joins(g, unit)]

    def choices(self, g: Board, seat: int) -> list[int]:
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
        if choice == ALL:
            g.agenda[-1] = self.with_all(g)
        elif choice >= g.ids.unit:
            g.agenda[-1] = self.again(tuple(sorted([*self.units, choice - g.ids.unit])))
        else:
            self.press(g, choice)

    def with_all(self, g: Board) -> Gather:
        """Return the step after all units of the first unit's kind have joined that can.

        Air units do not join land units this way: they would keep the group out of enemy areas.
        """
        step: Gather = self
        kinds = g.t.unit_kind
        for unit in g.at[g.place[self.units[0]]]:
            if kinds[unit] == kinds[self.units[0]] and unit not in step.units and step.joins(g, unit):
                step = step.again(tuple(sorted([*step.units, unit])))
        return step

    def takes(self, g: Board, unit: int) -> bool:
        here = g.place[self.units[0]]
        return g.place[unit] == here and unit not in self.units and self.joins(g, unit)

    def why_not_unit(self, g: Board, unit: int) -> Refusal | None:
        return self.why_not_group(g, unit) or self.why_not_join(g, unit)

    def why_not_join(self, g: Board, unit: int) -> Refusal:
        """Return why another unit of the area cannot join the group."""
        raise NotImplementedError

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        return self.no_more if choice == ALL else fallback_refusal(g, choice)

    def why_not_group(self, g: Board, unit: int) -> Refusal | None:
        """Return why a unit cannot join any group here: it has joined already, or is elsewhere."""
        if unit in self.units:
            return Refusal("This unit is already in the group.", "7.1")
        if g.place[unit] != g.place[self.units[0]]:
            return Refusal("A group is made of units in one area.", "7.1")
        return None
