"""Which unit an action of a solo card takes, from where and to where: moves, deployments, attacks."""

import pytest

from sandtable.games.total_domination.testing import area, units_at
from tests.games.total_domination.driving import log
from tests.games.total_domination.solo_driving import (
    GERMAN_HOME,
    GERMANY,
    JAPAN,
    JAPANESE_HOME,
    axis_turn,
    before_turn,
    rules,
    run,
)

# --- moves along the arrows


@pytest.mark.rule("total_domination", "13.3")
def test_a_move_goes_to_the_first_empty_area_on_the_first_arrow() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["baltics poland low_countries", "balkans"])
    assert units_at(g, "poland") == "german_army"  # no German area borders on the Baltics
    assert units_at(g, "germany") == "german_army"
    assert log(g)[2:] == [
        "Move an army, as preferred: from Germany, the first Home area with one to spare, to Poland, "
        "the first empty area in reach on arrow 1.",
        "German army moves from Germany to Poland.",
    ]


@pytest.mark.rule("total_domination", "13.3")
def test_a_later_arrow_counts_when_the_earlier_ones_lead_nowhere() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army", "poland": "neutral_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland", "ukraine", "balkans france", "low_countries"])
    assert units_at(g, "balkans") == "german_army"
    assert "on arrow 3, there being none on 1 or 2." in log(g)[2]


@pytest.mark.rule("total_domination", "13.3")
def test_units_move_only_into_empty_areas() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army", "poland": "german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland", "balkans"])
    assert units_at(g, "poland") == "german_army" and units_at(g, "balkans") == "german_army"


@pytest.mark.rule("total_domination", "13.3")
def test_the_first_on_a_coast_comes_over_the_right_link() -> None:
    units = {**GERMAN_HOME, "italy": "italian_fleet, italian_army"}
    g = axis_turn(GERMANY, "move army", units, ["libya", "balkans"])
    assert units_at(g, "libya") == "" and units_at(g, "balkans") == "italian_army"
    g = axis_turn(GERMANY, "move fleet", units, ["libya", "balkans"])
    assert units_at(g, "libya") == "italian_fleet"


@pytest.mark.rule("total_domination", "13.5a")
@pytest.mark.parametrize(
    ("power", "home", "kind", "order"),
    [
        (GERMANY, GERMAN_HOME, "german_army", ["germany", "italy", "austria", "czechoslovakia"]),
        (JAPAN, JAPANESE_HOME, "japanese_army", ["japan", "nanking", "manchuria"]),
        (JAPAN, JAPANESE_HOME, "japanese_fleet", ["japan", "nanking", "ryukyu_isl"]),
    ],
)
def test_units_leave_by_home_area_priority(
    power: int, home: dict[str, str], kind: str, order: list[str]
) -> None:
    type_ = kind.split("_")[1]
    goal = {"army": "poland" if power == GERMANY else "indochina", "fleet": "philippines"}[type_]
    for i in range(len(order)):
        units = {**home, **{name: f"{home[name]}, {kind}" for name in order[i:]}}
        g = axis_turn(power, f"move {type_}", units, [goal])
        assert units_at(g, goal) == kind
        assert units_at(g, order[i]) == home[order[i]]


@pytest.mark.rule("total_domination", "13.5d")
def test_the_last_unit_never_leaves_a_home_area() -> None:
    g = axis_turn(GERMANY, "move army", GERMAN_HOME, ["poland balkans low_countries libya"])
    assert [units_at(g, name) for name in GERMAN_HOME] == list(GERMAN_HOME.values())
    assert log(g)[2] == "Move an army: skipped, no army or fleet may leave its area."


@pytest.mark.rule("total_domination", "13.5d")
def test_a_unit_leaves_when_one_of_the_other_type_stays() -> None:
    units = {**GERMAN_HOME, "germany": "german_army, german_fleet"}
    g = axis_turn(GERMANY, "move army", units, ["poland"])
    assert units_at(g, "germany") == "german_fleet" and units_at(g, "poland") == "german_army"


@pytest.mark.rule("total_domination", "13.3")
def test_outside_the_home_areas_the_first_unit_on_the_arrows_moves() -> None:
    units = {**GERMAN_HOME, "poland": "2 german_army", "balkans": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["ukraine balkans poland"])
    assert units_at(g, "balkans") == "german_army" and units_at(g, "ukraine") == "german_army"
    reason = "from Balkans, on arrow 1 the first area with a unit that can go there, no Home area having one"
    assert reason in log(g)[2]
    g = axis_turn(GERMANY, "move army", units, ["ukraine", "poland", "balkans"])
    assert units_at(g, "poland") == "german_army"
    # a pair has no precedence over a lone unit
    units = {**GERMAN_HOME, "poland": "german_army", "balkans": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["ukraine poland balkans"])
    assert units_at(g, "balkans") == "2 german_army" and units_at(g, "poland") == ""


