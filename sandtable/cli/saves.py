"""Saves on disk: where they are, how each is written completely, how they are found."""

import os
import re
import tempfile
import time
from pathlib import Path

from sandtable.engine import save as saves
from sandtable.engine.errors import SandtableError, SaveError
from sandtable.engine.game import Game
from sandtable.engine.match import Match
from sandtable.server.config import data_folder as data_folder

ENDING = ".save"


def saves_folder() -> Path:
    """Return the folder of saves."""
    return data_folder() / "saves"


def save_path(name: str) -> Path:
    """Return the file that a player means by a name: a bare name lies in the folder of saves."""
    if "/" in name or os.sep in name:
        path = Path(name).expanduser()
        return path if path.suffix else path.with_name(path.name + ENDING)
    return saves_folder() / (name if name.endswith(ENDING) else name + ENDING)


def fresh_path(slug: str) -> Path:
    """Return an unused file name for a new game."""
    stem = f"{slug}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = saves_folder() / f"{stem}{ENDING}"
    count = 1
    while path.exists():
        count += 1
        path = saves_folder() / f"{stem}-{count}{ENDING}"
    return path


def own_file(slug: str, path: Path) -> bool:
    """Check whether a save is the automatic file of a session, and not one that a player named."""
    return (
        path.parent == saves_folder()
        and re.fullmatch(rf"{slug}-\d{{8}}-\d{{6}}(-\d+)?", path.stem) is not None
    )


def write(path: Path, data: bytes) -> None:
    """Write a file completely or not at all: a temporary file replaces it when complete."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SandtableError(f"{path} cannot be written: {error.strerror or error}.") from error


def find(name: str) -> Path:
    """Return the save that a player means: a path, or a name in the folder of saves without its ending.."""
    tried = [Path(name).expanduser(), saves_folder() / name, saves_folder() / f"{name}{ENDING}"]
    for path in tried:
        if path.is_file():
            return path
    raise SaveError(f"There is no save {name}, neither here nor in {saves_folder()}.")


def read(path: Path) -> bytes:
    """Return the bytes of a save."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror or error}.") from error


def slug_of(data: bytes) -> str:
    """Return the game of a save."""
    return str(saves.read(data)["game"])


def load(game: Game, data: bytes) -> Match:
    """Return the match of a save; every error is a sentence."""
    try:
        return Match.load(game, data)
    except SandtableError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
        raise SaveError("This save does not fit the rules of its game. Nothing was loaded.") from error


def listed() -> list[Path]:
    """Return the saves in the folder of saves, the newest first."""
    folder = saves_folder()
    if not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
