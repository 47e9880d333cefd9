"""The command line as a process: exit statuses, closed pipes, closed input, lost terminals, interrupts."""

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from sandtable.engine.match import Match
from sandtable.games import SLUGS
from tests.engine.tiny import StraitsGame

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "tests.cli.straits_cli"]


def run(*args: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*COMMAND, *args], cwd=ROOT, text=True, capture_output="stdout" not in more, timeout=120, **more
    )


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line for the shell in which $S is the command."""
    env = {**os.environ, "S": " ".join(COMMAND)}
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], cwd=ROOT, text=True, capture_output=True, timeout=120, env=env
    )


def saved(home: Path) -> Match:
    """The one game that was saved."""
    files = list((home / "saves").glob("*.save"))
    assert len(files) == 1
    return Match.load(StraitsGame(), files[0].read_bytes())


class Terminal:
    """A process in a terminal of its own."""

    def __init__(self, *args: str) -> None:
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # A suite in the background may ignore interrupts; a terminal does not.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(ROOT)
            os.execvpe(COMMAND[0], [*COMMAND, *args], {**os.environ, "TERM": "xterm", "COLUMNS": "100"})
        self.text = ""

    def until(self, wanted: str, seconds: float = 90) -> str:
        """Read until this text has appeared; all that was read since the last time."""
        end = time.monotonic() + seconds
        while wanted not in self.text:
            assert time.monotonic() < end, f"{wanted!r} is missing in {self.text!r}"
            if select.select([self.fd], [], [], 0.2)[0]:
                with contextlib.suppress(OSError):
                    self.text += os.read(self.fd, 65536).decode()
        before, _, self.text = self.text.partition(wanted)
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", before + wanted)

    def type(self, text: str) -> None:
        time.sleep(0.3)  # the prompt is out before the terminal is ready for keys
        os.write(self.fd, text.encode())

    def insist(self, do: Callable[[], object], wanted: str) -> None:
        """Do it until it has worked: keys and signals may get lost while the prompt is just being set up."""
        for _ in range(8):
            with contextlib.suppress(OSError):
                do()
            with contextlib.suppress(AssertionError):
                self.until(wanted, 10)
                return
        raise AssertionError(f"nothing leads to {wanted!r}: {self.text!r}")

    def status(self) -> int:
        """The exit status, -1 if it does not end."""
        end = time.monotonic() + 90
        while time.monotonic() < end:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                return os.waitstatus_to_exitcode(status)
            if self.fd >= 0 and select.select([self.fd], [], [], 0.05)[0]:
                with contextlib.suppress(OSError):
                    self.text += os.read(self.fd, 65536).decode()
            else:
                time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        return -1

    def close(self) -> None:
        os.close(self.fd)
        self.fd = -1


def test_exit_statuses() -> None:
    assert run("games").returncode == 0
    wrong = run("play", "chess")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == f"There is no game 'chess'; there is {', '.join(SLUGS)}.\n"
    assert run("rules", "straits", "--tests", "docs-that-are-not").returncode == 2


def test_a_failed_check_is_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STRAITS_BUG", "crash")
    assert run("fuzz", "straits", "--games", "20", "--jobs", "1").returncode == 1


def test_python_m_sandtable() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0 and "Usage: sandtable" in done.stdout


def test_a_reader_who_stops_reading_is_no_error() -> None:
    for line in (
        "$S games --json | true",
        "$S games | head -1",
        "$S play straits </dev/zero | head -c 9",
    ):
        done = shell(line)
        assert done.returncode in (0, 141), done.stderr
        assert "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_play_into_a_closed_pipe_saves_the_game(home: Path) -> None:
    done = shell("yes 1 | head -40 | $S play straits --players 2 --seed 1 | head -1")
    assert "The game is saved as" in done.stderr
    assert "Traceback" not in done.stderr
    assert saved(home).game.slug == "straits"


def test_closed_standard_streams(home: Path) -> None:
    assert shell("$S games >&-").returncode == 0
    done = shell("$S play straits --players 2 <&-")
    assert done.returncode == 0
    assert "The game is saved as" in done.stdout
    assert saved(home).setup.players == 2
    assert shell("$S play nonsense 2>&-").returncode == 2


def test_the_end_of_input_saves_the_game(home: Path) -> None:
    done = run("play", "straits", "--players", "2", "--seed", "1", input="1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Continue with: sandtable play --load straits-" in done.stdout
    assert len(saved(home).history) >= 1


def test_a_full_disk_is_one_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    done = shell("$S games >/dev/full")
    assert done.returncode == 1
    assert done.stderr == "The system reports an error: No space left on device.\n"


def test_letters_the_stream_cannot_write(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    done = run("play", "straits", input="tank\n\x80quit\n")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr


def test_an_interrupt_ends_a_long_command_politely() -> None:
    process = subprocess.Popen(
        [*COMMAND, "fuzz", "straits", "--games", "1000000", "--jobs", "1"],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    time.sleep(5)  # long enough to be at work also on a busy machine
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "" and err.endswith("Stopped.\n") and "Traceback" not in err


# Runs the command line, interrupted when this number of modules has been imported since the start.
INTERRUPTED = """
import os, runpy, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
left = int(sys.argv.pop(1))

