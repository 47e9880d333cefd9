"""A pack that contradicts the rulebook is told so, with rule, file and entry; the game's own does not."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sandtable.engine.data.facts import read_facts
from sandtable.games.total_domination import build
from sandtable.games.total_domination.components import facts
from sandtable.games.total_domination.components.facts import Checker, check_facts
from sandtable.games.total_domination.components.relations import check_pack, load_pack
from sandtable.games.total_domination.components.schema import FILES
from sandtable.games.total_domination.components.tables import build_tables
from tests.games.packs import (
    Change,
    changed_pack,
    check_every_value_is_compared,
    check_number_is_compared,
    cited_rules,
    spoken_of,
    unspoken,
)

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "total_domination" / "data"
STANDARD = "scenarios/standard.toml"
RISE = "scenarios/rise_of_the_axis.toml"
FALL = "scenarios/fall_of_the_axis.toml"
SOLO = "scenarios/solo.toml"
PACK = load_pack(DATA)
SOLO_SCENARIO = next(s for s in PACK.scenarios if s.solo)
FACTS = read_facts(facts.__file__)
CHECKER = Checker(PACK)


def found(*changes: Change) -> list[str]:
    """What is told of the game's own pack with texts replaced; its references are still right."""
    pack = changed_pack(DATA, FILES, PACK, *changes)
    changed = [s for s in pack.scenarios if s not in PACK.scenarios]
    kept = [s for s in PACK.scenarios if s.id not in [x.id for x in changed]]
    pack = structs.replace(pack, scenarios=(*changed, *kept))
    check_pack(pack)
    return Checker(pack).compare(FACTS)


def test_the_games_own_pack_agrees_with_the_rulebook() -> None:
    assert check_facts(PACK, build_tables(PACK)) == []
    assert build().facts() == []


