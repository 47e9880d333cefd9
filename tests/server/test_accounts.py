"""Visitors: guests at first, names and passwords, sessions that end."""

from __future__ import annotations

import sqlite3
import unicodedata
from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from litestar.exceptions import TooManyRequestsException

from sandtable.server import passwords
from sandtable.server.config import DAY
from sandtable.server.limits import OWN, RateLimits
from tests.server.visiting import FREELY, Server, Visitor, serving

pytestmark = pytest.mark.usefixtures("cheap_passwords")
ANN = {"name": "Ann", "password": "correct horse"}


@pytest.fixture
def server(sqlite_url: str) -> Iterator[Server]:
    with serving(sqlite_url) as running:
        yield running


def signed_up(server: Server, name: str = "Ann") -> Visitor:
    """Somebody with a name."""
    visitor = server.visitor()
    assert visitor.post("/api/sign-up", {**ANN, "name": name}).status_code == 200
    return visitor


def test_every_visitor_is_a_guest(server: Server) -> None:
    one, other = server.visitor(), server.visitor()
    assert one.me()["player"]["guest"]
    assert one.me() == one.me()
    assert one.me()["player"]["name"] != other.me()["player"]["name"]
    assert one.csrf != other.csrf


def test_the_cookie(server: Server) -> None:
    answer = server.client.get("/api/me")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/" in cookie
    assert "Secure" not in cookie  # plain HTTP on this machine


def test_the_cookie_behind_https(sqlite_url: str) -> None:
    with serving(sqlite_url, origin="https://games.example.org") as server:
        cookie = server.client.get("/api/me").headers["set-cookie"]
        assert cookie.startswith("__Host-sandtable=")
        assert "Secure" in cookie


def test_only_the_hash_of_a_session_is_stored(server: Server, tmp_path: Path) -> None:
    visitor = server.visitor()
    token = visitor.cookies["sandtable"]
    assert len(token) >= 43  # 256 bits
    with sqlite3.connect(tmp_path / "table.db") as database:
        dump = "\n".join(database.iterdump())
    database.close()
    assert visitor.csrf in dump
    assert token not in dump


def test_sign_up_keeps_the_guests_matches(server: Server) -> None:
    ann = server.visitor()
    match_id = ann.make()["id"]
    before = dict(ann.cookies)
    told = ann.post("/api/sign-up", ANN).json()
    assert told["player"] == {"name": "Ann", "guest": False, "webhook": None}
    assert [m["id"] for m in ann.get("/api/matches").json()["matches"]] == [match_id]
    assert ann.play(match_id).status_code == 200
    # The session is a new one, and the old one is worth nothing.
    assert ann.cookies != before
    thief = server.visitor(known=False)
    thief.cookies = before
    assert thief.get("/api/matches").json()["matches"] == []
    assert ann.post("/api/sign-up", {**ANN, "name": "Another"}).status_code == 409


@pytest.mark.parametrize(
    ("name", "password", "status"),
    [
        ("", "correct horse", 400),
        ("x" * 41, "correct horse", 400),
        ("Bob", "short", 400),
        ("Bob", "x" * 201, 400),
        ("   ", "correct horse", 409),
        ("Bo\x00b", "correct horse", 409),
        ("Bob\u202e", "correct horse", 409),
        ("Guest 12", "correct horse", 409),
        ("aNN", "correct horse", 409),
        ("Ａnn", "correct horse", 409),
        ("\u3164", "correct horse", 409),
        ("\u2800\u115f", "correct horse", 409),
        ("Ann\ufe0f", "correct horse", 409),
        ("A\u200bnn", "correct horse", 409),
        ("..", "correct horse", 409),
        ("\u0301ly", "correct horse", 409),
        ("x\u0316\u0317\u0318", "correct horse", 409),
        ("Аnn", "correct horse", 409),  # with a Cyrillic A
        ("Вοb", "correct horse", 409),  # with a Cyrillic B and a Greek o
    ],
)
def test_names_and_passwords_that_cannot_be(server: Server, name: str, password: str, status: int) -> None:
    signed_up(server)
    visitor = server.visitor()
    answer = visitor.post("/api/sign-up", {"name": name, "password": password})
    assert answer.status_code == status
    assert answer.json()["text"].endswith(".")
    assert visitor.me()["player"]["guest"]


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Zoe\u0308", "José  María", "Ольга", "Ελένη", "山田", "Nguyễn Văn", "נָעֳמִי", "O'Neill-3", "ไพลิน"],
)
def test_names_of_all_peoples(server: Server, name: str) -> None:
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    assert signed_up(server, name).me()["player"]["name"] == shown
    again = server.visitor()
    assert again.post("/api/sign-in", {**ANN, "name": name.upper()}).status_code == 200
    assert again.me()["player"]["name"] == shown


