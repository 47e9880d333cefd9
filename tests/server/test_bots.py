"""Bots in processes of their own: the same choice as here, in time or not at all; the loop never waits."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS
from sandtable.server import bots as bots_of_the_server
from sandtable.server.bots import (
    BOTS,
    BotPool,
    BotRequest,
    answer,
    any_choice,
    bot_request,
    choice_seed,
    seated,
    start_deaf,
)
from sandtable.server.store import NewSeat
from tests.server.hosting import next_state, table
from tests.server.playing import run
from tests.server.thinking import make


@contextmanager
def pool(processes: int = 1, seconds: float = 30.0, **others: Any) -> Iterator[BotPool]:
    made = BotPool(processes, seconds, **others)
    try:
        yield made
    finally:
        made.close()


def asked_of(match: Match, bot: str, seq: int = 0) -> BotRequest:
    return bot_request(match, "", bot, match.state.seats()[0], seq)


async def chosen(bots: BotPool, asked: BotRequest) -> int | None:
    told = await bots.ask(asked)
    return None if told is None else told.choice


def expected(match: Match, bot: str, seq: int = 0) -> int:
    seat = match.state.seats()[0]
    return make_bot(bot).choose(match.game, match.state, seat, Rng(choice_seed(match.setup.seed, seq, seat)))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_holds_all_that_a_choice_needs(slug: str) -> None:
    """Sent as bytes and read again, a bot chooses as it would have here."""
    match = sandtable.new(slug, seed=5)
    rng = Rng(1)
    for seq in range(60):
        for bot in ("greedy", "random"):
            sent = msgspec.json.decode(msgspec.json.encode(asked_of(match, bot, seq)), type=BotRequest)
            told = answer(sent, make_bot)
            assert told.choice == expected(match, bot, seq)
            assert match.game.label(match.state, told.choice) in told.line and not told.trouble
        seat = match.state.seats()[0]
        choices = match.state.choices(seat)
        match.play(choices[rng.below(len(choices))], seat)


def test_a_bot_stays_at_its_table_from_one_question_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """So it goes on with its tree; another seat, table or level has its own, and the last few are kept."""
    monkeypatch.setattr(bots_of_the_server, "_bots", {})
    match, other = (sandtable.new("total_domination", seed=seed) for seed in (5, 6))
    asked = asked_of(match, "search:20")
    bot = seated(asked, make_bot)
    assert seated(asked_of(match, "search:20", 7), make_bot) is bot
    for elsewhere in (
        asked_of(match, "search:21"),
        msgspec.structs.replace(asked, seat=3),
        asked_of(other, "search:20"),
    ):
        assert seated(elsewhere, make_bot) is not bot
    assert seated(asked, make_bot) is bot
    for number in range(BOTS):
        seated(msgspec.structs.replace(asked, table=number), make_bot)
    assert seated(asked, make_bot) is not bot


def test_luck_is_the_same_everywhere_and_differs_by_event() -> None:
    assert choice_seed(7, 3, 0) == 7_404_649_551_877_042_909
    assert (
        len({choice_seed(seed, seq, seat) for seed in (1, 2) for seq in range(50) for seat in (0, 1)}) == 200
    )


def test_bots_answer_from_their_processes() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(2) as bots:
            wanted = [(bot, seq) for bot in ("greedy", "random") for seq in range(6)]
            told = await asyncio.gather(*(chosen(bots, asked_of(match, *each)) for each in wanted))
            assert told == [expected(match, *each) for each in wanted]

    run(work())


def test_the_loop_goes_on_while_bots_think() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(seconds=0.5, make=make) as bots:
            assert await chosen(bots, asked_of(match, "random")) is not None
            ticks = 0
            thinking = asyncio.create_task(chosen(bots, asked_of(match, "sleeper")))
            while not thinking.done():
                await asyncio.sleep(0.005)
                ticks += 1
            assert await thinking is None
            assert ticks > 20

    run(work())


def test_a_bot_that_takes_too_long_is_ended_and_the_next_gets_a_fresh_process() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(seconds=0.5, make=make) as bots:
            first = await chosen(bots, asked_of(match, "process"))
            assert await chosen(bots, asked_of(match, "process")) == first  # kept while all goes well
            began = time.monotonic()
            assert await chosen(bots, asked_of(match, "sleeper")) is None
            assert time.monotonic() - began < 20
            assert await chosen(bots, asked_of(match, "random")) == expected(match, "random")
            assert await chosen(bots, asked_of(match, "process")) != first

    run(work())


@pytest.mark.parametrize("bot", ["crasher", "thrower", "nobody"])
def test_a_bot_that_breaks_gives_no_answer_and_harms_nobody(
    bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            assert await chosen(bots, asked_of(match, bot)) is None
            assert bot in caplog.text
            assert await chosen(bots, asked_of(match, "random")) == expected(match, "random")

    run(work())


def test_who_stops_waiting_gets_nobody_elses_answer() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            await chosen(bots, asked_of(match, "random"))
            waiting = asyncio.create_task(chosen(bots, asked_of(match, "sleeper")))
            while not bots.thinking:
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert await chosen(bots, asked_of(match, "random")) == expected(match, "random")

    run(work())


def test_a_closed_pool_answers_nobody() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            await chosen(bots, asked_of(match, "random"))
            waiting = asyncio.create_task(chosen(bots, asked_of(match, "sleeper")))
            while not bots.thinking:
                await asyncio.sleep(0)
            bots.close()
            assert await waiting is None
            assert await chosen(bots, asked_of(match, "random")) is None

    run(work())


def test_a_process_that_was_killed_is_replaced() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            victim = await chosen(bots, asked_of(match, "process"))
            assert victim is not None
            os.kill(victim, signal.SIGKILL)
            assert await chosen(bots, asked_of(match, "random")) is None
            assert await chosen(bots, asked_of(match, "random")) == expected(match, "random")

    run(work())


@pytest.mark.parametrize("bot", ["crasher", "sleeper"])
def test_a_match_goes_on_whatever_becomes_of_its_bot(bot: str, tmp_path: Path) -> None:
    """Anything legal is taken in its place; meanwhile the table answers."""

    async def work() -> None:
        with pool(seconds=0.3, make=make) as bots:
            async with table(tmp_path, bots) as t:
                match_id = await t.match(NewSeat("bot", bot=bot), NewSeat("human", t.ann))
                watcher = await t.matches.watch(match_id, t.ann)
                state = await next_state(watcher)
                while state.seq < 2:
                    assert (await t.matches.explain(match_id, t.ann, 1, 0)).text
                    state = await next_state(watcher)
                events = await t.store.events(match_id)
                assert {event.seat for event in events} == {0}
                watcher.close()

    run(work())


ORPHANS = """
import asyncio, sys
import sandtable
from sandtable.server.bots import BotPool
from tests.server.test_bots import asked_of
from tests.server.thinking import make

