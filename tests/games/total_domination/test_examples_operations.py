"""The worked examples of moves, attacks, supply and control, clicked action by action."""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import DECK, IN_PLAY, NOBODY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.operations.operations import Operate
from sandtable.games.total_domination.rules.victory import allied_threshold
from sandtable.games.total_domination.testing import area, card, position, power, units_at
from tests.games.total_domination.atlas import PACK, TECH
from tests.games.total_domination.driving import begin
from tests.games.total_domination.operating import (
    CARD,
    attack,
    clickable,
    goals,
    kinds,
    left,
    move,
    operate,
    sites,
)
from tests.games.total_domination.playing import EXAMPLES, consistent, points

Example = dict[str, Any]

# What the examples assume beside the units that they name.
ASSUMED: dict[str, dict[str, str]] = {
    "move_army_to_germany_via_italy": {"egypt": "uk_army", "persia": "uk_army"},
}
EVERY = [*TECH]


def board(name: str, **more: Any) -> Board:
    """The position of an example; nobody has points to spend yet."""
    units: dict[str, str] = dict(ASSUMED.get(name, {}))
    for row in EXAMPLES[name]["position"]:
        entry = f"{row['count']} {row['unit']}"
        units[row["area"]] = f"{units[row['area']]}, {entry}" if row["area"] in units else entry
    g = position(units=units, **more)
    g.lay(card(g, CARD), IN_PLAY)
    return begin(g)


def spend(g: Board, who: str) -> None:
    """Give a power a card with many points, if it is not spending already."""
    step = g.agenda[-1]
    if g.power == power(g, who) and isinstance(step, Operate):
        return
    if isinstance(step, Operate):
        g.agenda.pop()
    g.power = power(g, who)
    begin(g, Operate(card(g, CARD), -1, 20))


def act(g: Board, row: dict[str, Any]) -> None:
    """Do an action of an example by clicks, or see that it is not offered."""
    legal = row.get("legal", True)
    if row["do"] == "move":
        spend(g, row["by"])
        unit = f"{row['unit']}@{row['from']}"
        assert (row["to"] in goals(g, unit)) == legal, row
        if legal:
            before = left(g)
            move(g, unit, row["to"])
            assert before - left(g) == row["cost"]
    elif row["do"] == "attack":
        spend(g, row["by"])
        unit = f"{row['target']}@{row['area']}"
        assert (unit in clickable(g)) == legal, row
        if legal:
            assert attack(g, unit) == row["cost"]
    else:
        assert row["do"] == "query_supply"
    if "us_track" in row:
        assert g.track[power(g, "us")] == row["us_track"]


def supplied(g: Board, where: str) -> bool:
    """Whether the units in an area are in supply."""
    return g.supplied(g.tenant[area(g, where)]) & g.t.bit[area(g, where)] != 0


def holder(g: Board, where: str) -> str:
    """Return who controls an area, "none" for nobody."""
    number = g.control[area(g, where)]
    return "none" if number == NOBODY else g.t.nation_id[number]


def check(g: Board, example: Example, before: dict[str, int]) -> None:
    """What an example expects of the position after its last action."""
    expect = example["expect"]
    told = set(expect) - {"note"}
    for where, who in expect.get("controller", {}).items():
        assert holder(g, where) == who, where
    for who, change in expect.get("vp_delta", {}).items():
        assert points(g)[who] - before[who] == change, who
    marks = expect.get("damage_marker", {})
    if isinstance(marks, bool):
        marks = {example["actions"][-1]["to"]: marks}
    for where, marked in marks.items():
        assert bool(g.damage & g.t.bit[area(g, where)]) == marked, where
    for where, names in expect.get("stack", {}).items():
        assert units_at(g, where) == ", ".join(names)
    for name in expect.get("removed", []):
        kind = g.t.kind_index[name]
        assert g.on_board(kind) == 0
    assert all([supplied(g, a) for a in expect.get("in_supply", [])])
    assert not any([supplied(g, a) for a in expect.get("out_of_supply", [])])
    for name in expect.get("joined", []):
        assert g.joined(power(g, name))
    if "allied_threshold" in expect:
        assert allied_threshold(g) == expect["allied_threshold"]
    for key in ("vp_from_area", "vp_delta_area"):
        for who, stars in expect.get(key, {}).items():
            if who != "area":
                assert g.worth[area(g, expect[key]["area"])] == stars
                assert holder(g, expect[key]["area"]) == who
    known = {"controller", "vp_delta", "damage_marker", "stack", "removed", "in_supply", "out_of_supply"}
    known |= {"joined", "allied_threshold", "vp_from_area", "vp_delta_area", "draw_deck_gains"}
    assert told <= known, told - known
    consistent(g)


def run(name: str, **more: Any) -> Board:
    """Play an example through and check it."""
    g = board(name, **more)
    before = points(g)
    for row in EXAMPLES[name]["actions"]:
        act(g, row)
    check(g, EXAMPLES[name], before)
    return g


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "3.9c")
def test_the_figure_of_supply() -> None:
    g = run("supply_figure")
    spend(g, "germany")
    assert clickable(g) == ["german_army@poland", "german_army@baltics"]


@pytest.mark.rule("total_domination", "3.9a")
def test_no_supply_through_the_teammate() -> None:
    g = run("supply_not_through_teammate")
    spend(g, "uk")
    assert clickable(g) == []


