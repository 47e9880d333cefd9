"""Blitzkrieg General: the whole war in quarters, for one to eight players, with basic and advanced rules."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return BlitzkriegGeneral(Path(__file__).parent / "data" if folder is None else folder)
