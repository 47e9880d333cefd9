"""Learn the numbers of a doctrine from play: `fit_creed.py total_domination --games 3000 --rounds 3`.

In every game one camp goes by numbers that are changed a little, all at once and at random, and the other by
its plain doctrine: the numbers set by hand, or with its `[share]`. How games end, and with `--near` how they
stood on the way, is then fitted with a square function of each number; each moves to where the fit is
highest, if that is surely better. A round begins from what the one before has found, and is fitted together
with it. Last the learnt numbers play the plain ones. Where one camp learns (`--camp`, or all players win
together) games come in twins: one seed, the same changes one way and the other; and how far to go the way
that the fit says is tried out. Writes `bot/weights.toml` beside the game's code.

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

from sandtable.engine.fitted import CAMPS, read_base_weights, read_learned_weights
from sandtable.engine.rng import Rng
from sandtable.games import load_game

UNIT = 0.3  # numbers are told in steps of so much of what they are by hand
WIDEST = 2.4  # steps beyond which nothing is known
DOUBT = 0.6  # standard errors that are taken off what a number would gain
SURE = 3.0  # standard errors with which a number goes as far as it can reach
LUCK = 0.35  # how much of what twins have in common is luck
SHARES = (0.0, 0.5, 1.0, 1.5)  # of the way that the fit says, which are tried
LINEAR, SQUARE = 10.0, 40.0  # how much small coefficients are preferred

Numbers = dict[str, float]
# The game, its scenario and players, the seed, the numbers of both camps, how many turns there can be.
Task = tuple[str, str | None, int | None, int, Numbers, Numbers, int]


def creed(slug: str, numbers: Numbers) -> Any:
    """The game's creed with these numbers."""
    return importlib.import_module(f"sandtable.games.{slug}.bot.weights").Weights(numbers)


def plain(slug: str) -> Numbers:
    """The numbers set by hand."""
    made = creed(slug, {})
    return {name: getattr(made, name) for name in dir(made) if isinstance(getattr(made, name), float)}


def size(number: float) -> float:
    """By how much a number is changed, for each step."""
    return UNIT * (abs(number) or 0.5)


def play(task: Task) -> tuple[float, float]:
    """One game by the doctrine alone, each camp with its numbers: whether the first has won, and how it
    stood for it on the average of all turns; those that were not played any more stand as the end.
    """
    slug, scenario, players, seed, first, second, turns = task
    game = load_game(slug)
    learnt: list[Any] = importlib.import_module(f"sandtable.games.{slug}.bot.weights").LEARNED
    learnt[:] = [creed(slug, first), creed(slug, second)]
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


def level(ends: list[float], kinds: list[str | None]) -> list[float]:
    """The ends of games of several scenarios, as if all had the same mean."""
    means = {
        kind: np.mean([end for end, of in zip(ends, kinds, strict=True) if of == kind]) for kind in kinds
    }
    return [float(end - means[kind]) for end, kind in zip(ends, kinds, strict=True)]


def twins(rows: np.ndarray) -> np.ndarray:
    """Games with the same seed come in twos and have some luck in common, which is taken off."""
    both = (rows[::2] + rows[1::2]) / 2
    return rows - LUCK * np.repeat(both, 2, axis=0)


