"""A pack that contradicts the rulebook is reported, with rule, file and entry; Downfall's own does not."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sandtable import games as shelf
from sandtable.engine.data.facts import read_facts
from sandtable.games.downfall.components import facts
from sandtable.games.downfall.components.facts import FactChecker, check_facts
from sandtable.games.downfall.components.relations import check_pack, load_pack
from sandtable.games.downfall.components.schema import FILES, SCENARIOS, Pack
from sandtable.games.downfall.components.tables import build_tables
from tests.games.packs import (
    changed_pack,
    check_every_value_is_compared,
    check_number_is_compared,
    cited_rules,
    spoken_of,
    unspoken,
)

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "downfall" / "data"
CAMPAIGN = "scenarios/campaign_1940.toml"
PACK: Pack = load_pack(DATA)
TABLES = build_tables(PACK)
FACTS = read_facts(facts.__file__)
CHECKER = FactChecker(PACK, TABLES)


def found(*changes: tuple[str, str, str]) -> list[str]:
    """Return the reports on the changed pack."""
    pack = changed_pack(DATA, FILES, PACK, *changes)
    check_pack(pack)
    return check_facts(pack, build_tables(pack))


def test_the_games_own_pack_agrees_with_the_rulebook() -> None:
    assert check_facts(PACK, TABLES) == []
    assert shelf.load_game("downfall").facts() == []


def test_a_pack_is_compared_by_the_game_that_is_built_from_it(tmp_path: Path) -> None:
    for path in DATA.rglob("*.toml"):
        copy = tmp_path / path.relative_to(DATA)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(path.read_text("utf-8").replace("stacking = 3", "stacking = 4"), "utf-8")
    told = shelf.load_game("downfall", tmp_path).facts()
    assert told == ["[5] tables.toml: field movement.stacking: found 4, the rulebook says 3."]


# For each file: a text in it, what takes its place, and the sentence that must come, alone.
CONTRADICTIONS = {
    "areas.toml": [
        (
            'name = "Warsaw"',
            'name = "Warszawa"',
            '[21a] areas.toml: entry "warsaw", field name: found "Warszawa", the rulebook says "Warsaw".',
        ),
        (
            'name = "Tobruk", country = "italy", territory = "libya"',
            'name = "Tobruk", country = "italy", territory = "albania"',
            '[21g] areas.toml: entry "tobruk", field territory: found "albania", the rulebook says "libya".',
        ),
        (
            'terrain = ["plain"], seas = ["baltic_sea"], lon = 23.6',
            'terrain = ["forest"], seas = ["baltic_sea"], lon = 23.6',
            '[22.9] areas.toml: entry "riga", field terrain: found "forest", the rulebook says "plain".',
        ),
        (
            'terrain = ["plain"], seas = [], fortress = true, lon = 37.4',
            'terrain = ["plain"], seas = [], lon = 37.4',
            '[22.11] areas.toml: entry "tula", field fortress: found false, the rulebook says true.',
        ),
        (
            'terrain = ["forest"], seas = [], fortress = true',
            'terrain = ["forest"], seas = [], fortress = true, supply_area_of = "ussr", '
            'supply_src = "inferred"',
            '[4.2e] areas.toml: entry "moscow", field supply_area_of: found "ussr", '
            "the rulebook says nothing.",
        ),
        (
            'supply_area_of = "united_states", capital_of',
            "capital_of",
            "[4.2c] areas.toml: united_states has no Supply Area, "
            "the rulebook says that Major Powers have some.",
        ),
        (
            'seas = [], capital_of = "france"',
            'seas = [], supply_area_of = "france", supply_src = "inferred", capital_of = "france"',
            '[4.2f] areas.toml: entry "paris", field supply_area_of: found "france", '
            "the rulebook says that only Major Powers have Supply Areas.",
        ),
        (
            'id = "riga", name = "Riga", country = "ussr", territory = "ussr", region = "eastern_europe", ',
            'id = "riga", name = "Riga", country = "ussr", territory = "ussr", region = "eastern_europe", '
            'supply_area_of = "ussr", supply_src = "inferred", ',
            '[22.8] areas.toml: entry "riga", field supply_area_of: found "ussr", the rulebook says nothing.',
        ),
        (
            'territory = "egypt", region = "africa"',
            'territory = "egypt", region = "asia"',
            '[17j] areas.toml: entry "sidi_barrani", field region: found "asia", the rulebook says "africa".',
        ),
    ],
    "links.toml": [
        (
            '  { a = "riga", b = "tallinn", src = "inferred", ref = "22.5" },\n',
            "",
            "[22.5] links.toml: riga and tallinn have no border, the rulebook says that they touch.",
        ),
        (
            'river_in = "frankfurt", river = "Rhine", river_src = "rulebook", ',
            "",
            "[22.10] links.toml: entry 15 of links (reims–frankfurt), field river_in: found nothing, "
            'the rulebook says "frankfurt".',
        ),
        (
            'line_in = "nancy", line = "Maginot Line", line_src = "rulebook"',
            'line_in = "stuttgart", line = "Westwall", line_src = "rulebook"',
            "[22.13] links.toml: entry 18 of links (nancy–stuttgart), field line_in: "
            'found "stuttgart", the rulebook says "nancy".',
        ),
        (
            'a = "reims", b = "nancy", ',
            'a = "reims", b = "nancy", line_in = "reims", line = "Line", line_src = "inferred", ',
            "[22.13] links.toml: entry 14 of links (reims–nancy), field line_in: "
            'found "reims", the rulebook says nothing.',
        ),
    ],
    "seas.toml": [
        (
            '  { side = "ussr", sea = "baltic_sea", use = "supply", src = "rulebook", ref = "7" },\n',
            "",
            '[7h] seas.toml: restrictions has no entry with side "ussr" and sea "baltic_sea" '
            'and use "supply", the rulebook has one.',
        ),
        (
            "restrictions = [\n",
            'restrictions = [\n  { side = "allies", sea = "baltic_sea", use = "naval", src = "inferred" },\n',
            '[7h] seas.toml: restrictions has an entry with side "allies" and sea "baltic_sea" '
            'and use "naval", the rulebook has none.',
        ),
        (
            'kind = "strait_of_gibraltar", barred_to = ["axis"]',
            'kind = "strait_of_gibraltar"',
            "[8q] seas.toml: entry 3 of passages (north_atlantic–western_mediterranean), field barred_to: "
            'found nothing, the rulebook says "axis".',
        ),
        (
            'kind = "strait_of_gibraltar"',
            'kind = "open"',
            '[8q] seas.toml: passages has 0 entries with kind "strait_of_gibraltar", '
            "the rulebook has 1 or more.",
        ),
    ],
    "landings.toml": [
        (
            'sea = "norwegian_sea", mediterranean = false, max_armies = 1',
            'sea = "norwegian_sea", mediterranean = false, max_armies = 3',
            '[13.9i] landings.toml: entry "ll_trondheim", field max_armies: found 3, the rulebook says 1.',
        ),
        (
            'a = "scotland", b = "trondheim", sea = "norwegian_sea", mediterranean = false, max_armies = 1',
            'a = "scotland", b = "bergen", sea = "norwegian_sea", mediterranean = false, max_armies = 3',
            "[13.9i] landings.toml: no landing line ends in trondheim, the rulebook says that one does.",
        ),
        (
            'sea = "north_sea", mediterranean = false, max_armies = 3',
            'sea = "north_sea", mediterranean = false, max_armies = 2',
            '[13.9c] landings.toml: entry "ll_oslo", field max_armies: found 2, the rulebook says 3.',
        ),
        (
            'to = "nantes", from_groups = ["america", "uk"]',
            'to = "nantes", from_groups = ["america"]',
            '[13.9e] landings.toml: armies land in nantes from "canada", "united_states", '
            'the rulebook says from "canada", "liverpool", "london", "plymouth", "scotland", '
            '"united_states", "york".',
        ),
        (
            '  { to = "york", from_groups = ["america"], max_armies = 1, src = "rulebook", ref = "13.9" },\n',
            "",
            "[13.9d] landings.toml: development_landings has no entry to york, the rulebook has one.",
        ),
        (
            "development_landings = [\n",
            'development_landings = [\n  { to = "caen", from_groups = ["uk"], max_armies = 1, '
            'src = "inferred" },\n',
            "[13.9] landings.toml: development_landings has an entry to caen, the rulebook has none.",
        ),
        (
            'to = "suez", from_groups = ["america"], max_armies = 1',
            'to = "suez", from_groups = ["america"], max_armies = 2',
            "[13.9] landings.toml: entry 11 of development_landings, field max_armies: found 2, "
            "the rulebook says 1.",
        ),
        (
            "lines_per_turn = 3",
            "lines_per_turn = 4",
            "[13.9c] landings.toml: field limits.lines_per_turn: found 4, the rulebook says 3.",
        ),
        (
            "armies_in_year = { year = 1944, armies = 4 }, ",
            "",
            "[13.9j] landings.toml: field limits.with_development.armies_in_year: found nothing, "
            "the rulebook says year 1944 and armies 4.",
        ),
    ],
    "sides.toml": [
        (
            'seats = [["axis"], ["allies", "ussr"]]',
            'seats = [["axis", "ussr"], ["allies"]]',
            '[2b] sides.toml: entry "2", field seats: found ("axis", "ussr"), ("allies"), '
            'the rulebook says ("axis"), ("allies", "ussr").',
        ),
    ],
    "countries.toml": [
        (
            'entry = { kind = "turn", turn = 2 }',
            'entry = { kind = "turn", turn = 3 }',
            '[2c] countries.toml: entry "belgium", field entry.turn: found 3, the rulebook says 2.',
        ),
        (
            "supply_income = 3",
            "supply_income = 2",
            '[4.2t] countries.toml: entry "italy", field supply_income: found 2, the rulebook says 3.',
        ),
        (
            'capital = "helsinki", surrender = { kind = "capital" }',
            'capital = "helsinki", surrender = { kind = "never" }',
            '[18d] countries.toml: entry "finland", field surrender.kind: found "never", '
            'the rulebook says "capital".',
        ),
        (
            'areas = 3, territory = "france", after = "belgium"',
            'areas = 4, territory = "france", after = "belgium"',
            '[18a] countries.toml: entry "france", field surrender.areas: found 4, the rulebook says 3.',
        ),
        (
            'territories = ["finland"], rule = "9a"',
            'territories = ["finland", "ussr"], rule = "9a"',
            '[9a] countries.toml: entry "finland", field operate_in.territories: found "finland", "ussr", '
            'the rulebook says "finland".',
        ),
        (
            'id = "germany", name = "Germany", major = true, ',
            'id = "germany", name = "Germany", major = true, reinforcement = { points = 1, seasons = [], '
            "infantry_only = true }, ",
            '[4.2q] countries.toml: entry "germany", field reinforcement: '
            "found points 1 and seasons nothing and infantry_only true, the rulebook says nothing.",
        ),
        (
            'id = "albania", owner = "italy", colonial = true',
            'id = "albania", owner = "italy"',
            '[18m] countries.toml: entry "albania", field colonial: found false, the rulebook says true.',
        ),
    ],
    "armies.toml": [
        (
            "cf_full = 8, cf_reduced = 5",
            "cf_full = 9, cf_reduced = 5",
            '[23] armies.toml: entry "german_advanced_armor", field cf_full: found 9, the rulebook says 8.',
        ),
        (
            "cf_full_africa = 7",
            "cf_full_africa = 6",
            '[17j] armies.toml: entry "afrika_korps", field cf_full_africa: found 6, the rulebook says 7.',
        ),
        (
            "support_full = 2",
            "support_full = 3",
            '[17b] armies.toml: entry "british_infantry", field support_full: found 3, the rulebook says 2.',
        ),
        (
            "move = 4, move_attack = 3, count = 2, count_src",
            "move = 5, move_attack = 3, count = 2, count_src",
            '[8j] armies.toml: entry "british_armor", field move: found 5, the rulebook says 4.',
        ),
        (
            'needs = "guards", ',
            "",
            '[13.5] armies.toml: entry "soviet_guards", field needs: found nothing, '
            'the rulebook says "guards".',
        ),
    ],
    "missions.toml": [
        (
            "attack_bonus = 2",
            "attack_bonus = 3",
            '[11a] missions.toml: entry "german_air", field attack_bonus: found 3, the rulebook says 2.',
        ),
        (
            "needed_basic = 2",
            "needed_basic = 3",
            '[12a] missions.toml: entry "german_submarine", field needed_basic: found 3, '
            "the rulebook says 2.",
        ),
    ],
    "developments.toml": [
        (
            'side = "ussr", not_before_year = 1942',
            'side = "ussr", not_before_year = 1943',
            '[13.1e] developments.toml: entry "ussr_blitzkrieg", field not_before_year: found 1943, '
            "the rulebook says 1942.",
        ),
        (
            'development = "logistics", side = "axis"',
            'development = "logistics", side = "axis", not_before_year = 1942',
            '[13] developments.toml: entry "axis_logistics", field not_before_year: found 1942, '
            "the rulebook says 0.",
        ),
        (
            'development = "logistics", side = "axis"',
            'development = "logistics", side = "axis", requires = "aviation"',
            '[13.4] developments.toml: entry "axis_logistics", field requires: found "aviation", '
            "the rulebook says nothing.",
        ),
        (
            'side = "ussr", requires = "urals_industry"',
            'side = "ussr"',
            '[13.4] developments.toml: entry "ussr_guards", field requires: found nothing, '
            'the rulebook says "urals_industry".',
        ),
    ],
    "markers.toml": [
        (
            'id = "control_marker", count = 30',
            'id = "control_marker", count = 40',
            '[1] markers.toml: entry "control_marker", field count: found 40, the rulebook says 30.',
        ),
        (
            '  { id = "rulebook", count = 1, limit = "none", src = "rulebook", ref = "1" },\n',
            "",
            '[1] markers.toml: box has no entry "rulebook", the rulebook has one.',
        ),
        (
            "box = [\n",
            'box = [\n  { id = "screen", count = 3, limit = "none", src = "inferred" },\n',
            '[1] markers.toml: box has entry "screen", the rulebook has none.',
        ),
    ],
    "tracks.toml": [
        (
            "max = 12",
            "max = 15",
            '[4.1b] tracks.toml: entry "supply_axis", field max: found 15, the rulebook says 12.',
        ),
    ],
    "tables.toml": [
        (
            "base = 5",
            "base = 6",
            "[4.1a] tables.toml: field yields.supply.base: found 6, the rulebook says 5.",
        ),
        (
            "total_war = 5",
            "total_war = 6",
            '[4k] tables.toml: entry "allies", field total_war: found 6, the rulebook says 5.',
        ),
        (
            'seasons = ["winter", "spring"]',
            'seasons = ["winter"]',
            '[4o] tables.toml: entry "trondheim", field seasons: found "winter", '
            'the rulebook says "winter", "spring".',
        ),
        (
            "until_year = 1943\nkey_areas_of",
            "until_year = 1944\nkey_areas_of",
            '[4.2n] tables.toml: entry "soviet_total", field until_year: found 1944, the rulebook says 1943.',
        ),
        (
            "build_full = { points = 2",
            "build_full = { points = 3",
            "[4.2b] tables.toml: field reinforcement_costs.build_full.points: found 3, the rulebook says 2.",
        ),
        (
            "to_turn = 20",
            "to_turn = 21",
            "[4.7a] tables.toml: field lend_lease.to_turn: found 21, the rulebook says 20.",
        ),
        (
            "cost_far = 2",
            "cost_far = 3",
            '[8c] tables.toml: entry "naval_move", field cost_far: found 3, the rulebook says 2.',
        ),
        (
            "fortified_line = 2",
            "fortified_line = 3",
            "[16f] tables.toml: field terrain_bonus.fortified_line: found 3, the rulebook says 2.",
        ),
        (
            "normal = { winner = 1",
            "normal = { winner = 0",
            "[17.1] tables.toml: field combat_results.normal.winner: found 0, the rulebook says 1.",
        ),
        (
            '[[die_floor]]\nid = "afrika_korps"\nnation = "germany"\narmy = "afrika_korps"\n'
            'region = "africa"\nbelow = 3\nvalue = 3\nsrc = "rulebook"\nref = "17"\n',
            "",
            '[17o] tables.toml: die_floor has no entry "afrika_korps", the rulebook has one.',
        ),
        (
            'air_sides = [{ side = "allies", turn = 21 }]',
            "air_sides = []",
            '[19e] tables.toml: winter.air_sides has no entry with side "allies" and turn 21, '
            "the rulebook has one.",
        ),
        (
            'areas = ["kiev"]',
            'areas = ["kiev", "minsk"]',
            '[9l] tables.toml: field politics.frozen.areas: found "kiev", "minsk", the rulebook says "kiev".',
        ),
        (
            'handover = ["constantine", "tunisia"]',
            'handover = ["tunisia"]',
            '[18p] tables.toml: field torch.handover: found "tunisia", '
            'the rulebook says "constantine", "tunisia".',
        ),
        (
            "surrender_on_last = []",
            'surrender_on_last = ["axis"]',
            '[20a] tables.toml: field victory.surrender_on_last: found "axis", the rulebook says nothing.',
        ),
    ],
    CAMPAIGN: [
        (
            'area = "warsaw", army = "german_infantry", count = 2',
            'area = "warsaw", army = "german_infantry", count = 1',
            f"[21a] {CAMPAIGN}: warsaw has 1 german_infantry full, the rulebook deploys 2.",
        ),
        (
            '  { area = "milan", army = "italian_infantry", count = 1, step = "full", '
            'src = "rulebook", ref = "21" },\n',
            "",
            f"[21g] {CAMPAIGN}: milan has no italian_infantry full, the rulebook deploys 1.",
        ),
        (
            "[[forces]]  # [21d]",
            '[[forces]]\ncountry = "united_states"\nunits = [{ area = "united_states", '
            'army = "american_infantry", count = 2, step = "full", src = "inferred" }]\n\n'
            "[[forces]]  # [21d]",
            f"[21] {CAMPAIGN}: united_states has 2 american_infantry full, the rulebook deploys none.",
        ),
        (
            "supply = { axis = 4",
            "supply = { axis = 5",
            f"[21a] {CAMPAIGN}: field stock.supply.axis: found 5, the rulebook says 4.",
        ),
        (
            'available = ["axis_blitzkrieg", ',
            'available = ["axis_logistics", "axis_blitzkrieg", ',
            f'[13a] {CAMPAIGN}: field developments.available: found "axis_logistics", "axis_blitzkrieg", '
            '"axis_aviation", "allies_aviation", the rulebook says "axis_blitzkrieg", "axis_aviation", '
            '"allies_aviation".',
        ),
        (
            'area = "karelia", side = "axis"',
            'area = "karelia", side = "ussr"',
            f"[6a] {CAMPAIGN}: karelia begins under control of ussr, the rulebook says axis.",
        ),
    ],
}


CASES = [(file, *change) for file, changes in CONTRADICTIONS.items() for change in changes]


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES, ids=[x[3].split(",")[0] for x in CASES])
def test_a_contradiction_is_told(file: str, old: str, new: str, sentence: str) -> None:
    assert found((file, old, new)) == [sentence]


def test_a_change_is_told_for_every_fact_it_contradicts() -> None:
    assert found(("countries.toml", 'name = "France", major = false', 'name = "France", major = true')) == [
        '[2l] countries.toml: entry "france", field major: found true, the rulebook says false.',
        "[4.2c] areas.toml: france has no Supply Area, the rulebook says that Major Powers have some.",
    ]
    assert found((CAMPAIGN, 'area = "zagreb"', 'area = "belgrad"')) == [
        f"[21l] {CAMPAIGN}: belgrad has 2 yugoslav_infantry full, the rulebook deploys 1.",
        f"[21l] {CAMPAIGN}: zagreb has no yugoslav_infantry full, the rulebook deploys 1.",
    ]


def test_the_order_of_the_sides() -> None:
    swapped = [
        ("sides.toml", "turn_order = 1", "turn_order = 9"),
        ("sides.toml", "turn_order = 2", "turn_order = 1"),
        ("sides.toml", "turn_order = 9", "turn_order = 2"),
    ]
    assert found(*swapped) == [
        '[3b] sides.toml: entry "axis", field turn_order: found 2, the rulebook says 1.',
        '[3b] sides.toml: entry "allies", field turn_order: found 1, the rulebook says 2.',
    ]


def test_the_calendar() -> None:
    turn = '  { turn = 22, year = 1945, season = "spring"'
    text = (DATA / "tracks.toml").read_text("utf-8")
    last = next(line for line in text.splitlines(keepends=True) if line.startswith(turn))
    assert found(
        ("tracks.toml", last, ""),
        ("tables.toml", "last_turn = 22", "last_turn = 21"),
        (CAMPAIGN, "last_turn = 22", "last_turn = 21"),
    ) == [
        "[3a] tracks.toml: turns has 21 entries, the rulebook has 22.",
        "[20a] tables.toml: field victory.last_turn: found 21, the rulebook says 22.",
        f"[21] {CAMPAIGN}: field last_turn: found 21, the rulebook says 22.",
    ]


def test_areas_with_a_sea_in_common() -> None:
    assert found(
        (
            "areas.toml",
            'seas = ["english_channel", "north_sea"], lon = 2.1',
            'seas = ["north_atlantic"], lon = 2.1',
        ),
        ("landings.toml", 'a = "london", b = "calais"', 'a = "london", b = "plymouth"'),
    ) == ["[22.14] areas.toml: london and calais have no sea in common, the rulebook says that they have."]


def test_armies_of_a_country_that_has_none() -> None:
    army = 'id = "bulgarian_infantry", name = "Bulgarian infantry", nation = "bulgaria"'
    told = found(
        ("armies.toml", army, army.replace('"bulgaria"', '"norway"')),
        (
            "countries.toml",
            'name = "Norway", major = false, side = "neutral"',
            'name = "Norway", major = false, side = "axis"',
        ),
        (CAMPAIGN, 'country = "bulgaria"', 'country = "norway"'),
    )
    assert '[2m] armies.toml: army_types has 1 entries with nation "norway", the rulebook has 0.' in told
    assert f"[21] {CAMPAIGN}: sofia has 1 bulgarian_infantry full, the rulebook deploys none." in told


def test_british_rows_that_the_text_leaves_open() -> None:
    egypt = (
        (CAMPAIGN, 'area = "scotland", army = "british_infantry", count = 1, step = "reduced"', "SCOTLAND"),
        (CAMPAIGN, 'area = "el_alamein", army = "british_infantry", count = 1, step = "full"', "EGYPT"),
        (CAMPAIGN, "SCOTLAND", 'area = "scotland", army = "british_infantry", count = 1, step = "full"'),
        (CAMPAIGN, "EGYPT", 'area = "el_alamein", army = "british_infantry", count = 1, step = "reduced"'),
    )
    assert found(*egypt) == []
    assert found((CAMPAIGN, 'area = "el_alamein"', 'area = "sidi_barrani"')) == [
        f"[21b] {CAMPAIGN}: sidi_barrani has 1 british_infantry full, the rulebook deploys none.",
        f"[21b] {CAMPAIGN}: el_alamein has no army of united_kingdom, the rulebook deploys one.",
    ]
    assert found((CAMPAIGN, *egypt[0][1:2], egypt[0][1].replace("reduced", "full"))) == [
        f"[21b] {CAMPAIGN}: there are 5 british_infantry full in all, the rulebook deploys 4.",
        f"[21b] {CAMPAIGN}: there are 0 british_infantry reduced in all, the rulebook deploys 1.",
    ]


def test_rows_may_be_split_and_redundant() -> None:
    row = (
        'area = "warsaw", army = "german_infantry", count = 2, step = "full", src = "rulebook", ref = "21" },'
    )
    one = row.replace("count = 2", "count = 1")
    assert found((CAMPAIGN, row, f"{one}\n  {{ {one}")) == []
    assert (
        found(
            (
                CAMPAIGN,
                "control = [\n",
                'control = [\n  { area = "riga", side = "ussr", src = "inferred" },\n',
            )
        )
        == []
    )


def test_a_pack_with_another_scenario() -> None:
    told = found((CAMPAIGN, 'id = "campaign_1940"', 'id = "campaign_1942"'))
    assert {x.partition("] ")[2] for x in told} == {
        f"{CAMPAIGN}: there is no such scenario, the rulebook has one."
    }


def test_what_is_reconstructed_may_be_replaced() -> None:
    assert (
        found(
            ("areas.toml", 'name = "Dijon"', 'name = "Langres"'),
            ("areas.toml", 'id = "stettin", name = "Stettin"', 'id = "stettin", name = "Pomerania"'),
            ("links.toml", '  { a = "nancy", b = "dijon", src = "reconstructed" },\n', ""),
            ("armies.toml", "move_attack = 2, count = 6, count_src", "move_attack = 2, count = 7, count_src"),
            ("armies.toml", 'needs = "guards", count = 4', 'needs = "guards", count = 3'),
            ("landings.toml", 'a = "plymouth", b = "caen"', 'a = "london", b = "caen"'),
        )
        == []
    )


# --- the facts themselves


def test_every_value_stated_is_compared() -> None:
    assert check_every_value_is_compared(CHECKER, FACTS) > 600


@pytest.mark.parametrize(
    "fact", [f for f in FACTS["facts"] if "where" in f], ids=lambda f: f"{f['at']} {f['where']}"
)
def test_every_number_of_entries_is_compared(fact: dict[str, Any]) -> None:
    check_number_is_compared(CHECKER, fact)


@pytest.mark.parametrize("list_of", [("deployment", "forces"), ("map", "borders"), ("landings", "places")])
def test_every_fact_about_places_is_compared(list_of: tuple[str, str]) -> None:
    outer, inner = list_of
    assert FactChecker(PACK, TABLES).compare(FACTS) == []
    for number, row in enumerate(FACTS[outer][inner]):
        wrong = deepcopy(FACTS)
        changed = wrong[outer][inner][number]
        if outer == "deployment":
            changed["armies"][0]["count"] += 1
        elif outer == "map":
            changed["a"] = "sicily"
        else:
            changed["from"] = ["tripoli"]
        assert all(x.startswith(f"[{row['rule']}] ") for x in FactChecker(PACK, TABLES).compare(wrong))
        assert FactChecker(PACK, TABLES).compare(wrong)


def test_the_facts_cite_rules_of_the_index() -> None:
    known = {rule.id for rule in PACK.rules.rules}
    cited = cited_rules(FACTS)
    assert len(cited) > 250 and set(cited) <= known


@pytest.mark.parametrize("file", [x for x in FILES if x not in ("rules.toml", "drawing.toml", SCENARIOS)])
def test_whatever_comes_from_the_rulebook_is_a_fact(file: str) -> None:
    known = spoken_of(CHECKER, FACTS)
    # No number stands in the boxes in the margin, the words for developments and the armor tracks.
    free = {"boxes": 8, "developments": 11, "tracks": 3}
    content = CHECKER.files[file]
    for name, value in content.items():
        left = unspoken(value, known)
        assert len(left) == free.get(name, 0), (name, left)
