"""Stacking limits, forbidden territory, and the limits of attacks between Japan and China."""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers

# --- stacking


def limit(g: Board, unit: int, area: int) -> int:
    """Return how many units of this kind a side may have in an area; 0: any number. [A1.1a] [A1.2a]"""
    kind = g.t.unit_kind[unit]
    if not g.advanced or kind >= const.FIRST_SHIP:
        return 0
    if kind == const.AIRCRAFT:
        return g.t.space_limit[area]
    if kind >= const.HQ:  # they are free [R9]
        return 0
    return g.t.area_limit[area]  # [TEC1]


def room(g: Board, unit: int, space: int) -> bool:
    """Return whether a unit may be based in a space beside the others of its side.

    Desert and island limits [A1.1] [A1.1a] [A1.2a] [TEC1]; nobody is based at sea [A1.1d].
    """
    if space >= g.t.n_areas:
        return g.t.unit_kind[unit] >= const.FIRST_SHIP
    if not g.advanced or not g.t.area_limit[space]:
        return True
    most = limit(g, unit, space)
    return most == 0 or based(g, unit, space) < most


def based(g: Board, unit: int, area: int) -> int:
    """Return how many others of its kind a unit's side has in an area, or is about to land there.

    Cargo of ships and aircraft on a mission are not based there. [A1.1b]
    """
    side = g.side_of_unit(unit)
    number = 0
    for other in g.at[area]:
        if other != unit and g.carrier[other] < 0 and not g.cond[other] & const.FLYING:
            if same_limit(g, unit, other) and g.side_of_unit(other) == side:
                number += 1
    if g.t.unit_kind[unit] < const.HQ:
        for zone in g.t.coast[area]:
            for other in g.at[zone]:
                if other != unit and g.cond[other] & const.INVADING and landing_in(g, other) == area:
                    if same_limit(g, unit, other) and g.side_of_unit(other) == side:
                        number += 1
    return number


def same_limit(g: Board, one: int, other: int) -> bool:
    """Return whether two units share a limit: land units except HQs, or aircraft. [A1.1a] [R9]"""
    kinds = g.t.unit_kind
    if kinds[one] == const.AIRCRAFT:
        return kinds[other] == const.AIRCRAFT
    return kinds[other] < const.HQ


def landing_in(g: Board, unit: int) -> int:
    """Return the area that a cargo is about to land in, or NONE."""
    if g.target[unit] >= 0:
        return g.target[unit]
    ship = g.carrier[unit]
    return g.target[ship] if ship >= 0 else const.NONE


def overfull(g: Board, area: int, mask: int) -> list[int]:
    """Return the units of these countries that share in exceeding the limit of an area. [R9]"""
    found: list[int] = []
    for unit in g.at[area]:
        if g.carrier[unit] < 0 and (mask >> g.serves[unit]) & 1:
            most = limit(g, unit, area)
            if most and not g.cond[unit] & const.FLYING and based(g, unit, area) >= most:
                found.append(unit)
    return found


def crowded(g: Board) -> list[int]:
    """Return the areas with more units than their limit, counting both sides. [A1.2a]"""
    if not g.advanced:
        return []
    most = g.t.area_limit
    return [area for area in g.t.limited if len(g.at[area]) > most[area]]


def why_not_base(g: Board, unit: int, area: int) -> Refusal:
    """Return why a unit cannot be based in a full area."""
    most = limit(g, unit, area)
    what = "aircraft" if g.t.unit_kind[unit] == const.AIRCRAFT else "land units"
    rule = "A1.1a" if g.t.space_limit[area] else "A1.2a"
    return Refusal(f"{words.space(g, area)} holds {most} {what} of a side, and it has them already.", rule)


# --- who stays out


def kept_out(g: Board, unit: int, area: int) -> bool:
    """Return whether a unit of this country must never enter that territory. [A8.8]"""
    t = g.t
    return bool(g.advanced) and t.unit_nation[unit] == t.kept_out and t.area_country[area] == t.kept_out_of


def strangers(g: Board, country: int, space: int) -> bool:
    """Return whether units of its side that a country may not stack with are in a space. [A9.11] [A8.2b]"""
    there = g.troops[space] & ~g.friends[country]
    if there == 0:
        return False
    return there & g.mask(g.side_of(country)) != 0


def why_not_join(g: Board, zone: int) -> Refusal:
    """Return why a ship keeps out of a zone."""
    return Refusal(f"Ships with which it does not cooperate are in {words.space(g, zone)}.", "A9.11")


# --- exploitation


