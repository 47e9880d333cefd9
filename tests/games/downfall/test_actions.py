"""Actions: how many, which, and what they give. [4] [15]"""

from typing import Any

import pytest

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import actions, missions
from sandtable.games.downfall.testing import declare, position, unit_at
from tests.games.downfall.waiting import Idle

EVERYBODY = ("axis", "allies", "ussr")


def at(side: str = "axis", **more: Any) -> Board:
    """A position in a side's free play, with Actions left."""
    g = position(side=side, **more)
    g.actions_left = 9
    g.agenda = [Idle()]
    return g


def tile(g: Board, name: str) -> int:
    return g.t.tile_index[name]


def refusal(g: Board, action: int) -> str:
    """The rule that refuses an Action; "" if none does."""
    reason = actions.why_not_take(g, action)
    assert (reason is None) == (action in actions.allowed(g))
    return "" if reason is None else reason.rule


def take(g: Board, action: int) -> None:
    assert refusal(g, action) == ""
    actions.take(g, action)
    g.advance()


def pick(g: Board, key: int) -> None:
    seat = g.seats()[0]
    assert key in g.choices(seat)
    g.apply(seat, key)


# --- how many


@pytest.mark.rule("downfall", "4")
def test_each_action_taken_is_one_less_and_the_last_closes_the_list() -> None:
    g = at("axis")
    g.actions_left = 2
    take(g, const.ACT_SUPPLY)
    take(g, const.ACT_ARMOR)
    assert g.actions_left == 0
    assert actions.allowed(g) == []
    assert refusal(g, const.ACT_REINFORCEMENTS) == "4"


@pytest.mark.rule("downfall", "4j")
@pytest.mark.rule("downfall", "4k")
@pytest.mark.rule("downfall", "4l")
def test_actions_in_limited_and_total_war() -> None:
    g = at(turn=3)
    assert [actions.count_actions(g, side) for side in range(3)] == [3, 2, 2]
    g.total_war = [True, True, True]
    assert [actions.count_actions(g, side) for side in range(3)] == [4, 5, 3]


@pytest.mark.rule("downfall", "4m")
def test_lost_german_supply_areas_cost_the_axis_an_action_each() -> None:
    g = at(turn=11, total_war=EVERYBODY, control={"ruhr": "allies", "breslau": "ussr", "trondheim": "axis"})
    assert actions.count_actions(g, const.AXIS) == 2
    g.total_war[const.AXIS] = False
    assert actions.count_actions(g, const.AXIS) == 3


@pytest.mark.rule("downfall", "4n")
@pytest.mark.rule("downfall", "14c")
def test_bombing_costs_an_action_in_total_war_only() -> None:
    g = at(turn=15, total_war=EVERYBODY)
    g.bombed = True
    assert actions.count_actions(g, const.AXIS) == 3
    assert actions.count_actions(g, const.ALLIES) == 5
    g.total_war[const.AXIS] = False
    assert actions.count_actions(g, const.AXIS) == 3


@pytest.mark.rule("downfall", "4o")
@pytest.mark.rule("downfall", "15a")
@pytest.mark.rule("downfall", "15")
@pytest.mark.parametrize(
    ("turn", "holder", "count"),
    [
        (9, "neutral", 3),
        (9, "allies", 3),
        (10, "allies", 3),
        (11, "allies", 4),
        (12, "allies", 4),
        (9, "axis", 4),
    ],
)
def test_trondheim_matters_in_winter_and_spring(turn: int, holder: str, count: int) -> None:
    g = at(turn=turn, total_war=EVERYBODY, control={"trondheim": holder})
    assert actions.count_actions(g, const.AXIS) == count


