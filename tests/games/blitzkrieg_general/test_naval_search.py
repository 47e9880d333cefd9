"""Search at sea: the numbers, groups on their way, meetings at the destination, help of aircraft."""

from typing import Any

import pytest

from sandtable.engine.rng import ScriptedRng
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.movement import pinning
from sandtable.games.blitzkrieg_general.rules.naval import invasion, naval_search, search_rolls
from sandtable.games.blitzkrieg_general.rules.naval.naval_movement import Sail
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.naval.naval_search import Encounter, Meetings, Passing
from sandtable.games.blitzkrieg_general.sequence import Phase
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import (
    answer,
    answers,
    begin,
    go_on,
    idle,
    log,
    offered,
    prompt,
    refused,
)

WAR = [("germany", "be"), ("italy", "be"), ("germany", "usa")]
SEARCH, WAIVE, FIGHT = "button:search", "button:waive", "button:fight"
AXIS_SEAT, ALLIED_SEAT = 0, 1


def at_sea(units: dict[str, str], **more: Any) -> Board:
    """The naval movement phase of the Allies, at war with Germany and Italy."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE) | more
    return begin(position(units=units, **more), NavalMove())


def meeting(units: dict[str, str], **more: Any) -> Board:
    """The searches at the start of the Allies' combat phase."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.COMBAT) | more
    g = position(units=units, **more)
    naval_search.search_destinations(g)
    return go_on(g)


def need(searchers: str, sought: str, **more: Any) -> int:
    """What British searchers must roll to find Germans."""
    g = position(units={"channel": searchers, "north_sea": sought}, wars=WAR, **more)
    one, other = space(g, "channel"), space(g, "north_sea")
    return search_rolls.search_number(g, one, list(g.at[one]), list(g.at[other]))


# --- numbers


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3E3")
@pytest.mark.parametrize(
    ("searchers", "sought", "good", "bad"),
    [
        ("be_tf_4", "ger_conv", 8, 6),
        ("be_conv", "ger_tf_4", 6, 4),
        ("be_tf_4", "ger_sub_2", 5, 3),
        ("be_conv", "ger_sub_2", 5, 3),
        ("be_sub_2", "ger_conv", 6, 4),
        ("be_sub_2", "ger_sub_2", 0, 0),
    ],
)
def test_columns_of_the_table(searchers: str, sought: str, good: int, bad: int) -> None:
    assert need(searchers, sought) == good
    assert need(searchers, sought, weather={"europe": "bad"}) == bad
    assert need(searchers, sought, weather={"pacific": "bad"}) == good


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E3")
def test_aircraft_search_like_carriers() -> None:
    g = position(units={"england": "be_air_2", "channel": "ger_conv", "north_sea": "ger_sub_2"}, wars=WAR)
    aircraft = [unit_at(g, "england", "be_air_2")]
    zone = space(g, "channel")
    assert search_rolls.search_number(g, zone, aircraft, list(g.at[zone])) == 8
    assert search_rolls.search_number(g, zone, aircraft, list(g.at[space(g, "north_sea")])) == 5
    assert search_rolls.search_number(g, zone, aircraft, []) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E4")
def test_the_best_column_counts_and_a_mixed_group_is_found_whole() -> None:
    assert need("be_conv, be_sub_2, be_tf_4", "ger_conv") == 8
    assert need("be_conv, be_tf_4", "ger_sub_2, ger_conv") == 8
    assert need("be_sub_2", "ger_sub_2, ger_conv") == 6


@pytest.mark.rule("blitzkrieg_general", "A7.5e")
@pytest.mark.rule("blitzkrieg_general", "A7.5.7")
@pytest.mark.rule("blitzkrieg_general", "A7.5.6")
@pytest.mark.rule("blitzkrieg_general", "A7.5.5")
@pytest.mark.parametrize(
    ("fruit", "searchers", "sought", "number"),
    [
        ("radar", "be_tf_4", "ger_conv", 10),
        ("radar", "be_conv", "ger_conv", 8),
        ("radar", "be_tf_4", "ger_sub_2", 5),
        ("sonar", "be_tf_4", "ger_sub_2", 7),
        ("sonar", "be_tf_4", "ger_conv", 8),
        ("better_subs", "be_sub_2", "ger_conv", 8),
        ("radar", "be_sub_2", "ger_conv", 6),
    ],
)
def test_research_helps_to_find(fruit: str, searchers: str, sought: str, number: int) -> None:
    assert need(searchers, sought, research={"be": [fruit]}) == number


