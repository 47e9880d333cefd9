"""Marches of land units, double range, declarations of war, the movement phase. [B6.1] [A6.4]"""

from typing import Any

import pytest

from sandtable.engine.choice import DONE
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import air_missions
from sandtable.games.blitzkrieg_general.rules.movement.exploitation import Exploit
from sandtable.games.blitzkrieg_general.rules.movement.land_movement import March
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.testing import holder, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    begin,
    idle,
    log,
    offered,
    prompt,
    refused,
)

WARS = [("germany", "poland"), ("germany", "france"), ("germany", "be")]
BOTH = pytest.mark.parametrize("mode", ["basic", "advanced"])


def war(units: dict[str, str], mode: str = "advanced", side: str = "axis", **more: Any) -> Board:
    """The Germans against Poland, France and the British Empire, with these units, in the movement phase."""
    given: dict[str, Any] = {"wars": WARS, "managers": {"poland": "be"}, **more}
    return begin(position(mode=mode, side=side, phase=const.MOVE, units=units, **given), Move())


def battles(g: Board) -> set[str]:
    """The spaces that are attacked."""
    return {g.t.space_id[s] for s in g.battles}


# --- how far


@pytest.mark.rule("blitzkrieg_general", "B6.1.1c")
@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.1")
@pytest.mark.rule("blitzkrieg_general", "B6.1")
@pytest.mark.rule("blitzkrieg_general", "A6.2-4")
def test_infantry_enters_one_enemy_area_and_armor_two(mode: str) -> None:
    g = war({"prussia": "ger_inf_4, ger_arm_5, ger_hq_guderian", "paris": "fra_inf_3"}, mode)
    answers(g, "unit:ger_inf_4@prussia", "area:western_poland")
    assert not isinstance(g.agenda[-1], March)  # the infantry is done at once
    answers(g, "unit:ger_arm_5@prussia", "area:western_poland")
    assert "area:east_poland" in offered(g)
    answer(g, "area:east_poland")
    assert offered(g) == {"button:done", "unit:ger_hq_guderian@prussia"}
    assert units_at(g, "east_poland") == "ger_arm_5"
    answers(g, "unit:ger_hq_guderian@prussia", "area:western_poland", "area:lwow")
    assert units_at(g, "lwow") == "ger_hq_guderian"


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1a")
@pytest.mark.rule("blitzkrieg_general", "A6.2-4")
def test_areas_that_touch_at_a_corner_are_not_adjacent(mode: str) -> None:
    g = war({"voronesh": "sov_inf_3_r"}, mode, "allies")
    answer(g, "unit:sov_inf_3_r@voronesh")
    assert "area:kharkov" not in offered(g)
    assert refused(g, "area:kharkov").rule == "B6.1a"


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1a")
def test_a_unit_may_move_less_than_its_range(mode: str) -> None:
    g = war({"prussia": "ger_arm_5"}, mode)
    answer(g, "unit:ger_arm_5@prussia")
    assert "button:stop" not in offered(g)  # it has not moved
    assert refused(g, "button:stop").rule == "B6.1.1a"
    answers(g, "area:western_poland", "button:stop")
    assert units_at(g, "western_poland") == "ger_arm_5"
    assert idle(g)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1b")
def test_each_unit_moves_once_in_a_phase(mode: str) -> None:
    g = war({"prussia": "ger_inf_4, ger_arm_5"}, mode)
    answers(g, "unit:ger_inf_4@prussia", "area:bavaria", "button:stop")
    assert "unit:ger_inf_4@bavaria" not in offered(g)
    assert refused(g, "unit:ger_inf_4@bavaria").rule == "B6.1.1b"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A7")
