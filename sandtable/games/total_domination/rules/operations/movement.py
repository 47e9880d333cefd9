"""Moves: how far a unit goes, what it may enter, and what that brings about. [6.2b]"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sandtable.engine.step import Ask, Refusal
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board, Part
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.cards import war_entry
from sandtable.wargame.steps import ActiveStep

FREE: Final = 99  # points enough for everything: an event pays


def alike_once(g: Board, units: Sequence[int]) -> list[int]:
    """Return the counters without those that are like an earlier one in the same area."""
    t = g.t
    found: list[int] = []
    seen: list[int] = []
    for unit in units:
        like = (g.place[unit] << 8 | t.unit_kind[unit]) << 1 | g.used[unit]
        if like not in seen:
            seen.append(like)
            found.append(unit)
    return found


def cost(g: Board, power: int, unit: int) -> int:
    """Return what moving a unit costs; an Air Fleet is a land unit. [6.2a] [8.1.A1] [8.1.B1] [6.2h]"""
    kind = g.t.unit_type[unit]
    if kind == const.U_BOAT:
        return g.t.cost_uboat_move
    return g.costs[power][const.MOVE_FLEET if kind == const.FLEET else const.MOVE_LAND]  # [11.1a]


def reach(g: Board, power: int, kind: int, part: Part) -> int:
    """Return where a unit of a type in this part of the network may end its move. [6.2b] [6.2c] [R51]"""
    t = g.t
    mask, land, sea = part
    stands = t.stands[kind]  # [3.7c] [11.4f]
    beyond = (land | sea) & ~mask
    beyond &= ~g.closed[power]  # [3.8.4] [6.2f]
    # Within the network, or to own units where nobody rules. [R10]
    found = (mask | (beyond & g.present[power])) & ~g.full & stands
    if kind != const.AIR_FLEET:
        # One step into an area without armies and fleets; Air Fleets there are overrun. [6.2g, R53]
        # On a coast the first of a turn must be an army over land, or a fleet over sea. [6.2d, R11]
        first = land | (sea & g.first_by_sea) if kind == const.ARMY else sea | (land & g.first_by_land)
        found |= beyond & ~g.firm & stands & (first | ~t.coastal)
    return found


def uboat_reach(g: Board, unit: int) -> int:
    """Return where a U-boat may go: to every other U-boat area with room. [6.2h] [11.2a, R46]"""
    t = g.t
    found = 0
    for area in bits(t.uboat_areas & g.open):
        if g.subs[area] < t.uboats_per_area and area != g.place[unit]:  # [11.2c]
            found |= t.bit[area]
    return found


def destinations(g: Board, power: int, unit: int) -> int:
    """Return the areas in which a unit on the board may end a move now. [3.9c]

    None if it is out of supply.
    """
    t = g.t
    kind = t.unit_type[unit]
    if kind == const.U_BOAT:
        return uboat_reach(g, unit)
    if kind == const.RESISTANCE or g.used[unit]:  # [6.2j] [11.1.Ac]
        return 0
    bit = t.bit[g.place[unit]]
    found = 0
    for part in g.network(power):
        if (part[0] | part[1] | part[2]) & bit:  # in it, or beside it where nobody rules [R9]
            found |= reach(g, power, kind, part)
    return found & ~bit


def movable(g: Board, power: int, points: int) -> list[int]:
    """Return the units that could move for a number of points; of those that are alike one. [6.2a]"""
    t = g.t
    costs = g.costs[power]
    land = costs[const.MOVE_LAND] <= points
    sea = costs[const.MOVE_FLEET] <= points
    found: list[int] = []
    if not (land or sea):
        return found
    stray = g.present[power] & ~g.owned[power]
    for part in g.network(power):
        here = part[0] & g.present[power]
        if not here:
            continue
        army = reach(g, power, const.ARMY, part) if land else 0
        fleet = reach(g, power, const.FLEET, part) if sea else 0
        air = reach(g, power, const.AIR_FLEET, part) if land and g.flying() else 0
        while here:
            bit = here & -here
            here ^= bit
            last = -1
            for unit in g.at[bit.bit_length() - 1]:
                kind = t.unit_type[unit]
                if kind == const.ARMY:
                    goals = army
                elif kind == const.FLEET:
                    goals = fleet
                elif kind == const.AIR_FLEET:
                    goals = 0 if g.used[unit] else air
                else:
                    continue
                if goals & ~bit and t.unit_kind[unit] != last:
                    found.append(unit)
                    last = t.unit_kind[unit]
    if stray:
        for area in bits(stray):
            units = [u for u in g.at[area] if g.owner(u) == power and cost(g, power, u) <= points]
            found += alike_once(g, [u for u in units if destinations(g, power, u)])
    return found


def movable_uboats(g: Board, power: int, points: int) -> list[int]:
    """Return the U-boats that could move for a number of points; of those in one area one. [6.2h]"""
    t = g.t
    found: list[int] = []
    if power != t.uboat_power or points < t.cost_uboat_move or not g.flying():
        return found
    first = t.first_unit[t.uboat_kind]
    for unit in range(first, first + t.kind_count[t.uboat_kind]):
        if g.place[unit] >= 0 and uboat_reach(g, unit):
            found.append(unit)
    return alike_once(g, found)


def arrive(g: Board, unit: int, area: int) -> None:
    """Carry out a move; Air Fleets alone there are destroyed, a power that was let be may join the war."""
    t = g.t
    old = g.place[unit]
    power = g.owner(unit)
    if g.log is not None:
        text = f"{words.unit(g, unit)} moves from {words.area(g, old)} to {words.area(g, area)}."
        g.log.add(text, "6.2b", (g.ids.unit + unit, AREA + old, AREA + area))
    if t.unit_type[unit] != const.U_BOAT and g.tenant[area] != const.NOBODY and g.tenant[area] != power:
        overrun(g, area)
    before, damage = g.control[area], g.damage
    if g.tenant[area] == const.NOBODY and t.coastal & t.bit[area] and not g.owned[power] & t.bit[area]:
        open_coast(g, power, unit, area)
    g.move(unit, area)  # an Air Fleet stays ready [6.2i]
    log_taken(g, area, before, g.damage != damage)
    war_entry.provoke(g, power, t.home[area])  # [9.2a, R62]


def open_coast(g: Board, power: int, unit: int, area: int) -> None:
    """Note over which kind of link a unit is first on a coast: others may follow in this turn. [6.2d]"""
    bit = g.t.bit[area]
    here = g.t.bit[g.place[unit]]
    kind = g.t.unit_type[unit]
    for mask, land, sea in g.network(power):
        if not (mask | land | sea) & here:
            continue
        if kind == const.ARMY:
            g.first_by_land |= land & bit
        elif kind == const.FLEET:
            g.first_by_sea |= sea & bit


def log_taken(g: Board, area: int, before: int, damaged: bool) -> None:
    """Tell if a Home area has come under other control, and whether it is damaged now."""
    if g.log is None or g.control[area] == before or g.t.home[area] == g.t.neutral:
        return
    place = words.area(g, area)
    loser = "" if before == const.NOBODY else f" from {words.nation(g, before)}"
    text, rule = f"{place} is taken{loser}{' and damaged' if damaged else ''}.", "3.8.1b"
    if g.control[area] == const.NOBODY:
        text, rule = f"Nobody controls {place} now.", "3.8.1c"
    elif g.control[area] == g.lord[g.t.home[area]]:
        text, rule = f"{place} is free again.", "3.8.1a"
    g.log.add(text, rule, (AREA + area,))


def overrun(g: Board, area: int) -> None:
    """Air Fleets without other units are destroyed by whoever comes. [6.2g] [11.1d]"""
    t = g.t
    for unit in g.at[area]:
        if t.unit_type[unit] == const.AIR_FLEET:
            if g.log is not None:
                g.log.add(
                    f"{words.unit(g, unit)} in {words.area(g, area)} is overrun.", "6.2g", (AREA + area,)
                )
            g.take(unit)


class Move(ActiveStep[Board]):
    """Asks where a unit goes; what it costs is paid already."""

    def __init__(self, unit: int) -> None:
        self.unit = unit

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in bits(destinations(g, g.power, self.unit))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        arrive(g, self.unit, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        place = words.area(g, g.place[self.unit])
        return Ask(f"Where does the {words.unit(g, self.unit)} in {place} move to? Click an area.", "6.2b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - AREA
        if 0 <= area < g.t.n_areas:
            return why_area(g, g.power, self.unit, area)
        name = words.unit(g, self.unit)
        return Refusal(f"The {name} is about to move: click the area where it goes, or take it back.", "6.2b")


def why_area(g: Board, power: int, unit: int, area: int) -> Refusal:
    """Return why a unit cannot end its move in an area."""
    t = g.t
    bit = t.bit[area]
    kind = t.unit_type[unit]
    name, place = words.unit(g, unit), words.area(g, area)
    if area == g.place[unit]:
        return Refusal(f"The {name} is in {place} already.", "6.2b")
    if not g.open & bit:
        return Refusal(f"{place} is in play only with the Arctic Expansion.", "2.0.1a")
    if kind == const.U_BOAT:
        if not t.uboat_areas & bit:
            return Refusal(f"U-boats go only to U-boat areas, and {place} is none.", "3.7d")
        return Refusal(f"{place} has its {words.count(t.uboats_per_area, 'U-boat')} already.", "11.2c")
    refusal = why_closed(g, power, area)
    if refusal is not None:
        return refusal
    tenant = g.tenant[area]
    if tenant == t.mate[power]:
        return Refusal(f"{place} is held by your teammate {words.nation(g, tenant)}.", "6.2f")
    if tenant not in (const.NOBODY, power) and (g.firm & bit or kind == const.AIR_FLEET):
        there = words.units(g, [u for u in g.at[area] if t.unit_type[u] < const.U_BOAT])
        return Refusal(f"Enemy units hold {place} ({there}): destroy them first.", "6.2f")
    if not t.stands[kind] & bit:
        if kind == const.AIR_FLEET:
            return Refusal(f"No Air Fleet can end its move in {place}.", "11.4f")
        what = "an island" if kind == const.ARMY else "a land area"
        return Refusal(f"{place} is {what}, no place for the {name}.", "3.7c")
    if g.full & bit and tenant == power:
        return Refusal(f"{place} is full: it holds {words.count(t.limit[area], 'unit')}.", "3.7b")
    near = 0
    here = t.bit[g.place[unit]]
    for mask, land, sea in g.network(power):
        if (mask | land | sea) & here:
            near |= land | sea
    if not near & bit:
        return Refusal(f"{place} is not next to an area in supply that the {name} can reach.", "6.2b")
    if kind == const.AIR_FLEET:
        return Refusal(f"An Air Fleet is never the first to enter {place}.", "11.1c")
    if kind == const.FLEET:
        return Refusal(
            f"From your areas only land links lead to {place}, so an army must go there first.", "6.2d"
        )
    return Refusal(f"From your areas only sea links lead to {place}, so a fleet must go there first.", "6.2d")


def why_closed(g: Board, power: int, area: int) -> Refusal | None:
    """Return why a power may never enter an area as things are; None if it may."""
    t = g.t
    if not g.closed[power] & t.bit[area]:
        return None
    place = words.area(g, area)
    home = t.home[area]
    name = words.nation(g, home)
    if home in g.start.closed:
        return Refusal(f"In this scenario nobody enters {place}.", "12.1c")
    if not g.joined(home) and home in t.additional:
        if t.patron[home] != power:
            return Refusal(f"{place} is never open to you: {name} can join only your teammate.", "3.8.4")
        return Refusal(f"{place} is closed to you until {name} is at war.", "6.2e")
    return Refusal(f"{place} is a Home area of your teammate {words.nation(g, g.lord[home])}.", "3.8.4")
