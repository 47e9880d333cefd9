"""Moves of Air Fleets and over the Arctic: where they stand, what is left alone, what is overrun. [11.1]"""

import pytest

from sandtable.games.total_domination.components.constants import NOBODY
from sandtable.games.total_domination.rules.operations import movement
from sandtable.games.total_domination.testing import area, power, unit_at, units_at
from tests.games.total_domination.driving import log, number
from tests.games.total_domination.operating import clickable, goals, left, move, no_way, operate
from tests.games.total_domination.playing import consistent, gains, points

HOME = ["italy", "austria", "czechoslovakia"]


@pytest.mark.rule("total_domination", "11.1a")
@pytest.mark.rule("total_domination", "6.2i")
def test_air_fleets_move_as_land_units_and_stay_ready() -> None:
    g = operate("germany", {"germany": "german_air_fleet", "poland": "german_army"})
    assert goals(g, "german_air_fleet@germany") == [*HOME, "poland"]
    move(g, "german_air_fleet@germany", "poland")
    assert units_at(g, "poland") == "german_army, german_air_fleet"  # not used
    assert goals(g, "german_air_fleet@poland") == ["germany", *HOME]
    # at the price of land units
    for tech, price in (("mechanization", 1), ("landing_crafts", 2)):
        g = operate("germany", {"germany": "german_air_fleet"}, techs={"germany": [tech]})
        assert movement.cost(g, g.power, unit_at(g, "german_air_fleet", "germany")) == price


@pytest.mark.rule("total_domination", "11.1.Ac")
def test_a_used_air_fleet_stays_and_takes_room() -> None:
    """[R17]"""
    g = operate("germany", {"germany": "german_air_fleet used", "austria": "german_air_fleet"})
    assert clickable(g) == ["german_air_fleet@austria"]
    assert goals(g, "german_air_fleet.used@germany") == []
    units = {"germany": "german_air_fleet used, german_air_fleet"}
    assert clickable(operate("germany", units)) == ["german_air_fleet@germany"]
    g = operate("germany", {"italy": "german_army, german_air_fleet used", "austria": "german_army"})
    assert "italy" not in goals(g, "german_army@austria")


@pytest.mark.rule("total_domination", "11.1c")
def test_air_fleets_left_behind_return_to_the_supply_but_not_at_home() -> None:
    """[R65]"""
    g = operate("germany", {"poland": "german_army, german_air_fleet", "germany": "german_army"})
    move(g, "german_army@poland", "baltics")
    assert units_at(g, "poland") == ""
    assert any("left alone" in line for line in log(g))
    g = operate(
        "germany", {"italy": "german_army, german_air_fleet"}
    )  # the partner's area is home, too [R47]
    move(g, "german_army@italy", "germany")
    assert units_at(g, "italy") == "german_air_fleet"


@pytest.mark.rule("total_domination", "11.1b")
def test_an_air_fleet_controls_nothing_and_counts_for_no_capital() -> None:
    """[R61]"""
    g = operate(
        "ussr", {"germany": "ussr_army", "poland": "ussr_army, ussr_air_fleet", "baltics": "ussr_army"}
    )
    before = points(g)
    move(g, "ussr_air_fleet@poland", "germany")  # to its own army there [R10]
    assert g.control[area(g, "germany")] == NOBODY and gains(g, before) == {}


@pytest.mark.rule("total_domination", "6.2g")
@pytest.mark.rule("total_domination", "11.1d")
def test_air_fleets_alone_at_home_are_overrun() -> None:
    """[R53]"""
    units = {"france": "german_army", "germany": "german_army", "italy": "2 uk_air_fleet"}
    g = operate("germany", units, partners={"italy": "uk"})
    assert "italy" in goals(g, "german_army@germany")
    before = points(g)
    move(g, "german_army@germany", "italy")
    assert units_at(g, "italy") == "german_army"
    assert [line for line in log(g) if "overrun" in line] == ["British Air Fleet in Italy is overrun."] * 2
    assert gains(g, before) == {"uk": -2, "germany": 2}
    consistent(g)
    # a fleet may do it over sea, an Air Fleet never, and nobody where an army or fleet is left
    units = {"egypt": "uk_army, uk_fleet", "persia": "uk_army", "italy": "german_air_fleet"}
    g = operate("uk", {**units, "libya": "uk_fleet, uk_air_fleet"})
    assert "italy" in goals(g, "uk_fleet@egypt")
    assert "italy" not in goals(g, "uk_army@egypt")  # only over sea
    assert "italy" not in goals(g, "uk_air_fleet@libya")
    g = operate("uk", {**units, "libya": "uk_fleet", "italy": "german_air_fleet, german_army"})
    assert "italy" not in goals(g, "uk_fleet@egypt")


