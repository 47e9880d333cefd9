"""Fit the value of a position to the results of games between bots: `fit_value.py on_to_berlin --games 400`.

Greedy bots play, and now and then a random choice, so that unequal positions are reached. At the end of turns
and impulses the features of the game are noted. A logistic function of them is then fitted to the results. A
fifth of the games is kept apart to measure how well it predicts. Writes `bot/value.toml` beside the game's
code; `--dry` writes nothing, `--out` writes elsewhere.
"""

import argparse
import math
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sandtable.bots import make_bot
from sandtable.engine.game import Game, Setup
from sandtable.engine.rng import Rng
from sandtable.games import load_game

TOP = Path(__file__).resolve().parents[1]
RIDGE = 1.0  # how much small weights are preferred to large ones
ROUNDS = 25  # of Newton's method


class Task(NamedTuple):
    """A game to play: its set-up, how often bots choose at random, and which positions are noted."""

    slug: str
    scenario: str | None
    players: int | None
    seed: int
    noise: float
    stride: int  # of the ends of turns and impulses, one in this many
    choices: int  # after which a game is cut off and its value is the result; 0: never


class Noted(NamedTuple):
    """The features of some positions of a game, and its result for the first team."""

    rows: list[list[float]]
    score: float


class Sample(NamedTuple):
    """Positions of many games: their features, the results of their games, and how much each counts."""

    x: np.ndarray
    y: np.ndarray
    counts: np.ndarray


def first_team(game: Game, setup: Setup, scores: tuple[float, ...]) -> float:
    """Return 1 if the first team has won, 0 or a half; its score if there is no other team."""
    teams = game.teams(setup)
    team = teams[0]
    own = max(scores[seat] for seat in team)
    if len(teams) == 1:
        return own
    best = max(score for seat, score in enumerate(scores) if seat not in team)
    return 1.0 if own > best else 0.0 if own < best else 0.5


def play(task: Task) -> Noted:
    """Play one game and note positions."""
    game = load_game(task.slug)
    setup = game.settle(task.scenario, task.players, None, task.seed)
    g = game.begin(setup)
    bot = make_bot("greedy")
    rng = Rng(task.seed * 2 + 1)
    rows: list[list[float]] = []
    # In most games one side plays as if it were a little better than the other.
    noises = [task.noise * rng.below(4) / 2 for _ in range(setup.players)]
    moment, ends, count = game.moment(g), 0, 0
    while g.result is None and not 0 < task.choices <= count:
        seat = g.seats()[0]
        choices = g.choices(seat)
        if rng.below(10_000) < 10_000 * noises[seat]:
            choice = choices[rng.below(len(choices))]
        else:
            choice = bot.choose(game, g, seat, rng)
        g.apply(seat, choice)
        count += 1
        if game.moment(g) != moment:
            moment = game.moment(g)
            ends += 1
            if ends % task.stride == 0:
                rows.append(game.traits(g))
    values = [game.value(g, seat) for seat in range(setup.players)]
    return Noted(rows, first_team(game, setup, tuple(values) if g.result is None else g.result.scores))


def fit(x: np.ndarray, y: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return the weights of a logistic function, by Newton's method; the last one is the constant."""
    x = np.hstack([x, np.ones((len(x), 1))])
    beta = np.zeros(x.shape[1])
    keep = np.full(x.shape[1], RIDGE)
    keep[-1] = 1e-6
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ beta, -30, 30)))
        gradient = x.T @ (counts * (y - p)) - keep * beta
        curve = (x * (counts * p * (1 - p))[:, None]).T @ x + np.diag(keep)
        step = np.linalg.solve(curve, gradient)
        beta += step
        if np.abs(step).max() < 1e-6:
            break
    return beta


def loss(p: np.ndarray, y: np.ndarray) -> float:
    """Return how badly chances predicted results, in bits a position; always saying a half costs 1."""
    p = np.clip(p, 0.001, 0.999)
    return float(-(y * np.log2(p) + (1 - y) * np.log2(1 - p)).mean())


def sample_of(games: list[Noted]) -> Sample:
    """Return the positions of some games; all games count the same, long or short."""
    x = np.array([row for noted in games for row in noted.rows])
    y = np.array([noted.score for noted in games for _ in noted.rows])
    return Sample(x, y, np.array([1 / len(noted.rows) for noted in games for _ in noted.rows]))


