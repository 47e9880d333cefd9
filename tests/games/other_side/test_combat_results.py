"""Results of Land Combat: Advances, Armies that move in, Retreats, Reductions, who is questioned."""

from typing import Any

import pytest

from sandtable.engine.rng import ScriptedRng
from sandtable.engine.step import Step
from sandtable.games.other_side.components.constants import NONE, ROLE_ATTACKER, SOVIETS, WEST
from sandtable.games.other_side.components.state import AVAILABLE, GONE, NO_HEAD, VACANCY, Board
from sandtable.games.other_side.rules.combat import combat_results
from sandtable.games.other_side.rules.generals.command import Dismissals
from sandtable.games.other_side.testing import area, general, position, units_at
from tests.games.other_side.driving import answer, answers, begin, go_on, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import a_fight, dice, fight, questioned, state, where


def attack(
    target: str = "ukraine", source: str = "hungary", hits: int = 2, theirs: int = 0, **more: Any
) -> Board:
    """An attack with these Hits; by default Hungary attacks a Soviet Ukraine."""
    more.setdefault("align", {"ukraine": "soviet", "hungary": "satellite"})
    more.setdefault("armies", {"hungary": "panzer, 2 regular"})
    g = position(**more)
    f = a_fight(g, target, ROLE_ATTACKER, g.ally_side[area(g, target)])
    f.source = area(g, source)
    f.units = sum(1 << unit for unit in g.at[f.source])
    heads = [n for n in g.heads[2 * f.source : 2 * f.source + 2] if n >= 0]
    f.head = heads[0] if heads else NONE
    f.axis, f.allied = dice(*["grey hit"] * hits), dice(*["red hit"] * theirs)
    combat_results.resolve(g)
    return go_on(g)


def inside(hits: int = 2, theirs: int = 0, **more: Any) -> Board:
    """An attack inside a Disputed Ukraine."""
    more.setdefault("align", {"ukraine": "disputed 1/2 soviet"})
    more.setdefault("armies", {"ukraine": "panzer, regular"})
    return attack("ukraine", "ukraine", hits, theirs, **more)


def defence(
    target: str, theirs: int, hits: int = 0, faction: int = SOVIETS, leading: str = "", **more: Any
) -> Board:
    """A defence with these Hits."""
    change = more.pop("change", {})
    g = position(**more)
    f = a_fight(g, target, 1, faction)
    heads = [n for n in g.heads[2 * f.area : 2 * f.area + 2] if n >= 0]
    f.head = heads[0] if heads else NONE
    f.leading = general(g, leading) if leading else NONE
    for name, value in change.items():
        setattr(f, name, value)
    f.axis, f.allied = dice(*["grey hit"] * hits), dice(*["red hit"] * theirs)
    combat_results.resolve(g)
    return go_on(g)


# --- the Axis attacks


@pytest.mark.rule("other_side", "6.6")
@pytest.mark.rule("other_side", "6.6.1")
@pytest.mark.rule("other_side", "6.6.1a")
@pytest.mark.parametrize(
    ("hits", "theirs", "won"), [(1, 0, True), (3, 2, True), (2, 2, False), (0, 0, False), (1, 2, False)]
)
def test_more_hits_win_and_equal_hits_lose(hits: int, theirs: int, won: bool) -> None:
    g = inside(hits, theirs, pool="regular")
    assert (state(g, "ukraine") == ("disputed", 2, 3, "soviet")) == won
    assert (units_at(g, "ukraine") == "2 regular") == (not won)
    assert ("Victory" in log(g)) == won


@pytest.mark.rule("other_side", "6.6.1a")
def test_a_repulse_questions_the_leading_general_alone() -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet"},
        armies={"ukraine": "2 regular"},
        heads={"ukraine": ["von_bock"]},
        generals={"hoth": "activated"},
        ob={"east": "von_kluge"},
    )
    f = a_fight(g, "ukraine", ROLE_ATTACKER)
    f.head, f.leading = general(g, "von_bock"), general(g, "hoth")
    combat_results.resolve(g)
    assert questioned(g) == {"hoth"}
    assert units_at(g, "ukraine") == "regular"


