"""Logistics events: deployment, moves, puppets and Resistance. [7.2]"""

from typing import Any

import pytest

from sandtable.games.total_domination.components.constants import DISCARDED, IN_PLAY
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.invariants import check_board
from sandtable.games.total_domination.rules.cards import logistics
from sandtable.games.total_domination.rules.cards.logistics import Logistics
from sandtable.games.total_domination.testing import area, areas, card, position, power, units_at
from tests.games.total_domination.driving import begin, click, idle, log, number, offers, refused
from tests.games.total_domination.playing import EXAMPLES, consistent, gains, place_of, play, points

OCCUPIED = {
    "germany": "german_army",
    "poland": "german_army",
    "ukraine": "german_army",
    "libya": "italian_army",
    "france": "german_army",
}


def of(g: Board, kind: str) -> list[str]:
    """What is offered of one kind of thing: areas, kinds, units."""
    return [name for name in offers(g) if name.startswith(f"{kind}:")]


# --- icons in general


@pytest.mark.rule("total_domination", "7.2")
def test_icons_are_used_in_any_order_and_the_card_is_discarded_after_the_last() -> None:
    g = play(position(units={"germany": "german_army"}, hands={"germany": ["g06"]}), "g06")
    click(g, "unit:german_army@germany", "area:low_countries")
    assert of(g, "unit") == []  # the one move is made
    click(g, "kind:german_army", "area:austria")
    assert place_of(g, "g06") == IN_PLAY
    click(g, "kind:german_army", "area:germany")
    assert idle(g) and place_of(g, "g06") == DISCARDED
    assert units_at(g, "low_countries") == units_at(g, "austria") == units_at(g, "germany") == "german_army"
    consistent(g)


@pytest.mark.rule("total_domination", "7.2")
def test_every_icon_is_optional() -> None:
    g = play(position(units={"germany": "german_army"}, hands={"germany": ["g06"]}), "g06")
    click(g, "button:done")
    assert idle(g) and place_of(g, "g06") == DISCARDED
    assert units_at(g, "germany") == "german_army"


@pytest.mark.rule("total_domination", "7.2")
def test_an_event_asks_for_what_its_icons_show_and_refuses_the_rest() -> None:
    units = {"germany": "german_army", "poland": "neutral_army"}
    g = play(position(units=units, hands={"germany": ["g06", "g04"]}), "g06")
    assert g.agenda[-1].prompt(g, 0).text == (
        "Germany with Conscription (5): click a kind of unit to deploy (2 army) or a unit to move (1); "
        "or Done."
    )
    assert refused(g, "unit:neutral_army@poland").rule == "7.2"  # no attacks
    assert refused(g, "kind:german_fleet").rule == "7.2.A"
    assert refused(g, "kind:u_boot").rule == "7.2.A"
    assert refused(g, "area:poland").rule == "7.2"
    assert refused(g, "card:g04").rule == "3.3a"
    assert refused(g, "button:save").rule == "7.2"
    assert refused(g, "power:uk").rule == "7.2"
    assert refused(g, "unit:german_army#9").rule == "7.2.A"  # in the supply


@pytest.mark.rule("total_domination", "6.1d")
def test_own_units_may_be_disbanded_during_the_event() -> None:
    g = play(position(units={"germany": "4 german_army"}, hands={"germany": ["g06"]}), "g06")
    click(g, "button:disband", "unit:german_army@germany")
    assert units_at(g, "germany") == "3 german_army"
    assert "kind:german_army" in offers(g)
    g = play(position(hands={"germany": ["g06"]}), "g06")
    assert refused(g, "button:disband").rule == "6.1d"


# --- deployment icons


@pytest.mark.rule("total_domination", "7.2.A")
def test_each_deployment_icon_brings_one_unit_of_its_type_for_nothing() -> None:
    g = play(position(hands={"uk": ["u07"]}, turn="uk"), "u07")
    assert of(g, "kind") == ["kind:uk_army", "kind:uk_fleet", "kind:french_army", "kind:french_fleet"]
    click(g, "kind:uk_army", "area:india")
    assert of(g, "kind") == ["kind:uk_fleet", "kind:french_fleet"]
    assert refused(g, "kind:uk_army").rule == "7.2.A"
    click(g, "kind:uk_fleet")
    assert offers(g) == ["area:south_africa", "area:united_kingdom"]
    click(g, "area:south_africa")
    assert idle(g)


