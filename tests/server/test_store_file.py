"""The file of a SQLite store: one server has it at a time, and says so when it is lost."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from sandtable.server.store import Claim, Lost, NewSeat, Store, StoreError, Summary, base
from tests.server.outside import SECONDS, process
from tests.server.visiting import serving

# --- one server at a time


def second(file: Path, home: Path) -> subprocess.CompletedProcess[str]:
    """Another server on the same file."""
    return subprocess.run(
        [sys.executable, "-m", "sandtable", "serve", "--port", "0", "--database", str(file)],
        env={**os.environ, "XDG_DATA_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_a_second_server_on_the_same_file_refuses_to_start(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    link = tmp_path / "link.db"
    link.symlink_to(file)
    with process(tmp_path / "one", "--database", str(file)) as first:
        for name in (file, link):
            other = second(name, tmp_path)
            assert other.returncode == 2
            assert other.stdout == ""
            assert other.stderr.count("\n") == 1
            assert f"Another server (process {first.process.pid}) uses" in other.stderr
        first.kill()
    # Nothing is left of it after a crash.
    with process(tmp_path / "two", "--database", str(file)) as third:
        assert httpx.get(f"{third.address}/api/games", timeout=SECONDS).status_code == 200
        assert third.stop(signal.SIGTERM) == 0
        assert third.said() == ""


def refused(url: str) -> str:
    """Why the application does not start there."""
    with pytest.raises(BaseExceptionGroup) as found, serving(url):
        pass
    error: BaseException = found.value
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, StoreError)
    return str(error)


def test_the_application_itself_refuses(sqlite_url: str) -> None:
    """Whoever starts it, with uvicorn or within another program."""
    with serving(sqlite_url):
        assert f"(process {os.getpid()})" in refused(sqlite_url)
    with serving(sqlite_url) as again:
        assert again.visitor().me()["player"]["name"] == "Guest 1"


def test_a_server_that_does_not_start_leaves_the_file_free(tmp_path: Path, sqlite_url: str) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Claim("/dev/null/table.db")
    (tmp_path / "table.db").write_text("This is not a database. " * 50)
    assert "not a database" in refused(sqlite_url)
    (tmp_path / "table.db").unlink()
    with serving(sqlite_url):
        pass


def test_postgresql_is_for_several(postgres_url: str) -> None:
    with Claim(postgres_url), Claim(postgres_url):
        pass


def test_a_drive_without_locks_is_told_of(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def none(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", none)
    with Claim(sqlite_url), Claim(sqlite_url):
        assert "against a second server" in caplog.text


# --- a file that is lost


def removed(file: Path) -> None:
    """The database is removed with all that belongs to it."""
    for path in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        path.unlink()


def log_removed(file: Path) -> None:
    """Somebody tidies up."""
    Path(f"{file}-wal").unlink()


def replaced(file: Path) -> None:
    """Somebody puts an old copy in its place."""
    shutil.copyfile(file, f"{file}.old")
    os.replace(f"{file}.old", file)


def moved(file: Path) -> None:
    """Its folder gets another name."""
    file.parent.rename(file.parent.with_name("elsewhere"))


WAYS = [removed, log_removed, replaced, moved]


@pytest.mark.parametrize("lose", WAYS)
def test_nothing_is_acknowledged_when_the_file_is_lost(
    tmp_path: Path, lose: Callable[[Path], None], caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "here"
    file = folder / "table.db"
    with serving(f"sqlite:///{file}") as server:
        ann = server.visitor()
        match_id = ann.make()["id"]
        with ann.live(match_id) as line:
            state = line.hear("state")
            assert ann.play(match_id).status_code == 200
            state = line.until(1)
            caplog.clear()
            lose(file)
            prompt = state["prompts"][0]
            choice = {"seq": 1, "seat": prompt["seat"], "choice": prompt["choices"][0]["id"]}
            line.send(type="choose", **choice)
            told = line.socket.receive_json(timeout=20)
            while told["type"] not in ("ack", "refused", "error"):
                told = line.socket.receive_json(timeout=20)
            assert told["type"] != "ack"
            assert "lost its database file" in told["text"]
            for path, body in (
                (f"/api/matches/{match_id}/choices", choice),
                ("/api/matches", {"game": "downfall"}),
            ):
                answer = ann.post(path, body)
                assert answer.status_code == 503
                assert "lost its database file" in answer.json()["text"]
                assert str(tmp_path) not in answer.text
        assert str(file) in caplog.text
        levels = [entry.levelno for entry in caplog.records if "removed or replaced" in entry.getMessage()]
        assert levels == [logging.CRITICAL]  # once is enough
        if lose is moved:
            # It goes on when the file is put back.
            (tmp_path / "elsewhere").rename(folder)
            assert ann.post(f"/api/matches/{match_id}/choices", choice).status_code == 200
            assert ann.state(match_id)["seq"] == 2


@pytest.mark.anyio
async def test_what_is_lost_while_it_is_written_is_not_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the file goes between the look at it and the commit, and whichever way is taken to write."""
    file = tmp_path / "table.db"
    store = await Store.open(f"sqlite:///{file}")
    seats = [NewSeat("open")]
    made = (await store.create_match("downfall", "x", 1, {}, seats, summary=Summary())).match
    true_quickly = base._do_quickly

    def lose(*given: object) -> bool:
        done = true_quickly(*given)  # type: ignore[arg-type]
        file.rename(tmp_path / "gone.db")
        return done

    monkeypatch.setattr(base, "_do_quickly", lose)
    assert not store.append_now(made.id, 1, "choice", 0, 1, Summary())
    (tmp_path / "gone.db").rename(file)
    with pytest.raises(Lost):
        await store.append(made.id, 2, "choice", 0, 1, Summary())
    for asked in (store.get_match(made.id), store.create_guest(), store.events(made.id)):
        with pytest.raises(Lost):
            await asked
    await store.close()
