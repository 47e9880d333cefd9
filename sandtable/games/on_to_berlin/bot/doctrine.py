"""The game's doctrine: what a position is worth and which choices look good.

Each area has a plan (`plans`). The best plan gets the points, and the rest of the points mobilizes units.
Cards are ranked by their points and by the effect of their event now. The doctrine uses only open
information and the hand of its side.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.on_to_berlin.bot import card_values
from sandtable.games.on_to_berlin.bot.assessment import Assessment, strength
from sandtable.games.on_to_berlin.bot.plans import Plan, best_plan, move_score, strike_score
from sandtable.games.on_to_berlin.bot.weights import BASE, LEARNED, Weights
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.ids import (
    ADVANCE,
    ALL,
    AREA,
    ATTACK,
    DESTROY,
    DROP,
    EVENT_FIRST,
    FLY,
    JET,
    MOVE,
    PLACE_ONE,
    REACTION_POINTS,
    RECOVER_ALL,
    RETURN,
    STOP,
    STRIKE,
    TOGETHER,
    TRANSPORT,
    VIOLATE,
    WITHDRAW,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import (
    diplomacy,
    lines_of_communication,
    recovery,
    redeploy,
)
from sandtable.games.on_to_berlin.rules.activation import BY_AIR, Activate
from sandtable.games.on_to_berlin.rules.cards import development, discards, double_action
from sandtable.games.on_to_berlin.rules.cards.card_play import Play, Points
from sandtable.games.on_to_berlin.rules.combat import air_actions, combat, counterattacks
from sandtable.games.on_to_berlin.rules.combat.hits import Assign, Retreat
from sandtable.games.on_to_berlin.rules.mobilization import Deploy
from sandtable.games.on_to_berlin.rules.movement import movement_costs, sea_landing
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.sequence import Impulses, Select, Withdraw


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with the base weights; higher is better."""
    return rate(g, seat, choices, BASE)


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with the learned weights."""
    return rate(g, seat, choices, LEARNED)


def rate(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate the choices with these weights."""
    if len(choices) == 1:
        return [0.0]
    step = g.agenda[-1]
    w = weights[seat]
    if isinstance(step, Select):
        return [-1.0 if c == DONE else card_values.card_value(g, c - g.ids.card, seat, w) for c in choices]
    if isinstance(step, Impulses):
        return impulse_scores(g, seat, choices, w)
    if isinstance(step, Play):
        return [1.0 if (c == EVENT_FIRST) == card_values.event_first(g, step.card) else 0.0 for c in choices]
    if isinstance(step, Points):
        return points_scores(g, step, choices, w)
    if isinstance(step, Activate):
        return group_scores(g, step, choices, w)
    if isinstance(step, double_action.FirstAction):
        return [0.5 if c == PASS else start_value(g, c - g.ids.unit, const.BY_EVENT, w) for c in choices]
    if isinstance(step, double_action.SecondAction):
        return second_action_scores(g, step, choices, w)
    if isinstance(step, March):
        return move_scores(g, step, choices, w)
    if isinstance(step, air_actions.Target):
        view = Assessment(g, seat, w)
        return [-5.0 if c == VIOLATE else strike_score(g, view, step.units, c - AREA) for c in choices]
    if isinstance(step, air_actions.Flight):
        view = Assessment(g, seat, w)
        here = view.pull[step.path[-1]]
        return [-5.0 if c == VIOLATE else 0.0 if c == STOP else view.pull[c - AREA] - here for c in choices]
    if isinstance(step, Assign):
        return [hit_value(g, step, seat, c - g.ids.unit) for c in choices]
    if isinstance(step, Retreat):
        view = Assessment(g, seat, w)
        return [best_retreat(g, view, c) for c in choices]
    if isinstance(step, counterattacks.Ambush):
        return counterattack_scores(g, step, seat, choices, w)
    if isinstance(step, Deploy):
        view = Assessment(g, seat, w)
        return [placement_value(g, view, step.kind, c - AREA) for c in choices]
    if isinstance(step, recovery.RecoverUnit):
        view = Assessment(g, seat, w)
        return [-1.0 if c == DONE else recovery_value(g, view, c - g.ids.unit) for c in choices]
    if isinstance(step, recovery.Supply):
        return [0.0 if c == PASS else supply_value(g, c - g.ids.nation) for c in choices]
    if isinstance(step, Withdraw):
        return [1.0 if c == DONE else 0.0 for c in choices]
    if isinstance(step, diplomacy.Diplomacy):
        return [diplomacy_value(g, seat, c, w) for c in choices]
    if isinstance(step, development.Developing):
        return [
            -1.0 if c < g.ids.card else card_values.card_value(g, c - g.ids.card, seat, w) for c in choices
        ]
    if isinstance(step, development.Releasing):
        return [-1.0 if c == DONE else float(g.t.type_attack[c - g.ids.kind]) for c in choices]
    if isinstance(step, redeploy.Redeployment):
        view = Assessment(g, seat, w)
        return [0.0 if c == DONE else redeploy_value(g, view, c - g.ids.unit) for c in choices]
    if isinstance(step, redeploy.Destination):
        view = Assessment(g, seat, w)
        return [destination_value(g, view, c - AREA) for c in choices]
    if isinstance(step, discards.Discard):
        return [-card_values.card_value(g, c - g.ids.card, seat, w) for c in choices]
    if isinstance(step, lines_of_communication.Excess):
        return [-strength(g, c - g.ids.unit) for c in choices]
    if isinstance(step, (sea_landing.Embark, sea_landing.Convoy, sea_landing.Crossing)):
        return landing_scores(g, step, seat, choices, w)
    return [simple_value(g, c) for c in choices]


