"""Straits and canals, and the countries to which they are closed. [A6.4.3C]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import NONE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.components.tables_map import Gate


def is_open_to(g: Board, link: int, country: int, submarine: bool) -> bool:
    """Check whether ships of a country may use a connection between two zones. [A6.4.3C]"""
    number = g.t.link_gate[link]
    if number == NONE or not g.advanced:  # in the basic game nothing is closed [R14]
        return True
    gate = g.t.gates[number]
    if submarine and not gate.subs:  # the narrows stop no submarine, the canals do [A6.4.3C7]
        return True
    return not is_closed(g, gate, country)


def is_closed(g: Board, gate: Gate, country: int) -> bool:
    """Check whether a strait or canal is closed to surface ships of a country; a neutral always passes."""
    if not g.at_war(country):  # [A6.4.3C]
        return False
    if gate.closed == "nation_at_war":  # [A6.4.3C1]
        return g.at_war(gate.nation) and g.side_of(country) == _barred_side(g, gate)
    if gate.closed == "all_held":  # [A6.4.3C5]
        return _held(g, gate, country) == len(gate.areas)
    if gate.closed == "neutral_or_held" and not g.at_war(gate.nation):  # [A6.4.3C6]
        for area in gate.areas:
            if g.control[area] == gate.nation:  # closed to all at war while its owner is neutral
                return True
    return _held(g, gate, country) > 0  # [A6.4.3C2] [A6.4.3C3] [A6.4.3C4] [A6.4.3C6]


def _held(g: Board, gate: Gate, country: int) -> int:
    """Return how many of the areas at a passage an enemy of the country controls."""
    held = 0
    for area in gate.areas:
        if g.hostile(country, area):
            held += 1
    return held


def _barred_side(g: Board, gate: Gate) -> int:
    """Return the side a canal is closed to: the printed one, or the other if its nation is on that.

    [A9.10]
    """
    return 1 - gate.side if g.side_of(gate.nation) == gate.side else gate.side


def why_not_pass(g: Board, link: int, country: int) -> Refusal:
    """Return why ships of a country may not use a connection that is closed to them."""
    gate = g.t.gates[g.t.link_gate[link]]
    whom = words.people(g, country)
    if gate.closed == "nation_at_war":
        text = f"{gate.name} is closed to {whom} ships while {words.country(g, gate.nation)} is at war."
    elif gate.closed == "neutral_or_held" and not g.at_war(gate.nation):
        text = (
            f"{gate.name} is closed to all nations at war while {words.country(g, gate.nation)} is neutral."
        )
    else:
        held = [area for area in gate.areas if g.hostile(country, area)]
        text = f"{gate.name} is closed to {whom} ships while an enemy controls {words.spaces(g, held)}."
    return Refusal(text, gate.ref)
