"""Names, docstrings and sentences are plain English, everywhere: see `tools/plain_english.py`."""

import ast
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
sys.path.insert(0, str(TOP / "tools"))

import plain_english  # noqa: E402

PLACES = sorted(
    path
    for name in plain_english.WHERE
    for path in ([TOP / name] if (TOP / name).is_file() else (TOP / name).iterdir())
    if path.name != "__pycache__"
)


@pytest.mark.parametrize("place", PLACES, ids=[path.relative_to(TOP).as_posix() for path in PLACES])
def test_everything_is_plain(place: Path) -> None:
    assert [str(finding) for finding in plain_english.findings([place])] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Who plays here sees all.", "Who plays here sees all"),
        ("Cards are dealt anew.", "anew"),
        ("Wait for who comes.", "for who"),
        ("This is no save.", "is no save"),
        ("Is this no save? There is no save.", ""),
        ("A bot is no longer asked.", ""),
        ("He moves.", "He"),
        ("The unit is told to move.", "is told"),
    ],
)
def test_a_turn_is_found(text: str, found: str) -> None:
    told = [finding.found.strip("“”") for finding in plain_english.prose_findings("x.md", [(1, text)])]
    assert told == ([found] if found else [])


def test_names_and_docstrings_are_found() -> None:
    tree = ast.parse(
        'class Creed:\n    def told(self) -> str:\n        """The words."""\n        return ""\n'
    )
    assert [x.found for x in plain_english.name_findings("sandtable/x.py", "esteem", tree)] == [
        "the name esteem",
        "the name Creed",
        "the name told",
    ]
    assert [x.line for x in plain_english.docstring_findings("sandtable/x.py", tree)] == [2]


def test_only_comments_of_data_are_read() -> None:
    text = 'name = "Beneath # the deck" # dealt anew\n'
    assert plain_english.toml_comments(text) == [(1, " dealt anew")]
