"""Facts of the rulebook that a pack contradicts, with rule, file and entry; the game's own pack has none."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sandtable.engine.data.facts import read_facts
from sandtable.games.other_side.components import facts
from sandtable.games.other_side.components.facts import Checker, check_facts
from sandtable.games.other_side.components.relations import check_pack, load_pack
from sandtable.games.other_side.components.schema import FILES
from tests.games.packs import (
    Change,
    changed_pack,
    check_every_value_is_compared,
    check_number_is_compared,
    cited_rules,
    spoken_of,
    unspoken,
)

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "other_side" / "data"
ARMAGEDDON = "scenarios/armageddon.toml"
WORLD = "scenarios/world_war.toml"
PACK = load_pack(DATA)
FACTS = read_facts(facts.__file__)
CHECKER = Checker(PACK)


def found(*changes: Change) -> list[str]:
    """Return the contradictions of the game's own pack with texts replaced; its references are correct."""
    pack = changed_pack(DATA, FILES, PACK, *changes)
    changed = [s for s in pack.scenarios if s not in PACK.scenarios]
    kept = [s for s in PACK.scenarios if s.id not in [x.id for x in changed]]
    pack = structs.replace(pack, scenarios=(*changed, *kept))
    check_pack(pack)
    return Checker(pack).compare(FACTS)


def test_the_games_own_pack_agrees_with_the_rulebook() -> None:
    assert check_facts(PACK) == []


