"""What a seat sees of The Other Side of the Hill as numbers: all but the order of the decks. [2.5b]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.observation import (
    HiddenPart,
    Observation,
    Part,
    categories,
    flags,
    hidden_flags,
    hidden_numbers,
    numbers,
)
from sandtable.games.other_side.components.constants import ALIGNMENT_IDS, BOXES, SECTIONS
from sandtable.games.other_side.components.effect_types import FRANCE_IDS, ITALY_IDS
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules import victory

WORD: Final = 60  # boxes of the war that fit into one set
FIGHT: Final = 32  # numbers of a combat
SET: Final = 1 << 20  # a number of a combat that is a set only shows that it is large


class BoardObservation(Observation[Board]):
    """Armies differ by kind only."""

    def __init__(self, g: Board) -> None:
        super().__init__(g.t.n_areas, 1, g.t.n_kinds)
        self.owner: bytes = bytes(g.t.n_units)
        self.kind: bytes = bytes(g.t.unit_kind)

    def public_parts(self, g: Board) -> list[Part]:
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
            *categories(g.players + 1, "owner", "orchestra", "section_seat", low=-1),
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

    def hidden_parts(self, g: Board) -> list[HiddenPart]:
        """Return what is in the decks, but not in which order, and what the state has in another form."""
        t = g.t
        return [
            hidden_flags(1, t.n_combat, "combat_used"),
            hidden_flags(1, t.n_strategic, "strategic_deck"),
            hidden_flags(1, t.n_strategic, "strategic_next"),
            hidden_flags(1, t.n_battle, "battle_deck"),
            hidden_flags(1, t.n_battle, "battle_next"),
            hidden_numbers(2, 20, "deck_counts"),
            hidden_flags(2, WORD, "west_skips"),  # boxes without an offensive
            hidden_flags(2, WORD, "soviet_skips"),
            hidden_numbers(1, 100, "victory_points"),
            hidden_numbers(FIGHT, 50, "fight"),
        ]

    def visible_values(self, g: Board, seat: int) -> list[int]:
        found = [
            set_of(g.combat_used),
            set_of(g.strategic_deck),
            set_of(g.strategic_next),
            set_of(g.battle_deck),
            set_of(g.battle_next),
            len(g.combat_deck),
            len(g.orchestra_deck),
        ]
        low = (1 << WORD) - 1
        found += [g.west_skips & low, g.west_skips >> WORD, g.soviet_skips & low, g.soviet_skips >> WORD]
        found.append(victory.total(g))
        fight = [] if g.fight is None else [min(n, SET) for n in g.fight.pack()[0][:FIGHT]]
        return [*found, *fight, *[0] * (FIGHT - len(fight))]

    def owner_of_units(self, g: Board) -> bytes:
        return self.owner

    def kind_of_units(self, g: Board, seat: int) -> bytes:
        return self.kind


def set_of(cards: list[int]) -> int:
    """Return the set of these cards, without their order."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found