def test_who_was_put_ashore_has_no_movement_left() -> None:
    g = position(phase=const.MOVE, units={"prussia": "ger_inf_4, ger_inf_3"}, wars=WARS)
    g.mark(unit_at(g, "prussia", "ger_inf_3"), const.LANDED)
    begin(g, Move())
    assert offered(g) == {"button:done", "unit:ger_inf_4@prussia"}
    assert refused(g, "unit:ger_inf_3@prussia").rule == "B6.1.3A7"


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1c")
def test_armor_takes_an_empty_enemy_area_and_goes_on(mode: str) -> None:
    g = war({"prussia": "ger_arm_5", "east_poland": "pol_inf_2"}, mode)
    answers(g, "unit:ger_arm_5@prussia", "area:western_poland")
    assert holder(g, "western_poland") == "germany"  # also where it only passes [R8]
    answer(g, "area:east_poland")
    assert holder(g, "western_poland") == "germany"
    assert holder(g, "east_poland") == "poland"
    assert battles(g) == {"east_poland"}


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
@pytest.mark.rule("blitzkrieg_general", "A6.4")
def test_entering_an_area_with_enemy_units_is_an_attack_and_ends_the_move(mode: str) -> None:
    g = war({"prussia": "ger_arm_5", "western_poland": "pol_air_2"}, mode)
    answers(g, "unit:ger_arm_5@prussia", "area:western_poland")
    assert idle(g)
    assert battles(g) == {"western_poland"}
    assert holder(g, "western_poland") == "poland"
    assert "attacks" in log(g)
    assert g.came[unit_at(g, "western_poland", "ger_arm_5")] == g.t.link(
        space(g, "prussia"), space(g, "western_poland")
    )


# --- double range


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.2")
def test_the_infantry_of_manchuria_reaches_shanghai(mode: str) -> None:
    """T1.6.1.axis: two areas, no enemy area on the way."""
    china: dict[str, Any] = {
        "control": {"peking": "japan", "shanghai": "japan"},
        "wars": [("japan", "china")],
    }
    g = war({"manchuria": "jap_inf_4"}, mode, **china)
    answers(g, "unit:jap_inf_4@manchuria", "area:peking")
    assert offered(g) == {"button:stop", "area:shanghai"}  # not back, which would only undo the step
    assert refused(g, "area:manchuria").rule == "B6.1.1a"
    answer(g, "area:shanghai")
    unit = unit_at(g, "shanghai", "jap_inf_4")
    assert g.cond[unit] & const.DOUBLE
    assert idle(g)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.2a")
@pytest.mark.rule("blitzkrieg_general", "A6.4.2")
def test_double_range_ends_in_no_enemy_area(mode: str) -> None:
    g = war({"bavaria": "ger_inf_4", "austria": "ger_arm_5"}, mode)
    answers(g, "unit:ger_inf_4@bavaria", "area:prussia")
    assert "area:western_poland" not in offered(g)
    assert refused(g, "area:western_poland").rule == "B6.1.2"
    answer(g, "button:stop")
    assert not g.cond[unit_at(g, "prussia", "ger_inf_4")] & const.DOUBLE


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.2")
def test_armor_that_has_touched_an_enemy_area_has_single_range(mode: str) -> None:
    g = war({"prussia": "ger_arm_5"}, mode)
    answers(g, "unit:ger_arm_5@prussia", "area:western_poland", "area:prussia")
    assert idle(g)  # two areas, the first of them the enemy's; it may come back from there
    assert holder(g, "western_poland") == "germany"
    g = war({"prussia": "ger_arm_5"}, mode)
    answers(g, "unit:ger_arm_5@prussia", "area:bavaria", "area:western_germany", "area:prussia")
    assert "area:austria" in offered(g)  # a fourth area
    answer(g, "area:austria")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
def test_double_range_does_not_start_in_an_enemy_area() -> None:
    g = war({"western_poland": "ger_inf_4"})
    answers(g, "unit:ger_inf_4@western_poland", "area:prussia")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
