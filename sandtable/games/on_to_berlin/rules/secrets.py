"""The secrets of a seat, which are the other side's cards, and how to deal them again. [2.3.3c] [16.1]

Only their owner knows a hand and a deck. With the options of 16.1 the Development Pools and some discards are
also face down. The number of cards in each place is open, and so is the Strategic Value of cards in the
pools, which are separate piles. While hands are chosen, even the number of cards taken is secret.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import changed
from sandtable.engine.step import Together, Window
from sandtable.games.on_to_berlin.components.constants import DECK, DEVELOPED, DISCARDED, HAND, LOST, POOLED
from sandtable.games.on_to_berlin.components.state import Board

TRIES: Final = 40


# --- what is known


def can_see(g: Board, seat: int | None, card: int) -> bool:
    """Return whether a seat knows where a card is (None: a spectator). [2.3.3c] [2.3.3d]"""
    if g.t.card_owner[card] == seat:
        return True
    where = g.cards[card]
    if where == DISCARDED:
        return not g.face_down[card]  # [16.1.1] [16.1.2]
    if where == POOLED:
        return not g.development_secrecy  # [16.1.1]
    return where != HAND and where != DECK


def is_choosing_hands(g: Board) -> bool:
    """Return whether hands are being chosen, so that the number of cards taken is secret. [5.0a]"""
    return bool(g.agenda) and isinstance(g.agenda[-1], Together)


def unseen(g: Board, side: int) -> list[int]:
    """Return the cards known to be in a side's hand or deck, or face down among its discards."""
    found: list[int] = []
    for card in g.t.cards_of[side]:
        if not can_see(g, None, card) and (g.shown[card] or not g.development_secrecy):
            found.append(card)
    return found


def count_pile(g: Board, side: int, where: int, value: int, lying: int = 0) -> int:
    """Return how many cards of a Strategic Value a side has in one place, face up or down. [16.1.1]"""
    number = 0
    for card in g.t.cards_of[side]:
        if g.cards[card] == where and g.t.card_sv[card] == value and g.face_down[card] == lying:
            number += 1
    return number


def values(g: Board, side: int) -> list[int]:
    """Return the Strategic Values of a side's cards, low to high."""
    return sorted({g.t.card_sv[card] for card in g.t.cards_of[side]})


def count_lost(g: Board, side: int) -> int:
    """Return how many face-down discards a side has lost from its hand. [16.1.2]"""
    return sum([g.face_down[card] == LOST for card in g.cards_in(side, DISCARDED)])


# --- dealing again


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal the hidden cards of the other side again, at random among their possible places."""
    side = 1 - seat
    # With that option, a window that asks shows that there is a reaction.
    asked = (
        not g.ask_always
        and g.result is None
        and bool(g.agenda)
        and isinstance(g.agenda[-1], Window)
        and side in g.seats()
    )
    for _ in range(TRIES):
        deal(g, side, rng)
        if not asked or len(g.choices(side)) > 1:
            return


def deal(g: Board, side: int, rng: Rng) -> None:
    """Deal the hidden cards of a side, keeping the number in each place and of each value in the pools."""
    hidden = [card for card in g.t.cards_of[side] if not can_see(g, None, card)]
    hand = size_of_hand(g, side, rng)
    dropped = count_lost(g, side)
    loose: list[int] = []
    if g.development_secrecy:
        for value in values(g, side):
            loose += deal_pool(g, side, value, [c for c in hidden if g.t.card_sv[c] == value], rng)
    else:
        loose = hidden
    rng.shuffle(loose)
    for number, card in enumerate(loose):
        if number < hand:
            place_card(g, card, HAND, 0)
        elif number < hand + dropped:
            place_card(g, card, DISCARDED, LOST)
        else:
            place_card(g, card, DECK, 0)


def deal_pool(g: Board, side: int, value: int, hidden: list[int], rng: Rng) -> list[int]:
    """Deal a face-down pool and this turn's developed cards; return the other hidden cards. [16.1.1]"""
    pooled = count_pile(g, side, POOLED, value)
    developed = count_pile(g, side, DISCARDED, value, DEVELOPED)
    rest = [card for card in hidden if g.shown[card]]
    strange = [card for card in hidden if not g.shown[card]]
    rng.shuffle(strange)
    for number, card in enumerate(strange):
        if number < pooled:
            place_card(g, card, POOLED, 0)
        elif number < pooled + developed:
            place_card(g, card, DISCARDED, DEVELOPED)
        else:
            rest.append(card)
    return rest


def size_of_hand(g: Board, side: int, rng: Rng) -> int:
    """Return how many cards a side holds; a random number while hands are chosen. [5.0a]"""
    held = len(g.hand(side))
    if not is_choosing_hands(g):
        return held
    most = min(g.limits[side], held + len(g.cards_in(side, DECK)))
    if side in g.seats():
        most -= 1  # the last card would end the choice
    return rng.below(most + 1) if most > 0 else 0


def place_card(g: Board, card: int, where: int, lying: int) -> None:
    """Put a card in a place."""
    g.cards[card] = where
    if g.face_down[card] != lying:
        g.face_down = changed(g.face_down, card, lying)
