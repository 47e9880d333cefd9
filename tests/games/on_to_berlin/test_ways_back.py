"""Ambushes on the way of a redeployment, ways back, several beaten together. [11.5] [17.2c]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.bot import doctrine
from sandtable.games.on_to_berlin.components import group_action
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, POOL
from sandtable.games.on_to_berlin.components.group_action import (
    DROP,
    LANDING,
    MOVEMENT,
    REDEPLOYMENT,
    TRANSPORT,
    GroupAction,
)
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import redeploy
from sandtable.games.on_to_berlin.rules.combat.hits import FREE, Retreat
from sandtable.games.on_to_berlin.testing import area, card, country, unit_at
from tests.games.on_to_berlin.fighting import (
    asked,
    board,
    click,
    go,
    idle,
    offers,
    redeployed,
    refusal,
    told,
    units_at,
    why,
)

NO_CARDS: dict[str, list[str]] = {"axis": [], "allied": []}
CHANNEL = {"london": "3 uk_lf", "england": "2 uk_lf", "english_channel": "uk_nf, 2 ge_nf", "paris": "fr_lf"}


def redeploying(name: str, units: dict[str, str], dice: list[int] | None = None, **more: Any) -> Board:
    """The event of a Redeploy card is being carried out."""
    side = "axis" if name.startswith("ax") else "allied"
    g = board(units, dice=dice or [], side=side, **more)
    g.card = card(g, name)
    g.push(redeploy.Redeployment(()))
    g.advance()
    return g


def way(g: Board, name: str, start: str, end: str) -> list[str]:
    """The way that the program chooses for a unit."""
    found = redeploy.route(
        g, unit_at(g, name, start), redeploy.redeploy_event(g).naval_capacity, area(g, end)
    )
    return [g.t.area_id[there] for there in found]


# --- redeployments, ambushed on the way


@pytest.mark.rule("on_to_berlin", "17.2c")
@pytest.mark.rule("on_to_berlin", "10.1c")
def test_redeployed_units_are_ambushed_in_a_sea_that_they_have_only_crossed() -> None:
    g = redeploying("al_redeploy_2", CHANNEL, [1, 1], control={"central_atlantic": "ge"})
    click(g, "uk_lf", "paris", "done")
    assert asked(g) == ("axis", "Ambush")
    assert "Redeploy to Paris:" in g.agenda[-1].prompt(g, AXIS).text
    click(g, "ax_ambush_2", "all")
    assert "Counterattack in English Channel: 2 × German fleet. [10.1]" in told(g)
    # four hits sink a convoy, whose Defense Rating at sea is 1
    assert idle(g) and units_at(g, "paris") == "fr_lf" and units_at(g, "english_channel") == "2 ge_nf, uk_nf"


@pytest.mark.rule("on_to_berlin", "17.2c")
def test_the_axis_redeploy_is_ambushed_on_the_way_too() -> None:
    units = {"berlin": "3 ge_lf", "north_sea": "ge_nf, uk_nf", "norway": "ge_gf"}
    g = redeploying("ax_redeploy_2", units, [1], control={"norway": "ge", "north_sea": "ge"})
    click(g, "ge_lf", "norway", "done", "al_ambush_2")
    assert "Counterattack in North Sea: British fleet. [10.1]" in told(g)
    assert idle(g) and units_at(g, "norway") == "ge_gf"  # hit as spent: two hits destroy it
    # a way by land through an area with an enemy in it
    g = board({"berlin": "ge_lf, ge_gf", "ruhr": "ge_lf, uk_lf", "lorraine": "ge_lf"}, dice=[1])
    redeployed(g, "ge_lf berlin ruhr lorraine")
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "berlin") == "ge_lf spent, ge_gf"


@pytest.mark.rule("on_to_berlin", "17.2c")
def test_all_whose_way_has_led_through_the_area_are_hit_and_nobody_else() -> None:
    units = {**CHANNEL, "scotland": "2 uk_lf", "western_france": "fr_lf"}
    g = board(units, side="allied", dice=[1, 6])
    redeployed(
        g,
        "uk_lf london english_channel paris",
        "uk_lf england english_channel western_france",
        "uk_lf scotland england",
    )
    click(g, "ax_ambush_2", "all")
    # one goes back to London, one to England: a choice, though the counters look alike; not who walked
    assert offers(g) == ["uk_lf#1", "uk_lf#4"]
    assert why(g, "unit:uk_lf#6") == "11.1b"
    click(g, "uk_lf#1", "uk_lf#1")
    assert idle(g) and units_at(g, "london") == "uk_lf spent, 2 uk_lf"
    assert units_at(g, "paris") == "fr_lf" and "uk_lf" in units_at(g, "western_france")


@pytest.mark.rule("on_to_berlin", "17.2c")
@pytest.mark.rule("on_to_berlin", "10.1c")
def test_who_was_beaten_out_of_a_redeployment_is_not_hit_in_another_area_of_its_way() -> None:
    hands = {"axis": ["ax_ambush_2", "ax_ambush_3"]}
    units = {**CHANNEL, "english_channel": "uk_nf, ge_nf", "paris": "fr_lf, ge_lf"}
    g = board(units, side="allied", dice=[1], hands=hands)
    redeployed(g, "uk_lf london english_channel paris")
    click(g, "ax_ambush_2")
    assert sorted(offers(g)) == ["english_channel", "paris"]
    assert why(g, "area:london") == "10.1c"
    click(g, "paris")
    # the second card is in the hand, but nobody of the group is where it went
    assert idle(g) and units_at(g, "london") == "uk_lf spent, 2 uk_lf"


@pytest.mark.rule("on_to_berlin", "11.2f")
def test_at_sea_the_ships_that_were_there_are_compared_with_the_counterattackers() -> None:
    # a carrier in the Channel: the Allies assign; without it the better fleet does
    for ships, seat in (("uk_cv, 2 ge_nf", "allied"), ("uk_nf spent, ge_nf", "allied"), ("2 ge_nf", "axis")):
        g = board({**CHANNEL, "english_channel": ships}, side="allied", dice=[1, 6])
        redeployed(g, "uk_lf london english_channel paris", "uk_lf england english_channel paris")
        click(g, "ax_ambush_2", *(["all"] if "2 ge" in ships else []))
        assert asked(g) == (seat, "Assign"), ships


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_a_window_on_the_way_opens_whether_the_card_is_held_or_not() -> None:
    for hand in (["ax_ambush_2"], ["ax_supply_2"]):
        g = board(CHANNEL, side="allied", dice=[6, 6], hands={"axis": hand})
        redeployed(g, "uk_lf london english_channel paris")
        assert asked(g) == ("axis", "Ambush") and g.revealed == 0
    # only spent ships on the way: nobody is asked
    g = board({**CHANNEL, "english_channel": "uk_nf, 2 ge_nf spent"}, side="allied")
    redeployed(g, "uk_lf london english_channel paris")
    assert idle(g)


# --- the way that the program chooses


def test_a_way_by_land_comes_first_even_through_ambushes() -> None:
    units = {"berlin": "3 ge_lf", "ruhr": "ge_lf, uk_lf", "north_sea": "ge_nf", "baltic_sea": "ge_nf"}
    held = {"denmark": "ge", "north_sea": "ge", "netherlands": "ge"}
    g = redeploying("ax_redeploy_2", units, control=held)
    assert way(g, "ge_lf", "berlin", "netherlands") == ["berlin", "ruhr", "netherlands"]


def test_among_ways_by_land_the_one_with_the_fewest_ambushes_is_taken() -> None:
    units = {"berlin": "3 ge_lf", "southern_germany": "ge_gf, uk_lf", "austria": "ge_gf"}
    g = redeploying("ax_redeploy_2", units)
    assert way(g, "ge_lf", "berlin", "austria") == ["berlin", "czechoslovakia", "austria"]
    spent = {**units, "southern_germany": "ge_gf, uk_lf spent", "czechoslovakia": "ge_gf, uk_lf"}
    g = redeploying("ax_redeploy_2", spent)
    assert way(g, "ge_lf", "berlin", "austria") == ["berlin", "southern_germany", "austria"]


def test_a_guarded_sea_is_gone_round_over_more_seas() -> None:
    g = redeploying("al_redeploy_2", CHANNEL)
    round_it = ["london", "england", "north_atlantic", "central_atlantic", "western_france", "paris"]
    assert way(g, "uk_lf", "london", "paris") == round_it
    g = redeploying("al_redeploy_2", {**CHANNEL, "english_channel": "uk_nf, 2 ge_nf spent, 2 ge_ss"})
    assert way(g, "uk_lf", "london", "paris") == ["london", "english_channel", "paris"]


# --- back, never on


CONVOY = {
    "england": "3 uk_lf",
    "english_channel": "2 uk_nf",
    "central_atlantic": "2 uk_nf, ge_nf",
    "gibraltar": "uk_ft",
}
SAIL = "england english_channel central_atlantic gibraltar"


def convoy(**more: Any) -> Board:
    """Two of three units have sailed from England to Gibraltar and are beaten in the Central Atlantic."""
    g = board(CONVOY, side="allied", **more)
    units = tuple(unit_at(g, "uk_lf", "england", n) for n in (0, 1))
    path = tuple(area(g, name) for name in SAIL.split())
    for unit in units:
        g.move(unit, path[-1])
        g.spend(unit)
    g.push(Retreat(units, path[2], GroupAction(TRANSPORT, units, path, True), False))
    g.advance()
    return g


@pytest.mark.rule("on_to_berlin", "11.5d")
@pytest.mark.rule("on_to_berlin", "11.5b")
def test_a_convoy_beaten_at_sea_goes_back_to_the_last_land_on_its_way() -> None:
    g = convoy()
    assert (
        idle(g) and units_at(g, "england") == "2 uk_lf spent, uk_lf" and units_at(g, "gibraltar") == "uk_ft"
    )
    g = board(CONVOY, side="allied", dice=[1])
    go(g, LANDING, SAIL, "uk_lf", as_spent=True)
    click(g, "ax_ambush_2")
    click(g, "uk_lf#2")
    assert (
        idle(g) and units_at(g, "england") == "2 uk_lf spent" and units_at(g, "gibraltar") == "uk_lf, uk_ft"
    )


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_with_the_way_back_closed_a_convoy_lands_anywhere_but_where_it_went() -> None:
    g = convoy(control={"england": "ge"})
    assert asked(g) == ("allied", "Retreat")
    assert "gibraltar" not in offers(g) and {"western_france", "morocco"} <= set(offers(g))
    assert why(g, "area:gibraltar") == "11.5d"
    assert "goes back, not on to Gibraltar" in refusal(g, "area:gibraltar").text
    assert why(g, "area:england") == "11.5a"
    assert why(g, "area:english_channel") == "11.5b"
    assert why(g, "area:berlin") == "11.5"
    click(g, "morocco", "western_france")
    assert units_at(g, "morocco") == units_at(g, "western_france") == "uk_lf spent"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_the_nearest_open_area_of_the_way_is_where_units_go_back_to() -> None:
    path = "berlin czechoslovakia austria southern_germany"
    g = board({"berlin": "ge_lf", "southern_germany": "uk_lf"}, dice=[1])
    go(g, MOVEMENT, path)
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "austria") == "ge_lf spent"
    # Austria is lost: one area further back, though Berlin and the Ruhr border on Southern Germany
    g = board({"berlin": "ge_lf", "southern_germany": "uk_lf"}, dice=[1], control={"austria": "uk"})
    go(g, MOVEMENT, path)
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "czechoslovakia") == "ge_lf spent"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_ships_go_back_over_the_sea() -> None:
    g = board({"english_channel": "2 uk_nf", "norwegian_sea": "ge_nf"}, side="allied", dice=[1])
    go(g, MOVEMENT, "english_channel north_sea norwegian_sea", "uk_nf")
    click(g, "ax_ambush_2")
    # two hits on one of two alike; the North Sea is nobody's and open
    click(g, "uk_nf#1")
    assert (
        idle(g)
        and units_at(g, "north_sea") == "uk_nf spent"
        and units_at(g, "norwegian_sea") == "ge_nf, uk_nf"
    )


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_who_was_dropped_does_not_fly_back() -> None:
    g = board({"london": "uk_ab, uk_lf", "paris": "ge_lf"}, side="allied", control={"paris": "ge"})
    unit = unit_at(g, "uk_ab", "london")
    path = (area(g, "london"), area(g, "paris"))
    g.move(unit, path[1])
    g.push(Retreat((unit,), path[1], GroupAction(DROP, (unit,), path, True), False))
    g.advance()
    assert "london" not in offers(g) and "lorraine" in offers(g)
    assert why(g, "area:london") == "11.5"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_each_redeployed_unit_goes_back_on_its_own_way() -> None:
    g = board({**CHANNEL, "paris": "fr_lf, ge_lf"}, side="allied", dice=[1])
    redeployed(g, "uk_lf london english_channel paris", "uk_lf england english_channel paris")
    click(g, "ax_ambush_2", "paris")
    assert offers(g) == ["uk_lf#1", "uk_lf#4"]
    click(g, "uk_lf#4", "uk_lf#4")
    assert units_at(g, "england") == "uk_lf spent, uk_lf" and units_at(g, "paris") == "ge_lf, uk_lf, fr_lf"


# --- several beaten together


def routed(g: Board, where: str, *names: str) -> None:
    """Units of these types in one area are beaten together."""
    units = tuple(unit_at(g, name, where) for name in names)
    for unit in units:
        g.spend(unit)
    g.push(Retreat(units, area(g, where), FREE, False))
    g.advance()


CORNER = {"scotland": "uk_lf, uk_tf", "england": "6 uk_lf, 2 uk_gf, uk_ab"}


@pytest.mark.rule("on_to_berlin", "11.5g")
@pytest.mark.rule("on_to_berlin", "11.5e")
def test_the_owner_chooses_who_takes_the_last_place() -> None:
    for first, left in (("uk_lf", "uk_lf spent"), ("uk_tf", "uk_tf spent")):
        g = board(CORNER, hands=NO_CARDS)
        routed(g, "scotland", "uk_lf", "uk_tf")
        assert asked(g) == ("allied", "Retreat") and len(offers(g)) == 2
        ask = g.agenda[-1].prompt(g, ALLIED)
        assert ask.rule == "11.5g" and "Choose the next" in ask.text
        assert why(g, "area:england") == "11.5g"
        assert why(g, "button:destroy") == why(g, "button:violate") == "11.5g"
        click(g, first)
        assert idle(g) and left in units_at(g, "england") and units_at(g, "scotland") == ""


def test_nobody_is_asked_for_an_order_that_does_not_matter() -> None:
    # room for both
    g = board({**CORNER, "england": "6 uk_lf"}, hands=NO_CARDS)
    routed(g, "scotland", "uk_lf", "uk_tf")
    assert idle(g) and units_at(g, "england") == "uk_lf spent, 6 uk_lf, uk_tf spent"
    # all alike
    g = board({**CORNER, "scotland": "2 uk_lf"}, hands=NO_CARDS)
    units = tuple(unit_at(g, "uk_lf", "scotland", n) for n in (0, 1))
    g.push(Retreat(units, area(g, "scotland"), FREE, False))
    g.advance()
    assert idle(g) and units_at(g, "scotland") == ""


@pytest.mark.rule("on_to_berlin", "11.5g")
def test_the_order_is_asked_for_again_while_it_matters() -> None:
    units = {"scotland": "uk_lf, uk_tf, uk_gf", "england": "6 uk_lf, 2 uk_gf"}
    g = board(units, hands=NO_CARDS)
    routed(g, "scotland", "uk_lf", "uk_tf", "uk_gf")
    click(g, "uk_tf")
    assert len(offers(g)) == 2 and "uk_tf" not in str(offers(g))
    unit = unit_at(g, "uk_tf", "england")
    assert not g.agenda[-1].allows(g, ALLIED, g.ids.unit + unit)
    reason = g.agenda[-1].why_not(g, ALLIED, g.ids.unit + unit)
    assert reason is not None and reason.rule == "11.5"
    click(g, "uk_gf")
    assert idle(g) and g.place[unit_at(g, "uk_lf", "pool")] == POOL
    assert units_at(g, "england") == "6 uk_lf, uk_tf spent, uk_gf spent, 2 uk_gf"


def test_the_doctrine_saves_the_stronger_unit() -> None:
    g = board({**CORNER, "scotland": "uk_tf, uk_gf"}, hands=NO_CARDS)
    routed(g, "scotland", "uk_gf", "uk_tf")
    garrison, tanks = doctrine.preferences(g, ALLIED, g.choices(ALLIED))
    assert tanks > garrison


def test_a_counter_like_the_one_offered_may_be_clicked() -> None:
    g = board({**CORNER, "scotland": "2 uk_lf, uk_tf"}, hands=NO_CARDS)
    units = (*[unit_at(g, "uk_lf", "scotland", n) for n in (0, 1)], unit_at(g, "uk_tf", "scotland"))
    g.push(Retreat(units, area(g, "scotland"), FREE, False))
    g.advance()
    step = g.agenda[-1]
    assert g.choices(ALLIED) == [g.ids.unit + units[0], g.ids.unit + units[2]]
    assert step.allows(g, ALLIED, g.ids.unit + units[1])
    g.apply(ALLIED, g.ids.unit + units[1])
    assert g.place[units[1]] == area(g, "england") and g.place[units[0]] == POOL


LORRAINE = {"lorraine": "3 fr_lf, ge_lf, ge_tf", "southern_germany": "fr_lf"}


@pytest.mark.rule("on_to_berlin", "3.1.3c")
@pytest.mark.rule("on_to_berlin", "11.5g")
def test_what_one_breaks_all_beaten_with_it_break_together() -> None:
    held = {"southern_germany": "fr"}
    g = board(LORRAINE, hands=NO_CARDS, control=held, allied=("uk", "fr", "be"), side="allied")
    routed(g, "lorraine", "ge_lf", "ge_tf")
    assert offers(g) == ["ge_lf#1", "ge_tf#1"]  # only Neutral ground is open: who goes first?
    click(g, "ge_tf")
    assert offers(g) == ["destroy", "violate"]
    click(g, "violate")
    # Switzerland fights for the Allies now, but the infantry follows by the same breach
    assert idle(g) and g.nside[country(g, "sz")] == ALLIED
    assert units_at(g, "switzerland").endswith("ge_lf spent, ge_tf spent")
    assert units_at(g, "lorraine") == "3 fr_lf"


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_a_breach_opens_that_area_only() -> None:
    # Madrid and Seville are both Spanish: only the one entered stays open
    g = board({"central_atlantic": "uk_nf, uk_lf, uk_ab"}, hands=NO_CARDS)
    routed(g, "central_atlantic", "uk_lf", "uk_ab")
    # land that breaks nothing is open to both: no question of the order
    assert "morocco" in offers(g)
    click(g, "violate", "madrid")
    assert g.nside[country(g, "sp")] == AXIS
    assert {"madrid", "morocco", "violate"} <= set(offers(g)) and "seville" not in offers(g)
    assert why(g, "area:seville") == "11.5a"
    click(g, "madrid")
    assert units_at(g, "madrid").endswith("uk_lf spent, uk_ab spent")


def test_ways_are_packed_one_after_another() -> None:
    action = GroupAction(REDEPLOYMENT, (7, 4), group_action.pack_ways([(1, 2, 3), (5, 3)]), False)
    assert action.path == (3, 1, 2, 3, 2, 5, 3)
    again = group_action.unpack_group_action(action.pack())
    assert group_action.ways(again) == [(1, 2, 3), (5, 3)]
    assert group_action.way_of(again, 4) == (5, 3) and group_action.way_of(again, 7) == (1, 2, 3)
    same = GroupAction(REDEPLOYMENT, (7, 4, 9), group_action.pack_ways([(1, 2), (5, 2), (1, 2)]), False)
    assert [group_action.way_number(same, unit) for unit in (7, 4, 9)] == [0, 1, 0]
    assert group_action.way_of(GroupAction(MOVEMENT, (7,), (1, 2, 3), False), 7) == (1, 2, 3)
