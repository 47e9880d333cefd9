"""Flights of aircraft, their bases, observers and para drops. [B6.1.1] [A6.4.1] [A9.1]"""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import air_bases, air_missions, para_drops
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import FlyAllHome, Return
from sandtable.games.blitzkrieg_general.rules.movement.air_missions import Fly
from sandtable.games.blitzkrieg_general.rules.movement.land_movement import Declare
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.movement.para_drops import Drop
from sandtable.games.blitzkrieg_general.testing import holder, position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    begin,
    find,
    go_on,
    idle,
    log,
    offered,
    prompt,
    refused,
)

WARS = [("germany", "poland"), ("germany", "france"), ("germany", "be")]
BOTH = pytest.mark.parametrize("mode", ["basic", "advanced"])


def at_war(units: dict[str, str], mode: str = "advanced", side: str = "axis", **more: Any) -> Board:
    """The Germans against Poland, France and the British Empire, with these units, in the movement phase."""
    given: dict[str, Any] = {"wars": WARS, "managers": {"poland": "be"}, **more}
    return position(mode=mode, side=side, phase=const.MOVE, units=units, **given)


def moving(units: dict[str, str], mode: str = "advanced", side: str = "axis", **more: Any) -> Board:
    """The same with the question of the movement phase."""
    return begin(at_war(units, mode, side, **more), Move())


def flying(units: dict[str, str], who: str, mode: str = "advanced", side: str = "axis", **more: Any) -> Board:
    """The same with the question where an aircraft flies."""
    return answer(moving(units, mode, side, **more), f"unit:{who}")


def fight(g: Board, where: str) -> Board:
    """Fly a mission against the units in an area, not against its production."""
    answer(g, where)
    return answer(g, "button:fight") if "button:fight" in offered(g) else g


# --- missions


@pytest.mark.rule("blitzkrieg_general", "B6.1.2a")
@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.1")
def test_a_mission_has_single_range(mode: str) -> None:
    """T1.6.1.allies: England is two spaces from Western Germany, Prussia three."""
    units = {"england": "be_air_2", "western_germany": "ger_inf_3", "prussia": "ger_inf_4"}
    g = flying(units, "be_air_2@england", mode, "allies")
    assert "area:western_germany" in offered(g)
    assert refused(g, "area:prussia").rule == "B6.1.1"
    fight(g, "area:western_germany")
    unit = unit_at(g, "western_germany", "be_air_2")
    assert (
        g.cond[unit] & (const.FLYING | const.FLOWN | const.MOVED) == const.FLYING | const.FLOWN | const.MOVED
    )
    assert g.battles == [space(g, "western_germany")]
    assert idle(g)  # it does nothing else [B6.1.1b]


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1d")
@pytest.mark.rule("blitzkrieg_general", "B8.1")
def test_neutral_areas_are_not_overflown(mode: str) -> None:
    """From Paris Western Germany is two spaces away over Maginot; with BNL alone it is out of reach."""
    units = {"paris": "fra_air_2", "western_germany": "ger_inf_3"}
    g = at_war(units, mode, "allies")
    unit = unit_at(g, "paris", "fra_air_2")
    assert space(g, "western_germany") in air_missions.missions(g, unit, 0)
    g.set_control(space(g, "maginot"), g.t.bnl)  # both ways are neutral now
    assert space(g, "western_germany") not in air_missions.missions(g, unit, 0)
    g.set_control(space(g, "maginot"), g.t.germany)  # over the enemy it may
    assert space(g, "western_germany") in air_missions.missions(g, unit, 0)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_a_mission_needs_something_to_attack(mode: str) -> None:
    g = flying(
        {"western_germany": "ger_air_3", "channel": "be_conv", "maginot": "fra_inf_3"},
        "ger_air_3@western_germany",
        mode,
    )
    assert {"area:maginot", "zone:channel"} <= offered(g) or mode == "basic"
    assert "zone:north_sea" not in offered(g)
    assert refused(g, "zone:north_sea").rule == "B6.2.3h"
    if mode == "basic":
        assert refused(g, "area:paris").rule == "B6.1.4"
        assert refused(g, "area:denmark").rule
    fight(g, "area:maginot")
    assert g.battles == [space(g, "maginot")]


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_ships_are_attacked_from_the_air_after_a_search_in_the_advanced_game() -> None:
    """R16: in the basic game the zone is noted as attacked, in the advanced game a search comes first."""
    units = {"western_germany": "ger_air_3", "north_sea": "be_conv"}
    for mode, noted in (("basic", 1), ("advanced", 0)):
        g = flying(units, "ger_air_3@western_germany", mode)
        answer(g, "zone:north_sea")
        assert len(g.battles) == noted
        assert units_at(g, "north_sea") == "be_conv, ger_air_3"


