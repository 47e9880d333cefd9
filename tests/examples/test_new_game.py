"""`sandtable new-game`: the frame it lays is a package that can be installed, fuzzed, tested and played."""

from pathlib import Path

import pytest

from sandtable.cli.new_game import lay_frame, slug_of
from sandtable.engine.errors import SandtableError
from tests.examples.test_skirmish import install, run


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("frame") / "Border War"
    run(folder.parent, "-m", "sandtable", "new-game", str(folder), "--title", "The Border War")
    return folder


def test_the_frame_is_named_after_its_folder(laid: Path) -> None:
    names = {path.relative_to(laid).as_posix() for path in laid.rglob("*") if path.is_file()}
    assert {"README.md", "pyproject.toml", "sandtable_border_war/game.py", "tests/test_game.py"} <= names
    texts = [(laid / name).read_text("utf-8") for name in names]
    assert not any(word in text for text in texts for word in ("@slug@", "@package", "@Class@", "@title@"))
    assert "class BorderWar(CounterGame[Board]):" in (laid / "sandtable_border_war/game.py").read_text(
        "utf-8"
    )


def test_the_frame_is_a_game(laid: Path) -> None:
    site = install(laid, laid.parent / "home")
    assert "passed" in run(
        site, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "pyproject.toml", str(laid / "tests")
    )
    assert "100 games" in run(site, "-m", "sandtable", "fuzz", "border_war", "--games", "100")
    assert "The Border War" in run(site, "-m", "sandtable", "show", "--game", "border_war", "--choices", "5")
    told = run(site, "-m", "sandtable", "rules", "border_war", "--tests", str(laid / "tests"))
    assert "3 of 3 rules done, 0 missing." in told


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("downfall", "There is a game downfall already"),
        ("1914", "'1914' cannot be the name of a game"),
        ("class", "'class' cannot be the name of a game"),
        ("!", "'!' cannot be the name of a game"),
    ],
)
def test_a_name_that_cannot_be_is_refused(tmp_path: Path, name: str, sentence: str) -> None:
    with pytest.raises(SandtableError, match=sentence):
        lay_frame(tmp_path / name)
    assert not (tmp_path / name).exists()


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "war").mkdir()
    (tmp_path / "war" / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(SandtableError, match="is not an empty folder; nothing was written"):
        lay_frame(tmp_path / "war")
    (tmp_path / "file").write_text("mine", "utf-8")
    with pytest.raises(SandtableError, match="is not an empty folder; nothing was written"):
        lay_frame(tmp_path / "file")
    with pytest.raises(SandtableError, match="cannot be written to"):
        lay_frame(tmp_path / "file" / "war")
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["file", "war", "notes.txt"]


def test_the_slug_of_a_folder() -> None:
    assert [slug_of(Path(name)) for name in ("Border War", "a-b--c", "_x_")] == ["border_war", "a_b_c", "x"]
