"""The sequence of play: phases of a turn, action segments, quarter after quarter. [B5.0] [A5.0]"""

from __future__ import annotations

from typing import Any, Final

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import effect_types as effects
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import supply, victory
from sandtable.games.blitzkrieg_general.rules.cards import card_windows
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import CardPhase
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.combat.raid_interception import Raids
from sandtable.games.blitzkrieg_general.rules.combat.reaction import Reaction
from sandtable.games.blitzkrieg_general.rules.economy.income import Income
from sandtable.games.blitzkrieg_general.rules.economy.production import Production
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Reinforcements
from sandtable.games.blitzkrieg_general.rules.economy.research import Research
from sandtable.games.blitzkrieg_general.rules.initiative import Initiative, Limits, Weather
from sandtable.games.blitzkrieg_general.rules.movement.exploitation import Exploit
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.movement.rail import Rail
from sandtable.games.blitzkrieg_general.rules.movement.rebase import Rebase
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.politics import control
from sandtable.games.blitzkrieg_general.rules.politics.conquest import Conquest
from sandtable.games.blitzkrieg_general.rules.politics.side_surrender import Capitulation
from sandtable.games.blitzkrieg_general.rules.politics.timetable import TimeTable
from sandtable.games.blitzkrieg_general.rules.politics.us_entry import UsEntry

# The phases before, in and after the action segments. [B5.0] [B6.0] [B7.0] [A5.0]
BEFORE_BASIC: Final = (const.TIME_TABLE, const.REINFORCEMENTS)
BEFORE: Final = (const.TIME_TABLE, const.REINFORCEMENTS, const.INITIATIVE, const.WEATHER, const.LIMITS)
SEGMENT_BASIC: Final = (
    const.MOVE,
    const.REACTION,
    const.COMBAT,
    const.EXPLOIT,
    const.EXPLOIT_REACTION,
    const.EXPLOIT_COMBAT,
)
SEGMENT_ADVANCED: Final = (
    const.SUPPLY_1,
    const.RAIL,
    const.REBASE,
    const.NAVAL_MOVE,  # before the others move [A6.4.4]
    const.MOVE,
    const.REACTION,
    const.COMBAT,
    const.SUPPLY_2,
    const.EXPLOIT,
    const.EXPLOIT_REACTION,
    const.EXPLOIT_COMBAT,
)
AFTER_BASIC: Final = (const.CONQUEST, const.INCOME, const.PRODUCTION, const.VICTORY)
AFTER: Final = (
    const.CONQUEST,
    const.US_ENTRY,
    const.INCOME,
    const.CARDS,
    const.RESEARCH,
    const.PRODUCTION,
    const.VICTORY,
)


class War(Step[Board]):
    """The bottom step: it goes through the parts of a turn.

    0 is before the action segments, 1 and 2 are the segments, 3 is after them, 4 is the next turn.
    """

    def __init__(self, part: int) -> None:
        self.part = part

    def run(self, g: Board) -> bool:
        if self.part == 4:
            next_turn(g)
            g.agenda[-1] = War(0)
            return False
        g.agenda[-1] = War(self.part + 1)
        if self.part == 0:
            if g.log is not None:
                g.log.add(f"— {words.quarter(g.turn).capitalize()} —", "B3.0")
            push(g, BEFORE if g.advanced else BEFORE_BASIC)
        elif self.part == 3:
            g.phase = const.CONQUEST
            push(g, AFTER if g.advanced else AFTER_BASIC)
            card_windows.open(g, effects.WHEN_ANY)
        else:
            begin_segment(g, self.part)
        return False


def push(g: Board, phases: tuple[int, ...]) -> None:
    """Put phases on the agenda, the first on top."""
    for at in range(len(phases) - 1, -1, -1):
        g.push(Phase(phases[at]))


def begin_segment(g: Board, number: int) -> None:
    """Begin an action segment of the side whose turn it is. [A5.0a] [B5.0a] [B6.0]"""
    if not g.advanced:
        g.side = const.AXIS if number == 1 else const.ALLIES  # [B5.0a]
    else:
        g.side = g.first if number == 1 else 1 - g.first  # [A6.0]
    for unit in range(g.t.n_units):
        if g.place[unit] >= 0:
            g.cond[unit] &= ~const.SEGMENT
    g.rail_used = bytes(g.t.n_majors)
    g.phase = const.SUPPLY_1 if g.advanced else const.MOVE
    if g.log is not None:
        g.log.add(f"— Action segment of the {words.side(g.side)} —", "B6.0")
    g.push(EndSegment())
    push(g, SEGMENT_ADVANCED if g.advanced else SEGMENT_BASIC)
    card_windows.open(
        g,
        effects.WHEN_ANY,
        effects.WHEN_OWN_ACTION_SEGMENT,
        effects.WHEN_OWN_MOVEMENT_PHASE,
        effects.WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
    )