@pytest.mark.rule("total_domination", "13.5a")
def test_home_areas_give_units_before_others() -> None:
    units = {**GERMAN_HOME, "poland": "2 german_army", "czechoslovakia": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland ukraine"])
    assert units_at(g, "czechoslovakia") == "german_army" and units_at(g, "poland") == "2 german_army"


@pytest.mark.rule("total_domination", "13.3")
def test_a_lone_unit_outside_the_home_areas_goes_on() -> None:
    """[R37]"""
    units = {**GERMAN_HOME, "poland": "german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland ukraine balkans"])
    assert units_at(g, "poland") == "" and units_at(g, "ukraine") == "german_army"
    assert log(g)[2] == (
        "Move an army, as preferred: from Poland, on arrow 1 the first area with a unit that can go there, "
        "and left empty, to Ukraine, the first empty area in reach on arrow 1."
    )
    assert rules(g) == ["13.3", "6.2b"]
    # units at home that can be spared come first
    g = axis_turn(GERMANY, "move army", {**units, "austria": "2 german_army"}, ["poland ukraine balkans"])
    assert units_at(g, "poland") == "german_army" and units_at(g, "ukraine") == "german_army"
    assert units_at(g, "austria") == "german_army"


@pytest.mark.rule("total_domination", "13.3")
def test_units_out_of_supply_are_passed_over() -> None:
    units = {**GERMAN_HOME, "romania": "2 german_army", "poland": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["romania poland ukraine"])
    assert units_at(g, "romania") == "2 german_army"
    assert units_at(g, "poland") == "german_army" and units_at(g, "ukraine") == "german_army"


# --- garrisons


@pytest.mark.rule("total_domination", "13.0.10")
@pytest.mark.rule("total_domination", "13.5c")
def test_an_empty_home_area_is_refilled_before_any_advance() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army", "austria": ""}
    g = axis_turn(GERMANY, "move army", units, ["poland"])
    assert units_at(g, "austria") == "german_army" and units_at(g, "poland") == ""
    assert log(g)[2] == (
        "Move an army, as preferred: the empty Home area Austria is refilled first, from Germany, "
        "the first Home area with one to spare."
    )
    assert rules(g) == ["13.5c", "6.2b"]


@pytest.mark.rule("total_domination", "13.0.10")
def test_of_two_empty_home_areas_the_first_by_priority_is_refilled() -> None:
    units = {**GERMAN_HOME, "germany": "3 german_army", "austria": "", "czechoslovakia": ""}
    g = axis_turn(GERMANY, "move army", units, ["poland"])
    assert units_at(g, "austria") == "german_army" and units_at(g, "czechoslovakia") == ""
    g = axis_turn(GERMANY, "move army, move army", units, ["poland"])
    assert units_at(g, "czechoslovakia") == "german_army"


@pytest.mark.rule("total_domination", "13.5c")
def test_a_garrison_of_the_other_type_goes_before_an_advance_of_the_preferred_one() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army, german_fleet", "austria": ""}
    g = axis_turn(GERMANY, "move fleet", units, ["balkans"])
    assert units_at(g, "austria") == "german_army" and units_at(g, "balkans") == ""
    assert log(g)[2].startswith("Move an army, because no fleet can go there: the empty Home area Austria")
    assert rules(g)[0] == "13.5c"


@pytest.mark.rule("total_domination", "13.5c")
def test_a_garrison_is_of_the_preferred_type_where_that_can_go() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army, german_fleet", "italy": ""}
    g = axis_turn(GERMANY, "move fleet", units, ["low_countries"])
    assert units_at(g, "italy") == "german_fleet"
    g = axis_turn(GERMANY, "move army", units, ["low_countries"])
    assert units_at(g, "italy") == "german_army"


