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

All random draws come from the state's own generator, so a match follows from its seed and the players'
choices, and a search from a clone knows all future dice rolls. `resample_from_infostate` returns a state in
which these, and all else that the player cannot know, are drawn again.
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
from sandtable.env.base import GameEnvironment
from sandtable.games import SLUGS
from sandtable.games import load_game as load_title

SEEDS = 1024  # outcomes of the chance node at the root, by default
LONGEST = 1_000_000  # choices; every game is shorter
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
    """Return a game in one set-up, with `seeds` outcomes at the root; after `max_choices` it is a draw."""
    written = ";".join([f"{key}:{_word(value)}" for key, value in (options or {}).items()])
    parameters: dict[str, int | str] = {
        "scenario": scenario or "",
        "players": players or 0,
        "options": written,
        "max_choices": max_choices or 0,
        "seeds": seeds,
    }
    given = {key: value for key, value in parameters.items() if value != DEFAULTS[key]}
    return pyspiel.load_game(short_name(slug), given)


def short_name(slug: str) -> str:
    """Return OpenSpiel's name for a game."""
    return f"python_sandtable_{slug}"


def _word(value: OptionValue) -> str:
    return str(value).lower()


def _options(slug: str, written: str) -> dict[str, OptionValue]:
    """Return options that are written as `mode:basic;a9_1:true`."""
    known = {option.id: option for option in load_title(slug).options}
    found: dict[str, OptionValue] = {}
    for pair in written.split(";") if written else []:
        key, _, word = pair.partition(":")
        values = [value for value in known[key].values if _word(value) == word] if key in known else []
        if not values:
            raise BadOption(f"{slug} has no option {pair!r}; write key:value;key:value.")
        found[key] = values[0]
    return found


Key = tuple[str, str, int, str, int]  # slug, scenario, players, options, max_choices


@lru_cache(maxsize=64)
def _environment(slug: str, scenario: str, players: int, options: str, max_choices: int) -> GameEnvironment:
    return GameEnvironment(
        slug, scenario or None, players or None, _options(slug, options), max_choices or None
    )


