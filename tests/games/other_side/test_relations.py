"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from pathlib import Path

import pytest
from msgspec import structs

from sandtable.engine.data.relations import Book
from sandtable.games.other_side.components import relations
from sandtable.games.other_side.components.relations import check_pack, load_pack
from sandtable.games.other_side.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "other_side" / "data"
PACK = load_pack(DATA)

# For each file: a text in it, what takes its place, and part of the sentence that must come.
BAD_REFERENCES = {
    "areas.toml": [
        ('id = "poland_3"', 'id = "poland_2"', 'entry "poland_2", field id'),
        (
            'id = "hungary"',
            'id = "poland"',
            'entry "poland", field id: found "poland", expected an id that no',
        ),
        (
            'name = "Hungary"',
            'name = "Poland"',
            'entry "hungary", field name: found "Poland", expected a name that no other entry has',
        ),
        (
            'name = "Poznan"',
            'name = "Berlin"',
            'entry "poland_2", field name: found "Berlin", expected a name that no other entry has',
        ),
        (
            'letter = "B"',
            'letter = "A"',
            'entry "malta", field letter: found "A", expected a letter that no other entry has',
        ),
        ("no = 2,", "no = 3,", 'entry "hungary", field no: found 3, expected 2, the next'),
        ('country = "hungary"', 'country = "austria"', 'entry "hungary", field country: found "austria"'),
        (
            'front = "south", country = "greece", lon',
            'front = "south", country = "minos", lon',
            "of a country",
        ),
        ("stacking = 0", "stacking = 1", 'entry "urals", field stacking: found 1, expected 0 in the closed'),
        ("ag_head_boxes = 0", "ag_head_boxes = 1", 'entry "urals", field ag_head_boxes: found 1'),
        ("ag_head_boxes = 2", "ag_head_boxes = 1", "field ag_head_boxes: found 1, expected 2, by stacking"),
        ('given = ["no", "name"]', 'given = ["no", "flag"]', 'field given: found "flag", expected the name'),
        ("lon = 19.0, lat = 47.3", "lon = 19.4, lat = 52.1", 'entry "hungary", field lon: found 19.4'),
        ('area = "poland", n = 2', 'area = "prussia", n = 2', 'entry "poland_2", field area'),
        (
            'area = "poland", n = 2',
            'area = "poland", n = 3',
            'entry "poland_2", field n: found 3, expected 2',
        ),
        ('id = "poland_2"', 'id = "poland_b"', 'field id: found "poland_b", expected "poland_2"'),
        (
            'name = "Poznan", terrain = "plains"',
            'name = "Poznan", terrain = "festung"',
            "a Festung in Sector 1 only",
        ),
        (
            'terrain = "festung", landing = []',
            'terrain = "festung", landing = [1, 2, 3, 4, 5, 6]',
            'entry "poland_1", field landing: found a list of 6, expected nothing in a Festung Sector',
        ),
        ("n_sectors = 4", "n_sectors = 5", 'entry "poland", field n_sectors: found 5, expected 4'),
        (
            "landing = [5, 6]",
            "landing = [4, 5, 6]",
            'entry "belgium_holland", field landing: found 1, 2, 3, 4, 4',
        ),
        (
            'name = "Berlin", terrain = "festung"',
            'name = "Berlin", terrain = "plains"',
            "field sectors: found 6 Festung Sectors, expected 7",
        ),
    ],
    "links.toml": [
        ('b = "hungary"', 'b = "austria"', 'links (poland–austria), field b: found "austria"'),
        ('b = "hungary"', 'b = "malta"', 'field b: found "malta", expected an Area on a line over land'),
        ('b = "hungary"', 'b = "poland"', "another Area than a"),
        ('a = "poland", b = "baltic_states"', 'a = "hungary", b = "poland"', "not listed already"),
        (
            'kind = "amphibious", extra_die = "none"',
            'kind = "amphibious", extra_die = "western"',
            '"none" over the sea',
        ),
        (
            'kind = "amphibious", extra_die = "none", no_soviet_attack = false',
            'kind = "amphibious", extra_die = "none", no_soviet_attack = true',
            "false over the sea",
        ),
        ('a = "malta", b = "southern_italy"', 'a = "gibraltar", b = "southern_italy"', "joins to the others"),
        (
            'a = "greece", b = "turkey"',
            'a = "turkey", b = "urals"',
            "neighbours that are Home Areas of the USSR",
        ),
    ],
    "countries.toml": [
        ('id = "hungary"', 'id = "poland"', 'entry "poland", field id'),
        (
            'name = "Hungary"',
            'name = "Poland"',
            'entry "hungary", field name: found "Poland", expected a name that no other entry has',
        ),
        (
            '"france", "ussr"]',
            '"france", "russia"]',
            'field vp_home_countries, item 2: found "russia", expected the id of a country',
        ),
        (
            '"france", "ussr"]',
            '"ussr", "ussr"]',
            "field vp_home_countries: found a repetition, expected each once",
        ),
        ('home_areas = ["hungary"]', 'home_areas = ["poland"]', 'entry "hungary", field home_areas'),
        (
            'home_bases = ["crete"]',
            "home_bases = []",
            'entry "greece", field home_bases: found none, expected',
        ),
        (
            "satellite_armies_total = 6",
            "satellite_armies_total = 5",
            "found 5, expected 6, on the map and in",
        ),
        (
            "satellite_armies_on_map = 3, satellite_armies_in_pool = 3",
            "satellite_armies_on_map = 2, satellite_armies_in_pool = 4",
            'entry "italy", field satellite_armies_on_map: found 2, expected 3, one for each',
        ),
        (
            'can_become = "satellite", home_areas = ["hungary"]',
            'can_become = "none", home_areas = ["hungary"]',
            'entry "hungary", field can_become',
        ),
        (
            "satellite_armies_in_pool = 3, satellite_armies_total = 6",
            "satellite_armies_in_pool = 4, satellite_armies_total = 7",
            "found 21 Satellite Armies, expected 20",
        ),
        ('ussr = "ussr"', 'ussr = "russia"', 'field roles.ussr: found "russia"'),
        ('closed_area = "urals"', 'closed_area = "siberia"', 'field roles.closed_area: found "siberia"'),
        (
            'ussr_disputed_area = "baltic_states"',
            'ussr_disputed_area = "poland"',
            "a Home Area of the USSR",
        ),
        (
            'ussr_disputed_area = "baltic_states"',
            'ussr_disputed_area = "belarus"',
            "an Area with a Festung Sector",
        ),
        ('invasion_area = "great_britain"', 'invasion_area = "spain"', "an Area over the sea with a Port"),
        ('invasion_area = "great_britain"', 'invasion_area = "albion"', "field roles.invasion_area"),
        ('["belgium_holland", "northern_france"]', '["holland", "northern_france"]', 'found "holland"'),
        (
            '["belgium_holland", "northern_france"]',
            '["belgium_holland"]',
            'field roles.surrender_occupied: found "northern_france", expected each Home Area of France',
        ),
        ('"southern_france_2"', '"southern_france_9"', "field roles.surrender_frontier"),
        ('"southern_france_2"', '"northern_france_2"', 'field roles.surrender_frontier: found "northern_fra'),
        ('vichy_garrison = "southern_france"', 'vichy_garrison = "spain"', "in one of vichy_areas"),
        ('["southern_france", "northern_africa"]', '["southern_france", "spain"]', "a Home Area of France"),
        ('["northern_italy", "southern_italy"]', '["northern_italy"]', "each Home Area of Italy in"),
        (
            '"libya", "egypt"]',
            '"libya", "libya"]',
            "field roles.italy_africa: found a repetition, expected each once",
        ),
    ],
    "armies.toml": [
        ('id = "axis_land_pawn"', 'id = "allied_pawn"', 'entry "allied_pawn", field id'),
        ('id = "general", base', 'id = "combat", base', 'entry "combat", field id'),
        ('id = "panzer"', 'id = "regular"', 'entry "regular", field id: found "regular"'),
        ("count = 14", "count = 30", "field armies: found 66 Armies, expected at most 62"),
        ("german = true", "german = false", 'entry "panzer", field german'),
        (
            'upgrades_to = "panzer"',
            'upgrades_to = ""',
            'entry "regular", field upgrades_to: found "", expected',
        ),
        ('reduces_to = "regular"', 'reduces_to = "reduced"', 'entry "panzer", field reduces_to'),
        ('die = "black"', 'die = "grey"', 'entry "panzer", field die: found grey, expected black'),
        ('id = "axis_amphibious_pawn"', 'id = "raft"', "nothing for axis_amphibious_pawn"),
        ('id = "dissident"', 'id = "plotter"', "nothing for dissident"),
    ],
    "dice.toml": [
        (
            '  { use = "misfortune", die = "grey", success = ["hit"], src = "reconstructed", '
            'ref = "7.3 (symbol lost)" },\n',
            "",
            "field other_uses: found nothing for misfortune, expected each of them",
        ),
        ('id = "black"', 'id = "grey"', "field dice: found grey, grey, white"),
        ('id = "hit", glyph', 'id = "card", glyph', "field symbols: found card, tank"),
        ('"tank", "tank", "hit"', '"tank", "star", "hit"', 'entry "black", field faces: found "star"'),
        ('faces = ["1"', 'faces = ["7"', 'entry "d6", field faces: found "7"'),
        (
            'die = "any_axis", face = "tank"',
            'die = "any_axis", face = "hit"',
            "found tank 0 times in table_1_combat, expected once",
        ),
        (
            'die = "grey", face = "hit"',
            'die = "grey", face = "card"',
            "hit 0 times in table_2_strategic_warfare",
        ),
        (
            'use = "misfortune"',
            'use = "amphibious_combat"',
            "field other_uses: found a repetition, expected each once",
        ),
    ],
    "tracks.toml": [
        (
            '  { source = "completed_project", vp = 1, src = "rulebook", ref = "10" },\n',
            "",
            "field victory_points: found nothing for completed_project, expected each of them",
        ),
        (
            'group = "directive", boxes = [0, 1, 2, 3]',
            'group = "directive", boxes = [0, 1, 2]',
            'military.toml: entry "fall_gelb", field mid_cost: found 3, expected at most 2',
        ),
        (
            '{ port = "northern_africa", front',
            '{ port = "spain", front = "west", target = 7, src = "rulebook", ref = "" },\n'
            '{ port = "northern_africa", front',
            'field port: found "spain", expected the id of an Area with a Port box',
        ),
        ('id = "technology"', 'id = "unrest"', 'entry "unrest", field id: found "unrest"'),
        ('{ id = "technology"', '# { id = "technology"', "field tracks: found nothing for technology"),
        (
            'boxes = ["1939"',
            'boxes = ["1938"',
            "field boxes: found 1938, 1940, 1941, 1942, 1943, 1944, 1945, expected 1939, 1940, 1941,",
        ),
        (
            '"new_year", "winter_admin"',
            '"winter_admin", "new_year"',
            "field boxes: found winter_admin, new_year, winter_ops, spring_admin, spring_ops, summer_",
        ),
        ('"20", "21"]', '"20", "22"]', 'entry "resources", field boxes'),
        (
            'boxes = ["1/0", "2/0"',
            'boxes = ["0/0", "2/0"',
            'entry "air_east", field boxes: found 0, 2, 3, 4, 5, expected 1, 2, 3, 4, 5',
        ),
        (
            'boxes = ["1/0", "2/0"',
            'boxes = ["1", "2/0"',
            'entry "air_east", field boxes: found "1", expected a',
        ),
        ('"4", "war"]', '"4", "5"]', 'entry "usa_commitment", field boxes: found "5", expected "war"'),
        ('["4", "3", "2", "1", "completed"]', '["4", "3", "1", "completed"]', 'entry "project", field boxes'),
        (
            '"independence", "intervention"',
            '"intervention", "independence"',
            "field boxes: found intervention, independence, occupation, expected independence, interv",
        ),
        (
            '"third_republic", "vichy"',
            '"vichy", "third_republic"',
            "field boxes: found vichy, third_republic, ffl, expected third_republic, vichy, ffl, in t",
        ),
        ("unrest_trigger = 3", "unrest_trigger = 4", "field misc.unrest_trigger: found 4, expected 3"),
        ('id = "wehrmacht"', 'id = "luftwaffe"', 'entry "luftwaffe", field id: found "luftwaffe"'),
        ('group = "replacement"', 'group = "directive"', 'entry "wehrmacht", field group'),
        ("boxes = [0, 1, 2, 3]", "boxes = [0, 2, 3]", 'entry "wehrmacht", field boxes'),
        ("limit_side_max = 2", "limit_side_max = 3", 'entry "wehrmacht", field limit_side_max: found 3'),
        ('flipped_name = "Milch"', 'flipped_name = ""', "a limit and flipped_name for Replacements only"),
        ('season = "winter", ops', 'season = "fall", ops', "field seasons: found fall, spring"),
        (
            'season = "spring", ops_phases = 1',
            'season = "spring", ops_phases = 2',
            "found 2, expected 1 by the",
        ),
        ("{ air_germany = 5", "{ air_germany = 4", "field bombing_of_germany: found 4, 4, 3"),
        ("german_armies = 5", "german_armies = 4", "field command_limits"),
        ("players = 1, max", "players = 2, max", "field general_limits"),
        ('deck = "military"', 'deck = "political"', "field planning_picks"),
        ('id = "line"', 'id = "air"', "field allied_dice_modifiers"),
        ('id = "paratroops", when', 'id = "rough", when', "field axis_dice_modifiers"),
        ('instead_of = "black"', 'instead_of = ""', 'entry "isolated_panzer", field instead_of'),
        ('instead_of = "black", dice = 0', 'instead_of = "black", dice = 1', "0 if Isolated"),
        ('port = "libya"', 'port = "northern_africa"', "field ports: found a repetition, expected each once"),
        (
            '{ port = "libya", front = "south", target = 7, src = "rulebook", ref = "4.7.2" },\n',
            "",
            "nothing for libya",
        ),
        ('port = "libya"', 'port = "egypt"', 'field port: found "egypt"'),
        ('port = "libya", front = "south"', 'port = "libya", front = "west"', 'field front: found "west"'),
        ('ports = ["great_britain"]', 'ports = ["spain"]', "an Area with a Port box"),
        (
            'track = "south", each_base = false',
            'track = "south", each_base = true',
            "one of track, each_base",
        ),
        (
            'each_base = true, area = "", controlled = true, n = 1',
            'each_base = true, area = "", controlled = true, n = 0',
            "0 with a track",
        ),
        ('area = "egypt", controlled', 'area = "cairo", controlled', 'field area: found "cairo"'),
        (
            'track = "west", each_base = false, area = "", controlled = false, n = 0',
            'track = "", each_base = true, area = "", controlled = false, n = 1',
            "0 tracks for great_britain",
        ),
        ("step = 2", "step = 3", "entry 2 of reduction_priority, field step: found 3"),
        ('needs_in_area = "panzer"', 'needs_in_area = "regular"', "field needs_in_area"),
        ('needs_in_pool = "regular"', 'needs_in_pool = "reduced"', "field needs_in_pool"),
        (
            'needs_in_area = "regular", needs_in_pool = "reduced", remove = "regular", put = "reduced"',
            'needs_in_area = "reduced", needs_in_pool = "reduced", remove = "reduced", put = "reduced"',
            "another kind than remove",
        ),
        (
            'step = 7, needs_in_area = "panzer", needs_in_pool = "", remove = "panzer", put = ""',
            'step = 7, needs_in_area = "regular", needs_in_pool = "", remove = "regular", put = ""',
            "found no end for panzer",
        ),
        ('result = "grand_victory"', 'result = "defeat"', "field victory_levels"),
        ("min = 16, max = 20", "min = 16, max = 19", "found 19, expected 20, one below"),
        ("min = 0, max = 15", "min = 1, max = 15", "field min: found 1, expected 0"),
        (
            'source = "completed_project"',
            'source = "fanaticism_value"',
            "field victory_points: found a repetition, expected each once",
        ),
    ],
    "sections.toml": [
        ('id = "okw"', 'id = "production"', "field sections: found production, operations"),
        ("players = 1", "players = 2", "field assignments: found 2, 2, 3, 4"),
        (
            '[["okw", "personnel"], ["operations", "production"]]',
            '[["okw", "personnel"]]',
            "1 groups of 2 Sections",
        ),
        ('["operations", "personnel"]', '["operations", "okw"]', "3 groups with all Sections once"),
    ],
    "black_orchestra.toml": [
        ('id = "hans_oster"', 'id = "ludwig_beck"', 'entry "ludwig_beck", field id'),
        (
            'name = "HANS OSTER"',
            'name = "LUDWIG BECK"',
            'field name: found "LUDWIG BECK", expected a name that no other entry has',
        ),
        (
            'id = "hans_oster"',
            'id = "rommel"',
            'entry "rommel", field id: found "rommel", expected an id that no',
        ),
    ],
    "drawing.toml": [
        ('side = "axis"', 'side = "soviet"', "field sides: found soviet, western"),
        ('front = "east"', 'front = "west"', "field fronts: found west, west"),
        ('army = "panzer"', 'army = "regular"', "field armies: found regular"),
        ('nation = "poland"', 'nation = "hungary"', "field nations: found hungary, hungary"),
        (
            'letter = "H"',
            'letter = "P"',
            'field letter: found "P", expected a letter that no other entry has',
        ),
        ("ground = []", 'ground = [{ of = "ruritania", points = [], src = "reconstructed" }]', "ruritania"),
    ],
    "rules.toml": [('id = "1.2a"', 'id = "1.2"', 'entry "1.2", field id')],
    "military.toml": [
        (
            '["poland_3"]',
            '["poland_3", "poland_3"]',
            'entry "fall_weiss", field objective_sectors: found a repetition, expected each once',
        ),
        (
            'objective_bases = ["gibraltar"]',
            'objective_bases = ["gibraltar", "gibraltar"]',
            'entry "felix", field objective_bases: found a repetition, expected each once',
        ),
        ('id = "weseruebung"', 'id = "fall_weiss"', 'entry "fall_weiss", field id'),
        ('id = "weseruebung"', 'id = "rommel"', 'generals.toml: entry "rommel", field id'),
        (
            'name = "FALL GELB"',
            'name = "FALL WEISS"',
            'field name: found "FALL WEISS", expected a name that no other entry has',
        ),
        ("number = 2,", "number = 3,", 'entry "weseruebung", field number: found 3, expected 2'),
        (
            "land_pawns = 3",
            "land_pawns = 4",
            'entry "fall_gelb", field land_pawns: found 4, expected at most 3',
        ),
        ("amphibious_pawns = 1", "amphibious_pawns = 2", 'entry "seeloewe", field amphibious_pawns'),
        (
            "land_pawns = 1",
            "land_pawns = 0",
            'entry "fall_weiss", field land_pawns: found 0, expected a pawn',
        ),
        (
            'areas = ["poland"]',
            'areas = ["silesia"]',
            'field areas, item 1: found "silesia", expected the id of an Area or a Base',
        ),
        (
            'areas = ["poland"]',
            'areas = ["poland", "poland"]',
            'entry "fall_weiss", field areas: found a repetition, expected each once',
        ),
        (
            'areas = ["poland"]',
            'areas = ["poland", "urals"]',
            'field areas, item 2: found "urals", expected an Area that the Axis may enter',
        ),
        (
            'areas = ["poland"]',
            'areas = ["poland", "malta"]',
            'entry "fall_weiss", field areas, item 2: found "malta", expected no Base for land pawns',
        ),
        ('areas = ["poland"]', 'areas = ["poland", "great_britain"]', "no Area over the sea without"),
        (
            '["poland_3"]',
            '["poland_9"]',
            'field objective_sectors, item 1: found "poland_9", expected the id of a sector',
        ),
        ('["poland_3"]', '["hungary_1"]', "a Sector of one of its areas"),
        (
            'objective_bases = ["gibraltar"]',
            'objective_bases = ["rhodes"]',
            'entry "felix", field objective_bases, item 1: found "rhodes", expected the id of a base',
        ),
        ('objective_bases = ["gibraltar"]', 'objective_bases = ["malta"]', "one of its areas"),
        (
            "objective_cond = { landing_on_map = false }",
            "objective_cond = { always = true }",
            "no objective at all",
        ),
        (
            'success = [{ op = "strategic_warfare", n = 1 }]',
            "success = []",
            'entry "silberfuchs", field success',
        ),
        (
            'by = "axis" } }, on',
            'by = "axis" }, always = true }, on',
            "found always and area_control, expected exactly",
        ),
    ],
    "political.toml": [
        (
            'country = "italy", activation',
            'country = "albania", activation',
            'found "albania", expected the id',
        ),
        (
            'country = "italy", activation',
            'country = "hungary", activation',
            "found activate_satellite, expected activate_satellite of hungary",
        ),
        ("activation_factor = 5", "activation_factor = 1", "found 1, expected a number from 2 to 6"),
        (
            'country = "", activation_factor = 0',
            'country = "italy", activation_factor = 0',
            '"" without diplomacy',
        ),
        ('country = "", activation_factor = 0', 'country = "", activation_factor = 3', "0 without diplomacy"),
        (
            'modifiers = [], effects = [{ op = "italy_status"',
            'modifiers = [{ cond = { usa_at_war = true }, n = 1 }], effects = [{ op = "italy_status"',
            "none without diplomacy",
        ),
        ("}, n = 2 }, {", "}, n = 0 }, {", "field n: found 0, expected a number other than 0"),
        (
            'op = "activate_ob", front = "south"',
            'op = "resources", n = 1',
            "found resources, expected activate_ob alone",
        ),
        ('kind = "removed"', 'kind = "effect"', 'field kind: found "effect", expected "removed"'),
        (
            'kind = "effect", prerequisite = { fanaticism_max',
            'kind = "removed", prerequisite = { fanaticism_max',
            "never used and",
        ),
    ],
    "production.toml": [
        (
            "development = 2",
            "development = 0",
            'entry "assault_guns", field development: found 0, expected one of',
        ),
        ("advance = 3", "advance = 1", 'entry "assault_guns", field advance: found 1'),
        ("development = 0", "development = 1", "0 without a Project"),
        ("development = 0, advance = 0", "development = 0, advance = 2", "0 without a Project"),
        (
            'effects = [{ op = "resources", n = 2 }]',
            "effects = []",
            'entry "armaments_ministry", field effects',
        ),
        (
            "advance = 3, effects = []",
            'advance = 3, effects = [{ op = "resources", n = 1 }]',
            "none for a Project",
        ),
        (
            'lasting = [{ hook = "bombing_value", when = { always = true }, effect = { op = '
            '"bombing_shift", n = 1 } }]',
            "lasting = []",
            'entry "wasserfall", field lasting: found nothing',
        ),
        (
            'effects = [{ op = "resources", n = 2 }], lasting = []',
            'effects = [{ op = "resources", n = 2 }], '
            'lasting = [{ hook = "on_completion", when = { always = true }, effect = { op = '
            '"technology", n = 1 } }]',
            "none without a Project",
        ),
        (
            'op = "bombing_shift", n = 1',
            'op = "resources", n = 1',
            "found resources, expected bombing_shift at",
        ),
        (
            'hook = "bombing_value"',
            'hook = "on_completion"',
            "found bombing_shift, expected an effect that is not a Project's alone",
        ),
        (
            'side = "axis", color = "white"',
            'side = "allied", color = "red"',
            'field effect.side: found "allied", expected "axis"',
        ),
        ('color = "grey", n = 1', 'color = "black", n = 1', "a colour of Strategic Warfare"),
        (
            'hook = "strategic_dice", when = { always = true }',
            'hook = "strategic_dice", when = { axis_role = "attacker" }',
            "no condition of a Combat here",
        ),
        (
            "resources_max = 20",
            'project_completed = "zeppelin"',
            'field prerequisite.project_completed: found "zeppelin", expected the id of a project',
        ),
    ],
    "strategic_events.toml": [
        (
            'recurring = ["usa", "ussr"]',
            'recurring = ["usa", "usa"]',
            'entry "atlantic_charter", field recurring: found a repetition, expected each once',
        ),
        (
            "obligatory = false, discard_if = { never = true }, bottom_if = { never = true }, "
            'next_year_if = { never = true }, effects = [{ op = "air", track = "west", n = -1 }, { '
            'op = "air", '
            'track = "south", n = -1 }, { op = "air", track = "east", n = -1 }, { op = "air", track '
            '= "germany", '
            'n = -1 }], after = "discard"',
            "obligatory = false, discard_if = { never = true }, bottom_if = { never = true }, "
            'next_year_if = { never = true }, effects = [{ op = "resources", n = 1 }], after = "next_year"',
            'entry "air_supremacy", field after: found "next_year", expected "discard" in 1945',
        ),
        ("removed_in_solo_and_coop = true", "removed_in_solo_and_coop = false", "0 of them, expected some"),
        ('effects = [{ op = "unrest", n = 1 }], after', "effects = [], after", "0 of them, expected some"),
        (
            'effects = [{ op = "unrest", n = 1 }]',
            'effects = [{ op = "axis_hits", n = 1 }]',
            "no effect of a Combat",
        ),
        (
            "bottom_if = { never = true }",
            'bottom_if = { axis_role = "attacker" }',
            "no condition of a Combat here",
        ),
        (
            "bottom_if = { never = true }",
            "bottom_if = { never = false }",
            "field bottom_if.never: found false, expected true",
        ),
    ],
    "combat_events.toml": [
        (
            'n = 1 }], after = "discard"',
            'n = 1, box = 3 }], after = "discard"',
            "found axis_hits with box, expected only n",
        ),
    ],
    "generals.toml": [
        (
            'terrain = ["plains"]',
            'terrain = ["plains", "plains"]',
            'entry "von_rundstedt", field combat.terrain: found a repetition, expected each once',
        ),
        (
            'cond = { army_in_combat = "panzer" }',
            'cond = { combat_area_in = ["egypt", "egypt"] }',
            'entry "hoth", field combat.cond.combat_area_in: found a repetition, expected each once',
        ),
        (
            'kind = "reenter_year", meaning',
            'kind = "unrest", meaning',
            "field special_kinds: found a repetition",
        ),
        (
            '{ kind = "reenter_year", meaning',
            '# { kind = "reenter_year", meaning',
            "nothing for reenter_year",
        ),
        (
            'entry_year = 1944, seniority = 3, confidence = 6, interest_group = "loyalists", '
            "misfortune_year = 0, setup_codes = [0, 0, 0, 0]",
            'entry_year = 1944, seniority = 3, confidence = 6, interest_group = "loyalists", '
            "misfortune_year = 0, setup_codes = [0, 0, 0, 1]",
            "0 for a start in 1943, before his entry",
        ),
        (
            'name = "Otto Wöhler", set = "addon", entry_year = 1943, seniority = 3, confidence = 3, '
            'interest_group = "professionals", misfortune_year = 0, setup_codes = [0, 0, 0, 0]',
            'name = "Otto Wöhler", set = "addon", entry_year = 1943, seniority = 3, confidence = 3, '
            'interest_group = "professionals", misfortune_year = 0, setup_codes = [0, 0, 0, 1]',
            "none for an add-on",
        ),
        (
            "misfortune_year = 1941",
            "misfortune_year = 1938",
            'entry "von_reichenau", field misfortune_year: found 1938',
        ),
        ('given = ["seniority"]', 'given = ["nose"]', 'field given: found "nose"'),
        (
            'vs = ["soviet", "western"]',
            'vs = ["soviet", "soviet"]',
            'entry "von_rundstedt", field combat.vs: found a repetition, expected each once',
        ),
        (
            'terrain = ["plains"]',
            'terrain = ["plains", "any"]',
            'field combat.terrain: found a list of 2, expected "any" alone, or kinds of terrain',
        ),
        ('special_text = ""', 'special_text = "He sings."', "a text for a special rule, and only then"),
        (
            'cond = { army_in_combat = "panzer" }',
            'cond = { combat_area_in = ["eden"] }',
            'field combat.cond.combat_area_in, item 1: found "eden", expected the id of an area',
        ),
        (
            'kind = "return_next_year" }',
            'kind = "return_next_year", n = 1 }',
            "return_next_year with n, expected nothing more",
        ),
        (
            'kind = "reenter_year", year = 1943',
            'kind = "reenter_year"',
            "reenter_year with nothing more, expected year",
        ),
        (
            'kind = "reenter_year", year = 1943',
            'kind = "reenter_year", year = 1940',
            "a year after his entry",
        ),
        ('trigger = "dismissed", kind = "return', 'trigger = "leading", kind = "return', "one of dismissed"),
        (
            'kind = "unrest", n = 1',
            'kind = "unrest", n = 0',
            "field n: found 0, expected a number other than 0",
        ),
        (
            'kind = "retreat_as_reduction", n = 1',
            'kind = "retreat_as_reduction", n = -1',
            "field n: found -1, expected a number above 0",
        ),
        (
            'areas = ["libya", "egypt"',
            'areas = ["libya", "tunis"',
            'field areas, item 2: found "tunis", expected the id of an area',
        ),
        (
            'areas = ["libya", "egypt"',
            'areas = ["libya", "libya"',
            "field areas: found a repetition, expected each once",
        ),
    ],
    "combat_cards.toml": [
        (
            'id = "combat_02"',
            'id = "combat_01"',
            'entry "combat_01", field id: found "combat_01", expected an id that no other entry has',
        ),
        ('{ kind = "reduce", text', '{ kind = "air", text', "field special_effects: found a repetition"),
        ('{ kind = "reduce", text', '# { kind = "reduce", text', "nothing for reduce"),
        ('{ card = 1, years = "1939-40"', '{ card = 21, years = "1939-40"', "field western: found 21"),
        ('{ card = 1, years = "1939-40"', '{ card = 2, years = "1939-40"', "0 rows for card 1 in 1939-40"),
        (
            '{ card = 1, years = "1941", defense = 3',
            '{ card = 1, years = "1941", defense = 0',
            "field defense: found 0, expected a number above 0",
        ),
        ("symbols = 1", "symbols = 0", "1 to 3 for the kind air"),
        (
            '{ kind = "air", symbols = 1 }',
            '{ kind = "satellite" }',
            "no effect on the Soviet roll in the Western",
        ),
        (
            '{ kind = "air", symbols = 1 }',
            '{ kind = "reduce" }, { kind = "reduce" }',
            "field attack_special: found a repetition, expected each once",
        ),
        (
            "priority = [18, 28, 26, 24]",
            "priority = [18, 28, 26, 18]",
            "field priority: found a repetition, expected each once",
        ),
        (
            "priority = [18, 28, 26, 24]",
            "priority = [18, 28, 26, 2]",
            "found 2, expected the number of an Area with",
        ),
    ],
}
CASES = [(file, *case) for file, cases in BAD_REFERENCES.items() for case in cases]