# A change, and the sentence that must come, alone.
CONTRADICTIONS = [
    (
        "units.toml",
        "count = 10",
        "count = 11",
        '[1.0] units.toml: entry "german_army", field count: found 11, the rulebook says 10.',
    ),
    (
        "units.toml",
        'id = "damage_marker", count = 12',
        'id = "damage_marker", count = 10',
        '[1.0] units.toml: entry "damage_marker", field count: found 10, the rulebook says 12.',
    ),
    (
        "areas.toml",
        'name = "Baltics"',
        'name = "Livonia"',
        '[12.2.A] areas.toml: entry "baltics", field name: found "Livonia", the rulebook says "Baltics".',
    ),
    (
        "areas.toml",
        'kind = "island", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = true',
        'kind = "island", stars = 2, home = "neutral", factory = false, shipyard = false, uboat = true',
        '[11.2c] areas.toml: entry "atlantic", field stars: found 2, the rulebook says 1.',
    ),
    (
        "areas.toml",
        'kind = "island", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = false',
        'kind = "island", stars = 1, home = "neutral", factory = false, shipyard = false, uboat = true',
        '[3.7d] areas.toml: entry "madagascar_isl", field uboat: found true, the rulebook says false.',
    ),
    (
        "links.toml",
        'a = "poland", b = "ukraine", kind = "land"',
        'a = "poland", b = "ukraine", kind = "sea"',
        '[6.2d] links.toml: entry 15 of links (poland–ukraine), field kind: found "sea", '
        'the rulebook says "land".',
    ),
    (
        "links.toml",
        'a = "germany", b = "italy"',
        'a = "spain", b = "italy"',
        "[6.2d] links.toml: italy and germany have no border, the rulebook says that they touch.",
    ),
    (
        "links.toml",
        'triangle = "red"',
        'triangle = ""',
        "[13.6] links.toml: no triangles join balkans and romania, the rulebook says that they do.",
    ),
    (
        "links.toml",
        'a = "austria", b = "balkans"',
        'a = "spain", b = "balkans"',
        "[13.6] links.toml: balkans touches no Home area of germany by land, the rulebook says that it does.",
    ),
    (
        "links.toml",
        'a = "austria", b = "czechoslovakia"',
        'a = "austria", b = "romania"',
        "[13.6] links.toml: romania touches austria, a Home area of germany, "
        "the rulebook says that it touches none.",
    ),
    (
        "powers.toml",
        'colour = "tan"',
        'colour = "khaki"',
        '[3.4] powers.toml: entry "uk", field colour: found "khaki", the rulebook says "tan".',
    ),
    (
        "powers.toml",
        '"austria", "czechoslovakia"]',
        '"czechoslovakia", "austria"]',
        '[13.5a] powers.toml: field home_priority.germany: found "germany", "italy", "czechoslovakia", '
        '"austria", the rulebook says "germany", "italy", "austria", "czechoslovakia", in this order.',
    ),
    (
        "technologies.toml",
        'name = "Landing Crafts"',
        'name = "Landing Ships"',
        '[8.0d] technologies.toml: entry "landing_crafts", field name: found "Landing Ships", '
        'the rulebook says "Landing Crafts".',
    ),
    (
        "technologies.toml",
        "effect = { move_land = -1 }",
        "effect = { move_land = -1, deploy_land = -1 }",
        '[8.1.A1] technologies.toml: entry "mechanization", field effect: found move_land -1 and '
        "deploy_land -1, the rulebook says move_land -1.",
    ),
    (
        "technologies.toml",
        "effect = { move_fleet = -1 }",
        "effect = {}",
        '[8.1.B1] technologies.toml: entry "landing_crafts", field effect: found nothing, '
        "the rulebook says move_fleet -1.",
    ),
    (
        "technologies.toml",
        'requires_all = ["mechanization", "arsenal"]',
        'requires_all = ["mechanization"]',
        '[8.1.A4] technologies.toml: entry "heavy_bombers", field requires_all: found 1 technologies, '
        "the rulebook says 2 or more.",
    ),
    (
        "technologies.toml",
        'requires_any = ["espionage", "enigma"]',
        "requires_any = []",
        '[8.1.E2] technologies.toml: entry "rocket", field requires_any: found 0 technologies, '
        "the rulebook says 2.",
    ),
    (
        "technologies.toml",
        'name = "Enigma", colour = "intelligence", cube = "purple", requires_all = []',
        'name = "Enigma", colour = "intelligence", cube = "purple", requires_all = ["espionage"]',
        '[8.1.D2] technologies.toml: entry "enigma", field requires_all: found 1 technologies, '
        "the rulebook says 0.",
    ),
    (
        "cards.toml",
        "ops = 7",
        "ops = 8",
        '[7.1.B] cards.toml: entry "g01", field event.ops: found 8 for 6 OPs, the rulebook says 7.',
    ),
    (
        "cards.toml",
        "vp = 2",
        "vp = 3",
        '[5.1c] cards.toml: entry "g11", field event.vp: found 3, the rulebook says 1 or 2.',
    ),
    (
        "cards.toml",
        "bonus = 1",
        "bonus = 2",
        '[7.5] cards.toml: entry "g14", field event.bonus: found 2, the rulebook says 1.',
    ),
    (
        "cards.toml",
        'technology = "enigma", event = { op = "peace", bonus = 1 }, text = "Turn up the top card of the '
        'draw deck: its points + 1 to spend on operations.", src = "reconstructed" },\n  { id = "cn1"',
        'technology = "enigma", event = { op = "science" }, text = "Science.", src = "reconstructed" },\n'
        '  { id = "cn1"',
        '[7.5] cards.toml: no event has op "peace" and colour "us", the rulebook has one.',
    ),
    (
        "solo.toml",
        'germany = [{ action = "move", unit = "army" }, ',
        'germany = [{ action = "move", unit = "army" }, { action = "move", unit = "army" }, ',
        '[13.1a] solo.toml: entry "s01", field germany: found 4 actions, the rulebook shows at most 3.',
    ),
    (
        "solo.toml",
        'japan = [{ action = "move", unit = "army" }, ',
        'japan = [{ action = "move", unit = "army" }, { action = "move", unit = "army" }, ',
        '[13.1a] solo.toml: entry "s01", field japan: found 4 actions, the rulebook shows at most 3.',
    ),
    (
        SOLO,
        'area = "poland", stars = 1',
        'area = "atlantic", stars = 2',
        "[11.2c] scenarios/solo.toml: field stars: found 2 for atlantic, the rulebook says 1.",
    ),
    (
        "solo.toml",
        "discard_after_draw = 2",
        "discard_after_draw = 3",
        "[13.0.4] solo.toml: field discard_after_draw: found 3, the rulebook says 2.",
    ),
    (
        "tables.toml",
        "espionage_look = 3",
        "espionage_look = 4",
        "[8.1.D1] tables.toml: field intelligence.espionage_look: found 4, the rulebook says 3.",
    ),
    (
        "tables.toml",
        "[0, 4, 5, 6]",
        "[0, 3, 5, 6]",
        "[11.2d] tables.toml: field lend_lease.u_boots_min_ops: found 0, 3, 5, 6, "
        "the rulebook says 0, 4, 5, 6, in this order.",
    ),
    (
        "tracks.toml",
        'pass_to = "right"',
        'pass_to = "left"',
        '[4.1.Ac] tracks.toml: entry "1940", field pass_to: found "left", the rulebook says "right".',
    ),
    (
        "tracks.toml",
        "year = 1939, draw = 4",
        "year = 1939, draw = 5",
        "[4.1.Aa] tracks.toml: germany draws 6 cards in 1939, the rulebook says 5.",
    ),
    (
        "tracks.toml",
        "year = 1940, draw = 4, extra = {}",
        "year = 1940, draw = 4, extra = { uk = 1 }",
        '[4.1.Aa] tracks.toml: entry "1940", field extra: found uk 1, the rulebook says nothing.',
    ),
    (
        "tracks.toml",
        "draw = 4, extra = { japan = 1 }",
        "draw = 5, extra = {}",
        '[4.1.Aa] tracks.toml: entry "1941", field extra: found nothing, the rulebook says japan 1.',
    ),
    (
        "modes.toml",
        'nation = "ussr", count = 4',
        'nation = "ussr", count = 5',
        '[11.3] modes.toml: free_setup.choices has no entry with player "ussr" and nation "ussr" and count 4 '
        "and closed nothing, the rulebook has one.",
    ),
    (
        FALL,
        'area = "burma", unit = "japanese_army"',
        'area = "manchuria", unit = "japanese_army"',
        '[12.2.C] scenarios/fall_of_the_axis.toml: placement has no entry with area "burma" and '
        'unit "japanese_army" and count 1, the rulebook has one.',
    ),
    (
        RISE,
        'area = "austria", unit = "german_army"',
        'area = "germany", unit = "german_army"',
        "[12.1b] scenarios/rise_of_the_axis.toml: field placement: found other units than in the whole war, "
        "the rulebook has the same.",
    ),
    (
        SOLO,
        "technology_vp = false",
        "technology_vp = true",
        "[13.0.6] scenarios/solo.toml: field technology_vp: found true, the rulebook says false.",
    ),
]