@pytest.mark.rule("total_domination", "7.2.A")
def test_an_air_fleet_icon_brings_an_air_fleet() -> None:
    g = play(position(hands={"germany": ["g09"]}), "g09")
    click(g, "kind:german_air_fleet", "area:austria")
    assert units_at(g, "austria") == "german_air_fleet"
    assert of(g, "kind") == ["kind:german_army", "kind:italian_army"]
    g = play(position(units={"austria": "german_air_fleet"}, hands={"germany": ["g09"]}), "g09")
    assert refused(g, "kind:german_air_fleet").rule == "6.1e"


@pytest.mark.rule("total_domination", "7.2.A")
def test_deployment_by_event_keeps_the_rules_of_the_building() -> None:
    g = position(
        hands={"uk": ["u06"]}, turn="uk", damage=["south_africa"], units={"united_kingdom": "uk_fleet"}
    )
    play(g, "u06")
    click(g, "kind:uk_fleet")  # only one yard is left, so it goes there at once
    assert units_at(g, "united_kingdom") == "2 uk_fleet"


@pytest.mark.rule("total_domination", "7.2.A")
def test_a_fleet_icon_is_no_u_boat() -> None:
    g = position(year=1942)
    begin(g, Logistics(card(g, "g06"), 0, 1, 0, 0, 0, 0, 0))
    assert of(g, "kind") == ["kind:german_fleet", "kind:italian_fleet"]
    assert refused(g, "kind:u_boot").rule == "7.2.A"
    g = play(position(hands={"japan": ["j06"]}, turn="japan"), "j06")
    assert of(g, "kind") == ["kind:japanese_fleet", "kind:japanese_air_fleet"]


@pytest.mark.rule("total_domination", "7.0c")
def test_after_joining_both_countries_are_mixed_each_at_home() -> None:
    g = play(position(joined=["us"], hands={"uk": ["u06"]}, turn="uk"), "u06")
    assert of(g, "kind") == ["kind:uk_fleet", "kind:us_fleet", "kind:french_fleet"]
    click(g, "kind:us_fleet")
    assert offers(g) == ["area:east_usa", "area:west_usa"]
    assert refused(g, "area:united_kingdom").rule == "6.1b"
    click(g, "area:west_usa", "kind:uk_fleet")
    assert offers(g) == ["area:south_africa", "area:united_kingdom"]
    click(g, "area:united_kingdom")
    assert idle(g)


@pytest.mark.rule("total_domination", "7.0c")
def test_an_event_of_the_joined_power_deploys_its_players_units_too() -> None:
    g = play(position(joined=["china"], hands={"ussr": ["cn1"]}, turn="ussr"), "cn1")
    assert of(g, "kind") == ["kind:ussr_army", "kind:chinese_army"]
    # before it joins, an event of the USSR brings no Chinese army
    g = play(position(hands={"ussr": ["r06"]}, turn="ussr"), "r06")
    assert of(g, "kind") == ["kind:ussr_army"]
    assert refused(g, "kind:chinese_army").rule == "9.0a"


# --- movement icons


@pytest.mark.rule("total_domination", "7.2.B")
def test_each_movement_icon_moves_one_unit_of_any_type() -> None:
    units = {
        "germany": "german_army, german_air_fleet, german_fleet",
        "atlantic": "u_boot",
        "poland": "german_army",
    }
    g = play(position(units=units, hands={"germany": ["g07"]}), "g07")
    assert of(g, "unit") == [
        "unit:german_army@germany",
        "unit:german_fleet@germany",
        "unit:german_air_fleet@germany",
        "unit:german_army@poland",
        "unit:u_boot@atlantic",
    ]
    click(g, "unit:u_boot@atlantic", "area:caribbean", "unit:german_air_fleet@germany", "area:poland")
    assert of(g, "unit") == []
    assert refused(g, "unit:german_army@germany").rule == "7.2.B"
    assert units_at(g, "poland") == "german_army, german_air_fleet"


@pytest.mark.rule("total_domination", "7.2.B")
def test_a_unit_just_deployed_may_move() -> None:
    g = play(position(units={"italy": ""}, hands={"germany": ["g07"]}), "g07")
    click(g, "kind:german_army", "area:germany", "unit:german_army@germany", "area:low_countries")
    click(g, "unit:german_army@low_countries", "area:france")
    assert units_at(g, "france") == "german_army"
    assert idle(g)


