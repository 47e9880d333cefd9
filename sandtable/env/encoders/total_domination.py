"""What a seat sees of Total Domination. Only cards are hidden. [3.3f] [8.0a] [9.1e]"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.engine.game import Game, Setup
from sandtable.env import encoder
from sandtable.env.encoder import Ints, Part, categories, flags, numbers
from sandtable.games.total_domination.components.constants import (
    OFFERED,
    POWERS,
    SOLO_DECK,
    SOLO_PILE,
    TYPE_IDS,
)
from sandtable.games.total_domination.rules.secrets import sees

HIDDEN = -1
LOCATIONS = OFFERED + POWERS  # of a card


class ObservationEncoder(encoder.ObservationEncoder):
    """A seat's sight of Total Domination."""

    def __init__(self, game: Game, setup: Setup) -> None:
        title: Any = game
        t = title.tables
        self.places = t.n_areas
        self.groups = (t.n_nations + 1) * len(TYPE_IDS)
        self._nation = np.minimum(np.frombuffer(t.unit_nation, np.uint8), t.n_nations)
        self._nobody = bytes([t.n_nations])  # the lord of those without a nation
        self._type = np.frombuffer(t.unit_type, np.uint8)
        super().__init__(game, setup)

    def open(self, g: Any) -> list[Part]:
        """All but cards."""
        t = g.t
        return [
            *numbers(t.n_rounds, "round"),
            *numbers(60, "vp"),
            *numbers(20, "solo_vp"),
            *numbers(10, "track", "picks", "worth"),
            *numbers(4, "subs", "under"),
            *numbers(t.n_areas, "place"),
            *categories(POWERS, "power"),
            *categories(t.n_nations, "lord"),
            *categories(t.n_nations + 1, "control", low=-1),
            *flags(POWERS, "passed", "developed", "leased", "launched", "radar_used"),
            *flags(t.n_techs, "techs"),
            *flags(t.n_areas, "damage"),
            *flags(1, "used"),
        ]

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """Where cards lie, how many lie in each place, and the solo cards that have been turned up."""
        t = g.t
        return [
            (Part("cards", encoder.CATEGORY, LOCATIONS + 1, HIDDEN), t.n_cards),
            (Part("card_counts", encoder.NUMBER, 20), LOCATIONS),
            (Part("solo", encoder.CATEGORY, 5), t.n_solo),
            (Part("solo_pile", encoder.NUMBER, 20), 1),
        ]

    def seen(self, g: Any, seat: int) -> list[int]:
        """The parts above; a solo card that is dealt but not turned up is taken for one of the deck."""
        counts = [0] * LOCATIONS
        places: list[int] = []
        for card, place in enumerate(g.cards):
            counts[place] += 1
            places.append(place if sees(g, seat, card) else HIDDEN)
        solo = [SOLO_DECK if place == SOLO_PILE else place for place in g.solo]
        return [*places, *counts, *solo, g.solo.count(SOLO_PILE)]

    def group(self, g: Any, seat: int) -> Ints:
        """Counters by their nation's lord and by type; Resistance has no nation."""
        lord = np.frombuffer(g.lord + self._nobody, np.uint8)
        found: Ints = lord[self._nation].astype(np.int64) * len(TYPE_IDS) + self._type
        return found
