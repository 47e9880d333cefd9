"""PettingZoo: its own tests for every game, masks, rewards, truncation, refusals, secret choices."""

import warnings
from typing import Any

import numpy as np
import pytest

from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.env import SandtableAEC, aec_env, raw_aec_env
from sandtable.games import SLUGS

with warnings.catch_warnings():  # where pygame is installed they import a game in the old way
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

# PettingZoo warns of observations that are dictionaries, as all with masks are, and of long names of agents.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def play(env: SandtableAEC, seed: int, choices: int | None = None) -> None:
    """Play at random, to the end or for a number of choices."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        if env.choices == choices:
            return
        env.step(int(rng.choice(np.flatnonzero(env.infos[env.agent_selection]["action_mask"]))))


@pytest.mark.parametrize("slug", SLUGS)
def test_api(slug: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(raw_aec_env(slug, max_choices=80), num_cycles=60)
    api_test(aec_env(slug, max_choices=20), num_cycles=30)
    assert capsys.readouterr().out.count("Passed API test") == 2


@pytest.mark.parametrize("slug", SLUGS)
def test_seeds(slug: str) -> None:
    seed_test(lambda: aec_env(slug, max_choices=80), num_cycles=80)


@pytest.mark.parametrize("slug", SLUGS)
def test_masks_are_the_choices(slug: str) -> None:
    env = raw_aec_env(slug)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(60):
        agent = env.agent_selection
        g = env.state_of_play
        assert g is not None
        seat = env.possible_agents.index(agent)
        observation = env.observe(agent)
        assert seat == g.seats()[0]
        assert np.flatnonzero(observation["action_mask"]).tolist() == sorted(g.choices(seat))
        for other in env.agents:
            if other != agent:
                assert not env.observe(other)["action_mask"].any()
        env.step(int(rng.choice(g.choices(seat))))


def test_different_seeds_give_different_games() -> None:
    env = raw_aec_env("total_domination")
    seen = []
    for seed in (1, 2, None, None):
        env.reset(seed=seed)
        seen.append(env.observe(env.agent_selection)["observation"].tobytes())
    assert len(set(seen)) == 4
    env.reset(seed=2)
    assert env.observe(env.agent_selection)["observation"].tobytes() == seen[1]


@pytest.mark.parametrize("slug", ["total_domination", "other_side"])
def test_rewards_come_at_the_end(slug: str) -> None:
    env = raw_aec_env(slug)
    play(env, 3)
    g = env.state_of_play
    assert g is not None and g.result is not None
    assert all(env.terminations.values()) and not any(env.truncations.values())
    assert [env.rewards[agent] for agent in env.agents] == [2 * score - 1 for score in g.result.scores]
    told = []
    for _ in env.agent_iter():
        told.append(env.last()[1])
        env.step(None)
    assert not env.agents and told == [2 * score - 1 for score in g.result.scores]


def test_a_long_game_is_truncated() -> None:
    env = raw_aec_env("downfall", players=2, max_choices=25)
    play(env, 1)
    assert env.choices == 25
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert not any(env.rewards.values())
    with pytest.raises(BadOption, match="must be 1 or more"):
        raw_aec_env("downfall", max_choices=0)


def test_set_ups() -> None:
    env = raw_aec_env("blitzkrieg_general", "s1941", 4, {"a9_4": True})
    assert len(env.possible_agents) == 4
    assert env.game_env.setup.scenario == "s1941" and env.game_env.setup.options["a9_4"] is True
    assert raw_aec_env("downfall", players=2).possible_agents == ["axis_0", "allies_and_soviet_union_1"]


def test_illegal_actions_are_refused_with_the_rule() -> None:
    env = raw_aec_env("downfall")
    env.reset(seed=1)
    illegal = int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"] == 0)[0])
    with pytest.raises(IllegalChoice, match=r"\[.+\]"):
        env.step(illegal)
    with pytest.raises(IllegalChoice, match="actions 0 to 342"):
        env.step(343)
    wrapped = aec_env("downfall")
    wrapped.reset(seed=1)
    agent = wrapped.agent_selection
    wrapped.step(illegal)
    assert wrapped.terminations[agent] and wrapped.rewards[agent] == -1


def test_of_secret_choices_at_the_same_time_nobody_learns() -> None:
    """In the draft the next seat sees and may do the same, whatever the first has kept before it."""
    told: set[Any] = set()
    kept: set[Any] = set()
    for pick in range(3):
        env = raw_aec_env("total_domination")
        env.reset(seed=2)
        g: Any = env.state_of_play
        assert g.seats() == (0, 1, 2, 3)
        while env.agent_selection == "germany_0":
            offered = np.flatnonzero(env.observe("germany_0")["action_mask"])
            env.step(int(offered[pick]))
        assert env.agent_selection == "united_kingdom_1"
        seen = env.observe("united_kingdom_1")
        told.add((seen["observation"].tobytes(), seen["action_mask"].tobytes()))
        kept.add(tuple(g.cards))
    assert len(kept) == 3 and len(told) == 1


def test_render() -> None:
    env = raw_aec_env("downfall", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None and "Riga" in text and "axis_0: " in text


def test_render_prints(capsys: pytest.CaptureFixture[str]) -> None:
    env = raw_aec_env("downfall", render_mode="human")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    assert "Riga" in capsys.readouterr().out
