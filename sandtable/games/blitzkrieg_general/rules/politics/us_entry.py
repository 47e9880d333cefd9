"""The US entry phase: the level grows, and the USA may declare war. [A7.2] [A7.2a] [R45]"""

from __future__ import annotations

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.ids import DECLARE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.politics import us_level, wars
from sandtable.games.blitzkrieg_general.rules.politics.us_level import change

__all__ = ["UsEntry", "change"]


class UsEntry(Step[Board]):
    """The quarterly rise of the entry level; once it is high enough, the USA decides. [A7.2] [A7.2a]"""

    def __init__(self, grown: int = 0) -> None:
        self.grown = grown

    def run(self, g: Board) -> bool:
        """Raise the level, and ask once it is high enough. [TT11R]"""
        if not us_level.is_moving(g):
            g.agenda.pop()
            return False
        if not self.grown:
            g.agenda[-1] = UsEntry(1)
            grow(g)
            return False
        if g.us_level < g.t.us_entry_level:
            g.agenda.pop()
            return False
        return True

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.seat_of[g.t.usa],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [DECLARE, PASS]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == DECLARE:
            usa = g.t.usa
            if g.log is not None:
                side = words.side(1 - g.major_side[usa])
                text = f"{words.country(g, usa)} declares war on the {side}."
                g.log.add(text, "A7.2a", (g.ids.country + usa,))
            wars.enter(g, usa)

    def prompt(self, g: Board, seat: int) -> Ask:
        side = words.side(1 - g.major_side[g.t.usa])
        text = f"The entry level is {g.us_level}: does {words.country(g, g.t.usa)} declare war on the {side}?"
        return Ask(text, "A7.2a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Declare war, or pass and wait another quarter.", "A7.2a")


def grow(g: Board) -> None:
    """Raise the level by a point each turn until it is reached. [A7.2] [A7.2a]"""
    if g.us_level >= g.t.us_entry_level:
        return
    for number, row in enumerate(g.t.us_rows):
        if row.kind == "each_turn":
            change(g, number)
