"""Total Domination as the promises see it."""

from pathlib import Path

from sandtable.engine.game import Setup
from sandtable.engine.step import Step
from sandtable.games.total_domination.bot.weights import Weights
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from tests.games.case import Case, Fuzz, Options, Played, Secret
from tests.games.total_domination.breakages import BROKEN, fall, rise, solo, sound
from tests.games.total_domination.clicks import GAME, MODES, settled
from tests.games.total_domination.moments import moments
from tests.games.total_domination.rulebook import RULEBOOK

FULL: Options = {"arctic": True, "set_up": "free", "board": "alternative"}
# Questions in which counters on the map are nothing that a player would click.
WITHOUT_COUNTERS = ("Place", "Station", "Relocate")


def combinations() -> list[Setup]:
    """Return every scenario in every mode, with the options that it allows."""
    found: list[Setup] = []
    for scenario in GAME.scenarios:
        for mode, (players, _) in MODES.items():
            if players not in scenario.seats:
                continue
            for options in ({}, {"advanced": False}, FULL):
                if options == FULL and scenario.id == "fall_of_the_axis":
                    continue
                allowed = {k: v for k, v in options.items() if k != "set_up" or scenario.id != "solo"}
                found.append(settled(mode, scenario.id, len(found), **allowed))
    return found


def own_reasons(g: Board, step: Step[Board], choice: int) -> bool:
    """Return whether this is an area, or the decision is about counters too."""
    return AREA <= choice < g.ids.unit or type(step).__name__ not in WITHOUT_COUNTERS


CASE = Case(
    "total_domination",
    Path(__file__).parent,
    moments,
    marks={
        "test_games_play_as_they_are_written_down": "4.0a 12.0",
        "test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know": "3.3f",
        "test_what_is_broken_is_found": (
            "4.0a 6.4a 9.1a 3.2a 9.0a 9.1b 9.2b 2.0.1a 3.5a 3.6a 3.7c 3.7d 3.7f 11.1.Ac 3.7a 3.7b "
            "3.8.4 7.2.Da 7.2.Dd 11.1c 6.1e 6.1h 11.2c 3.2b 3.5b 3.8.1a 3.8.2a 3.8.3 3.8.5 6.1j 3.9a "
            "3.9b 3.5g 5.1a 5.1b 5.1c 5.1d 7.2.Db 8.2 11.2b 2.0.6 3.3f 6.0b 7.1.Aa 7.3 7.4a 7.4b 8.0c "
            "4.0c 4.1.Ah 4.2c 10.1a 8.0e 8.0f 13.0.2 13.0.8 13.0.11"
        ),
    },
    rules=269,
    fuzz=Fuzz((*range(12), 14, 16, 23, 25), deep=0.01),
    playthroughs={
        "standard": Played("standard", 4, {}, 3),
        "rise_of_the_axis": Played("rise_of_the_axis", 3, {"three_players": "allies", "advanced": False}, 2),
        "fall_of_the_axis": Played("fall_of_the_axis", 4, {}, 9),
        "solo": Played("solo", 1, {}, 4),
        "two_players": Played("standard", 2, {}, 5),
        "two_players_separate": Played("standard", 2, {"two_players": "separate", "board": "alternative"}, 6),
        "arctic": Played("standard", 4, {"arctic": True, "set_up": "free"}, 7),
    },
    length=180,
    games=combinations(),
    far=(45, 160),
    whole=[
        settled(mode, scenario.id, 6)
        for scenario in GAME.scenarios
        for mode in MODES
        if (mode == "solo") == (scenario.id == "solo")
    ],
    own_reasons=own_reasons,
    important=(
        *("Draft", "Replace", "Turn", "Use", "Operate", "Move", "Deploy", "Disband", "Reserve", "Halve"),
        *("Logistics", "Approach", "Strike", "Bombard", "Spy", "Sift", "Place", "Station"),
    ),
    refused=150,
    secrets=[
        Secret(setup, 230, 24)
        for setup in (
            settled(seed=1),
            settled(seed=2, arctic=True, set_up="free"),
            settled("three_players_allies", seed=3),
            settled("two_players", seed=4),
            settled("two_players_variant", seed=5),
            settled(scenario="rise_of_the_axis", seed=6),
            settled(scenario="fall_of_the_axis", seed=7),
            settled("solo", seed=8),
        )
    ],
    hidden=lambda g: (tuple(g.cards), tuple(g.solo)),
    never=("button:disband",),
    # What looks the same whatever is chosen: the doctrine has no opinion, and none is needed.
    indifferent=("Place", "Puppet", "Relocate", "Sortie", "Disband"),
    caches=("parts",),
    weights=Weights,
    rulebook=RULEBOOK,
    sound=[sound, solo, rise, fall],
    broken=BROKEN,
)
