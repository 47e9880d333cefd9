"""Moves: supply, reach, stacking, who is in the way, what it costs and what it brings about. [6.2]"""

import pytest

from sandtable.games.total_domination.components.constants import NOBODY
from sandtable.games.total_domination.rules.operations import movement
from sandtable.games.total_domination.testing import area, areas, position, power, unit_at, units_at
from tests.games.total_domination.driving import click, log, number, offers
from tests.games.total_domination.operating import clickable, goals, left, move, operate
from tests.games.total_domination.playing import consistent, gains, points

HOME = ["italy", "austria", "czechoslovakia"]


# --- supply


@pytest.mark.rule("total_domination", "3.9a")
@pytest.mark.rule("total_domination", "3.9c")
def test_a_unit_moves_only_while_its_areas_lead_home() -> None:
    units = {"poland": "german_army", "ukraine": "german_army", "romania": "german_army"}
    g = operate("germany", units)
    assert "baltics" in goals(g, "german_army@romania")
    g = operate("germany", {**units, "poland": ""})
    assert goals(g, "german_army@romania") == goals(g, "german_army@ukraine") == []
    assert clickable(g) == []
    g = operate("germany", {**units, "poland": "ussr_army"})
    assert clickable(g) == []


@pytest.mark.rule("total_domination", "3.9a")
def test_the_teammates_areas_carry_no_supply() -> None:
    units = {"persia": "ussr_army", "turkey": "uk_army"}
    assert clickable(operate("uk", units)) == []
    assert clickable(operate("uk", {**units, "persia": "uk_army"})) == ["uk_army@turkey", "uk_army@persia"]


@pytest.mark.rule("total_domination", "3.9a")
def test_a_home_area_with_enemies_is_no_source_of_supply() -> None:
    units = {"burma": "uk_army"}
    assert "persia" in goals(operate("uk", units), "uk_army@burma")  # through an empty India
    assert goals(operate("uk", {**units, "india": "japanese_army"}), "uk_army@burma") == []
    # a Capital is none as soon as one enemy stands in it, though nobody controls it then
    units = {"baltics": "ussr_army", "northern_ussr": "german_army"}
    assert goals(operate("ussr", units), "ussr_army@baltics") == []


@pytest.mark.rule("total_domination", "3.9b")
def test_units_at_home_are_in_supply() -> None:
    ring = dict.fromkeys(("persia", "arabia", "burma"), "german_army")
    g = operate("uk", {**ring, "india": "uk_army", "andaman_isl": "german_fleet"})
    assert g.supplied(power(g, "uk")) & g.t.bit[area(g, "india")]
    g = operate("uk", {"india": "uk_army"})
    assert goals(g, "uk_army@india") == ["persia", "burma"]


@pytest.mark.rule("total_domination", "3.9d")
def test_u_boats_and_resistance_do_not_interrupt_supply() -> None:
    units = {"atlantic": "uk_fleet, 2 u_boot", "caribbean": "uk_fleet"}
    g = operate("uk", units)
    assert "brazil" in goals(g, "uk_fleet@caribbean")
    assert "canada" in goals(g, "uk_fleet@caribbean")  # over the Atlantic, which scores nothing
    g = operate("germany", {"poland": "german_army, 3 resistance", "ukraine": "german_army"})
    assert "romania" in goals(g, "german_army@ukraine")


@pytest.mark.rule("total_domination", "3.9d")
def test_u_boats_need_no_supply() -> None:
    g = operate("germany", {"atlantic": "u_boot"})
    assert not g.supplied(power(g, "germany")) & g.t.bit[area(g, "atlantic")]
    assert goals(g, "u_boot@atlantic") == ["caribbean"]


@pytest.mark.rule("total_domination", "3.9a")
def test_a_unit_in_an_uncontrolled_capital_is_supplied_from_next_door() -> None:
    """[R9]"""
    units = {"germany": "ussr_army", "baltics": "ussr_army"}
    g = operate("ussr", units)
    assert goals(g, "ussr_army@germany") == []
    g = operate("ussr", {**units, "poland": "ussr_army"})
    assert "ukraine" in goals(g, "ussr_army@germany")
    # but it carries supply no further: what lies behind it cannot be reached
    assert "low_countries" not in goals(g, "ussr_army@germany")
    assert "low_countries" not in goals(g, "ussr_army@poland")
    g = operate("ussr", {**units, "germany": "2 ussr_army", "poland": "ussr_army"})
    assert "low_countries" in goals(g, "ussr_army@germany")


