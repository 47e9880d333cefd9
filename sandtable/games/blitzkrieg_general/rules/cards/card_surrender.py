"""Surrender of a major by card: its forces leave, an heir gets the rest. [CARD.italian_surrender] [R39]"""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics import conquest, control


def give_up(g: Board, nation: int, heir: int) -> None:
    """Give all areas the nation still controls to the heir; then it counts as conquered. [R39]"""
    for area in range(g.t.n_areas):
        if g.control[area] == nation:
            control.hand_over(g, area, heir, "CARD.italian_surrender")
    if g.log is not None:
        text = f"{words.country(g, nation)} gives up; what it still holds goes to {words.country(g, heir)}."
        g.log.add(text, "CARD.italian_surrender", (g.ids.country + nation, g.ids.country + heir))
    conquest.fall(g, nation)
