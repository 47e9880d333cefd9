"""A group on the move: Normal Movement and naval transport, area by area. [8.1] [8.1.2]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import NAVAL
from sandtable.games.on_to_berlin.components.group_action import MOVEMENT, TRANSPORT, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep
from sandtable.games.on_to_berlin.rules.combat import combat_sequence, counterattacks
from sandtable.games.on_to_berlin.rules.groups import fallback_refusal
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.rules.movement.movement_costs import MovingGroup

# How an action stands in its impulse.
SINGLE: Final = 0
FIRST: Final = 1  # of a double action: nobody is spent yet [17.1e]
SECOND: Final = 2


def arrive(g: Board, units: tuple[int, ...], there: int) -> None:
    """Move a group over one border and apply the effects of entering the area. [8.1c] [3.1.3]"""
    side = g.side_of(units[0])
    for unit in units:
        g.move(unit, there)
    nations.enter(g, side, there, units)


class March(ActiveStep):
    """Where a group goes on to, or whether it stops. `path` begins with the area it started from."""

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

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == STOP:
            finish(g, self.units, self.path, self.mode)
            return
        if choice == VIOLATE:
            g.agenda[-1] = March(self.units, self.path, self.used, self.mode, True)
            return
        there = choice - AREA
        moving = MovingGroup(g, self.units)
        used = self.used + movement_costs.next_cost(g, moving, self.path, self.used, there, self.unlocked)
        arrive(g, self.units, there)
        path = (*self.path, there)
        if g.t.sea[there] and not moving.ships:
            carry(g, there, moving.size)
        g.agenda[-1] = March(self.units, path, used, self.mode, False)
        stopped = g.held[there] != moving.side and not moving.submarines  # [8.1e]
        if stopped or not movement_costs.can_go_on(g, moving, path, used):
            finish(g, self.units, path, self.mode)

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.units(g, self.units)
        if self.unlocked:
            return Ask(f"Whose neutrality do {who} break?", "3.1.3")
        if len(self.path) == 1:
            return Ask(f"Where do {who} in {g.t.area_name[self.path[0]]} go?", "8.1")
        return Ask(f"{who} are in {g.t.area_name[self.path[-1]]}: on to another area, or stop?", "8.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return movement_costs.why_not(g, self.units, self.path, self.used, choice - AREA, self.unlocked)
        if choice in (STOP, DONE, PASS):
            if self.unlocked:
                return Refusal("The group is about to break a neutrality: choose which.", "3.1.3")
            if len(self.path) == 1:
                return Refusal("The group is activated to move and must enter at least one area.", "8.1")
            return Refusal("Go on to another area, or stop.", "8.1")
        if choice == VIOLATE and self.unlocked:
            return Refusal("You have agreed to break a neutrality: choose where.", "3.1.3")
        if choice == VIOLATE:
            return Refusal("No Neutral ground can be entered from here.", "3.1.3")
        if g.ids.unit <= choice < g.ids.kind:
            return Refusal("The group is under way: nobody joins or leaves it now.", "8.1c")
        return fallback_refusal(g, choice)


def carry(g: Board, sea: int, number: int) -> None:
    """Count units against the capacity that a card's transports share. [3.6c]"""
    marks = bytearray(g.carried)
    marks[sea] = min(255, marks[sea] + number)
    g.carried = bytes(marks)


def finish(g: Board, units: tuple[int, ...], path: tuple[int, ...], mode: int) -> None:
    """End the move: the group may be ambushed, and is spent if it was transported. [8.1f] [8.1.2c]"""
    g.agenda.pop()
    carried = g.t.unit_kind[units[0]] != NAVAL and movement_costs.touches_sea(g, path)
    g.push(lines_of_communication.Capacity())
    if carried and mode == SINGLE:
        g.push(combat_sequence.Spend(units))
    # A move as the first of two actions does not spend the group yet. [10.1d, R42]
    action = GroupAction(TRANSPORT if carried else MOVEMENT, units, path, carried or mode == SECOND)
    if g.log is not None:
        way = words.areas(g, path[1:])
        how = "are carried" if carried else "move"
        text = f"{words.units(g, units)} {how} from {g.t.area_name[path[0]]} to {way}."
        g.log.add(text, "8.1.2" if carried else "8.1", (AREA + path[-1],))
    g.push(counterattacks.Ambush(action))
