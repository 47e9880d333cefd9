"""Where units are stationed: reinforcements, what goes by rail, new bases of aircraft."""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.games.blitzkrieg_general.bot import air_plans, unit_values
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.land_plans import MARCH, NEVER, Plans
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, ARMOR, FIRST_SHIP, HQ
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import rail, rebase


def placing(g: Board, o: Assessment, unit: int, c: int) -> float:
    """Where a new unit is placed: towards the enemy, first where a guard is missing."""
    if c >= g.ids.unit:
        return -1.0
    space = c - g.ids.space
    k = o.k
    a = o.atlas(g, g.serves[unit])
    score = k.place_pull * a.pull[space]
    if space < g.t.n_areas and g.t.unit_kind[unit] < HQ:
        threat = o.threat(g, space)
        if threat > 0.0 and o.of(g, space).fire < threat:
            score += k.place_danger + k.place_stake * o.stake(g, space)
        elif not o.of(g, space).number and o.stake(g, space) >= 2.0:
            score += k.place_empty
        score -= k.place_crowd * o.of(g, space).number
    elif space < g.t.n_areas:
        score += 1.0 if o.of(g, space).number else -1.0
    elif g.t.unit_kind[unit] >= FIRST_SHIP:
        for other in g.at[space]:
            if g.is_ship(other) and (o.mine >> g.serves[other]) & 1:
                score += 0.1
    return score


def missing(g: Board, plans: Plans, area: int) -> float:
    """What it is worth to send a guard to an area by rail."""
    o = plans.o
    if o.k.rail_guard <= 0.0:
        return 0.0
    lacking = plans.guard(g, area) - o.of(g, area).number
    return o.k.rail_guard * lacking * min(4.0, o.stake(g, area)) if lacking > 0 else 0.0


def railing(g: Board, choices: list[int], o: Assessment) -> list[float]:
    """The unit that gains most by going to the front."""
    plans = Plans(g, o)
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
            a = o.atlas(g, country)
            best[key] = 0.0
            for area in rail.joined(g, here, g.friends[country]):
                if o.of(g, area).number or kind < HQ:
                    gain = a.pull[area] - a.pull[here]
                    if kind < ARMOR:
                        gain += missing(g, plans, area)
                    best[key] = max(best[key], gain)
        gain = best[key]
        out.append(gain - 1.9 + 0.2 * unit_values.punch(g, unit) if gain > o.k.rail_gain else NEVER)
    return out


def station(g: Board, plans: Plans, unit: int, area: int) -> float:
    """How good an area is for a unit that goes there by rail."""
    o = plans.o
    a = o.atlas(g, g.serves[unit])
    score = a.pull[area]
    if o.threat(g, area) > o.of(g, area).fire + 1.0:
        score -= o.k.rail_danger
    if g.t.unit_kind[unit] < ARMOR:
        score += missing(g, plans, area)
    elif g.t.unit_kind[unit] >= HQ and not o.of(g, area).number:
        score -= 5.0
    return score


def rebasing(g: Board, plans: Plans, unit: int) -> float:
    """What the best new base of an aircraft gains."""
    here = g.place[unit]
    best = NEVER
    for area in rebase.bases(g, unit):
        best = max(best, hop(g, plans, unit, here, area))
    return best


def hop(g: Board, plans: Plans, unit: int, here: int, area: int) -> float:
    """What another base gains."""
    return air_plans.gain(g, plans, unit, here, area) - MARCH + 0.6
