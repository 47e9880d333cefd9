"""What a seat sees of Downfall. Only developments are hidden, and what would tell of them. [4.6b]"""

from __future__ import annotations

from typing import Any

import numpy as np

from sandtable.engine.game import Game, Setup
from sandtable.env import encoder
from sandtable.env.encoder import Ints, Part, categories, flags, numbers
from sandtable.games.downfall.table.view import atlantic_view, knows

CONDITIONS = 9  # bits of `cond`
HIDDEN = -1


class ObservationEncoder(encoder.ObservationEncoder):
    """A seat's sight of Downfall."""

    def __init__(self, game: Game, setup: Setup) -> None:
        title: Any = game
        t = title.tables
        self.places = t.n_areas
        self.groups = 6  # each side's infantry and armor
        self._group = np.array([2 * s + a for s, a in zip(t.unit_side, t.unit_armor, strict=True)])
        super().__init__(game, setup)

    def open(self, g: Any) -> list[Part]:
        """All but developments and the boats that met no warships."""
        t = g.t
        return [
            *numbers(t.last_turn, "turn", "barbarossa", "axis_total_from", "ussr_total_from"),
            *numbers(t.last_turn, "west_attacked", "lend_lease"),
            *numbers(10, "actions_left", "british_points", "landings", "line_landings", "interceptors"),
            *numbers(10, "strategic_in_ussr", "passages", "subs", "bombers", "actions_taken", "minor_points"),
            *numbers(20, "points", "supply", "air"),
            *numbers(40, "armor"),
            *numbers(t.n_areas, "place"),
            *categories(3, "side", "status"),
            *categories(4, "phase", "control", "conqueror"),
            *flags(1, "partisans", "african_neutral", "bombed", "total_war", "tile_known"),
            *flags(CONDITIONS, "cond"),
            *flags(3, "beach"),
        ]

    def veiled(self, g: Any) -> list[tuple[Part, int]]:
        """Developments, how many of each side's lie hidden, the Atlantic, who fights in which attack."""
        t = g.t
        return [
            (Part("tiles", encoder.CATEGORY, 4, HIDDEN), t.n_tiles),
            (Part("hidden_tiles", encoder.NUMBER, 10), 9),
            (Part("atlantic", encoder.NUMBER, 10), 3),
            (Part("attacks", encoder.NUMBER, 10), t.n_units),
        ]

    def seen(self, g: Any, seat: int) -> list[int]:
        """The parts above; of hidden developments only how many have come how far."""
        t = g.t
        tiles: list[int] = []
        hidden = [0] * 9
        for tile in range(t.n_tiles):
            if knows(g, seat, tile):
                tiles.append(g.tiles[tile])
            else:
                tiles.append(HIDDEN)
                hidden[3 * t.tile_side[tile] + g.tiles[tile]] += 1
        atlantic = atlantic_view(g, seat)
        fighting = [0] * t.n_units
        for number, attack in enumerate(g.attacks):
            for unit in (attack.attacker, attack.defender, *attack.supports):
                fighting[unit] = number + 1
        boats = [atlantic["basic"], atlantic["advanced"], int(atlantic["effective"])]
        return [*tiles, *hidden, *boats, *fighting]

    def group(self, g: Any, seat: int) -> Ints:
        """Counters by side, infantry and armor apart."""
        return self._group
