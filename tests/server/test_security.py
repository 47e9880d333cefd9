"""Headers, origins, secrets and limits."""

from __future__ import annotations

import logging
import random
import sqlite3
from collections.abc import Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from sandtable.server import security
from sandtable.server.api import description
from sandtable.server.app import create_app
from sandtable.server.config import Config, Limits
from sandtable.server.limits import OWN, Buckets, RateLimits, address_of
from sandtable.server.security import HEADERS, one_line, plain_origin, some_lines
from tests.server.playing import run
from tests.server.visiting import FREELY, QuickBots, Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(f"sqlite:///{tmp_path_factory.mktemp('security')}/table.db") as running:
        yield running


# --- headers


def test_every_answer_has_the_headers(server: Server) -> None:
    ann = server.visitor()
    match_id = ann.make()["id"]
    answers = [
        ann.get("/"),
        ann.get("/web/js/main.js"),
        ann.get("/web/none.js"),
        ann.get("/none"),
        ann.get("/api/none"),
        ann.get("/api/me"),
        ann.get("/api/schema"),
        ann.get("/api/games/downfall/map"),
        ann.get(f"/api/matches/{match_id}/state"),
        ann.get("/join/none"),
        ann.post("/api/matches", {"game": "none"}),
        ann.post("/api/matches", []),
        ann.ask("POST", "/api/matches"),
        ann.ask("PATCH", "/api/me"),
        ann.ask("OPTIONS", "/api/me"),
        ann.ask("HEAD", "/api/me"),
    ]
    for answer in answers:
        for name, value in HEADERS.items():
            if name not in ("Cache-Control", "Content-Security-Policy"):
                assert answer.headers[name] == value, (answer.url, name)
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "cache-control" in answer.headers
        assert "strict-transport-security" not in answer.headers
        assert "server" not in answer.headers
    for path in ("/api/me", f"/api/matches/{match_id}/state", "/api/matches", "/join/none"):
        assert ann.get(path).headers["cache-control"] == "no-store"


def test_pages_need_nothing_that_the_policy_forbids(server: Server) -> None:
    page = server.visitor(known=False).get("/").text
    assert "<script>" not in page
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page.lower()
    assert "http://" not in page
    assert "https://" not in page


def test_behind_https(sqlite_url: str) -> None:
    with serving(sqlite_url, origin="https://Games.example.org") as server:
        ann = server.visitor()
        assert "max-age" in ann.get("/").headers["strict-transport-security"]
        match_id = ann.make()["id"]
        with ann.live(match_id, "https://games.example.org") as line:
            assert line.hear("state")["seq"] == 0
        headers = {"X-Sandtable-CSRF": ann.csrf, "origin": "https://games.example.org:443"}
        assert ann.ask("POST", "/api/matches", headers, json={"game": "downfall"}).status_code == 201
        headers["origin"] = "http://games.example.org"
        assert ann.ask("POST", "/api/matches", headers, json={"game": "downfall"}).status_code == 403


@pytest.mark.parametrize(
    ("host", "origin", "ok"),
    [
        ("127.0.0.1", "http://localhost:8000", True),
        ("127.0.0.1", "http://[::1]:8000", True),
        ("127.0.0.1", "http://LOCALHOST:8000", True),
        ("127.0.0.1", "http://localhost", False),
        ("0.0.0.0", "http://127.0.0.1:8000", True),  # as the Host header says
        ("0.0.0.0", "http://192.168.1.7:8000", False),
        ("192.168.1.7", "http://192.168.1.7:8000", True),
        ("192.168.1.7", "http://127.0.0.1:8000", False),
        ("127.0.0.1", "http://[", False),
    ],
)
def test_origins(sqlite_url: str, host: str, origin: str, ok: bool) -> None:
    with serving(sqlite_url, host=host) as server:
        ann = server.visitor()
        headers = {"X-Sandtable-CSRF": ann.csrf, "origin": origin}
        answer = ann.ask("POST", "/api/matches", headers, json={"game": "on_to_berlin"})
        assert answer.status_code == (201 if ok else 403)