@pytest.mark.rule("other_side", "6.6.1a")
def test_only_participants_are_reduced_after_a_repulse() -> None:
    g = position(
        align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "panzer, reduced"}, pool="regular"
    )
    f = a_fight(g, "ukraine", ROLE_ATTACKER)
    f.units = 1 << g.at[area(g, "ukraine")][1]
    combat_results.resolve(g)
    assert units_at(g, "ukraine") == "panzer"


def test_an_attack_whose_armies_are_all_lost_is_a_defeat() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"})
    f = a_fight(g, "ukraine", ROLE_ATTACKER)
    f.axis = dice("white hit")
    combat_results.resolve(g)
    assert state(g, "ukraine") == ("disputed", 1, 2, "soviet") and "Defeat" in log(g)


# --- second Advance


@pytest.mark.rule("other_side", "6.6.1")
@pytest.mark.rule("other_side", "6.6.1b")
def test_a_second_advance_costs_a_reduction() -> None:
    g = inside(align={"ukraine": "disputed 1/2 soviet"}, pool="regular")
    assert offered(g) == {"button:yes", "button:no"}
    assert "one Reduction" in prompt(g).text
    assert refused(g, "area:ukraine").rule == "6.6.1"
    answer(g, "button:yes")
    assert idle(g)
    assert state(g, "ukraine") == ("occupied", 3, 0, "")
    assert units_at(g, "ukraine") == "2 regular"


@pytest.mark.rule("other_side", "6.6.1")
def test_a_second_advance_is_optional() -> None:
    g = answer(inside(pool="regular"), "button:no")
    assert idle(g) and state(g, "ukraine") == ("disputed", 2, 3, "soviet")
    assert units_at(g, "ukraine") == "panzer, regular"


@pytest.mark.rule("other_side", "6.6.1")
@pytest.mark.parametrize(
    ("where_", "align", "landings", "possible"),
    [
        ("ukraine", "disputed 1/2 soviet", {}, True),  # Plains come next
        ("northern_russia", "disputed 1/2 soviet", {}, False),  # Fortified
        ("donbass_crimea", "disputed 1/2 soviet", {}, True),  # River
        ("central_russia", "disputed 1/2 soviet", {}, False),  # Fortified
        ("northern_africa", "disputed 1/2 western", {}, True),  # Plains
        ("northern_africa", "disputed 1/2 western", {"northern_africa": 3}, False),
        ("baltic_states", "disputed 2/3 soviet", {}, False),  # Rough
        ("ukraine", "disputed 2/3 soviet", {}, False),  # the whole Area is taken
    ],
)
def test_where_a_second_advance_goes(
    where_: str, align: str, landings: dict[str, int], possible: bool
) -> None:
    g = attack(
        where_, where_, align={where_: align}, armies={where_: "2 regular"}, landings=landings, dice=[]
    )
    assert idle(g) != possible


@pytest.mark.rule("other_side", "6.6.1")
def test_cards_change_the_second_advance() -> None:
    def victory(**change: int) -> Board:
        g = position(
            align={"baltic_states": "disputed 2/3 soviet", "ukraine": "disputed 1/2 soviet"},
            armies={"baltic_states": "2 regular", "ukraine": "2 regular"},
            pool="reduced",
        )
        f = a_fight(g, "ukraine" if "any_terrain" not in change else "baltic_states", ROLE_ATTACKER)
        for name, value in change.items():
            setattr(f, name, value)
        f.axis = dice("grey hit")
        combat_results.resolve(g)
        return go_on(g)

    assert idle(victory(no_second=1))
    g = victory(free_second=1)
    assert "costs nothing" in prompt(g).text
    answer(g, "button:yes")
    assert units_at(g, "ukraine") == "2 regular" and state(g, "ukraine")[1] == 3
    assert not idle(victory(any_terrain=1))


@pytest.mark.rule("other_side", "6.6.1")
def test_no_terrain_rule_opens_fortified_sectors() -> None:
    g = position(align={"northern_russia": "disputed 2/3 soviet"}, armies={"northern_russia": "regular"})
    a_fight(g, "northern_russia", ROLE_ATTACKER).any_terrain = 1
    assert not combat_results.second_possible(g)


