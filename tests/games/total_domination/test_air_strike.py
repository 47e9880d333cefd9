"""Air Strikes: which Air Fleet, how far, what it may destroy and what that costs."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.step import Step
from sandtable.games.total_domination.components.constants import DISCARDED
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.rules.action_phase import Use
from sandtable.games.total_domination.rules.cards import war_entry
from sandtable.games.total_domination.rules.operations import air_fleets, attack, movement
from sandtable.games.total_domination.testing import card, position, power, unit_at, units_at
from tests.games.total_domination.driving import begin, click, idle, log, offers, refused

FILE = tomllib.loads(Path(__file__).with_name("examples.toml").read_text(encoding="utf-8"))
EXAMPLES: dict[str, dict[str, Any]] = {example["id"]: example for example in FILE["example"]}


def strike(g: Board, name: str) -> None:
    """The active power discards a card for an Air Strike."""
    begin(g, Use(card(g, name)))
    click(g, "button:strike")


def barred(g: Board, name: str) -> tuple[str, str]:
    """Why the active power may not strike with a card."""
    assert not air_fleets.can_strike(g, g.power, card(g, name))
    refusal = refused(begin(g, Use(card(g, name))), "button:strike")
    return refusal.text, refusal.rule


def again(step: Step[Any]) -> Step[Any]:
    """A step after saving and loading."""
    return type(step).unpack(step.pack())


@pytest.mark.rule("total_domination", "11.1.Aa")
@pytest.mark.rule("total_domination", "11.1.Ab")
@pytest.mark.rule("total_domination", "11.1.Ad")
@pytest.mark.parametrize("action", EXAMPLES["air_strike_cost"]["actions"])
def test_the_example_of_costs(action: dict[str, Any]) -> None:
    rows = EXAMPLES["air_strike_cost"]["position"]
    g = position(
        units={row["area"]: f"{row['count']} {row['unit']}" for row in rows},
        hands={"germany": [action["card"]]},
    )
    fleets = [
        u for u in range(g.t.n_units) if g.t.kind_id[g.t.unit_kind[u]] == "uk_fleet" and g.place[u] >= 0
    ]
    assert sum(attack.cost(g, g.power, u) for u in fleets) == action["cost"]
    strike(g, action["card"])
    click(g, "unit:uk_fleet@united_kingdom")
    if action["legal"]:
        click(g, "unit:uk_fleet@united_kingdom")
    assert idle(g)  # no further unit can be paid for
    assert units_at(g, "united_kingdom") == ("" if action["legal"] else "uk_fleet")
    assert g.cards[card(g, action["card"])] == DISCARDED


@pytest.mark.rule("total_domination", "6.5")
def test_a_strike_needs_the_rules_for_air_fleets() -> None:
    units = {"germany": "german_air_fleet", "france": "uk_army"}
    plain = position(units=units, advanced=False, hands={"germany": ["g01"]})
    assert barred(plain, "g01")[1] == "6.5"
    alone = position(set_up=True, scenario="solo", mode="solo", turn="uk", hands={"uk": ["u01"]})
    assert barred(alone, "u01")[1] == "6.5"
    none = position(set_up=True, hands={"germany": ["g01"]})
    text, rule = barred(none, "g01")
    assert "no Air Fleet" in text and rule == "11.1.Aa"


@pytest.mark.rule("total_domination", "11.1.Aa")
def test_targets_are_at_most_two_links_away() -> None:
    """[R18]"""
    units = {
        "germany": "german_air_fleet",
        "united_kingdom": "uk_army",
        "spain": "uk_army",
        "egypt": "uk_army",
    }
    g = position(units=units, hands={"germany": ["g01"]})
    strike(g, "g01")
    assert offers(g) == ["area:spain", "area:united_kingdom"]
    assert "more than two links" in refused(g, "area:egypt").text
    assert refused(g, "area:poland").rule == "11.1.Ad"
    assert refused(g, "area:iceland").rule == "2.0.1a"
    assert "area" in refused(g, "unit:uk_army@spain").text
    assert "7 points" in g.agenda[-1].prompt(g, 0).text
    assert again(g.agenda[-1]).choices(g, 0) == g.choices(0)
    far = position(units={"germany": "german_air_fleet", "egypt": "uk_army"}, hands={"germany": ["g01"]})
    text, rule = barred(far, "g01")
    assert "two links" in text and rule == "11.1.Aa"


@pytest.mark.rule("total_domination", "11.1.Aa")
@pytest.mark.parametrize("arctic", [False, True])
def test_the_way_leads_over_the_arctic_only_where_it_is_in_play(arctic: bool) -> None:
    """[R18]"""
    units = {"canada": "uk_air_fleet", "siberia": "japanese_army"}
    g = position(units=units, turn="uk", arctic=arctic, hands={"uk": ["u01"]})
    assert air_fleets.can_strike(g, power(g, "uk"), card(g, "u01")) == arctic


@pytest.mark.rule("total_domination", "11.1.Aa")
def test_an_air_fleet_out_of_supply_does_not_strike() -> None:
    units = {"romania": "german_army, german_air_fleet", "ukraine": "ussr_army"}
    g = position(units=units, hands={"germany": ["g01"]})
    text, rule = barred(g, "g01")
    assert "out of supply" in text and rule == "11.1.Aa"
    linked = position(units={**units, "balkans": "german_army"}, hands={"germany": ["g01"]})
    assert air_fleets.can_strike(linked, power(linked, "germany"), card(linked, "g01"))


@pytest.mark.rule("total_domination", "11.1.Ab")
@pytest.mark.rule("total_domination", "11.1.Ac")
def test_after_its_strike_an_air_fleet_does_nothing_more_in_the_round() -> None:
    units = {"germany": "german_air_fleet", "low_countries": "2 uk_army"}
    g = position(units=units, hands={"germany": ["g06", "g02"]})
    plane = unit_at(g, "german_air_fleet", "germany")
    assert movement.destinations(g, g.power, plane)
    strike(g, "g06")
    click(g, "unit:uk_army@low_countries")
    assert idle(g) and g.used[plane] == 1
    text, rule = barred(g, "g02")
    assert "already" in text and rule == "11.1.Ab"
    assert movement.destinations(g, g.power, plane) == 0
    # Nor does it serve the attacks of others. [R17]
    assert unit_at(g, "uk_army", "low_countries") not in attack.targets(g, g.power, 3)


@pytest.mark.rule("total_domination", "11.1.Ab")
def test_each_air_fleet_strikes_for_itself() -> None:
    units = {
        "germany": "2 german_army, german_air_fleet",
        "austria": "german_air_fleet, german_army",
        "low_countries": "uk_army",
        "turkey": "uk_army",
    }
    g = position(units=units, hands={"germany": ["g06", "g02"]})
    strike(g, "g06")
    assert offers(g) == ["unit:german_air_fleet@germany", "unit:german_air_fleet@austria"]
    assert "one of your Air Fleets" in refused(g, "unit:german_army@germany").text
    assert refused(g, "area:turkey").rule == "11.1.Aa"
    assert "Germany" in g.agenda[-1].prompt(g, 0).text
    assert again(g.agenda[-1]).choices(g, 0) == g.choices(0)
    click(g, "unit:german_air_fleet@germany", "unit:uk_army@low_countries")
    assert idle(g)
    strike(g, "g02")  # now the other one
    click(g, "unit:uk_army@turkey")
    assert idle(g) and units_at(g, "turkey") == ""


@pytest.mark.rule("total_domination", "11.1.Aa")
@pytest.mark.rule("total_domination", "11.1.Ab")
def test_why_an_air_fleet_is_not_offered() -> None:
    units = {
        "united_kingdom": "uk_air_fleet",
        "france": "german_army",
        "canada": "uk_air_fleet used",
        "east_usa": "us_air_fleet",
        "caribbean": "german_fleet",
        "brazil": "us_army, us_air_fleet",
        "japan": "japanese_air_fleet",
    }
    g = position(units=units, turn="uk", joined=["us"], hands={"uk": ["u01"]})
    strike(g, "u01")
    assert offers(g) == ["unit:uk_air_fleet@united_kingdom", "unit:us_air_fleet@east_usa"]
    assert refused(g, "unit:uk_air_fleet.used@canada").rule == "11.1.Ab"
    assert "out of supply" in refused(g, "unit:us_air_fleet@brazil").text
    assert "one of your Air Fleets" in refused(g, "unit:japanese_air_fleet@japan").text
    del units["brazil"], units["japan"]
    far = position(
        units={**units, "hawaii_isl": "us_air_fleet"}, turn="uk", joined=["us"], hands={"uk": ["u01"]}
    )
    strike(far, "u01")
    assert "no target in range" in refused(far, "unit:us_air_fleet@hawaii_isl").text


def test_of_air_fleets_alike_in_one_area_one_is_offered() -> None:
    units = {"germany": "2 german_air_fleet", "low_countries": "uk_army", "france": "uk_army"}
    g = position(units=units, hands={"germany": ["g06"]})
    strike(g, "g06")  # nothing is asked about the Air Fleet
    assert offers(g) == ["area:france", "area:low_countries"]
    assert air_fleets.Sortie(5).allows(g, 0, g.ids.unit + unit_at(g, "german_air_fleet", "germany", 1))


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_some_or_all_units_of_one_area_are_destroyed() -> None:
    units = {"germany": "german_air_fleet", "low_countries": "2 uk_army", "france": "french_fleet"}
    g = position(units=units, hands={"germany": ["g01"]})
    strike(g, "g01")
    assert offers(g) == ["area:france", "area:low_countries"]
    click(g, "area:low_countries")
    assert offers(g) == ["unit:uk_army@low_countries"]
    assert refused(g, "button:done").rule == "11.1.Ad"
    assert "7 points" in g.agenda[-1].prompt(g, 0).text
    assert refused(g, "unit:french_fleet@france").rule == "11.1.Ad"
    assert refused(g, "area:france").rule == "11.1.Ad"
    click(g, "unit:uk_army@low_countries")
    assert offers(g) == ["unit:uk_army@low_countries", "button:done"]
    assert "4 points" in g.agenda[-1].prompt(g, 0).text
    assert again(g.agenda[-1]).choices(g, 0) == g.choices(0)
    click(g, "button:done")
    assert idle(g) and units_at(g, "low_countries") == "uk_army"
    assert units_at(g, "france") == "french_fleet"
    assert g.saved(g.power) == -1  # what is left is lost [11.1.Ab]


def test_any_of_several_counters_alike_may_be_clicked() -> None:
    units = {"germany": "german_air_fleet", "low_countries": "2 uk_army"}
    g = position(units=units, hands={"germany": ["g06"]})
    strike(g, "g06")
    second = unit_at(g, "uk_army", "low_countries", 1)
    assert g.ids.unit + second not in g.choices(0)
    assert g.agenda[-1].allows(g, 0, g.ids.unit + second)
    g.apply(0, g.ids.unit + second)
    assert g.place[second] < 0 and idle(g)


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_technologies_lower_the_cost_as_in_any_attack() -> None:
    units = {"germany": "german_air_fleet", "united_kingdom": "2 uk_fleet, uk_army"}
    g = position(units=units, hands={"germany": ["u02"]}, techs={"germany": ["heavy_battleships"]})
    strike(g, "u02")  # 5 points: two fleets at 2, nothing is left for an army at 3
    click(g, "unit:uk_fleet@united_kingdom", "unit:uk_fleet@united_kingdom")
    assert idle(g) and units_at(g, "united_kingdom") == "uk_army"


@pytest.mark.rule("total_domination", "11.1.Ad")
@pytest.mark.rule("total_domination", "6.3c")
def test_air_fleets_are_destroyed_last() -> None:
    """[R54]"""
    units = {"germany": "german_air_fleet", "united_kingdom": "uk_army, uk_fleet, uk_air_fleet"}
    g = position(units=units, hands={"germany": ["g01"]}, techs={"germany": ["self_propelled_artillery"]})
    strike(g, "g01")  # 7 points: 2 + 3 + 2
    assert refused(g, "unit:uk_air_fleet@united_kingdom").rule == "6.3c"
    click(g, "unit:uk_army@united_kingdom")
    assert offers(g) == ["unit:uk_fleet@united_kingdom", "button:done"]
    click(g, "unit:uk_fleet@united_kingdom")
    assert offers(g) == ["unit:uk_air_fleet@united_kingdom", "button:done"]
    click(g, "unit:uk_air_fleet@united_kingdom")
    assert idle(g) and units_at(g, "united_kingdom") == ""


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_a_unit_that_costs_too_much_is_refused_with_its_price() -> None:
    units = {"germany": "german_air_fleet", "united_kingdom": "uk_army, uk_fleet"}
    g = position(units=units, hands={"germany": ["u06"]}, techs={"germany": ["self_propelled_artillery"]})
    strike(g, "u06")
    click(g, "unit:uk_army@united_kingdom")
    assert offers(g) == ["unit:uk_fleet@united_kingdom", "button:done"]
    short = position(
        units=units,
        hands={"germany": ["g11"]},
        techs={"germany": ["self_propelled_artillery"]},
        tactics={"germany": ["u05"]},
    )
    strike(short, "g11")
    assert offers(short) == ["unit:uk_army@united_kingdom"]
    refusal = refused(short, "unit:uk_fleet@united_kingdom")
    assert refusal.rule == "11.1.Aa" and "costs 3 points; 2 points left" in refusal.text


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_u_boats_and_resistance_cannot_be_struck() -> None:
    """[R54]"""
    units = {"united_kingdom": "uk_air_fleet", "atlantic": "u_boot"}
    g = position(units=units, turn="uk", hands={"uk": ["u01"]})
    assert barred(g, "u01")[1] == "11.1.Aa"
    g = position(units={**units, "atlantic": "german_fleet, u_boot"}, turn="uk", hands={"uk": ["u01"]})
    strike(g, "u01")
    assert offers(g) == ["unit:german_fleet@atlantic"]
    assert refused(g, "unit:u_boot@atlantic").rule == "6.3d"
    click(g, "unit:german_fleet@atlantic")
    assert idle(g) and units_at(g, "atlantic") == "u_boot"
    under = {"germany": "german_air_fleet", "low_countries": "german_army, resistance"}
    assert barred(position(units=under, hands={"germany": ["g01"]}), "g01")[1] == "11.1.Aa"


@pytest.mark.rule("total_domination", "11.1.Aa")
@pytest.mark.parametrize(
    ("name", "before", "saved", "killed"),
    [
        ("u02", [], False, 1),  # 5 printed
        ("g02", [], False, 2),  # 6 in its own colour
        ("u02", ["g04"], False, 2),  # +1
        ("g02", ["u05"], False, 1),  # -1
        ("u02", [], True, 1),  # a saved point does not count
    ],
)
def test_what_a_card_is_worth_in_a_strike(name: str, before: list[str], saved: bool, killed: int) -> None:
    """[R16]"""
    g = position(
        units={"germany": "german_air_fleet", "united_kingdom": "2 uk_fleet"},
        hands={"germany": [name]},
        tactics={"germany": before},
        saved={"germany": "r13"} if saved else {},
    )
    strike(g, name)
    click(g, "unit:uk_fleet@united_kingdom")
    assert idle(g) == (killed == 1)
    assert g.saved(g.power) == (card(g, "r13") if saved else -1)


@pytest.mark.rule("total_domination", "11.1.Aa")
def test_an_area_where_the_points_suffice_for_nothing_is_not_struck() -> None:
    g = position(
        units={
            "germany": "german_air_fleet",
            "spain": "uk_army",
            "low_countries": "uk_army",
            "atlantic": "uk_fleet",
        },
        hands={"germany": ["g11"]},
        techs={"germany": ["self_propelled_artillery"]},
        tactics={"germany": ["u05"]},
    )
    strike(g, "g11")  # worth 2: an army, but no fleet
    assert offers(g) == ["area:low_countries", "area:spain"]
    assert "With 2 points" in refused(g, "area:atlantic").text


@pytest.mark.rule("total_domination", "11.1.Aa")
def test_a_card_that_destroys_nothing_cannot_be_discarded() -> None:
    g = position(
        units={"germany": "german_air_fleet", "united_kingdom": "uk_fleet"},
        hands={"germany": ["g11"]},
        tactics={"germany": ["u05"]},
        saved={"germany": "r13"},
    )
    text, rule = barred(g, "g11")
    assert rule == "11.1.Aa" and "costs 3 points" in text and "worth 2" in text


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_neutral_armies_are_enemies_too() -> None:
    g = position(units={"germany": "german_air_fleet", "poland": "neutral_army"}, hands={"germany": ["g06"]})
    strike(g, "g06")
    click(g, "unit:neutral_army@poland")
    assert units_at(g, "poland") == ""


@pytest.mark.rule("total_domination", "9.2d")
def test_each_unit_destroyed_is_an_attack_of_its_own() -> None:
    """[R54]"""
    g = position(
        units={"japan": "japanese_air_fleet", "philippines": "2 us_fleet"},
        turn="japan",
        hands={"japan": ["j01"]},
    )
    strike(g, "j01")
    click(g, "unit:us_fleet@philippines", "unit:us_fleet@philippines")
    assert g.track[power(g, "us")] == 2


@pytest.mark.rule("total_domination", "11.1.Ad")
def test_nobody_strikes_friends_or_those_who_are_let_be() -> None:
    units = {
        "canada": "uk_air_fleet",
        "east_usa": "us_army",
        "united_kingdom": "uk_army",
        "atlantic": "uk_fleet",
    }
    g = position(units=units, turn="uk", hands={"uk": ["u01"]})
    assert barred(g, "u01")[1] == "11.1.Aa"
    asia = {"india": "uk_air_fleet", "persia": "ussr_army", "china": "chinese_army"}
    assert barred(position(units=asia, turn="uk", hands={"uk": ["u01"]}), "u01")[1] == "11.1.Aa"


def test_air_fleets_of_a_joined_power_strike_for_its_patron() -> None:
    """[R15]"""
    units = {"east_usa": "us_air_fleet", "caribbean": "german_fleet"}
    g = position(units=units, turn="uk", hands={"uk": ["u01"]})
    assert not air_fleets.can_strike(g, g.power, card(g, "u01"))
    war_entry.join(g, power(g, "us"))
    strike(g, "u01")
    click(g, "unit:german_fleet@caribbean")
    assert idle(g) and units_at(g, "east_usa") == "us_air_fleet used"
    assert any("strikes Caribbean" in line for line in log(g))