@pytest.mark.parametrize(("file", "old", "new", "words"), CASES, ids=[f"{c[0]} {c[2][:50]}" for c in CASES])
def test_a_wrong_reference_is_refused(file: str, old: str, new: str, words: str) -> None:
    assert words in refusal(check_pack, changed_pack(DATA, FILES, PACK, (file, old, new)))


# What takes the place of the effects of PHONY WAR (or, in a Combat, of BLITZKRIEG), and the sentence.
PHONY = '{ op = "no_offensive", faction = "western", where = "next_ops" }'
BAD_EFFECTS = [
    ('{ op = "unrest" }', "field op: found unrest without n, expected n"),
    ('{ op = "unrest", n = 0 }', "field n: found 0, expected a number other than 0"),
    ('{ op = "unrest", n = 1, side = "axis" }', "field op: found unrest with side, expected only n"),
    ('{ op = "activate_usa", n = 1 }', "field op: found activate_usa with n, expected only no arguments"),
    ('{ op = "set_unrest", n = 3 }', "field n: found 3, expected a number from 0 to 2"),
    ('{ op = "pool_add", army = "panzer", n = -1 }', "found -1, expected a number above 0"),
    ('{ op = "occupy", area = "atlantis" }', 'field area: found "atlantis", expected the id of an area'),
    ('{ op = "occupy", area = "urals" }', "an Area that the Axis may enter"),
    (
        '{ op = "activate_western", country = "narnia" }',
        'field country: found "narnia", expected the id of a country',
    ),
    (
        '{ op = "activate_satellite", country = "poland" }',
        'field country: found "poland", expected a country that can become a Satellite',
    ),
    (
        '{ op = "no_offensive", faction = "western", where = "soon" }',
        'field where: found "soon", expected "next_ops" or the id of an Area',
    ),
    ('{ op = "reduce", where = "combat", n = 1 }', 'field where: found "combat", expected the id of an Area'),
    (
        '{ op = "flip_limit", category = "consumer_goods" }',
        'field category: found "consumer_goods", expected a marker with a limit',
    ),
    (
        '{ op = "production_shift", category = "butter", n = 1 }',
        'field category: found "butter", expected a row of the Production Table, or "replacement_',
    ),
    (
        '{ op = "italy_status", to = "independence" }',
        'field to: found "independence", expected one of intervention, occupation',
    ),
    (
        '{ op = "country_switches", country = "italy", to = "satellite" }',
        'field to: found "satellite", expected one of soviet, western, neutral',
    ),
    ('{ op = "western_strategic_hits", n = 1 }', "an effect that is not a Project's alone"),
    (
        '{ op = "choice", decider = "okw", options = [[{ op = "activate_usa" }]] }',
        "field options: found 1 options, expected 2 to 6",
    ),
    (
        '{ op = "choice", decider = "okw", options = [[{ op = "activate_usa" }], []] }',
        "field options: found an empty option, expected effects in each",
    ),
    (
        '{ op = "choice", decider = "okw", options = [[{ op = "activate_usa" }], [{ op = "unrest" }]] }',
        "field op: found unrest without n, expected n",
    ),
    (
        '{ op = "if", cond = { always = true } }',
        "field op: found if without effects, expected effects in then or else",
    ),
    (
        '{ op = "if", then = [{ op = "activate_usa" }] }',
        "field op: found if without cond, expected cond and then and else",
    ),
    (
        '{ op = "if", cond = { always = true }, then = [{ op = "unrest" }] }',
        "field op: found unrest without n, expected n",
    ),
    (
        '{ op = "if", cond = { always = true }, else = [{ op = "unrest" }] }',
        "field op: found unrest without n, expected n",
    ),
    (
        '{ op = "if", cond = {}, then = [{ op = "activate_usa" }] }',
        "field cond: found no condition, expected exactly one condition",
    ),
]
BAD_COMBAT_EFFECTS = [
    ('{ op = "reduce", where = "here", n = 1 }', '"combat" or the id of an Area'),
    ('{ op = "add_dice", side = "axis", color = "red", n = 1 }', "one of black, grey, white, yellow"),
    ('{ op = "add_dice", side = "allied", color = "any", n = 1 }', "one of blue, red"),
    (
        '{ op = "convert", side = "axis", color = "any", from = "hit", to = "star", n = 1 }',
        "one of hit, tank",
    ),
    (
        '{ op = "convert", side = "axis", color = "any", from = "hit", to = "hit", n = 1 }',
        "another face than",
    ),
]