@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
def test_an_island_and_its_zone_are_one_space() -> None:
    """R7: ships around the home island are attacked without moving anywhere."""
    wars = [("usa", "japan")]
    units = {"midway_islands": "usa_air_2", "zone:midway_islands_sea": "jap_conv", "wake_island": "jap_inf_3"}
    g = flying(units, "usa_air_2@midway_islands", side="allies", wars=wars, control={"wake_island": "japan"})
    assert {"zone:midway_islands_sea", "area:wake_island"} <= offered(g)
    sea = space(g, "zone:midway_islands_sea")
    assert air_bases.reached(g, g.t.usa, space(g, "midway_islands"), 0) == [sea]


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
def test_aircraft_support_a_landing_in_an_empty_area() -> None:
    """Enemies may still come there."""
    units = {"england": "be_air_2", "channel": "be_conv [be_inf_3]"}
    g = at_war(units, "advanced", "allies", control={"normandy": "germany"})
    plane, load = unit_at(g, "england", "be_air_2"), unit_at(g, "channel", "be_inf_3")
    normandy = space(g, "normandy")
    assert not air_missions.may_attack(g, plane, normandy, 0)
    g.mark(load, const.INVADING)
    g.target[g.carrier[load]] = normandy
    assert air_missions.may_attack(g, plane, normandy, 0)


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_an_air_attack_on_a_neutral_is_a_declaration_of_war() -> None:
    units = {"southern_japan": "jap_air_3", "vladivostok": "sov_inf_3_r"}
    for answer_, fights in (("yes", True), ("no", False)):
        g = flying(units, "jap_air_3@southern_japan", wars=[("japan", "china")])
        target = "vladivostok"
        assert f"area:{target}" in offered(g)
        answer(g, f"area:{target}")
        assert isinstance(g.agenda[-1], Declare)
        assert "USSR" in prompt(g).text
        answer(g, f"button:{answer_}")
        assert g.enemy(g.t.japan, g.t.ussr) == fights
        if fights:
            assert space(g, target) in g.battles
        else:
            assert f"area:{target}" not in offered(g)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B8.4a")
def test_aircraft_alone_open_war_on_a_minor_whose_forces_are_set_up_then(mode: str) -> None:
    units = {"prussia": "ger_air_3", "aside": "swe_inf_4, swe_air_3"}
    g = flying(units, "ger_air_3@prussia", mode)
    answers(g, "area:sweden", "button:yes")
    if mode == "advanced":
        assert offered(g) == {"button:fight", "button:bomb"}  # both are acts of war
        answer(g, "button:fight")
    assert g.enemy(g.t.germany, g.t.country_index["sweden"])
    assert space(g, "sweden") in g.battles and "ger_air_3" in units_at(g, "sweden")


@pytest.mark.rule("blitzkrieg_general", "B8.4a")
def test_production_of_a_neutral_is_bombed_by_declaring_war() -> None:
    units = {"bavaria": "ger_air_3", "aside": "bnl_inf_3"}
    g = flying(units, "ger_air_3@bavaria")
    answers(g, "area:bnl", "button:yes", "button:bomb")
    assert g.enemy(g.t.germany, g.t.bnl) and not g.battles
    units = {"southern_japan": "jap_air_3"}
    g = flying(units, "jap_air_3@southern_japan", wars=[("japan", "china")])
    assert "area:vladivostok" not in offered(
        g
    )  # nothing is there to be hit: the USSR produces as in peace [R147]
    g = moving(units, wars=[("japan", "china")], mode="basic")
    assert "area:vladivostok" not in offered(answer(g, "unit:jap_air_3@southern_japan"))


