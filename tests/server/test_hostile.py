"""A client that means ill: whatever it sends is refused, and nothing changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect

import sandtable
from sandtable.server import match_service
from sandtable.server.store.tokens import LETTERS
from tests.server.visiting import FREELY, Line, Server, Visitor, serving

FOREIGN = ["http://evil.example", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", ""]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('hostile')}/table.db") as running:
        yield running


@dataclass
class Table:
    """A match of two, ten events old, and a stranger; `still` checks that nothing has changed."""

    server: Server
    ann: Visitor
    bob: Visitor
    mallory: Visitor
    match_id: str
    before: Any = None

    def __post_init__(self) -> None:
        self.before = self._facts()

    @property
    def path(self) -> str:
        return f"/api/matches/{self.match_id}"

    def _facts(self) -> Any:
        store = self.server.service.store
        return (
            self.server.do(store.get_match, self.match_id),
            self.server.do(store.events, self.match_id),
            self.server.do(store.chats, self.match_id),
            self.ann.state(self.match_id)["scene"],
            self.ann.get(f"{self.path}/note").json(),
        )

    def still(self) -> None:
        """Nothing has changed, and the match goes on."""
        assert self._facts() == self.before
        state = self.mover().state(self.match_id)
        assert any(p["choices"] for p in state["prompts"])

    def mover(self) -> Visitor:
        """Return the player who is asked now."""
        return self.ann if 0 in self.ann.state(self.match_id)["waiting"] else self.bob

    def asked(self) -> tuple[int, int, int]:
        """The number of events, the seat that is asked and a choice that it has."""
        state = self.mover().state(self.match_id)
        prompt = next(p for p in state["prompts"] if p["choices"])
        return state["seq"], prompt["seat"], prompt["choices"][0]["id"]


@pytest.fixture
def table(server: Server) -> Table:
    ann, bob, mallory = server.visitor(), server.visitor(), server.visitor()
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    bob.post(f"/api/matches/{made['id']}/join")
    ann.post(f"/api/matches/{made['id']}/chat", {"text": "Have fun"})
    ann.change("PUT", f"/api/matches/{made['id']}/note", {"text": "Attack at dawn"})
    for _ in range(10):
        who = ann if 0 in ann.state(made["id"])["waiting"] else bob
        assert who.play(made["id"]).status_code == 200
    return Table(server, ann, bob, mallory, made["id"])


# --- other people's seats


def test_another_seats_choice(table: Table) -> None:
    seq, seat, choice = table.asked()
    mover = table.mover()
    for who in (table.mallory, table.bob if mover is table.ann else table.ann):
        body = {"seq": seq, "seat": seat, "choice": choice}
        answer = who.post(f"{table.path}/choices", body)
        assert answer.status_code == 409
        assert "not yours" in answer.json()["text"]
        assert who.post(f"{table.path}/undo", {"seq": seq, "seat": seat}).status_code == 409
        assert who.get(f"{table.path}/explain?seat={seat}&choice={choice}").status_code == 409
        assert who.get(f"{table.path}/state?seat={seat}").status_code == 409
        with who.live(table.match_id) as line:
            line.hear("state")
            line.send(type="choose", **body)
            assert "not yours" in line.hear("refused")["text"]
            line.send(type="undo", seq=seq, seat=seat)
            assert "not yours" in line.hear("refused")["text"]
            line.send(type="explain", seat=seat, choice=choice)
            assert "not yours" in line.hear("refused")["text"]
    table.still()


def test_choices_that_are_not_offered(table: Table) -> None:
    seq, seat, _ = table.asked()
    who = table.mover()
    offered = {c["id"] for p in who.state(table.match_id)["prompts"] for c in p["choices"]}
    tried = [n for n in range(0, 400, 7) if n not in offered] + [2**31 - 1, "area:none", "", "x" * 200]
    for choice in tried:
        answer = who.post(f"{table.path}/choices", {"seq": seq, "seat": seat, "choice": choice})
        assert answer.status_code in (400, 409), choice
    table.still()


def test_what_only_the_owner_may_do(table: Table) -> None:
    for who in (table.mallory, table.bob):
        for method, path, body in (
            ("PUT", "", {"name": "x", "listed": True}),
            ("DELETE", "", {}),
            ("POST", "/start", {"fill": "greedy"}),
            ("PUT", "/seats/0", {"kind": "bot"}),
            ("PUT", "/seats/1", {"kind": "invite"}),
        ):
            assert who.change(method, table.path + path, body).status_code == 403
    for body in ({"kind": "bot"}, {"kind": "invite"}, {"kind": "open"}, {"kind": "hotseat"}):
        assert table.ann.change("PUT", f"{table.path}/seats/1", body).status_code == 409
    mallory = table.mallory
    assert mallory.post(f"{table.path}/join").status_code == 409
    assert mallory.post(f"{table.path}/join", {"seat": 1}).status_code == 409
    assert mallory.post(f"{table.path}/leave").status_code == 409
    assert mallory.post(f"{table.path}/chat", {"text": "x"}).status_code == 409
    assert mallory.change("PUT", f"{table.path}/note", {"text": "x"}).status_code == 409
    assert mallory.get(f"{table.path}/note").json() == {"text": ""}
    table.still()


# --- sequence numbers


def test_forged_sequence_numbers(table: Table) -> None:
    seq, seat, choice = table.asked()
    who = table.mover()
    for forged in (0, seq - 1, seq + 1, 2**31 - 1):
        body = {"seq": forged, "seat": seat, "choice": choice}
        answer = who.post(f"{table.path}/choices", body)
        assert answer.status_code == 409
        assert "look again" in answer.json()["text"]
        assert who.post(f"{table.path}/undo", {"seq": forged, "seat": seat}).status_code == 409
        with who.live(table.match_id) as line:
            line.hear("state")
            line.send(type="choose", **body)
            assert line.hear("refused")["stale"]
    for bad in (-1, 2**31, 1.5, "1", None, True, [seq], 10**400):
        wrong = {"seq": bad, "seat": seat, "choice": choice}
        assert who.post(f"{table.path}/choices", wrong).status_code == 400
    table.still()


# --- frames


def hung_up(line: Line) -> int:
    """The code with which the server hangs up, whatever it says before."""
    with pytest.raises(WebSocketDisconnect) as caught:
        while True:
            line.socket.receive_json(timeout=20)
    return caught.value.code


MALFORMED = [
    "",
    "x",
    "{",
    "null",
    "[]",
    "{}",
    '"choose"',
    '{"type":"none"}',
    '{"type":"choose"}',
    '{"type":"choose","seq":0,"seat":"0","choice":1}',
    '{"type":"choose","seq":0,"seat":0,"choice":null}',
    '{"type":"choose","seq":0,"seat":0,"choice":[1]}',
    '{"type":"choose","seq":0,"seat":-1,"choice":1}',
    '{"type":"choose","seq":0,"seat":0,"choice":1,"player":1}',
    '{"type":"choose","seq":1e400,"seat":0,"choice":1}',
    '{"type":"undo","seq":0}',
    '{"type":"say"}',
    '{"type":"say","text":""}',
    '{"type":"resume","seq":-5}',
    '{"type":"say","text":"\\ud800"}',
    "[" * 8_000,
    '{"a":' * 2_000,
    "\x00",
]


def test_malformed_frames(table: Table) -> None:
    who = table.mover()
    with who.live(table.match_id) as line:
        line.hear("state")
        for text in MALFORMED:
            line.socket.send_text(text)
            assert "cannot be read" in line.hear("error")["text"], text
        line.send(type="say", text="x" * 1_001)
        assert "cannot be read" in line.hear("error")["text"]
        # The connection still stands, and what is well meant is answered.
        _, seat, choice = table.asked()
        line.send(type="explain", seat=seat, choice=choice)
        assert line.hear("explained")["allowed"]
    table.still()


def test_a_client_that_sends_only_rubbish_is_sent_away(table: Table) -> None:
    with table.mallory.live(table.match_id) as line:
        line.hear("state")
        for _ in range(60):
            line.socket.send_text("rubbish")
        assert hung_up(line) == 1007
    table.still()


def test_oversized_frames(table: Table) -> None:
    for text in ("x" * 16_385, "ß" * 8_200, json.dumps({"type": "say", "text": "x" * 1_000_000})):
        with table.ann.live(table.match_id) as line:
            line.hear("state")
            line.socket.send_text(text)
            assert "too large" in line.hear("error")["text"]
            assert hung_up(line) == 1009
    with table.ann.live(table.match_id) as line:
        line.hear("state")
        line.socket.send_bytes(b'{"type":"say","text":"x"}')
        assert hung_up(line) == 1007
    table.still()


def test_a_flood_of_clicks(tmp_path: Path) -> None:
    limits = replace(FREELY, clicks=10, clicks_per_second=0.001)
    with serving(f"sqlite:///{tmp_path / 't.db'}", limits) as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        with ann.live(match_id) as line:
            line.hear("state")
            for _ in range(11):
                line.send(type="resume", seq=0)
            assert "Too many clicks" in line.hear("refused")["text"]
            for _ in range(60):
                line.send(type="resume", seq=0)
            assert hung_up(line) == 4429
        # The same bucket serves plain requests; that of another player is full.
        answer = ann.post(f"/api/matches/{match_id}/choices", {"seq": 0, "seat": 0, "choice": 0})
        assert answer.status_code == 429
        assert "retry-after" in answer.headers
        bob = server.visitor()
        assert bob.post(f"/api/matches/{match_id}/undo", {"seq": 0, "seat": 0}).status_code == 409
        assert server.do(server.service.store.events, match_id) == []


def test_a_history_does_not_grow_for_ever(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Choose and take back repeatedly."""
    ann, path = begun(table.server, ["hotseat", "hotseat"], "downfall")
    match_id = path.rpartition("/")[2]
    monkeypatch.setattr(match_service, "UNDO_EVENTS", 4)
    codes = []
    for _ in range(3):
        assert ann.play(match_id).status_code == 200
        state = ann.state(match_id)
        seat = next(prompt["seat"] for prompt in state["prompts"] if prompt["can_undo"])
        codes.append(ann.post(f"{path}/undo", {"seq": state["seq"], "seat": seat}).status_code)
    assert codes == [200, 200, 409]
    # The game goes on.
    assert ann.play(match_id).status_code == 200