@pytest.mark.rule("total_domination", "6.2a")
def test_a_unit_in_an_uncontrolled_capital_is_offered_only_if_its_move_can_be_paid() -> None:
    units = {"germany": "ussr_army", "poland": "ussr_army", "baltics": "ussr_army"}
    assert "ussr_army@germany" in clickable(operate("ussr", units, 2))
    assert clickable(operate("ussr", units, 1)) == []
    # with Landing Crafts alone only the fleet there could pay
    g = operate("ussr", units, 1, techs={"ussr": ["landing_crafts"]})
    assert clickable(g) == []
    g = operate("ussr", {**units, "germany": "ussr_fleet"}, 1, techs={"ussr": ["landing_crafts"]})
    assert clickable(g) == ["ussr_fleet@germany"]


def test_units_in_an_uncontrolled_capital_that_are_alike_are_offered_once_and_others_not() -> None:
    units = {"germany": "uk_army, 2 uk_air_fleet", "france": "uk_fleet"}
    g = position(units=units, turn="uk")
    assert g.control[area(g, "germany")] == NOBODY
    uk = power(g, "uk")
    told = [g.t.kind_id[g.t.unit_kind[u]] for u in movement.movable(g, uk, 9) if g.place[u] == 0]
    assert told == ["uk_army", "uk_air_fleet"]


@pytest.mark.rule("total_domination", "6.2b")
def test_a_unit_stays_in_its_part_of_the_network_and_one_step_beyond() -> None:
    """[R51]"""
    g = operate("uk", {"united_kingdom": "uk_fleet", "india": "uk_army"})
    assert goals(g, "uk_fleet@united_kingdom") == ["france", "low_countries", "morocco", "atlantic"]
    assert goals(g, "uk_army@india") == ["persia", "burma"]
    bridge = dict.fromkeys(("atlantic", "west_africa", "madagascar_isl"), "uk_fleet")
    g = operate("uk", {**bridge, "india": "uk_army"})
    assert {"canada", "united_kingdom", "spain"} <= set(goals(g, "uk_army@india"))


@pytest.mark.rule("total_domination", "6.2b")
def test_an_area_taken_by_one_unit_carries_the_next() -> None:
    """[R52]"""
    g = operate("germany", {"germany": "2 german_army"})
    assert goals(g, "german_army@germany") == [*HOME, "france", "low_countries", "poland", "balkans"]
    move(g, "german_army@germany", "poland")
    assert {"baltics", "ukraine", "poland"} <= set(goals(g, "german_army@germany"))
    consistent(g)


# --- through and to


@pytest.mark.rule("total_domination", "3.5a")
@pytest.mark.rule("total_domination", "3.7c")
def test_armies_end_no_move_on_islands_and_fleets_none_on_land() -> None:
    g = operate("uk", {"united_kingdom": "uk_army, uk_fleet, uk_air_fleet", "atlantic": "uk_fleet"})
    assert "atlantic" not in goals(g, "uk_army@united_kingdom")
    assert "atlantic" in goals(g, "uk_fleet@united_kingdom")
    assert "atlantic" in goals(g, "uk_air_fleet@united_kingdom")
    assert all("canada" in goals(g, f"uk_{kind}@united_kingdom") for kind in ("army", "fleet", "air_fleet"))
    g = operate("ussr", {"northern_ussr": "ussr_army, ussr_fleet, ussr_air_fleet"})
    assert "urals" in goals(g, "ussr_army@northern_ussr")
    assert "urals" not in goals(g, "ussr_fleet@northern_ussr")
    assert "urals" in goals(g, "ussr_air_fleet@northern_ussr")


@pytest.mark.rule("total_domination", "6.2c")
def test_any_area_and_any_link_may_be_passed() -> None:
    units = {"united_kingdom": "uk_army", "atlantic": "2 uk_fleet", "caribbean": "2 uk_fleet"}
    g = operate("uk", units)
    assert "canada" in goals(g, "uk_army@united_kingdom")  # over full islands
    g = operate("ussr", {"northern_ussr": "ussr_fleet", "manchuria": "ussr_army"})
    assert "japan" in goals(g, "ussr_fleet@northern_ussr")  # over the Urals and Siberia


@pytest.mark.rule("total_domination", "3.7b")
@pytest.mark.rule("total_domination", "6.2c")
def test_stacking_counts_where_a_move_ends() -> None:
    g = operate("germany", {"germany": "german_army", "italy": "2 german_army", "austria": "german_army"})
    assert "italy" not in goals(g, "german_army@germany")
    assert "austria" in goals(g, "german_army@germany")
    g = operate("germany", {"germany": "3 german_army", "austria": "german_army"})
    assert "germany" in goals(g, "german_army@austria")
    g = operate(
        "germany", {"germany": "2 german_army, german_air_fleet, german_fleet", "austria": "german_army"}
    )
    assert "germany" not in goals(g, "german_army@austria")


