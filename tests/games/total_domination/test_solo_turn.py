"""An Axis turn of the solo game: the actions in their order, the other type, extra units, a stuck power."""

import pytest

from sandtable.games.total_domination.components.constants import ARMY, AXIS, FLEET, SOLO_DEPLOY, SOLO_USED
from sandtable.games.total_domination.rules.solo import solo_research, solo_turn
from sandtable.games.total_domination.testing import area, position, units_at
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


@pytest.mark.rule("total_domination", "13.1")
def test_actions_are_done_from_left_to_right() -> None:
    units = {**GERMAN_HOME, "poland": "neutral_army"}
    g = axis_turn(GERMANY, "destroy army, deploy army, move army", units, ["poland"])
    assert rules(g) == ["13.3", "6.3a", "13.5a", "6.1b", "13.3", "6.2b"]
    assert units_at(g, "poland") == "german_army"
    g = axis_turn(GERMANY, "move army, deploy army, destroy army", units, ["poland"])
    assert rules(g) == ["13.2a", "13.5a", "6.1b", "13.3", "6.3a"]
    assert units_at(g, "poland") == "" and units_at(g, "germany") == "2 german_army"


@pytest.mark.rule("total_domination", "13.1")
def test_each_power_has_its_own_side() -> None:
    g = before_turn(GERMANY, "deploy army", {**GERMAN_HOME, **JAPANESE_HOME})
    g.t.solo_side[JAPAN][0] = [(SOLO_DEPLOY, FLEET)]
    run(g, JAPAN)
    assert units_at(g, "japan") == "2 japanese_fleet" and units_at(g, "germany") == "german_army"


@pytest.mark.rule("total_domination", "13.1")
def test_the_turn_has_its_power_and_comes_back_from_a_save() -> None:
    g = axis_turn(JAPAN, "deploy army", JAPANESE_HOME)
    assert g.power == JAPAN
    assert solo_turn.SoloTurn(JAPAN).pack() == [JAPAN]


@pytest.mark.rule("total_domination", "13.1")
def test_a_game_is_the_same_without_a_log() -> None:
    told = position(set_up=True, scenario="solo", mode="solo", seed=5)
    silent = position(set_up=True, scenario="solo", mode="solo", seed=5)
    silent.log = None
    for g in (told, silent):
        for year in range(g.t.n_rounds):
            g.round = year
            g.passed = 0
            solo_turn.new_year(g)
            for _ in range(5):
                solo_turn.take_turn(g, GERMANY)
                solo_turn.take_turn(g, JAPAN)
            solo_research.axis(g)
    assert told.pack() == silent.pack()
    assert told.passed == 1 << JAPAN  # nine cards: Germany had the ninth
    assert told.solo.count(SOLO_USED) == 9


# --- the other type of unit


@pytest.mark.rule("total_domination", "13.2a")
def test_a_fleet_moves_when_no_army_can() -> None:
    # The example solo_other_unit_type.
    units = {**GERMAN_HOME, "germany": "german_fleet, german_army"}
    g = axis_turn(GERMANY, "move army", units, ["libya"])
    assert units_at(g, "libya") == "german_fleet" and units_at(g, "germany") == "german_army"
    why = "no army that may leave reaches an empty area on the arrows"
    assert log(g)[2].startswith(f"Move a fleet, not an army, because {why}: from Germany, the first")
    assert rules(g) == ["13.2a", "6.2b"]


@pytest.mark.rule("total_domination", "13.2a")
def test_the_preferred_type_moves_when_both_can() -> None:
    units = {**GERMAN_HOME, "germany": "german_fleet, german_army"}
    g = axis_turn(GERMANY, "move army", units, ["balkans"])
    assert units_at(g, "balkans") == "german_army"
    g = axis_turn(GERMANY, "move fleet", units, ["balkans"])
    assert units_at(g, "balkans") == "german_fleet"


