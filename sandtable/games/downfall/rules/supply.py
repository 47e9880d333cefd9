"""Control of areas [6] and Lines of Supply [7].

An army needs a way to a source on which every area after its own is usable. The search runs from the sources
outward, once for a whole side: it goes on from usable areas and marks every area it touches.
"""

from typing import Final

from sandtable.games.downfall.components import words
from sandtable.games.downfall.components.constants import ALLIES, AT_WAR, FOES, NEUTRAL, OWN, POOL
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board

# A bit of `Board.beach` beside those of the three sides: the Allies control the area through partisans alone.
HELD_BY_PARTISANS: Final = 1 << NEUTRAL

NOBODY: Final = -1


# --- control


def change_control(g: Board, area: int, side: int) -> None:
    """Give an area to a side, or to nobody, without a log line; all changes of control come here."""
    g.set_control(area, side)  # [6]
    g.supplied = None
    if side != ALLIES and g.beach[area]:
        g.mark_beach(area, g.beach[area] & ~HELD_BY_PARTISANS)


def hand_over(g: Board, areas: list[int], side: int, rule: str) -> None:
    """Give several areas to a side, or to nobody, for one reason."""
    for area in areas:
        change_control(g, area, side)
    log_control(g, areas, side, rule)


def log_control(g: Board, areas: list[int], side: int, rule: str) -> None:
    """Log that areas have come to a side, or to nobody."""
    if g.log is not None and areas:
        t = g.t
        names = ", ".join([t.area_name[area] for area in areas])
        text = f"Neutral now: {names}." if side == NEUTRAL else f"{t.side_name[side]}: control of {names}."
        g.log.add(text, rule, tuple([AREA + area for area in areas]))


def occupant(g: Board, area: int) -> int:
    """Return the side that is alone in an area; NOBODY if none is, or two, even partners. [6b]"""
    stack = g.stack[area]
    found = NOBODY
    for side in range(NEUTRAL):
        if stack & OWN[side]:
            if found != NOBODY:
                return NOBODY
            found = side
    return found


def update_control(g: Board) -> None:
    """Give every area to the side that is alone in it; all others keep their controller. [6b] [6c, R8]

    Only armies that stand in an area count; armies that only cross it do not change its control. [6d]
    """
    control = g.control  # as it was: each change makes a new table
    stack = g.stack
    partisans = NOBODY
    if g.partisans:
        partisans = g.t.yugoslavia
    country = g.t.area_country
    for area in range(g.t.n_areas):
        if country[area] == partisans:
            update_partisan_area(g, area)
        elif stack[area]:
            side = occupant(g, area)
            if side != NOBODY and side != control[area]:
                change_control(g, area, side)
        if g.beach[area]:
            update_beachheads(g, area)
    if g.log is not None:
        for side in range(NEUTRAL):
            gained = [a for a in range(len(control)) if g.control[a] == side and control[a] != side]
            log_control(g, gained, side, "6b")


def update_partisan_area(g: Board, area: int) -> None:
    """Update control by partisans: an area they leave, or die in, goes back. [18l, R62]"""
    side = occupant(g, area)
    held = g.beach[area] & HELD_BY_PARTISANS
    if g.stack[area] & OWN[ALLIES]:
        if not has_only_partisans(g, area):
            g.mark_beach(area, g.beach[area] & ~HELD_BY_PARTISANS)
        elif side == ALLIES and g.control[area] != ALLIES:
            g.mark_beach(area, g.beach[area] | HELD_BY_PARTISANS)
    elif held and side == NOBODY:
        side = g.conqueror[g.t.yugoslavia]
    if side != NOBODY and side != g.control[area]:
        change_control(g, area, side)


def has_only_partisans(g: Board, area: int) -> bool:
    """Return whether all Allied armies in an area are partisans."""
    t = g.t
    for unit in g.at[area]:
        if t.unit_side[unit] == ALLIES and t.unit_nation[unit] != t.yugoslavia:
            return False
    return True


def update_beachheads(g: Board, area: int) -> None:
    """Remove beachheads of sides that have no army left in an area. [7g, R14]"""
    for side in range(NEUTRAL):
        if not g.stack[area] & OWN[side]:
            g.mark_beach(area, g.beach[area] & ~(1 << side))


# --- Line of Supply


