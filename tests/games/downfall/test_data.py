"""Downfall's own components: where they come from, how they are set up, and what was reconstructed for them.

What the rulebook states about them is in facts.toml, and `test_facts` compares the two; here stand the
properties of everything the text does not fix.
"""

import math
import re
import tomllib
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from sandtable import games as shelf
from sandtable.engine.data.facts import read_facts
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components import facts
from sandtable.games.downfall.components.facts import check_facts
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.schema import Pack
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.tables import ScenarioStart, Tables, build_tables
from sandtable.games.downfall.rules import combat
from sandtable.games.downfall.testing import position, unit_at
from tests.games.downfall.clicks import areas, offers, table

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "downfall" / "data"
PACK: Pack = load_pack(DATA)
T: Tables = build_tables(PACK)
START: ScenarioStart = T.scenarios[0]
AREA = T.area_index
COUNTRY = T.country_index
TYPE = T.type_index
FACTS = read_facts(facts.__file__)
SIDE_NAME = ("axis", "allies", "ussr", "neutral")


def stated(file: str, field: str) -> dict[str, Any]:
    """The entries of a file of which the rulebook states a field, with its value."""
    return {
        name: entry[field]
        for fact in FACTS["facts"]
        if fact["file"] == file
        for name, entry in fact.get("entries", {}).items()
        if field in entry
    }


def names(areas: Any) -> set[str]:
    """The ids of areas given as numbers or as flags for all of them."""
    items = list(areas)
    if len(items) == T.n_areas and all(isinstance(x, bool) for x in items):
        items = [i for i, flag in enumerate(items) if flag]
    return {T.area_id[i] for i in items}


def territory(name: str) -> set[str]:
    return names(T.territory_areas[T.territory_index[name]])


def link(a: str, b: str) -> int:
    """The border between two areas."""
    neighbours = T.neighbours[AREA[a]]
    return T.border[AREA[a]][neighbours.index(AREA[b])]


def around(area: str) -> set[str]:
    return names(T.neighbours[AREA[area]])


def distance(a: str, b: str) -> int:
    """Areas to cross from one to the other by land; -1 if there is no way."""
    steps = {AREA[a]: 0}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        for there in T.neighbours[here]:
            if there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps.get(AREA[b], -1)


def bodies(step: Any) -> list[set[str]]:
    """Connected parts of the map, largest first."""
    left = set(range(T.n_areas))
    parts: list[set[str]] = []
    while left:
        queue = [left.pop()]
        part = set(queue)
        while queue:
            for there in step(queue.pop()):
                if there in left:
                    left.discard(there)
                    part.add(there)
                    queue.append(there)
        parts.append(names(part))
    return sorted(parts, key=len, reverse=True)


# ---------------------------------------------------------------- provenance


def plain_files() -> list[tuple[str, dict[str, Any]]]:
    return [
        (str(p.relative_to(DATA)), tomllib.loads(p.read_text("utf-8"))) for p in sorted(DATA.rglob("*.toml"))
    ]


def entries(value: Any, inherited: bool = False) -> list[tuple[dict[str, Any], bool]]:
    """Every table inside lists, with whether it or a table around it states a source."""
    found: list[tuple[dict[str, Any], bool]] = []
    if isinstance(value, dict):
        known = inherited or "src" in value
        for inner in value.values():
            found += entries(inner, known)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                found.append((item, inherited or "src" in item))
            found += entries(item, inherited)
    return found


@pytest.mark.parametrize(("name", "content"), plain_files(), ids=[n for n, _ in plain_files()])
def test_every_entry_has_its_provenance(name: str, content: dict[str, Any]) -> None:
    if name == "rules.toml":  # its ids are the provenance
        return
    found = [x for value in content.values() for x in entries(value)]
    assert found
    for entry, sourced in found:
        assert sourced or "units" in entry, entry  # the rows of a force carry their own


