"""Retreats: where beaten units go, who chooses, who has nowhere to go. [11.5] [3.1.3c]"""

from typing import Any

import pytest

from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, POOL
from sandtable.games.on_to_berlin.components.group_action import ATTACK, MOVEMENT, GroupAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.hits import FREE, Retreat
from sandtable.games.on_to_berlin.testing import area, country, unit_at
from tests.games.on_to_berlin.fighting import (
    again,
    asked,
    attack,
    board,
    click,
    idle,
    offers,
    refusal,
    told,
    units_at,
    why,
)

NO_CARDS: dict[str, list[str]] = {"axis": [], "allied": []}


def beaten(g: Board, *units: int, counter: bool = False) -> None:
    """Units have been hit, in a `counter`attack on theirs or not, and must retreat from where they are."""
    for unit in units:
        g.spend(unit)
    here = g.place[units[0]]
    action = GroupAction(ATTACK, tuple(units), (here,), True) if counter else FREE
    g.push(Retreat(tuple(units), here, action, False))
    g.advance()


def fled(units: dict[str, str], name: str, where: str, **more: Any) -> Board:
    """A position in which one unit must retreat."""
    g = board(units, hands=NO_CARDS, **more)
    beaten(g, unit_at(g, name, where))
    return g


# --- where to


@pytest.mark.rule("on_to_berlin", "11.5")
@pytest.mark.rule("on_to_berlin", "11.5g")
def test_the_owner_chooses_a_neighbouring_area_whoever_assigned_the_hits() -> None:
    # tanks beat infantry: the attacker assigns, the owner of the beaten unit chooses
    g = board({"paris": "2 ge_tf, fr_lf"}, dice=[1, 1], hands=NO_CARDS)
    attack(g, "paris")
    assert asked(g) == ("allied", "Retreat")
    assert offers(g) == ["lorraine", "western_france", "southern_france", "violate"]
    click(g, "southern_france")
    assert idle(g) and units_at(g, "southern_france") == "fr_lf spent"
    assert "French infantry (spent) retreats from Paris to Southern France. [11.5]" in told(g)
    assert units_at(g, "paris") == "2 ge_tf spent"


@pytest.mark.rule("on_to_berlin", "11.5")
def test_a_retreat_is_no_movement_and_leaves_no_trace_of_where_it_came_from() -> None:
    g = fled({"kharkov": "su_lf"}, "su_lf", "kharkov", allied=("su",))
    assert why(g, "area:leningrad") == "11.5"
    assert g.agenda[-1].prompt(g, ALLIED).text.endswith("must retreat: choose the area.")
    click(g, "moscow")
    unit = unit_at(g, "su_lf", "moscow")
    assert idle(g) and g.came[unit] == -1


@pytest.mark.rule("on_to_berlin", "11.5a")
def test_nobody_retreats_into_an_enemy_controlled_area_but_enemy_units_alone_do_not_matter() -> None:
    held = {"lorraine": "ge", "western_france": "ge", "belgium": "ge"}
    g = fled({"paris": "fr_lf", "southern_france": "3 ge_tf"}, "fr_lf", "paris", control=held)
    # Southern France is French, though only Germans stand in it
    assert idle(g) and units_at(g, "southern_france") == "3 ge_tf, fr_lf spent"
    held["belgium"] = "be"
    g = fled({"paris": "fr_lf"}, "fr_lf", "paris", control=held)
    assert offers(g) == ["southern_france", "violate"]
    assert why(g, "area:lorraine") == "11.5a"


@pytest.mark.rule("on_to_berlin", "11.5b")
def test_land_units_retreat_on_land_and_ships_at_sea() -> None:
    g = fled({"england": "uk_lf"}, "uk_lf", "england")
    assert offers(g) == ["london", "scotland"]
    assert why(g, "area:north_sea") == "11.5b"
    g = fled({"english_channel": "uk_nf"}, "uk_nf", "english_channel")
    assert offers(g) == ["central_atlantic", "north_sea"]
    assert why(g, "area:london") == "11.5b"


@pytest.mark.rule("on_to_berlin", "11.5b")
def test_land_units_beaten_at_sea_retreat_ashore() -> None:
    g = fled({"western_mediterranean": "uk_lf, 2 uk_nf"}, "uk_lf", "western_mediterranean")
    assert {"gibraltar", "southern_france", "morocco"} <= set(offers(g))
    assert "central_mediterranean" not in offers(g)
    click(g, "gibraltar")
    assert units_at(g, "gibraltar") == "uk_lf spent"


