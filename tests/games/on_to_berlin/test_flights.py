"""Air Movement: area by area over friendly ground, to a friendly base. [8.2] [8.1.1b]"""

from typing import Any

import pytest

from sandtable.engine.choice import PASS
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.ids import AREA, DROP, STOP, VIOLATE
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat import air_actions
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.testing import area, card, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.driving import begin, idle, refused

T = tables()


def group(g: Board, place: str) -> tuple[int, ...]:
    """All fresh air units of the active side in an area."""
    return tuple([u for u in g.at[area(g, place)] if T.unit_strike[u] and g.ready(u, g.side)])


def fly(place: str, spend: bool = True, **setup: Any) -> Board:
    """A position in which the air units of an area take off."""
    g = position(**setup)
    units = group(g, place)
    assert air_actions.can_fly(g, units)
    begin(g, air_actions.Flight(units, (area(g, place),), spend))
    return g


def offered(g: Board) -> set[str]:
    """The areas that may be clicked."""
    return {T.area_id[c - AREA] for c in g.choices(g.seats()[0]) if AREA <= c < g.ids.unit}


def go(g: Board, *areas: str) -> None:
    """Click the way, area by area."""
    for name in areas:
        assert AREA + area(g, name) in g.choices(g.side)
        g.apply(g.side, AREA + area(g, name))


def can(place: str, **setup: Any) -> bool:
    """Whether the air units of an area can make an Air Movement."""
    g = position(**setup)
    return air_actions.can_fly(g, group(g, place))


HOME = {"berlin": "ge_af, ge_lf"}


@pytest.mark.rule("on_to_berlin", "8.2")
@pytest.mark.rule("on_to_berlin", "8.2d")
@pytest.mark.rule("on_to_berlin", "7.2c")
def test_air_units_fly_to_another_base_and_are_spent() -> None:
    g = fly("berlin", units=HOME)
    go(g, "ruhr")
    g.apply(AXIS, STOP)
    assert idle(g)
    assert units_at(g, "ruhr") == "ge_af spent" and units_at(g, "berlin") == "ge_lf"
    assert g.log is not None and g.log.lines(None)[-1].rule == "8.2"
    # In a double action the spending waits for its end. [17.1e]
    g = fly("berlin", False, units=HOME)
    go(g, "ruhr")
    g.apply(AXIS, STOP)
    assert units_at(g, "ruhr") == "ge_af"


@pytest.mark.rule("on_to_berlin", "8.2")
@pytest.mark.rule("on_to_berlin", "7.2c")
def test_only_air_units_make_an_air_movement() -> None:
    g = position(units={"berlin": "ge_af, 2 ge_lf", "baltic_sea": "2 ge_nf"})
    flyer = unit_at(g, "ge_af", "berlin")
    infantry = unit_at(g, "ge_lf", "berlin")
    assert air_actions.can_fly(g, (flyer,))
    assert not air_actions.can_fly(g, (infantry,)) and not air_actions.can_fly(g, (flyer, infantry))


@pytest.mark.rule("on_to_berlin", "8.2a")
@pytest.mark.rule("on_to_berlin", "8.1.1b")
def test_it_starts_in_passes_through_and_ends_in_friendly_areas() -> None:
    g = fly("berlin", units=HOME)
    # Not Warsaw, which is Polish, nor the Baltic, behind which nothing is German.
    assert offered(g) == {"ruhr", "southern_germany", "czechoslovakia"}
    assert refused(g, AREA + area(g, "warsaw")).rule == "8.2a"
    go(g, "ruhr")
    assert offered(g) == {"southern_germany"}
    assert refused(g, AREA + area(g, "denmark")).rule == "8.2a"
    # An aircraft cannot fly from an island in a foreign sea.
    assert not can("malta", units={"malta": "uk_af, uk_lf"}, side="allied")
    # Where the Axis does not control the base it cannot start.
    assert not can("warsaw", units={"warsaw": "ge_af, ge_lf, po_lf"})
    assert can("warsaw", units={"warsaw": "ge_af, ge_lf, po_lf"}, control={"warsaw": "ge"})


@pytest.mark.rule("on_to_berlin", "8.2e")
@pytest.mark.rule("on_to_berlin", "8.2b")
def test_each_area_costs_one_point_and_enemy_units_do_not_matter() -> None:
    units = {"berlin": "ge_af, ge_lf", "southern_germany": "uk_lf, ge_lf", "austria": "uk_lf, uk_af"}
    g = fly("berlin", units=units)
    go(g, "southern_germany")
    assert "austria" in offered(g)
    go(g, "austria")
    assert idle(g)  # two points are used up
    assert "ge_af spent" in units_at(g, "austria")


