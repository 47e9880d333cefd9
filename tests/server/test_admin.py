"""`sandtable admin`, and the backups behind it, while a server has the store open."""

import asyncio
import json
import os
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
import sqlalchemy
from litestar.exceptions import WebSocketDisconnect
from typer.testing import CliRunner, Result

from sandtable.cli import app
from sandtable.server import passwords
from sandtable.server.store import NewSeat, Restored, Snapshot, Store, StoreError, Summary
from sandtable.server.store import engine as engines
from sandtable.server.store.models import TABLES
from sandtable.server.store.models import match as match_table
from tests.server.visiting import serving

T = TypeVar("T")


def admin(url: str, *args: str | Path, input: str = "") -> Result:
    """Runs `sandtable admin` on a database."""
    return CliRunner().invoke(app, ["admin", *(str(arg) for arg in args), "--database", url], input=input)


def with_store(url: str, work: Callable[[Store], Awaitable[T]]) -> T:
    """Opens the store, works, closes it."""

    async def run() -> T:
        store = await Store.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def furnish(store: Store) -> tuple[str, str]:
    """A store with something in every table; gives the id of its match and the token of a session."""
    anna = await store.create_guest()
    await store.sign_up(anna.id, "Anna", "hash")
    guest = await store.create_guest()
    await store.set_webhook(anna.id, "https://example.org/ö")
    token, _ = await store.open_session(anna.id, 6000)
    made = await store.create_match(
        "downfall",
        "campaign_1940",
        2,
        {"reactions": "ask", "fast": True},
        [NewSeat("human", anna.id), NewSeat("invite"), NewSeat("bot", bot="greedy")],
        anna.id,
        name="Evening\nof „Anna“",
        listed=True,
        base={"deep": [1, None, {"x": 0.1}]},
        summary=Summary((0,), "1940"),
        known="",
    )
    match = made.match.id
    await store.keep_snapshot(match, Snapshot(0, "r", "p", "n", {"deep": [1, None]}, [["Ö", "", [], "", []]]))
    await store.take_seat(match, 1, guest.id, made.tokens[1])
    for seq in range(1, 6):
        await store.append(match, seq, "choice", seq % 2, seq * 11, Summary((seq % 2,), "1940"))
    await store.add_chat(match, anna.id, "Anna", "Hello 🎲")
    await store.set_note(match, anna.id, "Take Riga")
    return match, token


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    engine = engines.create_engine(engines.parse_url(url))
    with engine.connect() as connection:
        found = {
            table.name: sorted((tuple(row) for row in connection.execute(sqlalchemy.select(table))), key=str)
            for table in TABLES
        }
    engine.dispose()
    return found


def as_restored(found: dict[str, list[tuple[object, ...]]]) -> dict[str, list[tuple[object, ...]]]:
    """Return the same without what a restore omits or renews: sessions, and the seeds of the dice."""
    renewed = list(match_table.c).index(match_table.c.renewed)
    matches = [row[:renewed] + row[renewed + 1 :] for row in found["match"]]
    return {**found, "session": [], "match": matches}


# --- list


def test_list_shows_matches_and_players_but_no_secret(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "150")
    match, token = with_store(url, furnish)
    seed = with_store(url, lambda store: store.get_match(match)).seed  # type: ignore[union-attr]
    shown = admin(url, "list")
    assert shown.exit_code == 0
    for word in (match, "downfall", "playing", "Anna, Guest 2*, greedy", "Evening"):
        assert word in shown.stdout
    told = admin(url, "list", "--json")
    found = json.loads(told.stdout)["matches"]
    assert [(m["id"], m["choices"], m["waiting"], m["turn"]) for m in found] == [(match, 5, [1], "1940")]
    assert found[0]["seats"][2] == {"seat": 2, "kind": "bot", "player": None, "bot": "greedy"}
    people = admin(url, "list", "--players", "--json")
    assert [p["name"] for p in json.loads(people.stdout)["players"]] == ["Anna"]
    assert "Anna" in admin(url, "list", "--players").stdout
    for result in (shown, told, people):
        for secret in (str(seed), token, "hash"):
            assert secret not in result.stdout