@pytest.mark.rule("on_to_berlin", "11.5c")
def test_who_has_no_area_to_go_to_is_destroyed() -> None:
    g = fled({"malta": "uk_lf"}, "uk_lf", "malta")
    assert idle(g) and g.place[unit_at(g, "uk_lf", "pool")] == POOL and units_at(g, "malta") == ""
    assert "British infantry (spent) cannot retreat from Malta and is destroyed. [11.5c]" in told(g)


@pytest.mark.rule("on_to_berlin", "11.5e")
def test_nobody_retreats_where_the_stack_is_full() -> None:
    units = {"london": "uk_lf", "england": "8 uk_lf, 2 uk_tf"}
    g = fled(units, "uk_lf", "london")
    assert idle(g) and units_at(g, "london") == ""  # destroyed: England was all there is
    # nine there, and two to come: the first fits
    units = {"scotland": "2 uk_lf", "england": "6 uk_lf, 2 uk_tf, uk_ab"}
    g = board(units, hands=NO_CARDS)
    beaten(g, unit_at(g, "uk_lf", "scotland", 0), unit_at(g, "uk_lf", "scotland", 1))
    assert idle(g) and units_at(g, "england") == "uk_lf spent, 6 uk_lf, 2 uk_tf, uk_ab"
    assert units_at(g, "scotland") == ""
    g = fled({"paris": "fr_lf", "lorraine": "9 uk_lf, uk_ab"}, "fr_lf", "paris")
    assert why(g, "area:lorraine") == "11.5e"


@pytest.mark.rule("on_to_berlin", "11.5f")
@pytest.mark.rule("on_to_berlin", "15.6b")
def test_limited_nations_do_not_retreat_over_the_line() -> None:
    held = {"southern_france": "ge", "paris": "ge", "lorraine": "ge", "western_france": "ge"}
    nations = ("ge", "it")
    g = fled({"southern_france": "it_lf"}, "it_lf", "southern_france", axis=nations, control=held)
    assert offers(g) == ["milan", "violate"]
    assert why(g, "area:paris") == "11.5f"
    g = fled({"southern_france": "ge_lf"}, "ge_lf", "southern_france", axis=nations, control=held)
    assert {"paris", "lorraine", "western_france", "milan"} <= set(offers(g))
    # nothing but areas beyond the line: destroyed
    held = {"leningrad": "ge", "moscow": "ge", "stalingrad": "ge", "kharkov": "su", "caucasus": "su"}
    g = fled({"stalingrad": "it_lf"}, "it_lf", "stalingrad", axis=nations, allied=("su",), control=held)
    assert idle(g) and g.place[unit_at(g, "it_lf", "pool")] == POOL
    assert "Italian infantry (spent) cannot retreat from Stalingrad and is destroyed. [15.6b]" in told(g)
    g = fled({"stalingrad": "ge_lf"}, "ge_lf", "stalingrad", axis=nations, allied=("su",), control=held)
    assert units_at(g, "moscow") == "ge_lf spent"


@pytest.mark.rule("on_to_berlin", "15.7.2")
@pytest.mark.rule("on_to_berlin", "15.7.3")
def test_closed_areas_are_closed_to_retreats_too() -> None:
    seas = {"baltic_sea": "uk", "english_channel": "ge", "norwegian_sea": "ge"}
    g = fled({"north_sea": "uk_nf"}, "uk_nf", "north_sea", control=seas)
    assert idle(g) and units_at(g, "baltic_sea") == ""
    assert g.place[unit_at(g, "uk_nf", "pool")] == POOL
    g = fled({"north_sea": "uk_nf"}, "uk_nf", "north_sea", control={"norwegian_sea": "ge"})
    assert units_at(g, "english_channel") == "uk_nf spent"
    # the Axis never goes to the Urals, even if it held them
    held = {"urals": "ge", "moscow": "ge", "leningrad": "ge"}
    g = fled({"moscow": "ge_lf"}, "ge_lf", "moscow", allied=("su",), control=held)
    assert units_at(g, "leningrad") == "ge_lf spent"


@pytest.mark.rule("on_to_berlin", "15.1g")
def test_submarines_hinder_no_retreat() -> None:
    held = {"english_channel": "ge"}
    g = fled({"north_sea": "uk_nf", "norwegian_sea": "2 ge_ss"}, "uk_nf", "north_sea", control=held)
    assert idle(g) and units_at(g, "norwegian_sea") == "2 ge_ss, uk_nf spent"


