"""The README's session runs as written."""

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_session_in_the_readme_runs() -> None:
    """Every line of the Python session gives what the page says."""
    session = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
    assert session is not None
    test = doctest.DocTestParser().get_doctest(session.group(1), {}, "README", str(README), 0)
    assert len(test.examples) >= 8
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_pages_the_readme_links_to_exist() -> None:
    """No dead link and no missing picture."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
