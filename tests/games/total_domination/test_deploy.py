"""Deployment: where units come into play, how many, for how much; and voluntary removal. [6.1]"""

import pytest

from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import administrative_phase
from sandtable.games.total_domination.rules.operations import deployment
from sandtable.games.total_domination.table.scene import build_panels
from sandtable.games.total_domination.testing import area, areas, position, power, unit_at, units_at
from tests.games.total_domination.clicks import GAME
from tests.games.total_domination.driving import begin, click, idle, log, number, offers, refused
from tests.games.total_domination.operating import goals, kinds, left, operate, sites, why
from tests.games.total_domination.playing import consistent, gains, points

# --- where


@pytest.mark.rule("total_domination", "6.1b")
@pytest.mark.rule("total_domination", "6.1c")
@pytest.mark.rule("total_domination", "3.5e")
@pytest.mark.rule("total_domination", "3.5f")
def test_units_come_into_own_home_areas_with_their_building() -> None:
    g = operate("uk", {})
    assert sites(g, "uk_army") == sites(g, "uk_air_fleet") == ["united_kingdom", "india"]  # factories
    assert sites(g, "uk_fleet") == ["south_africa", "united_kingdom"]  # shipyards; Canada, Australia: nothing
    g = operate("germany", {})
    assert sites(g, "german_army") == ["germany", "austria", "czechoslovakia"]
    assert sites(g, "german_fleet") == ["germany"]


@pytest.mark.rule("total_domination", "6.1b")
def test_neither_conquered_factories_nor_those_of_partners_serve_other_colours() -> None:
    """[R57]"""
    g = operate("germany", {"france": "german_army", "southern_ussr": "german_army", "poland": "german_army"})
    assert sites(g, "german_army") == ["germany", "austria", "czechoslovakia"]
    assert sites(g, "italian_army") == sites(g, "italian_fleet") == ["italy"]
    assert kinds(g) == [
        "german_army",
        "german_fleet",
        "german_air_fleet",
        "italian_army",
        "italian_fleet",
        "u_boot",
    ]
    g.damage = 0  # not even if the factory there were whole
    soviet, french = g.t.kind_index["ussr_army"], g.t.kind_index["french_army"]
    assert deployment.sites(g, 0, soviet) == deployment.sites(g, 0, french) == 0
    g = operate("germany", {}, partners={"italy": "uk", "france": "germany"})
    assert kinds(g)[3:] == ["french_army", "french_fleet", "u_boot"]
    g = operate("uk", {}, partners={"italy": "uk", "france": "germany"})
    assert kinds(g) == ["uk_army", "uk_fleet", "uk_air_fleet", "italian_army", "italian_fleet"]


@pytest.mark.rule("total_domination", "9.0c")
def test_joined_powers_deploy_at_home_and_only_after_joining() -> None:
    assert kinds(operate("ussr", {})) == ["ussr_army", "ussr_fleet", "ussr_air_fleet"]
    g = operate("ussr", {}, joined=["china"])
    assert sites(g, "chinese_army") == ["china"]
    assert sites(g, "ussr_army") == ["northern_ussr", "southern_ussr"]
    g = operate("uk", {}, joined=["us"])
    assert sites(g, "us_army") == sites(g, "us_fleet") == sites(g, "us_air_fleet") == ["east_usa", "west_usa"]
    assert sites(g, "uk_army") == ["united_kingdom", "india"]


@pytest.mark.rule("total_domination", "6.1b")
def test_not_where_enemies_stand() -> None:
    g = operate("germany", {"austria": "ussr_army", "germany": "uk_army"})  # one in the Capital is enough
    assert sites(g, "german_army") == ["czechoslovakia"]
    assert sites(g, "german_fleet") == []


@pytest.mark.rule("total_domination", "6.1b")
@pytest.mark.rule("total_domination", "3.7b")
def test_not_where_an_area_is_full() -> None:
    g = operate(
        "germany", {"austria": "2 german_army", "germany": "3 german_army", "czechoslovakia": "german_army"}
    )
    assert sites(g, "german_army") == ["germany", "czechoslovakia"]
    click(g, "kind:german_army", "area:germany")
    assert sites(g, "german_army") == ["czechoslovakia"]