@pytest.mark.rule("total_domination", "3.8.1c")
def test_one_enemy_unit_in_a_capital() -> None:
    run("capital_one_enemy_unit")


@pytest.mark.rule("total_domination", "3.8.1d")
@pytest.mark.rule("total_domination", "6.1h")
def test_two_enemy_units_in_a_capital() -> None:
    g = run("capital_two_enemy_units")
    assert units_at(g, "germany") == "2 ussr_army"


@pytest.mark.rule("total_domination", "6.2d")
def test_a_fleet_follows_an_army_to_ukraine() -> None:
    run("move_fleet_to_ukraine")


@pytest.mark.rule("total_domination", "6.2d")
@pytest.mark.rule("total_domination", "6.2b")
@pytest.mark.rule("total_domination", "3.8.1c")
def test_an_army_goes_to_germany_by_way_of_italy() -> None:
    run("move_army_to_germany_via_italy")


@pytest.mark.rule("total_domination", "6.3d")
def test_u_boats_and_resistance_are_attacked_in_their_own_areas() -> None:
    run("attack_u_boot_and_resistance", techs={"uk": EVERY, "germany": EVERY})
    # the wrong kinds of units there, or the right ones beside it
    g = operate("uk", {"france": "french_army", "atlantic": "u_boot"})
    assert clickable(g) == ["french_army@france"]
    g = operate("germany", {"poland": "german_fleet, resistance"})
    assert "resistance@poland" not in clickable(g)


@pytest.mark.rule("total_domination", "3.5c")
@pytest.mark.rule("total_domination", "6.3b")
def test_the_own_capital_defends_itself() -> None:
    run("own_capital_attack", turn="uk")
    assert clickable(operate("uk", {"canada": "german_fleet"})) == []


@pytest.mark.rule("total_domination", "3.8.6")
@pytest.mark.rule("total_domination", "3.9c")
def test_a_unit_out_of_supply_scores() -> None:
    run("out_of_supply_unit_scores")


@pytest.mark.rule("total_domination", "11.1c")
@pytest.mark.rule("total_domination", "6.3c")
@pytest.mark.rule("total_domination", "11.1e")
def test_an_air_fleet_that_is_left_alone() -> None:
    run("lone_air_fleet")


@pytest.mark.rule("total_domination", "9.2a")
@pytest.mark.rule("total_domination", "9.2b")
def test_two_acts_of_war_after_two_lend_leases() -> None:
    name = "us_joins_by_four_steps"
    us = [f"us{n}" for n in (1, 2, 3, 4)]
    lent = {"uk": us[0]}  # of the two cards that Lend-Lease has brought one waits, one was played
    g = board(name, set_up=True, tracks={"us": 2}, lent=lent, discards=[us[1]])
    before = points(g)
    for row in EXAMPLES[name]["actions"]:
        act(g, row)
    check(g, EXAMPLES[name], before)
    gains = sum([g.cards[card(g, c)] == DECK for c in us])
    assert gains == EXAMPLES[name]["expect"]["draw_deck_gains"] == 2


@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "6.3b")
@pytest.mark.rule("total_domination", "8.1.A2")
@pytest.mark.rule("total_domination", "8.1.A3")
@pytest.mark.rule("total_domination", "8.1.B2")
@pytest.mark.rule("total_domination", "8.1.B3")
@pytest.mark.parametrize("row", PACK.tables.attack_cost)
def test_every_row_of_the_table_of_attack_costs(row: Any) -> None:
    """What attacks makes no difference. [attack_cost_by_target]"""
    assert EXAMPLES["attack_cost_by_target"]["position"].startswith("see attack_cost")
    inland = "atlantic" if row.target == "fleet" else "austria"
    where = "france" if row.coastal else inland
    for attacker in ("uk_army", "uk_fleet"):
        units = {"united_kingdom": attacker, "italy": attacker, where: f"german_{row.target}"}
        more = {"partners": {"france": "germany", "italy": "uk"}, "techs": {"uk": row.techs}}
        g = operate("uk", units, row.cost, **more)
        assert attack(g, f"german_{row.target}@{where}") == row.cost
        g = operate("uk", units, row.cost - 1, **more)
        assert f"german_{row.target}@{where}" not in clickable(g)


@pytest.mark.rule("total_domination", "11.2c")
@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.parametrize(
    "case", [c for c in EXAMPLES["uboot_stacking_and_lend_lease"]["cases"] if "min_ops" not in c]
)
def test_how_many_u_boats_there_may_be(case: dict[str, Any]) -> None:
    if "year" in case:
        most = case["board_limit"]
        others = {"atlantic": "2 u_boot", "caribbean": f"{most - 2} u_boot"} if most > 2 else {}
        others = others or {"atlantic": f"{most} u_boot"}
        assert "u_boot" not in kinds(operate("germany", others, year=case["year"]))
        others["atlantic"] = f"{min(2, most) - 1} u_boot" if most > 1 else ""
        assert "u_boot" in kinds(operate("germany", others, year=case["year"]))
    else:
        where, boats = case["area"], case["area_u_boots"]
        units = {where: f"{case['fleets']} uk_fleet, {boats - 1} u_boot"}
        g = operate("germany", units, year=1941)
        assert (where in sites(g, "u_boot")) == case["legal"]