@pytest.mark.parametrize(("effect", "words"), BAD_EFFECTS)
def test_a_wrong_effect_is_refused(effect: str, words: str) -> None:
    bad = changed_pack(DATA, FILES, PACK, ("strategic_events.toml", PHONY, effect))
    text = refusal(check_pack, bad)
    assert text.startswith("strategic_events.toml: ") and 'entry "phony_war"' in text and words in text


@pytest.mark.parametrize(("effect", "words"), BAD_COMBAT_EFFECTS)
def test_a_wrong_effect_in_combat_is_refused(effect: str, words: str) -> None:
    bad = changed_pack(DATA, FILES, PACK, ("combat_events.toml", '{ op = "axis_hits", n = 1 }', effect))
    text = refusal(check_pack, bad)
    assert text.startswith("combat_events.toml: ") and 'entry "blitzkrieg"' in text and words in text


BAD_CONDITIONS = [
    ("{}", "field discard_if: found no condition, expected exactly one condition"),
    ("{ usa_at_war = true, ussr_at_war = true }", "found ussr_at_war and usa_at_war, expected exactly one"),
    ("{ always = false }", "field discard_if.always: found false, expected true"),
    (
        "{ all = [{ usa_at_war = true }, {}] }",
        "field (the entry itself): found no condition, expected exactly one condition",
    ),
    ("{ any = [{}] }", "field (the entry itself): found no condition, expected exactly one condition"),
    ("{ not = {} }", "field discard_if.not: found no condition"),
    ('{ area_control = { area = "rome", by = "axis" } }', 'field discard_if.area_control.area: found "rome"'),
    ('{ country_is = { country = "rome", is = "neutral" } }', "field discard_if.country_is.country"),
    ('{ sector_axis = "rome" }', 'field discard_if.sector_axis: found "rome"'),
    ('{ base_axis = "rome" }', 'field discard_if.base_axis: found "rome"'),
    ('{ axis_disk_in = "rome" }', 'field discard_if.axis_disk_in: found "rome"'),
    ('{ western_disk_in = "rome" }', 'field discard_if.western_disk_in: found "rome"'),
    ('{ soviet_disk_in = "rome" }', 'field discard_if.soviet_disk_in: found "rome"'),
    ('{ project_completed = "rome" }', 'field discard_if.project_completed: found "rome"'),
    (
        '{ season_in = ["fall", "fall"] }',
        'entry "phony_war", field discard_if.season_in: found a repetition, expected each once',
    ),
    ('{ not = { axis_role = "attacker" } }', "field discard_if.not: found axis_role"),
]


