"""Nations: sides, leanings, who is At War, cubes; France and Poland. [3.1.1] [3.1.2] [15.4]"""

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NEUTRAL, POOL
from sandtable.games.on_to_berlin.components.ids import Ids
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import control, nations
from sandtable.games.on_to_berlin.testing import area, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.waiting import Idle

T = tables()

AXIS_LEANING = {"it", "hu", "ru", "bu", "fi", "tu", "sp"}
ALLIED_LEANING = {"us", "su", "sw", "nw", "sz", "pg", "ir", "ne", "be", "yu", "gr", "de"}


def start() -> Board:
    """A board as the tables make it, before any unit is placed."""
    g = Board(T, Ids(T), 0)
    g.control = T.printed
    g.derive()
    return g


def named(numbers: list[int]) -> set[str]:
    """Nations by their ids."""
    return {T.nation_id[n] for n in numbers}


def texts(g: Board) -> list[str]:
    """The log with its rules."""
    assert g.log is not None
    return [f"{line.text} [{line.rule}]" for line in g.log.lines(None)]


# --- status and sides


@pytest.mark.rule("on_to_berlin", "3.1")
@pytest.mark.rule("on_to_berlin", "3.1.1d")
def test_every_unit_and_every_land_area_belongs_to_a_listed_nation() -> None:
    listed = AXIS_LEANING | ALLIED_LEANING | {"ge", "uk", "fr", "po"}
    assert set(T.nation_id) == listed and T.n_nations == len(listed)
    assert all(n < T.n_nations for n in T.unit_nation)
    assert all(T.printed[a] < T.n_nations for a in range(T.n_areas) if not T.sea[a])
    # The second set of French counters belongs to France.
    assert named([T.unit_nation[u] for u in range(T.n_units) if T.unit_changed[u]]) == {"fr"}


@pytest.mark.rule("on_to_berlin", "3.1.1")
@pytest.mark.rule("on_to_berlin", "3.1.1d")
@pytest.mark.rule("on_to_berlin", "3.1.2")
def test_sides_at_the_start() -> None:
    g = start()
    every = range(T.n_nations)
    assert named([n for n in every if g.nside[n] == AXIS]) == {"ge"}
    assert named([n for n in every if g.nside[n] == ALLIED]) == {"uk", "fr", "po"}
    assert named([n for n in every if g.neutral(n)]) == AXIS_LEANING | ALLIED_LEANING


@pytest.mark.rule("on_to_berlin", "3.1.1a")
def test_every_neutral_leans_one_way() -> None:
    every = range(T.n_nations)
    assert named([n for n in every if T.leaning[n] == AXIS]) == AXIS_LEANING
    assert named([n for n in every if T.leaning[n] == ALLIED]) == ALLIED_LEANING


@pytest.mark.rule("on_to_berlin", "3.1.2a")
@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_at_war_from_the_start_and_france_not_yet() -> None:
    g = start()
    assert named([n for n in range(T.n_nations) if g.war[n]]) == {"ge", "uk", "po"}
    assert g.nside[T.france] == ALLIED


@pytest.mark.rule("on_to_berlin", "3.1.1b")
@pytest.mark.rule("on_to_berlin", "3.1.1c")
@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_only_units_of_nations_at_war_on_the_own_side_are_ready() -> None:
    g = position(
        units={"paris": "fr_lf, uk_lf", "rome": "it_lf", "berlin": "ge_lf, ge_tf spent"}, not_at_war=["fr"]
    )
    assert g.ready(unit_at(g, "ge_lf", "berlin"), AXIS)
    assert not g.ready(unit_at(g, "ge_lf", "berlin"), ALLIED)
    assert not g.ready(unit_at(g, "ge_tf", "berlin"), AXIS)
    assert g.ready(unit_at(g, "uk_lf", "paris"), ALLIED)
    assert not g.ready(unit_at(g, "fr_lf", "paris"), ALLIED)
    assert not any(g.ready(unit_at(g, "it_lf", "rome"), side) for side in (AXIS, ALLIED, NEUTRAL))


