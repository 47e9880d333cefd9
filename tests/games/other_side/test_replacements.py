"""Replacements: Wehrmacht, Luftwaffe, Strategic Warfare, Satellites."""

import pytest

from sandtable.games.other_side.components.state import VACANCY, Board
from sandtable.games.other_side.rules.production.replacements import (
    Luftwaffe,
    Satellites,
    Strategic,
    Wehrmacht,
)
from sandtable.games.other_side.testing import area, position, units_at
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused

BUTTONS = ("button:done", "button:pass")


def wehrmacht(
    points: int,
    armies: dict[str, str],
    pool: str,
    align: dict[str, str] | None = None,
    supply: dict[str, str] | None = None,
) -> Board:
    """The Wehrmacht's points with these Armies; Poland and Hungary are controlled, besides what is said."""
    whole = {"poland": "occupied", "hungary": "satellite", **(align or {})}
    g = position(
        box="summer_admin",
        align=whole,
        armies=armies,
        pool=pool,
        supply=supply,
        production={"wehrmacht": points},
    )
    return begin(g, Wehrmacht())


# --- Wehrmacht


@pytest.mark.rule("other_side", "3.1.2a")
@pytest.mark.rule("other_side", "3.1.2")
def test_a_reduced_army_is_deployed_where_the_axis_has_a_disk() -> None:
    g = wehrmacht(
        1,
        {},
        "2 reduced",
        align={"ukraine": "disputed 1/2 soviet", "belarus": "soviet", "belgium_holland": "neutral 1"},
    )
    # A Neutral Area with a Festung Sector takes Armies too (E04).
    assert offered(g) == {"area:poland", "area:hungary", "area:ukraine", "area:belgium_holland"}
    assert refused(g, "area:belarus").rule == "3.1.2a"
    assert refused(g, "area:finland").rule == "3.1.2a"
    assert refused(g, "base:malta").rule == "2.3g"
    answer(g, "area:belgium_holland")
    assert idle(g)
    assert units_at(g, "belgium_holland") == "reduced" and units_at(g, "pool") == "reduced"


@pytest.mark.rule("other_side", "3.1.2a")
@pytest.mark.rule("other_side", "2.3f")
def test_stacking_limits_hold_for_deployment() -> None:
    g = wehrmacht(1, {"hungary": "3 regular, satellite_hungary"}, "reduced", align={"greece": "occupied"})
    assert offered(g) == {"area:poland", "area:greece"}
    assert refused(g, "area:hungary").rule == "2.3f"


@pytest.mark.rule("other_side", "3.1.2b")
@pytest.mark.rule("other_side", "2.3e")
def test_a_reduced_army_becomes_a_regular_one() -> None:
    g = wehrmacht(1, {"poland": "reduced", "hungary": "reduced"}, "regular")
    assert offered(g) == {"unit:reduced@poland", "unit:reduced@hungary"}
    answer(g, "unit:reduced@hungary")
    assert units_at(g, "hungary") == "regular" and units_at(g, "poland") == "reduced"
    assert units_at(g, "pool") == "reduced"


@pytest.mark.rule("other_side", "3.1.2c")
def test_a_regular_army_becomes_a_panzer_army() -> None:
    g = wehrmacht(1, {"poland": "2 regular", "hungary": "regular"}, "panzer")
    assert offered(g) == {"unit:regular@poland", "unit:regular@hungary"}
    answer(g, "unit:regular@poland")
    assert units_at(g, "poland") == "panzer, regular" and units_at(g, "pool") == "regular"


@pytest.mark.rule("other_side", "3.1.2d")
def test_points_must_be_used() -> None:
    g = wehrmacht(2, {"poland": "regular"}, "panzer, reduced")
    for button in BUTTONS:
        assert refused(g, button).rule == "3.1.2d"
    assert prompt(g).rule == "3.1.2d" and "2 points left" in prompt(g).text
    # One thing possible: it is done.
    g = wehrmacht(1, {"poland": "reduced"}, "regular")
    assert idle(g) and units_at(g, "poland") == "regular"


