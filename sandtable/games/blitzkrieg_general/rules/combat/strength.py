"""The strength of a unit: terrain, borders, weather, supply, research and cards. [A6.5.3] [A1.2] [TEC]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, RAID, CombatState
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers


def strength(g: Board, fight: CombatState, unit: int) -> int:
    """Return a unit's strength in this round; it does not fire with 0 or less. [B6.2.1c] [A6.5.2]"""
    kind = g.t.unit_kind[unit]
    if const.HQ <= kind <= const.NAVAL_HQ:  # [B2.1b] [A1.2r]
        return 0
    if (
        fight.kind <= NAVAL and g.cond[unit] & const.FOUGHT
    ):  # came here on retreat from another combat [A10.1] [R43]
        return 0
    if not g.advanced:
        return g.strength(unit)  # [B1.2d] [B2.1a]
    if fight.kind == LAND:
        if unit not in fight.air:
            return on_land(g, unit, fight.space, fight.attacks(unit), fight.fortress) + card_modifiers.bonus(
                g, unit
            )
        if kind <= const.LAST_LAND:
            return anti_air(g, unit)  # instead of its own strength [A6.5.5a]
        return in_air(g, unit, fight.space, True) + card_modifiers.bonus(g, unit)
    if fight.kind == RAID:
        return in_air(g, unit, fight.space, True) + card_modifiers.bonus(g, unit)
    return at_sea(g, fight, unit)


def on_land(g: Board, unit: int, area: int, attacking: bool, fortress: int) -> int:
    """Return the strength in the land segment without cards: terrain, weather, supply. [A6.5.3a] [R19]

    `fortress` is 1 while an attack across the fortress side makes it count. Borders are those last crossed.
    """
    t = g.t
    kind = t.unit_kind[unit]
    value = g.strength(unit)
    terrain = t.area_terrain[area]
    if kind in (const.AIRCRAFT, const.TASK_FORCE):  # [A1.2e]
        if kind == const.TASK_FORCE:
            value = (value + 1) // 2  # [A6.5.3q]
        if t.terrain_half[terrain] or (fortress and attacking):  # [A1.2d] [A1.2m]
            value //= 2
        value += t.terrain_air[terrain]  # [A6.5.3l]; borders do not matter [A6.5.3b]
        if g.bad(area):
            value += t.weather_air  # [A5.4c]
    else:
        if g.cond[unit] & const.INVADING:
            value //= 2  # [A6.5.4b]
        if kind == const.ARMOR:
            value += t.terrain_arm[terrain]  # [A1.2b]
        elif not attacking:
            value += t.terrain_inf[terrain]  # [A1.2c]
            if fortress:
                value += t.terrain_inf[t.walls]  # [A1.2m]
        if attacking:
            value += border(g, unit, area, fortress)
            if g.bad(area) and not card_modifiers.ignores_weather(g, unit):
                value += t.weather_land  # [A5.4c]
    if g.cond[unit] & const.UNSUPPLIED:
        value += t.unsupplied  # [A6.1i]
    return value


def border(g: Board, unit: int, area: int, fortress: int) -> int:
    """Return the effect of the border an attacker has crossed; all effects add up. [A1.2h] [A1.2p]"""
    link = g.came[unit]
    if link < 0:
        return 0
    t = g.t
    armor = t.unit_kind[unit] == const.ARMOR
    value = 0
    if t.link_river[link] and not card_modifiers.ignores_rivers(g, unit):  # [TEC9]
        value += t.river_arm if armor else t.river_other
    if t.link_swamp[link]:  # both ways [A1.2i] [A1.2q]
        value += t.swamp_arm if armor else t.swamp_other  # [TEC10]
    if t.link_mountain[link] and t.area_terrain[area] != t.mountains:  # [A1.2k]
        value += t.mountain_arm if armor else t.mountain_other  # [TEC12]
    if fortress and t.link_fortress[link] == area:  # [A1.2l] [TEC3]
        value += t.terrain_attacker[t.walls]  # [A1.2f]
        if armor:
            value += t.terrain_arm[t.walls]
    return value


