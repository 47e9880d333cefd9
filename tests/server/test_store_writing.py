"""How the store writes: each number once, kept through a kill, and what each database does in trouble."""

import asyncio
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import sqlalchemy

from sandtable.server.store import (
    InvalidValue,
    MatchRecord,
    NoMatch,
    Store,
    StoreError,
    Summary,
    Unavailable,
    base,
)
from sandtable.server.store import engine as engines
from sandtable.server.store.base import FileDatabase
from sandtable.server.store.models import event
from tests.server.storing import new_match

pytestmark = pytest.mark.anyio


# --- history


async def test_events_are_numbered_from_one_and_kept_in_order(store: Store) -> None:
    match = await new_match(store)
    other = await new_match(store)
    assert await store.append(match.id, 1, "choice", 0, 17, Summary((1,), "Spring 1940"))
    assert await store.append(match.id, 2, "choice", 1, 4, Summary((0,), "Spring 1940"))
    assert await store.append(match.id, 3, "undo", 1, -1, Summary((1,), "Spring 1940"))
    events = await store.events(match.id)
    assert [(e.seq, e.kind, e.seat, e.choice) for e in events] == [
        (1, "choice", 0, 17),
        (2, "choice", 1, 4),
        (3, "undo", 1, -1),
    ]
    assert events == sorted(events, key=lambda e: e.at)
    assert await store.events(match.id, after=2) == events[2:]
    assert await store.events(match.id, after=3) == []
    assert await store.events(other.id) == []
    found = await store.get_match(match.id)
    assert found is not None and (found.seq, found.status, found.turn) == (3, "playing", "Spring 1940")


async def test_a_match_shows_how_it_stands_after_its_last_event(store: Store) -> None:
    match = await new_match(store)

    async def after(seq: int, summary: Summary) -> MatchRecord:
        assert await store.append(match.id, seq, "choice", 0, seq, summary)
        found = await store.get_match(match.id)
        assert found is not None
        return found

    first = await after(1, Summary((0, 1)))
    second = await after(2, Summary((0, 1)))
    assert first.since == second.since and first.updated < second.updated
    third = await after(3, Summary((1,)))
    assert third.since > second.since and third.waiting == (1,)
    result = {"text": "The Allies win", "rule": "9.1", "scores": [1.0, 0.0]}
    last = await after(4, Summary((), "Autumn 1945", "finished", result))
    assert (last.status, last.result, last.waiting, last.turn) == ("finished", result, (), "Autumn 1945")


async def test_a_number_is_given_once(store: Store) -> None:
    match = await new_match(store)
    assert await store.append(match.id, 1, "choice", 0, 17, Summary((1,)))
    before = await store.get_match(match.id)
    assert not await store.append(match.id, 1, "choice", 0, 18, Summary((0,), "later"))
    for number in (3, 0, -1):
        with pytest.raises(StoreError, match="cannot follow event 1"):
            await store.append(match.id, number, "choice", 0, 18, Summary((0,)))
    assert await store.get_match(match.id) == before
    assert [e.choice for e in await store.events(match.id)] == [17]


async def test_an_event_and_its_summary_are_written_together(store: Store, url: str) -> None:
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(url))
    stray = {"match_id": match.id, "seq": 1, "kind": "choice", "seat": 0, "choice": 9, "at": 0.0}
    with engine.begin() as connection:
        connection.execute(sqlalchemy.insert(event), stray)
    engine.dispose()
    # The number is free in the match's row, and taken only by the key of the events.
    assert not await store.append(match.id, 1, "choice", 0, 17, Summary((1,)))
    assert await store.get_match(match.id) == match


async def test_one_of_many_in_the_same_process_gets_a_number(store: Store) -> None:
    match = await new_match(store)
    for seq in range(1, 6):
        tried = [store.append(match.id, seq, "choice", 0, choice, Summary((choice,))) for choice in range(8)]
        assert sum(await asyncio.gather(*tried)) == 1
    found = await store.get_match(match.id)
    events = await store.events(match.id)
    assert found is not None and found.seq == len(events) == 5
    assert found.waiting == (events[-1].choice,)


