"""The sequence of play: boxes, Phases and Segments, and the length of the scenarios."""

from typing import Any

import pytest

from sandtable.engine.checks.fuzz import Walk
from sandtable.games.other_side import sequence
from sandtable.games.other_side.components.constants import SEASON_IDS
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.sequence import Sequence
from sandtable.games.other_side.testing import position, tables
from tests.games.other_side.driving import log
from tests.games.other_side.moments import GAME
from tests.games.other_side.test_set_up import SCENARIOS, new

T = tables()
YEAR = (
    "new_year",
    "winter_admin",
    "winter_ops",
    "spring_admin",
    "spring_ops",
    "summer_admin",
    "summer_ops_1",
    "summer_ops_2",
    "fall_admin",
    "fall_ops",
)


def boxes(scenario: str) -> list[str]:
    """All boxes of a scenario in the order in which they are played, its steps left out."""
    g = position(scenario, set_up=True)
    start = T.scenarios[g.scenario]
    g.year, g.box = start.first_year, start.first_box
    found = [f"{T.years[g.year]} {T.box_id[g.box]}"]
    while True:
        g.agenda = [Sequence(1)]
        step = g.agenda[-1]
        assert isinstance(step, Sequence)
        step.run(g)
        if g.result is not None:
            return found
        assert g.agenda[-1].pack() == [0]
        found.append(f"{T.years[g.year]} {T.box_id[g.box]}")


@pytest.mark.rule("other_side", "2.6")
@pytest.mark.rule("other_side", "2.6b")
@pytest.mark.rule("other_side", "4.7.4")
def test_a_year_goes_through_its_boxes() -> None:
    assert tuple(T.box_id) == YEAR
    found = boxes("world_war")
    first = found.index("1942 new_year")
    assert found[first : first + 10] == [f"1942 {box}" for box in YEAR]
    assert found[first + 10] == "1943 new_year"
    assert found[0] == "1941 summer_admin" and found[-1] == "1945 spring_ops"


@pytest.mark.rule("other_side", "11")
@pytest.mark.rule("other_side", "2.6")
@pytest.mark.parametrize(
    ("scenario", "turns", "first"),
    [
        ("armageddon", 23, "fall 1939"),
        ("world_war", 16, "summer 1941"),
        ("total_war", 12, "summer 1942"),
        ("decline_of_the_third_reich", 8, "summer 1943"),
    ],
)
def test_example_turn_counts_of_the_scenarios(scenario: str, turns: int, first: str) -> None:
    """E35."""
    found = boxes(scenario)
    administrative = [box for box in found if box.endswith("_admin")]
    assert len(administrative) == turns
    season, year = first.split()
    assert found[0] == f"{year} {season}_admin" and found[-1] == "1945 spring_ops"
    # Two Operations Phases in summer, one in the other seasons.
    for one in administrative:
        many = 2 if "summer" in one else 1
        assert len([box for box in found if box.startswith(one[: -len("_admin")] + "_ops")]) == many


@pytest.mark.rule("other_side", "2.6a")
@pytest.mark.rule("other_side", "3")
@pytest.mark.rule("other_side", "4")
def test_the_order_of_segments() -> None:
    assert [type(step).__name__ for step in sequence.administration()] == [
        "Bombing",
        "Wehrmacht",
        "Luftwaffe",
        "Strategic",
        "Satellites",
        "ProductionTable",
        "ProductionDirectives",
        "PoliticalDirectives",
        "MilitaryDirectives",
    ]
    assert [type(step).__name__ for step in sequence.operations()] == [
        "StrategicWarfare",
        "Operational",
        "StrategicMovement",
        "AirMovement",
        "Command",
        "AxisOffensive",
        "WesternOffensive",
        "SovietOffensive",
        "Objectives",
        "Ports",
        "Supply",
        "Collapse",
    ]


def begun(box: str, **more: Any) -> list[str]:
    """What is on the agenda when a box begins, the first step first."""
    g = position("world_war", set_up=True, box=box, **more)
    g.agenda = [Sequence(0)]
    step = g.agenda[-1]
    step.run(g)
    return [type(step).__name__ for step in reversed(g.agenda)]


@pytest.mark.rule("other_side", "2.6")
@pytest.mark.rule("other_side", "2.6a")
def test_each_box_begins_with_its_phase() -> None:
    names = [type(step).__name__ for step in sequence.administration()]
    assert begun("spring_admin") == [*names, "Sequence"]
    names = [type(step).__name__ for step in sequence.operations()]
    for box in ("winter_ops", "spring_ops", "summer_ops_1", "summer_ops_2", "fall_ops"):
        assert begun(box) == [*names, "Sequence"]
    assert begun("new_year") == ["NewYear", "Sequence"]


@pytest.mark.rule("other_side", "2.6b")
def test_the_second_operations_phase_of_summer_follows_without_administration() -> None:
    found = boxes("world_war")
    at = found.index("1941 summer_ops_1")
    assert found[at + 1 : at + 3] == ["1941 summer_ops_2", "1941 fall_admin"]


def test_an_operations_phase_begins_afresh() -> None:
    g = position("world_war", set_up=True, tracks={"fought": 7, "moved": 7, "fresh": 7, "soviet_dice": 2})
    g.naval_moves = bytes([1, 1, 1])
    g.agenda = [Sequence(0)]
    g.agenda[-1].run(g)
    assert (g.fought, g.moved, g.fresh, g.soviet_dice) == (0, 0, 0, 0) and g.naval_moves == bytes(3)
    assert "— Summer 1941: first Operations Phase —" in log(g)


def test_boxes_in_words() -> None:
    wanted = {
        "new_year": "New Year 1941",
        "winter_admin": "Winter 1941: Administrative Phase",
        "summer_ops_1": "Summer 1941: first Operations Phase",
        "summer_ops_2": "Summer 1941: second Operations Phase",
        "fall_ops": "Fall 1941: Operations Phase",
    }
    for box, text in wanted.items():
        assert sequence.describe(position(box=box)) == text
    assert SEASON_IDS[position(box="summer_ops_2").season()] == "summer"


@pytest.mark.rule("other_side", "2.6")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_random_games_go_forward_in_time_and_end(scenario: str) -> None:
    m = new(scenario)
    walk = Walk(GAME, 3, m.setup)
    last = -1
    while walk.state.result is None:
        g = walk.state
        assert isinstance(g, Board)
        assert g.box_number() >= last
        last = g.box_number()
        walk.play(*walk.pick())
    assert walk.state.result.text
