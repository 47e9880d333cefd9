"""The Movement Segment: operational, strategic and air movement."""

from typing import Any

import pytest

from sandtable.games.other_side.components.state import AVAILABLE, TRANSIT, VACANCY, Board
from sandtable.games.other_side.rules.movement import movement
from sandtable.games.other_side.rules.movement.air_movement import AirMovement
from sandtable.games.other_side.rules.movement.movement import Operational, StrategicMovement
from sandtable.games.other_side.sequence import Sequence, open_operations, operations
from sandtable.games.other_side.testing import area, general, position, units_at
from tests.games.other_side.driving import answer, answers, begin, idle, log, offered, prompt, refused

EAST = {"poland": "occupied", "hungary": "satellite", "romania_bulgaria": "satellite"}


def operational(**more: Any) -> Board:
    """The first question of operational movement."""
    return begin(position(**more), Operational())


def strategic(**more: Any) -> Board:
    """The first question of strategic movement."""
    return begin(position(**more), StrategicMovement())


def air(**tracks: int) -> Board:
    """The first question of air movement, with these values."""
    values = {f"air_{name}": value for name, value in tracks.items()}
    return begin(position(tracks=values), AirMovement())


def move(g: Board, kind: str, origin: str, goal: str) -> Board:
    """An Army moves."""
    return answers(g, f"unit:{kind}@{origin}", f"area:{goal}")


# --- the Segment


@pytest.mark.rule("other_side", "4.2")
def test_three_kinds_of_movement_come_one_after_another() -> None:
    kinds = [type(step) for step in operations()]
    at = kinds.index(Operational)
    assert kinds[at : at + 3] == [Operational, StrategicMovement, AirMovement]
    assert len([kind for kind in kinds if kind in (Operational, StrategicMovement, AirMovement)]) == 3


@pytest.mark.rule("other_side", "4.2")
@pytest.mark.rule("other_side", "1.4d")
@pytest.mark.parametrize("step", [Operational(), StrategicMovement(), AirMovement()])
def test_the_head_of_operations_moves(step: Any) -> None:
    g = position(players=4, sections=[0, 2, 1, 3], align=EAST, armies={"hungary": "panzer"})
    begin(g, step)
    assert g.seats() == (2,)


@pytest.mark.rule("other_side", "4.2.1")
@pytest.mark.rule("other_side", "4.2.1a")
@pytest.mark.rule("other_side", "4.2b")
@pytest.mark.rule("other_side", "4.2.2")
@pytest.mark.rule("other_side", "4.2.2a")
@pytest.mark.rule("other_side", "4.2.3")
@pytest.mark.rule("other_side", "4.3a")
@pytest.mark.rule("other_side", "4.3b")
@pytest.mark.rule("other_side", "4.3c")
@pytest.mark.rule("other_side", "2.3f")
def test_example_movement_in_the_summer_of_1940() -> None:
    """E12: two Army Groups are dissolved and one of five Armies gathers at the Ruhr."""
    g = position(
        year=1940,
        align={
            "denmark_norway": "occupied",
            "belgium_holland": "neutral 1",
            "poland": "occupied",
            "hungary": "satellite",
        },
        armies={
            "denmark_norway": "panzer, 2 regular",
            "poland": "2 regular",
            "hungary": "satellite_hungary",
            "transit": "regular",
        },
        heads={"denmark_norway": ["von_rundstedt"], "poland": ["von_bock"]},
        tracks={"air_west": 3, "air_east": 4, "air_south": 2, "air_germany": 5},
    )
    begin(g, Operational(), StrategicMovement(), AirMovement())
    move(g, "panzer", "denmark_norway", "belgium_holland")
    assert g.where[general(g, "von_rundstedt")] != AVAILABLE
    move(g, "regular", "denmark_norway", "belgium_holland")
    assert g.where[general(g, "von_rundstedt")] == AVAILABLE
    assert refused(g, "unit:regular@denmark_norway").rule == "4.2b"
    move(g, "satellite_hungary", "hungary", "poland")
    answer(g, "button:done")
    move(g, "regular", "transit", "belgium_holland")
    for _ in range(2):
        answer(g, "unit:regular@poland")
        move(g, "regular", "transit", "belgium_holland")
    # All five actions are used: the step has closed by itself.
    assert isinstance(g.agenda[-1], AirMovement)
    answers(g, "air:east", "air:west", "air:east", "air:west")
    answer(g, "button:done")
    assert idle(g)
    assert units_at(g, "belgium_holland") == "panzer, 4 regular"
    assert units_at(g, "denmark_norway") == "regular"
    assert units_at(g, "poland") == "satellite_hungary"
    assert units_at(g, "transit") == ""
    assert g.where[general(g, "von_bock")] == AVAILABLE
    here = area(g, "belgium_holland")
    assert g.heads[2 * here : 2 * here + 2] == [VACANCY, VACANCY]
    assert g.air == bytes([2, 5, 2, 5])


