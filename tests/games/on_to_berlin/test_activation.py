"""Activating groups by points and by an event. [6.1.1] [6.1.2] [7.0]"""

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, BY_EVENT, BY_POINTS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import activation
from sandtable.games.on_to_berlin.rules.activation import BY_AIR, Activate
from sandtable.games.on_to_berlin.rules.cards.card_play import Points
from sandtable.games.on_to_berlin.testing import tables, unit_at, units_at
from tests.games.on_to_berlin.acting import click, group, impulse, move, playing, points, why, why_unit
from tests.games.on_to_berlin.clicks import offers, ready, refused, told

T = tables()
BUTTONS = {"move", "attack", "fly", "strike", "together", "violate"}


def actions(g: Board) -> set[str]:
    """The actions a group may choose."""
    return BUTTONS & {*offers(g)}


def left(g: Board) -> int:
    """The points that are left."""
    step = g.agenda[-1]
    assert isinstance(step, Points)
    return step.left


# --- who may be activated


@pytest.mark.rule("on_to_berlin", "3.1.1b")
@pytest.mark.rule("on_to_berlin", "3.1.1c")
def test_only_units_of_nations_at_war_on_the_own_side_act() -> None:
    units = {"paris": "2 uk_lf, 2 fr_lf", "rome": "2 it_lf", "berlin": "2 ge_lf", "english_channel": "fr_nf"}
    g = points(2, units=units, side="allied", not_at_war=("fr",))
    assert offers(g) == ["done", *[x for x in offers(g) if x.startswith("new:")], "uk_lf@paris"]
    assert why_unit(g, "fr_lf", "paris") == "3.1.1b" and "At War" in refused(g, "fr_lf@paris").text
    assert why_unit(g, "it_lf", "rome") == "3.1.1c" and "Neutral" in refused(g, "it_lf@rome").text
    assert why_unit(g, "ge_lf", "berlin") == "3.1.1b" and "other side" in refused(g, "ge_lf@berlin").text
    click(g, "uk_lf@paris")
    assert "fr_lf@paris" not in offers(g) and why_unit(g, "fr_lf", "paris") == "3.1.1b"
    # At war it may do both.
    g = points(2, units=units, side="allied")
    assert "fr_lf@paris" in offers(g)
    click(g, "uk_lf@paris", "fr_lf@paris")


@pytest.mark.rule("on_to_berlin", "7.1")
def test_only_fresh_units_of_one_area_form_a_group() -> None:
    units = {"berlin": "2 ge_lf, 2 ge_lf spent, ge_tf", "ruhr": "2 ge_lf"}
    g = points(2, units=units)
    assert why_unit(g, "ge_lf", "berlin", spent=True) == "7.1"
    assert g.ids.unit + unit_at(g, "ge_lf", "berlin", spent=True) not in g.choices(AXIS)
    click(g, "ge_lf@berlin")
    assert offers(g) == ["all", "ge_lf@berlin", "ge_tf@berlin", "move"]
    assert why_unit(g, "ge_lf", "berlin", spent=True) == "7.1"
    assert why_unit(g, "ge_lf", "ruhr") == "7.1" and "one area" in refused(g, "ge_lf@ruhr").text
    assert "already" in refused(g, "ge_lf@berlin").text
    assert why_unit(g, "ge_lf", "pool") == "7.1"


@pytest.mark.rule("on_to_berlin", "7.0")
def test_any_number_of_units_of_the_area_may_go() -> None:
    units = {"berlin": "3 ge_lf, ge_tf, ge_gf"}
    for kinds in (["ge_lf"], ["ge_lf", "ge_lf"], ["ge_tf", "ge_lf", "ge_gf"], ["ge_gf", "ge_tf"]):
        g = points(2, units=units)
        move(g, "berlin", *kinds)
        click(g, "ruhr")
        if "stop" in offers(g):
            click(g, "stop")
        assert sorted(units_at(g, "ruhr").replace("2 ge_lf", "ge_lf, ge_lf").split(", ")) == sorted(kinds)


