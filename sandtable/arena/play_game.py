"""One game between bots, and what is kept of it: scores, cost, the choices, a curve, what each seat held."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sandtable.bots import Bot, make_bot
from sandtable.engine.errors import SandtableError
from sandtable.engine.game import Game, Setup
from sandtable.engine.parts import Measure
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

Loader = Callable[[], Game]
Arrangement = tuple[str, ...]  # the bot of each seat, by its name in the arena

SECOND = "#"  # before the number of the second bot of the same name
LIMIT = 200_000  # choices after which a game of bots is stopped

# The kinds of choices that are cards and developments.
THINGS = ("card", "tile", "tech", "research")


class Point(NamedTuple):
    """The end of a turn: its number and name, the choices so far, each seat's value, the game's figures."""

    turn: int
    name: str
    choice: int
    values: tuple[float, ...]
    measures: tuple[Measure, ...]


class CardUse(NamedTuple):
    """A card or development that a seat had at some time, and how often the seat chose it."""

    seat: int
    key: str
    chosen: int


class Played(NamedTuple):
    """One game: the bots in its seats, its result, the time of each seat's choices, and its curve."""

    arrangement: Arrangement
    seed: int
    scores: tuple[float, ...]
    choices: tuple[int, ...]
    seconds: tuple[float, ...]
    text: str = ""
    history: tuple[tuple[int, int], ...] = ()
    curve: tuple[Point, ...] = ()
    things: tuple[CardUse, ...] = ()


class Recorder:
    """Watches a game: notes a point of the curve at the end of each turn, and what each seat holds."""

    def __init__(self, game: Game, g: State, players: int) -> None:
        self.game = game
        self.players = players
        self.choices = 0
        self.curve: list[Point] = []
        self._chosen: dict[tuple[int, int], int] = {}
        self._turn = game.turn(g)
        self._name = game.turn_name(g)
        self._moment = game.moment(g)
        self._look(g)
        self._point(g, self._turn - 1, "Set-up")

    def see(self, g: State, seat: int, choice: int) -> bool:
        """Note a choice that has been made; return whether it was the last of a turn or of the game."""
        self.choices += 1
        if self.game.names.kind(choice) in THINGS:
            self._chosen[seat, choice] = self._chosen.get((seat, choice), 0) + 1
        moment = self.game.moment(g)
        if moment != self._moment:
            self._moment = moment
            self._look(g)
        turn = self.game.turn(g)
        if turn == self._turn and g.result is None:
            return False
        self._point(g, self._turn, self._name)
        self._turn = turn
        self._name = self.game.turn_name(g)
        return True

    def things(self) -> tuple[CardUse, ...]:
        """Return all cards and developments that a seat had or chose."""
        keys = self.game.names.keys
        return tuple(sorted([CardUse(s, keys[c], number) for (s, c), number in self._chosen.items()]))

    def _look(self, g: State) -> None:
        for seat in range(self.players):
            for choice in self.game.holdings(g, seat):
                self._chosen.setdefault((seat, choice), 0)

    def _point(self, g: State, turn: int, name: str) -> None:
        values = tuple([round(self.game.value(g, seat), 4) for seat in range(self.players)])
        self.curve.append(Point(turn, name, self.choices, values, tuple(self.game.measures(g))))


def play_game(game: Game, setup: Setup, seating: Arrangement) -> Played:
    """Play one game between bots; the same set-up and seating lead to the same game."""
    seated: list[Bot] = [make_bot(name.partition(SECOND)[0]) for name in seating]
    rngs = [Rng(setup.seed * 64 + seat + 1) for seat in range(setup.players)]
    choices = [0] * setup.players
    seconds = [0.0] * setup.players
    history: list[tuple[int, int]] = []
    g = game.begin(setup)
    recorder = Recorder(game, g, setup.players)
    clock = time.perf_counter
    while g.result is None:
        if len(history) >= LIMIT:
            raise SandtableError(f"A game with seed {setup.seed} is not over after {LIMIT} choices.")
        seat = g.seats()[0]
        start = clock()
        choice = seated[seat].choose(game, g, seat, rngs[seat])
        seconds[seat] += clock() - start
        choices[seat] += 1
        if not g.agenda[-1].allows(g, seat, choice):
            raise SandtableError(f"The bot {seating[seat]} chose what it was not offered: {choice}.")
        g.apply(seat, choice)
        history.append((seat, choice))
        recorder.see(g, seat, choice)
    return Played(
        seating,
        setup.seed,
        g.result.scores,
        tuple(choices),
        tuple(seconds),
        g.result.text,
        tuple(history),
        tuple(recorder.curve),
        recorder.things(),
    )


def plain_setup(game: Game, setup: Setup) -> dict[str, Any]:
    """Return what determines the games of a contest, as plain data; equal for equal contests."""
    return {
        "game": game.slug,
        "scenario": setup.scenario,
        "players": setup.players,
        "options": dict(sorted(setup.options.items())),
        "seed": setup.seed,
        "rules": game.version,
        "pack": game.pack_hash,
    }
