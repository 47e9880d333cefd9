"""The same of cards, the solo deck, numbers of players, options and scenarios."""

from pathlib import Path

import pytest
from msgspec import structs

from sandtable.games.total_domination.components.relations import check_pack, load_pack
from sandtable.games.total_domination.components.schema import FILES, Pack
from tests.games.packs import changed_pack, refusal

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "total_domination" / "data"
STANDARD = "scenarios/standard.toml"
FALL = "scenarios/fall_of_the_axis.toml"
SOLO = "scenarios/solo.toml"
PACK = load_pack(DATA)

BAD_REFERENCES = {
    "cards.toml": [
        ('id = "g02"', 'id = "g01"', 'entry "g01", field id'),
        (
            'name = "Panzer Groups"',
            'name = "Blitzkrieg"',
            'entry "g02", field name: found "Blitzkrieg", expected a name that no other entry has',
        ),
        ("no = 2,", "no = 3,", 'entry "g02", field no: found 3, expected 2, the next'),
        ('colour = "germany"', 'colour = "italy"', "the id of a player's power or an additional one"),
        (
            'technology = "mechanization"',
            'technology = "tanks"',
            'entry "g01", field technology: found "tanks"',
        ),
        ("ops = 6, technology", "ops = 7, technology", "found 7, expected OPs from 3 to 6"),
        ("ops = 3, technology", "ops = 2, technology", "found 2, expected OPs from 3 to 6"),
        ('op = "value", ops = 7', 'op = "value", ops = 6', "more than the 6 OPs of the card"),
        ("army = 0, fleet = 2", "army = 0, fleet = 0", "at least one icon of some kind"),
        ("puppets = 0, resistance = 1", "puppets = 1, resistance = 1", "0 for all but the Axis"),
        ("puppets = 1, resistance = 0", "puppets = 1, resistance = 1", "0 for the Axis"),
        ('nation = "spain"', 'nation = "andorra"', 'field event.nation: found "andorra"'),
        ('id = "sweden", name', 'id = "spain", name', 'entry "spain", field id'),
        (
            '  { id = "sweden", name',
            '  { id = "peru", name = "Peru", src = "reconstructed" },\n  { id = "sweden", name',
            "a nation that some event names",
        ),
        ('colour = "china"', 'colour = "us"', "ajw_tracks (us), field deck: found 4 cards, expected all 5"),
    ],
    "solo.toml": [
        (
            'human_powers = ["uk"',
            'human_powers = ["us"',
            'field human_powers, item 1: found "us", expected the id of a power that a player runs',
        ),
        ('human_powers = ["uk"', 'human_powers = ["japan"', "the powers of the Allies"),
        ("axis_wins_at = 29", "axis_wins_at = 30", "found 30, expected 29, as tracks.toml says"),
        (
            'removed_types = ["air_fleet"',
            'removed_types = ["u_boot"',
            "field removed_types: found a repetition",
        ),
        ('removed_types = ["air_fleet"', 'removed_types = ["fleet"', "no type that controls areas"),
        ('["minus_one"]', '["minus_one", "minus_one"]', "field blank_events: found a repetition"),
        (
            "remove_1939_cards_each_year = 2",
            "remove_1939_cards_each_year = 3",
            "few enough to last until 1942",
        ),
        ("first_label = 1939", "first_label = 1940", 'entry "s01", field year: found 1939'),
        (
            'axis_any_order = ["mechanization"',
            'axis_any_order = ["tanks"',
            'field axis_any_order, item 1: found "tanks", expected the id of a technology',
        ),
        (
            'axis_any_order = ["mechanization"',
            'axis_any_order = ["radar"',
            "each technology in one list only",
        ),
        (
            'axis_conditional = ["radar"]',
            "axis_conditional = []",
            "found no radar, expected every technology",
        ),
        ('conditional_on = "flying_bomb"', 'conditional_on = "v1"', 'field conditional_on: found "v1"'),
        ('id = "west_front"', 'id = "east_front"', 'entry "east_front", field id'),
        (
            'areas = ["balkans"',
            'areas = ["serbia"',
            'entry "east_front", field areas, item 1: found "serbia", expected the id of an area',
        ),
        ('areas = ["balkans"', 'areas = ["austria"', "no Home area of the Axis"),
        ('areas = ["balkans"', 'areas = ["spain"', "an area of no other lane, once"),
        ('areas = ["balkans", ', "areas = [", "found no lane with balkans"),
        ('id = "s02"', 'id = "s01"', 'entry "s01", field id'),
        ("no = 2, year", "no = 5, year", "found 5, expected 2, the next"),
        (
            'arrows = [["east_front"',
            'arrows = [["north"',
            'entry "s01", field arrows, item 1, item 1: found "north", expected the id of a lane',
        ),
        (
            'arrows = [["east_front"',
            'arrows = [["west_front"',
            "found 8 lanes, expected each lane on one arrow",
        ),
    ],
    "modes.toml": [
        ('id = "solo", players', 'id = "two_players", players', 'entry "two_players", field id'),
        ("players = 4", "players = 3", "found 3, expected 4, as many as seats"),
        (
            'seats = [["germany"], ["uk"]',
            'seats = [["germany"], ["us"]',
            'field seats, item 2, item 1: found "us", expected the id of a power that a player runs',
        ),
        (
            'seats = [["germany"], ["uk"]',
            'seats = [["germany"], ["ussr"]',
            "field seats: found germany, ussr, japan, ussr, expected each power that a player runs, once",
        ),
        (
            '["uk"], ["japan"], ["ussr"]]',
            '["uk", "japan"], ["ussr"]]',
            "found 4, expected 3, as many as seats",
        ),
        (
            'seats = [["germany", "japan"], ["uk", "ussr"]]',
            'seats = [["germany", "ussr"], ["uk", "japan"]]',
            "powers of one faction in a seat",
        ),
        ('seats = [["uk", "ussr"]],', 'seats = [["uk"]],', "the human_powers of solo.toml"),
        (
            'seats = [["uk", "ussr"]],',
            'seats = [["uk", "us"]],',
            'field seats, item 1, item 2: found "us", expected the id of a power that a player runs',
        ),
        ('hands = "per_power"', 'hands = "per_faction"', '"per_power" where a player has one power'),
        ("draft_keep = 1", "draft_keep = 0", "at least 1 where cards are drafted"),
        ('order = ["ussr", "japan"', 'order = ["japan", "ussr"', "the order of powers.toml"),
        (
            'player = "ussr", nation',
            'player = "us", nation',
            'field player: found "us", expected the id of a power that a player runs',
        ),
        ('player = "ussr", nation', 'player = "uk", nation', '"ussr", as powers.toml says'),
        ('nation = "japan"', 'nation = "korea"', 'field nation: found "korea", expected the id of a power'),
        (
            'nation = "france"',
            'nation = "uk"',
            'field nation: found "uk", expected a nation that no other entry has',
        ),
        ('closed = ["philippines"]', 'closed = ["canada"]', 'field closed: found "canada"'),
        (
            'nation = "italy", count = 1',
            'nation = "italy", count = 3',
            "at most 2, the armies and fleets left",
        ),
        ('nation = "us", count = 2', 'nation = "us", count = 5', "at most 4, the armies and fleets left"),
        (
            'nation = "japan", count = 6',
            'nation = "japan", count = 12',
            "at most 10, for which there is room",
        ),
        ('area = "china", unit = "chinese_army"', 'area = "arctic", unit = "us_fleet"', "outside the Arctic"),
        (
            'unit = "chinese_army"',
            'unit = "chinese_fleet"',
            'field unit: found "chinese_fleet", expected the id of a unit',
        ),
        (
            'area = "finland", unit',
            'area = "lapland", unit',
            'field area: found "lapland", expected the id of an area',
        ),
        (
            'areas = ["arctic"',
            'areas = ["thule"',
            'field arctic.areas, item 1: found "thule", expected an area with arctic = true',
        ),
        ('areas = ["arctic"', 'areas = ["siberia"', "an area with arctic = true"),
        ('areas = ["arctic"', 'areas = ["norway"', "field arctic.areas: found a repetition"),
        (
            '"finland", "aleut_isl"]',
            '"finland"]',
            "field arctic.areas: found nothing for aleut_isl, expected every area with arctic = true",
        ),
        ('u_boot_area = "iceland"', 'u_boot_area = "norway"', "the one Arctic area with uboat = true"),
        ('exchange_area = "arctic"', 'exchange_area = "canada"', "field arctic.card_exchange_area: found"),
        ('fleet_area = "arctic"', 'fleet_area = "canada"', "field arctic.no_air_fleet_area: found"),
        ('area = "finland", unit', 'area = "poland", unit', "an Arctic area for arctic.extra_placement"),
        (
            'unit = "neutral_army", count = 1, src = "rulebook"',
            'unit = "neutral_army", count = 2, src = "rulebook"',
            "field count: found 2, expected at most 4 in all, one for each counter",
        ),
    ],
    STANDARD: [
        (
            "first_round = 1939\nlast_round = 1945",
            "first_round = 1941\nlast_round = 1940",
            "field first_round",
        ),
        ("players = [2, 3, 4]", "players = [2, 2, 4]", "field players: found a repetition"),
        ("players = [2, 3, 4]", "players = [1, 2]", "1 in a solo game, and only there"),
        ('victory = "thresholds"', 'victory = "home_areas"', '"home_areas" in a solo game, and only there'),
        (
            "closed = []",
            'closed = ["france"]',
            'field closed, item 1: found "france", expected the id of an additional power',
        ),
        (
            "joined = []",
            'joined = ["uk"]',
            'field joined, item 1: found "uk", expected the id of an additional power',
        ),
        ("joined = []", 'joined = ["us"]', "field decks_apart: found"),
        ("closed = []", 'closed = ["us", "us"]', "field closed: found a repetition"),
        (
            'decks_apart = ["us", "china"]',
            'decks_apart = ["us"]',
            "found no china, expected each power that may",
        ),
        (
            'decks_apart = ["us", "china"]',
            'decks_apart = ["us", "uk"]',
            'field decks_apart, item 2: found "uk", expected the id of an additional power',
        ),
        (
            'france = "uk"',
            'spain = "uk"',
            'field partner_of.spain: found "spain", expected the id of a partner',
        ),
        ('france = "uk"', 'france = "us"', 'field partner_of.france: found "us"'),
        ('france = "uk"\n', "", "found nothing for france, expected the player of each partner"),
        ("deal_first_round = 0", "deal_first_round = 14", "at most the 54 cards of the deck in all"),
        ("uk = 10\n", "", "field vp: found nothing for uk, expected each power that a player runs"),
        (
            "uk = 10\n",
            "uk = 10\nfrance = 2\n",
            'field vp.france: found "france", expected the id of a power that a player runs',
        ),
        (
            'area = "italy"',
            'area = "rome"',
            'field area: found "rome", expected the id of an area',
        ),
        (
            'unit = "italian_fleet"',
            'unit = "papal_fleet"',
            'field unit: found "papal_fleet", expected the id of a unit',
        ),
        ('area = "austria", unit = "german_army"', 'area = "austria", unit = "german_fleet"', "type fleet"),
        ('area = "hawaii_isl", unit = "us_fleet"', 'area = "hawaii_isl", unit = "us_army"', "type army"),
        ('area = "hawaii_isl", unit = "us_fleet"', 'area = "hawaii_isl", unit = "u_boot"', "a U-Boot area"),
        (
            'area = "italy", unit = "italian_fleet"',
            'area = "norway", unit = "italian_fleet"',
            "outside the Arctic",
        ),
        ('unit = "italian_fleet", count = 1', 'unit = "italian_fleet", count = 2', "at most 1 in all"),
        (
            'area = "czechoslovakia", unit = "german_army", count = 2',
            'area = "czechoslovakia", unit = "german_army", count = 3',
            "at most 2 units here",
        ),
        (
            'area = "germany", unit = "german_army", count = 2',
            'area = "germany", unit = "german_army", count = 5',
            "at most 4 units here",
        ),
        (
            'area = "austria", unit = "german_army"',
            'area = "poland", unit = "german_army"',
            'field unit: found "neutral_army", expected units of one player in an area',
        ),
        (
            "[technologies]\n",
            "[technologies]\nfrance = []\n",
            'field technologies.france: found "france", expected the id of a power that a player runs',
        ),
        ("[technologies]\n", '[technologies]\nuk = ["us1"]\n', "a card of the draw deck"),
        (
            "[technologies]\n",
            '[technologies]\nuk = ["x"]\n',
            'field technologies.uk, item 1: found "x", expected the id of a card',
        ),
        ("[technologies]\n", '[technologies]\nuk = ["u01", "u01"]\n', "expected each card once"),
        ("[technologies]\n", '[technologies]\nuk = ["g01", "g04"]\n', "expected each technology once"),
        ("[technologies]\n", '[technologies]\nuk = ["g03"]\n', "technologies with all that they require"),
        (
            "[technologies]\n",
            '[technologies]\nuk = ["g12", "g10"]\n',
            "technologies with all that they require",
        ),
    ],
    FALL: [
        ('unit = "u_boot", count = 2', 'unit = "u_boot", count = 3', "at most 2 U-Boots here"),
        ("closed = []", 'closed = ["us"]', 'field closed: found "us", expected no power that has joined'),
        ("deal_first_round = 5", "deal_first_round = 16", "at most the 60 cards of the deck in all"),
    ],
    SOLO: [
        ("players = [1]", "players = [2]", "1 in a solo game, and only there"),
        ("solo = true", "solo = false", "field players: found 1"),
        ('unit = "japanese_army", count = 1', 'unit = "japanese_air_fleet", count = 1', "does not use"),
        ('area = "poland", stars', 'area = "prussia", stars', 'field area: found "prussia"'),
        (
            'area = "poland", stars',
            'area = "balkans", stars',
            'field area: found "balkans", expected an area that no other entry has',
        ),
        ('area = "poland", stars', 'area = "italy", stars', "an area that is nobody's home"),
        ('area = "poland", stars = 1', 'area = "poland", stars = 3', "1 or 2, for only Capitals have 3"),
    ],
}

CASES = [(file, *case) for file, cases in BAD_REFERENCES.items() for case in cases]


def refused(pack: Pack) -> str:
    return refusal(check_pack, pack)


@pytest.mark.parametrize(("file", "old", "new", "sentence"), CASES)
def test_bad_reference(file: str, old: str, new: str, sentence: str) -> None:
    assert sentence in refused(changed_pack(DATA, FILES, PACK, (file, old, new)))


def test_a_scenario_beyond_the_tracks() -> None:
    rounds = structs.replace(PACK.tracks, rounds=PACK.tracks.rounds[:-1])
    told = refused(structs.replace(PACK, tracks=rounds))
    assert told.endswith("field last_round: found 1945, expected a year of the round track.")
    modes = tuple([m for m in PACK.modes.modes if m.players != 3])
    told = refused(structs.replace(PACK, modes=structs.replace(PACK.modes, modes=modes)))
    assert told.endswith("field players: found 3, expected numbers of players that modes.toml has.")


def test_the_same_scenario_twice() -> None:
    told = refused(structs.replace(PACK, scenarios=PACK.scenarios[:1] * 2))
    assert 'field id: found "fall_of_the_axis", expected an id that no other entry has' in told
