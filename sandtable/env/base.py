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


class Table:
    """A game in one set-up; every match at it begins with a seed of its own."""

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
            raise BadOption(f"A game is cut off after 1 choice or more, not after {max_choices}.")
        self.game = load_game(slug, pack)
        self.setup = self.game.settle(scenario, players, options)
        self.max_choices = max_choices
        self.sight = ObservationEncoder(self.game, self.setup)
        self.players = self.setup.players
        self.actions = len(self.game.names)
        names = self.game.seat_names(self.begin(0))
        self.agents = [f"{_plain(name)}_{seat}" for seat, name in enumerate(names)]

    def begin(self, seed: int) -> State:
        """The position at the first question of a match."""
        state: State = self.game.begin(self.setup._replace(seed=seed))
        return state

    def observation_space(self) -> spaces.Dict:
        """What `observe` gives."""
        return spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, (self.sight.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )

    def action_space(self) -> spaces.Discrete:
        """Everything that can be clicked in the game."""
        return spaces.Discrete(self.actions)

    def mask(self, g: State, seat: int) -> Mask:
        """A 1 for each choice that the seat has now; all 0 while it is not asked."""
        mask = np.zeros(self.actions, np.int8)
        if seat in g.seats():
            mask[g.choices(seat)] = 1
        return mask

    def reward(self, g: State, seat: int) -> float:
        """From -1 for defeat to 1 for victory, once the game is over; 0 until then."""
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
        """The map as a seat sees it, who is asked and what."""
        lines = [text_map(self.game.scene(g, seat))]
        if g.result is not None:
            lines.append(f"{g.result.text} [{g.result.rule}]")
        for asked in g.seats():
            told = f"{self.agents[asked]} is asked."
            if asked == seat:
                ask = g.agenda[-1].prompt(g, asked)
                told = f"{self.agents[asked]}: {ask.text} [{ask.rule}]"
            lines.append(told)
        return "\n".join(lines)


def _plain(name: str) -> str:
    """A seat's name in small letters, with an underscore for what is no letter."""
    return re.sub("[^a-z0-9]+", "_", name.lower()).strip("_")
