"""Special Effects of Combat cards, with an attack and without one."""

from typing import Any

import pytest

from sandtable.games.other_side.components.constants import EAST_FRONT, WEST
from sandtable.games.other_side.components.state import ACTIVATED, AVAILABLE, Board
from sandtable.games.other_side.rules.combat import special_effects
from sandtable.games.other_side.testing import deck, position, units_at
from tests.games.other_side.driving import answer, idle, log, offered, prompt, refused
from tests.games.other_side.fighting import allies_attack, axis_attacks, where

BLANKS = ["red blank"] * 3


def ukraine(armies: str = "2 regular", align: str = "disputed 1/2 soviet", **more: Any) -> Board:
    """Axis Armies in a Disputed Ukraine, Hungary behind them; nobody leads."""
    stacks = {"ukraine": armies}
    tracks = {"ussr": "war", **more.pop("tracks", {})}
    return position(align={"ukraine": align, "hungary": "satellite"}, armies=stacks, tracks=tracks, **more)


# --- no attack


@pytest.mark.rule("other_side", "6.1a")
def test_a_cell_without_number_brings_its_special_effect_only() -> None:
    g = ukraine(
        "panzer, regular",
        year=1942,
        box="winter_ops",
        pool="regular",
        heads={"ukraine": ["von_bock"]},
        generals={"hoth": "available"},
        dice=[],
    )
    allies_attack(g, "ukraine", card=2)
    assert idle(g)
    assert units_at(g, "ukraine") == "2 regular"
    assert where(g, "hoth") == AVAILABLE and g.pawns == 0
    assert g.combat_used == [1] and "No attack" in log(g)


@pytest.mark.rule("other_side", "6.1a")
def test_a_dash_means_nothing_at_all() -> None:
    g = ukraine("panzer", year=1942, dice=[])
    allies_attack(g, "ukraine", card=6)
    assert idle(g) and units_at(g, "ukraine") == "panzer"


@pytest.mark.rule("other_side", "6.1b")
@pytest.mark.parametrize("cancels", [True, False])
def test_a_head_may_cancel_the_special_effect_of_a_card_without_attack(cancels: bool) -> None:
    g = ukraine(
        "2 regular",
        year=1943,
        pool="reduced",
        heads={"ukraine": ["heinrici"]},
        owners={"heinrici": 1},
        players=2,
    )
    allies_attack(g, "ukraine", card=8)
    assert g.seats() == (1,) and offered(g) == {"button:yes", "button:no"}
    assert "one Reduction" in prompt(g).text and "Heinrici" in prompt(g).text
    assert refused(g, "area:ukraine").rule == "6.1b"
    answer(g, "button:yes" if cancels else "button:no")
    assert idle(g)
    assert units_at(g, "ukraine") == ("2 regular" if cancels else "regular, reduced")
    assert where(g, "heinrici") != ACTIVATED


@pytest.mark.rule("other_side", "6.1b")
def test_a_head_without_such_a_rule_is_not_asked() -> None:
    g = ukraine("2 regular", year=1943, pool="reduced", heads={"ukraine": ["von_bock"]})
    allies_attack(g, "ukraine", card=8)
    assert idle(g) and units_at(g, "ukraine") == "regular, reduced"


@pytest.mark.rule("other_side", "6.1b")
def test_an_effect_that_does_nothing_is_not_asked_about() -> None:
    g = ukraine("2 regular", year=1942, pool="reduced", heads={"ukraine": ["heinrici"]})
    allies_attack(g, "ukraine", card=2)  # a Reduction in winter only
    assert idle(g) and units_at(g, "ukraine") == "2 regular"


# --- Special Effects


@pytest.mark.rule("other_side", "6.3b")
def test_special_reduce() -> None:
    g = ukraine(
        "2 regular", year=1943, pool="2 reduced", dice=["red blank"] * 4 + ["grey blank", "white hit"]
    )
    allies_attack(g, "ukraine", card=18)
    assert idle(g) and units_at(g, "ukraine") == "regular, reduced"
    assert log(g).index("Special Effect: one Reduction") < log(g).index("The Allies roll")


@pytest.mark.rule("other_side", "6.3c")
@pytest.mark.parametrize(("box", "after"), [("winter_ops", "regular, reduced"), ("fall_ops", "2 regular")])
def test_special_reduce_in_winter(box: str, after: str) -> None:
    second = "white hit" if box == "winter_ops" else "grey hit"
    g = ukraine("2 regular", box=box, pool="2 reduced", dice=[*BLANKS, "grey hit", second])
    allies_attack(g, "ukraine", card=4)
    assert idle(g) and units_at(g, "ukraine") == after
    assert ("Special Effect" in log(g)) == (box == "winter_ops"), "outside winter none is announced"