class EndSegment(Step[Board]):
    """The end of an action segment. [R40] [R48]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        control.end_segment(g)
        g.segment_cards = 0
        return False


class Phase(Step[Board]):
    """One phase of the turn: it notes the phase in the state and starts it. [B5.0] [A5.0]"""

    def __init__(self, phase: int) -> None:
        self.phase = phase

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        phase = self.phase
        g.phase = phase
        if phase == const.VICTORY:
            victory.check(g)
            if g.result is None:
                g.push(Capitulation(1 - g.last_initiative))
                g.push(Capitulation(g.last_initiative))
            return False
        if phase in (const.SUPPLY_1, const.SUPPLY_2):
            supply.check(g)
            return False
        if phase in (const.MOVE, const.EXPLOIT, const.NAVAL_MOVE):
            self.reset_units(g)
        g.push(self.step())
        if phase == const.COMBAT and g.advanced:
            g.push(Raids())  # [A6.5.6]
        self.open_windows(g)
        return False

    def reset_units(self, g: Board) -> None:
        """Clear what units have done in an earlier phase of movement; not between ships and other units."""
        if self.phase == const.MOVE and g.advanced:
            return
        cond, came, target, embarked = g.cond, g.came, g.target, g.embarked_at
        for unit in [u for u, space in enumerate(g.place) if space >= 0]:
            cond[unit] &= ~const.PHASE
            came[unit] = target[unit] = embarked[unit] = const.NONE
        g.battles = []

    def open_windows(self, g: Board) -> None:
        """Open the card windows before a phase. [R102]"""
        if self.phase == const.REACTION:
            card_windows.open(
                g,
                effects.WHEN_ANY,
                effects.WHEN_REACTION_WINDOW,
                effects.WHEN_BEFORE_RESERVES_OR_LAND_MOVEMENT,
            )
        elif self.phase == const.EXPLOIT:
            card_windows.open(g, effects.WHEN_EXPLOITATION_PHASE)

    def step(self) -> Step[Any]:
        """Return the step of the phase."""
        phase = self.phase
        if phase == const.TIME_TABLE:
            return TimeTable()
        if phase == const.REINFORCEMENTS:
            return Reinforcements()
        if phase == const.INITIATIVE:
            return Initiative()
        if phase == const.WEATHER:
            return Weather()
        if phase == const.LIMITS:
            return Limits()
        if phase == const.RAIL:
            return Rail()
        if phase == const.REBASE:
            return Rebase()
        if phase == const.NAVAL_MOVE:
            return NavalMove()
        if phase == const.MOVE:
            return Move()
        if phase == const.REACTION:
            return Reaction(0)
        if phase == const.EXPLOIT_REACTION:
            return Reaction(1)
        if phase == const.COMBAT:
            return Combats(0)
        if phase == const.EXPLOIT_COMBAT:
            return Combats(1)
        if phase == const.EXPLOIT:
            return Exploit()
        return closing_step(phase)


def closing_step(phase: int) -> Step[Any]:
    """Return the step of a phase at the end of the turn."""
    if phase == const.CONQUEST:
        return Conquest()
    if phase == const.US_ENTRY:
        return UsEntry()
    if phase == const.INCOME:
        return Income()
    if phase == const.CARDS:
        return CardPhase()
    if phase == const.RESEARCH:
        return Research()
    return Production()


def next_turn(g: Board) -> None:
    """Begin the next quarter; after the last one the game is drawn. [B3.0] [B8.5e]"""
    s = g.t.scenarios[g.scenario]
    if g.turn >= 4 * s.end_year + s.end_quarter - 1:  # [A3.0]
        victory.draw(g)
        return
    g.turn += 1
    g.turn_cards = 0
    g.bombed = bytes(g.t.n_areas)
    g.japan_attack = g.china_attack = const.NONE
