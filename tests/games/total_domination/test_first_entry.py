"""The first unit into an unoccupied coastal area comes over a link of its own kind. [6.2d]"""

import pytest

from sandtable.games.total_domination.components.constants import NOBODY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.action_phase import Actions
from sandtable.games.total_domination.testing import area, power, units_at
from tests.games.total_domination.driving import begin, click
from tests.games.total_domination.operating import goals, left, move, no_way, operate
from tests.games.total_domination.playing import consistent, gains, points


def play_on(g: Board) -> Board:
    """The game at the beginning of the next power's turn."""
    new = g.copy()
    new.agenda = []
    begin(new, Actions(1))
    return new


BASE = {"germany": "german_army, german_fleet, german_air_fleet"}


@pytest.mark.rule("total_domination", "6.2d")
def test_over_land_an_army_is_first_and_over_sea_a_fleet() -> None:
    """[R11]"""
    g = operate("germany", BASE)
    # Poland, Low Countries, France: land only; Libya: sea only; Balkans: land from Austria, sea from Italy
    army, fleet = goals(g, "german_army@germany"), goals(g, "german_fleet@germany")
    assert [a for a in army if a not in g.t.area_id[:4]] == ["france", "low_countries", "poland", "balkans"]
    assert fleet == ["italy", "balkans", "libya"]
    assert no_way(g, "german_fleet@germany", "poland")[0] == "6.2d"
    assert no_way(g, "german_army@germany", "libya")[0] == "6.2d"


@pytest.mark.rule("total_domination", "6.2d")
def test_afterwards_any_unit_follows_over_either_kind_of_link() -> None:
    g = operate("germany", BASE)
    move(g, "german_army@germany", "poland")
    assert {"poland"} <= set(goals(g, "german_fleet@germany")) & set(goals(g, "german_air_fleet@germany"))
    g = operate("germany", BASE)
    move(g, "german_fleet@germany", "libya")
    assert {"libya"} <= set(goals(g, "german_army@germany")) & set(goals(g, "german_air_fleet@germany"))
    assert {"morocco", "egypt"} <= set(goals(g, "german_army@germany"))  # and goes on by land


@pytest.mark.rule("total_domination", "6.2d")
def test_it_holds_for_later_turns_too_while_the_unit_is_there() -> None:
    g = operate("germany", {**BASE, "libya": "italian_fleet"})
    assert "libya" in goals(g, "german_army@germany")
    # an area that was left is unoccupied again
    move(g, "italian_fleet@libya", "italy")
    assert "libya" not in goals(g, "german_army@germany")


@pytest.mark.rule("total_domination", "6.2d")
def test_only_the_last_link_counts() -> None:
    """[R11]"""
    units = {"united_kingdom": "uk_army, uk_fleet", "france": "french_fleet"}
    g = operate("uk", units)
    # to Spain only a land link leads from France, to Morocco a sea link; the army crosses the Channel first
    assert "spain" in goals(g, "uk_army@united_kingdom") and "morocco" not in goals(
        g, "uk_army@united_kingdom"
    )
    assert "morocco" in goals(g, "uk_fleet@united_kingdom") and "spain" not in goals(
        g, "uk_fleet@united_kingdom"
    )
    # the Low Countries have both
    assert "low_countries" in goals(g, "uk_army@united_kingdom")
    assert "low_countries" in goals(g, "uk_fleet@united_kingdom")
    # from the island alone there is only the sea
    g = operate("uk", {**units, "france": "german_army"})
    assert goals(g, "uk_army@united_kingdom") == []
    assert goals(g, "uk_fleet@united_kingdom") == ["low_countries", "atlantic"]


@pytest.mark.rule("total_domination", "6.2d")
def test_islands_and_land_areas_have_no_such_rule_and_none_is_needed() -> None:
    g = operate("japan", {"japan": "japanese_fleet, japanese_army", "manchuria": "japanese_army"})
    assert {"midway_isl", "mariana_isl"} <= set(goals(g, "japanese_fleet@japan"))
    assert "mongolia" in goals(g, "japanese_army@japan")
    assert "mongolia" not in goals(g, "japanese_fleet@japan")


@pytest.mark.rule("total_domination", "6.2d")
@pytest.mark.rule("total_domination", "11.1c")
def test_an_air_fleet_is_never_first() -> None:
    """[R11]"""
    g = operate("japan", {"japan": "japanese_air_fleet", "manchuria": "japanese_air_fleet"})
    assert goals(g, "japanese_air_fleet@japan") == ["nanking", "manchuria", "ryukyu_isl"]
    assert no_way(g, "japanese_air_fleet@japan", "midway_isl")[0] == "11.1c"
    assert no_way(g, "japanese_air_fleet@japan", "mongolia")[0] == "11.1c"
    assert no_way(g, "japanese_air_fleet@japan", "siberia")[0] == "11.1c"


@pytest.mark.rule("total_domination", "6.2d")
def test_own_empty_home_areas_are_open_over_any_link() -> None:
    """[R50]"""
    g = operate("japan", {"japan": "japanese_army, japanese_fleet", "indochina": "japanese_fleet"})
    assert {"nanking", "manchuria"} <= set(goals(g, "japanese_army@japan"))  # only the sea between
    assert "nanking" in goals(g, "japanese_fleet@indochina")  # only land between
    assert "ryukyu_isl" not in goals(g, "japanese_army@japan")  # but by the kind of area
    g = operate("ussr", {"northern_ussr": "ussr_fleet"})
    assert goals(g, "ussr_fleet@northern_ussr") == ["japan", "southern_ussr", "siberia", "romania"]


