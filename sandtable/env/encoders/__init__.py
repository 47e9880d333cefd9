"""What a seat sees of each game, as numbers."""

from importlib import import_module

from sandtable.engine.game import Game, Setup
from sandtable.env.encoder import ObservationEncoder


def make_encoder(game: Game, setup: Setup) -> ObservationEncoder:
    """The sight of a game in one set-up."""
    module = import_module(f"sandtable.env.encoders.{game.slug}")
    sight: ObservationEncoder = module.ObservationEncoder(game, setup)
    return sight