@pytest.mark.rule("blitzkrieg_general", "B8.4a")
def test_where_nothing_is_hit_no_war_is_offered() -> None:
    g = flying({"western_germany": "ger_air_3"}, "ger_air_3@western_germany", "basic")
    assert "area:denmark" not in offered(g)  # no units will ever stand there
    g = flying({"western_germany": "ger_air_3"}, "ger_air_3@western_germany", "basic")
    assert "area:bnl" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "B8.4")
def test_neutral_ships_are_attacked_by_declaring_war() -> None:
    """A fleet in its harbour, from an island within range."""
    units = {"wake_island": "jap_air_3", "zone:midway_islands_sea": "usa_tf_4"}
    g = flying(units, "jap_air_3@wake_island", wars=[("japan", "china")], control={"wake_island": "japan"})
    answers(g, "zone:midway_islands_sea", "button:yes")
    assert g.enemy(g.t.japan, g.t.usa)
    assert "jap_air_3" in units_at(g, "zone:midway_islands_sea")


# --- transfers


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.2")
def test_from_ural_to_vladivostok_with_double_range(mode: str) -> None:
    """T1.6.1.allies: four spaces over own ground."""
    g = flying({"ural": "sov_air_1_o"}, "sov_air_1_o@ural", mode, "allies")
    answer(g, "area:vladivostok")
    assert (
        g.cond[unit_at(g, "vladivostok", "sov_air_1_o")] & (const.MOVED | const.DOUBLE | const.FLYING)
        == const.MOVED | const.DOUBLE
    )


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.2")
def test_double_range_touches_nothing_of_the_enemy(mode: str) -> None:
    g = at_war({"england": "be_air_2"}, mode, "allies")
    unit = unit_at(g, "england", "be_air_2")
    paris = space(g, "paris")
    assert paris in air_missions.transfers(g, unit)  # Channel, Normandy, Paris
    ships = {"channel": "ger_sub_2", "north_sea": "ger_conv", "sea_of_britain": "ger_tf_4"}
    g = at_war({"england": "be_air_2", **ships}, mode, "allies")
    assert paris not in air_missions.transfers(
        g, unit_at(g, "england", "be_air_2")
    )  # ships of the enemy in the zone
    coast = {"normandy": "germany", "western_france": "germany", "vichy": "germany", "maginot": "germany"}
    g = at_war({"england": "be_air_2"}, mode, "allies", control=coast)
    assert paris not in air_missions.transfers(g, unit_at(g, "england", "be_air_2"))
    g = at_war({"england": "be_air_2"}, mode, "allies", control={"england": "germany"})
    assert paris not in air_missions.transfers(
        g, unit_at(g, "england", "be_air_2")
    )  # nor does it start there


@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
def test_an_island_with_enemy_ships_around_it_is_touched_by_the_enemy() -> None:
    wars = [("usa", "japan")]
    units = {"midway_islands": "usa_air_2"}
    g = at_war(units, side="allies", wars=wars)
    found = air_missions.transfers(g, unit_at(g, "midway_islands", "usa_air_2"))
    g = at_war({**units, "zone:midway_islands_sea": "jap_sub_2"}, side="allies", wars=wars)
    assert len(air_missions.transfers(g, unit_at(g, "midway_islands", "usa_air_2"))) < len(found)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1f")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3h")