def test_list_by_status(url: str) -> None:
    with_store(url, furnish)
    assert json.loads(admin(url, "list", "--status", "finished", "--json").stdout) == {"matches": []}
    assert admin(url, "list", "--status", "finished").stdout == "There are no matches.\n"
    assert len(json.loads(admin(url, "list", "--status", "playing", "--json").stdout)["matches"]) == 1
    wrong = admin(url, "list", "--status", "lost")
    assert wrong.exit_code == 2 and wrong.stderr == "A match is open, playing or finished, not lost.\n"


@pytest.mark.parametrize("order", [("list",), ("backup", "b"), ("remove", "x"), ("reset-password", "Anna")])
def test_no_database_is_made_by_looking_for_one(
    sqlite_url: str, tmp_path: Path, order: tuple[str, ...]
) -> None:
    result = admin(sqlite_url, *order)
    assert result.exit_code == 2
    assert result.stderr.startswith("There is no database") and result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_the_database_may_come_from_the_environment(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match, _ = with_store(sqlite_url, furnish)
    monkeypatch.setenv("SANDTABLE_DATABASE", sqlite_url)
    assert match in CliRunner().invoke(app, ["admin", "list"]).stdout


# --- backup and restore


def test_a_backup_puts_everything_back(url: str, tmp_path: Path) -> None:
    match, token = with_store(url, furnish)
    before = rows(url)
    assert all(before[table.name] for table in TABLES), "something in every table"
    path = tmp_path / "deep" / "table.backup"
    told = json.loads(admin(url, "backup", path, "--json").stdout)
    assert told == {"file": str(path), "bytes": path.stat().st_size}
    assert rows(url) == before
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    assert [file.name for file in path.parent.iterdir()] == ["table.backup"]

    async def go_on(store: Store) -> None:
        await store.append(match, 6, "choice", 0, 1, Summary((), "1941", "finished", {"text": "won"}))
        await store.add_chat(match, None, "Berta", "Too late")
        await store.create_match("downfall", "x", 2, {}, [NewSeat("open")])
        await store.close_session(token)

    with_store(url, go_on)
    assert rows(url) != before
    restored = admin(url, "restore", path, "--yes", "--json")
    assert json.loads(restored.stdout) == {"file": str(path), "matches": 1, "players": 1}
    assert as_restored(rows(url)) == as_restored(before)
    assert rows(url)["session"] == []

    async def look(store: Store) -> None:
        found = await store.get_match(match)
        assert found is not None and found.seq == 5
        assert [seq for seq, _ in found.renewed] == [5]
        # Numbers go on after the restored ones.
        assert (await store.create_guest()).id > 2
        assert (await store.add_chat(match, None, "Berta", "Again")).id > 1
        assert await store.append(match, 6, "choice", 0, 1, Summary())

    with_store(url, look)


def test_a_backup_of_either_database_fits_the_other(
    sqlite_url: str, postgres_url: str, tmp_path: Path
) -> None:
    with_store(sqlite_url, furnish)
    before = rows(sqlite_url)
    one, two = tmp_path / "one", tmp_path / "two"
    assert admin(sqlite_url, "backup", one).exit_code == 0
    assert one.read_bytes().startswith(b"SQLite format 3")
    assert admin(postgres_url, "restore", one, "--yes").exit_code == 0
    assert as_restored(rows(postgres_url)) == as_restored(before)
    now = rows(postgres_url)
    assert admin(postgres_url, "backup", two).exit_code == 0
    lines = two.read_text().splitlines()
    assert json.loads(lines[0]) == {"sandtable": "store", "format": 1, "revision": "0004"}
    assert len(lines) == 2 + sum(len(table) for table in now.values())
    fresh = f"sqlite:///{tmp_path / 'fresh.db'}"
    assert admin(fresh, "restore", two, "--yes").exit_code == 0
    assert as_restored(rows(fresh)) == as_restored(before)
    with_store(postgres_url, lambda store: store.create_guest())


def test_a_backup_during_play_is_of_one_moment(url: str, tmp_path: Path) -> None:
    matches: list[str] = []
    stop, begun = threading.Event(), threading.Event()
    played: list[int] = []

    async def play(store: Store) -> None:
        for _ in range(3):
            matches.append((await store.create_match("downfall", "x", 2, {}, [NewSeat("open")])).match.id)
        seq = 0
        while not stop.is_set():
            seq += 1
            for match in matches:
                assert await store.append(match, seq, "choice", 0, seq, Summary((seq,)))
            if seq == 20:
                begun.set()
        played.append(seq)

    player = threading.Thread(target=with_store, args=(url, play))
    player.start()
    try:
        assert begun.wait(60)
        result = admin(url, "backup", tmp_path / "during")
        during = json.loads(admin(url, "list", "--json").stdout)["matches"]
    finally:
        stop.set()
        player.join(60)
    assert result.exit_code == 0, result.stderr
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    assert admin(copy, "restore", tmp_path / "during", "--yes").exit_code == 0

    async def look(store: Store) -> list[int]:
        counts: list[int] = []
        for match in matches:
            found = await store.get_match(match)
            events = await store.events(match)
            assert found is not None and found.seq == len(events) and found.waiting == (len(events),)
            counts.append(len(events))
        return counts

    counts = with_store(copy, look)
    # The matches take turns, so at no moment are they more than one event apart.
    assert max(counts) - min(counts) <= 1 and counts == sorted(counts, reverse=True)
    assert min(counts) >= 20 and max(counts) <= max(match["choices"] for match in during) <= played[0]


def test_a_running_server_notices_that_a_backup_was_restored(url: str, tmp_path: Path) -> None:
    async def serve(store: Store) -> None:
        match, _ = await furnish(store)
        await store.backup(tmp_path / "backup")
        assert await store.append(match, 6, "choice", 0, 66, Summary((1,)))
        assert not await store.restored()
        other = await Store.open(url)
        await other.restore(tmp_path / "backup")
        await other.close()
        assert await store.restored()
        # Neither the next number nor the one that is free again: this server may know other events.
        for seq in (6, 7):
            with pytest.raises(Restored, match="Load the page again"):
                await store.append(match, seq, "choice", 0, 77, Summary((0,)))
        await store.resume()
        assert not await store.restored()
        found = await store.get_match(match)
        assert found is not None and found.seq == 5
        assert await store.append(match, 6, "choice", 0, 77, Summary((0,)))

    with_store(url, serve)


def test_a_restored_backup_ends_all_sessions(tmp_path: Path, cheap_passwords: None) -> None:
    """A session that was ended after the backup was made does not come back to life."""
    url = f"sqlite:///{tmp_path / 'table.db'}"
    with serving(url) as server:
        ann, bob = server.visitor(), server.visitor()
        ann.post("/api/sign-up", {"name": "Ann", "password": "correct horse battery"})
        match_id = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])["id"]
        bob.post(f"/api/matches/{match_id}/join")
        stolen = dict(ann.cookies)
        server.do(server.service.store.backup, tmp_path / "backup")
        assert ann.post("/api/sign-out").status_code == 200
        with bob.live(match_id) as line:
            line.hear("state")
            assert admin(url, "restore", tmp_path / "backup", "--yes").exit_code == 0
            server.do(server.service.matches.sweep)
            server.do(server.service.connections.look_up, server.service.store, 0.0)
            with pytest.raises(WebSocketDisconnect) as ended:
                while True:
                    line.socket.receive_json(timeout=20)
            assert ended.value.code == 4401
        ann.cookies = stolen
        for who in (ann, bob):
            told = who.get(f"/api/matches/{match_id}").json()
            assert not any(seat["mine"] for seat in told["seats"])
            assert who.post("/api/matches", {"game": "downfall"}).status_code == 401
        fresh = server.visitor()
        assert (
            fresh.post("/api/sign-in", {"name": "Ann", "password": "correct horse battery"}).status_code
            == 200
        )
        assert fresh.get(f"/api/matches/{match_id}").json()["seats"][0]["mine"]


