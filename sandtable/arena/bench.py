"""Measurements: choices per second of random play, the price of a copy, the memory of a match.

Everything is measured in several short rounds, the games and the peers in turn, and medians are reported: on
a machine that others use too, a ratio of two figures of one round is fair where a single long run is not.
"""

import gc
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sandtable.arena.peers import measure_peers
from sandtable.engine import state as engine_state
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.games import SLUGS, load_game

Progress = Callable[[str], None]  # told what is measured now

ROUNDS = 5
COPIES = 200


def is_compiled() -> bool:
    """Return whether the engine runs as native modules."""
    return not str(engine_state.__file__).endswith(".py")


class Player:
    """Plays random games one after the other, in slices of time, without a log."""

    def __init__(self, game: Game, seed: int = 1) -> None:
        self.game = game
        self.luck = random.Random(seed)
        self.finished = 0
        self.finished_choices = 0
        self._seed = seed
        self._played = 0
        self._state = self._new()

    def _new(self) -> State:
        self._seed += 1
        state: State = self.game.begin(self.game.settle(seed=self._seed))
        return state

    def run(self, seconds: float) -> float:
        """Play for so long; the choices per second."""
        pick = self.luck.choice
        g = self._state
        played = 0
        start = now = time.perf_counter()
        while now < start + seconds:
            for _ in range(50):
                if g.result is not None:
                    self.finished += 1
                    self.finished_choices += self._played
                    self._played = 0
                    g = self._new()
                seat = g.seats()[0]
                g.apply(seat, pick(g.choices(seat)))
                played += 1
                self._played += 1
            now = time.perf_counter()
        self._state = g
        return played / (now - start)

    def finish(self) -> None:
        """Play the running game to its end, so that at least one counts."""
        g = self._state
        while g.result is None:
            seat = g.seats()[0]
            g.apply(seat, self.luck.choice(g.choices(seat)))
            self._played += 1
        self.finished += 1
        self.finished_choices += self._played
        self._played = 0
        self._state = self._new()

    def copy_us(self) -> float:
        """Microseconds for a copy of the position that is played now."""
        g = self._state
        start = time.perf_counter()
        for _ in range(COPIES):
            g.copy()
        return (time.perf_counter() - start) / COPIES * 1e6


def match_kb(game: Game, seed: int = 1, max_choices: int | None = None) -> float:
    """Kilobytes that a match holds at its largest during a whole random game, with its log and way back."""
    luck = random.Random(seed)
    setup = game.settle(seed=seed)
    Match(game, setup)  # so that what all matches share is built and not measured
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        match = Match(game, setup)
        largest = 0
        while match.result is None and (max_choices is None or len(match.history) < max_choices):
            g = match.state
            seat = g.seats()[0]
            match.play(luck.choice(g.choices(seat)), seat)
            if len(match.history) % 20 == 0:
                largest = max(largest, tracemalloc.get_traced_memory()[0] - before)
        largest = max(largest, tracemalloc.get_traced_memory()[0] - before)
    finally:
        tracemalloc.stop()
    return largest / 1024


def measure(
    games: list[Game],
    seconds: float,
    peers: bool = False,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Measure games (and the peers) in turn, each for `seconds` in all."""
    players = [Player(game) for game in games]
    speeds: list[list[float]] = [[] for _ in games]
    copies: list[list[float]] = [[] for _ in games]
    peer_speeds: dict[str, list[float]] = {}
    tell = progress or (lambda what: None)
    for player in players:
        player.run(min(0.2, seconds / rounds))
    for number in range(rounds):
        for i, player in enumerate(players):
            tell(f"{player.game.title}, round {number + 1} of {rounds}")
            speeds[i].append(player.run(seconds / rounds))
            copies[i].append(player.copy_us())
        if peers:
            tell(f"Peers, round {number + 1} of {rounds}")
            for name, speed in measure_peers(seconds / rounds).items():
                peer_speeds.setdefault(name, []).append(speed)
    found: dict[str, Any] = {}
    for i, player in enumerate(players):
        if player.finished == 0:
            player.finish()
        tell(f"{player.game.title}, memory")
        speed = statistics.median(speeds[i])
        mean = player.finished_choices / player.finished
        found[player.game.slug] = {
            "choices_per_s": round(speed, 1),
            "games_per_s": round(speed / mean, 3),
            "copy_us": round(statistics.median(copies[i]), 3),
            "mean_choices": round(mean, 1),
            "choice_us": round(1e6 / speed, 3),
            "match_kb": round(match_kb(player.game), 1),
        }
        if peer_speeds:
            found[player.game.slug]["ratios"] = {
                name: round(statistics.median(a / b for a, b in zip(speeds[i], theirs, strict=True)), 3)
                for name, theirs in peer_speeds.items()
            }
    report: dict[str, Any] = {"compiled": is_compiled(), "games": found}
    if peers:
        report["peers"] = {
            name: {"choices_per_s": round(statistics.median(theirs), 1)}
            for name, theirs in peer_speeds.items()
        }
    return report


def bench(
    slugs: list[str] | None = None,
    seconds: float = 5.0,
    peers: bool = False,
    pack: str | Path | None = None,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Measure games by their slugs (all of them if none is given), each for `seconds` in all."""
    games = [load_game(slug, pack) for slug in (slugs or list(SLUGS))]
    return measure(games, seconds, peers, rounds, progress)
