"""Positions in every kind of decision, for tests of what must hold in all of them."""

from sandtable.engine.step import Window
from sandtable.games.blitzkrieg_general.components.constants import (
    EMBARKED,
    INVADING,
    KEEP_RECONQUERED,
    NAVAL_MOVE,
)
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
from tests.games.blitzkrieg_general.clicks import GAME, match_of, table
from tests.games.moments import Moments

LED = (
    "Move",
    "March",
    "Fly",
    "NavalMove",
    "Sail",
    "Exploit",
    "Building",
    "Losses",
    "SplitRetreat",
    "CardWindow",
)
ROW = (("germany", "be"), ("germany", "france"), ("germany", "ussr"), ("italy", "be"), ("italy", "france"))

# Games that follow the doctrine are too long.
moments = Moments(
    GAME,
    60,
    3,
    6,
    LED,
    apart=40,
    enough=5,
    longest=9000,
    base=(Choose, GoTo, JoinCombatStep, PhaseStep, Window),
)


# --- rare ones


@moments.built
def played_cards() -> None:
    """What the player of a card chooses, for cards that are seldom played."""
    g = position(t=GAME.tables)
    germany, ussr = country(g, "germany"), country(g, "ussr")
    war = [("germany", "be"), ("germany", "france")]
    minors = {"aside": "rom_inf_2, hun_inf_2"}
    moments.keep(
        table(Activate(card_of(g, "axis_minor_activation"), germany), wars=war, units=minors), "Activate"
    )
    laid = {"total_war": "germany", "winter_offensive": "ussr"}
    codes = card_of(g, "morsecode")
    open_cards = {
        c: laid.get(c, "germany") for c in (g.t.card_id[n] for n in g.t.cards[codes].effect.cancels)
    }
    moments.keep(table(Cancel(codes, ussr), wars=ROW, in_effect=open_cards), "Cancel")
    open_cards = {"ussr_declares_war": "ussr"}
    m = table(DeclareOn(card_of(g, "ussr_declares_war"), ussr), wars=war, side="allies", in_effect=open_cards)
    moments.keep(m, "DeclareOn")
    lost = {"kiev": "germany", "odessa": "germany", "gomel": "germany"}
    moments.keep(table(Partisans(card_of(g, "partisans"), ussr, 2), wars=ROW, control=lost), "Partisans")
    army = {"moscow": "2 sov_inf_2_o, sov_arm_2_o back", "kiev": "sov_inf_3_r"}
    moments.keep(
        table(Disband(card_of(g, "national_war_ussr"), ussr), wars=ROW, side="allies", units=army), "Disband"
    )
    g = position(t=GAME.tables, units={"paris": "3 ger_inf_3, 2 ger_arm_4, ger_inf_4, fra_inf_3"}, wars=war)
    fight_in(g, "paris")
    moments.keep(match_of(g, Elite(card_of(g, "elite_troops"), germany, 2)), "Elite")


@moments.built
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
    moments.keep(match_of(g), "CoastalHit")


@moments.built
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
    moments.keep(match_of(g.copy(), invasion.ReactionTarget(fleet)), "ReactionTarget")
    g.move(fleet, space(g, "channel"))
    moments.keep(match_of(g, invasion.PinShips(space(g, "channel"), 1)), "PinShips")


@moments.built
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
    moments.keep(match_of(g), "Keep")


@moments.built
def joined() -> None:
    """A minor joins the war with ships."""
    g = position(t=GAME.tables, wars=ROW, managers={"siam": "japan"}, units={"aside": "sia_tf_2"})
    ship = next(u for u in range(g.t.n_units) if g.t.type_id[g.t.unit_type[u]] == "sia_tf_2")
    moments.keep(match_of(g, PlaceShip(ship)), "PlaceShip")
