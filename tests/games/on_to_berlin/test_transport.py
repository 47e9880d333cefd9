"""Naval transport and its capacity. [8.1.2] [3.6]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED
from sandtable.games.on_to_berlin.components.group_action import MOVEMENT, TRANSPORT
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush
from sandtable.games.on_to_berlin.rules.movement import movement_costs
from sandtable.games.on_to_berlin.testing import area, position, units_at
from tests.games.on_to_berlin.acting import areas, blitz, click, group, move, playing, points, why
from tests.games.on_to_berlin.clicks import offers, refused, told

BRITAIN = {"england": "3 uk_lf, uk_af, uk_tf, uk_gf", "london": "uk_lf"}
CHANNEL = {"english_channel": "2 uk_nf"}


def crossing(units: dict[str, str], place: str, *kinds: str, **setup: Any) -> Board:
    """A position in which a British group is asked where it goes."""
    g = points(3, units=units, side="allied", **setup)
    move(g, place, *kinds)
    return g


# --- going by sea


@pytest.mark.rule("on_to_berlin", "8.1.2")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
@pytest.mark.rule("on_to_berlin", "8.1.1a")
def test_land_units_cross_a_sea_on_ships_and_are_spent() -> None:
    g = crossing({**BRITAIN, **CHANNEL}, "england", "uk_lf", "uk_lf")
    click(g, "english_channel")
    assert units_at(g, "english_channel") == "2 uk_lf, 2 uk_nf"  # not spent before the end
    click(g, "paris")
    assert units_at(g, "paris") == "2 uk_lf spent" and units_at(g, "english_channel") == "2 uk_nf"
    assert "Naval transport from England to English Channel and Paris: 2 × British infantry. [8.1.2]" in told(
        g
    )
    # Without ships there is no way over the sea.
    g = crossing(BRITAIN, "england", "uk_lf")
    assert "english_channel" not in areas(g) and why(g, "english_channel") == "8.1.2"


def test_a_transport_may_end_at_sea() -> None:
    """Ruled: R4. The units are carried on later."""
    g = crossing({**BRITAIN, **CHANNEL}, "england", "uk_lf")
    click(g, "english_channel", "stop")
    assert units_at(g, "english_channel") == "uk_lf spent, 2 uk_nf"


@pytest.mark.rule("on_to_berlin", "8.1.2")
@pytest.mark.rule("on_to_berlin", "3.6")
def test_no_more_than_the_ships_of_each_sea_can_carry() -> None:
    units = {**BRITAIN, "english_channel": "2 uk_nf", "central_atlantic": "uk_nf"}
    g = crossing(units, "england", "uk_lf", "uk_lf", "uk_lf")
    assert "english_channel" not in areas(g)
    refusal = refused(g, "english_channel")
    assert refusal.rule == "8.1.2" and "2 more, and the group has 3" in refusal.text
    g = crossing(units, "england", "uk_lf", "uk_lf")
    click(g, "english_channel")
    # The scarcest sea of the way counts.
    assert "central_atlantic" not in areas(g) and why(g, "central_atlantic") == "8.1.2"
    g = crossing(units, "england", "uk_lf")
    click(g, "english_channel", "central_atlantic")
    assert units_at(g, "central_atlantic") == "uk_lf spent, uk_nf"


@pytest.mark.rule("on_to_berlin", "3.6")
def test_the_ships_of_all_friendly_nations_carry_and_those_aboard_take_their_room() -> None:
    units = {**BRITAIN, "english_channel": "uk_nf, uk_cv, fr_nf, uk_lf spent, ge_nf"}
    g = crossing(units, "england", "uk_lf", "uk_lf")
    assert "english_channel" in areas(g)
    g = crossing(units, "england", "uk_lf", "uk_lf", "uk_lf")
    assert "english_channel" not in areas(g)
    assert "2 more" in refused(g, "english_channel").text


@pytest.mark.rule("on_to_berlin", "3.6a")
@pytest.mark.parametrize(
    ("ships", "carried"),
    [
        ("uk_nf spent", 0),
        ("2 uk_nf spent", 1),
        ("uk_nf, uk_nf spent", 1),  # one and a half [R6]
        ("uk_nf, uk_nf spent, uk_cv spent", 2),
        ("3 uk_nf spent", 1),
        ("3 uk_nf", 3),
    ],
)
def test_a_spent_ship_carries_half_a_unit(ships: str, carried: int) -> None:
    for number in (1, 2, 3, 4):
        units = {"england": "5 uk_lf", "english_channel": ships}
        g = crossing(units, "england", *["uk_lf"] * number)
        assert ("english_channel" in areas(g)) == (number <= carried)


@pytest.mark.rule("on_to_berlin", "3.6f")
def test_submarines_carry_nobody() -> None:
    units = {"berlin": "3 ge_lf", "baltic_sea": "ge_nf, 2 ge_ss"}
    g = points(2, units=units)
    move(g, "berlin", "ge_lf")
    assert "baltic_sea" in areas(g)
    g = points(2, units=units)
    move(g, "berlin", "ge_lf", "ge_lf")
    assert "baltic_sea" not in areas(g) and why(g, "baltic_sea") == "8.1.2"


@pytest.mark.rule("on_to_berlin", "3.6b")
def test_capacity_binds_each_action_anew() -> None:
    """Not the impulse: ruled, R6. The ships that have carried one group carry another."""
    g = crossing({**BRITAIN, "english_channel": "uk_nf"}, "england", "uk_lf")
    click(g, "english_channel", "paris")
    move(g, "england", "uk_lf")
    assert "english_channel" in areas(g)
    click(g, "english_channel", "paris")
    assert units_at(g, "paris") == "2 uk_lf spent"
    # Whoever stays at sea takes the room of the next.
    g = crossing({**BRITAIN, "english_channel": "uk_nf"}, "england", "uk_tf")
    click(g, "english_channel", "stop")
    move(g, "england", "uk_lf")
    assert "english_channel" not in areas(g) and "0 more" in refused(g, "english_channel").text


@pytest.mark.rule("on_to_berlin", "3.6c")
def test_all_transports_of_the_axis_redeploy_share_the_ships() -> None:
    units = {"berlin": "4 ge_lf", "baltic_sea": "2 ge_nf", "finland": "fi_lf"}
    setup: dict[str, Any] = {"units": units, "axis": ("ge", "fi")}
    for name, most in (("ax_redeploy_2", 1), ("ax_blitzkrieg_2", 2)):
        g = playing(name, **setup)
        click(g, "points_first")
        move(g, "berlin", "ge_lf")
        click(g, "baltic_sea", "finland")
        move(g, "berlin", "ge_lf")
        assert "baltic_sea" in areas(g)
        g = playing(name, **setup)
        click(g, "points_first")
        move(g, "berlin", "ge_lf")
        click(g, "baltic_sea", "finland")
        move(g, "berlin", "ge_lf", "ge_lf")
        assert ("baltic_sea" in areas(g)) == (most == 2)
    # One that is still in the sea counts once, not twice.
    g = playing("ax_redeploy_2", **setup)
    click(g, "points_first")
    move(g, "berlin", "ge_lf")
    click(g, "baltic_sea", "stop")
    move(g, "berlin", "ge_lf")
    assert "baltic_sea" in areas(g)


# --- where it goes


@pytest.mark.rule("on_to_berlin", "8.1.2a")
def test_transports_keep_to_friendly_seas() -> None:
    for holder in ("ge", ""):
        units = {**BRITAIN, "english_channel": "2 uk_nf"}
        g = crossing(units, "england", "uk_lf", control={"english_channel": holder})
        assert "english_channel" not in areas(g) and why(g, "english_channel") == "8.1.2a"
    g = crossing({**BRITAIN, **CHANNEL}, "england", "uk_lf", control={"english_channel": "fr"})
    assert "english_channel" in areas(g)


@pytest.mark.rule("on_to_berlin", "8.1.2b")
def test_two_points_whatever_the_rating() -> None:
    units = {**BRITAIN, "english_channel": "3 uk_nf", "central_atlantic": "3 uk_nf"}
    for kind in ("uk_gf", "uk_lf", "uk_tf"):  # ratings 1, 2 and 3
        g = crossing(units, "england", kind)
        click(g, "english_channel")
        assert {"paris", "western_france", "london", "central_atlantic"} <= areas(g)
        click(g, "central_atlantic")
        assert "done" in offers(g)
    # A garrison that has marched an area overland may still embark, but has nothing left then.
    g = crossing(units, "england", "uk_gf")
    assert "london" in areas(g)
    click(g, "london")
    assert areas(g) == {"english_channel"}
    assert why(g, "north_sea") == "8.1.2"
    click(g, "english_channel")
    assert units_at(g, "english_channel") == "uk_gf spent, 3 uk_nf"
    # A tank force has no third point at sea.
    g = crossing(units, "england", "uk_tf")
    click(g, "london", "english_channel")
    assert "done" in offers(g)
    g = crossing(units, "england", "uk_tf", control={"paris": "ge"})
    click(g, "english_channel")
    refusal = refused(g, "paris")
    assert refusal.rule == "8.1.2b" and "costs 2, and the group has 1 left" in refusal.text


@pytest.mark.rule("on_to_berlin", "8.1.2d")
def test_enemy_ships_cost_nothing() -> None:
    units = {**BRITAIN, "english_channel": "uk_nf, 3 ge_nf"}
    g = crossing(units, "england", "uk_lf")
    click(g, "english_channel", "paris")
    assert units_at(g, "paris") == "uk_lf spent"
    # Nor does the sea itself, to which an event may carry them, whoever holds it.
    g = position(control={"english_channel": "ge"})
    sea = area(g, "english_channel")
    assert movement_costs.border_cost(g, ALLIED, area(g, "england"), sea, True) == 1
    assert movement_costs.border_cost(g, ALLIED, sea, area(g, "england"), True) == 1
    assert movement_costs.border_cost(g, ALLIED, area(g, "north_sea"), sea, False) == 2


@pytest.mark.rule("on_to_berlin", "8.1.2d")
@pytest.mark.parametrize(
    ("control", "neutral", "there", "open_"),
    [
        ({}, False, "paris", True),
        ({"paris": "ge"}, False, "paris", True),  # from sea an enemy coast costs two
        ({"english_channel": "ge"}, False, "paris", True),  # a sea lost under the units costs nothing
        ({"english_channel": "ge", "paris": "ge"}, False, "paris", True),
        ({}, True, "belgium", True),
    ],
)
def test_from_the_sea(control: dict[str, str], neutral: bool, there: str, open_: bool) -> None:
    g = crossing({"english_channel": "2 uk_nf, uk_gf"}, "english_channel", "uk_gf", control=control)
    if neutral:
        click(g, "violate")
    assert (there in areas(g)) == open_
    click(g, there)
    if "stop" in offers(g):
        click(g, "stop")
    assert units_at(g, there) == "uk_gf spent"


@pytest.mark.rule("on_to_berlin", "8.1.2b")
@pytest.mark.rule("on_to_berlin", "8.1a")
def test_land_ends_have_their_surcharges() -> None:
    """Ruled: R5. Two points carry a group to a friendly or Neutral coast, not from or to an enemy's."""
    g = crossing({**BRITAIN, **CHANNEL}, "england", "uk_lf", control={"western_france": "ge"})
    click(g, "english_channel")
    assert "western_france" not in areas(g) and {"paris", "violate"} <= {*areas(g), *offers(g)}
    click(g, "violate", "belgium")
    assert units_at(g, "belgium") == "uk_lf spent"
    units = {"paris": "2 uk_lf, ge_lf", **CHANNEL}
    g = crossing(units, "paris", "uk_lf", "uk_lf", control={"paris": "ge"})
    click(g, "english_channel")
    assert "done" in offers(g)  # leaving an enemy's area has used both points
    assert units_at(g, "english_channel") == "2 uk_lf spent, 2 uk_nf"


