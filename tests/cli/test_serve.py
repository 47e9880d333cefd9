"""`sandtable serve`: what it refuses, and that it serves and ends when told to."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.cli.conftest import Run
from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]
SECONDS = 60.0


@contextmanager
def serving(folder: Path, *args: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server of its own with a home of its own; the process and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "sandtable", "serve", "--port", "0", *args],
        env={**os.environ, "XDG_DATA_HOME": str(folder), "SANDTABLE_DATABASE": ""},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        yield process, found.group()
    finally:
        process.kill()
        process.communicate()


def test_several_processes_need_postgresql(run: Run) -> None:
    result = run("serve", "--workers", "2", "--port", "0")
    assert result.exit_code == 2
    assert "needs PostgreSQL" in result.stderr
    assert result.stdout == ""


def test_a_port_that_is_taken_is_told(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("serve", "--port", str(port), "--database", tmp_path / "table.db")
    assert result.exit_code == 2
    assert f"port {port}" in result.stderr and result.stderr.count("\n") == 1


def test_what_cannot_work_is_refused_before_anything_is_touched(run: Run, home: Path) -> None:
    for args in (["--port", "70000"], ["--bots", "0"], ["--think", "0"], ["--origin", "nowhere"]):
        assert run("serve", *args).exit_code == 2
    assert not home.exists()
    assert run("serve", "--database", "mysql://somewhere/table").exit_code == 2


def test_it_serves_from_the_users_folder_and_ends_when_interrupted(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, address):
        games = httpx.get(f"{address}/api/games", timeout=SECONDS)
        assert games.status_code == 200
        assert httpx.get(f"{address}/api/me", timeout=SECONDS).status_code == 200
        assert (tmp_path / "sandtable" / "table.db").exists()
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0


def test_two_processes_serve_one_address(tmp_path: Path, postgres_url: str) -> None:
    with serving(tmp_path, "--workers", "2", "--database", postgres_url) as (process, address):
        for _ in range(10):
            # A connection each, so that both processes get some.
            assert httpx.get(f"{address}/api/games", timeout=SECONDS).status_code == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(SECONDS) == 0
    assert not (tmp_path / "sandtable").exists()
