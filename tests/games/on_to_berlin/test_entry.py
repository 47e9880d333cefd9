"""Limits of entry into areas, and of stacking there. [2.2k] [8.1.1] [15.6] [15.7] [16.4] [16.6]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import NEUTRAL
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits, mobilization
from sandtable.games.on_to_berlin.testing import area, position, tables, unit_at, units_at
from tests.games.on_to_berlin.acting import areas, click, group, move, points, why, why_unit
from tests.games.on_to_berlin.atlas import AREA, HOME
from tests.games.on_to_berlin.clicks import offers, refused

T = tables()
AXIS_NATIONS = ("ge", "it", "hu", "ru", "bu", "fi", "sp", "tu")


def deploys(g: Board, kind: str) -> set[str]:
    """The areas where a unit of a type can be deployed."""
    return {T.area_id[a] for a in mobilization.places(g, T.type_index[kind])}


# --- ships and land


@pytest.mark.rule("on_to_berlin", "8.1.1c")
@pytest.mark.rule("on_to_berlin", "8.1.1")
def test_ships_never_go_ashore() -> None:
    g = points(2, units={"baltic_sea": "2 ge_nf, 2 ge_ss"}, control={"denmark": "ge"})
    move(g, "baltic_sea", "ge_nf", "ge_ss")
    assert areas(g) == {"north_sea"}
    for place in ("berlin", "denmark", "sweden"):
        assert why(g, place) == "8.1.1c"


@pytest.mark.rule("on_to_berlin", "8.1.1a")
def test_land_units_march_over_land() -> None:
    g = points(2, units={"berlin": "2 ge_lf", "baltic_sea": "ge_ss"})
    move(g, "berlin", "ge_lf")
    assert areas(g) == {"ruhr", "southern_germany", "czechoslovakia", "warsaw"}


@pytest.mark.rule("on_to_berlin", "8.1.1b")
def test_air_units_end_in_friendly_areas() -> None:
    g = points(2, units={"berlin": "ge_af, 2 ge_lf"}, control={"ruhr": ""})
    move(g, "berlin", "ge_lf", "ge_af")
    assert areas(g) == {"southern_germany", "czechoslovakia"}
    assert why(g, "warsaw") == "8.1.1b" and why(g, "ruhr") == "8.1.1b"
    # Enemy units do not make an area unfriendly.
    g = points(2, units={"berlin": "ge_af, 2 ge_lf", "ruhr": "uk_lf"})
    move(g, "berlin", "ge_af")
    click(g, "ruhr", "stop")
    assert units_at(g, "ruhr") == "ge_af, uk_lf"


# --- stacking


@pytest.mark.rule("on_to_berlin", "2.2k")
@pytest.mark.rule("on_to_berlin", "8.1.1d")
@pytest.mark.parametrize(("there", "group_size", "room"), [(9, 1, True), (9, 2, False), (10, 1, False)])
def test_ten_land_units_of_a_side_in_an_area(there: int, group_size: int, room: bool) -> None:
    units = {"berlin": "4 ge_lf", "ruhr": f"{there - 1} ge_lf, it_lf, 4 ge_af, 5 uk_lf"}
    g = points(2, units=units, axis=("ge", "it"))
    move(g, "berlin", *["ge_lf"] * group_size)
    assert ("ruhr" in areas(g)) == room
    if not room:
        assert refused(g, "ruhr").rule == "8.1.1d" and "10 land units" in refused(g, "ruhr").text


@pytest.mark.rule("on_to_berlin", "8.1.1d")
def test_a_full_area_is_not_even_passed() -> None:
    units = {"berlin": "2 ge_tf", "ruhr": "10 ge_lf", "southern_germany": "ge_lf"}
    g = points(2, units=units, control={"belgium": "ge"})
    move(g, "berlin", "ge_tf")
    assert "ruhr" not in areas(g)
    # A full area of another side does not matter.
    units = {"berlin": "2 ge_lf", "warsaw": "9 uk_lf, uk_tf"}
    g = points(2, units=units)
    move(g, "berlin", "ge_lf")
    assert "warsaw" in areas(g)


@pytest.mark.rule("on_to_berlin", "8.1.1e")
@pytest.mark.rule("on_to_berlin", "2.2k")
def test_four_air_units_of_a_side_in_an_area() -> None:
    units = {"berlin": "2 ge_af, ge_lf", "ruhr": "3 ge_af, 4 uk_af", "czechoslovakia": "it_af"}
    g = points(2, units=units, axis=("ge", "it"))
    move(g, "berlin", "ge_af")
    assert "ruhr" in areas(g)
    g = points(2, units=units, axis=("ge", "it"))
    move(g, "berlin", "ge_af", "ge_af")
    assert "ruhr" not in areas(g)
    assert refused(g, "ruhr").rule == "8.1.1e" and "4 air units" in refused(g, "ruhr").text
    # Land units have a limit of their own.
    units = {"berlin": "ge_lf, ge_af", "ruhr": "4 ge_af", "czechoslovakia": "10 ge_lf"}
    g = points(2, units=units)
    move(g, "berlin", "ge_af")
    assert "czechoslovakia" in areas(g) and "ruhr" not in areas(g)


@pytest.mark.rule("on_to_berlin", "8.1.1f")
def test_the_sea_has_no_limit() -> None:
    g = position(units={"english_channel": "7 uk_nf, 2 uk_cv, 9 uk_lf, us_lf, 5 uk_af"})
    assert entry_limits.room(g, 1, area(g, "english_channel"), 9, 9, 0) == entry_limits.OPEN
    assert entry_limits.room(g, 1, area(g, "london"), 11, 0, 0) == entry_limits.LAND_FULL
    assert entry_limits.room(g, 1, area(g, "london"), 0, 5, 0) == entry_limits.AIR_FULL


@pytest.mark.rule("on_to_berlin", "15.8.2")
@pytest.mark.rule("on_to_berlin", "2.2k")
def test_one_fortress_in_an_area() -> None:
    for fort in ("uk_ft", "ge_ft"):  # whosever it is
        g = points(4, units={"england": "uk_lf", "london": fort}, side="allied")
        assert "london" not in deploys(g, "uk_ft") and "england" in deploys(g, "uk_ft")
        click(g, "new:uk_ft")
        refusal = refused(g, "london")
        assert refusal.rule == "15.8.2"
    assert "london" in deploys(points(4, units={"england": "uk_ft"}, side="allied"), "uk_ft")
    assert "london" in deploys(g, "uk_lf")
    # A Neutral nation's fortress counts as well.
    g = position(units={"leningrad": "su_ft", "london": "uk_ft"})
    assert g.nside[T.unit_nation[unit_at(g, "su_ft", "leningrad")]] == NEUTRAL
    assert (
        entry_limits.room_for(g, unit_at(g, "uk_ft", "london"), area(g, "leningrad"))
        == entry_limits.ONE_FORTRESS
    )


# --- the Operational Limit


@pytest.mark.rule("on_to_berlin", "15.6")
@pytest.mark.parametrize(
    ("kind", "limited"),
    [("it_lf", True), ("hu_lf", True), ("ru_lf", True), ("vc_lf", True), ("ge_lf", False), ("fi_lf", False)],
)
def test_axis_allies_stay_south_of_the_line(kind: str, limited: bool) -> None:
    axis = (*AXIS_NATIONS, "vc")
    g = points(2, units={"southern_germany": f"{kind}, 2 ge_gf"}, axis=axis, allied=("uk", "po"))
    move(g, "southern_germany", kind)
    assert "austria" in areas(g)
    for place in ("berlin", "ruhr", "lorraine"):
        assert AREA[place].north_of_limit
        assert (place in areas(g)) != limited
        if limited:
            assert refused(g, place).rule == "15.6" and "Operational Limit" in refused(g, place).text


@pytest.mark.rule("on_to_berlin", "15.6")
def test_the_line_binds_a_whole_group_and_ships_and_only_the_axis() -> None:
    units = {"southern_germany": "it_lf, 2 ge_lf"}
    g = points(2, units=units, axis=("ge", "it"))
    move(g, "southern_germany", "ge_lf", "it_lf")
    assert "berlin" not in areas(g) and why(g, "berlin") == "15.6"
    setup: dict[str, Any] = {"axis": ("ge", "it"), "control": {"central_atlantic": "it"}}
    g = points(2, units={"central_atlantic": "2 it_nf"}, **setup)
    move(g, "central_atlantic", "it_nf")
    assert {"north_atlantic", "english_channel"} & areas(g) == set()
    assert "western_mediterranean" in areas(g) and why(g, "english_channel") == "15.6"
    # Limited nations on the other side may go anywhere.
    g = points(2, units={"southern_france": "2 gr_lf"}, allied=("uk", "fr", "gr"), side="allied")
    move(g, "southern_france", "gr_lf")
    assert "paris" in areas(g)


@pytest.mark.rule("on_to_berlin", "15.6a")
@pytest.mark.parametrize(
    ("kind", "free"),
    [("be_lf", True), ("ne_lf", True), ("sw_lf", True), ("nw_lf", True), ("su_lf", True)]
    + [("yu_lf", False), ("gr_lf", False), ("pg_lf", False)],
)
def test_former_neutrals_of_the_north_are_free_of_the_line(kind: str, free: bool) -> None:
    nations = ("be", "ne", "sw", "nw", "su", "yu", "gr", "pg")
    g = points(2, units={"southern_germany": f"{kind}, ge_lf"}, axis=("ge", *nations), allied=("uk", "po"))
    move(g, "southern_germany", kind)
    assert "austria" in areas(g) and ("berlin" in areas(g)) == free


# --- closed areas


@pytest.mark.rule("on_to_berlin", "15.7.2")
def test_the_baltic_is_closed_to_the_allies() -> None:
    units = {"north_sea": "2 uk_nf, 2 ge_nf", "denmark": "2 uk_lf", "baltic_sea": "3 uk_nf"}
    for control in ({}, {"baltic_sea": "uk"}):
        g = points(2, units=units, control=control, allied=("uk", "de"), side="allied")
        move(g, "north_sea", "uk_nf")
        assert "baltic_sea" not in areas(g) and why(g, "baltic_sea") == "15.7.2"
        g = points(2, units=units, control=control, allied=("uk", "de"), side="allied")
        move(g, "denmark", "uk_lf")
        assert "baltic_sea" not in areas(g) and why(g, "baltic_sea") == "15.7.2"
    g = points(2, units=units)
    move(g, "north_sea", "ge_nf")
    assert "baltic_sea" in areas(g)


@pytest.mark.rule("on_to_berlin", "15.7.3")
@pytest.mark.parametrize(("start", "closed"), [("egypt", "middle_east"), ("moscow", "urals")])
def test_two_areas_are_closed_to_the_axis(start: str, closed: str) -> None:
    allied = ("uk", "fr", "su")
    g = points(2, units={start: "2 ge_tf"}, control={start: "ge", closed: "ge"}, allied=allied)
    move(g, start, "ge_tf")
    assert closed not in areas(g) and why(g, closed) == "15.7.3"
    g = points(2, units={start: "2 su_tf"}, allied=allied, side="allied")
    move(g, start, "su_tf")
    assert closed in areas(g)


@pytest.mark.rule("on_to_berlin", "15.7.4")
def test_nobody_enters_the_black_sea() -> None:
    for side, kind in (("axis", "ge_lf"), ("allied", "su_lf")):
        holder = kind[:2]
        units = {"kharkov": f"3 {kind}", "black_sea": "2 ge_nf" if side == "axis" else "2 uk_nf"}
        control = {"kharkov": holder, "black_sea": holder}
        g = points(2, units=units, control=control, allied=("uk", "su"), side=side)
        move(g, "kharkov", kind)
        assert "black_sea" not in areas(g) and why(g, "black_sea") == "15.7.4"


@pytest.mark.rule("on_to_berlin", "2.2.1a")
def test_there_is_no_way_out_of_the_named_areas() -> None:
    """Whoever is on the edge of the map has only named areas around."""
    g = points(2, units={"libya": "2 it_lf"}, axis=("ge", "it"))
    move(g, "libya", "it_lf")
    assert areas(g) <= set(AREA) and areas(g) == {"egypt", "tunisia"}
    assert all(T.area_name)


# --- options


@pytest.mark.rule("on_to_berlin", "16.4")
def test_axis_leaning_neutrals_are_not_entered_with_the_option() -> None:
    for options, open_ in (((), True), (("no_declarations",), False)):
        g = points(2, units={"austria": "3 ge_lf"}, options=options)
        move(g, "austria", "ge_lf")
        if not open_:
            assert why(g, "hungary") == "16.4"
        click(g, "violate")
        assert ("hungary" in areas(g)) == ("milan" in areas(g)) == open_
        assert {"yugoslavia", "switzerland"} <= areas(g)  # Allied-Leaning
    # Once it is in the war it is a nation like others.
    for axis, allied in ((("ge", "hu"), ("uk",)), (("ge",), ("uk", "hu"))):
        g = points(2, units={"austria": "3 ge_lf"}, options=("no_declarations",), axis=axis, allied=allied)
        move(g, "austria", "ge_lf")
        assert "hungary" in areas(g)
    # Its ships are not attacked either.
    for options, open_ in (((), True), (("no_declarations",), False)):
        units = {"central_mediterranean": "2 uk_nf, it_nf"}
        g = points(2, units=units, side="allied", options=options)
        group(g, "central_mediterranean", "uk_nf")
        assert ("violate" in offers(g)) == open_
        assert open_ or why(g, "violate") == "16.4"


@pytest.mark.rule("on_to_berlin", "16.6")
def test_garrisons_are_deployed_at_home_with_the_option() -> None:
    units = {"warsaw": "ge_lf", "berlin": "ge_lf"}
    setup: dict[str, Any] = {"units": units, "control": {"warsaw": "ge"}, "poland_surrendered": True}
    assert "warsaw" in deploys(points(3, **setup), "ge_gf")
    g = points(3, options=("garrison_limits",), **setup)
    assert deploys(g, "ge_gf") == HOME["ge"] and "warsaw" in deploys(g, "ge_lf")
    click(g, "new:ge_gf")
    assert why(g, "warsaw") == "16.6"


@pytest.mark.rule("on_to_berlin", "16.6a")
def test_garrisons_do_not_leave_home_with_the_option() -> None:
    units = {"berlin": "2 ge_gf, 2 ge_lf", "baltic_sea": "2 ge_nf"}
    setup: dict[str, Any] = {"units": units, "control": {"warsaw": "ge"}, "poland_surrendered": True}
    g = points(2, **setup)
    move(g, "berlin", "ge_gf")
    assert {"warsaw", "baltic_sea"} <= areas(g)
    for kinds in (("ge_gf",), ("ge_lf", "ge_gf")):  # and nobody with them
        g = points(2, options=("garrison_limits",), **setup)
        move(g, "berlin", *kinds)
        assert areas(g) == {"ruhr", "southern_germany", "czechoslovakia"}
        assert why(g, "warsaw") == "16.6a" and why(g, "baltic_sea") == "16.6a"
    g = points(2, options=("garrison_limits",), **setup)
    move(g, "berlin", "ge_lf")
    assert {"warsaw", "baltic_sea"} <= areas(g)
    # Where there is no way home it stays where it is.
    g = points(2, units={"paris": "ge_gf, ge_lf"}, control={"paris": "ge"}, options=("garrison_limits",))
    assert "ge_gf@paris" not in offers(g) and why_unit(g, "ge_gf", "paris") == "7.2"