@pytest.mark.rule("other_side", "6.6")
@pytest.mark.parametrize(("head", "seat"), [("von_bock", 1), ("", 2)])
def test_the_head_decides_and_without_head_operations(head: str, seat: int) -> None:
    g = inside(
        players=3,
        sections=[0, 2, 0, 0],
        heads={"ukraine": [head]} if head else {},
        owners={"von_bock": 1},
    )
    assert g.seats() == (seat,)


@pytest.mark.rule("other_side", "6.6")
@pytest.mark.parametrize(("head", "seat"), [("von_bock", 1), ("", 2)])
def test_the_head_takes_the_hits_of_a_defence_and_without_head_operations(head: str, seat: int) -> None:
    g = defence(
        "ukraine",
        1,
        players=3,
        sections=[0, 2, 0, 0],
        align=HELD,
        armies={"ukraine": "2 regular"},
        heads={"ukraine": [head]} if head else {},
        owners={"von_bock": 1},
    )
    assert g.seats() == (seat,) and offered(g) == {"button:retreat", "button:reduction"}


# --- Armies that move in


@pytest.mark.rule("other_side", "6.7.1a")
def test_operations_chooses_who_moves_in() -> None:
    g = attack()
    assert offered(g) == {"unit:panzer@hungary", "unit:regular@hungary"}
    assert "Ukraine" in prompt(g).text
    assert refused(g, "button:done").rule == "6.7.1a"
    answer(g, "unit:panzer@hungary")
    assert offered(g) == {"unit:regular@hungary", "button:done"}
    assert "Chosen: Panzer Army" in prompt(g).text
    assert "already" in refused(g, "unit:panzer@hungary").text
    assert refused(g, "area:poland").rule == "6.7.1a"
    answers(g, "unit:regular@hungary", "button:done", "button:no")
    assert idle(g)
    assert units_at(g, "ukraine") == "panzer, regular" and units_at(g, "hungary") == "regular"
    assert state(g, "ukraine") == ("disputed", 1, 2, "soviet")


@pytest.mark.rule("other_side", "6.7.1a")
def test_a_single_army_moves_in_by_itself() -> None:
    g = answer(attack(armies={"hungary": "regular"}), "button:no")
    assert idle(g) and units_at(g, "ukraine") == "regular"


@pytest.mark.rule("other_side", "6.7.1a")
@pytest.mark.rule("other_side", "2.3f")
def test_no_more_move_in_than_the_area_can_hold() -> None:
    g = attack(
        "greece",
        "yugoslavia",
        align={"greece": "western", "yugoslavia": "occupied"},
        armies={"yugoslavia": "3 regular"},
    )
    answer(g, "unit:regular@yugoslavia")
    assert idle(g) and units_at(g, "greece") == "2 regular"


@pytest.mark.rule("other_side", "6.7.1b")
def test_one_army_stays_with_the_partisans() -> None:
    g = attack(
        "belarus",
        "poland",
        align={"belarus": "soviet", "poland": "occupied"},
        armies={"poland": "panzer, regular"},
    )
    answer(g, "unit:panzer@poland")
    answer(g, "button:no")
    assert idle(g)
    assert units_at(g, "belarus") == "panzer" and units_at(g, "poland") == "regular"


@pytest.mark.rule("other_side", "6.7.1b")
def test_if_only_one_is_left_the_disk_stands_alone() -> None:
    g = attack(
        "belarus", "poland", align={"belarus": "soviet", "poland": "occupied"}, armies={"poland": "panzer"}
    )
    answer(g, "button:no")
    assert units_at(g, "poland") == "panzer" and state(g, "belarus") == ("disputed", 1, 2, "soviet")
    assert "No Army can move" in log(g)


@pytest.mark.rule("other_side", "8.1")
def test_italy_limits_who_moves_in() -> None:
    g = attack(
        "libya",
        "egypt",
        align={"libya": "western", "egypt": "occupied"},
        armies={"egypt": "2 regular, satellite_italy"},
        tracks={"italy": "intervention"},
    )
    answer(g, "unit:regular@egypt")
    assert offered(g) == {"unit:satellite_italy@egypt", "button:done"}
    assert refused(g, "unit:regular@egypt").rule in ("8.1", "6.7.1a")
    answer(g, "unit:satellite_italy@egypt")
    answer(g, "button:no")
    assert units_at(g, "libya") == "regular, satellite_italy"


