"""Blitzkrieg and Mobile Warfare: one group, two actions. [17.1]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, SPENT
from sandtable.games.on_to_berlin.components.schema_cards import DoubleAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation
from sandtable.games.on_to_berlin.rules.activation import Activate
from sandtable.games.on_to_berlin.rules.base_steps import FirstUnitStep
from sandtable.games.on_to_berlin.rules.combat import combat_sequence
from sandtable.games.on_to_berlin.rules.groups import distinct
from sandtable.games.on_to_berlin.rules.movement.group_movement import FIRST, SECOND


def possible(g: Board, event: DoubleAction) -> bool:
    """Return whether any group could be activated."""
    return bool(activation.startable(g, BY_EVENT, True))


def start(g: Board, event: DoubleAction) -> None:
    """Ask for the group."""
    g.push(FirstAction())


class FirstAction(FirstUnitStep):
    """The first unit of the group, or none. [17.1, R22]"""

    saved_as: ClassVar[str] = "Begin"

    def starters(self, g: Board) -> list[int]:
        return activation.startable(g, BY_EVENT)

    def takes(self, g: Board, unit: int) -> bool:
        return activation.may_start(g, unit, BY_EVENT)

    def begin(self, g: Board, unit: int) -> None:
        g.push(SecondAction((), 0))
        g.push(Activate((unit,), BY_EVENT, FIRST))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Which group performs two actions? Click its first unit, or pass.", "17.1")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return activation.why_not_start(g, unit, BY_EVENT)

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == DONE:
            return Refusal("Click the first unit of the group, or pass to skip the event.", "17.1")
        return super().why_not_button(g, choice)


class SecondAction(FirstUnitStep):
    """The first unit of the second action; afterwards all units are spent. [17.1b] [17.1e, R7]

    `done` counts the finished actions; during the first it is 0 and `units` is empty.
    """

    saved_as: ClassVar[str] = "Between"
    leave: ClassVar[int] = DONE

    def __init__(self, units: tuple[int, ...], done: int) -> None:
        self.units = units
        self.done = done

    def run(self, g: Board) -> bool:
        if not self.done:
            g.agenda[-1] = SecondAction(activated(g), 1)
            return False
        if self.done == 1 and self.starters(g):
            return True
        g.agenda.pop()
        g.push(combat_sequence.Spend(self.units))  # so there is no third attack by points [17.1c]
        return False

    def starters(self, g: Board) -> list[int]:
        """Return the units that can begin the second action; units that were hit cannot. [17.1b, R42]"""
        pool = self.pool(g)
        return [u for u in distinct(g, pool) if activation.can_act(g, (u,), BY_EVENT, False)]

    def pool(self, g: Board) -> tuple[int, ...]:
        """Return the units of the first action that are still fresh on the map."""
        return tuple([u for u in self.units if g.place[u] >= 0 and not g.cond[u] & SPENT])

    def takes(self, g: Board, unit: int) -> bool:
        return unit in self.pool(g) and activation.can_act(g, (unit,), BY_EVENT, False)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = SecondAction(self.units, 2)
        if choice != DONE:
            g.push(Activate((choice - g.ids.unit,), BY_EVENT, SECOND, False, self.pool(g)))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.units(g, self.pool(g))
        return Ask(f"Second action: click a unit of the group ({who}), or done.", "17.1b")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        if unit not in self.units:
            return Refusal("Only units of the first action take part in the second.", "17.1b")
        if g.place[unit] < 0 or g.cond[unit] & SPENT:
            return Refusal("This unit was hit in the first action.", "17.1b")
        return Refusal("This unit cannot move or attack from here.", "7.2")

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == PASS:
            return Refusal("Click a unit of the group, or press Done to skip the second action.", "17.1b")
        return super().why_not_button(g, choice)


def activated(g: Board) -> tuple[int, ...]:
    """Return the units on the map that the event has activated in this impulse."""
    return tuple([u for u in range(g.t.n_units) if g.cond[u] & BY_EVENT and g.place[u] >= 0])
