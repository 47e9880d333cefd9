"""Redeploy: units go one by one, any distance, through friendly areas. [3.6b] [3.6c] [17.2c] [17.5]"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import ClassVar, Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import BY_EVENT, KINDS, NEUTRAL
from sandtable.games.on_to_berlin.components.group_action import REDEPLOYMENT, GroupAction, pack_ways
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.schema_cards import Redeploy
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation, entry_limits, lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep, FirstUnitStep, fallback_refusal
from sandtable.games.on_to_berlin.rules.combat import counterattacks
from sandtable.games.on_to_berlin.rules.groups import distinct
from sandtable.games.on_to_berlin.rules.movement import group_movement, movement_costs

# Codes in addition to those of `entry_limits`: why a unit does not pass through an area.
NOT_OURS: Final = 31
NEUTRAL_GROUND: Final = 32
NO_SHIPS: Final = 33


def possible(g: Board, event: Redeploy) -> bool:
    """Return whether any unit can be redeployed."""
    return bool(movable(g, event, True))


def start(g: Board, event: Redeploy) -> None:
    """Ask for the first unit."""
    g.push(Redeployment(()))


def redeploy_event(g: Board) -> Redeploy:
    """Return the event of the card being played."""
    event = g.t.card_event[g.card]
    assert isinstance(event, Redeploy)
    return event


# --- who may go, and where


def may_go(g: Board, event: Redeploy, unit: int) -> bool:
    """Return whether a unit on the map may be redeployed, if there is a way for it."""
    t = g.t
    area = g.place[unit]
    return (
        g.ready(unit, g.side)
        and not g.cond[unit] & BY_EVENT  # one by one, each once [7.1a]
        and t.unit_move[unit] != 0  # [17.5]
        and KINDS[t.unit_kind[unit]] in event.kinds
        and g.held[area] == g.side
        and movement_costs.may_leave(g, (unit,), area)  # [8.1d, R19]
    )


def movable(g: Board, event: Redeploy, first_only: bool = False) -> list[int]:
    """Return the units that can be redeployed, identical ones once in each area."""
    found: list[int] = []
    force = g.force[g.side]
    for area in range(g.t.n_areas):
        if force[area] > 1 and g.held[area] == g.side:  # a land unit alone must stay [8.1d]
            for unit in distinct(g, g.at[area]):
                if may_go(g, event, unit) and (
                    movement_costs.quick_can_move(g, unit, area) == movement_costs.SURELY
                    or can_redeploy(g, unit, event.naval_capacity)
                ):
                    found.append(unit)
                    if first_only:
                        return found
    return found


def obstacle(g: Board, unit: int, area: int, ships: bool) -> int:
    """Return why a redeployed unit cannot pass an area; OPEN if it can. `ships`: it needs them at sea."""
    if g.held[area] != g.side:  # Sea areas too [8.1.2a]
        return NOT_OURS
    code = entry_limits.barrier(g, unit, area)  # [R36] [R46]
    if code:
        return code
    if g.t.sea[area]:
        # Only the Axis needs ships. [3.6b] [3.6c, R6]
        return NO_SHIPS if ships and movement_costs.room_at_sea(g, g.side, area) < 1 else entry_limits.OPEN
    if area in g.t.ceded and nations.violated(g, g.side, area, (unit,)):
        return NEUTRAL_GROUND
    return entry_limits.room_for(g, unit, area)  # [8.1.1d] [8.1.1e]


def can_redeploy(g: Board, unit: int, ships: bool) -> bool:
    """Return whether a unit can be redeployed at all."""
    return bool(ends(g, unit, ships, True))


def ends(g: Board, unit: int, ships: bool, first_only: bool = False) -> list[int]:
    """Return the Land areas a unit can be redeployed to, in the order of a search."""
    sea = g.t.sea
    near = g.near(g.side)
    held = g.held
    side = g.side
    trial = bytearray(g.t.n_areas)
    trial[g.place[unit]] = 1
    reached = [g.place[unit]]  # the list grows during the loop
    found: list[int] = []
    done = 0
    while done < len(reached):
        for there in near[reached[done]]:
            if not trial[there] and held[there] == side:
                trial[there] = 1
                if not obstacle(g, unit, there, ships):
                    reached.append(there)
                    if not sea[there]:
                        found.append(there)
                        if first_only:
                            return found
        done += 1
    return found


def route(g: Board, unit: int, ships: bool, there: int) -> tuple[int, ...]:
    """Return the way of a unit to a Land area in reach: the start, then every area. [R51]

    The program avoids seas if possible; then areas where the unit could be ambushed; then it uses the fewest
    seas; then the fewest areas.
    """
    t = g.t
    foe = 1 - g.side
    foes = g.force[foe]
    origin = g.place[unit]
    before = safe_land_routes(g, unit, ships, there)
    if before[there] < 0:
        # What it costs to enter each area, so that sums compare as above; 0 where the unit cannot go.
        toll: list[int] = [0] * t.n_areas
        for area in range(t.n_areas):
            if not obstacle(g, unit, area, ships):
                toll[area] = 1 + (t.sea[area] << 8)
                if foes[area] and counterattacks.has_counterattackers(g, foe, area, False):
                    toll[area] += 1 << 16
        before = cheapest_routes(g, origin, toll, False)
        if before[there] < 0:
            before = cheapest_routes(g, origin, toll, True)
    found = [there]
    while found[-1] != origin:
        found.append(before[found[-1]])
    found.reverse()
    return tuple(found)


def safe_land_routes(g: Board, unit: int, ships: bool, end: int) -> list[int]:
    """Return for each area the one before it on the shortest safe way over land to `end`; -1 for none."""
    t = g.t
    near = g.near(g.side)
    foe = 1 - g.side
    foes = g.force[foe]
    before = [-1] * t.n_areas
    trial = bytearray(t.n_areas)
    trial[g.place[unit]] = 1
    layer = [g.place[unit]]
    while layer and before[end] < 0:
        later: list[int] = []
        for here in layer:
            for there in near[here]:
                if trial[there] or t.sea[there]:
                    continue
                trial[there] = 1
                if obstacle(g, unit, there, ships):
                    continue
                if (
                    there == end
                    or not foes[there]
                    or not counterattacks.has_counterattackers(g, foe, there, False)
                ):
                    before[there] = here
                    later.append(there)
        layer = sorted(later)
    return before


def cheapest_routes(g: Board, origin: int, toll: list[int], over_sea: bool) -> list[int]:
    """Return for each area the one before it on the cheapest way; -1 for the start and out of reach."""
    sea = g.t.sea
    near = g.near(g.side)
    before = [-1] * g.t.n_areas
    done = bytearray(g.t.n_areas)
    done[origin] = 1
    heap: list[int] = []  # cost, area, area before it, in one number each
    here = origin
    cost = 0
    while True:
        for there in near[here]:
            if toll[there] and not done[there] and (over_sea or not sea[there]):
                heappush(heap, (cost + toll[there]) << 16 | there << 8 | here)
        while heap and done[heap[0] >> 8 & 0xFF]:
            heappop(heap)
        if not heap:
            return before
        found = heappop(heap)
        cost = found >> 16
        here = found >> 8 & 0xFF
        before[here] = found & 0xFF
        done[here] = 1


# --- steps


class Redeployment(FirstUnitStep):
    """The choice of the next unit; after the last, all may be ambushed as one group. [17.2c]

    `units` have been redeployed, on the `ways` that `pack_ways` wrote. The event may be left unused. [R22]
    """

    leave: ClassVar[int] = DONE
    no_area: ClassVar[Refusal] = Refusal("First click the unit that goes, then its area.", "6.1.2")

    def __init__(self, units: tuple[int, ...], ways: tuple[int, ...] = ()) -> None:
        self.units = units
        self.ways = ways

    def run(self, g: Board) -> bool:
        event = redeploy_event(g)
        if len(self.units) < event.max_units and movable(g, event, True):
            return True
        self.finish(g)
        return False

    def finish(self, g: Board) -> None:
        """Treat all redeployed units as one group, wherever they are now. [17.2c]"""
        g.agenda.pop()
        if not self.units:
            return
        g.push(lines_of_communication.Capacity())
        # Units that went over sea are spent already if they must be. [10.1d]
        g.push(counterattacks.Ambush(GroupAction(REDEPLOYMENT, self.units, self.ways, False)))

    def starters(self, g: Board) -> list[int]:
        return movable(g, redeploy_event(g))

    def takes(self, g: Board, unit: int) -> bool:
        event = redeploy_event(g)
        return may_go(g, event, unit) and can_redeploy(g, unit, event.naval_capacity)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.finish(g)
        else:
            g.agenda[-1] = Destination(choice - g.ids.unit, self.units, self.ways)

    def prompt(self, g: Board, seat: int) -> Ask:
        left = words.count(redeploy_event(g).max_units - len(self.units), "unit")
        return Ask(f"Redeploy up to {left}, one by one: click the next, or done.", "6.1.2")

    def why_not_unit(self, g: Board, unit: int) -> Refusal:
        return why_not_unit(g, unit)


class Destination(ActiveStep):
    """The area of a redeployed unit; `units` were redeployed before, on these `ways`."""

    def __init__(self, unit: int, units: tuple[int, ...], ways: tuple[int, ...] = ()) -> None:
        self.unit = unit
        self.units = units
        self.ways = ways

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in sorted(ends(g, self.unit, redeploy_event(g).naval_capacity))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Redeploy the unit; over sea it uses ships of the Axis and is spent there. [3.6c] [8.1.2c]"""
        event = redeploy_event(g)
        unit = self.unit
        path = route(g, unit, event.naval_capacity, choice - AREA)
        if g.log is not None:
            between = path[1:-1]
            way = f" by way of {words.areas(g, between)}" if between else ""
            name = words.unit(g, unit)
            ends = f"from {g.t.area_name[path[0]]} to {g.t.area_name[path[-1]]}"
            g.log.add(f"{name} is redeployed {ends}{way}.", "6.1.2", (AREA + path[0], AREA + path[-1]))
        g.cond[unit] |= BY_EVENT
        g.move(unit, path[-1])
        g.came[unit] = path[-2]  # [11.5d]
        for area in path:
            if g.t.sea[area]:
                group_movement.carry(g, area, 1)  # [3.6c]
        if event.naval_move_spends and movement_costs.touches_sea(g, path):  # [8.1.2c]
            g.spend(unit)
        g.agenda[-1] = Redeployment((*self.units, unit), (*self.ways, *pack_ways([path])))  # [17.2c]

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"{words.group(g, (self.unit,))}: choose the friendly Land area it goes to.", "6.1.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return why_not_there(g, self.unit, choice - AREA)
        if g.ids.unit <= choice < g.ids.kind:
            return Refusal("Units go one by one: first choose the area for this one.", "6.1.2")
        if choice == DONE:
            return Refusal("The unit has been chosen: now choose where it goes.", "6.1.2")
        return fallback_refusal(g, choice)


