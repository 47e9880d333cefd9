"""The movement phase: land units march, aircraft fly; in the basic game ships sail too. [B6.1] [A6.4]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import V_WEAPON
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import PhaseStep
from sandtable.games.blitzkrieg_general.rules.combat import strategic_raids
from sandtable.games.blitzkrieg_general.rules.entry_limits import attack
from sandtable.games.blitzkrieg_general.rules.movement import air_missions, land_movement, para_drops
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import home
from sandtable.games.blitzkrieg_general.rules.movement.air_missions import Fly
from sandtable.games.blitzkrieg_general.rules.movement.rail import countries_of_seat
from sandtable.games.blitzkrieg_general.rules.naval import naval_phase

__all__ = ["Move", "attack"]

# What a counter that has done one of these does not do again in this phase.
DONE_WITH: Final = (
    const.MOVED | const.FLYING | const.FLOWN | const.LANDED | const.INVADING | const.OBSERVER | const.DROPPING
)


def movers(g: Board, mask: int, areas: list[int]) -> list[int]:
    """Return the counters of these countries in some areas that may move, one of each kind. [B6.1.4]"""
    t = g.t
    kinds, types, nations, cond, serves, at = t.unit_kind, t.unit_type, t.unit_nation, g.cond, g.serves, g.at
    shy = t.kept_out
    found: list[int] = []
    for area in areas:
        seen: list[int] = []
        # What holds for one counter of a country holds for the next there: land units, HQs, aircraft.
        before = const.NONE
        can = False
        for unit in at[area]:
            marks = cond[unit]
            country = serves[unit]
            if marks & DONE_WITH or not (mask >> country) & 1:
                continue
            sort = (types[unit] << 21 | marks) << 6 | country
            if sort in seen:
                continue
            seen.append(sort)
            kind = kinds[unit]
            if kind == const.AIRCRAFT:
                group = 4 * country + 2 + (1 if nations[unit] == country else 0)
            else:
                group = 4 * country + (1 if kind >= const.HQ else 0)
            if group != before or nations[unit] == shy:
                if kind == const.AIRCRAFT:
                    can = air_missions.can_fly(g, unit)
                else:
                    can = kind <= const.LAST_LAND and land_movement.can_march(g, unit)
                before = group
            if can:
                found.append(unit)
    return found


def supporters(g: Board, mask: int) -> list[int]:
    """Return the task forces that may join a combat or raid on their coast. [B6.1.3B] [A6.5.3p]"""
    found: list[int] = []
    t = g.t
    zones: list[int] = []
    for area in g.battles + strategic_raids.targets(g):
        if area < t.n_areas:
            for zone in t.coast[area]:
                if g.forces[zone] & mask and zone not in zones:
                    zones.append(zone)
    for zone in zones:
        seen: list[int] = []
        for unit in g.at[zone]:
            if t.unit_kind[unit] == const.TASK_FORCE and (mask >> g.serves[unit]) & 1:
                sort = t.unit_type[unit] << 21 | g.cond[unit]
                if sort not in seen and g.target[unit] == const.NONE and not g.cond[unit] & const.FOUGHT:
                    if air_missions.supports(g, unit):
                        seen.append(sort)
                        found.append(unit)
    return found


class Move(PhaseStep):
    """The moves of the movement phase, unit by unit, in any order. [B6.1.4] [A6.4] [A6.2-4]

    begun  1: drops have been made and marks cleared
    """

    def __init__(self, at: int = 0, begun: int = 0) -> None:
        self.at = at
        self.begun = begun

    def again(self, at: int) -> PhaseStep:
        return Move(at, self.begun)

    def run(self, g: Board) -> bool:
        """Begin with the drops of para troops."""
        if not self.begun:
            g.agenda[-1] = Move(self.at, 1)
            g.done = bytes(g.t.n_majors)
            para_drops.begin(g)
            return False
        return super().run(g)

    def offers(self, g: Board, seat: int) -> list[int]:
        """Return the counters that may move; surplus counters must leave their area first. [R9]"""
        mask = countries_of_seat(g, seat, g.side)
        crowd = surplus(g, mask)
        return [g.ids.unit + unit for unit in crowd] if crowd else self.free(g, seat, mask)

    def free(self, g: Board, seat: int, mask: int) -> list[int]:
        """Return the counters that may move where there is no surplus."""
        troops = g.troops
        found = movers(g, mask, [area for area in range(g.t.n_areas) if troops[area] & mask])
        found += supporters(g, mask)
        if not g.advanced:
            for ship in naval_phase.ships(g, seat):
                if ship not in found:
                    found.append(ship)
        first = g.ids.unit
        ids = [first + unit for unit in found]
        if strategic_raids.strikers(g, seat):
            ids.append(V_WEAPON)  # [A7.5.1]
        return ids

    def choices(self, g: Board, seat: int) -> list[int]:
        """Offer what may move, and Done unless surplus units must leave. [R9]"""
        mask = countries_of_seat(g, seat, g.side)
        crowd = surplus(g, mask)
        return [g.ids.unit + unit for unit in crowd] if crowd else [DONE, *self.free(g, seat, mask)]

    def take(self, g: Board, seat: int, choice: int) -> None:
        if choice == V_WEAPON:
            g.push(strategic_raids.Strike(seat))
            return
        unit = choice - g.ids.unit
        kind = g.t.unit_kind[unit]
        if kind == const.AIRCRAFT:
            g.push(Fly(unit))
        elif kind <= const.LAST_LAND:
            land_movement.march(g, unit)
        elif kind == const.TASK_FORCE and air_missions.supports(g, unit):
            g.push(Support(unit, 0 if g.advanced else 1))
        else:
            naval_phase.begin(g, unit)

    def finish(self, g: Board) -> None:
        """Send home the observers left at sea in the last turn. [A9.1b]"""
        g.done = bytes(g.t.n_majors)
        for unit in reversed(air_missions.observers(g)):
            home(g, unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        mask = countries_of_seat(g, seat, g.side)
        if surplus(g, mask):
            return Ask("There are too many units in one area. Click a unit that leaves it.", "A1.2a")
        if g.advanced:
            return Ask("Click a land unit or an aircraft to move it. Done ends your movement.", "A6.4")
        return Ask("Click a unit to move it. Done ends your movement.", "B6.1.4")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if choice == DONE:
            return Refusal("There are too many units in one area. They must leave it first.", "A1.2a")
        if choice == V_WEAPON:
            return why_not_strike(g, seat)
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units:
            return Refusal("Click a unit first, then where it goes.", "B6.1")
        refusal = why_not_mine(g, seat, unit)
        if refusal is not None:
            return refusal
        if surplus(g, countries_of_seat(g, seat, g.side)):
            return Refusal("Other units must move first, because there are too many in one area.", "A1.2a")
        return why_not_move(g, unit)


def surplus(g: Board, mask: int) -> list[int]:
    """Return the counters of these countries that overfill an area and can leave it. [R9]"""
    found: list[int] = []
    if not g.advanced:
        return found
    for area in entry_limits.crowded(g):
        if g.troops[area] & mask:
            extra = [u for u in entry_limits.overfull(g, area, mask) if not g.cond[u] & DONE_WITH]
            if extra:
                found += [u for u in movers(g, mask, [area]) if u in extra]
    return found


def why_not_mine(g: Board, seat: int, unit: int) -> Refusal | None:
    """Return why a seat may not move a counter now; None if it may."""
    name = words.unit(g, unit)
    if g.place[unit] < 0:
        return Refusal(f"{name} is not on the map.", "B6.1")
    if g.side_of_unit(unit) != g.side:
        return Refusal(f"{name} does not belong to the side whose phase it is.", "B6.1.4")
    if g.owner(unit) != seat:
        return Refusal(f"{name} is not yours to move.", "B1.0a")
    if g.carrier[unit] >= 0:
        return Refusal(f"{name} is aboard a ship. Put it ashore first.", "A1.1b")
    return None


def why_not_move(g: Board, unit: int) -> Refusal:
    """Return why one of the seat's counters on the map does not move."""
    name = words.unit(g, unit)
    cond = g.cond[unit]
    if cond & const.LANDED:
        return Refusal(f"{name} was put ashore in this phase and has no movement left.", "B6.1.3A7")
    if cond & const.OBSERVER and not cond & const.MOVED:
        return Refusal(f"{name} is an observer and flies home at the end of this phase.", "A9.1b")
    if cond & const.DROPPING:
        return Refusal(f"{name} does nothing else in this phase after its drop.", "CARD.para_troops")
    if cond & (const.MOVED | const.FLOWN):
        return Refusal(f"{name} has moved in this phase.", "B6.1.1b")
    if g.is_ship(unit):
        if g.advanced:
            return Refusal(
                "Ships have already moved. Only task forces join combats on their coast.", "A6.5.3p"
            )
        return naval_phase.why_not_sail(g, unit) or Refusal(f"{name} cannot sail anywhere from here.", "B6.1")
    return Refusal(f"{name} cannot go anywhere from here.", "B6.1")


