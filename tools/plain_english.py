"""Find names, docstrings and sentences that are not plain English: `tools/plain_english.py [PATH ...]`.

Three checks: no module, class or public function has a name from a list of riddles; the docstring of a
function begins with a verb; no text uses one of some thirty old-fashioned turns. docs/decisions tells why.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).resolve().parent.parent
WHERE = ("sandtable", "docs", "tools", "tests", "benchmarks", "examples", "README.md", "CONTRIBUTING.md")
KINDS = (".py", ".md", ".toml", ".js", ".html")

RIDDLES = re.compile(
    r"^(creeds?|esteem|counsel|keeper|books|shelf|tidy|sights?|conduct|aftermath|crew|outlook|needs|courses?"
    r"|sorts|parties|clash|duel|volleys|wings|deeds?|whither|wire|moment|seldom|obey|polite|knock|luck|eyes"
    r"|lit|ink|bends|beside|fate|heap|prowl|menace|merit|muster|prey|punch|broadside|spots|refuges?|passages"
    r"|hop|told|tell|fruit)$"
)
NO_VERB = re.compile(
    r"(?:The|A|An|What|Whether|Why|How|Where|Who|Which|Whose|One|All|Every|Each|Any|Only|Both|Those|It|As|So"
    r"|In|By|For|Nothing|Several|Everything|Something)\b"
)
# A turn, and what to write instead.
TURNS: dict[str, str] = {
    r"\banew\b": "again",
    r"\bbeneath\b": "under",
    r"\b(?:whither|whence|hence|lest|nought|upon|thereof|therein|whilst)\b": "a plain word",
    r"\bbetray\w*": "reveal",
    r"\b(?:in vain|at a go|at hand|for ever|on the average|again and again|the like)\b": "a plain word",
    r"\bshall\b": "must, or a plain verb",
    r"\b(?:he|him|his|himself)\b": "they, you",
    r"\b(?:of (?:mine|ours|yours|theirs)|the own)\b": "your, their",
    r"\bbut for\b": "except",
    r"\bso (?:many|much)\b(?! (?:as|that)\b)": "a number, `n`",
    r"\b(?:to|for|by|of|from|at|with|before|after|than|as) who\b(?! else)": "the player who",
    r"(?m:(?:^|[.;:] )(?-i:Who) (?!else)\w+[^?\n]*$)": "a player who",
    r"(?<![Tt]here )\b(?:is|are) no (?!(?:longer|more|one|larger|less|better|limit)\b)\w+"
    r"(?![^.!\n]*\?)": "is not a",
    r"\b(?:speaks?|tells?) of\b": "mention, show",
    r"\b(?:goes|go) by\b(?! (?:rail|sea|road|air)\b)": "use, follow",
    r"\bhangs? on\b": "depend on",
    r"\b(?:is|are|was|were|be|being) told\b": "shown, said",
    r"\b(?:is|are) looked for\b": "searched",
    r"\bin sight\b": "current",
    r"\b(?:doors?|knock\w*|eyes?)\b": "a plain word",
    r"\bmend\w*\b": "fix",
    r"\bluck\b": "seed, chance",
    r"\bfruits?\b": "achievement",
    r"\bcamps?\b": "team",
    r"\bcreeds?\b": "weights",
    r"\b(?:is|are|be) had\b|\bhowever it\b": "a plain word",
    r"\bgive[sn]? (?-i:True|False|None)\b": "return",
    r"\b(?:\d+|many|each|of all) looks?\b": "simulations",
    r"\bpersons?\b": "people, player",
}
ANY = re.compile("|".join(f"(?:{turn})" for turn in TURNS), re.IGNORECASE)

# Where a turn is right, by path and turn: a General has a name, a camera an eye, a ledger is generated.
ALLOWED: tuple[tuple[str, str], ...] = (
    (r"docs/ledger/", ""),
    (r"docs/decisions/", ""),
    (r"plain_english\.py", ""),
    (r"server/store/migrations/", ""),
    (r"engine/(?:game|parts)\.py", r"moment"),
    (r"other_side", r"he|him|his|himself"),
    (r"web/js/map/", r"eyes?|in sight"),
    (r"server/common/", ""),
)


class Finding(NamedTuple):
    """A place, what stands there, and what to write."""

    path: str
    line: int
    found: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.found} → {self.instead}"


def files(paths: list[Path]) -> Iterator[Path]:
    """Yield the files of some paths that hold text of ours."""
    for path in paths:
        found = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in found:
            parts = set(file.relative_to(TOP).parts)
            if file.suffix in KINDS and file.is_file() and not parts & {"vendor", "recorded", "__pycache__"}:
                yield file


def findings(paths: list[Path]) -> Iterator[Finding]:
    """Yield everything that is not plain in the files of some paths."""
    for file in files(paths):
        name = file.relative_to(TOP).as_posix()
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".py":
            tree = ast.parse(text)
            if name.startswith("sandtable/"):
                yield from name_findings(name, file.stem, tree)
                yield from docstring_findings(name, tree)
            pieces = python_prose(text, tree)
        elif file.suffix == ".toml":
            pieces = toml_comments(text)
        else:
            pieces = list(enumerate(text.splitlines(), 1))
        yield from prose_findings(name, pieces)


def name_findings(name: str, stem: str, tree: ast.Module) -> Iterator[Finding]:
    """Yield the names that want a glossary: of the module, its classes, its public functions and methods."""
    names = [(1, stem)]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("_"):
                names.append((node.lineno, node.name))
    for line, whole in names:
        for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", whole):
            allowed = any(re.search(p, name) and re.fullmatch(t, word, re.I) for p, t in ALLOWED if t)
            if RIDDLES.match(word.lower()) and not allowed:
                yield Finding(name, line, f"the name {whole}", "a plain name")


def docstring_findings(name: str, tree: ast.Module) -> Iterator[Finding]:
    """Yield the docstrings of functions that do not begin with a verb."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = {ast.unparse(mark) for mark in node.decorator_list}
            doc = ast.get_docstring(node)
            free = any(re.search(r"property|setter|command|callback", mark) for mark in marks)
            if doc and not free and NO_VERB.match(doc):
                yield Finding(name, node.lineno, f"docstring “{doc.splitlines()[0][:60]}”", "a verb first")


