"""The game's doctrine: what a position is worth and which choices look good.

A card goes where it gains most over its points (`card_values`); points go to the operation that improves the
position most (`plans`), as `assess` sees it. Only open information and the player's own cards are used.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.fitted import chance, read_value_weights
from sandtable.games.total_domination.bot import campaign, plans
from sandtable.games.total_domination.bot.assessment import assess, lateness
from sandtable.games.total_domination.bot.card_values import (
    card_value,
    cards_left,
    denial,
    raid_worth,
    tech_worth,
    uses,
)
from sandtable.games.total_domination.bot.weights import BASE, LEARNED, Weights
from sandtable.games.total_domination.components.constants import ALLIES, AXIS, BY_POINTS, POWERS
from sandtable.games.total_domination.components.ids import ADD_SAVED, AREA, DISBAND, RADAR, SAVE
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.action_phase import Halve, Reserve, Turn, Use
from sandtable.games.total_domination.rules.cards import logistics
from sandtable.games.total_domination.rules.cards.card_events import Science, Tactic
from sandtable.games.total_domination.rules.cards.draft import Draft, Give, Offer, Thin
from sandtable.games.total_domination.rules.cards.intelligence import Decode, Replace, Sift, Spy
from sandtable.games.total_domination.rules.operations import deployment, movement, operations
from sandtable.games.total_domination.rules.operations.air_fleets import Approach, Bombard, Strike
from sandtable.games.total_domination.rules.operations.rockets import Aim, Rocket, Warned
from sandtable.games.total_domination.rules.setup import Station

FITTED: Final = read_value_weights(__file__)  # to the ends of many games, for `value`


def value(g: Board, seat: int) -> float:
    """Return an estimate of the seat's result, 0 to 1: how near the factions are to what they need."""
    if g.result is not None:
        return g.result.scores[seat]
    side = ALLIES if seat in [g.seat_of[p] for p in g.t.of_faction[ALLIES]] else AXIS
    if g.start.solo or not FITTED:
        estimate = max(0.02, min(0.98, 0.5 + 0.025 * lead(g)))
    else:
        estimate = chance(FITTED, traits(g))
    return estimate if side == AXIS else 1.0 - estimate


def lead(g: Board) -> float:
    """Return by how many points the Axis is nearer to what it needs."""
    t = g.t
    ahead = assess(g, AXIS, BASE[AXIS])
    if g.start.victory != BY_POINTS:
        # What the Allies need more than the Axis, and the Axis wins in the end if nobody gets there.
        ahead += t.allied_threshold - t.axis_threshold + 4.0 * lateness(g) - 2.0
    return ahead


def traits(g: Board) -> list[float]:
    """Return what tells whether the Axis wins: the lead, early and late, points, technologies and cards."""
    t = g.t
    late = lateness(g)
    ahead = lead(g)
    points = float(g.faction_points(AXIS) - g.faction_points(ALLIES))
    found = [late, ahead, ahead * late, points, points * late]
    for power in range(POWERS):
        techs = float(g.techs[power].bit_count())
        found += [techs, techs * late]
    for faction in (AXIS, ALLIES):
        found.append(float(sum([cards_left(g, power) for power in t.of_faction[faction]])))
    return found


