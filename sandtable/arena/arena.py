"""The arena: bots against bots over balanced seats and seeds, in processes.

With two bots every way to seat both of them is played equally often and with the same seeds; seats that win
together are one bot's. So neither a good seat nor a good start counts for a bot.
"""

import itertools
import math
import multiprocessing
import signal
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.bots import Bot, make_bot
from sandtable.engine.errors import BadOption, SandtableError
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.rng import Rng
from sandtable.games import load_game

Loader = Callable[[], Game]
Progress = Callable[[int], None]  # games so far
Arrangement = tuple[str, ...]  # the bot of each seat

LIMIT = 200_000  # choices after which a game of bots is given up


class Played(NamedTuple):
    """One game: who sat where, how it ended, and what each seat's choices cost."""

    arrangement: Arrangement
    seed: int
    scores: tuple[float, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]


def arena(
    slug: str,
    bots: list[str],
    games: int,
    seed: int = 0,
    workers: int = 1,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    pack: str | Path | None = None,
    progress: Progress | None = None,
    scenario: str | None = None,
) -> dict[str, Any]:
    """Let bots play at least so many games and report how each fared; see `contest`."""
    loader = partial(load_game, slug, None if pack is None else str(pack))
    return contest(loader, bots, games, seed, workers, players, options, progress, scenario)


