"""Loads of convoys: what fits, going aboard, from ship to ship, ashore; who is asked for it."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement import exploitation
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval import search_rolls, transport
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import begin as start
from sandtable.games.blitzkrieg_general.rules.naval.transport import Ashore, Berth, Lend
from sandtable.games.blitzkrieg_general.sequence import Phase
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "be"), ("germany", "france")]
GERMAN_COAST = {"normandy": "germany", "western_france": "germany"}


def at_sea(units: dict[str, str], **more: Any) -> Board:
    """The naval movement phase of the Allies, at war with Germany."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE) | more
    return begin(position(units=units, **more), NavalMove())


def convoy(units: dict[str, str], **more: Any) -> Board:
    """The same with the convoy in the channel clicked."""
    return answer(at_sea(units, **more), "unit:be_conv@channel")


def loads(g: Board) -> set[str]:
    """The counters that are offered, and what else stands beside them."""
    return {key.removeprefix("unit:") for key in offered(g) if key.startswith("unit:")}


@pytest.mark.rule("blitzkrieg_general", "B6.1.1b")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A1")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3A")
@pytest.mark.parametrize("mode", ["advanced", "basic"])
def test_a_convoy_carries_one_unit_of_its_own_or_an_associates(mode: str) -> None:
    units = {
        "channel": "be_conv",
        "england": "be_inf_3, be_air_2, be_arm_4, be_hq_monty",
        "normandy": "fra_inf_3, fra_air_2",
        "scotland": "be_inf_2",
        "bnl": "bnl_inf_2",
    }
    if mode == "advanced":
        g = convoy(units)
    else:
        g = position(units=units, wars=WAR, side="allies", phase=const.MOVE, mode=mode)
        answer(begin(g, Move()), "unit:be_conv@channel")
    assert loads(g) == {
        "be_inf_3@england",
        "be_air_2@england",
        "be_arm_4@england",
        "be_hq_monty@england",
        "fra_inf_3@normandy",
        "fra_air_2@normandy",
    }
    assert "does not belong to the convoy's country" in refused(g, "unit:bnl_inf_2@bnl").text
    assert "coast" in refused(g, "unit:be_inf_2@scotland").text
    answer(g, "unit:fra_inf_3@normandy")
    assert units_at(g, "channel") == "be_conv [fra_inf_3]"
    assert "be_inf_3@england" not in loads(g)
    assert refused(g, "unit:be_inf_3@england").rule == "B6.1.3A2"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A2")
def test_a_flipped_convoy_carries_one_flipped_unit() -> None:
    g = convoy({"channel": "be_conv back", "england": "be_inf_3, 2 be_inf_2 back, be_hq_monty"})
    assert loads(g) == {"be_inf_2@england"}
    assert refused(g, "unit:be_inf_3@england").rule == "B6.1.3A2"
    assert "No convoy" in refused(g, "unit:be_hq_monty@england").text
    answer(g, "unit:be_inf_2@england")
    assert not loads(g) & {"be_inf_2@england", "be_inf_3@england"}
    assert units_at(g, "channel") == "be_conv back [be_inf_2 back]"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A3")
def test_a_full_convoy_carries_two_flipped_units() -> None:
    g = convoy({"channel": "be_conv", "england": "be_inf_2, 3 be_inf_3 back"})
    answer(g, "unit:be_inf_3@england")
    assert "be_inf_2@england" not in loads(g)
    answer(g, "unit:be_inf_3@england")
    assert units_at(g, "channel") == "be_conv [be_inf_3 back, be_inf_3 back]"
    assert "be_inf_3@england" not in loads(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A4")
def test_a_convoy_has_one_load_in_a_phase() -> None:
    g = convoy({"channel": "be_conv", "england": "be_inf_3, be_inf_2"})
    answers(g, "unit:be_inf_3@england", "zone:sea_of_britain", "unit:be_inf_3@sea_of_britain")
    answer(g, "area:england")
    assert g.cond[unit_at(g, "sea_of_britain", "be_conv")] & const.CARRIED
    assert "be_inf_2@england" not in loads(g)
    assert refused(g, "unit:be_inf_2@england").rule == "B6.1.3A4"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A4")
def test_of_two_flipped_units_one_landed_is_not_replaced() -> None:
    g = convoy({"channel": "be_conv", "england": "3 be_inf_3 back"})
    answers(g, "unit:be_inf_3@england", "unit:be_inf_3@england", "unit:be_inf_3@channel", "area:normandy")
    assert units_at(g, "normandy") == "be_inf_3 back"
    assert loads(g) == {"be_inf_3@channel"}


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A4")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A5")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3B")
def test_loads_change_ships_beside_a_friendly_area() -> None:
    units = {"channel": "be_conv [be_inf_3]", "sea_of_britain": "be_conv"}
    g = at_sea(units)
    answers(g, "unit:be_conv@channel", "zone:sea_of_britain", "button:stop")
    answers(g, "unit:be_conv@sea_of_britain", "unit:be_inf_3@sea_of_britain")
    answers(g, "zone:bay_of_biscay", "button:stop")
    assert units_at(g, "bay_of_biscay") == "be_conv [be_inf_3]"
    given = unit_at(g, "sea_of_britain", "be_conv")
    assert g.cond[given] & const.CARRIED
    assert "goes from British convoy 1 to British convoy 1" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A5")
