"""The game's own components: where they come from, how they are set up, and what was reconstructed.

What the rulebook states about them is in facts.toml, and `test_facts` compares the two; here stand the
properties of everything the text does not fix. PR1 to PR5 are the sources of parts.toml.
"""

import re
import tomllib
from collections import Counter
from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.schema_cards import (
    AmphibiousAssault,
    ChangeSide,
    ChooseOne,
    Join,
    MoveMarker,
    MoveMarkersEach,
    Recover,
)
from tests.games.on_to_berlin.atlas import (
    AREA,
    CARD,
    CLASS,
    DATA,
    HOME,
    LAND,
    NATION,
    NEAR,
    PACK,
    RED,
    SCENARIO,
    SEA,
    UNIT,
    counted,
    distance,
    for_victory,
    points,
    reach,
    spaces,
)

RULINGS = 49

# ---------------------------------------------------------------- provenance

FILES = [(p.relative_to(DATA).as_posix(), p.read_text("utf-8")) for p in sorted(DATA.rglob("*.toml"))]


def entries(value: Any, inherited: bool = False) -> list[tuple[dict[str, Any], bool]]:
    """Every table inside lists, with whether it or a table around it states a source."""
    found: list[tuple[dict[str, Any], bool]] = []
    if isinstance(value, dict):
        known = inherited or "src" in value or "event_src" in value
        for inner in value.values():
            found += entries(inner, known)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                found.append((item, inherited or any(key in item for key in ("src", "event_src"))))
            found += entries(item, inherited)
    return found


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_every_entry_has_its_provenance(name: str, text: str) -> None:
    found = [x for value in tomllib.loads(text).values() for x in entries(value)]
    assert found
    for entry, sourced in found:
        if name == "rules.toml" or "url" in entry:  # a rule's id, and a source, are their own provenance
            continue
        assert sourced, entry
        for key in [k for k in entry if k == "src" or k.endswith("_src")]:
            ref = key.replace("src", "ref")
            bare = name == "drawing.toml" or key in ("ratings_src", "count_src")  # one ref stands for the row
            assert bare or entry[ref], entry


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_data_mention_only_what_a_reader_can_open(name: str, text: str) -> None:
    assert "spec.md" not in text and "components/" not in text and "examples.toml" not in text
    assert set(re.findall(r"\bPR\d+\b", text)) <= {x.id for x in PACK.parts.sources}
    assert all(1 <= int(number) <= RULINGS for number in re.findall(r"\bR ?(\d+)\b", text))


# ---------------------------------------------------------------- the index of rules

CONTENTS = """
    1.0 2.0 2.1 2.1.1 2.1.2 2.2 2.2.1 2.2.2 2.3 2.3.1 2.3.2 2.3.3 3.0 3.1 3.1.1 3.1.2 3.1.3 3.2 3.3 3.4
    3.5 3.6 4.0 5.0 6.0 6.1 6.1.1 6.1.2 6.2 6.3 7.0 7.1 7.2 8.0 8.1 8.1.1 8.1.2 8.2 9.0 9.1 9.1.1 9.2
    10.0 10.1 10.2 11.0 11.1 11.2 11.3 11.3.1 11.3.2 11.4 11.5 12.0 12.1 13.0 14.0 14.1 14.2 15.0 15.1
    15.2 15.3 15.4 15.5 15.6 15.7 15.7.1 15.7.2 15.7.3 15.7.4 15.8 15.8.1 15.8.2 16.0 16.1 16.1.1 16.1.2
    16.2 16.3 16.4 16.5 16.6 16.7 17.0 17.1 17.2 17.3 17.4 17.5 17.6 18.0
"""
SECTIONS = set(re.findall(r"\S+", CONTENTS))


def test_every_section_is_in_the_index() -> None:
    known = {r.id for r in PACK.rules.rules}
    assert len(PACK.rules.rules) == 334 and known >= SECTIONS
    for rule in known:
        assert re.sub(r"[a-z]$", "", rule) in {*SECTIONS, "EX.1", "EX.2", "EX.3", "EX.4"}


# ---------------------------------------------------------------- the map


def test_land_and_sea() -> None:
    assert (len(LAND), len(SEA)) == (55, 11)
    assert reach("berlin", AREA) == set(AREA)
    assert reach("north_atlantic", SEA) == SEA - {"black_sea"}
    continent = reach("berlin", LAND)
    assert {
        "egypt",
        "morocco",
        "algeria",
        "tunisia",
        "libya",
    } <= continent  # through Turkey and the Middle East
    assert LAND - continent == {"london", "england", "scotland", "ireland", "malta"}
    assert reach("london", LAND) == {"london", "england", "scotland"}
    assert all(-30 <= a.lon <= 70 for a in PACK.areas.areas)


