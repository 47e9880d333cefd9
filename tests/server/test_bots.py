"""Bots in processes of their own: the same choice as here, in time or not at all; the loop never waits."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.games import SLUGS
from sandtable.server.bots import Answer, BotPool, Question, answer, any_choice, luck, question
from tests.server.playing import run
from tests.server.thinking import make


@contextmanager
def pool(processes: int = 1, seconds: float = 30.0, **others: Any) -> Iterator[BotPool]:
    made = BotPool(processes, seconds, **others)
    try:
        yield made
    finally:
        made.close()


def asked_of(match: Match, bot: str, seq: int = 0) -> Question:
    return question(match, "", bot, match.state.seats()[0], seq)


def expected(match: Match, bot: str, seq: int = 0) -> int:
    seat = match.state.seats()[0]
    return make_bot(bot).choose(match.game, match.state, seat, Rng(luck(match.setup.seed, seq, seat)))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_question_holds_all_that_a_choice_needs(slug: str) -> None:
    """Sent as bytes and read again, a bot chooses as it would have here."""
    match = sandtable.new(slug, seed=5)
    rng = Rng(1)
    for seq in range(60):
        for bot in ("greedy", "random"):
            sent = msgspec.json.decode(msgspec.json.encode(asked_of(match, bot, seq)), type=Question)
            assert answer(sent, make_bot) == Answer(expected(match, bot, seq))
        seat = match.state.seats()[0]
        choices = match.state.choices(seat)
        match.play(choices[rng.below(len(choices))], seat)


def test_luck_is_the_same_everywhere_and_differs_by_event() -> None:
    assert luck(7, 3, 0) == 7_404_649_551_877_042_909
    assert len({luck(seed, seq, seat) for seed in (1, 2) for seq in range(50) for seat in (0, 1)}) == 200


def test_bots_answer_from_their_processes() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(2) as bots:
            wanted = [(bot, seq) for bot in ("greedy", "random") for seq in range(6)]
            told = await asyncio.gather(*(bots.choose(asked_of(match, *each)) for each in wanted))
            assert told == [expected(match, *each) for each in wanted]

    run(work())


def test_the_loop_goes_on_while_bots_think() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(seconds=0.5, make=make) as bots:
            assert await bots.choose(asked_of(match, "random")) is not None
            ticks = 0
            thinking = asyncio.create_task(bots.choose(asked_of(match, "sleeper")))
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
            first = await bots.choose(asked_of(match, "process"))
            assert await bots.choose(asked_of(match, "process")) == first  # kept while all goes well
            began = time.monotonic()
            assert await bots.choose(asked_of(match, "sleeper")) is None
            assert time.monotonic() - began < 20
            assert await bots.choose(asked_of(match, "random")) == expected(match, "random")
            assert await bots.choose(asked_of(match, "process")) != first

    run(work())


@pytest.mark.parametrize("bot", ["crasher", "thrower", "nobody"])
def test_a_bot_that_breaks_gives_no_answer_and_harms_nobody(
    bot: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            assert await bots.choose(asked_of(match, bot)) is None
            assert bot in caplog.text
            assert await bots.choose(asked_of(match, "random")) == expected(match, "random")

    run(work())


def test_who_stops_waiting_gets_nobody_elses_answer() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            await bots.choose(asked_of(match, "random"))
            waiting = asyncio.create_task(bots.choose(asked_of(match, "sleeper")))
            while bots._free.qsize():
                await asyncio.sleep(0)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            assert await bots.choose(asked_of(match, "random")) == expected(match, "random")

    run(work())


def test_a_closed_pool_answers_nobody() -> None:
    async def work() -> None:
        match = sandtable.new("downfall", seed=5)
        with pool(make=make) as bots:
            await bots.choose(asked_of(match, "random"))
            waiting = asyncio.create_task(bots.choose(asked_of(match, "sleeper")))
            while bots._free.qsize():
                await asyncio.sleep(0)
            bots.close()
            assert await waiting is None
            assert await bots.choose(asked_of(match, "random")) is None

    run(work())


def test_any_choice_is_a_legal_one() -> None:
    match = sandtable.new("total_domination", seed=5)
    for seat in match.state.seats():
        taken = {any_choice(match, seat, start) for start in range(200)}
        assert taken == set(match.state.choices(seat))