@pytest.mark.rule("on_to_berlin", "7.0")
def test_one_click_takes_all_that_can_join() -> None:
    g = points(2, units={"berlin": "3 ge_lf, ge_tf, ge_lf spent"})
    click(g, "ge_lf@berlin", "all")
    assert offers(g) == ["move"] and why(g, "all") == "7.1"
    click(g, "move", "ruhr", "stop")
    assert units_at(g, "ruhr") == "3 ge_lf, ge_tf" and units_at(g, "berlin") == "ge_lf spent"
    # Air units come along only when they are asked to, and by themselves.
    g = points(2, units={"berlin": "2 ge_lf, 2 ge_af, ge_gf"})
    click(g, "ge_lf@berlin", "all")
    assert offers(g) == ["ge_af@berlin", "move"] and why(g, "all") == "7.1"
    g = points(2, units={"berlin": "2 ge_lf, 2 ge_af, ge_gf"})
    click(g, "ge_af@berlin", "all", "move", "ruhr", "stop")
    assert units_at(g, "ruhr") == "2 ge_af"
    # As many as may leave, when there is nothing else to do for the rest.
    g = points(2, units={"berlin": "3 ge_lf"})
    click(g, "ge_lf@berlin", "all")
    step = g.agenda[-1]
    assert isinstance(step, Activate) and len(step.units) == 2


def test_a_counter_like_an_offered_one_is_as_good() -> None:
    g = points(2, units={"berlin": "3 ge_lf"})
    other = g.ids.unit + unit_at(g, "ge_lf", "berlin", 1)
    assert other not in g.choices(AXIS) and g.agenda[-1].allows(g, AXIS, other)
    g.apply(AXIS, other)
    third = g.ids.unit + unit_at(g, "ge_lf", "berlin", 2)
    assert third not in g.choices(AXIS) and g.agenda[-1].allows(g, AXIS, third)
    g.apply(AXIS, third)
    step = g.agenda[-1]
    assert isinstance(step, Activate) and step.units == (other - g.ids.unit, third - g.ids.unit)
    # At a beginning of an Air Action too.
    g = impulse(units={"berlin": "2 ge_af, ge_lf"})
    assert g.agenda[-1].allows(g, AXIS, g.ids.unit + unit_at(g, "ge_af", "berlin", 1))


@pytest.mark.rule("on_to_berlin", "7.1b")
def test_a_group_does_one_thing_together() -> None:
    units = {"english_channel": "2 uk_nf, uk_lf, ge_nf", "berlin": "ge_ft, ge_lf, ge_af, uk_lf"}
    g = points(2, units=units, side="allied")
    click(g, "uk_nf@english_channel")
    assert "uk_lf@english_channel" not in offers(g) and why(g, "uk_lf@english_channel") == "7.1b"
    # What one of them cannot do, none of them does.
    g = points(2, units=units)
    click(g, "ge_lf@berlin")
    assert actions(g) == {"move", "attack"}
    click(g, "ge_af@berlin")
    assert actions(g) == {"move", "attack"}
    click(g, "ge_ft@berlin")
    assert actions(g) == {"attack"}


@pytest.mark.rule("on_to_berlin", "7.2")
@pytest.mark.parametrize(
    ("kinds", "found"),
    [
        (["ge_lf"], {"move", "attack"}),
        (["ge_af"], {"move", "attack", "fly", "strike"}),
        (["ge_af", "ge_lf"], {"move", "attack"}),
        (["ge_ft"], {"attack"}),
    ],
)
def test_the_four_actions(kinds: list[str], found: set[str]) -> None:
    g = points(2, units={"berlin": "2 ge_lf, ge_af, ge_ft, uk_lf"})
    group(g, "berlin", *kinds)
    assert actions(g) == found
    assert why(g, "ruhr") == "7.2"


# --- by points


@pytest.mark.rule("on_to_berlin", "6.1.1a")
@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_a_point_moves_a_group() -> None:
    g = points(2, units={"berlin": "4 ge_lf", "ruhr": "2 ge_lf"})
    move(g, "berlin", "ge_lf", "ge_lf")
    assert why_unit(g, "ge_lf", "ruhr") == "8.1c"  # first things first
    click(g, "czechoslovakia", "stop")
    assert left(g) == 1
    move(g, "ruhr", "ge_lf")
    click(g, "berlin", "stop")
    assert ready(g)  # both points are spent


@pytest.mark.rule("on_to_berlin", "6.1.1b")
@pytest.mark.rule("on_to_berlin", "7.2b")
def test_a_point_lets_a_group_attack_and_spends_it() -> None:
    g = points(2, units={"warsaw": "2 ge_lf, ge_gf, 2 po_lf"}, dice=[6, 6])
    group(g, "warsaw", "ge_lf", "ge_lf")
    click(g, "attack")
    assert left(g) == 1 and units_at(g, "warsaw") == "2 ge_lf spent, ge_gf, 2 po_lf"
    assert "6 6" in told(g) and why_unit(g, "ge_lf", "warsaw") == "7.1"
    # Every fresh unit may, also one that cannot move.
    assert "ge_gf@warsaw" in offers(g)
    g = points(2, units={"berlin": "ge_ft, po_lf"}, dice=[6])
    group(g, "berlin", "ge_ft")
    click(g, "attack")
    assert units_at(g, "berlin") == "ge_ft spent, po_lf"


