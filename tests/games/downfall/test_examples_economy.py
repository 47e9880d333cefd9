"""The worked examples about Actions, reinforcements, developments and missions, run from examples.toml."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.choice import DONE, PASS
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import (
    actions,
    armor,
    bombing,
    developments,
    missions,
    reinforcements,
    supply,
)
from sandtable.games.downfall.testing import add_army, position, unit_at
from tests.games.downfall.waiting import Idle

BOOK: dict[str, Any] = tomllib.loads((Path(__file__).parent / "examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in BOOK["examples"]}


def cases(name: str, key: str = "cases") -> list[dict[str, Any]]:
    return list(EXAMPLES[name][key])


def figure_1(name: str) -> Board:
    """The position of an example on figure 1, after the combats, with its stock and one Action left."""
    example = EXAMPLES[name]
    figure = BOOK["positions"][example["position"]]
    g = position(
        turn=figure["turn"],
        side=example["side"],
        phase=const.AFTER,
        armies=figure["armies"],
        control=figure["control"],
        developments=figure["developments"],
        armor=example.get("stock", {}).get("armor", 0),
        barbarossa=figure["turn"],
    )
    g.actions_left = 1
    return g


def reduced(g: Board, step: dict[str, Any]) -> int:
    """The army an example upgrades; it has moved and attacked in this turn."""
    unit = unit_at(g, step["army"], step["area"], "reduced")
    g.cond[unit] |= const.OPERATED | const.ATTACKS
    return unit


@pytest.mark.rule("downfall", "4.2g")
@pytest.mark.rule("downfall", "4.2h")
@pytest.mark.rule("downfall", "4.2q")
@pytest.mark.rule("downfall", "4.2u")
def test_ex07_armies_that_have_fought_are_brought_to_full_strength() -> None:
    g = figure_1("ex07")
    action, *upgrades = EXAMPLES["ex07"]["steps"]
    assert const.ACTION_IDS[const.ACT_REINFORCEMENTS] == action["action"]
    actions.take(g, const.ACT_REINFORCEMENTS)
    assert g.points == action["points"]
    for step in upgrades:
        unit = reduced(g, step)
        before = g.points
        assert reinforcements.can_upgrade(g, unit)
        reinforcements.upgrade(g, unit)
        assert g.points == before - step["points"]
        assert g.cond[unit] & const.STEPS == const.FULL
    assert g.points == EXAMPLES["ex07"]["expected"]["points_left"]
    # Those of Italy and the minors could only be placed at the beginning.
    rome = add_army(g, "italian_infantry", "rome", "reduced")
    reason = reinforcements.why_not_upgrade(g, rome)
    assert reason is not None and reason.rule == "4.2u"


@pytest.mark.rule("downfall", "4.2b")
@pytest.mark.rule("downfall", "10a")
@pytest.mark.rule("downfall", "10b")
@pytest.mark.rule("downfall", "10d")
def test_ex08_armor_is_upgraded_in_the_field_but_infantry_not_converted_there() -> None:
    g = figure_1("ex08")
    for step in EXAMPLES["ex08"]["steps"]:
        if step["do"] == "action":
            actions.take(g, const.ACT_REINFORCEMENTS)
            assert g.points == step["points"]
        elif step["do"] == "upgrade":
            unit = reduced(g, step)
            assert reinforcements.can_upgrade(g, unit) == step["legal"]
            reinforcements.upgrade(g, unit)
        else:
            g.armor[const.AXIS] += 2
            unit = unit_at(g, step["army"], step["area"])
            assert armor.can_convert(g, unit) == step["legal"]
            g.armor[const.AXIS] -= 2
    expected = EXAMPLES["ex08"]["expected"]
    assert (g.points, g.armor[const.AXIS]) == (expected["points_left"], expected["armor_left"])
    # In a Supply Area it would be possible, without an Action.
    g.points = 0
    g.armor[const.AXIS] = 2
    assert armor.can_convert(g, add_army(g, "german_infantry", "berlin"))


@pytest.mark.rule("downfall", "4.2e")
@pytest.mark.rule("downfall", "7d")
def test_inl01_moscow_feeds_but_does_not_build() -> None:
    expected = EXAMPLES["inl01"]["expected"]
    rows = ["soviet_infantry@moscow", "german_infantry@moscow"]
    g = position(side="ussr", armies=rows, armor=2)
    moscow = g.t.area_index["moscow"]
    for near in g.t.neighbours[moscow]:
        g.set_control(near, const.AXIS)
    unit = unit_at(g, "soviet_infantry", "moscow")
    assert supply.has_line(g, unit) == expected["los_in_moscow_if_controlled"]
    assert (moscow in reinforcements.places(g, g.t.soviet_union)) == expected["build_in_moscow"]
    assert armor.can_convert(g, unit) == expected["convert_in_moscow"]


@pytest.mark.rule("downfall", "4.2c")
@pytest.mark.rule("downfall", "4.2d")
def test_inl02_british_building_places() -> None:
    expected = EXAMPLES["inl02"]["expected"]
    g = position(side="allies", turn=10)
    british = {g.t.area_id[a] for a in reinforcements.places(g, g.t.united_kingdom)}
    americans = {g.t.area_id[a] for a in reinforcements.places(g, g.t.united_states)}
    assert british == set(expected["british_may_build_in"])
    assert americans == set(expected["americans_may_build_in"])


@pytest.mark.rule("downfall", "4.2b")
@pytest.mark.rule("downfall", "10a")
@pytest.mark.rule("downfall", "10b")
def test_inl03_prices() -> None:
    def spent(what: str) -> dict[str, int]:
        rows = [f"german_{kind}@berlin reduced" for kind in ("infantry", "armor")]
        g = position(armies=rows, points=4, armor=4)
        berlin = g.t.area_index["berlin"]
        infantry, tank = (unit_at(g, f"german_{kind}", "berlin") for kind in ("infantry", "armor"))
        if what.endswith("_infantry") and what != "flip_infantry":
            step = const.FULL if what.startswith("full") else const.REDUCED
            reinforcements.build(g, g.t.type_index["german_infantry"], step, berlin)
        elif what == "flip_infantry":
            reinforcements.upgrade(g, infantry)
        elif what == "flip_armor":
            reinforcements.upgrade(g, tank)
        else:
            g.cond[infantry] += 1 if what == "convert_full" else 0
            armor.convert(g, infantry, g.t.type_index["afrika_korps"])
        return {"points": 4 - g.points, "armor": 4 - g.armor[const.AXIS]}

    expected = EXAMPLES["inl03"]["expected"]
    assert len(expected) == 6
    assert {what: spent(what) for what in expected} == expected


def lose_keys(g: Board, country: str, lost: int) -> None:
    """Give the first Key Areas of a country to its enemy."""
    nation = g.t.country_index[country]
    for area in g.t.key_areas[nation][:lost]:
        g.set_control(area, const.ALLIES if g.t.country_side[nation] == const.AXIS else const.AXIS)


@pytest.mark.rule("downfall", "4.2i")
@pytest.mark.rule("downfall", "4.2n")
@pytest.mark.rule("downfall", "4.2p")
@pytest.mark.parametrize("case", cases("inl04"))
def test_inl04_key_area_loss(case: dict[str, Any]) -> None:
    g = position(turn=10, total_war=("axis", "allies", "ussr"))
    lose_keys(g, case["power"], case["lost"])
    side = g.t.country_side[g.t.country_index[case["power"]]]
    assert actions.reinforcement_points(g, side) == case["points"]


@pytest.mark.rule("downfall", "4.2i")
@pytest.mark.rule("downfall", "4.2j")
@pytest.mark.rule("downfall", "4.2k")
@pytest.mark.rule("downfall", "4.2m")
@pytest.mark.rule("downfall", "4.2n")
@pytest.mark.rule("downfall", "4.2o")
@pytest.mark.rule("downfall", "4.2p")
@pytest.mark.parametrize("case", cases("inl15"))
def test_inl15_points_by_date_and_state(case: dict[str, Any]) -> None:
    war = (case["side"],) if case["war"] == "total" else ()
    g = position(turn=case["turn"], side=case["side"], total_war=war)
    lose_keys(g, "ussr" if case["side"] == "ussr" else "germany", case.get("key_areas_lost", 0))
    g.actions_left = 1
    actions.take(g, const.ACT_REINFORCEMENTS)
    assert g.points == case["points"]


@pytest.mark.rule("downfall", "4j")
@pytest.mark.rule("downfall", "4k")
@pytest.mark.rule("downfall", "4l")
@pytest.mark.rule("downfall", "4m")
@pytest.mark.rule("downfall", "4n")
@pytest.mark.rule("downfall", "4o")
@pytest.mark.rule("downfall", "4p")
@pytest.mark.rule("downfall", "4q")
@pytest.mark.rule("downfall", "4.7")
@pytest.mark.parametrize("case", cases("inl07"))
def test_inl07_actions_allowed(case: dict[str, Any]) -> None:
    control = {"trondheim": case.get("trondheim", "neutral")}
    for area in ("berlin", "breslau", "ruhr")[: case.get("supply_areas_lost", 0)]:
        control[area] = "ussr"
    if case.get("london_lost"):
        control["london"] = "axis"
    if case.get("moscow_lost"):
        control["moscow"] = "axis"
    war = (case["side"],) if case["war"] == "total" else ()
    g = position(turn=case["turn"], side=case["side"], total_war=war, control=control)
    g.bombed = case.get("bombed", False)
    g.atlantic[0] = 2 if case.get("submarines") else 0
    g.lend_lease = case["turn"] if case.get("lend_lease") else 0
    assert actions.count_actions(g, g.side) == case["actions"]


@pytest.mark.rule("downfall", "12a")
@pytest.mark.rule("downfall", "13.10a")
@pytest.mark.rule("downfall", "13.10b")
@pytest.mark.rule("downfall", "13.10c")
@pytest.mark.parametrize("case", cases("inl08"))
def test_inl08_battle_of_the_atlantic(case: dict[str, Any]) -> None:
    had = {"allies": ["advanced_warships"]} if case["allies_have_warships"] else {}
    g = position(turn=14, side="axis", developments=had)
    g.subs = [case["basic"], case["advanced"]]
    for advanced in range(2):
        while g.subs[advanced]:
            missions.place_sub(g, advanced)
    assert missions.are_submarines_effective(g) == case["effective"]


@pytest.mark.rule("downfall", "13.11b")
@pytest.mark.rule("downfall", "13.11c")
@pytest.mark.rule("downfall", "14b")
@pytest.mark.rule("downfall", "14c")
@pytest.mark.parametrize("case", cases("inl09"))
def test_inl09_bombing_and_interceptors(case: dict[str, Any]) -> None:
    g = position(turn=14, side="allies", total_war=("axis",), control={"trondheim": "axis"})
    british, german = (g.ids.mission + 2 * g.t.air_id.index(x) + 1 for x in ("british_air", "german_air"))
    g.agenda = [Idle()]
    for placed, intercepting in zip(case["placed"], case["intercept"], strict=True):
        g.air[british - g.ids.mission] = placed
        g.air[german - g.ids.mission] = 3
        g.push(bombing.Bombing())
        g.advance()
        for _ in range(placed):
            g.apply(1, british)
        for _ in range(intercepting):
            g.apply(0, german)
        if isinstance(g.agenda[-1], bombing.Intercept):
            g.apply(0, PASS)
        assert isinstance(g.agenda[-1], Idle)
    assert g.bombers[1] == case["left"]
    bombing.end_allied_turn(g)
    assert actions.count_actions(g, const.AXIS) == (3 if case["axis_loses_action"] else 4)


@pytest.mark.rule("downfall", "4.6a")
@pytest.mark.rule("downfall", "4.6c")
@pytest.mark.rule("downfall", "4.6d")
@pytest.mark.rule("downfall", "13.1e")
@pytest.mark.rule("downfall", "13.3a")
@pytest.mark.rule("downfall", "13.4")
@pytest.mark.rule("downfall", "13.4a")
@pytest.mark.rule("downfall", "13.10")
@pytest.mark.rule("downfall", "13.11")
@pytest.mark.rule("downfall", "13a")
@pytest.mark.parametrize("case", cases("inl17"))
def test_inl17_development_actions(case: dict[str, Any]) -> None:
    side, _, name = case["tile"].partition("_")
    had = [x.partition("_")[2] for x in case["has"]]
    g = position(turn=case["turn"], side=side, developments={side: had})
    tile = g.t.tile_index[case["tile"]]
    if case["since"] >= 0:
        g.tiles[tile] = const.IN_PROGRESS
        g.tile_since[tile] = case["since"]
    g.actions_left = 1
    action = const.ACT_DEVELOPMENT
    if actions.why_not_take(g, action) is not None or tile not in developments.open_tiles(g):
        result = "refused"
    else:
        g.agenda = [Idle()]
        actions.take(g, action)
        if isinstance(g.agenda[-1], developments.Develop):
            g.apply(g.seat_of[g.side], g.ids.tile + tile)
        result = {const.UNUSED: "unused", const.IN_PROGRESS: "in_progress", const.AVAILABLE: "available"}[
            g.tiles[tile]
        ]
    assert result == case["result"], name


@pytest.mark.rule("downfall", "4.7a")
@pytest.mark.rule("downfall", "4.7b")
@pytest.mark.parametrize("case", cases("inl18", "lend_lease"))
def test_inl18_lend_lease(case: dict[str, Any]) -> None:
    g = position(turn=case["turn"], side="allies", control={"karelia": case["karelia"]})
    g.barbarossa = case["barbarossa_turn"]
    g.actions_left = 1
    assert (const.ACT_LEND_LEASE in actions.allowed(g)) == case["allowed"]


@pytest.mark.rule("downfall", "4b")
@pytest.mark.rule("downfall", "4c")
@pytest.mark.rule("downfall", "4d")
@pytest.mark.rule("downfall", "4e")
@pytest.mark.rule("downfall", "4.7c")
@pytest.mark.parametrize("case", cases("inl18", "repeats"))
def test_inl18_repeats(case: dict[str, Any]) -> None:
    war = (case["side"],) if case["war"] == "total" else ()
    g = position(turn=case["turn"], side=case["side"], total_war=war, supply=0)
    g.lend_lease = case["turn"] if case["lend_lease"] else 0
    g.actions_left = 9
    g.agenda = [Idle()]
    action = const.ACTION_IDS.index(case["action"])
    taken = 0
    while action in actions.allowed(g):
        actions.take(g, action)
        if isinstance(g.agenda[-1], developments.Develop):
            seat = g.seats()[0]
            g.apply(seat, g.choices(seat)[0])
        taken += 1
    assert taken == case["max"]
    assert DONE not in g.choices(g.seats()[0])