@pytest.mark.rule("total_domination", "6.1h")
def test_not_where_a_damage_marker_lies() -> None:
    g = operate("germany", {}, damage=["germany", "czechoslovakia"])
    assert sites(g, "german_army") == ["austria"]
    assert "german_fleet" not in kinds(g)
    # an area that was taken and won back is damaged still
    g = operate("ussr", {"southern_ussr": "german_army", "northern_ussr": "ussr_army"})
    click(g, "unit:german_army@southern_ussr")
    assert g.control[area(g, "southern_ussr")] == power(g, "ussr")
    assert sites(g, "ussr_army") == ["northern_ussr"]


@pytest.mark.rule("total_domination", "6.1b")
def test_a_unit_with_one_possible_place_goes_there_at_once() -> None:
    g = operate("germany", {})
    click(g, "kind:german_fleet")
    assert units_at(g, "germany") == "german_fleet" and left(g) == 6
    assert log(g)[-1] == "Germany deploys 1 German fleet in Germany."
    fleet = number(g, "unit:german_fleet@germany")
    assert g.log is not None and g.log.lines(0)[-1].refs == (fleet, number(g, "area:germany"))


def test_deployment_asks_for_the_area() -> None:
    g = operate("germany", {})
    click(g, "kind:german_army")
    assert g.agenda[-1].prompt(g, 0) == ("Where is the German army deployed? Click an area.", "6.1b")
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).choices(g, 0) == g.choices(0)
    assert offers(g) == ["area:germany", "area:austria", "area:czechoslovakia"]
    click(g, "area:austria")
    assert units_at(g, "austria") == "german_army" and left(g) == 6
    assert log(g)[-1] == "Germany deploys 1 German army in Austria."
    army = unit_at(g, "german_army", "austria")
    assert g.log is not None and g.log.lines(0)[-1].refs == (g.ids.unit + army, number(g, "area:austria"))
    consistent(g)


def test_without_a_log_the_same_happens() -> None:
    g = operate("germany", {"austria": "german_army"})
    g.log = None
    click(g, "kind:german_fleet", "button:disband", "unit:german_army@austria")
    assert units_at(g, "germany") == "german_fleet" and units_at(g, "austria") == ""


# --- how much, how many


@pytest.mark.rule("total_domination", "6.1a")
@pytest.mark.rule("total_domination", "8.1.C1")
@pytest.mark.rule("total_domination", "8.1.C2")
@pytest.mark.parametrize(
    ("techs", "costs"),
    [
        ([], [3, 3, 3]),
        (["arsenal"], [2, 3, 2]),
        (["shipyard"], [3, 2, 3]),
        (["arsenal", "shipyard"], [2, 2, 2]),
    ],
)
def test_what_deployment_costs(techs: list[str], costs: list[int]) -> None:
    """The Air Fleet costs as much as the army. [11.1a]"""
    for kind, cost in zip(["german_army", "german_fleet", "german_air_fleet"], costs, strict=True):
        g = operate("germany", {}, cost, techs={"germany": techs, "uk": ["arsenal", "shipyard"]})
        assert kind in kinds(g)
        click(g, f"kind:{kind}")
        if kind != "german_fleet":  # for which there is only one place
            click(g, "area:germany")
        assert units_at(g, "germany") == kind and left(g) == 0
        assert kind not in kinds(operate("germany", {}, cost - 1, techs={"germany": techs}))


@pytest.mark.rule("total_domination", "6.1a")
def test_only_what_can_be_paid_is_offered() -> None:
    assert kinds(operate("germany", {}, 1)) == []
    assert kinds(operate("germany", {}, 2)) == ["u_boot"]
    assert kinds(operate("germany", {}, 2, techs={"germany": ["shipyard"]})) == [
        "german_fleet",
        "italian_fleet",
        "u_boot",
    ]


@pytest.mark.rule("total_domination", "3.6a")
def test_there_are_no_more_units_than_counters() -> None:
    g = operate("germany", {"italy": "german_fleet"})
    assert "german_fleet" not in kinds(g)
    assert "italian_fleet" in kinds(g)
    row = dict.fromkeys(("poland", "baltics", "ukraine", "libya"), "2 german_army")
    assert "german_army" in kinds(operate("germany", {**row, "egypt": "german_army"}))
    assert "german_army" not in kinds(operate("germany", {**row, "egypt": "2 german_army"}))


