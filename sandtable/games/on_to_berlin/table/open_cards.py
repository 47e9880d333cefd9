"""The cards that lie open to a seat: hands, decks, discards, Development Pools."""

from __future__ import annotations

from typing import Final

from sandtable.engine.parts import OpenCard
from sandtable.engine.scene import Card
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.secrets import can_see

FIELDS: Final = ("cards", "face_down", "development_secrecy")  # what cards depend on

PILES: Final = {
    const.PLAYED: "in play",
    const.HAND: "hand",
    const.DECK: "deck",
    const.DISCARDED: "discards",
    const.POOLED: "Development Pool",
    const.GONE: "removed",
}
ORDER: Final = {where: number for number, where in enumerate(PILES)}


def find_cards(g: Board, seat: int | None) -> list[OpenCard]:
    """Return the cards that a seat may look at, in the order of their piles. [2.3.3c] [2.3.3d]"""
    owner, first = g.t.card_owner, g.ids.card
    found = [
        (first + card, where, owner[card] == seat)
        for card, where in enumerate(g.cards)
        if can_see(g, seat, card)
    ]
    found.sort(key=lambda opened: ORDER[opened[1]])
    return found


def build_card(g: Board, opened: OpenCard) -> Card:
    """Return a card."""
    t = g.t
    choice, where, own = opened
    card = choice - g.ids.card
    side = t.card_owner[card]
    return Card(
        choice=choice,
        id=t.card_id[card],
        name=t.card_name[card],
        text=t.card_text[card],
        value=t.card_sv[card],
        kind="reaction" if t.card_reaction[card] else "event",
        colour=const.SIDE_IDS[side],
        pile=f"{const.SIDE_NAMES[side]}: {PILES[where]}",
        own=own,
        held=where == const.PLAYED or (where == const.HAND and own),
    )