@pytest.mark.rule("downfall", "12a")
@pytest.mark.rule("downfall", "4p")
def test_london_and_submarines_together_cost_the_allies_one_action() -> None:
    g = at("allies", turn=3)
    g.atlantic[0] = 2
    assert actions.count_actions(g, const.ALLIES) == 1
    g.set_control(g.t.area_index["london"], const.AXIS)
    assert actions.count_actions(g, const.ALLIES) == 1
    g.atlantic[0] = 0
    assert actions.count_actions(g, const.ALLIES) == 1
    g.set_control(g.t.area_index["london"], const.ALLIES)
    assert actions.count_actions(g, const.ALLIES) == 2


@pytest.mark.rule("downfall", "4q")
def test_moscow_counts_in_total_war_only() -> None:
    g = at("ussr", turn=10, control={"moscow": "axis"})
    assert actions.count_actions(g, const.USSR) == 2
    g.total_war[const.USSR] = True
    assert actions.count_actions(g, const.USSR) == 2
    g.set_control(g.t.area_index["moscow"], const.USSR)
    assert actions.count_actions(g, const.USSR) == 3


def test_actions_are_never_negative() -> None:
    g = at(turn=21, total_war=EVERYBODY, control={"ruhr": "allies", "berlin": "ussr", "breslau": "ussr"})
    g.bombed = True
    assert actions.count_actions(g, const.AXIS) == 0


# --- which


@pytest.mark.rule("downfall", "4a")
@pytest.mark.rule("downfall", "4.5")
@pytest.mark.rule("downfall", "4.7")
def test_submarines_are_for_the_axis_and_lend_lease_for_the_allies() -> None:
    every = {
        side: at(side, turn=12, total_war=EVERYBODY, developments={side: ["aviation"]}) for side in EVERYBODY
    }
    common = [
        const.ACT_SUPPLY,
        const.ACT_REINFORCEMENTS,
        const.ACT_ARMOR,
        const.ACT_AIR,
        const.ACT_DEVELOPMENT,
    ]
    assert actions.allowed(every["axis"]) == sorted([*common, const.ACT_SUBMARINES])
    assert actions.allowed(every["allies"]) == sorted([*common, const.ACT_LEND_LEASE])
    assert actions.allowed(every["ussr"]) == common
    assert refusal(every["ussr"], const.ACT_SUBMARINES) == "4.5"
    assert refusal(every["axis"], const.ACT_LEND_LEASE) == "4.7"


@pytest.mark.rule("downfall", "4b")
def test_one_action_of_each_type() -> None:
    g = at("axis")
    take(g, const.ACT_SUPPLY)
    assert refusal(g, const.ACT_SUPPLY) == "4b"
    assert refusal(g, const.ACT_ARMOR) == ""
    allies = at("allies", turn=5)
    take(allies, const.ACT_SUPPLY)
    assert refusal(allies, const.ACT_SUPPLY) == "4b"
    assert actions.why_not_take(allies, const.ACT_SUPPLY) == actions.ONCE


@pytest.mark.rule("downfall", "4c")
@pytest.mark.rule("downfall", "4.7c")
def test_the_allies_in_total_war_take_two_of_each_but_one_lend_lease() -> None:
    g = at("allies", turn=12, total_war=EVERYBODY)
    take(g, const.ACT_ARMOR)
    take(g, const.ACT_ARMOR)
    assert actions.why_not_take(g, const.ACT_ARMOR) == actions.TWICE
    take(g, const.ACT_LEND_LEASE)
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7c"


@pytest.mark.rule("downfall", "4d")
@pytest.mark.rule("downfall", "4e")
def test_soviet_repeats_with_lend_lease() -> None:
    g = at("ussr", turn=14, total_war=EVERYBODY)
    assert (actions.limit(g, const.ACT_DEVELOPMENT), actions.limit(g, const.ACT_SUPPLY)) == (1, 1)
    g.lend_lease = 14
    assert (actions.limit(g, const.ACT_DEVELOPMENT), actions.limit(g, const.ACT_SUPPLY)) == (2, 1)
    g.turn = g.lend_lease = 18
    assert (actions.limit(g, const.ACT_DEVELOPMENT), actions.limit(g, const.ACT_SUPPLY)) == (1, 2)
    g.lend_lease = 17
    assert actions.limit(g, const.ACT_SUPPLY) == 1
    g.turn = g.lend_lease = 14
    take(g, const.ACT_DEVELOPMENT)
    pick(g, g.ids.tile + tile(g, "ussr_aviation"))
    take(g, const.ACT_DEVELOPMENT)
    pick(g, g.ids.tile + tile(g, "ussr_urals_industry"))
    assert refusal(g, const.ACT_DEVELOPMENT) == "4b"


