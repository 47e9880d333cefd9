"""Every refusal of operations: its sentence and its rule."""

import pytest

from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.testing import unit_at
from tests.games.total_domination.driving import click, refused
from tests.games.total_domination.operating import no_way, operate, why

# --- an area for a move


@pytest.mark.rule("total_domination", "6.2b")
def test_an_area_out_of_reach() -> None:
    g = operate("germany", {"germany": "german_army", "poland": "german_army"})
    assert no_way(g, "german_army@germany", "germany") == ("6.2b", "The German army is in Germany already.")
    text = "Siberia is not next to an area in supply that the German army can reach."
    assert no_way(g, "german_army@germany", "siberia") == ("6.2b", text)
    assert no_way(operate("ussr", {"siberia": "ussr_army"}), "ussr_army@siberia", "germany")[0] == "6.2b"
    # part of its own network, but another part, or next to that [R51]
    g = operate("uk", {"united_kingdom": "uk_fleet", "india": "uk_army", "canada": "2 uk_army"})
    assert no_way(g, "uk_fleet@united_kingdom", "persia")[0] == "6.2b"
    assert no_way(g, "uk_army@india", "arabia")[0] == "6.2d"
    text = "India is not next to an area in supply that the British fleet can reach."
    assert no_way(g, "uk_fleet@united_kingdom", "india") == ("6.2b", text)


def test_an_area_out_of_reach_of_a_unit_in_an_uncontrolled_capital() -> None:
    units = {"germany": "ussr_army", "poland": "ussr_army", "baltics": "ussr_army"}
    g = operate("ussr", units)
    assert no_way(g, "ussr_army@germany", "low_countries")[0] == "6.2b"
    assert no_way(g, "ussr_army@germany", "siam")[0] == "6.2b"
    # what borders on the network has another reason
    assert no_way(g, "ussr_army@germany", "romania")[0] == "6.2d"
    h = operate("germany", {"united_kingdom": "german_fleet", "france": "german_army"})
    assert no_way(h, "german_fleet@united_kingdom", "spain")[0] == "6.2d"
    g = operate("ussr", {**units, "ukraine": "2 ussr_army"})
    assert no_way(g, "ussr_army@germany", "ukraine") == ("3.7b", "Ukraine is full: it holds 2 units.")


@pytest.mark.rule("total_domination", "2.0.1a")
def test_an_area_that_is_not_in_play() -> None:
    g = operate("germany", {"germany": "german_fleet", "atlantic": "u_boot"})
    text = "Norway is in play only with the Arctic Expansion."
    assert no_way(g, "german_fleet@germany", "norway") == ("2.0.1a", text)
    assert no_way(g, "u_boot@atlantic", "iceland")[0] == "2.0.1a"
    g = operate("germany", {})
    assert why_site(g, "u_boot", "iceland") == (
        "2.0.1a",
        "Iceland is in play only with the Arctic Expansion.",
    )


@pytest.mark.rule("total_domination", "3.7d")
@pytest.mark.rule("total_domination", "11.2c")
def test_areas_for_u_boats() -> None:
    g = operate("germany", {"atlantic": "u_boot", "iceland": "2 u_boot"}, arctic=True, year=1942)
    text = "U-boats go only to U-boat areas, and Morocco is none."
    assert no_way(g, "u_boot@atlantic", "morocco") == ("3.7d", text)
    assert no_way(g, "u_boot@atlantic", "iceland") == ("11.2c", "Iceland has its 2 U-boats already.")
    assert no_way(g, "u_boot@atlantic", "atlantic")[0] == "6.2b"


