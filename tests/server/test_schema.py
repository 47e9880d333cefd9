"""Everything that the OpenAPI description allows and much that it does not: no error, no answer unlike it."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.core.parameters import ParameterLocation
from schemathesis.python import asgi

from sandtable.games import SLUGS
from sandtable.server.api.description import exact
from sandtable.server.app import create_app
from sandtable.server.config import Config
from tests.server.visiting import FREELY, QuickBots

HEADER = "X-Sandtable-CSRF"


@dataclass
class Guest:
    """A visitor of the described server, with own matches in every state."""

    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    matches: list[str] = field(default_factory=list)

    @property
    def client(self) -> Any:
        """A way to the server that keeps no cookies."""
        return asgi.get_client(app)

    def renew(self) -> None:
        """A new guest."""
        told = self.client.get("/api/me")
        self.cookies = {"sandtable": told.cookies["sandtable"]}
        self.headers = {HEADER: told.json()["csrf"]}

    def check(self) -> None:
        """Have a session and three matches again, whatever the last request has ended."""
        told = self.mine()
        if len(told) < 3:
            self.renew()
            for seats in (
                [{"kind": "hotseat"}, {"kind": "hotseat"}],
                [{"kind": "human"}, {"kind": "open"}],
                [{"kind": "human"}, {"kind": "bot"}],
            ):
                body = {"game": "on_to_berlin", "seats": seats, "listed": True}
                made = self.client.post("/api/matches", json=body, headers={**self.headers, **self._cookie()})
                assert made.status_code == 201, made.text
            told = self.mine()
        self.matches = sorted(match["id"] for match in told)

    def mine(self) -> list[dict[str, Any]]:
        """The matches of this guest."""
        answer = self.client.get("/api/matches", headers=self._cookie())
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["matches"]
        return found

    def _cookie(self) -> dict[str, str]:
        return {"Cookie": f"sandtable={self.cookies.get('sandtable', '')}"}


@pytest.fixture
def running() -> Iterator[None]:
    """The server runs; schemathesis stops it after each test."""
    with asgi.get_client(app):
        yield


folder = tempfile.TemporaryDirectory()
atexit.register(folder.cleanup)
app: Any = create_app(Config(database=f"sqlite:///{folder.name}/table.db", limits=FREELY), bots=QuickBots())
# Tests are made from the description when they are collected; the server starts with the first request.
schema = schemathesis.openapi.from_dict(exact(app.openapi_schema.to_schema()))
schema.app = app
guest = Guest()


@pytest.mark.usefixtures("cheap_passwords", "running")
@schema.parametrize()
@settings(
    max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
def test_description(case: Any) -> None:
    guest.check()
    wrong = case.meta.is_negative_at
    # Hardly anything that is made up names a match or a game: mostly, take one that is there.
    pick = crc32(repr((case.path_parameters, case.query, case.body)).encode())
    if pick % 4 and not wrong(ParameterLocation.PATH):
        if "match_id" in case.path_parameters:
            case.path_parameters["match_id"] = guest.matches[pick % 3]
        if "slug" in case.path_parameters:
            case.path_parameters["slug"] = SLUGS[pick % 3]
    if pick % 4 and not wrong(ParameterLocation.BODY) and isinstance(case.body, dict) and "game" in case.body:
        case.body["game"] = SLUGS[pick % 3]
    # Where a request is to lack them on purpose, it lacks them.
    if not wrong(ParameterLocation.HEADER) and not wrong(ParameterLocation.COOKIE):
        case.headers.update(guest.headers)
        case.cookies.update(guest.cookies)
    case.call_and_validate(timeout=120)
