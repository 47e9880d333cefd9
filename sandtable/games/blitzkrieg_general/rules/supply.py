"""Supply: which units are joined to a source over land and sea, twice in an action segment. [A6.1] [A6.6]

One flood serves all countries with the same friends and the same enemies.
"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import FIRST_SHIP, SUPPLY_2, UNSUPPLIED
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.naval import straits


def check(g: Board) -> None:
    """Determine the supply of all units; it stays until the next check. [A6.1] [A6.1h] [A6.6]"""
    t = g.t
    out: list[int] = []
    # What each country reaches, for those checked already.
    found: list[bytes | None] = [None] * t.n_countries
    for unit in range(t.n_units):
        place = g.place[unit]
        if place < 0:
            continue
        if t.unit_kind[unit] >= FIRST_SHIP:  # ships never lack supply, their cargo may [A6.1n]
            g.cond[unit] &= ~UNSUPPLIED
            continue
        country = g.serves[unit]
        joined = found[country]
        if joined is None:
            joined = found[country] = _known(g, country, found)
        if joined[place]:
            g.cond[unit] &= ~UNSUPPLIED
        else:
            g.cond[unit] |= UNSUPPLIED
            out.append(unit)
    if g.log is not None:
        _log(g, out)


def _known(g: Board, country: int, found: list[bytes | None]) -> bytes:
    """Return what a country reaches, reusing the result of one with the same friends and enemies."""
    for other in range(g.t.n_countries):
        same = found[other]
        if same is not None and g.friends[other] == g.friends[country] and g.war[other] == g.war[country]:
            return same
    return reached(g, country)


def _log(g: Board, out: list[int]) -> None:
    assert g.log is not None
    rule = "A6.6" if g.phase == SUPPLY_2 else "A6.1"
    spaces = sorted({g.place[unit] for unit in out})
    for space in spaces:
        units = [unit for unit in out if g.place[unit] == space]
        text = f"Out of supply in {words.space(g, space)}: {words.units(g, units)}."
        g.log.add(text, rule, (g.ids.space + space, *[g.ids.unit + unit for unit in units]))


def sources(g: Board, country: int) -> list[int]:
    """Return the home areas with production that a country and its friends control. [A6.1a] [B8.3a]"""
    t = g.t
    mask = g.friends[country]
    homes = mask
    if (mask >> t.vichy) & 1:  # what is left to Vichy of its country is its home
        homes |= 1 << t.france
    control = g.control
    return [
        area
        for area in t.home_sources
        if (mask >> control[area]) & 1 and (homes >> t.home_country[t.area_home[area]]) & 1
    ]


def reached(g: Board, country: int) -> bytes:
    """Return by space: 1 where units of a country are in supply. [A6.1b] [A6.1c] [A6.1g]"""
    t = g.t
    n_areas, n_spaces = t.n_areas, t.n_spaces
    land_near, coast, sea_near = t.land_near, t.coast, t.sea_near
    control, troops, forces, surface = g.control, g.troops, g.forces, g.surface
    mask = g.friends[country]
    enemies = g.war[country]
    shut = _shut(g, country)
    seen = [0] * n_spaces  # looked at: in supply, or closed
    found = [0] * n_spaces
    todo = sources(g, country)  # a unit in one of them is always in supply [A6.1m]
    for area in todo:
        seen[area] = found[area] = 1
    while todo:
        space = todo.pop()
        for area in land_near[space]:  # nothing crosses closed borders [TEC8]
            if not seen[area]:
                seen[area] = 1
                # The country or its friends control the area or have units in it. [A6.1b]
                if (mask >> control[area]) & 1 or troops[area] & mask:
                    found[area] = 1
                    todo.append(area)
        for other in coast[space]:  # from the shore to the sea and back [A6.1g]
            if not seen[other]:
                seen[other] = 1
                if other < n_areas:
                    if not (mask >> control[other]) & 1 and not troops[other] & mask:
                        continue
                elif forces[other] & enemies and not surface[other] & mask:
                    continue
                found[other] = 1
                todo.append(other)
        for zone in sea_near[space]:
            if not seen[zone]:
                # Task forces cut the way, unless a friendly ship other than a submarine is there.
                if forces[zone] & enemies and not surface[zone] & mask:  # [A6.1c] [A6.1d] [A6.1e]
                    seen[zone] = 1
                elif not shut or space * n_spaces + zone not in shut:  # [A6.1f]
                    seen[zone] = found[zone] = 1
                    todo.append(zone)
    return bytes(found)


def _shut(g: Board, country: int) -> list[int]:
    """Return the passages closed to a country, in both directions: one zone times n_spaces plus the other."""
    t = g.t
    found: list[int] = []
    for link in t.gated_links:
        if not straits.is_open_to(g, link, country, False):
            a, b = t.link_a[link], t.link_b[link]
            found.append(a * t.n_spaces + b)
            found.append(b * t.n_spaces + a)
    return found
