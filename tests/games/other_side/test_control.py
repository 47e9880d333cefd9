"""Disks: Advances, Retreats, further Retreats, the fall of a Festung Sector."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.state import (
    GONE,
    ISOLATED,
    OFF_MAP,
    ON_MAP,
    OPEN_PORT,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules.politics import control
from sandtable.games.other_side.testing import area, general, holders, position, units_at
from tests.games.other_side.driving import answer, go_on, idle, log, offered
from tests.games.other_side.fighting import a_fight, state, where


def advance(g: Board, name: str) -> Board:
    """One Advance."""
    control.advance(g, area(g, name))
    return g


def retreat(g: Board, name: str, faction: int = const.SOVIETS) -> Board:
    """One Retreat, with what it brings."""
    control.retreat(g, area(g, name), faction)
    return go_on(g)


# --- control of Sectors


@pytest.mark.rule("other_side", "2.4e")
@pytest.mark.rule("other_side", "2.4g")
def test_a_disk_controls_its_sector_and_those_behind_it() -> None:
    g = position(align={"southern_france": "disputed 1/2 western"})
    n = area(g, "southern_france")
    assert [g.axis_sector(n, sector) for sector in (1, 2, 3)] == [True, False, False]


@pytest.mark.rule("other_side", "2.4a")
@pytest.mark.rule("other_side", "2.4b")
@pytest.mark.rule("other_side", "2.4c")
@pytest.mark.rule("other_side", "2.4d")
@pytest.mark.rule("other_side", "2.4i")
@pytest.mark.parametrize(
    ("word", "axis", "west", "soviets"),
    [
        ("occupied", True, False, False),
        ("satellite", True, False, False),
        ("western", False, True, False),
        ("soviet", False, False, True),
        ("disputed 1/2 soviet", False, False, False),
        ("neutral", False, False, False),
    ],
)
def test_the_marker_says_who_controls_an_area(word: str, axis: bool, west: bool, soviets: bool) -> None:
    g = position(align={"ukraine": word})
    n = area(g, "ukraine")
    assert (g.axis_controls(n), g.controls(const.WEST, n), g.controls(const.SOVIETS, n)) == (
        axis,
        west,
        soviets,
    )


# --- Advances


@pytest.mark.rule("other_side", "6.7.1")
def test_an_advance_moves_both_disks() -> None:
    g = advance(position(align={"ukraine": "disputed 1/2 soviet"}), "ukraine")
    assert state(g, "ukraine") == ("disputed", 2, 3, "soviet")
    assert "takes" in log(g)


@pytest.mark.rule("other_side", "6.7.1a")
@pytest.mark.rule("other_side", "6.7.1e")
def test_the_first_sector_takes_a_new_disk_and_the_neighbours_keep_theirs() -> None:
    g = position(align={"ukraine": "soviet", "hungary": "satellite"})
    advance(g, "ukraine")
    assert state(g, "ukraine") == ("disputed", 1, 2, "soviet")
    assert state(g, "hungary") == ("satellite", 3, 0, "")


@pytest.mark.rule("other_side", "6.7.1d")
@pytest.mark.rule("other_side", "2.4f")
def test_the_last_sector_makes_the_area_occupied_and_brings_its_resource() -> None:
    g = position(align={"ukraine": "disputed 2/3 soviet"}, tracks={"resources": 9})
    advance(g, "ukraine")
    assert state(g, "ukraine") == ("occupied", 3, 0, "")
    assert g.resources == 10
    h = position(align={"belarus": "disputed 1/2 soviet"}, tracks={"resources": 9})
    assert advance(h, "belarus").resources == 9


@pytest.mark.rule("other_side", "6.7.1d")
def test_a_resource_that_counts_already_is_not_counted_again() -> None:
    g = position(align={"ukraine": "disputed 2/3 soviet"}, tracks={"resources": 9})
    g.counted |= 1 << area(g, "ukraine")
    assert advance(g, "ukraine").resources == 9


def test_a_captured_landing_sends_its_marker_to_next_year() -> None:
    g = position(
        year=1943,
        align={"northern_africa": "disputed 1/2 western"},
        landings={"northern_africa": 2},
        tracks={"landing_1": "map", "landing_2": "map"},
    )
    advance(g, "northern_africa")
    assert g.landing[area(g, "northern_africa")] == 0
    assert list(g.landing_markers) == [g.t.years.index(1944), ON_MAP]
    g = position(
        year=1945,
        align={"northern_africa": "disputed 1/2 western"},
        landings={"northern_africa": 2},
        tracks={"landing_1": "map"},
    )
    advance(g, "northern_africa")
    assert list(g.landing_markers) == [OFF_MAP, OFF_MAP]


def test_a_landing_marker_farther_back_stays() -> None:
    g = position(align={"northern_africa": "disputed 1/2 western"}, landings={"northern_africa": 3})
    advance(g, "northern_africa")
    assert g.landing[area(g, "northern_africa")] == 3


@pytest.mark.rule("other_side", "6.7.2h")
def test_a_festung_sector_retaken_takes_a_disk_out_of_the_collapse_box() -> None:
    g = position(align={"poland": "soviet"}, tracks={"collapse": 2})
    assert advance(g, "poland").collapse == 1
    assert "German again" in log(g)
    g = position(align={"ukraine": "soviet"}, tracks={"collapse": 2})
    assert advance(g, "ukraine").collapse == 2


@pytest.mark.rule("other_side", "4.7.2a")
def test_the_axis_disk_opens_a_port_without_marker() -> None:
    g = advance(position(align={"libya": "western"}), "libya")
    assert g.port[area(g, "libya")] == OPEN_PORT
    g = advance(position(align={"libya": "western"}, ports={"libya": "closed"}), "libya")
    assert g.port[area(g, "libya")] != OPEN_PORT
    g = advance(position(align={"egypt": "western"}), "egypt")
    assert g.port[area(g, "egypt")] == 0


# --- Retreats


@pytest.mark.rule("other_side", "6.7.2")
def test_a_retreat_moves_both_disks() -> None:
    g = retreat(position(align={"ukraine": "disputed 2/3 soviet"}), "ukraine")
    assert state(g, "ukraine") == ("disputed", 1, 2, "soviet")


@pytest.mark.rule("other_side", "6.7.2b")
def test_a_retreat_from_the_top_brings_a_disk_and_costs_the_resource() -> None:
    g = position(align={"romania_bulgaria": "satellite"}, tracks={"resources": 9})
    retreat(g, "romania_bulgaria")
    assert state(g, "romania_bulgaria") == ("disputed", 2, 3, "soviet")
    assert g.resources == 8
    assert retreat(g, "romania_bulgaria").resources == 8
    g = retreat(position(align={"libya": "satellite"}), "libya", const.WEST)
    assert state(g, "libya") == ("disputed", 2, 3, "western")


@pytest.mark.rule("other_side", "6.7.2k")
def test_a_home_area_of_the_ussr_goes_to_the_soviets_whoever_attacks() -> None:
    g = retreat(position(align={"caucasus": "occupied"}), "caucasus", const.WEST)
    assert state(g, "caucasus") == ("disputed", 2, 3, "soviet")
    g = retreat(position(align={"greece": "occupied"}), "greece", const.WEST)
    assert state(g, "greece") == ("disputed", 1, 2, "western")


@pytest.mark.rule("other_side", "6.7.2c")
@pytest.mark.rule("other_side", "2.4f")
@pytest.mark.rule("other_side", "2.4c")
def test_a_retreat_from_sector_1_loses_the_area() -> None:
    g = position(
        align={"belarus": "disputed 1/2 soviet", "poland": "occupied"},
        armies={"belarus": "regular"},
        supply={"belarus": "isolated"},
    )
    assert g.supply[area(g, "belarus")] == ISOLATED
    retreat(g, "belarus")
    assert state(g, "belarus") == ("soviet", 0, 1, "soviet")
    assert g.supply[area(g, "belarus")] == 0
    assert units_at(g, "poland") == "regular"


@pytest.mark.rule("other_side", "4.3b")
def test_armies_that_withdraw_may_need_a_head_where_they_come() -> None:
    g = position(
        align={"belarus": "disputed 1/2 soviet", "poland": "occupied"},
        armies={"belarus": "regular", "poland": "regular"},
    )
    retreat(g, "belarus")
    assert g.heads[2 * area(g, "poland")] == VACANCY


@pytest.mark.rule("other_side", "6.7.2c")
@pytest.mark.rule("other_side", "2.4b")
def test_the_disk_in_the_area_says_whose_it_becomes() -> None:
    g = retreat(position(align={"greece": "disputed 1/2 western"}), "greece", const.SOVIETS)
    assert state(g, "greece") == ("western", 0, 1, "western")


def test_a_satellite_without_home_areas_is_one_no_more() -> None:
    g = position(
        align={"hungary": "satellite", "romania_bulgaria": "disputed 1/2 soviet"},
        countries={"romania_bulgaria": "satellite"},
    )
    retreat(g, "romania_bulgaria")
    assert g.country[g.t.country_index["romania_bulgaria"]] == const.SOVIET
    assert g.country[g.t.country_index["hungary"]] == const.SATELLITE
    g = position(
        align={"southern_italy": "disputed 1/2 western", "northern_italy": "satellite", "libya": "western"},
        countries={"italy": "satellite"},
    )
    retreat(g, "southern_italy")
    assert g.country[g.t.italy] == const.SATELLITE


# --- further Retreats


@pytest.mark.rule("other_side", "6.7.2f")
def test_retreats_go_on_next_to_a_festung_sector() -> None:
    held = {"hungary": "satellite", "romania_bulgaria": "satellite"}
    g = position(align={"ukraine": "soviet", **held})
    assert control.next_area(g, area(g, "ukraine")) == area(g, "hungary")
    g = position(align={"ukraine": "soviet", "belarus": "occupied", "donbass_crimea": "occupied", **held})
    g.set_axis(area(g, "hungary"), 0)
    g.set_align(area(g, "hungary"), const.SOVIET)
    g.set_align(area(g, "poland"), const.OCCUPIED)
    g.set_axis(area(g, "poland"), 4)
    assert control.next_area(g, area(g, "ukraine")) == area(g, "belarus")


@pytest.mark.rule("other_side", "6.7.2f")
def test_a_festung_sector_counts_though_it_is_all_that_is_left_of_its_area() -> None:
    g = position(
        align={
            "ukraine": "soviet",
            "belarus": "occupied",
            "romania_bulgaria": "satellite",
            "baltic_states": "disputed 1/2 soviet",
        }
    )
    assert control.next_area(g, area(g, "ukraine")) == area(g, "belarus")


@pytest.mark.rule("other_side", "6.7.2f")
def test_equal_neighbours_are_chosen_at_random() -> None:
    align = {"ukraine": "soviet", "donbass_crimea": "occupied", "southern_russia": "occupied"}
    for index, name in enumerate(["southern_russia", "donbass_crimea"]):
        g = position(align=align, dice=[("index", index)])
        assert control.next_area(g, area(g, "ukraine")) == area(g, name)
        assert g.revealed == 1 and "chosen at random" in log(g)


@pytest.mark.rule("other_side", "6.7.2f")
@pytest.mark.rule("other_side", "2.4d")
@pytest.mark.rule("other_side", "2.4i")
def test_disputed_neighbours_take_no_further_retreats() -> None:
    g = position(align={"ukraine": "soviet", "hungary": "disputed 1/2 soviet", "belarus": "neutral"})
    assert control.next_area(g, area(g, "ukraine")) == const.NONE


@pytest.mark.rule("other_side", "6.7.2f")
def test_a_festung_in_allied_hands_draws_nobody() -> None:
    g = position(
        align={
            "ukraine": "soviet",
            "belarus": "occupied",
            "romania_bulgaria": "satellite",
            "poland": "soviet",
            "baltic_states": "soviet",
            "hungary": "disputed 1/2 soviet",
        }
    )
    assert control.next_area(g, area(g, "ukraine")) == area(g, "romania_bulgaria")


# --- Festung Sectors


@pytest.mark.rule("other_side", "6.7.2g")
@pytest.mark.rule("other_side", "1.3j")
def test_which_disks_lie_on_a_festung_sector() -> None:
    g = position(align={"poland": "disputed 1/2 soviet", "hungary": "satellite", "finland": "soviet"})
    found = [control.on_festung(g, area(g, name)) for name in ("poland", "hungary", "finland")]
    assert found == [True, False, False]


@pytest.mark.rule("other_side", "6.7.2h")
@pytest.mark.rule("other_side", "6.7.2i")
@pytest.mark.rule("other_side", "6.7.2j")
def test_the_fall_of_a_festung_sector() -> None:
    g = position(
        align={"poland": "disputed 1/2 soviet"},
        heads={"poland": ["von_bock"]},
        ob={"east": "model", "west": "von_kluge"},
        generals={"reinhardt": "activated"},
        tracks={"resources": 10, "unrest": 0, "fanaticism": 5, "collapse": 1},
    )
    f = a_fight(g, "poland")
    f.leading = general(g, "reinhardt")
    control.fall(g, area(g, "poland"), const.SOVIETS)
    go_on(g)
    assert state(g, "poland") == ("soviet", 0, 1, "soviet")
    assert g.collapse == 2 and g.resources == 9
    assert [where(g, name) for name in ("reinhardt", "von_bock", "model")] == [GONE] * 3
    assert where(g, "von_kluge") != GONE
    assert (g.unrest, g.fanaticism) == (0, 4)  # three dismissals
    assert len(holders(g)) == 3
    assert g.heads[2 * area(g, "poland")] == const.NONE


@pytest.mark.rule("other_side", "6.7.2i")
def test_a_head_whose_last_armies_fell_in_the_same_combat_is_dismissed_too() -> None:
    g = position(align={"poland": "disputed 1/2 soviet"}, generals={"von_bock": "available"})
    f = a_fight(g, "poland")
    f.head = general(g, "von_bock")
    control.fall(g, area(g, "poland"), const.SOVIETS)
    assert where(g, "von_bock") == GONE
    g = position(
        align={"poland": "disputed 1/2 soviet", "belarus": "disputed 1/2 soviet"},
        generals={"von_bock": "available"},
    )
    f = a_fight(g, "belarus")
    f.head = general(g, "von_bock")
    control.fall(g, area(g, "poland"), const.SOVIETS)
    assert where(g, "von_bock") != GONE


# --- invariants


def consistent(g: Board, n: int) -> None:
    """The Disks fit the marker. [2.4f] [2.4g]"""
    top, axis, ally = g.t.top[n], g.axis[n], g.ally[n]
    if g.align[n] in (const.OCCUPIED, const.SATELLITE):
        assert (axis, ally) == (top, 0)
    elif g.align[n] in (const.WESTERN, const.SOVIET):
        assert (axis, ally) == (0, 1)
        assert g.ally_side[n] == (const.WEST if g.align[n] == const.WESTERN else const.SOVIETS)
        assert g.at[n] == ()
    elif g.align[n] == const.DISPUTED:
        assert ally == axis + 1 and 0 < axis < top
    else:
        assert g.align[n] == const.NEUTRAL and ally == 0


MOVES = st.lists(st.tuples(st.integers(0, 11), st.booleans()), max_size=40)


@settings(max_examples=40, deadline=None)
@given(MOVES, st.integers(0, 1000))
@pytest.mark.rule("other_side", "2.4f")
@pytest.mark.rule("other_side", "2.4g")
def test_disks_stay_consistent_after_any_advances_and_retreats(
    moves: list[tuple[int, bool]], seed: int
) -> None:
    g = position(set_up=True, scenario="total_war", year=1942, seed=seed)
    armies = sum(1 for place in g.place if place < g.t.n_areas)
    for n, forward in moves:
        if forward and g.ally[n]:
            control.advance(g, n)
        elif not forward and g.axis[n] and g.align[n] != const.NEUTRAL:
            if not control.on_festung(g, n):
                control.retreat(g, n, const.SOVIETS)
            elif not g.at[n]:
                control.fall(g, n, const.SOVIETS)
        else:
            continue
        go_on(g)
        while not idle(g):
            answer(g, min(offered(g)))
        for each in range(g.t.n_areas):
            consistent(g, each)
        fallen = sum(const.FESTUNG in g.t.terrain[a][1:] and not g.axis[a] for a in range(g.t.n_areas))
        assert g.collapse <= fallen
        now = sum(1 for place in g.place if place < g.t.n_areas)
        assert now <= armies
        armies = now
        for each in range(g.t.n_areas):
            assert len(g.at[each]) <= g.t.stacking[each]
