"""The small steps of the Administrative phase: markers off, units and rockets ready, the next year."""

from __future__ import annotations

from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.constants import BEFORE, POWERS, TURNED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits


def end_actions(g: Board) -> None:
    """End the Action phase after all have passed, and with it saved points and tactics."""
    for card in range(g.t.n_cards):
        place = g.cards[card]
        if TURNED <= place < TURNED + POWERS or BEFORE <= place < BEFORE + POWERS:  # [6.0d] [R27]
            g.discard(card)
    g.passed = 0  # [4.2b]
    g.developed = 0  # [8.0c]
    g.leased = 0  # [9.1a]


def repair(g: Board) -> None:
    """Step C: damage markers leave Home areas that their owner controls. [4.3.C] [6.1i] [R69]"""
    t = g.t
    found: list[int] = []
    for area in bits(g.damage):
        if g.control[area] == g.lord[t.home[area]]:
            g.damage &= ~t.bit[area]
            found.append(area)
    if found and g.log is not None:
        refs = tuple([g.ids.area(area) for area in found])
        g.log.add(f"Damage is repaired in {words.areas(g, found)}.", "4.3.C", refs)


def refresh(g: Board) -> None:
    """Step E: Air Fleets and rockets are ready again, and Radar where it is turned. [4.3.E] [R43]"""
    if g.log is not None and (any(g.used) or g.launched):
        g.log.add("Used Air Fleets and rockets are ready again.", "4.3.E")
    g.used = bytes(g.t.n_units)
    g.launched = 0  # [6.4b]
    g.radar_used = 0  # [10.1h]


def next_year(g: Board) -> None:
    """Step G: the round marker moves on, and with it the power that begins. [4.3.G] [4.0b]"""
    g.round += 1
    g.power = g.order()[0]
    if g.log is not None:
        g.log.add(f"The year {g.year()} begins; {words.nation(g, g.power)} acts first.", "4.3.G")