@pytest.mark.rule("other_side", "8.1")
def test_a_german_army_may_go_on_from_one_italian_area_to_another() -> None:
    g = attack(
        "southern_italy",
        "northern_italy",
        align={"southern_italy": "western", "northern_italy": "satellite"},
        armies={"northern_italy": "regular"},
        tracks={"italy": "intervention"},
    )
    assert units_at(g, "southern_italy") == "regular"


@pytest.mark.rule("other_side", "6.7.1c")
def test_the_head_goes_with_two_armies() -> None:
    g = attack(heads={"hungary": ["von_rundstedt"]}, armies={"hungary": "panzer, 3 regular"})
    answers(g, "unit:panzer@hungary", "unit:regular@hungary", "button:done", "button:no")
    who = general(g, "von_rundstedt")
    assert g.heads[2 * area(g, "ukraine")] == who and g.post[who] == 2 * area(g, "ukraine")
    assert g.heads[2 * area(g, "hungary")] == VACANCY


@pytest.mark.rule("other_side", "6.7.1c")
def test_the_head_stays_when_one_army_goes() -> None:
    g = attack(heads={"hungary": ["von_rundstedt"]})
    answers(g, "unit:panzer@hungary", "button:done", "button:no")
    assert g.heads[2 * area(g, "hungary")] == general(g, "von_rundstedt")


@pytest.mark.rule("other_side", "6.7.1c")
def test_a_head_without_german_armies_goes_home() -> None:
    g = attack(heads={"hungary": ["von_rundstedt"]}, armies={"hungary": "2 regular, 2 satellite_hungary"})
    answers(g, "unit:satellite_hungary@hungary", "unit:satellite_hungary@hungary", "button:done", "button:no")
    assert where(g, "von_rundstedt") == AVAILABLE
    assert g.heads[2 * area(g, "hungary")] == VACANCY


@pytest.mark.rule("other_side", "6.7.1c")
def test_a_head_follows_a_german_and_a_satellite_army_and_goes_home() -> None:
    g = attack(heads={"hungary": ["von_rundstedt"]}, armies={"hungary": "3 regular, satellite_hungary"})
    answers(g, "unit:regular@hungary", "unit:satellite_hungary@hungary", "button:done", "button:no")
    assert where(g, "von_rundstedt") == AVAILABLE
    assert g.heads[2 * area(g, "hungary")] == VACANCY and g.heads[2 * area(g, "ukraine")] == NO_HEAD


@pytest.mark.rule("other_side", "6.7.1c")
def test_who_is_no_longer_there_does_not_follow() -> None:
    g = attack(armies={"hungary": "2 regular"})
    fight(g).head = general(g, "von_bock")  # went home in the meantime
    answers(g, "unit:regular@hungary")
    assert g.heads[2 * area(g, "ukraine")] == VACANCY


# --- the Axis defends


HELD = {"ukraine": "disputed 2/3 soviet", "hungary": "satellite"}


@pytest.mark.rule("other_side", "6.6.2")
def test_a_defender_who_wins_loses_nothing() -> None:
    g = defence("ukraine", 1, 2, align=HELD, armies={"ukraine": "regular"})
    assert idle(g) and state(g, "ukraine")[1] == 2 and questioned(g) == set()
    assert units_at(g, "ukraine") == "regular" and log(g) == "Axis Hits 2, Allied Hits 1: Victory."


@pytest.mark.rule("other_side", "6.6.2a")
@pytest.mark.parametrize("choice", ["retreat", "reduction"])
def test_attrition_is_a_retreat_or_a_reduction(choice: str) -> None:
    g = defence(
        "ukraine",
        1,
        1,
        leading="hoth",
        generals={"hoth": "activated"},
        align=HELD,
        armies={"ukraine": "2 regular"},
        pool="reduced",
        heads={"ukraine": ["von_bock"]},
        change={"extra_retreats": 1},
    )
    assert offered(g) == {"button:retreat", "button:reduction"}
    assert "1 Hit" in prompt(g).text
    assert refused(g, "area:ukraine").rule == "6.6.2b"
    answer(g, f"button:{choice}")
    assert idle(g)
    if choice == "retreat":
        assert state(g, "ukraine")[1] == 1 and questioned(g) == {"von_bock"}
    else:
        assert units_at(g, "ukraine") == "regular, reduced" and questioned(g) == set()


