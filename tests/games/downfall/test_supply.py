"""Line of Supply [7]."""

import tomllib
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sandtable.games import load_game
from sandtable.games.downfall.components.constants import ALLIES, AVAILABLE, AXIS, NEUTRAL, POOL, UNUSED, USSR
from sandtable.games.downfall.components.relations import load_pack
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.tables import build_tables
from sandtable.games.downfall.rules import supply
from sandtable.games.downfall.testing import add_army, position, tables, unit_at

DATA = Path(load_game("downfall").data_folder)

BLITZKRIEG = {"axis": ["blitzkrieg"], "allies": ["blitzkrieg"], "ussr": ["blitzkrieg"]}

# The pocket of example 2: Germans on all sides of Vilnius, Dvinsk theirs, everything else still Soviet.
POCKET: list[str] = [
    "3 german_infantry@riga",
    "soviet_infantry@riga",
    "german_armor@dvinsk",
    "2 soviet_infantry@vilnius",
    "2 german_infantry@kovel",
    "soviet_infantry@kovel",
    "2 german_armor@minsk",
    "soviet_armor@minsk",
]


def line(g: Board, army: str, area: str) -> bool:
    """Whether an army of this type, put into the area if it is not there, has a line."""
    t = g.t
    found = [u for u in g.at[t.area_index[area]] if t.type_id[t.unit_type[u]] == army]
    return supply.has_line(g, found[0] if found else add_army(g, army, area))


def others(g: Board, side: str, *keep: str) -> None:
    """Give everything but these areas to a side."""
    for area in range(g.t.n_areas):
        if g.t.area_id[area] not in keep:
            g.set_control(area, g.t.side_id.index(side))
    g.supplied = None


# --- the rules one by one


@pytest.mark.rule("downfall", "7")
@pytest.mark.rule("downfall", "7a")
def test_path_through_controlled_areas_to_a_supply_area() -> None:
    g = position(control={"brussels": "axis", "calais": "axis"})
    assert line(g, "german_infantry", "calais")
    g = position(control={"calais": "axis", "hamburg": "allies"})  # no way by land, none by sea
    g.set_control(g.t.area_index["danzig"], ALLIES)
    others(g, "allies", "calais", "ruhr", "berlin", "breslau", "frankfurt")
    assert not line(g, "german_infantry", "calais")
    assert line(g, "german_infantry", "leipzig")  # beside a controlled Supply Area


@pytest.mark.rule("downfall", "7a")
def test_a_supply_area_counts_only_for_the_side_of_its_country_and_only_if_controlled() -> None:
    g = position(developments=BLITZKRIEG)
    others(g, "axis", "baku")
    g.set_control(g.t.area_index["baku"], ALLIES)  # taken by the partner: a source for neither
    assert not line(g, "british_infantry", "grozny")
    assert not line(g, "soviet_infantry", "grozny")
    g.set_control(g.t.area_index["baku"], USSR)
    g.supplied = None
    assert line(g, "soviet_infantry", "grozny")
    assert not line(g, "british_infantry", "grozny")


@pytest.mark.rule("downfall", "7a")
def test_the_capital_feeds_armies_of_its_own_country_only() -> None:
    g = position()
    others(g, "ussr", "bucharest", "timisoara")
    g.set_control(g.t.area_index["bucharest"], AXIS)
    g.set_control(g.t.area_index["timisoara"], AXIS)
    for area in ("bucharest", "timisoara", "belgrad", "nis"):
        assert line(g, "romanian_infantry", area) == (area != "nis")
        assert not line(g, "german_infantry", area)
        for unit in g.at[g.t.area_index[area]]:
            g.take(unit)
    g.set_control(g.t.area_index["bucharest"], USSR)
    assert not line(g, "romanian_infantry", "timisoara")


@pytest.mark.rule("downfall", "7b")
def test_the_armys_own_area_need_not_be_controlled() -> None:
    g = position(armies=["french_infantry@reims"])
    assert g.control[g.t.area_index["reims"]] == ALLIES
    assert line(g, "german_infantry", "reims")  # Frankfurt is adjacent
    assert not line(g, "german_infantry", "orleans")


@pytest.mark.rule("downfall", "7c")
def test_enemy_armies_cut_the_line_without_blitzkrieg() -> None:
    g = position(armies=POCKET, control={"dvinsk": "axis"}, side="ussr")
    assert not line(g, "soviet_infantry", "vilnius")
    g.take(unit_at(g, "german_infantry", "kovel"))
    assert not line(g, "soviet_infantry", "vilnius")
    g.take(unit_at(g, "german_infantry", "kovel"))
    assert line(g, "soviet_infantry", "vilnius")


