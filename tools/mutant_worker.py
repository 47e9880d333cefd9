"""Run tests on changed code: reads one question a line from standard input, answers on standard output.

Each change is tried in a child process, so that one that hangs or crashes harms nothing else. There are two
ways:
- without arguments the process has pytest and the engine loaded, but none of the games: every child imports
  the game afresh, with one changed module (some five seconds);
- with the files of a game's tests as arguments the process has collected them and loaded the game, and a
  child only puts new code into the functions that have changed (a tenth of that). What was computed while the
  game was loaded stays, so a change that no test notices here has still to be tried the first way. Changes
  outside functions are left to it from the beginning.
"""

import builtins
import gc
import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import IO, Any, Final

STORAGE: Final = tempfile.TemporaryDirectory(prefix="sandtable-mutants-")  # goes with this process
os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = STORAGE.name
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"

import pytest  # noqa: E402 (it reads the environment set above)
from mutants import SHIFT, shifted  # noqa: E402

# What every child needs is imported once.
for name in ("hypothesis", "sandtable.bots", "sandtable.engine.checks.fuzz", "sandtable.testing"):
    importlib.import_module(name)

MEMORY: Final = 6 << 30
OPTIONS: Final = ["-q", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-o", "addopts="]


class ChangedModule(MetaPathFinder, Loader):
    """Imports one module from a changed source instead of its file."""

    def __init__(self, name: str, path: str, source: str) -> None:
        self.name = name
        self.path = path
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for the changed module only."""
        if fullname != self.name:
            return None
        package = [str(Path(self.path).parent)] if self.path.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=self, submodule_search_locations=package
        )

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Let Python make the module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self.source, self.path, "exec"), module.__dict__)


class NotInFunctions(Exception):
    """A change that new code in the functions of a loaded module cannot make."""


def functions_of(body: CodeType, above: str = "") -> dict[tuple[str, int], CodeType]:
    """Return the functions that a module or class defines, by dotted name; several of a name are numbered."""
    found: dict[tuple[str, int], CodeType] = {}
    for const in body.co_consts:
        if isinstance(const, CodeType):
            name = f"{above}{const.co_name}"
            if "__qualname__" in const.co_names and const.co_argcount == 0:  # a class
                found |= functions_of(const, f"{name}.")
            else:
                found[name, sum(other == name for other, _ in found)] = const
    return found


def outside_functions(body: CodeType) -> list[Any]:
    """Return what a module and its classes run when they are imported, for comparing."""
    told: list[Any] = [body.co_code, body.co_names]
    for const in body.co_consts:
        if not isinstance(const, CodeType):
            told.append((type(const).__name__, const))
        elif "__qualname__" in const.co_names and const.co_argcount == 0:
            told.append(outside_functions(const))
    return told


def put_in(module: ModuleType, before: CodeType, after: CodeType) -> None:
    """Give the functions of a loaded module the code of another version of it."""
    old, new = functions_of(before), functions_of(after)
    if old.keys() != new.keys() or outside_functions(before) != outside_functions(after):
        raise NotInFunctions
    for (name, number), code in new.items():
        if code != old[name, number]:
            live_function(module, name, old[name, number]).__code__ = code


def live_function(module: ModuleType, name: str, code: CodeType) -> FunctionType:
    """Return the function of a loaded module that has this code."""
    holder: Any = module
    *classes, last = name.split(".")
    for part in classes:
        holder = vars(holder).get(part)
        if not isinstance(holder, type):
            raise NotInFunctions
    found = vars(holder).get(last)
    inside = [found.fget, found.fset] if isinstance(found, property) else [found]
    for function in inside:
        while function is not None:
            if isinstance(function, FunctionType) and function.__code__.co_firstlineno == code.co_firstlineno:
                if function.__code__.co_freevars == code.co_freevars:
                    return function
            if hasattr(function, "cache_clear"):
                function.cache_clear()
            function = getattr(function, "__wrapped__", None) or getattr(function, "__func__", None)
    raise NotInFunctions


class Recorder:
    """Notes which rules' tests have failed, skips what can tell nothing new, and measures."""

    def __init__(self, tests: dict[str, list[str]], out: IO[str] | None) -> None:
        self.rules_of: dict[str, list[str]] = {}
        for rule, nodes in tests.items():
            for node in nodes:
                self.rules_of.setdefault(node, []).append(rule)
        self.wanted = set(tests)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()
        self.out = out

    def note(self, node: str) -> None:
        """Note that a test failed: its rules are noticed."""
        self.failed.add(node)
        for rule in self.rules_of.get(node, []):
            if rule in self.wanted:
                self.wanted.remove(rule)
                if self.out is not None:
                    self.out.write(rule + "\n")
                    self.out.flush()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Skip a test all of whose rules are noticed."""
        node = item.nodeid.split("[")[0]
        if self.out is not None:
            if not self.wanted:
                pytest.exit("all noticed", 0)
            if not self.wanted & set(self.rules_of.get(node, [])):
                pytest.skip("its rules are noticed")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note failures and durations; parametrised tests count as one."""
        node = report.nodeid.split("[")[0]
        self.seconds[node] = self.seconds.get(node, 0.0) + report.duration
        if report.failed:
            self.note(node)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that cannot be imported: all its tests fail."""
        if report.failed:
            for node in list(self.rules_of):
                if node.split("::")[0] == report.nodeid.split("::")[0]:
                    self.note(node)


def in_child(work: Any, seconds: float) -> tuple[list[str], bool]:
    """Run `work(file)` in a child process; return the lines it wrote, and whether it ended in time."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setsid()
            os.close(reading)
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writing, "w") as out:
                work(out)
        finally:
            os._exit(0)
    os.close(writing)
    text = b""
    limit = time.monotonic() + seconds
    ended = False
    while (left := limit - time.monotonic()) > 0:
        ready, _, _ = select.select([reading], [], [], left)
        if not ready:
            break
        piece = os.read(reading, 65536)
        if not piece:
            ended = True
            break
        text += piece
    os.close(reading)
    try:
        os.killpg(child, signal.SIGKILL)
    except ProcessLookupError:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return text.decode().splitlines(), ended


