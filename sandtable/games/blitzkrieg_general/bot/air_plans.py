"""Plans in the air: which combats aircraft and task forces support, and from which bases aircraft fly."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.land_plans import HELP, MARCH, NEVER, Plans
from sandtable.games.blitzkrieg_general.components.constants import INVADING, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits


def mission(g: Board, plans: Plans, unit: int, area: int) -> float:
    """What it is worth that an aircraft supports the combat in an area."""
    o = plans.o
    if area not in g.battles or area >= g.t.n_areas or not g.land[area] & o.mine:
        if not lands(g, plans, area):
            return NEVER
    if unit_values.support(g, unit, area) <= 0.0:
        return NEVER
    sure = plans.chance(g, area, NONE, True)
    if sure > plans.k.sure:
        return NEVER
    return HELP + 2.0 * (1.0 - sure)


def lands(g: Board, plans: Plans, area: int) -> bool:
    """Whether own units are about to land in an area from the sea."""
    if area >= g.t.n_areas or area not in g.battles:
        return False
    for zone in g.t.coast[area]:
        for unit in g.at[zone]:
            if g.cond[unit] & INVADING and entry_limits.landing_in(g, unit) == area:
                return (plans.o.mine >> g.serves[unit]) & 1 != 0
    return False


def flight(g: Board, plans: Plans, unit: int) -> float:
    """The best an aircraft could do: support a combat in range, or move up."""
    best = NEVER
    start = g.place[unit]
    for area in g.battles:
        if area < g.t.n_areas and g.t.air_reach[area][start]:
            best = max(best, mission(g, plans, unit, area))
    if best > NEVER or plans.exploit:
        return best
    key = start * g.t.n_countries + g.serves[unit]
    best = plans.bases.get(key, NONE)
    if best == NONE:
        best = NEVER
        for area in g.t.air_ring[start]:
            if area != start and g.friendly(g.serves[unit], area):
                best = max(best, gain(g, plans, unit, start, area))
        plans.bases[key] = best
    return best


def gain(g: Board, plans: Plans, unit: int, start: int, area: int) -> float:
    """What it is worth that an aircraft moves to another base."""
    more = base(g, plans, unit, area) - base(g, plans, unit, start)
    return MARCH - 0.5 + 0.2 * more if more > plans.k.base_gain else NEVER


def base(g: Board, plans: Plans, unit: int, area: int) -> float:
    """How good a base is: own troops at the front within its range, land units beside it, no danger."""
    o, k = plans.o, plans.k
    key = area * g.t.n_countries + g.serves[unit]
    found = plans.airfields.get(key, -99.0)
    if found > -99.0:
        return found
    near = g.t.air_reach[area]
    fire = 0.0
    fronts = o.front(g)
    for other in fronts:
        if near[other]:
            fire += k.base_front + fronts[other]
    found = min(k.base_most, fire) + k.base_pull * o.atlas(g, g.serves[unit]).pull[area]
    ground = o.of(g, area)
    threat = o.threat(g, area)
    if not ground.number:
        found -= k.base_alone if threat > 0.0 else 0.3
    elif threat > ground.fire:
        found -= k.base_danger
    plans.airfields[key] = found
    return found