@pytest.mark.rule("total_domination", "6.2g")
def test_own_air_fleets_are_not_overrun_and_u_boats_overrun_nothing() -> None:
    g = operate("germany", {"germany": "german_army, german_air_fleet", "austria": "2 german_army"})
    move(g, "german_army@austria", "germany")
    assert units_at(g, "germany") == "2 german_army, german_air_fleet"
    g = operate("germany", {"italy": "german_air_fleet", "austria": "german_army"})
    move(g, "german_army@austria", "italy")
    assert units_at(g, "italy") == "german_army, german_air_fleet"
    g = operate("germany", {"atlantic": "uk_fleet, uk_air_fleet", "caribbean": "u_boot"})
    move(g, "u_boot@caribbean", "atlantic")
    assert units_at(g, "atlantic") == "u_boot, uk_fleet, uk_air_fleet"


@pytest.mark.rule("total_domination", "6.2g")
@pytest.mark.rule("total_domination", "7.2.Dd")
def test_only_air_fleets_are_overrun() -> None:
    units = {"united_kingdom": "uk_fleet", "france": "german_air_fleet, 2 resistance"}
    g = operate("uk", units, partners={"france": "germany"})
    move(g, "uk_fleet@united_kingdom", "france")
    assert units_at(g, "france") == "uk_fleet"
    assert g.log is not None
    lines = [line for line in g.log.lines(0) if "overrun" in line.text]
    assert lines == [("German Air Fleet in France is overrun.", "6.2g", (number(g, "area:france"),))]
    assert any("The Resistance in France has done its work" in line for line in log(g))


@pytest.mark.rule("total_domination", "6.2g")
def test_overrunning_a_capital_leaves_it_to_nobody() -> None:
    units = {"poland": "ussr_army", "baltics": "ussr_army", "germany": "2 german_air_fleet"}
    g = operate("ussr", units)
    before = points(g)
    move(g, "ussr_army@poland", "germany")
    assert units_at(g, "germany") == "ussr_army"
    assert gains(g, before) == {"ussr": -2, "germany": -3}  # Poland is empty, the Capital denied
    assert left(g) == 7


# --- the Arctic


@pytest.mark.rule("total_domination", "11.4e")
@pytest.mark.rule("total_domination", "2.0.1a")
def test_norway_and_the_aleutians_are_areas_like_others_where_they_are_in_play() -> None:
    units = {"germany": "german_fleet", "japan": "japanese_fleet"}
    g = operate("germany", units, arctic=True)
    assert "norway" in goals(g, "german_fleet@germany")
    move(g, "german_fleet@germany", "norway")
    assert g.control[area(g, "norway")] == power(g, "germany")
    assert "norway" not in goals(operate("germany", units), "german_fleet@germany")
    assert "aleut_isl" in goals(operate("japan", units, arctic=True), "japanese_fleet@japan")
    assert "aleut_isl" not in goals(operate("japan", units), "japanese_fleet@japan")


@pytest.mark.rule("total_domination", "11.4f")
def test_no_air_fleet_ends_its_move_in_the_arctic() -> None:
    units = {"arctic": "ussr_fleet", "northern_ussr": "ussr_air_fleet, ussr_army", "finland": "ussr_army"}
    g = operate("ussr", units, arctic=True)
    assert "arctic" not in goals(g, "ussr_air_fleet@northern_ussr")
    assert "finland" in goals(g, "ussr_air_fleet@northern_ussr")
    assert no_way(g, "ussr_air_fleet@northern_ussr", "arctic")[0] == "11.4f"