def test_the_infantry_of_chentu_reaches_pakoe_and_not_wuhan() -> None:
    """T1.6.3.allies: with Sian Japanese Wuhan is three areas away, Pakoe two."""
    sian = {"sian": "japan"}
    g = war({"chentu": "chi_inf_2"}, "basic", "allies", wars=[("japan", "china")], control=sian)
    answers(g, "unit:chi_inf_2@chentu", "area:gobi", "area:pakoe")
    assert units_at(g, "pakoe") == "chi_inf_2"
    assert idle(g)
    for first in ("chunking", "gobi"):
        g = war({"chentu": "chi_inf_2"}, "basic", "allies", wars=[("japan", "china")], control=sian)
        answers(g, "unit:chi_inf_2@chentu", f"area:{first}")
        assert refused(g, "area:wuhan").rule == "B6.1a"


# --- closed ground


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B1.2")
@pytest.mark.rule("blitzkrieg_general", "B1.2a")
@pytest.mark.rule("blitzkrieg_general", "TEC8")
@pytest.mark.rule("blitzkrieg_general", "TEC11")
def test_forbidden_borders_and_the_sea_stop_land_units(mode: str) -> None:
    g = war({"bavaria": "ger_inf_4"}, mode)
    answer(g, "unit:ger_inf_4@bavaria")
    assert refused(g, "area:switzerland").rule == "TEC8"
    g = war({"prussia": "ger_inf_4"}, mode)
    answer(g, "unit:ger_inf_4@prussia")
    assert refused(g, "zone:baltic_sea").rule == "B1.2a"


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B8.1")
@pytest.mark.rule("blitzkrieg_general", "B8.2")
def test_a_neutral_country_stays_at_home(mode: str) -> None:
    g = war({"usa_west": "usa_inf_3", "kiev": "sov_inf_3_r"}, mode, "allies")
    answer(g, "unit:usa_inf_3@usa_west")
    assert "area:canada_west" not in offered(g)
    assert refused(g, "area:canada_west").text


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_bulgarians_never_enter_the_ussr() -> None:
    more: dict[str, Any] = {
        "wars": [("germany", "ussr"), ("bulgaria", "ussr")],
        "managers": {"bulgaria": "germany"},
    }
    units = {"romania": "bul_inf_2, ger_inf_4"}
    g = war(units, **more, control={"romania": "germany"})
    answer(g, "unit:bul_inf_2@romania")
    assert "area:odessa" not in offered(g)
    assert refused(g, "area:odessa").rule == "A8.8"
    answers(g, "area:bulgaria", "unit:ger_inf_4@romania")
    assert "area:odessa" in offered(g)
    g = war({"odessa": "ger_air_3, bul_air_1"}, **more, control={"odessa": "germany", "romania": "germany"})
    assert "unit:bul_air_1@odessa" in offered(g)
    answer(g, "unit:ger_air_3@odessa")


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_who_does_not_cooperate_does_not_join_an_attack() -> None:
    wars = [("be", "germany"), ("ussr", "germany"), ("be", "italy"), ("ussr", "italy")]
    units = {"iran": "be_inf_3, sov_inf_3_r", "eastern_turkey": "ger_inf_4"}
    more: dict[str, Any] = {"wars": wars, "control": {"iran": "be", "eastern_turkey": "germany"}}
    for options, stays in ((0, False), (const.COOPERATION, True)):
        g = war(units, side="allies", options=options, **more)
        answers(g, "unit:be_inf_3@iran", "area:eastern_turkey")
        if stays:
            answer(g, "unit:sov_inf_3_r@iran")
            assert refused(g, "area:eastern_turkey").rule == "A9.11"
        else:
            answers(g, "unit:sov_inf_3_r@iran", "area:eastern_turkey")


# --- the maps


def near(g: Board, area: str) -> set[str]:
    """The areas to which land units may go from an area."""
    return {g.t.space_id[a] for a in g.t.land_near[space(g, area)]}


