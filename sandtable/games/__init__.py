"""The games, each in a package of its own; none imports another."""

import importlib
from pathlib import Path

from sandtable.engine.errors import UnknownGame
from sandtable.engine.game import Game

SLUGS: tuple[str, ...] = ("downfall", "on_to_berlin", "total_domination", "other_side", "blitzkrieg_general")

_loaded: dict[str, Game] = {}


def load_game(slug: str, pack: str | Path | None = None) -> Game:
    """The game with this slug, with its own components or those of a pack folder; built once and kept."""
    if slug not in SLUGS:
        raise UnknownGame(f"There is no game {slug!r}; there is {', '.join(SLUGS)}.")
    if pack is not None:
        game: Game = importlib.import_module(f"sandtable.games.{slug}").build(Path(pack))
        return game
    if slug not in _loaded:
        _loaded[slug] = importlib.import_module(f"sandtable.games.{slug}").build(None)
    return _loaded[slug]
