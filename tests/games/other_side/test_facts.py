"""Facts of the rulebook that a pack contradicts, with rule, file and entry; the game's own pack has none."""

from copy import deepcopy
from typing import Any

from msgspec import structs

from sandtable.games.other_side.components.facts import Checker
from tests.games.other_side.rulebook import PACK, RULEBOOK

ARMAGEDDON = "scenarios/armageddon.toml"
WORLD = "scenarios/world_war.toml"
CHECKER = RULEBOOK.checker(PACK)
FACTS = RULEBOOK.facts
found = RULEBOOK.told


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


# --- the facts themselves


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
