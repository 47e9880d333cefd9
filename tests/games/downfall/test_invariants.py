"""The invariants of a position: what only looks broken passes."""

import pytest

from sandtable.games.downfall.components.constants import (
    AXIS,
    BEGINNING,
    FIGHTING,
    NEUTRAL,
)
from sandtable.games.downfall.invariants import check_board
from sandtable.games.downfall.rules.supply import HELD_BY_PARTISANS
from tests.games.downfall.breakages import area, sound
from tests.games.downfall.clicks import T


@pytest.mark.rule("downfall", "5a")
def test_what_only_looks_broken_passes() -> None:
    g = sound()
    for _ in range(4):
        g.put(g.free_unit(T.type_index["british_infantry"]), area("canada"), 2)
    g.mark_beach(area("belgrad"), HELD_BY_PARTISANS)  # no beachhead
    g.mark_beach(area("riga"), 1 << AXIS)
    g.african_neutral = True
    g.set_control(area("oran"), NEUTRAL)
    g.phase = BEGINNING
    g.minor_points[0] = 1
    check_board(g)
    g = sound()
    g.phase = FIGHTING
    check_board(g)