def test_bots_do_not_play_alone(server: Server) -> None:
    """A guest could let them think for hours in hundreds of matches."""
    ann = server.visitor()
    bots = [{"kind": "bot"}, {"kind": "bot"}]
    assert ann.post("/api/matches", {"game": "on_to_berlin", "seats": bots}).status_code == 409
    save = sandtable.new("on_to_berlin", seed=1).save().decode()
    assert ann.post("/api/saves", {"save": save, "seats": bots}).status_code == 409
    ann, path = begun(server, ["open", "open"])
    assert ann.post(f"{path}/start", {"fill": "random"}).status_code == 409
    ann, path = begun(server, ["human", "bot"])
    answer = ann.change("PUT", f"{path}/seats/0", {"kind": "bot"})
    assert answer.status_code == 409
    assert "at least one human player" in answer.json()["text"]


# --- foreign pages


@pytest.mark.parametrize("origin", [*FOREIGN, None])
def test_live_connections_of_foreign_pages(table: Table, origin: str | None) -> None:
    with pytest.raises(WebSocketDisconnect), table.ann.live(table.match_id, origin) as line:
        line.socket.receive(timeout=20)
    table.still()


def changing(table: Table) -> list[tuple[str, str, Any]]:
    """A request of every kind that changes something, which its sender may make."""
    seq, seat, choice = table.asked()
    return [
        ("POST", f"{table.path}/choices", {"seq": seq, "seat": seat, "choice": choice}),
        ("POST", f"{table.path}/undo", {"seq": seq, "seat": seat}),
        ("POST", f"{table.path}/chat", {"text": "x"}),
        ("PUT", f"{table.path}/note", {"text": "x"}),
        ("POST", f"{table.path}/leave", {}),
        ("PUT", table.path, {"name": "x", "listed": True}),
        ("POST", "/api/matches", {"game": "downfall"}),
        ("POST", "/api/saves", {"save": "{}"}),
        ("PUT", "/api/me", {"webhook": "https://example.org/"}),
        ("POST", "/api/sign-up", {"name": "Mallory", "password": "correct horse"}),
        ("POST", "/api/sign-in", {"name": "Mallory", "password": "correct horse"}),
        ("POST", "/api/password", {"old": "correct horse", "new": "battery staple"}),
        ("POST", "/api/sign-out", {}),
        ("DELETE", table.path, {}),
        ("POST", f"{table.path}/start", {}),
        ("POST", f"{table.path}/join", {}),
        ("PUT", f"{table.path}/seats/1", {"kind": "bot"}),
    ]


