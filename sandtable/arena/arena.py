"""The arena: bots against bots over balanced seats and seeds, on all cores or on a cluster.

With two bots every way to seat both of them is played equally often and with the same seeds, so no bot
profits from a better seat or set-up. One bot plays all seats of a team.
"""

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from sandtable.arena import executors
from sandtable.arena.executors import Task
from sandtable.arena.play_game import SECOND, Arrangement, Loader, Played
from sandtable.arena.results_file import LAST_SEED, Store, begin_store
from sandtable.arena.scores import summary
from sandtable.bots import make_bot
from sandtable.engine.errors import BadOption
from sandtable.engine.game import OptionValue
from sandtable.games import load_game

Progress = Callable[[int, int], None]  # games so far, games in all
Warn = Callable[[str], None]

NO_PARQUET = (
    "The tables are not written as Parquet: pyarrow is missing. Run `pip install 'sandtable[report]'`; the "
    "same command then writes them without playing again."
)


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
    out: Path | None = None,
    cluster: bool = False,
    address: str | None = None,
    warn: Warn | None = None,
) -> dict[str, Any]:
    """Play at least `games` games between bots and return their results; see `contest`."""
    loader = partial(load_game, slug, None if pack is None else str(pack))
    return contest(
        loader, bots, games, seed, workers, players, options, progress, scenario, out, cluster, address, warn
    )


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
    out: Path | None = None,
    cluster: bool = False,
    address: str | None = None,
    warn: Warn | None = None,
) -> dict[str, Any]:
    """Play a game that `loader` builds, which other processes must be able to call too; return the results.

    The number of games is rounded up, so that every arrangement is played with every seed. With `out` every
    game is stored in that file as soon as it is over, and games that it has already are not played again.
    With `cluster` Ray plays them (see `run_on_ray`); 0 workers then means one for each core.
    A bot that is named twice plays against itself: the second one is called `greedy#2`.
    `warn` is called with a sentence if something could not be done.
    """
    game = loader()
    setup = game.settle(scenario, players, options, seed)
    for name in bots:
        make_bot(name)
    if not bots:
        raise BadOption("Name at least one bot for an arena.")
    bots = entrants(bots)
    seatings = arrangements(game.teams(setup), setup.players, bots)
    seeds = -(-max(1, games) // len(seatings))
    if seed + seeds > LAST_SEED:
        raise BadOption(f"The seeds of an arena end at {LAST_SEED}; begin with a smaller one.")
    tasks = [Task(seating, seed + number) for number in range(seeds) for seating in seatings]
    store = None if out is None else begin_store(out, game, setup, bots)
    try:
        done = set() if store is None else store.done()
        left = [task for task in tasks if task not in done]
        played: Iterator[Played]
        if cluster:
            played = executors.run_on_ray(loader, setup, left, address, workers or None)
        elif workers <= 1 or len(left) <= 1:
            played = executors.run_serial(game, setup, left)
        else:
            played = executors.run_processes(loader, setup, left, workers)
        rows: list[Played] = []
        before = len(tasks) - len(left)
        if progress is not None and before:
            progress(before, len(tasks))
        for row in played:
            if store is not None:
                store.add(row)
            rows.append(row._replace(history=(), curve=(), things=()))
            if progress is not None:
                progress(before + len(rows), len(tasks))
        if store is not None:
            rows = store.rows()
            _as_parquet(store, warn)
    finally:
        if store is not None:
            store.close()
    rows.sort(key=lambda row: (row.seed, seatings.index(row.arrangement)))
    return summary(game, setup, bots, seatings, rows)


def _as_parquet(store: Store, warn: Warn | None) -> None:
    """Write the tables as Parquet beside the file, if pyarrow is installed."""
    try:
        from sandtable.arena import parquet
    except ImportError:
        if warn is not None:
            warn(NO_PARQUET)
        return
    parquet.export(store)


def entrants(bots: list[str]) -> list[str]:
    """Return a name of its own for each bot; the second `greedy` is `greedy#2`."""
    found: list[str] = []
    for number, name in enumerate(bots):
        before = bots[:number].count(name)
        found.append(f"{name}{SECOND}{before + 1}" if before else name)
    return found


def arrangements(teams: tuple[tuple[int, ...], ...], seats: int, bots: list[str]) -> list[Arrangement]:
    """Return every way to seat the bots by teams, with all of them or as many as there are teams."""
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
