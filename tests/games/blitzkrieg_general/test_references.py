"""Packs whose ids lead nowhere, or whose files disagree, are refused with file, entry and field."""

from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from sandtable.games.blitzkrieg_general.components.pack_relations import check_pack, load_pack
from sandtable.games.blitzkrieg_general.components.relations_cards import NEED_FIELDS, PARAMS
from sandtable.games.blitzkrieg_general.components.relations_tables import EVENT_FIELDS
from sandtable.games.blitzkrieg_general.components.schema import FILES, Pack
from sandtable.games.blitzkrieg_general.components.schema_cards import Handler, NeedKind, Params
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "blitzkrieg_general" / "data"
S39 = "scenarios/s1939.toml"
S41 = "scenarios/s1941.toml"
PACK = load_pack(DATA)

# For each file: a text in it, what takes its place, and part of the sentence that must come.
BAD_REFERENCES = {
    "areas.toml": [
        ('id = "scotland"', 'id = "england"', 'areas.toml: entry "england", field id: found "england"'),
        ('name = "Scotland"', 'name = "England"', "expected a name that no other entry has"),
        ('id = "ireland", name', 'id = "adria", name', "seazones.toml: entry"),
        ('country = "be", home = "uk"', 'country = "xx", home = "uk"', 'entry "england", field country'),
        ('country = "be", home = "uk"', 'country = "usa", home = "uk"', 'a home country of "usa"'),
        ('home = "ireland"', 'home = "sweden"', 'a home country of "ireland"'),
        ('home = "ireland"', 'home = "xx"', 'field home: found "xx"'),
        ('home = "ireland"', 'home = ""', 'nations.toml: entry "ireland", field id'),
        ("prod_left = 5, prod_right = 3", "prod_left = 2, prod_right = 3", "at most 2, the left number"),
        ('prod_only = "germany"', 'prod_only = "xx"', 'entry "baltic", field prod_only'),
        ('prod_only = "germany"', 'prod_only = ""', 'entry "baltic", field prod_right'),
        ('kind = "impassable"', 'kind = "land"', 'entry "switzerland", field kind'),
        (
            'name = "Ireland", map = "europe", kind = "land"',
            'name = "Ireland", map = "europe", kind = "impassable"',
            'entry "ireland", field kind',
        ),
        ("lon = -4.2, lat = 56.8", "lon = -1.5, lat = 52.2", 'entry "scotland", field lon'),
        ('sea = "formosa_sea"', 'sea = "xx"', "expected the id of an island with this zone"),
        ('name = "Formosa"', 'name = "Taiwan"', '"Formosa", the name of its zone'),
        (
            'name = "Formosa", map = "pacific"',
            'name = "Formosa", map = "europe"',
            '"pacific", the map of its zone',
        ),
        (
            'terrain = "clear", stack_limit = 2, pacific_island',
            'terrain = "clear", stack_limit = 5, pacific_island',
            "field stack_limit: found 5, expected 2, the stack_limit of its zone",
        ),
        (
            'terrain = "clear", prod_left = 5',
            'terrain = "clear", sea = "channel", prod_left = 5',
            '"" for all but an island',
        ),
        (
            'terrain = "clear", prod_left = 5',
            'terrain = "clear", pacific_island = true, prod_left = 5',
            "false for all but an island",
        ),
        (
            'terrain = "clear", prod_left = 5',
            'terrain = "clear", fortress = true, prod_left = 5',
            'entry "england", field fortress',
        ),
        (
            'id = "bavaria", name = "Bavaria",',
            'id = "bavaria", name = "Bavaria", forbidden_coast = true,',
            'entry "bavaria", field forbidden_coast: found true',
        ),
        ("fortress = true", "fortress = false", "an end of this border with a fortress"),
        ('id = "ireland", name', 'id = "eire", name', "links.toml: entry"),
    ],
    "seazones.toml": [
        ('id = "aegean_sea"', 'id = "adria"', 'entry "adria", field id'),
        ('island = "formosa"', 'island = ""', "the id of a zone with this island"),
        ('name = "Aegean Sea"', 'name = "Adria"', "expected a name that no other entry has"),
        (
            'name = "Adria", map = "europe"',
            'name = "Adria", map = "europe", island = "england"',
            "the id of an island with this zone",
        ),
        (
            'name = "Adria", map = "europe"',
            'name = "Adria", map = "europe", stack_limit = 2',
            "0 without an island",
        ),
        ("lon = 25.2, lat = 38.0", "lon = 16.0, lat = 43.0", 'entry "aegean_sea", field lon'),
    ],
    "links.toml": [
        (
            'a = "england", b = "scotland"',
            'a = "wales", b = "scotland"',
            "links (wales–scotland), field a: found",
        ),
        ('a = "england", b = "scotland"', 'a = "england", b = "wales"', 'field b: found "wales"'),
        ('a = "england", b = "scotland"', 'a = "england", b = "england"', "another space than a"),
        ('a = "canada_east", b = "usa_east"', 'a = "scotland", b = "england"', "not listed already"),
        ('b = "scotland", kind = "land"', 'b = "scotland", kind = "coast"', '"land", which fits england and'),
        (
            'a = "england", b = "channel", kind = "coast"',
            'a = "england", b = "channel", kind = "sea"',
            '"coast", which',
        ),
        ('a = "england", b = "channel"', 'a = "channel", b = "england"', "the area, and b the zone"),
        ('b = "formosa_sea", kind = "island"', 'b = "formosa_sea", kind = "coast"', '"coast"'),
        (
            'b = "canada_west", kind = "land", cross_map = true',
            'b = "canada_west", kind = "land"',
            "true between two maps",
        ),
        (
            'b = "scotland", kind = "land"',
            'b = "scotland", kind = "land", cross_map = true',
            "field cross_map: found",
        ),
        (
            'b = "channel", kind = "coast"',
            'b = "channel", kind = "coast", river = true',
            "field river: found true",
        ),
        (
            'b = "channel", kind = "coast"',
            'b = "channel", kind = "coast", forbidden = true',
            "field forbidden",
        ),
        (
            'b = "channel", kind = "coast"',
            'b = "channel", kind = "coast", mountain_border = true',
            "mountain_border",
        ),
        (
            'b = "channel", kind = "coast"',
            'b = "channel", kind = "coast", swamp_border = true',
            "swamp_border",
        ),
        (
            'b = "channel", kind = "coast"',
            'b = "channel", kind = "coast", fortress_side = "england"',
            "fortress_side",
        ),
        ('border_src = "reconstructed"', 'border_src = ""', "a source on land only"),
        ('fortress_side = "maginot"', 'fortress_side = "paris"', "an end of this border with a fortress"),
        ("forbidden = true", "forbidden = false", "expected true at an impassable area"),
        ('passage = "skagerrak"', 'passage = "bosporus"', "the id of a passage between these zones"),
        ('passage = "skagerrak"', 'passage = ""', 'tables.toml: entry "skagerrak", field id'),
        (
            'a = "formosa", b = "formosa_sea", kind = "island"',
            'a = "formosa", b = "coral_sea", kind = "coast"',
            'areas.toml: entry "formosa", field sea',
        ),
        (
            'a = "north_sea", b = "channel", kind = "sea"',
            'a = "north_sea", b = "coral_sea", kind = "sea"',
            "field cross_map: found false, expected true between two maps",
        ),
    ],
    "nations.toml": [
        ('id = "finland", name', 'id = "bulgaria", name', 'entry "bulgaria", field id'),
        ('id = "usa_trust", name', 'id = "vichy", name', 'entry "vichy", field id'),
        ('unit_prefix = "ita"', 'unit_prefix = "ger"', "expected a unit prefix that no other entry has"),
        ('kind = "trust"', 'kind = "vichy"', "a kind that no other entry has"),
        (
            '{ id = "usa_trust", name = "in trust of the USA", people = "US trust", kind = "trust", '
            'src = "rulebook", ref = "TT14" },',
            "",
            "field holders: found nothing for trust, expected each of them",
        ),
        ('name = "Canada", major = "be"', 'name = "Canada", major = "xx"', "home country of this major"),
        (
            'home_countries = ["uk", "canada", ',
            'home_countries = ["uk", ',
            "a major that lists this home country",
        ),
        ('home_countries = ["usa"]', 'home_countries = ["usa", "canada"]', "a home country of this major"),
        ('{ id = "canada", name', '{ id = "kanada", name', "expected the id of a home country"),
        ('{ id = "canada", name', '{ id = "uk", name', 'entry "uk", field id'),
        ("boss = true", "boss = false", "0 bosses of the axis side"),
        ('cooperation = [["germany", "italy"]', 'cooperation = [["germany", "xx"]', "field cooperation"),
        ('cooperation = [["germany", "italy"]', 'cooperation = [["xx", "italy"]', "field cooperation"),
        ('cooperation = [["germany", "italy"]', 'cooperation = [["italy", "italy"]', "expected each once"),
    ],
    "units.toml": [
        ('id = "ger_inf_3"', 'id = "ger_inf_4"', 'entry "ger_inf_4", field id'),
        (
            'nation = "germany", home = "germany"',
            'nation = "xx", home = "germany"',
            'entry "ger_inf_4", field nation',
        ),
        (
            'nation = "germany", home = "germany"',
            'nation = "germany", home = "uk"',
            'a home country of "germany"',
        ),
        ('mark = "C"', 'mark = "A"', '"C", the letter of its home'),
        ("front = 4, back = 2", "front = 4, back = 4", "less than 4, the front"),
        ("command = 4", "command = 0", "a rating for an HQ"),
        (
            "front = 0, back = 0, steps = 1, command = 4",
            "front = 1, back = 0, steps = 1, command = 4",
            "for an HQ",
        ),
        (
            "command = 4, cost = 1, duration = 4, count = 1",
            "command = 4, cost = 1, duration = 4, count = 2",
            "1 for an HQ",
        ),
        ("steps = 2, cost = 4", "steps = 2, command = 2, cost = 4", "0 for all but HQs"),
        ("front = 4, back = 2, steps = 2", "front = 4, back = 2, steps = 1", "0 on a blank back"),
        ("cost = 4, duration = 1", "cost = 5, duration = 1", "4, as the production chart says"),
        ("cost = 4, duration = 1", "cost = 4, duration = 2", "1, as the chart says"),
        (
            'id = "flag_italy", nation = "italy"',
            'id = "flag_italy", nation = "xx"',
            'entry "flag_italy", field nation',
        ),
        (
            'id = "flag_italy", nation = "italy"',
            'id = "flag_italy", nation = "germany"',
            'field nation: found "germany", expected a nation that no other entry has',
        ),
        (
            '  { id = "flag_italy", nation = "italy", count = 8, src = "reconstructed" },\n',
            "",
            "field flags: found nothing for italy, expected each major",
        ),
        (
            "count = 10",
            "count = 2",
            f"{S39}: entry 9 of units (ger_inf_4), field n: found 1, expected at most 2",
        ),
    ],
    "tables.toml": [
        ('id = "clear"', 'id = "forest"', 'field id: found "forest", expected an id that no other entry has'),
        ('id = "river"', 'id = "forbidden"', "expected an id that no other entry has"),
        ('type = "infantry", range', 'type = "armor", range', "expected a type that no other entry has"),
        ('type = "infantry", duration', 'type = "armor", duration', "type that no other entry has"),
        ('id = "double_range"', 'id = "limit_min"', "expected an id that no other entry has"),
        ('column = "ships_search_ships"', 'column = "ships_search_subs"', "column that no other entry has"),
        ('order = ["terrain", "weather", "supply"]', 'order = ["terrain", "supply"]', "each of them"),
        (
            "duration = 1, cost_per_strength = 1",
            "duration = 1, cost = 1, cost_per_strength = 1",
            "a fixed cost or one",
        ),
        (
            "cost = 3, repair = 1",
            "cost = 3, repair = 1, repair_per_strength = 1",
            "0 beside repair_per_strength",
        ),
        ("good = 8, bad = 6", "good = 8, bad = 9", "at most 8, in good weather"),
        ('id = "research", low = 1', 'id = "research", low = 9', "field low: found 9, expected at most 5"),
        ('id = "research", low', 'id = "losses", low', 'entry "losses", field id'),
        ("good = [5, 6]", "good = [4, 5, 6]", "expected with bad each result of a die once"),
        (
            'map = "europe", quarter = 2',
            'map = "europe", quarter = 1',
            "field weather: found 2 entries for europe 1",
        ),
        ('id = "sonar", no = 6', 'id = "radar", no = 6', "expected an id that no other entry has"),
        ('id = "sonar", no = 6', 'id = "sonar", no = 5', "field no: found 5, expected 6, the next"),
        ('requires = ["air_combat", ', 'requires = ["atomic_bomb", ', "others than itself"),
        ('requires = ["air_combat", ', 'requires = ["radar", ', "found a repetition"),
        ('id = "suez_canal"', 'id = "panama_canal"', 'entry "panama_canal", field id'),
        (
            'a = "central_atlantic", b = "sea_of_panama"',
            'a = "usa_east", b = "sea_of_panama"',
            "the id of a passage",
        ),
        ('side = "axis"', 'side = ""', 'entry "panama_canal", field side: found nothing'),
        ('nation = "usa"', 'nation = ""', 'entry "panama_canal", field nation: found nothing'),
        ('nation = "usa"', 'nation = "xx"', 'entry "panama_canal", field nation: found "xx"'),
        ('areas = ["malaya"]', 'areas = ["xx"]', 'field areas, item 1: found "xx"'),
        ('areas = ["malaya"]', "areas = []", 'entry "malaya", field areas: found nothing'),
        (
            'areas = ["malaya"]',
            'areas = ["malaya", "malaya"]',
            'entry "malaya", field areas: found a repetition',
        ),
    ],
    "timetable.toml": [
        ('id = "italy_enters"', 'id = "poland_joins"', 'entry "poland_joins", field id'),
        ("year = 1940, quarter = 2, ", "", 'entry "italy_enters", field year: found no date'),
        ("year = 1940, ", "", 'entry "italy_enters", field year: found no date'),
        (
            'kind = "neutral_attacked", mode = "both"',
            'kind = "neutral_attacked", mode = "both", year = 1940, quarter = 1',
            "found a date",
        ),
        (
            'side = "allies", manager = "be"',
            'manager = "be"',
            'entry "poland_joins", field side: found nothing',
        ),
        (
            'manager = "be", src',
            'manager = "be", taker = "usa", src',
            "field taker: found a value, expected nothing",
        ),
        (
            'manager = "be", src',
            'manager = "be", delivery = "usa_japan", src',
            "field delivery: found a value",
        ),
        ('manager = "be", src', 'manager = "be", areas = ["england"], src', "field areas: found a value"),
        ('manager = "be", src', 'manager = "be", nations = ["usa"], src', "field nations: found a value"),
        ('manager = "be", src', 'manager = "be", brings = ["finland"], src', "field brings: found a value"),
        ('manager = "be", src', 'manager = "be", also = [["usa", "be"]], src', "field also: found a value"),
        ('nation = "italy", side = "allies"', 'nation = "italy"', "a side, or nations"),
        (
            'nation = "italy", side = "allies"',
            'nation = "italy", side = "allies", nations = ["be"]',
            "a side, or nations",
        ),
        (
            'nation = "italy", side = "allies"',
            'nation = "xx", side = "allies"',
            'entry "italy_enters", field nation',
        ),
        (
            'nations = ["germany", "italy"], brings',
            'nations = ["germany", "xx"], brings',
            'field nations, item 2: found "xx", expected the id of a major',
        ),
        ('brings = ["finland"', 'brings = ["italy"', "the id of a minor"),
        ('also = [["japan", "be"]', 'also = [["japan", "xx"]', "field also"),
        ('also = [["japan", "be"]', 'also = [["xx", "be"]', "field also"),
        ('manager = "be", other', 'manager = "finland", other', 'entry "neutral_attacked", field manager'),
        (
            'side = "allies", manager = "be"',
            'side = "allies"',
            'entry "poland_joins", field manager: found nothing',
        ),
        ('manager = "be", src', 'manager = "be", spare = "usa", src', "field spare: found a value"),
        ('other = "italy"', 'other = "xx"', "field other"),
        ('spare = "germany"', 'spare = "xx"', "field spare"),
        ('by = "germany", taker', 'by = "xx", taker', 'entry "poland_conquered", field by'),
        ('taker = "ussr"', 'taker = "xx"', 'entry "poland_conquered", field taker'),
        ('areas = ["east_poland"', 'areas = ["xx"', 'entry "poland_conquered", field areas'),
        ('area = "western_poland"', 'area = "xx"', 'entry "poland_conquered", field area'),
        ('delivery = "usa_japan"', 'delivery = "xx"', 'entry "us_delivery_ends", field delivery'),
        ('delivery = "usa_japan"', 'delivery = "ussr_germany"', "the date of an event that ends it"),
        (
            'id = "peace_check", kind = "peace_roll"',
            'id = "peace_check", kind = "pacific_production", nation = "be", by = "usa"',
            "found 2 of the kind pacific_production",
        ),
        ('be_pacific = ["sydney"', 'be_pacific = ["xx"', "field be_pacific"),
        ('be_pacific = ["sydney"', 'be_pacific = ["paris"', 'an area of "be" that produces'),
        ('be_pacific = ["sydney"', 'be_pacific = ["darwin"', 'an area of "be" that produces'),
        ('be_pacific = ["sydney"', 'be_pacific = ["perth"', "found a repetition"),
        ("us_war_production = 36", "us_war_production = 35", "36, the sum of its areas"),
        ("ussr_war_production = 34", "ussr_war_production = 35", "34, the sum of its areas"),
        ('id = "sweden_germany"', 'id = "ussr_germany"', 'entry "ussr_germany", field id'),
        ('giver = "romania"', 'giver = "xx"', 'entry "romania_germany", field giver'),
        (
            'giver = "ussr", taker = "germany"',
            'giver = "ussr", taker = "romania"',
            'entry "ussr_germany", field taker',
        ),
        (
            'giver = "ussr", taker = "germany"',
            'giver = "ussr", taker = "ussr"',
            "another nation than the giver",
        ),
        (
            'ends = [{ kind = "war", mode = "both" }]',
            'ends = [{ kind = "war", mode = "both" }, { kind = "war", mode = "both" }]',
            'entry "ussr_germany", field ends: found a repetition',
        ),
        (
            'kind = "date", mode = "basic", year = 1941, quarter = 2',
            'kind = "date", mode = "basic"',
            "a value for date",
        ),
        (
            'kind = "date", mode = "basic", year = 1941, quarter = 2',
            'kind = "date", mode = "basic", year = 1941, quarter = 3',
            "the date of an event that ends it",
        ),
        (
            'ends = [{ kind = "war", mode = "both" }]',
            'ends = [{ kind = "card", mode = "both" }]',
            "a card with the handler end_delivery for it",
        ),
        (
            'event = "neutral_attacked_by_allies"',
            'event = "neutral_attacked_by_axis"',
            "an event that no other",
        ),
        (
            'kind = "neutral_attacked", by_side = "axis"',
            'kind = "neutral_attacked"',
            "field by_side: found nothing",
        ),
        ('kind = "each_turn"', 'kind = "each_turn", by = ["italy"]', "expected nothing for each_turn"),
        ('kind = "each_turn"', 'kind = "each_turn", on = ["italy"]', "expected nothing for each_turn"),
        ('kind = "each_turn"', 'kind = "each_turn", on_side = "axis"', "expected nothing for each_turn"),
        ('kind = "each_turn"', 'kind = "each_turn", area = "paris"', "expected nothing for each_turn"),
        ('by = ["italy"], on_side = "allies"', 'on_side = "allies"', "a side, or nations in by"),
        ('by = ["italy"], on_side = "allies"', 'by = ["italy"]', "a side, or nations in on"),
        ('by = ["italy"], on_side', 'by = ["xx"], on_side', "field by"),
        ('by = ["japan"], on = ["ussr"]', 'by = ["japan"], on = ["xx"]', "field on"),
        ('by = ["japan"], area = "indochine"', 'by = ["japan"], area = "xx"', "field area"),
    ],
    "roles.toml": [
        ('germany = "germany"', 'germany = "xx"', "field nations.germany"),
        ('germany = "germany"', 'germany = "italy"', "field nations: found a repetition"),
        ('poland = "poland"', 'poland = "usa"', "field nations.poland"),
        ('kept_out = "bulgaria"', 'kept_out = "xx"', "field nations.kept_out"),
        ('kept_out_of = "ussr"', 'kept_out_of = "xx"', "field nations.kept_out_of"),
        ('weather_roller = "ussr"', 'weather_roller = "finland"', "field nations.weather_roller"),
        ('limit_roller = "japan"', 'limit_roller = "xx"', "field nations.limit_roller"),
        ('cape_zones = ["coral_sea"', 'cape_zones = ["paris"', "the id of a sea zone"),
        ('cape_far_zone = "south_atlantic"', 'cape_far_zone = "coral_sea"', "another zone than cape_zones"),
        ('africa = "africa"', 'africa = "afrika"', "the region of some area"),
        ('pacific_islands = "pacific_islands"', 'pacific_islands = "xx"', "field pacific_islands"),
        ('{ nation = "japan"', '{ nation = "xx"', 'field nation: found "xx", expected the id of a major'),
        ('{ nation = "japan"', '{ nation = "be"', "field rail: found a repetition"),
        ('homes = ["uk"', 'homes = ["xx"', 'field homes, item 1: found "xx"'),
        ('nations = ["china"]', 'nations = ["xx"]', 'field nations, item 1: found "xx"'),
        ('mark_free = "F"', 'mark_free = ""', "the mark of some unit"),
        ('pact_areas = ["east_poland"', 'pact_areas = ["xx"', "field areas.pact_areas"),
        (
            'pact_areas = ["east_poland"',
            'pact_areas = ["paris"',
            "baltic, east_poland, lwow, as other files say",
        ),
        ('pact_areas = ["east_poland"', 'pact_areas = ["lwow"', "field areas.pact_areas: found a repetition"),
        ('pact_retreat = "western_poland"', 'pact_retreat = "prussia"', "western_poland, as other files say"),
        ('vichy = "vichy"', 'vichy = "algeria"', "field areas.vichy_occupied"),
        (
            'vichy_occupied = ["normandy", ',
            "vichy_occupied = [",
            "normandy, paris, vichy, western_france, as",
        ),
        ('fortress = "maginot"', 'fortress = "paris"', "field areas.fortress"),
        (
            'fortress_rear = ["paris", "vichy"]',
            'fortress_rear = ["paris"]',
            "paris, vichy, as other files say",
        ),
        ('indochine = "indochine"', 'indochine = "siam"', 'an area of "france"'),
        ('indochine = "indochine"', 'indochine = "xx"', "field areas.indochine"),
        ('bnl_islands = ["java"', 'bnl_islands = ["timor"', "borneo, java, sumatra, as other files say"),
        (
            'uk_home = ["england", "scotland"]',
            'uk_home = ["england"]',
            "england, scotland, as other files say",
        ),
        ('italy_home = ["northern_italy", ', "italy_home = [", "field areas.italy_home"),
        ('partisan_area = "yugoslavia"', 'partisan_area = "greece"', 'an area of "yugoslavia"'),
    ],
    "cards.toml": [
        ('id = "coup_bnl"', 'id = "coup_norway"', 'entry "coup_norway", field id'),
        ('owners = ["germany", "be"]', 'owners = ["germany", "xx"]', 'entry "coup_norway", field owners'),
        ('owners = ["germany", "be"]', 'owners = ["be", "be"]', "field owners: found a repetition"),
        ('owners = ["germany", "be"]', 'owners = ["all", "be"]', 'field owners: found "all"'),
        ('{ kind = "target_neutral", lasting = true }', '{ kind = "year_min" }', "value for year_min"),
        ('{ kind = "target_neutral", lasting = true }', '{ kind = "year_min", n = 5 }', "expected a year"),
        (
            '{ kind = "target_neutral", lasting = true }',
            '{ kind = "target_neutral", n = 1 }',
            "field n: found a value, expected nothing for target_neutral",
        ),
        (
            '{ kind = "target_neutral", lasting = true }',
            '{ kind = "target_neutral", nations = ["be"] }',
            "field nations: found a value, expected nothing for target_neutral",
        ),
        (
            '{ kind = "at_war", nations = ["japan", "ussr"] }',
            '{ kind = "target_neutral" }',
            "a coup for this need",
        ),
        (
            '{ kind = "at_war", nations = ["japan", "ussr"] }',
            '{ kind = "at_war", nations = ["japan"] }',
            "field nations: found 1 nations, expected two for at_war",
        ),
        (
            '{ kind = "at_war", nations = ["japan", "ussr"] }',
            '{ kind = "at_war", nations = ["ussr", "ussr"] }',
            "field nations: found a repetition, expected each once",
        ),
        (
            '{ kind = "at_war", nations = ["japan", "ussr"] }',
            '{ kind = "at_war", nations = ["japan", "xx"] }',
            'field nations, item 2: found "xx", expected the id of a nation',
        ),
        (
            '{ kind = "entered_war", nations = ["italy"] }',
            '{ kind = "entered_war", nations = ["italy", "be"] }',
            "one for entered_war",
        ),
        ('nations = ["ussr", "germany", "italy"], lasting', 'nations = ["ussr"], lasting', "two or more for"),
        (
            'kind = "any_neutral", nations = ["finland"',
            'kind = "any_neutral", nations = ["italy"',
            "a repetition",
        ),
        (
            'kind = "card_in_effect_or_played", cards = ["japan_gains_bnl"]',
            'kind = "card_in_effect_or_played", cards = ["japan_gains_bnl", "initiative"]',
            "one for card_in_effect_or",
        ),
        (
            'kind = "card_in_effect_or_played", cards = ["japan_gains_bnl"]',
            'kind = "card_in_effect_or_played", cards = ["xx"]',
            'field cards, item 1: found "xx", expected the id of a card',
        ),
        (
            'kind = "areas_untaken", areas = ["java"',
            'kind = "areas_untaken", areas = ["xx"',
            'field areas, item 1: found "xx", expected the id of an area',
        ),
        ('kind = "areas_untaken", areas = ["java"', 'kind = "areas_untaken", areas = ["borneo"', "each once"),
        ('"japan"], on = "ussr"', '"japan"], on = "xx"', 'field on: found "xx", expected the id of a nation'),
        ('side = "axis", home = "uk" }', 'side = "axis", home = "xx" }', 'field home: found "xx"'),
        (
            'nations = ["italy"], region = "africa"',
            'nations = ["italy"], region = "xx"',
            'field region: found "xx", expected the region of some area',
        ),
        (
            'kind = "delivery_in_force", delivery = "usa_japan"',
            'kind = "delivery_in_force", delivery = "xx"',
            'field delivery: found "xx", expected the id of a delivery',
        ),
        ('params = { target = "norway", ', "params = { ", "field params.target: found nothing"),
        ('params = { target = "norway"', 'params = { target = "xx"', 'field params.target: found "xx"'),
        ('params = { target = "norway"', 'params = { target = "usa"', "the id of a minor"),
        (
            'params = { target = "norway"',
            'params = { amount = 2, target = "norway"',
            "params.amount: found a value",
        ),
        ("success = [8, 12], none = [4, 7]", "success = [8, 12], none = [4, 8]", "2 to 12, each once"),
        ("none = [4, 7], counter = [2, 3]", "none = [4, 7], counter = [3, 3]", "2 to 12, each once"),
        ('next_target = "iran"', 'next_target = "xx"', "field params.next_target"),
        ('delivery = "usa_japan" }', 'delivery = "sweden_germany" }', "a card with the handler end_delivery"),
        ('heir = "germany", keepers', 'heir = "xx", keepers', "field params.heir"),
        ('keepers = ["italy", "germany"]', 'keepers = ["italy", "xx"]', "field params.keepers"),
        (
            'keepers = ["italy", "germany"]',
            'keepers = ["italy", "italy"]',
            "params.keepers: found a repetition",
        ),
        ('nation = "france", area = "vichy"', 'nation = "xx", area = "vichy"', "field params.nation"),
        ('nation = "france", area = "vichy"', 'nation = "france", area = "xx"', "field params.area"),
        (
            'params = { nations = ["japan", "ussr"]',
            'params = { nations = ["japan"]',
            "1 nations, expected two",
        ),
        (
            'params = { nations = ["japan", "ussr"]',
            'params = { nations = ["japan", "xx"]',
            "field params.nations",
        ),
        ('params = { nations = ["japan", "ussr"]', 'params = { nations = ["ussr", "ussr"]', "a repetition"),
        ("production = { be = -3", "production = { xx = -3", "field params.production"),
        ('forced = "be", ', "", "field params.forced: found nothing"),
        ('forced = "be"', 'forced = "finland"', "field params.forced"),
        ('givers = ["be"', 'givers = ["xx"', "field params.givers"),
        ('ended_by = "ussr"', 'ended_by = "xx"', "field params.ended_by"),
        ('home = "japan", dice', 'home = "xx", dice', "field params.home"),
        ('home = "japan", dice', "dice", "both or none"),
        (
            'params = { nation = "germany", dice = 2, strength = 3 }',
            'params = { nation = "germany", dice = 2 }',
            "found no strength",
        ),
        ('params = { region = "africa" }', 'params = { region = "xx" }', "field params.region"),
        ('terrain = "mountain"', 'terrain = "hill"', "field params.terrain"),
        ('event = "japan_occupies_indochine"', 'event = "xx"', "an event of us_entry"),
        (
            'areas = ["java", "sumatra", "borneo"] }',
            'areas = ["java", "sumatra", "xx"] }',
            "field params.areas",
        ),
        (
            'areas = ["java", "sumatra", "borneo"] }',
            'areas = ["java", "java"] }',
            "params.areas: found a repetition",
        ),
        ('params = { cancels = ["fortress_europe"', 'params = { cancels = ["xx"', "field params.cancels"),
        (
            'params = { cancels = ["fortress_europe"',
            'params = { cancels = ["initiative"',
            "one that is permanent",
        ),
        ('after = "return_after_peace"', 'after = "return"', "field after"),
        ('after = "discard"', 'after = "return_after_peace"', "field after"),
        ('handler = "surprise"\n', 'handler = "end_limits"\n', "field params.nations: found nothing"),
    ],
    "drawing.toml": [
        ('side = "neutral"', 'side = "axis"', "expected a side that no other entry has"),
        ('letter = "N"', 'letter = "A"', "a letter that no other entry has"),
        ('nation = "italy"', 'nation = "germany"', "expected a nation that no other entry has"),
        ('nation = "italy"', 'nation = "xx"', 'field nation: found "xx", expected the id of a nation'),
        ('map = "pacific"', 'map = "europe"', "expected a map that no other entry has"),
        ("south = -40.0\nnorth = 60.0", "south = 70.0\nnorth = 60.0", "less than 60.0, the north"),
        ('of = "south_atlantic"', 'of = "xx"', 'field of: found "xx", expected the id of an area, or ""'),
    ],
    "rules.toml": [
        ('id = "B1.0a"', 'id = "B1.0"', 'entry "B1.0", field id'),
        ('replaced_by = "', 'replaced_by = "X1, ', 'field replaced_by: found "X1", expected ids of rules'),
    ],
    S39: [
        ("end_year = 1945", "end_year = 1938", "an end after the start"),
        ('modes = ["basic", "advanced"]', 'modes = ["basic", "basic"]', "field modes"),
        (
            '{ nation = "germany", year = 1939, quarter = 3 }',
            '{ nation = "xx", year = 1939, quarter = 3 }',
            "war_since",
        ),
        (
            '{ nation = "germany", year = 1939, quarter = 3 }',
            '{ nation = "germany", year = 1939, quarter = 4 }',
            "field year: found 1939, expected no date after the start",
        ),
        (
            '{ nation = "germany", year = 1939, quarter = 3 }',
            '{ nation = "be", year = 1939, quarter = 3 }',
            "a repetition",
        ),
        ('{ nation = "germany", year = 1939, quarter = 3 }, ', "", "expected each major with a war"),
        (
            '{ nation = "germany", year = 1939, quarter = 3 }',
            '{ nation = "germany", year = 1939, quarter = 3 }, { nation = "usa", year = 1939, quarter = 3 }',
            "a major with a war",
        ),
        ('wars = [["germany", "france"]', 'wars = [["germany", "xx"]', "field wars"),
        ('wars = [["germany", "france"]', 'wars = [["xx", "france"]', "field wars"),
        ('wars = [["germany", "france"]', 'wars = [["france", "france"]', "expected each once"),
        ('wars = [["germany", "france"]', 'wars = [["be", "germany"]', "field wars: found a repetition"),
        ("must_declare = []", 'must_declare = [["germany", "xx"]]', "field must_declare"),
        ("conquered = []", 'conquered = ["xx"]', "field conquered"),
        ("conquered = []", 'conquered = ["france"]', "a nation without a war"),
        ("conquered = []", 'conquered = ["norway", "norway"]', "field conquered: found a repetition"),
        (
            'nation = "poland", area = "western_poland"',
            'nation = "xx", area = "western_poland"',
            'field nation: found "xx", expected the id of a nation',
        ),
        ('nation = "poland", area = "western_poland"', 'nation = "poland", area = "xx"', "the id of an area"),
        ('deliveries_in_force = ["ussr_germany"', 'deliveries_in_force = ["xx"', "field deliveries_in_force"),
        ('deliveries_in_force = ["ussr_germany"', 'deliveries_in_force = ["usa_japan"', "a repetition"),
        ("production_basic = { germany = 17, ", "production_basic = { ", "expected each major"),
        (
            "production_basic = { germany = 17, ",
            "production_basic = { germany = 17, xx = 1, ",
            "field production_basic",
        ),
        ('modes = ["basic", "advanced"]', 'modes = ["basic"]', "production_advanced: found a value"),
        ("research_numbers = { germany = 3, ", "research_numbers = { ", "expected each major"),
        (
            "research_achievements = { germany = []",
            "research_achievements = { xx = []",
            "field research_achievements",
        ),
        (
            "research_achievements = { germany = []",
            'research_achievements = { germany = ["atomic_bomb"]',
            "one whose requirements are there",
        ),
        (
            "research_achievements = { germany = []",
            'research_achievements = { germany = ["radar", "radar"]',
            "a repetition",
        ),
        ("hands = { germany = []", 'hands = { germany = ["xx"]', "field hands"),
        (
            "hands = { germany = []",
            'hands = { germany = ["winter_offensive"]',
            'a card that "germany" may buy',
        ),
        ("hands = { germany = []", 'hands = { germany = ["initiative", "initiative"]', "each card once"),
        ("rail = { germany = 2, ", "rail = { ", "field rail: found nothing for germany, expected each major"),
        ('rail_raised = [{ nation = "ussr"', 'rail_raised = [{ nation = "xx"', 'field nation: found "xx"'),
        ('enemy = "germany"', 'enemy = "xx"', 'field enemy: found "xx", expected the id of a nation'),
        ('place = "western_germany"', 'place = "xx"', 'field place: found "xx", expected the id of an area'),
        ('place = "western_germany"', 'place = "skagerrak"', "the id of an area"),
        ('place = "western_germany"', 'place = "switzerland"', "an area that can be entered"),
        ('place = "skagerrak"', 'place = "prussia"', "the id of a sea zone"),
        (
            'place = "western_germany", unit = "ger_inf_2"',
            'place = "western_germany", unit = "xx"',
            "the id of a unit",
        ),
        (
            'place = "western_germany", unit = "ger_inf_2"',
            'place = "western_germany", unit = "swe_inf_2"',
            "none of a nation in late_setup",
        ),
        ('unit = "ger_hq_guderian"', 'unit = "ger_hq_guderian", face = "back"', "since its back is blank"),
        (
            'place = "tripolitania", unit = "ita_inf_2", n = 2',
            'place = "tripolitania", unit = "ita_inf_2", n = 4',
            "at most 3 in all there",
        ),
        (
            'place = "england", unit = "be_air_2"',
            'place = "midway_islands", unit = "be_air_2", n = 3',
            "at most 2 in all there",
        ),
        (
            'place = "finland", unit = "fin_inf_3"',
            'place = "finland", unit = "usa_inf_3"',
            "that has not joined yet",
        ),
        (
            'year = 1940, quarter = 1, unit = "ger_inf_3"',
            'year = 1939, quarter = 2, unit = "ger_inf_3"',
            "field year: found 1939, expected a date within the scenario",
        ),
        (
            'year = 1940, quarter = 1, unit = "ger_inf_3"',
            'year = 1940, quarter = 1, unit = "xx"',
            "the id of a unit",
        ),
        ('unit = "ger_air_4"', 'unit = "ger_air_4", n = 9', "at most 4 counters of ger_air_4 in all"),
    ],
    S41: [
        (
            'nation = "finland", side = "axis", manager = "germany"',
            'nation = "italy", side = "axis", manager = "germany"',
            'field nation: found "italy", expected the id of a minor',
        ),
        (
            'nation = "finland", side = "axis", manager = "germany"',
            'nation = "finland", side = "axis", manager = "xx"',
            "field manager",
        ),
        (
            'nation = "finland", side = "axis", manager = "germany"',
            'nation = "finland", side = "allies", manager = "germany"',
            'field manager: found "germany", expected a major of the side allies',
        ),
        (
            'nation = "finland", side = "axis"',
            'nation = "romania", side = "axis"',
            "field joined: found a repetition",
        ),
        ('peace = [{ card = "force_peace"', 'peace = [{ card = "xx"', 'field card: found "xx"'),
        ('peace = [{ card = "force_peace"', 'peace = [{ card = "initiative"', "a card that makes peace"),
        (
            'nations = ["japan", "ussr"], player',
            'nations = ["usa", "ussr"], player',
            "the nations of force_peace",
        ),
        ('player = "ussr"', 'player = "usa"', "one of its nations"),
        ('cards_removed = ["coup_bnl"', 'cards_removed = ["xx"', "field cards_removed"),
        ('cards_removed = ["coup_bnl"', 'cards_removed = ["force_peace"', "each card once"),
        ('{ card = "their_finest_hour", owner = "be" }', '{ card = "xx", owner = "be" }', "the id of a card"),
        (
            '{ card = "their_finest_hour", owner = "be" }',
            '{ card = "their_finest_hour", owner = "usa" }',
            "may buy",
        ),
        (
            '{ card = "their_finest_hour", owner = "be" }',
            '{ card = "their_finest_hour", owner = "xx" }',
            "id of a major",
        ),
        (
            'cards_played_before = ["axis_minor_activation"',
            'cards_played_before = ["xx"',
            "field cards_played_before",
        ),
        (
            'cards_played_before = ["axis_minor_activation"',
            'cards_played_before = ["initiative"',
            "that is removed",
        ),
        ('eliminated_hqs = ["be_hq_gort"', 'eliminated_hqs = ["be_inf_3"', "the id of an HQ"),
        ('eliminated_hqs = ["be_hq_gort"', 'eliminated_hqs = ["ger_hq_rommel"', "counters of ger_hq_rommel"),
        ('area = "maginot", by = "germany"', 'area = "xx", by = "germany"', 'field area: found "xx"'),
        ('area = "maginot", by = "germany"', 'area = "paris", by = "germany"', "expected each once"),
        (
            'area = "maginot", by = "germany"',
            'area = "maginot", by = "xx"',
            "the id of a nation, or of a holder",
        ),
        (
            'area = "maginot", by = "germany"',
            'area = "maginot", by = "france"',
            "another than its own country",
        ),
        ("production_basic = {}", "production_basic = { germany = 1 }", "production_basic: found a value"),
    ],
}

