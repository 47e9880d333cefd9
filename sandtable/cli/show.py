"""`sandtable show`: a position as text or as a picture."""

from pathlib import Path
from typing import Annotated

import typer

from sandtable.bots import make_bot
from sandtable.cli import log_output, pictures, saves
from sandtable.cli.common import (
    JsonOption,
    OptionsOption,
    PackOption,
    PlayersOption,
    ScenarioOption,
    SeatOption,
    SeedOption,
    load_game,
    out,
    parse_options,
    seat_or_none,
    with_rule,
    write_json,
)
from sandtable.engine.errors import BadOption
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng


def show(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="A save: a file, or its name.")] = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="Without a save: a position of this game.")
    ] = None,
    choices: Annotated[
        int, typer.Option("--choices", metavar="K", min=0, help="With --game: after K random choices.")
    ] = 0,
    scenario: ScenarioOption = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    seed: SeedOption = 0,
    seat: SeatOption = None,
    region: Annotated[
        str | None, typer.Option("--region", metavar="REGION", help="As text: only this region.")
    ] = None,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw it as SVG.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw it as PNG.")] = None,
    width: Annotated[
        int, typer.Option("--width", metavar="PIXELS", min=200, max=20_000, help="How wide the PNG is.")
    ] = pictures.PNG_WIDTH,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Show the position of a save, or of a new or random game, as text or as a picture."""
    if (file is None) == (game is None):
        raise BadOption("Name what to show: a save, or a game with --game (sandtable games lists them).")
    if file is not None:
        data = saves.read(saves.find(file))
        match = saves.load(load_game(saves.slug_of(data), pack), data)
    else:
        assert game is not None
        title = load_game(game, pack)
        match = Match.start(title, scenario, players, parse_options(title, option), seed)
        play_random(match, choices, seed)
    eye = seat_or_none(match, seat)
    scene = match.game.scene(match.state, eye)
    if svg is not None:
        pictures.write_picture(scene, _ending(svg, ".svg"))
    if png is not None:
        pictures.write_picture(scene, _ending(png, ".png"), width)
    if json:
        write_json(match.view(eye))
        return
    console = out()
    if svg is not None or png is not None:
        for path in (svg, png):
            if path is not None:
                console.print(f"The position is drawn in {path}", soft_wrap=True)
        return
    chosen = pictures.find_region(scene, region) if region is not None else None
    console.print(pictures.text_map(scene, chosen, console.width))
    console.print(log_output.panels(scene))
    for prompt in match.prompts:
        console.print(
            f"{match.game.seat_names(match.state)[prompt.seat]}: {with_rule(prompt.text, prompt.rule)}"
        )


def play_random(match: Match, choices: int, seed: int) -> None:
    """Make random choices until there are enough or the game is over."""
    bot, rng = make_bot("random"), Rng(seed + 1)
    for _ in range(choices):
        if not match.prompts:
            return
        seat = match.prompts[0].seat
        match.play(bot.choose(match.game, match.state, seat, rng), seat)


def _ending(path: Path, ending: str) -> Path:
    """Return the path, if its ending fits the kind of picture."""
    if path.suffix.casefold() != ending:
        raise BadOption(f"{path} must end in {ending}.")
    return path
