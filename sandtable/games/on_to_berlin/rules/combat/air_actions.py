"""Airstrikes and Air Movement: what a group can strike, how air units change base. [9.2] [8.2]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR, AXIS, NEUTRAL
from sandtable.games.on_to_berlin.components.group_action import AIR_MOVEMENT, AIRSTRIKE, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, STOP
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits, nations
from sandtable.games.on_to_berlin.rules.base_steps import UNLOCKED, BreachStep, PathStep
from sandtable.games.on_to_berlin.rules.combat import combat_sequence, counterattacks
from sandtable.games.on_to_berlin.rules.movement import air_routes, group_movement, movement_costs

# How an area can be struck, as bits.
CLEAN: Final = 1  # without breaking any neutrality
BREAKS: Final = 2  # only by breaking one [3.1.3a] [3.1.3b]

# Reasons against the next area of an Air Movement, in addition to those of `entry_limits`.
NOT_OWN: Final = 31
BEEN_THERE: Final = 32

# --- targets of Airstrikes


def strike_targets(
    g: Board, units: tuple[int, ...], reach: int, violate: bool, first_only: bool = False
) -> list[int]:
    """Return the areas a group may strike, or with `violate` those whose strike breaks a neutrality. [9.2]

    `reach` is the range of a card, which replaces the ratings (0 for none); such a card strikes only Land
    areas.
    """
    span = air_routes.strike_range(g, units, reach)
    if span < 0:
        return []
    t = g.t
    side = g.side_of(units[0])
    base = g.place[units[0]]
    foes = g.force[1 - side]
    neutrals = g.force[NEUTRAL]
    wanted = BREAKS if violate else CLEAN
    found: list[int] = []
    # Its own area and those beside it [9.2a], then Land farther off [9.2b].
    for row in ((base,), g.near(side)[base], t.afar[air_routes.network(g, side)][base][span]):
        for target in row:
            if not foes[target] and not (violate and neutrals[target]):  # [R43]
                continue
            if reach and t.sea[target]:  # [9.2b]
                continue
            if ways_to_strike(g, side, base, target, span) & wanted:
                found.append(target)
                if first_only:
                    return found
    return found


def ways_to_strike(g: Board, side: int, base: int, target: int, span: int) -> int:
    """Return how an area with units in it can be struck: CLEAN, BREAKS, both or neither."""
    if air_routes.winter_closed(g, target):  # [15.2a] [15.2b]
        return 0
    way = air_routes.best_way(g, side, base, target, span)
    if way is None:
        return 0
    found = 0
    if g.force[1 - side][target]:
        found = BREAKS if air_routes.broken_neutralities(g, side, way) else CLEAN  # [3.1.3a]
    if g.force[NEUTRAL][target] and not (g.no_declarations and has_axis_leaning(g, target)):
        found |= BREAKS  # [3.1.3b] [16.4]
    return found


def has_axis_leaning(g: Board, area: int) -> bool:
    """Return whether units of a Neutral nation that leans to the Axis are in an area. [16.4]"""
    t = g.t
    for unit in g.at[area]:
        nation = t.unit_nation[unit]
        if g.nside[nation] == NEUTRAL and t.leaning[nation] == AXIS:
            return True
    return False


class Target(BreachStep):
    """The target of an Airstrike. [9.2]

    `rolls`: dice for each unit; `spend`: whether the units are spent afterwards, as they are outside double
    actions; `reach`: the range of a card, 0 for the ratings; `unlocked`: a neutrality will be broken.
    """

    no_breach: ClassVar[Refusal] = Refusal("No strike of this group would break a neutrality.", "3.1.3")
    no_unit: ClassVar[Refusal] = Refusal("An Airstrike is against an area: click the area.", "9.2a")

    def __init__(
        self, units: tuple[int, ...], rolls: int, spend: bool, reach: int, unlocked: bool = False
    ) -> None:
        self.units = units
        self.rolls = rolls
        self.spend = spend
        self.reach = reach
        self.unlocked = unlocked

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return strike_targets(g, self.units, self.reach, unlocked, first_only)

    def take_area(self, g: Board, area: int) -> None:
        """Declare the strike: neutrality is broken now, before reactions and dice. [R14]"""
        g.agenda.pop()
        units = self.units
        base = g.place[units[0]]
        way = air_routes.best_way(g, g.side, base, area, air_routes.strike_range(g, units, self.reach))
        if way and g.log is not None:
            text = f"Flight from {g.t.area_name[base]} over {words.areas(g, way)}: {words.units(g, units)}."
            g.log.add(text, "9.2b", tuple([AREA + over for over in way]))
        if way is not None:
            air_routes.fly_over(g, g.side, way)
        nations.attacked(g, g.side, area, self.unlocked)
        # It will spend the group [9.2d] [10.1d, R42], in a double action at its end [17.1e].
        combat_sequence.declare(g, GroupAction(AIRSTRIKE, units, (base, area), True), self.rolls, self.spend)

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        if self.unlocked:
            return Ask(f"{who}: choose an area whose Airstrike breaks a neutrality.", "3.1.3")
        return Ask(f"{who}: choose the area of the Airstrike.", "9.2")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        t = g.t
        side = g.side
        name = t.area_name[area]
        base = g.place[self.units[0]]
        span = air_routes.strike_range(g, self.units, self.reach)
        if self.reach and t.sea[area]:
            return Refusal(f"{name} is a Sea area; this card strikes Land areas.", "9.2b")
        if not g.force[1 - side][area] and not g.force[NEUTRAL][area]:
            return Refusal(f"There is no enemy unit in {name}.", "9.2")
        reason = air_routes.why_not_reach(g, side, base, area, span)
        if reason is not None:
            return reason
        if g.no_declarations and has_axis_leaning(g, area):
            return Refusal(f"{name} holds units of a Neutral nation that leans to the Axis.", "16.4")
        if self.unlocked:
            return Refusal(f"Striking {name} breaks no neutrality; choose an area where it does.", "3.1.3")
        return air_routes.why_not_offered(g, side, base, area, span)


# --- Air Movement


def enterable(g: Board, units: tuple[int, ...], path: tuple[int, ...], there: int) -> int:
    """Return why an Air Movement cannot go on to a neighbouring area; OPEN if it can. [8.2]"""
    side = g.side_of(units[0])
    if g.held[there] != side:  # [8.2a] [8.1.1b]; enemy units there do not matter [8.2b]
        return NOT_OWN
    if there in path:
        return BEEN_THERE
    for unit in units:
        code = entry_limits.barrier(g, unit, there)  # [8.2e] [15.6] [15.7.2] [15.7.3]
        if code:
            return code
    return entry_limits.room(
        g, side, there, 0, len(units), 0
    )  # [8.2e] [8.1.1e]; ships do not matter [8.1.2g]


def onward(
    g: Board, units: tuple[int, ...], path: tuple[int, ...], left: int, unlocked: bool, first_only: bool
) -> list[int]:
    """Return the next areas of an Air Movement from which it can still end on land. [8.2b] [8.2c]

    `left`: its points. With `unlocked`, return only areas that break a neutrality; otherwise the whole route
    breaks none.
    """
    found: list[int] = []
    if left <= 0:
        return found
    side = g.side_of(units[0])
    for there in g.near(side)[path[-1]]:
        if enterable(g, units, path, there) or bool(nations.violated(g, side, there)) != unlocked:
            continue
        if g.t.sea[there] and not onward(g, units, (*path, there), left - 1, False, True):
            continue  # it could not end anywhere [8.2c]
        found.append(there)
        if first_only:
            break
    return found


def allowance(g: Board, units: tuple[int, ...]) -> int:
    """Return the lowest Movement Rating of a group. [8.2e] [8.1]"""
    lowest = 99
    for unit in units:
        if g.t.unit_move[unit] < lowest:
            lowest = g.t.unit_move[unit]
    return lowest


def can_fly(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group can make an Air Movement, breaking a neutrality or not. [8.2] [7.2c]"""
    t = g.t
    base = g.place[units[0]]
    if t.sea[base] or g.held[base] != g.side_of(units[0]):  # [8.2a] [8.2c]
        return False
    for unit in units:
        if t.unit_kind[unit] != AIR:  # [8.2]
            return False
    left = allowance(g, units)
    path = (base,)
    if not onward(g, units, path, left, False, True) and not onward(g, units, path, left, True, True):
        return False
    return movement_costs.may_leave(g, units, base)  # [8.2e] [8.1d, R19]


