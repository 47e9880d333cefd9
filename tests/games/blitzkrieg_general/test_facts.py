"""A pack that contradicts the rulebook gets a message with rule, file and entry; the game's own does not.

What the tutorials do with the components is tried as well: their moves, strengths, supply and expenses.
"""

import tomllib
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from sandtable.games.blitzkrieg_general.components.facts import FAR, Checker, check_facts
from sandtable.games.blitzkrieg_general.components.schema import FILES, ScenarioFile
from tests.games.blitzkrieg_general.rulebook import DATA, PACK, RULEBOOK
from tests.games.packs import (
    changed_pack,
)

S39 = "scenarios/s1939.toml"
S41 = "scenarios/s1941.toml"
CHECKER = Checker(PACK)
FACTS = RULEBOOK.facts
found = RULEBOOK.told
AREA = {a.id: a for a in PACK.areas.areas}
ZONE = {z.id: z for z in PACK.seazones.seazones}
UNIT = {u.id: u for u in PACK.units.units}
CARD = {c.id: c for c in PACK.cards.cards}
LINK = {frozenset((x.a, x.b)): x for x in PACK.links.links}
SCENARIO: dict[str, ScenarioFile] = {s.id: s for s in PACK.scenarios}


# Pairs of spaces that are joined, or no longer are, and a message; there may be more messages for the rule.
LINES = [
    (
        'a = "normandy", b = "western_france", kind = "land"',
        'a = "normandy", b = "maginot", kind = "land"',
        '[A1.2n] links.toml: from maginot by land one gets to "normandy", "paris", "vichy", '
        'the rulebook says "paris", "vichy".',
    ),
    (
        'a = "barents_sea", b = "scandinavian_sea", kind = "sea"',
        'a = "barents_sea", b = "coral_sea", kind = "sea", cross_map = true',
        "[B1.1a] links.toml: the seas of the maps meet at",
    ),
    (
        'a = "scandinavian_sea", b = "faroes_gap", kind = "sea"',
        'a = "channel", b = "cape_of_good_hope", kind = "sea"',
        "[T2] links.toml: from scandinavian_sea to cape_of_good_hope by sea it is",
    ),
    (
        'a = "red_sea", b = "persian_gulf", kind = "sea"',
        'a = "red_sea", b = "east_african_sea", kind = "sea"',
        "[B1.2c] links.toml: red_sea touches the inset, the rulebook says that it does not.",
    ),
]


def test_what_is_told_of_ways() -> None:
    kursk = [x for x in PACK.links.links if {"kursk", "kharkov"} == {x.a, x.b}]
    assert kursk  # one of the corners of Voronesh and Kharkov
    for old, new, sentence in LINES:
        text = (DATA / "links.toml").read_text("utf-8")
        if old not in text:
            a, b = old.split('"')[1], old.split('"')[3]
            old = old.replace(f'a = "{a}", b = "{b}"', f'a = "{b}", b = "{a}"')
        pack = changed_pack(DATA, FILES, PACK, ("links.toml", old, new))
        assert any(x.startswith(sentence) for x in check_facts(pack)), sentence


def without(*ends: str) -> list[str]:
    """The messages about a map without the links between these spaces."""
    left = [x for x in PACK.links.links if not {x.a, x.b} <= set(ends)]
    return check_facts(structs.replace(PACK, links=structs.replace(PACK.links, links=tuple(left))))


def test_what_is_told_of_links_that_are_missing() -> None:
    told = without("voronesh", "kursk", "rostov", "stalingrad", "kharkov")
    assert any("neighbours in common, the rulebook says that they meet at a corner" in x for x in told)
    told = without("sudan", "abessinia", "kenya", "congo")
    assert "[B1.2c] links.toml: sudan does not touch the inset, the rulebook says that it does." in told
    told = without("paris", "maginot")
    assert "[A1.2n] links.toml: paris and maginot have no border, the rulebook says that they touch." in told
    assert any(x.startswith('[A1.2n] links.toml: from maginot by land one gets to "vichy"') for x in told)
    zones = [z.id for z in PACK.seazones.seazones]
    assert any(" no way" in x for x in without(*[x for x in zones if x != "adria"]))


