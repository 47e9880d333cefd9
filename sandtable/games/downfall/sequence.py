"""The sequence of play: the war, a turn, a side's turn with its six parts. [3]

war   := turn 1 .. turn 22, verdict
turn  := entries into the war, then Axis, Allies, Soviet Union                                     [3b]
side  := start, beginning, free play, battles with play between them, play after the battles, end   [3c]
"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.step import Ask, Step
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import ALLIES, AXIS
from sandtable.games.downfall.components.ids import COMBAT, END_TURN, REVEAL, TORCH
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    actions,
    bombing,
    countries,
    developments,
    missions,
    supply,
    torch_landing,
    turn_start,
)
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.rules.turn_menu import TurnMenu, left_text, seems_busy


class Sequence(Step[Board]):
    """Begins a turn: countries go to war, then each side plays. [3] [3b]"""

    saved_as: ClassVar[str] = "Turn"

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        if g.log is not None:
            g.log.add(f"Turn {g.turn}: {g.t.turn_name[g.turn]}.", "3a")
        countries.start_turn(g)
        g.push(TurnEnd())
        for side in reversed(g.t.side_order):
            g.push(SideTurn(side))
        return False


class TurnEnd(Step[Board]):
    """Ends a turn: the next one follows, or the end of the game. [3a] [20c]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        cond = g.cond
        for unit in range(len(cond)):
            cond[unit] &= ~(const.HIT_BY_ALLIES | const.HIT_BY_USSR)  # [17f]
        if g.turn >= g.t.last_turn:
            countries.check_victory(g, True)
        else:
            g.turn += 1
            g.push(Sequence())
        return False


class SideTurn(Step[Board]):
    """Lays out a side's turn from its start to its end."""

    def __init__(self, side: int) -> None:
        self.side = side

    def run(self, g: Board) -> bool:
        """Lay out the rest of a side's turn; a side that has surrendered does not play. [R32]"""
        g.agenda.pop()
        if countries.still_plays(g, self.side):
            g.side = self.side
            start_side_turn(g)
            g.push(SideEnd())
            g.push(AfterCombat())
            g.push(Combat())
            g.push(BeforeCombat())
            g.push(turn_start.TurnStart())
        return False


def start_side_turn(g: Board) -> None:
    """Count Actions, see which armies are in supply, clear what belonged to the last turn. [4] [8w]"""
    side = g.side
    g.phase = const.BEGINNING
    g.supplied = None
    g.points = 0
    g.british_points = 0
    g.landings = 0
    g.line_landings = 0
    g.landed_at = []
    g.strategic_in_ussr = 0
    g.passages = 0
    g.interceptors = 0
    g.attacks = []
    g.actions_taken = [0] * len(g.actions_taken)
    g.actions_left = actions.count_actions(g, side)
    ready: list[int] = []
    for unit in g.t.units_of_side[side]:
        if (
            g.place[unit] >= 0
            and g.status[g.t.unit_nation[unit]] == const.AT_WAR
            and supply.has_line(g, unit)
        ):
            g.cond[unit] |= const.READY
            ready.append(unit)
    if g.log is not None:
        has = f"{words.count(g.actions_left, 'Action')}{actions.reasons(g, side)}"
        stock = words.count(g.supply[side], "supply unit")
        g.log.add(f"{g.t.side_name[side]}: {has}, {stock}.", "4")
    developments.reveal_lines(g, side, ready)  # everybody sees who may operate [4.6b, R33]
    if side == g.t.country_side[g.t.yugoslavia]:
        countries.raise_partisans(g)  # [18j, R23]
    turn_start.give_income(g)


class BeforeCombat(TurnMenu):
    """Offers Actions, operations, missions and building, until combat begins or the turn ends. [3c]"""

    saved_as: ClassVar[str] = "Free"

    def run(self, g: Board) -> bool:
        g.phase = const.FREE
        return True

    def prompt(self, g: Board, seat: int) -> Ask:
        stock = f"{words.count(g.actions_left, 'Action')}, {g.supply[g.side] or 'no'} supply"
        if g.points > 0:
            stock = f"{stock}, {words.count(g.points, 'reinforcement point')}"
        last = "begin combat" if g.attacks else "end the turn"
        text = f"take Actions and lead armies in any order, then {last} ({stock} left)."
        return Ask(f"{g.t.side_name[g.side]}: {text}", "3c")

    def choices(self, g: Board, seat: int) -> list[int]:
        found = self.spending_choices(g) + self.army_choices(g) + missions.air_choices(g)
        if g.african_neutral and torch_landing.can_torch(g):
            found.append(TORCH)
        found.append(COMBAT)
        if not g.attacks:
            found.append(END_TURN)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Begin it, or end this part of the turn. [8u] [3e]"""
        if choice == COMBAT:
            g.agenda.pop()
        elif choice == END_TURN:
            g.agenda.pop()
            # The combats below only update control now. The part after them is left out.
            del g.agenda[-2]
        elif choice == TORCH:
            g.push(torch_landing.Torch())
        else:
            super().answer(g, seat, choice)


class AfterCombat(TurnMenu):
    """Offers Actions and building after the combats, but no spending of supply. [3e] [4.2h]"""

    def run(self, g: Board) -> bool:
        g.phase = const.AFTER
        if g.secret_tiles and seems_busy(g):
            return True
        for choice in self.choices(g, g.active_seat()):
            if choice != END_TURN and choice != REVEAL:
                return True
        g.agenda.pop()
        return False

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(
            f"{g.t.side_name[g.side]}: the combats are over; take Actions and build, then end the turn "
            f"({left_text(g)} left).",
            "4.2h",
        )

    def choices(self, g: Board, seat: int) -> list[int]:
        return [*self.spending_choices(g), *self.army_choices(g), END_TURN]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == END_TURN:
            g.agenda.pop()
        else:
            super().answer(g, seat, choice)


class SideEnd(Step[Board]):
    """Ends a side's turn: armies without supply, surrenders, boxes."""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        supply.eliminate_unsupplied(g)  # [7k]
        left = [unit for unit in g.t.units_of_side[g.side] if g.place[unit] >= 0]
        developments.reveal_lines(g, g.side, left)  # everybody sees who stays [4.6b, R33]
        countries.resolve_surrenders(g)  # [18]
        countries.check_victory(g)
        if g.side == ALLIES:
            bombing.end_allied_turn(g)
        elif g.side == AXIS:
            bombing.end_axis_turn(g)
        for unit in g.t.units_of_side[g.side]:
            g.cond[unit] &= ~const.THIS_SIDE_TURN
        g.points = 0  # [R10]
        g.actions_left = 0
        return False
