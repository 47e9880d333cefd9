"""What has happened: a step with the position before and after it, and what comes next."""

from collections import Counter
from typing import NamedTuple

from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import COUNTERS
from tests.games.total_domination.referee.questions import Questions

STAGES = (
    *("deal", "exchange", "replace", "espionage", "actions"),
    *("victory", "partners", "repair", "bombard", "reveal"),
)
FIELDS = (
    *("round", "me", "passed", "developed", "leased", "launched", "radar_used", "solo_vp", "damage", "lord"),
    *("track", "cards", "picks", "solo"),
)


class Moment(NamedTuple):
    """A question that was answered, or a step that has run by itself."""

    before: Position
    after: Position
    args: list[int]  # of the step
    key: str  # the answer
    unit: int  # the counter that was clicked, or -1
    agenda: list[tuple[str, list[int]]]  # what comes next, the first last

    def name(self) -> str:
        """What was clicked, without its kind."""
        return self.key.split(":", 1)[1]

    def top(self) -> tuple[str, list[int]]:
        """What comes next."""
        return self.agenda[-1]


def counters(p: Position) -> Counter[tuple[str, str, bool]]:
    """The counters on the board and the used ones beside it; those of a kind are alike."""
    rows = [(COUNTERS[u], area, u in p.used) for u, area in enumerate(p.place)]
    return Counter([row for row in rows if row[1] or row[2]])


class Comparing(Questions):
    """The part of an umpire that compares positions and what comes next."""

    def same(self, wanted: Position, after: Position) -> None:
        """Compare a position with what the book makes of the one before."""
        for field in FIELDS:
            found, due = getattr(after, field), getattr(wanted, field)
            if found != due and isinstance(found, dict):
                found, due = [{k: d[k] for k in d if found[k] != due[k]} for d in (found, due)]
            self.expect(found, due, field)
        board, due_board = counters(after), counters(wanted)
        self.expect(board - due_board, due_board - board, "counters")

    def still(self, s: Moment) -> None:
        """Nothing has changed on the table."""
        self.same(s.before, s.after)

    def next(self, s: Moment, name: str, args: list[int]) -> None:
        """Compare what comes next."""
        self.expect(s.top(), (name, args), "what comes next")