# --- air units and ships


@pytest.mark.rule("on_to_berlin", "8.1.2e")
@pytest.mark.rule("on_to_berlin", "8.1.1b")
def test_air_units_on_ships_are_carried_like_land_units() -> None:
    units = {**BRITAIN, **CHANNEL}
    g = crossing(units, "england", "uk_af", "uk_lf", control={"western_france": ""})
    click(g, "english_channel")
    assert "western_france" not in areas(g) and why(g, "western_france") == "8.1.1b"
    click(g, "paris")
    assert units_at(g, "paris") == "uk_lf spent, uk_af spent"
    # They need ships as well.
    g = crossing({**BRITAIN, "english_channel": "uk_nf"}, "england", "uk_af", "uk_lf")
    assert "english_channel" not in areas(g)
    g = crossing({**BRITAIN, "english_channel": "uk_nf spent"}, "england", "uk_af")
    assert "english_channel" not in areas(g) and why(g, "english_channel") == "8.1.2"


@pytest.mark.rule("on_to_berlin", "8.1.2g")
def test_air_movement_needs_no_ships() -> None:
    g = points(2, units=BRITAIN, side="allied")
    group(g, "england", "uk_af")
    click(g, "fly")
    assert "english_channel" in areas(g)
    click(g, "english_channel", "paris")
    assert units_at(g, "paris") == "uk_af spent"


