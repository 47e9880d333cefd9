"""The ledger: every rule of a game's index with the code that cites it and the tests that prove it.

A citation is a rule's id in square brackets in a comment or docstring at the code that enforces it: `# [8k]`,
`# [8e, 8f, R20]`. R-numbers are rulings, which have no entry in the index. A test proves a rule when it is
marked with `pytest.mark.rule("<game>", "<id>")`. Tests that all games share are marked in a game's `case.py`:
`Case("<game>", marks={"<test>": "<id> <id>"})` beside its `test_promises.py`.
"""

import ast
import io
import re
import sys
import tokenize
from pathlib import Path
from typing import Final, NamedTuple

from sandtable.engine.game import Game

# A bracket that indexes something (`place[0]`) cites nothing.
BRACKETS: Final = re.compile(r"(?<![\w\])])(?:\[[^\[\]]+\])+")
ID_SHAPE: Final = re.compile(r"[A-Z]{0,4}\d+[A-Za-z]{0,2}\d*(\.\w+)*")
RULING: Final = re.compile(r"R\d+")
REFERENCE: Final = "reference"


class LedgerRule(NamedTuple):
    """One rule with the places in the code that cite it and the tests marked with it."""

    id: str
    title: str
    scope: str
    code: list[str]
    tests: list[str]

    @property
    def done(self) -> bool:
        """Whether the rule has both, or needs neither."""
        return self.scope == REFERENCE or bool(self.code and self.tests)


class Ledger(NamedTuple):
    """The rules of a game; `missing` lack code or tests, `errors` name ids that no rule has."""

    game: str
    title: str
    rules: list[LedgerRule]
    total: int
    done: int
    missing: list[str]
    errors: list[str]


def ledger(game: Game, tests: Path | str | None = None, source: Path | str | None = None) -> Ledger:
    """Return the ledger of a game, from its package's source (or `source`) and a folder of tests."""
    folder = source_folder(game) if source is None else Path(source)
    errors: list[str] = []
    code: dict[str, list[str]] = {rule: [] for rule in game.rules}
    proof: dict[str, list[str]] = {rule: [] for rule in game.rules}
    for path in sorted(folder.rglob("*.py")):
        place = path.relative_to(folder).as_posix()
        for line, cited in citations(path.read_text(encoding="utf-8"), game):
            where = f"{place}:{line}"
            if cited in code:
                if where not in code[cited]:
                    code[cited].append(where)
            elif not RULING.fullmatch(cited):
                errors.append(f"{where} cites {cited}, which is not a rule of {game.title}.")
    if tests is not None:
        folder_of_tests = Path(tests).resolve()
        above = folder_of_tests.parent
        for path in sorted([*folder_of_tests.rglob("test_*.py"), *folder_of_tests.rglob("case.py")]):
            place = path.relative_to(above).as_posix().replace("case.py", "test_promises.py")
            read = case_marks if path.name == "case.py" else marks
            for name, slug, marked in read(path.read_text(encoding="utf-8")):
                if slug != game.slug:
                    continue
                node = f"{place}::{name}"
                if marked not in proof:
                    errors.append(f"{node} is marked with {marked}, which is not a rule of {game.title}.")
                elif node not in proof[marked]:
                    proof[marked].append(node)
    rules = [
        LedgerRule(rule.id, rule.title, rule.scope, code[rule.id], proof[rule.id])
        for rule in game.rules.values()
    ]
    missing = [rule.id for rule in rules if not rule.done]
    return Ledger(game.slug, game.title, rules, len(rules), len(rules) - len(missing), missing, errors)


def source_folder(game: Game) -> Path:
    """Return where the source of a game's package lies."""
    file = sys.modules[type(game).__module__].__file__
    assert file is not None
    return Path(file).resolve().parent


# --- code


def citations(source: str, game: Game) -> list[tuple[int, str]]:
    """Return the rule ids cited in the comments and docstrings of a source text, each with its line."""
    found: list[tuple[int, str]] = []
    starts = _docstrings(ast.parse(source))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and token.start in starts):
            for number, line in enumerate(token.string.splitlines()):
                for cited in cited_in(line, game):
                    found.append((token.start[0] + number, cited))
    return found


