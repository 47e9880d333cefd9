"""Moves the bots: asks their processes and stores each choice once, like any player's.

With several server processes, the one that stored the last event asks the bot. The others wait and step in
only if nothing happens. If two of them ask, the store accepts only one event with that number.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, Protocol

from sandtable.bots.levels import seconds_of
from sandtable.server.advice_cache import Reason
from sandtable.server.bots import BotReply, BotRequest, any_choice, bot_request, choice_seed
from sandtable.server.claims import Claims
from sandtable.server.loaded_match import LoadedMatch, Move, Refused
from sandtable.server.shares import ANYBODY, Claim
from sandtable.server.store import NoMatch, StoreError
from sandtable.server.watched_match import WatchedMatch

RETRY_SECONDS: Final = 1.0
logger = logging.getLogger(__name__)


class BotRunner(Protocol):
    """The interface of the bots."""

    seconds: float

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        """Return a choice or odds; None if there was no answer in time or nobody needs it any more."""

    def warm(self, slug: str, pack: str) -> None:
        """Load a game, so that its quick questions are answered at once."""

    def close(self) -> None:
        """Stop all bots."""


class MatchHost(Protocol):
    """What the driver needs of the match service."""

    claims: Claims

    async def ready(self, watched: WatchedMatch) -> None:
        """Load a match; the caller holds its lock."""

    async def commit(self, watched: WatchedMatch, move: Callable[[LoadedMatch], Move]) -> int:
        """Play and store one event; the caller holds the lock of the match."""

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something to its end, even if the caller is cancelled."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background."""


class Driver:
    """Moves the bots of all matches of a process."""

    def __init__(self, house: MatchHost, bots: BotRunner, shared: bool) -> None:
        self._house = house
        self._bots = bots
        # Seconds for which the bots are left to the process that stored the last event, beside their budgets.
        self._grace = 2 * bots.seconds + RETRY_SECONDS if shared else 0.0
        self._closed = False

    def close(self) -> None:
        """Stop moving bots."""
        self._closed = True
        self._bots.close()

    def drive(self, watched: WatchedMatch, own: bool) -> None:
        """Move the bots of a match if they are asked; at once if this process stored the last event."""
        if self._closed or watched.bot_seat() is None:
            return
        if own:
            watched.hurry.set()
        if watched.driver is None:
            watched.driver = self._house.spawn(self._move_bots(watched))

    async def _move_bots(self, watched: WatchedMatch) -> None:
        """Move bots until none is asked."""
        again = False
        try:
            await self._wait_for_turn(watched)
            while await self._move_bot(watched):
                pass
        except Refused as error:
            again = error.stale
            if not again:
                logger.warning("A bot of match %s cannot move: %s", watched.id, error)
                watched.hurry.clear()
        except NoMatch:
            pass
        except StoreError as error:
            logger.warning("A bot of match %s cannot move yet: %s", watched.id, error)
            await asyncio.sleep(RETRY_SECONDS)
            again = True
        finally:
            watched.driver = None
        if again or watched.hurry.is_set():
            self.drive(watched, False)

    async def _wait_for_turn(self, watched: WatchedMatch) -> None:
        """Wait until another process has had time to move the bots, or this one must."""
        while self._grace and not watched.hurry.is_set():
            seen = None if watched.loaded is None else watched.loaded.seq
            patience = (self._grace + 2 * budget_of(watched)) * (1 + random.random() / 2)
            with suppress(TimeoutError):
                await asyncio.wait_for(watched.hurry.wait(), patience)
            if watched.loaded is not None and watched.loaded.seq == seen:
                break
        watched.hurry.clear()

    async def _move_bot(self, watched: WatchedMatch) -> bool:
        """Make one choice of one bot; return False if no bot is asked."""
        async with watched.lock:
            await self._house.ready(watched)
            record, loaded, _ = watched.parts()
            seat = watched.bot_seat()
            if seat is None:
                watched.hurry.clear()
                return False
            seq = loaded.seq
            asked = bot_request(loaded.match, record.pack, record.seats[seat].bot, seat, seq)
            claim = self._house.claims.of_match(watched, seq)
        told = await self._bots.ask(asked, claim)
        if self._closed:
            return False
        if told is None and not claim.wanted():
            return True  # the match has moved on while the question waited: look again
        await self._house.finish(self._take(watched, seq, seat, told or BotReply()))
        return True

    async def _take(self, watched: WatchedMatch, seq: int, seat: int, told: BotReply) -> None:
        """Store a bot's choice, if the position is still the one it was asked about."""
        async with watched.lock:
            await self._house.ready(watched)
            record, loaded, _ = watched.parts()
            if loaded.seq != seq or watched.bot_seat() != seat:
                return  # something was taken back, or another process was quicker: look again
            # A bot without an answer, or with an illegal one, takes any legal choice.
            offered = loaded.match.state.choices(seat)
            tries = [] if told.choice is None or told.choice not in offered else [told.choice]
            tries += [any_choice(loaded.match, seat, choice_seed(record.seed, seq, seat)), *offered]
            number = await self._house.commit(watched, lambda loaded: first_move(loaded, seat, tries))
            if (
                told.line
                and watched.loaded is not None
                and watched.loaded.match.history[-1] == (seat, told.choice)
            ):
                watched.advice.keep(Reason(number, seat, told.line))


def budget_of(watched: WatchedMatch) -> float:
    """Return the seconds of thought of the bot that is asked now."""
    seat = watched.bot_seat()
    return 0.0 if seat is None or watched.record is None else seconds_of(watched.record.seats[seat].bot)


def first_move(loaded: LoadedMatch, seat: int, choices: list[int]) -> Move:
    """Play the first of these choices that can be played."""
    for choice in choices[:-1]:
        with suppress(Refused):
            return loaded.play(seat, choice)
    return loaded.play(seat, choices[-1])


def waits_for_bot(waiting: tuple[int, ...], kinds: list[str]) -> bool:
    """Check whether a bot is among the seats that are asked."""
    return any(seat < len(kinds) and kinds[seat] == "bot" for seat in waiting)
