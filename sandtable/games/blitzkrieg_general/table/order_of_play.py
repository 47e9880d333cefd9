"""The order of play, for telling where in a turn we are. [B5.0] [A5.0]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Order, Stage
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board

ABOUT: Final = (
    "The whole war in quarters: eight powers, two maps, land, air and sea, for one to eight players."
)

ORDER_OF_PLAY: Final = Order(
    "A turn is a quarter: both sides have an action segment, then all of them collect, research and build.",
    "A5.0",
    (
        Stage("Time table: entries into the war, treaties; reinforcements come in", "A5.1"),
        Stage("Initiative, weather, limits in China", "A5.3"),
        Stage("First supply check; rail and rebasing", "A6.1"),
        Stage("Naval movement with searches", "A6.4.3"),
        Stage("Land and air movement, invasions, raids", "A6.4"),
        Stage("Reaction of the other side", "A6.4.5"),
        Stage("Combat", "A6.5"),
        Stage("Second supply check; exploitation with reaction and combat", "A6.7"),
        Stage("Turn end: conquest, US entry, income", "A7.1"),
        Stage("Cards and research", "A7.4"),
        Stage("Production; victory", "A7.6"),
    ),
)

STAGES: Final = {
    const.TIME_TABLE: 0,
    const.REINFORCEMENTS: 0,
    const.INITIATIVE: 1,
    const.WEATHER: 1,
    const.LIMITS: 1,
    const.SUPPLY_1: 2,
    const.RAIL: 2,
    const.REBASE: 2,
    const.NAVAL_MOVE: 3,
    const.MOVE: 4,
    const.REACTION: 5,
    const.COMBAT: 6,
    const.SUPPLY_2: 7,
    const.EXPLOIT: 7,
    const.EXPLOIT_REACTION: 7,
    const.EXPLOIT_COMBAT: 7,
    const.CONQUEST: 8,
    const.US_ENTRY: 8,
    const.INCOME: 8,
    const.CARDS: 9,
    const.RESEARCH: 9,
    const.PRODUCTION: 10,
    const.VICTORY: 10,
}


def current_stage(g: Board) -> int:
    """Return the number of the stage; -1 when the game is over."""
    return -1 if g.result is not None else STAGES[g.phase]


def turn(g: Board) -> int:
    """Return the number of the quarter."""
    return g.turn


def turn_name(g: Board) -> str:
    """Return the quarter in words."""
    return words.turn(g.turn)


def phase_number(g: Board) -> int:
    """Return a number that is different for each phase of each side and quarter."""
    return (g.turn * 2 + g.side) * 32 + g.phase
