"""One match with its copy in memory and the clients that watch it. `match_service.py` waits for the store."""

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
from sandtable.server.loaded_match import LoadedMatch, Refused
from sandtable.server.messages import Presence
from sandtable.server.payload import Sent, StateBuilder, seats_of
from sandtable.server.store import Chat, MatchRecord, Summary

MOST_WAITING: Final = 500  # unread messages after which a client is dropped
LOOK_SECONDS: Final = 60.0  # for which a request about a match counts as watching it
PRESENCE_SECONDS: Final = 90.0  # after which a silent process counts as having no watchers

logger = logging.getLogger(__name__)
_json = msgspec.json.Encoder()


class Outlet(Protocol):
    """A way to send messages to a client at once."""

    def free(self) -> bool:
        """Check whether messages can be sent now."""

    def write(self, texts: list[bytes]) -> None:
        """Send messages."""


class Watcher:
    """One client that watches: it gets its messages in order, and always the newest state.

    A slow client skips positions: when it is ready for the next message, it gets the present state. Use it as
    `async for message in watcher`; the loop ends when the watcher is closed.
    """

    def __init__(
        self,
        watched: WatchedMatch,
        player_id: int | None,
        paint: Callable[[Watcher], Awaitable[bytes]],
        partial: bool = False,
    ) -> None:
        self.watched = watched
        self.player_id = player_id
        self.seq = 0  # the events of the last state that was sent, and the lines of its log
        self.lines = 0
        self.first = True
        self._eyes: tuple[int | None, ...] = ()  # the viewer of the last state; empty before the first
        self.partial = partial  # whether it takes partial states
        self.sent: Sent | None = None  # the parts it has, if so
        self.closed = False
        self.outlet: Outlet | None = None
        self._idle = False  # whether all was sent, and the sender waits for more
        self._paint = paint
        self._queue: deque[bytes] = deque()
        self._bell = asyncio.Event()
        self._stale = True
        self._presence = False
        self._ending = False

    def send(self, message: Any) -> None:
        """Send a message to this client: an answer or chat."""
        if len(self._queue) >= MOST_WAITING:
            self.close()
            return
        self._queue.append(message if isinstance(message, bytes) else _json.encode(message))
        self._bell.set()

    def add(self, message: Any) -> None:
        """Queue a message that a state follows at once, so that both are sent together."""
        if len(self._queue) >= MOST_WAITING:
            self.close()
        else:
            self._queue.append(_json.encode(message))

    def show(self) -> None:
        """Send the new state at once if possible, else soon.

        The match is loaded, its lock is held and the store has all of it.
        """
        outlet = self.outlet
        if outlet is None or not self._idle or self.first or self._ending or self.closed or not outlet.free():
            self.wake()
            return
        try:
            state = self.watched.draw(self)
        except Exception:
            logger.exception("Could not show the state of match %s.", self.watched.id)
            self.wake()
            return
        texts = [*self._queue, state]
        self._queue.clear()
        self._stale = False
        outlet.write(texts)

    def wake(self) -> None:
        """Note that the client needs a new state."""
        self._stale = True
        self._bell.set()

    def wake_presence(self) -> None:
        """Note that people have come or gone."""
        self._presence = True
        self._bell.set()

    def resume(self, seq: int) -> None:
        """Note that the client kept the state after `seq` events when its connection broke (0: none)."""
        loaded = self.watched.loaded
        if loaded is not None and 0 < seq <= loaded.seq:
            self.seq = seq
            self.lines = loaded.known_lines(seq)
        self.wake()

    def same_viewer(self, viewer: int | None, held: int) -> bool:
        """Check whether the next state is for the same seat as the last, of `held` possible ones."""
        before, self._eyes = self._eyes, (viewer,)
        return before == (viewer,) if before else held <= 1

    def forget(self) -> None:
        """Make the next state a whole one, since the client's data no longer hold."""
        self.seq = 0
        self.lines = 0
        self.sent = None
        self.wake()

    def finish(self) -> None:
        """Close the connection once the client has received what waits for it."""
        self._ending = True
        self._bell.set()

    def close(self) -> None:
        """Remove the client."""
        if not self.closed:
            self.closed = True
            self._bell.set()
            self.watched.leave(self)

    def __aiter__(self) -> Watcher:
        return self

    async def __anext__(self) -> bytes:
        """Return the next message, when there is one."""
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
                told = self.watched.presence(self)
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


