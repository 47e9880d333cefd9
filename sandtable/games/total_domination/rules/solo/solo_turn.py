"""The Axis of the solo game: a turn turns up a card and does what its side says, from left to right. [13.1]

The system asks nobody. The log says what decided each action and what then happened.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Step
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations import attack, deployment, movement
from sandtable.games.total_domination.rules.solo.solo_deck import new_year, turn_up
from sandtable.games.total_domination.rules.solo.solo_log import (
    log_card,
    log_extra,
    log_no_extra,
    log_plan,
    log_skipped,
    log_stuck,
)
from sandtable.games.total_domination.rules.solo.solo_plans import Plan, find

__all__ = ["SoloTurn", "extras", "new_year", "take_turn"]

# What a technology must make cheaper to add an army or a fleet to an action, in the order of the actions.
COLUMNS: Final = (
    (const.MOVE_LAND, const.MOVE_FLEET),  # [13.4b]
    (const.DEPLOY_LAND, const.DEPLOY_FLEET),  # [13.4c]
    (const.ATTACK_LAND, const.ATTACK_FLEET),  # [13.4a]
)


class SoloTurn(Step[Board]):
    """One turn of an Axis power."""

    def __init__(self, power: int) -> None:
        self.power = power

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        take_turn(g, self.power)
        return False


def take_turn(g: Board, power: int) -> None:
    """Play one turn of an Axis power from the solo deck. [13.1]"""
    t = g.t
    g.power = power
    card = turn_up(g)
    if card < 0:
        g.passed |= 1 << power  # [R36]
        if g.log is not None:
            text = f"{words.nation(g, power)} passes: no solo card is left."
            g.log.add(text, "13.1", (g.ids.power + power,))
        return
    if g.log is not None:
        log_card(g, power, card)
    acted = False
    for action, kind in t.solo_side[power][card]:
        if _act(g, power, card, action, kind):
            acted = True
    if not acted:
        _stuck(g, power)


def _act(g: Board, power: int, card: int, action: int, kind: int) -> bool:
    """Return one action with the extra units that technologies add; whether it was possible. [13.1]"""
    types = (kind, const.FLEET if kind == const.ARMY else const.ARMY)  # [13.2a]
    plan = find(g, power, card, action, types)
    if plan is None:
        if g.log is not None:
            log_skipped(g, power, card, action, types)
        return False  # and nothing is added to it [R68]
    if g.log is not None:
        log_plan(g, power, card, action, types, plan)
    _carry_out(g, power, action, plan)
    for tech, more in extras(g, power, action):  # [13.0.7]
        plan = find(g, power, card, action, (more,))  # no other type will do [13.4d]
        if plan is not None:
            if g.log is not None:
                log_extra(g, action, more, tech, plan)
            _carry_out(g, power, action, plan)
        elif g.log is not None:
            log_no_extra(g, power, card, action, more, tech)
    return True


def extras(g: Board, power: int, action: int) -> list[tuple[int, int]]:
    """Return the technologies of a power that add a unit to an action,
    and its type. [13.4a] [13.4b] [13.4c]
    """
    t = g.t
    found: list[tuple[int, int]] = []
    land, fleet = COLUMNS[action]
    for tech in range(t.n_techs):
        if g.techs[power] >> tech & 1:
            if t.effects[tech][land] < 0:
                found.append((tech, const.ARMY))
            if t.effects[tech][fleet] < 0:
                found.append((tech, const.FLEET))
    return found


def _carry_out(g: Board, power: int, action: int, plan: Plan) -> None:
    """Do it; the Axis pays no points."""
    if action == const.SOLO_MOVE:
        movement.arrive(g, plan.unit, plan.area)
    elif action == const.SOLO_DEPLOY:
        deployment.place(g, g.t.unit_kind[plan.unit], plan.area)
    else:
        attack.destroy(g, power, plan.unit)


def _stuck(g: Board, power: int) -> None:
    """Pay a power that could do nothing, while it holds all its Home areas. [13.0.11]"""
    t = g.t
    lost = [area for area in t.home_priority[power] if g.control[area] != power]  # the printed four [R67]
    if not lost:
        g.solo_vp += t.solo_bonus  # [R40]
    if g.log is not None:
        log_stuck(g, power, lost)
