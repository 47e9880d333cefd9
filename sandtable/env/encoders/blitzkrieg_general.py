"""What a seat sees of Blitzkrieg General. Cards are hidden, with an option also covered counters. [A7.4j]"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.engine.game import Game, Setup
from sandtable.env import encoder
from sandtable.env.encoder import Ints, Part, categories, flags, numbers
from sandtable.games.blitzkrieg_general.components.constants import (
    HIDDEN_STACKS,
    IN_DECK,
    RESEARCH_IDS,
    TYPE_IDS,
    VICTORY,
)
from sandtable.games.blitzkrieg_general.rules.secrets import sees
from sandtable.games.blitzkrieg_general.table.view import covered

HIDDEN = -1
LOCATIONS = 6  # of a card, from deck to hand and out of the game
CONDITIONS = 8  # the lowest bits of `cond`: back, supply, what was done in this phase
START = 4 * 1939  # the first turn
TURNS = 28
ATTACKS, DEFENDS, FLIES = 1, 2, 3  # what a counter does in the fight
KINDS = len(TYPE_IDS) + 1  # and those that lie covered


class ObservationEncoder(encoder.ObservationEncoder):
    """A seat's sight of Blitzkrieg General."""

    def __init__(self, game: Game, setup: Setup) -> None:
        g: Any = game.begin(setup)
        t = g.t
        self.places = t.n_spaces
        self.groups = 3 * KINDS
        self._kind = np.frombuffer(t.unit_kind, np.uint8)
        self._hidden_stacks = g.rule(HIDDEN_STACKS)
        super().__init__(game, setup)

    def open(self, g: Any) -> list[Part]:
        """All but cards and counters."""
        t = g.t
        return [
            *numbers(TURNS, "turn", low=START),
            *numbers(10, "limit", "numbers", "rail", "rail_used", "collapse", "balance"),
            *numbers(30, "us_level"),
            *numbers(100, "saved", "points"),
            *numbers(t.n_areas, "japan_attack", "china_attack"),
            *categories(VICTORY + 1, "phase"),
            *categories(2, "side", "first"),
            *categories(t.n_majors + 1, "manager", low=-1),
            *categories(t.n_countries, "control"),
            *flags(1, "weather", "fortress", "pacific", "vichy", "trust", "peace", "bombed"),
            *flags(t.n_countries, "war", "conquered"),
            *flags(t.n_homes, "homes_conquered"),
            *flags(len(RESEARCH_IDS), "achievements"),
            *flags(t.n_cards, "played"),
        ]

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """Counters with what they do in the fight; cards and how many there are."""
        t = g.t
        return [
            (Part("place", encoder.NUMBER, t.n_spaces), t.n_units),
            (Part("cond", encoder.FLAGS, CONDITIONS), t.n_units),
            (Part("due", encoder.NUMBER, TURNS, START), t.n_units),
            (Part("fight", encoder.CATEGORY, 4), t.n_units),
            (Part("fight_at", encoder.NUMBER, t.n_spaces), 1),
            (Part("cards", encoder.CATEGORY, LOCATIONS + 1, HIDDEN), t.n_cards),
            (Part("owners", encoder.NUMBER, t.n_majors), t.n_cards),
            (Part("card_counts", encoder.NUMBER, 20), t.n_majors + 1),
        ]

    def seen(self, g: Any, seat: int) -> list[int]:
        """The parts above; of a covered counter only that it is on the map, of a hidden card nothing."""
        t = g.t
        place, cond = g.place, g.cond
        if self._hidden_stacks:
            place, cond = place[:], cond[:]
            for unit in self._covered(g, seat):
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
            owners.append(g.card_owner[card] if known and where != IN_DECK else HIDDEN)
        counts = [len(g.hand(major)) for major in range(t.n_majors)]
        at = -1 if fight is None else fight.space
        return [*place, *cond, *g.due, *fighting, at, *cards, *owners, *counts, len(g.deck)]

    def _covered(self, g: Any, seat: int) -> list[int]:
        return [unit for unit, place in enumerate(g.place) if place >= 0 and covered(g, seat, unit)]

    def standing(self, g: Any, places: Ints) -> Ints:
        """All counters stand where they are; what kind they are may be covered."""
        return np.array(g.place) if self._hidden_stacks else places

    def group(self, g: Any, seat: int) -> Ints:
        """Counters by the side of the country they fight for and by kind, if that can be seen."""
        side = [0 if g.axis >> c & 1 else 1 if g.allies >> c & 1 else 2 for c in range(g.t.n_countries)]
        kind = self._kind
        if self._hidden_stacks:
            kind = kind.copy()
            kind[self._covered(g, seat)] = KINDS - 1
        return np.array(side, np.int64)[np.frombuffer(g.serves, np.uint8)] * KINDS + kind