def contest(
    loader: Loader,
    bots: list[str],
    games: int,
    seed: int = 0,
    workers: int = 1,
    players: int | None = None,
    options: dict[str, OptionValue] | None = None,
    progress: Progress | None = None,
    scenario: str | None = None,
) -> dict[str, Any]:
    """As `arena`, with a function that builds the game (processes must be able to call it too).

    The number of games is rounded up, so that every arrangement is played with every seed.
    """
    game = loader()
    setup = game.settle(scenario, players, options, seed)
    for name in bots:
        make_bot(name)
    if len(set(bots)) != len(bots) or not bots:
        raise BadOption("Name each bot of an arena once, and at least one.")
    seatings = arrangements(game.teams(setup), setup.players, bots)
    seeds = -(-max(1, games) // len(seatings))
    tasks = [(seating, seed + number) for number in range(seeds) for seating in seatings]
    rows: list[Played] = []
    if workers <= 1:
        for seating, one in tasks:
            rows.append(play_game(game, setup._replace(seed=one), seating))
            if progress is not None:
                progress(len(rows))
    else:
        context = multiprocessing.get_context("spawn")
        size = max(1, min(16, len(tasks) // (workers * 4)))
        # An interrupt is the parent's to answer.
        deaf = (signal.SIGINT, signal.SIG_IGN)
        with ProcessPoolExecutor(min(workers, len(tasks)), context, signal.signal, deaf) as pool:
            waiting = [
                pool.submit(_play_some, loader, setup, tasks[at : at + size])
                for at in range(0, len(tasks), size)
            ]
            try:
                for done in as_completed(waiting):
                    rows += done.result()
                    if progress is not None:
                        progress(len(rows))
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
    rows.sort(key=lambda row: (row.seed, seatings.index(row.arrangement)))
    return report(game, setup, bots, seatings, rows)


def arrangements(teams: tuple[tuple[int, ...], ...], seats: int, bots: list[str]) -> list[Arrangement]:
    """Every way to seat the bots, teams kept together: all of them used, or as many as there are teams."""
    ways: list[tuple[str, ...]]
    if len(bots) > len(teams):
        ways = list(itertools.permutations(bots, len(teams)))
    else:
        ways = [way for way in itertools.product(bots, repeat=len(teams)) if set(way) == set(bots)]
    found: list[Arrangement] = []
    for way in ways:
        seated = [""] * seats
        for team, bot in zip(teams, way, strict=True):
            for seat in team:
                seated[seat] = bot
        found.append(tuple(seated))
    return found


def play_game(game: Game, setup: Setup, seating: Arrangement) -> Played:
    """One game between bots; the same set-up and seating give the same game."""
    seated: list[Bot] = [make_bot(name) for name in seating]
    luck = [Rng(setup.seed * 64 + seat + 1) for seat in range(setup.players)]
    choices = [0] * setup.players
    seconds = [0.0] * setup.players
    g = game.begin(setup)
    clock = time.perf_counter
    while g.result is None:
        if sum(choices) >= LIMIT:
            raise SandtableError(f"A game with seed {setup.seed} is not over after {LIMIT} choices.")
        seat = g.seats()[0]
        start = clock()
        choice = seated[seat].choose(game, g, seat, luck[seat])
        seconds[seat] += clock() - start
        choices[seat] += 1
        if not g.agenda[-1].allows(g, seat, choice):
            raise SandtableError(f"The bot {seating[seat]} chose what it was not offered: {choice}.")
        g.apply(seat, choice)
    return Played(seating, setup.seed, g.result.scores, tuple(choices), tuple(seconds))


_built: list[tuple[Loader, Game]] = []


def _play_some(loader: Loader, setup: Setup, tasks: list[tuple[Arrangement, int]]) -> list[Played]:
    """A worker's share."""
    if not _built:
        _built.append((loader, loader()))
    game = _built[0][1]
    return [play_game(game, setup._replace(seed=one), seating) for seating, one in tasks]


# --- the report


class Tally:
    """How a bot has fared."""

    def __init__(self) -> None:
        self.wins = 0
        self.losses = 0
        self.draws = 0

    @property
    def games(self) -> int:
        """All games."""
        return self.wins + self.losses + self.draws

    @property
    def score(self) -> float:
        """Games won, a draw being half a win, as a share."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.0

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "score": round(self.score, 4),
            "ci95": interval(self.score, self.games),
        }


def interval(score: float, games: int) -> list[float]:
    """The 95 % confidence interval of a share (Wilson's, which is honest near 0 and 1)."""
    if games == 0:
        return [0.0, 1.0]
    z = 1.959964
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    spread = score * (1 - score) / games + z * z / (4 * games * games)
    half = z * math.sqrt(spread) / (1 + z * z / games)
    return [round(max(0.0, middle - half), 4), round(min(1.0, middle + half), 4)]


def verdict(row: Played) -> dict[str, str]:
    """For each bot of a game whether it won, lost or drew: its best seat counts."""
    best: dict[str, float] = {}
    for bot, score in zip(row.arrangement, row.scores, strict=True):
        best[bot] = max(score, best.get(bot, 0.0))
    if len(best) == 1:
        # One bot in all seats: only a game against the system can be won or lost.
        together = all(score == row.scores[0] for score in row.scores)
        won = row.scores[0] if together else 0.5
        return dict.fromkeys(best, "wins" if won == 1.0 else "losses" if won == 0.0 else "draws")
    top = max(best.values())
    leaders = [bot for bot in best if best[bot] == top]
    return {bot: "losses" if bot not in leaders else "wins" if len(leaders) == 1 else "draws" for bot in best}


def verdicts(game: Game, setup: Setup, rows: list[Played]) -> list[dict[str, str]]:
    """The verdict of each game.

    Where all seats win or lose together, bots do not meet: the games with one seed are compared, and a bot
    has won where its score beats those of all others, lost where another's beats its own.
    """
    bots = {bot for row in rows for bot in row.arrangement}
    if len(game.teams(setup)) > 1 or len(bots) == 1:
        return [verdict(row) for row in rows]
    best: dict[int, list[float]] = {}
    for row in rows:
        best.setdefault(row.seed, []).append(row.scores[0])
    found: list[dict[str, str]] = []
    for row in rows:
        own, top = row.scores[0], max(best[row.seed])
        alone = best[row.seed].count(top) == 1
        found.append({row.arrangement[0]: "losses" if own < top else "wins" if alone else "draws"})
    return found


def report(
    game: Game, setup: Setup, bots: list[str], seatings: list[Arrangement], rows: list[Played]
) -> dict[str, Any]:
    """What `sandtable arena` prints as JSON."""
    overall = {bot: Tally() for bot in bots}
    by_seating = {seating: {bot: Tally() for bot in seating} for seating in seatings}
    choices = dict.fromkeys(bots, 0)
    seconds = dict.fromkeys(bots, 0.0)
    seat_scores = {seating: [0.0] * setup.players for seating in seatings}
    for row, ends in zip(rows, verdicts(game, setup, rows), strict=True):
        for bot, end in ends.items():
            for tally in (overall[bot], by_seating[row.arrangement][bot]):
                setattr(tally, end, getattr(tally, end) + 1)
        for seat, bot in enumerate(row.arrangement):
            choices[bot] += row.choices[seat]
            seconds[bot] += row.seconds[seat]
            seat_scores[row.arrangement][seat] += row.scores[seat]
    names = game.seat_names(game.new(setup))
    played = len(rows) // len(seatings)
    return {
        "game": game.slug,
        "scenario": setup.scenario,
        "players": setup.players,
        "options": setup.options,
        "seed": setup.seed,
        "games": len(rows),
        "bots": {
            bot: {
                **overall[bot].plain(),
                "ms_per_choice": round(1000 * seconds[bot] / max(1, choices[bot]), 4),
            }
            for bot in bots
        },
        "arrangements": [
            {
                "seats": dict(zip(names, seating, strict=True)),
                "games": played,
                "bots": {bot: tally.plain() for bot, tally in by_seating[seating].items()},
                "scores": [round(total / played, 4) for total in seat_scores[seating]],
            }
            for seating in seatings
        ],
    }