def test_unnamed_places_lead_nowhere() -> None:
    blank = {x.id for x in PACK.areas.unnamed_areas}
    assert len(blank) == 5
    assert not any({x.a, x.b} & blank for x in PACK.links.links)
    assert {x.of for x in PACK.drawing.ground} & blank == set()  # drawn as nobody's ground
    drawn = {tuple(p) for x in PACK.drawing.ground if x.of == "" for p in x.points}
    assert {(x.lon, x.lat) for x in PACK.areas.unnamed_areas} <= drawn


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("romania", "kiev"),  # PR2
        ("minsk", "leningrad"),  # PR4
        ("minsk", "moscow"),  # PR4
        ("leningrad", "baltic_sea"),  # PR4
        ("libya", "egypt"),  # PR3
        ("libya", "tunisia"),  # PR3
        ("milan", "southern_france"),  # PR3
        ("western_france", "central_atlantic"),  # PR3
        ("norway", "baltic_sea"),  # PR1, PR3: Germany comes to Norway by sea
        ("berlin", "baltic_sea"),
        ("england", "north_atlantic"),  # so that Americans can land
    ],
)
def test_borders_of_the_reports(a: str, b: str) -> None:
    assert b in NEAR[a]


def test_borders_that_would_spoil_a_rule() -> None:
    assert "norway" not in NEAR["denmark"]
    assert not {"central_atlantic", "north_atlantic"} & NEAR["london"]
    straits = [{x.a, x.b} for x in PACK.links.links if x.kind == "strait"]
    assert straits == [{"denmark", "sweden"}]  # R20


def test_distances() -> None:
    assert (distance("london", "ruhr"), distance("london", "berlin")) == (2, 3)
    assert distance("london", "paris") == 2 and distance("london", "moscow") > 3  # PR2
    assert distance("southern_italy", "romania") == 3


def test_the_operational_limit() -> None:
    north = {a for a in AREA if AREA[a].north_of_limit}
    assert (
        north >= {"berlin", "ruhr", "moscow", "leningrad"} | HOME["nw"] | HOME["sw"] | HOME["be"] | HOME["fi"]
    )
    assert not north & {"rome", "kiev", "kharkov", "stalingrad", "southern_france"}


def test_home_areas() -> None:
    assert {n for n in NATION if not HOME[n]} == {"us", "vc"}  # the United States have no Land area
    assert HOME["po"] == {"warsaw", "brest", "galicia"}
    assert HOME["ge"] >= {"berlin", "ruhr", "southern_germany", "czechoslovakia"}
    assert "rome" in HOME["it"] and HOME["fr"] >= {"paris", "lorraine"}
    assert len(HOME["fr"]) == 7  # R16
    assert all(n.code.lower() == n.id for n in PACK.nations.nations)


# ---------------------------------------------------------------- resources


def test_circles() -> None:
    assert {a for a in SEA if AREA[a].resource != "none"} == {"central_atlantic"}
    assert {"moscow", "london"} <= RED
    assert AREA["lorraine"].resource == "none"  # the line of communication goes on to the Ruhr
    for nation in ("ge", "uk", "fr", "it", "su"):
        assert HOME[nation] & RED, nation
    for nation in ("ge", "uk", "fr", "it"):  # nations with ships
        assert any(NEAR[a] & SEA for a in HOME[nation] & RED), nation


TURN_2 = {"warsaw", "belgium", "netherlands"}
TURN_3 = TURN_2 | {"paris", "lorraine", "denmark"}
TURN_4 = TURN_3 | {"yugoslavia", "norway"}
PEAK = TURN_4 | {"kiev", "minsk", "brest", "galicia", "kharkov", "greece"}
PEAK_NATIONS = ("ge", "it", "ru", "hu", "fi", "bu", "fr")
WEST = TURN_4 | {"western_france", "greece"}


def test_points_at_the_start() -> None:
    start = SCENARIO.start
    assert counted() == (start.resource_cube_axis, start.resource_cube_allied) == (2, 4)
    assert 1 < counted()[0] < 4  # the Allies have not won yet, and a hand of 4 is an exception


def test_hands_of_the_reports() -> None:
    assert counted(TURN_2, ("ge", "it"), ("uk", "fr")) == (4, 4)  # PR1
    assert counted(TURN_3, ("ge", "it", "ru"), ("uk", "fr"), 1) == (6, 4)  # PR1
    assert counted(TURN_4, ("ge", "it", "ru", "hu", "fr"), ("uk",), 2) == (7, 5)  # PR1
    taken = {"warsaw", "paris", "kiev", "norway", "yugoslavia"}
    assert counted(taken, ("ge", "it", "ru"), ("uk", "su"), 2)[0] == 8  # PR2


