"""What all environments share: a game in one set-up, its agents, actions, observations and rewards."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sandtable.draw.text_map import text_map
from sandtable.engine.errors import BadOption, IllegalChoice
from sandtable.engine.game import OptionValue
from sandtable.engine.state import State
from sandtable.env.encoder import ObservationEncoder
from sandtable.games import load_game

Mask = NDArray[np.int8]
Observation = dict[str, NDArray[Any]]


class GameEnvironment:
    """A game in one set-up; every match begins with its own seed."""

    def __init__(
        self,
        slug: str,
        scenario: str | None = None,
        players: int | None = None,
        options: dict[str, OptionValue] | None = None,
        max_choices: int | None = None,
        pack: str | Path | None = None,
    ) -> None:
        if max_choices is not None and max_choices < 1:
            raise BadOption(f"max_choices must be 1 or more, not {max_choices}.")
        self.game = load_game(slug, pack)
        self.setup = self.game.settle(scenario, players, options)
        self.max_choices = max_choices
        self.encoder = ObservationEncoder(self.game, self.setup)
        self.sight = self.encoder  # the old name, kept for one release
        self.players = self.setup.players
        self.actions = len(self.game.names)
        names = self.game.seat_names(self.begin(0))
        self.agents = [f"{_plain(name)}_{seat}" for seat, name in enumerate(names)]

    def begin(self, seed: int) -> State:
        """Return the position at the first question of a match."""
        state: State = self.game.begin(self.setup._replace(seed=seed))
        return state

    def observation_space(self) -> spaces.Dict:
        """Return the space of what an agent observes."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.encoder.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """Return the space of everything that can be clicked in the game."""
        return spaces.Discrete(self.actions)

    def mask(self, g: State, seat: int) -> Mask:
        """Return a 1 for each choice that the seat has now; all 0 while it is not asked."""
        mask = np.zeros(self.actions, np.int8)
        if seat in g.seats():
            mask[g.choices(seat)] = 1
        return mask

    def reward(self, g: State, seat: int) -> float:
        """Return -1 for defeat to 1 for victory, once the game is over; 0 until then."""
        return 0.0 if g.result is None else 2.0 * g.result.scores[seat] - 1.0

    def play(self, g: State, seat: int, choice: int, mask: Mask) -> None:
        """Take a choice; refuse one that is not offered, with the reason."""
        if not 0 <= choice < self.actions:
            raise IllegalChoice(f"{self.game.title} has the actions 0 to {self.actions - 1}, not {choice}.")
        if not mask[choice]:
            refusal = self.game.refusal(g, seat, choice)
            raise IllegalChoice(refusal.text, refusal.rule)
        g.apply(seat, choice)

    def text(self, g: State, seat: int | None) -> str:
        """Return the map as a seat sees it, and what it is asked."""
        lines = [text_map(self.game.scene(g, seat))]
        if g.result is not None:
            lines.append(f"{g.result.text} [{g.result.rule}]")
        for asked in g.seats():
            line = f"{self.agents[asked]} is asked."
            if asked == seat:
                ask = g.agenda[-1].prompt(g, asked)
                line = f"{self.agents[asked]}: {ask.text} [{ask.rule}]"
            lines.append(line)
        return "\n".join(lines)


def _plain(name: str) -> str:
    """Return a seat's name in small letters and digits, with underscores for all else."""
    return re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