def weights_of(sample: Sample) -> tuple[np.ndarray, np.ndarray]:
    """Return the fitted weights, and the same for features of equal spread."""
    x, y, counts = sample
    counts = counts * (len(counts) / counts.sum() / 20)  # positions of one game are hardly independent
    middle, spread = x.mean(axis=0), x.std(axis=0) + 1e-9
    beta = fit((x - middle) / spread, y, counts)
    return np.append(beta[:-1] / spread, beta[-1] - (beta[:-1] * middle / spread).sum()), beta


def report(weights: np.ndarray, learned: Sample, apart: Sample) -> None:
    """Print how well the weights predict the games that were kept apart."""
    x, y, _ = apart
    predicted = 1 / (1 + np.exp(-(x @ weights[:-1] + weights[-1])))
    average = np.full(len(y), learned.y.mean())
    print(f"apart: {loss(predicted, y):.3f} bits a position; the average alone {loss(average, y):.3f}")
    for low in (0.0, 0.2, 0.4, 0.6, 0.8):
        inside = (predicted >= low) & (predicted < low + 0.2)
        if inside.any():
            found = f"{predicted[inside].mean():.2f}  result {y[inside].mean():.2f}"
            print(f"  predicted {found}  ({inside.sum()})")


def as_toml(weights: np.ndarray, games: int) -> str:
    """Return the weights as a file."""
    numbers = ",\n    ".join(f"{weight:.6g}" for weight in weights if math.isfinite(weight))
    head = f"# Fitted by tools/fit_value.py to {games} games: a weight for each feature, and a constant.\n"
    return f"{head}weights = [\n    {numbers},\n]\n"


def value_file(slug: str) -> Path:
    """Return the file of a game's fitted values."""
    return TOP / "sandtable" / "games" / slug / "bot" / "value.toml"


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--scenario", action="append", help="may be given several times, each as often")
    parser.add_argument("--players", type=int)
    parser.add_argument("--noise", type=float, default=0.05, help="how often a bot chooses at random, about")
    parser.add_argument("--stride", type=int, default=3, help="note one in this many turns and impulses")
    parser.add_argument("--choices", type=int, default=0, help="cut games off, for a short trial")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="processes; 0 plays in this one")
    parser.add_argument("--out", type=Path, help="where to write, instead of beside the game's code")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    return parser.parse_args(arguments)


def learn(args: argparse.Namespace, play_all: Callable[[list[Task]], list[Noted]]) -> None:
    """Play the games, fit the weights, print how well they predict, and write them."""
    scenarios: list[str | None] = args.scenario or [None]
    tasks = [
        Task(
            args.game,
            scenarios[number % len(scenarios)],
            args.players,
            args.seed + number,
            args.noise,
            args.stride,
            args.choices,
        )
        for number in range(args.games)
    ]
    games = play_all(tasks)
    learned = sample_of([noted for number, noted in enumerate(games) if number % 5 != 4])
    apart = sample_of([noted for number, noted in enumerate(games) if number % 5 == 4])
    weights, standardised = weights_of(learned)
    first = sum(noted.score for noted in games) / len(games)
    print(f"{len(games)} games, first team {first:.3f}, positions {len(learned.x)} + {len(apart.x)}")
    if len(apart.x):
        report(weights, learned, apart)
    print("standardised:", " ".join(f"{weight:+.2f}" for weight in standardised))
    if not args.dry:
        (args.out or value_file(args.game)).write_text(as_toml(weights, len(games)), encoding="utf-8")


def main(arguments: list[str] | None = None) -> None:
    args = parse(arguments)
    game = load_game(args.game)
    if not game.traits(game.begin(game.settle())):
        raise SystemExit(f"{args.game} counts no features, so there is nothing to fit.")
    if args.workers == 0:
        learn(args, lambda tasks: [play(task) for task in tasks])
        return
    with ProcessPoolExecutor(args.workers, multiprocessing.get_context("spawn")) as pool:
        learn(args, lambda tasks: list(pool.map(play, tasks, chunksize=4)))


if __name__ == "__main__":
    main()