def preferences(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Return how good each choice looks, higher is better."""
    return rate(g, seat, choices, BASE)


def prior(g: Board, seat: int, choices: list[int]) -> list[float]:
    """Rate the choices with what was learned from play, in games of two factions."""
    return rate(g, seat, choices, BASE if g.start.solo else LEARNED)


def rate(g: Board, seat: int, choices: list[int], weights: list[Weights]) -> list[float]:
    """Rate the choices with these weights."""
    if len(choices) == 1:
        return [0.0]
    if g.start.solo:
        planned = campaign.preferences(g, seat, choices)
        if planned is not None:
            return planned
    step = g.agenda[-1]
    power = g.power
    card = g.ids.card
    side = ALLIES if seat in [g.seat_of[p] for p in g.t.of_faction[ALLIES]] else AXIS
    w = weights[side]
    if isinstance(step, operations.Operate):
        return operate(g, power, step.points, choices, w)
    if isinstance(step, movement.Move):
        now = assess(g, g.t.faction[power], w)
        return [plans.move_gain(g, power, step.unit, c - AREA, now, w) for c in choices]
    if isinstance(step, Draft):
        holder = step.holder(g, seat)
        return [card_value(g, holder, c - card, w) + denial(g, holder, c - card, w) for c in choices]
    if isinstance(step, Turn):
        return take_card(g, power, choices, w)
    if isinstance(step, Use):
        found = uses(g, power, step.card, w)
        return [max([worth for worth, use in found if use == c]) for c in choices]
    if isinstance(step, deployment.Deploy):
        now = assess(g, g.t.faction[power], w)
        return [plans.deploy_gain(g, power, step.kind, c - AREA, now, w) for c in choices]
    if isinstance(step, logistics.Logistics):
        return supply(g, power, step, choices, w)
    if isinstance(step, Station):
        return [station(g, step, c - AREA) for c in choices]
    if isinstance(step, Reserve | Halve | Thin | Replace | Decode | Offer | Give | Spy | Sift):
        return hold(g, step, choices, w)
    return fire(g, seat, choices, w)


def fire(g: Board, seat: int, choices: list[int], w: Weights) -> list[float]:
    """Tactics, science, rockets, Air Strikes, bombardment, and whatever else is asked."""
    step = g.agenda[-1]
    t = g.t
    power = g.power
    ids = g.ids
    if isinstance(step, Tactic):
        return [float(cards_left(g, c - ids.power)) for c in choices]
    if isinstance(step, Science):
        return [tech_worth(g, power, t.card_tech[c - ids.card], w) for c in choices]
    if isinstance(step, Rocket):
        return [float(t.rocket_discards[c - ids.tech]) for c in choices]
    if isinstance(step, Aim):
        return [float(cards_left(g, c - ids.power)) for c in choices]
    if isinstance(step, Warned):
        return [1.0 if c == RADAR else 0.0 for c in choices]
    if isinstance(step, Approach):
        now = assess(g, t.faction[power], w)
        return [raid_worth(g, power, c - AREA, step.points, now, w) for c in choices]
    if isinstance(step, Strike):
        now = assess(g, t.faction[power], w)
        return [0.0 if c == DONE else plans.strike_gain(g, power, c - ids.unit, now, w) for c in choices]
    if isinstance(step, Bombard):
        return [0.0 if c == PASS else float(g.start.stars[c - AREA]) for c in choices]
    return [0.0] * len(choices)


def take_card(g: Board, power: int, choices: list[int], w: Weights) -> list[float]:
    """Return how good it is to play each card now: its best use, or else its points, the strongest first."""
    pressing = w.eager - 1.0
    cards = [c - g.ids.card for c in choices if c not in (PASS, DISBAND)]
    if w.haste > 0.0 and cards:
        most = max([g.value(power, card) for card in cards])
        ways = operations.Operate(cards[0], -1, most).choices(g, g.seat_of[power])
        pressing += w.haste * max(operate(g, power, most, ways, w))
    found: list[float] = []
    for c in choices:
        if c in (PASS, DISBAND):
            found.append(-9.0)
            continue
        card = c - g.ids.card
        best = max([worth for worth, _ in uses(g, power, card, w)])
        found.append(best if best > 0.0 else pressing + w.strong_first * g.value(power, card))
    return found


def operate(g: Board, power: int, points: int, choices: list[int], w: Weights) -> list[float]:
    """Return what each operation gains, less the price of its points."""
    now = assess(g, g.t.faction[power], w)
    ids = g.ids
    found: list[float] = []
    for c in choices:
        if c == DONE:
            found.append(0.0)
        elif c == SAVE:
            found.append(w.saved)
        elif c == ADD_SAVED:
            found.append(w.saved + 0.1)
        elif c == DISBAND:
            found.append(-9.0)
        elif c >= ids.kind:
            kind = c - ids.kind
            price = w.price * deployment.cost(g, power, kind)
            found.append(plans.best_deploy(g, power, kind, now, w) - price)
        else:
            unit = c - ids.unit
            if g.owner(unit) == power:
                price = w.price * movement.cost(g, power, unit)
                found.append(plans.best_move(g, power, unit, now, w) - price)
            else:
                found.append(plans.attack_gain(g, power, unit, points, now, w))
    return found


def supply(g: Board, power: int, step: logistics.Logistics, choices: list[int], w: Weights) -> list[float]:
    """Return what each icon of a Logistics event gains; it costs nothing to use them all."""
    now = assess(g, g.t.faction[power], w)
    ids = g.ids
    found: list[float] = []
    for c in choices:
        if c == DONE:
            found.append(0.0)
        elif c == DISBAND:
            found.append(-9.0)
        elif c >= ids.kind:
            found.append(plans.best_deploy(g, power, c - ids.kind, now, w) + 0.1)
        elif c >= ids.unit:
            found.append(plans.best_move(g, power, c - ids.unit, now, w))
        elif step.puppets:
            kind = logistics.armies(g, power)[0]
            found.append(plans.deploy_gain(g, power, kind, c - AREA, now, w) + 0.1)
        else:
            found.append(float(g.worth[c - AREA] > 0) + 0.1 * g.worth[c - AREA])
    return found


def station(g: Board, step: Station, area: int) -> float:
    """Return a free first unit: to the front, and nowhere empty."""
    t = g.t
    bit = t.bit[area]
    worth = 1.0 - g.firm_count[area]
    homes = t.homes[t.free_choices[step.row][1]]
    for neighbour in bits(t.near[area] & g.open & ~homes):
        worth += 0.1 * g.start.stars[neighbour]
    return worth + (0.5 if t.capitals & bit else 0.0)


def hold(g: Board, step: object, choices: list[int], w: Weights) -> list[float]:
    """Cards that are kept, replaced, given away, looked at or lost."""
    ids = g.ids
    found: list[float] = []
    for c in choices:
        if isinstance(step, Spy):
            found.append(-1.0 if c == PASS else float(cards_left(g, c - ids.power)))
            continue
        if c in (DONE, PASS):
            found.append(0.0)
            continue
        card = c - ids.card
        if isinstance(step, Reserve):
            found.append(card_value(g, g.power, card, w))
        elif isinstance(step, Halve):
            found.append(-card_value(g, g.power, card, w))
        elif isinstance(step, Thin):
            found.append(-card_value(g, step.holder, card, w))
        elif isinstance(step, Replace):
            found.append(w.second_thought - card_value(g, step.power, card, w))
        elif isinstance(step, Decode):
            found.append(card_value(g, step.power, card, w))
        elif isinstance(step, Offer | Give):
            gain = card_value(g, g.t.mate[step.power], card, w) - card_value(g, step.power, card, w)
            found.append(gain - w.given)
        else:
            assert isinstance(step, Sift)
            found.append(card_value(g, step.foe, card, w) - w.second_thought)
    return found
