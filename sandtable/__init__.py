"""Sandtable: board wargames of the Second World War, with every rule enforced.

>>> import sandtable
>>> m = sandtable.new("downfall", seed=7)
>>> m.prompts[0].rule
'3c'

The engine is imported when it is first needed, so that the command line understands an interrupt at once.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what type checkers take for true; the module `typing` is not needed for it
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from sandtable.engine.errors import SandtableError
    from sandtable.engine.game import OptionValue
    from sandtable.engine.match import Match, Prompt
    from sandtable.games import SLUGS, load_game

__all__ = ["SLUGS", "Match", "Prompt", "SandtableError", "load", "load_game", "new"]
__version__ = "0.1.0"

# Where the names come from that are imported when they are first asked for.
_HOMES = {
    "SLUGS": "sandtable.games",
    "Match": "sandtable.engine.match",
    "Prompt": "sandtable.engine.match",
    "SandtableError": "sandtable.engine.errors",
    "load_game": "sandtable.games",
}
_MODULES = ("engine", "games")


def new(
    slug: str,
    scenario: str | None = None,
    players: int | None = None,
    seed: int = 0,
    pack: str | Path | None = None,
    **options: OptionValue,
) -> Match:
    """Return a new match of a game: `sandtable.new("downfall", players=2, seed=7)`."""
    from sandtable.engine.match import Match
    from sandtable.games import load_game

    return Match.start(load_game(slug, pack), scenario, players, options, seed)


def load(data: bytes, pack: str | Path | None = None) -> Match:
    """Return the match of a save."""
    from sandtable.engine import save
    from sandtable.engine.match import Match
    from sandtable.games import load_game

    return Match.load(load_game(save.read(data)["game"], pack), data)


def __getattr__(name: str) -> Any:
    """Return a name of this package that is imported only when somebody asks for it."""
    import importlib

    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"sandtable.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return all names, those not imported yet among them."""
    return sorted({*globals(), *_HOMES, *_MODULES})