RACER = """
import asyncio, sys
from sandtable.server.store import Store, Summary
async def race(url, match, me, last):
    store = await Store.open(url)
    print("ready", flush=True)
    sys.stdin.readline()
    won = []
    for seq in range(1, last + 1):
        if await store.append(match, seq, "choice", me, seq, Summary((me,))):
            won.append(seq)
        else:
            assert len(await store.events(match)) >= seq
    print(*won, flush=True)
    await store.close()
asyncio.run(race(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
"""


def start(script: str, *arguments: str) -> "subprocess.Popen[str]":
    """A Python process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )


async def test_processes_that_race_for_every_number_get_each_once(store: Store, url: str) -> None:
    match = await new_match(store)
    last = 100
    racers = [start(RACER, url, match.id, str(me), str(last)) for me in range(3)]
    for racer in racers:
        assert racer.stdout is not None and racer.stdout.readline() == "ready\n"
    won: list[set[int]] = []
    for racer in racers:
        assert racer.stdin is not None
        racer.stdin.write("go\n")
        racer.stdin.flush()
    for racer in racers:
        said, trouble = racer.communicate(timeout=120)
        assert racer.returncode == 0, trouble
        won.append({int(word) for word in said.split()})
    events = await store.events(match.id)
    assert [e.seq for e in events] == list(range(1, last + 1))
    assert sum(len(numbers) for numbers in won) == last
    assert [{e.seq for e in events if e.seat == me} for me in range(3)] == won
    found = await store.get_match(match.id)
    assert found is not None and found.seq == last and found.waiting == (events[-1].seat,)


BURST = """
import asyncio, sys
from sandtable.server.store import Store, Summary
async def burst(url, match):
    store = await Store.open(url)
    for seq in range(1, 100_000):
        assert await store.append(match, seq, "choice", 0, seq, Summary((seq % 2,)))
        print(seq, flush=True)
