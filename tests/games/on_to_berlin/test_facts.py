"""A pack that contradicts the rulebook gets a sentence with rule, file and entry; the game's does not."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sandtable import games as shelf
from sandtable.engine.data.facts import read_facts
from sandtable.games.on_to_berlin.components import facts
from sandtable.games.on_to_berlin.components.facts import Checker, check_facts
from sandtable.games.on_to_berlin.components.relations import check_pack, load_pack
from sandtable.games.on_to_berlin.components.schema import FILES, SCENARIOS
from sandtable.games.on_to_berlin.components.tables import build_tables
from tests.games.packs import (
    changed_pack,
    check_every_value_is_compared,
    check_number_is_compared,
    cited_rules,
    spoken_of,
    unspoken,
)

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "on_to_berlin" / "data"
CAMPAIGN = "scenarios/campaign_1939.toml"
PACK = load_pack(DATA)
FACTS = read_facts(facts.__file__)
CHECKER = Checker(PACK)


def found(*changes: tuple[str, str, str]) -> list[str]:
    """Return the contradictions of the game's pack with texts replaced; its references are still right."""
    pack = changed_pack(DATA, FILES, PACK, *changes)
    check_pack(pack)
    return check_facts(pack, build_tables(pack))


def test_the_games_own_pack_agrees_with_the_rulebook() -> None:
    assert check_facts(PACK, build_tables(PACK)) == []
    assert shelf.load_game("on_to_berlin").facts() == []


