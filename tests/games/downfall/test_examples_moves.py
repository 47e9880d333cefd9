"""The worked examples about movement, exploitation and the cost of operations, by clicks."""

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.downfall.components.constants import POOL, READY
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat
from sandtable.games.downfall.sequence import SideTurn, TurnEnd
from sandtable.games.downfall.testing import declare, position, unit_at
from tests.games.downfall.clicks import (
    BLITZ,
    GAME,
    T,
    air,
    areas,
    attacks,
    board,
    can,
    cost,
    ends,
    lead,
    marks,
    offers,
    order,
    table,
    told,
    where,
    why,
)

FILE = tomllib.loads((Path(__file__).parent / "examples.toml").read_text())
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["examples"]}
POSITIONS: dict[str, dict[str, Any]] = FILE["positions"]


def cases(name: str) -> list[Any]:
    """The cases of an in-line example as test parameters."""
    return [pytest.param(case, id=f"{name}-{i}") for i, case in enumerate(EXAMPLES[name]["cases"])]


def text(row: dict[str, Any], **more: Any) -> str:
    """An army of an example as the table wants it."""
    row = {**row, **more}
    return f"{row.get('count', 1)} {row['army']}@{row['area']} {row.get('step', 'full')}"


def figure(example: dict[str, Any]) -> Match:
    """The position of an example at the beginning of the side's turn, with supply to spend."""
    start = POSITIONS[example["position"]]
    g = position(
        turn=start["turn"],
        side=example["side"],
        armies=start["armies"],
        control=start["control"],
        developments=start.get("developments"),
        barbarossa=7 if start["turn"] >= 7 else 0,
        supply={"axis": 12, "allies": 12, "ussr": 12},
        ready=False,
        t=T,
    )
    if start["turn"] == 2:
        g.west_attacked = 2
    g.agenda = [TurnEnd(), SideTurn(g.side)]
    g.advance()
    m = Match(GAME, GAME.settle(None, 3, None, 0), g)
    if "button:done" in offers(m):
        m.play("button:done")
    return m


# --- figures 1 and 3


@pytest.mark.rule("downfall", "9l")
def test_the_pocket_dies_and_kiev_marches() -> None:
    example = EXAMPLES["ex04"]
    m = figure(example)
    g = board(m)
    pocket = list(g.at[T.area_index["vilnius"]])
    for step in example["steps"][:1]:
        for _ in range(step["armies"]):
            order(m, f"soviet_infantry@{step['from']}", "gomel")
    assert where(m, "gomel") == ["soviet_infantry", "soviet_infantry"]
    assert g.supply[2] == 12 - 2 * 2  # the Barbarossa turn
    m.play("button:end_turn")
    removed = example["expected"]["removed"][0]
    assert len(pocket) == removed["count"] and all(g.place[unit] == POOL for unit in pocket)


@pytest.mark.rule("downfall", "8k")
@pytest.mark.parametrize("name", ["ex05a", "ex05b", "ex05c"])
def test_forbidden_tactical_moves(name: str) -> None:
    example = EXAMPLES[name]
    m = figure(example)
    move = example["move"]
    army = f"{move['army']}@{move['from']}"
    assert move["to"] not in ends(m, army)
    lead(m, army)
    assert f"area:{move['to']}" not in offers(m) and why(m, f"area:{move['to']}") == "8k"
    for via in move.get("also_not_via", []):
        m = figure(example)
        if f"area:{via}" in offers(lead(m, army)):
            m.play(f"area:{via}")
        assert f"area:{move['to']}" not in offers(m) and why(m, f"area:{move['to']}") == "8k"


def test_the_strategic_way_is_open() -> None:
    example = EXAMPLES["ex05d"]
    m = figure(example)
    move = example["move"]
    lead(m, f"{move['army']}@{move['from']}").play("button:strategic")
    assert f"area:{move['to']}" in offers(m)
    m.play(f"area:{move['to']}")
    assert "soviet_infantry" in where(m, "minsk")
    assert why(m, "unit:soviet_infantry@minsk") == "8v"  # neither attack nor support after it


