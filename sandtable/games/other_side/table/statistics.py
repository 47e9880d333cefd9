"""Figures for reports: victory points, territory, resources and how near the collapse is."""

from __future__ import annotations

from typing import Final

from sandtable.engine.parts import Measure
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import SEASON_IDS, SOVIETS, WEST
from sandtable.games.other_side.components.state import ACTIVE, COMPLETED, SELECTED, Board
from sandtable.games.other_side.rules import victory

AXIS: Final = "Axis"


def turn(g: Board) -> int:
    """Return the season, counted from the first winter of the calendar."""
    return g.year * len(SEASON_IDS) + g.season()


def turn_name(g: Board) -> str:
    """Return the season in words: "Summer 1941"."""
    return words.date_text(g)


def statistics(g: Board) -> list[Measure]:
    """Return points, areas and resources of both sides, and the tracks that end the war."""
    areas = range(g.t.n_areas)
    held = len([area for area in areas if g.axis_controls(area)])
    found = [
        Measure("Victory points", AXIS, victory.total(g)),
        Measure("Areas held", AXIS, held),
    ]
    for faction in (WEST, SOVIETS):
        taken = len([area for area in areas if g.controls(faction, area)])
        found.append(Measure("Areas held", words.faction(faction).removeprefix("the "), taken))
    found.append(Measure("Resources", AXIS, g.resources))
    found.append(Measure("Fanaticism", AXIS, g.fanaticism))
    found.append(Measure("Collapse of Germany", AXIS, g.collapse))
    return found


def holdings(g: Board, seat: int) -> list[int]:
    """Return the selected or active Directives and completed Projects; every seat has them all."""
    cards = {card for card in range(g.t.n_directives) if g.directives[card] in (SELECTED, ACTIVE)}
    for project in range(g.t.n_projects):
        if g.project[project] == COMPLETED:
            cards.add(g.t.project_card[project])
    return [g.ids.directive + card for card in sorted(cards)]
