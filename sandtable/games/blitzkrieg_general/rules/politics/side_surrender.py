"""Surrender: a nearly beaten side may give up at the end of a quarter. [B8.5c] [R103]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AXIS
from sandtable.games.blitzkrieg_general.components.ids import NO, SURRENDER
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import victory
from sandtable.games.blitzkrieg_general.rules.economy import economy


def hard_pressed(g: Board, side: int) -> bool:
    """Check whether the enemy lacks only one conquest, or a tenth of the points it needs. [R103]"""
    enemy = 1 - side
    fallen = len([m for m in g.majors(side) if g.fallen(m)])
    if fallen and fallen >= g.t.victory_conquests[enemy] - 1:
        return True
    return 10 * economy.points_of(g, enemy) >= 9 * g.t.victory_points[enemy]


class Capitulation(Step[Board]):
    """The question whether a hard-pressed side surrenders; `asked` is 1 after the first yes. [B8.5c]"""

    def __init__(self, side: int, asked: int = 0) -> None:
        self.side = side
        self.asked = asked

    def run(self, g: Board) -> bool:
        if hard_pressed(g, self.side):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.boss(self.side),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [NO, SURRENDER]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == NO:
            g.agenda.pop()
        elif self.asked:
            g.agenda.pop()
            victory.surrender(g, self.side)
        else:
            g.agenda[-1] = Capitulation(self.side, 1)

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.asked:
            text = f"{'Does' if self.side == AXIS else 'Do'} the {words.side(self.side)} really surrender? "
            return Ask(text + "This ends the game.", "B8.5c")
        who = words.side_does(self.side, "is", "are")
        return Ask(f"T{who[1:]} nearly beaten. Do you surrender? Choose No to fight on.", "B8.5c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Choose first whether your side surrenders: Surrender, or No to fight on.", "B8.5c")
