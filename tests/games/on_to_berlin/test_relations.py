"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from pathlib import Path

import pytest
from msgspec import structs

from sandtable.games.on_to_berlin.components.relations import check_pack, load_pack
from sandtable.games.on_to_berlin.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "on_to_berlin" / "data"
CAMPAIGN = "scenarios/campaign_1939.toml"
PACK = load_pack(DATA)

# For each file: a text in it, what takes its place, and part of the sentence that must come.
SPOILED = {
    "areas.toml": [
        ('id = "ruhr"', 'id = "berlin"', 'entry "berlin", field id: found "berlin", expected an id that no'),
        ('id = "blank_persia"', 'id = "berlin"', "an id that no other entry has"),
        ('name = "Ruhr"', 'name = "Berlin"', 'field name: found "Berlin", expected a name that no'),
        ('country = "be"', 'country = "xx"', 'entry "belgium", field country: found "xx"'),
        ('country = "be"', 'country = ""', 'entry "belgium", field country: found ""'),
        ('country = "be"', 'country = "vc"', "a nation that is not dormant"),
        ('resource = "red", rp = 1.0', 'resource = "black_half", rp = 1.0', "expected 0.5 for black_half"),
        (
            'resource = "none", rp = 0.0, double_for_victory = false',
            'resource = "none", rp = 0.0, double_for_victory = true',
            "false without a Resource Point",
        ),
        (
            'no_entry = ["axis", "allied"]',
            'no_entry = ["axis", "axis"]',
            "field no_entry: found a repetition, expected each once",
        ),
        ("lon = 8.2, lat = 51.8", "lon = 13.4, lat = 52.5", 'entry "ruhr", field lon'),
        ('id = "ireland"', 'id = "eire"', "links.toml: entry"),
    ],
    "links.toml": [
        (
            'a = "berlin", b = "warsaw"',
            'a = "bonn", b = "warsaw"',
            'links (bonn–warsaw), field a: found "bonn"',
        ),
        (
            'a = "berlin", b = "warsaw"',
            'a = "berlin", b = "lodz"',
            'field b: found "lodz", expected the id of',
        ),
        ('a = "berlin", b = "warsaw"', 'a = "berlin", b = "berlin"', "another area than a"),
        ('a = "warsaw", b = "brest"', 'a = "warsaw", b = "berlin"', "not listed already"),
        ('b = "warsaw", kind = "land"', 'b = "warsaw", kind = "coast"', "one that fits land and land"),
        ('b = "english_channel", kind = "coast"', 'b = "english_channel", kind = "sea"', "fits land and sea"),
        (
            'kind = "land", side = "both"',
            'kind = "land", side = "allied"',
            'field side: found "allied", expected "both" except',
        ),
        (
            'condition = ""',
            'condition = "egypt_allied_controlled"',
            'field condition: found "egypt_allied_controlled", expected "" except for',
        ),
        ('kind = "canal", side = "allied"', 'kind = "canal", side = "both"', '"allied" for a canal'),
        ('"egypt_allied_controlled"', '"suez_allied_controlled"', 'field condition: found "suez"'),
        ('"egypt_allied_controlled"', '""', 'field condition: found ""'),
        ('"egypt_allied_controlled"', '"malta_allied_controlled"', '"malta_allied_controlled" once more'),
    ],
    "nations.toml": [
        ('id = "hu"', 'id = "it"', 'entry "it", field id: found "it"'),
        ('code = "HU"', 'code = "IT"', 'field code: found "IT", expected a code that no other entry has'),
        ('track = "", may', 'track = "ge", may', "a track of tracks.toml"),
        ('track = "", may', 'track = "us", may', "a track of this nation"),
        ('at_war = true, side = "axis"', 'at_war = true, side = "allied"', '"axis", as status says'),
        (
            'leaning = "axis", at_war = false, side = ""',
            'leaning = "axis", at_war = false, side = "axis"',
            "for a N",
        ),
        (
            'status = "dormant", leaning = "", at_war = false, side = "axis"',
            'status = "dormant", leaning = "", at_war = false, side = ""',
            'entry "vc", field side: found "", expected the side on which it enters the game',
        ),
        (
            'status = "neutral", leaning = "axis"',
            'status = "neutral", leaning = ""',
            "a side for a Neutral nation",
        ),
        (
            'status = "axis", leaning = ""',
            'status = "axis", leaning = "axis"',
            "a nation that is not Neutral",
        ),
        ('leaning = "axis", at_war = false', 'leaning = "axis", at_war = true', "false for a neutral nation"),
        (
            'name = "France", status = "allied", leaning = "", at_war = false, side = "allied"',
            'name = "France", status = "dormant", leaning = "", at_war = false, side = "allied"',
            'entry "paris"',
        ),
        ('track = "us"', 'track = ""', 'field nation: found "us", expected a nation with this track'),
        ('status = "dormant"', 'status = "axis"', "field special.changed_set"),
    ],
    "units.toml": [
        ('id = "ge_tf"', 'id = "ge_lf"', 'entry "ge_lf", field id'),
        ('name = "German tank force"', 'name = "German infantry"', "expected a name that no other entry has"),
        ('id = "marker_entry_su"', 'id = "marker_turn"', 'entry "marker_turn", field id'),
        ('nation = "ge"', 'nation = "xx"', 'entry "ge_lf", field nation: found "xx"'),
        ('kind = "land"', 'kind = "air"', 'expected "land", as every LF'),
        ("cost = 1", "cost = 2", "expected 1, the price of every LF"),
        ("optional = false", "optional = true", "field optional: found true, expected false except"),
        ("count = 16", "count = 200", "no more than 255 units in all"),
        ("count = 16", "count = 17", "found 16 counters of ge_lf, expected 17"),
        (
            "count = 16",
            "count = 15",
            "field units_on_map: found 16 counters of ge_lf, expected 15 on the map",
        ),
    ],
    "cards.toml": [
        ('id = "ax_ambush_2"', 'id = "ax_blitzkrieg_2"', 'entry "ax_blitzkrieg_2", field id'),
        ("reaction = false", "reaction = true", "field reaction: found true"),
        ("reaction = true", "reaction = false", "field reaction: found false"),
        ('kinds = ["land", "air"]', 'kinds = ["land", "land"]', "field event.kinds: found"),
        ('kinds = ["land"]', 'kinds = ["land", "land"]', 'entry "ax_operation_seelowe_3", field event.kinds'),
        (
            'nations = ["it", "hu"',
            'nations = ["it", "it"',
            "field nations: found a repetition, expected each once",
        ),
        ('nations = ["it", "hu"', 'nations = ["it", "xx"', "the id of a Neutral nation without a track"),
        (
            'nations = ["it", "hu"',
            'nations = ["it", "po"',
            'field nations, item 2: found "po", expected the id of a Neutral',
        ),
        (
            'nations = ["it", "hu"',
            'nations = ["it", "sp"',
            'field nations, item 2: found "sp", expected the id of a Neutral',
        ),
        (
            'nation = "fr", area = "paris" }',
            'nation = "po", area = "paris" }',
            'field nation: found "po", expected "fr", which changes',
        ),
        ('nation = "fr", area = "paris" }', 'nation = "fr", area = "lyon" }', "the id of a Land area"),
        ('tracks = ["sp", "tu"]', 'tracks = ["sp", "pg"]', "a track of tracks.toml"),
        ('tracks = ["sp", "tu"]', 'tracks = ["sp", "sp"]', "expected each once"),
        ("sv = [3, 4]", "sv = [3, 5]", "field event.sv: found 5"),
        ("sv = [3, 4]", "sv = [2, 3]", "an SV of a card in the Development Pool of its owner"),
        ('partisans = "yu"', 'partisans = "gr"', '"yu" or ""'),
        (
            'areas = ["central_atlantic"',
            'areas = ["berlin"',
            'field event.areas, item 1: found "berlin", expected the id of a Sea',
        ),
        ('american_areas = ["north_atlantic"]', 'american_areas = ["baltic_sea"]', "one of areas"),
        ("areas_max = 2", "areas_max = 3", "expected at most 2"),
        ('nation = "fr"\narea', 'nation = "be"\narea', "field event.nation"),
        ('area = "paris"\nside', 'area = "north_sea"\nside', "field event.area"),
        ('side = "axis"\nplace', 'side = "allied"\nplace', '"axis", the side of "vc"'),
        ('unit = "vc_lf"', 'unit = "fr_lf"', 'the id of a unit of "vc"'),
        ('unit = "vc_lf"', 'unit = "vc_nf"', 'field area: found "southern_france", expected the id of a Sea'),
        (
            'unit = "vc_lf", area = "southern_france" },',
            'unit = "vc_lf", area = "southern_france" },\n  { unit = "vc_lf", area = "tunisia" },',
            "no more of them than there are",
        ),
        ('unit = "vc_nf", area = "western_mediterranean"', 'unit = "vc_nf", area = "paris"', "a Sea area"),
        ('nations = ["us", "su"]', 'nations = ["us", "us"]', "field event.nations"),
        ('nations = ["us", "su"]', 'nations = ["uk", "su"]', "a nation with New Weapons"),
        ('needs_at_war = ["su"]', 'needs_at_war = ["ge"]', "field event.needs_at_war"),
        ('needs_area = "north_atlantic"', 'needs_area = "pacific"', "field event.needs_area"),
        ('seas = ["english_channel"', 'seas = ["paris"', "field event.seas"),
        ('landing = ["london"', 'landing = ["north_sea"', "field event.landing"),
        ('airborne_landing = ["london"', 'airborne_landing = ["england"', "field event.airborne_landing"),
        (
            'airborne_nations = ["uk", "us"]',
            'airborne_nations = ["uk", "uk"]',
            "field event.airborne_nations",
        ),
        (
            'airborne_nations = ["uk", "us"]',
            'airborne_nations = ["uk", "fr"]',
            "a nation with airborne units",
        ),
        ('airborne_nations = ["ge"]', "airborne_nations = []", "0 without airborne_nations"),
        ('owner = "allied"', 'owner = "axis"', f"{CAMPAIGN}: field decks.allied_deck"),
        ('start = "deck"', 'start = "development_pool"', 'a card with start = "deck"'),
    ],
    "tables.toml": [
        ('type = "LF", sv = 1', 'type = "GF", sv = 1', "field mobilization_cost: found"),
        ('  { type = "LF", sv = 1, src = "rulebook", ref = "12.0b" },\n', "", "found nothing for LF"),
        (
            'type = "LF", name',
            'type = "TF", name',
            "field unit_type_classes: found a repetition, expected each once",
        ),
        (
            'name = "turns"',
            'name = "fortress_stack"',
            "field constants: found a repetition, expected each once",
        ),
        (
            'kind = "land", surface = false',
            'kind = "land", surface = true',
            "field surface: found true, expected false except",
        ),
        ('can_control = "land"', 'can_control = "sea"', 'expected "land" or ""'),
        ("rank = 2", "rank = 1", "field rank: found 1, expected a rank that no other entry has"),
        (
            'action = "naval_transport"',
            'action = "airstrike"',
            'field action: found "airstrike", expected an action that',
        ),
        ('item = "left area is enemy-controlled"', 'item = "enter adjacent area"', "field item"),
        ('state = "fresh", steps = 2', 'state = "fresh", steps = 3', "expected 2, the next"),
        (
            "spent = true, retreat = true, destroyed = false",
            "spent = false, retreat = false, destroyed = true",
            "none after the unit is destroyed",
        ),
        ("spent = true, retreat = false", "spent = false, retreat = false", "field spent: found false"),
        (
            "retreat = true, destroyed = false",
            "retreat = true, destroyed = true",
            "neither spent nor retreat",
        ),
        (
            "spent = false, retreat = false, destroyed = true",
            "spent = true, retreat = true, destroyed = false",
            "found none that destroys land_or_surface, fresh, expected one",
        ),
        ("value = 12", "value = 11", "field value: found 11, expected 12, as many as the Turn Track has"),
        ('surrender_nation = "po"', 'surrender_nation = "xx"', "field special.surrender_nation"),
        ('ceded_to = "su"', 'ceded_to = "vc"', "field special.ceded_to"),
        ('american_nation = "us"', 'american_nation = "ca"', "field special.american_nation"),
        ('winter_nation = "su"', 'winter_nation = "xx"', "field special.winter_nation"),
        ('partisan_nation = "yu"', 'partisan_nation = "xx"', "field special.partisan_nation"),
        ('changing_nation = "fr"', 'changing_nation = "xx"', "field special.changing_nation"),
        ('changed_set = "vc"', 'changed_set = "fr"', "the one nation that is dormant"),
        ('surrender_area = "warsaw"', 'surrender_area = "baltic_sea"', "the id of a Land area"),
        ('surrender_area = "warsaw"', 'surrender_area = "berlin"', 'a home area of "po"'),
        ('ceded = ["brest"', 'ceded = ["minsk"', "field special.ceded"),
        (
            'ceded = ["brest"',
            'ceded = ["lodz"',
            'field special.ceded, item 1: found "lodz", expected the id of a Land',
        ),
        ('american_sea = "north_atlantic"', 'american_sea = "ireland"', "field special.american_sea"),
        ('atlantic_area = "central_atlantic"', 'atlantic_area = "x"', "field special.atlantic_area"),
        ('end_area = "berlin"', 'end_area = "bonn"', "field special.end_area"),
        ('american_closed = ["central_atlantic"', 'american_closed = ["x"', "field special.american_closed"),
    ],
    "tracks.toml": [
        ("turn = 3,", "turn = 4,", "entry 3 of turns, field turn: found 4, expected 3"),
        ('turn = 2, season = "summer"', 'turn = 2, season = "winter"', 'expected "summer"'),
        (
            'turn = 3, season = "winter", year = 1940',
            'turn = 3, season = "winter", year = 1941',
            "expected 1940",
        ),
        (
            'turn = 2, season = "summer", year = 1940',
            'turn = 2, season = "summer", year = 1939',
            "expected 1940",
        ),
        ("highest = 16", "highest = 3", "expected a box of the track, at most 3"),
        ("lowest = 0, highest = 16", "lowest = 9, highest = 8", "field resource_boxes.highest"),
        ('track = "su", name', 'track = "us", name', "a track that no other entry has"),
        (
            'track = "su", index = 1',
            'track = "pg", index = 1',
            'field track: found "pg", expected a track of tracks.toml',
        ),
        ('track = "su", index = 1', 'track = "su", index = 2', "expected 1, the next of its track"),
        (
            'label = "Entry", entry = true, rp = 0',
            'label = "Entry", entry = false, rp = 0',
            "with an Entry space",
        ),
        (
            'track = "sp", index = 5, label = "Entry", entry = true',
            'track = "sp", index = 5, label = "Entry", entry = false',
            "true behind an Entry space",
        ),
        (
            "entry = true, rp = 0, start = false",
            "entry = true, rp = 0, start = true",
            "false on an Entry space",
        ),
        ("rp = 0, start = true", "rp = 0, start = false", "with one start space"),
        ('nation = "sp", side', 'nation = "xx", side', 'field track: found "sp", expected a track of this'),
        ('nation = "sp", side = "axis"', 'nation = "sp", side = "allied"', '"axis", where its nation leans'),
    ],
    "parts.toml": [
        ('colour = "gray"', 'colour = "white"', 'field kind: found "cube", expected one entry for'),
        ('id = "PR2"', 'id = "PR1"', 'entry "PR1", field id'),
        ("count = 32", "count = 33", "entry 8 of parts, field count: found 33, expected 32"),
    ],
    "drawing.toml": [
        (
            '  { side = "neutral", colour = "#cfcab8", letter = "N", src = "reconstructed" },\n',
            "",
            "field sides: found nothing for neutral",
        ),
        ('side = "neutral"', 'side = "axis"', "field sides: found a repetition, expected each once"),
        ('nation = "it"', 'nation = "ge"', 'field nation: found "ge", expected a nation that'),
        ('nation = "it"', 'nation = "xx"', 'field nation: found "xx", expected the id of a nation'),
        ('of = "ruhr"', 'of = "hamburg"', 'field of: found "hamburg", expected the id of an area, or ""'),
    ],
    "rules.toml": [
        ('id = "2.1.1a"', 'id = "2.1.1"', 'entry "2.1.1", field id'),
        (
            'id = "16.7", title = "Jet fighters", scope = "optional"',
            'id = "16.7", title = "Jet fighters", scope = "core"',
            "field needs_option",
        ),
    ],
    CAMPAIGN: [
        ("last_turn = 12", "last_turn = 13", "field last_turn: found 13, expected at most 12"),
        ("first_turn = 1\n", "first_turn = 2\n", "field start.turn: found 1, expected 2"),
        ("first_turn = 1\nlast_turn = 12", "first_turn = 5\nlast_turn = 4", "field first_turn"),
        ("resource_cube_axis = 2", "resource_cube_axis = 99", "field start.resource_cube_axis"),
        ("resource_cube_allied = 4", "resource_cube_allied = 99", "field start.resource_cube_allied"),
        ("hand_axis = 4", "hand_axis = 9", "at most the 8 cards of the deck"),
        ("hand_allied = 0", "hand_allied = 7", "at most the 6 cards of the deck"),
        ("us = 0\n", "us = 0\npg = 0\n", "a track of tracks.toml"),
        ("us = 0\n", "", "found nothing for us, expected the space of its marker"),
        ("us = 0\n", "us = 1\n", "field start.tracks.us: found 1, expected 0, the space with start = true"),
        ('"ax_blitzkrieg_2"', '"ax_blitzkrieg_9"', "the id of a card"),
        ('"ax_blitzkrieg_2"', '"al_ambush_2"', "a card of the axis side"),
        ('"ax_blitzkrieg_2"', '"ax_blitzkrieg_3"', 'a card with start = "deck"'),
        ('"ax_blitzkrieg_2"', '"ax_ambush_2"', "expected each card once"),
        ('  "ax_blitzkrieg_2",\n', "", "found no place for ax_blitzkrieg_2"),
        ('area = "berlin", unit', 'area = "bonn", unit', 'field area: found "bonn", expected the id of an'),
        ('unit = "ge_tf"', 'unit = "ge_xx"', "the id of a unit type"),
        ('area = "berlin", unit', 'area = "baltic_sea", unit', "expected a Land area"),
        ('area = "baltic_sea", unit', 'area = "berlin", unit', "expected a Sea area"),
        (
            'area = "berlin", unit = "ge_tf"',
            'area = "berlin", unit = "ge_tf_523"',
            "begins in the New Weapons Pool",
        ),
        ('area = "berlin", unit = "ge_lf"', 'area = "berlin", unit = "vc_lf"', "none of a dormant nation"),
        (
            'area = "berlin", unit = "ge_lf"',
            'area = "urals", unit = "ge_lf"',
            "an area open to the axis side",
        ),
        (
            'area = "milan", unit = "it_lf"',
            'area = "paris", unit = "it_lf"',
            "south of the Operational Limit",
        ),
        (
            'area = "berlin", unit = "ge_lf", count = 3',
            'area = "berlin", unit = "ge_lf", count = 8',
            "at most 10 in all",
        ),
        (
            'area = "london", unit = "uk_af", count = 2',
            'area = "london", unit = "uk_af", count = 5',
            "at most 4 in all",
        ),
        ('area = "malta", unit = "uk_ft"', 'area = "gibraltar", unit = "uk_ft"', "at most 1 in all"),
        (
            'unit = "ge_af_jet", count = 1, needs_option = "16.7"',
            'unit = "ge_af_jet", count = 1, needs_option = ""',
            "the id of an optional rule",
        ),
        (
            'unit = "ge_tf_523", count = 2, needs_option = ""',
            'unit = "ge_tf_523", count = 2, needs_option = "16.7"',
            'field needs_option: found "16.7", expected "" for this unit',
        ),
        ('unit = "ge_tf_523", count = 2', 'unit = "ge_lf", count = 2', "expected a New Weapons unit"),
        ('unit = "ge_gf", count = 6', 'unit = "su_tf", count = 6', "expected no New Weapons unit"),
        (
            'unit = "ge_gf", count = 6',
            'unit = "xx_gf", count = 6',
            'field unit: found "xx_gf", expected the id of a unit',
        ),
        (
            'unit = "ge_gf", count = 6',
            'unit = "ge_gf", count = 5',
            "field units_on_map: found 5 counters of ge_gf, expected 6 on the map",
        ),
        (
            'area = "ruhr", nation = "ge"',
            'area = "bonn", nation = "ge"',
            'field area: found "bonn", expected the id of an',
        ),
        (
            'area = "ruhr", nation = "ge"',
            'area = "berlin", nation = "ge"',
            'field area: found "berlin", expected an area that',
        ),
        (
            'area = "ruhr", nation = "ge"',
            'area = "ruhr", nation = "vc"',
            'field nation: found "vc", expected the id of a nation',
        ),
        ('area = "ruhr", nation = "ge"', 'area = "ruhr", nation = ""', 'field nation: found ""'),
        (
            '  { area = "ruhr", nation = "ge", src = "rulebook", ref = "3.4" },\n',
            "",
            "field control.rows: found nothing for ruhr, expected one for each",
        ),
    ],
}

