"""The game's own components: where they come from, what the maps are like, and what was reconstructed.

What the rulebook states about them is in facts.toml, and `test_facts` compares the two; here stand the
properties of everything the text does not fix, and the rules that are nothing but data.
"""

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sandtable.games.blitzkrieg_general.components.facts import FAR, Checker
from sandtable.games.blitzkrieg_general.components.pack_relations import load_pack

DATA = Path(__file__).parents[3] / "sandtable" / "games" / "blitzkrieg_general" / "data"
PACK = load_pack(DATA)
CHECKER = Checker(PACK)
AREA = {a.id: a for a in PACK.areas.areas}
ZONE = {z.id: z for z in PACK.seazones.seazones}
UNIT = {u.id: u for u in PACK.units.units}
LINK = {frozenset((x.a, x.b)): x for x in PACK.links.links}
MAJOR = {m.id: m for m in PACK.nations.majors}
MINOR = {m.id: m for m in PACK.nations.minors}
CARD = {c.id: c for c in PACK.cards.cards}
S39, S41 = PACK.scenarios
RULINGS = 140
SPACES: list[Any] = [*PACK.areas.areas, *PACK.seazones.seazones]
GAME = "blitzkrieg_general"


def link(a: str, b: str) -> Any:
    """The link of two spaces, None: they do not touch."""
    return LINK.get(frozenset((a, b)))


def near(space: str, *kinds: str) -> set[str]:
    """What touches a space over links of some kinds."""
    return {b for pair, x in LINK.items() if space in pair and x.kind in kinds for b in pair - {space}}


# ---------------------------------------------------------------- packs that are damaged


# ---------------------------------------------------------------- provenance

FILES = [(p.relative_to(DATA).as_posix(), p.read_text("utf-8")) for p in sorted(DATA.rglob("*.toml"))]
RULES = {r.id for r in PACK.rules.rules}
INNER = (
    "ends",
    "needs",
    "params",
    "rail",
    "war_since",
    "peace",
    "no_retreat",
    "cards_in_effect",
    "rail_raised",
)


