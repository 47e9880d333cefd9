"""All rooms of one server process: loading, playing, looking on, bots, and agreement with other processes.

    rooms = Rooms(store, channel_of(store), BotPool(2, seconds=1.0))
    await rooms.open()
    seq = await rooms.choose(match_id, player_id, seq=12, seat=0, choice="area:riga")   # or Refused
    watcher = await rooms.watch(match_id, player_id)
    async for message in watcher: ...                       # JSON bytes: state, presence, chat, answers
    await rooms.close()

An event is in the store before anybody hears of it. Whoever finds its number taken, or is not told whether
the store has it, forgets the room and reads it anew: nothing is lost, nothing doubled. With several processes
the store's numbers decide, and the channel tells the others to catch up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final, TypeVar

import msgspec

from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.server.bots import packed
from sandtable.server.channel import Channel, Notice
from sandtable.server.driver import Driver, waits_for_bot
from sandtable.server.driver import Thinker as Thinker
from sandtable.server.messages import ChatOut, Said
from sandtable.server.messages import Trouble as Trouble
from sandtable.server.payload import chats_of
from sandtable.server.room import Explained, Move, Refused, Room
from sandtable.server.store import MatchRecord, NoMatch, Restored, Store, StoreError
from sandtable.server.tables import Table, Watcher

IDLE_SECONDS: Final = 600.0  # after which a room that nobody looks at is dropped from memory
SWEEP_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 1.0  # before a client is shown a state again when the store did not answer
SHORT: Final = 40  # events that are played without leaving the loop
LOADS: Final = 2  # matches that are loaded at the same time
UNDO_EVENTS: Final = 30_000  # after which nothing is taken back; the longest games have a sixth of that
STALE: Final = "The table has moved on since you looked; look again and choose."
QUICKER: Final = "Somebody else was quicker; look again and choose."
GONE: Final = "There is no such match, or none any more."
RESTORED: Final = "A backup was restored while you played; look where the match is now."
MISTAKE: Final = "Sandtable made a mistake of its own; load the page again, and please report it."

Turn = Callable[[MatchRecord, tuple[int, ...]], None]  # a match and the seats it has begun to wait for
Stored = Callable[[int], None]  # the number of an event that the store has
Done = TypeVar("Done")
logger = logging.getLogger(__name__)


class Rooms:
    """The rooms of one server process."""

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
        self._driver = Driver(self, bots, channel.shared)
        self._on_turn = on_turn
        self._idle = idle_seconds
        self._every = sweep_seconds
        self._tables: dict[str, Table] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading = asyncio.Semaphore(LOADS)
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
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channel.close()

    # --- doing

    async def choose(
        self,
        match_id: str,
        player_id: int | None,
        seq: int,
        seat: int,
        choice: int | str,
        stored: Stored | None = None,
    ) -> int:
        """Take a choice for a seat; the number of events after it. Refused where rights or rules say so.

        `stored` is told the number as soon as the store has the event, before anybody is shown the position.
        """
        return await self._act(match_id, player_id, seq, seat, lambda room: room.play(seat, choice), stored)

    async def undo(
        self, match_id: str, player_id: int | None, seq: int, seat: int, stored: Stored | None = None
    ) -> int:
        """Take back the last choice of a seat; the number of events after it, as with `choose`."""

        def back(room: Room) -> Move:
            # Without undos every game ends; with them its history could grow for ever.
            if room.seq >= UNDO_EVENTS:
                raise Refused("So much was taken back in this match that nothing more can be.")
            return room.undo(seat)

        return await self._act(match_id, player_id, seq, seat, back, stored)

    async def begin(self, match_id: str) -> MatchRecord:
        """Let an open match begin; Refused while seats are free. One that has begun stays as it is."""

        async def work() -> MatchRecord:
            table = self._table(match_id)
            async with table.lock:
                await self._reload_record(table)
                record, room, _ = table.loaded()
                if record.status == "open":
                    if any(seat.free for seat in record.seats):
                        raise Refused("Some seats are still free; fill them or invite somebody first.")
                    await self.store.start_match(match_id, room.summary())
                    await self._reload_record(table)
                    self._after(table, (), Notice(match_id, "seats"))
                return table.loaded()[0]

        return await self.finish(work())

    async def say(self, match_id: str, player_id: int | None, name: str, text: str) -> ChatOut:
        """Say something at the table; everybody there hears it."""
        chat = await self.store.add_chat(match_id, player_id, name, text)
        said = chats_of([chat])[0]
        self._pass_on(match_id, said)
        self.channel.publish(Notice(match_id, "chat", chat.id))
        return said

    async def changed(self, match_id: str) -> None:
        """The store has been told something new of the match or its seats: show it."""

        async def work() -> None:
            table = self._tables.get(match_id)
            if table is not None:
                async with table.lock:
                    await self._reload_record(table)
                    table.changed()
                    self._driver.drive(table, True)

        self.channel.publish(Notice(match_id, "seats"))
        await self.finish(work())

    async def removed(self, match_id: str) -> None:
        """The match is gone from the store: let everybody go."""
        self.channel.publish(Notice(match_id, "gone"))
        self._let_go(match_id)

    # --- looking

    async def state(
        self, match_id: str, player_id: int | None, at: int | None = None, seat: int | None = None
    ) -> bytes:
        """What somebody may see of a match, now or after `at` events; `seat`: through which of his seats."""
        table = self._table(match_id)
        said = await self.store.chats(match_id) if at is None else []
        async with table.lock:
            await self.ready(table)
            _, _, painter = table.loaded()
            held, online = table.held(player_id), table.online()
            if at is not None:
                return painter.past(at, held, online, seat, table.spectators())
            return painter.state(held, online, 0, said, seat, table.spectators())

    async def explain(self, match_id: str, player_id: int | None, seat: int, choice: int | str) -> Explained:
        """Whether a seat of the asker's may choose something now, and why not."""
        table = self._table(match_id)
        async with table.lock:
            await self.ready(table)
            table.check_right(player_id, seat)
            table.check_begun()
            return table.loaded()[1].explain(seat, choice)

    async def look(
        self, match_id: str, player_id: int | None, at: int | None = None
    ) -> tuple[Match, int | None]:
        """A match after `at` events (or now), to be read at once, and through whose eyes the asker looks."""
        table = self._table(match_id)
        async with table.lock:
            await self.ready(table)
            _, room, painter = table.loaded()
            match = room.match if at is None else room.at(at)
            return match, painter.viewer(match, table.held(player_id))

    async def record(self, match_id: str) -> MatchRecord:
        """The match as it stands, with its seats."""
        table = self._table(match_id)
        async with table.lock:
            await self.ready(table)
            return table.loaded()[0]

    async def save(self, match_id: str, player_id: int | None) -> bytes:
        """The match as a save, which tells everything: when it is over, or to who plays all its people."""
        table = self._table(match_id)
        async with table.lock:
            await self.ready(table)
            record, room, _ = table.loaded()
            held = table.held(player_id)
            alone = bool(held) and all(seat.kind == "bot" or seat.seat in held for seat in record.seats)
            if record.status != "finished" and not alone:
                raise Refused("A save tells every secret: others play too, so wait for the end of the game.")
            table.check_begun()
            if record.status == "playing" and player_id is not None:
                # He knows the dice to come from now on; the store sees to it that nobody plays against them.
                await self.store.note_save(match_id, player_id)
            return room.match.save()

    async def watch(self, match_id: str, player_id: int | None, partial: bool = False) -> Watcher:
        """Begin to look on; the first message is a whole state, those after it may be partial ones."""
        table = self._table(match_id)
        async with table.lock:
            await self.ready(table)
            if self.channel.shared:
                # A notice may be on its way; who comes now sees what is in the store now.
                await self._read_on(table)
            # Kept in mind even if it was about to be forgotten.
            table = self._tables.setdefault(match_id, table)
            watcher = Watcher(table, player_id, self._paint, partial)
            table.join(watcher)
        return watcher

    async def _paint(self, watcher: Watcher) -> bytes:
        """The state for a client, as of now."""
        table = watcher.table
        try:
            said = await self.store.chats(table.id) if watcher.first else None
            async with table.lock:
                await self.ready(table)
                _, room, painter = table.loaded()
                held = table.held(watcher.player_id)
                start = min(watcher.lines, room.known_lines(watcher.seq))
                if not watcher.same_eyes(painter.viewer(room.match, held), len(held)):
                    # What was whispered to another seat is read by nobody else at the same screen.
                    start = 0
                state, has = painter.news(
                    watcher.sent,
                    held,
                    table.online(),
                    start,
                    said,
                    None,
                    table.spectators(),
                )
                watcher.sent = has if watcher.partial else None
                watcher.seq, watcher.lines, watcher.first = room.seq, room.lines, False
                return state
        except NoMatch as error:
            watcher.finish()
            return msgspec.json.encode(Trouble(str(error)))
        except SandtableError as error:
            if isinstance(error, StoreError):
                self._later(watcher)
            return msgspec.json.encode(Trouble(str(error)))
        except Exception:
            logger.exception("The state of match %s could not be made.", table.id)
            return msgspec.json.encode(Trouble(MISTAKE))

    def _later(self, watcher: Watcher) -> None:
        """Show a client the state again soon."""
        asyncio.get_running_loop().call_later(RETRY_SECONDS, watcher.wake)

    # --- one event

    async def _act(
        self,
        match_id: str,
        player_id: int | None,
        seq: int,
        seat: int,
        move: Callable[[Room], Move],
        stored: Stored | None,
    ) -> int:
        async def work() -> int:
            table = self._table(match_id)
            async with table.lock:
                await self.ready(table)
                table.check_right(player_id, seat)
                room = table.loaded()[1]
                if seq != room.seq:
                    raise Refused(STALE, stale=True)
                table.check_going()
                return await self.commit(table, move, stored)

        return await self.finish(work())

    async def commit(self, table: Table, move: Callable[[Room], Move], stored: Stored | None = None) -> int:
        """Play and write down one event; the caller holds the table's lock, so nobody sees it before."""
        if self._frozen or self._closed:
            raise Refused(RESTORED if self._frozen else "The server is closing; your choice was not taken.")
        room = table.loaded()[1]
        before = room.waiting
        made = move(room)
        summary = room.summary()
        number = room.seq
        try:
            written = await self.store.append(table.id, number, made.kind, made.seat, made.choice, summary)
        except Restored as error:
            table.drop()
            self.spawn(self._take_in_backup())
            raise Refused(RESTORED, stale=True) from error
        except BaseException as error:
            # The store may have it or not; only the store knows.
            table.drop()
            if not isinstance(error, StoreError) or not await self._has(table, number, made):
                table.changed()
                raise
            written = True
        if not written:
            table.drop()
            await self.ready(table)
            self._after(table, before, None)
            raise Refused(QUICKER, stale=True)
        if stored is not None:
            stored(number)
        table.note(table.loaded()[1].summary() if table.room is not room else summary)
        self._after(table, before, Notice(table.id, "event", number))
        return number

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
        table.changed()
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
            record = await self.store.get_match(table.id)
            if record is None:
                self._tables.pop(table.id, None)
                raise NoMatch(GONE)
            events = await self.store.events(table.id)
            try:
                if len(events) <= SHORT and not record.pack:
                    room = Room.start(packed(record.game, ""), record, events)
                else:
                    room = await asyncio.to_thread(
                        lambda: Room.start(packed(record.game, record.pack), record, events)
                    )
            except SandtableError as error:
                logger.warning("Match %s cannot be loaded: %s", table.id, error)
                table.trouble = str(error)
                raise Refused(table.trouble) from error
        table.take(record, room)
        self._driver.drive(table, not self.channel.shared)

    async def _reload_record(self, table: Table) -> None:
        """Read the match and its seats anew, and the events that were added."""
        table.trouble = ""
        await self.ready(table)
        record = await self.store.get_match(table.id)
        if record is None:
            self._let_go(table.id)
            raise NoMatch(GONE)
        _, room, painter = table.loaded()
        table.record = record
        painter.take(record)
        await self._read_on(table)
        table.note(room.summary())

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

    async def _compare(self) -> None:
        """See whether an administrator has removed a match or a player, which nobody is told."""
        tables = [table for table in self._tables.values() if table.room is not None]
        found = {record.id: record for record in await self.store.some_matches([t.id for t in tables])}
        for table in tables:
            record = found.get(table.id)
            if record is None:
                self._let_go(table.id)
            elif table.record is not None and record.seats != table.record.seats:
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