# --- operational movement


@pytest.mark.rule("other_side", "4.2.1")
@pytest.mark.parametrize("value", [1, 2, 4])
def test_as_many_armies_of_a_front_move_as_its_air_control_says(value: int) -> None:
    g = operational(align=EAST, armies={"poland": "5 regular"}, tracks={"air_east": value})
    for n in range(value):
        assert f"Eastern Front {value - n}" in prompt(g).text
        move(g, "regular", "poland", "hungary" if n < 3 else "romania_bulgaria")
    assert idle(g)
    assert units_at(g, "poland") == ("regular" if value == 4 else f"{5 - value} regular")


@pytest.mark.rule("other_side", "4.2.1")
def test_an_army_moves_once() -> None:
    g = operational(align=EAST, armies={"hungary": "panzer, regular"}, tracks={"air_east": 5})
    move(g, "panzer", "hungary", "poland")
    assert "unit:panzer@poland" not in offered(g)
    assert refused(g, "unit:panzer@poland").text == "This Army has already moved."


@pytest.mark.rule("other_side", "4.2.1")
def test_an_army_that_has_moved_is_not_taken_for_one_of_its_kind_that_has_not() -> None:
    g = operational(align=EAST, armies={"hungary": "2 regular"}, tracks={"air_east": 5})
    units = g.at[area(g, "hungary")]
    answers(g, "unit:regular@hungary", "area:romania_bulgaria", "unit:regular@hungary")
    assert idle(g) is False
    answer(g, "area:romania_bulgaria")
    assert idle(g)
    assert {g.place[unit] for unit in units} == {area(g, "romania_bulgaria")}


@pytest.mark.rule("other_side", "4.2.1")
def test_among_armies_that_are_alike_who_has_moved_cannot_be_clicked() -> None:
    g = operational(align=EAST, armies={"hungary": "regular", "poland": "regular"}, tracks={"air_east": 5})
    (stayed,) = g.at[area(g, "poland")]
    (moved,) = g.at[area(g, "hungary")]
    move(g, "regular", "hungary", "poland")
    assert g.agenda[-1].allows(g, 0, g.ids.unit + stayed)
    assert not g.agenda[-1].allows(g, 0, g.ids.unit + moved)


def test_of_armies_that_are_alike_one_is_offered_and_any_may_be_clicked() -> None:
    armies = {"poland": "3 regular, panzer", "transit": "2 reduced"}
    for g, many in ((operational(align=EAST, armies=armies), 2), (strategic(align=EAST, armies=armies), 3)):
        assert len(g.choices(0)) == 1 + many
        for unit in g.at[area(g, "poland")]:
            assert g.agenda[-1].allows(g, 0, g.ids.unit + unit)
        assert not g.agenda[-1].allows(g, 0, g.ids.space + area(g, "poland"))


@pytest.mark.rule("other_side", "4.2.1a")
@pytest.mark.rule("other_side", "2.4h")
def test_armies_move_to_any_area_of_the_front_with_an_axis_disk() -> None:
    g = operational(
        align={
            "denmark_norway": "occupied",
            "spain": "disputed 1/2 western",
            "belgium_holland": "neutral 1",
            "northern_france": "western",
            "sweden": "neutral",
        },
        armies={"denmark_norway": "2 regular"},
    )
    answer(g, "unit:regular@denmark_norway")
    assert offered(g) == {"area:spain", "area:belgium_holland"}
    for name in ("northern_france", "sweden", "great_britain"):
        assert refused(g, f"area:{name}").rule == "4.2.1a"
    assert refused(g, "area:denmark_norway").text == "The Army is already there."


@pytest.mark.rule("other_side", "4.2.1b")
def test_nothing_moves_to_or_from_isolated_areas() -> None:
    g = operational(
        align=EAST, armies={"hungary": "regular", "poland": "2 regular"}, supply={"hungary": "isolated"}
    )
    assert refused(g, "unit:regular@hungary").rule == "4.2.1b"
    answer(g, "unit:regular@poland")
    assert offered(g) == {"area:romania_bulgaria"}
    assert refused(g, "area:hungary").rule == "4.2.1b"


