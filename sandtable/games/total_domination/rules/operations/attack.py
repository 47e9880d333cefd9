"""Attacks: what may be destroyed, what it costs, and what follows. [6.3a]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.cards import war_entry
from sandtable.games.total_domination.rules.operations import movement


def cost(g: Board, power: int, unit: int) -> int:
    """Return what destroying a unit on the board costs; only the target decides. [6.3b] [6.3d] [6.3f]"""
    t = g.t
    kind = t.unit_type[unit]
    if kind == const.U_BOAT:
        return t.cost_hunt  # [11.2e]
    if kind == const.RESISTANCE:
        return t.cost_resistance
    column = const.ATTACK_FLEET if kind == const.FLEET else const.ATTACK_LAND
    return g.costs[power][column + (t.kind[g.place[unit]] == const.COASTAL)]  # [8.1.A3] [8.1.B3]


def in_reach(g: Board, power: int) -> int:
    """Return the areas next to a power's units that may attack,
    and its Capitals. [6.3a] [6.3f] [3.5c] [R13]
    """
    t = g.t
    found = g.home_of[power] & t.capitals
    here = g.present[power]
    supplied = g.supplied(power)
    while here:
        bit = here & -here
        here ^= bit
        if not supplied & bit:  # [3.9c]
            continue
        area = bit.bit_length() - 1
        if g.firm & bit or ready(g, area):
            found |= t.near[area]
    if power == t.uboat_power:
        for area in bits(t.uboat_areas):
            if g.subs[area]:  # U-boats need no supply [3.9d] [11.2a]
                found |= t.near[area]
    return found


def ready(g: Board, area: int) -> bool:
    """Return whether an area holds an Air Fleet that has not been used. [11.1.Ac]

    A used one serves no operation.
    """
    return any([g.t.unit_type[unit] == const.AIR_FLEET and not g.used[unit] for unit in g.at[area]])


def hostile(g: Board, power: int) -> int:
    """Return the areas with units that a power may attack. [3.2b] [R12]"""
    found = 0
    for owner in g.enemies[power]:
        found |= g.present[owner]
    return found


def targets(g: Board, power: int, points: int) -> list[int]:
    """Return the units that could be destroyed for a number of points; of those that are alike one. [6.3a]"""
    t = g.t
    found: list[int] = []
    costs = g.costs[power]
    here = in_reach(g, power) & hostile(g, power)
    while here:
        bit = here & -here
        here ^= bit
        area = bit.bit_length() - 1
        coast = 1 if t.kind[area] == const.COASTAL else 0
        firm = g.firm_count[area]
        last = -1
        for unit in g.at[area]:
            kind = t.unit_type[unit]
            if kind > const.AIR_FLEET or (kind == const.AIR_FLEET and firm):  # [6.3c] [11.1e]
                continue
            column = const.ATTACK_FLEET if kind == const.FLEET else const.ATTACK_LAND
            like = t.unit_kind[unit] << 1 | g.used[unit]  # a used Air Fleet is not like a ready one
            if costs[column + coast] <= points and like != last:
                found.append(unit)
                last = like
    if g.flying():
        hunted(g, power, points, found)
    return found


def hunted(g: Board, power: int, points: int, found: list[int]) -> None:
    """Add U-boats beside own fleets and Resistance beside own armies, where those are in supply. [6.3d]"""
    t = g.t
    if t.faction[power] == const.ALLIES:
        if points < t.cost_hunt:
            return
        wanted, hunter = const.U_BOAT, const.FLEET
        here = t.uboat_areas & g.present[power]
    else:
        if points < t.cost_resistance:
            return
        wanted, hunter = const.RESISTANCE, const.ARMY
        here = g.present[power] & t.stands[const.RESISTANCE]
    for area in bits(here):
        if not (g.subs[area] if wanted == const.U_BOAT else g.under[area]):
            continue
        if not g.supplied(power) & t.bit[area]:
            continue
        prey = -1
        hunting = False
        for unit in g.at[area]:
            kind = t.unit_type[unit]
            if kind == wanted and prey < 0:
                prey = unit
            elif kind == hunter:
                hunting = True
        if hunting:
            found.append(prey)


def destroy(g: Board, power: int, unit: int) -> None:
    """Remove a unit that was attacked; a power that was let be takes it as an invasion. [6.3a] [9.2a]"""
    t = g.t
    area = g.place[unit]
    if g.log is not None:
        text = f"{words.nation(g, power)} destroys the {words.unit(g, unit)} in {words.area(g, area)}."
        g.log.add(text, "6.3a", (g.ids.unit + unit, AREA + area))
    before = g.control[area]
    g.take(unit)
    movement.log_taken(g, area, before, False)
    war_entry.provoke(g, power, t.unit_nation[unit])


def why_unit(g: Board, power: int, unit: int, points: int) -> Refusal:
    """Return why a unit of somebody else cannot be attacked with a number of points."""
    t = g.t
    area = g.place[unit]
    kind = t.unit_type[unit]
    name, place = words.unit(g, unit), words.area(g, area)
    owner = g.owner(unit)
    if kind == const.RESISTANCE and t.faction[power] == const.ALLIES:
        return Refusal("Resistance is on your side, and it stays where it is.", "6.2j")
    if owner == t.mate[power]:
        return Refusal(f"The {name} is your teammate's.", "3.2b")
    if owner in g.start.closed:
        return Refusal(f"In this scenario units of {words.nation(g, owner)} cannot be attacked.", "12.1c")
    if owner in t.additional and t.faction[power] != const.AXIS:
        text = f"{words.nation(g, owner)} has not joined the war: you can neither move nor attack its units."
        return Refusal(text, "6.2e")
    if kind in (const.U_BOAT, const.RESISTANCE):
        hunter = const.FLEET if kind == const.U_BOAT else const.ARMY
        beside = any([t.unit_type[u] == hunter and g.owner(u) == power for u in g.at[area]])
        if not beside:
            what = "fleet" if kind == const.U_BOAT else "army"
            return Refusal(f"Only your own {what} in {place} itself can destroy the {name}.", "6.3d")
        if not g.supplied(power) & t.bit[area]:
            return Refusal(f"Your units in {place} are out of supply.", "3.9c")
    elif not in_reach(g, power) & t.bit[area]:
        if t.near[area] & g.present[power] & g.supplied(power):
            text = f"Only your used Air Fleets are next to {place}: they do nothing more this round."
            return Refusal(text, "11.1.Ac")
        return Refusal(f"None of your units in supply is next to {place}.", "6.3a")
    if kind == const.AIR_FLEET and g.firm_count[area]:
        return Refusal(f"The {name} can be attacked only when no other unit is left in {place}.", "6.3c")
    need = cost(g, power, unit)
    left = words.count(points, "point")
    return Refusal(
        f"Destroying the {name} in {place} costs {words.count(need, 'point')}; {left} left.", "6.3b"
    )