def test_aircraft_land_in_friendly_areas_only(mode: str) -> None:
    g = flying({"bavaria": "ger_air_3"}, "ger_air_3@bavaria", mode)
    assert "area:austria" in offered(g)
    assert "area:northern_italy" not in offered(g)  # neutral Italy
    assert "zone:baltic_sea" not in offered(g)
    assert refused(g, "zone:baltic_sea").rule == "B6.2.3h"
    assert refused(g, "area:england").rule == "B6.1.1"
    assert refused(g, "button:stop").rule == "B6.1.1"
    answer(g, "area:austria")
    assert units_at(g, "austria") == "ger_air_3"
    assert not g.cond[unit_at(g, "austria", "ger_air_3")] & const.FLYING


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_bulgarian_aircraft_fly_no_mission_over_soviet_land() -> None:
    wars = [("germany", "ussr"), ("bulgaria", "ussr")]
    units = {"romania": "bul_air_1, ger_air_3", "odessa": "sov_inf_2_o", "black_sea": "sov_conv_r"}
    g = position(units=units, wars=wars, managers={"bulgaria": "germany"}, control={"romania": "germany"})
    german, bulgarian = unit_at(g, "romania", "ger_air_3"), unit_at(g, "romania", "bul_air_1")
    both = {space(g, "odessa"), space(g, "black_sea")}
    assert both <= set(air_missions.missions(g, german, 0))
    assert both & set(air_missions.missions(g, bulgarian, 0)) == {space(g, "black_sea")}


@pytest.mark.rule("blitzkrieg_general", "A7.5e")
@pytest.mark.rule("blitzkrieg_general", "A7.5.4")
def test_long_range_adds_a_space_for_the_own_aircraft_only() -> None:
    units = {"england": "be_air_2", "prussia": "ger_inf_4", "finland": "fin_air_2"}
    g = at_war(units, side="allies", research={"be": ["long_range"]})
    unit = unit_at(g, "england", "be_air_2")
    assert air_bases.air_range(g, unit) == 3
    assert space(g, "prussia") in air_missions.missions(g, unit, 0)
    g = at_war(
        {"finland": "fin_air_2, ger_air_2"},
        research={"germany": ["long_range"]},
        managers={"finland": "germany"},
    )
    assert air_bases.air_range(g, unit_at(g, "finland", "fin_air_2")) == 2
    assert air_bases.air_range(g, unit_at(g, "finland", "ger_air_2")) == 3
    g = at_war(units, research={"be": ["long_range"]}, serves={"england": "france"})
    assert air_bases.air_range(g, unit_at(g, "england", "be_air_2")) == 2  # it fights for others


@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
def test_an_aircraft_with_one_place_to_go_goes_there() -> None:
    g = at_war({"midway_islands": "usa_air_2"}, side="allies", wars=[("usa", "japan")])
    for area in range(g.t.n_areas):
        if g.control[area] != g.t.japan and g.t.space_id[area] not in ("midway_islands", "wake_island"):
            g.set_control(area, g.t.japan)
    begin(g, Move())
    assert offered(g) == {"button:done", "unit:usa_air_2@midway_islands"}


# --- home again


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1e")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3f")
def test_it_flies_home_with_its_full_range(mode: str) -> None:
    g = at_war({"western_germany": "be_air_2"}, mode, "allies", managers={})
    unit = unit_at(g, "western_germany", "be_air_2")
    g.mark(unit, const.FLYING | const.FLOWN | const.MOVED)
    begin(g, FlyAllHome(space(g, "western_germany")))
    assert offered(g) == {"area:england", "area:scotland", "area:paris", "area:vichy", "area:maginot"}
    assert refused(g, "area:normandy").rule == "B6.1.1d"
    assert refused(g, "zone:north_sea").rule == "B6.2.3h"
    assert refused(g, "area:prussia").rule == "B6.1.1f"
    assert refused(g, "button:done").rule == "B6.1.1e"
    answer(g, "area:paris")
    assert idle(g)
    assert g.cond[unit] & (const.FLYING | const.FLOWN) == const.FLOWN
    assert "lands in Paris" in log(g)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.2.3g")
