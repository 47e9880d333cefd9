"""Rooms over a store: committed before shown, once whoever asks, back after anything."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import msgspec
import pytest

from sandtable.engine.save import digest
from sandtable.server.channel import LocalChannel
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MatchService
from sandtable.server.messages import StateOut
from sandtable.server.store import NewSeat, Store, StoreError, Summary, Unavailable
from tests.server.hosting import Hub, Slow, TestBots, next_state, table, until
from tests.server.playing import run

# --- the store's word


WAYS = pytest.mark.parametrize("way", ["free", "append_now"])


@WAYS
def test_nobody_sees_an_event_before_it_is_committed(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            watcher = await t.matches.watch(match_id, t.bob)
            await next_state(watcher)
            slow = Slow(t.store, way)
            slow.rate_limits.clear()
            clicking = asyncio.create_task(t.click(match_id))
            await until(lambda: slow.began == 1)
            looking = asyncio.create_task(t.see(match_id))
            hearing = asyncio.create_task(next_state(watcher))
            for _ in range(50):
                await asyncio.sleep(0)
            assert not clicking.done() and not looking.done() and not hearing.done()
            slow.rate_limits.set()
            assert await clicking == 1
            assert (await looking).seq == 1
            assert (await hearing).seq == 1

    run(work())


def test_a_room_that_was_loaded_while_an_event_waited_to_be_written_has_it_at_last(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            slow = Slow(t.store)
            match, _ = await t.matches.look(match_id, None)
            seat = match.state.seats()[0]
            rest = t.matches.choose_now(match_id, (t.ann, t.bob)[seat], seat, match.state.choices(seat)[0])
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
            slow.rate_limits.clear()
            clicking = asyncio.create_task(t.click(match_id))
            await until(lambda: slow.began == 1)
            clicking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await clicking
            slow.rate_limits.set()
            assert (await t.see(match_id)).seq == 1
            assert await t.click(match_id) == 2

    run(work())


def test_a_number_that_is_taken_is_refused_and_the_room_read_anew(tmp_path: Path) -> None:
    """Two processes that do not hear of each other: the store decides."""

    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            other = MatchService(t.store, LocalChannel(), TestBots())
            await other.open()
            watcher = await other.watch(match_id, t.ann)
            assert (await next_state(watcher)).seq == 0
            choices = (await t.see(match_id, t.ann)).prompts[0].choices
            assert await t.matches.choose(match_id, t.ann, 0, 0, choices[0].id) == 1
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
            other = MatchService(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match(NewSeat("hotseat"), NewSeat("hotseat"))
            luck = random.Random(3)
            accepted = 0
            watchers = [await match_service.watch(match_id, None) for match_service in (t.matches, other)]

            async def player(match_service: MatchService) -> None:
                nonlocal accepted
                while accepted < 120:
                    state = msgspec.json.decode(await match_service.state(match_id, t.ann), type=StateOut)
                    prompt = luck.choice(state.prompts)
                    try:
                        if prompt.can_undo and (not prompt.choices or luck.random() < 0.2):
                            await match_service.undo(match_id, t.ann, state.seq, prompt.seat)
                        else:
                            choice = luck.choice(prompt.choices).id
                            await match_service.choose(match_id, t.ann, state.seq, prompt.seat, choice)
                        accepted += 1
                    except Refused as refusal:
                        assert refusal.stale
                    await asyncio.sleep(0)

            await asyncio.gather(
                *(player(match_service) for match_service in (t.matches, other, t.matches, other))
            )
            events = await t.store.events(match_id)
            assert [event.seq for event in events] == list(range(1, accepted + 1))
            states = []
            for match_service, watcher in zip((t.matches, other), watchers, strict=True):
                while (await next_state(watcher)).seq < accepted:
                    pass
                match, _ = await match_service.look(match_id, None)
                states.append(digest(match.game, match.state))
            assert states[0] == states[1]
            await other.close()

    run(work())


def test_missed_notices_are_made_good(tmp_path: Path) -> None:
    """By a new watcher, by regular checks, and after the channel was down."""

    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            channel = hub.channel()
            other = MatchService(t.store, channel, TestBots())
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
            other = MatchService(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watcher = await other.watch(match_id, None)
            await next_state(watcher)
            hub.deaf = True
            houses = (t.matches, other)
            for seq in range(12):
                record, match = await t.matches.record(match_id), (await other.look(match_id, None))[0]
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
            watcher = await t.matches.watch(match_id, t.ann)
            await t.click(match_id)
            await t.matches.sweep()
            assert t.matches.loaded_ids == [match_id]  # somebody looks on
            watcher.close()
            await t.matches.sweep()
            assert t.matches.loaded_ids == []
            assert (await t.see(match_id)).seq == 1
            # What was chosen before can still be taken back.
            assert await t.matches.undo(match_id, t.ann, 1, 0) == 2

    run(work())


def test_a_restarted_server_goes_on(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            for number in range(60):
                await t.click(match_id, pick=number)
            before = await t.see(match_id, t.ann)
            watcher = await t.matches.watch(match_id, t.ann)
        assert watcher.closed
        store = await Store.open(f"sqlite:///{tmp_path / 'table.db'}")
        match_service = MatchService(store, LocalChannel(), TestBots())
        await match_service.open()
        after = msgspec.json.decode(await match_service.state(match_id, t.ann), type=StateOut)
        assert after == before
        await match_service.close()
        await store.close()

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
            ann = await t.matches.watch(match_id, t.ann)
            gone = await t.matches.watch(later, None)
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
            await t.matches.sweep()
            assert (await next_state(ann)).seq == 1

    run(work())


def test_a_history_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            assert await t.store.append(match_id, 1, "choice", 0, 99_999, Summary(waiting=(0,)))
            other = MatchService(t.store, LocalChannel(), TestBots())
            for _ in range(2):
                with pytest.raises(Refused, match="present rules"):
                    await other.state(match_id, t.ann)
            await other.close()

    run(work())


def test_a_closing_server_takes_no_choice(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.matches.close()
            with pytest.raises((Refused, StoreError)):
                await t.click(match_id)
            assert await t.store.events(match_id) == []

    run(work())