@pytest.mark.rule("on_to_berlin", "8.2c")
def test_it_crosses_the_sea_without_ships_but_does_not_end_there() -> None:
    units = {"england": "uk_af, uk_lf", "london": "uk_lf"}
    g = fly("england", units=units, side="allied")
    assert {"english_channel", "north_sea"} <= offered(g)
    go(g, "english_channel")
    assert STOP not in g.choices(ALLIED)
    assert refused(g, STOP).rule == "8.2c"
    assert offered(g) == {"london", "paris", "western_france"}
    assert g.agenda[-1].prompt(g, ALLIED).rule == "8.2c"
    go(g, "paris")
    assert idle(g) and units_at(g, "paris") == "uk_af spent"


@pytest.mark.rule("on_to_berlin", "8.2c")
def test_a_sea_with_no_base_behind_it_is_not_offered() -> None:
    g = fly("berlin", units=HOME)
    refusal = refused(g, AREA + area(g, "baltic_sea"))
    assert refusal.rule == "8.2c"
    # Nor does it start at sea: air units that ships carry stay with them.
    assert not can("english_channel", units={"english_channel": "uk_nf, uk_af"}, side="allied")


@pytest.mark.rule("on_to_berlin", "8.1d")
@pytest.mark.rule("on_to_berlin", "8.2e")
def test_the_last_unit_does_not_fly_away() -> None:
    assert not can("berlin", units={"berlin": "ge_af"})
    assert not can("berlin", units={"berlin": "2 ge_af"})
    assert can("berlin", units=HOME)
    # One of the area's own nation stays, if there is one. [8.1d]
    setup: dict[str, Any] = {"units": {"rome": "it_af, ge_lf"}, "axis": ("ge", "it")}
    assert not can("rome", **setup)
    setup["units"] = {"rome": "ge_af, it_lf"}
    assert can("rome", **setup)


@pytest.mark.rule("on_to_berlin", "8.2e")
@pytest.mark.rule("on_to_berlin", "8.1.1e")
def test_no_more_than_four_air_units_of_a_side_in_an_area() -> None:
    units = {"berlin": "2 ge_af, ge_lf", "ruhr": "3 ge_af"}
    g = fly("berlin", units=units)
    assert "ruhr" not in offered(g)
    assert refused(g, AREA + area(g, "ruhr")).rule == "8.1.1e"
    single = (unit_at(g, "ge_af", "berlin"),)
    g = position(units=units)
    begin(g, air_actions.Flight(single, (area(g, "berlin"),), True))
    assert "ruhr" in offered(g)


@pytest.mark.rule("on_to_berlin", "8.2e")
@pytest.mark.rule("on_to_berlin", "15.6")
@pytest.mark.rule("on_to_berlin", "15.7.2")
@pytest.mark.rule("on_to_berlin", "15.7.3")
def test_areas_closed_to_a_nation_or_a_side_stay_closed() -> None:
    # Italian air units stay south of the line. [15.6]
    setup: dict[str, Any] = {"axis": ("ge", "it"), "control": {"lorraine": "ge"}}
    g = fly("southern_germany", units={"southern_germany": "it_af, ge_lf"}, **setup)
    assert offered(g) == {"austria", "czechoslovakia"}
    assert refused(g, AREA + area(g, "ruhr")).rule == "15.6"
    # The Baltic is closed to the Allies, whoever controls it. [15.7.2]
    setup = {"side": "allied", "allied": ("uk", "de", "sw"), "control": {"baltic_sea": "uk"}}
    g = fly("denmark", units={"denmark": "uk_af, de_gf"}, **setup)
    assert "baltic_sea" not in offered(g)
    assert refused(g, AREA + area(g, "baltic_sea")).rule == "15.7.2"
    # The Middle East is closed to the Axis. [15.7.3]
    setup = {"axis": ("ge", "it"), "control": {"egypt": "ge", "libya": "ge", "middle_east": "ge"}}
    g = fly("egypt", units={"egypt": "it_af, ge_lf"}, **setup)
    assert "libya" in offered(g)
    assert refused(g, AREA + area(g, "middle_east")).rule == "15.7.3"


@pytest.mark.rule("on_to_berlin", "8.2e")
def test_the_group_flies_together_and_comes_by_no_area_twice() -> None:
    g = fly("berlin", units={"berlin": "2 ge_af, ge_lf"})
    go(g, "ruhr")
    assert units_at(g, "ruhr") == "2 ge_af"
    assert "berlin" not in offered(g)
    assert refused(g, AREA + area(g, "berlin")).rule == "8.2"
    assert refused(g, g.ids.unit + unit_at(g, "ge_lf", "berlin")).rule == "8.2e"
    assert refused(g, AREA + area(g, "austria")).rule == "2.2.1f"


