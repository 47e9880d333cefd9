"""Wrong component files are refused with a sentence."""

from pathlib import Path

import pytest

import sandtable
import sandtable_skirmish
from sandtable.engine.data.pack import PackError, export_pack

DATA = Path(sandtable_skirmish.__file__).parent / "data"


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"),
    [
        (
            "map.toml",
            'a = "westford", b = "abbey"',
            'a = "westford", b = "westford"',
            "expected another area than a",
        ),
        ("map.toml", 'b = "mill"', 'b = "hell"', 'field b: found "hell", expected the id of an area'),
        (
            "map.toml",
            'source = "red"',
            'source = "blue"',
            "found nothing for red, expected a source of each side",
        ),
        ("scenarios/meeting.toml", "count = 2", "count = 4", "4 blue units in westford, expected at most 3"),
        ("scenarios/meeting.toml", "count = 3", "count = 9", "12 blue infantry, expected at most 8"),
        ("map.toml", 'letter = "R"', 'letter = "B"', "expected a letter that no other entry has"),
    ],
)
def test_a_wrong_pack(tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    export_pack(DATA, tmp_path / "pack")
    path = tmp_path / "pack" / file
    text = path.read_text("utf-8")
    path.write_text(text.replace(old, new, 2 if "source" in old else 1), "utf-8")
    with pytest.raises(PackError) as caught:
        sandtable.load_game("skirmish", tmp_path / "pack")
    assert sentence in str(caught.value)
