"""What a seat sees of each game, as numbers."""

from importlib import import_module

from sandtable.engine.game import Game, Setup
from sandtable.env.sight import Sight


def make_sight(game: Game, setup: Setup) -> Sight:
    """The sight of a game in one set-up."""
    module = import_module(f"sandtable.env.sights.{game.slug}")
    sight: Sight = module.Sight(game, setup)
    return sight
