"""Raids in the combat phase: interception, air combat, then the bombing. [A6.5.6] [A7.5.2c]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.combat import air_battle, strategic_raids
from sandtable.games.blitzkrieg_general.rules.combat.reaction import JoinCombatStep
from sandtable.games.blitzkrieg_general.rules.combat.reserves import may_join_defence
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import air_range, reached


def raided_areas(g: Board) -> list[int]:
    """Return the areas whose raid may be intercepted. [A6.5.6c]"""
    return [area for area in strategic_raids.targets(g) if not card_modifiers.no_reaction(g, area)]


def raids_in_reach(g: Board, unit: int, areas: list[int]) -> list[int]:
    """Return the raids that an aircraft can reach, or on a task force's coast. [A6.5.6c] [A6.5.6d]"""
    start = g.place[unit]
    if g.t.unit_kind[unit] == const.TASK_FORCE:
        near = list(g.t.coast[start]) if g.target[unit] == const.NONE else []
    else:
        near = [start, *reached(g, g.serves[unit], start, air_range(g, unit))]
    return [area for area in areas if area in near and may_join_defence(g, unit, area)]


class Interception(JoinCombatStep):
    """Aircraft and task forces of the other side intercept raids. [A6.5.6c] [A6.5.6d]"""

    def targets(self, g: Board) -> list[int]:
        return raided_areas(g)

    def starts(self, g: Board, targets: list[int], mask: int) -> list[int]:
        n_areas = g.t.n_areas
        return [s for s in range(g.t.n_spaces) if (g.air[s] if s < n_areas else g.forces[s]) & mask]

    def is_suited(self, g: Board, unit: int) -> bool:
        return may_intercept(g, unit)

    def reached(self, g: Board, unit: int, targets: list[int]) -> list[int]:
        return raids_in_reach(g, unit, targets)

    def join(self, g: Board, unit: int, space: int) -> None:
        start = g.place[unit]
        if g.t.unit_kind[unit] == const.TASK_FORCE:
            g.target[unit] = space
            g.mark(unit, const.REACTED | const.RAIDING)
        elif start == space:
            g.mark(unit, const.REACTED | const.FLOWN | const.RAIDING)
        else:
            g.move(unit, space)
            g.mark(unit, const.REACTED | const.FLYING | const.FLOWN | const.RAIDING)
        if g.log is not None:
            text = f"{words.unit(g, unit)} of {words.space(g, start)} intercepts the raid on "
            refs = (g.ids.unit + unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text}{words.space(g, space)}.", "A6.5.6c", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.spaces(g, raided_areas(g))
        return Ask(f"Raid on {where}: click aircraft or task forces to intercept it, or Done.", "A6.5.6c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if (
            not 0 <= unit < g.t.n_units
            or g.place[unit] < 0
            or g.t.unit_kind[unit] not in (const.AIRCRAFT, const.TASK_FORCE)
        ):
            return Refusal("Only aircraft and task forces intercept a raid. Click one, or Done.", "A6.5.6c")
        if g.carrier[unit] >= 0:
            return Refusal("Aircraft aboard a ship fly no missions.", "A1.1b")
        why = self.why_not_join(g, seat, unit)
        if why is not None:
            return why
        if g.cond[unit] & const.FLOWN:
            return Refusal(f"{words.unit(g, unit)} has already flown its mission in this phase.", "B6.3i")
        return Refusal("No raid is in its range.", "A6.5.6c")


def may_intercept(g: Board, unit: int) -> bool:
    """Check whether a unit could intercept: an aircraft at its base, or a task force."""
    kind = g.t.unit_kind[unit]
    if kind == const.TASK_FORCE:
        return g.target[unit] == const.NONE
    return kind == const.AIRCRAFT and g.carrier[unit] < 0 and not g.cond[unit] & (const.FLYING | const.FLOWN)


class Raids(Step[Board]):
    """All raids of a movement phase, one after the other. [A6.5.6]

    stage  0: interception;  1: the next raid;  2: its air combat is over;  area  that raid
    """

    def __init__(self, stage: int = 0, area: int = const.NONE) -> None:
        self.stage = stage
        self.area = area

    def run(self, g: Board) -> bool:
        area = self.area
        if self.stage == 0:
            g.agenda[-1] = Raids(1)
            if strategic_raids.targets(g):
                g.push(Interception())
            return False
        if self.stage == 1:
            found = strategic_raids.targets(g)
            if not found:
                g.agenda.pop()
                return False
            g.agenda[-1] = Raids(2, found[0])
            air_battle.intercept(g, found[0])  # [A6.5.6c]
            return False
        bombers = air_battle.bombers(g, area)  # those in excess may as well have fought [A6.5.6e]
        hits = air_battle.hits_on_raiders(g)
        g.agenda[-1] = Raids(1)  # first: interceptors and bombers fly home from here
        air_battle.end_interception(g, area)
        strategic_raids.resolve(g, area, bombers, hits)
        return False