def beaten(d: int, *choices: str, **more: Any) -> Board:
    """A defence in Central Russia that is lost by `d` Hits."""
    more.setdefault("armies", {"central_russia": "4 regular"})
    g = defence(
        "central_russia",
        d,
        leading="hoth",
        align={"central_russia": "occupied", "belarus": "occupied"},
        heads={"central_russia": ["von_bock"]},
        ob={"east": "von_kluge"},
        generals={"hoth": "activated"},
        **more,
    )
    return answers(g, *[f"button:{choice}" for choice in choices])


@pytest.mark.rule("other_side", "6.6.2b")
@pytest.mark.rule("other_side", "6.6.2c")
@pytest.mark.rule("other_side", "6.6.2e")
@pytest.mark.parametrize(
    ("choices", "who"),
    [
        (["reduction"], set()),
        (["retreat"], {"hoth", "von_bock"}),
        (["reduction", "reduction"], {"hoth", "von_bock"}),
        (["retreat", "reduction"], {"hoth", "von_bock"}),
        (["retreat", "reduction", "reduction"], {"hoth", "von_bock"}),  # they are not added up
        (["retreat", "retreat"], {"hoth", "von_bock", "von_kluge"}),
        (["reduction", "reduction", "reduction"], {"hoth", "von_bock", "von_kluge"}),
    ],
)
def test_a_defeat_costs_a_retreat_or_reduction_for_every_hit(choices: list[str], who: set[str]) -> None:
    g = beaten(len(choices), *choices)
    assert idle(g)
    assert g.axis[area(g, "central_russia")] == 4 - choices.count("retreat")
    assert len(g.at[area(g, "central_russia")]) == 4 - choices.count("reduction")
    assert questioned(g) == who


@pytest.mark.rule("other_side", "4.3c")
def test_a_head_goes_home_when_his_armies_are_lost_and_answers_for_it() -> None:
    g = beaten(3, "reduction", "reduction", "reduction")
    assert where(g, "von_bock") == AVAILABLE and general(g, "von_bock") not in g.heads
    assert "von_bock" in questioned(g)


@pytest.mark.rule("other_side", "6.6.2d")
def test_nobody_is_dismissed_before_the_command_segment() -> None:
    g = beaten(2, "retreat", "retreat")
    who = ("hoth", "von_bock", "von_kluge")
    assert GONE not in [where(g, name) for name in who] and "Dismissal Roll" not in log(g)
    assert questioned(g) == set(who), "they wait for the rolls"
    g.rng = ScriptedRng([6, 6, 6])
    begin(g, Dismissals())
    answers(g, "general:hoth", "general:von_bock")
    assert [where(g, name) for name in who] == [GONE, GONE, GONE]


@pytest.mark.rule("other_side", "6.7.2a")
def test_a_disk_goes_back_three_sectors_at_most() -> None:
    g = beaten(5, "retreat", "retreat", "retreat")
    assert idle(g)
    assert state(g, "central_russia") == ("disputed", 1, 2, "soviet")
    assert units_at(g, "central_russia") == "2 regular"  # two Reductions


@pytest.mark.rule("other_side", "6.7.2a")
def test_hits_that_cannot_be_satisfied_are_ignored() -> None:
    g = beaten(6, "retreat", "retreat", "retreat", armies={"central_russia": "reduced"})
    assert idle(g) and units_at(g, "central_russia") == ""
    assert state(g, "central_russia") == ("disputed", 1, 2, "soviet")
    assert "2 Hits cannot be satisfied" in log(g)


@pytest.mark.rule("other_side", "6.7.2")
def test_retreats_are_applied_without_armies_too() -> None:
    g = beaten(3, "reduction", armies={"central_russia": "reduced"})
    assert idle(g) and units_at(g, "central_russia") == ""
    assert state(g, "central_russia") == ("disputed", 2, 3, "soviet")


