"""Reaction windows that ask and those that do not; the jet; redeployments. [10.0] [16.7a] [17.2c]"""

import pytest

from sandtable.engine.state import changed
from sandtable.games.on_to_berlin.components.constants import DECK, DISCARDED, HAND, POOLED
from sandtable.games.on_to_berlin.components.group_action import ATTACK, REDEPLOYMENT, GroupAction
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat.counterattacks import Ambush, AmbushArea, Counterattackers
from sandtable.games.on_to_berlin.testing import area, card, unit_at
from tests.games.on_to_berlin.fighting import (
    again,
    asked,
    attack,
    board,
    click,
    idle,
    offers,
    redeployed,
    strike,
    told,
    units_at,
    why,
)

PARIS = {"paris": "ge_lf, fr_lf"}
OTHERS = ["al_supply_2", "al_redeploy_2"]


def window(hand: list[str], units: dict[str, str] = PARIS, **more: object) -> Board:
    """The Axis attacks in Paris while the Allies hold these cards."""
    g = board(units, dice=[6] * 4, hands={"allied": hand}, **more)
    attack(g, "paris")
    return g


# --- asked or not


@pytest.mark.rule("on_to_berlin", "10.0")
@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_being_asked_does_not_tell_whether_the_card_is_held() -> None:
    holder = window(["al_ambush_2", *OTHERS])
    other = window(["al_development_2", *OTHERS])
    assert asked(holder) == asked(other) == ("allied", "Ambush")
    assert offers(holder) == ["pass", "al_ambush_2"] and offers(other) == ["pass"]
    assert holder.revealed == other.revealed == 0
    # where only who can react is asked, that is known afterwards
    for hand, answers in ((["al_ambush_2"], True), (OTHERS, False)):
        g = board(PARIS, dice=[6], hands={"allied": hand})
        g.ask_always = False
        attack(g, "paris")
        assert idle(g) != answers and g.revealed == 1


@pytest.mark.rule("on_to_berlin", "2.3.3d")
def test_nobody_is_asked_when_all_can_see_that_no_reaction_card_is_held() -> None:
    # an empty hand
    g = window([])
    assert idle(g) and g.revealed == 0
    # the one Ambush lies among the discards, the other in the Development Pool
    g = window(OTHERS, discards=["al_ambush_2"])
    assert idle(g) and g.revealed == 0
    # developed: it could be in the hand
    g = window(OTHERS, discards=["al_ambush_2"], developed=["al_ambush_3"])
    assert asked(g) == ("allied", "Ambush")


@pytest.mark.rule("on_to_berlin", "16.1.1")
@pytest.mark.rule("on_to_berlin", "16.1.2")
def test_cards_that_lie_face_down_could_be_anywhere() -> None:
    g = window(OTHERS, discards=["al_ambush_2"], options=("development_secrecy",))
    assert asked(g) == ("allied", "Ambush")  # the pool is face down
    g = board(PARIS, dice=[6], hands={"allied": OTHERS}, discards=["al_ambush_2"])
    g.face_down = changed(g.face_down, card(g, "al_ambush_2"), 1)
    attack(g, "paris")
    assert asked(g) == ("allied", "Ambush")


@pytest.mark.rule("on_to_berlin", "2.3.3c")
def test_whether_a_window_opens_does_not_depend_on_secrets() -> None:
    g = board(PARIS, hands={"allied": OTHERS})
    step = Ambush(GroupAction(ATTACK, (unit_at(g, "ge_lf", "paris"),), (area(g, "paris"),), True))
    ambush = card(g, "al_ambush_2")
    assert step.possible(g)
    for where in (HAND, DECK):
        g.cards[ambush] = where
        assert step.possible(g)
    g.cards[ambush] = DISCARDED
    assert not step.possible(g)
    g.development_secrecy = True
    for where in (HAND, DECK, POOLED):
        g.cards[card(g, "al_ambush_3")] = where
        assert step.possible(g)


@pytest.mark.rule("on_to_berlin", "10.0")
def test_nobody_is_asked_who_has_no_fresh_unit_there() -> None:
    assert idle(window(["al_ambush_2"], {"paris": "ge_lf, fr_lf spent", "lorraine": "3 fr_lf"}))
    assert idle(window(["al_ambush_2"], {"paris": "ge_lf, fr_lf", "lorraine": "3 uk_lf"}, not_at_war=("fr",)))
    assert not idle(window(["al_ambush_2"], {"paris": "ge_lf, fr_lf spent, uk_lf"}))


# --- where attackers go back to


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_attackers_beaten_by_a_counterattack_go_back_where_they_came_from_in_this_impulse() -> None:
    g = board({"southern_germany": "ge_tf, ge_lf", "paris": "fr_lf"}, dice=[1, 6], control={"belgium": "ge"})
    for name in ("ge_tf", "ge_lf"):
        unit = unit_at(g, name, "southern_germany")
        g.move(unit, area(g, "lorraine"))
        g.move(unit, area(g, "paris"))
    g.set_control(area(g, "lorraine"), g.t.nation_index["ge"])
    attack(g, "paris", "ge_tf")
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "lorraine") == "ge_tf spent"