@pytest.mark.rule("on_to_berlin", "8.2")
@pytest.mark.rule("on_to_berlin", "10.1g")
def test_a_flight_can_be_answered_in_any_area_it_entered() -> None:
    units = {"berlin": "2 ge_af, ge_lf", "ruhr": "uk_lf, ge_lf", "southern_germany": "ge_lf"}
    g = fly("berlin", units=units, hands={"allied": ["al_ambush_2"]})
    go(g, "ruhr", "southern_germany")
    assert idle(g)  # the infantry on the way has no Airstrike Rating
    # The window itself knows every area entered, and that the flight spends the group.
    g = fly("berlin", units=units)
    go(g, "ruhr")
    step = g.agenda[-1]
    assert isinstance(step, air_actions.Flight)
    step.finish(g)
    window = g.agenda[-1]
    assert isinstance(window, Ambush)
    assert window.action.path == (area(g, "berlin"), area(g, "ruhr")) and window.action.as_spent


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_entering_the_areas_poland_cedes_needs_the_button() -> None:
    units = {"warsaw": "uk_af, po_lf", "brest": "po_lf", "galicia": "po_lf"}
    g = position(units=units, side="allied")
    assert air_actions.can_fly(g, group(g, "warsaw"))
    begin(g, air_actions.Flight(group(g, "warsaw"), (area(g, "warsaw"),), True))
    assert g.choices(ALLIED) == [VIOLATE]
    refusal = refused(g, AREA + area(g, "brest"))
    assert refusal.rule == "15.4b" and "Soviet Union" in refusal.text
    assert refused(g, STOP).rule == "8.2"
    g.apply(ALLIED, VIOLATE)
    assert offered(g) == {"brest", "galicia"}
    assert g.agenda[-1].prompt(g, ALLIED).rule == "3.1.3"
    assert refused(g, STOP).rule == "3.1.3"
    go(g, "brest")
    assert g.nside[country(g, "su")] == AXIS
    # Galicia is not Neutral ground now; the flight may go on.
    assert offered(g) == {"galicia"} and STOP in g.choices(ALLIED)
    g.apply(ALLIED, STOP)
    assert idle(g) and units_at(g, "brest") == "uk_af spent, po_lf"


def test_after_the_button_only_areas_that_break_a_neutrality_are_open() -> None:
    units = {"warsaw": "uk_af, po_lf", "brest": "po_lf"}
    g = position(units=units, side="allied", control={"czechoslovakia": "uk"})
    begin(g, air_actions.Flight(group(g, "warsaw"), (area(g, "warsaw"),), True))
    assert offered(g) == {"czechoslovakia"} and VIOLATE in g.choices(ALLIED)
    step = g.agenda[-1]
    again = air_actions.Flight.unpack(step.pack())
    assert again.pack() == step.pack() and again.choices(g, ALLIED) == step.choices(g, ALLIED)
    g.apply(ALLIED, VIOLATE)
    assert refused(g, AREA + area(g, "czechoslovakia")).rule == "3.1.3"
    step = g.agenda[-1]
    again = air_actions.Flight.unpack(step.pack())
    assert again.choices(g, ALLIED) == step.choices(g, ALLIED)
    g = fly("berlin", units=HOME)
    assert refused(g, VIOLATE).rule == "3.1.3"
    assert g.agenda[-1].why_not(g, AXIS, DROP) is None
    assert g.agenda[-1].prompt(g, AXIS).rule == "8.2"
    go(g, "ruhr")
    assert "stop" in g.agenda[-1].prompt(g, AXIS).text


@pytest.mark.rule("on_to_berlin", "10.1d")
def test_the_answer_to_a_flight_hits_as_if_it_were_spent() -> None:
    units = {"denmark": "2 ge_af, ge_lf", "north_sea": "uk_cv, ge_nf", "norway": "ge_lf"}
    control = {"denmark": "ge", "norway": "ge", "north_sea": "ge"}
    allies = ("uk", "de", "nw")
    hands = {"allied": ["al_ambush_2"]}
    g = fly("denmark", units=units, control=control, allied=allies, hands=hands, dice=[1])
    go(g, "north_sea", "norway")
    assert g.seats() == (ALLIED,) and PASS in g.choices(ALLIED)
    g.apply(ALLIED, g.ids.card + card(g, "al_ambush_2"))
    assert idle(g)
    assert units_at(g, "norway") == "ge_lf"  # two hits, one for each of them, and both are gone
