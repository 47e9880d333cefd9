"""Counterattacks: when, with what, against whom, and what they do. [10.0] [10.1] [10.2] [17.2]"""

import pytest

from sandtable.engine.choice import PASS
from sandtable.games.on_to_berlin.components.constants import ALLIED, DISCARDED, SPENT
from sandtable.games.on_to_berlin.components.group_action import (
    AIR_MOVEMENT,
    ATTACK,
    BOMBING,
    DROP,
    LANDING,
    MOVEMENT,
    TRANSPORT,
    GroupAction,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.combat_sequence import fighters
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.testing import area, card, unit_at
from tests.games.on_to_berlin.fighting import (
    BOTH,
    asked,
    attack,
    board,
    click,
    go,
    idle,
    offers,
    strike,
    told,
    units_at,
    why,
)

TWO = {"allied": ["al_ambush_2", "al_ambush_3"]}
BLITZ = {"paris": "ge_tf, ge_lf, fr_tf, fr_lf"}


# --- the card


@pytest.mark.rule("on_to_berlin", "10.0")
@pytest.mark.rule("on_to_berlin", "2.3.2a")
def test_in_the_other_sides_impulse_only_a_reaction_card_is_played() -> None:
    g = board(BLITZ, dice=[6, 6], hands={"allied": ["al_ambush_2", "al_supply_2"]})
    attack(g, "paris")
    assert asked(g) == ("allied", "Ambush")
    assert offers(g) == ["pass", "al_ambush_2"]
    assert why(g, "card:al_supply_2") == "10.0"
    assert why(g, "card:al_ambush_3") == "10.0"  # in the Development Pool
    assert why(g, "card:ax_ambush_2") == "10.0"
    assert why(g, "area:paris") == "10.0"
    assert why(g, "unit:fr_tf#1") == "10.0"
    assert why(g, "button:jet") == "16.7a"
    assert g.agenda[-1].why_not(g, ALLIED, 2) is None
    ask = g.agenda[-1].prompt(g, ALLIED)
    assert ask.rule == "10.0" and "Attack in Paris" in ask.text
    click(g, "pass")
    assert idle(g)


@pytest.mark.rule("on_to_berlin", "10.2")
@pytest.mark.rule("on_to_berlin", "10.2a")
@pytest.mark.rule("on_to_berlin", "10.1c")
def test_cards_are_discarded_and_their_values_add_up_for_the_next_impulse() -> None:
    g = board(BLITZ, dice=[6, 6, 6, 6, 6, 6], hands=TWO)
    attack(g, "paris")
    click(g, "al_ambush_2", "all")
    assert g.pending == [0, 2] and g.cards[card(g, "al_ambush_2")] == DISCARDED
    # another card on the same action
    assert offers(g) == ["pass", "al_ambush_3"]
    click(g, "al_ambush_3", "all")
    assert g.pending == [0, 5]
    assert idle(g)
    assert units_at(g, "paris") == "ge_lf spent, ge_tf spent, fr_lf, fr_tf"


@pytest.mark.rule("on_to_berlin", "17.2b")
@pytest.mark.rule("on_to_berlin", "17.2a")
@pytest.mark.rule("on_to_berlin", "10.1c")
def test_one_card_answers_one_group_at_once_or_never() -> None:
    # ex_qa_ambush_timing and ex_counterattack_one_group: group A has gone, group B comes
    g = board({"berlin": "2 ge_tf", "paris": "fr_lf"}, dice=[1], hands=TWO)
    first, second = unit_at(g, "ge_tf", "berlin", 0), unit_at(g, "ge_tf", "berlin", 1)
    for unit in (first, second):
        g.move(unit, area(g, "southern_germany"))
        g.move(unit, area(g, "lorraine"))
        g.move(unit, area(g, "paris"))
    path = tuple(area(g, name) for name in ("southern_germany", "lorraine", "paris"))
    g.push(Ambush(GroupAction(MOVEMENT, (first,), path, False)))
    g.advance()
    click(g, "pass")
    assert idle(g)  # group A will not be asked for again
    g.push(Ambush(GroupAction(MOVEMENT, (second,), path, False)))
    g.advance()
    click(g, "al_ambush_2")
    # two hits on tanks of defense 2, all on the one tank of group B
    assert not g.cond[first] & SPENT and g.cond[second] & SPENT
    click(g, "pass")
    assert idle(g)


@pytest.mark.rule("on_to_berlin", "10.1h")
def test_a_counterattack_is_not_answered() -> None:
    g = board(BLITZ, dice=[1, 1, 6, 6], hands=BOTH)
    attack(g, "paris")
    click(g, "al_ambush_2", "all")
    # the Axis assigns (4 against 3) and is asked for nothing else, though it holds an Ambush
    assert asked(g) == ("axis", "Assign")
    click(g, "ge_tf", "ge_tf", "ge_tf", "ge_tf")
    assert idle(g) and g.cards[card(g, "ax_ambush_2")] != DISCARDED


# --- the dice


@pytest.mark.rule("on_to_berlin", "10.1")
@pytest.mark.rule("on_to_berlin", "10.1a")
@pytest.mark.rule("on_to_berlin", "10.1b")
def test_counterattackers_roll_like_attackers_their_hits_are_doubled_and_they_stay_fresh() -> None:
    g = board({"paris": "4 ge_tf, fr_tf, fr_lf"}, dice=[4, 3, 6, 6, 6, 6])
    attack(g, "paris")
    click(g, "al_ambush_2", "all")
    assert "French infantry and French tank force: 1 hit, counted as 2 (dice 4 3). [10.1b]" in told(g)
    click(g, "ge_tf#2")  # the first is dealt, all being alike; one each: nothing happens
    assert idle(g) and units_at(g, "paris") == "4 ge_tf spent, fr_lf, fr_tf"


@pytest.mark.rule("on_to_berlin", "10.1")
def test_any_units_that_can_may_counterattack_but_at_least_one() -> None:
    units = {"paris": "2 ge_tf, 2 fr_lf, fr_tf, uk_lf spent", "lorraine": "3 fr_lf"}
    g = board(units, dice=[6, 6, 6, 6])
    attack(g, "paris")
    click(g, "al_ambush_2")
    assert asked(g) == ("allied", "Counterattackers")
    assert offers(g) == ["fr_lf#1", "fr_tf#1", "all"]
    assert why(g, "button:done") == "10.1"
    assert why(g, "unit:uk_lf#1") == "10.1"  # spent
    assert why(g, "unit:fr_lf#3") == "10.1"  # elsewhere
    assert why(g, "unit:ge_tf#1") == "10.1"
    assert why(g, "area:paris") == "10.1"
    assert g.agenda[-1].why_not(g, ALLIED, g.ids.card) is None
    assert g.agenda[-1].allows(g, ALLIED, g.ids.unit + unit_at(g, "fr_lf", "paris", 1))
    click(g, "fr_lf#1")
    assert offers(g) == ["fr_lf#2", "fr_tf#1", "all", "done"]
    assert why(g, "unit:fr_lf#1") == "10.1"
    assert "French infantry" in g.agenda[-1].prompt(g, ALLIED).text
    click(g, "fr_tf", "done")
    assert "Counterattack in Paris: French infantry and French tank force. [10.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "10.1")
def test_units_of_a_nation_that_is_not_at_war_do_not_counterattack() -> None:
    g = board({"paris": "ge_lf, 2 uk_lf, fr_lf"}, not_at_war=("fr",), dice=[6, 6, 6])
    attack(g, "paris")
    click(g, "al_ambush_2")
    assert offers(g) == ["uk_lf#1", "all"]
    assert why(g, "unit:fr_lf#1") == "3.1.1b"


# --- against whom


@pytest.mark.rule("on_to_berlin", "11.1b")
@pytest.mark.rule("on_to_berlin", "10.1c")
def test_hits_go_only_to_the_group() -> None:
    g = board({"paris": "2 ge_lf, 2 ge_tf, uk_tf, fr_tf"}, dice=[1, 1, 6, 6])
    attack(g, "paris", "ge_lf")
    click(g, "al_ambush_2", "all")
    # four hits on two infantry that are hit as if spent: both are destroyed, the tanks are not touched
    assert idle(g) and units_at(g, "paris") == "2 ge_tf, uk_tf, fr_tf"
    g = board({"paris": "ge_lf, 3 ge_tf, uk_tf, fr_tf"}, dice=[1, 6])
    attack(g, "paris", "ge_lf ge_tf")
    g.agenda.pop()  # the same window for a smaller group
    group = (unit_at(g, "ge_lf", "paris"), unit_at(g, "ge_tf", "paris"))
    g.push(Ambush(GroupAction(ATTACK, group, (area(g, "paris"),), True)))
    g.advance()
    click(g, "al_ambush_2", "all")
    assert offers(g) == ["ge_lf#1", "ge_tf#1"]
    assert why(g, "unit:ge_tf#2") == "11.1b"


@pytest.mark.rule("on_to_berlin", "11.2e")
@pytest.mark.rule("on_to_berlin", "17.2")
@pytest.mark.rule("on_to_berlin", "11.2d")
def test_only_the_group_and_the_counterattackers_are_compared_and_a_tie_goes_to_the_group() -> None:
    # ex_qa_ambush_tie: 3 against 3; the tanks and aircraft beside them do not count
    units = {"paris": "2 ge_lf, ge_tf, 2 uk_lf, uk_af"}
    g = board(units, dice=[1, 6])
    attack(g, "paris", "ge_lf")
    click(g, "al_ambush_2", "uk_lf", "done")
    assert asked(g) == ("axis", "Assign")
    g = board({"paris": "2 po_lf, 2 ge_lf"}, side="allied", dice=[1, 6])
    attack(g, "paris")
    click(g, "ax_ambush_2", "all")
    assert asked(g) == ("axis", "Assign")  # 3 against 2
    # a fortress that does not counterattack does not count, one that does decides
    for who, side in (("fr_lf", "axis"), ("fr_ft", "allied")):
        g = board({"paris": "ge_tf, ge_lf, fr_lf, fr_ft"}, dice=[1])
        attack(g, "paris")
        click(g, "al_ambush_2", who, "done")
        assert asked(g) == (side, "Assign")


@pytest.mark.rule("on_to_berlin", "10.1i")
@pytest.mark.rule("on_to_berlin", "15.1d")
def test_submarines_neither_counterattack_nor_are_hit_by_one() -> None:
    g = board({"north_sea": "ge_ss, 2 ge_nf, 2 uk_nf"}, dice=[1, 6, 6, 6, 6])
    attack(g, "north_sea")
    click(g, "al_ambush_2", "all")
    assert asked(g) == ("axis", "Assign") and offers(g) == ["ge_nf#1", "ge_nf#2"]  # one has a hit by now
    assert why(g, "unit:ge_ss#1") == "10.1i"
    # a group of submarines alone cannot be counterattacked
    g = board({"north_sea": "2 ge_ss, uk_nf"}, dice=[6, 6])
    attack(g, "north_sea")
    assert idle(g)
    # and submarines alone do not counterattack
    g = board({"north_sea": "2 ge_ss, uk_nf"}, side="allied", dice=[6])
    attack(g, "north_sea")
    assert idle(g)
    g = board({"north_sea": "2 ge_ss, 2 ge_nf, uk_nf"}, side="allied", dice=[6, 6, 6])
    attack(g, "north_sea")
    click(g, "ax_ambush_2")
    assert offers(g) == ["ge_nf#1", "all"] and why(g, "unit:ge_ss#1") == "10.1i"


# --- as if spent, before the attack


@pytest.mark.rule("on_to_berlin", "10.1d")
def test_a_group_that_will_be_spent_is_hit_as_if_it_were_spent() -> None:
    # two hits: spent infantry would be destroyed, fresh infantry retreats
    def after(kind: int, as_spent: bool) -> Board:
        g = board({"berlin": "ge_lf", "warsaw": "po_lf"}, dice=[1])
        go(g, kind, "berlin warsaw", as_spent=as_spent)
        click(g, "al_ambush_2")
        return g

    assert units_at(after(MOVEMENT, False), "berlin") == "ge_lf spent"
    assert units_at(after(TRANSPORT, True), "berlin") == ""


@pytest.mark.rule("on_to_berlin", "10.1e")
@pytest.mark.rule("on_to_berlin", "10.1f")
def test_the_counterattack_comes_first_and_who_is_hit_with_effect_does_not_attack() -> None:
    # four hits: two on a tank (beaten), one each on the others has no effect: they attack
    g = board({"paris": "3 ge_tf, fr_lf, fr_tf"}, dice=[1, 1, 5, 5], control={"lorraine": "ge"})
    attack(g, "paris")
    click(g, "al_ambush_2", "all")
    click(g, "ge_tf#1", "ge_tf#2", "ge_tf#3")  # the first is dealt, all being alike
    click(g, "lorraine")
    assert told(g)[-1] == "2 × German tank force: no hits (dice 5 5). [11.1]"
    assert units_at(g, "lorraine") == "ge_tf spent" and units_at(g, "paris") == "2 ge_tf spent, fr_lf, fr_tf"


@pytest.mark.rule("on_to_berlin", "10.1f")
def test_who_is_spent_gone_or_destroyed_has_no_part_in_the_attack() -> None:
    g = board({"paris": "4 ge_lf, fr_lf"})
    units = tuple(unit_at(g, "ge_lf", "paris", n) for n in range(4))
    g.spend(units[0])
    g.move(units[1], area(g, "lorraine"))
    g.destroy(units[2])
    assert fighters(g, GroupAction(ATTACK, units, (area(g, "paris"),), True)) == (units[3],)


@pytest.mark.rule("on_to_berlin", "10.1f")
def test_an_attack_of_which_nobody_is_left_ends_without_dice() -> None:
    g = board({"paris": "ge_lf, fr_tf"}, dice=[1])
    attack(g, "paris")
    click(g, "al_ambush_2")
    assert idle(g) and told(g)[-1] == "No attacker is left. [10.1f]"
    assert units_at(g, "paris") == "fr_tf"


@pytest.mark.rule("on_to_berlin", "15.8.1a")
@pytest.mark.rule("on_to_berlin", "10.1f")
def test_a_fortress_hit_as_if_spent_still_attacks() -> None:
    g = board({"berlin": "ge_ft, fr_lf, fr_tf"}, dice=[1, 1, 6])
    attack(g, "berlin")
    click(g, "al_ambush_2", "all")
    assert "German fortress: 4 hits, no effect. [15.8.1a]" in told(g)
    assert told(g)[-1] == "German fortress: no hits (dice 6). [11.1]"


# --- in the air


@pytest.mark.rule("on_to_berlin", "10.1g")
@pytest.mark.rule("on_to_berlin", "17.3a")
def test_against_aircraft_only_units_with_an_airstrike_rating_counterattack() -> None:
    england = {"ruhr": "2 ge_af", "london": "2 uk_lf, 2 uk_af, uk_tf"}
    g = board(england, dice=[6, 6, 6, 6])
    strike(g, "ruhr", "london")
    click(g, "al_ambush_2")
    assert offers(g) == ["uk_af#1", "all"]
    assert why(g, "unit:uk_lf#1") == "10.1g"
    for kind in (BOMBING, AIR_MOVEMENT):
        for defenders, answered in (("2 uk_lf, uk_nf", False), ("2 uk_lf, uk_cv, uk_nf", True)):
            sea = {"ruhr": "2 ge_af", "north_sea": defenders}
            g = board(sea, dice=[6])
            go(g, kind, "ruhr north_sea", as_spent=True)
            assert idle(g) != answered, (kind, defenders)
    # without aircraft of their own they are not even asked
    g = board({"ruhr": "2 ge_af", "london": "2 uk_lf"}, dice=[6, 6])
    strike(g, "ruhr", "london")
    assert idle(g)


@pytest.mark.rule("on_to_berlin", "10.1f")
@pytest.mark.rule("on_to_berlin", "10.1d")
def test_striking_aircraft_are_shot_down_over_the_target_before_they_strike() -> None:
    g = board({"ruhr": "2 ge_af", "london": "uk_af"}, dice=[1])
    strike(g, "ruhr", "london")
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "ruhr") == "" and units_at(g, "london") == "uk_af"


