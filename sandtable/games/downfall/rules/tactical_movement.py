"""Tactical movement, area by area: where an army may go, where it may stop, which enemies it may attack. [8]

A move is a series of clicks. `mode` tells how it is restricted:
FREE, BOUND (it stands among enemies or has passed some [8k, R28]), THROUGH (it has entered an opened area
from among enemies and must go on by exploitation [R48]), CROSSED (it has exploited and must stop [13.1c]).
"""

from typing import Final, NamedTuple

from sandtable.engine.step import Refusal
from sandtable.games.downfall.components.constants import (
    DOUBLE_BARBAROSSA,
    DOUBLE_TURN,
    DOUBLE_WEST,
    FOES,
    FROM_INSIDE,
    GARRISON,
    OP_MOVE,
    OWN,
)
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat, politics
from sandtable.games.downfall.rules.politics import (
    BEEN_THERE,
    BEYOND,
    CONTESTED,
    FROZEN,
    HIGH_MOUNTAIN,
    OK,
    RANGE,
    TOO_DEAR,
)

# The rule of an exceptional cost, in the order of the DOUBLE_ constants.
DEAR_RULE: Final = ("8e", "8f", "8g", "8h")

FIRST_AMONG_ENEMIES: Final = Refusal(
    "The first army that enters among enemies must attack; it passes on only to controlled areas "
    "without enemies.",
    "17e",
)

FREE: Final = 0
BOUND: Final = 1
THROUGH: Final = 2
CROSSED: Final = 3


def costs_double(g: Board, area: int, operation: int) -> bool:
    """Return whether an operation that touches an area costs 2 instead of 1. [8e] [8f] [8g] [8h, R64]"""
    t = g.t
    for rule in t.doubles_of[g.side]:
        if (
            t.double_area[rule][area]
            and t.double_ops[rule] >> operation & 1
            and is_double_now(g, t.double_when[rule], t.double_turn[rule])
        ):
            return True
    return False


def is_double_now(g: Board, when: int, turn: int) -> bool:
    """Return whether an exceptional cost applies now."""
    if when == DOUBLE_WEST:  # [8e, R20]
        return g.west_attacked == g.turn and g.turn <= turn
    if when == DOUBLE_BARBAROSSA:  # [8f]
        return g.barbarossa == g.turn and g.turn < turn
    if when == DOUBLE_TURN:  # [8g] [19c]
        return g.turn == turn
    return True  # [8h]


def why_too_expensive(g: Board, path: tuple[int, ...]) -> Refusal:
    """Return the refusal of an operation that costs more than there is, with the rule behind the cost."""
    t = g.t
    for area in path:
        for rule in t.doubles_of[g.side]:
            if t.double_area[rule][area] and is_double_now(g, t.double_when[rule], t.double_turn[rule]):
                text = f"An operation in {t.area_name[area]} costs 2 supply units now, and there is only 1."
                return Refusal(text, DEAR_RULE[t.double_when[rule]])
    return politics.general_refusal(TOO_DEAR)


def has_enemies(g: Board, area: int) -> bool:
    """Return whether an area holds armies that are, or on entry become, enemies of the active side."""
    stack = g.stack[area]
    return stack & FOES[g.side] != 0 or stack & GARRISON != 0


def is_opened(g: Board, unit: int, area: int) -> bool:
    """Return whether a declared attack opens an area for an army. [13.1a] [13.1b] [13.1f] [13.1h]"""
    if not g.attacks or not g.t.unit_armor[unit] or not g.tile(g.side, g.t.exploit_dev):  # [13.1]
        return False
    t = g.t
    if not t.exploit_ground[area]:  # [16h] [16i, R49]
        return False
    for attack in g.attacks:
        if attack.area == area and combat.margin(g, attack) >= t.exploit_threshold:
            return True
    return False


def is_passable(g: Board, area: int, link: int) -> bool:
    """Return whether an exploiting army may cross this border of an opened area. [16i]"""
    return not g.t.link_high[link] or g.t.africa[area]


