"""Markers on tracks: Resources, Fanaticism, Unrest, Air/Naval Control, Strategic Warfare, Technology.

A change beyond the end of a track is lost. [R6]
"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import CONSUMER_GOODS
from sandtable.games.other_side.components.ids import BOXES_OF_ROW, WARFARE
from sandtable.games.other_side.components.state import Board


def _log_change(g: Board, what: str, old: int, new: int, rule: str, refs: tuple[int, ...] = ()) -> None:
    if g.log is not None and old != new:
        change = f"+{new - old}" if new > old else f"−{old - new}"
        g.log.add(f"{what} {change}: now {new}.", rule, refs)


def resources(g: Board, n: int, rule: str) -> None:
    """Move the Resources marker."""
    old = g.resources
    g.resources = max(0, min(g.t.resources_top, old + n))
    _log_change(g, "Resources", old, g.resources, rule)


def gain_resource(g: Board, area: int, rule: str) -> None:
    """Count the resource symbol of an Area from now on, if it has one. [6.7.1d] [R23]"""
    bit = 1 << area
    if g.t.resource & bit and not g.counted & bit:
        g.counted |= bit
        resources(g, 1, rule)


def lose_resource(g: Board, area: int, rule: str) -> None:
    """Stop counting the resource symbol of an Area. [6.7.2b] [R23]"""
    bit = 1 << area
    if g.counted & bit:
        g.counted &= ~bit
        resources(g, -1, rule)


def fanaticism(g: Board, n: int, rule: str) -> None:
    """Move the Fanaticism marker; a result beyond its track is ignored as a whole. [9]"""
    old = g.fanaticism
    if not 0 <= old + n <= g.t.fanaticism_top:
        if g.log is not None:
            sign = f"+{n}" if n > 0 else f"−{-n}"
            g.log.add(f"Fanaticism {sign} is ignored: it stays at {old}.", "9")
        return
    g.fanaticism = old + n
    _log_change(g, "Fanaticism", old, g.fanaticism, rule)


def unrest(g: Board, n: int, rule: str) -> None:
    """Move the Unrest marker step by step; at its end it goes back and lowers Fanaticism. [9a]"""
    if n < 0:
        old = g.unrest
        g.unrest = max(0, old + n)
        _log_change(g, "Unrest", old, g.unrest, rule)
        return
    for _ in range(n):
        old = g.unrest
        if old + 1 < g.t.unrest_trigger:
            g.unrest = old + 1
            _log_change(g, "Unrest", old, g.unrest, rule)
        elif g.fanaticism > 0:
            g.unrest = 0
            if g.log is not None:
                g.log.add(f"Unrest reaches {g.t.unrest_trigger} and goes back to 0.", "9a")
            fanaticism(g, -1, "9a")


def air(g: Board, track: int, n: int, rule: str) -> None:
    """Move an Air/Naval Control marker within its track."""
    old = g.air[track]
    g.set_air(track, old + n)
    _log_change(g, words.track(track), old, g.air[track], rule, (g.ids.track + track,))


def warfare(g: Board, n: int, rule: str) -> None:
    """Move the Strategic Warfare marker; never into a Locked box. [3.1.2h]"""
    old = g.warfare
    if n < 0:
        g.warfare = max(0, old + n)
    for _ in range(n):
        if g.warfare == g.t.strategic_top or g.locked >> (g.warfare + 1) & 1:
            break
        g.warfare += 1
    _log_change(g, "Strategic Warfare", old, g.warfare, rule, (WARFARE,))


def technology(g: Board, n: int, rule: str) -> None:
    """Move the Technology marker."""
    old = g.technology
    g.technology = max(0, min(g.t.technology_top, old + n))
    _log_change(g, "Technology", old, g.technology, rule)


def production(g: Board, row: int, box: int, rule: str) -> None:
    """Move a marker of the Production Table; Fanaticism goes with Consumer Goods. [3.1.3d]"""
    old = g.production[row]
    if box == old:
        return
    g.production = changed(g.production, row, box)
    if g.log is not None:
        refs = (g.ids.row + BOXES_OF_ROW * row + box,)
        g.log.add(f"{g.t.category_name[row]}: from {old} to {box}.", rule, refs)
    if row == CONSUMER_GOODS:
        # Each point counts alone, as far as it stays on the track.
        room = g.t.fanaticism_top - g.fanaticism
        fanaticism(g, max(-g.fanaticism, min(room, box - old)), "3.1.3d")


def set_unrest(g: Board, value: int, rule: str) -> None:
    """Put the Unrest marker on a box without the effects of its last box."""
    old = g.unrest
    g.unrest = value
    _log_change(g, "Unrest", old, value, rule)