@pytest.mark.parametrize("area", PACK.areas.areas, ids=T.area_id)
def test_area_says_where_it_comes_from(area: Any) -> None:
    assert area.src != "rulebook" or area.ref
    assert re.fullmatch(r"[a-z0-9_]+", area.id)


def test_no_data_mentions_what_a_reader_cannot_open() -> None:
    for path in DATA.rglob("*.toml"):
        text = path.read_text("utf-8")
        assert "spec.md" not in text and "components/" not in text, path


def test_rulings_cited_by_the_data_exist() -> None:
    for path in DATA.rglob("*.toml"):
        for number in re.findall(r"\bR(\d+)\b", path.read_text("utf-8")):
            assert 1 <= int(number) <= 66


def test_the_rulebook_is_followed() -> None:
    assert check_facts(PACK, T) == []


# ---------------------------------------------------------------- counters


@pytest.mark.rule("downfall", "1e")
def test_numbers_that_are_not_printed() -> None:
    printed = stated("armies.toml", "count")
    assert {t.id for t in PACK.armies.army_types if t.count_src == "rulebook"} == set(printed)
    assert T.n_units - sum(printed.values()) == 39
    markers = dict(zip(T.marker_id, T.marker_count, strict=True))
    assert sum(T.actions_total) == markers["actions_completed_marker"]


@pytest.mark.rule("downfall", "1b")
@pytest.mark.parametrize("army", T.type_id)
def test_an_army_fights_with_its_first_factor_when_full_and_its_second_when_reduced(army: str) -> None:
    for step, field in (("full", "cf_full"), ("reduced", "cf_reduced")):
        g = position(turn=7, armies=[f"{army}@berlin {step}"])
        factor = combat.army_factor(g, unit_at(g, army, "berlin"), AREA["berlin"])
        assert factor == stated("armies.toml", field)[army]


@pytest.mark.rule("downfall", "1e")
def test_counters_left_in_the_pool() -> None:
    used = [0] * T.n_types
    for i, k in enumerate(START.unit_type):
        used[k] += START.unit_count[i]
    pool = {T.type_id[k]: T.type_count[k] - used[k] for k in range(T.n_types)}
    assert {k: n for k, n in pool.items() if n} == {
        "british_infantry": 1, "british_armor": 1, "british_advanced_armor": 2, "american_infantry": 4,
        "american_advanced_armor": 4, "yugoslav_infantry": 1, "soviet_infantry": 4, "soviet_armor": 1,
        "soviet_advanced_armor": 4, "soviet_guards": 4, "german_infantry": 4, "german_armor": 2,
        "afrika_korps": 1, "german_advanced_armor": 2,
    }  # fmt: skip
    missions = [T.air_count[k] - START.air[k] for k in range(T.n_air)]
    assert (missions, T.sub_count - START.submarines) == ([2, 5, 6, 5], 1)


def test_both_with_advanced_warships_need_two_submarine_missions() -> None:  # R12
    assert T.sub_needed_advanced_warships == 2


def test_armor_has_no_limit() -> None:  # R42
    assert T.armor_max == [-1, -1, -1]


# ---------------------------------------------------------------- the set-up, on the board

GAME = shelf.load_game("downfall")
FORCES = {force["country"]: force for force in FACTS["deployment"]["forces"]}
# Where the scattered British rows are taken to belong (R1).
BRITISH = {
    ("alexandria", "british_infantry", "full"): 1,
    ("el_alamein", "british_infantry", "full"): 1,
    ("scotland", "british_infantry", "reduced"): 1,
}


def set_up() -> Board:
    g = GAME.new(GAME.settle())
    assert isinstance(g, Board)
    return g


def armies(g: Board, country: str) -> dict[tuple[str, str, str], int]:
    """The armies of a country on the map: how many in an area, of a type, at a step."""
    found: dict[tuple[str, str, str], int] = {}
    for unit in range(T.n_units):
        if g.place[unit] != const.POOL and T.unit_nation[unit] == COUNTRY[country]:
            step = "full" if g.cond[unit] & const.STEPS == const.FULL else "reduced"
            place = (T.area_id[g.place[unit]], T.type_id[T.unit_type[unit]], step)
            found[place] = found.get(place, 0) + 1
    return found


