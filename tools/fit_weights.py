"""Learn the weights of a doctrine from play: `fit_weights.py total_domination --games 3000 --rounds 3`.

In every game the weights of one team are changed a little, all at once and at random; the other team has its
base weights. A quadratic function of each weight is then fitted to the results, and with `--near` also to the
values on the way; each weight moves to its highest point if that is better beyond doubt. A round begins from
the weights of the round before and uses its games too. At the end the learned weights play the base weights.

If one team learns (`--team`, or all players win together), games come in pairs: one seed, with the same
changes in both directions. Then several step sizes along the fitted direction are tried.

Writes `bot/weights.toml` beside the game's code. A game takes about an hour on the native build
(`make compile`); `--dry` writes nothing, `--out` writes elsewhere.
"""

import argparse
import importlib
import math
import multiprocessing
import tomllib
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sandtable.engine.fitted import CAMPS as TEAMS
from sandtable.engine.fitted import read_base_weights, read_learned_weights
from sandtable.engine.rng import Rng
from sandtable.games import load_game

TOP = Path(__file__).resolve().parents[1]
UNIT = 0.3  # one step of a weight, as a share of its base weight
WIDEST = 2.4  # steps from the base weight that were tried
DOUBT = 0.6  # standard errors that are subtracted from what a weight would gain
SURE = 3.0  # standard errors with which a weight moves as far as it may
COMMON = 0.35  # the share of a pair's average result that is chance
SHARES = (0.0, 0.5, 1.0, 1.5)  # step sizes along the fitted direction that are tried
LINEAR, SQUARE = 10.0, 40.0  # how much small coefficients are preferred

Weights = dict[str, float]


class Task(NamedTuple):
    """A game to play: its set-up, and the weights of both teams."""

    slug: str
    scenario: str | None
    players: int | None
    seed: int
    first: Weights
    second: Weights
    turns: int = 0  # that a game can have; later turns count as the end
    choices: int = 0  # after which a game is cut off and its value is the result; 0: never


class Ended(NamedTuple):
    """How a game ended for the first team, from 0 to 1, and its average value over all turns."""

    score: float
    average: float


PlayAll = Callable[[Sequence[Task]], list[Ended]]


def make_weights(slug: str, weights: Weights) -> Any:
    """Return the game's own `Weights` with these weights."""
    return importlib.import_module(f"sandtable.games.{slug}.bot.weights").Weights(weights)


def base_weights(slug: str) -> Weights:
    """Return the weights that were set by hand."""
    made = make_weights(slug, {})
    return {name: getattr(made, name) for name in dir(made) if isinstance(getattr(made, name), float)}


def step_size(weight: float) -> float:
    """Return how much one step changes a weight."""
    return UNIT * (abs(weight) or 0.5)


def play(task: Task) -> Ended:
    """Play one game by the doctrine alone, each team with its weights."""
    game = load_game(task.slug)
    learned: list[Any] = importlib.import_module(f"sandtable.games.{task.slug}.bot.weights").LEARNED
    learned[:] = [make_weights(task.slug, task.first), make_weights(task.slug, task.second)]
    setup = game.settle(task.scenario, task.players, None, task.seed)
    g = game.begin(setup)
    rng = Rng(task.seed * 3 + 1)
    seat_of_first = game.teams(setup)[0][0]
    turn = game.turn(g)
    values: list[float] = []
    count = 0
    while g.result is None and not 0 < task.choices <= count:
        if game.turn(g) != turn:
            turn = game.turn(g)
            values.append(game.value(g, seat_of_first))
        seat = g.seats()[0]
        choices = g.choices(seat)
        choice = choices[0]
        if len(choices) > 1:
            rated = game.prior(g, seat, choices)
            best = max(rated)
            ties = [choices[at] for at in range(len(choices)) if rated[at] == best]
            choice = ties[rng.below(len(ties))]
        g.apply(seat, choice)
        count += 1
    result = g.result
    score = game.value(g, seat_of_first) if result is None else float(result.scores[seat_of_first])
    values += [score] * (task.turns - len(values))
    return Ended(score, sum(values) / len(values) if values else score)


# --- the fit


def same_means(scores: list[float], kinds: list[str | None]) -> list[float]:
    """Return the scores of games of several scenarios, shifted so that all scenarios have the same mean."""
    means = {
        kind: np.mean([score for score, of in zip(scores, kinds, strict=True) if of == kind])
        for kind in kinds
    }
    return [float(score - means[kind]) for score, kind in zip(scores, kinds, strict=True)]


def without_common_part(rows: np.ndarray) -> np.ndarray:
    """Return the rows of paired games without the part that chance gave to both games of a pair."""
    both = (rows[::2] + rows[1::2]) / 2
    return rows - COMMON * np.repeat(both, 2, axis=0)


