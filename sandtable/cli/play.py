"""`sandtable play`: a whole game in the terminal."""

import random
import shlex
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer

from sandtable.bots import bot_names, make_bot
from sandtable.bots.levels import LEVELS
from sandtable.cli import saves
from sandtable.cli.common import (
    OptionsOption,
    PackOption,
    PlayersOption,
    ScenarioOption,
    find_seat,
    load_game,
    parse_options,
)
from sandtable.cli.line_input import HangUp
from sandtable.cli.terminal_table import ME, USUAL, TerminalTable
from sandtable.engine.errors import BadOption
from sandtable.engine.match import Match

PERSON = ("me", "person", "human", "you")


def play(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="The game; not needed with --load.")
    ] = None,
    scenario: ScenarioOption = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="Random seed; a new one is chosen if you give none."),
    ] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat",
            metavar="SEAT=WHO",
            help=f"The player of a seat: me or a bot ({', '.join(bot_names())}).",
        ),
    ] = None,
    load: Annotated[
        str | None,
        typer.Option("--load", metavar="FILE", help="Go on with a saved game: a file, or a name of a save."),
    ] = None,
    pack: PackOption = None,
) -> None:
    """Play a game in the terminal, against bots or with others at the same keyboard.

    You take the first seat and greedy bots the rest, unless --seat says otherwise. Type help at the table.
    """
    path: Path | None = None
    if load is not None:
        path = saves.find(load)
        data = saves.read(path)
        slug = saves.slug_of(data)
        if game is not None and game != slug:
            raise BadOption(f"{load} is a save of {slug}, not of {game}.")
        if scenario is not None or players is not None or option or seed is not None:
            raise BadOption(
                "A saved game already has its scenario, players, options and seed. Omit them with --load."
            )
        match = saves.load(load_game(slug, pack), data)
        if not saves.own_file(slug, path):
            path = None
    else:
        if game is None:
            raise BadOption("Name the game to play; sandtable games lists them.")
        title = load_game(game, pack)
        # A short seed, easy to pass on, so that a game can be played again.
        chosen = random.randrange(1_000_000) if seed is None else seed
        match = Match.start(title, scenario, players, parse_options(title, option), chosen)
    who = seat_players(match, seat)
    raise typer.Exit(
        _session(TerminalTable(match, who, sys.stdin, sys.stdout, path, _flags(match, who, pack)))
    )


def seat_players(match: Match, given: list[str] | None) -> list[str]:
    """Return who plays each seat, `me` or a bot; by default you take the first seat, greedy bots the rest."""
    names = match.game.seat_names(match.state)
    who: list[str] = [""] * len(names)
    for text in given or []:
        name, equals, player = text.partition("=")
        if not equals:
            raise BadOption(f"--seat {text} does not say who plays. Write it as --seat {text}=me.")
        seat = find_seat(match.game, match.state, name)
        player = player.casefold()
        if player in PERSON:
            player = ME
        elif player not in bot_names() and not player.startswith("search:"):
            raise BadOption(f"There is no player {player!r}. A seat is played by me or a bot. {opponents()}")
        else:
            make_bot(player)
        if who[seat]:
            raise BadOption(f"The seat {names[seat]} is given twice.")
        who[seat] = player
    if ME not in who and "" in who:
        who[who.index("")] = ME
    return [player or USUAL for player in who]


def opponents() -> str:
    """Return the bots for a seat, with a sentence for each."""
    return " ".join(f"{level.name}: {level.about}" for level in LEVELS)


def _flags(match: Match, who: list[str], pack: Path | None) -> str:
    """Return what must be typed besides --load to continue with the same players."""
    flags = ""
    if who != seat_players(match, None):
        for name, player in zip(match.game.seat_names(match.state), who, strict=True):
            flags += f" --seat {shlex.quote(f'{name.casefold()}={player}')}"
    if pack is not None:
        flags += f" --pack {shlex.quote(str(pack))}"
    return flags


def _session(table: TerminalTable) -> int:
    """Run a table, and save the game if the terminal closes or the system asks to end."""

    def hang_up(number: int, frame: FrameType | None) -> None:
        # A second signal must not disturb the saving.
        for each in signals:
            signal.signal(each, signal.SIG_IGN)
        raise HangUp

    signals = [getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name)]
    before = {each: signal.signal(each, hang_up) for each in signals}
    try:
        return table.run()
    except HangUp:  # after everything was saved
        return 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
