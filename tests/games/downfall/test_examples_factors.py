"""The worked examples about factors, dice, results of combat and Lines of Supply."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.downfall.components.constants import FULL, POOL, REDUCED, STEPS, UNUSED
from sandtable.games.downfall.components.state import Attack, Board
from sandtable.games.downfall.rules import combat, supply
from sandtable.games.downfall.testing import add_army, position, tables, unit_at, way_in

FILE = tomllib.loads((Path(__file__).parent / "examples.toml").read_text())
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["examples"]}
POSITIONS: dict[str, dict[str, Any]] = FILE["positions"]

STEP_OF = {"full": FULL, "reduced": REDUCED, "eliminated": 0}


def of_kind(*kinds: str) -> list[Any]:
    """The examples of some kinds as test parameters."""
    return [pytest.param(e, id=name) for name, e in EXAMPLES.items() if e["kind"] in kinds]


def cases(name: str) -> list[Any]:
    """The cases of an in-line example as test parameters."""
    return [pytest.param(case, id=f"{name}-{i}") for i, case in enumerate(EXAMPLES[name]["cases"])]


def side_of(army: str) -> str:
    t = tables()
    return t.side_id[t.type_side[t.type_index[army]]]


def vector(example: dict[str, Any], origin: str | None = None) -> tuple[Board, Attack]:
    """Return the attack of a factor vector; `origin` replaces where the attacker came from."""
    area, attacker, defender = example["area"], example["attacker"], example["defender"]
    mine, theirs = side_of(attacker["army"]), side_of(defender["army"])
    holder = theirs if defender["controls_area"] else mine
    g = position(turn=example.get("turn", 7), side=mine, control={area: holder})
    target, unit, *supports = [
        add_army(g, row["army"], area, row["step"]) for row in (defender, attacker, *example["supports"])
    ]
    at = g.place[unit]
    start = origin or ("sea" if attacker.get("landing") else attacker["from"])
    air = 2 * g.t.air_kinds_of_side[g.side][0] if example["air"] else -1
    return g, Attack(unit, target, at, way_in(g, at, start), tuple(supports), air)


@pytest.mark.parametrize("example", of_kind("factor", "exploitation"))
def test_factors(example: dict[str, Any]) -> None:
    g, attack = vector(example)
    expected = example["expected"]
    assert combat.attack_factor(g, attack) == expected["acf_attacker"]
    assert combat.defence_factor(g, attack) == expected["acf_defender"]
    if "terrain_bonus" in expected:
        assert combat.defence_bonus(g, attack.defender, attack.area, attack.via) == expected["terrain_bonus"]
    if "acf_defender_next_turn_from_inside" in expected:
        g, later = vector(example, "inside")
        assert combat.defence_factor(g, later) == expected["acf_defender_next_turn_from_inside"]
    if "second_attack_possible" in example:
        second = example["second_attack_possible"]
        bare = {**example, "supports": [], "air": 0}
        g, other = vector(bare)
        assert combat.attack_factor(g, other) == second["acf_attacker"]
        assert combat.defence_factor(g, other) == second["acf_defender"]


@pytest.mark.parametrize("example", of_kind("los"))
def test_lines_of_supply(example: dict[str, Any]) -> None:
    start = POSITIONS[example["position"]]
    g = position(
        turn=start["turn"],
        side=example["side"],
        armies=start["armies"],
        control=start["control"],
        developments=start["developments"],
    )
    for row in example["expected"]:
        assert supply.has_line(g, unit_at(g, row["army"], row["area"])) == row["los"]
    for row in example.get("counterfactual", []):
        g.tiles[g.t.tile_of[g.side][g.t.dev_index[row["without"]]]] = UNUSED
        g.supplied = None
        assert supply.has_line(g, unit_at(g, row["army"], row["area"])) == row["los"]


@pytest.mark.parametrize("case", cases("inl11"))
def test_dice_of_armor(case: dict[str, Any]) -> None:
    g = position(armies=[{"area": case["area"], "army": case["army"]}])
    unit = unit_at(g, case["army"], case["area"])
    assert combat.die_value(g, unit, g.place[unit], case["die"]) == case["counts"]


@pytest.mark.parametrize("case", cases("inl12"))
def test_results_by_score(case: dict[str, Any]) -> None:
    g = position()
    units = [add_army(g, "german_infantry", "riga", step) for step in case["steps"]]
    full = [step == "full" for step in case["steps"]]
    losses = combat.casualties(g.t, case["scores"][0], case["scores"][1], full[0], full[1])
    for unit, loss, after in zip(units, losses, case["after"], strict=True):
        combat.apply_casualties(g, unit, loss)
        assert g.cond[unit] & STEPS == STEP_OF[after]
        assert (g.place[unit] == POOL) == (after == "eliminated")


@pytest.mark.parametrize("case", cases("inl13"))
def test_terrain_by_the_border_crossed(case: dict[str, Any]) -> None:
    mine = side_of(case["defender"])
    other = "axis" if mine != "axis" else "allies"
    holder = mine if case["controls"] else other
    armies = [{"area": case["area"], "army": case["defender"]}]
    g = position(armies=armies, control={case["area"]: holder})
    unit = unit_at(g, case["defender"], case["area"])
    at = g.place[unit]
    assert combat.defence_bonus(g, unit, at, way_in(g, at, case["from"])) == case["bonus"]


@pytest.mark.parametrize("case", cases("inl14"))
def test_lines_by_sea_and_in_cut_off_places(case: dict[str, Any]) -> None:
    armies = [{"area": case["area"], "army": army} for army in (case["army"], *case.get("also", []))]
    developed = {side_of(case["army"]): ["blitzkrieg"]} if case["blitzkrieg"] else {}
    g = position(armies=armies, control=case["control"], developments=developed)
    assert supply.has_line(g, unit_at(g, case["army"], case["area"])) == case["los"]
