"""Countries: Satellites, Western countries, the USSR and the USA, conquest, changes of side."""

from typing import Any

import pytest

from sandtable.games.other_side.components.combat_state import CombatState
from sandtable.games.other_side.components.constants import NEUTRAL, NONE, SOVIET, SOVIETS, WEST, WESTERN
from sandtable.games.other_side.components.state import NAVAL, ON_MAP, OPEN_PORT, Board
from sandtable.games.other_side.rules.cards import effects
from sandtable.games.other_side.rules.politics import countries
from sandtable.games.other_side.testing import area, directive, position, units_at
from tests.games.other_side.driving import (
    answer,
    go_on,
    idle,
    log,
    offered,
)
from tests.games.other_side.looking import Values, after, changes, look

ITALY = {"northern_italy": "satellite", "southern_italy": "satellite", "libya": "satellite"}
EMPTY_ITALY = {"northern_italy": "neutral 1"}


def country(g: Board, name: str) -> int:
    """The number of a country."""
    return g.t.country_index[name]


# --- Satellites: Home Areas with their top Sectors, Armies in the pool, what else happens

SATELLITES: dict[str, tuple[dict[str, Any], dict[str, int], str, int, Values]] = {
    "hungary": ({"align": {"hungary": "neutral 1"}}, {"hungary": 3}, "satellite_hungary", 2, {}),
    "finland": ({}, {"finland": 3}, "satellite_finland", 1, {}),
    "romania_bulgaria": (
        {},
        {"romania_bulgaria": 3},
        "satellite_romania_bulgaria",
        3,
        {"resources": 8},
    ),
    "spain": ({}, {"spain": 3}, "satellite_spain", 1, {}),
    "turkey": ({}, {"turkey": 3}, "satellite_turkey", 2, {}),
    "italy": (
        {"align": EMPTY_ITALY, "tracks": {"air_south": 2}},
        {"northern_italy": 4, "southern_italy": 3, "libya": 3},
        "satellite_italy",
        3,
        {"resources": 8, "air_south": 4, "port libya": OPEN_PORT, "supply libya": NAVAL},
    ),
    "france": (
        {
            "align": {"southern_france": "neutral 2", "northern_france": "occupied"},
            "tracks": {"france": "vichy"},
        },
        {"southern_france": 3, "northern_africa": 3},
        "",
        0,
        {"port northern_africa": OPEN_PORT, "supply northern_africa": NAVAL},
    ),
}


@pytest.mark.rule("other_side", "3.3.1b")
@pytest.mark.rule("other_side", "3.3.1c")
@pytest.mark.rule("other_side", "3.3.1d")
@pytest.mark.rule("other_side", "3.3.1e")
@pytest.mark.rule("other_side", "3.3.1f")
@pytest.mark.rule("other_side", "3.3.1g")
@pytest.mark.rule("other_side", "3.3.1h")
@pytest.mark.rule("other_side", "3.3.1i")
@pytest.mark.rule("other_side", "8.2a")
@pytest.mark.parametrize("name", sorted(SATELLITES))
def test_a_country_joins_the_axis(name: str) -> None:
    """All steps of the activation; for Vichy also E34: two Areas and no Army."""
    more, areas, army, pooled, rest = SATELLITES[name]
    g = position(**more)
    out = f"out {army}"
    left = look(g).get(out, 0)
    expected: Values = {f"country {name}": "satellite", **rest}
    for home, top in areas.items():
        expected[home] = "satellite"
        expected[f"axis {home}"] = top
        if army:
            expected[f"{home} {army}"] = 1
    if army:
        expected[f"pool {army}"] = pooled
        expected[out] = int(left) - len(areas) - pooled
    g, changed = after(lambda g: countries.activate_satellite(g, country(g, name)), **more)
    assert idle(g) and changed == expected
    assert all(g.axis_controls(area(g, home)) for home in areas)
    assert "Satellite of the Axis" in log(g)


