"""Drops of airborne units: the base, the way, the area. [6.1.2] [R21]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT
from sandtable.games.on_to_berlin.components.group_action import DROP, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import LandingTerms
from sandtable.games.on_to_berlin.rules import activation, entry_limits, nations
from sandtable.games.on_to_berlin.rules.base_steps import BreachStep
from sandtable.games.on_to_berlin.rules.combat import counterattacks
from sandtable.games.on_to_berlin.rules.groups import distinct
from sandtable.games.on_to_berlin.rules.movement import air_routes, group_movement, movement_costs
from sandtable.games.on_to_berlin.rules.movement.sea_landing import Landing, landing_terms

# How a unit gets to an area.
CLEAN: Final = 0
BREAKS: Final = 1  # breaking a neutrality, in the area or on the way
NO_WAY: Final = 2


def ways_to_drop(g: Board, terms: LandingTerms, unit: int, there: int) -> int:
    """Return whether a unit can be dropped into an area; its way is like that of an Airstrike. [R21]"""
    way = air_routes.best_way(g, g.side, g.place[unit], there, terms.range)
    if way is None:
        return NO_WAY
    if air_routes.broken_neutralities(g, g.side, way) or nations.violated(
        g, g.side, there, (unit,)
    ):  # [3.1.3] [3.1.3a]
        return BREAKS
    return CLEAN


def may_jump(g: Board, terms: LandingTerms, unit: int) -> bool:
    """Return whether a unit on the map may be dropped, if there is a place for it. [7.1] [8.1d, R19]"""
    t = g.t
    area = g.place[unit]
    return (
        t.unit_airborne[unit] != 0
        and terms.nations[t.unit_nation[unit]] != 0
        and g.ready(unit, g.side)
        and not g.cond[unit] & BY_EVENT
        and g.held[area] == g.side
        and not t.sea[area]
        and movement_costs.may_leave(g, (unit,), area)
    )


def drop_areas(
    g: Board, terms: LandingTerms, unit: int, unlocked: bool, first_only: bool = False
) -> list[int]:
    """Return the Land areas into which a unit may be dropped, breaking a neutrality or not."""
    found: list[int] = []
    wanted = BREAKS if unlocked else CLEAN
    for area in range(g.t.n_areas):
        if (
            terms.targets[area]
            and area != g.place[unit]
            and not entry_limits.barrier(g, unit, area)  # [R46]
            and not entry_limits.room_for(g, unit, area)  # [8.1.1d]
            and ways_to_drop(g, terms, unit, area) == wanted
        ):
            found.append(area)
            if first_only:
                break
    return found


def droppable(g: Board, unlocked: bool, first_only: bool = False) -> list[int]:
    """Return the airborne units that can be dropped, identical ones once in each area."""
    terms = landing_terms(g)
    t = g.t
    units = [u for u in range(t.n_units) if t.unit_airborne[u] and g.place[u] >= 0]
    found: list[int] = []
    for unit in distinct(g, units):
        if may_jump(g, terms, unit) and drop_areas(g, terms, unit, unlocked, True):
            found.append(unit)
            if first_only:
                break
    return found


# --- steps


class Jump(Landing):
    """The airborne unit that is dropped, or none."""

    no_area: ClassVar[Refusal] = Refusal("First click the airborne unit, then its area.", "6.1.2")
    no_breach: ClassVar[Refusal] = Refusal("No drop would break a neutrality.", "3.1.3")

    def starters(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return droppable(g, unlocked, first_only)

    def takes(self, g: Board, unit: int) -> bool:
        terms = landing_terms(g)
        return may_jump(g, terms, unit) and bool(drop_areas(g, terms, unit, self.unlocked, True))

    def begin(self, unit: int) -> Step[Board]:
        return DropZone(unit, self.unlocked)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unlocked:
            return Ask("Which airborne unit is dropped and breaks a neutrality? Click it, or pass.", "3.1.3")
        return Ask("Which airborne unit is dropped? Click it, or pass.", "6.1.2")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_jump(g, unit, self.unlocked)


class DropZone(BreachStep):
    """The area into which an airborne unit is dropped."""

    no_breach: ClassVar[Refusal] = Refusal("No drop of this unit would break a neutrality.", "3.1.3")
    no_unit: ClassVar[Refusal] = Refusal("The unit has been chosen: now choose its area.", "6.1.2")

    def __init__(self, unit: int, unlocked: bool) -> None:
        self.unit = unit
        self.unlocked = unlocked

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return drop_areas(g, landing_terms(g), self.unit, unlocked, first_only)

    def take_area(self, g: Board, area: int) -> None:
        """Drop the unit; it may be ambushed where it lands, hit as if spent. [10.1d]"""
        g.agenda.pop()
        unit = self.unit
        base = g.place[unit]
        if g.log is not None:
            text = f"{words.unit(g, unit)} from {g.t.area_name[base]} is dropped into {g.t.area_name[area]}."
            g.log.add(text, "6.1.2", (AREA + area,))
        for over in air_routes.best_way(g, g.side, base, area, landing_terms(g).range) or ():
            nations.overfly(g, g.side, over)  # [3.1.3a]
        g.cond[unit] |= BY_EVENT  # [7.1a]
        group_movement.arrive(g, (unit,), area)  # [3.1.3]
        g.push(counterattacks.Ambush(GroupAction(DROP, (unit,), (base, area), True)))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.group(g, (self.unit,))
        if self.unlocked:
            return Ask(f"{who}: choose the area of a drop that breaks a neutrality.", "3.1.3")
        return Ask(f"{who}: choose the area of the drop.", "6.1.2")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        return why_not_drop(g, self.unit, area, self.unlocked)


# --- reasons


def why_not_jump(g: Board, unit: int, unlocked: bool) -> Refusal:
    """Return why a unit is not dropped."""
    t = g.t
    terms = landing_terms(g)
    if not t.unit_airborne[unit]:
        return Refusal("Only airborne units are dropped.", "6.1.2")
    reason = activation.why_not_eligible(g, unit, BY_EVENT)
    if reason is not None:
        return reason
    if not terms.nations[t.unit_nation[unit]]:
        return Refusal("The card does not name this unit's nation.", "6.1.2")
    area = g.place[unit]
    if t.sea[area] or g.held[area] != g.side:
        return Refusal("Airborne units take off from friendly Land areas.", "6.1.2")
    if not movement_costs.may_leave(g, (unit,), area):
        return movement_costs.why_not_leave(g, area)
    if not unlocked and drop_areas(g, terms, unit, True, True):
        return Refusal("Every drop of this unit breaks a neutrality: press Break neutrality first.", "3.1.3")
    if unlocked:
        return Refusal("No drop of this unit breaks a neutrality.", "3.1.3")
    return Refusal("No area the card allows is in range.", "6.1.2")


def why_not_drop(g: Board, unit: int, area: int, unlocked: bool) -> Refusal:
    """Return why a unit is not dropped into an area."""
    t = g.t
    terms = landing_terms(g)
    name = t.area_name[area]
    if t.sea[area]:
        return Refusal(f"{name} is a Sea area.", "6.1.2")
    if not terms.targets[area]:
        return Refusal(f"The card names no drop into {name}.", "6.1.2")
    if area == g.place[unit]:
        return Refusal("The unit is already there.", "6.1.2")
    code = entry_limits.barrier(g, unit, area) or entry_limits.room_for(g, unit, area)
    if code:
        return entry_limits.refusal_of(g, code, area)
    if ways_to_drop(g, terms, unit, area) == NO_WAY:
        reach = words.count(terms.range, "area")
        return Refusal(f"{name} is more than {reach} away, or the way is closed.", "6.1.2")
    if unlocked:
        return Refusal(f"A drop into {name} breaks no neutrality; choose one that does.", "3.1.3")
    if nations.violated(g, g.side, area, (unit,)):
        return nations.why_not_enter_neutral(g, g.side, area)
    over = words.areas(g, air_routes.best_way(g, g.side, g.place[unit], area, terms.range) or ())
    text = f"The way to {name} leads over Neutral ground ({over}): press Break neutrality first."
    return Refusal(text, "3.1.3a")
