"""A table: one match with its room in memory and those who look on. `rooms` does what waits for the store."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, Protocol

import msgspec

from sandtable.server.advice_cache import AdviceCache
from sandtable.server.loaded_match import Refused, Room
from sandtable.server.messages import Presence
from sandtable.server.payload import Painter, Sent, seats_of
from sandtable.server.store import Chat, MatchRecord, Summary

MOST_WAITING: Final = 500  # messages that a client may leave unread before it is given up
LOOK_SECONDS: Final = 60.0  # after a request about a match for which it counts as watched
PRESENCE_SECONDS: Final = 90.0  # after which nothing heard of another process means that nobody is there

logger = logging.getLogger(__name__)
_json = msgspec.json.Encoder()


class Outlet(Protocol):
    """How messages go to a client at once."""

    def free(self) -> bool:
        """Whether they can now."""

    def write(self, texts: list[bytes]) -> None:
        """Send them."""


class Watcher:
    """One client that looks on: its messages in order, its states always the newest.

    A client that reads slowly is not sent every position: when it is ready for the next message it gets the
    state of that moment. Use as `async for message in watcher`; it ends when the watcher is closed.
    """

    def __init__(
        self,
        table: Table,
        player_id: int | None,
        paint: Callable[[Watcher], Awaitable[bytes]],
        partial: bool = False,
    ) -> None:
        self.table = table
        self.player_id = player_id
        self.seq = 0  # how many events the last state that was sent had, and how many lines of the log
        self.lines = 0
        self.first = True
        self._eyes: tuple[int | None, ...] = ()  # whose they were in the last state; empty before the first
        self.partial = partial  # whether it is content with what is new
        self.sent: Sent | None = None  # what it has then
        self.closed = False
        self.outlet: Outlet | None = None
        self._idle = False  # whether all was taken and whoever sends it waits for more
        self._paint = paint
        self._queue: deque[bytes] = deque()
        self._bell = asyncio.Event()
        self._stale = True
        self._presence = False
        self._ending = False

    def tell(self, message: Any) -> None:
        """Send something of its own to this client: an answer, talk."""
        if len(self._queue) >= MOST_WAITING:
            self.close()
            return
        self._queue.append(message if isinstance(message, bytes) else _json.encode(message))
        self._bell.set()

    def add(self, message: Any) -> None:
        """The same for what a state follows at once: they go together."""
        if len(self._queue) >= MOST_WAITING:
            self.close()
        else:
            self._queue.append(_json.encode(message))

    def show(self) -> None:
        """The table has changed: send what is new at once if nothing stands in the way, else soon.

        The room is loaded, its lock is held and the store has all of it.
        """
        outlet = self.outlet
        if outlet is None or not self._idle or self.first or self._ending or self.closed or not outlet.free():
            self.wake()
            return
        try:
            state = self.table.draw(self)
        except Exception:
            logger.exception("The state of match %s could not be shown.", self.table.id)
            self.wake()
            return
        texts = [*self._queue, state]
        self._queue.clear()
        self._stale = False
        outlet.write(texts)

    def wake(self) -> None:
        """The table has changed: the client needs a new state."""
        self._stale = True
        self._bell.set()

    def wake_presence(self) -> None:
        """Somebody has come or gone."""
        self._presence = True
        self._bell.set()

    def resume(self, seq: int) -> None:
        """The client has kept a state after so many events from before it lost the line (0: none)."""
        room = self.table.room
        if room is not None and 0 < seq <= room.seq:
            self.seq = seq
            self.lines = room.known_lines(seq)
        self.wake()

    def same_eyes(self, viewer: int | None, held: int) -> bool:
        """Whether the next state is seen by the same seat as the last; `held`: of how many it may be."""
        before, self._eyes = self._eyes, (viewer,)
        return before == (viewer,) if before else held <= 1

    def forget(self) -> None:
        """What this client was sent no longer holds: the next state is a whole one."""
        self.seq = 0
        self.lines = 0
        self.sent = None
        self.wake()

    def finish(self) -> None:
        """Let the client have what waits for it, and then go."""
        self._ending = True
        self._bell.set()

    def close(self) -> None:
        """The client is gone, or is to go."""
        if not self.closed:
            self.closed = True
            self._bell.set()
            self.table.leave(self)

    def __aiter__(self) -> Watcher:
        return self

    async def __anext__(self) -> bytes:
        """The next message, when there is one."""
        while not self.closed:
            if self._queue:
                return self._queue.popleft()
            if self._ending:
                self.close()
                break
            if self._stale:
                self._stale = self._presence = False
                return await self._paint(self)
            if self._presence:
                self._presence = False
                told = self.table.presence(self)
                if told is not None:
                    return told
                continue
            self._bell.clear()
            self._idle = True
            try:
                await self._bell.wait()
            finally:
                self._idle = False
        raise StopAsyncIteration


class Table:
    """A match while somebody plays it or looks on: its record, its room once loaded, its watchers."""

    def __init__(self, match_id: str, told: Callable[[Table], None]) -> None:
        self.id = match_id
        self.lock = asyncio.Lock()  # held by who plays, reads or loads: nobody sees what is not committed
        self.record: MatchRecord | None = None
        self.room: Room | None = None
        self.painter: Painter | None = None
        self.counsel = AdviceCache()
        self.trouble = ""  # why the match cannot be loaded
        self.watchers: set[Watcher] = set()
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.hurry = asyncio.Event()  # tells it not to wait for another process
        self.used = time.monotonic()
        self.kept: int | None = None  # the number of events at the last snapshot, once it was looked up
        self.swept: int | None = None  # the same at the last sweep
        self.waited = 0  # sweeps since the last snapshot at which there was something new
        self.looked = -math.inf  # when somebody asked for something here
        self.gone = False  # whether the match was removed
        self._told = told  # called when somebody comes or goes
        self._elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}
        self._present: tuple[frozenset[int], int] | None = None  # who is here, once it was counted

    # --- what is known of the match

    def take(self, record: MatchRecord, room: Room) -> None:
        """A match has been loaded."""
        self.record, self.room = record, room
        self.painter = Painter(room, record)
        self._present = None
        self.note(room.summary())

    def renew(self, record: MatchRecord) -> None:
        """The match was read anew: others may sit at it."""
        self.record = record
        self._present = None
        self.loaded()[2].take(record)

    def drop(self) -> None:
        """Forget the room; the store knows better."""
        self.room = self.painter = None
        self.kept = self.swept = None
        self.counsel = AdviceCache()
        self.trouble = ""

    def note(self, summary: Summary) -> None:
        """The position has changed: so may what the record says of it, but for the number of events."""
        record, _, painter = self.loaded()
        status = record.status
        if status == "open":
            return
        if (record.waiting, record.turn, status, record.result) == (
            summary.waiting,
            summary.turn,
            summary.status,
            summary.result,
        ):
            return
        self.record = replace(
            record,
            waiting=summary.waiting,
            turn=summary.turn,
            status=summary.status,
            result=summary.result,
        )
        if status != summary.status:
            painter.take(self.record)
        else:
            painter.record = self.record

    def prepare(self) -> None:
        """Make ready what everybody will see when the last event is stored."""
        if self.painter is not None:
            with suppress(Exception):  # told when it is to be shown
                for player_id in {watcher.player_id for watcher in self.watchers}:
                    self.painter.prepare(self.held(player_id))

    def changed(self) -> None:
        """Let everybody see what is new."""
        for watcher in self.watchers:
            watcher.wake()

    def show(self) -> None:
        """The same where the room is loaded and its lock is held: who can is shown it at once."""
        for watcher in list(self.watchers):
            watcher.show()

    def draw(self, watcher: Watcher, said: Sequence[Chat] | None = None) -> bytes:
        """The state for a client, as of now; the caller holds the lock, and the room is loaded."""
        _, room, painter = self.loaded()
        held = self.held(watcher.player_id)
        start = min(watcher.lines, room.known_lines(watcher.seq))
        viewer = painter.viewer(held)
        if not watcher.same_eyes(viewer, len(held)):
            # What was whispered to another seat is read by nobody else at the same screen.
            start = 0
        online, spectators = self.present()
        state, has = painter.seen(viewer, watcher.sent, held, online, start, said, spectators)
        watcher.sent = has if watcher.partial else None
        watcher.seq, watcher.lines, watcher.first = room.seq, room.lines, False
        return state

    def loaded(self) -> tuple[MatchRecord, Room, Painter]:
        """What there is once the room is loaded."""
        assert self.record is not None and self.room is not None and self.painter is not None
        return self.record, self.room, self.painter

    # --- rights

    def held(self, player_id: int | None) -> list[int]:
        """The seats somebody acts for."""
        return [] if player_id is None or self.record is None else self.record.held_by(player_id)

    def check_right(self, player_id: int | None, seat: int) -> None:
        """Refuse who acts for a seat that is not his, or when there is nothing to act on."""
        record, room, _ = self.loaded()
        if not 0 <= seat < record.players:
            raise Refused(f"There is no seat {seat}; the seats are 0 to {record.players - 1}.")
        if seat not in self.held(player_id):
            raise Refused(f"The seat {room.game.seat_names(room.match.state)[seat]} is not yours.")

    def check_begun(self) -> None:
        """Refuse before the match begins."""
        if self.loaded()[0].status == "open":
            raise Refused("The match has not begun: some seats are still free.")

    def check_going(self) -> None:
        """Refuse to play before the match begins or after it is over."""
        self.check_begun()
        room = self.loaded()[1]
        result = room.match.result
        if result is not None:
            raise Refused(f"The game is over: {result.text}", result.rule)

    def stands_at(self, seq: int) -> bool:
        """Whether, as far as is known, the match still has so many events and waits for an answer."""
        if self.gone:
            return False
        return self.room is None or (self.room.seq == seq and self.room.match.result is None)

    def bot_seat(self) -> int | None:
        """The first seat that is asked now and played by a bot."""
        record, room = self.record, self.room
        if record is None or room is None or record.status != "playing":
            return None
        for seat in room.waiting:
            if record.seats[seat].kind == "bot":
                return seat
        return None

    # --- who is here

    def people(self) -> list[int]:
        """The players for whom the bots think: who look on, else who sit here, else the owner."""
        record = self.record
        if record is None:
            return []
        owner = [] if record.owner_id is None else [record.owner_id]
        screen = owner if any(seat.kind == "hotseat" for seat in record.seats) else []
        sitting = {*(seat.player_id for seat in record.seats if seat.player_id is not None), *screen}
        return sorted(sitting & self.present()[0]) or sorted(sitting) or owner

    def watched(self) -> bool:
        """Whether somebody looks on, or has asked for something a moment ago."""
        online, others = self.present()
        return bool(online) or others > 0 or time.monotonic() - self.looked < LOOK_SECONDS

    def join(self, watcher: Watcher) -> None:
        """Somebody begins to look on."""
        before = self.present()
        self.watchers.add(watcher)
        self._compare(before)

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks on no more."""
        before = self.present()
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        self._compare(before)

    def _compare(self, before: tuple[frozenset[int], int]) -> None:
        self._present = None
        if before != self.present():
            for watcher in self.watchers:
                watcher.wake_presence()
            self._told(self)

    def here(self) -> tuple[tuple[int, ...], int]:
        """The seated players who look on in this process, and how many others do."""
        players = {w.player_id for w in self.watchers if w.player_id is not None and self.held(w.player_id)}
        others = sum(1 for w in self.watchers if w.player_id not in players)
        return tuple(sorted(players)), others

    def heard(self, process: str, players: tuple[int, ...], spectators: int) -> bool:
        """What another process tells of who looks on there; True if nothing was known of it before."""
        new = process not in self._elsewhere
        before = self.present()
        self._elsewhere[process] = (time.monotonic(), players, spectators)
        self._forget_silent()
        self._present = None
        if before != self.present():
            for watcher in self.watchers:
                watcher.wake_presence()
        return new

    def _forget_silent(self) -> None:
        now = time.monotonic()
        for process, (at, _, _) in list(self._elsewhere.items()):
            if now - at > PRESENCE_SECONDS:
                del self._elsewhere[process]

    def present(self) -> tuple[frozenset[int], int]:
        """The seated players who look on, here or in another process, and how many others do."""
        if self._present is None:
            players, others = self.here()
            found = set(players)
            for _, seated, spectators in self._elsewhere.values():
                found.update(seated)
                others += spectators
            self._present = frozenset(found), others
        return self._present

    def presence(self, watcher: Watcher) -> bytes | None:
        """Who is at the table, for one client; None while the match is not loaded."""
        if self.record is None or self.room is None:
            return None
        room = self.room
        online, spectators = self.present()
        seats = seats_of(room.game, room.match.state, self.record, self.held(watcher.player_id), online)
        return _json.encode(Presence(seats, spectators))
