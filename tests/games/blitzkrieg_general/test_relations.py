"""Enemies of each country, declarations of war, and what a declaration brings."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.movement import relocation
from sandtable.games.blitzkrieg_general.rules.politics import control, minors, peace, relations, wars
from sandtable.games.blitzkrieg_general.rules.politics.relations import (
    CLOSED,
    ENEMY,
    FRIENDLY,
    NEUTRAL_OPEN,
    OWN,
)
from sandtable.games.blitzkrieg_general.rules.politics.us_entry import UsEntry
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, begin, go_on, idle, log, offered, prompt, refused

WEST = [("germany", "france"), ("germany", "be"), ("germany", "poland"), ("japan", "china")]


def at_war(g: Board, one: str, other: str) -> bool:
    return g.enemy(country(g, one), country(g, other)) and g.enemy(country(g, other), country(g, one))


def status(g: Board, who: str, area: str) -> int:
    return relations.status(g, country(g, who), space(g, area))


def declare(g: Board, who: str, whom: str, area: str = "") -> Board:
    """Declare war, as somebody does who may."""
    where = space(g, area) if area else -1
    assert relations.why_not_declare(g, country(g, who), country(g, whom)) is None
    relations.declare(g, country(g, who), country(g, whom), where)
    return go_on(g)


def barred(g: Board, who: str, whom: str) -> str:
    """The rule by which a country may not declare war; empty if it may."""
    refusal = relations.why_not_declare(g, country(g, who), country(g, whom))
    if refusal is None:
        return ""
    assert refusal.text.endswith(".")
    return refusal.rule


# --- sides and wars at the start


@pytest.mark.rule("blitzkrieg_general", "B1.0b")
@pytest.mark.rule("blitzkrieg_general", "B1.0c")
def test_the_sides_are_as_printed_and_minors_follow_their_managers() -> None:
    g = position(set_up=True, scenario="s1941")
    axis = {name for name in g.t.country_id if g.side_of(country(g, name)) == const.AXIS}
    allies = {name for name in g.t.country_id[:8] if g.side_of(country(g, name)) == const.ALLIES}
    assert axis == {"germany", "italy", "japan", "finland", "romania", "hungary", "bulgaria"}
    assert allies == {"be", "usa", "ussr", "france", "china"}
    assert g.side_of(country(g, "greece")) == const.ALLIES


@pytest.mark.rule("blitzkrieg_general", "B1.0d")
def test_germany_and_a_still_neutral_usa_speak_for_their_sides() -> None:
    g = position(players=8, set_up=True)
    assert g.boss(const.AXIS) == g.seat_of[g.t.germany]
    assert g.boss(const.ALLIES) == g.seat_of[g.t.usa]
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "B1.0e")
@pytest.mark.rule("blitzkrieg_general", "B1.0f")
@pytest.mark.rule("blitzkrieg_general", "B1.0g")
@pytest.mark.rule("blitzkrieg_general", "B1.0h")
@pytest.mark.rule("blitzkrieg_general", "B1.0j")
def test_the_wars_of_1939() -> None:
    g = position(set_up=True)
    for pair in WEST:
        assert at_war(g, *pair)
    assert not at_war(g, "japan", "be")
    assert not at_war(g, "germany", "china")
    for name in ("italy", "usa", "ussr", "finland", "norway"):
        assert not g.at_war(country(g, name))
    assert g.side_of(country(g, "finland")) == const.NEUTRAL


@pytest.mark.rule("blitzkrieg_general", "B1.0i")
def test_british_units_have_one_of_five_home_countries() -> None:
    g = position()
    homes = {g.t.home_id[g.t.unit_home[u]] for u in g.t.units_of[g.t.be]}
    assert homes == {"uk", "canada", "south_africa", "india", "australia"}
    assert [g.t.home_letter[h] for h in g.t.homes_of[g.t.be]] == ["", "C", "SA", "I", "A"]


# --- what an area is to a country


@pytest.mark.rule("blitzkrieg_general", "B8.1")
@pytest.mark.rule("blitzkrieg_general", "A8.1")
def test_areas_are_own_friendly_enemy_or_neutral() -> None:
    g = position(wars=WEST, managers={"poland": "be"})
    assert status(g, "germany", "prussia") == OWN
    assert status(g, "be", "paris") == FRIENDLY
    assert status(g, "be", "western_poland") == FRIENDLY
    assert status(g, "germany", "paris") == ENEMY
    assert status(g, "germany", "norway") == NEUTRAL_OPEN
    assert status(g, "germany", "switzerland") == CLOSED


@pytest.mark.rule("blitzkrieg_general", "B8.2")
@pytest.mark.rule("blitzkrieg_general", "A8.2")
def test_a_neutral_country_keeps_out_of_the_areas_of_its_later_partners() -> None:
    g = position(wars=WEST)
    assert status(g, "italy", "austria") == CLOSED
    assert status(g, "germany", "northern_italy") == CLOSED
    assert status(g, "usa", "england") == CLOSED
    relations.enter(g, g.t.italy)
    assert status(g, "italy", "austria") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "B8.2")
def test_partners_without_a_common_enemy_keep_apart() -> None:
    g = position(wars=WEST)
    assert status(g, "be", "chungking" if "chungking" in g.t.area_index else "chentu") == CLOSED
    assert barred(g, "be", "china") == "B8.4m"


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_bulgarians_stay_out_of_soviet_territory() -> None:
    wars_ = [("germany", "ussr"), ("bulgaria", "ussr"), ("romania", "ussr")]
    g = position(wars=wars_, managers={"bulgaria": "germany", "romania": "germany"})
    assert status(g, "romania", "odessa") == ENEMY
    assert status(g, "bulgaria", "odessa") == CLOSED
    assert relations.why_not_enter(g, country(g, "bulgaria"), space(g, "odessa")).rule == "A8.8"
    g.set_control(space(g, "odessa"), g.t.germany)
    assert status(g, "romania", "odessa") == FRIENDLY
    assert status(g, "bulgaria", "odessa") == CLOSED
    assert status(g, "bulgaria", "romania") == FRIENDLY
    assert relations.why_not_enter(g, country(g, "bulgaria"), space(g, "norway")).rule == "B8.1"
    g = position()
    assert relations.why_not_enter(g, g.t.germany, space(g, "odessa")).rule == "B8.1"


@pytest.mark.rule("blitzkrieg_general", "B8.1")
def test_a_closed_area_says_why() -> None:
    g = position(wars=WEST)
    assert relations.why_not_enter(g, g.t.germany, space(g, "romania")).rule == "B8.4m"
    assert relations.why_not_enter(g, g.t.germany, space(g, "norway")).rule == "B8.1"
    assert relations.why_not_enter(g, g.t.germany, space(g, "switzerland")).rule == "B1.2a"


@pytest.mark.rule("blitzkrieg_general", "A9.11")
@pytest.mark.rule("blitzkrieg_general", "A9.11b")
def test_powers_that_do_not_cooperate_are_no_friends() -> None:
    east = [("germany", "be"), ("germany", "ussr"), ("italy", "be"), ("italy", "ussr")]
    g = position(wars=east)
    assert status(g, "be", "moscow") == FRIENDLY
    g = position(wars=east, options=const.COOPERATION)
    assert status(g, "be", "moscow") == CLOSED
    assert status(g, "germany", "northern_italy") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "B8.4m")
@pytest.mark.rule("blitzkrieg_general", "A8.2b")
def test_a_closed_area_of_the_own_side_says_the_true_reason() -> None:
    east = [("germany", "be"), ("germany", "ussr"), ("japan", "be")]

    def why(area: str, **more: Any) -> tuple[str, str]:
        g = position(wars=east, **more)
        found = relations.why_not_enter(g, g.t.be, space(g, area))
        return found.rule, found.text

    assert why("moscow", memory={"peace": 1})[0] == "A8.2b"
    assert why("moscow", options=const.COOPERATION)[0] == "A9.11"
    assert why("moscow", options=const.COOPERATION, memory={"peace": 1})[0] == "A9.11"
    rule, text = why("congo", control={"congo": "usa_trust"}, managers={"usa_trust": "usa"})
    assert rule == "TT14" and text.startswith("Land in trust of USA")
    assert why("chentu")[0] == "B8.4m" and "no common enemy" not in why("iraq")[1]
    g = position(wars=[("germany", "be"), ("germany", "iraq")], managers={"iraq": "usa"})
    g.war[g.t.usa] |= 1 << g.t.japan
    g.recount_friends()
    found = relations.why_not_enter(g, g.t.usa, space(g, "iraq"))
    assert found.rule == "B8.4m" and "no common enemy" in found.text


# --- who may declare war on whom


@pytest.mark.rule("blitzkrieg_general", "B8.4e")
def test_a_neutral_usa_declares_no_war() -> None:
    g = position(wars=WEST)
    assert barred(g, "usa", "germany") == "B8.4e"
    assert barred(g, "usa", "portugal") == "B8.4e"
    g = position(wars=[*WEST, ("usa", "germany")])
    assert barred(g, "usa", "portugal") == ""


@pytest.mark.rule("blitzkrieg_general", "B8.4f")
def test_in_the_basic_game_the_ussr_keeps_its_pact_until_1941() -> None:
    for turn, rule in (("1/1941", "B8.4f"), ("2/1941", "")):
        g = position(mode="basic", turn=turn, wars=WEST)
        assert barred(g, "ussr", "germany") == rule
        assert barred(g, "ussr", "finland") == rule


@pytest.mark.rule("blitzkrieg_general", "A8.4b")
@pytest.mark.rule("blitzkrieg_general", "TT10R")
@pytest.mark.rule("blitzkrieg_general", "A8.4")
def test_in_the_advanced_game_the_ussr_needs_its_card() -> None:
    g = position(turn="2/1942", wars=WEST)
    for whom in ("germany", "italy", "finland"):
        assert barred(g, "ussr", whom) == "A8.4b"
    g = position(turn="2/1942", wars=WEST, in_effect={"ussr_declares_war": "ussr"})
    assert barred(g, "ussr", "germany") == ""


@pytest.mark.rule("blitzkrieg_general", "B8.4g")
def test_the_ussr_is_free_to_attack_japan_and_neutral_minors() -> None:
    for mode in ("basic", "advanced"):
        g = position(mode=mode, wars=WEST)
        assert barred(g, "ussr", "japan") == ""
        assert barred(g, "ussr", "iran") == ""


@pytest.mark.rule("blitzkrieg_general", "B8.4i")
@pytest.mark.rule("blitzkrieg_general", "TT19")
def test_the_west_may_not_attack_japan_before_the_usa_is_at_war_with_it() -> None:
    g = position(wars=WEST)
    assert barred(g, "be", "japan") == "B8.4i"
    assert barred(g, "france", "japan") == "B8.4i"
    g = position(wars=[*WEST, ("usa", "japan")])
    assert barred(g, "be", "japan") == ""


@pytest.mark.rule("blitzkrieg_general", "B8.4k")
@pytest.mark.rule("blitzkrieg_general", "TT10a")
def test_germany_and_japan_may_attack_the_ussr_and_the_usa_at_any_time() -> None:
    g = position(mode="basic", wars=WEST)
    for who in ("germany", "japan"):
        assert barred(g, who, "ussr") == ""
        assert barred(g, who, "usa") == ""
        assert barred(g, who, "norway") == ""


@pytest.mark.rule("blitzkrieg_general", "B8.4l")
def test_italy_declares_no_war_before_it_has_entered() -> None:
    g = position(wars=WEST)
    assert barred(g, "italy", "greece") == "B8.4l"
    g = position(wars=[*WEST, ("italy", "be")])
    assert barred(g, "italy", "greece") == ""


@pytest.mark.rule("blitzkrieg_general", "B1.0c")
@pytest.mark.rule("blitzkrieg_general", "B8.4m")
def test_nobody_attacks_his_own_side() -> None:
    g = position(wars=WEST, managers={"greece": "be"})
    assert barred(g, "germany", "italy") == "B8.4m"
    assert barred(g, "germany", "romania") == "B8.4m"
    assert barred(g, "be", "usa") == "B8.4m"
    assert barred(g, "usa", "be") == "B8.4m"
    assert barred(g, "france", "greece") == "B8.4m"
    assert barred(g, "germany", "france") == "B1.0g"


@pytest.mark.rule("blitzkrieg_general", "B8.2")
def test_a_neutral_minor_attacks_nobody() -> None:
    g = position(wars=WEST)
    assert barred(g, "sweden", "norway") == "B8.2"
    assert status(g, "sweden", "norway") == CLOSED


@pytest.mark.rule("blitzkrieg_general", "CP3")
def test_a_binding_peace_keeps_japan_and_the_ussr_apart() -> None:
    g = position(wars=WEST, turn="2/1942", memory={"peace": 1, "peace_until": 4 * 1942 + 1})
    assert barred(g, "japan", "ussr") == "CP3"
    assert barred(g, "ussr", "japan") == "CP3"
    assert barred(g, "japan", "usa") == ""
    g.turn += 1
    assert barred(g, "japan", "ussr") == ""
    g.card_at = bytes([4 if i == card_of(g, "force_peace") else at for i, at in enumerate(g.card_at)])
    g.deck.remove(card_of(g, "force_peace"))
    declare(g, "germany", "norway")
    declare(g, "japan", "usa")
    assert g.peace
    declare(g, "japan", "ussr")
    assert not g.peace
    assert g.deck[0] == card_of(g, "force_peace")


@pytest.mark.rule("blitzkrieg_general", "CP3")
def test_others_are_not_bound_by_the_peace_and_without_one_none_ends() -> None:
    g = position(wars=[*WEST, ("usa", "japan")], memory={"peace": 1, "peace_until": 9999})
    declare(g, "be", "japan")
    assert g.peace
    g = position(wars=WEST)
    declare(g, "japan", "ussr")
    assert "peace" not in log(g)


# --- neutral minors are attacked


@pytest.mark.rule("blitzkrieg_general", "B8.4")
@pytest.mark.rule("blitzkrieg_general", "B8.4a")
@pytest.mark.rule("blitzkrieg_general", "B8.4b")
@pytest.mark.rule("blitzkrieg_general", "TT12")
def test_a_minor_attacked_by_the_axis_is_run_by_the_british() -> None:
    g = position(wars=WEST, units={"aside": "nor_inf_2"})
    declare(g, "germany", "norway", "norway")
    assert g.manager[country(g, "norway")] == g.t.be
    assert units_at(g, "norway") == "nor_inf_2"
    assert status(g, "germany", "norway") == ENEMY
    assert status(g, "be", "norway") == FRIENDLY
    assert status(g, "france", "norway") == FRIENDLY
    assert "Germany declares war on Norway." in log(g)
    assert "Norway sets up Norwegian infantry 2." in log(g)


@pytest.mark.rule("blitzkrieg_general", "B8.4c")
def test_a_minor_attacked_by_the_allies_is_run_by_italy_or_while_that_is_neutral_by_germany() -> None:
    g = position(wars=WEST)
    declare(g, "be", "iraq")
    assert g.manager[country(g, "iraq")] == g.t.germany
    g = position(wars=[*WEST, ("italy", "be")])
    declare(g, "be", "iraq")
    assert g.manager[country(g, "iraq")] == g.t.italy


@pytest.mark.rule("blitzkrieg_general", "A8.4a")
def test_a_minor_attacked_by_the_ussr_is_run_by_italy_and_its_manager_is_no_party() -> None:
    g = position(wars=[*WEST, ("italy", "be")])
    declare(g, "ussr", "iran", "iran")
    assert g.manager[country(g, "iran")] == g.t.italy
    assert at_war(g, "ussr", "iran")
    assert not at_war(g, "ussr", "italy")
    # Manager and minor keep out of each other's areas. [R79]
    assert status(g, "italy", "iran") == CLOSED
    assert status(g, "iran", "southern_italy") == CLOSED
    # It takes part in the wars of its manager all the same. [R2]
    assert at_war(g, "be", "iran")


@pytest.mark.rule("blitzkrieg_general", "A8.4a")
def test_who_attacks_what_belongs_to_nobody_keeps_his_friends() -> None:
    g = position(wars=[*WEST, ("germany", "norway")], managers={"norway": "be"})
    norway = country(g, "norway")
    assert g.friend(norway, g.t.be)
    for one, other in (
        (norway, g.t.be),
        (g.t.be, norway),
    ):  # a war between one of them and nobody does not count
        wars.note_war(g, one, g.t.nobody)
        friends = g.friends[:]
        g.recount_friends()
        assert g.friends == friends and g.friend(one, other)
        g.war[one] &= ~(1 << g.t.nobody)
        g.war[g.t.nobody] = 0


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_a_conquered_manager_is_replaced_by_a_random_power_at_war_with_the_attacker() -> None:
    g = position(wars=[*WEST, ("germany", "ussr")], conquered=["be"], dice=[1])
    declare(g, "germany", "norway")
    assert g.manager[country(g, "norway")] == g.t.france
    assert g.revealed
    g = position(wars=[("germany", "france")], conquered=["be"])
    declare(g, "germany", "norway")
    assert g.manager[country(g, "norway")] == g.t.france


@pytest.mark.rule("blitzkrieg_general", "B8.4d")
def test_a_random_manager_is_at_war_with_the_other_party_if_anybody_is() -> None:
    g = position(wars=[("japan", "china"), ("germany", "be")])
    assert minors.random_manager(g, const.ALLIES, g.t.germany) == g.t.be
    g = position(wars=[("japan", "china"), ("germany", "be")], dice=[1])
    assert minors.random_manager(g, const.ALLIES, g.t.italy) == g.t.china
    g = position(wars=[], dice=[0])
    assert minors.random_manager(g, const.AXIS, g.t.be) == g.t.germany
    # When the whole side is conquered, the game is about to end: nobody is drawn.
    g = position(conquered=["germany", "italy", "japan"], dice=[])
    assert minors.random_manager(g, const.AXIS, g.t.be) == g.majors(const.AXIS)[0]


@pytest.mark.rule("blitzkrieg_general", "TT12")
@pytest.mark.rule("blitzkrieg_general", "S39o")
@pytest.mark.rule("blitzkrieg_general", "S39d")
def test_ships_of_a_minor_are_set_up_next_to_it() -> None:
    g = position(wars=WEST, units={"aside": "sia_inf_2, sia_tf_2, sia_conv"})
    declare(g, "japan", "siam", "siam")
    assert units_at(g, "siam") == "sia_inf_2"
    assert units_at(g, "gulf_of_siam") == "sia_conv, sia_tf_2"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B8.4b")
@pytest.mark.rule("blitzkrieg_general", "TT12")
def test_the_manager_of_a_minor_chooses_among_zones_for_its_ships() -> None:
    g = position(wars=WEST, units={"aside": "sia_tf_2"}, players=8)
    two = (space(g, "gulf_of_siam"), space(g, "southern_chinese_sea"))
    siam = space(g, "siam")
    coast = list(g.t.coast)
    try:
        g.t.coast[siam] = two
        declare(g, "japan", "siam", "siam")
        assert g.seats() == (g.seat_of[g.t.be],)
        assert prompt(g).rule == "TT12"
        assert offered(g) == {"zone:gulf_of_siam", "zone:southern_chinese_sea"}
        assert refused(g, "zone:black_sea").rule == "TT12"
        answer(g, "zone:southern_chinese_sea")
        assert units_at(g, "southern_chinese_sea") == "sia_tf_2"
        assert idle(g)
    finally:
        g.t.coast[siam] = coast[siam]


@pytest.mark.rule("blitzkrieg_general", "TT12")
def test_ships_of_a_minor_avoid_enemy_ships() -> None:
    g = position(wars=WEST, units={"gulf_of_siam": "jap_tf_2"})
    siam = space(g, "siam")
    coast = g.t.coast[siam]
    try:
        g.t.coast[siam] = (space(g, "gulf_of_siam"), space(g, "southern_chinese_sea"))
        wars.note_war(g, g.t.japan, country(g, "siam"))
        assert minors.harbours(g, country(g, "siam")) == [space(g, "southern_chinese_sea")]
    finally:
        g.t.coast[siam] = coast


@pytest.mark.rule("blitzkrieg_general", "B8.4h")
def test_a_war_with_a_minor_leaves_the_soviet_production_in_peace() -> None:
    g = position(wars=WEST)
    before = economy.production(g, g.t.ussr)
    declare(g, "ussr", "iran")
    assert economy.production(g, g.t.ussr) == before == 11
    g.set_control(space(g, "iran"), g.t.ussr)
    assert economy.production(g, g.t.ussr) == 11 + economy.value(g, space(g, "iran"))


# --- majors


@pytest.mark.rule("blitzkrieg_general", "B8.3")
@pytest.mark.rule("blitzkrieg_general", "A8.3")
@pytest.mark.rule("blitzkrieg_general", "S39i")
def test_the_ussr_enters_the_war_with_its_whole_production_and_more_rail() -> None:
    g = position(set_up=True)
    assert economy.production(g, g.t.ussr) == 11
    declare(g, "germany", "ussr")
    assert economy.production(g, g.t.ussr) == 34
    assert g.rail[g.t.ussr] == 4
    assert g.war_since[g.t.ussr] == g.turn
    assert not at_war(g, "japan", "ussr")


@pytest.mark.rule("blitzkrieg_general", "B8.3")
@pytest.mark.rule("blitzkrieg_general", "A8.3")
def test_the_usa_enters_the_war_with_its_whole_production() -> None:
    g = position(set_up=True)
    declare(g, "germany", "usa")
    assert economy.production(g, g.t.usa) == 36


@pytest.mark.rule("blitzkrieg_general", "B8.3")
@pytest.mark.rule("blitzkrieg_general", "S39i")
def test_a_war_with_japan_alone_changes_neither_rail_nor_production_of_the_ussr() -> None:
    g = position(set_up=True)
    declare(g, "japan", "ussr")
    assert g.rail[g.t.ussr] == 1
    assert economy.production(g, g.t.ussr) == 11
    assert g.war_since[g.t.ussr] == g.turn
    relations.make_peace(g, g.t.japan, g.t.ussr)
    assert g.war_since[g.t.ussr] == const.NONE
    declare(g, "germany", "ussr")
    declare(g, "germany", "norway")
    assert g.rail[g.t.ussr] == 4


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_declarations_of_war_are_remembered() -> None:
    g = position(wars=WEST)
    declare(g, "germany", "ussr")
    assert g.declared[g.t.germany] >> g.t.ussr & 1
    assert not g.declared[g.t.ussr]


@pytest.mark.rule("blitzkrieg_general", "B8.4b")
@pytest.mark.rule("blitzkrieg_general", "B1.0g")
def test_who_shares_the_wars_of_whom() -> None:
    # British and French; Germany, an Italy at war and active Axis minors. [R2]
    g = position(wars=[("germany", "be"), ("italy", "be")], managers={"finland": "italy"})
    relations.spread(g)
    assert at_war(g, "france", "germany") and at_war(g, "france", "italy") and at_war(g, "finland", "france")
    g = position(turn="2/1942", wars=WEST, in_effect={"ussr_declares_war": "ussr"})
    declare(g, "ussr", "finland")
    assert at_war(g, "ussr", "germany")
    assert not at_war(g, "ussr", "italy")


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_powers_without_an_entry_or_conquered_ones_do_not_enter() -> None:
    g = position(wars=WEST, conquered=["italy"])
    relations.enter(g, g.t.italy)
    relations.enter(g, g.t.germany)
    assert not g.at_war(g.t.italy)


@pytest.mark.rule("blitzkrieg_general", "B8.3a")
def test_a_country_that_joins_the_war_is_a_friend_of_its_partners() -> None:
    g = position(wars=WEST)
    assert status(g, "be", "moscow") == CLOSED
    declare(g, "germany", "ussr")
    assert status(g, "be", "moscow") == FRIENDLY
    assert status(g, "ussr", "england") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "B1.0j")
@pytest.mark.rule("blitzkrieg_general", "S39b")
@pytest.mark.rule("blitzkrieg_general", "TT7")
def test_axis_minors_join_when_germany_and_the_ussr_go_to_war() -> None:
    g = position(set_up=True)
    declare(g, "germany", "ussr")
    for minor in ("finland", "romania", "hungary", "bulgaria"):
        assert g.manager[country(g, minor)] == g.t.germany
        assert at_war(g, minor, "ussr") and at_war(g, minor, "be")
    assert units_at(g, "finland") == "fin_air_2, fin_inf_2, fin_inf_3"


@pytest.mark.rule("blitzkrieg_general", "S39b")
def test_axis_minors_that_have_joined_or_fallen_do_not_join_again() -> None:
    g = position(
        wars=WEST, managers={"romania": "italy"}, conquered=["finland"], units={"aside": "rom_inf_2"}
    )
    declare(g, "germany", "ussr")
    assert g.manager[country(g, "romania")] == g.t.italy
    assert g.manager[country(g, "finland")] == const.NONE
    assert units_at(g, "romania") == ""


@pytest.mark.rule("blitzkrieg_general", "TT7")
def test_the_production_of_axis_minors_goes_to_germany() -> None:
    g = position(set_up=True)
    before = economy.production(g, g.t.germany)
    declare(g, "germany", "ussr")
    minors_ = sum(g.t.prod_left[space(g, a)] for a in ("finland", "romania", "hungary", "bulgaria"))
    assert economy.production(g, g.t.germany) == before - 3 - 2 + minors_


@pytest.mark.rule("blitzkrieg_general", "B8.4l")
def test_an_allied_attack_on_italy_brings_it_in_beside_germany() -> None:
    g = position(wars=WEST)
    declare(g, "be", "italy", "southern_italy")
    assert at_war(g, "italy", "be") and at_war(g, "italy", "france")
    assert status(g, "italy", "austria") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "B8.4j")
@pytest.mark.rule("blitzkrieg_general", "TT18")
@pytest.mark.rule("blitzkrieg_general", "A7.2i")
def test_a_japanese_attack_on_the_west_brings_in_the_usa() -> None:
    for victim in ("be", "france"):
        g = position(wars=WEST)
        declare(g, "japan", victim)
        for one, other in (
            ("usa", "japan"),
            ("usa", "germany"),
            ("usa", "italy"),
            ("japan", "be"),
            ("japan", "france"),
        ):
            assert at_war(g, one, other)
        assert g.pacific
        assert not at_war(g, "germany", "china")


@pytest.mark.rule("blitzkrieg_general", "B8.4j")
@pytest.mark.rule("blitzkrieg_general", "TT18")
def test_a_japanese_attack_on_an_island_of_the_benelux_brings_in_the_usa() -> None:
    g = position(wars=WEST)
    declare(g, "japan", "bnl", "java")
    assert at_war(g, "japan", "usa")
    assert g.manager[g.t.bnl] == g.t.be


@pytest.mark.rule("blitzkrieg_general", "TT18")
def test_other_attacks_of_japan_leave_the_usa_out() -> None:
    g = position(wars=WEST, control={"java": "ussr"})
    declare(g, "japan", "siam")
    declare(g, "japan", "ussr", "java")
    assert not g.at_war(g.t.usa)
    declare(g, "japan", "bnl")
    assert at_war(g, "japan", "usa")


@pytest.mark.rule("blitzkrieg_general", "TT18")
@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_a_usa_on_the_side_of_japan_is_not_brought_in_and_binds_nobody() -> None:
    g = position(wars=WEST, sides={"usa": "axis"})
    assert barred(g, "be", "japan") == ""
    declare(g, "japan", "be")
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT16R")
def test_who_else_enters_indochine_does_not_bring_in_the_usa() -> None:
    g = position(wars=WEST, control={"indochine": "neutral"})
    declare(g, "be", "neutral", "indochine")
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT18")
def test_a_german_attack_on_the_benelux_does_not_bring_in_the_usa() -> None:
    g = position(wars=WEST)
    declare(g, "germany", "bnl", "bnl")
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_an_attack_on_what_is_held_in_trust_is_one_on_the_usa() -> None:
    g = position(wars=WEST, control={"java": "usa_trust"}, conquered=["bnl"], memory={"trust": 1})
    assert status(g, "japan", "java") == NEUTRAL_OPEN
    assert status(g, "be", "java") == CLOSED
    declare(g, "japan", "usa_trust", "java")
    assert at_war(g, "japan", "usa")
    assert status(g, "japan", "java") == ENEMY
    assert status(g, "usa", "java") == FRIENDLY
    assert economy.value(g, space(g, "java")) == 0


@pytest.mark.rule("blitzkrieg_general", "TT16")
@pytest.mark.rule("blitzkrieg_general", "TT17")
def test_in_the_basic_game_japan_may_occupy_indochine_after_the_fall_of_france() -> None:
    g = position(mode="basic", wars=WEST, conquered=["france"], control={"indochine": "neutral"})
    declare(g, "japan", "neutral", "indochine")
    assert status(g, "japan", "indochine") == ENEMY
    assert not g.at_war(g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "TT18")
@pytest.mark.rule("blitzkrieg_general", "TT16R")
def test_in_the_advanced_game_an_attack_on_indochine_without_the_card_brings_in_the_usa() -> None:
    g = position(
        wars=WEST, conquered=["france"], control={"indochine": "neutral", "new_caledonia": "neutral"}
    )
    declare(g, "japan", "neutral", "new_caledonia")
    assert not g.at_war(g.t.usa)
    assert g.us_level == 1
    relations.intrude(g, g.t.japan, space(g, "indochine"))
    assert at_war(g, "japan", "usa")


@pytest.mark.rule("blitzkrieg_general", "CV5")
def test_an_attack_on_vichy_is_one_on_a_neutral_and_gives_it_a_handler() -> None:
    g = position(wars=[*WEST, ("italy", "be")], control={"algeria": "vichy", "syria": "vichy"})
    g.us_level = 5
    declare(g, "be", "vichy", "syria")
    assert g.us_level == 4
    assert g.manager[g.t.vichy] == g.t.italy
    assert status(g, "be", "algeria") == ENEMY
    # It stacks with nobody. [CV6]
    assert status(g, "italy", "algeria") == CLOSED
    assert status(g, "germany", "algeria") == CLOSED
    # Another attack on it is not one on its handler.
    assert barred(g, "ussr", "vichy") == ""
    g = position(wars=WEST, control={"algeria": "vichy"})
    declare(g, "germany", "vichy", "algeria")
    assert g.manager[g.t.vichy] == g.t.be


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_an_attack_on_a_minor_of_a_neutral_power_is_one_on_that_power() -> None:
    g = position(wars=WEST)
    relations.join(g, country(g, "afghanistan"), g.t.ussr)
    assert not g.at_war(country(g, "afghanistan"))
    assert economy.production(g, g.t.ussr) == 11 + economy.value(g, space(g, "afghanistan"))
    declare(g, "japan", "afghanistan")
    assert at_war(g, "japan", "ussr") and at_war(g, "japan", "afghanistan")


def test_a_new_war_is_told_once() -> None:
    g = position(wars=[*WEST, ("italy", "be"), ("italy", "france")])
    declare(g, "germany", "ussr")
    told = [line for line in log(g).splitlines() if "war" in line and "entry level" not in line]
    assert told == ["Germany declares war on USSR.", "Italy is at war with USSR."]
    g = position(wars=WEST)
    declare(g, "ussr", "spain")
    assert log(g).count("USSR enters the war.") == 1
    g = position(wars=WEST)
    relations.join(g, country(g, "afghanistan"), g.t.ussr)
    declare(g, "japan", "afghanistan")
    assert "Japan declares war on Afghanistan, which means war with USSR." in log(g)
    assert "Japan is at war with" not in log(g)


@pytest.mark.rule("blitzkrieg_general", "CN3")
def test_the_japanese_navy_is_free_again_when_the_ussr_attacks() -> None:
    g = position(wars=WEST, in_effect={"japanese_navy": "japan"})
    declare(g, "ussr", "japan")
    assert g.card_at[card_of(g, "japanese_navy")] == const.OUT
    more = [*WEST, ("usa", "japan")]
    for who, whom in (("japan", "ussr"), ("be", "japan"), ("ussr", "germany")):
        g = position(wars=more, in_effect={"japanese_navy": "japan", "ussr_declares_war": "ussr"})
        declare(g, who, whom)
        assert g.card_at[card_of(g, "japanese_navy")] == const.IN_EFFECT
    g = position(wars=WEST)
    declare(g, "ussr", "japan")
    assert card_of(g, "japanese_navy") in g.deck
    assert g.card_at[card_of(g, "japanese_navy")] == const.IN_DECK


# --- deliveries


@pytest.mark.rule("blitzkrieg_general", "B7.3.4z")
@pytest.mark.rule("blitzkrieg_general", "TT5")
@pytest.mark.rule("blitzkrieg_general", "TT4")
@pytest.mark.rule("blitzkrieg_general", "B7.3.4za")
def test_deliveries_end_with_a_war_or_an_alliance() -> None:
    g = position(set_up=True)
    declare(g, "germany", "ussr")
    left = [g.t.delivery_id[d] for d in range(len(g.t.delivery_id)) if g.deliveries >> d & 1]
    assert left == ["sweden_germany", "usa_japan"]


@pytest.mark.rule("blitzkrieg_general", "TT8AD")
@pytest.mark.rule("blitzkrieg_general", "TT3")
def test_a_minor_that_joins_the_enemy_delivers_no_more() -> None:
    g = position(set_up=True)
    relations.join(g, country(g, "sweden"), g.t.be)
    assert not g.deliveries >> g.t.delivery_index["sweden_germany"] & 1
    assert g.deliveries >> g.t.delivery_index["romania_germany"] & 1


@pytest.mark.rule("blitzkrieg_general", "TT2")
@pytest.mark.rule("blitzkrieg_general", "TT2R")
def test_the_american_delivery_ends_with_the_war() -> None:
    g = position(set_up=True)
    declare(g, "japan", "usa")
    assert not g.deliveries >> g.t.delivery_index["usa_japan"] & 1


# --- joining, peace


@pytest.mark.rule("blitzkrieg_general", "TT1")
@pytest.mark.rule("blitzkrieg_general", "CA4")
def test_a_minor_that_joins_shares_the_wars_of_its_manager() -> None:
    g = position(wars=WEST, units={"aside": "spa_inf_3, spa_arm_2"})
    relations.join(g, country(g, "spain"), g.t.germany)
    assert at_war(g, "spain", "be") and at_war(g, "spain", "france")
    assert not at_war(g, "spain", "china")
    assert status(g, "germany", "northern_spain") == FRIENDLY
    assert units_at(g, "southern_spain") == "spa_arm_2"


@pytest.mark.rule("blitzkrieg_general", "TT18")
@pytest.mark.rule("blitzkrieg_general", "TT14")
def test_a_coup_in_the_benelux_leaves_its_islands_out() -> None:
    g = position(wars=WEST, control={"timor": "japan"})
    relations.join(g, g.t.bnl, g.t.germany)
    assert g.control[space(g, "bnl")] == g.t.bnl
    assert g.control[space(g, "java")] == g.t.nobody
    assert g.control[space(g, "timor")] == g.t.japan
    relations.declare(g, g.t.japan, g.t.nobody, space(g, "java"))
    assert at_war(g, "japan", "usa")


@pytest.mark.rule("blitzkrieg_general", "A8.2b")
@pytest.mark.rule("blitzkrieg_general", "CP2")
def test_japan_and_the_ussr_at_peace_keep_out_of_the_areas_of_each_others_enemies() -> None:
    both = [("japan", "china"), ("japan", "usa"), ("germany", "ussr"), ("germany", "usa"), ("japan", "ussr")]
    g = position(wars=both, dice=[1, 1])
    assert status(g, "ussr", "chentu") == FRIENDLY
    assert status(g, "japan", "prussia") == FRIENDLY
    peace.begin(g, g.t.ussr)
    assert not g.enemy(g.t.japan, g.t.ussr) and not g.enemy(g.t.ussr, g.t.japan)
    assert status(g, "ussr", "chentu") == CLOSED
    assert status(g, "china", "irkutsk") == CLOSED
    assert status(g, "japan", "prussia") == CLOSED
    assert status(g, "usa", "moscow") == CLOSED
    wars.end_peace(g)
    assert status(g, "usa", "moscow") == FRIENDLY and status(g, "japan", "prussia") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "A8.2b")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_who_was_never_at_war_with_japan_is_not_neutral_again(mode: str) -> None:
    # The restriction comes with a peace: that Britain fights Japan does not part it from the USSR.
    g = position(mode=mode, wars=[("germany", "be"), ("germany", "ussr"), ("japan", "be")])
    assert status(g, "be", "moscow") == FRIENDLY
    assert status(g, "ussr", "calcutta") == FRIENDLY
    assert status(g, "japan", "prussia") == FRIENDLY


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
@pytest.mark.rule("blitzkrieg_general", "A8.2b")
def test_a_new_war_of_a_friend_expels_at_once_whoever_the_peace_binds() -> None:
    before = [("germany", "be"), ("germany", "ussr"), ("japan", "china")]
    for way in ("entry", "attack"):
        g = position(
            turn="2/1942",
            wars=before,
            units={"calcutta": "sov_inf_3_r, be_inf_3", "usbekistan": "be_air_2"},
            memory={"peace": 1, "peace_until": 9999, "us_level": 20},
        )
        assert g.friend(g.t.ussr, g.t.be)
        if way == "entry":
            answer(begin(g, UsEntry(1)), "button:declare")
        else:
            declare(g, "japan", "be")
        assert at_war(g, "japan", "be") and not g.friend(g.t.ussr, g.t.be)
        while not idle(g):
            assert prompt(g).rule == "A8.2a"
            answer(g, sorted(offered(g))[0])
        assert units_at(g, "calcutta") == "be_inf_3"
        assert units_at(g, "usbekistan") in ("", "sov_inf_3_r")


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_who_attacks_an_enemy_stays_there_when_others_make_peace() -> None:
    g = position(
        wars=[("japan", "china"), ("japan", "ussr")],
        units={"canton": "chi_inf_2, jap_inf_3", "manchuria": "sov_inf_3_r"},
        dice=[1, 1],
    )
    peace.begin(g, g.t.japan)
    go_on(g)
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "canton") == "chi_inf_2, jap_inf_3"
    assert units_at(g, "manchuria") == ""


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_who_may_not_stand_on_the_ground_of_a_new_holder_leaves_at_once() -> None:
    # Normandy falls to Britain, at war with Japan; the peace binds the Soviet aircraft there.
    g = position(
        wars=[("germany", "be"), ("germany", "ussr"), ("japan", "be"), ("germany", "usa"), ("usa", "japan")],
        units={"normandy": "be_inf_3, sov_air_3_r", "paris": "fra_inf_3"},
        control={"normandy": "germany"},
        memory={"peace": 1},
    )
    control.hand_over(g, space(g, "normandy"), g.t.be, "B6.4b")
    go_on(g)
    while not idle(g):
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "normandy") == "be_inf_3"


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
@pytest.mark.rule("blitzkrieg_general", "CP2")
def test_trespassers_go_to_the_nearest_friendly_area() -> None:
    both = [("japan", "china"), ("japan", "ussr")]
    g = position(wars=both, units={"manchuria": "sov_inf_3_r", "vladivostok": "sov_inf_2_o"}, players=8)
    relations.make_peace(g, g.t.japan, g.t.ussr)
    go_on(g)
    near = {
        f"area:{g.t.space_id[a]}" for a in g.t.land_near[space(g, "manchuria")] if g.control[a] == g.t.ussr
    }
    assert len(near) > 1
    assert g.seats() == (g.seat_of[g.t.ussr],)
    assert offered(g) == near
    assert prompt(g).rule == "A8.2a"
    assert refused(g, "area:moscow").rule == "A8.2a"
    answer(g, "area:vladivostok")
    assert units_at(g, "vladivostok") == "sov_inf_2_o, sov_inf_3_r"
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_what_a_relocated_unit_was_doing_is_over() -> None:
    g = position(wars=[("japan", "ussr")], units={"manchuria": "sov_air_1_o"})
    unit = unit_at(g, "manchuria", "sov_air_1_o")
    g.mark(unit, const.FLYING)
    g.came[unit] = g.target[unit] = 3
    relations.make_peace(g, g.t.japan, g.t.ussr)
    answer(go_on(g), "area:vladivostok")
    assert not g.cond[unit] & const.FLYING
    assert g.came[unit] == g.target[unit] == const.NONE


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_when_room_runs_out_the_next_unit_goes_elsewhere() -> None:
    # Two units leave Cyreneica; Matruh has room for one, the other has to go further.
    g = position(
        wars=[("italy", "be")],
        units={"matruh": "2 be_inf_3", "cyreneica": "2 be_inf_2"},
        control={"matruh": "be", "cyreneica": "neutral", "alexandria": "italy"},
    )
    relocation.evict(g, [space(g, "cyreneica")])
    go_on(g)
    while not idle(g):
        answer(g, sorted(offered(g))[-1])
    assert units_at(g, "cyreneica") == ""
    assert len(g.at[space(g, "matruh")]) <= 3


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_a_unit_without_any_friendly_area_is_eliminated() -> None:
    g = position(units={"paris": "nor_inf_2"}, control={"norway": "germany"})
    unit = unit_at(g, "paris", "nor_inf_2")
    relocation.relocate(g, unit)
    assert g.place[unit] == -1


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_a_relocated_unit_finds_only_areas_with_room() -> None:
    for there, free in ("be_inf_3, be_inf_2", True), ("2 be_inf_3, be_inf_2", False):
        g = position(
            wars=[("italy", "be")],
            units={"matruh": there, "cyreneica": "be_inf_2"},
            control={"matruh": "be", "cyreneica": "neutral"},
        )
        unit = unit_at(g, "cyreneica", "be_inf_2")
        found = relocation.nearest(g, unit, space(g, "cyreneica"))
        assert (space(g, "matruh") in found) == free
        assert found


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_a_relocated_unit_does_not_go_among_enemies() -> None:
    g = position(
        wars=[("italy", "be")],
        units={"matruh": "ita_inf_2", "cyreneica": "be_inf_2"},
        control={"matruh": "be", "cyreneica": "neutral"},
    )
    found = relocation.nearest(g, unit_at(g, "cyreneica", "be_inf_2"), space(g, "cyreneica"))
    assert found and space(g, "matruh") not in found


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_a_load_put_ashore_stays_there_when_the_other_shore_fills_up() -> None:
    g = position(units={"timor_sea": "be_conv [be_inf_2]"}, control={"darwin": "be", "timor": "be"})
    unit = unit_at(g, "timor_sea", "be_inf_2")
    relocation.relocate(g, unit)
    first = g.place[unit]
    other = space(g, "timor") if first == space(g, "darwin") else space(g, "darwin")
    assert g.carrier[unit] == const.NONE and first in (space(g, "darwin"), space(g, "timor"))
    kind = g.t.type_index["be_inf_3"]
    for _ in range(3):
        g.put(g.free_unit(kind), other)
    go_on(g)
    assert idle(g)
    assert g.place[unit] == first


# --- alliances of one's own


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_with_other_alliances_wars_and_bundles_follow_the_new_sides() -> None:
    sides = {"france": "axis", "germany": "allies"}
    g = position(set_up=True, options=const.FREE_ALLIANCES, sides=sides)
    assert at_war(g, "germany", "france")
    assert not at_war(g, "germany", "be")
    assert not at_war(g, "be", "france")
    assert barred(g, "germany", "be") == "B8.4m"
    assert barred(g, "france", "be") == ""
    g = position(wars=[("france", "germany")], options=const.FREE_ALLIANCES, sides=sides)
    declare(g, "france", "spain")
    assert g.side_of(country(g, "spain")) == const.ALLIES
