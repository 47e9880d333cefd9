"""Ratings in combat, who assigns hits, the effect of hits, retreats. [9.1] [11.0]"""

from __future__ import annotations

from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR, LAND, NAVAL, SPENDS, SPENT
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits


def can_attack(g: Board, unit: int, area: int) -> bool:
    """Return whether a unit may take part in a Normal Attack or a counterattack in an area. [9.1.1]"""
    t = g.t
    kind = t.unit_kind[unit]
    if kind == NAVAL:
        return t.sea[area] != 0  # [9.1.1b]
    if t.sea[area]:  # [9.1.1] [9.1.1a]
        return False
    return kind == LAND or g.held[area] == g.nside[t.unit_nation[unit]]  # [9.1.1a]


def rating(g: Board, unit: int, strike: bool) -> int:
    """Return the highest die with which a unit hits, in an Airstrike or in any other fight. [9.1a] [9.2c]"""
    t = g.t
    return t.unit_strike[unit] if strike or t.unit_kind[unit] == AIR else t.unit_attack[unit]


def roll(g: Board, units: tuple[int, ...], strike: bool, rolls: int, factor: int) -> int:
    """Roll `rolls` dice a unit; return the hits, each counted `factor` times. [11.1] [17.1a] [10.1b]"""
    rng = g.rng
    number = 0
    dice: list[int] = []
    for unit in units:
        best = rating(g, unit, strike)
        for _try in range(rolls):
            die = rng.roll()
            if die <= best:  # [11.1]
                number += 1  # [11.1a]
            if g.log is not None:
                dice.append(die)
    if g.log is not None:
        doubled = f", counted as {number * factor}" if number and factor > 1 else ""
        text = f"{words.units(g, units)}: {words.count(number, 'hit')}{doubled} (dice {words.dice(dice)})."
        g.log.add(text, "10.1b" if doubled else "11.1", tuple([g.ids.unit + unit for unit in units]))
    return number * factor


def victims(g: Board, side: int, area: int) -> tuple[int, ...]:
    """Return the units of a side in an area: an attack is against all of them. [11.1a] [R43]"""
    nside = g.nside
    nation = g.t.unit_nation
    return tuple([unit for unit in g.at[area] if nside[nation[unit]] == side])


# --- who assigns hits


def assigner(
    g: Board,
    attackers: tuple[int, ...],
    attacker: int,
    area: int,
    defenders: tuple[int, ...],
    counter: bool,
    compare: tuple[int, ...] | None = None,
) -> int:
    """Return the side that assigns hits; the first test that distinguishes the sides decides. [11.2]

    `defenders` are all units of the defender in the area, spent ones too [11.2j]; in a counterattack they are
    the group that is hit [11.2e], and `attacker` is the side that counterattacks [17.2]. `compare` are the
    units that replace the group when the Allied Redeploy is counterattacked. [11.2f]
    """
    defender = 1 - attacker
    if compare is not None:  # if nobody was there, any Attack Rating is higher [R11]
        defenders = compare
    strike = g.t.unit_strike
    for unit in attackers:
        if strike[unit]:  # [11.2a] [11.2i]
            return attacker
    for unit in defenders:
        if strike[unit]:  # [11.2a]
            return defender
    # In the area the attacker's fresh units count too, in the group or not. [11.2b] [11.2c] [11.2j]
    ours = attackers if counter else _fresh(g, attacker, area)
    fort = _fortress(g, ours)
    if fort != _fortress(g, defenders):  # [11.2b, R11]
        return attacker if fort else defender
    # [11.2c] [11.2d]
    return attacker if _best(g, ours) > _best(g, defenders) else defender


def _fortress(g: Board, units: tuple[int, ...]) -> bool:
    fortress = g.t.unit_fortress
    found = 0
    for unit in units:
        found |= fortress[unit]
    return found != 0


def _fresh(g: Board, side: int, area: int) -> tuple[int, ...]:
    """Return the fresh units of a side in an area. [11.2j]"""
    cond = g.cond
    return tuple([unit for unit in victims(g, side, area) if not cond[unit] & SPENT])


def _best(g: Board, units: tuple[int, ...]) -> int:
    attack = g.t.unit_attack
    best = 0
    for unit in units:
        if attack[unit] > best:
            best = attack[unit]
    return best


# --- what hits do


def defense(g: Board, unit: int, area: int) -> int:
    """Return the Defense Rating of a unit that is hit in an area. [11.3a]"""
    t = g.t
    return 1 if t.sea[area] and t.unit_kind[unit] == LAND else t.unit_defense[unit]


def max_hits(g: Board, unit: int, area: int, as_spent: bool) -> int:
    """Return the number of hits that destroys a unit; no more are assigned to it. [11.2g]"""
    spent = as_spent or g.cond[unit] & SPENT != 0
    codes = g.t.effects[g.t.unit_hits[unit]][1 if spent else 0]
    return defense(g, unit, area) * (len(codes) - 1)  # [15.8.1a]


def effect(g: Board, unit: int, hits: int, area: int, as_spent: bool) -> int:
    """Return the effect of hits on a unit, as bits SPENDS, RETREATS, DESTROYS. [11.3] [15.1c] [15.8.1]

    `as_spent`: the unit is hit as if it were spent already. [10.1d]
    """
    spent = as_spent or g.cond[unit] & SPENT != 0
    # [11.3.1] [11.3.1a] land and surface naval; [11.3.2] [11.3.2a] air and submarine; [15.8.1a] unmoving
    codes = g.t.effects[g.t.unit_hits[unit]][1 if spent else 0]
    times = hits // defense(g, unit, area)  # [11.4]
    found = codes[times if times < len(codes) else len(codes) - 1]
    if spent and found == SPENDS:  # [R12]
        return 0
    return found


# --- where a beaten unit can go


def can_retreat_to(g: Board, unit: int, area: int, broken: tuple[int, ...] = ()) -> bool:
    """Return whether a unit may retreat into an area in reach, breaking a neutrality or not. [11.5]

    `broken`: areas whose neutrality other units of the same result have broken. [R67]
    """
    t = g.t
    if (t.unit_kind[unit] == NAVAL) != (t.sea[area] != 0):  # [11.5b]
        return False
    if g.held[area] == 1 - g.nside[t.unit_nation[unit]] and area not in broken:  # [11.5a] [R67]
        return False
    # [11.5f] [15.6b] [16.6a] [R46], then [11.5e]
    return not entry_limits.barrier(g, unit, area) and not entry_limits.room_for(g, unit, area)


def retreats(
    g: Board,
    unit: int,
    origin: int,
    back: tuple[int, ...] = (),
    ahead: tuple[int, ...] = (),
    broken: tuple[int, ...] = (),
) -> list[int]:
    """Return the areas to which a unit may retreat.

    `back`: the areas it came through, the last first; if one is open, the first open one is the only choice.
    [11.5d, R66] `ahead`: areas it entered later, never open. `broken`: see `can_retreat_to`.
    """
    for area in back:
        if can_retreat_to(g, unit, area, broken):
            return [area]
    near = g.near(g.nside[g.t.unit_nation[unit]])[origin]
    return [area for area in near if area not in ahead and can_retreat_to(g, unit, area, broken)]