@pytest.mark.rule("total_domination", "13.0.10")
def test_a_garrison_comes_from_abroad_when_no_home_area_can_spare_one() -> None:
    units = {**GERMAN_HOME, "austria": "", "poland": "german_army", "balkans": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["balkans poland"])
    assert units_at(g, "austria") == units_at(g, "balkans") == units_at(g, "poland") == "german_army"
    units = {**GERMAN_HOME, "austria": "", "poland": "german_army", "low_countries": "german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland", "low_countries"])
    assert units_at(g, "austria") == "german_army" and units_at(g, "poland") == ""
    reason = "from Poland, on arrow 1 the first area with a unit that can go there, and left empty."
    assert log(g)[2].endswith(reason)


@pytest.mark.rule("total_domination", "13.0.10")
def test_only_own_units_make_a_garrison() -> None:
    units = {**GERMAN_HOME, "austria": "", "poland": "ussr_army", "low_countries": "german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland low_countries"])
    assert units_at(g, "austria") == "german_army" and units_at(g, "poland") == "ussr_army"


@pytest.mark.rule("total_domination", "13.5d")
def test_no_home_area_is_emptied_to_refill_another() -> None:
    units = {**GERMAN_HOME, "austria": ""}
    g = axis_turn(GERMANY, "move army", units, ["poland"])
    assert units_at(g, "germany") == "german_army" and units_at(g, "austria") == ""


@pytest.mark.rule("total_domination", "13.0.10")
def test_a_home_area_held_by_the_enemy_cannot_be_refilled() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army", "austria": "ussr_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland"])
    assert units_at(g, "poland") == "german_army"


@pytest.mark.rule("total_domination", "13.0.10")
def test_an_empty_italy_is_wanted_back_when_it_is_the_enemys_partner() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army", "italy": ""}
    g = axis_turn(GERMANY, "move army", units, ["poland"], partners={"italy": "uk"})
    assert units_at(g, "italy") == "german_army"


@pytest.mark.rule("total_domination", "13.0.10")
def test_france_needs_no_garrison() -> None:
    units = {**GERMAN_HOME, "germany": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["poland", "france"], partners={"france": "germany"})
    assert units_at(g, "poland") == "german_army" and units_at(g, "france") == ""


# --- deployments


@pytest.mark.rule("total_domination", "13.5a")
def test_armies_are_deployed_by_home_area_priority_in_their_own_countries() -> None:
    g = before_turn(GERMANY, ", ".join(["deploy army"] * 7), GERMAN_HOME)
    run(g, GERMANY)
    assert units_at(g, "germany") == "4 german_army"
    assert units_at(g, "italy") == "italian_army, italian_fleet"
    assert units_at(g, "austria") == units_at(g, "czechoslovakia") == "2 german_army"
    told = [text for text in log(g) if text.startswith("Deploy")]
    assert told[0] == "Deploy an army, as preferred: Germany is the first Home area that can take it."
    assert told[3] == "Deploy an army, as preferred: Italy is the first Home area that can take it."
    assert told[6] == "Deploy an army: skipped, no Home area can take one more army or fleet."


@pytest.mark.rule("total_domination", "13.5a")
def test_japan_deploys_by_its_own_priority() -> None:
    g = axis_turn(JAPAN, "deploy fleet, deploy fleet, deploy fleet, deploy fleet", JAPANESE_HOME)
    assert units_at(g, "japan") == "4 japanese_fleet"
    assert units_at(g, "nanking") == "japanese_army, japanese_fleet"


@pytest.mark.rule("total_domination", "13.5a")
@pytest.mark.parametrize("trouble", ["damage", "enemy"])
def test_a_home_area_that_cannot_take_the_unit_is_passed_over(trouble: str) -> None:
    units = dict(GERMAN_HOME)
    damage = ["germany"] if trouble == "damage" else []
    if trouble == "enemy":
        units["germany"] = "ussr_army"
    g = axis_turn(GERMANY, "deploy army", units, damage=damage)
    assert units_at(g, "italy") == "italian_army, italian_fleet"


@pytest.mark.rule("total_domination", "13.5a")
def test_nothing_is_deployed_in_france() -> None:
    units = {**GERMAN_HOME, "germany": "4 german_army", "austria": "2 german_army"}
    units |= {"italy": "italian_army, italian_fleet", "czechoslovakia": "2 german_army"}
    g = axis_turn(GERMANY, "deploy army", units, partners={"france": "germany"})
    assert units_at(g, "france") == ""
    assert log(g)[2] == "Deploy an army: skipped, no Home area can take one more army or fleet."


# --- attacks


