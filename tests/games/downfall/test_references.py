"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from pathlib import Path

import pytest
from msgspec import structs

from sandtable.games.downfall.components.relations import check_pack, load_pack
from sandtable.games.downfall.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "downfall" / "data"
CAMPAIGN = "scenarios/campaign_1940.toml"

# For each file: a text in it, what takes its place, and part of the sentence that must come.
BAD_REFERENCES = {
    "areas.toml": [
        ('id = "plymouth"', 'id = "london"', 'entry "london", field id: found "london", expected an id'),
        ('country = "belgium"', 'country = "belgia"', 'entry "brussels", field country: found "belgia"'),
        ('territory = "belgium"', 'territory = "benelux"', "field territory: found"),
        ('territory = "belgium"', 'territory = "france"', 'expected a territory of "belgium"'),
        ('terrain = ["mountain"]', 'terrain = ["plain", "mountain"]', "expected plain alone"),
        (
            'terrain = ["mountain"]',
            'terrain = ["swamp", "swamp"]',
            "field terrain: found a repetition, expected each once",
        ),
        (
            'seas = ["north_atlantic"]',
            'seas = ["pacific"]',
            'field seas, item 1: found "pacific", expected the id of a sea zone',
        ),
        (
            'seas = ["north_atlantic"]',
            'seas = ["north_sea", "north_sea"]',
            "field seas: found a repetition, expected each once",
        ),
        ('supply_area_of = "germany"', 'supply_area_of = "france"', 'expected "germany", the owner'),
        ('capital_of = "belgium"', 'capital_of = "flanders"', "the id of a country"),
        (
            'id = "york",',
            'id = "york", capital_of = "belgium", capital_src = "inferred",',
            'entry "york", field capital_of: found "belgium", expected a country with its capital here',
        ),
        (', fortress_src = "rulebook"', "", "field fortress_src: found"),
        (', capital_of = "belgium", ', ", ", "field capital: found"),
    ],
    "countries.toml": [
        ('id = "hungary", name', 'id = "romania", name', 'found "romania", expected an id that no'),
        ('capital = "brussels"', 'capital = "antwerp"', 'entry "belgium", field capital'),
        ('capital = "brussels"', 'capital = "paris"', "the area that is its capital_of"),
        ('territories = ["finland"]', 'territories = ["lapland"]', 'found "lapland"'),
        ('regions = ["africa"]', 'regions = ["afrika"]', "the region of an area"),
        ('kind = "turn", turn = 2', 'kind = "turn", turn = 23', "a turn from 1 to 22"),
        ('country = "france"', 'country = "vichy"', "field entry.country"),
        (
            'side = "neutral", entry = { kind = "never" }',
            'side = "neutral", entry = { kind = "at_start" }',
            '"never" for a neutral',
        ),
        ('armies = 2, territory = "italy"', 'armies = 2, territory = "rome"', "surrender.territory"),
        ('armies = 2, territory = "italy"', 'armies = 0, territory = "italy"', "surrender.armies"),
        ('nation = "germany", areas = 3', 'nation = "prussia", areas = 3', "surrender.nation"),
        ('nation = "germany", areas = 3', 'nation = "germany", areas = 0', "surrender.areas"),
        ('after = "belgium"', 'after = "holland"', "surrender.after"),
        (
            'capital = "helsinki", surrender = { kind = "capital" }',
            'capital = "helsinki", surrender = { kind = "all_supply_areas" }',
            "a country with Supply Areas",
        ),
        ("from_turn = 11", "from_turn = 50", "partisans.from_turn"),
        ('id = "belgium", owner = "belgium"', 'id = "belgium", owner = "france"', 'a territory of "belgium"'),
        (
            "territories = [\n",
            'territories = [\n  { id = "moon", owner = "russia", src = "rulebook" },\n',
            'entry "moon", field owner: found "russia"',
        ),
        (
            "territories = [\n",
            'territories = [\n  { id = "moon", owner = "ussr", src = "rulebook" },\n',
            "a territory that some area belongs to",
        ),
    ],
    "links.toml": [
        (
            'a = "london", b = "york"',
            'a = "london", b = "yorck"',
            'links (london–yorck), field b: found "yorck"',
        ),
        ('a = "london", b = "york"', 'a = "lundon", b = "york"', "field a"),
        ('a = "london", b = "york"', 'a = "york", b = "york"', "another area than a"),
        ('a = "london", b = "york"', 'a = "plymouth", b = "london"', "a border that is not listed already"),
        ('river_in = "frankfurt"', 'river_in = "ruhr"', 'field river_in: found "ruhr"'),
        ('river = "Rhine", ', "", "field river: found"),
        ('river = "Rhine", river_src = "rulebook", ', 'river = "Rhine", ', "field river_src"),
    ],
    "seas.toml": [
        ('id = "cape_route"', 'id = "north_sea"', "an id that no other entry has"),
        ('a = "north_atlantic", b = "english_channel"', 'a = "channel", b = "english_channel"', "field a"),
        (
            'a = "north_atlantic", b = "english_channel"',
            'a = "north_atlantic", b = "north_atlantic"',
            "field b",
        ),
        ('requires_control = "suez"', 'requires_control = "panama"', "field requires_control"),
        ('sea = "black_sea", use = "naval"', 'sea = "dead_sea", use = "naval"', "entry 1 of restrictions"),
        ('territory = "egypt"', 'territory = "sudan"', "entry 1 of supply_barred"),
    ],
    "landings.toml": [
        ('id = "ll_normandy"', 'id = "ll_dover"', "an id that no other entry has"),
        ('sea = "english_channel"', 'sea = "the_channel"', 'entry "ll_dover", field sea'),
        ('a = "london", b = "calais"', 'a = "london", b = "paris"', "an area on the sea zone"),
        ('a = "london", b = "calais"', 'a = "london", b = "dover"', "the id of an area"),
        ('a = "london", b = "calais"', 'a = "london", b = "london"', "another area than a"),
        ("mediterranean = false", "mediterranean = true", "what English Channel says"),
        ('to = "plymouth"', 'to = "paris"', "an area with a coast"),
        ('to = "plymouth"', 'to = "york"', "a place that is not listed already"),
        ('from_groups = ["america"]', 'from_groups = ["mars"]', "the id of a group"),
        ('from_groups = ["america"], ', "", "a group, or from_areas"),
        ('from_areas = ["tunisia"]', 'from_areas = ["moscow"]', "an area with a coast"),
        ('areas = ["united_states", "canada"]', 'areas = ["mexico"]', 'entry "america", field areas'),
        ("year = 1944", "year = 1947", "a year of the calendar"),
    ],
    "sides.toml": [
        ("turn_order = 2", "turn_order = 3", "a turn order that no other entry has"),
        ('enemies = ["allies", "ussr"]', 'enemies = ["allies"]', "an enemy in return"),
        ('partners = ["ussr"]', "partners = []", "a partner in return"),
        ('[["axis"], ["allies", "ussr"]]', '[["axis", "allies", "ussr"]]', "expected 2 seats"),
        ('[["axis"], ["allies", "ussr"]]', '[["axis"], ["allies"]]', "each side once"),
    ],
    "armies.toml": [
        ('nation = "united_kingdom"', 'nation = "scotland"', 'entry "british_infantry", field nation'),
        (
            'nation = "united_kingdom", side = "allies"',
            'nation = "united_kingdom", side = "axis"',
            'field nation: found "united_kingdom", expected a country of "axis"',
        ),
        ("cf_full = 4, cf_reduced = 2", "cf_full = 4, cf_reduced = 6", "at most 4"),
        ("move = 3, move_attack = 2", "move = 3, move_attack = 5", "at most 3"),
        ('needs = "guards"', 'needs = "amphibious_landings"', "a development its side has a tile for"),
        ("count = 6,", "count = 7,", 'markers.toml: entry "army", field count: found 105, expected 106'),
    ],
    "missions.toml": [
        ('nation = "germany"', 'nation = "prussia"', 'entry "german_air", field nation'),
        ('nation = "germany", side = "axis"', 'nation = "germany", side = "ussr"', 'a country of "ussr"'),
    ],
    "markers.toml": [
        ('id = "army"', 'id = "armies"', "field box: found nothing for army, expected each kind of counter"),
        ('id = "map"', 'id = "die"', "an id that no other entry has"),
    ],
    "developments.toml": [
        ('id = "axis_aviation"', 'id = "axis_logistics"', "an id that no other entry has"),
        (
            'development = "aviation", side = "axis"',
            'development = "blitzkrieg", side = "axis"',
            "one the side has no tile for yet",
        ),
        ("not_before_year = 1942", "not_before_year = 1939", "a year of the calendar"),
        ('requires = "urals_industry"', 'requires = "advanced_warships"', "one the side has a tile for"),
    ],
    "tracks.toml": [
        ("turn = 3,", "turn = 4,", "entry 3 of turns, field turn: found 4, expected 3"),
        ('season = "summer"', 'season = "spring"', 'field season: found "spring", expected "summer"'),
        ("year = 1941", "year = 1942", "field year: found 1942, expected 1941"),
        (
            'id = "supply_allies", side = "allies"',
            'id = "supply_allies", side = "axis"',
            "one track for supply of allies",
        ),
    ],
    "rules.toml": [
        ('id = "1b"', 'id = "1a"', 'entry "1a", field id'),
    ],
    "tables.toml": [
        ('germany = "germany"', 'germany = "prussia"', "field roles.germany"),
        ('id = "reinforcements"', 'id = "supply"', "an id that no other entry has"),
        ('side = "allies"\nlimited_war', 'side = "axis"\nlimited_war', "a side that no other entry has"),
        ('area = "trondheim"', 'area = "narvik"', 'entry "trondheim", field area'),
        ('country = "germany"\ndelta', 'country = "prussia"\ndelta', "field country"),
        ("year = 1943", "year = 1950", "a year of the calendar"),
        ("turn = 9", "turn = 90", 'entry "calendar", field turn: found 90'),
        ('by_side = "axis"\n', "", 'entry "barbarossa", field by_side'),
        ('territories = ["ussr"]\ndelay = 1\n', "delay = 1\n", "at least one territory"),
        ('territories = ["ussr"]\ndelay', 'territories = ["russia"]\ndelay', "field territories"),
        (
            'nation = "germany"\narea = "karelia"',
            'nation = "saxony"\narea = "karelia"',
            'entry "karelia", field nation',
        ),
        (
            'nation = "germany"\narea = "karelia"',
            'nation = "germany"\narea = "lapland"',
            'entry "karelia", field area',
        ),
        ("barbarossa = true\n", "", "field total_war: found"),
        ("delay = 1\nsrc", "delay = 1\nbarbarossa = true\nsrc", "expected kind entry"),
        ('area = "bucharest"', 'area = "ploesti"', 'entry "bucharest", field area'),
        ("until_year = 1943", "until_year = 1949", 'entry "suez", field until_year'),
        ("from_year = 1944", "from_year = 1949", "field from_year"),
        ('nations = ["germany"]', 'nations = ["prussia"]', "field nations"),
        ('nations = ["germany"]', 'nations = ["france"]', 'a country of "axis"'),
        ('key_areas_of = "germany"', 'key_areas_of = "prussia"', "field key_areas_of"),
        ('capped_nation = "united_kingdom"', 'capped_nation = "france"', "one of nations"),
        ("number = 2\n", "number = 3\n", "a number that no other entry has"),
        ("cost_far = 2\n", "", "the cost of a long naval move"),
        ('territories = ["france", "belgium"]', 'territories = ["france", "holland"]', "field territories"),
        ("last_turn = 4\nsrc", "last_turn = 44\nsrc", "field last_turn"),
        ("last_turn = 4\nsrc", "last_turn = 4\nturn = 3\nsrc", 'no such field with when = "west_attacked"'),
        (
            'territory = "ussr"\nturn = 9',
            'territory = "russia"\nturn = 9',
            'entry "winter_1942", field territory',
        ),
        ('territory = "ussr"\nturn = 9', 'territory = "ussr"\nturn = 99', 'entry "winter_1942", field turn'),
        (
            'nation = "germany"\narmor_only',
            'nation = "saxony"\narmor_only',
            'entry "panzers_in_russia", field nation',
        ),
        ('army = "afrika_korps"', 'army = "panzer_army"', "the id of an army type"),
        ('territory = "ussr"\nnot_terrain', 'territory = "russia"\nnot_terrain', "field territory"),
        ('region = "africa"\nbelow', 'region = "asia"\nbelow', 'entry "afrika_korps", field region'),
        ('territory = "ussr"\nnation', 'territory = "russia"\nnation', 'field territory: found "russia"'),
        (
            'territory = "ussr"\nnation = "ussr"',
            'territory = "ussr"\nnation = "russia"',
            'field nation: found "russia"',
        ),
        ('nation = "italy"', 'nation = "rome"', "field defence_together.nation"),
        ('beside = "germany"', 'beside = "prussia"', "field defence_together.beside"),
        ('condition_area = "karelia"', 'condition_area = "lapland"', "lend_lease.condition_area"),
        ('stacking_unlimited_region = "america"', 'stacking_unlimited_region = "mars"', "movement.stacking"),
        ('territory = "ussr"\narmies', 'territory = "russia"\narmies', "strategic_limit.territory"),
        ('any_ground_region = "africa"', 'any_ground_region = "asia"', "exploitation.any_ground_region"),
        ('area = "london"\nmissions', 'area = "dover"\nmissions', "strategic_bombing.area"),
        ('air_regions = ["africa"]', 'air_regions = ["asia"]', "winter.air_regions"),
        ('country = "germany"\nlast_turn', 'country = "prussia"\nlast_turn', "victory.country"),
        ("last_turn = 22", "last_turn = 21", "the last turn of the calendar"),
        (
            'nation = "germany"\nuntil_turn',
            'nation = "prussia"\nuntil_turn',
            "entry 1 of barred (prussia), field nation",
        ),
        ('territories = ["finland", "greece"]', 'territories = ["crete"]', "the id of a territory"),
        (
            'nation = "germany"\nterritory = "romania"',
            'nation = "saxony"\nterritory = "romania"',
            "politics.passage.nation",
        ),
        ('territory = "romania"', 'territory = "moldavia"', "politics.passage.territory"),
        ('territory = "ussr"\nareas', 'territory = "russia"\nareas', "politics.frozen.territory"),
        ('border_territories = ["germany"', 'border_territories = ["prussia"', "the id of a territory"),
        ('areas = ["kiev"]', 'areas = ["kyiv"]', "politics.frozen.areas"),
        ('areas = ["kiev"]', 'areas = ["paris"]', 'an area of "ussr"'),
        (
            'nation = "germany"\nterritories = ["france"',
            'nation = "saxony"\nterritories = ["france"',
            "west_attack.nation",
        ),
        ('nation = "finland"', 'nation = "lapland"', "politics.no_attack.nation"),
        ('area = "karelia"\nwhile', 'area = "lapland"\nwhile', "politics.no_attack.area"),
        ('area = "calais"', 'area = "dunkirk"', "politics.protected.area"),
        ('nation = "united_kingdom"\nfirst', 'nation = "scotland"\nfirst', "politics.protected.nation"),
        ('first = "france"', 'first = "gaul"', "politics.protected.first"),
        ('territory = "french_north_africa"', 'territory = "algeria"', "torch.territory"),
        ('from_group = "america"', 'from_group = "mars"', "torch.from_group"),
        ("full_armies = 3", "full_armies = 2", "field torch.landing_areas: found 3, expected 2 areas"),
        ('["casablanca", "oran", "algiers"]', '["casablanca", "oran", "bone"]', "torch.landing_areas"),
        ('handover = ["constantine"', 'handover = ["tripoli"', 'an area of "french_north_africa"'),
    ],
    CAMPAIGN: [
        ("last_turn = 22", "last_turn = 30", "field last_turn"),
        ("first_turn = 1", "first_turn = 23", "field first_turn"),
        ('at_war = ["germany"', 'at_war = ["prussia", "germany"', "field at_war"),
        ('at_war = ["germany"', 'at_war = ["norway", "germany"', "a country that has a side"),
        ('at_war = ["germany", ', "at_war = [", "germany, at war from the start"),
        ('area = "karelia", side', 'area = "lapland", side', "entry 1 of control (lapland), field area"),
        ("german_air = 4", "prussian_air = 4", "the id of an air mission"),
        ("german_air = 4", "german_air = 7", "at most the 6 of german_air"),
        (
            "supply = { axis = 4",
            "supply = { axis = 14",
            "field stock.supply.axis: found 14, expected at most 12",
        ),
        ('"axis_aviation"', '"axis_airships"', "the id of a tile"),
        ('in_progress = ["ussr_aviation"', 'in_progress = ["axis_aviation"', "not available already"),
        ('country = "germany"', 'country = "prussia"', "entry 1 of forces (prussia), field country"),
        ('country = "germany"', 'country = "france"', 'an army of "france"'),
        ('area = "warsaw"', 'area = "lodz"', "(lodz, german_infantry), field area"),
        ('army = "german_infantry"', 'army = "landwehr"', "the id of an army type"),
        (
            'area = "stuttgart", army = "german_infantry", count = 3',
            'area = "stuttgart", army = "german_infantry", count = 4',
            "at most 3 armies of a side there",
        ),
        (
            'area = "helsinki", army = "finnish_infantry", count = 1',
            'area = "helsinki", army = "finnish_infantry", count = 2',
            "no more than 2 in all",
        ),
    ],
}

CASES = [(file, *case) for file, cases in BAD_REFERENCES.items() for case in cases]


PACK = load_pack(DATA)


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES)
def test_bad_reference(file: str, old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed_pack(DATA, FILES, PACK, (file, old, new)))


def test_players_a_scenario_may_not_have() -> None:
    sides = structs.replace(PACK.sides, player_counts=PACK.sides.player_counts[:1])
    assert "a number of players of sides.toml" in refused(structs.replace(PACK, sides=sides))


def test_two_scenarios_of_one_id() -> None:
    twice = structs.replace(PACK, scenarios=PACK.scenarios * 2)
    assert "an id that no other entry has" in refused(twice)