@pytest.mark.rule("downfall", "7c")
def test_armies_of_the_partner_do_not_cut_the_line() -> None:
    g = position()
    others(g, "axis", "kuibyshev", "saratov", "stalingrad")
    add_army(g, "british_infantry", "saratov")  # R17
    assert line(g, "soviet_infantry", "stalingrad")
    add_army(g, "german_infantry", "saratov")
    assert not line(g, "soviet_infantry", "stalingrad")


@pytest.mark.rule("downfall", "7d")
def test_supply_areas_and_capitals_feed_even_among_enemies() -> None:
    around = {"tallinn": "axis", "pskov": "axis", "novgorod": "axis", "tikhvin": "axis", "karelia": "axis"}
    armies = ["german_infantry@leningrad"]
    g = position(control=around, armies=armies)
    assert line(g, "soviet_infantry", "leningrad")
    g.set_control(g.t.area_index["leningrad"], AXIS)
    assert not line(g, "soviet_infantry", "leningrad")

    g = position(armies=["german_infantry@paris"])
    others(g, "axis", "paris")
    assert line(g, "french_infantry", "paris")
    assert not line(g, "british_infantry", "paris")
    assert line(g, "french_infantry", "reims")  # next to the capital: it is a source in spite of the Germans


@pytest.mark.rule("downfall", "7e")
@pytest.mark.rule("downfall", "13.1d")
def test_with_blitzkrieg_own_armies_carry_the_line_and_enemies_do_not_cut_it() -> None:
    g = position(armies=POCKET, control={"dvinsk": "axis"}, developments={"axis": ["blitzkrieg"]})
    assert line(g, "german_armor", "minsk")  # through the infantry in Kovel
    for unit in g.at[g.t.area_index["kovel"]]:
        g.take(unit)
    assert line(g, "german_armor", "minsk")  # through Dvinsk and the infantry in Riga
    for unit in g.at[g.t.area_index["riga"]]:
        g.take(unit)
    assert not line(g, "german_armor", "minsk")

    g = position(armies=POCKET, control={"dvinsk": "axis"}, side="ussr")
    g.tiles[g.t.tile_of[USSR][g.t.blitzkrieg]] = AVAILABLE
    assert line(g, "soviet_infantry", "vilnius")  # Kovel and Minsk are Soviet, Germans in them or not
    g.tiles[g.t.tile_of[USSR][g.t.blitzkrieg]] = UNUSED
    g.supplied = None
    assert not line(g, "soviet_infantry", "vilnius")


@pytest.mark.rule("downfall", "7f")
def test_by_sea_between_controlled_coasts() -> None:
    g = position()
    others(g, "axis", "united_states", "marseilles", "lyon", "milan")
    assert line(g, "british_infantry", "marseilles")
    assert line(g, "british_infantry", "lyon")
    add_army(g, "german_infantry", "marseilles")
    assert line(g, "british_infantry", "marseilles")  # a controlled coast is a port for the army in it
    assert not line(g, "british_infantry", "lyon")  # but the line does not go on among enemies
    g.set_control(g.t.area_index["marseilles"], AXIS)
    assert not line(g, "british_infantry", "marseilles")


@pytest.mark.rule("downfall", "7f")
def test_an_uncontrolled_coast_is_no_port_even_with_blitzkrieg() -> None:
    g = position(developments=BLITZKRIEG)
    others(g, "axis", "united_states", "canada", "london")
    assert not line(g, "british_infantry", "marseilles")
    assert line(g, "british_infantry", "york")  # by land from London
    g = position(developments=BLITZKRIEG, armies=["german_infantry@hamburg"])
    others(g, "allies", "berlin", "tripoli")
    assert line(g, "german_infantry", "copenhagen")  # the army in Hamburg carries the line by land,
    assert not line(g, "german_infantry", "tripoli")  # but opens no port


@pytest.mark.rule("downfall", "7f")
def test_supply_passes_gibraltar_and_the_danish_straits() -> None:
    g = position()  # R34
    others(g, "allies", "stettin", "berlin", "tripoli")
    assert line(g, "german_infantry", "tripoli")
    assert line(g, "german_infantry", "sirte")