def crosses_fortress(g: Board, fight: CombatState) -> int:
    """Return 1 if a land unit attacks across the fortress side, or only aircraft and TFs attack.

    [TEC3] [A1.2m] [A1.2n] [R99]; attacks out of it are like any other [A1.2o].
    """
    t = g.t
    if not g.fortress or fight.space != t.fortress_area:
        return 0
    land = False
    for unit in fight.attackers:
        if t.unit_kind[unit] <= const.LAST_LAND:
            land = True
            link = g.came[unit]
            if link >= 0 and t.link_fortress[link] == fight.space:
                return 1
    return 0 if land else 1


def in_air(g: Board, unit: int, space: int, at_aircraft: bool) -> int:
    """Return the strength in the air/sea segment: weather, supply, research against aircraft. [A6.5.3m]"""
    t = g.t
    value = g.strength(unit)
    if g.bad(space):
        value += t.weather_air  # [A5.4c]
    if g.cond[unit] & const.UNSUPPLIED:
        value += t.unsupplied  # [A6.1i]
    if (
        at_aircraft and t.unit_front[unit] > 1 and has_research(g, unit, const.AIR_COMBAT)
    ):  # [A7.5.3] [A7.5.3a]
        value += 1
    return value


def anti_air(g: Board, unit: int) -> int:
    """Return the unmodified strength of land units and ships against aircraft. [A6.5.3i] [A6.5.5] [R23]"""
    if g.cond[unit] & const.UNSUPPLIED and g.t.unit_kind[unit] <= const.LAST_LAND:  # [A6.5.3j] [A6.1j]
        return 0
    if g.t.unit_kind[unit] == const.CONVOY and g.cond[unit] & const.FLIPPED:  # [A6.5.3u]
        return 0
    return g.t.anti_air


def anti_sub(g: Board, unit: int) -> int:
    """Return the strength against submarines; weather does not change it. [A6.5.3t] [R23]"""
    kind = g.t.unit_kind[unit]
    if kind == const.SUBMARINE:  # [A6.5.3v]
        return 0
    if kind == const.CONVOY and g.cond[unit] & const.FLIPPED:  # [A6.5.3u]
        return 0
    value = g.t.anti_sub
    if kind >= const.FIRST_SHIP:
        if has_research(g, unit, const.SONAR):  # [A7.5.6]
            value += 1
    elif g.cond[unit] & const.UNSUPPLIED:
        value += g.t.unsupplied  # [A6.1i]
    return value


def at_sea(g: Board, fight: CombatState, unit: int) -> int:
    """Return the strength in a naval combat: against submarines, against aircraft alone, or printed."""
    t = g.t
    if unit in fight.aims:
        return anti_sub(g, unit)
    kind = t.unit_kind[unit]
    alone = is_aircraft_only(g, fight.defenders if fight.attacks(unit) else fight.attackers)
    if kind in (const.AIRCRAFT, const.TASK_FORCE):
        return in_air(g, unit, fight.space, alone) + card_modifiers.bonus(g, unit)  # [R84]
    if alone:
        return anti_air(g, unit)  # [A6.5.3s]
    value = g.strength(unit)
    if g.bad(fight.space):
        value += t.weather_air  # [A6.5.3r]
    if kind == const.SUBMARINE and has_research(g, unit, const.BETTER_SUBS):  # [A7.5.5]
        value += 1
    return value + card_modifiers.bonus(g, unit)


def is_aircraft_only(g: Board, units: list[int]) -> bool:
    """Check whether a force at sea consists of aircraft only."""
    kinds = g.t.unit_kind
    for unit in units:
        if kinds[unit] != const.AIRCRAFT:
            return False
    return len(units) > 0


def has_research(g: Board, unit: int, fruit: int) -> bool:
    """Check whether a research achievement helps a unit: only one of its own nation does. [A7.5e] [R70]"""
    nation = g.t.unit_nation[unit]
    return nation < g.t.n_majors and g.serves[unit] == nation and g.has(nation, fruit)


def is_fighter(g: Board, unit: int) -> bool:
    """Check whether a unit is infantry or armor, which can hold an area."""
    return const.INFANTRY <= g.t.unit_kind[unit] <= const.ARMOR
