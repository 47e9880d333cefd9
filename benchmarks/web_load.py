"""How the web table bears many tables at once: click to update, against a bare WebSocket echo in one run.

    python benchmarks/web_load.py --matches 200 --seconds 20

Starts a server as `sandtable serve` does, with limits that are out of the way. In every match two players sit
at two connections; whoever is asked clicks after a pause. A click is timed until its own client and until the
other one has the new state. Beside them some connections send to a bare echo in the same process, at the same
time; afterwards as many connections as before send as often to a server that only echoes.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from sandtable.cli.serve import listen, web
from sandtable.server.config import Config, Limits
from sandtable.server.rooms import STALE

MANY = 10_000_000
BESIDE = 20  # connections to the echo in the server's own process
ROOMY = Limits(
    sign_ins=MANY, clicks=MANY, requests=MANY, reads=MANY, guests=MANY, connections=MANY, matches=MANY
)


class Choice(msgspec.Struct):
    """What may be clicked."""

    id: int


class Prompt(msgspec.Struct):
    """A question."""

    seat: int
    choices: list[Choice]


class Message(msgspec.Struct):
    """What a client reads of a message."""

    type: str
    seq: int = -1
    prompts: list[Prompt] = []
    result: Any = None
    text: str = ""


decoder = msgspec.json.Decoder(Message)


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A bare WebSocket echo as an ASGI application."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def beside(application: Any) -> Any:
    """The application with a bare echo beside it."""

    async def both(scope: dict[str, Any], receive: Any, send: Any) -> None:
        await (echo if scope.get("path") == "/echo" else application)(scope, receive, send)

    return both


def serve(folder: str, ready: Any, bare: bool) -> None:
    """The process of the server, or of the echo."""
    bound = listen("127.0.0.1", 0)
    config = Config(database=f"sqlite:///{folder}/table.db", port=bound.getsockname()[1], limits=ROOMY)
    if bare:
        application: Any = echo
    else:
        from sandtable.server.app import create_app

        application = beside(create_app(config))
    settings = web(config, application)
    if bare:
        settings.lifespan = "off"
    ready.send(config.port)
    uvicorn.Server(settings).run(sockets=[bound])


class Times:
    """What was measured, in seconds."""

    def __init__(self) -> None:
        self.own: list[float] = []
        self.other: list[float] = []
        self.echo: list[float] = []
        self.beside: list[float] = []
        self.errors = 0
        self.stale = 0  # two who are asked at once may click at once; one clicks again
        self.clicks = 0


async def visitor(origin: str) -> httpx.AsyncClient:
    """A guest with his session."""
    client = httpx.AsyncClient(base_url=origin, headers={"origin": origin}, timeout=60)
    told = (await client.get("/api/me")).json()
    client.headers["X-Sandtable-CSRF"] = told["csrf"]
    return client


async def seat(origin: str, game: str) -> tuple[str, list[str]]:
    """A new match of two; its id and the cookies of its players."""
    one, two = await visitor(origin), await visitor(origin)
    body = {"game": game, "players": 2, "seats": [{"kind": "human"}, {"kind": "open"}]}
    made = await one.post("/api/matches", json=body)
    made.raise_for_status()
    match_id = made.json().get("id") or made.json()["match"]["id"]
    joined = await two.post(f"/api/matches/{match_id}/join", json={"seat": 1})
    joined.raise_for_status()
    await one.post(f"/api/matches/{match_id}/start", json={})
    cookies = ["; ".join(f"{k}={v}" for k, v in client.cookies.items()) for client in (one, two)]
    await one.aclose()
    await two.aclose()
    return match_id, cookies


class Game:
    """One match with two clients."""

    def __init__(self, origin: str, match_id: str, cookies: list[str], times: Times, seed: int) -> None:
        self.address = origin.replace("http", "ws") + f"/api/live/{match_id}?partial=true"
        self.origin = origin
        self.cookies = cookies
        self.times = times
        self.luck = random.Random(seed)
        self.sent: tuple[float, int, int] | None = None

    async def open(self) -> None:
        """Connect both clients and let them have their first states."""
        self.sockets: list[ClientConnection] = []
        for cookie in self.cookies:
            self.sockets.append(
                await connect(
                    self.address,
                    additional_headers={"cookie": cookie, "origin": self.origin},
                    compression=None,
                    max_size=None,
                )
            )

    async def play(self, pause: float, until: float) -> None:
        """Click until the time is up."""
        await asyncio.gather(*(self.client(number, pause, until) for number in (0, 1)))

    async def client(self, number: int, pause: float, until: float) -> None:
        socket = self.sockets[number]
        clicked = -1
        while (left := until - time.perf_counter()) > 0:
            try:
                data = await asyncio.wait_for(socket.recv(decode=False), left)
            except TimeoutError:
                return
            now = time.perf_counter()
            message = decoder.decode(data)
            if message.type in ("refused", "error"):
                if message.text == STALE:
                    self.times.stale += 1
                else:
                    self.times.errors += 1
                    sys.stderr.write(f"{message.text}\n")
                continue
            if message.type != "state":
                continue
            if self.sent is not None and message.seq == self.sent[1]:
                (self.times.own if self.sent[2] == number else self.times.other).append(now - self.sent[0])
            prompt = next((p for p in message.prompts if p.choices), None)
            if prompt is not None and message.seq > clicked:
                clicked = message.seq
                await asyncio.sleep(self.luck.uniform(0.5, 1.5) * pause)
                choice = self.luck.choice(prompt.choices).id
                self.sent = (time.perf_counter(), message.seq + 1, number)
                self.times.clicks += 1
                click = {"type": "choose", "seq": message.seq, "seat": prompt.seat, "choice": choice}
                await socket.send(json.dumps(click))

    async def close(self) -> None:
        """Go."""
        for socket in self.sockets:
            await socket.close()


async def knock(address: str, pause: float, until: float, times: list[float], seed: int) -> None:
    """One client of the echo: sends as often as a player clicks."""
    luck = random.Random(seed)
    text = json.dumps({"type": "choose", "seq": 100, "seat": 0, "choice": 100})
    async with connect(address, compression=None) as socket:
        while time.perf_counter() < until:
            await asyncio.sleep(luck.uniform(0.5, 1.5) * pause)
            begin = time.perf_counter()
            await socket.send(text)
            await socket.recv()
            times.append(time.perf_counter() - begin)


def worked(process: Any) -> float:
    """The processor's time that a process has used, in milliseconds; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def percentile(values: list[float], part: float) -> float:
    """A percentile, in milliseconds."""
    return round(1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))], 2) if values else 0.0