@pytest.mark.rule("downfall", "8w")
def test_armies_without_a_line_stay() -> None:
    example = EXAMPLES["ex05e"]
    m = figure(example)
    move = example["move"]
    key = f"unit:{move['army']}@{move['from']}"
    assert key not in offers(m) and told(m, key).rule == "8w"


@pytest.mark.rule("downfall", "8k")
def test_stalingrad() -> None:
    """Supplied, able to attack, and with no way out."""
    example = EXAMPLES["ex06a"]
    m = figure(example)
    row = example["expected"][0]
    army = f"{row['army']}@{row['area']}"
    unit = unit_at(board(m), row["army"], row["area"])
    assert (
        board(m).cond[unit] & READY and can(m, army, attack="soviet_infantry") == row["may_attack_in_place"]
    )
    assert sorted(ends(m, army)) == EXAMPLES["ex06b"]["expected"]["legal_destinations"]
    lead(m, army)
    assert areas(m) == set()
    for there in T.neighbours[T.area_index["stalingrad"]]:
        assert why(m, f"area:{T.area_id[there]}") == "8k"
    # Example 6c: the area of departure is not controlled.
    assert "button:strategic" not in offers(m) and why(m, "button:strategic") == "8n"


@pytest.mark.rule("downfall", "8k")
def test_the_designers_stalingrad() -> None:
    """The same pocket, as the designer tells it: two armor armies."""
    expected = EXAMPLES["inl05"]["expected"]
    m = figure(EXAMPLES[expected["same_as"]])
    pocket = [unit for unit in board(m).at[T.area_index["stalingrad"]] if T.unit_side[unit] == 0]
    assert len(pocket) == expected["armies"] and all(T.unit_armor[unit] for unit in pocket)
    assert ends(m, "german_armor@stalingrad") == set()


# --- supports and exploitation


@pytest.mark.rule("downfall", "17a")
@pytest.mark.parametrize("case", cases("inl06"))
def test_numbers_of_supports(case: dict[str, Any]) -> None:
    m = table(
        armies=[f"{case['attackers']} german_infantry@riga", f"{case['defenders']} soviet_infantry@riga"]
    )
    target = "unit:soviet_infantry@riga"
    supports = 0
    order(m, "german_infantry@riga", attack="soviet_infantry")
    for _ in range(case["attackers"] - 1):
        lead(m, "german_infantry@riga")
        if target not in offers(m):
            assert why(m, target) == "17a"
            break
        m.play(target)
        supports += 1
    assert supports == case["supports"] and len(attacks(m)[0].supports) == supports


def attack_of(example: dict[str, Any], reserve: list[str]) -> Match:
    """The attack of an exploitation example, made by clicks, with all that stands around."""
    area, attacker, defender = example["area"], example["attacker"], example["defender"]
    start = attacker["from"]
    others = example["attacker_armies_in_area"] - 1
    armies = [text(attacker, area=start)]
    helper = (example["supports"] or [attacker])[0]
    armies.append(text(helper, area=start, count=others))
    armies.append(text(defender, area=area, count=example["defender_armies_in_area"]))
    m = table(
        example["side"], [*armies, *reserve], turn=example["turn"], developments=BLITZ, air={"german_air": 2}
    )
    order(m, f"{attacker['army']}@{start}", area, attack=defender["army"])
    for number in range(others):  # first those who only go there: supports need the surplus
        support = defender["army"] if number >= others - len(example["supports"]) else ""
        order(m, f"{helper['army']}@{start}", area, attack=support)
    for _ in range(example["air"]):
        air(m, "german_air", f"{defender['army']}@{area}")
    return m


def factors(m: Match) -> tuple[int, int]:
    """The adjusted factors of the first attack declared."""
    attack = attacks(m)[0]
    return combat.attack_factor(board(m), attack), combat.defence_factor(board(m), attack)