@pytest.mark.parametrize(("condition", "words"), BAD_CONDITIONS)
def test_a_wrong_condition_is_refused(condition: str, words: str) -> None:
    old = 'discard_if = { not = { france_status_in = ["third_republic"] } }'
    bad = changed_pack(DATA, FILES, PACK, ("strategic_events.toml", old, f"discard_if = {condition}"))
    text = refusal(check_pack, bad)
    assert text.startswith("strategic_events.toml: ") and 'entry "phony_war"' in text and words in text


@pytest.mark.parametrize(("file", "field"), [("armies", "armies"), ("tracks", "production")])
def test_lists_have_an_order(file: str, field: str) -> None:
    content = getattr(PACK, file)
    bad = structs.replace(PACK, **{file: structs.replace(content, **{field: getattr(content, field)[::-1]})})
    assert f"{file}.toml: field {field}: found " in refusal(check_pack, bad)


def test_the_soviets_have_a_sector_where_the_war_begins() -> None:
    first = "baltic_states"
    areas = tuple([structs.replace(a, n_sectors=1) if a.id == first else a for a in PACK.areas.areas])
    sectors = tuple([s for s in PACK.areas.sectors if s.area != first or s.n == 1])
    bad = structs.replace(PACK, areas=structs.replace(PACK.areas, areas=areas, sectors=sectors))
    book = Book(bad, relations.SUBSETS)
    book.go(bad.countries)
    text = refusal(relations.check_countries, book, bad.countries)
    assert "an Area with two Sectors or more" in text


def test_the_games_own_pack_is_right() -> None:
    check_pack(PACK)
    pack: Pack = structs.replace(PACK, scenarios=PACK.scenarios[:1])
    check_pack(pack)