@pytest.mark.rule("on_to_berlin", "6.1.1d")
def test_no_unit_acts_twice_by_points() -> None:
    g = points(3, units={"berlin": "3 ge_lf", "ruhr": "uk_lf, 2 ge_lf"})
    move(g, "berlin", "ge_lf")
    click(g, "ruhr", "stop")
    moved = max(
        unit_at(g, "ge_lf", "ruhr", i) for i in range(3) if g.came[unit_at(g, "ge_lf", "ruhr", i)] >= 0
    )
    assert not g.agenda[-1].allows(g, AXIS, g.ids.unit + moved)
    refusal = g.agenda[-1].why_not(g, AXIS, g.ids.unit + moved)
    assert refusal is not None and refusal.rule == "6.1.1d"
    # The others of the area may, but without it.
    click(g, "ge_lf@ruhr", "all")
    step = g.agenda[-1]
    assert isinstance(step, Activate) and len(step.units) == 2 and moved not in step.units
    refusal = step.why_not(g, AXIS, g.ids.unit + moved)
    assert refusal is not None and refusal.rule == "6.1.1d"


@pytest.mark.rule("on_to_berlin", "6.1.1e")
def test_air_units_may_fly_for_a_point() -> None:
    g = points(2, units={"berlin": "ge_af, 2 ge_lf"})
    group(g, "berlin", "ge_af")
    assert actions(g) == {"move", "fly"}
    click(g, "fly", "ruhr", "stop")
    assert left(g) == 1 and units_at(g, "ruhr") == "ge_af spent"
    group(g, "berlin", "ge_lf")
    assert why(g, "fly") == "8.2"


@pytest.mark.rule("on_to_berlin", "6.1.1f")
@pytest.mark.rule("on_to_berlin", "7.2d")
def test_units_with_an_airstrike_rating_may_strike_for_a_point() -> None:
    units = {"berlin": "ge_af, 2 ge_lf", "warsaw": "po_lf"}
    g = points(2, units=units, dice=[6])
    group(g, "berlin", "ge_af")
    click(g, "strike", "warsaw")
    assert left(g) == 1 and units_at(g, "berlin") == "2 ge_lf, ge_af spent"
    g = points(2, units=units)
    group(g, "berlin", "ge_af", "ge_lf")
    assert "strike" not in offers(g) and why(g, "strike") == "7.2d"
    # Carriers as well.
    g = points(2, units={"north_sea": "2 uk_cv, uk_nf", "ruhr": "ge_lf"}, side="allied", dice=[6])
    group(g, "north_sea", "uk_cv")
    click(g, "strike", "ruhr")
    assert units_at(g, "north_sea") == "uk_nf, uk_cv spent, uk_cv"


@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_points_are_spent_in_any_mix_up_to_their_number() -> None:
    g = points(3, units={"berlin": "3 ge_lf"})
    click(g, "new:ge_lf", "ruhr")
    assert left(g) == 2
    move(g, "berlin", "ge_lf")
    click(g, "ruhr", "stop")
    assert left(g) == 1
    assert "new:ge_tf" not in offers(g) and why(g, "new:ge_tf") == "12.0b"
    click(g, "new:ge_lf", "ruhr")
    assert ready(g)
    g = points(3, units={"berlin": "3 ge_lf"})
    click(g, "done")
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "17.6")
@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_attacks_of_two_groups_are_resolved_one_after_the_other() -> None:
    units = {"warsaw": "ge_lf, ge_gf, po_lf", "berlin": "ge_af, ge_lf"}
    g = points(2, units=units, dice=[1, 1])
    group(g, "warsaw", "ge_lf")
    click(g, "attack")
    # The hit has its effect before the next group is even chosen.
    assert left(g) == 1 and units_at(g, "warsaw") == "ge_lf spent, ge_gf, po_lf spent"
    group(g, "berlin", "ge_af")
    click(g, "strike", "warsaw")
    assert g.seats() == (ALLIED,) and offers(g) == ["brest", "galicia"]  # one more: it retreats
    click(g, "brest")
    assert ready(g) and told(g).count("1 hit (dice 1)") == 2


# --- by points and by an event


