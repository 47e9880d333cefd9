"""The Other Side of the Hill as the promises see it."""

from pathlib import Path

from sandtable.games.other_side.bot.weights import Weights
from tests.games.case import Case, Fuzz, Played, Secret
from tests.games.other_side.breakages import BROKEN, SOUND
from tests.games.other_side.moments import GAME, moments
from tests.games.other_side.rulebook import RULEBOOK

GAMES = [
    GAME.settle(scenario.id, players, {"addon_cards": players % 2 == 0}, seed=10 * n + players)
    for n, scenario in enumerate(GAME.scenarios)
    for players in scenario.seats
]

CASE = Case(
    "other_side",
    Path(__file__).parent,
    moments,
    marks={
        "test_games_play_as_they_are_written_down": "2.6",
        "test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know": "2.5b",
        "test_what_is_broken_is_found": "1.2a 2.4e 2.4f 2.1d 2.2i 2.3f 2.4g 2.4h 4.3a",
    },
    rules=402,
    fuzz=Fuzz((*range(16), 234), deep=0.01),  # 234: a Position of a single Army that its Head left
    playthroughs={
        "armageddon": Played("armageddon", 1, {}, 3),
        "world_war": Played("world_war", 1, {}, 2),
        "total_war": Played("total_war", 1, {"addon_cards": True}, 9),
        "decline_of_the_third_reich": Played("decline_of_the_third_reich", 1, {}, 4),
        "two_players": Played("world_war", 2, {}, 5),
        "three_players": Played("decline_of_the_third_reich", 3, {}, 6),
        "four_players": Played("armageddon", 4, {"addon_cards": True}, 7),
    },
    games=GAMES,
    far=(45, 160),
    whole=GAMES[::5],
    important=(
        *("Planning", "Wehrmacht", "ProductionTable", "ProductionDirectives", "PoliticalDirectives"),
        *("MilitaryDirectives", "Operational", "StrategicMovement", "AirMovement", "Appointment", "Replace"),
        *("PlacePawns", "Combats", "LeadingGeneral", "TakeHits", "Withdraw"),
    ),
    refused=150,
    secrets=[
        Secret(GAME.settle(scenario, players, {"addon_cards": addon}, seed), 400, 20)
        for seed, (scenario, players, addon) in enumerate(
            (
                ("armageddon", 1, False),
                ("armageddon", 4, True),
                ("world_war", 1, True),
                ("world_war", 3, False),
                ("total_war", 2, False),
                ("decline_of_the_third_reich", 4, False),
            ),
            start=1,
        )
    ],
    hidden=lambda g: tuple(g.combat_deck),
    open_to_all=True,
    weights=Weights,
    rulebook=RULEBOOK,
    sound=SOUND,
    broken=BROKEN,
)
