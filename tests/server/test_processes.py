"""Several server processes over one PostgreSQL, as on two hosts: whoever is asked, the match is the same."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from sandtable.games import load_game
from sandtable.server.loaded_match import LoadedMatch
from sandtable.server.store import Event, MatchRecord, Store
from tests.server.outside import Guest, Line, Process, asked, process
from tests.server.playing import run

ROUNDS = 35  # fewer than one player may click in a burst
SEEN = ("seq", "waiting", "prompts", "scene", "cards", "log", "result")


@pytest.fixture(scope="module")
def database(postgres: str) -> Iterator[str]:
    """A database for the tests of this file."""
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute("CREATE DATABASE processes")
    yield f"{postgres}/processes"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute("DROP DATABASE processes WITH (FORCE)")


@pytest.fixture(scope="module")
def servers(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Process]]:
    """A server of one process and one of two; both end as they should."""
    folders = [tmp_path_factory.mktemp("home") for _ in range(2)]
    with (
        process(folders[0], "--database", database) as one,
        process(folders[1], "--database", database, "--workers", "2") as two,
    ):
        yield [one, two]
        for server in (one, two):
            assert server.stop() == 0
            assert server.said() == ""


async def stored(database: str, match_id: str) -> tuple[MatchRecord, list[Event]]:
    """A match and its history as the store has them."""
    store = await Store.open(database)
    try:
        record = await store.get_match(match_id)
        assert record is not None
        return record, await store.events(match_id)
    finally:
        await store.close()


async def everywhere(servers: list[Process], guest: Guest, match_id: str) -> list[dict[str, Any]]:
    """What a player is shown of a match by each server; several times, since one has two processes."""
    shown = []
    for server in [*servers, *servers, *servers]:
        state = await guest.ask(server.address, "GET", f"/api/matches/{match_id}/state")
        shown.append({part: state[part] for part in SEEN})
    return shown


def whole(record: MatchRecord, events: list[Event]) -> LoadedMatch:
    """The match as its history alone tells it; every number is there once and legal."""
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    loaded = LoadedMatch.start(load_game(record.game), record, events)
    assert (record.seq, record.waiting) == (loaded.seq, loaded.waiting)
    return loaded


def test_of_two_clicks_at_once_on_two_servers_one_counts(servers: list[Process], database: str) -> None:
    async def work() -> None:
        ann = Guest()
        luck = random.Random(1)
        seats = [{"kind": "hotseat"}] * 2
        match_id = await ann.make(servers[0].address, game="downfall", players=2, seats=seats)
        won: list[tuple[int, int]] = []

        async def click(line: Line, seq: int, seat: int, choice: int) -> bool:
            await line.send(type="choose", seq=seq, seat=seat, choice=choice)
            answer = await line.hear("ack", "refused")
            assert answer["seq"] == seq + 1
            assert answer["type"] == "ack" or answer["stale"]
            return bool(answer["type"] == "ack")

        async with (
            ann.live(servers[0].address, match_id) as here,
            ann.live(servers[1].address, match_id) as there,
        ):
            for seq in range(ROUNDS):
                states = [await line.until(seq) for line in (here, there)]
                assert states[0]["prompts"] == states[1]["prompts"]
                question = asked(states[0])
                assert question is not None
                seat = question["seat"]
                choices = [luck.choice(question["choices"])["id"] for _ in range(2)]
                clicks = zip((here, there), choices, strict=True)
                took = await asyncio.gather(*(click(line, seq, seat, choice) for line, choice in clicks))
                assert sorted(took) == [False, True]
                won.append((seat, choices[took.index(True)]))
        shown = await everywhere(servers, ann, match_id)
        assert all(state == shown[0] for state in shown)
        record, events = await stored(database, match_id)
        assert [(event.seat, event.choice) for event in events] == won
        assert whole(record, events).seq == ROUNDS == shown[0]["seq"]

    run(work(), 400)  # several servers start, perhaps on a busy machine


def test_players_on_different_servers_and_a_bot_play_one_match(servers: list[Process], database: str) -> None:
    async def work() -> None:
        ann, bob = Guest(), Guest()
        seats = [{"kind": "human"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}]
        match_id = await ann.make(servers[0].address, game="downfall", players=3, seats=seats)
        await bob.ask(servers[1].address, "POST", f"/api/matches/{match_id}/join", {"seat": 1})
        done: list[tuple[int, int, int]] = []
        over = asyncio.Event()

        async def next_state(line: Line) -> dict[str, Any] | None:
            """The next state; None when it is over."""
            tasks = [asyncio.create_task(line.hear("state")), asyncio.create_task(over.wait())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            return None if over.is_set() else await tasks[0]  # type: ignore[return-value]

        async def play(guest: Guest, address: str, luck: random.Random) -> None:
            """Answer every question, until enough has been played and a human is asked."""
            async with guest.live(address, match_id) as line:
                while (state := await next_state(line)) is not None:
                    question = asked(state)
                    if question is None:
                        continue
                    if len(done) >= ROUNDS:
                        over.set()
                        return
                    seat, choice = question["seat"], luck.choice(question["choices"])["id"]
                    await line.send(type="choose", seq=state["seq"], seat=seat, choice=choice)
                    # Nobody else is asked meanwhile, so it counts.
                    done.append(((await line.hear("ack"))["seq"], seat, choice))

        players = zip((ann, bob), servers, strict=True)
        await asyncio.gather(
            *(play(guest, server.address, random.Random(n)) for n, (guest, server) in enumerate(players))
        )
        for guest in (ann, bob):
            shown = await everywhere(servers, guest, match_id)
            assert all(state == shown[0] for state in shown)
        record, events = await stored(database, match_id)
        assert whole(record, events).seq == shown[0]["seq"]
        people = [(event.seq, event.seat, event.choice) for event in events if event.seat != 2]
        assert people == sorted(done)
        assert len(events) > len(people)  # the bot has played too

    run(work(), 400)  # several servers start, perhaps on a busy machine