@pytest.mark.rule("other_side", "3.1.2e")
def test_no_exchange_without_the_cube_and_none_downward() -> None:
    """E06: a Panzer Army is never split, whatever the Force Pool holds."""
    g = wehrmacht(1, {"poland": "panzer, regular", "hungary": "panzer"}, "regular, 3 reduced")
    assert offered(g) == {"area:poland", "area:hungary"}
    refusal = refused(g, "unit:panzer@poland")
    assert refusal.rule == "3.1.2e" and "cannot be exchanged" in refusal.text
    assert refused(g, "unit:regular@poland").rule == "3.1.2e"  # no Panzer Army in the pool
    g = wehrmacht(1, {"poland": "reduced, 2 regular", "hungary": "regular"}, "2 panzer")
    assert refused(g, "area:poland").rule == "3.1.2e"
    assert refused(g, "unit:reduced@poland").rule == "3.1.2e"


@pytest.mark.rule("other_side", "3.1.2f")
def test_isolated_areas_get_nothing() -> None:
    g = wehrmacht(
        1,
        {"poland": "2 regular", "hungary": "2 regular"},
        "panzer, reduced",
        supply={"poland": "isolated", "ukraine": "naval"},
        align={"ukraine": "occupied"},
    )
    assert offered(g) == {"area:hungary", "unit:regular@hungary", "area:ukraine"}
    assert refused(g, "area:poland").rule == "3.1.2f"
    assert refused(g, "unit:regular@poland").rule == "3.1.2f"


@pytest.mark.rule("other_side", "3.1.2")
def test_satellites_and_armies_off_the_map_are_not_improved() -> None:
    g = wehrmacht(1, {"poland": "2 regular, satellite_italy", "transit": "regular"}, "panzer, reduced")
    assert refused(g, "unit:satellite_italy@poland").rule == "3.1.2"
    assert refused(g, "unit:regular@transit").rule == "3.1.2a"
    assert refused(g, "unit:reduced@pool").rule == "3.1.2a"


@pytest.mark.rule("other_side", "3.1.2j")
def test_points_that_cannot_be_used_are_lost() -> None:
    g = wehrmacht(3, {"poland": "reduced"}, "regular")
    # Reduced to Regular, then the Reduced Army in the pool can be deployed again: one point is left.
    answer(g, "area:hungary")
    assert idle(g) and units_at(g, "hungary") == "reduced" and units_at(g, "poland") == "regular"
    assert "Lost and not used: 1 point of Wehrmacht Replacements" in log(g)
    again = begin(g, Wehrmacht(0))  # nothing is kept
    assert idle(again)


@pytest.mark.rule("other_side", "3.1.2k")
def test_two_grades_for_two_points_pass_through_the_pool() -> None:
    """R66: the first step needs a Regular cube; without one there is no way to a Panzer Army."""
    g = wehrmacht(2, {"poland": "reduced", "hungary": "reduced"}, "panzer, regular")
    answer(g, "unit:reduced@poland")
    assert units_at(g, "poland") == "regular" and units_at(g, "pool") == "panzer, reduced"
    answer(g, "unit:regular@poland")
    assert idle(g) and units_at(g, "poland") == "panzer" and units_at(g, "pool") == "regular, reduced"
    g = wehrmacht(2, {"poland": "reduced", "hungary": "reduced"}, "panzer")
    assert idle(g) and units_at(g, "poland") == "reduced" and units_at(g, "pool") == "panzer"


@pytest.mark.rule("other_side", "3.1a")
def test_a_second_german_army_brings_a_vacancy_and_no_marker_moves() -> None:
    g = wehrmacht(2, {"poland": "regular"}, "2 reduced")
    answers(g, "area:poland", "area:hungary")
    assert g.heads[2 * area(g, "poland")] == VACANCY  # adjusted at once
    assert g.production[0] == 2


