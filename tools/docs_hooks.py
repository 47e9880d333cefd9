"""What mkdocs needs besides its configuration: pages from outside `docs/`, and links to files of the tree.

README, CONTRIBUTING and CHANGELOG stand where people look for them on a code host; the site has them as pages
of its own. A link to any other file of the tree becomes the name of that file: the site has no copy of it.
"""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parent.parent
PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/skirmish/README.md": "skirmish.md",
}
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")
CODE = re.compile(r"(```.*?```|`[^`\n]*`)", re.DOTALL)
RULE = re.compile(r"\[([A-Z]{0,2}\d[^\]\[\n]*)\](?!\()")
IMAGE = re.compile(r"!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)")


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside `docs/`."""
    for source, target in PAGES.items():
        text = (ROOT / source).read_text(encoding="utf-8")
        files.append(File.generated(config, target, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Let links lead to pages of the site, whatever folder the text comes from."""
    source = next((s for s, t in PAGES.items() if t == page.file.src_uri), f"docs/{page.file.src_uri}")
    here = (ROOT / source).parent
    depth = "../" * page.file.src_uri.count("/")

    def target_of(path: str) -> str | None:
        """Return the address of a file on the site, seen from this page; None if it has none."""
        full = (here / path).resolve()
        if not full.exists():
            return path  # mkdocs says that it is missing
        name = str(full.relative_to(ROOT).as_posix())
        if name in PAGES:
            return f"{depth}{PAGES[name]}"
        on_site = name.startswith("docs/") and full.is_file()
        return f"{depth}{name.removeprefix('docs/')}" if on_site else None

    def link(match: re.Match[str]) -> str:
        target = target_of(match[2])
        return f"{match[1]} (`{match[2]}`)" if target is None else f"[{match[1]}]({target}{match[3] or ''})"

    def image(match: re.Match[str]) -> str:
        return f"![{match[1]}]({target_of(match[2]) or match[2]})"

    # Rules in brackets, such as [8k] [17o], are not links.
    pieces = CODE.split(markdown)
    pieces[::2] = [RULE.sub(r"\\[\1\\]", piece) for piece in pieces[::2]]
    return IMAGE.sub(image, LINK.sub(link, "".join(pieces)))
