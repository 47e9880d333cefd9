"""The end of the game: victory points, levels and scores."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.sequence import Sequence
from sandtable.games.other_side.testing import position, tables
from tests.games.other_side.driving import log

T = tables()
FRENCH = ("northern_france", "southern_france", "northern_africa")
SOVIET = (
    "baltic_states",
    "belarus",
    "ukraine",
    "northern_russia",
    "central_russia",
    "southern_russia",
    "donbass_crimea",
    "caucasus",
)
FESTUNG = (
    "poland",
    "hungary",
    "baltic_states",
    "denmark_norway",
    "belgium_holland",
    "southern_france",
    "northern_italy",
)


def points(align: dict[str, str], **more: Any) -> tuple[int, int, int, int]:
    """Festung Sectors, Fanaticism, Home Areas and Projects."""
    more.setdefault("tracks", {"fanaticism": 0})
    return victory.points(position(align=align, **more))


def at_the_end(**more: Any) -> Board:
    """The last box of the scenario has been played."""
    g = position("world_war", year=1945, box="spring_ops", **more)
    g.agenda = [Sequence(1)]
    g.agenda[-1].run(g)
    return g


# --- points


@pytest.mark.rule("other_side", "10")
@pytest.mark.parametrize("name", FESTUNG)
def test_a_festung_sector_of_the_axis_is_a_point(name: str) -> None:
    n = T.space_index[name]
    assert points({name: "neutral 1"})[0] == 1
    assert points({name: "occupied"})[0] == 1
    assert points({name: "disputed 1/2 western"})[0] == 1
    assert points({name: "western"})[0] == 0
    assert T.festung >> n & 1


@pytest.mark.rule("other_side", "10")
def test_there_are_seven_festung_sectors() -> None:
    assert points(dict.fromkeys(FESTUNG, "neutral 1"))[0] == 7
    assert T.festung.bit_count() == 7
    assert points({"ukraine": "occupied", "romania_bulgaria": "satellite"})[0] == 0


@pytest.mark.rule("other_side", "10")
@pytest.mark.rule("other_side", "1.3i")
@pytest.mark.parametrize("value", [0, 4, 9])
def test_fanaticism_counts_as_it_is(value: int) -> None:
    assert points({}, tracks={"fanaticism": value}) == (0, value, 0, 0)


@pytest.mark.rule("other_side", "10")
@pytest.mark.rule("other_side", "10b")
@pytest.mark.parametrize("name", FRENCH + SOVIET)
def test_home_areas_of_france_and_the_ussr_count_if_they_are_controlled(name: str) -> None:
    assert points({name: "occupied"})[2] == 1
    assert points({name: "satellite"})[2] == 1
    assert points({name: "disputed 1/2 soviet"})[2] == 0
    assert points({name: "soviet" if name in SOVIET else "western"})[2] == 0


@pytest.mark.rule("other_side", "10b")
def test_other_areas_are_no_points() -> None:
    others = [T.space_id[n] for n in range(T.n_areas) if T.space_id[n] not in FRENCH + SOVIET + ("urals",)]
    assert len(others) == 16
    assert points(dict.fromkeys(others, "occupied"))[2] == 0


@pytest.mark.rule("other_side", "10")
def test_completed_projects_count_and_begun_ones_do_not() -> None:
    assert points({}, projects={"tiger_and_panther": "completed"})[3] == 1
    assert points({}, projects={"tiger_and_panther": 1, "nuclear_power": 4})[3] == 0
    both = {"tiger_and_panther": "completed", "nuclear_power": "completed"}
    assert points({}, projects=both)[3] == 2


# --- levels


@pytest.mark.rule("other_side", "10a")
@pytest.mark.parametrize(
    ("points", "level"),
    [
        (0, "defeat"),
        (15, "defeat"),
        (16, "marginal_victory"),
        (20, "marginal_victory"),
        (21, "grand_victory"),
        (35, "grand_victory"),
    ],
)
def test_tracks(points: int, level: str) -> None:
    assert victory.level(position(), points) == level


@pytest.mark.rule("other_side", "10a")
def test_scores_rise_with_the_points_and_leap_with_the_levels() -> None:
    g = position()
    scores = [victory.score(g, n) for n in range(40)]
    assert scores == sorted(scores) and scores[0] >= 0.0 and scores[-1] <= 1.0
    assert scores[15] < 0.5 <= scores[16] and scores[20] < 0.8 <= scores[21]


# --- the end


@pytest.mark.rule("other_side", "10")
@pytest.mark.rule("other_side", "10a")
@pytest.mark.rule("other_side", "1.4b")
@pytest.mark.rule("other_side", "4.7.3a")
def test_the_scenario_ends_after_spring_1945() -> None:
    align = dict.fromkeys(FESTUNG, "neutral 1") | {"ukraine": "occupied", "belarus": "occupied"}
    g = at_the_end(
        players=2,
        align=align,
        tracks={"fanaticism": 6},
        projects={"tiger_and_panther": "completed"},
    )
    assert g.result is not None and g.result.rule == "10"
    assert g.result.scores == (0.5, 0.5)
    text = (
        "Marginal Victory with 16 victory points: 7 Festung Sectors, Fanaticism 6, "
        "2 Home Areas of France and the USSR, 1 Project."
    )
    assert g.result.text == text and text in log(g)
    assert victory.total(g) == 16


@pytest.mark.rule("other_side", "4.7.3a")
def test_no_other_box_ends_the_scenario() -> None:
    for year, box in ((1944, "spring_ops"), (1945, "winter_ops"), (1945, "spring_admin")):
        g = position("world_war", year=year, box=box)
        g.agenda = [Sequence(1)]
        g.agenda[-1].run(g)
        assert g.result is None


@pytest.mark.rule("other_side", "1.4a")
def test_a_collapse_loses_for_all_and_the_later_the_better() -> None:
    scores = []
    for year in (1941, 1943, 1945):
        g = position("world_war", players=3, year=year, box="winter_ops")
        victory.lose(g, "Germany collapses.", "4.7.3")
        assert g.result is not None and g.result.rule == "4.7.3"
        assert len(set(g.result.scores)) == 1 and len(g.result.scores) == 3
        scores.append(g.result.scores[0])
    assert scores == sorted(scores) and scores[-1] < victory.score(position(), 0)
