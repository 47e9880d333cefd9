"""Earlier positions for one viewer. They are built in a thread, which takes a while."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from sandtable.engine.scene import Scene
from sandtable.server.bots import BotRequest, odds_request
from sandtable.server.messages import LineOut, LogOut
from sandtable.server.payload import Frame, SeatViews, StateBuilder, put_together, seats_of, viewing_seat

_json = msgspec.json.Encoder()


class Past:
    """An earlier position for one viewer, without choices.

    It is created in the event loop, which copies all that may change; then any one thread builds the state.
    """

    def __init__(
        self,
        builder: StateBuilder,
        number: int,
        held: Sequence[int],
        online: Collection[int] = (),
        seat: int | None = None,
        spectators: int = 0,
    ) -> None:
        loaded = builder.loaded
        self.earlier = loaded.earlier(number)
        self._viewer = builder.viewer(held, seat)
        # At one screen, the player whose turn it is now looks back, not the one whose turn it was then.
        self._then = seat is None and loaded.match.result is not None and builder.record.status != "open"
        self._written = loaded.line_events(number)
        self._match, self._record, self._events = builder.encoded, builder.record, loaded.seq
        self._held, self._online, self._spectators = tuple(held), frozenset(online), spectators

    @property
    def viewer(self) -> int | None:
        """The seat through which it is seen."""
        return viewing_seat(self.earlier.match, self._held) if self._then else self._viewer

    def scene(self) -> Scene:
        """Return the table as the viewer sees it."""
        match = self.earlier.match
        return match.game.scene(match.state, self.viewer)

    def odds_asked(self, pack: str) -> BotRequest:
        """Return the request for the odds that the viewer may know."""
        return odds_request(self.earlier.match, pack, self.viewer)

    def paint(self) -> bytes:
        """Return the state for the viewer."""
        match, viewer = self.earlier.match, self.viewer
        told = zip(match.log(viewer), self._written, strict=True)
        log = _json.encode(LogOut(0, [LineOut(*line, event) for line, event in told]))
        seats = _json.encode(seats_of(match.game, match.state, self._record, self._held, self._online))
        frame = Frame(self._record, self.earlier.number, self._events, seats, self._spectators)
        views = SeatViews(match)
        return put_together(frame, views, viewer, [], log, None, views.parts(self._match, viewer))
