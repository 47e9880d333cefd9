"""Webhooks: which addresses the server calls, and which it must not."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from sandtable.engine.errors import BadOption
from sandtable.server.api.connections import Connections
from sandtable.server.store import MatchRecord, Player, Store
from sandtable.server.webhooks import Webhooks, check_webhook, public
from tests.server.playing import record, run
from tests.server.visiting import Server, Visitor, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('webhooks')}/table.db") as running:
        yield running


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://",
        "https://user:word@example.org/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f000001/",
        "http://0.0.0.0/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://192.168.1.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[fe80::1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[fec0::1]/",
        "http://[64:ff9b:1::7f00:1]/",
        "http://[::7f00:1]/",
        "http://127.0.0.1./",
        "http://localhost./",
        "http://224.0.0.1/",
        "http://localhost/",
        "http://a.localhost/",
        "http://printer.local/",
        "https://example.org:22/",
        "https://example.org:99999/",
        "https://exa mple.org/",
        "https://example.org/\n",
        "https://exämple.org/",
        "http://[",
    ],
)
def test_webhooks_that_are_refused(server: Server, url: str) -> None:
    with pytest.raises(BadOption):
        check_webhook(url)
    ann = server.visitor()
    answer = ann.change("PUT", "/api/me", {"webhook": url})
    assert answer.status_code == 409
    assert ann.me()["player"]["webhook"] is None


def test_webhooks_that_are_kept() -> None:
    for url in ("https://example.org/hook?a=b", "http://93.184.216.34:8080/x", "https://[2606:4700::1]/"):
        assert check_webhook(url) == url
    assert public(ipaddress.ip_address("8.8.8.8"))


class Door:
    """A small HTTP server that notes what is posted to it."""

    def __init__(self, answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n") -> None:
        self.answer = answer
        self.heard: list[bytes] = []
        self.port = 0

    async def __aenter__(self) -> Door:
        self._server = await asyncio.start_server(self._hear, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        self.heard.append(head + await reader.readexactly(length))
        writer.write(self.answer)
        await writer.drain()
        writer.close()


def knocking(
    url: str, look: Callable[[str, int], Awaitable[list[str]]] | None, looks: bool = False, **more: Any
) -> tuple[Webhooks, MatchRecord]:
    """Webhooks for a player 1001 with this address, and a match that waits for them."""
    from sandtable.games import load_game

    async def player(number: int) -> Player | None:
        return Player(number, "Ann", None, 0.0, url if number == 1001 else None)

    webhooks = Webhooks(player, "https://games.example.org", lambda *_: looks, look=look, **more)
    match = record(load_game("downfall"), ["human", "human"], turn="Winter 1940")
    return webhooks, match


async def own_machine(host: str, port: int) -> list[str]:
    return ["127.0.0.1"]


def anywhere(address: object) -> bool:
    return True


def test_a_knock_when_it_is_your_turn() -> None:
    async def work() -> None:
        async with Door() as door:
            url = f"http://hooks.example.org:{door.port}/here?key=1"
            webhooks, match = knocking(url, own_machine, allow=anywhere, ports=range(1 << 16))
            webhooks.open()
            webhooks.turn(match, (0, 1))
            await webhooks.idle()
            await webhooks.close()
        (heard,) = door.heard
        head, _, body = heard.partition(b"\r\n\r\n")
        assert head.startswith(b"POST /here?key=1 HTTP/1.1")
        assert f"host: hooks.example.org:{door.port}".encode() in head.lower()
        assert b"https://games.example.org/match/m" in body
        assert b"your turn" in body
        assert str(match.seed).encode() not in body

    run(work())


def test_the_name_of_a_match_calls_nobody() -> None:
    """Chat services would ring everybody's bell for names like these."""
    webhooks, match = knocking("https://hooks.example.org/", own_machine)
    told = webhooks.message(replace(match, name="@everyone <!channel> <@123>"))
    for key in ("text", "content"):
        assert not set("@<>") & set(told[key])
        assert "everyone" in told[key]
    assert told["name"] == "@everyone <!channel> <@123>"


def test_no_knock_while_he_looks_on() -> None:
    async def work() -> None:
        async with Door() as door:
            url = f"http://hooks.example.org:{door.port}/"
            webhooks, match = knocking(url, own_machine, True, allow=anywhere, ports=range(1 << 16))
            webhooks.open()
            webhooks.turn(match, (0,))
            await webhooks.idle()
            await webhooks.close()
        assert door.heard == []

    run(work())


