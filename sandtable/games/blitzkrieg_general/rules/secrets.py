"""What a seat cannot know, and how it is drawn again: hands and the deck. [A7.4j] [A4.1a]

The number of cards that each power holds, and when it bought them, is open. A player who puts a card
under the deck unseen knows where it is, and spies show a hand to their player. A player who has all powers
sees all hands, but not the deck.
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
    """Return whether a seat knows where a card is (None: a spectator)."""
    where = g.card_at[card]
    if where != IN_DECK and where != IN_HAND and where != DRAWN:
        return True
    if seat is None:
        return False
    if (g.card_known[card] >> seat) & 1:
        return True
    return where != IN_DECK and g.seat_of[g.card_owner[card]] == seat


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Deal the cards that a seat does not see again among the places where they could be."""
    # With that option an asked window shows that the player has a card to play.
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
    """Shuffle the cards of the deck that nobody has seen; their present order does not matter."""
    positions = [i for i in range(len(g.deck)) if not g.card_known[g.deck[i]]]
    cards = sorted([g.deck[i] for i in positions])
    rng.shuffle(cards)
    for position, card in zip(positions, cards, strict=True):
        g.deck[position] = card


def deal(g: Board, seat: int, rng: Rng) -> bool:
    """Deal hidden cards to each hand, which keeps its number of them; return False if they do not fit."""
    t = g.t
    hidden = [card for card in range(t.n_cards) if not sees(g, seat, card)]
    places = [(g.card_at[c], g.card_owner[c], g.card_turn[c]) for c in hidden if g.card_at[c] != IN_DECK]
    positions = [i for i in range(len(g.deck)) if not sees(g, seat, g.deck[i])]
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
    for position, card in zip(positions, hidden, strict=True):
        g.deck[position] = card
        g.card_at = changed(g.card_at, card, IN_DECK)
    return True
