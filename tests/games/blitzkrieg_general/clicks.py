"""The game, matches in built positions, and why clicks are refused in them."""

from typing import Any

import pytest

from sandtable.engine.errors import IllegalChoice
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.engine.step import Step
from sandtable.games import load_game
from sandtable.games.blitzkrieg_general import sequence
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.game import BlitzkriegGeneral
from sandtable.games.blitzkrieg_general.testing import position

_game = load_game("blitzkrieg_general")
assert isinstance(_game, BlitzkriegGeneral)
GAME: BlitzkriegGeneral = _game


def table(*agenda: Step[Any], mode: str = "advanced", **more: Any) -> Match:
    """A match in a position of `position`, the steps given before the rest of the war, the first on top."""
    g = position(t=GAME.tables, mode=mode, **more)
    return match_of(g, *agenda, mode=mode, players=more.get("players", 2))


def match_of(g: Board, *agenda: Step[Any], mode: str = "advanced", players: int = 2) -> Match:
    """A match in a position, steps put on the agenda, gone on with until somebody is asked."""
    g.agenda.insert(0, sequence.War(1))
    for step in reversed(agenda):
        g.push(step)
    g.advance()
    if isinstance(g.rng, ScriptedRng):
        g.rng = Rng(5)
    return Match(GAME, GAME.settle(players=players, options={"mode": mode}), g)


def board(m: Match) -> Board:
    """The position of a match."""
    assert isinstance(m.state, Board)
    return m.state


def refused_by(m: Match, key: str) -> str:
    """The rule that refuses a click; the match stays as it is."""
    with pytest.raises(IllegalChoice) as refused:
        Match(GAME, m.setup, m.state.copy()).play(key)
    return refused.value.rule
