"""Battles: dice, hits click by click, their effects, attackers spent. [9.1] [11.1] [11.2] [11.3]"""

import pytest

from sandtable.games.on_to_berlin.components.constants import OUT, POOL
from sandtable.games.on_to_berlin.components.group_action import ATTACK, GroupAction
from sandtable.games.on_to_berlin.rules.combat.combat_sequence import Combat, Spend
from sandtable.games.on_to_berlin.rules.combat.hits import FREE, Assign
from sandtable.games.on_to_berlin.testing import area, unit_at
from tests.games.on_to_berlin.fighting import (
    again,
    asked,
    attack,
    board,
    click,
    idle,
    offers,
    refusal,
    strike,
    told,
    units_at,
    why,
)

NO_CARDS: dict[str, list[str]] = {"axis": [], "allied": []}


# --- the attack


@pytest.mark.rule("on_to_berlin", "9.1")
@pytest.mark.rule("on_to_berlin", "11.1a")
def test_the_group_rolls_once_each_and_its_hits_go_to_the_enemies_in_its_area() -> None:
    # three dice for three units; a fourth German unit stays out of it
    g = board({"paris": "2 ge_lf, 2 ge_tf, uk_lf", "lorraine": "fr_lf"}, dice=[1, 6, 3], hands=NO_CARDS)
    units = (*[unit_at(g, "ge_lf", "paris", n) for n in (0, 1)], unit_at(g, "ge_tf", "paris"))
    g.push(Combat(GroupAction(ATTACK, units, (area(g, "paris"),), True), 1))
    g.advance()
    assert "2 × German infantry and German tank force: 2 hits (dice 1 6 3). [11.1]" in told(g)
    # two hits on fresh infantry of defense 1: spent, and it retreats; infantry in the next area takes none
    assert "British infantry: 2 hits, spent and must retreat. [11.3.1]" in told(g)
    click(g, "lorraine")
    assert idle(g) and units_at(g, "paris") == "2 ge_lf, 2 ge_tf"
    assert units_at(g, "lorraine") == "uk_lf spent, fr_lf"


@pytest.mark.rule("on_to_berlin", "2.1.1b")
@pytest.mark.rule("on_to_berlin", "9.1b")
def test_attackers_are_spent_afterwards_hit_or_miss() -> None:
    g = board({"paris": "2 ge_lf, ge_tf, uk_lf"}, dice=[6, 6], hands=NO_CARDS)
    attack(g, "paris", "ge_lf")
    assert idle(g) and units_at(g, "paris") == "2 ge_lf spent, ge_tf, uk_lf"


@pytest.mark.rule("on_to_berlin", "17.1e")
def test_within_a_double_action_nobody_is_spent_by_an_attack() -> None:
    g = board({"paris": "2 ge_lf, uk_lf"}, dice=[6, 6], hands=NO_CARDS)
    attack(g, "paris", spend=False)
    assert idle(g) and units_at(g, "paris") == "2 ge_lf, uk_lf"


@pytest.mark.rule("on_to_berlin", "9.2d")
def test_striking_units_are_spent_afterwards() -> None:
    g = board({"berlin": "2 ge_af", "warsaw": "po_lf"}, dice=[6, 6], hands=NO_CARDS)
    strike(g, "berlin", "warsaw")
    assert idle(g) and units_at(g, "berlin") == "2 ge_af spent"


@pytest.mark.rule("on_to_berlin", "17.1a")
def test_two_attacks_announced_together_add_up_their_hits_and_assign_once() -> None:
    g = board({"paris": "ge_tf, fr_tf"}, dice=[1, 4], hands=NO_CARDS)
    attack(g, "paris", rolls=2)
    assert "German tank force: 2 hits (dice 1 4). [11.1]" in told(g)
    # one after the other they would have done nothing to a defense of 2
    assert units_at(g, "paris") == "ge_tf spent, fr_tf spent"


@pytest.mark.rule("on_to_berlin", "11.4")
def test_hits_of_one_attack_are_forgotten_in_the_next() -> None:
    g = board({"paris": "2 ge_tf, fr_tf"}, dice=[1, 1], hands=NO_CARDS)
    for number in (0, 1):
        unit = unit_at(g, "ge_tf", "paris", number)
        g.push(Combat(GroupAction(ATTACK, (unit,), (area(g, "paris"),), True), 1))
        g.advance()
        assert "French tank force: 1 hit, no effect. [11.3.1]" in told(g)
    assert units_at(g, "paris") == "2 ge_tf, fr_tf"


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_ships_lost_or_spent_in_a_battle_carry_less() -> None:
    # the attack spends both fleets: they carry one unit instead of two
    g = board({"north_sea": "2 uk_nf, 2 uk_lf, ge_nf"}, side="allied", dice=[6, 6], hands=NO_CARDS)
    attack(g, "north_sea", "uk_nf")
    assert idle(g) and units_at(g, "north_sea") == "ge_nf, uk_lf, 2 uk_nf spent"