@pytest.mark.rule("total_domination", "3.7e")
def test_u_boats_and_resistance_leave_room_for_others() -> None:
    g = operate("uk", {"united_kingdom": "2 uk_fleet", "atlantic": "uk_fleet, 2 u_boot"})
    assert "atlantic" in goals(g, "uk_fleet@united_kingdom")
    move(g, "uk_fleet@united_kingdom", "atlantic")
    assert "atlantic" not in goals(g, "uk_fleet@united_kingdom")
    g = operate("germany", {"germany": "german_army", "poland": "german_army, 4 resistance"})
    assert "poland" in goals(g, "german_army@germany")


@pytest.mark.rule("total_domination", "3.7f")
def test_an_area_with_resistance_only_is_open() -> None:
    """[R9]"""
    g = operate("germany", {"germany": "german_army", "poland": "2 resistance"})
    assert "poland" in goals(g, "german_army@germany")
    assert not g.t.stands[4] & g.t.bit[area(g, "atlantic")] and g.t.stands[4] & g.t.bit[area(g, "austria")]


@pytest.mark.rule("total_domination", "6.2j")
def test_resistance_does_not_move() -> None:
    g = operate("ussr", {"poland": "german_army, resistance", "baltics": "ussr_army"})
    fighters = unit_at(g, "resistance", "poland")
    assert movement.destinations(g, power(g, "ussr"), fighters) == 0
    assert "resistance@poland" not in clickable(g)


# --- others in the way


@pytest.mark.rule("total_domination", "3.7a")
@pytest.mark.rule("total_domination", "6.2f")
@pytest.mark.parametrize("units", ["neutral_army", "ussr_army", "uk_fleet", "japanese_army"])
def test_nobody_enters_where_units_of_others_are(units: str) -> None:
    g = operate("germany", {"germany": "german_army", "poland": units})
    assert "poland" not in goals(g, "german_army@germany")
    assert "baltics" not in goals(g, "german_army@germany")  # nor passes
    assert "low_countries" in goals(g, "german_army@germany")


@pytest.mark.rule("total_domination", "6.2e")
def test_partners_units_are_ones_own() -> None:
    g = operate("uk", {"morocco": "french_fleet", "united_kingdom": "uk_fleet", "france": "french_army"})
    assert {"morocco", "france", "spain"} <= set(goals(g, "uk_fleet@united_kingdom"))
    assert "west_africa" in goals(g, "french_army@france")  # through Morocco
    move(g, "uk_fleet@united_kingdom", "morocco")
    assert units_at(g, "morocco") == "uk_fleet, french_fleet"
    # the same units in the hands of the other side are in the way
    g = operate(
        "uk", {"france": "french_fleet", "united_kingdom": "uk_fleet"}, partners={"france": "germany"}
    )
    assert "france" not in goals(g, "uk_fleet@united_kingdom")


@pytest.mark.rule("total_domination", "6.2e")
@pytest.mark.rule("total_domination", "9.0b")
def test_units_of_a_joined_power_are_ones_own_but_not_before() -> None:
    units = {"canada": "uk_army", "west_usa": "us_army", "east_usa": "us_fleet"}
    g = operate("uk", units)
    assert clickable(g) == []  # nothing but the US around it
    g = operate("uk", units, joined=["us"])
    assert clickable(g) == ["uk_army@canada", "us_fleet@east_usa", "us_army@west_usa"]
    assert goals(g, "uk_army@canada") == ["east_usa", "west_usa", "mexico"]
    assert "hawaii_isl" in goals(g, "us_fleet@east_usa")  # through its own and British areas alike
    move(g, "uk_army@canada", "west_usa")
    assert units_at(g, "west_usa") == "uk_army, us_army"
    g = operate("ussr", {"siberia": "ussr_army", "sinkiang": "ussr_army"}, joined=["china"])
    assert "china" in goals(g, "ussr_army@sinkiang")


