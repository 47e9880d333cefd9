"""Invariants that fire on positions of their own."""

import pytest

from sandtable.engine.errors import BrokenRules
from sandtable.engine.state import changed
from sandtable.games.other_side.components.state import (
    AVAILABLE,
)
from sandtable.games.other_side.invariants import check_board
from sandtable.games.other_side.testing import area, position
from tests.games.other_side.breakages import twice


def test_a_head_in_two_boxes_is_found() -> None:
    g = position(set_up=True)
    twice(g)
    with pytest.raises(BrokenRules):
        check_board(g)


def test_armies_without_a_disk_are_found() -> None:
    g = position(align={"poland": "soviet"}, armies={"poland": "regular"})
    with pytest.raises(BrokenRules, match="Armies stand in poland without an Axis Disk"):
        check_board(g)


def test_a_disputed_area_needs_two_sides() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"})
    g.ally_side = changed(g.ally_side, area(g, "ukraine"), 0)
    with pytest.raises(BrokenRules, match="ukraine is Disputed with nobody"):
        check_board(g)


def test_a_strange_head_is_found() -> None:
    g = position(set_up=True)
    slot = next(n for n, h in enumerate(g.heads) if h >= 0)
    g.where = changed(g.where, g.heads[slot], AVAILABLE)
    g.heads[slot] = -3
    with pytest.raises(BrokenRules, match="strange Head"):
        check_board(g)