@pytest.mark.rule("other_side", "4.2.1b")
@pytest.mark.rule("other_side", "2.3g")
def test_no_army_goes_to_a_base() -> None:
    align = {"greece": "occupied", "yugoslavia": "occupied", "crete": "occupied"}
    g = operational(align=align, armies={"greece": "2 regular"})
    answer(g, "unit:regular@greece")
    assert offered(g) == {"area:yugoslavia"}
    assert refused(g, "base:crete").text == "Armies cannot move to a Base."


@pytest.mark.rule("other_side", "4.2.1c")
def test_armies_cross_the_border_of_fronts_to_adjacent_areas_only() -> None:
    align = EAST | {"northern_italy": "occupied", "denmark_norway": "occupied", "yugoslavia": "occupied"}
    g = operational(
        align=align,
        armies={"poland": "3 regular", "hungary": "2 regular"},
        tracks={"italy": "occupation", "air_east": 3, "air_west": 1, "air_south": 1},
    )
    answer(g, "unit:regular@poland")
    assert offered(g) == {"area:hungary", "area:romania_bulgaria", "area:denmark_norway"}
    assert refused(g, "area:northern_italy").rule == "4.2.1c"
    answer(g, "area:denmark_norway")
    answer(g, "unit:regular@hungary")
    assert offered(g) == {"area:poland", "area:romania_bulgaria", "area:northern_italy", "area:yugoslavia"}
    answer(g, "area:northern_italy")
    # Both moves count against the East, whose third is left.
    assert "Eastern Front 1" in prompt(g).text and "Western Front 1" in prompt(g).text


@pytest.mark.rule("other_side", "4.2.1d")
def test_one_army_a_phase_uses_the_naval_supply_of_a_front() -> None:
    align = {"libya": "satellite", "northern_africa": "occupied", "egypt": "occupied"}
    align |= {"greece": "occupied", "turkey": "occupied"}
    g = operational(
        align=align,
        armies={"libya": "2 satellite_italy", "greece": "2 regular", "northern_africa": "regular"},
        supply={"libya": "naval", "northern_africa": "naval", "egypt": "naval"},
        tracks={"air_south": 5, "italy": "intervention"},
    )
    move(g, "satellite_italy", "libya", "egypt")  # out of one and into another: still one Army
    for unit in ("satellite_italy@libya", "regular@northern_africa"):
        assert refused(g, f"unit:{unit}").rule == "4.2.1d"
    answer(g, "unit:regular@greece")
    assert offered(g) == {"area:turkey"}
    assert refused(g, "area:northern_africa").rule == "4.2.1d"


@pytest.mark.rule("other_side", "4.2.1d")
def test_the_naval_limit_is_of_each_front_and_counts_strategic_movement_too() -> None:
    align = {"libya": "satellite", "great_britain": "disputed 1/2 western", "spain": "satellite"} | EAST
    g = position(
        align=align,
        armies={"libya": "2 satellite_italy", "great_britain": "2 regular", "hungary": "regular"},
        supply={"libya": "naval", "great_britain": "naval"},
        tracks={"air_south": 5, "air_west": 5, "air_germany": 5},
    )
    begin(g, Operational(), StrategicMovement())
    move(g, "regular", "great_britain", "spain")
    assert refused(g, "unit:regular@great_britain").rule == "4.2.1d"
    answers(g, "button:done", "unit:satellite_italy@libya")
    assert g.naval_moves == bytes([0, 1, 1])
    assert refused(g, "unit:satellite_italy@libya").rule == "4.2.1d"
    assert refused(g, "unit:regular@great_britain").rule == "4.2.1d"
    answers(g, "unit:regular@hungary", "unit:regular@transit")
    assert refused(g, "area:libya").rule == "4.2.1d"
    assert refused(g, "area:great_britain").rule == "4.2.1d"


@pytest.mark.rule("other_side", "4.2.1d")
def test_a_new_operations_phase_has_ships_again() -> None:
    g = position(
        align={"libya": "satellite", "southern_italy": "satellite"},
        armies={"libya": "2 satellite_italy"},
        supply={"libya": "naval"},
        tracks={"air_south": 3, "naval_moves": bytes([0, 0, 1])},
    )
    begin(g, Operational())
    assert idle(g)
    g = position(align={"libya": "satellite"}, tracks={"naval_moves": bytes([0, 1, 1])}, steps=[Sequence(0)])
    assert g.naval_moves == bytes(3)