@pytest.mark.rule("total_domination", "12.1c")
@pytest.mark.rule("total_domination", "6.2e")
@pytest.mark.rule("total_domination", "3.8.4")
def test_areas_that_are_closed() -> None:
    g = operate("japan", {"nanking": "japanese_army"}, scenario="rise_of_the_axis")
    assert no_way(g, "japanese_army@nanking", "china") == ("12.1c", "In this scenario nobody enters China.")
    g = operate("ussr", {"siberia": "ussr_army"})
    assert no_way(g, "ussr_army@siberia", "china") == (
        "6.2e",
        "China is closed to you until China is at war.",
    )
    text = "Hawaii Isl. is never open to you: United States can join only your teammate."
    assert no_way(g, "ussr_army@siberia", "hawaii_isl") == ("3.8.4", text)
    g = operate("ussr", {"siberia": "ussr_army"}, joined=["us"])
    text = "Hawaii Isl. is a Home area of your teammate United Kingdom."
    assert no_way(g, "ussr_army@siberia", "hawaii_isl") == ("3.8.4", text)
    assert no_way(g, "ussr_army@siberia", "france")[0] == "3.8.4"
    g = operate("uk", {"india": "uk_army"})
    assert no_way(g, "uk_army@india", "china")[0] == "3.8.4"
    assert no_way(g, "uk_army@india", "east_usa")[0] == "6.2e"


@pytest.mark.rule("total_domination", "6.2f")
def test_areas_held_by_others() -> None:
    units = {"germany": "german_army, german_air_fleet", "poland": "neutral_army", "france": "uk_air_fleet"}
    g = operate("germany", {**units, "balkans": "japanese_army", "low_countries": "2 uk_army, resistance"})
    text = "Enemy units hold Poland (Neutral army): destroy them first."
    assert no_way(g, "german_army@germany", "poland") == ("6.2f", text)
    text = "Enemy units hold Low Countries (2 × British army): destroy them first."
    assert no_way(g, "german_army@germany", "low_countries") == ("6.2f", text)
    text = "Balkans is held by your teammate Japan."
    assert no_way(g, "german_army@germany", "balkans") == ("6.2f", text)
    text = "Enemy units hold France (British Air Fleet): destroy them first."
    assert no_way(g, "german_air_fleet@germany", "france") == ("6.2f", text)
    g = operate("japan", {"nanking": "japanese_army", "china": "chinese_army"})
    assert no_way(g, "japanese_army@nanking", "china")[0] == "6.2f"
    # what lies below does not hold an area, and Air Fleets alone hold it against nobody but their like
    g = operate("germany", {"france": "german_army, german_fleet", "atlantic": "u_boot, uk_fleet"})
    text = "Enemy units hold Atlantic (British fleet): destroy them first."
    assert no_way(g, "german_fleet@france", "atlantic") == ("6.2f", text)
    units = {"persia": "uk_army", "egypt": "uk_army", "libya": "uk_army", "italy": "german_air_fleet"}
    assert no_way(operate("uk", units), "uk_army@libya", "italy")[0] == "6.2d"


@pytest.mark.rule("total_domination", "3.7c")
@pytest.mark.rule("total_domination", "3.7b")
@pytest.mark.rule("total_domination", "11.4f")
def test_areas_of_the_wrong_kind_and_full_ones() -> None:
    units = {"united_kingdom": "uk_army, uk_fleet", "atlantic": "2 uk_fleet", "canada": "uk_army"}
    g = operate("uk", units)
    text = "Atlantic is an island, no place for the British army."
    assert no_way(g, "uk_army@united_kingdom", "atlantic") == ("3.7c", text)
    text = "Atlantic is full: it holds 2 units."
    assert no_way(g, "uk_fleet@united_kingdom", "atlantic") == ("3.7b", text)
    g = operate("ussr", {"northern_ussr": "ussr_fleet, ussr_air_fleet", "arctic": "ussr_army"}, arctic=True)
    text = "Urals is a land area, no place for the Soviet fleet."
    assert no_way(g, "ussr_fleet@northern_ussr", "urals") == ("3.7c", text)
    text = "No Air Fleet can end its move in Arctic."
    assert no_way(g, "ussr_air_fleet@northern_ussr", "arctic") == ("11.4f", text)


@pytest.mark.rule("total_domination", "6.2d")
@pytest.mark.rule("total_domination", "11.1c")
def test_areas_that_another_unit_must_enter_first() -> None:
    g = operate("germany", {"germany": "german_army, german_fleet, german_air_fleet"})
    text = "From your areas only land links lead to Poland, so an army must go there first."
    assert no_way(g, "german_fleet@germany", "poland") == ("6.2d", text)
    text = "From your areas only sea links lead to Libya, so a fleet must go there first."
    assert no_way(g, "german_army@germany", "libya") == ("6.2d", text)
    text = "An Air Fleet is never the first to enter Poland."
    assert no_way(g, "german_air_fleet@germany", "poland") == ("11.1c", text)


