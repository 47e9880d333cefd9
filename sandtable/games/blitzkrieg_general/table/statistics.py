"""Figures for reports: points for victory, territory and production."""

from __future__ import annotations

from sandtable.engine.parts import Measure
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.economy import economy


def statistics(g: Board) -> list[Measure]:
    """Return the points and areas of both sides and the production of each power."""
    t = g.t
    found: list[Measure] = []
    for side in (const.AXIS, const.ALLIES):
        found.append(Measure("Points for victory", const.SIDE_NAMES[side], economy.points_of(g, side)))
    for side in (const.AXIS, const.ALLIES):
        held = len([area for area in range(t.n_areas) if g.side_of(g.control[area]) == side])
        found.append(Measure("Areas held", const.SIDE_NAMES[side], held))
    for major in range(t.n_majors):
        found.append(Measure("Production", words.country(g, major), economy.production(g, major)))
    return found


def holdings(g: Board, seat: int) -> list[int]:
    """Return the cards of a seat's powers in hand and in effect, and their research achievements."""
    t = g.t
    found = [
        g.ids.card + card
        for card in range(t.n_cards)
        if g.card_at[card] in (const.IN_HAND, const.IN_EFFECT) and g.seat_of[g.card_owner[card]] == seat
    ]
    for achievement in range(len(const.RESEARCH_IDS)):
        if any([g.has(major, achievement) for major in range(t.n_majors) if g.seat_of[major] == seat]):
            found.append(g.ids.research + achievement)
    return found