@pytest.mark.rule("other_side", "4.2.1e")
def test_a_front_is_left_for_good() -> None:
    align = EAST | {"greece": "occupied", "yugoslavia": "occupied"}
    g = operational(
        align=align,
        armies={"hungary": "2 regular", "greece": "2 regular", "yugoslavia": "regular"},
        tracks={"air_east": 5, "air_south": 5},
    )
    move(g, "regular", "hungary", "poland")
    move(g, "regular", "greece", "yugoslavia")
    assert "unit:regular@hungary" not in offered(g)
    assert refused(g, "unit:regular@hungary").rule == "4.2.1e"
    assert "a Front cannot be activated twice" in refused(g, "unit:regular@hungary").text
    # An Army that came from the East over the border is of the South now, but has moved.
    assert "Eastern Front" not in prompt(g).text and "Southern Front 4" in prompt(g).text


@pytest.mark.rule("other_side", "4.2b")
@pytest.mark.rule("other_side", "1.3q")
def test_the_last_army_stays_with_partisans_only_in_occupied_areas() -> None:
    align = {"poland": "occupied", "ukraine": "disputed 1/2 soviet", "hungary": "satellite"}
    g = operational(
        align=align,
        armies={"poland": "satellite_hungary", "ukraine": "regular", "hungary": "regular"},
        tracks={"air_east": 5},
    )
    assert refused(g, "unit:satellite_hungary@poland").rule == "4.2b"
    # A Disputed Area may be left, and one without partisans.
    assert offered(g) == {"button:done", "unit:regular@ukraine", "unit:regular@hungary"}
    move(g, "regular", "hungary", "poland")
    assert "unit:satellite_hungary@poland" in offered(g)
    g = strategic(align=align, armies={"poland": "regular", "hungary": "regular"})
    assert refused(g, "unit:regular@poland").rule == "4.2b"


# --- stacking


@pytest.mark.rule("other_side", "4.2a")
@pytest.mark.rule("other_side", "2.3f")
def test_a_full_area_takes_an_army_if_another_can_leave_it_at_once() -> None:
    align = {"hungary": "satellite", "romania_bulgaria": "satellite"}
    g = operational(
        align=align,
        armies={"hungary": "2 regular, 2 reduced", "romania_bulgaria": "panzer"},
        heads={"hungary": ["von_bock"]},
        tracks={"air_east": 2},
    )
    move(g, "panzer", "romania_bulgaria", "hungary")
    # The step cannot be closed so: only what leaves the Area is offered.
    assert offered(g) == {"unit:regular@hungary", "unit:reduced@hungary"}
    assert refused(g, "button:done").rule == "4.2a"
    assert "Hungary is too full" in prompt(g).text
    move(g, "reduced", "hungary", "romania_bulgaria")
    assert idle(g)
    assert units_at(g, "hungary") == "panzer, 2 regular, reduced"
    assert g.heads[2 * area(g, "hungary")] == general(g, "von_bock")


@pytest.mark.rule("other_side", "4.2a")
def test_a_full_area_takes_nothing_if_nobody_could_leave_it() -> None:
    align = {"hungary": "satellite", "romania_bulgaria": "satellite"}
    full = {"hungary": "4 regular", "romania_bulgaria": "panzer"}
    g = operational(align=align, armies=full, tracks={"air_east": 1})
    assert refused(g, "unit:panzer@romania_bulgaria").rule == "4.2.1a"
    # So it is if those in it have moved, or if there is no other place for them.
    g = operational(align=align, armies=full, tracks={"air_east": 5, "moved": 0})
    for unit in g.at[area(g, "hungary")]:
        g.moved |= 1 << unit
    assert offered(g) == {"button:done"}
    assert refused(g, "unit:panzer@romania_bulgaria").rule == "4.2.1a"
    align |= {"poland": "occupied"}
    g = operational(align=align, armies=full, tracks={"air_east": 1})
    answer(g, "unit:panzer@romania_bulgaria")
    assert offered(g) == {"area:poland"}
    assert refused(g, "area:hungary").rule == "4.2a"