@pytest.mark.rule("on_to_berlin", "8.1.2f")
@pytest.mark.rule("on_to_berlin", "8.1.1f")
def test_ships_just_sail() -> None:
    units = {"english_channel": "7 uk_nf, 2 uk_cv, us_nf", "north_sea": "us_nf spent, us_cv, us_lf"}
    g = crossing(units, "english_channel", *["uk_nf"] * 6, "uk_cv", allied=("uk", "us"))
    click(g, "north_sea", "norwegian_sea", "barents_sea")  # three points, to a sea of nobody's
    assert units_at(g, "barents_sea") == "6 uk_nf, uk_cv"  # and they are fresh
    # There is no limit at sea.
    g = crossing(units, "english_channel", *["uk_nf"] * 6, "uk_cv", allied=("uk", "us"))
    click(g, "north_sea", "stop")
    assert units_at(g, "north_sea") == "6 uk_nf, uk_cv, us_lf, us_nf spent, us_cv"


@pytest.mark.rule("on_to_berlin", "8.1.1f")
def test_no_limit_for_units_that_ships_carry() -> None:
    units = {"english_channel": "7 uk_nf, 2 uk_cv, 2 us_nf, 8 uk_lf, 2 us_lf", "england": "2 us_lf"}
    g = crossing(units, "england", "us_lf", allied=("uk", "us"))
    assert "english_channel" in areas(g)
    click(g, "english_channel", "stop")
    assert units_at(g, "english_channel").count("us_lf spent") == 1


