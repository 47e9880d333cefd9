"""Surrender, French North Africa, partisans [18] and the end of the game [20]."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    countries,
    politics,
    reinforcements,
    supply,
    torch_landing,
    turn_start,
)
from sandtable.games.downfall.testing import add_army, position, tables, unit_at

AT_START = ("germany", "finland", "united_kingdom", "france", "ussr")

EXAMPLES = tomllib.loads((Path(__file__).parent / "examples.toml").read_text("utf-8"))
# Example 14: the end of Axis turn 2, before surrenders.
FIGURE_8: list[dict[str, Any]] = EXAMPLES["positions"]["figure_8"]["armies"]


def status(g: Board, country: str) -> int:
    return g.status[g.t.country_index[country]]


def control(g: Board, area: str) -> int:
    return g.control[g.t.area_index[area]]


def territory(g: Board, name: str) -> set[int]:
    """The controllers of a territory's areas."""
    return {g.control[area] for area in g.t.territory_areas[g.t.territory_index[name]]}


def on_map(g: Board, country: str) -> int:
    """How many armies of a country are on the map."""
    nation = g.t.country_index[country]
    return len([u for u in range(g.t.n_units) if g.t.unit_nation[u] == nation and g.place[u] != const.POOL])


def end_of_turn(g: Board, side: int) -> None:
    """Control after the operations, then the surrenders of a side's turn."""
    g.side = side
    supply.update_control(g)
    countries.resolve_surrenders(g)


