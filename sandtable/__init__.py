"""Sandtable: board wargames of the Second World War, with every rule enforced.

>>> import sandtable
>>> m = sandtable.new("downfall", seed=7)
>>> m.prompts[0].rule
'3c'
"""

from pathlib import Path

from sandtable.engine import save as _saves
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import OptionValue
from sandtable.engine.match import Match, Prompt
from sandtable.games import SLUGS, load_game

__all__ = ["SLUGS", "Match", "Prompt", "SandtableError", "load", "load_game", "new"]
__version__ = "0.1.0"


def new(
    slug: str,
    scenario: str | None = None,
    players: int | None = None,
    seed: int = 0,
    pack: str | Path | None = None,
    **options: OptionValue,
) -> Match:
    """A new match of a game: `sandtable.new("downfall", players=2, seed=7)`."""
    return Match.start(load_game(slug, pack), scenario, players, options, seed)


def load(data: bytes, pack: str | Path | None = None) -> Match:
    """The match of a save."""
    return Match.load(load_game(str(_saves.read(data)["game"]), pack), data)
