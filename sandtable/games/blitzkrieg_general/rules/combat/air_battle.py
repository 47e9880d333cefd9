"""The round in which interceptors meet a raid, and what is left of it. [A6.5.6c] [A7.5.2c]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.combat_state import RAID, CombatState
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combat_sequence
from sandtable.games.blitzkrieg_general.rules.movement import air_bases


def raiders(g: Board, area: int, mask: int) -> list[int]:
    """Return the aircraft over an area, and the task forces beside it, that bomb, escort or intercept."""
    found = [
        u for u in g.here(area, mask) if g.cond[u] & const.RAIDING and g.t.unit_kind[u] == const.AIRCRAFT
    ]
    for zone in g.t.coast[area]:
        if g.forces[zone] & mask:
            for unit in g.here(zone, mask):
                if (
                    g.t.unit_kind[unit] == const.TASK_FORCE
                    and g.target[unit] == area
                    and g.cond[unit] & const.RAIDING
                ):
                    found.append(unit)  # [A6.5.6d]
    return found


def intercept(g: Board, area: int) -> bool:
    """Push the round between raiders and interceptors; return False if nobody intercepts. [A6.5.6c]

    All units of both sides with the bit RAIDING take part: aircraft over the area, task forces with it as
    target. `g.fight` remains after the step, for `bombers` and `hits_on_raiders`; `end_interception` clears
    it.
    """
    fight = CombatState(RAID, area, g.side)
    fight.attackers = raiders(g, area, g.mask(g.side))
    fight.defenders = raiders(g, area, g.mask(1 - g.side))
    if not fight.attackers or not fight.defenders:
        return False
    fight.stage = combat_sequence.PLACING
    g.fight = fight
    g.push(combat_sequence.Combat())
    return True


def bombers(g: Board, area: int) -> list[int]:
    """Return the aircraft that may bomb now: all if nobody intercepted, else those outside the air combat."""
    fight = g.fight
    if fight is None or fight.kind != RAID:
        return [u for u in raiders(g, area, g.mask(g.side)) if g.t.unit_kind[u] == const.AIRCRAFT]
    return [u for u in fight.attackers if u not in fight.air and g.t.unit_kind[u] == const.AIRCRAFT]


def hits_on_raiders(g: Board) -> int:
    """Return the hits that interceptors have scored on the raiders."""
    fight = g.fight
    return 0 if fight is None or fight.kind != RAID else fight.attacker_suffered


def end_interception(g: Board, area: int) -> None:
    """End the interception: interceptors are used up for this phase and fly home."""
    g.fight = None
    for unit in raiders(g, area, g.mask(1 - g.side)):
        g.unmark(unit, const.RAIDING)
        g.mark(unit, const.FOUGHT)  # [A10.1]
        if g.t.unit_kind[unit] == const.TASK_FORCE:
            g.target[unit] = const.NONE
        elif g.cond[unit] & const.FLYING:
            air_bases.home(g, unit)
