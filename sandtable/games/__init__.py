"""The games: Sandtable's own, each in a package here, and those of other packages; none imports another.

Another package declares a game as an entry point of the group `sandtable.games`, named by the slug:

    [project.entry-points."sandtable.games"]
    skirmish = "sandtable_skirmish:build"

`build` takes the folder of a component pack, or None for the game's own, and returns the `Game`.
"""

import importlib
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Final

from sandtable.engine.errors import UnknownGame
from sandtable.engine.game import Game

GROUP: Final = "sandtable.games"
OWN: Final = ("downfall", "on_to_berlin", "total_domination", "other_side", "blitzkrieg_general")

Build = Callable[[Path | None], Game]


def find_others() -> dict[str, EntryPoint]:
    """Return the games that other packages declare; none of them can replace one of Sandtable."""
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in OWN}


SLUGS: tuple[str, ...] = (*OWN, *sorted(find_others()))

_loaded: dict[str, Game] = {}


def find_build(slug: str) -> Build:
    """Return the function that builds a game; raise `UnknownGame` if there is none."""
    if slug in OWN:
        own: Build = importlib.import_module(f"sandtable.games.{slug}").build
        return own
    others = find_others()
    if slug not in others:
        raise UnknownGame(f"There is no game {slug!r}; there is {', '.join((*OWN, *sorted(others)))}.")
    try:
        found: Build = others[slug].load()
    except Exception as error:
        package = others[slug].value
        raise UnknownGame(f"The game {slug!r} cannot be loaded from {package}: {error}.") from error
    return found


def load_game(slug: str, pack: str | Path | None = None) -> Game:
    """Return a game with its own components, built once and kept, or with those of a pack folder."""
    if pack is not None:
        return find_build(slug)(Path(pack))
    if slug not in _loaded:
        _loaded[slug] = find_build(slug)(None)
    return _loaded[slug]
