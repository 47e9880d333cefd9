"""What areas and powers produce, and what is left of it at income."""

import pytest

from sandtable.engine.state import changed
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.combat import strategic_raids
from sandtable.games.blitzkrieg_general.rules.economy import economy
from sandtable.games.blitzkrieg_general.rules.economy.income import Income, submarine_losses, submarines_at
from sandtable.games.blitzkrieg_general.rules.politics.timetable import TimeTable
from sandtable.games.blitzkrieg_general.testing import country, position, space, unit_at

from .driving import begin, idle, log


def made(g: Board, name: str) -> int:
    """What a major produces."""
    return economy.production(g, country(g, name))


def give(g: Board, area: str, by: str) -> None:
    """Control changes hands without anything else."""
    g.control = changed(g.control, space(g, area), country(g, by))


BASIC_1939 = {
    "germany": 17,
    "italy": 6,
    "japan": 17,
    "be": 13,
    "usa": 8,
    "ussr": 11,
    "france": 11,
    "china": 8,
}


@pytest.mark.rule("blitzkrieg_general", "B7.3")
@pytest.mark.rule("blitzkrieg_general", "B7.3.4")
@pytest.mark.rule("blitzkrieg_general", "B7.3.4x")
@pytest.mark.rule("blitzkrieg_general", "B7.3.4y")
@pytest.mark.rule("blitzkrieg_general", "S39k")
def test_powers_begin_with_the_printed_production_in_the_basic_game() -> None:
    g = position(set_up=True, mode="basic")
    assert {name: made(g, name) for name in BASIC_1939} == BASIC_1939


@pytest.mark.rule("blitzkrieg_general", "A7.6")
@pytest.mark.rule("blitzkrieg_general", "A7.6.3")
@pytest.mark.rule("blitzkrieg_general", "A7.6.4")
@pytest.mark.rule("blitzkrieg_general", "S39k")
@pytest.mark.rule("blitzkrieg_general", "A7.2d")
def test_the_usa_has_nothing_at_first_in_the_advanced_game() -> None:
    g = position(set_up=True)
    assert {name: made(g, name) for name in BASIC_1939} == {**BASIC_1939, "usa": 0}


@pytest.mark.rule("blitzkrieg_general", "S41l")
@pytest.mark.rule("blitzkrieg_general", "S41d")
@pytest.mark.rule("blitzkrieg_general", "S41c")
@pytest.mark.rule("blitzkrieg_general", "S41k")
@pytest.mark.rule("blitzkrieg_general", "S41m")
def test_powers_have_the_printed_production_of_1941() -> None:
    g = position(scenario="s1941", set_up=True)
    printed = {
        "germany": 23,
        "italy": 5,
        "japan": 15,
        "be": 24,
        "usa": 12,
        "ussr": 11,
        "china": 8,
        "france": 0,
    }
    assert {name: made(g, name) for name in printed} == printed


@pytest.mark.rule("blitzkrieg_general", "B7.3d")
@pytest.mark.rule("blitzkrieg_general", "TT1")
def test_a_minor_adds_its_production_to_the_power_that_runs_it() -> None:
    g = position(set_up=True)
    begin(g, TimeTable())
    assert made(g, "be") == 15


@pytest.mark.rule("blitzkrieg_general", "B7.3.1")
@pytest.mark.rule("blitzkrieg_general", "B7.3.3")
@pytest.mark.rule("blitzkrieg_general", "B7.3.3a")
@pytest.mark.rule("blitzkrieg_general", "A7.6.1")
@pytest.mark.rule("blitzkrieg_general", "A7.6.2")
def test_a_conqueror_has_the_right_number_and_the_owner_loses_the_left_one() -> None:
    g = position(set_up=True)
    paris = space(g, "paris")
    left, right = g.t.prod_left[paris], g.t.prod_right[paris]
    assert (left, right) == (4, 2)
    before = made(g, "germany"), made(g, "france")
    give(g, "paris", "germany")
    assert (made(g, "germany"), made(g, "france")) == (before[0] + right, before[1] - left)


