"""Stacking in deserts and on islands, and the limits of attacks between Japan and China. [A1.1a] [A8.7]"""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.constants import FLYING, INVADING, MOVE, NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.movement import air_missions, land_movement
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, offered, prompt, refused

AFRICA = [("germany", "be"), ("italy", "be")]
PACIFIC = [("japan", "usa")]
CHINA = [("japan", "china")]


def board(units: dict[str, str], mode: str = "advanced", side: str = "axis", **more: Any) -> Board:
    """A position in the movement phase."""
    return position(mode=mode, side=side, phase=MOVE, units=units, **more)


# --- deserts


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
@pytest.mark.rule("blitzkrieg_general", "TEC1")
def test_three_land_units_of_a_side_enter_a_desert_and_hqs_besides() -> None:
    """R9: the stack of Tripolitania, Rommel included, enters Cyreneica."""
    units = {"tripolitania": "2 ita_inf_2, ita_inf_3, ita_arm_2, ger_hq_rommel", "cyreneica": "3 be_inf_3"}
    mine = {"tunisia": "italy", "cyreneica": "be", "algeria": "italy"}
    g = begin(board(units, wars=AFRICA, control=mine), Move())
    for who in ("ita_inf_2", "ita_inf_2", "ita_inf_3", "ger_hq_rommel"):
        answers(g, f"unit:{who}@tripolitania", "area:cyreneica")
    answer(g, "unit:ita_arm_2@tripolitania")  # there is only Tunisia left
    assert units_at(g, "tunisia") == "ita_arm_2"
    assert units_at(g, "cyreneica") == "3 be_inf_3, ger_hq_rommel, 2 ita_inf_2, ita_inf_3"
    why = land_movement.why_not_enter(
        g, unit_at(g, "tunisia", "ita_arm_2"), space(g, "tripolitania"), 0, 1, 0
    )
    assert why.rule != "A1.2a"
    g = board({"tripolitania": "ita_arm_2", "cyreneica": "3 ger_inf_3"}, wars=AFRICA, control=mine)
    why = land_movement.why_not_enter(
        g, unit_at(g, "tripolitania", "ita_arm_2"), space(g, "cyreneica"), 0, 1, 0
    )
    assert why.rule == "A1.2a"


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_deserts_are_like_other_areas_in_the_basic_game() -> None:
    units = {"tripolitania": "2 ita_inf_2, ita_inf_3, ita_arm_2"}
    g = begin(board({**units, "cyreneica": ""}, "basic", wars=AFRICA, control={"cyreneica": "be"}), Move())
    for who in ("ita_inf_2", "ita_inf_2", "ita_inf_3", "ita_arm_2"):
        answers(g, f"unit:{who}@tripolitania", "area:cyreneica")
    assert units_at(g, "cyreneica") == "ita_arm_2, 2 ita_inf_2, ita_inf_3"


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_those_about_to_land_count_and_cargo_does_not() -> None:
    g = board(
        {"cyreneica": "2 ita_inf_2", "ionian_sea": "ita_conv [ita_inf_3], ita_conv [ita_inf_3]"}, wars=AFRICA
    )
    unit = unit_at(g, "cyreneica", "ita_inf_2")
    free = space(g, "tripolitania")
    assert entry_limits.room(g, unit, free)
    assert entry_limits.based(g, unit, space(g, "cyreneica")) == 1
    load = unit_at(g, "ionian_sea", "ita_inf_3")
    g.mark(load, INVADING)
    g.target[g.carrier[load]] = space(g, "cyreneica")
    assert entry_limits.based(g, unit, space(g, "cyreneica")) == 2


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_what_is_too_many_must_leave_first() -> None:
    """R9: more than three after a conquest or by a change of sides."""
    units = {"cyreneica": "3 ita_inf_2, ita_arm_2", "prussia": "ger_inf_4"}
    g = begin(board(units, wars=AFRICA, control={"cyreneica": "italy"}), Move())
    assert offered(g) == {"unit:ita_inf_2@cyreneica", "unit:ita_arm_2@cyreneica"}
    assert refused(g, "button:done").rule == "A1.2a"
    assert refused(g, "unit:ger_inf_4@prussia").rule == "A1.2a"
    assert prompt(g).rule == "A1.2a"
    answers(g, "unit:ita_inf_2@cyreneica", "area:tripolitania")
    assert "button:done" in offered(g)


# --- islands


