"""The doctrine makes a worthy bot, and values are honest."""

import pytest

import sandtable
from sandtable.arena.arena import arena
from sandtable.bots import make_bot
from sandtable.engine.rng import Rng

GAME = sandtable.load_game("other_side")


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_greedy_does_better_than_random_play(scenario: str) -> None:
    report = arena("other_side", ["greedy", "random"], 16, seed=5, scenario=scenario)
    greedy = report["bots"]["greedy"]
    assert greedy["wins"] >= 7 and greedy["ms_per_choice"] < 50


def test_greedy_plays_with_others() -> None:
    report = arena("other_side", ["greedy", "random"], 4, seed=1, players=4, scenario="world_war")
    assert report["bots"]["greedy"]["wins"] == 2


def test_values_lie_between_nothing_and_all() -> None:
    g = GAME.begin(GAME.settle("total_war", 1, seed=3))
    bot = make_bot("greedy")
    rng = Rng(1)
    while g.result is None:
        assert 0.0 < GAME.value(g, 0) < 1.0
        g.apply(0, bot.choose(GAME, g, 0, rng))
    assert GAME.value(g, 0) == g.result.scores[0]
