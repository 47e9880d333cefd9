"""The rules of combat: ratings, the side that assigns hits, the effect of hits. [9.1] [11.2] [11.3]"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DESTROYS, RETREATS, SPENDS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat import combat
from sandtable.games.on_to_berlin.testing import add_unit, area, position, unit_at
from tests.games.on_to_berlin.fighting import asked, attack, board, click, strike, told, units_at

FILE = tomllib.loads((Path(__file__).parent / "examples.toml").read_text("utf-8"))
BOOK: dict[str, Any] = {example["id"]: example for example in FILE["examples"]}
EFFECTS = {"none": 0, "spent": SPENDS, "spent_retreat": SPENDS | RETREATS, "destroyed": DESTROYS}
EAST = ("uk", "fr", "po", "su", "us")


# --- who may attack where, and with what


@pytest.mark.rule("on_to_berlin", "9.1.1")
@pytest.mark.rule("on_to_berlin", "9.1.1a")
@pytest.mark.rule("on_to_berlin", "9.1.1b")
def test_land_units_attack_on_land_ships_at_sea_and_aircraft_on_friendly_land() -> None:
    g = position(
        {
            "berlin": "ge_lf, ge_af, ge_ft",
            "paris": "ge_lf, ge_af",
            "baltic_sea": "ge_lf, ge_af, 2 ge_nf, ge_ss",
        }
    )
    wanted = {
        ("ge_lf", "berlin"): True,
        ("ge_ft", "berlin"): True,
        ("ge_af", "berlin"): True,
        ("ge_lf", "paris"): True,
        ("ge_af", "paris"): False,  # the area is French
        ("ge_lf", "baltic_sea"): False,
        ("ge_af", "baltic_sea"): False,  # though the sea is friendly
        ("ge_nf", "baltic_sea"): True,
        ("ge_ss", "baltic_sea"): True,
    }
    for (name, where), can in wanted.items():
        assert combat.can_attack(g, unit_at(g, name, where), area(g, where)) == can, (name, where)
    assert not combat.can_attack(g, unit_at(g, "ge_nf", "baltic_sea"), area(g, "berlin"))


@pytest.mark.rule("on_to_berlin", "9.1a")
@pytest.mark.rule("on_to_berlin", "11.1")
def test_in_a_normal_attack_aircraft_roll_against_their_airstrike_rating_all_others_do_not() -> None:
    # infantry 3, air force 3 (Attack 0)
    g = board({"berlin": "ge_lf, ge_af, 2 fr_lf"}, dice=[4, 3])
    attack(g, "berlin")
    click(g, "pass")
    assert "German infantry and German air force: 1 hit (dice 4 3). [11.1]" in told(g)
    # an American carrier has Attack 2, Airstrike 3
    g = board({"north_sea": "us_cv, ge_nf"}, side="allied", allied=EAST, dice=[3])
    attack(g, "north_sea")
    click(g, "pass")
    assert "American carrier: no hits (dice 3). [11.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "11.0")
@pytest.mark.rule("on_to_berlin", "9.2c")
def test_in_an_airstrike_everybody_rolls_against_the_airstrike_rating() -> None:
    g = board({"north_sea": "us_cv", "baltic_sea": "2 ge_nf"}, side="allied", allied=EAST, dice=[3])
    strike(g, "north_sea", "baltic_sea")
    assert told(g)[1:2] == ["American carrier: 1 hit (dice 3). [11.1]"]
    assert units_at(g, "baltic_sea") == "ge_nf spent, ge_nf"


@pytest.mark.rule("on_to_berlin", "11.1")
def test_a_die_up_to_the_rating_is_a_hit() -> None:
    for die, hits in ((1, "1 hit"), (4, "1 hit"), (5, "no hits"), (6, "no hits")):
        g = board({"paris": "ge_tf, fr_tf"}, dice=[die])
        attack(g, "paris")
        click(g, "pass")
        assert f"German tank force: {hits} (dice {die}). [11.1]" in told(g)


# --- who assigns


def sides(case: dict[str, Any]) -> tuple[Board, tuple[int, ...], int, tuple[int, ...]]:
    """The position of a case: attackers, their side, and who is compared with them."""
    counter = case["type"] == "counterattack"
    attackers, defenders = (case["counter"], case["group"]) if counter else (case["group"], case["defenders"])
    axis = attackers[0].startswith("ge")
    g = position({}, allied=EAST, side="axis" if axis != counter else "allied")
    base = "belgium" if case["type"] == "airstrike" else "paris"
    ours = tuple(add_unit(g, name, base) for name in attackers)
    theirs = tuple(add_unit(g, name, "paris", spent=not counter) for name in defenders)
    for name in case.get("attacker_others_fresh", []):
        add_unit(g, name, "paris")
    for name in case.get("attacker_others_spent", []):
        add_unit(g, name, "paris", spent=True)
    return g, ours, AXIS if axis else ALLIED, theirs


@pytest.mark.rule("on_to_berlin", "11.2")
@pytest.mark.rule("on_to_berlin", "11.2a")
@pytest.mark.rule("on_to_berlin", "11.2b")
@pytest.mark.rule("on_to_berlin", "11.2c")
@pytest.mark.rule("on_to_berlin", "11.2d")
@pytest.mark.rule("on_to_berlin", "11.2e")
@pytest.mark.rule("on_to_berlin", "11.2i")
@pytest.mark.rule("on_to_berlin", "11.2j")
@pytest.mark.rule("on_to_berlin", "17.2")
@pytest.mark.parametrize("case", BOOK["ex_assign_cases"]["cases"], ids=lambda case: case["n"])
def test_who_assigns_hits(case: dict[str, Any]) -> None:
    g, ours, side, theirs = sides(case)
    counter = case["type"] == "counterattack"
    found = combat.assigner(g, ours, side, area(g, "paris"), theirs, counter)
    wanted = side if case["assigns"] in ("attacker", "counter_side") else 1 - side
    assert found == wanted, case["why"]


@pytest.mark.rule("on_to_berlin", "11.2b")
@pytest.mark.rule("on_to_berlin", "11.2j")
def test_fortresses_on_both_sides_or_on_none_decide_nothing() -> None:
    paris = {"paris": "ge_tf, ge_ft, fr_lf, fr_ft spent"}
    for fortress, first in ((False, ALLIED), (True, AXIS)):
        g = position(paris)
        if not fortress:
            g.spend(unit_at(g, "ge_ft", "paris"))  # of no help to the attacker
        theirs = combat.victims(g, ALLIED, area(g, "paris"))
        group = (unit_at(g, "ge_tf", "paris"),)
        assert combat.assigner(g, group, AXIS, area(g, "paris"), theirs, False) == first


@pytest.mark.rule("on_to_berlin", "11.2c")
@pytest.mark.rule("on_to_berlin", "11.2j")
def test_the_best_fresh_attacker_in_the_area_counts_in_the_group_or_not() -> None:
    # infantry 3 attacks infantry 3; tanks have 4
    cases = {
        "ge_lf, fr_lf": ALLIED,
        "ge_lf, ge_tf, fr_lf": AXIS,  # the tanks stay out of the attack
        "ge_lf, ge_tf spent, fr_lf": ALLIED,  # only the defender counts spent units
        "ge_lf, ge_tf, fr_lf, uk_af spent": ALLIED,  # an Airstrike Rating comes first
    }
    for units, side in cases.items():
        g = position({"paris": units})
        where = area(g, "paris")
        group = (unit_at(g, "ge_lf", "paris"),)
        theirs = combat.victims(g, ALLIED, where)
        assert combat.assigner(g, group, AXIS, where, theirs, False) == side, units
    # French tanks have 3: a spent one of the defender counts, other than an attacker's
    g = position({"paris": "ge_gf, fr_tf spent, fr_lf"})
    where = area(g, "paris")
    group = (unit_at(g, "ge_gf", "paris"),)
    assert combat.assigner(g, group, AXIS, where, combat.victims(g, ALLIED, where), False) == ALLIED


@pytest.mark.rule("on_to_berlin", "11.2c")
def test_the_attacker_assigns_by_tanks_that_do_not_attack() -> None:
    g = board({"paris": "ge_lf, ge_tf, fr_lf, uk_lf, fr_tf"}, dice=[1])
    attack(g, "paris", "ge_lf")
    click(g, "pass")
    assert asked(g) == ("axis", "Assign")


@pytest.mark.rule("on_to_berlin", "11.2c")
@pytest.mark.rule("on_to_berlin", "11.2e")
def test_in_a_counterattack_only_those_who_fight_are_compared() -> None:
    g = position({"paris": "ge_lf, ge_tf, fr_lf, fr_tf"})
    where = area(g, "paris")
    group, tanks = (unit_at(g, "fr_lf", "paris"),), unit_at(g, "ge_tf", "paris")
    infantry = unit_at(g, "ge_lf", "paris")
    assert combat.assigner(g, (infantry,), AXIS, where, group, True) == ALLIED  # 3 against 3
    assert combat.assigner(g, (infantry, tanks), AXIS, where, group, True) == AXIS


@pytest.mark.rule("on_to_berlin", "11.2e")
def test_a_fortress_that_does_not_counterattack_decides_nothing() -> None:
    # 4 against 3; the French fortress is fresh, but only counterattackers are compared
    g = position({"paris": "ge_tf, fr_lf, fr_ft"})
    where = area(g, "paris")
    group = (unit_at(g, "ge_tf", "paris"),)
    infantry, fortress = unit_at(g, "fr_lf", "paris"), unit_at(g, "fr_ft", "paris")
    assert combat.assigner(g, (infantry,), ALLIED, where, group, True) == AXIS
    assert combat.assigner(g, (infantry, fortress), ALLIED, where, group, True) == ALLIED


@pytest.mark.rule("on_to_berlin", "11.2")
@pytest.mark.rule("on_to_berlin", "11.2a")
def test_the_side_that_assigns_is_asked() -> None:
    cases = {
        "ge_tf, uk_lf, fr_tf": "axis",  # 4 against 3
        "ge_lf, uk_lf, fr_tf": "allied",  # 3 against 3
        "ge_tf, uk_lf, fr_tf, uk_af spent": "allied",  # an Airstrike Rating, though spent
        "ge_tf, uk_lf, fr_ft": "allied",
    }
    for units, side in cases.items():
        g = board({"paris": units}, dice=[1])
        attack(g, "paris")
        click(g, "pass")
        assert asked(g) == (side, "Assign"), units
    # aircraft on the other side too: the attacker assigns
    g = board({"berlin": "ge_af, uk_lf, fr_tf, uk_af"}, dice=[1])
    attack(g, "berlin")
    click(g, "pass")
    assert asked(g) == ("axis", "Assign")


# --- what hits do


KINDS = {
    ("land_or_surface", 1): ("fr_lf", "paris"),
    ("land_or_surface", 2): ("fr_tf", "paris"),
    ("air_or_submarine", 1): ("fr_af", "paris"),
    ("zero_movement", 3): ("fr_ft", "paris"),
}


@pytest.mark.rule("on_to_berlin", "11.3")
@pytest.mark.rule("on_to_berlin", "11.3.1")
@pytest.mark.rule("on_to_berlin", "11.3.1a")
@pytest.mark.rule("on_to_berlin", "11.3.2")
@pytest.mark.rule("on_to_berlin", "11.3.2a")
@pytest.mark.rule("on_to_berlin", "11.4")
@pytest.mark.rule("on_to_berlin", "15.8.1a")
@pytest.mark.parametrize("example", ["ex_hits_defense_2", "ex_hits_tables"])
def test_the_hit_tables(example: str) -> None:
    for case in BOOK[example]["cases"]:
        name, where = KINDS[case.get("class", "land_or_surface"), case["defense"]]
        g = position({where: f"{name} {case['state']}" if case["state"] == "spent" else name})
        unit = unit_at(g, name, where)
        assert g.t.unit_defense[unit] == case["defense"]
        found = combat.effect(g, unit, case["hits"], area(g, where), False)
        assert found == EFFECTS[case["effect"]], case


@pytest.mark.rule("on_to_berlin", "11.3.1")
def test_ships_are_hit_like_land_units() -> None:
    g = position({"north_sea": "uk_nf, uk_cv spent"})
    where = area(g, "north_sea")
    fleet, carrier = unit_at(g, "uk_nf", "north_sea"), unit_at(g, "uk_cv", "north_sea")
    assert [combat.effect(g, fleet, hits, where, False) for hits in range(4)] == [
        0,
        SPENDS,
        SPENDS | RETREATS,
        DESTROYS,
    ]
    assert [combat.effect(g, carrier, hits, where, False) for hits in range(3)] == [
        0,
        SPENDS | RETREATS,
        DESTROYS,
    ]


@pytest.mark.rule("on_to_berlin", "15.1c")
def test_submarines_are_hit_like_aircraft_and_never_retreat() -> None:
    g = position({"north_sea": "ge_ss, ge_ss spent"})
    where = area(g, "north_sea")
    fresh, spent = unit_at(g, "ge_ss", "north_sea", spent=False), unit_at(g, "ge_ss", "north_sea", spent=True)
    assert [combat.effect(g, fresh, hits, where, False) for hits in range(3)] == [0, SPENDS, DESTROYS]
    assert [combat.effect(g, spent, hits, where, False) for hits in range(2)] == [0, DESTROYS]


@pytest.mark.rule("on_to_berlin", "15.8.1")
@pytest.mark.rule("on_to_berlin", "15.8.1a")
def test_who_cannot_move_does_not_retreat_and_is_destroyed_by_twice_its_defense() -> None:
    g = position({"paris": "fr_ft", "denmark": "de_gf"}, allied=("fr", "de"))
    for name, where, defense in (("fr_ft", "paris", 3), ("de_gf", "denmark", 1)):
        unit = unit_at(g, name, where)
        at = area(g, where)
        wanted = [0] * defense + [SPENDS] * defense + [DESTROYS]
        assert [combat.effect(g, unit, hits, at, False) for hits in range(2 * defense + 1)] == wanted
        assert combat.max_hits(g, unit, at, False) == combat.max_hits(g, unit, at, True) == 2 * defense
        # spent, or hit as if it were: once its defense does nothing more
        as_spent = [combat.effect(g, unit, hits, at, True) for hits in range(2 * defense + 1)]
        g.spend(unit)
        really = [combat.effect(g, unit, hits, at, False) for hits in range(2 * defense + 1)]
        assert as_spent == really == [0] * (2 * defense) + [DESTROYS]


@pytest.mark.rule("on_to_berlin", "11.3a")
def test_at_sea_land_units_have_a_defense_of_one() -> None:
    g = position({"north_sea": "uk_tf, 2 uk_nf", "london": "uk_tf"})
    sea, land = unit_at(g, "uk_tf", "north_sea"), unit_at(g, "uk_tf", "london")
    assert combat.effect(g, sea, 3, area(g, "north_sea"), False) == DESTROYS
    assert combat.max_hits(g, sea, area(g, "north_sea"), False) == 3
    assert combat.effect(g, land, 3, area(g, "london"), False) == SPENDS
    assert combat.max_hits(g, land, area(g, "london"), False) == 6


@pytest.mark.rule("on_to_berlin", "11.3a")
def test_tanks_at_sea_are_sunk_like_infantry() -> None:
    g = board({"north_sea": "3 ge_nf, uk_tf, 2 uk_nf"}, dice=[1, 1, 1])
    attack(g, "north_sea")
    click(g, "pass")
    assert asked(g) == ("allied", "Assign")
    click(g, "uk_tf", "uk_tf", "uk_tf")
    assert "British tank force: 3 hits, destroyed. [11.3.1]" in told(g)
    assert units_at(g, "north_sea") == "3 ge_nf spent, 2 uk_nf"