@pytest.mark.rule("other_side", "4.2a")
def test_strategic_movement_mends_a_full_area_too() -> None:
    g = strategic(
        align={"hungary": "satellite", "greece": "occupied"},
        armies={"hungary": "4 reduced", "transit": "panzer"},
        tracks={"air_germany": 2},
    )
    move(g, "panzer", "transit", "hungary")
    assert offered(g) == {"unit:reduced@hungary", "unit:panzer@hungary"}
    assert refused(g, "button:done").rule == "4.2a"
    answer(g, "unit:reduced@hungary")
    assert idle(g)
    g = strategic(
        align={"hungary": "satellite"},
        armies={"hungary": "4 reduced", "transit": "panzer"},
        tracks={"air_germany": 1},
    )
    assert refused(g, "unit:panzer@transit").rule == "4.2.2"


@pytest.mark.rule("other_side", "4.2a")
def test_a_full_area_with_naval_supply_takes_nothing() -> None:
    """The ship that brings the one cannot fetch the other."""
    g = strategic(
        align={"libya": "satellite"},
        armies={"libya": "3 satellite_italy", "transit": "panzer"},
        supply={"libya": "naval"},
        tracks={"air_germany": 5, "italy": "intervention"},
    )
    assert refused(g, "unit:panzer@transit").rule == "4.2.2"


@pytest.mark.rule("other_side", "4.2a")
@pytest.mark.rule("other_side", "4.2.1d")
def test_the_ships_of_another_front_are_no_way_out_of_a_full_area() -> None:
    """The Army that comes over the border of Fronts uses the Naval Supply through which another would go."""
    g = operational(
        align={"denmark_norway": "occupied", "finland": "satellite"},
        armies={"denmark_norway": "2 regular", "finland": "3 reduced"},
        supply={"denmark_norway": "naval"},
        tracks={"air_west": 2, "air_east": 2},
    )
    assert offered(g) == {"button:done", "unit:reduced@finland"}
    assert refused(g, "unit:regular@denmark_norway").rule == "4.2.1a"


@pytest.mark.rule("other_side", "8.1")
@pytest.mark.rule("other_side", "8.1a")
@pytest.mark.rule("other_side", "8.1b")
@pytest.mark.parametrize(("status", "many"), [("independence", 0), ("intervention", 1), ("occupation", 2)])
def test_the_status_of_italy_limits_german_armies(status: str, many: int) -> None:
    align = {"northern_italy": "satellite", "southern_italy": "satellite", "hungary": "satellite"}
    g = operational(
        align=align | {"greece": "occupied", "yugoslavia": "occupied"},
        armies={"hungary": "3 regular", "greece": "2 satellite_italy"},
        tracks={"italy": status, "air_east": 4, "air_south": 1},
    )
    for _ in range(many):
        move(g, "regular", "hungary", "northern_italy")
    answer(g, "unit:regular@hungary")
    if many < 2:
        assert refused(g, "area:northern_italy").rule == "8.1"
    answer(g, "area:yugoslavia")
    # The Armies of the country go where they like.
    answer(g, "unit:satellite_italy@greece")
    assert {"area:northern_italy", "area:southern_italy"} <= offered(g)


@pytest.mark.rule("other_side", "8.1a")
def test_the_one_german_army_in_italy_moves_on_or_changes_places() -> None:
    align = {"northern_italy": "satellite", "southern_italy": "satellite", "yugoslavia": "occupied"}
    # One is there: no other follows, but it may go on to another Italian Area, or change places.
    g = operational(
        align=align,
        armies={"yugoslavia": "3 regular", "southern_italy": "panzer"},
        tracks={"italy": "intervention", "air_south": 5},
    )
    assert refused(g, "unit:regular@yugoslavia").rule == "4.2.1a"
    answer(g, "unit:panzer@southern_italy")
    assert offered(g) == {"area:northern_italy", "area:yugoslavia"}
    answer(g, "area:yugoslavia")
    assert offered(g) == {"unit:regular@yugoslavia"}
    answer(g, "unit:regular@yugoslavia")
    assert offered(g) == {"area:northern_italy", "area:southern_italy"}
    # While Italy is independent there is no such exchange.
    g = operational(
        align=align,
        armies={"yugoslavia": "3 regular", "greece": "panzer"},
        tracks={"italy": "independence", "air_south": 5},
    )
    assert idle(g)


# --- strategic movement


