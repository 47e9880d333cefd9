"""The order of play and the current stage in it."""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Order, Stage
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.offensives import Combats

ABOUT: Final = "The German High Command for one, or two to four together: generals, directives, three fronts."

ORDER: Final = Order(
    "A year has a New Year Phase and four Turns: administration and operations, in summer twice.",
    "2.6",
    (
        Stage("New Year: returns, leftover Events, Sections, new Generals, planning", "5"),
        Stage("Economy: bombing, replacements, Production Table", "3.1"),
        Stage("Directives: production, political, military", "3.2"),
        Stage("Strategic Warfare", "4.1"),
        Stage("Movement: operational, strategic, air", "4.2"),
        Stage("Command: dismissals and appointments", "4.3"),
        Stage("Axis Offensive", "4.4"),
        Stage("Western Offensive", "4.5"),
        Stage("Soviet Offensive; then objectives, supply, collapse", "4.6"),
    ),
)

# The stage of each step on the agenda.
STAGES: Final = {
    "NewYear": 0,
    "Planning": 0,
    "HandLimit": 0,
    "Bombing": 1,
    "BombingLoss": 1,
    "Wehrmacht": 1,
    "Luftwaffe": 1,
    "Strategic": 1,
    "Satellites": 1,
    "SatelliteArmy": 1,
    "ProductionTable": 1,
    "ProductionDirectives": 2,
    "PoliticalDirectives": 2,
    "MilitaryDirectives": 2,
    "DrawEvents": 3,
    "Split": 3,
    "Operational": 4,
    "StrategicMovement": 4,
    "AirMovement": 4,
    "Command": 5,
    "Dismissals": 5,
    "Vacancies": 5,
    "Replace": 5,
    "SingleArmyHead": 5,
    "PlacePawns": 6,
    "AxisOffensive": 6,
    "WesternOffensive": 7,
    "SovietOffensive": 8,
    "Objectives": 8,
}
OFFENSIVES: Final = (6, 7, 8)


def stage(g: Board) -> int:
    """Return the stage of the order of play; -1 when the game is over."""
    if g.result is not None:
        return -1
    for at in range(len(g.agenda) - 1, -1, -1):
        step = g.agenda[at]
        if isinstance(step, Combats):
            return OFFENSIVES[step.faction]
        name = type(step).__name__
        if name in STAGES:
            return STAGES[name]
    return -1


def phase_number(g: Board) -> int:
    """Return a number for the year and the part of it."""
    return g.year * 64 + g.box
