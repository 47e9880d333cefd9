"""The web table under load: the time from click to update, against a bare WebSocket echo in the same run.

    python benchmarks/web_load.py                       # 200 matches, 6 phases of each kind, 8 seconds each
    python benchmarks/web_load.py --matches 20 --phases 1 --seconds 3

What is measured. Two servers run in processes of their own under the same settings of uvicorn, those of
`sandtable serve`: the web table over a fresh file of SQLite (limits on clicks out of the way, everything else
as delivered), and an application that sends every WebSocket message back. In every match two guests sit at
two live connections, as two browsers would; the echo has as many connections, in pairs. All clients are in
this process.

- *Table*: the player who is asked makes a random legal choice after a pause of 0.5 to 1.5 times `--pause`.
  The clock runs from just before the click is sent until a client has the state that shows it, once for the
  client that clicked and once for the other one. The next click follows when both have it.
  The pause is 3 seconds on average, 1.5 to 4.5: a brisk pace for two people who read what they are asked, and
  some 65 clicks a second over 200 tables. `--pause 2` is a hundred a second.
- *Echo*: one of each pair sends the same click after the same pause; the clock runs until it is back.

Phases of table and echo take turns (echo, table, table, echo, …), so that other work of the machine slows
both. The ratio is that of the 95th percentiles over all phases; those of single rounds (one phase of each
kind) are reported too. An error is a refusal, a connection that ends, or an update that does not come.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from sandtable.arena.bench import is_compiled
from sandtable.cli.serve import listen, tune_process, web
from sandtable.server.config import Config, Limits

MANY: Final = 10_000_000
ROOMY: Final = Limits(
    sign_ins=MANY, clicks=MANY, requests=MANY, reads=MANY, guests=MANY, connections=MANY, matches=MANY
)
PATIENCE: Final = 30.0  # seconds until an update counts as lost
AT_ONCE: Final = 8  # matches that are made, or connections that are opened, at a time


# --- the servers


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """A bare WebSocket echo as an ASGI application."""
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    while (message := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": message["text"]})


def serve(folder: str, ready: Any, bare: bool) -> None:
    """The process of the table, or of the echo."""
    bound = listen("127.0.0.1", 0)
    config = Config(database=f"sqlite:///{folder}/table.db", port=bound.getsockname()[1], limits=ROOMY)
    if bare:
        settings = web(config, echo)
        settings.lifespan = "off"
    else:
        from sandtable.server.app import create_app

        settings = web(config, create_app(config))
    tune_process()
    ready.send(config.port)
    uvicorn.Server(settings).run(sockets=[bound])


def start(folder: str, bare: bool) -> tuple[BaseProcess, str]:
    """A server in a process of its own; the process and its origin."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(folder, there, bare), daemon=True)
    process.start()
    return process, f"http://127.0.0.1:{here.recv()}"


def worked(process: BaseProcess) -> float:
    """The processor's time that a process has used, in milliseconds; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- the clients


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
    text: str = ""


decoder = msgspec.json.Decoder(Message)


@dataclass
class Phase:
    """What was measured in a phase, in seconds."""

    own: list[float] = field(default_factory=list)
    other: list[float] = field(default_factory=list)
    clicks: int = 0
    work: float = 0.0  # of the server's processor, in milliseconds
    errors: list[str] = field(default_factory=list)

    @property
    def times(self) -> list[float]:
        """Every update of every client."""
        return self.own + self.other


class Client:
    """One live connection; notes when it was last sent a state, and what that asks."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seq = -1
        self.at = 0.0
        self.prompts: list[Prompt] = []
        self.trouble = ""
        self._news = asyncio.Event()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                data = await self.socket.recv(decode=False)
                now = time.perf_counter()
                message = decoder.decode(data)
                if message.type == "state":
                    self.seq, self.at, self.prompts = message.seq, now, message.prompts
                    self._news.set()
                elif message.type in ("refused", "error"):
                    self.trouble = message.text
        except ConnectionClosed:
            self.trouble = "The connection has ended."

    async def reach(self, seq: int) -> float:
        """Wait for a state after at least `seq` events and return when it came."""
        async with asyncio.timeout(PATIENCE):
            while self.seq < seq:
                self._news.clear()
                await self._news.wait()
        return self.at

    async def close(self) -> None:
        """Go."""
        self._reading.cancel()
        await self.socket.close()


