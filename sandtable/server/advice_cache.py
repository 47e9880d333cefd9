"""What is asked about a match besides its choices: odds, hints, and why bots chose; kept while its room is.

Odds and hints come from the bots' processes, for each position and each seat once. Why a bot chose may betray
what it holds: while the game lasts that is told only where everybody sees all that its seat sees.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.engine.step import Simultaneous, Together
from sandtable.server.bots import Answer
from sandtable.server.loaded_match import Earlier, Room

MOST_ANSWERS: Final = 50  # odds and hints that are kept of one match
MOST_REASONS: Final = 400  # choices of bots whose reasons are kept

Asking = asyncio.Task[Answer | None]


class Topic(NamedTuple):
    """What is asked: odds or a hint, after how many events, for whom."""

    what: str
    number: int
    seat: int | None


class Reason(NamedTuple):
    """Why a bot chose: the number of the event, its seat, and a line."""

    event: int
    seat: int
    line: str


class AdviceCache:
    """The answers and reasons of one match."""

    def __init__(self) -> None:
        self._asked: OrderedDict[Topic, Asking] = OrderedDict()
        self._reasons: deque[Reason] = deque(maxlen=MOST_REASONS)
        self._told: dict[int, bool] = {}  # by event: whether its reason may be told while the game lasts

    def ask(self, topic: Topic, begin: Callable[[], Asking]) -> Asking:
        """The answer to a question, which is asked once; one that has failed is asked again."""
        known = self._asked.get(topic)
        if known is not None and not failed(known):
            return known
        asking = self._asked[topic] = begin()
        if len(self._asked) > MOST_ANSWERS:
            self._asked.popitem(last=False)
        return asking

    def keep(self, reason: Reason) -> None:
        """A bot has chosen."""
        self._reasons.append(reason)

    def reason(self, seat: int, number: int) -> Reason | None:
        """Why a seat chose as it last did within so many events."""
        for reason in reversed(self._reasons):
            if reason.seat == seat and reason.event <= number:
                return reason
        return None

    def may_tell(self, reason: Reason) -> bool | None:
        """Whether a reason may be told while the game lasts; None: that has yet to be found out."""
        return self._told.get(reason.event)

    def note(self, reason: Reason, told: bool) -> None:
        """That was found out."""
        self._told[reason.event] = told


def failed(asking: Asking) -> bool:
    """Whether there was no answer."""
    if not asking.done():
        return False
    return asking.cancelled() or asking.exception() is not None or asking.result() is None


class Check(NamedTuple):
    """What decides whether a reason may be told while the game lasts: its choice, and the position before."""

    reason: Reason
    before: Earlier
    after: Earlier

    def open_to_all(self) -> bool:
        """Whether it gives away nothing that others cannot see. Takes a while; in any thread."""
        seat = self.reason.seat
        for earlier in (self.after, self.before):
            match = earlier.match
            if match.game.view(match.state, seat) != match.game.view(match.state, None):
                return False
        # What was chosen in secret beside others is nobody's to know before all have chosen.
        return not isinstance(self.before.match.state.agenda[-1], Simultaneous | Together)


def check_of(room: Room, reason: Reason) -> Check:
    """What is needed to find out whether a bot's reason may be told."""
    return Check(reason, room.earlier(reason.event - 1), room.earlier(reason.event))