def test_requests_without_the_proof(table: Table) -> None:
    who = table.mover()
    for method, path, body in changing(table):
        for headers in ({}, {"X-Sandtable-CSRF": ""}, {"X-Sandtable-CSRF": table.mallory.csrf}):
            assert who.ask(method, path, headers, json=body).status_code == 403, path
        plain = {"content-type": "text/plain"}
        assert who.ask(method, path, plain, content=json.dumps(body)).status_code == 403
    table.still()


def test_requests_of_foreign_pages(table: Table) -> None:
    who = table.mover()
    for method, path, body in changing(table):
        for origin in FOREIGN:
            headers = {"X-Sandtable-CSRF": who.csrf, "origin": origin}
            assert who.ask(method, path, headers, json=body).status_code == 403, path
    table.still()


def test_requests_without_a_session(table: Table) -> None:
    nobody = table.server.visitor(known=False)
    for cookie in ("", "x" * 43, "x" * 5_000, table.mallory.cookies["sandtable"][:-1] + "x"):
        nobody.cookies = {"sandtable": cookie}
        for method, path, body in changing(table):
            headers = {"X-Sandtable-CSRF": table.ann.csrf}
            assert nobody.ask(method, path, headers, json=body).status_code == 401, path
    table.still()


def test_headers_that_would_change_the_method(table: Table) -> None:
    headers = {"X-HTTP-Method-Override": "DELETE", "X-Sandtable-CSRF": table.ann.csrf}
    assert table.ann.ask("GET", table.path, headers).status_code == 200
    assert table.ann.ask("GET", f"{table.path}/leave", headers).status_code == 405
    table.still()