@pytest.mark.rule("other_side", "3.3.1e")
@pytest.mark.rule("other_side", "2.3f")
def test_no_army_where_there_is_no_room() -> None:
    g, _ = after(
        lambda g: countries.activate_satellite(g, country(g, "hungary")),
        align={"hungary": "neutral 1"},
        armies={"hungary": "4 regular"},
    )
    assert units_at(g, "hungary") == "4 regular" and units_at(g, "pool") == "2 satellite_hungary"
    assert "none on the map" in log(g)


@pytest.mark.rule("other_side", "3.3.1e")
def test_no_armies_that_have_left_the_game() -> None:
    """After an armistice there are no cubes left for a second activation."""
    g = position(armies={"removed": "2 satellite_finland"})
    countries.activate_satellite(g, country(g, "finland"))
    assert units_at(g, "finland") == "" and units_at(g, "pool") == ""


@pytest.mark.rule("other_side", "3.3.1b")
def test_home_areas_that_are_not_neutral_stay_as_they_are() -> None:
    """R24; the landing example E17 needs the same for Vichy France."""
    align = {"northern_italy": "neutral 1", "libya": "western", "southern_italy": "disputed 1/2 western"}
    g, changed = after(lambda g: countries.activate_satellite(g, country(g, "italy")), align=align)
    assert changed["northern_italy"] == "satellite"
    assert not any(name in changed for name in ("libya", "southern_italy", "axis libya", "port libya"))
    assert units_at(g, "libya") == "" and units_at(g, "pool") == "3 satellite_italy"


@pytest.mark.rule("other_side", "3.3.1e")
def test_a_country_without_cubes_and_with_a_base() -> None:
    """R24: Greece hit by a landing; Crete becomes Axis-controlled."""
    _, changed = after(lambda g: countries.activate_satellite(g, country(g, "greece")))
    assert changed == {
        "country greece": "satellite",
        "greece": "satellite",
        "axis greece": 2,
        "crete": "occupied",
    }
    _, changed = after(
        lambda g: countries.activate_satellite(g, country(g, "greece")), align={"crete": "western"}
    )
    assert "crete" not in changed


# --- Western countries


@pytest.mark.rule("other_side", "3.4.1")
@pytest.mark.rule("other_side", "3.4.1a")
def test_a_neutral_country_joins_the_west() -> None:
    _, changed = after(lambda g: countries.activate_western(g, country(g, "greece")))
    assert changed == {"country greece": "western", "greece": "western", "ally greece": 1, "crete": "western"}
    g, changed = after(
        lambda g: countries.activate_western(g, country(g, "belgium_holland")),
        align={"belgium_holland": "neutral 1"},
        armies={"belgium_holland": "2 regular"},
    )
    # The Festung Sector makes it Disputed; the Armies simply stand there (R48).
    assert changed == {
        "country belgium_holland": "western",
        "belgium_holland": "disputed",
        "ally belgium_holland": 2,
    }
    assert units_at(g, "belgium_holland") == "2 regular"
    assert g.ally_side[area(g, "belgium_holland")] == WEST


@pytest.mark.rule("other_side", "3.4.1")
@pytest.mark.parametrize("now", ["western", "satellite", "occupied"])
def test_only_neutral_countries_are_activated(now: str) -> None:
    _, changed = after(lambda g: countries.activate_western(g, country(g, "greece")), align={"greece": now})
    assert changed == {}


# --- the USSR and the USA


@pytest.mark.rule("other_side", "7.1")
@pytest.mark.rule("other_side", "7.1a")
@pytest.mark.rule("other_side", "7.1b")
def test_the_ussr_enters_the_war() -> None:
    g, changed = after(countries.activate_ussr, set_up=True)
    homes = [a for a in range(g.t.n_areas) if g.t.country_of[a] == g.t.ussr]
    numbers = {g.t.area_number[a] for a in homes}
    assert numbers == set(range(5, 14))
    expected: Values = {"ussr": "war", "country ussr": "soviet"}
    for home in homes:
        first = g.t.area_number[home] == 5
        expected[g.t.space_id[home]] = "disputed" if first else "soviet"
        expected[f"ally {g.t.space_id[home]}"] = 2 if first else 1
        assert g.ally_side[home] == SOVIETS
    assert changed == expected
    assert g.axis[area(g, "baltic_states")] == 1 and g.at_war(SOVIETS)
    _, changed = after(countries.activate_ussr, align={"belarus": "soviet"}, tracks={"ussr": "war"})
    assert changed == {}  # once


