"""Lines of communication [3.5] and Naval Transport Capacity [3.6]."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, POOL
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import lines_of_communication, recovery
from sandtable.games.on_to_berlin.rules.lines_of_communication import Capacity, Excess
from sandtable.games.on_to_berlin.rules.recovery import all_nations
from sandtable.games.on_to_berlin.testing import area, country, position, unit_at, units_at
from tests.games.on_to_berlin.driving import begin, idle, refused

EXAMPLES = {
    row["id"]: row
    for row in tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))[
        "examples"
    ]
}


def example_position(example: dict[str, Any]) -> Board:
    """The position of a worked example."""
    rows = example["position"]
    return position(
        units={
            row["area"]: ", ".join([f"{u['count']} {u['unit']}" for u in row["units"]])
            for row in rows
            if row["units"]
        },
        control={row["area"]: row["controller"] for row in rows},
        axis=example["at_war_axis"],
        allied=example["at_war_allied"],
    )


def has_line(g: Board, start: str, *goals: str, side: int = AXIS) -> bool:
    """Whether a unit in an area has a line to one of these areas."""
    return lines_of_communication.loc(g, side, area(g, start), [area(g, goal) for goal in goals])


# --- lines of communication


@pytest.mark.rule("on_to_berlin", "3.5")
@pytest.mark.rule("on_to_berlin", "3.5a")
@pytest.mark.rule("on_to_berlin", "3.5b")
@pytest.mark.rule("on_to_berlin", "3.5e")
@pytest.mark.rule("on_to_berlin", "3.5f")
@pytest.mark.parametrize("name", ["ex_loc_paris", "ex_loc_lorraine"])
def test_the_examples_of_paris_and_lorraine(name: str) -> None:
    example = EXAMPLES[name]
    g = example_position(EXAMPLES[example.get("position_of", name)])
    query, expect = example["query"], example["expect"]
    start = query["from"]
    homes = [g.t.area_id[a] for a in recovery.homes(g, country(g, query["nation"]))]
    assert has_line(g, start, *homes) == expect["loc_to_friendly_home_land"]
    assert has_line(g, start, "ruhr") == expect["loc_to_friendly_resource"]
    near = [g.t.area_id[a] for a in g.t.near[area(g, start)]]
    if expect["loc_to_friendly_resource"]:
        assert expect["nearest_home_land"] in near and expect["path"][1] in near
    for blocked in expect.get("blocked_via", []):
        assert blocked in near and g.held[area(g, blocked)] != AXIS
        g.set_control(area(g, blocked), country(g, "ge"))
    if expect.get("blocked_via"):
        assert has_line(g, start, "ruhr")  # with those areas there would be a line


@pytest.mark.rule("on_to_berlin", "3.5a")
@pytest.mark.parametrize("between", ["po", "su", ""])
def test_lines_run_only_through_friendly_areas(between: str) -> None:
    """An enemy's, a Neutral nation's and nobody's area all stop a line."""
    control = {"warsaw": between, "brest": "ge", "galicia": "po", "minsk": "po", "kiev": "po"}
    g = position(control=control)
    assert not has_line(g, "brest", "berlin")
    assert has_line(g, "brest", "brest") and not has_line(g, "berlin", "brest")
    g.set_control(area(g, "warsaw"), country(g, "ge"))
    assert has_line(g, "brest", "berlin")


@pytest.mark.rule("on_to_berlin", "3.5a")
@pytest.mark.rule("on_to_berlin", "3.5f")
def test_the_goal_must_be_friendly_too() -> None:
    g = position(control={"berlin": "uk"})
    assert not has_line(g, "czechoslovakia", "berlin") and not has_line(g, "berlin", "berlin")
    assert has_line(g, "berlin", "ruhr")