# --- supply


@pytest.mark.rule("downfall", "4.1")
@pytest.mark.rule("downfall", "4.1a")
def test_supply_gives_five_units() -> None:
    g = at("axis", supply=3)
    take(g, const.ACT_SUPPLY)
    assert g.supply == [8, 0, 0]


@pytest.mark.rule("downfall", "4.1b")
def test_the_stock_ends_at_twelve() -> None:
    g = at("axis", supply=9)
    take(g, const.ACT_SUPPLY)
    assert g.supply[const.AXIS] == 12


@pytest.mark.rule("downfall", "13.8")
@pytest.mark.rule("downfall", "4.6b")
def test_logistics_gives_seven_and_is_known_from_then_on() -> None:
    g = at("axis", supply=0, developments={"axis": ["logistics"]})
    before = g.revealed
    take(g, const.ACT_SUPPLY)
    assert g.supply[const.AXIS] == 7
    assert g.tile_known[tile(g, "axis_logistics")]
    assert g.revealed == before + 1


@pytest.mark.rule("downfall", "4.6b")
def test_logistics_stays_secret_where_the_stock_shows_no_difference() -> None:
    g = at("axis", supply=8, developments={"axis": ["logistics"]})
    take(g, const.ACT_SUPPLY)
    assert g.supply[const.AXIS] == 12
    assert not g.tile_known[tile(g, "axis_logistics")]


@pytest.mark.rule("downfall", "15b")
@pytest.mark.rule("downfall", "15c")
@pytest.mark.rule("downfall", "15d")
@pytest.mark.rule("downfall", "15e")
@pytest.mark.rule("downfall", "15")
@pytest.mark.parametrize(
    ("side", "turn", "control", "units"),
    [
        ("axis", 10, {"bucharest": "ussr"}, 3),
        ("axis", 10, {"bucharest": "allies"}, 3),
        ("axis", 10, {"bucharest": "neutral"}, 5),
        ("axis", 12, {"grozny": "axis"}, 7),
        ("axis", 12, {"grozny": "axis", "bucharest": "ussr"}, 5),
        ("ussr", 12, {"baku": "axis"}, 3),
        ("ussr", 12, {"grozny": "axis"}, 5),
        ("allies", 16, {"suez": "axis"}, 3),
        ("allies", 17, {"suez": "axis"}, 5),
    ],
)
def test_resources_change_the_supply_action(
    side: str, turn: int, control: dict[str, str], units: int
) -> None:
    g = at(side, turn=turn, supply=1, control=control)
    take(g, const.ACT_SUPPLY)
    assert g.supply[g.side] == 1 + units


# --- reinforcements


@pytest.mark.rule("downfall", "4.2")
def test_the_action_gives_points_and_two_actions_add_up() -> None:
    g = at("allies", turn=10, total_war=EVERYBODY)
    take(g, const.ACT_REINFORCEMENTS)
    assert g.points == 4
    take(g, const.ACT_REINFORCEMENTS)
    assert g.points == 8


