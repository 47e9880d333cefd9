"""Attacks: what may be destroyed from where, what it costs, what follows. [6.3]"""

import pytest

from sandtable.games.total_domination.components.constants import NOBODY
from sandtable.games.total_domination.testing import area, power, unit_at, units_at
from tests.games.total_domination.driving import click, log, number
from tests.games.total_domination.operating import attack, clickable, left, operate, why
from tests.games.total_domination.playing import EXAMPLES, consistent, gains, points

ALL = [
    "mechanization",
    "self_propelled_artillery",
    "arsenal",
    "attack_aircraft",
    "landing_crafts",
    "heavy_battleships",
    "shipyard",
    "aircraft_carriers",
]


# --- what may be attacked


@pytest.mark.rule("total_domination", "6.3a")
def test_an_enemy_unit_next_to_an_own_unit_is_removed() -> None:
    g = operate("germany", {"germany": "german_army", "poland": "neutral_army", "baltics": "ussr_army"})
    assert "ussr_army@baltics" not in clickable(g)  # two links away
    before = points(g)
    assert attack(g, "neutral_army@poland") == 3
    assert units_at(g, "poland") == "" and units_at(g, "germany") == "german_army"
    assert gains(g, before) == {}
    assert log(g)[-1] == "Germany destroys the Neutral army in Poland."
    army = g.ids.unit + g.t.first_unit[g.t.kind_index["neutral_army"]]
    assert g.log is not None and g.log.lines(0)[-1].refs == (army, number(g, "area:poland"))
    unit_at(g, "neutral_army", "supply", 3)  # it is back there
    consistent(g)


@pytest.mark.rule("total_domination", "6.3a")
def test_an_empty_home_area_attacks_nobody() -> None:
    g = operate("germany", {"austria": "german_army", "poland": "neutral_army"})
    assert "neutral_army@poland" not in clickable(g)


@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "3.9c")
def test_a_unit_out_of_supply_enables_no_attack() -> None:
    units = {"romania": "german_army", "southern_ussr": "ussr_army"}
    assert clickable(operate("germany", units)) == []
    units |= {"poland": "german_army", "ukraine": "german_army"}
    assert "ussr_army@southern_ussr" in clickable(operate("germany", units))


@pytest.mark.rule("total_domination", "6.3a")
def test_a_single_unit_in_a_capital_attacks_what_lies_behind_it() -> None:
    """[R9]"""
    units = {"germany": "ussr_army", "poland": "ussr_army", "baltics": "ussr_army", "italy": "german_army"}
    assert "german_army@italy" in clickable(operate("ussr", units))
    assert "german_army@italy" not in clickable(operate("ussr", {**units, "poland": ""}))


@pytest.mark.rule("total_domination", "6.3f")
@pytest.mark.parametrize("attacker", ["uk_army", "uk_fleet", "uk_air_fleet"])
def test_any_unit_enables_any_attack_over_any_link(attacker: str) -> None:
    """[R13]"""
    g = operate("uk", {"united_kingdom": attacker, "low_countries": "german_army", "france": "german_fleet"})
    assert attack(g, "german_army@low_countries") == 3
    assert attack(g, "german_fleet@france") == 3


@pytest.mark.rule("total_domination", "11.1.Ac")
def test_a_used_air_fleet_enables_no_attack() -> None:
    """[R17]"""
    enemies = {"low_countries": "german_army", "france": "german_fleet"}
    g = operate("uk", {"united_kingdom": "uk_air_fleet used", **enemies})
    assert clickable(g) == []
    told = "Only your used Air Fleets are next to Low Countries: they do nothing more this round."
    assert why(g, "unit:german_army@low_countries") == ("11.1.Ac", told)
    # an army, or an Air Fleet that is ready, beside it does
    for other in ("uk_army", "uk_air_fleet"):
        g = operate("uk", {"united_kingdom": f"uk_air_fleet used, {other}", **enemies})
        assert {"german_army@low_countries", "german_fleet@france"} <= set(clickable(g))


@pytest.mark.rule("total_domination", "6.3f")
@pytest.mark.rule("total_domination", "11.2a")
@pytest.mark.rule("total_domination", "3.9d")
def test_u_boats_enable_attacks_like_other_units_and_need_no_supply() -> None:
    """[R13]"""
    units = {"atlantic": "u_boot", "canada": "uk_army", "caribbean": "uk_fleet", "persia": "uk_army"}
    g = operate("germany", units)
    assert clickable(g) == ["u_boot@atlantic", "uk_fleet@caribbean", "uk_army@canada"]
    assert attack(g, "uk_army@canada") == 3
    # nobody else's: Japan has none of it
    assert "uk_army@canada" not in clickable(operate("japan", units))
    # what lies in the same area is not next to it
    g = operate("germany", {"atlantic": "u_boot, uk_fleet"})
    assert "uk_fleet@atlantic" not in clickable(g)


