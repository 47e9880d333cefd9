"""On To Berlin!: the war in Europe and North Africa, 1939 to 1945, for two players with a hand of cards."""

from pathlib import Path

from sandtable.engine.game import Game
from sandtable.games.on_to_berlin.game import OnToBerlin


def build(folder: Path | None = None) -> Game:
    """Return the game with the components of a folder, or with its own."""
    return OnToBerlin(Path(__file__).parent / "data" if folder is None else folder)