def test_it_may_stay_in_what_has_just_been_conquered(mode: str) -> None:
    g = at_war({"western_poland": "ger_air_3"}, mode, control={"western_poland": "germany"})
    g.mark(unit_at(g, "western_poland", "ger_air_3"), const.FLYING)
    begin(g, FlyAllHome())
    assert "area:western_poland" in offered(g)
    answer(g, "area:western_poland")
    assert "stays in" in log(g)
    assert idle(g)


@BOTH
@pytest.mark.rule("blitzkrieg_general", "B6.1.1f")
@pytest.mark.rule("blitzkrieg_general", "B6.2.3h")
def test_without_a_base_in_range_it_is_eliminated(mode: str) -> None:
    """T1: the Polish aircraft, with all of Poland lost. [R11]"""
    lost = {"western_poland": "germany", "lwow": "germany", "east_poland": "germany"}
    g = at_war({"east_poland": "pol_air_2"}, mode, control=lost)
    unit = unit_at(g, "east_poland", "pol_air_2")
    air_bases.home(g, unit)
    go_on(g)
    assert g.place[unit] == const.POOL
    assert "eliminated" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.1f")
def test_a_base_under_attack_is_the_last_resort() -> None:
    g = at_war({"maginot": "fra_air_2", "paris": "ger_inf_4"}, side="allies")
    unit = unit_at(g, "maginot", "fra_air_2")
    assert space(g, "paris") not in air_bases.bases(g, unit)
    begin(g, Return(unit))
    assert refused(g, "area:paris").rule == "B6.1.1f"
    for area in air_bases.bases(g, unit):
        g.set_control(area, g.t.germany)
    assert air_bases.bases(g, unit) == [space(g, "paris")]


@pytest.mark.rule("blitzkrieg_general", "B6.1.1e")
def test_the_phasing_side_flies_home_first() -> None:
    g = at_war({"maginot": "fra_air_2, ger_air_3"}, side="allies")
    for who in ("fra_air_2", "ger_air_3"):
        g.mark(unit_at(g, "maginot", who), const.FLYING)
    begin(g, FlyAllHome())
    assert "French" in prompt(g).text
    answer(g, "area:paris")
    assert "German" in prompt(g).text
    answer(g, "area:bavaria")
    assert idle(g)
    g.push(Return(unit_at(g, "paris", "fra_air_2")))
    g.take(unit_at(g, "paris", "fra_air_2"))
    g.advance()
    assert idle(g)  # one that is gone needs no base


# --- observers


@pytest.mark.rule("blitzkrieg_general", "A9.1")
def test_an_aircraft_is_left_at_sea_as_observer() -> None:
    units = {"western_germany": "2 ger_air_3", "north_sea": "be_conv"}
    g = flying(units, "ger_air_3@western_germany", options=const.OBSERVERS)
    assert {"zone:baltic_sea", "zone:north_sea"} <= offered(g)
    answer(g, "zone:north_sea")
    assert offered(g) == {"button:fight", "button:observe"}
    assert refused(g, "button:bomb").rule == "A6.5.6"
    answer(g, "button:observe")
    unit = unit_at(g, "north_sea", "ger_air_3")
    assert g.cond[unit] & (const.OBSERVER | const.FLYING) == const.OBSERVER
    assert not g.battles
    answer(g, "unit:ger_air_3@western_germany")  # one observer in a zone is enough
    answer(g, "zone:north_sea")
    assert g.cond[unit_at(g, "north_sea", "ger_air_3", 1)] & const.FLYING
    g = flying({"western_germany": "ger_air_3"}, "ger_air_3@western_germany")
    assert "zone:baltic_sea" not in offered(g)  # only with the optional rule


