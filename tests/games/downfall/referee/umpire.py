"""Whole games of the engine, played step by step and checked by the referee."""

from collections import Counter
from random import Random
from typing import Any

from sandtable.engine.log import Log
from sandtable.games import load_game
from tests.games.downfall.referee import nations
from tests.games.downfall.referee.atlas import SIDES
from tests.games.downfall.referee.effects import EFFECTS, Moment, Told
from tests.games.downfall.referee.position import Position
from tests.games.downfall.referee.questions import QUESTIONS, Question

GAME = load_game("downfall")
KEYS = GAME.names.keys
FIRST_UNIT = GAME.names.index["unit:british_infantry#1"]
FIRST_TILE = GAME.names.index["tile:axis_blitzkrieg"]
STEPS = 10_000
# How often a question is compared in whole games; those that are rare always.
SHARE = {"BeforeCombat": 0.15, "ArmyOrder": 0.25, "March": 0.25}
SPENT = ("button:upgrade", "button:convert")  # orders that are not operations
# What would empty the map, or end a turn too early, if it were chosen as often as all else.
SELDOM = {"button:remove": 0.1, "button:exchange": 0.1, "button:combat": 0.4, "button:end_turn": 0.4}


class Umpire:
    """Plays a game, and compares what is offered and what comes of it with the book."""

    def __init__(self, g: Any, title: str, seed: int, skill: float) -> None:
        self.g = g
        self.title = title
        self.chance = Random(seed)
        self.skill = skill  # the share of choices that are made as a bot would
        self.number = 0
        self.share: dict[str, float] = SHARE
        self.seen: Counter[str] = Counter()
        g.log = Log()

    @staticmethod
    def of_game(seed: int, skill: float) -> "Umpire":
        """The umpire of a game with options and a number of players by the seed."""
        chance = Random(seed)
        players = chance.choice((2, 3))
        secret, at_once = chance.random() < 0.5, chance.random() < 0.3
        options: dict[str, Any] = {"secret_developments": secret, "new_armies_may_operate": at_once}
        g = GAME.new(GAME.settle(None, players, options, seed))
        return Umpire(g, f"seed {seed}, skill {skill}, {players} players, {options}", seed, skill)

    def play(self, most: int = 100_000) -> None:
        """Play on to the end."""
        self.advance()
        while self.g.result is None and self.number < most and type(self.g.agenda[-1]).__name__ != "Idle":
            self.number += 1
            self.answer()
            self.advance()

    def raw(self) -> dict[str, Any]:
        """The state as plain data, which stays as it is."""
        return {name: value[:] if isinstance(value, list) else value for name, value in self.g.pack().items()}

    def survey(self, most: int) -> None:
        """Compare the orders of some armies of the active side, and carry some out in copies."""
        g = self.g
        p = Position(g.pack())
        able = [u.number for u in p.units.values() if u.side == p.side and p.at_war(u)]
        for unit in self.chance.sample(able, min(most, len(able))):
            (seat,) = g.seats()
            g.agenda[-1].answer(g, seat, FIRST_UNIT + unit)
            order = g.agenda[-1]
            choices = order.choices(g, seat)
            self.question("ArmyOrder", choices)
            for name in ("area", "unit", "button"):
                onward = [c for c in choices if KEYS[c].startswith(f"{name}:") and KEYS[c] not in SPENT]
                if onward:
                    trial = Umpire(g.copy(), f"{self.title}, {KEYS[FIRST_UNIT + unit]}", 0, 0.0)
                    trial.chance, trial.seen, trial.share = self.chance, self.seen, self.share
                    trial.operate(self.chance.choice(onward))
            g.agenda.pop()

    def operate(self, choice: int) -> None:
        """Give an order and carry it out to its end."""
        while choice >= 0 or type(self.g.agenda[-1]).__name__ in ("March", "LongMove", "AttackAfterLanding"):
            self.answer(choice)
            self.advance()
            choice = -1

    def advance(self) -> None:
        """Let the steps that ask nobody do their work."""
        g = self.g
        g.offered = None
        for _ in range(STEPS):
            if g.result is not None:
                return
            step = g.agenda[-1]
            name = type(step).__name__
            if name == "Idle":
                return
            raw, told = self.raw(), len(g.log.events)
            args = step.pack()
            asked = step.run(g)
            self.compare(f"run_{name}", raw, args, -1, told, asked)
            if name in ("SideEnd", "TurnEnd"):
                self.verdict(Position(g.pack()), name == "TurnEnd" and raw["turn"] == 22)
            if asked:
                return
        raise AssertionError(f"{self.title}: the steps have no end")

    def answer(self, choice: int = -1) -> None:
        """Compare a question, then answer it: with a choice, or by chance and the bot's liking."""
        g = self.g
        step = g.agenda[-1]
        name = type(step).__name__
        (seat,) = g.seats()
        choices = g.choices(seat)
        if name in QUESTIONS and self.chance.random() < self.share.get(name, 1.0):
            self.question(name, choices)
        if choice < 0:
            choice = self.choose(seat, choices)
        raw, told, args = self.raw(), len(g.log.events), step.pack()
        step.answer(g, seat, choice)
        self.compare(f"answer_{name}", raw, args, choice, told, False)

    def choose(self, seat: int, choices: list[int]) -> int:
        """A choice as a bot would make it, or any."""
        if self.chance.random() < self.skill:
            worth = GAME.preferences(self.g, seat, choices)
            choices = [c for c, w in zip(choices, worth, strict=True) if w == max(worth)]
        likely = [c for c in choices if self.chance.random() < SELDOM.get(KEYS[c], 1.0)]
        return self.chance.choice(likely or choices)

    def question(self, name: str, choices: list[int]) -> None:
        """Ask the referee what may be chosen."""
        g = self.g
        units = [c - FIRST_UNIT for c in choices if FIRST_UNIT <= c < FIRST_TILE]
        keys = {KEYS[c] for c in choices if not FIRST_UNIT <= c < FIRST_TILE}
        self.seen[name] += 1
        try:
            QUESTIONS[name](Question(Position(g.pack()), g.agenda[-1].pack(), keys, units, self.chance))
        except AssertionError as error:
            raise AssertionError(f"{self.title}, choice {self.number}, {name}: {error}") from error

    def compare(self, name: str, raw: Any, args: list[int], choice: int, told: int, asked: bool) -> None:
        """Do by the book what a step has done, and compare."""
        g = self.g
        unit = choice - FIRST_UNIT if FIRST_UNIT <= choice < FIRST_TILE else -1
        lines = [
            Told(event.text, [ref - FIRST_UNIT for ref in event.refs if FIRST_UNIT <= ref < FIRST_TILE])
            for event in g.log.events[told:]
        ]
        top = type(g.agenda[-1]).__name__ if g.agenda else ""
        wanted = Position(raw)
        key = KEYS[choice] if choice >= 0 else ""
        effect = EFFECTS.get(name)
        try:
            if effect is not None:
                effect(wanted, Moment(args, key, unit, lines, top, asked))
            by_book, found = wanted.facts(), Position(g.pack()).facts()
            for what in found:
                if found[what] != by_book[what]:
                    raise AssertionError(f"{what}: {difference(found[what], by_book[what])}")
        except AssertionError as error:
            at = f"{self.title}, choice {self.number}, {name} {args} {key}"
            raise AssertionError(f"{at}: {error}") from error
        self.seen[name] += 1

    def verdict(self, p: Position, over: bool) -> None:
        """Whether the war is over, and for whom. 20"""
        winners = nations.verdict(p, over)
        result = self.g.result
        scores = None
        if winners is not None:
            scores = tuple(
                [0.5 if not winners else float(any(p.seat_of[SIDES.index(s)] == seat for s in winners))
                 for seat in range(max(p.seat_of) + 1)]
            )  # fmt: skip
        if (None if result is None else tuple(result.scores)) != scores:
            raise AssertionError(f"{self.title}: result {result}, by the book {winners}")


def difference(found: Any, wanted: Any) -> str:
    """Where two facts differ."""
    if isinstance(found, dict):
        keys = [key for key in {**found, **wanted} if found.get(key) != wanted.get(key)]
        return ", ".join(f"{key} {found.get(key)} (by the book {wanted.get(key)})" for key in keys)
    return f"{found} (by the book {wanted})"