def test_research_of_an_ally_does_not_help() -> None:
    assert need("be_tf_4", "ger_conv", research={"usa": ["radar"]}) == 8


# --- on the way


def passing(units: dict[str, str], *way: str, **more: Any) -> Board:
    """A British ship in the North Sea on its way through the Skagerrak."""
    g = at_sea(units, **more)
    answers(g, "unit:be_tf_4@north_sea", *[f"zone:{zone}" for zone in way])
    return g


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D3")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3D1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3D")
def test_who_goes_on_past_enemies_is_searched_for() -> None:
    g = passing({"north_sea": "be_tf_4", "skagerrak": "ger_conv"}, "skagerrak", "baltic_sea", dice=[3, 4])
    assert isinstance(g.agenda[-1], Passing) and g.seats() == (AXIS_SEAT,)
    assert "6 or less" in prompt(g).text
    assert refused(g, "zone:skagerrak").rule == "A6.4.3D1"
    answer(g, SEARCH)  # 7: not found
    assert units_at(g, "baltic_sea") == "be_tf_4"
    assert isinstance(g.agenda[-1], Sail)
    assert "rolls 3 and 4 against 6: not found" in log(g)


def test_enemies_may_let_a_group_pass() -> None:
    g = passing({"north_sea": "be_tf_4", "skagerrak": "ger_conv"}, "skagerrak", "baltic_sea")
    answer(g, WAIVE)
    assert units_at(g, "baltic_sea") == "be_tf_4"
    g = passing({"north_sea": "be_tf_4", "skagerrak": "ger_conv"}, "skagerrak", "baltic_sea", dice=[1, 1])
    answers(g, SEARCH, WAIVE)
    assert units_at(g, "baltic_sea") == "be_tf_4"
    assert not g.cond[unit_at(g, "baltic_sea", "be_tf_4")] & const.TRANSITED


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D1")
def test_found_and_engaged_the_survivors_go_on_after_one_round() -> None:
    units = {"north_sea": "be_tf_4", "skagerrak": "ger_tf_3"}
    # found with 2; one round: the British hit with 4 or less, the Germans with 3 or less
    g = passing(units, "skagerrak", "baltic_sea", dice=[1, 1, 4, 6])
    answers(g, SEARCH, FIGHT)
    assert units_at(g, "baltic_sea") == "be_tf_4"
    assert units_at(g, "skagerrak") == "ger_tf_3 back"
    assert isinstance(g.agenda[-1], Sail) and "1 zone left" in prompt(g).text
    # The round uses up nobody's combat. [R82]
    assert not g.cond[unit_at(g, "baltic_sea", "be_tf_4")] & const.FOUGHT
    assert not g.cond[unit_at(g, "skagerrak", "ger_tf_3")] & const.FOUGHT


def test_sunk_on_the_way() -> None:
    units = {"north_sea": "be_tf_4 back", "skagerrak": "ger_tf_3"}
    g = passing(units, "skagerrak", "baltic_sea", dice=[1, 1, 6, 1])
    answers(g, SEARCH, FIGHT)
    assert units_at(g, "baltic_sea") == ""
    assert idle(g)


def test_part_of_a_group_is_sunk_and_the_rest_goes_on() -> None:
    g = at_sea({"north_sea": "be_conv back, be_tf_4", "skagerrak": "ger_tf_3"}, dice=[1, 1, 6, 1])
    answers(g, "unit:be_tf_4@north_sea", "unit:be_conv@north_sea", "zone:skagerrak", "zone:baltic_sea")
    answers(g, SEARCH, FIGHT)
    answer(g, "unit:be_conv@skagerrak")
    assert units_at(g, "baltic_sea") == "be_tf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D3")
def test_leaving_a_zone_with_enemies_causes_nothing() -> None:
    g = passing({"north_sea": "be_tf_4, ger_tf_3"}, "skagerrak")
    assert isinstance(g.agenda[-1], Sail)
    assert units_at(g, "skagerrak") == "be_tf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D2")