def test_on_the_open_sea_loads_stay_where_they_are() -> None:
    g = at_sea({"central_atlantic": "be_conv [be_inf_3], be_conv_c"})
    answer(g, "unit:be_conv_c@central_atlantic")
    assert "be_inf_3@central_atlantic" not in loads(g)
    assert refused(g, "unit:be_inf_3@central_atlantic").rule == "B6.1.3A5"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A6")
def test_going_aboard_costs_nothing() -> None:
    g = convoy({"channel": "be_conv", "england": "be_inf_3"})
    before = {key for key in offered(g) if key.startswith("zone:")}
    answer(g, "unit:be_inf_3@england")
    assert {key for key in offered(g) if key.startswith("zone:")} == before
    answer(g, "zone:sea_of_britain")
    assert "5 zones left" in prompt(g).text


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A6")
def test_units_are_taken_aboard_on_the_way() -> None:
    g = at_sea({"north_sea": "be_conv", "england": "be_inf_3"})
    answers(g, "unit:be_conv@north_sea", "zone:channel", "unit:be_inf_3@england", "zone:bay_of_biscay")
    assert g.embarked_at[unit_at(g, "bay_of_biscay", "be_inf_3")] == space(g, "channel")


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A8")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A7")
@pytest.mark.parametrize("mode", ["advanced", "basic"])
def test_who_goes_ashore_moves_no_more(mode: str) -> None:
    units = {"channel": "be_conv [be_arm_4]", "england": "be_inf_3"}
    g = position(units=units, wars=WAR, side="allies", phase=const.NAVAL_MOVE, mode=mode)
    begin(g, NavalMove())
    answers(g, "unit:be_conv@channel", "unit:be_arm_4@channel", "area:normandy", "button:stop")
    armor = unit_at(g, "normandy", "be_arm_4")
    assert g.cond[armor] & const.LANDED and g.cond[armor] & const.MOVED
    g.phase = const.MOVE
    begin(g, Move())
    assert "unit:be_inf_3@england" in offered(g)
    assert refused(g, "unit:be_arm_4@normandy").rule == "B6.1.3A7"


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A8")
def test_who_went_ashore_may_exploit() -> None:
    g = convoy({"channel": "be_conv [be_arm_4]"}, players=1)
    answers(g, "unit:be_arm_4@channel", "area:normandy", "button:stop")
    assert not g.cond[unit_at(g, "normandy", "be_arm_4")] & const.LED
    Phase(const.EXPLOIT).reset_units(g)
    g.phase = const.EXPLOIT
    begin(g, exploitation.Exploit())
    assert "unit:be_arm_4@normandy" in offered(g)


def test_a_convoy_goes_on_after_unloading() -> None:
    g = convoy({"channel": "be_conv [be_inf_3]"})
    answers(g, "unit:be_inf_3@channel", "area:england", "zone:sea_of_britain", "button:stop")
    assert units_at(g, "sea_of_britain") == "be_conv"


def test_the_only_shore_is_not_asked_for() -> None:
    g = answers(at_sea({"faroes_gap": "be_conv [be_inf_3]"}), "unit:be_conv@faroes_gap")
    answer(g, "unit:be_inf_3@faroes_gap")
    assert units_at(g, "scotland") == "be_inf_3"


def test_aircraft_land_among_friends_only() -> None:
    g = convoy({"channel": "be_conv", "england": "be_air_2, be_inf_3"}, control=GERMAN_COAST)
    answers(g, "unit:be_air_2@england", "unit:be_air_2@channel")
    assert units_at(g, "england") == "be_air_2, be_inf_3"


def test_a_unit_that_has_moved_does_not_go_aboard() -> None:
    units = {"channel": "be_conv", "england": "be_inf_3, be_inf_2"}
    g = position(units=units, wars=WAR, side="allies", mode="basic", phase=const.MOVE)
    g.mark(unit_at(g, "england", "be_inf_3"), const.MOVED)
    answer(begin(g, Move()), "unit:be_conv@channel")
    assert loads(g) == {"be_inf_2@england"}
    assert refused(g, "unit:be_inf_3@england").rule == "B6.1.1b"