@pytest.mark.rule("total_domination", "6.1e")
@pytest.mark.rule("total_domination", "8.1.A4")
def test_one_air_fleet_or_two_with_heavy_bombers() -> None:
    g = operate("germany", {"austria": "german_air_fleet"})
    assert "german_air_fleet" not in kinds(g) and "german_army" in kinds(g)
    techs = {"germany": ["mechanization", "arsenal", "heavy_bombers"]}
    g = operate("germany", {"austria": "german_air_fleet"}, techs=techs)
    assert sites(g, "german_air_fleet") == ["germany", "austria", "czechoslovakia"]
    g = operate("germany", {"austria": "german_air_fleet"}, techs={"uk": ["heavy_bombers"]})
    assert "german_air_fleet" not in kinds(g)
    g = operate("germany", {"austria": "2 german_air_fleet"}, techs=techs)
    assert "german_air_fleet" not in kinds(g)


@pytest.mark.rule("total_domination", "6.1e")
def test_the_limit_counts_all_air_fleets_of_a_player() -> None:
    """[R15]"""
    g = operate("uk", {"east_usa": "us_air_fleet"}, joined=["us"])
    assert not {"uk_air_fleet", "us_air_fleet"} & set(kinds(g))
    g = operate("uk", {"east_usa": "us_air_fleet"})  # it will be theirs when the US joins
    assert "uk_air_fleet" not in kinds(g) and "uk_army" in kinds(g)
    units = {"east_usa": "us_air_fleet", "india": "uk_air_fleet"}
    g = operate("uk", units, joined=["us"], techs={"uk": ["heavy_bombers"]})
    assert not {"uk_air_fleet", "us_air_fleet"} & set(kinds(g))
    g = operate("uk", {"germany": "german_air_fleet"}, joined=["us"])
    assert {"uk_air_fleet", "us_air_fleet"} <= set(kinds(g))


def test_without_the_special_units_none_are_deployed() -> None:
    assert kinds(operate("germany", {}, advanced=False)) == [
        "german_army",
        "german_fleet",
        "italian_army",
        "italian_fleet",
    ]
    g = operate("uk", {}, scenario="solo", mode="solo")
    assert kinds(g) == ["uk_army", "uk_fleet", "french_army", "french_fleet"]


@pytest.mark.rule("total_domination", "6.1f")
@pytest.mark.rule("total_domination", "11.2a")
@pytest.mark.rule("total_domination", "11.4c")
def test_u_boats_are_deployed_in_their_areas_for_two_always() -> None:
    for techs in ([], ["arsenal", "shipyard"]):
        g = operate("germany", {"atlantic": "2 uk_fleet"}, 2, techs={"germany": techs})
        assert sites(g, "u_boot") == ["atlantic", "caribbean"]
        click(g, "kind:u_boot", "area:atlantic")
        assert left(g) == 0 and units_at(g, "atlantic") == "u_boot, 2 uk_fleet"
        assert "u_boot" not in kinds(operate("germany", {}, 1, techs={"germany": techs}))
    assert sites(operate("germany", {}, arctic=True), "u_boot") == ["atlantic", "caribbean", "iceland"]
    assert "u_boot" not in kinds(operate("japan", {}))
    g = position()
    for name in ("uk", "japan", "ussr"):
        assert deployment.sites(g, power(g, name), g.t.uboat_kind) == 0


@pytest.mark.rule("total_domination", "11.2c")
def test_how_many_u_boats_may_be_on_the_board_depends_on_the_year() -> None:
    """[R64]"""
    for year, most in ((1939, 1), (1940, 2), (1941, 3), (1945, 3)):
        g = operate("germany", {}, 20, year=year)
        for area_name in ("atlantic", "caribbean", "atlantic")[:most]:
            assert "u_boot" in kinds(g)
            click(g, "kind:u_boot", f"area:{area_name}")
        assert "u_boot" not in kinds(g)
    # those of a later year stay where they are
    g = operate("germany", {"atlantic": "2 u_boot"}, year=1939)
    assert "u_boot" not in kinds(g)