def simple_value(g: Board, c: int) -> float:
    """Rate a choice of a minor question: take part, with everything, and break no neutrality."""
    if c in (VIOLATE, DESTROY, WITHDRAW):
        return -5.0
    if c == ALL:
        return 3.0
    if c in (PASS, DONE):
        return 0.0
    if c in (TRANSPORT, DROP, RECOVER_ALL, PLACE_ONE, ATTACK):
        return 2.0
    if AREA <= c < g.ids.unit:
        return 1.0 + point_bonus(g, c - AREA)
    return 1.0


def point_bonus(g: Board, area: int) -> float:
    """Return a small bonus for areas with Resource Points."""
    return 0.2 * g.t.points[area]


# --- cards


def impulse_scores(g: Board, seat: int, choices: list[int], w: Weights) -> list[float]:
    """Rate a useful strike first, then cards, then flights."""
    out: list[float] = []
    view = Assessment(g, seat, w)
    for c in choices:
        if c == PASS:
            out.append(0.0)
        elif c == REACTION_POINTS:
            out.append(5.0)
        elif c >= g.ids.card:
            out.append(1.0 + card_values.play_order(g, c - g.ids.card, seat, w))
        else:
            out.append(air_action_value(g, view, c - g.ids.unit))
    return out


def air_action_value(g: Board, view: Assessment, unit: int) -> float:
    """Rate an Air Action with a unit: a strike on an enemy in range, or a flight to the front."""
    targets = air_actions.strike_targets(g, (unit,), 0, False)
    best = 0.0
    for area in targets:
        best = max(best, strike_score(g, view, (unit,), area))
    if best > 0.0:
        return view.w.strike_first + best
    here = g.place[unit]
    if g.t.unit_kind[unit] == const.AIR and not g.hand(view.side) and air_actions.can_fly(g, (unit,)):
        for area in g.near(view.side)[here]:
            if g.held[area] == view.side and view.pull[area] > view.pull[here] + 0.5 and not g.t.sea[area]:
                return 0.5
    return -1.0


# --- points


def points_scores(g: Board, step: Points, choices: list[int], w: Weights) -> list[float]:
    """Rate units by the best plan of their area, and types of units to mobilize."""
    view = Assessment(g, g.side, w)
    known: dict[int, Plan] = {}
    out: list[float] = []
    for c in choices:
        if c == DONE:
            out.append(0.05)
        elif c < g.ids.kind:
            unit = c - g.ids.unit
            area = g.place[unit]
            if area not in known:
                known[area] = best_plan(g, view, area, const.BY_POINTS)
            plan = known[area]
            out.append(plan.score if unit in plan.units and plan.score >= w.worthwhile else -1.0)
        else:
            out.append(mobilization_value(g, c - g.ids.kind, w))
    return out


def mobilization_value(g: Board, kind: int, w: Weights) -> float:
    """Return what mobilizing a unit gains for each point."""
    t = g.t
    if t.type_kind[kind] == const.LAND:
        force = t.type_attack[kind] / 6.0 * (w.draft_tough if t.type_defense[kind] > 1 else 1.0)
        if t.type_move[kind] == 0:
            force *= w.draft_fixed
        return w.draft_any + w.draft_land * force / t.type_cost[kind]
    if t.type_kind[kind] == const.AIR:
        return w.draft_any + w.draft_air * t.type_strike[kind] / 6.0 / t.type_cost[kind]
    return w.draft_ship if t.type_surface[kind] else w.draft_sub


def placement_value(g: Board, view: Assessment, kind: int, area: int) -> float:
    """Rate an area for a new unit: near the enemy, but not alone; ships where there are few."""
    if g.t.sea[area]:
        return 2.0 - g.capacity(view.side, area) + view.nearby_fire[area]
    return (
        view.pull[area]
        + view.w.deploy_hold * min(3.0, view.hold[view.side][area])
        - view.w.deploy_crowd * g.count(view.side, area, const.LAND_UNITS)
    )


