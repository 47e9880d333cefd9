"""`sandtable games`: lists the games with their scenarios and options."""

from typing import Any

from rich.table import Table as Grid
from rich.text import Text

from sandtable import games as all_games
from sandtable.cli.common import JsonOption, load_game, out, plain, spelled, write_json
from sandtable.engine.game import Game, OptionValue
from sandtable.engine.words import players


def games(json: JsonOption = False) -> None:
    """List the games with their scenarios, player counts and options."""
    loaded = [load_game(slug) for slug in all_games.SLUGS]
    if json:
        write_json({"games": [describe(game) for game in loaded]})
        return
    console = out()
    for game in loaded:
        console.print(Text.assemble((game.slug, "bold"), f"  {game.title}"))
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for _ in range(4):
            grid.add_column(overflow="fold")
        for scenario in game.scenarios:
            grid.add_row("  scenario", scenario.id, players(scenario.seats), scenario.title)
        for option in game.options:
            values = " | ".join(_word(v, option.default) for v in option.values)
            grid.add_row("  option", option.id, values, option.title)
        console.print(grid)
        console.print()
    console.print("* * is the default. Begin with: sandtable play GAME", style="dim")


def _word(value: OptionValue, default: OptionValue) -> str:
    text = spelled(value)
    return f"{text}*" if value == default and isinstance(value, bool) == isinstance(default, bool) else text


def describe(game: Game) -> dict[str, Any]:
    """Return a game as plain data."""
    return {
        "slug": game.slug,
        "title": game.title,
        "scenarios": plain(list(game.scenarios)),
        "options": plain(list(game.options)),
    }
