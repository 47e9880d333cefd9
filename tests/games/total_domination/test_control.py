"""Control of areas, what they score, and what follows for markers and lone units."""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import NOBODY, POWERS, U_BOAT
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import (
    add_unit,
    area,
    areas,
    position,
    power,
    unit_at,
    units_at,
)
from tests.games.total_domination.driving import log
from tests.games.total_domination.looking import (
    EXAMPLES,
    damaged,
    gained,
    holder,
    points,
    units_of,
)

EMPTY = {"germany": 8, "uk": 10, "japan": 7, "ussr": 9}


def at(units: dict[str, str], **rest: Any) -> Board:
    """A position with only these units."""
    return position(units=units, **rest)


def scores(units: dict[str, str], **rest: Any) -> dict[str, int]:
    """What units change in the points of a board on which nobody stands."""
    return gained(EMPTY, points(at(units, **rest)))


def move(g: Board, kind: str, start: str, end: str) -> None:
    """Move a counter, as far as control and points go."""
    g.move(unit_at(g, kind, start), area(g, end))


# ---------------------------------------------------------------- Home areas


@pytest.mark.rule("total_domination", "3.5b")
@pytest.mark.rule("total_domination", "3.8.1a")
@pytest.mark.rule("total_domination", "3.4")
def test_empty_home_areas_are_their_owners() -> None:
    g = at({})
    assert points(g) == EMPTY
    homes = {name: areas(g, g.owned[power(g, name)]) for name in ("germany", "japan", "us", "china")}
    assert homes == {
        "germany": ["germany", "italy", "austria", "czechoslovakia"],
        "japan": ["japan", "nanking", "manchuria", "ryukyu_isl"],
        "us": ["east_usa", "west_usa", "hawaii_isl", "philippines"],
        "china": ["china"],
    }
    assert holder(g, "france") == "uk" and holder(g, "poland") == "none"
    for who in range(4):  # and all of them in supply [3.5b]
        assert g.supplied(who) == g.owned[who] == g.home_of[who]


@pytest.mark.rule("total_domination", "3.8.1b")
@pytest.mark.rule("total_domination", "3.8.5")
def test_enemy_units_take_a_home_area() -> None:
    assert holder(at({"austria": "ussr_army"}), "austria") == "ussr"
    assert scores({"austria": "ussr_army"}) == {"germany": -2, "ussr": 2}
    assert scores({"ryukyu_isl": "uk_fleet"}) == {"japan": -1, "uk": 1}
    assert scores({"france": "german_army"}) == {"uk": -2, "germany": 2}
    g = at({"austria": "ussr_army"})
    g.take(unit_at(g, "ussr_army", "austria"))
    assert holder(g, "austria") == "germany" and points(g) == EMPTY


@pytest.mark.rule("total_domination", "3.8.1c")
@pytest.mark.rule("total_domination", "6.1j")
def test_one_unit_denies_a_capital() -> None:
    example = EXAMPLES["capital_one_enemy_unit"]
    g = at(units_of(example["position"]))
    before = points(g)
    move(g, "ussr_army", "poland", "germany")
    expect = example["expect"]
    assert holder(g, "germany") == expect["controller"]["germany"]
    assert gained(before, points(g)) == {"germany": expect["vp_delta"]["germany"]}
    assert (damaged(g) != []) == expect["damage_marker"]


@pytest.mark.rule("total_domination", "3.8.1d")
@pytest.mark.rule("total_domination", "6.1h")
@pytest.mark.rule("total_domination", "6.1j")
def test_two_units_take_a_capital() -> None:
    example = EXAMPLES["capital_two_enemy_units"]
    g = at(units_of(example["position"]))
    before = points(g)
    move(g, "ussr_army", "poland", "germany")
    expect = example["expect"]
    assert holder(g, "germany") == expect["controller"]["germany"]
    assert gained(before, points(g)) == {"ussr": expect["vp_delta_area"]["ussr"] - 2}  # Poland is empty now
    assert damaged(g) == ["germany"]
    # One of them gone: denied again, and the marker stays.
    g.take(unit_at(g, "ussr_army", "germany"))
    assert holder(g, "germany") == "none" and damaged(g) == ["germany"]


