"""Skirmish: two small armies fight for a valley; the example of a game outside Sandtable."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable_skirmish.game import Skirmish


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return Skirmish(Path(__file__).parent / "data" if folder is None else folder)
