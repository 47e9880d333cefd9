"""Skirmish as the promises of all games see it."""

from pathlib import Path

from sandtable.engine.game import Setup
from sandtable.games import load_game
from tests.games.case import Case, Fuzz, Played, Secret
from tests.games.moments import Moments

GAME = load_game("skirmish")
SETUPS = [
    Setup(name, 2, {"reactions": word}, 7)
    for name in ("meeting", "bridges")
    for word in ("ask", "when_possible")
]
CASE = Case(
    "skirmish",
    Path(__file__).parent,
    Moments(GAME, seeds=24, sort=lambda g: 2 * g.scenario + g.ask_always),
    rules=13,
    fuzz=Fuzz(range(12), deep=0.05),
    playthroughs={"meeting": Played("meeting", 2, {}, 3), "bridges": Played("bridges", 2, {}, 4)},
    length=80,
    games=SETUPS,
    far=(10, 50),
    whole=SETUPS[:2],
    own_reasons=lambda g, step, choice: False,
    important=("Moves", "GoTo", "Battles", "Ambush"),
    refused=10,
    secrets=[Secret(setup, 80, 5) for setup in SETUPS],
    hidden=lambda g: (tuple(g.cards), tuple(g.queue)),
    indifferent=("Battles", "Ambush"),
)