CASES = [(file, *case) for file, cases in BAD_REFERENCES.items() for case in cases]


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES)
def test_bad_reference(file: str, old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed_pack(DATA, FILES, PACK, (file, old, new)))


def test_a_space_that_nothing_joins_to_the_rest() -> None:
    left = [
        x for x in PACK.links.links if "madagascar" not in (x.a, x.b) and "madagascar_sea" not in (x.a, x.b)
    ]
    text = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=tuple(left))))
    assert 'areas.toml: entry "madagascar", field sea' in text
    left = [x for x in PACK.links.links if "ireland" not in (x.a, x.b)]
    text = refused(structs.replace(PACK, links=structs.replace(PACK.links, links=tuple(left))))
    assert text == (
        'areas.toml: entry "ireland", field id: found "ireland", expected a space that links join to england.'
    )


def test_seas_that_only_land_joins() -> None:
    left = [x for x in PACK.links.links if x.kind != "sea" or "black_sea" not in (x.a, x.b)]
    gates = [p for p in PACK.tables.passages if p.id != "bosporus"]
    pack = structs.replace(
        PACK,
        links=structs.replace(PACK.links, links=tuple(left)),
        tables=structs.replace(PACK.tables, passages=tuple(gates)),
    )
    assert refused(pack).startswith('seazones.toml: entry "black_sea", field id')


