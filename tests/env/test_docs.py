"""What the page for researchers and the modules' own examples say happens."""

import doctest
import re
from pathlib import Path

import sandtable.env
from sandtable.env import aec, gym, spiel

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_sessions_on_the_page_run() -> None:
    sessions = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S))
    test = doctest.DocTestParser().get_doctest(sessions, {}, "research", str(PAGE), 0)
    assert len(test.examples) >= 20
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_examples_of_the_modules_run() -> None:
    for module in (sandtable.env, aec, gym, spiel):
        tried = doctest.testmod(module)
        assert tried.attempted >= 2 and tried.failed == 0, module.__name__