@pytest.mark.parametrize(
    ("file", "old", "new", "sentence"), CONTRADICTIONS, ids=[x[3].split(",")[0] for x in CONTRADICTIONS]
)
def test_a_contradiction_is_told(file: str, old: str, new: str, sentence: str) -> None:
    # A change may break more than one fact of its place, so other rules may speak, of the same file.
    told = found((file, old, new))
    assert sentence in told
    assert {x.partition(" ")[2].partition(":")[0] for x in told} == {file}


def units_of(old: str, new: str) -> list[str]:
    """What is told when the units of all scenarios that begin alike change."""
    scenarios = []
    for name in (STANDARD, RISE, SOLO):
        scenarios.append(changed_pack(DATA, FILES, PACK, (name, old, new)).scenarios[0])
    fall = [s for s in PACK.scenarios if s.id == "fall_of_the_axis"]
    return Checker(structs.replace(PACK, scenarios=(*scenarios, *fall))).compare(FACTS)


def test_the_numbers_of_the_picture() -> None:
    assert units_of("no = 3, ", "no = 4, ") == [
        "[2.0.5] scenarios/standard.toml: nothing stands at number 3, the rulebook has units there.",
        "[2.0.5] scenarios/standard.toml: number 4 is two areas, the rulebook has one area for it.",
    ]
    assert units_of("no = 21, ", "no = 1, ") == [
        "[2.0.5] scenarios/standard.toml: neutral_army stands at number 1, "
        "the rulebook has units of germany there.",
        "[2.0.5] scenarios/standard.toml: number 1 is two areas, the rulebook has one area for it.",
        "[2.0.5] scenarios/standard.toml: nothing stands at number 21, the rulebook has units there.",
    ]
    told = "german_army stands at number 19, the rulebook has units of nobody there."
    assert f"[2.0.5] scenarios/standard.toml: {told}" in units_of("no = 3, ", "no = 19, ")
    fleet = 'area = "nanking", unit = "japanese_fleet"'
    assert units_of(f"no = 14, {fleet}", f"no = 0, {fleet}") == [
        "[2.0.5] scenarios/standard.toml: japanese_fleet stands at number 0, "
        "the rulebook has numbers from 1 to 21.",
    ]


