"""Keeps the matches of one server process in step with the store, which alone knows what has happened.

A match is loaded when it is first needed, played on when other processes add events, read again when it does
not follow from the store, and dropped when nobody uses it. Only this module writes events. When a match is
quiet, its snapshot is stored, from which it goes on if the rules change later (`loading.py`).
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
from sandtable.server.bot_driver import BotRunner, Driver, waits_for_bot
from sandtable.server.bots import packed
from sandtable.server.channel import Channel, Notice
from sandtable.server.claims import Claims
from sandtable.server.loaded_match import LoadedMatch, Move, Refused
from sandtable.server.messages import ChatOut, ErrorOut, Said
from sandtable.server.payload import chats_of
from sandtable.server.store import MatchRecord, NoMatch, Restored, Store, StoreError, Summary, Unavailable
from sandtable.server.store.engine import LATER
from sandtable.server.watched_match import WatchedMatch

IDLE_SECONDS: Final = 600.0  # after which an unused match is dropped from memory
SWEEP_SECONDS: Final = 10.0
RETRY_SECONDS: Final = 1.0  # before another try, when the store did not answer
SHORT: Final = 40  # events that are replayed in the event loop itself
PATIENCE: Final = 12  # sweeps after which a busy match gets a snapshot too
TRIES: Final = 5  # tries to load a match that other processes change meanwhile
FEW: Final = 10  # matches that are compared with the store at a time
BREATH_SECONDS: Final = 0.01  # between two groups of them
LOADS: Final = 2  # matches that are loaded at the same time
QUICKER: Final = "Somebody else was quicker. Look again and choose."
GONE: Final = "This match does not exist, or it was removed."
RESTORED: Final = "A backup was restored while you played. Look where the match is now."

Turn = Callable[[MatchRecord, tuple[int, ...]], None]  # a match and the seats it has begun to wait for
Stored = Callable[[int], None]  # the number of an event that the store has
Done = TypeVar("Done")
logger = logging.getLogger(__name__)


class PendingEvent(NamedTuple):
    """An event that was played but is not stored yet."""

    move: Move
    number: int
    before: tuple[int, ...]  # the seats that were asked
    summary: Summary
    loaded: LoadedMatch  # where it was played


class MatchSync:
    """The matches of one server process and how they follow the store; `MatchService` adds the clients."""

    def __init__(
        self,
        store: Store,
        channel: Channel,
        bots: BotRunner,
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
        self._watched: dict[str, WatchedMatch] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._loading = asyncio.Semaphore(LOADS)
        self._looking_back = asyncio.Semaphore(1)
        self._frozen = False  # while a restored backup is taken in
        self._closed = False

    async def open(self) -> None:
        """Listen to other processes, and let bots go on where the last server stopped."""
        await self.channel.open(self._heard)
        self.spawn(self._sweep_now_and_then())
        self.spawn(self._wake_bots())

    async def close(self) -> None:
        """Finish what is being stored, and let everybody go."""
        self._closed = True
        for watched in list(self._watched.values()):
            for watcher in list(watched.watchers):
                watcher.close()
        self._driver.close()
        # Tasks that store an event finish; those that only wait are cancelled.
        for watched in list(self._watched.values()):
            async with watched.lock:
                pass
            try:
                await self._keep_snapshot(watched)
            except StoreError as error:
                logger.warning("Could not store a snapshot of match %s: %s", watched.id, error)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.channel.close()

    # --- one event

    async def commit(
        self, watched: WatchedMatch, move: Callable[[LoadedMatch], Move], stored: Stored | None = None
    ) -> int:
        """Play and store one event; the caller holds the lock, so nobody sees it before."""
        made = self.play(watched, move)
        if self.write_now(watched, made, stored):
            return made.number
        return await self.write(watched, made, stored)

    def play(self, watched: WatchedMatch, move: Callable[[LoadedMatch], Move]) -> PendingEvent:
        """Play one event that is stored next; the caller holds the lock."""
        if self._frozen or self._closed:
            raise Refused(RESTORED if self._frozen else "The server is closing; your choice was not taken.")
        loaded = watched.parts()[1]
        before = loaded.waiting
        try:
            made = move(loaded)
            return PendingEvent(made, loaded.seq, before, loaded.summary(), loaded)
        except Refused:
            raise  # nothing has changed
        except BaseException:
            watched.drop()
            raise

    def write_now(self, watched: WatchedMatch, made: PendingEvent, stored: Stored | None = None) -> bool:
        """Store what was just played if that is possible at once; otherwise `write` must do it."""
        move, number, before, summary, _ = made
        try:
            if not self.store.append_now(watched.id, number, move.kind, move.seat, move.choice, summary):
                return False
        except Exception:
            logger.exception("Could not store an event at once.")
            return False
        self._written(watched, before, number, summary, stored)
        return True

    async def write(self, watched: WatchedMatch, made: PendingEvent, stored: Stored | None = None) -> int:
        """Store what was just played; it is forgotten if the store refuses it."""
        move, number, before, summary, loaded = made
        try:
            writing = self.spawn(
                self.store.append(watched.id, number, move.kind, move.seat, move.choice, summary)
            )
            # While the store writes, the next states are prepared; nobody sees them before it has finished.
            await asyncio.sleep(0)
            watched.prepare()
            written = await writing
        except Restored as error:
            watched.drop()
            self.spawn(self._take_in_backup())
            raise Refused(RESTORED, stale=True) from error
        except BaseException as error:
            # The store may have it or not; only the store knows.
            watched.drop()
            if not isinstance(error, StoreError) or not await self._has(watched, number, move):
                watched.changed()
                raise
            written = True
        if not written:
            watched.drop()
            await self.ready(watched)
            self._after(watched, before, None)
            raise Refused(QUICKER, stale=True)
        if watched.loaded is not loaded:
            await self.ready(watched)
            if watched.parts()[1].seq < number:
                await self._read_on(watched)  # a reader loaded it before the store had the event
            summary = watched.parts()[1].summary()
        self._written(watched, before, number, summary, stored)
        return number

    def _written(
        self,
        watched: WatchedMatch,
        before: tuple[int, ...],
        number: int,
        summary: Summary,
        stored: Stored | None,
    ) -> None:
        """Show an event that the store has now."""
        if stored is not None:
            stored(number)
        watched.note(summary)
        self._after(watched, before, Notice(watched.id, "event", number))

    async def _has(self, watched: WatchedMatch, number: int, made: Move) -> bool:
        """Check whether the store has an event after all, and load the match again if possible."""
        try:
            await self.ready(watched)
            events = await self.store.events(watched.id, number - 1)
        except SandtableError:
            return False
        return bool(events) and Move(events[0].kind, events[0].seat, events[0].choice) == made

    def _after(self, watched: WatchedMatch, before: tuple[int, ...], notice: Notice | None) -> None:
        """Show what is new in the store, and let the bots move.

        With a notice, this process stored it, so it also tells the other processes and the players whose turn
        it is.
        """
        watched.used = time.monotonic()
        watched.show()
        if notice is not None:
            self.channel.publish(notice)
            record, loaded, _ = watched.parts()
            new = tuple(seat for seat in loaded.waiting if seat not in before)
            if new and record.status == "playing" and self._on_turn is not None:
                try:
                    self._on_turn(record, new)
                except Exception:
                    logger.exception("Could not announce the turn of match %s.", record.id)
        self._driver.drive(watched, notice is not None)

    # --- loading and catching up

    def _watched_match(self, match_id: str) -> WatchedMatch:
        watched = self._watched.get(match_id)
        if watched is None:
            watched = self._watched[match_id] = WatchedMatch(match_id, self._tell_presence)
        watched.used = time.monotonic()
        return watched

    async def ready(self, watched: WatchedMatch) -> None:
        """Load a match if it is not in memory; the caller holds its lock."""
        if watched.trouble:
            raise Refused(watched.trouble)
        if watched.loaded is not None:
            return
        async with self._loading:
            for _ in range(TRIES):
                record = await self.store.get_match(watched.id)
                if record is None:
                    self._watched.pop(watched.id, None)
                    raise NoMatch(GONE)
                try:
                    found = await self._load(record)
                except StoreError:
                    raise  # the match itself may be fine
                except SandtableError as error:
                    logger.warning("Match %s cannot be loaded: %s", watched.id, error)
                    watched.trouble = str(error)
                    raise Refused(watched.trouble) from error
                if found is not None:
                    break
            else:
                raise Unavailable(LATER)
        watched.take(*found)
        record = found[0]
        if record.status != "finished":
            self._bots.warm(record.game, record.pack)
        self._driver.drive(watched, not self.channel.shared)

    async def _load(self, record: MatchRecord) -> tuple[MatchRecord, LoadedMatch] | None:
        """Load a match and return it with its record; None if another process changed it meanwhile."""
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
            result = loading.load(game, record, events, base)
        else:
            result = await asyncio.to_thread(loading.load, game, record, events, base, latest)
        loaded, change = result
        if change is None:
            return record, loaded
        rules, pack_hash = loading.rules_hash(game), game.pack_hash
        if not await self.store.change_rules(
            record, rules, pack_hash, change.notice, change.base, change.base_seq
        ):
            return None
        if change.base is not None:
            logger.warning("Match %s goes on from its snapshot: the rules have changed.", record.id)
            record = replace(record, base_seq=change.base_seq)
        return replace(record, rules=rules, pack_hash=pack_hash, notice=change.notice), loaded

    async def _reload_record(self, watched: WatchedMatch) -> None:
        """Read the match and its seats again, and the events that were added."""
        watched.trouble = ""
        await self.ready(watched)
        record = await self.store.get_match(watched.id)
        if record is None:
            self._let_go(watched.id)
            raise NoMatch(GONE)
        watched.renew(record)
        await self._read_on(watched)
        watched.note(watched.parts()[1].summary())

    async def _read_on(self, watched: WatchedMatch) -> bool:
        """Play the events that other processes have added; return whether there were any."""
        loaded = watched.parts()[1]
        events = await self.store.events(watched.id, loaded.seq)
        if not events:
            return False
        try:
            loaded.catch_up(events)
        except SandtableError:
            # The match in memory does not follow from the store, which has the truth.
            watched.drop()
            await self.ready(watched)
        watched.note(watched.parts()[1].summary())
        return True

    async def _newest(self, watched: WatchedMatch) -> None:
        """Load a match, or play what other processes have added, whose notices may still be on their way.

        So players see here what they have just done through another process. The caller holds the lock.
        """
        known = watched.loaded is not None
        await self.ready(watched)
        if known and self.channel.shared and await self._read_on(watched):
            self._after(watched, (), None)

    async def _catch_up(self, watched: WatchedMatch, upto: int | None = None) -> None:
        """Play what other processes have added to a match."""
        with suppress(StoreError):
            async with watched.lock:
                if watched.loaded is None or (upto is not None and watched.loaded.seq >= upto):
                    return
                if await self._read_on(watched):
                    self._after(watched, (), None)

    async def _take_in_backup(self) -> None:
        """Drop every match from memory and go on from the backup that was restored."""
        if self._frozen:
            return
        self._frozen = True
        try:
            for watched in list(self._watched.values()):
                async with watched.lock:
                    watched.drop()
            while True:
                try:
                    await self.store.resume()
                    break
                except StoreError:
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._frozen = False
        for watched in list(self._watched.values()):
            for watcher in watched.watchers:
                watcher.forget()
        await self._wake_bots()

    # --- other processes

    def _heard(self, notice: Notice | None) -> None:
        """Handle a notice of another process; None means that some were missed."""
        if notice is None:
            for each in list(self._watched.values()):
                self.spawn(self._catch_up(each))
            return
        watched = self._watched.get(notice.match)
        if watched is None:
            return
        if notice.kind == "event":
            self.spawn(self._catch_up(watched, notice.number))
        elif notice.kind == "seats":
            self.spawn(self._seats_changed(watched))
        elif notice.kind == "chat":
            self.spawn(self._overheard(notice))
        elif notice.kind == "presence":
            if watched.heard(notice.process, notice.players, notice.spectators) and watched.watchers:
                self._tell_presence(watched)
        else:
            self._let_go(notice.match)

    async def _seats_changed(self, watched: WatchedMatch) -> None:
        with suppress(SandtableError):
            async with watched.lock:
                if watched.loaded is not None:
                    await self._reload_record(watched)
                    self._after(watched, (), None)

    async def _overheard(self, notice: Notice) -> None:
        with suppress(StoreError):
            for said in chats_of(await self.store.chats(notice.match, notice.number - 1)):
                if said.id == notice.number:
                    self._pass_on(notice.match, said)

    def _pass_on(self, match_id: str, said: ChatOut) -> None:
        watched = self._watched.get(match_id)
        if watched is not None:
            message = msgspec.json.encode(Said(said.id, said.name, said.text, said.at))
            for watcher in list(watched.watchers):
                watcher.send(message)

    def _tell_presence(self, watched: WatchedMatch) -> None:
        if self.channel.shared:
            players, spectators = watched.here()
            self.channel.publish(Notice(watched.id, "presence", players=players, spectators=spectators))

    def _let_go(self, match_id: str) -> None:
        watched = self._watched.pop(match_id, None)
        if watched is not None:
            watched.gone = True
            for watcher in list(watched.watchers):
                watcher.send(ErrorOut(GONE))
                watcher.finish()
            watched.drop()

    # --- regular work

    async def _wake_bots(self) -> None:
        """Go on, after a restart, with the matches that wait for a bot."""
        try:
            waiting = await self.store.all_matches("playing")
        except StoreError as error:
            logger.warning("Could not find the matches that wait for bots: %s", error)
            return
        for record in waiting:
            if waits_for_bot(record.waiting, [seat.kind for seat in record.seats]):
                watched = self._watched_match(record.id)
                with suppress(SandtableError):
                    async with watched.lock:
                        await self.ready(watched)

    async def _sweep_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self.sweep()
            except StoreError as error:
                logger.warning("The store does not answer: %s", error)
            except Exception:
                logger.exception("Could not finish the regular sweep.")

    async def sweep(self) -> None:
        """Drop unused matches, and look for changes without a notice."""
        now = time.monotonic()
        await self._keep_snapshots(now)
        for watched in list(self._watched.values()):
            busy = watched.watchers or watched.lock.locked() or watched.driver is not None
            if not busy and now - watched.used >= self._idle:
                self._watched.pop(watched.id, None)
        if await self.store.restored():
            await self._take_in_backup()
        await self._compare()
        if self.channel.shared:
            for watched in list(self._watched.values()):
                if watched.watchers:
                    await self._catch_up(watched)
                    self._tell_presence(watched)

    async def _keep_snapshots(self, now: float) -> None:
        """Store snapshots of the matches that have been quiet since the last sweep, or had none for long."""
        for watched in list(self._watched.values()):
            loaded = watched.loaded
            if loaded is None or watched.kept == loaded.seq:
                watched.waited = 0
                continue
            quiet = watched.swept == loaded.seq or now - watched.used >= self._idle
            watched.swept, watched.waited = loaded.seq, watched.waited + 1
            if quiet or watched.waited >= PATIENCE:
                try:
                    await self._keep_snapshot(watched)
                except Restored:
                    return  # `sweep` handles this next
                await asyncio.sleep(BREATH_SECONDS)

    async def _keep_snapshot(self, watched: WatchedMatch) -> None:
        """Store where a match stands, if the store does not have that yet."""
        async with watched.lock:
            loaded, record = watched.loaded, watched.record
            if loaded is None or record is None or record.status == "open" or watched.kept == loaded.seq:
                return
            if watched.kept is None:
                watched.kept = await self.store.snapshot_seq(watched.id)
                if watched.kept == loaded.seq:
                    return
            taken = loading.take_snapshot(loaded)
        await self.store.keep_snapshot(watched.id, taken)
        if watched.loaded is loaded:
            watched.kept, watched.waited = taken.seq, 0

    async def _compare(self) -> None:
        """Look for matches and players that an administrator has removed, which sends no notice."""
        found = [watched for watched in self._watched.values() if watched.loaded is not None]
        for start in range(0, len(found), FEW):
            await self._compare_some(found[start : start + FEW])
            await asyncio.sleep(BREATH_SECONDS)

    async def _compare_some(self, watched_matches: list[WatchedMatch]) -> None:
        """Compare a few matches at a time, so that no click waits for all of them."""
        found = await self.store.seats_of([watched.id for watched in watched_matches])
        for watched in watched_matches:
            seats = found.get(watched.id)
            if seats is None:
                self._let_go(watched.id)
            elif watched.record is not None and seats != watched.record.seats:
                await self._seats_changed(watched)

    @property
    def loaded_ids(self) -> list[str]:
        """The ids of the matches in memory."""
        return [watched.id for watched in self._watched.values() if watched.loaded is not None]

    def spawn(self, work: Coroutine[Any, Any, Done]) -> asyncio.Task[Done]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def finish(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Run something to its end, even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(work))
