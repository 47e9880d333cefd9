"""The development tiles that lie open to a seat."""

from __future__ import annotations

from typing import Final

from sandtable.engine.parts import OpenCard
from sandtable.engine.scene import Card
from sandtable.games.downfall.components.constants import AVAILABLE, IN_PROGRESS
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.table.view import knows

FIELDS: Final = ("tiles", "tile_known", "secret_tiles", "seat_of")  # what tiles depend on
PILES: Final = {AVAILABLE: "available", IN_PROGRESS: "in progress"}


def find_cards(g: Board, seat: int | None) -> list[OpenCard]:
    """Return the tiles that are available or in progress, as far as the seat knows them. [4.6b]"""
    t, first = g.t, g.ids.tile
    return [
        (first + tile, where, seat is not None and g.seat_of[t.tile_side[tile]] == seat)
        for tile, where in enumerate(g.tiles)
        if where in PILES and knows(g, seat, tile)
    ]


def build_card(g: Board, opened: OpenCard) -> Card:
    """Return a tile."""
    t = g.t
    choice, where, own = opened
    tile = choice - g.ids.tile
    side, dev = t.tile_side[tile], t.tile_dev[tile]
    return Card(
        choice=choice,
        id=t.tile_id[tile],
        name=t.dev_name[dev],
        text=t.dev_effect[dev],
        value=None,
        kind="tile",
        colour=t.side_id[side],
        pile=f"{t.side_name[side]}: {PILES[where]}",
        own=own,
        held=False,
    )