@pytest.mark.rule("other_side", "6.3b")
def test_the_effect_reduces_participants_of_an_attack() -> None:
    g = position(
        align={"ukraine": "soviet", "hungary": "satellite"},
        armies={"hungary": "panzer, regular"},
        pool="regular",
        box="winter_ops",
        dice=[*BLANKS, "grey blank", "grey blank"],
    )
    axis_attacks(g, "ukraine", card=4)
    assert "Panzer Army in Hungary becomes a Regular Army" in log(g)
    assert "The Axis rolls 2: 2 × grey blank" in log(g)


@pytest.mark.rule("other_side", "6.3d")
def test_special_satellite() -> None:
    g = ukraine("regular, satellite_hungary", year=1942, dice=["red blank"] * 4 + ["grey hit"])
    allies_attack(g, "ukraine", card=8)
    assert idle(g) and units_at(g, "ukraine") == "regular"
    g = ukraine("regular", year=1942, pool="reduced", dice=["red blank"] * 4 + ["grey hit"])
    allies_attack(g, "ukraine", card=8)
    assert "Axis Hits 1, Allied Hits 1: Attrition" in log(g)


@pytest.mark.rule("other_side", "6.3d")
def test_without_a_number_no_hit_is_added() -> None:
    g = ukraine("regular", year=1942, heads={"ukraine": ["heinrici"]}, dice=[])
    allies_attack(g, "ukraine", card=4)
    assert idle(g) and units_at(g, "ukraine") == "regular"


@pytest.mark.rule("other_side", "6.3a")
@pytest.mark.rule("other_side", "6.3k")
@pytest.mark.parametrize(
    ("air", "rolled", "after"),
    [(3, ["blue plane", "blue plane"], 2), (3, ["blue hit", "blue card"], 3), (1, [], 1)],
)
def test_special_air(air: int, rolled: list[str], after: int) -> None:
    g = ukraine("regular", year=1944, tracks={"air_east": air}, dice=rolled)
    allies_attack(g, "ukraine", card=19)
    assert idle(g) and g.air[EAST_FRONT] == after


@pytest.mark.rule("other_side", "6.3e")
def test_special_strategic_event() -> None:
    g = ukraine("regular", tracks={"fanaticism": 5})
    deck(g, strategic=["italy_defeated_in_africa"])
    left = len(g.strategic_deck)
    allies_attack(g, "ukraine", card=1)
    assert len(g.strategic_deck) < left and "Strategic Event" in log(g)


@pytest.mark.rule("other_side", "6.1b")
def test_a_leading_general_may_cancel_it_too() -> None:
    g = ukraine(
        "2 regular",
        year=1943,
        pool="2 reduced",
        heads={"ukraine": ["von_kluge"]},
        generals={"model": "available"},
        dice=["red blank"] * 4 + ["grey hit"] * 2,
    )
    allies_attack(g, "ukraine", card=18)
    assert "Model" in prompt(g).text
    answer(g, "button:yes")
    assert idle(g) and units_at(g, "ukraine") == "2 regular"


@pytest.mark.rule("other_side", "6.1b")
def test_one_cancellation_is_enough() -> None:
    g = ukraine(
        "2 regular",
        year=1943,
        pool="2 reduced",
        heads={"ukraine": ["heinrici"]},
        generals={"model": "available"},
        dice=["red blank"] * 4 + ["grey hit"] * 2,
    )
    allies_attack(g, "ukraine", card=18)
    assert "Heinrici" in prompt(g).text
    answer(g, "button:yes")
    assert idle(g)


def test_the_names_of_special_effects() -> None:
    g = position(year=1943)
    found = g.t.offence[2][g.t.combat_number.index(2)][g.year]
    assert special_effects.name_of(found, 0) == "loss of a Satellite Army"
    air = g.t.offence[WEST][g.t.combat_number.index(3)][g.year]
    assert special_effects.name_of(air, 0) == "Air/Naval Control, 2 dice"
    event = g.t.offence[WEST][g.t.combat_number.index(5)][g.year]
    assert special_effects.name_of(event, 0) == "Strategic Event"


@pytest.mark.parametrize(
    "step", [special_effects.Special(1), special_effects.Cancel(4)], ids=["special", "cancel"]
)
def test_steps_survive_saving(step: Any) -> None:
    again = type(step).unpack(step.pack())
    assert again.pack() == step.pack() and type(again) is type(step)