def test_who_stops_among_enemies_is_not_searched_for_yet() -> None:
    g = passing({"north_sea": "be_tf_4", "skagerrak": "ger_tf_3"}, "skagerrak")
    answer(g, "button:stop")
    assert idle(g) and not g.battles


def test_submarines_are_no_lookout_for_submarines_and_neutrals_for_nobody() -> None:
    g = at_sea({"north_sea": "be_sub_2", "skagerrak": "ger_sub_2, sov_tf_3_r"})
    answers(g, "unit:be_sub_2@north_sea", "zone:skagerrak", "zone:baltic_sea")
    assert isinstance(g.agenda[-1], Sail)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F1")
def test_double_range_goes_on_past_enemies_undetected() -> None:
    units = {"north_sea": "be_tf_4", "skagerrak": "ger_conv", "baltic_sea": "ger_conv"}
    g = passing(units, "channel", "north_sea", "skagerrak", "baltic_sea", dice=[6, 6, 6, 6])
    answer(g, SEARCH)
    answer(g, "zone:finnish_sea")
    answer(g, SEARCH)
    ship = unit_at(g, "finnish_sea", "be_tf_4")
    assert g.cond[ship] & const.DOUBLE


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F2")
def test_engaged_within_single_range_the_group_has_no_more_than_that() -> None:
    units = {"north_sea": "be_tf_4", "skagerrak": "ger_tf_3"}
    g = passing(units, "channel", "north_sea", "skagerrak", "baltic_sea", dice=[1, 1, 6, 6])
    answers(g, SEARCH, FIGHT)
    assert idle(g)
    assert "be_tf_4" in units_at(g, "skagerrak")
    assert not g.cond[unit_at(g, "skagerrak", "be_tf_4")] & const.DOUBLE
    # Earlier it goes on, to the end of single range.
    g = passing(units, "skagerrak", "baltic_sea", dice=[1, 1, 6, 6])
    answers(g, SEARCH, FIGHT, "zone:finnish_sea")
    assert idle(g)
    assert units_at(g, "finnish_sea") == "be_tf_4"


def beyond(units: dict[str, str], *dice: int, **more: Any) -> Board:
    """A British group is engaged in the Skagerrak after five zones; the dice are those of the fight."""
    more = dict[str, Any](control={"denmark": "be", "norway": "be"}) | more
    g = at_sea({"north_sea": "be_tf_4, be_conv [be_inf_3]", **units}, dice=[1, 1, *dice], **more)
    answers(g, "unit:be_tf_4@north_sea", "unit:be_conv@north_sea", "zone:channel", "zone:north_sea")
    answers(g, "zone:channel", "zone:north_sea", "zone:skagerrak", "zone:baltic_sea", SEARCH)
    assert prompt(g).rule == "A6.4.3F3"
    return answer(g, FIGHT)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F3")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F6")
@pytest.mark.rule("blitzkrieg_general", "A10.1")
def test_engaged_beyond_single_range_the_move_ends_and_combat_is_fought_at_once() -> None:
    g = beyond({"skagerrak": "ger_tf_3", "denmark": "be_inf_2"}, 4, 6, 6)
    assert units_at(g, "skagerrak") == "be_conv [be_inf_3], be_tf_4, ger_tf_3 back"
    assert g.phase == const.NAVAL_MOVE and prompt(g).rule == "A6.5.8"  # a whole combat: round by round
    answers(g, "button:stay", "button:stop")  # the Germans break it off and stay
    assert idle(g)  # neither loading nor unloading any more
    for unit in ("be_tf_4", "be_conv", "ger_tf_3"):
        assert g.cond[unit_at(g, "skagerrak", unit)] & const.FOUGHT
    g.phase = const.COMBAT
    naval_search.search_destinations(g)
    go_on(g)
    assert idle(g) and not g.battles  # nobody there is used in a second combat


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F3")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F7")
def test_from_that_combat_the_group_may_retreat_and_sails_no_further() -> None:
    g = beyond({"skagerrak": "ger_tf_3"}, 6, 6, 6)
    answer(g, "button:retreat")
    if not idle(g):
        answer(g, "zone:north_sea")
    assert idle(g) and units_at(g, "skagerrak") == "ger_tf_3"
    ship = unit_at(g, "north_sea", "be_tf_4")
    assert g.cond[ship] & const.MOVED and g.cond[ship] & const.FOUGHT


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F4")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3E1")
def test_aircraft_help_only_those_who_have_found_a_group_beyond_single_range() -> None:
    units = {"skagerrak": "ger_tf_3", "scotland": "be_air_3", "western_germany": "ger_air_3"}
    g = beyond(units, 6, 6, 6, 6)
    assert offered(g) == {"button:done", "unit:ger_air_3@western_germany"}
    answer(g, "unit:ger_air_3@western_germany")
    fight = g.fight
    assert fight is not None and len(fight.defenders) == 2 and len(fight.attackers) == 2
    assert units_at(g, "scotland") == "be_air_3"


