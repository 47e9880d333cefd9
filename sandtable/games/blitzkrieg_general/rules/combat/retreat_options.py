"""Spaces for retreating units, one by one and all together. [B6.2.3] [A6.5.8]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components.constants import COOPERATION, FIRST_SHIP, SUBMARINE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.naval import straits


def retreat_spaces(g: Board, unit: int) -> list[int]:
    """Return the spaces a land unit or ship may retreat to from where it is."""
    if g.t.unit_kind[unit] >= FIRST_SHIP:
        return sea_retreats(g, unit)
    return land_retreats(g, unit)


def land_retreats(g: Board, unit: int) -> list[int]:
    """Return areas with room [R72]: friendly ones [B6.2.3d], else those with both sides [B6.2.3e]."""
    country = g.serves[unit]
    area = g.place[unit]
    friendly: list[int] = []
    contested: list[int] = []
    for other in g.t.land_near[area]:
        if g.friendly(country, other):
            if not is_barred(g, unit, other):
                friendly.append(other)
        elif not friendly and has_both_sides(g, country, other) and not is_barred(g, unit, other):
            contested.append(other)
    if friendly or contested or not g.rule(COOPERATION):
        return friendly if friendly else contested
    return beyond_partners(g, unit)


def beyond_partners(g: Board, unit: int) -> list[int]:
    """Return the nearest friendly areas behind areas of partners that are closed to the unit. [A9.11a]"""
    country = g.serves[unit]
    seen: list[int] = [g.place[unit]]
    reached = [g.place[unit]]
    while reached:
        found: list[int] = []
        onward: list[int] = []
        for area in reached:
            for other in g.t.land_near[area]:
                if other in seen:
                    continue
                seen.append(other)
                if g.friendly(country, other):
                    if not is_barred(g, unit, other):
                        found.append(other)
                elif g.war[g.control[other]] & g.war[country] and not g.land[other] & g.war[country]:
                    if g.side_of(g.control[other]) == g.side_of(country):
                        onward.append(other)
        if found:
            return found
        reached = onward
    return []


def is_barred(g: Board, unit: int, area: int) -> bool:
    """Check whether a unit may not stand in an area: no room [R72], kept out [A8.8], strangers there."""
    if not entry_limits.room(g, unit, area) or entry_limits.kept_out(g, unit, area):
        return True
    return entry_limits.strangers(g, g.serves[unit], area)


def has_both_sides(g: Board, country: int, area: int) -> bool:
    """Check whether friends and enemies of a country are in an area. [B6.2.3e]"""
    there = g.troops[area]
    return there & g.friends[country] != 0 and there & g.war[country] != 0


def sea_retreats(g: Board, ship: int) -> list[int]:
    """Return adjacent zones without enemy ships or TFs [B6.2.3i] [A6.5.8a], else contested ones [B6.2.3j]."""
    t = g.t
    country = g.serves[ship]
    zone = g.place[ship]
    free: list[int] = []
    contested: list[int] = []
    for other in t.sea_near[zone]:
        if not _sails(g, ship, zone, other) or g.parted(country, other):
            continue
        if not _feared(g, country, other):
            free.append(other)
        elif g.ships[other] & g.friends[country]:
            contested.append(other)
    if free or contested or not g.rule(COOPERATION):
        return free if free else contested
    return _beyond_fleets(g, ship)


def _sails(g: Board, ship: int, zone: int, other: int) -> bool:
    """Check whether the way from one zone to the next is open to a ship."""
    sub = g.t.unit_kind[ship] == SUBMARINE
    return straits.is_open_to(g, g.t.link(zone, other), g.serves[ship], sub)


def _feared(g: Board, country: int, zone: int) -> bool:
    """Check whether enemies keep a retreating ship out of a zone. [B6.2.3i] [A6.5.8a]"""
    feared = g.forces[zone] if g.advanced else g.ships[zone]
    return feared & g.war[country] != 0


def _beyond_fleets(g: Board, ship: int) -> list[int]:
    """Return the nearest zones behind zones of partners that a ship may not share. [A9.11a]"""
    country = g.serves[ship]
    seen = [g.place[ship]]
    reached = seen[:]
    while reached:
        found: list[int] = []
        onward: list[int] = []
        for zone in reached:
            for other in g.t.sea_near[zone]:
                if other in seen or not _sails(g, ship, zone, other) or _feared(g, country, other):
                    continue
                seen.append(other)
                if g.parted(country, other):
                    onward.append(other)
                else:
                    found.append(other)
        if found:
            return found
        reached = onward
    return []


def can_all_retreat(g: Board, units: list[int]) -> bool:
    """Check whether all these units have a place to go to, within stacking limits. [B6.2.3l] [R72]"""
    found: list[list[int]] = []
    tight = False
    for unit in units:
        places = retreat_spaces(g, unit)
        if not places:
            return False
        found.append(places)
        for place in places:
            if place < g.t.n_areas and entry_limits.limit(g, unit, place):
                tight = True
    if not tight:
        return True
    taken: list[list[int]] = [[] for _ in range(g.t.n_areas)]
    for at in range(len(units)):
        if not _seat(g, units, found, taken, at, 0):
            return False
    return True


def _seat(
    g: Board, units: list[int], found: list[list[int]], taken: list[list[int]], at: int, tried: int
) -> bool:
    """Find a place for one more unit, moving others on where an area is full."""
    for place in found[at]:
        if (tried >> place) & 1:
            continue
        tried |= 1 << place
        most = entry_limits.limit(g, units[at], place)
        if most == 0 or entry_limits.based(g, units[at], place) + len(taken[place]) < most:
            if most:
                taken[place].append(at)
            return True
        for other in taken[place][:]:
            if _seat(g, units, found, taken, other, tried):
                taken[place].remove(other)
                taken[place].append(at)
                return True
    return False
