"""Rooms over a store: committed before shown, once whoever asks, back after anything."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.engine.save import digest
from sandtable.games import load_game
from sandtable.server.bots import Answer, Question
from sandtable.server.channel import Channel, LocalChannel, Notice
from sandtable.server.driver import Thinker
from sandtable.server.messages import StateOut
from sandtable.server.room import Refused
from sandtable.server.rooms import Rooms
from sandtable.server.store import (
    Event,
    MatchRecord,
    NewSeat,
    NoMatch,
    Store,
    StoreError,
    Summary,
    Unavailable,
)
from sandtable.server.tables import Watcher
from tests.server.playing import run


class TestBots:
    """Bots that answer as told: by default the first legal choice."""

    __test__ = False
    seconds = 0.0

    def __init__(self, answer: Callable[[Question], Awaitable[int | None]] | None = None) -> None:
        self.answer = answer
        self.asked: list[Question] = []

    async def ask(self, asked: Question) -> Answer | None:
        self.asked.append(asked)
        await asyncio.sleep(0)
        return None if self.answer is None else Answer(await self.answer(asked))

    def close(self) -> None:
        pass


class Hub:
    """Channels of several rooms in one process."""

    def __init__(self) -> None:
        self.channels: list[HubChannel] = []
        self.deaf = False

    def channel(self) -> HubChannel:
        made = HubChannel(self, f"p{len(self.channels)}")
        self.channels.append(made)
        return made


class HubChannel(LocalChannel):
    shared = True

    def __init__(self, hub: Hub, process: str) -> None:
        self.hub = hub
        self.process = process
        self.heard: Callable[[Notice | None], None] | None = None

    async def open(self, heard: Callable[[Notice | None], None]) -> None:
        self.heard = heard

    def publish(self, notice: Notice) -> None:
        told = msgspec.structs.replace(notice, process=self.process)
        for other in self.hub.channels:
            if other is not self and other.heard is not None and not self.hub.deaf:
                asyncio.get_running_loop().call_soon(other.heard, told)


class Table:
    """A store, rooms and two players."""

    def __init__(self, store: Store, rooms: Rooms, ann: int, bob: int) -> None:
        self.store = store
        self.rooms = rooms
        self.ann = ann
        self.bob = bob

    async def match(self, *seats: NewSeat, game: str = "downfall", begin: bool = True) -> str:
        """A match that has begun; by default Ann plays the Axis, Bob the others."""
        chosen = seats or (NewSeat("human", self.ann), NewSeat("human", self.bob))
        title = load_game(game)
        made = await self.store.create_match(
            game, title.scenarios[0].id, len(chosen), {}, chosen, self.ann, seed=7
        )
        if begin:
            await self.rooms.begin(made.match.id)
        return made.match.id

    async def see(self, match_id: str, player: int | None = None) -> StateOut:
        return msgspec.json.decode(await self.rooms.state(match_id, player), type=StateOut)

    async def click(self, match_id: str, rooms: Rooms | None = None, pick: int = 0) -> int:
        """Whoever is asked takes a choice."""
        rooms = rooms or self.rooms
        match, _ = await rooms.look(match_id, None)
        record = await rooms.record(match_id)
        seat = match.state.seats()[0]
        player = record.seats[seat].player_id or self.ann
        choices = match.state.choices(seat)
        return await rooms.choose(match_id, player, record.seq, seat, choices[pick % len(choices)])


@asynccontextmanager
async def table(
    folder: Path, bots: Thinker | None = None, channel: Channel | None = None, **others: Any
) -> AsyncIterator[Table]:
    store = await Store.open(f"sqlite:///{folder / 'table.db'}")
    rooms = Rooms(store, channel or LocalChannel(), bots or TestBots(), **others)
    await rooms.open()
    ann = await store.create_guest("Ann")
    bob = await store.create_guest("Bob")
    try:
        yield Table(store, rooms, ann.id, bob.id)
    finally:
        await rooms.close()
        await store.close()


async def next_state(watcher: Watcher) -> StateOut:
    """The next state that a client is sent, whatever comes before it."""
    while True:
        data = await watcher.__anext__()
        if msgspec.json.decode(data)["type"] == "state":
            return msgspec.json.decode(data, type=StateOut)


async def until(condition: Callable[[], bool]) -> None:
    """Give everything else its turn until something is so."""
    while not condition():
        await asyncio.sleep(0.001)


# --- playing


def test_a_match_is_played_and_everybody_sees_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            ann = await t.rooms.watch(match_id, t.ann)
            bob = await t.rooms.watch(match_id, t.bob)
            guest = await t.rooms.watch(match_id, None)
            first = await next_state(ann)
            assert (first.seq, first.viewer, first.chat) == (0, 0, [])
            assert (await next_state(bob)).prompts == []
            assert (await next_state(guest)).viewer is None
            choice = first.prompts[0].choices[0]
            assert await t.rooms.choose(match_id, t.ann, 0, 0, choice.key) == 1
            for watcher in (ann, bob, guest):
                state = await next_state(watcher)
                assert state.seq == 1
                assert state.chat is msgspec.UNSET
            events = await t.store.events(match_id)
            assert [(e.seq, e.kind, e.seat, e.choice) for e in events] == [(1, "choice", 0, choice.id)]
            assert await t.rooms.undo(match_id, t.ann, 1, 0) == 2
            assert (await next_state(bob)).seq == 2
            record = await t.store.get_match(match_id)
            assert record is not None
            assert (record.seq, record.waiting, record.status) == (2, (0,), "playing")
            assert record.turn == first.scene.subtitle

    run(work())


def test_rights(tmp_path: Path) -> None:
    """Other seats, no seats, stale, repeated and forged numbers, wrong choices: refused, nothing changes."""

    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            choice = (await t.see(match_id, t.ann)).prompts[0].choices[0].id
            for player, seat, seq, wanted in (
                (t.bob, 0, 0, "not yours"),
                (None, 0, 0, "not yours"),
                (t.ann, 1, 0, "not yours"),
                (t.ann, 2, 0, "no seat 2"),
                (t.ann, -1, 0, "no seat -1"),
                (t.ann, 0, 1, "moved on"),
                (t.ann, 0, -1, "moved on"),
                (t.ann, 0, 10**12, "moved on"),
                (t.bob, 1, 0, "is not asked now"),
            ):
                with pytest.raises(Refused, match=wanted) as refusal:
                    await t.rooms.choose(match_id, player, seq, seat, choice)
                assert refusal.value.stale == (wanted == "moved on")
            with pytest.raises(Refused, match="nothing to take back"):
                await t.rooms.undo(match_id, t.ann, 0, 0)
            with pytest.raises(Refused, match="not yours"):
                await t.rooms.explain(match_id, t.bob, 0, choice)
            assert (await t.rooms.explain(match_id, t.ann, 0, choice)).allowed
            for missing in ("nowhere", "", "x" * 60):
                with pytest.raises(NoMatch):
                    await t.rooms.choose(missing, t.ann, 0, 0, choice)
            assert await t.store.events(match_id) == []
            assert (await t.see(match_id)).seq == 0

    run(work())


def test_hot_seats_are_the_owners(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match(NewSeat("hotseat"), NewSeat("hotseat"))
            seen = set()
            for number in range(120):
                state = await t.see(match_id, t.ann)
                assert state.viewer == state.prompts[0].seat == state.waiting[0]
                seen.add(state.viewer)
                with pytest.raises(Refused, match="not yours"):
                    await t.rooms.choose(match_id, t.bob, number, state.waiting[0], 0)
                choices = state.prompts[0].choices
                await t.rooms.choose(match_id, t.ann, number, state.waiting[0], choices[-1].id)
            assert seen == {0, 1}

    run(work())


def test_nobody_plays_before_the_match_begins(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match(NewSeat("human", t.ann), NewSeat("open"), begin=False)
            with pytest.raises(Refused, match="not begun"):
                await t.rooms.choose(match_id, t.ann, 0, 0, 1)
            with pytest.raises(Refused, match="still free"):
                await t.rooms.begin(match_id)
            watcher = await t.rooms.watch(match_id, t.bob)
            assert (await next_state(watcher)).match.status == "open"
            assert await t.store.take_seat(match_id, 1, t.bob)
            await t.rooms.changed(match_id)
            state = await next_state(watcher)
            assert [seat.mine for seat in state.seats] == [False, True]
            assert (await t.rooms.begin(match_id)).status == "playing"
            assert (await next_state(watcher)).match.status == "playing"
            assert (await t.rooms.begin(match_id)).status == "playing"
            assert await t.click(match_id) == 1

    run(work())


def test_of_many_clicks_at_once_one_counts(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            choice = (await t.see(match_id, t.ann)).prompts[0].choices[0].id
            tries = [t.rooms.choose(match_id, t.ann, 0, 0, choice) for _ in range(20)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(1 for result in results if result == 1) == [1]
            refusals = [result for result in results if isinstance(result, Refused)]
            assert len(refusals) == 19 and all(refusal.stale for refusal in refusals)
            assert len(await t.store.events(match_id)) == 1

    run(work())


# --- the store's word


WAYS = pytest.mark.parametrize("way", ["free", "append_now"])


class Slow:
    """Stands between rooms and their store: lets a test hold an append, or break it before or after."""

    def __init__(self, store: Store, way: str = "append_now") -> None:
        """Nothing is written at once: it is not tried (`free`), or it fails (`append_now`)."""
        self.append = store.append
        self.gate = asyncio.Event()
        self.gate.set()
        self.fail = ""
        self.began = 0
        store.append = self._append  # type: ignore[assignment, method-assign]
        for name in {"append_now", way}:
            setattr(store, name, lambda *_: False)

    async def _append(self, *given: Any) -> bool:
        self.began += 1
        await self.gate.wait()
        if self.fail == "before":
            raise Unavailable("The store is out of reach.")
        done = await self.append(*given)
        if self.fail == "after":
            raise Unavailable("The store is out of reach.")
        return done


@WAYS
def test_nobody_sees_an_event_before_it_is_committed(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            watcher = await t.rooms.watch(match_id, t.bob)
            await next_state(watcher)
            slow = Slow(t.store, way)
            slow.gate.clear()
            clicking = asyncio.create_task(t.click(match_id))
            await until(lambda: slow.began == 1)
            looking = asyncio.create_task(t.see(match_id))
            hearing = asyncio.create_task(next_state(watcher))
            for _ in range(50):
                await asyncio.sleep(0)
            assert not clicking.done() and not looking.done() and not hearing.done()
            slow.gate.set()
            assert await clicking == 1
            assert (await looking).seq == 1
            assert (await hearing).seq == 1

    run(work())


def test_a_room_that_was_loaded_while_an_event_waited_to_be_written_has_it_at_last(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            slow = Slow(t.store)
            match, _ = await t.rooms.look(match_id, None)
            seat = match.state.seats()[0]
            rest = t.rooms.choose_now(match_id, (t.ann, t.bob)[seat], seat, match.state.choices(seat)[0])
            assert rest is not None and slow.began == 0
            assert (await t.see(match_id)).seq == 0  # somebody looks before it is written
            assert await rest == 1
            assert (await t.see(match_id)).seq == 1
            assert len(await t.store.events(match_id)) == 1

    run(work())


@WAYS
def test_a_commit_that_fails_changes_nothing(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.click(match_id)
            before = await t.see(match_id)
            slow = Slow(t.store, way)
            slow.fail = "before"
            with pytest.raises(Unavailable):
                await t.click(match_id)
            slow.fail = ""
            assert await t.see(match_id) == before
            assert await t.click(match_id) == 2
            assert len(await t.store.events(match_id)) == 2

    run(work())


@WAYS
def test_a_commit_that_succeeds_without_an_answer_counts_once(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            slow = Slow(t.store, way)
            slow.fail = "after"
            assert await t.click(match_id) == 1
            slow.fail = ""
            assert (await t.see(match_id)).seq == 1
            assert await t.click(match_id) == 2
            assert [event.seq for event in await t.store.events(match_id)] == [1, 2]

    run(work())


@WAYS
def test_who_goes_away_in_the_middle_leaves_nothing_half_done(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            slow = Slow(t.store, way)
            slow.gate.clear()
            clicking = asyncio.create_task(t.click(match_id))
            await until(lambda: slow.began == 1)
            clicking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await clicking
            slow.gate.set()
            assert (await t.see(match_id)).seq == 1
            assert await t.click(match_id) == 2

    run(work())


def test_a_number_that_is_taken_is_refused_and_the_room_read_anew(tmp_path: Path) -> None:
    """Two processes that do not hear of each other: the store decides."""

    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            other = Rooms(t.store, LocalChannel(), TestBots())
            await other.open()
            watcher = await other.watch(match_id, t.ann)
            assert (await next_state(watcher)).seq == 0
            choices = (await t.see(match_id, t.ann)).prompts[0].choices
            assert await t.rooms.choose(match_id, t.ann, 0, 0, choices[0].id) == 1
            with pytest.raises(Refused, match="quicker") as refusal:
                await other.choose(match_id, t.ann, 0, 0, choices[-1].id)
            assert refusal.value.stale
            assert (await next_state(watcher)).seq == 1
            assert await t.click(match_id, other) == 2
            events = await t.store.events(match_id)
            assert [event.seq for event in events] == [1, 2]
            assert events[0].choice == choices[0].id
            await other.close()

    run(work())


def test_two_processes_that_hear_of_each_other_agree(tmp_path: Path) -> None:
    """Players on each, clicks and undos in a burst: one history, one state."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match(NewSeat("hotseat"), NewSeat("hotseat"))
            luck = random.Random(3)
            accepted = 0
            watchers = [await rooms.watch(match_id, None) for rooms in (t.rooms, other)]

            async def player(rooms: Rooms) -> None:
                nonlocal accepted
                while accepted < 120:
                    state = msgspec.json.decode(await rooms.state(match_id, t.ann), type=StateOut)
                    prompt = luck.choice(state.prompts)
                    try:
                        if prompt.can_undo and (not prompt.choices or luck.random() < 0.2):
                            await rooms.undo(match_id, t.ann, state.seq, prompt.seat)
                        else:
                            choice = luck.choice(prompt.choices).id
                            await rooms.choose(match_id, t.ann, state.seq, prompt.seat, choice)
                        accepted += 1
                    except Refused as refusal:
                        assert refusal.stale
                    await asyncio.sleep(0)

            await asyncio.gather(*(player(rooms) for rooms in (t.rooms, other, t.rooms, other)))
            events = await t.store.events(match_id)
            assert [event.seq for event in events] == list(range(1, accepted + 1))
            states = []
            for rooms, watcher in zip((t.rooms, other), watchers, strict=True):
                while (await next_state(watcher)).seq < accepted:
                    pass
                match, _ = await rooms.look(match_id, None)
                states.append(digest(match.game, match.state))
            assert states[0] == states[1]
            await other.close()

    run(work())


