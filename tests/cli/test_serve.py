"""`sandtable serve`: what it refuses, and that it serves and ends when told to."""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.cli.conftest import Run
from tests.server.outside import Guest, Process, process
from tests.server.postgres import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]
SECONDS = 60.0


def served(server: Process, path: str = "/api/games") -> None:
    """Somebody asks for something and gets it, over a connection of its own."""
    assert httpx.get(server.address + path, timeout=SECONDS).status_code == 200


def children(pid: int) -> list[int]:
    """The processes that a process has started, and those started by them."""
    try:
        told = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []  # it is gone
    found = [int(entry) for entry in told.split()]
    return found + [deeper for child in found for deeper in children(child)]


def workers(server: Process) -> list[int]:
    """Those of a server's processes that serve: they hold the socket that listens."""
    port = f":{int(server.address.rpartition(':')[2]):04X} 00000000:0000 0A"
    line = next(line for line in Path("/proc/net/tcp").read_text().splitlines() if port in line)
    inode = f"socket:[{line.split()[9]}]"
    return [pid for pid in children(server.process.pid) if inode in links(pid)]


def links(pid: int) -> list[str]:
    """What a process has open; nothing when it is gone."""
    try:
        entries = list(Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return []
    found: list[str] = []
    for entry in entries:
        with contextlib.suppress(OSError):  # what was closed meanwhile
            found.append(os.readlink(entry))
    return found


def until(so: Callable[[], bool]) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + SECONDS
    while not so():
        assert time.monotonic() < end
        time.sleep(0.02)


def gone(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


needs_proc = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="reads /proc")


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
    wrong = [["--port", "70000"], ["--bots", "0"], ["--origin", "nowhere"], ["--origin", "https://[nowhere"]]
    wrong += [["--think", seconds] for seconds in ("0", "-1", "nan", "inf", "-inf", "1e999")]
    for args in wrong:
        result = run("serve", *args)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1 and result.stderr.endswith(".\n")
    assert not home.exists()
    assert run("serve", "--database", "mysql://somewhere/table").exit_code == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_from_the_users_folder_and_ends_when_told_to(tmp_path: Path, number: int) -> None:
    with process(tmp_path) as server:
        served(server)
        served(server, "/api/me")
        assert (tmp_path / "sandtable" / "table.db").exists()
        assert server.stop(number) == 0
        assert server.said() == ""


def test_an_interrupt_while_bots_are_loaded_is_no_failure(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        asyncio.run(Guest().make(server.address, game="downfall", players=2))
        assert server.stop(signal.SIGINT, group=True) == 0
        assert server.process.stdout is not None
        server.process.stdout.read()  # until the last of its processes is gone
        assert server.said() == ""


def test_two_processes_serve_one_address_and_end_when_told_to(tmp_path: Path, postgres_url: str) -> None:
    with process(tmp_path, "--workers", "2", "--database", postgres_url) as server:
        for _ in range(10):
            served(server)
        # As a terminal does with Ctrl-C: all processes get the signal.
        assert server.stop(signal.SIGINT, group=True) == 0
        assert server.said() == ""
    assert not (tmp_path / "sandtable").exists()


@needs_proc
def test_a_process_that_dies_is_replaced_and_all_end_with_the_first(
    tmp_path: Path, postgres_url: str
) -> None:
    with process(tmp_path, "--workers", "2", "--database", postgres_url) as server:
        served(server)
        until(lambda: len(workers(server)) == 2)
        victim, other = workers(server)
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(workers(server)) == 2 and victim not in workers(server))
        until(lambda: other in workers(server))
        # The sentence follows the fresh process, so it may be a moment late.
        until(lambda: f"Process {victim} has died" in server.said())
        served(server)
        # Without the first process nobody could replace or end the others, and the port stayed taken.
        both = workers(server)
        until(lambda: all(len(links(pid)) > 10 for pid in both))
        server.kill()
        until(lambda: all(gone(pid) for pid in both))
