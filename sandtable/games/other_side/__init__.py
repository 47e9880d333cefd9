"""The Other Side of the Hill: the German High Command, 1939 to 1945, for one to four players together."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable.games.other_side.game import OtherSide


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return OtherSide(Path(__file__).parent / "data" if folder is None else folder)
