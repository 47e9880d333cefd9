"""Supply over land and from the sea. [4.7.2]"""

from __future__ import annotations

from sandtable.games.other_side.components.constants import FESTUNG, bits
from sandtable.games.other_side.components.state import OPEN_PORT, Board


def disks(g: Board) -> int:
    """Return the Areas with an Axis Control Disk."""
    mask = 0
    for area in range(g.t.n_areas):
        if g.axis[area]:
            mask |= 1 << area
    return mask


def strongholds(g: Board) -> int:
    """Return the Areas with a Festung Sector that the Axis holds. [4.7.2d]"""
    mask = 0
    for area in bits(g.t.festung):
        if g.axis_sector(area, g.t.terrain[area].index(FESTUNG, 1)):
            mask |= 1 << area
    return mask


def land_supply(g: Board) -> int:
    """Return the Areas with Land Supply: Axis Disks link them to an Axis Festung Sector. [4.7.2d] [R57]"""
    held = disks(g)
    found = frontier = strongholds(g)
    while frontier:
        reach = 0
        for area in bits(frontier):
            reach |= g.t.near[area]  # never over Amphibious Lines [1.3a]
        frontier = reach & held & ~found
        found |= frontier
    return found


def naval_supply(g: Board) -> int:
    """Return the Areas supplied by an Open Port, their own or one across controlled Areas. [4.7.2e] [R57]"""
    held = disks(g)
    found = 0
    for area in bits(held & g.t.ports):
        if g.port[area] == OPEN_PORT:
            found |= 1 << area
    frontier = found
    while frontier:
        reach = 0
        for area in bits(frontier):
            reach |= g.t.near[area]
        fresh = reach & held & ~found
        found |= fresh
        frontier = 0
        for area in bits(fresh):
            if g.axis_controls(area):
                frontier |= 1 << area
    return found
