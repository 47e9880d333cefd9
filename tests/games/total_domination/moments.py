"""Positions in every kind of decision, for tests of what must hold in all of them."""

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.sequence import EXCHANGE, PARTNERS, Round
from tests.games.total_domination.clicks import GAME, board, table

AUTOMATIC = ("Round", "Actions", "Switch", "SoloTurn")
EACH = 2  # positions of each kind, in each mode
SEEDS = 40
APART = 15  # choices between two positions that are kept of one game

_found: dict[str, list[Match]] = {}


def asking() -> set[str]:
    """The names of the steps that ask."""
    return set(GAME.steps) - set(AUTOMATIC)


def name_of(m: Match) -> str:
    """The kind of decision a match stands in."""
    return type(m.state.agenda[-1]).__name__


def wanted(g: Board) -> bool:
    """Whether more positions of this kind and mode are to be kept."""
    kept = _found.get(type(g.agenda[-1]).__name__, [])
    return sum(board(m).mode == g.mode for m in kept) < EACH


def keep(setup: Setup, g: Board) -> None:
    """Keep a position."""
    copy = g.copy()
    if isinstance(copy.rng, ScriptedRng):
        copy.rng = Rng(len(_found))
    _found.setdefault(type(g.agenda[-1]).__name__, []).append(Match(GAME, setup, copy))


def wander() -> None:
    """Random games with all scenarios, modes and options: the commoner kinds, far from each other."""
    for seed in range(SEEDS):
        walk = Walk(GAME, seed)
        since = APART
        while walk.state.result is None:
            g = walk.state
            assert isinstance(g, Board)
            since += 1
            if wanted(g) and (since > APART or type(g.agenda[-1]).__name__ not in _found):
                since = 0
                keep(walk.setup, g)
            walk.play(*walk.pick())


# --- rare ones: the keys lead through them, and every question on the way is kept


def lead(m: Match, keys: str) -> None:
    """Click through a decision and keep every position on the way."""
    keep(m.setup, board(m))
    for key in keys.split():
        m.play(key)
        if m.result is None:
            keep(m.setup, board(m))


def rockets() -> None:
    """Two kinds of rockets to choose from; and a rocket against a player who has Radar."""
    hands = {"germany": ["g01", "g02"], "uk": ["u01", "u02"], "japan": ["j01"], "ussr": ["r01"]}
    known = {"germany": ["flying_bomb", "rocket"], "uk": ["radar"]}
    lead(table(set_up=True, hands=hands, techs=known), "card:g01 button:launch tech:rocket power:ussr")
    hands = {"germany": ["g01", "g02"], "uk": ["u01", "u02", "u03"]}
    m = table(set_up=True, hands=hands, techs=known, mode="two_players")
    lead(m, "card:g01 button:launch tech:rocket button:radar")


def fliers() -> None:
    """Two Air Fleets could strike; then one area and unit after the other."""
    units = {
        "germany": "german_army, german_air_fleet",
        "austria": "german_air_fleet",
        "poland": "2 neutral_army",
        "france": "french_fleet",
    }
    m = table(units=units, hands={"germany": ["g01"], "uk": ["u01"]}, techs={"germany": ["heavy_bombers"]})
    strike = "card:g01 button:strike unit:german_air_fleet@austria area:poland unit:neutral_army@poland"
    lead(m, strike)


def puppets() -> None:
    """German and Italian armies could be raised in an occupied country."""
    units = {"poland": "german_army", "low_countries": "german_army", "germany": "german_army"}
    m = table(units=units, hands={"germany": ["g08", "g01"], "uk": ["u01"]})
    lead(m, "card:g08 button:event area:poland kind:italian_army")


def underground() -> None:
    """Resistance rises in occupied countries."""
    units = {"poland": "german_army", "low_countries": "german_army", "united_kingdom": "uk_army"}
    m = table(units=units, turn="uk", hands={"uk": ["u08", "u01"], "germany": ["g01"]})
    lead(m, "card:u08 button:event area:poland area:poland")


def liberators() -> None:
    """Soviet armies have freed France, and several areas of their own are equally near."""
    units = {
        "france": "2 ussr_army",
        "low_countries": "ussr_army",
        "balkans": "ussr_army",
        "germany": "german_army",
    }
    m = table(Round(PARTNERS), units=units, partners={"france": "germany"})
    keep(m.setup, board(m))


def exchanges() -> None:
    """Whoever controls the Arctic offers a card, and the teammate answers."""
    units = {"arctic": "uk_fleet", "united_kingdom": "uk_fleet"}
    hands = {"germany": ["g01"], "uk": ["u01", "u02"], "japan": ["j01"], "ussr": ["r01", "r02"]}
    for mode in ("four_players", "three_players_allies", "two_players_variant"):
        m = table(Round(EXCHANGE), units=units, hands=hands, mode=mode, arctic=True)
        lead(m, "card:u01 card:r02")


CRAFTS = (rockets, fliers, puppets, underground, liberators, exchanges)


def moments() -> dict[str, list[Match]]:
    """Matches by the kind of decision they stand in; copy the state before you play on."""
    if not _found:
        for craft in CRAFTS:
            craft()
        wander()
    return _found
