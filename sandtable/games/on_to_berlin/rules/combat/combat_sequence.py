"""Attacks and Airstrikes: declared, answered, rolled, and the attackers spent. [9.1] [9.2] [11.1]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import SPENT
from sandtable.games.on_to_berlin.components.group_action import AIRSTRIKE, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep
from sandtable.games.on_to_berlin.rules.combat import combat, hits
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.combat.hits import Assign, Retreat
from sandtable.games.on_to_berlin.rules.lines_of_communication import Capacity

__all__ = ["Assign", "Combat", "Retreat", "Spend", "declare", "fighters"]


def declare(g: Board, action: GroupAction, rolls: int, spend: bool) -> None:
    """Declare an attack or Airstrike: it may be answered before the dice. [9.1] [10.1e]

    `rolls`: dice for each unit, two when two attacks are announced together [17.1a]; `spend`: the group is
    spent afterwards [9.1b] [9.2d], but not within a double action [17.1e].
    """
    if g.log is not None:
        strike = action.kind == AIRSTRIKE
        what = "Airstrike on" if strike else "Attack in"
        twice = " (twice, hits added up)" if rolls > 1 else ""
        text = f"{what} {g.t.area_name[action.path[-1]]}{twice}: {words.units(g, action.units)}."
        refs = (AREA + action.path[-1], *[g.ids.unit + unit for unit in action.units])
        g.log.add(text, "9.2" if strike else "9.1", refs)
    g.push(Capacity())
    if spend:
        g.push(Spend(action.units))
    g.push(Combat(action, rolls))
    g.push(Ambush(action))


def fighters(g: Board, action: GroupAction) -> tuple[int, ...]:
    """Return the units of a group that no counterattack has spent, beaten or destroyed. [10.1f, R3]"""
    here = action.path[0]
    return tuple([unit for unit in action.units if g.place[unit] == here and not g.cond[unit] & SPENT])


class Combat(BoardStep):
    """The dice of a declared attack or Airstrike. [11.1]"""

    saved_as: ClassVar[str] = "Battle"

    def __init__(self, action: GroupAction, rolls: int) -> None:
        self.action = action
        self.rolls = rolls

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        action = self.action
        area = action.path[-1]
        units = fighters(g, action)
        if not units:
            if g.log is not None:
                g.log.add("No attacker is left.", "10.1f", (AREA + area,))
            return False
        strike = action.kind == AIRSTRIKE
        number = combat.roll(g, units, strike, self.rolls, 1)
        if number:
            side = g.side
            defenders = combat.victims(g, 1 - side, area)
            seat = combat.assigner(g, units, side, area, defenders, False)
            hits.deal(g, seat, area, number, defenders, False, hits.FREE)
        return False


class Spend(BoardStep):
    """The end of an action: its group is spent. [9.1b] [9.2d] [8.1.2c] [8.2d] [17.1e]"""

    def __init__(self, units: tuple[int, ...]) -> None:
        self.units = units

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        for unit in self.units:
            if g.place[unit] >= 0:
                g.spend(unit)
        return False