@pytest.mark.rule("blitzkrieg_general", "B7.3.3b")
def test_a_regained_area_gives_the_left_number_again() -> None:
    g = position(set_up=True)
    before = made(g, "germany"), made(g, "france")
    give(g, "paris", "germany")
    give(g, "paris", "france")
    assert (made(g, "germany"), made(g, "france")) == before


@pytest.mark.rule("blitzkrieg_general", "B7.3.3b")
def test_an_ally_who_holds_an_area_has_the_left_number() -> None:
    g = position(set_up=True)
    before = made(g, "be")
    give(g, "paris", "be")
    assert made(g, "be") == before + 4


@pytest.mark.rule("blitzkrieg_general", "TT6")
def test_the_baltic_serves_germany_alone() -> None:
    g = position(set_up=True)
    before = {name: made(g, name) for name in ("germany", "italy", "ussr")}
    give(g, "baltic", "ussr")
    assert {name: made(g, name) for name in before} == before
    give(g, "baltic", "italy")
    assert {name: made(g, name) for name in before} == {**before, "germany": before["germany"] + 1}


@pytest.mark.rule("blitzkrieg_general", "TT15")
@pytest.mark.rule("blitzkrieg_general", "TT15a")
def test_british_areas_of_the_pacific_give_seven_once_they_are_active() -> None:
    g = position(set_up=True)
    before = made(g, "be")
    g.pacific = 1
    assert made(g, "be") == before + 7


@pytest.mark.rule("blitzkrieg_general", "B7.3.3")
@pytest.mark.rule("blitzkrieg_general", "TT15")
def test_a_conqueror_of_the_british_pacific_has_its_production_at_once() -> None:
    g = position(set_up=True)
    before = {name: made(g, name) for name in ("be", "germany")}
    give(g, "calcutta", "germany")
    assert {name: made(g, name) for name in before} == {**before, "germany": before["germany"] + 1}


@pytest.mark.rule("blitzkrieg_general", "B7.3.4x")
@pytest.mark.rule("blitzkrieg_general", "B7.3.4z")
@pytest.mark.rule("blitzkrieg_general", "TT2")
@pytest.mark.rule("blitzkrieg_general", "TT3")
@pytest.mark.rule("blitzkrieg_general", "TT5")
@pytest.mark.parametrize(
    ("delivery", "taker", "amount"),
    [
        ("ussr_germany", "germany", 3),
        ("romania_germany", "germany", 2),
        ("sweden_germany", "germany", 1),
        ("usa_japan", "japan", 3),
    ],
)
def test_a_delivery_counts_while_it_is_in_force(delivery: str, taker: str, amount: int) -> None:
    g = position(set_up=True)
    before = made(g, taker)
    g.deliveries &= ~(1 << g.t.delivery_index[delivery])
    assert made(g, taker) == before - amount


@pytest.mark.rule("blitzkrieg_general", "B8.3")
@pytest.mark.rule("blitzkrieg_general", "B8.3a")
@pytest.mark.rule("blitzkrieg_general", "A8.3")
def test_war_raises_the_production_of_the_usa_and_the_ussr() -> None:
    g = position(set_up=True)
    for name, total in (("usa", 36), ("ussr", 34)):
        major, germany = country(g, name), g.t.germany
        g.war[major] |= 1 << germany
        g.war[germany] |= 1 << major
        assert made(g, name) == total


@pytest.mark.rule("blitzkrieg_general", "B8.4h")
def test_a_war_with_japan_or_a_minor_does_not_raise_soviet_production_but_conquests_do() -> None:
    g = position(set_up=True)
    for name in ("japan", "finland"):
        other = country(g, name)
        g.war[g.t.ussr] |= 1 << other
        g.war[other] |= 1 << g.t.ussr
    assert made(g, "ussr") == 11
    manchuria = max(g.t.areas_of[g.t.japan], key=lambda a: g.t.prod_right[a])
    g.control = changed(g.control, manchuria, g.t.ussr)
    assert made(g, "ussr") == 11 + g.t.prod_right[manchuria]