@pytest.mark.rule("total_domination", "3.8.1c")
@pytest.mark.rule("total_domination", "3.8.1d")
def test_three_units_in_a_capital_are_no_more_than_two() -> None:
    assert scores({"japan": "2 uk_fleet, uk_army"}) == {"japan": -3, "uk": 3}
    assert scores({"japan": "uk_fleet"}) == {"japan": -3}


@pytest.mark.rule("total_domination", "3.8.1d")
@pytest.mark.rule("total_domination", "11.1b")
def test_air_fleets_do_not_count_in_a_capital() -> None:
    g = at({"germany": "ussr_army, ussr_air_fleet"})
    assert holder(g, "germany") == "none" and damaged(g) == []


@pytest.mark.rule("total_domination", "3.5c")
def test_capitals_have_three_stars() -> None:
    t = at({}).t
    names = ["germany", "united_kingdom", "east_usa", "japan", "northern_ussr", "china"]
    assert [t.area_id[a] for a in range(t.n_areas) if t.capital[a]] == names
    assert all((t.stars[a] == 3) == (t.capital[a] != 0) for a in range(t.n_areas))


@pytest.mark.rule("total_domination", "3.8.1c")
@pytest.mark.rule("total_domination", "3.2a")
def test_powers_that_are_not_at_war_score_nothing() -> None:
    assert scores({"east_usa": "japanese_fleet"}) == {}  # denied, but it was nobody's points
    assert scores({"east_usa": "2 japanese_fleet", "west_usa": "japanese_army"}) == {"japan": 4}
    assert scores({"china": "2 japanese_army"}) == {"japan": 3}
    g = at({"china": "2 japanese_army"}, joined=["china"])
    assert points(g) == {**EMPTY, "japan": 10}
    g.take(unit_at(g, "japanese_army", "china"))
    g.take(unit_at(g, "japanese_army", "china"))
    assert points(g) == {**EMPTY, "ussr": 12}


# ---------------------------------------------------------------- neutral areas


@pytest.mark.rule("total_domination", "3.8.2a")
@pytest.mark.rule("total_domination", "3.8.2b")
@pytest.mark.rule("total_domination", "3.1")
@pytest.mark.rule("total_domination", "3.6b")
def test_neutral_areas_are_held_by_who_is_there() -> None:
    for unit, where, who, stars in (
        ("german_army", "poland", "germany", 2),
        ("italian_army", "libya", "germany", 1),
        ("french_fleet", "morocco", "uk", 1),
        ("japanese_fleet", "midway_isl", "japan", 1),
        ("ussr_army", "mongolia", "ussr", 1),
    ):
        g = at({where: unit})
        assert holder(g, where) == who and scores({where: unit}) == {who: stars}
        g.take(unit_at(g, unit, where))
        assert holder(g, where) == "none" and points(g) == EMPTY
    assert holder(at({"poland": "neutral_army"}), "poland") == "none"


@pytest.mark.rule("total_domination", "3.8.5")
@pytest.mark.rule("total_domination", "5.1a")
@pytest.mark.rule("total_domination", "5.1b")
def test_points_change_at_once_with_control() -> None:
    g = at({"poland": "german_army"})
    assert points(g)["germany"] == 10
    add_unit(g, "german_army", "poland")
    assert points(g)["germany"] == 10  # an area scores once
    move(g, "german_army", "poland", "balkans")
    assert points(g)["germany"] == 12
    move(g, "german_army", "poland", "romania")
    assert points(g)["germany"] == 12 and holder(g, "poland") == "none"
    add_unit(g, "ussr_army", "poland")
    assert points(g) == {**EMPTY, "germany": 12, "ussr": 11}


