"""Pinning: an attacked unit is tied to that combat, one for one. [A10.0] [A10.1] [A10.2]

No unit is used in more than one combat of a phase [R43]. If the attackers pin all units of a space, these are
marked at once. Otherwise the owner chooses which units leave, as long as enough stay.
"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board


def attacked(g: Board) -> list[int]:
    """Return the spaces that the phasing side attacks: noted combats, and zones with a search to come."""
    found = g.battles[:]
    if g.advanced:
        ships, air = g.ships, g.air
        mine = g.mask(g.side)
        for zone in range(g.t.n_areas, g.t.n_spaces):
            if ships[zone] & ~mine and (ships[zone] | air[zone]) & mine:
                if zone not in found and has_meeting(g, zone):
                    found.append(zone)
    return found


def is_attacked(g: Board, space: int) -> bool:
    """Check whether the phasing side attacks a space."""
    return space in g.battles or (g.advanced != 0 and space >= g.t.n_areas and has_meeting(g, space))


def has_meeting(g: Board, zone: int) -> bool:
    """Check whether phasing ships or aircraft face ships they are at war with.

    In the exploitation phase only those that have moved count.
    """
    mine = g.mask(g.side)
    if not g.ships[zone] & ~mine or not (g.ships[zone] | g.air[zone]) & mine:
        return False
    for unit in g.at[zone]:
        if (
            g.carrier[unit] >= 0
            or not (mine >> g.serves[unit]) & 1
            or g.cond[unit] & (const.OBSERVER | const.FOUGHT)
        ):
            continue
        if g.war[g.serves[unit]] & g.ships[zone] and (
            g.phase != const.EXPLOIT_REACTION or g.cond[unit] & const.MOVED
        ):
            return True
    return False


def pinners(g: Board, space: int, side: int) -> tuple[int, int]:
    """Return how many units of a side in a space pin only their own kind, and how many pin any. [A10.2]

    Land units pin land units and ships pin ships; aircraft and task forces pin all; HQs pin nothing.
    """
    kinds = g.t.unit_kind
    mask = g.mask(side)
    area = space < g.t.n_areas
    own = every = 0
    for unit in g.at[space]:
        if g.carrier[unit] >= 0 or not (mask >> g.serves[unit]) & 1 or g.cond[unit] & const.FOUGHT:
            continue
        kind = kinds[unit]
        if kind < const.HQ:
            own += 1
        elif kind == const.AIRCRAFT:
            if not g.cond[unit] & (const.RAIDING | const.OBSERVER):
                every += 1
        elif kind == const.TASK_FORCE:
            if g.target[unit] == const.NONE:  # else it is in another combat
                every += 1
        elif kind >= const.FIRST_SHIP:
            own += 1
    if area:
        for zone in g.t.coast[space]:
            if g.forces[zone] & mask:
                for unit in g.at[zone]:
                    if (
                        g.target[unit] == space
                        and kinds[unit] == const.TASK_FORCE
                        and not g.cond[unit] & const.RAIDING
                    ):
                        if (mask >> g.serves[unit]) & 1:
                            every += 1
    return own, every


def present(g: Board, space: int, side: int) -> list[int]:
    """Return a side's units in a space that can be pinned there: not those that came, left or have fought."""
    mask = g.mask(side)
    found = [u for u in g.at[space] if g.carrier[u] < 0 and (mask >> g.serves[u]) & 1]
    return [u for u in found if not g.cond[u] & (const.REACTED | const.FOUGHT) and g.target[u] == const.NONE]


def match(own: int, every: int, kin: int, others: int) -> int:
    """Return how many units can be pinned by `own`, which pin only `kin`, and `every`, which pin all."""
    first = min(own, kin)
    return first + min(every, kin - first + others)


def bound(g: Board, space: int, units: list[int], side: int) -> int:
    """Return how many of these units of a side in a space the other side pins. [A10.1f]"""
    own, every = pinners(g, space, 1 - side)
    area = space < g.t.n_areas
    kin = 0
    for unit in units:
        kind = g.t.unit_kind[unit]
        if kind <= const.LAST_LAND if area else kind >= const.FIRST_SHIP:  # HQs can be bound [A10.2]
            kin += 1
    return match(own, every, kin, len(units) - kin)


def may_leave(g: Board, unit: int) -> bool:
    """Check whether a unit may be used elsewhere: enough stay in its space to be pinned. [A10.1f] [R69]"""
    if not g.advanced:
        return True
    if g.cond[unit] & (const.PINNED | const.FOUGHT):  # [A10.1a] [A10.1b] [A10.1c] [A10.1d]
        return False
    space = g.place[unit]
    side = g.side_of_unit(unit)
    if not is_attacked(g, space):
        return True
    here = present(g, space, side)
    rest = [other for other in here if other != unit]
    return bound(g, space, rest, side) >= bound(g, space, here, side)


def pin(g: Board) -> None:
    """Mark the pinned units of the attacked side where there is nothing to choose. [A10.1]"""
    if not g.advanced:
        return
    side = 1 - g.side
    for space in attacked(g):
        here = present(g, space, side)
        if here and bound(g, space, here, side) == len(here):
            for unit in here:
                g.mark(unit, const.PINNED)


def pin_remaining(g: Board) -> None:
    """Mark the pinned units after the reaction, land units and ships first. [A10.1f]"""
    if not g.advanced:
        return
    side = 1 - g.side
    for space in attacked(g):
        stay = present(g, space, side)
        number = bound(g, space, stay, side)
        flyers = [u for u in stay if g.t.unit_kind[u] == const.AIRCRAFT]
        for unit in flyers + [u for u in stay if g.t.unit_kind[u] != const.AIRCRAFT]:
            rest = [other for other in stay if other != unit]
            if bound(g, space, rest, side) >= number:
                stay = rest
        for unit in stay:
            g.mark(unit, const.PINNED)
