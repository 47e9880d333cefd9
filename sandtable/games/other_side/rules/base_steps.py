"""Steps that others extend: questions to the holder of a Section."""

from __future__ import annotations

from sandtable.engine.native import mypyc_attr
from sandtable.engine.step import Step
from sandtable.games.other_side.components.state import Board, is_offered


@mypyc_attr(allow_interpreted_subclasses=True)
class SectionStep(Step[Board]):
    """A step that asks the holder of a Section."""

    section: int = 0

    def seats(self, g: Board) -> tuple[int, ...]:
        """Return the seat of the Section; others can only advise, and not undo it. [1.4d] [2.5a] [2.5c]"""
        return (g.seat(self.section),)

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        return is_offered(g, self.choices(g, seat), choice)


@mypyc_attr(allow_interpreted_subclasses=True)
class ForcedStep(SectionStep):
    """Asks if there are several choices, takes a single one, and ends without one."""

    def run(self, g: Board) -> bool:
        found = self.choices(g, 0)
        if len(found) > 1:
            return True
        if found:
            self.answer(g, 0, found[0])
        else:
            g.agenda.pop()
            self.end(g)
        return False

    def end(self, g: Board) -> None:
        """Report that nothing is left to choose; the step is off the agenda already."""
