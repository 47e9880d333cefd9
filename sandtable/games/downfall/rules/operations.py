"""Army operations: a click on an army, then step by step to the end of its operation. [8]

`ArmyOrder` asks for the order of the clicked army, `March` leads it area by area. Moves of any distance
(strategic, naval, landings) are in `long_movement`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import OP_ATTACK, OP_MOVE, OP_MOVE_ATTACK
from sandtable.games.downfall.components.ids import AREA, CONVERT, LAND, NAVAL, STOP, STRATEGIC, UPGRADE
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    armor,
    developments,
    long_movement,
    operation_effects,
    politics,
    reinforcements,
    tactical_movement,
)
from sandtable.games.downfall.rules.base_steps import ActiveStep
from sandtable.games.downfall.rules.tactical_movement import CROSSED, THROUGH

# The orders given by a button, as the questions name them.
BUTTON_WORDS: Final = (
    (STRATEGIC, "make a strategic movement"),
    (NAVAL, "make a naval movement"),
    (LAND, "make an amphibious landing"),
    (UPGRADE, "bring it to full strength"),
    (CONVERT, "convert it to armor"),
    (STOP, "stop here"),
)


def can_operate(g: Board, unit: int) -> bool:
    """Return whether an army can carry out any operation now."""
    cond = g.cond[unit]
    supply = g.supply[g.side]
    if supply == 0 or cond & (const.READY | const.OPERATED) != const.READY:  # [8v] [8w]
        return False
    here = g.place[unit]
    may_leave = politics.leaving_barrier(g, unit) == 0
    contested = g.stack[here] & const.FOES[g.side] != 0
    if not contested and may_leave and can_move_next_door(g, unit):
        return True
    cost = tactical_movement.path_cost(g, (here,), OP_MOVE)
    if contested and cost <= supply and tactical_movement.find_targets(g, unit, here, False, False):
        return True
    if not may_leave:
        return False
    if cost <= supply:
        mode = tactical_movement.start_mode(g, unit)
        if tactical_movement.next_areas(g, unit, (here,), const.FROM_INSIDE, mode, cost, True):
            return True
    return long_movement.can_move_far(g, unit)


def can_move_next_door(g: Board, unit: int) -> bool:
    """Return True if an army can surely go to a friendly area next to its own, without a full search.

    False only means that the full search must decide.
    """
    t = g.t
    side = g.side
    here = g.place[unit]
    nation = t.unit_nation[unit]
    poor = g.supply[side] < 2
    if poor and tactical_movement.costs_double(g, here, OP_MOVE):
        return False
    if t.home_guard[nation] or politics.is_frozen(g, unit):
        return False
    free = t.may_operate[nation]
    barred = t.barred_until[nation]
    control = g.control
    stack = g.stack
    shift = 8 * side
    for there in t.neighbours[here]:
        if (
            control[there] == side
            and stack[there] & const.FOES[side] == 0
            and (stack[there] >> shift) & 0xFF < t.stacking
            and free[there]
            and barred[there] <= g.turn
            and not t.passage_area[there]
            and not (poor and tactical_movement.costs_double(g, there, OP_MOVE))
        ):
            return True
    return False


def clickable_armies(g: Board) -> list[int]:
    """Return the armies of the active side that can do something now, identical ones once."""
    found: list[int] = []
    t = g.t
    place = g.place
    conds = g.cond
    operations = g.phase == const.FREE and g.supply[g.side] > 0
    points = g.points > 0
    steps = g.armor[g.side] > 0
    if not operations and not points and not steps:
        return found
    for unit in t.units_of_side[g.side]:
        area = place[unit]
        if area < 0:
            continue
        cond = conds[unit]
        operates = operations and cond & (const.READY | const.OPERATED) == const.READY
        upgrades = points and cond & const.STEPS == const.REDUCED
        converts = steps and t.supply_of[area] >= 0 and not t.unit_armor[unit]
        if not operates and not upgrades and not converts:
            continue
        if operation_effects.is_repeated(g, unit):
            continue
        if (
            (operates and can_operate(g, unit))
            or (upgrades and reinforcements.can_upgrade(g, unit))
            or (converts and armor.can_convert(g, unit))
        ):
            found.append(unit)
    return found


def orders_text(g: Board, choices: list[int], onward: str) -> str:
    """Return what an army may do now, in words, for the question."""
    named: list[str] = []
    attack = False
    support = False
    for choice in choices:
        if AREA <= choice < g.ids.unit:
            if not named:
                named.append(onward)
        elif g.ids.unit <= choice < g.ids.tile:
            if g.attack_on(choice - g.ids.unit) < 0:
                attack = True
            else:
                support = True
    if attack:
        named.append("attack an army here")
    if support:
        named.append("support an attack here")
    for button, doing in BUTTON_WORDS:
        if button in choices:
            named.append(doing)
    if named == [onward]:
        return "which area next"
    if len(named) == 1 and attack:
        return "which army does it attack"
    if len(named) == 1 and support:
        return "which attack does it support"
    return words.listed(named, "or")


class ArmyOrder(ActiveStep):
    """The question what a clicked army does."""

    saved_as: ClassVar[str] = "Order"

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def prompt(self, g: Board, seat: int) -> Ask:
        asked = orders_text(g, self.choices(g, seat), "move to an area next to it")
        return Ask(f"{words.army(g, self.unit)} in {g.t.area_name[g.place[self.unit]]}: {asked}?", "8a")

    def march(self, g: Board) -> March:
        """Return the tactical operation before its first step."""
        return March(
            self.unit, tactical_movement.start_mode(g, self.unit), const.FROM_INSIDE, g.place[self.unit]
        )

    def may_operate(self, g: Board) -> bool:
        """Return whether an operation could be possible at all."""
        can_pay = g.phase == const.FREE and g.supply[g.side] > 0
        return can_pay and politics.operation_barrier(g, self.unit) == 0

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return first steps, enemies to attack here, long moves, upgrading and conversion. [8a]"""
        found: list[int] = []
        unit = self.unit
        if self.may_operate(g):
            found = self.march(g).choices(g, seat)
            if politics.leaving_barrier(g, unit) == 0:
                if long_movement.can_move_strategically(g, unit):
                    found.append(STRATEGIC)
                if long_movement.can_move_by_sea(g, unit):
                    found.append(NAVAL)
                if long_movement.can_land(g, unit):
                    found.append(LAND)
        if g.points > 0 and reinforcements.can_upgrade(g, unit):
            found.append(UPGRADE)
        if g.armor[g.side] > 0 and armor.can_convert(g, unit):
            found.append(CONVERT)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == UPGRADE:
            g.agenda.pop()
            reinforcements.upgrade(g, self.unit)
        elif choice == CONVERT:
            g.agenda.pop()
            armor.start_convert(g, self.unit)
        elif choice in (STRATEGIC, NAVAL, LAND):
            g.agenda[-1] = long_movement.LongMove(self.unit, choice)
        else:
            self.march(g).answer(g, seat, choice)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == UPGRADE:
            return reinforcements.why_not_upgrade(g, self.unit)
        if choice == CONVERT:
            return armor.why_not_convert(g, self.unit)
        if choice not in (STRATEGIC, NAVAL, LAND, STOP) and not AREA <= choice < g.ids.tile:
            return Refusal(
                f"First choose an order for the army you clicked. {self.prompt(g, seat).text}", "8a"
            )
        if not self.may_operate(g):
            return why_not_operate(g, self.unit)
        if choice in (STRATEGIC, NAVAL, LAND):
            code = politics.leaving_barrier(g, self.unit)
            if code:
                return politics.refusal(g, self.unit, code)
            return long_movement.why_not_move_far(g, self.unit, choice)
        return self.march(g).why_not(g, seat, choice)