def open_canals(g: Board, side: int) -> int:
    """Return the canals a side controls, as bits."""
    canals = 0
    bit = 1
    for area in g.t.canal_areas:
        if g.control[area] == side:
            canals |= bit
        bit <<= 1
    return canals


def spread(g: Board, side: int, sources: list[int]) -> bytes:
    """Return a byte for each area: 1 where an army of the side has a way to one of the sources. [7] [7a]

    The sources are areas the side controls; enemy armies in them do not matter. [7d] The list is emptied.
    """
    t = g.t
    control = g.control
    stack = g.stack
    beach = g.beach
    neighbours = t.neighbours
    if g.tile(side, t.blitzkrieg):
        own = OWN[side]  # armies of the side make an area usable, [7e] [13.1d]
        foes = 0  # and enemies do not close it
    else:
        own = 0
        foes = FOES[side]  # [7c]
    # No Baltic Sea for the USSR, no Black Sea and no Egyptian coast for the Axis; nothing else is closed, the
    # Turkish Straits neither. [7h] [7i] [7j] [R34]
    coast = t.area_supply_groups[side][open_canals(g, side)]
    landed = 1 << side
    reached = 0  # waters that carry the line already
    line = [0] * t.n_areas
    for area in sources:
        line[area] = 1
    while sources:
        area = sources.pop()
        waters = coast[area] & ~reached
        if waters and (control[area] == side or beach[area] & landed):
            reached |= waters
            for port in t.coasts:
                if coast[port] & waters and not line[port]:
                    if control[port] == side:  # [7f]
                        line[port] = 1
                        if not stack[port] & foes:
                            sources.append(port)
                    elif beach[port] & landed:  # [7g, R14]
                        line[port] = 1
                        if stack[port] & own:
                            sources.append(port)
        for near in neighbours[area]:
            if not line[near]:
                line[near] = 1  # an army standing here has a line, whoever controls the area [7b]
                if control[near] == side:
                    if not stack[near] & foes:
                        sources.append(near)
                elif stack[near] & own:
                    sources.append(near)
    return bytes(line)


def flood(g: Board, side: int) -> bytes:
    """Return a byte for each area: 1 where armies of the side have a line to its Supply Areas. [7a] [7d]"""
    t = g.t
    control = g.control
    sources: list[int] = []
    for country in range(t.n_countries):
        if t.country_side[country] == side:
            for area in t.supply_areas[country]:
                if control[area] == side:
                    sources.append(area)
    return spread(g, side, sources)


def supplied(g: Board) -> bytes:
    """Return `flood` for the active side, kept until something moves or changes control."""
    line = g.supplied
    if line is None:
        line = flood(g, g.side)
        g.supplied = line
    return line


def has_line(g: Board, unit: int) -> bool:
    """Return whether an army has a Line of Supply, by present control and developments. [7, R61]"""
    t = g.t
    area = g.place[unit]
    if area == POOL:
        return False
    side = t.unit_side[unit]
    nation = t.unit_nation[unit]
    if g.status[nation] != AT_WAR:  # armies of countries not at war are never checked
        return True
    if g.partisans and nation == t.yugoslavia:  # [18s]
        return True
    line = supplied(g) if side == g.side else flood(g, side)
    if line[area]:
        return True
    capital = t.capital[nation]
    if g.control[capital] != side:
        return False
    return spread(g, side, [capital])[area] != 0  # [7a] [7d]


def eliminate_unsupplied(g: Board) -> None:
    """Remove all armies of the active side without a line; they may be built again. [7k] [7l]"""
    t = g.t
    lost: list[int] = []
    for unit in t.units_of_side[g.side]:
        if g.place[unit] != POOL and not has_line(g, unit):
            lost.append(unit)
    if g.log is not None and lost:
        log_lost_armies(g, lost)
    for unit in lost:
        g.take(unit)


def log_lost_armies(g: Board, lost: list[int]) -> None:
    """Log, area by area, which armies are without a Line of Supply."""
    t = g.t
    areas: list[int] = []
    for unit in lost:
        if g.place[unit] not in areas:
            areas.append(g.place[unit])
    for area in areas:
        armies = [unit for unit in lost if g.place[unit] == area]
        names = words.armies(g, armies)
        refs = (AREA + area, *[g.ids.unit + unit for unit in armies])
        if g.log is not None:
            g.log.add(f"{t.area_name[area]}: {names} eliminated, no Line of Supply.", "7k", refs)
