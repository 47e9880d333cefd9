"""Every Python block of the README and of the pages below docs runs, and sessions give what the page shows.

The blocks of a page share their names, from top to bottom. What a block needs stands before it in a comment
that readers do not see (`<!-- python … -->`); what cannot run is marked `python sketch`.
"""

from __future__ import annotations

import ast
import doctest
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

TOP = Path(__file__).parent.parent
BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```|^<!-- python\n(.*?)^-->", re.DOTALL | re.MULTILINE)
SESSION = re.compile(r"^\s*>>> ", re.MULTILINE)


class Shown(doctest.OutputChecker):
    """What a page shows: a space that does not break looks like any other."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        """Compare what came with what the page says."""
        return super().check_output(want, got.replace("\u00a0", " "), optionflags)


class Block(NamedTuple):
    """A piece of Python on a page, and the number of its first line."""

    text: str
    line: int


def blocks(text: str) -> list[Block]:
    """Return what is to run of a page, hidden set-ups too."""
    found: list[Block] = []
    for match in BLOCK.finditer(text):
        language, more, shown, hidden = match.groups()
        if hidden is not None or (language in ("python", "py", "pycon") and more.strip() != "sketch"):
            found.append(Block(shown if hidden is None else hidden, text.count("\n", 0, match.start()) + 1))
    return found


def run(block: Block, page: str, names: dict[str, Any]) -> None:
    """Run a block, or compare a session with what the page shows."""
    if not SESSION.search(block.text):
        # The number of the line tells where on the page it fails.
        code = ast.increment_lineno(ast.parse(block.text, page), block.line)
        exec(compile(code, page, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.text, names, page, page, block.line)
    told: list[str] = []
    tried = doctest.DocTestRunner(Shown(), verbose=False).run(test, out=told.append, clear_globs=False)
    names.update(test.globs)
    assert tried.attempted > 0
    assert not tried.failed, "".join(told)


def pages() -> list[str]:
    """Return the pages that have Python on them."""
    found = [TOP / "README.md", *sorted((TOP / "docs").rglob("*.md"))]
    return [str(page.relative_to(TOP)) for page in found if blocks(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("page", pages())
def test_the_python_on_the_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (TOP / page).read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks(text):
        run(block, page, names)


def test_every_game_and_the_readme_have_python_that_runs() -> None:
    found = pages()
    assert "README.md" in found and len([page for page in found if page.startswith("docs/games/")]) == 5


def test_a_block_that_fails_is_found(tmp_path: Path) -> None:
    text = "```python\na = 1\n```\n\n<!-- python\na += 1\n-->\n\n```python\n>>> a\n2\n```\n"
    names: dict[str, Any] = {}
    found = blocks(text)
    assert [block.line for block in found] == [1, 5, 9]
    for block in found:
        run(block, "page", names)
    with pytest.raises(AssertionError, match=r"Expected:\n\s+3"):
        run(Block(">>> a\n3\n", 1), "page", names)
    with pytest.raises(ZeroDivisionError):
        run(Block("1 / 0\n", 1), "page", names)
    assert blocks("```python sketch\nnonsense(\n```\n\n```sh\nnonsense\n```\n") == []


def test_what_the_page_of_a_new_game_shows_is_in_the_example() -> None:
    text = (TOP / "docs" / "new_game.md").read_text("utf-8")
    folder = TOP / "examples" / "skirmish"
    sources = [path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".py", ".toml")]
    shown = [block for _, kind, block, _ in BLOCK.findall(text) if kind.strip() == "sketch"]
    assert len(shown) >= 6
    for block in shown:
        assert any(block in source for source in sources), block