def test_a_restore_during_play_leaves_every_history_whole(url: str, tmp_path: Path) -> None:
    matches: list[str] = []
    stop, begun, noticed = threading.Event(), threading.Event(), threading.Event()

    async def play(store: Store) -> None:
        for _ in range(3):
            matches.append((await store.create_match("downfall", "x", 2, {}, [NewSeat("open")])).match.id)
        await store.backup(tmp_path / "backup")
        known = dict.fromkeys(matches, 0)
        while not stop.is_set():
            for match in matches:
                try:
                    if await store.append(match, known[match] + 1, "choice", 0, 0, Summary()):
                        known[match] += 1
                except Restored:
                    await store.resume()
                    for other in matches:
                        found = await store.get_match(other)
                        assert found is not None
                        known[other] = found.seq
                    noticed.set()
            if min(known.values()) == 20:
                begun.set()

    player = threading.Thread(target=with_store, args=(url, play))
    player.start()
    try:
        assert begun.wait(60)
        result = admin(url, "restore", tmp_path / "backup", "--yes")
        assert result.exit_code == 0, result.stderr
        assert noticed.wait(60)
    finally:
        stop.set()
        player.join(60)

    async def look(store: Store) -> None:
        for match in matches:
            found = await store.get_match(match)
            events = await store.events(match)
            assert found is not None and [e.seq for e in events] == list(range(1, found.seq + 1))

    with_store(url, look)


