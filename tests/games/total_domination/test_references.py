"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

import re
from pathlib import Path

import pytest
from msgspec import structs

from sandtable.games.total_domination.components.relations import check_pack, load_pack
from sandtable.games.total_domination.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "total_domination" / "data"
PACK = load_pack(DATA)

# For each file: a text in it, what takes its place, and part of the sentence that must come.
BAD_REFERENCES = {
    "areas.toml": [
        ('id = "spain"', 'id = "france"', 'entry "france", field id: found "france", expected an id that no'),
        (
            'name = "Spain"',
            'name = "France"',
            'entry "spain", field name: found "France", expected a name that no other entry has',
        ),
        ('home = "france"', 'home = "vichy"', 'entry "france", field home: found "vichy", expected the id'),
        (
            'stars = 3, home = "germany"',
            'stars = 2, home = "germany"',
            'entry "germany", field start_vp: found 8',
        ),
        ("stars = 1, home", "stars = 3, home", 'powers.toml: entry "germany", field start_vp: found 8'),
        ('stars = 1, home = "neutral"', 'stars = 3, home = "neutral"', "true with 3 stars, and only there"),
        ('capital = true, side = "uk"', 'capital = false, side = "uk"', "a Capital among its Home areas"),
        (
            'stars = 1, home = "us", factory = true, shipyard = true, '
            "uboat = false, arctic = false, capital = false",
            'stars = 3, home = "us", factory = true, shipyard = true, '
            "uboat = false, arctic = false, capital = true",
            'entry "west_usa", field capital: found true, expected true for the Capital that',
        ),
        ('home = "neutral", factory = false', 'home = "neutral", factory = true', "false in a neutral area"),
        (
            'home = "neutral", factory = false, shipyard = false',
            'home = "neutral", factory = false, shipyard = true',
            'entry "low_countries", field shipyard: found true, expected false in a neutral area',
        ),
        (
            "factory = true, shipyard = false",
            "factory = true, shipyard = true",
            "false in an area of kind land",
        ),
        (
            'kind = "island", stars = 1, home = "us", factory = false',
            'kind = "island", stars = 1, home = "us", factory = true',
            "false in an area of kind island",
        ),
        (
            'kind = "coastal", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = false',
            'kind = "coastal", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = true',
            "false where U-Boots cannot stand",
        ),
        (
            'home = "us", factory = false, shipyard = false, uboat = false',
            'home = "us", factory = false, shipyard = false, uboat = true',
            'entry "hawaii_isl", field uboat: found true, expected false in a Home area',
        ),
        (
            'home = "us", factory = false, shipyard = false, uboat = false, arctic = false, capital = false, '
            'side = "japan"',
            'home = "us", factory = false, shipyard = false, uboat = false, arctic = true, capital = false, '
            'side = "arctic"',
            "field arctic.areas: found nothing for hawaii_isl, expected every area with arctic = true",
        ),
        ('side = "germany", lon = -4.0', 'side = "spain", lon = -4.0', 'entry "spain", field side'),
        ('side = "arctic", lon = 0.0', 'side = "ussr", lon = 0.0', 'true on the side "arctic" only'),
        ("lon = 12.5, lat = 42.5", "lon = 10.5, lat = 52.0", 'entry "italy", field lon: found 10.5'),
        (
            "factory = true, shipyard = true, uboat = false, arctic = false, "
            'capital = false, side = "germany", lon = 12.5',
            "factory = false, shipyard = true, uboat = false, arctic = false, "
            'capital = false, side = "germany", lon = 12.5',
            'entry "italian_army", field nation: found "italy", expected a nation with a factory',
        ),
        (
            "factory = true, shipyard = true, uboat = false, arctic = false, "
            'capital = false, side = "germany", lon = 12.5',
            "factory = true, shipyard = false, uboat = false, arctic = false, "
            'capital = false, side = "germany", lon = 12.5',
            'entry "italian_fleet", field nation: found "italy", expected a nation with a shipyard',
        ),
        (
            "uboat = true, arctic = true",
            "uboat = false, arctic = true",
            "the one Arctic area with uboat = true",
        ),
        (
            'kind = "island", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = false, '
            "arctic = true",
            'kind = "island", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = true, '
            "arctic = true",
            'field arctic.extra_u_boot_area: found "iceland"',
        ),
    ],
    "links.toml": [
        ('b = "low_countries"', 'b = "holland"', 'links (germany–holland), field b: found "holland"'),
        ('a = "germany"', 'a = "prussia"', "entry 1 of links (prussia–low_countries), field a"),
        ('b = "low_countries"', 'b = "germany"', "another area than a"),
        ('a = "germany", b = "france"', 'a = "low_countries", b = "germany"', "not listed already"),
        ('b = "austria", kind = "land"', 'b = "austria", kind = "sea"', "fits austria, of kind land"),
        ('b = "atlantic", kind = "sea"', 'b = "atlantic", kind = "land"', "fits atlantic, of kind island"),
        ('triangle = "", arctic = false', 'triangle = "", arctic = true', "true if one of its areas is"),
        ('triangle = "", arctic = true', 'triangle = "", arctic = false', "true if one of its areas is"),
        ('kind = "sea", triangle = ""', 'kind = "sea", triangle = "pink"', '"" for a sea link'),
        ('triangle = "green"', 'triangle = "red"', "a colour of one pair only"),
        ('kind = "land", triangle = ""', 'kind = "land", triangle = "pink"', "on one side of the board"),
    ],
    "powers.toml": [
        ('id = "italy", name', 'id = "france", name', 'entry "france", field id'),
        (
            'name = "Italy"',
            'name = "France"',
            'entry "italy", field name: found "France", expected a name that no other entry has',
        ),
        (
            'colour = "blue"',
            'colour = "green"',
            'entry "france", field colour: found "green", expected a colour that no other entry has',
        ),
        (
            'rank = "additional"',
            'rank = "neutral"',
            'field colour: found "us", expected the id of a player\'s power or an additional one',
        ),
        (
            'rank = "additional"',
            'rank = "power"',
            "field play_order: found nothing for us, expected each power that a player runs",
        ),
        (
            'rank = "partner"',
            'rank = "neutral"',
            'field partner_of.france: found "france", expected the id of a partner',
        ),
        (
            'rank = "neutral"',
            'rank = "partner"',
            "field partner_of: found nothing for neutral, expected the player of each partner",
        ),
        ('player = "germany"', 'player = "japan"', 'found "japan", expected "germany", itself'),
        ('player = "", colour', 'player = "uk", colour', '"" for the neutral countries'),
        (
            'joins = "allies", player = "uk"',
            'joins = "allies", player = "france"',
            "a power that a player runs",
        ),
        (
            'faction = "allies", joins = "", player = "uk", colour = "blue"',
            'faction = "none", joins = "", player = "uk", colour = "blue"',
            'field faction: found "none"',
        ),
        ('faction = "none", joins = "allies"', 'faction = "allies", joins = "allies"', '"none" for a power'),
        (
            'faction = "none", joins = "allies"',
            'faction = "none", joins = ""',
            "a faction for an additional power",
        ),
        ('faction = "axis", joins = ""', 'faction = "axis", joins = "axis"', '"" for the others'),
        ('joins = "allies", player = "uk"', 'joins = "axis", player = "uk"', "a power of the faction axis"),
        (
            'faction = "allies", joins = "", player = "uk", colour = "blue"',
            'faction = "axis", joins = "", player = "uk", colour = "blue"',
            'entry "france", field player',
        ),
        ('faction = "axis"', 'faction = "allies"', "found 1 of the axis, expected 2 with players"),
        (
            'rank = "partner", faction = "allies", joins = "", player = "uk", colour = "blue", capital = ""',
            'rank = "additional", faction = "none", joins = "allies", player = "uk", colour = "blue", '
            'capital = "france"',
            "field ajw_tracks: found nothing for france, expected each additional power",
        ),
        ('capital = "united_kingdom"', 'capital = "canada"', "a Capital among its Home areas"),
        ('capital = "united_kingdom"', 'capital = "scotland"', "the id of an area"),
        ('colour = "blue", capital = ""', 'colour = "blue", capital = "france"', "a power without a Capital"),
        ("start_vp = 8", "start_vp = 7", "found 7, expected 8, the stars of its Home areas"),
        ("start_vp = 0", "start_vp = 1", "found 1, expected 0"),
        (
            'play_order = ["germany", "uk"',
            'play_order = ["germany", "us"',
            'field play_order, item 2: found "us", expected the id of a power that a player runs',
        ),
        ('play_order = ["germany", "uk"', 'play_order = ["uk", "germany"', "the order of the list of powers"),
        (
            'order = ["ussr", "japan", "uk", "germany"]',
            'order = ["ussr", "japan", "uk"]',
            "field alternative_setup_order: found nothing for germany, expected each power that",
        ),
        (
            'order = ["ussr", "japan", "uk", "germany"]',
            'order = ["ussr", "japan", "uk", "uk"]',
            "a repetition",
        ),
        ('order = ["ussr", "japan"', 'order = ["japan", "ussr"', "modes.toml: field free_setup.order"),
        ('japan = ["japan"', 'uk = ["japan"', "found nothing for japan, expected each Axis power"),
        ('japan = ["japan"', 'uk = []\njapan = ["japan"', 'field home_priority: found "uk"'),
        (
            '"manchuria", "ryukyu_isl"]',
            '"manchuria", "korea"]',
            'field home_priority.japan, item 4: found "korea", expected the id of an area',
        ),
        ('"manchuria", "ryukyu_isl"]', '"manchuria", "manchuria"]', "field home_priority.japan: found a rep"),
        ('"manchuria", "ryukyu_isl"]', '"manchuria"]', "found 3 areas, expected all 4 Home areas"),
        (
            'id = "allies", name',
            'id = "axis", name',
            "field factions: found a repetition, expected each once",
        ),
    ],
    "units.toml": [
        ('id = "german_fleet"', 'id = "german_army"', 'entry "german_army", field id'),
        (
            'name = "German fleet"',
            'name = "German army"',
            'entry "german_fleet", field name: found "German army", expected a name that no other entry has',
        ),
        ('id = "solo_card"', 'id = "card"', 'entry "card", field id'),
        (
            'id = "fleet", name',
            'id = "army", name',
            'entry "army", field id: found "army", expected an id that no other entry has',
        ),
        ('nation = "germany"', 'nation = "prussia"', 'entry "german_army", field nation: found "prussia"'),
        ('player = "germany"', 'player = "japan"', 'found "japan", expected "germany", as its nation'),
        ('nation = "allies"', 'nation = "uk"', '"allies", a faction, for Resistance'),
        ('player = "allies"', 'player = "uk"', 'entry "resistance", field player: found "uk"'),
        (
            'nation = "germany", type = "u_boot", count = 3, player = "germany"',
            'nation = "uk", type = "u_boot", count = 3, player = "uk"',
            "an Axis power for U-Boots",
        ),
        ('nation = "neutral", type = "army"', 'nation = "neutral", type = "fleet"', '"army" for the neutral'),
        (
            'type = "u_boot", count = 3',
            'type = "fleet", count = 3',
            'entry "german_fleet", field type: found "fleet", expected one entry for a type of a nation',
        ),
        (
            'nation = "allies", type = "resistance", count = 6, player = "allies"',
            'nation = "china", type = "air_fleet", count = 6, player = "ussr"',
            "found 0 entries of type resistance",
        ),
        ("count = 10", "count = 210", "no more than 255 units in all"),
        (
            "count = 10",
            "count = 4",
            "field count: found 2, expected at most 4 in all, one for each counter",
        ),
        ("controls = true", "controls = false", "true for armies and fleets only"),
        ("counts_for_stack = true", "counts_for_stack = false", "field counts_for_stack: found false"),
        ("needs_supply = false", "needs_supply = true", 'entry "u_boot", field needs_supply: found true'),
        ('kinds = ["land", "coastal"]', 'kinds = ["land", "land"]', "field kinds: found a repetition"),
        ('id = "card", count = 60', 'id = "card", count = 61', "expected 60, as many as cards.toml has"),
        ("count = 18", "count = 17", "expected 18, as many as solo.toml has"),
        ("count = 64", "count = 60", "expected 64, a set for each player"),
        ('id = "vp_marker", count = 4', 'id = "vp_marker", count = 2', "expected 4, one for each player"),
        ('id = "ajw_marker", count = 2', 'id = "ajw_marker", count = 3', "one for each additional power"),
        (
            'type = "resistance", count = 6',
            'type = "resistance", count = 7',
            "field resistance.tokens: found 6",
        ),
        ('type = "u_boot", count = 3', 'type = "u_boot", count = 4', "found 4 numbers, expected 5"),
    ],
    "technologies.toml": [
        ('id = "radar"', 'id = "arsenal"', 'entry "arsenal", field id'),
        (
            'code = "C3"',
            'code = "C2"',
            'entry "radar", field code: found "C2", expected a code that no other entry has',
        ),
        (
            'name = "Radar"',
            'name = "Arsenal"',
            'entry "radar", field name: found "Arsenal", expected a name that no other entry has',
        ),
        (
            'colour = "army", cube = "brown"',
            'colour = "army", cube = "blue"',
            'found "brown", expected "blue"',
        ),
        (
            'colour = "intelligence", cube = "purple", requires_all = [], requires_any = [], '
            "effect = { espionage",
            'colour = "rocketry", cube = "purple", requires_all = [], requires_any = [], '
            "effect = { espionage",
            'entry "flying_bomb", field cube: found "orange"',
        ),
        (
            'requires_all = ["flying_bomb"]',
            'requires_all = ["v1"]',
            'entry "rocket", field requires_all, item 1: found "v1", expected the id of a technology',
        ),
        (
            'requires_any = ["espionage", "enigma"]',
            'requires_any = ["spies"]',
            'entry "rocket", field requires_any, item 1: found "spies", expected the id of a technology',
        ),
        ('requires_any = ["espionage", "enigma"]', 'requires_any = ["enigma", "enigma"]', "a repetition"),
        ('requires_all = ["flying_bomb"]', 'requires_all = ["nuclear_weapon"]', "none that needs this one"),
        (
            'requires_any = ["espionage", "enigma"]',
            'requires_any = ["rocket"]',
            'entry "rocket", field requires',
        ),
        (
            "rocket_min_ops = 5, rocket_discards = 1",
            "rocket_min_ops = 5",
            "more than 0 beside rocket_min_ops",
        ),
        ("vp_maximum = 4", "vp_maximum = 5", "found 5, expected 4, for all colours"),
        ("rocket_discards = 2", "rocket_discards = 3", "field rockets.rocket.discards: found 2, expected 3"),
        ("rocket_min_ops = 6", "rocket_min_ops = 7", "field rockets.nuclear_weapon.min_ops: found 6"),
        ("rocket_discard = -1", "rocket_discard = -2", "field rockets.radar_reduction: found 1, expected 2"),
        ("air_fleet_limit = 2", "air_fleet_limit = 3", "field air_fleets.limit_with_heavy_bombers: found 2"),
        ("attack_land = -1 }", "attack_land = -2 }", "attack_cost, field cost: found 2, expected 1"),
        (
            'id = "flying_bomb"',
            'id = "v1"',
            'field requires_all, item 1: found "flying_bomb", expected the id of a technology',
        ),
        (
            'name = "Shipyard", colour = "engineering", cube = "yellow", requires_all = []',
            'name = "Shipyard", colour = "engineering", cube = "yellow", requires_all = ["arsenal"]',
            "field axis_any_order: found",
        ),
    ],
    "tables.toml": [
        (
            'techs = ["self_propelled_artillery"]',
            'techs = ["guns"]',
            'entry 2 of attack_cost, field techs, item 1: found "guns", expected the id of a technology',
        ),
        ("cost = 3", "cost = 2", "entry 1 of attack_cost, field cost: found 2, expected 3"),
        ("deploy_air_fleet = 3", "deploy_air_fleet = 2", "found 2, expected 3, as for an army"),
        ("move_air_fleet = 2", "move_air_fleet = 1", "field costs.move_air_fleet"),
        ("attack_air_fleet = 3", "attack_air_fleet = 4", "field costs.attack_air_fleet"),
        ("attack_minimum = 1", "attack_minimum = 2", "field cost: found 1, expected 2"),
        ('u_boots_hinder = "uk"', 'u_boots_hinder = "us"', 'field lend_lease.u_boots_hinder: found "us"'),
        (
            "ops_maximum_on_card = 6",
            "ops_maximum_on_card = 2",
            "field operations.ops_maximum_on_card: found 2",
        ),
        ("[0, 4, 5, 6]", "[0, 4, 5]", "found 3 numbers, expected 4"),
        ("tokens = 6", "tokens = 5", "field resistance.tokens: found 5, expected 6"),
        (
            "min_ops = 5, discards = 1",
            "min_ops = 4, discards = 1",
            "field rockets.flying_bomb.min_ops: found 4",
        ),
        ("radar_reduction = 1", "radar_reduction = 2", "field rockets.radar_reduction: found 2, expected 1"),
        ("heavy_bombers = 2", "heavy_bombers = 3", "field air_fleets.limit_with_heavy_bombers: found 3"),
        ("one_or_two_stars = 2", "one_or_two_stars = 1", "field count: found"),
        ("u_boots_per_area = 2", "u_boots_per_area = 1", "at most 1 U-Boots here"),
    ],
    "tracks.toml": [
        ("round = 2,", "round = 3,", "entry 2 of rounds (uk), field round: found 3, expected 2, the next"),
        (
            "year = 1941",
            "year = 1942",
            "entry 3 of rounds (japan), field year: found 1942, expected 1941, the next",
        ),
        (
            "extra = { germany = 1 }",
            "extra = { italy = 1 }",
            'field extra.italy: found "italy", expected the id of a power that a player runs',
        ),
        ('first_power = "uk"', 'first_power = "us"', 'field first_power: found "us"'),
        ("uboot_limit = 3", "uboot_limit = 4", "at most the 3 U-Boots"),
        ("draw = 6", "draw = 14", "no more in all than the 54 cards of the deck"),
        (
            "solo_axis_cards = 6",
            "solo_axis_cards = 9",
            "found 8 in the deck of 1939, expected at least the 9",
        ),
        ('power = "us"', 'power = "uk"', 'ajw_tracks (uk), field power: found "uk"'),
        (
            'power = "china"',
            'power = "us"',
            'entry 2 of ajw_tracks (us), field power: found "us", expected a power that no other entry has',
        ),
        ('player = "uk", steps', 'player = "ussr", steps', '"uk", as powers.toml says'),
        ('deck = ["us1"', 'deck = ["u01"', 'field deck: found "u01", expected the id of a card of us'),
        ('deck = ["us1"', 'deck = ["us2"', "field deck: found a repetition"),
        ('deck = ["us1", ', "deck = [", "found 3 cards, expected all 4 of us"),
        ("steps = 4", "steps = 3", "found 3, expected 4, one for each card"),
        ("boxes = 5", "boxes = 4", "found 4, expected 5, one more than steps"),
        (
            "threshold_rise = 2",
            "threshold_rise = 3",
            "field victory_track.allied_threshold_one_joined: found 35",
        ),
        (
            "both_joined = 37",
            "both_joined = 38",
            "field victory_track.allied_threshold_both_joined: found 38",
        ),
        (
            "start = { japan = 7, ",
            "start = { ",
            "field victory_track.start: found nothing for japan, expected each power that a player runs",
        ),
        ("start = { japan = 7", "start = { japan = 8", "found 8, expected 7, as powers.toml says"),
        ("highest = 40", "highest = 9", "field victory_track.start.uk: found 10, expected a box from 0 to 9"),
    ],
    "drawing.toml": [
        (
            'faction = "axis"',
            'faction = "allies"',
            'entry 2 of factions, field faction: found "allies", expected a faction that no other entry has',
        ),
        (
            'power = "uk"',
            'power = "germany"',
            'field power: found "germany", expected a power that no other entry has',
        ),
        (
            'power = "uk"',
            'power = "india"',
            'entry 2 of powers (india), field power: found "india", expected the id of a power',
        ),
        (
            'letter = "B"',
            'letter = "G"',
            'entry 2 of powers (uk), field letter: found "G", expected a letter that no other entry has',
        ),
        (
            'letter = "L"',
            'letter = "A"',
            'entry 2 of factions, field letter: found "A", expected a letter that no other entry has',
        ),
        (
            'of = "canada"',
            'of = "alaska"',
            'entry 1 of ground (alaska), field of: found "alaska", expected the id of an area, or ""',
        ),
    ],
    "rules.toml": [('id = "2.0.1a"', 'id = "2.0.1"', 'entry "2.0.1", field id')],
}