@pytest.mark.rule("other_side", "4.2.2")
@pytest.mark.rule("other_side", "1.3t")
def test_armies_go_by_the_strategic_movement_space_to_another_front() -> None:
    align = EAST | {"denmark_norway": "occupied", "greece": "disputed 1/2 western", "sweden": "neutral"}
    g = strategic(align=align, armies={"hungary": "panzer"}, tracks={"air_germany": 3})
    answer(g, "unit:panzer@hungary")
    assert units_at(g, "transit") == "panzer"
    answer(g, "unit:panzer@transit")
    assert offered(g) == {"area:denmark_norway", "area:greece"}
    assert refused(g, "area:poland").rule == "4.2.2"  # the Front it has just left
    assert refused(g, "area:sweden").rule == "4.2.1a"
    answer(g, "area:greece")
    assert units_at(g, "greece") == "panzer"


@pytest.mark.rule("other_side", "4.2.2")
def test_who_waited_in_the_space_may_go_back_to_his_front() -> None:
    g = strategic(align=EAST, armies={"transit": "panzer"}, tracks={"air_germany": 3})
    answer(g, "unit:panzer@transit")
    assert offered(g) == {"area:poland", "area:hungary", "area:romania_bulgaria"}


@pytest.mark.rule("other_side", "4.2.2a")
@pytest.mark.parametrize("value", [1, 3])
def test_each_way_is_an_action_and_germany_says_how_many_there_are(value: int) -> None:
    g = strategic(
        align=EAST | {"denmark_norway": "occupied"},
        armies={"hungary": "4 regular"},
        tracks={"air_germany": value},
    )
    assert f"({value} action" in prompt(g).text
    answer(g, "unit:regular@hungary")
    if value == 3:
        move(g, "regular", "transit", "denmark_norway")
        assert "(1 action" in prompt(g).text
        answer(g, "unit:regular@hungary")
    assert idle(g)
    assert units_at(g, "transit") == "regular"


@pytest.mark.rule("other_side", "4.2.2b")
def test_strategic_movement_avoids_isolated_areas_and_bases() -> None:
    g = strategic(
        align=EAST | {"greece": "occupied", "crete": "occupied", "yugoslavia": "occupied"},
        armies={"greece": "2 regular", "hungary": "panzer"},
        supply={"greece": "isolated"},
        tracks={"air_germany": 5},
    )
    assert refused(g, "unit:regular@greece").rule == "4.2.1b"
    answers(g, "unit:panzer@hungary", "unit:panzer@transit")
    assert offered(g) == {"area:yugoslavia"}
    assert refused(g, "area:greece").rule == "4.2.1b"
    assert refused(g, "base:crete").text == "Armies cannot move to a Base."


@pytest.mark.rule("other_side", "4.2.2c")
@pytest.mark.rule("other_side", "1.3t")
def test_armies_may_stay_in_the_space_and_are_in_no_area_meanwhile() -> None:
    g = strategic(align=EAST, armies={"transit": "2 regular"}, tracks={"air_germany": 5})
    answer(g, "button:done")
    assert idle(g)
    assert units_at(g, "transit") == "2 regular"
    assert sum(len(stack) for stack in g.at) == 0 and sum(g.german) == 0


@pytest.mark.rule("other_side", "4.2.2d")
def test_satellite_armies_use_strategic_movement_to_the_east_only() -> None:
    g = strategic(
        align=EAST | {"southern_italy": "satellite", "denmark_norway": "occupied"},
        armies={"southern_italy": "satellite_italy", "hungary": "satellite_hungary"},
        tracks={"air_germany": 5},
    )
    answers(g, "unit:satellite_italy@southern_italy", "unit:satellite_italy@transit")
    assert offered(g) == {"area:poland", "area:hungary", "area:romania_bulgaria"}
    assert refused(g, "area:denmark_norway").rule == "4.2.2d"


@pytest.mark.rule("other_side", "4.2.2")
@pytest.mark.rule("other_side", "4.2.2d")
def test_a_satellite_army_of_the_east_may_wait_in_the_space_and_come_back_in_a_later_phase() -> None:
    g = strategic(
        align=EAST | {"denmark_norway": "occupied"},
        armies={"hungary": "2 satellite_hungary"},
        tracks={"air_germany": 5},
    )
    answer(g, "unit:satellite_hungary@hungary")
    refusal = refused(g, "unit:satellite_hungary@transit")
    assert refusal.rule == "4.2.2d" and "just come from the Eastern Front" in refusal.text
    answer(g, "button:done")
    open_operations(g)
    begin(g, StrategicMovement())
    answer(g, "unit:satellite_hungary@transit")
    assert offered(g) == {"area:poland", "area:hungary", "area:romania_bulgaria"}