@pytest.mark.rule("on_to_berlin", "11.5d")
def test_carriers_beaten_over_their_target_retreat_from_where_they_are() -> None:
    units = {"north_sea": "uk_cv", "ruhr": "ge_af"}
    g = board(units, side="allied", dice=[1], control={"english_channel": "ge"})
    strike(g, "north_sea", "ruhr")
    click(g, "ax_ambush_2")
    # two hits destroy a ship that is hit as if spent
    assert idle(g) and units_at(g, "north_sea") == ""
    g = board({**units, "north_sea": "2 uk_cv"}, side="allied", dice=[1], control={"english_channel": "ge"})
    strike(g, "north_sea", "ruhr")
    click(g, "ax_ambush_2", "uk_cv#2")
    assert idle(g) and units_at(g, "norwegian_sea") == "2 uk_cv spent"


# --- the jet


JETS = {"ruhr": "ge_af_jet, ge_lf, 2 uk_lf"}


@pytest.mark.rule("on_to_berlin", "10.1b")
@pytest.mark.rule("on_to_berlin", "16.7a")
def test_the_jet_counterattacks_without_a_card() -> None:
    g = board(JETS, side="allied", dice=[4, 6, 6], hands={"axis": []}, options=("jets",))
    attack(g, "ruhr")
    assert asked(g) == ("axis", "Ambush") and offers(g) == ["pass", "jet"]
    click(g, "jet")
    assert "German jet fighters: 1 hit, counted as 2 (dice 4). [10.1b]" in told(g)
    assert g.pending == [0, 0]
    # aircraft assign; once is enough for one action
    assert asked(g) == ("axis", "Assign")
    click(g, "uk_lf#1")
    assert idle(g) and units_at(g, "ruhr") == "ge_lf, ge_af_jet, uk_lf spent"


@pytest.mark.rule("on_to_berlin", "16.7a")
def test_the_jet_answers_an_action_once_and_a_card_may_follow() -> None:
    g = board(JETS, side="allied", dice=[6] * 5, options=("jets",))
    attack(g, "ruhr")
    assert offers(g) == ["pass", "ax_ambush_2", "jet"]
    click(g, "jet")
    assert offers(g) == ["pass", "ax_ambush_2"]
    assert why(g, "button:jet") == "16.7a"
    # with a card it counterattacks together with the others
    click(g, "ax_ambush_2")
    assert offers(g) == ["ge_lf#1", "ge_af_jet#1", "all"]
    click(g, "all")
    assert idle(g) and g.pending == [2, 0]


@pytest.mark.rule("on_to_berlin", "16.7a")
@pytest.mark.rule("on_to_berlin", "16.7")
def test_the_jet_answers_only_with_the_option_fresh_and_on_friendly_land() -> None:
    none: dict[str, list[str]] = {"axis": []}
    g = board(JETS, side="allied", dice=[6, 6], hands=none)
    attack(g, "ruhr")
    assert idle(g)
    for units in ({"ruhr": "ge_af_jet spent, 2 uk_lf"}, {"paris": "ge_af_jet, 2 uk_lf"}):
        g = board(units, side="allied", dice=[6, 6], hands=none, options=("jets",))
        attack(g, next(iter(units)))
        assert idle(g)
    # the other side has no jet to answer with
    g = board({"ruhr": "ge_af_jet, ge_lf, uk_lf"}, dice=[6, 6], hands={"allied": []}, options=("jets",))
    attack(g, "ruhr")
    assert idle(g)


@pytest.mark.rule("on_to_berlin", "16.7a")
@pytest.mark.rule("on_to_berlin", "10.1g")
def test_the_jet_meets_strikes_over_its_own_area() -> None:
    for base, answered in (("ruhr", True), ("berlin", False)):
        units = {"belgium": "uk_af", "ruhr": "ge_lf", base: "ge_lf, ge_af_jet"}
        # one die: the jet's, or that of the aircraft that strike
        more = {"control": {"belgium": "uk"}, "options": ("jets",), "hands": {"axis": []}}
        g = board(units, side="allied", dice=[4], **more)
        strike(g, "belgium", "ruhr")
        assert idle(g) != answered
        if answered:
            click(g, "jet")
        assert idle(g) and units_at(g, "belgium") == ("" if answered else "uk_af spent")


# --- redeployments


EGYPT = {
    "london": "3 uk_lf, uk_tf",
    "england": "uk_lf",
    "egypt": "uk_gf spent, 2 ge_lf",
    "scotland": "uk_lf",
}


