"""Odds, hints and reasons of bots for one match, kept while it is in memory.

Odds and hints come from the bots' processes, once for each position and seat. A reason can reveal a hand.
During the game it is shown only if the bot's seat has no hidden information, before and after its choice.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Final, NamedTuple

from sandtable.engine.step import Simultaneous, Together
from sandtable.server.bots import BotReply
from sandtable.server.loaded_match import Earlier, LoadedMatch

MOST_ANSWERS: Final = 50  # odds and hints that are kept of one match
MOST_REASONS: Final = 400  # choices of bots whose reasons are kept

Asking = asyncio.Task[BotReply | None]


class Topic(NamedTuple):
    """A question: odds or a hint, the number of events before it, and the seat that asks."""

    what: str
    number: int
    seat: int | None


class Reason(NamedTuple):
    """A bot's reason for a choice: the number of the event, the bot's seat, and one line."""

    event: int
    seat: int
    line: str


class AdviceCache:
    """The answers and reasons of one match."""

    def __init__(self) -> None:
        self._asked: OrderedDict[Topic, Asking] = OrderedDict()
        self._reasons: deque[Reason] = deque(maxlen=MOST_REASONS)
        self._told: dict[int, bool] = {}  # by event: whether its reason may be shown during the game

    def ask(self, topic: Topic, begin: Callable[[], Asking]) -> Asking:
        """Return the task that answers a topic; start it with `begin` if there is none, or if it failed."""
        known = self._asked.get(topic)
        if known is not None and not failed(known):
            return known
        asking = self._asked[topic] = begin()
        if len(self._asked) > MOST_ANSWERS:
            self._asked.popitem(last=False)
        return asking

    def keep(self, reason: Reason) -> None:
        """Keep the reason of a bot's choice."""
        self._reasons.append(reason)

    def reason(self, seat: int, number: int) -> Reason | None:
        """Return the reason of a seat's last choice within the first `number` events."""
        for reason in reversed(self._reasons):
            if reason.seat == seat and reason.event <= number:
                return reason
        return None

    def may_show(self, reason: Reason) -> bool | None:
        """Return whether a reason may be shown during the game; None if that is not known yet."""
        return self._told.get(reason.event)

    def note(self, reason: Reason, told: bool) -> None:
        """Note whether a reason may be shown during the game."""
        self._told[reason.event] = told


def failed(asking: Asking) -> bool:
    """Check whether a task ended without an answer."""
    if not asking.done():
        return False
    return asking.cancelled() or asking.exception() is not None or asking.result() is None


class Check(NamedTuple):
    """The data that decide whether a reason may be shown during the game: it and the positions around it."""

    reason: Reason
    before: Earlier
    after: Earlier

    def open_to_all(self) -> bool:
        """Check that a reason reveals nothing hidden. This is slow; it can run in any thread."""
        seat = self.reason.seat
        for earlier in (self.after, self.before):
            match = earlier.match
            if match.game.view(match.state, seat) != match.game.view(match.state, None):
                return False
        # A choice made in secret beside others stays secret until all have chosen.
        return not isinstance(self.before.match.state.agenda[-1], Simultaneous | Together)


def check_of(loaded: LoadedMatch, reason: Reason) -> Check:
    """Return the check of a reason."""
    return Check(reason, loaded.earlier(reason.event - 1), loaded.earlier(reason.event))