@pytest.mark.rule("other_side", "4.2.2d")
def test_a_satellite_army_waits_while_the_east_has_no_room() -> None:
    g = strategic(
        align={"greece": "occupied"},
        armies={"transit": "satellite_italy, regular"},
        tracks={"air_germany": 2},
    )
    refusal = refused(g, "unit:satellite_italy@transit")
    assert refusal.text == "No Area of the Eastern Front can take this Satellite Army."


@pytest.mark.rule("other_side", "4.2a")
def test_a_full_eastern_area_of_satellites_takes_an_army_if_one_can_leave() -> None:
    for actions, possible in ((5, True), (1, False)):
        g = strategic(
            align={"hungary": "satellite"},
            armies={"hungary": "2 satellite_hungary, 2 satellite_italy", "transit": "panzer"},
            tracks={"air_germany": actions},
        )
        assert ("unit:panzer@transit" in offered(g)) == possible


@pytest.mark.rule("other_side", "4.2.2")
def test_armies_of_one_kind_in_the_space_differ_by_where_they_came_from() -> None:
    g = strategic(
        align=EAST | {"greece": "occupied"},
        armies={"transit": "regular", "hungary": "regular", "greece": "2 regular"},
        tracks={"air_germany": 5},
    )
    old = g.place.index(TRANSIT)
    answer(g, "unit:regular@hungary")
    answer(g, "unit:regular@greece")
    waiting = [choice - g.ids.unit for choice in g.choices(0) if g.place[choice - g.ids.unit] == TRANSIT]
    assert len(waiting) == 3 and old in waiting
    for unit in waiting:
        copy = g.copy()
        copy.apply(0, copy.ids.unit + unit)
        goals = {choice - copy.ids.space for choice in copy.choices(0)}
        fronts = {copy.t.front[goal] for goal in goals}
        assert fronts == ({0, 2} if unit == old else {2 - copy.origin[unit]})


# --- air movement


@pytest.mark.rule("other_side", "4.2.3")
def test_points_go_from_one_track_to_another() -> None:
    g = air(east=4, west=3, south=1, germany=4)
    assert offered(g) == {"button:done", "air:east", "air:west"}
    assert refused(g, "air:south").rule == "4.2.3"
    answer(g, "air:east")
    assert offered(g) == {"air:west", "air:south", "air:germany"}
    assert refused(g, "air:east").rule == "4.2.3"
    answer(g, "air:south")
    assert g.air == bytes([3, 3, 2, 4])
    # A track that has got a point gives none, and the other way round.
    assert refused(g, "air:south").text.endswith("It cannot give one up.")
    answer(g, "air:west")
    assert refused(g, "air:east").text.endswith("It cannot get one.")
    answer(g, "air:germany")
    answer(g, "button:done")
    assert idle(g) and g.air == bytes([3, 2, 2, 5])
    assert "Air/Naval Control of Germany +1: now 5." in log(g)


@pytest.mark.rule("other_side", "4.2.3")
def test_no_track_rises_above_its_end() -> None:
    g = air(east=3, west=5, south=5, germany=4)
    answer(g, "air:east")
    assert offered(g) == {"air:germany"}
    assert refused(g, "air:west").text.endswith("is already at 5.")
    # A track whose point nobody could take gives none.
    g = air(east=3, west=5, south=5, germany=5)
    assert offered(g) == {"button:done", "air:west", "air:south"}
    assert refused(g, "air:east").text == "No other track can take a point."


@pytest.mark.rule("other_side", "4.2.3a")
def test_germany_gives_no_points() -> None:
    g = air(east=2, west=1, south=1, germany=5)
    assert offered(g) == {"button:done", "air:east"}
    assert refused(g, "air:germany").rule == "4.2.3a"
    assert idle(air(east=1, west=1, south=1, germany=5))


def test_the_words_of_both_ends_of_a_move() -> None:
    g = strategic(align=EAST, armies={"hungary": "panzer"}, tracks={"air_germany": 1})
    answer(g, "unit:panzer@hungary")
    assert "Panzer Army moves from Hungary to the Strategic Movement space." in log(g)
    assert movement.overfull(g) == -1