@pytest.mark.rule("blitzkrieg_general", "A1.1")
@pytest.mark.rule("blitzkrieg_general", "A1.1a")
def test_the_midway_islands_hold_two_land_units_and_two_aircraft() -> None:
    """I.midway"""
    g = board(
        {"midway_islands": "2 usa_inf_3, usa_air_2, usa_hq_nimitz", "usa_west": "usa_inf_2, usa_air_3"},
        wars=PACIFIC,
    )
    midway = space(g, "midway_islands")
    assert not entry_limits.room(g, unit_at(g, "usa_west", "usa_inf_2"), midway)
    assert entry_limits.room(g, unit_at(g, "usa_west", "usa_air_3"), midway)
    assert entry_limits.room(g, unit_at(g, "midway_islands", "usa_inf_3"), midway)  # it is there already
    g = board({"midway_islands": "2 usa_air_2", "usa_west": "usa_inf_2, usa_air_3"}, wars=PACIFIC)
    assert not entry_limits.room(g, unit_at(g, "usa_west", "usa_air_3"), midway)
    assert entry_limits.room(g, unit_at(g, "usa_west", "usa_inf_2"), midway)
    g.mark(unit_at(g, "midway_islands", "usa_air_2"), FLYING)  # over it on a mission
    assert entry_limits.room(g, unit_at(g, "usa_west", "usa_air_3"), midway)
    assert entry_limits.why_not_base(g, unit_at(g, "usa_west", "usa_air_3"), midway).rule == "A1.1a"


@pytest.mark.rule("blitzkrieg_general", "A1.1a")
@pytest.mark.rule("blitzkrieg_general", "A1.1b")
def test_each_side_has_its_own_limit_and_ships_carry_more() -> None:
    units = {
        "midway_islands": "2 usa_inf_3",
        "zone:midway_islands_sea": "jap_conv [jap_inf_3], usa_conv [usa_inf_2]",
    }
    g = board({**units, "southern_japan": "jap_inf_2"}, wars=PACIFIC)
    midway = space(g, "midway_islands")
    assert entry_limits.room(g, unit_at(g, "southern_japan", "jap_inf_2"), midway)
    assert (
        entry_limits.based(g, unit_at(g, "midway_islands", "usa_inf_3"), midway) == 1
    )  # cargo does not count


@pytest.mark.rule("blitzkrieg_general", "A1.1d")
def test_nobody_is_based_at_sea_and_no_number_is_no_limit() -> None:
    g = board({"prussia": "ger_inf_4, ger_air_3", "baltic_sea": "ger_conv"})
    sea = space(g, "baltic_sea")
    assert not entry_limits.room(g, unit_at(g, "prussia", "ger_inf_4"), sea)
    assert not entry_limits.room(g, unit_at(g, "prussia", "ger_air_3"), sea)
    assert entry_limits.room(g, unit_at(g, "baltic_sea", "ger_conv"), sea)
    assert entry_limits.limit(g, unit_at(g, "prussia", "ger_inf_4"), space(g, "prussia")) == 0
    assert (
        entry_limits.limit(g, unit_at(g, "prussia", "ger_air_3"), space(g, "cyreneica")) == 0
    )  # deserts limit land units


@pytest.mark.rule("blitzkrieg_general", "A1.1b")
def test_cargo_does_nothing() -> None:
    g = begin(board({"baltic_sea": "ger_conv [ger_air_3]", "prussia": "ger_inf_4"}), Move())
    assert "unit:ger_air_3@baltic_sea" not in offered(g)
    assert refused(g, "unit:ger_air_3@baltic_sea").rule == "A1.1b"


@pytest.mark.rule("blitzkrieg_general", "A1.1a")
def test_aircraft_do_not_land_on_a_full_island() -> None:
    units = {"midway_islands": "2 usa_air_2", "hawaiian_islands": "usa_air_3"}
    g = board(units, side="allies", wars=PACIFIC)
    unit = unit_at(g, "hawaiian_islands", "usa_air_3")
    assert space(g, "midway_islands") not in air_missions.transfers(g, unit)
    g = board({**units, "midway_islands": "usa_air_2"}, side="allies", wars=PACIFIC)
    assert space(g, "midway_islands") in air_missions.transfers(g, unit)


# --- Japan and China


def china(units: dict[str, str], side: str = "axis", **more: Any) -> Board:
    """Japan against China, with a limit of three land units."""
    memory = {"limit": 3}
    control = {"peking": "japan", "shanghai": "japan"}
    given: dict[str, Any] = {"wars": CHINA, "control": control, "memory": memory, **more}
    return board(units, side=side, **given)


@pytest.mark.rule("blitzkrieg_general", "A5.5")
@pytest.mark.rule("blitzkrieg_general", "A5.5a")
def test_as_many_land_units_attack_as_the_die_allows_and_hqs_and_aircraft_besides() -> None:
    """T2.6.4.4: three land units against Pakoe."""
    units = {"peking": "2 jap_inf_4, 2 jap_inf_3, jap_hq_hiro, jap_air_3", "pakoe": "chi_inf_2"}
    g = begin(china(units), Move())
    for who in ("jap_inf_4", "jap_inf_4", "jap_inf_3"):
        answers(g, f"unit:{who}@peking", "area:pakoe")
    answer(g, "unit:jap_inf_3@peking")
    assert "area:pakoe" not in offered(g)
    assert refused(g, "area:pakoe").rule == "A5.5"
    answers(g, "area:shanghai", "unit:jap_hq_hiro@peking", "area:pakoe", "unit:jap_air_3@peking")
    assert "area:pakoe" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A5.5")
