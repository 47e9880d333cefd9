"""Fire in the advanced game: volleys, segments, and who can be hit by what. [A6.5.3] [A6.5.7]"""

from __future__ import annotations

from typing import Final

from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND,
    LAND_POOL,
    POOLS,
    RAID,
    SEA_POOL,
    SUB_POOL,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.constants import LAST_LAND, NONE, SUBMARINE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_modifiers
from sandtable.games.blitzkrieg_general.rules.combat import combat_dice
from sandtable.games.blitzkrieg_general.rules.combat.combat_dice import Shot
from sandtable.games.blitzkrieg_general.rules.combat.strength import is_aircraft_only, strength

# The volleys of a round; their hits are taken before the next one.
BY_CARD: Final = 0  # [R83]
SUBS: Final = 1  # [A6.5.3w]
REST: Final = 2
VOLLEYS: Final = 3


def volley_of(g: Board, fight: CombatState, unit: int) -> int:
    """Return the volley in which a unit fires. [A6.5.3w] [R83]"""
    if card_modifiers.first_fire(g, unit):
        return BY_CARD
    if g.t.unit_kind[unit] == SUBMARINE:
        foes = fight.defenders if fight.attacks(unit) else fight.attackers
        if not is_aircraft_only(g, foes):  # their first shot is one at ships
            return SUBS
    return REST


def target_pool(g: Board, fight: CombatState, unit: int) -> int:
    """Return the pool of enemy units that a unit's fire hits. [A6.5.3c] [A6.5.3h] [A6.5.3k]"""
    if fight.kind == LAND:
        return SEA_POOL if unit in fight.air else LAND_POOL
    return SUB_POOL if unit in fight.aims else SEA_POOL


def targets(g: Board, fight: CombatState, party: int, pool: int) -> list[int]:
    """Return the units of a party that can take hits of a pool. [A6.5.7] [R22]"""
    units = fight.party(party)
    if not g.advanced:
        return units  # [B6.2.2]
    kinds = g.t.unit_kind
    if fight.kind == LAND:
        if pool == LAND_POOL:  # those that fire anti-air are hit here too [A6.5.7b]
            return [u for u in units if kinds[u] <= LAST_LAND]
        flying = [u for u in units if kinds[u] > LAST_LAND]  # never land units [A6.5.7a]
        fighting = [u for u in flying if u in fight.air]
        if not fighting or _anti_air(g, fight, 1 - party):
            return flying
        return fighting
    if fight.kind == RAID:
        return [u for u in units if u in fight.air]
    if pool == SUB_POOL:
        return [u for u in units if kinds[u] == SUBMARINE]
    return [u for u in units if kinds[u] != SUBMARINE]


def _anti_air(g: Board, fight: CombatState, party: int) -> bool:
    """Check whether land units of a party fire at aircraft, wherever these are."""
    kinds = g.t.unit_kind
    for unit in fight.air:
        if kinds[unit] <= LAST_LAND and fight.attacks(unit) == (party == ATTACKER):
            return True
    return False


def capacities(g: Board, fight: CombatState, party: int) -> list[int]:
    """Return for each pool how many hits a party can take."""
    return [combat_dice.capacity(g, targets(g, fight, party, pool)) for pool in range(POOLS)]


def shots(g: Board, fight: CombatState, party: int, room: list[int], volley: int) -> list[Shot]:
    """Return the units of a party that fire in a volley (NONE: in any) and have something to hit."""
    found: list[Shot] = []
    for unit in fight.party(party):
        if volley != NONE and volley_of(g, fight, unit) != volley:
            continue
        if fight.kind == RAID and unit not in fight.air:
            continue
        pool = target_pool(g, fight, unit)
        if not room[pool]:
            continue
        value = strength(g, fight, unit)
        if value > 0:  # [A6.5.2]
            found.append(Shot(unit, value, card_modifiers.shots(g, unit), pool))  # armor twice [A6.5.5b]
    if party == DEFENDER and fight.extra_dice and volley in (NONE, REST) and room[LAND_POOL]:
        if fight.extra_strength > 0:
            found.append(Shot(NONE, fight.extra_strength, fight.extra_dice, LAND_POOL))  # [R37]
    return found


def fire(g: Board, fight: CombatState) -> bool:
    """Let the phasing side fire, then the other with its strength before that; return False if nobody does.

    [A6.5.1]
    """
    against, back = capacities(g, fight, DEFENDER), capacities(g, fight, ATTACKER)
    first = shots(g, fight, ATTACKER, against, fight.volley)
    second = shots(g, fight, DEFENDER, back, fight.volley)
    if not first and not second:
        return False
    combat_dice.fire(g, fight, ATTACKER, first, against)
    combat_dice.fire(g, fight, DEFENDER, second, back)
    return True