def test_something_else_than_an_area() -> None:
    g = operate("germany", {"germany": "german_army"})
    click(g, "unit:german_army@germany")
    text = "The German army is about to move: click the area where it goes, or take it back."
    for name in ("kind:german_army", "unit:german_army@germany", "button:done", "power:uk"):
        assert why(g, name) == ("6.2b", text)


# --- a unit to move


@pytest.mark.rule("total_domination", "11.1.Ac")
@pytest.mark.rule("total_domination", "3.9c")
def test_own_units_that_do_not_move() -> None:
    units = {"germany": "german_army, german_air_fleet used", "romania": "german_army", "atlantic": "u_boot"}
    g = operate("germany", {**units, "austria": "german_air_fleet"}, 1)
    assert why(g, "unit:german_air_fleet@austria")[0] == "6.2a"
    text = "The British army is in the supply, and not yours to deploy."
    assert why(g, "unit:uk_army#1") == ("6.1b", text)
    assert why(g, "unit:german_army#10") == (
        "6.1b",
        "That counter is in the supply: click its kind to deploy it.",
    )
    text = "The German Air Fleet (used) in Germany does nothing more this round."
    assert why(g, "unit:german_air_fleet.used@germany") == ("11.1.Ac", text)
    text = "Moving the German army costs 2 points; 1 point left."
    assert why(g, "unit:german_army@germany") == ("6.2a", text)
    assert why(g, "unit:u_boot@atlantic") == ("6.2a", "Moving the U-boat costs 2 points; 1 point left.")
    g = operate("germany", units, 2)
    text = "The German army in Romania is out of supply."
    assert why(g, "unit:german_army@romania") == ("3.9c", text)
    ring = {"persia": "ussr_army", "arabia": "ussr_army", "burma": "japanese_army"}
    g = operate("uk", {**ring, "india": "uk_army"})
    text = "There is no area that the British army in India could move to."
    assert why(g, "unit:uk_army@india") == ("6.2b", text)
    full = {"caribbean": "2 u_boot", "atlantic": "u_boot"}
    g = operate("germany", full, year=1942)
    text = "There is no area that the U-boat in Atlantic could move to."
    assert why(g, "unit:u_boot@atlantic") == ("6.2b", text)


# --- a unit to attack


@pytest.mark.rule("total_domination", "3.2b")
@pytest.mark.rule("total_domination", "6.2j")
def test_units_that_are_no_enemies() -> None:
    units = {
        "persia": "ussr_army",
        "india": "uk_army",
        "poland": "german_army, resistance",
        "china": "chinese_army",
    }
    g = operate("uk", {**units, "east_usa": "us_army"})
    assert why(g, "unit:ussr_army@persia") == ("3.2b", "The Soviet army is your teammate's.")
    text = "Resistance is on your side, and it stays where it is."
    assert why(g, "unit:resistance@poland") == ("6.2j", text)
    text = "has not joined the war: you can neither move nor attack its units."
    assert why(g, "unit:us_army@east_usa") == ("6.2e", f"United States {text}")
    assert why(g, "unit:chinese_army@china") == ("6.2e", f"China {text}")
    g = operate("japan", {"nanking": "japanese_army", "china": "chinese_army"}, scenario="rise_of_the_axis")
    text = "In this scenario units of China cannot be attacked."
    assert why(g, "unit:chinese_army@china") == ("12.1c", text)
    g = operate("japan", {"atlantic": "japanese_fleet, u_boot"})
    assert why(g, "unit:u_boot@atlantic")[0] == "3.2b"


