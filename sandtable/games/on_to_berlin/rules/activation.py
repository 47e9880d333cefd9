"""Activating a group: which units it takes and which of the four actions it performs. [7.0] [7.1] [7.2]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.group_action import ATTACK as ATTACK_ACTION
from sandtable.games.on_to_berlin.components.group_action import GroupAction
from sandtable.games.on_to_berlin.components.ids import (
    ALL,
    ATTACK,
    FLY,
    MOVE,
    STRIKE,
    TOGETHER,
    VIOLATE,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import nations
from sandtable.games.on_to_berlin.rules.base_steps import fallback_refusal
from sandtable.games.on_to_berlin.rules.combat import air_actions, combat, combat_sequence
from sandtable.games.on_to_berlin.rules.groups import Gather, likeness
from sandtable.games.on_to_berlin.rules.movement import air_routes, movement_costs
from sandtable.games.on_to_berlin.rules.movement.group_movement import FIRST, SINGLE, March
from sandtable.games.on_to_berlin.rules.movement.movement_costs import NEVER, PERHAPS, SURELY

BY_AIR: Final = 0  # an Air Action needs no card


def is_eligible(g: Board, unit: int, by: int) -> bool:
    """Return whether points, an event or an Air Action may activate a unit of the active side. [7.1]"""
    if not g.ready(unit, g.side):
        return False
    if g.cond[unit] & by:  # [6.1.1d] [7.1a]; by the other half of the card it may act again [6.1.2a] [17.1d]
        return False
    kind = g.t.unit_kind[unit]
    if by == BY_AIR:
        return g.t.unit_strike[unit] != 0  # [6.2a] [6.2b]
    return by != const.BY_EVENT or kind != const.NAVAL  # the double actions are for land and air units


def may_attack(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group can make a Normal Attack where it stands. [9.1] [7.2b]"""
    area = g.place[units[0]]
    if not g.force[1 - g.side][area]:  # [R43]
        return False
    return all(combat.can_attack(g, unit, area) for unit in units)


