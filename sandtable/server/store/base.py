"""The base of the store: opening, closing, and transactions that read or write."""

import asyncio
import logging
import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Self, TypeVar

from sqlalchemy import URL, Connection, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from sandtable.server.store import engine as engines
from sandtable.server.store.errors import Lost, StoreError, Unavailable
from sandtable.server.store.models import generation

T = TypeVar("T")
# A transaction: work with a connection, before its commit.
Work = Callable[[Connection], T]
# The fast version of the same without SQLAlchemy, which costs more than SQLite; False: do the other.
Quick = Callable[[sqlite3.Connection], bool]

Waiting = tuple[Work[Any], Quick | None, "asyncio.Future[Any]"]  # and its result
Outcome = tuple[Any, Exception | None]  # a result or an error

READERS = 2
TOGETHER = 50  # transactions that may share one commit of SQLite
# Commits run in the event loop itself while the disk takes less than this: a switch to another thread and
# back takes as long. With a slower disk nobody waits for another player's commit.
SOON_SECONDS = 0.003
LATEST = 0.1  # weight of the last commit in the average
# After this number of commits the writing thread makes one, and checkpoints the WAL.
IN_A_ROW = 250
# Connections to PostgreSQL that a process keeps, and that it may add under load.
POOL, MORE = 5, 10
MARK = select(generation.c.mark)
LOST = "The server has lost its database file, so nothing is stored. Tell the operator of this server."
logger = logging.getLogger(__name__)


class Place:
    """The file of a SQLite database, and whether it is still the same file.

    SQLite itself goes on writing into a file that was removed or replaced, and reports no error.
    """

    def __init__(self, path: str) -> None:
        """Remember the files of an open database; its log exists until the last connection is closed."""
        self._paths = (path, f"{path}-wal")
        self._there = self._look()
        self._told = False

    def _look(self) -> tuple[tuple[int, int], ...]:
        return tuple([(found.st_dev, found.st_ino) for found in map(os.stat, self._paths)])

    def lost(self) -> bool:
        """Check whether the files are gone or were replaced."""
        try:
            lost = self._look() != self._there
        except OSError:
            lost = True
        if lost and not self._told:
            logger.critical("%s was removed or replaced under the running server.", self._paths[0])
        self._told = lost
        return lost

    def check(self) -> None:
        """Raise Lost if the files are gone or were replaced."""
        if self.lost():
            raise Lost(LOST)


