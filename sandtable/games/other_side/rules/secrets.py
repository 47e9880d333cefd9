"""Hidden information: the order of shuffled decks. Everything else is open. [2.5b]"""

from __future__ import annotations

from sandtable.engine.rng import Rng
from sandtable.games.other_side.components.state import Board


def resample(g: Board, seat: int, rng: Rng) -> None:
    """Shuffle the hidden cards; cards that all saw go under a deck stay there. [7e]"""
    rng.shuffle(g.combat_deck)
    rng.shuffle(g.orchestra_deck)
    g.strategic_deck = _shuffled(g.strategic_deck, g.strategic_known, rng)
    g.battle_deck = _shuffled(g.battle_deck, g.battle_known, rng)


def reshuffle(g: Board, rng: Rng) -> None:
    """Shuffle the same cards, whatever their order is."""
    g.combat_deck.sort()
    g.orchestra_deck.sort()
    g.strategic_deck = _sorted(g.strategic_deck, g.strategic_known)
    g.battle_deck = _sorted(g.battle_deck, g.battle_known)
    resample(g, 0, rng)


def _sorted(deck: list[int], known: int) -> list[int]:
    return deck[:known] + sorted(deck[known:])


def _shuffled(deck: list[int], known: int, rng: Rng) -> list[int]:
    hidden = deck[known:]
    rng.shuffle(hidden)
    return deck[:known] + hidden
