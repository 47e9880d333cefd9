"""Check that the tests marked with a rule notice when the code that cites it is changed.

    python tools/mutate_rules.py downfall [--sample N] [--resume FILE] [--jobs N] [--json]

At each citation of a rule the condition is negated, a value shifted or a statement removed (`mutants.py`
says how), and only the tests marked with that rule run. A rule survives at a place if none of them fails.
Survivors that no test can notice are named, with the reason, in `docs/ledger/<game>.unnoticed.toml`.
Status 1 if fewer than 98 % of what was tried is noticed or explained.

`--sample N` tries N places, the same ones until they change, and takes it that the tests pass.
`--resume FILE` keeps what was found and goes on from there: places that were noticed are not tried again,
survivors only after their tests or their module have changed.
"""

import hashlib
import json
import os
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Final, NamedTuple

from mutants import Place, Source, places_of

from sandtable.engine.data.ledger import ledger, source_folder
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game
from sandtable.games import load_game

ROOT: Final = Path(__file__).resolve().parent.parent
NEEDED: Final = 0.98


class Task(NamedTuple):
    """One place with the tests of each rule that it cites."""

    source: Source
    place: Place
    tests: dict[str, list[str]]  # by rule
    state: str  # a digest of the module and the tests: when it changes, a survivor is tried again


class Found(NamedTuple):
    """What came of one place: the rules whose tests noticed a change, and those whose tests did not."""

    noticed: list[str]
    survived: list[str]


