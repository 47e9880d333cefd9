"""The facts Downfall's own components must satisfy: counts, references, map, tables and set-up."""

import math
import re
import tomllib
from collections import deque
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.downfall import tables as tb
from sandtable.games.downfall.load import load_pack
from sandtable.games.downfall.schema import Pack
from sandtable.games.downfall.tables import ALLIES, AXIS, NEUTRAL, USSR, StartPosition, Tables, build_tables

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "downfall" / "data"
PACK: Pack = load_pack(DATA)
T: Tables = build_tables(PACK)
START: StartPosition = T.scenarios[0]
AREA = T.area_index
COUNTRY = T.country_index
TYPE = T.type_index
SIDE_NAME = ("axis", "allies", "ussr", "neutral")


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


# ---------------------------------------------------------------- 1 components


@pytest.mark.parametrize(
    ("marker", "count"),
    [
        ("map", 1), ("army", 105), ("air_mission", 22), ("submarine_mission", 4), ("development_tile", 25),
        ("turn_marker", 1), ("control_marker", 30), ("army_activation_marker", 15),
        ("accumulated_armor_marker", 3), ("accumulated_supply_marker", 3), ("out_of_supply_marker", 4),
        ("actions_completed_marker", 12), ("die", 3), ("rulebook", 1),
    ],
)  # fmt: skip
@pytest.mark.rule("downfall", "1e")
def test_box(marker: str, count: int) -> None:
    assert dict(zip(T.marker_id, T.marker_count, strict=True))[marker] == count


@pytest.mark.rule("downfall", "1e")
def test_counts_of_counters() -> None:
    assert len(T.marker_id) == 14
    assert T.n_units == sum(T.type_count) == 105
    assert (sum(T.air_count), T.sub_count, T.n_tiles, T.n_devs) == (22, 4, 25, 11)
    assert [m.faces for m in PACK.markers.box if m.id == "die"] == [(1, 2, 3, 4, 5, 6)]
    assert T.die == 6
    assert sum(T.actions_total) == 12  # as many as there are markers for Actions completed


FACTORS = {
    "british_infantry": (4, 2), "british_armor": (5, 3), "british_advanced_armor": (6, 4),
    "american_infantry": (4, 2), "american_advanced_armor": (6, 4), "french_infantry": (3, 2),
    "french_armor": (5, 3), "belgian_infantry": (3, 2), "greek_infantry": (3, 2), "yugoslav_infantry": (3, 2),
    "soviet_infantry": (3, 2), "soviet_armor": (5, 3), "soviet_advanced_armor": (7, 4), "soviet_guards": (5,
    3),
    "german_infantry": (5, 3), "german_armor": (6, 4), "afrika_korps": (5, 3), "german_advanced_armor": (8,
    5),
    "italian_infantry": (3, 2), "finnish_infantry": (4, 2), "romanian_infantry": (4, 2),
    "hungarian_infantry": (4, 2), "bulgarian_infantry": (3, 2),
}  # fmt: skip
PRINTED = {
    "french_armor": 2, "yugoslav_infantry": 4, "soviet_infantry": 18, "soviet_advanced_armor": 4,
    "german_infantry": 16, "german_armor": 5, "afrika_korps": 1, "german_advanced_armor": 2,
    "italian_infantry": 8, "finnish_infantry": 2, "romanian_infantry": 2, "hungarian_infantry": 1,
    "bulgarian_infantry": 1,
}  # fmt: skip


@pytest.mark.parametrize(("army", "factors"), FACTORS.items(), ids=list(FACTORS))
@pytest.mark.rule("downfall", "1a")
def test_factors(army: str, factors: tuple[int, int]) -> None:
    assert (T.cf_full[TYPE[army]], T.cf_reduced[TYPE[army]]) == factors


def test_all_army_types() -> None:
    assert set(T.type_id) == set(FACTORS)


@pytest.mark.rule("downfall", "1a")
def test_every_army_has_two_faces_range_and_support() -> None:
    for k in range(T.n_types):
        assert T.cf_full[k] > T.cf_reduced[k] > 0
        assert (T.support_full[k], T.support_reduced[k]) == (2, 1)
        assert (T.move[k], T.move_attack[k]) == ((4, 3) if T.armor[k] else (3, 2))
        assert T.advanced[k] == (T.needs[k] == T.advanced_tanks)
        if T.needs[k] >= 0:
            assert T.tile_of[T.type_side[k]][T.needs[k]] >= 0


def test_afrika_korps() -> None:
    korps = TYPE["afrika_korps"]
    assert (T.cf_full_africa[korps], T.cf_reduced_africa[korps]) == (7, 4)
    others = [k for k in range(T.n_types) if k != korps]
    assert [T.cf_full_africa[k] for k in others] == [T.cf_full[k] for k in others]
    assert [T.cf_reduced_africa[k] for k in others] == [T.cf_reduced[k] for k in others]


@pytest.mark.parametrize(("army", "count"), PRINTED.items(), ids=list(PRINTED))
@pytest.mark.rule("downfall", "1e")
def test_printed_numbers(army: str, count: int) -> None:
    entry = PACK.armies.army_types[TYPE[army]]
    assert (entry.count, entry.count_src) == (count, "rulebook")


def test_numbers_that_are_not_printed() -> None:
    assert sum(t.count for t in PACK.armies.army_types if t.count_src != "rulebook") == 39
    assert {t.id for t in PACK.armies.army_types if t.count_src == "rulebook"} == set(PRINTED)


def test_guards() -> None:
    guards = TYPE["soviet_guards"]
    assert not T.armor[guards] and T.needs[guards] == T.guards


def test_counters_are_numbered_by_type() -> None:
    for unit in range(T.n_units):
        army = T.unit_type[unit]
        assert unit == T.first_unit[army] + T.unit_number[unit] - 1
        assert T.unit_side[unit] == T.country_side[T.unit_nation[unit]] == T.type_side[army]
        assert T.unit_armor[unit] == T.armor[army]


def test_missions() -> None:
    assert dict(zip(T.air_id, T.air_count, strict=True)) == {
        "german_air": 6, "british_air": 5, "american_air": 6, "soviet_air": 5,
    }  # fmt: skip
    assert T.air_bonus == [2] * 4 and T.air_mission_bonus == 2
    assert [[T.air_id[k] for k in kinds] for kinds in T.air_kinds_of_side] == [
        ["german_air"], ["british_air", "american_air"], ["soviet_air"],
    ]  # fmt: skip


