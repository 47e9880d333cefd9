"""The invariants of a position: each of them is found broken when it is broken."""

import pytest

from sandtable.engine.errors import BrokenRules
from sandtable.games.total_domination.components.constants import (
    ACTIVE,
    DISCARDED,
)
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.testing import add_unit, position, unit_at
from tests.games.breaking import put
from tests.games.case import Breakage
from tests.games.total_domination.breakages import (
    NATIONS,
    T,
    fall,
    lay,
    lord,
    rise,
)
from tests.games.total_domination.driving import begin


def found(words: str, breakage: Breakage, g: Board) -> None:
    """Break a sound position and look whether that is found."""
    check_board(g)
    breakage(g)
    with pytest.raises(BrokenRules, match=words):
        check_board(g)


@pytest.mark.rule("total_domination", "13.0.6")
def test_points_for_technologies_are_found_in_the_solo_game() -> None:
    g = position(scenario="solo", mode="solo", techs={"uk": ["mechanization", "radar"]})
    begin(g)
    found("uk has 11 points in place of 10", put("vp", 1, g.vp[1] + 1), g)


@pytest.mark.rule("total_domination", "12.1c")
def test_nobody_enters_what_the_short_scenario_closes() -> None:
    for kind, where, words in (
        ("japanese_army", "philippines", "philippines, which is closed"),
        ("uk_army", "west_usa", "west_usa, which is closed"),
    ):
        g = rise()
        if where == "philippines":
            g.take(unit_at(g, "us_fleet", where))
        add_unit(g, kind, where)
        with pytest.raises(BrokenRules, match=words):
            check_board(g)
    g = rise()
    g.track[NATIONS["us"]] = 1
    with pytest.raises(BrokenRules, match="us stays out of the war"):
        check_board(g)


@pytest.mark.rule("total_domination", "12.2a")
def test_what_the_last_scenario_begins_with_stays() -> None:
    g = fall()
    g.arctic = True
    g.derive()
    with pytest.raises(BrokenRules, match="no Arctic"):
        check_board(g)
    g = fall()
    lord("us", "us")(g)
    with pytest.raises(BrokenRules, match="us is in the war"):
        check_board(g)


@pytest.mark.rule("total_domination", "8.1.A4")
def test_heavy_bombers_allow_a_second_air_fleet() -> None:
    g = position(
        {"germany": "2 german_air_fleet"}, techs={"germany": ["mechanization", "arsenal", "heavy_bombers"]}
    )
    begin(g)
    check_board(g)
    lay(T.card_id[g.cards_in(ACTIVE)[-1]], DISCARDED)(g)
    assert "heavy_bombers" not in [T.tech_id[t] for t in range(T.n_techs) if g.techs[0] >> t & 1]
    with pytest.raises(BrokenRules, match="more than 1 Air Fleets"):
        check_board(g)