@pytest.mark.rule("total_domination", "6.3f")
def test_resistance_enables_nothing() -> None:
    """[R13]"""
    g = operate("ussr", {"poland": "resistance", "ukraine": "german_army"})
    assert clickable(g) == []


@pytest.mark.rule("total_domination", "6.3e")
def test_the_same_unit_attacks_as_often_as_points_last() -> None:
    g = operate("germany", {"germany": "german_army", "poland": "2 neutral_army", "france": "french_army"}, 8)
    assert attack(g, "neutral_army@poland") == 3
    assert attack(g, "neutral_army@poland") == 3
    assert "french_army@france" not in clickable(g)  # 2 points are left
    click(g, "unit:german_army@germany", "area:poland")
    assert left(g) == 0


@pytest.mark.rule("total_domination", "3.5c")
def test_an_enemy_in_the_own_capital_is_attacked_without_units() -> None:
    g = operate("ussr", {"northern_ussr": "2 german_army"})
    assert clickable(g) == ["german_army@northern_ussr"]
    before = points(g)
    attack(g, "german_army@northern_ussr")
    assert gains(g, before) == {"germany": -3}  # one of two is left
    assert g.log is not None
    assert g.log.lines(3)[-1][:2] == ("Nobody controls Northern USSR now.", "3.8.1c")
    attack(g, "german_army@northern_ussr")
    assert gains(g, before) == {"germany": -3, "ussr": 3}
    where = (number(g, "area:northern_ussr"),)
    assert g.log.lines(3)[-1] == ("Northern USSR is free again.", "3.8.1a", where)
    # not elsewhere at home, and not in the Capital of another
    assert clickable(operate("ussr", {"southern_ussr": "german_army"})) == []
    assert clickable(operate("ussr", {"united_kingdom": "german_army"})) == []


@pytest.mark.rule("total_domination", "3.5c")
@pytest.mark.rule("total_domination", "9.0b")
def test_the_capital_of_a_joined_power_is_ones_own() -> None:
    units = {"east_usa": "japanese_fleet"}
    assert clickable(operate("uk", units)) == []
    assert clickable(operate("uk", units, joined=["us"])) == ["japanese_fleet@east_usa"]
    assert clickable(operate("ussr", units, joined=["us"])) == []


# --- friend and foe


@pytest.mark.rule("total_domination", "3.2b")
def test_neutral_units_and_units_of_the_other_faction_are_enemies() -> None:
    units = {
        "persia": "uk_army",
        "turkey": "ussr_army",
        "arabia": "neutral_army",
        "egypt": "italian_army",
        "india": "uk_army",
        "burma": "japanese_army",
    }
    g = operate("uk", units, 3)
    assert [u for u in clickable(g) if "uk" not in u] == [
        "italian_army@egypt",
        "neutral_army@arabia",
        "japanese_army@burma",
    ]
    # in the Soviet partner's colours the Italian is a friend
    g = operate("uk", units, 3, partners={"italy": "ussr"})
    assert [u for u in clickable(g) if "uk" not in u] == ["neutral_army@arabia", "japanese_army@burma"]


@pytest.mark.rule("total_domination", "9.0b")
@pytest.mark.rule("total_domination", "9.2a")
def test_units_of_an_inactive_power_are_for_the_axis_to_attack_only() -> None:
    """[R12]"""
    units = {"philippines": "us_fleet", "indochina": "japanese_army", "east_indies": "uk_fleet"}
    assert "us_fleet@philippines" not in clickable(operate("uk", units))
    g = operate("japan", units)
    attack(g, "us_fleet@philippines")
    assert g.track[power(g, "us")] == 1
    # the Soviet player cannot either, and after joining nobody but the Axis, without any effect on the track
    assert clickable(operate("ussr", {"mongolia": "ussr_army", "china": "chinese_army"})) == [
        "ussr_army@mongolia"
    ]
    g = operate("japan", units, joined=["us"])
    attack(g, "us_fleet@philippines")
    assert g.track[power(g, "us")] == g.t.track_steps[power(g, "us")]
    assert not any("act of war" in line for line in log(g))


@pytest.mark.rule("total_domination", "9.2a")
def test_joining_in_the_middle_of_a_turn_counts_at_once() -> None:
    """[R28] [R62]"""
    g = operate("japan", {"nanking": "japanese_army", "china": "2 chinese_army", "siberia": "ussr_army"}, 12)
    before = points(g)
    attack(g, "chinese_army@china")
    attack(g, "chinese_army@china")
    assert g.joined(power(g, "china")) and gains(g, before) == {"ussr": 3}
    click(g, "unit:japanese_army@nanking", "area:china")  # no further step
    assert gains(g, before) == {}
    consistent(g)


