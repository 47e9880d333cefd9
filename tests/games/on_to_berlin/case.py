"""On To Berlin! as the promises see it."""

from pathlib import Path

from sandtable.engine.step import Step
from sandtable.games.on_to_berlin.bot.weights import Weights
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from tests.games.case import Case, Fuzz, Options, Played, Secret
from tests.games.on_to_berlin.breakages import BROKEN, sound
from tests.games.on_to_berlin.clicks import GAME
from tests.games.on_to_berlin.moments import moments
from tests.games.on_to_berlin.rulebook import RULEBOOK

ALL: Options = {option.id: True for option in GAME.options if True in option.values}
NAMES = ("development_secrecy", "discard_secrecy", "allied_discards", "axis_discards", "jets")
SECRETS: Options = dict.fromkeys(NAMES, True)
# Questions about cards alone, or with two buttons: the map is not what a player would click.
OFF_THE_MAP = ("Discard", "Withdraw")
WITH_CARDS = ("Select", "Impulses", "Play", "Points", "Ambush", "Developing", "Discard")


def own_reasons(g: Board, step: Step[Board], choice: int) -> bool:
    """Return whether this is an area or a unit on the map, or a card where cards are played."""
    name, ids = type(step).__name__, g.ids
    if ids.card <= choice < ids.nation:
        return name in WITH_CARDS
    unit = choice - ids.unit
    placed = AREA <= choice < ids.unit or (0 <= unit < g.t.n_units and g.place[unit] >= 0)
    return placed and name not in OFF_THE_MAP


CASE = Case(
    "on_to_berlin",
    Path(__file__).parent,
    moments,
    marks={
        "test_games_play_as_they_are_written_down": "4.0 16.0",
        "test_nothing_a_seat_is_shown_depends_on_what_it_cannot_know": "2.3.3c 16.1",
        "test_what_is_broken_is_found": (
            "2.2.2a 5.0c 5.0e 3.2 3.2e 10.2a 15.4c 3.1 3.1.2d 2.2.2c 3.1.2b 3.1.2c 3.1.3d 2.1.1b 7.1 "
            "2.2.2d 2.2.2f 4.0c 15.8.2a 16.7 2.2k 8.1.1d 8.1.1e 15.8.2 8.1.1c 15.6 15.7.2 15.7.3 "
            "15.7.4 16.6 3.1.1c 3.1.3 3.3 3.4d 2.2.2e 2.3 2.3.2b 2.3.3 16.1.1 16.1.2 5.0a 6.1c 5.0b "
            "3.6d 3.4a"
        ),
    },
    rules=334,
    fuzz=Fuzz((0, 1, 2, 3, 5, 8, 15, 39), least=200),
    playthroughs={
        "campaign_1939": Played(None, 2, {}, 3),
        "campaign_1939_all_options": Played(None, 2, ALL, 2),
    },
    length=250,
    games=[GAME.settle(options=ALL if seed == 3 else {}, seed=seed) for seed in (1, 2, 3)],
    far=(60, 250, 600),
    own_reasons=own_reasons,
    important=(
        *(
            "Select",
            "Impulses",
            "Play",
            "Points",
            "Activate",
            "March",
            "Target",
            "Flight",
            "Deploy",
            "Withdraw",
        ),
        *("Assign", "Retreat", "Ambush", "Counterattackers", "FirstAction", "SecondAction", "Diplomacy"),
        *("Developing", "Supply", "RecoverUnit", "Redeployment", "Destination", "Withdraw"),
    ),
    refused=200,
    secrets=[
        Secret(GAME.settle(options=options, seed=seed), 260, 15, 10)
        for seed, options in enumerate(
            ({}, {}, SECRETS, SECRETS, {**SECRETS, "reactions": "when_possible"}), start=1
        )
    ],
    hidden=lambda g: tuple(g.cards),
    never=("button:withdraw", "button:destroy"),
    weights=Weights,
    rulebook=RULEBOOK,
    sound=[sound],
    broken=BROKEN,
)
