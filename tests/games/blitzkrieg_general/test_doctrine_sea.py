"""The doctrine and islands: what draws units across the sea, who goes aboard, what is built for it."""

from typing import Any

from sandtable.games.blitzkrieg_general.bot import assessment
from sandtable.games.blitzkrieg_general.bot.assessment import Assessment
from sandtable.games.blitzkrieg_general.bot.convoy_plans import NavalPlans, too_far
from sandtable.games.blitzkrieg_general.bot.land_plans import LandPlans
from sandtable.games.blitzkrieg_general.bot.spending import BuildPriorities, type_value, wants_islands
from sandtable.games.blitzkrieg_general.bot.weights import Weights
from sandtable.games.blitzkrieg_general.components.constants import AXIS, MOVE, NAVAL_MOVE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.movement.rail import Rail
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.thinking import asked, follow, liking

T = GAME.tables
PLAIN = Weights({})
WEST = (("germany", "be"), ("germany", "france"))
CHINA = (("japan", "china"),)
PACIFIC = (("japan", "usa"), ("japan", "be"), ("japan", "china"))


def plans(g: Board, w: Weights = PLAIN) -> LandPlans:
    """What the Axis plans."""
    return LandPlans(g, Assessment(g, AXIS, w))


# --- islands


def test_islands_draw_units_from_one_to_the_next() -> None:
    g = position(t=T, wars=PACIFIC)
    a = assessment.area_values(g, country(g, "japan"), PLAIN)
    near, far = space(g, "area:marshall_islands"), space(g, "area:formosa")
    assert a.isles[near] >= a.isles[far] > 0.0
    assert a.isles[space(g, "chunking")] == 0.0, "no coast"
    assert a.isles[space(g, "area:wake_island")] == 0.0, "of the enemy: nobody waits there"


def test_japan_gathers_for_islands_before_the_war_in_the_pacific() -> None:
    for turn, gathers in (("3/1939", False), ("4/1940", True), ("4/1941", True)):
        g = position(t=T, wars=CHINA, turn=turn)
        a = assessment.area_values(g, country(g, "japan"), PLAIN)
        assert (a.isles[space(g, "southern_japan")] > 0.0) == gathers
        assert assessment.area_values(g, country(g, "china"), PLAIN).isles[space(g, "shanghai")] == 0.0
        assert not a.worth[space(g, "area:wake_island")], "it is not at war with its owner"


def test_the_last_unit_of_a_poor_coast_goes_for_what_lies_open() -> None:
    units = {"area:hainan": "jap_inf_3", "zone:hainan_sea": "jap_conv"}
    g = asked(NavalMove(), phase=NAVAL_MOVE, units=units, wars=PACIFIC)
    ship = unit_at(g, "zone:hainan_sea", "jap_conv")
    naval = NavalPlans(plans(g))
    assert naval.waiting_units(g, ship, g.place[ship], True)
    passenger = unit_at(g, "area:hainan", "jap_inf_3")
    follow(g)
    assert g.carrier[passenger] == ship and g.target[ship] >= 0
    rich = asked(
        NavalMove(),
        phase=NAVAL_MOVE,
        units={"southern_japan": "jap_inf_3", "japanese_east_coast": "jap_conv"},
        wars=PACIFIC,
    )
    ship = unit_at(rich, "japanese_east_coast", "jap_conv")
    assert not NavalPlans(plans(rich)).waiting_units(rich, ship, rich.place[ship], True), (
        "home is not left alone"
    )


def test_two_landings_do_not_go_to_one_empty_island() -> None:
    units = {"area:hainan": "2 jap_inf_3", "zone:hainan_sea": "2 jap_conv"}
    g = asked(NavalMove(), phase=NAVAL_MOVE, units=units, wars=PACIFIC)
    follow(g)
    goals = [g.target[u] for u in g.t.units_of[country(g, "japan")] if g.target[u] >= 0]
    assert len(goals) == len(set(goals)) == 2


def test_no_landing_is_planned_through_more_than_three_zones() -> None:
    """From the coast of the zone a convoy is in, from aboard, and from an island in its own zone."""
    units = {"scandinavian_sea": "be_conv [be_inf_2]", "scotland": "be_inf_3", "mariana_islands": "jap_inf_2"}
    zone, isle = "scandinavian_sea", "mariana_islands_sea"
    for mode, most in (("advanced", (2, 1, 3)), ("basic", (9, 9, 9))):
        g = position(t=T, wars=WEST, units=units, mode=mode)
        naval_movement.note_sailed(g, unit_at(g, zone, "be_inf_2"), 2)
        ashore = unit_at(g, "scotland", "be_inf_3"), space(g, zone)
        aboard = unit_at(g, zone, "be_inf_2"), space(g, zone)
        island = unit_at(g, "area:mariana_islands", "jap_inf_2"), space(g, f"zone:{isle}")
        for (unit, start), far in zip((ashore, aboard, island), most, strict=True):
            assert not too_far(g, unit, start, far)
            assert too_far(g, unit, start, far + 1) == (mode == "advanced")


