"""Entry into the war [2], invasion [2i]-[2m], Total War [4f]-[4i] and the attack in the West (R20)."""

import pytest

from sandtable.games import load_game
from sandtable.games.downfall.components.constants import ALLIES, AT_WAR, AXIS, NEUTRAL, OUT, USSR
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import countries
from sandtable.games.downfall.testing import add_army, declare, position, tables, unit_at

AT_START = ("germany", "finland", "united_kingdom", "france", "ussr")


def status(g: Board, country: str) -> int:
    return g.status[g.t.country_index[country]]


def control(g: Board, area: str) -> int:
    return g.control[g.t.area_index[area]]


def areas_of(g: Board, country: str) -> set[int]:
    """The controllers of a country's areas."""
    return {g.control[area] for area in g.t.home[g.t.country_index[country]]}


def may_invade(g: Board, side: int, area: str) -> bool:
    return countries.may_invade(g, side, g.t.area_index[area])


def enter(g: Board, army: str, area: str) -> int:
    """An army of the active side enters an area, as movement tells it."""
    unit = add_army(g, army, area)
    countries.invade(g, g.side, g.place[unit])
    countries.enter_area(g, unit, g.place[unit])
    return unit


def check_entry(country: str, turn: int, side: int, garrison: str = "") -> None:
    """A country is out before its turn and in from its start on, with its areas and the armies on the map."""
    t = tables()
    armies = [f"{t.type_id[t.infantry_of[t.country_index[country]][0]]}@{garrison}"] if garrison else []
    g = position(turn=turn - 1, at_war=AT_START, armies=armies)
    countries.start_turn(g)
    assert status(g, country) == OUT
    assert areas_of(g, country) == {NEUTRAL}
    g.turn = turn
    countries.start_turn(g)
    assert status(g, country) == AT_WAR
    assert areas_of(g, country) == {side}
    if garrison:
        assert g.armies(side, t.area_index[garrison]) == 1
        stacks = g.stack[:]
        g.derive()
        assert g.stack == stacks


# --- entry


@pytest.mark.rule("downfall", "2")
def test_three_sides_with_a_seat_each() -> None:
    t = tables()
    assert t.seats[3] == ((AXIS,), (ALLIES,), (USSR,))
    g = position(turn=22, side="ussr")
    countries.check_victory(g, over=True)
    assert g.result is not None and g.result.scores == (1.0, 0.0, 0.0)


@pytest.mark.rule("downfall", "2a")
def test_at_war_at_the_start() -> None:
    game = load_game("downfall")
    g = game.new(game.settle())
    assert isinstance(g, Board)
    t = g.t
    assert {t.country_id[c] for c in range(t.n_countries) if g.status[c] == AT_WAR} == set(AT_START)
    countries.start_turn(g)
    assert {t.country_id[c] for c in range(t.n_countries) if g.status[c] == AT_WAR} == set(AT_START)
    assert {name: t.country_side[t.country_index[name]] for name in AT_START} == {
        "germany": AXIS,
        "finland": AXIS,
        "united_kingdom": ALLIES,
        "france": ALLIES,
        "ussr": USSR,
    }


@pytest.mark.rule("downfall", "2")
@pytest.mark.rule("downfall", "2c")
def test_belgium_joins_the_allies_in_turn_2() -> None:
    check_entry("belgium", 2, ALLIES, "brussels")


@pytest.mark.rule("downfall", "2d")
def test_italy_joins_the_axis_when_france_has_surrendered() -> None:
    g = position(turn=8, side="allies", at_war=AT_START, armies=["italian_infantry@tobruk"])
    countries.start_turn(g)
    assert status(g, "italy") == OUT
    countries.surrender(g, g.t.france, AXIS)
    assert status(g, "italy") == AT_WAR
    assert areas_of(g, "italy") == {AXIS}
    assert g.armies(AXIS, g.t.area_index["tobruk"]) == 1


def test_italy_invaded_before_is_not_asked_again() -> None:
    g = position(turn=3, side="allies", at_war=(*AT_START, "italy"), control={"sicily": "allies"})
    countries.surrender(g, g.t.france, AXIS)
    assert control(g, "sicily") == ALLIES
    assert not [line for line in lines(g) if "Italy joins" in line]


