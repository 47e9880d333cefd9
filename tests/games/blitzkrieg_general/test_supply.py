"""Supply: sources, ways over land and sea, what cuts them; checked against a plain recoding of the rules."""

import random

import pytest

from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import supply
from sandtable.games.blitzkrieg_general.rules.naval import straits
from sandtable.games.blitzkrieg_general.testing import position, unit_at, units_at
from tests.games.blitzkrieg_general.driving import log

WAR = [("germany", "be"), ("germany", "france")]


def supplied(g: Board, place: str, type_id: str) -> bool:
    """Whether a unit is in supply after a check."""
    supply.check(g)
    return g.supplied(unit_at(g, place, type_id))


@pytest.mark.rule("blitzkrieg_general", "A6.1")
@pytest.mark.rule("blitzkrieg_general", "A6.1a")
@pytest.mark.rule("blitzkrieg_general", "A6.1m")
def test_a_home_area_with_production_is_a_source() -> None:
    g = position(wars=WAR, units={"prussia": "ger_inf_3", "england": "be_inf_3"})
    assert supplied(g, "prussia", "ger_inf_3") and supplied(g, "england", "be_inf_3")
    # Everything around is an enemy's, but it needs no way to anywhere.
    around = {name: "be" for name in g.t.area_index if name not in ("prussia", "england")}
    g = position(wars=WAR, units={"prussia": "ger_inf_3"}, control=around)
    assert supplied(g, "prussia", "ger_inf_3")
    # A lost area is not a source any more, not even for a unit in it.
    g = position(wars=WAR, units={"prussia": "ger_inf_3"}, control={**around, "prussia": "be"})
    assert not supplied(g, "prussia", "ger_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.1a")
@pytest.mark.rule("blitzkrieg_general", "A6.1m")
def test_a_colony_is_no_source() -> None:
    fleets = {"levantinian_sea": "ita_tf_3", "red_sea": "ita_tf_4"}
    g = position(
        wars=[("italy", "be")], units={"near_east": "be_inf_3", **fleets}, control={"alexandria": "italy"}
    )
    assert g.t.prod_left[g.t.area_index["near_east"]] > 0
    assert not supplied(g, "near_east", "be_inf_3")
    g = position(wars=[("italy", "be")], units={"near_east": "be_inf_3"}, control={"alexandria": "italy"})
    assert supplied(g, "near_east", "be_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.1a")
@pytest.mark.rule("blitzkrieg_general", "B8.3a")
def test_homes_of_friends_are_sources_once_they_are_at_war() -> None:
    units = {"hungary": "ger_inf_3"}
    far = dict.fromkeys(("prussia", "bavaria", "austria", "western_germany"), "be")
    g = position(wars=[("germany", "be")], units=units, control=far)
    assert not supplied(g, "hungary", "ger_inf_3")
    g = position(
        wars=[("germany", "be"), ("hungary", "be")], managers={"hungary": "germany"}, units=units, control=far
    )
    assert supplied(g, "hungary", "ger_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.1b")
def test_over_land_areas_must_be_friendly_or_hold_friends() -> None:
    units = {"east_poland": "ger_inf_3"}
    g = position(wars=[("germany", "poland")], units=units)
    assert not supplied(g, "east_poland", "ger_inf_3")
    g = position(wars=[("germany", "poland")], units=units, control={"western_poland": "germany"})
    assert supplied(g, "east_poland", "ger_inf_3")
    g = position(wars=[("germany", "poland")], units={**units, "western_poland": "ger_inf_4"})
    assert supplied(g, "east_poland", "ger_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.1c")
