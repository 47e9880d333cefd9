"""The game's doctrine: what a position is worth and which choices look good.

Actions first, then armies, each led to where its best operation ends; missions on attacks that gain by them;
then the battles. `outlook` knows the map.
"""

from __future__ import annotations

from sandtable.engine.choice import DONE, PASS
from sandtable.games.downfall.bot import assessment
from sandtable.games.downfall.bot.assessment import Assessment
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


def value(g: Board, seat: int) -> float:
    """An estimate of the seat's result, 0 to 1: armies on the map and Germany's Supply Areas."""
    t = g.t
    if g.result is not None:
        return g.result.scores[seat]
    axis = 0.0
    others = 0.0
    for unit in range(t.n_units):
        if g.place[unit] < 0 or g.status[t.unit_nation[unit]] != AT_WAR:
            continue
        strength = assessment.army_worth(g, unit, BASE[AXIS]) * (1.0 if g.cond[unit] & STEPS == FULL else 0.5)
        if t.unit_side[unit] == AXIS:
            axis += strength
        else:
            others += strength
    balance = (axis - others) / (axis + others + 1.0)
    lost = 0
    for area in t.supply_areas[t.victory_country]:
        if g.control[area] != AXIS:
            lost += 1
    late = g.turn / t.last_turn
    estimate = 0.5 + 0.35 * balance * (1.0 - 0.5 * late) - 0.15 * lost + 0.15 * late * (1 if lost == 0 else 0)
    estimate = max(0.02, min(0.98, estimate))
    return estimate if g.seat_of[AXIS] == seat else 1.0 - estimate


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices: how good each looks, higher is better."""
    return rate(g, seat, choices, BASE)


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with what was learnt from play."""
    return rate(g, seat, choices, LEARNED)