@pytest.mark.rule("on_to_berlin", "3.5b")
def test_a_line_may_begin_in_any_area() -> None:
    g = position()
    for start in ("warsaw", "switzerland", "north_sea"):  # enemy, Neutral, enemy sea
        assert has_line(g, start, "ruhr", "berlin")
    assert not has_line(g, "brest", "berlin")  # one area further


@pytest.mark.rule("on_to_berlin", "3.5c")
def test_enemy_units_do_not_stop_a_line() -> None:
    units = {"southern_germany": "5 uk_lf, 2 uk_af", "baltic_sea": "3 uk_nf"}
    g = position(units=units, control={"warsaw": "ge", "brest": "ge"})
    assert has_line(g, "lorraine", "ruhr") and has_line(g, "austria", "ruhr")
    assert has_line(g, "finland", "berlin")  # over a sea with enemy ships, which Germany controls


@pytest.mark.rule("on_to_berlin", "3.5d")
def test_recovery_lines_need_no_ships() -> None:
    g = position(units={"norway": "ge_lf spent"}, control={"norway": "ge"})
    begin(g, all_nations(AXIS, False))
    assert units_at(g, "norway") == "ge_lf"  # over the Baltic, where no ship is


@pytest.mark.rule("on_to_berlin", "15.7.1a")
def test_the_canal_is_a_border_for_the_allies_while_they_hold_egypt() -> None:
    closed = {"eastern_mediterranean": "it", "central_mediterranean": "it", "western_mediterranean": "it"}
    g = position(axis=("ge", "it"), control=closed)
    assert has_line(g, "middle_east", "london", side=ALLIED)  # by the canal and the Central Atlantic
    g = position(axis=("ge", "it"), control=closed | {"egypt": "it"})
    assert not has_line(g, "middle_east", "london", side=ALLIED)
    assert not has_line(g, "central_atlantic", "middle_east", side=ALLIED)
    g = position(control={"central_atlantic": "ge", "western_france": "ge", "egypt": "ge"})
    assert not has_line(g, "egypt", "western_france")  # never for the Axis


# --- capacity


@pytest.mark.rule("on_to_berlin", "3.6")
@pytest.mark.rule("on_to_berlin", "3.6a")
@pytest.mark.rule("on_to_berlin", "3.6f")
@pytest.mark.parametrize(
    ("ships", "whole", "doubled"),
    [
        ("2 uk_nf", 2, 4),
        ("uk_nf, uk_cv", 2, 4),
        ("2 uk_nf, 1 uk_nf spent", 2, 5),
        ("1 uk_nf spent", 0, 1),
        ("uk_cv spent, uk_nf spent", 1, 2),
        ("2 ge_nf", 0, 0),
    ],
)
def test_each_fresh_ship_carries_one_unit_and_a_spent_one_half(ships: str, whole: int, doubled: int) -> None:
    g = position(units={"english_channel": ships})
    sea = area(g, "english_channel")
    assert lines_of_communication.room_at_sea(g, ALLIED, sea) == whole  # [R6]
    assert lines_of_communication.room_at_sea(g, ALLIED, sea, 2) == doubled


@pytest.mark.rule("on_to_berlin", "3.6f")
@pytest.mark.rule("on_to_berlin", "15.1a")
def test_submarines_carry_nothing() -> None:
    g = position(units={"baltic_sea": "ge_nf, 2 ge_ss"})
    assert lines_of_communication.room_at_sea(g, AXIS, area(g, "baltic_sea")) == 1


