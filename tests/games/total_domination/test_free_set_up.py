"""The alternative set-up: players place their first units in their Home areas as they like."""

from typing import Any

import pytest

from sandtable.engine.log import Log
from sandtable.games.total_domination.components.constants import POWERS, U_BOAT
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import setup
from sandtable.games.total_domination.rules.setup import Place, Station
from sandtable.games.total_domination.testing import add_unit, units_at
from tests.games.total_domination.driving import Idle, begin, click, idle, key, log, offers, refused
from tests.games.total_domination.looking import begun, on_board, points

FIXED = {"chinese_army": 2, "us_fleet": 1, "neutral_army": 3}


def placing(mode: str = "four_players", **options: Any) -> Board:
    """A game in which free placement begins."""
    g = begun(mode=mode, free_setup=True, **options)
    g.log = Log()
    g.push(Idle())
    setup.placing(g)
    g.advance()
    return g


def put(g: Board, *rows: str) -> None:
    """Place units one after the other: "ussr_army urals", or a kind alone if its area is the only one."""
    for row in rows:
        kind, *where = row.split()
        click(g, f"kind:{kind}", *[f"area:{name}" for name in where])


def to(g: Board, who: str) -> None:
    """Place units until it is a power's turn to place."""
    seat = g.seat_of[g.t.nation_id.index(who)]
    while g.seats() != (seat,):
        g.apply(g.seats()[0], g.choices(g.seats()[0])[0])


@pytest.mark.rule("total_domination", "2.0.8")
def test_nobody_is_asked_in_the_standard_set_up() -> None:
    g = begun()
    g.push(Idle())
    setup.placing(g)
    assert idle(g) and sum(on_board(g).values()) == 28


@pytest.mark.rule("total_domination", "11.3")
def test_some_units_have_their_place() -> None:
    g = placing()
    assert on_board(g) == FIXED
    assert units_at(g, "china") == "2 chinese_army" and units_at(g, "philippines") == "us_fleet"
    assert units_at(g, "poland") == units_at(g, "romania") == units_at(g, "east_indies") == "neutral_army"


@pytest.mark.rule("total_domination", "11.3")
def test_who_places_how_many_and_in_which_order() -> None:
    g = placing()
    asked: list[tuple[str, int]] = []
    while not idle(g):
        seat = g.seats()[0]
        step = g.agenda[-1]
        if isinstance(step, Place):
            nation = g.t.nation_id[g.t.free_choices[step.row][1]]
            assert seat == g.seat_of[g.t.free_choices[step.row][0]]
            asked.append((nation, step.left))
        g.apply(seat, g.choices(seat)[0])
    order = ["ussr"] * 4 + ["japan"] * 6 + ["uk"] * 3 + ["france"] + ["us"] * 2 + ["germany"] * 5 + ["italy"]
    assert [nation for nation, _ in asked] == order
    assert [left for _, left in asked] == [4, 3, 2, 1, 6, 5, 4, 3, 2, 1, 3, 2, 1, 1, 2, 1, 5, 4, 3, 2, 1, 1]
    assert sum(on_board(g).values()) == 28
    assert points(g) == {"germany": 8, "uk": 10, "japan": 7, "ussr": 9}


@pytest.mark.rule("total_domination", "11.3")
def test_any_home_area_and_any_mix() -> None:
    g = placing()
    assert g.seats() == (3,)
    assert offers(g) == ["kind:ussr_army", "kind:ussr_fleet", "kind:ussr_air_fleet"]
    click(g, "kind:ussr_army")
    # A factory is not needed.
    assert offers(g) == ["area:northern_ussr", "area:southern_ussr", "area:urals", "area:siberia"]
    click(g, "area:urals")
    put(g, "ussr_army urals", "ussr_fleet siberia", "ussr_air_fleet southern_ussr")
    assert units_at(g, "urals") == "2 ussr_army" and units_at(g, "siberia") == "ussr_fleet"
    assert units_at(g, "southern_ussr") == "ussr_air_fleet" and g.seats() == (2,)
    assert log(g)[-1] == "Soviet Air Fleet placed in Southern USSR."


@pytest.mark.rule("total_domination", "3.7b")
def test_home_areas_hold_two_and_capitals_four() -> None:
    g = placing()
    put(g, "ussr_army urals", "ussr_army urals")
    click(g, "kind:ussr_army")
    assert offers(g) == ["area:northern_ussr", "area:southern_ussr", "area:siberia"]
    assert refused(g, "area:urals").rule == "3.7b"
    to(g, "japan")
    put(g, *["japanese_fleet japan"] * 4)
    click(g, "kind:japanese_fleet")
    assert offers(g) == ["area:nanking", "area:manchuria", "area:ryukyu_isl"]


@pytest.mark.rule("total_domination", "3.7c")
def test_armies_do_not_begin_on_islands_nor_fleets_inland() -> None:
    g = placing()
    to(g, "japan")
    click(g, "kind:japanese_army")
    assert "area:ryukyu_isl" not in offers(g) and refused(g, "area:ryukyu_isl").rule == "3.7c"
    click(g, "area:japan")
    click(g, "kind:japanese_fleet")
    assert "area:ryukyu_isl" in offers(g)
    click(g, "area:japan")
    to(g, "germany")
    put(g, "german_fleet")  # only one Home area has a coast
    assert units_at(g, "germany") == "german_fleet"


@pytest.mark.rule("total_domination", "3.6a")
@pytest.mark.rule("total_domination", "11.3")
def test_counters_are_a_limit() -> None:
    g = placing()
    put(g, "ussr_fleet siberia")
    assert offers(g) == ["kind:ussr_army", "kind:ussr_air_fleet"]
    assert refused(g, "kind:ussr_fleet").rule == "3.6a"


