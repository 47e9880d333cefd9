"""Whole games of the engine, each step checked by the referee."""

import random
from typing import Any

from sandtable.engine.log import Log
from sandtable.engine.rng import Rng
from sandtable.engine.step import step_name
from tests.games.blitzkrieg_general.referee.fight_watch import FightWatch
from tests.games.blitzkrieg_general.referee.ground_watch import GroundWatch
from tests.games.blitzkrieg_general.referee.position import Position
from tests.games.blitzkrieg_general.referee.supply_watch import SupplyWatch
from tests.games.blitzkrieg_general.referee.turn_watch import TurnWatch
from tests.games.blitzkrieg_general.referee.watching import GAME, KEYS, Question

STEPS = 100_000
SUPPLY_CHECKS = (5, 12)  # the numbers of these phases


class Umpire(FightWatch, SupplyWatch, TurnWatch, GroundWatch):
    """Plays one game and compares what is offered, and what comes of it, with the book."""

    def __init__(self, g: Any, title: str, seed: int, skill: float, share: float = 1.0) -> None:
        super().__init__(g)
        self.title = f"{title}, seed {seed}, skill {skill}"
        self.random = random.Random(seed)
        self.skill, self.share = skill, share
        self.choices = 0

    @staticmethod
    def of_game(seed: int, skill: float, share: float = 1.0) -> "Umpire":
        """Return the umpire of a whole game; `skill` is the share of choices made by the doctrine."""
        setup = GAME.any_setup(Rng(seed))
        g = GAME.new(setup)
        g.log = Log()
        options = [name for name, value in setup.options.items() if value is True]
        title = f"{setup.scenario}, {setup.players} players, {setup.options['mode']}, {options}"
        return Umpire(g, title, seed, skill, share)

    def play(self, limit: int = STEPS) -> None:
        """Play on to the end, or up to `limit` choices."""
        self.advance()
        while self.g.result is None and self.choices < limit:
            self.answer()
            self.advance()

    def advance(self) -> None:
        """Run the steps that ask nobody, and look at each that the referee knows."""
        g = self.g
        g.offered = None
        for _ in range(STEPS):
            if g.result is not None:
                return
            step = g.agenda[-1]
            name = step_name(type(step))
            watch = getattr(self, f"run_{name}", None)
            if watch is None:
                asked = step.run(g)
            else:
                self.at = f"{self.title}, choice {self.choices}, {name}"
                asked = watch(step)
            if name == "Phase" and step.pack()[0] in SUPPLY_CHECKS:
                self.check_supply()
            if asked:
                return
        raise AssertionError(f"{self.title}: the steps have no end")

    def answer(self) -> None:
        """Compare a question, and answer it."""
        g = self.g
        step = g.agenda[-1]
        name = step_name(type(step))
        seat = self.random.choice(g.seats())
        choices = g.choices(seat)
        self.at = f"{self.title}, choice {self.choices}, {name}"
        ask = getattr(self, f"ask_{name}", None)
        if ask is not None and self.random.random() < self.share:
            self.seen[name] += 1
            ask(Question(Position(g.pack()), step.pack(), {KEYS[n] for n in choices}, seat))
        if self.random.random() < self.skill:
            worth = GAME.preferences(g, seat, choices)
            choices = [n for n, w in zip(choices, worth, strict=True) if w == max(worth)]
        choice = self.random.choice(choices)
        note = getattr(self, f"note_{name}", None)
        if note is not None:
            note(step.pack(), KEYS[choice])
        self.choices += 1
        watch = getattr(self, f"answer_{name}", None)
        if watch is not None:
            watch(step, seat, choice)
        else:
            step.answer(g, seat, choice)
