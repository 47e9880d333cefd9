"""A pack that contradicts the rulebook gets a sentence with rule, file and entry; the game's own does not."""

from copy import deepcopy

from msgspec import structs

from sandtable.games.total_domination.components.facts import Checker
from sandtable.games.total_domination.components.schema import FILES
from tests.games.packs import (
    changed_pack,
)
from tests.games.total_domination.rulebook import DATA, PACK, RULEBOOK

STANDARD = "scenarios/standard.toml"
RISE = "scenarios/rise_of_the_axis.toml"
FALL = "scenarios/fall_of_the_axis.toml"
SOLO = "scenarios/solo.toml"
SOLO_SCENARIO = next(s for s in PACK.scenarios if s.solo)
CHECKER = RULEBOOK.checker(PACK)
FACTS = RULEBOOK.facts
found = RULEBOOK.told


def units_of(old: str, new: str) -> list[str]:
    """What is said when the units of all scenarios that begin alike change."""
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


# --- the facts themselves


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


def test_areas_that_the_text_names_are_facts() -> None:
    entries = [f["entries"] for f in FACTS["facts"] if f["at"] == "areas" and "entries" in f]
    named = {area for x in entries for area, stated in x.items() if "name" in stated}
    assert named == {a.id for a in PACK.areas.areas if a.name_src == "rulebook"} and len(named) == 41
