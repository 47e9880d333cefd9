"""The Vichy state."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import FLIPPED, NONE, OUT
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.cards import card_conditions
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.politics import control, relations, vichy
from sandtable.games.blitzkrieg_general.testing import (
    card_of,
    holder,
    position,
    space,
    unit_at,
    units_at,
)
from tests.games.blitzkrieg_general.driving import answer, go_on, idle, log, offered

WEST = [("germany", "france"), ("germany", "be"), ("italy", "france"), ("italy", "be")]
HELD = {"paris": "germany", "normandy": "germany", "maginot": "italy"}


def installed(units: dict[str, str] | None = None, dice: list[int] | None = None, **more: str) -> Board:
    g = position(
        wars=WEST,
        control={**HELD, **more},
        units=units,
        dice=dice or [0] * 12,
        in_effect={"french_vichy_surrender": "germany"},
        hands={"france": ["total_war"]},
        players=8,
    )
    vichy.install(g, g.t.germany)
    return go_on(g)


@pytest.mark.rule("blitzkrieg_general", "CV4")
@pytest.mark.rule("blitzkrieg_general", "CV1")
@pytest.mark.rule("blitzkrieg_general", "TT17AD")
def test_germany_takes_france_except_vichy() -> None:
    g = installed()
    for area in ("normandy", "paris", "western_france", "maginot"):
        assert holder(g, area) == "germany"
    assert holder(g, "vichy") == "vichy"


@pytest.mark.rule("blitzkrieg_general", "CV2")
def test_colonies_that_are_still_french_are_vichys() -> None:
    g = installed(syria="germany")
    assert holder(g, "algeria") == holder(g, "society_islands") == "vichy"
    assert holder(g, "syria") == "germany"
    assert not g.at_war(g.t.vichy)


@pytest.mark.rule("blitzkrieg_general", "CV2")
def test_vichy_and_its_colonies_get_a_random_french_unit_each_flipped() -> None:
    g = installed(units={"paris": "fra_inf_3, fra_air_2", "chart 4/1940": "fra_inf_2"}, dice=[1])
    # Two plain land units: Vichy draws the second, the first colony gets the other.
    assert units_at(g, "vichy") == "fra_inf_2 back"
    first = next(a for a in vichy.areas(g) if g.t.space_id[a] != "vichy")
    assert units_at(g, g.t.space_id[first]) == "fra_inf_3 back"
    assert g.serves[unit_at(g, "vichy", "fra_inf_2")] == g.t.vichy
    assert units_at(g, "chart") == ""
    assert units_at(g, "removed") == "fra_air_2"
    assert g.revealed == 2  # a lost card of France, and one draw


@pytest.mark.rule("blitzkrieg_general", "CV1")
@pytest.mark.rule("blitzkrieg_general", "CV3")
def test_marked_units_come_three_quarters_later_and_free_french_wait_in_the_pool() -> None:
    g = installed(units={"paris": "fra_inf_3, fra_inf_3_f", "ligurian_sea": "fra_tf_4_v, fra_conv"})
    assert units_at(g, "vichy") == "fra_inf_3 back"
    unit = unit_at(g, "chart", "fra_tf_4_v")
    assert g.due[unit] == g.turn + 3
    assert g.serves[unit] == g.t.vichy
    assert g.free_unit(g.t.type_index["fra_inf_3_f"]) != NONE
    assert units_at(g, "removed") == "fra_conv"


@pytest.mark.rule("blitzkrieg_general", "CV2")
def test_plain_units_are_drawn_before_marked_ones() -> None:
    g = installed(units={"paris": "fra_inf_3_v, fra_inf_2"}, dice=[9])
    assert units_at(g, "vichy") == "fra_inf_2 back"
    assert g.rng.below(10) == 9  # one unit of each sort: nothing was drawn


@pytest.mark.rule("blitzkrieg_general", "CV1")
def test_foreign_cargo_of_french_convoys_and_minors_of_france_go_to_others() -> None:
    g = position(
        wars=[*WEST, ("germany", "greece"), ("italy", "greece")],
        managers={"greece": "france"},
        control=HELD,
        units={"channel": "fra_conv [be_inf_3]"},
        dice=[],
    )
    vichy.install(g, g.t.germany)
    assert units_at(g, "england") == "be_inf_3"
    greece = g.t.country_index["greece"]
    assert g.manager[greece] == g.t.be
    assert g.friend(greece, g.t.be) and not g.friend(greece, g.t.usa)


@pytest.mark.rule("blitzkrieg_general", "CV2")
def test_marked_units_hold_areas_when_no_plain_ones_are_left() -> None:
    g = installed(units={"paris": "fra_inf_3_v"})
    assert units_at(g, "vichy") == "fra_inf_3_v back"
    assert g.cond[unit_at(g, "vichy", "fra_inf_3_v")] & FLIPPED
    assert units_at(g, "chart") == ""


@pytest.mark.rule("blitzkrieg_general", "CV3")
def test_the_italian_player_places_units_of_vichy() -> None:
    g = installed()
    assert vichy.vichy_manager(g) == g.t.italy
    g.conquered |= 1 << g.t.italy
    assert vichy.vichy_manager(g) == g.t.germany
    g.manager[g.t.vichy] = g.t.be
    assert vichy.vichy_manager(g) == g.t.be


@pytest.mark.rule("blitzkrieg_general", "CV6")
def test_vichy_produces_nothing_and_stacks_with_nobody() -> None:
    g = installed()
    assert economy.value(g, space(g, "vichy")) == 0
    relations.declare(g, g.t.be, g.t.vichy, space(g, "syria"))
    assert g.manager[g.t.vichy] == g.t.italy
    assert economy.value(g, space(g, "vichy")) == 0
    assert relations.status(g, g.t.italy, space(g, "algeria")) == relations.CLOSED
    assert relations.status(g, g.t.vichy, space(g, "southern_italy")) == relations.CLOSED
    assert relations.status(g, g.t.vichy, space(g, "algeria")) == relations.OWN


@pytest.mark.rule("blitzkrieg_general", "TT15")
@pytest.mark.rule("blitzkrieg_general", "CV9")
@pytest.mark.rule("blitzkrieg_general", "A8.6")
def test_vichy_counts_as_the_fall_of_france() -> None:
    g = installed()
    assert g.fallen(g.t.france)
    assert g.vichy and g.homes_conquered >> g.t.home_index["france"] & 1
    assert g.pacific
    assert not g.fortress
    assert economy.production(g, g.t.france) == 0
    assert g.card_at[card_of(g, "total_war")] == OUT
    assert g.in_effect(card_of(g, "french_vichy_surrender"))


@pytest.mark.rule("blitzkrieg_general", "A8.2a")
def test_british_units_leave_what_turns_german_or_neutral() -> None:
    g = installed(units={"western_france": "be_inf_3", "syria": "be_inf_2", "paris": "ger_inf_4"})
    while not idle(g):
        assert g.seats() == (g.seat_of[g.t.be],)
        answer(g, sorted(offered(g))[0])
    assert units_at(g, "western_france") == units_at(g, "syria") == ""
    assert units_at(g, "paris") == "ger_inf_4"
    assert units_at(g, "near_east") == "be_inf_2"


@pytest.mark.rule("blitzkrieg_general", "CV4")
def test_the_card_needs_three_areas_of_france() -> None:
    for held, ready in ((HELD, True), ({"paris": "germany", "normandy": "germany"}, False)):
        g = position(wars=WEST, control=held, hands={"germany": ["french_vichy_surrender"]})
        assert card_conditions.met(g, g.t.germany, card_of(g, "french_vichy_surrender")) == ready


@pytest.mark.rule("blitzkrieg_general", "CV7")
def test_a_freed_france_gets_the_colonies_back_with_the_area_vichy() -> None:
    g = installed(units={"paris": "fra_inf_3, fra_inf_2", "ligurian_sea": "fra_tf_4_v"}, dice=[0])
    control.occupy(g, space(g, "paris"), g.t.be)
    assert not g.fallen(g.t.france)
    assert holder(g, "paris") == "france"
    # Both exist side by side until the Allies take Vichy itself.
    assert holder(g, "vichy") == holder(g, "algeria") == "vichy"
    assert g.serves[g.at[space(g, "vichy")][0]] == g.t.vichy
    relations.declare(g, g.t.be, g.t.vichy, space(g, "vichy"))
    g.take(unit_at(g, "vichy", "fra_inf_2" if "fra_inf_2" in units_at(g, "vichy") else "fra_inf_3"))
    control.occupy(g, space(g, "vichy"), g.t.be)
    assert holder(g, "vichy") == holder(g, "algeria") == "france"
    assert all(g.serves[u] == g.t.france for u in g.t.units_of[g.t.france])
    held = [a for a in g.t.areas_of[g.t.france] if g.land[a]]
    assert held and all(g.land[a] == 1 << g.t.france for a in held)
    assert "again" in log(g)


@pytest.mark.rule("blitzkrieg_general", "CV7")
def test_a_germany_that_takes_vichy_gets_no_colonies() -> None:
    g = installed()
    relations.declare(g, g.t.germany, g.t.vichy, space(g, "vichy"))
    control.occupy(g, space(g, "vichy"), g.t.germany)
    assert holder(g, "vichy") == "germany"
    assert holder(g, "algeria") == "vichy"


@pytest.mark.rule("blitzkrieg_general", "CV7")
def test_without_a_freed_france_vichys_colonies_stay() -> None:
    g = installed()
    relations.declare(g, g.t.be, g.t.vichy, space(g, "vichy"))
    control.occupy(g, space(g, "algeria"), g.t.be)
    assert holder(g, "algeria") == "be"
    assert holder(g, "syria") == "vichy"
