"""Blitzkrieg General as the promises see it."""

from pathlib import Path

from sandtable.games.blitzkrieg_general.bot.weights import Weights
from tests.games.blitzkrieg_general.breakages import BROKEN, SOUND
from tests.games.blitzkrieg_general.clicks import GAME
from tests.games.blitzkrieg_general.moments import moments
from tests.games.blitzkrieg_general.rulebook import RULEBOOK
from tests.games.case import Case, Fuzz, Played, Secret

CASE = Case(
    "blitzkrieg_general",
    Path(__file__).parent,
    moments,
    marks={
        "test_games_play_as_they_are_written_down": "B5.0 A5.0",
        "test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know": "A7.4j",
    },
    rules=642,
    # Whole games take a minute and are left to `sandtable fuzz blitzkrieg_general`.
    fuzz=Fuzz(
        range(16),
        least=200,
        limit=1200,
        numbers_of_players=6,
        once_wrong=(
            (117, 2809),  # an attack on nobody's area parted friends
            (777114, 3480),  # with fewer counters, a freed Yugoslavia stayed in its former manager's wars
        ),
    ),
    playthroughs={
        "s1939": Played("s1939", 2, {}, 3),
        "s1939_basic": Played("s1939", 2, {"mode": "basic"}, 4),
        "s1941": Played("s1941", 2, {}, 5),
        "alone": Played("s1941", 1, {"historical": True}, 6),
        "eight_players": Played("s1939", 8, {"a9_3": True, "a9_7": True, "a9_13": True}, 7),
    },
    length=120,
    games=[
        GAME.settle("s1939", 1, {"mode": "basic"}, 11),
        GAME.settle("s1939", 2, {"mode": "basic", "historical": True}, 12),
        GAME.settle("s1939", 2, {}, 13),
        GAME.settle("s1939", 5, {"a9_1": True, "a9_11": True}, 14),
        GAME.settle("s1941", 2, {}, 15),
        GAME.settle("s1941", 8, {"a9_12": True, "a9_13": True}, 16),
    ],
    far=(320,),
    refused=500,
    secrets=[
        Secret(GAME.settle("s1939", 2, {}, 1), 1500, 150, 3, seats=1),
        Secret(GAME.settle("s1939", 8, {}, 2), 1500, 150, 3, seats=1),
        Secret(GAME.settle("s1941", 4, {}, 3), 1500, 150, 3, seats=1),
        Secret(GAME.settle("s1941", 2, {"a9_12": True}, 4), 1500, 150, 3, seats=1),
    ],
    hidden=lambda g: tuple(g.deck),
    weights=Weights,
    rulebook=RULEBOOK,
    sound=SOUND,
    broken=BROKEN,
)