@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.rule("total_domination", "11.2c")
def test_two_u_boats_in_an_area_are_the_most() -> None:
    g = operate("germany", {"atlantic": "2 u_boot"}, year=1942)
    assert sites(g, "u_boot") == ["caribbean"]
    click(g, "kind:u_boot")
    assert units_at(g, "caribbean") == "u_boot"


@pytest.mark.rule("total_domination", "6.1g")
def test_resistance_and_puppets_are_not_for_points() -> None:
    g = operate("uk", {"poland": "german_army"})
    assert "resistance" not in kinds(g)
    assert all([deployment.sites(g, p, g.t.resistance_kind) == 0 for p in range(4)])
    g = operate("germany", {"poland": "german_army"})
    assert "poland" not in sites(g, "german_army")
    neutral = g.t.kind_index["neutral_army"]
    assert all([deployment.sites(g, p, neutral) == 0 for p in range(4)])


# --- back to the supply


@pytest.mark.rule("total_domination", "6.1d")
def test_own_units_may_be_taken_off_the_board_for_nothing_and_deployed_anew() -> None:
    """[R45]"""
    g = operate("germany", {"libya": "german_fleet, italian_army", "poland": "neutral_army"}, 3)
    assert "german_fleet" not in kinds(g)
    before = points(g)
    click(g, "button:disband")
    assert g.agenda[-1].prompt(g, 0) == ("Which unit of Germany returns to the supply? Click it.", "6.1d")
    assert offers(g) == ["unit:german_fleet@libya", "unit:italian_army@libya"]
    click(g, "unit:german_fleet@libya")
    assert left(g) == 3 and log(g)[-1] == "Germany returns the German fleet in Libya to the supply."
    assert g.log is not None and g.log.lines(0)[-1].refs == (number(g, "area:libya"),)
    assert gains(g, before) == {}
    assert "german_fleet" in kinds(g)  # at once
    click(g, "kind:german_fleet")
    assert units_at(g, "germany") == "german_fleet"
    click(g, "button:disband", "unit:italian_army@libya")
    assert gains(g, before) == {"germany": -1}
    consistent(g)


@pytest.mark.rule("total_domination", "6.1d")
def test_any_own_unit_may_go_out_of_supply_or_special() -> None:
    units = {"romania": "2 german_army", "atlantic": "2 u_boot", "germany": "german_air_fleet used"}
    g = operate("germany", {**units, "poland": "german_army, resistance"}, year=1940)
    click(g, "button:disband")
    assert offers(g) == [
        "unit:german_air_fleet.used@germany",
        "unit:german_army@poland",
        "unit:german_army@romania",
        "unit:u_boot@atlantic",
    ]
    second = number(g, "unit:german_army@romania") + 1  # like the one that is offered
    assert g.agenda[-1].allows(g, 0, second)
    g.apply(0, second)
    assert units_at(g, "romania") == "german_army"
    click(g, "button:disband", "unit:u_boot@atlantic")
    assert units_at(g, "atlantic") == "u_boot"
    g = operate("germany", {"germany": "german_air_fleet used, german_air_fleet"})
    click(g, "button:disband")
    assert offers(g) == ["unit:german_air_fleet.used@germany", "unit:german_air_fleet@germany"]
    g = operate("uk", {"atlantic": "uk_fleet, u_boot", "india": "uk_army"})
    click(g, "button:disband")
    assert offers(g) == ["unit:uk_fleet@atlantic", "unit:uk_army@india"]
    g = operate("uk", {"india": "uk_army, uk_fleet"})
    click(g, "button:disband")
    assert offers(g) == ["unit:uk_army@india", "unit:uk_fleet@india"]


