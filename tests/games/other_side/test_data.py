"""The game's own components: where they come from, and what was reconstructed within the limits of the text.

What the rulebook states about them is in facts.toml, and `test_facts` compares the two; that the files agree
is asked in `references`. Here stand the properties of everything the text does not fix.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from sandtable.games.other_side.components.relations import load_pack
from sandtable.games.other_side.components.relations_effects import ARGUMENTS
from sandtable.games.other_side.components.schema import ScenarioFile
from sandtable.games.other_side.components.schema_cards import (
    CombatEvent,
    Condition,
    Effect,
    Op,
    SovietYears,
    WesternYears,
)
from tests.games.other_side.sayings import Sayings, upper

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "other_side" / "data"
PACK = load_pack(DATA)
SAYINGS = Sayings(PACK)
AREA = {a.id: a for a in PACK.areas.areas}
SECTOR = {s.id: s for s in PACK.areas.sectors}
COUNTRY = {c.id: c for c in PACK.countries.countries}
GENERAL = {g.id: g for g in PACK.generals.generals}
TRACK: dict[str, tuple[str, ...]] = {t.id: t.boxes for t in PACK.tracks.tracks}
NUMBER = {a.no: a.id for a in PACK.areas.areas}
STRATEGIC = {c.id: c for c in PACK.strategic_events.cards}
COMBAT = {c.id: c for c in PACK.combat_events.cards}
MILITARY = {c.id: c for c in PACK.military.cards}
POLITICAL = {c.id: c for c in PACK.political.cards}
PRODUCTION = {c.id: c for c in PACK.production.cards}
SCENARIO = {s.id: s for s in PACK.scenarios}
NEAR: dict[str, set[str]] = {x: set() for x in AREA}
for link in PACK.links.links:
    if link.kind == "land":
        NEAR[link.a].add(link.b)
        NEAR[link.b].add(link.a)
RULINGS = 99  # docs/games/other_side.md has fewer

# ---------------------------------------------------------------- provenance

FILES = [(p.relative_to(DATA).as_posix(), p.read_text("utf-8")) for p in sorted(DATA.rglob("*.toml"))]
SOURCES = ("rulebook", "inferred", "reconstructed")


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_every_entry_has_its_provenance(name: str, text: str) -> None:
    content = tomllib.loads(text)
    if name.startswith("scenarios/"):  # a set-up has one provenance as a whole
        assert content["src"] in SOURCES and content["setup_src"] in SOURCES and content["ref"]
        assert content["notes"]
        return
    for key, value in content.items():
        entries = value if isinstance(value, list) else [value] if isinstance(value, dict) else []
        for entry in entries:
            if name != "rules.toml" and isinstance(entry, dict):  # a rule's id is its own provenance
                assert entry["src"] in SOURCES, (key, entry)
                clear = entry["src"] != "reconstructed"
                assert not clear or re.search(r"\d", entry["ref"]) or "publisher" in entry["ref"], entry


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_data_mention_only_what_a_reader_can_open(name: str, text: str) -> None:
    assert not re.search(r"\bspec\b|components/|examples\.toml|dossier", text)
    assert not re.search(r"(?<![\w.)\]])/[a-z]+/[a-z]", text)
    assert all(1 <= int(number) <= RULINGS for number in re.findall(r"\bR(\d+)\b", text))


# ---------------------------------------------------------------- the index of rules

SECTIONS = """
     1.1 1.2 1.3 1.4 2 2.1 2.2 2.3 2.4 2.5 2.6 3 3.1 3.1.1 3.1.2 3.1.3 3.2 3.2.1 3.3 3.3.1 3.3.2
    3.4 3.4.1 4 4.1 4.2 4.2.1 4.2.2 4.2.3 4.3 4.3.1 4.3.2 4.4 4.5 4.5.1 4.5.2 4.6 4.7 4.7.1 4.7.2
    4.7.3 4.7.4 5 5.1 5.1.1 5.1.2 5.1.3 5.1.4 5.2 5.3 5.4 6 6.1 6.2 6.2.1 6.2.2 6.3 6.4 6.5 6.6
    6.6.1 6.6.2 6.7.1 6.7.2 6.8 6.9 7 7.1 7.2 7.3 7.4 8.1 8.2 9 10 11 11.1 11.2 12
