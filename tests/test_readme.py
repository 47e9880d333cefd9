"""What the README links to; its session is run with the other pages."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_pages_the_readme_links_to_exist() -> None:
    """No dead link and no missing picture."""
    for target in re.findall(r"\]\(([^)#:]+)\)", README.read_text(encoding="utf-8")):
        assert (README.parent / target).exists(), target