@pytest.mark.rule("downfall", "13.1a")
@pytest.mark.rule("downfall", "13.1c")
@pytest.mark.rule("downfall", "13.1h")
@pytest.mark.parametrize(("name", "start"), [("ex09a", "danzig konigsberg"), ("ex09b", "poznan warsaw")])
def test_exploitation_on_the_first_day_of_barbarossa(name: str, start: str) -> None:
    example = EXAMPLES[name]
    exploits = example["exploits"]
    origin, on = start.split()
    end = exploits[0]["to"]
    enemies = ["soviet_armor@minsk"] if exploits[0]["attacks"] else []
    m = attack_of(example, [f"{len(exploits)} german_armor@{origin}", *enemies])
    expected = example["expected"]
    assert factors(m) == (expected["acf_attacker"], expected["acf_defender"])
    for exploit in exploits:
        way = (on, exploit["through"], exploit["to"])
        order(m, f"{exploit['army']}@{origin}", *way, attack="soviet_armor" if exploit["attacks"] else "")
    assert where(m, end).count("german_armor") == len(exploits)
    assert expected["exploitation"]
    # The army that has only gone there could have attacked the second Soviet army.
    second = example["second_attack_possible"]
    m = attack_of(
        {**example, "supports": [], "air": 0, "attacker_armies_in_area": 1}, [f"german_infantry@{on}"]
    )
    lead(m, f"german_infantry@{on}", example["area"])
    m.play(f"unit:soviet_infantry@{example['area']}/2")
    other = attacks(m)[1]
    assert combat.attack_factor(board(m), other) == second["acf_attacker"]
    assert combat.defence_factor(board(m), other) == second["acf_defender"]


@pytest.mark.rule("downfall", "16i")
def test_tula_has_a_fortress() -> None:
    example = EXAMPLES["ex11a"]
    m = attack_of(example, ["german_armor@bryansk"])
    expected = example["expected"]
    assert factors(m) == (expected["acf_attacker"], expected["acf_defender"])
    refused = example["refused"][0]
    lead(m, f"{refused['army']}@{refused['from']}", refused["through"])
    assert refused["to"] not in areas(m) and why(m, f"area:{refused['to']}") == "16i"
    tula = T.area_index["tula"]
    T.exploit_ground[tula] = True  # without the fortress the move would be legal
    try:
        assert refused["to"] in areas(Match(GAME, m.setup, m.state.fork()))
    finally:
        T.exploit_ground[tula] = False


# --- costs


@pytest.mark.rule("downfall", "8e")
def test_the_french_counterattack() -> None:
    example = EXAMPLES["ex14b"]
    m = figure(example)
    g = board(m)
    g.supply[g.side] = example["expected"]["total_cost"]
    m._prompts = None
    for row in example["operations"]:
        before = g.supply[g.side]
        army = f"{row['army']}@{row['from']}"
        if row["op"] == "naval_move":
            lead(m, army).play("button:naval")
            m.play(f"area:{row['to']}")
        else:
            lead(m, army, row["to"])
            assert "german_armor" in marks(m)
            m.play(next(key for key in offers(m) if key.startswith("unit:german_armor") and free(m, key)))
        assert before - g.supply[g.side] == row["cost"]
    assert g.supply[g.side] == 0 and len(attacks(m)) == 2
    assert where(m, "london") == ["british_infantry", "british_infantry"]


def free(m: Match, key: str) -> bool:
    """Whether no attack on that army has been declared."""
    return all(m.number(key) != board(m).ids.unit + attack.defender for attack in attacks(m))


def army_of(case: dict[str, Any]) -> str:
    return {"axis": "german_infantry", "allies": "british_infantry", "ussr": "soviet_infantry"}[case["side"]]