@pytest.mark.rule("other_side", "6.7.2f")
@pytest.mark.rule("other_side", "6.7.2a")
def test_after_sector_1_retreats_go_on_with_a_new_count() -> None:
    g = defence(
        "belarus",
        6,
        align={"belarus": "occupied", "poland": "occupied"},
        armies={"belarus": "reduced", "poland": "2 regular"},
        change={"lose_less": 0},
    )
    answers(g, "button:retreat", "button:retreat")
    assert idle(g)
    # Two Sectors of Belarus, three of Poland, the last on a Festung Sector: then Reductions.
    assert state(g, "belarus") == ("soviet", 0, 1, "soviet")
    assert state(g, "poland") == ("disputed", 1, 2, "soviet")
    assert units_at(g, "poland") == "2 regular"
    assert units_at(g, "pool") == "reduced"


@pytest.mark.rule("other_side", "6.7.2a")
def test_after_three_sectors_of_a_lost_area_the_armies_that_fought_are_reduced() -> None:
    g = defence(
        "ukraine",
        6,
        align={"ukraine": "occupied", "hungary": "satellite"},
        armies={"ukraine": "2 regular", "hungary": "panzer"},
        pool="2 reduced",
        countries={"hungary": "satellite"},
    )
    answers(g, "button:retreat", "button:retreat", "button:retreat")
    assert idle(g) and state(g, "ukraine") == ("soviet", 0, 1, "soviet")
    # Hits four to six are Reductions: no Sector of Hungary is lost, and its own garrison is spared.
    assert state(g, "hungary") == ("satellite", 3, 0, "")
    assert units_at(g, "hungary") == "panzer, reduced" and units_at(g, "pool") == "2 regular, reduced"


@pytest.mark.rule("other_side", "6.7.2a")
def test_after_three_sectors_of_the_next_area_its_armies_are_reduced() -> None:
    g = defence(
        "belarus",
        7,
        align={"belarus": "occupied", "central_russia": "occupied"},
        armies={"belarus": "reduced", "central_russia": "2 regular"},
        pool="reduced",
    )
    answers(g, "button:retreat", "button:retreat")
    assert idle(g) and state(g, "belarus") == ("soviet", 0, 1, "soviet")
    assert state(g, "central_russia") == ("disputed", 1, 2, "soviet")
    # Two Reductions among all Armies there: a Regular Army is exchanged, then a Reduced one is lost.
    assert units_at(g, "central_russia") == "regular, reduced"
    assert units_at(g, "pool") == "regular, reduced"


@pytest.mark.rule("other_side", "6.7.2a")
@pytest.mark.rule("other_side", "6.8a")
def test_of_withdrawn_satellite_armies_the_commander_chooses_which_is_lost() -> None:
    g = defence(
        "ukraine",
        4,
        align={"ukraine": "occupied", "hungary": "satellite"},
        armies={"ukraine": "satellite_hungary, satellite_finland"},
        countries={"hungary": "satellite"},
    )
    answers(g, "button:retreat", "button:retreat", "button:retreat")
    assert prompt(g).text == "Which Satellite Army is lost?"
    answer(g, "unit:satellite_finland@hungary")
    assert idle(g) and units_at(g, "hungary") == "satellite_hungary"


@pytest.mark.rule("other_side", "6.7.2f")
def test_without_an_axis_controlled_neighbour_further_retreats_lapse() -> None:
    held = {"greece": "disputed 1/2 western"}
    g = defence("greece", 4, faction=WEST, align=held, armies={"greece": "reduced"})
    answer(g, "button:retreat")
    assert idle(g) and state(g, "greece") == ("western", 0, 1, "western")
    assert "3 Hits cannot be satisfied" in log(g)


@pytest.mark.rule("other_side", "6.7.2f")
def test_the_garrison_of_the_next_area_is_not_reduced() -> None:
    g = defence(
        "greece",
        6,
        faction=WEST,
        align={"greece": "disputed 1/2 western", "romania_bulgaria": "satellite"},
        armies={"romania_bulgaria": "2 regular", "greece": "regular"},
        countries={"romania_bulgaria": "satellite"},
    )
    answer(g, "button:retreat")
    assert idle(g)
    assert state(g, "romania_bulgaria") == ("western", 0, 1, "western")
    assert units_at(g, "pool") == "3 regular"  # nowhere to withdraw to