@pytest.mark.rule("downfall", "7f")
def test_a_canal_is_open_to_the_side_that_holds_it() -> None:
    pack = load_pack(DATA)
    kept = tuple([p for p in pack.seas.passages if p.kind != "strait_of_gibraltar"])
    t = build_tables(replace(pack, seas=replace(pack.seas, passages=kept)))
    g = position(t=t, control={"crete": "axis", "suez": "axis"})
    others(g, "allies", "hamburg", "berlin", "crete", "suez")
    assert line(g, "german_infantry", "crete")  # round Africa and through the canal
    g.set_control(t.area_index["suez"], ALLIES)
    g.supplied = None
    assert not line(g, "german_infantry", "crete")


@pytest.mark.rule("downfall", "7g")
def test_a_beachhead_is_supplied_by_sea_until_given_up() -> None:
    armies = ["british_infantry@caen", "german_infantry@caen"]
    g = position(side="allies", armies=armies)
    others(g, "axis", "london", "united_states")
    g.set_control(g.t.area_index["london"], ALLIES)
    assert not line(g, "british_infantry", "caen")
    g.mark_beach(g.t.area_index["caen"], 1 << ALLIES)
    g.supplied = None
    assert line(g, "british_infantry", "caen")
    g.mark_beach(g.t.area_index["caen"], 1 << USSR)
    g.supplied = None
    assert not line(g, "british_infantry", "caen")


@pytest.mark.rule("downfall", "7g")
def test_a_beachhead_feeds_its_neighbours_only_with_blitzkrieg() -> None:
    armies = ["british_infantry@caen", "british_armor@paris"]
    for developed in (False, True):
        g = position(
            side="allies",
            armies=armies,
            beachheads={"caen": "allies"},
            developments=BLITZKRIEG if developed else {},
        )
        others(g, "axis", "london", "united_states")
        assert line(g, "british_infantry", "caen")
        assert line(g, "british_armor", "paris") == developed


@pytest.mark.rule("downfall", "7h")
def test_soviet_lines_do_not_cross_the_baltic() -> None:
    g = position()
    others(g, "axis", "leningrad", "riga", "gorki")
    assert not line(g, "soviet_infantry", "riga")
    g.set_control(g.t.area_index["tallinn"], USSR)
    assert line(g, "soviet_infantry", "riga")  # by land
    g = position()
    others(g, "ussr", "stettin", "berlin", "riga")
    g.set_control(g.t.area_index["riga"], AXIS)
    assert line(g, "german_infantry", "riga")  # the Axis may


@pytest.mark.rule("downfall", "7i")
def test_axis_lines_do_not_cross_the_black_sea() -> None:
    g = position(control={"sevastopol": "axis"}, developments=BLITZKRIEG)
    assert not line(g, "german_infantry", "sevastopol")
    g = position(control={"sevastopol": "ussr", "krivoi_rog": "axis", "dnepropetrovsk": "axis"})
    assert line(g, "soviet_infantry", "sevastopol")  # the USSR may
    g.set_control(g.t.area_index["sevastopol"], ALLIES)
    g.set_control(g.t.area_index["krasnodar"], AXIS)
    g.set_control(g.t.area_index["tbilisi"], ALLIES)
    assert line(g, "british_infantry", "sevastopol")  # and the Allies, through the Turkish Straits too
    g.set_control(g.t.area_index["sevastopol"], AXIS)
    others(g, "allies", "berlin", "ruhr", "breslau", "tarnopol", "kovel", "sevastopol", "athens")
    assert not line(g, "german_infantry", "sevastopol")


@pytest.mark.rule("downfall", "7f")
def test_only_the_seas_that_the_rule_names_are_closed_to_supply() -> None:
    """The Turkish Straits are open to Allied and Soviet supply, though not to their armies (R34)."""
    for side, closed in ((AXIS, {"black_sea"}), (ALLIES, set()), (USSR, {"baltic_sea"})):
        groups = tables().supply_group[side][0]
        names = tables().sea_id
        assert {names[sea] for sea in range(len(names)) if groups[sea] < 0} == closed
        assert len({label for label in groups if label >= 0}) == 1
    armies = ["soviet_infantry@athens"]
    g = position(side="ussr", control={"athens": "ussr"}, armies=armies)
    assert line(g, "soviet_infantry", "athens")  # from Baku by land, from Odessa by sea
    others(g, "axis", "leningrad", "gorki", "kuibyshev", "baku", "moscow")
    assert not line(g, "soviet_infantry", "athens")


