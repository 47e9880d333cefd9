"""The Movement Segment: operational and strategic movement of Armies. [4.2]

Armies move one by one. An Area may be over its limit by one Army for a moment if another can leave it at
once: an Area can exchange Armies and keep its Head of Army Group. [4.2a] [R51]
"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.ids import SPACE
from sandtable.games.other_side.components.state import ISOLATED, NAVAL, TRANSIT, Board, is_offered
from sandtable.games.other_side.rules.base_steps import SectionStep
from sandtable.games.other_side.rules.generals import command_positions

# --- all moves of Armies


def tied(g: Board, area: int) -> bool:
    """Return whether the last Axis Army must stay because of partisans. [4.2b] [1.3q]"""
    return len(g.at[area]) == 1 and g.align[area] == const.OCCUPIED and g.t.partisan >> area & 1 == 1


def shipped(g: Board, area: int) -> bool:
    """Return whether Naval Supply lets another Army go to or from an Area. [4.2.1d] [R10]"""
    return g.supply[area] != NAVAL or g.naval_moves[g.t.front[area]] < g.t.naval_moves


def ship(g: Board, areas: tuple[int, ...]) -> None:
    """Count a move to or from Areas with Naval Supply, once for each Front."""
    fronts = 0
    for area in areas:
        if g.supply[area] == NAVAL:
            fronts |= 1 << g.t.front[area]
    for front in bits(fronts):
        g.naval_moves = changed(g.naval_moves, front, g.naval_moves[front] + 1)


def naval_areas(g: Board, front: int) -> int:
    """Return the Areas of a Front with Naval Supply."""
    found = 0
    for area in bits(g.t.in_front[front]):
        if g.supply[area] == NAVAL:
            found |= 1 << area
    return found


def may_leave(g: Board, area: int) -> bool:
    """Return whether an Army may leave an Area. [4.2.1b] [4.2.2b]"""
    return g.supply[area] != ISOLATED and not tied(g, area) and shipped(g, area)


def open_areas(g: Board) -> int:
    """Return the Areas that take Armies, room and Italy apart: a Disk, not Isolated. [4.2.1a] [4.2.1b]"""
    axis, supply = g.axis, g.supply
    found = 0
    for area in range(g.t.n_areas):
        if axis[area] and (supply[area] == 0 or (supply[area] == NAVAL and shipped(g, area))):
            found |= 1 << area
    return found


def roomy(g: Board) -> int:
    """Return the Areas under their limit. [2.3f]"""
    at, stacking = g.at, g.t.stacking
    found = 0
    for area in range(g.t.n_areas):
        if len(at[area]) < stacking[area]:
            found |= 1 << area
    return found


def shut_to(g: Board, unit: int, spare: int = 0) -> int:
    """Return the Areas that Italy's status closes to an Army, with `spare` extra places. [R62]"""
    t = g.t
    if g.italy == const.OCCUPATION or t.unit_kind[unit] >= const.SATELLITES:
        return 0
    here = g.place[unit]
    if here < t.n_areas and t.italian >> here & 1:
        return t.italian if g.italy == const.INDEPENDENCE else 0  # it frees the place that it takes
    room = spare + (1 if g.italy == const.INTERVENTION else 0)
    for area in bits(t.italian):
        room -= g.german[area]
    return 0 if room > 0 else t.italian


def overfull(g: Board) -> int:
    """Return an Area that has one Army too many for the moment, or NONE. [4.2a]"""
    at, stacking = g.at, g.t.stacking
    for area in range(g.t.n_areas):
        if len(at[area]) > stacking[area]:
            return area
    return const.NONE


def distinct(g: Board, units: list[int]) -> list[int]:
    """Return one of each group of identical Armies: of one kind, in one place."""
    found: list[int] = []
    seen: list[int] = []
    for unit in units:
        sort = g.place[unit] * g.t.n_kinds + g.t.unit_kind[unit]
        if g.place[unit] == TRANSIT:
            sort = -1 - (8 * g.t.unit_kind[unit] + 2 * g.origin[unit] + (g.fresh >> unit & 1))
        if sort not in seen:
            seen.append(sort)
            found.append(unit)
    return found


def march(g: Board, unit: int, place: int, rule: str) -> None:
    """Move an Army and adjust the Heads of both Areas. [4.3b] [4.3c] [R51]"""
    old = g.place[unit]
    if g.log is not None:
        where = [words.space(g, p) if p != TRANSIT else "the Strategic Movement space" for p in (old, place)]
        refs = (g.ids.unit + unit, SPACE if place == TRANSIT else g.ids.space + place)
        g.log.add(f"{words.unit(g, unit)} moves from {where[0]} to {where[1]}.", rule, refs)
    g.put(unit, place)
    for area in (old, place):
        if area != TRANSIT:
            command_positions.adjust_heads(g, area)


