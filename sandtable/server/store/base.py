"""The ground the store stands on: opening, closing, reading and writing transactions."""

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
# A transaction: what is done with a connection between its beginning and its commit.
Work = Callable[[Connection], T]
# The same for the usual case, without SQLAlchemy, which costs more than SQLite itself; False: do the other.
Quick = Callable[[sqlite3.Connection], bool]

Waiting = tuple[Work[Any], Quick | None, "asyncio.Future[Any]"]  # and who is told
Outcome = tuple[Any, Exception | None]  # what came of it

READERS = 2
TOGETHER = 50  # transactions that may share one commit of SQLite
# A commit is made in the event loop itself while the disk takes less than this: the hops to another thread
# and back take as long and cost more. With a slower disk nobody waits for another's commit.
SOON_SECONDS = 0.003
LATEST = 0.1  # the share of the last commit in what is known of the disk
# As many commits in a row; then the thread that writes makes one, and tidies up the WAL.
IN_A_ROW = 250
# Connections to PostgreSQL that one process keeps, and that it may add under load.
POOL, MORE = 5, 10
MARK = select(generation.c.mark)
LOST = "The server has lost the file that it keeps everything in. Nothing is stored; tell whoever runs it."
logger = logging.getLogger(__name__)


class Place:
    """Where a SQLite database lies, and whether it is still the same file.

    SQLite itself writes on into a file that was removed or replaced, and says that all is well.
    """

    def __init__(self, path: str) -> None:
        """The database must be open: then its log lies beside it until the last connection is closed."""
        self._paths = (path, f"{path}-wal")
        self._there = self._look()
        self._told = False

    def _look(self) -> tuple[tuple[int, int], ...]:
        return tuple([(found.st_dev, found.st_ino) for found in map(os.stat, self._paths)])

    def lost(self) -> bool:
        """Whether the files are gone, or others are in their place."""
        try:
            lost = self._look() != self._there
        except OSError:
            lost = True
        if lost and not self._told:
            logger.critical("%s was removed or replaced under the running server.", self._paths[0])
        self._told = lost
        return lost

    def check(self) -> None:
        """Raise Lost if they are."""
        if self.lost():
            raise Lost(LOST)


