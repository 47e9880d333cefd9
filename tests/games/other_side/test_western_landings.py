"""Western Landings."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import LANDING_BOX, NAVAL, ON_MAP, OPEN_PORT, Board
from sandtable.games.other_side.rules.combat import western_landings
from sandtable.games.other_side.rules.new_year import land_markers
from sandtable.games.other_side.testing import area, deck, position, tables, units_at
from tests.games.other_side.driving import go_on, idle, log
from tests.games.other_side.fighting import state

T = tables()
BOX = {"landing_1": "box", "landing_2": 1944}


def checked(card: int, **more: Any) -> Board:
    """A card is drawn for a Landing."""
    tracks = {**BOX, **more.pop("tracks", {})}
    g = deck(position(tracks=tracks, **more), combat=[card])
    western_landings.check(g)
    return go_on(g)


# --- when


@pytest.mark.rule("other_side", "4.5.1")
@pytest.mark.parametrize(
    ("box", "marker", "due"),
    [
        ("winter_ops", "box", False),
        ("spring_ops", "box", True),
        ("summer_ops_1", "box", True),
        ("summer_ops_2", "box", True),
        ("fall_ops", "box", True),
        ("summer_ops_1", "map", False),
        ("summer_ops_1", "off", False),
        ("summer_ops_1", 1944, False),
    ],
)
def test_a_landing_needs_a_marker_in_the_box_and_no_winter(box: str, marker: str | int, due: bool) -> None:
    g = position(year=1943, box=box, tracks={"landing_1": marker})
    assert western_landings.due(g) == due


@pytest.mark.rule("other_side", "4.5.1i")
@pytest.mark.parametrize("scenario", ["armageddon", "world_war"])
def test_no_marker_is_in_the_box_before_1942(scenario: str) -> None:
    g = position(scenario=scenario, set_up=True)
    for year in T.years[g.t.scenarios[g.scenario].first_year :]:
        g.year = T.years.index(year)
        land_markers(g)
        g.box = 6
        assert western_landings.due(g) == (year >= 1942), year


@pytest.mark.rule("other_side", "4.5.1a")
@pytest.mark.rule("other_side", "4.5.1j")
@pytest.mark.parametrize(
    ("card", "year", "boxes"),
    [
        (7, 1943, {"fall_ops"}),  # Fall
        (10, 1943, {"summer_ops_1", "summer_ops_2", "fall_ops"}),  # Summer/Fall
        (7, 1945, {"spring_ops", "summer_ops_1", "summer_ops_2", "fall_ops"}),  # Landing
    ],
)
def test_the_season_cell(card: int, year: int, boxes: set[str]) -> None:
    for box in ("spring_ops", "summer_ops_1", "summer_ops_2", "fall_ops"):
        g = checked(
            card, year=year, box=box, align={"northern_africa": "satellite", "northern_france": "occupied"}
        )
        landed = any(g.landing)
        assert landed == (box in boxes), box
        assert g.combat_used == [T.combat_number.index(card)], "the card is used in any case"
        assert ("no Landing" in log(g)) == (not landed)


# --- where


@pytest.mark.rule("other_side", "4.5.1b")
@pytest.mark.parametrize(
    ("align", "expected"),
    [
        ({"great_britain": "western", "egypt": "western", "northern_africa": "occupied"}, "northern_africa"),
        ({"great_britain": "western", "egypt": "satellite", "northern_africa": "occupied"}, "egypt"),
        ({"great_britain": "occupied", "egypt": "satellite"}, "great_britain"),
        (
            {
                "great_britain": "western",
                "egypt": "disputed 1/2 western",
                "northern_africa": "soviet",
                "yugoslavia": "occupied",
            },
            "yugoslavia",
        ),
    ],
)
def test_the_first_area_of_the_row_that_allows_it(align: dict[str, str], expected: str) -> None:
    g = checked(7, year=1942, box="fall_ops", align=align)
    assert [T.space_id[n] for n in range(T.n_areas) if g.landing[n]] == [expected]


@pytest.mark.rule("other_side", "4.5.1j")
def test_where_no_area_allows_it_nothing_happens() -> None:
    west = dict.fromkeys(("great_britain", "egypt", "northern_africa", "yugoslavia"), "western")
    g = checked(7, year=1942, box="fall_ops", align=west, dice=[])
    assert idle(g) and not any(g.landing) and g.landing_markers[0] == LANDING_BOX
    assert g.combat_used == [6] and g.no_west == 0


@pytest.mark.rule("other_side", "4.5.1")
@pytest.mark.rule("other_side", "4.5.1c")
@pytest.mark.rule("other_side", "4.5.1d")
@pytest.mark.rule("other_side", "4.5.1e")
@pytest.mark.rule("other_side", "4.5.1f")
@pytest.mark.rule("other_side", "4.5.1g")
@pytest.mark.rule("other_side", "4.5.1h")
@pytest.mark.rule("other_side", "3.3.1g")
def test_example_17_the_landing_in_northern_africa() -> None:
    g = checked(
        7,
        year=1942,
        box="fall_ops",
        tracks={"france": "vichy"},
        align={
            "great_britain": "western",
            "egypt": "western",
            "northern_africa": "neutral",
            "southern_france": "neutral 2",
        },
        dice=[4],
    )
    assert state(g, "southern_france") == ("satellite", 3, 0, "")
    africa = area(g, "northern_africa")
    assert state(g, "northern_africa") == ("disputed", 1, 2, "western")
    assert g.landing[africa] == 2 and list(g.landing_markers) == [ON_MAP, T.years.index(1944)]
    assert g.port[africa] == OPEN_PORT and g.supply[africa] == NAVAL
    assert units_at(g, "northern_africa") == units_at(g, "southern_france") == ""
    assert g.no_west == 1 << africa
    assert "Landing Sector: 4, Algiers" in log(g)
    assert g.log is not None
    told = next(event for event in g.log.events if event.text.startswith("Landings:"))
    assert told.refs == (g.ids.space + africa,)


@pytest.mark.rule("other_side", "4.5.1d")
@pytest.mark.rule("other_side", "1.3o")
def test_a_single_sector_needs_no_die_and_others_follow_the_die() -> None:
    g = position(dice=[])
    assert western_landings.sector(g, area(g, "great_britain")) == 4
    assert western_landings.sector(g, area(g, "egypt")) == 3
    for name, sectors in (
        ("northern_france", [1, 3, 3, 3, 3, 4]),
        ("northern_africa", [3, 3, 3, 2, 2, 2]),
        ("greece", [1, 1, 2, 2, 2, 2]),
    ):
        g = position(dice=[1, 2, 3, 4, 5, 6])
        assert [western_landings.sector(g, area(g, name)) for _ in range(6)] == sectors
        assert g.revealed == 6


@pytest.mark.rule("other_side", "1.3o")
def test_areas_of_the_rows_have_landing_sectors_and_no_festung_among_them() -> None:
    for card in range(T.n_combat):
        for row in T.landings[card]:
            for found in row:
                sectors = {n for n in T.landing_die[found] if n}
                assert sectors and all(T.terrain[found][n] != 4 for n in sectors)


@pytest.mark.rule("other_side", "4.5.1e")
@pytest.mark.rule("other_side", "4.5.1f")
def test_a_landing_in_the_first_sector_takes_the_area() -> None:
    g = position(
        year=1944,
        tracks=BOX,
        align={"greece": "occupied", "yugoslavia": "occupied"},
        armies={"greece": "regular, reduced", "yugoslavia": "regular"},
        dice=[1],
    )
    western_landings.land(g, area(g, "greece"))
    go_on(g)
    assert idle(g) and state(g, "greece") == ("western", 0, 1, "western")
    assert units_at(g, "greece") == "" and units_at(g, "yugoslavia") == "2 regular, reduced"


@pytest.mark.rule("other_side", "4.5.1f")
def test_a_landing_loses_the_resource_of_the_area() -> None:
    g = position(year=1944, tracks={**BOX, "resources": 9}, align={"northern_france": "occupied"}, dice=[6])
    assert g.counted == 1 << area(g, "northern_france")
    western_landings.land(g, area(g, "northern_france"))
    assert g.resources == 8 and g.counted == 0
    assert state(g, "northern_france") == ("disputed", 3, 4, "western")


@pytest.mark.rule("other_side", "4.5.1c")
def test_a_neutral_country_that_is_landed_in_joins_the_axis() -> None:
    g = position(year=1944, tracks=BOX, align={"yugoslavia": "neutral"}, dice=[])
    western_landings.land(g, area(g, "yugoslavia"))
    assert state(g, "yugoslavia") == ("disputed", 2, 3, "western")
    assert T.country_id[T.country_of[area(g, "yugoslavia")]] == "yugoslavia"
    assert g.country[T.country_id.index("yugoslavia")] == 2


@pytest.mark.rule("other_side", "4.5.1g")
def test_one_marker_for_one_landing() -> None:
    g = position(
        year=1944,
        tracks={"landing_1": "map", "landing_2": "box"},
        align={"egypt": "occupied"},
    )
    western_landings.land(g, area(g, "egypt"))
    assert list(g.landing_markers) == [ON_MAP, ON_MAP] and not western_landings.due(g)