def test_plain_origins() -> None:
    assert plain_origin("HTTPS://Example.org:443") == "https://example.org"
    assert plain_origin("http://example.org:443") == "http://example.org:443"


# --- secrets


def test_no_secret_leaves_the_server(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, cheap_passwords: None
) -> None:
    """Seeds, session tokens, links, hashes: in no answer, no frame and no line of the log."""
    caplog.set_level(logging.DEBUG)
    seen: list[str] = []
    with serving(f"sqlite:///{tmp_path / 'table.db'}") as server:
        ann, bob, eve = server.visitor(), server.visitor(), server.visitor()
        ann.post("/api/sign-up", {"name": "Ann", "password": "correct horse"})
        made = ann.make(seats=[{"kind": "human"}, {"kind": "invite"}], listed=True)
        match_id, link = made["id"], made["invites"][0]["link"]
        seen.append(bob.get(link, {"sec-fetch-mode": "navigate"}).text)
        assert bob.ask("POST", link).status_code == 303
        for who in (ann, bob, eve, server.visitor(known=False)):
            for path in (
                "/api/games",
                "/api/matches",
                "/api/matches?of=listed",
                f"/api/matches/{match_id}",
                f"/api/matches/{match_id}/state",
                f"/api/matches/{match_id}/state?at=0",
                f"/api/matches/{match_id}/chat",
                f"/api/matches/{match_id}/note",
                f"/api/matches/{match_id}/save",
                f"/api/matches/{match_id}/picture.svg",
                f"/match/{match_id}",
                "/join/none",
            ):
                seen.append(who.get(path).text)
            if who.cookies:
                with who.live(match_id) as line:
                    line.send(type="explain", seat=0, choice="button:none")
                    line.hear("refused")
                    seen.append(str(line.hear("state")))
        for _ in range(6):
            mover = ann if 0 in ann.state(match_id)["waiting"] else bob
            seen.append(mover.play(match_id).text)
        stored = server.do(server.service.store.get_match, match_id)
        kept = server.do(server.service.store.player_by_name, "Ann").password
        secrets = {
            "seed": str(stored.seed),
            "link": link.rpartition("/")[2],
            "hash": kept,
            "hers": ann.cookies["sandtable"],
            "his": bob.cookies["sandtable"],
            "csrf": ann.csrf,
            "password": "correct horse",
        }
    database = sqlite3.connect(tmp_path / "table.db")
    secrets |= {f"token {n}": row[0] for n, row in enumerate(database.execute("select hash from session"))}
    secrets |= {
        f"seat {n}": row[0]
        for n, row in enumerate(database.execute("select token_hash from seat where token_hash is not null"))
    }
    database.close()
    assert len(secrets) >= 10
    told = "\n".join([*seen, caplog.text])
    for name, secret in secrets.items():
        assert secret not in told, name


def test_hidden_cards_do_not_reach_others(server: Server) -> None:
    ann, bob = server.visitor(), server.visitor()
    made = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])
    bob.post(f"/api/matches/{made['id']}/join")
    hers, his = ann.state(made["id"]), bob.state(made["id"])
    spectators = server.visitor().state(made["id"])
    views = [{card["choice"] for card in state["cards"]} for state in (hers, his, spectators)]
    own = [{card["choice"] for card in state["cards"] if card["own"]} for state in (hers, his)]
    for mine, other in ((own[0], views[1]), (own[1], views[0])):
        secret = mine - views[2]
        assert secret
        assert not secret & other


def hand(state: dict[str, Any]) -> list[str]:
    """The cards before the viewer."""
    return [card["id"] for card in state["cards"] if card["own"]]


