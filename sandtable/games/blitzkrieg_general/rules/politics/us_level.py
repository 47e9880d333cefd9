"""The level of US entry, which is also the production of the neutral USA, and what moves it. [A7.2]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import SIDE_IDS
from sandtable.games.blitzkrieg_general.components.schema_tables import UsEntry
from sandtable.games.blitzkrieg_general.components.state import Board


def is_moving(g: Board) -> bool:
    """Check whether the level still counts: in the advanced game, while the USA is neutral. [A7.2]"""
    return g.advanced != 0 and not g.at_war(g.t.usa)


def shift(g: Board, delta: int, why: str, rule: str) -> None:
    """Move the level at once, but never below 0."""
    if not is_moving(g):
        return
    before = g.us_level
    g.us_level = max(0, before + delta)
    if g.log is not None and g.us_level != before:
        usa = words.country(g, g.t.usa)
        text = f"{why}: the entry level of the {usa} goes from {before} to {g.us_level}."
        g.log.add(text, rule, (g.ids.country + g.t.usa,))


def change(g: Board, event: int) -> None:
    """Apply an event of US entry, given by its number among `us_entry_ids`."""
    row = g.t.us_rows[event]
    shift(g, row.delta, row.event.replace("_", " ").capitalize(), row.ref)


def count_attack(g: Board, who: int, victim: int) -> None:
    """Count an attack on a neutral country, once for each of them and each side. [A7.2b] [A7.2c]"""
    side = g.major_side[who]
    if (g.attacked[side] >> victim) & 1:
        return
    g.attacked[side] |= 1 << victim
    for row in g.t.us_rows:
        if row.kind == "neutral_attacked" and row.by_side == SIDE_IDS[side]:
            why = f"Attack on {words.country(g, victim)}" if g.log is not None else ""
            shift(g, row.delta, why, row.ref)


def count_declaration(g: Board, who: int, on: int) -> None:
    """Count a declaration of war on a major, before they are at war. [A7.2e] [A7.2f] [A7.2g] [A7.2h]"""
    for row in g.t.us_rows:
        if _matches(g, row, who, on):
            why = ""
            if g.log is not None:
                why = f"{words.country(g, who)} declares war on {words.country(g, on)}"
            shift(g, row.delta, why, row.ref)


def count_entry(g: Board, who: int) -> None:
    """Count a major's entry by date or card as its declaration of war. [A7.2e]"""
    for row in g.t.us_rows:
        if row.on_side and g.t.country_id[who] in row.by:
            why = f"{words.country(g, who)} enters the war" if g.log is not None else ""
            shift(g, row.delta, why, row.ref)


def _matches(g: Board, row: UsEntry, who: int, on: int) -> bool:
    """Check whether a row is about this declaration; one against a side counts when it is entered."""
    if row.by_side:  # the war with a neutral [A7.2h]
        if row.by_side != SIDE_IDS[g.major_side[who]] or g.at_war(on):
            return False
    elif g.t.country_id[who] not in row.by:
        return False
    return g.t.country_id[on] in row.on
