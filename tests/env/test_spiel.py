"""OpenSpiel: its own random simulation for every game, and what that does not see."""

import pickle
import random

import pyspiel
import pytest
from open_spiel.python import rl_environment

from sandtable.engine.errors import BadOption
from sandtable.env import spiel
from sandtable.games import SLUGS, load_game


@pytest.mark.parametrize("slug", SLUGS)
def test_random_sim(slug: str) -> None:
    game = spiel.load_game(slug, max_choices=70)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_random_sim_to_the_end() -> None:
    game = spiel.load_game("other_side", scenario="decline_of_the_third_reich", players=2)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_state_is_its_seed_and_choices(slug: str) -> None:
    game = pyspiel.load_game(spiel.short_name(slug))
    state = game.new_initial_state()
    rng = random.Random(3)
    state.apply_action(5)
    title = load_game(slug)
    g = title.begin(title.settle(seed=5))
    for _ in range(60):
        seat = g.seats()[0]
        assert state.current_player() == seat
        assert state.legal_actions() == state.legal_actions(seat) == sorted(g.choices(seat))
        choice = rng.choice(state.legal_actions())
        assert state.action_to_string(seat, choice) == title.key(g, choice)
        state.apply_action(choice)
        g.apply(seat, choice)


def test_resampling_leaves_what_the_player_sees() -> None:
    game = spiel.load_game("on_to_berlin")
    state = game.new_initial_state()
    state.apply_action(1)
    rng = random.Random(1)
    for _ in range(81):
        state.apply_action(rng.choice(state.legal_actions()))
    other = state.resample_from_infostate(0, rng.random)
    assert other.observation_tensor(0) == state.observation_tensor(0)
    assert other.observation_string(0) == state.observation_string(0)
    assert other.observation_tensor(1) != state.observation_tensor(1)


def test_utilities() -> None:
    utility = pyspiel.GameType.Utility
    assert spiel.load_game("downfall", players=2).get_type().utility == utility.ZERO_SUM
    assert spiel.load_game("downfall", players=3).get_type().utility == utility.GENERAL_SUM
    assert spiel.load_game("other_side", players=3).get_type().utility == utility.IDENTICAL


def test_options() -> None:
    game = spiel.load_game("blitzkrieg_general", "s1939", 3, {"mode": "basic", "a9_4": False}, 10, seeds=4)
    again = pyspiel.load_game(str(game))
    for one in (game, again):
        setup = one.game_env.setup
        assert (setup.scenario, setup.players, one.max_game_length()) == ("s1939", 3, 10)
        assert (setup.options["mode"], setup.options["a9_4"]) == ("basic", False)
        assert len(one.new_initial_state().chance_outcomes()) == 4
    with pytest.raises(BadOption, match="no option 'mode:easy'"):
        spiel.load_game("blitzkrieg_general", options={"mode": "easy"})


def test_a_state_survives_pickling() -> None:
    game = spiel.load_game("total_domination", max_choices=30)
    state = game.new_initial_state()
    state.apply_action(2)
    for _ in range(30):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[-1])
    copied = pickle.loads(pickle.dumps(state))
    assert str(copied) == str(state)
    assert copied.is_terminal() and copied.returns() == [0.0] * 4


def test_reinforcement_learning_environment() -> None:
    game = spiel.load_game("downfall", players=2, max_choices=20)
    env = rl_environment.Environment(game)
    step = env.reset()
    choices = 0
    while not step.last():
        player = step.observations["current_player"]
        step = env.step([step.observations["legal_actions"][player][0]])
        choices += 1
    assert choices == 20 and step.rewards == [0.0, 0.0]