@pytest.mark.rule("blitzkrieg_general", "A7.6.3a")
@pytest.mark.parametrize(
    ("balance", "mode", "total"), [(4, "advanced", 11), (5, "advanced", 34), (5, "basic", 11)]
)
def test_losses_to_japan_bring_the_ussr_to_full_production(balance: int, mode: str, total: int) -> None:
    g = position(set_up=True, mode=mode, memory={"balance": balance})
    g.war[g.t.ussr] |= 1 << g.t.japan
    g.war[g.t.japan] |= 1 << g.t.ussr
    assert made(g, "ussr") == total


@pytest.mark.rule("blitzkrieg_general", "B7.2")
@pytest.mark.rule("blitzkrieg_general", "A7.3")
def test_income_is_production_and_savings_less_bombs() -> None:
    g = position(set_up=True, saved={"germany": 4})
    paris = space(g, "paris")
    g.bombed = changed(g.bombed, paris, 9)
    begin(g, Income())
    assert idle(g)
    assert g.points[country(g, "germany")] == 21
    assert g.saved[country(g, "germany")] == 0
    assert g.points[country(g, "france")] == 11 - 4  # no more than the area gives [A6.5.6b]
    assert "Germany has 21 BP: 17 produced, 4 saved." in log(g)


@pytest.mark.rule("blitzkrieg_general", "A6.5.6b")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3z")
def test_home_areas_add_nothing_to_a_peace_production() -> None:
    """R147"""
    for enemy, balance, lost in (("japan", 0, 0), ("japan", 5, 1), ("germany", 0, 1)):
        g = position(set_up=True, memory={"balance": balance})
        foe = country(g, enemy)
        g.war[g.t.ussr] |= 1 << foe
        g.war[foe] |= 1 << g.t.ussr
        moscow = space(g, "moscow")
        assert economy.adds(g, moscow) == (economy.value(g, moscow) if lost else 0)
        assert (strategic_raids.production_left(g, moscow) > 0) == (lost > 0)
        g.bombed = changed(g.bombed, moscow, 1)
        before = made(g, "ussr")
        begin(g, Income())
        assert g.points[g.t.ussr] == before - lost
    g = position(set_up=True, control={"peking": "ussr"}, wars=[("japan", "ussr")])
    assert economy.adds(g, space(g, "peking")) == economy.value(g, space(g, "peking")) > 0  # won, and added


@pytest.mark.rule("blitzkrieg_general", "B7.3e")
def test_production_has_no_upper_limit() -> None:
    g = position(set_up=True)
    for area in range(g.t.n_areas):
        if not g.t.impassable_area[area]:
            g.control = changed(g.control, area, g.t.germany)
    assert made(g, "germany") > 48
    begin(g, Income())
    assert g.points[g.t.germany] == made(g, "germany")


@pytest.mark.rule("blitzkrieg_general", "A6.5.3x")
@pytest.mark.rule("blitzkrieg_general", "A6.5.3z")
def test_submarines_take_what_colonies_and_british_home_areas_give() -> None:
    g = position(wars=[("germany", "be"), ("germany", "usa"), ("germany", "france")])
    be = country(g, "be")
    zone = g.t.coast[space(g, "england")][0]
    beside = [a for a in g.t.coast[zone] if g.control[a] == be]
    assert submarine_losses(g, be) == 0
    for number in (1, 2):
        g = position(wars=[("germany", "be")], units={"zone:" + g.t.space_id[zone]: f"{number} ger_sub_2"})
        most = sum([economy.value(g, a) for a in beside])
        assert submarine_losses(g, be) == min(number, most) > 0
    g = position(wars=[("germany", "be")], units={"zone:" + g.t.space_id[zone]: "8 ger_sub_2"})
    assert submarine_losses(g, be) == min(8, sum([economy.value(g, a) for a in beside]))


