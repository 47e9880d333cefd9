"""What a seat sees of Blitzkrieg General as numbers: all but cards and covered counters. [A7.4j] [A9.12]"""

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
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.secrets import sees
from sandtable.games.blitzkrieg_general.table.view import covered

LOCATIONS: Final = 6  # of a card, from deck to hand and out of the game
CONDITIONS: Final = 8  # the lowest bits of `cond`: back, supply, what was done in this phase
START: Final = 4 * 1939  # the first turn
TURNS: Final = 28
ATTACKS: Final = 1  # what a counter does in the combat
DEFENDS: Final = 2
FLIES: Final = 3
COVERED: Final = len(const.TYPE_IDS)  # the kind of counters that lie covered


class BoardObservation(Observation[Board]):
    """Counters belong to the side of the country they fight for."""

    def __init__(self, g: Board) -> None:
        super().__init__(g.t.n_spaces, 3, COVERED + 1)
        self.kind: bytes = bytes(g.t.unit_kind)
        self.hidden_stacks: bool = g.rule(const.HIDDEN_STACKS)

    def public_parts(self, g: Board) -> list[Part]:
        t = g.t
        return [
            *numbers(TURNS, "turn", low=START),
            *numbers(10, "limit", "numbers", "rail", "rail_used", "collapse", "balance"),
            *numbers(30, "us_level"),
            *numbers(100, "saved", "points"),
            *numbers(t.n_areas, "japan_attack", "china_attack"),
            *categories(const.VICTORY + 1, "phase"),
            *categories(2, "side", "first"),
            *categories(t.n_majors + 1, "manager", low=-1),
            *categories(t.n_countries, "control"),
            *flags(1, "weather", "fortress", "pacific", "vichy", "trust", "peace", "bombed"),
            *flags(t.n_countries, "war", "conquered"),
            *flags(t.n_homes, "homes_conquered"),
            *flags(len(const.RESEARCH_IDS), "achievements"),
            *flags(t.n_cards, "played"),
        ]

    def hidden_parts(self, g: Board) -> list[HiddenPart]:
        t = g.t
        return [
            hidden_numbers(t.n_units, t.n_spaces, "place"),
            hidden_flags(t.n_units, CONDITIONS, "cond"),
            hidden_numbers(t.n_units, TURNS, "due", START),
            hidden_categories(t.n_units, 4, "fight"),
            hidden_numbers(1, t.n_spaces, "fight_at"),
            hidden_categories(t.n_cards, LOCATIONS + 1, "cards", HIDDEN),
            hidden_numbers(t.n_cards, t.n_majors, "owners"),
            hidden_numbers(t.n_majors + 1, 20, "card_counts"),
        ]

    def visible_values(self, g: Board, seat: int) -> list[int]:
        """Return the parts above; a covered counter is only on the map, a hidden card is not shown at all."""
        t = g.t
        place, cond = g.place, g.cond
        if self.hidden_stacks:
            place, cond = place[:], cond[:]
            for unit in covered_units(g, seat):
                place[unit] = -t.n_spaces
                cond[unit] = 0
        fighting = [0] * t.n_units
        fight = g.fight
        if fight is not None:
            for role, units in ((ATTACKS, fight.attackers), (DEFENDS, fight.defenders), (FLIES, fight.air)):
                for unit in units:
                    fighting[unit] = role
        cards: list[int] = []
        owners: list[int] = []
        for card, where in enumerate(g.card_at):
            known = sees(g, seat, card)
            cards.append(where if known else HIDDEN)
            owners.append(g.card_owner[card] if known and where != const.IN_DECK else HIDDEN)
        counts = [len(g.hand(major)) for major in range(t.n_majors)]
        at = -1 if fight is None else fight.space
        return [*place, *cond, *g.due, *fighting, at, *cards, *owners, *counts, len(g.deck)]

    def owner_of_units(self, g: Board) -> bytes:
        side = [0 if g.axis >> c & 1 else 1 if g.allies >> c & 1 else 2 for c in range(g.t.n_countries)]
        return g.serves.translate(bytes(side).ljust(256))

    def kind_of_units(self, g: Board, seat: int) -> bytes:
        if not self.hidden_stacks:
            return self.kind
        kind = bytearray(self.kind)
        for unit in covered_units(g, seat):
            kind[unit] = COVERED
        return bytes(kind)

    def place_of_units(self, g: Board) -> list[int] | None:
        """Return where all counters stand, the covered ones too: their stack is not hidden."""
        return g.place if self.hidden_stacks else None


def covered_units(g: Board, seat: int) -> list[int]:
    """Return the counters that lie covered under others, so that the seat does not see them."""
    return [unit for unit, place in enumerate(g.place) if place >= 0 and covered(g, seat, unit)]