class FileDatabase:
    """SQLite: one thread writes, others read; a switch for each transaction costs less than for each call.

    A commit waits for the disk. Writers that come meanwhile share the next commit: each does all of its work
    or none, and none is confirmed before the disk has it. Short writes do not use the thread while the disk
    is fast and nobody else writes.
    """

    def __init__(self, url: URL) -> None:
        self._engine = engines.create_engine(url, keep=READERS + 1)
        self._writing = self._engine.execution_options(writing=True)
        # SQLite has one writer at a time; this queue is faster than SQLite's own waiting.
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._waiting: deque[Waiting] = deque()
        self._busy = False  # whether the writing thread is busy
        self._connection: Connection | None = None  # of the writing thread
        self._direct = engines.connect_at_once(url)
        self._place = Place(str(url.database))
        self._disk = 0.0  # average seconds of a commit
        self._row = 0  # commits since the writing thread made one

    async def read(self, work: Work[T]) -> T:
        """Do work that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._do_read, work)

    async def write(self, work: Work[T], quick: Quick | None = None) -> T:
        """Do work and commit it, or none of it; `quick` does it instead, if it can."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, quick, written))
        if not self._busy:
            self._write_some(loop)
        return await written

    def free(self) -> bool:
        """Check whether `write_now` is worth trying."""
        return not self._busy and self._disk <= SOON_SECONDS and self._row < IN_A_ROW

    def write_now(self, quick: Quick) -> bool:
        """Do work and commit it at once; False: nothing is done, and `write` can do it."""
        if not self.free():
            return False
        if self._place.lost():
            return False
        began = time.perf_counter()
        try:
            done = _do_quickly(self._direct, [quick])
        except sqlite3.Error:
            done = False  # another process writes, or the next try reports the error
            with suppress(sqlite3.Error):
                self._direct.rollback()
        self._note_disk(time.perf_counter() - began)
        self._row += 1
        return done and not self._place.lost()

    def _note_disk(self, seconds: float) -> None:
        self._disk += LATEST * (seconds - self._disk)

    def _write_some(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give waiting work to the thread that writes."""
        some = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        some = [each for each in some if not each[2].done()]  # without cancelled ones
        self._busy = bool(some)
        if not some:
            return
        done = self._writer.submit(self._do_write, some)
        done.add_done_callback(
            lambda done: loop.call_soon_threadsafe(self._written, loop, some, done.result())
        )

    def _written(self, loop: asyncio.AbstractEventLoop, some: list[Waiting], outcomes: list[Outcome]) -> None:
        """Confirm the work that is on the disk, or report its error; then write on."""
        self._busy = False
        while self._waiting and not self._busy:
            self._write_some(loop)
        for (_, _, written), (result, error) in zip(some, outcomes, strict=True):
            if written.done():
                continue  # the caller was cancelled
            if error is None:
                written.set_result(result)
            else:
                written.set_exception(error)

    def _do_read(self, work: Work[T]) -> T:
        self._place.check()
        with engines.sentences(), self._engine.connect() as connection:
            return work(connection)

    def _do_write(self, some: list[Waiting]) -> list[Outcome]:
        works = [work for work, _, _ in some]
        self._row = 0
        try:
            self._place.check()
            with engines.sentences():
                if self._connection is None:
                    self._connection = self._writing.connect()
                began = time.perf_counter()
                if _quickly(self._connection, [quick for _, quick, _ in some]):
                    self._note_disk(time.perf_counter() - began)
                    outcomes: list[Outcome] = [(True, None)] * len(works)
                else:
                    with self._connection.begin():
                        if len(works) == 1:
                            outcomes = [(works[0](self._connection), None)]
                        else:
                            outcomes = [_one_of_several(self._connection, work) for work in works]
            self._place.check()
        except Exception as error:
            if isinstance(error, (StoreError, sqlite3.Error)) and self._connection is not None:
                self._connection.close()
                self._connection = None
            if isinstance(error, sqlite3.Error):
                error = Unavailable(engines.LATER)
            return [(None, error)] * len(works)
        return outcomes

    async def close(self) -> None:
        """Finish what has begun and close everything."""
        while self._busy:
            await asyncio.gather(*(written for _, _, written in self._waiting), return_exceptions=True)
            await asyncio.to_thread(self._writer.submit(int).result)  # wait for all work before it
        for pool in (self._writer, self._readers):
            await asyncio.to_thread(partial(pool.shutdown, wait=True))
        if self._connection is not None:
            self._connection.close()
        self._direct.close()
        self._engine.dispose()


def _quickly(connection: Connection, works: list[Quick | None]) -> bool:
    """Do and commit all of this without SQLAlchemy; False: nothing is done, since one part needs more."""
    quick = [work for work in works if work is not None]
    if len(quick) != len(works):
        return False
    driver: Any = connection.connection.driver_connection
    return _do_quickly(driver, quick)


def _do_quickly(driver: sqlite3.Connection, quick: list[Quick]) -> bool:
    driver.execute("BEGIN IMMEDIATE")
    try:
        done = all(work(driver) for work in quick)
    except (sqlite3.Error, OverflowError, UnicodeEncodeError):
        done = False  # the next try reports the error
    if done:
        driver.execute("COMMIT")
    elif driver.in_transaction:
        driver.execute("ROLLBACK")
    return done


def _one_of_several(connection: Connection, work: Work[Any]) -> Outcome:
    """Do work within a transaction that others share; if it fails, undo only this work."""
    # SQLAlchemy's savepoints have a new name each time, which costs more than the work.
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT one")
    try:
        with engines.sentences():
            result = work(connection)
    except Exception as error:
        if not driver.in_transaction:
            raise Unavailable(engines.LATER) from error  # SQLite has rolled back the work of the others too
        driver.execute("ROLLBACK TO one")
        driver.execute("RELEASE one")
        return None, error
    driver.execute("RELEASE one")
    return result, None


class ServerDatabase:
    """PostgreSQL: as many parallel transactions as there are connections, without threads."""

    def __init__(self, url: URL) -> None:
        self._engine: AsyncEngine = create_async_engine(
            url, pool_size=POOL, max_overflow=MORE, pool_pre_ping=True
        )

    async def read(self, work: Work[T]) -> T:
        """Do work that only reads."""
        with engines.sentences():
            async with self._engine.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Work[T], quick: Quick | None = None) -> T:
        """Do work and commit it, or nothing of it; `quick` is for SQLite only."""
        with engines.sentences():
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)

    def free(self) -> bool:
        return False

    def write_now(self, quick: Quick) -> bool:
        return False

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


class Base:
    """A database and its transactions; made with `open`."""

    def __init__(self, url: URL) -> None:
        """Use `open` instead; the tables must be up to date."""
        self.url = url
        self._database = FileDatabase(url) if engines.is_sqlite(url) else ServerDatabase(url)
        self._closed = False
        self._mark = ""

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a database, after creating or migrating its tables."""
        where = engines.parse_url(url)
        await asyncio.to_thread(engines.migrate, where)
        store = cls(where)
        await store.resume()
        return store

    async def close(self) -> None:
        """Finish what has begun and close all connections."""
        self._closed = True
        await self._database.close()

    async def resume(self) -> None:
        """Go on after `Restored`, once everything from before the restored backup is forgotten."""
        self._mark = await self._read(_mark)

    async def restored(self) -> bool:
        """Check whether a backup was restored since `open` or `resume`; cheap enough to ask regularly."""
        return await self._read(_mark) != self._mark

    async def _read(self, work: Work[T]) -> T:
        """Do work that only reads, in one transaction."""
        self._must_be_open()
        return await self._database.read(work)

    async def _write(self, work: Work[T], quick: Quick | None = None) -> T:
        """Do work in one transaction, which any error rolls back."""
        self._must_be_open()
        return await self._database.write(work, quick)

    def free(self) -> bool:
        """Check whether something can be written at once, waiting only for a fast disk."""
        return not self._closed and self._database.free()

    def _write_now(self, quick: Quick) -> bool:
        """Write without waiting for anything but the disk; False: nothing is done, and `_write` can do it."""
        return not self._closed and self._database.write_now(quick)

    def _must_be_open(self) -> None:
        if self._closed:
            raise Unavailable("The server is stopping. Try again in a moment.")


def _mark(connection: Connection) -> str:
    mark: str | None = connection.execute(MARK).scalar()
    if mark is None:
        raise StoreError("The store is damaged: its generation is missing. Restore a backup.")
    return mark
