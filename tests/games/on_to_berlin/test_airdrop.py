"""Airborne units dropped by Seelöwe and Amphibious/Airborne Ops: who, from where, over what, into where."""

import pytest

from sandtable.games.on_to_berlin.components.constants import AXIS
from sandtable.games.on_to_berlin.testing import country, units_at
from tests.games.on_to_berlin.beaches import NEUTRAL_BELGIUM, ops
from tests.games.on_to_berlin.clicks import click, offers, ready, refused


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_an_airborne_unit_is_dropped_within_two_areas_without_ships() -> None:
    g = ops(units={"england": "uk_lf, uk_ab"}, control={"belgium": "ge", "paris": "ge"})
    assert offers(g) == ["done", "drop"]
    assert refused(g, "transport").rule == "8.1.2"
    click(g, "drop", "uk_ab@england")
    assert {"belgium", "paris", "london", "scotland", "western_france"} <= set(offers(g))
    assert refused(g, "lorraine").rule == "6.1.2"
    assert refused(g, "england").rule == "6.1.2"
    assert refused(g, "english_channel").rule == "6.1.2"
    assert refused(g, "uk_lf@england").rule == "6.1.2"
    click(g, "paris")
    assert ready(g) and units_at(g, "paris") == "uk_ab spent"


@pytest.mark.rule("on_to_berlin", "7.1")
@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_who_is_dropped() -> None:
    g = ops(
        units={"england": "2 uk_lf, us_ab spent", "london": "uk_ab", "scotland": "uk_lf"},
        control={"belgium": "ge"},
    )
    assert ready(g)  # the one is spent, the other holds London
    g = ops(
        units={"england": "2 uk_lf, us_ab", "scotland": "uk_lf, uk_ab, ge_ab, ge_lf"},
        control={"belgium": "ge"},
    )
    click(g, "drop")
    assert offers(g) == ["pass", "uk_ab@scotland", "us_ab@england", "violate"]
    assert refused(g, "uk_lf@england").rule == "6.1.2"
    assert refused(g, "ge_ab@scotland").rule == "3.1.1b"
    assert refused(g, "england").rule == "6.1.2"
    click(g, "uk_ab@scotland", "england")
    assert ready(g)  # one drop is all


@pytest.mark.rule("on_to_berlin", "8.1d")
def test_airborne_units_leave_no_area_empty_and_take_off_from_friendly_land() -> None:
    g = ops(
        units={"england": "uk_ab", "paris": "us_ab", "scotland": "2 uk_lf", "north_sea": "2 uk_nf"},
        control={"paris": "ge", "norway": "ge"},
    )
    click(g, "transport", "pass")
    assert ready(g)
    g = ops(
        units={"england": "uk_ab", "paris": "us_ab", "london": "uk_lf, us_lf"},
        control={"paris": "ge", "norway": "ge"},
    )
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "8.1d")
def test_why_an_airborne_unit_stays() -> None:
    g = ops(units={"england": "uk_ab", "london": "us_ab, uk_lf"}, control={"belgium": "ge"})
    click(g, "drop")
    assert refused(g, "uk_ab@england").rule == "8.1d"
    g = ops(units={"english_channel": "uk_ab, uk_nf", "london": "us_ab, uk_lf"}, control={"belgium": "ge"})
    click(g, "drop")
    assert refused(g, "uk_ab@english_channel").rule == "6.1.2"
    g = ops(units={"paris": "uk_ab", "london": "us_ab, uk_lf"}, control={"paris": "ge"})
    click(g, "drop")
    assert refused(g, "uk_ab@paris") == ("Airborne units take off from friendly Land areas.", "6.1.2")


@pytest.mark.rule("on_to_berlin", "3.1.3")
@pytest.mark.rule("on_to_berlin", "3.1.3a")
def test_drops_on_and_over_neutral_ground_ask_for_violate() -> None:
    # From Paris: Belgium itself, or over Belgium or Lorraine to the Ruhr.
    g = ops(units={"paris": "fr_lf, uk_ab"}, allied=NEUTRAL_BELGIUM)
    click(g, "drop", "uk_ab@paris")
    assert "belgium" not in offers(g) and "violate" in offers(g)
    assert refused(g, "belgium").rule == "3.1.3"
    assert refused(g, "ruhr").rule == "3.1.3a"
    assert "southern_germany" in offers(g)  # over Lorraine
    click(g, "violate")
    assert {"belgium", "netherlands", "ruhr"} <= set(offers(g))
    assert refused(g, "southern_germany").rule == "3.1.3"
    h = g.copy()
    click(g, "ruhr")
    assert g.nside[country(g, "be")] == AXIS and units_at(g, "ruhr") == "uk_ab spent"
    click(h, "belgium")
    assert h.nside[country(h, "be")] == AXIS and units_at(h, "belgium") == "uk_ab spent"
    assert h.nside[country(h, "ne")] == 2


@pytest.mark.rule("on_to_berlin", "16.4")
def test_no_drop_over_axis_leaning_neutrals_with_the_option() -> None:
    units = {"gibraltar": "uk_lf, uk_ab"}
    g = ops(units=units, axis=("ge",))
    click(g, "drop", "uk_ab@gibraltar", "violate")
    assert {"seville", "madrid"} <= set(offers(g))
    g = ops(units=units, axis=("ge",), options=["no_declarations"])
    click(g, "drop", "uk_ab@gibraltar")
    assert refused(g, "seville").rule == "16.4"
    assert refused(g, "madrid").rule == "16.4"
    click(g, "violate")
    assert offers(g) == ["ireland", "portugal"]  # they lean to the Allies; over the Central Atlantic


@pytest.mark.rule("on_to_berlin", "15.7.2a")
def test_no_flight_over_the_baltic_sea_for_the_allies() -> None:
    g = ops(
        units={"denmark": "uk_lf, uk_ab", "finland": "ge_lf"},
        control={"denmark": "uk", "finland": "ge"},
        allied=("uk", "de"),
        axis=("ge", "fi"),
    )
    click(g, "drop", "uk_ab@denmark")
    # Finland lies two areas away over the Baltic Sea, or over Neutral Sweden.
    assert refused(g, "finland").rule == "3.1.3a"
    assert refused(g, "warsaw").rule == "6.1.2"  # over the Baltic Sea alone
    assert "berlin" in offers(g)  # over the Ruhr


@pytest.mark.rule("on_to_berlin", "8.1.1d")
def test_no_drop_into_a_full_area() -> None:
    g = ops(
        units={"england": "uk_lf, uk_ab", "paris": "6 fr_lf, 4 us_lf", "belgium": "ge_lf"},
        control={"belgium": "ge"},
    )
    click(g, "drop", "uk_ab@england")
    assert refused(g, "paris").rule == "8.1.1d"
