"""What a seat cannot know, and how it is drawn anew: hands and the deck. [A7.4j] [A4.1a]

How many cards each power holds and when it bought them is open. A card that has been put beneath the deck
unseen is known to the one who did it, a hand that spies have seen to their player. A player who has all
powers sees all hands, but not the deck.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.rng import Rng
from sandtable.engine.state import changed
from sandtable.engine.step import Window
from sandtable.games.blitzkrieg_general.components.constants import DRAWN, IN_DECK, IN_HAND
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards.card_phase import fits

TRIES: Final = 40


def sees(g: Board, seat: int | None, card: int) -> bool:
    """Whether a seat knows where a card is (None: a spectator)."""
    where = g.card_at[card]
    if where != IN_DECK and where != IN_HAND and where != DRAWN:
        return True
    if seat is None:
        return False
    if (g.card_known[card] >> seat) & 1:
        return True
    return where != IN_DECK and g.seat_of[g.card_owner[card]] == seat


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal the cards that a seat does not see anew among the places where they could be."""
    # Whether a window is asked tells, with that option, whether there is anything to play.
    asked = (
        not g.ask_always
        and g.result is None
        and bool(g.agenda)
        and isinstance(g.agenda[-1], Window)
        and seat not in g.seats()
    )
    deck, at, owner, turn = g.deck[:], g.card_at, g.card_owner, g.card_turn[:]
    for _ in range(TRIES):
        if deal(g, seat, rng) and (not asked or len(g.choices(g.seats()[0])) > 1):
            return
        g.deck, g.card_at, g.card_owner, g.card_turn = deck[:], at, owner, turn[:]


def reshuffle(g: Board, rng: Rng) -> None:
    """Shuffle the cards of the deck that nobody has seen, whatever order they lie in."""
    spots = [i for i in range(len(g.deck)) if not g.card_known[g.deck[i]]]
    cards = sorted([g.deck[i] for i in spots])
    rng.shuffle(cards)
    for spot, card in zip(spots, cards, strict=True):
        g.deck[spot] = card


def deal(g: Board, seat: int, rng: Rng) -> bool:
    """Deal the hidden cards: to each hand so many as it has, of what its power may hold; False: it failed."""
    t = g.t
    hidden = [card for card in range(t.n_cards) if not sees(g, seat, card)]
    places = [(g.card_at[c], g.card_owner[c], g.card_turn[c]) for c in hidden if g.card_at[c] != IN_DECK]
    spots = [i for i in range(len(g.deck)) if not sees(g, seat, g.deck[i])]
    rng.shuffle(hidden)
    for where, major, bought in places:
        if where == DRAWN:
            fitting = [c for c in hidden if fits(g, seat, major, c)]
        else:
            fitting = [c for c in hidden if (t.cards[c].owners >> major) & 1]
        if not fitting:
            return False
        card = fitting[rng.below(len(fitting))]
        hidden.remove(card)
        g.card_at = changed(g.card_at, card, where)
        g.card_owner = changed(g.card_owner, card, major)
        g.card_turn[card] = bought
    for spot, card in zip(spots, hidden, strict=True):
        g.deck[spot] = card
        g.card_at = changed(g.card_at, card, IN_DECK)
    return True