# --- assigning


@pytest.mark.rule("on_to_berlin", "11.2")
def test_a_click_is_a_hit_and_alike_units_with_alike_hits_are_offered_once() -> None:
    g = board({"paris": "4 ge_tf, 3 fr_lf, fr_tf"}, dice=[1, 1, 1, 6], hands=NO_CARDS)
    attack(g, "paris")
    assert asked(g) == ("axis", "Assign")
    assert offers(g) == ["fr_lf#1", "fr_tf#1"]
    click(g, "fr_lf#1")
    assert offers(g) == ["fr_lf#1", "fr_lf#2", "fr_tf#1"]
    # any of the alike ones may be clicked
    seat = g.seats()[0]
    third = g.ids.unit + unit_at(g, "fr_lf", "paris", 2)
    assert g.agenda[-1].allows(g, seat, third)
    click(g, "fr_lf#2")
    assert offers(g) == ["fr_lf#1", "fr_lf#3", "fr_tf#1"]
    text = g.agenda[-1].prompt(g, seat).text
    assert "1 hit to assign" in text and "2 × French infantry 1 of 3" in text
    g.apply(seat, third)
    assert units_at(g, "paris") == "4 ge_tf spent, 3 fr_lf spent, fr_tf"


@pytest.mark.rule("on_to_berlin", "11.2")
def test_spent_and_fresh_units_of_a_type_are_told_apart() -> None:
    g = board({"paris": "ge_tf, fr_lf, 2 fr_lf spent"}, dice=[1], hands=NO_CARDS)
    attack(g, "paris")
    assert offers(g) == ["fr_lf#1", "fr_lf#2"]
    click(g, "fr_lf#1")
    assert units_at(g, "paris") == "ge_tf spent, 3 fr_lf spent"


@pytest.mark.rule("on_to_berlin", "11.2")
def test_nobody_is_asked_where_all_choices_are_alike() -> None:
    # one unit; and one hit among alike units
    for defenders, after in (("fr_tf", "fr_tf"), ("3 fr_lf", "fr_lf spent, 2 fr_lf")):
        g = board({"paris": f"ge_tf, {defenders}"}, dice=[1], hands=NO_CARDS)
        attack(g, "paris")
        assert idle(g) and units_at(g, "paris") == f"ge_tf spent, {after}"


@pytest.mark.rule("on_to_berlin", "11.2h")
def test_hits_beyond_what_destroys_all_are_lost() -> None:
    g = board({"paris": "6 ge_tf, fr_lf, uk_lf spent"}, dice=[1] * 6, hands=NO_CARDS)
    attack(g, "paris")
    assert idle(g) and units_at(g, "paris") == "6 ge_tf spent"
    assert told(g)[-3:] == [
        "British infantry (spent): 2 hits, destroyed. [11.3.1]",
        "French infantry: 3 hits, destroyed. [11.3.1]",
        "1 further hit is lost. [11.2h]",
    ]


@pytest.mark.rule("on_to_berlin", "11.3.1a")
@pytest.mark.rule("on_to_berlin", "11.3.1")
def test_only_a_fresh_unit_is_told_to_become_spent() -> None:
    g = board({"paris": "ge_tf, fr_tf spent"}, dice=[1], hands=NO_CARDS)
    attack(g, "paris")
    assert "French tank force (spent): 1 hit, no effect. [11.3.1]" in told(g)
    g = board({"paris": "2 ge_tf, fr_tf spent"}, dice=[1, 1], hands=NO_CARDS)
    attack(g, "paris")
    assert "French tank force (spent): 2 hits, must retreat. [11.3.1]" in told(g)
    g = board({"paris": "4 ge_tf, fr_tf"}, dice=[1] * 4, hands=NO_CARDS)
    attack(g, "paris")
    assert "French tank force: 4 hits, spent and must retreat. [11.3.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "11.2g")
def test_a_unit_takes_no_more_hits_than_destroy_it() -> None:
    g = board({"paris": "4 ge_tf, fr_lf spent, uk_lf"}, dice=[1, 1, 1, 1], hands=NO_CARDS)
    attack(g, "paris")
    click(g, "fr_lf", "fr_lf")
    # the spent infantry has its two: the others go to the fresh one without a question
    assert idle(g) is False and asked(g)[1] == "Retreat"
    g = board({"paris": "4 ge_tf, fr_lf spent, uk_lf, fr_tf"}, dice=[1, 1, 1, 1], hands=NO_CARDS)
    attack(g, "paris")
    click(g, "fr_lf", "fr_lf")
    assert offers(g) == ["uk_lf#1", "fr_tf#1"]
    assert why(g, "unit:fr_lf#1") == "11.2g"