@pytest.mark.rule("total_domination", "7.2.B")
def test_a_movement_icon_keeps_the_rules_of_movement() -> None:
    units = {"burma": "japanese_army", "japan": "japanese_army, japanese_air_fleet used"}
    g = play(position(units=units, hands={"japan": ["j07"]}, turn="japan"), "j07")
    assert refused(g, "unit:japanese_army@burma").rule == "3.9c"
    assert refused(g, "unit:japanese_air_fleet.used@japan").rule == "11.1.Ac"
    click(g, "unit:japanese_army@japan")
    assert refused(g, "area:midway_isl").rule == "3.7c"


@pytest.mark.rule("total_domination", "7.2.B")
def test_any_of_several_like_units_may_be_clicked() -> None:
    g = play(position(units={"germany": "2 german_army"}, hands={"germany": ["g07"]}), "g07")
    assert of(g, "unit") == ["unit:german_army@germany"]
    other = number(g, "unit:german_army@germany") + 1
    assert g.agenda[-1].allows(g, 0, other)
    g.apply(0, other)
    click(g, "area:low_countries")
    assert g.place[other - g.ids.unit] == area(g, "low_countries")


@pytest.mark.rule("total_domination", "9.2a")
def test_a_move_by_event_into_an_inactive_power_provokes_it() -> None:
    g = position(units={"nanking": "japanese_army"}, hands={"japan": ["j07"]}, turn="japan")
    play(g, "j07")
    click(g, "unit:japanese_army@nanking", "area:china")
    assert g.track[g.t.nation_index["china"]] == 1


# --- puppets


@pytest.mark.rule("total_domination", "7.2.C")
def test_puppets_are_two_armies_in_different_occupied_areas() -> None:
    g = position(units={**OCCUPIED, "libya": "italian_army, german_army"}, hands={"germany": ["g08"]})
    before = points(g)
    play(g, "g08")
    # Libya is full; Germany is home.
    assert of(g, "area") == ["area:france", "area:poland", "area:ukraine"]
    click(g, "area:poland")
    assert of(g, "area") == ["area:france", "area:ukraine"]
    assert refused(g, "area:poland").rule == "7.2.C"
    click(g, "area:ukraine")
    assert of(g, "area") == []  # two armies for one icon
    assert units_at(g, "poland") == units_at(g, "ukraine") == "2 german_army"
    assert gains(g, before) == {}
    assert log(g)[-1] == "Puppets: Germany raises a German army in Ukraine."
    click(g, "button:done")
    assert idle(g) and place_of(g, "g08") == DISCARDED


@pytest.mark.rule("total_domination", "7.2.C")
def test_each_puppet_goes_to_a_different_area() -> None:
    # Two units in an occupied Capital leave room for two more, but only one puppet may come.
    g = position(units={"northern_ussr": "2 german_army"}, hands={"germany": ["g08"]})
    play(g, "g08")
    click(g, "area:northern_ussr", "kind:german_army")
    assert units_at(g, "northern_ussr") == "3 german_army"
    assert of(g, "area") == []
    assert refused(g, "area:northern_ussr").rule == "7.2.C"


@pytest.mark.rule("total_domination", "7.2.C")
def test_where_puppets_are_refused() -> None:
    units = {
        **OCCUPIED,
        "poland": "2 german_army",
        "japan": "japanese_fleet",
        "mariana_isl": "japanese_fleet",
    }
    g = play(position(units=units, hands={"germany": ["g08"]}), "g08")
    for name, rule in [
        ("germany", "7.2.C"),  # home
        ("italy", "7.2.C"),
        ("manchuria", "7.2.C"),
        ("balkans", "7.2.C"),  # not held
        ("mariana_isl", "7.2.C"),  # held by the teammate
        ("poland", "3.7b"),
        ("norway", "2.0.1a"),
    ]:
        assert refused(g, f"area:{name}").rule == rule, name
    assert refused(g, "kind:german_army").rule == "7.2.C"  # the area is asked for
    g = play(position(units=units, hands={"japan": ["j08"]}, turn="japan"), "j08")
    assert refused(g, "area:mariana_isl").rule == "3.7c"  # an island
    assert of(g, "area") == []


@pytest.mark.rule("total_domination", "7.2.C")
def test_a_lone_unit_in_an_enemy_capital_raises_no_puppets() -> None:
    g = play(position(units={"northern_ussr": "german_army"}, hands={"germany": ["g08"]}), "g08")
    assert of(g, "area") == []  # nobody controls it [3.8.1c]
    assert refused(g, "area:northern_ussr").rule == "7.2.C"