def test_no_hand_is_seen_before_the_match_begins(server: Server) -> None:
    """Seats change hands freely until then: who sat everywhere in turn would know everything."""
    ann, bob = server.visitor(), server.visitor()
    made = ann.make(seats=[{"kind": "open"}, {"kind": "open"}])
    path = f"/api/matches/{made['id']}"
    public = server.visitor().get(f"{path}/picture.svg").text
    for seat in (1, 0):
        assert ann.post(f"{path}/join", {"seat": seat}).status_code == 200
        for query in ("", f"?seat={seat}", "?at=0"):
            state = ann.state(made["id"], query)
            assert state["viewer"] is None
            assert hand(state) == []
            assert state["seats"][seat]["mine"]
        with ann.live(made["id"]) as line:
            assert line.hear("state")["viewer"] is None
        assert ann.get(f"{path}/picture.svg").text == public
        assert ann.get(f"{path}/explain?seat={seat}&choice=0").status_code == 409
        assert ann.get(f"{path}/save").status_code == 409
        if seat:
            ann.post(f"{path}/leave")
    with ann.live(made["id"], query="?partial=true") as line:
        assert line.hear("state")["viewer"] is None
        bob.post(f"{path}/join")
        while True:
            state = line.hear("state")
            if state["viewer"] is not None:
                break
        assert hand(state) == hand(ann.state(made["id"])) != []


def test_at_one_screen_nobody_reads_what_was_whispered_to_another(server: Server) -> None:
    """The log of a client that keeps what it was sent is always that of the seat that now looks."""
    ann = server.visitor()
    made = ann.make(game="total_domination", seats=[{"kind": "hotseat"}] * 2)
    eve = server.visitor()
    lines: list[Any] = []
    luck = random.Random(4)
    whispered = turned = 0
    with ann.live(made["id"], query="?partial=true") as line:
        state = line.hear("state")
        for _ in range(120):
            log = state["log"]
            lines[log["start"] :] = log["lines"]
            whole = ann.state(made["id"], f"?seat={state['viewer']}")["log"]["lines"]
            assert lines == whole
            whispered += state["seq"] % 40 == 0 and eve.state(made["id"])["log"]["lines"] != whole
            prompts = [prompt for prompt in state["prompts"] if prompt["choices"]]
            if not prompts:
                break
            seq, before = state["seq"], state["viewer"]
            choice = luck.choice(prompts[0]["choices"])["id"]
            line.send(type="choose", seq=seq, seat=prompts[0]["seat"], choice=choice)
            state = line.until(seq + 1)
            turned += state["viewer"] != before
    assert whispered
    assert turned


