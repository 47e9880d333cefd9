"""What a seat sees of On To Berlin! Only cards are hidden. [2.3.3c] [2.3.3d] [16.1]"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.engine.game import Game, Setup
from sandtable.env import encoder
from sandtable.env.encoder import Ints, Part, categories, flags, numbers
from sandtable.games.on_to_berlin.components.constants import DECK, DEVELOPED, DISCARDED, POOLED
from sandtable.games.on_to_berlin.rules.secrets import (
    can_see,
    count_lost,
    count_pile,
    is_choosing_hands,
    unseen,
    values,
)

HIDDEN = -1
LOCATIONS = 6  # of a card, from deck to table
KINDS = 5  # land, air, surface ships, submarines, fortresses


class ObservationEncoder(encoder.ObservationEncoder):
    """A seat's sight of On To Berlin!"""

    def __init__(self, game: Game, setup: Setup) -> None:
        title: Any = game
        t = title.tables
        self.places = t.n_areas
        self.groups = 3 * KINDS
        self._kind = np.array([_kind(t, unit) for unit in range(t.n_units)])
        self._nation = np.frombuffer(t.unit_nation, np.uint8)
        super().__init__(game, setup)

    def open(self, g: Any) -> list[Part]:
        """All but cards; areas touched are the rules' own bookkeeping."""
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

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """Where cards lie, which of them are known to be held, and how many are where."""
        n = g.t.n_cards
        counts = sum([4 + 2 * len(values(g, side)) for side in range(2)])
        return [
            (Part("cards", encoder.CATEGORY, LOCATIONS + 1, HIDDEN), n),
            (Part("unseen", encoder.FLAGS, n), 1),
            (Part("card_counts", encoder.NUMBER, 16), counts),
        ]

    def seen(self, g: Any, seat: int) -> list[int]:
        """The parts above; while hands are chosen the other's size is not known. [5.0a]"""
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

    def group(self, g: Any, seat: int) -> Ints:
        """Counters by the side of their nation and by kind."""
        side = np.frombuffer(g.nside, np.uint8)
        found: Ints = side[self._nation].astype(np.int64) * KINDS + self._kind
        return found


def _kind(t: Any, unit: int) -> int:
    if t.unit_fortress[unit]:
        return 4
    if t.unit_submarine[unit]:
        return 3
    return int(t.unit_kind[unit])
