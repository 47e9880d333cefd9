"""Saves on disk: where they are kept, how none is ever half written, how they are found."""

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
    """Where saves go when the player names no folder."""
    return data_folder() / "saves"


def save_path(name: str) -> Path:
    """The file a player means by a name: a bare name lies in the folder of saves."""
    if "/" in name or os.sep in name:
        path = Path(name).expanduser()
        return path if path.suffix else path.with_name(path.name + ENDING)
    return saves_folder() / (name if name.endswith(ENDING) else name + ENDING)


def fresh_path(slug: str) -> Path:
    """A file name for a new game that no other game has."""
    stem = f"{slug}-{time.strftime('%Y%m%d-%H%M%S')}"
    path = saves_folder() / f"{stem}{ENDING}"
    count = 1
    while path.exists():
        count += 1
        path = saves_folder() / f"{stem}-{count}{ENDING}"
    return path


def own_file(slug: str, path: Path) -> bool:
    """Whether a save is the file of a session, which goes on in it; one with a player's name stays."""
    return (
        path.parent == saves_folder()
        and re.fullmatch(rf"{slug}-\d{{8}}-\d{{6}}(-\d+)?", path.stem) is not None
    )


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: a temporary file beside it takes its place when complete."""
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
    """The save a player means: a path, or a name in the folder of saves, with or without its ending."""
    tried = [Path(name).expanduser(), saves_folder() / name, saves_folder() / f"{name}{ENDING}"]
    for path in tried:
        if path.is_file():
            return path
    raise SaveError(f"There is no save {name}, neither here nor in {saves_folder()}.")


def read(path: Path) -> bytes:
    """The bytes of a save."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path} cannot be read: {error.strerror or error}.") from error


def slug_of(data: bytes) -> str:
    """Which game a save is of."""
    return str(saves.read(data)["game"])


def load(game: Game, data: bytes) -> Match:
    """The match of a save; whatever is wrong with it is told in a sentence."""
    try:
        return Match.load(game, data)
    except SandtableError:
        raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, AssertionError) as error:
        raise SaveError("This save does not fit the rules of its game; nothing was loaded.") from error


def listed() -> list[Path]:
    """The saves in the folder of saves, the newest first."""
    folder = saves_folder()
    if not folder.is_dir():
        return []
    return sorted(folder.glob(f"*{ENDING}"), key=lambda path: path.stat().st_mtime, reverse=True)
