"""A database of an earlier version goes on: its players sign in, see what they saw, and play every match on.

`record_database.py` says which version wrote it, and how.
"""

import json
import sqlite3
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sandtable.server.api.connections import Connections
from sandtable.server.loading import CHANGED
from sandtable.server.store import Store
from sandtable.server.webhooks import Webhooks
from tests.compatibility.recording import FOLDER
from tests.server.visiting import Server, Visitor, serving

NOTES: dict[str, Any] = json.loads((FOLDER / "database.json").read_text(encoding="utf-8"))
MATCHES: list[dict[str, Any]] = NOTES["matches"]
FURTHER = 12  # choices of people in each match that goes on

pytestmark = pytest.mark.no_cover  # tracing takes longer than the games


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database as the earlier version has left it."""
    path = tmp_path / "table.db"
    path.write_bytes(zlib.decompress((FOLDER / "database.db.z").read_bytes()))
    return path


@pytest.fixture
def server(database: Path) -> Iterator[Server]:
    """A server of today on that database."""
    with serving(f"sqlite:///{database}", webhooks=silent_webhooks) as running:
        yield running


@pytest.fixture
def spoiled(database: Path) -> Iterator[Server]:
    """The same where no history fits the rules of today: every match must go on from its snapshot."""
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE event SET choice = 2000000000 WHERE seq = 2")
    with serving(f"sqlite:///{database}", webhooks=silent_webhooks) as running:
        yield running


def silent_webhooks(store: Store, origin: str, connections: Connections) -> Webhooks:
    """Return webhooks that find no host, so that a test calls nobody."""

    async def find_nothing(host: str, port: int) -> list[str]:
        return []

    return Webhooks(store.get_player, origin, connections.looks, look=find_nothing)


def signed_in(server: Server, name: str) -> Visitor:
    """Return a player of the earlier version in a new browser."""
    visitor = server.visitor()
    wrong = visitor.post("/api/sign-in", {"name": name, "password": "not the password"})
    assert wrong.status_code == 401
    answer = visitor.post("/api/sign-in", {"name": name, "password": NOTES["passwords"][name]})
    assert answer.status_code == 200, answer.text
    return visitor


def players(server: Server) -> dict[str, Visitor]:
    """Return all who look at matches: two players, and a visitor in place of the guest."""
    return {**{name: signed_in(server, name) for name in NOTES["passwords"]}, "": server.visitor()}


def shown(server: Server, people: dict[str, Visitor]) -> dict[str, dict[str, Any]]:
    """Compare every match with what its players saw last; return the states by match."""
    states: dict[str, dict[str, Any]] = {}
    for before in MATCHES:
        visitor = people[before["player"]]
        # At one screen it was the seat that chose last, which a snapshot does not know.
        seat = before["viewer"] if before["player"] else None
        state = visitor.state(before["id"], "" if seat is None else f"?seat={seat}")
        states[before["id"]] = state
        assert state["match"]["game"] == before["game"]
        for key in ("status", "id"):
            assert state["match"][key] == before[key]
        assert (state["seq"], state["waiting"]) == (before["seq"], before["waiting"])
        result = before["result"]
        assert state["result"] == (result and {**result, "text": state["result"]["text"]})
        if before["player"]:
            log = [line["text"] for line in state["log"]["lines"]]
            assert [len(log), zlib.crc32("\n".join(log).encode())] == before["log"], before["game"]
    return states


def play_on(people: list[Visitor], match_id: str) -> None:
    """Let people and bots take some choices, or as many as there are before the end."""
    clicks, until = 0, time.monotonic() + 60
    while clicks < FURTHER:
        assert time.monotonic() < until, match_id
        for visitor in people:
            state = visitor.state(match_id)
            if state["result"] is not None:
                return
            if any(prompt["choices"] for prompt in state["prompts"]):
                answer = visitor.play(match_id, 0)
                assert answer.status_code in (200, 201, 409), answer.text
                clicks += answer.status_code != 409
                break
        else:
            time.sleep(0.01)  # a bot is asked


def test_players_sign_in_and_find_their_matches(server: Server) -> None:
    for name, visitor in players(server).items():
        if not name:
            continue
        listed = {match["id"]: match for match in visitor.get("/api/matches?of=mine").json()["matches"]}
        mine = {before["id"]: before for before in MATCHES if before["player"] == name}
        assert listed.keys() == mine.keys()
        for match_id, before in mine.items():
            found = listed[match_id]
            assert {key: found[key] for key in ("game", "status", "seq", "waiting", "turn", "result")} == {
                key: before[key] for key in ("game", "status", "seq", "waiting", "turn", "result")
            }
            state = visitor.state(match_id)
            if found["name"].endswith(" goes on"):
                assert [said["text"] for said in state["chat"]] == ["Your move, Bruno."]
                note = visitor.get(f"/api/matches/{match_id}/note").json()["text"]
                assert note == (f"My plan for {before['game']}." if name == "Bruno" else "")
    assert signed_in(server, "Anna").me()["player"]["webhook"] == "https://example.org/turn"
    # The link of a seat still leads to it.
    anna = signed_in(server, "Anna")
    path = NOTES["links"]["downfall"]
    assert "Take the seat" in anna.get(path, {"accept": "text/html"}).text
    taken = anna.ask("POST", path, {"origin": "http://127.0.0.1:8000"})
    waiting = next(before["id"] for before in MATCHES if before["status"] == "open")
    assert taken.status_code in (302, 303) and taken.headers["location"].endswith(waiting)
    assert anna.state(waiting)["match"]["status"] == "playing"


def test_every_match_goes_on_where_it_stood(server: Server) -> None:
    people = players(server)
    for match_id, state in shown(server, people).items():
        notices = [notice for notice in state["match"]["notices"] if notice.startswith(CHANGED)]
        back = server.visitor().get(f"/api/matches/{match_id}/state?at=1")
        # Either its history leads there by the rules of today, or it goes on from its snapshot and says so.
        if state["seq"] and state["match"]["status"] != "open":
            assert back.status_code == (409 if notices else 200), back.text
            assert (state["match"]["first"] > 0) == bool(notices)
        if state["match"]["status"] == "playing" and match_id != hotseat():
            play_on([people["Anna"], people["Bruno"]], match_id)


def test_every_match_goes_on_from_its_snapshot(spoiled: Server) -> None:
    people = players(spoiled)
    for match_id, state in shown(spoiled, people).items():
        if not state["seq"]:
            continue
        assert state["match"]["notices"][-1].startswith(CHANGED)
        assert state["match"]["first"] == state["seq"]
        if state["match"]["status"] == "playing" and match_id != hotseat():
            play_on([people["Anna"], people["Bruno"]], match_id)


def hotseat() -> str:
    """Return the match of the guest, whom nobody can sign in as."""
    return next(str(before["id"]) for before in MATCHES if not before["player"])