@pytest.mark.rule("total_domination", "13.2a")
def test_the_preferred_type_on_a_late_arrow_comes_before_the_other_on_the_first() -> None:
    units = {**GERMAN_HOME, "germany": "german_fleet, german_army"}
    g = axis_turn(GERMANY, "move army", units, ["libya", "poland"])
    assert units_at(g, "poland") == "german_army"
    units = {**GERMAN_HOME, "france": "french_fleet", "poland": "neutral_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["france", "poland"])
    assert units_at(g, "poland") == "" and units_at(g, "france") == "french_fleet"


@pytest.mark.rule("total_domination", "13.2a")
def test_the_other_type_is_deployed_when_the_supply_is_empty() -> None:
    units = {**GERMAN_HOME, "germany": "german_fleet"}
    g = axis_turn(GERMANY, "deploy fleet", units)
    assert units_at(g, "germany") == "german_army, german_fleet"
    told = "Deploy an army, not a fleet, because no fleet is left in the supply: "
    assert log(g)[2] == f"{told}Germany is the first Home area that can take it."


@pytest.mark.rule("total_domination", "13.2a")
def test_the_other_type_is_destroyed_when_the_preferred_one_is_out_of_reach() -> None:
    units = {**GERMAN_HOME, "france": "french_fleet", "ukraine": "ussr_army"}
    g = axis_turn(GERMANY, "destroy army", units, ["ukraine france"])
    assert units_at(g, "france") == ""
    assert log(g)[2].startswith("Destroy a fleet, not an army, because no enemy army is in reach: France")


@pytest.mark.rule("total_domination", "13.2a")
def test_an_action_that_neither_type_can_do_is_skipped() -> None:
    g = axis_turn(GERMANY, "destroy army, deploy army", GERMAN_HOME)
    assert log(g)[2] == "Destroy an army: skipped, no enemy army or fleet is in reach."
    assert units_at(g, "germany") == "2 german_army"


@pytest.mark.rule("total_domination", "13.2a")
def test_different_reasons_for_skipping_are_both_told() -> None:
    units = {**GERMAN_HOME, "austria": "2 german_army"}
    g = axis_turn(GERMANY, "move army", units, ["libya"])
    assert log(g)[2] == (
        "Move an army: skipped, no army that may leave reaches an empty area on the arrows "
        "and no fleet may leave its area."
    )


# --- technologies


@pytest.mark.rule("total_domination", "13.4c")
@pytest.mark.rule("total_domination", "13.0.7")
def test_arsenal_and_shipyard_add_units_to_each_deployment() -> None:
    g = axis_turn(JAPAN, "deploy army", JAPANESE_HOME, techs={"japan": ["arsenal"]})
    assert units_at(g, "japan") == "2 japanese_army, japanese_fleet"
    assert log(g)[4] == "Arsenal: deploy one more army; Japan is the first Home area that can take it."
    assert rules(g) == ["13.5a", "6.1b", "13.4c", "6.1b"]
    g = axis_turn(JAPAN, "deploy army", JAPANESE_HOME, techs={"japan": ["shipyard", "arsenal"]})
    assert units_at(g, "japan") == "2 japanese_army, 2 japanese_fleet"
    g = axis_turn(JAPAN, "deploy army, deploy army", JAPANESE_HOME, techs={"japan": ["arsenal"]})
    assert units_at(g, "japan") == "3 japanese_army, japanese_fleet"
    assert units_at(g, "nanking") == "2 japanese_army"


@pytest.mark.rule("total_domination", "13.4b")
def test_mechanization_and_landing_crafts_add_moves() -> None:
    units = {**JAPANESE_HOME, "japan": "2 japanese_army, 2 japanese_fleet"}
    arrows = ["philippines mongolia indochina midway_isl"]
    for techs, army, fleet in (
        (["mechanization"], 2, 0),
        (["landing_crafts"], 1, 1),
        (["landing_crafts", "mechanization"], 2, 1),
        (["arsenal", "self_propelled_artillery"], 1, 0),
    ):
        g = axis_turn(JAPAN, "move army", units, arrows, techs={"japan": techs})
        gone = [units_at(g, name) for name in ("mongolia", "indochina", "philippines", "midway_isl")]
        assert gone.count("japanese_army") == army and gone.count("japanese_fleet") == fleet, techs


@pytest.mark.rule("total_domination", "13.4b")
def test_an_extra_move_refills_a_home_area_first() -> None:
    units = {**GERMAN_HOME, "germany": "3 german_army", "austria": "", "czechoslovakia": ""}
    g = axis_turn(GERMANY, "move army", units, ["poland"], techs={"germany": ["mechanization"]})
    assert units_at(g, "austria") == units_at(g, "czechoslovakia") == "german_army"
    assert units_at(g, "poland") == ""


@pytest.mark.rule("total_domination", "13.4a")
@pytest.mark.parametrize(
    ("techs", "armies", "fleets"),
    [
        (["self_propelled_artillery"], 2, 0),
        (["attack_aircraft"], 2, 0),
        (["self_propelled_artillery", "attack_aircraft"], 3, 0),
        (["heavy_battleships"], 1, 1),
        (["aircraft_carriers"], 1, 1),
        (["heavy_battleships", "aircraft_carriers"], 1, 2),
        (["mechanization", "arsenal", "shipyard", "landing_crafts"], 1, 0),
    ],
)
def test_technologies_destroy_more(techs: list[str], armies: int, fleets: int) -> None:
    units = {**GERMAN_HOME, "poland": "2 ussr_army", "france": "french_fleet, french_army"}
    units["balkans"] = "2 uk_fleet"
    g = axis_turn(GERMANY, "destroy army", units, ["poland balkans france"], techs={"germany": techs})
    left = [unit for name in ("poland", "france", "balkans") for unit in g.at[area(g, name)]]
    types = [g.t.unit_type[unit] for unit in left]
    assert (3 - types.count(ARMY), 3 - types.count(FLEET)) == (armies, fleets)


@pytest.mark.rule("total_domination", "13.4d")
@pytest.mark.rule("total_domination", "13.4a")
def test_an_extra_army_is_never_replaced_by_a_fleet() -> None:
    # The example solo_extra_unit_strict.
    units = {**GERMAN_HOME, "poland": "ussr_army", "france": "french_fleet"}
    techs = {"germany": ["self_propelled_artillery"]}
    g = axis_turn(GERMANY, "destroy army", units, ["poland france"], techs=techs)
    assert units_at(g, "poland") == "" and units_at(g, "france") == "french_fleet"
    assert log(g)[4] == "Self-propelled Artillery adds no army to destroy: no enemy army is in reach."
    assert rules(g) == ["13.3", "6.3a", "13.4d"]


@pytest.mark.rule("total_domination", "13.4d")
def test_extra_moves_and_deployments_are_of_their_type_too() -> None:
    units = {**GERMAN_HOME, "germany": "3 german_army"}
    techs = {"germany": ["landing_crafts"]}
    g = axis_turn(GERMANY, "move army", units, ["poland low_countries"], techs=techs)
    assert units_at(g, "low_countries") == "" and units_at(g, "germany") == "2 german_army"
    units = {**GERMAN_HOME, "germany": "german_fleet"}
    g = axis_turn(GERMANY, "deploy army", units, techs={"germany": ["shipyard"]})
    assert units_at(g, "germany") == "german_army, german_fleet" and units_at(g, "italy") == "italian_fleet"


@pytest.mark.rule("total_domination", "13.0.7")
def test_every_action_that_is_done_brings_all_its_technologies() -> None:
    # Also when the other type did it; R68.
    units = {**GERMAN_HOME, "poland": "2 ussr_army", "france": "french_fleet"}
    g = axis_turn(
        GERMANY, "destroy fleet", units, ["poland france"], techs={"germany": ["self_propelled_artillery"]}
    )
    assert units_at(g, "france") == "" and units_at(g, "poland") == "ussr_army"


@pytest.mark.rule("total_domination", "13.0.7")
def test_a_skipped_action_brings_nothing() -> None:
    # No unit is to spare, and nothing would be gained by asking the technologies.
    g = axis_turn(GERMANY, "destroy army", GERMAN_HOME, techs={"germany": ["heavy_battleships"]})
    assert rules(g) == ["13.2a", "13.0.11"]


@pytest.mark.rule("total_domination", "13.0.7")
def test_a_power_has_nothing_of_its_teammates_technologies() -> None:
    g = axis_turn(JAPAN, "deploy army", JAPANESE_HOME, techs={"germany": ["arsenal"]})
    assert units_at(g, "japan") == "japanese_army, japanese_fleet"


# --- a power that can do nothing


@pytest.mark.rule("total_domination", "13.0.11")
def test_a_stuck_power_with_all_its_home_areas_brings_the_axis_a_point() -> None:
    g = before_turn(GERMANY, "move army, destroy army", GERMAN_HOME, solo_vp=2)
    before = g.faction_points(AXIS)
    run(g, GERMANY)
    assert g.solo_vp == 3 and g.faction_points(AXIS) == before + 1
    told = "Germany could do nothing and holds all its Home areas: 1 victory point for the Axis."
    assert log(g)[-1] == told


@pytest.mark.rule("total_domination", "13.0.11")
@pytest.mark.parametrize("lost", ["italy", "czechoslovakia"])
def test_a_stuck_power_that_has_lost_a_home_area_gains_nothing(lost: str) -> None:
    units = {**GERMAN_HOME, "germany": "", "austria": "", lost: "uk_army"}
    units = {name: row if name == lost else "" for name, row in units.items()}
    g = axis_turn(GERMANY, "move army", units)
    assert g.solo_vp == 0
    name = g.t.area_name[area(g, lost)]
    assert log(g)[-1] == f"Germany could do nothing, but does not hold {name} and gains nothing."


@pytest.mark.rule("total_domination", "13.0.11")
def test_a_lone_unit_abroad_that_could_move_keeps_its_power_from_being_paid() -> None:
    units = {**GERMAN_HOME, "poland": "german_army"}
    g = axis_turn(GERMANY, "move army", units, ["ukraine poland"])
    assert g.solo_vp == 0 and units_at(g, "ukraine") == "german_army" and units_at(g, "poland") == ""
    # cut off it cannot move, and the point is due
    g = axis_turn(GERMANY, "move army", {**GERMAN_HOME, "romania": "german_army"}, ["ukraine romania"])
    assert g.solo_vp == 1 and units_at(g, "romania") == "german_army"


@pytest.mark.rule("total_domination", "13.0.11")
def test_a_power_that_did_one_action_is_not_stuck() -> None:
    g = axis_turn(GERMANY, "move army, deploy army, destroy army", GERMAN_HOME)
    assert g.solo_vp == 0
    g = axis_turn(GERMANY, "deploy army, move fleet", GERMAN_HOME, ["libya"])
    assert g.solo_vp == 0


@pytest.mark.rule("total_domination", "13.0.11")
def test_a_lost_home_area_of_the_teammate_does_not_matter() -> None:
    units = {**GERMAN_HOME, **JAPANESE_HOME, "manchuria": "ussr_army"}
    g = axis_turn(GERMANY, "destroy fleet", units)
    assert g.solo_vp == 1


# --- what the player reads


@pytest.mark.rule("total_domination", "13.1")
def test_every_line_is_a_sentence_with_its_rule() -> None:
    for seed in range(6):
        g = position(set_up=True, scenario="solo", mode="solo", year=1943, seed=seed)
        for power in (GERMANY, JAPAN):
            g.techs[power] = (1 << g.t.n_techs) - 1
        solo_turn.new_year(g)
        for _ in range(5):
            solo_turn.take_turn(g, GERMANY)
            solo_turn.take_turn(g, JAPAN)
        assert g.log is not None
        known = [line for line in g.log.lines(0) if line.rule.startswith("13.")]
        assert len(known) > 30
        for line in known:
            assert line.text.endswith(".") and not line.text.endswith("..") and "{" not in line.text