# --- guessing


def test_guessed_ids(table: Table) -> None:
    known = table.match_id
    guesses = [
        known[:-1] + next(letter for letter in LETTERS if letter != known[-1]),
        known.upper(),
        known + "2",
        known[:-1],
        "1",
        "%00" * 12,
        "..",
        "%2e%2e%2f" * 3,
        "' OR 1=1 --",
        "٢" * 12,
    ]
    for guess in guesses:
        for path in ("", "/state", "/chat", "/save", "/picture.svg", "/explain?seat=0&choice=1"):
            answer = table.mallory.get(f"/api/matches/{guess}{path}")
            assert answer.status_code in (400, 404), (guess, path)
        body = {"seq": 0, "seat": 0, "choice": 1}
        assert table.mallory.post(f"/api/matches/{guess}/choices", body).status_code in (400, 404)
    table.still()


def test_guessed_links(server: Server) -> None:
    ann = server.visitor()
    made = ann.make(seats=[{"kind": "human"}, {"kind": "invite"}])
    link = made["invites"][0]["link"]
    flipped = link[:-2] + ("A" if link[-2] != "A" else "B") + link[-1]
    for guess in (flipped, link[:-1], link + "x", "/join/x", "/join/%00", "/join/" + "x" * 3_000):
        answer = server.visitor().get(guess, {"sec-fetch-mode": "navigate"})
        assert answer.status_code == 404, guess
    foreign = server.visitor().ask("POST", link, {"origin": "http://evil.example"})
    assert foreign.status_code == 403
    assert ann.get(f"/api/matches/{made['id']}").json()["seats"][1]["free"]


