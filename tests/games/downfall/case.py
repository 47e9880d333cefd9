"""Downfall as the promises see it."""

from pathlib import Path

from sandtable.engine.step import Step
from sandtable.games.downfall.bot.weights import Weights
from sandtable.games.downfall.components.constants import POOL
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules.developments import Develop
from tests.games.case import Case, Fuzz, Played, Secret
from tests.games.downfall.breakages import BROKEN, sound
from tests.games.downfall.clicks import GAME
from tests.games.downfall.moments import moments
from tests.games.downfall.rulebook import RULEBOOK

LED = {
    "Combat",
    "BeforeCombat",
    "AfterCombat",
    "ArmyOrder",
    "March",
    "LongMove",
    "AttackAfterLanding",
    "Torch",
}


def own_reasons(g: Board, step: Step[Board], choice: int) -> bool:
    """Return whether this is an area, or an army on the map, while armies are led."""
    unit = choice - g.ids.unit
    placed = AREA <= choice < g.ids.unit or (0 <= unit < g.t.n_units and g.place[unit] != POOL)
    return type(step).__name__ in LED and placed


CASE = Case(
    "downfall",
    Path(__file__).parent,
    moments,
    marks={
        "test_games_play_as_they_are_written_down": "21",
        "test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know": "4.6b",
        "test_what_is_broken_is_found": "4.4b 4.5 4.6 8o 8u 13.4 13.9b 1a 1e 4.1b 4.2u 8l 17q 5 6",
    },
    rules=318,
    fuzz=Fuzz((0, 1, 3, 4, 8, 11), least=400),
    playthroughs={
        "campaign_1940_2_players": Played(None, 2, {"secret_developments": False}, 2),
        "campaign_1940_3_players": Played(None, 3, {}, 3),
    },
    length=300,
    games=[GAME.settle(None, 2 + seed % 2, {}, seed) for seed in (1, 2, 3)],
    far=(90, 700),
    own_reasons=own_reasons,
    secrets=[
        Secret(GAME.settle(None, players, {"secret_developments": least > 0}, players), 900, 100, least)
        for players in (2, 3)
        for least in (5, -1)
    ],
    hidden=lambda g: tuple(g.tiles),
    look=lambda g: isinstance(g.agenda[-1], Develop),
    never=("button:remove", "button:exchange", "button:reveal"),
    caches=("supplied",),
    weights=Weights,
    rulebook=RULEBOOK,
    sound=[sound],
    broken=BROKEN,
)
