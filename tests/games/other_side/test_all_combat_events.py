"""Every Combat Event in a whole Combat: what it changes, and where the card goes where it does not apply."""

from typing import Any

import pytest

from sandtable.games.other_side.testing import area, tables, units_at
from tests.games.other_side.clashes import GROUNDS, clash, hits
from tests.games.other_side.driving import answers, go_on, idle, log, offered, prompt
from tests.games.other_side.fighting import questioned, state

T = tables()

# Without an Event the attacks give 2 against 1 and the defences 1 against 2; one grey die shows a card.
ATTACK = ["black hit", "grey card", "grey hit"]
DEFENCE = ["black hit", "grey card", "grey blank"]
POOL = {"pool": "regular, reduced"}
ALL_STAY = ("button:no",)  # no second Advance

# ground, what else is given, answers, Hits of both sides
Case = tuple[str, dict[str, Any], tuple[str, ...], tuple[int, int]]
CASES: dict[str, Case] = {
    "blitzkrieg": ("attack soviet plains", {}, ALL_STAY, (3, 1)),
    "dive_bombers": (
        "attack soviet plains",
        {"axis": ["black hit", "grey card", "grey blank"], "then": ["grey hit"]},
        ("die:3", *ALL_STAY),
        (2, 1),
    ),
    "halt_order": ("attack soviet plains", {}, (), (2, 1)),
    "maginot_line": ("attack western fortified", {"tracks": {"france": "third_republic"}}, (), (2, 2)),
    "glider_assault": (
        "attack soviet rough",
        {"tracks": {"paratroops": 3}, "box": "winter_ops"},
        (),
        (3, 1),
    ),
    "allied_counterattack": ("attack western plains", POOL, (), (2, 1)),
    "new_tanks": ("attack soviet rough", {}, (), (1, 1)),
    "encirclement": ("attack soviet plains", POOL, ("button:yes",), (2, 1)),
    "mud_season": (
        "attack soviet plains",
        {"axis": ["black tank", "grey card", "grey hit"], "box": "fall_ops"},
        (),
        (2, 1),
    ),
    "general_winter": ("attack soviet rough", {**POOL, "box": "winter_ops"}, (), (2, 1)),
    "desert_fox": (
        "attack western rough",
        {"axis": ["black blank", "grey card", "grey blank"], "then": ["black hit"]},
        ("die:1",),
        (1, 1),
    ),
    "scorched_earth": ("attack soviet plains", {}, (), (2, 1)),
    "not_a_step_back": ("attack soviet rough", {}, (), (2, 2)),
    "street_fighting": ("attack soviet rough", POOL, (), (1, 1)),
    "satellite_rout": (
        "defend soviet plains",
        {"armies": "panzer, regular, satellite_hungary", "axis": ["black hit", "grey card", "yellow hit"]},
        (),
        (2, 1),
    ),
    "eighty_eights": ("defend soviet plains", {}, ("button:reduction",), (1, 1)),
    "partisan_sabotage": (
        "attack soviet rough",
        {"armies": "regular, 2 reduced", "axis": ["grey card", "white hit", "white hit"]},
        (),
        (1, 1),
    ),
    "airlift": ("defend soviet plains", {}, (), (1, 2)),
    "guards_armies": ("attack soviet rough", {}, (), (2, 2)),
    "rocket_artillery": ("attack soviet rough", {"then": ["red hit", "red hit"]}, (), (2, 3)),
    "elastic_defence": ("defend western river", {}, (), (1, 2)),
    "tank_killers": (
        "defend soviet plains",
        {"allied": ["red tank", "red hit"]},
        ("button:reduction",),
        (1, 2),
    ),
    "sturmoviks": ("attack soviet rough", {}, (), (2, 1)),
    "carpet_bombing": ("attack western rough", POOL, ALL_STAY, (2, 1)),
    "fighter_bombers": ("attack western rough", {}, (), (1, 1)),
    "fortress_cities": ("defend soviet plains", POOL, (), (1, 2)),
    "deep_operations": ("defend soviet river", POOL, ("button:reduction",), (1, 2)),
    "hedgerows": (
        "defend western rough",
        {"axis": [*DEFENCE, "white blank"]},
        ("button:reduction",),
        (1, 1),
    ),
    "peoples_grenadiers": ("attack soviet rough", {"pool": "panzer"}, (), (2, 1)),
    "ammunition_crisis": ("attack soviet rough", {}, (), (1, 1)),
    "panzer_raid": ("attack soviet rough", {}, ALL_STAY, (2, 1)),
    "minefields": ("defend western plains", {}, ("button:reduction",), (1, 1)),
    "frozen_rivers": ("defend soviet river", {"box": "winter_ops"}, ("button:reduction",) * 2, (1, 3)),
    "maskirovka": (
        "defend soviet plains",
        {"axis": ["black hit", "grey card", "grey hit"], "allied": []},
        (),
        (2, 0),
    ),
    "remagen": ("defend western river", POOL, ("button:reduction",), (1, 2)),
}
NEXT_YEAR = {"new_tanks", "mud_season", "general_winter", "satellite_rout", "sturmoviks", "fighter_bombers"}
REDUCED = {"allied_counterattack", "general_winter", "street_fighting", "carpet_bombing"}