def test_steps_can_be_saved() -> None:
    g = wehrmacht(2, {"poland": "regular"}, "2 reduced")
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == [2]
    g = begin(position(production={"luftwaffe": 2}), Luftwaffe())
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).pack() == [2]


# --- the example


@pytest.mark.rule("other_side", "3.1.2a")
@pytest.mark.rule("other_side", "3.1.2b")
@pytest.mark.rule("other_side", "3.1.2c")
@pytest.mark.rule("other_side", "3.1.2g")
@pytest.mark.rule("other_side", "3.1.2h")
@pytest.mark.rule("other_side", "3.1.2i")
@pytest.mark.rule("other_side", "3.1.2k")
@pytest.mark.rule("other_side", "3.1a")
def test_the_example_of_summer_1941() -> None:
    """E07, from the set-up of World War."""
    g = position(set_up=True, box="summer_admin", dice=["yellow hit", "yellow card", "yellow hit"])
    before = tuple(g.production)
    assert before[:3] == (3, 2, 1) and g.warfare == 3 and g.air[0] == 4
    g.agenda.clear()
    begin(g, Wehrmacht(), Luftwaffe(), Strategic(), Satellites())
    answers(g, "unit:reduced@poland", "unit:regular@poland", "unit:reduced@baltic_states")
    assert units_at(g, "poland") == "2 panzer, 3 regular"
    assert units_at(g, "baltic_states") == "3 regular"
    west = g.air[1]
    answers(g, "air:east", "air:west")
    assert g.air[0] == 5 and g.air[1] == west + 1
    assert g.warfare == 3 and "Lost and not used: 1 point of Strategic Warfare Replacements" in log(g)
    assert "yellow hit" in log(g) and "yellow card" in log(g)
    assert {"area:hungary", "area:romania_bulgaria"} <= offered(g)
    answer(g, "area:hungary")
    assert idle(g)
    assert units_at(g, "hungary") == "panzer, 2 regular, satellite_hungary"
    assert tuple(g.production) == before


# --- Luftwaffe


@pytest.mark.rule("other_side", "3.1.2g")
def test_each_luftwaffe_point_raises_one_track() -> None:
    tracks = {"air_east": 5, "air_west": 4, "air_south": 1, "air_germany": 4}
    g = begin(position(production={"luftwaffe": 3}, tracks=tracks), Luftwaffe())
    assert offered(g) == {"air:west", "air:south", "air:germany"}
    assert refused(g, "air:east").rule == "3.1.2g"
    assert refused(g, "area:poland").rule == "3.1.2g"
    assert prompt(g).rule == "3.1.2g"
    answers(g, "air:germany", "air:west")
    assert idle(g) and tuple(g.air) == (5, 5, 2, 5)  # the last point had one place to go


@pytest.mark.rule("other_side", "3.1.2g")
def test_luftwaffe_points_lapse_when_all_tracks_are_full() -> None:
    tracks = {"air_east": 5, "air_west": 5, "air_south": 5, "air_germany": 5}
    g = begin(position(production={"luftwaffe": 2}, tracks=tracks), Luftwaffe())
    assert idle(g) and tuple(g.air) == (5, 5, 5, 5)
    assert "Lost and not used: 2 points of Luftwaffe Replacements" in log(g)


# --- Strategic Warfare


@pytest.mark.rule("other_side", "3.1.2h")
@pytest.mark.parametrize(
    ("points", "at", "locked", "then", "lost"),
    [(2, 1, [4], 3, 0), (2, 2, [3], 2, 2), (2, 3, [4], 3, 2), (2, 3, [], 4, 1), (0, 1, [], 1, 0)],
)
def test_strategic_warfare_rises_up_to_a_locked_box(
    points: int, at: int, locked: list[int], then: int, lost: int
) -> None:
    tracks = {"warfare": at, "locked": locked}
    g = begin(position(production={"strategic_warfare": points}, tracks=tracks), Strategic())
    assert idle(g) and g.warfare == then
    assert (f"{lost} point" in log(g)) == (lost > 0)


