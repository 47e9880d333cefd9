"""What cards are worth, and how production is best shared out."""

from __future__ import annotations

from typing import Final

from sandtable.games.other_side.cards import Directive
from sandtable.games.other_side.conditions import holds
from sandtable.games.other_side.economy import last_turn, row_top
from sandtable.games.other_side.outlook import win_chance
from sandtable.games.other_side.state import SELECTED, Board
from sandtable.games.other_side.terms import (
    CONSUMER_GOODS,
    DIPLOMACY,
    INDUSTRIAL,
    KRIEGSMARINE,
    LUFTWAFFE,
    MILITARY,
    MILITARY_DIRECTIVES,
    OB_CARD,
    POLITICAL,
    POLITICAL_DIRECTIVES,
    PRODUCTION_DIRECTIVES,
    PROJECT,
    SOVIETS,
    SUMMER,
    WEHRMACHT,
)
from sandtable.games.other_side.vocabulary import (
    ACTIVATE_SATELLITE,
    ACTIVATE_USA,
    ACTIVATE_USSR,
    AIR,
    AIR_ANY,
    DIPLOMACY_BONUS,
    DISCARD_BLACK_ORCHESTRA,
    FANATICISM,
    FLIP_LIMIT,
    FRANCE_SURRENDERS,
    IGNORE_NEXT_BOMBING,
    ITALY_STATUS,
    NO_OFFENSIVE,
    OCCUPY,
    POOL_ADD,
    RESOURCES,
    SET_UNREST,
    STRATEGIC_WARFARE,
    TECHNOLOGY,
    UNLOCK,
    UNQUESTION,
    UNREST,
    Effect,
)

# What one step of an effect is worth.
PRICES: Final = {
    RESOURCES: 1.2,
    UNREST: -0.4,
    AIR: 0.5,
    AIR_ANY: 0.5,
    STRATEGIC_WARFARE: 0.5,
    TECHNOLOGY: 0.4,
    POOL_ADD: 0.6,
    IGNORE_NEXT_BOMBING: 0.7,
    DIPLOMACY_BONUS: 0.3,
    DISCARD_BLACK_ORCHESTRA: 0.9,
}
# What an effect without a number is worth.
DEEDS: Final = {
    FLIP_LIMIT: 1.0,
    UNLOCK: 0.5,
    OCCUPY: 2.0,
    FRANCE_SURRENDERS: 8.0,
    ACTIVATE_SATELLITE: 2.0,
    ACTIVATE_USA: -2.5,
    ACTIVATE_USSR: -3.0,
    ITALY_STATUS: 0.6,
}


def effect_worth(g: Board, effect: Effect) -> float:
    """What an effect is worth to the Axis."""
    op = effect.op
    if op == FANATICISM:
        return (1.8 if g.fanaticism <= 5 else 1.0) * effect.n  # a Coup looms where there is little of it
    if op in PRICES:
        return PRICES[op] * effect.n
    if op in DEEDS:
        return DEEDS[op]
    if op == NO_OFFENSIVE:
        return 2.0 if effect.a == SOVIETS else 1.5
    if op == SET_UNREST:
        return 0.4 * g.unrest
    if op == UNQUESTION:
        return 0.5 * min(effect.n, g.questioned.bit_count())
    return 0.0


def card_worth(g: Board, card: int) -> float:
    """What a Directive is worth, its cost considered."""
    d = g.t.directives[card]
    if d.deck == MILITARY:
        return military_worth(g, d)
    price = 0.15 * d.cost
    fit = 1.0 if holds(g, d.prerequisite) else 0.4
    if d.kind == DIPLOMACY:
        roll = 7 - d.factor + g.bonus[d.country]
        for condition, n in d.modifiers:
            roll += n if holds(g, condition) else 0
        return fit * max(0.05, min(1.0, roll / 6)) * 3.0 - price
    if d.kind == OB_CARD:
        return fit * 0.6 - price
    if d.kind == PROJECT:
        years = g.t.scenarios[g.scenario].last_year - g.year
        chance = (7 - d.advance) / 6
        left = g.project[d.project] or d.development
        return chance * (2.0 + 0.3 * years) / (0.5 + left) - price + 0.3
    total = 0.0
    for effect in d.effects:
        total += effect_worth(g, effect)
    return fit * total - price


def military_worth(g: Board, d: Directive) -> float:
    """What a Military Directive promises, times the chance that it can be met."""
    gain = 0.5
    for effect in d.success:
        gain += effect_worth(g, effect)
    cost = 0.0
    for effect in d.on_play:
        if effect.op == ACTIVATE_USSR and not g.at_war(SOVIETS):
            cost += 3.0
    if not holds(g, d.prerequisite):
        return 0.1 + 0.05 * gain
    phases = 2 if g.season() == SUMMER else 1
    chance = 1.0
    for area, sector in d.objective_sectors:
        steps = sector - g.axis[area]
        if steps <= 0:
            continue
        if steps > 2 * phases:
            chance *= 0.05
            continue
        one = win_chance(g, area) if g.ally[area] else 0.6
        chance *= one if steps <= phases else one * one
    if d.objective_bases:
        chance *= 0.45
    summer = 1.0 if g.season() == SUMMER and not g.active else 0.0
    risk = cost + 0.7  # Heads are Questioned for a failure
    return gain * chance * 1.2 - risk * (1.0 - chance) - 0.2 * d.cost + summer


def wanted_points(g: Board, deck: int) -> int:
    """How many points the good selected cards of a deck cost, those that could be played."""
    best = 0
    for card in range(g.t.n_directives):
        d = g.t.directives[card]
        if d.deck == deck and g.directives[card] == SELECTED and holds(g, d.prerequisite):
            if card_worth(g, card) > 0.3:
                best = max(best, d.cost)
    return best


def production_plan(g: Board) -> list[int]:
    """Where the markers of the Production Table should stand."""
    t = g.t
    plan = [0] * len(t.category_id)
    left = g.resources
    if last_turn(g):
        plan[CONSUMER_GOODS] = g.production[CONSUMER_GOODS]
        left -= plan[CONSUMER_GOODS]
    wanted = {
        MILITARY_DIRECTIVES: wanted_points(g, MILITARY),
        POLITICAL_DIRECTIVES: wanted_points(g, POLITICAL),
        PRODUCTION_DIRECTIVES: wanted_points(g, INDUSTRIAL),
    }
    steps: list[tuple[float, int, int]] = []  # worth of a step, the row, how many boxes
    for box, value in enumerate((3.0, 2.8, 2.3)):
        steps.append((value, WEHRMACHT, 1))
        steps.append((value - 1.2 - 0.3 * box, LUFTWAFFE, 1))
        steps.append((value - 2.1 - 0.3 * box, KRIEGSMARINE, 1))
    for row, value in ((MILITARY_DIRECTIVES, 2.6), (PRODUCTION_DIRECTIVES, 2.0), (POLITICAL_DIRECTIVES, 2.1)):
        if wanted[row]:
            steps.append((value - 0.15 * wanted[row], row, wanted[row]))
    if not last_turn(g):
        for box in range(1, t.category_top[CONSUMER_GOODS] + 1):
            steps.append((2.7 if box <= g.production[CONSUMER_GOODS] else 2.2, CONSUMER_GOODS, 1))
    steps.sort(key=lambda step: -step[0])
    for _, row, boxes in steps:
        if boxes <= left and plan[row] + boxes <= row_top(g, row):
            plan[row] += boxes
            left -= boxes
    return plan
