"""`sandtable arena`: bots against bots over balanced seats and seeds."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from sandtable.bots import bot_names
from sandtable.cli.common import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PackOption,
    PlayersOption,
    ScenarioOption,
    SeedOption,
    err,
    load_game,
    out,
    parse_options,
    progress,
    write_json,
)
from sandtable.cli.fuzz import JobsOption, worker_count
from sandtable.engine import words


def arena(
    game: GameArgument,
    bots: Annotated[
        str, typer.Option("--bots", metavar="A,B", help=f"Which bots play: {', '.join(bot_names())}.")
    ] = "greedy,random",
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1, help="Play at least this number of games.")
    ] = 100,
    seed: SeedOption = 0,
    scenario: ScenarioOption = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    jobs: JobsOption = None,
    results: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Keep every game in this SQLite file, and the tables as Parquet beside it (extra `report`). "
            "With the same file a run goes on where it stopped.",
        ),
    ] = None,
    cluster: Annotated[
        bool,
        typer.Option("--cluster", help="Play on a Ray cluster: the one this machine is in, or a new one."),
    ] = False,
    address: Annotated[
        str | None, typer.Option("--address", metavar="HOST:PORT", help="Play on the Ray cluster there.")
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Let bots play against each other, in every order of seats equally often and with the same seeds."""
    from sandtable.arena import arena as matches

    title = load_game(game, pack)
    on_cluster = cluster or address is not None
    names = [name.strip() for name in bots.split(",") if name.strip()]
    notes: list[str] = []
    with progress(f"Playing {title.title}", games) as done:
        report = matches.arena(
            game,
            names,
            games,
            seed,
            (jobs or 0) if on_cluster else worker_count(jobs, games),
            players,
            parse_options(title, option),
            pack,
            done,
            scenario,
            results,
            on_cluster,
            address,
            notes.append,
        )
    for note in notes:
        err().print(note, soft_wrap=True)
    if json:
        write_json(report)
        return
    _print(report)
    if results is not None:
        out().print(f"Every game is in {results}; `sandtable report {results}` tells more.", soft_wrap=True)


def _print(report: dict[str, Any]) -> None:
    console = out()
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    for head in ("wins", "losses", "draws", "score", "95 % interval", "Elo", "ms a choice"):
        grid.add_column(head, justify="right")
    for name, row in report["bots"].items():
        grid.add_row(name, *_counts(row), _elo(row), str(row["ms_per_choice"]))
    console.print(grid)
    for way in report.get("arrangements", []):
        seats = ", ".join(f"{seat} {bot}" for seat, bot in way["seats"].items())
        told = "; ".join(f"{name} {_briefly(row)}" for name, row in way["bots"].items())
        console.print(f"{seats}: {told}")
    where = f"{report['game']} ({report['scenario']})"
    console.print(f"{report['games']} games of {where}, {words.players((report['players'],))}.", style="dim")


def _elo(row: dict[str, Any]) -> str:
    low, high = row["elo_ci95"]
    return f"{row['elo']:+.0f} ± {(high - low) / 2:.0f}"


def _briefly(row: dict[str, Any]) -> str:
    return f"{row['wins']} won, {row['losses']} lost, {row['draws']} drawn"


def _counts(row: dict[str, Any]) -> list[str]:
    low, high = row["ci95"]
    return [
        str(row["wins"]),
        str(row["losses"]),
        str(row["draws"]),
        f"{row['score']:.3f}",
        f"{low:.3f}–{high:.3f}",
    ]