def mode_after(g: Board, unit: int, here: int, there: int, via: int, link: int, mode: int) -> int:
    """Return the mode after crossing `link` from here to there, or minus the code of what forbids it. [8k]"""
    side = g.side
    foes = has_enemies(g, there)
    if foes and g.t.link_high[link]:  # [16b]
        return -HIGH_MOUNTAIN
    if mode == FREE:
        return BOUND if foes else FREE
    if mode == CROSSED:  # [13.1c] [13.1g]
        return -BEYOND
    controlled = g.control[there] == side
    if mode == BOUND and controlled and not foes:
        return BOUND
    if (
        not controlled
        and is_passable(g, here, link)
        and (via == FROM_INSIDE or is_passable(g, here, via))
        and is_opened(g, unit, here)
    ):
        return CROSSED
    if mode == BOUND and foes and is_passable(g, there, link) and is_opened(g, unit, there):
        return THROUGH  # [R48]
    return -CONTESTED


def next_mode(
    g: Board, unit: int, path: tuple[int, ...], there: int, link: int, via: int, mode: int, cost: int
) -> int:
    """Return the mode after the next area of a move, or minus the code of what forbids it."""
    t = g.t
    if len(path) > t.move[t.unit_type[unit]]:  # [8j]
        return -RANGE
    code = politics.area_barrier(g, unit, there)
    if code:
        return -code
    new = mode_after(g, unit, path[-1], there, via, link, mode)
    if new < 0:
        return new
    if there in path:
        return -BEEN_THERE
    if cost == 1 and g.supply[g.side] < 2 and costs_double(g, there, OP_MOVE):  # [8h] [8e]
        return -TOO_DEAR
    return new


def end_barrier(g: Board, unit: int, area: int) -> int:
    """Return a code for why a move may not end in an area, fighting or not, 0 if it may."""
    if not g.has_room(area):
        return politics.FULL  # [5b]
    if politics.is_frozen(g, unit) and not politics.may_frozen_enter(g, area):
        return FROZEN
    if not politics.keeps_guard(g, unit, area):
        return politics.GUARD
    return OK


def may_stop(g: Board, unit: int, area: int, mode: int) -> bool:
    """Return whether a move may end here without attack or support. [8z]"""
    if mode == THROUGH or end_barrier(g, unit, area):
        return False
    return not has_enemies(g, area) or g.stack[area] & OWN[g.side] != 0  # [17e, R57] [17p]


def find_targets(g: Board, unit: int, area: int, arriving: bool, landing: bool) -> list[int]:
    """Return the enemies an army may attack, or help attack, in an area; identical ones once. [8l] [17r]"""
    found: list[int] = []
    t = g.t
    if not has_enemies(g, area):
        return found
    for target in g.at[area]:
        if not politics.is_enemy(g, target):
            continue
        kind = t.unit_type[target]
        cond = g.cond[target]
        struck = g.attack_on(target)
        if struck < 0:
            alike = False
            for other in found:
                if t.unit_type[other] == kind and g.cond[other] == cond and g.attack_on(other) < 0:
                    alike = True
            if alike or politics.why_not_strike(g, unit, target, area) is not None:
                continue
        elif landing or not may_support(g, unit, area, arriving):  # [17c]
            continue
        found.append(target)
    return found


def may_support(g: Board, unit: int, area: int, arriving: bool) -> bool:
    """Return whether one more surplus army may support in an area. [17a, R50]"""
    own = g.armies(g.side, area) + (1 if arriving else 0)
    spare = own - g.foes(g.side, area)
    return spare > politics.supports_in(g, area) and politics.keeps_guard(g, unit, area)


def may_fight(g: Board, unit: int, area: int, used: int, mode: int) -> bool:
    """Return whether an army that has moved `used` areas may attack or support where it stands. [8m]"""
    if mode == THROUGH or used > g.t.move_attack[g.t.unit_type[unit]] or not has_enemies(g, area):
        return False
    return used == 0 or end_barrier(g, unit, area) == OK


def can_finish(g: Board, unit: int, path: tuple[int, ...], via: int, mode: int, cost: int) -> bool:
    """Return whether a move along this path can still end legally."""
    here = path[-1]
    used = len(path) - 1
    if used and may_stop(g, unit, here, mode):
        return True
    if may_fight(g, unit, here, used, mode) and find_targets(g, unit, here, used > 0, False):
        return True
    return bool(mode != CROSSED and next_areas(g, unit, path, via, mode, cost, True))