def exploits_from(g: Board, space: int) -> bool:
    """Return whether units may move in the exploitation phase at all from a space. [A5.4d] [A6.7a]"""
    return not g.advanced or not g.bad(space)


def exploits_across(g: Board, here: int, there: int) -> bool:
    """Return whether a land unit may go from one area to the next in the exploitation phase. [A6.7a]"""
    if not g.advanced:
        return True
    t = g.t
    if not same_weather(g, here, there):  # nothing moves in bad weather, so the start has good [A5.4d]
        return False
    if t.terrain_closed[t.area_terrain[here]] or t.terrain_closed[t.area_terrain[there]]:  # [A1.2g] [TEC6]
        return False
    return not t.link_swamp[t.link(here, there)]  # [TEC10]


def same_weather(g: Board, here: int, there: int) -> bool:
    """Return whether two spaces are on one map, or on two with the same weather. [A5.4e]"""
    maps = g.t.space_map
    return g.weather[maps[here]] == g.weather[maps[there]]


def why_not_exploit(g: Board, here: int, there: int) -> Refusal:
    """Return why the exploitation phase forbids a move."""
    if g.bad(here) or g.bad(there):
        return Refusal("Nothing moves in the exploitation phase on a map with bad weather.", "A5.4d")
    return Refusal("No exploitation into or out of a swamp, nor across a swamp border.", "A1.2g")


# --- Japan and China


def rival(g: Board, country: int, area: int) -> bool:
    """Return whether the limits could apply to a country's attack on an area. [A8.7]"""
    t = g.t
    holder = g.control[area]
    if country == t.japan:
        return holder == t.china
    return country == t.china and holder == t.japan


def bound(g: Board, country: int, area: int) -> bool:
    """Return whether the limits apply to an attack on an area: not if it is empty. [A8.7a] [A8.7b]"""
    if not g.advanced or not rival(g, country, area):
        return False
    if g.land[area] & g.war[country] == 0:  # [A8.7a]
        return False
    return not card_modifiers.limits_off(g)  # [A8.7b]


def may_attack_in_china(g: Board, unit: int, area: int) -> bool:
    """Return whether the limits between Japan and China let a unit attack an area. [A8.7] [A5.5]"""
    country = g.serves[unit]
    if not bound(g, country, area):
        return True
    noted = g.japan_attack if country == g.t.japan else g.china_attack
    # One attack in a turn: no second one, not on the same area either. [A8.7] [R97]
    if noted != const.NONE and (noted != area or area not in g.battles):
        return False
    if g.t.unit_kind[unit] >= const.HQ or g.limit == 0:  # HQs, aircraft and ships do not count [A5.5a]
        return True
    return attackers(g, country, area) < g.limit  # [A5.5]


def attackers(g: Board, country: int, area: int) -> int:
    """Return how many land units of a country, except HQs, attack an area or will land in it. [A5.5a]"""
    kinds = g.t.unit_kind
    number = 0
    for unit in g.at[area]:
        if g.serves[unit] == country and kinds[unit] < const.HQ:
            number += 1
    for zone in g.t.coast[area]:
        for unit in g.at[zone]:
            if g.cond[unit] & const.INVADING and kinds[unit] < const.HQ and g.serves[unit] == country:
                if landing_in(g, unit) == area:
                    number += 1
    return number


def note_attack(g: Board, country: int, area: int) -> None:
    """Remember the one attack of the turn between Japan and China. [A8.7]"""
    if bound(g, country, area):
        if country == g.t.japan:
            g.japan_attack = area
        else:
            g.china_attack = area


def why_not_in_china(g: Board, unit: int, area: int) -> Refusal:
    """Return why the limits forbid an attack."""
    country = g.serves[unit]
    noted = g.japan_attack if country == g.t.japan else g.china_attack
    name = words.country(g, country)
    if noted != const.NONE and (noted != area or area not in g.battles):
        where = words.space(g, noted)
        return Refusal(f"{name} has attacked {where} in this turn. It may make only one such attack.", "A8.7")
    return Refusal(f"{name} may use {g.limit} land units in its attack of this turn.", "A5.5")


# --- combats to come


def enemies(g: Board, country: int, space: int) -> bool:
    """Return whether units at war with a country are in a space, not counting cargo."""
    there = g.troops[space] if space < g.t.n_areas else g.ships[space]
    return there & g.war[country] != 0


def attack(g: Board, space: int, country: int = const.NONE) -> None:
    """Note that a space is attacked, by a country if given. [B6.1.4] [A6.4]"""
    if country != const.NONE and space < g.t.n_areas:
        note_attack(g, country, space)
    if space not in g.battles:
        g.battles.append(space)
        g.battles.sort()