class PositionHolder:
    """A position inside an OpenSpiel state, which is copied and pickled in Sandtable's own way."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.game_env = _environment(*key)
        self.seed = -1
        self.choices = 0
        self.player = CHANCE
        self.g: State | None = None
        self.legal: list[int] | None = None

    def hold(self, g: State) -> None:
        """Hold a position and find out whose choice it is."""
        self.g = g
        self.legal = None
        over = g.result is not None or self.choices == self.game_env.max_choices
        self.player = TERMINAL if over else g.seats()[0]

    def offers(self) -> list[int]:
        """Return the choices of the player who is asked, in order."""
        if self.legal is None:
            assert self.g is not None
            self.legal = sorted(self.g.choices(self.player))
        return self.legal

    def __deepcopy__(self, memo: dict[int, Any]) -> PositionHolder:
        new = PositionHolder(self.key)
        new.seed, new.choices, new.player, new.legal = self.seed, self.choices, self.player, self.legal
        new.g = None if self.g is None else self.g.fork()
        return new

    def __getstate__(self) -> dict[str, Any]:
        packed = None if self.g is None else msgspec.json.encode(self.game_env.game.pack_state(self.g))
        return {"key": self.key, "seed": self.seed, "choices": self.choices, "position": packed}

    def __setstate__(self, data: dict[str, Any]) -> None:
        PositionHolder.__init__(self, data["key"])
        self.seed, self.choices = data["seed"], data["choices"]
        if data["position"] is not None:
            setup = self.game_env.setup._replace(seed=self.seed)
            self.hold(self.game_env.game.unpack_state(setup, msgspec.json.decode(data["position"])))


class SandtableState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position, or the chance node before it that draws the seed."""

    def __init__(self, game: SandtableGame) -> None:
        super().__init__(game)
        self._holder = PositionHolder(game.key)

    def current_player(self) -> int:
        """Return the first of the seats that are asked, chance before the first choice, or the end."""
        return self._holder.player

    def is_terminal(self) -> bool:
        """Return whether the game is over or cut off."""
        return self._holder.player == TERMINAL

    # The next two answer Python directly: a call through C++ and back takes longer than the rules do.

    def is_chance_node(self) -> bool:
        """Return whether the seed is still to be drawn."""
        return self._holder.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return what may be chosen now, in order; nothing for a player who is not asked."""
        holder = self._holder
        if holder.player == CHANCE:
            return [seed for seed, _ in self.chance_outcomes()]
        asked = holder.player >= 0 and (player is None or player == holder.player)
        return holder.offers()[:] if asked else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the seeds, each equally likely."""
        seeds = self.get_game().seeds
        return [(seed, 1.0 / seeds) for seed in range(seeds)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._holder.offers()

    def _apply_action(self, action: int) -> None:
        holder = self._holder
        if holder.g is None:
            holder.seed = action
            holder.hold(holder.game_env.begin(action))
            return
        holder.g.apply(holder.player, action)
        holder.choices += 1
        holder.hold(holder.g)

    def _action_to_string(self, player: int, action: int) -> str:
        holder = self._holder
        return f"seed:{action}" if holder.g is None else holder.game_env.game.key(holder.g, action)

    def returns(self) -> list[float]:
        """Return -1 to 1 for each seat at the end; 0 until then and in a game that is cut off."""
        holder = self._holder
        if holder.g is None:
            return [0.0] * holder.game_env.players
        return [holder.game_env.reward(holder.g, seat) for seat in range(holder.game_env.players)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SandtableState:
        """Return a state that looks the same to the player; all that it cannot know is drawn again."""
        new: SandtableState = self.clone()
        holder = new._holder
        if holder.g is not None:
            holder.hold(holder.game_env.game.determinize(holder.g, player, Rng(int(sampler() * BITS))))
        return new

    def __str__(self) -> str:
        holder = self._holder
        if holder.g is None:
            return f"{holder.key[0]}, before its seed is drawn"
        position = digest(holder.game_env.game, holder.g)
        return f"{holder.key[0]}, seed {holder.seed}, after {holder.choices} choices: {position}"


class SandtableGame(pyspiel.Game):  # type: ignore[misc]
    """A game in one set-up; each title has a subclass."""

    slug: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        slug = self.slug
        given = {**DEFAULTS, **(params or {})}
        self.key: Key = (slug, given["scenario"], given["players"], given["options"], given["max_choices"])
        self.seeds: int = given["seeds"]
        self.game_env = game_env = _environment(*self.key)
        teams = game_env.game.teams(game_env.setup)
        rivals = len(teams) == 2 and game_env.players == 2 and teams[0] != teams[1]
        utility = pyspiel.GameType.Utility
        kind = utility.ZERO_SUM if rivals else utility.IDENTICAL if len(teams) == 1 else utility.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=game_env.actions,
            max_chance_outcomes=self.seeds,
            num_players=game_env.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if rivals else None,
            max_game_length=game_env.max_choices or LONGEST,
        )
        super().__init__(_game_type(slug, kind), info, params or {})

    def new_initial_state(self) -> SandtableState:
        """Return the chance node that draws the seed."""
        return SandtableState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: only the root is a chance node."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return an observer of what a seat sees now, without past positions."""
        if iig_obs_type is not None:
            single = iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
            if iig_obs_type.perfect_recall or not single:
                raise ValueError("A seat observes what it sees now; there is no other observation.")
        return Observer(self.game_env)


class Observer:
    """Observes a state from a seat, as a tensor or as a view in JSON."""

    def __init__(self, game_env: GameEnvironment) -> None:
        self.game_env = game_env
        self.tensor = np.zeros(game_env.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SandtableState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        g = state._holder.g
        self.tensor[:] = 0.0 if g is None else self.game_env.encoder.encode(g, player)

    def string_from(self, state: SandtableState, player: int) -> str:
        """Return all that the player is shown."""
        g = state._holder.g
        return "" if g is None else msgspec.json.encode(self.game_env.game.seen(g, player)).decode()


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