def test_a_backup_needs_no_migration(url: str, tmp_path: Path) -> None:
    with_store(url, furnish)
    engine = engines.create_engine(engines.parse_url(url))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0000'")
    engine.dispose()
    # As before an upgrade: the tables are not of this version, and stay so.
    assert admin(url, "list").exit_code == 2
    assert admin(url, "backup", tmp_path / "old").exit_code == 0
    assert admin(url, "list").exit_code == 2


def test_a_backup_of_the_first_tables_is_brought_up_to_date(url: str, tmp_path: Path) -> None:
    """From either database: made before an upgrade, put back after it, while the new server runs."""
    engines.migrate(url, "0001")
    engine = engines.create_engine(engines.parse_url(url))
    with engine.begin() as connection:
        connection.execute(
            sqlalchemy.text("INSERT INTO player (id, name, name_key, created) VALUES (7, 'Anna', 'anna', 0)")
        )
    engine.dispose()
    path = tmp_path / "old"
    assert admin(url, "backup", path).exit_code == 0

    async def serve(store: Store) -> None:
        await store.sign_up((await store.create_guest()).id, "Berta", "x")
        restored = await asyncio.to_thread(admin, url, "restore", path, "--yes")
        assert restored.exit_code == 0, restored.stderr
        assert await store.restored()
        await store.resume()
        assert [player.name for player in await store.all_players()] == ["Anna"]
        assert (await store.create_guest()).id > 7

    with_store(url, serve)
    assert rows(url)["insight"] == []


def test_backups_are_not_written_over(url: str, tmp_path: Path) -> None:
    with_store(url, furnish)
    path = tmp_path / "table.backup"
    path.write_text("precious")
    refused = admin(url, "backup", path)
    assert refused.exit_code == 2 and "--force" in refused.stderr and path.read_text() == "precious"
    assert admin(url, "backup", path, "--force").exit_code == 0
    assert path.read_bytes() != b"precious"
    told = json.loads(admin(url, "backup", tmp_path, "--json").stdout)
    assert Path(told["file"]).parent == tmp_path and Path(told["file"]).is_file()
    refused = admin(url, "backup", path / "inside")
    assert refused.exit_code == 2 and "cannot be written" in refused.stderr


def test_the_database_is_no_place_for_its_own_backup(sqlite_url: str, tmp_path: Path) -> None:
    with_store(sqlite_url, furnish)
    before = rows(sqlite_url)
    refused = admin(sqlite_url, "backup", tmp_path / "table.db", "--force")
    assert refused.exit_code == 2 and "is the database itself" in refused.stderr
    assert rows(sqlite_url) == before


