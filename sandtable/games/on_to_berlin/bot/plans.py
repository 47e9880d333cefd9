"""The plans of the doctrine: actions of the units of an area, with their values."""

from __future__ import annotations

from typing import Final

from sandtable.games.on_to_berlin.bot.assessment import Assessment, strength
from sandtable.games.on_to_berlin.bot.weights import Weights
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, LAND, LAND_UNITS, NAVAL, NEUTRAL
from sandtable.games.on_to_berlin.components.ids import ATTACK, MOVE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation, nations
from sandtable.games.on_to_berlin.rules.combat import combat
from sandtable.games.on_to_berlin.rules.movement import movement_costs

NOTHING: Final = -1.0


class Plan:
    """A possible action of the units of an area; `units` should take part."""

    def __init__(self, score: float, action: int, units: tuple[int, ...], target: int) -> None:
        self.score = score
        self.action = action
        self.units = units
        self.target = target


def best_plan(g: Board, view: Assessment, area: int, by: int, pool: tuple[int, ...] = ()) -> Plan:
    """Return the best plan for the units of an area that may be activated now."""
    free = [u for u in g.at[area] if (u in pool if pool else activation.is_eligible(g, u, by))]
    attack = attack_plan(g, view, area, free)
    move = move_plan(g, view, area, free)
    return attack if attack.score >= move.score else move


def attack_plan(g: Board, view: Assessment, area: int, free: list[int]) -> Plan:
    """Return an attack with all units that can attack."""
    fighters = [u for u in free if combat.can_attack(g, u, area) and strength(g, u) > 0.0]
    if not fighters or view.hold[view.foe][area] <= 0.0 or not g.force[view.foe][area]:
        return Plan(NOTHING, ATTACK, (), area)
    hits = sum([strength(g, u) for u in fighters])
    return Plan(attack_score(view, area, hits), ATTACK, tuple(fighters), area)


def attack_score(view: Assessment, area: int, hits: float) -> float:
    """Return what an attack on the enemy in an area gains with `hits` expected hits."""
    need = view.hold[view.foe][area]
    taken = (
        max(0.0, min(1.0, (hits / need - view.w.hopeless) / max(0.05, view.w.certain - view.w.hopeless)))
        if need > 0.0
        else 1.0
    )
    stake = view.prize[area] if view.prize[area] > 0.0 else view.w.battle
    return view.w.per_hit * min(hits, need) + taken * stake


def move_plan(g: Board, view: Assessment, area: int, free: list[int]) -> Plan:
    """Return the best move of the land units of an area, or of its ships."""
    t = g.t
    if t.sea[area]:
        return ship_plan(g, view, area, free)
    movers = [u for u in free if t.unit_kind[u] == LAND and t.unit_move[u] > 0 and not t.unit_garrison[u]]
    if not movers:
        return Plan(NOTHING, MOVE, (), area)
    if g.force[view.foe][area] and g.held[area] != view.side:
        return Plan(NOTHING, MOVE, (), area)  # a unit among enemies stays and fights
    movers = leave_guard(g, view, area, movers)
    best = Plan(NOTHING, MOVE, (), area)
    if not movers:
        return best
    for there in g.near(view.side)[area]:
        group = fitting_group(g, view, movers, area, there)
        if not group:
            continue
        score = move_score(g, view, group, area, there)
        if score > best.score:
            best = Plan(score, MOVE, group, there)
    return best


def leave_guard(g: Board, view: Assessment, area: int, movers: list[int]) -> list[int]:
    """Return the movers without those that must, or should, hold the area."""
    if g.held[area] != view.side:
        return movers
    t = g.t
    order = sorted(movers, key=lambda u: (t.unit_nation[u] == g.printed[area], -strength(g, u), u))
    keep = 1 if view.nearby_fire[area] > view.w.guard and t.points[area] else 0
    group = order[: len(order) - keep]
    while group and not movement_costs.may_leave(g, tuple(group), area):
        group.pop()
    return group


