"""The worked examples of the chapter on Combat, from positions with scripted dice."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.other_side.components.constants import NONE, PLAINS, SOVIETS
from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, GONE, Board
from sandtable.games.other_side.rules.combat import combat_results, leading_general
from sandtable.games.other_side.testing import area, general, holders, position, units_at
from tests.games.other_side.driving import answer, answers, go_on, idle, log, offered
from tests.games.other_side.fighting import (
    a_fight,
    allies_attack,
    axis_attacks,
    dice,
    fight,
    questioned,
    state,
    where,
)

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}


def barbarossa(**more: Any) -> Board:
    """Ukraine in Summer 1941: von Rundstedt in Hungary is to attack it."""
    row = EXAMPLES["E21"]["position"]
    return position(
        year=row["year"],
        directives={row["active"][0]: "active"},
        align={"ukraine": "soviet", "hungary": "satellite"},
        armies={"hungary": "panzer, 2 regular, satellite_hungary"},
        heads={"hungary": [row["hungary"]["head"]]},
        tracks={"ussr": "war", "air_east": row["air_east"]},
        **more,
    )


FOUR = {"von_rundstedt": 1, "von_kuechler": 1, "strauss": 3, "ruoff": 0, "lindemann": 2}


def four_players(**more: Any) -> Board:
    """The same with four players; two of them have no General of Seniority 7."""
    return barbarossa(
        players=4,
        owners=FOUR,
        generals=dict.fromkeys(["von_kuechler", "strauss", "ruoff", "lindemann"], "available"),
        **more,
    )


@pytest.mark.rule("other_side", "6a")
def test_area_and_sector() -> None:
    expected = EXAMPLES["E21"]["expected"]
    g = four_players()
    axis_attacks(g, "ukraine", directive_id="barbarossa_i")
    f = fight(g)
    assert g.t.space_id[f.area] == expected["combat_area"]
    assert g.t.sector_id[f.area][f.sector] == expected["combat_sector"]
    assert g.t.terrain[f.area][f.sector] == PLAINS


@pytest.mark.rule("other_side", "6.1")
@pytest.mark.rule("other_side", "6.1a")
def test_the_combat_card() -> None:
    example = EXAMPLES["E22"]
    ours = ["black hit", "grey blank", "grey blank", "yellow blank", "white blank"]
    g = barbarossa(dice=["red blank"] * 3 + ours)
    axis_attacks(g, "ukraine", card=example["actions"][0]["card"])
    assert f"The Allies roll {example['expected']['soviet_defense_dice']} " in log(g)
    assert "Special Effect" not in log(g)
    g = position(align={"hungary": "satellite"}, armies={"hungary": "regular"}, dice=[])
    g.strategic_deck = [g.t.strategic_index["italy_defeated_in_africa"]]
    allies_attack(g, "hungary", card=example["actions"][0]["card"])
    assert "No attack" in log(g) and g.strategic_deck == []


@pytest.mark.rule("other_side", "6.2.1a")
def test_activating_the_head() -> None:
    g = four_players()
    axis_attacks(g, "ukraine", directive_id="barbarossa_i")
    assert g.t.generals[fight(g).head].id == EXAMPLES["E23"]["expected"]["activated_head"]
    assert fight(g).source == area(g, EXAMPLES["E23"]["actions"][0]["area"])


@pytest.mark.rule("other_side", "6.2.2a")
@pytest.mark.rule("other_side", "6.2.2b")
@pytest.mark.rule("other_side", "6.2.2d")
@pytest.mark.rule("other_side", "6.2.2f")
def test_the_leading_general_and_the_rest_of_the_battle() -> None:
    expected = EXAMPLES["E24"]["expected"]
    # The rest of the example is lost with its pictures; these dice keep to what its data were drawn from.
    theirs = ["red tank", "red hit", "red plane"]
    ours = ["black tank", "grey hit", "grey card", "yellow hit", "white blank"]
    g = four_players(dice=theirs + ours)
    axis_attacks(g, "ukraine", directive_id="barbarossa_i")
    assert set(g.seats()) == {0, 1, 2, 3}
    answer(g, "general:von_kuechler", 1)
    assert g.seats() == (3,)  # the two others have nobody so senior
    answer(g, "general:strauss", 3)
    assert g.seats() == (1,)  # the owner of von Rundstedt
    f = fight(g)
    assert (
        not leading_general.works(g, general(g, "von_kuechler"))
        == expected["strauss_rule_would_work"]
        is True
    )
    assert leading_general.works(g, general(g, "strauss"))
    answer(g, "general:von_kuechler")
    assert g.t.generals[f.leading].id == expected["leading"]
    assert (where(g, "von_kuechler"), where(g, "strauss")) == (ACTIVATED, AVAILABLE)
    # Allies: a tank in Plains and a hit; Axis: tank, two hits and von Rundstedt's own.
    assert "Axis Hits 5, Allied Hits 3: Victory" in log(g)
    assert g.air[0] == 4  # the plane, after the die for air control
    assert offered(g) == {
        "unit:panzer@hungary",
        "unit:regular@hungary",
        "unit:satellite_hungary@hungary",
    }
    answers(
        g,
        "unit:panzer@hungary",
        "unit:regular@hungary",
        "unit:regular@hungary",
        "unit:satellite_hungary@hungary",
    )
    assert units_at(g, "ukraine") == "panzer, 2 regular, satellite_hungary"
    assert g.heads[2 * area(g, "ukraine")] == general(g, "von_rundstedt")
    answer(g, "button:no")
    assert idle(g)
    assert state(g, "ukraine") == ("disputed", 1, 2, "soviet")
    assert g.active_heads == [1 << general(g, "von_rundstedt")]


@pytest.mark.rule("other_side", "6.2.2a")
def test_eligible_leading_generals() -> None:
    example = EXAMPLES["E29"]
    g = position(
        generals=dict.fromkeys(example["position"]["available"], "available"),
        align={"ukraine": "disputed 1/2 soviet"},
        heads={"ukraine": [example["position"]["head"]]},
    )
    found = leading_general.eligible(g, 0, general(g, example["position"]["head"]))
    assert sorted(g.t.generals[n].id for n in found) == sorted(example["expected"]["eligible"])


def lost_by(g: Board, name: str, difference: int, leads: str) -> Board:
    """A Soviet attack that is lost by `difference` Hits."""
    f = a_fight(g, name)
    f.leading = general(g, leads)
    head = g.heads[2 * f.area]
    f.head = head if head >= 0 else NONE
    f.allied = dice(*["red hit"] * difference)
    combat_results.resolve(g)
    return go_on(g)


@pytest.mark.rule("other_side", "6.7.2g")
@pytest.mark.rule("other_side", "6.7.2h")
@pytest.mark.rule("other_side", "6.7.2i")
@pytest.mark.rule("other_side", "6.7.2j")
@pytest.mark.rule("other_side", "6.8a")
def test_fall_of_a_festung_sector() -> None:
    row, expected = EXAMPLES["E38"]["position"], EXAMPLES["E38"]["expected"]
    g = position(
        align={"poland": "disputed 1/2 soviet"},
        armies={"poland": "reduced"},
        generals={row["leading"]: "activated"},
        ob={"east": row["ob_east"]},
        tracks={"resources": 10, "unrest": 0},
    )
    lost_by(g, "poland", EXAMPLES["E38"]["actions"][0]["difference"], row["leading"])
    assert idle(g)
    assert units_at(g, "poland") == "" and units_at(g, "pool") == "reduced"
    assert state(g, "poland") == (expected["alignment"], 0, expected["allied_sector"], "soviet")
    assert g.collapse == expected["collapse_disks"]
    assert g.resources == 10 + expected["resources_change"]
    assert [where(g, name) for name in expected["dismissed"]] == [GONE, GONE]
    assert g.unrest == expected["unrest_steps"]
    assert len(holders(g)) == expected["black_orchestra_cards"]
    assert f"{expected['hits_lapsed']} Hits cannot be satisfied" in log(g)


@pytest.mark.rule("other_side", "6.7.2")
@pytest.mark.rule("other_side", "6.7.2b")
@pytest.mark.rule("other_side", "6.7.2c")
@pytest.mark.rule("other_side", "6.7.2f")
@pytest.mark.rule("other_side", "6.6.2c")
@pytest.mark.rule("other_side", "6.6.2e")
def test_retreat_out_of_an_area_and_on_into_the_next() -> None:
    row, expected = EXAMPLES["E39"]["position"], EXAMPLES["E39"]["expected"]
    lands = ("baltic_states", "ukraine", "northern_russia", "central_russia")
    g = position(
        align={"belarus": "occupied", "poland": "occupied", **{name: row[name] for name in lands}},
        armies={"belarus": "regular, reduced", "poland": "reduced"},
        heads={"belarus": [row["belarus"]["head"]]},
        ob={"east": row["ob_east"]},
        generals={row["leading"]: "activated"},
        tracks={"resources": 10},
        dice=[],
    )
    lost_by(g, "belarus", EXAMPLES["E39"]["actions"][0]["difference"], row["leading"])
    answers(g, "button:retreat", "button:retreat")
    if not idle(g):
        answer(g, "button:home")  # von Kluge could take over in Poland
    assert idle(g)
    assert state(g, "belarus") == ("soviet", 0, 1, "soviet")
    assert state(g, "poland") == ("disputed", 3, 4, "soviet")
    assert len(g.at[area(g, "poland")]) == expected["poland"]["armies"]
    assert g.resources == 10 + expected["resources_change"]
    assert questioned(g) == set(expected["questioned"])
    assert g.ally_side[area(g, "poland")] == SOVIETS


@pytest.mark.rule("other_side", "6.8a")
def test_order_of_reductions() -> None:
    example = EXAMPLES["E40"]
    after = {
        "panzer becomes regular": "2 regular, satellite_italy",
        "regular becomes reduced": "panzer, reduced, satellite_italy",
        "satellite eliminated": "panzer, regular",
    }
    wanted = example["expected"]["each_from_the_same_start"]
    for action, told in zip(example["actions"], wanted, strict=True):
        pool = [f"{n} {kind}" for kind, n in action["pool"].items() if n]
        g = position(
            align={"poland": "disputed 1/2 soviet"},
            armies={"poland": "panzer, regular, satellite_italy"},
            pool=", ".join(pool),
        )
        lost_by(g, "poland", 1, "hoth")
        assert units_at(g, "poland") == after[told]
