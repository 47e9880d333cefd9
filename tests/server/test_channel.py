"""Notices between processes: over a real PostgreSQL, also when its connections break."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import psycopg
import pytest

from sandtable.engine.save import digest
from sandtable.server.channel import NAME, Channel, LocalChannel, Notice, PostgresChannel, channel_of
from sandtable.server.loaded_match import Refused
from sandtable.server.match_service import MatchService
from sandtable.server.messages import StateOut
from sandtable.server.store import NewSeat, Store
from tests.server.hosting import TestBots, next_state
from tests.server.playing import run
from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]


class Ear:
    """What was heard, in order."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Notice | None] = asyncio.Queue()

    def __call__(self, notice: Notice | None) -> None:
        self.queue.put_nowait(notice)

    async def wait_for(self, wanted: Callable[[Notice | None], bool]) -> Notice | None:
        """The next notice of a sort; those before it are left out."""
        while True:
            notice = await self.queue.get()
            if wanted(notice):
                return notice


def test_the_channel_goes_with_the_store(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'table.db'}")
        channel: Channel = channel_of(store)
        assert isinstance(channel, LocalChannel) and not channel.shared
        await channel.open(Ear())
        channel.publish(Notice("m", "event", 1))
        await channel.close()
        await store.close()

    run(work())


def test_others_hear_what_one_tells_and_he_himself_does_not(postgres_url: str) -> None:
    async def work() -> None:
        ears = [Ear(), Ear(), Ear()]
        channels = [PostgresChannel(postgres_url) for _ in ears]
        for channel, ear in zip(channels, ears, strict=True):
            await channel.open(ear)
        told = [
            Notice("m1", "event", 17),
            Notice("m2", "presence", players=(1, 2), spectators=3),
            Notice("m3", "gone"),
        ]
        for notice in told:
            channels[0].publish(notice)
        for ear in ears[1:]:
            heard = [await ear.queue.get() for _ in told]
            assert heard == [msgspec.structs.replace(n, process=channels[0].process) for n in told]
        channels[1].publish(Notice("last", "gone"))
        assert await ears[0].queue.get() == Notice("last", "gone", process=channels[1].process)
        for channel in channels:
            await channel.close()
        assert ears[0].queue.empty()

    run(work())


def test_a_broken_connection_is_made_again_and_the_gap_is_told(postgres_url: str) -> None:
    async def work() -> None:
        one, two = Ear(), Ear()
        first, second = PostgresChannel(postgres_url), PostgresChannel(postgres_url)
        await first.open(one)
        await second.open(two)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            ended = connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = %s", (NAME,)
            ).fetchall()
            assert len(ended) >= 2  # both that listen; those that tell may not be there yet
        # Notices in between are sent when there is a connection again.
        first.publish(Notice("between", "event", 1))
        assert await two.wait_for(lambda notice: notice is None) is None
        assert await one.wait_for(lambda notice: notice is None) is None
        first.publish(Notice("after", "event", 2))
        heard = await two.wait_for(lambda notice: notice is not None and notice.match == "after")
        assert heard is not None and heard.number == 2
        await first.close()
        await second.close()

    run(work())


def test_nonsense_on_the_channel_is_left_out(postgres_url: str, caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        ear = Ear()
        channel, other = PostgresChannel(postgres_url), PostgresChannel(postgres_url)
        await channel.open(ear)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            for text in ("", "nonsense", "[]", '{"match": 1}', '{"match": "m", "kind": "other"}'):
                connection.execute("SELECT pg_notify(%s, %s)", (NAME, text))
        await other.open(Ear())
        other.publish(Notice("m", "gone"))
        heard = await ear.queue.get()
        assert heard is not None and heard.kind == "gone"
        assert caplog.text.count("cannot be read") == 5
        other.publish(Notice("long", "presence", players=tuple(range(10_000))))
        other.publish(Notice("short", "gone"))
        heard = await ear.queue.get()
        assert heard is not None and heard.match == "short"
        await channel.close()
        await other.close()

    run(work())


def test_two_processes_on_postgresql_serve_one_match(postgres_url: str) -> None:
    """Clients on each see the other's clicks, clicks at the same time count once, both end alike."""

    async def work() -> None:
        stores = [await Store.open(postgres_url) for _ in range(2)]
        houses = [MatchService(store, channel_of(store), TestBots()) for store in stores]
        for match_service in houses:
            await match_service.open()
        ann = (await stores[0].create_guest("Ann")).id
        made = await stores[0].create_match(
            "downfall", "campaign_1940", 2, {}, [NewSeat("hotseat"), NewSeat("hotseat")], ann, seed=7
        )
        match_id = made.match.id
        await houses[0].begin(match_id)
        watchers = [await match_service.watch(match_id, ann) for match_service in houses]
        accepted = 0
        for turn in range(60):
            states: list[StateOut] = []
            for watcher in watchers:
                state = await next_state(watcher)
                while state.seq < accepted:
                    state = await next_state(watcher)
                states.append(state)
            assert states[0].prompts == states[1].prompts
            prompt = states[0].prompts[0]
            choice = prompt.choices[turn % len(prompt.choices)].id
            results = await asyncio.gather(
                *(
                    match_service.choose(match_id, ann, accepted, prompt.seat, choice)
                    for match_service in houses
                ),
                return_exceptions=True,
            )
            assert sorted(isinstance(result, Refused) for result in results) == [False, True]
            accepted += 1
        events = await stores[0].events(match_id)
        assert [event.seq for event in events] == list(range(1, accepted + 1))
        ends = []
        for match_service, watcher in zip(houses, watchers, strict=True):
            while (await next_state(watcher)).seq < accepted:
                pass
            match, _ = await match_service.look(match_id, None)
            ends.append(digest(match.game, match.state))
        assert ends[0] == ends[1]
        for match_service, store in zip(houses, stores, strict=True):
            await match_service.close()
            await store.close()

    run(work())
