"""Fire in the basic game: one pool of units on each side, printed strengths, all at once. [B6.2.1]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components.combat_state import (
    ATTACKER,
    DEFENDER,
    LAND_POOL,
    CombatState,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_dice
from sandtable.games.blitzkrieg_general.rules.combat.combat_dice import Shot
from sandtable.games.blitzkrieg_general.rules.combat.strength import strength


def shots(g: Board, fight: CombatState, party: int) -> list[Shot]:
    """Return the units of a party that fire: once each, armor twice. [B6.2.1a] [B6.2.1b] [B6.2.1c]"""
    found: list[Shot] = []
    for unit in fight.party(party):
        value = strength(g, fight, unit)
        if value > 0:
            found.append(Shot(unit, value, g.t.kind_shots[g.t.unit_kind[unit]], LAND_POOL))
    return found


def fire(g: Board, fight: CombatState) -> bool:
    """Let both parties fire with their strength at the start of the round; return False if nobody can.

    [B6.2.1e]
    """
    first, second = shots(g, fight, ATTACKER), shots(g, fight, DEFENDER)
    if not first and not second:
        return False
    combat_dice.fire(g, fight, ATTACKER, first, [combat_dice.capacity(g, fight.defenders)])
    combat_dice.fire(g, fight, DEFENDER, second, [combat_dice.capacity(g, fight.attackers)])
    return True
