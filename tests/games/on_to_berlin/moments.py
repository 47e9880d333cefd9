"""Positions in every kind of decision, for tests of what must hold in all of them."""

from typing import Any

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.engine.step import step_name
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import control, lines_of_communication
from sandtable.games.on_to_berlin.sequence import EndPhase
from sandtable.testing import play_keys
from tests.games.on_to_berlin.clicks import GAME, board, new_turn, table

AUTOMATIC = (
    "Turn",
    "NextSide",
    "EndPhase",
    "NextTurn",
    "Battle",
    "Spend",
    "Bombs",
    "Capacity",
    "UpdateControl",
    "Recover",
)
EACH = 3  # positions of each kind
OFTEN = 8  # of those in which groups are led
LED = ("Impulses", "Points", "Activate", "March", "Target", "Flight", "Retreat", "Deploy")

_found: dict[str, list[Match]] = {}


def asking() -> set[str]:
    """The names of the steps that ask."""
    return set(GAME.steps) - set(AUTOMATIC)


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
        copy = g.copy()
        if isinstance(copy.rng, ScriptedRng):
            copy.rng = Rng(len(kept))
        kept.append(Match(GAME, setup, copy))


def wander() -> None:
    """Random games with all options: the commoner kinds, far from each other."""
    for seed in range(14):
        walk = Walk(GAME, seed)
        since = 0
        while walk.state.result is None:
            g = walk.state
            assert isinstance(g, Board)
            name = step_name(type(g.agenda[-1]))
            known = _found.get(name, [])
            since += 1
            if len(known) < wanted(name) and (since > 25 or not known):
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


def event(card: str, keys: str, held: tuple[str, ...] = (), **more: Any) -> None:
    """Play a card, event first, and click through it; `held` are cards of the other side."""
    side, other = ("axis", "allied") if card.startswith("ax") else ("allied", "axis")
    more.setdefault("units", {})
    more["units"] = {"out": "ge_af_jet", **more["units"]}
    m = table(side=side, hands={side: [card], other: list(held)}, **more)
    play_keys(m, f"card:{card} button:event_first")
    lead(m, keys)


def landings() -> None:
    """Operation Seelöwe, from sea and air."""
    event(
        "ax_operation_seelowe_3",
        "button:transport unit:ge_lf@belgium unit:ge_lf@belgium/2 button:done area:english_channel "
        "area:london button:drop unit:ge_ab@ruhr area:london unit:ge_lf@london button:all",
        units={
            "belgium": "4 ge_lf",
            "ruhr": "ge_lf, ge_ab",
            "english_channel": "ge_nf",
            "london": "uk_gf",
        },
        control={"belgium": "ge", "english_channel": "ge", "north_sea": "ge"},
        allied=["uk", "be"],
    )
    event(
        "al_amphibious_airborne_ops_3",
        "button:transport unit:us_lf@england unit:us_lf@england/2 button:done area:english_channel "
        "area:paris button:drop unit:uk_ab@england",
        units={"england": "uk_lf, uk_ab, us_ab, 3 us_lf", "english_channel": "uk_nf", "paris": "ge_lf"},
        control={"paris": "ge"},
        allied=["uk", "us", "fr"],
    )


def raiders() -> None:
    """Wolfpacks in both oceans; the Allies choose what they lose."""
    event(
        "ax_wolfpacks_3",
        "unit:ge_ss@north_sea button:done area:english_channel area:central_atlantic "
        "unit:ge_ss@central_atlantic button:done",
        ("al_supply_2", "al_development_2", "al_redeploy_2", "al_ambush_2"),
        units={
            "north_sea": "2 ge_ss",
            "central_atlantic": "2 ge_ss_nw",
            "north_atlantic": "ge_ss_nw",
        },
        markers={"us": 1},
        options=["allied_discards"],
        dice=[1],
    )