@pytest.mark.rule("downfall", "7j")
def test_axis_lines_use_no_egyptian_coast() -> None:
    egypt = {"sidi_barrani": "axis", "el_alamein": "axis", "alexandria": "axis"}
    g = position(control=egypt)
    assert line(g, "afrika_korps", "alexandria")  # along the coast from Tobruk
    g = position(control={**egypt, "tobruk": "allies"})
    assert not line(g, "afrika_korps", "alexandria")
    g = position(beachheads={"alexandria": "axis"})
    assert not line(g, "german_infantry", "alexandria")
    g = position(control={"crete": "axis"})
    assert line(g, "german_infantry", "crete")
    g = position()
    others(g, "axis", "united_states", "alexandria")
    assert line(g, "british_infantry", "alexandria")  # the Allies may


@pytest.mark.rule("downfall", "7k")
@pytest.mark.rule("downfall", "7l")
def test_armies_without_a_line_are_eliminated_and_can_be_built_again() -> None:
    g = position(turn=7, side="ussr", armies=POCKET, control={"dvinsk": "axis"})
    lost = list(g.at[g.t.area_index["vilnius"]])
    kept = [unit for unit in range(g.t.n_units) if g.place[unit] != POOL and unit not in lost]
    supply.eliminate_unsupplied(g)
    assert [g.place[unit] for unit in lost] == [POOL, POOL]
    assert [g.cond[unit] for unit in lost] == [0, 0]
    assert all(g.place[unit] != POOL and unit in g.at[g.place[unit]] for unit in kept)
    assert not g.at[g.t.area_index["vilnius"]]
    assert g.free_unit(g.t.type_index["soviet_infantry"]) in lost
    assert g.log is not None
    assert [event.rule for event in g.log.events] == ["7k"]


@pytest.mark.rule("downfall", "7k")
def test_only_armies_at_war_of_the_active_side_are_judged() -> None:
    armies = [
        "german_armor@orleans",  # cut off; carries the line of nobody
        "german_armor@lyon",
        "italian_infantry@tobruk",  # not at war
        "british_infantry@vienna",  # cut off as well, but not its turn
    ]
    g = position(armies=armies, developments=BLITZKRIEG, at_war=["germany", "united_kingdom", "france"])
    supply.eliminate_unsupplied(g)
    on_map = sorted(g.t.type_id[g.t.unit_type[u]] for u in range(g.t.n_units) if g.place[u] != POOL)
    assert on_map == ["british_infantry", "italian_infantry"]


@pytest.mark.rule("downfall", "7k")
def test_all_armies_are_judged_before_any_is_removed() -> None:
    armies = ["german_armor@timisoara", "romanian_infantry@belgrad"]
    g = position(armies=armies, developments=BLITZKRIEG)
    others(g, "ussr", "bucharest")
    supply.eliminate_unsupplied(g)  # the Germans are cut off, but the Romanians had a line through them
    assert not g.at[g.t.area_index["timisoara"]]
    assert unit_at(g, "romanian_infantry", "belgrad") >= 0


@pytest.mark.rule("downfall", "7e")
def test_with_blitzkrieg_armies_next_to_each_other_carry_the_line_on() -> None:
    armies = ["german_armor@reims", "german_armor@paris"]
    g = position(armies=armies, developments=BLITZKRIEG)
    supply.eliminate_unsupplied(g)
    assert line(g, "german_armor", "paris")
    g.take(unit_at(g, "german_armor", "reims"))
    assert not line(g, "german_armor", "paris")


@pytest.mark.rule("downfall", "18s")
def test_partisans_always_have_a_line() -> None:
    g = position(turn=12, surrendered={"yugoslavia": "axis"}, partisans=True)
    others(g, "axis")
    assert line(g, "yugoslav_infantry", "nis")
    assert not line(g, "british_infantry", "nis")
    g.partisans = False
    assert not line(g, "yugoslav_infantry", "nis")


def test_counters_off_the_map_have_no_line() -> None:
    g = position()
    assert not supply.has_line(g, 0)


def test_the_cache_follows_every_change() -> None:
    g = position(armies=["german_armor@reims"], developments=BLITZKRIEG)
    paris = g.t.area_index["paris"]
    assert supply.supplied(g) is supply.supplied(g)
    assert supply.supplied(g)[paris] == 1
    unit = unit_at(g, "german_armor", "reims")
    g.move(unit, g.t.area_index["berlin"])
    assert supply.supplied(g)[paris] == 0
    supply.hand_over(g, [g.t.area_index["reims"]], AXIS, "6b")
    assert supply.supplied(g)[paris] == 1
    assert supply.supplied(g.copy()) == supply.flood(g, AXIS)


# --- against a plain search for each army


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text())