@pytest.mark.rule("total_domination", "13.3")
def test_the_first_target_along_the_arrows_is_destroyed() -> None:
    units = {**GERMAN_HOME, "poland": "neutral_army", "france": "french_army", "ukraine": "ussr_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["ukraine france", "poland"])
    assert units_at(g, "france") == "" and units_at(g, "poland") == "neutral_army"
    assert units_at(g, "ukraine") == "ussr_army"  # no German unit is near it
    assert log(g)[2:] == [
        "Destroy an army, as preferred: France is the first area with one in reach on arrow 1.",
        "Germany destroys the French army in France.",
    ]
    g = axis_turn(GERMANY, "destroy army", units, ["ukraine", "poland", "france"])
    assert units_at(g, "poland") == "" and "on arrow 2, there being none on 1." in log(g)[2]
    g = axis_turn(GERMANY, "destroy army", units, ["poland france"])  # from the border on
    assert units_at(g, "poland") == "" and units_at(g, "france") == "french_army"


@pytest.mark.rule("total_domination", "13.3")
def test_only_units_in_supply_destroy() -> None:
    units = {**GERMAN_HOME, "romania": "german_army", "ukraine": "ussr_army", "poland": "neutral_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["ukraine", "poland"])
    assert units_at(g, "ukraine") == "ussr_army" and units_at(g, "poland") == ""


@pytest.mark.rule("total_domination", "13.3")
def test_units_of_powers_at_peace_are_targets_and_that_is_an_act_of_war() -> None:
    units = {**JAPANESE_HOME, "philippines": "us_fleet"}
    g = axis_turn(JAPAN, "destroy fleet", units, ["philippines"])
    assert units_at(g, "philippines") == ""
    assert g.track[g.t.nation_index["us"]] == 1


@pytest.mark.rule("total_domination", "13.5b")
def test_enemies_in_home_areas_are_destroyed_first() -> None:
    units = {**GERMAN_HOME, "poland": "neutral_army", "austria": "ussr_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["poland"])
    assert units_at(g, "austria") == "" and units_at(g, "poland") == "neutral_army"
    assert log(g)[2] == "Destroy an army, as preferred: enemies in the Home area Austria come first."
    assert rules(g)[0] == "13.5b"


@pytest.mark.rule("total_domination", "13.5b")
def test_enemies_in_several_home_areas_are_destroyed_by_priority() -> None:
    units = {**GERMAN_HOME, "czechoslovakia": "ussr_army", "italy": "uk_army", "austria": "ussr_army"}
    g = before_turn(GERMANY, "destroy army", units)
    run(g, GERMANY)
    assert units_at(g, "italy") == ""
    g = axis_turn(GERMANY, "destroy army, destroy army", units)
    assert units_at(g, "austria") == "" and units_at(g, "czechoslovakia") == "ussr_army"


@pytest.mark.rule("total_domination", "13.5b")
def test_an_enemy_of_the_other_type_at_home_comes_before_the_preferred_one_abroad() -> None:
    units = {**GERMAN_HOME, "poland": "neutral_army", "italy": "uk_fleet"}
    g = axis_turn(GERMANY, "destroy army", units, ["poland"])
    assert units_at(g, "italy") == "" and units_at(g, "poland") == "neutral_army"
    told = "Destroy a fleet, because no army is there: enemies in the Home area Italy come first."
    assert log(g)[2] == told
    units["italy"] = "uk_army, uk_fleet"
    g = axis_turn(GERMANY, "destroy army", units, ["poland"])
    assert units_at(g, "italy") == "uk_fleet"


@pytest.mark.rule("total_domination", "13.5b")
def test_the_capital_itself_destroys_and_other_home_areas_need_a_neighbour() -> None:
    g = axis_turn(GERMANY, "destroy army", {"germany": "ussr_army"})
    assert units_at(g, "germany") == ""
    g = axis_turn(GERMANY, "destroy army", {"italy": "uk_army"})
    assert units_at(g, "italy") == "uk_army"


@pytest.mark.rule("total_domination", "13.5b")
def test_a_teammates_home_area_is_cleared_too() -> None:
    # A German army in Siberia, in supply over Poland and the Soviet Union.
    east = ["poland", "ukraine", "northern_ussr", "urals", "siberia"]
    units = {**GERMAN_HOME, **dict.fromkeys(east, "german_army")}
    units |= {"northern_ussr": "2 german_army", "manchuria": "uk_army", "baltics": "ussr_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["baltics"])
    assert units_at(g, "manchuria") == "" and units_at(g, "baltics") == "ussr_army"
    assert g.control[area(g, "manchuria")] == JAPAN