# Changes that keep the references right, and a sentence that must come.
CONTRADICTIONS: list[tuple[list[Change], str]] = [
    (
        [("armies.toml", 'id = "vacancy", count = 6', 'id = "vacancy", count = 7')],
        '[1.2] armies.toml: entry "vacancy", field count: found 7, the rulebook says 6.',
    ),
    (
        [("armies.toml", 'id = "allied_pawn", count = 5', 'id = "allied_pawn", count = 6')],
        "[1.2] armies.toml: found 112 wooden pieces in all, the rulebook says 111.",
    ),
    (
        [("armies.toml", 'id = "agenda", base = 5', 'id = "agenda", base = 4')],
        "[1.2] armies.toml: found 207 cards in all, the rulebook says 208.",
    ),
    (
        [("armies.toml", "base = 0, addon = 8", "base = 0, addon = 9")],
        "[0] armies.toml: found 38 further cards in all, the rulebook says 37.",
    ),
    (
        [("dice.toml", 'army = "", count = 2', 'army = "", count = 3')],
        "[1.2] dice.toml: found 26 dice in all, the rulebook says 25.",
    ),
    (
        [("areas.toml", 'partisan = true, port_box = false, n_sectors = 4, lon = 19.4', 'partisan = false, '
          "port_box = false, n_sectors = 4, lon = 19.4")],
        '[4.4] areas.toml: entry "poland", field partisan: found false, the rulebook says true.',
    ),
    (
        [("areas.toml", 'country = "hungary", stacking = 4', 'country = "hungary", stacking = 3')],
        '[6.6.1] areas.toml: entry "hungary", field stacking: found 3, the rulebook says 4 or more.',
    ),
    (
        [("areas.toml", 'name = "Algiers"', 'name = "Oran"')],
        '[4.5.1d] areas.toml: entry "northern_africa_2", field name: found "Oran", '
        'the rulebook says "Algiers".',
    ),
    (
        [("areas.toml", '"Kiev", terrain = "river"', '"Kiev", terrain = "rough"')],
        '[6.6.1] areas.toml: sectors has 0 entries with id "ukraine_2" and terrain "plains", "river", '
        "the rulebook has 1.",
    ),
    (
        [("links.toml", 'a = "poland", b = "hungary"', 'a = "poland", b = "ukraine"')],
        "[4.4b] links.toml: there is entry 1 of links (poland–ukraine), "
        "the rulebook says that they do not touch.",
    ),
    (
        [("links.toml", 'a = "turkey", b = "egypt"', 'a = "turkey", b = "libya"')],
        '[4.7.2] links.toml: libya is adjacent to "egypt", "northern_africa", "turkey", '
        'the rulebook says "egypt", "northern_africa".',
    ),
    (
        [("links.toml", 'a = "turkey", b = "egypt", kind = "land"', 'a = "turkey", b = "egypt", '
          'kind = "amphibious"')],
        "[1.3a] links.toml: no Land Lines lead from poland to egypt, the rulebook says that they do.",
    ),
    (
        [("tracks.toml", "target = 7", "target = 8")],
        '[4.7.2] tracks.toml: ports has no entry with port "northern_africa" and front "south" and '
        "target 7, the rulebook has one.",
    ),
    (
        [("tracks.toml", "coup_per_collapse_disk = 2", "coup_per_collapse_disk = 1")],
        "[7.4d] tracks.toml: field misc.coup_per_collapse_disk: found 1, the rulebook says 2.",
    ),
    (
        [("sections.toml", 'name = "OKW"', 'name = "OKH"')],
        '[1.4d] sections.toml: entry "okw", field name: found "OKH", the rulebook says "OKW".',
    ),
    (
        [("military.toml", "mid_cost = 3, land_pawns = 3, amphibious_pawns = 0, areas = [\"poland\"",
          "mid_cost = 2, land_pawns = 3, amphibious_pawns = 0, areas = [\"poland\"")],
        '[4.4] military.toml: entry "barbarossa_i", field mid_cost: found 2, the rulebook says 3.',
    ),
    (
        [("military.toml", '{ op = "france_surrenders" }, { op = "fanaticism", n = 2 }',
          '{ op = "fanaticism", n = 2 }')],
        '[8.2a] military.toml: entry "fall_gelb", field success: found no op "france_surrenders", '
        "the rulebook has it.",
    ),
    (
        [("production.toml", '{ op = "unlock", box = 3 }', '{ op = "technology", n = 1 }')],
        '[3.1.2h] production.toml: no card has op "unlock" and box 3, the rulebook has one.',
    ),
    (
        [("countries.toml", 'id = "poland", name = "Poland", can_become = "none"', 'id = "poland", '
          'name = "Poland", can_become = "satellite"')],
        "[3.3.1] political.toml: 0 cards of diplomacy for poland, the rulebook has 1.",
    ),
    (
        [("dice.toml", '"hit", "hit", "card", "blank", "blank", "blank"',
          '"hit", "hit", "hit", "card", "blank", "blank"')],
        "[2.3a] dice.toml: 3 Hits on white and 3 on grey, the rulebook says that grey is better.",
    ),
    (
        [("dice.toml", 'faces = ["hit", "card", "blank", "blank", "blank", "blank"]',
          'faces = ["hit", "hit", "hit", "blank", "blank", "blank"]')],
        "[3.1.2i] dice.toml: 3 Hits on yellow, the rulebook says 2 or less.",
    ),
    (
        [("combat_cards.toml", "priority = [18, 28, 26, 24]", "priority = [18, 28, 26, 25]")],
        "[4.5.1b] combat_cards.toml: landings has no entry with card 7 and year \"1942\" and "
        "season \"fall\" and priority 18, 28, 26, 24, the rulebook has one.",
    ),
    (
        [("combat_events.toml", 'bottom_if = { not = { combat_vs = "soviet" } }, next_year_if = '
          "{ ussr_at_war = false }, effects = [{ op = \"axis_hits\", n = -1 }]",
          'bottom_if = { not = { combat_vs = "soviet" } }, next_year_if = '
          "{ ussr_at_war = false }, effects = [{ op = \"axis_hits\", n = -2 }]")],
        '[3.2.1] combat_events.toml: entry "new_tanks", field effects: found op "axis_hits" and n -2, '
        'the rulebook says op "axis_hits" and n -1.',
    ),
    (
        [("generals.toml", "seniority = 10", "seniority = 9")],
        '[4.3.2e] generals.toml: entry "von_rundstedt", field seniority: found 9, the rulebook says 10.',
    ),
    (
        [("generals.toml", 'kind = "ob_combat", front = "east"', 'kind = "ob_combat", front = "west"')],
        '[6.2] generals.toml: entry "von_manstein", field special: found "west" as Head of OB, '
        'the rulebook says "east".',
    ),
    (
        [("generals.toml", 'confidence = 6, interest_group = "professionals", misfortune_year = 1944',
          'confidence = 6, interest_group = "dissidents", misfortune_year = 1944')],
        '[4.3.1b] generals.toml: entry "rommel", field interest_group: found "dissidents", '
        "the rulebook has another.",
    ),
    (
        [(ARMAGEDDON, "[ob]\neast = \"not_available\"", "[ob]\neast = \"list\""),
         (ARMAGEDDON, '{ place = "belgium_holland", slot = 1, general = "list" }',
          '{ place = "belgium_holland", slot = 1, general = "von_kluge" }')],
        '[3.3.2] scenarios/armageddon.toml: field ob.east: found "list", '
        'the rulebook says "not_available".',
    ),
    (
        [(WORLD, "[satellite_pool]\nhungary = 2", "[satellite_pool]\nhungary = 0"),
         (WORLD, "[satellite_removed]\nhungary = 0", "[satellite_removed]\nhungary = 2")],
        "[3.1.2i] scenarios/world_war.toml: field satellite_pool.hungary: found 0, "
        "the rulebook says 1 or more.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "sentence"), CONTRADICTIONS, ids=[x[1][:70] for x in CONTRADICTIONS])
def test_a_contradiction_is_told(changes: list[Change], sentence: str) -> None:
    # A change may break more than one fact, so other rules may speak too.
    assert sentence in found(*changes)


def test_more_than_the_rulebook_has() -> None:
    pool = {**PACK.scenarios[3].satellite_pool, "finland": 1}
    bad = structs.replace(PACK.scenarios[3], satellite_pool=pool)
    told = Checker(structs.replace(PACK, scenarios=(*PACK.scenarios[:3], bad))).compare(FACTS)
    assert told == [
        "[3.1.2i] scenarios/world_war.toml: field satellite_pool.finland: found 1, "
        "the rulebook says 0 or less."
    ]


def test_a_base_over_land() -> None:
    links = tuple([structs.replace(x, kind="land") if "malta" in (x.a, x.b) else x for x in PACK.links.links])
    told = Checker(structs.replace(PACK, links=structs.replace(PACK.links, links=links))).compare(FACTS)
    assert told == ["[1.3e] links.toml: a Land Line leads to malta, the rulebook says that none does."]


def test_a_card_that_is_not_there() -> None:
    cards = tuple([c for c in PACK.military.cards if c.id != "fall_gelb"])
    told = Checker(structs.replace(PACK, military=structs.replace(PACK.military, cards=cards))).compare(FACTS)
    assert '[8.2a] military.toml: cards has no entry "fall_gelb", the rulebook has one.' in told


def test_a_scenario_that_is_not_there() -> None:
    told = Checker(structs.replace(PACK, scenarios=PACK.scenarios[:3])).compare(FACTS)
    assert "[11] scenarios/world_war.toml: there is no such scenario, the rulebook has one." in told
    assert {x.partition(" ")[2].partition(":")[0] for x in told} == {WORLD}


def test_what_is_reconstructed_may_be_replaced() -> None:
    changes = (
        ("areas.toml", 'name = "Sweden"', 'name = "Svealand"'),
        ("areas.toml", 'name = "Oslo", terrain = "river"', 'name = "Oslo", terrain = "rough"'),
        ("links.toml", 'a = "poland", b = "hungary"', 'a = "poland", b = "romania_bulgaria"'),
        ("military.toml", 'name = "TAIFUN"', 'name = "TYPHOON"'),
        ("political.toml", "activation_factor = 5", "activation_factor = 6"),
        ("production.toml", "development = 2, advance = 3", "development = 3, advance = 4"),
        ("strategic_events.toml", '{ op = "unrest", n = 1 }', '{ op = "unrest", n = 2 }'),
        ("combat_events.toml", '{ op = "axis_hits", n = 1 }', '{ op = "axis_hits", n = 2 }'),
        ("combat_cards.toml", "card = 2, years = \"1944\", strategic_warfare = 4", "card = 2, "
         'years = "1944", strategic_warfare = 5'),
        ("generals.toml", 'name = "Walter Model"', 'name = "Otto Model"'),
        ("black_orchestra.toml", 'value = "plus"', 'value = "minus"'),
    )  # fmt: skip
    assert found(*changes) == []


# --- the facts themselves


def test_every_value_stated_is_compared() -> None:
    assert check_every_value_is_compared(CHECKER, FACTS) > 450


NUMBERS = [f for f in FACTS["facts"] if "where" in f]


@pytest.mark.parametrize("fact", NUMBERS, ids=[f"{f['rule']} {f['file']} {f['where']}" for f in NUMBERS])
def test_every_number_of_entries_is_compared(fact: dict[str, Any]) -> None:
    check_number_is_compared(CHECKER, fact)


WRONG: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    (("map", "borders"), {"a": "sicily"}),
    (("map", "neighbours"), {"names": []}),
    (("map", "at_sea"), {"area": "spain"}),
    (
        ("bounds",),
        {"least": {"hungary": 99, "romania_bulgaria": 99, "libya": 99, "poland": 99, "panzer": 99}},
    ),
    (("sums",), {"total": 0}),
    (("effects", "rows"), {"effect": {"op": "nothing"}}),
    (("effects", "rows"), {"card": "nothing"}),
    (("effects", "somewhere"), {"effect": {"op": "nothing"}}),
]


@pytest.mark.parametrize(("place", "wrong"), WRONG)
def test_every_fact_of_a_shape_of_its_own_is_compared(place: tuple[str, ...], wrong: dict[str, Any]) -> None:
    def rows(facts: dict[str, Any]) -> list[dict[str, Any]]:
        value: Any = facts
        for part in place:
            value = value[part]
        found: list[dict[str, Any]] = value
        return found

    for number, row in enumerate(rows(FACTS)):
        if "borders" in place and row.get("touch") is False:
            wrong = {"b": "poland" if row["a"] != "poland" else "hungary"}
            if row["a"] == "finland":
                wrong = {"b": "sweden"}
            if row["a"] == "romania_bulgaria":
                wrong = {"b": "hungary"}
        facts = deepcopy(FACTS)
        rows(facts)[number].update(wrong)
        told = Checker(PACK).compare(facts)
        assert told and any(x.startswith(f"[{row['rule']}] ") for x in told), row


def test_generals_and_dice_are_compared() -> None:
    facts = deepcopy(FACTS)
    facts["generals"]["ob"]["model"] = "west"
    assert Checker(PACK).compare(facts) == [
        '[6.2] generals.toml: entry "model", field special: found nothing as Head of OB, '
        'the rulebook says "west".'
    ]
    facts = deepcopy(FACTS)
    facts["generals"]["not_dissidents"]["names"] = ["hoepner"]
    assert len(Checker(PACK).compare(facts)) == 1
    facts = deepcopy(FACTS)
    facts["quality"]["order"].reverse()
    assert len(Checker(PACK).compare(facts)) == 3
    facts = deepcopy(FACTS)
    facts["quality"]["yellow"]["most"] = 0
    assert len(Checker(PACK).compare(facts)) == 1


def test_the_facts_cite_rules_of_the_index() -> None:
    cited = cited_rules(FACTS)
    assert len(cited) > 200 and set(cited) <= {rule.id for rule in PACK.rules.rules}


@pytest.mark.parametrize("file", [x for x in CHECKER.files if x not in ("rules.toml", "drawing.toml")])
def test_whatever_comes_from_the_rulebook_is_a_fact(file: str) -> None:
    known = spoken_of(CHECKER, FACTS)
    borders = {frozenset((x["a"], x["b"])) for x in FACTS["map"]["borders"]}
    for name, value in CHECKER.files[file].items():
        left = [x for x in unspoken(value, known) if frozenset((x.get("a"), x.get("b"))) not in borders]
        assert left == [], name


def test_fields_that_the_text_gives_are_facts() -> None:
    areas: dict[str, Any] = {}
    generals: dict[str, Any] = {}
    for fact in FACTS["facts"]:
        for stated, file in ((areas, "areas.toml"), (generals, "generals.toml")):
            if fact["file"] == file and fact["at"] in ("areas", "generals"):
                for name, fields in fact.get("entries", {}).items():
                    stated.setdefault(name, set()).update(fields)
    for a in PACK.areas.areas:
        assert set(a.given) <= areas.get(a.id, set()), a.id
    for g in PACK.generals.generals:
        left = set(g.given) - generals.get(g.id, set())
        assert left <= {"special"}, g.id  # what a Head of OB does is a fact of its own