def test_a_name_that_looks_like_another_is_taken(server: Server) -> None:
    signed_up(server, "Tom Coco")
    answer = server.visitor().post("/api/sign-up", {**ANN, "name": "ТОМ СОСО"})  # all Cyrillic
    assert answer.status_code == 409
    assert "taken" in answer.json()["text"]


def test_a_new_password_ends_all_other_sessions(server: Server) -> None:
    ann = signed_up(server)
    other = server.visitor()
    other.post("/api/sign-in", ANN)
    match_id = other.make()["id"]
    old = dict(ann.cookies)
    change = {"old": ANN["password"], "new": "battery staple"}
    assert ann.post("/api/password", {**change, "old": "wrong"}).status_code == 403
    assert ann.post("/api/password", {**change, "new": "short"}).status_code == 400
    assert other.get("/api/matches").json()["matches"]
    with other.live(match_id) as line:
        line.hear("state")
        assert ann.post("/api/password", change).status_code == 200
        assert "signed out" in line.hear("error")["text"]
    assert not ann.me()["player"]["guest"]
    assert ann.cookies != old
    assert other.get("/api/matches").json()["matches"] == []
    assert server.visitor().post("/api/sign-in", ANN).status_code == 401
    assert server.visitor().post("/api/sign-in", {**ANN, "password": "battery staple"}).status_code == 200
    # A guest has none to replace.
    assert server.visitor().post("/api/password", change).status_code == 409