@pytest.mark.rule("total_domination", "6.1d")
@pytest.mark.rule("total_domination", "11.1.Ac")
def test_a_used_air_fleet_may_be_destroyed_by_its_player_but_is_not_used_twice_in_a_round() -> None:
    g = operate("germany", {"germany": "german_air_fleet used"})
    assert "german_air_fleet" not in kinds(g)
    click(g, "button:disband", "unit:german_air_fleet.used@germany")
    assert units_at(g, "germany") == ""
    assert GAME.view(g, 0)["used_in_supply"] == {"german_air_fleet": 1}
    assert ("Germany", "10 armies, 1 fleet, 2 Air Fleets (1 used in this round), 3 U-boats") in supply(g)
    other = g.copy()
    click(g, "kind:german_air_fleet", "area:austria")  # the other counter is ready
    assert units_at(g, "austria") == "german_air_fleet"
    # with the same counter back on the board nothing is won
    first = g.t.first_unit[g.t.kind_index["german_air_fleet"]]
    other.used = bytes([u in (first, first + 1) for u in range(g.t.n_units)])
    click(other, "kind:german_air_fleet", "area:austria")
    assert units_at(other, "austria") == "german_air_fleet used"
    assert log(other)[-1] == "Germany deploys 1 German Air Fleet (used) in Austria."
    assert goals(other, "german_air_fleet.used@austria") == []
    administrative_phase.refresh(other)
    assert units_at(other, "austria") == "german_air_fleet"
    # what an enemy has destroyed stays used as well
    g = operate("uk", {"germany": "german_air_fleet used", "france": "french_army"})
    click(g, "unit:german_air_fleet.used@germany")
    assert GAME.view(g, 1)["used_in_supply"] == {"german_air_fleet": 1}
    consistent(g)


def supply(g: Board) -> list[tuple[str, ...]]:
    """The rows of the panel of supplies."""
    return list(build_panels(g, 0)[-1].rows)


@pytest.mark.rule("total_domination", "6.1d")
@pytest.mark.rule("total_domination", "11.1c")
def test_an_air_fleet_does_not_stay_when_its_army_is_disbanded() -> None:
    """[R65]"""
    g = operate("germany", {"poland": "german_army, german_air_fleet"})
    click(g, "button:disband", "unit:german_army@poland")
    assert units_at(g, "poland") == ""


@pytest.mark.rule("total_domination", "6.1d")
def test_there_is_something_to_disband_only_with_units() -> None:
    assert "button:disband" not in offers(operate("japan", {"germany": "german_army"}))
    assert "button:disband" in offers(operate("germany", {"atlantic": "u_boot"}))
    assert "button:disband" not in offers(operate("uk", {"atlantic": "u_boot"}))
    assert "button:disband" not in offers(operate("uk", {"east_usa": "us_army"}))
    assert "button:disband" in offers(operate("uk", {"east_usa": "us_army"}, joined=["us"]))


@pytest.mark.rule("total_domination", "6.1d")
def test_only_own_units_on_the_board_are_taken_back() -> None:
    g = begin(
        position(units={"germany": "german_army", "poland": "ussr_army", "ukraine": "resistance"}),
        deployment.Disband(),
    )
    assert why(g, "unit:ussr_army@poland") == ("6.1d", "The Soviet army is not yours.")
    assert why(g, "unit:resistance@ukraine") == ("6.1d", "The Resistance is not yours.")
    assert why(g, "unit:german_army#10") == ("6.1d", "That counter is in the supply already.")
    text = "Click one of your units on the board, or take it back."
    assert why(g, "area:poland") == why(g, "kind:german_army") == ("6.1d", text)
    bare = begin(position(units={"poland": "italian_army"}), deployment.Disband())
    assert "supply already" in why(bare, "unit:german_army#1")[1]
    assert not g.agenda[-1].allows(g, 0, g.ids.kind)
    click(g, "unit:german_army@germany")
    assert idle(g) and areas(g, g.present[0]) == []
    unit_at(g, "german_army", "supply", 9)  # all ten of them


@pytest.mark.rule("total_domination", "6.1b")
def test_resistance_keeps_the_axis_from_deploying_beside_it() -> None:
    g = operate("germany", {"france": "resistance"}, partners={"france": "germany"})
    assert "french_army" not in kinds(g) and "french_fleet" not in kinds(g)
    refusal = refused(g, "kind:french_army")
    assert (refusal.rule, refusal.text) == ("6.1b", "The Resistance in France must be destroyed first.")
    g = operate("germany", {}, partners={"france": "germany"})
    assert {"french_army", "french_fleet"} <= set(kinds(g))
    g = operate("uk", {"france": "resistance"})  # it is on their side
    assert {"french_army", "french_fleet"} <= set(kinds(g))