def test_what_is_told_of_links_that_are_too_many() -> None:
    link = structs.replace(LINK[frozenset(("england", "scotland"))], a="congo", b="irkutsk")
    told = check_facts(
        structs.replace(PACK, links=structs.replace(PACK.links, links=(*PACK.links.links, link)))
    )
    assert "[B1.2c] links.toml: irkutsk touches the inset, the rulebook says that it does not." in told
    link = structs.replace(link, a="usbekistan", b="n_siberia")
    told = check_facts(
        structs.replace(PACK, links=structs.replace(PACK.links, links=(*PACK.links.links, link)))
    )
    assert any(x.startswith("[B1.1d] links.toml: land of ussr joins irkutsk and usbekistan") for x in told)


def test_there_is_no_way_to_a_space_that_is_none() -> None:
    assert CHECKER.distance("sea", "adria", "atlantis", set()) == FAR


def test_totals_of_production() -> None:
    told = found(
        ("areas.toml", "prod_left = 5, prod_right = 3", "prod_left = 6, prod_right = 3"),
    )
    assert told == ["[T1] areas.toml: British production with the Pacific: found 21, the rulebook says 20."]


def test_a_scenario_that_is_missing() -> None:
    pack = structs.replace(PACK, scenarios=PACK.scenarios[:1])
    told = check_facts(pack)
    assert f"[S41] {S41}: there is no such scenario, the rulebook has one." in told
    assert all(S41 in x for x in told)


def test_whoever_may_buy_a_card_may_be_all() -> None:
    text = (DATA / "cards.toml").read_text("utf-8")
    assert 'owners = ["all"]' in text
    names = ", ".join([f'"{m.id}"' for m in PACK.nations.majors])
    assert found(("cards.toml", 'owners = ["all"]', f"owners = [{names}]")) == []


# ---------------------------------------------------------------- the facts themselves


def test_every_place_and_arrival_is_compared() -> None:
    for number, stated in enumerate(FACTS["set_up"]):
        for place in stated["places"]:
            checker = Checker(PACK)
            wrong = deepcopy(FACTS["set_up"][number])
            wrong["places"][place] += " I9"
            checker.check_set_up(wrong)
            assert len(checker.sentences) == 1 and f"units in {place}: found" in checker.sentences[0]
    for stated in FACTS["arrivals"]:
        for number in range(len(stated["rows"])):
            checker = Checker(PACK)
            wrong = deepcopy(stated)
            wrong["rows"][number]["units"] += " I9"
            checker.check_arrivals(wrong)
            assert len(checker.sentences) == 1


def test_gates_arrows_and_counters_are_compared() -> None:
    for part, change in (("gates", {"spaces": ["adria"]}), ("arrows", {"by_sea": []})):
        wrong = deepcopy(FACTS)
        wrong["map"][part].update(change)
        assert Checker(PACK).compare(wrong)
    wrong = deepcopy(FACTS)
    wrong["counters"]["count"] = 1
    assert Checker(PACK).compare(wrong) == ["[EQa] units.toml: there are 560 counters, the rulebook has 1."]


def test_a_bound_of_an_entry_that_is_missing() -> None:
    wrong = deepcopy(FACTS)
    wrong["bounds"][0]["entry"] = "xx"
    assert Checker(PACK).compare(wrong) == ['[T2] units.toml: units has no entry "xx", the rulebook has one.']


# ---------------------------------------------------------------- what the tutorials do

MOVES = tomllib.loads((Path(__file__).parent / "moves.toml").read_text("utf-8"))["moves"]
RANGE = {row.type: row.range for row in PACK.tables.ranges}
COAST = ("coast", "island")


@pytest.mark.parametrize("move", MOVES, ids=lambda m: f"{m['example']} {m['unit']} {m['start']} {m['end']}")
def test_a_move_of_a_tutorial(move: dict[str, Any]) -> None:
    start, end, kind = move["start"], move["end"], move["kind"]
    avoid = set(move.get("avoid", []))
    most = RANGE[UNIT[move["unit"]].type] * (2 if move.get("range") == "double" else 1)
    link = LINK.get(frozenset((start, end)))
    if kind in ("land", "exploit", "reserve"):
        right = CHECKER.distance("land", start, end, avoid) <= most
    elif kind == "retreat":
        right = link is not None and link.kind == "land" and not link.forbidden and end not in avoid
    elif kind == "rail":
        right = CHECKER.distance("land", start, end, avoid) < FAR
    elif kind in ("air", "rebase"):
        right = CHECKER.distance("air", start, end, avoid) <= most
    elif kind == "naval":
        right = CHECKER.distance("sea", start, end, avoid) <= most
    else:
        right = link is not None and link.kind in COAST
    assert right == move.get("legal", True)


