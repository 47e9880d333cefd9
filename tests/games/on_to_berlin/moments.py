"""Positions in every kind of decision, for tests of what must hold in all of them."""

from typing import Any

from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import control, lines_of_communication
from sandtable.games.on_to_berlin.sequence import EndPhase
from sandtable.testing import play_keys
from tests.games.moments import Moments
from tests.games.on_to_berlin.clicks import GAME, board, new_turn, table

LED = ("Impulses", "Points", "Activate", "March", "Target", "Flight", "Retreat", "Deploy")


def phase(g: Board) -> int:
    """Return which part of its decision a step stands in."""
    return sum(getattr(g.agenda[-1], name, False) for name in ("unlocked", "jet", "picking"))


moments = Moments(GAME, 14, 3, 8, LED, sort=phase)

# --- rare ones: the keys lead through them, and every question on the way is kept


def event(card: str, keys: str, held: tuple[str, ...] = (), **more: Any) -> None:
    """Play a card, event first, and click through it; `held` are cards of the other side."""
    side, other = ("axis", "allied") if card.startswith("ax") else ("allied", "axis")
    more.setdefault("units", {})
    more["units"] = {"out": "ge_af_jet", **more["units"]}
    m = table(side=side, hands={side: [card], other: list(held)}, **more)
    play_keys(m, f"card:{card} button:event_first")
    moments.lead(m, keys)


@moments.built
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
        markers={"us": 5},
    )


@moments.built
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


@moments.built
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


@moments.built
def weapons() -> None:
    """New Weapons of several types wait for their release."""
    event(
        "ax_new_weapons_3",
        "type:ge_tf_523",
        units={"new_weapons": "2 ge_tf_523, ge_tf_633, 4 ge_ss_nw", "berlin": "ge_lf"},
        turn=9,
    )


@moments.built
def partisans() -> None:
    """Yugoslav units recover, or one more appears."""
    event(
        "al_supply_4",
        "button:place_one",
        units={"yugoslavia": "ge_lf, yu_lf spent", "london": "uk_lf"},
        allied=["uk", "fr", "yu"],
        control={"yugoslavia": "ge"},
    )


@moments.built
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
    moments.lead(m, "area:ruhr area:southern_germany card:al_ambush_2 area:ruhr unit:uk_lf@ruhr button:done")


@moments.built
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
    moments.lead(
        m, "button:violate area:belgium unit:ge_af@berlin button:strike button:violate area:leningrad"
    )
    play_keys(m, "button:pass unit:uk_af@london button:strike area:ruhr")
    moments.lead(m, "button:jet")


@moments.built
def leaving() -> None:
    """Units may be withdrawn at the end of a turn."""
    units = {"berlin": "2 ge_lf, ge_tf", "paris": "fr_lf, uk_lf", "london": "2 uk_lf", "out": "ge_af_jet"}
    moments.lead(new_turn(EndPhase(), units=units), "button:withdraw")


@moments.built
def overloaded() -> None:
    """More units at sea than the ships there carry."""
    units = {"english_channel": "uk_nf, uk_gf, uk_tf", "berlin": "ge_lf", "out": "ge_af_jet"}
    m = table(lines_of_communication.Capacity(), units=units)
    moments.keep(m)


@moments.built
def shared() -> None:
    """Two partners, one area."""
    units = {"southern_france": "ge_lf, it_lf", "berlin": "ge_lf", "out": "ge_af_jet"}
    g = board(table(units=units, axis=("ge", "it"), hands={"axis": ["ax_supply_2"]}))
    g.touched = [g.t.area_index["southern_france"]]
    g.push(control.UpdateControl())
    g.advance()
    moments.store(GAME.settle(), g)
