"""Research numbers, rolls and achievements."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import (
    ATOMIC_BOMB,
    RADAR,
    RESEARCH_IDS,
    RESEARCH_LOSSES,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy.research import Research, possible_achievements
from sandtable.games.blitzkrieg_general.testing import country, position

from .driving import answer, answers, begin, idle, log, offered, refused


def researching(**more: object) -> Board:
    """A position in which majors research."""
    return begin(position(**more), Research())  # type: ignore[arg-type]


@pytest.mark.rule("blitzkrieg_general", "A7.5")
def test_a_number_costs_two_and_is_bought_once_a_quarter() -> None:
    g = researching(points={"germany": 5})
    assert refused(g, "button:roll").rule == "A7.5a"
    answers(g, "button:number")
    assert (g.points[g.t.germany], g.numbers[g.t.germany]) == (3, 1)
    assert offered(g) == {"button:done", "button:roll"}
    assert refused(g, "button:number").rule == "A7.5"
    answer(g, "button:done")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.5")
@pytest.mark.parametrize(("points", "numbers", "asked"), [(1, 0, False), (2, 0, True), (9, 5, False)])
def test_who_can_buy_a_number(points: int, numbers: int, asked: bool) -> None:
    g = position(points={"germany": points}, numbers={"germany": numbers})
    g.achievements = bytes([127]) * g.t.n_majors  # nobody can roll
    begin(g, Research())
    assert idle(g) != asked


@pytest.mark.rule("blitzkrieg_general", "A7.5b")
@pytest.mark.rule("blitzkrieg_general", "A7.5c")
@pytest.mark.rule("blitzkrieg_general", "A7.5d")
def test_a_roll_up_to_the_numbers_succeeds_and_uses_them_up() -> None:
    g = researching(numbers={"germany": 3}, dice=[3])
    answer(g, "button:roll")
    assert "rolls 3 with 3 numbers: the research succeeds." in log(g)
    assert g.numbers[g.t.germany] == 0
    answer(g, "research:radar")
    assert g.has(g.t.germany, RADAR)
    assert not g.has(country(g, "italy"), RADAR)
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A7.5b")
@pytest.mark.rule("blitzkrieg_general", "A7.5c")
@pytest.mark.parametrize(("numbers", "roll"), [(3, 4), (5, 6), (1, 2)])
def test_a_higher_roll_fails_and_a_six_always(numbers: int, roll: int) -> None:
    g = researching(numbers={"germany": numbers}, dice=[roll])
    answer(g, "button:roll")
    assert idle(g)
    assert g.numbers[g.t.germany] == 0
    assert g.achievements[g.t.germany] == 0


@pytest.mark.rule("blitzkrieg_general", "A9.14")
@pytest.mark.parametrize(("numbers", "roll", "left"), [(4, 6, 2), (3, 4, 2), (1, 6, 0), (5, 6, 4)])
def test_with_the_option_a_failure_costs_the_difference(numbers: int, roll: int, left: int) -> None:
    g = researching(numbers={"germany": numbers}, dice=[roll], options=RESEARCH_LOSSES)
    answer(g, "button:roll")
    assert g.numbers[g.t.germany] == left
    g = researching(numbers={"germany": 5}, dice=[1], options=RESEARCH_LOSSES)
    answer(g, "button:roll")
    assert g.numbers[g.t.germany] == 0  # a success uses all up


@pytest.mark.rule("blitzkrieg_general", "A7.5d")
def test_each_fruit_is_had_once() -> None:
    g = researching(numbers={"germany": 5}, research={"germany": ["radar"]}, dice=[1])
    answer(g, "button:roll")
    assert "research:radar" not in offered(g)
    assert refused(g, "research:radar").rule == "A7.5d"


@pytest.mark.rule("blitzkrieg_general", "A7.5.2")
def test_the_atomic_bomb_comes_after_five_others() -> None:
    needed = ["air_combat", "long_range", "better_subs", "sonar", "radar"]
    g = researching(numbers={"usa": 5}, research={"usa": needed[:4]}, dice=[1])
    answer(g, "button:roll")
    assert refused(g, "research:atomic_bomb").rule == "A7.5.2"
    g = position(research={"usa": needed})
    assert ATOMIC_BOMB in possible_achievements(g, g.t.usa)
    assert [RESEARCH_IDS[f] for f in possible_achievements(g, g.t.usa)] == ["v_weapons", "atomic_bomb"]


@pytest.mark.rule("blitzkrieg_general", "A7.5a")
@pytest.mark.rule("blitzkrieg_general", "A7.0")
def test_all_buy_before_anybody_rolls_the_side_with_initiative_first() -> None:
    g = researching(
        points={"germany": 2, "usa": 2}, numbers={"germany": 1, "usa": 1}, memory={"last_initiative": 1}
    )
    assert g.seats() == (1,)
    answer(g, "button:number")
    assert g.seats() == (0,)
    answer(g, "button:number")
    assert (g.seats(), offered(g)) == ((1,), {"button:done", "button:roll"})


@pytest.mark.rule("blitzkrieg_general", "A7.5d")
def test_the_last_fruit_is_taken_without_asking() -> None:
    owned = [name for name in RESEARCH_IDS if name != "radar" and name != "atomic_bomb"]
    g = researching(numbers={"germany": 3}, research={"germany": owned}, dice=[3])
    answer(g, "button:roll")
    assert g.has(g.t.germany, RADAR)
    assert not g.has(g.t.germany, ATOMIC_BOMB)
    assert idle(g)
