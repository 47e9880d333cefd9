"""Downfall of the Third Reich: the war in Europe, 1940 to 1945, for two or three players."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable.games.downfall.game import Downfall


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return Downfall(Path(__file__).parent / "data" if folder is None else folder)
