"""What the questions to the side whose turn it is have in common."""

from sandtable.engine.step import Step
from sandtable.games.downfall.state import Board


class ActiveStep(Step[Board]):
    """A step that asks the player of the active side."""

    def seats(self, g: Board) -> tuple[int, ...]:
        """The seat that leads the active side. [2b]"""
        return (g.seat_of[g.side],)