@pytest.mark.parametrize(
    "country",
    [
        pytest.param("germany", marks=pytest.mark.rule("downfall", "21a")),
        pytest.param("united_kingdom", marks=pytest.mark.rule("downfall", "21b")),
        pytest.param("france", marks=pytest.mark.rule("downfall", "21c")),
        pytest.param("belgium", marks=pytest.mark.rule("downfall", "21d")),
        pytest.param("ussr", marks=pytest.mark.rule("downfall", "21e")),
        pytest.param("finland", marks=pytest.mark.rule("downfall", "21f")),
        pytest.param("italy", marks=pytest.mark.rule("downfall", "21g")),
        pytest.param("romania", marks=pytest.mark.rule("downfall", "21h")),
        pytest.param("hungary", marks=pytest.mark.rule("downfall", "21i")),
        pytest.param("bulgaria", marks=pytest.mark.rule("downfall", "21j")),
        pytest.param("greece", marks=pytest.mark.rule("downfall", "21k")),
        pytest.param("yugoslavia", marks=pytest.mark.rule("downfall", "21l")),
    ],
)
def test_deployment(country: str) -> None:
    rows = {(row["area"], row["army"], row["step"]): row["count"] for row in FORCES[country]["armies"]}
    assert armies(set_up(), country) == (rows | BRITISH if country == "united_kingdom" else rows)


@pytest.mark.rule("downfall", "21")
def test_whole_deployment() -> None:
    g = set_up()
    assert {c for c in T.country_id if armies(g, c)} == set(FORCES)
    assert sum(g.place[unit] != const.POOL for unit in range(T.n_units)) == 70
    assert (g.turn, g.barbarossa, g.total_war) == (1, 0, [False, False, False])
    at_war = {T.country_id[c] for c in range(T.n_countries) if g.status[c] == const.AT_WAR}
    assert at_war == set(PACK.scenarios[0].at_war)


@pytest.mark.rule("downfall", "21a")
@pytest.mark.rule("downfall", "21b")
@pytest.mark.rule("downfall", "21e")
def test_stocks() -> None:
    g = set_up()
    stock = PACK.scenarios[0].stock
    assert g.supply == [stock.supply.axis, stock.supply.allies, stock.supply.ussr]
    assert g.armor == [stock.armor.axis, stock.armor.allies, stock.armor.ussr]
    assert {T.air_id[k]: g.air[2 * k] for k in range(T.n_air)} == stock.air_missions
    assert not any(g.air[1::2])
    assert g.subs == [stock.submarine_missions[T.sub_id], 0]


@pytest.mark.rule("downfall", "13a")
def test_tiles_at_the_start() -> None:
    g = set_up()
    tiles = PACK.scenarios[0].developments
    assert {T.tile_id[i] for i in range(T.n_tiles) if g.tiles[i] == const.AVAILABLE} == set(tiles.available)
    assert {T.tile_id[i] for i in range(T.n_tiles) if g.tiles[i] == const.IN_PROGRESS} == set(
        tiles.in_progress
    )
    assert START.in_progress_since == 0  # a Development Action of turn 1 can finish it


@pytest.mark.rule("downfall", "2")
@pytest.mark.rule("downfall", "2a")
def test_who_is_at_war() -> None:
    g = set_up()
    starters = {c for c in T.country_id if T.entry_kind[COUNTRY[c]] == const.ENTRY_START}
    assert {c for c in T.country_id if g.status[COUNTRY[c]] == const.AT_WAR} == starters
    assert {T.country_side[COUNTRY[c]] for c in starters} == {const.AXIS, const.ALLIES, const.USSR}


