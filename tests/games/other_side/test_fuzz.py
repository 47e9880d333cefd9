"""A short fuzz: random games with every scenario, player count and option, checked at every choice."""

import pytest

import sandtable
from sandtable.engine.checks.fuzz import fuzz_one
from sandtable.engine.rng import Rng

GAME = sandtable.load_game("other_side")
SEEDS = (*range(16), 234)  # 234: a Position of a single Army that its Head left


def test_the_seeds_meet_all_scenarios_player_counts_and_options() -> None:
    setups = [GAME.any_setup(Rng(seed)) for seed in SEEDS]
    assert {(setup.scenario) for setup in setups} == {scenario.id for scenario in GAME.scenarios}
    assert {setup.players for setup in setups} == {1, 2, 3, 4}
    assert {setup.options["addon_cards"] for setup in setups} == {True, False}


@pytest.mark.no_cover  # tracing takes longer than the games
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_break_no_rule(seed: int) -> None:
    report = fuzz_one(GAME, seed, deep=0.01)
    assert report.errors == []
    assert report.choices > 20 and report.unfinished == 0