@pytest.mark.rule("total_domination", "12.1c")
def test_a_scenario_may_protect_nations() -> None:
    units = {"nanking": "japanese_army", "china": "chinese_army"}
    assert "chinese_army@china" in clickable(operate("japan", units))
    assert "chinese_army@china" not in clickable(operate("japan", units, scenario="rise_of_the_axis"))


# --- what it costs


@pytest.mark.rule("total_domination", "6.3b")
@pytest.mark.rule("total_domination", "8.1.A2")
@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.B2")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.parametrize(
    ("techs", "army", "fleet", "army_ashore", "fleet_ashore"),
    [
        ([], 3, 3, 3, 3),
        (["self_propelled_artillery"], 2, 3, 2, 3),
        (["self_propelled_artillery", "attack_aircraft"], 1, 3, 1, 2),
        (["heavy_battleships"], 3, 2, 3, 2),
        (["heavy_battleships", "aircraft_carriers"], 3, 1, 2, 1),
        (["self_propelled_artillery", "heavy_battleships"], 2, 2, 2, 2),
        (["self_propelled_artillery", "attack_aircraft", "heavy_battleships"], 1, 2, 1, 1),
        (["self_propelled_artillery", "heavy_battleships", "aircraft_carriers"], 2, 1, 1, 1),
        (ALL, 1, 1, 1, 1),  # never below 1 [R14]
    ],
)
def test_the_target_and_the_own_technologies_decide_the_cost(
    techs: list[str], army: int, fleet: int, army_ashore: int, fleet_ashore: int
) -> None:
    units = {
        "germany": "2 ussr_army",
        "poland": "ussr_army",
        "baltics": "ussr_army",
        "austria": "german_army",  # inland
        "france": "japanese_army, japanese_fleet",  # on the coast
    }
    g = operate("ussr", units, 20, techs={"ussr": techs, "germany": ["radar"]})
    assert attack(g, "german_army@austria") == army
    assert attack(g, "japanese_army@france") == army_ashore
    assert attack(g, "japanese_fleet@france") == fleet_ashore
    units = {"united_kingdom": "uk_army", "atlantic": "german_fleet"}  # an island
    g = operate("uk", units, fleet, techs={"uk": techs})
    assert attack(g, "german_fleet@atlantic") == fleet
    # a point less is not enough
    assert "german_fleet@atlantic" not in clickable(operate("uk", units, fleet - 1, techs={"uk": techs}))


@pytest.mark.rule("total_domination", "6.3b")
@pytest.mark.rule("total_domination", "11.1a")
def test_an_air_fleet_costs_what_an_army_costs() -> None:
    for techs, cost in (
        ([], 3),
        (["self_propelled_artillery"], 2),
        (["heavy_battleships", "aircraft_carriers"], 2),
    ):
        g = operate("uk", {"france": "uk_army", "germany": "german_air_fleet"}, techs={"uk": techs})
        assert attack(g, "german_air_fleet@germany") == cost
        assert units_at(g, "germany") == ""


# --- Air Fleets last


@pytest.mark.rule("total_domination", "6.3c")
@pytest.mark.rule("total_domination", "11.1e")
def test_air_fleets_are_attacked_only_when_nothing_else_is_left() -> None:
    g = operate("uk", {"france": "uk_army", "germany": "german_army, german_air_fleet"})
    assert "german_air_fleet@germany" not in clickable(g)
    attack(g, "german_army@germany")
    assert "german_air_fleet@germany" in clickable(g)
    attack(g, "german_air_fleet@germany")
    assert units_at(g, "germany") == ""


@pytest.mark.rule("total_domination", "11.1e")
def test_used_and_ready_air_fleets_are_different_targets() -> None:
    g = operate("uk", {"france": "uk_army", "germany": "german_air_fleet used, german_air_fleet"})
    assert [u for u in clickable(g) if "german" in u] == [
        "german_air_fleet.used@germany",
        "german_air_fleet@germany",
    ]
    attack(g, "german_air_fleet@germany")
    assert units_at(g, "germany") == "german_air_fleet used"


@pytest.mark.rule("total_domination", "11.1c")
def test_air_fleets_left_alone_away_from_home_go_with_the_last_unit() -> None:
    """[R65]"""
    g = operate("ussr", {"baltics": "ussr_army", "poland": "german_army, german_fleet, german_air_fleet"}, 6)
    attack(g, "german_army@poland")
    assert units_at(g, "poland") == "german_fleet, german_air_fleet"
    attack(g, "german_fleet@poland")
    assert units_at(g, "poland") == "" and left(g) == 0


# --- U-boats and Resistance