@pytest.mark.rule("total_domination", "5.1a")
@pytest.mark.rule("total_domination", "3.8.5")
def test_points_kept_beside_the_counters_are_those_of_the_board() -> None:
    g = position(set_up=True, year=1942, seed=5)
    t = g.t
    moved = 0
    for turn in range(600):
        unit, where = g.rng.below(t.n_units), g.rng.below(t.n_areas)
        kind = t.unit_type[unit]
        if turn % 150 == 149:
            g.give(power(g, "us"), power(g, "uk"))
            g.give(power(g, "france"), g.rng.below(POWERS))
        elif g.place[unit] >= 0 and g.rng.below(2):
            g.take(unit)
        elif (g.open & t.stands[kind]) >> where & 1:
            alone = kind >= U_BOAT or g.tenant[where] in (NOBODY, g.owner(unit))
            if alone and g.place[unit] >= 0 and kind < U_BOAT:
                g.move(unit, where)
                moved += 1
            elif alone and g.place[unit] < 0:
                g.put(unit, where)
        kept = (g.vp[:], g.control[:], g.worth[:], g.owned[:], g.present[:], g.full, g.firm, g.tenant[:])
        networks = [sorted(g.network(p)) for p in range(POWERS)]
        places, damage = g.place[:], g.damage
        g.derive()
        again = (g.vp, g.control, g.worth, g.owned, g.present, g.full, g.firm, g.tenant)
        assert kept == again and (g.place, g.damage) == (places, damage)
        assert networks == [sorted(g.network(p)) for p in range(POWERS)]
    assert moved > 50


@pytest.mark.rule("total_domination", "3.8.3")
@pytest.mark.rule("total_domination", "3.6b")
@pytest.mark.rule("total_domination", "11.2b")
def test_submarines_and_resistance_control_nothing() -> None:
    g = at({"atlantic": "u_boot", "poland": "resistance", "egypt": "2 resistance"})
    assert holder(g, "atlantic") == holder(g, "poland") == holder(g, "egypt") == "none"
    assert points(g) == EMPTY
    g = at({"france": "resistance"})
    assert holder(g, "france") == "uk"


# ---------------------------------------------------------------- Air Fleets


@pytest.mark.rule("total_domination", "11.1b")
@pytest.mark.rule("total_domination", "3.8.3")
def test_air_fleets_take_room_and_control_nothing() -> None:
    g = at({"poland": "german_army, german_air_fleet"})
    assert holder(g, "poland") == "germany" and g.full >> area(g, "poland") & 1
    assert not at({"poland": "german_army"}).full >> area(g, "poland") & 1
    g = at({"italy": "german_air_fleet"}, partners={"italy": "uk"})
    assert holder(g, "italy") == "uk"
    g = at({"germany": "german_air_fleet", "poland": "german_army"})
    assert areas(g, g.firm) == ["poland"]
    move(g, "german_army", "poland", "baltics")
    assert areas(g, g.firm) == ["baltics"]


@pytest.mark.rule("total_domination", "11.1c")
def test_an_air_fleet_left_alone_returns_to_the_supply() -> None:
    example = EXAMPLES["lone_air_fleet"]
    g = at(units_of(example["position"]))
    before = points(g)
    g.take(unit_at(g, "german_army", "poland"))
    assert units_at(g, "poland") == "" and unit_at(g, "german_air_fleet", "supply", 1)
    assert gained(before, points(g)) == {"germany": example["expect"]["vp_delta"]["germany"]}
    assert log(g)[-1] == "The German Air Fleet in Poland is left alone and returns to the supply."
    # Whatever the cause is: here the army moves on, with two Air Fleets in a Capital of the enemy.
    g = at({"northern_ussr": "german_army, 2 german_air_fleet used"})
    move(g, "german_army", "northern_ussr", "baltics")
    assert units_at(g, "northern_ussr") == "" and holder(g, "northern_ussr") == "ussr"
    assert g.used.count(1) == 2  # they stay used in the supply


@pytest.mark.rule("total_domination", "11.1c")
@pytest.mark.parametrize(
    ("where", "unit", "stays"),
    [
        ("germany", "german_air_fleet", True),
        ("italy", "german_air_fleet", True),  # a Home area of the same player
        ("canada", "us_air_fleet", True),
        ("france", "german_air_fleet", False),
        ("japan", "german_air_fleet", False),
        ("poland", "german_air_fleet", False),
        ("china", "ussr_air_fleet", False),
    ],
)
def test_air_fleets_are_alone_only_at_home(where: str, unit: str, stays: bool) -> None:
    g = at({where: unit}, joined=["us"])
    assert units_at(g, where) == (unit if stays else "")