def test_all_combat_events_are_in_the_table() -> None:
    assert set(CASES) == {card.id for card in T.battle}


def begun(card: str, ground: str, more: dict[str, Any]) -> Any:
    """A Combat with this Event on top of its deck, up to the first question."""
    more = dict(more)
    attack = GROUNDS[ground].axis_attacks
    axis = more.pop("axis", ATTACK if attack else DEFENCE)
    side = "blue" if "western" in ground else "red"
    allied = more.pop("allied", [f"{side} hit"] * (1 if attack else 2))
    if card == "satellite_rout":
        allied = allied[:1]
    return clash(ground, axis, allied, battle=[card], **more)


@pytest.mark.rule("other_side", "7g")
@pytest.mark.rule("other_side", "6.5")
@pytest.mark.rule("other_side", "0a")
@pytest.mark.parametrize("card", CASES)
def test_what_a_combat_event_changes(card: str) -> None:
    ground, more, given, expected = CASES[card]
    where = GROUNDS[ground].area
    heads = {"heads": {where: ["rendulic"]}} if card == "maskirovka" else {}
    g = begun(card, ground, {**more, **heads})
    if card == "encirclement":
        assert "It costs nothing" in prompt(g).text
    answers(g, *given)
    assert idle(g) and hits(g) == expected
    name = T.battle[T.battle_index[card]].name
    assert f"Combat Event: {name}." in log(g) and not g.battle_deck
    assert g.battle_next == ([T.battle_index[card]] if card in NEXT_YEAR else [])
    air = {"airlift": 3, "sturmoviks": 3, "fighter_bombers": 2}.get(card, 4)
    if "western" in ground and card != "fighter_bombers":
        air = 3  # planes in the Allied roll
    assert g.air[T.front[area(g, where)]] == air
    left = units_at(g, where)
    if card in REDUCED:
        assert left == ("2 regular, reduced" if card == "street_fighting" else "3 regular")
    if card in ("halt_order", "mud_season", "scorched_earth"):
        assert state(g, where)[1] == 2, "one Advance, and nobody was asked for a second"
    if card == "encirclement":
        assert state(g, where)[1] == 3 and left == "panzer, 2 regular"
    if card == "satellite_rout":
        assert left == "panzer, regular" and units_at(g, "removed") == "satellite_hungary"
    if card in ("airlift", "elastic_defence"):
        assert left == "panzer, 2 regular" and "ignored by a General's rule or a card" in log(g)
    if card == "fortress_cities":
        assert left == "3 regular", "no Retreat could be chosen"
    if card in ("deep_operations", "remagen"):
        assert left == "3 regular" and "Retreat:" in log(g), (
            "a Reduction was chosen, and a Retreat came on top"
        )
    if card == "peoples_grenadiers":
        assert units_at(g, "pool") == "panzer, reduced"
    if card == "maskirovka":
        assert questioned(g) == {"rendulic"}, "in a Combat that was won"


def test_without_an_event_a_second_advance_is_asked_for() -> None:
    """The Events that forbid, widen or cheapen it change something."""
    g = clash("attack soviet plains", ["black hit", "grey blank", "grey hit"], ["red hit"])
    assert offered(g) == {"button:yes", "button:no"} and "one Reduction" in prompt(g).text
    g = clash("attack soviet rough", ["black hit", "grey blank", "grey hit"], ["red hit"])
    assert idle(g), "not into Rough"