# --- reasons


def why_not_unit(g: Board, unit: int) -> Refusal:
    """Return why a unit cannot be redeployed."""
    t = g.t
    if g.place[unit] >= 0 and g.side_of(unit) == g.side and g.cond[unit] & BY_EVENT:
        return Refusal("This unit has already been redeployed.", "7.1a")
    reason = activation.why_not_eligible(g, unit, BY_EVENT)
    if reason is not None:
        return reason
    if not t.unit_move[unit]:
        return Refusal("Units with a Movement Rating of 0 are not redeployed.", "17.5")
    area = g.place[unit]
    name = t.area_name[area]
    if g.held[area] != g.side:
        return Refusal(f"{name} is not under friendly control; units leave only friendly areas.", "6.1.2")
    if not movement_costs.may_leave(g, (unit,), area):
        return movement_costs.why_not_leave(g, area)
    return Refusal("There is no friendly Land area that this unit could reach.", "6.1.2")


def why_not_there(g: Board, unit: int, area: int) -> Refusal:
    """Return why a unit cannot be redeployed to an area."""
    t = g.t
    name = t.area_name[area]
    if area == g.place[unit]:
        return Refusal("The unit is already there.", "6.1.2")
    code = obstacle(g, unit, area, False)
    if code == NOT_OURS:
        whose = "Neutral" if g.held[area] == NEUTRAL else "enemy"
        rule = "8.1.2a" if t.sea[area] else "6.1.2"
        return Refusal(f"{name} is under {whose} control; units go through friendly areas only.", rule)
    if code == NEUTRAL_GROUND:
        return Refusal(f"Entering {name} would break a neutrality, which Redeploy cannot.", "15.4b")
    if t.sea[area]:
        return Refusal(f"{name} is a Sea area; the way ends on land.", "6.1.2")
    if code:
        return entry_limits.refusal_of(g, code, area)
    if area in ends(g, unit, False):
        for sea in route(g, unit, False, area):
            if t.sea[sea] and movement_costs.room_at_sea(g, g.side, sea) < 1:
                text = f"The ships in {t.area_name[sea]} cannot carry more with this card."
                return Refusal(text, "3.6c" if g.carried[sea] else "3.6b")
    return Refusal(f"No way through friendly areas leads to {name}.", "6.1.2")