@pytest.mark.rule("total_domination", "6.2d")
def test_enemy_home_areas_are_entered_like_neutral_ones() -> None:
    """[R11]"""
    units = {"manchuria": "japanese_army, japanese_fleet"}
    g = operate("japan", units)
    assert "siberia" in goals(g, "japanese_army@manchuria")
    assert "siberia" in goals(g, "japanese_fleet@manchuria")  # from Japan there is the sea
    g = operate("japan", {**units, "japan": "uk_army"})
    assert "siberia" in goals(g, "japanese_army@manchuria")
    assert "siberia" not in goals(g, "japanese_fleet@manchuria")


@pytest.mark.rule("total_domination", "6.2d")
def test_a_second_unit_follows_into_a_capital_over_any_link() -> None:
    """[R10]"""
    units = {"france": "german_army, german_fleet", "low_countries": "german_army"}
    g = operate("germany", units)
    assert "united_kingdom" in goals(g, "german_fleet@france")
    assert "united_kingdom" not in goals(g, "german_army@france")
    before = points(g)
    move(g, "german_fleet@france", "united_kingdom")
    assert g.control[area(g, "united_kingdom")] == NOBODY and gains(g, before) == {"uk": -3}
    assert not g.damage & g.t.bit[area(g, "united_kingdom")]
    assert "united_kingdom" in goals(g, "german_army@france")
    move(g, "german_army@low_countries", "united_kingdom")
    assert g.control[area(g, "united_kingdom")] == power(g, "germany")
    assert g.damage & g.t.bit[area(g, "united_kingdom")]
    assert units_at(g, "united_kingdom") == "german_army, german_fleet"
    consistent(g)


@pytest.mark.rule("total_domination", "6.2d")
def test_a_capital_takes_four() -> None:
    units = {"france": "2 german_army", "united_kingdom": "3 german_army, german_fleet"}
    assert "united_kingdom" not in goals(operate("germany", units), "german_army@france")
    units["united_kingdom"] = "2 german_army, german_fleet"
    assert "united_kingdom" in goals(operate("germany", units), "german_army@france")


@pytest.mark.rule("total_domination", "3.5d")
@pytest.mark.parametrize("alternative", [False, True])
def test_triangles_are_land_links(alternative: bool) -> None:
    units = {"balkans": "german_army", "italy": "german_army, italian_fleet"}
    g = operate("germany", units, alternative=alternative)
    assert {"romania", "turkey"} <= set(goals(g, "german_army@italy"))
    assert not {"romania", "turkey"} & set(goals(g, "italian_fleet@italy"))
    assert "egypt" in goals(g, "italian_fleet@italy") and "egypt" not in goals(g, "german_army@italy")


@pytest.mark.rule("total_domination", "6.2d")
def test_the_rule_costs_a_move_of_its_own() -> None:
    g = operate("germany", BASE, 4)
    click(g, "unit:german_army@germany", "area:poland", "unit:german_fleet@germany", "area:poland")
    assert left(g) == 0 and units_at(g, "poland") == "german_army, german_fleet"


@pytest.mark.rule("total_domination", "6.2d")
def test_once_a_fleet_has_gone_first_an_army_may_follow_in_the_same_turn_though_the_fleet_has_left() -> None:
    units = {"italy": "german_army, italian_fleet", "germany": "german_army"}
    g = operate("germany", units, hands={"uk": ["u01"]})
    assert "libya" not in goals(g, "german_army@italy")
    move(g, "italian_fleet@italy", "libya")
    move(g, "italian_fleet@libya", "italy")
    assert units_at(g, "libya") == ""
    assert "libya" in goals(g, "german_army@italy") and "libya" in goals(g, "german_army@germany")
    assert "egypt" not in goals(g, "german_army@italy")  # only the coast where the fleet has been
    move(g, "german_army@italy", "libya")
    assert units_at(g, "libya") == "german_army"
    # the next turn knows nothing of it
    g = play_on(g)
    assert g.power == power(g, "uk") and not g.first_by_sea


@pytest.mark.rule("total_domination", "6.2d")
def test_likewise_a_fleet_follows_an_army_that_has_left() -> None:
    g = operate("germany", {"germany": "german_army, german_fleet"})
    move(g, "german_army@germany", "poland")
    move(g, "german_army@poland", "germany")
    assert "poland" in goals(g, "german_fleet@germany")
    assert "low_countries" not in goals(g, "german_fleet@germany")


@pytest.mark.rule("total_domination", "6.2d")
def test_a_fleet_that_stood_there_before_or_came_to_an_occupied_coast_opens_nothing() -> None:
    g = operate("germany", {"italy": "german_army, italian_fleet", "libya": "german_army"})
    move(g, "italian_fleet@italy", "libya")  # occupied: the first unit had come earlier
    move(g, "german_army@libya", "germany")
    move(g, "italian_fleet@libya", "italy")
    assert "libya" not in goals(g, "german_army@germany")


def test_a_save_keeps_which_coasts_were_entered_and_an_older_one_may_lack_it() -> None:
    g = operate("germany", {"italy": "german_army, italian_fleet"})
    move(g, "italian_fleet@italy", "libya")
    assert g.first_by_sea == g.t.bit[area(g, "libya")] and not g.first_by_land
    data = g.pack()
    assert data["first_by_sea"] == g.first_by_sea == g.copy().first_by_sea
    del data["first_by_sea"], data["first_by_land"]
    g.restore(data)
    assert not g.first_by_sea
