"""A step for tests that ask about one other step: it waits below it on the agenda."""

from sandtable.engine.step import Step
from sandtable.games.downfall.components.state import Board


class Idle(Step[Board]):
    """Waits at the bottom of the agenda; plain Python, also when the game is compiled."""

    def seats(self, g: Board) -> tuple[int, ...]:
        """The active side's seat."""
        return (g.seat_of[g.side],)

    def choices(self, g: Board, seat: int) -> list[int]:
        """Nothing that anybody will choose."""
        return [0]
