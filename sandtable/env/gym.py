"""Every game as a Gymnasium environment: one seat learns, bots sit in the others.

>>> from sandtable.env import GymEnv
>>> env = GymEnv("total_domination", seat=1, bots="random", players=2, max_choices=200)
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

from sandtable.bots import Bot, make_bot
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.game import SEEDS, OptionValue
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.env.base import GameEnvironment, Mask, Observation


class GymEnv(gymnasium.Env[Observation, int]):
    """A game in one set-up with bots in all seats but one.

    The reward comes at the end, from -1 to 1. An illegal action loses the game at once; `info["refusal"]`
    says why. `bots` is a name for all or one for each of the other seats.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        slug: str,
        seat: int = 0,
        bots: str | Sequence[str] = "greedy",
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        max_choices: int | None = None,
        render_mode: str | None = None,
        pack: str | Path | None = None,
    ) -> None:
        game_env = GameEnvironment(slug, scenario, players, options, max_choices, pack)
        others = game_env.players - 1
        names = [bots] * others if isinstance(bots, str) else list(bots)
        if not 0 <= seat < game_env.players:
            raise BadOption(f"There are the seats 0 to {others}, not {seat}.")
        if len(names) != others:
            raise BadOption(f"There are {others} other seats, but {len(names)} bots.")
        others_of = [other for other in range(game_env.players) if other != seat]
        self.game_env = game_env
        self.table = game_env  # the old name, kept for one release
        self.seat = seat
        self.bot_names = dict(zip(others_of, names, strict=True))
        self.bots = self._seat_bots()
        self.render_mode = render_mode
        self.observation_space: gymnasium.Space[Any] = game_env.observation_space()
        self.action_space: gymnasium.Space[Any] = game_env.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Set up a new game and let the bots play until the seat is asked."""
        super().reset(seed=seed)
        while True:
            begin, bots_seed = self.np_random.integers(SEEDS, size=2, dtype=np.uint64)
            self.g: State = self.game_env.begin(int(begin))
            self._bots_rng = Rng(int(bots_seed))
            self.choices = 0
            self.bots = self._seat_bots()
            self._bots_play()
            if not self._over():  # a game that bots end alone, which is rare, teaches nothing
                return self._seen(), {"action_mask": self._mask.copy()}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take the seat's choice and let the bots answer it."""
        info: dict[str, Any]
        try:
            self.game_env.play(self.g, self.seat, int(action), self._mask)
        except IllegalChoice as refusal:
            info = {"action_mask": self._mask.copy(), "refusal": str(refusal)}
            return self._seen(), -1.0, True, False, info
        self.choices += 1
        self._bots_play()
        ended = self.g.result is not None
        info = {"action_mask": self._mask.copy()}
        return self._seen(), self.game_env.reward(self.g, self.seat), ended, self._over() and not ended, info

    def action_masks(self) -> Mask:
        """Return the mask of the present question, by the name that learners expect."""
        return self._mask

    def render(self) -> Any:
        """Return the map as the seat sees it, and the question."""
        text = self.game_env.text(self.g, self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def _seat_bots(self) -> dict[int, Bot]:
        """Return new bots for a new game, since they may remember the old one."""
        return {seat: make_bot(name) for seat, name in self.bot_names.items()}

    def _over(self) -> bool:
        return self.g.result is not None or self.choices == self.game_env.max_choices

    def _bots_play(self) -> None:
        g = self.g
        while not self._over():
            asked = g.seats()[0]
            if asked == self.seat:
                break
            g.apply(asked, self.bots[asked].choose(self.game_env.game, g, asked, self._bots_rng))
            self.choices += 1
        self._mask = self.game_env.mask(g, self.seat)

    def _seen(self) -> Observation:
        seen = self.game_env.encoder.encode(self.g, self.seat)
        return {"observation": seen, "action_mask": self._mask.copy()}
