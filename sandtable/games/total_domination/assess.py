"""What a position looks like to a faction: points, forces, what is exposed and what is within reach."""

from __future__ import annotations

from typing import Final

from sandtable.games.total_domination.state import Board
from sandtable.games.total_domination.tables import AIR_FLEET, AXIS, NOBODY, POWERS, RESISTANCE, U_BOAT

# What a point on the board is worth while it can be taken: by the armies and fleets that hold it.
EXPOSED: Final = (0.5, 0.25, 0.08, 0.03, 0.0)
OPEN_GROUND: Final = 0.25  # a point of neutral ground that one could walk into
HELD_GROUND: Final = 0.1  # the same with neutral units in it
# What a unit on the board is worth, by type.
FORCE: Final = (0.3, 0.3, 0.25, 0.2, 0.0)
CUT_OFF: Final = 0.25  # lost of it while it is out of supply
LEASE_STEP: Final = 0.9  # a box on the track of a power that is still to join
WOLFPACK: Final = 0.3  # a U-boat while Lend-Lease goes on
SOLO_POINT: Final = 0.2  # there: a point of the Allies, who win by ground alone [13.0a]
GRIP: Final = 1.0  # in the solo game: a Home area of the Axis in Allied hands


def assess(g: Board, faction: int) -> float:
    """How a position looks to a faction, in victory points."""
    t = g.t
    land = [0] * POWERS
    sea = [0] * POWERS
    nets = [0] * POWERS
    for power in range(POWERS):
        for part in g.network(power):
            nets[power] |= part[0]
            land[power] |= part[1]
            sea[power] |= part[2]
    score = 0.0
    for power in range(POWERS):
        sign = 1.0 if t.faction[power] == faction else -1.0
        allied = t.faction[power] != AXIS
        own = (SOLO_POINT if g.start.solo and allied else 1.0) * g.vp[power]
        near = 0
        for foe in t.foes[power]:
            near |= land[foe] | sea[foe]
        threat = g.owned[power] & near
        while threat:
            bit = threat & -threat
            threat ^= bit
            area = bit.bit_length() - 1
            own -= EXPOSED[min(g.firm_count[area], 4)] * g.worth[area]
        around = (land[power] | sea[power]) & ~nets[power] & ~g.closed[power]
        ground = around & ~near
        while ground:
            bit = ground & -ground
            ground ^= bit
            area = bit.bit_length() - 1
            if g.control[area] == NOBODY:
                own += (HELD_GROUND if g.firm & bit else OPEN_GROUND) * t.stars[area]
        score += sign * own
    return score + forces(g, faction, nets) + politics(g, faction)


def forces(g: Board, faction: int, nets: list[int]) -> float:
    """The balance of units on the board."""
    t = g.t
    score = 0.0
    lord = g.lord
    for unit, area in enumerate(g.place):
        if area < 0:
            continue
        kind = t.unit_type[unit]
        if kind == RESISTANCE:
            continue
        owner = lord[t.unit_nation[unit]]
        if owner >= POWERS:
            continue
        worth = FORCE[kind]
        if kind <= AIR_FLEET and not nets[owner] >> area & 1:
            worth -= CUT_OFF
        elif kind == U_BOAT and t.additional and g.lord[t.additional[0]] == t.additional[0]:
            worth += WOLFPACK
        score += worth if t.faction[owner] == faction else -worth
    return score


def politics(g: Board, faction: int) -> float:
    """What the tracks of the additional powers promise, and in the solo game the Axis homeland."""
    t = g.t
    score = 0.0
    if g.start.allies_join_war:
        for nation in t.additional:
            if g.lord[nation] == nation:
                score += LEASE_STEP * g.track[nation]
            else:
                score -= t.track_rise[nation] - LEASE_STEP * t.track_steps[nation]
    if g.start.solo:
        for power in t.of_faction[AXIS]:
            held = 0
            for area in t.home_priority[power]:
                if t.faction[g.control[area]] != AXIS if g.control[area] < POWERS else True:
                    held += 1
            score += GRIP * held * held / 2.0
    return -score if faction == AXIS else score