def test_a_name_that_leads_inside_is_not_knocked_at(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def mixed(host: str, port: int) -> list[str]:
        return ["93.184.216.34", "127.0.0.1"]

    async def work() -> None:
        async with Door() as door:
            for look in (own_machine, mixed):
                webhooks, match = knocking("http://rebind.example.org/secret-path", look)
                webhooks.open()
                webhooks.turn(match, (0,))
                await webhooks.idle()
                await webhooks.close()
        assert door.heard == []

    run(work())
    assert "player 1001" in caplog.text
    assert "secret-path" not in caplog.text


def test_redirects_are_not_followed_and_silence_is_not_waited_for() -> None:
    async def work() -> None:
        async with Door() as inner:
            target = (
                f"HTTP/1.1 307 Go\r\nLocation: http://127.0.0.1:{inner.port}/\r\nContent-Length: 0\r\n\r\n"
            )
            async with Door(target.encode()) as door:
                url = f"http://hooks.example.org:{door.port}/"
                webhooks, _ = knocking(url, own_machine, allow=anywhere, ports=range(1 << 16))
                assert await webhooks.deliver(url, {}) == 307
            assert inner.heard == []

        async def silent(host: str, port: int) -> list[str]:
            await asyncio.Event().wait()
            return []

        webhooks, _ = knocking("http://hooks.example.org/", silent, seconds=0.05)
        with pytest.raises(TimeoutError):
            await webhooks.deliver("http://hooks.example.org/", {})

    run(work())


def test_slow_names_hold_up_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name server that never answers takes threads; passwords and maps need some, too."""
    release = threading.Event()

    def slow(*_: object, **__: object) -> list[Any]:
        release.wait(20)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", slow)

    async def work() -> None:
        webhooks, _ = knocking("http://slow.example.org/", None, seconds=0.02)
        for _ in range(40):
            with pytest.raises(TimeoutError):
                await webhooks.deliver("http://slow.example.org/", {})
        assert await asyncio.wait_for(asyncio.to_thread(lambda: 5), 5) == 5
        release.set()
        await webhooks.close()

    try:
        run(work())
    finally:
        release.set()


def test_a_shut_door_does_not_fill_the_queue() -> None:
    async def work() -> None:
        met = asyncio.Event()

        async def silent(host: str, port: int) -> list[str]:
            met.set()
            await asyncio.Event().wait()
            return []

        webhooks, match = knocking("http://hooks.example.org/", silent, seconds=0.05)
        for _ in range(100):
            webhooks.turn(match, (0,))
        assert webhooks._queue.qsize() == 5
        webhooks.open()
        await webhooks.idle()
        assert met.is_set()
        webhooks.turn(match, (0,))
        assert webhooks._queue.qsize() == 1
        await webhooks.close()

    run(work())


def test_the_server_knocks(sqlite_url: str) -> None:
    """From the choice that makes it Bob's turn to the request to Bob's webhook."""
    doors: list[tuple[str, str]] = []

    class NotedHooks(Webhooks):
        async def deliver(self, url: str, message: dict[str, str]) -> int:
            doors.append((url, message["match"]))
            return 204

    def make(store: Store, origin: str, lines: Connections) -> Webhooks:
        return NotedHooks(store.get_player, origin, lines.looks)

    with serving(sqlite_url, webhooks=make) as server:
        ann, bob = server.visitor(), server.visitor()
        bob.change("PUT", "/api/me", {"webhook": "https://hooks.example.org/bob"})
        made = ann.make(game="downfall", seats=[{"kind": "human"}, {"kind": "open"}])
        bob.post(f"/api/matches/{made['id']}/join")
        _play_until(ann, made["id"], 1)
        server.do(server.service.webhooks.idle)
        assert doors == [("https://hooks.example.org/bob", made["id"])]


def _play_until(who: Visitor, match_id: str, seat: int) -> None:
    """Play on until another seat is asked."""
    for _ in range(500):
        state = who.state(match_id)
        if seat in state["waiting"]:
            return
        assert who.play(match_id).status_code == 200
    raise AssertionError("nobody else was ever asked")