@pytest.mark.rule("blitzkrieg_general", "A1.1b")
def test_what_is_aboard_does_nothing() -> None:
    units = {"channel": "be_conv [be_air_2], be_conv [be_arm_4]", "north_sea": "ger_tf_4"}
    g = position(units=units, wars=WAR, side="allies", phase=const.MOVE)
    assert not g.air[space(g, "channel")] and not g.land[space(g, "channel")]
    assert search_rolls.helpers(g, space(g, "north_sea"), const.ALLIES) == []
    assert idle(begin(g, Move()))


@pytest.mark.rule("blitzkrieg_general", "A1.1b")
@pytest.mark.rule("blitzkrieg_general", "A1.1a")
def test_an_island_that_is_full_takes_nobody_more() -> None:
    units = {
        "midway_islands_sea": "usa_conv [usa_inf_3], usa_conv [usa_inf_2]",
        "midway_islands": "usa_inf_2",
    }
    g = at_sea(units, wars=[("japan", "usa")])
    answers(g, "unit:usa_conv@midway_islands_sea", "unit:usa_conv@midway_islands_sea")
    answer(g, "unit:usa_inf_3@midway_islands_sea")
    assert units_at(g, "midway_islands") == "usa_inf_2, usa_inf_3"
    assert "usa_inf_2@midway_islands_sea" not in loads(g)
    assert refused(g, "unit:usa_inf_2@midway_islands_sea").rule == "A1.1a"


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_a_full_desert_is_no_shore_while_others_are() -> None:
    units = {"ionian_sea": "be_conv [be_inf_3]", "tripolitania": "be_inf_3, 2 be_inf_2"}
    control = {"tripolitania": "be", "cyreneica": "be", "tunisia": "be"}
    g = at_sea(units, control=control)
    answers(g, "unit:be_conv@ionian_sea", "unit:be_inf_3@ionian_sea")
    assert offered(g) == {"area:cyreneica", "area:tunisia"}
    assert refused(g, "area:tripolitania").rule == "A1.2a"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4d")
def test_a_load_that_stayed_at_sea_lands_on_no_enemy_coast() -> None:
    control = {"hainan": "japan", "canton": "japan", "indochine": "japan"}
    g = at_sea({"hainan_sea": "usa_conv [usa_inf_3]"}, wars=[("japan", "usa")], control=control)
    answer(g, "unit:usa_conv@hainan_sea")
    assert loads(g) == set()
    assert refused(g, "unit:usa_inf_3@hainan_sea").rule == "A6.5.4d"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4")
def test_a_convoy_that_lands_a_unit_takes_no_other_aboard() -> None:
    g = convoy({"channel": "2 be_conv", "england": "be_inf_3, 2 be_inf_2 back"}, control=GERMAN_COAST)
    answers(g, "unit:be_inf_3@england", "unit:be_conv@channel")  # the second convoy joins
    answers(g, "unit:be_inf_2@england", "unit:be_inf_2@channel", "area:normandy")
    assert "be_inf_2@england" not in loads(g)
    assert refused(g, "unit:be_inf_2@england").rule == "A6.5.4"


@pytest.mark.rule("blitzkrieg_general", "A1.1d")
def test_nobody_goes_ashore_where_there_is_no_land() -> None:
    g = at_sea({"central_atlantic": "be_conv [be_inf_3]"})
    answer(g, "unit:be_conv@central_atlantic")
    assert refused(g, "unit:be_inf_3@central_atlantic").rule == "A1.1d"


@pytest.mark.rule("blitzkrieg_general", "A9.5")
def test_a_task_force_carries_a_naval_hq_by_option() -> None:
    units = {"hawaiian_islands_sea": "usa_tf_4", "hawaiian_islands": "usa_hq_nimitz, usa_inf_2"}
    wars = [("japan", "usa")]
    g = answer(at_sea(units, wars=wars), "unit:usa_tf_4@hawaiian_islands_sea")
    assert loads(g) == set()
    assert "convoy" in refused(g, "unit:usa_hq_nimitz@hawaiian_islands").text
    g = answer(at_sea(units, wars=wars, options=const.HQ_ABOARD), "unit:usa_tf_4@hawaiian_islands_sea")
    assert loads(g) == {"usa_hq_nimitz@hawaiian_islands"}
    answers(g, "unit:usa_hq_nimitz@hawaiian_islands", "zone:midway_islands_sea", "button:stop")
    assert units_at(g, "midway_islands_sea") == "usa_tf_4 [usa_hq_nimitz]"