@pytest.mark.rule("downfall", "4.2j")
@pytest.mark.rule("downfall", "4.2k")
@pytest.mark.rule("downfall", "4.2m")
@pytest.mark.rule("downfall", "4.2o")
def test_points_by_war_and_date() -> None:
    g = at("allies", turn=5, control={"kiev": "axis", "minsk": "axis"})
    assert actions.reinforcement_points(g, const.ALLIES) == 2
    assert actions.reinforcement_points(g, const.USSR) == 4
    g.total_war = [True, True, True]
    assert actions.reinforcement_points(g, const.ALLIES) == 4
    assert actions.reinforcement_points(g, const.USSR) == 7
    g.turn = 17
    assert actions.reinforcement_points(g, const.USSR) == 4


@pytest.mark.rule("downfall", "4.2i")
@pytest.mark.rule("downfall", "4.2n")
@pytest.mark.rule("downfall", "4.2p")
def test_lost_key_areas_cost_half_a_point_each_and_the_sum_is_rounded_up() -> None:
    g = at(turn=12, total_war=EVERYBODY)
    for side, country, start in ((const.AXIS, "germany", 4), (const.USSR, "ussr", 8)):
        keys = g.t.key_areas[g.t.country_index[country]]
        for lost in range(len(keys) + 1):
            assert actions.reinforcement_points(g, side) == start - lost // 2
            if lost < len(keys):
                g.set_control(keys[lost], const.ALLIES if side == const.AXIS else const.AXIS)


# --- armor, air, submarines


@pytest.mark.rule("downfall", "4.3")
@pytest.mark.rule("downfall", "13.6")
def test_armor_production() -> None:
    g = at("axis", armor=1)
    take(g, const.ACT_ARMOR)
    assert g.armor == [4, 0, 0]
    g = at("axis", developments={"axis": ["tank_industry"]})
    take(g, const.ACT_ARMOR)
    assert g.armor[const.AXIS] == 5
    assert g.tile_known[tile(g, "axis_tank_industry")]


@pytest.mark.rule("downfall", "4.4")
@pytest.mark.rule("downfall", "13.7")
def test_air_missions_go_into_the_box() -> None:
    g = at("axis", developments={"axis": ["aviation"]})
    take(g, const.ACT_AIR)
    assert g.air[:2] == [2, 0]
    g = at("axis", developments={"axis": ["aviation", "air_industry"]})
    take(g, const.ACT_AIR)
    assert g.air[:2] == [4, 0]
    assert g.tile_known[tile(g, "axis_air_industry")]


@pytest.mark.rule("downfall", "4.4a")
@pytest.mark.rule("downfall", "13.2")
def test_the_action_needs_aviation() -> None:
    g = at("ussr")
    assert refusal(g, const.ACT_AIR) == "4.4a"
    g.tiles[tile(g, "ussr_aviation")] = const.IN_PROGRESS
    assert refusal(g, const.ACT_AIR) == "4.4a"
    g.tiles[tile(g, "ussr_aviation")] = const.AVAILABLE
    take(g, const.ACT_AIR)
    assert g.tile_known[tile(g, "ussr_aviation")]


@pytest.mark.rule("downfall", "4.4b")
@pytest.mark.rule("downfall", "1e")
def test_no_more_missions_than_free_counters() -> None:
    g = at(
        "axis",
        air={"german_air": 3, "german_air.advanced": 1},
        armies=["german_infantry@riga", "soviet_infantry@riga"],
        developments={"axis": ["aviation", "air_industry"]},
    )
    riga = (unit_at(g, "german_infantry", "riga"), unit_at(g, "soviet_infantry", "riga"))
    declare(g, riga[0], riga[1], air="german_air")  # on the attack it is not free [R66]
    take(g, const.ACT_AIR)
    assert g.air[:2] == [4, 1]
    assert not g.tile_known[tile(g, "axis_air_industry")]
    g.actions_taken[const.ACT_AIR] = 0
    take(g, const.ACT_AIR)  # for nothing [R66]
    assert g.air[:2] == [4, 1]