def test_at_one_screen_who_looks_back_sees_with_his_own_eyes(server: Server) -> None:
    """And not through those of the other player, whose turn it was then."""
    ann = server.visitor()
    match_id = ann.make(game="on_to_berlin")["id"]
    viewers: list[int | None] = []
    while len(set(viewers)) < 2:
        state = ann.state(match_id)
        viewers.append(state["viewer"])
        for at in {0, state["seq"] // 2, max(0, state["seq"] - 1)}:
            past = ann.state(match_id, f"?at={at}")
            assert past["viewer"] == state["viewer"]
            assert hand(past) == hand(ann.state(match_id, f"?at={at}&seat={state['viewer']}")) != []
        assert ann.play(match_id).status_code == 200


def test_a_mistake_of_ours_is_one_sentence(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = server.visitor()
    made = ann.make(seats=[{"kind": "human"}, {"kind": "invite"}])
    link = made["invites"][0]["link"]

    async def broken(*_: Any) -> None:
        raise RuntimeError("secret reason")

    with monkeypatch.context() as patch:
        patch.setattr(server.service.store, "seat_by_token", broken)
        patch.setattr(server.service.store, "listed_matches", broken)
        listed = ann.get("/api/matches?of=listed")
        joined = ann.get(link, {"sec-fetch-mode": "navigate", "accept": "text/html"})
    assert listed.status_code == joined.status_code == 500
    assert set(listed.json()) == {"text", "rule"}
    assert "<html" in joined.text
    for answer in (listed, joined):
        assert "RuntimeError" not in answer.text
        assert "secret reason" not in answer.text
    assert "RuntimeError" in caplog.text
    assert link.rpartition("/")[2] not in caplog.text


def test_a_store_that_does_not_answer(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server.store import Unavailable

    async def away(*_: Any) -> None:
        raise Unavailable("The store is out of reach just now.")

    with monkeypatch.context() as patch:
        patch.setattr(server.service.store, "listed_matches", away)
        answer = server.visitor().get("/api/matches?of=listed")
    assert answer.status_code == 503
    assert answer.json()["text"] == "The store is out of reach just now."


# --- texts


def test_texts() -> None:
    assert one_line("  a\tb\n\u202ec\u0000d ", 40) == "a b c d"
    assert one_line("x" * 50, 40) == "x" * 40
    assert some_lines("\r\n a\r\nb\x07\n", 40) == "a\nb"


# --- limits


class Clock:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


def test_buckets() -> None:
    clock = Clock()
    buckets = Buckets(3, 0.5, clock)
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]
    assert buckets.take("b") == 0.0
    clock.now += 2.0
    assert [buckets.take("a"), buckets.take("a")] == [0.0, 2.0]
    buckets.give("a")
    assert buckets.take("a") == 0.0
    clock.now += 1_000.0
    assert [buckets.take("a") for _ in range(4)] == [0.0, 0.0, 0.0, 2.0]


def test_buckets_do_not_grow_without_end() -> None:
    clock = Clock()
    buckets = Buckets(2, 1.0, clock, most=100)
    for n in range(1_000):
        buckets.take(n)
    assert len(buckets._known) <= 100
    clock.now += 10.0
    assert buckets.take("new") == 0.0
    for n in range(100):
        buckets.take(n)
    assert len(buckets._known) <= 100


def test_gate_counts_players_and_addresses() -> None:
    rate_limits = RateLimits(Limits(clicks=5, clicks_per_second=0.001, address_factor=2), Clock())

    def clicks(player: int, address: str) -> int:
        count = 0
        while count < 1_000:
            try:
                rate_limits.click(player, address)
            except Exception as error:
                assert getattr(error, "status_code", 0) == 429
                return count
            count += 1
        return count

    assert clicks(1, "203.0.113.1") == 5
    assert clicks(1, "203.0.113.2") == 0
    assert clicks(2, "203.0.113.1") == 5
    assert clicks(3, "203.0.113.1") == 0  # the address has used up what two players may
    assert clicks(4, "203.0.113.2") == 5
    assert clicks(5, OWN) == 5


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("127.0.0.9", OWN),
        ("::1", OWN),
        ("testclient", OWN),
    ],
)
def test_addresses(host: str, address: str) -> None:
    class Connection:
        client = type("Client", (), {"host": host})

    assert address_of(Connection()) == address  # type: ignore[arg-type]


@asynccontextmanager
async def reached_from(url: str, limits: Limits) -> Any:
    """A server, and a function that makes clients at given addresses."""
    app: Any = create_app(Config(database=url, limits=limits), bots=QuickBots())

    def client(address: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(app, client=(address, 40_000))
        return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000")

    async with app.lifespan():
        yield client


def test_new_guests_are_counted_by_address(sqlite_url: str) -> None:
    async def work() -> None:
        limits = replace(FREELY, guests=3, guests_per_second=0.0001)
        async with reached_from(sqlite_url, limits) as client:
            codes = []
            for _ in range(5):
                async with client("203.0.113.7") as visitor:
                    codes.append((await visitor.get("/api/me")).status_code)
            assert codes == [200, 200, 200, 429, 429]
            async with client("203.0.113.8") as other, client("127.0.0.1") as own:
                assert (await other.get("/api/me")).status_code == 200
                assert (await own.get("/api/me")).status_code == 200

    run(work())


def test_reads_and_requests_are_counted(sqlite_url: str) -> None:
    async def work() -> None:
        limits = replace(
            FREELY, reads=2, reads_per_second=0.001, requests=2, requests_per_second=0.001, address_factor=2
        )
        async with reached_from(sqlite_url, limits) as client, client("203.0.113.7") as ann:
            csrf = (await ann.get("/api/me")).json()["csrf"]
            reads = [(await ann.get("/api/matches")).status_code for _ in range(3)]
            assert reads == [200, 200, 429]
            headers = {"X-Sandtable-CSRF": csrf}
            made = [
                (await ann.post("/api/matches", json={"game": "on_to_berlin"}, headers=headers)).status_code
                for _ in range(3)
            ]
            assert made == [201, 201, 429]

    run(work())


@pytest.mark.parametrize(
    "path", ["", "/state", "/chat", "/note", "/save", "/picture.svg", "/explain?seat=0&choice=1"]
)
def test_whatever_is_looked_at_in_a_match_is_counted(sqlite_url: str, path: str) -> None:
    with serving(sqlite_url, replace(FREELY, reads=1, reads_per_second=0.001)) as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        codes = [ann.get(f"/api/matches/{match_id}{path}").status_code for _ in range(2)]
        assert codes == [200, 429]


def test_the_description_is_made_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = server.visitor()
    first = ann.get("/api/schema").content
    monkeypatch.setattr(description, "exact", lambda _: {})
    assert ann.get("/api/schema").content == first
    assert b'"openapi"' in first


def test_imports_are_counted(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, imports=1, imports_per_second=0.001)) as server:
        ann = server.visitor()
        assert ann.post("/api/saves", {"save": "{}"}).status_code == 409
        assert ann.post("/api/saves", {"save": "{}"}).status_code == 429


