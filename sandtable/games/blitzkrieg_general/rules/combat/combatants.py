"""The units that take part in a combat. [A10.1] [B1.0g]"""

from __future__ import annotations

from sandtable.engine.step import Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import LAND, NAVAL, CombatState
from sandtable.games.blitzkrieg_general.components.state import Board


def build_combat(g: Board, space: int) -> CombatState:
    """Return the combat in a space with its parties. [A10.1]

    Attackers are the units of the phasing side there that are at war with a unit of the other side there, and
    the task forces that support them. Defenders are those of the other side at war with an attacker.
    """
    land = space < g.t.n_areas
    fight = CombatState(LAND if land else NAVAL, space, g.side)
    mine = present(g, space, g.mask(g.side))
    theirs = present(g, space, g.mask(1 - g.side))
    fight.attackers = [u for u in mine if is_at_war_with(g, u, theirs)]
    fight.defenders = [u for u in theirs if is_at_war_with(g, u, mine)]
    if land:
        for unit in fight.attackers:
            if g.cond[unit] & const.INVADING:
                fight.invasion = 1
    return fight


def is_at_war_with(g: Board, unit: int, others: list[int]) -> bool:
    """Check whether a unit is at war with one of some others."""
    enemies = g.war[g.serves[unit]]
    for other in others:
        if (enemies >> g.serves[other]) & 1:
            return True
    return False


def present(g: Board, space: int, mask: int) -> list[int]:
    """Return the units of a side that would fight in a space, without cargo. [B6.2.2e] [A6.5.5c] [A6.5.3r]"""
    t = g.t
    if space >= t.n_areas:
        found: list[int] = []
        for unit in g.here(space, mask):
            # Ships that support or unload for a combat on land are not in this one. [A10.1a] [A10.2a]
            if g.advanced and g.target[unit] >= 0 and not g.cond[unit] & const.PINNED:
                continue
            if t.unit_kind[unit] >= const.FIRST_SHIP or g.cond[unit] & const.FLYING:
                found.append(unit)
        return found
    found = [u for u in g.here(space, mask) if not g.cond[u] & const.RAIDING]
    for zone in t.coast[space]:  # [B6.1.3B] [A6.5.3p]
        if not g.forces[zone] & mask:
            continue
        for unit in g.here(zone, mask):
            if t.unit_kind[unit] == const.TASK_FORCE and g.target[unit] == space:
                if not g.cond[unit] & (const.FOUGHT | const.RAIDING):  # one combat in a phase [R43]
                    found.append(unit)
    return found


def deciding_seat(g: Board, fight: CombatState, party: int, units: list[int]) -> int:
    """Return the seat that decides for some units: their owner, or the boss of several owners. [R50]"""
    seat = -1
    for unit in units:
        owner = g.owner(unit)
        if seat >= 0 and owner != seat:
            return g.boss(fight.side_of(party))
        seat = owner
    return seat if seat >= 0 else g.boss(fight.side_of(party))


def combat_of(g: Board) -> CombatState:
    """Return the combat in progress."""
    assert g.fight is not None
    return g.fight


class CombatStep(Step[Board]):
    """A question to a party of the combat in progress."""

    def __init__(self, party: int) -> None:
        self.party = party

    def units(self, g: Board) -> list[int]:
        """Return the units whose owner decides."""
        return combat_of(g).party(self.party)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (deciding_seat(g, combat_of(g), self.party, self.units(g)),)