async def work():
    bots = BotPool(1, 600, make)
    match = sandtable.new("downfall", seed=5)
    print((await bots.ask(asked_of(match, "process"))).choice, flush=True)
    await bots.ask(asked_of(match, "sleeper"))

if __name__ == "__main__":
    asyncio.run(work())
"""


def test_no_bot_outlives_a_server_that_was_killed(tmp_path: Path) -> None:
    """Not even one that is deep in thought."""
    script = tmp_path / "server.py"
    script.write_text(ORPHANS)
    root = Path(__file__).parents[2]
    server = subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": "."},
    )
    assert server.stdout is not None
    bot = int(server.stdout.readline())
    os.kill(bot, 0)
    server.kill()
    server.communicate()
    end = time.monotonic() + 60
    while not ended(bot):
        assert time.monotonic() < end
        time.sleep(0.02)


def ended(process: int) -> bool:
    """Whether a process is gone, or only its entry is left."""
    try:
        os.kill(process, 0)
        return " Z " in Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True


def test_any_choice_is_a_legal_one() -> None:
    match = sandtable.new("total_domination", seed=5)
    for seat in match.state.seats():
        taken = {any_choice(match, seat, start) for start in range(200)}
        assert taken == set(match.state.choices(seat))


def test_an_interrupt_does_not_reach_a_process_that_is_still_loading() -> None:
    """Ctrl-C goes to all processes of a server; those of the bots end with it, and say nothing."""
    process = multiprocessing.get_context("spawn").Process(target=os.getpid)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    start_deaf(process)
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    process.join(60)
    assert process.exitcode == 0
    process.close()