def better(
    hand: Numbers, centre: Numbers, tried: list[Numbers], ends: list[float], paired: bool, reach: float
) -> Numbers:
    """Each number where the fit is highest, if that is surely better than where it was.

    None goes farther than it can reach in a round; with twins, the less sure its way is, the less far.
    """
    names = list(hand)
    wide = len(names)
    x = np.array([[(row[name] - hand[name]) / size(hand[name]) for name in names] for row in tried])
    y = (np.array(ends) - np.mean(ends)) / (np.std(ends) + 1e-9)
    f = np.hstack([x, x * x, np.ones((len(x), 1))])
    if paired:
        f, y = twins(f), twins(y)
    keep = np.concatenate([np.full(wide, LINEAR), np.full(wide, SQUARE), [1e-6]])
    inverse = np.linalg.inv(f.T @ f + np.diag(keep))
    beta = inverse @ (f.T @ y)
    errors = inverse * ((y - f @ beta) ** 2).mean()
    found = dict(centre)
    for at, name in enumerate(names):
        start = (centre[name] - hand[name]) / size(hand[name])
        pair = np.ix_([at, wide + at], [at, wide + at])
        top, far = 0.0, reach
        if paired:
            slope = np.array([1.0, 2.0 * start])
            doubt = math.sqrt(max(1e-12, slope @ errors[pair] @ slope))
            far *= min(1.0, abs(slope @ beta[[at, wide + at]]) / doubt / SURE)
        for step in np.linspace(-WIDEST, WIDEST, 97):
            if abs(step - start) > far:
                continue
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
    parser.add_argument("--scenario", help="one, or several with commas, which are played in turn")
    parser.add_argument("--players", type=int)
    parser.add_argument("--near", type=float, default=0.0, help="the share of how games stood on the way")
    parser.add_argument("--turns", type=int, default=0, help="how many turns a game can have, for --near")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--wide", type=float, default=1.0, help="how far numbers are changed in the first round"
    )
    parser.add_argument(
        "--reach", type=float, default=2 * WIDEST, help="how many steps a number goes in a round"
    )
    parser.add_argument("--check", type=int, default=200, help="seeds of each scenario in the comparison")
    parser.add_argument("--camp", choices=CAMPS, help="learn for one camp only")
    parser.add_argument("--on", action="store_true", help="begin from what was learnt before")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    args = parser.parse_args()
    hand = plain(args.game)
    game = load_game(args.game)
    scenarios: list[str | None] = args.scenario.split(",") if args.scenario else [None]
    camps = len(game.teams(game.settle(scenarios[0], args.players, None, 0)))
    centres = [dict(hand) for _ in range(camps)]
    path = Path(__file__).parents[1] / "sandtable" / "games" / args.game / "bot" / "weights.toml"
    taught = [CAMPS.index(args.camp)] if args.camp else list(range(camps))
    for camp, numbers in enumerate(read_learned_weights(str(path))[:camps]):
        if args.on or camp not in taught:  # who does not learn now keeps what he has learnt
            centres[camp].update(numbers)
    usual = read_base_weights(str(path), creed(args.game, {}))
    shares = tomllib.loads(path.read_text(encoding="utf-8")).get("share", {}) if path.exists() else {}
    tried: list[list[Numbers]] = [[] for _ in range(camps)]
    ends: list[list[float]] = [[] for _ in range(camps)]
    kinds: list[list[str | None]] = [[] for _ in range(camps)]
    paired = len(taught) == 1
    chance = np.random.default_rng(args.seed)
    seed = args.seed * 1_000_000
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(args.workers, context) as pool:
        for turn in range(args.rounds):
            wide = args.wide if turn == 0 else 0.65 * args.wide
            tasks: list[Task] = []
            for number in range(args.games):
                camp = taught[number % len(taught)]
                sides = list(usual)
                if not (paired and number % 2):  # one of two twins goes as far as the other, the other way
                    steps = chance.standard_normal(len(hand))
                else:
                    steps = -steps
                sides[camp] = {
                    name: within(hand[name], centres[camp][name] + wide * size(hand[name]) * step)
                    for name, step in zip(hand, steps, strict=True)
                }
                scenario = scenarios[number // 2 % len(scenarios)]  # for both camps, or for both twins
                luck = seed + (number // 2 if paired else number)
                tasks.append((args.game, scenario, args.players, luck, sides[0], sides[1], args.turns))
            seed += args.games
            won: list[list[float]] = [[] for _ in range(camps)]
            for number, (end, stood) in enumerate(pool.map(play, tasks, chunksize=8)):
                camp = taught[number % len(taught)]
                tried[camp].append(sides_of(tasks[number])[camp])
                kinds[camp].append(tasks[number][1])
                near = (1.0 - args.near) * end + args.near * stood
                ends[camp].append(near if camp == 0 else 1.0 - near)
                won[camp].append(end if camp == 0 else 1.0 - end)
            for camp in taught:
                share = np.mean(won[camp])
                print(f"round {turn + 1}: {CAMPS[camp]} won {share:.3f} of {len(won[camp])}", flush=True)
                levelled = level(ends[camp], kinds[camp])
                new = better(hand, centres[camp], tried[camp], levelled, paired, args.reach)
                if paired:
                    firsts: list[Task] = [
                        (args.game, kind, args.players, seed, usual[0], usual[1], args.turns)
                        for kind in scenarios
                    ]
                    new = stride(pool, firsts, camp, args.near, centres[camp], new, args.check)
                    seed += args.check
                centres[camp] = new
            if not args.dry:
                path.write_text(told(hand, centres, sum(map(len, ends)), shares), encoding="utf-8")
        for scenario in scenarios:
            first: Task = (args.game, scenario, args.players, seed, usual[0], usual[1], 0)
            compare(pool, first, centres, args.check)


def stride(
    pool: ProcessPoolExecutor,
    firsts: list[Task],
    camp: int,
    near: float,
    old: Numbers,
    new: Numbers,
    games: int,
) -> Numbers:
    """How far it is best for a camp to go from the old numbers towards the new ones, and beyond them."""
    best, top = old, -1.0
    for share in SHARES:
        found = {name: within(old[name], old[name] + share * (new[name] - old[name])) for name in old}
        tasks: list[Task] = []
        for slug, scenario, players, seed, axis, allies, turns in firsts:
            sides = (found, allies) if camp == 0 else (axis, found)
            tasks += [(slug, scenario, players, seed + number, *sides, turns) for number in range(games)]
        played = np.array(list(pool.map(play, tasks, chunksize=8)))
        won, mean = played[:, 0].mean(), float(played.mean(axis=0) @ [1.0 - near, near])
        if camp:
            won, mean = 1.0 - won, 1.0 - mean
        print(f"  {share:.1f} of the way: {mean:.4f}, won {won:.3f}", flush=True)
        if mean > top:
            best, top = found, mean
    return best


def sides_of(task: Task) -> tuple[Numbers, Numbers]:
    """The numbers of both camps."""
    return task[4], task[5]


def compare(pool: ProcessPoolExecutor, first: Task, centres: list[Numbers], games: int) -> None:
    """Tell how the learnt numbers do against the plain ones, or beside them where all win together."""
    slug, scenario, players, seed, axis, allies, _ = first
    tasks: list[Task] = []
    for number in range(seed, seed + games):
        tasks.append((slug, scenario, players, number, centres[0], allies, 0))
        learned = centres[1] if len(centres) > 1 else allies
        tasks.append((slug, scenario, players, number, axis, learned, 0))
    if not tasks:
        return
    ends = np.array([end for end, _ in pool.map(play, tasks, chunksize=8)])
    learnt, other = ends[::2], ends[1::2]
    if len(centres) > 1:
        where = f", {scenario}" if scenario else ""
        print(f"learnt against plain{where}: axis {learnt.mean():.3f}, allies {1 - other.mean():.3f}")
        return
    gain = learnt - other
    error = gain.std() / math.sqrt(len(gain))
    print(f"{scenario or 'learnt beside plain'}: mean {learnt.mean():.3f} and {other.mean():.3f}, ", end="")
    print(f"median {np.median(learnt):.3f} and {np.median(other):.3f}, gain {gain.mean():.3f} ± {error:.3f}")


def told(hand: Numbers, centres: list[Numbers], games: int, shares: dict[str, float]) -> str:
    """The learnt numbers as a file: those that differ from what they are by hand; the shares stay."""
    lines = [f"# Learnt by tools/fit_creed.py from {games} games; what is not here is as `creed.py` has it."]
    if shares:
        lines.append("\n[share]")
        lines += [f"{camp} = {share:g}" for camp, share in shares.items()]
    for camp in range(len(centres)):
        lines.append(f"\n[{CAMPS[camp]}]")
        for key, value in centres[camp].items():
            if abs(value - hand[key]) > 1e-6:
                lines.append(f"{key} = {value:.4g}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
