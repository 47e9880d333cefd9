"""A home for saves that is thrown away, and the made-up game Straits on the shelf of games."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sandtable import games as all_games
from sandtable.cli import app
from tests.engine.tiny import StraitsGame

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where saves and pictures go."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "data" / "sandtable"


@pytest.fixture(autouse=True)
def straits(monkeypatch: pytest.MonkeyPatch) -> StraitsGame:
    """The made-up game, known by its slug."""
    game = StraitsGame()
    monkeypatch.setattr(all_games, "SLUGS", (*all_games.SLUGS, "straits"))
    monkeypatch.setitem(all_games._loaded, "straits", game)
    return game


@pytest.fixture
def run() -> Run:
    """Runs a command line and gives what it wrote."""

    def invoke(*args: str | Path, input: str = "") -> Result:
        return CliRunner().invoke(app, [str(arg) for arg in args], input=input)

    return invoke
