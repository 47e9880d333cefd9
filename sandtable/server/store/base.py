"""The ground the store stands on: opening, closing, reading and writing transactions."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Self

from sqlalchemy import URL, select
from sqlalchemy.ext.asyncio import AsyncConnection

from sandtable.server.store import engine as engines
from sandtable.server.store.errors import StoreError
from sandtable.server.store.models import generation


class Base:
    """A database and its transactions; made with `open`."""

    def __init__(self, url: URL) -> None:
        """For `open`; the tables must be up to date."""
        self.url = url
        self.sqlite = engines.is_sqlite(url)
        self._engine = engines.create_engine(url)
        self._writing = self._engine.execution_options(writing=True)
        # SQLite has one writer at a time; queueing for it here is quicker than its own waiting.
        self._turn = asyncio.Lock() if self.sqlite else nullcontext()
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
        """Let go of all connections."""
        await self._engine.dispose()

    async def resume(self) -> None:
        """Go on after `Restored`, once everything known from before the restored backup is forgotten."""
        self._mark = await self._generation()

    async def restored(self) -> bool:
        """Whether a backup was restored since `open` or `resume`: cheap, to be asked now and then."""
        return await self._generation() != self._mark

    async def _generation(self) -> str:
        async with self._read() as connection:
            mark = (await connection.execute(select(generation.c.mark))).scalar()
        if mark is None:
            raise StoreError("The store is damaged: it has lost its generation; restore a backup.")
        return str(mark)

    @asynccontextmanager
    async def _read(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that only reads."""
        with engines.sentences():
            async with self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _write(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that writes: committed at its end, rolled back by any error."""
        with engines.sentences():
            async with self._turn, self._writing.begin() as connection:
                yield connection