def fit(
    base: Weights, centre: Weights, tried: list[Weights], scores: list[float], paired: bool, reach: float
) -> Weights:
    """Return each weight at the highest point of its fit, if that is better than `centre` beyond doubt.

    A weight moves at most `reach` steps in a round; with pairs less far, the less sure its direction is.
    """
    names = list(base)
    wide = len(names)
    x = np.array([[(row[name] - base[name]) / step_size(base[name]) for name in names] for row in tried])
    y = (np.array(scores) - np.mean(scores)) / (np.std(scores) + 1e-9)
    f = np.hstack([x, x * x, np.ones((len(x), 1))])
    if paired:
        f, y = without_common_part(f), without_common_part(y)
    keep = np.concatenate([np.full(wide, LINEAR), np.full(wide, SQUARE), [1e-6]])
    inverse = np.linalg.inv(f.T @ f + np.diag(keep))
    beta = inverse @ (f.T @ y)
    errors = inverse * ((y - f @ beta) ** 2).mean()
    found = dict(centre)
    for at, name in enumerate(names):
        start = (centre[name] - base[name]) / step_size(base[name])
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
                found[name] = same_sign(base[name], base[name] + step * step_size(base[name]))
    return found


def same_sign(base: float, weight: float) -> float:
    """Return a weight, but 0 if it is negative and the base weight is not."""
    return max(0.0, weight) if base >= 0.0 else weight


