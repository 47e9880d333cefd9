"""A file with a value that cannot be is refused: file, entry, field, what was found, what was expected."""

import shutil
from pathlib import Path

import pytest

from sandtable.games.on_to_berlin.components.relations import load_pack
from tests.games.on_to_berlin.atlas import DATA
from tests.games.packs import refusal

CAMPAIGN = "scenarios/campaign_1939.toml"

WRONG_VALUES = [
    (
        "areas.toml",
        "lon = 13.4",
        'lon = "east"',
        'entry "berlin", field lon: found "east", expected a number from',
    ),
    ("areas.toml", 'kind = "land"', 'kind = "hill"', 'found "hill", expected one of "land", "sea".'),
    ("areas.toml", "rp = 1.0", "rp = 2.0", "found 2.0, expected a number from 0 to 1."),
    (
        "areas.toml",
        'id = "berlin"',
        'id = "berlin", ports = 1',
        "field ports: found a field of that name, expected",
    ),
    (
        "areas.toml",
        'name = "Berlin", ',
        "",
        'entry "berlin", field name: found nothing, expected a text that is not',
    ),
    ("areas.toml", 'no_entry = ["axis"]', 'no_entry = ["axes"]', "field no_entry, item 1: found"),
    ("links.toml", '"egypt_allied_controlled"', '"egypt_held"', 'expected "" or "<area>_allied_controlled".'),
    ("nations.toml", 'code = "GE"', 'code = "GER"', "expected two capital letters."),
    ("units.toml", "attack = 3", "attack = 10", "found 10, expected a whole number from 0 to 9."),
    ("units.toml", "defense = 1", "defense = 0", "found 0, expected a whole number from 1 to 9."),
    ("units.toml", 'type = "LF"', 'type = "XX"', 'entry "ge_lf", field type: found "XX", expected one of'),
    ("units.toml", "count = 16", "count = 16.5", "found 16.5, expected a whole number from 1 to 1000."),
    (
        "cards.toml",
        'op = "double_action"',
        'op = "triple_action"',
        'field event.op: found "triple_action", expected',
    ),
    ("cards.toml", 'op = "double_action"\n', "", "field event.op: found nothing, expected one of"),
    (
        "cards.toml",
        "hit_factor = 2",
        "hit_factor = 2\nkinds = []",
        "field event.kinds: found a field of that name, expected only op, mandatory, hit_factor.",
    ),
    ("cards.toml", "steps = 1 }", "steps = 2 }", "found 2, expected one of -1, 1."),
    (
        "cards.toml",
        'text = "Activate',
        'text = 3 # "Activate',
        "field text: found 3, expected a text that is not",
    ),
    ("tables.toml", 'name = "turns"', 'name = "rounds"', 'field name: found "rounds", expected one of'),
    (
        "tables.toml",
        'class = "land_or_surface"',
        'class = "air"',
        'field class: found "air", expected one of',
    ),
    ("tables.toml", 'end_area = "berlin"\n', "", "field special.end_area: found nothing, expected an id"),
    ("tracks.toml", "year = 1939", "year = 1914", "found 1914, expected a whole number from 1939 to 1950."),
    (
        "parts.toml",
        'kind = "die"',
        'kind = "dice"',
        'entry 5 of parts, field kind: found "dice", expected one of',
    ),
    ("parts.toml", 'id = "PR1"', 'id = "pr1"', "expected PR and a number."),
    ("drawing.toml", 'letter = "A"', 'letter = "Ax"', "expected a capital letter."),
    ("drawing.toml", "#8c9691", "grey", "expected a colour such as #8c9691."),
    (
        "rules.toml",
        'scope = "core"',
        'scope = "house"',
        'found "house", expected one of "advanced", "coop", "core"',
    ),
    (CAMPAIGN, 'state = "fresh"', 'state = "tired"', 'expected one of "fresh", "spent".'),
    (CAMPAIGN, 'initiative = "axis"', "", "field start.initiative: found nothing"),
    (CAMPAIGN, "hand_axis", "hand_of_axis", "field start.hand_of_axis: found a field"),
    (CAMPAIGN, '"scenario/1"', '"scenario/2"', 'found "scenario/2", expected "scenario/1".'),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG_VALUES)
def test_a_damaged_file_is_refused(tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    text = (DATA / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), "utf-8")
    told = refusal(load_pack, tmp_path)
    assert told.startswith(f"{file}: ") and sentence in told