def why_not_after_combat(g: Board) -> Refusal:
    """Return the refusal of everything that costs supply after the combats have begun."""
    what = "been fought" if g.phase == const.AFTER else "begun"
    return Refusal(f"Supply cannot be spent once the combats have {what}.", "3e")


def why_not_click(g: Board, unit: int) -> Refusal:
    """Return why the player's own army cannot be clicked in the free parts of the turn."""
    for other in g.at[g.place[unit]]:
        if other < unit and operation_effects.is_identical(g, unit, other) and other in clickable_armies(g):
            return Refusal("It is identical to another army there. Click that one.", "8")
    return why_not_operate(g, unit)


def why_not_operate(g: Board, unit: int) -> Refusal:
    """Return why an army cannot begin an operation."""
    if g.phase != const.FREE:
        return why_not_after_combat(g)
    code = politics.operation_barrier(g, unit)
    if code:
        return politics.refusal(g, unit, code)
    if g.supply[g.side] == 0:
        return Refusal("Every operation costs supply, and the stock is empty.", "8b")
    code = politics.leaving_barrier(g, unit)
    if code:
        return politics.refusal(g, unit, code)
    path = (g.place[unit],)
    cost = tactical_movement.path_cost(g, path, OP_MOVE)
    if g.supply[g.side] < cost:
        return tactical_movement.why_too_expensive(g, path)
    if politics.is_frozen(g, unit):
        return politics.refusal(g, unit, politics.FROZEN)
    # If the same rule closes every way out, that rule is the reason.
    refusal: Refusal | None = None
    for there in g.t.neighbours[path[0]]:
        other = tactical_movement.why_not_enter(
            g, unit, path, there, const.FROM_INSIDE, tactical_movement.start_mode(g, unit), cost
        )
        if refusal is not None and refusal.rule != other.rule:
            return Refusal("This army cannot carry out any operation.", "8")
        refusal = other
    return Refusal("This army cannot carry out any operation.", "8") if refusal is None else refusal