@pytest.mark.rule("blitzkrieg_general", "B1.1")
@pytest.mark.rule("blitzkrieg_general", "B1.1a")
def test_the_maps_touch_only_at_the_arrows() -> None:
    t = position().t
    across = [i for i in range(t.n_links) if t.space_map[t.link_a[i]] != t.space_map[t.link_b[i]]]
    assert across
    assert all(t.link_cross[link] for link in across)
    assert [i for i in range(t.n_links) if t.link_cross[i]] == across
    g = war({"ural": "sov_inf_3_r"}, side="allies")
    answer(g, "unit:sov_inf_3_r@ural")
    assert {"area:n_siberia", "area:irkutsk"} <= offered(g)


@pytest.mark.rule("blitzkrieg_general", "B1.1b")
@pytest.mark.rule("blitzkrieg_general", "B1.1c")
@pytest.mark.rule("blitzkrieg_general", "B1.1d")
@pytest.mark.rule("blitzkrieg_general", "B1.1e")
@pytest.mark.rule("blitzkrieg_general", "B1.2b")
@pytest.mark.rule("blitzkrieg_general", "B1.2c")
def test_neighbours_that_the_rules_name() -> None:
    g = position()
    t = g.t
    for one, other in (("coral_sea", "cape_naturaliste"), ("indian_ocean", "red_sea")):
        assert t.zone_index[other] in t.sea_near[t.zone_index[one]]
    assert {"bulgaria", "eastern_turkey"} <= near(g, "western_turkey")  # both shores of the Bosporus
    assert t.link(space(g, "irkutsk"), space(g, "usbekistan")) == const.NONE
    assert "jablonovy" not in near(g, "irkutsk")  # Lake Baikal
    islands = [a for a in range(t.n_areas) if t.twin[a] >= 0]
    assert islands and all(t.twin[t.twin[a]] == a for a in islands)
    gates: set[str] = set()
    for link in range(t.n_links):
        ends = (t.link_a[link], t.link_b[link])
        if t.link_kind[link] in (const.LAND_LINK, const.SEA_LINK) and t.inset[ends[0]] != t.inset[ends[1]]:
            gates |= {t.space_id[end] for end in ends if not t.inset[end]}
    assert gates == {"west_african_sea", "persian_gulf", "sudan"}


# --- war


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B8.4")
@pytest.mark.rule("blitzkrieg_general", "A8.4")
def test_entering_a_neutral_asks_for_a_declaration_of_war(mode: str) -> None:
    g = war({"western_germany": "ger_inf_4"}, mode)
    answers(g, "unit:ger_inf_4@western_germany", "area:denmark")
    assert offered(g) == {"button:yes", "button:no"}
    assert "declare war on Denmark" in prompt(g).text
    assert refused(g, "area:denmark").rule == "B8.4"
    answer(g, "button:yes")
    assert g.enemy(g.t.germany, g.t.country_index["denmark"])
    assert holder(g, "denmark") == "germany"


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_without_a_declaration_the_unit_goes_elsewhere() -> None:
    g = war({"western_germany": "ger_inf_4"})
    answers(g, "unit:ger_inf_4@western_germany", "area:denmark", "button:no")
    assert "area:denmark" not in offered(g)
    assert refused(g, "area:denmark").rule == "B8.4"
    assert "area:bavaria" in offered(g)
    assert not g.enemy(g.t.germany, g.t.country_index["denmark"])


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_with_nowhere_else_to_go_it_stays() -> None:
    control = {"western_germany": "germany", "maginot": "be", "bavaria": "sweden", "prussia": "sweden"}
    g = war({"denmark": "ger_inf_4"}, control={**control, "western_germany": "bnl", "denmark": "germany"})
    answer(g, "unit:ger_inf_4@denmark")  # one way only: the question comes at once
    answer(g, "button:no")
    assert idle(g)
    assert units_at(g, "denmark") == "ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_an_attacked_neutral_fights_with_the_units_it_sets_up() -> None:
    g = war({"western_germany": "ger_inf_4", "aside": "bnl_inf_3, bnl_inf_2, bnl_air_1"})
    answers(g, "unit:ger_inf_4@western_germany", "area:bnl", "button:yes")
    assert g.enemy(g.t.germany, g.t.bnl)
    while not idle(g):
        answer(g, sorted(offered(g))[-1])
    assert battles(g) == {"bnl"}
    assert "bnl_inf_3" in units_at(g, "bnl")
    assert "ger_inf_4" in units_at(g, "bnl")