@pytest.mark.rule("total_domination", "6.3a")
@pytest.mark.rule("total_domination", "6.3b")
@pytest.mark.rule("total_domination", "6.3c")
def test_enemies_out_of_reach_or_too_dear() -> None:
    units = {"france": "uk_army", "germany": "german_army, german_air_fleet", "poland": "german_army"}
    g = operate("uk", units, 2)
    text = "None of your units in supply is next to Poland."
    assert why(g, "unit:german_army@poland") == ("6.3a", text)
    text = "The German Air Fleet can be attacked only when no other unit is left in Germany."
    assert why(g, "unit:german_air_fleet@germany") == ("6.3c", text)
    text = "Destroying the German army in Germany costs 3 points; 2 points left."
    assert why(g, "unit:german_army@germany") == ("6.3b", text)
    g = operate("japan", {"nanking": "japanese_army", "china": "chinese_army"}, 2)
    assert why(g, "unit:chinese_army@china")[0] == "6.3b"


@pytest.mark.rule("total_domination", "6.3d")
@pytest.mark.rule("total_domination", "3.9c")
def test_u_boats_and_resistance_that_cannot_be_reached() -> None:
    units = {"atlantic": "uk_fleet, u_boot", "caribbean": "u_boot", "united_kingdom": "uk_army"}
    g = operate("uk", units, 1)
    text = "Only your own fleet in Caribbean itself can destroy the U-boat."
    assert why(g, "unit:u_boot@caribbean") == ("6.3d", text)
    text = "Destroying the U-boat in Atlantic costs 2 points; 1 point left."
    assert why(g, "unit:u_boot@atlantic") == ("6.3b", text)
    g = operate("ussr", {"atlantic": "ussr_fleet, u_boot", "caribbean": "uk_fleet, u_boot"})
    text = "Your units in Atlantic are out of supply."
    assert why(g, "unit:u_boot@atlantic") == ("3.9c", text)
    assert why(g, "unit:u_boot@caribbean")[0] == "6.3d"  # the fleet there is another's
    g = operate("germany", {"poland": "german_fleet, resistance", "ukraine": "italian_army, resistance"}, 0)
    text = "Only your own army in Poland itself can destroy the Resistance."
    assert why(g, "unit:resistance@poland") == ("6.3d", text)
    text = "Destroying the Resistance in Ukraine costs 2 points; no points left."
    assert why(g, "unit:resistance@ukraine") == ("6.3b", text)


# --- a kind to deploy, and its area


def why_site(g: Board, kind: str, area: str) -> tuple[str, str]:
    """Why a kind of unit that can be deployed cannot be deployed in an area: rule and text."""
    new = g.copy()
    click(new, f"kind:{kind}")
    refusal = refused(new, f"area:{area}")
    return refusal.rule, refusal.text


@pytest.mark.rule("total_domination", "6.1a")
@pytest.mark.rule("total_domination", "6.1e")
@pytest.mark.rule("total_domination", "6.1g")
def test_kinds_that_cannot_be_deployed() -> None:
    g = operate("germany", {"austria": "german_air_fleet", "libya": "german_fleet", "atlantic": "u_boot"}, 2)
    assert why(g, "kind:resistance") == ("6.1g", "Resistance comes into play only by events.")
    assert why(g, "kind:uk_army") == ("6.1b", "The British army is not yours to deploy.")
    assert why(g, "kind:neutral_army") == ("6.1b", "The Neutral army is not yours to deploy.")
    assert why(g, "kind:us_army")[0] == "6.1b"
    assert why(g, "kind:german_fleet") == ("3.6a", "All counters of the German fleet are on the board.")
    assert why(g, "kind:german_air_fleet") == ("6.1e", "You may have only 1 Air Fleet on the board.")
    assert why(g, "kind:u_boot") == ("11.2c", "In 1939 only 1 U-boat may be on the board.")
    text = "Deploying the German army costs 3 points; 2 points left."
    assert why(g, "kind:german_army") == ("6.1a", text)
    g = operate("uk", {"india": "2 uk_army", "united_kingdom": "uk_air_fleet"}, damage=["united_kingdom"])
    text = "There is no place where the British army could be deployed now."
    assert why(g, "kind:uk_army") == ("6.1b", text)
    assert why(g, "kind:us_army") == ("9.0a", "United States has not joined the war.")
    assert why(g, "kind:chinese_army")[0] == "6.1b"
    g = operate("germany", {"atlantic": "3 u_boot"}, year=1943)
    assert why(g, "kind:u_boot") == ("3.6a", "All counters of the U-boat are on the board.")


