"""Positions in every kind of decision, for tests of what must hold in all of them."""

from typing import Any

from sandtable.games.total_domination.sequence import EXCHANGE, PARTNERS, Round
from tests.games.moments import Moments
from tests.games.total_domination.clicks import GAME, table

# Two positions of each kind, in each mode.
moments = Moments(GAME, 40, 2, 2, sort=lambda g: g.mode, apart=15)


# --- rare ones: the keys lead through them, and every question on the way is kept


@moments.built
def rockets() -> None:
    """Two kinds of rockets to choose from; and a rocket against a player who has Radar."""
    hands = {"germany": ["g01", "g02"], "uk": ["u01", "u02"], "japan": ["j01"], "ussr": ["r01"]}
    known = {"germany": ["flying_bomb", "rocket"], "uk": ["radar"]}
    more: dict[str, Any] = {"set_up": True, "techs": known, "tracks": {"us": 1}}
    moments.lead(table(hands=hands, **more), "card:g01 button:launch tech:rocket power:ussr")
    hands = {"germany": ["g01", "g02"], "uk": ["u01", "u02", "u03"]}
    m = table(hands=hands, mode="two_players", **more)
    moments.lead(m, "card:g01 button:launch tech:rocket button:radar")


@moments.built
def fliers() -> None:
    """Two Air Fleets could strike; then one area and unit after the other."""
    units = {
        "germany": "german_army, german_air_fleet",
        "austria": "german_air_fleet",
        "poland": "2 neutral_army",
        "france": "french_fleet",
    }
    m = table(
        units=units,
        hands={"germany": ["g01"], "uk": ["u01"]},
        techs={"germany": ["mechanization", "arsenal", "heavy_bombers"]},
    )
    strike = "card:g01 button:strike unit:german_air_fleet@austria area:poland unit:neutral_army@poland"
    moments.lead(m, strike)


@moments.built
def puppets() -> None:
    """German and Italian armies could be raised in an occupied country."""
    units = {"poland": "german_army", "low_countries": "german_army", "germany": "german_army"}
    m = table(units=units, hands={"germany": ["g08", "g01"], "uk": ["u01"]})
    moments.lead(m, "card:g08 button:event area:poland kind:italian_army")


@moments.built
def underground() -> None:
    """Resistance rises in occupied countries."""
    units = {"poland": "german_army", "low_countries": "german_army", "united_kingdom": "uk_army"}
    m = table(units=units, turn="uk", hands={"uk": ["u08", "u01"], "germany": ["g01"]})
    moments.lead(m, "card:u08 button:event area:poland area:poland")


@moments.built
def liberators() -> None:
    """Soviet armies have freed France, and several areas of their own are equally near."""
    units = {
        "france": "2 ussr_army",
        "low_countries": "ussr_army",
        "balkans": "ussr_army",
        "germany": "german_army",
    }
    m = table(Round(PARTNERS), units=units, partners={"france": "germany"})
    moments.keep(m)


@moments.built
def exchanges() -> None:
    """Whoever controls the Arctic offers a card, and the teammate answers."""
    units = {"arctic": "uk_fleet", "united_kingdom": "uk_fleet"}
    hands = {"germany": ["g01"], "uk": ["u01", "u02"], "japan": ["j01"], "ussr": ["r01", "r02"]}
    for mode in ("four_players", "three_players_allies", "two_players_variant"):
        m = table(Round(EXCHANGE), units=units, hands=hands, mode=mode, arctic=True)
        moments.lead(m, "card:u01 card:r02")
