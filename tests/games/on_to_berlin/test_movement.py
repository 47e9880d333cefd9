"""Normal Movement: allowance, cost, stopping, leaving somebody behind, borders. [8.1]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.rules.movement.group_movement import March
from sandtable.games.on_to_berlin.testing import area, country, position, tables, unit_at, units_at
from tests.games.on_to_berlin.acting import areas, click, group, move, points, why, why_unit
from tests.games.on_to_berlin.clicks import offers, ready, refused, told

T = tables()


# --- allowance and cost


@pytest.mark.rule("on_to_berlin", "8.1")
def test_the_slowest_of_a_group_sets_its_pace() -> None:
    units = {"berlin": "2 ge_tf, ge_lf, ge_gf, ge_ft"}
    for kinds, far in ((["ge_tf"], 3), (["ge_tf", "ge_lf"], 2), (["ge_tf", "ge_lf", "ge_gf"], 1)):
        g = points(2, units=units)
        move(g, "berlin", *kinds)
        steps = 0
        for there in ("southern_germany", "czechoslovakia", "austria"):
            if ready_to_march(g):
                click(g, there)
                steps += 1
        assert steps == far and not ready_to_march(g)


def ready_to_march(g: Board) -> bool:
    """Whether a group is still asked where it goes."""
    return isinstance(g.agenda[-1], March)


@pytest.mark.rule("on_to_berlin", "8.1a")
@pytest.mark.parametrize(
    ("start", "there", "control", "cost"),
    [
        ("berlin", "ruhr", {}, 1),
        ("berlin", "warsaw", {}, 2),  # into the enemy's
        ("warsaw", "berlin", {}, 2),  # out of the enemy's
        ("warsaw", "galicia", {}, 3),  # from one to the other
        ("berlin", "warsaw", {"warsaw": "ge"}, 1),
        ("ruhr", "belgium", {}, 1),  # Neutral ground is not the enemy's [R14]
        ("ruhr", "belgium", {"belgium": "fr"}, 2),
        ("warsaw", "czechoslovakia", {"czechoslovakia": "po"}, 3),
    ],
)
def test_the_cost_of_a_border(start: str, there: str, control: dict[str, str], cost: int) -> None:
    allied = ("uk", "fr", "po", "su")
    for unit, allowance in (("ge_gf", 1), ("ge_lf", 2), ("ge_tf", 3)):
        g = position(units={start: f"{unit}, ge_lf spent"}, control=control, allied=allied)
        mover = (unit_at(g, unit, start, spent=False),)
        step = March(mover, (area(g, start),), 0, 0, there == "belgium" and not control)
        assert (AREA + area(g, there) in step.choices(g, AXIS)) == (cost <= allowance)
    assert movement_costs.border_cost(g, AXIS, area(g, start), area(g, there), False) == cost


@pytest.mark.rule("on_to_berlin", "8.1a")
def test_points_used_are_used_up() -> None:
    g = points(2, units={"berlin": "2 ge_tf"}, allied=("uk", "fr", "po", "su"))
    move(g, "berlin", "ge_tf")
    click(g, "czechoslovakia")
    assert {"warsaw", "galicia"} <= areas(g)  # 1 + 2
    click(g, "southern_germany")
    assert areas(g) == {"ruhr", "austria"}
    refusal = refused(g, "lorraine")
    assert refusal.rule == "8.1a" and "costs 2, and the group has 1 left" in refusal.text


@pytest.mark.rule("on_to_berlin", "8.1b")
def test_enemy_units_cost_nothing_and_do_not_stop_a_group() -> None:
    units = {"berlin": "2 ge_lf", "czechoslovakia": "2 po_lf, uk_tf"}
    g = points(2, units=units)
    move(g, "berlin", "ge_lf")
    click(g, "czechoslovakia", "austria")
    assert ready_after(g) and units_at(g, "austria") == "ge_lf"


def ready_after(g: Board) -> bool:
    """Whether the points are asked for again."""
    return "done" in offers(g)


@pytest.mark.rule("on_to_berlin", "15.1g")
def test_enemy_submarines_hinder_no_ships() -> None:
    units = {"scotland": "uk_lf", "norwegian_sea": "ge_ss", "north_sea": "2 uk_nf, ge_ss"}
    g = points(2, units=units, side="allied")
    move(g, "north_sea", "uk_nf")
    click(g, "norwegian_sea", "north_atlantic", "central_atlantic")
    assert units_at(g, "central_atlantic") == "uk_nf" and ready_after(g)


# --- going on and stopping


@pytest.mark.rule("on_to_berlin", "8.1e")
@pytest.mark.parametrize(
    ("there", "control", "allied"),
    [
        ("warsaw", {}, ("uk", "po", "su")),  # the enemy's
        ("belgium", {}, ("uk", "po", "su")),  # a Neutral's
        ("ruhr", {"ruhr": ""}, ("uk", "po", "su")),  # nobody's
    ],
)
def test_a_group_stops_where_it_has_no_friends(
    there: str, control: dict[str, str], allied: tuple[str, ...]
) -> None:
    start = "ruhr" if there == "belgium" else "berlin"
    g = points(2, units={start: "2 ge_tf"}, control=control, allied=allied)
    move(g, start, "ge_tf")
    if there == "belgium":
        click(g, "violate")
    click(g, there)
    assert ready_after(g)  # with a point or two unused
    assert units_at(g, there) == "ge_tf"


@pytest.mark.rule("on_to_berlin", "8.1e")
def test_from_an_unfriendly_area_no_way_goes_on() -> None:
    g = position(
        units={"berlin": "2 ge_tf, ge_lf"}, control={"warsaw": "", "galicia": "ge"}, allied=("uk", "su")
    )
    column = movement_costs.MovingGroup(g, (unit_at(g, "ge_tf", "berlin"),))
    way = (area(g, "berlin"), area(g, "warsaw"))
    assert movement_costs.next_areas(g, column, way, 1, False, False) == []
    assert movement_costs.why_not(g, column.units, way, 1, area(g, "galicia"), False).rule == "8.1e"
    assert area(g, "galicia") in movement_costs.next_areas(g, column, way[1:], 1, False, False)


@pytest.mark.rule("on_to_berlin", "8.1g")
def test_a_group_passes_through_friendly_areas_and_may_stop_in_each() -> None:
    units = {"berlin": "2 ge_tf", "czechoslovakia": "po_lf", "warsaw": "ge_lf"}
    g = points(2, units=units, control={"warsaw": "ge"}, allied=("uk", "po", "su"))
    move(g, "berlin", "ge_tf")
    assert "stop" not in offers(g)
    for there in ("warsaw", "czechoslovakia"):
        click(g, there)
        assert "stop" in offers(g)
    click(g, "stop")
    assert units_at(g, "czechoslovakia") == "ge_tf, po_lf"


@pytest.mark.rule("on_to_berlin", "15.1b")
def test_submarines_go_on_through_enemy_seas_but_pay_for_it() -> None:
    units = {"baltic_sea": "ge_nf, 2 ge_ss", "north_sea": "uk_nf"}
    g = points(2, units=units)
    move(g, "baltic_sea", "ge_ss")
    click(g, "north_sea")  # 2
    assert "english_channel" in areas(g)
    click(g, "english_channel")  # 3 more; another sea would cost 3 again
    assert ready_after(g) and units_at(g, "english_channel") == "ge_ss"
    # Neutral or nobody's seas cost less. [R37] [R49]
    g = points(2, units=units, control={"north_sea": "", "norwegian_sea": ""})
    move(g, "baltic_sea", "ge_ss")
    click(g, "north_sea", "norwegian_sea", "north_atlantic")
    assert units_at(g, "north_atlantic") == "ge_ss"
    # With a surface ship among them the group stops.
    g = points(2, units={"baltic_sea": "2 ge_nf, ge_ss"}, control={"north_sea": ""})
    move(g, "baltic_sea", "ge_ss", "ge_nf")
    click(g, "north_sea")
    assert ready_after(g) and units_at(g, "north_sea") == "ge_nf, ge_ss"


@pytest.mark.rule("on_to_berlin", "8.1")
def test_no_area_is_visited_twice() -> None:
    g = points(2, units={"berlin": "2 ge_tf"})
    move(g, "berlin", "ge_tf")
    click(g, "ruhr")
    assert "berlin" not in areas(g) and why(g, "berlin") == "8.1"
    assert why(g, "ruhr") == "8.1"


# --- the group


@pytest.mark.rule("on_to_berlin", "8.1c")
def test_a_group_stays_together() -> None:
    g = points(2, units={"berlin": "2 ge_tf, 2 ge_lf", "ruhr": "ge_lf"})
    move(g, "berlin", "ge_tf", "ge_lf")
    click(g, "ruhr")
    assert units_at(g, "ruhr") == "2 ge_lf, ge_tf" and units_at(g, "berlin") == "ge_lf, ge_tf"
    assert why_unit(g, "ge_lf", "ruhr") == "8.1c" and why_unit(g, "ge_tf", "berlin") == "8.1c"
    click(g, "southern_germany")
    assert units_at(g, "southern_germany") == "ge_lf, ge_tf" and units_at(g, "ruhr") == "ge_lf"


@pytest.mark.rule("on_to_berlin", "8.1f")
@pytest.mark.rule("on_to_berlin", "7.2a")
def test_who_has_moved_stays_fresh() -> None:
    g = points(2, units={"berlin": "2 ge_lf", "baltic_sea": "2 ge_nf"}, control={"north_sea": "ge"})
    move(g, "berlin", "ge_lf")
    click(g, "ruhr", "stop")
    move(g, "baltic_sea", "ge_nf")
    click(g, "north_sea", "stop")
    assert units_at(g, "ruhr") == "ge_lf" and units_at(g, "north_sea") == "ge_nf"
    assert "Move from Berlin to Ruhr: German infantry. [8.1]" in told(g)


@pytest.mark.rule("on_to_berlin", "7.2a")
def test_without_a_movement_rating_nobody_moves() -> None:
    units = {"berlin": "ge_ft, 2 ge_lf, po_lf"}
    g = points(2, units=units)
    group(g, "berlin", "ge_lf")
    assert "move" in offers(g)
    group(g, "berlin", "ge_ft")
    assert "move" not in offers(g) and why(g, "move") == "7.2a"
    g = points(2, units={"berlin": "ge_ft, ge_lf"})
    assert "ge_ft@berlin" not in offers(g) and why_unit(g, "ge_ft", "berlin") == "7.2a"


# --- leaving an area


@pytest.mark.rule("on_to_berlin", "8.1d")
@pytest.mark.parametrize(
    ("place", "units", "movers", "control", "may"),
    [
        ("berlin", "ge_lf", "ge_lf", {}, False),
        ("berlin", "2 ge_lf", "ge_lf ge_lf", {}, False),
        ("berlin", "ge_lf, ge_lf spent", "ge_lf", {}, True),  # spent units hold as well
        ("berlin", "ge_lf, ge_af", "ge_lf", {}, True),  # and so do air units
        ("berlin", "ge_lf, it_lf", "it_lf", {}, True),
        ("berlin", "ge_lf, it_lf", "ge_lf", {}, False),  # a German could stay, so one must
        ("berlin", "2 ge_lf, it_lf", "ge_lf it_lf", {}, True),
        ("berlin", "it_lf, hu_lf", "it_lf", {}, True),  # no German is there anyway
        ("berlin", "it_lf, hu_lf", "it_lf hu_lf", {}, False),
        ("warsaw", "ge_lf", "ge_lf", {"warsaw": "ge"}, False),
        ("warsaw", "ge_af", "ge_af", {"warsaw": "ge"}, False),
        ("berlin", "ge_lf, po_lf", "ge_lf", {}, False),  # an enemy cannot hold the area
        ("berlin", "ge_lf, po_lf", "ge_lf", {"berlin": "po"}, True),  # the area is not German
        ("berlin", "ge_lf", "ge_lf", {"berlin": ""}, True),
        ("baltic_sea", "ge_nf", "ge_nf", {}, False),
        ("baltic_sea", "2 ge_nf", "ge_nf", {}, True),
        ("baltic_sea", "ge_nf, ge_ss", "ge_nf", {}, False),  # submarines hold nothing [15.1a]
        ("baltic_sea", "ge_nf, ge_ss", "ge_ss", {}, True),
        ("baltic_sea", "ge_nf, ge_ss, it_nf", "ge_nf", {}, False),  # a submarine cannot hold it
        ("baltic_sea", "ge_ss", "ge_ss", {}, True),  # and are not missed [R19]
        ("baltic_sea", "ge_nf, ge_lf", "ge_nf", {}, False),  # nor do land units at sea
        ("baltic_sea", "ge_nf, ge_lf", "ge_lf", {}, True),
        ("western_mediterranean", "fr_nf, it_nf", "fr_nf", {"western_mediterranean": "it"}, True),
    ],
)
def test_somebody_stays_to_hold_the_area(
    place: str, units: str, movers: str, control: dict[str, str], may: bool
) -> None:
    side = "allied" if "fr_nf" in movers else "axis"
    g = points(2, units={place: units}, control=control, axis=("ge", "it", "hu"), side=side)
    kinds = movers.split()
    offered = True
    for kind in kinds:
        offered = offered and f"{kind}@{place}" in offers(g)
        if offered:
            click(g, f"{kind}@{place}")
    assert (offered and "move" in offers(g)) == may
    if offered and not may:
        assert why(g, "move") == "8.1d"  # there is somebody to attack
    elif not may:
        rule = "8.1d" if len(kinds) == 1 else "7.1b"
        assert why_unit(g, kinds[-1], place, kinds[:-1].count(kinds[-1])) == rule


# --- borders


@pytest.mark.rule("on_to_berlin", "2.2.1f")
def test_a_group_crosses_borders_only() -> None:
    g = points(2, units={"berlin": "2 ge_tf"})
    move(g, "berlin", "ge_tf")
    assert areas(g) == {"ruhr", "southern_germany", "czechoslovakia", "warsaw"}  # no ships for the Baltic
    assert why(g, "austria") == "2.2.1f" and "Berlin" in refused(g, "austria").text
    click(g, "czechoslovakia")
    assert areas(g) == {"southern_germany", "austria", "warsaw"}
    assert why(g, "ruhr") == "2.2.1f"


def test_a_strait_is_crossed_like_a_land_border() -> None:
    """Reconstructed: R20."""
    g = points(2, units={"denmark": "2 ge_lf"}, control={"denmark": "ge"}, allied=("uk", "sw"))
    move(g, "denmark", "ge_lf")
    click(g, "sweden")
    assert units_at(g, "sweden") == "ge_lf"  # fresh: nobody carried it


@pytest.mark.rule("on_to_berlin", "15.7.1a")
def test_the_canal_joins_two_seas_for_the_allies_while_they_hold_egypt() -> None:
    units = {"eastern_mediterranean": "2 uk_nf, 2 it_nf", "central_atlantic": "2 uk_nf", "egypt": "2 uk_lf"}
    setup: dict[str, Any] = {"units": units, "axis": ("ge", "it")}
    g = points(2, side="allied", **setup)
    move(g, "eastern_mediterranean", "uk_nf")
    assert "central_atlantic" in areas(g)
    click(g, "central_atlantic")
    assert "stop" in offers(g)
    click(g, "stop")
    move(g, "egypt", "uk_lf")
    assert "central_atlantic" in areas(g)
    g = points(2, side="allied", **setup)
    move(g, "central_atlantic", "uk_nf")
    assert "eastern_mediterranean" in areas(g)
    # Not with Egypt lost, and never for the Axis.
    g = points(2, side="allied", control={"egypt": "it"}, **setup)
    move(g, "eastern_mediterranean", "uk_nf")
    assert "central_atlantic" not in areas(g) and why(g, "central_atlantic") == "2.2.1f"
    for control in ({}, {"egypt": "it", "eastern_mediterranean": "it"}):
        g = points(2, side="axis", control=control, **setup)
        move(g, "eastern_mediterranean", "it_nf")
        assert "central_atlantic" not in areas(g) and why(g, "central_atlantic") == "2.2.1f"


# --- breaking neutrality


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_neutral_ground_is_entered_after_the_button_only() -> None:
    g = points(2, units={"ruhr": "2 ge_lf"})
    move(g, "ruhr", "ge_lf")
    assert areas(g) == {"berlin", "southern_germany"} and "violate" in offers(g)
    refusal = refused(g, "belgium")
    assert refusal.rule == "3.1.3" and "Break neutrality" in refusal.text
    click(g, "violate")
    assert areas(g) == {"belgium", "netherlands", "denmark"}
    assert why(g, "berlin") == "3.1.3" and why(g, "stop") == "3.1.3"
    assert why(g, "violate") == "3.1.3"
    click(g, "belgium")
    assert g.nside[country(g, "be")] == ALLIED and g.war[country(g, "be")]
    assert ready_after(g)
    # Elsewhere there is nothing to break.
    g = points(2, units={"berlin": "2 ge_lf"})
    move(g, "berlin", "ge_lf")
    assert "violate" not in offers(g) and why(g, "violate") == "3.1.3"


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_the_areas_poland_cedes_are_soviet_ground() -> None:
    g = points(2, units={"warsaw": "2 ge_lf"}, control={"warsaw": "ge"})
    move(g, "warsaw", "ge_lf")
    assert "brest" not in areas(g) and why(g, "brest") == "15.4b"
    click(g, "violate", "brest")
    assert g.nside[country(g, "su")] == ALLIED
    # Polish units are at home there.
    g = points(2, units={"warsaw": "2 po_lf"}, side="allied")
    move(g, "warsaw", "po_lf")
    click(g, "brest")
    assert g.nside[country(g, "su")] == 2 and ready_after(g)


@pytest.mark.rule("on_to_berlin", "8.1e")
def test_a_friendly_area_that_was_soviet_ground_is_passed() -> None:
    """An Ally in Brest breaks Soviet neutrality, but Brest is Polish: it may go on, at war with Moscow."""
    g = points(2, units={"warsaw": "po_lf, uk_tf", "brest": "po_lf"}, side="allied")
    move(g, "warsaw", "uk_tf")
    click(g, "violate", "brest")
    assert g.nside[country(g, "su")] == AXIS
    assert areas(g) == {"galicia", "minsk", "kiev"} and "violate" not in offers(g)  # 1 + 2
    click(g, "galicia")
    assert "stop" in offers(g) and "kiev" not in areas(g)  # one point left


# --- what else may be clicked


@pytest.mark.rule("on_to_berlin", "8.1")
def test_refusals_on_the_march() -> None:
    g = points(2, units={"berlin": "2 ge_tf, ge_lf"}, hands={"axis": ["ax_blitzkrieg_2"]})
    move(g, "berlin", "ge_tf")
    for button in ("stop", "done", "pass"):
        assert why(g, button) == "8.1"
    assert "at least one area" in refused(g, "stop").text
    assert why(g, "new:ge_lf") == "6.1.1g"
    assert why(g, "ax_blitzkrieg_2") == "6.0"
    g.card = 2
    assert why(g, "ax_blitzkrieg_2") == "6.1"
    assert g.agenda[-1].prompt(g, AXIS).rule == "8.1"
    click(g, "ruhr")
    assert why(g, "done") == "8.1" and "or stop" in refused(g, "done").text
    assert "or stop" in g.agenda[-1].prompt(g, AXIS).text
    click(g, "stop")
    assert ready_after(g)


def test_the_way_is_told() -> None:
    g = points(1, units={"berlin": "2 ge_tf"})
    move(g, "berlin", "ge_tf")
    click(g, "ruhr", "southern_germany", "stop")
    assert ready(g)
    assert "Move from Berlin to Ruhr and Southern Germany: German tank force. [8.1]" in told(g)
