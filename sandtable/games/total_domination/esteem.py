"""What cards are worth to a power: for points, as technologies, as events, for Lend-Lease and the rest."""

from __future__ import annotations

from typing import Final

from sandtable.games.total_domination import (
    air,
    attack,
    events,
    joining,
    logistics,
    plans,
    rockets,
    technology,
)
from sandtable.games.total_domination.assess import assess
from sandtable.games.total_domination.ids import (
    DEVELOP,
    EVENT,
    LAUNCH,
    LEND_LEASE,
    OPERATE,
    STRIKE,
)
from sandtable.games.total_domination.state import SOLO_PILE, Board
from sandtable.games.total_domination.tables import (
    HAND,
    INFLUENCE,
    LOGISTICS,
    MINUS_ONE,
    PEACE,
    PLUS_ONE,
    POWERS,
    SCIENCE,
    VALUE,
    bits,
)

POINT: Final = 0.42  # what a point for operations brings on the average
NEW_COLOUR: Final = 1.0
OTHER_TECH: Final = 0.25
LEASE: Final = 2.6  # a step on the track, and a card for the next draft
DEPLOYED: Final = 1.1  # a unit that an event deploys
MOVED: Final = 0.8
RISING: Final = 0.6  # a Resistance unit
CARD: Final = 1.7  # what an opponent loses with a card


def tech_worth(g: Board, power: int, tech: int) -> float:
    """What a technology brings a power over the rounds that are left."""
    t = g.t
    left = g.start.last_round - g.round
    if left == 0:
        return 0.0  # it would be revealed after the last count [R32]
    colours = 0
    for own in range(t.n_techs):
        if g.techs[power] >> own & 1:
            colours |= 1 << t.tech_colour[own]
    new = colours == 0 or not colours >> t.tech_colour[tech] & 1
    worth = (NEW_COLOUR if new and g.start.technology_vp else 0.0) + OTHER_TECH
    cheaper = -sum(t.effects[tech])
    worth += 0.18 * cheaper * min(left, 4)
    if t.tech_bombers[tech] and not g.flying():
        worth -= OTHER_TECH
    if t.tech_enigma[tech] or t.tech_espionage[tech]:
        worth += 0.05 * left
    return worth


def event_worth(g: Board, power: int, card: int) -> float:
    """What the event of a card brings a power now."""
    t = g.t
    kind = t.event[card]
    if kind == INFLUENCE:
        return influence_worth(g, power, card)
    if kind == LOGISTICS:
        return logistics_worth(g, power, card)
    if kind == SCIENCE:
        return max([tech_worth(g, power, t.card_tech[c]) for c in events.finds(g, power)], default=-1.0)
    if kind == PEACE:
        return POINT * (4.4 + t.event_ops[card] + g.tactics(power))
    if kind == PLUS_ONE:
        return POINT * 0.8 * max(cards_left(g, power) - 1, cards_left(g, t.mate[power]))
    if kind == MINUS_ONE:
        return POINT * 0.8 * max([cards_left(g, foe) for foe in t.foes[power]])
    return 0.0


def cards_left(g: Board, power: int) -> int:
    """How many cards a power may still play in this round."""
    if g.passed >> power & 1:
        return 0
    hand = g.cards.count(HAND + g.holder[power])
    mate = g.t.mate[power]
    return (hand + 1) // 2 if g.common and not g.passed >> mate & 1 else hand


def influence_worth(g: Board, power: int, card: int) -> float:
    """Points won, and points that opponents lose, less what the own faction loses."""
    t = g.t
    if g.start.solo:
        return 0.0  # the solo player wins by ground alone [13.0a]
    worth = 0.0
    stays = True
    for other in events.rivals(g, t.event_flag[card]):
        if t.event_vp[card] != t.event_vp[other]:
            owner = events_owner(g, other)
            lost = t.event_vp[other]
            worth += -lost if t.faction[owner] == t.faction[power] else lost
        if t.event_vp[card] < t.event_vp[other]:
            stays = False
    return worth + t.event_vp[card] if stays else worth


def events_owner(g: Board, card: int) -> int:
    """Beside which power an influence card lies."""
    return g.cards[card] % POWERS


