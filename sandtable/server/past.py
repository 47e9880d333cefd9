"""Earlier positions as somebody may see them. They are painted beside everything else: that takes a while."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from sandtable.engine.scene import Scene
from sandtable.server.bots import Question, question_of_odds
from sandtable.server.messages import LineOut, LogOut
from sandtable.server.payload import Faces, Frame, Painter, eyes, put_together, seats_of

_json = msgspec.json.Encoder()


class Past:
    """An earlier position for one viewer: through his own eyes, and nothing to choose.

    Begun where the room is, with all that may change there; then painted in any thread, in one at a time.
    """

    def __init__(
        self,
        painter: Painter,
        number: int,
        held: Sequence[int],
        online: Collection[int] = (),
        seat: int | None = None,
        spectators: int = 0,
    ) -> None:
        room = painter.room
        self.earlier = room.earlier(number)
        self._viewer = painter.viewer(held, seat)
        # At one screen it is whose turn it is now who looks back, not whose turn it was then.
        self._then = seat is None and room.match.result is not None and painter.record.status != "open"
        self._written = room.line_events(number)
        self._match, self._record, self._events = painter.encoded, painter.record, room.seq
        self._held, self._online, self._spectators = tuple(held), frozenset(online), spectators

    @property
    def viewer(self) -> int | None:
        """Through whose eyes it is seen."""
        return eyes(self.earlier.match, self._held) if self._then else self._viewer

    def scene(self) -> Scene:
        """The table as the viewer sees it."""
        match = self.earlier.match
        return match.game.scene(match.state, self.viewer)

    def odds_asked(self, pack: str) -> Question:
        """What to ask for the odds of the fights in the viewer's sight."""
        return question_of_odds(self.earlier.match, pack, self.viewer)

    def paint(self) -> bytes:
        """What the viewer sees of it, as a state."""
        match, viewer = self.earlier.match, self.viewer
        told = zip(match.log(viewer), self._written, strict=True)
        log = _json.encode(LogOut(0, [LineOut(*line, event) for line, event in told]))
        seats = _json.encode(seats_of(match.game, match.state, self._record, self._held, self._online))
        frame = Frame(self._record, self.earlier.number, self._events, seats, self._spectators)
        faces = Faces(match)
        return put_together(frame, faces, viewer, [], log, None, faces.parts(self._match, viewer))