@pytest.mark.rule("downfall", "4.4b")
def test_the_allies_choose_british_or_american_missions() -> None:
    g = at("allies", turn=10, total_war=EVERYBODY, developments={"allies": ["aviation"]})
    british, american = (
        g.ids.mission + 2 * g.t.air_id.index(name) for name in ("british_air", "american_air")
    )
    take(g, const.ACT_AIR)
    assert g.choices(g.seats()[0]) == [british, american]
    pick(g, american)
    pick(g, british)
    assert g.air[2:6] == [1, 0, 1, 0]
    assert isinstance(g.agenda[-1], Idle)
    # One British counter less than wanted: nothing is left to choose.
    g.air[2:6] = [4, 0, 5, 0]
    take(g, const.ACT_AIR)
    assert g.air[2:6] == [5, 0, 6, 0]


@pytest.mark.rule("downfall", "4.4b")
def test_american_missions_wait_for_the_united_states() -> None:
    g = at("allies", turn=5, developments={"allies": ["aviation"]})
    g.status[g.t.united_states] = const.OUT
    take(g, const.ACT_AIR)
    assert g.air[2:6] == [2, 0, 0, 0]


@pytest.mark.rule("downfall", "4.4b")
def test_why_a_nation_cannot_be_chosen() -> None:
    g = at("allies", turn=10, developments={"allies": ["aviation"]})
    take(g, const.ACT_AIR)
    step = g.agenda[-1]
    assert step.prompt(g, 1).rule == "4.4b"
    assert step.pack() == [2]

    def why(name: str, advanced: int = 0) -> str:
        reason = step.why_not(g, 1, g.ids.mission + 2 * g.t.air_id.index(name) + advanced)
        assert reason is not None
        return reason.rule

    assert why("german_air") == "4.4"
    assert why("british_air", 1) == "13.11"
    g.air[2] = 5
    assert why("british_air") == "4.4b"
    g.status[g.t.united_states] = const.OUT
    assert why("american_air") == "4.4b"
    assert step.why_not(g, 1, 1) is None


@pytest.mark.rule("downfall", "13.11")
@pytest.mark.rule("downfall", "4.6b")
def test_with_advanced_aviation_new_missions_are_advanced_and_old_ones_stay() -> None:
    g = at("axis", turn=15, air={"german_air": 1}, developments={"axis": ["aviation", "advanced_aviation"]})
    take(g, const.ACT_AIR)
    assert g.air[:2] == [1, 2]
    assert g.tile_known[tile(g, "axis_advanced_aviation")]
    g = at("axis", turn=15, air={"german_air": 6}, developments={"axis": ["aviation", "advanced_aviation"]})
    take(g, const.ACT_AIR)  # for nothing, so that nobody sees it
    assert not g.tile_known[tile(g, "axis_advanced_aviation")]


@pytest.mark.rule("downfall", "4.5")
@pytest.mark.rule("downfall", "1e")
def test_submarine_missions_up_to_the_counters() -> None:
    g = at("axis")
    take(g, const.ACT_SUBMARINES)
    assert g.subs == [3, 0]
    g.atlantic[0] = 1
    g.subs = [2, 0]
    g.actions_taken[const.ACT_SUBMARINES] = 0
    take(g, const.ACT_SUBMARINES)
    assert g.subs == [3, 0]
    assert missions.free_submarines(g) == 0


@pytest.mark.rule("downfall", "13.10a")
@pytest.mark.rule("downfall", "4.6b")
def test_with_advanced_warships_new_submarines_are_advanced() -> None:
    g = at("axis", turn=15, developments={"axis": ["advanced_warships"]})
    g.subs = [1, 0]
    take(g, const.ACT_SUBMARINES)
    assert g.subs == [1, 3]
    assert g.tile_known[tile(g, "axis_advanced_warships")]
    g = at("axis", turn=15, developments={"axis": ["advanced_warships"]})
    g.subs = [4, 0]
    take(g, const.ACT_SUBMARINES)
    assert not g.tile_known[tile(g, "axis_advanced_warships")]


# --- developments and Lend Lease


