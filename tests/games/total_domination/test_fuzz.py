"""A short fuzz: random games with every scenario, mode and option, checked at every choice."""

import pytest

from sandtable.engine.checks.fuzz import fuzz_one
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest, plain
from sandtable.games.total_domination.components.state import Board
from tests.games.total_domination.clicks import GAME, T, board, play_keys, table

SEEDS = tuple(range(12)) + (14, 16, 23, 25)


def test_the_seeds_meet_all_scenarios_modes_and_options() -> None:
    setups = [GAME.any_setup(Rng(seed)) for seed in SEEDS]
    assert {setup.scenario for setup in setups} == {scenario.id for scenario in GAME.scenarios}
    assert {GAME.mode(setup) for setup in setups} == set(range(len(T.mode_id)))
    for option in GAME.options:
        assert {setup.options[option.id] for setup in setups} == set(option.values), option.id


@pytest.mark.no_cover  # tracing takes longer than the games
@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_break_no_rule(seed: int) -> None:
    report = fuzz_one(GAME, seed, deep=0.01)
    assert report.errors == []
    assert report.choices > 20 and report.unfinished == 0


def test_the_order_in_which_units_came_leaves_no_trace() -> None:
    # Two ways to the same position; what is offered afterwards must not tell them apart, nor must a save.
    found: list[Board] = []
    for first, second in (("germany", "austria"), ("austria", "germany")):
        m = table(
            units={"germany": "2 german_army", "austria": "2 german_army", "japan": "japanese_army"},
            hands={"germany": ["g01"], "uk": ["u01"]},
        )
        play_keys(m, "card:g01 button:operate")
        for where in (first, second):
            play_keys(m, f"unit:german_army@{where} area:poland")
        found.append(board(m))
    again = [GAME.unpack_state(GAME.settle(), plain(GAME, g)) for g in found]
    for g, other in zip(found, again, strict=True):
        assert other.at == g.at
        assert other.choices(0) == g.choices(0) and digest(GAME, other) == digest(GAME, g)
    keys = [[GAME.key(g, choice) for choice in g.choices(0)] for g in found]
    assert keys[0] == keys[1]