@pytest.mark.rule("total_domination", "11.1a")
@pytest.mark.rule("total_domination", "13.0.8")
def test_kinds_that_are_not_in_the_game() -> None:
    text = "Air Fleets and U-boats are not used in this game."
    g = operate("germany", {}, 2, advanced=False)
    assert why(g, "kind:german_air_fleet") == why(g, "kind:u_boot") == ("11.1a", text)
    assert why(g, "kind:german_fleet")[0] == "6.1a"
    g = operate("uk", {}, scenario="solo", mode="solo")
    assert why(g, "kind:uk_air_fleet") == ("13.0.8", text)


@pytest.mark.rule("total_domination", "6.1b")
@pytest.mark.rule("total_domination", "3.5e")
@pytest.mark.rule("total_domination", "3.5f")
@pytest.mark.rule("total_domination", "6.1h")
def test_areas_where_a_kind_cannot_be_deployed() -> None:
    g = operate("uk", {"south_africa": "2 uk_fleet"}, joined=["us"])
    text = "The British army is deployed only in Home areas of United Kingdom."
    assert why_site(g, "uk_army", "east_usa") == ("6.1b", text)
    assert why_site(g, "uk_army", "poland")[0] == "6.1b"
    assert why_site(g, "uk_army", "canada") == ("3.5e", "Canada has no factory.")
    assert why_site(g, "uk_air_fleet", "canada") == ("3.5e", "Canada has no factory.")
    assert why_site(g, "us_fleet", "hawaii_isl") == ("3.5f", "Hawaii Isl. has no shipyard.")
    g = operate("germany", {"austria": "ussr_army"})
    assert why_site(g, "german_army", "austria") == ("6.1b", "There are enemy units in Austria.")
    g = operate("germany", {}, damage=["germany"])
    text = "Germany is damaged until an Administrative phase finds it free."
    assert why_site(g, "german_army", "germany") == ("6.1h", text)
    g = operate("germany", {"germany": "4 german_army"}, damage=["italy"])
    assert why_site(g, "german_army", "germany") == ("3.7b", "Germany is full: it holds 4 units.")
    g = operate("germany", {"atlantic": "2 u_boot"}, year=1943, arctic=True)
    text = "U-boats are deployed in U-boat areas, and Spain is none."
    assert why_site(g, "u_boot", "spain") == ("6.1f", text)
    assert why_site(g, "u_boot", "atlantic") == ("11.2c", "Atlantic has its 2 U-boats already.")
    g = operate("germany", {})
    assert why_site(g, "german_army", "finland")[0] == "2.0.1a"
    click(g, "kind:german_army")
    text = "The German army is about to be deployed: click the area, or take it back."
    assert why(g, "unit:german_army#1") == why(g, "button:done") == ("6.1b", text)


# --- buttons and the rest


@pytest.mark.rule("total_domination", "6.0b")
@pytest.mark.rule("total_domination", "6.0c")
def test_buttons_that_do_not_apply() -> None:
    g = operate("germany", {}, 0, hands={"germany": ["g03"]})
    assert why(g, "button:save") == ("6.0b", "There is no point left to save.")
    assert why(g, "button:add_saved") == ("6.0c", "You have no saved point.")
    assert why(g, "button:disband") == ("6.1d", "You have no units on the board.")
    text = "Click a unit first: then the areas it can reach are offered."
    assert why(g, "area:germany") == why(g, "area:aleut_isl") == ("6.2b", text)
    text = "One card is played in a turn; end these operations first."
    assert why(g, "card:g03") == why(g, "card:g01") == why(g, "card:cn2") == ("3.3a", text)
    text = "A card played for points buys deployment, moves and attacks, nothing else."
    assert why(g, "power:germany") == why(g, "tech:rocket") == why(g, "button:strike") == ("6.0f", text)
    g = operate("germany", {}, 3, saved={"germany": "u01"})
    assert why(g, "button:save") == ("6.0b", "You have a saved point already; you may add it now.")
    assert unit_at(g, "german_army", "supply") == 0
    assert why(g, "unit:german_army#1")[0] == "6.1b" and why(g, "unit:resistance#6")[0] == "6.1b"