@pytest.mark.rule("total_domination", "11.1c")
def test_an_air_fleet_whose_home_changes_sides() -> None:
    g = at({"france": "uk_air_fleet"})
    g.give(power(g, "france"), power(g, "germany"))
    assert units_at(g, "france") == ""
    g = at({"china": "ussr_air_fleet"}, joined=["china"])
    assert units_at(g, "china") == "ussr_air_fleet"


# ---------------------------------------------------------------- damage


@pytest.mark.rule("total_domination", "6.1h")
def test_taking_a_home_area_with_a_building_damages_it() -> None:
    g = at(
        {
            "italy": "uk_fleet",
            "siberia": "japanese_army",
            "poland": "german_army",
            "west_usa": "japanese_army",
        },
        joined=["us"],
    )
    # Siberia builds nothing, Poland is nobody's home.
    assert damaged(g) == ["italy", "west_usa"]
    g.take(unit_at(g, "uk_fleet", "italy"))
    assert damaged(g) == ["italy", "west_usa"]
    assert damaged(at({"italy": "german_army", "austria": "german_army"})) == []
    assert damaged(at({"france": "german_army"}, partners={"france": "germany"})) == []


@pytest.mark.rule("total_domination", "6.1h")
def test_a_power_that_has_not_joined_is_nobodys_opponent_and_takes_no_damage() -> None:
    """[R19]"""
    g = at({"west_usa": "japanese_army", "china": "2 japanese_army"})
    assert holder(g, "west_usa") == holder(g, "china") == "japan" and damaged(g) == []
    for nation in ("us", "china"):
        g.give(power(g, nation), power(g, "uk" if nation == "us" else "ussr"))
    assert damaged(g) == []  # nobody takes anything by their joining
    g.take(unit_at(g, "japanese_army", "west_usa"))
    g.put(unit_at(g, "japanese_army", "supply"), area(g, "west_usa"))
    assert damaged(g) == ["west_usa"]
    g.restore(g.pack())
    assert damaged(g) == ["west_usa"]


@pytest.mark.rule("total_domination", "6.1h")
def test_air_fleets_and_resistance_do_no_damage_by_being_there() -> None:
    assert damaged(at({"austria": "german_air_fleet", "france": "resistance"})) == []


# ---------------------------------------------------------------- submarines


@pytest.mark.rule("total_domination", "11.2b")
def test_a_submarine_takes_the_points_of_an_allied_fleet() -> None:
    assert scores({"atlantic": "uk_fleet"}) == {"uk": 1}
    assert scores({"atlantic": "uk_fleet, u_boot"}) == {}
    assert scores({"caribbean": "ussr_fleet, 2 u_boot"}) == {}
    assert scores({"atlantic": "italian_fleet, u_boot"}) == {"germany": 1}
    assert scores({"atlantic": "japanese_fleet, u_boot"}) == {"japan": 1}
    g = at({"atlantic": "uk_fleet, u_boot"})
    g.take(unit_at(g, "u_boot", "atlantic"))
    assert points(g) == {**EMPTY, "uk": 11}
    add_unit(g, "u_boot", "atlantic")
    assert points(g) == EMPTY


@pytest.mark.rule("total_domination", "3.7e")
def test_submarines_and_resistance_take_no_room() -> None:
    g = at({"atlantic": "uk_fleet, 2 u_boot", "poland": "german_army, 3 resistance"})
    assert not g.full & (g.t.bit[area(g, "atlantic")] | g.t.bit[area(g, "poland")])
    add_unit(g, "german_army", "poland")
    assert g.full == g.t.bit[area(g, "poland")]


@pytest.mark.rule("total_domination", "3.7b")
def test_room() -> None:
    g = at({"germany": "3 german_army", "austria": "2 german_army"})
    assert areas(g, g.full) == ["austria"]
    add_unit(g, "german_fleet", "germany")
    assert areas(g, g.full) == ["germany", "austria"]


# ---------------------------------------------------------------- Resistance


