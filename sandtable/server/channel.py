"""Notices between the processes of a server; the store holds the facts.

A notice is only a hint. A process that misses one finds the same change in the store, which it checks from
time to time.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, Protocol

import msgspec
import psycopg
from psycopg import sql

from sandtable.server.store import Store

NAME: Final = "sandtable"
LONGEST: Final = 7_900  # bytes; PostgreSQL takes 8000
PAUSES: Final = (0.1, 0.5, 1.0, 2.0, 5.0)  # seconds before trying to connect again

logger = logging.getLogger(__name__)


class Notice(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change in short: an event, new seats, chat, presence, or a removed match."""

    match: str
    kind: Literal["event", "seats", "chat", "presence", "gone"]
    number: int = 0  # of the event, or of the chat message
    players: tuple[int, ...] = ()  # who watch in the process that sends this
    spectators: int = 0
    process: str = ""


Heard = Callable[[Notice | None], None]  # None: some notices may have been missed


class Channel(Protocol):
    """What the match service needs of a channel."""

    shared: bool  # whether other processes serve the same matches
    process: str  # what this process is called

    async def open(self, heard: Heard) -> None:
        """Begin to listen."""

    def publish(self, notice: Notice) -> None:
        """Send a notice to the other processes."""

    async def close(self) -> None:
        """Stop listening."""


class LocalChannel:
    """The channel of a server with only one process; it sends nothing."""

    shared = False

    def __init__(self) -> None:
        self.process = secrets.token_hex(4)

    async def open(self, heard: Heard) -> None: ...

    def publish(self, notice: Notice) -> None: ...

    async def close(self) -> None: ...


class PostgresChannel:
    """Notices by LISTEN and NOTIFY, each over its own connection, which is renewed when it breaks."""

    shared = True

    def __init__(self, address: str) -> None:
        """Use `address` for psycopg: postgresql://user@host/name."""
        self.process = secrets.token_hex(4)
        self._address = address
        self._heard: Heard | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._outbox: asyncio.Queue[Notice] = asyncio.Queue()
        self.listening = asyncio.Event()  # set while notices are heard

    async def open(self, heard: Heard) -> None:
        """Begin to listen; return when all later notices will be received."""
        self._heard = heard
        self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._send())]
        waiting = asyncio.create_task(self.listening.wait())
        # The tasks end only by being closed; then there is nothing to wait for either.
        await asyncio.wait([waiting, *self._tasks], return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()

    def publish(self, notice: Notice) -> None:
        """Send a notice soon; if that fails now, try again later."""
        self._outbox.put_nowait(msgspec.structs.replace(notice, process=self.process))

    async def close(self) -> None:
        """Send what is left if that is possible at once, then end."""
        if self._tasks:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._outbox.join(), 1.0)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        self.listening.clear()

    async def _connect(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        tried = 0
        while True:
            try:
                return await psycopg.AsyncConnection.connect(
                    self._address,
                    autocommit=True,
                    connect_timeout=10,
                    application_name=NAME,
                    keepalives_idle=30,
                    keepalives_interval=10,
                    keepalives_count=3,
                )
            except psycopg.Error as error:
                logger.warning("No connection to PostgreSQL for notices: %s", error)
                await asyncio.sleep(PAUSES[min(tried, len(PAUSES) - 1)])
                tried += 1

    async def _listen(self) -> None:
        first = True
        while True:
            connection = await self._connect()
            try:
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(NAME)))
                self.listening.set()
                if not first:
                    self._pass_on(None)  # notices sent meanwhile were missed
                first = False
                async for notify in connection.notifies():
                    self._receive(notify.payload)
            except psycopg.Error as error:
                logger.warning("Notices from PostgreSQL have stopped: %s", error)
            finally:
                self.listening.clear()
                with suppress(psycopg.Error):
                    await connection.close()

    def _receive(self, text: str) -> None:
        try:
            notice = msgspec.json.decode(text, type=Notice)
        except msgspec.DecodeError:
            logger.warning("Ignored a notice that cannot be read.")
            return
        if notice.process != self.process:
            self._pass_on(notice)

    def _pass_on(self, notice: Notice | None) -> None:
        assert self._heard is not None
        try:
            self._heard(notice)
        except Exception:
            logger.exception("Could not handle a notice.")

    async def _send(self) -> None:
        while True:
            connection = await self._connect()
            try:
                while True:
                    await self._send_next(connection)
            except psycopg.Error as error:
                logger.warning("Could not send a notice yet: %s", error)
            finally:
                with suppress(psycopg.Error):
                    await connection.close()

    async def _send_next(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        notice = await self._outbox.get()
        try:
            text = msgspec.json.encode(notice).decode()
            if len(text) < LONGEST:
                await connection.execute("SELECT pg_notify(%s, %s)", (NAME, text))
        except psycopg.Error:
            self._outbox.put_nowait(notice)  # again over the next connection
            raise
        finally:
            self._outbox.task_done()


def channel_of(store: Store) -> Channel:
    """Return the channel of a store: PostgreSQL may have other processes, SQLite has none."""
    if store.url.get_backend_name() == "sqlite":
        return LocalChannel()
    address = store.url.set(drivername="postgresql").render_as_string(hide_password=False)
    return PostgresChannel(address)