class FileDatabase:
    """SQLite: one thread writes, some read; a hop for each transaction is cheaper than one for each call.

    A commit waits for the disk, and while it does others come to write. They share the next commit: each does
    all of its work or none, and none is told so before the disk has it. What is short is written without that
    thread while the disk is quick and nobody else writes.
    """

    def __init__(self, url: URL) -> None:
        self._engine = engines.create_engine(url, keep=READERS + 1)
        self._writing = self._engine.execution_options(writing=True)
        # SQLite has one writer at a time; queueing for it here is quicker than its own waiting.
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._readers = ThreadPoolExecutor(READERS, "store-reader")
        self._waiting: deque[Waiting] = deque()
        self._busy = False  # whether that thread has something to write
        self._connection: Connection | None = None  # that thread's own
        self._direct = engines.connect_at_once(url)
        self._place = Place(str(url.database))
        self._disk = 0.0  # what a commit takes, in seconds
        self._row = 0  # commits since that thread made one

    async def read(self, work: Work[T]) -> T:
        """Do work that only reads."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._do_read, work)

    async def write(self, work: Work[T], quick: Quick | None = None) -> T:
        """Do work and commit it, or nothing of it; where `quick` can do it, that does, and True is told."""
        loop = asyncio.get_running_loop()
        written: asyncio.Future[T] = loop.create_future()
        self._waiting.append((work, quick, written))
        if not self._busy:
            self._write_some(loop)
        return await written

    def free(self) -> bool:
        """Whether `write_now` is worth trying."""
        return not self._busy and self._disk <= SOON_SECONDS and self._row < IN_A_ROW

    def write_now(self, quick: Quick) -> bool:
        """Do work and commit it here and now; False: nothing is done, and `write` can do it."""
        if not self.free():
            return False
        if self._place.lost():
            return False
        began = time.perf_counter()
        try:
            done = _do_quickly(self._direct, [quick])
        except sqlite3.Error:
            done = False  # another process writes, or what is wrong comes out when it is done again
            with suppress(sqlite3.Error):
                self._direct.rollback()
        self._note_disk(time.perf_counter() - began)
        self._row += 1
        return done and not self._place.lost()

    def _note_disk(self, seconds: float) -> None:
        self._disk += LATEST * (seconds - self._disk)

    def _write_some(self, loop: asyncio.AbstractEventLoop) -> None:
        """Give those who wait to the thread that writes."""
        some = [self._waiting.popleft() for _ in range(min(len(self._waiting), TOGETHER))]
        some = [each for each in some if not each[2].done()]  # without those who gave up
        self._busy = bool(some)
        if not some:
            return
        done = self._writer.submit(self._do_write, some)
        done.add_done_callback(
            lambda done: loop.call_soon_threadsafe(self._written, loop, some, done.result())
        )

    def _written(self, loop: asyncio.AbstractEventLoop, some: list[Waiting], outcomes: list[Outcome]) -> None:
        """The disk has it, or nothing of it: write on, and tell them."""
        self._busy = False
        while self._waiting and not self._busy:
            self._write_some(loop)
        for (_, _, written), (result, error) in zip(some, outcomes, strict=True):
            if written.done():
                continue  # who asked has gone
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
        """Finish what has begun and let go."""
        while self._busy:
            await asyncio.gather(*(written for _, _, written in self._waiting), return_exceptions=True)
            await asyncio.to_thread(self._writer.submit(int).result)  # until all before it are done
        for pool in (self._writer, self._readers):
            await asyncio.to_thread(partial(pool.shutdown, wait=True))
        if self._connection is not None:
            self._connection.close()
        self._direct.close()
        self._engine.dispose()


def _quickly(connection: Connection, works: list[Quick | None]) -> bool:
    """Do and commit all of these without SQLAlchemy; False: nothing is done, as one of them needs more."""
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
        done = False  # what is wrong comes out when it is done again
    if done:
        driver.execute("COMMIT")
    elif driver.in_transaction:
        driver.execute("ROLLBACK")
    return done


def _one_of_several(connection: Connection, work: Work[Any]) -> Outcome:
    """Do work within a transaction that others share; if it fails, nothing of it is left."""
    # SQLAlchemy's own savepoints have a new name each time, which costs more than the work.
    driver: Any = connection.connection.driver_connection
    driver.execute("SAVEPOINT one")
    try:
        with engines.sentences():
            result = work(connection)
    except Exception as error:
        if not driver.in_transaction:
            raise Unavailable(engines.LATER) from error  # SQLite has taken back what the others did, too
        driver.execute("ROLLBACK TO one")
        driver.execute("RELEASE one")
        return None, error
    driver.execute("RELEASE one")
    return result, None


class ServerDatabase:
    """PostgreSQL: as many transactions at a time as there are connections, without threads."""

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
        """A server is never asked without waiting."""
        return False

    def write_now(self, quick: Quick) -> bool:
        """So this is for SQLite only."""
        return False

    async def close(self) -> None:
        """Let go of all connections."""
        await self._engine.dispose()


class Base:
    """A database and its transactions; made with `open`."""

    def __init__(self, url: URL) -> None:
        """For `open`; the tables must be up to date."""
        self.url = url
        self._database = FileDatabase(url) if engines.is_sqlite(url) else ServerDatabase(url)
        self._closed = False
        self._mark = ""

    @classmethod
    async def open(cls, url: str) -> Self:
        """Open a database, making or migrating its tables first."""
        where = engines.parse_url(url)
        await asyncio.to_thread(engines.migrate, where)
        store = cls(where)
        await store.resume()
        return store

    async def close(self) -> None:
        """Finish what has begun and let go of all connections."""
        self._closed = True
        await self._database.close()

    async def resume(self) -> None:
        """Go on after `Restored`, once everything known from before the restored backup is forgotten."""
        self._mark = await self._read(_mark)

    async def restored(self) -> bool:
        """Whether a backup was restored since `open` or `resume`: cheap, to be asked now and then."""
        return await self._read(_mark) != self._mark

    async def _read(self, work: Work[T]) -> T:
        """A transaction that only reads."""
        self._must_be_open()
        return await self._database.read(work)

    async def _write(self, work: Work[T], quick: Quick | None = None) -> T:
        """A transaction that writes: committed at its end, rolled back by any error."""
        self._must_be_open()
        return await self._database.write(work, quick)

    def free(self) -> bool:
        """Whether something can be written without waiting for anything but a quick disk."""
        return not self._closed and self._database.free()

    def _write_now(self, quick: Quick) -> bool:
        """The same without waiting for anything but the disk; False: nothing is done, `_write` can do it."""
        return not self._closed and self._database.write_now(quick)

    def _must_be_open(self) -> None:
        if self._closed:
            raise Unavailable("The server is stopping; try again in a moment.")


def _mark(connection: Connection) -> str:
    mark: str | None = connection.execute(MARK).scalar()
    if mark is None:
        raise StoreError("The store is damaged: it has lost its generation; restore a backup.")
    return mark