def test_those_about_to_land_are_counted() -> None:
    g = china(
        {
            "northern_chinese_sea": "jap_conv [jap_inf_4]",
            "sian": "2 jap_inf_3, chi_inf_2",
            "shanghai": "chi_inf_3, jap_inf_2",
        },
        control={},
    )
    load = unit_at(g, "northern_chinese_sea", "jap_inf_4")
    g.mark(load, INVADING)
    g.target[g.carrier[load]] = space(g, "shanghai")
    assert entry_limits.attackers(g, g.t.japan, space(g, "shanghai")) == 2
    assert entry_limits.attackers(g, g.t.japan, space(g, "sian")) == 2


@pytest.mark.rule("blitzkrieg_general", "A8.7")
def test_japan_attacks_one_chinese_area_in_a_turn() -> None:
    units = {"shanghai": "jap_inf_4, jap_inf_3, jap_air_2", "wuhan": "chi_inf_2", "sian": "chi_inf_3"}
    g = begin(china(units), Move())
    answers(g, "unit:jap_inf_4@shanghai", "area:wuhan")
    assert g.japan_attack == space(g, "wuhan")
    answer(g, "unit:jap_inf_3@shanghai")
    assert "area:wuhan" in offered(g)
    assert refused(g, "area:sian").rule == "A8.7"
    answers(g, "area:wuhan", "unit:jap_air_2@shanghai")
    assert refused(g, "area:sian").rule == "A8.7"


@pytest.mark.rule("blitzkrieg_general", "A8.7")
def test_aircraft_alone_use_up_the_attack() -> None:
    units = {"shanghai": "jap_inf_4, jap_air_2", "wuhan": "chi_inf_2", "sian": "chi_inf_3"}
    g = begin(china(units), Move())
    answer(g, "unit:jap_air_2@shanghai")
    answer(g, "area:sian")
    assert g.japan_attack == space(g, "sian")
    answer(g, "unit:jap_inf_4@shanghai")
    assert refused(g, "area:wuhan").rule == "A8.7"


@pytest.mark.rule("blitzkrieg_general", "A8.7")
def test_no_second_attack_on_the_same_area() -> None:
    """R97: the combat is over, the attack of the turn is used."""
    g = china({"shanghai": "jap_inf_4", "wuhan": "chi_inf_2"})
    g.japan_attack = space(g, "wuhan")
    unit = unit_at(g, "shanghai", "jap_inf_4")
    assert not entry_limits.may_attack_in_china(g, unit, space(g, "wuhan"))
    g.battles = [space(g, "wuhan")]
    assert entry_limits.may_attack_in_china(g, unit, space(g, "wuhan"))


@pytest.mark.rule("blitzkrieg_general", "A8.7")
def test_china_has_its_own_attack() -> None:
    g = begin(
        china(
            {"wuhan": "chi_inf_2", "shanghai": "jap_inf_2", "sinkiang": "jap_inf_3"},
            "allies",
            control={"shanghai": "japan", "sinkiang": "japan"},
        ),
        Move(),
    )
    g.japan_attack = space(g, "sian")
    answers(g, "unit:chi_inf_2@wuhan", "area:shanghai")
    assert g.china_attack == space(g, "shanghai")
    assert g.japan_attack == space(g, "sian")


@pytest.mark.rule("blitzkrieg_general", "A8.7a")
def test_areas_without_land_units_are_free() -> None:
    units = {"shanghai": "jap_inf_4, 3 jap_inf_3", "wuhan": "chi_air_1", "sian": "chi_inf_3"}
    g = begin(china(units), Move())
    for who in ("jap_inf_4", "jap_inf_3", "jap_inf_3", "jap_inf_3"):
        answers(g, f"unit:{who}@shanghai", "area:wuhan")
    assert g.japan_attack == NONE
    assert units_at(g, "wuhan") == "chi_air_1, jap_inf_3, jap_inf_4" or "3 jap_inf_3" in units_at(g, "wuhan")


@pytest.mark.rule("blitzkrieg_general", "A8.7b")
def test_national_war_and_the_basic_game_know_no_such_limits() -> None:
    units = {"shanghai": "jap_inf_4, jap_inf_3", "wuhan": "chi_inf_2", "sian": "chi_inf_3"}
    for more in ({"in_effect": {"japan_national_war": "japan"}}, {"mode": "basic"}):
        given: dict[str, Any] = {"wars": CHINA, "control": {"shanghai": "japan"}, **more}
        g = begin(board(units, **given), Move())
        answers(g, "unit:jap_inf_4@shanghai", "area:wuhan", "unit:jap_inf_3@shanghai", "area:sian")
        assert g.battles == sorted([space(g, "wuhan"), space(g, "sian")])


@pytest.mark.rule("blitzkrieg_general", "A8.7")
def test_others_attack_in_china_as_they_like() -> None:
    g = china(
        {"burma": "be_inf_3", "kunming": "jap_inf_2"},
        "allies",
        wars=[*CHINA, ("be", "japan")],
        control={"kunming": "japan"},
    )
    g.china_attack = space(g, "shanghai")
    assert entry_limits.may_attack_in_china(g, unit_at(g, "burma", "be_inf_3"), space(g, "kunming"))
