"""`sandtable rules`: the ledger of a game's rules, or one rule in our words with its code and its tests."""

import ast
import re
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

import sandtable
from sandtable.cli import log_output, saves
from sandtable.cli.common import GameArgument, JsonOption, PackOption, err, load_game, out, plain, write_json
from sandtable.engine.data.ledger import (
    BRACKETS,
    REFERENCE,
    Ledger,
    LedgerRule,
    ledger,
    ledger_page,
    source_folder,
)
from sandtable.engine.errors import BadOption
from sandtable.engine.game import Game, Rule


def rules(
    game: GameArgument,
    rule: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", help="Print only this rule, where its code is and which tests prove it."
        ),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="List only the rules that are not done.")
    ] = False,
    tests: Annotated[
        Path | None,
        typer.Option(
            "--tests", metavar="DIR", help="The folder of the tests; by default beside the package."
        ),
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Write the ledger as a page in Markdown.")
    ] = None,
    pack: PackOption = None,
    json: JsonOption = False,
) -> None:
    """Print every rule with the code that enforces it and the tests that prove it; status 1 if one lacks."""
    title = load_game(game, pack)
    folder = tests or Path(sandtable.__file__).resolve().parent.parent / "tests"
    if not folder.is_dir() and (tests is not None or rule is None):
        raise BadOption(f"There is no folder {folder} with tests. Name one with --tests.")
    if rule is not None:
        found = _find(title, rule)
        row = next(row for row in ledger(title, folder if folder.is_dir() else None).rules if row.id == rule)
        if json:
            write_json({**plain(found), "code": row.code, "tests": row.tests})
        else:
            _print_rule(title, found, row)
        return
    book = ledger(title, folder)
    if page is not None:
        saves.write(page, ledger_page(book).encode())
    if json:
        rows = [{"id": r.id, "scope": r.scope, "code": r.code, "tests": r.tests} for r in book.rules]
        counts = {"total": book.total, "done": book.done, "missing": book.missing}
        write_json({"game": book.game, "rules": rows, **counts})
    elif page is not None:
        out().print(f"The ledger of {title.title} is in {page}", soft_wrap=True)
    else:
        _print_ledger(book, missing)
    for error in book.errors:
        err().print(error, soft_wrap=True)
    if book.missing or book.errors:
        raise typer.Exit(1)


def _find(game: Game, rule: str) -> Rule:
    """Return a rule by its id; BadOption with the parts of a rule that has no entry of its own."""
    found = game.rules.get(rule)
    if found is not None:
        return found
    near = ", ".join(part.id for part in log_output.rules_below(game.rules, rule))
    there = f"It has {near}." if near else f"sandtable rules {game.slug} lists all of them."
    raise BadOption(f"{game.title} has no rule {rule}. {there}")


def _print_rule(game: Game, found: Rule, row: LedgerRule) -> None:
    """Print a rule, what each place that enforces it says, and each test that proves it as a sentence."""
    console = out()
    console.print(log_output.rule_text(found.id, found.title, found.text))
    folder = source_folder(game)
    code = [_code_line(folder, place) for place in row.code]
    tests: list[str] = []
    for node in row.tests:
        file, _, name = node.partition("::")
        tests.append(f"{file}: {name.rpartition('::')[2].removeprefix('test_').replace('_', ' ')}")
    for title, lines in (("Enforced in", code), ("Proved by", tests)):
        if lines:
            console.print(f"\n{title}", style="bold")
        for line in lines:
            console.print(Text(f"  {line}"), soft_wrap=True)
    if not code:
        only = "It only refers to other rules." if row.scope == REFERENCE else "It is not done."
        console.print(f"\nNo code cites this rule. {only}")
    elif not tests:
        console.print("\nNo test is marked with this rule. --tests names the folder of the tests.")


def _code_line(folder: Path, place: str) -> str:
    """Return a place in the code, its function, and what its comment, docstring or code says."""
    file, _, number = place.rpartition(":")
    path = folder / file
    here = Path.cwd()
    shown = path.relative_to(here) if path.is_relative_to(here) else path
    source = path.read_text(encoding="utf-8")
    line = source.splitlines()[int(number) - 1].strip()
    code, mark, comment = line.rpartition("# ")
    words, rest = (BRACKETS.sub("", text) for text in ((comment, code) if mark else (line, "")))
    text = words if re.search(r"\w", words) else rest
    text = re.sub(r"\s+([).,;:])", r"\1", " ".join(text.split())).strip(' "#:;.,')
    owner = _function_at(ast.parse(source), int(number))
    return f"{shown}:{number}{f', {owner}' if owner else ''}: {text}"


def _function_at(tree: ast.Module, line: int) -> str:
    """Return the name of the function or class around a line; nothing for the module itself."""
    names: list[str] = []
    for node in ast.walk(tree):  # outer ones come first
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if node.lineno <= line <= (node.end_lineno or node.lineno):
                names.append(node.name)
    return ".".join(names)


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
    """Return the first of several places with the number of the others."""
    if not places:
        return "–"
    # The folders before a test say nothing that its name does not.
    first = places[0].rpartition("/")[2]
    return first if len(places) == 1 else f"{first} +{len(places) - 1}"
