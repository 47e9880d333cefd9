"""Where the game stands: which phase of the year it is, what is done in it, and for which powers. [4.0a]"""

from __future__ import annotations

from typing import Final

from sandtable.games.total_domination import sequence
from sandtable.games.total_domination.components.constants import POWERS
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.cards.draft import Draft, Give, Offer
from sandtable.games.total_domination.rules.cards.intelligence import Decode, Replace, Sift, Spy
from sandtable.games.total_domination.rules.operations.air_fleets import Bombard
from sandtable.wargame.steps import ActiveStep

SET_UP: Final = 0
STRATEGIC: Final = 1
ACTION: Final = 2
ADMINISTRATIVE: Final = 3
PHASE_IDS: Final = ("set_up", "strategic", "action", "administrative")
PHASES: Final = ("Set-up", "Strategic phase", "Action phase", "Administrative phase")

# What is done while a stage is the next one; the Action phase needs no words.
DOING: Final = {
    sequence.EXCHANGE: "draft",
    sequence.REPLACE: "exchange over the Arctic",
    sequence.ESPIONAGE: "replacement of cards",
    sequence.ACTIONS: "Espionage",
    sequence.REPAIR: "partners",
    sequence.REVEAL: "bombardment",
}


def next_stage(g: Board) -> int:
    """Return the stage of the year that comes next; a position without a year is one of the Action phase."""
    bottom = g.agenda[0] if g.agenda else None
    return bottom.stage if isinstance(bottom, sequence.Round) else sequence.VICTORY


def phase(g: Board) -> int:
    """Return the phase of the year. [4.0a]"""
    stage = next_stage(g)
    if stage <= sequence.DEAL:
        return SET_UP
    if stage <= sequence.ACTIONS:
        return STRATEGIC
    return ACTION if stage == sequence.VICTORY else ADMINISTRATIVE


def doing(g: Board) -> str:
    """Return what is done in this part of the phase; the solo player draws a hand and drafts nothing."""
    what = DOING.get(next_stage(g), "")
    return "new hand" if g.start.solo and what == DOING[sequence.EXCHANGE] else what


def acting(g: Board, seat: int | None) -> list[int]:
    """Return the powers that are asked now, as a seat sees it. [4.1.Ab]

    In the draft, where all choose, its own.
    """
    if g.result is not None:
        return []
    step = g.agenda[-1] if g.agenda else None
    if step is None or isinstance(step, ActiveStep):
        return [g.power]
    if isinstance(step, (Replace, Decode, Spy, Sift, Offer, Give)):
        return [p for p in range(POWERS) if g.holder[p] == g.holder[step.power]]
    if isinstance(step, Bombard):
        return [g.owner(step.unit)]
    asked = step.seats(g)
    if isinstance(step, Draft):
        asked = tuple([s for s in asked if s == seat])
    return [p for p in range(POWERS) if g.seat_of[p] in asked]