def test_the_axis_wins_only_by_one_success_more() -> None:
    foes = ("uk", "su")
    assert 9 <= for_victory(PEAK, PEAK_NATIONS, foes) < 10
    assert for_victory(PEAK | {"moscow"}, PEAK_NATIONS, foes) >= 10
    assert for_victory(PEAK | {"caucasus"}, PEAK_NATIONS, foes) >= 10
    assert for_victory(TURN_4 | {"london"}, ("ge", "it", "ru", "hu", "fr"), ("uk",)) == 9


def test_no_early_strategic_victory() -> None:
    assert for_victory(WEST, ("ge", "it", "ru", "fr"), ("uk",)) == 7
    assert for_victory(WEST | {"egypt"}, ("ge", "it", "ru", "fi", "fr"), ("uk",)) < 10
    assert for_victory(WEST | {"london"}, ("ge", "it", "ru", "fi", "fr"), ("uk",)) < 10
    assert for_victory(WEST | {"kiev", "moscow"}, ("ge", "it", "ru", "fr"), ("uk", "su")) == 10


def test_points_stay_on_the_track() -> None:
    boxes = PACK.tracks.resource_boxes
    assert boxes.lowest == 0
    assert max(points((), (), ("uk", "fr", "po", "su", "ge", "it"), 4)) <= boxes.highest
    assert points((), (), ("uk", "fr"))[0] == 0
    assert int(sum(a.rp for a in PACK.areas.areas)) <= boxes.highest


# ---------------------------------------------------------------- counters


def ratings(unit: str) -> tuple[int, int, int, int]:
    u = UNIT[unit]
    return u.attack, u.defense, u.move, u.airstrike


def test_types_of_unit() -> None:
    assert {u.type for u in PACK.units.unit_types} == set(CLASS)
    assert {u.nation for u in PACK.units.unit_types} == set(NATION)
    assert sum(u.count for u in PACK.units.unit_types) == 193
    assert {u.nation for u in PACK.units.unit_types if u.type == "SS"} == {"ge"}
    assert not any(u.nation == "su" and u.kind == "naval" for u in PACK.units.unit_types)  # no sea to sail
    assert any(u.move == 0 and u.type != "FT" for u in PACK.units.unit_types)
    weapons = {u.id for u in PACK.units.unit_types if u.type == "CVE" or (u.type, u.nation) == ("TF", "su")}
    assert weapons == {"us_cve", "su_tf"} and all(UNIT[u].new_weapon for u in weapons)


@pytest.mark.parametrize("unit", UNIT)
def test_ratings_in_range(unit: str) -> None:
    u = UNIT[unit]
    assert u.attack <= 6 and u.defense <= 3 and u.airstrike <= 5 and u.move <= (6 if u.type == "SS" else 3)
    assert (u.type == "FT") <= (u.move == 0)
    assert u.type not in ("AF", "SS") or u.defense == 1  # one hit is one step
    assert u.type != "SS" or u.move >= 4  # to pass a sea of the enemy (R49)


def test_counters_seen_in_the_reports() -> None:
    assert ratings("ge_af")[:3] == (0, 1, 2) and ratings("gr_lf")[:3] == (2, 1, 1)  # PR1
    assert ratings("su_sa")[:3] == (4, 1, 2)  # PR1
    assert ratings("ge_tf") == (4, 2, 3, 0) and UNIT["ge_tf"].count >= 4  # the Blitzkrieg example needs four


# ---------------------------------------------------------------- the set-up

ON_MAP = SCENARIO.units_on_map.rows


def test_the_set_up_in_numbers() -> None:
    assert sum(x.count for x in SCENARIO.new_weapons_pool.rows) == 17
    assert all(x.state == "fresh" for x in ON_MAP)
    assert len(SCENARIO.control.rows) == 66
    assert (SCENARIO.start.initiative, len(PACK.scenarios)) == ("axis", 1)  # R2


def test_where_units_stand() -> None:
    here: dict[str, set[str]] = {a: set() for a in AREA}
    for x in ON_MAP:
        here[x.area].add(UNIT[x.unit].nation)
    assert {a for a in LAND if AREA[a].country not in here[a]} == {"morocco"}
    assert here["warsaw"] == here["brest"] == here["galicia"] == {"po"}
    assert {"uk", "fr"} <= here["paris"]  # the Blitzkrieg example
    nations = set().union(*here.values())
    assert set(NATION) - nations == {"us", "vc"}
    for area in LAND:
        neutral = {n for n in here[area] if NATION[n].status == "neutral"}
        assert neutral <= {AREA[area].country}, area


