"""Where units are stationed: reinforcements, transport by rail, new bases of aircraft."""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.games.blitzkrieg_general.bot import air_plans, unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.land_plans import MARCH, NEVER, LandPlans
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, ARMOR, FIRST_SHIP, HQ
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import rail, rebase


def placement_value(g: Board, view: Assessment, unit: int, choice: int) -> float:
    """Rate a place for a new unit: towards the enemy, and first where a guard is missing."""
    if choice >= g.ids.unit:
        return -1.0
    space = choice - g.ids.space
    w = view.w
    values = view.area_values(g, g.serves[unit])
    score = w.place_pull * values.pull[space]
    if space < g.t.n_areas and g.t.unit_kind[unit] < HQ:
        threat = view.threat(g, space)
        if threat > 0.0 and view.forces_in(g, space).fire < threat:
            score += w.place_danger + w.place_stake * view.stake(g, space)
        elif not view.forces_in(g, space).number and view.stake(g, space) >= 2.0:
            score += w.place_empty
        score -= w.place_crowd * view.forces_in(g, space).number
    elif space < g.t.n_areas:
        score += 1.0 if view.forces_in(g, space).number else -1.0
    elif g.t.unit_kind[unit] >= FIRST_SHIP:
        for other in g.at[space]:
            if g.is_ship(other) and (view.mine >> g.serves[other]) & 1:
                score += 0.1
    return score


def guard_value(g: Board, plans: LandPlans, area: int) -> float:
    """Return the value of sending a guard to an area by rail."""
    view = plans.view
    if view.w.rail_guard <= 0.0:
        return 0.0
    lacking = plans.guard(g, area) - view.forces_in(g, area).number
    return view.w.rail_guard * lacking * min(4.0, view.stake(g, area)) if lacking > 0 else 0.0


def rate_rail(g: Board, choices: list[int], view: Assessment) -> list[float]:
    """Rate units for transport by rail: first those that gain most by going to the front."""
    plans = LandPlans(g, view)
    out: list[float] = []
    best: dict[int, float] = {}
    for c in choices:
        if c == DONE:
            out.append(0.0)
            continue
        unit = c - g.ids.unit
        here = g.place[unit]
        kind = g.t.unit_kind[unit]
        if kind == AIRCRAFT or not plans.may_leave(g, unit, here):
            out.append(NEVER)
            continue
        country = g.serves[unit]
        key = (country * g.t.n_areas + here) * 2 + (kind < ARMOR)
        if key not in best:
            values = view.area_values(g, country)
            best[key] = 0.0
            for area in rail.joined(g, here, g.friends[country]):
                if view.forces_in(g, area).number or kind < HQ:
                    gain = values.pull[area] - values.pull[here]
                    if kind < ARMOR:
                        gain += guard_value(g, plans, area)
                    best[key] = max(best[key], gain)
        gain = best[key]
        out.append(gain - 1.9 + 0.2 * unit_values.printed_fire(g, unit) if gain > view.w.rail_gain else NEVER)
    return out


def station_value(g: Board, plans: LandPlans, unit: int, area: int) -> float:
    """Rate an area as the destination of a unit that goes by rail."""
    view = plans.view
    values = view.area_values(g, g.serves[unit])
    score = values.pull[area]
    if view.threat(g, area) > view.forces_in(g, area).fire + 1.0:
        score -= view.w.rail_danger
    if g.t.unit_kind[unit] < ARMOR:
        score += guard_value(g, plans, area)
    elif g.t.unit_kind[unit] >= HQ and not view.forces_in(g, area).number:
        score -= 5.0
    return score


def rebase_value(g: Board, plans: LandPlans, unit: int) -> float:
    """Return what an aircraft gains by its best new base."""
    here = g.place[unit]
    best = NEVER
    for area in rebase.bases(g, unit):
        best = max(best, base_gain(g, plans, unit, here, area))
    return best


def base_gain(g: Board, plans: LandPlans, unit: int, here: int, area: int) -> float:
    """Return what an aircraft gains by another base."""
    return air_plans.move_gain(g, plans, unit, here, area) - MARCH + 0.6
