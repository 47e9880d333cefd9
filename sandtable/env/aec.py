"""Every game as a PettingZoo environment, one agent after another.

>>> from sandtable.env import aec_env
>>> env = aec_env("downfall", players=2, max_choices=100)
>>> env.reset(seed=7)
>>> env.agent_selection, int(env.action_space(env.agent_selection).n)
('axis_0', 343)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(observation["action_mask"].argmax())

Where several seats choose at the same time they are asked one after another, and none learns what the others
have chosen until all have.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sandtable.engine.game import SEEDS, OptionValue
from sandtable.engine.state import State
from sandtable.env.base import GameEnvironment, Mask, Observation


class SandtableAEC(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A game in one set-up; `raw_aec_env` makes it, `aec_env` wraps it in PettingZoo's checks."""

    def __init__(self, game_env: GameEnvironment, render_mode: str | None = None) -> None:
        super().__init__()
        self.metadata: dict[str, Any] = {
            "name": f"sandtable_{game_env.game.slug}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.game_env = game_env
        self.table = game_env  # the old name, kept for one release
        self.render_mode = render_mode
        self.possible_agents = list(game_env.agents)
        self.observation_spaces = {agent: game_env.observation_space() for agent in game_env.agents}
        self.action_spaces = {agent: game_env.action_space() for agent in game_env.agents}
        self.state_of_play: State | None = None
        self._seat_of = {agent: seat for seat, agent in enumerate(game_env.agents)}
        self._np_random, _ = seeding.np_random()
        self._nothing = np.zeros(game_env.actions, np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of the vector of `ObservationEncoder` and of the mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of everything that can be clicked in the game."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up a new game. Its seed follows from the last one if none is given; there are no options."""
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self.state_of_play = self.game_env.begin(int(self._np_random.integers(SEEDS, dtype=np.uint64)))
        self.choices = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Mask]] = {
            agent: {"action_mask": self._nothing} for agent in self.agents
        }
        self._ask()

    def observe(self, agent: str) -> Observation:
        """Return what the agent sees and what it may do; the mask is all 0 while it is not asked."""
        seen = self.game_env.encoder.encode(self._position(), self._seat_of[agent])
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"].copy()}

    def step(self, action: int | None) -> None:
        """Take the choice of the agent that is asked; refuse one that is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "an agent that is asked must act"
        g = self._position()
        self.game_env.play(g, self._seat_of[agent], int(action), self.infos[agent]["action_mask"])
        self.choices += 1
        self.infos[agent] = {"action_mask": self._nothing}
        self._cumulative_rewards[agent] = 0.0
        if g.result is not None:
            for other in self.agents:
                self.terminations[other] = True
                self.rewards[other] = self.game_env.reward(g, self._seat_of[other])
            self._accumulate_rewards()
        elif self.choices == self.game_env.max_choices:
            self.truncations = dict.fromkeys(self.agents, True)
        self._ask()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the question and the map as the agent that is asked sees it."""
        text = self.game_env.text(self._position(), self._seat_of[self.agent_selection])
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _position(self) -> State:
        assert self.state_of_play is not None, "call reset first"
        return self.state_of_play

    def _ask(self) -> None:
        """Ask the first of the seats that must answer; after the end the agents leave in turn."""
        g = self._position()
        seats = g.seats()
        if not seats or self.truncations[self.agents[0]]:
            self.agent_selection = self.agents[0]
            return
        agent = self.agent_selection = self.possible_agents[seats[0]]
        self.infos[agent] = {"action_mask": self.game_env.mask(g, seats[0])}


def raw_aec_env(
    slug: str,
    scenario: str | None = None,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    max_choices: int | None = None,
    render_mode: str | None = None,
    pack: str | Path | None = None,
) -> SandtableAEC:
    """Return a PettingZoo environment that raises `IllegalChoice` and is truncated after `max_choices`."""
    return SandtableAEC(GameEnvironment(slug, scenario, players, options, max_choices, pack), render_mode)


def aec_env(
    slug: str,
    scenario: str | None = None,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    max_choices: int | None = None,
    render_mode: str | None = None,
    pack: str | Path | None = None,
) -> Any:
    """Return the same in PettingZoo's wrappers: an illegal choice loses, and calls must come in order."""
    raw = raw_aec_env(slug, scenario, players, options, max_choices, render_mode, pack)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