class March(ActiveStep):
    """The question how a tactical movement goes on: an area, an enemy to attack, or stop. [8j] [8m]"""

    def __init__(self, unit: int, mode: int, via: int, *path: int) -> None:
        self.unit = unit
        self.mode = mode
        self.via = via
        self.path: tuple[int, ...] = path

    def prompt(self, g: Board, seat: int) -> Ask:
        t = g.t
        way = " – ".join([t.area_name[a] for a in self.path])
        left = t.move[t.unit_type[self.unit]] - len(self.path) + 1
        asked = orders_text(g, self.choices(g, seat), f"go on (up to {words.count(left, 'area')})")
        name = words.army(g, self.unit)
        if self.mode == CROSSED:
            return Ask(f"{name}, exploitation {way}: {asked}?", "13.1c")
        return Ask(f"{name}, {way}: {asked}?", "8j")

    def choices(self, g: Board, seat: int) -> list[int]:
        here = self.path[-1]
        unit = self.unit
        used = len(self.path) - 1
        found: list[int] = []
        supply = g.supply[g.side]
        cost = tactical_movement.path_cost(g, self.path, OP_MOVE)
        if supply < cost:
            return found
        if used or politics.leaving_barrier(g, unit) == 0:
            for area in tactical_movement.next_areas(g, unit, self.path, self.via, self.mode, cost, False):
                found.append(AREA + area)
        if tactical_movement.may_fight(g, unit, here, used, self.mode):
            for target in tactical_movement.find_targets(g, unit, here, used > 0, False):
                found.append(g.ids.unit + target)
        if used and tactical_movement.may_stop(g, unit, here, self.mode):
            found.append(STOP)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if AREA <= choice < g.ids.unit:
            there = choice - AREA
            here = self.path[-1]
            link = tactical_movement.link_between(g, here, there)
            mode = tactical_movement.mode_after(g, self.unit, here, there, self.via, link, self.mode)
            g.agenda[-1] = March(self.unit, mode, link, *self.path, there)
            return
        g.agenda.pop()
        used = len(self.path) - 1
        operation = OP_MOVE if choice == STOP else OP_MOVE_ATTACK if used else OP_ATTACK
        cost = tactical_movement.path_cost(g, self.path, operation)
        operation_effects.pay(g, cost)
        g.cond[self.unit] |= const.OPERATED
        if used:
            if self.mode == CROSSED:
                developments.reveal_use(g, g.side, g.t.exploit_dev)  # [4.6b]
                operation_effects.travel(g, self.unit, self.path, ", exploitation", "13.1", cost)
            else:
                operation_effects.travel(g, self.unit, self.path, "", "8j" if choice == STOP else "8m", cost)
        if choice != STOP:
            operation_effects.declare(g, self.unit, choice - g.ids.unit, self.via, 0 if used else cost)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        here = self.path[-1]
        used = len(self.path) - 1
        cost = tactical_movement.path_cost(g, self.path, OP_MOVE)
        if g.supply[g.side] < cost:
            return tactical_movement.why_too_expensive(g, self.path)
        if AREA <= choice < g.ids.unit:
            code = 0 if used else politics.leaving_barrier(g, self.unit)
            if code:
                return politics.refusal(g, self.unit, code)
            return tactical_movement.why_not_enter(
                g, self.unit, self.path, choice - AREA, self.via, self.mode, cost
            )
        if g.ids.unit <= choice < g.ids.tile:
            return operation_effects.why_not_target(g, self.unit, choice - g.ids.unit, here, used, self.mode)
        if choice == STOP:
            if used == 0:
                return Refusal("The army has not moved yet.", "8j")
            if self.mode == THROUGH:
                return politics.general_refusal(politics.MUST_CROSS)
            code = tactical_movement.end_barrier(g, self.unit, here)
            return politics.refusal(g, self.unit, code if code else politics.DUTY)
        return None