# A change, and the sentence that must come, alone.
CONTRADICTIONS = [
    (
        "areas.toml",
        'name = "Ruhr"',
        'name = "Rhineland"',
        '[3.5] areas.toml: entry "ruhr", field name: found "Rhineland", the rulebook says "Ruhr".',
    ),
    (
        "areas.toml",
        'id = "urals", name = "Urals", kind = "land", country = "su", region = "soviet_union", '
        'resource = "none", rp = 0.0, double_for_victory = false, north_of_limit = true, no_entry = ["axis"]',
        'id = "urals", name = "Urals", kind = "land", country = "su", region = "soviet_union", '
        'resource = "none", rp = 0.0, double_for_victory = false, north_of_limit = true, no_entry = []',
        '[15.7.3] areas.toml: entry "urals", field no_entry: found nothing, the rulebook says "axis".',
    ),
    (
        "areas.toml",
        "no_entry = []",
        'no_entry = ["allied"]',
        '[15.7] areas.toml: entry "berlin", field no_entry: found "allied", the rulebook says nothing.',
    ),
    (
        "areas.toml",
        'resource = "red", rp = 1.0',
        'resource = "none", rp = 0.0',
        "[14.2a] areas.toml: berlin has no Resource Point, the rulebook says it has one.",
    ),
    (
        "links.toml",
        'a = "berlin", b = "warsaw", kind = "land"',
        'a = "berlin", b = "warsaw", kind = "strait"',
        '[8.1a] links.toml: entry 1 of links (berlin–warsaw), field kind: found "strait", '
        'the rulebook says "land".',
    ),
    (
        "links.toml",
        'a = "paris", b = "belgium"',
        'a = "malta", b = "belgium"',
        "[3.5] links.toml: paris and belgium have no border, the rulebook says that they touch.",
    ),
    (
        "links.toml",
        'a = "berlin", b = "ruhr"',
        'a = "lorraine", b = "ruhr"',
        "[3.5] links.toml: there is entry 25 of links (lorraine–ruhr), "
        "the rulebook says that they do not touch.",
    ),
    (
        "nations.toml",
        'may_withdraw = false, limit_exempt = false, src = "rulebook", ref = "3.1.1"',
        'may_withdraw = true, limit_exempt = false, src = "rulebook", ref = "3.1.1"',
        '[5.0i] nations.toml: entry "hu", field may_withdraw: found true, the rulebook says false.',
    ),
    (
        "units.toml",
        'name = "German jet fighters", nation = "ge", type = "AF", kind = "air", attack = 0',
        'name = "German jet fighters", nation = "ge", type = "AF", kind = "air", attack = 1',
        '[4.0c] units.toml: unit_types has no entry with nation "ge" and type "AF" and attack 0 and '
        "defense 1 and move 2 and airstrike 4 and count 1 and new_weapon true, the rulebook has one.",
    ),
    (
        "units.toml",
        "attack = 3, defense = 1, move = 2, airstrike = 0",
        "attack = 3, defense = 1, move = 2, airstrike = 1",
        '[2.1.1e] units.toml: entry "ge_lf", field airstrike: found 1, the rulebook gives none to LF units.',
    ),
    (
        "units.toml",
        "attack = 0, defense = 1, move = 2, airstrike = 3",
        "attack = 0, defense = 1, move = 2, airstrike = 0",
        '[2.1.1e] units.toml: entry "ge_af", field airstrike: found 0, '
        "the rulebook gives a rating to AF units.",
    ),
    (
        "cards.toml",
        "hit_factor = 2",
        "hit_factor = 3",
        '[10.1b] cards.toml: entry "ax_ambush_2", field event.hit_factor: found 3, the rulebook says 2.',
    ),
    (
        "cards.toml",
        'op = "long_range_bombing"\nmandatory = false\nrange = 3',
        'op = "long_range_bombing"\nmandatory = false\nrange = 4',
        '[9.2b] cards.toml: entry "al_long_range_bombing_4", field event.range: found 4, '
        "the rulebook says 3.",
    ),
    (
        "cards.toml",
        'partisans = "yu"',
        'partisans = ""',
        '[15.5a] cards.toml: entry "al_supply_4", field event.partisans: found nothing, '
        'the rulebook says "yu".',
    ),
    (
        "cards.toml",
        'tracks = ["sp", "tu"], steps = -1',
        'tracks = ["tu"], steps = -1',
        '[3.1.3e] cards.toml: no Diplomacy offers owner "allied" and tracks "sp" and steps -1, '
        "the rulebook has one that does.",
    ),
    (
        "cards.toml",
        'op = "return_nation", nation = "fr", area = "paris"',
        'op = "return_nation", nation = "fr", area = "lorraine"',
        '[3.1.2f] cards.toml: no Diplomacy offers owner "allied" and op "return_nation" and nation "fr" '
        'and area "paris", the rulebook has one that does.',
    ),
    (
        "tables.toml",
        'name = "end_victory_areas", value = 10',
        'name = "end_victory_areas", value = 9',
        '[14.2c] tables.toml: entry "end_victory_areas", field value: found 9, the rulebook says 10.',
    ),
    (
        "tables.toml",
        'end_area = "berlin"',
        'end_area = "ruhr"',
        '[14.2a] tables.toml: field special.end_area: found "ruhr", the rulebook says "berlin".',
    ),
    (
        "tracks.toml",
        'label = "Undeclared War", entry = false, rp = 1',
        'label = "Undeclared War", entry = false, rp = 0',
        '[15.3] tracks.toml: war_entry_spaces has 3 entries with track "us" and rp 1, the rulebook has 4.',
    ),
    (
        "tracks.toml",
        "russian_winter = true",
        "russian_winter = false",
        "[2.2.2a] tracks.toml: entry 1 of turns, field russian_winter: found false, the rulebook says true.",
    ),
    (
        "parts.toml",
        'kind = "die", colour = "", count = 8',
        'kind = "die", colour = "", count = 6',
        '[2.0] parts.toml: parts has no entry with kind "die" and count 8, the rulebook has one.',
    ),
    (
        CAMPAIGN,
        "hand_axis = 4",
        "hand_axis = 3",
        f"[4.0e] {CAMPAIGN}: field start.hand_axis: found 3, the rulebook says 4.",
    ),
    (
        CAMPAIGN,
        'area = "ruhr", nation = "ge"',
        'area = "ruhr", nation = "fr"',
        f'[3.4] {CAMPAIGN}: control of ruhr: found "fr", the rulebook says "ge", as printed.',
    ),
    (
        CAMPAIGN,
        'area = "galicia", unit = "po_lf"',
        'area = "warsaw", unit = "po_lf"',
        f"[15.4a] {CAMPAIGN}: galicia has no unit of po, the rulebook deploys one.",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"), CONTRADICTIONS, ids=[x[3].split(",")[0] for x in CONTRADICTIONS]
)
def test_a_contradiction_is_told(file: str, old: str, new: str, sentence: str) -> None:
    # A change may break more than one fact, or a sentence may have a twin: nothing else may be said.
    told = found((file, old, new))
    assert sentence in told
    assert {x.partition("]")[0] for x in told} == {sentence.partition("]")[0]}


def test_axis_leaning_nations_live_south_of_the_line() -> None:
    assert found(
        (
            "areas.toml",
            "north_of_limit = false, no_entry = [], lon = 20.0",
            "north_of_limit = true, no_entry = [], lon = 20.0",
        ),
        (CAMPAIGN, 'area = "albania", unit = "it_lf"', 'area = "rome", unit = "it_lf"'),
    ) == [
        '[15.6] areas.toml: entry "albania", field north_of_limit: found true, '
        "the rulebook puts Italy south of the line.",
    ]


def test_one_cube_for_each_neutral_land_area() -> None:
    assert found(("areas.toml", 'country = "sz"', 'country = "ge"'), (CAMPAIGN, '"sz"', '"ge"')) == [
        "[3.1.1e] areas.toml: nations that lean to the allied side have 17 Land areas, "
        "the rulebook has 18 white cubes for them.",
    ]


def test_the_number_of_counters() -> None:
    more = (
        ("units.toml", "count = 16", "count = 17"),
        (CAMPAIGN, 'unit = "ge_lf", count = 6', 'unit = "ge_lf", count = 7'),
    )
    assert found(*more) == ["[2.0] units.toml: there are 199 counters, the rulebook has 198."]


def test_what_is_reconstructed_may_be_replaced() -> None:
    tanks = 'name = "British tank force", nation = "uk", type = "TF", kind = "land", attack = '
    changes = (
        ("areas.toml", 'name = "Milan"', 'name = "Northern Italy"'),
        (
            "links.toml",
            'a = "austria", b = "milan", kind = "land"',
            'a = "malta", b = "milan", kind = "strait"',
        ),
        ("units.toml", f"{tanks}3", f"{tanks}4"),
        ("cards.toml", "max_discards = 2", "max_discards = 4"),
        ("tracks.toml", "bombing_modifier = -1", "bombing_modifier = 0"),
    )
    assert found(*changes) == []


# --- the facts themselves


def test_every_value_stated_is_compared() -> None:
    assert check_every_value_is_compared(CHECKER, FACTS) > 400


@pytest.mark.parametrize(
    "fact", [f for f in FACTS["facts"] if "where" in f], ids=lambda f: f"{f['rule']} {f['where']}"
)
def test_every_number_of_entries_is_compared(fact: dict[str, Any]) -> None:
    check_number_is_compared(CHECKER, fact)


WRONG = {
    ("map", "borders"): {"a": "sicily", "touch": True},
    ("map", "points"): {"area": "minsk"},
    ("counts", "cubes"): {"leaning": "neither"},
    ("diplomacy", "options"): {"owner": "nobody"},
    ("set_up", "deployed"): {"area": "madrid"},
}


@pytest.mark.parametrize("place", WRONG)
def test_every_fact_of_a_shape_of_its_own_is_compared(place: tuple[str, str]) -> None:
    outer, inner = place
    assert Checker(PACK).compare(FACTS) == []
    for number, row in enumerate(FACTS[outer][inner]):
        wrong = deepcopy(FACTS)
        wrong[outer][inner][number].update(WRONG[place])
        told = Checker(PACK).compare(wrong)
        assert told and all(x.startswith(f"[{row['rule']}] ") for x in told), row


def test_the_facts_cite_rules_of_the_index() -> None:
    cited = cited_rules(FACTS)
    assert len(cited) > 150 and set(cited) <= {rule.id for rule in PACK.rules.rules}


@pytest.mark.parametrize("file", [x for x in FILES if x not in ("rules.toml", "drawing.toml", SCENARIOS)])
def test_whatever_comes_from_the_rulebook_is_a_fact(file: str) -> None:
    known = spoken_of(CHECKER, FACTS)
    borders = {frozenset((x["a"], x["b"])) for x in FACTS["map"]["borders"]}
    free = {"resource_boxes": 1}  # that there are boxes the text says, but not how many
    for name, value in CHECKER.files[file].items():
        left = [x for x in unspoken(value, known) if frozenset((x.get("a"), x.get("b"))) not in borders]
        assert len(left) == free.get(name, 0), (name, left)


def test_cards_that_come_from_the_rulebook_are_facts() -> None:
    known = spoken_of(CHECKER, FACTS)
    for card in CHECKER.files["cards.toml"]["cards"]:
        assert card["name_src"] != "rulebook" or id(card) in known
    numbered = [
        (x["name"], x["owner"], x["sv"]) for f in FACTS["facts"] for x in f.get("rows", []) if "sv" in x
    ]
    printed = [(c.name, c.owner, c.sv) for c in PACK.cards.cards if c.sv_src == "rulebook"]
    assert sorted(printed) == sorted(numbered)
