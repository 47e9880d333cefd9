"""How the game is won in step A of the Administrative phase."""

from typing import Any

import pytest

from sandtable.engine.state import Result
from sandtable.games.total_domination.components.constants import ALLIES, AXIS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import victory
from sandtable.games.total_domination.testing import add_unit, position, power, unit_at
from tests.games.total_domination.driving import log
from tests.games.total_domination.looking import EXAMPLES

JOINING = ("us", "china")
ENDS: dict[tuple[float, ...], str] = {
    (1.0, 0.0, 1.0, 0.0): "axis",
    (0.0, 1.0, 0.0, 1.0): "allies",
    (0.5, 0.5, 0.5, 0.5): "draw",
}


def scored(axis: int, allies: int, **rest: Any) -> Board:
    """A position with these points, Germany and the United Kingdom having most of them."""
    g = position(**rest)
    g.vp = [axis - 4, allies - 5, 4, 5]
    assert (g.faction_points(AXIS), g.faction_points(ALLIES)) == (axis, allies)
    return g


def winner(g: Board) -> str:
    """Return who wins now, by the scores of four players: "none" if the game goes on."""
    found = victory.verdict(g)
    if found is None:
        return "none"
    return ENDS[found.scores]


def result(g: Board) -> Result:
    """How the game ends now."""
    found = victory.verdict(g)
    assert found is not None and found.text.endswith(".")
    return found


# ---------------------------------------------------------------- thresholds


@pytest.mark.rule("total_domination", "4.3.Aa")
@pytest.mark.rule("total_domination", "4.3.Ab")
@pytest.mark.rule("total_domination", "4.3.Ac")
@pytest.mark.rule("total_domination", "5.2")
@pytest.mark.parametrize("case", EXAMPLES["thresholds"]["cases"])
def test_thresholds(case: dict[str, Any]) -> None:
    joined = JOINING[: case["joined"]]
    g = scored(case["axis"], case["allies"], joined=joined, year=case.get("year", 1943))
    assert winner(g) == case["winner"]


@pytest.mark.rule("total_domination", "4.3.Aa")
@pytest.mark.rule("total_domination", "3.5g")
def test_the_axis_counts_both_its_powers_and_is_looked_at_first() -> None:
    assert winner(scored(28, 32)) == "none"
    found = result(scored(29, 33))
    assert found.rule == "4.3.Aa" and found.scores == (1.0, 0.0, 1.0, 0.0)
    assert found.text == "The Axis has 29 victory points and needs 29. Victory of the Axis."


@pytest.mark.rule("total_domination", "4.3.Ab")
@pytest.mark.rule("total_domination", "4.3.Ac")
def test_the_allied_threshold_rises_with_each_power_that_joins() -> None:
    assert [victory.allied_threshold(position(joined=JOINING[:n])) for n in range(3)] == [33, 35, 37]
    assert victory.allied_threshold(position(joined=["china"])) == 35
    assert winner(scored(20, 32)) == "none" and result(scored(20, 33)).rule == "4.3.Ab"


@pytest.mark.rule("total_domination", "5.2")
def test_the_axis_wins_at_the_end_of_1945() -> None:
    assert winner(scored(3, 32, year=1944)) == "none"
    found = result(scored(3, 32, year=1945))
    assert (found.rule, found.scores) == ("5.2", (1.0, 0.0, 1.0, 0.0))
    assert winner(scored(3, 33, year=1945)) == "allies"


@pytest.mark.rule("total_domination", "12.2a")
def test_fall_of_the_axis_has_the_usual_thresholds() -> None:
    def case(axis: int, allies: int, year: int) -> str:
        return winner(scored(axis, allies, scenario="fall_of_the_axis", set_up=True, year=year))

    assert [case(28, 36, year) for year in (1943, 1944, 1945)] == ["none", "none", "axis"]
    assert case(29, 40, 1943) == "axis" and case(28, 37, 1943) == "allies"


def test_the_log_tells_the_points() -> None:
    g = scored(20, 30)
    assert victory.verdict(g) is None
    assert log(g) == ["Victory points in 1939: Axis 20, Allies 30."]


# ---------------------------------------------------------------- seats


@pytest.mark.rule("total_domination", "3.1")
@pytest.mark.rule("total_domination", "3.2b")
@pytest.mark.parametrize(
    ("mode", "axis"),
    [
        ("four_players", (1.0, 0.0, 1.0, 0.0)),
        ("three_players_axis", (1.0, 0.0, 0.0)),
        ("three_players_allies", (0.0, 1.0, 1.0)),
        ("two_players", (1.0, 0.0)),
        ("two_players_variant", (1.0, 0.0)),
    ],
)
def test_teammates_win_and_lose_together(mode: str, axis: tuple[float, ...]) -> None:
    assert result(scored(29, 10, mode=mode)).scores == axis
    assert result(scored(10, 33, mode=mode)).scores == tuple([1.0 - score for score in axis])