class Game:
    """One match with its two clients."""

    def __init__(self, clients: list[Client], seed: int) -> None:
        self.clients = clients
        self.rng = random.Random(seed)

    async def play(self, pause: float, until: float, phase: Phase) -> None:
        """Click until the time is up; everybody has the last update at the end."""
        await asyncio.sleep(self.rng.random() * pause)
        while time.perf_counter() < until:
            asked = [
                (n, prompt)
                for n, client in enumerate(self.clients)
                for prompt in client.prompts
                if prompt.choices
            ]
            if not asked:
                return  # the game is over
            number, prompt = self.rng.choice(asked)
            client, other = self.clients[number], self.clients[1 - number]
            choice = self.rng.choice(prompt.choices).id
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)
            seq = client.seq
            click = json.dumps({"type": "choose", "seq": seq, "seat": prompt.seat, "choice": choice})
            began = time.perf_counter()
            phase.clicks += 1
            try:
                await client.socket.send(click)
                phase.own.append(await client.reach(seq + 1) - began)
                phase.other.append(await other.reach(seq + 1) - began)
            except (TimeoutError, ConnectionClosed) as error:
                phase.errors.append(client.trouble or other.trouble or type(error).__name__)
                return
            for each in self.clients:
                if each.trouble:
                    phase.errors.append(each.trouble)
                    each.trouble = ""

    async def close(self) -> None:
        """Go."""
        for client in self.clients:
            await client.close()


class Pair:
    """Two clients of the echo."""

    def __init__(self, sockets: list[ClientConnection], seed: int) -> None:
        self.sockets = sockets
        self.rng = random.Random(seed)

    async def play(self, pause: float, until: float, phase: Phase) -> None:
        """Send until the time is up."""
        await asyncio.sleep(self.rng.random() * pause)
        while time.perf_counter() < until:
            await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)
            socket = self.rng.choice(self.sockets)
            click = json.dumps({"type": "choose", "seq": phase.clicks, "seat": 0, "choice": 100})
            began = time.perf_counter()
            phase.clicks += 1
            try:
                async with asyncio.timeout(PATIENCE):
                    await socket.send(click)
                    await socket.recv(decode=False)
            except (TimeoutError, ConnectionClosed) as error:
                phase.errors.append(f"The echo: {type(error).__name__}")
                return
            phase.own.append(time.perf_counter() - began)

    async def close(self) -> None:
        """Go."""
        for socket in self.sockets:
            await socket.close()


@asynccontextmanager
async def visitor(origin: str) -> AsyncIterator[httpx.AsyncClient]:
    """A guest with a session."""
    async with httpx.AsyncClient(
        base_url=origin, headers={"origin": origin}, timeout=60, verify=False
    ) as client:
        client.headers["X-Sandtable-CSRF"] = (await client.get("/api/me")).json()["csrf"]
        yield client


async def seat(origin: str, game: str, seed: int) -> Game:
    """A new match of two, both connected and shown the position."""
    async with visitor(origin) as one, visitor(origin) as two:
        body = {"game": game, "players": 2, "seats": [{"kind": "human"}, {"kind": "open"}]}
        made = (await one.post("/api/matches", json=body)).raise_for_status().json()
        (await two.post(f"/api/matches/{made['id']}/join", json={"seat": 1})).raise_for_status()
        clients = []
        for guest in (one, two):
            cookie = "; ".join(f"{name}={value}" for name, value in guest.cookies.items())
            socket = await connect(
                origin.replace("http", "ws") + f"/api/live/{made['id']}?partial=true",
                additional_headers={"cookie": cookie, "origin": origin},
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
            )
            clients.append(Client(socket))
    for client in clients:
        await client.reach(0)
    return Game(clients, seed)


