"""The game's doctrine: how good choices look.

Actions come first, then armies, each led to the end of its best operation, then missions on attacks that gain
most by them, then the combats. `assessment` judges the map.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.downfall.bot.assessment import (
    Assessment,
    attack_gain,
    exchange_gain,
    march_plans,
)
from sandtable.games.downfall.bot.weights import BASE, LEARNED, Weights
from sandtable.games.downfall.components.constants import (
    ACT_AIR,
    ACT_ARMOR,
    ACT_DEVELOPMENT,
    ACT_LEND_LEASE,
    ACT_REINFORCEMENTS,
    ACT_SUPPLY,
    AT_WAR,
    AXIS,
    BY_SEA,
    FROM_INSIDE,
    FULL,
    STEPS,
)
from sandtable.games.downfall.components.ids import (
    ACTION,
    AREA,
    BOMB,
    COMBAT,
    CONVERT,
    END_TURN,
    EXCHANGE,
    LAND,
    NAVAL,
    REMOVE,
    REVEAL,
    STOP,
    STRATEGIC,
    TORCH,
    UPGRADE,
)
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    bombing,
    combat,
    long_movement,
    missions,
    operations,
    tactical_movement,
)
from sandtable.games.downfall.rules.actions import Commission
from sandtable.games.downfall.rules.developments import Develop, Reveal
from sandtable.games.downfall.rules.reinforcements import Place
from sandtable.games.downfall.rules.turn_menu import TurnMenu
from sandtable.games.downfall.rules.turn_start import TurnStart


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Return how good each choice looks; higher is better."""
    return rate(g, seat, choices, BASE)


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Return the same with the learned weights."""
    return rate(g, seat, choices, LEARNED)


def rate(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Return how good each choice looks with these weights."""
    step = g.agenda[-1]
    if len(choices) == 1:
        return [0.0]
    w = weights[0 if g.seat_of[AXIS] == seat else 1]
    if isinstance(step, TurnMenu):
        return rate_menu(g, choices, w)
    if isinstance(step, operations.ArmyOrder):
        return rate_order(g, step.unit, choices, Assessment(g, w))
    if isinstance(step, operations.March):
        return rate_march(g, step, choices, w)
    if isinstance(step, long_movement.LongMove):
        return rate_long_move(g, step, choices, w)
    if isinstance(step, long_movement.AttackAfterLanding):
        assessment = Assessment(g, w)
        here = g.place[step.unit]
        return [
            -0.5
            if c == STOP
            else attack_gain(g, assessment, step.unit, c - g.ids.unit, here, BY_SEA, False, 0)
            for c in choices
        ]
    if isinstance(step, TurnStart):
        return [turn_start_rank(g, c) for c in choices]
    if isinstance(step, Place):
        assessment = Assessment(g, w)
        return [place_gain(g, assessment, c - AREA) for c in choices]
    if isinstance(step, Develop):
        return [tile_rank(g, c - g.ids.tile, w) for c in choices]
    if isinstance(step, missions.PlaceAir):
        return [air_gain(g, c - g.ids.unit, w) for c in choices]
    if isinstance(step, missions.Counter):
        return [0.0 if c == PASS else 1.0 - 0.1 * ((c - g.ids.mission) & 1) for c in choices]
    if isinstance(step, (bombing.Intercept, bombing.Bombing, Commission, Reveal)):
        return [-1.0 if c in (PASS, DONE) else 1.0 for c in choices]
    return [0.0] * len(choices)


# --- the free parts of the turn


