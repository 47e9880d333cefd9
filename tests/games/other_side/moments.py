"""Positions in every kind of decision, for tests of what must hold in all of them."""

from pathlib import Path
from typing import Any

import sandtable.games.other_side as package
from sandtable.engine.step import Step
from sandtable.games.other_side.components.constants import NONE, ROLE_DEFENDER, SOVIETS
from sandtable.games.other_side.components.effect_types import AXIS_DICE, BLANK, HIT
from sandtable.games.other_side.components.state import Board
from sandtable.games.other_side.game import OtherSide
from sandtable.games.other_side.rules.cards.effect_choices import ClearGenerals
from sandtable.games.other_side.rules.combat import combat_sequence
from sandtable.games.other_side.rules.combat.amphibious_combat import begin_amphibious
from sandtable.games.other_side.rules.combat.combat_dice import Convert
from sandtable.games.other_side.rules.end_segment import Objectives
from sandtable.games.other_side.rules.generals.command import Command
from sandtable.games.other_side.rules.movement.movement import Operational
from sandtable.games.other_side.sequence import Sequence
from sandtable.games.other_side.testing import area, deck, directive, position
from tests.games.moments import Moments
from tests.games.other_side.fighting import a_fight, dice

GAME = OtherSide(Path(package.__file__).parent / "data")

# Two positions of each kind, for each number of players.
moments = Moments(GAME, 40, 2, 2, sort=lambda g: g.players, apart=15)


# --- rare ones


def keep_made(g: Board, *steps: Step[Any]) -> None:
    """Keep the first question of a position that was made for it; the war goes on after that."""
    g.agenda.insert(0, Sequence(1))
    for step in reversed(steps):
        g.push(step)
    g.advance()
    scenario = g.t.scenarios[g.scenario].id
    moments.store(GAME.settle(scenario, g.players, {"addon_cards": g.addon}, 0), g)


EQUALS = {"poland": ["von_kluge", "von_kuechler"]}
CROWD = {"poland": "panzer, 4 regular"}


@moments.built
def equal_heads() -> None:
    """Two Heads of one Seniority: one of them goes home when an Army leaves, or commands a Combat."""
    for players in (1, 2):
        g = position(
            players=players,
            align={"poland": "occupied", "hungary": "satellite"},
            armies=CROWD,
            heads=EQUALS,
            tracks={"air_east": 3},
        )
        unit = g.at[area(g, "poland")][0]
        g.agenda = [Sequence(1), Operational(0, 3, 0, unit)]
        g.advance()
        g.apply(g.seats()[0], g.ids.space + area(g, "hungary"))
        keep_made(g)
        g = position(players=players, align={"poland": "occupied"}, armies=CROWD, heads=EQUALS)
        deck(g, combat=[10])
        g.pawns |= 1 << area(g, "poland")
        combat_sequence.begin(g, area(g, "poland"), ROLE_DEFENDER, SOVIETS)
        keep_made(g)


@moments.built
def ships() -> None:
    """Armies are chosen that are carried to Great Britain."""
    g = position(
        align={"northern_france": "occupied", "great_britain": "western"},
        armies={"northern_france": "2 regular, panzer, satellite_italy"},
        tracks={"air_west": 5},
        directives={"seeloewe": "active"},
    )
    begin_amphibious(g, area(g, "great_britain"), directive(g, "seeloewe"))
    keep_made(g)


@moments.built
def turned_dice() -> None:
    """One of two blank dice is turned, which are of two colours."""
    g = position(align={"ukraine": "disputed 1/2 soviet"}, armies={"ukraine": "panzer, regular"})
    a_fight(g, "ukraine").axis = dice("black blank", "grey blank", "grey hit")
    keep_made(g, Convert(AXIS_DICE, NONE, BLANK, HIT, 1))


@moments.built
def cleared() -> None:
    """Questioned Generals are cleared, or rolled for."""
    for players in (1, 4):
        g = position(set_up=True, players=players, questioned=["von_bock", "rommel", "guderian"])
        keep_made(g, ClearGenerals(1))
        g = position(set_up=True, players=players, questioned=["von_bock", "rommel", "guderian"])
        keep_made(g, Command())


@moments.built
def objectives() -> None:
    """Two Military Directives have succeeded: which comes first?"""
    g = position(
        align={"yugoslavia": "occupied", "greece": "occupied", "crete": "occupied"},
        directives={"marita": "active", "merkur": "active"},
    )
    keep_made(g, Objectives())