@pytest.mark.rule("on_to_berlin", "9.1.1a")
@pytest.mark.rule("on_to_berlin", "10.1")
def test_aircraft_counterattack_only_on_friendly_land_and_nobody_does_where_it_cannot_fight() -> None:
    units = {"berlin": "ge_lf", "paris": "uk_af, uk_lf"}
    g = board(units, dice=[6], control={"paris": "ge"})
    go(g, MOVEMENT, "berlin paris")
    click(g, "al_ambush_2")  # the infantry alone, without a question
    assert "Counterattack in Paris: British infantry. [10.1]" in told(g)
    # land units on ships do not counterattack at sea
    g = board({"baltic_sea": "ge_nf", "north_sea": "2 uk_lf, 2 uk_nf"}, dice=[6, 6])
    go(g, MOVEMENT, "baltic_sea north_sea")
    click(g, "al_ambush_2")
    assert offers(g) == ["uk_nf#1", "all"] and why(g, "unit:uk_lf#1") == "9.1.1"


# --- on the way


@pytest.mark.rule("on_to_berlin", "10.1c")
def test_a_moving_group_is_ambushed_in_any_area_it_has_entered() -> None:
    units = {"ruhr": "ge_tf", "southern_germany": "uk_lf", "austria": "uk_lf", "berlin": "2 uk_lf"}
    g = board({**units, "czechoslovakia": "uk_lf spent"}, dice=[6])
    go(g, MOVEMENT, "ruhr southern_germany czechoslovakia austria")
    click(g, "al_ambush_2")
    assert asked(g) == ("allied", "AmbushArea") and offers(g) == ["southern_germany", "austria"]
    assert why(g, "area:berlin") == "10.1c"
    assert why(g, "area:czechoslovakia") == "10.1"  # the only unit there is spent
    assert why(g, "unit:uk_lf#1") == "10.1"
    assert g.agenda[-1].why_not(g, ALLIED, PASS) is None
    assert g.agenda[-1].prompt(g, ALLIED).rule == "10.1"
    click(g, "austria")
    assert idle(g) and "Counterattack in Austria: British infantry. [10.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_beaten_on_the_way_a_unit_goes_back_to_the_area_before_the_ambush() -> None:
    units = {"ruhr": "ge_tf", "southern_germany": "2 uk_lf", "austria": "uk_lf spent"}
    g = board(units, dice=[1, 1])
    go(g, MOVEMENT, "ruhr southern_germany austria")
    click(g, "al_ambush_2", "all")
    assert idle(g) and units_at(g, "ruhr") == "ge_tf spent"
    # the area it started from is lost: any area beside the ambush, not beside where it is now, and not that
    g = board({**units, "ruhr": "ge_tf"}, dice=[1, 1], control={"ruhr": "uk"})
    go(g, MOVEMENT, "ruhr southern_germany austria")
    click(g, "al_ambush_2", "all")
    assert offers(g) == ["berlin", "czechoslovakia", "violate"]
    assert why(g, "area:austria") == "11.5d" and why(g, "area:ruhr") == "11.5a"
    assert why(g, "area:yugoslavia") == "11.5"