@pytest.mark.rule("downfall", "6a")
def test_control_at_the_start() -> None:
    g = set_up()
    for a in range(T.n_areas):
        owner = T.area_country[a]
        assert g.control[a] == (T.country_side[owner] if g.status[owner] == const.AT_WAR else const.NEUTRAL)
    assert [list(g.control).count(s) for s in range(4)] == [20, 29, 49, 37]


@pytest.mark.rule("downfall", "21f")
def test_karelia_at_the_start() -> None:
    g = set_up()
    karelia = AREA["karelia"]
    assert g.control[karelia] == const.AXIS
    assert {T.unit_side[unit] for unit in g.at[karelia]} == {const.AXIS, const.USSR}


def test_stacking_at_the_start() -> None:
    stacks: dict[tuple[int, int], int] = {}
    for i, a in enumerate(START.unit_area):
        key = (a, T.type_side[START.unit_type[i]])
        stacks[key] = stacks.get(key, 0) + START.unit_count[i]
    assert max(stacks.values()) == 3


def test_armies_start_at_home() -> None:
    abroad = {
        (T.area_id[a], T.type_id[START.unit_type[i]])
        for i, a in enumerate(START.unit_area)
        if T.area_country[a] != T.type_nation[START.unit_type[i]]
    }
    assert abroad == {
        ("calais", "british_infantry"),
        ("karelia", "soviet_infantry"),
        ("karelia", "soviet_armor"),
    }


# ---------------------------------------------------------------- sides, countries, tiles


@pytest.mark.rule("downfall", "2k")
@pytest.mark.parametrize("zone", ["spain", "portugal", "switzerland", "sweden", "turkey"])
def test_closed_countries_have_no_areas(zone: str) -> None:
    assert zone in T.zone_id and zone not in AREA and zone not in COUNTRY


def test_allies_and_soviet_union_are_partners() -> None:  # R17
    assert T.partner[const.ALLIES][const.USSR] and T.partner[const.USSR][const.ALLIES]
    assert sum(sum(row) for row in T.partner) == 2


def test_countries_and_territories() -> None:
    assert (T.n_countries, T.n_territories) == (15, 21)
    assert all(T.home)
    assert len(territory("france")) >= 4  # German armies in three areas are not yet in all
    assert names(T.america) == {"united_states", "canada"}


@pytest.mark.rule("downfall", "4.2d")
def test_supply_areas() -> None:
    assert {T.country_id[c]: names(T.supply_areas[c]) for c in range(T.n_countries) if T.supply_areas[c]} == {
        "germany": {"ruhr", "berlin", "breslau"},
        "united_kingdom": {"london", "canada", "suez"},
        "united_states": {"united_states"},
        "ussr": {"leningrad", "gorki", "kuibyshev", "baku"},
    }
    assert T.capital[T.soviet_union] == AREA["moscow"] and T.supply_of[AREA["moscow"]] == -1
    assert T.actions_total[const.AXIS] - (len(T.supply_areas[T.germany]) - 1) - 2 >= 0  # never below zero
    for area in ("konigsberg", "warsaw", "riga", "kovel", "minsk", "dvinsk", "vilnius"):
        assert T.supply_of[AREA[area]] == -1


def test_key_areas() -> None:
    assert {T.country_id[c]: len(T.key_areas[c]) for c in range(T.n_countries) if T.key_areas[c]} == {
        "germany": 8, "ussr": 10,
    }  # fmt: skip
    assert math.ceil(4 - 0.5 * 8) >= 0 and math.ceil(8 - 0.5 * 10) >= 1


@pytest.mark.rule("downfall", "13")
def test_tiles_of_the_sides() -> None:
    owned = [{T.dev_id[d] for d in range(T.n_devs) if T.tile_of[s][d] >= 0} for s in range(3)]
    common = {"blitzkrieg", "aviation", "advanced_tanks", "tank_industry", "air_industry", "logistics"}
    assert owned == [
        common | {"advanced_warships", "advanced_aviation"},
        common | {"amphibious_landings", "advanced_warships", "advanced_aviation"},
        common | {"urals_industry", "guards"},
    ]
    for i in range(T.n_tiles):
        assert T.tile_id[i] == f"{SIDE_NAME[T.tile_side[i]]}_{T.dev_id[T.tile_dev[i]]}"