CASES = [(file, *case) for file, cases in SPOILED.items() for case in cases]


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES)
def test_a_pack_with_a_fault_is_refused(file: str, old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed_pack(DATA, FILES, PACK, (file, old, new)))


def test_an_area_without_a_border() -> None:
    links = structs.replace(
        PACK.links, links=tuple([x for x in PACK.links.links if "malta" not in (x.a, x.b)])
    )
    text = refused(structs.replace(PACK, links=links))
    assert text == (
        'areas.toml: entry "malta", field id: found "malta", expected an area with a border in links.toml.'
    )


def test_a_canal_is_no_border_of_an_area() -> None:
    left = [x for x in PACK.links.links if "egypt" not in (x.a, x.b) or x.kind == "canal"]
    links = structs.replace(PACK.links, links=tuple(left))
    assert 'areas.toml: entry "egypt"' in refused(structs.replace(PACK, links=links))


def test_a_later_start_may_find_the_markers_elsewhere() -> None:
    later = [
        (CAMPAIGN, "first_turn = 1\n", "first_turn = 3\n"),
        (CAMPAIGN, "[start]\nturn = 1", "[start]\nturn = 3"),
    ]
    check_pack(changed_pack(DATA, FILES, PACK, *later, (CAMPAIGN, "us = 0\n", "us = 5\n")))
    text = refused(changed_pack(DATA, FILES, PACK, *later, (CAMPAIGN, "us = 0\n", "us = 6\n")))
    assert "field start.tracks.us: found 6, expected at most 5, the last space" in text


def test_two_scenarios_of_one_id() -> None:
    assert "an id that no other entry has" in refused(structs.replace(PACK, scenarios=PACK.scenarios * 2))
