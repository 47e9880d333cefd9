"""Supply: the chain of areas that leads home."""

from typing import Any

import pytest

from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import add_unit, area, areas, position, power, unit_at
from tests.games.total_domination.looking import EXAMPLES, holder, in_supply, points, units_of


def at(units: dict[str, str], **rest: Any) -> Board:
    """A position with only these units."""
    return position(units=units, **rest)


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "3.9c")
def test_supply_runs_over_areas_of_the_same_player() -> None:
    example = EXAMPLES["supply_figure"]
    g = at(units_of(example["position"]))
    assert in_supply(g, "germany") == example["expect"]["in_supply"]
    assert not g.supplied(0) & g.t.bit[area(g, example["expect"]["out_of_supply"][0])]
    add_unit(g, "german_army", "ukraine")
    assert "romania" in in_supply(g, "germany")
    g.take(unit_at(g, "german_army", "poland"))  # Baltics, Ukraine and Romania are cut off together
    assert in_supply(g, "germany") == []


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "3.5d")
def test_supply_runs_over_links_of_every_kind() -> None:
    units = {"persia": "uk_army", "egypt": "uk_army", "balkans": "uk_army"}  # by land, by a triangle, by sea
    assert in_supply(at(units), "uk") == ["balkans", "egypt", "persia"]


@pytest.mark.rule("total_domination", "3.9a")
def test_supply_does_not_run_over_the_teammate() -> None:
    example = EXAMPLES["supply_not_through_teammate"]
    g = at(units_of(example["position"]))
    assert example["expect"]["out_of_supply"] == ["turkey"] and in_supply(g, "uk") == []
    g = at({"turkey": "uk_army", "persia": "uk_army"})
    assert in_supply(g, "uk") == ["turkey", "persia"]


@pytest.mark.rule("total_domination", "3.9a")
def test_partners_and_powers_that_joined_carry_supply() -> None:
    assert in_supply(at({"balkans": "german_army", "libya": "italian_army"}), "germany") == [
        "balkans",
        "libya",
    ]
    units = {"midway_isl": "uk_fleet"}
    assert in_supply(at(units), "uk") == []
    assert in_supply(at(units, joined=["us"]), "uk") == ["midway_isl"]
    units = {"spain": "german_army"}
    assert in_supply(at(units), "germany") == []
    assert in_supply(at(units, partners={"france": "germany"}), "germany") == ["spain"]


@pytest.mark.rule("total_domination", "3.9a")
def test_a_home_area_with_an_enemy_unit_is_no_source() -> None:
    units = {"low_countries": "german_army", "poland": "german_army"}
    g = at(units)
    assert in_supply(g, "germany") == ["low_countries", "poland"]
    add_unit(g, "ussr_army", "germany")  # one unit in the Capital; Poland has another neighbour at home
    assert in_supply(g, "germany") == ["poland"]


@pytest.mark.rule("total_domination", "3.9b")
def test_at_home_units_are_always_in_supply() -> None:
    g = at({"canada": "uk_army", "australia": "uk_fleet", "india": "uk_army", "france": "uk_army"})
    assert in_supply(g, "uk") == ["france", "canada", "australia", "india"]
    parts = [areas(g, part[0]) for part in g.network(power(g, "uk"))]
    assert parts == [["france", "united_kingdom"], ["south_africa"], ["canada"], ["australia"], ["india"]]


@pytest.mark.rule("total_domination", "3.9a")
def test_the_network_has_parts_and_closes_its_gaps() -> None:
    g = at({"persia": "uk_army"})
    (part,) = [p for p in g.network(1) if p[0] >> area(g, "india") & 1]
    assert areas(g, part[0]) == ["persia", "india"]
    # What borders on the part, by land and by sea.
    assert {"turkey", "southern_ussr", "egypt", "burma"} <= set(areas(g, part[1]))
    assert "andaman_isl" in areas(g, part[2]) and "andaman_isl" not in areas(g, part[1])
    for name in ("egypt", "libya", "morocco"):
        add_unit(g, "uk_army" if name != "morocco" else "french_army", name)
    (part,) = [p for p in g.network(1) if p[0] >> area(g, "india") & 1]
    assert {"united_kingdom", "france"} <= set(areas(g, part[0]))


@pytest.mark.rule("total_domination", "3.9a")
def test_a_unit_where_nobody_rules_is_in_supply_beside_the_network() -> None:
    units = {"germany": "ussr_army", "poland": "ussr_army", "baltics": "ussr_army"}
    g = at(units)
    assert in_supply(g, "ussr") == ["germany", "poland", "baltics"]
    # It does not carry supply on,
    add_unit(g, "ussr_army", "low_countries")
    assert "low_countries" not in in_supply(g, "ussr")
    # and has none far from the network.
    assert in_supply(at({"germany": "ussr_army"}), "ussr") == []


@pytest.mark.rule("total_domination", "3.9d")
def test_submarines_and_resistance_block_no_supply() -> None:
    units = {"atlantic": "uk_fleet", "caribbean": "uk_fleet", "brazil": "uk_army"}
    assert in_supply(at(units), "uk") == ["atlantic", "caribbean", "brazil"]
    g = at({**units, "atlantic": "uk_fleet, 2 u_boot"})
    assert in_supply(g, "uk") == ["atlantic", "caribbean", "brazil"]
    g = at({"poland": "german_army, 2 resistance", "baltics": "german_army"})
    assert in_supply(g, "germany") == ["poland", "baltics"]
    # An empty Home area with Resistance is in supply as well.
    g = at({"france": "resistance", "spain": "uk_army"})
    assert in_supply(g, "uk") == ["spain"]


@pytest.mark.rule("total_domination", "3.8.6")
@pytest.mark.rule("total_domination", "5.1b")
def test_units_out_of_supply_control_and_score() -> None:
    example = EXAMPLES["out_of_supply_unit_scores"]
    g = at(units_of(example["position"]))
    expect = example["expect"]
    assert in_supply(g, "japan") == [] and expect["out_of_supply"] == ["burma"]
    assert holder(g, "burma") == expect["controller"]["burma"]
    assert points(g)["japan"] - points(at({}))["japan"] == expect["vp_from_area"]["japan"]


@pytest.mark.rule("total_domination", "3.8.5")
def test_supply_is_found_anew_after_every_change() -> None:
    g = at({"poland": "german_army", "ukraine": "german_army"})
    assert in_supply(g, "germany") == ["poland", "ukraine"]
    g.move(unit_at(g, "german_army", "poland"), area(g, "baltics"))
    assert in_supply(g, "germany") == []
    g.move(unit_at(g, "german_army", "baltics"), area(g, "poland"))
    assert in_supply(g, "germany") == ["poland", "ukraine"]