def test_technologies_that_the_solo_axis_never_has() -> None:
    for name in ("espionage", "enigma", "heavy_bombers"):
        listed = (DATA / "solo.toml").read_text("utf-8").partition("axis_forbidden = ")[2].partition("\n")[0]
        less = listed.replace(f'"{name}", ', "")
        more = f'"attack_aircraft", "{name}"'
        assert found(("solo.toml", listed, less), ("solo.toml", '"attack_aircraft"', more)) == [
            f"[13.0.5c] solo.toml: field axis_forbidden: found no {name}, the rulebook has it."
        ]


def test_a_scenario_that_is_not_there() -> None:
    others = tuple([s for s in PACK.scenarios if s.id in ("solo", "rise_of_the_axis")])
    told = Checker(structs.replace(PACK, scenarios=others)).compare(FACTS)
    assert "[2.0.4] scenarios/standard.toml: there is no such scenario, the rulebook has one." in told
    assert {x.partition(" ")[2].partition(":")[0] for x in told} == {STANDARD, FALL}


def test_a_sea_link_leads_to_italy() -> None:
    links = tuple([structs.replace(x, kind="land") if "italy" in (x.a, x.b) else x for x in PACK.links.links])
    told = Checker(structs.replace(PACK, links=structs.replace(PACK.links, links=links))).compare(FACTS)
    assert told == ["[6.2d] links.toml: no sea link leads to italy, the rulebook has one."]


def test_poland_touches_germany() -> None:
    links = tuple(
        [
            x
            for x in PACK.links.links
            if {x.a, x.b} not in ({"poland", "germany"}, {"poland", "czechoslovakia"})
        ]
    )
    told = Checker(structs.replace(PACK, links=structs.replace(PACK.links, links=links))).compare(FACTS)
    assert told == [
        "[13.6] links.toml: poland touches no Home area of germany, the rulebook says that it does."
    ]


def test_what_is_reconstructed_may_be_replaced() -> None:
    changes = (
        ("areas.toml", 'name = "Spain"', 'name = "Iberia"'),
        ("areas.toml", '"Turkey", kind = "coastal", stars = 1', '"Turkey", kind = "coastal", stars = 2'),
        ("links.toml", 'a = "germany", b = "low_countries"', 'a = "spain", b = "low_countries"'),
        ("powers.toml", 'name = "Soviet Union"', 'name = "USSR"'),
        (
            "technologies.toml",
            '"self_propelled_artillery", "arsenal"]',
            '"self_propelled_artillery", "radar"]',
        ),
        ("cards.toml", 'name = "Blitzkrieg"', 'name = "Lightning War"'),
        ("cards.toml", "army = 2, fleet = 0", "army = 1, fleet = 0"),
        ("solo.toml", '["balkans", "romania"', '["romania", "balkans"'),
        ("tracks.toml", 'first_power = "uk"', 'first_power = "japan"'),
        ("tracks.toml", "year = 1944, draw = 6", "year = 1944, draw = 7"),
    )
    assert found(*changes) == []


# --- the facts themselves


def test_every_value_stated_is_compared() -> None:
    assert check_every_value_is_compared(CHECKER, FACTS) > 450