def next_areas(
    g: Board, unit: int, path: tuple[int, ...], via: int, mode: int, cost: int, first_only: bool
) -> list[int]:
    """Return the areas a move may go on to; with `first_only` only the first."""
    found: list[int] = []
    t = g.t
    here = path[-1]
    if len(path) > t.move[t.unit_type[unit]]:
        return found
    neighbours = t.neighbours[here]
    border = t.border[here]
    for i in range(len(neighbours)):
        there = neighbours[i]
        new = next_mode(g, unit, path, there, border[i], via, mode, cost)
        if new >= 0 and can_finish(g, unit, (*path, there), border[i], new, cost):
            found.append(there)
            if first_only:
                return found
    return found


def start_mode(g: Board, unit: int) -> int:
    """Return the mode of a move before its first step. [8k]"""
    return BOUND if g.stack[g.place[unit]] & FOES[g.side] else FREE


def path_cost(g: Board, path: tuple[int, ...], operation: int) -> int:
    """Return the cost of a tactical operation along a path. [8b] [8i]"""
    for area in path:
        if costs_double(g, area, operation):
            return 2
    return 1


def link_between(g: Board, here: int, there: int) -> int:
    """Return the border between two areas; -1 if they do not touch."""
    neighbours = g.t.neighbours[here]
    for i in range(len(neighbours)):
        if neighbours[i] == there:
            return g.t.border[here][i]
    return -1


def distances(g: Board, end: int) -> list[int]:
    """Return each area's distance over land to `end`, which has 0; -1 where no land connects them."""
    steps = [-1] * g.t.n_areas
    steps[end] = 0
    reached = [end]
    for here in reached:
        for there in g.t.neighbours[here]:
            if steps[there] < 0:
                reached.append(there)
                steps[there] = steps[here] + 1
    return steps


def first_open_area(
    g: Board, unit: int, path: tuple[int, ...], far: list[int], left: int, via: int, mode: int, cost: int
) -> int:
    """Return the first area of an open way of `left` areas to where `far` is 0; -1 if there is none."""
    t = g.t
    here = path[-1]
    neighbours = t.neighbours[here]
    for i in range(len(neighbours)):
        there = neighbours[i]
        if not 0 <= far[there] < left:
            continue
        link = t.border[here][i]
        new = next_mode(g, unit, path, there, link, via, mode, cost)
        if new < 0:
            continue
        if far[there] == 0:
            if can_finish(g, unit, (*path, there), link, new, cost):
                return there
        elif first_open_area(g, unit, (*path, there), far, left - 1, link, new, cost) >= 0:
            return there
    return -1


class ClosedWay(NamedTuple):
    """What closes a way: the areas left, how weak the reason is compared with others, where, and why."""

    far: int
    weakness: int  # 0: applies at the goal itself; 1, 2: only to this way, which has passed enemies
    area: int
    reason: Refusal


def closed_way(
    g: Board, unit: int, path: tuple[int, ...], there: int, far: int, via: int, mode: int, cost: int
) -> ClosedWay:
    """Return what closes a way whose next area cannot be entered, or cannot be its end."""
    reason = why_not_enter(g, unit, path, there, via, mode, cost)
    here = path[-1]
    if reason.rule != "8k" or len(path) == 1:
        return ClosedWay(far, 0, there, reason)
    if has_only_enemies(g, here) and has_only_enemies(g, there):  # it would have to attack here already
        return ClosedWay(far, 1, here, FIRST_AMONG_ENEMIES)
    return ClosedWay(far, 2, there, reason)


def has_only_enemies(g: Board, area: int) -> bool:
    """Return whether only enemies stand in an area, so that the first army to enter must attack. [17e]"""
    return has_enemies(g, area) and g.stack[area] & OWN[g.side] == 0