@pytest.mark.rule("on_to_berlin", "3.1.1e")
def test_cubes_of_the_set_up() -> None:
    g = start()
    lie = {a: nations.cube(g, a) for a in range(T.n_areas) if nations.cube(g, a) != NEUTRAL}
    assert all(not T.sea[a] and g.neutral(T.printed[a]) for a in lie)
    assert list(lie.values()).count(AXIS) == 15 and list(lie.values()).count(ALLIED) == 18
    assert nations.cube(g, area(g, "rome")) == AXIS
    assert nations.cube(g, area(g, "moscow")) == ALLIED
    assert nations.cube(g, area(g, "paris")) == NEUTRAL
    assert nations.cube(g, area(g, "central_mediterranean")) == NEUTRAL


@pytest.mark.rule("on_to_berlin", "3.1.2h")
@pytest.mark.rule("on_to_berlin", "3.1.2g")
def test_a_nation_that_joins_brings_units_and_areas_and_loses_its_cubes() -> None:
    g = position(
        units={"rome": "2 it_lf", "libya": "it_tf", "central_mediterranean": "it_nf, uk_nf"},
        control={"central_mediterranean": "it"},
    )
    italy = country(g, "it")
    rome, sea = area(g, "rome"), area(g, "central_mediterranean")
    assert g.held[rome] == NEUTRAL and nations.cube(g, rome) == AXIS
    nations.join(g, italy, AXIS, False)
    assert g.nside[italy] == AXIS and g.war[italy] and not g.lasting[italy]
    assert g.held[rome] == g.held[sea] == AXIS and g.control[rome] == italy
    assert g.count(AXIS, rome, 0) == 2 and g.capacity(AXIS, sea) == 2 and g.capacity(ALLIED, sea) == 2
    assert nations.cube(g, rome) == NEUTRAL
    assert all(g.ready(unit, AXIS) for unit in g.at[rome])
    assert set(g.touched) == set(range(T.n_areas))  # control is looked at everywhere at the end
    assert texts(g) == ["Italy joins the Axis, At War. [3.1.2g]"]


def test_a_joining_nation_does_not_move_the_marker_of_another() -> None:
    g = position()
    before = g.markers[:]
    nations.join(g, country(g, "be"), ALLIED, True)
    assert g.markers == before


# --- France before its war


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_axis_units_entering_any_french_land_area_bring_france_into_the_war() -> None:
    homes = ["paris", "lorraine", "western_france", "southern_france", "morocco", "algeria", "tunisia"]
    assert [T.area_id[a] for a in T.home[T.france]] == homes
    for home in homes:
        g = position(not_at_war=["fr"])
        nations.enter(g, AXIS, area(g, home))
        assert g.war[T.france] and g.nside[T.france] == ALLIED
        assert texts(g) == ["France is At War. [3.1.2d]"]


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_france_keeps_out_of_the_war_otherwise() -> None:
    g = position(
        units={"western_mediterranean": "fr_nf, uk_nf", "north_sea": "uk_nf"},
        not_at_war=["fr"],
        allied=["uk", "fr"],
    )
    nations.enter(g, ALLIED, area(g, "paris"))  # the British may
    nations.enter(g, AXIS, area(g, "western_mediterranean"))  # a sea is not France
    nations.enter(g, AXIS, area(g, "london"))
    nations.overfly(g, ALLIED, area(g, "lorraine"))
    nations.overfly(g, AXIS, area(g, "western_mediterranean"))
    nations.attacked(g, AXIS, area(g, "north_sea"), False)
    nations.attacked(g, ALLIED, area(g, "western_mediterranean"), False)
    assert not g.war[T.france]
    assert texts(g) == []


@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_flights_over_france_and_attacks_on_french_units_bring_it_into_the_war() -> None:
    g = position(not_at_war=["fr"])
    nations.overfly(g, AXIS, area(g, "lorraine"))
    assert g.war[T.france]
    g = position(units={"western_mediterranean": "fr_nf"}, not_at_war=["fr"])
    nations.attacked(g, AXIS, area(g, "western_mediterranean"), False)
    assert g.war[T.france]
    g = position(units={"lorraine": "uk_lf"}, not_at_war=["fr"])  # bombs on French soil are enough
    nations.attacked(g, AXIS, area(g, "lorraine"), False)
    assert g.war[T.france]