@pytest.mark.rule("on_to_berlin", "15.7.1a")
def test_allied_ships_retreat_through_the_canal_they_hold() -> None:
    sea = {"eastern_mediterranean": "uk_nf"}
    g = fled(sea, "uk_nf", "eastern_mediterranean", axis=("ge", "it"))
    assert idle(g) and units_at(g, "central_atlantic") == "uk_nf spent"
    g = fled(sea, "uk_nf", "eastern_mediterranean", axis=("ge", "it"), control={"egypt": "it"})
    assert idle(g) and units_at(g, "central_atlantic") == ""


@pytest.mark.rule("on_to_berlin", "16.6a")
def test_with_the_option_garrisons_do_not_retreat_from_home() -> None:
    units = {"southern_germany": "ge_gf"}
    held = {"berlin": "uk", "ruhr": "uk", "austria": "uk", "czechoslovakia": "uk", "lorraine": "ge"}
    g = fled(units, "ge_gf", "southern_germany", control=held)
    assert offers(g) == ["lorraine", "violate"]  # Switzerland
    g = fled(units, "ge_gf", "southern_germany", control=held, options=("garrison_limits",))
    assert idle(g) and units_at(g, "lorraine") == units_at(g, "switzerland") == ""


# --- counterattacks


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_beaten_by_a_counterattack_units_go_back_where_they_came_from_if_they_can() -> None:
    g = board({"berlin": "ge_lf"}, hands=NO_CARDS)
    unit = unit_at(g, "ge_lf", "berlin")
    g.move(unit, area(g, "czechoslovakia"))
    before = g.copy()
    beaten(g, unit, counter=True)
    assert idle(g) and units_at(g, "berlin") == "ge_lf spent"
    # an ordinary attack leaves the choice
    g = before.copy()
    beaten(g, unit_at(g, "ge_lf", "czechoslovakia"))
    assert "berlin" in offers(g) and "austria" in offers(g)
    # lost meanwhile: any other area
    g = before.copy()
    g.set_control(area(g, "berlin"), country(g, "uk"))
    beaten(g, unit_at(g, "ge_lf", "czechoslovakia"), counter=True)
    assert "berlin" not in offers(g) and "austria" in offers(g)


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_the_way_back_is_explained() -> None:
    # where it came from is Neutral ground by now: it still must go there, or be destroyed
    g = board({"austria": "ge_lf"}, hands=NO_CARDS)
    unit = unit_at(g, "ge_lf", "austria")
    g.came[unit] = area(g, "hungary")
    beaten(g, unit, counter=True)
    assert offers(g) == ["destroy", "violate"]
    assert why(g, "area:czechoslovakia") == "11.5d"
    assert "Hungary" in refusal(g, "area:czechoslovakia").text


# --- neutrality


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_neutral_ground_is_open_only_after_the_button_and_joins_the_other_side() -> None:
    g = fled({"southern_germany": "ge_lf"}, "ge_lf", "southern_germany")
    assert offers(g) == ["berlin", "ruhr", "austria", "czechoslovakia", "violate"]
    assert why(g, "area:switzerland") == "3.1.3"
    assert "Break neutrality" in refusal(g, "area:switzerland").text
    assert why(g, "button:destroy") == "3.1.3c"
    click(g, "violate")  # Switzerland is the only one
    assert idle(g) and units_at(g, "switzerland") == "ge_lf spent"
    assert g.nside[country(g, "sz")] == ALLIED and g.war[country(g, "sz")]


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_who_could_retreat_only_to_neutral_ground_may_be_destroyed_instead() -> None:
    held = {"lorraine": "ge", "western_france": "ge", "southern_france": "ge"}
    g = fled({"paris": "fr_lf"}, "fr_lf", "paris", control=held)
    assert offers(g) == ["destroy", "violate"]
    assert g.agenda[-1].prompt(g, ALLIED).rule == "3.1.3c"
    click(g, "destroy")
    assert idle(g) and g.place[unit_at(g, "fr_lf", "pool")] == POOL
    assert g.neutral(country(g, "be"))
    assert told(g)[-1] == "French infantry (spent) is destroyed, so no neutrality is broken. [3.1.3c]"
    g = fled({"paris": "fr_lf"}, "fr_lf", "paris", control=held)
    click(g, "violate")
    assert units_at(g, "belgium") == "fr_lf spent" and g.nside[country(g, "be")] == AXIS


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_with_several_neutrals_the_owner_chooses_which() -> None:
    g = fled({"lorraine": "ge_lf"}, "ge_lf", "lorraine", control={"lorraine": "ge"})
    assert offers(g) == ["southern_germany", "violate"]
    click(g, "violate")
    assert offers(g) == ["switzerland", "belgium"]
    assert why(g, "area:southern_germany") == "3.1.3c"
    assert why(g, "button:destroy") == "3.1.3c"
    assert why(g, "button:violate") == "3.1.3c"
    assert g.agenda[-1].prompt(g, AXIS).rule == "3.1.3c"
    click(g, "belgium")
    assert units_at(g, "belgium") == "ge_lf spent" and g.neutral(country(g, "sz"))