@pytest.mark.rule("total_domination", "3.8.4")
@pytest.mark.rule("total_domination", "6.2f")
def test_a_teammates_home_areas_stay_closed_empty_or_not() -> None:
    g = operate("ussr", {"persia": "ussr_army"})
    assert "india" not in goals(g, "ussr_army@persia")
    g = operate("uk", {"persia": "uk_army"})
    assert "southern_ussr" not in goals(g, "uk_army@persia")
    # its partner's area is a Home area of its own
    g = operate("japan", {"balkans": "japanese_fleet", "egypt": "japanese_army"})
    assert "italy" not in goals(g, "japanese_fleet@balkans")
    g = operate("ussr", {"germany": "2 ussr_army", "poland": "ussr_army", "baltics": "ussr_army"})
    assert "france" not in goals(g, "ussr_army@germany")
    g = operate(
        "ussr",
        {"germany": "2 ussr_army", "poland": "ussr_army", "baltics": "ussr_army"},
        partners={"france": "japan"},
    )
    assert "france" in goals(g, "ussr_army@germany")
    # and so is what has joined it, and what might [R12]
    for joined in ([], ["china"]):
        g = operate("uk", {"india": "uk_army", "burma": "uk_army"}, joined=joined)
        assert "china" not in goals(g, "uk_army@burma")


@pytest.mark.rule("total_domination", "12.1c")
def test_a_scenario_may_close_areas_to_everybody() -> None:
    units = {"nanking": "japanese_army", "ryukyu_isl": "japanese_fleet"}
    g = operate("japan", units)
    assert "china" in goals(g, "japanese_army@nanking")
    assert "philippines" in goals(g, "japanese_fleet@ryukyu_isl")
    g = operate("japan", units, scenario="rise_of_the_axis")
    assert "china" not in goals(g, "japanese_army@nanking")
    assert "philippines" not in goals(g, "japanese_fleet@ryukyu_isl")


# --- costs


@pytest.mark.rule("total_domination", "6.2a")
@pytest.mark.rule("total_domination", "8.1.A1")
@pytest.mark.rule("total_domination", "8.1.B1")
@pytest.mark.parametrize(
    ("techs", "costs"),
    [
        ([], [2, 2, 2]),
        (["mechanization"], [1, 2, 1]),
        (["landing_crafts"], [2, 1, 2]),
        (["mechanization", "landing_crafts"], [1, 1, 1]),
    ],
)
def test_what_a_move_costs(techs: list[str], costs: list[int]) -> None:
    kinds = ["german_army", "german_fleet", "german_air_fleet"]
    units = {"germany": ", ".join(kinds)}
    for kind, cost in zip(kinds, costs, strict=True):
        g = operate("germany", units, 5, techs={"germany": techs, "uk": ["mechanization", "landing_crafts"]})
        move(g, f"{kind}@germany", "italy")
        assert left(g) == 5 - cost
        assert units_at(g, "italy") == kind
        g = operate("germany", units, cost - 1, techs={"germany": techs})
        assert f"{kind}@germany" not in clickable(g)


@pytest.mark.rule("total_domination", "6.2a")
def test_the_units_that_can_pay_are_offered() -> None:
    units = {"germany": "german_army, german_fleet, german_air_fleet"}
    assert clickable(operate("germany", units, 1, techs={"germany": ["landing_crafts"]})) == [
        "german_fleet@germany"
    ]
    assert clickable(operate("germany", units, 1, techs={"germany": ["mechanization"]})) == [
        "german_army@germany",
        "german_air_fleet@germany",
    ]


def test_units_that_are_alike_are_offered_once_and_any_of_them_may_be_clicked() -> None:
    g = operate("germany", {"germany": "3 german_army", "austria": "german_army"})
    assert clickable(g) == ["german_army@germany", "german_army@austria"]
    other = unit_at(g, "german_army", "germany", 2)
    assert g.ids.unit + other not in g.choices(0)
    assert g.agenda[-1].allows(g, 0, g.ids.unit + other)
    g.apply(0, g.ids.unit + other)
    click(g, "area:poland")
    assert g.place[other] == area(g, "poland")


def test_a_unit_with_nowhere_to_go_is_not_offered() -> None:
    ring = {"persia": "ussr_army", "arabia": "ussr_army", "burma": "japanese_army"}
    g = operate("uk", {**ring, "andaman_isl": "japanese_fleet", "india": "uk_army, uk_fleet"})
    assert goals(g, "uk_army@india") == []
    assert goals(g, "uk_fleet@india") == ["madagascar_isl"]
    assert "uk_army@india" not in clickable(g)


# --- U-boats