CASES = [(file, *case) for file, cases in BAD_REFERENCES.items() for case in cases]


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES)
def test_bad_reference(file: str, old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed_pack(DATA, FILES, PACK, (file, old, new)))


# What takes more than one change, or one that a text cannot make.


def test_an_area_without_a_way() -> None:
    for area, words in (
        ("spain", "joins to the others without the Arctic"),
        ("arctic", "joins to the others"),
    ):
        links = tuple([x for x in PACK.links.links if area not in (x.a, x.b)])
        told = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=links)))
        assert f'areas.toml: entry "{area}", field id: found "{area}", expected an area that' in told
        assert told.endswith(f"{words}.")


def test_a_way_through_the_arctic_is_none() -> None:
    links = tuple([x for x in PACK.links.links if "canada" not in (x.a, x.b) or x.arctic])
    told = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=links)))
    assert 'entry "canada"' in told and told.endswith("without the Arctic.")


def test_too_many_areas() -> None:
    areas = PACK.areas.areas
    spain = areas[9]
    more = tuple([structs.replace(spain, id=f"new_{i}", name=f"New {i}", lon=-99.0 - i) for i in range(3)])
    told = refused(structs.replace(PACK, areas=structs.replace(PACK.areas, areas=areas + more)))
    assert told == "areas.toml: field areas: found 63 entries, expected at most 62."


