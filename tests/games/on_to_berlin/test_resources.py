"""Resource Points and victory. [3.2] [14.0]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import sandtable.games.on_to_berlin
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.relations import load_pack
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import build_tables
from sandtable.games.on_to_berlin.rules import resources
from sandtable.games.on_to_berlin.testing import area, country, position, tables

DATA = Path(sandtable.games.on_to_berlin.__file__).parent / "data"
EXAMPLES = {
    row["id"]: row
    for row in tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))[
        "examples"
    ]
}


def give(g: Board, *names: str, to: str = "ge") -> None:
    """Areas come under a nation."""
    for name in names:
        g.set_control(area(g, name), country(g, to))


def barren() -> Board:
    """A position in which the Axis controls nothing at all."""
    g = position()
    for number in range(g.t.n_areas):
        g.set_control(number, country(g, "uk"))
    return g


# --- points


@pytest.mark.rule("on_to_berlin", "3.2")
def test_the_totals_of_the_set_up() -> None:
    g = position()
    start = g.t.scenarios[0]
    assert [resources.points(g, AXIS), resources.points(g, ALLIED)] == start.points == [2, 4]


@pytest.mark.rule("on_to_berlin", "3.2a")
@pytest.mark.rule("on_to_berlin", "2.2.1d")
def test_a_red_point_counts_for_whoever_controls_it() -> None:
    g = position()
    give(g, "paris")
    assert resources.halves(g, AXIS) == 6 and resources.halves(g, ALLIED) == 6
    give(g, "berlin", to="uk")
    assert resources.halves(g, AXIS) == 4 and resources.halves(g, ALLIED) == 8


@pytest.mark.rule("on_to_berlin", "3.2b")
@pytest.mark.rule("on_to_berlin", "2.2.1d")
@pytest.mark.parametrize(
    ("name", "halves"), [("warsaw", 2), ("romania", 2), ("norway", 2), ("finland", 1), ("madrid", 1)]
)
def test_black_points_count_for_the_axis_only(name: str, halves: int) -> None:
    g = position()
    axis, allied = resources.halves(g, AXIS), resources.halves(g, ALLIED)
    give(g, name)
    assert resources.halves(g, AXIS) == axis + halves and resources.halves(g, ALLIED) == allied
    give(g, name, to="uk")
    assert resources.halves(g, AXIS) == axis and resources.halves(g, ALLIED) == allied


@pytest.mark.rule("on_to_berlin", "3.2c")
def test_halves_are_rounded_down() -> None:
    case = EXAMPLES["ex_resource_rounding"]["cases"][0]
    g = position()
    give(g, "paris", "warsaw", "romania", "norway", "rome", "kiev", "finland")
    assert resources.halves(g, AXIS) == 2 * case["total"]
    assert resources.points(g, AXIS) == case["counted"]


@pytest.mark.rule("on_to_berlin", "3.2d")
def test_points_of_neutral_nations_count_for_nobody() -> None:
    g = position()
    before = [resources.halves(g, side) for side in (AXIS, ALLIED)]
    for name in ("moscow", "rome", "romania"):
        assert g.held[area(g, name)] not in (AXIS, ALLIED)
    g.align(country(g, "it"), AXIS, True)
    assert [resources.halves(g, side) for side in (AXIS, ALLIED)] == [before[0] + 2, before[1]]
    g.align(country(g, "su"), ALLIED, True)
    # Moscow, Leningrad, Kiev, Kharkov; the black circle of the Caucasus does not help the Allies.
    assert resources.halves(g, ALLIED) == before[1] + 8


@pytest.mark.rule("on_to_berlin", "15.7.1")
def test_the_central_atlantic_counts_for_the_allies_only_with_the_north_atlantic() -> None:
    g = position()
    assert resources.points(g, ALLIED) == 4
    give(g, "north_atlantic")
    assert resources.points(g, ALLIED) == 3
    give(g, "central_atlantic")
    assert resources.points(g, AXIS) == 3  # for the Axis its control is enough
    give(g, "north_atlantic", to="uk")
    assert resources.points(g, AXIS) == 3 and resources.points(g, ALLIED) == 3


@pytest.mark.rule("on_to_berlin", "15.3")
@pytest.mark.rule("on_to_berlin", "2.2.1e")
@pytest.mark.parametrize(
    "case", [case for case in EXAMPLES["ex_war_entry_cases"]["cases"] if case["track"] == "us"]
)
def test_american_points_follow_the_marker(case: dict[str, Any]) -> None:
    g = position(markers={"us": sum(case["plays"])})
    assert resources.american_points(g) == case["us_points"]
    assert resources.points(g, ALLIED) == 4 + case["us_points"]  # before entry too


@pytest.mark.rule("on_to_berlin", "15.3")
@pytest.mark.rule("on_to_berlin", "17.4")
@pytest.mark.parametrize("space", range(6))
def test_one_american_point_a_space_up_to_four(space: int) -> None:
    assert resources.american_points(position(markers={"us": space})) == min(space, 4)  # [R31]


@pytest.mark.rule("on_to_berlin", "15.3a")
@pytest.mark.rule("on_to_berlin", "15.3e")
@pytest.mark.parametrize("owner", ["ge", ""])
def test_american_points_need_the_north_atlantic_and_never_help_the_axis(owner: str) -> None:
    g = position(markers={"us": 3}, control={"north_atlantic": owner})
    assert resources.points(g, ALLIED) == 3 and resources.points(g, AXIS) == 2
    g = position(markers={"us": 3})
    assert resources.points(g, ALLIED) == 7 and resources.points(g, AXIS) == 2


# --- victory


FULL = ("berlin", "ruhr", "paris", "rome", "warsaw", "romania", "norway", "kiev", "egypt", "leningrad")
PLAIN = ("england", "scotland", "gibraltar", "malta", "lorraine", "brest", "galicia", "milan", "albania")


def victory_case(case: dict[str, Any]) -> Board:
    """A position with the points, doubled areas and number of areas of an example."""
    g = barren()
    g.turn = case["turn"]
    halves = round(2 * case["points"])
    held = list(("moscow", "london")[: case["doubled"]])
    held += ["finland"] * (halves % 2)
    full = FULL if case.get("berlin", True) else FULL[1:]
    held += full[: halves // 2 - case["doubled"]]
    held += PLAIN[: max(0, case.get("areas", 0) - len(held))]
    held += ["north_sea", "baltic_sea", "tunisia"][: max(0, case.get("areas", 0) - len(held))]
    give(g, *held)
    assert resources.halves(g, AXIS) == halves and g.held.count(AXIS) >= case.get("areas", 0)
    return g


@pytest.mark.rule("on_to_berlin", "14.0")
@pytest.mark.rule("on_to_berlin", "14.1")
@pytest.mark.rule("on_to_berlin", "14.1a")
@pytest.mark.rule("on_to_berlin", "14.1b")
@pytest.mark.rule("on_to_berlin", "14.2")
@pytest.mark.rule("on_to_berlin", "14.2a")
@pytest.mark.rule("on_to_berlin", "14.2b")
@pytest.mark.rule("on_to_berlin", "14.2c")
@pytest.mark.rule("on_to_berlin", "3.2c")
@pytest.mark.parametrize("case", EXAMPLES["ex_victory_cases"]["cases"], ids=lambda case: str(case["n"]))
def test_the_victory_cases(case: dict[str, Any]) -> None:
    result = resources.verdict(victory_case(case))
    winner = "" if result is None else ("axis" if result.scores == (1.0, 0.0) else "allied")
    assert winner == case["winner"]
    assert result is None or result.scores in ((1.0, 0.0), (0.0, 1.0))


def verdict_rule(g: Board) -> str:
    """The rule by which somebody has won; "" if nobody has."""
    result = resources.verdict(g)
    if result is None:
        return ""
    assert result.text.endswith(".") and ("Axis" in result.text) and result.rule.startswith("14")
    return result.rule


@pytest.mark.rule("on_to_berlin", "14.1a")
def test_moscow_and_london_are_doubled_for_the_axis_victory_only() -> None:
    g = barren()
    give(g, *FULL[:8])
    assert verdict_rule(g) == ""
    give(g, "london")
    assert resources.points(g, AXIS) == 9 and verdict_rule(g) == "14.1a"  # [R27]
    give(g, "ruhr", to="uk")
    assert verdict_rule(g) == ""  # 8, and London once more: 9
    give(g, "moscow")
    assert verdict_rule(g) == "14.1a"


@pytest.mark.rule("on_to_berlin", "14.1a")
def test_doubling_does_not_save_the_axis_from_defeat() -> None:
    g = barren()
    give(g, "london")
    assert verdict_rule(g) == "14.1b"  # one point, whatever is doubled elsewhere
    give(g, "finland")
    assert verdict_rule(g) == "14.1b"  # one and a half is one [R26]
    give(g, "ankara")
    assert verdict_rule(g) == ""


@pytest.mark.rule("on_to_berlin", "14.1")
@pytest.mark.rule("on_to_berlin", "14.1b")
@pytest.mark.rule("on_to_berlin", "14.2")
def test_strategic_victory_comes_before_the_end_of_the_war() -> None:
    g = barren()
    g.turn = g.t.last_turn
    give(g, "berlin", *PLAIN, "north_sea", "baltic_sea")
    assert verdict_rule(g) == "14.1b"  # [R48]


@pytest.mark.rule("on_to_berlin", "14.2")
@pytest.mark.rule("on_to_berlin", "14.2a")
def test_berlin_and_one_more_point_at_the_end() -> None:
    for held, rule in (
        (("berlin", "ruhr"), "14.2a"),
        (("berlin", "finland", "madrid"), "14.2a"),  # two halves
        (("paris", "ruhr"), "14.2"),  # not Berlin
    ):
        g = barren()
        give(g, *held)
        assert verdict_rule(g) == ""
        g.turn = g.t.last_turn
        assert verdict_rule(g) == rule


@pytest.mark.rule("on_to_berlin", "14.2a")
def test_the_end_area_itself_is_not_the_additional_point() -> None:
    t = build_tables(load_pack(DATA))
    t.end_beside = 2
    g = position(t=t, turn=t.last_turn)
    assert {t.area_id[a] for a in t.circles if g.held[a] == AXIS} == {"berlin", "ruhr"}
    assert verdict_rule(g) == "14.2"
    give(g, "paris")
    assert verdict_rule(g) == "14.2a"


@pytest.mark.rule("on_to_berlin", "14.2b")
def test_four_points_at_the_end() -> None:
    g = barren()
    g.turn = g.t.last_turn
    give(g, "ruhr", "paris", "rome", "finland")
    assert verdict_rule(g) == "14.2"  # three and a half
    give(g, "madrid")
    assert verdict_rule(g) == "14.2b"


@pytest.mark.rule("on_to_berlin", "14.2c")
def test_ten_areas_of_land_or_sea_at_the_end() -> None:
    g = barren()
    g.turn = g.t.last_turn
    give(g, "ruhr", "paris", *PLAIN[:6], "north_sea")
    assert verdict_rule(g) == "14.2"  # nine
    give(g, "baltic_sea")
    assert verdict_rule(g) == "14.2c"  # [R26]


@pytest.mark.rule("on_to_berlin", "14.2")
def test_the_war_ends_after_the_last_turn() -> None:
    t = tables()
    assert t.last_turn == 12
    for turn in range(1, 13):
        g = position(turn=turn)
        assert (resources.verdict(g) is None) == (turn < 12)
