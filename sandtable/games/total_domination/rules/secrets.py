"""What a seat cannot know, and how it is drawn again: the cards of others and the decks. [3.3f] [8.0a] [9.1e]

Hidden are the draw deck, the decks of additional powers, the others' hands, packets, kept and reserved cards,
their Lend-Lease cards and face-down technologies, which card Science has taken out of the discard pile, and
the solo cards not yet turned up. How many cards lie
in each place is open. Drawing again exchanges hidden cards with each other, so that what others know of each
other's cards stays as true as it was.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules import action_phase
from sandtable.games.total_domination.rules.cards import technology
from sandtable.games.total_domination.rules.cards.discards import unsure

TRIES: Final = 40

# What a place asks of its cards.
ONE_NATION: Final = 0
LEGAL_TECHNOLOGY: Final = 1
FROM_PILE: Final = 2
ANY_CARD: Final = 3


# --- what is known


def owner(where: int) -> int:
    """Return the power, or the first of a faction, that may look at the cards in a place.

    -1: all or nobody.
    """
    if const.HAND <= where < const.ACTIVE:
        return (where - const.HAND) % const.POWERS
    if where >= const.OFFERED:
        return where - const.OFFERED
    return -1


def face_down(where: int) -> bool:
    """Return whether the cards in a place are hidden from somebody."""
    return where == const.DECK or const.HAND <= where < const.ACTIVE or where >= const.APART


def sees(g: Board, seat: int | None, card: int) -> bool:
    """Return whether a seat knows where a card lies (None: a spectator). [3.3f] [9.1e]"""
    where = g.cards[card]
    if where == const.DISCARDED:
        return not unsure(g, seat) >> card & 1  # [7.3]
    if not face_down(where):
        return True
    if seat is None:
        return public(g, card)
    if g.known[seat] >> card & 1:
        return True
    power = owner(where)
    return power >= 0 and g.seat_of[power] == seat


def public(g: Board, card: int) -> bool:
    """Return whether everybody knows a face-down card."""
    for seat in range(len(g.t.mode_seats[g.mode])):
        if not g.known[seat] >> card & 1:
            return False
    return True


# --- drawing again


def taken_up(g: Board) -> list[int]:
    """Return the cards that somebody is deciding about at this moment; they stay as they are."""
    if g.result is not None or not g.agenda:
        return []
    step = g.agenda[-1]
    return [step.card] if isinstance(step, action_phase.Use) else []


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal what a seat cannot see again among the places where it could be."""
    names = deal(g, seat, rng)
    rename(g, names)
    shuffle_solo(g, rng)


def deal(g: Board, seat: int, rng: Rng) -> list[int]:
    """Return for each card the one that takes its place: itself if the seat sees it."""
    names = list(range(g.t.n_cards))
    named = taken_up(g)
    hidden = [card for card in names if card not in named and not sees(g, seat, card)]
    pile = unsure(g, seat)
    for _ in range(TRIES):
        dealt = try_deal(g, hidden, pile, rng)
        if dealt:
            for old, new in zip(hidden, dealt, strict=True):
                names[old] = new
            return names
    return names


def try_deal(g: Board, hidden: list[int], pile: int, rng: Rng) -> list[int]:
    """Return the hidden cards in another order, each fit for the place of the one before, or none.

    `pile` are the cards that lie in the discard pile, except those that Science has taken. [7.3]
    """
    left = hidden[:]
    rng.shuffle(left)
    dealt = [-1] * len(hidden)
    for demand in (
        ONE_NATION,
        LEGAL_TECHNOLOGY,
        FROM_PILE,
        ANY_CARD,
    ):  # places that take few cards are filled first
        for number, old in enumerate(hidden):
            where = g.cards[old]
            if demand != demand_of(where):
                continue
            found = -1
            for card in left:
                if fits(g, card, where, pile):
                    found = card
                    break
            if found < 0:
                return []
            left.remove(found)
            dealt[number] = found
    return dealt


def demand_of(where: int) -> int:
    """Return what a place asks of its cards, for all that everybody can see."""
    if const.LENT <= where < const.DOWN or const.APART <= where < const.OFFERED:
        return ONE_NATION
    if const.DOWN <= where < const.ACTIVE:
        return LEGAL_TECHNOLOGY
    return FROM_PILE if where == const.DISCARDED else ANY_CARD


def fits(g: Board, card: int, where: int, pile: int) -> bool:
    """Return whether a card could lie in a place; `pile` are those of which Science has taken some."""
    t = g.t
    if where == const.DISCARDED:
        return pile >> card & 1 != 0
    if const.DOWN <= where < const.ACTIVE and g.piles[where - const.DOWN] & pile:
        if not g.piles[where - const.DOWN] >> card & 1:  # [7.3]
            return False
    elif pile >> card & 1:
        return False
    if const.LENT <= where < const.DOWN:
        nation = t.card_colour[card]
        return nation in t.additional and t.patron[nation] == where - const.LENT  # [9.1b]
    if const.APART <= where < const.OFFERED:
        return t.card_colour[card] == const.POWERS + where - const.APART  # [2.0.6]
    if const.DOWN <= where < const.ACTIVE:
        return technology.legal(g, where - const.DOWN, t.card_tech[card])  # [8.0f]
    return True


def rename(g: Board, names: list[int]) -> None:
    """Put each card in the place of the one whose name it takes, with what others know of it."""
    old = g.cards[:]
    for card, new in enumerate(names):
        g.cards[new] = old[card]
    for seat in range(const.POWERS):
        known = 0
        for card in bits(g.known[seat]):
            known |= 1 << names[card]
        g.known[seat] = known


def shuffle_solo(g: Board, rng: Rng) -> None:
    """Exchange the solo cards dealt for this year for any of the deck. [13.0.3]"""
    hidden = [
        card
        for card in range(g.t.n_solo)
        if g.solo[card] == const.SOLO_DECK or g.solo[card] == const.SOLO_PILE
    ]
    dealt = hidden[:]
    rng.shuffle(dealt)
    # Sorted, so that the same generator leads to the same cards, whatever they were before.
    places = sorted([g.solo[card] for card in hidden])
    for card, where in zip(dealt, places, strict=True):
        g.solo[card] = where
