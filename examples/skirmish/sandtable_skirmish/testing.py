"""Positions for tests: `position({"mill": "2 blue_infantry"}, cards={"minefield": 0})`."""

from collections.abc import Mapping

import sandtable
from sandtable.engine.log import Log
from sandtable.wargame.rows import entries
from sandtable_skirmish.components.state import POOL, Board


def position(units: Mapping[str, str], cards: Mapping[str, int] | None = None, turn: int = 1) -> Board:
    """Return a position with a log, an empty agenda and these units; Blue is active."""
    g: Board = Board(sandtable.load_game("skirmish").tables, 1, 0)  # type: ignore[attr-defined]
    t, g.log, g.turn, g.control = g.t, Log(), turn, g.t.source[:]
    for area, row in units.items():
        for entry in entries(row):
            kind = t.kind_id.index(entry.name)
            for _ in range(entry.number):
                g.enter(g.first_in(POOL, t.units.index(kind), t.units.count(kind)), t.area[area])
        g.hold(t.area[area])
    for name, place in (cards or {}).items():
        g.cards[[c.id for c in t.cards].index(name)] = place
    return g
