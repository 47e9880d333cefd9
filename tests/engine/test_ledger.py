"""The ledger: citations in comments and docstrings, marks on tests, and what is missing."""

from pathlib import Path

import pytest

from sandtable.engine.data.ledger import Ledger, citations, ledger, ledger_page, marks, source_folder
from tests.engine.tiny import build

GAME = build()

CODE = '''"""Bidding and turns. [2]"""

PLACES = ["[4]", "[99z]"]  # not a citation: [x], places[3], (1)[2]


class Bid:
    """All lay a card.

    The card must be in hand. [2a]
    """

    def lay(self, place):
        # A counter moves once a turn [3a], wherever it is [1a, 1b, R12].
        return place[4] + "[6]"  # [12, 13] are plain numbers, [4] is a rule


def late():
    x = 1
    """Not a docstring [6a]."""
    return x
'''

TESTS = """
import pytest
from pytest import mark

pytestmark = [pytest.mark.rule("straits", "2"), pytest.mark.slow]


@pytest.mark.rule("straits", "3a")
@pytest.mark.rule("straits", "1a")
def test_moves():
    pass


@mark.rule("straits", "4")
class TestFights:
    pytestmark = pytest.mark.rule("straits", "4a")

    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("straits", "1b")), 2])
    async def test_ambush(self, x):
        pass

    def helper(self):
        pass


@pytest.mark.rule("bridges", "77")
def test_another_game():
    pass


@pytest.mark.rule(GAME, RULE)
@other.rule("straits", "5")
def test_computed():
    pass


class Helpers:
    @pytest.mark.rule("straits", "6")
    def test_never_collected(self):
        pass
"""


def test_citations_stand_in_comments_and_docstrings() -> None:
    assert citations(CODE, GAME) == [
        (1, "2"),
        (9, "2a"),
        (13, "3a"),
        (13, "1a"),
        (13, "1b"),
        (13, "R12"),
        (14, "4"),
    ]


@pytest.mark.parametrize(
    ("comment", "cited"),
    [
        ("# [8k]", ["8k"]),
        ("# [2, 9]", ["2", "9"]),
        ("# (see [3a])", ["3a"]),
        ("# [4a][3a]", ["4a", "3a"]),
        ("# place[2][3]", []),
        ("# [TT10R, CARD.militia]", []),
        ("# [A6.4.3C2]", ["A6.4.3C2"]),
        ("# [7, 8]", []),
        ("# [1.5 km]", []),
        ("# list[1a]", []),
        ("# [ ]", []),
    ],
)
def test_what_reads_like_a_citation(comment: str, cited: list[str]) -> None:
    assert [rule for _, rule in citations(comment + "\n", GAME)] == cited


def test_marks_of_tests_classes_and_modules() -> None:
    assert marks(TESTS) == [
        ("test_moves", "straits", "2"),
        ("test_moves", "straits", "3a"),
        ("test_moves", "straits", "1a"),
        ("TestFights::test_ambush", "straits", "2"),
        ("TestFights::test_ambush", "straits", "4"),
        ("TestFights::test_ambush", "straits", "4a"),
        ("TestFights::test_ambush", "straits", "1b"),
        ("test_another_game", "straits", "2"),
        ("test_another_game", "bridges", "77"),
        ("test_computed", "straits", "2"),
    ]


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    (tmp_path / "code" / "deep").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "code" / "bids.py").write_text(CODE)
    (tmp_path / "code" / "deep" / "more.py").write_text("x = 1  # [4, 4a] [4] and [9z]\n")
    (tmp_path / "tests" / "test_straits.py").write_text(TESTS)
    (tmp_path / "tests" / "test_wrong.py").write_text(
        'import pytest\n\n@pytest.mark.rule("straits", "8x")\ndef test_wrong(): ...\n'
    )
    (tmp_path / "tests" / "helpers.py").write_text("import nothing_at_all  # never read\n")
    return ledger(build(), tmp_path / "tests", tmp_path / "code")


def test_every_rule_has_its_code_and_tests(book: Ledger) -> None:
    rules = {rule.id: rule for rule in book.rules}
    assert list(rules) == list(GAME.rules)
    assert rules["4"].code == ["bids.py:14", "deep/more.py:1"]
    assert rules["4"].tests == ["tests/test_straits.py::TestFights::test_ambush"]
    assert rules["3a"].done and rules["3a"].code == ["bids.py:13"]
    assert not rules["2a"].done and rules["2a"].tests == []


def test_what_all_games_promise_is_marked_in_the_case_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "straits").mkdir()
    case = 'CASE = Case("straits", FOLDER, marks={"test_random_games": "3a 77x", "test_saves": "5"})\n'
    (tmp_path / "straits" / "case.py").write_text(
        case + 'OTHER = Case("bridges", FOLDER, marks={"test_saves": "3"})\n'
    )
    book = ledger(build(), tmp_path, Path(__file__).parent / "nowhere")
    proved = {rule.id: rule.tests for rule in book.rules if rule.tests}
    promises = f"{tmp_path.name}/straits/test_promises.py"
    assert proved == {"3a": [f"{promises}::test_random_games"], "5": [f"{promises}::test_saves"]}
    assert book.errors == [
        f"{promises}::test_random_games is marked with 77x, which is not a rule of Straits."
    ]


def test_what_is_missing_and_what_is_done(book: Ledger) -> None:
    assert book.game == "straits" and book.total == len(GAME.rules) == 12
    assert book.missing == ["2a", "3", "5", "6", "6a"]
    # "1" is for reference: it needs neither code nor test
    assert book.done == 7 and "1" not in book.missing


def test_unknown_ids_are_errors(book: Ledger) -> None:
    assert book.errors == [
        "deep/more.py:1 cites 9z, which is not a rule of Straits.",
        "tests/test_wrong.py::test_wrong is marked with 8x, which is not a rule of Straits.",
    ]


def test_without_tests_nothing_is_proved() -> None:
    book = ledger(build(), None, Path(__file__).parent / "nowhere")
    assert book.done == 1 and len(book.missing) == 11


def test_the_source_is_that_of_the_games_package() -> None:
    assert source_folder(build()) == Path(__file__).parent


def test_the_page(book: Ledger) -> None:
    page = ledger_page(book)
    assert page.startswith("# The rules of Straits\n")
    assert "7 of 12 rules are done." in page
    assert "| 1 | The straits | – | – |" in page
    assert "| 4 | Fights | `bids.py`, `deep/more.py` | `test_straits.py` " in page
    assert "| 5 | Buried cards | **missing** | **missing** |" in page
    assert page.endswith("which is not a rule of Straits.\n")