@pytest.mark.rule("downfall", "8b")
@pytest.mark.rule("downfall", "8c")
@pytest.mark.rule("downfall", "8d")
@pytest.mark.rule("downfall", "8e")
@pytest.mark.rule("downfall", "8f")
@pytest.mark.rule("downfall", "8g")
@pytest.mark.rule("downfall", "8h")
@pytest.mark.rule("downfall", "8i")
@pytest.mark.parametrize("case", cases("inl10"))
def test_costs(case: dict[str, Any]) -> None:
    path, kind = case["path"], case["op"]
    army = f"{army_of(case)}@{path[0]}"
    enemy = "soviet_infantry" if case["side"] == "axis" else "german_infantry"
    armies = [army, f"{enemy}@{path[-1]}"] if kind.endswith("attack") else [army]
    held = {area: case["side"] for area in path if not kind.endswith("attack")}
    at_war = None
    if kind == "amphibious_landing":
        held, at_war = {}, ["germany", "united_kingdom", "france", "ussr", "finland"]
    first = case.get("barbarossa_turn", 0)
    m = table(case["side"], armies, turn=case["turn"], barbarossa=first, control=held, at_war=at_war)
    g = board(m)
    g.west_attacked = case["turn"] if case.get("west_attacked") else 0
    m._prompts = None
    if kind == "attack":
        assert cost(m, army, attack=enemy) == case["cost"]
    elif kind.startswith("tactical"):
        assert cost(m, army, *path[1:], attack=enemy if kind.endswith("attack") else "") == case["cost"]
    else:
        button = {"strategic_move": "strategic", "naval_move": "naval", "amphibious_landing": "land"}[kind]
        lead(m, army).play(f"button:{button}")
        m.play(f"area:{path[-1]}")
        assert 12 - g.supply[g.side] == case["cost"]


# --- ground for exploitation


ARMOR = {"axis": "german_armor", "allies": "american_advanced_armor", "ussr": "soviet_armor"}


FIGHTERS = {
    "france": ("axis", "allies", ["german_infantry", "german_armor"], ["french_infantry"]),
    "ussr": ("axis", "ussr", ["german_infantry", "german_armor"], ["soviet_infantry"]),
    "libya": ("axis", "allies", ["german_infantry", "german_armor"], ["british_infantry"]),
    "italy": ("allies", "axis", ["american_infantry"], ["italian_infantry"]),
    "french_north_africa": ("allies", "axis", ["american_infantry"], ["italian_infantry", "german_infantry"]),
}


def open_with(g: Board, area: str, margin: int, armies: list[str], enemies: list[str]) -> bool:
    """Declare an attack in an area with exactly this difference of factors, if the armies can give it."""
    for army, step, enemy, theirs, helpers in product(armies, (2, 1), enemies, (2, 1), range(3)):
        trial = g.fork()
        assert isinstance(trial, Board)
        own = []
        for name in [army, *["american_infantry" if g.side else "german_infantry"] * helpers]:
            own.append(trial.free_unit(T.type_index[name]))
            trial.put(own[-1], T.area_index[area], 2 if len(own) > 1 else step)
        target = trial.free_unit(T.type_index[enemy])
        trial.put(target, T.area_index[area], theirs)
        if combat.margin(trial, declare(trial, own[0], target, "inside", own[1:])) == margin:
            g.restore(trial.pack())
            return True
    return False


@pytest.mark.rule("downfall", "13.1a")
@pytest.mark.rule("downfall", "16h")
@pytest.mark.rule("downfall", "16i")
@pytest.mark.parametrize("case", cases("inl16"))
def test_where_exploitation_is_possible(case: dict[str, Any]) -> None:
    start, through, end = case["from"], case["through"], case["to"]
    side, foe, armies, enemies = FIGHTERS[T.territory_id[T.area_territory[T.area_index[through]]]]
    m = table(
        side,
        [f"{ARMOR[side]}@{start}"],
        turn=18 if side == "allies" else 10,
        barbarossa=7,
        control={start: side, through: foe, end: foe},
        developments={side: ["blitzkrieg"]},
    )
    assert open_with(board(m), through, case["margin"], armies, enemies)
    m._prompts = None
    assert can(m, f"{ARMOR[side]}@{start}", through, end) == case["possible"]
