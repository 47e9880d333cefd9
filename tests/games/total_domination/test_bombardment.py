"""Bombardment at the end of a year: who, what, how far, and what it does."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import administrative_phase
from sandtable.games.total_domination.rules.operations import air_fleets, deployment
from sandtable.games.total_domination.testing import area, areas, position, power, unit_at
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}


def bombard(g: Board) -> Board:
    """Go through the step of the Administrative phase."""
    begin(g)
    air_fleets.bombard(g)
    g.advance()
    return g


@pytest.mark.rule("total_domination", "4.3.C")
@pytest.mark.rule("total_domination", "4.3.D")
@pytest.mark.rule("total_domination", "11.1.Ba")
@pytest.mark.rule("total_domination", "11.1.Bc")
@pytest.mark.rule("total_domination", "6.1h")
def test_the_example_of_a_capital() -> None:
    example = EXAMPLES["bombardment_of_a_capital"]
    action = example["actions"][0]
    units = {row["area"]: row["unit"] for row in example["position"]}
    g = bombard(position(units=units))
    plane = unit_at(g, "uk_air_fleet", action["from"])
    assert g.seats() == (g.seat_of[power(g, "uk")],)
    click(g, f"area:{action['area']}")
    assert idle(g) and areas(g, g.damage) == [action["area"]]
    assert g.used[plane] == 1  # turned over
    german_army = g.t.kind_index["german_army"]
    assert "germany" not in areas(g, deployment.sites(g, power(g, "germany"), german_army))
    assert any("bombards Germany" in line for line in log(g))
    administrative_phase.repair(g)  # in the next year, before the bombers come again
    assert g.damage == 0


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_what_can_be_bombarded() -> None:
    """[R18]"""
    units = {
        "united_kingdom": "uk_air_fleet",
        "france": "german_army",  # German-controlled and marked when it was taken
        "low_countries": "german_army",  # no building
        "poland": "german_army",
    }
    g = bombard(position(units=units))
    assert offers(g) == ["area:germany", "area:italy", "button:pass"]
    assert "which area" in g.agenda[-1].prompt(g, 1).text.lower()
    assert "already" in refused(g, "area:france").text
    assert "neither factory nor shipyard" in refused(g, "area:low_countries").text
    assert "more than two links" in refused(g, "area:austria").text
    assert refused(g, "area:united_kingdom").rule == "11.1.Ba"
    assert refused(g, "area:northern_ussr").rule == "11.1.Ba"
    assert refused(g, "area:iceland").rule == "2.0.1a"
    assert refused(g, "unit:german_army@france").rule == "11.1.Ba"
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).choices(g, 1) == g.choices(1)


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_a_capital_that_nobody_controls_is_no_target() -> None:
    """[R18]"""
    g = bombard(position(units={"united_kingdom": "uk_air_fleet", "germany": "ussr_army"}))
    assert offers(g) == ["area:italy", "button:pass"]
    assert "not controlled" in refused(g, "area:germany").text


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_powers_not_at_war_are_not_bombarded() -> None:
    units = {"mexico": "japanese_army, japanese_air_fleet"}
    assert idle(bombard(position(units=units)))
    g = bombard(position(units=units, joined=["us"]))
    assert offers(g) == ["area:east_usa", "area:west_usa", "button:pass"]


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_supply_does_not_matter() -> None:
    """[R18]"""
    g = position(units={"romania": "german_army, german_air_fleet"})
    assert not g.supplied(power(g, "germany")) & g.t.bit[area(g, "romania")]
    assert "area:southern_ussr" in offers(bombard(g))


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_the_way_leads_over_the_arctic_only_where_it_is_in_play() -> None:
    units = {"canada": "german_army, german_air_fleet"}
    assert "area:northern_ussr" not in offers(bombard(position(units=units)))
    assert "area:northern_ussr" in offers(bombard(position(units=units, arctic=True)))


@pytest.mark.rule("total_domination", "11.1.Ba")
def test_used_air_fleets_do_not_bombard() -> None:
    assert idle(bombard(position(units={"united_kingdom": "uk_air_fleet used"})))


@pytest.mark.rule("total_domination", "11.1.Bb")
def test_bombardment_is_not_obligatory() -> None:
    g = bombard(position(units={"united_kingdom": "uk_air_fleet"}))
    click(g, "button:pass")
    assert idle(g) and g.damage == 0
    assert g.used[unit_at(g, "uk_air_fleet", "united_kingdom")] == 0


@pytest.mark.rule("total_domination", "11.1.Bb")
def test_every_air_fleet_bombards_another_area() -> None:
    g = bombard(position(units={"united_kingdom": "2 uk_air_fleet"}))
    click(g, "area:germany")
    assert offers(g) == ["area:italy", "button:pass"]
    assert refused(g, "area:germany").rule == "11.1.Bb"
    click(g, "area:italy")
    assert idle(g) and set(areas(g, g.damage)) == {"germany", "italy"}


@pytest.mark.rule("total_domination", "11.1.Bb")
def test_an_air_fleet_without_anything_left_is_not_asked() -> None:
    units = {"united_kingdom": "2 uk_air_fleet", "italy": "2 ussr_army"}
    g = bombard(position(units=units))
    click(g, "area:germany")
    assert idle(g)


@pytest.mark.rule("total_domination", "4.3.D")
@pytest.mark.rule("total_domination", "11.1.Bb")
@pytest.mark.parametrize(
    ("year", "order"),
    [(1939, ["germany", "uk", "japan", "ussr"]), (1942, ["ussr", "germany", "uk", "japan"])],
)
def test_powers_bombard_in_player_order(year: int, order: list[str]) -> None:
    units = {
        "germany": "german_air_fleet",
        "united_kingdom": "uk_air_fleet",
        "nanking": "japanese_air_fleet",
        "southern_ussr": "ussr_air_fleet",
        "romania": "german_army",
        "burma": "japanese_army",
        "balkans": "ussr_army, ussr_air_fleet",
    }
    g = bombard(position(units=units, year=year, joined=["china"]))
    asked: list[int] = []
    while not idle(g):
        if g.seats()[0] not in asked:
            asked.append(g.seats()[0])
        click(g, "button:pass")
    assert asked == [g.seat_of[power(g, name)] for name in order]


@pytest.mark.rule("total_domination", "4.3.D")
def test_without_air_fleets_in_the_game_nothing_is_asked() -> None:
    units = {"united_kingdom": "uk_air_fleet"}
    assert idle(bombard(position(units=units, advanced=False)))
    assert idle(bombard(position(units=units, scenario="solo", mode="solo")))
