"""Every game repeatable: save, load, replay, copy and undo, in both scenarios and both modes."""

import pytest

import sandtable
from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from tests.games.repeats import copy_is_independent, saved_and_replayed

GAME = sandtable.load_game("blitzkrieg_general")
SETUPS = [
    GAME.settle("s1939", 1, {"mode": "basic"}, 11),
    GAME.settle("s1939", 2, {"mode": "basic", "historical": True}, 12),
    GAME.settle("s1939", 2, {}, 13),
    GAME.settle("s1939", 5, {"a9_1": True, "a9_11": True}, 14),
    GAME.settle("s1941", 2, {}, 15),
    GAME.settle("s1941", 8, {"a9_12": True, "a9_13": True}, 16),
]


def name(setup: Setup) -> str:
    """How a test is called."""
    return f"{setup.scenario}-{setup.options['mode']}-{setup.players}"


def position(setup: Setup, choices: int) -> Match:
    """A match after a number of random choices."""
    walk = Walk(GAME, setup.seed, setup)
    m = Match(GAME, setup)
    while len(m.history) < choices:
        seat, choice = walk.pick()
        walk.play(seat, choice)
        if walk.state.result is not None:
            break
        m.play(choice, seat)
    return m


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_save_load_and_replay_give_the_same_match(setup: Setup) -> None:
    saved_and_replayed(position(setup, 320), setup.seed)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_copy_is_equal_and_independent(setup: Setup) -> None:
    for choices in (90, 400):
        copy_is_independent(position(setup, choices))


@pytest.mark.parametrize("setup", SETUPS[::2], ids=name)
def test_undo_goes_back_to_the_same_position(setup: Setup) -> None:
    undone = 0
    m = position(setup, 5)
    rng = Rng(8)
    for _ in range(120):
        before = saves.digest(GAME, m.state)
        events = len(m.log(None))
        prompt = m.prompts[0]
        choice = prompt.choices[rng.below(len(prompt.choices))]
        m.play(choice, prompt.seat)
        if m.can_undo():
            m.undo()
            assert (saves.digest(GAME, m.state), len(m.log(None))) == (before, events)
            m.play(choice, prompt.seat)
            undone += 1
    assert undone >= 8


@pytest.mark.parametrize("setup", SETUPS[1::2], ids=name)
def test_the_same_seed_gives_the_same_game_with_and_without_a_log(setup: Setup) -> None:
    m = position(setup, 400)
    g = GAME.begin(setup)
    for seat, choice in m.history:
        g.apply(seat, choice)
    assert saves.digest(GAME, g) == saves.digest(GAME, m.state)
