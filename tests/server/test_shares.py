"""Bots are shared fairly: everybody has a share of their time, whatever others have open."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

import sandtable
from sandtable.bots.levels import HINTS_FROM, seconds_of
from sandtable.server.bots import BotPool, BotReply, BotRequest, bot_request
from sandtable.server.loaded_match import Refused
from sandtable.server.shares import (
    ALMS_SECONDS,
    ANYBODY,
    PATIENCE_SECONDS,
    Claim,
    Lane,
    Person,
    Waiting,
)
from sandtable.server.store import NewSeat
from sandtable.server.watched_match import LOOK_SECONDS
from tests.server.crowd import measure
from tests.server.hosting import Table, TestBots, next_state, table, until
from tests.server.playing import run


class Clock:
    """A clock that stands still until it is set on."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Queue:
    """A lane whose questions have names."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.lane: Lane[str] = Lane(self.clock)

    def ask(
        self, name: str, *people: Person, seconds: float = 2.0, watched: bool = True, wanted: bool = True
    ) -> None:
        claim = Claim(lambda: people, lambda: watched, lambda: wanted)
        self.lane.add(Waiting(claim, seconds, name))
        self.clock.now += 0.001

    def served(self, number: int = 1_000, took: float | None = None) -> list[str]:
        """Return the names of the next questions; each takes as long as estimated, or `took`."""
        found: list[str] = []
        while len(found) < number and (one := self.lane.take()) is not None:
            found.append(one.told)
            self.lane.ended(one, one.seconds if took is None else took)
        return found


MALLORY, ANN, BOB = Person(1, "203.0.113.1"), Person(2, "203.0.113.2"), Person(3, "203.0.113.3")


def test_who_asks_for_much_waits_and_not_the_others() -> None:
    queue = Queue()
    for number in range(150):
        queue.ask(f"m{number}", MALLORY)
    assert queue.served(1) == ["m0"]
    queue.ask("ann", ANN)
    queue.ask("bob", BOB)
    assert set(queue.served(2)) == {"ann", "bob"}
    for name in ("ann", "bob"):
        queue.ask(name, ANN if name == "ann" else BOB)
    # Each of the three has had one question by now and is as much in the right as the others.
    assert sorted(queue.served(3)) == ["ann", "bob", "m1"]


def test_time_counts_and_not_the_number_of_questions() -> None:
    queue = Queue()
    for number in range(40):
        queue.ask(f"long {number}", MALLORY, seconds=2.0)
        queue.ask(f"short {number}", ANN, seconds=0.2)
    first = queue.served(22)
    assert 1 <= sum(name.startswith("long") for name in first) <= 3


def test_what_a_question_has_really_taken_counts() -> None:
    queue = Queue()
    for number in range(5):
        queue.ask(f"m{number}", MALLORY, seconds=0.02)
        queue.ask(f"a{number}", ANN, seconds=0.02)
    assert queue.served(1, took=1.0) == ["m0"]
    assert queue.served(5) == ["a0", "a1", "a2", "a3", "a4"]


def test_guests_of_one_address_share_and_those_without_one_do_not() -> None:
    queue = Queue()
    for number in range(50):
        queue.ask(f"guest {number}", Person(100 + number, MALLORY.address))
    queue.served(3)
    for name in ("ann", "again"):
        queue.ask(name, ANN)
        assert name in queue.served(2)
    for number in range(50):
        queue.ask(f"own {number}", Person(200 + number, ""))
    assert sum(name.startswith("own") for name in queue.served(40)) > 30


def test_players_of_one_address_have_equal_shares() -> None:
    queue = Queue()
    for number in range(20):
        queue.ask(f"m{number}", MALLORY)
    queue.served(1)
    queue.ask("sister", Person(9, MALLORY.address))
    assert queue.served(1) == ["sister"]


def test_who_asked_for_nothing_has_saved_up_nothing() -> None:
    queue = Queue()
    for number in range(60):
        queue.ask(f"m{number}", MALLORY)
    queue.served(30)
    for number in range(30):
        queue.ask(f"a{number}", ANN)
    assert 4 <= sum(name.startswith("a") for name in queue.served(10)) <= 6


def test_of_one_player_short_questions_come_first() -> None:
    queue = Queue()
    queue.ask("long", ANN, seconds=2.0)
    queue.ask("short", ANN, seconds=0.3)
    assert queue.served() == ["short", "long"]


def test_matches_that_nobody_watches_come_last_but_are_not_forgotten() -> None:
    queue = Queue()
    queue.ask("unwatched", ANN, watched=False)
    for number in range(200):
        queue.ask(f"m{number}", MALLORY)
    assert "unwatched" not in queue.served(20)
    queue.clock.now += PATIENCE_SECONDS
    assert "unwatched" in queue.served(1)
    queue.ask("unwatched", ANN, watched=False)
    queue.clock.now += PATIENCE_SECONDS
    # What has waited long comes first now and then, not always.
    names = queue.served(4)
    queue.clock.now += ALMS_SECONDS
    assert names.count("unwatched") <= 1


def test_a_match_counts_for_who_has_used_least_of_its_players() -> None:
    queue = Queue()
    for number in range(20):
        queue.ask(f"m{number}", MALLORY)
    queue.served(5)
    queue.ask("theirs", MALLORY, ANN)
    assert queue.served(1) == ["theirs"]


def test_what_nobody_wants_any_more_is_taken_out() -> None:
    queue = Queue()
    queue.ask("gone", ANN, wanted=False)
    queue.ask("here", ANN)
    assert [one.told for one in queue.lane.unwanted()] == ["gone"]
    assert queue.served() == ["here"]


def test_nobody_in_particular_is_served_too() -> None:
    queue = Queue()
    queue.lane.add(Waiting(ANYBODY, 1.0, "any"))
    assert queue.served() == ["any"] and queue.served() == []


# --- for whom the rooms ask


class Keeping(TestBots):
    """Bots that keep the claims of their questions, and answer none before the test lets them."""

    def __init__(self) -> None:
        super().__init__()
        self.claims: list[Claim] = []
        self.rate_limits = asyncio.Event()

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        self.claims.append(claim)
        await self.rate_limits.wait()
        return await super().ask(asked, claim)


def test_a_bot_thinks_for_who_sits_there_and_last_if_nobody_looks_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        bots = Keeping()
        async with table(tmp_path, bots) as t:
            eve = (await t.store.create_guest("Eve")).id
            t.matches.claims.note(t.ann, "203.0.113.2")
            seats = (NewSeat("bot"), NewSeat("human", t.ann), NewSeat("human", t.bob))
            match_id = await t.match(*seats)
            await until(lambda: bool(bots.claims))
            claim = bots.claims[0]
            ann, bob = Person(t.ann, "203.0.113.2"), Person(t.bob, "")
            assert (claim.people(), claim.watched(), claim.wanted()) == ([ann, bob], False, True)
            assert not claim.hint
            # It thinks for the player who has the table open; a spectator counts as a watcher.
            watcher = await t.matches.watch(match_id, t.bob)
            assert (claim.people(), claim.watched()) == ([bob], True)
            watcher.close()
            assert not claim.watched()
            stranger = await t.matches.watch(match_id, eve)
            assert (claim.people(), claim.watched()) == ([ann, bob], True)
            stranger.close()
            # A page without a live connection asks now and then.
            await t.see(match_id, t.ann)
            assert claim.watched()
            later = time.monotonic() + LOOK_SECONDS
            monkeypatch.setattr("sandtable.server.watched_match.time.monotonic", lambda: later)
            assert not claim.watched()
            monkeypatch.undo()
            await t.store.delete_match(match_id)
            await t.matches.removed(match_id)
            assert not claim.wanted()
            bots.rate_limits.set()

    run(work())


def test_a_hint_is_for_who_asks_and_void_when_the_match_has_moved_on(tmp_path: Path) -> None:
    async def work() -> None:
        bots = Keeping()
        async with table(tmp_path, bots) as t:
            t.matches.claims.note(t.ann, "203.0.113.2")
            match_id = await t.match()
            asking = asyncio.create_task(t.matches.hint(match_id, t.ann, 0))
            await until(lambda: bool(bots.claims))
            claim = bots.claims[0]
            assert claim.people() == [Person(t.ann, "203.0.113.2")]
            assert claim.hint and claim.watched() and claim.wanted()
            await t.click(match_id)
            assert not claim.wanted()
            bots.rate_limits.set()
            with pytest.raises(Refused, match="no hint in time"):
                await asking

    run(work())


# --- with processes


def asked(bot: str) -> BotRequest:
    match = sandtable.new("downfall", seed=5)
    return bot_request(match, "", bot, match.state.seats()[0], 0)


def test_a_question_that_nobody_wants_any_more_costs_no_time() -> None:
    async def work() -> None:
        bots = BotPool(1, 30.0)
        wanted = True
        try:
            first = asyncio.create_task(bots.ask(asked("search:400ms")))
            while not bots.thinking:
                await asyncio.sleep(0.001)
            claim = Claim(wanted=lambda: wanted)
            others = [asyncio.create_task(bots.ask(asked("search:60000ms"), claim)) for _ in range(20)]
            await asyncio.sleep(0)
            wanted = False
            assert await first is not None
            assert await asyncio.gather(*others) == [None] * 20
        finally:
            bots.close()

    run(work(), 60)


def test_who_goes_away_while_he_waits_leaves_nothing_behind() -> None:
    async def work() -> None:
        bots = BotPool(1, 30.0)
        try:
            first = asyncio.create_task(bots.ask(asked("search:300ms")))
            while not bots.thinking:
                await asyncio.sleep(0.001)
            waiting = [asyncio.create_task(bots.ask(asked("search:60000ms"))) for _ in range(5)]
            await asyncio.sleep(0)
            for task in waiting:
                task.cancel()
            assert await first is not None
            assert (await asyncio.gather(*waiting, return_exceptions=True)).count(None) == 0
            assert await bots.ask(asked("search:20ms")) is not None
            assert not bots.thinking
        finally:
            bots.close()

    run(work(), 60)


def test_short_questions_do_not_wait_for_long_ones() -> None:
    async def work() -> None:
        bots = BotPool(1, 30.0)
        try:
            assert await bots.ask(asked("greedy")) is not None
            long = asyncio.create_task(bots.ask(asked("search:60000ms")))
            while not bots.thinking:
                await asyncio.sleep(0.001)
            hint = Claim(hint=True)
            assert await bots.ask(asked("random")) is not None
            assert await bots.ask(asked(HINTS_FROM), hint) is not None
            assert not long.done()
            long.cancel()
        finally:
            bots.close()

    run(work(), 30)


async def seconds_of_hint(t: Table, match_id: str) -> float:
    began = time.monotonic()
    hint = await t.matches.hint(match_id, t.ann, 0)
    assert hint.line
    return time.monotonic() - began


async def seconds_of_bot(t: Table, match_id: str) -> float:
    """How long the bot takes for its next choice, once Ann on the first seat has let it have its turn."""
    while True:
        match, _ = await t.matches.look(match_id, t.ann)
        if match.state.seats() != (0,):
            await asyncio.sleep(0.005)
            continue
        number = len(match.history)
        choices = match.state.choices(0)
        done = match.number("button:done")
        await t.matches.choose(match_id, t.ann, number, 0, done if done in choices else choices[0])
        began = time.monotonic()
        if match.state.seats() == (1,):
            while len(match.history) < number + 2:
                await asyncio.sleep(0.001)
            return time.monotonic() - began


async def asked_again(t: Table, match_id: str) -> None:
    """Wait until Ann is asked."""
    match, _ = await t.matches.look(match_id, t.ann)
    while match.state.seats() != (0,):
        await asyncio.sleep(0.005)


def test_a_hint_and_a_greedy_bot_answer_at_once_while_a_guest_has_150_matches_of_field_marshals(
    tmp_path: Path,
) -> None:
    """Real processes and real time: the middle one of some answers, since a busy machine may hold up any."""

    async def work() -> None:
        bots = BotPool(1)
        async with table(tmp_path, bots) as t:
            mallory = (await t.store.create_guest("Mallory")).id
            for _ in range(150):
                seats = (NewSeat("bot", bot="field_marshal"), NewSeat("human", mallory))
                made = await t.store.create_match("downfall", "campaign_1940", 2, {}, seats, mallory)
                await t.matches.begin(made.match.id)
                await t.matches.watch(made.match.id, mallory)
            while len(bots._slow) < 100:
                await asyncio.sleep(0.01)
            mine = await t.match(NewSeat("human", t.ann), NewSeat("bot", bot="greedy"))
            await t.matches.watch(mine, t.ann)
            hints = [await seconds_of_hint(t, mine)]
            answers = []
            for _ in range(4):
                answers.append(await seconds_of_bot(t, mine))
                await asked_again(t, mine)
                hints.append(await seconds_of_hint(t, mine))
            assert len(bots._slow) >= 100
            assert sorted(hints)[2] < 2.0, hints
            assert sorted(answers)[2] < 2.0, answers
            # A long thought of somebody else's waits for no more than the one that is being thought just now.
            began = time.monotonic()
            theirs = await t.match(NewSeat("bot", bot="staff_officer"), NewSeat("human", t.bob))
            watcher = await t.matches.watch(theirs, t.bob)
            while (await next_state(watcher)).seq == 0:
                pass
            spent = time.monotonic() - began
            assert spent < 2 * seconds_of("field_marshal") + 2.0, spent

    run(work(), 300)


def test_the_same_over_the_network_in_small(tmp_path: Path) -> None:
    """How long all 150 keep others waiting: `python -m tests.server.crowd`."""
    report = run(measure(tmp_path, 8, ["downfall"], rounds=3, settle=0.5), 200)
    assert (report["guests"], report["said"]) == (1, "")
    for times in (report["before"]["downfall"], report["meanwhile"]["downfall"]):
        for what in ("hint", "greedy"):
            assert times[what]["n"] >= 3
            assert 0 < times[what]["median_s"] < 2.0, report
