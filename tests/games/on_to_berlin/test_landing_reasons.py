"""Refusals of wrong clicks while units are redeployed or land."""

import pytest

from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import redeploy
from sandtable.games.on_to_berlin.testing import card, position, unit_at
from tests.games.on_to_berlin.beaches import ops, seelowe
from tests.games.on_to_berlin.clicks import begin, click, offers, ready, refused

# Only the English Channel carries anybody, and nothing Neutral lies behind its coasts.
BEACH = {"england": "3 uk_lf, uk_ab, uk_ft", "english_channel": "2 uk_nf", "belgium": "2 ge_lf"}
HELD = {"belgium": "ge", "paris": "ge", "western_france": "ge"}
ENEMIES = ("ge", "it", "ir", "sz", "ne", "de")


def beach() -> Board:
    return ops(units=BEACH, control=HELD, axis=ENEMIES)


@pytest.mark.rule("on_to_berlin", "6.1")
@pytest.mark.rule("on_to_berlin", "6.1.1g")
def test_neither_cards_nor_mobilization_interrupt_an_event() -> None:
    g = beach()
    for wanted in ("", "transport", "uk_lf@england", "done", "english_channel"):
        if wanted:
            click(g, wanted)
        assert refused(g, "al_supply_2").rule == "6.1"
        assert refused(g, "new:uk_lf").rule == "6.1.1g"
    click(g, "belgium", "drop")
    assert refused(g, "al_supply_2").rule == "6.1"
    click(g, "uk_ab@england")
    assert refused(g, "al_supply_2").rule == "6.1"
    click(g, "belgium")
    assert refused(g, "al_supply_2").rule == "6.1"
    click(g, "uk_ab@belgium")
    assert refused(g, "al_supply_2").rule == "6.1"
    g = position(units={"berlin": "3 ge_lf"})
    g.card = card(g, "ax_redeploy_2")
    begin(g, redeploy.Redeployment(()))
    assert refused(g, "ax_supply_2").rule == "6.1"
    click(g, "ge_lf@berlin")
    assert refused(g, "ax_supply_2").rule == "6.1"


@pytest.mark.rule("on_to_berlin", "7.1")
def test_who_does_not_join_the_landing() -> None:
    g = beach()
    click(g, "transport")
    assert refused(g, "violate") == ("No group can land on Neutral ground.", "3.1.3")
    click(g, "uk_lf@england")
    first = refused(g, "uk_lf@england")
    assert first == ("This unit is already in the group.", "7.1")
    assert refused(g, "ge_lf@belgium") == ("A group is made of units in one area.", "7.1")
    assert refused(g, "uk_ft@england").rule == "8.1.2b"
    assert refused(g, "belgium") == ("First finish the group, then click its way.", "7.1")
    while "uk_lf@england" in offers(g):
        click(g, "uk_lf@england")
    click(g, "uk_ab@england")
    assert refused(g, "all") == ("No other unit of the same kind can join.", "7.1")
    click(g, "done", "english_channel")
    assert refused(g, "violate") == ("No Neutral ground can be reached from here.", "3.1.3")


def test_units_too_far_from_the_sea_are_refused() -> None:
    g = seelowe(units={"belgium": "3 ge_lf", "austria": "3 ge_lf", "english_channel": "ge_nf"})
    click(g, "transport")
    assert refused(g, "ge_lf@austria").rule == "8.1.2b"


def test_a_drop_that_is_not_open() -> None:
    units = {"england": "3 uk_lf", "english_channel": "2 uk_nf"}
    g = ops(units=units, control={"belgium": "ge"})
    text = "No fresh airborne unit of this card has an area for a drop."
    assert refused(g, "drop") == (text, "6.1.2")


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_drops_that_break_no_neutrality() -> None:
    g = beach()
    click(g, "drop")
    assert refused(g, "violate") == ("No drop would break a neutrality.", "3.1.3")
    click(g, "uk_ab@england")
    assert refused(g, "violate") == ("No drop of this unit would break a neutrality.", "3.1.3")


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_a_unit_whose_every_drop_breaks_a_neutrality() -> None:
    g = ops(units={"malta": "uk_lf, uk_ab"}, allied=("uk",), axis=("ge",))
    click(g, "drop")
    assert offers(g) == ["pass", "violate"]
    assert refused(g, "uk_ab@malta").rule == "3.1.3"
    click(g, "violate", "uk_ab@malta", "greece")
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "3.1.3")
def test_units_that_can_break_no_neutrality_are_refused_after_violate() -> None:
    g = ops(units={"malta": "uk_lf, uk_ab", "england": "uk_lf, us_ab"}, axis=ENEMIES)
    click(g, "drop", "violate")
    assert offers(g) == ["pass", "uk_ab@malta"]
    assert refused(g, "us_ab@england") == ("No drop of this unit breaks a neutrality.", "3.1.3")
    g = ops(
        units={**BEACH, "malta": "2 uk_lf", "central_mediterranean": "uk_nf"},
        control={**HELD, "central_mediterranean": "uk"},
        axis=ENEMIES,
    )
    click(g, "transport", "violate")
    assert offers(g) == ["pass", "uk_lf@malta"]
    assert refused(g, "uk_lf@england") == ("This unit cannot land on Neutral ground.", "3.1.3")


@pytest.mark.rule("on_to_berlin", "6.1.2")
def test_the_drop_may_be_left_after_all() -> None:
    g = beach()
    click(g, "drop", "pass")
    assert offers(g) == ["done", "transport"]
    click(g, "done")
    assert ready(g)


@pytest.mark.rule("on_to_berlin", "10.1f")
def test_who_does_not_storm() -> None:
    g = ops(
        units={"england": "uk_lf, 2 uk_tf", "english_channel": "2 uk_nf", "western_france": "ge_lf"},
        hands={"axis": ["ax_ambush_2"]},
        dice=[1],
    )
    click(g, "transport", "uk_tf@england", "uk_tf@england", "done")
    click(g, "english_channel", "paris", "western_france", "stop", "ax_ambush_2")
    # Three against three: the Allies assign the second hit to whom the first hit, which goes back to Paris.
    click(g, "uk_tf@western_france")
    assert offers(g) == ["done", "uk_tf@western_france"]
    assert refused(g, "uk_tf@paris") == ("This unit was hit during the landing.", "10.1f")
    click(g, "uk_tf@western_france")
    assert refused(g, "uk_tf@western_france") == ("This unit is already in the group.", "7.1")
    assert refused(g, "uk_tf@paris").rule == "7.1"


@pytest.mark.rule("on_to_berlin", "9.1")
def test_without_an_enemy_there_is_no_attack() -> None:
    g = ops(
        units={**BEACH, "london": "uk_lf"},
        control={"belgium": "ge"},
    )
    click(g, "drop", "uk_ab@england", "london", "transport")
    click(g, "uk_lf@england", "done", "english_channel", "belgium")
    assert offers(g) == ["done", "uk_lf@belgium"]
    assert refused(g, "uk_ab@london") == ("There is no enemy in London.", "9.1")


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_redeploy_breaks_no_neutrality() -> None:
    g = position(units={"warsaw": "2 po_lf, uk_lf", "galicia": "po_lf", "hungary": "uk_lf"}, side="allied")
    g.card = card(g, "al_redeploy_2")
    begin(g, redeploy.Destination(unit_at(g, "uk_lf", "warsaw"), ()))
    assert refused(g, "galicia").rule == "15.4b"
