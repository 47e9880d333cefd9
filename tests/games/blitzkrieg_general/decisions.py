"""Positions in every kind of decision, for tests of what must hold in all of them."""

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Setup
from sandtable.engine.match import Match
from sandtable.engine.step import Step, Window, step_name
from sandtable.games.blitzkrieg_general.components.constants import (
    EMBARKED,
    INVADING,
    KEEP_RECONQUERED,
    NAVAL_MOVE,
)
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep
from sandtable.games.blitzkrieg_general.rules.cards.card_choices import (
    Activate,
    Cancel,
    Choose,
    DeclareOn,
    Disband,
    Elite,
    Partisans,
)
from sandtable.games.blitzkrieg_general.rules.combat.reaction import JoinCombatStep
from sandtable.games.blitzkrieg_general.rules.naval import invasion
from sandtable.games.blitzkrieg_general.rules.politics import control
from sandtable.games.blitzkrieg_general.rules.politics.minors import PlaceShip
from sandtable.games.blitzkrieg_general.testing import card_of, country, position, space, unit_at
from tests.games.blitzkrieg_general.carding import fight_in
from tests.games.blitzkrieg_general.clicks import GAME, board, match_of, table

EACH = 3  # positions of each kind
OFTEN = 6  # of those in which players do most
APART = 40  # choices between two positions of one kind
LED = ("Move", "March", "Fly", "NavalMove", "Sail", "Exploit", "Building", "Losses", "Scatter", "CardWindow")
FIRST, ENOUGH, LAST = 0, 5, 60  # seeds of random games
LONG = 9000  # choices of one game
ROW = (("germany", "be"), ("germany", "france"), ("germany", "ussr"), ("italy", "be"), ("italy", "france"))

_found: dict[str, list[Match]] = {}


def asking() -> set[str]:
    """The names of the steps that ask; those that are only inherited from do not."""
    common = (Choose, GoTo, JoinCombatStep, PhaseStep, Window)
    return {n for n, kind in GAME.steps.items() if kind.choices is not Step.choices and kind not in common}


def name_of(m: Match) -> str:
    """The kind of decision a match stands in."""
    return step_name(type(m.state.agenda[-1]))


def wanted(name: str) -> int:
    """How many positions of a kind are kept."""
    return OFTEN if name in LED else EACH


def keep(setup: Setup, g: Board) -> None:
    """Keep a position, if there are not enough of its kind."""
    name = step_name(type(g.agenda[-1]))
    kept = _found.setdefault(name, [])
    if len(kept) < wanted(name):
        kept.append(Match(GAME, setup, g.copy()))


def wander() -> None:
    """Random games over modes, scenarios and options, until every kind has been met, and far apart."""
    missing = asking() - set(_found)
    for seed in range(FIRST, LAST):
        walk = Walk(GAME, seed, log=False)
        if walk.skill:  # long games
            continue
        met: dict[str, int] = {}
        while walk.state.result is None and len(walk.history) < LONG:
            g = walk.state
            assert isinstance(g, Board)
            name = step_name(type(g.agenda[-1]))
            now = len(walk.history)
            if len(_found.get(name, ())) < wanted(name) and now - met.get(name, -APART) >= APART:
                met[name] = now
                keep(walk.setup, g)
            walk.play(*walk.pick())
        missing -= set(_found)
        if not missing and seed >= FIRST + ENOUGH:
            return


# --- rare ones


def kept(m: Match, name: str) -> None:
    """Keep a built position, which must ask what it was built for."""
    assert name_of(m) == name, f"{name_of(m)} instead of {name}"
    keep(m.setup, board(m))


