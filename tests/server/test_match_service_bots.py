"""Rooms with bots: moved once by one of several processes, on after a restart, never in anybody's way."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sandtable.games import load_game
from sandtable.server.bots import BotRequest
from sandtable.server.match_service import MatchService
from sandtable.server.store import Event, NewSeat
from tests.server.hosting import Hub, Slow, TestBots, next_state, table, until
from tests.server.playing import run


def test_bots_move_until_a_person_is_asked(tmp_path: Path) -> None:
    """Each choice is an event of its own; one without an answer is any legal one."""

    async def work() -> None:
        bots = TestBots()
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("human", t.ann))
            watcher = await t.matches.watch(match_id, t.ann)
            while not (state := await next_state(watcher)).prompts:
                pass
            events = await t.store.events(match_id)
            assert events and {event.seat for event in events} == {0}
            assert state.seq == len(events) == len(bots.asked)
            assert [question.bot for question in bots.asked] == ["random"] * len(events)

    run(work())


def test_a_bots_wrong_or_late_answer_harms_nothing(tmp_path: Path) -> None:
    async def work() -> None:
        async def answer(asked: BotRequest) -> int | None:
            return (-7, 10**9, None, 3)[len(bots.asked) % 4]

        bots = TestBots(answer)
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("bot", bot="random"), NewSeat("bot", bot="random"))
            watcher = await t.matches.watch(match_id, None)
            while (await next_state(watcher)).seq < 60:
                pass

    run(work())


def test_the_table_lives_while_a_bot_thinks_and_a_choice_taken_back_makes_its_answer_void(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        rate_limits = asyncio.Event()

        async def answer(asked: BotRequest) -> int | None:
            await rate_limits.wait()
            return None

        bots = TestBots(answer)
        game = load_game("downfall")
        async with table(tmp_path, bots) as t:
            match_id = await t.match(NewSeat("human", t.ann), NewSeat("bot", bot="random"))
            # Until the bot is asked and the last choice of the human can still be taken back.
            for pick in range(400):
                await t.click(match_id, pick=-1 if pick % 3 else 0)
                match, _ = await t.matches.look(match_id, None)
                if match.state.seats() == (1,):
                    break
            assert match.state.seats() == (1,), game.slug
            await until(lambda: len(bots.asked) == 1)
            state = await t.see(match_id, t.ann)  # nobody waits for the bot
            if not match.can_undo(0):
                pytest.skip("a roll stands before the bot's turn")
            seq = await t.matches.undo(match_id, t.ann, state.seq, 0)
            rate_limits.set()
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
            others = [MatchService(t.store, hub.channel(), TestBots()) for _ in range(2)]
            for match_service in others:
                match_service._driver._grace = 0.0
                await match_service.open()
            t.matches._driver._grace = 0.0
            watchers = [await match_service.watch(match_id, None) for match_service in (t.matches, *others)]
            await t.matches.begin(match_id)
            for watcher in watchers:
                while (await next_state(watcher)).seq < 40:
                    pass
            for match_service in others:
                await match_service.close()
            events: list[Event] = await t.store.events(match_id)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))

    run(work())


def test_another_process_takes_over_when_the_first_is_gone(tmp_path: Path) -> None:
    async def work() -> None:
        hub = Hub()

        async def never(asked: BotRequest) -> int | None:
            await asyncio.Event().wait()
            return None

        stuck = TestBots(never)
        async with table(tmp_path, stuck, hub.channel()) as t:
            other = MatchService(t.store, hub.channel(), TestBots())
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
        async def never(asked: BotRequest) -> int | None:
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
            watcher = await t.matches.watch(match_id, t.ann)
            while not (await next_state(watcher)).prompts:
                pass

    run(work())
