"""The short way of a click, over a real server: all is heard, told and refused as on the long one."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
import uvicorn
from websockets.frames import Frame, Opcode

from sandtable.cli.serve import listen, web
from sandtable.server import garbage
from sandtable.server.api.service import KEY, Service
from sandtable.server.app import create_app
from sandtable.server.config import Config
from sandtable.server.live import Client
from sandtable.server.store import Unavailable, base
from sandtable.server.websocket import DirectWebSocket, head_of
from tests.server.outside import Guest, Line, asked
from tests.server.playing import run
from tests.server.visiting import FREELY, QuickBots

BOTH = pytest.mark.parametrize("deflate", [False, True], ids=["plain", "deflated"])


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine every disk is slow; here that is not what is tested."""
    monkeypatch.setattr(base, "SOON_SECONDS", 1_000.0)


class Count:
    """How often the short way was asked, and how often it was taken, in and out."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.heard: list[bool] = []
        self.written: list[int] = []
        hear, write = Client.receive_now, DirectWebSocket.write

        def receive_now(client: Client, data: bytes) -> bool:
            self.heard.append(hear(client, data))
            return self.heard[-1]

        def count(socket: DirectWebSocket, texts: list[bytes]) -> None:
            self.written.append(len(texts))
            write(socket, texts)

        patch.setattr(Client, "receive_now", receive_now)
        patch.setattr(DirectWebSocket, "write", count)


@asynccontextmanager
async def serving(
    folder: Path, deflate: bool = False, few: dict[str, Any] | None = None
) -> AsyncIterator[tuple[str, Service]]:
    """A server in this very loop, as `sandtable serve` runs it; its address and its parts."""
    bound = listen("127.0.0.1", 0)
    port = bound.getsockname()[1]
    config = Config(database=f"sqlite:///{folder}/table.db", port=port, limits=replace(FREELY, **(few or {})))
    app = create_app(config, bots=QuickBots())
    settings = web(config, app)
    settings.ws_per_message_deflate = deflate
    server = uvicorn.Server(settings)
    running = asyncio.create_task(server.serve(sockets=[bound]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield config.own_origin, app.state[KEY]
    finally:
        server.should_exit = True
        await running


@asynccontextmanager
async def pair(address: str) -> AsyncIterator[tuple[Line, Line, str]]:
    """Two people at one table of Downfall, the first of whom is asked."""
    ann, bob = Guest(), Guest()
    match_id = await ann.make(address, game="downfall", seats=[{"kind": "human"}, {"kind": "open"}])
    await bob.ask(address, "POST", f"/api/matches/{match_id}/join", {"seat": 1})
    async with ann.live(address, match_id) as hers, bob.live(address, match_id) as his:
        yield hers, his, match_id


def first_of(state: dict[str, Any]) -> dict[str, Any]:
    """The first choice of a state as a message."""
    prompt = asked(state)
    assert prompt is not None
    choice = prompt["choices"][0]["id"]
    return {"type": "choose", "seq": state["seq"], "seat": prompt["seat"], "choice": choice}


async def settled() -> None:
    """Wait until everybody's presence was sent, so that nothing else is on its way."""
    await asyncio.sleep(0.2)


@BOTH
def test_a_choice_is_stored_acknowledged_and_shown_to_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deflate: bool
) -> None:
    count = Count(monkeypatch)

    async def work() -> None:
        async with serving(tmp_path, deflate) as (address, service), pair(address) as (hers, his, match_id):
            mine, seen = await hers.hear("state"), await his.hear("state")
            await settled()
            lines, turn = (hers, his), {0: mine, 1: seen}
            for number in range(1, 31):
                who = 0 if asked(turn[0]) is not None else 1
                await lines[who].send(**first_of(turn[who]))
                assert (await lines[who].hear("ack", "state", "refused")) == {"type": "ack", "seq": number}
                assert len(await service.store.events(match_id)) == number
                for seat in (0, 1):
                    turn[seat] = await lines[seat].hear("state")
                    assert turn[seat]["seq"] == number
                    assert turn[seat]["viewer"] == seat

    run(work())
    assert count.heard.count(True) >= 25
    # The acknowledgement goes with the state, and the other player gets their own.
    assert count.written.count(2) >= 25
    assert count.written.count(1) >= 25


@BOTH
def test_what_is_refused_on_the_long_way_is_refused_on_the_short_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deflate: bool
) -> None:
    count = Count(monkeypatch)

    async def work() -> None:
        async with serving(tmp_path, deflate) as (address, service), pair(address) as (hers, his, match_id):
            state = await hers.hear("state")
            await settled()
            good = first_of(state)
            for line, wrong, word in (
                (hers, {"seq": 1}, "moved on"),
                (hers, {"seat": 1}, "not yours"),
                (hers, {"seat": 5}, "no seat"),
                (hers, {"choice": "area:nowhere"}, "nowhere"),
                (hers, {"choice": 10**9}, "no 1000000000"),
                (his, {}, "not yours"),
                (his, {"seat": 1}, "not asked"),
            ):
                await line.send(**{**good, **wrong})
                refusal = await line.hear("refused")
                assert word in refusal["text"]
                assert refusal["stale"] == (word == "moved on")
            for bad in ({"type": "choose"}, {**good, "more": 1}, {**good, "seq": "0"}):
                await hers.send(**bad)
                assert "cannot be read" in (await hers.hear("error"))["text"]
            assert await service.store.events(match_id) == []
            await hers.send(**good)
            assert (await hers.hear("ack"))["seq"] == 1

    run(work())
    assert True in count.heard and False in count.heard


