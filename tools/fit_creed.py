"""Learn the numbers of a doctrine from play: `fit_creed.py total_domination --games 3000 --rounds 3`.

In every game one camp goes by numbers that are changed a little, all at once and at random, and the other by
its plain doctrine: the numbers set by hand, or with its `[share]`. How games end, and with `--near` how they
stood on the way, is then fitted with a square function of each number; each moves to where the fit is
highest, if that is surely better. A round begins from what the one before has found, and is fitted together
with it; with `--on` the first begins from what was learnt before. Several scenarios have equally many games
each. Last the learnt numbers play the plain ones. Writes `creeds.toml` beside the game's code.

It takes an hour for a game, on the native build (`make compile`).
"""

import argparse
import importlib
import math
import multiprocessing
import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from sandtable.engine.estimate import CAMPS, read_creeds, read_plain
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


def beside(slug: str) -> str:
    """The module beside which a game's `creeds.toml` lies."""
    return str(Path(__file__).parents[1] / "sandtable" / "games" / slug / "creed.py")


def size(number: float) -> float:
    """By how much a number is changed, for each step."""
    return UNIT * (abs(number) or 0.5)


def play(task: tuple[str, str | None, int | None, int, Numbers, Numbers, int]) -> tuple[float, float]:
    """One game by the doctrine alone, each camp with its numbers: whether the first has won, and how it
    stood for it on the average of all turns; the turns that were not played any more stand as the end.
    """
    slug, scenario, players, seed, first, second, turns = task
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
    stood += [won] * (turns - len(stood))
    return won, sum(stood) / len(stood) if stood else won


def better(
    hand: Numbers, centre: Numbers, tried: list[Numbers], ends: list[float], places: list[int]
) -> Numbers:
    """Each number where the fit is highest, if that is surely better than where it was; `places` are the
    scenarios, which may be of different difficulty.
    """
    names = list(hand)
    wide = len(names)
    x = np.array([[(row[name] - hand[name]) / size(hand[name]) for name in names] for row in tried])
    y = np.array(ends)
    for place in set(places):
        y[np.array(places) == place] -= np.mean(y[np.array(places) == place])
    y /= np.std(y) + 1e-9
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
    parser.add_argument("--scenario", action="append", help="may be given several times")
    parser.add_argument("--players", type=int)
    parser.add_argument("--near", type=float, default=0.0, help="the share of how games stood on the way")
    parser.add_argument("--turns", type=int, default=0, help="how many turns a game can have, for --near")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--on", action="store_true", help="begin from what was learnt before")
    parser.add_argument("--camp", choices=CAMPS, help="learn for one camp only")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    hand = plain(args.game)
    usual = read_plain(beside(args.game), creed(args.game, {}))
    scenarios: list[str | None] = args.scenario or [None]
    learnt = read_creeds(beside(args.game)) if args.on else [{}, {}]
    centres = [{**hand, **learnt[0]}, {**hand, **learnt[1]}]
    camps = [CAMPS.index(args.camp)] if args.camp else [0, 1]
    tried: list[list[Numbers]] = [[], []]
    ends: list[list[float]] = [[], []]
    places: list[list[int]] = [[], []]
    chance = np.random.default_rng(args.seed)
    seed = args.seed * 1_000_000
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.workers, context) as pool:
        for turn in range(args.rounds):
            wide = 1.0 if turn == 0 else 0.65
            tasks = []
            for number in range(args.games):
                camp = camps[number % len(camps)]
                place = number // len(camps) % len(scenarios)
                sides = list(usual)
                sides[camp] = {
                    name: within(value, centres[camp][name] + wide * size(value) * chance.standard_normal())
                    for name, value in hand.items()
                }
                tasks.append(
                    (args.game, scenarios[place], args.players, seed + number, sides[0], sides[1], args.turns)
                )
            seed += args.games
            won: list[list[float]] = [[], []]
            for number, (end, stood) in enumerate(pool.map(play, tasks, chunksize=8)):
                camp = camps[number % len(camps)]
                tried[camp].append(tasks[number][4] if camp == 0 else tasks[number][5])
                places[camp].append(number // len(camps) % len(scenarios))
                near = (1.0 - args.near) * end + args.near * stood
                ends[camp].append(near if camp == 0 else 1.0 - near)
                won[camp].append(end if camp == 0 else 1.0 - end)
            for camp in camps:
                share = np.mean(won[camp])
                print(f"round {turn + 1}: {CAMPS[camp]} won {share:.3f} of {len(won[camp])}", flush=True)
                centres[camp] = better(hand, centres[camp], tried[camp], ends[camp], places[camp])
        for scenario in scenarios:
            tasks = []
            for number in range(200):
                tasks.append((args.game, scenario, args.players, seed + number, centres[0], usual[1], 0))
                tasks.append((args.game, scenario, args.players, seed + number, usual[0], centres[1], 0))
            wins = [end for end, _ in pool.map(play, tasks, chunksize=8)]
            axis, allies = np.mean(wins[::2]), 1 - np.mean(wins[1::2])
            print(f"learnt against plain, {scenario or 'as usual'}: axis {axis:.3f}, allies {allies:.3f}")
    if not args.dry:
        path = Path(beside(args.game)).with_name("creeds.toml")
        before = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        path.write_text(told(hand, centres, sum(map(len, ends)), before.get("share", {})), encoding="utf-8")


def told(hand: Numbers, centres: list[Numbers], games: int, shares: dict[str, float]) -> str:
    """The learnt numbers as a file: those that differ from what they are by hand; the shares stay."""
    lines = [f"# Learnt by tools/fit_creed.py from {games} games; what is not here is as `creed.py` has it."]
    if shares:
        lines.append("\n[share]")
        lines += [f"{camp} = {share:g}" for camp, share in shares.items()]
    for camp, name in enumerate(CAMPS):
        lines.append(f"\n[{name}]")
        for key, value in centres[camp].items():
            if abs(value - hand[key]) > 1e-6:
                lines.append(f"{key} = {value:.4g}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
