"""Set-ups that are not whole are refused with file, entry and field."""

from pathlib import Path

import pytest
from msgspec import structs

from sandtable.games.other_side.components.relations import check_pack, load_pack
from sandtable.games.other_side.components.schema import FILES
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "other_side" / "data"
PACK = load_pack(DATA)

WORLD = "scenarios/world_war.toml"
TOTAL = "scenarios/total_war.toml"
DECLINE = "scenarios/decline_of_the_third_reich.toml"
BAD_SCENARIOS = [
    (WORLD, 'landing_2 = "1944"\n', "", "field landing_markers: found nothing for landing_2"),
    (
        TOTAL,
        "returning_generals = [\n",
        'returning_generals = [\n{ general = "guderian", enters = 1944 },\n',
        "field returning_generals: found a repetition, expected each once",
    ),
    (
        WORLD,
        "ports = [\n",
        'ports = [\n{ area = "libya", state = "open" },\n',
        "field ports: found a repetition, expected each once",
    ),
    (
        WORLD,
        '"phony_war", ',
        '"phoney_war", ',
        'field removed.strategic, item 2: found "phoney_war", expected the id of a strategic even',
    ),
    (
        WORLD,
        '"halt_order", ',
        '"halt", ',
        'field removed.combat, item 3: found "halt", expected the id of a combat event',
    ),
    (
        WORLD,
        '"afrika_korps", ',
        '"afrika", ',
        'field removed.political, item 6: found "afrika", expected the id of a political card',
    ),
    (
        WORLD,
        '"new_panzer_armies", ',
        '"tanks", ',
        'field removed.production, item 2: found "tanks", expected the id of a production card',
    ),
    (WORLD, 'start_turn_box = "summer_admin"', 'start_turn_box = "summer_ops_1"', "a box of kind admin"),
    (WORLD, 'end_turn_box = "spring_ops"', 'end_turn_box = "spring_admin"', "a box of kind ops"),
    (WORLD, "end_year = 1945", "end_year = 1940", "an end after the start"),
    (WORLD, "turns = 16", "turns = 17", "field turns: found 17, expected 16"),
    (
        WORLD,
        "players = [1, 2, 3, 4]",
        "players = [1, 1]",
        "field players: found a repetition, expected each once",
    ),
    (WORLD, "air_west = 2", "air_west = 6", "field tracks.air_west: found 6, expected a box from 1 to 5"),
    (WORLD, "resources = 12", "resources = 22", "a box from 0 to 21"),
    (WORLD, "unrest = 0", "unrest = 3", "field tracks.unrest: found 3, expected less than 3"),
    (WORLD, "paratroops = 3", "paratroops = 6", "field tracks.paratroops: found 6"),
    (WORLD, 'usa_commitment = "3"', 'usa_commitment = "9"', 'field tracks.usa_commitment: found "9"'),
    (WORLD, "locked = [4]", "locked = [3]", "boxes of Strategic Warfare above its value"),
    (WORLD, "locked = [4]", "locked = [4, 4]", "field tracks.locked: found a repetition, expected each once"),
    (WORLD, "collapse_disks = 0", "collapse_disks = 1", "found 1, expected 0, the Festung Sectors lost"),
    (WORLD, "luftwaffe = 2", "luftwaffe = 3", "field production.luftwaffe: found 3, expected a box to 2"),
    (WORLD, "consumer_goods = 2", "consumer_goods = 3", "found 13 points, expected at most 12"),
    (WORLD, "consumer_goods = 2\n", "", "field production: found nothing for consumer_goods"),
    (
        WORLD,
        "consumer_goods = 2",
        "consumer_goods = 2\nbutter = 1",
        'field production.butter: found "butter", expected a row of the Production Table',
    ),
    (WORLD, "wehrmacht = true\n", "", "field limits_flipped: found nothing for wehrmacht"),
    (WORLD, 'landing_1 = "1942"', 'landing_1 = "1941"', "field landing_markers.landing_1"),
    (WORLD, 'landing_1 = "1942"', 'landing_1 = "box"', "field landing_markers.landing_1"),
    (TOTAL, 'landing_2 = "1944"', 'landing_2 = "1942"', "field landing_markers.landing_2"),
    (
        WORLD,
        'area = "finland", alignment',
        'area = "poland", alignment',
        "field alignments: found a repetition, expected each once",
    ),
    (WORLD, 'area = "finland", alignment', 'area = "lapland", alignment', 'found "lapland"'),
    (
        WORLD,
        '  { area = "finland", alignment = "neutral", axis_sector = 0, allied_sector = 0, '
        'allied_faction = "" },\n',
        "",
        "nothing for finland",
    ),
    (TOTAL, 'ussr_commitment = "war"', 'ussr_commitment = "3"', "with Soviet Areas on the map"),
    (
        WORLD,
        'area = "spain", alignment = "neutral", axis_sector = 0, allied_sector = 0',
        'area = "spain", alignment = "neutral", axis_sector = 0, allied_sector = 1',
        "field allied_sector: found 1, expected a Faction and its Sector where it has a Disk, and",
    ),
    (
        TOTAL,
        'area = "urals", alignment = "soviet", axis_sector = 0',
        'area = "urals", alignment = "soviet", axis_sector = 1',
        "0 in the closed Area",
    ),
    (
        WORLD,
        'alignment = "occupied", axis_sector = 4',
        'alignment = "occupied", axis_sector = 3',
        "4, the last",
    ),
    (
        TOTAL,
        "axis_sector = 2, allied_sector = 3",
        "axis_sector = 2, allied_sector = 4",
        "3, next to the Axis",
    ),
    (
        TOTAL,
        "axis_sector = 2, allied_sector = 3",
        "axis_sector = 4, allied_sector = 3",
        "a Sector from 1 to 3",
    ),
    (
        WORLD,
        'area = "baltic_states", alignment = "neutral", axis_sector = 1',
        'area = "baltic_states", alignment = "neutral", axis_sector = 0',
        "found 0, expected a Disk in a Neutral Area with a Festung",
    ),
    (
        WORLD,
        'area = "belarus", alignment = "neutral", axis_sector = 0',
        'area = "belarus", alignment = "neutral", axis_sector = 1',
        "a Disk in a Neutral Area with a Festung, and only there",
    ),
    (
        WORLD,
        'alignment = "western", axis_sector = 0, allied_sector = 1',
        'alignment = "western", axis_sector = 1, allied_sector = 1',
        "0 in an Area of the Allies",
    ),
    (
        WORLD,
        'alignment = "western", axis_sector = 0, allied_sector = 1',
        'alignment = "western", axis_sector = 0, allied_sector = 2',
        "1 in an Area of the Allies",
    ),
    (
        WORLD,
        'allied_sector = 1, allied_faction = "western"',
        'allied_sector = 1, allied_faction = "soviet"',
        'field allied_faction: found "soviet", expected "western"',
    ),
    (
        TOTAL,
        'area = "egypt", alignment = "disputed", axis_sector = 1, allied_sector = 2, '
        'allied_faction = "western"',
        'area = "egypt", alignment = "disputed", axis_sector = 1, allied_sector = 2, '
        'allied_faction = "soviet"',
        "Soviets on the Eastern Front only",
    ),
    (
        WORLD,
        'area = "poland", alignment = "occupied"',
        'area = "poland", alignment = "satellite"',
        "poland as something it can become",
    ),
    (WORLD, 'base = "malta"', 'base = "crete"', "field bases: found a repetition, expected each once"),
    (WORLD, 'base = "malta"', 'base = "cyprus"', 'field base: found "cyprus", expected the id of a base'),
    (WORLD, '  { base = "malta", alignment = "western" },\n', "", "nothing for malta"),
    (
        WORLD,
        '{ area = "greece", panzer',
        '{ area = "libya", panzer',
        "field armies: found a repetition, expected each once",
    ),
    (WORLD, '{ area = "greece", panzer', '{ area = "urals", panzer', "an Area that the Axis may enter"),
    (WORLD, '{ area = "greece", panzer', '{ area = "egypt", panzer', "an Area with an Axis Disk"),
    (WORLD, "panzer = 1, regular = 3, reduced = 1", "panzer = 1, regular = 4, reduced = 1", "found 6 Armies"),
    (
        WORLD,
        "satellites = { hungary = 1 }",
        "satellites = { austria = 1 }",
        'field satellites.austria: found "austria", expected a country with Satellite Armies',
    ),
    (
        WORLD,
        "satellites = { hungary = 1 }",
        "satellites = { poland = 1 }",
        'field satellites.poland: found "poland", expected a country with Satellite Armies',
    ),
    (
        WORLD,
        '  { place = "baltic_states", slot = 1, general = "von_leeb" },\n',
        "",
        "0 Heads for 3 German Armies",
    ),
    (
        WORLD,
        "[force_pool]\npanzer = 1",
        "[force_pool]\npanzer = 2",
        "field force_pool.panzer: found 5 in all",
    ),
    (WORLD, "[force_pool]\npanzer = 1\n", "[force_pool]\n", "field force_pool: found nothing for panzer"),
    (WORLD, "[out_of_play]\npanzer = 1\n", "[out_of_play]\n", "field out_of_play: found nothing for panzer"),
    (WORLD, "[satellite_pool]\nhungary = 2", "[satellite_pool]\nhungary = 1", "found 2 in all, expected 3"),
    (
        WORLD,
        "[satellite_pool]\nhungary = 2\nfinland = 0",
        "[satellite_pool]\nhungary = 2\nfinland = 1",
        "expected 0 on",
    ),
    (WORLD, "[satellite_removed]\nhungary = 0\n", "[satellite_removed]\n", "nothing for hungary"),
    (WORLD, "[satellite_pool]\nhungary = 2\n", "[satellite_pool]\n", "nothing for hungary"),
    (WORLD, 'general = "von_kluge"', 'general = "napoleon"', 'field general: found "napoleon"'),
    (WORLD, 'general = "von_kluge"', 'general = "model"', "a General whose setup_codes put him in play"),
    (WORLD, 'general = "von_kluge"', 'general = "von_bock"', "one box for each General"),
    (
        WORLD,
        'place = "libya", slot = 1',
        'place = "libya", slot = 2',
        "field slot: found 2, expected a box to 1",
    ),
    (WORLD, 'place = "libya", slot = 1', 'place = "urals", slot = 1', "an Area that the Axis may enter"),
    (WORLD, 'place = "libya", slot = 1', 'place = "spain", slot = 1', "an Area with Armies"),
    (
        WORLD,
        'place = "poland", slot = 2, general = "von_kluge"',
        'place = "poland", slot = 2, general = "von_falkenhorst"',
        'found "poland", expected one of denmark_norway',
    ),
    (WORLD, 'east = "not_available"', 'east = "napoleon"', 'field ob.east: found "napoleon"'),
    (WORLD, 'east = "not_available"', 'east = "von_bock"', "a General without another Position"),
    (WORLD, 'east = "not_available"\n', "", "field ob: found nothing for east"),
    (TOTAL, 'general = "guderian", enters', 'general = "napoleon", enters', 'found "napoleon"'),
    (TOTAL, 'general = "guderian", enters', 'general = "rommel", enters', "is not in play and returns later"),
    (TOTAL, "enters = 1943", "enters = 1942", "is not in play and returns later"),
    (
        WORLD,
        'status_of_italy = "intervention"',
        'status_of_italy = "independence"',
        "1 German Armies, expected at",
    ),
    (
        DECLINE,
        'status_of_france = "ffl"',
        'status_of_france = "vichy"',
        "Vichy France as Neutral or a Satellite",
    ),
    (
        WORLD,
        'military = ["fall_weiss"',
        'military = ["fall_schwarz"',
        'field removed.military, item 1: found "fall_schwarz", expected the id of a military card',
    ),
    (
        WORLD,
        'military = ["fall_weiss", "w',
        'military = ["marita", "w',
        "field removed.military: found a repetition, expected each once",
    ),
    (WORLD, '"plot_exposed", ', "", "found no plot_exposed, expected each card that is never used"),
    (WORLD, '["reorganization_of_the_high_command", ', "[", "found no reorganization_of_the_high_command"),
    (WORLD, '"atlantic_charter", ', "", "field decks.strategic_events: found no atlantic_charter"),
    (WORLD, '"atlantic_charter", ', '"atlantic_charter", "waves", ', 'found "waves"'),
    (WORLD, '"atlantic_charter", ', '"atlantic_charter", "black_may", ', "a card of 1941 or before"),
    (WORLD, '"atlantic_charter", ', '"atlantic_charter", "phony_war", ', "a card that is not removed"),
    (
        WORLD,
        '"atlantic_charter", ',
        '"atlantic_charter", "atlantic_charter", ',
        "field decks.strategic_events: found a repetition, expected each once",
    ),
    (WORLD, '"new_tanks", ', "", "field decks.combat_events: found no new_tanks"),
    (WORLD, 'project = "assault_guns"', 'project = "death_ray"', 'field project: found "death_ray"'),
    (
        WORLD,
        'project = "assault_guns", state = "1"',
        'project = "assault_guns", state = "9"',
        "of the project track",
    ),
    (
        WORLD,
        'project = "assault_guns", state = "1"',
        'project = "assault_guns", state = "3"',
        "at most 2, its",
    ),
    (
        WORLD,
        'project = "assault_guns", state = "1"',
        'project = "assault_guns", state = "completed"',
        "for a card that is removed",
    ),
    (TOTAL, 'state = "completed"', 'state = "1"', "for a card that is removed"),
    (
        WORLD,
        '{ project = "assault_guns", state = "1" }',
        '{ project = "assault_guns", state = "1" }, { project = "assault_guns", state = "1" }',
        "field projects: found a repetition, expected each once",
    ),
    (WORLD, '{ area = "libya", state', '{ area = "greece", state', "an Area with a Port box"),
    (WORLD, '{ area = "libya", state', '{ area = "great_britain", state', "a Port box and an Axis Disk"),
    (
        WORLD,
        '{ area = "libya", state',
        '{ area = "tobruk", state',
        'field area: found "tobruk", expected the id of an Area with a Port box',
    ),
    (WORLD, '  { area = "libya", state = "open" },\n', "", "nothing for libya"),
    (WORLD, 'naval_supply = ["libya"]', "naval_supply = []", "found no libya"),
    (WORLD, 'naval_supply = ["libya"]', 'naval_supply = ["libya", "poland"]', "out of Land Supply"),
    (WORLD, 'naval_supply = ["libya"]', 'naval_supply = ["libya", "rome"]', 'found "rome"'),
    (WORLD, "isolated = []", 'isolated = ["libya"]', "libya twice"),
    (WORLD, "resource_adjust = 0", "resource_adjust = 1", "field tracks.resources: found 12, expected 13"),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"), BAD_SCENARIOS, ids=[f"{c[0][10:15]} {c[2][:60]}" for c in BAD_SCENARIOS]
)
def test_a_wrong_set_up_is_refused(file: str, old: str, new: str, words: str) -> None:
    text = refusal(check_pack, changed_pack(DATA, FILES, PACK, (file, old, new)))
    assert words in text and text.startswith(f"{file}: ")


def test_every_scenario_has_its_own_start() -> None:
    world = next(s for s in PACK.scenarios if s.id == "world_war")
    pack = structs.replace(PACK, scenarios=(world, structs.replace(world, id="another_war")))
    assert "scenarios/another_war.toml: field setup_code_index: found 1, expected a setup" in refusal(
        check_pack, pack
    )


def test_two_scenarios_of_one_name() -> None:
    pack = structs.replace(PACK, scenarios=(PACK.scenarios[0], PACK.scenarios[0]))
    assert 'scenarios/armageddon.toml: field id: found "armageddon"' in refusal(check_pack, pack)