def bombers() -> None:
    """Long-range bombers, and what they may do."""
    event(
        "al_long_range_bombing_4",
        "unit:uk_af@london unit:uk_af@london/2 button:bomb area:berlin",
        ("ax_supply_2", "ax_development_2"),
        units={"london": "uk_lf, 3 uk_af", "berlin": "ge_lf, ge_af"},
        options=["axis_discards"],
        turn=8,
        dice=[1, 6],
    )


def weapons() -> None:
    """New Weapons of several types wait for their release."""
    event(
        "ax_new_weapons_3",
        "type:ge_tf_523",
        units={"new_weapons": "2 ge_tf_523, ge_tf_633, 4 ge_ss_nw", "berlin": "ge_lf"},
        turn=9,
    )


def partisans() -> None:
    """Yugoslav units recover, or one more appears."""
    event(
        "al_supply_4",
        "button:place_one",
        units={"yugoslavia": "ge_lf, yu_lf spent", "london": "uk_lf"},
        allied=["uk", "fr", "yu"],
        control={"yugoslavia": "ge"},
    )


def ambushed() -> None:
    """A group has moved through two areas with enemies in them; then who counterattacks."""
    units = {
        "berlin": "2 ge_tf, ge_lf",
        "ruhr": "ge_lf, 2 uk_lf",
        "southern_germany": "ge_lf, uk_lf",
        "out": "ge_af_jet",
    }
    m = table(units=units, hands={"axis": ["ax_blitzkrieg_2"], "allied": ["al_ambush_2"]}, dice=[1, 6])
    play_keys(m, "card:ax_blitzkrieg_2 button:points_first unit:ge_tf@berlin button:all button:move")
    lead(m, "area:ruhr area:southern_germany card:al_ambush_2 area:ruhr unit:uk_lf@ruhr button:done")


def intruders() -> None:
    """Neutral ground is about to be entered, on foot and from the air; the jet has answered a strike."""
    units = {
        "ruhr": "2 ge_lf, ge_af_jet",
        "berlin": "ge_lf, 2 ge_af",
        "leningrad": "su_lf",
        "belgium": "be_lf",
        "london": "uk_lf, uk_af",
    }
    hands = {"axis": ["ax_blitzkrieg_2", "ax_ambush_2"]}
    m = table(units=units, hands=hands, options=["jets"], dice=[6, 6, 6])
    play_keys(m, "card:ax_blitzkrieg_2 button:points_first unit:ge_lf@ruhr button:move")
    lead(m, "button:violate area:belgium unit:ge_af@berlin button:strike button:violate area:leningrad")
    play_keys(m, "button:pass unit:uk_af@london button:strike area:ruhr")
    lead(m, "button:jet")


def leaving() -> None:
    """Units may be withdrawn at the end of a turn."""
    units = {"berlin": "2 ge_lf, ge_tf", "paris": "fr_lf, uk_lf", "london": "2 uk_lf"}
    lead(new_turn(EndPhase(), units=units), "button:withdraw")


def overloaded() -> None:
    """More units at sea than the ships there carry."""
    m = table(
        lines_of_communication.Capacity(), units={"english_channel": "uk_nf, uk_gf, uk_tf", "berlin": "ge_lf"}
    )
    keep(m.setup, board(m))


def shared() -> None:
    """Two partners, one area."""
    units = {"paris": "ge_lf, it_lf", "berlin": "ge_lf"}
    g = board(table(units=units, axis=("ge", "it"), hands={"axis": ["ax_supply_2"]}))
    g.touched = [g.t.area_index["paris"]]
    g.push(control.UpdateControl())
    g.advance()
    keep(GAME.settle(), g)


CRAFTS = (landings, raiders, bombers, weapons, partisans, intruders, ambushed, leaving, overloaded, shared)


def moments() -> dict[str, list[Match]]:
    """Matches by the kind of decision they stand in; copy the state before you play on."""
    if not _found:
        for craft in CRAFTS:
            craft()
        wander()
    return _found