@pytest.mark.rule("downfall", "2e")
@pytest.mark.parametrize(
    ("country", "garrison"), [("romania", "constanta"), ("hungary", "debrecen"), ("bulgaria", "sofia")]
)
def test_romania_hungary_bulgaria_join_the_axis_in_turn_5(country: str, garrison: str) -> None:
    check_entry(country, 5, AXIS, garrison)


@pytest.mark.rule("downfall", "2f")
def test_greece_joins_the_allies_in_turn_5() -> None:
    check_entry("greece", 5, ALLIES, "ioanina")


@pytest.mark.rule("downfall", "2g")
def test_yugoslavia_joins_the_allies_in_turn_9() -> None:
    check_entry("yugoslavia", 9, ALLIES, "belgrad")


@pytest.mark.rule("downfall", "2h")
def test_united_states_join_the_allies_in_turn_9() -> None:
    check_entry("united_states", 9, ALLIES)


def test_who_has_surrendered_does_not_enter_again() -> None:
    g = position(turn=9, at_war=AT_START, surrendered={"greece": "axis"})
    countries.start_turn(g)
    assert areas_of(g, "greece") == {AXIS}


def lines(g: Board) -> list[str]:
    """The log's sentences with their rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


def test_entries_are_told_once() -> None:
    g = position(turn=2, at_war=AT_START)
    countries.start_turn(g)
    countries.start_turn(g)
    assert lines(g) == ["Belgium joins the Allies. [2]", "Allies: control of Brussels. [2]"]


# --- invasion


@pytest.mark.rule("downfall", "2i")
@pytest.mark.parametrize(
    ("side", "army", "area", "country", "owner"),
    [
        ("axis", "german_infantry", "brussels", "belgium", ALLIES),
        ("axis", "german_infantry", "salonica", "greece", ALLIES),
        ("axis", "german_infantry", "zagreb", "yugoslavia", ALLIES),
        ("allies", "british_infantry", "sicily", "italy", AXIS),
        ("allies", "british_infantry", "tobruk", "italy", AXIS),
        ("ussr", "soviet_infantry", "constanta", "romania", AXIS),
        ("ussr", "soviet_infantry", "debrecen", "hungary", AXIS),
        ("allies", "british_infantry", "varna", "bulgaria", AXIS),
    ],
)
def test_an_invaded_country_joins_the_other_side_at_once(
    side: str, army: str, area: str, country: str, owner: int
) -> None:
    t = tables()
    infantry = t.type_id[t.infantry_of[t.country_index[country]][0]]
    g = position(turn=1, side=side, at_war=AT_START, armies=[f"{infantry}@{area}"])
    assert may_invade(g, g.side, area)
    assert g.foes(g.side, t.area_index[area]) == 0
    enter(g, army, area)
    assert status(g, country) == AT_WAR
    assert areas_of(g, country) == {owner}  # the invaded area as well
    assert g.foes(g.side, t.area_index[area]) == 1  # its armies fight from now on
    others = {"belgium", "greece", "yugoslavia", "italy", "romania", "hungary", "bulgaria"} - {country}
    assert {status(g, other) for other in others} == {OUT}


def test_a_second_army_is_no_second_invasion() -> None:
    g = position(turn=1, at_war=AT_START, control={})
    enter(g, "german_infantry", "zagreb")
    before = lines(g)
    enter(g, "german_infantry", "belgrad")
    assert lines(g) == before
    assert before[:2] == ["Axis: invasion of Yugoslavia (Zagreb). [2i]", "Yugoslavia joins the Allies. [2i]"]


@pytest.mark.rule("downfall", "2j")
@pytest.mark.parametrize("side", ["axis", "allies", "ussr"])
@pytest.mark.parametrize(("capital", "country"), [("copenhagen", "denmark"), ("oslo", "norway")])
def test_anyone_may_invade_denmark_and_norway(side: str, capital: str, country: str) -> None:
    g = position(turn=2, side=side, at_war=AT_START)
    assert may_invade(g, g.side, capital)
    g.set_control(g.t.area_index[capital], g.side)
    for other in (AXIS, ALLIES, USSR):
        if other != g.side:
            copy = g.copy()
            copy.side = other
            countries.resolve_surrenders(copy)  # not at the end of somebody else's turn
            assert status(copy, country) == OUT
    countries.resolve_surrenders(g)
    assert status(g, country) not in (OUT, AT_WAR)
    assert areas_of(g, country) == {g.side}
    assert g.conqueror[g.t.country_index[country]] == g.side


@pytest.mark.rule("downfall", "2k")
def test_other_neutrals_are_closed() -> None:
    t = tables()
    assert {"spain", "portugal", "switzerland", "sweden", "turkey"} <= set(t.zone_id)
    assert not set(t.zone_id) & set(t.area_id)
    g = position(turn=1, at_war=AT_START)
    # Nobody enters a country that will join its own side or its partner's before it does. (R19)
    closed = {
        AXIS: ["rome", "tobruk", "bucharest", "budapest", "sofia"],
        ALLIES: ["brussels", "athens", "belgrad", "united_states"],
        USSR: ["brussels", "athens", "belgrad", "united_states"],
    }
    for side, areas in closed.items():
        for area in areas:
            assert not may_invade(g, side, area), (side, area)


def test_areas_that_are_not_neutral_are_no_matter_of_invasion() -> None:
    g = position(turn=1, at_war=AT_START)
    assert may_invade(g, AXIS, "ireland")
    assert may_invade(g, AXIS, "algiers")


@pytest.mark.rule("downfall", "2m")
def test_denmark_and_norway_stay_out() -> None:
    g = position(turn=2, at_war=AT_START)
    enter(g, "german_infantry", "copenhagen")
    enter(g, "german_infantry", "bergen")
    assert status(g, "denmark") == status(g, "norway") == OUT
    assert areas_of(g, "denmark") == areas_of(g, "norway") == {NEUTRAL}
    countries.resolve_surrenders(g)  # no capital is controlled yet
    assert status(g, "denmark") == status(g, "norway") == OUT
    assert lines(g) == [
        "Axis: invasion of Denmark (Copenhagen). [2j]",
        "Axis: invasion of Norway (Bergen). [2j]",
    ]
    g.turn = 22
    countries.start_turn(g)
    assert status(g, "denmark") == status(g, "norway") == OUT


# --- Total War


@pytest.mark.rule("downfall", "4f")
def test_total_war_for_all_in_1942() -> None:
    g = position(turn=8)
    countries.start_turn(g)
    assert g.total_war == [False, False, False]
    g.turn = 9
    countries.start_turn(g)
    assert g.total_war == [True, True, True]
    assert [line for line in lines(g) if "Total War" in line] == [
        "Axis: in Total War from now on. [4f]",
        "Allies: in Total War from now on. [4f]",
        "Soviet Union: in Total War from now on. [4f]",
    ]


@pytest.mark.rule("downfall", "4g")
@pytest.mark.parametrize("army", ["german_infantry", "romanian_infantry"])
def test_barbarossa_brings_total_war_next_turn(army: str) -> None:
    g = position(turn=6)
    unit = enter(g, army, "riga")
    assert g.barbarossa == 6
    assert g.total_war == [False, False, False]
    g.turn = 7
    countries.start_turn(g)
    assert g.total_war == [True, False, True]
    assert "Axis: in Total War from now on. [4g]" in lines(g)
    countries.enter_area(g, unit, g.t.area_index["minsk"])
    assert g.barbarossa == 6  # once only


def test_barbarossa_is_an_axis_army_in_soviet_territory() -> None:
    g = position(turn=6)
    enter(g, "german_infantry", "karelia")  # Finnish ground (R6)
    enter(g, "soviet_infantry", "riga")
    assert g.barbarossa == 0
    g.turn = 7
    countries.start_turn(g)
    assert g.total_war == [False, False, False]


@pytest.mark.rule("downfall", "4h")
def test_a_german_attack_in_karelia_brings_total_war_next_turn() -> None:
    rows = [
        "german_infantry@karelia",
        "finnish_infantry@karelia",
        "soviet_infantry@karelia",
        "german_infantry@reims",
        "french_infantry@reims",
    ]
    g = position(turn=6, armies=rows)
    soviet = unit_at(g, "soviet_infantry", "karelia")
    countries.note_attack(g, declare(g, unit_at(g, "finnish_infantry", "karelia"), soviet))
    countries.note_attack(
        g, declare(g, unit_at(g, "german_infantry", "reims"), unit_at(g, "french_infantry", "reims"))
    )
    assert g.axis_total_from == g.ussr_total_from == 0
    countries.note_attack(g, declare(g, unit_at(g, "german_infantry", "karelia"), soviet))
    assert g.total_war == [False, False, False]
    assert g.barbarossa == 0  # neither thaws the frontier nor opens Lend Lease (R6)
    g.turn = 7
    countries.start_turn(g)
    assert g.total_war == [True, False, True]
    assert "Soviet Union: in Total War from now on. [4h]" in lines(g)


@pytest.mark.rule("downfall", "4i")
@pytest.mark.parametrize("area", ["konigsberg", "constanta", "debrecen"])
def test_a_soviet_army_in_axis_lands_brings_axis_total_war(area: str) -> None:
    g = position(turn=3, side="ussr", at_war=AT_START)
    enter(g, "soviet_infantry", "tallinn")
    enter(g, "soviet_infantry", "helsinki")
    assert g.total_war == [False, False, False]
    enter(g, "soviet_infantry", area)
    assert g.total_war == [True, False, False]  # the USSR is not drawn in by it
    g.turn = 4
    countries.start_turn(g)
    assert g.total_war == [True, False, False]


def test_only_soviet_armies_bring_that_on() -> None:
    g = position(turn=3, side="allies", at_war=AT_START)
    enter(g, "british_infantry", "hamburg")
    enter(g, "british_infantry", "constanta")
    assert g.total_war == [False, False, False]


def test_the_first_trigger_decides() -> None:
    g = position(turn=5)
    enter(g, "german_infantry", "riga")
    g.turn = 6
    german = unit_at(g, "german_infantry", "riga")
    g.move(german, g.t.area_index["karelia"])
    soviet = add_army(g, "soviet_infantry", "karelia")
    countries.note_attack(g, declare(g, german, soviet))
    assert (g.axis_total_from, g.ussr_total_from) == (6, 6)


# --- the attack in the West


@pytest.mark.rule("downfall", "8e")
@pytest.mark.rule("downfall", "9g")
def test_germans_entering_or_attacking_in_the_west_are_remembered() -> None:
    rows = ["german_infantry@calais", "british_infantry@calais"]
    g = position(turn=2, at_war=AT_START, armies=rows, control={"nancy": "axis"})
    enter(g, "german_infantry", "nancy")  # held already
    enter(g, "german_infantry", "copenhagen")
    assert g.west_attacked == 0
    nancy = unit_at(g, "german_infantry", "nancy")
    entered = g.copy()
    countries.enter_area(entered, nancy, g.t.area_index["dijon"])  # empty, but French (R20)
    assert entered.west_attacked == 2
    invaded = g.copy()
    countries.invade(invaded, AXIS, g.t.area_index["brussels"])
    countries.enter_area(invaded, nancy, g.t.area_index["brussels"])
    assert invaded.west_attacked == 2
    attacked = g.copy()
    german = unit_at(g, "german_infantry", "calais")
    countries.note_attack(attacked, declare(attacked, german, unit_at(g, "british_infantry", "calais")))
    assert attacked.west_attacked == 2
    for later in (entered, invaded, attacked):
        later.turn = 3
        countries.enter_area(later, nancy, later.t.area_index["dijon"])
        countries.note_attack(later, declare(later, german, unit_at(later, "british_infantry", "calais")))
        assert later.west_attacked == 2  # the turn that Germany attacks is one


def test_others_in_the_west_do_not_count() -> None:
    rows = [
        "italian_infantry@marseilles",
        "french_infantry@marseilles",
    ]
    g = position(turn=3, armies=rows)
    italian = unit_at(g, "italian_infantry", "marseilles")
    countries.enter_area(g, italian, g.place[italian])
    countries.note_attack(g, declare(g, italian, unit_at(g, "french_infantry", "marseilles")))
    enter(g, "german_infantry", "tunisia")  # French, but not France
    assert g.west_attacked == 0
