"""Promises about bots: an opinion in every kind of decision, from open information, that changes nothing."""

import math
from typing import Any

import pytest

from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from tests.games.case import Case


def test_every_choice_of_every_kind_has_a_preference(case: Case[Any], kind: str) -> None:
    game = case.game
    differ = 0
    for m in case.moments()[kind]:
        g = m.state
        before = digest(game, g)
        for prompt in m.prompts:
            rated = game.preferences(g, prompt.seat, prompt.choices)
            assert len(rated) == len(prompt.choices) and all(math.isfinite(rate) for rate in rated)
            assert game.preferences(g.copy(), prompt.seat, prompt.choices) == rated
            for some in (prompt.choices[:1], prompt.choices[-2:], prompt.choices[::2]):
                assert len(game.preferences(g, prompt.seat, some)) == len(some)
            differ += len(set(rated)) > 1
            best = [c for c, rate in zip(prompt.choices, rated, strict=True) if rate == max(rated)]
            if len(prompt.choices) > 1:
                assert not {game.names.keys[choice] for choice in best} & set(case.never)
        assert digest(game, g) == before
    assert differ or case.indifferent is None or kind in case.indifferent


def test_what_is_hidden_from_a_seat_does_not_change_its_opinion(case: Case[Any], kind: str) -> None:
    game = case.game
    rng = Rng(3)
    for m in case.moments()[kind]:
        g = m.state
        for seat in range(m.setup.players):
            for _ in range(2):
                other = game.determinize(g, seat, rng)
                assert game.value(other, seat) == game.value(g, seat)
                if seat in g.seats():
                    choices = g.choices(seat)
                    assert other.choices(seat) == choices
                    assert game.preferences(other, seat, choices) == game.preferences(g, seat, choices)


def test_values_lie_between_nothing_and_all_and_add_up(case: Case[Any], kind: str) -> None:
    for m in case.moments()[kind]:
        teams = case.game.teams(m.setup)
        values = [{case.game.value(m.state, seat) for seat in team} for team in teams]
        assert all(len(team) == 1 and 0.0 < min(team) < 1.0 for team in values), values
        if len(teams) == 2:
            assert math.isclose(sum(min(team) for team in values), 1.0)


def test_weights_have_no_other_numbers(case: Case[Any]) -> None:
    if case.weights is None:
        pytest.skip("no weights")
    with pytest.raises(KeyError, match="no_such_number"):
        case.weights({"no_such_number": 1.0})
