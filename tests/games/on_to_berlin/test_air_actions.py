"""Air Actions: an impulse of air units and carriers without a card. [6.2]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.rules import activation
from sandtable.games.on_to_berlin.rules.activation import BY_AIR
from sandtable.games.on_to_berlin.testing import unit_at, units_at
from tests.games.on_to_berlin.acting import click, impulse, why, why_unit
from tests.games.on_to_berlin.clicks import offers, told


@pytest.mark.rule("on_to_berlin", "7.2c")
@pytest.mark.rule("on_to_berlin", "8.2")
@pytest.mark.rule("on_to_berlin", "6.2")
@pytest.mark.rule("on_to_berlin", "6.2c")
@pytest.mark.rule("on_to_berlin", "6.2a")
def test_an_air_action_is_an_impulse_without_a_card() -> None:
    units = {"berlin": "2 ge_af, 2 ge_lf", "london": "uk_af", "england": "uk_lf"}
    g = impulse(units=units, hands={"axis": ["ax_supply_2"]})
    assert offers(g) == ["ax_supply_2", "ge_af@berlin", "pass"]
    assert why(g, "ge_lf@berlin") == "6.2" and why(g, "uk_af@london") == "3.1.1b"
    click(g, "ge_af@berlin")
    assert offers(g) == ["all", "fly", "ge_af@berlin"]  # and no infantry
    assert why_unit(g, "ge_lf", "berlin") == "6.2"
    for button in ("move", "attack", "violate"):
        assert why(g, button) == "6.2"
    assert why(g, "ax_supply_2") == "6.0"
    click(g, "fly", "ruhr", "stop")
    assert units_at(g, "ruhr") == "ge_af spent" and g.side == ALLIED
    assert "Axis take an Air Action. [6.2]" in told(g)
    # Not even against an enemy in the same area is it a Normal Attack.
    g = impulse(units={"berlin": "ge_af, 2 ge_lf, po_lf"})
    click(g, "ge_af@berlin")
    assert offers(g) == ["fly", "strike"] and why(g, "attack") == "6.2"
    assert activation.is_eligible(g, unit_at(g, "ge_af", "berlin"), BY_AIR)
    assert not activation.is_eligible(g, unit_at(g, "ge_lf", "berlin"), BY_AIR)


@pytest.mark.rule("on_to_berlin", "6.2b")
@pytest.mark.rule("on_to_berlin", "6.2c")
def test_carriers_strike_in_an_air_action_but_do_not_fly() -> None:
    units = {"north_sea": "2 uk_cv, uk_nf", "ruhr": "ge_lf", "london": "uk_af, uk_lf", "berlin": "ge_lf"}
    setup: dict[str, Any] = {"units": units, "side": "allied", "hands": {"axis": ["ax_supply_2"]}}
    g = impulse(dice=[6], **setup)
    assert offers(g) == ["pass", "uk_af@london", "uk_cv@north_sea"]
    assert why(g, "uk_nf@north_sea") == "6.2"
    click(g, "uk_cv@north_sea")
    assert offers(g) == ["all", "strike", "uk_cv@north_sea"] and why(g, "fly") == "8.2"
    click(g, "strike", "ruhr")
    assert units_at(g, "north_sea") == "uk_nf, uk_cv spent, uk_cv" and g.side == AXIS


@pytest.mark.rule("on_to_berlin", "6.2d")
def test_one_group_of_one_area_makes_an_air_action() -> None:
    units = {"berlin": "ge_af, ge_lf", "ruhr": "2 ge_af, ge_lf", "warsaw": "po_lf", "paris": "fr_lf"}
    g = impulse(units=units, hands={"allied": ["al_supply_2"]}, dice=[6])
    click(g, "ge_af@berlin")
    assert why(g, "ge_af@ruhr") == "7.1"
    click(g, "strike", "warsaw")
    assert g.side == ALLIED  # no second one