def test_convoys_are_built_by_who_wants_islands() -> None:
    g = position(t=T, wars=PACIFIC, units={"southern_japan": "6 jap_inf_3"})
    japan = country(g, "japan")
    assert wants_islands(g, japan, PLAIN)
    few = BuildPriorities(g, japan, PLAIN)
    convoy = g.t.type_id.index("jap_conv")
    assert type_value(g, few, convoy) == PLAIN.isle_convoy
    many = BuildPriorities(g, japan, Weights({"isle_convoys": 0.0}))
    assert type_value(g, many, convoy) < PLAIN.isle_convoy
    west = position(t=T, wars=WEST)
    assert not wants_islands(west, country(west, "germany"), PLAIN)


def test_nobody_crosses_an_ocean_for_a_capital() -> None:
    g = position(t=T, wars=PACIFIC)
    japan = country(g, "japan")
    capped = assessment.area_values(g, japan, PLAIN).pull[space(g, "usa_west")]
    free = assessment.area_values(g, japan, Weights({"pull_most": 99.0})).pull[space(g, "usa_west")]
    assert capped == assessment.FAR + PLAIN.pull_worth * PLAIN.pull_most < free


# --- who may come to help


def test_reserves_and_aircraft_near_by_count_against_an_attack() -> None:
    units = {"western_germany": "4 ger_inf_4", "maginot": "2 fra_inf_3"}
    g = position(t=T, wars=WEST, units=units)
    maginot = space(g, "maginot")
    alone = plans(g).chance(g, maginot)
    led = position(t=T, wars=WEST, units=units | {"paris": "2 fra_inf_3_f, fra_hq_georges"})
    assert plans(led).chance(led, maginot) < alone
    without = position(t=T, wars=WEST, units=units | {"paris": "2 fra_inf_3_f"})
    assert plans(without).chance(without, maginot) == alone, "nobody leads them"
    air = position(t=T, wars=WEST, units=units | {"vichy": "2 fra_air_2"})
    assert plans(air).chance(air, maginot) < alone


def test_an_hq_goes_along_where_victory_is_sure() -> None:
    units = {"prussia": "4 ger_inf_4, ger_arm_5, ger_hq_guderian", "western_poland": "pol_inf_2"}
    more: dict[str, Any] = {"wars": [("germany", "poland")], "managers": {"poland": "be"}}
    clicks = follow(asked(Move(), phase=MOVE, units=units, **more))
    at = clicks.index("unit:ger_hq_guderian@prussia")
    assert clicks[at + 1] == "area:western_poland"


def test_a_lone_unit_shuns_what_it_could_not_hold() -> None:
    units = {"western_germany": "3 ger_inf_2", "vichy": "3 fra_inf_3", "paris": "fra_inf_2"}
    more: dict[str, Any] = {"wars": WEST, "control": {"maginot": "france"}}
    g = asked(Move(), phase=MOVE, units=units, **more)
    unit = unit_at(g, "western_germany", "ger_inf_2")
    maginot = space(g, "maginot")
    assert plans(g).exposure(g, unit, maginot) > 0.0
    calm = position(t=T, units={"western_germany": "3 ger_inf_2"}, **more)
    unit = unit_at(calm, "western_germany", "ger_inf_2")
    assert plans(calm).exposure(calm, unit, maginot) == 0.0
    shy = plans(g, Weights({"exposed": 9.0}))
    unit = unit_at(g, "western_germany", "ger_inf_2")
    assert shy.step_score(g, unit, g.place[unit], maginot, 0) < 0.0


def test_armor_is_not_sent_by_rail_to_stand_guard() -> None:
    units = {
        "prussia": "ger_arm_5, 4 ger_inf_3",
        "western_germany": "ger_inf_2",
        "maginot": "3 fra_inf_3",
        "western_poland": "3 pol_inf_2",
    }
    wars = [*WEST, ("germany", "poland")]
    g = asked(Rail(), units=units, wars=wars)
    rates = liking(g)
    assert rates["unit:ger_inf_3@prussia"] > rates["unit:ger_arm_5@prussia"]
