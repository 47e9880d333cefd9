"""Powers that do not cooperate, and the way back through a partner's country."""

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general import refuges
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import COOPERATION
from sandtable.games.blitzkrieg_general.testing import position, space, unit_in

WARS = [("germany", "ussr"), ("germany", "be"), ("germany", "france"), ("germany", "usa")]


def chain(g: Board) -> tuple[int, int, int]:
    """Three areas in a row of which the first and the last do not touch."""
    for last in g.t.home_of[g.t.ussr]:
        for middle in g.t.land_near[last]:
            for first in g.t.land_near[middle]:
                if first != last and first not in g.t.land_near[last]:
                    return first, middle, last
    raise AssertionError


def surrounded(options: int) -> tuple[Board, int, int, int]:
    """A Soviet unit whose only way home leads through a British area."""
    first, middle, last = chain(position())
    g = position()
    g = position(wars=WARS, options=options, units={g.t.space_id[first]: "sov_inf_2_o"})
    for area in range(g.t.n_areas):
        g.control = changed(g.control, area, g.t.germany)
    g.control = changed(g.control, middle, g.t.be)
    g.control = changed(g.control, last, g.t.ussr)
    return g, unit_in(g, g.t.space_id[first], "sov_inf_2_o"), middle, last


@pytest.mark.rule("blitzkrieg_general", "A9.11")
@pytest.mark.rule("blitzkrieg_general", "A9.11b")
def test_only_some_powers_are_friends_with_the_option() -> None:
    g = position(wars=WARS)
    assert g.friend(g.t.be, g.t.ussr) and g.friend(g.t.be, g.t.usa)
    g = position(wars=WARS, options=COOPERATION)
    assert not g.friend(g.t.be, g.t.ussr)
    assert g.friend(g.t.be, g.t.usa) and g.friend(g.t.be, g.t.france) and g.friend(g.t.usa, g.t.france)
    assert not g.friendly(g.t.ussr, space(g, "england"))


@pytest.mark.rule("blitzkrieg_general", "A9.11a")
def test_a_retreat_goes_on_through_a_partners_area_until_it_is_legal() -> None:
    g, unit, middle, last = surrounded(0)
    assert refuges.land_spots(g, unit) == [middle]
    g, unit, middle, last = surrounded(COOPERATION)
    assert refuges.land_spots(g, unit) == [last]
    g.control = changed(g.control, last, g.t.germany)
    assert refuges.land_spots(g, unit) == []