# --- Satellites

ALLIES = {"poland": "occupied", "hungary": "satellite", "romania_bulgaria": "satellite"}
ITALIAN = {"northern_italy": "satellite", "southern_italy": "satellite", "libya": "satellite"}


def satellites(
    dice: list[str], pool: str, align: dict[str, str], armies: dict[str, str] | None = None
) -> Board:
    """The Satellites' roll."""
    g = position(align=align, pool=pool, dice=dice, armies=armies)
    return begin(g, Satellites())


@pytest.mark.rule("other_side", "3.1.2i")
def test_a_die_for_each_satellite_country_with_an_army_in_the_pool() -> None:
    pool = "2 satellite_hungary, satellite_romania_bulgaria, satellite_finland"
    # Finland is not a Satellite: there are two dice only.
    g = satellites(["yellow blank", "yellow hit"], pool, ALLIES)
    assert offered(g) == {"area:hungary", "area:romania_bulgaria"} and prompt(g).rule == "3.1.2m"
    answer(g, "area:romania_bulgaria")
    assert idle(g) and units_at(g, "romania_bulgaria") == "satellite_romania_bulgaria"


@pytest.mark.rule("other_side", "3.1.2i")
def test_nothing_comes_without_a_hit_or_without_armies() -> None:
    g = satellites(["yellow card"], "satellite_hungary", ALLIES)
    assert g.revealed > 0  # no way back behind the roll
    assert idle(g) and units_at(g, "hungary") == "" and "no Army is raised" in log(g)
    g = satellites([], "3 regular", ALLIES)  # no die is rolled
    assert idle(g) and log(g) == ""


@pytest.mark.rule("other_side", "3.1.2l")
def test_one_army_however_many_hits() -> None:
    g = satellites(["yellow hit"] * 2, "2 satellite_hungary, 2 satellite_romania_bulgaria", ALLIES)
    answer(g, "area:hungary")
    assert idle(g) and units_at(g, "pool") == "satellite_hungary, 2 satellite_romania_bulgaria"


@pytest.mark.rule("other_side", "3.1.2m")
def test_a_satellite_army_needs_a_home_area_with_land_supply_and_room() -> None:
    g = satellites(["yellow hit"], "2 satellite_italy", {**ALLIES, **ITALIAN})
    assert offered(g) == {"area:northern_italy", "area:southern_italy"}
    refusal = refused(g, "area:libya")
    assert refusal.rule == "3.1.2m" and "Land Supply" in refusal.text
    assert refused(g, "area:poland").rule == "3.1.2i"
    assert refused(g, "button:pass").rule == "3.1.2m"
    g = satellites(
        ["yellow hit"], "2 satellite_italy", ITALIAN, armies={"southern_italy": "3 satellite_italy"}
    )
    # Southern Italy is full, so there is one place left.
    assert idle(g) and units_at(g, "northern_italy") == "satellite_italy"
    full = {"southern_italy": "3 satellite_italy", "hungary": "4 regular"}
    g = satellites(["yellow hit"], "satellite_hungary", {**ALLIES, **ITALIAN}, armies=full)
    assert idle(g) and units_at(g, "pool") == "satellite_hungary" and "No Home Area" in log(g)
    pool = "satellite_hungary, 2 satellite_italy"
    g = satellites(["yellow hit"] * 2, pool, {**ALLIES, **ITALIAN}, armies={"hungary": "4 regular"})
    assert offered(g) == {"area:northern_italy", "area:southern_italy"}
    assert refused(g, "area:hungary").rule == "2.3f"


@pytest.mark.rule("other_side", "3.1.2m")
def test_the_head_of_operations_decides() -> None:
    g = position(
        players=4,
        sections=[3, 2, 1, 0],
        align=ALLIES,
        pool="satellite_hungary, satellite_romania_bulgaria",
        dice=["yellow hit", "yellow hit"],
    )
    begin(g, Satellites())
    assert g.seats() == (2,)