@pytest.mark.rule("blitzkrieg_general", "A6.1d")
@pytest.mark.rule("blitzkrieg_general", "A6.1e")
@pytest.mark.rule("blitzkrieg_general", "A6.1g")
@pytest.mark.parametrize(
    ("there", "reached"),
    [
        ("", True),
        ("be_tf_3", False),
        ("be_conv, be_sub_2", True),
        ("be_tf_3, ita_sub_2", False),
        ("be_tf_3, ita_conv", True),
        ("be_tf_3, ita_tf_3", True),
    ],
)
def test_task_forces_cut_the_sea(there: str, reached: bool) -> None:
    # The only way from Italy to Tripolitania is by the one zone that both touch.
    g = position()
    t = g.t
    sea = set(t.coast[t.area_index["tripolitania"]])
    units = {"tripolitania": "ita_inf_2"}
    for zone in sea:
        units[f"zone:{t.space_id[zone]}"] = there
    g = position(wars=[("italy", "be")], units=units)
    assert supplied(g, "tripolitania", "ita_inf_2") is reached


@pytest.mark.rule("blitzkrieg_general", "A6.1f")
def test_no_supply_through_a_closed_passage() -> None:
    # Suez is lost, so that Gibraltar is the only way into the Mediterranean.
    lost = dict.fromkeys(("alexandria", "near_east", "matruh", "gibraltar"), "germany")
    units = {"algeria": "be_inf_3"}
    control = {**lost, "algeria": "be"}
    g = position(wars=[("germany", "be")], units=units, control=control)
    assert not supplied(g, "algeria", "be_inf_3")
    g = position(wars=[("germany", "be")], units=units, control={**control, "gibraltar": "be"})
    assert supplied(g, "algeria", "be_inf_3")


@pytest.mark.rule("blitzkrieg_general", "A6.1n")
def test_ships_are_always_in_supply_but_cargo_may_not_be() -> None:
    # The Black Sea is closed to nations at war.
    g = position(wars=[("italy", "be")], units={"black_sea": "ita_conv [ita_inf_2], ita_tf_3 unsupplied"})
    supply.check(g)
    assert units_at(g, "black_sea") == "ita_conv [ita_inf_2 unsupplied], ita_tf_3"
    g = position(wars=[("italy", "be")], units={"ionian_sea": "ita_conv [ita_inf_2 unsupplied]"})
    supply.check(g)
    assert units_at(g, "ionian_sea") == "ita_conv [ita_inf_2]"


@pytest.mark.rule("blitzkrieg_general", "A6.1h")
@pytest.mark.rule("blitzkrieg_general", "A6.6")
def test_supply_stands_until_the_next_check() -> None:
    g = position(wars=[("germany", "poland")], units={"east_poland": "ger_inf_3, pol_inf_2"})
    supply.check(g)
    assert "Out of supply in East Poland" in log(g)
    unit = unit_at(g, "east_poland", "ger_inf_3")
    g.set_control(g.t.area_index["western_poland"], g.t.germany)
    assert not g.supplied(unit)
    g.phase = const.SUPPLY_2
    supply.check(g)
    assert g.supplied(unit)
    assert g.log is not None and g.log.events[-1].rule == "A6.6"


@pytest.mark.rule("blitzkrieg_general", "A6.1")
def test_both_sides_are_checked() -> None:
    g = position(
        wars=[("germany", "poland")],
        units={"east_poland": "ger_inf_3", "lwow": "pol_inf_2"},
        control={"western_poland": "ussr", "east_poland": "ussr"},
        managers={"poland": "be"},
    )
    supply.check(g)
    assert units_at(g, "east_poland") == "ger_inf_3 unsupplied"
    assert units_at(g, "lwow") == "pol_inf_2 unsupplied"


@pytest.mark.rule("blitzkrieg_general", "A6.1")
def test_vichy_lives_on_what_is_left_of_its_country() -> None:
    g = position(
        conquered=["france"],
        control={"vichy": "vichy", "algeria": "vichy"},
        units={"algeria": "fra_inf_2", "vichy": "fra_inf_3"},
        serves={"algeria": "vichy", "vichy": "vichy"},
    )
    supply.check(g)
    assert units_at(g, "algeria") == "fra_inf_2" and units_at(g, "vichy") == "fra_inf_3"