def test_restoring_asks_first(url: str, tmp_path: Path) -> None:
    with_store(url, furnish)
    admin(url, "backup", tmp_path / "backup")
    with_store(url, lambda store: store.create_guest("Newcomer"))
    before = rows(url)
    stopped = admin(url, "restore", tmp_path / "backup", input="n\n")
    assert stopped.exit_code == 130 and "matches: 1" in stopped.stderr
    assert rows(url) == before
    assert admin(url, "restore", tmp_path / "backup", input="y\n").exit_code == 0
    assert rows(url) != before


def dump(url: str, tmp_path: Path) -> list[bytes]:
    """The lines of a backup of PostgreSQL."""
    with_store(url, furnish)
    admin(url, "backup", tmp_path / "lines")
    return (tmp_path / "lines").read_bytes().splitlines(keepends=True)


def test_a_damaged_dump_changes_nothing(postgres_url: str, tmp_path: Path) -> None:
    lines = dump(postgres_url, tmp_path)
    before = rows(postgres_url)
    bad = {
        "empty": b"",
        "cut at a line": b"".join(lines[:-1]),
        "cut in a line": b"".join(lines)[:-20],
        "line lost": b"".join(lines[:3] + lines[4:]),
        "changed": b"".join(lines).replace(b"Take Riga", b"Take Kyiv"),
        "no head": b"".join(lines[1:]),
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
        "later format": b"".join([lines[0].replace(b'"format":1', b'"format":2'), *lines[1:]]),
        "later version": b"".join([lines[0].replace(b"0004", b"9999"), *lines[1:]]),
    }
    for name, data in bad.items():
        path = tmp_path / name
        path.write_bytes(data)
        refused = admin(postgres_url, "restore", path, "--yes")
        assert refused.exit_code == 2, name
        assert refused.stderr.count("\n") == 1 and refused.stderr.endswith(".\n"), refused.stderr
        assert rows(postgres_url) == before, name
    assert "does not fit this Sandtable" in refused.stderr and str(path) in refused.stderr


