"""The deck that plays the Axis in the solo game: its change with the years, the deal, the next card."""

from __future__ import annotations

from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.state import Board


def new_year(g: Board) -> None:
    """Change the solo deck for the new year, shuffle it and deal to the Axis; nothing in other games."""
    if not g.start.solo:
        return
    t = g.t
    for card in range(t.n_solo):
        if g.solo[card] == const.SOLO_PILE or g.solo[card] == const.SOLO_USED:
            g.solo[card] = const.SOLO_DECK  # what was dealt in the old year is shuffled in again [13.0.3]
    year = g.year()
    fresh = [card for card in cards_in(g, const.SOLO_BOX) if t.solo_year[card] == year]
    if fresh:  # no cards are labelled with the last years, and nothing leaves in them either [13.0.2]
        _exchange(g, fresh)
    deck = cards_in(g, const.SOLO_DECK)
    number = t.solo_deal[g.round]  # [13.0.3]
    if g.log is not None:
        dealt = f"{number} of the {len(deck)} solo cards are dealt to the Axis, face down."
        g.log.add(dealt, "13.0.3")
    for _ in range(number):
        g.solo[deck.pop(g.rng.below(len(deck)))] = const.SOLO_PILE


def _exchange(g: Board, fresh: list[int]) -> None:
    """Some cards of the first label leave for good, openly, and those of the year come in. [13.0.2]"""
    t = g.t
    old = [card for card in cards_in(g, const.SOLO_DECK) if t.solo_year[card] == t.solo_first_label]
    gone: list[int] = []
    for _ in range(t.solo_remove):
        gone.append(old.pop(g.rng.below(len(old))))
    g.revealed += 1
    for card in gone:
        g.solo[card] = const.SOLO_GONE
    for card in fresh:
        g.solo[card] = const.SOLO_DECK
    if g.log is not None:
        left = words.listed([str(t.solo_no[card]) for card in sorted(gone)])
        come = words.listed([str(t.solo_no[card]) for card in fresh])
        text = f"Solo cards {left} of {t.solo_first_label} leave the deck, {come} of {g.year()} come in."
        g.log.add(text, "13.0.2")


def cards_in(g: Board, where: int) -> list[int]:
    """Return the solo cards in one place."""
    return [card for card in range(g.t.n_solo) if g.solo[card] == where]


def turn_up(g: Board) -> int:
    """Return the next card of the pile that both Axis powers share, now open. [13.0.1] [R36]

    -1 if none is left.
    """
    pile = cards_in(g, const.SOLO_PILE)
    if not pile:
        return -1
    card = pile[g.rng.below(len(pile))]
    g.solo[card] = const.SOLO_USED
    g.revealed += 1
    return card
