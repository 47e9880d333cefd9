"""Promises about random games: no choice breaks a rule, and they meet what players meet."""

from typing import Any

import pytest

from sandtable.engine.checks.fuzz import fuzz_one, replay_seed
from sandtable.engine.game import Setup
from sandtable.engine.rng import Rng
from tests.games.case import Case


@pytest.mark.no_cover  # tracing takes longer than the games
def test_random_games_break_no_rule(case: Case[Any], fuzz_seed: int) -> None:
    assert case.fuzz is not None
    report = fuzz_one(case.game, fuzz_seed, deep=case.fuzz.deep, limit=case.fuzz.limit)
    cut_short = f"Not over after {case.fuzz.limit} choices."
    assert [error for error in report.errors if error.message != cut_short] == []
    assert report.choices > case.fuzz.least


@pytest.mark.no_cover
def test_what_was_once_wrong_is_right(case: Case[Any]) -> None:
    for seed, choices in case.fuzz.once_wrong if case.fuzz else ():
        match = replay_seed(case.game, seed, choices)
        assert len(match.history) == choices
        case.game.check(match.state)


def meets_everything(case: Case[Any], setups: list[Setup], players: int) -> None:
    """Check that all scenarios are met, numbers of players, and both values of each option that has two."""
    assert {setup.scenario for setup in setups} == {scenario.id for scenario in case.game.scenarios}
    seats = {number for scenario in case.game.scenarios for number in scenario.seats}
    assert len({setup.players for setup in setups}) >= (players or len(seats))
    for option in case.game.options:
        if len(option.values) == 2:
            assert {setup.options[option.id] for setup in setups} == set(option.values), option.id


def test_the_seeds_meet_all_scenarios_numbers_of_players_and_options(case: Case[Any]) -> None:
    if case.fuzz is None:
        pytest.skip("no fuzz")
    setups = [case.game.any_setup(Rng(seed)) for seed in case.fuzz.seeds]
    meets_everything(case, setups, case.fuzz.numbers_of_players)


def test_every_kind_of_decision_is_met(case: Case[Any]) -> None:
    assert sorted(case.moments()) == case.moments.kinds
    assert case.moments.met >= case.important, case.important - case.moments.met


def test_the_moments_are_of_all_scenarios_numbers_of_players_and_options(case: Case[Any]) -> None:
    if case.moments.longest:
        pytest.skip("too few games are played where they are long")
    meets_everything(case, [m.setup for m in case.moments.every()], 0)