@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F3")
def test_who_has_fought_a_group_on_its_way_is_not_used_again_in_the_phase() -> None:
    g = beyond({"skagerrak": "ger_tf_3"}, 6, 6, 6)
    answers(g, "button:stay", "button:stop")
    ship, here = unit_at(g, "skagerrak", "ger_tf_3"), space(g, "skagerrak")
    assert not pinning.is_attacked(g, here) and not pinning.present(g, here, const.AXIS)
    assert pinning.pinners(g, here, const.ALLIES) == (0, 0)
    g.mark(unit_at(g, "skagerrak", "be_inf_3"), const.INVADING)
    assert not invasion.may_react(g, ship, here) and not pinning.may_leave(g, ship)
    g.unmark(ship, const.FOUGHT)
    assert invasion.may_react(g, ship, here) and pinning.may_leave(g, ship)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3E2")
def test_aircraft_help_the_searcher_and_after_a_roll_the_group() -> None:
    units = {
        "north_sea": "be_tf_4",
        "skagerrak": "ger_conv",
        "western_germany": "ger_air_3",
        "scotland": "be_air_3",
    }
    dice = [1, 1, 4, 4, 6, 6, 6, 6]
    g = passing(units, "skagerrak", "baltic_sea", dice=dice)
    answers(g, SEARCH, FIGHT)
    assert g.seats() == (AXIS_SEAT,)
    assert offered(g) == {"button:done", "unit:ger_air_3@western_germany"}
    assert refused(g, "unit:be_air_3@scotland").rule == "B1.0a"
    answer(g, "unit:ger_air_3@western_germany")
    # The group rolls 8 against 8: its aircraft may come.
    assert g.seats() == (ALLIED_SEAT,)
    answer(g, "unit:be_air_3@scotland")
    aircraft = unit_at(g, "skagerrak", "be_air_3")
    assert g.cond[aircraft] & const.FLYING and g.cond[aircraft] & const.FLOWN
    assert "aircraft may help" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E2")
def test_without_that_roll_the_group_is_alone() -> None:
    units = {"north_sea": "be_tf_4", "skagerrak": "ger_conv", "scotland": "be_air_3"}
    g = passing(units, "skagerrak", "baltic_sea", dice=[1, 1, 4, 5, 6, 6])
    answers(g, SEARCH, FIGHT)
    assert units_at(g, "baltic_sea") == "be_tf_4"
    assert "no aircraft help" in log(g)


def test_only_free_aircraft_in_range_help() -> None:
    units = {"skagerrak": "ger_conv, be_tf_4", "scotland": "be_air_3, be_air_2", "morocco": "be_air_2"}
    g = position(units=units, wars=WAR, side="allies")
    zone = space(g, "skagerrak")
    assert len(search_rolls.helpers(g, zone, const.ALLIES)) == 2
    g.mark(unit_at(g, "scotland", "be_air_3"), const.FLOWN)
    assert search_rolls.helpers(g, zone, const.ALLIES) == [unit_at(g, "scotland", "be_air_2")]
    g.mark(unit_at(g, "scotland", "be_air_2"), const.MOVED)
    assert search_rolls.helpers(g, zone, const.ALLIES) == []
    begin(g, search_rolls.AirHelp(zone, const.ALLIES))
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E1")
@pytest.mark.rule("blitzkrieg_general", "A5.4e")
def test_no_aircraft_changes_to_a_map_with_other_weather_in_exploitation() -> None:
    units = {"indian_ocean": "be_tf_4, ita_tf_3", "alexandria": "be_air_3"}
    for phase, weather, number in (
        (const.EXPLOIT_COMBAT, {"europe": "bad"}, 0),
        (const.EXPLOIT_COMBAT, {}, 1),
        (const.COMBAT, {"europe": "bad"}, 1),
    ):
        g = position(units=units, wars=WAR, side="allies", phase=phase, weather=weather)
        assert len(search_rolls.helpers(g, space(g, "indian_ocean"), const.ALLIES)) == number