def python_prose(text: str, tree: ast.Module) -> list[tuple[int, str]]:
    """Return the comments and texts of a module with their lines."""
    pieces: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            pieces.append((token.start[0], token.string.lstrip("# ")))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            for offset, line in enumerate(node.value.splitlines()):
                pieces.append((node.lineno + offset, line.strip()))
    return pieces


def toml_comments(text: str) -> list[tuple[int, str]]:
    """Return the comments of a TOML file with their lines; its values belong to the pack and its hash."""
    found: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), 1):
        outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", line)
        if "#" in outside:
            found.append((number, outside.partition("#")[2]))
    return found


def prose_findings(name: str, pieces: list[tuple[int, str]]) -> Iterator[Finding]:
    """Yield the turns that some lines of text use."""
    for line, text in pieces:
        for match in ANY.finditer(text):
            found = match.group().strip(" .;:")
            if not any(re.search(p, name) and re.fullmatch(t or ".*", found, re.I) for p, t in ALLOWED):
                yield Finding(name, line, f"“{found[:60]}”", instead(match.group()))


def instead(found: str) -> str:
    """Return what to write in place of a turn."""
    for turn, better in TURNS.items():
        if re.search(turn, found, re.IGNORECASE):
            return better
    return "plain words"


def main() -> int:
    """Print every finding in the paths given, or in everything; fail if there is one."""
    paths = [Path(argument).resolve() for argument in sys.argv[1:]] or [TOP / name for name in WHERE]
    count = 0
    for finding in findings(paths):
        print(finding)
        count += 1
    print(f"{count} to put right", file=sys.stderr)
    return int(count > 0)


if __name__ == "__main__":
    sys.exit(main())