class Atlas:
    """The map straight from the component files."""

    def __init__(self) -> None:
        self.areas = {a["id"]: a for a in read("areas")["areas"]}
        self.countries = {c["id"]: c for c in read("countries")["countries"]}
        self.near: dict[str, set[str]] = {a: set() for a in self.areas}
        for link in read("links")["links"]:
            self.near[link["a"]].add(link["b"])
            self.near[link["b"]].add(link["a"])
        self.seas = read("seas")

    def waters(self, side: str, zones: list[str], mine: set[str]) -> set[str]:
        """All zones that supply of a side reaches from a coast on these zones."""
        closed = {r["sea"] for r in self.seas["restrictions"] if r["side"] == side and r["use"] == "supply"}
        reached = set(zones) - closed
        todo = deque(reached)
        while todo:
            zone = todo.popleft()
            for passage in self.seas["passages"]:
                if zone in (passage["a"], passage["b"]):
                    other = passage["b"] if zone == passage["a"] else passage["a"]
                    canal = passage.get("requires_control", "")
                    if other not in reached | closed and (not canal or canal in mine):
                        reached.add(other)
                        todo.append(other)
        return reached


ATLAS = Atlas()


def plain_search(g: Board, unit: int) -> bool:
    """The definition of rule 7, army by army, over names."""
    t = g.t
    side = t.unit_side[unit]
    name = t.side_id[side]
    nation = t.country_id[t.unit_nation[unit]]
    area_id = t.area_id
    mine = {area_id[a] for a in range(t.n_areas) if g.control[a] == side}
    own = {area_id[a] for a in range(t.n_areas) if g.armies(side, a)}
    foes = {area_id[a] for a in range(t.n_areas) if g.foes(side, a)}
    beaches = {area_id[a] for a in range(t.n_areas) if g.beach[a] >> side & 1}
    blitzkrieg = g.tile(side, t.blitzkrieg)
    barred = {b["territory"] for b in ATLAS.seas["supply_barred"] if b["side"] == name}

    def source(a: str) -> bool:
        area = ATLAS.areas[a]
        country = area.get("supply_area_of", "")
        fed = bool(country) and ATLAS.countries[country]["side"] == name
        return a in mine and (fed or area.get("capital_of") == nation)

    def usable(a: str) -> bool:
        return source(a) or (a in mine | own if blitzkrieg else a in mine - foes)

    def port(a: str) -> bool:
        area = ATLAS.areas[a]
        return bool(area["seas"]) and a in mine | beaches and area["territory"] not in barred

    start = area_id[g.place[unit]]
    seen = {start}
    todo = deque([start])
    while todo:
        a = todo.popleft()
        if source(a):
            return True
        steps = set(ATLAS.near[a])
        if port(a):
            waters = ATLAS.waters(name, ATLAS.areas[a]["seas"], mine)
            steps |= {b for b in ATLAS.areas if port(b) and waters & set(ATLAS.areas[b]["seas"])}
        for b in steps:
            if b not in seen and usable(b):
                seen.add(b)
                todo.append(b)
    return False


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Positions with control, armies, beachheads and Blitzkrieg at random, some tame, some wild."""
    t = tables()
    g = position(developments={s: ["blitzkrieg"] for s in draw(st.sets(st.sampled_from(t.side_id[:3])))})
    g.side = draw(st.integers(AXIS, USSR))
    rng = draw(st.randoms(use_true_random=False))
    share = draw(st.sampled_from((0.05, 0.2, 0.5, 0.9)))
    for area in range(t.n_areas):
        if rng.random() < share:
            g.set_control(area, rng.randrange(NEUTRAL + 1))
    for _ in range(draw(st.integers(0, 60))):
        unit = rng.randrange(t.n_units)
        if g.place[unit] == POOL:
            area = rng.randrange(t.n_areas)
            g.put(unit, area, rng.randrange(1, 3))
            if rng.random() < 0.3 and t.seas[area]:
                g.mark_beach(area, g.beach[area] | 1 << t.unit_side[unit])
    return g


@pytest.mark.rule("downfall", "7")
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(boards())
def test_the_flood_agrees_with_a_plain_search(g: Board) -> None:
    for unit in range(g.t.n_units):
        if g.place[unit] != POOL:
            assert supply.has_line(g, unit) == plain_search(g, unit)


@settings(max_examples=30, deadline=None)
@given(boards())
def test_what_is_kept_is_what_the_flood_gives(g: Board) -> None:
    kept = supply.supplied(g)
    assert len(kept) == g.t.n_areas
    assert kept == supply.flood(g, g.side)
    assert supply.supplied(g) is kept