def test_france_is_told_to_be_at_war_only_once() -> None:
    g = position(units={"paris": "fr_lf"})
    nations.enter(g, AXIS, area(g, "paris"))
    nations.attacked(g, AXIS, area(g, "paris"), False)
    assert texts(g) == []
    g = position(axis=["ge", "vc"], allied=["uk"])  # and not when it is on the Axis side
    nations.enter(g, AXIS, area(g, "paris"))
    assert g.nside[T.france] == AXIS and texts(g) == []


# --- Poland


def update(g: Board) -> None:
    """The end of an impulse as far as control goes."""
    g.touched = list(range(T.n_areas))
    g.agenda = [Idle(), control.UpdateControl()]
    g.advance()


@pytest.mark.rule("on_to_berlin", "15.4")
@pytest.mark.rule("on_to_berlin", "15.4a")
@pytest.mark.rule("on_to_berlin", "15.4c")
def test_poland_surrenders_with_its_capital() -> None:
    g = position(
        units={"warsaw": "ge_tf", "brest": "po_lf spent", "galicia": "2 po_lf", "ruhr": "po_lf, ge_lf"}
    )
    russia = country(g, "su")
    update(g)
    assert g.control[area(g, "warsaw")] == country(g, "ge")
    assert g.poland_surrendered
    assert units_at(g, "brest") == units_at(g, "galicia") == ""
    assert units_at(g, "ruhr") == "ge_lf, po_lf"  # only those left in the two areas go
    assert [g.place[u] for u in range(T.n_units) if T.unit_nation[u] == T.poland].count(POOL) == 3
    for name in ("brest", "galicia"):
        assert g.control[area(g, name)] == g.printed[area(g, name)] == russia
        assert g.held[area(g, name)] == NEUTRAL
    assert g.printed[area(g, "warsaw")] == T.poland
    assert g.nside[T.poland] == ALLIED and g.war[T.poland]
    assert texts(g)[1:] == [
        "Poland surrenders. [15.4]",
        "Removed from Brest and Galicia: Polish infantry (spent) and 2 × Polish infantry. [15.4a]",
        "Soviet Union controls Brest and Galicia now. [15.4c]",
    ]
    update(g)  # with nobody there the two areas stay Soviet
    assert g.control[area(g, "brest")] == russia
    assert len(texts(g)) == 4


@pytest.mark.rule("on_to_berlin", "15.4")
def test_poland_holds_out_while_its_capital_is_not_axis_controlled() -> None:
    g = position(units={"warsaw": "ge_tf, po_lf", "brest": "po_lf"})
    update(g)
    assert not g.poland_surrendered and units_at(g, "brest") == "po_lf"
    assert g.printed[area(g, "brest")] == T.poland


@pytest.mark.rule("on_to_berlin", "15.4")
def test_poland_surrenders_once() -> None:
    g = position(
        units={"warsaw": "ge_tf", "brest": "po_lf"}, allied=["uk", "po", "su"], poland_surrendered=True
    )
    update(g)
    assert units_at(g, "brest") == "po_lf"  # one that came back later


@pytest.mark.rule("on_to_berlin", "3.4a")
@pytest.mark.rule("on_to_berlin", "15.4c")
def test_axis_units_in_the_ceded_areas_have_them_at_once() -> None:
    for units in ("ge_lf, po_lf", "ge_lf"):
        g = position(units={"warsaw": "ge_tf", "brest": units}, allied=["uk", "fr", "po", "su"])
        brest = area(g, "brest")
        update(g)
        assert g.poland_surrendered and g.printed[brest] == country(g, "su")
        assert g.control[brest] == country(g, "ge") and g.control[area(g, "galicia")] == country(g, "su")


def test_the_tables_know_what_poland_cedes() -> None:
    assert [T.area_id[a] for a in T.ceded] == ["brest", "galicia"]
    assert T.nation_id[T.ceded_to] == "su" and T.area_id[T.polish_capital] == "warsaw"
