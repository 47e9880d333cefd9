"""The tests marked with a rule notice when its code changes: how the tool finds out."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.arena.bench import is_compiled
from sandtable.engine.game import Game
from sandtable.games import SLUGS, load_game

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "mutate_rules.py"
WORKER = ROOT / "tools" / "mutant_worker.py"
sys.path.insert(0, str(TOOL.parent))

import mutate_rules  # noqa: E402

pytestmark = pytest.mark.skipif(is_compiled(), reason="native modules hide the source that is changed")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(TOOL), *arguments], capture_output=True, text=True, cwd=ROOT)


def ask(*questions: dict[str, Any], loaded: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    """Put questions to a worker that has loaded these files of tests, or none."""
    text = "".join(json.dumps(question) + "\n" for question in questions)
    command = [sys.executable, str(WORKER), *loaded]
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_a_change_is_noticed_by_the_tests_that_prove_it_and_by_no_others() -> None:
    """Ties in combat are decided the other way; a test about ranges cannot tell."""
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "rules" / "combat.py"
    source = path.read_text(encoding="utf-8")
    tie = "if attack_score == defence_score:"
    assert source.count(tie) == 1
    movement = "tests/games/downfall/test_movement.py::test_every_type_of_army_has_the_range_of_its_kind"
    proofs = [
        line.split("(")[0].removeprefix("def ")
        for line in (ROOT / "tests/games/downfall/test_combat.py").read_text(encoding="utf-8").splitlines()
        if line.startswith("def test_")
    ]
    combat = [f"tests/games/downfall/test_combat.py::{name}" for name in proofs]
    question = {
        "module": "sandtable.games.downfall.rules.combat",
        "path": str(path),
        "tests": {"17.1e": combat, "8j": [movement]},
        "nodes": [*combat, movement],
        "seconds": 120,
    }
    files = tuple(sorted({node.split("::")[0] for node in [*combat, movement]}))
    for loaded in ((), files):
        changed, same = ask(
            question | {"sources": [source.replace(tie, "if attack_score != defence_score:")]},
            question | {"sources": [source]},
            loaded=loaded,
        )
        assert changed == {"noticed": ["17.1e"]}
        assert same == {"noticed": []}


def test_a_change_outside_functions_is_left_to_the_worker_that_imports_anew() -> None:
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "rules" / "combat.py"
    file = "tests/games/downfall/test_movement.py"
    node = f"{file}::test_every_type_of_army_has_the_range_of_its_kind"
    question = {
        "module": "sandtable.games.downfall.rules.combat",
        "path": str(path),
        "sources": [path.read_text(encoding="utf-8") + "\nraise RuntimeError\n"],
        "tests": {"8j": [node]},
        "nodes": [node],
        "seconds": 120,
    }
    assert ask(question, loaded=(file,)) == [{"noticed": []}]
    assert ask(question) == [{"noticed": ["8j"]}]


def test_a_change_that_never_ends_is_noticed() -> None:
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "rules" / "combat.py"
    node = "tests/games/downfall/test_movement.py::test_every_type_of_army_has_the_range_of_its_kind"
    question = {
        "module": "sandtable.games.downfall.rules.combat",
        "path": str(path),
        "sources": ["while True: pass"],
        "tests": {"8j": [node]},
        "nodes": [node],
        "seconds": 3,
    }
    assert ask(question) == [{"noticed": ["8j"]}]


def test_a_run_goes_on_from_what_was_found(tmp_path: Path) -> None:
    kept = tmp_path / "found.jsonl"
    only = (
        "downfall",
        "--only",
        "rules/tactical_movement.py",
        "--sample",
        "1",
        "--resume",
        str(kept),
        "--jobs",
        "1",
        "--json",
    )
    first = run(*only)
    rows = kept.read_text(encoding="utf-8")
    with kept.open("a", encoding="utf-8") as file:
        file.write('{"key": "cut off')
    again = run(*only)
    assert json.loads(first.stdout) == json.loads(again.stdout)
    assert json.loads(first.stdout)["tried"] >= 1
    assert kept.read_text(encoding="utf-8").startswith(rows)
    assert len(kept.read_text(encoding="utf-8").splitlines()) == len(rows.splitlines()) + 1


def test_an_unknown_game_is_one_sentence() -> None:
    done = run("chess")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no game 'chess'")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.no_cover
@pytest.mark.parametrize("game", SLUGS)
def test_a_sample_of_every_game_is_noticed_or_explained(game: str) -> None:
    done = run(game, "--sample", "10", "--jobs", "1", "--json")
    report = json.loads(done.stdout)
    assert report["survivors"] == [], "tests do not notice that these rules are changed"
    assert report["game"] == game and report["tried"] >= 10
    assert report["noticed"] + report["explained"] == report["tried"]
    assert done.returncode == 0


@cache
def three_tasks() -> tuple[Game, list[mutate_rules.Task]]:
    """Return the first three places of a game."""
    game = load_game("downfall")
    return game, mutate_rules.tasks_of(game)[:3]


def test_a_report_names_each_survivor_that_no_reason_explains(monkeypatch: pytest.MonkeyPatch) -> None:
    game, tasks = three_tasks()
    first, second, third = tasks
    results = {task.place.key: mutate_rules.Found([], list(task.tests)) for task in (first, second)}
    results[third.place.key] = mutate_rules.Found(list(third.tests), [])
    place = second.place
    reasons = {(r, f"{place.module}:{place.name}", place.edits[0].condition): "why" for r in second.tests}
    monkeypatch.setattr(mutate_rules, "read_reasons", lambda game: reasons)
    report = mutate_rules.report_of(game, tasks, results)
    counts = [len(task.tests) for task in tasks]
    assert report["game"] == "downfall" and report["tried"] == sum(counts)
    assert (report["noticed"], report["explained"]) == (counts[2], counts[1])
    assert report["stale"] == []
    where = f"{first.place.module}:{first.place.line}"
    told = [(row["rule"], row["code"], row["condition"]) for row in report["survivors"]]
    assert told == [(rule, where, first.place.edits[0].condition) for rule in first.tests]


def test_a_reason_that_is_no_longer_needed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game, (task, *_) = three_tasks()
    reasons = {("17", "combat.py:nowhere", "True"): "why"}
    monkeypatch.setattr(mutate_rules, "read_reasons", lambda game: reasons)
    results = {task.place.key: mutate_rules.Found(list(task.tests), [])}
    assert mutate_rules.report_of(game, [task], results)["stale"] == ["17 combat.py:nowhere"]
