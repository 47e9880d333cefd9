"""The Planning Segment: players select Directives for the year. [5.4]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import INDUSTRIAL, MILITARY, OKW, POLITICAL, PRODUCTION
from sandtable.games.other_side.components.state import DISCARDED, IN_DECK, Board
from sandtable.games.other_side.components.state import SELECTED as CHOSEN

NAMES = ("Military", "Political", "Production")


def eligible(g: Board, deck: int) -> list[int]:
    """Return the cards of a deck that may be selected: of this year or an earlier one. [5.4b]"""
    found: list[int] = []
    for card in range(g.t.n_directives):
        d = g.t.directives[card]
        if d.deck == deck and d.year <= g.year and g.directives[card] == IN_DECK:
            found.append(card)
    return found


def plan(g: Board) -> None:
    """Put the Segment on the agenda. [5.4]"""
    for deck in (INDUSTRIAL, POLITICAL, MILITARY):
        g.push(Planning(deck, g.t.planning[deck]))


class Planning(Step[Board]):
    """OKW or Production selects up to `left` more cards of one deck. [5.4]"""

    def __init__(self, deck: int, left: int) -> None:
        self.deck = deck
        self.left = left

    def run(self, g: Board) -> bool:
        """Ask while there is a choice; take all if all may be taken."""
        found = eligible(g, self.deck)
        if self.left and len(found) > self.left:
            return True
        g.agenda.pop()
        if self.left:
            for card in found:
                self.select(g, card)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return OKW, or Production for Production Directives."""
        return (g.seat(PRODUCTION if self.deck == INDUSTRIAL else OKW),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DONE, *[g.ids.directive + card for card in eligible(g, self.deck)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            return
        g.agenda[-1] = Planning(self.deck, self.left - 1)
        self.select(g, choice - g.ids.directive)

    def select(self, g: Board, card: int) -> None:
        """Place the card face up beside the board. [5.4a]"""
        g.directives = changed(g.directives, card, CHOSEN)
        if g.log is not None:
            text = f"{NAMES[self.deck]} Directive selected: {words.directive(g, card)}."
            g.log.add(text, "5.4", (g.ids.directive + card,))

    def prompt(self, g: Board, seat: int) -> Ask:
        cards = words.count(self.left, f"{NAMES[self.deck]} Directive")
        text = f"Planning: click up to {cards} for this year, or Done."
        return Ask(text, "5.4")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        card = choice - g.ids.directive
        if not 0 <= card < g.t.n_directives:
            return Refusal(f"Click a {NAMES[self.deck]} Directive, or Done.", "5.4")
        d = g.t.directives[card]
        if g.directives[card] == DISCARDED:
            return Refusal(f"{d.name} is out of the game.", "2.1a")
        if g.directives[card] != IN_DECK:
            return Refusal(f"{d.name} is already selected.", "5.4a")
        if d.deck != self.deck:
            return Refusal(f"{d.name} is not a {NAMES[self.deck]} Directive. Select one of those now.", "5.4")
        return Refusal(f"{d.name} can be selected from {g.t.years[d.year]} on.", "5.4b")