@pytest.mark.rule("on_to_berlin", "11.3a")
@pytest.mark.rule("on_to_berlin", "11.5d")
def test_a_landing_is_ambushed_at_sea_as_well_and_sinks_more_easily_there() -> None:
    # one hit, doubled: at sea (defense 1) it sinks tanks that are hit as if spent
    units = {"london": "uk_tf", "english_channel": "ge_nf, 2 uk_nf", "paris": "ge_lf"}
    for where, left in (("english_channel", ""), ("paris", "uk_tf spent")):
        g = board(units, side="allied", dice=[1])
        go(g, LANDING, "london english_channel paris", "uk_tf", as_spent=True)
        click(g, "ax_ambush_2", where)
        # it came from the sea, where land units do not retreat: back to where it started
        assert units_at(g, "london") == left
        assert units_at(g, "paris") == "ge_lf" and idle(g)


@pytest.mark.rule("on_to_berlin", "10.1c")
def test_airborne_units_are_ambushed_where_they_land_not_where_they_started() -> None:
    g = board({"london": "uk_ab", "paris": "ge_lf"}, side="allied", dice=[6])
    go(g, DROP, "london paris", as_spent=True)
    click(g, "ax_ambush_2")
    assert idle(g) and "Counterattack in Paris: German infantry. [10.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "10.1c")
def test_who_was_beaten_out_of_the_group_is_not_hit_again() -> None:
    g = board({"berlin": "ge_lf, ge_tf", "warsaw": "po_lf"}, dice=[1, 6], hands=TWO)
    go(g, MOVEMENT, "berlin warsaw")
    click(g, "al_ambush_2", "ge_lf", "ge_lf")
    assert units_at(g, "berlin") == "ge_lf spent"
    click(g, "al_ambush_3")
    assert idle(g) and units_at(g, "warsaw") == "ge_tf, po_lf"
    # nobody left: no more window
    g = board({"berlin": "ge_lf", "warsaw": "po_lf"}, dice=[1], hands=TWO)
    go(g, MOVEMENT, "berlin warsaw")
    click(g, "al_ambush_2")
    assert idle(g)