@pytest.mark.rule("blitzkrieg_general", "A6.5.3z")
def test_no_area_is_charged_twice_by_submarines_in_two_zones() -> None:
    g = position(wars=[("germany", "be")])
    scotland = space(g, "scotland")
    zones = [g.t.space_id[z] for z in g.t.coast[scotland]][:2]
    g = position(wars=[("germany", "be")], units={f"zone:{z}": "4 ger_sub_2" for z in zones})
    reached = {a for z in zones for a in g.t.coast[space(g, f"zone:{z}")] if g.control[a] == g.t.be}
    assert submarine_losses(g, g.t.be) <= sum([economy.value(g, a) for a in reached])


@pytest.mark.rule("blitzkrieg_general", "A6.5.3x")
def test_submarines_do_not_touch_the_home_areas_of_others_nor_the_basic_game() -> None:
    g = position(wars=[("be", "germany")])
    coast = [a for a in g.t.home_of[g.t.germany] if g.t.coast[a] and economy.value(g, a)]
    zone = g.t.space_id[g.t.coast[coast[0]][0]]
    g = position(wars=[("be", "germany")], units={f"zone:{zone}": "be_sub_2"})
    assert submarine_losses(g, g.t.germany) == 0
    english = g.t.space_id[g.t.coast[space(g, "england")][0]]
    g = position(wars=[("be", "germany")], mode="basic", units={f"zone:{english}": "ger_sub_2"})
    assert submarine_losses(g, g.t.be) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3y")
def test_submarines_at_the_givers_coast_stop_deliveries_over_sea() -> None:
    g = position()
    zone = g.t.space_id[g.t.coast[space(g, "sweden")][0]]
    g = position(
        wars=[("germany", "be")],
        units={f"zone:{zone}": "2 be_sub_2"},
        memory={"deliveries": 1 << g.t.delivery_index["sweden_germany"]},
    )
    assert submarine_losses(g, g.t.germany) == 1  # it is only 1 BP
    g.deliveries = 0
    assert submarine_losses(g, g.t.germany) == 0


@pytest.mark.rule("blitzkrieg_general", "A6.5.3y")
def test_a_submarine_beside_two_home_areas_of_the_giver_counts_once() -> None:
    g = position(wars=[("germany", "be")], units={"barents_sea": "be_sub_2"})
    assert {space(g, "murmansk"), space(g, "archangelsk")} <= set(g.t.home_of[g.t.ussr])
    assert submarines_at(g, g.t.ussr, 1 << g.t.be) == 1


@pytest.mark.rule("blitzkrieg_general", "B8.5d")
def test_points_are_the_production_of_powers_at_war_and_islands_without_any() -> None:
    g = position(set_up=True)
    assert economy.points_of(g, 0) == 17 + 17 + 6  # neutral Italy does not count [R41]
    g = position(scenario="s1941", set_up=True)
    assert economy.points_of(g, 0) == 23 + 5 + 15 + 6
    assert economy.points_of(g, 1) == 24 + 8 + 6


@pytest.mark.rule("blitzkrieg_general", "B7.3.5")
@pytest.mark.rule("blitzkrieg_general", "B7.3.5a")
@pytest.mark.rule("blitzkrieg_general", "B7.3.5b")
@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        ("ger_inf_4", 2),
        ("ger_inf_3", 1),
        ("ger_arm_5", 4),
        ("ger_air_3", 2),
        ("ger_tf_4", 4),
        ("ger_sub_2", 1),
        ("ger_conv", 2),
    ],
)
def test_what_repairs_cost(unit: str, cost: int) -> None:
    place = "baltic_sea" if unit in ("ger_tf_4", "ger_sub_2", "ger_conv") else "prussia"
    g = position(units={place: f"{unit} back"})
    assert economy.repair_cost(g, unit_at(g, place, unit)) == cost
