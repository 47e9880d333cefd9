"""Land Combat: card, Special Effects, both rolls, Paratroops, Projects, Generals' rules, Events."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import EAST_FRONT, NONE, ROLE_ATTACKER, SOUTH_FRONT, WEST
from sandtable.games.other_side.components.effect_types import BLACK, GREY, WHITE, YELLOW
from sandtable.games.other_side.components.state import AVAILABLE, GONE, Board
from sandtable.games.other_side.rules.combat import combat_sequence
from sandtable.games.other_side.testing import area, deck, general, position, units_at
from tests.games.other_side.driving import answer, answers, go_on, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import (
    a_fight,
    allies_attack,
    axis_attacks,
    fight,
    questioned,
    shown,
    state,
    west_attacks,
    where,
)

BLANKS = ["red blank"] * 3


def ukraine(armies: str = "2 regular", align: str = "disputed 1/2 soviet", **more: Any) -> Board:
    """Axis Armies in a Disputed Ukraine, Hungary behind them; nobody leads."""
    stacks = {"ukraine": armies}
    tracks = {"ussr": "war", **more.pop("tracks", {})}
    return position(align={"ukraine": align, "hungary": "satellite"}, armies=stacks, tracks=tracks, **more)


# --- the frame


@pytest.mark.rule("other_side", "6")
@pytest.mark.rule("other_side", "6a")
@pytest.mark.rule("other_side", "6c")
def test_the_combat_sector_lies_under_the_disk_of_the_defender() -> None:
    two = {"hoth": "available", "guderian": "available"}
    g = ukraine("panzer", generals=two)
    axis_attacks(g, "ukraine")
    assert (fight(g).sector, fight(g).role) == (2, ROLE_ATTACKER)
    assert offered(g) == {"general:hoth", "general:guderian"}
    g = ukraine("panzer", generals=two)
    allies_attack(g, "ukraine")
    assert fight(g).sector == 1
    assert "Combat in Ukraine" in log(g) and "the Soviet Faction attacks" in log(g)
    g = west_attacks(ukraine("panzer", align="occupied", generals=two), "ukraine")
    assert (fight(g).sector, fight(g).faction) == (3, WEST), "no Disk says who attacks, but the Segment does"


@pytest.mark.rule("other_side", "6.1")
def test_the_disk_says_which_faction_is_attacked() -> None:
    g = ukraine("panzer", align="disputed 1/2 western", dice=["blue card"] * 2 + ["black blank"])
    axis_attacks(g, "ukraine", card=2)
    assert "2 × blue card" in log(g)


@pytest.mark.rule("other_side", "6.1")
def test_the_row_of_the_year_counts() -> None:
    for year, card, number in ((1941, 3, 2), (1942, 3, 3), (1944, 4, 5)):
        g = ukraine("panzer", year=year, dice=["red blank"] * number + ["black blank"])
        axis_attacks(g, "ukraine", card=card)
        assert idle(g) and f"The Allies roll {number} " in log(g)


def test_when_all_is_over_card_and_pawn_are_gone() -> None:
    g = ukraine("reduced", dice=[*BLANKS, "white blank"])
    axis_attacks(g, "ukraine")
    assert idle(g) and g.fight is None
    assert g.pawns == 0 and g.combat_used == [0]


def test_a_pawn_without_armies_to_attack_is_taken_off() -> None:
    g = ukraine("")
    axis_attacks(g, "ukraine")
    assert idle(g) and g.fight is None and g.pawns == 0
    assert g.combat_used == [] and "is removed" in log(g)


@pytest.mark.rule("other_side", "6.2.1a")
def test_armies_attack_once_in_an_operations_phase() -> None:
    g = ukraine("reduced", dice=[*BLANKS, "white blank"])
    axis_attacks(g, "ukraine")
    axis_attacks(g, "ukraine")
    assert idle(g) and "is removed" in log(g)


def test_defending_does_not_tire() -> None:
    g = ukraine("regular", dice=["red blank"] * 4 + ["grey hit"])
    allies_attack(g, "ukraine")
    assert idle(g) and g.fought == 0


# --- undefended Areas


@pytest.mark.rule("other_side", "6b")
def test_an_undefended_area_costs_three_retreats_and_questions_the_ob() -> None:
    g = position(
        align={"central_russia": "occupied"}, ob={"east": "von_bock"}, generals={"hoth": "available"}
    )
    allies_attack(g, "central_russia")
    assert idle(g)
    assert state(g, "central_russia") == ("disputed", 1, 2, "soviet")
    assert questioned(g) == {"von_bock"}
    assert where(g, "hoth") == AVAILABLE
    assert g.combat_used == []


@pytest.mark.rule("other_side", "6b")
def test_retreats_of_an_undefended_area_go_on_in_the_next() -> None:
    g = position(align={"belarus": "occupied", "poland": "occupied"}, armies={"poland": "2 regular"})
    allies_attack(g, "belarus")
    assert state(g, "belarus") == ("soviet", 0, 1, "soviet")
    assert state(g, "poland") == ("disputed", 3, 4, "soviet")
    assert units_at(g, "poland") == "2 regular"


@pytest.mark.rule("other_side", "6b")
@pytest.mark.rule("other_side", "6.7.2g")
def test_an_undefended_festung_sector_falls() -> None:
    g = position(
        align={"poland": "disputed 2/3 soviet"},
        ob={"east": "model"},
        generals={"von_kluge": "available"},
        tracks={"resources": 9},
    )
    allies_attack(g, "poland")
    assert state(g, "poland") == ("soviet", 0, 1, "soviet")
    assert g.collapse == 1 and g.resources == 8
    assert where(g, "model") == GONE
    assert "2 Hits cannot be satisfied" in log(g)


# --- when Events interfere


def test_a_combat_without_ground_ends() -> None:
    g = position(
        year=1944,
        align={"romania_bulgaria": "disputed 1/2 soviet"},
        armies={"romania_bulgaria": "regular"},
        countries={"romania_bulgaria": "satellite"},
        dice=[],
    )
    deck(g, combat=[12])
    combat_sequence.begin(g, area(g, "romania_bulgaria"), 1, 2)
    fight(g).stage, fight(g).card = combat_sequence.ALLIED_ROLL, 0
    g.set_axis(area(g, "romania_bulgaria"), 0)
    assert idle(go_on(g)) and g.fight is None
    g = ukraine("regular", dice=[])
    combat_sequence.begin(g, area(g, "ukraine"), 0, 2)
    fight(g).stage, fight(g).card = combat_sequence.ALLIED_ROLL, 0
    g.set_ally(area(g, "ukraine"), 0)
    assert idle(go_on(g)) and g.fight is None


def test_who_was_removed_by_an_event_has_no_part_any_more() -> None:
    g = ukraine("panzer, regular", heads={"ukraine": ["von_bock"]}, generals={"hoth": "activated"})
    f = a_fight(g, "ukraine", ROLE_ATTACKER)
    f.head, f.leading = general(g, "von_bock"), general(g, "hoth")
    panzer, regular = g.at[area(g, "ukraine")]
    g.put(panzer, area(g, "hungary"))
    g.where = bytes([GONE]) * g.t.n_generals
    combat_sequence.drop_removed_units(g)
    assert (f.head, f.leading, f.units) == (NONE, NONE, 1 << regular)


# --- the Allied dice


def allied(g: Board, target: str, role: int = ROLE_ATTACKER, card: int = 1) -> int:
    """How many dice the Allies would roll."""
    side = g.ally_side[area(g, target)] or WEST
    f = a_fight(g, target, role, side)
    f.card = g.t.combat_number.index(card)
    return sum(n for n, _ in combat_sequence.allied_dice(g))


@pytest.mark.rule("other_side", "6.3f")
def test_rough_helps_an_allied_defender() -> None:
    assert allied(position(align={"finland": "soviet"}), "finland") == 3 + 1
    assert allied(position(align={"ukraine": "soviet"}), "ukraine") == 3
    g = position(align={"finland": "disputed 1/2 soviet"})
    a_fight(g, "finland").card = g.t.combat_number.index(10)
    assert sum(n for n, _ in combat_sequence.allied_dice(g)) == 4  # what the Attack cell says


@pytest.mark.rule("other_side", "6.3g")
def test_fortified_sectors_and_landing_markers_bring_two_dice_once() -> None:
    assert allied(position(align={"southern_france": "disputed 1/2 western"}), "southern_france") == 3 + 2
    g = position(align={"northern_africa": "disputed 2/3 western"}, landings={"northern_africa": 3})
    assert allied(g, "northern_africa") == 3 + 2
    g = position(align={"northern_africa": "disputed 1/2 western"}, landings={"northern_africa": 2})
    assert allied(g, "northern_africa") == 3 + 1 + 2  # Rough besides
    g = position(align={"southern_france": "disputed 1/2 western"}, landings={"southern_france": 2})
    assert allied(g, "southern_france") == 3 + 2
    assert allied(position(align={"poland": "soviet"}), "poland") == 3  # a Festung Sector


@pytest.mark.rule("other_side", "6.3h")
@pytest.mark.parametrize(
    ("name", "side", "air", "box", "more"),
    [
        ("egypt", "western", 1, "summer_ops_1", 1),
        ("egypt", "western", 1, "winter_ops", 0),
        ("egypt", "western", 2, "summer_ops_1", 0),
        ("ukraine", "soviet", 1, "summer_ops_1", 0),
    ],
)
def test_western_air_supremacy(name: str, side: str, air: int, box: str, more: int) -> None:
    g = position(align={name: side}, box=box, tracks={"air_south": air, "air_east": air})
    assert allied(g, name) == 3 + more


@pytest.mark.rule("other_side", "6.3i")
def test_lines_with_a_symbol_bring_dice_to_the_faction_beyond_them() -> None:
    align = {"central_russia": "soviet", "urals": "soviet"}
    assert allied(position(align=align), "central_russia") == 3 + 1
    align["urals"] = "neutral"
    assert allied(position(align=align), "central_russia") == 3
    g = position(align={"belgium_holland": "disputed 1/2 western", "northern_france": "western"})
    assert allied(g, "belgium_holland") == 3 + 1
    g = position(align={"belgium_holland": "occupied", "northern_france": "western"})
    assert allied(g, "belgium_holland", role=1, card=3) == 3 + 1  # in attack too
    g = position(align={"belgium_holland": "disputed 1/2 western", "northern_france": "disputed 1/2 western"})
    assert allied(g, "belgium_holland") == 3


def test_cards_bring_dice() -> None:
    g = position(align={"ukraine": "disputed 2/3 soviet"}, tracks={"soviet_dice": 2})
    a_fight(g, "ukraine").card = g.t.combat_number.index(10)
    fight(g).more_allied = 1
    assert sum(n for n, _ in combat_sequence.allied_dice(g)) == 4 + 2 + 1
    a_fight(g, "ukraine", ROLE_ATTACKER).card = g.t.combat_number.index(10)
    assert sum(n for n, _ in combat_sequence.allied_dice(g)) == 3


@pytest.mark.rule("other_side", "6.3j")
def test_the_dice_in_the_box_are_no_limit() -> None:
    g = ukraine("panzer", year=1944, tracks={"soviet_dice": 4}, dice=["red blank"] * 9 + ["black hit"])
    allies_attack(g, "ukraine", card=2)
    assert idle(g) and "The Allies roll 9" in log(g)


# --- the Axis dice


def axis(g: Board, where_: str, role: int, source: str = "") -> list[int]:
    """The colours of the Axis dice."""
    f = a_fight(g, where_, role)
    f.source = area(g, source or where_)
    f.units = sum(1 << unit for unit in g.at[f.source])
    return combat_sequence.axis_dice(g)


@pytest.mark.rule("other_side", "6.4")
def test_the_axis_rolls_the_dice_of_its_armies() -> None:
    g = ukraine("panzer, regular", dice=[*BLANKS, "black hit", "grey blank"])
    axis_attacks(g, "ukraine")
    assert "The Axis rolls 2: black hit and grey blank." in log(g)
    assert state(g, "ukraine")[1] == 2, "one Hit against none"


@pytest.mark.rule("other_side", "6.4")
def test_every_army_rolls_a_die_of_its_colour() -> None:
    g = ukraine("panzer, regular, reduced, satellite_hungary")
    assert axis(g, "ukraine", ROLE_ATTACKER) == [BLACK, GREY, WHITE, YELLOW]


@pytest.mark.rule("other_side", "6.4e")
def test_no_more_dice_than_the_combat_area_can_hold() -> None:
    g = position(align={"greece": "western", "yugoslavia": "occupied"}, armies={"yugoslavia": "3 regular"})
    assert axis(g, "greece", ROLE_ATTACKER, "yugoslavia") == [GREY, GREY]


@pytest.mark.rule("other_side", "6.4a")
@pytest.mark.parametrize(
    ("air", "box", "more"), [(5, "fall_ops", 1), (5, "winter_ops", 0), (4, "fall_ops", 0)]
)
def test_air_control_of_five_brings_a_white_die(air: int, box: str, more: int) -> None:
    g = ukraine("panzer", box=box, tracks={"air_east": air})
    assert axis(g, "ukraine", ROLE_ATTACKER) == [BLACK] + [WHITE] * more
    assert axis(g, "ukraine", 1) == [BLACK] + [WHITE] * more


@pytest.mark.rule("other_side", "6.4b")
def test_rough_helps_an_axis_defender() -> None:
    g = position(align={"finland": "satellite"}, armies={"finland": "regular"})
    assert axis(g, "finland", 1) == [GREY, WHITE]
    g = position(align={"finland": "disputed 1/2 soviet"}, armies={"finland": "regular"})
    assert axis(g, "finland", ROLE_ATTACKER) == [GREY]


@pytest.mark.rule("other_side", "6.4c")
def test_isolated_armies_roll_worse_dice() -> None:
    g = ukraine("panzer, regular, reduced, satellite_hungary", supply={"ukraine": "isolated"})
    assert axis(g, "ukraine", 1) == [GREY, WHITE, WHITE, YELLOW]
    g = position(
        align={"ukraine": "soviet", "hungary": "satellite"},
        armies={"hungary": "panzer"},
        supply={"hungary": "isolated"},
    )
    assert axis(g, "ukraine", ROLE_ATTACKER, "hungary") == [GREY]
    g = ukraine("panzer", supply={"ukraine": "naval"})
    assert axis(g, "ukraine", 1) == [BLACK]


# --- Paratroops


@pytest.mark.rule("other_side", "6.4d")
@pytest.mark.parametrize(("result", "after"), [(4, 0), (3, 3), (2, 2)])
def test_paratroops_add_a_die_and_risk_their_marker(result: int, after: int) -> None:
    g = ukraine("regular", tracks={"paratroops": 3}, dice=[*BLANKS, result, "grey blank", "grey blank"])
    axis_attacks(g, "ukraine")
    assert offered(g) == {"button:yes", "button:no"}
    assert "box 3" in prompt(g).text
    assert refused(g, "area:ukraine").rule == "6.4d"
    answer(g, "button:yes")
    assert idle(g) and g.paratroops == after
    assert f"A roll of {result} against box 3" in log(g)


@pytest.mark.rule("other_side", "6.4d")
def test_paratroops_may_stay_at_home() -> None:
    g = ukraine("regular", tracks={"paratroops": 3}, dice=[*BLANKS, "grey blank"])
    answer(axis_attacks(g, "ukraine"), "button:no")
    assert idle(g) and g.paratroops == 3


@pytest.mark.rule("other_side", "6.4d")
def test_no_paratroops_in_winter_in_defence_or_without_marker() -> None:
    g = ukraine("regular", box="winter_ops", tracks={"paratroops": 3}, dice=[*BLANKS, "grey blank"])
    assert idle(axis_attacks(g, "ukraine"))
    g = ukraine("regular", tracks={"paratroops": 0}, dice=[*BLANKS, "grey blank"])
    assert idle(axis_attacks(g, "ukraine"))
    g = ukraine("regular", tracks={"paratroops": 3}, dice=["red blank"] * 4 + ["grey hit"])
    assert idle(allies_attack(g, "ukraine"))


@pytest.mark.rule("other_side", "6.4d")
@pytest.mark.rule("other_side", "2.2f")
@pytest.mark.parametrize(("box", "after"), [(3, 2), (1, 0)])
def test_a_leading_general_may_save_the_marker(box: int, after: int) -> None:
    g = position(align={"egypt": "disputed 1/2 western"}, tracks={"paratroops": box}, dice=[6])
    f = a_fight(g, "egypt", ROLE_ATTACKER, WEST)
    f.leading = general(g, "student")
    combat_sequence.drop(g)
    assert g.paratroops == after
    assert f.more_axis == [GREY]


def test_generals_have_no_part_in_an_amphibious_drop() -> None:
    g = position(align={"egypt": "disputed 1/2 western"}, tracks={"paratroops": 3}, dice=[6])
    f = a_fight(g, "egypt", ROLE_ATTACKER, WEST)
    f.leading, f.amphibious = general(g, "student"), 1
    combat_sequence.drop(g)
    assert g.paratroops == 0


# --- Generals and Projects


def led(head: str, leading: str, dice: list[Any], armies: str = "2 regular", **more: Any) -> Board:
    """Ukraine with a Head and one General to lead."""
    return ukraine(armies, heads={"ukraine": [head]}, generals={leading: "available"}, dice=dice, **more)


@pytest.mark.rule("other_side", "6.2")
def test_head_and_leading_general_change_hits() -> None:
    # von Reichenau attacks in a River, Strauss fights Soviets: one Hit each.
    g = led("von_reichenau", "strauss", ["red hit", "red blank", "red blank", "grey blank", "grey blank"])
    axis_attacks(g, "ukraine")
    assert "Axis Hits 2, Allied Hits 1: Victory" in log(g)


@pytest.mark.rule("other_side", "6.2")
def test_a_general_adds_a_die_before_the_roll() -> None:
    g = led("von_witzleben", "paulus", [*BLANKS, "grey blank", "grey blank", "white hit"], year=1941)
    axis_attacks(g, "ukraine")
    assert "The Axis rolls 3" in log(g)


@pytest.mark.rule("other_side", "6.2")
def test_rerolls_come_before_conversions_and_these_before_hits() -> None:
    # von Bock re-rolls up to two blanks, Reinhardt turns a blank black die.
    rolled = ["red hit", "red hit", "red blank", "black blank", "grey blank", "grey blank", "black blank"]
    g = led("von_bock", "reinhardt", rolled, "panzer, regular")
    axis_attacks(g, "ukraine")
    assert shown(fight(g).axis) == ["black blank", "grey blank"]
    assert offered(g) == {"die:1", "die:2", "button:done"}
    answers(g, "die:2", "die:1")
    assert idle(g)
    text = log(g)
    assert text.index("Rolled again: black blank") < text.index("Turned: black blank becomes black hit")
    assert "Axis Hits 1, Allied Hits 2: Defeat" in text


@pytest.mark.rule("other_side", "6.2")
def test_the_head_comes_before_the_leading_general() -> None:
    g = led("von_bock", "von_weichs", [*BLANKS, "grey blank", "grey blank", "grey blank"])
    axis_attacks(g, "ukraine")
    assert "2 left" in prompt(g).text  # von Bock's re-rolls
    answer(g, "die:1")
    answer(g, "button:done")
    assert "1 left" in prompt(g).text  # von Weichs's: the die may be rolled again
    assert offered(g) == {"die:1", "button:done"}
    answer(g, "button:done")
    assert idle(g)


@pytest.mark.rule("other_side", "3.2.1e")
def test_projects_add_dice_and_turn_dice() -> None:
    g = ukraine(
        "reduced",
        projects={"assault_guns": "completed"},
        dice=["red blank"] * 4 + ["white blank", "white hit"],
    )
    allies_attack(g, "ukraine")
    assert "The Axis rolls 2" in log(g)
    g = ukraine("panzer", projects={"tiger_and_panther": "completed"}, dice=[*BLANKS, "black blank"])
    axis_attacks(g, "ukraine")
    assert "Axis Hits 1, Allied Hits 0: Victory" in log(g)


@pytest.mark.rule("other_side", "6.2")
def test_the_ob_adds_his_special() -> None:
    g = ukraine("regular", ob={"east": "von_manstein"}, dice=["red blank"] * 4 + ["grey blank", "grey hit"])
    allies_attack(g, "ukraine")
    assert offered(g) == {"die:1", "button:done"}
    answer(g, "die:1")
    assert "Axis Hits 1, Allied Hits 0: Victory" in log(g)


# --- planes and Events


@pytest.mark.rule("other_side", "6.3")
def test_planes_cost_one_point_of_air_control_after_the_axis_roll() -> None:
    rolled = ["red plane", "red plane", "red blank", "grey blank", "white hit"]
    g = ukraine("regular", tracks={"air_east": 5}, dice=rolled)
    axis_attacks(g, "ukraine")
    assert g.air[EAST_FRONT] == 4
    assert "The Axis rolls 2" in log(g)  # the die for air control was rolled first


@pytest.mark.rule("other_side", "6.5")
@pytest.mark.rule("other_side", "6.5a")
def test_card_faces_of_both_sides_draw_two_events_at_most() -> None:
    rolled = ["red card", "red blank", "red blank", "grey card", "grey card"]
    g = deck(ukraine("2 regular", dice=rolled), battle=["blitzkrieg", "not_a_step_back", "scorched_earth"])
    axis_attacks(g, "ukraine")
    assert len(g.battle_deck) == 2  # BLITZKRIEG went under the deck: the Sector is not Plains
    assert "BLITZKRIEG" in log(g) and "NOT A STEP BACK" in log(g) and "SCORCHED EARTH" not in log(g)
    assert "Axis Hits 0, Allied Hits 1: Defeat" in log(g)


@pytest.mark.rule("other_side", "6.5")
def test_an_empty_deck_brings_no_event() -> None:
    g = ukraine("regular", dice=[*BLANKS, "grey card"])
    assert idle(axis_attacks(g, "ukraine"))


@pytest.mark.rule("other_side", "6.5")
def test_dice_of_events_draw_no_events() -> None:
    g = ukraine("regular", dice=["red card", "grey card"])
    f = a_fight(g, "ukraine")
    f.more_axis, f.more_allied, f.stage = [GREY], 1, combat_sequence.EVENTS
    g.battle_deck = [0]
    combat_sequence._events(g)
    assert (shown(f.axis), shown(f.allied)) == (["grey card"], ["red card"])
    assert f.drawn == 0 and g.battle_deck == [0]


def test_events_can_be_ignored() -> None:
    g = ukraine("regular")
    f = a_fight(g, "ukraine")
    f.events, f.no_events, g.battle_deck = 2, 1, [0]
    combat_sequence._events(g)
    assert g.battle_deck == [0]


@pytest.mark.rule("other_side", "6.5")
def test_events_of_a_combat_count_for_its_result() -> None:
    rolled = ["red card", "red blank", "red blank", "red blank", "grey hit"]
    g = deck(ukraine("regular", year=1943, pool="reduced", dice=rolled), battle=["guards_armies"])
    allies_attack(g, "ukraine")
    assert "Axis Hits 1, Allied Hits 1: Attrition" in log(g)


def test_a_western_attack() -> None:
    g = position(
        align={"libya": "satellite", "egypt": "western"},
        armies={"libya": "satellite_italy"},
        countries={"italy": "satellite"},
        tracks={"air_south": 1},
        dice=["blue hit", "blue plane", "blue hit", "blue hit", "yellow blank"],
    )
    west_attacks(g, "libya")
    assert g.air[SOUTH_FRONT] == 1 and "The Allies roll 4" in log(g)
