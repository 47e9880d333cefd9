"""The sequence of a year: Strategic, Action and Administrative phase, step by step. [4.0a]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Step
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules import administrative_phase, partners, victory
from sandtable.games.total_domination.rules.action_phase import Actions
from sandtable.games.total_domination.rules.cards import draft, intelligence, technology
from sandtable.games.total_domination.rules.operations import air_fleets
from sandtable.games.total_domination.rules.solo import solo_research, solo_turn

# The stages of a year, in order.
DEAL: Final = 0
EXCHANGE: Final = 1
REPLACE: Final = 2
ESPIONAGE: Final = 3
ACTIONS: Final = 4
VICTORY: Final = 5
PARTNERS: Final = 6
REPAIR: Final = 7
BOMBARD: Final = 8
REVEAL: Final = 9


class Round(Step[Board]):
    """The bottom of the agenda: `stage` is what comes next in this year."""

    def __init__(self, stage: int) -> None:
        self.stage = stage

    def run(self, g: Board) -> bool:
        """Do one stage, or put its questions on the agenda. [4.0a]"""
        stage = self.stage
        g.agenda[-1] = Round(0 if stage == REVEAL else stage + 1)
        if stage == DEAL:
            if g.log is not None:
                order = words.listed([words.nation(g, power) for power in g.order()])
                g.log.add(f"Order of play in {g.year()}: {order}. Victory points: {words.points(g)}.", "4.0b")
            solo_turn.new_year(g)  # [13.0.3]
            draft.begin(g)
        elif stage == EXCHANGE:
            draft.exchange(g)
        elif stage == REPLACE:
            intelligence.replace(g)
        elif stage == ESPIONAGE:
            intelligence.espionage(g)  # [4.1.C]
        elif stage == ACTIONS:
            g.push(Actions(0))
        elif stage == VICTORY:
            administrative_phase.end_actions(g)  # [6.0d]
            g.result = victory.verdict(g)  # [4.3.Aa]
        elif stage == PARTNERS:
            partners.switch(g)  # [4.3.Bb]
        elif stage == REPAIR:
            administrative_phase.repair(g)  # [4.3.C]
        elif stage == BOMBARD:
            air_fleets.bombard(g)  # [4.3.D]
        else:
            administrative_phase.refresh(g)  # [4.3.E]
            solo_research.axis(g)  # [13.0.5]
            technology.reveal(g)  # [4.3.F]
            administrative_phase.next_year(g)  # [4.3.G]
        return False
