"""Lines of communication [3.5] and Naval Transport Capacity [3.6].

A unit needs a chain of friendly-controlled areas to a goal; its own area may be under any control. So one
search for all units runs from the goals outward: it continues from friendly areas and marks all neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR_UNITS, NAVAL
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep, SideStep
from sandtable.games.on_to_berlin.rules.groups import distinct

# --- lines of communication


def connected(g: Board, side: int, goals: Sequence[int], anybody: bool = False) -> list[int]:
    """Return 1 for each area with an LOC of a side to a friendly-controlled goal, 0 for the others.

    Used for recovery, which needs no ships. [3.5] [3.5d] `anybody`: the goals may be under any control. An
    LOC that enters an unfriendly area stops there, so it can reach such a goal. [3.5a] [15.3d]
    """
    near = g.near(side)  # [15.7.1a]
    held = g.held
    line = [0] * g.t.n_areas
    waiting: list[int] = []
    for goal in goals:
        if (anybody or held[goal] == side) and not line[goal]:
            line[goal] = 1
            waiting.append(goal)
    while waiting:
        for area in near[waiting.pop()]:
            if not line[area]:
                line[area] = 1  # a line may begin here, whoever controls it [3.5b]
                if held[area] == side:  # and run through, whatever units are there [3.5a] [3.5c]
                    waiting.append(area)
    return line


def loc(g: Board, side: int, start: int, goals: Sequence[int]) -> bool:
    """Return whether a unit of a side in an area has an LOC to a friendly-controlled goal. [3.5]"""
    return connected(g, side, goals)[start] != 0


# --- lines that carry new units


def supplied_areas(g: Board, side: int, goals: Sequence[int], closed: bytes) -> list[int]:
    """Return 1 for each area where a new unit could arrive from a goal, over seas with ships left. [12.0g]

    `closed`: areas the line may not use.
    """
    t = g.t
    near = g.near(side)
    held = g.held
    line = [0] * t.n_areas
    waiting: list[int] = []
    for goal in goals:
        if held[goal] == side and not closed[goal] and (not t.sea[goal] or ships_left(g, side, goal) > 0):
            line[goal] = 1
            waiting.append(goal)
    while waiting:
        for area in near[waiting.pop()]:
            if held[area] == side and not line[area] and not closed[area]:
                if not t.sea[area] or ships_left(g, side, area) > 0:
                    line[area] = 1
                    waiting.append(area)
    return line


def ships_left(g: Board, side: int, area: int) -> int:
    """Return how many more units this card can mobilize over a Sea area. [12.0g] [R32]"""
    return room_at_sea(g, side, area) - g.shipped[area]


def crossed(g: Board, side: int, goals: Sequence[int], target: int, closed: bytes) -> tuple[int, ...]:
    """Return the Sea areas on the line of a new unit to its area, as few as possible. [R32]

    Of all lines, use the one whose scarcest sea has the most ships left; of those, the one with the fewest
    seas.
    """
    rooms = [ships_left(g, side, area) for area in g.t.seas if g.held[area] == side]
    for least in sorted(set(rooms), reverse=True):
        route = sea_route(g, side, goals, target, closed, least) if least > 0 else None
        if route is not None:
            return route
    return ()


def sea_route(
    g: Board, side: int, goals: Sequence[int], target: int, closed: bytes, least: int
) -> tuple[int, ...] | None:
    """Return the fewest Sea areas on a line, each with `least` ships left; None without a line."""
    t = g.t
    near = g.near(side)
    before = [-2] * t.n_areas  # not reached
    layer: list[int] = []  # areas reached over equally many seas
    later: list[int] = []
    for goal in goals:  # a goal at sea is on every line, so its ships decide nothing
        if g.held[goal] == side and not closed[goal]:
            before[goal] = -1
            layer.append(goal)
    while layer and before[target] == -2:
        while layer:
            here = layer.pop()
            for area in near[here]:
                if before[area] == -2 and g.held[area] == side and not closed[area]:
                    if not t.sea[area]:
                        before[area] = here
                        layer.append(area)
                    elif ships_left(g, side, area) >= least:
                        before[area] = here
                        later.append(area)
        layer = later
        later = []
    if before[target] == -2:
        return None
    seas: list[int] = []
    area = target
    while area >= 0:
        if t.sea[area]:
            seas.append(area)
        area = before[area]
    return tuple(seas)


# --- capacity


def at_sea(g: Board, side: int, area: int) -> int:
    """Return how many land and air units a side has in an area."""
    force = g.force[side][area]
    return (force & 0xFF) + ((force >> AIR_UNITS) & 0xFF)


def room_at_sea(g: Board, side: int, area: int, factor: int = 1) -> int:
    """Return how many more units a side may carry through a Sea area. [3.6] [3.6a] [3.6b] [3.6e] [R6]"""
    return g.capacity(side, area) * factor // 2 - at_sea(g, side, area)


def check_capacity(g: Board) -> None:
    """Ask the owner to remove units wherever a side has more at sea than its ships carry. [3.6d]"""
    for side in (1 - g.side, g.side):  # the active side on top: it is asked first [R47]
        force = g.force[side]
        for area in reversed(g.t.seas):
            if force[area] & 0xFFFF and room_at_sea(g, side, area) < 0:
                g.push(Excess(side, area))


class Capacity(BoardStep):
    """The check of naval capacity. [3.6d]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        check_capacity(g)
        return False


class Excess(SideStep):
    """The choice of units to remove when a Sea area has too few ships. [3.6d]"""

    def __init__(self, side: int, area: int) -> None:
        super().__init__(side)
        self.area = area

    def aboard(self, g: Board) -> list[int]:
        """Return the units of the side that need ships."""
        t = g.t
        return [
            unit for unit in g.at[self.area] if t.unit_kind[unit] != NAVAL and g.side_of(unit) == self.side
        ]

    def run(self, g: Board) -> bool:
        excess = -room_at_sea(g, self.side, self.area)
        if excess <= 0:
            g.agenda.pop()
            return False
        units = self.aboard(g)
        if excess < len(units) and len(distinct(g, units)) > 1:
            return True
        g.agenda.pop()
        self.remove(g, units[:excess])
        return False

    def remove(self, g: Board, units: list[int]) -> None:
        """Move units to the Mobilization Pool."""
        if g.log is not None:
            text = f"Lost in {g.t.area_name[self.area]} without ships to carry them: {words.units(g, units)}."
            g.log.add(text, "3.6d", (AREA + self.area, *[g.ids.unit + unit for unit in units]))
        for unit in units:
            g.take(unit)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in distinct(g, self.aboard(g))]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        return choice - g.ids.unit in self.aboard(g)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        self.remove(g, [choice - g.ids.unit])

    def prompt(self, g: Board, seat: int) -> Ask:
        more = words.count(-room_at_sea(g, self.side, self.area), "unit")
        name = g.t.area_name[self.area]
        return Ask(f"The ships in {name} cannot carry all: choose {more} for the Mobilization Pool.", "3.6d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        name = g.t.area_name[self.area]
        if 0 <= unit < g.t.n_units:
            if g.place[unit] != self.area:
                return Refusal(f"This unit is not in {name}.", "3.6d")
            if g.side_of(unit) != self.side:
                return Refusal("This is not your unit.", "3.6d")
            return Refusal("Ships need no transport: choose a land or an air unit.", "3.6d")
        return Refusal(f"First choose the units in {name} that no ship can carry.", "3.6d")
