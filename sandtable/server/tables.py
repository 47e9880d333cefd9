"""A table: one match with its room in memory and those who look on. `rooms` does what waits for the store."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

import msgspec

from sandtable.server.messages import Presence
from sandtable.server.payload import Painter, Sent, seats_of
from sandtable.server.room import Refused, Room
from sandtable.server.store import MatchRecord, Summary

MOST_WAITING: Final = 500  # messages that a client may leave unread before it is given up
PRESENCE_SECONDS: Final = 90.0  # after which nothing heard of another process means that nobody is there

_json = msgspec.json.Encoder()


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
            await self._bell.wait()
        raise StopAsyncIteration


class Table:
    """A match while somebody plays it or looks on: its record, its room once loaded, its watchers."""

    def __init__(self, match_id: str, told: Callable[[Table], None]) -> None:
        self.id = match_id
        self.lock = asyncio.Lock()  # held by who plays, reads or loads: nobody sees what is not committed
        self.record: MatchRecord | None = None
        self.room: Room | None = None
        self.painter: Painter | None = None
        self.trouble = ""  # why the match cannot be loaded
        self.watchers: set[Watcher] = set()
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.hurry = asyncio.Event()  # tells it not to wait for another process
        self.used = time.monotonic()
        self._told = told  # called when somebody comes or goes
        self._elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}

    # --- what is known of the match

    def take(self, record: MatchRecord, room: Room) -> None:
        """A match has been loaded."""
        self.record, self.room = record, room
        self.painter = Painter(room, record)
        self.note(room.summary())

    def drop(self) -> None:
        """Forget the room; the store knows better."""
        self.room = self.painter = None
        self.trouble = ""

    def note(self, summary: Summary) -> None:
        """The position has changed: so has what the record says of it."""
        record, room, painter = self.record, self.room, self.painter
        assert record is not None and room is not None and painter is not None
        if record.status == "open":
            return
        status = record.status
        self.record = replace(
            record,
            seq=room.seq,
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

    def join(self, watcher: Watcher) -> None:
        """Somebody begins to look on."""
        before = self.online(), self.spectators()
        self.watchers.add(watcher)
        self._compare(before)

    def leave(self, watcher: Watcher) -> None:
        """Somebody looks on no more."""
        before = self.online(), self.spectators()
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        self._compare(before)

    def _compare(self, before: tuple[frozenset[int], int]) -> None:
        if before != (self.online(), self.spectators()):
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
        before = self.online(), self.spectators()
        self._elsewhere[process] = (time.monotonic(), players, spectators)
        self._forget_silent()
        if before != (self.online(), self.spectators()):
            for watcher in self.watchers:
                watcher.wake_presence()
        return new

    def _forget_silent(self) -> None:
        now = time.monotonic()
        for process, (at, _, _) in list(self._elsewhere.items()):
            if now - at > PRESENCE_SECONDS:
                del self._elsewhere[process]

    def online(self) -> frozenset[int]:
        """The seated players who look on, here or in another process."""
        found = set(self.here()[0])
        for _, players, _ in self._elsewhere.values():
            found.update(players)
        return frozenset(found)

    def spectators(self) -> int:
        """How many look on without a seat."""
        return self.here()[1] + sum(number for _, _, number in self._elsewhere.values())

    def presence(self, watcher: Watcher) -> bytes | None:
        """Who is at the table, for one client; None while the match is not loaded."""
        if self.record is None or self.room is None:
            return None
        room = self.room
        seats = seats_of(
            room.game, room.match.state, self.record, self.held(watcher.player_id), self.online()
        )
        return _json.encode(Presence(seats, self.spectators()))