def test_why_an_aircraft_does_not_come() -> None:
    units = {
        "skagerrak": "ger_conv, be_tf_4",
        "scotland": "be_air_3, be_air_2",
        "gibraltar": "be_air_2",
        "england": "usa_air_2",
    }
    g = position(units=units, wars=WAR, side="allies")
    g.mark(unit_at(g, "scotland", "be_air_2"), const.FLOWN)
    begin(g, search_rolls.AirHelp(space(g, "skagerrak"), const.ALLIES))
    assert refused(g, "unit:be_air_2@scotland").rule == "A10.1"
    assert "out of range" in refused(g, "unit:be_air_2@gibraltar").text
    assert "Click an aircraft" in refused(g, "unit:be_tf_4@skagerrak").text
    assert "Skagerrak" in prompt(g).text
    answer(g, "button:done")
    assert idle(g)


# --- at the destination


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D5")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3D2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3D4")
def test_both_find_each_other_and_fight() -> None:
    g = meeting({"skagerrak": "be_tf_4, ger_tf_3"}, dice=[4, 4, 1, 1])
    assert g.seats() == (ALLIED_SEAT,)
    assert "8 or less" in prompt(g).text
    answer(g, SEARCH)
    assert g.seats() == (AXIS_SEAT,)
    answer(g, SEARCH)
    assert idle(g) and g.battles == [space(g, "skagerrak")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D6")
def test_who_alone_has_found_the_other_decides() -> None:
    units = {"skagerrak": "be_tf_4, ger_tf_3"}
    g = answers(meeting(units, dice=[4, 5, 1, 1]), SEARCH, SEARCH)
    assert g.seats() == (AXIS_SEAT,) and "Only you" in prompt(g).text
    answer(g, WAIVE)
    assert idle(g) and not g.battles
    g = answers(meeting(units, dice=[1, 1, 6, 6]), SEARCH, SEARCH)
    assert g.seats() == (ALLIED_SEAT,)
    answer(g, FIGHT)
    assert g.battles == [space(g, "skagerrak")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D6")
@pytest.mark.rule("blitzkrieg_general", "A6.8b")
def test_the_example_of_the_levantinian_sea() -> None:
    """T2.search.levantinian: Italy rolls 9, the British Empire 11 with Radar; nobody is found."""
    units = {"levantinian_sea": "ita_tf_3, ita_conv, be_tf_3"}
    g = meeting(units, side="axis", research={"be": ["radar"]}, dice=[5, 4, 6, 5])
    assert "8 or less" in prompt(g).text
    answer(g, SEARCH)
    assert "10 or less" in prompt(g).text
    answer(g, SEARCH)
    assert idle(g) and not g.battles
    assert units_at(g, "levantinian_sea") == "be_tf_3, ita_conv, ita_tf_3"
    assert "stay there" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E")
def test_the_example_of_the_finnish_sea() -> None:
    """T2.combat.finnish_sea: Germany finds the Soviet ships with a 4."""
    units = {"finnish_sea": "ger_tf_3, ger_sub_2, 2 ger_conv, sov_tf_3_r back, sov_conv_r"}
    g = meeting(units, side="axis", wars=[("germany", "ussr")], dice=[1, 3])
    answer(g, SEARCH)
    answer(g, WAIVE)
    answer(g, FIGHT)
    assert g.battles == [space(g, "finnish_sea")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D2a")
def test_a_side_may_waive_its_search() -> None:
    g = meeting({"skagerrak": "be_sub_2, ger_conv"}, dice=[6, 6])
    answers(g, WAIVE, SEARCH)
    assert idle(g) and not g.battles


def test_who_cannot_find_anybody_is_not_asked() -> None:
    g = meeting({"skagerrak": "be_sub_2, ger_sub_2"})
    assert idle(g) and not g.battles
    g = meeting({"skagerrak": "be_sub_2, ger_sub_2, ger_conv"}, dice=[6, 6, 6, 6])
    assert g.seats() == (ALLIED_SEAT,)
    answer(g, SEARCH)
    assert g.seats() == (AXIS_SEAT,) and "5 or less" in prompt(g).text
    answer(g, SEARCH)
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "B6.4i")
def test_neutral_ships_meet_nobody() -> None:
    assert idle(meeting({"skagerrak": "be_tf_4, sov_tf_3_r"}))
    assert idle(meeting({"skagerrak": "be_tf_4", "north_sea": "ger_tf_4"}))


def test_zones_are_searched_one_after_the_other() -> None:
    units = {"skagerrak": "be_tf_4, ger_tf_3", "north_sea": "be_tf_3, ger_conv"}
    g = meeting(units, dice=[6] * 8)
    assert "North Sea" in prompt(g).text
    answers(g, SEARCH, SEARCH)
    assert "Skagerrak" in prompt(g).text
    assert refused(g, "zone:skagerrak").rule == "A6.4.3D2"
    answers(g, SEARCH, SEARCH)
    assert idle(g)


def test_ships_of_several_seats_are_led_by_the_boss() -> None:
    units = {"skagerrak": "be_tf_4, usa_tf_4, ger_tf_3"}
    g = meeting(units, players=8)
    assert g.seats() == (g.boss(const.ALLIES),)
    g = meeting({"skagerrak": "be_tf_4, ger_tf_3"}, players=8)
    assert g.seats() == (g.seat_of[g.t.be],)


def test_in_exploitation_only_newcomers_are_searched_for() -> None:
    units = {"skagerrak": "be_tf_4, ger_tf_3"}
    g = meeting(units, phase=const.EXPLOIT_COMBAT)
    assert idle(g)
    g = position(units=units, wars=WAR, side="allies", phase=const.EXPLOIT_COMBAT)
    g.mark(unit_at(g, "skagerrak", "be_tf_4"), const.MOVED)
    naval_search.search_destinations(g)
    assert not idle(go_on(g))


def test_no_search_in_the_basic_game() -> None:
    g = meeting({"skagerrak": "be_tf_4, ger_tf_3"}, mode="basic")
    assert idle(g) and not g.battles


# --- aircraft


@pytest.mark.rule("blitzkrieg_general", "A6.4.3E1")
def test_who_has_found_the_enemy_brings_aircraft() -> None:
    units = {"skagerrak": "be_tf_4, ger_tf_3", "scotland": "be_air_3", "western_germany": "ger_air_3"}
    g = answers(meeting(units, dice=[1, 1, 6, 6]), SEARCH, SEARCH, FIGHT)
    assert g.seats() == (ALLIED_SEAT,)
    answer(g, "unit:be_air_3@scotland")
    assert idle(g)  # the Germans have found nobody
    assert units_at(g, "skagerrak") == "be_air_3, be_tf_4, ger_tf_3"


def flown(units: dict[str, str], **more: Any) -> Board:
    """British aircraft from Scotland have flown to the Skagerrak."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.COMBAT) | more
    g = position(units={**units, "scotland": "be_air_3"}, **more)
    aircraft = unit_at(g, "scotland", "be_air_3")
    g.move(aircraft, space(g, "skagerrak"))
    g.mark(aircraft, const.MOVED | const.FLYING | const.FLOWN)
    naval_search.search_destinations(g)
    return go_on(g)


def test_aircraft_alone_must_find_the_ships() -> None:
    """[R16]"""
    g = flown({"skagerrak": "ger_tf_3"}, dice=[4, 5])
    answer(g, SEARCH)
    assert not g.battles
    assert "no combat in Skagerrak" in log(g)
    while not idle(g):  # home again
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert "be_air_3" not in units_at(g, "skagerrak")
    g = flown({"skagerrak": "ger_tf_3"}, dice=[4, 4])
    answer(g, SEARCH)
    assert idle(g) and g.battles == [space(g, "skagerrak")]


def test_a_fleet_found_by_aircraft_rolls_for_its_own() -> None:
    """[R16] [A6.4.3E2]"""
    units = {"skagerrak": "ger_tf_3", "western_germany": "ger_air_3"}
    g = flown(units, dice=[4, 4, 6, 6])
    answer(g, SEARCH)
    assert idle(g) and g.battles == [space(g, "skagerrak")]
    assert "no aircraft help" in log(g)
    g = flown(units, dice=[4, 4, 1, 1])
    answer(g, SEARCH)
    assert offered(g) == {"button:done", "unit:ger_air_3@western_germany"}


def test_aircraft_of_a_group_that_finds_nobody_go_home_before_the_fight() -> None:
    g = flown({"skagerrak": "ger_tf_3, be_conv"}, dice=[6, 6, 1, 1])
    answers(g, SEARCH, SEARCH, FIGHT)
    while not idle(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert "be_air_3" not in units_at(g, "skagerrak")
    assert g.battles == [space(g, "skagerrak")]


@pytest.mark.rule("blitzkrieg_general", "A9.1a")
def test_an_observer_searches_for_those_who_come() -> None:
    g = position(
        units={"north_sea": "be_tf_4", "western_germany": "ger_air_3"}, wars=WAR, side="allies", dice=[4, 4]
    )
    observer = unit_at(g, "western_germany", "ger_air_3")
    g.move(observer, space(g, "skagerrak"))
    g.mark(observer, const.OBSERVER)
    g.phase = const.NAVAL_MOVE
    begin(g, NavalMove())
    answers(g, "unit:be_tf_4@north_sea", "zone:skagerrak", "zone:baltic_sea")
    assert g.seats() == (AXIS_SEAT,) and "8 or less" in prompt(g).text
    answer(g, SEARCH)
    assert FIGHT in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A9.1")
@pytest.mark.rule("blitzkrieg_general", "A9.1a")
def test_an_observer_searches_at_the_destination_but_not_in_its_own_segment() -> None:
    for side, asked in (("allies", True), ("axis", False)):
        g = position(
            units={"skagerrak": "be_tf_4", "denmark": "ger_air_3"}, wars=WAR, side=side, phase=const.COMBAT
        )
        observer = unit_at(g, "denmark", "ger_air_3")
        g.move(observer, space(g, "skagerrak"))
        g.mark(observer, const.OBSERVER)
        naval_search.search_destinations(g)
        go_on(g)
        assert idle(g) != asked
        if asked:
            assert g.seats() == (AXIS_SEAT,) and "8 or less" in prompt(g).text
            g.rng = ScriptedRng([1, 1])
            answers(g, SEARCH, FIGHT)
            assert g.battles == [space(g, "skagerrak")] and g.cond[observer] & const.FLYING


# --- double range


def rushed(units: dict[str, str], ship: str, **more: Any) -> Board:
    """A British ship has come to the Skagerrak at double range."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.COMBAT) | more
    g = position(units=units, **more)
    g.mark(unit_at(g, "skagerrak", ship), const.DOUBLE | const.RUSHED | const.MOVED)
    naval_search.search_destinations(g)
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F4")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F6")
def test_ships_at_double_range_do_not_search_and_the_enemy_decides_alone() -> None:
    g = rushed({"skagerrak": "be_tf_4, ger_tf_3"}, "be_tf_4", dice=[1, 1])
    assert g.seats() == (AXIS_SEAT,)
    answer(g, SEARCH)
    assert offered(g) == {FIGHT, WAIVE} and g.seats() == (AXIS_SEAT,)
    answer(g, WAIVE)
    assert idle(g) and not g.battles


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F5")
def test_their_friends_in_the_zone_do_not_search_either() -> None:
    g = rushed({"skagerrak": "be_tf_4, be_conv, ger_tf_3"}, "be_conv")
    assert g.seats() == (AXIS_SEAT,)
    g = meeting({"skagerrak": "be_tf_4, be_conv, ger_tf_3"})
    assert g.seats() == (ALLIED_SEAT,)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D2")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F6")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F7")