def test_more_counters_than_there_is_room_for() -> None:
    many = [structs.replace(u, count=u.count if "hq" in u.type else 9) for u in PACK.units.units]
    pack = structs.replace(PACK, units=structs.replace(PACK.units, units=tuple(many)))
    assert "units.toml: field units: found" in refused(pack)


def test_a_home_country_is_no_minor() -> None:
    home = ("nations.toml", '{ id = "canada", name', '{ id = "finland", name')
    major = ("nations.toml", '["uk", "canada"', '["uk", "finland"')
    rail = ("roles.toml", '"canada"', '"finland"')
    assert "an id that no minor has" in refused(changed_pack(DATA, FILES, PACK, home, major, rail))


def test_looks_that_are_missing() -> None:
    drawing = PACK.drawing
    for field in ("sides", "nations", "maps"):
        short = structs.replace(drawing, **{field: getattr(drawing, field)[1:]})
        assert f"drawing.toml: field {field}: found nothing for" in refused(
            structs.replace(PACK, drawing=short)
        )


def test_a_handler_that_only_one_card_can_have() -> None:
    for id in ("french_vichy_surrender", "force_peace", "japan_national_war", "japanese_navy"):
        twin = structs.replace(next(c for c in PACK.cards.cards if c.id == id), id="twin")
        cards = structs.replace(PACK.cards, cards=(*PACK.cards.cards, twin))
        assert "found 2 with the handler" in refused(structs.replace(PACK, cards=cards))


def test_a_card_that_ends_a_delivery_that_is_none() -> None:
    card = ("cards.toml", 'params = { delivery = "usa_japan" }', 'params = { delivery = "xx" }')
    end = ("timetable.toml", ', { kind = "card", mode = "advanced" }', "")
    assert 'field params.delivery: found "xx"' in refused(changed_pack(DATA, FILES, PACK, card, end))


def test_two_scenarios_of_one_id() -> None:
    assert "an id that no other entry has" in refused(structs.replace(PACK, scenarios=PACK.scenarios * 2))


def test_every_word_of_cards_and_events_has_its_fields() -> None:
    assert set(NEED_FIELDS) == set(get_args(NeedKind))
    assert set(PARAMS) == set(get_args(Handler))
    named = {name.rstrip("?") for names in PARAMS.values() for name in names} | {"forced", "givers"}
    assert named == {field.name for field in structs.fields(Params)}
    assert set(EVENT_FIELDS) == {e.kind for e in PACK.timetable.events}


def test_the_games_own_pack_is_right() -> None:
    check_pack(PACK)