class WatchedMatch:
    """A match that is played or watched: its record, the loaded match, its watchers."""

    def __init__(self, match_id: str, told: Callable[[WatchedMatch], None]) -> None:
        self.id = match_id
        self.lock = asyncio.Lock()  # held to play, read or load: nobody sees what is not committed
        self.record: MatchRecord | None = None
        self.loaded: LoadedMatch | None = None
        self.builder: StateBuilder | None = None
        self.advice = AdviceCache()
        self.trouble = ""  # why the match cannot be loaded
        self.watchers: set[Watcher] = set()
        self.driver: asyncio.Task[None] | None = None  # moves the bots
        self.hurry = asyncio.Event()  # tells it not to wait for another process
        self.used = time.monotonic()
        self.kept: int | None = None  # the number of events at the last snapshot, once it is known
        self.swept: int | None = None  # the same at the last sweep
        self.waited = 0  # sweeps since the last snapshot at which there was something new
        self.looked = -math.inf  # time of the last request for this match
        self.gone = False  # whether the match was removed
        self._told = told  # called when people come or go
        self._elsewhere: dict[str, tuple[float, tuple[int, ...], int]] = {}
        self._present: tuple[frozenset[int], int] | None = None  # who is here, once counted

    # --- the match

    def take(self, record: MatchRecord, loaded: LoadedMatch) -> None:
        """Use a match that has been loaded."""
        self.record, self.loaded = record, loaded
        self.builder = StateBuilder(loaded, record)
        self._present = None
        self.note(loaded.summary())

    def renew(self, record: MatchRecord) -> None:
        """Use a record that was read again; its seats may have changed."""
        self.record = record
        self._present = None
        self.parts()[2].take(record)

    def drop(self) -> None:
        """Drop the loaded match; the store has the truth."""
        self.loaded = self.builder = None
        self.kept = self.swept = None
        self.advice = AdviceCache()
        self.trouble = ""

    def note(self, summary: Summary) -> None:
        """Update the record to the new position, except for the number of events."""
        record, _, builder = self.parts()
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
            builder.take(self.record)
        else:
            builder.record = self.record

    def prepare(self) -> None:
        """Build in advance what all will see once the last event is stored."""
        if self.builder is not None:
            with suppress(Exception):  # `show` reports it
                for player_id in {watcher.player_id for watcher in self.watchers}:
                    self.builder.prepare(self.held(player_id))

    def changed(self) -> None:
        """Send everybody a new state soon."""
        for watcher in self.watchers:
            watcher.wake()

    def show(self) -> None:
        """Send everybody the new state, at once where possible; the match is loaded and its lock is held."""
        for watcher in list(self.watchers):
            watcher.show()

    def draw(self, watcher: Watcher, said: Sequence[Chat] | None = None) -> bytes:
        """Return the present state for a client; the caller holds the lock, and the match is loaded."""
        _, loaded, builder = self.parts()
        held = self.held(watcher.player_id)
        start = min(watcher.lines, loaded.known_lines(watcher.seq))
        viewer = builder.viewer(held)
        if not watcher.same_viewer(viewer, len(held)):
            # Secret lines for another seat at the same screen must not be shown.
            start = 0
        online, spectators = self.present()
        state, has = builder.update(watcher.sent, viewer, held, online, start, said, spectators)
        watcher.sent = has if watcher.partial else None
        watcher.seq, watcher.lines, watcher.first = loaded.seq, loaded.lines, False
        return state

    def parts(self) -> tuple[MatchRecord, LoadedMatch, StateBuilder]:
        """Return the record, the match and the builder of states, once it is loaded."""
        assert self.record is not None and self.loaded is not None and self.builder is not None
        return self.record, self.loaded, self.builder

    # --- rights

    def held(self, player_id: int | None) -> list[int]:
        """Return the seats for which a player acts."""
        return [] if player_id is None or self.record is None else self.record.held_by(player_id)

    def check_right(self, player_id: int | None, seat: int) -> None:
        """Refuse to act for another player's seat."""
        record, loaded, _ = self.parts()
        if not 0 <= seat < record.players:
            raise Refused(f"There is no seat {seat}; the seats are 0 to {record.players - 1}.")
        if seat not in self.held(player_id):
            raise Refused(f"The seat {loaded.game.seat_names(loaded.match.state)[seat]} is not yours.")

    def check_begun(self) -> None:
        """Refuse before the match begins."""
        if self.parts()[0].status == "open":
            raise Refused("The match has not begun: some seats are still free.")

    def check_going(self) -> None:
        """Refuse to play before the match begins or after it is over."""
        self.check_begun()
        loaded = self.parts()[1]
        result = loaded.match.result
        if result is not None:
            raise Refused(f"The game is over: {result.text}", result.rule)

    def stands_at(self, seq: int) -> bool:
        """Check, as far as is known, that the match still has `seq` events and waits for an answer."""
        if self.gone:
            return False
        return self.loaded is None or (self.loaded.seq == seq and self.loaded.match.result is None)

    def bot_seat(self) -> int | None:
        """Return the first seat that is asked now and played by a bot."""
        record, loaded = self.record, self.loaded
        if record is None or loaded is None or record.status != "playing":
            return None
        for seat in loaded.waiting:
            if record.seats[seat].kind == "bot":
                return seat
        return None

    # --- who is here

    def people(self) -> list[int]:
        """Return the players for whom the bots think: who watches, else who sits here, else the owner."""
        record = self.record
        if record is None:
            return []
        owner = [] if record.owner_id is None else [record.owner_id]
        screen = owner if any(seat.kind == "hotseat" for seat in record.seats) else []
        sitting = {*(seat.player_id for seat in record.seats if seat.player_id is not None), *screen}
        return sorted(sitting & self.present()[0]) or sorted(sitting) or owner

    def is_watched(self) -> bool:
        """Check whether somebody watches, or has asked for something recently."""
        online, others = self.present()
        return bool(online) or others > 0 or time.monotonic() - self.looked < LOOK_SECONDS

    def join(self, watcher: Watcher) -> None:
        """Add a watcher."""
        before = self.present()
        self.watchers.add(watcher)
        self._compare(before)

    def leave(self, watcher: Watcher) -> None:
        """Remove a watcher."""
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
        """Return the seated players who watch in this process, and the number of other watchers."""
        players = {w.player_id for w in self.watchers if w.player_id is not None and self.held(w.player_id)}
        others = sum(1 for w in self.watchers if w.player_id not in players)
        return tuple(sorted(players)), others

    def heard(self, process: str, players: tuple[int, ...], spectators: int) -> bool:
        """Note who watches in another process; return True if nothing was known of it before."""
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
        """Return the seated players who watch, in any process, and the number of other watchers."""
        if self._present is None:
            players, others = self.here()
            found = set(players)
            for _, seated, spectators in self._elsewhere.values():
                found.update(seated)
                others += spectators
            self._present = frozenset(found), others
        return self._present

    def presence(self, watcher: Watcher) -> bytes | None:
        """Return who is at the table, for one client; None while the match is not loaded."""
        if self.record is None or self.loaded is None:
            return None
        loaded = self.loaded
        online, spectators = self.present()
        seats = seats_of(loaded.game, loaded.match.state, self.record, self.held(watcher.player_id), online)
        return _json.encode(Presence(seats, spectators))
