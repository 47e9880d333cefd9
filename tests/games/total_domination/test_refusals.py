"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from tests.games.total_domination.clicks import GAME, T, board, play_keys, table
from tests.games.total_domination.moments import asking, moments

KINDS = sorted(asking())
NOTHING_OF_ITS_OWN = "is not what is asked now"

# Questions in which counters on the map are nothing that a player would click.
WITHOUT_COUNTERS = {"Place", "Station", "Relocate"}

# What players do most, and where they would try what is not allowed.
IMPORTANT = {
    "Draft",
    "Replace",
    "Turn",
    "Use",
    "Operate",
    "Move",
    "Deploy",
    "Disband",
    "Reserve",
    "Halve",
    "Logistics",
    "Approach",
    "Strike",
    "Bombard",
    "Spy",
    "Sift",
    "Place",
    "Station",
}


def refusals(g: Board, seat: int) -> dict[int, tuple[str, str]]:
    """The sentence and the rule of every refusal, for all choices that a seat does not have."""
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


# --- all of them


def test_the_moments_are_of_all_scenarios_modes_and_options() -> None:
    assert set(moments()) == asking()
    found = [m for kind in KINDS for m in moments()[kind]]
    assert {m.setup.scenario for m in found} == {s.id for s in GAME.scenarios}
    assert {board(m).mode for m in found} == set(range(len(T.mode_id)))
    for option in GAME.options:
        assert {m.setup.options[option.id] for m in found} == set(option.values), option.id


@pytest.mark.parametrize("kind", KINDS)
def test_every_refusal_is_a_sentence_with_a_rule(kind: str) -> None:
    for m in moments()[kind]:
        before = saves.digest(GAME, m.state)
        for seat in m.state.seats():
            found = refusals(m.state, seat)
            assert len(found) > 150
            for choice, (text, rule) in found.items():
                what = f"{kind}, {GAME.key(m.state, choice)}: {text!r} [{rule}]"
                assert text[0].isupper() and text.endswith(".") and not text.endswith(".."), what
                assert "\n" not in text and "  " not in text and text == text.strip(), what
                assert rule in GAME.rules, what
        assert saves.digest(GAME, m.state) == before


@pytest.mark.parametrize("kind", KINDS)
def test_no_refusal_tells_a_secret(kind: str) -> None:
    rng = Rng(5)
    for m in moments()[kind]:
        for seat in m.state.seats():
            found = refusals(m.state, seat)
            for _ in range(2):
                assert refusals(GAME.determinize(m.state, seat, rng), seat) == found


@pytest.mark.parametrize("kind", sorted(asking() - WITHOUT_COUNTERS))
def test_everything_is_refused_for_a_reason_of_the_decision(kind: str) -> None:
    for m in moments()[kind]:
        for seat in m.state.seats():
            for choice, (text, _) in refusals(m.state, seat).items():
                assert NOTHING_OF_ITS_OWN not in text, f"{kind}, {GAME.key(m.state, choice)}: {text}"


@pytest.mark.parametrize("kind", sorted(WITHOUT_COUNTERS))
def test_areas_are_refused_for_a_reason_of_the_decision(kind: str) -> None:
    for m in moments()[kind]:
        g = board(m)
        for seat in g.seats():
            for choice, (text, _) in refusals(g, seat).items():
                if AREA <= choice < g.ids.unit:
                    assert NOTHING_OF_ITS_OWN not in text, f"{kind}, {GAME.key(g, choice)}: {text}"


def test_play_and_explain_say_the_same() -> None:
    for found in moments().values():
        m = Match(GAME, found[0].setup, found[0].state.copy())
        seat = m.prompts[0].seat
        before = saves.digest(GAME, m.state)
        for choice, (text, rule) in list(refusals(m.state, seat).items())[::13]:
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
    m = table(set_up=True, hands={"germany": ["g01"], "uk": ["u01"]})
    assert m.explain("button:pass", 1) == "United Kingdom is not asked now; Germany must answer."
    m = table(set_up=True, hands={"germany": ["g01"], "uk": ["u01"]}, mode="two_players")
    assert m.explain("button:pass", 1) == "Allies is not asked now; Axis must answer."


def test_random_games_meet_the_important_decisions_and_explain_themselves() -> None:
    rng = Rng(17)
    met: set[str] = set()
    for seed in range(1, 12):
        walk = Walk(GAME, seed)
        while walk.state.result is None:
            g = walk.state
            assert isinstance(g, Board)
            step = g.agenda[-1]
            met.add(type(step).__name__)
            for seat in g.seats():
                choice = rng.below(len(GAME.names))
                if not step.allows(g, seat, choice):
                    text, rule = GAME.refusal(g, seat, choice)
                    assert text.endswith(".") and rule in GAME.rules
            walk.play(*walk.pick())
    assert met >= IMPORTANT, IMPORTANT - met


# --- what a player would try


def test_reasons_name_the_rule_a_player_would_look_up() -> None:
    hands = {"germany": ["g02", "g11", "u06"], "uk": ["u01"]}
    m = table(set_up=True, hands=hands, reserve={"germany": ["g12"]})
    for keys, wanted in (
        (
            "",
            {
                "card:u01": "4.2a",  # the hand of another
                "card:g12": "4.2c",  # the own reserve
                "unit:german_army@germany": "4.2a",
                "area:poland": "4.2a",
                "button:event": "4.2a",
            },
        ),
        (
            "card:g02",
            {
                "button:event": "7.1.B",
                "button:launch": "6.4a",
                "button:strike": "11.1.Aa",
                "button:lend_lease": "9.1a",
                "button:pass": "3.3a",
                "card:g11": "3.3a",
                "area:poland": "3.3a",
            },
        ),
        (
            "button:operate",
            {
                "unit:uk_fleet@united_kingdom": "6.3a",
                "unit:german_fleet#1": "6.1b",
                "kind:uk_army": "6.1b",
                "kind:resistance": "6.1g",
                "kind:us_army": "6.1b",
                "button:add_saved": "6.0c",
                "button:develop": "6.0f",
                "card:g11": "3.3a",
                "area:poland": "6.2b",
            },
        ),
        (
            "unit:german_army@germany",
            {
                "area:germany": "6.2b",
                "area:poland": "6.2f",
                "area:japan": "3.8.4",
                "area:ukraine": "6.2b",
                "area:norway": "2.0.1a",
                "area:united_kingdom": "6.2f",
            },
        ),
    ):
        if keys:
            play_keys(m, keys)
        assert {key: refused_by(m, key) for key in wanted} == wanted


def refused_by(m: Match, key: str) -> str:
    """The rule that refuses a click."""
    with pytest.raises(IllegalChoice) as refused:
        Match(GAME, m.setup, m.state.copy()).play(key)
    return refused.value.rule
