"""Redeploy: who goes, by which ways, with which ships, and the ambush after it. [3.6c] [17.2c] [17.5]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, DISCARDED
from sandtable.games.on_to_berlin.components.schema_cards import Redeploy
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import redeploy
from sandtable.games.on_to_berlin.rules.cards import card_play
from sandtable.games.on_to_berlin.testing import area, card, position, unit_at, units_at
from tests.games.on_to_berlin.clicks import begin, click, offers, ready, refused, told
from tests.games.on_to_berlin.waiting import Idle

NORTH = {"norway": "ge", "denmark": "ge"}


def table(name: str, **more: Any) -> Board:
    """A position in which the event of this Redeploy card is being carried out."""
    more.setdefault("side", "axis" if name.startswith("ax") else "allied")
    g = position(**more)
    g.card = card(g, name)
    g.push(Idle())
    event = g.t.card_event[g.card]
    assert isinstance(event, Redeploy)
    if redeploy.possible(g, event):
        redeploy.start(g, event)
    g.advance()
    return g


def axis(**more: Any) -> Board:
    return table("ax_redeploy_2", **more)


def allied(**more: Any) -> Board:
    return table("al_redeploy_2", **more)


def goals(g: Board, unit: str) -> list[str]:
    """Where a unit could go, found out on a copy."""
    g = g.copy()
    click(g, unit)
    return offers(g)


# --- ways


@pytest.mark.rule("on_to_berlin", "6.1.2")
@pytest.mark.rule("on_to_berlin", "8.1g")
def test_units_go_any_distance_through_friendly_areas_and_stay_fresh() -> None:
    g = axis(
        units={"warsaw": "ge_lf, ge_tf", "lorraine": "ge_lf"}, control={"warsaw": "ge", "lorraine": "ge"}
    )
    home = ["austria", "berlin", "czechoslovakia", "lorraine", "ruhr", "southern_germany"]
    assert goals(g, "ge_tf@warsaw") == home
    click(g, "ge_tf@warsaw", "lorraine")
    assert units_at(g, "lorraine") == "ge_lf, ge_tf"
    # Paris is French, Brest Polish, Switzerland Neutral: nobody goes there.
    click(g, "ge_lf@lorraine")
    assert refused(g, "paris").rule == "6.1.2"
    assert "enemy" in refused(g, "paris").text
    assert "Neutral" in refused(g, "switzerland").text
    assert refused(g, "lorraine").rule == "6.1.2"
    assert refused(g, "baltic_sea").rule == "6.1.2"
    assert refused(g, "done").rule == "6.1.2"
    assert refused(g, "ge_lf@warsaw").rule == "6.1.2"


def test_friendly_areas_that_no_friendly_way_reaches_are_refused() -> None:
    g = axis(units={"berlin": "2 ge_lf", "libya": "ge_lf"}, control={"libya": "ge"})
    click(g, "ge_lf@berlin")
    assert refused(g, "libya") == ("No way through friendly areas leads to Libya.", "6.1.2")


def test_units_leave_only_friendly_areas() -> None:
    g = axis(units={"berlin": "2 ge_lf", "paris": "2 ge_lf"}, control={"lorraine": "ge"})
    assert offers(g) == ["done", "ge_lf@berlin"]
    assert refused(g, "ge_lf@paris").rule == "6.1.2"
    assert "Paris" in refused(g, "ge_lf@paris").text


@pytest.mark.rule("on_to_berlin", "8.1d")
def test_the_last_unit_stays_and_the_areas_own_nation_if_possible() -> None:
    g = axis(units={"rome": "it_lf, ge_lf", "berlin": "ge_lf"}, axis=["ge", "it"])
    assert offers(g) == ["done", "ge_lf@rome"]
    assert refused(g, "it_lf@rome").rule == "8.1d"
    assert refused(g, "ge_lf@berlin").rule == "8.1d"


def test_a_unit_that_has_arrived_lets_another_leave() -> None:
    g = axis(units={"berlin": "2 ge_lf", "ruhr": "ge_tf"})
    assert "ge_tf@ruhr" not in offers(g)
    click(g, "ge_lf@berlin", "ruhr")
    assert offers(g) == ["done", "ge_tf@ruhr"]


@pytest.mark.rule("on_to_berlin", "17.5")
def test_zero_movement_is_not_redeployed() -> None:
    """The worked example ex_qa_redeploy_zero: a fortress stays, infantry may go."""
    g = allied(units={"london": "uk_ft, uk_lf, uk_gf"})
    assert offers(g) == ["done", "uk_gf@london", "uk_lf@london"]
    assert refused(g, "uk_ft@london").rule == "17.5"


@pytest.mark.rule("on_to_berlin", "17.5")
def test_only_zero_movement_units_make_the_event_impossible() -> None:
    assert ready(allied(units={"london": "uk_ft", "england": "uk_lf"}))
    assert not ready(allied(units={"london": "uk_gf", "england": "2 uk_lf"}))


def test_ships_spent_units_and_other_nations_stay() -> None:
    g = axis(
        units={"berlin": "ge_lf, ge_tf spent", "baltic_sea": "2 ge_nf", "rome": "it_lf", "london": "2 uk_lf"},
        control={"denmark": "ge"},
    )
    assert offers(g) == ["done", "ge_lf@berlin"]
    assert refused(g, "ge_tf@berlin").rule == "7.1"
    assert refused(g, "ge_nf@baltic_sea").rule == "6.1.2"
    assert refused(g, "it_lf@rome").rule == "3.1.1c"
    assert refused(g, "uk_lf@london").rule == "3.1.1b"
    assert refused(g, "berlin").rule == "6.1.2"


def test_air_units_are_redeployed_like_land_units() -> None:
    g = allied(units={"london": "uk_lf, uk_af", "egypt": "uk_lf"})
    assert "egypt" in goals(g, "uk_af@london")


@pytest.mark.rule("on_to_berlin", "7.1a")
def test_a_unit_goes_once_and_the_card_limits_their_number() -> None:
    g = axis(units={"berlin": "6 ge_lf, ge_tf"})
    click(g, "ge_tf@berlin", "ruhr")
    assert refused(g, "ge_tf@ruhr") == ("This unit has already been redeployed.", "7.1a")
    for _ in range(2):
        click(g, "ge_lf@berlin", "ruhr")
    assert not ready(g)
    click(g, "ge_lf@berlin", "ruhr")
    assert ready(g)
    assert units_at(g, "ruhr") == "3 ge_lf, ge_tf"
    g = table("ax_redeploy_3", units={"berlin": "8 ge_lf"})
    for _ in range(6):
        assert not ready(g)
        click(g, "ge_lf@berlin", "ruhr")
    assert ready(g)


def test_the_event_may_end_early_or_move_nobody() -> None:
    g = axis(units={"berlin": "6 ge_lf"})
    click(g, "ge_lf@berlin", "ruhr", "done")
    assert ready(g) and units_at(g, "berlin") == "5 ge_lf"
    g = axis(units={"berlin": "6 ge_lf"})
    click(g, "done")
    assert ready(g) and units_at(g, "berlin") == "6 ge_lf"


@pytest.mark.rule("on_to_berlin", "8.1.1d")
@pytest.mark.rule("on_to_berlin", "8.1.1e")
def test_full_areas_are_neither_entered_nor_passed() -> None:
    full = {
        "paris": "2 uk_lf",
        "western_france": "5 fr_lf, 5 uk_lf, 4 uk_af",
        "lorraine": "uk_tf, fr_lf, fr_af",
    }
    g = allied(units=full, control={"southern_france": "ge", "english_channel": "ge", "belgium": "ge"})
    assert goals(g, "uk_lf@paris") == ["lorraine"]
    click(g, "fr_af@lorraine")
    assert offers(g) == ["paris"]
    assert refused(g, "western_france").rule == "8.1.1e"
    g = allied(units=full, control={"english_channel": "ge"})
    click(g, "uk_lf@paris")
    assert refused(g, "western_france").rule == "8.1.1d"


@pytest.mark.rule("on_to_berlin", "15.6")
def test_the_operational_limit_binds() -> None:
    g = axis(
        units={"rome": "2 it_lf, ge_lf", "milan": "it_lf"}, axis=["ge", "it"], control={"lorraine": "ge"}
    )
    assert "berlin" in goals(g, "ge_lf@rome")
    click(g, "it_lf@rome")
    assert "southern_germany" in offers(g) and "berlin" not in offers(g)
    assert refused(g, "berlin").rule == "15.6"


@pytest.mark.rule("on_to_berlin", "15.7.2")
def test_closed_areas_are_closed() -> None:
    control = {"baltic_sea": "uk", "finland": "uk"}
    g = allied(units={"warsaw": "2 uk_lf"}, control=control, axis=["ge", "su"])
    click(g, "uk_lf@warsaw")
    assert refused(g, "finland").rule == "6.1.2"  # which borders on the Baltic Sea like Warsaw
    assert refused(g, "baltic_sea").rule == "6.1.2"


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_nobody_is_redeployed_into_eastern_poland_while_the_soviet_union_is_neutral() -> None:
    g = allied(units={"warsaw": "2 po_lf, uk_lf", "galicia": "po_lf"})
    assert offers(g) == ["done", "po_lf@warsaw"] or "uk_lf@warsaw" not in offers(g)
    assert refused(g, "uk_lf@warsaw").rule == "6.1.2"
    g = allied(units={"warsaw": "2 po_lf, uk_lf", "galicia": "po_lf"}, allied=["uk", "fr", "po", "su"])
    assert {"brest", "galicia"} <= set(goals(g, "uk_lf@warsaw"))


# --- the sea


@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "3.6c")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
def test_the_axis_needs_a_ship_for_each_unit_and_spends_it() -> None:
    g = axis(units={"berlin": "4 ge_lf", "baltic_sea": "2 ge_nf"}, control=NORTH)
    click(g, "ge_lf@berlin", "norway", "ge_lf@berlin", "norway")
    assert units_at(g, "norway") == "2 ge_lf spent"
    click(g, "ge_lf@berlin")
    assert "norway" not in offers(g) and "denmark" in offers(g)
    refusal = refused(g, "norway")
    assert refusal == ("The ships in Baltic Sea cannot carry more with this card.", "3.6c")
    assert "from Berlin to Norway by way of Baltic Sea." in told(g)


@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "3.6a")
def test_a_spent_ship_of_the_axis_carries_half_a_unit() -> None:
    g = axis(units={"berlin": "4 ge_lf", "baltic_sea": "ge_nf spent"}, control=NORTH)
    click(g, "ge_lf@berlin")
    assert refused(g, "norway").rule == "3.6b"
    g = axis(units={"berlin": "4 ge_lf", "baltic_sea": "3 ge_nf spent"}, control=NORTH)
    click(g, "ge_lf@berlin", "norway", "ge_lf@berlin")
    assert "norway" not in offers(g)


@pytest.mark.rule("on_to_berlin", "3.6b")
@pytest.mark.rule("on_to_berlin", "8.1.2c")
def test_the_allies_need_no_ships_and_stay_fresh() -> None:
    g = allied(units={"london": "3 uk_lf"})
    click(g, "uk_lf@london", "egypt", "uk_lf@london", "egypt")
    assert units_at(g, "egypt") == "2 uk_lf"


@pytest.mark.rule("on_to_berlin", "8.1.2a")
def test_only_friendly_seas_are_crossed() -> None:
    units = {"london": "3 uk_lf", "egypt": "uk_lf"}
    assert "egypt" in goals(allied(units=units), "uk_lf@london")
    # Without the Central Atlantic no way leads to Egypt; the North Atlantic and the canal do not help then.
    g = allied(units=units, control={"central_atlantic": "ge"})
    click(g, "uk_lf@london")
    assert refused(g, "egypt").rule == "6.1.2"
    assert refused(g, "central_atlantic").rule == "8.1.2a"
    assert refused(g, "english_channel").rule == "6.1.2"


def test_a_way_by_land_is_taken_before_one_over_sea() -> None:
    g = axis(units={"berlin": "3 ge_lf", "baltic_sea": "ge_nf"}, control=NORTH)
    click(g, "ge_lf@berlin", "denmark")
    assert units_at(g, "denmark") == "ge_lf"
    click(g, "ge_lf@berlin", "norway")
    assert units_at(g, "norway") == "ge_lf spent"


def test_the_way_with_the_fewest_seas_is_taken_even_if_it_is_longer() -> None:
    g = axis(
        units={"warsaw": "2 ge_lf", "baltic_sea": "ge_nf", "north_sea": "ge_nf"},
        control={"warsaw": "ge", "north_sea": "ge", "london": "ge"},
    )
    click(g, "ge_lf@warsaw", "london")
    # By Berlin and the Ruhr, not over the Baltic Sea.
    assert (g.carried[area(g, "baltic_sea")], g.carried[area(g, "north_sea")]) == (0, 1)
    assert g.came[unit_at(g, "ge_lf", "london")] == area(g, "north_sea")


def test_a_sea_without_ships_left_is_gone_round() -> None:
    g = axis(
        units={"berlin": "3 ge_lf", "baltic_sea": "ge_nf", "north_sea": "ge_nf"},
        control={"north_sea": "ge", "norway": "ge"},
    )
    click(g, "ge_lf@berlin", "norway", "ge_lf@berlin", "norway")
    assert (g.carried[area(g, "baltic_sea")], g.carried[area(g, "north_sea")]) == (1, 1)


@pytest.mark.rule("on_to_berlin", "3.6c")
def test_units_waiting_at_sea_need_their_ship_and_may_be_redeployed_themselves() -> None:
    g = axis(units={"berlin": "4 ge_lf", "baltic_sea": "2 ge_nf, ge_tf"}, control=NORTH)
    click(g, "ge_lf@berlin", "norway")
    assert "norway" not in goals(g, "ge_lf@berlin")
    click(g, "ge_tf@baltic_sea", "norway")
    assert units_at(g, "norway") == "ge_lf spent, ge_tf spent"
    # Its ship has been used for this card.
    assert "norway" not in goals(g, "ge_lf@berlin")


def play(g: Board, name: str) -> None:
    """Lay a card of the hand on the table."""
    g.push(Idle())
    card_play.begin(g, card(g, name))
    g.advance()


def baltic(**more: Any) -> Board:
    return position(
        units={"berlin": "5 ge_lf", "baltic_sea": "2 ge_nf", "norway": "ge_gf"},
        control=NORTH,
        hands={"axis": ["ax_redeploy_2"]},
        **more,
    )


@pytest.mark.rule("on_to_berlin", "3.6c")
def test_points_and_event_share_the_ships_points_first() -> None:
    g = baltic()
    play(g, "ax_redeploy_2")
    click(g, "points_first", "ge_lf@berlin", "move", "baltic_sea", "norway", "done")
    assert units_at(g, "norway") == "ge_lf spent, ge_gf"
    click(g, "ge_lf@berlin", "norway")
    assert "norway" not in goals(g, "ge_lf@berlin")
    click(g, "done")
    assert ready(g) and g.cards[card(g, "ax_redeploy_2")] == DISCARDED


@pytest.mark.rule("on_to_berlin", "3.6c")
def test_points_and_event_share_the_ships_event_first() -> None:
    g = baltic()
    play(g, "ax_redeploy_2")
    click(g, "event_first", "ge_lf@berlin", "norway", "done", "ge_lf@berlin", "ge_lf@berlin", "move")
    assert "baltic_sea" not in offers(g)
    assert refused(g, "baltic_sea").rule == "8.1.2"
    click(g, "ruhr", "stop")
    click(g, "ge_lf@berlin", "move", "baltic_sea", "norway")
    assert units_at(g, "norway") == "2 ge_lf spent, ge_gf"
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "3.6c")
def test_a_unit_that_points_left_at_sea_is_counted_once() -> None:
    g = baltic()
    play(g, "ax_redeploy_2")
    click(g, "points_first", "ge_lf@berlin", "move", "baltic_sea", "stop", "done")
    click(g, "ge_lf@berlin", "norway")
    assert "norway" not in goals(g, "ge_lf@berlin")


# --- the ambush


@pytest.mark.rule("on_to_berlin", "17.2c")
@pytest.mark.rule("on_to_berlin", "11.2f")
def test_an_ambush_picks_one_area_and_all_who_entered_it() -> None:
    """The worked example ex_qa_ambush_redeploy: four units go to England and Egypt, and Egypt is chosen."""
    g = allied(
        units={"london": "3 uk_lf, 2 uk_tf", "england": "uk_lf, ge_tf", "egypt": "uk_gf, ge_tf"},
        hands={"axis": ["ax_ambush_2"]},
        dice=[1],
    )
    click(g, "uk_lf@london", "egypt", "uk_tf@london", "egypt", "uk_lf@london", "england")
    assert g.seats() == (ALLIED,)  # nobody is asked before all have moved
    click(g, "uk_lf@london", "england")
    assert g.seats() == (AXIS,)
    assert offers(g) == ["ax_ambush_2", "pass"]
    click(g, "ax_ambush_2")
    assert offers(g) == ["egypt", "england"]
    assert refused(g, "london").rule == "10.1c"
    click(g, "egypt")
    # The garrison of Egypt (Attack 1) is compared with the tanks (4), not the tanks that have just come (3),
    # and it takes no hits itself.
    assert g.seats() == (AXIS,)
    assert offers(g) == ["uk_lf@egypt", "uk_tf@egypt"]
    click(g, "uk_lf@egypt", "uk_lf@egypt")
    # Back over the seas to where it started; the Middle East would be open as well.
    assert ready(g)
    assert units_at(g, "london") == "uk_lf spent, uk_tf"
    assert units_at(g, "england") == "ge_tf, 3 uk_lf"


@pytest.mark.rule("on_to_berlin", "11.2f")
def test_the_units_there_before_decide_who_assigns() -> None:
    g = allied(
        units={"london": "2 uk_lf, uk_gf", "egypt": "us_tf, ge_tf"},
        allied=["uk", "fr", "us"],
        hands={"axis": ["ax_ambush_2"]},
        dice=[1],
    )
    click(g, "uk_lf@london", "egypt", "uk_gf@london", "egypt", "done", "ax_ambush_2")
    assert g.seats() == (ALLIED,)  # the American tanks match the German ones


@pytest.mark.rule("on_to_berlin", "17.2c")
@pytest.mark.rule("on_to_berlin", "11.5d")
def test_beaten_units_go_back_on_the_way_they_came() -> None:
    g = allied(units={"england": "2 uk_lf", "lorraine": "ge_lf"}, hands={"axis": ["ax_ambush_2"]}, dice=[1])
    click(g, "uk_lf@england", "lorraine", "ax_ambush_2")
    # Over the English Channel and Paris it came; Southern France would be open as well.
    assert ready(g)
    assert units_at(g, "paris") == "uk_lf spent"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_redeployed_units_that_attack_in_the_same_impulse_go_back_where_they_came_from() -> None:
    units = {"england": "uk_tf, uk_lf", "lorraine": "ge_lf"}
    g = allied(units=units, hands={"axis": ["ax_ambush_2"]}, dice=[1])
    click(g, "uk_tf@england", "lorraine", "pass")
    begin(g, card_play.Points(1))
    click(g, "uk_tf@lorraine", "attack", "ax_ambush_2")
    assert units_at(g, "paris") == "uk_tf spent"  # not Southern France


@pytest.mark.rule("on_to_berlin", "17.2c")
@pytest.mark.rule("on_to_berlin", "10.1d")
def test_the_axis_redeploy_is_answered_too_and_carried_units_are_hit_as_spent() -> None:
    g = axis(
        units={"berlin": "3 ge_lf", "baltic_sea": "ge_nf", "norway": "nw_lf, ge_gf", "ruhr": "ge_lf"},
        control=NORTH,
        allied=["uk", "fr", "po", "nw"],
        hands={"allied": ["al_ambush_2"]},
        dice=[1],
    )
    click(g, "ge_lf@berlin", "norway", "ge_lf@berlin", "ruhr", "done", "al_ambush_2")
    # Two hits destroy a spent infantry; a fresh one would only be beaten.
    assert ready(g)
    assert units_at(g, "norway") == "ge_gf, nw_lf"
    assert units_at(g, "ruhr") == "2 ge_lf"
    assert g.pending[ALLIED] == 2


def test_without_enemies_where_units_arrive_nobody_is_asked() -> None:
    g = axis(units={"berlin": "3 ge_lf"}, hands={"allied": ["al_ambush_2"]})
    click(g, "ge_lf@berlin", "ruhr", "done")
    assert ready(g)


# --- saves


def test_steps_are_packed_and_unpacked() -> None:
    g = axis(units={"berlin": "6 ge_lf"})
    click(g, "ge_lf@berlin", "ruhr")
    step = g.agenda[-1]
    assert isinstance(step, redeploy.Redeployment) and step.units
    again = redeploy.Redeployment.unpack(step.pack())
    assert isinstance(again, redeploy.Redeployment) and again.units == step.units
    assert step.ways == (2, area(g, "berlin"), area(g, "ruhr")) == again.ways
    click(g, "ge_lf@berlin")
    asked = g.agenda[-1]
    assert isinstance(asked, redeploy.Destination)
    other = redeploy.Destination.unpack(asked.pack())
    assert isinstance(other, redeploy.Destination)
    assert (other.unit, other.units, other.ways) == (asked.unit, asked.units, step.ways)


def test_a_counter_like_the_one_offered_is_as_good() -> None:
    g = axis(units={"berlin": "3 ge_lf"})
    units = [g.ids.unit + unit_at(g, "ge_lf", "berlin", i) for i in range(3)]
    assert [choice in g.choices(AXIS) for choice in units] == [True, False, False]
    assert g.agenda[-1].allows(g, AXIS, units[2])
    begin(g, redeploy.Redeployment(()))
    g.apply(AXIS, units[2])
    click(g, "ruhr")
    assert g.place[units[2] - g.ids.unit] == area(g, "ruhr")
