"""`sandtable new-game`: lay the frame of a game in a package of its own."""

import keyword
import re
from pathlib import Path
from typing import Annotated, Final

import typer

from sandtable.cli.common import out
from sandtable.engine.errors import SandtableError
from sandtable.games import SLUGS

FRAME: Final = Path(__file__).parent / "frame"
ENDING: Final = ".txt"  # of the files of the frame, so that nothing takes them for code


def new_game(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A new or empty folder; its name is the game's.")
    ],
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The title; by default from the name.")
    ] = None,
) -> None:
    """Lay the frame of a game: a package that can be played at once, to be changed step by step."""
    for path in lay_frame(folder, title):
        out().print(path.as_posix(), highlight=False, markup=False)
    slug = slug_of(folder)
    out().print(f"Next: pip install -e {folder}, then sandtable play {slug}.", highlight=False, markup=False)
    text = "The page on a new game in the documentation goes on from there."
    out().print(text, highlight=False, markup=False)


def slug_of(folder: Path) -> str:
    """Return the slug of a game from the name of its folder."""
    return re.sub(r"[^a-z0-9]+", "_", folder.resolve().name.lower()).strip("_")


def lay_frame(folder: Path, title: str | None = None) -> list[Path]:
    """Write the frame of a game into a folder; return the files."""
    slug = slug_of(folder)
    if not slug or not slug[0].isalpha() or keyword.iskeyword(slug):
        raise SandtableError(f"{folder.name!r} cannot be the name of a game; begin it with a letter.")
    if slug in SLUGS:
        raise SandtableError(f"There is a game {slug} already; choose another name for the folder.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SandtableError(f"{folder} exists and is not an empty folder; nothing was written.")
    package = f"sandtable_{slug}"
    words = {
        "@slug@": slug,
        "@package@": package,
        "@package-dashed@": package.replace("_", "-"),
        "@Class@": slug.title().replace("_", ""),
        "@title@": title or slug.replace("_", " ").title(),
    }
    written: list[Path] = []
    try:
        for source in sorted(FRAME.rglob(f"*{ENDING}")):
            below = source.relative_to(FRAME).as_posix().removesuffix(ENDING)
            target = folder / re.sub(r"^package/", f"{package}/", below)
            text = source.read_text(encoding="utf-8")
            for word, value in words.items():
                text = text.replace(word, value)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
            written.append(target)
    except OSError as error:
        raise SandtableError(f"The frame cannot be written to {folder}: {error.strerror}.") from None
    return written
