"""`sandtable fuzz`: random games, checked after every choice."""

import os
from typing import Annotated

import typer

from sandtable.cli.common import (
    GameArgument,
    JsonOption,
    PackOption,
    SeedOption,
    load_game,
    out,
    progress,
    write_json,
)

SHOWN = 10

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="How many processes; by default one for each core."),
]


def fuzz(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: SeedOption = 0,
    deep: Annotated[
        float,
        typer.Option(
            "--deep", metavar="SHARE", min=0, max=1, help="The share of positions that are checked in depth."
        ),
    ] = 0.005,
    jobs: JobsOption = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Play random games over random scenarios, options and player counts; status 1 if anything goes wrong."""
    from sandtable.engine.checks import fuzz as engine

    title = load_game(game, pack)
    with progress(f"Fuzzing {title.title}", games) as done:
        report = engine.fuzz(
            title,
            games,
            seed,
            deep=deep,
            progress=lambda played, choices: done(played),
            workers=worker_count(jobs, games),
        )
    if json:
        write_json(engine.report_json(title, report))
    else:
        console = out()
        for error in report.errors[:SHOWN]:
            console.print(
                f"✗ seed {error.seed}, choice {error.choice}: {error.message}", style="red", soft_wrap=True
            )
        if len(report.errors) > SHOWN:
            console.print(f"… and {len(report.errors) - SHOWN} more errors", style="red")
        console.print(
            f"{report.games} games, {report.choices} choices, {len(report.errors)} errors, "
            f"{report.unfinished} unfinished; the longest game had {report.longest} choices."
        )
    if report.errors or report.unfinished:
        raise typer.Exit(1)


def worker_count(jobs: int | None, tasks: int) -> int:
    """Return the number of processes: as requested, or one for each core, but no more than the tasks."""
    return max(1, min(jobs or os.cpu_count() or 1, tasks))
