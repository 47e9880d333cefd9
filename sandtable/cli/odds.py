"""`sandtable odds`: the possible results of the fights in a saved position, with their probabilities."""

from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sandtable.cli import saves
from sandtable.cli.common import (
    JsonOption,
    PackOption,
    find_seat,
    load_game,
    out,
    plain,
    with_rule,
    write_json,
)
from sandtable.engine.errors import BadOption
from sandtable.engine.match import Match
from sandtable.engine.odds import Odds

NONE: Final = "No fight is being prepared here or about to be rolled."
CELLS: Final = 16  # of a bar
PARTS: Final = " ▏▎▍▌▋▊▉"  # eighths of a cell
# For whom an outcome is good: a sign and a colour, since colour alone is not enough.
GOOD: Final = {1: ("+", "green"), 0: ("=", "yellow"), -1: ("−", "red")}


def odds(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A save: a file, or its name in the folder of saves.")
    ],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", min=0, help="The position after N choices.")
    ] = None,
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="What this seat knows; by default the seat that is asked."
        ),
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Print the odds of the current and next fights in a saved game."""
    data = saves.read(saves.find(file))
    match = saves.load(load_game(saves.slug_of(data), pack), data)
    if at is not None:
        match = position(match, at)
    # Only the attacker knows an attack that is being prepared.
    asked = match.prompts[0].seat if match.prompts else None
    eye = asked if seat is None else find_seat(match.game, match.state, seat)
    found = match.game.odds(match.state, eye)
    if json:
        name = None if eye is None else match.game.seat_names(match.state)[eye]
        told = {"game": match.game.slug, "at": len(match.history), "seat": name, "odds": plain(found)}
        write_json(told)
        return
    print_odds(out(), found)


def position(saved: Match, at: int) -> Match:
    """Return a saved match as it stood after some choices."""
    if at > len(saved.history):
        raise BadOption(f"This game has {len(saved.history)} choices, fewer than {at}.")
    return Match.replay(saved.game, saved.setup, saved.history[:at], base=saved.base)


def print_odds(console: Console, found: Sequence[Odds]) -> None:
    """Print odds, each fight with its outcomes as bars."""
    if not found:
        console.print(NONE)
    for number, fight in enumerate(found):
        if number:
            console.print()
        console.print(Text(with_rule(fight.title, fight.rule), style="bold"))
        rows = Table.grid(padding=(0, 1))
        rows.add_column(justify="right", no_wrap=True)
        rows.add_column(no_wrap=True)
        for row in fight.rows:
            sign, colour = GOOD[row.good]
            rows.add_row(f"  {percent(row.chance):>7}", Text(bar(row.chance), style=colour), sign, row.text)
        console.print(rows)
        for line in remarks(fight):
            console.print(Text(f"  {line}", style="dim"))


def remarks(fight: Odds) -> list[str]:
    """Return the lines below the outcomes: averages, precision, assumptions."""
    lines: list[str] = []
    if fight.means:
        lines.append("On average " + ", ".join(f"{value:.2f} {what}" for what, value in fight.means) + ".")
    if fight.error:
        lines.append(f"Sampled: each chance is right to ± {100.0 * fight.error:.1f} %, 19 times out of 20.")
    if fight.note:
        lines.append(fight.note)
    return lines


def percent(chance: float) -> str:
    """Return a chance in per cent; a very small chance is not shown as 0."""
    if 0.0 < chance < 0.0005:
        return "< 0.1 %"
    return f"{100.0 * chance:.1f} %"


def bar(chance: float) -> str:
    """Return a chance as a bar of `CELLS` letters."""
    eighths = round(chance * CELLS * 8)
    return ("█" * (eighths // 8) + PARTS[eighths % 8]).strip().ljust(CELLS)