# ---------------------------------------------------------------- seas and landings


def test_sea_zones() -> None:
    assert (T.n_seas, T.n_passages) == (13, 16)
    black = T.sea_id.index("black_sea")
    straits = [p for p in range(T.n_passages) if black in (T.passage_a[p], T.passage_b[p])]
    assert [(T.passage_kind[p], T.passage_barred[p]) for p in straits] == [("turkish_straits", 7)]
    allied = T.naval_group[const.ALLIES][0]
    assert len({allied[s] for s in range(T.n_seas) if s != black}) == 1
    for sea in range(T.n_seas):
        assert any(T.seas[a] >> sea & 1 for a in range(T.n_areas))
    eastern = [a for a in range(T.n_areas) if T.seas[a] >> T.sea_id.index("eastern_mediterranean") & 1]
    assert {T.territory_id[T.area_territory[a]] for a in eastern} <= {"egypt", "libya", "greece"}


def test_landing_lines() -> None:
    assert (T.n_lines, T.n_places, T.n_options) == (12, 12 + 14, 24 + 43)
    ends = {frozenset((T.area_id[T.line_a[i]], T.area_id[T.line_b[i]])) for i in range(T.n_lines)}
    assert frozenset(("hamburg", "oslo")) in ends  # Norway can be reached before 1942
    shut = [T.area_id[T.option_from[o]] for o in range(T.n_options) if not T.option_open[const.AXIS][o]]
    assert shut == ["sevastopol", "odessa"]
    assert all(T.option_open[const.ALLIES]) and all(T.option_open[const.USSR])


def test_french_north_africa() -> None:
    assert names(T.torch_handover) == {"constantine", "tunisia"}
    assert names(T.torch_area) == names(T.torch_places) | names(T.torch_handover)
    assert names(T.torch_from) == names(T.america)


# ---------------------------------------------------------------- the map


def test_places_the_rules_name_say_so() -> None:
    assert {a.id for a in PACK.areas.areas if a.src == "rulebook"} == set(stated("areas.toml", "name"))


def test_size() -> None:
    assert (T.n_areas, T.n_links) == (135, 263)
    assert len({frozenset(x) for x in zip(T.link_a, T.link_b, strict=True)}) == T.n_links


def test_bodies_of_land() -> None:
    parts = bodies(lambda a: T.neighbours[a])
    assert len(parts) == 10
    assert {"paris", "berlin", "moscow", "rome", "athens", "baku", "helsinki", "archangel", "copenhagen",
            "sicily"} <= parts[0]  # fmt: skip
    for part in (names(T.africa), territory("united_kingdom"), {"oslo", "bergen", "trondheim"},
                 {"sardinia"}, {"corsica"}, {"ireland"}, {"crete"}, {"united_states"},
                 {"canada"}):  # fmt: skip
        assert part in parts


def test_everything_is_reached_by_land_and_sea() -> None:
    def step(a: int) -> set[int]:
        return {*T.neighbours[a], *[b for b in range(T.n_areas) if b != a and T.seas[a] & T.seas[b]]}

    assert len(bodies(step)) == 1


def test_every_area_but_corsica_can_be_reached_by_an_enemy() -> None:
    """No rule names a way to Corsica: it changes hands with France alone."""
    targets = {T.option_to[o] for o in range(T.n_options)}
    for a in range(T.n_areas):
        assert T.neighbours[a] or a in targets or T.america[a] or T.area_id[a] == "corsica"