def test_against_double_range_the_enemy_breaks_off_and_the_others_may_retreat() -> None:
    units = {"skagerrak": "be_tf_4, ger_tf_3"}
    g = position(units=units, wars=WAR, side="allies", phase=const.COMBAT, dice=[1, 1, 6, 6])
    g.mark(unit_at(g, "skagerrak", "be_tf_4"), const.DOUBLE | const.RUSHED | const.MOVED)
    begin(g, Combats(0))
    answers(g, SEARCH, FIGHT)
    assert g.seats() == (ALLIED_SEAT,)
    assert "button:retreat" in offered(g)
    answer(g, "button:stay")
    assert g.seats() == (AXIS_SEAT,)
    assert {"button:stop"} <= offered(g)
    answer(g, "button:stop")
    assert units_at(g, "skagerrak") == "be_tf_4, ger_tf_3"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F8")
def test_the_limits_of_double_range_last_for_the_segment() -> None:
    g = position(units={"skagerrak": "be_tf_4"}, side="allies")
    ship = unit_at(g, "skagerrak", "be_tf_4")
    g.mark(ship, const.DOUBLE | const.RUSHED)
    Phase(const.EXPLOIT).reset_units(g)
    zone = space(g, "skagerrak")
    assert search_rolls.is_limited(g, zone, const.ALLIES) and not search_rolls.is_limited(g, zone, const.AXIS)
    g.unmark(ship, const.SEGMENT)
    assert not search_rolls.is_limited(g, zone, const.ALLIES)


