"""Promises about rules: the ledger is whole, playthroughs are kept, broken positions are found."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.data.ledger import Ledger, ledger, ledger_page
from sandtable.engine.errors import BrokenRules
from sandtable.testing import check_playthrough
from tests.games.case import ROOT, Case


@cache
def book_of(case: Case[Any]) -> Ledger:
    """Return the ledger of a game, which reads all tests."""
    return ledger(case.game, case.tests)


def test_every_rule_has_code_and_tests(case: Case[Any]) -> None:
    """Nothing is missing, and no rule is cited that does not exist."""
    book = book_of(case)
    assert (book.missing, book.errors) == ([], [])
    assert book.done == book.total == case.rules


def test_the_page_in_the_docs_is_up_to_date(case: Case[Any]) -> None:
    """`make ledger` writes it."""
    if case.tests == case.folder:
        pytest.skip("a game of another package")
    page = ROOT / "docs" / "ledger" / f"{case.slug}.md"
    assert page.read_text("utf-8") == ledger_page(book_of(case)), "run make ledger"


# --- playthroughs: a change of rules or words shows as a readable difference of a file


def playthroughs(case: Case[Any]) -> Path:
    """Return the folder of the playthroughs."""
    return case.folder / "playthroughs"


def test_games_play_as_they_are_written_down(case: Case[Any], played: str) -> None:
    path = playthroughs(case) / f"{played}.txt"
    check_playthrough(path, case.game, *case.playthroughs[played], max_choices=case.length)
    assert path.stat().st_size < 300_000


def test_every_scenario_has_a_playthrough_and_no_file_is_left_over(case: Case[Any]) -> None:
    scenarios = [scenario.id for scenario in case.game.scenarios]
    assert set(scenarios) <= {row.scenario or scenarios[0] for row in case.playthroughs.values()}
    assert {path.stem for path in playthroughs(case).glob("*.txt")} == set(case.playthroughs)


# --- invariants: each of them is found broken when it is broken


def test_sound_positions_pass(case: Case[Any]) -> None:
    positions = [make() for make in case.sound] + [m.state for m in case.moments.every()]
    for g in positions:
        case.game.check(g)


def test_what_is_broken_is_found(case: Case[Any], breakage: str) -> None:
    words, break_it, *which = case.broken[breakage]
    g = case.sound[which[0] if which else 0]()
    case.game.check(g)
    break_it(g)
    with pytest.raises(BrokenRules, match=re.escape(words)):
        case.game.check(g)