def rate_menu(g: Board, choices: list[int], w: Weights) -> list[float]:
    """Rate Actions first, then building, the best army, missions, and last the combats."""
    out: list[float] = []
    assessment = Assessment(g, w)
    ids = g.ids
    for c in choices:
        if ACTION <= c < STRATEGIC:
            out.append(100.0 + action_rank(g, c - ACTION, w))
        elif c in (COMBAT, END_TURN):
            out.append(w.worthwhile if c == END_TURN else w.worthwhile + 0.01)
        elif c == REVEAL:
            out.append(-50.0)
        elif c == BOMB:
            out.append(60.0)
        elif c == TORCH:
            out.append(20.0)
        elif ids.unit <= c < ids.tile:
            if g.attack_on(c - ids.unit) >= 0:  # declared attacks are fought in any order
                out.append(w.worthwhile)
            else:
                out.append(max(rate_order(g, c - ids.unit, None, assessment)))
        elif c >= ids.army:
            out.append(50.0 + build_rank(g, c - ids.army, w))
        elif c >= ids.submarine:
            out.append(40.0)
        else:
            out.append(best_air(g, w))
    return out


def action_rank(g: Board, action: int, w: Weights) -> float:
    """Return how early an Action should be taken."""
    t = g.t
    side = g.side
    if action == ACT_SUPPLY:
        return w.act_supply if g.supply[side] + 5 <= t.supply_max[side] else w.act_supply_full
    if action == ACT_REINFORCEMENTS:
        return w.act_reinforce if replacements(g) >= 2 else w.act_reinforce_few
    if action == ACT_AIR:
        held = sum([g.air[2 * kind] + g.air[2 * kind + 1] for kind in t.air_kinds_of_side[side]])
        return w.act_air if held < w.air_enough else w.act_air_many
    if action == ACT_LEND_LEASE:
        return w.act_lease
    if action == ACT_DEVELOPMENT:
        return w.act_develop if g.total_war[side] else w.act_develop_early
    if action == ACT_ARMOR:
        return w.act_armor if g.armor[side] < w.armor_enough else w.act_armor_many
    return w.act_subs if g.subs[0] + g.subs[1] < w.subs_enough else w.act_subs_many


def replacements(g: Board) -> int:
    """Return how many reinforcement points the side could use."""
    t = g.t
    found = 0
    for unit in t.units_of_side[g.side]:
        if not t.major[t.unit_nation[unit]] or g.status[t.unit_nation[unit]] != AT_WAR:
            continue
        kind = t.unit_type[unit]
        if g.place[unit] < 0:
            if not t.armor[kind] and (t.needs[kind] < 0 or g.tile(g.side, t.needs[kind])):
                found += 2
        elif g.cond[unit] & STEPS != FULL:
            found += 1
    return found


def build_rank(g: Board, code: int, w: Weights) -> float:
    """Return how good it is to build an army; the strongest one is best."""
    kind = code >> 1
    full = code & 1
    return g.t.cf_full[kind] * (1.0 if full else w.build_half) + (
        w.build_armor if g.t.armor[kind] and full else 0.0
    )


def turn_start_rank(g: Board, choice: int) -> float:
    """Reinforce the minor countries; never remove an army."""
    if choice in (REMOVE, EXCHANGE):
        return -10.0
    return 0.0 if choice == DONE else 5.0


def place_gain(g: Board, assessment: Assessment, area: int) -> float:
    """Return the gain of placing a new army in an area."""
    gain = -float(assessment.distance[area])
    if assessment.alarm[area] and g.armies(g.side, area) < 2:
        gain += assessment.w.place_danger
    return gain


def tile_rank(g: Board, tile: int, w: Weights) -> float:
    """Return how good it is to work on a development."""
    # Finish a tile before you begin another.
    begun = 20.0 if g.tiles[tile] else 0.0
    weight: float = getattr(w, g.t.dev_id[g.t.tile_dev[tile]])
    return begun + weight


# --- armies


