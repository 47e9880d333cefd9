"""What a seat sees of Downfall as numbers: all but developments, and what would show them. [4.6b]"""

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
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.table.view import atlantic_view, knows

CONDITIONS: Final = 9  # bits of `cond`


class BoardObservation(Observation[Board]):
    """Counters are infantry or armor of a side."""

    def __init__(self, g: Board) -> None:
        super().__init__(g.t.n_areas, 3, 2)
        self.owner: bytes = bytes(g.t.unit_side)
        self.kind: bytes = bytes([1 if armor else 0 for armor in g.t.unit_armor])

    def public_parts(self, g: Board) -> list[Part]:
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

    def hidden_parts(self, g: Board) -> list[HiddenPart]:
        t = g.t
        return [
            hidden_categories(t.n_tiles, 4, "tiles", HIDDEN),
            hidden_numbers(9, 10, "hidden_tiles"),  # of each side, how many have come how far
            hidden_numbers(3, 10, "atlantic"),
            hidden_numbers(t.n_units, 10, "attacks"),  # in which attack a counter fights
        ]

    def visible_values(self, g: Board, seat: int) -> list[int]:
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

    def owner_of_units(self, g: Board) -> bytes:
        return self.owner

    def kind_of_units(self, g: Board, seat: int) -> bytes:
        return self.kind
