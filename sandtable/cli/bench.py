"""`sandtable bench`: how fast the games play, alone or beside other engines."""

import math
from typing import Annotated, Any

import typer
from rich.table import Table as Grid

from sandtable import games as all_games
from sandtable.cli.common import JsonOption, PackOption, err, load_game, out, write_json
from sandtable.engine.errors import BadOption


def bench(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Which games; by default all.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", min=0.01, help="How long each game is measured.")
    ] = 5.0,
    peers: Annotated[
        bool, typer.Option("--peers", help="Measure OpenSpiel and diplomacy beside them.")
    ] = False,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Measure choices and games per second of random play, and the price of a copy."""
    from sandtable.arena.bench import measure

    if not math.isfinite(seconds):
        raise BadOption("--seconds needs a number such as 5: how long each game is measured.")
    slugs = list(dict.fromkeys(games or all_games.SLUGS))
    if pack is not None and len(slugs) != 1:
        raise BadOption("A pack is for one game. Name that game.")
    titles = [load_game(slug, pack) for slug in slugs]
    console = err()
    if console.is_terminal:
        with console.status("") as status:
            report = measure(titles, seconds, peers, progress=status.update)
    else:
        report = measure(titles, seconds, peers)
    if json:
        write_json(report)
    else:
        _print(report)


def _print(report: dict[str, Any]) -> None:
    console = out()
    grid = Grid(box=None, pad_edge=False)
    grid.add_column("")
    for head in ("choices/s", "games/s", "copy µs", "choice µs", "choices a game", "match KB"):
        grid.add_column(head, justify="right")
    for name, row in report["games"].items():
        keys = ("choices_per_s", "games_per_s", "copy_us", "choice_us", "mean_choices", "match_kb")
        grid.add_row(name, *[f"{row[key]:,}" if key in row else "–" for key in keys])
    for name, row in report.get("peers", {}).items():
        grid.add_row(name, f"{row['choices_per_s']:,}")
    console.print(grid)
    for name, row in report["games"].items():
        for peer, ratio in row.get("ratios", {}).items():
            console.print(f"{name} plays {ratio} times the choices of {peer}.")
    console.print(
        "The engine is compiled." if report["compiled"] else "The engine runs as plain Python.", style="dim"
    )