@pytest.mark.rule("other_side", "7.1")
def test_a_marker_that_has_reached_war_activates_too() -> None:
    g = position(tracks={"ussr": "war"}, align={"baltic_states": "neutral 1"})
    countries.activate_ussr(g)
    assert g.align[area(g, "ukraine")] == SOVIET and g.ally[area(g, "baltic_states")] == 2


@pytest.mark.rule("other_side", "7.2")
@pytest.mark.rule("other_side", "7.2a")
def test_the_usa_enters_the_war() -> None:
    g, changed = after(countries.activate_usa, tracks={"usa": 3})
    assert changed == {"usa": "war"} and g.at_war(WEST) and "USA enters the war" in log(g)


# --- No Offensive markers


@pytest.mark.rule("other_side", "4.7.1e")
@pytest.mark.rule("other_side", "4.7.1c")
@pytest.mark.parametrize(
    ("box", "then", "years"),
    [
        ("new_year", "winter_ops", 0),
        ("winter_admin", "winter_ops", 0),
        ("winter_ops", "spring_ops", 0),
        ("spring_admin", "spring_ops", 0),
        ("summer_admin", "summer_ops_1", 0),
        ("summer_ops_1", "summer_ops_2", 0),
        ("summer_ops_2", "fall_ops", 0),
        ("fall_ops", "winter_ops", 1),
    ],
)
def test_the_next_operations_box(box: str, then: str, years: int) -> None:
    """R67."""
    for faction, field in ((WEST, "west_skips"), (SOVIETS, "soviet_skips")):
        g = position(year=1943, box=box)
        before = look(g)
        countries.no_offensive(g, faction, NONE)
        changed = changes(before, g)
        countries.no_offensive(g, faction, NONE)  # a second one is lost
        g.year, g.box = g.year + years, g.t.box_id.index(then)
        assert changed == changes(before, g) == {field: 1 << g.box_number()}
        assert ("of the new year" in log(g)) == (years == 1)


@pytest.mark.rule("other_side", "4.7.1e")
def test_no_offensive_in_an_area() -> None:
    g = position()
    ukraine, france = area(g, "ukraine"), area(g, "northern_france")
    countries.no_offensive(g, SOVIETS, ukraine)
    countries.no_offensive(g, WEST, france)
    assert g.no_soviet == 1 << ukraine and g.no_west == 1 << france
    assert g.west_skips == 0 and g.soviet_skips == 0
    assert "No Soviet Offensive in Ukraine." in log(g)
    assert "No Western Offensive in Northern France." in log(g)


# --- conquest


@pytest.mark.rule("other_side", "4.7.1a")
@pytest.mark.parametrize(
    ("card", "align", "expected"),
    [
        (
            "fall_weiss",
            {"poland": "disputed 3/4 western"},
            {"poland": "occupied", "axis poland": 4, "ally poland": 0, "resources": 8, "fanaticism": 6},
        ),
        (
            "marita",
            {"yugoslavia": "disputed 2/3 western", "greece": "occupied"},
            {"yugoslavia": "occupied", "axis yugoslavia": 3, "ally yugoslavia": 0},
        ),
        (
            "theseus",
            {"egypt": "occupied"},
            {"fanaticism": 6, "bonus turkey": 1},  # its resource counted before
        ),
    ],
)
def test_an_area_is_occupied(card: str, align: dict[str, str], expected: Values) -> None:
    """The success of a Military Directive."""
    g = position(align=align)
    before = look(g)
    effects.start(g, effects.OF_SUCCESS, directive(g, card))
    go_on(g)
    found = {name: value for name, value in changes(before, g).items() if not name.startswith("country ")}
    assert idle(g) and found == expected
    for name in align:
        assert g.country[g.t.country_of[area(g, name)]] == 1  # occupied