def why_not_leave(g: Board, area: int) -> Refusal:
    """Return why no Army may leave an Area."""
    name = words.space(g, area)
    if g.supply[area] == ISOLATED:
        return Refusal(f"{name} is Isolated: no Army can leave or enter it.", "4.2.1b")
    if tied(g, area):
        return Refusal(f"The last Axis Army in {name} must stay because of partisans.", "4.2b")
    return Refusal(f"Only one Army a Phase may use the Naval Supply of {name}.", "4.2.1d")


def why_not_move_to(g: Board, unit: int, area: int) -> Refusal:
    """Return why an Army cannot go to an Area within its reach."""
    name = words.space(g, area)
    if area >= g.t.n_areas:
        return Refusal("Armies cannot move to a Base.", "4.2.1b")
    if not g.axis[area]:
        return Refusal(f"There is no Axis Control Disk in {name}.", "4.2.1a")
    if g.supply[area] == ISOLATED:
        return Refusal(f"{name} is Isolated: no Army can leave or enter it.", "4.2.1b")
    if not shipped(g, area):
        return Refusal(f"Only one Army a Phase may use the Naval Supply of {name}.", "4.2.1d")
    if shut_to(g, unit) >> area & 1:
        return Refusal(f"The status of Italy allows no more German Armies in {name}.", "8.1")
    return Refusal(f"{name} holds at most {g.t.stacking[area]} Armies, and none of them could leave.", "4.2a")


def why_not_done(g: Board) -> Refusal:
    """Return why a step cannot be closed yet. [4.2a]"""
    name = words.space(g, overfull(g))
    return Refusal(f"{name} holds one Army too many. One must leave before the step ends.", "4.2a")


class MovementStep(SectionStep):
    """A step in which Operations moves."""

    section = const.OPERATIONS


# --- operational movement