asyncio.run(burst(sys.argv[1], sys.argv[2]))
"""


async def test_what_was_acknowledged_survives_a_kill(store: Store, url: str) -> None:
    match = await new_match(store)
    writer = start(BURST, url, match.id)
    assert writer.stdout is not None
    for _ in range(200):
        acknowledged = writer.stdout.readline()
    writer.kill()
    rest = writer.communicate()[0].splitlines()
    # The kill may have cut the last line short.
    said = int(rest[-2] if len(rest) > 1 else acknowledged)
    events = await store.events(match.id)
    assert [e.seq for e in events] == [e.choice for e in events] == list(range(1, len(events) + 1))
    assert len(events) >= said >= 200
    found = await store.get_match(match.id)
    assert found is not None and found.seq == len(events)
    assert await store.append(match.id, found.seq + 1, "choice", 0, 0, Summary())


# --- trouble


async def test_what_no_database_can_hold_is_refused_in_a_sentence(store: Store, url: str) -> None:
    match = await new_match(store)
    with pytest.raises(InvalidValue, match=r"cannot be stored. Leave it out\.$"):
        await store.add_chat(match.id, None, "Anna", "half a letter \ud800")
    with pytest.raises(InvalidValue):
        await store.append(match.id, 1, "choice", 0, 2**70, Summary())
    if not url.startswith("sqlite"):  # which holds that one
        with pytest.raises(InvalidValue):
            await store.add_chat(match.id, None, "Anna", "nothing \0")
    assert await store.chats(match.id) == [] and await store.get_match(match.id) == match


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    with pytest.raises(Unavailable, match="stopping"):
        await store.all_matches()


async def test_two_processes_may_have_the_same_store_open(store: Store, url: str) -> None:
    other = await Store.open(url)
    match = await new_match(store)
    assert await other.append(match.id, 1, "choice", 0, 1, Summary((1,)))
    assert not await store.append(match.id, 1, "choice", 0, 2, Summary((0,)))
    assert await store.append(match.id, 2, "choice", 0, 2, Summary((0,)))
    assert [e.choice for e in await other.events(match.id)] == [1, 2]
    await other.close()


async def busy_disk(store: Store) -> tuple[threading.Event, "asyncio.Task[bool]"]:
    """Somebody is writing, until told to end."""
    begun, end = threading.Event(), threading.Event()

    def work(connection: sqlalchemy.Connection) -> bool:
        begun.set()
        return end.wait(20)

    writing = asyncio.create_task(store._write(work))
    while not begun.is_set():
        await asyncio.sleep(0.001)
    return end, writing


async def test_writers_of_sqlite_share_a_commit_but_not_their_fate(sqlite_url: str) -> None:
    """Writers that come while the disk is busy share the next commit."""
    store = await Store.open(sqlite_url)
    match, other = await new_match(store), await new_match(store)
    assert isinstance(store._database, FileDatabase)
    commits: list[object] = []
    sqlalchemy.event.listen(store._database._engine, "commit", commits.append)
    disk, busy = await busy_disk(store)
    wanted = [
        store.append(match.id, 1, "choice", 0, 1, Summary()),
        store.append(match.id, 1, "choice", 0, 2, Summary()),  # that number is taken by now
        store.append("nowhere", 1, "choice", 0, 3, Summary()),
        store.append(match.id, 2, "choice", 0, 2**70, Summary()),  # fails after the match was changed
        store.append(match.id, 2, "choice", 0, 4, Summary()),
        store.append(other.id, 1, "choice", 0, 5, Summary()),
    ]
    tasks = [asyncio.ensure_future(work) for work in wanted]
    gone = asyncio.ensure_future(store.append(other.id, 2, "choice", 0, 6, Summary()))
    await asyncio.sleep(0)
    gone.cancel()
    assert not commits
    disk.set()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert await busy
    assert [type(result) for result in results] == [bool, bool, NoMatch, InvalidValue, bool, bool]
    assert [result for result in results if isinstance(result, bool)] == [True, False, True, True]
    assert len(commits) == 2
    assert [(e.seq, e.choice) for e in await store.events(match.id)] == [(1, 1), (2, 4)]
    assert [e.choice for e in await store.events(other.id)] == [5]
    await store.close()


async def test_an_event_is_written_at_once_where_nothing_stands_against_it(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "SOON_SECONDS", 0.5)  # on a busy machine every disk is slow
    store, other = await Store.open(sqlite_url), await Store.open(sqlite_url)
    assert isinstance(store._database, FileDatabase)
    match = await new_match(store)
    assert store.append_now(match.id, 1, "choice", 0, 17, Summary((1,), "Spring 1940"))
    assert other.append_now(match.id, 2, "choice", 1, 4, Summary((0,), "Spring 1940"))
    before = await other.get_match(match.id)
    assert before is not None and (before.seq, before.waiting, before.turn) == (2, (0,), "Spring 1940")
    for number in (2, 4, 0):  # taken, too far, forged
        assert not store.append_now(match.id, number, "choice", 0, 18, Summary((1,)))
    assert not store.append_now("nowhere", 1, "choice", 0, 18, Summary((1,)))
    assert not store.append_now(match.id, 3, "choice", 0, 2**70, Summary((1,)))  # fails in the middle
    assert await store.get_match(match.id) == before
    assert store.append_now(match.id, 3, "choice", 0, 18, Summary((1,)))
    # Somebody writes, here or in another process: nobody is waited for, and nothing is done.
    disk, busy = await busy_disk(store)
    for each in (store, other):
        assert not each.append_now(match.id, 4, "choice", 0, 19, Summary((1,)))
    disk.set()
    assert await busy
    # A slow disk is left to the thread that writes, until it is quick again.
    store._database._disk = 1.0
    assert not store.append_now(match.id, 4, "choice", 0, 19, Summary((1,)))
    for seq in range(4, 100):
        assert await store.append(match.id, seq, "choice", 0, 19, Summary((1,)))
    assert store.append_now(match.id, 100, "choice", 0, 20, Summary((1,)))
    await store.close()
    assert not store.append_now(match.id, 101, "choice", 0, 20, Summary((1,)))
    assert [e.choice for e in await other.events(match.id)] == [17, 4, 18, *[19] * 96, 20]
    await other.close()


async def test_the_wal_is_tidied_up_however_events_are_written(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(base, "SOON_SECONDS", 0.5)
    store = await Store.open(f"{sqlite_url}?synchronous=normal")
    match = await new_match(store)
    at_once = 0
    for seq in range(1, 2_001):
        if store.append_now(match.id, seq, "choice", 0, seq, Summary((seq % 2,))):
            at_once += 1
        else:
            assert await store.append(match.id, seq, "choice", 0, seq, Summary((seq % 2,)))
    assert at_once > 1_900
    size = sum(file.stat().st_size for file in tmp_path.rglob("*-wal"))
    assert 0 < size < 12_000_000
    await store.close()


async def test_a_server_is_never_asked_without_waiting(postgres_url: str) -> None:
    store = await Store.open(postgres_url)
    match = await new_match(store)
    assert not store.append_now(match.id, 1, "choice", 0, 1, Summary())
    assert await store.events(match.id) == []
    await store.close()


async def test_a_shared_commit_that_fails_fails_for_all(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    match, other = await new_match(store), await new_match(store)
    assert isinstance(store._database, FileDatabase)
    disk, busy = await busy_disk(store)

    def break_it(connection: sqlalchemy.Connection) -> None:
        connection.exec_driver_sql("ROLLBACK")  # as SQLite itself does when the disk is full

    tasks = [
        asyncio.ensure_future(work)
        for work in (
            store.append(match.id, 1, "choice", 0, 1, Summary()),
            store._write(break_it),
            store.append(other.id, 1, "choice", 0, 1, Summary()),
        )
    ]
    await asyncio.sleep(0)
    disk.set()
    assert await busy
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(isinstance(result, StoreError) for result in results)
    assert await store.events(match.id) == []
    assert await store.append(match.id, 1, "choice", 0, 2, Summary())
    await store.close()


async def test_a_writer_of_sqlite_waits_for_another(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(sqlite_url))
    with engine.connect().execution_options(writing=True) as connection:
        connection.begin()
        waiting = asyncio.create_task(store.append(match.id, 1, "choice", 0, 1, Summary()))
        # Reading goes on meanwhile.
        assert await store.get_match(match.id) == match
        assert not waiting.done()
        connection.rollback()
    assert await waiting
    engine.dispose()
    await store.close()


async def test_sqlite_gives_up_in_a_sentence(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "BUSY_SECONDS", 0)
    store = await Store.open(sqlite_url)
    match = await new_match(store)
    engine = engines.create_engine(engines.parse_url(sqlite_url))
    with engine.connect().execution_options(writing=True) as connection:
        connection.begin()
        with pytest.raises(Unavailable, match="Try again") as refused:
            await store.append(match.id, 1, "choice", 0, 1, Summary())
        assert "sqlite" not in str(refused.value).lower() and "/" not in str(refused.value)
        connection.rollback()
    assert await store.append(match.id, 1, "choice", 0, 1, Summary())
    engine.dispose()
    await store.close()


@pytest.mark.skipif(os.name != "posix", reason="only POSIX has these permissions")
@pytest.mark.parametrize(("query", "synchronous"), [("", 2), ("?synchronous=normal", 1)])
async def test_sqlite_is_set_up_for_a_server(
    sqlite_url: str, tmp_path: Path, query: str, synchronous: int
) -> None:
    """Unless told otherwise a commit waits for the disk: what is acknowledged outlives a power cut."""
    store = await Store.open(sqlite_url + query)

    def pragma(connection: sqlalchemy.Connection, name: str) -> object:
        return connection.exec_driver_sql(f"PRAGMA {name}").scalar()

    for run in (store._read, store._write):
        settings = await run(
            lambda connection: [
                pragma(connection, name) for name in ("journal_mode", "foreign_keys", "synchronous")
            ]
        )
        assert settings == ["wal", 1, synchronous]
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, f"{file.name} can be read by others"
    await store.close()
