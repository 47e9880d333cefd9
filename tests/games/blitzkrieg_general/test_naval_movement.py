"""Ships on their way: who may sail, groups, single and double range, straits, the cape, exploitation."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import combatants
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement, naval_phase
from sandtable.games.blitzkrieg_general.rules.naval.naval_movement import Sail
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import position, space, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "be")]


def at_sea(units: dict[str, str], **more: Any) -> Board:
    """The naval movement phase of the Allies, at war with Germany; nobody else is near."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE) | more
    return begin(position(units=units, **more), NavalMove())


def basic(units: dict[str, str], **more: Any) -> Board:
    """The movement phase of the basic game."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.MOVE, mode="basic") | more
    return begin(position(units=units, **more), Move())


def zones(g: Board) -> set[str]:
    """The zones that are offered."""
    return {key.removeprefix("zone:") for key in offered(g) if key.startswith("zone:")}


@pytest.mark.rule("blitzkrieg_general", "A6.4.3")
@pytest.mark.rule("blitzkrieg_general", "B6.1.1")
def test_a_group_goes_zone_by_zone_and_stops_where_it_likes() -> None:
    g = at_sea({"channel": "be_tf_4, be_conv"})
    answers(g, "unit:be_tf_4@channel", "unit:be_conv@channel", "zone:bay_of_biscay")
    assert zones(g) == {"channel", "sea_of_britain", "sea_of_portugal"}
    assert "5 zones left" in prompt(g).text
    answers(g, "zone:sea_of_portugal", "button:stop")
    assert units_at(g, "sea_of_portugal") == "be_conv, be_tf_4"
    assert idle(g)
    assert "sail from Channel to Sea of Portugal" in log(g)


def test_a_group_may_stay_and_comes_to_a_standstill() -> None:
    g = at_sea({"channel": "be_tf_4", "north_sea": "be_tf_3"})
    answers(g, "unit:be_tf_4@channel", "button:stop")
    assert offered(g) == {"button:done", "unit:be_tf_3@north_sea"}
    answer(g, "button:done")
    assert idle(g)
    assert "sail" not in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.4")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3")
@pytest.mark.rule("blitzkrieg_general", "B6.1.1b")
def test_a_ship_sails_once_in_a_phase() -> None:
    g = at_sea({"channel": "be_tf_4, be_tf_3"})
    answers(g, "unit:be_tf_4@channel", "zone:north_sea", "button:stop")
    assert offered(g) == {"button:done", "unit:be_tf_3@channel"}
    assert refused(g, "unit:be_tf_4@north_sea").rule == "B6.1.1b"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3")
def test_ships_join_only_where_the_group_is() -> None:
    g = at_sea({"channel": "be_tf_4, be_tf_3", "north_sea": "be_tf_2"})
    answer(g, "unit:be_tf_4@channel")
    assert "unit:be_tf_2@north_sea" not in offered(g)
    assert "another zone" in refused(g, "unit:be_tf_2@north_sea").text
    assert "already" in refused(g, "unit:be_tf_4@channel").text
    answer(g, "zone:north_sea")
    assert "unit:be_tf_2@north_sea" in offered(g)
    assert "another zone" in refused(g, "unit:be_tf_3@channel").text


def test_alike_ships_are_offered_once() -> None:
    g = at_sea({"channel": "3 be_conv, be_conv back"})
    assert len(g.choices(1)) == 3  # done, a full convoy, a flipped one
    answer(g, "unit:be_conv@channel")
    assert len([c for c in g.choices(1) if c >= g.ids.unit]) == 2


def test_friends_sail_together_strangers_do_not() -> None:
    wars = [("germany", "be"), ("germany", "france"), ("japan", "china")]
    units = {"channel": "be_tf_4, fra_tf_4, sov_tf_3_r"}
    g = at_sea(units, wars=wars)
    answer(g, "unit:be_tf_4@channel")
    assert "unit:fra_tf_4@channel" in offered(g)
    assert refused(g, "unit:sov_tf_3_r@channel").rule == "B1.0a"


def test_another_seat_moves_its_own_ships() -> None:
    g = at_sea({"channel": "be_tf_4, fra_tf_4"}, wars=[*WAR, ("germany", "france")], players=8)
    assert g.seats() == (g.seat_of[g.t.be],)
    assert refused(g, "unit:fra_tf_4@channel").rule == "B1.0a"
    answer(g, "button:done")
    assert g.seats() == (g.seat_of[g.t.france],)
    assert offered(g) == {"button:done", "unit:fra_tf_4@channel"}


@pytest.mark.rule("blitzkrieg_general", "S39j")
def test_before_its_war_only_convoys_of_the_usa_sail() -> None:
    units = {"american_east_coast": "usa_tf_4, usa_conv, usa_sub_2"}
    g = at_sea(units)
    assert offered(g) == {"button:done", "unit:usa_conv@american_east_coast"}
    assert refused(g, "unit:usa_tf_4@american_east_coast").rule == "S39j"
    g = at_sea(units, wars=[("germany", "usa")])
    assert "unit:usa_tf_4@american_east_coast" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3C")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3C7")
def test_a_closed_strait_stops_the_group_but_not_a_submarine() -> None:
    units = {"sea_of_portugal": "be_tf_4, be_sub_2"}
    g = at_sea(units, control={"gibraltar": "germany"})
    answer(g, "unit:be_sub_2@sea_of_portugal")
    assert "gibraltar_street" in zones(g)
    answer(g, "unit:be_tf_4@sea_of_portugal")
    assert "gibraltar_street" not in zones(g)
    assert refused(g, "zone:gibraltar_street").rule == "A6.4.3C3"
    g = basic(units, control={"gibraltar": "germany"})
    answer(g, "unit:be_tf_4@sea_of_portugal")
    assert "gibraltar_street" in zones(g)


def test_a_ship_that_can_go_nowhere_is_not_offered() -> None:
    units = {"black_sea": "sov_tf_3_r"}
    g = at_sea(units, wars=[("germany", "ussr")])
    assert idle(g)
    g = at_sea({**units, "channel": "be_tf_4"}, wars=[("germany", "ussr")])
    assert refused(g, "unit:sov_tf_3_r@black_sea").rule == "A6.4.3C"


def test_what_is_no_ship_of_the_phase_is_refused() -> None:
    g = at_sea({"channel": "be_tf_4", "england": "be_inf_3", "north_sea": "ger_tf_4"})
    assert "not a ship" in refused(g, "unit:be_inf_3@england").text
    assert refused(g, "unit:ger_tf_4@north_sea").rule == "B1.0a"
    assert refused(g, "zone:channel").rule == "A6.4.3"
    assert "not on the map" in refused(g, "unit:be_tf_5#1").text
    answer(g, "unit:be_tf_4@channel")
    assert "not on the map" in refused(g, "unit:be_tf_5#1").text
    assert refused(g, "area:england").rule == "B6.1.3A7"
    assert refused(g, "zone:barents_sea").rule == "B6.1a"
    assert refused(g, "zone:channel").rule == "B6.1.1a"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F")
def test_double_range_is_six_zones() -> None:
    g = at_sea({"channel": "be_tf_4"})
    answers(g, "unit:be_tf_4@channel", "zone:bay_of_biscay", "zone:sea_of_portugal", "zone:west_african_sea")
    ship = unit_at(g, "west_african_sea", "be_tf_4")
    assert not g.cond[ship] & const.DOUBLE
    answer(g, "zone:cape_of_good_hope")
    assert g.cond[ship] & const.DOUBLE and g.cond[ship] & const.RUSHED
    answers(g, "zone:madagascar_sea", "zone:east_african_sea")
    assert idle(g) and g.cond[ship] & const.MOVED
    assert "at double range" in log(g)


@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
@pytest.mark.rule("blitzkrieg_general", "B6.4g")
def test_in_the_basic_game_double_range_touches_no_enemy() -> None:
    g = basic({"sea_of_britain": "be_tf_4", "scandinavian_sea": "ger_tf_4", "bay_of_biscay": "ger_conv"})
    answers(g, "unit:be_tf_4@sea_of_britain", "zone:channel", "zone:sea_of_britain", "zone:channel")
    assert zones(g) == {"north_sea", "sea_of_britain"}
    assert refused(g, "zone:bay_of_biscay").rule == "B6.1.2"
    # Those who start beside the enemy have single range.
    g = basic({"north_sea": "be_tf_4, ger_conv"})
    answers(g, "unit:be_tf_4@north_sea", "zone:channel", "zone:bay_of_biscay", "zone:sea_of_portugal")
    assert "zone:west_african_sea" not in offered(g)


def test_who_joins_beside_the_enemy_has_his_range() -> None:
    g = basic({"north_sea": "be_tf_4, be_tf_3, ger_conv"})
    answers(g, "unit:be_tf_4@north_sea", "unit:be_tf_3@north_sea")
    top = g.agenda[-1]
    assert isinstance(top, Sail) and top.limit == 3


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3")
def test_in_the_basic_game_enemy_ships_stop_the_move_and_are_fought() -> None:
    g = basic({"north_sea": "be_tf_4", "skagerrak": "ger_conv"})
    answers(g, "unit:be_tf_4@north_sea", "zone:skagerrak")
    assert not isinstance(g.agenda[-1], Sail)
    assert g.battles == [space(g, "skagerrak")]
    assert g.cond[unit_at(g, "skagerrak", "be_tf_4")] & const.MOVED


@pytest.mark.rule("blitzkrieg_general", "B6.4i")
def test_neutral_ships_stop_nobody_in_the_basic_game() -> None:
    g = basic({"levantinian_sea": "be_conv", "ionian_sea": "ita_tf_4", "tyrrhenian_sea": "ita_conv"})
    answers(g, "unit:be_conv@levantinian_sea", "zone:ionian_sea", "zone:tyrrhenian_sea", "zone:ligurian_sea")
    assert units_at(g, "ligurian_sea") == "be_conv"
    assert not g.battles


@pytest.mark.rule("blitzkrieg_general", "A9.6")
@pytest.mark.rule("blitzkrieg_general", "A9.6a")
def test_cape_magellan_takes_the_whole_double_range() -> None:
    units = {"coral_sea": "be_tf_4", "south_atlantic": "be_tf_3", "new_zealand_sea": "be_tf_2"}
    g = at_sea(units)
    answer(g, "unit:be_tf_4@coral_sea")
    assert "zone:south_atlantic" not in offered(g)
    g = at_sea(units, options=const.CAPE_MAGELLAN)
    answers(g, "unit:be_tf_4@coral_sea", "zone:south_atlantic")
    ship = unit_at(g, "south_atlantic", "be_tf_4")
    assert g.cond[ship] & const.DOUBLE and g.cond[ship] & const.MOVED
    answer(g, "unit:be_tf_3@south_atlantic")
    assert {"coral_sea", "sea_of_panama"} <= zones(g)
    # It must be the start of the move.
    answers(g, "zone:central_atlantic", "zone:south_atlantic")
    assert not {"coral_sea", "sea_of_panama"} & zones(g)
    answer(g, "button:stop")
    answers(g, "unit:be_tf_2@new_zealand_sea", "zone:coral_sea")
    assert "south_atlantic" not in zones(g)


@pytest.mark.rule("blitzkrieg_general", "A5.4d")
@pytest.mark.rule("blitzkrieg_general", "A9.6")
@pytest.mark.rule("blitzkrieg_general", "A5.4e")
def test_nobody_rounds_cape_magellan_into_bad_weather_in_exploitation() -> None:
    for weather, reached in (({}, True), ({"europe": "bad"}, False)):
        g = position(
            units={"coral_sea": "be_tf_4"}, wars=WAR, side="allies", phase=const.EXPLOIT, weather=weather
        )
        g.optional |= const.CAPE_MAGELLAN
        assert (
            g.t.zone_index["south_atlantic"] in naval_movement.capes(g, g.t.zone_index["coral_sea"])
        ) == reached
    g.phase = const.NAVAL_MOVE
    assert naval_movement.capes(g, g.t.zone_index["coral_sea"])


@pytest.mark.rule("blitzkrieg_general", "B6.3d")
@pytest.mark.rule("blitzkrieg_general", "A5.4d")
def test_only_led_ships_exploit_and_none_into_bad_weather() -> None:
    units = {"channel": "be_tf_4, be_tf_3", "central_atlantic": "be_tf_2"}
    g = position(units=units, wars=WAR, side="allies", phase=const.EXPLOIT, weather={"pacific": "bad"})
    seat = g.boss(1)
    assert naval_phase.ships(g, seat) == []
    led = unit_at(g, "channel", "be_tf_4")
    g.mark(led, const.LED)
    g.mark(unit_at(g, "central_atlantic", "be_tf_2"), const.LED)
    assert naval_phase.ships(g, seat) == [unit_at(g, "central_atlantic", "be_tf_2"), led]
    refusal = naval_phase.why_not_sail(g, unit_at(g, "channel", "be_tf_3"))
    assert refusal is not None and refusal.rule == "B6.3d"
    begin(g)
    naval_phase.begin(g, unit_at(g, "central_atlantic", "be_tf_2"))
    g.advance()
    assert "zone:sea_of_panama" not in offered(g)
    assert refused(g, "zone:sea_of_panama").rule == "A5.4d"
    answer(g, "button:stop")
    g.weather = bytes([1, 0])
    assert naval_phase.ships(g, seat) == []
    refusal = naval_phase.why_not_sail(g, led)
    assert refusal is not None and refusal.rule == "A5.4d"
    g.advanced = 0  # no weather in the basic game
    assert naval_phase.ships(g, seat) == [led]


@pytest.mark.rule("blitzkrieg_general", "B6.1.3B")
def test_in_the_basic_game_a_task_force_joins_a_combat_on_its_coast() -> None:
    units = {"north_sea": "be_tf_4", "norway": "be_inf_3, ger_inf_3"}
    g = basic(units, battles=["norway"], control={"norway": "germany"})
    answer(g, "unit:be_tf_4@north_sea")
    assert "area:norway" in offered(g) and "zone:north_sea" in offered(g)
    answer(g, "area:norway")
    ship = unit_at(g, "north_sea", "be_tf_4")
    assert g.target[ship] == space(g, "norway")
    assert ship in combatants.present(g, space(g, "norway"), g.allies)


@pytest.mark.rule("blitzkrieg_general", "A6.4.4")
def test_ships_move_before_land_units() -> None:
    order = sequence.SEGMENT_ADVANCED
    assert order.index(const.NAVAL_MOVE) + 1 == order.index(const.MOVE)
    assert const.NAVAL_MOVE not in sequence.SEGMENT_BASIC


def test_a_group_survives_saving() -> None:
    step = Sail(200, 2, 3, 6, -1, 5, 7)
    again = Sail.unpack(step.pack())
    assert isinstance(again, Sail) and again.pack() == step.pack() and again.ships == (5, 7)


# --- ships unite on their way


@pytest.mark.rule("blitzkrieg_general", "A6.4.3")
@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_group_takes_along_ships_that_wait_where_it_comes_by(mode: str) -> None:
    units = {"north_sea": "be_tf_4", "channel": "be_conv, be_tf_3"}
    g = at_sea(units) if mode == "advanced" else basic(units)
    answers(g, "unit:be_tf_4@north_sea", "zone:channel", "unit:be_conv@channel")
    assert "joins" in log(g)
    answers(g, "zone:bay_of_biscay", "zone:sea_of_portugal", "button:stop")
    assert units_at(g, "sea_of_portugal") == "be_conv, be_tf_4" and units_at(g, "channel") == "be_tf_3"
    assert "sail together to Sea of Portugal" in log(g)
    assert not g.cond[unit_at(g, "sea_of_portugal", "be_conv")] & const.DOUBLE
    assert not {"unit:be_conv@sea_of_portugal", "unit:be_tf_4@sea_of_portugal"} & offered(g)
    assert "unit:be_tf_3@channel" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F")
def test_who_has_stopped_goes_on_with_a_group_as_far_as_its_own_range() -> None:
    g = at_sea({"channel": "be_conv", "west_african_sea": "be_tf_4, be_tf_3"})
    way = ("bay_of_biscay", "sea_of_portugal", "bay_of_biscay", "sea_of_portugal", "west_african_sea")
    answers(g, "unit:be_conv@channel", *[f"zone:{zone}" for zone in way], "button:stop")
    assert "unit:be_conv@west_african_sea" not in offered(g)  # it has moved, and leads no group any more
    answers(g, "unit:be_tf_4@west_african_sea", "unit:be_conv@west_african_sea")
    assert "1 zone left:" in prompt(g).text
    answer(g, "zone:cape_of_good_hope")
    assert units_at(g, "cape_of_good_hope") == "be_conv, be_tf_4"
    convoy, force = unit_at(g, "cape_of_good_hope", "be_conv"), unit_at(g, "cape_of_good_hope", "be_tf_4")
    assert g.cond[convoy] & const.DOUBLE and not g.cond[force] & const.DOUBLE
    # Now the convoy has gone six zones; the next group leaves it where it is.
    answers(g, "unit:be_tf_3@west_african_sea", "zone:cape_of_good_hope")
    assert "unit:be_conv@cape_of_good_hope" not in offered(g)
    assert refused(g, "unit:be_conv@cape_of_good_hope").rule == "B6.1.1"
    assert "unit:be_tf_4@cape_of_good_hope" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.4.3D1")
def test_a_united_group_is_searched_for_when_it_leaves_though_its_first_ship_waited_there() -> None:
    g = at_sea({"north_sea": "be_tf_4", "channel": "be_conv, ger_sub_2"})
    answers(g, "unit:be_tf_4@north_sea", "zone:channel", "button:stop")
    answers(g, "unit:be_conv@channel", "unit:be_tf_4@channel", "zone:bay_of_biscay")
    assert prompt(g).rule == "A6.4.3D1"


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F2")
def test_who_was_found_on_its_way_joins_no_other_group() -> None:
    g = at_sea({"north_sea": "be_tf_4", "channel": "be_conv"})
    answers(g, "unit:be_tf_4@north_sea", "zone:channel", "button:stop")
    g.mark(unit_at(g, "channel", "be_tf_4"), const.TRANSITED)
    answer(g, "unit:be_conv@channel")
    assert refused(g, "unit:be_tf_4@channel").rule == "A6.4.3F2"
    answers(g, "zone:bay_of_biscay")
    assert refused(g, "unit:be_tf_4@channel").rule == "A6.4.3"


@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
@pytest.mark.rule("blitzkrieg_general", "B6.1.2")
def test_in_the_basic_game_enemies_and_a_start_beside_them_bind_those_who_unite() -> None:
    g = basic({"north_sea": "be_tf_4, ger_conv", "channel": "be_conv, be_tf_3"})
    answers(g, "unit:be_tf_4@north_sea", "zone:channel", "zone:bay_of_biscay", "zone:channel")
    top = g.agenda[-1]
    assert not isinstance(top, Sail)  # three zones are all it has
    answer(g, "unit:be_conv@channel")
    assert refused(g, "unit:be_tf_4@channel").rule == "B6.1.1"
    g = basic({"north_sea": "be_tf_4", "skagerrak": "be_conv, ger_conv"})
    answers(g, "unit:be_tf_4@north_sea", "zone:skagerrak")
    answer(g, "unit:be_conv@skagerrak")
    assert refused(g, "unit:be_tf_4@skagerrak").rule == "B6.1.4"
