"""Simulations per second of the search bot, against OpenSpiel's Monte Carlo tree search in the same run.

    python benchmarks/search_speed.py                          # all games, 3 rounds of 2 seconds each
    python benchmarks/search_speed.py downfall --seconds 1 --rounds 1 --json

What is measured: positions of games between greedy bots, in each a search with a fixed number of simulations
that never stops early. Both searches take turns in each round, so that other work of the machine slows both.
A simulation of Sandtable draws hidden cards again, plays on by the doctrine for a few turns or impulses, and
rates the position. An iteration of OpenSpiel (`open_spiel.python.algorithms.mcts`) walks down the tree and
plays one game of backgammon to its end at random. They are different, but each is what its search needs.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from sandtable.arena.bench import is_compiled
from sandtable.bots import GreedyBot, SearchBot
from sandtable.engine.game import Game
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.games import SLUGS, load_game

SIMULATIONS = 200  # of each search
PEER = "openspiel_backgammon"

Measure = Callable[[float], float]  # seconds to iterations per second


def positions(game: Game, number: int) -> list[tuple[State, int]]:
    """Return positions with more than one choice, spread over a game of greedy bots."""
    g = game.begin(game.settle(seed=1))
    rng, bot = Rng(2), GreedyBot()
    found: list[tuple[State, int]] = []
    while g.result is None:
        seat = g.seats()[0]
        if len(g.choices(seat)) > 1:
            found.append((g.fork(), seat))
        g.apply(seat, bot.choose(game, g, seat, rng))
    return found[:: max(1, len(found) // number)]


def search_bot(slug: str) -> Measure:
    """Return what measures the simulations per second of the search bot."""
    game = load_game(slug)
    game.margin = -1.0  # so that it never stops early
    where = positions(game, 24)
    rng = Rng(3)

    def measure(seconds: float) -> float:
        simulations = 0
        start = now = time.perf_counter()
        while now < start + seconds:
            g, seat = where[rng.below(len(where))]
            advice = SearchBot("search", 60.0, SIMULATIONS).advise(game, g, seat, rng)
            simulations += sum(thought.tries for thought in advice.thoughts)
            now = time.perf_counter()
        return simulations / (now - start)

    return measure


def openspiel() -> Measure:
    """Return what measures the iterations per second of OpenSpiel's search on backgammon."""
    game = pyspiel.load_game("backgammon")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)

    def measure(seconds: float) -> float:
        done = 0
        state = game.new_initial_state()
        start = now = time.perf_counter()
        while now < start + seconds:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
            else:
                root = bot.mcts_search(state)
                done += root.explore_count
                state.apply_action(int(rng.choice(state.legal_actions())))
            now = time.perf_counter()
        return done / (now - start)

    return measure


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Simulations per second of the search bot.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="Which games; all by default.")
    parser.add_argument("--seconds", type=float, default=2.0, help="For each, in each round.")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="The figures as JSON.")
    given = parser.parse_args()
    measures: dict[str, Measure] = {slug: search_bot(slug) for slug in given.games or SLUGS}
    measures[PEER] = openspiel()
    speeds: dict[str, list[float]] = {name: [] for name in measures}
    for _ in range(given.rounds):
        for name, measure in measures.items():
            speeds[name].append(measure(given.seconds))
    rows: dict[str, Any] = {
        name: {
            "looks_per_s": round(statistics.median(found), 1),
            "times": round(statistics.median(a / b for a, b in zip(found, speeds[PEER], strict=True)), 2),
        }
        for name, found in speeds.items()
    }
    if given.json:
        print(json.dumps({"compiled": is_compiled(), "search": rows}))
        return
    print(f"{'compiled' if is_compiled() else 'plain'}; simulations per second, times {PEER}")
    for name, row in rows.items():
        print(f"  {name:22} {row['looks_per_s']:10,.1f} {row['times']:8.2f}")


if __name__ == "__main__":
    main()
