"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import re

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.testing import play_keys
from tests.games.on_to_berlin.clicks import GAME, board, table
from tests.games.on_to_berlin.moments import asking, moments

KINDS = sorted(asking())
SENTENCE = re.compile(r"\S.*[.?!)]")
NOTHING_OF_ITS_OWN = "is not what is asked now"

# What players do most, and where they would try what is not allowed.
IMPORTANT = {
    "Select",
    "Impulses",
    "Play",
    "Points",
    "Activate",
    "March",
    "Target",
    "Flight",
    "Deploy",
    "Assign",
    "Retreat",
    "Ambush",
    "Counterattackers",
    "FirstAction",
    "SecondAction",
    "Diplomacy",
    "Developing",
    "Supply",
    "RecoverUnit",
    "Redeployment",
    "Destination",
    "Withdraw",
}

# Questions about cards alone, or with two buttons: the map is not what a player would click.
OFF_THE_MAP = {"Discard", "Withdraw"}


def refusals(m: Match, seat: int) -> dict[int, tuple[str, str]]:
    """The sentence and the rule of every refusal, for all choices that a seat does not have."""
    g = m.state
    step = g.agenda[-1]
    offered = step.choices(g, seat)
    found: dict[int, tuple[str, str]] = {}
    for choice in range(len(GAME.names)):
        if choice in offered:
            continue
        if step.allows(g, seat, choice):
            assert any(GAME.same(g, choice, other) for other in offered), GAME.key(g, choice)
            continue
        refusal = GAME.refusal(g, seat, choice)
        found[choice] = refusal.text, refusal.rule
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_is_a_sentence_with_a_rule(kind: str) -> None:
    for m in moments()[kind]:
        before = saves.digest(GAME, m.state)
        for prompt in m.prompts:
            found = refusals(m, prompt.seat)
            assert len(found) > 200
            for choice, (text, rule) in found.items():
                what = f"{kind}, {GAME.key(m.state, choice)}: {text!r} [{rule}]"
                assert SENTENCE.fullmatch(text), what
                assert rule in GAME.rules, what
        assert saves.digest(GAME, m.state) == before


@pytest.mark.parametrize("kind", sorted(asking() - OFF_THE_MAP))
def test_areas_and_counters_on_the_map_are_refused_for_a_reason_of_the_decision(kind: str) -> None:
    for m in moments()[kind]:
        g = board(m)
        for seat in g.seats():
            for choice, (text, _) in refusals(m, seat).items():
                if AREA <= choice < g.ids.unit or (
                    g.ids.unit <= choice < g.ids.kind and g.place[choice - g.ids.unit] >= 0
                ):
                    assert NOTHING_OF_ITS_OWN not in text, f"{kind}, {GAME.key(g, choice)}: {text}"


@pytest.mark.parametrize("kind", ["Select", "Impulses", "Play", "Points", "Ambush", "Developing", "Discard"])
def test_cards_are_refused_for_a_reason_of_the_decision(kind: str) -> None:
    for m in moments()[kind]:
        g = board(m)
        for seat in g.seats():
            for choice, (text, _) in refusals(m, seat).items():
                if g.ids.card <= choice < g.ids.nation:
                    assert NOTHING_OF_ITS_OWN not in text, f"{kind}, {GAME.key(g, choice)}: {text}"


def test_play_and_explain_say_the_same() -> None:
    for found in moments().values():
        m = found[0]
        seat = m.prompts[0].seat
        before = saves.digest(GAME, m.state)
        for choice, (text, rule) in list(refusals(m, seat).items())[::23]:
            with pytest.raises(IllegalChoice) as refused:
                m.play(choice, seat)
            assert (str(refused.value), refused.value.rule) == (f"{text} [{rule}]", rule)
            assert m.explain(choice, seat) == f"{text} [{rule}]"
        assert saves.digest(GAME, m.state) == before


def test_what_is_offered_is_said_to_be_open() -> None:
    for found in moments().values():
        m = found[0]
        for choice in m.prompts[0].choices:
            label = GAME.label(m.state, choice)
            assert m.explain(choice, m.prompts[0].seat) == f"{label} can be chosen now."


def test_who_is_not_asked_is_told_who_is() -> None:
    m = table(units={"berlin": "ge_lf, ge_af", "london": "uk_lf"}, hands={"axis": ["ax_supply_2"]})
    assert m.explain("button:pass", 1) == "Allies is not asked now; Axis must answer."


def test_random_games_meet_the_important_decisions_and_explain_themselves() -> None:
    rng = Rng(17)
    met: set[str] = set()
    for seed in (1, 4, 7, 9, 13, 21):
        walk = Walk(GAME, seed)
        while walk.state.result is None and len(walk.history) < 700:
            g = walk.state
            assert isinstance(g, Board)
            step = g.agenda[-1]
            met.add(type(step).__name__)
            for seat in g.seats():
                choice = rng.below(len(GAME.names))
                if not step.allows(g, seat, choice):
                    text, rule = GAME.refusal(g, seat, choice)
                    assert SENTENCE.fullmatch(text) and rule in GAME.rules
            walk.play(*walk.pick())
    assert met >= IMPORTANT, IMPORTANT - met


# --- what a player would try


def test_reasons_name_the_rule_a_player_would_look_up() -> None:
    units = {
        "berlin": "3 ge_lf, ge_tf, ge_af",
        "ruhr": "ge_lf",
        "austria": "ge_lf spent",
        "warsaw": "po_lf",
        "rome": "it_lf",
        "paris": "fr_lf",
        "london": "uk_lf",
    }
    hands = {"axis": ["ax_blitzkrieg_2", "ax_ambush_2"], "allied": ["al_ambush_2"]}
    m = table(units=units, hands=hands, not_at_war=["fr"])
    for keys, wanted in (
        (
            "card:ax_blitzkrieg_2 button:points_first",
            {
                "unit:ge_lf.spent@austria": "7.1",
                "unit:ge_lf@ruhr": "8.1d",
                "unit:it_lf@rome": "3.1.1c",
                "unit:po_lf@warsaw": "3.1.1b",
                "type:ge_ft": "12.0b",
                "type:uk_lf": "12.0",
                "card:ax_ambush_2": "6.1",
            },
        ),
        (
            "unit:ge_lf@berlin",
            {
                "unit:ge_lf@ruhr": "7.1",
                "button:attack": "9.1",
                "button:fly": "8.2",
                "button:strike": "7.2d",
                "area:warsaw": "7.2",
            },
        ),
        (
            "button:move",
            {
                "area:paris": "2.2.1f",
                "area:berlin": "8.1",
                "button:stop": "8.1",
                "unit:ge_tf@berlin": "8.1c",
            },
        ),
    ):
        play_keys(m, keys)
        found = {key: refused_by(m, key) for key in wanted}
        assert found == wanted


def refused_by(m: Match, key: str) -> str:
    """The rule that refuses a click."""
    with pytest.raises(IllegalChoice) as refused:
        Match(GAME, m.setup, m.state.copy()).play(key)
    return refused.value.rule
