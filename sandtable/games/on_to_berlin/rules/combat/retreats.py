"""Retreats: where beaten units go, in which order, and which are destroyed. [11.5]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.log import Log
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import LAND, NAVAL
from sandtable.games.on_to_berlin.components.group_action import (
    FIGHTS,
    GroupAction,
    unpack_group_action,
    way_number,
    way_of,
)
from sandtable.games.on_to_berlin.components.ids import AREA, DESTROY, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits, nations
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep
from sandtable.games.on_to_berlin.rules.combat import combat
from sandtable.games.on_to_berlin.rules.groups import likeness

# Instead of the action that a counterattack answers: no counterattack, so the owner chooses the retreats.
FREE: Final[GroupAction | None] = None


def retreat_likeness(g: Board, unit: int, action: GroupAction | None) -> int:
    """Return a number that two units share if they are identical and came the same way."""
    return likeness(g, unit) << 8 | way_number(action, unit)


def pack_action(action: GroupAction | None) -> list[int]:
    """Return an action as plain numbers; none for no action."""
    return [] if action is None else action.pack()


def unpack_action(fields: list[int]) -> GroupAction | None:
    """Return the action that `pack_action` wrote."""
    return unpack_group_action(fields) if fields else None


class Retreat(BoardStep):
    """Beaten units retreat one by one; the owner chooses the order where it could matter. [11.5] [11.5g, R67]

    `area`: where they were hit; `action`: what the counterattack answered, or FREE; `unlocked`: the owner has
    agreed to break a neutrality with the first [3.1.3c]; `picked`: the first has been chosen to go next;
    `broken`: the areas whose neutrality others of them have broken. [R67]
    """

    def __init__(
        self,
        units: tuple[int, ...],
        area: int,
        action: GroupAction | None,
        unlocked: bool,
        picked: bool = False,
        broken: tuple[int, ...] = (),
    ) -> None:
        self.units = units
        self.area = area
        self.action = action
        self.unlocked = unlocked
        self.picked = picked
        self.broken = broken

    # --- ways

    def origin(self, g: Board, unit: int) -> int:
        """Return the area a unit retreats from: where it was hit on its way, or where it is. [11.5d, R10]"""
        action = self.action
        return g.place[unit] if action is None or action.kind in FIGHTS else self.area

    def behind(self, g: Board, unit: int) -> tuple[int, ...]:
        """Return the areas through which a unit hit by a counterattack came, the last first. [11.5d, R66]"""
        action = self.action
        if action is None:
            return ()
        near = g.near(g.side_of(unit))
        if action.kind in FIGHTS:
            came = g.came[unit]  # in this impulse
            return (came,) if came in near[g.place[unit]] else ()
        way = way_of(action, unit)
        at = way.index(self.area, 1)
        found: list[int] = []
        while at > 0 and way[at - 1] in near[way[at]]:  # a dropped unit does not fly back
            at -= 1
            found.append(way[at])
        return tuple(found)

    def ahead(self, unit: int) -> tuple[int, ...]:
        """Return the areas a unit entered after it was hit: no retreat leads forward. [11.5d, R66]"""
        action = self.action
        if action is None or action.kind in FIGHTS:
            return ()
        way = way_of(action, unit)
        return way[way.index(self.area, 1) + 1 :]

    def areas(self, g: Board, unit: int) -> list[int]:
        """Return the areas to which a unit may retreat."""
        origin = self.origin(g, unit)
        return combat.retreats(g, unit, origin, self.behind(g, unit), self.ahead(unit), self.broken)

    def breaks(self, g: Board, unit: int, area: int) -> bool:
        """Return whether a unit would break a neutrality in an area. [3.1.3c]"""
        return bool(nations.violated(g, g.side_of(unit), area, (unit,)))

    # --- the order

    def asks_order(self, g: Board) -> bool:
        """Return whether the owner chooses the order: the units differ, and some block others. [R67]"""
        units = self.units
        if self.picked or len(units) < 2:
            return False
        first = retreat_likeness(g, units[0], self.action)
        for unit in units:
            if retreat_likeness(g, unit, self.action) != first:
                return self.crowded(g)
        return False

    def crowded(self, g: Board) -> bool:
        """Return whether an area lacks room for all its takers, or a unit has only Neutral ground."""
        t = g.t
        takers = [0] * t.n_areas
        for unit in self.units:
            areas = self.areas(g, unit)
            clean = not areas
            for area in areas:
                takers[area] += int(t.unit_kind[unit] == LAND)
                clean = clean or not self.breaks(g, unit, area)
            if not clean:
                return True
        side = g.side_of(self.units[0])
        for area in range(t.n_areas):
            if takers[area] > 1 and entry_limits.room(g, side, area, takers[area], 0, 0):
                return True
        return False

    def candidates(self, g: Board) -> list[int]:
        """Return the units that may go next, identical ones once."""
        found: list[int] = []
        seen: list[int] = []
        for unit in self.units:
            key = retreat_likeness(g, unit, self.action)
            if key not in seen:
                seen.append(key)
                found.append(unit)
        return found

    # --- one unit

    def run(self, g: Board) -> bool:
        """Retreat where only one area is open; destroy a unit that has none. [11.5c]"""
        if self.asks_order(g):
            return True
        unit = self.units[0]
        areas = self.areas(g, unit)
        if not areas:
            self.next(g, self.broken)
            if g.log is not None:
                log_lost_unit(g, g.log, unit, self.origin(g, unit))
            g.destroy(unit)
            return False
        if len(areas) == 1 and (self.unlocked or not self.breaks(g, unit, areas[0])):
            self.go(g, areas[0])
            return False
        return True

    def next(self, g: Board, broken: tuple[int, ...]) -> None:
        """Remove the first unit from the list and continue with the others."""
        if len(self.units) > 1:
            g.agenda[-1] = Retreat(self.units[1:], self.area, self.action, False, False, broken)
        else:
            g.agenda.pop()

    def go(self, g: Board, area: int) -> None:
        """Retreat the first unit to an area; this is not movement, so nobody may react."""
        unit = self.units[0]
        # What one of them breaks, all break together. [R67]
        self.next(g, (*self.broken, area) if self.breaks(g, unit, area) else self.broken)
        if g.log is not None:
            here = g.t.area_name[g.place[unit]]
            text = f"{words.unit(g, unit)} retreats from {here} to {g.t.area_name[area]}."
            g.log.add(text, "11.5", (g.ids.unit + unit, AREA + area))
        g.move(unit, area)
        g.came[unit] = -1
        nations.enter(g, g.side_of(unit), area, (unit,))  # [3.1.3c]

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the owner, whoever has assigned the hits. [11.5g]"""
        return (g.side_of(self.units[0]),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Return units in doubt, or areas; Neutral ones after VIOLATE, DESTROY without others. [3.1.3c]"""
        if self.asks_order(g):
            return [g.ids.unit + unit for unit in self.candidates(g)]
        found: list[int] = []
        broken = False
        unit = self.units[0]
        for area in self.areas(g, unit):
            if self.breaks(g, unit, area) == self.unlocked:
                found.append(AREA + area)
            else:
                broken = True
        if not self.unlocked:
            if not found:
                found.append(DESTROY)
            if broken:
                found.append(VIOLATE)
        return found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        if g.ids.unit <= choice < g.ids.kind:
            return choice - g.ids.unit in self.units and self.asks_order(g)
        return choice in self.choices(g, seat)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        unit = self.units[0]
        if choice >= g.ids.unit:
            unit = choice - g.ids.unit
            units = (unit, *[other for other in self.units if other != unit])
            g.agenda[-1] = Retreat(units, self.area, self.action, False, True, self.broken)
        elif choice == DESTROY:
            self.next(g, self.broken)
            if g.log is not None:
                text = f"{words.unit(g, unit)} is destroyed, so no neutrality is broken."
                g.log.add(text, "3.1.3c", (g.ids.unit + unit,))
            g.destroy(unit)
        elif choice == VIOLATE:
            broken = [area for area in self.areas(g, unit) if self.breaks(g, unit, area)]
            if len(broken) == 1:
                self.go(g, broken[0])
            else:
                g.agenda[-1] = Retreat(self.units, self.area, self.action, True, True, self.broken)
        else:
            self.go(g, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.asks_order(g):
            who = words.units(g, self.units)
            return Ask(
                f"Units that must retreat, in an order that can matter: {who}. Choose the next.", "11.5g"
            )
        unit = self.units[0]
        text = f"{words.unit(g, unit)} in {g.t.area_name[g.place[unit]]} must retreat"
        if self.unlocked:
            return Ask(f"{text}: choose the neutrality to break.", "3.1.3c")
        areas = [area for area in self.areas(g, unit) if self.breaks(g, unit, area)]
        if not areas:
            return Ask(f"{text}: choose the area.", "11.5")
        if len(areas) == len(self.areas(g, unit)):
            return Ask(f"{text}, but only to Neutral ground: break a neutrality, or destroy it.", "3.1.3c")
        return Ask(f"{text}: choose the area. Neutral ground ({words.areas(g, areas)}) is open too.", "11.5")

    # --- reasons

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        order = self.asks_order(g)
        if g.ids.unit <= choice < g.ids.kind:
            if order:
                return Refusal(f"{words.unit(g, choice - g.ids.unit)} does not have to retreat now.", "11.5")
            return Refusal("Units retreat one by one: click the area to which this one goes.", "11.5")
        if order:
            if choice in (DESTROY, VIOLATE) or AREA <= choice < g.ids.unit:
                return Refusal("First click the unit that retreats next.", "11.5g")
            return None
        if choice == DESTROY:
            return Refusal("A unit that can retreat without breaking a neutrality must do so.", "3.1.3c")
        if choice == VIOLATE:
            return Refusal("The unit cannot retreat to Neutral ground.", "3.1.3c")
        if not AREA <= choice < g.ids.unit:
            return None
        return self.why_not_there(g, choice - AREA)

    def why_not_there(self, g: Board, area: int) -> Refusal:
        """Return why the unit cannot retreat to an area."""
        t = g.t
        unit = self.units[0]
        name = t.area_name[area]
        side = g.side_of(unit)
        areas = self.areas(g, unit)
        if area in areas:
            if self.unlocked:
                return Refusal("You have agreed to break a neutrality: choose where.", "3.1.3c")
            return nations.why_not_enter_neutral(g, side, area)
        origin = self.origin(g, unit)
        if area in self.ahead(unit):
            text = f"Beaten in {t.area_name[origin]}, the unit goes back, not on to {name}."
            return Refusal(text, "11.5d")
        if area not in g.near(side)[origin] and area not in self.behind(g, unit):
            return Refusal(f"{name} does not border on {t.area_name[origin]}.", "11.5")
        if combat.can_retreat_to(g, unit, area, self.broken):
            text = f"Beaten by a counterattack, the unit goes back to {t.area_name[areas[0]]}."
            return Refusal(text, "11.5d")
        if (t.unit_kind[unit] == NAVAL) != (t.sea[area] != 0):
            return Refusal("Land and air units retreat on land, ships at sea.", "11.5b")
        if g.held[area] == 1 - side and area not in self.broken:
            return Refusal(f"{name} is enemy-controlled.", "11.5a")
        code = entry_limits.barrier(g, unit, area)
        if code:
            found = entry_limits.refusal_of(g, code, area)
            return Refusal(found.text, "11.5f") if code == entry_limits.BEYOND_LIMIT else found
        return Refusal(entry_limits.refusal_of(g, entry_limits.room_for(g, unit, area), area).text, "11.5e")


def log_lost_unit(g: Board, log: Log, unit: int, origin: int) -> None:
    """Log that a unit has no area to retreat to, and whether the Operational Limit is the reason."""
    t = g.t
    side = g.side_of(unit)
    rule = "11.5c"
    for area in g.near(side)[origin]:
        fits = (t.unit_kind[unit] == NAVAL) == (t.sea[area] != 0) and g.held[area] != 1 - side
        if fits and entry_limits.barrier(g, unit, area) == entry_limits.BEYOND_LIMIT:
            rule = "15.6b"
    text = f"{words.unit(g, unit)} cannot retreat from {t.area_name[origin]} and is destroyed."
    log.add(text, rule, (g.ids.unit + unit, AREA + origin))