def test_a_damaged_copy_changes_nothing(url: str, tmp_path: Path) -> None:
    with_store(url, furnish)
    before = rows(url)
    source = f"sqlite:///{tmp_path / 'source.db'}"
    with_store(source, furnish)
    good = tmp_path / "good"
    admin(source, "backup", good)
    data = good.read_bytes()
    (tmp_path / "short").write_bytes(data[: len(data) // 2])
    (tmp_path / "scribbled").write_bytes(data[:8192] + b"\xff" * 4096 + data[12288:])
    (tmp_path / "head only").write_bytes(data[:16])
    with sqlite3.connect(tmp_path / "foreign") as connection:
        connection.execute("CREATE TABLE recipe (name TEXT)")
    connection.close()
    with sqlite3.connect(tmp_path / "torn") as torn, sqlite3.connect(good) as whole:
        whole.backup(torn)
        torn.execute("DELETE FROM player")  # without minding references
        torn.commit()
    torn.close()
    whole.close()
    for name in ("short", "scribbled", "head only", "foreign", "torn"):
        refused = admin(url, "restore", tmp_path / name, "--yes")
        assert refused.exit_code == 2 and "Nothing was changed" in refused.stderr, name
        assert rows(url) == before, name
    missing = admin(url, "restore", tmp_path / "missing", "--yes")
    assert missing.exit_code == 2 and "There is no backup" in missing.stderr


def test_a_restore_that_fails_halfway_changes_nothing(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def serve(store: Store) -> None:
        match, _ = await furnish(store)
        await store.backup(tmp_path / "backup")
        await store.append(match, 6, "choice", 0, 66, Summary())
        before = rows(url)
        # The last table to be written is not there.
        nowhere = sqlalchemy.Table(
            "nowhere", sqlalchemy.MetaData(), sqlalchemy.Column("mark", sqlalchemy.Text)
        )
        monkeypatch.setattr("sandtable.server.store.backup.generation", nowhere)
        with pytest.raises(StoreError):
            await store.restore(tmp_path / "backup")
        assert rows(url) == before
        assert await store.append(match, 7, "choice", 0, 77, Summary())

    with_store(url, serve)


# --- remove and reset a password


def test_remove_takes_matches_and_players(url: str) -> None:
    match, _ = with_store(url, furnish)
    unknown = admin(url, "remove", match, "nosuchmatch")
    assert unknown.exit_code == 2 and "no match nosuchmatch" in unknown.stderr
    nobody = admin(url, "remove", match, "--player", "Berta")
    assert nobody.exit_code == 2 and "Nobody signed up as Berta" in nobody.stderr
    nothing = admin(url, "remove")
    assert nothing.exit_code == 2 and "Name what to remove" in nothing.stderr
    assert len(json.loads(admin(url, "list", "--json").stdout)["matches"]) == 1
    done = admin(url, "remove", match, "--player", "anna", "--json")
    assert json.loads(done.stdout) == {"matches": [match], "players": ["Anna"]}
    assert json.loads(admin(url, "list", "--json").stdout) == {"matches": []}
    assert admin(url, "list", "--players").stdout == "There are no players.\n"


@pytest.mark.usefixtures("cheap_passwords")
def test_a_reset_password_works_and_ends_the_sessions(url: str) -> None:
    _, token = with_store(url, furnish)
    told = json.loads(admin(url, "reset-password", "ANNA", "--json").stdout)
    assert told["player"] == "Anna"

    async def kept(store: Store) -> tuple[str | None, bool]:
        player = await store.player_by_name("Anna")
        assert player is not None
        return player.password, await store.get_session(token) is None

    hashed, ended = with_store(url, kept)
    assert passwords.verify(hashed, told["password"]) and ended
    said = admin(url, "reset-password", "Anna")
    assert passwords.verify(with_store(url, kept)[0], said.stdout.split()[-1])
    given = admin(url, "reset-password", "Anna", "--stdin", input="my own words\n")
    assert given.stdout == "Anna has a new password.\n"
    assert passwords.verify(with_store(url, kept)[0], "my own words")
    short = admin(url, "reset-password", "Anna", "--stdin", input="short\n")
    assert short.exit_code == 2 and "at least 8" in short.stderr
    assert passwords.verify(with_store(url, kept)[0], "my own words")
    nobody = admin(url, "reset-password", "Berta")
    assert nobody.exit_code == 2 and "Nobody signed up as Berta" in nobody.stderr


@pytest.mark.usefixtures("cheap_passwords")
def test_a_running_server_sees_what_was_removed(url: str) -> None:
    with serving(url) as server:
        ann, bob = server.visitor(), server.visitor()
        ann.post("/api/sign-up", {"name": "Anna", "password": "correct horse"})
        one = ann.make(seats=[{"kind": "human"}, {"kind": "open"}])["id"]
        two = bob.make()["id"]
        bob.post(f"/api/matches/{one}/join")
        with bob.live(one) as first, bob.live(two) as second, ann.live(one) as hers:
            for line in (first, second, hers):
                line.hear("state")
            assert admin(url, "remove", two, "--player", "Anna").exit_code == 0
            server.do(server.service.matches.sweep)
            assert "does not exist" in second.hear("error")["text"]
            while True:
                seats = first.hear("state")["seats"]
                if not seats[0]["player"]:
                    break
            assert [seat["kind"] for seat in seats] == ["open", "open"]
            # What she could see she sees no more, though her connection still stands.
            while True:
                state = hers.hear("state")
                if not state["seats"][0]["player"]:
                    break
            assert state["viewer"] is None and state["prompts"] == []
        assert bob.get(f"/api/matches/{two}/state").status_code == 404
        assert bob.get(f"/api/matches/{one}").json()["owner"]
        assert ann.get("/api/matches").json()["matches"] == []