def rate(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate the choices with these weights."""
    step = g.agenda[-1]
    if len(choices) == 1:
        return [0.0]
    k = weights[0 if g.seat_of[AXIS] == seat else 1]
    if isinstance(step, TurnMenu):
        return rate_menu(g, choices, k)
    if isinstance(step, operations.ArmyOrder):
        return rate_order(g, step.unit, choices, Assessment(g, k))
    if isinstance(step, operations.March):
        return rate_march(g, step, choices, k)
    if isinstance(step, long_movement.LongMove):
        return rate_long_move(g, step, choices, k)
    if isinstance(step, long_movement.AttackAfterLanding):
        o = Assessment(g, k)
        here = g.place[step.unit]
        return [
            -0.5
            if c == STOP
            else assessment.attack_gain(g, o, step.unit, c - g.ids.unit, here, BY_SEA, False, 0)
            for c in choices
        ]
    if isinstance(step, TurnStart):
        return [turn_start_rank(g, c) for c in choices]
    if isinstance(step, Place):
        o = Assessment(g, k)
        return [place_gain(g, o, c - AREA) for c in choices]
    if isinstance(step, Develop):
        return [tile_rank(g, c - g.ids.tile, k) for c in choices]
    if isinstance(step, missions.PlaceAir):
        return [air_gain(g, c - g.ids.unit, k) for c in choices]
    if isinstance(step, missions.Counter):
        return [0.0 if c == PASS else 1.0 - 0.1 * ((c - g.ids.mission) & 1) for c in choices]
    if isinstance(step, (bombing.Intercept, bombing.Bombing, Commission, Reveal)):
        return [-1.0 if c in (PASS, DONE) else 1.0 for c in choices]
    return [0.0] * len(choices)


# --- the free parts of the turn


def rate_menu(g: Board, choices: list[int], k: Weights) -> list[float]:
    """Actions, then building, then the best army, then missions; last the battles, and their combats."""
    out: list[float] = []
    o = Assessment(g, k)
    ids = g.ids
    for c in choices:
        if ACTION <= c < STRATEGIC:
            out.append(100.0 + action_rank(g, c - ACTION, k))
        elif c in (COMBAT, END_TURN):
            out.append(k.worthwhile if c == END_TURN else k.worthwhile + 0.01)
        elif c == REVEAL:
            out.append(-50.0)
        elif c == BOMB:
            out.append(60.0)
        elif c == TORCH:
            out.append(20.0)
        elif ids.unit <= c < ids.tile:
            if missions.attack_on(g, c - ids.unit) >= 0:  # a declared attack is fought, in any order
                out.append(k.worthwhile)
            else:
                out.append(max(rate_order(g, c - ids.unit, None, o)))
        elif c >= ids.army:
            out.append(50.0 + build_rank(g, c - ids.army, k))
        elif c >= ids.submarine:
            out.append(40.0)
        else:
            out.append(best_air(g, k))
    return out


def action_rank(g: Board, action: int, k: Weights) -> float:
    """In which order Actions are taken."""
    t = g.t
    side = g.side
    if action == ACT_SUPPLY:
        return k.act_supply if g.supply[side] + 5 <= t.supply_max[side] else k.act_supply_full
    if action == ACT_REINFORCEMENTS:
        return k.act_reinforce if replacements(g) >= 2 else k.act_reinforce_few
    if action == ACT_AIR:
        held = sum([g.air[2 * kind] + g.air[2 * kind + 1] for kind in t.air_kinds_of_side[side]])
        return k.act_air if held < k.air_enough else k.act_air_many
    if action == ACT_LEND_LEASE:
        return k.act_lease
    if action == ACT_DEVELOPMENT:
        return k.act_develop if g.total_war[side] else k.act_develop_early
    if action == ACT_ARMOR:
        return k.act_armor if g.armor[side] < k.armor_enough else k.act_armor_many
    return k.act_subs if g.subs[0] + g.subs[1] < k.subs_enough else k.act_subs_many


def replacements(g: Board) -> int:
    """How many points of reinforcement could be put to use."""
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


def build_rank(g: Board, code: int, k: Weights) -> float:
    """Which army to build: the strongest that can be paid."""
    kind = code >> 1
    full = code & 1
    return g.t.cf_full[kind] * (1.0 if full else k.build_half) + (
        k.build_armor if g.t.armor[kind] and full else 0.0
    )


def turn_start_rank(g: Board, choice: int) -> float:
    """Reinforce the minor countries; never remove an army."""
    if choice in (REMOVE, EXCHANGE):
        return -10.0
    return 0.0 if choice == DONE else 5.0


def place_gain(g: Board, o: Assessment, area: int) -> float:
    """Where a new army is wanted."""
    gain = -float(o.distance[area])
    if o.alarm[area] and g.armies(g.side, area) < 2:
        gain += o.k.place_danger
    return gain


def tile_rank(g: Board, tile: int, k: Weights) -> float:
    """Which development to work on."""
    t = g.t
    dev = t.tile_dev[tile]
    # A tile begun is finished before another is begun.
    worth = 20.0 if g.tiles[tile] else 0.0
    if dev == t.aviation:
        worth += k.aviation
    elif dev == t.urals_industry:
        worth += k.urals_industry
    elif dev == t.amphibious_landings:
        worth += k.amphibious_landings
    elif dev == t.logistics:
        worth += k.logistics
    elif dev == t.blitzkrieg:
        worth += k.blitzkrieg
    elif dev == t.advanced_tanks:
        worth += k.advanced_tanks
    elif dev == t.guards:
        worth += k.guards
    elif dev == t.advanced_aviation:
        worth += k.advanced_aviation
    elif dev == t.tank_industry:
        worth += k.tank_industry
    elif dev == t.air_industry:
        worth += k.air_industry
    else:
        worth += k.advanced_warships
    return worth


# --- armies


def rate_order(g: Board, unit: int, choices: list[int] | None, o: Assessment) -> list[float]:
    """What an army does best; without choices only the best worth."""
    t = g.t
    known = operations.ArmyOrder(unit).choices(g, 0) if choices is None else choices
    path = (g.place[unit],)
    marching = [c for c in known if AREA <= c < g.ids.tile]
    found: list[tuple[float, int, int]] = []
    if marching:
        if min(marching) < g.ids.unit:
            found = assessment.march_plans(
                g, o, unit, path, FROM_INSIDE, tactical_movement.start_mode(g, unit)
            )
        else:
            for c in marching:
                target = c - g.ids.unit
                found.append(
                    (assessment.attack_gain(g, o, unit, target, path[0], FROM_INSIDE, False, 1), -1, target)
                )
    out: list[float] = []
    for c in known:
        if c == STRATEGIC:
            out.append(best_move_gain(g, o, unit, long_movement.strategic_areas(g, unit), 1))
        elif c == NAVAL:
            out.append(best_move_gain(g, o, unit, long_movement.naval_areas(g, unit, False), 2))
        elif c == LAND:
            areas = [t.option_to[option] for option in long_movement.landing_options(g, unit, False)]
            out.append(max([landing_gain(g, o, unit, a) for a in areas]))
        elif c == UPGRADE:
            out.append(45.0 - 0.1 * o.distance[path[0]] + 0.1 * t.cf_full[t.unit_type[unit]])
        elif c == CONVERT:
            out.append(44.0)
        else:
            out.append(plan_gain(g, found, c))
    return out


def plan_gain(g: Board, found: list[tuple[float, int, int]], choice: int) -> float:
    """The worth of the best plan that begins with this click."""
    best = -99.0
    for gain, first, target in found:
        if choice < g.ids.unit:
            fits = first == choice - AREA
        else:
            fits = first < 0 and target == choice - g.ids.unit
        if fits and gain > best:
            best = gain
    return best


def rate_march(g: Board, step: operations.March, choices: list[int], k: Weights) -> list[float]:
    """The next click of the best plan from here."""
    o = Assessment(g, k)
    found = assessment.march_plans(g, o, step.unit, step.path, step.via, step.mode)
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


def best_move_gain(g: Board, o: Assessment, unit: int, areas: list[int], cost: int) -> float:
    """The worth of the best end of a journey."""
    start = g.place[unit]
    return max([o.move_gain(g, unit, start, a) for a in areas]) - o.k.effort * cost


def landing_gain(g: Board, o: Assessment, unit: int, area: int) -> float:
    """What landing in an area is worth."""
    gain = (
        o.area_gain(g, area)
        + o.k.land_step * max(-4, min(4, o.distance[g.place[unit]] - o.distance[area]))
        - o.k.land_cost
    )
    if tactical_movement.has_enemies(g, area):
        best = -99.0
        for target in tactical_movement.find_targets(g, unit, area, True, True):
            best = max(best, assessment.attack_gain(g, o, unit, target, area, BY_SEA, True, 2))
        gain = gain * o.k.land_fight + best
    return gain


def rate_long_move(g: Board, step: long_movement.LongMove, choices: list[int], k: Weights) -> list[float]:
    """Where a journey should end."""
    o = Assessment(g, k)
    start = g.place[step.unit]
    if step.kind == LAND:
        return [landing_gain(g, o, step.unit, c - AREA) for c in choices]
    return [o.move_gain(g, step.unit, start, c - AREA) for c in choices]


# --- the air


def air_gain(g: Board, defender: int, k: Weights) -> float:
    """What a mission adds to the attack on an army."""
    for attack in g.attacks:
        if attack.defender == defender:
            lead = combat.margin(g, attack)
            bonus = max([g.t.air_bonus[kind] for kind in g.t.air_kinds_of_side[g.side]])
            before = assessment.exchange_gain(g, attack.attacker, defender, lead, k)
            return assessment.exchange_gain(g, attack.attacker, defender, lead + bonus, k) - before
    return -99.0


def best_air(g: Board, k: Weights) -> float:
    """The most a mission could add to a declared attack; it is placed when nothing better is left to do."""
    best = 0.0
    for attack in g.attacks:
        if attack.air < 0:
            best = max(best, air_gain(g, attack.defender, k))
    return k.worthwhile + 0.02 + 0.1 * best if best > k.air_help else -1.0