class Learner:
    """The weights of all teams while they are learned."""

    def __init__(self, args: argparse.Namespace, play_all: PlayAll) -> None:
        self.args = args
        self.play_all = play_all
        self.base = base_weights(args.game)
        game = load_game(args.game)
        self.scenarios: list[str | None] = args.scenario.split(",") if args.scenario else [None]
        teams = len(game.teams(game.settle(self.scenarios[0], args.players, None, 0)))
        self.learning = [TEAMS.index(args.team)] if args.team else list(range(teams))
        self.paired = len(self.learning) == 1
        own = weights_file(args.game)
        self.centres = [dict(self.base) for _ in range(teams)]
        for team, weights in enumerate(read_learned_weights(str(own))[:teams]):
            if args.on or team not in self.learning:  # a team that does not learn now keeps its weights
                self.centres[team].update(weights)
        self.usual = read_base_weights(str(own), make_weights(args.game, {}))
        self.shares: dict[str, float] = (
            tomllib.loads(own.read_text(encoding="utf-8")).get("share", {}) if own.exists() else {}
        )
        self.tried: list[list[Weights]] = [[] for _ in range(teams)]
        self.scores: list[list[float]] = [[] for _ in range(teams)]
        self.kinds: list[list[str | None]] = [[] for _ in range(teams)]
        self.chance = np.random.default_rng(args.seed)
        self.seed = args.seed * 1_000_000

    def task(self, scenario: str | None, seed: int, sides: Sequence[Weights]) -> Task:
        """Return a game to play with the weights of both teams."""
        args = self.args
        return Task(args.game, scenario, args.players, seed, sides[0], sides[1], args.turns, args.choices)

    def tasks(self, wide: float) -> list[Task]:
        """Return the games of a round, in which weights are changed by up to about `wide` steps."""
        tasks: list[Task] = []
        steps = np.zeros(len(self.base))
        for number in range(self.args.games):
            team = self.learning[number % len(self.learning)]
            second_of_pair = self.paired and number % 2
            steps = -steps if second_of_pair else self.chance.standard_normal(len(self.base))
            sides = list(self.usual)
            sides[team] = {
                name: same_sign(base, self.centres[team][name] + wide * step_size(base) * step)
                for (name, base), step in zip(self.base.items(), steps, strict=True)
            }
            scenario = self.scenarios[number // 2 % len(self.scenarios)]  # for both teams, or a pair
            tasks.append(self.task(scenario, self.seed + (number // 2 if self.paired else number), sides))
        self.seed += self.args.games
        return tasks

    def round(self, number: int) -> None:
        """Play a round of games and move the weights."""
        args = self.args
        tasks = self.tasks(args.wide if number == 0 else 0.65 * args.wide)
        won: list[list[float]] = [[] for _ in self.centres]
        for at, (task, ended) in enumerate(zip(tasks, self.play_all(tasks), strict=True)):
            team = self.learning[at % len(self.learning)]
            self.tried[team].append(task.second if team else task.first)
            self.kinds[team].append(task.scenario)
            near = (1.0 - args.near) * ended.score + args.near * ended.average
            self.scores[team].append(1.0 - near if team else near)
            won[team].append(1.0 - ended.score if team else ended.score)
        for team in self.learning:
            print(f"round {number + 1}: {TEAMS[team]} won {np.mean(won[team]):.3f} of {len(won[team])}")
            scores = same_means(self.scores[team], self.kinds[team])
            old = self.centres[team]
            new = fit(self.base, old, self.tried[team], scores, self.paired, args.reach)
            self.centres[team] = self.best_stride(team, old, new) if self.paired and args.check else new

    def best_stride(self, team: int, old: Weights, new: Weights) -> Weights:
        """Return the weights that play best between the old and the new ones, and beyond these."""
        args = self.args
        best, top = old, -1.0
        for share in SHARES:
            found = {name: same_sign(old[name], old[name] + share * (new[name] - old[name])) for name in old}
            sides = list(self.usual)
            sides[team] = found
            tasks = [
                self.task(scenario, self.seed + number, sides)
                for scenario in self.scenarios
                for number in range(args.check)
            ]
            played = np.array(self.play_all(tasks))
            won, mean = played[:, 0].mean(), float(played.mean(axis=0) @ [1.0 - args.near, args.near])
            if team:
                won, mean = 1.0 - won, 1.0 - mean
            print(f"  {share:.1f} of the way: {mean:.4f}, won {won:.3f}", flush=True)
            if mean > top:
                best, top = found, mean
        self.seed += args.check
        return best

    def compare(self, scenario: str | None) -> None:
        """Print how the learned weights play against the base weights, or beside them for a single team."""
        single = len(self.centres) == 1
        axis, allies = self.usual
        tasks: list[Task] = []
        for number in range(self.seed, self.seed + self.args.check):
            tasks.append(self.task(scenario, number, (self.centres[0], allies)))
            tasks.append(self.task(scenario, number, (axis, allies if single else self.centres[1])))
        scores = np.array([ended.score for ended in self.play_all(tasks)])
        learned, other = scores[::2], scores[1::2]
        if not single:
            where = f", {scenario}" if scenario else ""
            print(f"learned against base{where}: axis {learned.mean():.3f}, allies {1 - other.mean():.3f}")
            return
        gain = learned - other
        error = gain.std() / math.sqrt(len(gain))
        print(
            f"{scenario or 'learned and base'}: mean {learned.mean():.3f} and {other.mean():.3f}, "
            f"median {np.median(learned):.3f} and {np.median(other):.3f}, "
            f"gain {gain.mean():.3f} ± {error:.3f}"
        )

    def as_toml(self) -> str:
        """Return the learned weights as a file: those that differ from the base weights, and the shares."""
        games = sum(map(len, self.scores))
        lines = [
            f"# Learned by tools/fit_weights.py from {games} games; other weights are as in `weights.py`."
        ]
        if self.shares:
            lines.append("\n[share]")
            lines += [f"{team} = {share:g}" for team, share in self.shares.items()]
        for name, weights in zip(TEAMS, self.centres, strict=False):
            lines.append(f"\n[{name}]")
            lines += [
                f"{key} = {weight:.4g}"
                for key, weight in weights.items()
                if abs(weight - self.base[key]) > 1e-6
            ]
        return "\n".join(lines) + "\n"


def weights_file(slug: str) -> Path:
    """Return the file of a game's learned weights."""
    return TOP / "sandtable" / "games" / slug / "bot" / "weights.toml"


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=3000, help="games in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scenario", help="one, or several with commas, which are played in turn")
    parser.add_argument("--players", type=int)
    parser.add_argument("--near", type=float, default=0.0, help="the share of the values on the way")
    parser.add_argument("--turns", type=int, default=0, help="turns that a game can have, for --near")
    parser.add_argument("--choices", type=int, default=0, help="cut games off, for a short trial")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2, help="processes; 0 plays in this one")
    parser.add_argument("--wide", type=float, default=1.0, help="steps of changes in the first round")
    parser.add_argument("--reach", type=float, default=2 * WIDEST, help="steps a weight moves in a round")
    parser.add_argument("--check", type=int, default=200, help="seeds of each scenario in the comparison")
    parser.add_argument("--team", choices=TEAMS, help="learn for one team only")
    parser.add_argument("--on", action="store_true", help="begin from what was learned before")
    parser.add_argument("--out", type=Path, help="where to write, instead of beside the game's code")
    parser.add_argument("--dry", action="store_true", help="write nothing")
    return parser.parse_args(arguments)


def learn(args: argparse.Namespace, play_all: PlayAll) -> None:
    """Run all rounds, write the weights after each, and compare them at the end."""
    learner = Learner(args, play_all)
    for number in range(args.rounds):
        learner.round(number)
        if not args.dry:
            (args.out or weights_file(args.game)).write_text(learner.as_toml(), encoding="utf-8")
    if args.check:
        for scenario in learner.scenarios:
            learner.compare(scenario)


def main(arguments: list[str] | None = None) -> None:
    args = parse(arguments)
    if args.workers == 0:
        learn(args, lambda tasks: [play(task) for task in tasks])
        return
    with ProcessPoolExecutor(args.workers, multiprocessing.get_context("spawn")) as pool:
        play_in_pool = partial(pool.map, play, chunksize=8)
        learn(args, lambda tasks: list(play_in_pool(tasks)))


if __name__ == "__main__":
    main()
