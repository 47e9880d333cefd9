"""Card effects that need a choice: Air/Naval Control, a Replacement marker, Generals to clear."""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.base_steps import ForcedStep, SectionStep
from sandtable.games.other_side.rules.production import tracks


def shift(g: Board, row: int, n: int) -> None:
    """Move a marker of the Production Table by up to `n` boxes. [R6]"""
    box = max(0, min(g.t.category_top[row], g.production[row] + n))
    tracks.production(g, row, box, "3.1.3")


class AirPoint(ForcedStep):
    """Operations adds points to Air/Naval Control Tracks, one at a time."""

    section = const.OPERATIONS

    def __init__(self, left: int) -> None:
        self.left = left

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.left == 0:
            return []
        return [g.ids.track + track for track in range(4) if g.air[track] < g.t.air_max]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda[-1] = AirPoint(self.left - 1)
        tracks.air(g, choice - g.ids.track, 1, "7g")

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Click a track of Air/Naval Control to raise it ({self.left} left).", "7g")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if 0 <= choice - g.ids.track < 4:
            return Refusal(f"{words.track(choice - g.ids.track)} is already at {g.t.air_max}.", "3.1.2g")
        return Refusal("Click a track of Air/Naval Control.", "7g")


class ShiftMarker(ForcedStep):
    """Production chooses a Replacement marker to move left by a number of boxes."""

    section = const.PRODUCTION

    def __init__(self, n: int) -> None:
        self.n = n

    def markers(self, g: Board) -> list[int]:
        """Return the rows whose markers can move."""
        found: list[int] = []
        for row in const.REPLACEMENTS:
            if 0 <= g.production[row] + self.n <= g.t.category_top[row]:
                found.append(row)
        return found

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.row + 4 * row + g.production[row] + self.n for row in self.markers(g)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        shift(g, (choice - g.ids.row) // 4, self.n)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Move a Replacement marker one box left: click its new box.", "7g")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal("Click the box left of a Wehrmacht, Luftwaffe or Strategic Warfare marker.", "7g")


class ClearGenerals(SectionStep):
    """Personnel turns Questioned Generals back to their regular side."""

    saved_as: ClassVar[str] = "Clear"

    section = const.PERSONNEL

    def __init__(self, left: int) -> None:
        self.left = left

    def run(self, g: Board) -> bool:
        """Ask while a General can be cleared."""
        if self.left and g.questioned:
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [PASS, *[g.ids.general + n for n in bits(g.questioned)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == PASS:
            g.agenda.pop()
            return
        general = choice - g.ids.general
        g.agenda[-1] = ClearGenerals(self.left - 1)
        g.questioned &= ~(1 << general)
        if g.log is not None:
            g.log.add(f"{words.opening(g, general)} is no longer Questioned.", "4.3.1", (choice,))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Click a Questioned General to clear him ({self.left} left), or Pass.", "7g")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if 0 <= choice - g.ids.general < g.t.n_generals:
            return Refusal(f"{words.opening(g, choice - g.ids.general)} is not Questioned.", "4.3.1")
        return Refusal("Click a Questioned General, or Pass.", "7g")
