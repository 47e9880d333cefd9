"""The worked examples about movement: what a group may spend, and what each border costs it."""

import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import AXIS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.testing import area, position, unit_at, units_at
from tests.games.on_to_berlin.acting import areas, click, move, points, why

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["examples"]}

# The position that the movement example is about, and those that ask about it.
BASE = EXAMPLES["ex_move_allowance_all"]
COSTS = (
    "ex_move_berlin_warsaw",
    "ex_move_berlin_czechoslovakia",
    "ex_move_warsaw_berlin",
    "ex_move_warsaw_czechoslovakia",
    "ex_move_warsaw_brest",
)


def setup() -> dict[str, Any]:
    """The position as `position` takes it."""
    units: dict[str, str] = {}
    for row in BASE["position"]:
        units[row["area"]] = ", ".join([f"{u['count']} {u['unit']}" for u in row["units"]])
    return {
        "units": units,
        "axis": BASE["at_war_axis"],
        "allied": BASE["at_war_allied"],
        "control": {row["area"]: row["controller"] for row in BASE["position"]},
    }


def spent(g: Board, here: str, there: str) -> int:
    """What crossing a border costs the Axis."""
    return movement_costs.border_cost(g, AXIS, area(g, here), area(g, there), False)


@pytest.mark.rule("on_to_berlin", "8.1")
@pytest.mark.parametrize("name", ["ex_move_allowance_all", "ex_move_allowance_tf"])
def test_the_slowest_unit_decides(name: str) -> None:
    example = EXAMPLES[name]
    g = position(**setup())
    group = tuple([unit_at(g, kind, "berlin") for kind in example["query"]["group"]])
    assert movement_costs.MovingGroup(g, group).allowance == example["expect"]["allowance"]


@pytest.mark.rule("on_to_berlin", "8.1a")
@pytest.mark.rule("on_to_berlin", "8.1b")
@pytest.mark.parametrize("name", COSTS)
def test_what_a_border_costs(name: str) -> None:
    query, expect = EXAMPLES[name]["query"], EXAMPLES[name]["expect"]
    assert spent(position(**setup()), query["from"], query["to"]) == expect["cost"]


@pytest.mark.rule("on_to_berlin", "8.1a")
def test_ex_move_warsaw_brest() -> None:
    assert EXAMPLES["ex_move_warsaw_brest"]["expect"]["unit_can_make_move"] is False
    g = points(2, **setup())
    move(g, "warsaw", "ge_lf")
    assert areas(g) == {"berlin", "czechoslovakia"} and why(g, "brest") == "8.1a"
    click(g, "czechoslovakia")
    # Two points are spent: the group has arrived.
    assert not isinstance(g.agenda[-1], March)
    assert units_at(g, "czechoslovakia") == "2 ge_lf, po_lf"


# The unit and its areas; each area gets the control that the case names.
WAYS = {
    "land": ("ge_tf", ("berlin", "warsaw", "brest")),
    "submarine": ("ge_ss", ("english_channel", "north_sea", "norwegian_sea")),
    "transport": ("ge_lf", ("berlin", "baltic_sea", "sweden")),
}
HOLDER = {"own": "ge", "own_sea": "ge", "enemy": "uk", "none": ""}


@pytest.mark.rule("on_to_berlin", "8.1a")
@pytest.mark.rule("on_to_berlin", "8.1e")
@pytest.mark.rule("on_to_berlin", "8.1.2b")
@pytest.mark.rule("on_to_berlin", "8.1.2d")
@pytest.mark.rule("on_to_berlin", "15.1b")
@pytest.mark.parametrize("case", EXAMPLES["ex_cost_cases"]["cases"], ids=lambda case: str(case["n"]))
def test_ex_cost_cases(case: dict[str, Any]) -> None:
    kind, areas_of = WAYS[case["mover"]]
    way = areas_of[: len(case["steps"]) + 1]
    held = {way[0]: HOLDER[case["steps"][0]["from"]]}
    held |= {there: HOLDER[step["to"]] for there, step in zip(way[1:], case["steps"], strict=True)}
    units = {way[0]: f"2 {kind}", "baltic_sea": "2 ge_nf"}
    g = points(1, units=units, control=held, allied=("uk", "po", "sw"), turn=2)
    carried = case["mover"] == "transport"
    crossed = [(area(g, here), area(g, there)) for here, there in pairwise(way)]
    cost = sum([movement_costs.border_cost(g, AXIS, here, there, carried) for here, there in crossed])
    assert cost == case["cost"]
    move(g, way[0], kind)
    click(g, *way[1:-1])
    if not case.get("within_allowance_2", True):
        assert cost > 2 and why(g, way[-1]) == "8.1.2b"
        return
    click(g, way[-1])
    # Whoever need not stop may go on while the allowance lasts.
    allowance = 2 if carried else g.t.unit_move[unit_at(g, kind, way[-1])]
    least = 2 if case["steps"][-1]["to"] == "enemy" else 1
    assert isinstance(g.agenda[-1], March) is (not case["must_stop"] and cost + least <= allowance)