@pytest.mark.rule("total_domination", "6.2h")
@pytest.mark.rule("total_domination", "11.2a")
@pytest.mark.rule("total_domination", "11.4c")
def test_u_boats_go_from_any_of_their_areas_to_any_other() -> None:
    """[R46]"""
    g = operate("germany", {"caribbean": "u_boot"}, arctic=True)
    assert goals(g, "u_boot@caribbean") == ["atlantic", "iceland"]
    move(g, "u_boot@caribbean", "iceland")
    assert left(g) == 7 and units_at(g, "iceland") == "u_boot"
    techs = {"germany": ["landing_crafts", "mechanization"]}
    g = operate("germany", {"caribbean": "u_boot"}, 1, techs=techs)
    assert clickable(g) == []  # always 2 points
    assert not g.agenda[-1].allows(g, 0, g.ids.unit + unit_at(g, "u_boot", "caribbean"))
    g = operate("germany", {"caribbean": "u_boot"}, 2, techs=techs)
    assert goals(g, "u_boot@caribbean") == ["atlantic"]
    move(g, "u_boot@caribbean", "atlantic")
    assert left(g) == 0


@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.rule("total_domination", "11.2c")
def test_two_u_boats_fill_an_area_and_fleets_do_not() -> None:
    g = operate("germany", {"caribbean": "u_boot", "atlantic": "2 u_boot"}, year=1941)
    assert clickable(g) == ["u_boot@atlantic"]
    assert goals(g, "u_boot@atlantic") == ["caribbean"] and goals(g, "u_boot@caribbean") == []
    g = operate("germany", {"caribbean": "u_boot", "atlantic": "u_boot, 2 uk_fleet"})
    assert goals(g, "u_boot@caribbean") == ["atlantic"]


def test_only_their_power_moves_u_boats_and_only_where_they_are_in_the_game() -> None:
    units = {"caribbean": "u_boot"}
    assert clickable(operate("japan", units)) == []
    assert "u_boot@caribbean" not in clickable(operate("uk", units))
    assert movement.movable_uboats(position(units=units, advanced=False), 0, 9) == []


@pytest.mark.rule("total_domination", "11.2b")
def test_a_u_boat_takes_the_points_of_an_allied_fleets_area_with_it() -> None:
    g = operate("germany", {"caribbean": "u_boot, uk_fleet", "atlantic": "uk_fleet"})
    before = points(g)
    move(g, "u_boot@caribbean", "atlantic")
    assert gains(g, before) == {}  # one for the other
    consistent(g)
    assert g.worth[area(g, "atlantic")] == 0 and g.worth[area(g, "caribbean")] == 1


# --- consequences and words


@pytest.mark.rule("total_domination", "9.2a")
def test_every_move_into_an_inactive_powers_areas_is_an_act_of_war() -> None:
    """[R62]"""
    units = {"nanking": "2 japanese_army, japanese_air_fleet", "indochina": "japanese_army"}
    g = operate("japan", units)
    china = power(g, "china")
    assert g.track[china] == 0
    move(g, "japanese_army@nanking", "china")
    assert g.track[china] == 1
    assert g.control[area(g, "china")] == NOBODY  # a Capital
    move(g, "japanese_air_fleet@nanking", "china")  # the second box: China joins at once
    assert g.joined(china) and g.control[area(g, "china")] == NOBODY
    move(g, "japanese_army@nanking", "china")
    assert g.control[area(g, "china")] == power(g, "japan")
    consistent(g)
    # neither neutral ground nor partners take notice
    g = operate("germany", {"germany": "2 german_army"})
    move(g, "german_army@germany", "france")
    move(g, "german_army@germany", "poland")
    assert g.track == [0] * g.t.n_nations and not [line for line in log(g) if "act of war" in line]


def test_a_move_asks_where_to_and_is_told() -> None:
    g = operate("germany", {"germany": "german_army", "austria": "german_army"})
    click(g, "unit:german_army@austria")
    ask = g.agenda[-1].prompt(g, 0)
    assert ask == ("Where does the German army in Austria move to? Click an area.", "6.2b")
    step = g.agenda[-1]
    assert type(step).unpack(step.pack()).choices(g, 0) == g.choices(0)
    goal = ["germany", "italy", "czechoslovakia", "france", "low_countries", "poland", "balkans"]
    assert offers(g) == [f"area:{name}" for name in goal]
    click(g, "area:poland")
    assert log(g)[-1] == "German army moves from Austria to Poland."
    assert g.log is not None
    line = g.log.lines(0)[-1]
    army = number(g, "unit:german_army@poland")
    assert line.rule == "6.2b" and line.refs == (army, number(g, "area:austria"), number(g, "area:poland"))


def test_without_a_log_the_same_happens() -> None:
    g = operate("ussr", {"poland": "ussr_army", "baltics": "ussr_army", "germany": "2 german_air_fleet"})
    g.log = None
    move(g, "ussr_army@poland", "germany")
    assert units_at(g, "germany") == "ussr_army"
    assert areas(g, g.present[power(g, "ussr")]) == ["germany", "baltics"]