@pytest.mark.rule("downfall", "18c")
def test_no_land_way_leads_from_french_ground_into_unguarded_italy() -> None:
    """With a border between the islands, Britain could march two armies into Sardinia and defeat Italy."""
    corsica, sardinia = T.area_index["corsica"], T.area_index["sardinia"]
    assert T.neighbours[corsica] == () and T.neighbours[sardinia] == ()
    at_war = ["germany", "united_kingdom", "france", "ussr", "finland"]
    m = table("allies", ["2 british_infantry@corsica", "italian_infantry@rome"], turn=3, at_war=at_war)
    m.play("unit:british_infantry@corsica")
    assert offers(m) == ["button:naval"]
    m.play("button:naval")
    assert not areas(m) & {T.area_id[area] for area in T.home[COUNTRY["italy"]]}


def test_straight_borders_do_not_cross() -> None:
    def point(a: int) -> tuple[float, float]:
        return T.lon[a] * math.cos(math.radians(50)), T.lat[a]

    def turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    ends = [(T.link_a[i], T.link_b[i]) for i in range(T.n_links)]
    for i, (a, b) in enumerate(ends):
        for c, d in ends[i + 1 :]:
            if {a, b} & {c, d}:
                continue
            p, q, r, s = point(a), point(b), point(c), point(d)
            crossing = turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0
            assert not crossing, (T.area_id[a], T.area_id[b], T.area_id[c], T.area_id[d])


@pytest.mark.parametrize(
    ("a", "b", "areas"),
    [
        ("frankfurt", "paris", 2), ("warsaw", "minsk", 2), ("minsk", "moscow", 3),
        ("konigsberg", "leningrad", 3),
        ("kharkov", "stalingrad", 2), ("rostov", "grozny", 2), ("el_alamein", "tripoli", 6),
        ("caen", "frankfurt", 3),
        ("warsaw", "berlin", 2), ("tripoli", "tunisia", 1), ("leningrad", "helsinki", 2),
        ("kiev", "kharkov", 1),
        ("smolensk", "moscow", 2), ("kiev", "rostov", 3), ("kovel", "kiev", 2),
        ("krivoi_rog", "sevastopol", 1),
        ("riga", "leningrad", 2), ("stalingrad", "baku", 3), ("grozny", "baku", 1),
        ("stalingrad", "berlin", 8),
        ("minsk", "berlin", 4), ("caen", "paris", 1), ("reims", "ruhr", 2), ("budapest", "belgrad", 1),
        ("sofia", "ioanina", 2), ("sofia", "athens", 3), ("albania", "athens", 2),
        ("tunisia", "casablanca", 4),
        ("taranto", "rome", 2), ("rome", "venice", 2), ("karelia", "helsinki", 1), ("odessa", "bucharest", 2),
        ("budapest", "vienna", 1),
    ],
)  # fmt: skip
def test_distances_of_the_campaigns(a: str, b: str, areas: int) -> None:
    assert distance(a, b) == areas


def test_border_features() -> None:
    assert sum(T.link_strait) == 2
    assert len([x for x in T.link_river if x >= 0]) == 42
    assert len([x for x in T.link_line if x >= 0]) == 2
    for i in range(T.n_links):
        assert bool(T.link_label[i]) == (T.link_river[i] >= 0 or T.link_line[i] >= 0 or T.link_high[i])


def test_fortresses() -> None:
    assert names(T.fortress) == {
        "moscow", "tula", "leningrad", "stalingrad", "sevastopol", "konigsberg", "berlin", "tobruk",
    }  # fmt: skip


def test_ground_for_exploitation() -> None:
    for a in ("reims", "nancy"):
        assert T.exploit_ground[AREA[a]]
    for a in ("tula", "moscow", "kalinin", "konigsberg"):
        assert not T.exploit_ground[AREA[a]]
    assert T.terrain_bonus[AREA["kalinin"]] == 1


