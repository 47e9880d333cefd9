"""Servers as processes of their own, and people who visit them over the network as browsers do."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

SECONDS = 60.0


class Process:
    """A running `sandtable serve` and its address; it and all it started end with the test."""

    def __init__(self, folder: Path, *args: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.errors = folder / "stderr"
        with self.errors.open("ab") as errors:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "sandtable", "serve", "--port", "0", *args],
                env={**os.environ, "XDG_DATA_HOME": str(folder), "SANDTABLE_DATABASE": ""},
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        found = re.search(r"http://\S+", self.process.stdout.readline())
        assert found is not None, self.errors.read_text()
        self.address = found.group()

    def kill(self) -> None:
        """kill -9 of the server itself; what it started is on its own."""
        self.process.kill()
        self.process.wait(SECONDS)

    def stop(self, number: int = signal.SIGTERM, group: bool = False) -> int:
        """End it as people do; its exit status. `group`: all its processes hear of it, as of Ctrl-C."""
        (os.killpg if group else os.kill)(self.process.pid, number)
        return self.process.wait(SECONDS)

    def said(self) -> str:
        """What it has written to standard error."""
        return self.errors.read_text()

    def close(self) -> None:
        """End everything that may still run."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()


@contextmanager
def process(folder: Path, *args: str) -> Iterator[Process]:
    """A server of its own with a home of its own."""
    running = Process(folder, *args)
    try:
        yield running
    finally:
        running.close()


class Guest:
    """Somebody with a browser: one session, which outlives the server's process."""

    def __init__(self, source: str = "") -> None:
        """Make a browser; `source` is its address as the proxy before a server tells it."""
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        self.proxied = {"x-forwarded-for": source} if source else {}

    async def ask(self, address: str, method: str, path: str, body: Any = None) -> Any:
        """A request and its answer; the first one makes the session."""
        headers = {"origin": address, "X-Sandtable-CSRF": self.csrf, **self.proxied}
        async with httpx.AsyncClient(
            base_url=address,
            cookies=self.cookies,
            headers=headers,
            timeout=SECONDS,
            verify=False,  # there is nothing to verify, and getting ready for it takes longer than the rest
        ) as client:
            if not self.csrf:
                told = await client.get("/api/me")
                self.csrf = client.headers["X-Sandtable-CSRF"] = told.json()["csrf"]
                self.cookies = dict(client.cookies)
            answer = await client.request(method, path, json=body)
            assert answer.status_code < 300, answer.text
            return answer.json()

    async def make(self, address: str, **body: Any) -> str:
        """A new match; its id."""
        made = await self.ask(address, "POST", "/api/matches", body)
        return str(made["id"])

    @asynccontextmanager
    async def live(self, address: str, match_id: str) -> AsyncIterator[Line]:
        """A live connection to a match."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        async with connect(
            address.replace("http", "ws") + f"/api/live/{match_id}?partial=true",
            additional_headers={"cookie": cookie, "origin": address, **self.proxied},
            max_size=None,
            open_timeout=SECONDS,
        ) as socket:
            yield Line(socket)


class Line:
    """A live connection."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self._socket.send(msgspec.json.encode(message).decode())

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds; others are passed over, but no trouble is."""
        while True:
            async with asyncio.timeout(SECONDS):
                data = await self._socket.recv()
            got: dict[str, Any] = msgspec.json.decode(data)
            if got["type"] in kinds:
                return got
            assert got["type"] not in ("refused", "error"), got

    async def until(self, seq: int) -> dict[str, Any]:
        """Return the first state after at least `seq` events."""
        while True:
            state = await self.hear("state")
            if state["seq"] >= seq:
                return state


def asked(state: dict[str, Any]) -> dict[str, Any] | None:
    """Return the question of a state to its viewer."""
    return next((prompt for prompt in state["prompts"] if prompt["choices"]), None)
