"""`sandtable replay`: shows a saved game again, choice by choice."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from sandtable.cli import log_output, pictures, saves
from sandtable.cli.common import (
    JsonOption,
    PackOption,
    SeatOption,
    load_game,
    out,
    plain,
    progress,
    seat_or_none,
    with_rule,
    write_json,
)
from sandtable.engine.errors import BadOption, SaveError
from sandtable.engine.match import Match

INDENT = 5


def replay(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A save: a file, or its name in the folder of saves.")
    ],
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after N choices.")] = None,
    svg_dir: Annotated[
        Path | None,
        typer.Option(
            "--svg-dir", metavar="DIR", help="Draw the position after each choice into this folder."
        ),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="Print the map as text where the replay stops.")
    ] = False,
    seat: SeatOption = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Play a saved game again and print each choice with its results, secret ones too."""
    data = saves.read(saves.find(file))
    saved = saves.load(load_game(saves.slug_of(data), pack), data)
    game = saved.game
    if saved.base is not None and not saved.history:
        raise SaveError(
            "This save was made under other rules. Its position can be shown and played, but not its history."
        )
    if to is not None and to > len(saved.history):
        raise BadOption(f"This game has {len(saved.history)} choices, fewer than {to}.")
    eye = seat_or_none(saved, seat)
    history = saved.history[:to]
    match = (
        Match(game, saved.setup) if saved.base is None else Match.from_position(game, saved.setup, saved.base)
    )
    console = out()
    rows: list[dict[str, Any]] = []
    names = game.seat_names(match.state)
    events = 0
    with progress("Drawing", len(history)) if svg_dir else progress("", 0) as done:
        for number, (player, choice) in enumerate(history, start=1):
            key, label = game.key(match.state, choice), game.label(match.state, choice)
            match.play(choice, player)
            lines = match.log(eye, events)
            events += len(lines)
            if json:
                told = [{"text": line.text, "rule": line.rule} for line in lines]
                rows.append(
                    {
                        "number": number,
                        "seat": names[player],
                        "choice": choice,
                        "key": key,
                        "label": label,
                        "events": told,
                    }
                )
            else:
                console.print(Text.assemble((f"{number:>5} {names[player]}: ", "bold"), label))
                scene = game.scene(match.state, eye) if lines else None
                for line in lines:
                    assert scene is not None
                    for row in log_output.log_line(scene, line, console.width - INDENT).split("\n"):
                        console.print(Text.assemble(" " * INDENT, row))
            if svg_dir is not None:
                pictures.write_picture(game.scene(match.state, eye), svg_dir / f"{number:05}.svg")
                done(number)
    if json:
        setup = saved.setup._asdict()
        write_json({"game": game.slug, **setup, "choices": rows, "result": plain(match.result)})
        return
    if text:
        console.print(pictures.text_map(game.scene(match.state, eye), None, console.width))
    if match.result is not None:
        console.print(with_rule(match.result.text, match.result.rule), style="bold")
