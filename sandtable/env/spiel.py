"""Every game as an OpenSpiel game; importing this module registers them all.

>>> import pyspiel
>>> import sandtable.env.spiel
>>> game = pyspiel.load_game("python_sandtable_downfall(players=2,max_choices=100)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()          # the only one: it draws the seed of the match
True
>>> state.apply_action(7)
>>> state.current_player(), len(state.legal_actions()) > 0
(0, True)

All chance lives in the state's own generator, so a match follows from its seed and the players' choices, and
a search that looks ahead from a clone sees the dice to come. `resample_from_infostate` gives a state in which
they, and all else that the player cannot know, are drawn anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec
import numpy as np
import pyspiel

from sandtable.engine.errors import BadOption
from sandtable.engine.game import OptionValue
from sandtable.engine.rng import Rng
from sandtable.engine.save import digest
from sandtable.engine.state import State
from sandtable.env.base import Table
from sandtable.games import SLUGS
from sandtable.games import load_game as load_title

SEEDS = 1024  # how many matches the chance node at the root tells apart, if nothing else is said
LONGEST = 1_000_000  # no game has so many choices
BITS = 1 << 32
CHANCE = int(pyspiel.PlayerId.CHANCE)
TERMINAL = int(pyspiel.PlayerId.TERMINAL)

DEFAULTS: dict[str, int | str] = {
    "scenario": "",
    "players": 0,
    "options": "",
    "max_choices": 0,
    "seeds": SEEDS,
}


def load_game(
    slug: str,
    scenario: str | None = None,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    max_choices: int | None = None,
    seeds: int = SEEDS,
) -> Any:
    """A game in one set-up; drawn after `max_choices`, with so many different seeds at the root."""
    told = ";".join([f"{key}:{_word(value)}" for key, value in (options or {}).items()])
    parameters: dict[str, int | str] = {
        "scenario": scenario or "",
        "players": players or 0,
        "options": told,
        "max_choices": max_choices or 0,
        "seeds": seeds,
    }
    given = {key: value for key, value in parameters.items() if value != DEFAULTS[key]}
    return pyspiel.load_game(short_name(slug), given)


def short_name(slug: str) -> str:
    """What OpenSpiel calls a game."""
    return f"python_sandtable_{slug}"


def _word(value: OptionValue) -> str:
    return str(value).lower()


def _options(slug: str, told: str) -> dict[str, OptionValue]:
    """Options from `mode:basic;a9_1:true`."""
    known = {option.id: option for option in load_title(slug).options}
    found: dict[str, OptionValue] = {}
    for pair in told.split(";") if told else []:
        key, _, word = pair.partition(":")
        values = [value for value in known[key].values if _word(value) == word] if key in known else []
        if not values:
            raise BadOption(f"{slug} has no option {pair!r}; write key:value;key:value.")
        found[key] = values[0]
    return found


Key = tuple[str, str, int, str, int]  # slug, scenario, players, options, max_choices


@lru_cache(maxsize=64)
def _table(slug: str, scenario: str, players: int, options: str, max_choices: int) -> Table:
    return Table(slug, scenario or None, players or None, _options(slug, options), max_choices or None)


class Held:
    """What a state holds: a position that is copied and written down in Sandtable's own way."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.table = _table(*key)
        self.seed = -1
        self.choices = 0
        self.player = CHANCE
        self.g: State | None = None
        self.legal: list[int] | None = None

    def sit(self, g: State) -> None:
        """Take a position and find out whose choice it is."""
        self.g = g
        self.legal = None
        over = g.result is not None or self.choices == self.table.max_choices
        self.player = TERMINAL if over else g.seats()[0]

    def offers(self) -> list[int]:
        """The choices of the player who is asked, in order."""
        if self.legal is None:
            assert self.g is not None
            self.legal = sorted(self.g.choices(self.player))
        return self.legal

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        new = Held(self.key)
        new.seed, new.choices, new.player, new.legal = self.seed, self.choices, self.player, self.legal
        new.g = None if self.g is None else self.g.fork()
        return new

    def __getstate__(self) -> dict[str, Any]:
        packed = None if self.g is None else msgspec.json.encode(self.table.game.pack_state(self.g))
        return {"key": self.key, "seed": self.seed, "choices": self.choices, "position": packed}

    def __setstate__(self, data: dict[str, Any]) -> None:
        Held.__init__(self, data["key"])
        self.seed, self.choices = data["seed"], data["choices"]
        if data["position"] is not None:
            setup = self.table.setup._replace(seed=self.seed)
            self.sit(self.table.game.unpack_state(setup, msgspec.json.decode(data["position"])))


