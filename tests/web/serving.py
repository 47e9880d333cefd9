"""A real server in a thread of this process, which can be stopped and started again."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from sandtable.server.app import create_app
from sandtable.server.config import Config
from sandtable.server.websocket import DirectWebSocket
from tests.server.visiting import FREELY, QuickBots

SECONDS = 60


class _Told(uvicorn.Server):
    """A server that tells when it listens."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listens = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self.listens.set()


class Site:
    """A web table over a file of SQLite; its bots choose at once."""

    def __init__(self, folder: Path) -> None:
        self._database = f"sqlite:///{folder / 'table.db'}"
        self._running: tuple[_Told, threading.Thread] | None = None
        self.port = 0

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin to listen; after a stop, at the same address."""
        listening = socket.create_server(("127.0.0.1", self.port))
        self.port = listening.getsockname()[1]
        app = create_app(Config(database=self._database, port=self.port, limits=FREELY), bots=QuickBots())
        server = _Told(
            uvicorn.Config(app, log_level="warning", ws=DirectWebSocket, timeout_graceful_shutdown=3)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        assert server.listens.wait(SECONDS)
        self._running = server, thread

    def stop(self) -> None:
        """Let everybody go and free the address."""
        if self._running is None:
            return
        server, thread = self._running
        self._running = None
        server.should_exit = True
        thread.join(SECONDS)
        assert not thread.is_alive()


@contextmanager
def serving(folder: Path) -> Iterator[Site]:
    """A site while it is needed."""
    site = Site(folder)
    site.start()
    try:
        yield site
    finally:
        site.stop()