def lines(g: Board) -> list[str]:
    """The log's sentences with their rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


def figure_8() -> Board:
    return position(turn=2, at_war=(*AT_START, "belgium"), armies=FIGURE_8)


def as_expected(g: Board, example: str) -> dict[str, Any]:
    """Check who has surrendered as an example says; its other statements are left to the caller."""
    rows = [row for row in EXAMPLES["examples"] if row["id"] == example]
    expected: dict[str, Any] = rows[0]["expected"]
    assert {status(g, country) for country in expected["surrendered"]} <= {const.SURRENDERED}
    assert {status(g, country) for country in expected.get("not_surrendered", [])} <= {const.AT_WAR}
    return expected


# --- France and Belgium: example 14


@pytest.mark.rule("downfall", "18")
@pytest.mark.rule("downfall", "18b")
@pytest.mark.rule("downfall", "18c")
@pytest.mark.rule("downfall", "18g")
def test_ex14a_belgium_surrenders_at_the_end_of_the_axis_turn() -> None:
    g = figure_8()
    end_of_turn(g, const.AXIS)
    removed = as_expected(g, "ex14a")["removed"]
    assert [(row["area"], row["army"], row["count"]) for row in removed] == [
        ("brussels", "belgian_infantry", 1)
    ]
    assert on_map(g, "belgium") == 0
    assert g.armies(const.ALLIES, g.t.area_index["brussels"]) == 0
    assert g.conqueror[g.t.belgium] == const.AXIS
    assert control(g, "brussels") == const.AXIS
    assert "Belgium surrenders to the Axis; its army is removed. [18c]" in lines(g)


@pytest.mark.rule("downfall", "18a")
def test_ex14c_france_fights_on_if_both_germans_in_calais_are_eliminated() -> None:
    g = figure_8()
    end_of_turn(g, const.AXIS)
    for number in (1, 0):
        g.take(unit_at(g, "german_armor", "calais", number=number))
    end_of_turn(g, const.ALLIES)
    as_expected(g, "ex14c")
    assert status(g, "italy") == const.OUT


@pytest.mark.rule("downfall", "18a")
@pytest.mark.rule("downfall", "2d")
def test_ex14d_france_surrenders_if_one_german_in_calais_survives() -> None:
    g = figure_8()
    end_of_turn(g, const.AXIS)
    g.take(unit_at(g, "german_armor", "calais"))
    end_of_turn(g, const.ALLIES)
    assert as_expected(g, "ex14d")["italy_at_war_from"] == "turn 3, Axis turn"
    assert status(g, "italy") == const.AT_WAR
    assert on_map(g, "france") == 0
    assert on_map(g, "united_kingdom") == 2
    assert any(line.startswith("France surrenders to the Axis; its ") for line in lines(g))


@pytest.mark.rule("downfall", "18a")
def test_france_needs_belgium_gone_german_armies_three_areas_and_the_end_of_its_own_turn() -> None:
    ready = figure_8()
    end_of_turn(ready, const.AXIS)
    belgium_lives = ready.copy()
    belgium_lives.status[ready.t.belgium] = const.AT_WAR
    end_of_turn(belgium_lives, const.ALLIES)
    assert status(belgium_lives, "france") == const.AT_WAR
    for side in (const.AXIS, const.USSR):
        early = ready.copy()
        end_of_turn(early, side)
        assert status(early, "france") == const.AT_WAR
    others = ready.copy()
    for unit in others.at[others.t.area_index["nancy"]]:
        others.take(unit)
    add_army(others, "italian_infantry", "nancy")
    end_of_turn(others, const.ALLIES)
    assert status(others, "france") == const.AT_WAR
    abroad = ready.copy()
    abroad.move(unit_at(abroad, "german_armor", "nancy"), abroad.t.area_index["tunisia"])
    end_of_turn(abroad, const.ALLIES)
    assert status(abroad, "france") == const.AT_WAR


@pytest.mark.rule("downfall", "18c")
def test_one_enemy_army_is_not_enough_for_belgium() -> None:
    g = figure_8()
    g.take(unit_at(g, "german_infantry", "brussels"))
    end_of_turn(g, const.AXIS)
    assert status(g, "belgium") == const.AT_WAR


# --- the others


def italy(rows: list[str]) -> Board:
    return position(turn=14, side="allies", armies=rows, surrendered={"france": "axis"})


@pytest.mark.rule("downfall", "18c")
@pytest.mark.rule("downfall", "18b")
def test_italy_falls_to_the_side_whose_turn_ends() -> None:
    g = italy(
        [
            "british_infantry@sicily",
            "italian_infantry@rome",
            "german_infantry@rome",
        ]
    )
    end_of_turn(g, const.ALLIES)
    assert status(g, "italy") == const.AT_WAR
    add_army(g, "soviet_infantry", "rome")  # beside the defenders, and with the partner's army: two (R53)
    end_of_turn(g, const.AXIS)
    assert status(g, "italy") == const.AT_WAR
    end_of_turn(g, const.USSR)
    assert status(g, "italy") == const.SURRENDERED
    assert g.conqueror[g.t.italy] == const.USSR
    assert on_map(g, "italy") == 0


@pytest.mark.rule("downfall", "18m")
def test_enemies_in_the_colonies_do_not_count_for_italy() -> None:
    g = italy(
        [
            "british_infantry@sicily",
            "british_infantry@tobruk",
            "british_infantry@albania",
        ]
    )
    end_of_turn(g, const.ALLIES)
    assert status(g, "italy") == const.AT_WAR


@pytest.mark.rule("downfall", "18n")
def test_italy_gives_its_colonies_too_and_germans_fight_on() -> None:
    g = italy(
        [
            "british_infantry@sicily",
            "american_infantry@naples",
            "german_infantry@milan",
            "german_infantry@venice",
            "italian_infantry@venice",
        ]
    )
    end_of_turn(g, const.ALLIES)
    assert status(g, "italy") == const.SURRENDERED
    assert territory(g, "albania") == territory(g, "libya") == {const.ALLIES}  # (R39)
    assert control(g, "rome") == const.ALLIES
    assert control(g, "milan") == control(g, "venice") == const.ALLIES
    assert on_map(g, "germany") == 2
    g.side = const.USSR
    supply.update_control(g)
    assert control(g, "milan") == control(g, "venice") == const.AXIS  # they are alone there


@pytest.mark.rule("downfall", "18d")
@pytest.mark.rule("downfall", "18b")
def test_a_minor_power_falls_with_its_capital() -> None:
    g = position(turn=3, side="ussr", armies=["finnish_infantry@karelia"])
    g.set_control(g.t.area_index["karelia"], const.USSR)
    end_of_turn(g, const.USSR)
    assert status(g, "finland") == const.AT_WAR
    g.set_control(g.t.area_index["helsinki"], const.USSR)
    for side in (const.AXIS, const.ALLIES):  # not in the turn of a side that does not hold it
        g.side = side
        countries.resolve_surrenders(g)
        assert status(g, "finland") == const.AT_WAR
    g.side = const.USSR
    countries.resolve_surrenders(g)
    assert status(g, "finland") == const.SURRENDERED
    assert territory(g, "finland") == {const.USSR}
    assert on_map(g, "finland") == 0


@pytest.mark.rule("downfall", "18d")
def test_a_capital_held_by_friends_is_not_lost() -> None:
    g = position(turn=20, side="ussr", control={"belgrad": "ussr", "athens": "ussr"})
    countries.resolve_surrenders(g)
    assert status(g, "yugoslavia") == status(g, "greece") == const.AT_WAR


@pytest.mark.rule("downfall", "18e")
def test_germany_falls_when_all_its_supply_areas_are_lost_in_any_mix() -> None:
    g = position(turn=20, control={"ruhr": "allies", "breslau": "ussr"})
    for side in (const.ALLIES, const.USSR):
        g.side = side
        countries.resolve_surrenders(g)
        assert status(g, "germany") == const.AT_WAR
    g.set_control(g.t.area_index["berlin"], const.USSR)
    g.side = const.AXIS
    countries.resolve_surrenders(g)
    assert status(g, "germany") == const.AT_WAR
    for side in (const.ALLIES, const.USSR):
        copy = g.copy()
        copy.side = side
        countries.resolve_surrenders(copy)
        assert status(copy, "germany") == const.SURRENDERED


@pytest.mark.rule("downfall", "18e")
def test_the_soviet_union_falls_and_the_game_goes_on() -> None:
    held = {"leningrad": "axis", "gorki": "axis", "kuibyshev": "axis"}
    rows = ["soviet_infantry@bucharest", "soviet_guards@moscow"]
    g = position(turn=12, control=held, armies=rows)
    countries.resolve_surrenders(g)
    assert status(g, "ussr") == const.AT_WAR
    assert countries.still_plays(g, const.USSR)
    g.set_control(g.t.area_index["baku"], const.AXIS)
    countries.resolve_surrenders(g)
    assert status(g, "ussr") == const.SURRENDERED
    assert on_map(g, "ussr") == 0
    assert territory(g, "ussr") == {const.AXIS}
    assert not countries.still_plays(g, const.USSR)  # (R32)
    assert countries.still_plays(g, const.AXIS) and countries.still_plays(g, const.ALLIES)
    countries.check_victory(g)
    assert g.result is None


@pytest.mark.rule("downfall", "18f")
def test_the_united_kingdom_and_the_united_states_never_surrender() -> None:
    t = tables()
    everything = {t.area_id[a]: "axis" for c in (t.united_kingdom, t.united_states) for a in t.home[c]}
    g = position(turn=12, control=everything, armies=["3 german_infantry@london"])
    end_of_turn(g, const.AXIS)
    assert status(g, "united_kingdom") == status(g, "united_states") == const.AT_WAR


@pytest.mark.rule("downfall", "18g")
def test_armies_abroad_are_removed_too_and_no_one_elses() -> None:
    rows = [
        "romanian_infantry@odessa",
        "romanian_infantry@brasov",
        "german_infantry@brasov",
        "soviet_infantry@bucharest",
    ]
    g = position(turn=18, side="ussr", armies=rows)
    end_of_turn(g, const.USSR)
    assert on_map(g, "romania") == 0
    assert on_map(g, "germany") == on_map(g, "ussr") == 1
    stacks = g.stack[:]
    g.derive()
    assert g.stack == stacks


@pytest.mark.rule("downfall", "18n")
def test_all_areas_pass_to_the_conqueror_whoever_stands_there() -> None:
    rows = [
        "german_infantry@brasov",
        "american_infantry@timisoara",
        "soviet_infantry@bucharest",
    ]
    g = position(turn=18, side="ussr", armies=rows)
    end_of_turn(g, const.USSR)
    assert status(g, "romania") == const.SURRENDERED
    for area in ("constanta", "bucharest", "brasov", "timisoara"):
        assert control(g, area) == const.USSR  # all its areas, whoever stands there
    g.side = const.AXIS
    supply.update_control(g)
    assert (control(g, "brasov"), control(g, "timisoara")) == (
        const.AXIS,
        const.ALLIES,
    )  # by staying alone there [6b]


@pytest.mark.rule("downfall", "2m")
@pytest.mark.rule("downfall", "18")
def test_only_the_fallen_countrys_areas_change_hands() -> None:
    """Areas elsewhere wait for the next end of operations. [R68]"""
    g = position(
        turn=11,
        armies=[
            "german_infantry@copenhagen",
            "soviet_infantry@pskov",
        ],
        control={"pskov": "axis", "copenhagen": "axis"},
    )
    countries.resolve_surrenders(g)
    assert g.status[g.t.country_index["denmark"]] == const.SURRENDERED
    assert g.control[g.t.area_index["pskov"]] == const.AXIS
    assert g.log is not None
    assert not [event.text for event in g.log.events if "Pskov" in event.text]


@pytest.mark.rule("downfall", "18n")
def test_a_surrender_tells_of_the_areas_in_one_line() -> None:
    g = position(turn=3, side="allies", armies=["british_infantry@calais"])
    countries.surrender(g, g.t.france, const.AXIS)
    assert g.log is not None
    told = [event.text for event in g.log.events if "control of" in event.text and event.rule == "18n"]
    assert len(told) == 1 and "Paris" in told[0] and "Calais" in told[0]
    assert g.control[g.t.area_index["calais"]] == const.AXIS


@pytest.mark.rule("downfall", "18e")
def test_what_a_fallen_soviet_union_held_abroad_is_open_to_the_allies() -> None:
    """There is no partner left to ask. [R67]"""
    armies = ["british_infantry@sofia"]
    control = {"sofia": "allies", "bucharest": "ussr"}
    fallen = {"ussr": "axis", "romania": "ussr"}
    g = position(turn=15, side="allies", armies=armies, control=control, surrendered=fallen)
    unit = unit_at(g, "british_infantry", "sofia")
    assert politics.area_barrier(g, unit, g.t.area_index["bucharest"]) == politics.OK
    fallen = {"romania": "ussr"}
    standing = position(turn=15, side="allies", armies=armies, control=control, surrendered=fallen)
    unit = unit_at(standing, "british_infantry", "sofia")
    assert politics.area_barrier(standing, unit, g.t.area_index["bucharest"]) == politics.PARTNER


@pytest.mark.rule("downfall", "18")
def test_nobody_surrenders_twice() -> None:
    rows = [f"german_infantry@{area}" for area in ("calais", "reims", "nancy")]
    g = position(turn=18, surrendered={"romania": "ussr", "france": "axis", "belgium": "axis"}, armies=rows)
    for side in (const.AXIS, const.ALLIES, const.USSR):
        end_of_turn(g, side)
    assert lines(g) == []


# --- French North Africa


def vichy(**more: str) -> Board:
    """After the fall of France, with an army more in each of the areas named."""
    g = position(turn=2, side="allies", at_war=(*AT_START, "belgium"), armies=FIGURE_8)
    g.status[g.t.belgium] = const.SURRENDERED
    for area, army in more.items():
        add_army(g, army, area)
    end_of_turn(g, const.ALLIES)
    assert status(g, "france") == const.SURRENDERED
    return g


@pytest.mark.rule("downfall", "18h")
@pytest.mark.rule("downfall", "18n")
def test_french_north_africa_becomes_neutral_and_france_axis() -> None:
    g = vichy()
    assert territory(g, "french_north_africa") == {const.NEUTRAL}
    assert g.african_neutral
    assert territory(g, "france") == {const.AXIS}
    assert control(g, "corsica") == const.AXIS


@pytest.mark.rule("downfall", "18h")
@pytest.mark.rule("downfall", "18n")
def test_british_armies_alone_in_an_area_do_not_keep_it_but_win_it_by_staying() -> None:
    """R22: the surrender takes all areas; the next end of operations gives one to the side alone in it."""
    g = vichy(caen="british_infantry", tunisia="british_infantry")
    assert control(g, "caen") == control(g, "calais") == const.AXIS
    assert territory(g, "french_north_africa") == {const.NEUTRAL}
    g.side = const.USSR
    supply.update_control(g)
    assert control(g, "caen") == control(g, "tunisia") == const.ALLIES
    assert control(g, "calais") == const.AXIS and control(g, "constantine") == const.NEUTRAL


@pytest.mark.rule("downfall", "18o")
def test_only_the_allies_may_enter_it() -> None:
    g = vichy()
    for area in g.t.territory_areas[g.t.french_north_africa]:
        assert countries.may_invade(g, const.ALLIES, area)
        assert not countries.may_invade(g, const.AXIS, area)
        assert not countries.may_invade(g, const.USSR, area)


@pytest.mark.rule("downfall", "18q")
def test_by_land_it_is_taken_area_by_area() -> None:
    g = vichy()
    before = lines(g)
    unit = add_army(g, "british_infantry", "tunisia")
    countries.invade(g, const.ALLIES, g.t.area_index["tunisia"])
    countries.enter_area(g, unit, g.t.area_index["tunisia"])
    assert lines(g) == before
    assert status(g, "france") == const.SURRENDERED
    assert territory(g, "french_north_africa") == {const.NEUTRAL}
    supply.update_control(g)
    assert control(g, "tunisia") == const.ALLIES
    assert control(g, "constantine") == const.NEUTRAL


@pytest.mark.rule("downfall", "18p")
def test_the_landing_hands_what_is_neutral_east_of_algiers_to_the_axis() -> None:
    g = vichy()
    countries.hand_over_french_africa(g)
    assert control(g, "constantine") == control(g, "tunisia") == const.AXIS
    assert control(g, "algiers") == control(g, "oran") == control(g, "casablanca") == const.NEUTRAL
    assert countries.may_invade(g, const.AXIS, g.t.area_index["tunisia"])
    taken = vichy(tunisia="british_infantry")
    supply.update_control(taken)
    countries.hand_over_french_africa(taken)
    assert control(taken, "tunisia") == const.ALLIES
    assert control(taken, "constantine") == const.AXIS


@pytest.mark.rule("downfall", "18i")
def test_a_landing_there_needs_three_full_armies() -> None:
    rows: list[str] = [
        "2 american_infantry@united_states",
        "american_infantry@united_states reduced",
    ]
    neutral = dict.fromkeys(("casablanca", "oran", "algiers", "constantine", "tunisia"), "neutral")
    g = position(
        turn=12,
        side="allies",
        armies=rows,
        surrendered={"france": "axis"},
        control=neutral,
        developments={"allies": ["amphibious_landings"]},
    )
    g.african_neutral = True
    refusal = torch_landing.why_not_torch(g)
    assert refusal is not None and refusal.rule == "18i"
    unit = unit_at(g, "american_infantry", "united_states", "reduced")
    g.cond[unit] += 1
    assert torch_landing.why_not_torch(g) is None


# --- partisans


def occupied(turn: int, side: str = "axis") -> Board:
    """Yugoslavia has surrendered to the Axis."""
    return position(turn=turn, side=side, surrendered={"yugoslavia": "axis"})


@pytest.mark.rule("downfall", "18j")
def test_yugoslavia_is_back_at_war_from_turn_11() -> None:
    g = occupied(9)
    for turn in (9, 10):
        g.turn = turn
        countries.start_turn(g)
        assert status(g, "yugoslavia") == const.SURRENDERED
        assert not g.partisans
    g.turn = 11
    countries.start_turn(g)
    assert status(g, "yugoslavia") == const.AT_WAR
    assert g.partisans
    assert territory(g, "yugoslavia") == {const.AXIS}  # they have nothing yet
    assert g.conqueror[g.t.yugoslavia] == const.AXIS
    assert "Yugoslavia is at war again: partisans. [18j]" in lines(g)


@pytest.mark.rule("downfall", "18j")
def test_partisans_of_a_late_surrender_wait_for_winter_or_summer() -> None:
    g = occupied(12)
    countries.start_turn(g)
    assert not g.partisans
    g.turn = 13
    countries.start_turn(g)
    assert g.partisans
    late = occupied(15)
    countries.raise_partisans(late)  # fallen in the Axis turn just before the Allies play (R23)
    assert late.partisans


def test_no_partisans_while_yugoslavia_stands() -> None:
    g = position(turn=11)
    countries.start_turn(g)
    assert not g.partisans


@pytest.mark.rule("downfall", "18j")
def test_partisans_do_not_surrender_again() -> None:
    g = occupied(11)
    countries.start_turn(g)
    add_army(g, "yugoslav_infantry", "nis")
    end_of_turn(g, const.AXIS)
    assert status(g, "yugoslavia") == const.AT_WAR
    assert on_map(g, "yugoslavia") == 1


@pytest.mark.rule("downfall", "18r")
def test_partisans_appear_in_yugoslavia_away_from_axis_armies() -> None:
    g = occupied(11, "allies")
    countries.start_turn(g)
    add_army(g, "german_infantry", "belgrad")
    add_army(g, "american_infantry", "nis")
    places = {g.t.area_id[a] for a in reinforcements.places(g, g.t.yugoslavia)}
    assert places == {g.t.area_id[a] for a in g.t.home[g.t.yugoslavia]} - {"belgrad"}


@pytest.mark.rule("downfall", "18k")
def test_partisans_have_two_points_in_winter_and_summer() -> None:
    g = position(turn=11, side="allies")
    turn_start.give_income(g)
    assert g.minor_points[g.t.yugoslavia] == 1
    g = occupied(11, "allies")
    countries.start_turn(g)
    for turn, points in ((11, 2), (12, 0), (13, 2), (14, 0)):
        g.turn = turn
        turn_start.give_income(g)
        assert g.minor_points[g.t.yugoslavia] == points


@pytest.mark.rule("downfall", "18l")
def test_partisans_control_only_the_area_they_are_in() -> None:
    g = occupied(11, "allies")
    countries.start_turn(g)
    unit = add_army(g, "yugoslav_infantry", "nis")
    supply.update_control(g)
    assert control(g, "nis") == const.ALLIES
    g.move(unit, g.t.area_index["skopje"])
    supply.update_control(g)
    assert control(g, "skopje") == const.ALLIES
    assert control(g, "nis") == const.AXIS


@pytest.mark.rule("downfall", "18s")
def test_partisans_always_have_supply() -> None:
    g = occupied(11, "allies")
    countries.start_turn(g)
    unit = add_army(g, "yugoslav_infantry", "sarajevo")
    add_army(g, "german_infantry", "sarajevo")
    assert supply.has_line(g, unit)
    g.partisans = False
    assert not supply.has_line(g, unit)


# --- victory


def beaten(turn: int, players: int = 3) -> Board:
    """The end of a Soviet turn in which the last German Supply Area has fallen."""
    lost = {"ruhr": "allies", "berlin": "ussr", "breslau": "ussr"}
    g = position(turn=turn, side="ussr", control=lost, players=players)
    countries.resolve_surrenders(g)
    countries.check_victory(g)
    return g


@pytest.mark.rule("downfall", "20")
def test_the_game_goes_on_while_germany_holds_out() -> None:
    g = position(turn=22, side="ussr")
    countries.resolve_surrenders(g)
    countries.check_victory(g)
    assert g.result is None
    countries.check_victory(g, over=True)
    assert g.result is not None


@pytest.mark.rule("downfall", "20a")
@pytest.mark.parametrize("players", [2, 3])
def test_german_surrender_on_the_last_turn_is_a_draw(players: int) -> None:
    g = beaten(22, players)
    assert g.result is not None
    assert g.result.scores == (0.5,) * players
    assert g.result.rule == "20a"
    assert g.result.text == "Germany has surrendered on the last turn: a draw."


@pytest.mark.rule("downfall", "20b")
@pytest.mark.parametrize(("players", "scores"), [(2, (0.0, 1.0)), (3, (0.0, 1.0, 1.0))])
def test_german_surrender_before_the_last_turn_wins_for_both(players: int, scores: tuple[float, ...]) -> None:
    g = beaten(21, players)
    assert g.result is not None
    assert g.result.scores == scores
    assert g.result.rule == "20b"
    assert g.result.text == "Germany has surrendered: victory for the Allies and the Soviet Union."


@pytest.mark.rule("downfall", "20c")
@pytest.mark.parametrize(("players", "scores"), [(2, (1.0, 0.0)), (3, (1.0, 0.0, 0.0))])
def test_the_axis_wins_if_germany_lasts(players: int, scores: tuple[float, ...]) -> None:
    g = position(turn=22, side="ussr", players=players)
    countries.check_victory(g, over=True)
    assert g.result is not None
    assert g.result.scores == scores
    assert g.result.rule == "20c"
    assert lines(g) == ["Germany has not surrendered: victory for the Axis. [20c]"]


def test_without_a_log_nothing_is_written() -> None:
    g = figure_8()
    g.log = None
    end_of_turn(g, const.AXIS)
    end_of_turn(g, const.ALLIES)
    g.turn = 11
    countries.invade(g, const.AXIS, g.t.area_index["zagreb"])
    unit = add_army(g, "german_infantry", "riga")
    countries.enter_area(g, unit, g.t.area_index["riga"])
    countries.surrender(g, g.t.yugoslavia, const.AXIS)
    countries.start_turn(g)
    countries.hand_over_french_africa(g)
    countries.surrender(g, g.t.germany, const.USSR)
    countries.check_victory(g)
    assert g.result is not None and g.log is None
