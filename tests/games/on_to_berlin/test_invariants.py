"""The invariants of a position: each of them is found broken when it is broken."""

import pytest

from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import BY_POINTS, OUT, SPENT
from sandtable.games.on_to_berlin.invariants import check_board
from sandtable.games.on_to_berlin.testing import add_unit, area
from tests.games.on_to_berlin.breakages import (
    AREAS,
    byte,
    came_before,
    condition,
    more,
    off,
    played_on,
    side_of,
    sound,
)
from tests.games.on_to_berlin.clicks import T


@pytest.mark.rule("on_to_berlin", "15.6a")
@pytest.mark.rule("on_to_berlin", "15.4b")
def test_what_only_looks_broken_passes() -> None:
    g = sound()
    # A Soviet Union that was attacked by the Allies fights for the Axis, and has units behind the Urals.
    side_of("su", 0, 1, 1)(g)
    add_unit(g, "su_lf", "urals")
    # Turkey was in the war before: its units may be spent. Poles may stand where the Soviet Union begins.
    condition("tu_lf@ankara", SPENT)(g)
    more("it_lf", "rome", 5)(g)
    more("ge_nf", "baltic_sea", 1)(g)
    more("ge_lf", "baltic_sea", 2)(g)
    off("ge_ft", OUT)(g)
    g.touched = []
    check_board(g)
    g = sound()
    g.poland_surrendered = True
    for place in T.ceded:
        g.printed = changed(g.printed, place, T.ceded_to)
    g.set_control(area(g, "galicia"), T.ceded_to)
    check_board(g)
    # In the middle of an impulse much is open yet.
    g = sound()
    g.agenda.pop()
    came_before(g)
    condition("ge_lf@berlin", BY_POINTS)(g)
    more("uk_lf", "english_channel", 2)(g)
    byte("control", AREAS["norway"], 0)(g)
    byte("shipped", AREAS["north_sea"], 1)(g)
    played_on(g)
    check_board(g)


@pytest.mark.rule("on_to_berlin", "16.7")
def test_the_jet_is_out_of_the_game_without_its_option() -> None:
    g = sound()
    g.jets = False
    for unit in range(T.n_units):
        if T.unit_jet[unit]:
            g.place[unit] = OUT
    check_board(g)
