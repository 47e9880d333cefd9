"""Landings on enemy coasts: what they need, naval reaction, who is bound, going ashore, coastal defence."""

from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import strength
from sandtable.games.blitzkrieg_general.rules.combat.combat_phase import Combats
from sandtable.games.blitzkrieg_general.rules.combat.combatants import present
from sandtable.games.blitzkrieg_general.rules.combat.reaction import Reaction
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.naval import invasion, invasion_limits, naval_movement
from sandtable.games.blitzkrieg_general.rules.naval.invasion import (
    CoastalHit,
    Landing,
    NavalReaction,
    PinShips,
    ReactionTarget,
)
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import holder, position, space, unit_at, units_at
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

WAR = [("germany", "be"), ("germany", "usa")]
FRANCE = {"normandy": "germany", "western_france": "germany", "northern_spain": "germany"}


def at_sea(units: dict[str, str], **more: Any) -> Board:
    """The naval movement phase of the Allies; Germany holds the coast of France."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE, control=FRANCE) | more
    return begin(position(units=units, **more), NavalMove())


def ready(units: dict[str, str], *loads: str, **more: Any) -> Board:
    """Loads in the channel are to land in Normandy: `loads` names them."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE, control=FRANCE) | more
    g = position(units=units, **more)
    for load in loads:
        unit = unit_at(g, "channel", load)
        g.mark(unit, const.EMBARKED)
        g.embarked_at[unit] = space(g, "channel")
        invasion.declare(g, unit, space(g, "normandy"))
    return g


def react(g: Board) -> Board:
    """The naval reaction of the other side begins."""
    return begin(g, NavalReaction())


@pytest.mark.rule("blitzkrieg_general", "A6.5.4i")
@pytest.mark.rule("blitzkrieg_general", "B6.3f")
def test_ships_react_to_landings_in_the_exploitation_phase_too() -> None:
    """R146; a task force that does not come does not support the defence either."""
    units = {
        "channel": "usa_conv [usa_inf_4], usa_conv [usa_inf_3]",
        "north_sea": "ger_tf_4, ger_tf_3",
        "normandy": "ger_inf_3",
    }
    g = ready(units, "usa_inf_4", "usa_inf_3", phase=const.EXPLOIT, dice=[1, 6, 6, 6] * 3)
    begin(g, Reaction(1))
    assert isinstance(g.agenda[-1], NavalReaction) and g.seats() == (g.boss(0),)
    assert offered(g) == {"button:done", "unit:ger_tf_4@north_sea", "unit:ger_tf_3@north_sea"}
    answers(g, "unit:ger_tf_4@north_sea", "button:done")
    assert isinstance(g.agenda[-1], PinShips)  # one convoy is bound and keeps its load
    answer(g, "unit:usa_conv@channel")
    assert idle(g)  # no task force is asked for support
    assert sorted(g.battles) == [space(g, "normandy"), space(g, "channel")]
    assert units_at(g, "normandy") == "ger_inf_3, usa_inf_3"
    assert "ger_tf_4" in units_at(g, "channel") and units_at(g, "north_sea") == "ger_tf_3"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4i")
@pytest.mark.rule("blitzkrieg_general", "A5.4e")
def test_no_ship_changes_to_a_map_with_other_weather_to_react_in_exploitation() -> None:
    units = {"red_sea": "be_conv [be_inf_3]", "indian_ocean": "ita_tf_4", "persian_gulf": "ita_tf_3"}
    for weather, comes in (({"pacific": "bad"}, False), ({}, True)):
        g = position(
            units=units,
            wars=[("italy", "be")],
            control={"sudan": "italy"},
            side="allies",
            phase=const.EXPLOIT_REACTION,
            weather=weather,
        )
        load = unit_at(g, "red_sea", "be_inf_3")
        g.mark(load, const.EMBARKED)
        g.embarked_at[load] = space(g, "red_sea")
        invasion.declare(g, load, space(g, "sudan"))
        react(g)
        assert ("unit:ita_tf_4@indian_ocean" in offered(g)) == comes
        if not comes:
            assert refused(g, "unit:ita_tf_4@indian_ocean").rule == "A5.4e"


# --- declaring