@pytest.mark.rule("total_domination", "7.2.C")
@pytest.mark.rule("total_domination", "7.2.Da")
def test_a_partners_area_is_its_players_home() -> None:
    """[R20]"""
    units = {"france": "german_army"}
    g = position(units=units, hands={"germany": ["g08"]})
    assert of(play(g, "g08"), "area") == ["area:france"]  # occupied, and British still
    assert areas(g, logistics.resistance_sites(g)) == ["france"]
    g = position(units=units, partners={"france": "germany"}, hands={"germany": ["g08"]})
    assert of(play(g, "g08"), "area") == []
    assert refused(g, "area:france").rule == "7.2.C"
    assert (
        logistics.resistance_sites(g) == 0 and logistics.why_resistance(g, area(g, "france")).rule == "7.2.Da"
    )
    g = position(units={"italy": "german_army"}, partners={"italy": "uk"}, hands={"germany": ["g08"]})
    assert of(play(g, "g08"), "area") == ["area:italy"]  # retaken, and British still
    assert areas(g, logistics.resistance_sites(g)) == ["italy"]
    # Resistance stays when the area becomes a collaborator's
    g = position(units={"france": "german_army, resistance"})
    g.give(power(g, "france"), power(g, "germany"))
    assert units_at(g, "france") == "german_army, resistance"
    check_board(begin(g))


@pytest.mark.rule("total_domination", "7.2.C")
def test_puppets_may_be_armies_of_a_partner() -> None:
    g = play(position(units={"poland": "german_army"}, hands={"germany": ["g08"]}), "g08")
    click(g, "area:poland")
    assert offers(g) == ["kind:german_army", "kind:italian_army"]
    assert refused(g, "kind:german_fleet").rule == "7.2.C"
    assert refused(g, "kind:uk_army").rule == "7.2.C"
    assert refused(g, "area:poland").rule == "7.2.C"
    click(g, "kind:italian_army")
    assert refused(g, "kind:italian_army").rule == "7.2.C"
    assert units_at(g, "poland") == "german_army, italian_army"


@pytest.mark.rule("total_domination", "3.6a")
def test_a_partner_whose_army_is_on_the_board_raises_none() -> None:
    units = {"poland": "german_army", "libya": "italian_army"}
    g = play(position(units=units, partners={"france": "germany"}, hands={"germany": ["g08"]}), "g08")
    click(g, "area:poland")
    assert offers(g) == ["kind:german_army", "kind:french_army"]
    assert refused(g, "kind:italian_army").rule == "3.6a"


@pytest.mark.rule("total_domination", "7.2.C")
@pytest.mark.rule("total_domination", "3.6a")
def test_puppets_are_limited_by_the_counters() -> None:
    units = {"poland": "japanese_army", "ukraine": "2 japanese_army", "romania": "2 japanese_army"}
    units["balkans"] = "2 japanese_army"
    g = play(position(units=units, hands={"japan": ["j08"]}, turn="japan"), "j08")
    assert of(g, "area") == []
    assert refused(g, "area:poland").rule == "3.6a"


@pytest.mark.rule("total_domination", "7.2.C")
def test_puppets_provoke_no_inactive_power() -> None:
    g = position(units={"china": "2 japanese_army"}, hands={"japan": ["j08"]}, turn="japan")
    play(g, "j08")
    click(g, "area:china")
    assert units_at(g, "china") == "3 japanese_army"
    assert g.track[g.t.nation_index["china"]] == 0


# --- Resistance


@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.rule("total_domination", "7.2.Db")
def test_resistance_value() -> None:
    row = EXAMPLES["resistance_value"]
    move: dict[str, Any] = row["actions"][0]
    g = position(units={"france": "german_army", "ukraine": "german_army"}, hands={"uk": ["u08"]}, turn="uk")
    before = points(g)
    play(g, move["card"], move["by"])
    for name, many in move["places"]:
        for _ in range(many):
            click(g, f"area:{name}")
    assert idle(g) and place_of(g, "u08") == DISCARDED
    assert gains(g, before) == row["expect"]["vp_delta"] == {"germany": -2}
    assert units_at(g, "france") == "german_army, resistance"
    assert units_at(g, "ukraine") == "german_army, 2 resistance"
    consistent(g)


