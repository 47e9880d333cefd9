"""Every game repeatable: save, load, replay, copy and undo, in every scenario and player count."""

import pytest

import sandtable
from sandtable.engine import save as saves
from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from tests.games.repeats import copy_is_independent, saved_and_replayed

GAME = sandtable.load_game("other_side")
SETUPS = [
    GAME.settle(scenario.id, players, {"addon_cards": players % 2 == 0}, seed=10 * n + players)
    for n, scenario in enumerate(GAME.scenarios)
    for players in scenario.seats
]


def name(setup: Setup) -> str:
    """How a test is called."""
    return f"{setup.scenario}-{setup.players}"


def position(setup: Setup, choices: int) -> Match:
    """Return a match after a number of random choices, or shortly before the end of a shorter game."""
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
    for choices in (45, 160):
        saved_and_replayed(position(setup, choices), setup.seed)


@pytest.mark.parametrize("setup", SETUPS, ids=name)
def test_a_copy_is_equal_and_independent(setup: Setup) -> None:
    for choices in (30, 90, 200):
        copy_is_independent(position(setup, choices))


@pytest.mark.parametrize("setup", SETUPS[::5], ids=name)
def test_a_finished_game_plays_again_to_the_same_end(setup: Setup) -> None:
    m = Match(GAME, setup)
    walk = Walk(GAME, 6, m.setup)
    while m.result is None:
        seat, choice = walk.pick()
        walk.play(seat, choice)
        m.play(choice, seat)
    for other in (Match.load(GAME, m.save()), Match.replay(GAME, m.setup, m.history)):
        assert other.result == m.result and other.log(None) == m.log(None)
        assert saves.digest(GAME, other.state) == saves.digest(GAME, m.state)
        assert other.note == ""


@pytest.mark.parametrize("setup", SETUPS[::3], ids=name)
def test_undo_goes_back_to_the_same_position(setup: Setup) -> None:
    undone = 0
    m = position(setup, 5)
    rng = Rng(8)
    for _ in range(120):
        if m.result is not None:
            break
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


@pytest.mark.parametrize("setup", SETUPS[::4], ids=name)
def test_the_same_seed_gives_the_same_game_with_and_without_a_log(setup: Setup) -> None:
    m = position(setup, 150)
    g = GAME.begin(setup)
    for seat, choice in m.history:
        g.apply(seat, choice)
    assert saves.digest(GAME, g) == saves.digest(GAME, m.state)