def measure(nodes: list[str]) -> dict[str, Any]:
    """Run tests on the code as it is."""

    def work(out: IO[str]) -> None:
        recorder = Recorder({"": nodes}, None)
        with tempfile.TemporaryFile("w+") as heard:
            os.dup2(heard.fileno(), 1)
            pytest.main([*OPTIONS, *nodes], plugins=[recorder])
            sys.stdout.flush()
            heard.seek(0)
            output = heard.read()
        told = {"seconds": recorder.seconds, "failed": sorted(recorder.failed), "output": output}
        out.write(json.dumps(told))

    lines, ended = in_child(work, 3600)
    if not ended or not lines:
        return {"seconds": {}, "failed": ["none of them could be run"], "output": ""}
    answer: dict[str, Any] = json.loads(lines[0])
    return answer


def attempt(question: dict[str, Any], warm: bool) -> dict[str, Any]:
    """Make each change in turn until the tests of every rule have noticed one."""
    open_rules = dict(question["tests"])
    noticed: list[str] = []
    for source in question["sources"]:
        nodes = [n for n in question["nodes"] if any(n in tests for tests in open_rules.values())]

        def work(out: IO[str], source: str = source, nodes: list[str] = nodes) -> None:
            setattr(builtins, SHIFT, shifted)
            if warm:
                put_in(*versions(question, source))
            else:
                sys.meta_path.insert(0, ChangedModule(question["module"], question["path"], source))
            pytest.main([*OPTIONS, *nodes], plugins=[Recorder(open_rules, out)])

        lines, ended = in_child(work, question["seconds"])
        if not ended:  # a suite that hangs is noticed
            lines = list(open_rules)
        for rule in lines:
            if rule in open_rules:
                del open_rules[rule]
                noticed.append(rule)
        if not open_rules:
            break
    return {"noticed": noticed}


def versions(question: dict[str, Any], source: str) -> tuple[ModuleType, CodeType, CodeType]:
    """Return the module that a question changes, its code as it is and as it would be."""
    path = question["path"]
    before = compile(Path(path).read_text(encoding="utf-8"), path, "exec")
    return sys.modules[question["module"]], before, compile(source, path, "exec")


def main() -> None:
    """Answer questions until standard input ends."""
    loaded = [name for name in sys.modules if name.startswith("sandtable.games.")]
    assert not loaded, f"games are loaded already: {loaded}"
    files = sys.argv[1:]
    if files:
        heard = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        pytest.main([*OPTIONS, "--collect-only", *files])
        os.dup2(heard, 1)
        gc.freeze()
    for line in sys.stdin:
        question = json.loads(line)
        answer = measure(question["measure"]) if "measure" in question else attempt(question, bool(files))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