def played_cards() -> None:
    """What the player of a card chooses, for cards that are seldom played."""
    g = position(t=GAME.tables)
    germany, ussr = country(g, "germany"), country(g, "ussr")
    war = [("germany", "be"), ("germany", "france")]
    minors = {"aside": "rom_inf_2, hun_inf_2"}
    kept(table(Activate(card_of(g, "axis_minor_activation"), germany), wars=war, units=minors), "Activate")
    laid = {"total_war": "germany", "winter_offensive": "ussr"}
    codes = card_of(g, "morsecode")
    open_cards = {
        c: laid.get(c, "germany") for c in (g.t.card_id[n] for n in g.t.cards[codes].effect.cancels)
    }
    kept(table(Cancel(codes, ussr), wars=ROW, in_effect=open_cards), "Cancel")
    open_cards = {"ussr_declares_war": "ussr"}
    m = table(DeclareOn(card_of(g, "ussr_declares_war"), ussr), wars=war, side="allies", in_effect=open_cards)
    kept(m, "DeclareOn")
    lost = {"kiev": "germany", "odessa": "germany", "gomel": "germany"}
    kept(table(Partisans(card_of(g, "partisans"), ussr, 2), wars=ROW, control=lost), "Partisans")
    army = {"moscow": "2 sov_inf_2_o, sov_arm_2_o back", "kiev": "sov_inf_3_r"}
    kept(
        table(Disband(card_of(g, "national_war_ussr"), ussr), wars=ROW, side="allies", units=army), "Disband"
    )
    g = position(t=GAME.tables, units={"paris": "3 ger_inf_3, 2 ger_arm_4, ger_inf_4, fra_inf_3"}, wars=war)
    fight_in(g, "paris")
    kept(match_of(g, Elite(card_of(g, "elite_troops"), germany, 2)), "Elite")


def landed() -> None:
    """The coast has hit one of two units that land."""
    g = position(
        t=GAME.tables,
        side="allies",
        units={"channel": "be_conv [be_inf_3], be_conv [be_inf_2]", "paris": "ger_inf_3"},
        control={"normandy": "germany", "paris": "germany"},
        wars=ROW,
        dice=[6],
    )
    zone, area = space(g, "channel"), space(g, "normandy")
    for ship in list(g.at[zone]):
        for load in g.aboard(ship):
            g.mark(load, INVADING | EMBARKED)
            g.target[load] = g.target[ship] = area
    invasion.land(g)
    invasion.coastal_defence(g, area)
    kept(match_of(g), "CoastalHit")


def opposed() -> None:
    """Enemy ships react to two landings: against which, and whom do they bind."""
    g = position(
        t=GAME.tables,
        side="allies",
        phase=NAVAL_MOVE,
        units={
            "channel": "be_conv [be_inf_3], be_tf_4",
            "bay_of_biscay": "be_conv [be_inf_2]",
            "sea_of_britain": "ger_tf_4",
        },
        control={"normandy": "germany", "western_france": "germany"},
        wars=ROW,
    )
    for zone, area in (("channel", "normandy"), ("bay_of_biscay", "western_france")):
        for ship in g.at[space(g, zone)]:
            for load in g.aboard(ship):
                g.mark(load, EMBARKED)
                g.embarked_at[load] = g.place[load]
                invasion.declare(g, load, space(g, area))
    g.target[unit_at(g, "channel", "be_tf_4")] = space(g, "normandy")
    fleet = unit_at(g, "sea_of_britain", "ger_tf_4")
    kept(match_of(g.copy(), invasion.ReactionTarget(fleet)), "Against")
    g.move(fleet, space(g, "channel"))
    kept(match_of(g, invasion.PinShips(space(g, "channel"), 1)), "Bind")


def retaken() -> None:
    """A home area of a conquered power is retaken by an associate that may keep it."""
    g = position(
        t=GAME.tables,
        side="allies",
        wars=ROW,
        control={"paris": "germany"},
        conquered=["france"],
        options=KEEP_RECONQUERED,
    )
    control.occupy(g, space(g, "paris"), country(g, "be"))
    kept(match_of(g), "Keep")


def joined() -> None:
    """A minor joins the war with ships."""
    g = position(t=GAME.tables, wars=ROW, managers={"siam": "japan"}, units={"aside": "sia_tf_2"})
    ship = next(u for u in range(g.t.n_units) if g.t.type_id[g.t.unit_type[u]] == "sia_tf_2")
    kept(match_of(g, PlaceShip(ship)), "PlaceShip")


CRAFTS = (played_cards, landed, opposed, retaken, joined)


def moments() -> dict[str, list[Match]]:
    """Matches by the kind of decision they stand in; copy the state before you play on."""
    if not _found:
        for craft in CRAFTS:
            craft()
        wander()
    return _found