# --- the phase


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_units_that_are_alike_are_offered_once(mode: str) -> None:
    g = war({"prussia": "3 ger_inf_4, ger_inf_4 back"}, mode)
    seat = g.seats()[0]
    assert len(g.choices(seat)) == 3  # Done, a full one, a flipped one


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_seats_of_a_side_move_one_after_the_other() -> None:
    g = war(
        {"prussia": "ger_inf_4", "southern_japan": "jap_inf_3, jap_inf_2"},
        players=8,
        wars=[*WARS, ("japan", "china")],
    )
    first = g.seats()[0]
    assert first == g.seat_of[g.t.germany]
    assert refused(g, "unit:jap_inf_3@southern_japan").rule == "B1.0a"
    g.apply(first, DONE)
    assert idle(g) or g.seats()[0] == g.seat_of[g.t.japan]


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_the_refusals_of_the_phase() -> None:
    g = war(
        {
            "prussia": "ger_inf_4",
            "paris": "fra_inf_3",
            "baltic_sea": "ger_conv [ger_inf_3]",
            "pool": "ger_inf_2",
        }
    )
    assert refused(g, "unit:fra_inf_3@paris").rule == "B6.1.4"
    assert refused(g, "unit:ger_inf_3@baltic_sea").rule == "A1.1b"
    assert refused(g, "unit:ger_conv@baltic_sea").rule == "A6.5.3p"
    assert refused(g, "unit:ger_inf_2#1").rule == "B6.1"
    assert refused(g, "area:paris").rule == "B6.1"
    assert refused(g, "button:v_weapon").rule == "A7.5.1"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3p")
@BOTH
def test_a_task_force_joins_a_combat_on_its_coast(mode: str) -> None:
    units = {"prussia": "ger_inf_4", "denmark": "be_inf_3", "baltic_sea": "ger_tf_4, ger_tf_3"}
    g = war({**units, "western_germany": "ger_inf_3"}, mode, control={"denmark": "be"})
    answers(g, "unit:ger_inf_3@western_germany", "area:denmark")
    answer(g, "unit:ger_tf_4@baltic_sea")
    if mode == "basic":
        assert offered(g) == {"zone:baltic_sea", "area:denmark"}  # its own zone: it sails
        assert refused(g, "area:prussia").rule == "B6.1.3B"
        answer(g, "area:denmark")
    ship = unit_at(g, "baltic_sea", "ger_tf_4")
    assert g.target[ship] == space(g, "denmark")
    assert "unit:ger_tf_4@baltic_sea" not in offered(g)
    g.mark(unit_at(g, "baltic_sea", "ger_tf_3"), const.DOUBLE | const.MOVED)
    assert "unit:ger_tf_3@baltic_sea" not in offered(g)  # no attack after double range [B6.1.2a]


@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
def test_in_the_basic_game_a_task_force_beside_a_combat_may_sail_instead() -> None:
    units = {"western_germany": "ger_inf_3", "denmark": "be_inf_3", "baltic_sea": "ger_tf_4, ger_conv"}
    g = war(units, "basic", control={"denmark": "be"})
    assert prompt(g).rule == "B6.1.4"
    answers(g, "unit:ger_inf_3@western_germany", "area:denmark", "unit:ger_tf_4@baltic_sea")
    assert "sail" in prompt(g).text
    answer(g, "zone:baltic_sea")
    ship = unit_at(g, "baltic_sea", "ger_tf_4")
    assert g.target[ship] == const.NONE
    assert "zone:skagerrak" in offered(g)
    g = war({**units, "baltic_sea": "ger_tf_4, be_conv"}, "basic", control={"denmark": "be"})
    answers(g, "unit:ger_inf_3@western_germany", "area:denmark")
    g.battles = [*g.battles, space(g, "baltic_sea")]
    assert not air_missions.supports(g, unit_at(g, "baltic_sea", "ger_tf_4"))  # it fights in its zone


