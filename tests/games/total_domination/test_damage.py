"""A file with a value that cannot be is refused: file, entry, field, what was found, what was expected."""

import shutil
from pathlib import Path

import pytest

from sandtable.games.total_domination.components.relations import load_pack
from tests.games.packs import refusal
from tests.games.total_domination.atlas import DATA

FALL = "scenarios/fall_of_the_axis.toml"

WRONG_VALUES = [
    (
        "areas.toml",
        "lon = 10.5",
        'lon = "east"',
        'entry "germany", field lon: found "east", expected a number from',
    ),
    ("areas.toml", 'kind = "coastal"', 'kind = "hill"', 'expected one of "coastal", "island", "land".'),
    ("areas.toml", "stars = 3", "stars = 4", "found 4, expected a whole number from 1 to 3."),
    ("areas.toml", "lat = 52.0", "lat = 95.0", "found 95.0, expected a number from -60 to 90."),
    ("areas.toml", 'id = "germany"', 'id = "germany", ports = 1', "field ports: found a field of that name"),
    ("areas.toml", 'name = "Germany", ', "", 'entry "germany", field name: found nothing, expected a text'),
    ("areas.toml", 'name_src = "rulebook"', 'name_src = "memory"', 'field name_src: found "memory"'),
    ("links.toml", 'kind = "land"', 'kind = "strait"', 'found "strait", expected one of "land", "sea".'),
    ("links.toml", "arctic = false", "arctic = 0", "field arctic: found 0, expected true or false."),
    ("powers.toml", 'rank = "power"', 'rank = "great"', 'field rank: found "great", expected one of'),
    ("powers.toml", "start_vp = 8", "start_vp = -8", "found -8, expected a whole number from 0 to 1000."),
    ("powers.toml", 'id = "axis"', 'id = "pact"', 'found "pact", expected one of "allies", "axis".'),
    ("units.toml", 'type = "army"', 'type = "corps"', 'entry "german_army", field type: found "corps"'),
    ("units.toml", "count = 10", "count = 10.5", "found 10.5, expected a whole number from 1 to 1000."),
    ("units.toml", 'kinds = ["land"', 'kinds = ["hill"', "field kinds, item 1: found"),
    (
        "technologies.toml",
        "move_land = -1",
        "move_land = 1",
        "field effect.move_land: found 1, expected a whole",
    ),
    (
        "technologies.toml",
        "move_land = -1",
        "fly = 1",
        "field effect.fly: found a field of that name, expected only",
    ),
    ("technologies.toml", 'code = "A1"', 'code = "F1"', "expected a letter from A to E and a digit."),
    ("cards.toml", 'op = "value"', 'op = "bonus"', 'field event.op: found "bonus", expected one of'),
    ("cards.toml", 'op = "value", ', "", "field event.op: found nothing, expected one of"),
    ("cards.toml", 'op = "plus_one"', 'op = "plus_one", ops = 2', "a field of that name, expected only op."),
    (
        "cards.toml",
        "army = 2",
        "army = 20",
        "field event.army: found 20, expected a whole number from 0 to 9.",
    ),
    (
        "cards.toml",
        'text = "Worth 7 points when its own colour plays it for operations."',
        "text = 3",
        "field text: found 3, expected a text that is not empty",
    ),
    (
        "solo.toml",
        'action = "move"',
        'action = "march"',
        'found "march", expected one of "deploy", "destroy", "move".',
    ),
    (
        "solo.toml",
        'unit = "army"',
        'unit = "air_fleet"',
        'found "air_fleet", expected one of "army", "fleet".',
    ),
    ("solo.toml", "stuck_bonus_vp = 1\n", "", "field stuck_bonus_vp: found nothing, expected a whole number"),
    ("solo.toml", "year = 1940", "year = 1950", "found 1950, expected a whole number from 1939 to 1945."),
    (
        "tables.toml",
        "capital = 4",
        'capital = "four"',
        'field stacking.capital: found "four", expected a whole',
    ),
    ("tables.toml", "old_stays = false", "old_stays = 1", "field influence.new_higher.old_stays: found 1"),
    ("tables.toml", "tokens = 6\n", "", "field resistance.tokens: found nothing"),
    ("tracks.toml", 'pass_to = "left"', 'pass_to = "up"', 'found "up", expected one of "left", "right".'),
    ("tracks.toml", "draw = 4", "draw = 1", "found 1, expected a whole number from 2 to 20."),
    ("modes.toml", 'hands = "per_power"', 'hands = "open"', 'expected one of "per_faction", "per_power".'),
    ("modes.toml", "players = 4", "players = 5", "found 5, expected a whole number from 1 to 4."),
    ("drawing.toml", 'letter = "A"', 'letter = "Ax"', "expected a capital letter."),
    ("drawing.toml", "#8c9691", "grey", "expected a colour such as #8c9691."),
    ("rules.toml", 'scope = "core"', 'scope = "house"', 'found "house", expected one of "advanced", "coop"'),
    (FALL, 'victory = "thresholds"', 'victory = "glory"', 'field victory: found "glory", expected one of'),
    (FALL, 'pass_first_round = "left"', 'pass_first_round = "up"', 'expected one of "", "left", "right".'),
    (
        FALL,
        "first_round = 1943",
        "first_round = 1936",
        "found 1936, expected a whole number from 1939 to 1945.",
    ),
    (FALL, "\ndecks_in_box", "\ndecks_away", "field decks_away: found a field of that name"),
    (FALL, '"scenario/1"', '"scenario/2"', 'found "scenario/2", expected "scenario/1".'),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG_VALUES)
def test_a_damaged_file_is_refused(tmp_path: Path, file: str, old: str, new: str, sentence: str) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    text = (DATA / file).read_text("utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), "utf-8")
    told = refusal(load_pack, tmp_path)
    assert told.startswith(f"{file}: ") and sentence in told


def test_a_file_too_many_or_too_few(tmp_path: Path) -> None:
    shutil.copytree(DATA, tmp_path, dirs_exist_ok=True)
    (tmp_path / "weather.toml").write_text("", "utf-8")
    with pytest.raises(Exception, match=r"has a file weather\.toml; the game knows only areas\.toml"):
        load_pack(tmp_path)
    (tmp_path / "weather.toml").rename(tmp_path / "weather.txt")
    (tmp_path / "solo.toml").unlink()
    with pytest.raises(Exception, match=r"has no file solo\.toml\."):
        load_pack(tmp_path)
