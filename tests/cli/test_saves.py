"""Saves on disk."""

import hashlib
import os
from pathlib import Path

import pytest

from sandtable.cli import saves
from sandtable.engine.errors import SandtableError, SaveError
from tests.cli.conftest import Run


def test_a_bare_name_lies_in_the_folder_of_saves(home: Path) -> None:
    assert saves.save_path("mine") == home / "saves" / "mine.save"
    assert saves.save_path("turn.3") == home / "saves" / "turn.3.save"
    assert saves.save_path("./mine") == Path("mine.save")
    assert saves.save_path("/elsewhere/mine.save") == Path("/elsewhere/mine.save")


def test_without_a_setting_the_folder_is_below_the_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saves.saves_folder() == tmp_path / ".local" / "share" / "sandtable" / "saves"


def test_two_games_of_one_second_have_two_names() -> None:
    first = saves.fresh_path("straits")
    saves.write(first, b"one")
    second = saves.fresh_path("straits")
    assert second != first


def test_written_and_found_again_by_path_or_name(home: Path) -> None:
    path = saves.save_path("mine")
    saves.write(path, b"data")
    for name in ("mine", "mine.save", str(path)):
        assert saves.read(saves.find(name)) == b"data"
    assert saves.listed() == [path]


def test_a_missing_save_is_a_sentence() -> None:
    assert saves.listed() == []
    with pytest.raises(SaveError, match="There is no save nowhere"):
        saves.find("nowhere")
    with pytest.raises(SaveError, match="cannot be read"):
        saves.read(Path("nowhere"))


def test_a_failed_write_keeps_the_old_file(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saves.save_path("mine")
    saves.write(path, b"old")

    def refuse(source: str, target: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(SandtableError, match="cannot be written: No space left on device"):
        saves.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert [file.name for file in path.parent.iterdir()] == ["mine.save"]


@pytest.mark.parametrize("order", ["show", "replay", "odds", "report", "play --load"])
def test_a_save_that_nests_deeply_is_refused_by_every_command(run: Run, tmp_path: Path, order: str) -> None:
    path = tmp_path / "deep.save"
    raw = b'{"game":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    check = hashlib.sha256(raw).hexdigest().encode()
    path.write_bytes(b'{"sandtable":1,"check":"%s","save":%s}' % (check, raw))
    result = run(*order.split(), path)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1 and "nested deeper" in result.stderr
