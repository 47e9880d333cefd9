"""Plans in the air: missions of aircraft and task forces, and the bases of aircraft."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.bot.land_plans import HELP, MARCH, NEVER, LandPlans
from sandtable.games.blitzkrieg_general.components.constants import INVADING, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits


def mission_value(g: Board, plans: LandPlans, unit: int, area: int) -> float:
    """Return the value of an aircraft's support for the combat in an area."""
    view = plans.view
    if area not in g.battles or area >= g.t.n_areas or not g.land[area] & view.mine:
        if not is_landing_planned(g, plans, area):
            return NEVER
    if unit_values.support(g, unit, area) <= 0.0:
        return NEVER
    sure = plans.chance(g, area, NONE, True)
    if sure > plans.w.sure:
        return NEVER
    return HELP + 2.0 * (1.0 - sure)


def is_landing_planned(g: Board, plans: LandPlans, area: int) -> bool:
    """Return whether units of this side are about to land in an area from the sea."""
    if area >= g.t.n_areas or area not in g.battles:
        return False
    for zone in g.t.coast[area]:
        for unit in g.at[zone]:
            if g.cond[unit] & INVADING and entry_limits.landing_in(g, unit) == area:
                return (plans.view.mine >> g.serves[unit]) & 1 != 0
    return False


def flight_value(g: Board, plans: LandPlans, unit: int) -> float:
    """Return the value of the best that an aircraft could do: support a combat in range, or move up."""
    best = NEVER
    start = g.place[unit]
    for area in g.battles:
        if area < g.t.n_areas and g.t.air_reach[area][start]:
            best = max(best, mission_value(g, plans, unit, area))
    if best > NEVER or plans.exploit:
        return best
    key = start * g.t.n_countries + g.serves[unit]
    best = plans.bases.get(key, NONE)
    if best == NONE:
        best = NEVER
        for area in g.t.air_ring[start]:
            if area != start and g.friendly(g.serves[unit], area):
                best = max(best, move_gain(g, plans, unit, start, area))
        plans.bases[key] = best
    return best


def move_gain(g: Board, plans: LandPlans, unit: int, start: int, area: int) -> float:
    """Return the value of an aircraft's move to another base."""
    more = base_value(g, plans, unit, area) - base_value(g, plans, unit, start)
    return MARCH - 0.5 + 0.2 * more if more > plans.w.base_gain else NEVER


def base_value(g: Board, plans: LandPlans, unit: int, area: int) -> float:
    """Return the value of a base: friends at the front in its range, land units beside it, no danger."""
    view, w = plans.view, plans.w
    key = area * g.t.n_countries + g.serves[unit]
    found = plans.airfields.get(key, -99.0)
    if found > -99.0:
        return found
    near = g.t.air_reach[area]
    fire = 0.0
    fronts = view.front(g)
    for other in fronts:
        if near[other]:
            fire += w.base_front + fronts[other]
    found = min(w.base_most, fire) + w.base_pull * view.area_values(g, g.serves[unit]).pull[area]
    forces = view.forces_in(g, area)
    threat = view.threat(g, area)
    if not forces.number:
        found -= w.base_alone if threat > 0.0 else 0.3
    elif threat > forces.fire:
        found -= w.base_danger
    plans.airfields[key] = found
    return found
