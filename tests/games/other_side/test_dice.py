"""Combat dice: Hits, re-rolls, turned dice, who rolls; the Combat deck."""

from typing import Any

import pytest

from sandtable.engine.step import Step
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.effect_types import (
    ALLIED_DICE,
    AXIS_DICE,
    BLACK,
    BLANK,
    BLUE,
    CARD,
    GREY,
    HIT,
    PLANE,
    RED,
    TANK,
    WHITE,
    YELLOW,
)
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.combat import combat_dice as combat_dice
from sandtable.games.other_side.testing import deck, general, position
from tests.games.other_side.driving import answer, answers, go_on, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import a_fight, dice, fight, shown


def battle(where: str = "ukraine", align: str = "disputed 1/2 soviet", **more: Any) -> Board:
    """A Combat in Ukraine, in Plains."""
    g = position(align={where: align}, **more)
    a_fight(g, where)
    return g


# --- Hits


@pytest.mark.rule("other_side", "6.3")
@pytest.mark.rule("other_side", "6.4")
@pytest.mark.parametrize(
    ("rolled", "plains", "elsewhere"),
    [
        (("black tank",), 2, 1),
        (("grey hit", "white hit", "yellow hit"), 3, 3),
        (("red plane", "red card", "red blank"), 0, 0),
        (("red tank", "red hit"), 3, 2),
    ],
)
def test_a_tank_counts_twice_in_plains(rolled: tuple[str, ...], plains: int, elsewhere: int) -> None:
    g = battle("ukraine", "disputed 1/2 soviet")
    assert combat_dice.hits(g, dice(*rolled), ALLIED_DICE) == plains
    g = battle("ukraine", "disputed 2/3 soviet")  # a River
    assert combat_dice.hits(g, dice(*rolled), ALLIED_DICE) == elsewhere


@pytest.mark.rule("other_side", "6.3")
def test_a_festung_sector_is_no_plains() -> None:
    g = battle("poland", "disputed 1/2 soviet")
    assert combat_dice.hits(g, dice("red tank"), ALLIED_DICE) == 1


def test_cards_change_hits_but_never_below_nothing() -> None:
    g = battle()
    fight(g).axis_hits, fight(g).allied_hits = 1, -2
    assert combat_dice.hits(g, dice("grey hit"), AXIS_DICE) == 2
    assert combat_dice.hits(g, dice("red hit"), ALLIED_DICE) == 0


def test_at_a_base_no_tank_counts_twice() -> None:
    g = position(align={"crete": "western"})
    f = a_fight(g, "greece")
    f.area = g.t.space_index["crete"]
    assert combat_dice.hits(g, dice("black tank"), AXIS_DICE) == 1


@pytest.mark.rule("other_side", "6.4c")
def test_colours_of_armies() -> None:
    kinds = (const.PANZER, const.REGULAR, const.REDUCED, const.SATELLITES, const.SATELLITES + 1)
    assert [combat_dice.die_of_army(kind, False) for kind in kinds] == [BLACK, GREY, WHITE, YELLOW, YELLOW]
    assert [combat_dice.die_of_army(kind, True) for kind in kinds] == [GREY, WHITE, WHITE, YELLOW, YELLOW]
    assert (combat_dice.die_of(const.WEST), combat_dice.die_of(const.SOVIETS)) == (BLUE, RED)


def test_a_roll_cannot_be_taken_back() -> None:
    g = position(dice=["blue plane"])
    assert shown([combat_dice.roll(g, BLUE)]) == ["blue plane"]
    assert g.revealed == 1


@pytest.mark.rule("other_side", "6.3j")
def test_who_rolls() -> None:
    g = battle(players=4, sections=[0, 3, 0, 0], owners={"strauss": 1, "von_bock": 2})
    assert combat_dice.roller(g) == 3
    fight(g).head = general(g, "von_bock")
    assert combat_dice.roller(g) == 2
    fight(g).leading = general(g, "strauss")
    assert combat_dice.roller(g) == 1
    g.fight = None
    assert combat_dice.roller(g) == 3


# --- the deck


@pytest.mark.rule("other_side", "2.1d")
def test_the_used_pile_becomes_the_deck_with_the_last_card() -> None:
    g = position(dice=[("index", n) for n in (2, 0, 1)])
    deck(g, combat=[5, 9])
    nine, five = g.combat_deck[-2:]
    g.combat_deck = [nine, five]
    g.combat_used = [0]
    card = combat_dice.draw_combat(g)
    assert card == five
    combat_dice.use_combat(g, card)
    assert (g.combat_deck, g.combat_used) == ([nine], [0, five])
    combat_dice.use_combat(g, combat_dice.draw_combat(g))
    assert g.combat_deck == [nine, 0, five] and g.combat_used == []
    assert "shuffled" in log(g)


# --- rolling again


@pytest.mark.rule("other_side", "6.4")
def test_the_roller_chooses_which_blanks_to_roll_again() -> None:
    g = battle(dice=["black tank", "white blank"])
    fight(g).axis = dice("black blank", "white blank", "white blank", "grey hit")
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 2)
    go_on(g)
    assert offered(g) == {"die:1", "die:2", "button:done"}
    assert "blank" in prompt(g).text
    answer(g, "die:1")
    assert offered(g) == {"die:2", "button:done"}
    answer(g, "die:2")
    assert idle(g)  # two is all the rule allows, and the second die is blank again
    assert shown(fight(g).axis) == ["black tank", "white blank", "white blank", "grey hit"]
    assert fight(g).rerolled == 0b11
    assert "black blank becomes black tank" in log(g)


