"""`sandtable rules`: the ledger of a game's rules, or one rule in our words."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import sandtable
from sandtable.cli import news
from sandtable.cli.output import GameArgument, JsonOption, PackOption, load_game, out, plain, write_json
from sandtable.engine.errors import BadOption


def rules(
    game: GameArgument,
    rule: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="Print this rule instead of the ledger.")
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List only the rules that are not done.")
    ] = False,
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="DIR", help="Where the tests are; by default beside the package."),
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Print every rule with the code that enforces it and the tests that prove it; status 1 if one lacks."""
    from sandtable.engine.ledger import ledger

    title = load_game(game, pack)
    if rule is not None:
        found = title.rules.get(rule)
        if found is None:
            raise BadOption(f"{title.title} has no rule {rule}; sandtable rules {game} lists all of them.")
        if json:
            write_json(plain(found))
        else:
            out().print(news.rule_text(found.id, found.title, found.text))
        return
    folder = tests or Path(sandtable.__file__).resolve().parent.parent / "tests"
    if not folder.is_dir():
        raise BadOption(f"There is no folder {folder} with tests; --tests says where they are.")
    book = ledger(title, folder)
    if json:
        write_json(
            {
                "game": book.game,
                "rules": plain(list(book.rules)),
                "total": book.total,
                "done": book.done,
                "missing": list(book.missing),
            }
        )
    else:
        console = out()
        grid = Grid(box=None, pad_edge=False)
        for head in ("", "Rule", "Title", "Code", "Tests"):
            grid.add_column(head, overflow="fold")
        lacking = set(book.missing)
        for entry in book.rules:
            if missing and entry.id not in lacking:
                continue
            mark = Text("✗", style="bold red") if entry.id in lacking else Text("✓", style="green")
            if entry.scope == "reference":
                mark = Text("·", style="dim")
            known = title.rules.get(entry.id)
            grid.add_row(
                mark,
                entry.id,
                known.title if known else "",
                _briefly(list(entry.code)),
                _briefly(list(entry.tests)),
            )
        console.print(grid)
        console.print(f"{book.done} of {book.total} rules done, {len(book.missing)} missing.")
        if book.missing:
            console.print(f"Missing: {', '.join(book.missing)}", style="bold red")
    if book.missing:
        raise typer.Exit(1)


def _briefly(places: list[str]) -> str:
    """The first of several places; one is enough to find the rest."""
    if not places:
        return "–"
    return places[0] if len(places) == 1 else f"{places[0]} +{len(places) - 1}"