TERRAIN = {row.id: row for row in PACK.tables.terrain}
BORDER = {str(row.id): row for row in PACK.tables.borders}


def strength(unit: str, area: str, start: str = "", face: str = "front", how: str = "") -> int:
    """A strength on land; how: d defends, w in bad weather, o out of supply, l lands, f fortress."""
    u = UNIT[unit]
    s = u.front if face == "front" else u.back
    land = u.type in ("infantry", "armor")
    attacks, fortress = "d" not in how, "f" in how
    if "l" in how:
        s //= 2
    if u.type == "task_force":
        s = (s + 1) // 2
    here = TERRAIN[AREA[area].terrain]
    s += here.arm if u.type == "armor" else 0
    if u.type == "infantry" and not attacks:
        s += here.inf_def + (TERRAIN["fortress"].inf_def if fortress else 0)
    if not land:
        halved = here.air_half or (fortress and attacks and TERRAIN["fortress"].air_half)
        s = (s // 2 if halved else s) + here.air
    if start:
        link = LINK[frozenset((start, area))]
        for name in ("river", "swamp_border", "mountain_border"):
            if getattr(link, name) and not (name == "mountain_border" and AREA[area].terrain == "mountain"):
                s += BORDER[name].arm if u.type == "armor" else BORDER[name].other
        if link.fortress_side == area and fortress:
            s += TERRAIN["fortress"].attacker + (TERRAIN["fortress"].arm if u.type == "armor" else 0)
    if "w" in how and (attacks or not land):
        s += PACK.tables.modifiers.bad_weather_attacking_land
    return s + (PACK.tables.modifiers.out_of_supply if "o" in how else 0)


# The strengths on the battle charts of the tutorials, and of the fortress.
STRENGTHS = [
    (3, "fin_inf_3", "karelia", "finland"), (2, "fin_inf_2", "karelia", "finland"),
    (1, "fin_air_2", "karelia"),
    (4, "ger_arm_5", "baltic", "western_poland"), (3, "ger_inf_4", "baltic", "western_poland"),
    (2, "ger_inf_3", "baltic", "western_poland"), (3, "ger_air_3", "baltic"),
    (3, "ger_arm_4", "east_poland", "western_poland"), (2, "ger_inf_3", "east_poland", "western_poland"),
    (1, "ger_inf_3", "east_poland", "western_poland", "back"),
    (0, "hun_inf_2", "lwow", "hungary"), (2, "ger_inf_3", "lwow", "western_poland"),
    (4, "ger_arm_5", "lwow", "western_poland"), (4, "ger_air_4", "lwow"), (1, "hun_air_1", "lwow"),
    (4, "ger_inf_4", "odessa", "romania"), (2, "rom_inf_2", "odessa", "romania"),
    (1, "sov_tf_2_r", "odessa", "", "front", "d"),
    (3, "ger_arm_5", "yugoslavia", "bulgaria"), (3, "ger_inf_4", "yugoslavia", "austria"),
    (2, "ger_inf_3", "yugoslavia", "hungary"), (3, "ger_inf_3", "yugoslavia", "bulgaria"),
    (3, "ita_inf_3", "yugoslavia", "northern_italy"), (2, "ita_inf_2", "yugoslavia", "albania"),
    (2, "bul_inf_2", "yugoslavia", "bulgaria"), (1, "ger_air_2", "yugoslavia"),
    (4, "yug_inf_3", "yugoslavia", "", "front", "d"), (3, "yug_inf_2", "yugoslavia", "", "front", "d"),
    (2, "yug_inf_2", "yugoslavia", "", "back", "d"),
    (2, "ita_inf_2", "cyreneica", "tripolitania"), (2, "ger_arm_4", "cyreneica", "tripolitania", "back"),
    (1, "ita_arm_2", "matruh", "cyreneica", "back"),
    (3, "jap_inf_4", "pakoe", "peking", "front", "w"), (1, "jap_inf_2", "pakoe", "peking", "front", "w"),
    (0, "jap_air_2", "pakoe", "", "front", "w"), (1, "jap_air_3", "pakoe", "", "front", "w"),
    (5, "chi_inf_4", "pakoe", "", "front", "dw"), (4, "chi_inf_3", "pakoe", "", "front", "dw"),
    (3, "chi_inf_2", "pakoe", "", "front", "dw"),
    (4, "ger_inf_4", "greece", "yugoslavia"), (3, "ger_arm_5", "greece", "yugoslavia"),
    (3, "ita_inf_3", "greece", "yugoslavia"), (1, "ita_air_2", "greece"),
    (3, "gre_inf_3", "greece", "", "back", "d"), (3, "be_inf_2_a", "greece", "", "front", "d"),
    (3, "ger_arm_5", "leningrad", "baltic"), (3, "ger_inf_4", "leningrad", "baltic"),
    (2, "ger_air_3", "leningrad"),
    (3, "sov_inf_3_r", "leningrad", "", "front", "d"), (2, "sov_inf_2_o", "leningrad", "", "front", "d"),
    (1, "sov_arm_2_o", "leningrad", "", "front", "d"),
    (2, "chi_inf_4", "peking", "sian", "front", "w"), (1, "chi_inf_3", "peking", "sian", "front", "w"),
    (3, "jap_inf_3", "peking", "", "front", "dw"), (1, "jap_air_2", "peking", "", "front", "dw"),
    (4, "sov_inf_4_r_g", "karelia", "leningrad"), (2, "sov_arm_3_o", "karelia", "leningrad"),
    (2, "sov_air_3_r", "karelia"),
    (1, "fin_inf_3", "karelia", "", "front", "do"), (0, "fin_inf_2", "karelia", "", "front", "do"),
    (2, "usa_arm_5", "western_france", "", "front", "l"),
    (2, "usa_inf_4", "western_france", "", "front", "l"),
    (1, "usa_inf_3", "western_france", "", "front", "l"), (1, "usa_inf_3", "western_france", "", "back", "l"),
    (1, "usa_arm_5", "western_france", "", "back", "l"), (1, "usa_inf_4", "western_france", "", "back", "l"),
    (2, "ger_arm_5", "maginot", "western_germany", "front", "f"),
    (3, "ger_inf_4", "maginot", "western_germany", "front", "f"),
    (4, "fra_inf_3", "maginot", "", "front", "df"), (2, "ger_air_4", "maginot", "", "front", "f"),
]  # fmt: skip


@pytest.mark.parametrize("case", STRENGTHS, ids=str)
def test_a_strength_of_a_tutorial(case: tuple[Any, ...]) -> None:
    assert strength(*case[1:]) == case[0]


# --- supply

HELD = {row.area: row.by for row in SCENARIO["s1941"].control}
AXIS = ("germany", "italy", "japan", "finland", "romania", "hungary", "bulgaria")
BRITISH = ("be", "greece", "yugoslavia")


def held(nations: tuple[str, ...]) -> set[str]:
    """The areas that nations control in 1941."""
    return {a for a in AREA if HELD.get(a, AREA[a].country) in nations}


def sources(nations: tuple[str, ...]) -> set[str]:
    """The home areas of nations that produce."""
    return {a.id for a in AREA.values() if a.home and a.country in nations and a.prod_left}


def ships(nations: tuple[str, ...], *types: str) -> set[str]:
    """The zones with ships of nations in 1941."""
    rows = [x for x in SCENARIO["s1941"].units if x.place in ZONE]
    return {x.place for x in rows if UNIT[x.unit].nation in nations and UNIT[x.unit].type in types}


def supplied(own: set[str], of: set[str], friends: set[str], enemies: set[str], closed: set[str]) -> set[str]:
    """The spaces that supply reaches from the sources in own areas."""
    reached = {a for a in of if a in own}
    queue = list(reached)
    while queue:
        here = queue.pop()
        for pair, link in LINK.items():
            if here in pair:
                (there,) = pair - {here}
                if there in AREA:
                    goes = there in own and not link.forbidden
                else:
                    goes = (there not in enemies or there in friends) and link.passage not in closed
                if goes and there not in reached:
                    reached.add(there)
                    queue.append(there)
    return reached


def standing(nations: tuple[str, ...]) -> set[str]:
    """The areas with units of nations in 1941."""
    rows = [x for x in SCENARIO["s1941"].units if x.place in AREA]
    return {x.place for x in rows if UNIT[x.unit].nation in nations}


def test_everybody_is_supplied_at_the_start_of_1941() -> None:
    axis = ("germany", "italy", "japan")
    tf = ("task_force",)
    any_ship = ("task_force", "convoy")
    closed = {"suez_canal", "gibraltar", "bosporus", "malaya"}
    found = supplied(held(AXIS), sources(AXIS), ships(axis, *any_ship), ships(("be",), *tf), closed)
    assert standing(AXIS) <= found
    closed = {"bosporus", "skagerrak"}
    found = supplied(held(BRITISH), sources(BRITISH), ships(("be",), *any_ship), ships(axis, *tf), closed)
    assert standing(BRITISH) <= found
    for nation in ("china", "ussr", "usa"):
        one = (nation,)
        assert standing(one) <= supplied(held(one), sources(one), ships(one, *any_ship), set(), set())


def test_who_is_out_of_supply_in_the_advanced_tutorial() -> None:
    taken = {
        "cyreneica",
        "matruh",
        "karelia",
        "baltic",
        "lwow",
        "odessa",
        "yugoslavia",
        "greece",
        "white_russia",
    }
    own = (held(AXIS) | taken | {"pakoe"}) - {"finland"}
    enemies = {"ionian_sea", "aegean_sea", "ligurian_sea", "sea_of_britain"}
    closed = {"suez_canal", "gibraltar", "bosporus"}
    found = supplied(own, sources(AXIS) - {"finland"}, {"levantinian_sea", "finnish_sea"}, enemies, closed)
    assert taken - found == {"matruh", "cyreneica", "karelia"}


# --- building

BUILT = {
    "s1939": "ger_arm_5 ger_air_2 ger_inf_2 ita_air_2 jap_tf_2 jap_air_3 jap_inf_2 jap_inf_2 chi_inf_2 "
    "chi_air_2_us usa_conv sov_arm_2_o sov_arm_2_o sov_air_1_o fra_inf_2 fra_inf_2 fra_inf_3_f fra_air_2 "
    "be_inf_3 be_air_3 be_conv",
    "s1941": "usa_tf_5 chi_inf_2 be_inf_3 be_inf_2_a be_tf_3 sov_inf_4_r_g sov_inf_4_r_g sov_inf_3_r "
    "sov_inf_3_r sov_inf_3_r sov_arm_5_r sov_air_2_r sov_air_2_r ita_inf_2 ita_air_2 jap_sub_2 jap_air_2 "
    "jap_inf_3 jap_inf_2 ger_air_3 ger_inf_3 ger_inf_3 ger_inf_3 rom_inf_2",
}


@pytest.mark.parametrize("scenario", BUILT)
def test_there_are_counters_for_what_the_tutorials_build(scenario: str) -> None:
    used = Counter(BUILT[scenario].split())
    for row in SCENARIO[scenario].units:
        used[row.unit] += row.n
    for coming in SCENARIO[scenario].reinforcements:
        used[coming.unit] += coming.n
    assert all(used[unit] <= UNIT[unit].count for unit in BUILT[scenario].split())


def cost(*units: str) -> int:
    """What building costs."""
    return sum([UNIT[u].cost for u in units])


def repair(unit: str) -> int:
    """What turning a unit to its front costs."""
    row = next(x for x in PACK.tables.production_chart if x.type == UNIT[unit].type)
    return row.repair + row.repair_per_strength * (UNIT[unit].front - UNIT[unit].back)


@pytest.mark.rule("blitzkrieg_general", "PC")
def test_what_the_tutorials_spend() -> None:
    assert repair("ger_inf_4") + cost("ger_arm_5", "ger_air_2", "ger_inf_2") == 18
    assert cost("ita_air_2") == 4
    japan = cost("jap_tf_2", "jap_air_3", "jap_inf_2", "jap_inf_2")
    assert 2 * repair("jap_inf_2") + repair("jap_inf_3") + japan == 17
    assert 4 * repair("chi_inf_2") + 2 * repair("chi_inf_3") + cost("chi_inf_2") == 8
    assert cost("chi_air_2_us", "usa_conv") == 8
    assert cost("sov_arm_2_o", "sov_arm_2_o", "sov_air_1_o") == 10
    assert cost("fra_inf_2", "fra_inf_2", "fra_inf_3", "fra_air_2") == 11
    assert cost("be_inf_3", "be_air_3", "be_conv") == 13
    assert 18 - CARD["morsecode"].cost - 2 == cost("usa_tf_5")
    assert 6 * repair("chi_inf_2") + cost("chi_inf_2") == 8
    assert repair("be_air_2") == 2 and repair("be_conv") + repair("be_inf_2_c") == 3
    assert cost("be_hq_gort", "be_inf_3", "be_inf_2_a", "be_tf_3") == 12
    assert UNIT["sov_air_1_o"].cost + UNIT["sov_inf_2_o"].cost - 1 + UNIT["sov_arm_3_o"].cost == 9
    assert repair("sov_arm_2_o") + 3 * repair("sov_inf_2_o") == 5
    soviet = ("sov_inf_4_r_g", "sov_inf_4_r_g", "sov_inf_3_r", "sov_inf_3_r", "sov_inf_3_r", "sov_arm_5_r")
    assert cost(*soviet, "sov_air_2_r", "sov_air_2_r") == 35
    assert cost("ita_inf_2", "ita_air_2") == 6 and repair("ger_sub_2") == 1
    assert 15 - CARD["coup_siam"].cost - 2 == cost("jap_sub_2", "jap_air_2", "jap_inf_3", "jap_inf_2")
    assert 2 * repair("ger_inf_3") + 2 * repair("rom_inf_2") == 4
    built = cost("ger_air_3", "ger_inf_3", "ger_inf_3", "ger_inf_3", "rom_inf_2")
    assert 26 - CARD["militia"].cost - 2 - 4 - built == 2


def left(area: str) -> int:
    """What an area gives its owner."""
    return AREA[area].prod_left


def right(area: str) -> int:
    """What an area gives a conqueror."""
    return AREA[area].prod_right


def test_production_of_1941_is_the_sum_of_its_areas() -> None:
    now = SCENARIO["s1941"].production_advanced
    own: Counter[str] = Counter()
    for a in AREA.values():
        holder = HELD.get(a.id, a.country)
        own[holder] += a.prod_left if holder == a.country else a.prod_right
    deliveries = {d.id: d.amount for d in PACK.timetable.deliveries}
    minors = sum([own[x] for x in ("finland", "romania", "hungary", "bulgaria")])
    assert own["germany"] + minors + deliveries["sweden_germany"] == now["germany"] == 23
    assert own["be"] + own["yugoslavia"] + own["greece"] == now["be"] == 24
    assert (
        (own["italy"], own["japan"], own["china"]) == (now["italy"], now["japan"], now["china"]) == (5, 15, 8)
    )


def test_production_of_1939_is_the_sum_of_its_areas() -> None:
    now = SCENARIO["s1939"].production_basic
    own: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for a in AREA.values():
        own[a.country] += 0 if a.id in PACK.timetable.be_pacific else a.prod_left
    for d in PACK.timetable.deliveries:
        given[d.taker] += d.amount
    for major in ("germany", "japan", "be", "france", "china", "italy"):
        assert own[major] + given[major] == now[major] == SCENARIO["s1939"].production_advanced[major]


def test_production_in_the_advanced_tutorial() -> None:
    delta = {x.event: x.delta for x in PACK.timetable.us_entry}
    rise = CARD["increase_us_production"].params.amount
    assert rise is not None
    assert 12 + delta["germany_or_italy_declares_war_on_ussr"] + delta["each_turn"] + rise == 18
    german = 23 + sum(
        [right(x) for x in ("karelia", "baltic", "lwow", "odessa", "yugoslavia", "white_russia")]
    )
    german += left("iraq")
    assert german == 28 and german - left("finland") - right("karelia") == 26
    lost = sum([left(x) for x in ("karelia", "white_russia", "baltic", "lwow", "odessa")])
    assert 34 - lost + right("finland") + left("karelia") == 33
    assert 24 - left("yugoslavia") - left("greece") - right("cyreneica") - left("matruh") == 20
    assert 5 + right("greece") + left("cyreneica") == 6