@pytest.mark.rule("other_side", "4.7.1c")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("felix", {"air_south": 4}),
        ("barbarossa_ii", {"fanaticism": 6, "soviet_skips": 1 << 27}),
        ("wacht_am_rhein", {"fanaticism": 6, "air_west": 4, "west_skips": 1 << 27}),
        ("edelweiss", {"fanaticism": 6, "resources": 8}),
    ],
)
def test_other_effects_of_success(card: str, expected: Values) -> None:
    """From the first Operations Phase of Summer 1941 to the second."""
    g, changed = after(lambda g: effects.start(g, effects.OF_SUCCESS, directive(g, card)))
    assert idle(g) and changed == expected


@pytest.mark.rule("other_side", "4.7.1a")
def test_occupation_clears_a_landing_and_brings_back_a_festung() -> None:
    """R22 and R33."""
    g = position(
        align={"denmark_norway": "western"},
        landings={"denmark_norway": 3},
        tracks={"landing_1": "map", "collapse": 2},
    )
    assert g.landing_markers[0] == ON_MAP
    countries.occupy(g, area(g, "denmark_norway"))
    assert g.landing[area(g, "denmark_norway")] == 0 and g.landing_markers[0] == g.year + 1
    assert g.collapse == 1 and g.axis[area(g, "denmark_norway")] == 4
    g = position(align={"great_britain": "western"})
    countries.occupy(g, area(g, "great_britain"))
    assert g.port[area(g, "great_britain")] == OPEN_PORT  # R20


BEFORE = {
    "belgium_holland": "occupied",
    "northern_france": "disputed 2/3 western",
    "southern_france": "disputed 1/2 western",
    "northern_africa": "western",
}


@pytest.mark.rule("other_side", "4.7.1b")
@pytest.mark.rule("other_side", "8.2")
@pytest.mark.rule("other_side", "8.2a")
def test_france_surrenders() -> None:
    g = position(align=BEFORE, tracks={"resources": 9})
    assert look(g)["country france"] == "western"
    before = look(g)
    effects.start(g, effects.OF_SUCCESS, directive(g, "fall_gelb"))
    go_on(g)
    assert idle(g) and changes(before, g) == {
        "france": "vichy",
        "country france": "neutral",
        "northern_france": "occupied",
        "axis northern_france": 4,
        "ally northern_france": 0,
        "southern_france": "neutral",
        "axis southern_france": 2,  # Metz
        "ally southern_france": 0,
        "northern_africa": "neutral",
        "ally northern_africa": 0,
        "resources": 10,
        "fanaticism": 7,
    }
    after_it = look(g)
    countries.france_surrenders(g)
    assert changes(after_it, g) == {}  # once


@pytest.mark.rule("other_side", "4.7.1b")
def test_what_the_surrender_puts_right() -> None:
    """Disks beyond Metz go back, a lost Belgium is won, and what the Axis held in Africa is Vichy's."""
    g = position(
        align={
            "belgium_holland": "disputed 1/2 western",
            "northern_france": "occupied",
            "southern_france": "occupied",
            "northern_africa": "disputed 1/2 western",
            "libya": "satellite",
        },
        armies={"northern_africa": "satellite_italy"},
        tracks={"resources": 9},
    )
    countries.france_surrenders(g)
    go_on(g)
    assert idle(g)
    assert g.axis[area(g, "southern_france")] == 2 and g.align[area(g, "southern_france")] == NEUTRAL
    assert g.axis[area(g, "belgium_holland")] == 3 and g.ally[area(g, "belgium_holland")] == 0
    assert g.axis[area(g, "northern_africa")] == 0 and g.align[area(g, "northern_africa")] == NEUTRAL
    assert units_at(g, "northern_africa") == "" and units_at(g, "libya") == "satellite_italy"
    assert g.resources == 9  # Northern France counted already
    g = position(
        align={**BEFORE, "southern_france": "western"},
        landings={"southern_france": 3},
        tracks={"collapse": 1, "landing_2": "map"},
    )
    countries.france_surrenders(g)
    assert g.collapse == 0 and g.axis[area(g, "southern_france")] == 2
    assert g.landing[area(g, "southern_france")] == 0


# --- changes of side


