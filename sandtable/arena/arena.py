"""The arena: bots against bots over balanced seats and seeds, on all cores or on a cluster.

With two bots every way to seat both of them is played equally often and with the same seeds; seats that win
together are one bot's. So neither a good seat nor a good start counts for a bot.
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
Tell = Callable[[str], None]

NO_PARQUET = (
    "The tables are not written as Parquet: that needs pyarrow, which `pip install 'sandtable[report]'` "
    "installs. The same command writes them then, without playing again."
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
    tell: Tell | None = None,
) -> dict[str, Any]:
    """Let bots play at least so many games and report how each fared; see `contest`."""
    loader = partial(load_game, slug, None if pack is None else str(pack))
    return contest(
        loader, bots, games, seed, workers, players, options, progress, scenario, out, cluster, address, tell
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
    tell: Tell | None = None,
) -> dict[str, Any]:
    """As `arena`, with a function that builds the game (processes must be able to call it too).

    The number of games is rounded up, so that every arrangement is played with every seed. With `out` every
    game is kept in that file as soon as it is over, and games that are there already are not played again.
    With `cluster` Ray plays them (see `runs.cluster`); 0 workers are then as many as there are cores.
    A bot that is named twice plays against itself: the second one is reported as `greedy#2`.
    `tell` is called with a sentence if something asked for could not be done.
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
            played = executors.cluster(loader, setup, left, address, workers or None)
        elif workers <= 1 or len(left) <= 1:
            played = executors.here(game, setup, left)
        else:
            played = executors.processes(loader, setup, left, workers)
        rows: list[Played] = []
        over = len(tasks) - len(left)
        if progress is not None and over:
            progress(over, len(tasks))
        for row in played:
            if store is not None:
                store.add(row)
            rows.append(row._replace(history=(), curve=(), things=()))
            if progress is not None:
                progress(over + len(rows), len(tasks))
        if store is not None:
            rows = store.rows()
            _as_parquet(store, tell)
    finally:
        if store is not None:
            store.close()
    rows.sort(key=lambda row: (row.seed, seatings.index(row.arrangement)))
    return summary(game, setup, bots, seatings, rows)


def _as_parquet(store: Store, tell: Tell | None) -> None:
    """The tables beside the file, too, where Arrow is installed; it takes its time to load."""
    try:
        from sandtable.arena import parquet
    except ImportError:
        if tell is not None:
            tell(NO_PARQUET)
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
