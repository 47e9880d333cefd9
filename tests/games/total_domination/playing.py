"""Helpers of tests that play the event of a card, and the worked examples by their names."""

import tomllib
from pathlib import Path
from typing import Any

from sandtable.games.total_domination.components.constants import IN_PLAY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import card_events
from sandtable.games.total_domination.testing import card, power, tables
from tests.games.total_domination.driving import begin

EXAMPLES: dict[str, dict[str, Any]] = {
    row["id"]: row
    for row in tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))["example"]
}


def play(g: Board, name: str, who: str = "") -> Board:
    """Play the event of a card as the power whose turn it is (or `who`, whose turn it becomes)."""
    if who:
        g.power = power(g, who)
    number = card(g, name)
    assert card_events.can_play(g, g.power, number), card_events.why_play(g, g.power, number)
    g.lay(number, IN_PLAY)
    begin(g)
    card_events.play(g, g.power, number)
    g.advance()
    return g


def place_of(g: Board, name: str) -> int:
    """Where a card lies."""
    return g.cards[card(g, name)]


def points(g: Board) -> dict[str, int]:
    """The victory points of the four powers."""
    return {g.t.nation_id[p]: g.vp[p] for p in range(len(g.vp))}


def gains(g: Board, before: dict[str, int]) -> dict[str, int]:
    """Which powers' victory points have changed since, and by how much."""
    now = points(g)
    return {name: now[name] - old for name, old in before.items() if now[name] != old}


def consistent(g: Board) -> None:
    """The victory points kept beside the position are those that it gives when counted again."""
    kept = g.vp[:]
    again = g.copy()
    again.derive()
    assert kept == again.vp


def player(name: str) -> str:
    """The power that plays the events of a card."""
    t = tables()
    return t.nation_id[t.patron[t.card_colour[t.card_index[name]]]]
