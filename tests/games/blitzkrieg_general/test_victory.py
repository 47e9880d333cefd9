"""Victory, surrender, draw."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import victory
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.testing import position


def checked(g: Board) -> Board:
    victory.check(g)
    return g


def scores(g: Board) -> tuple[float, ...]:
    assert g.result is not None
    return g.result.scores


@contextmanager
def lacking(g: Board, points: dict[int, int]) -> Iterator[None]:
    """For a while victory takes this number of points more than each side has."""
    needed = g.t.victory_points
    printed = needed[:]
    try:
        for side in (AXIS, ALLIES):
            needed[side] = economy.points_of(g, side) + points[side]
        yield
    finally:
        needed[:] = printed


@pytest.mark.rule("blitzkrieg_general", "B8.5")
@pytest.mark.rule("blitzkrieg_general", "A8.5")
def test_nobody_has_won_at_the_start() -> None:
    for scenario in ("s1939", "s1941"):
        assert checked(position(set_up=True, scenario=scenario)).result is None


@pytest.mark.rule("blitzkrieg_general", "B8.5a")
def test_the_axis_wins_with_three_conquered_majors() -> None:
    assert checked(position(conquered=["france", "china"])).result is None
    g = checked(position(conquered=["france", "china", "ussr"]))
    assert scores(g) == (1.0, 0.0)
    assert g.result is not None and g.result.rule == "B8.5a"
    assert g.result.text == "The Axis has conquered USSR, France and China."


@pytest.mark.rule("blitzkrieg_general", "B8.5b")
@pytest.mark.rule("blitzkrieg_general", "A8.5")
def test_the_allies_win_with_two_conquered_majors() -> None:
    assert checked(position(conquered=["italy"])).result is None
    g = checked(position(conquered=["italy", "japan"]))
    assert scores(g) == (0.0, 1.0)
    assert g.result is not None and g.result.rule == "B8.5b"


@pytest.mark.rule("blitzkrieg_general", "B8.5c")
def test_a_side_may_surrender() -> None:
    g = position()
    victory.surrender(g, ALLIES)
    assert scores(g) == (1.0, 0.0)
    g = position(players=8)
    victory.surrender(g, AXIS)
    assert scores(g) == tuple(0.0 if g.major_side[m] == AXIS else 1.0 for m in range(8))


@pytest.mark.rule("blitzkrieg_general", "B8.5d")
def test_economic_victory() -> None:
    assert position().t.victory_points == [81, 131]
    for points, result in (
        ({AXIS: 1, ALLIES: 1}, None),
        ({AXIS: 0, ALLIES: 1}, (1.0, 0.0)),
        ({AXIS: 1, ALLIES: 0}, (0.0, 1.0)),
        ({AXIS: 0, ALLIES: 0}, (0.5, 0.5)),
    ):
        g = position(set_up=True)
        with lacking(g, points):
            checked(g)
        assert (g.result.scores if g.result else None) == result


@pytest.mark.rule("blitzkrieg_general", "B8.5d")
def test_islands_without_production_count_for_those_at_war() -> None:
    g = position(set_up=True)
    before = economy.points_of(g, AXIS)
    bare = [a for a in g.t.areas_of[g.t.usa] if g.t.pacific_island[a] and not g.t.prod_left[a]]
    island = bare[0]
    g.set_control(island, g.t.japan)
    assert economy.points_of(g, AXIS) == before + 1
    g.set_control(island, g.t.trust)
    assert economy.points_of(g, AXIS) == before
    assert economy.points_of(position(set_up=True), ALLIES) == economy.points_of(g, ALLIES)


@pytest.mark.rule("blitzkrieg_general", "B8.5e")
def test_after_the_last_quarter_the_game_is_drawn() -> None:
    g = position()
    victory.draw(g)
    assert scores(g) == (0.5, 0.5)


@pytest.mark.rule("blitzkrieg_general", "A8.5a")
def test_world_conquest_needs_all_enemy_majors() -> None:
    conquered = ["france", "china", "ussr", "usa"]
    assert checked(position(conquered=conquered, memory={"world_conquest": 1})).result is None
    rich = position(set_up=True, memory={"world_conquest": 1})
    with lacking(rich, {AXIS: -1, ALLIES: 1}):
        assert checked(rich).result is None
    g = checked(position(conquered=[*conquered, "be"], memory={"world_conquest": 1}))
    assert scores(g) == (1.0, 0.0)


@pytest.mark.rule("blitzkrieg_general", "B1.0a")
def test_a_player_with_powers_of_both_sides_neither_wins_nor_loses() -> None:
    g = checked(position(players=1, conquered=["italy", "japan"]))
    assert scores(g) == (0.5,)


@pytest.mark.rule("blitzkrieg_general", "A9.10")
def test_a_side_of_few_majors_is_beaten_with_all_of_them() -> None:
    sides = {"italy": "allies", "japan": "allies"}
    g = checked(position(sides=sides, conquered=["germany"]))
    assert g.result is not None and g.result.rule == "B8.5b"