# --- what follows


@pytest.mark.rule("on_to_berlin", "10.1d")
@pytest.mark.parametrize(
    ("double", "way", "kind", "spent"),
    [
        (False, ("ruhr", "stop"), MOVEMENT, False),
        (False, ("baltic_sea", "stop"), TRANSPORT, True),
        (True, ("ruhr", "stop"), MOVEMENT, False),  # the first of two steps [R42]
        (True, ("baltic_sea", "stop"), TRANSPORT, True),
    ],
)
def test_who_answers_a_transport_hits_spent_units(
    double: bool, way: tuple[str, ...], kind: int, spent: bool
) -> None:
    units = {"berlin": "2 ge_tf", "baltic_sea": "ge_nf, uk_nf", "ruhr": "uk_lf, ge_lf"}
    setup: dict[str, Any] = {"units": units, "hands": {"allied": ["al_ambush_2"]}}
    g = blitz(**setup) if double else points(1, **setup)
    move(g, "berlin", "ge_tf")
    click(g, *way)
    window = g.agenda[-1]
    assert isinstance(window, Ambush) and g.seats() == (ALLIED,)
    assert (window.action.kind, window.action.as_spent) == (kind, spent)
    assert window.action.path == (area(g, "berlin"), area(g, way[0]))


@pytest.mark.rule("on_to_berlin", "3.6d")
def test_ships_that_sail_away_leave_nobody_in_the_water() -> None:
    g = crossing({"english_channel": "2 uk_nf, 2 uk_lf"}, "english_channel", "uk_nf")
    click(g, "north_sea", "stop")
    assert units_at(g, "english_channel") == "uk_lf, uk_nf"