def entries(value: Any, name: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every table inside lists, with the name of its list."""
    found: list[tuple[str, dict[str, Any]]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += entries(inner, key)
    elif isinstance(value, list):
        for item in value:
            if isinstance(item, dict):
                found.append((name, item))
            found += entries(item, name)
    return found


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_every_entry_says_where_it_comes_from(name: str, text: str) -> None:
    content = tomllib.loads(text)
    assert name != "roles.toml" or content["src"]
    for where, entry in entries(content):
        if name != "rules.toml" and where not in INNER:  # a rule's id is its own provenance
            assert any(key == "src" or key.endswith("_src") for key in entry), entry


@pytest.mark.parametrize(("name", "text"), FILES, ids=[name for name, _ in FILES])
def test_data_mention_only_what_a_reader_can_open(name: str, text: str) -> None:
    assert "spec" not in text and "components/" not in text and "check.py" not in text
    assert all(1 <= int(number) <= RULINGS for number in re.findall(r"\bR(\d+)\b", text))
    for where, entry in entries(tomllib.loads(text)):
        ref = entry.get("ref", "")
        if entry.get("src") == "rulebook" and where not in (
            "units",
            "reinforcements",
            "late_setup",
            "control",
        ):
            assert where in ("flags",) or ref, entry
        for part in re.split(r"[,:]", ref)[:1]:
            first = part.split()[0] if part else ""
            assert first in RULES or ref in ("", "map fragment"), ref


# ---------------------------------------------------------------- the maps


@pytest.mark.rule(GAME, "B1.1")
@pytest.mark.rule(GAME, "A1.1")
def test_two_maps_of_areas_and_sea_zones() -> None:
    areas, zones = Counter([a.map for a in AREA.values()]), Counter([z.map for z in ZONE.values()])
    assert (areas, zones) == ({"europe": 88, "pacific": 73}, {"europe": 28, "pacific": 55})
    assert "bnl" in AREA and not {"belgium", "netherlands", "luxembourg"} & set(AREA)
    everywhere = {b for b in AREA if CHECKER.distance("air", "england", b, set()) < FAR}
    assert everywhere == set(AREA) - {"switzerland"}
    assert all(CHECKER.distance("sea", "north_sea", z, set()) < FAR for z in ZONE)


@pytest.mark.rule(GAME, "B1.1a")
def test_arrows_join_the_maps() -> None:
    across = [x for x in PACK.links.links if x.cross_map]
    assert len(across) == 10 and {x.kind for x in across} == {"land", "sea"}
    for x in PACK.links.links:
        maps = {(AREA[end].map if end in AREA else ZONE[end].map) for end in (x.a, x.b)}
        assert (len(maps) == 2) == x.cross_map
    by_sea = {frozenset((x.a, x.b)) for x in across if x.kind == "sea"}
    assert by_sea == {
        frozenset(("central_atlantic", "sea_of_panama")),
        frozenset(("indian_ocean", "red_sea")),
    }


@pytest.mark.rule(GAME, "B1.1b")
def test_seas_that_lie_apart_and_are_joined() -> None:
    assert link("coral_sea", "cape_naturaliste").kind == link("indian_ocean", "red_sea").kind == "sea"


@pytest.mark.rule(GAME, "B1.1c")
def test_western_turkey_lies_on_both_shores() -> None:
    assert {"black_sea", "aegean_sea"} <= near("western_turkey", "coast")
    assert {"greece", "bulgaria", "eastern_turkey"} <= near("western_turkey", "land")
    assert not link("western_turkey", "greece").forbidden


@pytest.mark.rule(GAME, "B1.1d")
def test_irkutsk_and_usbekistan_are_not_joined() -> None:
    assert link("irkutsk", "usbekistan") is None
    soviet = {a.id for a in AREA.values() if a.country == "ussr" and a.map == "pacific"}
    assert CHECKER.distance("land", "irkutsk", "usbekistan", set(AREA) - soviet) == FAR


@pytest.mark.rule(GAME, "B1.1e")
def test_an_island_group_is_one_area_with_the_name_of_its_zone() -> None:
    islands = [a for a in AREA.values() if a.kind == "island"]
    assert len(islands) == 33
    for a in islands:
        assert ZONE[a.sea].name == a.name and ZONE[a.sea].island == a.id
        assert near(a.id, "land", "coast", "island") == {a.sea}
    assert len([z for z in ZONE.values() if z.island]) == 33


@pytest.mark.rule(GAME, "B1.2")
@pytest.mark.rule(GAME, "B1.2a")
@pytest.mark.rule(GAME, "TEC8")
def test_forbidden_borders() -> None:
    closed = {frozenset((x.a, x.b)) for x in PACK.links.links if x.forbidden}
    assert {b for pair in closed if "switzerland" in pair for b in pair} >= near("switzerland", "land")
    assert not CHECKER.near["land"]["switzerland"] and not CHECKER.near["air"]["switzerland"]
    assert all(CHECKER.near["air"][min(pair)].get(max(pair)) for pair in closed if "switzerland" not in pair)


@pytest.mark.rule(GAME, "B1.2b")
def test_lake_baikal() -> None:
    assert link("jablonovy", "irkutsk").forbidden
    assert CHECKER.distance("land", "jablonovy", "irkutsk", set()) > 1
    assert CHECKER.distance("air", "jablonovy", "irkutsk", set()) == 1


@pytest.mark.rule(GAME, "B1.2c")
def test_the_east_african_inset() -> None:
    inset = {a.id for a in AREA.values() if a.inset} | {z.id for z in ZONE.values() if z.inset}
    assert inset == {
        "abessinia", "kenya", "tanganyika", "congo", "rhodesia", "south_africa", "madagascar",
        "cape_of_good_hope", "east_african_sea", "madagascar_sea",
    }  # fmt: skip
    gates = {b for a in inset for b in near(a, "land", "sea", "coast") if b not in inset}
    assert gates == {"west_african_sea", "persian_gulf", "sudan"}
    assert near("abessinia", "coast") == {"east_african_sea"} and not near("red_sea", "sea", "coast") & inset


@pytest.mark.rule(GAME, "B6.1a")
def test_a_corner_is_no_border() -> None:
    assert link("voronesh", "kharkov") is None
    assert len(near("voronesh", "land") & near("kharkov", "land")) >= 2
    assert CHECKER.distance("land", "voronesh", "kharkov", set()) == 2


@pytest.mark.rule(GAME, "A6.2c")
def test_the_areas_of_japan_are_joined_so_that_railways_work_within_it() -> None:
    home = {a.id for a in AREA.values() if a.home == "japan"}
    assert len(home) > 1
    others = set(AREA) - home
    assert all(CHECKER.distance("land", "southern_japan", a, others) < FAR for a in home)


@pytest.mark.rule(GAME, "TEC11")
def test_land_units_do_not_walk_into_the_sea() -> None:
    assert not any(b in ZONE for a in AREA for b in CHECKER.near["land"][a])
    assert all(
        CHECKER.distance("land", "england", b, set()) == FAR for b in ("normandy", "ireland", "channel")
    )


@pytest.mark.rule(GAME, "A1.1a")
@pytest.mark.rule(GAME, "A1.1d")
def test_limits_of_islands() -> None:
    assert AREA["midway_islands"].stack_limit == 2
    limited = {a.id for a in AREA.values() if a.stack_limit}
    assert limited <= {a.id for a in AREA.values() if a.kind == "island"} and len(limited) == 23
    assert not {"philippines", "java", "new_guinea", "england", "madagascar"} & limited


@pytest.mark.rule(GAME, "A1.2j")
@pytest.mark.rule(GAME, "TEC7")
def test_forbidden_coasts() -> None:
    closed = {a.id for a in AREA.values() if a.forbidden_coast}
    assert closed == {"scotland", "bnl", "western_germany"}
    assert all(near(a, "coast") for a in closed)


@pytest.mark.rule(GAME, "A1.2n")
def test_the_fortress_has_a_rear() -> None:
    open_sides = {b for b in near("maginot", "land") if not link("maginot", b).fortress_side}
    assert {b for b in open_sides if not link("maginot", b).forbidden} == {"paris", "vichy"}
    assert link("maginot", "western_germany").fortress_side == "maginot"


def crosses(
    a: tuple[float, float], b: tuple[float, float], c: tuple[float, float], d: tuple[float, float]
) -> bool:
    """Whether two lines cross."""

    def turn(o: tuple[float, float], p: tuple[float, float], q: tuple[float, float]) -> float:
        return (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


@pytest.mark.parametrize("kind", ["land", "sea"])
def test_no_two_links_of_a_map_cross(kind: str) -> None:
    points = {x.id: (x.lon + 360 if x.map == "pacific" and x.lon < 0 else x.lon, x.lat) for x in SPACES}
    maps = {x.id: x.map for x in SPACES}
    lines = [x for x in PACK.links.links if x.kind == kind and not x.cross_map]
    for number, x in enumerate(lines):
        for y in lines[number + 1 :]:
            if maps[x.a] == maps[y.a] and not {x.a, x.b} & {y.a, y.b}:
                assert not crosses(points[x.a], points[x.b], points[y.a], points[y.b]), (x, y)


def test_the_pacific_is_wide() -> None:
    def far(a: str, b: str) -> int:
        return CHECKER.distance("sea", a, b, set())

    assert (
        far("japanese_east_coast", "american_west_coast")
        == far("japanese_east_coast", "hawaiian_islands_sea")
        == 4
    )
    assert far("sea_of_okhotsk", "american_west_coast") > 3
    assert far("mariana_islands_sea", "hawaiian_islands_sea") == 3
    assert far("coral_sea", "south_atlantic") == 6 and far("sea_of_panama", "coral_sea") >= 4


# ---------------------------------------------------------------- nations


@pytest.mark.rule(GAME, "B1.0b")
def test_the_allies() -> None:
    assert {m.id for m in MAJOR.values() if m.side == "allies"} == {"be", "usa", "ussr", "france", "china"}
    colours = {u.color for u in UNIT.values() if u.nation == "ussr" and u.type not in ("hq", "naval_hq")}
    assert colours == {"orange", "red"}
    assert all(u.nation == "ussr" for u in UNIT.values() if u.color)


@pytest.mark.rule(GAME, "B1.0c")
@pytest.mark.rule(GAME, "B1.0h")
def test_the_axis_and_its_minors() -> None:
    assert {m.id for m in MAJOR.values() if m.side == "axis"} == {"germany", "italy", "japan"}
    leaning = {m.id for m in MINOR.values() if m.group == "axis_minor"}
    assert leaning == {"finland", "romania", "hungary", "bulgaria"}
    assert len([m for m in MINOR.values() if m.group == "neutral"]) == 17


@pytest.mark.rule(GAME, "B1.0d")
def test_the_bosses() -> None:
    assert {m.id for m in MAJOR.values() if m.boss} == {"germany", "usa"}


@pytest.mark.rule(GAME, "B1.0i")
def test_british_home_countries() -> None:
    letters = {h.id: h.letter for h in PACK.nations.home_countries if h.major == "be"}
    assert letters == {"uk": "", "canada": "C", "south_africa": "SA", "india": "I", "australia": "A"}
    for u in UNIT.values():
        if u.nation == "be":
            assert u.mark == letters[u.home]


@pytest.mark.rule(GAME, "B1.0e")
@pytest.mark.rule(GAME, "B1.0f")
@pytest.mark.rule(GAME, "B1.0g")
@pytest.mark.rule(GAME, "B1.0j")
def test_wars_of_1939() -> None:
    wars = {frozenset(pair) for pair in S39.wars}
    assert wars == {frozenset(("germany", x)) for x in ("france", "be", "poland")} | {
        frozenset(("japan", "china"))
    }
    at_war = {nation for pair in wars for nation in pair}
    assert {"italy", "usa", "ussr", *[m.id for m in MINOR.values() if m.id != "poland"]}.isdisjoint(at_war)
    assert S39.joined == ()


@pytest.mark.rule(GAME, "S41k")
@pytest.mark.rule(GAME, "S41c")
def test_wars_of_1941() -> None:
    axis = ("germany", "italy", "finland", "romania", "hungary", "bulgaria")
    wars = {frozenset((a, b)) for a in axis for b in ("be", "yugoslavia", "greece")}
    assert {frozenset(pair) for pair in S41.wars} == wars | {frozenset(("japan", "china"))}
    assert {x.nation: (x.side, x.manager) for x in S41.joined} == {
        **dict.fromkeys(("finland", "romania", "hungary", "bulgaria"), ("axis", "germany")),
        **dict.fromkeys(("greece", "yugoslavia"), ("allies", "be")),
    }


def test_home_areas() -> None:
    count = Counter([a.home for a in AREA.values()])
    assert count["ussr"] == 36 and AREA["mongolia"].home == ""
    homes = (
        "germany",
        "italy",
        "japan",
        "china",
        "usa",
        "uk",
        "canada",
        "india",
        "australia",
        "south_africa",
        "france",
    )
    assert [count[h] for h in homes] == [4, 2, 2, 10, 2, 2, 2, 4, 4, 1, 5]
    for h in PACK.nations.home_countries:
        own = [a for a in AREA.values() if a.home == h.id]
        assert sum([a.prod_left for a in own]) > 0  # so that its units can be placed
        if any(u.home == h.id and u.type in ("convoy", "task_force", "submarine") for u in UNIT.values()):
            assert any(near(a.id, "coast") for a in own)


# ---------------------------------------------------------------- counters


@pytest.mark.rule(GAME, "B2.1")
@pytest.mark.rule(GAME, "A2.1")
def test_classes_of_units() -> None:
    kinds: Counter[str] = Counter()
    for u in UNIT.values():
        kinds[u.type] += u.count
    assert set(kinds) == {row.type for row in PACK.tables.ranges} and sum(kinds.values()) == 468
    assert {u.id for u in UNIT.values() if u.type == "naval_hq"} == {"jap_hq_yamamoto", "usa_hq_nimitz"}


def test_the_ussr_and_china_have_counters_for_what_they_earn() -> None:
    placed = Counter[str]()
    for row in S41.units:
        placed[row.unit] += row.n
    for coming in S41.reinforcements:
        placed[coming.unit] += coming.n
    left = Counter[str]()  # Build Points of what is in the pool in 1941
    for u in UNIT.values():
        if u.mark != "US":
            left[u.nation] += u.cost * (u.count - placed[u.id])
    assert left["ussr"] >= 80 and left["china"] >= 50  # 38 and 2 were too few


@pytest.mark.rule(GAME, "B2.1a")
@pytest.mark.rule(GAME, "B2.1c")
def test_two_strengths() -> None:
    for u in UNIT.values():
        if "hq" not in u.type:
            assert 0 <= u.back < u.front <= 5
            if u.steps == 2 and u.type != "convoy":
                assert u.back == (u.front + 1) // 2


@pytest.mark.rule(GAME, "B2.1b")
def test_headquarters_have_a_rating() -> None:
    for u in UNIT.values():
        assert (u.command > 0) == (u.type in ("hq", "naval_hq")) and (u.front > 0) != (u.command > 0)


@pytest.mark.rule(GAME, "B2.1d")
def test_blank_backs_and_zeros() -> None:
    blank = {u.id for u in UNIT.values() if u.steps == 1 and "hq" not in u.type}
    assert blank == {u.id for u in UNIT.values() if u.type == "aircraft" and u.front == 1}
    assert {u.type for u in UNIT.values() if u.steps == 2 and u.back == 0} == {"convoy"}


def test_orange_units_are_those_of_1941() -> None:
    there: Counter[str] = Counter()
    for row in S41.units:
        there[row.unit] += row.n
    assert all(there[u.id] == u.count for u in UNIT.values() if u.color == "orange")
    unmarked = [
        x.src for x in S41.units if x.unit == "sov_air_1_o" and x.place in ("white_russia", "vitebsk")
    ]
    assert unmarked == ["inferred", "inferred"]  # R94


# ---------------------------------------------------------------- tables


@pytest.mark.rule(GAME, "TEC")
@pytest.mark.rule(GAME, "TEC1")
@pytest.mark.rule(GAME, "TEC2")
@pytest.mark.rule(GAME, "TEC3")
@pytest.mark.rule(GAME, "TEC4")
@pytest.mark.rule(GAME, "TEC5")
@pytest.mark.rule(GAME, "TEC6")
def test_terrain() -> None:
    rows = {
        x.id: (x.arm, x.inf_def, x.air_half, x.air, x.attacker, x.no_exploitation, x.stack_limit)
        for x in PACK.tables.terrain
    }
    assert rows == {
        "clear": (0, 0, False, 0, 0, False, 0),
        "desert": (0, 0, False, 0, 0, False, 3),
        "fortress": (-2, 1, True, 0, -1, False, 0),
        "forest": (-1, 0, False, -1, 0, False, 0),
        "mountain": (-2, 1, False, -1, 0, False, 0),
        "swamp": (-2, 2, True, 0, 0, True, 0),
    }


@pytest.mark.rule(GAME, "TEC9")
@pytest.mark.rule(GAME, "TEC10")
@pytest.mark.rule(GAME, "TEC12")
def test_borders() -> None:
    rows = {x.id: (x.arm, x.other, x.no_exploitation) for x in PACK.tables.borders}
    assert rows["river"] == (-1, -1, False) and rows["swamp_border"] == (-3, -1, True)
    assert rows["mountain_border"] == (-2, -1, False)


def test_bad_weather_hampers_searching() -> None:
    assert all(row.bad == row.good - 2 for row in PACK.tables.search)
    assert [(row.map, row.quarter, len(row.bad)) for row in PACK.tables.weather] == [
        ("europe", 1, 4), ("europe", 2, 1), ("europe", 3, 1), ("europe", 4, 4),
        ("pacific", 1, 1), ("pacific", 2, 2), ("pacific", 3, 2), ("pacific", 4, 1),
    ]  # fmt: skip


# ---------------------------------------------------------------- production and victory


def test_nobody_has_won_at_the_start_and_both_can_win() -> None:
    victory = PACK.tables.victory
    islands = [a for a in AREA.values() if a.pacific_island and a.prod_left == 0]
    held = Counter([a.country for a in islands])
    assert (held["japan"], held["be"] + held["usa"] + held["france"], held["bnl"]) == (6, 9, 0)
    assert len(islands) == 15  # as many as the printed track has boxes: nobody can hold more
    own: Counter[str] = Counter()
    for a in AREA.values():
        own[a.country] += a.prod_left
    allies = own["be"] + own["usa"] + own["ussr"] + own["france"] + own["china"]
    assert allies + 9 == 118 < victory.allied_points
    now, then = S41.production_advanced, S39.production_basic
    assert now["germany"] + now["italy"] + now["japan"] + 6 == 49 < victory.axis_points
    assert then["germany"] + then["japan"] + 6 == 40 < victory.axis_points
    assert now["be"] + now["china"] + held["be"] == 38
    axis = ("germany", "italy", "japan", "finland", "romania", "hungary", "bulgaria")
    for side, most in ((axis, 132), (("be", "usa", "ussr", "france", "china"), 159)):
        total = sum([a.prod_left if a.country in side else a.prod_right for a in AREA.values()])
        assert total + len(islands) == most


def test_what_japan_can_take_from_the_ussr() -> None:
    near_japan = ("vladivostok", "stanovoj", "jablonovy", "east_siberia", "irkutsk", "n_siberia")
    balance = {n.id: n.n for n in PACK.tables.numbers}["soviet_balance"]
    assert sum([AREA[a].prod_right for a in near_japan]) > balance


def test_the_islands_of_bnl() -> None:
    producing = {a.id for a in AREA.values() if a.country == "bnl" and a.pacific_island and a.prod_left}
    assert producing == set(PACK.roles.areas.bnl_islands) == set(CARD["japan_gains_bnl"].params.areas)
    assert sum([AREA[a].prod_left for a in producing]) == 3


@pytest.mark.rule(GAME, "TT15")
def test_british_pacific_production() -> None:
    areas = {a.id for a in AREA.values() if a.home in ("australia", "india") and a.prod_left} | {"burma"}
    assert set(PACK.timetable.be_pacific) == areas and sum([AREA[a].prod_left for a in areas]) == 7


@pytest.mark.rule(GAME, "TT6")
def test_the_baltic_produces_for_one_only() -> None:
    assert [(a.id, a.prod_only, a.prod_left, a.prod_right) for a in AREA.values() if a.prod_only] == [
        ("baltic", "germany", 0, 1)
    ]


# ---------------------------------------------------------------- scenarios


@pytest.mark.rule(GAME, "B3.0a")
@pytest.mark.rule(GAME, "B3.0b")
def test_calendar() -> None:
    assert (S39.start_year, S39.start_quarter, S41.start_year, S41.start_quarter) == (1939, 3, 1941, 2)
    for s in (S39, S41):
        assert (s.end_year, s.end_quarter) == (1945, 4)
    assert (S39.end_year - S39.start_year) * 4 + S39.end_quarter - S39.start_quarter + 1 == 26
    assert S39.modes == ("basic", "advanced") and S41.modes == ("advanced",)


@pytest.mark.rule(GAME, "S39d")
@pytest.mark.rule(GAME, "S39o")
def test_neutrals_are_set_up_later() -> None:
    late = {UNIT[x.unit].nation for x in S39.late_setup}
    standing = {UNIT[x.unit].nation for x in S39.units}
    assert late.isdisjoint(standing) and standing == {*MAJOR, "poland"}
    assert late == {m.id for m in MINOR.values()} - {"poland", "denmark", "baltic_states", "switzerland"}
    gone = {"finland", "romania", "hungary", "bulgaria", "bnl", "greece", "norway", "yugoslavia"}
    assert {UNIT[x.unit].nation for x in S41.late_setup} == late - gone


@pytest.mark.rule(GAME, "S39g")
def test_french_units_with_letters_stand_among_the_others() -> None:
    placed: Counter[str] = Counter()
    for x in S39.units:
        if UNIT[x.unit].nation == "france":
            placed[UNIT[x.unit].mark] += x.n
    assert placed["V"] == 3 and placed["F"] == 3 and placed[""] > 0


def test_france_in_1941() -> None:
    held = Counter([row.by for row in S41.control])
    assert held["vichy"] == 9 and held["usa_trust"] == 7 and "france" in S41.conquered
    for row in S41.control:
        assert (row.by == "usa_trust") == (AREA[row.area].country == "bnl" and row.area != "bnl")
    french = {a.id for a in AREA.values() if a.country == "france"}
    assert french == {row.area for row in S41.control if AREA[row.area].country == "france"}


def test_what_is_remembered_in_1941() -> None:
    assert {x.card for x in S41.cards_in_effect} & set(S41.cards_removed) == set()
    assert sum([len(hand) for hand in S41.hands.values()]) == 14 and len(S41.cards_removed) == 7
    assert "embargo_usa_japan" in S41.cards_played_before and S41.orange_units_once_complete
    assert S41.deliveries_in_force == ("sweden_germany",) and len(S39.deliveries_in_force) == 4
    there = {x.unit for x in S41.units} | {x.unit for x in S41.reinforcements}
    assert set(S41.eliminated_hqs).isdisjoint(there)
    assert not S39.orange_units_once_complete and not S39.be_pacific_active and not S39.peace


def test_headquarters_are_somewhere_in_both_scenarios() -> None:
    for s in (S39, S41):
        known = {x.unit for x in s.units} | {x.unit for x in s.reinforcements} | set(s.eliminated_hqs)
        missing = {u.id for u in UNIT.values() if "hq" in u.type} - known
        assert missing == (set() if s is S39 else {"fra_hq_georges"})


# ---------------------------------------------------------------- cards and looks


def test_cards_of_the_box() -> None:
    assert len(CARD) == 55 and len([c for c in CARD.values() if c.handler == "coup"]) == 13
    targets = {c.params.target for c in CARD.values() if c.handler == "coup"}
    assert targets == {m.id for m in MINOR.values() if m.group == "neutral"} - {
        "poland", "iran", "denmark", "baltic_states",
    }  # fmt: skip


def test_each_map_is_laid_out_around_its_middle() -> None:
    for look in PACK.drawing.maps:
        lons = [x.lon for x in SPACES if x.map == look.map]
        if look.map == "pacific":
            lons = [lon + 360 if lon < 0 else lon for lon in lons]
        assert min(lons) < look.meridian < max(lons) and max(lons) - look.meridian < 180
        assert look.meridian - min(lons) < 180