# Where it does not apply: the ground, what is given, and where the card goes.
NOT_NOW: list[tuple[str, str, dict[str, Any], str]] = [
    ("blitzkrieg", "attack soviet rough", {}, "bottom"),
    ("blitzkrieg", "defend soviet plains", {}, "bottom"),
    ("dive_bombers", "defend soviet plains", {}, "bottom"),
    ("halt_order", "defend soviet plains", {}, "bottom"),
    ("maginot_line", "attack western fortified", {"tracks": {"france": "vichy"}}, "out"),
    ("maginot_line", "attack soviet fortified", {"tracks": {"france": "third_republic"}}, "bottom"),
    ("maginot_line", "attack western rough", {"tracks": {"france": "third_republic"}}, "bottom"),
    ("glider_assault", "attack soviet rough", {"tracks": {"paratroops": 0}}, "out"),
    ("glider_assault", "defend soviet plains", {"tracks": {"paratroops": 2}}, "bottom"),
    ("allied_counterattack", "attack soviet rough", {}, "bottom"),
    ("new_tanks", "attack soviet rough", {"projects": {"tiger_and_panther": "completed"}}, "out"),
    ("new_tanks", "attack western rough", {}, "bottom"),
    ("new_tanks", "attack soviet rough", {"tracks": {"ussr": 3}}, "next"),
    ("encirclement", "attack soviet rough", {}, "bottom"),
    ("mud_season", "attack soviet rough", {}, "bottom"),
    ("mud_season", "attack western rough", {"box": "fall_ops"}, "bottom"),
    ("general_winter", "attack soviet rough", {}, "bottom"),
    ("desert_fox", "attack soviet rough", {}, "bottom"),
    ("scorched_earth", "defend soviet plains", {}, "bottom"),
    ("not_a_step_back", "defend soviet plains", {}, "bottom"),
    ("street_fighting", "attack soviet river", {}, "bottom"),
    ("street_fighting", "defend soviet fortified", {}, "bottom"),
    ("satellite_rout", "defend soviet plains", {}, "bottom"),
    ("eighty_eights", "attack soviet rough", {}, "bottom"),
    ("partisan_sabotage", "attack western rough", {}, "bottom"),
    ("airlift", "attack soviet rough", {}, "bottom"),
    ("guards_armies", "attack western rough", {}, "bottom"),
    ("rocket_artillery", "attack western rough", {}, "bottom"),
    ("elastic_defence", "defend soviet fortified", {}, "bottom"),
    ("elastic_defence", "attack soviet river", {}, "bottom"),
    ("tank_killers", "attack soviet rough", {}, "bottom"),
    ("sturmoviks", "attack western rough", {}, "bottom"),
    ("carpet_bombing", "attack soviet rough", {}, "bottom"),
    ("fighter_bombers", "attack western rough", {"box": "winter_ops"}, "bottom"),
    ("fighter_bombers", "attack soviet rough", {}, "bottom"),
    ("fortress_cities", "attack soviet rough", {}, "bottom"),
    ("deep_operations", "defend western plains", {}, "bottom"),
    ("hedgerows", "defend western plains", {}, "bottom"),
    (
        "panzer_raid",
        "attack soviet rough",
        {"armies": "3 regular", "axis": ["grey hit", "grey card", "grey hit"]},
        "bottom",
    ),
    ("minefields", "attack western rough", {}, "bottom"),
    ("frozen_rivers", "attack soviet river", {}, "bottom"),
    ("frozen_rivers", "attack soviet rough", {"box": "winter_ops"}, "bottom"),
    ("maskirovka", "attack soviet rough", {}, "bottom"),
    ("remagen", "defend soviet plains", {}, "bottom"),
]


@pytest.mark.rule("other_side", "7d")
@pytest.mark.rule("other_side", "7e")
@pytest.mark.rule("other_side", "7f")
@pytest.mark.parametrize("row", range(len(NOT_NOW)), ids=lambda n: f"{NOT_NOW[n][0]}-{n}")
def test_where_a_combat_event_does_not_apply(row: int) -> None:
    card, ground, more, goes = NOT_NOW[row]
    g = begun(card, ground, more)
    while not idle(g):
        seat = g.seats()[0]
        g.apply(seat, g.choices(seat)[-1])
    attack = GROUNDS[ground].axis_attacks
    assert hits(g) == ((2, 1) if attack else (1, 1) if card == "satellite_rout" else (1, 2))
    at = T.battle_index[card]
    assert g.battle_deck == ([at] if goes == "bottom" else []) and g.battle_known == (goes == "bottom")
    assert g.battle_next == ([at] if goes == "next" else [])


@pytest.mark.rule("other_side", "7b")
def test_only_the_peoples_grenadiers_are_obligatory() -> None:
    assert {card.id for card in T.battle if card.obligatory} == {"peoples_grenadiers"}


@pytest.mark.rule("other_side", "6.5a")
def test_three_card_faces_bring_two_events() -> None:
    axis = ["black card", "grey card", "grey card"]
    g = clash(
        "attack soviet rough", axis, [], battle=["ammunition_crisis", "peoples_grenadiers", "dive_bombers"]
    )
    go_on(g)
    assert idle(g) and len(g.battle_deck) == 1 and log(g).count("Combat Event:") == 2