@pytest.mark.rule("on_to_berlin", "6.1.2a")
@pytest.mark.rule("on_to_berlin", "7.1a")
@pytest.mark.parametrize("first", ["points_first", "event_first"])
def test_points_and_event_may_activate_the_same_units(first: str) -> None:
    units = {"berlin": "2 ge_tf, ge_lf", "ruhr": "ge_lf", "southern_germany": "ge_lf"}
    g = playing("ax_blitzkrieg_2", units=units)
    click(g, first)
    if first == "points_first":
        move(g, "berlin", "ge_tf")
        click(g, "ruhr", "stop", "done")
        move(g, "ruhr", "ge_tf")
        click(g, "southern_germany", "stop")
        move(g, "southern_germany", "ge_tf")
        click(g, "austria", "stop")
        assert units_at(g, "austria") == "ge_tf spent" and ready(g)
    else:
        # A double action spends the group, so it comes last.
        move(g, "berlin", "ge_tf")
        click(g, "ruhr", "stop", "done")
        assert units_at(g, "ruhr") == "ge_lf, ge_tf spent"
        assert why_unit(g, "ge_tf", "ruhr") == "7.1" and left(g) == 2


@pytest.mark.rule("on_to_berlin", "6.1.2b")
def test_up_to_three_actions() -> None:
    units = {"berlin": "2 ge_tf, ge_lf", "warsaw": "3 po_lf"}
    g = playing("ax_blitzkrieg_2", units=units, dice=[6, 6])
    click(g, "points_first")
    move(g, "berlin", "ge_tf")
    click(g, "warsaw", "done")
    group(g, "warsaw", "ge_tf")
    click(g, "attack")
    assert units_at(g, "warsaw") == "ge_tf, 3 po_lf"
    group(g, "warsaw", "ge_tf")
    click(g, "attack")
    assert units_at(g, "warsaw") == "ge_tf spent, 3 po_lf" and ready(g)


@pytest.mark.rule("on_to_berlin", "7.1a")
def test_who_has_acted_by_points_is_marked_for_points_only() -> None:
    g = points(2, units={"berlin": "2 ge_lf"})
    move(g, "berlin", "ge_lf")
    click(g, "ruhr", "stop")
    unit = unit_at(g, "ge_lf", "ruhr")
    assert not activation.is_eligible(g, unit, BY_POINTS) and activation.is_eligible(g, unit, BY_EVENT)
    g.cond[unit] = BY_EVENT
    assert activation.is_eligible(g, unit, BY_POINTS) and not activation.is_eligible(g, unit, BY_EVENT)
    reason = activation.why_not_eligible(g, unit, BY_EVENT)
    assert reason is not None and reason.rule == "7.1a"


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_the_event_of_the_card_is_for_land_and_air_units() -> None:
    units = {"berlin": "2 ge_lf, ge_af", "baltic_sea": "2 ge_nf, ge_ss"}
    g = playing("ax_blitzkrieg_2", units=units)
    click(g, "event_first")
    assert offers(g) == ["ge_af@berlin", "ge_lf@berlin", "pass"]
    assert why(g, "ge_nf@baltic_sea") == "6.1.2"
    click(g, "pass")
    assert "ge_nf@baltic_sea" in offers(g)  # points are for all


# --- who begins, and what is said


@pytest.mark.parametrize("by", [BY_POINTS, BY_EVENT, BY_AIR])
def test_groups_begin_with_whoever_could_act_alone(by: int) -> None:
    units = {
        "berlin": "3 ge_lf, ge_lf spent, ge_af, ge_ft",
        "ruhr": "ge_lf",
        "warsaw": "ge_af, ge_lf, po_lf",
        "baltic_sea": "2 ge_nf, ge_ss, ge_lf",
        "malta": "it_lf",
    }
    g = points(2, units=units, axis=("ge", "it"))
    able = [
        u
        for u in range(T.n_units)
        if g.place[u] >= 0 and activation.is_eligible(g, u, by) and activation.can_act(g, (u,), by, False)
    ]
    found = activation.startable(g, by)
    assert {(T.unit_type[u], g.place[u]) for u in found} == {(T.unit_type[u], g.place[u]) for u in able}
    assert len(found) == len({(T.unit_type[u], g.place[u]) for u in able}) < len(able) + (by != BY_POINTS)
    assert activation.startable(g, by, True) == found[:1]