@pytest.mark.rule("total_domination", "6.3d")
@pytest.mark.rule("total_domination", "11.2e")
def test_a_u_boat_is_destroyed_by_a_fleet_in_its_area_for_two_always() -> None:
    units = {"atlantic": "uk_fleet, u_boot", "caribbean": "u_boot", "united_kingdom": "uk_army"}
    for techs in ([], ALL):
        g = operate("uk", units, 2, techs={"uk": techs})
        assert [u for u in clickable(g) if "u_boot" in u] == ["u_boot@atlantic"]
        before = points(g)
        assert attack(g, "u_boot@atlantic") == 2
        assert units_at(g, "atlantic") == "uk_fleet" and gains(g, before) == {"uk": 1}
        assert "u_boot@atlantic" not in clickable(operate("uk", units, 1, techs={"uk": techs}))
    # fleets of the Axis are friends, and an Air Fleet hunts nothing
    assert "u_boot@atlantic" not in clickable(operate("japan", {"atlantic": "japanese_fleet, u_boot"}))
    g = operate("ussr", {"atlantic": "ussr_fleet, u_boot"})
    assert "u_boot@atlantic" not in clickable(g)  # out of supply there [3.9c]


@pytest.mark.rule("total_domination", "6.3d")
def test_two_u_boats_are_offered_once() -> None:
    g = operate("uk", {"atlantic": "uk_fleet, 2 u_boot"}, 4)
    assert clickable(g).count("u_boot@atlantic") == 1
    attack(g, "u_boot@atlantic")
    attack(g, "u_boot@atlantic")
    assert units_at(g, "atlantic") == "uk_fleet"


@pytest.mark.rule("total_domination", "6.3d")
def test_resistance_is_destroyed_by_an_army_in_its_area_for_two_always() -> None:
    units = {
        "poland": "german_army, 2 resistance",
        "ukraine": "german_fleet, resistance",
        "baltics": "resistance",
    }
    for techs in ([], ALL):
        g = operate("germany", units, 4, techs={"germany": techs})
        assert [u for u in clickable(g) if "resistance" in u] == ["resistance@poland"]
        before = points(g)
        assert attack(g, "resistance@poland") == 2
        assert gains(g, before) == {"germany": 1}
        assert attack(g, "resistance@poland") == 2
        assert units_at(g, "poland") == "german_army"
        assert "resistance@poland" not in clickable(operate("germany", units, 1, techs={"germany": techs}))
    # another Axis army may not, nor one out of supply
    assert "resistance@poland" not in clickable(operate("japan", units))
    g = operate("germany", {"romania": "german_army, resistance"})
    assert clickable(g) == []


@pytest.mark.rule("total_domination", "3.2b")
def test_the_allies_do_not_hunt_resistance() -> None:
    g = operate("uk", {"france": "uk_fleet", "low_countries": "resistance"})
    assert "resistance@low_countries" not in clickable(g)


@pytest.mark.rule("total_domination", "6.3d")
def test_without_u_boats_in_the_game_none_are_hunted() -> None:
    g = operate("uk", {"atlantic": "uk_fleet, u_boot"}, advanced=False)
    assert "u_boot@atlantic" not in clickable(g)


# --- consequences


@pytest.mark.rule("total_domination", "3.8.5")
def test_control_and_points_follow_at_once() -> None:
    """[R52]"""
    g = operate(
        "uk", {"united_kingdom": "uk_fleet", "france": "german_army", "low_countries": "german_army"}, 9
    )
    before = points(g)
    attack(g, "german_army@france")
    assert gains(g, before) == {"germany": -2, "uk": 2}  # an empty Home area falls back to its owner
    attack(g, "german_army@low_countries")
    assert gains(g, before) == {"germany": -3, "uk": 2}
    assert g.control[area(g, "low_countries")] == NOBODY
    consistent(g)


def test_without_a_log_the_same_happens() -> None:
    g = operate("japan", {"nanking": "japanese_army", "china": "chinese_army"})
    g.log = None
    attack(g, "chinese_army@china")
    assert g.track[power(g, "china")] == 1 and units_at(g, "china") == ""


@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.parametrize("case", EXAMPLES["attack_aircraft_cumulative"]["cases"])
def test_the_examples_of_cumulative_technologies(case: dict[str, object]) -> None:
    where = {"coastal": "france", "island": "atlantic", "land": "austria"}[str(case["area_kind"])]
    techs = case["technologies"]
    assert isinstance(techs, list)
    units = {where: f"german_{case['target']}", "united_kingdom": "uk_fleet", "italy": "uk_army, uk_fleet"}
    g = operate("uk", units, 9, techs={"uk": techs}, partners={"italy": "uk"})
    assert attack(g, f"german_{case['target']}@{where}") == case["cost"]