def why_not_strike(g: Board, seat: int) -> Refusal:
    """Return why no V-weapon is fired."""
    mine = [m for m in g.standing(g.side) if g.seat_of[m] == seat and g.has(m, const.V_WEAPONS)]
    if not mine:
        return Refusal("None of your countries has V-weapons.", "A7.5.1")
    if all([g.done[m] & strategic_raids.STRUCK for m in mine]):
        return Refusal("You have already fired a V-weapon in this turn.", "A7.5.1")
    return Refusal("No enemy production is in range of your areas.", "A7.5.1a")


class Support(Step[Board]):
    """The question which combat or raid on its coast a task force joins. [B6.1.3B] [A6.5.3p]

    It stays in its zone.
    sail  1: it may sail instead (the basic game)
    """

    def __init__(self, ship: int, sail: int) -> None:
        self.ship = ship
        self.sail = sail

    def may_sail(self, g: Board) -> bool:
        """Check whether it may sail instead."""
        return self.sail == 1 and naval_phase.may_sail(g, self.ship)

    def run(self, g: Board) -> bool:
        found = air_missions.supports(g, self.ship)
        if len(found) > 1 or self.may_sail(g):
            return True
        g.agenda.pop()
        join(g, self.ship, found[0])
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.ship),)

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.space + area for area in air_missions.supports(g, self.ship)]
        return [g.ids.space + g.place[self.ship], *found] if self.may_sail(g) else found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        space = choice - g.ids.space
        if space == g.place[self.ship]:
            naval_phase.begin(g, self.ship)
        else:
            join(g, self.ship, space)

    def prompt(self, g: Board, seat: int) -> Ask:
        text = f"Which combat on the coast does {words.unit(g, self.ship)} join? Click its area"
        if self.may_sail(g):
            return Ask(f"{text}, or its own sea zone to sail instead.", "B6.1.3B")
        return Ask(f"{text}.", "B6.1.3B")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("A task force joins a combat in an area next to its zone.", "B6.1.3B")


def join(g: Board, ship: int, area: int) -> None:
    """Aim a task force at an area from its zone. [B6.1.3B] [A6.5.6d]"""
    g.target[ship] = area
    bits = const.MOVED if area in g.battles else const.MOVED | const.RAIDING
    g.mark(ship, bits)
    if g.log is not None:
        zone = words.space(g, g.place[ship])
        what = "joins the combat in" if area in g.battles else "escorts the raid on"
        text = f"{words.unit(g, ship)} in {zone} {what} {words.space(g, area)}."
        g.log.add(text, "B6.1.3B", (g.ids.unit + ship, g.ids.space + area))
