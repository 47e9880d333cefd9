"""Packs: what is read, what is refused, and that every refusal is one sentence a pack's author can act on."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import pytest

from sandtable.engine.data.pack import PackError, entry_error, export_pack, load_files, pack_files, pack_hash
from sandtable.engine.errors import SandtableError
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.schema import FILES

DATA = Path(__file__).parents[2] / "sandtable" / "games" / "downfall" / "data"
CAMPAIGN = "scenarios/campaign_1940.toml"

Edit = Callable[[str, str, str], None]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of a good pack."""
    target = tmp_path / "pack"
    shutil.copytree(DATA, target)
    return target


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Replace a text in a file of the copy, once."""

    def replace(file: str, old: str, new: str) -> None:
        path = folder / file
        text = path.read_text("utf-8")
        assert old in text, old
        path.write_text(text.replace(old, new, 1), "utf-8")

    return replace


def refusal(folder: Path) -> str:
    with pytest.raises(PackError) as caught:
        load_pack(folder)
    text = str(caught.value)
    assert "\n" not in text and text.endswith(".")
    return text


def test_a_good_pack_is_read(folder: Path) -> None:
    pack = load_pack(folder)
    assert pack.areas.areas[2].name == "London"
    assert [s.id for s in pack.scenarios] == ["campaign_1940"]


def test_files_come_by_name() -> None:
    files = load_files(DATA, FILES)
    assert set(files) == {*FILES} - {"scenarios/*.toml"} | {CAMPAIGN}
    assert isinstance(files[CAMPAIGN], FILES["scenarios/*.toml"])


def test_pack_errors_are_for_players() -> None:
    assert issubclass(PackError, SandtableError)


# ---------------------------------------------------------------- files


def test_no_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path / "nowhere") == f"There is no folder {tmp_path / 'nowhere'}."


@pytest.mark.parametrize("file", ["links.toml", CAMPAIGN])
def test_missing_file(folder: Path, file: str) -> None:
    (folder / file).unlink()
    wanted = file if file in FILES else "scenarios/*.toml"
    assert refusal(folder) == f"The pack {folder} has no file {wanted}."


@pytest.mark.parametrize("file", ["linkz.toml", "scenarios/deep/er.toml", "more/areas.toml"])
def test_unknown_file(folder: Path, file: str) -> None:
    (folder / file).parent.mkdir(exist_ok=True)
    (folder / file).write_text("")
    text = refusal(folder)
    assert f"has a file {file}; the game knows only areas.toml, " in text


def test_other_files_do_not_matter(folder: Path) -> None:
    (folder / "README.md").write_text("mine")
    (folder / ".old").mkdir()
    (folder / ".old" / "areas.toml").write_text("broken = ")
    assert load_pack(folder).scenarios


def test_broken_toml(edit: Edit, folder: Path) -> None:
    edit("sides.toml", 'schema = "sides/1"', "schema = ")
    assert refusal(folder) == "sides.toml is not valid TOML: line 3, column 10: invalid value."


def test_toml_that_ends_too_soon(folder: Path) -> None:
    (folder / "sides.toml").write_text("sides = [")
    assert refusal(folder).startswith("sides.toml is not valid TOML: ")


def test_not_utf_8(folder: Path) -> None:
    (folder / "sides.toml").write_bytes(b'name = "\xff"')
    assert refusal(folder) == "sides.toml is not text in UTF-8: byte 9 cannot be read."


def test_nested_too_deeply(folder: Path) -> None:
    (folder / "sides.toml").write_text("a = " + "[" * 100_000)
    assert refusal(folder) == "sides.toml is not usable: its lists are nested too deeply."


def test_a_folder_instead_of_a_file(folder: Path) -> None:
    (folder / "sides.toml").unlink()
    (folder / "sides.toml").mkdir()
    assert refusal(folder) == "sides.toml cannot be read: Is a directory."


# ---------------------------------------------------------------- values

WRONG_VALUES = [
    (
        "areas.toml",
        'id = "london", name = "London"',
        'id = "london", name = "London", ports = 3',
        'areas.toml: entry "london", field ports: found a field of that name, expected only src, '
        "ref, note, id, ",
    ),
    (
        "areas.toml",
        "lon = -0.1",
        'lon = "west"',
        'areas.toml: entry "london", field lon: found "west", expected a number from -180 to 180.',
    ),
    (
        "areas.toml",
        "lat = 51.5",
        "lat = 91.5",
        'areas.toml: entry "london", field lat: found 91.5, expected a number from 20 to 75.',
    ),
    (
        "areas.toml",
        "lat = 51.5",
        "lat = nan",
        'areas.toml: entry "london", field lat: found nan, expected a number from 20 to 75.',
    ),
    (
        "areas.toml",
        'name = "London"',
        'name = ""',
        'areas.toml: entry "london", field name: found "", expected a text that is not empty.',
    ),
    (
        "areas.toml",
        'name = "London", ',
        "",
        'areas.toml: entry "london", field name: found nothing, expected a text that is not empty.',
    ),
    (
        "areas.toml",
        'id = "london"',
        'id = "London"',
        'areas.toml: entry "London", field id: found "London", '
        "expected an id of small letters, digits and underscores.",
    ),
    (
        "areas.toml",
        'terrain = ["mountain"]',
        'terrain = ["montain"]',
        'areas.toml: entry "scotland", field terrain, item 1: found "montain", '
        'expected one of "forest", "mountain", "narrow_pass", "plain", "swamp".',
    ),
    (
        "areas.toml",
        'terrain = ["mountain"]',
        "terrain = []",
        'areas.toml: entry "scotland", field terrain: found a list of 0, expected a list of at least 1.',
    ),
    (
        "links.toml",
        'a = "london", b = "liverpool"',
        'a = 7, b = "liverpool"',
        "links.toml: entry 2 of links, field a: found 7, expected an id of small letters, digits "
        "and underscores.",
    ),
    (
        "links.toml",
        "high_mountain = true",
        'high_mountain = "yes"',
        'field high_mountain: found "yes", expected true or false.',
    ),
    (
        "armies.toml",
        "count = 6,",
        "count = 6.5,",
        'armies.toml: entry "british_infantry", field count: found 6.5, expected a whole number '
        "from 1 to 1000.",
    ),
    (
        "armies.toml",
        'needs = "guards"',
        'needs = "gards"',
        'armies.toml: entry "soviet_guards", field needs: found "gards", expected one of '
        '"advanced_aviation", ',
    ),
    (
        "countries.toml",
        'kind = "turn", turn = 2',
        'kind = "turn", turn = -2',
        'countries.toml: entry "belgium", field entry.turn: found -2, expected a whole number from 0 to 100.',
    ),
    (
        "sides.toml",
        'schema = "sides/1"',
        'schema = "sides/2"',
        'sides.toml: field schema: found "sides/2", expected "sides/1".',
    ),
    (
        "sides.toml",
        'seats = [["axis"], ["allies"], ["ussr"]]',
        'seats = [["axis"], ["allies"], ["su"]]',
        'sides.toml: entry 1 of player_counts, field seats, item 3, item 1: found "su", expected one of ',
    ),
    (
        "sides.toml",
        'schema = "sides/1"',
        'schema = "sides/1"\nnumber = 3',
        "sides.toml: field number: found a field of that name, expected only schema, sides, player_counts.",
    ),
    (
        "tables.toml",
        "condition_turns = [5, 8]",
        "condition_turns = [5, 8, 9]",
        "tables.toml: field lend_lease.condition_turns: found a list of 3, expected a list of 2.",
    ),
    (
        "tables.toml",
        "condition_turns = [5, 8]",
        'condition_turns = [5, "8"]',
        'tables.toml: field lend_lease.condition_turns, item 2: found "8", expected a whole number '
        "from 0 to 100.",
    ),
    (
        "tables.toml",
        "[roles]",
        "[role]",
        "tables.toml: field role: found a field of that name, expected only schema, roles, ",
    ),
    (
        "tables.toml",
        "tie = { winner = 1, loser = 1 }",
        "tie = { winner = 1, loser = 3 }",
        "tables.toml: field combat_results.tie.loser: found 3, expected a whole number from 0 to 2.",
    ),
    (
        "landings.toml",
        "armies_in_year = { year = 1944, armies = 4 }",
        "armies_in_year = { year = 1944, army = 4 }",
        "landings.toml: field limits.with_development.armies_in_year.army: found a field of that name, "
        "expected only year, armies.",
    ),
    (
        "landings.toml",
        "armies_in_year = { year = 1944, armies = 4 }",
        "armies_in_year = { year = 1944, armies = true }",
        "landings.toml: field limits.with_development.armies_in_year.armies: found true, "
        "expected a whole number from 0 to 1000.",
    ),
    (
        "landings.toml",
        "armies_in_year = { year = 1944, armies = 4 }",
        "armies_in_year = 4",
        "landings.toml: field limits.with_development.armies_in_year: found 4, expected a table.",
    ),
    (
        "tracks.toml",
        "max = 12",
        'max = "a dozen supply units and not a single one more than that"',
        'tracks.toml: entry "supply_axis", field max: found "a dozen supply units and not a single o…", '
        "expected a whole number from 0 to 1000.",
    ),
    (
        CAMPAIGN,
        "german_air = 4",
        'german_air = "four"',
        f"{CAMPAIGN}: field stock.air_missions: found a table, expected a table of "
        "an id of small letters, digits and underscores = a whole number from 0 to 1000.",
    ),
    (
        CAMPAIGN,
        "german_air = 4",
        '"German Air" = 4',
        f"{CAMPAIGN}: field stock.air_missions: found a table, expected a table of ",
    ),
    (
        CAMPAIGN,
        'area = "warsaw", army = "german_infantry", count = 2',
        'area = "warsaw", army = "german_infantry", count = 0',
        f"{CAMPAIGN}: entry 2 of units in entry 1 of forces, field count: found 0, "
        "expected a whole number from 1 to 1000.",
    ),
    (
        CAMPAIGN,
        "control = [",
        "control = [ 3,",
        f"{CAMPAIGN}: field control, item 1: found 3, expected a table.",
    ),
    (
        "seas.toml",
        "seas = [",
        "seas = [ { }, ",
        "seas.toml: entry 1 of seas, field src: found nothing, expected one of ",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), WRONG_VALUES)
def test_wrong_value(edit: Edit, folder: Path, file: str, old: str, new: str, sentence: str) -> None:
    edit(file, old, new)
    assert sentence in refusal(folder)


class Inner(msgspec.Struct, forbid_unknown_fields=True):
    number: int


class March(msgspec.Struct, forbid_unknown_fields=True, tag_field="op", tag="march"):
    areas: int


class Halt(msgspec.Struct, forbid_unknown_fields=True, tag_field="op", tag="halt"):
    days: int
    fires: bool = False


class Sample(msgspec.Struct, forbid_unknown_fields=True):
    """A file of its own, for what the game's files do not use."""

    word: str = ""
    pair: Annotated[list[int], msgspec.Meta(min_length=2, max_length=2)] = []
    few: Annotated[tuple[int, ...], msgspec.Meta(min_length=1, max_length=3)] = (1,)
    rest: Annotated[tuple[int, ...], msgspec.Meta(max_length=3)] = ()
    plain: tuple[int, ...] = ()
    part: Annotated[Inner, msgspec.Meta(title="a part")] | None = None
    table: dict[str, Inner] = {}
    order: Annotated[March | Halt, msgspec.Meta(title="an order")] | None = None
    orders: tuple[March | Halt, ...] = ()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("word = 1", "field word: found 1, expected a text"),
        ("pair = [1]", "field pair: found a list of 1, expected a list of 2"),
        ('pair = [1, "b"]', 'field pair, item 2: found "b", expected a whole number'),
        ("few = []", "field few: found a list of 0, expected a list of 1 to 3"),
        ("rest = [1, 2, 3, 4]", "field rest: found a list of 4, expected a list of at most 3"),
        ("plain = { a = 1 }", "field plain: found a table, expected a list"),
        ("part = { number = false }", "field part.number: found false, expected a whole number"),
        ("part = 1", "field part: found 1, expected a table"),
        ("part = { letter = 1 }", "field part.letter: found a field of that name, expected only number"),
        ("table = { a = 1 }", "field table: found a table, expected a table of a text = a table"),
        (
            'order = { op = "run", areas = 1 }',
            'field order.op: found "run", expected one of "halt", "march"',
        ),
        ("order = { areas = 1 }", 'field order.op: found nothing, expected one of "halt", "march"'),
        (
            'order = { op = "halt", areas = 1 }',
            "field order.areas: found a field of that name, expected only op, days, fires",
        ),
        ('order = { op = "halt" }', "field order.days: found nothing, expected a whole number"),
        ('order = { op = "halt", days = "1" }', 'field order.days: found "1", expected a whole number'),
        (
            'orders = [{ op = "march", areas = 1 }, { op = "halt", days = 1, fires = 2 }]',
            "entry 2 of orders, field fires: found 2, expected true or false",
        ),
        ("orders = [1]", "field orders, item 1: found 1, expected a table"),
        ("word = 1940-05-10", "field word: found 1940-05-10, expected a text"),
    ],
)
def test_types_in_words(tmp_path: Path, content: str, sentence: str) -> None:
    (tmp_path / "sample.toml").write_text(content)
    with pytest.raises(PackError) as caught:
        load_files(tmp_path, {"sample.toml": Sample})
    assert str(caught.value) == f"sample.toml: {sentence}."


