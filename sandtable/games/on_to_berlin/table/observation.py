"""What a seat sees of On To Berlin! as numbers: all but cards. [2.3.3c] [2.3.3d] [16.1]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.observation import (
    HIDDEN,
    HiddenPart,
    Observation,
    Part,
    categories,
    flags,
    hidden_categories,
    hidden_flags,
    hidden_numbers,
    numbers,
)
from sandtable.games.on_to_berlin.components.constants import DECK, DEVELOPED, DISCARDED, POOLED
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables
from sandtable.games.on_to_berlin.rules.secrets import (
    can_see,
    count_lost,
    count_pile,
    is_choosing_hands,
    unseen,
    values,
)

LOCATIONS: Final = 6  # of a card, from deck to table
KINDS: Final = 5  # land, air, surface ships, submarines, fortresses
SUBMARINE: Final = 3
FORTRESS: Final = 4


class BoardObservation(Observation[Board]):
    """Counters belong to the side of their nation."""

    def __init__(self, g: Board) -> None:
        super().__init__(g.t.n_areas, 3, KINDS)
        self.nation: bytes = bytes(g.t.unit_nation)
        self.kind: bytes = bytes([kind_of(g.t, unit) for unit in range(g.t.n_units)])

    def public_parts(self, g: Board) -> list[Part]:
        """Return all but cards; areas touched are only bookkeeping of the rules."""
        t = g.t
        return [
            *numbers(t.last_turn, "turn"),
            *numbers(20, "points"),
            *numbers(10, "passes", "limits", "pending", "shipped", "carried", "markers"),
            *numbers(t.n_areas, "place", "came"),
            *categories(2, "side", "initiative"),
            *categories(3, "nside"),
            *categories(t.n_cards + 1, "card", low=-1),
            *categories(t.n_nations + 1, "control", low=-1),
            *flags(1, "poland_surrendered", "war", "lasting"),
            *flags(3, "cond"),
        ]

    def hidden_parts(self, g: Board) -> list[HiddenPart]:
        n = g.t.n_cards
        counts = sum([4 + 2 * len(values(g, side)) for side in range(2)])
        return [
            hidden_categories(n, LOCATIONS + 1, "cards", HIDDEN),
            hidden_flags(1, n, "unseen"),  # cards that are known to be held
            hidden_numbers(counts, 16, "card_counts"),
        ]

    def visible_values(self, g: Board, seat: int) -> list[int]:
        """Return the parts above; the size of the other hand is hidden while hands are chosen. [5.0a]"""
        places = [place if can_see(g, seat, card) else HIDDEN for card, place in enumerate(g.cards)]
        held = 0
        counts: list[int] = []
        for side in range(2):
            for card in unseen(g, side):
                held |= 1 << card
            hand = len(g.hand(side))
            deck = len(g.cards_in(side, DECK))
            secret = side != seat and is_choosing_hands(g)
            counts += [HIDDEN, HIDDEN] if secret else [hand, deck]
            counts += [hand + deck, count_lost(g, side)]
            for value in values(g, side):
                counts.append(count_pile(g, side, POOLED, value))
                counts.append(count_pile(g, side, DISCARDED, value, DEVELOPED))
        return [*places, held, *counts]

    def owner_of_units(self, g: Board) -> bytes:
        return self.nation.translate(g.nside.ljust(256))

    def kind_of_units(self, g: Board, seat: int) -> bytes:
        return self.kind


def kind_of(t: Tables, unit: int) -> int:
    """Return the kind of a counter: submarines and fortresses are kinds of their own."""
    if t.unit_fortress[unit]:
        return FORTRESS
    return SUBMARINE if t.unit_submarine[unit] else t.unit_kind[unit]