"""


@pytest.mark.parametrize("section", SECTIONS.split())
def test_every_section_is_in_the_index(section: str) -> None:
    assert [r for r in PACK.rules.rules if re.match(re.escape(section) + r"(?![\d.])", r.id)]


def test_the_index() -> None:
    assert len(PACK.rules.rules) == 402
    assert all(len(r.enforce) > 3 for r in PACK.rules.rules)
    assert {r.scope for r in PACK.rules.rules} == {
        "core",
        "optional",
        "solo",
        "coop",
        "scenario",
        "reference",
    }


# ---------------------------------------------------------------- the map


def test_spaces() -> None:
    assert (len(AREA), len(PACK.areas.bases), len(SECTOR), len(PACK.links.links)) == (28, 3, 89, 51)
    assert [a.no for a in PACK.areas.areas if a.stacking == 5] == [1, 19]
    assert sum(a.front != "east" for a in PACK.areas.areas) == 15  # as many as Western Disks
    assert all(AREA[NUMBER[n]].front == "east" for n in range(1, 14))


def test_a_landing_may_come_into_sector_1() -> None:
    assert any(s.n == 1 and s.landing for s in PACK.areas.sectors)  # R19


def test_symbols_on_lines() -> None:
    assert Counter(x.extra_die for x in PACK.links.links) == {"none": 47, "western": 2, "soviet": 2}
    assert sum(x.no_soviet_attack for x in PACK.links.links) == 1


def test_festung_areas_are_a_chain() -> None:
    ring = {s.area for s in PACK.areas.sectors if s.terrain == "festung"}
    assert len(ring) == 7 and all(NEAR[a] & ring for a in ring)


# ---------------------------------------------------------------- tracks and dice


def test_tracks() -> None:
    assert TRACK["air_east"] == TRACK["air_west"] == TRACK["air_south"] == ("1/0", "2/0", "3/1", "4/1", "5/2")
    assert len(TRACK["resources"]) == 22 == 7 * 3 + 1  # as much as the Production Table can hold
    assert all(row.boxes == (0, 1, 2, 3) for row in PACK.tracks.production)
    assert sum(m.count for m in PACK.armies.markers) == 169  # R2


def test_expected_hits() -> None:
    hits = {d.id: sum(f in ("hit", "tank") for f in d.faces) for d in PACK.dice.dice}
    assert hits == {"black": 4, "grey": 3, "white": 2, "yellow": 1, "blue": 3, "red": 3, "d6": 0}
    assert all(d.faces.count("card") == 1 for d in PACK.dice.dice if d.id != "d6")
    assert all("plane" not in d.faces for d in PACK.dice.dice if d.owner == "axis")


# ---------------------------------------------------------------- Combat cards


def test_attacks_do_not_become_rarer() -> None:
    western = [
        sum(x.attack > 0 for x in PACK.combat_cards.western if x.years == y) for y in get_args(WesternYears)
    ]
    soviet = [
        sum(x.attack > 0 for x in PACK.combat_cards.soviet if x.years == y) for y in get_args(SovietYears)
    ]
    assert western == [3, 8, 11, 14, 15] and soviet == [7, 12, 15, 17, 18]


def test_every_special_effect_occurs() -> None:
    used = {x.kind for row in PACK.combat_cards.western for x in (*row.defense_special, *row.attack_special)}
    used |= {x.kind for row in PACK.combat_cards.soviet for x in (*row.defense_special, *row.attack_special)}
    assert used == {x.kind for x in PACK.combat_cards.special_effects}


def test_landing_lists_begin_with_great_britain() -> None:
    assert all(NUMBER[row.priority[0]] == "great_britain" for row in PACK.combat_cards.landings)


def test_landing_lists_depart_from_the_scan_only_where_they_must() -> None:
    open_to_landings = {AREA[s.area].no for s in PACK.areas.sectors if s.landing}
    scanned = [row for row in PACK.combat_cards.landings if row.text_as_read]
    assert len(scanned) == 16
    for row in scanned:
        text = row.text_as_read
        mark = re.escape(text[2])
        pairs = [int(x) for x in [text[:2], *re.findall(mark + r"(\d\d?)(?=" + mark + r"|$)", text[2:])]]
        for read, kept in zip(pairs, row.priority, strict=True):
            assert read == kept or read not in open_to_landings or pairs.count(read) > 1, row


# ---------------------------------------------------------------- what cards say


def effects_of(value: Any) -> list[Effect]:
    """All effects below a value, those inside choices and conditions too."""
    if isinstance(value, Effect):
        return [value, *effects_of(value.options), *effects_of(value.then), *effects_of(value.else_)]
    if isinstance(value, tuple):
        return [x for inner in value for x in effects_of(inner)]
    return []


def test_the_vocabulary() -> None:
    assert set(ARGUMENTS) == set(get_args(Op)) and len(ARGUMENTS) == 51
    every: list[Effect] = []
    for m in PACK.military.cards:
        every += effects_of(m.on_play) + effects_of(m.success)
    for p in PACK.political.cards:
        every += effects_of(p.effects)
    for event in (*STRATEGIC.values(), *COMBAT.values()):
        every += effects_of(event.effects)
    for c in PACK.production.cards:
        every += effects_of(c.effects) + [x.effect for x in c.lasting]
    for g in PACK.generals.generals:
        every += effects_of(g.combat.effects) + [e for s in g.special for e in effects_of(s.effects)]
    unused = set(ARGUMENTS) - {e.op for e in every}
    assert unused == {"ignore_combat_events"}


def says(text: str, *clauses: str) -> None:
    """That a text says every clause, whichever letter it begins with."""
    for clause in clauses:
        assert clause in text or upper(clause) in text, clause


def says_condition(text: str, word: str, c: Condition) -> None:
    """That a text says when something is so, unless it never is."""
    if c.never:
        assert word not in text
    elif c.not_ is not None and not c.not_.any:
        says(text, f"{word} unless {SAYINGS.condition(c.not_)}.")
    else:
        says(text, f"{word} if {SAYINGS.condition(c)}.")


def says_prerequisite(text: str, c: Condition) -> None:
    if c.always:
        assert "Needs" not in text
    else:
        assert text.startswith(f"Needs: {SAYINGS.condition(c)}. ")


@pytest.mark.parametrize("card", [*STRATEGIC.values(), *COMBAT.values()], ids=lambda c: c.id)
def test_the_text_of_an_event_says_what_it_does(card: CombatEvent) -> None:
    if card.removed_in_solo_and_coop:
        assert card.text == "Not used in solitaire and cooperative play."
        return
    says(card.text, *SAYINGS.effects(card.effects))
    says_condition(card.text, "Discarded", card.discard_if)
    says_condition(card.text, "Under the deck", card.bottom_if)
    says_condition(card.text, "To next year's Events", card.next_year_if)
    assert card.text.endswith("Then to next year's Events.") == (card.after == "next_year")
    told = [c.never for c in (card.discard_if, card.bottom_if, card.next_year_if)].count(None)
    assert card.text.count(". ") == told + (card.after == "next_year")  # and it says nothing else


@pytest.mark.parametrize("card", MILITARY)
def test_the_text_of_a_military_directive_says_what_it_does(card: str) -> None:
    m = MILITARY[card]
    says_prerequisite(m.text, m.prerequisite)
    before, mark, success = m.text.partition(" Success: ")
    assert mark
    says(before, *SAYINGS.effects(m.on_play), *[SECTOR[s].name for s in m.objective_sectors])
    says(before, *[SAYINGS.area[b] for b in m.objective_bases])
    if not m.objective_cond.always:
        says(before, SAYINGS.condition(m.objective_cond))
    assert success == ", ".join(SAYINGS.effects(m.success)) + "."


@pytest.mark.parametrize("card", POLITICAL)
def test_the_text_of_a_political_directive_says_what_it_does(card: str) -> None:
    p = POLITICAL[card]
    if p.kind == "removed":
        assert p.text == "Not used in solitaire and cooperative play."
        return
    says_prerequisite(p.text, p.prerequisite)
    if p.kind == "diplomacy":
        says(p.text, f"With {p.activation_factor} or more on one die {SAYINGS.effect(p.effects[0])}.")
        modifiers = "; ".join([f"{m.n:+d} if {SAYINGS.condition(m.cond)}" for m in p.modifiers])
        assert p.text.endswith(f" Die: {modifiers}.")
    else:
        assert p.text.endswith(upper(", ".join(SAYINGS.effects(p.effects))) + ".")


@pytest.mark.parametrize("card", PRODUCTION)
def test_the_text_of_a_production_directive_says_what_it_does(card: str) -> None:
    c = PRODUCTION[card]
    says_prerequisite(c.text, c.prerequisite)
    if c.kind == "effect":
        assert c.text.endswith(upper(", ".join(SAYINGS.effects(c.effects))) + ".")
        return
    assert c.text.startswith("When completed: ")
    for x in c.lasting:
        once = "at once " if x.hook == "on_completion" else ""
        says(c.text, once + SAYINGS.effect(x.effect))
        if not x.when.always:
            says(c.text, SAYINGS.condition(x.when))
    assert ("Strategic Warfare is 1 or more" in c.text) == (c.lasting[0].hook == "strategic_dice")
    assert ("NEW TANKS is discarded" in c.text) == (COMBAT["new_tanks"].discard_if.project_completed == c.id)


@pytest.mark.parametrize("general", GENERAL)
def test_the_text_of_a_general_says_what_he_does(general: str) -> None:
    g = GENERAL[general]
    text = g.combat_text
    says(text, *SAYINGS.effects(g.combat.effects))
    start = {"attacker": "Attacking", "defender": "Defending"}.get(g.combat.role, "")
    assert text.startswith(start) and ("ttacking" in text or "efending" in text) == (start != "")
    for terrain in ("plains", "river", "rough", "fortified"):
        before = text.partition(":")[0]
        assert (upper(terrain) in before) == (terrain in g.combat.terrain), terrain
    for faction in ("soviet", "western"):
        alone = g.combat.vs == (faction,)
        assert (f"the {upper(faction)} Faction" in text) == alone, faction
    if g.combat.cond is not None:
        if g.combat.cond.army_in_combat:
            says(text, f"with a {SAYINGS.army[g.combat.cond.army_in_combat]}")
        says(text, *[AREA[a].name for a in g.combat.cond.combat_area_in])
    for s in g.special:
        says(g.special_text, *[AREA[a].name for a in s.areas])
        if s.year is not None:
            assert str(s.year) in g.special_text


# ---------------------------------------------------------------- decks


def test_events_bring_both_powers_into_the_war() -> None:
    usa = [c.id for c in STRATEGIC.values() if c.set == "base" and "usa" in c.recurring and c.year <= 1941]
    ussr = [c for c in STRATEGIC.values() if c.set == "base" and "ussr" in c.recurring]
    assert len(usa) >= len(TRACK["usa_commitment"]) - 1  # at the latest in the New Year of 1942
    assert len([c for c in ussr if c.year <= 1942]) >= len(TRACK["ussr_commitment"]) - 1  # of 1943
    assert len([c for c in ussr if c.year <= 1941]) < len(TRACK["ussr_commitment"]) - 1  # not before 1942


def test_the_black_orchestra() -> None:
    values = Counter(c.value for c in PACK.black_orchestra.cards)
    assert values == {"plus": 5, "minus": 7, "variable": 2}
    assert values["plus"] + values["variable"] > PACK.tracks.misc.coup_infighting_above


def test_events_wait_for_a_year_that_comes() -> None:
    for c in (*STRATEGIC.values(), *COMBAT.values()):
        assert c.after == "discard" or c.year < 1945


def test_a_landing_can_be_thrown_back_wherever_it_comes() -> None:
    landings = {n for row in PACK.combat_cards.landings if row.year != "1942" for n in row.priority}
    reached = {AREA[a].no for a in MILITARY["luettich"].areas}
    assert {NUMBER[n] for n in landings - reached} <= {"great_britain", "egypt"}


def test_names_have_their_umlauts() -> None:
    names = [x.name for deck in (GENERAL, MILITARY, POLITICAL, STRATEGIC, SECTOR) for x in deck.values()]
    wanted = ("Georg von Küchler", "Günther von Kluge", "WESERÜBUNG", "SEELÖWE", "LÜTTICH", "Königsberg")
    assert set(wanted) <= set(names)
    plain = (
        "kuechler",
        "guenther",
        "koenig",
        "sued",
        "loewe",
        "uebung",
        "luett",
        "frueh",
        "doenitz",
        "loehr",
    )
    assert [n for n in names if any(x in n.lower() for x in plain)] == []
    assert {"Erich Hoepner", "Erwin Jaenecke"} <= set(names)  # who wrote themselves so


# ---------------------------------------------------------------- Generals


def test_generals_in_play_at_each_start() -> None:
    for s in PACK.scenarios:
        seats = Counter(g.setup_codes[s.setup_code_index] for g in GENERAL.values())
        del seats[0]
        assert max(seats.values()) <= 8 and max(seats.values()) - min(seats.values()) <= 1, s.id
        held = len(s.positions) + len([x for x in s.ob.values() if x != "not_available"])
        total = sum(seats.values())
        assert total > held  # somebody is Available
        for limit in PACK.tracks.general_limits:
            if limit.players < 4:
                assert total - limit.max_generals * limit.players <= total - held  # R38
    assert sum(g.setup_codes[3] > 0 for g in GENERAL.values()) == 32  # more than one player may hold


def test_the_ob_is_weaker_than_the_head() -> None:
    manstein = GENERAL["von_manstein"]
    assert manstein.special[0].effects != manstein.combat.effects


# ---------------------------------------------------------------- set-ups


def axis_held(s: ScenarioFile) -> set[str]:
    return {x.area for x in s.alignments if x.alignment in ("occupied", "satellite")}


@pytest.mark.parametrize("scenario", SCENARIO)
def test_pieces_suffice(scenario: str) -> None:
    s = SCENARIO[scenario]
    pieces = {p.id: p.count for p in PACK.armies.pieces}
    markers = {p.id: p.count for p in PACK.armies.markers}
    assert sum(x.axis_sector > 0 for x in s.alignments) <= pieces["axis_control_disk"]
    for faction in ("western", "soviet"):
        disks = sum(x.allied_faction == faction for x in s.alignments)
        assert disks <= pieces[f"{faction}_control_disk"]
    occupied = len(axis_held(s)) + sum(x.alignment == "occupied" for x in s.bases)
    assert occupied <= markers["alignment_occupied_satellite"]


@pytest.mark.parametrize("scenario", SCENARIO)
def test_no_area_that_is_attacked_is_undefended(scenario: str) -> None:
    s = SCENARIO[scenario]
    side = {x.area: x.alignment for x in s.alignments}
    shut = [{x.a, x.b} for x in PACK.links.links if x.no_soviet_attack]
    defended = {x.area for x in s.armies}
    for area in AREA:
        west = any(side[b] == "western" for b in NEAR[area])
        east = AREA[area].front == "east" and any(
            side[b] == "soviet" and {area, b} not in shut for b in NEAR[area]
        )
        attacked = side[area] == "disputed" or (area in axis_held(s) and (west or east))
        assert not attacked or area in defended, area


@pytest.mark.parametrize("scenario", SCENARIO)
def test_commitment_is_what_the_events_gone_have_brought(scenario: str) -> None:
    s = SCENARIO[scenario]
    for power, box in (("usa", s.tracks.usa_commitment), ("ussr", s.tracks.ussr_commitment)):
        gone = [c for c in s.removed.strategic if power in STRATEGIC[c].recurring]
        assert box == "war" or int(box) == len(gone), power


def test_resources_reach_twelve_by_1941() -> None:
    gained = ("poland", "denmark_norway", "northern_france", "romania_bulgaria", "northern_italy")
    assert all(AREA[a].resource for a in gained)
    assert SCENARIO["armageddon"].tracks.resources + len(gained) == 12
    assert SCENARIO["world_war"].tracks.resources == 12


def test_landing_markers_wait() -> None:
    for s in PACK.scenarios:
        assert s.landing_markers["landing_1"] in ("1942", "box")
        assert s.landing_markers["landing_2"] == "1944"
