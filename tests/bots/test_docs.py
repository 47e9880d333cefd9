"""The sessions on the pages about bots and odds run."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["bots.md", "odds.md"])
def test_the_sessions_on_the_page_run(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    sessions = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(sessions, {}, page, page, 0)
    assert len(test.examples) > 1
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0