def test_rhine_maginot_line_and_oder() -> None:
    lined = {x for x in around("nancy") if T.link_line[link("nancy", x)] == AREA["nancy"]}
    assert lined == around("nancy") & territory("germany")
    for x in around("frankfurt") & territory("france"):
        assert T.link_river[link("frankfurt", x)] == AREA["frankfurt"]
    for x in ("poznan", "warsaw", "tarnow"):
        assert T.link_river[link("breslau", x)] == AREA["breslau"]


def test_ways_to_moscow_and_athens() -> None:
    assert {x for x in around("moscow") if T.lon[AREA[x]] < T.lon[AREA["moscow"]]} == {"kalinin", "tula"}
    assert around("athens") == {"ioanina"}


def test_eastern_line() -> None:
    east = names(T.east)
    assert east and east <= territory("ussr")
    assert not east & {"moscow", "stalingrad", "voronezh", "tula", "kalinin", "leningrad"}
    northern = [AREA[a] for a in territory("ussr") if T.lat[AREA[a]] > 50]
    west_edge = max(T.lon[a] for a in northern if not T.east[a])
    assert west_edge < min(T.lon[a] for a in northern if T.east[a]) + 1e-9


def test_frozen_areas() -> None:
    assert names(T.frozen) == {"kiev", "riga", "vilnius", "kovel", "tarnopol", "vinnitsa", "odessa"}
    border = {a for a in territory("ussr") if around(a) & (territory("germany") | territory("romania"))}
    assert border == names(T.frozen) - {"kiev"}
    assert {"riga", "kovel"} <= {T.area_id[a] for a in START.unit_area}


def test_karelia_lies_between() -> None:
    assert "karelia" in territory("finland")
    assert {"leningrad", "helsinki"} <= around("karelia")


def test_finland_is_no_walk_over() -> None:
    karelian = link("karelia", "helsinki")
    helsinki = AREA["helsinki"]
    assert T.link_river[karelian] == helsinki
    assert T.cf_full[TYPE["finnish_infantry"]] + T.terrain_bonus[helsinki] + T.river_bonus == 7


def test_exploitation_through_reims_meets_armies() -> None:
    assert {AREA[x] for x in around("reims")} <= set(START.unit_area)


def test_no_army_can_walk_into_a_capital_at_the_start() -> None:
    armies = [(a, START.unit_type[i]) for i, a in enumerate(START.unit_area)]
    for c in range(T.n_countries):
        side = T.country_side[c]
        if side == const.NEUTRAL or T.major[c]:
            continue
        own = {a for a, k in armies if T.type_side[k] == side}
        steps = {T.capital[c]: 0}
        queue = deque(steps)
        while queue:
            here = queue.popleft()
            if here in own:
                continue
            for there in T.neighbours[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        for a, k in armies:
            near = a in steps and steps[a] <= T.move[k] and T.may_operate[T.type_nation[k]][T.capital[c]]
            if T.enemy[T.type_side[k]][side] and near:
                assert a in own, (T.country_id[c], T.area_id[a])


# ---------------------------------------------------------------- rules index and examples


def test_rules_index() -> None:
    ids = [r.id for r in PACK.rules.rules]
    assert len(set(ids)) == len(ids)
    for section, parts in ((4, 7), (13, 11), (17, 1), (22, 14)):
        assert {f"{section}.{i}" for i in range(1, parts + 1)} <= set(ids)
    assert {str(n) for n in range(1, 25)} <= set(ids)


def test_examples_speak_of_things_that_exist() -> None:
    examples = tomllib.loads((Path(__file__).parent / "examples.toml").read_text("utf-8"))
    ids = {r.id for r in PACK.rules.rules}
    seen = [e["id"] for e in examples["examples"]]
    assert len(set(seen)) == len(seen)
    for example in examples["examples"]:
        assert set(example["rules"]) <= ids
        assert example.get("position") in (None, *examples["positions"])
    for figure in examples["positions"].values():
        assert {u["area"] for u in figure["armies"]} <= set(T.area_id)
        assert {u["army"] for u in figure["armies"]} <= set(T.type_id)
        assert set(figure.get("control", {})) <= set(T.area_id)