@pytest.mark.rule("on_to_berlin", "3.6b")
def test_units_at_sea_take_room() -> None:
    g = position(units={"north_sea": "3 uk_nf, uk_lf, uk_af, ge_lf"})
    assert lines_of_communication.room_at_sea(g, ALLIED, area(g, "north_sea")) == 1
    assert lines_of_communication.room_at_sea(g, ALLIED, area(g, "north_sea"), 2) == 4


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_the_owner_chooses_what_the_ships_cannot_carry() -> None:
    g = position(units={"north_sea": "uk_nf, uk_nf spent, 2 uk_lf, uk_af, uk_lf spent"}, side="axis")
    begin(g, Capacity())
    step = g.agenda[-1]
    assert isinstance(step, Excess) and g.seats() == (ALLIED,)
    choices = g.choices(ALLIED)
    infantry, force = unit_at(g, "uk_lf", "north_sea"), unit_at(g, "uk_af", "north_sea")
    tired = unit_at(g, "uk_lf", "north_sea", spent=True)
    assert choices == [g.ids.unit + unit for unit in (infantry, tired, force)]  # alike ones once
    assert step.allows(g, ALLIED, g.ids.unit + unit_at(g, "uk_lf", "north_sea", 1))
    assert "3 units" in step.prompt(g, ALLIED).text and step.prompt(g, ALLIED).rule == "3.6d"
    g.apply(ALLIED, g.ids.unit + force)
    assert g.place[force] == POOL and not idle(g)
    g.apply(ALLIED, g.ids.unit + infantry)
    assert not idle(g)  # one fresh and one spent unit: still a choice
    g.apply(ALLIED, g.ids.unit + unit_at(g, "uk_lf", "north_sea", spent=False))
    assert idle(g) and units_at(g, "north_sea") == "uk_lf spent, uk_nf, uk_nf spent"
    assert g.log is not None and [event.rule for event in g.log.events] == ["3.6d"] * 3


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_refusals_while_units_are_chosen() -> None:
    g = position(units={"north_sea": "uk_nf, uk_lf, uk_af, ge_lf, ge_nf", "london": "uk_lf"})
    begin(g, Capacity())
    first = g.ids.unit
    for unit in (
        unit_at(g, "uk_nf", "north_sea"),
        unit_at(g, "uk_lf", "london"),
        unit_at(g, "ge_lf", "north_sea"),
    ):
        assert refused(g, first + unit).rule == "3.6d"
    assert refused(g, AREA).rule == "3.6d" and refused(g, 1).rule == "3.6d"
    step = g.agenda[-1]
    again = Excess.unpack(step.pack())
    assert isinstance(again, Excess) and again.choices(g, ALLIED) == g.choices(ALLIED)


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_nothing_is_asked_where_there_is_no_choice() -> None:
    g = position(units={"north_sea": "uk_nf, 3 uk_lf", "baltic_sea": "ge_lf, ge_tf", "london": "4 uk_lf"})
    begin(g, Capacity())
    assert idle(g)
    assert units_at(g, "north_sea") == "uk_lf, uk_nf"  # alike: any two
    assert units_at(g, "baltic_sea") == ""  # no ship: all of them
    assert units_at(g, "london") == "4 uk_lf"


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_ships_that_are_lost_or_spent_cost_their_passengers() -> None:
    g = position(units={"north_sea": "2 uk_nf, 2 uk_lf"})
    begin(g, Capacity())
    assert units_at(g, "north_sea") == "2 uk_lf, 2 uk_nf"
    g.spend(unit_at(g, "uk_nf", "north_sea"))
    begin(g, Capacity())
    assert units_at(g, "north_sea") == "uk_lf, uk_nf spent, uk_nf"  # one and a half
    g.destroy(unit_at(g, "uk_nf", "north_sea", spent=False))
    begin(g, Capacity())
    assert units_at(g, "north_sea") == "uk_nf spent"


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_the_active_side_loses_its_units_first() -> None:
    units = {"north_sea": "ge_nf, ge_lf, ge_tf, uk_nf, uk_lf, uk_tf", "baltic_sea": "ge_nf, ge_lf, ge_tf"}
    for side, order in (("axis", (0, 0, 1)), ("allied", (1, 0, 0))):
        g = position(units=units, side=side)
        begin(g, Capacity())
        asked = []
        while not idle(g):
            asked.append(g.seats()[0])
            g.apply(g.seats()[0], g.choices(g.seats()[0])[0])
        assert tuple(asked) == order  # [R47]