# --- sizes


def test_oversized_bodies(table: Table) -> None:
    who = table.mover()
    big = "x" * 70_000
    for method, path, body in changing(table):
        # These have limits of their own, or read no body at all.
        if path.endswith(("/saves", "/note", "/leave", "/sign-out")) or method == "DELETE":
            continue
        assert who.change(method, path, {**body, "name": big}).status_code == 413, path
    assert who.change("PUT", f"{table.path}/note", {"text": "x" * 300_000}).status_code == 413
    assert who.change("PUT", f"{table.path}/note", {"text": "x" * 20_001}).status_code == 400
    assert who.post("/api/saves", {"save": "x" * 17_000_000}).status_code == 413
    assert who.post(f"{table.path}/chat", {"text": "x" * 1_001}).status_code == 400
    name = {"name": "x" * 41, "listed": False}
    assert table.ann.change("PUT", table.path, name).status_code == 400
    table.still()


def test_bodies_that_are_no_json(table: Table) -> None:
    headers = {"X-Sandtable-CSRF": table.ann.csrf, "content-type": "application/json"}
    for content in (b"", b"{", b"null", b"[]", b"\xff\xfe", b"[" * 60_000, b'{"seq":0}', b'{"a":' * 9_000):
        for path in (f"{table.path}/choices", f"{table.path}/chat", "/api/matches", "/api/sign-in"):
            answer = table.ann.ask("POST", path, headers, content=content)
            assert answer.status_code == 400, (path, content[:20])
            assert set(answer.json()) == {"text", "rule"}
    for kind in ("multipart/form-data", "application/x-www-form-urlencoded", "application/x-msgpack"):
        answer = table.ann.ask(
            "POST", f"{table.path}/chat", {**headers, "content-type": kind}, content=b"\x81\xa4text\xa1x"
        )
        assert answer.status_code == 400
    table.still()


# --- who knows too much


def begun(server: Server, seats: list[str], game: str = "total_domination") -> tuple[Visitor, str]:
    """A visitor and a match of hers."""
    ann = server.visitor()
    made = ann.make(game=game, seats=[{"kind": kind} for kind in seats])
    return ann, f"/api/matches/{made['id']}"


def test_nobody_walks_from_seat_to_seat(server: Server) -> None:
    """A player of one seat of a running match cannot look at the cards of another."""
    ann, path = begun(server, ["human", "open", "open"])
    bob, carl, dora = server.visitor(), server.visitor(), server.visitor()
    for who in (bob, carl):
        assert who.post(f"{path}/join").status_code == 200
    assert carl.post(f"{path}/leave").status_code == 200
    assert bob.post(f"{path}/leave").status_code == 200
    answer = bob.post(f"{path}/join", {"seat": 2})
    assert answer.status_code == 409
    assert "secrets of another seat" in answer.json()["text"]
    assert not any(seat["mine"] for seat in bob.get(path).json()["seats"])
    # They may come back to their own seat, and somebody new may take the other.
    assert bob.post(f"{path}/join", {"seat": 1}).status_code == 200
    assert dora.post(f"{path}/join", {"seat": 2}).status_code == 200
    # Nor by a link, nor under another name.
    dora.post(f"{path}/leave")
    link = ann.change("PUT", f"{path}/seats/2", {"kind": "invite"}).json()["invites"][0]["link"]
    bob.post(f"{path}/leave")
    navigate = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document", "accept": "text/html"}
    assert bob.ask("POST", link, navigate).status_code == 409
    other = server.visitor()
    other.post("/api/sign-up", {"name": "Robert", "password": "correct horse"})
    assert bob.post("/api/sign-in", {"name": "Robert", "password": "correct horse"}).status_code == 200
    assert bob.ask("POST", link, navigate).status_code == 409
    assert dora.ask("POST", link, navigate).status_code == 303


