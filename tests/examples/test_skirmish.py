"""The game of another package: installed beside Sandtable, it plays everywhere without a change here."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SKIRMISH = ROOT / "examples" / "skirmish"


def run(home: Path, *command: str) -> str:
    """Run Python with the packages in a folder; return what it prints."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


def install(package: Path, home: Path) -> Path:
    """Install a package into a folder, from a copy so that the tree stays clean; return the folder."""
    copy = home / "source"
    run(home, "-c", f"import shutil; shutil.copytree({str(package)!r}, {str(copy)!r})")
    options = ("-qq", "--no-deps", "--no-build-isolation", "--target")
    run(home, "-m", "pip", "--disable-pip-version-check", "install", *options, str(home / "site"), str(copy))
    return home / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install(SKIRMISH, tmp_path_factory.mktemp("skirmish"))


def test_it_is_small() -> None:
    """Count lines of code: no blank lines, comments and docstrings."""
    total = 0
    for path in SKIRMISH.glob("sandtable_skirmish/**/*.py"):
        text = re.sub(r'^\s*""".*?"""$', "", path.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        total += len(
            [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
        )
    assert total <= 480


def test_its_own_tests_pass(site: Path) -> None:
    told = run(
        site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(SKIRMISH / "tests")
    )
    assert " passed" in told and "failed" not in told


def test_every_rule_is_enforced_and_proved(site: Path) -> None:
    folder = str(SKIRMISH / "tests")
    book = json.loads(run(site, "-m", "sandtable", "rules", "skirmish", "--tests", folder, "--json"))
    assert all(rule["code"] and rule["tests"] for rule in book["rules"])


def test_it_is_listed_fuzzed_and_played_by_bots(site: Path) -> None:
    games = json.loads(run(site, "-m", "sandtable", "games", "--json"))
    assert "skirmish" in [game["slug"] for game in games["games"]]
    report = json.loads(run(site, "-m", "sandtable", "fuzz", "skirmish", "--games", "40", "--json"))
    assert report["errors"] == []
    bots = ("--bots", "search:2,random", "--games", "4", "--json")
    table = json.loads(run(site, "-m", "sandtable", "arena", "skirmish", *bots))
    assert table["games"] == 4


def test_it_is_drawn_and_shown(site: Path, tmp_path: Path) -> None:
    picture = tmp_path / "skirmish.svg"
    told = run(
        site, "-m", "sandtable", "show", "--game", "skirmish", "--choices", "20", "--svg", str(picture)
    )
    assert str(picture) in told
    assert "Crossroads" in picture.read_text("utf-8")


def test_programs_can_learn_it(site: Path) -> None:
    program = """
import numpy as np
from sandtable.env.aec import raw_aec_env
env = raw_aec_env("skirmish")
env.reset(seed=1)
for _ in range(200):
    seen, _, over, cut, _ = env.last()
    env.step(None if over or cut else int(np.flatnonzero(seen["action_mask"])[0]))
    if not env.agents:
        break
print(seen["observation"].shape)
"""
    assert run(site, "-c", program).startswith("(")


def test_the_server_offers_it(site: Path) -> None:
    program = """
import sandtable.testing
from sandtable.games import load_game
from sandtable.engine.match import Match
from sandtable.server.payload import *
match = Match.start(load_game("skirmish"), None, None, None, 3)
assert match.game.cards(match.state, 0)
print(match.game.headline(match.state, 0))
"""
    assert run(site, "-c", program).startswith("Turn 1 of")
