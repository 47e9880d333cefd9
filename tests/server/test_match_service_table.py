"""Rooms at the table: who may do what, what each client is sent, talk, turns and saves."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MatchService
from sandtable.server.store import MatchRecord, NewSeat, NoMatch
from tests.server.hosting import Hub, TestBots, next_state, table
from tests.server.playing import run

# --- playing


def test_a_match_is_played_and_everybody_sees_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            ann = await t.matches.watch(match_id, t.ann)
            bob = await t.matches.watch(match_id, t.bob)
            guest = await t.matches.watch(match_id, None)
            first = await next_state(ann)
            assert (first.seq, first.viewer, first.chat) == (0, 0, [])
            assert (await next_state(bob)).prompts == []
            assert (await next_state(guest)).viewer is None
            choice = first.prompts[0].choices[0]
            assert await t.matches.choose(match_id, t.ann, 0, 0, choice.key) == 1
            for watcher in (ann, bob, guest):
                state = await next_state(watcher)
                assert state.seq == 1
                assert state.chat is msgspec.UNSET
            events = await t.store.events(match_id)
            assert [(e.seq, e.kind, e.seat, e.choice) for e in events] == [(1, "choice", 0, choice.id)]
            assert await t.matches.undo(match_id, t.ann, 1, 0) == 2
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
                    await t.matches.choose(match_id, player, seq, seat, choice)
                assert refusal.value.stale == (wanted == "moved on")
            with pytest.raises(Refused, match="nothing to take back"):
                await t.matches.undo(match_id, t.ann, 0, 0)
            with pytest.raises(Refused, match="not yours"):
                await t.matches.explain(match_id, t.bob, 0, choice)
            assert (await t.matches.explain(match_id, t.ann, 0, choice)).allowed
            for missing in ("nowhere", "", "x" * 60):
                with pytest.raises(NoMatch):
                    await t.matches.choose(missing, t.ann, 0, 0, choice)
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
                    await t.matches.choose(match_id, t.bob, number, state.waiting[0], 0)
                choices = state.prompts[0].choices
                await t.matches.choose(match_id, t.ann, number, state.waiting[0], choices[-1].id)
            assert seen == {0, 1}

    run(work())


def test_nobody_plays_before_the_match_begins(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match(NewSeat("human", t.ann), NewSeat("open"), begin=False)
            with pytest.raises(Refused, match="not begun"):
                await t.matches.choose(match_id, t.ann, 0, 0, 1)
            with pytest.raises(Refused, match="still free"):
                await t.matches.begin(match_id)
            watcher = await t.matches.watch(match_id, t.bob)
            assert (await next_state(watcher)).match.status == "open"
            assert await t.store.take_seat(match_id, 1, t.bob)
            await t.matches.changed(match_id)
            state = await next_state(watcher)
            assert [seat.mine for seat in state.seats] == [False, True]
            assert (await t.matches.begin(match_id)).status == "playing"
            assert (await next_state(watcher)).match.status == "playing"
            assert (await t.matches.begin(match_id)).status == "playing"
            assert await t.click(match_id) == 1

    run(work())


def test_of_many_clicks_at_once_one_counts(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            choice = (await t.see(match_id, t.ann)).prompts[0].choices[0].id
            tries = [t.matches.choose(match_id, t.ann, 0, 0, choice) for _ in range(20)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(1 for result in results if result == 1) == [1]
            refusals = [result for result in results if isinstance(result, Refused)]
            assert len(refusals) == 19 and all(refusal.stale for refusal in refusals)
            assert len(await t.store.events(match_id)) == 1

    run(work())


# --- clients


def test_resuming_sends_only_what_is_new_of_the_log(tmp_path: Path) -> None:
    async def work() -> None:
        async with table(tmp_path) as t:
            match_id = await t.match()
            await t.click(match_id, pick=-1)
            had = await t.see(match_id)
            assert had.log.lines
            await t.click(match_id, pick=-1)
            watcher = await t.matches.watch(match_id, t.bob)
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
            watcher = await t.matches.watch(match_id, t.ann, partial=True)
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
            watcher = await t.matches.watch(match_id, t.ann)
            for _ in range(5):
                await t.click(match_id)
            watcher.send({"type": "ack", "seq": 5})
            assert msgspec.json.decode(await watcher.__anext__()) == {"type": "ack", "seq": 5}
            assert (await next_state(watcher)).seq == 5
            for number in range(501):
                watcher.send({"type": "ack", "seq": number})
            assert watcher.closed

    run(work())


# --- talk and presence


def test_talk_is_heard_in_every_process(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = MatchService(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watchers = [await match_service.watch(match_id, None) for match_service in (t.matches, other)]
            for watcher in watchers:
                await next_state(watcher)
            await t.matches.say(match_id, t.ann, "Ann", "Good <evening>")
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
                await t.matches.say("nowhere", t.ann, "Ann", "Hello?")
            await other.close()

    run(work())


def test_who_is_at_the_table_is_seen_in_every_process(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()
        async with table(tmp_path, channel=hub.channel()) as t:
            other = MatchService(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            ann = await t.matches.watch(match_id, t.ann)
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
            other = MatchService(t.store, hub.channel(), TestBots())
            await other.open()
            match_id = await t.match()
            watchers = [await match_service.watch(match_id, t.ann) for match_service in (t.matches, other)]
            for watcher in watchers:
                await next_state(watcher)
            await t.store.delete_match(match_id)
            await t.matches.removed(match_id)
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
                await t.matches.save(together, t.ann)
            alone = await t.match(NewSeat("human", t.ann), NewSeat("bot", bot="random"))
            assert b"sandtable" in await t.matches.save(alone, t.ann)
            with pytest.raises(Refused, match="secret"):
                await t.matches.save(alone, t.bob)

    run(work())