def fitting_group(g: Board, view: Assessment, movers: list[int], area: int, there: int) -> tuple[int, ...]:
    """Return the movers that can enter an area together: the largest group with room and ships for it."""
    t = g.t
    group = movers
    if t.sea[there]:
        if g.held[there] != view.side:
            return ()
        group = movers[: max(0, movement_costs.room_at_sea(g, view.side, there))]
    else:
        if g.held[there] == NEUTRAL and view.side == ALLIED:
            return ()
        group = [
            u
            for u in movers
            if t.unit_move[u] >= movement_costs.border_cost(g, view.side, area, there, False)
        ]
        group = group[: max(0, t.land_stack - g.count(view.side, there, LAND_UNITS))]
    group = sorted(group)
    while group:
        moving = movement_costs.MovingGroup(g, tuple(group))
        cost = movement_costs.next_cost(g, moving, (area,), 0, there, False)
        if cost == -movement_costs.BREAKS:
            cost = movement_costs.next_cost(g, moving, (area,), 0, there, True)
        if cost >= 0:
            return tuple(group)
        if -cost not in (movement_costs.TOO_FEW_SHIPS, movement_costs.TOO_FAR):
            return ()
        group = group[:-1]
    return ()


def move_score(g: Board, view: Assessment, group: tuple[int, ...], area: int, there: int) -> float:
    """Return what moving a group to a neighbouring area gains."""
    t = g.t
    w = view.w
    hits = sum([strength(g, u) for u in group])
    gain = view.pull[there] - view.pull[area]
    broken = nations.violated(g, view.side, there, group)
    if broken:
        need = view.hold[NEUTRAL][there]
        if gain <= 0.0 or hits < w.bold * need:
            return NOTHING
        return (
            w.breach_gain * gain
            + 0.1 * hits
            + w.breach_prize * view.prize[there]
            - breach_cost(g, view.foe, broken[0], w)
        )
    if g.held[there] == view.foe and not t.sea[there]:
        need = view.hold[view.foe][there]
        if need <= 0.0:
            return w.walk_in + view.prize[there]
        ratio = (hits + view.fire[view.side][there]) / need
        if ratio < w.daring and view.fire[view.side][there] == 0.0:
            return NOTHING
        return w.entry * view.prize[there] * min(1.5, ratio) + w.entry_hits * hits
    if gain <= 0.0:
        return NOTHING
    if t.sea[there]:
        return w.embark * min(w.farthest, gain) * hits
    crowd = w.crowd if g.count(view.side, there, LAND_UNITS) > 6 else 1.0
    return crowd * w.advance * min(w.farthest, gain) * min(3.0, hits)


def breach_cost(g: Board, foe: int, nation: int, w: Weights) -> float:
    """Return what the enemy gains with a nation whose neutrality is broken."""
    t = g.t
    found = 0.0
    for unit in t.units_of[nation]:
        if g.place[unit] >= 0:
            found += w.breach_units * strength(g, unit)
    for area in t.home[nation]:
        if t.red[area] or foe == AXIS:
            found += w.breach_points * t.points[area]
    return found


def ship_plan(g: Board, view: Assessment, area: int, free: list[int]) -> Plan:
    """Return the best landing of cargo, or the best move of ships towards the enemy's."""
    t = g.t
    cargo = [u for u in free if t.unit_kind[u] != NAVAL and t.unit_move[u] > 0]
    best = Plan(NOTHING, MOVE, (), area)
    if cargo:
        for there in g.near(view.side)[area]:
            if t.sea[there]:
                continue
            group = fitting_group(g, view, cargo, area, there)
            if group:
                score = view.w.landing + move_score(g, view, group, area, there)
                if score > best.score:
                    best = Plan(score, MOVE, group, there)
        return best
    ships = [u for u in free if t.unit_surface[u] != 0]
    while ships and not movement_costs.may_leave(g, tuple(ships), area):
        ships = ships[1:]
    if not ships:
        return best
    hits = sum([strength(g, u) for u in ships])
    for there in g.near(view.side)[area]:
        if not t.sea[there] or g.held[there] == view.side:
            continue
        moving = movement_costs.MovingGroup(g, tuple(ships))
        if movement_costs.next_cost(g, moving, (area,), 0, there, False) < 0:
            continue
        need = view.hold[view.foe][there] + view.hold[NEUTRAL][there]
        if need <= 0.0 or hits > view.w.sea_fight * need:
            score = view.w.sea_control if g.held[there] == view.foe or need <= 0.0 else 0.1
            if score > best.score:
                best = Plan(score, MOVE, tuple(ships), there)
    return best


def strike_score(g: Board, view: Assessment, units: tuple[int, ...], target: int) -> float:
    """Return what an Airstrike on an area gains."""
    hits = sum([g.t.unit_strike[u] for u in units]) / 6.0
    need = view.hold[view.foe][target]
    if need <= 0.0:
        return 0.0
    help_needed = view.w.joint if view.fire[view.side][target] > 0.0 else 1.0
    weight = view.w.at_sea if g.t.sea[target] else 1.0
    return help_needed * weight * min(hits, need) + view.w.strike_prize * view.prize[target]
