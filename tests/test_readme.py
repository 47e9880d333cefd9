"""What the README links to; its session is run with the other pages."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_pages_the_readme_links_to_exist() -> None:
    """No dead link and no missing picture."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target


def test_the_readme_says_what_is_in_our_hands() -> None:
    """The printed games are not lost; we only have no more than the text of their rulebooks."""
    text = " ".join(README.read_text(encoding="utf-8").split())
    assert "only the text of the rulebooks is in our hands" in text
    assert not re.search(r"\blost\b", text)