def start_value(g: Board, unit: int, by: int, w: Weights) -> float:
    """Rate a unit as the start of a double action: by the best plan, with a bonus for attacks."""
    view = Assessment(g, g.side, w)
    plan = best_plan(g, view, g.place[unit], by)
    if unit not in plan.units:
        return -1.0
    if plan.action == MOVE and g.held[plan.target] == g.side:
        return w.begin_move * plan.score
    return w.begin_attack * plan.score


def group_scores(g: Board, step: Activate, choices: list[int], w: Weights) -> list[float]:
    """Rate the units that complete the planned group, then its planned action."""
    view = Assessment(g, g.side, w)
    area = g.place[step.units[0]]
    if step.by == BY_AIR or g.t.unit_kind[step.units[0]] == const.AIR or g.t.unit_strike[step.units[0]]:
        return air_group_scores(g, view, step, choices)
    plan = best_plan(g, view, area, step.by, step.pool)
    wanted = plan.units
    missing = [u for u in wanted if u not in step.units]
    out: list[float] = []
    for c in choices:
        if c == ALL:
            joining = step.with_all(g).units
            out.append(3.0 if missing and all([u in wanted for u in joining]) else -1.0)
        elif c >= g.ids.unit:
            out.append(2.0 if is_missing(g, c - g.ids.unit, missing) else -1.0)
        elif c == plan.action:
            out.append(1.0)
        else:
            out.append(0.5 if c == ATTACK else -3.0 if c in (VIOLATE, TOGETHER) else 0.0)
    return out


def is_missing(g: Board, unit: int, missing: list[int]) -> bool:
    """Return whether a unit, or one of its type, is still missing from a group."""
    kind = g.t.unit_type[unit]
    return any([g.t.unit_type[other] == kind for other in missing])


def air_group_scores(g: Board, view: Assessment, step: Activate, choices: list[int]) -> list[float]:
    """Rate the choices of a group of air units and carriers: strike together if possible."""
    out: list[float] = []
    for c in choices:
        if c == ALL:
            out.append(-0.5)
        elif c >= g.ids.unit:
            unit = c - g.ids.unit
            out.append(3.0 if g.t.unit_strike[unit] and STRIKE in choices else -1.0)
        elif c == STRIKE:
            out.append(2.0)
        elif c == ATTACK:
            out.append(1.5)
        elif c == FLY:
            out.append(1.0)
        else:
            out.append(0.5 if c == MOVE else -3.0)
    return out


def second_action_scores(
    g: Board, step: double_action.SecondAction, choices: list[int], w: Weights
) -> list[float]:
    """Rate the second action of a group by what it gains."""
    view = Assessment(g, g.side, w)
    pool = step.pool(g)
    out: list[float] = []
    for c in choices:
        if c == DONE:
            out.append(0.1)
        else:
            unit = c - g.ids.unit
            plan = best_plan(g, view, g.place[unit], const.BY_EVENT, pool)
            out.append(plan.score if unit in plan.units else -1.0)
    return out


def move_scores(g: Board, step: March, choices: list[int], w: Weights) -> list[float]:
    """Rate the next areas of a moving group, towards its target."""
    view = Assessment(g, g.side, w)
    here = step.path[-1]
    t = g.t
    out: list[float] = []
    ships = t.unit_kind[step.units[0]] == const.NAVAL
    for c in choices:
        if c == STOP:
            out.append(w.march_on)
        elif c == VIOLATE:
            out.append(breach_value(g, view, step))
        elif ships:
            area = c - AREA
            out.append(0.6 if g.held[area] != g.side and not view.hold[const.NEUTRAL][area] else 0.1)
        elif t.sea[here] and not t.sea[c - AREA]:
            out.append(0.5 + move_score(g, view, step.units, here, c - AREA))
        else:
            out.append(move_score(g, view, step.units, here, c - AREA))
    return out


def breach_value(g: Board, view: Assessment, step: March) -> float:
    """Return what entering the best Neutral area would gain."""
    c = movement_costs.MovingGroup(g, step.units)
    best = -1.0
    for area in movement_costs.next_areas(g, c, step.path, step.used, True, False):
        best = max(best, move_score(g, view, step.units, step.path[-1], area))
    return best