@pytest.mark.rule("downfall", "4.6")
def test_the_development_action_asks_for_a_tile_unless_only_one_is_open() -> None:
    g = at("ussr", turn=1)
    g.tiles[tile(g, "ussr_aviation")] = const.IN_PROGRESS
    g.tile_since[tile(g, "ussr_aviation")] = 0
    take(g, const.ACT_DEVELOPMENT)
    pick(g, g.ids.tile + tile(g, "ussr_aviation"))
    assert g.tiles[tile(g, "ussr_aviation")] == const.AVAILABLE
    assert g.actions_taken[const.ACT_DEVELOPMENT] == 1
    g = at("ussr", turn=1, developments={"ussr": ["aviation"]})
    g.secret_tiles = False
    take(g, const.ACT_DEVELOPMENT)
    assert g.tiles[tile(g, "ussr_advanced_tanks")] == const.IN_PROGRESS
    assert isinstance(g.agenda[-1], Idle)


@pytest.mark.rule("downfall", "4.6b")
def test_the_development_action_asks_for_the_only_tile_where_tiles_are_secret() -> None:
    g = at("ussr", turn=1, developments={"ussr": ["aviation"]})
    take(g, const.ACT_DEVELOPMENT)
    assert g.tiles[tile(g, "ussr_advanced_tanks")] == const.UNUSED
    pick(g, g.ids.tile + tile(g, "ussr_advanced_tanks"))
    assert g.tiles[tile(g, "ussr_advanced_tanks")] == const.IN_PROGRESS
    assert isinstance(g.agenda[-1], Idle)


@pytest.mark.rule("downfall", "4.6")
def test_without_an_open_tile_there_is_no_development_action() -> None:
    g = at("ussr", turn=1, developments={"ussr": ["aviation", "advanced_tanks"]})
    assert refusal(g, const.ACT_DEVELOPMENT) == "4.6"


@pytest.mark.rule("downfall", "4.6c")
def test_no_allied_developments_in_1940() -> None:
    assert refusal(at("allies", turn=4), const.ACT_DEVELOPMENT) == "4.6c"
    assert refusal(at("allies", turn=5), const.ACT_DEVELOPMENT) == ""
    assert refusal(at("axis", turn=1), const.ACT_DEVELOPMENT) == ""


@pytest.mark.rule("downfall", "4.7")
def test_lend_lease_gives_the_soviet_union_an_action_in_this_turn() -> None:
    g = at("allies", turn=12, total_war=EVERYBODY)
    take(g, const.ACT_LEND_LEASE)
    assert actions.count_actions(g, const.USSR) == 4
    g.turn = 13
    assert actions.count_actions(g, const.USSR) == 3
    g.status[g.t.soviet_union] = const.SURRENDERED
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7c"
    g.actions_taken[const.ACT_LEND_LEASE] = 0
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7"


@pytest.mark.rule("downfall", "4.7a")
@pytest.mark.rule("downfall", "4.7b")
def test_when_lend_lease_is_open() -> None:
    g = at("allies", turn=7, control={"karelia": "ussr"})
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7a"
    g.barbarossa = 7
    assert refusal(g, const.ACT_LEND_LEASE) == ""
    g.set_control(g.t.area_index["karelia"], const.AXIS)
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7b"
    g.turn = 9
    assert refusal(g, const.ACT_LEND_LEASE) == ""
    g.turn = 21
    assert refusal(g, const.ACT_LEND_LEASE) == "4.7a"


def test_the_log_tells_what_an_action_gave() -> None:
    g = at("axis", supply=9, developments={"axis": ["logistics"]})
    take(g, const.ACT_SUPPLY)
    assert g.log is not None
    assert [(line.text, line.rule) for line in g.log.lines(None)] == [
        ("Axis, Supply Action: 3 supply units, 12 in stock; 2 lost, the stock is full.", "4.1")
    ]
    assert g.tiles[tile(g, "axis_tank_industry")] == const.UNUSED
