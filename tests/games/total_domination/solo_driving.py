"""Helpers of tests of the solo game: one Axis turn with a card written by the test."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sandtable.games.total_domination import testing
from sandtable.games.total_domination.components.constants import SOLO_ACTIONS, TYPE_IDS
from sandtable.games.total_domination.components.relations import load_pack
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import Tables, build_tables
from sandtable.games.total_domination.rules.solo import solo_turn
from sandtable.games.total_domination.testing import position
from tests.games.total_domination.driving import begin, idle

GERMANY = 0
JAPAN = 2

# A unit in each Home area, so that no garrison is missing.
GERMAN_HOME = {
    "germany": "german_army",
    "italy": "italian_fleet",
    "austria": "german_army",
    "czechoslovakia": "german_army",
}
JAPANESE_HOME = {
    "japan": "japanese_fleet",
    "nanking": "japanese_army",
    "manchuria": "japanese_army",
    "ryukyu_isl": "japanese_fleet",
}


@cache
def _tables() -> Tables:
    return build_tables(load_pack(Path(testing.__file__).parent / "data"))


def before_turn(
    power: int,
    actions: str,
    units: Mapping[str, str],
    arrows: Sequence[str] = (),
    **more: Any,
) -> Board:
    """A solo game before an Axis turn; the one card in the pile is the test's own.

    actions  of the power's side: "move army, deploy fleet"
    arrows   the areas of each arrow: "poland baltics"; those of the first card if not given
    """
    t = _tables()
    t.solo_side[power][0] = [_action(words) for words in actions.split(", ")]
    t.solo_arrows[0] = [[t.area_index[name] for name in row.split()] for row in arrows] or _first_arrows()
    return position(units=units, scenario="solo", mode="solo", pile=["s01"], t=t, **more)


def axis_turn(
    power: int, actions: str, units: Mapping[str, str], arrows: Sequence[str] = (), **more: Any
) -> Board:
    """The same game after that turn."""
    return run(before_turn(power, actions, units, arrows, **more), power)


def run(g: Board, power: int) -> Board:
    """Let an Axis power take its turn; it asks nothing."""
    begin(g, solo_turn.SoloTurn(power))
    assert idle(g)
    return g


def rules(g: Board) -> list[str]:
    """The rule ids of the log, without those of the card itself."""
    assert g.log is not None
    return [line.rule for line in g.log.lines(0)[2:]]


def _action(words: str) -> tuple[int, int]:
    action, kind = words.split()
    return SOLO_ACTIONS.index(action), TYPE_IDS.index(kind)


def _first_arrows() -> list[list[int]]:
    return [row[:] for row in testing.tables().solo_arrows[0]]