# ---------------------------------------------------------------- Rise of the Axis


@pytest.mark.rule("total_domination", "12.1b")
@pytest.mark.parametrize(
    ("axis", "allies", "year", "expected"),
    [
        (20, 19, 1942, "axis"),
        (19, 20, 1942, "allies"),
        (20, 20, 1942, "draw"),
        (20, 19, 1941, "none"),
        (30, 10, 1941, "none"),
        (10, 40, 1939, "none"),
        (29, 30, 1942, "allies"),
    ],
)
def test_rise_of_the_axis_is_counted_once(axis: int, allies: int, year: int, expected: str) -> None:
    g = scored(axis, allies, scenario="rise_of_the_axis", year=year)
    assert winner(g) == expected
    if year == 1942:
        assert result(g).rule == "12.1b"


# ---------------------------------------------------------------- the solo game


def alone(units: dict[str, str], year: int = 1941, **rest: Any) -> Board:
    """A solo game in which nothing else is on the board."""
    return position(units=units, scenario="solo", mode="solo", year=year, **rest)


GERMAN_HOME = {
    "germany": "2 ussr_army",
    "italy": "uk_army",
    "austria": "ussr_army",
    "czechoslovakia": "ussr_army",
}
JAPANESE_HOME = {
    "japan": "2 us_fleet",
    "nanking": "us_army",
    "manchuria": "ussr_army",
    "ryukyu_isl": "uk_fleet",
}


@pytest.mark.rule("total_domination", "13.0a")
@pytest.mark.parametrize("home", [GERMAN_HOME, JAPANESE_HOME])
def test_solo_is_won_with_all_home_areas_of_one_axis_power(home: dict[str, str]) -> None:
    found = result(alone(home, joined=["us"]))
    assert (found.rule, found.scores) == ("13.0a", (1.0,))
    for missing in home:
        rest = {name: units for name, units in home.items() if name != missing}
        assert victory.verdict(alone(rest, joined=["us"])) is None
    one = {**home, min(home, key=lambda name: name not in ("germany", "japan")): "ussr_army"}
    assert victory.verdict(alone(one, joined=["us"])) is None  # a single unit does not control a Capital


@pytest.mark.rule("total_domination", "13.0a")
def test_italy_counts_even_when_it_is_an_allied_partner() -> None:
    g = alone({**GERMAN_HOME, "italy": ""}, partners={"italy": "uk"})
    assert result(g).rule == "13.0a"
    g = alone({**GERMAN_HOME, "italy": "german_army"}, partners={"italy": "uk"})
    assert victory.verdict(g) is None
    # France as a German partner is not a part of it.
    g = alone(GERMAN_HOME, partners={"france": "germany"})
    assert result(g).rule == "13.0a"


@pytest.mark.rule("total_domination", "13.0c")
def test_solo_is_lost_to_29_points() -> None:
    g = alone(JAPANESE_HOME, joined=["us"])
    g.vp = [20, 30, 8, 30]
    assert victory.verdict(g) == victory.verdict(g.copy()) and result(g).rule == "13.0a"
    g.solo_vp = 1  # the marker of the system counts, and the Axis is looked at first
    found = result(g)
    assert (found.rule, found.scores) == ("13.0c", (0.0,))


@pytest.mark.rule("total_domination", "13.0a")
@pytest.mark.rule("total_domination", "13.0c")
def test_solo_knows_no_allied_threshold_and_ends_with_1945() -> None:
    g = alone({}, year=1944)
    g.vp = [8, 30, 7, 30]
    assert victory.verdict(g) is None
    g = alone({}, year=1945)
    g.vp = [8, 30, 7, 30]
    assert result(g).scores == (0.0,) and result(g).rule == "13.0c"


@pytest.mark.rule("total_domination", "13.0a")
def test_lost_and_regained() -> None:
    g = alone(JAPANESE_HOME, joined=["us"])
    g.take(unit_at(g, "uk_fleet", "ryukyu_isl"))
    assert not victory.conquered(g, power(g, "japan"))
    add_unit(g, "uk_fleet", "ryukyu_isl")
    assert victory.conquered(g, power(g, "japan")) and not victory.conquered(g, power(g, "germany"))
