"""Choices per second of the environments, against PettingZoo's chess and OpenSpiel's backgammon in one run.

    pip install -r requirements-peers.lock
    python benchmarks/env_speed.py                      # 5 rounds of 2 seconds for each
    python benchmarks/env_speed.py --seconds 0.5 --rounds 1 --json

What is measured. Random games, driven from Python as an agent would drive them, ours and theirs in turn in
each round, so that whatever else the machine is doing weighs on both; ratios are medians over the rounds.

- *PettingZoo*: `last()` with its observation and mask, one of the legal actions, `step()`; without wrappers.
- *OpenSpiel*: `legal_actions()`, one of them, `apply_action()`; chance is sampled and not counted.
- *OpenSpiel, observed*: the same with an observation before each choice, written into a tensor. Backgammon's
  is 200 numbers made in C++, ours are thousands made in Python: it tells what looking costs.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import make_observation

from sandtable.arena.bench import is_compiled
from sandtable.arena.peers import openspiel
from sandtable.env import raw_aec_env
from sandtable.env.spiel import short_name
from sandtable.games import SLUGS

Measure = Callable[[float], float]  # seconds to choices per second


def petting_zoo(make: Callable[[], Any]) -> Measure:
    """Random play of a PettingZoo environment."""
    env = make()
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def run(seconds: float) -> float:
        choices = 0
        start = now = time.perf_counter()
        while now < start + seconds:
            for _ in range(20):
                observation, _, terminated, truncated, _ = env.last()
                if terminated or truncated:
                    env.reset()
                    continue
                legal = observation["action_mask"].nonzero()[0]
                env.step(int(legal[rng.integers(len(legal))]))
                choices += 1
            now = time.perf_counter()
        return choices / (now - start)

    return run


def spiel(name: str) -> Measure:
    """Random play of an OpenSpiel game, as the benchmark of the rules measures it."""
    return lambda seconds: openspiel(name, seconds)


def observed(name: str) -> Measure:
    """Random play of an OpenSpiel game by players who look at the position before each choice."""
    game = pyspiel.load_game(name)
    look = make_observation(game)
    rng = random.Random(1)

    def run(seconds: float) -> float:
        choices = 0
        start = now = time.perf_counter()
        while now < start + seconds:
            state = game.new_initial_state()
            while not state.is_terminal() and now < start + seconds:
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    look.set_from(state, state.current_player())
                    state.apply_action(rng.choice(state.legal_actions()))
                    choices += 1
                now = time.perf_counter()
        return choices / (now - start)

    return run


def chess() -> Any:
    """PettingZoo's chess without wrappers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from pettingzoo.classic import chess_v6
    return chess_v6.raw_env()


def compare(
    peer: str, theirs: Measure, ours: dict[str, Measure], seconds: float, rounds: int
) -> dict[str, Any]:
    """Measure a peer and each game in turn; choices per second and the ratios."""
    peer_speeds: list[float] = []
    speeds: dict[str, list[float]] = {slug: [] for slug in ours}
    for measure in (theirs, *ours.values()):
        measure(min(0.2, seconds))
    for _ in range(rounds):
        peer_speeds.append(theirs(seconds))
        for slug, measure in ours.items():
            speeds[slug].append(measure(seconds))
    return {
        "peer": peer,
        "peer_choices_per_s": round(statistics.median(peer_speeds), 1),
        "games": {
            slug: {
                "choices_per_s": round(statistics.median(own), 1),
                "ratio": round(statistics.median([a / b for a, b in zip(own, peer_speeds, strict=True)]), 3),
            }
            for slug, own in speeds.items()
        },
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Choices per second of the environments.")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="one object, nothing else")
    given = parser.parse_args()
    backgammon = "backgammon"
    report: dict[str, Any] = {"compiled": is_compiled()}
    kinds: list[tuple[str, str, Measure, dict[str, Measure]]] = [
        (
            "pettingzoo",
            "pettingzoo_chess",
            petting_zoo(chess),
            {slug: petting_zoo(lambda slug=slug: raw_aec_env(slug)) for slug in SLUGS},  # type: ignore[misc]
        ),
        (
            "openspiel",
            "openspiel_backgammon",
            spiel(backgammon),
            {slug: spiel(short_name(slug)) for slug in SLUGS},
        ),
        (
            "openspiel_observed",
            "openspiel_backgammon",
            observed(backgammon),
            {slug: observed(short_name(slug)) for slug in SLUGS},
        ),
    ]
    for kind, peer, theirs, ours in kinds:
        report[kind] = compare(peer, theirs, ours, given.seconds, given.rounds)
    if given.json:
        print(json.dumps(report))
        return
    print("compiled" if report["compiled"] else "plain Python")
    for kind, *_ in kinds:
        found = report[kind]
        print(f"{kind}: {found['peer']} {found['peer_choices_per_s']:,.0f} choices/s")
        for slug, row in found["games"].items():
            print(f"  {slug:20} {row['choices_per_s']:10,.0f} choices/s  {row['ratio']:6.2f} times")


if __name__ == "__main__":
    main()
