"""A real PostgreSQL on loopback for tests: in a temporary folder, as a user without rights, gone at the end.

`postgres` is one server for all tests of a process, `postgres_url` a fresh database of one test. Where no
server can be started the tests are skipped with the reason, unless SANDTABLE_REQUIRE_POSTGRES is set.
"""

import fcntl
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest

REQUIRED = "SANDTABLE_REQUIRE_POSTGRES"
SECONDS = 60
# Faster where nothing needs to survive a power cut; a killed client or server process still loses nothing.
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "100",
    "shared_buffers": "32MB",
}


class Impossible(Exception):
    """Why PostgreSQL cannot be started here."""


def _programs() -> Path:
    """The folder of initdb and postgres, installing Debian's package if it is missing and we may."""
    found = _find()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        # One at a time: tests may run in several processes.
        with (Path(tempfile.gettempdir()) / "sandtable-apt.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if _find() is None:
                _install()
        found = _find()
    if found is None:
        raise Impossible("initdb and postgres are not installed (Debian package postgresql).")
    return found


def _install() -> None:
    """Install Debian's package, without the server of its own that it would set up."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for order in (["update"], ["install", "postgresql-common"], ["install", "postgresql"]):
        command = ["apt-get", "-q", "-y", "-o", "DPkg::Lock::Timeout=300", "--no-install-recommends", *order]
        subprocess.run(command, env=quiet, capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
        settings = Path("/etc/postgresql-common/createcluster.conf")
        if settings.exists() and order[-1] == "postgresql-common":
            settings.write_text(settings.read_text() + "\ncreate_main_cluster = false\n")


def _find() -> Path | None:
    """The newest PostgreSQL there is."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: float(path.parent.name))
    on_path = shutil.which("initdb")
    if on_path:
        places.insert(0, Path(on_path).resolve().parent)
    for place in reversed(places):
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    return None


def _user() -> tuple[str | None, int, int]:
    """The user to run as: ourselves, or somebody without rights if we are root, as PostgreSQL demands."""
    if os.geteuid() != 0:
        return None, os.geteuid(), os.getegid()
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return name, entry.pw_uid, entry.pw_gid
    raise Impossible("PostgreSQL does not run as root, and there is no user postgres or nobody.")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running() -> Iterator[str]:
    """A running server; gives the URL of its database postgres, without the name of a database to follow."""
    programs = _programs()
    name, uid, gid = _user()
    as_user: dict[str, object] = {} if name is None else {"user": uid, "group": gid, "extra_groups": []}
    folder = Path(tempfile.mkdtemp(prefix="sandtable-postgres-"))
    try:
        os.chown(folder, uid, gid)
        data = folder / "data"
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", "sandtable", "-A", "trust", "-E", "UTF8", "-N"]
            + ["--locale=C"],
            capture_output=True,
            text=True,
            timeout=SECONDS,
            cwd=folder,
            **as_user,  # type: ignore[call-overload]
        )
        if made.returncode != 0:
            raise Impossible(f"initdb fails: {(made.stderr.strip().splitlines() or ['no reason'])[-1]}")
        port = _free_port()
        options = [f"--{key}={value}" for key, value in {**SETTINGS, "port": str(port)}.items()]
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                # The watcher ends the server when these tests end, however they do.
                [sys.executable, "-c", WATCHER, repr(as_user), programs / "postgres", "-D", data, *options],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=folder,
                start_new_session=True,
            )
        try:
            url = f"postgresql://sandtable@127.0.0.1:{port}"
            _await(url, server, folder / "log")
            yield url
        finally:
            assert server.stdin is not None
            server.stdin.close()
            try:
                server.wait(SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


# Runs a command until its own standard input ends, which it does when whoever holds the other end is gone.
WATCHER = f"""
import ast, os, shutil, subprocess, sys
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, **ast.literal_eval(sys.argv[1]))
try:
    sys.stdin.buffer.read()
finally:
    server.send_signal({int(signal.SIGINT)})
    server.wait()
    shutil.rmtree(os.getcwd(), ignore_errors=True)
"""


def _await(url: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Until the server answers."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            psycopg.connect(f"{url}/postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError as error:
            if server.poll() is not None or time.monotonic() > end:
                said = log.read_text(errors="replace").strip().splitlines() or [str(error)]
                raise Impossible(f"postgres does not start: {said[-1]}") from error
            time.sleep(0.05)  # between tries, not instead of knowing


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server, without a database's name; one for each worker process of the tests."""
    try:
        with running() as url:
            yield url
    except (Impossible, OSError, subprocess.SubprocessError) as error:
        text = f"PostgreSQL cannot be started here, so its tests are left out: {error}"
        if os.environ.get(REQUIRED):
            pytest.fail(text)
        pytest.skip(text)


@pytest.fixture
def postgres_url(postgres: str) -> Iterator[str]:
    """The URL of a fresh database of its own, dropped after the test."""
    name = f"test_{token_hex(6)}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield f"{postgres}/{name}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