def test_refusals_when_points_are_spent() -> None:
    g = points(2, units={"berlin": "ge_lf", "ruhr": "2 ge_ft", "malta": "2 ge_lf"}, control={"malta": "ge"})
    assert why_unit(g, "ge_lf", "berlin") == "8.1d"
    assert why_unit(g, "ge_ft", "ruhr") == "7.2a"
    assert why_unit(g, "ge_lf", "malta") == "7.2"
    assert why_unit(g, "ge_lf", "pool") == "6.1.1c"
    assert why(g, "ruhr") == "6.1.1" and why(g, "ax_supply_2") == "6.1"
    g = impulse(
        units={"berlin": "ge_lf", "malta": "ge_af, ge_lf", "ruhr": "2 ge_af"}, control={"malta": "ge"}
    )
    assert why_unit(g, "ge_af", "malta") == "7.2" and why_unit(g, "ge_af", "pool") == "7.0"
    g = impulse(units={"north_sea": "2 uk_cv", "london": "uk_af, uk_lf", "england": "uk_lf"}, side="allied")
    assert offers(g) == ["pass", "uk_af@london"] and why_unit(g, "uk_cv", "north_sea") == "7.2"


@pytest.mark.rule("on_to_berlin", "9.1.1")
@pytest.mark.parametrize(
    ("place", "units", "kind", "button", "rule"),
    [
        ("malta", "2 uk_lf, it_lf", "uk_lf", "move", "8.1"),
        ("london", "uk_lf, ge_lf", "uk_lf", "move", "8.1d"),
        ("london", "2 uk_lf", "uk_lf", "attack", "9.1"),
        ("london", "2 uk_lf", "uk_lf", "together", "17.1a"),
        ("london", "2 uk_lf, ge_lf", "uk_lf", "together", "17.1a"),
        ("london", "2 uk_lf", "uk_lf", "violate", "3.1.3b"),
        ("london", "2 uk_lf", "uk_lf", "done", "7.1b"),
        ("london", "2 uk_lf", "uk_lf", "pass", "7.1b"),
        ("london", "uk_lf, uk_af", "uk_af", "strike", "9.2a"),
        ("english_channel", "2 uk_nf, uk_lf, ge_nf", "uk_lf", "attack", "9.1.1"),
        ("central_mediterranean", "2 uk_nf, uk_lf, it_nf", "uk_lf", "violate", "9.1.1"),
        ("warsaw", "uk_af, uk_lf, ge_lf", "uk_af", "attack", "9.1.1a"),
        ("warsaw", "uk_af, uk_lf, ge_lf", "uk_af", "strike", "9.2e"),
        ("warsaw", "uk_af, uk_lf, ge_lf", "uk_af", "fly", "8.2a"),
        ("warsaw", "uk_af, uk_lf, ge_lf", "uk_af", "new:uk_lf", "6.1.1g"),
    ],
)
def test_refusals_of_actions(place: str, units: str, kind: str, button: str, rule: str) -> None:
    axis = ("ge",) if place == "central_mediterranean" else ("ge", "it")
    control = {"warsaw": "ge", "brest": "uk", "galicia": "uk", "malta": "uk"}
    allied = ("uk", "su", "po")
    g = points(2, units={place: units}, side="allied", axis=axis, allied=allied, control=control)
    group(g, place, kind)
    assert button not in offers(g) and why(g, button) == rule


@pytest.mark.rule("on_to_berlin", "3.1.3b")
@pytest.mark.rule("on_to_berlin", "3.1.2d")
def test_whom_an_attack_brings_into_the_war() -> None:
    units = {"central_mediterranean": "2 uk_nf, it_nf", "western_mediterranean": "2 ge_nf, fr_nf"}
    g = points(1, units=units, side="allied", dice=[6])
    group(g, "central_mediterranean", "uk_nf")
    assert actions(g) == {"move", "violate"}
    click(g, "violate")
    assert g.nside[T.nation_index["it"]] == AXIS and "uk_nf spent" in units_at(g, "central_mediterranean")
    g = points(1, units=units, not_at_war=("fr",), dice=[6])
    group(g, "western_mediterranean", "ge_nf")
    click(g, "attack")
    assert g.war[T.nation_index["fr"]]


def test_the_group_is_asked_in_words() -> None:
    g = points(2, units={"berlin": "3 ge_lf"})
    group(g, "berlin", "ge_lf", "ge_lf")
    ask = g.agenda[-1].prompt(g, AXIS)
    assert "2 × German infantry in Berlin" in ask.text and ask.rule == "7.1"
    assert g.agenda[-1].why_not(g, AXIS, g.ids.nation) is None
