"""What units are worth in a fight: expected hits, hits they can take, the odds of a combat.

All values use open information only. They are cheap, because one choice needs many of them.
"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy

SIDES_OF_DIE: Final = 6.0


def steps_left(g: Board, unit: int) -> float:
    """Return the number of hits that remove a unit."""
    return 2.0 if g.t.unit_steps[unit] > 1 and not g.cond[unit] & const.FLIPPED else 1.0


def hits(g: Board, unit: int, strength: int) -> float:
    """Return the average number of hits a unit scores in a round with this strength."""
    if strength <= 0:
        return 0.0
    return min(6, strength) * g.t.kind_shots[g.t.unit_kind[unit]] / SIDES_OF_DIE


def printed_fire(g: Board, unit: int) -> float:
    """Return the hits a unit scores in a round with its printed strength."""
    kind = g.t.unit_kind[unit]
    if const.HQ <= kind <= const.NAVAL_HQ:
        return 0.0
    return hits(g, unit, g.strength(unit))


def defence(g: Board, unit: int, area: int) -> float:
    """Return the hits an infantry or armor scores in a round when it defends an area."""
    t = g.t
    value = g.strength(unit)
    if g.advanced:
        terrain = t.area_terrain[area]
        value += t.terrain_arm[terrain] if t.unit_kind[unit] == const.ARMOR else t.terrain_inf[terrain]
        if g.cond[unit] & const.UNSUPPLIED:
            value += t.unsupplied
    return hits(g, unit, value)


def attack(g: Board, unit: int, start: int, area: int) -> float:
    """Return the hits a land unit scores in a round when it attacks a neighbouring area."""
    value = g.strength(unit)
    if g.advanced:
        t = g.t
        armor = t.unit_kind[unit] == const.ARMOR
        if armor:
            value += t.terrain_arm[t.area_terrain[area]]
        link = t.link_of.get(start * t.n_spaces + area, -1)
        if link >= 0:
            if t.link_river[link]:
                value += t.river_arm if armor else t.river_other
            if t.link_swamp[link]:
                value += t.swamp_arm if armor else t.swamp_other
            if t.link_mountain[link] and t.area_terrain[area] != t.mountains:
                value += t.mountain_arm if armor else t.mountain_other
            if g.fortress and t.link_fortress[link] == area:
                value += t.terrain_attacker[t.walls] + (t.terrain_arm[t.walls] if armor else 0)
        if g.bad(area):
            value += t.weather_land
        if g.cond[unit] & const.UNSUPPLIED:
            value += t.unsupplied
    return hits(g, unit, value)


def landing(g: Board, unit: int, area: int) -> float:
    """Return the hits an infantry or armor scores in a round when it lands on an enemy coast."""
    t = g.t
    value = g.strength(unit)
    if g.advanced:
        value //= 2
        if t.unit_kind[unit] == const.ARMOR:
            value += t.terrain_arm[t.area_terrain[area]]
        if g.bad(area):
            value += t.weather_land
    return hits(g, unit, value)


def support(g: Board, unit: int, area: int) -> float:
    """Return the hits an aircraft or a task force scores in a round in a combat for an area."""
    t = g.t
    value = g.strength(unit)
    if g.advanced:
        if t.unit_kind[unit] == const.TASK_FORCE:
            value = (value + 1) // 2
        if t.terrain_half[t.area_terrain[area]]:
            value //= 2
        value += t.terrain_air[t.area_terrain[area]]
        if g.bad(area):
            value += t.weather_air
        if g.cond[unit] & const.UNSUPPLIED:
            value += t.unsupplied
    return hits(g, unit, value)


def ship_fire(g: Board, unit: int) -> float:
    """Return the hits a ship or an aircraft scores in a round at sea."""
    value = g.strength(unit)
    if g.advanced and g.bad(g.place[unit]):
        value += g.t.weather_air
    return hits(g, unit, value)


def odds(fire: float, stand: float, their_fire: float, their_stand: float) -> float:
    """Return the chance to win a combat fought to its end: 0 to 1."""
    if their_stand <= 0.0:
        return 1.0
    if stand <= 0.0:
        return 0.0
    mine = fire * stand
    theirs = their_fire * their_stand
    if mine <= 0.0:
        return 0.0
    ratio = mine / (theirs + 0.05)
    square = ratio * ratio
    return square / (1.0 + square)


def price(g: Board, unit: int) -> float:
    """Return the value of a unit in Build Points, in its present state."""
    t = g.t
    kind = t.unit_kind[unit]
    if const.HQ <= kind <= const.NAVAL_HQ:
        return 4.0
    cost = float(t.unit_cost[unit])
    if g.cond[unit] & const.FLIPPED:
        cost -= economy.repair_cost(g, unit)
    return cost


def loss(g: Board, unit: int, w: Weights) -> float:
    """Return the cost of the next hit on a unit: repair or replacement, lost fire, the way to the front."""
    t = g.t
    kind = t.unit_kind[unit]
    if t.unit_steps[unit] > 1 and not g.cond[unit] & const.FLIPPED:
        cost = float(economy.repair_cost(g, unit))
        fewer = t.unit_front[unit] - t.unit_back[unit]
    else:
        cost = price(g, unit) + w.spare_unit
        fewer = g.strength(unit)
    shots = t.kind_shots[kind]
    if kind in (const.CONVOY, const.SUBMARINE, const.AIRCRAFT):
        cost += 0.3
    for cargo in g.aboard(unit) if kind == const.CONVOY else []:
        cost += loss(g, cargo, w)
    return cost + w.spare_fire * fewer * shots