@pytest.mark.rule("other_side", "7b")
def test_romania_changes_sides() -> None:
    g = position(
        align={
            "romania_bulgaria": "disputed 2/3 soviet",
            "hungary": "satellite",
            "yugoslavia": "occupied",
            "ukraine": "soviet",
        },
        armies={
            "romania_bulgaria": "2 regular, satellite_romania_bulgaria",
            "hungary": "3 regular, satellite_romania_bulgaria",
            "yugoslavia": "2 regular",
        },
        pool="satellite_romania_bulgaria",
        heads={"romania_bulgaria": ["rommel"], "hungary": ["model"], "yugoslavia": ["von_weichs"]},
        countries={"romania_bulgaria": "satellite"},
    )
    g.fight = fight = CombatState(area(g, "hungary"))
    fight.units = sum(1 << unit for unit in g.at[area(g, "hungary")])
    countries.country_switches(g, country(g, "romania_bulgaria"), SOVIET)
    go_on(g)
    assert fight.units.bit_count() == 3  # a Combat goes on without the Romanians
    seen = look(g)
    assert seen["romania_bulgaria"] == "soviet" and seen["axis romania_bulgaria"] == 0
    assert seen["ally romania_bulgaria"] == 1 and g.ally_side[area(g, "romania_bulgaria")] == SOVIETS
    assert seen["country romania_bulgaria"] == "soviet"
    assert "pool satellite_romania_bulgaria" not in seen and "hungary satellite_romania_bulgaria" not in seen
    assert seen["removed satellite_romania_bulgaria"] == 4
    # German Armies withdraw as after a Retreat: one to each neighbour, as there is room.
    while not idle(g):
        answer(g, sorted(offered(g))[-1])
    assert units_at(g, "romania_bulgaria") == ""
    assert g.german[area(g, "hungary")] + g.german[area(g, "yugoslavia")] == 7


@pytest.mark.rule("other_side", "7b")
@pytest.mark.rule("other_side", "6.7.2c")
def test_a_country_leaves_the_war() -> None:
    g, changed = after(
        lambda g: countries.country_switches(g, country(g, "finland"), NEUTRAL),
        align={"finland": "satellite", "denmark_norway": "occupied"},
        armies={"finland": "reduced, satellite_finland"},
    )
    assert idle(g) and changed == {
        "country finland": "neutral",
        "finland": "neutral",
        "axis finland": 0,
        "finland reduced": 0,
        "denmark_norway reduced": 1,
        "finland satellite_finland": 0,
        "out satellite_finland": 0,
        "removed satellite_finland": 2,
    }


@pytest.mark.rule("other_side", "7b")
def test_a_change_of_side_costs_the_resource() -> None:
    _, changed = after(
        lambda g: countries.country_switches(g, country(g, "romania_bulgaria"), SOVIET),
        align={"romania_bulgaria": "satellite"},
        tracks={"resources": 9},
    )
    assert changed["resources"] == 8


@pytest.mark.rule("other_side", "7b")
@pytest.mark.rule("other_side", "2.4h")
def test_festung_sectors_and_lost_areas_in_a_change_of_side() -> None:
    """German soil stays German, what an Ally holds stays his."""
    _, changed = after(
        lambda g: countries.country_switches(g, country(g, "hungary"), SOVIET),
        align={"hungary": "satellite"},
        armies={"hungary": "regular"},
    )
    assert changed["hungary"] == "disputed" and changed["axis hungary"] == 1 and changed["ally hungary"] == 2
    _, changed = after(
        lambda g: countries.country_switches(g, country(g, "hungary"), NEUTRAL),
        align={"hungary": "satellite"},
    )
    assert changed["hungary"] == "neutral" and changed["axis hungary"] == 1 and "ally hungary" not in changed
    align = {"northern_italy": "neutral 1", "southern_italy": "western", "libya": "disputed 1/2 western"}
    g = position(align=align, landings={"libya": 3}, tracks={"landing_1": "map"})
    countries.country_switches(g, country(g, "italy"), NEUTRAL)
    assert g.align[area(g, "southern_italy")] == WESTERN and g.align[area(g, "libya")] == NEUTRAL
    assert g.landing[area(g, "libya")] == 0
