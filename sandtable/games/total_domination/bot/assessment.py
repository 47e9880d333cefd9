"""What a position looks like to a faction: points, forces, what is exposed and what is within reach."""

from __future__ import annotations

from typing import Final

from sandtable.games.total_domination.bot.weights import Weights
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board

SOLO_POINT: Final = 0.2  # in the solo game: a point of the Allies, who win by ground alone
GRIP: Final = 1.0  # there: a Home area of the Axis in Allied hands


def lateness(g: Board) -> float:
    """Return how much of the war is over, 0 to 1."""
    return (g.round - g.start.first_round) / max(1, g.start.last_round - g.start.first_round)


def assess(g: Board, faction: int, w: Weights) -> float:
    """Return how a position looks to a faction, in victory points."""
    t = g.t
    land = [0] * const.POWERS
    sea = [0] * const.POWERS
    nets = [0] * const.POWERS
    for power in range(const.POWERS):
        for part in g.network(power):
            nets[power] |= part[0]
            land[power] |= part[1]
            sea[power] |= part[2]
    late = lateness(g)
    calm = 1.0 - w.calm * late
    exposed = (w.exposed0 * calm, w.exposed1 * calm, w.exposed2 * calm, w.exposed3 * calm, 0.0)
    score = 0.0
    for power in range(const.POWERS):
        sign = 1.0 if t.faction[power] == faction else -1.0
        allied = t.faction[power] != const.AXIS
        own = (SOLO_POINT if g.start.solo and allied else 1.0) * g.vp[power]
        near = 0
        for foe in t.foes[power]:
            near |= land[foe] | sea[foe]
        threat = g.owned[power] & near
        share = 1.0 if sign > 0.0 else w.prey
        while threat:
            bit = threat & -threat
            threat ^= bit
            area = bit.bit_length() - 1
            own -= share * exposed[min(g.firm_count[area], 4)] * g.worth[area]
        around = (land[power] | sea[power]) & ~nets[power] & ~g.closed[power]
        ground = around & ~near
        while ground:
            bit = ground & -ground
            ground ^= bit
            area = bit.bit_length() - 1
            if g.control[area] == const.NOBODY:
                own += (w.held_ground if g.firm & bit else w.open_ground) * g.start.stars[area]
        score += sign * own
    return score + forces(g, faction, nets, w) + politics(g, faction, w)


def forces(g: Board, faction: int, nets: list[int], w: Weights) -> float:
    """Return the balance of units on the board."""
    t = g.t
    score = 0.0
    left = 1.0 - w.ebb * lateness(g)
    force = (w.army * left, w.fleet * left, w.air_fleet * left, w.u_boat, 0.0)
    lord = g.lord
    for unit, area in enumerate(g.place):
        if area < 0:
            continue
        kind = t.unit_type[unit]
        if kind == const.RESISTANCE:
            continue
        owner = lord[t.unit_nation[unit]]
        if owner >= const.POWERS:
            continue
        worth = force[kind]
        if kind <= const.AIR_FLEET and not nets[owner] >> area & 1:
            worth -= w.cut_off
        elif kind == const.U_BOAT and t.additional and g.lord[t.additional[0]] == t.additional[0]:
            worth += w.wolfpack
        score += worth if t.faction[owner] == faction else -worth
    return score


def politics(g: Board, faction: int, w: Weights) -> float:
    """Return what the tracks of the additional powers promise, and in the solo game the Axis homeland."""
    t = g.t
    score = 0.0
    if g.start.allies_join_war:
        for nation in t.additional:
            if g.lord[nation] == nation:
                score += w.lease_step * g.track[nation]
            else:
                score -= t.track_rise[nation] - w.lease_step * t.track_steps[nation]
    if g.start.solo:
        for power in t.of_faction[const.AXIS]:
            held = 0
            for area in t.home_priority[power]:
                if t.faction[g.control[area]] != const.AXIS if g.control[area] < const.POWERS else True:
                    held += 1
            score += GRIP * held * held / 2.0
    return -score if faction == const.AXIS else score