def test_of_a_burst_one_click_counts_and_all_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come in one packet: only the first takes the short way."""
    count = Count(monkeypatch)

    async def work() -> None:
        async with serving(tmp_path) as (address, service), pair(address) as (hers, his, match_id):
            state = await hers.hear("state")
            await settled()
            socket = hers._socket
            text = msgspec.json.encode(first_of(state))
            frames = [Frame(Opcode.TEXT, text).serialize(mask=True, extensions=[]) for _ in range(20)]
            socket.transport.write(b"".join(frames))
            assert (await hers.hear("ack"))["seq"] == 1
            for _ in range(19):
                assert (await hers.hear("refused"))["stale"]
            assert len(await service.store.events(match_id)) == 1
            assert (await his.until(1))["seq"] == 1

    run(work())
    assert count.heard.count(True) <= 2


def test_too_many_clicks_are_refused(tmp_path: Path) -> None:
    async def work() -> None:
        few = {"clicks": 3, "clicks_per_second": 0.01}
        async with serving(tmp_path, few=few) as (address, service), pair(address) as (hers, _, match_id):
            state = await hers.hear("state")
            await settled()
            for _ in range(3):
                await hers.send(**{**first_of(state), "seat": 1})
                assert "not yours" in (await hers.hear("refused"))["text"]
            await hers.send(**first_of(state))
            assert "Too many clicks" in (await hers.hear("refused"))["text"]
            assert await service.store.events(match_id) == []

    run(work())


def test_a_store_that_does_not_answer_at_once_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> None:
        async with serving(tmp_path) as (address, service), pair(address) as (hers, his, match_id):
            state = await hers.hear("state")
            await his.hear("state")
            await settled()
            append = service.store.append

            async def fails(*_: Any) -> bool:
                raise Unavailable("The store is out of reach just now.")

            monkeypatch.setattr(service.store, "append_now", lambda *_: False)
            monkeypatch.setattr(service.store, "append", fails)
            await hers.send(**first_of(state))
            assert "out of reach" in (await hers.hear("error"))["text"]
            assert await service.store.events(match_id) == []
            monkeypatch.setattr(service.store, "append", append)
            await hers.send(**first_of(state))
            assert (await hers.hear("ack"))["seq"] == 1
            assert (await hers.until(1))["seq"] == (await his.until(1))["seq"] == 1
            assert len(await service.store.events(match_id)) == 1

    run(work())


def test_who_has_signed_out_is_neither_heard_nor_told(tmp_path: Path) -> None:
    async def work() -> None:
        async with serving(tmp_path) as (address, service), pair(address) as (hers, his, match_id):
            state = await hers.hear("state")
            await his.hear("state")
            await settled()
            table = service.matches._watched[match_id]
            for watcher in table.watchers:
                client = watcher.outlet
                assert isinstance(client, Client) and client.free()
                client._connection.ended.set()
                assert not client.free()
                assert not client.receive_now(msgspec.json.encode(first_of(state)))
            assert await service.store.events(match_id) == []
            for line in (hers, his):
                assert "signed out" in (await line.hear("error"))["text"]

    run(work())


def test_a_client_that_reads_slowly_is_given_the_newest_state(tmp_path: Path) -> None:
    """Nothing is written to it until it has read; then it has one state for all that happened."""

    async def work() -> None:
        async with serving(tmp_path) as (address, service), pair(address) as (hers, his, match_id):
            state = await hers.hear("state")
            await his.hear("state")
            await settled()
            table = service.matches._watched[match_id]
            slow = next(w for w in table.watchers if table.held(w.player_id) == [1])
            assert isinstance(slow.outlet, Client) and slow.outlet._direct is not None
            slow.outlet._direct.pause_writing()
            for number in range(1, 4):
                await hers.send(**first_of(state))
                state = await hers.until(number)
                assert asked(state) is not None
            slow.outlet._direct.resume_writing()
            states = [await his.hear("state")]
            while states[-1]["seq"] < 3:
                states.append(await his.hear("state"))
            assert len(states) <= 2

    run(work())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_frames_are_those_of_the_protocol(size: int) -> None:
    text = b"x" * size
    assert head_of(text) + text == Frame(Opcode.TEXT, text).serialize(mask=False, extensions=[])


def test_everything_is_looked_through_in_quiet_times_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, garbage.ROUNDS, 0))
    assert garbage.is_due(0.01, 10.0)
    assert not garbage.is_due(0.5, 10.0)
    assert garbage.is_due(0.5, 1_000.0)
    monkeypatch.setattr(gc, "get_count", lambda: (0, garbage.ROUNDS - 1, 0))
    assert not garbage.is_due(0.01, 1_000.0)


def test_tidying_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[int] = []
    monkeypatch.setattr(garbage, "EVERY_SECONDS", 0.001)
    monkeypatch.setattr(garbage, "is_due", lambda share, seconds: True)
    monkeypatch.setattr(gc, "collect", lambda: done.append(1))

    async def work() -> None:
        task = asyncio.create_task(garbage.collect_when_idle())
        while len(done) < 3:
            await asyncio.sleep(0.001)
        task.cancel()

    run(work(), 20.0)
