"""What a seat sees of Total Domination as numbers: all but cards. [3.3f] [8.0a] [9.1e]"""

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
    hidden_numbers,
    numbers,
)
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.secrets import sees

LOCATIONS: Final = const.OFFERED + const.POWERS  # of a card


class BoardObservation(Observation[Board]):
    """Counters belong to the lord of their nation; Resistance has no nation."""

    def __init__(self, g: Board) -> None:
        t = g.t
        super().__init__(t.n_areas, t.n_nations + 1, len(const.TYPE_IDS))
        self.nation: bytes = bytes([min(nation, t.n_nations) for nation in t.unit_nation])
        self.nobody: bytes = bytes([t.n_nations])  # the lord of those without a nation

    def public_parts(self, g: Board) -> list[Part]:
        t = g.t
        return [
            *numbers(t.n_rounds, "round"),
            *numbers(60, "vp"),
            *numbers(20, "solo_vp"),
            *numbers(10, "track", "picks", "worth"),
            *numbers(4, "subs", "under"),
            *numbers(t.n_areas, "place"),
            *categories(const.POWERS, "power"),
            *categories(t.n_nations, "lord"),
            *categories(t.n_nations + 1, "control", low=-1),
            *flags(const.POWERS, "passed", "developed", "leased", "launched", "radar_used"),
            *flags(t.n_techs, "techs"),
            *flags(t.n_areas, "damage"),
            *flags(1, "used"),
        ]

    def hidden_parts(self, g: Board) -> list[HiddenPart]:
        t = g.t
        return [
            hidden_categories(t.n_cards, LOCATIONS + 1, "cards", HIDDEN),
            hidden_numbers(LOCATIONS, 20, "card_counts"),
            hidden_categories(t.n_solo, 5, "solo"),
            hidden_numbers(1, 20, "solo_pile"),
        ]

    def visible_values(self, g: Board, seat: int) -> list[int]:
        """Return the parts above; a solo card that is dealt but not turned up counts as one of the deck."""
        counts = [0] * LOCATIONS
        places: list[int] = []
        for card, place in enumerate(g.cards):
            counts[place] += 1
            places.append(place if sees(g, seat, card) else HIDDEN)
        solo = [const.SOLO_DECK if place == const.SOLO_PILE else place for place in g.solo]
        return [*places, *counts, *solo, g.solo.count(const.SOLO_PILE)]

    def owner_of_units(self, g: Board) -> bytes:
        return self.nation.translate((g.lord + self.nobody).ljust(256))

    def kind_of_units(self, g: Board, seat: int) -> bytes:
        return g.t.unit_type
