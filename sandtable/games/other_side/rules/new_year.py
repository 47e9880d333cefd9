"""The New Year Phase. [5]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import changed
from sandtable.engine.step import Step
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.state import (
    ACTIVATED,
    AVAILABLE,
    IN_DECK,
    LANDING_BOX,
    ON_MAP,
    SELECTED,
    Board,
)
from sandtable.games.other_side.rules import planning
from sandtable.games.other_side.rules.cards import events
from sandtable.games.other_side.rules.generals.draft import Draft, Enter

# The parts of the Phase, in order.
RETURNS: Final = 0
LEFTOVERS: Final = 1
DECKS: Final = 2
SECTION_CARDS: Final = 3
GENERALS: Final = 4
PLANNING: Final = 5


class NewYear(Step[Board]):
    """Carries out the parts of the Phase."""

    def __init__(self, stage: int = RETURNS) -> None:
        self.stage = stage

    def run(self, g: Board) -> bool:
        """Carry out the next part."""
        if self.stage > PLANNING:
            g.agenda.pop()
            return False
        g.agenda[-1] = NewYear(self.stage + 1)
        if self.stage == RETURNS:  # [5.1]
            return_generals(g)
            return_directives(g)
        elif self.stage == LEFTOVERS:
            g.push(events.Leftovers())  # [5.1.3]
        elif self.stage == DECKS:
            events.new_decks(g)
            land_markers(g)
        elif self.stage == SECTION_CARDS:
            pass_sections(g)
        elif self.stage == GENERALS:
            g.push(Enter() if g.players == 1 else Draft())  # [5.3] [5.3a] [1.4g]
        else:
            planning.plan(g)
        return False


def return_generals(g: Board) -> None:
    """Make all Activated Generals Available. [5.1.1]"""
    found = [general for general in range(g.t.n_generals) if g.where[general] == ACTIVATED]
    for general in found:
        g.where = changed(g.where, general, AVAILABLE)
    if g.log is not None and found:
        refs = tuple([g.ids.general + general for general in found])
        g.log.add(f"Available again: {words.generals(g, found)}.", "5.1.1", refs)


def return_directives(g: Board) -> None:
    """Return unused selected cards to their decks; Projects keep their progress. [5.1.2] [R9]"""
    found = [card for card in range(g.t.n_directives) if g.directives[card] == SELECTED]
    for card in found:
        g.directives = changed(g.directives, card, IN_DECK)
    if g.log is not None and found:
        names = words.listed([words.directive(g, card) for card in found])
        refs = tuple([g.ids.directive + card for card in found])
        g.log.add(f"Back to their decks, unused: {names}.", "5.1.2", refs)


def land_markers(g: Board) -> None:
    """Move Landing markers of this year and from the map to their box. [5.1.4]"""
    for marker in range(len(g.landing_markers)):
        place = g.landing_markers[marker]
        if place in (g.year, ON_MAP):
            g.landing_markers = changed(g.landing_markers, marker, LANDING_BOX)
            if g.log is not None:
                g.log.add("A Landing marker moves to the Landing Markers Box.", "5.1.4")
    g.landing = bytes(g.t.n_areas)


def pass_sections(g: Board) -> None:
    """Pass every player's Section cards to the right; a single player keeps all. [5.2] [5.2a] [R37]"""
    if g.players == 1:
        return
    for section in range(len(g.section_seat)):
        seat = (g.section_seat[section] - 1) % g.players
        g.section_seat = changed(g.section_seat, section, seat)
        if g.log is not None:
            g.log.add(f"{words.player(g, seat)} is {words.section(g, section)}.", "5.2")
