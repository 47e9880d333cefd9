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
from sandtable.server.room import Room

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


class Counsel:
    """The answers and reasons of one match."""

    def __init__(self) -> None:
        self._asked: OrderedDict[Topic, Asking] = OrderedDict()
        self._reasons: deque[Reason] = deque(maxlen=MOST_REASONS)

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


def failed(asking: Asking) -> bool:
    """Whether there was no answer."""
    if not asking.done():
        return False
    return asking.cancelled() or asking.exception() is not None or asking.result() is None


def may_be_told(room: Room, reason: Reason) -> bool:
    """Whether a bot's reason gives away nothing that others cannot see: before its choice and after it."""
    if room.match.result is not None:
        return True
    game, seat = room.game, reason.seat
    for number in (reason.event, reason.event - 1):
        g = room.at(number).state
        if game.view(g, seat) != game.view(g, None):
            return False
    # What was chosen in secret beside others is nobody's to know before all have chosen.
    return not isinstance(g.agenda[-1], Simultaneous | Together)