# --- cards


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_decides_both_searches() -> None:
    g = meeting(
        {"wake_island_sea": "jap_tf_4, usa_tf_4"},
        wars=[("japan", "usa")],
        side="axis",
        hands={"japan": ["naval_surprise"]},
    )
    answer(g, "card:naval_surprise")
    while "button:pass" in offered(g):
        answer(g, "button:pass")
    assert g.seats() == (AXIS_SEAT,) and offered(g) == {FIGHT, WAIVE}
    assert "By Naval Surprise" not in log(g)  # nobody was asked to roll
    answer(g, FIGHT)
    assert g.battles == [space(g, "wake_island_sea")]


@pytest.mark.rule("blitzkrieg_general", "CARD.naval_surprise")
def test_naval_surprise_finds_those_who_pass() -> None:
    g = at_sea(
        {"north_sea": "be_tf_4", "skagerrak": "ger_conv"},
        hands={"germany": ["naval_surprise"]},
        memory={"played": -1},
    )
    answers(g, "unit:be_tf_4@north_sea", "zone:skagerrak", "zone:baltic_sea", "card:naval_surprise")
    while "button:pass" in offered(g):
        answer(g, "button:pass")
    assert offered(g) == {FIGHT, WAIVE}
    assert "By Naval Surprise the search of the Axis in Skagerrak succeeds" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A10.1a")