def cited_in(text: str, game: Game) -> list[str]:
    """Return the ids that one line cites, known or not."""
    found: list[str] = []
    for run in BRACKETS.findall(text):
        for bracket in str(run)[1:-1].split("]["):
            parts = [part.strip() for part in bracket.split(",")]
            shaped = all(part in game.rules or ID_SHAPE.fullmatch(part) for part in parts)
            # Plain numbers are a citation only where a rule has such a number.
            meant = any(part in game.rules or not part.isdigit() for part in parts)
            if shaped and meant:
                found += parts
    return found


def _docstrings(tree: ast.Module) -> set[tuple[int, int]]:
    """Return where the docstrings of a module begin."""
    starts: set[tuple[int, int]] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                if isinstance(first.value.value, str):
                    starts.add((first.value.lineno, first.value.col_offset))
    return starts


# --- tests


def marks(source: str) -> list[tuple[str, str, str]]:
    """Return the rule marks of a test module: test, game and rule id."""
    found: list[tuple[str, str, str]] = []
    _collect(ast.parse(source).body, "", [], found)
    return found


def _collect(
    body: list[ast.stmt], prefix: str, above: list[tuple[str, str]], found: list[tuple[str, str, str]]
) -> None:
    """Marks of the tests in a body; those of a module or class (`above`, `pytestmark`) hold for all in it."""
    own = list(above)
    for node in body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name) and target.id == "pytestmark":
                    own += _rule_marks(node.value)
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            inner = own + [mark for decorator in node.decorator_list for mark in _rule_marks(decorator)]
            _collect(node.body, f"{prefix}{node.name}::", inner, found)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test"):
            inner = own + [mark for decorator in node.decorator_list for mark in _rule_marks(decorator)]
            for slug, rule in inner:
                found.append((prefix + node.name, slug, rule))


def _rule_marks(expression: ast.expr) -> list[tuple[str, str]]:
    """Return every `….mark.rule("game", "id")` in an expression, inside `parametrize` too."""
    found: list[tuple[str, str]] = []
    for node in ast.walk(expression):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        mark = node.func.value
        named = (isinstance(mark, ast.Attribute) and mark.attr == "mark") or (
            isinstance(mark, ast.Name) and mark.id == "mark"
        )
        if node.func.attr == "rule" and named and len(node.args) == 2:
            slug, rule = node.args
            if isinstance(slug, ast.Constant) and isinstance(rule, ast.Constant):
                found.append((str(slug.value), str(rule.value)))
    return found


def case_marks(source: str) -> list[tuple[str, str, str]]:
    """Return the rule marks that a `case.py` gives to the tests of all games: test, game and rule id."""
    found: list[tuple[str, str, str]] = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
            continue
        for keyword in node.keywords:
            if keyword.arg == "marks" and isinstance(keyword.value, ast.Dict):
                for name, ids in ast.literal_eval(keyword.value).items():
                    found += [(name, str(node.args[0].value), rule) for rule in ids.split()]
    return found


# --- the page


def ledger_page(book: Ledger) -> str:
    """Return the ledger as a page of the documentation."""
    out = [
        f"# The rules of {book.title}",
        "",
        "Every rule of the index, the code that enforces it and the tests that prove it, as",
        f"`sandtable rules {book.game}` finds them (it gives lines and names too). Code is listed by module,",
        "tests by file and number. A rule that only refers to others needs neither.",
        "",
        f"{book.done} of {book.total} rules are done.",
        "",
        "| rule | title | code | tests |",
        "| --- | --- | --- | --- |",
    ]
    for rule in book.rules:
        # Without lines, so that the page changes only when what it says does.
        modules = dict.fromkeys(place.partition(":")[0] for place in rule.code)
        code = ", ".join(f"`{module}`" for module in modules)
        files = [node.partition("::")[0].rpartition("/")[2] for node in rule.tests]
        tests = ", ".join(f"`{name}` {files.count(name)}" for name in dict.fromkeys(files))
        empty = "–" if rule.scope == REFERENCE else "**missing**"
        title = rule.title.replace("|", "\\|")
        out.append(f"| {rule.id} | {title} | {code or empty} | {tests or empty} |")
    if book.errors:
        out += ["", "## Errors", ""]
        out += [f"- {error}" for error in book.errors]
    return "\n".join(out) + "\n"
