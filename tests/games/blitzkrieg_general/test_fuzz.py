"""A short fuzz: the first turns of random games with both scenarios and modes, checked at every choice.

Whole games take a minute and are left to `sandtable fuzz blitzkrieg_general`.
"""

import pytest

import sandtable
from sandtable.engine.checks.fuzz import fuzz_one, replay_seed
from sandtable.engine.rng import Rng

GAME = sandtable.load_game("blitzkrieg_general")
SEEDS = tuple(range(16))
CHOICES = 1200
# The rules' own tests are what covers them; random games only take long while they are traced.
pytestmark = pytest.mark.no_cover
UNFINISHED = f"Not over after {CHOICES} choices."


def test_the_seeds_meet_both_scenarios_and_modes_and_most_options() -> None:
    setups = [GAME.any_setup(Rng(seed)) for seed in SEEDS]
    assert {(setup.scenario, setup.options["mode"]) for setup in setups} == {
        ("s1939", "basic"),
        ("s1939", "advanced"),
        ("s1941", "advanced"),
    }
    assert len({setup.players for setup in setups}) >= 6
    for number in range(1, 15):
        assert {setup.options[f"a9_{number}"] for setup in setups} == {True, False}


@pytest.mark.parametrize("seed", SEEDS)
def test_random_games_break_no_rule(seed: int) -> None:
    report = fuzz_one(GAME, seed, deep=0.004, limit=CHOICES)
    assert [error for error in report.errors if error.message != UNFINISHED] == []
    assert report.choices > 200


# Seeds that once broke a rule, and after how many choices.
@pytest.mark.parametrize(
    ("seed", "choices"),
    [
        (117, 2809),  # an attack on nobody's area parted friends
        (777114, 3480),  # with fewer counters, a freed Yugoslavia stayed in the wars of its former manager
    ],
)
def test_what_was_once_wrong_is_right(seed: int, choices: int) -> None:
    match = replay_seed(GAME, seed, choices)
    assert len(match.history) == choices
    GAME.check(match.state)
