"""Matches of the whole game in positions that a test describes, led by the game's own keys."""

from typing import Any

from sandtable.engine.game import OptionValue, Setup
from sandtable.engine.match import Match
from sandtable.engine.step import Step
from sandtable.games import load_game
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.game import TotalDomination
from sandtable.games.total_domination.rules.action_phase import Actions
from sandtable.games.total_domination.sequence import VICTORY, Round
from sandtable.games.total_domination.testing import position
from sandtable.testing import offered, play_keys

__all__ = ["GAME", "T", "board", "cards", "game", "offered", "play_keys", "settled", "table", "told", "top"]

_game = load_game("total_domination")
assert isinstance(_game, TotalDomination)
GAME = _game
T = GAME.tables

# The number of players and the option that make each mode.
MODES: dict[str, tuple[int, dict[str, OptionValue]]] = {
    "four_players": (4, {}),
    "three_players_axis": (3, {"three_players": "axis"}),
    "three_players_allies": (3, {"three_players": "allies"}),
    "two_players": (2, {"two_players": "common"}),
    "two_players_variant": (2, {"two_players": "separate"}),
    "solo": (1, {}),
}


def settled(
    mode: str = "four_players", scenario: str | None = None, seed: int = 0, **options: OptionValue
) -> Setup:
    """The set-up of a game in a mode."""
    players, chosen = MODES[mode]
    if scenario is None and mode == "solo":
        scenario = "solo"
    return GAME.settle(scenario, players, {**chosen, **options}, seed)


def game(
    mode: str = "four_players", scenario: str | None = None, seed: int = 0, **options: OptionValue
) -> Match:
    """A new match."""
    return Match(GAME, settled(mode, scenario, seed, **options))


def table(*agenda: Step[Any], stage: int = VICTORY, **more: Any) -> Match:
    """A match in a position of `position`: the turn of its power, the rest of the year behind it.

    Steps that are given stand in place of that turn; `stage` is what the year goes on with after them.
    """
    g = position(t=T, **more)
    turns = [] if agenda else [Actions(g.order().index(g.power))]
    g.agenda = [Round(stage), *turns, *reversed(agenda)]
    g.advance()
    names = ("arctic", "advanced")
    options: dict[str, OptionValue] = {name: more[name] for name in names if name in more}
    return Match(GAME, settled(more.get("mode", "four_players"), more.get("scenario"), 0, **options), g)


def board(m: Match) -> Board:
    """The position of a match."""
    assert isinstance(m.state, Board)
    return m.state


def top(m: Match) -> str:
    """The kind of question a match stands at."""
    return type(m.state.agenda[-1]).__name__


def cards(m: Match, where: int) -> list[str]:
    """The cards in a place."""
    return [T.card_id[card] for card in board(m).cards_in(where)]


def told(m: Match, seat: int | None = None) -> list[str]:
    """The log as a seat reads it, each line with its rule."""
    return [f"{line.text} [{line.rule}]" for line in m.log(seat)]