def test_markers_begin_before_entry() -> None:
    for track in ("us", "su", "sp", "tu"):
        start = SCENARIO.start.tracks[track]
        entry = [x.index for x in spaces(track) if x.entry]
        assert spaces(track)[start].start and start < entry[0]
        assert len(entry) == (1 if track in ("us", "su") else 2)
    assert spaces("su")[3].entry and not spaces("su")[2].entry  # PR1 to PR3: on turn 4
    assert spaces("us")[5].entry and not spaces("us")[4].entry  # PR4: on turn 6


def test_the_calendar() -> None:
    turns = PACK.tracks.turns
    assert [(turns[i].season, turns[i].year) for i in (0, 11)] == [("winter", 1939), ("summer", 1945)]  # R1
    assert [t.label for t in turns] == [f"{t.season.capitalize()} {t.year}" for t in turns]
    modifiers = [t.bombing_modifier for t in turns]
    assert max(modifiers) == 1 and min(modifiers) < 1  # so that +1 everywhere is a penalty [16.3]


# ---------------------------------------------------------------- cards


def test_names_of_cards() -> None:
    assert {c.name for c in PACK.cards.cards} == {
        "Blitzkrieg", "Mobile Warfare", "Ambush", "Diplomacy", "Development", "New Weapons", "Lend-Lease",
        "Vichy France", "Strategic Bombing", "Long Range Bombing", "Wolfpacks", "Redeploy", "Supply",
        "Operation Seelöwe", "Amphibious/Airborne Ops",
    }  # fmt: skip
    for c in PACK.cards.cards:
        assert c.id.startswith("ax_" if c.owner == "axis" else "al_") and c.id.endswith(f"_{c.sv}")
    assert {c.name for c in PACK.cards.cards if c.remove_after_play} == {"Vichy France"}


def test_events_that_must_be_carried_out() -> None:  # R22
    mandatory = {c.name for c in PACK.cards.cards if c.event.mandatory}
    assert mandatory == {"Diplomacy", "Development", "Vichy France"}


def test_supply() -> None:
    supply = {c.id: c.event for c in PACK.cards.cards if isinstance(c.event, Recover)}
    assert {name for name, e in supply.items() if e.partisans} == {"al_supply_4"}
    assert all((e.max_units == 0) == (e.nations == "all") for e in supply.values())


def test_diplomacy() -> None:
    def options(card: str, kind: type[Any]) -> list[Any]:
        event = CARD[card].event
        assert isinstance(event, ChooseOne)
        return [x for x in event.options if isinstance(x, kind)]

    for card, side in (("ax_diplomacy_2", "axis"), ("al_diplomacy_2", "allied")):
        (join,) = options(card, Join)
        leaning = {n for n in NATION if NATION[n].leaning == side and not NATION[n].track}
        assert join.side == side and set(join.nations) == leaning
    assert not options(
        "ax_diplomacy_2", MoveMarkersEach
    )  # only the Allies move the American and Soviet markers
    assert [x.tracks for x in options("al_diplomacy_2", MoveMarkersEach)] == [("us", "su")]
    assert [(x.tracks, x.steps) for x in options("ax_diplomacy_2", MoveMarker)] == [(("sp", "tu"), 1)]


def test_vichy() -> None:
    event = CARD["ax_vichy_france_2"].event
    assert isinstance(event, ChangeSide) and event.area == "paris"
    assert Counter(x.unit for x in event.place) == {u: UNIT[u].count for u in UNIT if UNIT[u].nation == "vc"}
    for x in event.place:
        assert AREA[x.area].country == "fr" and not AREA[x.area].north_of_limit


def test_landings_from_the_sea() -> None:
    assaults = [c for c in PACK.cards.cards if isinstance(c.event, AmphibiousAssault)]
    assert [c.sv for c in assaults] == [3, 3, 4]
    for c in assaults:
        event = c.event
        assert isinstance(event, AmphibiousAssault)
        assert event.allowance == (3 if c.owner == "axis" else 4) and event.capacity_factor == 2
        dropped = {u.nation for u in PACK.units.unit_types if u.type == "AB"}
        own = {n for n in dropped if c.owner in (NATION[n].side, NATION[n].leaning)}
        assert set(event.airborne_nations) == own
        assert all(NEAR[area] & set(event.seas) for area in event.landing)


def test_half_points_take_two_hits() -> None:
    for card in ("al_strategic_bombing_2", "al_strategic_bombing_3", "al_long_range_bombing_4"):
        event: Any = CARD[card].event
        assert (event.hits_per_discard_full, event.hits_per_discard_half) == (1, 2)