def test_a_password_that_is_replaced_meanwhile_is_worth_nothing(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody signs in, or replaces it, with the old one just when the administrator resets it."""
    ann = signed_up(server)
    store = server.service.store
    player = server.do(store.player_by_name, "Ann")
    true_verify = passwords.verify
    resets: list[str] = []

    def meanwhile(kept: str | None, password: str) -> bool:
        right = true_verify(kept, password)
        resets.append(passwords.hash_password(f"reset number {len(resets)}"))
        server.do(store.set_password, player.id, resets[-1])
        return right

    outdated = passwords.outdated
    for older in (False, True):
        server.do(store.set_password, player.id, passwords.hash_password(ANN["password"]), False)
        monkeypatch.setattr(passwords, "outdated", lambda kept, older=older: older or outdated(kept))
        monkeypatch.setattr(passwords, "verify", meanwhile)
        assert server.visitor().post("/api/sign-in", ANN).status_code in (401, 404)
        monkeypatch.setattr(passwords, "verify", true_verify)
        assert server.do(store.get_player, player.id).password == resets[-1]
    server.do(store.set_password, player.id, passwords.hash_password(ANN["password"]), False)
    ann = server.visitor()
    assert ann.post("/api/sign-in", ANN).status_code == 200
    monkeypatch.setattr(passwords, "verify", meanwhile)
    change = {"old": ANN["password"], "new": "battery staple"}
    assert ann.post("/api/password", change).status_code == 404
    assert server.do(store.get_player, player.id).password == resets[-1]


def test_tries_to_guess_the_old_password_are_counted(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, sign_ins=2)) as server:
        ann = signed_up(server)
        change = {"old": "wrong", "new": "battery staple"}
        codes = [ann.post("/api/password", change).status_code for _ in range(3)]
        assert codes == [403, 403, 429]


def test_sign_in_from_elsewhere_brings_the_guests_match_along(server: Server) -> None:
    ann = signed_up(server)
    first = ann.make()["id"]
    elsewhere = server.visitor()
    second = elsewhere.make()["id"]
    elsewhere.play(second)
    told = elsewhere.post("/api/sign-in", {"name": " ann ", "password": ANN["password"]})
    assert told.json()["player"]["name"] == "Ann"
    found = {m["id"] for m in elsewhere.get("/api/matches").json()["matches"]}
    assert found == {first, second}
    assert elsewhere.play(second).status_code == 200
    assert elsewhere.play(first).status_code == 200
    assert ann.play(second).status_code == 200


def test_wrong_passwords(server: Server) -> None:
    signed_up(server)
    visitor = server.visitor()
    wrong = visitor.post("/api/sign-in", {"name": "Ann", "password": "wrong horse"})
    nobody = visitor.post("/api/sign-in", {"name": "Nobody", "password": "wrong horse"})
    odd = visitor.post("/api/sign-in", {"name": "An\x00n", "password": "wrong horse"})
    assert wrong.status_code == nobody.status_code == odd.status_code == 401
    assert wrong.json() == nobody.json() == odd.json()
    guest = visitor.me()["player"]["name"]
    assert visitor.post("/api/sign-in", {"name": guest, "password": ""}).status_code == 401


def test_sign_out_ends_the_session(server: Server) -> None:
    ann = signed_up(server)
    ann.make()
    before = dict(ann.cookies)
    told = ann.post("/api/sign-out").json()
    assert told["player"]["guest"]
    assert ann.get("/api/matches").json()["matches"] == []
    thief = server.visitor(known=False)
    thief.cookies = before
    assert thief.me()["player"]["guest"]


def test_a_session_ends_by_itself_and_is_renewed(sqlite_url: str) -> None:
    with serving(sqlite_url, session_seconds=0.0) as server:
        visitor = server.visitor()
        assert visitor.post("/api/matches", {"game": "downfall"}).status_code == 401
    with serving(sqlite_url, session_seconds=60 * DAY) as server:
        visitor = server.visitor()
        assert "set-cookie" not in visitor.get("/api/me").headers
        token = visitor.cookies["sandtable"]
        server.do(server.service.store.renew_session, token, 50 * DAY)
        again = visitor.get("/api/me")
        assert f"sandtable={token}" in again.headers["set-cookie"]
        session = server.do(server.service.store.get_session, token)
        assert session.expires - session.created > 59 * DAY


def test_tries_to_sign_in_are_counted(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, sign_ins=3, sign_in_seconds=1e9)) as server:
        ann = signed_up(server)
        for visitor in (server.visitor(), server.visitor(), server.visitor()):
            assert visitor.post("/api/sign-in", {**ANN, "password": "guess it"}).status_code == 401
        last = server.visitor().post("/api/sign-in", ANN)
        assert last.status_code == 429
        assert int(last.headers["retry-after"]) >= 1
        assert "wait" in last.json()["text"]
        # Under another name there are tries left, but not without end.
        codes = [
            server.visitor().post("/api/sign-in", {**ANN, "name": f"Bob {n}"}).status_code for n in range(9)
        ]
        assert codes[0] == 401
        assert codes[-1] == 429
        assert not ann.me()["player"]["guest"]


def test_right_passwords_do_not_count(sqlite_url: str) -> None:
    with serving(sqlite_url, replace(FREELY, sign_ins=2, sign_in_seconds=1e9)) as server:
        signed_up(server)
        for _ in range(6):
            assert server.visitor().post("/api/sign-in", ANN).status_code == 200


def test_webhook_is_told_to_its_owner_only(server: Server) -> None:
    ann, bob = signed_up(server), signed_up(server, "Bob")
    hook = "https://hooks.example.org/secret-path"
    assert ann.change("PUT", "/api/me", {"webhook": hook}).json()["player"]["webhook"] == hook
    made = ann.make(listed=True)
    assert ann.me()["player"]["webhook"] == hook
    for path in ("/api/me", "/api/matches?of=listed", f"/api/matches/{made['id']}/state"):
        assert "secret-path" not in bob.get(path).text
    assert ann.change("PUT", "/api/me", {"webhook": None}).json()["player"]["webhook"] is None


def test_an_older_hash_is_made_anew(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    from argon2 import PasswordHasher

    from sandtable.server import passwords

    ann = signed_up(server)
    before = server.do(server.service.store.player_by_name, "Ann").password
    monkeypatch.setattr(passwords, "hasher", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    assert server.visitor().post("/api/sign-in", ANN).status_code == 200
    after = server.do(server.service.store.player_by_name, "Ann").password
    assert after != before
    assert "t=2" in after
    assert not ann.me()["player"]["guest"]  # other browsers stay signed in


def test_common_passwords_and_ones_own_name_are_refused(server: Server) -> None:
    visitor = server.visitor()
    for name, password in (("Bob", "password1"), ("Bob", "Sunshine"), ("Robert Bob", "robert bob")):
        answer = visitor.post("/api/sign-up", {"name": name, "password": password})
        assert answer.status_code == 409
        assert "Choose another" in answer.json()["text"]
    ann = signed_up(server, "Ann Marie")
    for new in ("iloveyou", "ann marie"):
        answer = ann.post("/api/password", {"old": ANN["password"], "new": new})
        assert answer.status_code == 409 and "Choose another" in answer.json()["text"]
    assert server.visitor().post("/api/sign-in", {**ANN, "name": "Ann Marie"}).status_code == 200


def test_an_old_account_with_a_common_password_still_signs_in(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    signed_up(server)
    store = server.service.store
    player = server.do(store.player_by_name, "Ann")
    server.do(store.set_password, player.id, passwords.hash_again("password"))
    monkeypatch.setattr(passwords, "outdated", lambda kept: True)
    assert server.visitor().post("/api/sign-in", {**ANN, "password": "password"}).status_code == 200


# --- nobody keeps a player out


LOCKING = replace(FREELY, sign_ins=3, sign_in_seconds=1e9)
WRONG = {**ANN, "password": "guess it"}


def guess(server: Server, tries: int = 40) -> None:
    """Somebody tries passwords of Ann's until no more are taken, and on."""
    codes = [server.visitor().post("/api/sign-in", WRONG).status_code for _ in range(tries)]
    assert codes[-1] == 429


def test_who_has_signed_in_here_before_is_not_kept_out_by_others(sqlite_url: str) -> None:
    with serving(sqlite_url, LOCKING) as server:
        ann = signed_up(server)
        ann.post("/api/sign-out")
        guess(server)
        assert server.visitor().post("/api/sign-in", ANN).status_code == 429
        for _ in range(8):
            assert ann.post("/api/sign-in", ANN).status_code == 200
            ann.post("/api/sign-out")
        # A wrong password counts there too.
        codes = [ann.post("/api/sign-in", WRONG).status_code for _ in range(4)]
        assert codes == [401, 401, 401, 429]


def test_a_browser_is_known_for_each_player_who_signed_in_there(sqlite_url: str) -> None:
    with serving(sqlite_url, LOCKING) as server:
        ann, mallory = signed_up(server), signed_up(server, "Mallory")
        berta = signed_up(server, "Berta")
        ann.post("/api/sign-out")
        assert ann.post("/api/sign-in", {**ANN, "name": "Berta"}).status_code == 200
        guess(server)
        for cookie in (mallory.cookies["sandtable-device"], "x" * 22, "x" * 22 + "." + "y" * 22, "..", "%C3"):
            mallory.cookies["sandtable-device"] = cookie
            assert mallory.post("/api/sign-in", ANN).status_code == 429
        assert berta.post("/api/sign-in", ANN).status_code == 429
        # Two players share a browser: both are known there.
        for name in ("Ann", "Berta", "Ann"):
            ann.post("/api/sign-out")
            assert ann.post("/api/sign-in", {**ANN, "name": name}).status_code == 200


def test_a_new_password_makes_other_browsers_unknown(sqlite_url: str) -> None:
    with serving(sqlite_url, LOCKING) as server:
        ann = signed_up(server)
        stolen = dict(ann.cookies)
        assert ann.post("/api/password", {"old": ANN["password"], "new": "battery staple"}).status_code == 200
        guess(server)
        thief = server.visitor()
        thief.cookies["sandtable-device"] = stolen["sandtable-device"]
        assert thief.post("/api/sign-in", WRONG).status_code == 429
        ann.post("/api/sign-out")
        assert ann.post("/api/sign-in", {**ANN, "password": "battery staple"}).status_code == 200


def test_the_cookie_of_a_known_browser_tells_nothing(sqlite_url: str) -> None:
    with serving(sqlite_url, origin="https://games.example.org") as server:
        assert "device" not in server.client.get("/api/me").headers["set-cookie"]
        answer = server.visitor().post("/api/sign-up", ANN)
        cookie = next(c for c in answer.headers.get_list("set-cookie") if "device" in c)
        assert cookie.startswith("__Host-sandtable-device=")
        assert "HttpOnly" in cookie and "Secure" in cookie and "SameSite=lax" in cookie
        player = server.do(server.service.store.player_by_name, "Ann")
        assert player.password[-20:] not in cookie and "Ann" not in cookie


def test_tries_to_sign_in_do_not_keep_anybody_from_a_new_password(sqlite_url: str) -> None:
    with serving(sqlite_url, LOCKING) as server:
        ann = signed_up(server)
        guess(server)
        assert ann.post("/api/password", {"old": ANN["password"], "new": "battery staple"}).status_code == 200


def test_at_an_address_where_a_player_has_signed_in_tries_from_elsewhere_do_not_count() -> None:
    rate_limits = RateLimits(replace(FREELY, sign_ins=2, sign_in_seconds=1e9), lambda: 0.0)
    rate_limits.sign_in("198.51.100.1", "ann")
    rate_limits.signed_in("198.51.100.1", "ann")
    for number in range(30):
        with suppress(TooManyRequestsException):
            rate_limits.sign_in(f"203.0.113.{number}", "ann")
    # She may be somewhere new herself: one try is left from everywhere, and no more.
    rate_limits.sign_in("198.51.100.2", "ann")
    with pytest.raises(TooManyRequestsException, match="in which you have signed in before, or wait"):
        rate_limits.sign_in("198.51.100.2", "ann")
    for _ in range(5):
        rate_limits.sign_in("198.51.100.1", "ann")
        rate_limits.signed_in("198.51.100.1", "ann")
    # Guesses from there count all the same, and the server's machine is nobody's address.
    for code in (200, 200, 429):
        with nullcontext() if code == 200 else pytest.raises(TooManyRequestsException):
            rate_limits.sign_in("198.51.100.1", "ann")
    rate_limits.knows(OWN, "ann")
    rate_limits.sign_in(OWN, "ann")
    with pytest.raises(TooManyRequestsException):
        rate_limits.sign_in(OWN, "ann")
