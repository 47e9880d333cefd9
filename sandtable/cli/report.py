"""`sandtable report`: a page about the games of an arena, or about one finished game."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, Any

import typer

from sandtable.cli import saves
from sandtable.cli.common import (
    JsonOption,
    PackOption,
    SeatOption,
    load_game,
    out,
    progress,
    seat_or_none,
    write_json,
)
from sandtable.engine.errors import BadOption
from sandtable.engine.match import Match

Build = Callable[[], str]


def report(
    file: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Results of `sandtable arena --out`, several of one game too; or a save of a finished game.",
        ),
    ],
    page: Annotated[
        Path | None,
        typer.Option("--out", metavar="PAGE", help="Where the page goes; by default beside the file."),
    ] = None,
    game: Annotated[
        int | None,
        typer.Option("--game", metavar="N", min=1, help="The after-action report of this game of an arena."),
    ] = None,
    seat: SeatOption = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Write a report as one HTML page that needs nothing else; --json prints its data instead."""
    from sandtable.arena.results_file import is_store

    paths = [saves.find(name) for name in file]
    kept = [path for path in paths if is_store(path)]
    if len(paths) > 1 and len(kept) < len(paths):
        raise BadOption("A report needs files of an arena, or a single save.")
    if kept and game is None:
        if seat is not None:
            raise BadOption("--seat is for the report of one game. Name it with --game.")
        found, build = _arena(kept)
        target = page or kept[0].with_suffix(".html")
    else:
        found, build = _one_game(paths, game, seat, pack)
        target = page or paths[0].with_name(f"{paths[0].stem}{f'-game-{game}' if game else ''}.html")
    if page is not None or not json:
        saves.write(target, build().encode())
    if json:
        write_json(found)
    else:
        out().print(f"The report is in {target}", soft_wrap=True)


def _arena(paths: list[Path]) -> tuple[dict[str, Any], Build]:
    """Return the data of an arena's games, and what makes a page of them."""
    from sandtable.arena.analysis import analyse
    from sandtable.arena.contest_report import build_report
    from sandtable.arena.results_file import open_store

    with ExitStack() as stack:
        found = analyse([stack.enter_context(open_store(path)) for path in paths])
    return found, lambda: build_report(found)


def _one_game(
    paths: list[Path], number: int | None, seat: str | None, pack: Path | None
) -> tuple[dict[str, Any], Build]:
    """Return the data of a save or of one game of an arena, and what makes an after-action report of them."""
    from sandtable.arena.game_report import GameReplay, build_game_report, figures
    from sandtable.arena.results_file import is_store

    if is_store(paths[0]):
        if len(paths) > 1:
            raise BadOption("--game is a game of one file. Name only that file.")
        assert number is not None
        match = _of_arena(paths[0], number, pack)
    elif number is not None:
        raise BadOption("--game is for the results of an arena. A save is one game.")
    else:
        data = saves.read(paths[0])
        match = saves.load(load_game(saves.slug_of(data), pack), data)
    with progress("Playing it again", len(match.history)) as done:
        replay = GameReplay(match, seat_or_none(match, seat), done)
    return figures(replay), lambda: build_game_report(replay)


def _of_arena(path: Path, number: int, pack: Path | None) -> Match:
    """Return a game of an arena, played again."""
    from sandtable.arena.game_report import replay_game
    from sandtable.arena.results_file import open_store

    with open_store(path) as store:
        seed, history = store.history(number)
        told = store.contest
    title = load_game(told["game"], pack)
    if title.pack_hash != told["pack"]:
        raise BadOption(f"{path} was played with other components. Name their folder with --pack.")
    match = Match.start(title, told["scenario"], told["players"], told["options"], seed)
    return replay_game(match, history)