def logistics_worth(g: Board, power: int, card: int) -> float:
    """What the icons of a card are good for now."""
    t = g.t
    army, fleet, flying, move, puppets, resistance = logistics.icons(g, power, card)
    worth = MOVED * move
    room = [0, 0, 0]
    for nation in range(t.n_nations):
        if g.lord[nation] == power:
            for kind in t.kinds_of[nation]:
                if t.site[kind] & g.owned[power] & ~g.damage & ~g.full and g.free_unit(kind) >= 0:
                    room[t.kind_type[kind]] += 1
    worth += DEPLOYED * (army * (room[0] > 0) + fleet * (room[1] > 0) + 0.5 * flying * (room[2] > 0))
    if puppets:
        worth += DEPLOYED * min(puppets, len(bits(logistics.puppet_sites(g, power, 0))))
    if resistance:
        worth += RISING * min(resistance, len(bits(logistics.resistance_sites(g))))
    return worth


def strike_worth(g: Board, power: int, card: int) -> float:
    """What the best Air Strike with a card destroys."""
    points = g.value(power, card)
    now = assess(g, g.t.faction[power])
    best = 0.0
    for unit in air.strikers(g, power, points):
        for area in bits(air.goals(g, power, unit, points)):
            best = max(best, raid_worth(g, power, area, points, now))
    return best


def raid_worth(g: Board, power: int, area: int, points: int, now: float) -> float:
    """What an Air Strike on one area gains if it goes on while it can."""
    new = plans.branch(g)
    left = points
    while True:
        prey = air.exposed(new, power, area, left)
        if not prey:
            return assess(new, g.t.faction[power]) - now
        left -= attack.cost(new, power, prey[0])
        attack.destroy(new, power, prey[0])


def launch_worth(g: Board, power: int, card: int) -> float:
    """What the best rocket costs the opponents."""
    t = g.t
    value = g.value(power, card)
    most = max([t.rocket_discards[tech] for tech in rockets.rockets(g, power, value)], default=0)
    if g.start.solo:
        held = sum([place == SOLO_PILE for place in g.solo])
    else:
        held = max([g.cards.count(HAND + g.holder[foe]) for foe in t.foes[power]])
    return CARD * min(most, held)


def uses(g: Board, power: int, card: int) -> list[tuple[float, int]]:
    """What a card can be used for, each with its gain over playing it for points."""
    t = g.t
    price = POINT * g.value(power, card)
    found: list[tuple[float, int]] = [(0.0, OPERATE)]
    if technology.can_develop(g, power, card):
        found.append((tech_worth(g, power, t.card_tech[card]) + 0.5 - price, DEVELOP))
    if events.can_play(g, power, card):
        found.append((event_worth(g, power, card) - price, EVENT))
    if joining.can_lease(g, power, card):
        last = g.round == g.start.last_round
        found.append(((0.9 if last else LEASE) - price, LEND_LEASE))
    if rockets.can_launch(g, power, card):
        found.append((launch_worth(g, power, card) - price, LAUNCH))
    if air.can_strike(g, power, card):
        found.append((strike_worth(g, power, card) - price, STRIKE))
    return found


def esteem(g: Board, power: int, card: int) -> float:
    """What a card is worth in the hand of a power, or of both powers of a common hand."""
    if not g.common:
        return rank(g, power, card)
    return max(rank(g, power, card), rank(g, g.t.mate[power], card))


def rank(g: Board, power: int, card: int) -> float:
    """What a card is worth in a power's hand before the round is played."""
    t = g.t
    best = POINT * g.value(power, card)
    if g.start.events and g.own_colour(power, card) and t.event[card] != VALUE:
        best = max(best, event_worth(g, power, card)) + 0.1
    if technology.legal(g, power, t.card_tech[card]):
        best += 0.45 * tech_worth(g, power, t.card_tech[card])
    return best


def denial(g: Board, power: int, card: int) -> float:
    """What a card would be worth to the opponents."""
    t = g.t
    owner = g.lord[t.card_colour[card]]
    if owner < POWERS and t.faction[owner] != t.faction[power] and g.start.events:
        return 0.15 * event_worth(g, owner, card)
    return 0.0
