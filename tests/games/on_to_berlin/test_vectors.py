"""The test vectors of examples.toml agree with the components: their ids exist, their arithmetic is right.

The vectors are run on the game itself elsewhere; here they are only worked out from the pack.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.games.on_to_berlin.atlas import (
    AREA,
    CARD,
    CONSTANT,
    HOME,
    NATION,
    NEAR,
    PACK,
    RED,
    SCENARIO,
    UNIT,
    spaces,
    way,
)

Vector = dict[str, Any]
VECTORS: list[Vector] = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))[
    "examples"
]
BY_ID: dict[str, Vector] = {v["id"]: v for v in VECTORS}


def of(kind: str) -> list[Any]:
    """The vectors of a kind, as parameters of a test."""
    return [pytest.param(v, id=v["id"]) for v in VECTORS if v["kind"] == kind]


def cases(name: str) -> list[Any]:
    """The cases of a vector, as parameters of a test."""
    return [pytest.param(case, id=f"{name} {case['n']}") for case in BY_ID[name]["cases"]]


def position(vector: Vector) -> Vector:
    """The vector whose position counts."""
    return BY_ID[vector["position_of"]] if "position_of" in vector else vector


def holders(vector: Vector) -> dict[str, str]:
    """The side of each area: printed or stated control, by the nations at war."""
    stated = position(vector)
    nation = {a: AREA[a].country for a in AREA} | {x["area"]: x["controller"] for x in stated["position"]}
    side = dict.fromkeys(stated["at_war_allied"], "allied") | dict.fromkeys(stated["at_war_axis"], "axis")
    return {a: side.get(nation[a], "") for a in AREA}


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("vector", [pytest.param(v, id=v["id"]) for v in VECTORS])
def test_names(vector: Vector) -> None:
    assert set(vector["rules"]) <= {r.id for r in PACK.rules.rules}
    for row in vector.get("position", []):
        assert row["area"] in AREA and row["controller"] in {"", *NATION}
        assert all(x["unit"] in UNIT and x["state"] in ("fresh", "spent") for x in row["units"])
    assert "position" in position(vector) or "position_of" not in vector


def test_each_once() -> None:
    assert len(BY_ID) == len(VECTORS)
    assert {v["id"] for v in VECTORS if v.get("derived")} == {
        "ex_assign_cases",
        "ex_cost_cases",
        "ex_victory_cases",
        "ex_neutrality_cases",
        "ex_war_entry_cases",
    }


# ---------------------------------------------------------------- the examples of the text


@pytest.mark.parametrize("vector", of("loc"))
def test_lines_of_communication(vector: Vector) -> None:
    side = holders(vector)
    nation, start, expect = vector["query"]["nation"], vector["query"]["from"], vector["expect"]

    def friendly(area: str) -> bool:
        return side[area] == NATION[nation].side

    home = way(start, friendly, HOME[nation])
    resource = way(start, friendly, HOME[nation] & RED)
    assert bool(home) == expect["loc_to_friendly_home_land"]
    assert bool(resource) == expect["loc_to_friendly_resource"]
    if resource:
        assert home[-1] == expect["nearest_home_land"]
        assert way(start, friendly, [expect["resource"]]) == expect["path"]
    for area in expect.get("blocked_via", []):
        assert area in NEAR[start] and not friendly(area)


@pytest.mark.parametrize("vector", of("movement_allowance"))
def test_allowance(vector: Vector) -> None:
    assert min(UNIT[u].move for u in vector["query"]["group"]) == vector["expect"]["allowance"]


@pytest.mark.parametrize("vector", of("movement_cost"))
def test_cost(vector: Vector) -> None:
    side = holders(vector)
    query = vector["query"]
    foe = "allied" if query["side"] == "axis" else "axis"
    assert query["to"] in NEAR[query["from"]]
    cost = 1 + (side[query["to"]] == foe) + (side[query["from"]] == foe)
    assert cost == vector["expect"]["cost"]
    if "unit" in query:
        assert (UNIT[query["unit"]].move >= cost) == vector["expect"]["unit_can_make_move"]


def effect(case: Vector) -> str:
    """What the hit table says: none, spent, spent_retreat or destroyed."""
    rows = {
        x.steps: x
        for x in PACK.tables.hit_effects
        if (x.hit_class, x.state) == (case.get("class", "land_or_surface"), case["state"])
    }
    steps = min(case["hits"] // case["defense"], max(rows))
    if steps == 0:
        return "none"
    row = rows[steps]
    return "destroyed" if row.destroyed else "spent_retreat" if row.retreat else "spent"


@pytest.mark.parametrize("vector", of("hit_effect"))
def test_hits(vector: Vector) -> None:
    for case in vector["cases"]:
        assert effect(case) == case["effect"], case


@pytest.mark.parametrize("vector", of("resource"))
def test_rounding(vector: Vector) -> None:
    assert all(int(case["total"]) == case["counted"] for case in vector["cases"])


def test_decks_and_hands() -> None:
    decks, start = SCENARIO.decks, SCENARIO.start
    assert BY_ID["ex_setup_decks"]["expect"] == {
        "axis_deck": len(decks.axis_deck),
        "allied_deck": len(decks.allied_deck),
        "axis_development": len(decks.axis_development_pool),
        "allied_development": len(decks.allied_development_pool),
        "axis_hand_turn_1": start.hand_axis,
        "allied_hand_turn_1": start.hand_allied,
    }


def test_discards_of_a_half_point() -> None:
    event: Any = CARD["al_strategic_bombing_2"].event
    for case in BY_ID["ex_qa_bombing_half"]["cases"]:
        assert min(case["hits"] // event.hits_per_discard_half, event.max_discards) == case["discards"]


def test_where_wolfpacks_raid() -> None:
    event: Any = CARD["ax_wolfpacks_2"].event
    for case in BY_ID["ex_qa_wolfpacks_area"]["cases"]:
        open_to = [a for a in event.areas if case["us_points_in_play"] or a not in event.american_areas]
        assert open_to == case["areas"]


def test_who_redeploys() -> None:
    for case in BY_ID["ex_qa_redeploy_zero"]["cases"]:
        assert (UNIT[case["unit"]].move > 0) == case["may_redeploy"]


# ---------------------------------------------------------------- derived from the rules


def attacker_assigns(case: Vector) -> bool:
    """Return the side that assigns hits: Airstrike Rating, fortress, Attack Rating, defender (R11)."""
    counter = case["type"] == "counterattack"
    attackers = [UNIT[u] for u in case["counter" if counter else "group"]]
    defenders = [UNIT[u] for u in case["group" if counter else "defenders"]]
    if any(u.airstrike for u in attackers):
        return True
    if any(u.airstrike for u in defenders):
        return False
    beside = [UNIT[u] for u in case.get("attacker_others_fresh", [])]
    forts = [any(u.type == "FT" for u in units) for units in (attackers + beside, defenders)]
    if forts[0] != forts[1]:
        return forts[0]
    return max(u.attack for u in attackers) > max(u.attack for u in defenders)


@pytest.mark.parametrize("case", cases("ex_assign_cases"))
def test_who_assigns(case: Vector) -> None:
    assert attacker_assigns(case) == (case["assigns"] in ("attacker", "counter_side"))


@pytest.mark.parametrize("case", cases("ex_cost_cases"))
def test_surcharges(case: Vector) -> None:
    cost = sum(1 + (x["from"] == "enemy") + (x["to"] == "enemy") for x in case["steps"])
    boat = case["mover"] == "submarine"
    assert cost == case["cost"]
    assert case["must_stop"] == (not boat and not case["steps"][-1]["to"].startswith("own"))
    assert not boat or cost <= UNIT["ge_ss"].move
    if case["mover"] == "transport":
        assert (cost <= CONSTANT["naval_transport_allowance"]) == case["within_allowance_2"]


def winner(case: Vector) -> str:
    """Return the winner at the end of a turn, if any (R26, R27, R48)."""
    if int(case["points"] + case["doubled"]) >= CONSTANT["axis_strategic_victory_points"]:
        return "axis"
    if int(case["points"]) <= CONSTANT["allied_strategic_victory_points"]:
        return "allied"
    if case["turn"] < CONSTANT["turns"]:
        return ""
    beside = case["points"] - AREA[PACK.tables.special.end_area].rp
    held = (
        (case["berlin"] and beside >= CONSTANT["end_victory_points_beside_berlin"])
        or case["points"] >= CONSTANT["end_victory_points"]
        or case["areas"] >= CONSTANT["end_victory_areas"]
    )
    return "axis" if held else "allied"


@pytest.mark.parametrize("case", cases("ex_victory_cases"))
def test_victory(case: Vector) -> None:
    assert winner(case) == case["winner"]


@pytest.mark.parametrize("case", cases("ex_neutrality_cases"))
def test_neutrality(case: Vector) -> None:
    assert NATION[case["nation"]].status == "neutral" and case["joins"] in ("axis", "allied", "")


@pytest.mark.parametrize("case", cases("ex_war_entry_cases"))
def test_war_entry(case: Vector) -> None:
    row = spaces(case["track"])
    at = SCENARIO.start.tracks[case["track"]]
    for step in case["plays"]:
        at += step
        assert 0 <= at < len(row)  # the marker stays on its track
    assert row[at].entry == case["at_war"]
    if "us_points" in case:
        assert sum(x.rp for x in row[: at + 1]) == case["us_points"]


@pytest.mark.parametrize("track", ["sp", "tu"])
def test_three_steps_to_entry(track: str) -> None:
    entry = next(x.index for x in spaces(track) if x.entry)
    assert entry - SCENARIO.start.tracks[track] == 3