@pytest.mark.rule("total_domination", "6.1e")
def test_one_air_fleet_for_each_player() -> None:
    g = placing()
    to(g, "uk")
    put(g, "uk_air_fleet canada")
    assert offers(g) == ["kind:uk_army", "kind:uk_fleet"] and refused(g, "kind:uk_air_fleet").rule == "6.1e"
    put(g, "uk_army india", "uk_army india", "french_army")
    # Those of the United States are the same player's.
    assert offers(g) == ["kind:us_army", "kind:us_fleet"] and refused(g, "kind:us_air_fleet").rule == "6.1e"
    to(g, "germany")
    assert "kind:german_air_fleet" in offers(g)
    g = placing()
    to(g, "uk")
    put(g, "uk_army india", "uk_army india", "uk_army canada", "french_army", "us_air_fleet hawaii_isl")
    assert offers(g) == ["kind:us_army", "kind:us_fleet"]


def test_no_air_fleets_without_the_advanced_rules() -> None:
    g = placing(advanced=False)
    assert offers(g) == ["kind:ussr_army", "kind:ussr_fleet"]
    assert refused(g, "kind:ussr_air_fleet").rule == "11.1a"


@pytest.mark.rule("total_domination", "11.3")
def test_french_and_italian_units_begin_at_home() -> None:
    g = placing()
    to(g, "uk")
    put(g, "uk_army india", "uk_army india", "uk_fleet australia")
    assert offers(g) == ["kind:french_army", "kind:french_fleet"]
    put(g, "french_army")
    assert units_at(g, "france") == "french_army"
    to(g, "germany")
    put(g, *["german_army austria"] * 2, *["german_army czechoslovakia"] * 2, "german_army", "italian_fleet")
    assert units_at(g, "germany") == "german_army" and units_at(g, "italy") == "italian_fleet"
    assert idle(g)


@pytest.mark.rule("total_domination", "11.3")
def test_american_units_begin_in_america() -> None:
    g = placing()
    to(g, "uk")
    put(g, "uk_army india", "uk_army india", "uk_fleet australia", "french_fleet")
    click(g, "kind:us_army")
    assert offers(g) == ["area:east_usa", "area:west_usa"]
    assert refused(g, "area:philippines").text == "No more units begin in Philippines."
    assert refused(g, "area:canada").rule == "11.3"
    click(g, "area:west_usa")
    click(g, "kind:us_fleet")
    assert offers(g) == ["area:east_usa", "area:west_usa", "area:hawaii_isl"]
    assert key(g, g.choices(1)[0]) == "area:east_usa"


@pytest.mark.rule("total_domination", "11.3")
def test_refusals_say_what_to_do() -> None:
    g = placing()
    assert refused(g, "area:urals").text == "Choose the kind of unit first, then its area."
    assert refused(g, "kind:japanese_army").text == "Now units of Soviet Union are placed, and this is none."
    click(g, "kind:ussr_army")
    assert refused(g, "kind:ussr_army").text == "Choose the area of the Soviet army first."
    assert refused(g, "area:poland").text == "Poland is not a Home area of Soviet Union."
    assert g.agenda[-1].why_not(g, 3, 0) is None
    click(g, "area:urals")
    assert g.agenda[-1].why_not(g, 3, 0) is None
    to(g, "germany")
    assert refused(g, "kind:u_boot").text == "U-boats begin in the supply."


def test_prompts() -> None:
    g = placing()
    ask = g.agenda[-1].prompt(g, 3)
    assert ask == ("Choose the kind of Soviet unit to place next; 4 units to go.", "11.3")
    click(g, "kind:ussr_army")
    assert g.agenda[-1].prompt(g, 3) == ("Choose the Home area where the Soviet army begins.", "11.3")


def test_a_kind_without_room_is_refused() -> None:
    g = begun(free_setup=True)
    row = next(i for i, choice in enumerate(g.t.free_choices) if choice[2] == 6)
    for entry in ("2 army manchuria", "2 army nanking", "4 fleet japan"):
        many, kind, name = entry.split()
        for _ in range(int(many)):
            add_unit(g, f"japanese_{kind}", name)
    begin(g, Place(row, 1))
    assert refused(g, "kind:japanese_army").rule == "3.7b"


@pytest.mark.rule("total_domination", "11.3")
@pytest.mark.parametrize("mode", ["four_players", "two_players", "three_players_allies"])
@pytest.mark.parametrize("seed", range(8))
def test_every_way_of_placing_comes_to_an_end(mode: str, seed: int) -> None:
    g = placing(mode, arctic=bool(seed % 2))
    for _ in range(60):
        if idle(g):
            break
        seat = g.seats()[0]
        step = g.agenda[-1]
        assert isinstance(step, (Place, Station)) and type(step).unpack(step.pack()).pack() == step.pack()
        offered = g.choices(seat)
        assert offered and (isinstance(step, Place) or len(offered) > 1)
        g.apply(seat, offered[g.rng.below(len(offered))])
    assert idle(g) and sum(on_board(g).values()) == 28 + seed % 2
    for number in range(g.t.n_areas):
        assert len(g.at[number]) <= g.t.limit[number]
        assert all(g.t.stands[g.t.unit_type[u]] >> number & 1 for u in g.at[number])
    for player in range(POWERS):
        air = [k for k in on_board(g) if k.endswith("air_fleet") and g.t.patron[nation_of(g, k)] == player]
        assert sum(on_board(g)[k] for k in air) <= 1
    assert not any(g.t.unit_type[u] == U_BOAT for row in g.at for u in row)


def nation_of(g: Board, kind: str) -> int:
    """The nation of a kind of unit."""
    return g.t.kind_nation[g.t.kind_id.index(kind)]
