"""The worked examples about the order of things, played by clicks from a position with scripted dice."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.match import Match
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DECK, POOLED
from sandtable.games.on_to_berlin.rules import control
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.testing import area, units_at
from sandtable.testing import assert_refused, dice_left, offered, play_keys
from tests.games.on_to_berlin.clicks import GAME, T, board, table

HERE = Path(__file__).parent
FILE = tomllib.loads((HERE / "examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["examples"]}

FRONT = {"berlin": "ge_lf", "warsaw": "2 ge_tf, 4 po_lf", "ruhr": "2 ge_lf", "london": "uk_lf, uk_af"}


def top(m: Match) -> str:
    """The kind of question a match stands at."""
    return type(m.state.agenda[-1]).__name__


def blitz(first: str, dice: list[int], units: dict[str, str] | None = None, **more: Any) -> Match:
    """The Axis has played a Blitzkrieg of 2 points and begins with this half; nobody can answer."""
    m = table(units=units or FRONT, hands={"axis": ["ax_blitzkrieg_2"]}, dice=dice, **more)
    return play_keys(m, f"card:ax_blitzkrieg_2 button:{first}")


def settle(m: Match) -> None:
    """Place hits and retreat, as long as that is asked, in the first way there is."""
    while top(m) in ("Assign", "Retreat", "Ambush"):
        m.play(m.prompts[0].choices[0])


def rolls(m: Match) -> list[str]:
    """Return the log lines with dice."""
    return [line.text for line in m.log(None) if line.rule == "11.1"]


def test_every_example_runs_as_a_test() -> None:
    """Besides the one that compares the vectors with the components."""
    modules = [path for path in HERE.glob("test_*.py") if path.name != "test_vectors.py"]
    text = "\n".join([path.read_text(encoding="utf-8") for path in modules])
    assert [name for name in EXAMPLES if name not in text] == []


# --- set-up, passes


@pytest.mark.rule("on_to_berlin", "4.0a")
@pytest.mark.rule("on_to_berlin", "4.0b")
@pytest.mark.rule("on_to_berlin", "4.0e")
def test_ex_setup_decks() -> None:
    expect = EXAMPLES["ex_setup_decks"]["expect"]
    m = Match.start(GAME, seed=5)
    g = board(m)
    for side, name in ((AXIS, "axis"), (ALLIED, "allied")):
        assert len(g.cards_in(side, DECK)) == expect[f"{name}_deck"]
        assert len(g.cards_in(side, POOLED)) == expect[f"{name}_development"]
        assert g.limits[side] == expect[f"{name}_hand_turn_1"]
    assert m.state.seats() == (AXIS,)


@pytest.mark.rule("on_to_berlin", "5.0f")
@pytest.mark.rule("on_to_berlin", "6.3")
@pytest.mark.rule("on_to_berlin", "6.3a")
def test_ex_pass_and_act_again() -> None:
    hands = {"axis": ["ax_redeploy_2"], "allied": ["al_redeploy_2"]}
    m = table(units={"berlin": "2 ge_lf, ge_af", "london": "2 uk_lf, uk_af"}, hands=hands)
    for step in EXAMPLES["ex_pass_and_act_again"]["steps"]:
        side = step["actor"]
        assert m.prompts[0].seat == ("axis", "allied").index(side)
        if step["action"] == "pass":
            m.play("button:pass")
        else:
            play_keys(m, f"card:{hands[side][0]} button:points_first button:done button:done")
        if "turn_goes_to" in step.get("expect", {}):
            assert (step["expect"]["turn_goes_to"], top(m)) == ("end_phase", "Withdraw")
    assert board(m).passes == 2


# --- points and events


@pytest.mark.rule("on_to_berlin", "6.1.1d")
@pytest.mark.rule("on_to_berlin", "7.1a")
def test_ex_sv_no_move_and_attack() -> None:
    assert EXAMPLES["ex_sv_no_move_and_attack"]["expect"] == {"legal": False}
    units = {"berlin": "2 ge_lf", "warsaw": "po_lf", "london": "uk_lf, uk_af"}
    m = blitz("points_first", [], units)
    play_keys(m, "unit:ge_lf@berlin button:move area:warsaw")
    assert units_at(board(m), "warsaw") == "ge_lf, po_lf" and top(m) == "Points"
    assert_refused(m, "unit:ge_lf@warsaw", "6.1.1d")


@pytest.mark.rule("on_to_berlin", "6.1.2b")
@pytest.mark.rule("on_to_berlin", "17.1d")
def test_ex_three_actions() -> None:
    steps = EXAMPLES["ex_three_actions"]["steps"]
    assert steps[-1]["expect"] == {"legal": True, "units_after": "spent"}
    units = {"berlin": "2 ge_lf", "warsaw": "3 po_lf", "london": "uk_lf, uk_af"}
    m = blitz("points_first", [6, 6], units)
    play_keys(m, "unit:ge_lf@berlin button:move area:warsaw button:done")
    play_keys(m, "unit:ge_lf@warsaw button:attack")
    assert units_at(board(m), "warsaw") == "ge_lf, 3 po_lf"  # not spent between the two
    play_keys(m, "unit:ge_lf@warsaw button:attack")
    assert units_at(board(m), "warsaw") == "ge_lf spent, 3 po_lf"
    assert dice_left(m) == 0


@pytest.mark.rule("on_to_berlin", "17.1")
@pytest.mark.rule("on_to_berlin", "17.1a")
def test_ex_qa_blitz_together() -> None:
    assert EXAMPLES["ex_qa_blitz_together"]["expect"] == {"both_ways_legal": True}
    # Together: four dice, three hits, assigned at one time.
    m = blitz("event_first", [1, 2, 1, 6])
    play_keys(m, "unit:ge_tf@warsaw button:all button:together button:attack")
    assert (top(m), rolls(m), dice_left(m)) == (
        "Assign",
        ["2 × German tank force: 3 hits (dice 1 2 1 6)."],
        0,
    )
    settle(m)
    assert top(m) == "Points"  # there is no second action
    # One by one: two dice, their hits assigned, then two more.
    m = blitz("event_first", [1, 6, 2, 6])
    play_keys(m, "unit:ge_tf@warsaw button:all button:attack")
    assert (rolls(m), dice_left(m)) == (["2 × German tank force: 1 hit (dice 1 6)."], 2)
    settle(m)
    assert top(m) == "SecondAction" and "spent" in units_at(board(m), "warsaw")
    play_keys(m, "unit:ge_tf@warsaw button:all button:attack")
    assert (rolls(m)[1:], dice_left(m)) == (["2 × German tank force: 1 hit (dice 2 6)."], 0)


@pytest.mark.rule("on_to_berlin", "17.1b")
@pytest.mark.rule("on_to_berlin", "17.1e")
def test_ex_qa_blitz_subset() -> None:
    cases = EXAMPLES["ex_qa_blitz_subset"]["cases"]
    units = {"warsaw": "2 ge_tf, ge_lf, po_lf", "berlin": "ge_lf", "london": "uk_lf, uk_af"}
    m = blitz("event_first", [6, 6, 6, 6], units)
    play_keys(m, "unit:ge_tf@warsaw unit:ge_tf@warsaw/2 button:attack")
    for case in cases:
        key = "unit:ge_tf@warsaw" if case["unit_in_first"] else "unit:ge_lf@warsaw"
        assert (key in offered(m)) is case["may_join_second"]
        if not case["unit_in_first"]:
            assert_refused(m, key, "17.1b")
        assert not case["must_join_second"]
    # One of the two goes on alone; both are spent at the end.
    play_keys(m, "unit:ge_tf@warsaw button:attack")
    assert units_at(board(m), "warsaw") == "ge_lf, 2 ge_tf spent, po_lf"


@pytest.mark.rule("on_to_berlin", "17.1c")
@pytest.mark.rule("on_to_berlin", "17.1d")
def test_ex_qa_blitz_no_third_attack() -> None:
    example = EXAMPLES["ex_qa_blitz_no_third_attack"]
    legal = {case["order"]: case["legal"] for case in example["cases"]}
    units = {"warsaw": "ge_tf, po_lf, uk_lf", "berlin": "2 ge_lf", "london": "uk_lf, uk_af"}
    attack = "unit:ge_tf@warsaw button:attack"
    m = play_keys(blitz("event_first", [6, 6, 6], units), f"{attack} {attack}")
    assert not legal["event attack, event attack, then SV attack"]
    assert_refused(m, "unit:ge_tf.spent@warsaw", "7.1")
    m = play_keys(blitz("points_first", [6, 6, 6], units), f"{attack} button:done")
    assert not legal["SV attack, then event"]
    assert_refused(m, "unit:ge_tf.spent@warsaw", "7.1")
    m = blitz(
        "points_first", [6, 6], {"berlin": "ge_lf, ge_tf", "warsaw": "po_lf, uk_lf", "london": "uk_lf, uk_af"}
    )
    play_keys(m, f"unit:ge_tf@berlin button:move area:warsaw button:done {attack} {attack}")
    assert legal["SV move, event attack, event attack"] and dice_left(m) == 0
    assert example["expect"]["max_attacks_per_group"] == 2


@pytest.mark.rule("on_to_berlin", "17.1e")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
def test_ex_qa_blitz_transport() -> None:
    steps = EXAMPLES["ex_qa_blitz_transport"]["steps"]
    units = {"berlin": "ge_lf, ge_tf", "baltic_sea": "2 ge_nf", "norway": "nw_lf", "london": "uk_lf, uk_af"}
    m = blitz("event_first", [6], units)
    play_keys(m, "unit:ge_tf@berlin button:move area:baltic_sea button:violate area:norway")
    assert (steps[0]["expect"]["units"], units_at(board(m), "norway")) == ("fresh", "ge_tf, nw_lf")
    play_keys(m, "unit:ge_tf@norway button:attack")
    assert (steps[1]["expect"]["units"], units_at(board(m), "norway")) == ("spent", "ge_tf spent, nw_lf")


@pytest.mark.rule("on_to_berlin", "17.6")
@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_ex_qa_no_combined_hits() -> None:
    assert EXAMPLES["ex_qa_no_combined_hits"]["expect"] == {"combined": False}
    units = {"warsaw": "ge_lf, po_lf", "berlin": "ge_lf, ge_af", "london": "uk_lf, uk_af"}
    m = blitz("points_first", [1, 1], units)
    play_keys(m, "unit:ge_lf@warsaw button:attack")
    # One hit at once, on a fresh unit: it is spent and stays.
    assert units_at(board(m), "warsaw") == "ge_lf spent, po_lf spent" and dice_left(m) == 1
    assert isinstance(m.state.agenda[-1], Points)
    play_keys(m, "unit:ge_af@berlin button:strike area:warsaw")
    settle(m)
    # The next hit finds it spent: it has to go. Two hits together would have left it no better.
    assert units_at(board(m), "warsaw") == "ge_lf spent" and dice_left(m) == 0


# --- areas


@pytest.mark.rule("on_to_berlin", "3.4c")
@pytest.mark.rule("on_to_berlin", "3.4b")
def test_ex_control_rome() -> None:
    example = EXAMPLES["ex_control_rome"]
    for home, asked in (("rome", example["expect"]["choice_offered"]), ("paris", True)):
        m = table(units={home: "it_lf, ge_lf"}, axis=("ge", "it"), control={home: "uk"}, pending=(1, 0))
        g = board(m)
        g.touched = [area(g, home)]
        g.push(control.UpdateControl())
        g.advance()
        assert isinstance(g.agenda[-1], control.Controller) is asked
        if not asked:
            assert T.nation_id[g.control[area(g, home)]] == example["expect"]["control_unit_nation"]


@pytest.mark.rule("on_to_berlin", "12.0c")
@pytest.mark.rule("on_to_berlin", "12.0i")
def test_ex_mobilize_paris() -> None:
    example = EXAMPLES["ex_mobilize_paris"]
    assert not example["expect"]["controlling_nation_matters"]
    for case in example["cases"]:
        for nation in ("ge", "it"):
            held = {"paris": nation}
            if case["loc_paris_to_german_resource"]:
                held["lorraine"] = nation
            units = dict.fromkeys(held, f"{nation}_lf") | {"berlin": "ge_lf", "london": "uk_lf, uk_af"}
            m = blitz("points_first", [], units, control=held, axis=("ge", "it"))
            m.play("type:ge_lf")
            assert ("area:paris" in offered(m)) is case["german_unit_may_deploy_in_paris"]