def may_break(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group can attack ships of Neutral nations where it stands. [3.1.3b, R14]"""
    area = g.place[units[0]]
    if not g.force[const.NEUTRAL][area]:
        return False
    if not all(combat.can_attack(g, unit, area) for unit in units):
        return False
    return not (g.no_declarations and air_actions.has_axis_leaning(g, area))


def may_strike(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group can make an Airstrike. [9.2] [7.2d]"""
    t = g.t
    for unit in units:
        if not t.unit_strike[unit]:
            return False
    return bool(
        air_actions.strike_targets(g, units, 0, False, True)
        or air_actions.strike_targets(g, units, 0, True, True)
    )


def may_fly(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group can make an Air Movement. [8.2] [7.2c]"""
    for unit in units:
        if g.t.unit_kind[unit] != const.AIR:
            return False
    return air_actions.can_fly(g, units)


def can_act(g: Board, units: tuple[int, ...], by: int, twice: bool, stays: bool = False) -> bool:
    """Return whether a group can perform any action; `stays` says that it cannot move."""
    if by != BY_AIR:
        if may_attack(g, units):
            return True
        if not twice and not stays and movement_costs.can_move(g, units):
            return True
    if g.t.unit_strike[units[0]]:
        if may_strike(g, units):
            return True
        if not twice and may_fly(g, units):
            return True
    return by != BY_AIR and not twice and may_break(g, units)


def has_aircraft(g: Board) -> bool:
    """Return whether the active side has a fresh air unit on the map; a carrier is a naval unit. [5.0d]"""
    t = g.t
    for unit in t.strikers:
        if t.unit_kind[unit] == const.AIR and g.place[unit] >= 0 and g.ready(unit, g.side):
            return True
    return False


def flyers(g: Board) -> list[int]:
    """Return the units of the active side with which an Air Action can begin. [6.2a] [6.2b]"""
    found: list[int] = []
    seen: list[int] = []
    t = g.t
    place = g.place
    for unit in t.strikers:
        area = place[unit]
        if area < 0 or not g.ready(unit, g.side):
            continue
        key = area << 32 | likeness(g, unit)
        if key in seen:
            continue
        seen.append(key)
        soars = t.unit_kind[unit] == const.AIR and movement_costs.quick_can_move(g, unit, area) == SURELY
        if soars or can_act(g, (unit,), BY_AIR, False):
            found.append(unit)
    return sorted(found, key=place.__getitem__)


def startable(g: Board, by: int, first_only: bool = False) -> list[int]:
    """Return the units of the active side that can start a group, identical ones once in each area."""
    if by == BY_AIR:
        return flyers(g)[:1] if first_only else flyers(g)
    found: list[int] = []
    t = g.t
    side = g.side
    force = g.force[side]
    foes = g.force[1 - side]
    neutrals = g.force[const.NEUTRAL]
    cond = g.cond
    came = g.came
    unit_type = t.unit_type
    unit_nation = t.unit_nation
    fit = [side == s and w != 0 for s, w in zip(g.nside, g.war, strict=True)]  # [3.1.1b]
    bar = const.SPENT | by  # [7.1] [6.1.1d] [7.1a]
    for area in range(t.n_areas):
        here = force[area]
        if not here:
            continue
        quiet = not foes[area] and not neutrals[area]
        if here == 1 and quiet and g.held[area] == side and not t.sea[area]:
            continue  # one land unit alone must stay, and there is nothing to attack [8.1d]
        seen: list[int] = []
        # A quick check finds land units that may leave a friendly area for a friendly one nearby. [8.1d]
        plain = g.held[area] == side and not t.sea[area] and not g.garrison_limits
        outlet = -1  # not checked yet
        for unit in g.at[area]:
            nation = unit_nation[unit]
            if cond[unit] & bar or not fit[nation]:
                continue
            if by == const.BY_EVENT and t.unit_kind[unit] == const.NAVAL:
                continue
            # `groups.likeness`, written out: this is asked of every unit at every question about points.
            like = unit_type[unit] << 16 | cond[unit] << 12 | (came[unit] + 1)
            if like in seen:
                continue
            seen.append(like)
            moves = PERHAPS
            if plain and t.unit_kind[unit] == const.LAND and t.unit_move[unit]:
                if not movement_costs.is_relieved(g, unit, area, side):
                    moves = NEVER
                elif side == const.ALLIED or not t.limited[nation]:
                    if outlet < 0:
                        outlet = int(movement_costs.has_way_out(g, side, area))
                    moves = SURELY if outlet else PERHAPS
            else:
                moves = movement_costs.quick_can_move(g, unit, area)
            if moves == SURELY:
                found.append(unit)
            elif moves == NEVER and quiet and not t.unit_strike[unit]:
                continue
            elif can_act(g, (unit,), by, False, moves == NEVER):
                found.append(unit)
            else:
                continue
            if first_only:
                return found
    return found


def may_start(g: Board, unit: int, by: int) -> bool:
    """Return whether a group can begin with a unit on the map. [7.1]"""
    return is_eligible(g, unit, by) and can_act(g, (unit,), by, False)


class Activate(Gather):
    """The group of one action: more units, then what all of them do. [7.1b]

    `mode` is the place of the action in a double action; `pool` are the only units that may take part in its
    second action [17.1b]; `twice`: two attacks announced together [17.1a].
    """

    def __init__(
        self, units: tuple[int, ...], by: int, mode: int, twice: bool = False, pool: tuple[int, ...] = ()
    ) -> None:
        super().__init__(units)
        self.by = by
        self.mode = mode
        self.twice = twice
        self.pool = pool

    def again(self, units: tuple[int, ...]) -> Gather:
        return Activate(units, self.by, self.mode, self.twice, self.pool)

    def joins(self, g: Board, unit: int) -> bool:
        """Check that the unit is fresh, not activated before, and leaves the group an action. [7.1]"""
        if self.pool and unit not in self.pool:
            return False
        if not self.pool and not is_eligible(g, unit, self.by):
            return False
        return can_act(g, (*self.units, unit), self.by, self.twice)

    def buttons(self, g: Board) -> list[int]:
        """Return the actions open to the group. [7.2]"""
        units = self.units
        found: list[int] = []
        attack = self.by != BY_AIR and may_attack(g, units)
        strike = may_strike(g, units)
        if not self.twice:
            if self.by != BY_AIR and movement_costs.can_move(g, units):
                found.append(MOVE)  # [6.1.1a]
            if may_fly(g, units):
                found.append(FLY)  # [6.1.1e] [6.2a]
            if self.mode == FIRST and (attack or strike):
                found.append(TOGETHER)  # [17.1]
            if self.by != BY_AIR and may_break(g, units):
                found.append(VIOLATE)
        if attack:
            found.append(ATTACK)  # [6.1.1b]
        if strike:
            found.append(STRIKE)  # [6.1.1f] [6.2b]
        return found

    def press(self, g: Board, button: int) -> None:
        if button == TOGETHER:
            g.agenda[-1] = Activate(self.units, self.by, self.mode, True, self.pool)
            return
        g.agenda.pop()
        units = self.units
        for unit in units:
            g.cond[unit] |= self.by  # [6.1.1d] [7.1a]; points and event mark it apart [6.1.2a] [6.1.2b]
        # An action spends the group [6.2c]; in a double action only its end does, as two attacks at once are.
        # [17.1e] [17.1a]
        spend = self.mode == SINGLE or self.twice
        rolls = 2 if self.twice else 1
        here = g.place[units[0]]
        if button == MOVE:
            g.push(March(units, (here,), 0, self.mode, False))
        elif button == FLY:
            g.push(air_actions.Flight(units, (here,), spend))
        elif button == STRIKE:
            g.push(air_actions.Target(units, rolls, spend, 0, False))
        else:
            nations.attacked(g, g.side, here, button == VIOLATE)
            combat_sequence.declare(g, GroupAction(ATTACK_ACTION, units, (here,), True), rolls, spend)

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        if self.twice:
            return Ask(f"{who}: two attacks whose hits are added up. Choose how to attack.", "17.1a")
        return Ask(f"{who}: add units of the area, or choose what the group does.", "7.1")

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == TOGETHER and self.mode != FIRST:
            return Refusal("Two attacks are announced together only as the two actions of an event.", "17.1a")
        if self.twice and choice in (MOVE, FLY, TOGETHER, VIOLATE):
            return Refusal("The group has announced two attacks: choose how to attack.", "17.1a")
        return why_not_act(g, self.units, self.by, choice)

    def why_not_join(self, g: Board, unit: int) -> Refusal:
        if self.pool and unit not in self.pool:
            return Refusal("Only units of the first action take part in the second.", "17.1b")
        reason = None if self.pool else why_not_eligible(g, unit, self.by)
        return reason or Refusal("A group with this unit could not do anything together.", "7.1b")


# --- reasons


def why_not_eligible(g: Board, unit: int, by: int) -> Refusal | None:
    """Return why a unit may not be activated now; None if it may."""
    t = g.t
    nation = t.unit_nation[unit]
    name = t.nation_name[nation]
    if g.place[unit] < 0:
        return Refusal("This unit is not on the map.", "7.0")
    if g.nside[nation] == const.NEUTRAL:
        return Refusal(f"{name} is Neutral: its units do nothing.", "3.1.1c")
    if g.nside[nation] != g.side:
        return Refusal(f"{name} is on the other side.", "3.1.1b")
    if not g.war[nation]:
        return Refusal(f"{name} is not At War yet.", "3.1.1b")
    if g.cond[unit] & const.SPENT:
        return Refusal("This unit is spent; only fresh units are activated.", "7.1")
    if g.cond[unit] & by:
        rule = "6.1.1d" if by == const.BY_POINTS else "7.1a"
        return Refusal("This unit has already been activated in this impulse.", rule)
    if by == BY_AIR and not t.unit_strike[unit]:
        return Refusal("An Air Action is for air units and carriers.", "6.2")
    if by == const.BY_EVENT and t.unit_kind[unit] == const.NAVAL:
        return Refusal("This event is for land and air units.", "6.1.2")
    return None


def why_not_start(g: Board, unit: int, by: int) -> Refusal:
    """Return why no group can begin with a unit."""
    reason = why_not_eligible(g, unit, by)
    if reason is not None:
        return reason
    t = g.t
    area = g.place[unit]
    if by != BY_AIR and t.unit_move[unit] and not movement_costs.may_leave(g, (unit,), area):
        name = t.area_name[area]
        text = f"A unit that can control {name} must stay, and there is nothing to attack."
        return Refusal(text, "8.1d")
    if by != BY_AIR and not t.unit_move[unit]:
        return Refusal("This unit cannot move, and there is nothing to attack.", "7.2a")
    return Refusal("This unit cannot move or attack from here.", "7.2")


def why_not_act(g: Board, units: tuple[int, ...], by: int, button: int) -> Refusal | None:
    """Return why a group cannot do what a button says; None for buttons of other questions."""
    t = g.t
    area = g.place[units[0]]
    if button == MOVE:
        if by == BY_AIR:
            return Refusal("An Air Action is an Air Movement or an Airstrike.", "6.2")
        for unit in units:
            if not t.unit_move[unit]:
                return Refusal(f"{words.unit(g, unit)} cannot move.", "7.2a")
        if not movement_costs.may_leave(g, units, area):
            return movement_costs.why_not_leave(g, area)
        return Refusal("There is no area that the whole group could enter.", "8.1")
    if button in (ATTACK, TOGETHER):
        return why_not_attack(g, units, by)
    if button == FLY:
        for unit in units:
            if t.unit_kind[unit] != const.AIR:
                return Refusal("Air Movement is for groups of air units only.", "8.2")
        if t.sea[area] or g.held[area] != g.side:
            rule = "8.2c" if t.sea[area] else "8.2a"
            return Refusal("Air Movement begins in a friendly Land area.", rule)
        if not movement_costs.may_leave(g, units, area):
            return movement_costs.why_not_leave(g, area)
        return Refusal("There is no friendly Land area in reach with room for the group.", "8.2a")
    if button == STRIKE:
        for unit in units:
            if not t.unit_strike[unit]:
                return Refusal("Every unit of an Airstrike needs an Airstrike Rating.", "7.2d")
        if air_routes.strike_range(g, units, 0) < 0:
            return Refusal("Air units strike only from friendly Land areas.", "9.2e")
        return Refusal("There is no area to strike in range.", "9.2a")
    if button == VIOLATE:
        if by == BY_AIR or g.force[const.NEUTRAL][area]:
            return why_not_attack(g, units, by)
        return Refusal("No ships of a Neutral nation are here.", "3.1.3b")
    if button == ALL:
        return Gather.no_more
    if button in (DONE, PASS):
        return Refusal("Choose what the group does.", "7.1b")
    return fallback_refusal(g, button)


def why_not_attack(g: Board, units: tuple[int, ...], by: int) -> Refusal:
    """Return why a group cannot attack where it stands. [9.1.1]"""
    t = g.t
    area = g.place[units[0]]
    if by == BY_AIR:
        return Refusal("An Air Action is an Air Movement or an Airstrike.", "6.2")
    for unit in units:
        if not combat.can_attack(g, unit, area):
            kind = t.unit_kind[unit]
            rule = "9.1.1" if kind == const.LAND else "9.1.1a" if kind == const.AIR else "9.1.1b"
            return Refusal(f"{words.unit(g, unit)} cannot attack here: {const.KINDS[kind]} unit.", rule)
    if g.no_declarations and air_actions.has_axis_leaning(g, area):
        return Refusal("Axis-Leaning Neutral nations may not be attacked.", "16.4")
    return Refusal(f"There is no enemy in {t.area_name[area]}.", "9.1")