@pytest.mark.rule("on_to_berlin", "3.1.3c")
def test_an_agreement_to_break_a_neutrality_is_asked_of_one_unit_and_opens_the_area_to_all() -> None:
    g = board({"southern_germany": "2 ge_lf"}, hands=NO_CARDS)
    beaten(g, *[unit_at(g, "ge_lf", "southern_germany", n) for n in (0, 1)])
    click(g, "violate")
    # Switzerland is an enemy now, but they have broken its neutrality together
    assert offers(g) == ["berlin", "ruhr", "austria", "czechoslovakia", "switzerland"]
    assert why(g, "button:violate") == "3.1.3c"
    click(g, "switzerland")
    assert idle(g) and units_at(g, "switzerland") == "2 ge_lf spent"
    # who is beaten later does not follow them
    g.move(unit_at(g, "ge_lf", "switzerland"), area(g, "southern_germany"))
    beaten(g, unit_at(g, "ge_lf", "southern_germany"))
    assert why(g, "area:switzerland") == "11.5a"


@pytest.mark.rule("on_to_berlin", "15.4b")
def test_polish_units_of_the_set_up_retreat_to_the_east_without_a_violation() -> None:
    g = fled({"warsaw": "po_lf"}, "po_lf", "warsaw")
    assert offers(g) == ["brest", "galicia"]
    click(g, "brest")
    assert g.neutral(country(g, "su"))
    g = fled({"warsaw": "uk_lf"}, "uk_lf", "warsaw")
    assert offers(g) == ["destroy", "violate"]


@pytest.mark.rule("on_to_berlin", "16.4")
def test_with_the_option_nobody_retreats_to_neutrals_that_lean_to_the_axis() -> None:
    units = {"austria": "ge_lf"}
    held = {"southern_germany": "uk", "czechoslovakia": "uk"}
    g = fled(units, "ge_lf", "austria", control=held)
    click(g, "violate")
    assert offers(g) == ["milan", "hungary", "switzerland", "yugoslavia"]
    g = fled(units, "ge_lf", "austria", control=held, options=("no_declarations",))
    click(g, "violate")
    assert offers(g) == ["switzerland", "yugoslavia"]
    assert why(g, "area:hungary") == "16.4"


# --- one by one


@pytest.mark.rule("on_to_berlin", "11.5")
def test_units_retreat_one_by_one_each_as_its_owner_likes() -> None:
    g = board({"paris": "4 ge_tf, fr_lf, uk_lf"}, dice=[1, 1, 1, 1], hands=NO_CARDS)
    attack(g, "paris")
    click(g, "uk_lf", "uk_lf", "fr_lf", "fr_lf")
    assert "British infantry" in g.agenda[-1].prompt(g, ALLIED).text
    assert why(g, "unit:fr_lf#1") == "11.5"
    assert g.agenda[-1].why_not(g, ALLIED, g.ids.card) is None
    click(g, "western_france")
    assert "French infantry" in g.agenda[-1].prompt(g, ALLIED).text
    click(g, "lorraine")
    assert idle(g)
    assert units_at(g, "western_france") == "uk_lf spent" and units_at(g, "lorraine") == "fr_lf spent"


def test_a_retreat_survives_a_save() -> None:
    step = again(Retreat((4, 7), 3, GroupAction(MOVEMENT, (4, 5, 7), (2, 3, 9), True), True, False, (8, 6)))
    assert isinstance(step, Retreat) and step.units == (4, 7) and step.area == 3
    assert (step.unlocked, step.picked, step.broken) == (True, False, (8, 6))
    assert step.action is not None and (step.action.units, step.action.path) == ((4, 5, 7), (2, 3, 9))
    step = again(Retreat((4, 7), 3, FREE, False, True))
    assert isinstance(step, Retreat) and step.action is None and step.picked and not step.unlocked
