"""Reinforcements: where units are placed, who places them, what waits, what merges."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import (
    ALLIES,
    CHART,
    FLIPPED,
    HQ_ABOARD,
    ISOLATED_AREAS,
    MERGING,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy.reinforcements import Place, Reinforcements
from sandtable.games.blitzkrieg_general.testing import country, position, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

NOW = "chart 4/1939"
TURN = "4/1939"


def put(g: Board, type_id: str, place: str) -> None:
    """Place a unit of the chart."""
    answers(g, f"unit:{type_id}#{g.t.unit_number[unit_at(g, 'chart', type_id)]}", place)


def due(g: Board, type_id: str) -> str:
    """The key of a unit on the chart."""
    return f"unit:{type_id}#{g.t.unit_number[unit_at(g, 'chart', type_id)]}"


@pytest.mark.rule("blitzkrieg_general", "B5.2")
@pytest.mark.rule("blitzkrieg_general", "B5.2a")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_major_places_in_home_areas_with_production(mode: str) -> None:
    g = position(
        mode=mode,
        turn=TURN,
        wars=[("japan", "china"), ("japan", "ussr")],
        units={NOW: "sov_inf_2_o, jap_air_2", "chart 1/1940": "ger_inf_4"},
        control={"moscow": "japan"},
    )
    begin(g, Reinforcements())
    put(g, "jap_air_2", "area:northern_japan")
    answer(g, due(g, "sov_inf_2_o"))
    spots = offered(g)
    assert "area:leningrad" in spots and "area:moscow" not in spots and "area:smolensk" not in spots
    assert prompt(g).rule == "B5.2"
    assert refused(g, "area:moscow").rule == "B5.2a"
    assert refused(g, "area:smolensk").text == "Smolensk has no production."
    assert refused(g, "zone:black_sea").rule == "B5.2a"
    assert refused(g, "button:yes").rule == "B5.2"
    answer(g, "area:leningrad")
    assert idle(g) and units_at(g, "leningrad") == "sov_inf_2_o"
    assert "Soviet infantry 2 (orange) is placed in Leningrad" in log(g)
    assert g.place[unit_at(g, "chart", "ger_inf_4")] == CHART  # not due yet


@pytest.mark.rule("blitzkrieg_general", "B5.2e")
@pytest.mark.rule("blitzkrieg_general", "A5.2")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_the_example_of_manchuria(mode: str) -> None:
    g = position(mode=mode, turn=TURN, units={NOW: "jap_inf_2"})
    begin(g, Reinforcements())
    answer(g, due(g, "jap_inf_2"))
    assert offered(g) == {"area:southern_japan", "area:northern_japan"}
    assert refused(g, "area:manchuria").rule == "B5.2e"


@pytest.mark.rule("blitzkrieg_general", "B5.2b")
def test_a_minor_places_anywhere_at_home() -> None:
    g = position(
        turn=TURN,
        wars=[("germany", "poland")],
        managers={"poland": "be"},
        units={NOW: "pol_inf_2"},
        control={"western_poland": "germany"},
    )
    begin(g, Reinforcements())
    assert g.seats() == (g.seat(country(g, "be")),)
    answer(g, due(g, "pol_inf_2"))
    assert offered(g) == {"area:east_poland", "area:lwow"}  # without production
    assert refused(g, "area:western_poland").rule == "B5.2a"


@pytest.mark.rule("blitzkrieg_general", "B5.2c")
@pytest.mark.rule("blitzkrieg_general", "B5.2d")
def test_ships_avoid_enemy_ships_if_they_can() -> None:
    wars = [("germany", "be")]
    g = position(turn=TURN, wars=wars, units={NOW: "ger_sub_2"})
    begin(g, Reinforcements())
    answer(g, due(g, "ger_sub_2"))
    assert offered(g) == {"zone:skagerrak", "zone:north_sea", "zone:baltic_sea"}
    assert refused(g, "zone:channel").rule == "B5.2c"
    assert refused(g, "area:prussia").rule == "B5.2c"
    g = position(
        turn=TURN, wars=wars, units={NOW: "ger_sub_2", "skagerrak": "be_sub_2", "north_sea": "usa_tf_4"}
    )
    begin(g, Reinforcements())
    answer(g, due(g, "ger_sub_2"))
    assert offered(g) == {"zone:north_sea", "zone:baltic_sea"}  # the USA is not an enemy
    assert refused(g, "zone:skagerrak").rule == "B5.2d"
    enemies = {"skagerrak": "be_conv", "north_sea": "be_tf_4", "baltic_sea": "be_sub_2"}
    g = position(turn=TURN, wars=wars, units={NOW: "ger_sub_2", **enemies})
    begin(g, Reinforcements())
    answer(g, due(g, "ger_sub_2"))
    assert offered(g) == {"zone:skagerrak", "zone:north_sea", "zone:baltic_sea"}


@pytest.mark.rule("blitzkrieg_general", "B5.2c")
def test_ships_need_a_home_area_that_is_controlled() -> None:
    g = position(
        turn=TURN,
        wars=[("germany", "be")],
        units={NOW: "ger_conv"},
        control={"western_germany": "be"},
    )
    begin(g, Reinforcements())
    assert idle(g) and units_at(g, "baltic_sea") == "ger_conv"  # the only one: Prussia's coast


@pytest.mark.rule("blitzkrieg_general", "B5.2f")
def test_in_the_basic_game_british_units_go_to_any_home() -> None:
    g = position(mode="basic", turn=TURN, units={NOW: "be_inf_3_a"})
    begin(g, Reinforcements())
    answer(g, due(g, "be_inf_3_a"))
    assert {
        "area:england",
        "area:sydney",
        "area:calcutta",
        "area:canada_east",
        "area:south_africa",
    } <= offered(g)
    assert "area:gibraltar" not in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A5.2a")
@pytest.mark.parametrize(
    ("type_id", "places"),
    [
        ("be_inf_3", {"area:england", "area:scotland"}),
        ("be_inf_2_c", {"area:canada_east", "area:canada_west"}),
        ("be_inf_3_i", {"area:calcutta", "area:bombay"}),
        ("be_inf_3_a", {"area:sydney", "area:perth"}),
    ],
)
def test_british_units_go_by_their_letters(type_id: str, places: set[str]) -> None:
    g = position(turn=TURN, units={NOW: type_id})
    begin(g, Reinforcements())
    answer(g, due(g, type_id))
    assert offered(g) == places
    other = "area:sydney" if type_id != "be_inf_3_a" else "area:england"
    assert refused(g, other).rule == "A5.2a"


@pytest.mark.rule("blitzkrieg_general", "A5.2a")
def test_a_unit_with_one_place_is_placed_without_a_question() -> None:
    g = begin(position(turn=TURN, units={NOW: "be_inf_3_sa"}), Reinforcements())
    assert idle(g) and units_at(g, "south_africa") == "be_inf_3_sa"


@pytest.mark.rule("blitzkrieg_general", "A5.2")
@pytest.mark.rule("blitzkrieg_general", "A5.2a")
@pytest.mark.rule("blitzkrieg_general", "B5.2c")
@pytest.mark.rule("blitzkrieg_general", "S41l")
def test_the_example_of_1941() -> None:
    g = begin(position("s1941", set_up=True, players=1), Reinforcements())
    wanted = {
        "usa_conv": "zone:american_west_coast",
        "be_inf_2_c": "area:canada_east",
        "be_inf_3": "area:england",
        "be_air_2": "area:england",
        "be_tf_2": "zone:scandinavian_sea",
        "chi_inf_2": "area:wuhan",
        "ger_inf_3": "area:prussia",
        "ita_inf_2": "area:northern_italy",
        "ita_conv": "zone:adria",
        "jap_inf_2": "area:southern_japan",
        "jap_air_3": "area:southern_japan",
    }
    for type_id, place in wanted.items():
        put(g, type_id, place)
    assert idle(g) or all(g.due[u] > g.turn for u in range(g.t.n_units) if g.place[u] == CHART)


@pytest.mark.rule("blitzkrieg_general", "S39")
def test_nothing_arrives_in_the_first_quarter_of_1939() -> None:
    for mode in ("basic", "advanced"):
        g = begin(position(mode=mode, set_up=True), Reinforcements())
        assert idle(g) and not log(g)


@pytest.mark.rule("blitzkrieg_general", "S39n")
@pytest.mark.rule("blitzkrieg_general", "B5.2")
def test_units_keep_their_face() -> None:
    g = begin(position(turn=TURN, units={NOW: "ger_tf_3 back"}), Reinforcements())
    put(g, "ger_tf_3", "zone:baltic_sea")
    assert units_at(g, "baltic_sea") == "ger_tf_3 back"


@pytest.mark.rule("blitzkrieg_general", "B5.2g")
def test_placing_is_compulsory_and_only_without_a_place_a_unit_waits() -> None:
    lost = {"northern_italy": "be", "southern_italy": "be"}
    g = position(
        turn=TURN, wars=[("italy", "be")], units={NOW: "ita_inf_2, ger_inf_2, ger_arm_4"}, control=lost
    )
    begin(g, Reinforcements())
    assert offered(g) == {due(g, "ger_inf_2"), due(g, "ger_arm_4")}
    assert refused(g, "button:done").rule == "B5.2g"
    assert refused(g, due(g, "ita_inf_2")).rule == "B5.2g"
    put(g, "ger_inf_2", "area:prussia")
    assert "Where is German armor 4 placed?" in prompt(g).text  # all that is left
    put(g, "ger_arm_4", "area:prussia")
    assert idle(g)
    assert g.due[unit_at(g, "chart", "ita_inf_2")] == g.turn + 1
    assert "waits until 1/1940" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B5.2")
def test_the_seats_place_in_turn() -> None:
    units = {
        NOW: "ger_inf_2, jap_inf_2, fra_inf_2, fra_air_2",
        "chart 1/1940": "ger_air_4",
        "paris": "fra_inf_3",
    }
    g = position(players=8, turn=TURN, units=units, memory={"first": ALLIES})
    begin(g, Reinforcements())
    assert g.seats() == (country(g, "france"),)
    assert refused(g, due(g, "ger_inf_2")).text == "Another player places it."
    assert refused(g, due(g, "ger_air_4")).text == "It arrives in 1/1940."
    assert refused(g, "unit:fra_inf_3@paris").text == "It is on the map already."
    assert refused(g, "area:paris").rule == "B5.2"
    pool = f"unit:ger_inf_4#{g.t.unit_number[unit_at(g, 'pool', 'ger_inf_4')]}"
    assert refused(g, pool).text == "It is not on the production chart."
    put(g, "fra_inf_2", "area:paris")
    put(g, "fra_air_2", "area:paris")
    assert g.seats() == (country(g, "germany"),)
    put(g, "ger_inf_2", "area:prussia")
    assert g.seats() == (country(g, "japan"),)
    g = position(mode="basic", players=8, turn=TURN, units=units, memory={"first": ALLIES})
    begin(g, Reinforcements())
    assert g.seats() == (country(g, "germany"),)


@pytest.mark.rule("blitzkrieg_general", "B5.2")
def test_a_naval_hq_may_go_aboard() -> None:
    units = {
        NOW: "jap_hq_yamamoto",
        "japanese_east_coast": "jap_conv, jap_tf_4, jap_sub_2",
        "chinese_sea": "jap_conv back",
    }
    g = begin(position(turn=TURN, units=units), Reinforcements())
    answer(g, due(g, "jap_hq_yamamoto"))
    spots = {"area:southern_japan", "area:northern_japan"}
    assert offered(g) == spots | {"unit:jap_conv@japanese_east_coast"}
    assert refused(g, "unit:jap_sub_2@japanese_east_coast").rule == "A5.2"
    answer(g, "unit:jap_conv@japanese_east_coast")
    assert "jap_conv [jap_hq_yamamoto]" in units_at(g, "japanese_east_coast")
    assert g.land[g.t.zone_index["japanese_east_coast"]] == 0
    g = begin(position(turn=TURN, units=units, options=HQ_ABOARD), Reinforcements())
    answer(g, due(g, "jap_hq_yamamoto"))
    assert "unit:jap_tf_4@japanese_east_coast" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "B5.2")
def test_free_french_units_are_placed_by_who_paid() -> None:
    g = position(turn=TURN, conquered=["france"], units={NOW: "fra_inf_3_f"}, serves={NOW: "be"})
    begin(g, Reinforcements())
    answer(g, due(g, "fra_inf_3_f"))
    assert offered(g) == {"area:england", "area:scotland"}
    answer(g, "area:england")
    assert g.serves[unit_at(g, "england", "fra_inf_3_f")] == country(g, "be")


@pytest.mark.rule("blitzkrieg_general", "CV3")
@pytest.mark.rule("blitzkrieg_general", "CV5")
def test_vichy_units_are_placed_by_italy_or_germany() -> None:
    held = {"vichy": "vichy", "algeria": "vichy"}
    setup = {
        "turn": TURN,
        "players": 8,
        "units": {NOW: "fra_inf_3_v"},
        "serves": {NOW: "vichy"},
        "control": held,
    }
    g = begin(position(conquered=["france"], **setup), Reinforcements())  # type: ignore[arg-type]
    assert g.seats() == (country(g, "italy"),)
    answer(g, due(g, "fra_inf_3_v"))
    assert offered(g) == {"area:vichy", "area:algeria"}
    g = begin(position(conquered=["france", "italy"], **setup), Reinforcements())  # type: ignore[arg-type]
    assert g.seats() == (country(g, "germany"),)


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
@pytest.mark.rule("blitzkrieg_general", "B5.2g")
def test_limits_hold_for_reinforcements() -> None:
    lost = {"sydney": "japan"}
    wars = [("japan", "be")]
    units = {"perth": "2 be_inf_3", NOW: "be_inf_3_a, be_inf_2_a"}
    g = begin(position(turn=TURN, wars=wars, units=units, control=lost), Reinforcements())
    # The desert has room for one of two: which is a decision.
    assert offered(g) == {due(g, "be_inf_3_a"), due(g, "be_inf_2_a")}
    answer(g, due(g, "be_inf_2_a"))
    assert idle(g) and g.due[unit_at(g, "chart", "be_inf_3_a")] == g.turn + 1
    g = begin(position(turn=TURN, units={"perth": "3 be_inf_3", NOW: "be_inf_3_a"}), Reinforcements())
    assert idle(g) and "be_inf_3_a" in units_at(g, "sydney")
    full = {"usbekistan": "3 sov_inf_2_o", NOW: "sov_inf_3_r"}
    g = begin(position(turn=TURN, units=full), Reinforcements())
    answer(g, due(g, "sov_inf_3_r"))
    assert "area:moscow" in offered(g) and "area:usbekistan" not in offered(g)
    assert refused(g, "area:usbekistan").rule == "A1.2a"


@pytest.mark.rule("blitzkrieg_general", "A9.8")
def test_isolated_areas_receive_one_unit() -> None:
    units = {NOW: "2 ger_inf_2, ger_inf_3"}
    wars = [("germany", "ussr")]
    # Nothing joins Western Germany and Austria by land any more.
    lost = dict.fromkeys(("bavaria", "prussia", "northern_italy"), "ussr")
    g = position(turn=TURN, units=units, wars=wars, control=lost, options=ISOLATED_AREAS)
    begin(g, Reinforcements())
    put(g, "ger_inf_2", "area:western_germany")
    answer(g, due(g, "ger_inf_2"))  # only Austria is left for it
    assert units_at(g, "austria") == "ger_inf_2"
    put(g, "ger_inf_3", "area:western_germany")  # it could not enter otherwise
    assert idle(g)
    g = begin(position(turn=TURN, units=units, wars=wars, control=lost), Reinforcements())
    put(g, "ger_inf_2", "area:western_germany")
    put(g, "ger_inf_2", "area:western_germany")


@pytest.mark.rule("blitzkrieg_general", "A9.8")
def test_joined_home_areas_are_not_isolated() -> None:
    units = {NOW: "2 ger_inf_2"}
    g = begin(position(turn=TURN, units=units, options=ISOLATED_AREAS), Reinforcements())
    put(g, "ger_inf_2", "area:prussia")
    put(g, "ger_inf_2", "area:prussia")
    assert idle(g)
    wars = [("germany", "ussr")]
    lost = {"western_germany": "ussr", "bavaria": "ussr", "northern_italy": "ussr"}
    g = position(
        turn=TURN, units=units, wars=wars, control={**lost, "western_poland": "ussr"}, options=ISOLATED_AREAS
    )
    begin(g, Reinforcements())
    put(g, "ger_inf_2", "area:prussia")
    # Austria and Prussia are next to each other.
    assert "area:prussia" in offered(answer(g, due(g, "ger_inf_2")))


@pytest.mark.rule("blitzkrieg_general", "A9.8")
def test_an_isolated_area_is_refused_the_second_time() -> None:
    units = {NOW: "2 be_inf_3_i, be_inf_2"}
    wars = [("japan", "be")]
    lost = {"delhi": "japan", "madras": "japan", "burma": "japan"}
    g = position(turn=TURN, units=units, wars=wars, control=lost, options=ISOLATED_AREAS)
    assert g.t.link(g.t.area_index["calcutta"], g.t.area_index["bombay"]) >= 0
    begin(g, Reinforcements())
    put(g, "be_inf_3_i", "area:calcutta")
    answer(g, due(g, "be_inf_3_i"))
    assert offered(g) == {"area:calcutta", "area:bombay"}  # these two are joined
    step = Reinforcements(2, 1, 7, 8)
    assert Reinforcements.unpack(step.pack()).pack() == [2, 1, 7, 8]
    assert Place.unpack([3, 7]).pack() == [3, 7]
    place = Place(unit_at(g, "chart", "be_inf_3_i"), g.t.area_index["bombay"])
    refusal = place.why_not(g, 1, g.ids.space + g.t.area_index["bombay"])
    assert refusal is not None and refusal.rule == "A9.8"


@pytest.mark.rule("blitzkrieg_general", "A9.3")
def test_two_reduced_units_merge() -> None:
    units = {"prussia": "3 ger_inf_3 back, ger_inf_4 back, ger_inf_4", "paris": "2 fra_inf_3 back"}
    g = begin(position(turn=TURN, units=units, options=MERGING), Reinforcements())
    assert offered(g) == {"button:done", "unit:ger_inf_3@prussia"}
    assert prompt(g).rule == "A9.3"
    assert refused(g, "unit:ger_inf_4@prussia").rule == "A9.3"
    assert refused(g, "unit:fra_inf_3@paris").text == "Only your own reduced units merge."
    answer(g, "unit:ger_inf_3@prussia")
    assert units_at(g, "prussia") == "ger_inf_3, ger_inf_3 back, ger_inf_4, ger_inf_4 back"
    assert g.seats() == (1,)  # nothing is left to merge in Germany
    answer(g, "button:done")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A9.3")
def test_without_the_option_nothing_merges() -> None:
    g = begin(position(turn=TURN, units={"prussia": "2 ger_inf_3 back"}), Reinforcements())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A3")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A1")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A2")
@pytest.mark.rule("blitzkrieg_general", "A9.3")
def test_merging_at_sea_minds_the_loads() -> None:
    row = "ger_conv back [ger_inf_3 back], ger_conv back [ger_inf_2 back]"
    g = begin(position(turn=TURN, units={"baltic_sea": row}, options=MERGING), Reinforcements())
    answer(g, "unit:ger_conv@baltic_sea")
    assert units_at(g, "baltic_sea") == "ger_conv [ger_inf_2 back, ger_inf_3 back]"
    # Reduced convoys carry no whole unit.
    row = "ger_conv back [ger_inf_3 back], ger_conv [ger_inf_3 back]"
    g = begin(position(turn=TURN, units={"baltic_sea": row}, options=MERGING), Reinforcements())
    answer(g, "unit:ger_inf_3@baltic_sea")
    assert units_at(g, "baltic_sea") == "ger_conv [ger_inf_3], ger_conv back"
    row = "ger_conv [ger_inf_3 back, ger_inf_2 back], "
    row += "ger_conv back [ger_inf_2 back], ger_conv back [ger_inf_3 back]"
    g = begin(position(turn=TURN, units={"baltic_sea": row}, options=MERGING), Reinforcements())
    assert offered(g) == {"button:done", "unit:ger_conv@baltic_sea"}


@pytest.mark.rule("blitzkrieg_general", "A9.3")
def test_a_merged_unit_may_be_followed_by_placing() -> None:
    units = {"prussia": "2 ger_inf_3 back", NOW: "ger_inf_2"}
    g = begin(position(turn=TURN, units=units, options=MERGING), Reinforcements())
    assert offered(g) == {due(g, "ger_inf_2"), "unit:ger_inf_3@prussia"}
    answer(g, "unit:ger_inf_3@prussia")
    put(g, "ger_inf_2", "area:bavaria")
    assert idle(g) and not g.cond[unit_at(g, "prussia", "ger_inf_3")] & FLIPPED


@pytest.mark.rule("blitzkrieg_general", "A9.7")
def test_railways_come_into_use() -> None:
    g = position(turn=TURN, memory={"rail_due": [0, 4 * 1939 + 3, 4, 4 * 1940]})
    begin(g, Reinforcements())
    assert g.rail[0] == 3 and g.rail[4] == 1 and g.rail_due == [4, 4 * 1940]
    assert "rail capacity of Germany rises to 3" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A3")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A1")
@pytest.mark.rule("blitzkrieg_general", "A9.3")
def test_ships_with_too_much_aboard_do_not_merge() -> None:
    row = "ger_conv back [ger_hq_guderian], ger_conv back [ger_inf_2 back]"
    g = begin(position(turn=TURN, units={"baltic_sea": row}, options=MERGING), Reinforcements())
    assert idle(g)
    row = "usa_tf_4 back [usa_hq_nimitz], usa_tf_4 back"
    units = {"american_west_coast": row}
    g = begin(position(turn=TURN, units=units, options=MERGING | HQ_ABOARD), Reinforcements())
    answer(g, "unit:usa_tf_4@american_west_coast")
    assert units_at(g, "american_west_coast") == "usa_tf_4 [usa_hq_nimitz]"
    row = "jap_tf_4 back [jap_hq_yamamoto], jap_tf_4 back [jap_inf_2 back]"
    g = begin(position(turn=TURN, units={"chinese_sea": row}, options=MERGING | HQ_ABOARD), Reinforcements())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A9.8")
def test_who_gets_the_one_place_of_an_isolated_area_is_a_decision() -> None:
    units = {NOW: "jap_inf_3, jap_inf_2"}
    lost = {"northern_japan": "ussr"}
    g = position(turn=TURN, wars=[("japan", "ussr")], units=units, control=lost, options=ISOLATED_AREAS)
    begin(g, Reinforcements())
    assert offered(g) == {due(g, "jap_inf_3"), due(g, "jap_inf_2")}
    answer(g, due(g, "jap_inf_2"))
    assert idle(g) and units_at(g, "southern_japan") == "jap_inf_2, jap_inf_3"  # there is no other way in