@pytest.mark.rule("blitzkrieg_general", "A6.5.4")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4a")
def test_land_units_are_to_land_and_their_convoy_stays() -> None:
    g = at_sea({"channel": "be_conv", "england": "be_inf_3, be_air_2", "normandy": "ger_inf_3"})
    answers(g, "unit:be_conv@channel", "unit:be_inf_3@england", "unit:be_inf_3@channel")
    assert offered(g) == {"area:england", "area:normandy", "area:western_france"}
    answer(g, "area:normandy")
    unit, ship = unit_at(g, "channel", "be_inf_3"), unit_at(g, "channel", "be_conv")
    assert g.cond[unit] & const.INVADING and g.target[ship] == space(g, "normandy")
    assert g.battles == [space(g, "normandy")]
    assert g.cond[ship] & const.MOVED  # nothing is left to decide: the group has stopped
    assert "prepares to land in Normandy from Channel" in log(g)


def test_of_a_group_that_lands_nobody_sails_on() -> None:
    g = at_sea({"channel": "be_conv, be_tf_4", "england": "be_inf_3, be_inf_2"})
    answers(g, "unit:be_conv@channel", "unit:be_inf_3@england", "unit:be_inf_3@channel", "area:normandy")
    assert offered(g) == {"button:stop", "unit:be_tf_4@channel"}
    assert refused(g, "zone:north_sea").rule == "A6.5.4"
    assert "about to land" in refused(g, "unit:be_inf_3@channel").text
    assert refused(g, "unit:be_inf_2@england").rule == "B6.1.3A2"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4a")
def test_aircraft_do_not_invade() -> None:
    g = position(units={"channel": "be_conv [be_air_2]"}, wars=WAR, side="allies", control=FRANCE)
    unit = unit_at(g, "channel", "be_air_2")
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = space(g, "channel")
    assert invasion_limits.obstacle(g, unit, space(g, "normandy")) == invasion_limits.NOT_LAND
    assert invasion_limits.why_not_land(g, unit, space(g, "normandy")).rule == "A6.5.4a"


