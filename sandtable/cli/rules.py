"""`sandtable rules`: the ledger of a game's rules, or one rule in our words."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import sandtable
from sandtable.cli import log_output, saves
from sandtable.cli.common import GameArgument, JsonOption, PackOption, err, load_game, out, plain, write_json
from sandtable.engine.data.ledger import REFERENCE, Ledger, ledger, ledger_page
from sandtable.engine.errors import BadOption


def rules(
    game: GameArgument,
    rule: Annotated[
        str | None, typer.Argument(metavar="ID", help="Print this rule instead of the ledger.")
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List only the rules that are not done.")
    ] = False,
    tests: Annotated[
        Path | None,
        typer.Option("--tests", metavar="DIR", help="Where the tests are; by default beside the package."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the ledger as a page in Markdown.")
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Print every rule with the code that enforces it and the tests that prove it; status 1 if one lacks."""
    title = load_game(game, pack)
    if rule is not None:
        found = title.rules.get(rule)
        if found is None:
            near = ", ".join(r.id for r in log_output.rules_below(title.rules, rule))
            there = f"it has {near}" if near else f"sandtable rules {game} lists all of them"
            raise BadOption(f"{title.title} has no rule {rule}; {there}.")
        if json:
            write_json(plain(found))
        else:
            out().print(log_output.rule_text(found.id, found.title, found.text))
        return
    folder = tests or Path(sandtable.__file__).resolve().parent.parent / "tests"
    if not folder.is_dir():
        raise BadOption(f"There is no folder {folder} with tests; --tests says where they are.")
    book = ledger(title, folder)
    if page is not None:
        saves.write(page, ledger_page(book).encode())
    if json:
        rows = [{"id": r.id, "scope": r.scope, "code": r.code, "tests": r.tests} for r in book.rules]
        told = {
            "game": book.game,
            "rules": rows,
            "total": book.total,
            "done": book.done,
            "missing": book.missing,
        }
        write_json(told)
    elif page is not None:
        out().print(f"The ledger of {title.title} is in {page}", soft_wrap=True)
    else:
        _print_ledger(book, missing)
    for error in book.errors:
        err().print(error, soft_wrap=True)
    if book.missing or book.errors:
        raise typer.Exit(1)


def _print_ledger(book: Ledger, only_missing: bool) -> None:
    console = out()
    grid = Grid(box=None, pad_edge=False)
    for head in ("", "Rule", "Title", "Code", "Tests"):
        grid.add_column(head, overflow="fold")
    for rule in book.rules:
        if only_missing and rule.done:
            continue
        mark = Text("✓", style="green") if rule.done else Text("✗", style="bold red")
        if rule.scope == REFERENCE:
            mark = Text("·", style="dim")
        grid.add_row(mark, rule.id, rule.title, _briefly(rule.code), _briefly(rule.tests))
    if grid.row_count:
        console.print(grid)
    console.print(f"{book.done} of {book.total} rules done, {len(book.missing)} missing.")
    if book.missing:
        console.print(f"Missing: {', '.join(book.missing)}", style="bold red")


def _briefly(places: list[str]) -> str:
    """The first of several places; one is enough to find the rest."""
    if not places:
        return "–"
    # The folders before a test say nothing that its name does not.
    first = places[0].rpartition("/")[2]
    return first if len(places) == 1 else f"{first} +{len(places) - 1}"
