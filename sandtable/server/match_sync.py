"""Keeps the matches of one server process in step with the store, which alone knows what has happened.

A room is loaded when it is first needed, played on when other processes tell of new events, read anew when it
does not follow from the store, and dropped when nobody uses it. Events are written here, and here only. Quiet
rooms leave a snapshot in the store, from which they go on when the rules have changed (`loading.py`).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.server import loading
from sandtable.server.bot_driver import Driver, Thinker, waits_for_bot
from sandtable.server.bots import packed
from sandtable.server.channel import Channel, Notice
from sandtable.server.claims import Claims
from sandtable.server.loaded_match import Move, Refused, Room
from sandtable.server.messages import ChatOut, Said, Trouble
from sandtable.server.payload import chats_of
from sandtable.server.store import MatchRecord, NoMatch, Restored, Store, StoreError, Summary, Unavailable
from sandtable.server.store.engine import LATER
from sandtable.server.watched_match import Table

IDLE_SECONDS: Final = 600.0  # after which a room that nobody looks at is dropped from memory
SWEEP_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 1.0  # before the store is asked again when it did not answer
SHORT: Final = 40  # events that are played without leaving the loop
PATIENCE: Final = 12  # sweeps that a snapshot waits at most for a match to be quiet
TRIES: Final = 5  # times a match is loaded that others change meanwhile
FEW: Final = 10  # matches that are compared with the store at a time
BREATH_SECONDS: Final = 0.01  # before the next of them
LOADS: Final = 2  # matches that are loaded at the same time
QUICKER: Final = "Somebody else was quicker; look again and choose."
GONE: Final = "There is no such match, or none any more."
RESTORED: Final = "A backup was restored while you played; look where the match is now."

Turn = Callable[[MatchRecord, tuple[int, ...]], None]  # a match and the seats it has begun to wait for
Stored = Callable[[int], None]  # the number of an event that the store has
Done = TypeVar("Done")
logger = logging.getLogger(__name__)


class Made(NamedTuple):
    """An event that was played but is not written down yet."""

    move: Move
    number: int
    before: tuple[int, ...]  # the seats that were asked
    summary: Summary
    room: Room  # where it was played


class MatchSync:
    """The tables of one server process and how they follow the store; `Rooms` adds its clients."""

    def __init__(
        self,
        store: Store,
        channel: Channel,
        bots: Thinker,
        on_turn: Turn | None = None,
        idle_seconds: float = IDLE_SECONDS,
        sweep_seconds: float = SWEEP_SECONDS,
    ) -> None:
        self.store = store
        self.channel = channel
        self._bots = bots
        self.claims = Claims()
        self._driver = Driver(self, bots, channel.shared)
        self._on_turn = on_turn
        self._idle = idle_seconds
        self._every = sweep_seconds
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading = asyncio.Semaphore(LOADS)
        self._looking_back = asyncio.Semaphore(1)
        self._frozen = False  # while a restored backup is taken in
        self._closed = False

    async def open(self) -> None:
        """Begin: listen to other processes, and let bots go on where the last server stopped."""
        await self.channel.open(self._heard)
        self.spawn(self._sweep_now_and_then())
        self.spawn(self._wake_bots())

    async def close(self) -> None:
        """End: finish what is being written, let everybody go."""
        self._closed = True
        for table in list(self._tables.values()):
            for watcher in list(table.watchers):
                watcher.close()
        self._driver.close()
        # A task that is writing an event finishes; those that only wait are cancelled.
        for table in list(self._tables.values()):
            async with table.lock:
                pass
            try:
                await self._keep_snapshot(table)
            except StoreError as error:
                logger.warning("No snapshot could be kept of match %s: %s", table.id, error)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channel.close()

    # --- one event

    async def commit(self, table: Table, move: Callable[[Room], Move], stored: Stored | None = None) -> int:
        """Play and write down one event; the caller holds the table's lock, so nobody sees it before."""
        made = self.play(table, move)
        if self.write_now(table, made, stored):
            return made.number
        return await self.write(table, made, stored)

    def play(self, table: Table, move: Callable[[Room], Move]) -> Made:
        """Play one event, to be written down next; the caller holds the table's lock."""
        if self._frozen or self._closed:
            raise Refused(RESTORED if self._frozen else "The server is closing; your choice was not taken.")
        room = table.loaded()[1]
        before = room.waiting
        try:
            made = move(room)
            return Made(made, room.seq, before, room.summary(), room)
        except Refused:
            raise  # nothing has changed
        except BaseException:
            table.drop()
            raise

    def write_now(self, table: Table, made: Made, stored: Stored | None = None) -> bool:
        """Write down what was just played if the store can do it at once; else `write` must."""
        move, number, before, summary, _ = made
        try:
            if not self.store.append_now(table.id, number, move.kind, move.seat, move.choice, summary):
                return False
        except Exception:
            logger.exception("An event could not be written at once.")
            return False
        self._written(table, before, number, summary, stored)
        return True

    async def write(self, table: Table, made: Made, stored: Stored | None = None) -> int:
        """Write down what was just played; it is forgotten if the store does not take it."""
        move, number, before, summary, room = made
        try:
            writing = self.spawn(
                self.store.append(table.id, number, move.kind, move.seat, move.choice, summary)
            )
            # While the store writes, what will be shown is made ready; nobody is shown it before.
            await asyncio.sleep(0)
            table.prepare()
            written = await writing
        except Restored as error:
            table.drop()
            self.spawn(self._take_in_backup())
            raise Refused(RESTORED, stale=True) from error
        except BaseException as error:
            # The store may have it or not; only the store knows.
            table.drop()
            if not isinstance(error, StoreError) or not await self._has(table, number, move):
                table.changed()
                raise
            written = True
        if not written:
            table.drop()
            await self.ready(table)
            self._after(table, before, None)
            raise Refused(QUICKER, stale=True)
        if table.room is not room:
            await self.ready(table)
            if table.loaded()[1].seq < number:
                await self._read_on(table)  # who looked had it loaded before the store had the event
            summary = table.loaded()[1].summary()
        self._written(table, before, number, summary, stored)
        return number

    def _written(
        self, table: Table, before: tuple[int, ...], number: int, summary: Summary, stored: Stored | None
    ) -> None:
        """The store has an event: now it may be told and shown."""
        if stored is not None:
            stored(number)
        table.note(summary)
        self._after(table, before, Notice(table.id, "event", number))

    async def _has(self, table: Table, number: int, made: Move) -> bool:
        """Whether the store has an event after all; the room is loaded anew if it can be."""
        try:
            await self.ready(table)
            events = await self.store.events(table.id, number - 1)
        except SandtableError:
            return False
        return bool(events) and Move(events[0].kind, events[0].seat, events[0].choice) == made

    def _after(self, table: Table, before: tuple[int, ...], notice: Notice | None) -> None:
        """Something new is in the store: show it, and let the bots move.

        With a notice it is this process that wrote it, which then tells the others and who is waited for.
        """
        table.used = time.monotonic()
        table.show()
        if notice is not None:
            self.channel.publish(notice)
            record, room, _ = table.loaded()
            new = tuple(seat for seat in room.waiting if seat not in before)
            if new and record.status == "playing" and self._on_turn is not None:
                try:
                    self._on_turn(record, new)
                except Exception:
                    logger.exception("Telling whose turn it is has failed.")
        self._driver.drive(table, notice is not None)

    # --- loading and catching up

    def _table(self, match_id: str) -> Table:
        table = self._tables.get(match_id)
        if table is None:
            table = self._tables[match_id] = Table(match_id, self._tell_presence)
        table.used = time.monotonic()
        return table

    async def ready(self, table: Table) -> None:
        """Load the room of a table if it is not there; the caller holds the lock."""
        if table.trouble:
            raise Refused(table.trouble)
        if table.room is not None:
            return
        async with self._loading:
            for _ in range(TRIES):
                record = await self.store.get_match(table.id)
                if record is None:
                    self._tables.pop(table.id, None)
                    raise NoMatch(GONE)
                try:
                    loaded = await self._load(record)
                except StoreError:
                    raise  # the match may be whole
                except SandtableError as error:
                    logger.warning("Match %s cannot be loaded: %s", table.id, error)
                    table.trouble = str(error)
                    raise Refused(table.trouble) from error
                if loaded is not None:
                    break
            else:
                raise Unavailable(LATER)
        table.take(*loaded)
        if loaded[0].status != "finished":
            self._bots.warm(loaded[0].game, loaded[0].pack)
        self._driver.drive(table, not self.channel.shared)

    async def _load(self, record: MatchRecord) -> tuple[MatchRecord, Room] | None:
        """The room of a match, and its record as it is then; None if others have changed it meanwhile."""
        events = await self.store.events(record.id)
        game = (
            await asyncio.to_thread(packed, record.game, record.pack)
            if record.pack
            else packed(record.game, "")
        )
        known = loading.fits(game, record)
        base = None if record.base_seq is None else await self.store.get_snapshot(record.id, "base")
        latest = None if known else await self.store.get_snapshot(record.id)
        if known and len(events) <= SHORT:
            loaded = loading.load(game, record, events, base)
        else:
            loaded = await asyncio.to_thread(loading.load, game, record, events, base, latest)
        room, change = loaded
        if change is None:
            return record, room
        rules, pack_hash = loading.rules_hash(game), game.pack_hash
        if not await self.store.change_rules(
            record, rules, pack_hash, change.notice, change.base, change.base_seq
        ):
            return None
        if change.base is not None:
            logger.warning("Match %s goes on from its snapshot: the rules have changed.", record.id)
            record = replace(record, base_seq=change.base_seq)
        return replace(record, rules=rules, pack_hash=pack_hash, notice=change.notice), room

    async def _reload_record(self, table: Table) -> None:
        """Read the match and its seats anew, and the events that were added."""
        table.trouble = ""
        await self.ready(table)
        record = await self.store.get_match(table.id)
        if record is None:
            self._let_go(table.id)
            raise NoMatch(GONE)
        table.renew(record)
        await self._read_on(table)
        table.note(table.loaded()[1].summary())

    async def _read_on(self, table: Table) -> bool:
        """Play the events that other processes have added; whether there were any."""
        room = table.loaded()[1]
        events = await self.store.events(table.id, room.seq)
        if not events:
            return False
        try:
            room.catch_up(events)
        except SandtableError:
            # The room does not follow from the store, which is right.
            table.drop()
            await self.ready(table)
        table.note(table.loaded()[1].summary())
        return True

    async def _newest(self, table: Table) -> None:
        """Load a room, or see what other processes have added: a notice of theirs may be on its way still.

        So whoever asks this process sees what he has done in another one. The caller holds the lock.
        """
        known = table.room is not None
        await self.ready(table)
        if known and self.channel.shared and await self._read_on(table):
            self._after(table, (), None)

    async def _catch_up(self, table: Table, upto: int | None = None) -> None:
        """Look into the store whether other processes have done something."""
        with suppress(StoreError):
            async with table.lock:
                if table.room is None or (upto is not None and table.room.seq >= upto):
                    return
                if await self._read_on(table):
                    self._after(table, (), None)

    async def _take_in_backup(self) -> None:
        """A backup was restored: forget every room, then go on from it."""
        if self._frozen:
            return
        self._frozen = True
        try:
            for table in list(self._tables.values()):
                async with table.lock:
                    table.drop()
            while True:
                try:
                    await self.store.resume()
                    break
                except StoreError:
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._frozen = False
        for table in list(self._tables.values()):
            for watcher in table.watchers:
                watcher.forget()
        await self._wake_bots()

    # --- other processes

    def _heard(self, notice: Notice | None) -> None:
        """Another process has done something, or something was missed."""
        if notice is None:
            for each in list(self._tables.values()):
                self.spawn(self._catch_up(each))
            return
        table = self._tables.get(notice.match)
        if table is None:
            return
        if notice.kind == "event":
            self.spawn(self._catch_up(table, notice.number))
        elif notice.kind == "seats":
            self.spawn(self._seats_changed(table))
        elif notice.kind == "chat":
            self.spawn(self._overheard(notice))
        elif notice.kind == "presence":
            if table.heard(notice.process, notice.players, notice.spectators) and table.watchers:
                self._tell_presence(table)
        else:
            self._let_go(notice.match)

    async def _seats_changed(self, table: Table) -> None:
        with suppress(SandtableError):
            async with table.lock:
                if table.room is not None:
                    await self._reload_record(table)
                    self._after(table, (), None)

    async def _overheard(self, notice: Notice) -> None:
        with suppress(StoreError):
            for said in chats_of(await self.store.chats(notice.match, notice.number - 1)):
                if said.id == notice.number:
                    self._pass_on(notice.match, said)

    def _pass_on(self, match_id: str, said: ChatOut) -> None:
        table = self._tables.get(match_id)
        if table is not None:
            message = msgspec.json.encode(Said(said.id, said.name, said.text, said.at))
            for watcher in list(table.watchers):
                watcher.tell(message)

    def _tell_presence(self, table: Table) -> None:
        if self.channel.shared:
            players, spectators = table.here()
            self.channel.publish(Notice(table.id, "presence", players=players, spectators=spectators))

    def _let_go(self, match_id: str) -> None:
        table = self._tables.pop(match_id, None)
        if table is not None:
            table.gone = True
            for watcher in list(table.watchers):
                watcher.tell(Trouble(GONE))
                watcher.finish()
            table.drop()

    # --- keeping house

    async def _wake_bots(self) -> None:
        """After a restart: matches that wait for a bot go on without anybody looking."""
        try:
            waiting = await self.store.all_matches("playing")
        except StoreError as error:
            logger.warning("Bots wait until somebody looks at their matches: %s", error)
            return
        for record in waiting:
            if waits_for_bot(record.waiting, [seat.kind for seat in record.seats]):
                table = self._table(record.id)
                with suppress(SandtableError):
                    async with table.lock:
                        await self.ready(table)

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.sweep()
            except StoreError as error:
                logger.warning("The store does not answer: %s", error)
            except Exception:
                logger.exception("Sweeping has failed.")

    async def sweep(self) -> None:
        """Drop rooms that nobody has used for long; see whether others have done something unheard."""
        now = time.monotonic()
        await self._keep_snapshots(now)
        for table in list(self._tables.values()):
            busy = table.watchers or table.lock.locked() or table.driver is not None
            if not busy and now - table.used >= self._idle:
                self._tables.pop(table.id, None)
        if await self.store.restored():
            await self._take_in_backup()
        await self._compare()
        if self.channel.shared:
            for table in list(self._tables.values()):
                if table.watchers:
                    await self._catch_up(table)
                    self._tell_presence(table)

    async def _keep_snapshots(self, now: float) -> None:
        """Keep snapshots of the matches in which nothing has happened since the last sweep, or for long."""
        for table in list(self._tables.values()):
            room = table.room
            if room is None or table.kept == room.seq:
                table.waited = 0
                continue
            quiet = table.swept == room.seq or now - table.used >= self._idle
            table.swept, table.waited = room.seq, table.waited + 1
            if quiet or table.waited >= PATIENCE:
                try:
                    await self._keep_snapshot(table)
                except Restored:
                    return  # this is found out next
                await asyncio.sleep(BREATH_SECONDS)

    async def _keep_snapshot(self, table: Table) -> None:
        """Keep where a match stands, if that is not known yet."""
        async with table.lock:
            room, record = table.room, table.record
            if room is None or record is None or record.status == "open" or table.kept == room.seq:
                return
            if table.kept is None:
                table.kept = await self.store.snapshot_seq(table.id)
                if table.kept == room.seq:
                    return
            taken = loading.take_snapshot(room)
        await self.store.keep_snapshot(table.id, taken)
        if table.room is room:
            table.kept, table.waited = taken.seq, 0

    async def _compare(self) -> None:
        """See whether an administrator has removed a match or a player, which nobody is told."""
        loaded = [table for table in self._tables.values() if table.room is not None]
        for start in range(0, len(loaded), FEW):
            await self._compare_some(loaded[start : start + FEW])
            await asyncio.sleep(BREATH_SECONDS)

    async def _compare_some(self, tables: list[Table]) -> None:
        """A few at a time, so that no click waits for all of them."""
        found = await self.store.seats_of([table.id for table in tables])
        for table in tables:
            seats = found.get(table.id)
            if seats is None:
                self._let_go(table.id)
            elif table.record is not None and seats != table.record.seats:
                await self._seats_changed(table)

    @property
    def loaded(self) -> list[str]:
        """The matches whose rooms are in memory."""
        return [table.id for table in self._tables.values() if table.room is not None]

    def spawn(self, work: Coroutine[Any, Any, Done]) -> asyncio.Task[Done]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Do something to its end, even if who asked for it goes away meanwhile."""
        return await asyncio.shield(self.spawn(work))
