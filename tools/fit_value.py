"""Fit what a position is worth to the ends of games between bots: `fit_value.py on_to_berlin --games 400`.

Greedy bots play, now and then taking any choice, so that unequal positions come up; at the end of turns and
impulses the game's traits are noted, and a logistic function of them is fitted to who won in the end. A fifth
of the games is kept apart to tell how well it foretells. Writes `bot/value.toml` beside the game's code.
"""

import argparse
import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from sandtable.bots import make_bot
from sandtable.engine.game import Game, Setup
from sandtable.engine.rng import Rng
from sandtable.games import load_game

RIDGE = 1.0  # how much small weights are preferred to large ones
ROUNDS = 25  # of Newton's method


def first_team(game: Game, setup: Setup, scores: tuple[float, ...]) -> float:
    """Whether the first team has won: 1, 0, or a half; where there is no other, what it has scored."""
    teams = game.teams(setup)
    team = teams[0]
    own = max(scores[seat] for seat in team)
    if len(teams) == 1:
        return own
    best = max(score for seat, score in enumerate(scores) if seat not in team)
    return 1.0 if own > best else 0.0 if own < best else 0.5


def play(task: tuple[str, str | None, int | None, int, float, int]) -> tuple[list[list[float]], float]:
    """One game: the traits at every `stride`-th end of a turn or impulse, and how it ended."""
    slug, scenario, players, seed, noise, stride = task
    game = load_game(slug)
    setup = game.settle(scenario, players, None, seed)
    g = game.begin(setup)
    bot = make_bot("greedy")
    luck = Rng(seed * 2 + 1)
    rows: list[list[float]] = []
    # A game is played as if one side were a little better than the other, mostly.
    noises = [noise * luck.below(4) / 2 for _ in range(setup.players)]
    moment, ends = game.moment(g), 0
    while g.result is None:
        seat = g.seats()[0]
        choices = g.choices(seat)
        if luck.below(10_000) < 10_000 * noises[seat]:
            choice = choices[luck.below(len(choices))]
        else:
            choice = bot.choose(game, g, seat, luck)
        g.apply(seat, choice)
        if game.moment(g) != moment:
            moment = game.moment(g)
            ends += 1
            if ends % stride == 0:
                rows.append(game.traits(g))
    return rows, first_team(game, setup, g.result.scores)


def fit(x: np.ndarray, y: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """The weights of a logistic function, by Newton's method; the last one stands alone."""
    x = np.hstack([x, np.ones((len(x), 1))])
    beta = np.zeros(x.shape[1])
    keep = np.full(x.shape[1], RIDGE)
    keep[-1] = 1e-6
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (weight * (y - p)) - keep * beta
        curve = (x * (weight * p * (1 - p))[:, None]).T @ x + np.diag(keep)
        step = np.linalg.solve(curve, gradient)
        beta += step
        if np.abs(step).max() < 1e-6:
            break
    return beta


def loss(p: np.ndarray, y: np.ndarray) -> float:
    """How badly chances foretold ends, in bits a position; always saying a half costs 1."""
    p = np.clip(p, 0.001, 0.999)
    return float(-(y * np.log2(p) + (1 - y) * np.log2(1 - p)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--scenario", action="append", help="may be given several times, each as often")
    parser.add_argument("--players", type=int)
    parser.add_argument("--noise", type=float, default=0.05, help="how often a bot takes any choice, about")
    parser.add_argument("--stride", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    scenarios = args.scenario or [None]
    tasks = [
        (args.game, scenarios[n % len(scenarios)], args.players, args.seed + n, args.noise, args.stride)
        for n in range(args.games)
    ]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.workers, context) as pool:
        games = list(pool.map(play, tasks, chunksize=4))
    apart = [number % 5 == 4 for number in range(len(games))]
    parts: dict[bool, tuple[list[list[float]], list[float], list[float]]] = {
        True: ([], [], []),
        False: ([], [], []),
    }
    for (rows, end), kept in zip(games, apart, strict=True):
        parts[kept][0].extend(rows)
        parts[kept][1].extend([end] * len(rows))
        # A long game says no more than a short one.
        parts[kept][2].extend([1 / max(1, len(rows))] * len(rows))
    x, y, w = (np.array(part) for part in parts[False])
    w *= len(w) / w.sum() / 20  # positions of one game are hardly independent
    middle, spread = x.mean(axis=0), x.std(axis=0) + 1e-9
    beta = fit((x - middle) / spread, y, w)
    weights = np.append(beta[:-1] / spread, beta[-1] - (beta[:-1] * middle / spread).sum())
    tx, ty, _ = (np.array(part) for part in parts[True])
    told = 1 / (1 + np.exp(-(tx @ weights[:-1] + weights[-1])))
    ends = [end for _, end in games]
    print(f"{len(games)} games, first team {sum(ends) / len(ends):.3f}, positions {len(x)} + {len(tx)}")
    print(f"apart: {loss(told, ty):.3f} bits a position; the average alone {loss(ty * 0 + y.mean(), ty):.3f}")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = (told >= low) & (told < low + 0.2)
        if inside.any():
            print(f"  told {told[inside].mean():.2f}  came {ty[inside].mean():.2f}  ({inside.sum()})")
    print("standardised:", " ".join(f"{b:+.2f}" for b in beta))
    if not args.dry:
        path = Path(__file__).parents[1] / "sandtable" / "games" / args.game / "bot" / "value.toml"
        numbers = ",\n    ".join(f"{weight:.6g}" for weight in weights if math.isfinite(weight))
        path.write_text(
            f"# Fitted by tools/fit_value.py to {len(games)} games; one for each of the game's traits, "
            f"and one that stands alone.\nweights = [\n    {numbers},\n]\n",
            encoding="utf-8",
        )


if __name__ == "__main__":
    main()
