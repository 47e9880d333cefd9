"""Surrender: a side that is nearly beaten may give up at the end of a quarter. [B8.5c] [R103]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Step
from sandtable.games.blitzkrieg_general import economy, victory, words
from sandtable.games.blitzkrieg_general.ids import NO, SURRENDER
from sandtable.games.blitzkrieg_general.state import Board


def hard_pressed(g: Board, side: int) -> bool:
    """Whether the enemy lacks but one conquest, or a tenth of the points it needs. [R103]"""
    enemy = 1 - side
    fallen = len([m for m in g.majors(side) if g.fallen(m)])
    if fallen and fallen >= g.t.victory_conquests[enemy] - 1:
        return True
    return 10 * economy.points_of(g, enemy) >= 9 * g.t.victory_points[enemy]


class Capitulation(Step[Board]):
    """The boss of a hard-pressed side may give up; `asked` is 1 when it has said so once. [B8.5c]"""

    def __init__(self, side: int, asked: int = 0) -> None:
        self.side = side
        self.asked = asked

    def pack(self) -> list[int]:
        """The side, and whether it is asked again."""
        return [self.side, self.asked]

    def run(self, g: Board) -> bool:
        """Ask only a side that is nearly beaten."""
        if hard_pressed(g, self.side):
            return True
        g.agenda.pop()
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """The boss of the side. [B1.0d]"""
        return (g.boss(self.side),)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Fight on, or surrender."""
        return [NO, SURRENDER]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """It takes two clicks to end a war."""
        if choice == NO:
            g.agenda.pop()
        elif self.asked:
            g.agenda.pop()
            victory.surrender(g, self.side)
        else:
            g.agenda[-1] = Capitulation(self.side, 1)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Whether to go on."""
        name = words.side(self.side)
        if self.asked:
            return Ask(f"Does the {name} side really surrender? The game ends with it.", "B8.5c")
        return Ask(f"The {name} side is nearly beaten: does it surrender, or fight on?", "B8.5c")
