"""The value of cards, and the best distribution of production."""

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


def effect_worth(g: Board, effect: Effect, w: Weights) -> float:
    """Return the value of an effect to the Axis."""
    op = effect.op
    if op == effect_types.FANATICISM:
        return (w.price_scarce if g.fanaticism < w.scarce else w.price_fanaticism) * effect.n
    if op in w.prices:
        return w.prices[op] * effect.n
    if op in w.flat_prices:
        return w.flat_prices[op]
    if op == effect_types.NO_OFFENSIVE:
        return w.no_soviets if effect.a == const.SOVIETS else w.no_west
    if op == effect_types.SET_UNREST:
        return w.calm_unrest * g.unrest
    if op == effect_types.UNQUESTION:
        return w.unquestion * min(effect.n, g.questioned.bit_count())
    return 0.0


def card_worth(g: Board, card: int, w: Weights) -> float:
    """Return the value of a Directive minus its cost."""
    d = g.t.directives[card]
    if d.deck == const.MILITARY:
        return military_worth(g, d, w)
    price = w.cost * d.cost
    fit = 1.0 if holds(g, d.prerequisite) else w.unfit
    if d.kind == const.DIPLOMACY:
        roll = 7 - d.factor + g.bonus[d.country]
        for condition, n in d.modifiers:
            roll += n if holds(g, condition) else 0
        return fit * max(0.05, min(1.0, roll / 6)) * w.diplomacy - price
    if d.kind == const.OB_CARD:
        return fit * w.ob_card - price
    if d.kind == const.PROJECT:
        years = g.t.scenarios[g.scenario].last_year - g.year
        chance = (7 - d.advance) / 6
        left = g.project[d.project] or d.development
        worth = chance * (w.project + w.project_year * years) / (w.project_left + left) - price
        if g.project[d.project]:
            worth += 3.0 * w.project_begun
        return worth + w.project_any
    total = 0.0
    for effect in d.effects:
        total += effect_worth(g, effect, w)
    return fit * total - price


def military_worth(g: Board, directive: Directive, w: Weights) -> float:
    """Return the value of a Military Directive times the chance to meet it."""
    gain = w.military_any
    for effect in directive.success:
        gain += effect_worth(g, effect, w)
    cost = 0.0
    for effect in directive.on_play:
        if effect.op == effect_types.ACTIVATE_USSR and not g.at_war(const.SOVIETS):
            cost += w.military_ussr
    if not holds(g, directive.prerequisite):
        return w.military_later + 0.05 * gain
    phases = 2 if g.season() == const.SUMMER else 1
    chance = 1.0
    for area, sector in directive.objective_sectors:
        steps = sector - g.axis[area]
        if steps <= 0:
            continue
        if steps > 2 * phases:
            chance *= w.military_far
            continue
        one = win_chance(g, area, w) if g.ally[area] else w.military_free
        chance *= one if steps <= phases else one * one
    if directive.objective_bases:
        chance *= w.military_base
    summer = w.military_summer if g.season() == const.SUMMER and not g.active else 0.0
    risk = cost + w.military_risk
    return gain * chance * w.military_gain - risk * (1.0 - chance) - w.military_cost * directive.cost + summer


def wanted_points(g: Board, deck: int, w: Weights) -> tuple[int, int]:
    """Return the cost of the dearest good playable card of a deck, and of all others."""
    best = total = 0
    for card in range(g.t.n_directives):
        d = g.t.directives[card]
        if d.deck == deck and g.directives[card] == SELECTED and holds(g, d.prerequisite):
            if card_worth(g, card, w) > w.worthwhile:
                best = max(best, d.cost)
                total += d.cost
    return best, total - best


def production_plan(g: Board, w: Weights) -> list[int]:
    """Return where the markers of the Production Table should be."""
    t = g.t
    plan = [0] * len(t.category_id)
    left = g.resources
    last = last_turn(g)
    if last:
        plan[const.CONSUMER_GOODS] = g.production[const.CONSUMER_GOODS]
        left -= plan[const.CONSUMER_GOODS]
    steps: list[tuple[float, int, int]] = []  # value of a step, the row, the number of boxes
    late_points = 10.0 * w.last_points if last else 0.0
    for box, value in enumerate((w.army_1, w.army_2, w.army_3)):
        value -= late_points
        steps.append((value, const.WEHRMACHT, 1))
        steps.append((value - w.air_less - w.air_step * box, const.LUFTWAFFE, 1))
        steps.append((value - w.boats_less - w.boats_step * box, const.KRIEGSMARINE, 1))
    for row, deck, value, more in (
        (const.MILITARY_DIRECTIVES, const.MILITARY, w.share_military, w.more_military),
        (const.PRODUCTION_DIRECTIVES, const.INDUSTRIAL, w.share_production, w.more_production),
        (const.POLITICAL_DIRECTIVES, const.POLITICAL, w.share_political, w.more_political),
    ):
        best, others = wanted_points(g, deck, w)
        if best:
            steps.append((value - w.share_cost * best, row, best))
        if more > 0.0:
            for _ in range(min(others, t.category_top[row] - best)):
                steps.append((8.0 * more, row, 1))
    if not last:
        keep, raised = w.goods_keep, w.goods_more
        change = 5.0 * (w.goods_late * late(g) + w.goods_early * (1.0 - late(g)))
        if g.fanaticism < w.scarce:
            change += 5.0 * w.goods_scarce
        for box in range(1, t.category_top[const.CONSUMER_GOODS] + 1):
            value = keep if box <= g.production[const.CONSUMER_GOODS] else raised
            steps.append((value + change, const.CONSUMER_GOODS, 1))
    steps.sort(key=lambda step: -step[0])
    for _, row, boxes in steps:
        if boxes <= left and plan[row] + boxes <= row_top(g, row):
            plan[row] += boxes
            left -= boxes
    return plan
