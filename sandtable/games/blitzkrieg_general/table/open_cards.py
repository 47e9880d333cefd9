"""The cards that a seat may see: those in hands and those in effect. [A7.4j] [A7.4o]"""

from __future__ import annotations

from sandtable.engine.scene import Card
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.secrets import sees


def build_cards(g: Board, seat: int | None) -> list[Card]:
    """Cards in hands that a seat may see, and those in effect. [A7.4j] [A7.4o]"""
    found: list[Card] = []
    for where, word in (
        (const.DRAWN, "Drawn by"),
        (const.IN_HAND, "Hand of"),
        (const.IN_EFFECT, "In effect"),
    ):
        for card in range(g.t.n_cards):
            if g.card_at[card] != where or not sees(g, seat, card):
                continue
            info = g.t.cards[card]
            owner = g.card_owner[card]
            own = seat is not None and g.seat_of[owner] == seat
            pile = word if where == const.IN_EFFECT else f"{word} {words.country(g, owner)}"
            found.append(
                Card(
                    g.ids.card + card,
                    info.id,
                    info.title,
                    info.text,
                    info.cost,
                    "effect" if where == const.IN_EFFECT else "event",
                    const.SIDE_IDS[g.major_side[owner]],
                    pile,
                    own,
                    True,
                )
            )
    return found