def test_submarines_needed() -> None:
    assert (T.sub_side, T.sub_needed_basic, T.sub_needed_advanced) == (AXIS, 2, 1)
    assert (T.sub_needed_basic_warships, T.sub_needed_advanced_warships) == (0, 2)


# ---------------------------------------------------------------- 2 sides and countries


@pytest.mark.rule("downfall", "2")
@pytest.mark.rule("downfall", "2a")
def test_sides_and_who_is_at_war() -> None:
    assert T.side_id[:3] == ["axis", "allies", "ussr"]
    at_war = [{T.country_id[c] for c in range(T.n_countries) if START.at_war[c] and T.country_side[c] == s}
              for s in range(3)]  # fmt: skip
    assert at_war == [{"germany", "finland"}, {"united_kingdom", "france"}, {"ussr"}]
    starters = {c for c in T.country_id if T.entry_kind[COUNTRY[c]] == tb.ENTRY_START}
    assert starters == set().union(*at_war)


def test_enemies_and_partners() -> None:
    assert T.enemies == [1 << ALLIES | 1 << USSR, 1 << AXIS, 1 << AXIS, 0]
    assert T.partner[ALLIES][USSR] and T.partner[USSR][ALLIES]
    assert sum(sum(row) for row in T.partner) == 2


def test_seats() -> None:
    assert T.seats == {3: ((AXIS,), (ALLIES,), (USSR,)), 2: ((AXIS,), (ALLIES, USSR))}


@pytest.mark.parametrize(
    ("country", "turn", "side"),
    [
        ("belgium", 2, ALLIES),
        ("romania", 5, AXIS),
        ("hungary", 5, AXIS),
        ("bulgaria", 5, AXIS),
        ("greece", 5, ALLIES),
        ("yugoslavia", 9, ALLIES),
        ("united_states", 9, ALLIES),
    ],
)
def test_entry_by_turn(country: str, turn: int, side: int) -> None:
    c = COUNTRY[country]
    assert (T.entry_kind[c], T.entry_turn[c], T.country_side[c]) == (tb.ENTRY_TURN, turn, side)
    assert not START.at_war[c]


def test_italy_enters_with_the_fall_of_france() -> None:
    assert T.entry_kind[T.italy] == tb.ENTRY_SURRENDER
    assert T.entry_country[T.italy] == T.france
    assert T.country_side[T.italy] == AXIS


@pytest.mark.rule("downfall", "2m")
def test_denmark_and_norway_stay_out() -> None:
    for name in ("denmark", "norway"):
        c = COUNTRY[name]
        assert (T.entry_kind[c], T.country_side[c]) == (tb.ENTRY_NEVER, NEUTRAL)
        assert T.types_of_nation[c] == () and T.points[c] == 0 and not any(T.may_operate[c])


@pytest.mark.rule("downfall", "2l")
def test_major_powers() -> None:
    majors = {T.country_id[c] for c in range(T.n_countries) if T.major[c]}
    assert majors == {"germany", "ussr", "united_kingdom", "united_states"}


@pytest.mark.parametrize("zone", ["spain", "portugal", "switzerland", "sweden", "turkey"])
@pytest.mark.rule("downfall", "2k")
def test_closed_countries_have_no_areas(zone: str) -> None:
    assert zone in T.zone_id and zone not in AREA and zone not in COUNTRY


def test_countries_and_territories() -> None:
    assert (T.n_countries, T.n_territories) == (15, 21)
    for c in range(T.n_countries):
        assert T.capital_of[T.capital[c]] == c
        assert T.home[c]
    for a in range(T.n_areas):
        assert T.territory_owner[T.area_territory[a]] == T.area_country[a]
        assert T.supply_of[a] in (-1, T.area_country[a])
        assert T.key_of[a] in (-1, T.area_country[a])


# ---------------------------------------------------------------- 3 turns


