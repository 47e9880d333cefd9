"""The historical option: starting units are shifted, the Allies first."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import ALLIES, AXIS, MOVED
from sandtable.games.blitzkrieg_general.rules.free_setup import FreeSetUp, Rearrange
from sandtable.games.blitzkrieg_general.testing import country, position, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused


@pytest.mark.rule("blitzkrieg_general", "S39c")
@pytest.mark.rule("blitzkrieg_general", "S41j")
@pytest.mark.parametrize("scenario", ["s1939", "s1941"])
def test_land_units_are_shifted_where_land_joins(scenario: str) -> None:
    g = begin(position(scenario, set_up=True), FreeSetUp(AXIS))
    assert prompt(g).rule == "S39c"
    answer(g, "unit:ger_inf_4@prussia" if scenario == "s1939" else "unit:ger_inf_4@paris")
    assert {"area:bavaria", "area:austria", "area:western_germany"} <= offered(g)
    assert "area:england" not in offered(g)
    assert refused(g, "area:england").rule == "S39c"
    assert refused(g, "zone:channel").text == "It must begin on land."
    answer(g, "area:austria")
    assert "is set up in Austria instead of" in log(g)


@pytest.mark.rule("blitzkrieg_general", "S39c")
def test_each_unit_once() -> None:
    g = begin(position(units={"prussia": "ger_inf_4", "austria": "ger_hq_guderian"}), FreeSetUp(AXIS))
    answers(g, "unit:ger_inf_4@prussia", "area:bavaria")
    assert refused(g, "unit:ger_inf_4@bavaria").text.startswith("It has been shifted")
    assert offered(g) == {"button:done", "unit:ger_hq_guderian@austria"}
    answers(g, "unit:ger_hq_guderian@austria", "area:prussia")
    assert idle(g)
    assert not g.cond[unit_at(g, "bavaria", "ger_inf_4")] & MOVED


@pytest.mark.rule("blitzkrieg_general", "S39c")
@pytest.mark.rule("blitzkrieg_general", "S41j")
def test_aircraft_are_not_shifted() -> None:
    units = {"prussia": "ger_inf_4, ger_air_3", "england": "be_air_2"}
    for side in (AXIS, ALLIES):
        g = begin(position(wars=[("germany", "be")], units=units), FreeSetUp(side))
        if side == ALLIES:
            assert idle(g)  # Britain has nothing else
        else:
            assert offered(g) == {"button:done", "unit:ger_inf_4@prussia"}
            assert refused(g, "unit:ger_air_3@prussia").text.startswith("Only land units and ships")


@pytest.mark.rule("blitzkrieg_general", "S39c")
def test_ships_go_to_zones_beside_their_own_country() -> None:
    units = {"finnish_sea": "ger_conv [ger_inf_2]", "north_sea": "be_tf_4"}
    g = begin(position(wars=[("germany", "be")], units=units), FreeSetUp(AXIS))
    answer(g, "unit:ger_conv@finnish_sea")
    assert offered(g) == {"zone:baltic_sea", "zone:skagerrak"}  # the North Sea is an enemy's
    assert refused(g, "zone:north_sea").rule == "S39c"
    assert refused(g, "zone:finnish_sea").text == "It is there already."
    assert refused(g, "button:yes").rule == "S39c"
    answer(g, "zone:baltic_sea")
    assert idle(g) and units_at(g, "baltic_sea") == "ger_conv [ger_inf_2]"
    # Where there is only one such zone nothing is asked.
    units = {"skagerrak": "ger_sub_2", "north_sea": "be_tf_4"}
    g = begin(position(wars=[("germany", "be")], units=units), FreeSetUp(AXIS))
    answer(g, "unit:ger_sub_2@skagerrak")
    assert idle(g) and units_at(g, "baltic_sea") == "ger_sub_2"


@pytest.mark.rule("blitzkrieg_general", "S39c")
def test_the_seats_of_the_side_set_up_what_is_theirs() -> None:
    units = {
        "prussia": "ger_inf_4",
        "paris": "fra_inf_3",
        "western_poland": "pol_inf_2",
        "moscow": "sov_inf_2_o",
    }
    g = position(players=8, wars=[("germany", "france"), ("germany", "poland")], units=units)
    begin(g, FreeSetUp(ALLIES))
    assert g.seats() == (country(g, "usa"),)  # it decides for Poland, which nobody runs yet
    assert offered(g) == {"button:done", "unit:pol_inf_2@western_poland"}
    assert refused(g, "unit:fra_inf_3@paris").text.endswith("another player leads it.")
    answer(g, "unit:pol_inf_2@western_poland")
    assert offered(g) == {"area:east_poland", "area:lwow"}
    answer(g, "area:lwow")
    assert g.seats() == (country(g, "ussr"),)
    answer(g, "button:done")
    assert g.seats() == (country(g, "france"),)
    assert refused(g, "unit:ger_inf_4@prussia").rule == "S39c"
    answer(g, "button:done")
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "S39c")
def test_units_without_another_place_are_not_offered() -> None:
    wars = [("germany", "be")]
    g = begin(position(wars=wars, units={"gibraltar": "be_inf_3", "england": "be_inf_2"}), FreeSetUp(ALLIES))
    assert offered(g) == {"button:done", "unit:be_inf_2@england"}
    assert refused(g, "unit:be_inf_3@gibraltar").rule == "S39c"
    assert refused(g, "area:paris").rule == "S39c"
    step = FreeSetUp(ALLIES, 2)
    assert FreeSetUp.unpack(step.pack()).pack() == [ALLIES, 2]
    assert Rearrange.unpack([4, 1]).pack() == [4, 1]


@pytest.mark.rule("blitzkrieg_general", "S39c")
def test_who_stands_on_foreign_ground_or_has_no_coast_stays() -> None:
    wars = [("germany", "be")]
    lost = {"western_germany": "be", "prussia": "be"}
    units = {
        "england": "ger_inf_4",
        "baltic_sea": "ger_sub_2",
        "bavaria": "ger_inf_3",
        "astrachan": "sov_inf_2_o",
    }
    g = begin(position(wars=wars, units=units, control=lost), FreeSetUp(AXIS))
    assert offered(g) == {"button:done", "unit:ger_inf_3@bavaria"}
    assert refused(g, "unit:ger_inf_4@england").rule == "S39c"
    assert refused(g, "unit:ger_sub_2@baltic_sea").text.startswith("There is no other zone")
    # One area is left, which is not a question.
    answer(g, "unit:ger_inf_3@bavaria")
    assert idle(g) and units_at(g, "austria") == "ger_inf_3"


@pytest.mark.rule("blitzkrieg_general", "A1.2a")
def test_a_desert_takes_three_at_the_start() -> None:
    units = {"moscow": "sov_inf_3_r", "astrachan": "3 sov_inf_2_o"}
    g = begin(position(units=units), FreeSetUp(ALLIES))
    answer(g, "unit:sov_inf_3_r@moscow")
    assert refused(g, "area:astrachan").rule == "A1.2a"