def rate_order(g: Board, unit: int, choices: list[int] | None, assessment: Assessment) -> list[float]:
    """Rate the orders of an army; without choices only its best gain matters."""
    t = g.t
    known = operations.ArmyOrder(unit).choices(g, 0) if choices is None else choices
    path = (g.place[unit],)
    marching = [c for c in known if AREA <= c < g.ids.tile]
    found: list[tuple[float, int, int]] = []
    if marching:
        if min(marching) < g.ids.unit:
            found = march_plans(g, assessment, unit, path, FROM_INSIDE, tactical_movement.start_mode(g, unit))
        else:
            for c in marching:
                target = c - g.ids.unit
                found.append(
                    (attack_gain(g, assessment, unit, target, path[0], FROM_INSIDE, False, 1), -1, target)
                )
    out: list[float] = []
    for c in known:
        if c == STRATEGIC:
            out.append(best_move_gain(g, assessment, unit, long_movement.strategic_areas(g, unit), 1))
        elif c == NAVAL:
            out.append(best_move_gain(g, assessment, unit, long_movement.naval_areas(g, unit, False), 2))
        elif c == LAND:
            areas = [t.option_to[option] for option in long_movement.landing_options(g, unit, False)]
            out.append(max([landing_gain(g, assessment, unit, a) for a in areas]))
        elif c == UPGRADE:
            out.append(45.0 - 0.1 * assessment.distance[path[0]] + 0.1 * t.cf_full[t.unit_type[unit]])
        elif c == CONVERT:
            out.append(44.0)
        else:
            out.append(plan_gain(g, found, c))
    return out


def plan_gain(g: Board, found: list[tuple[float, int, int]], choice: int) -> float:
    """Return the gain of the best plan that begins with this click."""
    best = -99.0
    for gain, first, target in found:
        if choice < g.ids.unit:
            fits = first == choice - AREA
        else:
            fits = first < 0 and target == choice - g.ids.unit
        if fits and gain > best:
            best = gain
    return best


def rate_march(g: Board, step: operations.March, choices: list[int], w: Weights) -> list[float]:
    """Rate the next clicks of a march by the best plan from here."""
    assessment = Assessment(g, w)
    found = march_plans(g, assessment, step.unit, step.path, step.via, step.mode)
    out: list[float] = []
    for c in choices:
        if c == STOP:
            best = -98.0
            for gain, first, target in found:
                if first < 0 and target < 0 and gain > best:
                    best = gain
            out.append(best)
        else:
            out.append(plan_gain(g, found, c))
    return out


def best_move_gain(g: Board, assessment: Assessment, unit: int, areas: list[int], cost: int) -> float:
    """Return the gain of the best end of a long move."""
    start = g.place[unit]
    return max([assessment.move_gain(g, unit, start, a) for a in areas]) - assessment.w.effort * cost


def landing_gain(g: Board, assessment: Assessment, unit: int, area: int) -> float:
    """Return the gain of landing in an area."""
    w = assessment.w
    progress = assessment.progress(g.place[unit], area)
    gain = assessment.area_gain(g, area) + w.land_step * progress - w.land_cost
    if tactical_movement.has_enemies(g, area):
        best = -99.0
        for target in tactical_movement.find_targets(g, unit, area, True, True):
            best = max(best, attack_gain(g, assessment, unit, target, area, BY_SEA, True, 2))
        gain = gain * w.land_fight + best
    return gain


def rate_long_move(g: Board, step: long_movement.LongMove, choices: list[int], w: Weights) -> list[float]:
    """Rate the areas where a long move can end."""
    assessment = Assessment(g, w)
    start = g.place[step.unit]
    if step.kind == LAND:
        return [landing_gain(g, assessment, step.unit, c - AREA) for c in choices]
    return [assessment.move_gain(g, step.unit, start, c - AREA) for c in choices]


# --- the air


def air_gain(g: Board, defender: int, w: Weights) -> float:
    """Return what a mission adds to the attack on an army."""
    for attack in g.attacks:
        if attack.defender == defender:
            lead = combat.margin(g, attack)
            bonus = max([g.t.air_bonus[kind] for kind in g.t.air_kinds_of_side[g.side]])
            before = exchange_gain(g, attack.attacker, defender, lead, w)
            return exchange_gain(g, attack.attacker, defender, lead + bonus, w) - before
    return -99.0


def best_air(g: Board, w: Weights) -> float:
    """Return the most a mission could add to a declared attack; it waits until nothing else is better."""
    best = 0.0
    for attack in g.attacks:
        if attack.air < 0:
            best = max(best, air_gain(g, attack.defender, w))
    return w.worthwhile + 0.02 + 0.1 * best if best > w.air_help else -1.0
