"""Total Domination: the Second World War over the whole globe, 1939 to 1945, for one to four players."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable.games.total_domination.game import TotalDomination


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return TotalDomination(Path(__file__).parent / "data" if folder is None else folder)
