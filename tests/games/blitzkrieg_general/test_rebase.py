"""Rebasing: range, what is flown over, once for each aircraft."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import RAILED, REBASED
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.movement.rebase import Rebase, RebaseTo
from sandtable.games.blitzkrieg_general.testing import country, position, unit_at, units_at
from tests.games.blitzkrieg_general.driving import answer, answers, begin, idle, log, offered, prompt, refused

WAR = [("germany", "france"), ("germany", "be")]


def fly(g: Board, unit: str, area: str) -> None:
    """An aircraft is rebased."""
    answers(g, f"unit:{unit}", f"area:{area}")


@pytest.mark.rule("blitzkrieg_general", "A6.3")
def test_the_example_of_1941() -> None:
    g = position("s1941", set_up=True)
    g.put(unit_at(g, "chart", "jap_air_3"), g.t.area_index["southern_japan"])  # the reinforcement
    begin(g, Rebase())
    fly(g, "ger_air_3@western_germany", "western_poland")
    fly(g, "ger_air_3@austria", "romania")
    fly(g, "jap_air_2@southern_japan", "shanghai")
    fly(g, "jap_air_3@southern_japan", "shanghai")
    fly(g, "jap_air_2@formosa", "shanghai")
    assert "3 × Japanese aircraft" not in units_at(g, "shanghai")
    assert log(g).count("is rebased from") == 5


@pytest.mark.rule("blitzkrieg_general", "A6.3")
@pytest.mark.rule("blitzkrieg_general", "A6.3b")
def test_once_and_in_addition_to_all_else() -> None:
    g = position(units={"prussia": "ger_air_4"})
    g.mark(unit_at(g, "prussia", "ger_air_4"), RAILED)
    begin(g, Rebase())
    assert prompt(g).rule == "A6.3"
    fly(g, "ger_air_4@prussia", "bavaria")
    assert idle(g)
    unit = unit_at(g, "bavaria", "ger_air_4")
    assert g.cond[unit] == RAILED | REBASED  # its mission is still to come
    g.put(unit_at(g, "pool", "ger_air_3"), g.t.area_index["prussia"])
    begin(g, Rebase())
    assert (
        refused(g, "unit:ger_air_4@bavaria").text
        == "German aircraft 4 has already been rebased in this turn."
    )


@pytest.mark.rule("blitzkrieg_general", "A6.3")
@pytest.mark.rule("blitzkrieg_general", "A7.5.4")
def test_double_range() -> None:
    units = {"england": "be_air_3"}
    g = begin(position(wars=WAR, side="allies", units=units), Rebase())
    answer(g, "unit:be_air_3@england")
    near = offered(g)
    assert "area:tunisia" not in near and "area:algeria" in near
    assert refused(g, "area:tunisia").rule == "A6.3a"
    g = begin(position(wars=WAR, side="allies", units=units, research={"be": ["long_range"]}), Rebase())
    answer(g, "unit:be_air_3@england")
    assert "area:tunisia" in offered(g) and near < offered(g)


@pytest.mark.rule("blitzkrieg_general", "A6.3a")
def test_over_the_sea_but_not_over_enemies_or_neutrals() -> None:
    # From Northern Italy to Prussia only Germany lies between; Switzerland and Yugoslavia do not count.
    wars = [("germany", "france"), ("italy", "france")]
    g = begin(position(wars=wars, units={"southern_italy": "ita_air_2", "paris": "ger_air_4"}), Rebase())
    assert refused(g, "unit:ger_air_4@paris").rule == "A6.3a"
    answer(g, "unit:ita_air_2@southern_italy")
    found = offered(g)
    assert {
        "area:northern_italy",
        "area:austria",
        "area:bavaria",
        "area:tripolitania",
        "area:albania",
    } <= found
    assert "area:yugoslavia" not in found and "area:tunisia" not in found
    assert refused(g, "area:tunisia").rule == "A6.3"
    assert refused(g, "area:southern_italy").text == "It is already there."
    assert refused(g, "zone:ionian_sea").rule == "A6.3"
    # Over hostile France in between there is no way.
    g = position(
        wars=[("germany", "france")], units={"normandy": "ger_air_4"}, control={"normandy": "germany"}
    )
    begin(g, Rebase())
    answer(g, "unit:ger_air_4@normandy")
    assert "area:austria" not in offered(g)  # four areas away over France, more round by sea
    g = position(
        wars=[("germany", "france")],
        units={"normandy": "ger_air_4"},
        control={"normandy": "germany", "paris": "germany", "maginot": "germany"},
    )
    begin(g, Rebase())
    answer(g, "unit:ger_air_4@normandy")
    assert "area:austria" in offered(g)


@pytest.mark.rule("blitzkrieg_general", "A1.1a")
@pytest.mark.rule("blitzkrieg_general", "A6.3")
def test_a_full_island_is_no_base() -> None:
    units = {"hawaiian_islands": "usa_air_4", "area:midway_islands": "usa_air_3"}
    g = begin(position(side="allies", units=units), Rebase())
    answer(g, "unit:usa_air_4@hawaiian_islands")
    assert "area:midway_islands" in offered(g)
    units = {"hawaiian_islands": "usa_air_4", "area:midway_islands": "usa_air_3, usa_air_2"}
    g = begin(position(side="allies", units=units), Rebase())
    answer(g, "unit:usa_air_4@hawaiian_islands")
    assert refused(g, "area:midway_islands").rule == "A1.1a"


@pytest.mark.rule("blitzkrieg_general", "A6.3")
def test_who_is_not_rebased() -> None:
    units = {"prussia": "ger_air_4, ger_inf_4", "channel": "ger_conv [ger_air_3]", "paris": "fra_air_2"}
    g = begin(position(players=8, wars=WAR, units=units), Rebase())
    assert offered(g) == {"button:done", "unit:ger_air_4@prussia"}
    assert refused(g, "unit:ger_inf_4@prussia").text == "Only aircraft are rebased."
    assert refused(g, "unit:ger_air_3@channel").rule == "A6.3a"
    assert refused(g, "unit:fra_air_2@paris").text == "French aircraft 2 is not on your side."
    assert refused(g, "area:paris").rule == "A6.3"
    assert g.seats() == (country(g, "germany"),)
    assert RebaseTo.unpack([5]).pack() == [5]


@pytest.mark.rule("blitzkrieg_general", "A6.3")
def test_an_aircraft_without_a_base_in_range_stays() -> None:
    lost = dict.fromkeys(("cyreneica", "tripolitania", "southern_italy", "albania"), "be")
    g = begin(position(wars=[("italy", "be")], units={"abessinia": "ita_air_2"}, control=lost), Rebase())
    assert idle(g)


@pytest.mark.rule("blitzkrieg_general", "A6.3")
def test_the_only_base_in_range_is_no_question() -> None:
    lost = dict.fromkeys(("cyreneica", "northern_italy", "southern_italy"), "be")
    units = {"tripolitania": "ita_air_2", "albania": "ita_air_2 back"}
    g = begin(position(wars=[("italy", "be")], units=units, control=lost), Rebase())
    answer(g, "unit:ita_air_2@tripolitania")
    assert "ita_air_2," in units_at(g, "albania")
    lost["tripolitania"] = "be"
    units = {"albania": "ita_air_2", "prussia": "ger_air_4"}
    g = begin(position(wars=[("italy", "be")], units=units, control=lost), Rebase())
    assert refused(g, "unit:ita_air_2@albania").text.startswith("No friendly area with room")
