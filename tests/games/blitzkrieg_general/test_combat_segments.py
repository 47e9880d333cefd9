"""The battle chart: who fights in which segment, and who is hit there."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import INVADING
from sandtable.games.blitzkrieg_general.testing import unit_at, units_at
from sandtable.testing import dice_left
from tests.games.blitzkrieg_general.driving import idle, prompt, refused
from tests.games.blitzkrieg_general.fighting import combat, go, meet, rolled, say, shown, the_fight

WAR = [("germany", "france"), ("germany", "be")]


@pytest.mark.rule("blitzkrieg_general", "A6.5.3d")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3n")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3o")
@pytest.mark.rule("blitzkrieg_general", "A6.5.6e")
def test_the_stronger_side_in_the_air_places_its_excess() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, ger_air_3, ger_air_2, fra_inf_3, fra_air_2",
        flying="ger_air_4 ger_air_3 ger_air_2",
        wars=WAR,
        dice=[6, 6, 6, 6, 6, 6],
    )
    assert g.seats() == (0,) and shown(g) == ["done", "ger_air_4", "ger_air_3", "ger_air_2"]
    say(g, "ger_air_4")
    assert refused(g, "unit:ger_air_4@paris").rule == "A6.5.3o"
    say(g, "ger_air_3")  # the third must stay: nothing is left to ask
    assert rolled(g, "ger_air_2") == [2] and rolled(g, "fra_air_2") == [2]
    assert dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3n")
def test_equal_numbers_all_meet_in_the_air() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_air_2",
        flying="ger_air_4",
        wars=WAR,
        dice=[4, 6, 6, 6],
    )
    assert set(the_fight(g).air) == {unit_at(g, "paris", "ger_air_4"), unit_at(g, "paris", "fra_air_2")}
    assert units_at(g, "paris").startswith("fra_air_2 back, fra_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.5.3f")
@pytest.mark.rule("blitzkrieg_general", "A6.5.5a")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7b")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7a")
def test_excess_land_units_fire_at_aircraft() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2, fra_arm_3",
        flying="ger_air_4",
        wars=WAR,
        dice=[6, 6, 6, 1, 1, 6],
    )
    assert g.seats() == (1,) and shown(g) == ["done", "fra_inf_3", "fra_inf_2", "fra_arm_3"]
    say(g, "fra_arm_3", "fra_inf_2")  # one of them must face the German infantry
    assert rolled(g, "fra_arm_3") == [1, 1] and rolled(g, "fra_inf_2") == [1]
    assert rolled(g, "fra_inf_3") == [3] and dice_left(g) == 0
    assert units_at(g, "paris") == "fra_arm_3, fra_inf_2, fra_inf_3, ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.7b")
def test_aircraft_hit_land_units_that_fire_at_them() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2",
        flying="ger_air_4",
        wars=WAR,
        dice=[4, 6, 6, 6],
    )
    say(g, "fra_inf_2")
    assert shown(g) == ["fra_inf_3", "fra_inf_2"]  # both can take the hit of the aircraft
    say(g, "fra_inf_2")
    assert "fra_inf_2 back" in units_at(g, "paris")


@pytest.mark.rule("blitzkrieg_general", "A6.5.3f")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3j")
def test_no_anti_air_without_excess_or_supply() -> None:
    g = combat("paris", "ger_inf_4, ger_air_4, fra_inf_3", flying="ger_air_4", wars=WAR, dice=[6, 6, 6])
    assert rolled(g, "fra_inf_3") == [3]  # there was nothing to choose
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2 unsupplied",
        flying="ger_air_4",
        wars=WAR,
        dice=[6, 6, 6],
    )
    assert shown(g) == ["done", "fra_inf_3"]
    assert refused(g, "unit:fra_inf_2@paris").rule == "A6.5.3j"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3g")
def test_after_a_round_land_units_to_spare_fire_at_aircraft_though_both_sides_have_them() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2, fra_arm_3, fra_air_2",
        flying="ger_air_4",
        wars=WAR,
        dice=[6, 6, 6, 6, 6, 6, 6] + [6, 6, 6, 6, 1, 1, 6],
    )
    assert the_fight(g).round == 1  # nobody was asked to place anything
    say(g, "stay", "stay")
    assert g.seats() == (1,) and shown(g) == ["done", "fra_inf_3", "fra_inf_2", "fra_arm_3"]
    assert prompt(g).rule == "A6.5.3g" and refused(g, "unit:fra_air_2@paris").rule == "A6.5.3g"
    say(g, "fra_arm_3", "fra_inf_2")  # one stays, as many as the Germans have on the ground
    assert rolled(g, "fra_arm_3") == [1, 1] and rolled(g, "fra_inf_2") == [1]
    assert rolled(g, "fra_inf_3") == [3] and rolled(g, "fra_air_2") == [2]
    assert units_at(g, "paris") == "fra_air_2, fra_arm_3, fra_inf_2, fra_inf_3, ger_inf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3g")
def test_who_is_weaker_on_the_ground_shifts_no_land_units() -> None:
    units = "2 ger_inf_4, ger_air_4, ger_air_3, fra_inf_3, fra_inf_2 unsupplied, fra_hq_georges, fra_air_2"
    g = combat("paris", units, flying="ger_air_4 ger_air_3", wars=WAR, dice=[6] * 12)
    say(g, "ger_air_4", "stay", "stay")
    assert shown(g) == ["done", "ger_air_4", "ger_air_3"]  # two against two, HQs are not counted
    assert refused(g, "unit:ger_inf_4@paris").rule == "A6.5.3g"
    say(g, "ger_air_3")  # it takes part on the ground: a land unit can be spared for it
    assert shown(g) == ["done", "ger_inf_4"]
    say(g, "ger_inf_4")
    assert rolled(g, "ger_inf_4") == [1, 4] and rolled(g, "ger_air_3") == [3]


@pytest.mark.rule("blitzkrieg_general", "A6.5.5")
@pytest.mark.rule("blitzkrieg_general", "A6.5.9")
def test_an_attack_by_aircraft_alone() -> None:
    g = combat(
        "paris",
        "ger_air_4, ger_air_3, fra_inf_3, fra_arm_3",
        flying="ger_air_4 ger_air_3",
        wars=WAR,
        dice=[4, 6, 1, 6, 6],
    )
    # All land units fire with 1, the aircraft hit them from the land segment.
    assert rolled(g, "fra_inf_3") == [1] and rolled(g, "fra_arm_3") == [1, 1]
    say(g, "fra_inf_3", "ger_air_3")
    assert the_fight(g).round == 1 and g.agenda[-1].prompt(g, 0).rule == "B6.1.1e"  # they must fly home
    while not idle(g):
        say(g, "western_germany")
    assert units_at(g, "paris") == "fra_arm_3, fra_inf_3 back"
    assert units_at(g, "western_germany") == "ger_air_3 back, ger_air_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3k")
@pytest.mark.rule("blitzkrieg_general", "A6.5.7")
def test_segments_do_not_mix() -> None:
    g = combat(
        "normandy",
        "ger_inf_4, fra_inf_3, fra_inf_2 back",
        support={"channel": "be_tf_4"},
        wars=WAR,
        dice=[4, 6, 6, 6],
    )
    # The TF fights in the land segment: no German aircraft is there, and no German fire can hit it.
    assert rolled(g, "be_tf_4") == [2]
    say(g, "fra_inf_3")
    assert units_at(g, "channel") == "be_tf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3k")
def test_ships_that_do_not_take_part_are_safe() -> None:
    g = meet(
        "normandy",
        "ger_inf_4, fra_inf_3",
        elsewhere={"channel": "be_tf_4, be_conv"},
        wars=WAR,
        dice=[6, 6],
    )
    go(g)
    assert the_fight(g).defenders == [unit_at(g, "normandy", "fra_inf_3")]


@pytest.mark.rule("blitzkrieg_general", "A6.5.5c")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3r")
def test_cargo_and_convoys_take_no_part_on_land() -> None:
    g = meet(
        "normandy",
        "ger_inf_4, fra_inf_3",
        support={"channel": "be_tf_4, be_conv [be_inf_3]"},
        wars=WAR,
        dice=[6, 6, 6],
    )
    go(g)
    names = {g.t.type_id[g.t.unit_type[u]] for u in the_fight(g).defenders}
    assert names == {"fra_inf_3", "be_tf_4"}


@pytest.mark.rule("blitzkrieg_general", "A6.5.3h")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3t")
def test_ships_are_declared_against_submarines() -> None:
    g = combat("channel", "be_tf_4, be_conv, ger_tf_3, ger_sub_2", side="allies", wars=WAR, dice=[6, 1, 6, 6])
    assert shown(g) == ["done", "be_tf_4", "be_conv"]
    say(g, "be_tf_4")
    assert refused(g, "unit:be_tf_4@channel").rule == "A6.5.3t"
    say(g, "done")
    assert rolled(g, "be_tf_4") == [1]
    assert units_at(g, "channel").startswith("be_conv, be_tf_4, ger_sub_2 back")


@pytest.mark.rule("blitzkrieg_general", "A6.5.4b")
def test_landing_units_fire_with_half_strength_in_every_round() -> None:
    dice = [1, 3, 6, 3, 6, 2, 6, 2, 6]  # the coast misses; 3 is a miss in two rounds, 2 a hit in two
    g = meet("normandy", "usa_inf_4, ger_inf_3", side="allies", wars=[("usa", "germany")], dice=dice)
    g.set_control(g.t.area_index["normandy"], g.t.germany)
    g.cond[unit_at(g, "normandy", "usa_inf_4")] |= INVADING
    go(g)
    assert dice_left(g) == 0 and units_at(g, "normandy") == "usa_inf_4"


@pytest.mark.rule("blitzkrieg_general", "A6.5.3o")
def test_no_choice_where_there_is_nothing_to_hit_on_the_ground() -> None:
    g = combat(
        "paris",
        "ger_inf_4, ger_air_4, ger_air_3, fra_air_2",
        flying="ger_air_4 ger_air_3",
        wars=WAR,
        dice=[6, 6, 6, 6],
    )
    assert dice_left(g) == 0 and g.seats() == (1,)  # the French aircraft leaves; nobody was asked before


@pytest.mark.rule("blitzkrieg_general", "A6.5.7b")
@pytest.mark.rule("blitzkrieg_general", "A6.5.5")
def test_anti_air_reaches_aircraft_in_both_segments() -> None:
    g = combat(
        "paris",
        "ger_arm_5, ger_air_4, fra_air_2, be_air_3, be_air_2",
        flying="ger_air_4",
        wars=WAR,
        dice=[6, 1, 6, 6, 6, 6],
    )
    say(g, "be_air_3", "be_air_2")  # they attack the armor that fires at them
    assert rolled(g, "ger_arm_5") == [1, 1]
    assert set(shown(g)) == {"fra_air_2", "be_air_3", "be_air_2"}


@pytest.mark.rule("blitzkrieg_general", "CARD.fortress_europe")
def test_coastal_defence_cards_roll_two_more_dice() -> None:
    for area, strength in (("normandy", 3), ("norway", 4)):  # mountains help them like infantry
        g = meet(
            area,
            "usa_inf_4, usa_inf_3, ger_inf_3",
            side="allies",
            wars=[("usa", "germany")],
            control={area: "germany"},
            in_effect={"fortress_europe": "germany"},
            dice=[1, 6, 6, 1, 6, 6],
        )
        for name in ("usa_inf_4", "usa_inf_3"):
            g.cond[unit_at(g, area, name)] |= INVADING
        go(g)
        dice = the_fight(g).dice
        extra = [dice[i + 1] for i in range(0, len(dice), 3) if dice[i] < 0]
        assert extra == [strength, strength] and dice_left(g) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3d")
def test_questions_and_refusals_of_placing() -> None:
    units = "ger_inf_4, ger_air_4, ger_air_3, fra_inf_3, fra_inf_2, fra_air_2"
    g = combat("paris", units, flying="ger_air_4 ger_air_3", wars=WAR, dice=[6] * 6)
    assert prompt(g).rule == "A6.5.3o"
    assert refused(g, "unit:fra_air_2@paris").rule == "A6.5.3d"
    assert refused(g, "unit:ger_inf_4@paris").rule == "A6.5.3o"
    units = "ger_inf_4, ger_air_4, fra_inf_3, fra_inf_2, fra_hq_georges"
    g = combat("paris", units, flying="ger_air_4", wars=WAR, dice=[6] * 5)
    assert prompt(g).rule == "A6.5.3f"
    assert refused(g, "unit:fra_hq_georges@paris").rule == "A6.5.3f"
    g = combat("channel", "be_tf_4, be_sub_2, ger_tf_3, ger_sub_2", side="allies", wars=WAR, dice=[6] * 4)
    assert prompt(g).rule == "A6.5.3h"
    assert refused(g, "unit:be_sub_2@channel").rule == "A6.5.3v"
    say(g, "be_tf_4")
    assert g.seats() == (0,)  # there was nothing left to place