def test_different_convoys_are_asked_for() -> None:
    g = at_sea({"channel": "be_conv, be_conv back, fra_conv", "england": "be_inf_2 back"})
    answers(g, "unit:be_conv@channel", "unit:be_conv@channel", "unit:be_inf_2@england")
    top = g.agenda[-1]
    assert isinstance(top, Berth) and len(g.choices(1)) == 2
    assert refused(g, "area:england").rule == "B6.1.3A1"
    assert "Which ship" in prompt(g).text
    g.apply(1, g.choices(1)[1])
    assert units_at(g, "channel") == "be_conv, be_conv back [be_inf_2 back], fra_conv"


def lent(units: dict[str, str]) -> Board:
    """A British convoy asks for French units, which another player has."""
    return convoy(units, players=8)


def test_another_seat_is_asked_for_its_unit() -> None:
    g = lent({"channel": "be_conv", "normandy": "fra_inf_3, fra_inf_2", "england": "be_inf_3"})
    answer(g, "unit:fra_inf_3@normandy")
    assert isinstance(g.agenda[-1], Lend) and g.seats() == (g.seat_of[g.t.france],)
    assert "French infantry 3" in prompt(g).text
    answer(g, "button:yes")
    assert units_at(g, "channel") == "be_conv [fra_inf_3]"


def test_who_refuses_is_not_asked_again() -> None:
    g = lent({"channel": "be_conv", "normandy": "fra_inf_3, fra_inf_2", "england": "be_inf_3"})
    answers(g, "unit:fra_inf_3@normandy", "button:no")
    assert loads(g) == {"be_inf_3@england"}
    assert "refused" in refused(g, "unit:fra_inf_2@normandy").text


def test_only_shores_of_the_zone_are_offered() -> None:
    g = convoy({"channel": "be_conv [be_inf_3]"}, control={"western_france": "germany"})
    answer(g, "unit:be_inf_3@channel")
    assert isinstance(g.agenda[-1], Ashore)
    assert offered(g) == {"area:england", "area:normandy"}
    assert "coast" in refused(g, "area:paris").text
    assert refused(g, "zone:channel").rule == "B6.1.3A7"
    assert refused(g, "area:western_france").rule == "A6.5.4d"


@pytest.mark.rule("blitzkrieg_general", "A6.6a")
@pytest.mark.rule("blitzkrieg_general", "B6.3")
def test_in_exploitation_only_those_who_may_exploit_go_aboard() -> None:
    units = {"channel": "be_conv", "england": "be_inf_3, be_inf_2, be_arm_4, be_air_2, be_hq_monty"}
    g = position(units=units, wars=WAR, side="allies", phase=const.EXPLOIT)
    g.mark(unit_at(g, "channel", "be_conv"), const.LED)
    g.mark(unit_at(g, "england", "be_inf_2"), const.LED)
    begin(g)
    start(g, unit_at(g, "channel", "be_conv"))
    g.advance()
    assert loads(g) == {"be_inf_2@england", "be_arm_4@england", "be_hq_monty@england"}
    assert refused(g, "unit:be_inf_3@england").rule == "B6.3"
    g.mark(unit_at(g, "england", "be_arm_4"), const.UNSUPPLIED)
    assert "be_arm_4@england" not in loads(g)


@pytest.mark.rule("blitzkrieg_general", "A1.2g")
@pytest.mark.rule("blitzkrieg_general", "A5.4d")
def test_no_exploitation_ashore_into_a_swamp_or_bad_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    g = position(units={"channel": "be_conv [be_arm_4]"}, wars=WAR, side="allies", phase=const.EXPLOIT)
    armor, england = unit_at(g, "channel", "be_arm_4"), space(g, "england")
    assert transport.may_unload(g, armor, england)
    g.weather = bytes([1, 0])
    assert not transport.may_unload(g, armor, england)
    ship = unit_at(g, "channel", "be_conv")
    told = transport.why_not_load(g, const.ALLIES, (ship,), 0, armor)
    assert told is not None and told.rule == "A6.7a"
    g.phase = const.MOVE
    assert transport.may_unload(g, armor, england)
    g.phase, g.weather = const.EXPLOIT, bytes(2)
    monkeypatch.setattr(g.t, "terrain_closed", bytes([1] * len(g.t.terrain_id)))
    assert not transport.may_unload(g, armor, england)


def test_steps_survive_saving() -> None:
    for step in (Ashore(5, 1, const.NONE, 0), Berth(3, 8, 9), Lend(3, 1, 8, 9)):
        again = type(step).unpack(step.pack())
        assert again.pack() == step.pack()