def test_who_takes_a_save_plays_against_nobody(server: Server) -> None:
    """A save tells the dice to come and every hand: the bot's seat cannot be opened after that."""
    ann, path = begun(server, ["human", "bot", "bot"])
    # Without a save a friend may take over from a bot.
    assert ann.change("PUT", f"{path}/seats/2", {"kind": "open"}).status_code == 200
    assert ann.get(f"{path}/save").status_code == 409
    assert ann.change("PUT", f"{path}/seats/2", {"kind": "bot"}).status_code == 200
    saved = ann.get(f"{path}/save")
    assert saved.status_code == 200
    for kind in ("open", "invite"):
        answer = ann.change("PUT", f"{path}/seats/1", {"kind": kind})
        assert answer.status_code == 409
        assert "Only a bot" in answer.json()["text"]
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "bot", "bot": "random"}).status_code == 200
    # A save can be passed on: nobody else sits down either, even when she has gone.
    assert ann.change("PUT", f"{path}/seats/0", {"kind": "open"}).status_code == 409
    assert ann.post(f"{path}/leave").status_code == 200
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "open"}).status_code == 409
    for who in (ann, server.visitor()):
        answer = who.post(f"{path}/join")
        assert answer.status_code == 409
        assert "Only a bot" in answer.json()["text"]
    # The same of a save that is brought in.
    brought = ann.post("/api/saves", {"save": saved.text}).json()
    answer = ann.change("PUT", f"/api/matches/{brought['id']}/seats/1", {"kind": "open"})
    assert answer.status_code == 409


def test_a_seat_of_ones_own_screen_is_not_opened(server: Server) -> None:
    ann, path = begun(server, ["hotseat", "hotseat"])
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "open"}).status_code == 409
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "invite"}).status_code == 409
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "bot"}).status_code == 200
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "open"}).status_code == 409


def test_a_match_that_has_not_begun_is_not_saved(server: Server) -> None:
    ann, path = begun(server, ["human", "open"])
    assert ann.change("PUT", f"{path}/seats/1", {"kind": "bot"}).json()["status"] == "open"
    assert ann.get(f"{path}/save").status_code == 409


def test_who_sits_down_just_now_is_not_swept_away(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The owner fills a seat that was free when she looked."""
    ann, path = begun(server, ["human", "open"])
    bob = server.visitor()
    store = server.service.store
    there = store.get_match

    async def meanwhile(match_id: str) -> Any:
        found = await there(match_id)
        monkeypatch.setattr(store, "get_match", there)
        number = (await store.get_session(bob.cookies["sandtable"])).player.id  # type: ignore[union-attr]
        assert await store.take_seat(match_id, 1, number)
        return found

    monkeypatch.setattr(store, "get_match", meanwhile)
    answer = ann.change("PUT", f"{path}/seats/1", {"kind": "bot"})
    assert answer.status_code == 409
    assert bob.get(path).json()["seats"][1]["mine"]
    # The same where she lets the match begin with bots: then it begins with both.
    ann, path = begun(server, ["human", "open"])
    monkeypatch.setattr(store, "get_match", meanwhile)
    assert ann.post(f"{path}/start", {"fill": "random"}).json()["status"] == "playing"
    assert bob.get(path).json()["seats"][1]["mine"]
