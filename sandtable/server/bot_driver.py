"""The turns of the bots: asked in their own processes, written down like everybody's choices, and once.

With several processes the one that wrote the last event asks the bot; the others wait a while and step in
only if nothing happens. Should two ask all the same, the number of the event is free once.
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
from sandtable.server.bots import Answer, Question, any_choice, luck, question
from sandtable.server.claims import Claims
from sandtable.server.loaded_match import Move, Refused, Room
from sandtable.server.shares import ANYBODY, Claim
from sandtable.server.store import NoMatch, StoreError
from sandtable.server.watched_match import Table

RETRY_SECONDS: Final = 1.0
logger = logging.getLogger(__name__)


class Thinker(Protocol):
    """What is needed of the bots."""

    seconds: float

    async def ask(self, asked: Question, claim: Claim = ANYBODY) -> Answer | None:
        """A choice or odds, or None if there are none in time or nobody wants them any more."""

    def warm(self, slug: str, pack: str) -> None:
        """A game is played: get ready to answer quick questions about it."""

    def close(self) -> None:
        """Think no more."""


class House(Protocol):
    """What is needed of the rooms."""

    claims: Claims

    async def ready(self, table: Table) -> None:
        """Load a table whose lock is held."""

    async def commit(self, table: Table, move: Callable[[Room], Move]) -> int:
        """Play and write down one event at a table whose lock is held."""

    async def finish(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something to its end, whoever is cancelled meanwhile."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside everything else."""


class Driver:
    """Moves the bots of all tables of a process."""

    def __init__(self, house: House, bots: Thinker, shared: bool) -> None:
        self._house = house
        self._bots = bots
        # How long the bots are left to the process that wrote the last event, beside their own budgets.
        self._grace = 2 * bots.seconds + RETRY_SECONDS if shared else 0.0
        self._closed = False

    def close(self) -> None:
        """Let no bot begin any more."""
        self._closed = True
        self._bots.close()

    def drive(self, table: Table, own: bool) -> None:
        """Let the bots of a table move if they are asked: at once after an event of this process's own."""
        if self._closed or table.bot_seat() is None:
            return
        if own:
            table.hurry.set()
        if table.driver is None:
            table.driver = self._house.spawn(self._move_bots(table))

    async def _move_bots(self, table: Table) -> None:
        """Move bots until none is asked."""
        again = False
        try:
            await self._wait_for_turn(table)
            while await self._move_bot(table):
                pass
        except Refused as error:
            again = error.stale
            if not again:
                logger.warning("A bot of match %s cannot move: %s", table.id, error)
                table.hurry.clear()
        except NoMatch:
            pass
        except StoreError as error:
            logger.warning("A bot of match %s cannot move yet: %s", table.id, error)
            await asyncio.sleep(RETRY_SECONDS)
            again = True
        finally:
            table.driver = None
        if again or table.hurry.is_set():
            self.drive(table, False)

    async def _wait_for_turn(self, table: Table) -> None:
        """Until nothing has happened for the time that the bots are left to another process."""
        while self._grace and not table.hurry.is_set():
            seen = None if table.room is None else table.room.seq
            patience = (self._grace + 2 * budget_of(table)) * (1 + random.random() / 2)
            with suppress(TimeoutError):
                await asyncio.wait_for(table.hurry.wait(), patience)
            if table.room is not None and table.room.seq == seen:
                break
        table.hurry.clear()

    async def _move_bot(self, table: Table) -> bool:
        """One choice of one bot; False when none is asked."""
        async with table.lock:
            await self._house.ready(table)
            record, room, _ = table.loaded()
            seat = table.bot_seat()
            if seat is None:
                table.hurry.clear()
                return False
            seq = room.seq
            asked = question(room.match, record.pack, record.seats[seat].bot, seat, seq)
            claim = self._house.claims.of_table(table, seq)
        told = await self._bots.ask(asked, claim)
        if self._closed:
            return False
        if told is None and not claim.wanted():
            return True  # the match has moved on while the question waited for its turn: look again
        await self._house.finish(self._take(table, seq, seat, told or Answer()))
        return True

    async def _take(self, table: Table, seq: int, seat: int, told: Answer) -> None:
        """Write a bot's choice down, if the position is still the one it was asked about."""
        async with table.lock:
            await self._house.ready(table)
            record, room, _ = table.loaded()
            if room.seq != seq or table.bot_seat() != seat:
                return  # something was taken back, or another process was quicker: look again
            # A bot without an answer, or with a wrong one, takes anything that can be taken.
            offered = room.match.state.choices(seat)
            tries = [] if told.choice is None or told.choice not in offered else [told.choice]
            tries += [any_choice(room.match, seat, luck(record.seed, seq, seat)), *offered]
            number = await self._house.commit(table, lambda room: first_move(room, seat, tries))
            if told.line and table.room is not None and table.room.match.history[-1] == (seat, told.choice):
                table.counsel.keep(Reason(number, seat, told.line))


def budget_of(table: Table) -> float:
    """How long the bot thinks that is asked now."""
    seat = table.bot_seat()
    return 0.0 if seat is None or table.record is None else seconds_of(table.record.seats[seat].bot)


def first_move(room: Room, seat: int, choices: list[int]) -> Move:
    """Play the first of these choices that can be played."""
    for choice in choices[:-1]:
        with suppress(Refused):
            return room.play(seat, choice)
    return room.play(seat, choices[-1])


def waits_for_bot(waiting: tuple[int, ...], kinds: list[str]) -> bool:
    """Whether one of the seats that are asked is a bot's."""
    return any(seat < len(kinds) and kinds[seat] == "bot" for seat in waiting)