class SandtableState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position; before its seed is drawn there is none."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self._held = Held(game.key)

    def current_player(self) -> int:
        """The first of the seats that are asked, chance before the first choice, or the end."""
        return self._held.player

    def is_terminal(self) -> bool:
        """Whether the game is over or cut off."""
        return self._held.player == TERMINAL

    # The next two answer Python without the way through C++ and back, which takes longer than the rules do.

    def is_chance_node(self) -> bool:
        """Whether the seed is still to be drawn."""
        return self._held.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be chosen now, in order; nothing for those who are not asked."""
        held = self._held
        if held.player == CHANCE:
            return [seed for seed, _ in self.chance_outcomes()]
        asked = held.player >= 0 and (player is None or player == held.player)
        return held.offers()[:] if asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The seeds, each equally likely."""
        seeds = self.get_game().seeds
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._held.offers()

    def _apply_action(self, action: int) -> None:
        held = self._held
        if held.g is None:
            held.seed = action
            held.sit(held.table.begin(action))
            return
        held.g.apply(held.player, action)
        held.choices += 1
        held.sit(held.g)

    def _action_to_string(self, player: int, action: int) -> str:
        held = self._held
        return f"seed:{action}" if held.g is None else held.table.game.key(held.g, action)

    def returns(self) -> list[float]:
        """From -1 to 1 for each seat at the end; 0 until then and in a game that is cut off."""
        held = self._held
        if held.g is None:
            return [0.0] * held.table.players
        return [held.table.reward(held.g, seat) for seat in range(held.table.players)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SandtableState:
        """A state that looks the same to the player, all that it cannot know drawn anew."""
        new: SandtableState = self.clone()
        held = new._held
        if held.g is not None:
            held.sit(held.table.game.determinize(held.g, player, Rng(int(sampler() * BITS))))
        return new

    def __str__(self) -> str:
        held = self._held
        if held.g is None:
            return f"{held.key[0]}, before its seed is drawn"
        position = digest(held.table.game, held.g)
        return f"{held.key[0]}, seed {held.seed}, after {held.choices} choices: {position}"


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """A game in one set-up; each title has a subclass."""

    slug: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        slug = self.slug
        given = {**DEFAULTS, **(params or {})}
        self.key: Key = (slug, given["scenario"], given["players"], given["options"], given["max_choices"])
        self.seeds: int = given["seeds"]
        self.table = table = _table(*self.key)
        teams = table.game.teams(table.setup)
        rivals = len(teams) == 2 and table.players == 2 and teams[0] != teams[1]
        utility = pyspiel.GameType.Utility
        kind = utility.ZERO_SUM if rivals else utility.IDENTICAL if len(teams) == 1 else utility.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=self.seeds,
            num_players=table.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if rivals else None,
            max_game_length=table.max_choices or LONGEST,
        )
        super().__init__(_game_type(slug, kind), info, params or {})

    def new_initial_state(self) -> SandtableState:
        """The chance node that draws the seed."""
        return SandtableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The root alone."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat sees; there is no memory of past positions in it."""
        if iig_obs_type is not None:
            single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            if iig_obs_type.perfect_recall or not single:
                raise ValueError("A seat observes what it sees now; there is no other observation.")
        return Observer(self.table)


class Observer:
    """Observes a state from a seat, as a tensor or as a view in JSON."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor = np.zeros(table.sight.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        g = state._held.g
        self.tensor[:] = 0.0 if g is None else self.table.sight.encode(g, player)

    def string_from(self, state: SandtableState, player: int) -> str:
        """All that the player is shown."""
        g = state._held.g
        return "" if g is None else msgspec.json.encode(self.table.game.seen(g, player)).decode()


def _game_type(slug: str, utility: Any) -> Any:
    title = load_title(slug)
    counts = [players for scenario in title.scenarios for players in scenario.seats]
    return pyspiel.GameType(
        short_name=short_name(slug),
        long_name=title.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(DEFAULTS),
    )


# The registry outlives the interpreter and must not hold the last reference to what it calls. A class refers
# to itself and is never freed; a function would be.
for _slug in SLUGS:
    _class = type(f"Sandtable_{_slug}", (SandtableGame,), {"slug": _slug})
    pyspiel.register_game(_game_type(_slug, pyspiel.GameType.Utility.GENERAL_SUM), _class)
