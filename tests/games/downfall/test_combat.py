"""Terrain and fortresses [16], combat [17] and its results [17.1]."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.choice import DONE
from sandtable.engine.step import Step
from sandtable.games import load_game
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.ids import ACTION, AREA, COMBAT, END_TURN, STOP
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import combat
from sandtable.games.downfall.rules.combat_phase import Combat
from sandtable.games.downfall.testing import add_army, declare, position, tables, unit_at, way_in


def bonus(area: str, army: str, origin: str = "inside", controls: bool = True, turn: int = 7) -> int:
    """All that a defender of this type gains in an area against an attacker from `origin`."""
    t = tables()
    side = t.side_id[t.type_side[t.type_index[army]]]
    other = "axis" if side != "axis" else "ussr"
    held = {area: side if controls else other}
    g = position(turn=turn, armies=[f"{army}@{area}"], control=held)
    at = t.area_index[area]
    return combat.defence_bonus(g, unit_at(g, army, area), at, way_in(g, at, origin))


def duel(
    area: str, attacker: str, defender: str, origin: str = "inside", dice: tuple[int, ...] = (), turn: int = 7
) -> tuple[Board, Attack]:
    """Two full armies, one attacking the other."""
    armies = [f"{attacker}@{area}", f"{defender}@{area}"]
    t = tables()
    g = position(turn=turn, side=t.side_id[t.type_side[t.type_index[attacker]]], armies=armies, dice=dice)
    return g, declare(g, unit_at(g, attacker, area), unit_at(g, defender, area), origin)


def factor(army: str, area: str, step: str = "full", turn: int = 7) -> int:
    g = position(turn=turn, armies=[f"{army}@{area} {step}"])
    return combat.army_factor(g, unit_at(g, army, area), g.t.area_index[area])


# --- terrain, fortresses, lines


@pytest.mark.rule("downfall", "16")
@pytest.mark.rule("downfall", "16a")
def test_ground_that_is_not_plain_helps_whoever_defends() -> None:
    for area, expected in (("kharkov", 0), ("bryansk", 1), ("gomel", 1), ("el_alamein", 1), ("scotland", 1)):
        assert bonus(area, "german_infantry") == expected
        assert bonus(area, "german_infantry", controls=False) == expected


@pytest.mark.rule("downfall", "16g")
def test_bonuses_add_up() -> None:
    assert bonus("helsinki", "finnish_infantry") == 2  # forest and swamp
    assert bonus("helsinki", "finnish_infantry", "karelia") == 3  # and a river
    assert bonus("leningrad", "soviet_infantry", "tallinn") == 3  # forest, fortress, river
    assert bonus("sicily", "italian_infantry", "taranto") == 2  # mountain, strait
    assert bonus("frankfurt", "german_infantry", "nancy") == 1


@pytest.mark.rule("downfall", "16c")
def test_coast_river_and_strait_help_when_the_attacker_crosses_them() -> None:
    assert bonus("brussels", "german_infantry", "sea") == 1
    assert bonus("brussels", "german_infantry", "calais") == 0
    assert bonus("frankfurt", "german_infantry", "reims") == 1
    assert bonus("sevastopol", "german_infantry", "krasnodar") == 2  # strait and narrow pass
    assert bonus("krasnodar", "soviet_infantry", "sevastopol") == 1
    assert bonus("krasnodar", "soviet_infantry", "rostov") == 0


@pytest.mark.rule("downfall", "16d")
def test_a_river_helps_only_on_its_own_side() -> None:
    assert bonus("ruhr", "german_infantry", "brussels") == 1
    assert bonus("brussels", "american_infantry", "ruhr") == 0


@pytest.mark.rule("downfall", "16e")
def test_a_fortress_helps_the_side_in_control() -> None:
    assert bonus("tobruk", "british_infantry") == 1
    assert bonus("tobruk", "british_infantry", controls=False) == 0
    assert bonus("tobruk", "italian_infantry") == 1
    assert bonus("konigsberg", "soviet_infantry") == 1  # a German fortress serves its captors
    g = position(armies=["soviet_infantry@konigsberg"], control={"konigsberg": "allies"})
    unit = unit_at(g, "soviet_infantry", "konigsberg")
    assert combat.defence_bonus(g, unit, g.t.area_index["konigsberg"], -1) == 0  # the partner's, not its own


@pytest.mark.rule("downfall", "16k")
def test_soviet_fortresses_help_soviet_armies_only() -> None:
    assert bonus("stalingrad", "soviet_infantry") == 1
    assert bonus("stalingrad", "german_infantry") == 0
    assert bonus("stalingrad", "british_infantry") == 0
    assert bonus("moscow", "soviet_guards") == 2


@pytest.mark.rule("downfall", "16f")
def test_a_fortified_line_adds_two_when_crossed() -> None:
    assert bonus("nancy", "french_infantry", "stuttgart") == 2
    assert bonus("nancy", "french_infantry", "reims") == 0
    assert bonus("stuttgart", "german_infantry", "nancy") == 2  # forest and Rhine; the line faces east


@pytest.mark.rule("downfall", "16j")
def test_high_mountain_adds_nothing() -> None:
    assert bonus("venice", "italian_infantry", "vienna") == 0
    assert bonus("venice", "italian_infantry", "zagreb") == 0
    assert bonus("venice", "italian_infantry") == 0


@pytest.mark.rule("downfall", "16l")
def test_the_way_in_does_not_count_for_an_army_already_inside() -> None:
    for area, army, origin in (
        ("frankfurt", "german_infantry", "reims"),
        ("nancy", "french_infantry", "stuttgart"),
        ("sicily", "italian_infantry", "taranto"),
        ("brussels", "german_infantry", "sea"),
    ):
        assert bonus(area, army) < bonus(area, army, origin)


# --- factors


@pytest.mark.rule("downfall", "17b")
@pytest.mark.rule("downfall", "17g")
@pytest.mark.rule("downfall", "11a")
def test_the_attackers_factor_is_army_supports_and_mission() -> None:
    armies = [
        "german_armor@riga",
        "german_infantry@riga",
        "german_infantry@riga reduced",
        "soviet_infantry@riga",
    ]
    g = position(armies=armies)
    armor, target = unit_at(g, "german_armor", "riga"), unit_at(g, "soviet_infantry", "riga")
    full = unit_at(g, "german_infantry", "riga", "full")
    reduced = unit_at(g, "german_infantry", "riga", "reduced")
    area = g.t.area_index["riga"]
    german = 2 * g.t.air_id.index("german_air")

    def adjusted(supports: tuple[int, ...], air: int) -> int:
        return combat.attack_factor(g, Attack(armor, target, area, -1, supports, air))

    assert adjusted((), -1) == 6
    assert adjusted((full,), -1) == 8
    assert adjusted((reduced,), -1) == 7
    assert adjusted((full, reduced), -1) == 9
    assert adjusted((), german) == adjusted((), german + 1) == 8  # basic and advanced
    assert adjusted((full, reduced), german) == 11
    g.cond[armor] = const.REDUCED
    assert adjusted((), -1) == 4


@pytest.mark.rule("downfall", "17i")
def test_the_defenders_factor_is_army_and_bonuses() -> None:
    g, attack = duel("helsinki", "soviet_infantry", "finnish_infantry", "karelia")
    assert combat.defence_factor(g, attack) == 7
    assert combat.margin(g, attack) == 3 - 7
    g.cond[attack.defender] = const.REDUCED
    assert combat.defence_factor(g, attack) == 5
    g, attack = duel("nancy", "german_infantry", "french_armor", "frankfurt")
    assert combat.defence_factor(g, attack) == 7


@pytest.mark.rule("downfall", "17d")
def test_supports_that_cross_a_river_give_the_defender_nothing() -> None:
    g, attack = duel("frankfurt", "american_infantry", "german_infantry")
    add_army(g, "american_advanced_armor", "frankfurt")  # this one came over the Rhine
    support = unit_at(g, "american_advanced_armor", "frankfurt")
    both = Attack(attack.attacker, attack.defender, attack.area, attack.via, (support,))
    assert combat.defence_factor(g, both) == 5
    other = Attack(support, attack.defender, attack.area, way_in(g, attack.area, "reims"), (attack.attacker,))
    assert combat.defence_factor(g, other) == 6


@pytest.mark.rule("downfall", "17j")
def test_the_afrika_korps_is_at_its_best_in_africa() -> None:
    assert (factor("afrika_korps", "tobruk"), factor("afrika_korps", "tobruk", "reduced")) == (7, 4)
    assert (factor("afrika_korps", "rome"), factor("afrika_korps", "rome", "reduced")) == (5, 3)
    assert factor("german_armor", "tobruk") == factor("german_armor", "rome") == 6


@pytest.mark.rule("downfall", "17k")
def test_italians_defend_better_beside_germans() -> None:
    g, attack = duel("tobruk", "british_infantry", "italian_infantry")
    fortress = 1
    assert combat.defence_factor(g, attack) == 3 + fortress
    german = add_army(g, "german_infantry", "tobruk")
    assert combat.defence_factor(g, attack) == 3 + fortress + 1
    attacked = Attack(attack.attacker, german, attack.area, attack.via)
    assert combat.defence_factor(g, attacked) == 5 + fortress  # not the other way round
    assert combat.army_factor(g, attack.defender, attack.area) == 3  # nor when it attacks


@pytest.mark.rule("downfall", "17l")
@pytest.mark.rule("downfall", "19c")
def test_winter_1942_weakens_the_axis_in_the_soviet_union() -> None:
    assert factor("german_armor", "smolensk", turn=9) == 5
    assert factor("romanian_infantry", "odessa", "reduced", turn=9) == 1
    assert factor("german_armor", "smolensk", turn=8) == factor("german_armor", "smolensk", turn=13) == 6
    assert factor("german_armor", "karelia", turn=9) == factor("german_armor", "warsaw", turn=9) == 6
    assert factor("soviet_infantry", "smolensk", turn=9) == 3
    g, attack = duel("kursk", "soviet_infantry", "german_infantry", turn=9)
    assert combat.defence_factor(g, attack) == 4


# --- dice and results


@pytest.mark.rule("downfall", "17n")
@pytest.mark.rule("downfall", "17o")
def test_low_rolls_of_veterans_count_as_three() -> None:
    helped = {
        ("german_armor", "kharkov"): True,
        ("german_armor", "sevastopol"): True,  # a narrow pass does not matter
        ("german_armor", "bryansk"): False,
        ("german_armor", "gomel"): False,
        ("german_armor", "tbilisi"): False,
        ("german_armor", "warsaw"): False,
        ("german_infantry", "kharkov"): False,
        ("afrika_korps", "kharkov"): True,  # German armor too
        ("afrika_korps", "tobruk"): True,
        ("german_armor", "tobruk"): False,
        ("british_armor", "tunisia"): True,
        ("british_advanced_armor", "suez"): True,
        ("british_armor", "rome"): False,
        ("british_infantry", "tobruk"): False,
    }
    for (army, area), help_ in helped.items():
        g = position(armies=[f"{army}@{area}"])
        unit = unit_at(g, army, area)
        values = [combat.die_value(g, unit, g.t.area_index[area], die) for die in range(1, 7)]
        assert values == ([3, 3, 3, 4, 5, 6] if help_ else [1, 2, 3, 4, 5, 6])


@pytest.mark.rule("downfall", "17n")
def test_veterans_use_their_dice_in_attack_and_defence() -> None:
    g, attack = duel("kharkov", "german_armor", "soviet_armor", dice=(1, 4))
    combat.fight(g, attack)  # 6 + 3 to 5 + 4
    assert (g.cond[attack.attacker] & const.STEPS, g.cond[attack.defender] & const.STEPS) == (
        const.REDUCED,
        const.REDUCED,
    )
    g, attack = duel("kharkov", "soviet_armor", "german_armor", dice=(4, 2))
    combat.fight(g, attack)
    assert (g.cond[attack.attacker] & const.STEPS, g.cond[attack.defender] & const.STEPS) == (
        const.REDUCED,
        const.REDUCED,
    )


@pytest.mark.rule("downfall", "17m")
def test_each_side_adds_a_die_the_attacker_rolls_first() -> None:
    g, attack = duel("minsk", "german_infantry", "soviet_infantry", dice=(1, 4))
    combat.fight(g, attack)  # 5 + 1 to 3 + 4
    assert g.place[attack.attacker] == const.POOL
    assert g.cond[attack.defender] & const.STEPS == const.REDUCED
    assert g.rng.drawn == 2


def result(scores: tuple[int, int], full: tuple[bool, bool]) -> tuple[int, int]:
    return combat.casualties(tables(), scores[0], scores[1], full[0], full[1])


@pytest.mark.rule("downfall", "17.1a")
@pytest.mark.rule("downfall", "17.1b")
def test_the_winner_takes_one_casualty_the_loser_two() -> None:
    assert result((9, 7), (True, True)) == (1, 2)
    assert result((7, 9), (True, True)) == (2, 1)
    assert result((9, 7), (False, True)) == (1, 2)


@pytest.mark.rule("downfall", "17.1c")
def test_beating_a_reduced_army_costs_nothing() -> None:
    assert result((9, 7), (True, False))[0] == 0
    assert result((7, 9), (False, True))[1] == 0


@pytest.mark.rule("downfall", "17.1d")
def test_a_double_score_costs_nothing() -> None:
    assert result((10, 5), (True, True)) == (0, 2)
    assert result((9, 5), (True, True)) == (1, 2)
    assert result((4, 9), (True, True)) == (2, 0)


@pytest.mark.rule("downfall", "17.1e")
def test_a_tie_costs_each_one() -> None:
    for full in product((True, False), (True, False)):
        assert result((8, 8), full) == (1, 1)


@pytest.mark.rule("downfall", "17.1")
def test_casualties_flip_or_remove() -> None:
    g = position(armies=["2 german_infantry@riga"])
    one, two = g.at[g.t.area_index["riga"]]
    flags = g.cond[one] & ~const.STEPS
    combat.apply_casualties(g, one, 1)
    assert g.cond[one] == flags | const.REDUCED and g.place[one] != const.POOL
    combat.apply_casualties(g, one, 1)
    combat.apply_casualties(g, two, 2)
    assert g.place[one] == g.place[two] == const.POOL
    assert g.cond[one] == g.cond[two] == 0


scores = st.tuples(st.integers(1, 30), st.integers(1, 30))
steps = st.tuples(st.booleans(), st.booleans())


@pytest.mark.rule("downfall", "17.1")
@given(scores, steps)
def test_results_do_not_depend_on_who_attacks(score: tuple[int, int], full: tuple[bool, bool]) -> None:
    there = result(score, full)
    back = result((score[1], score[0]), (full[1], full[0]))
    assert there == (back[1], back[0])


@pytest.mark.rule("downfall", "17.1")
@given(scores, steps)
def test_the_loser_always_dies_and_the_winner_loses_at_most_a_step(
    score: tuple[int, int], full: tuple[bool, bool]
) -> None:
    attacker, defender = result(score, full)
    if score[0] == score[1]:
        assert (attacker, defender) == (1, 1)
        return
    winner, loser = (attacker, defender) if score[0] > score[1] else (defender, attacker)
    assert loser == 2
    beaten_full = full[1] if score[0] > score[1] else full[0]
    assert winner == int(beaten_full and max(score) < 2 * min(score))


armies_ = st.sampled_from(tables().type_id)
areas_ = st.sampled_from(tables().area_id)
dice_ = st.integers(1, 6)


@pytest.mark.rule("downfall", "17m")
@given(armies_, armies_, areas_, steps, st.integers(1, 22), dice_, dice_, st.booleans())
def test_any_fight_adds_up(
    first: str, second: str, area: str, full: tuple[bool, bool], turn: int, a: int, b: int, air: bool
) -> None:
    """Score = adjusted factor + die; the casualties are those of the scores; nobody else is touched."""
    t = tables()
    g = position(turn=turn, dice=(a, b), air={})
    unit = add_army(g, first, area, "full" if full[0] else "reduced")
    target = g.t.first_unit[t.type_index[second]] + (1 if second == first else 0)
    if t.type_count[t.type_index[second]] == 1 and first == second:
        return
    g.put(target, t.area_index[area], const.FULL if full[1] else const.REDUCED)
    bystander = add_army(g, "soviet_infantry", "ufa")
    attack = declare(g, unit, target, air="german_air" if air else None)
    attack_score = combat.attack_factor(g, attack) + combat.die_value(g, unit, attack.area, a)
    defence_score = combat.defence_factor(g, attack) + combat.die_value(g, target, attack.area, b)
    assert combat.margin(g, attack) == combat.attack_factor(g, attack) - combat.defence_factor(g, attack)
    assert combat.attack_factor(g, attack) == combat.army_factor(g, unit, attack.area) + 2 * air
    loss = result((attack_score, defence_score), full)
    combat.fight(g, attack)
    for number, army in enumerate((unit, target)):
        left = (const.FULL if full[number] else const.REDUCED) - loss[number]
        assert g.cond[army] & const.STEPS == max(left, 0)
        assert (g.place[army] == const.POOL) == (left <= 0)
    assert not g.attacks
    assert g.cond[bystander] & const.STEPS == const.FULL


# --- fighting


@pytest.mark.rule("downfall", "17.1f")
@pytest.mark.rule("downfall", "11e")
def test_supports_are_not_hurt_and_the_mission_is_gone_with_the_attack() -> None:
    armies = [
        "2 german_infantry@riga",
        "soviet_infantry@riga",
    ]
    g = position(armies=armies, dice=[1, 6])
    attacker, support = [unit_at(g, "german_infantry", "riga", number=i) for i in range(2)]
    attack = declare(g, attacker, unit_at(g, "soviet_infantry", "riga"), "vilnius", [support], "german_air")
    boxes = g.air[:]
    combat.fight(g, attack)  # 5 + 2 + 2 + 1 to 3 + 6
    assert g.cond[attacker] & const.STEPS == const.REDUCED
    assert g.cond[support] & const.STEPS == const.FULL and g.cond[support] & const.SUPPORTS
    assert not g.attacks and g.air == boxes


@pytest.mark.rule("downfall", "17")
def test_an_attack_goes_from_the_list_when_fought_and_others_stay() -> None:
    armies = [
        "2 german_infantry@riga",
        "2 soviet_infantry@riga",
    ]
    g = position(armies=armies, dice=[3, 3])
    a, b = [unit_at(g, "german_infantry", "riga", number=i) for i in range(2)]
    c, d = [unit_at(g, "soviet_infantry", "riga", number=i) for i in range(2)]
    first = declare(g, a, c)
    second = declare(g, b, d)
    combat.fight(g, first)
    assert g.attacks == [second]
    assert g.cond[a] & const.ATTACKS


@pytest.mark.rule("downfall", "17")
def test_the_log_shows_the_whole_sum() -> None:
    armies = [
        "british_infantry@sicily",
        "american_infantry@sicily reduced",
        "italian_infantry@sicily",
        "german_infantry@sicily",
    ]
    g = position(turn=14, side="allies", armies=armies, dice=[5, 2])
    attacker = unit_at(g, "british_infantry", "sicily")
    target = unit_at(g, "italian_infantry", "sicily")
    support = unit_at(g, "american_infantry", "sicily")
    combat.fight(g, declare(g, attacker, target, "sea", [support], "british_air"))
    assert g.log is not None
    event = g.log.events[-1]
    assert event.text == (
        "Sicily. Attack: British infantry 4 + 1 support of American infantry (reduced) + 2 air mission "
        "+ die 5 = 12. Defence: Italian infantry 3 + 1 mountain + 1 coast + 1 army of Germany beside it "
        "+ die 2 = 8. The attacker wins: Italian infantry eliminated, British infantry reduced."
    )
    assert event.rule == "17.1"
    assert event.refs == (AREA + g.t.area_index["sicily"], g.ids.unit + attacker, g.ids.unit + target)


def told(g: Board, attack: Attack) -> str:
    combat.fight(g, attack)
    assert g.log is not None
    return g.log.events[-1].text


def test_the_log_names_rivers_lines_straits_fortresses_and_special_dice() -> None:
    assert "3 + 2 fortified line + die 3 = 8" in told(
        *duel("nancy", "german_infantry", "french_infantry", "stuttgart", dice=(3, 3))
    )
    assert "3 + 1 narrow pass + 1 strait + 1 fortress + die 3 = 9" in told(
        *duel("sevastopol", "german_infantry", "soviet_infantry", "krasnodar", dice=(3, 3))
    )
    text = told(*duel("frankfurt", "american_infantry", "german_armor", "reims", dice=(6, 1)))
    assert "6 + 1 river + die 1 = 8" in text and "American infantry reduced" in text
    text = told(*duel("kharkov", "german_armor", "soviet_infantry", "kiev", dice=(1, 1)))
    assert "German armor 6 + die 1 (counts as 3) = 9." in text
    assert text.endswith(
        "The attacker wins with twice the score: Soviet infantry eliminated, German armor unhurt."
    )


@pytest.mark.rule("downfall", "17l")
def test_the_log_names_the_winter_of_1942_and_reduced_armies() -> None:
    g, attack = duel("minsk", "german_infantry", "soviet_infantry", dice=(1, 1), turn=9)
    g.cond[attack.attacker] -= 1
    assert told(g, attack) == (
        "Minsk. Attack: German infantry (reduced) 3 − 1 Winter 1942 + die 1 = 3. "
        "Defence: Soviet infantry 3 + die 1 = 4. "
        "The defender wins: German infantry eliminated, Soviet infantry unhurt."
    )
    assert g.log is not None and g.log.events[-1].rule == "17.1c"
    g, attack = duel("riga", "german_infantry", "soviet_infantry", dice=(1, 3))
    assert told(g, attack).endswith("A tie: German infantry reduced, Soviet infantry reduced.")


def test_fighting_without_a_log_gives_the_same() -> None:
    g, attack = duel("minsk", "german_infantry", "soviet_infantry", dice=(1, 4))
    g.log = None
    combat.fight(g, attack)
    assert g.place[attack.attacker] == const.POOL


# --- the combat phase


def fronts(dice: list[int]) -> tuple[Board, Step[Board], list[int]]:
    """Attacks in two areas, two of them alike; the armies attacked."""
    armies = [
        "2 german_infantry@riga",
        "2 soviet_infantry@riga",
        "german_armor@kovel",
        "soviet_infantry@kovel",
    ]
    g = position(armies=armies, dice=dice)
    a, b = [unit_at(g, "german_infantry", "riga", number=i) for i in range(2)]
    c, d = [unit_at(g, "soviet_infantry", "riga", number=i) for i in range(2)]
    e, f = unit_at(g, "german_armor", "kovel"), unit_at(g, "soviet_infantry", "kovel")
    declare(g, a, c)
    declare(g, b, d)
    declare(g, e, f, "warsaw")
    battles = Combat()
    g.push(battles)
    return g, battles, [g.ids.unit + unit for unit in (c, d, f)]


@pytest.mark.rule("downfall", "17")
def test_the_active_side_chooses_the_order() -> None:
    g, battles, (c, _, f) = fronts([6, 1] * 3)
    assert battles.run(g)
    assert g.phase == const.FIGHTING
    assert battles.seats(g) == (0,)
    assert battles.prompt(g, 0).rule == "17"
    assert battles.choices(g, 0) == [c, f]  # the two attacks in Riga are alike
    battles.answer(g, 0, f)
    assert g.place[f - g.ids.unit] == const.POOL and len(g.attacks) == 2
    assert not battles.run(g)  # the rest is one choice only
    assert not g.attacks and not g.agenda
    assert battles.pack() == []


def test_attacks_that_differ_are_offered_one_by_one() -> None:
    g, battles, (c, d, f) = fronts([6, 1] * 3)
    g.cond[d - g.ids.unit] = const.REDUCED
    assert battles.choices(g, 0) == [c, d, f]
    first, second, third = g.attacks
    g.cond[d - g.ids.unit] = const.FULL
    assert battles.choices(g, 0) == [c, f]
    helper = add_army(g, "german_infantry", "riga")
    river = way_in(g, first.area, "konigsberg")
    for via, supports, air in ((second.via, (), 0), (second.via, (helper,), -1), (river, (), -1)):
        g.attacks = [first, Attack(second.attacker, second.defender, second.area, via, supports, air), third]
        assert battles.choices(g, 0) == [c, d, f]


def test_alike_armies_under_attack_say_which_attack_is_meant() -> None:
    g, battles, choices = fronts([6, 1] * 3)
    first, second, third = g.attacks
    # One of two that can be seen only as a counter with a number, from Königsberg; the other from inside.
    river = way_in(g, first.area, "konigsberg")
    g.attacks = [first, Attack(second.attacker, second.defender, second.area, river), third]
    assert battles.choices(g, 0) == choices
    assert load_game("downfall").choice_labels(g, 0, choices) == [
        "Soviet infantry in Riga – attacked by German infantry there",
        "Soviet infantry in Riga – attacked by German infantry from Königsberg",
        "Soviet infantry in Kovel",
    ]
    g.attacks = [first, Attack(second.attacker, second.defender, second.area, const.BY_SEA), third]
    assert load_game("downfall").choice_labels(g, 0, choices)[1].endswith("German infantry from the sea")
    own = [g.ids.unit + g.attacks[0].attacker, g.ids.unit + g.attacks[1].attacker]
    assert load_game("downfall").choice_labels(g, 0, own) == [
        "German infantry in Riga – attacks Soviet infantry (1)",
        "German infantry in Riga – attacks Soviet infantry (2)",
    ]


def test_factors_are_those_of_the_moment_of_the_fight() -> None:
    armies = [
        "2 british_armor@tobruk",
        "german_infantry@tobruk reduced",
        "italian_infantry@tobruk",
    ]
    g = position(side="allies", turn=10, armies=armies, dice=[6, 1, 3, 4])  # R59
    one, two = [unit_at(g, "british_armor", "tobruk", number=i) for i in range(2)]
    german, italian = unit_at(g, "german_infantry", "tobruk"), unit_at(g, "italian_infantry", "tobruk")
    declare(g, one, german)
    declare(g, two, italian)
    assert combat.defence_factor(g, g.attacks[1]) == 5
    battles = Combat()
    g.push(battles)
    assert battles.run(g)
    assert battles.seats(g) == (1,)
    battles.answer(g, 1, g.ids.unit + german)
    assert g.place[german] == const.POOL
    assert combat.defence_factor(g, g.attacks[0]) == 4
    assert not battles.run(g)  # 5 + 3 to 4 + 4
    assert g.cond[two] & const.STEPS == g.cond[italian] & const.STEPS == const.REDUCED


def test_clicks_that_do_not_name_an_attack_are_refused() -> None:
    g, battles, (_, d, _) = fronts([6, 1] * 3)
    ids, t = g.ids, g.t
    pool = g.free_unit(t.type_index["soviet_armor"])
    other = add_army(g, "soviet_infantry", "ufa")
    clicks = {
        d: "the attack is the same",
        ids.unit + g.attacks[0].attacker: "not your own",
        ids.unit + pool: "not on the map",
        ids.unit + other: "no attack on this army",
        AREA + t.area_index["riga"]: "choose the army under attack",
        AREA + t.area_index["ufa"]: "No attack is waiting",
        COMBAT: "fought first",
        END_TURN: "fought first",
        DONE: "fought first",
    }
    for choice, words in clicks.items():
        refusal = battles.why_not(g, 0, choice)
        assert refusal is not None and words in refusal.text and refusal.rule == "17"
    idle = add_army(g, "german_infantry", "berlin")
    g.phase = const.FIGHTING
    for choice, rule in ((ids.mission, "11"), (ids.unit + idle, "3e"), (STOP, "8u"), (ACTION, "4")):
        refusal = battles.why_not(g, 0, choice)
        assert refusal is not None and refusal.rule == rule, refusal