@pytest.mark.rule("other_side", "6.7.2g")
def test_on_a_festung_sector_every_retreat_is_a_reduction() -> None:
    g = defence("poland", 2, align={"poland": "disputed 1/2 soviet"}, armies={"poland": "3 reduced"})
    assert idle(g)
    assert units_at(g, "poland") == "reduced" and state(g, "poland") == ("disputed", 1, 2, "soviet")


@pytest.mark.rule("other_side", "6.6.2a")
@pytest.mark.rule("other_side", "6.7.2g")
def test_attrition_on_a_festung_sector_questions_nobody() -> None:
    g = defence(
        "poland",
        1,
        1,
        align={"poland": "disputed 1/2 soviet"},
        armies={"poland": "3 reduced"},
        heads={"poland": ["von_bock"]},
    )
    assert idle(g) and units_at(g, "poland") == "2 reduced" and questioned(g) == set()


@pytest.mark.rule("other_side", "6.7.2g")
def test_a_festung_sector_stands_after_a_victory_though_nobody_is_left() -> None:
    g = defence("poland", 0, 1, align={"poland": "disputed 1/2 soviet"})
    assert state(g, "poland") == ("disputed", 1, 2, "soviet")
    g = defence("poland", 1, 1, align={"poland": "disputed 1/2 soviet"})
    assert state(g, "poland") == ("soviet", 0, 1, "soviet")


@pytest.mark.rule("other_side", "6.7.2g")
def test_a_disk_driven_back_to_a_festung_sector_without_armies_is_lost() -> None:
    g = defence("poland", 1, align={"poland": "disputed 2/3 soviet"})
    assert state(g, "poland") == ("soviet", 0, 1, "soviet") and g.collapse == 1


# --- what Generals and cards change


def test_hits_are_ignored() -> None:
    g = beaten(2, "retreat", change={"lose_less": 1})
    assert idle(g) and g.axis[area(g, "central_russia")] == 3
    assert "1 Hit is ignored" in log(g)
    g = beaten(1, change={"lose_less": 2, "extra_retreats": 1})
    assert idle(g) and g.axis[area(g, "central_russia")] == 4
    g = inside(0, 1)
    assert units_at(g, "ukraine") == "panzer"


@pytest.mark.rule("other_side", "6.6.1a")
def test_what_spares_a_defender_does_not_spare_a_beaten_attacker() -> None:
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "regular"}, pool="reduced")
    a_fight(g, "ukraine", ROLE_ATTACKER).lose_less = 1
    combat_results.resolve(g)
    assert units_at(g, "ukraine") == "reduced"


def test_one_further_retreat_after_a_defeat() -> None:
    g = beaten(1, "reduction", change={"extra_retreats": 1})
    assert idle(g) and g.axis[area(g, "central_russia")] == 3
    assert questioned(g) == {"hoth", "von_bock"}


@pytest.mark.rule("other_side", "2.2f")
def test_a_head_who_holds_takes_his_first_retreat_as_a_reduction() -> None:
    g = defence(
        "ukraine",
        2,
        align=HELD,
        armies={"ukraine": "2 regular, reduced"},
        pool="reduced",
        heads={"ukraine": ["busch"]},
    )
    assert units_at(g, "ukraine") == "regular, 2 reduced"
    assert "1 Hit" in prompt(g).text
    answer(g, "button:retreat")
    assert idle(g) and state(g, "ukraine")[1] == 1


def test_a_further_retreat_may_have_to_be_a_reduction() -> None:
    g = beaten(1, change={"extra_retreats": 1, "as_reductions": 2})
    assert idle(g) and len(g.at[area(g, "central_russia")]) == 2
    assert g.axis[area(g, "central_russia")] == 4


def test_without_armies_a_retreat_cannot_be_a_reduction() -> None:
    g = beaten(1, armies={"belarus": "reduced"}, change={"as_reductions": 1})
    assert idle(g) and g.axis[area(g, "central_russia")] == 3


@pytest.mark.parametrize(
    "step", [combat_results.MoveIn(9), combat_results.CombatEnd(1)], ids=["move", "aftermath"]
)
def test_steps_survive_saving(step: Step[Any]) -> None:
    again = type(step).unpack(step.pack())
    assert again.pack() == step.pack() and type(again) is type(step)