def test_pictures_and_talk_are_counted(sqlite_url: str) -> None:
    limits = replace(FREELY, pictures=1, pictures_per_second=0.001, talk=2, talk_per_second=0.001)
    with serving(sqlite_url, limits) as server:
        ann = server.visitor()
        path = f"/api/matches/{ann.make()['id']}"
        assert [ann.get(f"{path}/picture.svg").status_code for _ in range(2)] == [200, 429]
        assert [ann.post(f"{path}/chat", {"text": "x"}).status_code for _ in range(3)] == [201, 201, 429]
        with ann.live(path.rpartition("/")[2]) as line:
            line.hear("state")
            line.send(type="say", text="x")
            assert "wait" in line.hear("refused")["text"]
        assert len(ann.get(f"{path}/chat").json()["chat"]) == 2


def test_coming_and_going_over_the_live_channel_is_counted(sqlite_url: str) -> None:
    """Each time a whole state is made."""
    with serving(sqlite_url, replace(FREELY, reads=3, reads_per_second=0.001)) as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        heard = []
        for _ in range(4):
            with ann.live(match_id) as line:
                heard.append(line.socket.receive_json(timeout=20)["type"])
        assert heard == ["state", "state", "state", "error"]


def test_a_save_is_counted_before_it_is_read(sqlite_url: str) -> None:
    """Else whoever may bring no more could still let the server read megabytes."""
    with serving(sqlite_url, replace(FREELY, imports=1, imports_per_second=0.001)) as server:
        ann = server.visitor()
        headers = {"X-Sandtable-CSRF": ann.csrf, "content-type": "application/json"}
        codes = [ann.ask("POST", "/api/saves", headers, content=b"rubbish").status_code for _ in range(2)]
        assert codes == [400, 429]


def test_a_large_body_of_the_wrong_shape_is_not_gone_through(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small one may be looked at twice, since 3.0 is 3; a large one would hold up everybody."""
    walked: list[object] = []
    true_whole = security._whole

    def noted(value: Any) -> Any:
        walked.append(value)
        return true_whole(value)

    monkeypatch.setattr(security, "_whole", noted)
    ann = server.visitor()
    headers = {"X-Sandtable-CSRF": ann.csrf, "content-type": "application/json"}
    body = b'{"save":[' + b"1," * 100_000 + b"1]}"
    assert ann.ask("POST", "/api/saves", headers, content=body).status_code == 400
    assert walked == []
    match_id = ann.make()["id"]
    answer = ann.post(f"/api/matches/{match_id}/undo", {"seq": 0.0, "seat": 0.0})
    assert answer.status_code == 409
    assert walked != []
