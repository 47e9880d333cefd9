"""What a seat sees of The Other Side of the Hill: all but the order of the decks. [2.5b]"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.engine.game import Game, Setup
from sandtable.env import encoder
from sandtable.env.encoder import Ints, Part, categories, flags, numbers
from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, BOXES, SECTIONS
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.rules import victory

WORD = 60  # so many moments of the war fit into one set
FIGHT = 32  # numbers of a fight
SET = 1 << 20  # a number of a fight that is a set says no more than that it is large
DECKS = ("combat_used", "strategic_deck", "strategic_next", "battle_deck", "battle_next")


class ObservationEncoder(encoder.ObservationEncoder):
    """A seat's sight of The Other Side of the Hill."""

    def __init__(self, game: Game, setup: Setup) -> None:
        title: Any = game
        t = title.tables
        self.places = t.n_areas
        self.groups = t.n_kinds
        self._kind = np.array(t.unit_kind)
        super().__init__(game, setup)

    def open(self, g: Any) -> list[Part]:
        """All that stands on the board and its tracks."""
        t = g.t
        return [
            *numbers(len(t.years), "year", "completed"),
            *numbers(10, "axis", "ally", "landing", "air", "warfare", "technology", "production", "project"),
            *numbers(10, "usa", "ussr", "fanaticism", "unrest", "paratroops", "collapse", "bonus"),
            *numbers(10, "bombings_ignored", "soviet_dice", "naval_moves", "played", "entry"),
            *numbers(20, "resources"),
            *numbers(110, "place", "landing_markers"),
            *numbers(t.n_generals, "heads", "ob"),
            *numbers(t.n_directives, "pawn_card"),
            *numbers(t.n_projects, "advance_on"),
            *categories(BOXES, "box"),
            *categories(len(ALIGNMENT_IDS), "align", "country"),
            *categories(3, "ally_side", "supply", "port"),
            *categories(4, "origin", "directives"),
            *categories(5, "where"),
            *categories(self.players + 1, "owner", "orchestra", "section_seat", low=-1),
            *categories(len(ITALY_IDS), "italy"),
            *categories(len(FRANCE_IDS), "france"),
            *flags(t.n_areas, "no_west", "no_soviet", "counted"),
            *flags(t.n_units, "fought", "moved", "fresh"),
            *flags(t.n_generals, "questioned", "dissident", "appointed"),
            *flags(2 * t.n_areas + 3, "from_dismissal"),
            *flags(10, "locked"),
            *flags(len(t.category_id), "flipped"),
            *flags(t.n_spaces, "pawns", "sea_pawns"),
            *flags(SECTIONS, "sections_played"),
        ]

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """What is in the decks, not in which order; the fight; the score; boxes without an offensive."""
        t = g.t
        sizes = (t.n_combat, t.n_strategic, t.n_strategic, t.n_battle, t.n_battle)
        return [
            *[(Part(name, encoder.FLAGS, n), 1) for name, n in zip(DECKS, sizes, strict=True)],
            (Part("deck_counts", encoder.NUMBER, 20), 2),
            (Part("west_skips", encoder.FLAGS, WORD), 2),
            (Part("soviet_skips", encoder.FLAGS, WORD), 2),
            (Part("victory_points", encoder.NUMBER, 100), 1),
            (Part("fight", encoder.NUMBER, 50), FIGHT),
        ]

    def seen(self, g: Any, seat: int) -> list[int]:
        """The parts above, the same for every seat."""
        found: list[int] = []
        for name in DECKS:
            held = 0
            for card in getattr(g, name):
                held |= 1 << card
            found.append(held)
        found += [len(g.combat_deck), len(g.orchestra_deck)]
        low = (1 << WORD) - 1
        found += [g.west_skips & low, g.west_skips >> WORD, g.soviet_skips & low, g.soviet_skips >> WORD]
        found.append(victory.total(g))
        fight = [] if g.fight is None else [min(n, SET) for n in g.fight.pack()[0][:FIGHT]]
        return [*found, *fight, *[0] * (FIGHT - len(fight))]

    def group(self, g: Any, seat: int) -> Ints:
        """Armies by kind."""
        return self._kind