@pytest.mark.rule("total_domination", "7.2.Db")
def test_resistance_lowers_the_points_of_its_area() -> None:
    units = {"france": "german_army", "ukraine": "german_army"}
    before = points(at(units))
    g = at({"france": "german_army, resistance", "ukraine": "german_army, 2 resistance"})
    assert gained(before, points(g)) == {
        "germany": EXAMPLES["resistance_value"]["expect"]["vp_delta"]["germany"]
    }
    g.take(unit_at(g, "resistance", "ukraine"))
    assert points(g)["germany"] == before["germany"] - 2  # one is enough for one star
    g.take(unit_at(g, "resistance", "ukraine"))
    assert points(g)["germany"] == before["germany"] - 1


@pytest.mark.rule("total_domination", "7.2.Db")
def test_resistance_in_a_home_area_that_is_free_again_costs_its_owner_nothing() -> None:
    g = at({"france": "german_army, resistance"})
    g.take(unit_at(g, "german_army", "france"))
    assert units_at(g, "france") == "resistance"
    assert holder(g, "france") == "uk" and points(g) == EMPTY
    add_unit(g, "german_army", "france")
    assert gained(EMPTY, points(g)) == {"germany": 1, "uk": -2}


@pytest.mark.rule("total_domination", "7.2.Dc")
def test_resistance_stays_when_the_axis_leaves() -> None:
    g = at({"poland": "german_army, resistance"})
    g.take(unit_at(g, "german_army", "poland"))
    assert units_at(g, "poland") == "resistance" and holder(g, "poland") == "none" and points(g) == EMPTY
    add_unit(g, "japanese_army", "poland")  # whoever of the Axis comes next feels it too
    assert points(g) == {**EMPTY, "japan": 8}
    g = at({"france": "german_army, resistance"})
    g.take(unit_at(g, "german_army", "france"))
    assert units_at(g, "france") == "resistance" and holder(g, "france") == "uk"


@pytest.mark.rule("total_domination", "7.2.Dd")
def test_an_allied_air_fleet_sends_resistance_home_too() -> None:
    g = at({"india": "resistance"})
    add_unit(g, "uk_air_fleet", "india")
    assert units_at(g, "india") == "uk_air_fleet"


@pytest.mark.rule("total_domination", "7.2.Dd")
def test_resistance_goes_when_the_allies_come() -> None:
    g = at({"poland": "3 resistance"})
    add_unit(g, "ussr_army", "poland")
    assert units_at(g, "poland") == "ussr_army" and points(g) == {**EMPTY, "ussr": 11}
    assert unit_at(g, "resistance", "supply", 5)
    assert log(g) == ["The Resistance in Poland has done its work and returns to the supply."]
    g = at({"poland": "resistance"})
    add_unit(g, "german_army", "poland")
    assert units_at(g, "poland") == "german_army, resistance" and log(g) == []


# ---------------------------------------------------------------- sides


@pytest.mark.rule("total_domination", "3.1")
@pytest.mark.rule("total_domination", "3.2b")
def test_teammates_and_enemies() -> None:
    g = at({})
    names = g.t.nation_id
    assert [names[g.t.mate[p]] for p in range(4)] == ["japan", "ussr", "germany", "uk"]
    axis, allies = {"uk", "ussr", "neutral", "us", "china"}, {"germany", "japan", "neutral"}
    assert [{names[n] for n in g.enemies[p]} for p in range(4)] == [axis, allies, axis, allies]
    g.give(power(g, "us"), power(g, "uk"))
    assert {names[n] for n in g.enemies[0]} == axis - {"us"}


@pytest.mark.rule("total_domination", "3.8.4")
def test_closed_areas() -> None:
    g = at({}, joined=["us"])
    closed = {g.t.nation_id[p]: areas(g, g.closed[p]) for p in range(4)}
    assert closed["germany"] == ["japan", "nanking", "manchuria", "ryukyu_isl"]
    assert closed["japan"] == ["germany", "italy", "austria", "czechoslovakia"]
    # The teammate's partner and its joined power with it; China is not at war and nobody's business.
    assert {"france", "united_kingdom", "hawaii_isl", "china"} <= set(closed["ussr"])
    assert closed["uk"] == ["northern_ussr", "southern_ussr", "urals", "siberia", "china"]
    g.give(power(g, "italy"), power(g, "uk"))
    assert "italy" in areas(g, g.closed[3]) and "italy" not in areas(g, g.closed[2])
