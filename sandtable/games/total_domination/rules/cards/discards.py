"""The discard pile, from which Science takes a card in secret. [3.3f] [7.3]

Until the card is revealed, a seat that does not know it is shown the pile as it was before, and that one of
its cards lies face down beside a technology board. A player of Science later looks through the pile, and so
learns what is missing.
"""

from __future__ import annotations

from sandtable.games.total_domination.components.constants import DISCARDED, DOWN, POWERS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits


def unsure(g: Board, seat: int | None) -> int:
    """Return the cards of which a seat (None: a spectator) cannot tell whether they were taken."""
    found = known = 0
    for power in range(POWERS):
        pile = g.piles[power]
        if pile and not _knows(g, seat, power):
            found |= pile
        elif pile:
            for card in g.cards_in(DOWN + power):
                known |= 1 << card
    return found & ~known


def _knows(g: Board, seat: int | None, power: int) -> bool:
    """Return whether a seat knows which card a power has taken."""
    if seat is None:
        return False
    if g.seat_of[power] == seat:
        return True
    return all([g.known[seat] >> card & 1 for card in g.cards_in(DOWN + power)])


def shown(g: Board, seat: int | None) -> list[int]:
    """Return the pile as a seat sees it: with the cards that may be in it still."""
    pile = g.cards_in(DISCARDED)
    loose = unsure(g, seat)
    return sorted({*pile, *bits(loose)}) if loose else pile


def taken(g: Board, seat: int | None) -> int:
    """Return how many cards of the pile that a seat sees have been taken."""
    return len(shown(g, seat)) - len(g.cards_in(DISCARDED))


def look_through(g: Board, seat: int) -> None:
    """Let a seat look the pile through: it learns which cards are missing."""
    if not unsure(g, seat):
        return
    for power in range(POWERS):
        if g.piles[power] and not _knows(g, seat, power):
            for card in g.cards_in(DOWN + power):
                g.known[seat] |= 1 << card
    g.revealed += 1


def note(g: Board, power: int) -> None:
    """Note from which cards a power is about to take one: the pile, and what others have taken of it."""
    cards = 0
    for card in g.cards_in(DISCARDED):
        cards |= 1 << card
    for other in range(POWERS):
        cards |= g.piles[other]
    g.piles[power] = cards