def test_missed_notices_are_made_good(tmp_path: Path) -> None:
    """By who comes, by looking now and then, and after the channel was down."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            channel = hub.channel()
            other = Rooms(t.store, channel, TestBots())
            await other.open()
            match_id = await t.match()
            watcher = await other.watch(match_id, None)
            await next_state(watcher)
            hub.deaf = True
            await t.click(match_id)
            newcomer = await other.watch(match_id, None)
            assert (await next_state(newcomer)).seq == 1
            await t.click(match_id)
            await other.sweep()
            assert (await next_state(watcher)).seq == 2
            await t.click(match_id)
            assert channel.heard is not None
            channel.heard(None)
            assert (await next_state(watcher)).seq == 3
            await other.close()

    run(work())


def test_whoever_asks_another_process_finds_what_he_has_done_in_the_first(tmp_path: Path) -> None:
    """A page behind two processes reads from one and clicks at the other; no notice needs to be quicker."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watcher = await other.watch(match_id, None)
            await next_state(watcher)
            hub.deaf = True
            houses = (t.rooms, other)
            for seq in range(12):
                record, match = await t.rooms.record(match_id), (await other.look(match_id, None))[0]
                assert record.seq == seq
                seat = match.state.seats()[0]
                player = record.seats[seat].player_id
                choice = match.state.choices(seat)[0]
                assert await houses[seq // 2 % 2].choose(match_id, player, seq, seat, choice) == seq + 1
                seen = await houses[(seq // 2 + 1) % 2].state(match_id, None)
                assert msgspec.json.decode(seen, type=StateOut).seq == seq + 1
            # Those who look on there have been shown it, too.
            assert (await next_state(watcher)).seq == 12
            # A number that the store does not know either is refused.
            with pytest.raises(Refused) as caught:
                await other.choose(match_id, player, 14, seat, choice)
            assert caught.value.stale
            await other.close()

    run(work())


# --- memory


def test_idle_rooms_are_dropped_and_come_back(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path, idle_seconds=0.0) as t:
            match_id = await t.match()
            watcher = await t.rooms.watch(match_id, t.ann)
            await t.click(match_id)
            await t.rooms.sweep()
            assert t.rooms.loaded == [match_id]  # somebody looks on
            watcher.close()
            await t.rooms.sweep()
            assert t.rooms.loaded == []
            assert (await t.see(match_id)).seq == 1
            # What was chosen before can still be taken back.
            assert await t.rooms.undo(match_id, t.ann, 1, 0) == 2

    run(work())


def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            for number in range(60):
                await t.click(match_id, pick=number)
            before = await t.see(match_id, t.ann)
            watcher = await t.rooms.watch(match_id, t.ann)
        assert watcher.closed
        store = await Store.open(f"sqlite:///{tmp_path / 'table.db'}")
        rooms = Rooms(store, LocalChannel(), TestBots())
        await rooms.open()
        after = msgspec.json.decode(await rooms.state(match_id, t.ann), type=StateOut)
        assert after == before
        await rooms.close()
        await store.close()

    run(work())


def test_resuming_sends_only_what_is_new_of_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.click(match_id, pick=-1)
            had = await t.see(match_id)
            assert had.log.lines
            await t.click(match_id, pick=-1)
            watcher = await t.rooms.watch(match_id, t.bob)
            watcher.resume(had.seq)
            state = await next_state(watcher)
            assert state.seq == had.seq + 1
            assert state.log.start == len(had.log.lines)
            for nonsense in (-5, 0, 10**9):
                watcher.forget()
                watcher.resume(nonsense)
                assert (await next_state(watcher)).log.start == 0

    run(work())


def test_a_client_that_wants_only_what_is_new_gets_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            watcher = await t.rooms.watch(match_id, t.ann, partial=True)
            first = msgspec.json.decode(await watcher.__anext__())
            assert not first["partial"] and first["scene"]["places"] and first["match"]
            await t.click(match_id)
            news = msgspec.json.decode(await watcher.__anext__())
            assert (news["partial"], news["seq"]) == (True, 1)
            assert "match" not in news and "places" not in news["scene"]
            watcher.forget()
            again = msgspec.json.decode(await watcher.__anext__())
            assert not again["partial"] and again["scene"]["places"] == first["scene"]["places"]

    run(work())


def test_a_slow_client_gets_the_newest_state(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            watcher = await t.rooms.watch(match_id, t.ann)
            for _ in range(5):
                await t.click(match_id)
            watcher.tell({"type": "ack", "seq": 5})
            assert msgspec.json.decode(await watcher.__anext__()) == {"type": "ack", "seq": 5}
            assert (await next_state(watcher)).seq == 5
            for number in range(501):
                watcher.tell({"type": "ack", "seq": number})
            assert watcher.closed

    run(work())


def test_a_restored_backup_is_taken_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.click(match_id)
            await t.store.backup(tmp_path / "backup")
            later = await t.match()
            for _ in range(3):
                await t.click(match_id)
            ann = await t.rooms.watch(match_id, t.ann)
            gone = await t.rooms.watch(later, None)
            assert (await next_state(ann)).seq == 4
            await next_state(gone)
            await t.store.restore(tmp_path / "backup")
            with pytest.raises(Refused, match="backup"):
                await t.click(match_id)
            state = await next_state(ann)
            assert (state.seq, state.log.start) == (1, 0)
            with pytest.raises(StopAsyncIteration):
                while True:
                    message = msgspec.json.decode(await gone.__anext__())
                    assert message["type"] == "error"
            assert await t.click(match_id) == 2
            # Without a click the sweep notices.
            await t.store.restore(tmp_path / "backup")
            await t.rooms.sweep()
            assert (await next_state(ann)).seq == 1

    run(work())


def test_a_history_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            assert await t.store.append(match_id, 1, "choice", 0, 99_999, Summary(waiting=(0,)))
            other = Rooms(t.store, LocalChannel(), TestBots())
            for _ in range(2):
                with pytest.raises(Refused, match="rules of today"):
                    await other.state(match_id, t.ann)
            await other.close()

    run(work())


# --- talk and presence


def test_talk_is_heard_in_every_process(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watchers = [await rooms.watch(match_id, None) for rooms in (t.rooms, other)]
            for watcher in watchers:
                await next_state(watcher)
            await t.rooms.say(match_id, t.ann, "Ann", "Good <evening>")
            for watcher in watchers:
                message = msgspec.json.decode(await watcher.__anext__())
                while message["type"] == "presence":
                    message = msgspec.json.decode(await watcher.__anext__())
                assert (message["type"], message["name"], message["text"]) == (
                    "chat",
                    "Ann",
                    "Good <evening>",
                )
            late = await other.watch(match_id, None)
            said = (await next_state(late)).chat
            assert said is not msgspec.UNSET and [chat.text for chat in said] == ["Good <evening>"]
            with pytest.raises(NoMatch):
                await t.rooms.say("nowhere", t.ann, "Ann", "Hello?")
            await other.close()

    run(work())


def test_who_is_at_the_table_is_seen_in_every_process(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            ann = await t.rooms.watch(match_id, t.ann)
            await next_state(ann)

            async def present(seat: int, online: bool, spectators: int) -> None:
                while True:
                    message = msgspec.json.decode(await ann.__anext__())
                    if message["type"] in ("presence", "state"):
                        there = message["seats"][seat]["online"]
                        if (there, message["spectators"]) == (online, spectators):
                            return

            bob = await other.watch(match_id, t.bob)
            await present(1, True, 0)
            assert (await next_state(bob)).seats[0].online or await bob.__anext__()
            guest = await other.watch(match_id, None)
            await present(1, True, 1)
            bob.close()
            await present(1, False, 1)
            guest.close()
            await present(1, False, 0)
            await other.close()

    run(work())


def test_a_removed_match_lets_everybody_go(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watchers = [await rooms.watch(match_id, t.ann) for rooms in (t.rooms, other)]
            for watcher in watchers:
                await next_state(watcher)
            await t.store.delete_match(match_id)
            await t.rooms.removed(match_id)
            for watcher in watchers:
                messages = [msgspec.json.decode(message)["type"] async for message in watcher]
                assert messages[-1] == "error"
            with pytest.raises(NoMatch):
                await t.see(match_id)
            await other.close()

    run(work())


# --- turns, saves


def test_whose_turn_it_is_is_told_once(tmp_path: Path) -> None:
    told: list[tuple[str, tuple[int, ...]]] = []

    def on_turn(record: MatchRecord, seats: tuple[int, ...]) -> None:
        told.append((record.id, seats))

    async def work() -> None:
        async with table(tmp_path, on_turn=on_turn) as t:
            match_id = await t.match()
            assert told == [(match_id, (0,))]
            for _ in range(200):
                await t.click(match_id, pick=-1)
                if len(told) > 1:
                    break
            assert told == [(match_id, (0,)), (match_id, (1,))]

    run(work())


def test_a_save_is_for_who_plays_alone_or_when_all_is_over(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            together = await t.match()
            with pytest.raises(Refused, match="secret"):
                await t.rooms.save(together, t.ann)
            alone = await t.match(NewSeat("human", t.ann), NewSeat("bot", bot="random"))
            assert b"sandtable" in await t.rooms.save(alone, t.ann)
            with pytest.raises(Refused, match="secret"):
                await t.rooms.save(alone, t.bob)

    run(work())


# --- bots


def test_bots_move_until_a_person_is_asked(tmp_path: Path) -> None:
    """Each choice is an event of its own; one without an answer is any legal one."""

    async def work() -> None:
        bots = TestBots()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("human", t.ann))
            watcher = await t.rooms.watch(match_id, t.ann)
            while not (state := await next_state(watcher)).prompts:
                pass
            events = await t.store.events(match_id)
            assert events and {event.seat for event in events} == {0}
            assert state.seq == len(events) == len(bots.asked)
            assert [question.bot for question in bots.asked] == ["random"] * len(events)

    run(work())


def test_a_bots_wrong_or_late_answer_harms_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async def answer(asked: Question) -> int | None:
            return (-7, 10**9, None, 3)[len(bots.asked) % 4]

        bots = TestBots(answer)
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("bot", bot="random"))
            watcher = await t.rooms.watch(match_id, None)
            while (await next_state(watcher)).seq < 60:
                pass

    run(work())


def test_the_table_lives_while_a_bot_thinks_and_a_choice_taken_back_makes_its_answer_void(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        gate = asyncio.Event()

        async def answer(asked: Question) -> int | None:
            await gate.wait()
            return None

        bots = TestBots(answer)
        game = load_game("downfall")
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("human", t.ann), NewSeat("bot", bot="random"))
            # Until the bot is asked and the last choice of the person can still be taken back.
            for pick in range(400):
                await t.click(match_id, pick=-1 if pick % 3 else 0)
                match, _ = await t.rooms.look(match_id, None)
                if match.state.seats() == (1,):
                    break
            assert match.state.seats() == (1,), game.slug
            await until(lambda: len(bots.asked) == 1)
            state = await t.see(match_id, t.ann)  # nobody waits for the bot
            if not match.can_undo(0):
                pytest.skip("a roll stands before the bot's turn")
            seq = await t.rooms.undo(match_id, t.ann, state.seq, 0)
            gate.set()
            for _ in range(50):
                await asyncio.sleep(0.001)
            events = await t.store.events(match_id)
            assert len(events) == seq and events[-1].kind == "undo"

    run(work())


def test_a_bots_choice_is_made_once_by_several_processes(tmp_path: Path) -> None:
    """Both think about everything; the numbers decide, and nothing is doubled."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("bot", bot="random"), begin=False)
            others = [Rooms(t.store, hub.channel(), TestBots()) for _ in range(2)]
            for rooms in others:
                rooms._driver._grace = 0.0
                await rooms.open()
            t.rooms._driver._grace = 0.0
            watchers = [await rooms.watch(match_id, None) for rooms in (t.rooms, *others)]
            await t.rooms.begin(match_id)
            for watcher in watchers:
                while (await next_state(watcher)).seq < 40:
                    pass
            for rooms in others:
                await rooms.close()
            events: list[Event] = await t.store.events(match_id)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))

    run(work())


def test_another_process_takes_over_when_the_first_is_gone(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()

        async def never(asked: Question) -> int | None:
            await asyncio.Event().wait()
            return None

        stuck = TestBots(never)
        async with table(tmp_path, stuck, hub.channel()) as t:
            other = Rooms(t.store, hub.channel(), TestBots())
            other._driver._grace = 0.05
            await other.open()
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("human", t.ann))
            watcher = await other.watch(match_id, t.ann)
            assert (await next_state(watcher)).seq == 0
            while not (await next_state(watcher)).prompts:
                pass
            assert stuck.asked
            await other.close()

    run(work())


def test_bots_go_on_after_a_restart_without_anybody_looking(tmp_path: Path) -> None:
    async def work() -> None:
        async def never(asked: Question) -> int | None:
            await asyncio.Event().wait()
            return None

        async with table(tmp_path, TestBots(never)) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("human", t.ann))
            ann = t.ann
        async with table(tmp_path) as t:
            while True:
                record = await t.store.get_match(match_id)
                assert record is not None
                if record.waits_for(ann):
                    break
                await asyncio.sleep(0.01)

    run(work())


def test_a_store_that_is_out_of_reach_for_a_while_stops_no_bot(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            slow = Slow(t.store)
            slow.fail = "before"
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("human", t.ann))
            await until(lambda: slow.began > 0)
            slow.fail = ""
            watcher = await t.rooms.watch(match_id, t.ann)
            while not (await next_state(watcher)).prompts:
                pass

    run(work())


def test_a_closing_server_takes_no_choice(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.rooms.close()
            with pytest.raises((Refused, StoreError)):
                await t.click(match_id)
            assert await t.store.events(match_id) == []

    run(work())