def landing_scores(g: Board, step: object, seat: int, choices: list[int], w: Weights) -> list[float]:
    """Rate the choices of a landing: the strongest group, towards the best prize it can take."""
    view = Assessment(g, seat, w)
    out: list[float] = []
    for c in choices:
        if c in (VIOLATE, PASS):
            out.append(-2.0 if c == VIOLATE else 0.0)
        elif c == DONE:
            out.append(0.5)
        elif c == ALL:
            out.append(2.0)
        elif c >= g.ids.unit:
            out.append(1.0 + strength(g, c - g.ids.unit))
        elif c == STOP:
            out.append(1.0)
        else:
            area = c - AREA
            out.append(
                view.pull[area] + (3.0 if view.prize[area] > 0.0 and view.hold[view.foe][area] < 4.0 else 0.0)
            )
    return out


# --- fights


def hit_value(g: Board, step: Assign, seat: int, unit: int) -> float:
    """Rate a unit for the next hit: an enemy that it hurts most, or the side's unit that it hurts least."""
    t = g.t
    dealt = step.dealt[step.victims.index(unit)]
    before = combat.effect(g, unit, dealt, step.area, step.as_spent)
    after = combat.effect(g, unit, dealt + 1, step.area, step.as_spent)
    worth = 1.0 + max(t.unit_attack[unit], t.unit_strike[unit]) / 3.0
    if g.side_of(unit) == seat:
        return -0.01 * worth if after == before else -worth * harm(after)
    need = 1
    while combat.effect(g, unit, dealt + need, step.area, step.as_spent) == before and need < step.hits:
        need += 1
    reached = combat.effect(g, unit, dealt + need, step.area, step.as_spent)
    if reached == before:
        return 0.0
    return worth * (harm(reached) - harm(before)) / need


def harm(effect: int) -> float:
    """Return how bad an effect is."""
    return (
        3.0
        if effect & const.DESTROYS
        else 2.0
        if effect & const.RETREATS
        else 1.0
        if effect & const.SPENDS
        else 0.0
    )


def best_retreat(g: Board, view: Assessment, c: int) -> float:
    """Rate an area for a beaten unit."""
    if c == DESTROY:
        return 0.0
    if c == VIOLATE:
        return -5.0
    if c >= g.ids.unit:
        return strength(g, c - g.ids.unit)
    area = c - AREA
    own = 1.0 if g.held[area] == view.side else 0.0
    return (
        2.0 + own + 0.2 * view.hold[view.side][area] - 0.3 * view.nearby_fire[area] + 0.5 * g.t.points[area]
    )


def counterattack_scores(
    g: Board, step: counterattacks.Ambush, seat: int, choices: list[int], w: Weights
) -> list[float]:
    """Rate a counterattack: it is good if it can hit enough units."""
    hits = 0.0
    for area in counterattacks.counterattack_areas(g, step.action):
        near = sum([strength(g, u) for u in g.at[area] if g.ready(u, seat)])
        hits = max(hits, 2.0 * near)
    need = sum([1.0 for u in step.action.units if g.place[u] >= 0])
    good = hits >= w.ambush or hits >= need
    return [0.0 if c == PASS else 1.0 if c == JET or good else -1.0 for c in choices]


# --- recovery, redeployment, diplomacy


def recovery_value(g: Board, view: Assessment, unit: int) -> float:
    """Return how useful it is that a unit is fresh again."""
    area = g.place[unit]
    return (
        strength(g, unit)
        + view.w.fresh_front * view.pull[area]
        + view.w.fresh_danger * min(2.0, view.nearby_fire[area])
    )


def supply_value(g: Board, nation: int) -> float:
    """Return what a nation gains by Supply."""
    t = g.t
    found = 0.0
    for unit in recovery.spent_units(g, nation):
        found += strength(g, unit)
    return 0.1 + found + 0.01 * t.n_areas


def redeploy_value(g: Board, view: Assessment, unit: int) -> float:
    """Rate a unit to redeploy: strong units in quiet areas."""
    area = g.place[unit]
    if view.nearby_fire[area] > view.w.quiet or g.t.unit_garrison[unit]:
        return -1.0
    far = max(view.pull) - view.pull[area]
    return strength(g, unit) * far * view.w.recall - view.w.recall_cost


def destination_value(g: Board, view: Assessment, area: int) -> float:
    """Rate an area for redeployed units."""
    return view.pull[area] - view.w.station_crowd * g.count(view.side, area, const.LAND_UNITS)


def diplomacy_value(g: Board, seat: int, c: int, w: Weights) -> float:
    """Rate a nation, a marker or a button of Diplomacy."""
    t = g.t
    if c == ADVANCE:
        return 10.0
    if c == RETURN:
        return 12.0
    if c >= g.ids.track:
        return 1.0 + 0.2 * g.markers[c - g.ids.track]
    nation = c - g.ids.nation
    gain = 0.0
    for area in t.home[nation]:
        gain += w.court_area + w.court_point * t.points[area]
        for unit in g.at[area]:
            gain += w.court_unit * strength(g, unit) * (t.unit_nation[unit] == nation)
    return gain