@pytest.mark.rule("other_side", "6.4")
def test_a_die_is_rolled_again_once_by_one_rule() -> None:
    g = battle(dice=["white blank", "white blank"])
    fight(g).axis = dice("white blank", "grey blank")
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 3)
    go_on(g)
    answer(g, "die:1")
    assert offered(g) == {"die:2", "button:done"}
    assert "already" in refused(g, "die:1").text
    assert "blank" in refused(g, "die:7").text
    answer(g, "button:done")
    assert idle(g)


def test_a_favour_may_be_declined_and_nothing_is_asked_for_nothing() -> None:
    g = battle(dice=[])
    fight(g).axis = dice("white blank", "grey hit")
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 2)
    answer(go_on(g), "button:done")
    assert idle(g)
    fight(g).axis = dice("grey hit")
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 2)
    assert idle(go_on(g))


@pytest.mark.rule("other_side", "6.3")
def test_allied_blanks_are_rolled_again_without_asking() -> None:
    g = battle(dice=["red hit", "red tank"])
    fight(g).allied = dice("red blank", "red hit", "red blank", "red blank")
    combat_dice.ask_reroll(g, ALLIED_DICE, BLANK, 2)
    assert idle(go_on(g))
    assert shown(fight(g).allied) == ["red hit", "red hit", "red tank", "red blank"]
    assert fight(g).rerolled == 0


def test_axis_hits_rolled_again_differ_by_colour() -> None:
    g = battle(dice=["white blank"])
    fight(g).axis = dice("black hit", "white hit")
    combat_dice.ask_reroll(g, AXIS_DICE, HIT, 1)
    go_on(g)
    assert offered(g) == {"die:1", "die:2"}
    answer(g, "die:2")
    assert idle(g) and shown(fight(g).axis) == ["black hit", "white blank"]


def test_allied_hits_rolled_again_are_a_favour() -> None:
    assert combat_dice.Reroll(ALLIED_DICE, TANK, 1, 0).wanted()
    assert combat_dice.Reroll(ALLIED_DICE, PLANE, 1, 0).wanted()
    assert combat_dice.Reroll(AXIS_DICE, CARD, 1, 0).wanted()
    assert not combat_dice.Reroll(AXIS_DICE, TANK, 1, 0).wanted()


# --- turned dice


@pytest.mark.rule("other_side", "6.4")
def test_dice_are_turned() -> None:
    g = battle()
    fight(g).axis = dice("grey blank", "black blank", "black blank")
    combat_dice.ask_convert(g, AXIS_DICE, BLACK, BLANK, HIT, 1)
    assert idle(go_on(g))
    assert shown(fight(g).axis) == ["grey blank", "black hit", "black blank"]
    assert "Turned" in log(g)


@pytest.mark.rule("other_side", "6.3")
def test_allied_dice_are_turned_too() -> None:
    g = battle()
    fight(g).allied = dice("red blank", "red tank", "red tank")
    combat_dice.ask_convert(g, ALLIED_DICE, const.NONE, TANK, BLANK, 1)
    assert idle(go_on(g))
    assert shown(fight(g).allied) == ["red blank", "red blank", "red tank"]


def test_turning_more_dice_than_there_are() -> None:
    g = battle()
    fight(g).axis = dice("black tank", "grey hit", "black tank")
    combat_dice.ask_convert(g, AXIS_DICE, const.NONE, TANK, HIT, 9)
    assert idle(go_on(g))
    assert shown(fight(g).axis) == ["black hit", "grey hit", "black hit"]


def test_the_roller_says_which_of_different_dice_is_turned() -> None:
    g = battle()
    fight(g).axis = dice("grey blank", "black blank")
    combat_dice.ask_convert(g, AXIS_DICE, const.NONE, BLANK, HIT, 1)
    go_on(g)
    assert offered(g) == {"die:1", "die:2"}
    assert prompt(g).rule == "6.4"
    assert "blank" in refused(g, "die:5").text
    answers(g, "die:2")
    assert idle(g) and shown(fight(g).axis) == ["grey blank", "black hit"]


def test_outside_a_combat_no_die_is_touched() -> None:
    g = position(dice=[])
    combat_dice.ask_convert(g, AXIS_DICE, const.NONE, BLANK, HIT, 1)
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 1)
    assert idle(go_on(g))


@pytest.mark.parametrize(
    "step",
    [combat_dice.Reroll(0, 4, 2, 5), combat_dice.Convert(1, const.NONE, 1, 0, 3)],
    ids=["roll", "turn"],
)
def test_steps_survive_saving(step: Step[Any]) -> None:
    again = type(step).unpack(step.pack())
    assert again.pack() == step.pack() and type(again) is type(step)


@pytest.mark.rule("other_side", "6.3j")
def test_the_owner_of_the_leading_general_rolls_again() -> None:
    g = battle(players=2, owners={"strauss": 1}, dice=["white hit"])
    fight(g).leading = general(g, "strauss")
    fight(g).axis = dice("white blank")
    combat_dice.ask_reroll(g, AXIS_DICE, BLANK, 1)
    go_on(g)
    assert g.seats() == (1,)
    combat_dice.ask_convert(g, AXIS_DICE, GREY, BLANK, HIT, 1)
    assert g.agenda[-1].seats(g) == (1,)