def test_a_fight_at_sea_binds_ships_that_would_support_others() -> None:
    units = {"skagerrak": "be_tf_4, be_tf_3, be_conv, ger_tf_3, ger_sub_2", "denmark": "ger_inf_2, be_inf_3"}
    g = position(
        units=units, wars=WAR, side="allies", phase=const.COMBAT, battles=["denmark"], dice=[1, 1, 1, 1]
    )
    for ship in ("be_tf_4", "be_tf_3"):
        g.target[unit_at(g, "skagerrak", ship)] = space(g, "denmark")
    naval_search.search_destinations(g)
    answers(go_on(g), SEARCH, SEARCH)
    # Two enemies bind the convoy and one task force of the owner's choice.
    assert offered(g) == {"unit:be_tf_4@skagerrak", "unit:be_tf_3@skagerrak"}
    answer(g, "unit:be_tf_3@skagerrak")
    assert g.target[unit_at(g, "skagerrak", "be_tf_3")] == const.NONE
    assert g.target[unit_at(g, "skagerrak", "be_tf_4")] == space(g, "denmark")


def test_steps_survive_saving() -> None:
    for step in (
        Passing(1, 200, 3, 4),
        Meetings(170),
        Encounter(200, 2, 1, 0),
        search_rolls.AirHelp(200, 1, 1),
    ):
        assert type(step).unpack(step.pack()).pack() == step.pack()