class Flight(PathStep):
    """An Air Movement, area by area; `path` begins with the base it left. [8.2]"""

    no_unit: ClassVar[Refusal] = Refusal("The group is in the air: nobody joins or leaves it now.", "8.2e")

    def __init__(
        self, units: tuple[int, ...], path: tuple[int, ...], spend: bool, unlocked: bool = False
    ) -> None:
        self.units = units
        self.path = path
        self.spend = spend
        self.unlocked = unlocked

    def left(self, g: Board) -> int:
        """Return the points the group has left. [8.2b]"""
        return allowance(g, self.units) - len(self.path) + 1

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return onward(g, self.units, self.path, self.left(g), unlocked, first_only)

    def can_stop(self, g: Board) -> bool:
        return len(self.path) > 1 and not g.t.sea[self.path[-1]]  # [8.2c]

    def take_area(self, g: Board, area: int) -> None:
        group_movement.arrive(g, self.units, area)
        step = Flight(self.units, (*self.path, area), self.spend)
        g.agenda[-1] = step
        if not step.areas(g, False, True) and not step.areas(g, True, True):
            step.finish(g)

    def finish(self, g: Board) -> None:
        """End the flight: it may be ambushed, and spends the units. [8.2d]"""
        g.agenda.pop()
        path = self.path
        if g.log is not None:
            where = g.t.area_name[path[0]]
            who = words.units(g, self.units)
            text = f"Air Movement from {where} to {words.areas(g, path[1:])}: {who}."
            g.log.add(text, "8.2", (AREA + path[0], AREA + path[-1]))
        if self.spend:
            g.push(combat_sequence.Spend(self.units))
        g.push(counterattacks.Ambush(GroupAction(AIR_MOVEMENT, self.units, path, True)))  # [10.1d]

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, self.units)
        if self.unlocked:
            return Ask(f"{who}: choose the neutrality to break.", "3.1.3")
        if len(self.path) == 1:
            return Ask(f"Air Movement of {who}: choose the next area.", "8.2")
        if g.t.sea[self.path[-1]]:
            return Ask(f"{who}: choose the next area; the flight cannot end here.", "8.2c")
        return Ask(f"{who}: choose the next area, or stop.", "8.2")

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice != STOP:
            return super().why_not_button(g, choice)
        if self.unlocked:
            return UNLOCKED
        if len(self.path) == 1:
            return Refusal("The group must enter at least one area.", "8.2")
        return Refusal("Air Movement does not end at sea.", "8.2c")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        t = g.t
        name = t.area_name[area]
        here = self.path[-1]
        if area in self.path:
            return Refusal("The group has already been there on this flight.", "8.2")
        if area not in g.near(g.side)[here]:
            return movement_costs.why_not_adjacent(g, here, area)
        code = enterable(g, self.units, self.path, area)
        if code == NOT_OWN:
            return Refusal(f"{name} is not friendly; Air Movement keeps to friendly areas.", "8.2a")
        if code:
            return entry_limits.refusal_of(g, code, area)
        if self.unlocked:
            return Refusal(f"Entering {name} breaks no neutrality; choose an area that does.", "3.1.3")
        if nations.violated(g, g.side, area):
            return nations.why_not_enter_neutral(g, g.side, area)
        return Refusal(f"Beyond {name} there is no friendly land in reach where the flight can end.", "8.2c")