class Operational(MovementStep):
    """Moves Armies Front by Front, within it or to an adjacent Area of another. [4.2.1]

    `front` is the active one with `left` moves, `closed` are the Fronts that are done, `unit` is the selected
    Army.
    """

    def __init__(
        self, front: int = const.NONE, left: int = 0, closed: int = 0, unit: int = const.NONE
    ) -> None:
        self.front = front
        self.left = left
        self.closed = closed
        self.unit = unit

    def allowance(self, g: Board, front: int) -> int:
        """Return how many Armies of a Front may still move. [4.2.1e]"""
        if front == self.front:
            return self.left
        return 0 if self.closed >> front & 1 else g.air[front]

    def reach(self, g: Board, unit: int, full: bool, free: int, room: int) -> int:
        """Return where an Army may go among the `free` Areas: those with `room` or, if `full`, all
        that another Army can leave at once.
        """
        t = g.t
        area = g.place[unit]
        near = t.in_front[t.front[area]] | t.near[area]  # [4.2.1a] [4.2.1c]
        found = near & free & ~(1 << area) & ~shut_to(g, unit)
        if not full:
            return found & room
        for other in bits(found & ~room):
            if not self.relieved(g, unit, other, free, room):
                found ^= 1 << other
        return found

    def relieved(self, g: Board, unit: int, area: int, free: int, room: int) -> bool:
        """Return whether another Army could leave the full Area at once after this move."""
        t = g.t
        old = g.place[unit]
        front = t.front[area]
        left = self.allowance(g, front)
        if front == t.front[old]:
            left -= 1
        elif front == self.front:
            left = 0  # the move of an Army of another Front closes this one [4.2.1e]
        if left <= 0 or g.supply[area] == NAVAL:
            return False
        if g.supply[old] == NAVAL:
            free &= ~naval_areas(g, t.front[old])  # this move has used the ships
        ways = (t.in_front[front] | t.near[area]) & free & (room | 1 << old) & ~(1 << area)
        spare = 1 if t.unit_kind[unit] < const.SATELLITES and t.italian >> old & ~t.italian >> area & 1 else 0
        for other in g.at[area]:
            if not g.moved >> other & 1 and ways & ~shut_to(g, other, spare):
                return True
        return False

    def movable(self, g: Board, one: bool = False) -> list[int]:
        """Return the Armies that may move; with `one`, the first of them is enough."""
        tight, free, room = overfull(g), open_areas(g), roomy(g)
        areas = [tight] if tight != const.NONE else range(g.t.n_areas)
        found: list[int] = []
        for area in areas:
            if not g.at[area] or self.allowance(g, g.t.front[area]) <= 0 or not may_leave(g, area):
                continue
            ready = [unit for unit in g.at[area] if not g.moved >> unit & 1]  # [R11]
            for unit in distinct(g, ready):
                if self.reach(g, unit, tight == const.NONE, free, room):
                    found.append(unit)
                    if one:
                        return found
        return found

    def ways(self, g: Board) -> list[int]:
        """Return where the selected Army may go."""
        return bits(self.reach(g, self.unit, overfull(g) == const.NONE, open_areas(g), roomy(g)))

    def run(self, g: Board) -> bool:
        """Ask while an Army can move."""
        if self.unit != const.NONE or self.movable(g, True):
            return True
        self.close(g)
        return False

    def close(self, g: Board) -> None:
        """End the step and forget who has moved in it. [R11]"""
        g.agenda.pop()
        g.moved = 0

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.unit != const.NONE:
            return [g.ids.space + area for area in self.ways(g)]
        found = [g.ids.unit + unit for unit in self.movable(g)]
        return found if overfull(g) != const.NONE else [DONE, *found]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        """Accept any identical Army that has not moved. [R11]"""
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units and g.moved >> unit & 1:
            return False
        return is_offered(g, self.choices(g, seat), choice)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.close(g)
            return
        if self.unit == const.NONE:
            g.agenda[-1] = Operational(self.front, self.left, self.closed, choice - g.ids.unit)
            return
        unit, area = self.unit, choice - g.ids.space
        front = g.t.front[g.place[unit]]
        closed = self.closed
        if front != self.front and self.front != const.NONE:
            closed |= 1 << self.front  # a Front is not activated twice [4.2.1e]
        left = self.allowance(g, front) - 1
        ship(g, (g.place[unit], area))
        g.moved |= 1 << unit
        g.agenda[-1] = Operational(front, left, closed, const.NONE)
        march(g, unit, area, "4.2.1")

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unit != const.NONE:
            return Ask(f"Where does the {words.unit(g, self.unit)} move? Click an Area.", "4.2.1a")
        tight = overfull(g)
        if tight != const.NONE:
            return Ask(f"{words.space(g, tight)} is too full: click the Army that leaves it.", "4.2a")
        left = [f"{words.front(f)} {self.allowance(g, f)}" for f in range(3) if self.allowance(g, f) > 0]
        text = f"Operational movement ({words.listed(left)} left): click an Army, or Done."
        return Ask(text, "4.2.1")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        unit, area = choice - g.ids.unit, choice - g.ids.space
        if self.unit != const.NONE:
            if not 0 <= area < t.n_spaces:
                return Refusal("Click the Area to move the Army to.", "4.2.1a")
            here = g.place[self.unit]
            if area == here:
                return Refusal("The Army is already there.", "4.2.1a")
            if t.front[area] != t.front[here] and not t.near[here] >> area & 1:
                name = words.space(g, area)
                return Refusal(f"{name} is on another Front and is not adjacent.", "4.2.1c")
            return why_not_move_to(g, self.unit, area)
        if choice == DONE:
            return why_not_done(g)
        if not 0 <= unit < t.n_units:
            return Refusal("Click an Army on the map, or Done.", "4.2.1")
        where = g.place[unit]
        if where >= t.n_areas:
            return Refusal("Only Armies on the map can move in this step.", "4.2.1")
        if overfull(g) not in (const.NONE, where):
            return Refusal(f"First an Army must leave {words.space(g, overfull(g))}.", "4.2a")
        if g.moved >> unit & 1:
            return Refusal("This Army has already moved.", "4.2.1")
        if self.allowance(g, t.front[where]) <= 0:
            which = words.front(t.front[where])
            if self.closed >> t.front[where] & 1:
                done = "is done: a Front cannot be activated twice"
                return Refusal(f"{which[0].upper()}{which[1:]} {done}.", "4.2.1e")
            return Refusal(f"No more Armies may move in {which}.", "4.2.1e")
        if not may_leave(g, where):
            return why_not_leave(g, where)
        return Refusal("There is no Area to which this Army could move.", "4.2.1a")


# --- strategic movement