async def pair(origin: str, seed: int) -> Pair:
    """Two connections to the echo."""
    address = origin.replace("http", "ws")
    return Pair([await connect(address, compression=None, open_timeout=PATIENCE) for _ in range(2)], seed)


# --- the whole


def percentile(values: list[float], part: float) -> float:
    """A percentile, in milliseconds."""
    return round(1000 * sorted(values)[min(len(values) - 1, int(part * len(values)))], 2) if values else 0.0


def spread(phases: list[Phase]) -> dict[str, float]:
    """Return the percentiles of many times."""
    values = [value for phase in phases for value in phase.times]
    return {"n": len(values), **{f"p{int(100 * p)}": percentile(values, p) for p in (0.5, 0.95, 0.99)}}


def report(
    matches: int, seconds: float, pause: float, tables: list[Phase], echoes: list[Phase]
) -> dict[str, Any]:
    """The report on all phases."""
    errors = [error for phase in [*tables, *echoes] for error in phase.errors]
    clicks, sent = (sum(phase.clicks for phase in phases) for phases in (tables, echoes))
    update, bare = spread(tables), spread(echoes)
    rounds = [
        round(percentile(table.times, 0.95) / max(0.01, percentile(other.times, 0.95)), 2)
        for table, other in zip(tables, echoes, strict=True)
    ]
    return {
        "matches": matches,
        "compiled": is_compiled(),
        "pause_s": pause,
        "phases": len(tables),
        "phase_s": seconds,
        "clicks": clicks,
        "clicks_per_s": round(clicks / (seconds * len(tables)), 1),
        "errors": len(errors),
        "troubles": sorted(set(errors))[:5],
        "click_to_update_ms": update,
        "echo_ms": bare,
        "ratio_p95": round(update["p95"] / max(0.01, bare["p95"]), 2),
        "ratio_p95_rounds": rounds,
        "ratio_p95_median": round(statistics.median(rounds), 2),
        "server_ms_per_click": round(sum(phase.work for phase in tables) / max(1, clicks), 2),
        "echo_ms_per_message": round(sum(phase.work for phase in echoes) / max(1, sent), 2),
        "load_1min": round(os.getloadavg()[0], 1),
    }


async def measure(
    matches: int, phases: int, seconds: float, pause: float, games: list[str], folder: str
) -> dict[str, Any]:
    """The whole run."""
    servers = [start(folder, bare) for bare in (False, True)]
    (table, origin), (bare, address) = servers
    rate_limits = asyncio.Semaphore(AT_ONCE)

    async def one(work: Any) -> Any:
        async with rate_limits:
            return await work

    try:
        number = range(matches)
        match_service = await asyncio.gather(*(one(seat(origin, games[n % len(games)], n)) for n in number))
        pairs = await asyncio.gather(*(one(pair(address, n)) for n in number))
        done: dict[bool, list[Phase]] = {False: [], True: []}
        order = [kind for n in range(phases) for kind in ((True, False) if n % 2 == 0 else (False, True))]
        for echoing in order:
            phase = Phase()
            process, players = (bare, pairs) if echoing else (table, match_service)
            before = worked(process)
            until = time.perf_counter() + seconds
            await asyncio.gather(*(player.play(pause, until, phase) for player in players))
            phase.work = worked(process) - before
            done[echoing].append(phase)
        for player in [*match_service, *pairs]:
            await player.close()
    finally:
        for process, _ in servers:
            process.terminate()
            process.join()
    return report(matches, seconds, pause, done[False], done[True])


def main() -> None:
    """From the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--phases", type=int, default=6, help="of each kind")
    parser.add_argument("--seconds", type=float, default=8.0, help="of each phase")
    parser.add_argument("--pause", type=float, default=3.0, help="average seconds before a click")
    parser.add_argument("--games", default="downfall,on_to_berlin,total_domination")
    parser.add_argument("--most", type=float, help="the ratio of the 95th percentiles above which it fails")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            measure(given.matches, given.phases, given.seconds, given.pause, given.games.split(","), folder)
        )
    sys.stdout.write(json.dumps(report, indent=2) + "\n")
    if report["errors"] or (given.most is not None and report["ratio_p95"] > given.most):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