def closest_closed_way(
    g: Board, unit: int, path: tuple[int, ...], far: list[int], via: int, mode: int, cost: int
) -> ClosedWay:
    """Return what closes the shortest ways to where `far` is 0; of all, the one that leads farthest."""
    best = ClosedWay(len(far), 0, -1, politics.general_refusal(CONTESTED))
    t = g.t
    here = path[-1]
    neighbours = t.neighbours[here]
    for i in range(len(neighbours)):
        there = neighbours[i]
        if far[there] != far[here] - 1:
            continue
        link = t.border[here][i]
        new = next_mode(g, unit, path, there, link, via, mode, cost)
        if new < 0 or far[there] == 0:
            found = closed_way(g, unit, path, there, far[there], via, mode, cost)
        else:
            found = closest_closed_way(g, unit, (*path, there), far, link, new, cost)
        if (found.far, found.weakness) < (best.far, best.weakness):
            best = found
    return best


def why_not_reach(
    g: Board, unit: int, path: tuple[int, ...], there: int, via: int, mode: int, cost: int
) -> Refusal:
    """Return why an area that does not touch the army's own cannot be clicked."""
    t = g.t
    far = distances(g, there)
    steps = far[path[-1]]
    left = t.move[t.unit_type[unit]] - len(path) + 1
    names = f"{t.area_name[path[-1]]} – {t.area_name[there]}"
    if steps < 0:
        return Refusal(f"{names}: no route over land.", "8j")
    if steps > left:
        return Refusal(f"{names} is {steps} areas; the army can move {left}.", "8j")
    for areas in range(steps, left + 1):
        first = first_open_area(g, unit, path, far, areas, via, mode, cost)
        if first >= 0:
            text = f"{names} is {areas} areas; click the route area by area, {t.area_name[first]} first."
            return Refusal(text, "8j")
    best = closest_closed_way(g, unit, path, far, via, mode, cost)
    return Refusal(
        f"{names}: no route is open. {t.area_name[best.area]}: {best.reason.text}", best.reason.rule
    )


def why_not_first(g: Board, unit: int, area: int, used: int) -> Refusal:
    """Return why an army cannot enter among enemies: why it may not attack, or that it must. [17e]"""
    if used > g.t.move_attack[g.t.unit_type[unit]]:
        text = "The first army that enters among enemies must attack, and for that this one has come too far."
        return Refusal(text, "17e")  # [8m]
    for target in g.at[area]:
        if politics.is_enemy(g, target):
            refusal = politics.why_not_strike(g, unit, target, area)
            if refusal is not None:
                return refusal
    return politics.general_refusal(politics.DUTY)


def why_not_exploit(g: Board, unit: int, here: int) -> Refusal:
    """Return why an army among enemies cannot go on into an uncontrolled area."""
    t = g.t
    for attack in g.attacks:
        if attack.area == here and t.unit_armor[unit] and g.tile(g.side, t.exploit_dev):
            if not t.exploit_ground[here]:
                return Refusal("Armor can exploit only through a plain without a fortress.", "16i")
            if not is_opened(g, unit, here):
                text = f"Armor exploits where an attack is {t.exploit_threshold} stronger than the defence."
                return Refusal(text, "13.1a")
            return Refusal("An exploiting army cannot cross high mountains.", "16i")
    return politics.general_refusal(CONTESTED)  # [8k]


def why_not_enter(
    g: Board, unit: int, path: tuple[int, ...], there: int, via: int, mode: int, cost: int
) -> Refusal:
    """Return why the next step of a move cannot lead into an area."""
    if there in path:
        return politics.general_refusal(BEEN_THERE)
    link = link_between(g, path[-1], there)
    if link < 0:
        code = politics.area_barrier(g, unit, there)
        if code:
            return politics.refusal(g, unit, code, there)
        return why_not_reach(g, unit, path, there, via, mode, cost)
    new = next_mode(g, unit, path, there, link, via, mode, cost)
    if new == -TOO_DEAR:
        return why_too_expensive(g, (there,))
    if new == -CONTESTED and g.control[there] != g.side:
        return why_not_exploit(g, unit, path[-1])
    if new < 0:
        return politics.refusal(g, unit, -new, there)
    if new == THROUGH:
        return politics.general_refusal(CONTESTED)
    code = end_barrier(g, unit, there)
    return politics.refusal(g, unit, code) if code else why_not_first(g, unit, there, len(path))