@pytest.mark.rule("blitzkrieg_general", "A9.1b")
def test_an_observer_flies_nothing_and_comes_home_at_the_end_of_the_next_movement() -> None:
    g = at_war({"north_sea": "ger_air_3", "prussia": "ger_inf_4"}, options=const.OBSERVERS)
    unit = unit_at(g, "north_sea", "ger_air_3")
    g.mark(unit, const.OBSERVER)
    begin(g, Move())
    assert "unit:ger_air_3@north_sea" not in offered(g)
    assert refused(g, "unit:ger_air_3@north_sea").rule == "A9.1b"
    answer(g, "button:done")
    assert isinstance(g.agenda[-1], Return)
    answer(g, "area:western_germany")
    assert not g.cond[unit] & const.OBSERVER
    assert idle(g)
    g = at_war({"north_sea": "ger_air_3", "prussia": "ger_inf_4"}, options=const.OBSERVERS)
    g.mark(unit_at(g, "north_sea", "ger_air_3"), const.OBSERVER | const.MOVED)  # sent there in this phase
    begin(g, Move())
    answer(g, "button:done")
    assert idle(g)
    assert units_at(g, "north_sea") == "ger_air_3"


# --- para troops


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
def test_an_infantry_jumps_into_an_enemy_area() -> None:
    units = {
        "western_germany": "ger_inf_4, ger_inf_3, ger_air_3",
        "paris": "fra_inf_3",
        "maginot": "fra_inf_2",
    }
    g = at_war(units)
    card = g.t.card_index["para_troops"]
    g.card_owner = bytes([g.t.germany if c == card else o for c, o in enumerate(g.card_owner)])
    para_drops.order(g, card)
    begin(g, Move())
    assert isinstance(g.agenda[-1], Drop)
    assert {"button:pass", "unit:ger_inf_4@western_germany", "unit:ger_inf_3@western_germany"} == offered(g)
    assert refused(g, "area:paris").rule == "CARD.para_troops"
    answer(g, "unit:ger_inf_4@western_germany")  # there is one aircraft only
    assert "area:paris" in offered(g)
    assert refused(g, "area:normandy").rule == "CARD.para_troops"
    answer(g, "area:paris")
    unit = unit_at(g, "paris", "ger_inf_4")
    assert g.battles == [space(g, "paris")]
    assert g.came[unit] == const.NONE  # no border hampers it
    assert "unit:ger_air_3@western_germany" not in offered(g)
    assert refused(g, "unit:ger_air_3@western_germany").rule == "CARD.para_troops"
    assert units_at(g, "western_germany") == "ger_air_3, ger_inf_3"
    assert not g.segment_cards


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
def test_a_drop_takes_an_empty_area_and_may_be_let_pass() -> None:
    units = {"western_germany": "ger_inf_4, ger_air_3, ger_air_4"}
    g = begin(at_war(units), Drop(0))
    answers(g, "unit:ger_inf_4@western_germany", "unit:ger_air_4@western_germany", "area:maginot")
    assert holder(g, "maginot") == "germany"
    assert idle(g)
    g = begin(at_war(units), Drop(0))
    answer(g, "button:pass")
    assert idle(g)
    assert units_at(g, "western_germany") == "ger_air_3, ger_air_4, ger_inf_4"
    g = begin(at_war({"western_germany": "ger_inf_4", "prussia": "ger_air_3"}), Drop(0))
    assert idle(g)  # nobody can jump
    assert not para_drops.can_drop(g, g.t.germany)


@pytest.mark.rule("blitzkrieg_general", "CARD.para_troops")
def test_a_drop_into_a_neutral_is_a_declaration_of_war() -> None:
    units = {"western_germany": "ger_inf_4, ger_air_3"}
    for reply, taken in (("yes", "germany"), ("no", "denmark")):
        g = begin(at_war(units), Drop(0))
        answers(g, "unit:ger_inf_4@western_germany", "area:denmark", f"button:{reply}")
        assert holder(g, "denmark") == taken
        assert idle(g)


def test_steps_keep_what_they_pack() -> None:
    for step in (Fly(3, 1, 1, 4), Return(2), FlyAllHome(3), Drop(1, 2, 3, 4), Declare(1, 2, 3)):
        assert type(step).unpack(step.pack()).pack() == step.pack()
    g = moving({"prussia": "ger_air_3"})
    assert find(g, "unit:ger_air_3@prussia") in g.choices(0)