@pytest.mark.parametrize(
    "fact", [f for f in FACTS["facts"] if "where" in f], ids=lambda f: f"{f['rule']} {f['where']}"
)
def test_every_number_of_entries_is_compared(fact: dict[str, Any]) -> None:
    check_number_is_compared(CHECKER, fact)


WRONG: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("orders",), {"names": []}),
    (("map", "borders"), {"a": "sicily"}),
    (("map", "off_board"), {"a": "sicily"}),
    (("map", "by_sea"), {"area": "sicily"}),
    (("map", "reached"), {"area": "sicily"}),
    (("map", "apart"), {"area": "austria"}),
    (("draws", "rows"), {"cards": 9}),
    (("draws", "rows"), {"power": "uk"}),
    (("technologies", "effects"), {"effect": {}}),
    (("technologies", "needs"), {"all": 9}),
    (("technologies", "needs"), {"any": 9}),
    (("cards", "exist"), {"colour": "nobody"}),
    (("set_up", "positions"), {"player": "nobody"}),
]


def test_the_number_of_actions_of_each_solo_card_is_compared() -> None:
    facts = deepcopy(FACTS)
    facts["solo_cards"]["most_actions"] = 2
    told = Checker(PACK).compare(facts)
    long = [c for c in PACK.solo.solo_cards for side in (c.germany, c.japan) if len(side) == 3]
    assert len(told) == len(long) > 0 and all(x.startswith("[13.1a] solo.toml: ") for x in told)


def test_stars_of_a_scenarios_own_are_compared_with_every_area_whose_stars_are_known() -> None:
    assert set(FACTS["own_stars"]["areas"]) == {a.id for a in PACK.areas.areas if a.uboat}
    for area, row in FACTS["own_stars"]["areas"].items():
        own = structs.replace(SOLO_SCENARIO.stars[0], area=area, stars=row["stars"] + 1)
        pack = structs.replace(PACK, scenarios=(structs.replace(SOLO_SCENARIO, stars=(own,)),))
        found_here = [
            x for x in Checker(pack).compare(FACTS) if x.startswith(f"[{row['rule']}] {SOLO}: field stars")
        ]
        assert len(found_here) == 1, area


@pytest.mark.parametrize(("place", "wrong"), WRONG)
def test_every_fact_of_a_shape_of_its_own_is_compared(place: tuple[str, ...], wrong: dict[str, Any]) -> None:
    def rows(facts: dict[str, Any]) -> list[dict[str, Any]]:
        value: Any = facts
        for part in place:
            value = value[part]
        found: list[dict[str, Any]] = value
        return found

    for number, row in enumerate(rows(FACTS)):
        facts = deepcopy(FACTS)
        rows(facts)[number].update(wrong)
        told = Checker(PACK).compare(facts)
        rule = row.get("rule", FACTS[place[0]].get("rule") if isinstance(FACTS[place[0]], dict) else "")
        assert told and all(x.startswith(f"[{rule}] ") for x in told), row


def test_the_facts_cite_rules_of_the_index() -> None:
    cited = cited_rules(FACTS)
    assert len(cited) > 200 and set(cited) <= {rule.id for rule in PACK.rules.rules}


@pytest.mark.parametrize("file", [x for x in CHECKER.files if x not in ("rules.toml", "drawing.toml")])
def test_whatever_comes_from_the_rulebook_is_a_fact(file: str) -> None:
    known = spoken_of(CHECKER, FACTS)
    for order in FACTS["orders"]:
        table: Any = CHECKER.files[order["file"]]
        for part in order["at"].split(".")[:-1]:
            table = table[part]
        known.add(id(table))
    borders = {frozenset((x["a"], x["b"])) for x in FACTS["map"]["borders"] + FACTS["map"]["off_board"]}
    for name, value in CHECKER.files[file].items():
        left = [x for x in unspoken(value, known) if frozenset((x.get("a"), x.get("b"))) not in borders]
        assert left == [], name


def test_areas_that_the_text_names_are_facts() -> None:
    entries = [f["entries"] for f in FACTS["facts"] if f["at"] == "areas" and "entries" in f]
    named = {area for x in entries for area, stated in x.items() if "name" in stated}
    assert named == {a.id for a in PACK.areas.areas if a.name_src == "rulebook"} and len(named) == 41