@pytest.mark.rule("on_to_berlin", "17.2c")
def test_all_that_came_to_one_area_by_a_redeployment_are_ambushed_as_one_group() -> None:
    g = board({**EGYPT, "england": "uk_lf, ge_lf"}, side="allied", dice=[1, 1])
    redeployed(g, "uk_lf london egypt", "uk_lf london england", "uk_lf london egypt", "uk_tf london egypt")
    click(g, "ax_ambush_2")
    assert asked(g) == ("axis", "AmbushArea") and offers(g) == ["england", "egypt"]
    click(g, "egypt", "all")
    # four hits on the three that came to Egypt, and nobody else
    assert offers(g) == ["uk_lf#1", "uk_tf#1"]
    assert why(g, "unit:uk_gf#1") == "11.1b"
    assert why(g, "unit:uk_lf#4") == "11.1b"
    click(g, "uk_lf#1", "uk_lf#3", "uk_tf", "uk_tf")
    assert units_at(g, "egypt") == "2 ge_lf, 2 uk_lf spent, uk_tf spent, uk_gf spent"
    # in England only one has arrived
    g = board({**EGYPT, "england": "uk_lf, ge_lf"}, side="allied", dice=[1])
    redeployed(g, "uk_lf london egypt", "uk_lf london england", "uk_tf london egypt")
    click(g, "ax_ambush_2", "england")
    assert units_at(g, "england") == "ge_lf, uk_lf" and units_at(g, "london") == "uk_lf spent, uk_lf"


@pytest.mark.rule("on_to_berlin", "11.2f")
def test_against_the_allied_redeploy_the_units_already_there_are_compared() -> None:
    # movers 3, units already there 1 (spent), counterattackers 3
    g = board(EGYPT, side="allied", dice=[1, 6])
    redeployed(g, "uk_lf london egypt", "uk_tf london egypt")
    click(g, "ax_ambush_2", "all")
    assert asked(g) == ("axis", "Assign")
    # infantry already there: 3 against 3
    g = board({**EGYPT, "egypt": "uk_lf spent, 2 ge_lf"}, side="allied", dice=[1, 6])
    redeployed(g, "uk_lf london egypt", "uk_tf london egypt")
    click(g, "ax_ambush_2", "all")
    assert asked(g) == ("allied", "Assign")
    # nobody there before: the counterattacking side assigns, whatever has come
    g = board({**EGYPT, "egypt": "2 ge_lf"}, side="allied", dice=[1, 6], allied=("uk", "us"))
    redeployed(g, "uk_lf london egypt", "uk_tf london egypt")
    click(g, "ax_ambush_2", "all")
    assert asked(g) == ("axis", "Assign")


@pytest.mark.rule("on_to_berlin", "11.2f")
@pytest.mark.rule("on_to_berlin", "17.2c")
def test_against_the_axis_redeploy_the_moving_units_are_compared() -> None:
    g = board({"berlin": "ge_lf, 2 ge_tf", "ruhr": "ge_gf, 2 uk_lf"}, dice=[1, 6])
    redeployed(g, "ge_lf berlin ruhr", "ge_tf berlin ruhr")
    click(g, "al_ambush_2", "all")
    assert asked(g) == ("axis", "Assign")  # 4 against 3; the garrison would have lost 1 against 3
    g = board({"berlin": "2 ge_gf", "ruhr": "ge_tf, 2 uk_lf"}, dice=[1, 6])
    redeployed(g, "ge_gf berlin ruhr", "ge_gf berlin ruhr")
    click(g, "al_ambush_2", "all")
    assert asked(g) == ("allied", "Assign")  # 1 against 3, whatever else is there


@pytest.mark.rule("on_to_berlin", "11.5d")
@pytest.mark.rule("on_to_berlin", "17.2c")
def test_redeployed_units_go_back_where_they_came_from() -> None:
    g = board({"berlin": "ge_lf, ge_gf", "ruhr": "ge_gf, uk_lf"}, dice=[1])
    redeployed(g, "ge_lf berlin southern_germany ruhr")
    click(g, "al_ambush_2")
    assert idle(g) and units_at(g, "southern_germany") == "ge_lf spent"


# --- saves


def test_steps_survive_a_save() -> None:
    action = GroupAction(REDEPLOYMENT, (3, 4), (5, 6, 7), False)
    window_ = again(Ambush(action, True))
    assert isinstance(window_, Ambush) and window_.jet and window_.action.pack() == action.pack()
    where = again(AmbushArea(action, 2))
    assert isinstance(where, AmbushArea) and where.factor == 2 and where.action.pack() == action.pack()
    who = again(Counterattackers(action, 5, 2, (8, 9)))
    assert isinstance(who, Counterattackers) and who.units == (8, 9) and who.action.pack() == action.pack()
    assert (who.area, who.factor) == (5, 2)