def test_a_cube_for_two_colours() -> None:
    rows = PACK.technologies.technologies
    rows = tuple([structs.replace(t, cube="blue") if t.cube == "purple" else t for t in rows])
    pack = structs.replace(PACK, technologies=structs.replace(PACK.technologies, technologies=rows))
    assert refused(pack) == (
        "technologies.toml: field technologies: found a cube twice, expected one for each colour."
    )


def renamed(old: str, new: str) -> Pack:
    """Return the pack with another name for something, except as a field of a struct."""
    changes: list[tuple[str, str, str]] = []
    for path in DATA.rglob("*.toml"):
        text = path.read_text("utf-8")
        other = text.replace(f'"{old}"', f'"{new}"')
        if path != DATA / "solo.toml":
            other = re.sub(rf"\b{old} = (?=[\d\[\"])", f"{new} = ", other)
        changes.append((path.relative_to(DATA).as_posix(), text, other))
    return changed_pack(DATA, FILES, PACK, *changes)


def test_a_technology_that_the_rockets_need() -> None:
    told = refused(renamed("nuclear_weapon", "a_bomb"))
    assert told == 'tables.toml: field rockets: found "nuclear_weapon", expected the id of a technology.'


def test_costs_of_special_units_are_compared_too() -> None:
    row = PACK.tables.attack_cost[0]
    for target in ("u_boot", "resistance"):
        new = structs.replace(row, target=target, techs=("heavy_battleships",), cost=1)
        tables = structs.replace(PACK.tables, attack_cost=(new,))
        told = refused(structs.replace(PACK, tables=tables))
        assert told.endswith("field cost: found 1, expected 2, as costs and technologies say.")


def test_an_axis_power_that_solo_cards_do_not_know() -> None:
    told = refused(renamed("japan", "nippon"))
    assert told == 'powers.toml: field powers: found "nippon", expected an Axis power that solo cards know.'


def test_a_power_without_a_track() -> None:
    tracks = structs.replace(PACK.tracks, ajw_tracks=PACK.tracks.ajw_tracks[:1])
    told = refused(structs.replace(PACK, tracks=tracks))
    assert told == ("tracks.toml: field ajw_tracks: found nothing for china, expected each additional power.")


def test_a_power_without_a_look() -> None:
    drawing = structs.replace(PACK.drawing, powers=PACK.drawing.powers[:-1])
    told = refused(structs.replace(PACK, drawing=drawing))
    assert told == "drawing.toml: field powers: found nothing for neutral, expected each power."


def test_the_games_own_pack_is_not_refused() -> None:
    check_pack(PACK)