def barred(area: str, change: str = "", **more: Any) -> str:
    """The rule that keeps a British infantry, aboard in the channel since this phase, out of an area."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.NAVAL_MOVE, control=FRANCE) | more
    more.setdefault("units", {"channel": "be_conv [be_inf_3], be_tf_4"})
    zone = more.pop("zone", "channel")
    aboard = more.pop("aboard", zone)
    g = position(**more)
    unit = unit_at(g, zone, "be_inf_3")
    ship = g.carrier[unit]
    if change != "stayed":
        g.mark(unit, const.EMBARKED)
        g.embarked_at[unit] = space(g, aboard)
    if change == "rushed":
        g.mark(ship, const.RUSHED)
    elif change == "friend rushed":
        g.mark(unit_at(g, zone, "be_tf_4"), const.RUSHED)
    elif change == "other target":
        g.target[ship] = space(g, "western_france")
    if invasion_limits.obstacle(g, unit, space(g, area)) == invasion_limits.FREE:
        return ""
    return invasion_limits.why_not_land(g, unit, space(g, area)).rule


@pytest.mark.rule("blitzkrieg_general", "A1.2j")
@pytest.mark.rule("blitzkrieg_general", "TEC7")
def test_forbidden_coasts() -> None:
    control = {"bnl": "germany", "scotland": "germany", **FRANCE}
    assert barred("normandy", control=control) == ""
    assert barred("bnl", control=control) == "A1.2j"
    north = {"north_sea": "be_conv [be_inf_3]"}
    assert barred("western_germany", zone="north_sea", units=north, control=control) == "A1.2j"
    assert barred("scotland", zone="north_sea", units=north, control=control) == "A1.2j"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4d")
@pytest.mark.rule("blitzkrieg_general", "A1.1c")
def test_who_has_stayed_at_sea_does_not_invade() -> None:
    assert barred("normandy", "stayed") == "A6.5.4d"
    g = at_sea({"channel": "be_conv [be_inf_3]"}, control={**FRANCE, "england": "germany", "bnl": "be"})
    answers(g, "unit:be_conv@channel", "unit:be_inf_3@channel")
    assert units_at(g, "bnl") == "be_inf_3"  # among friends it may land


def shipped(*clicks: str, units: dict[str, str] | None = None, **more: Any) -> Board:
    """A British infantry of Scotland goes aboard in the Scandinavian Sea and sails these ways."""
    units = units or {"scandinavian_sea": "be_conv", "scotland": "be_inf_3"}
    g = at_sea(units, **more)
    answers(g, "unit:be_conv@scandinavian_sea", "unit:be_inf_3@scotland", *clicks)
    return g


@pytest.mark.rule("blitzkrieg_general", "A6.5.4c")
@pytest.mark.rule("blitzkrieg_general", "A1.1c")
def test_an_invasion_comes_through_three_zones_at_most_the_first_one_counted() -> None:
    g = shipped("zone:north_sea", "zone:channel")
    assert "unit:be_inf_3@channel" in offered(g)
    g = shipped("zone:north_sea", "zone:channel", "zone:bay_of_biscay")
    assert "unit:be_inf_3@bay_of_biscay" not in offered(g)
    why = refused(g, "unit:be_inf_3@bay_of_biscay")
    assert why.rule == "A6.5.4c" and "through 4 zones" in why.text


@pytest.mark.rule("blitzkrieg_general", "A6.5.4c")
@pytest.mark.rule("blitzkrieg_general", "A1.1c")
def test_the_way_that_was_sailed_counts_not_the_shortest() -> None:
    there_and_back = ("zone:north_sea", "zone:scandinavian_sea", "zone:north_sea")
    g = shipped(*there_and_back, "unit:be_inf_3@north_sea", control={"denmark": "germany"})
    assert refused(g, "area:denmark").rule == "A6.5.4c"
    g = shipped("zone:north_sea", "unit:be_inf_3@north_sea", control={"denmark": "germany"})
    assert "area:denmark" in offered(g)
    # Nor does it help to change ships: the unit has come as far as both have carried it.
    units = {"scandinavian_sea": "be_conv", "scotland": "be_inf_3", "channel": "be_conv_c"}
    g = shipped("zone:north_sea", "zone:channel", "button:stop", units=units)
    answers(g, "unit:be_conv_c@channel", "unit:be_inf_3@channel", "zone:bay_of_biscay")
    assert refused(g, "unit:be_inf_3@bay_of_biscay").rule == "A6.5.4c"


@pytest.mark.rule("blitzkrieg_general", "A6.5.4c")
@pytest.mark.rule("blitzkrieg_general", "A6.4.1")
def test_from_an_island_the_zone_around_it_is_where_the_way_starts() -> None:
    g = begin(
        position(
            units={"mariana_islands_sea": "jap_conv", "mariana_islands": "jap_inf_2"},
            wars=[("japan", "usa")],
            phase=const.NAVAL_MOVE,
        ),
        NavalMove(),
    )
    answers(g, "unit:jap_conv@mariana_islands_sea", "unit:jap_inf_2@mariana_islands")
    unit = unit_at(g, "mariana_islands_sea", "jap_inf_2")
    assert naval_movement.sailed(g, unit) == 0
    g = shipped()
    assert naval_movement.sailed(g, unit_at(g, "scandinavian_sea", "be_inf_3")) == 1


@pytest.mark.rule("blitzkrieg_general", "A6.5.4e")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F4")
@pytest.mark.rule("blitzkrieg_general", "A6.4.3F5")
def test_no_landing_at_double_range_nor_beside_it() -> None:
    assert barred("normandy", "rushed") == "A6.5.4e"
    assert barred("normandy", "friend rushed") == "A6.5.4e"


def test_other_reasons_against_a_landing() -> None:
    assert barred("normandy", "other target") == "A6.5.4"
    assert barred("normandy", phase=const.EXPLOIT, weather={"europe": "bad"}) == "A6.7a"
    assert barred("normandy", control={}) == "B8.4m"  # France is at peace with Germany here
    assert barred("england") == "B8.4"  # friends: no invasion
    wars = [("japan", "china")]
    units = {"northern_chinese_sea": "jap_conv [jap_inf_3]", "peking": "chi_inf_2"}
    g = position(units=units, wars=wars, control={"peking": "china"}, memory={"limit": 3, "japan_attack": 0})
    unit = unit_at(g, "northern_chinese_sea", "jap_inf_3")
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = space(g, "northern_chinese_sea")
    assert invasion_limits.why_not_land(g, unit, space(g, "peking")).rule == "A8.7"


def test_no_more_land_than_an_island_holds() -> None:
    units = {"midway_islands_sea": "jap_conv [jap_inf_3], jap_conv [jap_inf_2], jap_conv [jap_inf_4]"}
    g = position(units=units, wars=[("japan", "usa")], phase=const.NAVAL_MOVE)
    midway = space(g, "midway_islands")
    found: list[int] = []
    for name in ("jap_inf_3", "jap_inf_2", "jap_inf_4"):
        unit = unit_at(g, "midway_islands_sea", name)
        g.mark(unit, const.EMBARKED)
        g.embarked_at[unit] = space(g, "midway_islands_sea")
        found.append(invasion_limits.obstacle(g, unit, midway))
        if found[-1] == invasion_limits.FREE:
            invasion.declare(g, unit, midway)
    assert found == [invasion_limits.FREE, invasion_limits.FREE, invasion_limits.FULL]
    assert invasion_limits.why_not_land(g, unit, midway).rule == "A1.1a"


def neutral(**more: Any) -> Board:
    """A British convoy off neutral Norway with an infantry from Scotland."""
    units = {"scandinavian_sea": "be_conv, be_conv", "scotland": "be_inf_3, be_inf_2"}
    more = dict[str, Any](units=units, wars=WAR, side="allies", phase=const.NAVAL_MOVE) | more
    g = begin(position(**more), NavalMove())
    return answers(
        g, "unit:be_conv@scandinavian_sea", "unit:be_inf_3@scotland", "unit:be_inf_3@scandinavian_sea"
    )


@pytest.mark.rule("blitzkrieg_general", "B8.4")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4k")
def test_a_neutral_coast_means_war() -> None:
    g = neutral()
    assert offered(g) == {"area:scotland", "area:norway"}
    answer(g, "area:norway")
    assert offered(g) == {"button:yes", "button:no"}
    answer(g, "button:yes")
    while "button:done" not in offered(g) and "button:stop" not in offered(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    unit = unit_at(g, "scandinavian_sea", "be_inf_3")
    assert g.cond[unit] & const.INVADING and g.cond[unit] & const.UNPROVOKED
    assert g.enemy(g.t.be, g.t.country_index["norway"])
    # A second landing in the same minor is just as unprovoked.
    answers(g, "unit:be_conv@scandinavian_sea", "unit:be_inf_2@scotland", "unit:be_inf_2@scandinavian_sea")
    answer(g, "area:norway")
    assert g.cond[unit_at(g, "scandinavian_sea", "be_inf_2")] & const.UNPROVOKED


def test_without_war_the_group_leaves_neutrals_alone() -> None:
    g = neutral()
    answers(g, "area:norway", "button:no")
    assert offered(g) == {"area:scotland"}
    assert refused(g, "area:norway").rule == "B8.4"
    answer(g, "area:scotland")
    assert units_at(g, "scotland") == "be_inf_2, be_inf_3"


def test_a_group_that_has_no_other_shore_keeps_its_load() -> None:
    g = neutral(control={"scotland": "norway"}, units={"scandinavian_sea": "be_conv", "scotland": "be_inf_3"})
    answers(g, "area:norway", "button:no")
    assert "unit:be_inf_3@scandinavian_sea" not in offered(g)
    assert units_at(g, "scandinavian_sea") == "be_conv [be_inf_3]"


# --- the basic game


def basic(units: dict[str, str], **more: Any) -> Board:
    """The movement phase of the Allies in the basic game."""
    more = dict[str, Any](wars=WAR, side="allies", phase=const.MOVE, mode="basic", control=FRANCE) | more
    return begin(position(units=units, **more), Move())


@pytest.mark.rule("blitzkrieg_general", "B6.1.3A4")
@pytest.mark.rule("blitzkrieg_general", "B6.1.4")
@pytest.mark.rule("blitzkrieg_general", "B6.1.3A7")
def test_in_the_basic_game_units_land_at_once() -> None:
    g = basic({"channel": "be_conv [be_inf_3], be_conv [be_inf_2]", "normandy": "ger_inf_3"})
    answers(g, "unit:be_conv@channel", "unit:be_conv@channel", "unit:be_inf_3@channel", "area:normandy")
    assert units_at(g, "normandy") == "be_inf_3, ger_inf_3"
    assert g.battles == [space(g, "normandy")]
    landed = unit_at(g, "normandy", "be_inf_3")
    assert g.cond[landed] & const.LANDED and not g.cond[landed] & const.INVADING
    assert g.came[landed] == g.t.link(space(g, "channel"), space(g, "normandy"))
    answers(g, "unit:be_inf_2@channel", "area:western_france")
    assert holder(g, "western_france") == "be"  # nobody was there
    assert space(g, "western_france") not in g.battles
    assert all([g.cond[u] & const.CARRIED for u in g.at[space(g, "channel")]])  # they take no other load


@pytest.mark.rule("blitzkrieg_general", "A5.4d")
@pytest.mark.rule("blitzkrieg_general", "A1.2g")
@pytest.mark.parametrize(
    ("phase", "weather", "found"),
    [
        (const.EXPLOIT, "bad", invasion_limits.WEATHER),
        (const.EXPLOIT, "good", invasion_limits.FREE),
        (const.NAVAL_MOVE, "bad", invasion_limits.FREE),
    ],
)
def test_in_exploitation_nobody_lands_in_bad_weather(phase: int, weather: str, found: int) -> None:
    units = {"channel": "be_conv [be_arm_4]"}
    g = position(
        units=units, wars=WAR, side="allies", phase=phase, weather={"europe": weather}, control=FRANCE
    )
    unit = unit_at(g, "channel", "be_arm_4")
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = space(g, "channel")
    assert invasion_limits.obstacle(g, unit, space(g, "normandy")) == found


@pytest.mark.rule("blitzkrieg_general", "B6.1.2a")
def test_in_the_basic_game_no_landing_at_double_range() -> None:
    g = basic({"skagerrak": "be_conv [be_inf_3]"})
    answers(g, "unit:be_conv@skagerrak", "zone:north_sea", "zone:channel", "zone:north_sea", "zone:channel")
    answer(g, "unit:be_inf_3@channel")
    assert units_at(g, "england") == "be_inf_3"
    assert "at double range" in log(answer(g, "button:stop"))
    g = basic({"skagerrak": "be_conv [be_inf_3]"})
    answers(g, "unit:be_conv@skagerrak", "zone:north_sea", "zone:channel", "unit:be_inf_3@channel")
    assert "area:normandy" in offered(g)


def test_in_the_basic_game_why_not() -> None:
    g = position(
        units={"channel": "be_conv [be_inf_3], ger_tf_4"},
        wars=WAR,
        side="allies",
        mode="basic",
        phase=const.MOVE,
        control=FRANCE,
    )
    unit = unit_at(g, "channel", "be_inf_3")
    assert invasion_limits.why_not_land(g, unit, space(g, "normandy")).rule == "B6.1.4"


def test_in_the_basic_game_war_on_a_neutral_comes_before_the_landing() -> None:
    g = basic({"scandinavian_sea": "be_conv [be_inf_3]", "aside": "nor_inf_2"}, control={})
    answers(g, "unit:be_conv@scandinavian_sea", "unit:be_inf_3@scandinavian_sea", "area:norway", "button:yes")
    while not idle(g) and "button:done" not in offered(g) and "button:stop" not in offered(g):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
    assert "be_inf_3" in units_at(g, "norway")


# --- the enemy's ships


@pytest.mark.rule("blitzkrieg_general", "A10.1")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4i")
@pytest.mark.rule("blitzkrieg_general", "A6.5.4j")
def test_ships_within_three_zones_react() -> None:
    units = {
        "channel": "be_conv [be_inf_3], ger_sub_2",
        "skagerrak": "ger_tf_4",
        "baltic_sea": "ger_tf_3",
        "finnish_sea": "ger_conv",
        "central_atlantic": "ita_tf_4",
    }
    g = react(ready(units, "be_inf_3"))
    assert g.seats() == (0,)
    assert offered(g) == {
        "button:done",
        "unit:ger_sub_2@channel",
        "unit:ger_tf_4@skagerrak",
        "unit:ger_tf_3@baltic_sea",
    }
    assert "Channel" in prompt(g).text
    assert refused(g, "unit:ger_conv@finnish_sea").rule == "A6.5.4j"
    assert refused(g, "unit:be_conv@channel").rule == "B1.0a"
    assert refused(g, "zone:channel").rule == "A6.5.4i"
    answer(g, "unit:ger_tf_3@baltic_sea")
    ship = unit_at(g, "channel", "ger_tf_3")
    assert g.cond[ship] & const.REACTED and g.cond[ship] & const.TRANSITED
    assert refused(g, "unit:ger_tf_3@channel").rule == "A6.5.4i"
    answer(g, "button:done")
    assert space(g, "channel") in g.battles


def test_a_closed_strait_stops_reacting_ships() -> None:
    units = {"channel": "be_conv [be_inf_3]", "skagerrak": "ger_tf_4, ger_sub_2"}
    g = react(ready(units, "be_inf_3", control={**FRANCE, "norway": "be", "denmark": "be"}))
    assert offered(g) == {"button:done", "unit:ger_sub_2@skagerrak"}


def test_bound_ships_do_not_react() -> None:
    g = ready({"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4, ger_tf_3"}, "be_inf_3")
    g.mark(unit_at(g, "north_sea", "ger_tf_4"), const.PINNED)
    react(g)
    assert offered(g) == {"button:done", "unit:ger_tf_3@north_sea"}
    assert refused(g, "unit:ger_tf_4@north_sea").rule == "A10.1c"
    # Enemies in their own zone bind them, one for one.
    units = {"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4, be_sub_2"}
    assert idle(react(ready(units, "be_inf_3")))
    units = {"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4, ger_tf_3, be_sub_2"}
    g = answer(react(ready(units, "be_inf_3")), "unit:ger_tf_4@north_sea")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.4i")
def test_reacting_ships_fight_without_a_search() -> None:
    g = ready({"channel": "be_conv [be_inf_3], be_tf_4", "north_sea": "ger_tf_4"}, "be_inf_3")
    react(g)
    answer(g, "unit:ger_tf_4@north_sea")
    g.phase = const.COMBAT
    begin(g, Combats(0))
    assert offered(g) == {"zone:channel", "area:normandy"}


def test_which_of_two_fleets_is_fought() -> None:
    units = {
        "channel": "be_conv [be_inf_3]",
        "bay_of_biscay": "be_conv [be_inf_2]",
        "sea_of_britain": "ger_tf_4",
    }
    g = ready(units, "be_inf_3")
    unit = unit_at(g, "bay_of_biscay", "be_inf_2")
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = g.place[unit]
    invasion.declare(g, unit, space(g, "western_france"))
    react(g)
    answer(g, "unit:ger_tf_4@sea_of_britain")
    assert isinstance(g.agenda[-1], ReactionTarget)
    assert offered(g) == {"zone:channel", "zone:bay_of_biscay"}
    assert refused(g, "zone:north_sea").rule == "A6.5.4j"
    assert "which invasion zone" in prompt(g).text
    answers(g, "zone:bay_of_biscay")
    assert "ger_tf_4" in units_at(g, "bay_of_biscay")
    assert units_at(g, "normandy") == "be_inf_3"
    assert units_at(g, "western_france") == ""


@pytest.mark.rule("blitzkrieg_general", "A6.5.4k")
def test_for_an_invaded_neutral_minor_only_ships_in_the_zone_react() -> None:
    units = {"channel": "be_conv [be_inf_3], ger_sub_2", "north_sea": "ger_tf_4"}
    g = ready(units)
    unit = unit_at(g, "channel", "be_inf_3")
    g.mark(unit, const.EMBARKED)
    invasion.declare(g, unit, space(g, "normandy"), True)
    react(g)
    assert offered(g) == {"button:done", "unit:ger_sub_2@channel"}
    assert refused(g, "unit:ger_tf_4@north_sea").rule == "A6.5.4k"


def test_nobody_is_asked_without_a_landing_or_in_the_basic_game() -> None:
    assert idle(react(ready({"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4"})))
    g = ready({"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4"}, "be_inf_3")
    g.advanced = 0
    assert idle(react(g))


# --- who is bound


@pytest.mark.rule("blitzkrieg_general", "A10.1e")
def test_a_bound_convoy_keeps_its_load() -> None:
    g = ready({"channel": "be_conv [be_inf_3]", "north_sea": "ger_tf_4"}, "be_inf_3")
    react(g)
    answer(g, "unit:ger_tf_4@north_sea")
    assert idle(g)
    assert units_at(g, "channel") == "be_conv [be_inf_3], ger_tf_4"
    assert not g.cond[unit_at(g, "channel", "be_inf_3")] & const.INVADING
    assert g.battles == [space(g, "channel")]


@pytest.mark.rule("blitzkrieg_general", "A10.1e")
@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_one_ship_binds_one_and_idle_ships_first() -> None:
    g = ready({"channel": "be_conv [be_inf_3], be_tf_4", "north_sea": "ger_tf_4"}, "be_inf_3")
    react(g)
    answer(g, "unit:ger_tf_4@north_sea")
    assert idle(g)
    assert units_at(g, "normandy") == "be_inf_3"
    assert g.battles == [space(g, "normandy"), space(g, "channel")]


@pytest.mark.rule("blitzkrieg_general", "A10.1f")
def test_the_owner_chooses_which_of_several_is_bound() -> None:
    units = {"channel": "be_conv [be_inf_3], be_conv [be_inf_2], be_tf_4", "north_sea": "ger_tf_4"}
    g = ready(units, "be_inf_3", "be_inf_2")
    g.target[unit_at(g, "channel", "be_tf_4")] = space(g, "normandy")
    react(g)
    answer(g, "unit:ger_tf_4@north_sea")
    assert isinstance(g.agenda[-1], PinShips) and g.seats() == (1,)
    assert len(g.choices(1)) == 3
    assert "1 ship in Channel" in prompt(g).text
    assert refused(g, "area:normandy").rule == "A10.1f"
    answer(g, "unit:be_tf_4@channel")
    assert units_at(g, "normandy") == "be_inf_2, be_inf_3"
    ship = unit_at(g, "channel", "be_tf_4")
    assert g.cond[ship] & const.PINNED and g.target[ship] == const.NONE


def test_when_all_are_stopped_there_is_no_attack() -> None:
    g = ready(
        {"channel": "be_conv [be_inf_3], be_tf_4, be_sub_2", "north_sea": "ger_tf_4, ger_tf_3"}, "be_inf_3"
    )
    support = unit_at(g, "channel", "be_tf_4")
    g.target[support] = space(g, "normandy")
    react(g)
    answers(g, "unit:ger_tf_4@north_sea", "unit:ger_tf_3@north_sea", "unit:be_conv@channel")
    assert g.battles == [space(g, "channel")]
    assert g.target[support] == const.NONE


@pytest.mark.rule("blitzkrieg_general", "A10.2a")
def test_unloading_convoys_take_no_part_in_the_fight_at_sea() -> None:
    g = ready({"channel": "be_conv [be_inf_3], be_tf_4, be_conv, ger_tf_4"}, "be_inf_3")
    landing = g.carrier[unit_at(g, "channel", "be_inf_3")]
    assert invasion.is_unloading(g, landing)
    fighting = present(g, space(g, "channel"), g.allies)
    assert landing not in fighting and len(fighting) == 2


# --- going ashore


@pytest.mark.rule("blitzkrieg_general", "A6.5.4")
def test_what_is_not_stopped_goes_ashore() -> None:
    g = ready({"channel": "be_conv [be_inf_3]", "normandy": "ger_inf_3"}, "be_inf_3")
    begin(g, Landing())
    assert idle(g)
    assert units_at(g, "normandy") == "be_inf_3, ger_inf_3"
    unit = unit_at(g, "normandy", "be_inf_3")
    assert g.cond[unit] & const.INVADING and not g.cond[unit] & const.EMBARKED
    assert g.came[unit] == g.t.link(space(g, "channel"), space(g, "normandy"))
    assert invasion.convoy_of(g, unit) == unit_at(g, "channel", "be_conv")
    invasion.land(g)  # twice is once
    assert units_at(g, "normandy") == "be_inf_3, ger_inf_3"
    assert "lands in Normandy" in log(g)


def test_a_landing_in_a_home_area_is_remembered() -> None:
    g = ready({"channel": "be_conv [be_inf_3]"}, "be_inf_3")
    assert g.invaded == 0
    invasion.land(g)
    assert g.invaded == 1 << g.t.area_home[space(g, "normandy")]


@pytest.mark.rule("blitzkrieg_general", "A6.4.3F5")
def test_ships_that_come_later_at_double_range_spoil_the_landing() -> None:
    g = ready({"channel": "be_conv [be_inf_3], be_tf_4"}, "be_inf_3")
    g.mark(unit_at(g, "channel", "be_tf_4"), const.RUSHED)
    invasion.land(g)
    assert units_at(g, "normandy") == "" and not g.battles


@pytest.mark.rule("blitzkrieg_general", "A6.5.4b")
def test_landing_units_have_half_their_strength() -> None:
    g = ready({"channel": "be_conv [be_inf_3]", "normandy": "ger_inf_3"}, "be_inf_3")
    invasion.land(g)
    unit = unit_at(g, "normandy", "be_inf_3")
    normandy = space(g, "normandy")
    assert strength.on_land(g, unit, normandy, True, 0) == 1
    g.unmark(unit, const.INVADING)
    assert strength.on_land(g, unit, normandy, True, 0) == 3


# --- the coast


def defended(die: int, units: str = "be_inf_3, be_inf_2", more: str = "") -> Board:
    """British units have landed in Normandy; the coast rolls."""
    loads = [load.strip() for load in units.split(",")]
    convoys = ", ".join([f"be_conv [{load}]" for load in loads]) + more
    g = ready({"channel": convoys}, *loads, dice=[die])
    invasion.land(g)
    invasion.coastal_defence(g, space(g, "normandy"))
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.4h")
@pytest.mark.parametrize("die", [1, 3, 5])
def test_odd_rolls_of_the_coast_do_nothing(die: int) -> None:
    g = defended(die)
    assert idle(g) and units_at(g, "normandy") == "be_inf_2, be_inf_3"
    assert f"rolls {die}: no effect" in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.4h")
@pytest.mark.parametrize("die", [2, 4, 6])
def test_even_rolls_hit_a_landing_unit_of_the_attackers_choice(die: int) -> None:
    g = defended(die)
    assert isinstance(g.agenda[-1], CoastalHit) and g.seats() == (1,)
    assert offered(g) == {"unit:be_inf_2@normandy", "unit:be_inf_3@normandy"}
    assert refused(g, "area:normandy").rule == "A6.5.4h"
    assert ("convoy" in prompt(g).text) == (die == 6)
    answer(g, "unit:be_inf_3@normandy")
    assert units_at(g, "normandy") == "be_inf_2, be_inf_3 back"
    assert units_at(g, "channel") == ("be_conv, be_conv back" if die == 6 else "2 be_conv")
    if die == 6:
        hit = invasion.convoy_of(g, unit_at(g, "normandy", "be_inf_3"))
        assert g.cond[hit] & 1  # its own convoy


def test_a_single_landing_unit_is_hit_without_a_question() -> None:
    g = defended(2, "be_inf_3")
    assert idle(g) and units_at(g, "normandy") == "be_inf_3 back"


def test_no_landing_no_coastal_defence() -> None:
    g = ready({"normandy": "be_inf_3"}, dice=[])
    invasion.coastal_defence(g, space(g, "normandy"))
    assert idle(go_on(g))
    g.advanced = 0
    invasion.coastal_defence(g, space(g, "normandy"))
    assert idle(go_on(g))


@pytest.mark.rule("blitzkrieg_general", "A6.5.4h")
def test_an_empty_area_defends_itself_and_is_then_taken() -> None:
    g = ready({"channel": "be_conv [be_inf_3]"}, "be_inf_3", dice=[2])
    begin(g, NavalReaction())
    g.phase = const.COMBAT
    begin(g, Combats(0))
    assert idle(g)
    assert units_at(g, "normandy") == "be_inf_3 back"
    assert holder(g, "normandy") == "be"


def test_a_convoy_that_is_gone_is_not_hit() -> None:
    g = ready({"channel": "be_conv [be_inf_3]"}, "be_inf_3", dice=[6])
    invasion.land(g)
    g.take(unit_at(g, "channel", "be_conv"))
    invasion.coastal_defence(g, space(g, "normandy"))
    go_on(g)
    assert units_at(g, "normandy") == "be_inf_3 back"


def test_steps_survive_saving() -> None:
    for step in (ReactionTarget(3), PinShips(200, 2), CoastalHit(10, 1), Landing(), NavalReaction(1)):
        assert type(step).unpack(step.pack()).pack() == step.pack()


def embarked(units: dict[str, str], zone: str, load: str, **more: Any) -> tuple[Board, int]:
    """A position with a load that has gone aboard in a zone in this phase."""
    g = position(units=units, phase=const.NAVAL_MOVE, **more)
    unit = unit_at(g, zone, load)
    g.mark(unit, const.EMBARKED)
    g.embarked_at[unit] = space(g, zone)
    return g, unit


@pytest.mark.rule("blitzkrieg_general", "A8.8")
def test_bulgarians_do_not_land_in_the_soviet_union() -> None:
    wars = [("germany", "ussr"), ("bulgaria", "ussr")]
    units = {"black_sea": "ger_conv [bul_inf_2], ger_conv [ger_inf_3]"}
    g, unit = embarked(units, "black_sea", "bul_inf_2", wars=wars, managers={"bulgaria": "germany"})
    odessa = space(g, "odessa")
    assert invasion_limits.obstacle(g, unit, odessa) != 0
    assert invasion_limits.why_not_land(g, unit, odessa).rule == "A8.8"
    g, unit = embarked(units, "black_sea", "ger_inf_3", wars=wars, managers={"bulgaria": "germany"})
    assert invasion_limits.obstacle(g, unit, odessa) == 0


@pytest.mark.rule("blitzkrieg_general", "A8.2b")
def test_nobody_lands_beside_units_of_the_side_that_are_no_friends() -> None:
    wars = [("germany", "be"), ("japan", "be"), ("germany", "ussr")]
    units = {"channel": "be_conv [be_inf_3]", "normandy": "sov_inf_3_r, ger_inf_3"}
    setting = {"wars": wars, "side": "allies", "control": FRANCE}
    g, unit = embarked(units, "channel", "be_inf_3", memory={"peace": 1}, **setting)
    normandy = space(g, "normandy")
    assert not g.friend(g.t.be, g.t.ussr)  # the peace with Japan parts them
    assert invasion_limits.why_not_land(g, unit, normandy).rule == "A8.2b"
    g, unit = embarked(units, "channel", "be_inf_3", **setting)
    assert invasion_limits.obstacle(g, unit, normandy) == 0