@pytest.mark.rule("blitzkrieg_general", "A6.5.3p")
def test_a_task_force_chooses_between_two_combats() -> None:
    units = {"western_germany": "ger_inf_3, ger_arm_4", "denmark": "be_inf_3", "baltic_sea": "ger_tf_4"}
    g = war(
        {**units, "baltic": "be_inf_2", "prussia": "ger_inf_4"}, control={"denmark": "be", "baltic": "be"}
    )
    assert prompt(g).rule == "A6.4"
    answers(g, "unit:ger_inf_3@western_germany", "area:denmark", "unit:ger_inf_4@prussia", "area:baltic")
    answer(g, "unit:ger_tf_4@baltic_sea")
    assert offered(g) == {"area:denmark", "area:baltic"}
    assert prompt(g).rule == "B6.1.3B"
    answer(g, "area:baltic")
    assert g.target[unit_at(g, "baltic_sea", "ger_tf_4")] == space(g, "baltic")


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_in_the_basic_game_ships_move_in_the_same_phase() -> None:
    g = war({"prussia": "ger_inf_4", "baltic_sea": "ger_conv"}, "basic")
    assert "unit:ger_conv@baltic_sea" in offered(g)
    answer(g, "unit:ger_conv@baltic_sea")
    assert "Move" not in type(g.agenda[-1]).__name__
    g = war({"prussia": "ger_inf_4", "baltic_sea": "ger_conv"}, "advanced")
    assert "unit:ger_conv@baltic_sea" not in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.4")
def test_the_axis_moves_of_the_advanced_tutorial() -> None:
    """T2.6.4.4: the land moves of 2/1941 on the 1941 map."""
    g = position(scenario="s1941", set_up=True, phase=const.MOVE)
    g.limit = 3
    begin(g, Move())
    answers(g, "unit:ita_inf_2@tripolitania", "area:cyreneica")
    answers(g, "unit:ger_hq_rommel@tripolitania", "area:cyreneica")
    answers(g, "unit:ger_arm_5@bulgaria", "area:yugoslavia")
    answers(g, "unit:bul_inf_2@bulgaria", "area:yugoslavia")
    answers(g, "unit:ger_inf_4@austria", "area:yugoslavia")
    answers(g, "unit:fin_inf_3@finland", "area:karelia", "button:yes")
    assert g.enemy(g.t.germany, g.t.ussr)
    while "unit:ger_inf_3@western_poland" not in offered(g):
        answer(g, sorted(offered(g))[0])
    answers(g, "unit:ger_inf_3@western_poland", "area:east_poland")
    assert {"cyreneica", "yugoslavia", "karelia", "east_poland"} <= battles(g)


def test_steps_keep_what_they_pack() -> None:
    for step in (March(3, 1, 1, 0, -1, 1), Move(1, 1), Exploit(1, 1, 4, 2)):
        again = type(step).unpack(step.pack())
        assert again.pack() == step.pack()


@pytest.mark.rule("blitzkrieg_general", "B6.4h")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
def test_in_the_basic_game_a_task_force_beside_enemy_ships_supports_nobody_ashore() -> None:
    units = {"paris": "ger_inf_4", "normandy": "fra_inf_3, ger_inf_3", "channel": "ger_tf_4"}
    for ships, joins in (("ger_tf_4", True), ("ger_tf_4, be_conv", False)):
        g = position(wars=[("germany", "france"), ("germany", "be")], units={**units, "channel": ships},
                     control={"paris": "germany"}, battles=["normandy"], mode="basic")  # fmt: skip
        assert bool(air_missions.supports(g, unit_at(g, "channel", "ger_tf_4"))) == joins
