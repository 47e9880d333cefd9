"""What cards are worth to a power: for points, as technologies, as events, for Lend-Lease and the rest."""

from __future__ import annotations

from sandtable.games.total_domination.bot.assessment import assess
from sandtable.games.total_domination.bot.weights import Weights
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.ids import (
    DEVELOP,
    EVENT,
    LAUNCH,
    LEND_LEASE,
    OPERATE,
    STRIKE,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.cards import card_events, logistics, technology, war_entry
from sandtable.games.total_domination.rules.operations import air_fleets, attack, rockets


def tech_worth(g: Board, power: int, tech: int, w: Weights) -> float:
    """Return what a technology brings a power over the rounds that are left."""
    t = g.t
    left = g.start.last_round - g.round
    if left == 0:
        return 0.0  # it would be revealed after the last count [R32]
    colours = 0
    for own in range(t.n_techs):
        if g.techs[power] >> own & 1:
            colours |= 1 << t.tech_colour[own]
    new = colours == 0 or not colours >> t.tech_colour[tech] & 1
    worth = (w.new_colour if new and g.start.technology_vp else 0.0) + w.other_tech
    cheaper = -sum(t.effects[tech])
    worth += w.cheaper * cheaper * min(left, 4)
    if t.tech_bombers[tech] and not g.flying():
        worth -= w.other_tech
    if t.tech_enigma[tech] or t.tech_espionage[tech]:
        worth += w.spying * left
    return worth


def event_worth(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what the event of a card brings a power now."""
    t = g.t
    kind = t.event[card]
    if kind == const.INFLUENCE:
        return influence_worth(g, power, card, w)
    if kind == const.LOGISTICS:
        return logistics_worth(g, power, card, w)
    if kind == const.SCIENCE:
        return max(
            [tech_worth(g, power, t.card_tech[c], w) for c in card_events.hopes(g, power)], default=-1.0
        )
    if kind == const.PEACE:
        return w.point * (w.peace + t.event_ops[card] + g.tactics(power))
    if kind == const.PLUS_ONE:
        return w.point * w.plus_one * max(cards_left(g, power) - 1, cards_left(g, t.mate[power]))
    if kind == const.MINUS_ONE:
        return w.point * w.minus_one * max([cards_left(g, foe) for foe in t.foes[power]])
    return 0.0


def cards_left(g: Board, power: int) -> int:
    """Return how many cards a power may still play in this round."""
    if g.passed >> power & 1:
        return 0
    hand = g.cards.count(const.HAND + g.holder[power])
    mate = g.t.mate[power]
    return (hand + 1) // 2 if g.common and not g.passed >> mate & 1 else hand


def influence_worth(g: Board, power: int, card: int, w: Weights) -> float:
    """Points won, and points that opponents lose, less what their faction loses."""
    t = g.t
    if g.start.solo:
        return 0.0  # the solo player wins by ground alone
    worth = 0.0
    stays = True
    for other in card_events.rivals(g, power, t.event_flag[card]):
        if t.event_vp[card] != t.event_vp[other]:
            owner = events_owner(g, other)
            lost = t.event_vp[other]
            worth += -w.won * lost if t.faction[owner] == t.faction[power] else w.lost * lost
        if t.event_vp[card] < t.event_vp[other]:
            stays = False
    return worth + w.won * t.event_vp[card] if stays else worth


def events_owner(g: Board, card: int) -> int:
    """Beside which power an influence card lies."""
    return g.cards[card] % const.POWERS


def logistics_worth(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what the icons of a card are good for now."""
    t = g.t
    army, fleet, flying, move, puppets, resistance = logistics.icons(g, power, card)
    worth = w.moved * move
    room = [0, 0, 0]
    for nation in range(t.n_nations):
        if g.lord[nation] == power:
            for kind in t.kinds_of[nation]:
                if t.site[kind] & g.owned[power] & ~g.damage & ~g.full and g.free_unit(kind) >= 0:
                    room[t.kind_type[kind]] += 1
    worth += w.deployed * (army * (room[0] > 0) + fleet * (room[1] > 0) + 0.5 * flying * (room[2] > 0))
    if puppets:
        worth += w.deployed * min(puppets, len(bits(logistics.puppet_sites(g, power, 0))))
    if resistance:
        worth += w.rising * min(resistance, len(bits(logistics.resistance_sites(g))))
    return worth


def strike_worth(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what the best Air Strike with a card destroys."""
    points = g.value(power, card)
    now = assess(g, g.t.faction[power], w)
    best = 0.0
    for unit in air_fleets.strikers(g, power, points):
        for area in bits(air_fleets.goals(g, power, unit, points)):
            best = max(best, raid_worth(g, power, area, points, now, w))
    return best


def raid_worth(g: Board, power: int, area: int, points: int, now: float, w: Weights) -> float:
    """Return what an Air Strike on one area gains if it goes on while it can."""
    new = g.fork()
    left = points
    while True:
        prey = air_fleets.exposed(new, power, area, left)
        if not prey:
            return assess(new, g.t.faction[power], w) - now
        left -= attack.cost(new, power, prey[0])
        attack.destroy(new, power, prey[0])


def launch_worth(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what the best rocket costs the opponents."""
    t = g.t
    value = g.value(power, card)
    most = max([t.rocket_discards[tech] for tech in rockets.rockets(g, power, value)], default=0)
    if g.start.solo:
        held = sum([place == const.SOLO_PILE for place in g.solo])
    else:
        held = max([g.cards.count(const.HAND + g.holder[foe]) for foe in t.foes[power]])
    return w.card * min(most, held)


def uses(g: Board, power: int, card: int, w: Weights) -> list[tuple[float, int]]:
    """Return what a card can be used for, each with its gain over playing it for points."""
    t = g.t
    price = w.point * g.value(power, card)
    found: list[tuple[float, int]] = [(0.0, OPERATE)]
    if technology.can_develop(g, power, card):
        found.append((tech_worth(g, power, t.card_tech[card], w) + w.develop - price, DEVELOP))
    if card_events.can_play(g, power, card):
        found.append((event_worth(g, power, card, w) - price, EVENT))
    if war_entry.can_lease(g, power, card):
        last = g.round == g.start.last_round
        found.append(((w.last_lease if last else w.lease) - price, LEND_LEASE))
    if rockets.can_launch(g, power, card):
        found.append((launch_worth(g, power, card, w) - price, LAUNCH))
    if air_fleets.can_strike(g, power, card):
        found.append((strike_worth(g, power, card, w) - price, STRIKE))
    return found


def card_value(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what a card is worth in the hand of a power, or of both powers of a common hand."""
    if not g.common:
        return rank(g, power, card, w)
    return max(rank(g, power, card, w), rank(g, g.t.mate[power], card, w))


def rank(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what a card is worth in a power's hand before the round is played."""
    t = g.t
    best = w.point * g.value(power, card)
    if g.start.events and g.own_colour(power, card) and t.event[card] != const.VALUE:
        best = max(best, event_worth(g, power, card, w)) + w.event
    if technology.legal(g, power, t.card_tech[card]):
        best += w.promise * tech_worth(g, power, t.card_tech[card], w)
    return best


def denial(g: Board, power: int, card: int, w: Weights) -> float:
    """Return what a card would be worth to the opponents."""
    t = g.t
    owner = g.lord[t.card_colour[card]]
    if owner < const.POWERS and t.faction[owner] != t.faction[power] and g.start.events:
        return w.denial * event_worth(g, owner, card, w)
    return 0.0
