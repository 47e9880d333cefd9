"""Normal Movement and naval transport of a group, area by area. [8.1] [8.1.2]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import NAVAL
from sandtable.games.on_to_berlin.components.group_action import MOVEMENT, TRANSPORT, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import UNLOCKED, PathStep
from sandtable.games.on_to_berlin.rules.combat import combat_sequence, counterattacks
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.rules.movement.movement_costs import MovingGroup

# The place of an action in its impulse.
SINGLE: Final = 0
FIRST: Final = 1  # of a double action: no unit is spent yet [17.1e]
SECOND: Final = 2


def arrive(g: Board, units: tuple[int, ...], there: int) -> None:
    """Move a group over one border and apply the effects of entering the area. [8.1c] [3.1.3]"""
    side = g.side_of(units[0])
    for unit in units:
        g.move(unit, there)
    nations.enter(g, side, there, units)


class March(PathStep):
    """Normal Movement or naval transport: the next area of a group, or STOP."""

    no_breach: ClassVar[Refusal] = Refusal("No Neutral area can be entered from here.", "3.1.3")

    def __init__(
        self, units: tuple[int, ...], path: tuple[int, ...], used: int, mode: int, unlocked: bool
    ) -> None:
        self.units = units
        self.path = path
        self.used = used
        self.mode = mode
        self.unlocked = unlocked

    def choices(self, g: Board, seat: int) -> list[int]:
        moving = MovingGroup(g, self.units)
        found: list[int] = []
        broken = False
        for there in g.near(moving.side)[self.path[-1]]:
            if movement_costs.way_cost(g, moving, self.path, self.used, there) >= 0:
                if movement_costs.breaks_neutrality(g, moving, there) == self.unlocked:
                    found.append(AREA + there)
                else:
                    broken = True
        if not self.unlocked:
            if broken:
                found.append(VIOLATE)
            if len(self.path) > 1:
                found.append(STOP)
        return found

    def take_area(self, g: Board, area: int) -> None:
        moving = MovingGroup(g, self.units)
        used = self.used + movement_costs.next_cost(g, moving, self.path, self.used, area, self.unlocked)
        arrive(g, self.units, area)
        path = (*self.path, area)
        if g.t.sea[area] and not moving.ships:
            carry(g, area, moving.size)
        step = March(self.units, path, used, self.mode, False)
        g.agenda[-1] = step
        stopped = g.held[area] != moving.side and not moving.submarines  # [8.1e]
        if stopped or not movement_costs.can_go_on(g, moving, path, used):
            step.finish(g)

    def finish(self, g: Board) -> None:
        """End the move: the group may be ambushed, and is spent if it was transported. [8.1f] [8.1.2c]"""
        g.agenda.pop()
        units = self.units
        path = self.path
        carried = g.t.unit_kind[units[0]] != NAVAL and movement_costs.touches_sea(g, path)
        g.push(lines_of_communication.Capacity())
        if carried and self.mode == SINGLE:
            g.push(combat_sequence.Spend(units))
        # A move as the first of two actions does not spend the group yet. [10.1d, R42]
        kind = TRANSPORT if carried else MOVEMENT
        if g.log is not None:
            how = "Naval transport" if carried else "Move"
            way = f"from {g.t.area_name[path[0]]} to {words.areas(g, path[1:])}"
            rule = "8.1.2" if carried else "8.1"
            g.log.add(f"{how} {way}: {words.units(g, units)}.", rule, (AREA + path[-1],))
        g.push(counterattacks.Ambush(GroupAction(kind, units, path, carried or self.mode == SECOND)))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        if self.unlocked:
            return Ask(f"{who}: choose the neutrality to break.", "3.1.3")
        stop = ", or stop" if len(self.path) > 1 else ""
        return Ask(f"{who}: choose the next area{stop}.", "8.1")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        return movement_costs.why_not(g, self.units, self.path, self.used, area, self.unlocked)

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice not in (STOP, DONE, PASS):
            return super().why_not_button(g, choice)
        if self.unlocked:
            return UNLOCKED
        if len(self.path) == 1:
            return Refusal("The group must enter at least one area.", "8.1")
        return Refusal("Choose the next area, or stop.", "8.1")


def carry(g: Board, sea: int, number: int) -> None:
    """Count units against the capacity that a card's transports share. [3.6c]"""
    marks = bytearray(g.carried)
    marks[sea] = min(255, marks[sea] + number)
    g.carried = bytes(marks)