def spread(values: list[float]) -> dict[str, float]:
    """What is told of many times."""
    return {"n": len(values), **{f"p{int(100 * p)}": percentile(values, p) for p in (0.5, 0.95, 0.99)}}


def start(folder: str, bare: bool) -> tuple[Any, str]:
    """A server in a process of its own; the process and its origin."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(folder, there, bare), daemon=True)
    process.start()
    return process, f"http://127.0.0.1:{here.recv()}"


async def measure(
    matches: int, seconds: float, pause: float, games: list[str], folder: str
) -> dict[str, Any]:
    """The whole run."""
    times = Times()
    server, origin = start(folder, False)
    tables: list[Game] = []
    try:
        for number in range(matches):
            match_id, cookies = await seat(origin, games[number % len(games)])
            tables.append(Game(origin, match_id, cookies, times, number))
        for table in tables:
            await table.open()
        until = time.perf_counter() + seconds
        before = worked(server)
        near = origin.replace("http", "ws") + "/echo"
        await asyncio.gather(
            *(table.play(pause, until) for table in tables),
            *(knock(near, pause, until, times.beside, number) for number in range(BESIDE)),
        )
        work = worked(server) - before
        for table in tables:
            await table.close()
    finally:
        server.terminate()
        server.join()
    bare, address = start(folder, True)
    try:
        until = time.perf_counter() + min(seconds, 10)
        before = worked(bare)
        await asyncio.gather(
            *(
                # Of the two at a table one clicks at a time.
                knock(address.replace("http", "ws"), 2 * pause, until, times.echo, n)
                for n in range(2 * matches)
            )
        )
        echo_work = worked(bare) - before
    finally:
        bare.terminate()
        bare.join()
    update, bare_echo, near_echo = spread(times.own + times.other), spread(times.echo), spread(times.beside)
    return {
        "matches": matches,
        "clicks_per_s": round(times.clicks / seconds, 1),
        "errors": times.errors,
        "stale": times.stale,
        "server_ms_per_click": round(work / max(1, times.clicks), 2),
        "echo_ms_per_message": round(echo_work / max(1, len(times.echo)), 2),
        "click_to_update_ms": update,
        "echo_ms": bare_echo,
        "echo_beside_ms": near_echo,
        "ratio_p95": round(update["p95"] / max(0.01, bare_echo["p95"]), 2),
        "ratio_p95_beside": round(update["p95"] / max(0.01, near_echo["p95"]), 2),
    }


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument(
        "--pause", type=float, default=2.0, help="seconds between a state and the click on it"
    )
    parser.add_argument("--games", default="downfall,on_to_berlin")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            measure(given.matches, given.seconds, given.pause, given.games.split(","), str(Path(folder)))
        )
    sys.stdout.write(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