@pytest.mark.rule("blitzkrieg_general", "A6.1")
@pytest.mark.rule("blitzkrieg_general", "A6.1b")
@pytest.mark.rule("blitzkrieg_general", "A6.1c")
def test_the_example_of_1941() -> None:
    g = position("s1941", set_up=True)
    supply.check(g)
    assert "supply" not in log(g)  # nothing is said of what is as usual
    for unit in range(g.t.n_units):
        assert g.supplied(unit)


def plain(g: Board, unit: int) -> bool:
    """The rules of supply for one unit, coded once more: grow the set of what it reaches until it stops."""
    t = g.t
    if t.unit_kind[unit] >= const.FIRST_SHIP:
        return True
    me = g.serves[unit]
    friends = {c for c in range(t.n_countries) if g.friend(me, c)}
    enemies = {c for c in range(t.n_countries) if g.enemy(me, c)}
    ours = friends | ({t.france} if t.vichy in friends else set())

    def passable(space: int) -> bool:
        units = [u for u in g.at[space] if g.carrier[u] < 0]
        if space < t.n_areas:
            return g.control[space] in friends or any(g.serves[u] in friends for u in units)
        forces = [u for u in units if t.unit_kind[u] == const.TASK_FORCE and g.serves[u] in enemies]
        help = [u for u in units if t.unit_kind[u] != const.SUBMARINE and g.serves[u] in friends]
        return not forces or any(g.is_ship(u) for u in help)

    def is_source(area: int) -> bool:
        home = t.area_home[area]
        if home < 0 or not t.prod_left[area]:
            return False
        return t.home_country[home] in ours and g.control[area] in friends

    reached = {g.place[unit]}
    while True:
        if any(space < t.n_areas and is_source(space) for space in reached):
            return True
        new = set()
        for link in range(t.n_links):
            for a, b in ((t.link_a[link], t.link_b[link]), (t.link_b[link], t.link_a[link])):
                if a not in reached or b in reached or not passable(b):
                    continue
                kind = t.link_kind[link]
                if kind in (const.LAND_LINK, const.SEA_LINK) and t.link_forbidden[link]:
                    continue
                if kind == const.SEA_LINK and not straits.is_open_to(g, link, me, False):
                    continue
                assert kind in (const.LAND_LINK, const.SEA_LINK, const.COAST_LINK, const.ISLAND_LINK)
                new.add(b)
        if not new:
            return False
        reached |= new


@pytest.mark.rule("blitzkrieg_general", "TEC8")
@pytest.mark.rule("blitzkrieg_general", "A6.1e")
@pytest.mark.rule("blitzkrieg_general", "A6.1d")
@pytest.mark.rule("blitzkrieg_general", "A6.1")
@pytest.mark.rule("blitzkrieg_general", "A6.1g")
@pytest.mark.parametrize("seed", range(12))
def test_supply_agrees_with_a_plain_recoding(seed: int) -> None:
    dice = random.Random(seed)
    g = position("s1941" if seed % 2 else "s1939", set_up=True)
    t = g.t
    majors = range(t.n_majors)
    for _ in range(dice.randrange(8)):
        one = dice.choice([m for m in majors if g.major_side[m] == 0])
        other = dice.choice([m for m in majors if g.major_side[m] == 1])
        g.war[one] |= 1 << other
        g.war[other] |= 1 << one
    for area in range(t.n_areas):
        if dice.random() < 0.4:
            g.set_control(area, dice.choice([*majors, *t.minors[:6], t.nobody]))
    for unit in range(t.n_units):
        if g.place[unit] >= 0 and dice.random() < 0.6 and g.carrier[unit] < 0:
            first = t.n_areas if g.is_ship(unit) else 0
            last = t.n_spaces if g.is_ship(unit) else t.n_areas
            g.move(unit, dice.randrange(first, last))
    g.recount_friends()
    supply.check(g)
    out = 0
    for unit in range(t.n_units):
        if g.place[unit] >= 0:
            assert g.supplied(unit) == plain(g, unit), f"{t.type_id[t.unit_type[unit]]} {g.place[unit]}"
            out += g.cond[unit] & const.UNSUPPLIED != 0
    assert out > 0