# ---------------------------------------------------------------- references


def test_bad_reference(edit: Edit, folder: Path) -> None:
    edit("links.toml", 'a = "london", b = "york"', 'a = "london", b = "yorck"')
    assert refusal(folder) == (
        'links.toml: entry 3 of links (london–yorck), field b: found "yorck", expected the id of an area.'
    )


def test_sentence_of_an_entry() -> None:
    assert (
        str(entry_error("a.toml", 'entry "x"', "f", "1", "2"))
        == 'a.toml: entry "x", field f: found 1, expected 2.'
    )
    assert str(entry_error("a.toml", "", "f", "1", "2")) == "a.toml: field f: found 1, expected 2."


# ---------------------------------------------------------------- hash and export


def test_hash_ignores_comments_and_layout(edit: Edit, folder: Path) -> None:
    before = pack_hash(folder)
    assert len(before) == 16 and int(before, 16) >= 0
    edit("sides.toml", 'schema = "sides/1"', '# a remark\nschema   =   "sides/1" # another')
    assert pack_hash(folder) == before == pack_hash(DATA)


def test_hash_knows_the_content(edit: Edit, folder: Path) -> None:
    before = pack_hash(folder)
    edit("armies.toml", "cf_full = 4", "cf_full = 5")
    changed = pack_hash(folder)
    assert changed != before
    (folder / "more.toml").write_text("when = 1940-05-10\n")
    assert pack_hash(folder) not in (before, changed)


def test_export(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b"
    assert export_pack(DATA, target) == pack_files(DATA) == pack_files(target)
    assert pack_hash(target) == pack_hash(DATA)
    assert load_pack(target).scenarios


def test_export_into_an_empty_folder(tmp_path: Path) -> None:
    assert export_pack(DATA, tmp_path)


def test_export_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(PackError, match="is not an empty folder; nothing was written"):
        export_pack(DATA, tmp_path)
    with pytest.raises(PackError, match="is not an empty folder"):
        export_pack(DATA, tmp_path / "mine.txt")
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


def test_export_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(PackError, match="cannot be written to"):
        export_pack(DATA, tmp_path / "file" / "pack")
