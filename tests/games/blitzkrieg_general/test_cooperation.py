"""Powers that do not cooperate, and the way back through a partner's country."""

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components.constants import (
    COOPERATION,
    INVADING,
    NAVAL_MOVE,
    OBSERVERS,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import free_setup
from sandtable.games.blitzkrieg_general.rules.combat import reserves, retreat_options
from sandtable.games.blitzkrieg_general.rules.economy import reinforcements
from sandtable.games.blitzkrieg_general.rules.movement.air_missions import may_attack, may_observe
from sandtable.games.blitzkrieg_general.rules.naval.invasion import may_react
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.rules.politics import minors
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at
from tests.games.blitzkrieg_general.driving import answer, begin, offered, refused

WARS = [("germany", "ussr"), ("germany", "be"), ("germany", "france"), ("germany", "usa")]


def chain(g: Board) -> tuple[int, int, int]:
    """Three areas in a row of which the first and the last do not touch."""
    for last in g.t.home_of[g.t.ussr]:
        for middle in g.t.land_near[last]:
            for first in g.t.land_near[middle]:
                if first != last and first not in g.t.land_near[last]:
                    return first, middle, last
    raise AssertionError


def surrounded(options: int) -> tuple[Board, int, int, int]:
    """A Soviet unit whose only way home leads through a British area."""
    first, middle, last = chain(position())
    g = position()
    g = position(wars=WARS, options=options, units={g.t.space_id[first]: "sov_inf_2_o"})
    for area in range(g.t.n_areas):
        g.control = changed(g.control, area, g.t.germany)
    g.control = changed(g.control, middle, g.t.be)
    g.control = changed(g.control, last, g.t.ussr)
    return g, unit_at(g, g.t.space_id[first], "sov_inf_2_o"), middle, last


@pytest.mark.rule("blitzkrieg_general", "A9.11")
@pytest.mark.rule("blitzkrieg_general", "A9.11b")
def test_only_some_powers_are_friends_with_the_option() -> None:
    g = position(wars=WARS)
    assert g.friend(g.t.be, g.t.ussr) and g.friend(g.t.be, g.t.usa)
    g = position(wars=WARS, options=COOPERATION)
    assert not g.friend(g.t.be, g.t.ussr)
    assert g.friend(g.t.be, g.t.usa) and g.friend(g.t.be, g.t.france) and g.friend(g.t.usa, g.t.france)
    assert not g.friendly(g.t.ussr, space(g, "england"))


@pytest.mark.rule("blitzkrieg_general", "A9.11a")
def test_a_retreat_goes_on_through_a_partners_area_until_it_is_legal() -> None:
    g, unit, middle, last = surrounded(0)
    assert retreat_options.land_retreats(g, unit) == [middle]
    g, unit, middle, last = surrounded(COOPERATION)
    assert retreat_options.land_retreats(g, unit) == [last]
    g.control = changed(g.control, last, g.t.germany)
    assert retreat_options.land_retreats(g, unit) == []


# --- no common sea zone either


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_ships_sail_into_no_zone_with_ships_they_do_not_cooperate_with() -> None:
    for options in (0, COOPERATION):
        for partner, shared in (("sov_tf_3_r", not options), ("usa_tf_5", True)):
            units = {"north_sea": "be_tf_4", "scandinavian_sea": partner}
            g = position(wars=WARS, options=options, units=units, side="allies", phase=NAVAL_MOVE, players=2)
            answer(begin(g, NavalMove()), "unit:be_tf_4@north_sea")
            assert ("zone:scandinavian_sea" in offered(g)) == shared
            if not shared:
                assert refused(g, "zone:scandinavian_sea").rule == "A9.11"


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_neutral_partners_that_will_cooperate_may_share_a_zone() -> None:
    g = position(wars=WARS[:3], options=COOPERATION, units={"north_sea": "usa_conv"})
    assert not g.friend(g.t.be, g.t.usa) and not g.parted(g.t.be, space(g, "north_sea"))
    assert g.parted(g.t.ussr, space(g, "north_sea"))
    assert not g.parted(g.t.germany, space(g, "north_sea"))


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_nobody_comes_to_help_where_such_partners_fight_at_sea() -> None:
    for options in (0, COOPERATION):
        units = {
            "north_sea": "sov_tf_3_r, ger_tf_3, ger_conv [ger_inf_3]",
            "channel": "be_tf_4",
            "england": "be_air_3",
        }
        g = position(wars=WARS, options=options, units=units, battles=["north_sea"])
        g.mark(unit_at(g, "north_sea", "ger_inf_3"), INVADING)
        ship, aircraft = unit_at(g, "channel", "be_tf_4"), unit_at(g, "england", "be_air_3")
        zone = space(g, "north_sea")
        assert reserves.may_join_defence(g, ship, zone) == (not options)
        assert may_react(g, ship, zone) == (not options)
        assert may_attack(g, aircraft, zone, False) == (not options)
        g.optional |= OBSERVERS
        assert may_observe(g, aircraft, zone) == (not options)


@pytest.mark.rule("blitzkrieg_general", "A9.11")
def test_new_ships_and_those_of_the_first_set_up_keep_apart() -> None:
    home = "finnish_sea"
    for options in (0, COOPERATION):
        g = position(wars=WARS, options=options, units={home: "be_tf_4", "channel": "sov_conv_r"})
        ship = unit_at(g, "channel", "sov_conv_r")
        assert (space(g, home) in reinforcements.zones(g, ship)) == (not options)
        assert (space(g, home) in free_setup.possible_zones(g, ship)) == (not options)
        assert reinforcements.zones(g, ship) and free_setup.possible_zones(g, ship)
        g = position(wars=WARS, options=options, units={"north_sea": "sov_tf_3_r"}, managers={"norway": "be"})
        assert (space(g, "north_sea") in minors.harbours(g, country(g, "norway"))) == (not options)


@pytest.mark.rule("blitzkrieg_general", "A9.11a")
def test_a_retreat_at_sea_goes_on_past_the_ships_of_a_partner() -> None:
    for options in (0, COOPERATION):
        g = position(wars=WARS, options=options, units={"red_sea": "sov_tf_3_r"})
        ship = unit_at(g, "red_sea", "sov_tf_3_r")
        near = retreat_options.sea_retreats(g, ship)
        for zone in near:
            g.put(g.free_unit(g.t.type_index["be_conv"]), zone)
        far = retreat_options.sea_retreats(g, ship)
        assert far
        assert (far == near) == (not options)
        assert not options or not any(g.ships[z] for z in far)