class StrategicMovement(MovementStep):
    """Moves Armies to the Strategic Movement space and on to other Fronts. [4.2.2] [4.2.2c]

    `left` is -1 before the first action; `unit` is the selected Army in the space.
    """

    def __init__(self, left: int = -1, unit: int = const.NONE) -> None:
        self.left = left
        self.unit = unit

    def actions(self, g: Board) -> int:
        """Return how many actions are left. [4.2.2a]"""
        return g.air[const.GERMANY] if self.left < 0 else self.left

    def reach(self, g: Board, unit: int, free: int, room: int) -> int:
        """Return where an Army may go from the space. [4.2.2b] [4.2.2d] [R11]"""
        t = g.t
        found = free & ~shut_to(g, unit)
        if g.fresh >> unit & 1:
            found &= ~t.in_front[g.origin[unit]]
        if t.unit_kind[unit] >= const.SATELLITES:
            found &= t.in_front[const.EAST_FRONT]
        for area in bits(found & ~room):
            if not self.relieved(g, area):
                found ^= 1 << area
        return found

    def relieved(self, g: Board, area: int) -> bool:
        """Return whether another Army could leave a full Area at once for the space."""
        return self.actions(g) > 1 and g.supply[area] != NAVAL and len(g.at[area]) > 0

    def movable(self, g: Board, one: bool = False) -> list[int]:
        """Return the Armies that may move; with `one`, the first of them is enough."""
        tight = overfull(g)
        if tight != const.NONE:
            return distinct(g, list(g.at[tight]))
        found: list[int] = []
        if self.actions(g) <= 0:
            return found
        for area in range(g.t.n_areas):
            if g.at[area] and may_leave(g, area):  # Satellite Armies too, from every Front
                found += distinct(g, list(g.at[area]))
                if one and found:
                    return found
        if TRANSIT in g.place:
            free, room = open_areas(g), roomy(g)
            waiting = [unit for unit in range(g.t.n_units) if g.place[unit] == TRANSIT]
            found += [unit for unit in distinct(g, waiting) if self.reach(g, unit, free, room)]
        return found

    def run(self, g: Board) -> bool:
        """Ask while an Army can move."""
        if self.unit != const.NONE or self.movable(g, True):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.unit != const.NONE:
            return [g.ids.space + area for area in bits(self.reach(g, self.unit, open_areas(g), roomy(g)))]
        found = [g.ids.unit + unit for unit in self.movable(g)]
        return found if overfull(g) != const.NONE else [DONE, *found]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            return
        left = self.actions(g) - 1
        if self.unit != const.NONE:
            area = choice - g.ids.space
            g.agenda[-1] = StrategicMovement(left, const.NONE)
            g.fresh &= ~(1 << self.unit)
            ship(g, (area,))
            march(g, self.unit, area, "4.2.2")
            return
        unit = choice - g.ids.unit
        area = g.place[unit]
        if area == TRANSIT:
            g.agenda[-1] = StrategicMovement(self.actions(g), unit)
            return
        g.agenda[-1] = StrategicMovement(left, const.NONE)
        g.origin = changed(g.origin, unit, g.t.front[area])
        g.fresh |= 1 << unit
        ship(g, (area,))
        march(g, unit, TRANSIT, "4.2.2")  # [1.3t]

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.unit != const.NONE:
            return Ask(f"Where does the {words.unit(g, self.unit)} go? Click an Area.", "4.2.2")
        tight = overfull(g)
        if tight != const.NONE:
            return Ask(f"{words.space(g, tight)} is too full: click the Army that leaves it.", "4.2a")
        left = words.count(self.actions(g), "action")
        text = (
            f"Strategic movement ({left} left): click an Army on the map to take it to the Strategic "
            "Movement space, one there to bring it to another Front, or Done."
        )
        return Ask(text, "4.2.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        t = g.t
        unit, area = choice - g.ids.unit, choice - g.ids.space
        if self.unit != const.NONE:
            if not 0 <= area < t.n_spaces:
                return Refusal("Click the Area to move the Army to.", "4.2.2")
            if area < t.n_areas and g.fresh >> self.unit & 1 and t.front[area] == g.origin[self.unit]:
                return Refusal("The Army has just come from that Front. Choose another Front.", "4.2.2")
            if t.unit_kind[self.unit] >= const.SATELLITES and t.front[area] != const.EAST_FRONT:
                return Refusal("Satellite Armies can go to the Eastern Front only.", "4.2.2d")
            return why_not_move_to(g, self.unit, area)
        if choice == DONE:
            return why_not_done(g)
        if not 0 <= unit < t.n_units:
            return Refusal("Click an Army, or Done.", "4.2.2")
        where = g.place[unit]
        if overfull(g) not in (const.NONE, where):
            return Refusal(f"First an Army must leave {words.space(g, overfull(g))}.", "4.2a")
        if where == TRANSIT:
            if t.unit_kind[unit] < const.SATELLITES:
                return Refusal("No Area of another Front can take this Army.", "4.2.2")
            if g.fresh >> unit & 1 and g.origin[unit] == const.EAST_FRONT:
                text = (
                    "This Satellite Army has just come from the Eastern Front and cannot go to another one."
                )
                return Refusal(text, "4.2.2d")
            return Refusal("No Area of the Eastern Front can take this Satellite Army.", "4.2.2d")
        if where >= t.n_areas:
            return Refusal("This Army is not in play.", "2.3b")
        return why_not_leave(g, where)
