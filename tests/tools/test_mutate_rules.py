"""The tests marked with a rule notice when its code changes: how the tool finds out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.arena.bench import is_compiled

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "mutate_rules.py"
WORKER = ROOT / "tools" / "mutant_worker.py"

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
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "combat.py"
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
        "module": "sandtable.games.downfall.combat",
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
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "combat.py"
    file = "tests/games/downfall/test_movement.py"
    node = f"{file}::test_every_type_of_army_has_the_range_of_its_kind"
    question = {
        "module": "sandtable.games.downfall.combat",
        "path": str(path),
        "sources": [path.read_text(encoding="utf-8") + "\nraise RuntimeError\n"],
        "tests": {"8j": [node]},
        "nodes": [node],
        "seconds": 120,
    }
    assert ask(question, loaded=(file,)) == [{"noticed": []}]
    assert ask(question) == [{"noticed": ["8j"]}]


def test_a_change_that_never_ends_is_noticed() -> None:
    path = Path(sandtable.__file__).parent / "games" / "downfall" / "combat.py"
    node = "tests/games/downfall/test_movement.py::test_every_type_of_army_has_the_range_of_its_kind"
    question = {
        "module": "sandtable.games.downfall.combat",
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
        "movement.py",
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
