"""The time table: fixed dates and what falls due at the start of a turn."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import FREE_ALLIANCES, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import control, relations
from sandtable.games.blitzkrieg_general.rules.politics.timetable import TimeTable
from sandtable.games.blitzkrieg_general.testing import country, holder, position, space, units_at
from tests.games.blitzkrieg_general.driving import begin, idle, log

WEST = [("germany", "france"), ("germany", "be"), ("japan", "china")]


def at(turn: str, mode: str = "basic", **more: object) -> Board:
    """The time-table phase of a turn, from the set-up of 1939."""
    g = position(set_up=True, mode=mode, turn=turn, **more)  # type: ignore[arg-type]
    begin(g, TimeTable())
    assert idle(g)
    return g


@pytest.mark.rule("blitzkrieg_general", "TT")
@pytest.mark.rule("blitzkrieg_general", "B5.1")
@pytest.mark.rule("blitzkrieg_general", "A5.1")
@pytest.mark.rule("blitzkrieg_general", "TT1")
def test_poland_joins_the_allies_in_the_first_turn() -> None:
    g = position(set_up=True)
    assert g.manager[g.t.poland] == NONE
    before = economy.production(g, g.t.be)
    begin(g, TimeTable())
    assert g.manager[g.t.poland] == g.t.be
    assert economy.production(g, g.t.be) == before + 2
    assert g.friend(g.t.poland, g.t.france)
    assert "Poland joins the Allies" in log(g)
    assert holder(g, "lwow") == "poland"


@pytest.mark.rule("blitzkrieg_general", "TT9")
@pytest.mark.rule("blitzkrieg_general", "A7.2e")
def test_italy_enters_in_the_second_quarter_of_1940() -> None:
    g = at("1/1940")
    assert not g.at_war(g.t.italy)
    for mode in ("basic", "advanced"):
        g = at("2/1940", mode)
        assert g.enemy(g.t.italy, g.t.be) and g.enemy(g.t.italy, g.t.france)
        assert not g.enemy(g.t.italy, g.t.china) and not g.enemy(g.t.italy, g.t.usa)
        assert g.war_since[g.t.italy] == g.turn
        # It counts as its declaration of war on the Allies.
        assert g.us_level == (1 if mode == "advanced" else 0)


@pytest.mark.rule("blitzkrieg_general", "TT9")
@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_an_italy_on_the_other_side_enters_against_those_at_war() -> None:
    g = at("2/1940", "advanced", sides={"italy": "allies"}, options=FREE_ALLIANCES)
    assert g.enemy(g.t.italy, g.t.germany) and g.enemy(g.t.italy, g.t.japan)
    assert not g.enemy(g.t.italy, g.t.be)
    g = at("2/1940", "advanced", sides={"italy": "allies", "usa": "axis"}, options=FREE_ALLIANCES)
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT9AD")
def test_an_italy_that_has_entered_before_only_stays_at_war() -> None:
    g = position(set_up=True, turn="1/1940")
    relations.enter(g, g.t.italy)
    assert g.enemy(g.t.italy, g.t.be) and g.us_level == 1
    g.turn += 1
    begin(g, TimeTable())
    assert g.us_level == 1
    assert g.war_since[g.t.italy] == g.turn - 1


@pytest.mark.rule("blitzkrieg_general", "TT2")
def test_in_the_basic_game_the_american_delivery_ends_in_1941() -> None:
    g = at("1/1941")
    assert g.deliveries >> g.t.delivery_index["usa_japan"] & 1
    before = economy.production(g, g.t.japan)
    g.turn += 1
    begin(g, TimeTable())
    assert economy.production(g, g.t.japan) == before - 3


@pytest.mark.rule("blitzkrieg_general", "TT2R")
def test_in_the_advanced_game_the_american_delivery_goes_on() -> None:
    g = at("2/1941", "advanced")
    assert g.deliveries >> g.t.delivery_index["usa_japan"] & 1


@pytest.mark.rule("blitzkrieg_general", "TT10")
def test_in_the_basic_game_the_ussr_enters_in_the_second_quarter_of_1941() -> None:
    g = position(set_up=True, mode="basic", turn="2/1940")
    begin(g, TimeTable())
    g.turn += 4
    begin(g, TimeTable())
    for enemy in ("germany", "italy", "finland", "romania", "hungary", "bulgaria"):
        assert g.enemy(g.t.ussr, country(g, enemy))
    assert not g.enemy(g.t.ussr, g.t.japan)
    assert economy.production(g, g.t.ussr) == 34
    assert units_at(g, "hungary") == "hun_air_1, hun_inf_2"


@pytest.mark.rule("blitzkrieg_general", "TT10R")
@pytest.mark.rule("blitzkrieg_general", "TT11R")
def test_in_the_advanced_game_neither_the_ussr_nor_the_usa_enters_by_date() -> None:
    g = at("2/1941", "advanced")
    assert not g.at_war(g.t.ussr)
    g = at("4/1941", "advanced")
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT11")
@pytest.mark.rule("blitzkrieg_general", "TT15a")
def test_in_the_basic_game_the_usa_enters_in_the_fourth_quarter_of_1941() -> None:
    g = at("4/1941")
    for enemy in ("germany", "italy", "japan"):
        assert g.enemy(g.t.usa, country(g, enemy))
    assert g.enemy(g.t.japan, g.t.be) and g.enemy(g.t.japan, g.t.france)
    assert economy.production(g, g.t.usa) == 36
    assert g.pacific
    assert not g.at_war(g.t.ussr)


@pytest.mark.rule("blitzkrieg_general", "B5.1")
def test_an_event_happens_once() -> None:
    g = at("2/1940", "advanced")
    begin(g, TimeTable())
    assert log(g).count("joins the war by the time table") == 1
    assert g.us_level == 1


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_the_pact_over_poland() -> None:
    g = position(
        turn="4/1939",
        wars=WEST,
        conquered=["poland"],
        control={"western_poland": "germany", "east_poland": "germany", "lwow": "germany"},
        units={"lwow": "ger_inf_4, ger_air_3", "baltic": "ger_hq_guderian"},
        memory={"pact_due": 1},
    )
    begin(g, TimeTable())
    assert [holder(g, a) for a in ("east_poland", "lwow", "baltic")] == ["ussr"] * 3
    assert holder(g, "western_poland") == "germany"
    assert units_at(g, "western_poland") == "ger_air_3, ger_hq_guderian, ger_inf_4"
    assert g.fallen(country(g, "baltic_states"))
    assert g.homes_conquered >> g.t.home_index["baltic_states"] & 1
    assert control.rightful(g, space(g, "lwow")) == g.t.ussr
    assert not g.pact_due
    assert economy.value(g, space(g, "baltic")) == 0


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_by_the_pact_germany_gets_western_poland_from_an_ally_that_took_it() -> None:
    g = position(
        turn="3/1940",
        wars=[*WEST, ("italy", "be")],
        conquered=["poland"],
        control={"western_poland": "italy", "lwow": "germany"},
        memory={"pact_due": 1},
    )
    begin(g, TimeTable())
    assert [holder(g, a) for a in ("western_poland", "lwow")] == ["germany", "ussr"]


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_without_a_german_western_poland_germans_leave_for_the_nearest_friendly_area() -> None:
    g = position(
        turn="4/1939",
        wars=WEST,
        control={"western_poland": "poland", "lwow": "germany"},
        units={"baltic": "ger_inf_4"},
        memory={"pact_due": 1},
    )
    begin(g, TimeTable())
    assert units_at(g, "prussia") == "ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "TT6")
def test_only_germany_ever_gets_the_production_of_the_baltic() -> None:
    g = position(wars=[("germany", "ussr")], control={"baltic": "germany"})
    assert economy.value(g, space(g, "baltic")) == 1
    g = position(wars=[("germany", "ussr")], control={"baltic": "ussr"})
    assert economy.value(g, space(g, "baltic")) == 0


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_the_pact_is_void_once_germany_and_the_ussr_are_at_war() -> None:
    g = position(
        turn="4/1939", wars=[*WEST, ("germany", "ussr")], control={"lwow": "germany"}, memory={"pact_due": 1}
    )
    begin(g, TimeTable())
    assert holder(g, "lwow") == "germany"
    assert not g.pact_due


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_other_nations_leave_the_areas_of_the_pact_for_friendly_ones() -> None:
    g = position(
        turn="4/1939",
        wars=[*WEST, ("italy", "be")],
        conquered=["poland"],
        control={"western_poland": "germany", "lwow": "germany"},
        units={"lwow": "ita_inf_3"},
        memory={"pact_due": 1},
    )
    begin(g, TimeTable())
    assert units_at(g, "lwow") == ""
    assert units_at(g, "western_poland") == "ita_inf_3"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "CP1")
def test_the_peace_is_rolled_for_in_the_time_table_phase() -> None:
    g = position(turn="2/1941", memory={"peace": 1, "peace_player": 5}, dice=[6, 5])
    begin(g, TimeTable())
    assert not g.peace


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_poland_does_not_join_the_side_of_its_enemy() -> None:
    sides = {"be": "axis", "italy": "allies"}
    g = position(set_up=True, options=FREE_ALLIANCES, sides=sides, dice=[0] * 9)
    begin(g, TimeTable())
    assert g.side_of(g.t.poland) != g.side_of(g.t.germany)
    assert g.enemy(g.t.poland, g.t.germany)


@pytest.mark.rule("blitzkrieg_general", "TT2")
def test_a_delivery_that_has_ended_ends_once() -> None:
    g = at("2/1941", memory={"deliveries": 0})
    assert g.deliveries == 0
    assert "no longer delivers" not in log(g)


@pytest.mark.rule("blitzkrieg_general", "TT1")
def test_poland_does_not_join_when_it_is_at_war_already() -> None:
    g = position(set_up=True, managers={"poland": "france"})
    begin(g, TimeTable())
    assert g.manager[g.t.poland] == g.t.france
    assert "Poland joins" not in log(g)
