"""Production of areas and powers: Build Points, deliveries, points for victory. [B7.3] [A7.6] [TT2]-[TT8]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components.constants import NEUTRAL, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers


def value(g: Board, area: int) -> int:
    """Return the Build Points an area gives to its controller; 0 if nobody can use them."""
    t = g.t
    by = g.control[area]
    # Neutrals, Vichy, the trust and nobody produce nothing, whoever handles them. [B7.3.4] [CV6] [TT14]
    if g.manager[by] == NONE or by >= t.n_majors + t.n_minors:
        return 0
    only = t.prod_only[area]
    if only != NONE:  # [TT6]
        return t.prod_right[area] if g.side_of(by) == g.side_of(only) else 0
    side = g.side_of(t.area_country[area])
    if side != NEUTRAL and side == g.side_of(by):
        if t.pacific_area[area] and not g.pacific:  # a conqueror gets the other number [TT15] [TT15a]
            return 0
        return t.prod_left[area]  # [B7.3.1] [B7.3.3b] [A7.6.1]
    return t.prod_right[area]  # [B7.3.3] [B7.3.3a] [A7.6.2]


def receiver(g: Board, area: int) -> int:
    """Return the major that gets the production of an area, or NONE. [B7.3d] [TT7]"""
    manager = g.manager[g.control[area]]
    if manager == NONE or g.fallen(manager):
        return NONE
    only = g.t.prod_only[area]
    return manager if only == NONE else only  # [TT6]


def area_sum(g: Board, major: int, foreign: bool = False) -> int:
    """Return the production of the areas of a major and its minors, or of the foreign ones only. [B7.3d]"""
    total = 0
    for area in g.t.producing:
        if receiver(g, area) == major and not (foreign and g.t.area_country[area] == major):
            if not card_modifiers.diverted(g, area):
                total += value(g, area)
    return total


def adds(g: Board, area: int) -> int:
    """Return what an area adds to the production of its receiver, the most that can be destroyed. [A6.5.6b]

    Home areas add nothing to a peace production, which is a fixed number. [A6.5.3z] [R147]
    """
    major = receiver(g, area)
    if major == NONE or card_modifiers.diverted(g, area):
        return 0
    if g.t.area_country[area] == major and (major == g.t.ussr or major == g.t.usa):
        if not at_full_war(g, major):
            return 0
    return value(g, area)


def delivered(g: Board, major: int) -> int:
    """Return the Build Points delivered to a major in a quarter. [B7.3.4x] [B7.3.4y] [A7.6.4]"""
    total = 0
    for delivery in range(len(g.t.delivery_taker)):
        if g.t.delivery_taker[delivery] == major and (g.deliveries >> delivery) & 1:
            total += g.t.delivery_amount[delivery]
    return total


def at_full_war(g: Board, major: int) -> bool:
    """Return whether a power limited in peace has its whole production. [B8.3] [B8.4h] [A7.6.3a] [A8.3]"""
    t = g.t
    if major == t.usa:
        return g.war[major] != 0
    # A war with Japan or a neutral does not count for the USSR, until it has lost enough to Japan.
    for enemy in range(t.n_majors):
        if enemy != t.japan and g.enemy(major, enemy):
            return True
    return g.enemy(major, t.japan) and g.balance >= t.number["soviet_balance"] and g.advanced == 1


def production(g: Board, major: int) -> int:
    """Return the Build Points of a major for a quarter, before losses. [B7.3] [B7.3e] [A7.6.3]"""
    t = g.t
    if g.fallen(major):
        return 0
    if major == t.usa and not at_full_war(g, major):
        total = (g.us_level if g.advanced else t.usa_peace_basic) + area_sum(g, major, True)  # [A7.2d] [S39k]
    elif major == t.ussr and not at_full_war(g, major):
        total = t.ussr_peace_production + area_sum(g, major, True)  # [B7.3.4] [B8.4h] [R46] [R73]
    else:
        total = area_sum(g, major)
    return max(0, total + delivered(g, major) + card_modifiers.production_bonus(g, major))


def points_of(g: Board, side: int) -> int:
    """Return the points of a side for an economic victory. [B8.5d] [R41]"""
    t = g.t
    total = 0
    for major in g.standing(side):
        if g.at_war(major):
            total += production(g, major)
    for area in t.point_islands:
        by = g.control[area]
        if g.side_of(by) == side and counts_islands(g, by):
            total += 1
    return total


def counts_islands(g: Board, by: int) -> bool:
    """Return whether islands give points to their holder's side: it has one and is at war. [R41]"""
    return g.at_war(by) and by < g.t.n_majors + g.t.n_minors and g.side_of(by) != NEUTRAL


def repair_cost(g: Board, unit: int) -> int:
    """Return the cost of turning a flipped unit to its front. [B7.3.5] [B7.3.5a] [B7.3.5b]"""
    t = g.t
    kind = t.unit_kind[unit]
    if t.kind_repair[kind]:
        return t.kind_repair[kind]
    return t.kind_repair_per_strength[kind] * (t.unit_front[unit] - t.unit_back[unit])
