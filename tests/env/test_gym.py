"""Gymnasium: its own check for every game; one seat learns, bots sit in the others."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sandtable.bots import make_bot
from sandtable.engine.errors import BadOption
from sandtable.engine.rng import Rng
from sandtable.env import GymEnv
from sandtable.games import SLUGS


@pytest.mark.parametrize("slug", SLUGS)
def test_check_env(slug: str) -> None:
    check_env(GymEnv(slug, bots="random", max_choices=40), skip_render_check=True)


@pytest.mark.parametrize("slug", SLUGS)
def test_only_the_seat_that_learns_is_asked(slug: str) -> None:
    players = 1 if slug == "other_side" else 2
    seat = players - 1
    env = GymEnv(slug, seat=seat, bots="random", players=players, max_choices=120)
    rng = np.random.default_rng(1)
    observation, info = env.reset(seed=1)
    mine = 0
    truncated = False
    while not truncated:
        mask = observation["action_mask"]
        assert env.g.seats()[0] == seat
        assert np.flatnonzero(mask).tolist() == sorted(env.g.choices(seat))
        assert (mask == info["action_mask"]).all() and (mask == env.action_masks()).all()
        observation, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(mask))))
        assert (reward, terminated) == (0.0, False)
        mine += 1
    assert env.choices == 120
    assert mine == 120 if players == 1 else 0 < mine < 120


def test_reward_at_the_end() -> None:
    env = GymEnv("total_domination", bots=["random"], players=2)
    rng = Rng(1)
    env.reset(seed=5)
    bot = make_bot("greedy")
    terminated = False
    while not terminated:
        choice = bot.choose(env.game_env.game, env.g, 0, rng)
        _, reward, terminated, truncated, info = env.step(choice)
        assert not truncated
    assert env.g.result is not None
    assert reward == 2 * env.g.result.scores[0] - 1
    assert not info["action_mask"].any()


def test_an_illegal_action_loses() -> None:
    env = GymEnv("downfall", bots="random")
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert "[" in info["refusal"]


def test_seats_and_bots_that_do_not_fit() -> None:
    with pytest.raises(BadOption, match="seats 0 to 2, not 3"):
        GymEnv("downfall", seat=3)
    with pytest.raises(BadOption, match="2 other seats, but 1 bots"):
        GymEnv("downfall", bots=["greedy"])


def test_render() -> None:
    env = GymEnv("on_to_berlin", bots="random", render_mode="ansi")
    env.reset(seed=1)
    assert "axis_0: " in env.render()
