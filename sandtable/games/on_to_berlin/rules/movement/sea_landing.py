"""A landing from the sea: the group that embarks and its way to the shore. [3.6e] [8.1.2b]

Operation Seelöwe and Amphibious/Airborne Ops are naval transports with a special allowance and capacity. They
end on land. A group starts only if it can land, and enters only areas from which it still can.
"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, KINDS
from sandtable.games.on_to_berlin.components.group_action import LANDING, GroupAction
from sandtable.games.on_to_berlin.components.ids import AREA, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import LandingTerms
from sandtable.games.on_to_berlin.rules import activation, entry_limits, lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import UNLOCKED, PathStep, UnitClickStep
from sandtable.games.on_to_berlin.rules.combat import counterattacks
from sandtable.games.on_to_berlin.rules.groups import Gather, distinct
from sandtable.games.on_to_berlin.rules.movement import group_movement, movement_costs
from sandtable.games.on_to_berlin.rules.movement.movement_costs import MovingGroup

NO_SEA: Final = 99

# Further reasons; `next_cost` returns them with a minus.
OTHER_SEA: Final = 41
ENOUGH_SEAS: Final = 42
NOT_BY_LAND: Final = 43


def landing_terms(g: Board) -> LandingTerms:
    """Return what the card being played allows."""
    found = g.t.card_landing[g.card]
    assert found is not None
    return found


class SeaAreasInReach:
    """The seas that a card can carry a group over; made for one question, never kept."""

    def __init__(self, g: Board, terms: LandingTerms) -> None:
        side = g.side
        near = g.near(side)
        sea = g.t.sea
        self.room: list[int] = [0] * g.t.n_areas
        # How many borders of friendly areas lie between an area and the nearest of these seas.
        self.far: list[int] = [NO_SEA] * g.t.n_areas
        far = self.far
        reached: list[int] = []
        for area in g.t.seas:
            if terms.seas[area] and g.held[area] == side:  # [8.1.2a]
                self.room[area] = lines_of_communication.room_at_sea(
                    g, side, area, terms.factor
                )  # [3.6b] [3.6e, R6]
                if self.room[area] > 0:
                    far[area] = 0
                    reached.append(area)
        for here in reached:  # the list grows during the loop
            for there in near[here]:
                if far[there] == NO_SEA and not sea[there]:
                    far[there] = far[here] + 1
                    if g.held[there] == side:
                        reached.append(there)


def next_cost(
    g: Board,
    terms: LandingTerms,
    reach: SeaAreasInReach,
    moving: MovingGroup,
    path: tuple[int, ...],
    used: int,
    there: int,
) -> int:
    """Return the cost of entering a neighbouring area, or minus the reason why the group cannot."""
    t = g.t
    here = path[-1]
    side = moving.side
    if len(path) > 1 and g.held[here] != side:  # [8.1e]
        return -movement_costs.STOPPED
    for unit in moving.models:
        code = entry_limits.barrier(g, unit, there)
        if code:
            return -code
    own = g.held[there] == side
    if moving.airs and not own:  # [8.1.1b, R41]
        return -movement_costs.NO_BASE
    if t.sea[there]:
        if not terms.seas[there]:
            return -OTHER_SEA
        if not own:  # [8.1.2a]
            return -movement_costs.STRANGE_SEA
        if count_seas(g, path) >= terms.most_seas:
            return -ENOUGH_SEAS
        if reach.room[there] < moving.size:  # [8.1.2] [3.6e]
            return -movement_costs.TOO_FEW_SHIPS
    else:
        if terms.narrow and not count_seas(g, path):
            return -NOT_BY_LAND
        code = entry_limits.room(g, side, there, moving.lands, moving.airs, 0)
        if code:
            return -code
    cost = movement_costs.border_cost(g, side, here, there, True)  # [R5]
    if used + cost > terms.allowance:  # [8.1.2b]
        return -movement_costs.TOO_FAR
    return -movement_costs.BEEN_THERE if there in path else cost


def count_seas(g: Board, path: tuple[int, ...]) -> int:
    """Return how many Sea areas are on a way."""
    number = 0
    for area in path:
        number += g.t.sea[area]
    return number


def can_end_landing(g: Board, terms: LandingTerms, path: tuple[int, ...]) -> bool:
    """Return whether a way over sea has reached an area where the card lets it end."""
    end = path[-1]
    return len(path) > 1 and not g.t.sea[end] and terms.landing[end] != 0 and count_seas(g, path) > 0


def leads_ashore(
    g: Board,
    terms: LandingTerms,
    reach: SeaAreasInReach,
    moving: MovingGroup,
    path: tuple[int, ...],
    used: int,
    there: int,
    unlocked: bool,
) -> bool:
    """Return whether the group may enter an area and land there or later, breaking a neutrality or not."""
    cost = next_cost(g, terms, reach, moving, path, used, there)
    if cost < 0:
        return False
    longer = (*path, there)
    if movement_costs.breaks_neutrality(g, moving, there):
        return unlocked and can_end_landing(g, terms, longer)
    if not unlocked and can_end_landing(g, terms, longer):
        return True
    used += cost
    if g.held[there] != moving.side or used >= terms.allowance:
        return False
    if not count_seas(g, longer) and used + reach.far[there] >= terms.allowance:
        return False
    return bool(next_areas(g, terms, reach, moving, longer, used, unlocked, True))


def next_areas(
    g: Board,
    terms: LandingTerms,
    reach: SeaAreasInReach,
    moving: MovingGroup,
    path: tuple[int, ...],
    used: int,
    unlocked: bool,
    one: bool,
) -> list[int]:
    """Return the areas the group may enter next; with `one` only the first."""
    found: list[int] = []
    for there in g.near(moving.side)[path[-1]]:
        if leads_ashore(g, terms, reach, moving, path, used, there, unlocked):
            found.append(there)
            if one:
                break
    return found


def may_board(g: Board, terms: LandingTerms, unit: int) -> bool:
    """Return whether a unit on the map may be in the group, if there is a way for it. [7.1] [8.1.2b]"""
    t = g.t
    return (
        g.ready(unit, g.side)
        and not g.cond[unit] & BY_EVENT
        and terms.kinds[t.unit_kind[unit]] != 0
        and t.unit_move[unit] != 0
    )


def can_sail(
    g: Board, terms: LandingTerms, reach: SeaAreasInReach, units: tuple[int, ...], unlocked: bool
) -> bool:
    """Return whether a group standing in one area can leave it and come ashore. [8.1d, R19]"""
    here = g.place[units[0]]
    if not g.t.sea[here] and reach.far[here] >= terms.allowance:
        return False
    if not movement_costs.may_leave(g, units, here):
        return False
    return bool(next_areas(g, terms, reach, MovingGroup(g, units), (here,), 0, unlocked, True))


def embarkable(g: Board, unlocked: bool, first_only: bool = False) -> list[int]:
    """Return the units that can start a group, identical ones once in each area."""
    terms = landing_terms(g)
    reach = SeaAreasInReach(g, terms)
    found: list[int] = []
    force = g.force[g.side]
    for area in range(g.t.n_areas):
        if not force[area] or (not g.t.sea[area] and reach.far[area] >= terms.allowance):
            continue
        for unit in distinct(g, g.at[area]):
            if may_board(g, terms, unit) and can_sail(g, terms, reach, (unit,), unlocked):
                found.append(unit)
                if first_only:
                    return found
    return found


# --- steps


class Landing(UnitClickStep):
    """The first unit of a landing, or none; `unlocked`: it breaks a neutrality."""

    no_breach: ClassVar[Refusal] = Refusal("No landing would break a neutrality.", "3.1.3")

    def __init__(self, unlocked: bool) -> None:
        self.unlocked = unlocked

    def starters(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        """Return the units that can land, identical ones once in each area."""
        raise NotImplementedError

    def begin(self, unit: int) -> Step[Board]:
        """Return the step after the unit is clicked."""
        raise NotImplementedError

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [PASS, *[g.ids.unit + unit for unit in self.starters(g, self.unlocked, False)]]
        if not self.unlocked and self.starters(g, True, True):
            found.append(VIOLATE)
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == PASS:
            g.agenda.pop()
        elif choice == VIOLATE:
            g.agenda[-1] = self.unpack([1])
        else:
            g.agenda[-1] = self.begin(choice - g.ids.unit)

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice == VIOLATE:
            return UNLOCKED if self.unlocked else self.no_breach
        return super().why_not_button(g, choice)


class Embark(Landing):
    """The first unit of a landing from the sea, or none. [8.1.2]"""

    no_area: ClassVar[Refusal] = Refusal("First click the units of the group, then its way.", "7.0")
    no_breach: ClassVar[Refusal] = Refusal("No group can land on Neutral ground.", "3.1.3")

    def starters(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        return embarkable(g, unlocked, first_only)

    def takes(self, g: Board, unit: int) -> bool:
        terms = landing_terms(g)
        reach = SeaAreasInReach(g, terms)
        return may_board(g, terms, unit) and can_sail(g, terms, reach, (unit,), self.unlocked)

    def begin(self, unit: int) -> Step[Board]:
        return Convoy((unit,), self.unlocked)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unlocked:
            return Ask("Which group lands on Neutral ground? Click its first unit, or pass.", "3.1.3")
        return Ask("Which group lands from the sea? Click its first unit, or pass.", "8.1.2")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_board(g, unit, self.unlocked)


class Convoy(Gather):
    """The group that lands from the sea. [7.1]"""

    no_area: ClassVar[Refusal] = Refusal("First finish the group, then click its way.", "7.1")

    def __init__(self, units: tuple[int, ...], unlocked: bool) -> None:
        super().__init__(units)
        self.unlocked = unlocked

    def again(self, units: tuple[int, ...]) -> Gather:
        return Convoy(units, self.unlocked)

    def joins(self, g: Board, unit: int) -> bool:
        terms = landing_terms(g)
        reach = SeaAreasInReach(g, terms)
        return may_board(g, terms, unit) and can_sail(g, terms, reach, (*self.units, unit), self.unlocked)

    def press(self, g: Board, button: int) -> None:
        units = self.units
        for unit in units:
            g.cond[unit] |= BY_EVENT  # [7.1a]
        g.agenda[-1] = Crossing(units, (g.place[units[0]],), 0, self.unlocked)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Landing of {words.group(g, self.units)}: add units, or done.", "7.1")

    def why_not_join(self, g: Board, unit: int) -> Refusal:
        if not may_board(g, landing_terms(g), unit):
            return why_not_board(g, unit, self.unlocked)
        if not movement_costs.may_leave(g, (*self.units, unit), g.place[unit]):
            return movement_costs.why_not_leave(g, g.place[unit])
        if g.t.unit_kind[unit] != g.t.unit_kind[self.units[0]]:
            return Refusal("A group with this unit has no place to land.", "8.1.1b")
        return Refusal("With this unit the group is too large for the ships or the shore.", "8.1.2")


class Crossing(PathStep):
    """A landing from the sea: the next area of the group, or STOP."""

    no_breach: ClassVar[Refusal] = Refusal("No Neutral ground can be reached from here.", "3.1.3")

    def __init__(self, units: tuple[int, ...], path: tuple[int, ...], used: int, unlocked: bool) -> None:
        self.units = units
        self.path = path
        self.used = used
        self.unlocked = unlocked

    def areas(self, g: Board, unlocked: bool, first_only: bool) -> list[int]:
        terms = landing_terms(g)
        moving = MovingGroup(g, self.units)
        reach = SeaAreasInReach(g, terms)
        return next_areas(g, terms, reach, moving, self.path, self.used, unlocked, first_only)

    def can_stop(self, g: Board) -> bool:
        return can_end_landing(g, landing_terms(g), self.path)

    def take_area(self, g: Board, area: int) -> None:
        terms = landing_terms(g)
        moving = MovingGroup(g, self.units)
        reach = SeaAreasInReach(g, terms)
        used = self.used + next_cost(g, terms, reach, moving, self.path, self.used, area)
        broken = movement_costs.breaks_neutrality(g, moving, area)
        group_movement.arrive(g, self.units, area)
        step = Crossing(self.units, (*self.path, area), used, self.unlocked and not broken)
        g.agenda[-1] = step
        if broken or not (step.areas(g, step.unlocked, True) or step.areas(g, True, True)):
            step.finish(g)

    def finish(self, g: Board) -> None:
        """End the landing: the group may be ambushed, hit as if spent. [10.1d]"""
        if g.log is not None:
            way = f"from {g.t.area_name[self.path[0]]} to {words.areas(g, self.path[1:])}"
            text = f"Landing {way}: {words.units(g, self.units)}."
            g.log.add(text, "8.1.2", (AREA + self.path[-1],))
        g.agenda.pop()
        g.push(lines_of_communication.Capacity())
        g.push(counterattacks.Ambush(GroupAction(LANDING, self.units, self.path, True)))

    def prompt(self, g: Board, seat: int) -> Ask:
        who = f"Landing of {words.group(g, self.units)}"
        if self.unlocked:
            return Ask(f"{who}: choose the next area on the way to Neutral ground.", "3.1.3")
        stop = ", or stop" if self.can_stop(g) else ""
        return Ask(f"{who}: choose the next area{stop}.", "8.1.2")

    def why_not_button(self, g: Board, choice: int) -> Refusal | None:
        if choice != STOP:
            return super().why_not_button(g, choice)
        if self.unlocked:
            return UNLOCKED
        return Refusal("The landing ends on land, in an area the card allows.", "8.1.2")

    def why_not_area(self, g: Board, area: int) -> Refusal:
        terms = landing_terms(g)
        reach = SeaAreasInReach(g, terms)
        moving = MovingGroup(g, self.units)
        name = g.t.area_name[area]
        if area not in g.near(moving.side)[self.path[-1]]:
            return movement_costs.why_not_adjacent(g, self.path[-1], area)
        code = -next_cost(g, terms, reach, moving, self.path, self.used, area)
        if code == OTHER_SEA:
            return Refusal(f"This card carries no group over {name}.", "6.1.2")
        if code == ENOUGH_SEAS:
            most = words.count(terms.most_seas, "Sea area")
            return Refusal(f"This card carries a group over {most} only.", "6.1.2")
        if code == NOT_BY_LAND:
            return Refusal("The group must enter a Sea area first.", "6.1.2")
        if code == movement_costs.TOO_FAR:
            cost = movement_costs.border_cost(g, moving.side, self.path[-1], area, True)
            left = terms.allowance - self.used
            return Refusal(f"Entering {name} costs {cost}, and the group has {left} left.", "8.1.2b")
        if code > 0:
            return movement_costs.why_not_step(g, moving, area, code, reach.room[area])
        if movement_costs.breaks_neutrality(g, moving, area) and not self.unlocked:
            return nations.why_not_enter_neutral(g, moving.side, area)
        if self.unlocked:
            return Refusal(f"No way over {name} leads to Neutral ground.", "3.1.3")
        return Refusal(f"The group could not land anywhere from {name}.", "8.1.2")


# --- reasons


def why_not_board(g: Board, unit: int, unlocked: bool) -> Refusal:
    """Return why a unit cannot begin or join the group that lands."""
    t = g.t
    terms = landing_terms(g)
    if g.place[unit] >= 0 and g.side_of(unit) == g.side and not terms.kinds[t.unit_kind[unit]]:
        kinds = words.listed([KINDS[kind] for kind in range(len(KINDS)) if terms.kinds[kind]])
        return Refusal(f"This card carries {kinds} units only.", "6.1.2")
    reason = activation.why_not_eligible(g, unit, BY_EVENT)
    if reason is not None:
        return reason
    if not t.unit_move[unit]:
        return Refusal("Units with a Movement Rating of 0 are not transported.", "8.1.2b")
    area = g.place[unit]
    if not movement_costs.may_leave(g, (unit,), area):
        return movement_costs.why_not_leave(g, area)
    if not unlocked and can_sail(g, terms, SeaAreasInReach(g, terms), (unit,), True):
        return Refusal("This unit can land only on Neutral ground: press Break neutrality first.", "3.1.3")
    if unlocked and can_sail(g, terms, SeaAreasInReach(g, terms), (unit,), False):
        return Refusal("This unit cannot land on Neutral ground.", "3.1.3")
    text = "No way over friendly seas with enough ships leads ashore within the range of the card."
    return Refusal(text, "8.1.2b")
