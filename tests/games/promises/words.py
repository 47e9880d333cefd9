"""Promises about what can be clicked: names, questions, and a reason for every refusal."""

import re
from itertools import groupby
from typing import Any, Final

import pytest

from sandtable.engine import save as saves
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.engine.step import Refusal
from tests.games.case import Case

QUESTION: Final = re.compile(r"[A-Z0-9+][^\n]{7,}[.?]")
SENTENCE: Final = re.compile(r"[A-Z0-9“][^\n]*[^.][.?!)]")
NOTHING_OF_ITS_OWN: Final = "is not what is asked now"


def refusals(game: Game, g: State, seat: int, every: int = 1) -> dict[int, Refusal]:
    """Return the refusal of each choice that a seat does not have, or of one of `every`."""
    step = g.agenda[-1]
    offered = set(step.choices(g, seat))
    found: dict[int, Refusal] = {}
    for choice in range(0, len(game.names), every):
        if choice in offered:
            continue
        if step.allows(g, seat, choice):
            assert any(game.same(g, choice, other) for other in offered), game.key(g, choice)
        else:
            found[choice] = game.refusal(g, seat, choice)
    return found


# --- set-ups and names


def test_wrong_wishes_are_refused_in_one_sentence(case: Case[Any]) -> None:
    wishes: list[tuple[dict[str, Any], str]] = [
        ({"scenario": "nowhere"}, "has no scenario"),
        ({"players": 99}, r"players?, not for 99|for \d"),
        ({"options": {"nothing": True}}, "has no option"),
        ({"seed": -1}, "seed"),
    ]
    wishes += [({"options": {option.id: "never?"}}, "can be") for option in case.game.options]
    for wish, words in wishes:
        with pytest.raises(BadOption, match=words) as refused:
            case.game.settle(**wish)
        assert str(refused.value).endswith(".") and "\n" not in str(refused.value)


def test_every_id_has_a_key_of_its_own_and_kinds_stand_together(case: Case[Any]) -> None:
    names = case.game.names
    assert names.keys[:2] == ["button:pass", "button:done"]
    assert len(set(names.keys)) == len(names.keys) and all(names.labels)
    kinds = [kind for kind, _ in groupby(key.partition(":")[0] for key in names.keys)]
    assert len(set(kinds)) == len(kinds)


def test_every_key_finds_its_choice(case: Case[Any], kind: str) -> None:
    """What is offered, and a share of all other choices in each kind of decision."""
    game, g = case.game, case.moments()[kind][0].state
    kinds = case.moments.kinds
    keys = [game.key(g, choice) for choice in range(len(game.names))]
    assert len(set(keys)) == len(keys)
    offered = set(g.choices(g.seats()[0]))
    for choice, key in enumerate(keys):
        if choice in offered or choice % len(kinds) == kinds.index(kind):
            assert game.find(g, key) == choice
        assert game.label(g, choice)


# --- questions


def test_questions_are_sentences_and_what_they_offer_can_be_told_apart(case: Case[Any], kind: str) -> None:
    game = case.game
    for m in case.moments()[kind]:
        g = m.state
        for prompt in m.prompts:
            assert QUESTION.fullmatch(prompt.text) and "  " not in prompt.text, prompt.text
            assert prompt.rule in game.rules, prompt
            assert prompt.choices and all(g.agenda[-1].allows(g, prompt.seat, c) for c in prompt.choices)
            keys = [game.key(g, choice) for choice in prompt.choices]
            assert len(set(keys)) == len(keys)
            if len(keys) < 200:
                alike = [
                    (c, d) for c in prompt.choices for d in prompt.choices if c < d and game.same(g, c, d)
                ]
                assert alike == []


def test_what_is_offered_is_said_to_be_open_and_who_is_not_asked_is_told_who_is(
    case: Case[Any], kind: str
) -> None:
    m = case.moments()[kind][0]
    prompt = m.prompts[0]
    for choice in prompt.choices:
        label = case.game.label(m.state, choice)
        assert m.explain(choice, prompt.seat) == f"{label} can be chosen now."
    names = case.game.seat_names(m.state)
    for seat in set(range(m.setup.players)) - {p.seat for p in m.prompts}:
        told = f"{names[seat]} is not asked now; "
        with pytest.raises(IllegalChoice, match=re.escape(told)):
            m.play(prompt.choices[0], seat)
        assert m.explain(prompt.choices[0], seat).startswith(told)


# --- refusals


def test_every_refusal_is_a_sentence_with_a_rule_of_the_decision(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        g = m.state
        before = saves.digest(case.game, g)
        for seat in g.seats():
            found = refusals(case.game, g, seat)
            assert len(found) > case.refused
            for choice, (text, rule) in found.items():
                what = f"{kind}, {case.game.key(g, choice)}: {text!r} [{rule}]"
                assert SENTENCE.fullmatch(text) and "  " not in text, what
                assert rule in case.game.rules, what
                if NOTHING_OF_ITS_OWN in text:
                    assert not case.own_reasons(g, g.agenda[-1], choice), what
        assert saves.digest(case.game, g) == before


def test_no_refusal_tells_a_secret(case: Case[Any], kind: str) -> None:
    rng = Rng(5)
    for m in case.moments()[kind]:
        for seat in m.state.seats():
            other = case.game.determinize(m.state, seat, rng)
            assert refusals(case.game, other, seat, 3) == refusals(case.game, m.state, seat, 3)


def test_play_and_explain_say_the_same(case: Case[Any], kind: str) -> None:
    first = case.moments()[kind][0]
    m = Match(case.game, first.setup, first.state.copy())
    seat = m.prompts[0].seat
    before = saves.digest(case.game, m.state)
    for choice, (text, rule) in refusals(case.game, m.state, seat, 23).items():
        with pytest.raises(IllegalChoice) as refused:
            m.play(choice, seat)
        assert (str(refused.value), refused.value.rule) == (f"{text} [{rule}]", rule)
        assert m.explain(choice, seat) == f"{text} [{rule}]"
    assert saves.digest(case.game, m.state) == before


def test_random_games_explain_themselves(case: Case[Any]) -> None:
    case.moments()
    assert len(case.moments.refused) > 300
    for where, (text, rule) in case.moments.refused:
        assert SENTENCE.fullmatch(text) and rule in case.game.rules, f"{where}: {text} [{rule}]"
