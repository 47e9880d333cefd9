"""Control of areas after combats and occupations, and what follows."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general import invariants
from sandtable.games.blitzkrieg_general.components.constants import (
    ALLIES,
    AXIS,
    FREE_ALLIANCES,
    KEEP_RECONQUERED,
    NONE,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import control, relations, wars
from sandtable.games.blitzkrieg_general.testing import country, holder, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, go_on, idle, log, offered, prompt, refused

WEST = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]
PACIFIC = [("japan", "china"), ("japan", "usa"), ("japan", "be"), ("japan", "france")]


def occupied(g: Board, area: str, by: str) -> Board:
    control.occupy(g, space(g, area), country(g, by))
    return go_on(g)


def fought(g: Board, area: str, side: int = AXIS) -> Board:
    control.after_combat(g, space(g, area), side)
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "B6.4a")
def test_at_the_start_each_country_controls_its_territory() -> None:
    g = position(set_up=True)
    assert all(g.control[a] == g.t.area_country[a] for a in range(g.t.n_areas))


@pytest.mark.rule("blitzkrieg_general", "B6.4")
@pytest.mark.rule("blitzkrieg_general", "A6.8")
@pytest.mark.rule("blitzkrieg_general", "B6.4b")
@pytest.mark.rule("blitzkrieg_general", "B6.4d")
@pytest.mark.rule("blitzkrieg_general", "B6.4f")
def test_an_area_occupied_by_an_enemy_changes_hands_at_once() -> None:
    g = position(wars=WEST, units={"paris": "ger_arm_5"})
    occupied(g, "paris", "germany")
    assert holder(g, "paris") == "germany"
    g.take(unit_at(g, "paris", "ger_arm_5"))
    assert holder(g, "paris") == "germany"
    assert "Germany controls Paris." in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.4f")
@pytest.mark.rule("blitzkrieg_general", "B6.4b")
def test_control_does_not_change_while_the_defenders_have_land_units() -> None:
    g = position(wars=WEST, units={"paris": "ger_arm_5, fra_inf_2"})
    fought(g, "paris")
    assert holder(g, "paris") == "france"
    g.take(unit_at(g, "paris", "fra_inf_2"))
    fought(g, "paris")
    assert holder(g, "paris") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B6.4c")
def test_aircraft_and_ships_take_no_area() -> None:
    g = position(wars=WEST, units={"paris": "ger_air_4"})
    fought(g, "paris")
    assert holder(g, "paris") == "france"
    fought(g, "zone:channel")
    g = position(wars=WEST, units={"paris": "ger_air_4, ger_inf_4"})
    fought(g, "paris")
    assert holder(g, "paris") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B6.4b")
def test_friends_and_neutrals_take_nothing_from_each_other() -> None:
    g = position(wars=WEST, units={"paris": "be_inf_3", "austria": "ita_inf_2"})
    occupied(g, "paris", "be")
    occupied(g, "austria", "italy")
    occupied(g, "norway", "germany")
    assert [holder(g, a) for a in ("paris", "austria", "norway")] == ["france", "germany", "norway"]


@pytest.mark.rule("blitzkrieg_general", "B6.4da")
def test_what_a_minor_takes_goes_to_its_manager() -> None:
    east = [("germany", "ussr"), ("finland", "ussr")]
    g = position(wars=east, managers={"finland": "germany"}, units={"karelia": "fin_inf_3"})
    before = economy.production(g, g.t.germany)
    occupied(g, "karelia", "finland")
    assert holder(g, "karelia") == "germany"
    assert economy.production(g, g.t.germany) == before + g.t.prod_right[space(g, "karelia")]


@pytest.mark.rule("blitzkrieg_general", "B6.4da")
def test_what_a_minor_takes_in_a_war_that_is_not_its_managers_it_keeps() -> None:
    g = position(wars=[("turkey", "ussr"), ("italy", "be")], managers={"turkey": "italy"})
    occupied(g, "trans_caucasus", "turkey")
    assert holder(g, "trans_caucasus") == "turkey"


@pytest.mark.rule("blitzkrieg_general", "B6.4da")
def test_a_minor_whose_manager_is_no_party_to_all_its_wars_keeps_what_it_takes() -> None:
    g = position(wars=[("iran", "china"), ("iran", "be"), ("germany", "be")], managers={"iran": "germany"})
    occupied(g, "bombay", "iran")
    assert holder(g, "bombay") == "iran"


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_who_may_not_be_in_the_owners_areas_keeps_what_it_retakes() -> None:
    wars = [
        ("germany", "ussr"),
        ("germany", "be"),
        ("germany", "poland"),
        ("japan", "be"),
        ("japan", "poland"),
    ]
    g = position(
        wars=wars,
        managers={"poland": "be"},
        control={"western_poland": "germany"},
        conquered=["poland"],
        memory={"peace": 1},
    )
    assert not g.friend(g.t.ussr, g.t.poland)  # the peace with Japan parts them [A8.2b]
    occupied(g, "western_poland", "ussr")
    assert holder(g, "western_poland") == "ussr"
    assert g.fallen(g.t.poland)


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_in_1941_the_pact_has_been_carried_out() -> None:
    g = position(set_up=True, scenario="s1941")
    relations.declare(g, g.t.germany, g.t.ussr)
    occupied(g, "baltic", "germany")
    assert holder(g, "baltic") == "germany"
    occupied(g, "baltic", "ussr")
    assert holder(g, "baltic") == "ussr"


@pytest.mark.rule("blitzkrieg_general", "B6.4e")
def test_production_moves_with_control() -> None:
    g = position(set_up=True)
    france, germany = economy.production(g, g.t.france), economy.production(g, g.t.germany)
    occupied(g, "paris", "germany")
    assert economy.production(g, g.t.france) == france - g.t.prod_left[space(g, "paris")]
    assert economy.production(g, g.t.germany) == germany + g.t.prod_right[space(g, "paris")]


def test_what_is_told_when_an_area_changes_hands() -> None:
    g = position(wars=WEST, control={"denmark": "germany", "paris": "germany", "england": "be"})
    for area, name in (("denmark", "denmark"), ("paris", "france"), ("england", "germany")):
        control.hand_over(g, space(g, area), country(g, name), "B6.4b")
    assert log(g).splitlines() == [
        "Denmark controls its own land again.",
        "France controls Paris again.",
        "Germany controls England.",
    ]


@pytest.mark.rule("blitzkrieg_general", "B1.0d")
@pytest.mark.rule("blitzkrieg_general", "A6.8a")
def test_the_boss_names_the_controller_of_a_joint_conquest() -> None:
    g = position(wars=WEST, units={"paris": "ger_inf_4, ita_inf_3"}, players=8)
    fought(g, "paris")
    assert g.seats() == (g.boss(AXIS),)
    assert offered(g) == {"country:germany", "country:italy"}
    assert prompt(g).rule == "A6.8a"
    assert refused(g, "country:japan").rule == "A6.8a"
    assert holder(g, "paris") == "france"
    answer(g, "country:italy")
    assert holder(g, "paris") == "italy"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.8a")
def test_a_major_and_its_own_minor_are_not_asked() -> None:
    g = position(
        wars=[("germany", "ussr"), ("romania", "ussr")],
        managers={"romania": "germany"},
        units={"odessa": "ger_inf_4, rom_inf_2"},
    )
    fought(g, "odessa")
    assert holder(g, "odessa") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B6.4f")
@pytest.mark.rule("blitzkrieg_general", "B6.4b")
def test_a_retaken_area_goes_back_to_its_unconquered_owner() -> None:
    g = position(wars=WEST, control={"paris": "germany"}, units={"paris": "be_inf_3"}, side="allies")
    fought(g, "paris", ALLIES)
    assert holder(g, "paris") == "france"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_colony_of_a_conquered_associate_goes_to_the_one_who_retakes_it() -> None:
    g = position(wars=WEST, control={"algeria": "germany"}, conquered=["france"])
    occupied(g, "algeria", "be")
    assert holder(g, "algeria") == "be"


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_home_area_retaken_by_an_associate_frees_the_country() -> None:
    g = position(
        wars=WEST,
        control={"paris": "germany", "normandy": "germany"},
        conquered=["france"],
        units={"removed": "fra_inf_3, 2 fra_inf_2"},
    )
    occupied(g, "normandy", "be")
    assert holder(g, "normandy") == "france"
    assert not g.fallen(g.t.france)
    assert units_at(g, "removed") == ""
    occupied(g, "paris", "be")
    assert holder(g, "paris") == "france"


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_minor_that_fell_before_the_scenario_is_freed_too() -> None:
    g = position(set_up=True, scenario="s1941")
    norway = country(g, "norway")
    assert g.fallen(norway) and g.manager[norway] == NONE
    occupied(g, "norway", "be")
    assert not g.fallen(norway)
    assert g.manager[norway] == g.t.be
    assert g.enemy(norway, g.t.germany)
    assert g.friend(norway, g.t.be)
    assert holder(g, "norway") == "norway"


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_minor_is_freed_from_nobody_too() -> None:
    # What Germany held became neutral when it fell.
    g = position(
        wars=[("germany", "be"), ("germany", "poland")], managers={"poland": "be"}, conquered=["poland"]
    )
    area = space(g, "western_poland")
    g.set_control(area, g.t.nobody)
    relations.declare(g, g.t.be, g.t.nobody, area)
    occupied(g, "western_poland", "be")
    assert holder(g, "western_poland") == "poland"
    assert not g.fallen(g.t.poland)


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_minor_without_a_manager_left_is_run_by_the_one_who_frees_it() -> None:
    g = position(
        wars=[("germany", "usa"), ("germany", "ussr")],
        control={"norway": "germany"},
        conquered=["norway", "be"],
        dice=[],
    )
    occupied(g, "norway", "usa")
    assert g.manager[country(g, "norway")] == g.t.usa


@pytest.mark.rule("blitzkrieg_general", "TT13")
def test_what_the_pact_gave_to_the_ussr_stays_its_own() -> None:
    g = position(
        wars=[("germany", "ussr"), ("germany", "be")], control={"lwow": "germany"}, conquered=["poland"]
    )
    g.events |= 1 << g.t.event_index["poland_conquered"]
    assert control.rightful(g, space(g, "lwow")) == g.t.ussr
    occupied(g, "lwow", "ussr")
    assert holder(g, "lwow") == "ussr"
    assert g.fallen(g.t.poland)
    assert control.rightful(position(), space(g, "lwow")) == g.t.poland
    # With the USSR conquered, who takes them keeps them: they are nobody's home.
    g = position(
        wars=[("germany", "ussr"), ("germany", "be")],
        control={"lwow": "germany"},
        conquered=["poland", "ussr"],
    )
    g.events |= 1 << g.t.event_index["poland_conquered"]
    occupied(g, "lwow", "be")
    assert holder(g, "lwow") == "be"
    assert g.fallen(g.t.poland) and g.fallen(g.t.ussr)


@pytest.mark.rule("blitzkrieg_general", "A9.4")
def test_by_option_a_reconqueror_may_keep_what_it_retook() -> None:
    g = position(
        wars=WEST, control={"paris": "germany"}, conquered=["france"], options=KEEP_RECONQUERED, players=8
    )
    occupied(g, "paris", "be")
    assert g.seats() == (g.seat_of[g.t.be],)
    assert offered(g) == {"button:yes", "button:no"}
    assert refused(g, "country:be").rule == "A9.4"
    other = g.copy()
    answer(g, "button:no")
    assert idle(g)
    assert holder(g, "paris") == "be" and g.fallen(g.t.france)
    assert economy.value(g, space(g, "paris")) == g.t.prod_left[space(g, "paris")]
    answer(other, "button:yes")
    assert holder(other, "paris") == "france" and not other.fallen(g.t.france)


@pytest.mark.rule("blitzkrieg_general", "A9.4")
def test_minors_and_the_own_country_are_freed_without_a_question() -> None:
    g = position(
        wars=[("germany", "be"), ("germany", "greece")],
        managers={"greece": "be"},
        control={"greece": "germany", "england": "germany"},
        conquered=["greece"],
        options=KEEP_RECONQUERED,
    )
    g.homes_conquered |= 1 << g.t.home_index["uk"]
    occupied(g, "greece", "be")
    assert holder(g, "greece") == "greece" and idle(g)
    occupied(g, "england", "be")
    assert holder(g, "england") == "be" and idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.6.3a")
def test_the_balance_of_what_japan_and_the_ussr_take_from_each_other() -> None:
    g = position(wars=[("japan", "ussr")])
    right = g.t.prod_right[space(g, "vladivostok")]
    assert right
    occupied(g, "vladivostok", "japan")
    assert g.balance == right
    occupied(g, "vladivostok", "ussr")
    assert g.balance == 0
    occupied(g, "manchuria", "ussr")
    assert g.balance == -g.t.prod_right[space(g, "manchuria")]
    many = [("germany", "ussr"), ("japan", "china"), ("japan", "usa")]
    g = position(wars=many, control={"austria": "ussr", "vladivostok": "japan"})
    assert g.t.prod_right[space(g, "kiev")] and g.t.prod_right[space(g, "austria")]
    for area, by in (("kiev", "germany"), ("kiev", "ussr"), ("wuhan", "japan"), ("vladivostok", "usa")):
        occupied(g, area, by)
        assert g.balance == 0


@pytest.mark.rule("blitzkrieg_general", "A7.6.3a")
def test_what_the_ussr_takes_back_before_a_peace_does_not_end_its_whole_production() -> None:
    g = position(wars=[("japan", "ussr")], set_up=True)
    for area in ("vladivostok", "irkutsk"):
        occupied(g, area, "japan")
    assert economy.production(g, g.t.ussr) == 11
    occupied(g, "n_siberia", "japan")
    full = economy.production(g, g.t.ussr)
    assert full > 11
    occupied(g, "vladivostok", "ussr")
    assert economy.production(g, g.t.ussr) == full + g.t.prod_left[space(g, "vladivostok")]


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_how_long_the_axis_has_held_yugoslavia() -> None:
    g = position(wars=[("germany", "yugoslavia"), ("germany", "be")], managers={"yugoslavia": "be"})
    occupied(g, "yugoslavia", "germany")
    assert g.held_since == g.turn
    occupied(g, "yugoslavia", "be")
    assert g.held_since == NONE


@pytest.mark.rule("blitzkrieg_general", "TT3")
def test_sweden_delivers_no_more_once_it_is_held_by_the_allies() -> None:
    g = position(wars=[("germany", "be"), ("be", "sweden")], memory={"deliveries": 15})
    occupied(g, "sweden", "be")
    assert not g.deliveries >> g.t.delivery_index["sweden_germany"] & 1


@pytest.mark.rule("blitzkrieg_general", "B6.4")
def test_an_area_without_an_owner_is_taken_and_the_others_stay_neutral() -> None:
    g = position(
        wars=PACIFIC, control={"new_caledonia": "neutral", "society_islands": "neutral"}, side="axis"
    )
    caledonia = space(g, "area:new_caledonia")
    assert relations.status(g, g.t.japan, caledonia) == relations.NEUTRAL_OPEN
    relations.declare(g, g.t.japan, g.t.nobody, caledonia)
    assert relations.status(g, g.t.japan, caledonia) == relations.ENEMY
    occupied(g, "new_caledonia", "japan")
    assert holder(g, "new_caledonia") == "japan"
    control.end_segment(g)
    assert holder(g, "society_islands") == "neutral"
    assert not g.enemy(g.t.japan, g.t.nobody) and not g.war[g.t.nobody]


@pytest.mark.rule("blitzkrieg_general", "A7.2b")
def test_an_area_of_another_former_owner_counts_when_it_is_taken() -> None:
    g = position(wars=WEST, control={"algeria": "neutral", "congo": "neutral"})
    relations.declare(g, g.t.germany, g.t.nobody, space(g, "algeria"))
    assert g.us_level == 1
    occupied(g, "algeria", "germany")
    assert g.us_level == 1
    occupied(g, "congo", "germany")
    assert g.us_level == 2


@pytest.mark.rule("blitzkrieg_general", "B7.1g")
def test_a_neutral_area_of_a_country_that_nobody_runs_goes_to_the_taker() -> None:
    g = position(wars=[("germany", "be")], control={"norway": "neutral"}, conquered=["norway"])
    relations.declare(g, g.t.be, g.t.nobody, space(g, "norway"))
    occupied(g, "norway", "be")
    assert holder(g, "norway") == "be"


# --- the end of a segment


@pytest.mark.rule("blitzkrieg_general", "S41a")
def test_germany_is_at_war_with_the_ussr_at_the_end_of_its_first_segment_at_the_latest() -> None:
    g = position(set_up=True, scenario="s1941", side="allies", dice=[1, 1])
    assert g.must_declare
    control.end_segment(g)
    assert not g.enemy(g.t.germany, g.t.ussr)
    g.side = AXIS
    control.end_segment(g)
    assert g.enemy(g.t.germany, g.t.ussr) and g.enemy(g.t.italy, g.t.ussr)
    assert not g.must_declare
    assert g.us_level == 13


@pytest.mark.rule("blitzkrieg_general", "S41a")
@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_partners_do_not_have_to_go_to_war_with_each_other() -> None:
    g = position(set_up=True, scenario="s1941", sides={"ussr": "axis"})
    control.end_segment(g)
    assert not g.enemy(g.t.germany, g.t.ussr)


@pytest.mark.rule("blitzkrieg_general", "S41a")
def test_another_declaration_does_not_do() -> None:
    g = position(set_up=True, scenario="s1941")
    relations.declare(g, g.t.germany, country(g, "turkey"))
    assert g.must_declare


@pytest.mark.rule("blitzkrieg_general", "S41a")
def test_a_declaration_made_in_time_is_enough() -> None:
    g = position(set_up=True, scenario="s1941")
    relations.declare(g, g.t.italy, g.t.ussr)
    assert not g.must_declare


def tito(units: str, manager: str = "be", **more: Any) -> Board:
    return position(
        wars=[("germany", "yugoslavia"), ("italy", "yugoslavia"), ("germany", "be"), ("italy", "be")],
        managers={"yugoslavia": manager},
        control={"yugoslavia": "germany"},
        conquered=["yugoslavia"],
        in_effect={"tito_partisans": "be"},
        units={"yugoslavia": units} if units else {},
        **more,
    )


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_too_small_a_garrison_gets_nothing_from_yugoslavia() -> None:
    for units, lost in (
        ("ger_inf_4, ger_air_3", True),
        ("ger_inf_4, ita_inf_3", True),
        ("ger_inf_4, ger_inf_2 back", False),
    ):
        g = tito(units)
        value = economy.value(g, space(g, "yugoslavia"))
        assert value
        control.end_segment(g)
        assert g.bombed[space(g, "yugoslavia")] == (value if lost else 0)
        assert holder(g, "yugoslavia") == "germany"


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_without_a_garrison_yugoslavia_is_free() -> None:
    g = tito("ger_air_3")
    g.side = ALLIES
    control.end_segment(g)
    assert holder(g, "yugoslavia") == "germany"
    g.side = AXIS
    control.end_segment(g)
    assert holder(g, "yugoslavia") == "yugoslavia"
    assert g.manager[g.t.yugoslavia] == g.t.be
    assert not g.fallen(g.t.yugoslavia)


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_a_free_yugoslavia_is_run_by_the_british_if_they_can() -> None:
    for conquered, manager in ((0, "be"), (1, "ussr")):
        g = tito("")
        g.manager[g.t.yugoslavia] = g.t.ussr
        g.conquered |= conquered << g.t.be
        control.end_segment(g)
        assert g.manager[g.t.yugoslavia] == country(g, manager)


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_tito_fights_occupiers_and_no_partners() -> None:
    # Yugoslavia has joined the Axis: neither its own land nor that held by a partner is under occupation.
    for occupier in ("yugoslavia", "japan"):
        g = position(
            wars=[("germany", "be"), ("yugoslavia", "be")],
            managers={"yugoslavia": "germany"},
            control={"yugoslavia": occupier},
            in_effect={"tito_partisans": "usa"},
        )
        control.end_segment(g)
        assert "Partisans" not in log(g) and g.bombed[space(g, "yugoslavia")] == 0
        assert g.manager[g.t.yugoslavia] == g.t.germany


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_the_year_of_occupation_is_one_under_enemies() -> None:
    g = position(
        wars=[("germany", "be"), ("yugoslavia", "be")],
        managers={"yugoslavia": "germany"},
        control={"yugoslavia": "be"},
    )
    control.hand_over(g, space(g, "yugoslavia"), g.t.yugoslavia, "B6.4b")
    assert g.held_since == -1
    g = position(
        wars=[("germany", "be"), ("germany", "yugoslavia")],
        managers={"yugoslavia": "be"},
    )
    control.hand_over(g, space(g, "yugoslavia"), g.t.germany, "B6.4b")
    assert g.held_since == g.turn


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_a_free_yugoslavia_leaves_the_wars_of_its_former_manager() -> None:
    g = tito("", "ussr")
    for foe in (g.t.japan, g.t.germany):
        wars.note_war(g, g.t.ussr, foe)
    wars.note_war(g, g.t.yugoslavia, g.t.japan)
    g.recount_friends()
    control.end_segment(g)
    assert g.manager[g.t.yugoslavia] == g.t.be
    assert not g.enemy(g.t.yugoslavia, g.t.japan)
    assert g.enemy(g.t.yugoslavia, g.t.germany) and g.enemy(g.t.yugoslavia, g.t.italy)
    assert g.friend(g.t.yugoslavia, g.t.be)


@pytest.mark.rule("blitzkrieg_general", "CARD.tito_partisans")
def test_tito_is_never_run_by_an_enemy() -> None:
    # Alliances of one's own: the British Empire is on the side of the occupier.
    g = position(
        sides={"be": "axis"},
        wars=[("germany", "yugoslavia"), ("germany", "france"), ("be", "yugoslavia"), ("be", "france")],
        managers={"yugoslavia": "france"},
        control={"yugoslavia": "germany"},
        conquered=["yugoslavia"],
        in_effect={"tito_partisans": "usa"},
        options=FREE_ALLIANCES,
    )
    control.end_segment(g)
    assert holder(g, "yugoslavia") == "yugoslavia" and not g.fallen(g.t.yugoslavia)
    assert g.manager[g.t.yugoslavia] == g.t.france
    invariants.check_board(g)


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
@pytest.mark.rule("blitzkrieg_general", "A8.2b")
def test_units_that_may_no_longer_be_where_they_are_leave_at_the_end_of_the_segment() -> None:
    g = position(units={"prussia": "jap_inf_2"}, wars=[("germany", "ussr"), ("japan", "china")])
    control.end_segment(g)
    go_on(g)
    assert units_at(g, "prussia") == ""
    g = position(units={"prussia": "ger_inf_2", "irkutsk": "sov_inf_3_r"}, wars=[("germany", "ussr")])
    control.end_segment(g)
    assert units_at(g, "prussia") == "ger_inf_2" and units_at(g, "irkutsk") == "sov_inf_3_r"


@pytest.mark.rule("blitzkrieg_general", "B6.4h")
def test_at_the_end_of_a_segment_no_area_holds_both_sides() -> None:
    g = position(
        mode="basic",
        wars=WEST,
        units={"paris": "ger_inf_2", "maginot": "be_air_2"},
        control={"maginot": "germany"},
    )
    control.end_segment(g)
    go_on(g)
    assert holder(g, "paris") == "germany"
    assert units_at(g, "maginot") == ""
    assert idle(g)
