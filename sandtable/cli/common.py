"""What all commands share: consoles, JSON, progress bars, loading a game and its options."""

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import IO, Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from sandtable import games as all_games
from sandtable.cli import name_matching
from sandtable.engine.errors import BadOption, PackError
from sandtable.engine.game import Game, OptionValue
from sandtable.engine.match import Match
from sandtable.engine.state import State

# The width of text without a terminal.
PIPE_WIDTH = 110

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game; `sandtable games` lists them.")]
PackOption = Annotated[
    Path | None, typer.Option("--pack", metavar="DIR", help="Play with the components in this folder.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write one JSON object instead of text.")]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", help="Random seed; the same seed gives the same game.")
]
ScenarioOption = Annotated[
    str | None, typer.Option("--scenario", metavar="ID", help="A scenario; `sandtable games` lists them.")
]
PlayersOption = Annotated[int | None, typer.Option("--players", metavar="N", help="How many players.")]
OptionsOption = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="ID=VALUE", help="An option of the game; may be given several times."),
]
SeatOption = Annotated[
    str | None,
    typer.Option(
        "--seat", metavar="SEAT", help="Show what this seat may know; without it, what all may know."
    ),
]


class PipeConsole(Console):
    """A console that writes text as it is, and raises an error when its pipe is closed."""

    def __init__(self, file: IO[str], width: int | None = None) -> None:
        # Tests and pipes have no terminal width; COLUMNS is the user's choice and decides.
        if width is None and not file.isatty() and not os.environ.get("COLUMNS"):
            width = PIPE_WIDTH
        super().__init__(file=file, width=width, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def on_broken_pipe(self) -> None:
        """Raise the error; the base class would end the program here, before a game is saved."""
        raise BrokenPipeError


def out() -> PipeConsole:
    """Return the console for results."""
    return PipeConsole(sys.stdout)


def err() -> PipeConsole:
    """Return the console for messages and progress."""
    return PipeConsole(sys.stderr)


def write_json(data: object) -> None:
    """Write one object to standard output, and nothing else."""
    sys.stdout.write(msgspec.json.encode(data).decode() + "\n")


@contextmanager
def stoppable() -> Iterator[None]:
    """Let an interrupt kill the working processes at once, instead of waiting for them."""

    def stop(number: int, frame: FrameType | None) -> None:
        for child in multiprocessing.active_children():
            child.kill()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[..., None]]:
    """Show a progress bar on standard error if it is a terminal; yield the function that moves it.

    Its arguments are how much is done and, if that is known only now, the total.
    """
    console = err()
    with (
        stoppable(),
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        ) as bar,
    ):
        task = bar.add_task(what, total=total)
        yield lambda done, total=total: bar.update(task, completed=done, total=total)


def load_game(slug: str, pack: Path | None = None) -> Game:
    """Return a game by its slug, with the components of a pack if one is given."""
    if pack is not None and not pack.is_dir():
        raise PackError(
            f"There is no folder {pack}. --pack needs a folder such as `sandtable pack export` writes."
        )
    return all_games.load_game(slug, pack)


def parse_options(game: Game, given: list[str] | None) -> dict[str, OptionValue]:
    """Read options as `id=value`; each value is one of those the option may have."""
    parsed: dict[str, OptionValue] = {}
    for text in given or []:
        key, equals, value = text.partition("=")
        if not equals:
            raise BadOption(f"--option {text} has no value. Write it as --option {text}=VALUE.")
        allowed = [v for option in game.options if option.id == key for v in option.values]
        wanted = spelled(value)
        parsed[key] = next((v for v in allowed if spelled(v) == wanted), value)
    return parsed


def spelled(value: OptionValue) -> str:
    """Return a value of an option as it is shown and typed: `when-possible`."""
    return str(value).casefold().replace("_", "-").replace(" ", "-")


def find_seat(game: Game, g: State, name: str) -> int:
    """Return the seat that a player means by a name or a part of it."""
    names = game.seat_names(g)
    things = [
        name_matching.Thing(seat, seat + 1, "seat", f"seat:{title}", title)
        for seat, title in enumerate(names)
    ]
    found = [thing.choice for thing in name_matching.find(things, [name])]
    if len(found) != 1:
        raise BadOption(f"There is no seat {name!r}. Choose one of {', '.join(names)}.")
    return found[0]


def seat_or_none(match: Match, name: str | None) -> int | None:
    """Return the seat of that name; None (a spectator) without a name."""
    return None if name is None else find_seat(match.game, match.state, name)


def with_rule(text: str, rule: str) -> str:
    """Return a sentence with its rule."""
    return f"{text} [{rule}]" if rule else text


def plain(value: Any) -> Any:
    """Turn named tuples into objects, for JSON."""
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {key: plain(part) for key, part in value._asdict().items()}
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {key: plain(part) for key, part in value.items()}
    return value
