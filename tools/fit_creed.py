"""Learn the numbers of a doctrine from play: `fit_creed.py total_domination --games 3000 --rounds 3`.

In every game one camp goes by numbers that are changed a little, all at once and at random, and the other by
those set by hand. How games end, and with `--near` how they stood on the way, is then fitted with a square
function of each number; each moves to where the fit is highest, if that is surely better. A round begins from
what the one before has found, and is fitted together with it. Last the learnt numbers play the plain ones.
Writes `creeds.toml` beside the game's code.

It takes an hour for a game, on the native build (`make compile`).
"""

import argparse
import importlib
import math
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.engine.estimate import CAMPS
from sandtable.engine.rng import Rng
from sandtable.games import load_game

UNIT = 0.3  # numbers are told in steps of so much of what they are by hand
WIDEST = 2.4  # steps beyond which nothing is known
DOUBT = 0.6  # standard errors that are taken off what a number would gain
LINEAR, SQUARE = 10.0, 40.0  # how much small coefficients are preferred

Numbers = dict[str, float]


def creed(slug: str, numbers: Numbers) -> Any:
    """The game's creed with these numbers."""
    return importlib.import_module(f"sandtable.games.{slug}.creed").Creed(numbers)


def plain(slug: str) -> Numbers:
    """The numbers set by hand."""
    made = creed(slug, {})
    return {name: getattr(made, name) for name in dir(made) if isinstance(getattr(made, name), float)}


def size(number: float) -> float:
    """By how much a number is changed, for each step."""
    return UNIT * (abs(number) or 0.5)


def play(task: tuple[str, str | None, int | None, int, Numbers, Numbers]) -> tuple[float, float]:
    """One game by the doctrine alone, each camp with its numbers: whether the first has won, and how it
    stood for it on the average of all turns.
    """
    slug, scenario, players, seed, first, second = task
    game = load_game(slug)
    tables: Any = game.tables  # type: ignore[attr-defined]
    tables.learnt = [creed(slug, first), creed(slug, second)]
    setup = game.settle(scenario, players, None, seed)
    g = game.begin(setup)
    luck = Rng(seed * 3 + 1)
    camp = game.teams(setup)[0][0]
    turn = game.turn(g)
    stood: list[float] = []
    while g.result is None:
        if game.turn(g) != turn:
            turn = game.turn(g)
            stood.append(game.value(g, camp))
        seat = g.seats()[0]
        choices = g.choices(seat)
        choice = choices[0]
        if len(choices) > 1:
            liked = game.prior(g, seat, choices)
            best = max(liked)
            ties = [choices[at] for at in range(len(choices)) if liked[at] == best]
            choice = ties[luck.below(len(ties))]
        g.apply(seat, choice)
    won = float(g.result.scores[camp])
    return won, sum(stood) / len(stood) if stood else won


def better(hand: Numbers, centre: Numbers, tried: list[Numbers], ends: list[float]) -> Numbers:
    """Each number where the fit is highest, if that is surely better than where it was."""
    names = list(hand)
    wide = len(names)
    x = np.array([[(row[name] - hand[name]) / size(hand[name]) for name in names] for row in tried])
    y = (np.array(ends) - np.mean(ends)) / (np.std(ends) + 1e-9)
    f = np.hstack([x, x * x, np.ones((len(x), 1))])
    keep = np.concatenate([np.full(wide, LINEAR), np.full(wide, SQUARE), [1e-6]])
    inverse = np.linalg.inv(f.T @ f + np.diag(keep))
    beta = inverse @ (f.T @ y)
    errors = inverse * ((y - f @ beta) ** 2).mean()
    found = dict(centre)
    for at, name in enumerate(names):
        start = (centre[name] - hand[name]) / size(hand[name])
        pair = np.ix_([at, wide + at], [at, wide + at])
        top = 0.0
        for step in np.linspace(-WIDEST, WIDEST, 49):
            way = np.array([step - start, step * step - start * start])
            gain = way @ beta[[at, wide + at]] - DOUBT * math.sqrt(max(0.0, way @ errors[pair] @ way))
            if gain > top:
                top = gain
                found[name] = within(hand[name], hand[name] + step * size(hand[name]))
    return found


def within(hand: float, number: float) -> float:
    """What is no loss by hand does not become one."""
    return max(0.0, number) if hand >= 0.0 else number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=3000, help="games in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scenario")
    parser.add_argument("--players", type=int)
    parser.add_argument("--near", type=float, default=0.0, help="the share of how games stood on the way")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    hand = plain(args.game)
    centres = [dict(hand), dict(hand)]
    tried: list[list[Numbers]] = [[], []]
    ends: list[list[float]] = [[], []]
    chance = np.random.default_rng(args.seed)
    seed = args.seed * 1_000_000
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.workers, context) as pool:
        for turn in range(args.rounds):
            wide = 1.0 if turn == 0 else 0.65
            tasks = []
            for number in range(args.games):
                camp = number % 2
                sides: list[Numbers] = [{}, {}]
                sides[camp] = {
                    name: within(value, centres[camp][name] + wide * size(value) * chance.standard_normal())
                    for name, value in hand.items()
                }
                tasks.append((args.game, args.scenario, args.players, seed + number, sides[0], sides[1]))
            seed += args.games
            won: list[list[float]] = [[], []]
            for number, (end, stood) in enumerate(pool.map(play, tasks, chunksize=8)):
                camp = number % 2
                tried[camp].append(tasks[number][4 + camp])
                near = (1.0 - args.near) * end + args.near * stood
                ends[camp].append(near if camp == 0 else 1.0 - near)
                won[camp].append(end if camp == 0 else 1.0 - end)
            for camp, name in enumerate(CAMPS):
                share = np.mean(won[camp])
                print(f"round {turn + 1}: {name} won {share:.3f} of {len(won[camp])}", flush=True)
                centres[camp] = better(hand, centres[camp], tried[camp], ends[camp])
        tasks = []
        for number in range(200):
            tasks.append((args.game, args.scenario, args.players, seed + number, centres[0], {}))
            tasks.append((args.game, args.scenario, args.players, seed + number, {}, centres[1]))
        wins = [end for end, _ in pool.map(play, tasks, chunksize=8)]
        print(f"learnt against plain: axis {np.mean(wins[::2]):.3f}, allies {1 - np.mean(wins[1::2]):.3f}")
    if not args.dry:
        path = Path(__file__).parents[1] / "sandtable" / "games" / args.game / "creeds.toml"
        path.write_text(told(hand, centres, sum(map(len, ends))), encoding="utf-8")


def told(hand: Numbers, centres: list[Numbers], games: int) -> str:
    """The learnt numbers as a file: those that differ from what they are by hand."""
    lines = [f"# Learnt by tools/fit_creed.py from {games} games; what is not here is as `creed.py` has it."]
    for camp, name in enumerate(CAMPS):
        lines.append(f"\n[{name}]")
        for key, value in centres[camp].items():
            if abs(value - hand[key]) > 1e-6:
                lines.append(f"{key} = {value:.4g}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
