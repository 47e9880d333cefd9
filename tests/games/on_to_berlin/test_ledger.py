"""The ledger of On To Berlin! is whole, and the page that shows it is true."""

from pathlib import Path

import sandtable
from sandtable.engine.data.ledger import ledger, ledger_page

ROOT = Path(__file__).parents[3]
BOOK = ledger(sandtable.load_game("on_to_berlin"), ROOT / "tests")


def test_every_rule_has_code_and_tests() -> None:
    """Nothing is missing, and nobody cites a rule that is not there."""
    assert BOOK.missing == []
    assert BOOK.errors == []
    assert BOOK.done == BOOK.total == 334


def test_the_page_in_the_docs_is_up_to_date() -> None:
    """`make ledger` writes it."""
    page = (ROOT / "docs" / "ledger" / "on_to_berlin.md").read_text(encoding="utf-8")
    assert page == ledger_page(BOOK), "run make ledger"