class Worker:
    """A process that makes changes and runs tests, one task at a time (`mutant_worker.py`)."""

    def __init__(self, files: Iterable[str] = ()) -> None:
        environment = dict(os.environ, PYTHONPATH=str(ROOT))
        self.process = subprocess.Popen(
            [sys.executable, str(ROOT / "tools" / "mutant_worker.py"), *files],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Send one question and wait for its answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SandtableError("A process that tries the changes has ended; the run can be resumed.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


class Pair:
    """Two processes: one has the game loaded and is quick, the other imports it again for each change."""

    def __init__(self, files: Iterable[str]) -> None:
        self.quick = Worker(files)
        self.thorough = Worker()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        """Ask the quick one, and the thorough one about the rules whose tests noticed nothing there."""
        noticed: list[str] = self.quick.ask(question)["noticed"]
        left = {rule: tests for rule, tests in question["tests"].items() if rule not in noticed}
        if left:
            nodes = [node for node in question["nodes"] if any(node in tests for tests in left.values())]
            noticed += self.thorough.ask(question | {"tests": left, "nodes": nodes})["noticed"]
        return {"noticed": noticed}

    def close(self) -> None:
        """End both."""
        self.quick.close()
        self.thorough.close()


# --- what to try


def tasks_of(game: Game) -> list[Task]:
    """Return every place in a game's code that cites a rule and can be changed, in a fixed random order."""
    book = ledger(game, ROOT / "tests")
    marked = {rule.id: rule.tests for rule in book.rules}
    folder = source_folder(game)
    package = f"sandtable.games.{game.slug}"
    texts: dict[str, str] = {}
    found: list[Task] = []
    for source, place in places_of(game, folder):
        tests = {rule: marked[rule] for rule in place.rules if marked[rule]}
        if not place.edits or not tests:
            continue
        files = sorted({node.split("::")[0] for nodes in tests.values() for node in nodes})
        for file in files:
            texts.setdefault(file, (ROOT / file).read_text(encoding="utf-8"))
        state = hashlib.sha256("\n".join([package, source.text, *(texts[f] for f in files)]).encode())
        found.append(Task(source, place, tests, state.hexdigest()[:16]))
    return sorted(found, key=lambda task: task.place.key)


def question_of(game: Game, task: Task, seconds: dict[str, float]) -> dict[str, Any]:
    """Return what a worker has to know: the changed sources and the tests, quick ones first."""
    nodes = sorted(
        {node for tests in task.tests.values() for node in tests}, key=lambda n: seconds.get(n, 0.0)
    )
    module = task.place.module.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
    name = f"sandtable.games.{game.slug}" + ("" if module == "__init__" else f".{module}")
    return {
        "module": name,
        "path": str(source_folder(game) / task.place.module),
        "sources": [task.source.changed(edit) for edit in task.place.edits],
        "tests": task.tests,
        "nodes": nodes,
        "seconds": 30 + 10 * sum(seconds.get(node, 1.0) for node in nodes),
    }


# --- what was found before


def read_results(file: Path | None, tasks: Iterable[Task]) -> dict[str, Found]:
    """Return what a file of earlier results says about these places, without what has to be tried again."""
    if file is None or not file.exists():
        return {}
    by_key = {task.place.key: task for task in tasks}
    results: dict[str, Found] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            row = json.loads(line)
            key, state, noticed, survived = row["key"], row["state"], row["noticed"], row["survived"]
        except (ValueError, TypeError, KeyError):
            continue  # a line that was cut when a run was stopped
        results.pop(key, None)
        task = by_key.get(key)
        if task is None or set(noticed) | set(survived) != set(task.tests):
            continue
        if not survived or state == task.state:
            results[key] = Found(noticed, survived)
    return results


def read_reasons(game: Game) -> dict[tuple[str, str, str], str]:
    """Return the reasons that are kept beside the ledger, by rule, module and condition."""
    path = ROOT / "docs" / "ledger" / f"{game.slug}.unnoticed.toml"
    if not path.exists():
        return {}
    rows = tomllib.loads(path.read_text(encoding="utf-8")).get("unnoticed", [])
    return {(rule, row["code"], row["condition"]): row["reason"] for row in rows for rule in row["rules"]}


# --- trying


class Run:
    """The tasks of a game, tried by several workers at once; results are written as they come."""

    def __init__(self, game: Game, tasks: list[Task], file: Path | None) -> None:
        self.game = game
        self.tasks = tasks
        self.file = file
        self.results = read_results(file, tasks)
        self.lock = Lock()
        self.seconds: dict[str, float] = {}
        self.failing: list[str] = []

    def measure(self, worker: Worker) -> None:
        """Run the tests on the code as it is: how long they take, and which of them fail even so."""
        nodes = sorted({node for task in self.open() for tests in task.tests.values() for node in tests})
        answer = worker.ask({"measure": nodes})
        self.seconds = answer["seconds"]
        self.failing = answer["failed"]
        if answer["seconds"].keys() < set(nodes) and not self.failing:
            raise SandtableError("Some tests could not be run: " + answer["output"][-2000:])

    def open(self) -> list[Task]:
        """Return the tasks that have no result yet."""
        return [task for task in self.tasks if task.place.key not in self.results]

    def go(self, jobs: int, measured: bool, progress: bool) -> None:
        """Try every open task, after the tests have run on the code as it is."""
        todo: SimpleQueue[Task | None] = SimpleQueue()
        waiting = self.open()
        if not waiting:
            return
        files = sorted({n.split("::")[0] for task in waiting for tests in task.tests.values() for n in tests})
        workers = [Pair(files) for _ in range(max(1, min(jobs, len(waiting))))]
        if measured:
            self.measure(workers[0].thorough)
        if self.failing:
            raise SandtableError(f"These tests fail before anything is changed: {', '.join(self.failing)}.")
        for task in waiting:
            todo.put(task)
        errors: list[BaseException] = []

        def work(worker: Pair) -> None:
            try:
                while (task := todo.get()) is not None:
                    self.keep(task, worker.ask(question_of(self.game, task, self.seconds)))
                    if progress:
                        print(
                            f"\r{len(self.results)} of {len(self.tasks)}", end="", file=sys.stderr, flush=True
                        )
            except BaseException as error:
                errors.append(error)

        threads = [Thread(target=work, args=(worker,), daemon=True) for worker in workers]
        for thread in threads:
            todo.put(None)
            thread.start()
        for thread in threads:
            thread.join()
        for worker in workers:
            worker.close()
        if progress:
            print(file=sys.stderr)
        if errors:
            raise errors[0]

    def keep(self, task: Task, answer: dict[str, Any]) -> None:
        """Note what came of a task, in the file too."""
        noticed = [rule for rule in task.tests if rule in answer["noticed"]]
        found = Found(noticed, [rule for rule in task.tests if rule not in answer["noticed"]])
        place = task.place
        row = {
            "key": place.key,
            "state": task.state,
            "code": f"{place.module}:{place.line}",
            **found._asdict(),
        }
        with self.lock:
            self.results[place.key] = found
            if self.file is not None:
                with self.file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(row) + "\n")


def report_of(game: Game, tasks: list[Task], results: dict[str, Found]) -> dict[str, Any]:
    """Return the outcome: each rule at each place counts once."""
    reasons = read_reasons(game)
    used: set[tuple[str, str, str]] = set()
    tried = noticed = explained = 0
    survivors: list[dict[str, str]] = []
    for task in sorted(tasks, key=lambda task: (task.place.module, task.place.line)):
        found, place = results[task.place.key], task.place
        tried += len(found.noticed) + len(found.survived)
        noticed += len(found.noticed)
        condition = place.edits[0].condition
        for rule in found.survived:
            reason = (rule, f"{place.module}:{place.name}", condition)
            if reason in reasons:
                explained += 1
                used.add(reason)
            else:
                code = f"{place.module}:{place.line}"
                survivors.append({"rule": rule, "code": code, "name": place.name, "condition": condition})
    stale = [" ".join(reason[:2]) for reason in reasons if reason not in used]
    return {
        "game": game.slug,
        "tried": tried,
        "noticed": noticed,
        "explained": explained,
        "survivors": survivors,
        "stale": stale,
    }


def main(arguments: list[str] | None = None) -> int:
    """Run the command."""
    parser = ArgumentParser(description="Check that tests notice changes at the citations of rules.")
    parser.add_argument("game")
    parser.add_argument("--sample", type=int, metavar="N", help="try only N places")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="keep results here and go on from them")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", metavar="TEXT", help="try only places whose file and line begin with this")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    try:
        game = load_game(given.game)
        if any(ROOT.glob("sandtable/**/*.so")):
            raise SandtableError(
                "Native modules hide the source that is to be changed: run make clean first."
            )
        tasks = tasks_of(game)
        if given.only:
            tasks = [t for t in tasks if f"{t.place.module}:{t.place.line}".startswith(given.only)]
        if given.sample is not None:
            tasks = tasks[: given.sample]
        run = Run(game, tasks, given.resume)
        measured = given.sample is None
        run.go(given.jobs, measured, progress=not given.json and sys.stderr.isatty())
        report = report_of(game, tasks, run.results)
    except SandtableError as error:
        print(error, file=sys.stderr)
        return 2
    if given.sample is not None or given.only:
        report["stale"] = []
    if given.json:
        print(json.dumps(report, indent=1))
    else:
        for row in report["survivors"]:
            place = f"{row['code']} {row['name']}"
            print(f"{place}: no test of {row['rule']} notices a change of {row['condition']}")
        for text in report["stale"]:
            print(f"A reason is no longer needed: {text}")
        print("{game}: {tried} tried, {noticed} noticed, {explained} explained".format(**report))
    good = report["noticed"] + report["explained"] >= NEEDED * report["tried"]
    return 0 if good and not report["stale"] else 1


if __name__ == "__main__":
    sys.exit(main())
