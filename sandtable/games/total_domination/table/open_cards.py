"""The cards that lie open to a seat: hands, packets, cards in play."""

from __future__ import annotations

from typing import Final

from sandtable.engine.parts import OpenCard
from sandtable.engine.scene import Card
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.secrets import sees

FIELDS: Final = ("cards", "known", "mode", "seat_of")  # what cards depend on

# Where the cards of a power lie: the first of four places, one for each power, and the name of the pile.
POWER_PILES: Final = (
    (const.HAND, "hand"),
    (const.PACKET, "packet"),
    (const.KEPT, "kept"),
    (const.RESERVE, "reserve"),
    (const.LENT, "Lend-Lease"),
    (const.DOWN, "in development"),
    (const.ACTIVE, "technology"),
    (const.INFLUENCING, "influence"),
    (const.BEFORE, "tactics"),
    (const.TURNED, "saved point"),
    (const.OFFERED, "offered"),
)

IN_PLAY: Final = "In play"
HELD: Final = frozenset({"hand", "packet", "kept", "reserve", "Lend-Lease", "in development", "offered"})


def find_pile(where: int) -> tuple[int, str]:
    """Return the power that a place belongs to (-1: none) and the name of its pile (empty: a deck)."""
    if where == const.IN_PLAY:
        return -1, IN_PLAY
    if where == const.DISCARDED:
        return -1, "Discard pile"
    for first, name in POWER_PILES:
        if first <= where < first + const.POWERS:
            return where - first, name
    return -1, ""


PILE_OF: Final = [find_pile(where) for where in range(const.OFFERED + const.POWERS)]


def find_cards(g: Board, seat: int | None) -> list[OpenCard]:
    """Return the cards that a seat may look at, without decks. [3.3f] [8.0a] [9.1e]"""
    first, seat_of = g.ids.card, g.seat_of
    found: list[OpenCard] = []
    for card, where in enumerate(g.cards):
        power, pile = PILE_OF[where]
        if pile and sees(g, seat, card):
            found.append((first + card, where, power >= 0 and seat is not None and seat_of[power] == seat))
    return found


def build_card(g: Board, opened: OpenCard) -> Card:
    """Return a card."""
    t = g.t
    choice, where, own = opened
    card = choice - g.ids.card
    power, pile = PILE_OF[where]
    colour = t.card_colour[card]
    return Card(
        choice=choice,
        id=t.card_id[card],
        name=t.card_name[card],
        text=f"{t.tech_name[t.card_tech[card]]}. {t.nation_adjective[colour]} event: {t.card_text[card]}",
        value=t.card_ops[card],
        kind="card",
        colour=t.nation_id[colour],
        pile=pile if power < 0 else f"{t.nation_name[power]}: {pile}",
        own=own,
        held=pile == IN_PLAY or (own and pile in HELD),
    )
