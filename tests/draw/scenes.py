"""Scenes to draw: the set-up of Downfall, and a crowded position far from it."""

from typing import Any

import sandtable
from sandtable.engine.match import Match
from sandtable.engine.scene import Scene
from sandtable.games.downfall.components.constants import ATTACKS, OPERATED, SUPPORTS
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.table.scene import build_scene


def start(**options: Any) -> Match:
    """A match at its first question."""
    return sandtable.new("downfall", seed=7, **options)


def board(match: Match) -> Board:
    """The match's own position."""
    assert isinstance(match.state, Board)
    return match.state


def start_scene(seat: int | None = 0) -> Scene:
    """The set-up as a seat sees it."""
    return build_scene(board(start()), seat)


def crowded_scene() -> Scene:
    """Three unlike armies of both sides in the narrowest corner of the map, and America full of them."""
    g = board(start())
    t = g.t
    for unit in range(t.n_units):
        if g.place[unit] >= 0:
            g.take(unit)
    both = {
        "german_infantry": (2, OPERATED),
        "german_armor": (2, ATTACKS),
        "german_advanced_armor": (1, SUPPORTS),
        "british_infantry": (2, 0),
        "british_armor": (1, 0),
        "french_infantry": (2, 0),
    }
    for area in ("calais", "paris", "reims", "frankfurt", "brussels"):
        for army, (step, condition) in both.items():
            unit = g.free_unit(t.type_index[army])
            if unit >= 0:
                g.put(unit, t.area_index[area], step)
                g.cond[unit] |= condition
    for army in (
        "american_infantry",
        "american_advanced_armor",
        "british_advanced_armor",
        "british_infantry",
    ):
        for step in (1, 2):
            unit = g.free_unit(t.type_index[army])
            if unit >= 0:
                g.put(unit, t.area_index["united_states"], step)
    g.mark_beach(t.area_index["caen"], 1 << 1)
    return build_scene(g, 0)
