"""A server in this process and visitors of it, for tests of what it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import msgspec
from litestar import Litestar
from litestar.testing import TestClient, WebSocketTestSession

from sandtable.bots import make_bot
from sandtable.bots.levels import HINTS_FROM
from sandtable.server.api.service import KEY, Service
from sandtable.server.app import MakeWebhooks, create_app
from sandtable.server.bots import BotReply, BotRequest, answer
from sandtable.server.config import Config, Limits
from sandtable.server.shares import ANYBODY, Claim

ORIGIN = "http://127.0.0.1:8000"
MANY = 1_000_000
# For tests that are not about limits.
FREELY = Limits(
    sign_ins=MANY,
    clicks=MANY,
    requests=MANY,
    reads=MANY,
    pictures=MANY,
    hints=MANY,
    odds=MANY,
    talk=MANY,
    imports=MANY,
    guests=MANY,
    bot_starts=MANY,
    connections=100,
)
ROOMY = {"game": "on_to_berlin", "seats": [{"kind": "hotseat"}, {"kind": "hotseat"}]}


class QuickBots:
    """Bots that leave every choice to the rooms, which then take any; odds and hints are given at once."""

    seconds = 0.0

    async def ask(self, asked: BotRequest, claim: Claim = ANYBODY) -> BotReply | None:
        """Odds, or what looking ahead a few times tells; no choice of a bot's."""
        if asked.want == "odds":
            return answer(asked, make_bot)
        if asked.bot == HINTS_FROM:
            return answer(msgspec.structs.replace(asked, bot="search:24"), make_bot)
        return None

    def warm(self, slug: str, pack: str) -> None:
        """There is nothing to prepare."""

    def close(self) -> None:
        """Nothing to end."""


class Visitor:
    """A browser: keeps its own cookie and sends its own header."""

    def __init__(self, server: Server, known: bool = True) -> None:
        self.server = server
        self.cookies: dict[str, str] = {}
        self.csrf = ""
        if known:
            self.me()

    def me(self) -> dict[str, Any]:
        """Return who I am; the first time, that makes me a guest."""
        told: dict[str, Any] = self.get("/api/me").json()
        self.csrf = told["csrf"]
        return told

    def ask(
        self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any
    ) -> httpx.Response:
        """A request with this visitor's cookie."""
        sent = dict(headers or {})
        if self.cookies:
            sent["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        client = self.server.client
        answer = client.request(method, path, headers=sent, follow_redirects=False, **more)
        self.cookies.update(answer.cookies)
        client.cookies.clear()
        return answer

    def get(self, path: str, headers: dict[str, str] | None = None, **more: Any) -> httpx.Response:
        """A request that changes nothing."""
        return self.ask("GET", path, headers, **more)

    def change(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """A request that changes something, with the header that proves it is meant."""
        headers = {"X-Sandtable-CSRF": self.csrf}
        answer = self.ask(method, path, headers, json={} if body is None else body, **more)
        if answer.status_code == 200 and "csrf" in answer.json():
            self.csrf = answer.json()["csrf"]
        return answer

    def post(self, path: str, body: Any = None) -> httpx.Response:
        """The most common of these."""
        return self.change("POST", path, body)

    def make(self, **body: Any) -> dict[str, Any]:
        """A new match; for two at this screen if nothing else is said."""
        answer = self.post("/api/matches", {**ROOMY, **body})
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def state(self, match_id: str, query: str = "") -> dict[str, Any]:
        """What this visitor sees of a match."""
        answer = self.get(f"/api/matches/{match_id}/state{query}")
        assert answer.status_code == 200, answer.text
        told: dict[str, Any] = answer.json()
        return told

    def play(self, match_id: str, index: int = 0) -> httpx.Response:
        """Take one of the choices that lie before this visitor."""
        state = self.state(match_id)
        prompt = next(p for p in state["prompts"] if p["choices"])
        return self.post(
            f"/api/matches/{match_id}/choices",
            {"seq": state["seq"], "seat": prompt["seat"], "choice": prompt["choices"][index]["id"]},
        )

    @contextmanager
    def live(self, match_id: str, origin: str | None = ORIGIN, query: str = "") -> Iterator[Line]:
        """The live channel of a match."""
        headers = {} if origin is None else {"origin": origin}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        with self.server.client.websocket_connect(f"/api/live/{match_id}{query}", headers=headers) as socket:
            yield Line(socket)


class Line:
    """A live connection."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self._passed: list[dict[str, Any]] = []

    def send(self, **message: Any) -> None:
        """Send a message."""
        self.socket.send_json(message)

    def hear(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are kept until they are asked for."""
        for message in self._passed:
            if message["type"] == kind:
                self._passed.remove(message)
                return message
        while True:
            got: dict[str, Any] = self.socket.receive_json(timeout=20)
            if got["type"] == kind:
                return got
            self._passed.append(got)

    def until(self, seq: int) -> dict[str, Any]:
        """Return the first state after at least `seq` events."""
        while True:
            state = self.hear("state")
            if state["seq"] >= seq:
                return state


class Server:
    """A running application and who visits it."""

    def __init__(self, app: Litestar, client: TestClient[Litestar]) -> None:
        self.app = app
        self.client = client

    @property
    def service(self) -> Service:
        """The parts of the server."""
        found: Service = self.app.state[KEY]
        return found

    def visitor(self, known: bool = True) -> Visitor:
        """Somebody new."""
        return Visitor(self, known)

    def settled(self) -> None:
        """Wait until the server knows that all live connections are gone."""

        async def gone() -> None:
            while len(self.service.connections):
                await asyncio.sleep(0.005)

        self.do(asyncio.wait_for, gone(), 20)

    def do(self, work: Any, *arguments: Any) -> Any:
        """Call an asynchronous function of the server's parts, in its own loop."""
        return self.client.blocking_portal.call(work, *arguments)


@contextmanager
def serving(
    database: str, limits: Limits = FREELY, webhooks: MakeWebhooks | None = None, **settings: Any
) -> Iterator[Server]:
    """A server over a database, without bots of its own."""
    config = Config(database=database, limits=limits, **settings)
    app = create_app(config, bots=QuickBots(), webhooks=webhooks)
    with TestClient(app, base_url=ORIGIN) as client:
        yield Server(app, client)
