"""Where cards are: the deck, hands, the table, out of the game; and who knows a covered one. [A7.4]

The deck is never shuffled again, so a seat that has seen a card can follow it from then on: its bit in
`card_known` stays. [A7.4p]
"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions

ALL_SEATS = 255


def rule(g: Board, card: int) -> str:
    """Return the rule of a card."""
    return f"CARD.{g.t.card_id[card]}"


def put(g: Board, card: int, where: int) -> None:
    """Note where a card is now."""
    g.card_at = changed(g.card_at, card, where)


def show(g: Board, card: int, seat: int) -> None:
    """Show a covered card to a seat."""
    g.card_known[card] |= 1 << seat


def draw(g: Board, major: int) -> int:
    """Take the top card for a major and return it, or NONE from an empty deck; obsolete cards are discarded.

    [A7.4] [A7.4h] [A7.4p]
    """
    while g.deck:  # [A7.4q]
        card = g.deck.pop()
        g.revealed += 1
        if card_conditions.obsolete(g, card):  # [A7.4h]
            if g.log is not None:
                text = f"{words.country(g, major)} draws {words.card(g, card)}, which is obsolete."
                g.log.add(text, "A7.4h", (g.ids.card + card,))
            remove(g, card)
            continue
        put(g, card, const.DRAWN)
        g.card_owner = changed(g.card_owner, card, major)
        show(g, card, g.seat_of[major])
        return card
    return const.NONE


def take(g: Board, card: int, major: int) -> None:
    """Put a card into a hand. [A7.4j]"""
    put(g, card, const.IN_HAND)
    g.card_owner = changed(g.card_owner, card, major)
    g.card_turn[card] = g.turn
    show(g, card, g.seat_of[major])


def put_under(g: Board, card: int, known: int = 0) -> None:
    """Put a card under the deck; the seats of `known` see it, besides those that know it. [A7.4n] [A7.4d]"""
    put(g, card, const.IN_DECK)
    g.deck.insert(0, card)
    g.card_known[card] |= known


def put_open_under(g: Board, card: int) -> None:
    """Put an open card under the deck: all players know where it is. [A7.4n]"""
    put_under(g, card, ALL_SEATS)


def remove(g: Board, card: int) -> None:
    """Remove a card from the game. [A7.4m]"""
    put(g, card, const.OUT)
    g.card_known[card] = ALL_SEATS


def lay_open(g: Board, card: int, major: int) -> None:
    """Lay a permanent card open. [A7.4o]"""
    put(g, card, const.IN_EFFECT)
    g.card_owner = changed(g.card_owner, card, major)
    g.card_known[card] = ALL_SEATS


def cancel(g: Board, card: int) -> None:
    """Discard a cancelled permanent card. [A7.4o]"""
    remove(g, card)
