"""What cards are worth, and how production is best shared out."""

from __future__ import annotations

from sandtable.games.other_side.bot.assessment import win_chance
from sandtable.games.other_side.bot.value import late
from sandtable.games.other_side.bot.weights import Weights
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import effect_types
from sandtable.games.other_side.components.cards import Directive
from sandtable.games.other_side.components.effect_types import Effect
from sandtable.games.other_side.components.state import SELECTED, Board
from sandtable.games.other_side.rules.cards.card_conditions import holds
from sandtable.games.other_side.rules.production.economy import last_turn, row_top


def effect_worth(g: Board, effect: Effect, k: Weights) -> float:
    """Return the value of an effect to the Axis."""
    op = effect.op
    if op == effect_types.FANATICISM:
        return (k.price_scarce if g.fanaticism < k.scarce else k.price_fanaticism) * effect.n
    if op in k.prices:
        return k.prices[op] * effect.n
    if op in k.deeds:
        return k.deeds[op]
    if op == effect_types.NO_OFFENSIVE:
        return k.no_soviets if effect.a == const.SOVIETS else k.no_west
    if op == effect_types.SET_UNREST:
        return k.calm_unrest * g.unrest
    if op == effect_types.UNQUESTION:
        return k.unquestion * min(effect.n, g.questioned.bit_count())
    return 0.0


def card_worth(g: Board, card: int, k: Weights) -> float:
    """Return the value of a Directive minus its cost."""
    d = g.t.directives[card]
    if d.deck == const.MILITARY:
        return military_worth(g, d, k)
    price = k.cost * d.cost
    fit = 1.0 if holds(g, d.prerequisite) else k.unfit
    if d.kind == const.DIPLOMACY:
        roll = 7 - d.factor + g.bonus[d.country]
        for condition, n in d.modifiers:
            roll += n if holds(g, condition) else 0
        return fit * max(0.05, min(1.0, roll / 6)) * k.diplomacy - price
    if d.kind == const.OB_CARD:
        return fit * k.ob_card - price
    if d.kind == const.PROJECT:
        years = g.t.scenarios[g.scenario].last_year - g.year
        chance = (7 - d.advance) / 6
        left = g.project[d.project] or d.development
        worth = chance * (k.project + k.project_year * years) / (k.project_left + left) - price
        if g.project[d.project]:
            worth += 3.0 * k.project_begun
        return worth + k.project_any
    total = 0.0
    for effect in d.effects:
        total += effect_worth(g, effect, k)
    return fit * total - price


def military_worth(g: Board, d: Directive, k: Weights) -> float:
    """Return the value of a Military Directive times the chance to meet it."""
    gain = k.military_any
    for effect in d.success:
        gain += effect_worth(g, effect, k)
    cost = 0.0
    for effect in d.on_play:
        if effect.op == effect_types.ACTIVATE_USSR and not g.at_war(const.SOVIETS):
            cost += k.military_ussr
    if not holds(g, d.prerequisite):
        return k.military_later + 0.05 * gain
    phases = 2 if g.season() == const.SUMMER else 1
    chance = 1.0
    for area, sector in d.objective_sectors:
        steps = sector - g.axis[area]
        if steps <= 0:
            continue
        if steps > 2 * phases:
            chance *= k.military_far
            continue
        one = win_chance(g, area, k) if g.ally[area] else k.military_free
        chance *= one if steps <= phases else one * one
    if d.objective_bases:
        chance *= k.military_base
    summer = k.military_summer if g.season() == const.SUMMER and not g.active else 0.0
    risk = cost + k.military_risk
    return gain * chance * k.military_gain - risk * (1.0 - chance) - k.military_cost * d.cost + summer


def wanted_points(g: Board, deck: int, k: Weights) -> tuple[int, int]:
    """Return the cost of the dearest good playable card of a deck, and of all others."""
    best = total = 0
    for card in range(g.t.n_directives):
        d = g.t.directives[card]
        if d.deck == deck and g.directives[card] == SELECTED and holds(g, d.prerequisite):
            if card_worth(g, card, k) > k.worthwhile:
                best = max(best, d.cost)
                total += d.cost
    return best, total - best


def production_plan(g: Board, k: Weights) -> list[int]:
    """Return where the markers of the Production Table should be."""
    t = g.t
    plan = [0] * len(t.category_id)
    left = g.resources
    last = last_turn(g)
    if last:
        plan[const.CONSUMER_GOODS] = g.production[const.CONSUMER_GOODS]
        left -= plan[const.CONSUMER_GOODS]
    steps: list[tuple[float, int, int]] = []  # worth of a step, the row, how many boxes
    late_points = 10.0 * k.last_points if last else 0.0
    for box, value in enumerate((k.army_1, k.army_2, k.army_3)):
        value -= late_points
        steps.append((value, const.WEHRMACHT, 1))
        steps.append((value - k.air_less - k.air_step * box, const.LUFTWAFFE, 1))
        steps.append((value - k.boats_less - k.boats_step * box, const.KRIEGSMARINE, 1))
    for row, deck, value, more in (
        (const.MILITARY_DIRECTIVES, const.MILITARY, k.share_military, k.more_military),
        (const.PRODUCTION_DIRECTIVES, const.INDUSTRIAL, k.share_production, k.more_production),
        (const.POLITICAL_DIRECTIVES, const.POLITICAL, k.share_political, k.more_political),
    ):
        best, others = wanted_points(g, deck, k)
        if best:
            steps.append((value - k.share_cost * best, row, best))
        if more > 0.0:
            for _ in range(min(others, t.category_top[row] - best)):
                steps.append((8.0 * more, row, 1))
    if not last:
        keep, raised = k.goods_keep, k.goods_more
        change = 5.0 * (k.goods_late * late(g) + k.goods_early * (1.0 - late(g)))
        if g.fanaticism < k.scarce:
            change += 5.0 * k.goods_scarce
        for box in range(1, t.category_top[const.CONSUMER_GOODS] + 1):
            value = keep if box <= g.production[const.CONSUMER_GOODS] else raised
            steps.append((value + change, const.CONSUMER_GOODS, 1))
    steps.sort(key=lambda step: -step[0])
    for _, row, boxes in steps:
        if boxes <= left and plan[row] + boxes <= row_top(g, row):
            plan[row] += boxes
            left -= boxes
    return plan
