"""Helpers of the tests about cards for a new year: begin a draft, see what lies where, play rounds of it."""

import tomllib
from pathlib import Path
from typing import Any

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards import draft
from sandtable.games.total_domination.rules.cards.draft import Draft
from sandtable.games.total_domination.testing import position, power
from tests.games.total_domination.driving import Idle

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}
NAMES = ("germany", "uk", "japan", "ussr")


def dealt(**more: Any) -> Board:
    """A position in which the cards of its year have just been dealt."""
    return deal(position(**more))


def deal(g: Board) -> Board:
    """Begin the draft of a position."""
    g.push(Idle())
    draft.begin(g)
    g.advance()
    return g


def ids(g: Board, where: int) -> list[str]:
    """The cards of a place."""
    return [g.t.card_id[card] for card in g.cards_in(where)]


def packet(g: Board, name: str) -> list[str]:
    """The packet before a hand."""
    return ids(g, const.PACKET + power(g, name))


def kept(g: Board, name: str) -> list[str]:
    """What a hand has set aside in this draft."""
    return ids(g, const.KEPT + power(g, name))


def hand(g: Board, name: str) -> list[str]:
    """The cards of a hand."""
    return ids(g, const.HAND + power(g, name))


def sizes(g: Board, block: int) -> list[int]:
    """How many cards lie in a place of each power."""
    return [len(g.cards_in(block + p)) for p in range(const.POWERS)]


def round_of(g: Board) -> int:
    """The round of the draft that is being played, from 0; -1 when there is none."""
    step = g.agenda[-1]
    return step.turn if isinstance(step, Draft) else -1


def play_round(g: Board) -> None:
    """All keep the first cards of their packets, until the packets go on."""
    turn = round_of(g)
    while turn >= 0 and round_of(g) == turn:
        seat = g.seats()[0]
        g.apply(seat, g.choices(seat)[0])


def play_draft(g: Board) -> list[list[int]]:
    """Play a draft to its end; the sizes of the packets before each round."""
    seen: list[list[int]] = []
    while round_of(g) >= 0:
        seen.append(sizes(g, const.PACKET))
        play_round(g)
    return seen


def leave(g: Board, number: int) -> None:
    """Take cards out of the game until this many are in the draw deck, and none on the discard pile."""
    for card in g.cards_in(const.DISCARDED):
        g.cards[card] = const.BOX
    for card in g.cards_in(const.DECK)[number:]:
        g.cards[card] = const.BOX
