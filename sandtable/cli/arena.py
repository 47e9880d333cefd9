"""`sandtable arena`: bots against bots."""

from sandtable.cli.output import GameArgument, JsonOption


def arena(game: GameArgument, json: JsonOption = False) -> None:
    """Let bots play against each other over balanced seats and seeds."""
    raise NotImplementedError