@pytest.mark.rule("downfall", "3a")
def test_calendar() -> None:
    assert T.last_turn == len(T.year) - 1 == 22
    for turn in range(1, 23):
        assert (T.year[turn], T.season[turn]) == (1940 + (turn - 1) // 4, (turn - 1) % 4)
    for turn, name in ((1, "Winter 1940"), (2, "Spring 1940"), (7, "Summer 1941"), (9, "Winter 1942"),
                       (11, "Summer 1942"), (22, "Spring 1945")):  # fmt: skip
        assert T.turn_name[turn] == name
    assert (START.first_turn, START.last_turn) == (1, 22)


@pytest.mark.rule("downfall", "19")
def test_winter_turns() -> None:
    assert [turn for turn in range(1, 23) if T.season[turn] == tb.WINTER] == [1, 5, 9, 13, 17, 21]


def test_order_of_sides() -> None:
    assert T.side_order == (AXIS, ALLIES, USSR)


# ---------------------------------------------------------------- 4 Actions


@pytest.mark.rule("downfall", "4a")
def test_actions() -> None:
    assert tb.ACTION_IDS == ("supply", "reinforcements", "armor_production", "air_missions",
                             "submarine_missions", "development", "lend_lease")  # fmt: skip
    assert [x.id for x in PACK.tables.action_types] == list(tb.ACTION_IDS)
    owners = [[s for s in range(3) if sides[s]] for sides in T.action_sides]
    everyone = [AXIS, ALLIES, USSR]
    assert owners == [everyone, everyone, everyone, everyone, [AXIS], everyone, [ALLIES]]


@pytest.mark.rule("downfall", "4j")
@pytest.mark.rule("downfall", "4k")
@pytest.mark.rule("downfall", "4l")
def test_actions_per_turn() -> None:
    assert T.actions_limited == [3, 2, 2]
    assert T.actions_total == [4, 5, 3]


def test_changes_to_the_number_of_actions() -> None:
    rows = {
        T.mod_id[m]: (
            T.mod_kind[m], T.mod_side[m], T.mod_war[m], T.mod_delta[m],
            T.area_id[T.mod_area[m]] if T.mod_area[m] >= 0 else "", T.mod_country[m], T.mod_seasons[m],
            T.mod_group[m],
        )
        for m in range(T.n_mods)
    }  # fmt: skip
    total, any_war, year = 2, 3, 15
    assert rows == {
        "german_supply_area_lost": (tb.MOD_SUPPLY_AREA_LOST, AXIS, total, -1, "", T.germany, year, -1),
        "strategic_bombing": (tb.MOD_BOMBING, AXIS, total, -1, "", -1, year, -1),
        "trondheim": (
            tb.MOD_NOT_CONTROLLED,
            AXIS,
            total,
            -1,
            "trondheim",
            -1,
            1 << tb.WINTER | 1 << tb.SPRING,
            -1,
        ),
        "london_lost": (tb.MOD_ENEMY_CONTROLS, ALLIES, any_war, -1, "london", -1, year, 0),
        "submarines": (tb.MOD_SUBMARINES, ALLIES, any_war, -1, "", -1, year, 0),
        "moscow_lost": (tb.MOD_ENEMY_CONTROLS, USSR, total, -1, "moscow", -1, year, -1),
        "lend_lease": (tb.MOD_LEND_LEASE, USSR, any_war, 1, "", -1, year, -1),
    }


def test_repeated_actions() -> None:
    rows = [
        (T.repeat_side[r], T.repeat_war[r], T.repeat_year[r], T.repeat_lend_lease[r], T.repeat_types[r],
        T.repeat_max[r])
        for r in range(T.n_repeats)
    ]  # fmt: skip
    allied = (1 << tb.ACT_SUPPLY | 1 << tb.ACT_REINFORCEMENTS | 1 << tb.ACT_ARMOR | 1 << tb.ACT_AIR
              | 1 << tb.ACT_DEVELOPMENT)  # fmt: skip
    assert rows == [
        (ALLIES, 2, 0, False, allied, 2),
        (USSR, 3, 1943, True, 1 << tb.ACT_DEVELOPMENT, 2),
        (USSR, 3, 1944, True, 1 << tb.ACT_SUPPLY, 2),
    ]


def test_ways_into_total_war() -> None:
    assert T.total_war_turn == [9, 9, 9]
    row = {name: i for i, name in enumerate(T.trigger_id)}
    barbarossa, karelia, invasion = row["barbarossa"], row["karelia"], row["soviet_invasion"]
    assert names(T.trigger_areas[barbarossa]) == names(T.barbarossa_area) == territory("ussr")
    assert (T.trigger_by[barbarossa], T.trigger_delay[barbarossa], T.barbarossa_side) == (AXIS, 1, AXIS)
    assert names(T.trigger_areas[karelia]) == {"karelia"}
    assert (T.trigger_nation[karelia], T.trigger_delay[karelia]) == (T.germany, 1)
    assert names(T.trigger_areas[invasion]) == territory("germany") | territory("romania") | territory(
        "hungary"
    )
    assert (T.trigger_by[invasion], T.trigger_delay[invasion]) == (USSR, 0)
    assert [T.trigger_sides[i] for i in (barbarossa, karelia, invasion)] == [1 << AXIS | 1 << USSR] * 2 + [
        1 << AXIS
    ]


def test_yields() -> None:
    rows = {
        tb.ACTION_IDS[a]: (T.yield_base[a], T.yield_developed[a], T.yield_dev[a], T.action_needs[a])
        for a in range(7)
        if T.yield_base[a]
    }
    assert rows == {
        "supply": (5, 7, T.logistics, -1),
        "armor_production": (3, 5, T.tank_industry, -1),
        "air_missions": (2, 4, T.air_industry, T.aviation),
        "submarine_missions": (3, 3, -1, -1),
    }


def test_stock_limits() -> None:
    assert T.supply_max == [12, 12, 12]
    assert T.armor_max == [-1, -1, -1]


def test_supply_modifiers() -> None:
    rows = {
        T.area_id[T.supply_mod_area[m]]: (
            T.supply_mod_side[m], T.supply_mod_control[m], T.supply_mod_delta[m], T.supply_mod_last[m],
        )
        for m in range(T.n_supply_mods)
    }  # fmt: skip
    assert rows == {
        "bucharest": (AXIS, 1 << ALLIES | 1 << USSR, -2, 22),
        "grozny": (AXIS, 1 << AXIS, 2, 22),
        "baku": (USSR, 1 << AXIS, -2, 22),
        "suez": (ALLIES, 1 << AXIS, -2, 16),
    }


@pytest.mark.parametrize(
    ("side", "war", "turns", "points", "key"),
    [
        (AXIS, 0, (1, 22), 4, "germany"),
        (AXIS, 1, (1, 22), 4, "germany"),
        (ALLIES, 0, (1, 22), 2, ""),
        (ALLIES, 1, (1, 22), 4, ""),
        (USSR, 0, (1, 16), 4, ""),
        (USSR, 1, (1, 16), 8, "ussr"),
        (USSR, 1, (17, 22), 4, ""),
    ],
)
def test_reinforcement_points(side: int, war: int, turns: tuple[int, int], points: int, key: str) -> None:
    for turn in range(turns[0], turns[1] + 1):
        row = T.reinforce_row[side][war][turn]
        assert (T.reinforce_points[row], T.reinforce_key[row]) == (points, COUNTRY.get(key, -1))


def test_who_gets_allied_points() -> None:
    limited, total = (T.reinforce_row[ALLIES][war][10] for war in (0, 1))
    assert T.reinforce_nations[limited] == (T.united_kingdom,)
    assert T.reinforce_nations[total] == (T.united_kingdom, T.united_states)
    assert (T.reinforce_capped[total], T.reinforce_cap[total]) == (T.united_kingdom, 2)


def test_prices() -> None:
    assert T.build_points == (0, 1, 2)
    assert T.build_armor == T.convert_armor == (0, 1, 2)
    assert (T.upgrade_points, T.upgrade_armor) == (1, 1)


@pytest.mark.rule("downfall", "4.2d")
def test_supply_areas() -> None:
    assert {T.country_id[c]: names(T.supply_areas[c]) for c in range(T.n_countries) if T.supply_areas[c]} == {
        "germany": {"ruhr", "berlin", "breslau"},
        "united_kingdom": {"london", "canada", "suez"},
        "united_states": {"united_states"},
        "ussr": {"leningrad", "gorki", "kuibyshev", "baku"},
    }
    assert T.capital[T.soviet_union] == AREA["moscow"] and T.supply_of[AREA["moscow"]] == -1
    assert T.actions_total[AXIS] - (len(T.supply_areas[T.germany]) - 1) - 2 >= 0  # never below nought
    for area in ("konigsberg", "warsaw", "riga", "kovel", "minsk", "dvinsk", "vilnius"):
        assert T.supply_of[AREA[area]] == -1


def test_key_areas() -> None:
    assert {T.country_id[c]: len(T.key_areas[c]) for c in range(T.n_countries) if T.key_areas[c]} == {
        "germany": 8, "ussr": 10,
    }  # fmt: skip
    assert math.ceil(4 - 0.5 * 8) >= 0 and math.ceil(8 - 0.5 * 10) >= 1


def test_minor_reinforcements() -> None:
    every, half = 15, 1 << tb.WINTER | 1 << tb.SUMMER
    rows = {T.country_id[c]: (T.points[c], T.point_seasons[c]) for c in range(T.n_countries) if T.points[c]}
    others = ("belgium", "finland", "romania", "hungary", "bulgaria", "greece", "yugoslavia")
    assert rows == dict.fromkeys(("italy", "france"), (1, every)) | dict.fromkeys(others, (1, half))
    assert all(T.infantry_only[COUNTRY[c]] for c in rows)
    assert {T.country_id[c]: T.supply_income[c] for c in range(T.n_countries) if T.supply_income[c]} == {
        "italy": 3
    }


def test_development_actions() -> None:
    assert T.development_barred == [0, 4, 0]
    assert T.one_action_turn == 17


def test_lend_lease() -> None:
    assert (T.lend_lease_giver, T.lend_lease_receiver) == (ALLIES, USSR)
    assert (T.lend_lease_from, T.lend_lease_to, T.lend_lease_max) == (10, 20, 1)
    assert (T.area_id[T.lend_lease_area], T.lend_lease_side) == ("karelia", USSR)
    assert {T.year[t] for t in range(T.lend_lease_first, T.lend_lease_last + 1)} == {1941}
    assert (T.lend_lease_first, T.lend_lease_last) == (5, 8)


# ---------------------------------------------------------------- 5 to 8 stacking, supply, operations


def test_stacking() -> None:
    assert T.stacking == 3
    assert names(T.america) == {"united_states", "canada"}


def test_seas_closed_to_a_side() -> None:
    closed = [
        (side, use, T.sea_id[sea])
        for use, zones in (("naval", T.naval_seas), ("supply", T.supply_seas))
        for side in range(3)
        for sea in range(T.n_seas)
        if not zones[side] >> sea & 1
    ]
    assert closed == [
        (AXIS, "naval", "black_sea"),
        (AXIS, "supply", "black_sea"),
        (USSR, "supply", "baltic_sea"),
    ]
    for mask in (0, 1):
        for area in territory("egypt"):
            assert T.area_supply_groups[AXIS][mask][AREA[area]] == 0
            assert T.area_supply_groups[ALLIES][mask][AREA[area]] != 0
            assert T.area_naval_groups[AXIS][mask][AREA[area]] != 0


def sea_number(name: str) -> int:
    return T.sea_id.index(name)


def test_gibraltar_is_closed_to_axis_movement_only() -> None:
    atlantic, west = sea_number("north_atlantic"), sea_number("western_mediterranean")
    assert T.naval_group[AXIS][0][atlantic] != T.naval_group[AXIS][0][west]
    assert T.naval_group[AXIS][1][atlantic] != T.naval_group[AXIS][1][west]
    assert T.supply_group[AXIS][0][atlantic] == T.supply_group[AXIS][0][west]
    assert T.naval_group[ALLIES][0][atlantic] == T.naval_group[ALLIES][0][west]


def test_suez_opens_the_canal() -> None:
    assert T.canal_areas == (AREA["suez"],)
    red_sea, east = sea_number("cape_route"), sea_number("eastern_mediterranean")
    assert T.naval_group[AXIS][0][red_sea] != T.naval_group[AXIS][0][east]
    assert T.naval_group[AXIS][1][red_sea] == T.naval_group[AXIS][1][east]


def test_sea_zones() -> None:
    assert (T.n_seas, T.n_passages) == (13, 15)
    black = sea_number("black_sea")
    assert black not in T.passage_a and black not in T.passage_b
    allied = T.naval_group[ALLIES][0]
    assert len({allied[s] for s in range(T.n_seas) if s != black}) == 1
    for sea in range(T.n_seas):
        assert any(T.seas[a] >> sea & 1 for a in range(T.n_areas))
    eastern = [a for a in range(T.n_areas) if T.seas[a] >> sea_number("eastern_mediterranean") & 1]
    assert {T.territory_id[T.area_territory[a]] for a in eastern} <= {"egypt", "libya", "greece"}


def test_cost_of_operations() -> None:
    assert T.operation_cost == [0, 1, 1, 1, 1, 1, 2]
    assert T.naval_far_cost == 2


def test_double_costs() -> None:
    everything = sum(1 << op for op in range(1, 7))
    rows = {
        T.double_id[d]: (
            T.double_side[d],
            T.double_ops[d],
            T.double_when[d],
            T.double_turn[d],
            names(T.double_area[d]),
        )
        for d in range(T.n_doubles)
    }
    assert rows == {
        "blitz_in_the_west": (
            ALLIES, 1 << 1 | 1 << 2 | 1 << 3, tb.DOUBLE_WEST, 4, territory("france") | territory("belgium"),
        ),
        "barbarossa_surprise": (USSR, everything, tb.DOUBLE_BARBAROSSA, 9, set(T.area_id)),
        "winter_1942": (AXIS, everything, tb.DOUBLE_TURN, 9, territory("ussr")),
        "east_of_eastern_line": (AXIS, everything, tb.DOUBLE_ALWAYS, 0, names(T.east)),
    }  # fmt: skip


def test_strategic_limit() -> None:
    assert (T.strategic_side, T.strategic_armies) == (AXIS, 2)
    assert names(T.strategic_area) == territory("ussr")


def test_eastern_line() -> None:
    east = names(T.east)
    assert east and east <= territory("ussr")
    assert not east & {"moscow", "stalingrad", "voronezh", "tula", "kalinin", "leningrad"}
    northern = [AREA[a] for a in territory("ussr") if T.lat[AREA[a]] > 50]
    west_edge = max(T.lon[a] for a in northern if not T.east[a])
    assert west_edge < min(T.lon[a] for a in northern if T.east[a]) + 1e-9


def test_landing_limits() -> None:
    assert (T.landing_basic, T.landing_basic_armor, T.landing_armor, T.landing_lines_max) == (
        1,
        False,
        True,
        3,
    )
    assert [turn for turn in range(1, 23) if T.landing_turn[turn] == 4] == [17, 18, 19, 20]
    assert set(T.landing_turn[1:]) == {3, 4}
    assert not PACK.landings.limits.without_development.places


# ---------------------------------------------------------------- 9 politics


def test_where_armies_may_operate() -> None:
    africa = names(T.africa)
    lands: dict[str, set[str]] = {c: territory(c) for c in ("finland", "belgium", "yugoslavia", "greece")}
    lands["bulgaria"] = territory("bulgaria") | territory("greece") | territory("yugoslavia")
    for c in ("romania", "hungary"):
        lands[c] = territory(c) | territory("ussr")
    lands["italy"] = (
        africa | territory("italy") | territory("albania") | territory("yugoslavia") | territory("greece")
    )
    for number, country in enumerate(T.country_id):
        free = set(T.area_id) if T.types_of_nation[number] else set()
        assert names(T.may_operate[number]) == lands.get(country, free)
    assert {T.country_id[c]: n for c, n in enumerate(T.home_guard) if n} == {"italy": 4}


def test_political_tables() -> None:
    barred = {a for a in range(T.n_areas) if T.barred_until[T.germany][a]}
    assert names(barred) == territory("finland") | territory("greece") | names(T.africa)
    assert {T.barred_until[T.germany][a] for a in barred} == {5}
    assert not any(any(T.barred_until[c]) for c in range(T.n_countries) if c != T.germany)
    assert (T.passage_nation, T.passage_armies, T.passage_infantry_only, T.passage_side) == (
        T.germany,
        1,
        True,
        AXIS,
    )
    assert names(T.passage_area) == territory("romania")
    assert (T.no_move_side, T.no_move_turn) == (ALLIES, 1)
    assert T.west_nation == T.germany
    assert names(T.west_area) == territory("france") | territory("belgium")
    assert (T.no_attack_nation, T.no_attack_area, T.no_attack_side) == (
        COUNTRY["finland"],
        AREA["karelia"],
        USSR,
    )
    assert (T.protected_area, T.protected_nation, T.protected_first) == (
        AREA["calais"],
        T.united_kingdom,
        T.france,
    )


def test_frozen_areas() -> None:
    assert names(T.frozen) == {"kiev", "riga", "vilnius", "kovel", "tarnopol", "vinnitsa", "odessa"}
    assert (T.frozen_side, T.frozen_until) == (USSR, 9)
    border = {a for a in territory("ussr") if around(a) & (territory("germany") | territory("romania"))}
    assert border == names(T.frozen) - {"kiev"}
    held = {T.area_id[a] for a in START.unit_area}
    assert {"riga", "kovel"} <= held
    axis = ("germany", "finland", "italy", "romania", "hungary", "bulgaria")
    assert names(T.axis_ground) == {T.area_id[a] for c in axis for a in T.home[COUNTRY[c]]}


def test_karelia_lies_between() -> None:
    assert "karelia" in territory("finland")
    assert {"leningrad", "helsinki"} <= around("karelia")


# ---------------------------------------------------------------- 13 developments and landings


def tile(name: str) -> int:
    return T.tile_index[name]


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


@pytest.mark.rule("downfall", "13a")
def test_tiles_at_the_start() -> None:
    state = {T.tile_id[i]: START.tiles[i] for i in range(T.n_tiles) if START.tiles[i]}
    assert state == {
        "axis_blitzkrieg": tb.TILE_AVAILABLE, "axis_aviation": tb.TILE_AVAILABLE,
        "allies_aviation": tb.TILE_AVAILABLE, "ussr_aviation": tb.TILE_IN_PROGRESS,
    }  # fmt: skip
    assert START.in_progress_since == 0


def test_first_turns_of_tiles() -> None:
    assert {T.tile_id[i]: T.tile_turn[i] for i in range(T.n_tiles) if T.tile_turn[i]} == {
        "ussr_urals_industry": 5,
        "ussr_blitzkrieg": 9, "axis_advanced_tanks": 9, "allies_amphibious_landings": 9,
        "axis_advanced_warships": 13, "allies_advanced_warships": 13,
        "axis_advanced_aviation": 13, "allies_advanced_aviation": 13,
    }  # fmt: skip


def test_what_urals_industry_opens() -> None:
    needing = {T.tile_id[i] for i in range(T.n_tiles) if T.tile_requires[i] == T.urals_industry}
    assert needing == {"ussr_logistics", "ussr_guards", "ussr_tank_industry", "ussr_air_industry"}
    assert {i for i in range(T.n_tiles) if T.tile_requires[i] >= 0} == {tile(x) for x in needing}


def test_landing_lines() -> None:
    assert T.n_lines == 12
    for i in range(T.n_lines):
        assert T.seas[T.line_a[i]] & T.seas[T.line_b[i]] & 1 << T.line_sea[i]
        assert T.line_med[i] == T.sea_med[T.line_sea[i]]
    ends = {frozenset((T.area_id[T.line_a[i]], T.area_id[T.line_b[i]])) for i in range(T.n_lines)}
    assert frozenset(("hamburg", "oslo")) in ends  # Norway can be reached before 1942


def test_one_army_in_trondheim() -> None:
    north = [i for i in range(T.n_lines) if AREA["trondheim"] in (T.line_a[i], T.line_b[i])]
    assert [T.line_max[i] for i in north] == [1]
    assert {T.line_max[i] for i in range(T.n_lines) if i not in north} == {3}


def test_mediterranean_lines() -> None:
    assert sum(T.line_med) >= 2
    assert T.winter_med_lines


def origins(to: str) -> set[str]:
    """Where armies may come from to land in a place of the development."""
    return {
        T.area_id[T.option_from[o]]
        for o in range(T.n_options)
        if T.option_to[o] == AREA[to] and not T.option_line[o]
    }


AMERICA = {"united_states", "canada"}
BRITAIN = {"london", "plymouth", "liverpool", "york", "scotland"}


@pytest.mark.parametrize(
    ("places", "sources"),
    [
        ({"plymouth", "liverpool", "york", "scotland", "ireland"}, AMERICA),
        ({"nantes", "bordeaux"}, AMERICA | BRITAIN),
        ({"casablanca", "oran", "algiers", "suez"}, AMERICA),
        ({"brussels", "bergen"}, BRITAIN),
        ({"marseilles"}, {"tunisia"}),
    ],
)
def test_landing_places(places: set[str], sources: set[str]) -> None:
    for place in places:
        assert origins(place) == sources
        here = {o for o in range(T.n_options) if T.option_to[o] == AREA[place] and not T.option_line[o]}
        assert {T.option_max[o] for o in here} == {1}
        assert len({T.option_place[o] for o in here}) == 1


def test_landing_options() -> None:
    assert T.n_places == 12 + 14
    assert territory("united_kingdom") == BRITAIN
    assert origins("london") == set()
    pairs = [(T.option_from[o], T.option_to[o]) for o in range(T.n_options)]
    assert len(set(pairs)) == len(pairs)  # no line repeats a place of the list
    for area in range(T.n_areas):
        assert all(T.option_from[o] == area for o in T.landings_from[area])
    assert sum(len(x) for x in T.landings_from) == T.n_options == 24 + 43
    shut = [(T.area_id[T.option_from[o]]) for o in range(T.n_options) if not T.option_open[AXIS][o]]
    assert shut == ["sevastopol", "odessa"]
    assert all(T.option_open[ALLIES]) and all(T.option_open[USSR])


# ---------------------------------------------------------------- 16, 17 terrain and combat


@pytest.mark.rule("downfall", "16")
def test_terrain_bonus() -> None:
    bonus = PACK.tables.terrain_bonus
    assert (bonus.plain, bonus.forest, bonus.swamp, bonus.narrow_pass, bonus.mountain) == (0, 1, 1, 1, 1)
    assert (T.coast_bonus, T.river_bonus, T.strait_bonus, T.fortress_bonus, T.line_bonus) == (1, 1, 1, 1, 2)
    for a in range(T.n_areas):
        assert T.terrain_bonus[a] == len([x for x in T.terrain[a] if x != "plain"])
        assert T.plain[a] == (T.terrain_bonus[a] == 0)
    assert {x for kinds in T.terrain for x in kinds} == {
        "plain",
        "forest",
        "swamp",
        "narrow_pass",
        "mountain",
    }


def test_border_features_occur() -> None:
    assert any(T.link_high) and sum(T.link_strait) == 3
    assert len([x for x in T.link_river if x >= 0]) == 42
    assert len([x for x in T.link_line if x >= 0]) == 2
    for i in range(T.n_links):
        assert T.link_river[i] in (-1, T.link_a[i], T.link_b[i])
        assert T.link_line[i] in (-1, T.link_a[i], T.link_b[i])
        assert bool(T.link_label[i]) == (T.link_river[i] >= 0 or T.link_line[i] >= 0 or T.link_high[i])


def test_fortresses() -> None:
    assert names(T.fortress) == {
        "moscow", "tula", "leningrad", "stalingrad", "sevastopol", "konigsberg", "berlin", "tobruk",
    }  # fmt: skip
    assert T.terrain[AREA["moscow"]] == ("forest",) and T.terrain[AREA["tula"]] == ("plain",)
    soviet = {a for a in range(T.n_areas) if T.fortress_nation[a] == T.soviet_union}
    assert names(soviet) == territory("ussr")
    assert {T.fortress_nation[a] for a in range(T.n_areas) if a not in soviet} == {-1}


def test_ground_for_exploitation() -> None:
    assert (T.exploit_dev, T.exploit_threshold) == (T.blitzkrieg, 4)
    for a in ("riga", "kovel", "minsk", "reims", "nancy", "voronezh", "frankfurt", "brussels"):
        assert T.exploit_ground[AREA[a]]
    for a in ("tula", "moscow", "kalinin", "konigsberg"):
        assert not T.exploit_ground[AREA[a]]
    assert all(T.exploit_ground[a] for a in range(T.n_areas) if T.africa[a])


def test_special_factors() -> None:
    assert (T.together_nation, T.together_beside, T.together_bonus) == (T.italy, T.germany, 1)
    assert (T.factor_side, T.factor_turn, T.factor_delta) == ([AXIS], [9], [-1])
    assert names(T.factor_area[0]) == territory("ussr")


def test_low_rolls_that_count_as_three() -> None:
    bad = {"forest", "swamp", "mountain"}
    open_ground = {a for a in territory("ussr") if not bad & set(T.terrain[AREA[a]])}
    africa = names(T.africa)
    helped = {
        T.type_id[k]: {T.area_id[a] for a in range(T.n_areas) if T.floor_value[k][a] == 3}
        for k in range(T.n_types)
    }
    assert {k: v for k, v in helped.items() if v} == {
        "german_armor": open_ground,
        "german_advanced_armor": open_ground,
        "afrika_korps": open_ground | africa,
        "british_armor": africa,
        "british_advanced_armor": africa,
    }
    assert {x for row in T.floor_value for x in row} == {0, 3}


def test_casualties() -> None:
    order = (tb.TIE, tb.DOUBLE_SCORE, tb.LOSER_REDUCED, tb.NORMAL)
    assert [(T.result_winner[x], T.result_loser[x]) for x in order] == [(1, 1), (0, 2), (0, 2), (1, 2)]


def test_bombing() -> None:
    assert (T.bombing_side, T.bombing_target, T.bombing_area) == (ALLIES, AXIS, AREA["london"])
    assert (T.bombing_needed, T.bombing_double, T.bombing_double_cancels, T.bombing_cancels) == (2, 2, 2, 1)


def test_winter_air() -> None:
    assert T.winter_air == T.africa
    assert T.winter_air_turns == [(), (21,), ()]


# ---------------------------------------------------------------- 18, 20 surrender and victory


@pytest.mark.rule("downfall", "18f")
def test_how_countries_surrender() -> None:
    kinds = {T.country_id[c]: T.surrender_kind[c] for c in range(T.n_countries)}
    by_capital = ("finland", "romania", "hungary", "bulgaria", "greece", "yugoslavia", "denmark", "norway")
    assert kinds == {
        "france": tb.BY_OCCUPATION,
        "italy": tb.BY_ENEMY_ARMIES, "belgium": tb.BY_ENEMY_ARMIES,
        "germany": tb.BY_SUPPLY_AREAS, "ussr": tb.BY_SUPPLY_AREAS,
        "united_kingdom": tb.BY_NOTHING, "united_states": tb.BY_NOTHING,
    } | dict.fromkeys(by_capital, tb.BY_CAPITAL)  # fmt: skip
    f = T.france
    assert (T.surrender_number[f], T.territory_id[T.surrender_territory[f]]) == (3, "france")
    assert (T.surrender_nation[f], T.surrender_after[f]) == (T.germany, T.belgium)
    assert len(territory("france")) >= 4
    for c in ("italy", "belgium"):
        assert (T.surrender_number[COUNTRY[c]], T.territory_id[T.surrender_territory[COUNTRY[c]]]) == (2, c)
    colonies = {T.territory_id[i] for i in range(T.n_territories)
                if T.territory_colonial[i] and T.territory_owner[i] == T.italy}  # fmt: skip
    assert colonies == {"albania", "libya"}


def test_french_north_africa() -> None:
    assert T.territory_id[T.french_north_africa] == "french_north_africa"
    assert [T.territory_id[i] for i in range(T.n_territories) if T.territory_neutral_after[i]] == [
        "french_north_africa"
    ]
    colony = names(T.torch_area)
    assert colony == territory("french_north_africa")
    east = {a for a in colony if T.lon[AREA[a]] > T.lon[AREA["algiers"]]}
    assert names(T.torch_handover) == east == {"constantine", "tunisia"}
    assert names(T.torch_places) == {a for a in colony if origins(a)} == {"casablanca", "oran", "algiers"}
    assert (T.torch_armies, T.torch_side, T.torch_handover_to) == (3, ALLIES, AXIS)
    assert names(T.torch_from) == AMERICA


def test_partisans() -> None:
    rows = {T.country_id[c]: (T.partisan_turn[c], T.partisan_points[c], T.partisan_seasons[c])
            for c in range(T.n_countries) if T.partisan_turn[c]}  # fmt: skip
    assert rows == {"yugoslavia": (11, 2, 1 << tb.WINTER | 1 << tb.SUMMER)}


def test_victory() -> None:
    assert T.victory_country == T.germany
    assert (T.victory_before, T.victory_on_last, T.victory_survival) == ((ALLIES, USSR), (), (AXIS,))


# ---------------------------------------------------------------- 21 deployment

DEPLOYMENT = [
    pytest.param("germany", [
        ("konigsberg", "german_infantry", 2, 2), ("warsaw", "german_infantry", 2, 2),
        ("tarnow", "german_infantry", 1, 1), ("hamburg", "german_infantry", 1, 1),
        ("ruhr", "german_armor", 1, 2), ("ruhr", "german_infantry", 2, 2),
        ("frankfurt", "german_armor", 2, 2), ("frankfurt", "german_infantry", 1, 2),
        ("stuttgart", "german_infantry", 3, 2),
    ], marks=pytest.mark.rule("downfall", "21a"), id="germany"),
    pytest.param("united_kingdom", [
        ("calais", "british_infantry", 2, 2), ("alexandria", "british_armor", 1, 1),
        ("alexandria", "british_infantry", 1, 2), ("el_alamein", "british_infantry", 1, 2),
        ("scotland", "british_infantry", 1, 1),
    ], marks=pytest.mark.rule("downfall", "21b"), id="united_kingdom"),
    pytest.param("france", [
        ("calais", "french_infantry", 1, 2), ("reims", "french_infantry", 2, 2),
        ("reims", "french_armor", 1, 2),
        ("nancy", "french_infantry", 2, 2), ("paris", "french_infantry", 2, 2),
        ("paris", "french_armor", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21c"), id="france"),
    pytest.param("belgium", [
        ("brussels", "belgian_infantry", 2, 2),
    ], marks=pytest.mark.rule("downfall", "21d"), id="belgium"),
    pytest.param("ussr", [
        ("riga", "soviet_infantry", 2, 2), ("vilnius", "soviet_infantry", 2, 2),
        ("kovel", "soviet_infantry", 2, 2),
        ("tarnopol", "soviet_infantry", 2, 2), ("minsk", "soviet_armor", 1, 1),
        ("vinnitsa", "soviet_armor", 1, 1),
        ("odessa", "soviet_infantry", 1, 2), ("karelia", "soviet_infantry", 2, 2),
        ("karelia", "soviet_armor", 1, 1),
        ("leningrad", "soviet_infantry", 1, 2), ("kiev", "soviet_infantry", 2, 2),
        ("kiev", "soviet_armor", 1, 1),
        ("kharkov", "soviet_armor", 1, 1),
    ], marks=pytest.mark.rule("downfall", "21e"), id="ussr"),
    pytest.param("finland", [
        ("karelia", "finnish_infantry", 1, 2), ("helsinki", "finnish_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21f"), id="finland"),
    pytest.param("italy", [
        ("milan", "italian_infantry", 1, 2), ("albania", "italian_infantry", 3, 2),
        ("tobruk", "italian_infantry", 1, 2), ("benghazi", "italian_infantry", 1, 2),
        ("el_agheila", "italian_infantry", 1, 2), ("rome", "italian_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21g"), id="italy"),
    pytest.param("romania", [
        ("constanta", "romanian_infantry", 1, 2), ("brasov", "romanian_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21h"), id="romania"),
    pytest.param("hungary", [
        ("debrecen", "hungarian_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21i"), id="hungary"),
    pytest.param("bulgaria", [
        ("sofia", "bulgarian_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21j"), id="bulgaria"),
    pytest.param("greece", [
        ("ioanina", "greek_infantry", 2, 2),
    ], marks=pytest.mark.rule("downfall", "21k"), id="greece"),
    pytest.param("yugoslavia", [
        ("belgrad", "yugoslav_infantry", 1, 2), ("zagreb", "yugoslav_infantry", 1, 2),
        ("nis", "yugoslav_infantry", 1, 2),
    ], marks=pytest.mark.rule("downfall", "21l"), id="yugoslavia"),
]  # fmt: skip


def deployed(country: str) -> list[tuple[str, str, int, int]]:
    return [
        (T.area_id[START.unit_area[i]], T.type_id[k], START.unit_count[i], START.unit_step[i])
        for i, k in enumerate(START.unit_type)
        if T.type_nation[k] == COUNTRY[country]
    ]


@pytest.mark.parametrize(("country", "armies"), DEPLOYMENT)
def test_deployment(country: str, armies: list[tuple[str, str, int, int]]) -> None:
    assert sorted(deployed(country)) == sorted(armies)


@pytest.mark.rule("downfall", "21")
def test_whole_deployment() -> None:
    assert START.id == "campaign_1940"
    assert START.first_side == AXIS and START.players == (2, 3)
    assert sum(START.unit_count) == 70
    assert set(START.unit_step) == {tb.REDUCED, tb.FULL}
    assert START.total_war == [False, False, False] and START.barbarossa_turn == 0
    assert not any(START.surrendered)


@pytest.mark.rule("downfall", "21a")
@pytest.mark.rule("downfall", "21b")
@pytest.mark.rule("downfall", "21e")
def test_stocks() -> None:
    assert START.supply == [4, 2, 2]
    assert START.armor == [0, 2, 0]
    assert dict(zip(T.air_id, START.air, strict=True)) == {
        "german_air": 4, "british_air": 0, "american_air": 0, "soviet_air": 0,
    }  # fmt: skip
    assert START.submarines == 3


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


@pytest.mark.rule("downfall", "6a")
def test_control_at_the_start() -> None:
    for a in range(T.n_areas):
        owner = T.area_country[a]
        assert START.control[a] == (T.country_side[owner] if START.at_war[owner] else NEUTRAL)
    held = [START.control.count(s) for s in range(4)]
    assert held == [20, 29, 49, 37]


@pytest.mark.rule("downfall", "21f")
def test_karelia_at_the_start() -> None:
    karelia = AREA["karelia"]
    assert START.control[karelia] == AXIS
    sides = {T.type_side[START.unit_type[i]] for i, a in enumerate(START.unit_area) if a == karelia}
    assert sides == {AXIS, USSR}


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


# ---------------------------------------------------------------- the map

NAMED = {
    "germany": "Königsberg, Warsaw, Tarnow, Hamburg, Ruhr, Frankfurt, Stuttgart",
    "france": "Calais, Reims, Nancy, Paris, Nantes, Bordeaux, Marseilles",
    "egypt": "Alexandria, El Alamein, Suez",
    "united_kingdom": "Scotland, London",
    "belgium": "Brussels",
    "ussr": "Riga, Vilnius, Kovel, Tarnopol, Minsk, Vinnitsa, Odessa, Leningrad, Kiev, Kharkov, Moscow, "
            "Grozny, Baku, Dvinsk, Tallinn, Stalingrad, Voronezh, Rostov, Lugansk, Kalinin, Tula, Bryansk",
    "finland": "Karelia, Helsinki",
    "italy": "Milan, Rome",
    "albania": "Albania",
    "libya": "Tobruk, Benghazi, El Agheila",
    "romania": "Constanta, Brasov, Bucharest",
    "hungary": "Debrecen",
    "bulgaria": "Sofia",
    "greece": "Ioanina",
    "yugoslavia": "Belgrad, Zagreb, Nis",
    "norway": "Trondheim, Bergen",
    "canada": "Canada",
    "french_north_africa": "Casablanca, Oran, Algiers, Tunisia",
    "ireland": "Ireland",
}  # fmt: skip


@pytest.mark.parametrize(("land", "places"), NAMED.items(), ids=list(NAMED))
def test_places_the_rules_name(land: str, places: str) -> None:
    for place in places.split(", "):
        found = [a for a in PACK.areas.areas if a.name == place]
        assert [(a.territory, a.src) for a in found] == [(land, "rulebook")]


def test_size() -> None:
    assert (T.n_areas, T.n_links) == (135, 264)
    assert len({frozenset(x) for x in zip(T.link_a, T.link_b, strict=True)}) == T.n_links


def test_neighbours_and_borders_agree() -> None:
    for a in range(T.n_areas):
        assert len(T.neighbours[a]) == len(T.border[a]) == len(set(T.neighbours[a]))
        for b, border in zip(T.neighbours[a], T.border[a], strict=True):
            assert {a, b} == {T.link_a[border], T.link_b[border]}
            assert a in T.neighbours[b]


def test_bodies_of_land() -> None:
    parts = bodies(lambda a: T.neighbours[a])
    assert len(parts) == 9
    assert {"paris", "berlin", "moscow", "rome", "athens", "baku", "helsinki", "archangel", "copenhagen",
            "sicily"} <= parts[0]  # fmt: skip
    for part in (names(T.africa), territory("united_kingdom"), {"oslo", "bergen", "trondheim"},
                 {"sardinia", "corsica"}, {"ireland"}, {"crete"}, {"united_states"}, {"canada"}):  # fmt: skip
        assert part in parts


def test_everything_is_reached_by_land_and_sea() -> None:
    def step(a: int) -> set[int]:
        return {*T.neighbours[a], *[b for b in range(T.n_areas) if b != a and T.seas[a] & T.seas[b]]}

    assert len(bodies(step)) == 1


def test_every_area_can_be_reached_by_an_enemy() -> None:
    targets = {T.option_to[o] for o in range(T.n_options)}
    for a in range(T.n_areas):
        assert T.neighbours[a] or a in targets or T.america[a]


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


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("riga", "konigsberg"), ("riga", "vilnius"), ("vilnius", "konigsberg"), ("riga", "dvinsk"),
        ("riga", "tallinn"), ("tallinn", "dvinsk"), ("kovel", "minsk"), ("calais", "brussels"),
        ("reims", "frankfurt"), ("ruhr", "brussels"), ("bryansk", "tula"), ("tula", "moscow"),
        ("reims", "nancy"),
        ("voronezh", "lugansk"), ("voronezh", "stalingrad"), ("rostov", "stalingrad"), ("paris", "calais"),
    ],
)  # fmt: skip
def test_borders_the_examples_need(a: str, b: str) -> None:
    assert b in around(a)


def test_rhine_and_maginot_line() -> None:
    assert T.link_river[link("reims", "frankfurt")] == AREA["frankfurt"]
    assert T.link_river[link("ruhr", "brussels")] == AREA["ruhr"]
    assert T.link_line[link("nancy", "stuttgart")] == AREA["nancy"]
    assert T.link_line[link("reims", "nancy")] == T.link_line[link("reims", "frankfurt")] == -1
    lined = {x for x in around("nancy") if T.link_line[link("nancy", x)] == AREA["nancy"]}
    assert lined == around("nancy") & territory("germany")
    for x in around("frankfurt") & territory("france"):
        assert T.link_river[link("frankfurt", x)] == AREA["frankfurt"]
    for x in ("poznan", "warsaw", "tarnow"):
        assert T.link_river[link("breslau", x)] == AREA["breslau"]


def test_ways_to_moscow_and_athens() -> None:
    assert {x for x in around("moscow") if T.lon[AREA[x]] < T.lon[AREA["moscow"]]} == {"kalinin", "tula"}
    assert around("athens") == {"ioanina"}
    assert T.terrain_bonus[AREA["moscow"]] + T.fortress[AREA["moscow"]] == 2
    assert T.terrain_bonus[AREA["kalinin"]] == 1


def test_london_and_calais_share_a_sea() -> None:
    assert T.seas[AREA["london"]] & T.seas[AREA["calais"]]


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
        if side == NEUTRAL or T.major[c]:
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
    for position in examples["positions"].values():
        assert {u["area"] for u in position["armies"]} <= set(T.area_id)
        assert {u["army"] for u in position["armies"]} <= set(T.type_id)
        assert set(position.get("control", {})) <= set(T.area_id)
