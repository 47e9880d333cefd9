"""Air movement, the last step of the Movement Segment. [4.2.3]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.step import Ask, Refusal
from sandtable.games.other_side.components import words
from sandtable.games.other_side.components.constants import GERMANY, NONE
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.rules.movement.movement import MovementStep
from sandtable.games.other_side.rules.production import tracks


class AirMovement(MovementStep):
    """Moves points of Air/Naval Control from track to track. [4.2.3]

    A track that was raised is not lowered again in this step, nor the other way round; every result is still
    possible. `source` is the track that gives a point now.
    """

    def __init__(self, raised: int = 0, lowered: int = 0, source: int = NONE) -> None:
        self.raised = raised
        self.lowered = lowered
        self.source = source

    def givers(self, g: Board) -> list[int]:
        """Return the tracks that may give a point; Germany never does. [4.2.3a]"""
        found: list[int] = []
        for track in range(GERMANY):
            if g.air[track] > g.t.air_min and not self.raised >> track & 1 and self.takers(g, track):
                found.append(track)
        return found

    def takers(self, g: Board, source: int) -> list[int]:
        """Return the tracks that may take it."""
        found: list[int] = []
        for track in range(GERMANY + 1):
            if track != source and g.air[track] < g.t.air_max and not self.lowered >> track & 1:
                found.append(track)
        return found

    def run(self, g: Board) -> bool:
        """Ask while a point can move."""
        if self.source != NONE or self.givers(g):
            return True
        g.agenda.pop()
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        if self.source != NONE:
            return [g.ids.track + track for track in self.takers(g, self.source)]
        return [DONE, *[g.ids.track + track for track in self.givers(g)]]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            g.agenda.pop()
            return
        track = choice - g.ids.track
        if self.source == NONE:
            g.agenda[-1] = AirMovement(self.raised, self.lowered, track)
            return
        g.agenda[-1] = AirMovement(self.raised | 1 << track, self.lowered | 1 << self.source, NONE)
        tracks.air(g, self.source, -1, "4.2.3")
        tracks.air(g, track, 1, "4.2.3")

    def prompt(self, g: Board, seat: int) -> Ask:
        if self.source != NONE:
            return Ask(f"A point from {words.front(self.source)}: click the track that gets it.", "4.2.3")
        return Ask("Air movement: click a track that gives up a point, or Done.", "4.2.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        track = choice - g.ids.track
        if not 0 <= track <= GERMANY:
            return Refusal("Click a track of Air/Naval Control, or Done.", "4.2.3")
        name = words.track(track)
        if self.source != NONE:
            if track == self.source:
                return Refusal("The point must go to another track.", "4.2.3")
            if g.air[track] >= g.t.air_max:
                return Refusal(f"{name} is already at {g.t.air_max}.", "4.2.3")
            return Refusal(f"{name} has just given up a point. It cannot get one.", "4.2.3")
        if track == GERMANY:
            return Refusal("Air movement never lowers the marker of Germany.", "4.2.3a")
        if g.air[track] <= g.t.air_min:
            return Refusal(f"{name} is already at {g.t.air_min}.", "4.2.3")
        if self.raised >> track & 1:
            return Refusal(f"{name} has just got a point. It cannot give one up.", "4.2.3")
        return Refusal("No other track can take a point.", "4.2.3")
