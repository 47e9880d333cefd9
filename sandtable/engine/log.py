"""What happened, in words, with what each seat may read of it."""

from typing import Any, NamedTuple

from sandtable.engine.words import one_stop


class Event(NamedTuple):
    """One thing that happened; `secret` is what only `seats` may read in place of `text`."""

    text: str
    rule: str = ""
    refs: tuple[int, ...] = ()
    secret: str = ""
    seats: tuple[int, ...] = ()


class Line(NamedTuple):
    """One line of a log as a seat reads it."""

    text: str
    rule: str
    refs: tuple[int, ...]


class Log:
    """The events of a game in order. A state without a log (`log is None`) does no logging work."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def add(self, text: str, rule: str = "", refs: tuple[int, ...] = ()) -> None:
        """Write down an event that everybody may read."""
        self.events.append(Event(one_stop(text), rule, refs))

    def whisper(self, text: str, secret: str, seats: tuple[int, ...], rule: str = "") -> None:
        """Write down an event of which `seats` read `secret` and all others `text`."""
        self.events.append(Event(one_stop(text), rule, (), one_stop(secret), seats))

    def lines(self, seat: int | None, start: int = 0) -> list[Line]:
        """Return what a seat may read from event `start` on (None: a spectator)."""
        out: list[Line] = []
        for event in self.events[start:]:
            text = event.secret if seat is not None and seat in event.seats else event.text
            out.append(Line(text, event.rule, event.refs))
        return out

    def blind(self, seat: int) -> None:
        """Forget the secrets of all other seats (a state resampled for `seat` cannot know them)."""
        self.events = [
            event if not event.seats or seat in event.seats else event._replace(secret="?")
            for event in self.events
        ]

    def copy(self) -> "Log":
        """Return an independent log with the same events."""
        new = Log()
        new.events = self.events[:]
        return new

    def pack(self) -> list[list[Any]]:
        """Return the log as plain data, for saves."""
        return [[e.text, e.rule, list(e.refs), e.secret, list(e.seats)] for e in self.events]

    @staticmethod
    def unpack(rows: list[list[Any]]) -> "Log":
        """Return the log that `pack` wrote."""
        new = Log()
        for text, rule, refs, secret, seats in rows:
            new.events.append(Event(text, rule, tuple(refs), secret, tuple(seats)))
        return new