@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.rule("total_domination", "3.7f")
def test_resistance_rises_only_where_the_axis_holds_other_countries() -> None:
    units = {
        "germany": "german_army",
        "poland": "german_army",
        "nanking": "japanese_army",
        "burma": "japanese_army",
        "mariana_isl": "japanese_fleet",
        "persia": "uk_army",
        "romania": "neutral_army",
        "northern_ussr": "german_army",
    }
    g = play(position(units=units, hands={"ussr": ["r08"]}, turn="ussr"), "r08")
    assert of(g, "area") == ["area:poland", "area:burma"]
    text = "Soviet Union with Partisans (5): click an area for Resistance (3); or Done."
    assert g.agenda[-1].prompt(g, 3).text == text
    for name, rule in [
        ("germany", "7.2.Da"),
        ("nanking", "7.2.Da"),
        ("persia", "7.2.Da"),
        ("romania", "7.2.Da"),
        ("balkans", "7.2.Da"),
        ("northern_ussr", "7.2.Da"),  # a Capital that nobody controls
        ("mariana_isl", "3.7f"),
        ("norway", "2.0.1a"),
    ]:
        assert refused(g, f"area:{name}").rule == rule, name
    assert refused(g, "kind:resistance").rule == "7.2.Da"
    click(g, "area:poland", "area:poland", "area:poland")  # all three in one area
    assert idle(g) and units_at(g, "poland") == "german_army, 3 resistance"


@pytest.mark.rule("total_domination", "7.2.Da")
@pytest.mark.rule("total_domination", "3.6a")
def test_resistance_is_limited_by_the_counters() -> None:
    units = {"poland": "german_army, 5 resistance"}
    g = play(position(units=units, hands={"ussr": ["r08"]}, turn="ussr"), "r08")
    click(g, "area:poland")
    assert of(g, "area") == []
    assert refused(g, "area:poland").rule == "3.6a"
    click(g, "button:done")
    assert idle(g)


@pytest.mark.rule("total_domination", "7.2.Db")
def test_each_resistance_unit_takes_a_point_down_to_none() -> None:
    g = play(position(units={"poland": "german_army"}, hands={"uk": ["u08"]}, turn="uk"), "u08")
    before = g.vp[0]
    for left in (1, 0, 0):
        click(g, "area:poland")
        assert g.worth[area(g, "poland")] == left
        assert g.vp[0] == before - 2 + left
    assert log(g)[-1] == "Resistance rises in Poland."


@pytest.mark.rule("total_domination", "7.2.Dc")
def test_resistance_stays_when_the_axis_leaves_and_counts_again_when_it_returns() -> None:
    g = position(
        units={"poland": "german_army, resistance", "germany": "german_army"}, hands={"germany": ["g07"]}
    )
    play(g, "g07")
    click(g, "unit:german_army@poland", "area:austria")
    assert units_at(g, "poland") == "resistance"
    before = g.vp[0]
    click(g, "unit:german_army@germany", "area:poland")
    assert units_at(g, "poland") == "german_army, resistance"
    assert g.vp[0] == before + 1  # of two stars


@pytest.mark.rule("total_domination", "7.2.Dd")
def test_resistance_ends_when_an_allied_unit_comes() -> None:
    units = {"burma": "2 resistance", "india": "uk_army"}
    g = position(units=units, joined=["us"], hands={"uk": ["us1"]}, turn="uk")
    before = g.vp[1]
    play(g, "us1")
    click(g, "unit:uk_army@india", "area:burma")
    assert units_at(g, "burma") == "uk_army"
    assert g.vp[1] == before + 1
    assert g.on_board(g.t.resistance_kind) == 0
    assert log(g)[-1] == "The Resistance in Burma has done its work and returns to the supply."


@pytest.mark.rule("total_domination", "7.2.C")
@pytest.mark.rule("total_domination", "7.2.Da")
def test_puppets_are_axis_icons_and_resistance_allied_ones() -> None:
    g = position()
    puppets, resistance = card(g, "g08"), card(g, "u08")
    assert logistics.icons(g, power(g, "germany"), puppets) == (0, 0, 0, 1, 2, 0)
    assert logistics.icons(g, power(g, "uk"), puppets) == (0, 0, 0, 1, 0, 0)
    assert logistics.icons(g, power(g, "uk"), resistance) == (0, 0, 0, 0, 0, 3)
    assert logistics.icons(g, power(g, "japan"), resistance) == (0, 0, 0, 0, 0, 0)