@pytest.mark.rule("on_to_berlin", "11.4")
@pytest.mark.rule("on_to_berlin", "11.2d")
def test_the_owner_may_spread_hits_so_that_they_do_nothing() -> None:
    g = board({"paris": "2 ge_lf, uk_tf, fr_tf"}, dice=[1, 1], hands=NO_CARDS)
    attack(g, "paris")
    assert asked(g) == ("allied", "Assign")
    click(g, "uk_tf", "fr_tf")
    assert idle(g) and units_at(g, "paris") == "2 ge_lf spent, uk_tf, fr_tf"


@pytest.mark.rule("on_to_berlin", "11.1a")
def test_hits_are_refused_to_everybody_else() -> None:
    g = board({"paris": "ge_tf, fr_lf, fr_tf", "lorraine": "2 fr_lf"}, dice=[1], hands=NO_CARDS)
    attack(g, "paris")
    assert why(g, "unit:ge_tf#1") == "11.1a"
    assert why(g, "unit:fr_lf#2") == "11.1a"
    assert "Paris" in refusal(g, "unit:fr_lf#2").text
    assert why(g, "area:lorraine") == "11.2"
    assert g.agenda[-1].why_not(g, AXIS_SEAT, 0) is None


AXIS_SEAT = 0


# --- effects


@pytest.mark.rule("on_to_berlin", "11.3.1")
@pytest.mark.rule("on_to_berlin", "11.3.1a")
@pytest.mark.rule("on_to_berlin", "11.3.2")
@pytest.mark.rule("on_to_berlin", "11.3.2a")
@pytest.mark.rule("on_to_berlin", "15.1c")
def test_destroyed_units_go_to_the_mobilization_pool() -> None:
    # hits needed: fresh infantry 3, spent infantry 2, spent aircraft 1
    for victim, name, needed in (
        ("fr_lf", "fr_lf", 3),
        ("fr_lf spent", "fr_lf", 2),
        ("uk_af spent", "uk_af", 1),
    ):
        for hits in (needed - 1, needed):
            g = board({"paris": f"{hits or 1} ge_tf, {victim}"}, dice=[1] * hits or [6], hands=NO_CARDS)
            unit = unit_at(g, name, "paris")
            attack(g, "paris")
            assert (g.place[unit] == POOL) == (hits == needed), victim
    # at sea: a fresh submarine is destroyed by two
    g = board({"north_sea": "2 uk_nf, ge_ss"}, side="allied", dice=[1, 1], hands=NO_CARDS)
    attack(g, "north_sea")
    assert units_at(g, "north_sea") == "2 uk_nf spent"


@pytest.mark.rule("on_to_berlin", "15.8.2a")
@pytest.mark.rule("on_to_berlin", "15.8.1")
def test_a_fortress_never_retreats_and_once_destroyed_is_out_of_the_game() -> None:
    g = board({"paris": "5 ge_tf, fr_ft"}, dice=[1] * 5, hands=NO_CARDS)
    fortress = unit_at(g, "fr_ft", "paris")
    attack(g, "paris")
    assert idle(g) and units_at(g, "paris") == "5 ge_tf spent, fr_ft spent"
    g = board({"paris": "6 ge_tf, fr_ft"}, dice=[1] * 6, hands=NO_CARDS)
    attack(g, "paris")
    assert g.place[fortress] == OUT


@pytest.mark.rule("on_to_berlin", "15.1c")
def test_a_submarine_hit_once_is_spent_and_stays() -> None:
    g = board({"north_sea": "uk_nf, ge_ss"}, side="allied", dice=[1], hands=NO_CARDS)
    attack(g, "north_sea")
    assert idle(g) and units_at(g, "north_sea") == "ge_ss spent, uk_nf spent"


# --- saves


def test_steps_survive_a_save() -> None:
    battle = again(Combat(GroupAction(ATTACK, (3, 5), (7,), True), 2))
    assert isinstance(battle, Combat) and battle.action.units == (3, 5) and battle.action.path == (7,)
    spend = again(Spend((4, 8)))
    assert isinstance(spend, Spend) and spend.units == (4, 8)
    assign = again(Assign(1, 12, 3, True, GroupAction(ATTACK, (4, 5), (12,), True), (4, 5), (2, 6), (1, 0)))
    assert isinstance(assign, Assign) and assign.most == (2, 6) and assign.dealt == (1, 0)
    assert assign.victims == (4, 5) and assign.as_spent
    assert assign.action is not None and assign.action.units == (4, 5) and assign.action.path == (12,)
    free = again(Assign(1, 12, 3, True, FREE, (4, 5), (2, 6), (1, 0)))
    assert isinstance(free, Assign) and free.action is None and free.dealt == (1, 0)
