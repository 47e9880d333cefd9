"""Every click that is not allowed is answered with a reason and a rule, in every kind of decision."""

import pytest

from sandtable.games.blitzkrieg_general.components.constants import (
    IN_HAND,
    MOVE,
    NAVAL_MOVE,
    PRODUCTION,
    RAIL,
)
from sandtable.games.blitzkrieg_general.rules.economy.production import Building
from sandtable.games.blitzkrieg_general.rules.movement.movement_phase import Move
from sandtable.games.blitzkrieg_general.rules.movement.rail import Rail
from sandtable.games.blitzkrieg_general.rules.naval.naval_phase import NavalMove
from sandtable.games.blitzkrieg_general.testing import country
from sandtable.testing import play_keys
from tests.games.blitzkrieg_general.clicks import GAME, board, refused_by, table
from tests.games.blitzkrieg_general.moments import moments
from tests.games.promises.words import refusals

# Where players do most; there a refusal depends on what is clicked.
BUSY = {
    "AirReaction": 4,
    "Building": 8,
    "CardWindow": 3,
    "Exploit": 5,
    "Fly": 6,
    "ForceReaction": 3,
    "FreeSetUp": 3,
    "LandReaction": 3,
    "Losses": 3,
    "March": 4,
    "Move": 6,
    "NavalMove": 5,
    "NavalReaction": 3,
    "Place": 4,
    "Rail": 4,
    "RailTo": 4,
    "Rebase": 4,
    "RebaseTo": 4,
    "Reinforcements": 4,
    "Reserves": 4,
    "ReserveTo": 3,
    "Return": 4,
    "Sail": 8,
    "SplitRetreat": 4,
    "Segments": 3,
    "ReactionSpace": 3,
}


@pytest.mark.parametrize("kind", sorted(BUSY))
def test_where_players_do_most_the_reason_fits_the_click(kind: str) -> None:
    """A number of different sentences remains, even without the names of things."""
    told: set[str] = set()
    for m in moments()[kind]:
        g = board(m)
        for seat in g.seats():
            for choice, (text, _) in refusals(GAME, m.state, seat).items():
                label = GAME.names.labels[choice]
                told.add(text.replace(" (flipped)", "").replace(", flipped", "").replace(label, "…"))
    assert len(told) >= BUSY[kind], told


def test_cards_of_the_hand_are_refused_with_the_time_they_are_played_at() -> None:
    seen = 0
    for kind, found in moments().items():
        for m in found:
            g = board(m)
            for seat in g.seats():
                for card in range(g.t.n_cards):
                    choice = g.ids.card + card
                    held = g.card_at[card] == IN_HAND and g.seat_of[g.card_owner[card]] == seat
                    if not held or kind in ("Counter", "Decisions", "Forced", "Purchases", "Yield", "Cancel"):
                        continue
                    if g.agenda[-1].allows(g, seat, choice):
                        continue
                    seen += 1
                    text, rule = GAME.refusal(g, seat, choice)
                    assert g.t.cards[card].title in text and "do not hold" not in text, f"{kind}: {text}"
                    assert rule.startswith(("A7.4", "CARD.", "C", "R", "TT", "A8")), f"{kind}: {text} {rule}"
    assert seen > 100


# --- what a player would try

WAR = [("germany", "france"), ("germany", "be"), ("germany", "poland"), ("be", "poland")][:3]
UNITS = {
    "prussia": "ger_inf_3, ger_arm_4, ger_air_3",
    "western_germany": "2 ger_inf_3",
    "baltic_sea": "ger_conv [ger_inf_2], ger_tf_3",
    "maginot": "fra_inf_3",
    "southern_italy": "ita_inf_2",
    "kiev": "sov_inf_2_o",
}


def test_reasons_while_units_are_moved() -> None:
    m = table(Move(), phase=MOVE, units=UNITS, wars=WAR, hands={"germany": ["surprise"]})
    wanted = {
        "unit:fra_inf_3@maginot": "B6.1.4",
        "unit:ger_inf_3@western_germany/2": "B2.1",  # one of two alike, and the first is offered
        "unit:ger_tf_3@baltic_sea": "A6.5.3p",
        "unit:ger_inf_2@baltic_sea": "A1.1b",
        "area:paris": "B6.1",
        "card:surprise": "A7.4k",
        "card:militia": "A7.4j",
        "build:ger_inf_3": "B7.3",
        "research:radar": "A7.5d",
        "button:v_weapon": "A7.5.1",
    }
    assert {key: refused_by(m, key) for key in wanted} == wanted
    play_keys(m, "unit:ger_inf_3@western_germany")
    wanted = {
        "area:paris": "B6.1a",
        "zone:north_sea": "B1.2a",
        "button:stop": "B6.1.1a",
    }
    assert {key: refused_by(m, key) for key in wanted} == wanted


def test_reasons_while_ships_sail() -> None:
    m = table(NavalMove(), phase=NAVAL_MOVE, units=UNITS, wars=WAR)
    wanted = {"unit:ger_inf_3@prussia": "A6.4.3", "zone:skagerrak": "A6.4.3", "area:prussia": "A6.4.3"}
    assert {key: refused_by(m, key) for key in wanted} == wanted
    play_keys(m, "unit:ger_tf_3@baltic_sea")
    wanted = {
        "zone:channel": "B6.1a",
        "area:prussia": "B6.1.3A7",
        "unit:ger_inf_3@prussia": "B6.1.3A1",
        "button:yes": "B6.1.1a",
    }
    assert {key: refused_by(m, key) for key in wanted} == wanted


def test_reasons_on_the_railways() -> None:
    m = table(Rail(), phase=RAIL, units=UNITS, wars=WAR)
    wanted = {"unit:fra_inf_3@maginot": "A6.2b", "unit:ger_tf_3@baltic_sea": "A6.2", "area:prussia": "A6.2"}
    assert {key: refused_by(m, key) for key in wanted} == wanted
    play_keys(m, "unit:ger_inf_3@prussia")
    wanted = {"area:paris": "A6.2e", "area:prussia": "A6.2a", "zone:north_sea": "A6.2a"}
    assert {key: refused_by(m, key) for key in wanted} == wanted


def test_reasons_while_units_are_built() -> None:
    g = board(table(Move(), phase=MOVE, units=UNITS, wars=WAR))
    m = table(
        Building(country(g, "germany"), 0), phase=PRODUCTION, units=UNITS, wars=WAR, points={"germany": 3}
    )
    wanted = {
        "build:fra_inf_3": "B7.3d",
        "build:ger_arm_5": "PC",
        "unit:ger_inf_3@prussia": "B7.3.5",
        "unit:fra_inf_3@maginot": "B7.3.5",
        "area:prussia": "B7.3",
    }
    assert {key: refused_by(m, key) for key in wanted} == wanted


def test_the_basic_game_has_no_cards_and_no_research() -> None:
    m = table(Move(), mode="basic", phase=MOVE, units=UNITS, wars=WAR)
    assert refused_by(m, "card:surprise") == "B2.3"
    assert m.explain("research:radar", 0) == "There is no research in the basic game, so no Radar. [A7.5]"
