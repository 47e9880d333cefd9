"""Filling a Vacancy: nomination and appointment. [4.3.2]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import NONE, PERSONNEL
from sandtable.games.other_side.components.state import AVAILABLE, IN_COMMAND, VACANCY, Board
from sandtable.games.other_side.rules.generals import command_positions
from sandtable.games.other_side.rules.generals.nomination import Nomination


def candidates(g: Board, seat: int, post: int) -> list[int]:
    """Return the Generals a player may name for a Position. [4.3.2b] [4.3.2e] [R12] [R15]

    These are their most senior Available Generals, or others of at least that Seniority in any space.
    """
    t = g.t
    where, owner, appointed = g.where, g.owner, g.appointed
    found: list[int] = []
    top = 0
    for n in t.by_seniority:
        if t.seniority[n] < top:
            break
        if owner[n] != seat or not AVAILABLE <= where[n] <= IN_COMMAND or appointed >> n & 1:
            continue  # [2.2g] [2.2h] [2.2i]
        if command_positions.fits(g, n, post):
            found.append(n)
            if where[n] == AVAILABLE:
                top = t.seniority[n]
    return found


def can_fill(g: Board, post: int) -> bool:
    """Return whether anybody could be appointed to a Position."""
    for seat in range(g.players):
        if candidates(g, seat, post):
            return True
    return False


class Appointment(Nomination):
    """Nomination of a General for a vacant Position, the `subject`. [4.3.2a] [4.3.2c] [4.3.2d]"""

    def candidates(self, g: Board, seat: int) -> list[int]:
        return candidates(g, seat, self.subject)

    def umpire(self, g: Board) -> int:
        """Return Personnel, who may choose their own General. [4.3.2c]"""
        return g.seat(PERSONNEL)

    def conclude(self, g: Board, general: int) -> None:
        """Give the General the Position."""
        if general != NONE and command_positions.holder(g, self.subject) == VACANCY:
            command_positions.appoint(g, general, self.subject)

    def task(self, g: Board) -> str:
        return f"for {words.post(g, self.subject)}"

    def rules(self) -> tuple[str, str, str, str]:
        return ("4.3.2a", "4.3.2c", "4.3.2d", "4.3.2e")

    def why_not_nominate(self, g: Board, seat: int, general: int) -> Refusal | None:
        name = words.opening(g, general)
        if g.appointed >> general & 1:
            return Refusal(f"{name} was already appointed in this Command Segment.", "4.3.2")
        if not command_positions.fits(g, general, self.subject):
            return Refusal(f"{name} may not take {words.post(g, self.subject)}: see his card.", "2.2f")
        text = f"{name} is junior to another of your Available Generals."
        return Refusal(text, "4.3.2e" if g.players == 1 else "4.3.2b")