class Finder:
    def find_spec(self, name, path=None, target=None):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
runpy.run_module("sandtable", run_name="__main__")
"""


@pytest.mark.parametrize("modules", [8, 9, 12, 20, 40, 80, 150, 250, 400])
def test_an_interrupt_while_a_command_is_being_loaded_is_one_sentence(modules: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, str(modules), "games"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=120,
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "Stopped.\n")


# The same, interrupted at the import of a module, where the exception is swallowed.
SWALLOWED = INTERRUPTED.replace("int(sys.argv", "str(sys.argv").replace(
    """        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)
""",
    """        if left == name:
            try:
                os.kill(os.getpid(), signal.SIGINT)
                sum(range(1000))
            except KeyboardInterrupt:
                pass
""",
)


@pytest.mark.parametrize("module", ["sqlalchemy", "alembic.config", "uvicorn", "litestar"])
def test_an_interrupt_while_the_server_is_being_loaded_is_not_lost(module: str, home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED, module, "serve", "--port", "0"],
        cwd=ROOT,
        text=True,
        capture_output=True,
        timeout=30,
    )
    assert (done.returncode, done.stderr) == (130, "Stopped.\n")


def test_the_package_loads_next_to_nothing_before_it_answers_interrupts() -> None:
    code = (
        "import sys; before = set(sys.modules); import sandtable.cli; print(len(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=120)
    assert int(done.stdout) <= 4


def test_a_game_in_a_terminal(home: Path) -> None:
    terminal = Terminal("play", "straits", "--players", "2", "--seed", "1")
    terminal.until("red> ")
    terminal.type("hel\t\r")
    assert "in one line: north " in terminal.until("red> ")
    terminal.type("1\r")
    terminal.until("red> ")
    terminal.type("quit\r")
    terminal.until("Continue with: sandtable play --load")
    assert terminal.status() == 0
    assert len(saved(home).history) >= 2


def test_a_closed_terminal_saves_the_game(home: Path) -> None:
    terminal = Terminal("play", "straits", "--players", "2", "--seed", "1")
    terminal.until("red> ")
    terminal.type("1\r")
    terminal.until("red> ")
    terminal.close()
    assert terminal.status() == 0
    assert len(saved(home).history) >= 2


def test_ctrl_d_and_ctrl_c_save_the_game(home: Path) -> None:
    for keys, status in (("\x04", 0), ("\x03", 130)):
        for old in (home / "saves").glob("*"):
            old.unlink()
        terminal = Terminal("play", "straits", "--players", "2", "--seed", "1")
        terminal.until("red> ")
        terminal.insist(partial(terminal.type, keys), "The game is saved as")
        assert terminal.status() == status
        assert saved(home).history == [] or len(saved(home).history) == 1


def test_a_request_to_end_saves_the_game(home: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGHUP):
        for old in (home / "saves").glob("*"):
            old.unlink()
        terminal = Terminal("play", "straits", "--players", "2", "--seed", "1")
        terminal.until("red> ")
        terminal.insist(partial(os.kill, terminal.pid, number), "The game is saved as")
        assert terminal.status() == 0
        assert saved(home).setup.seed == 1


def test_hot_seat_wipes_the_screen() -> None:
    terminal = Terminal("play", "straits", "--players", "2", "--seat", "red=me", "--seat", "green=me")
    terminal.until("Pass the keyboard to red")
    terminal.type("\r")
    terminal.until("red> ")
    terminal.type("1\r")
    wiped = ""
    while "Pass the keyboard to green" not in wiped:
        wiped += os.read(terminal.fd, 65536).decode()
    assert "\x1b[2J" in wiped and "\x1b[3J" in wiped
    terminal.type("quit\r")
    assert terminal.status() == 0
