"""Positions in every kind of decision, for promises that must hold in all of them."""

from collections.abc import Callable, Container, Iterable
from typing import Any, Generic, TypeVar

from sandtable.engine.checks.fuzz import Walk
from sandtable.engine.game import Game, Setup
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng, ScriptedRng
from sandtable.engine.state import State
from sandtable.engine.step import Refusal, Step
from sandtable.testing import play_keys

B = TypeVar("B", bound=State)
Build = Callable[[], object]


def kind_of(g: State) -> str:
    """Return the name of the step that asks."""
    return type(g.agenda[-1]).__name__


def name_of(m: Match) -> str:
    """Return the kind of decision a match stands in."""
    return kind_of(m.state)


class Moments(Generic[B]):
    """Positions that were built by hand, then positions of random games, far from each other.

    each, often   how many positions of a kind are kept, and of the kinds in `led`
    sort          keeps this number of each sort: for each mode, each number of players
    apart         choices between two positions of one kind that are kept of one game
    seeds, enough  the random games; after `enough` of them the rest is played while a kind is missing
    longest       choices after which a random game is left; without it games may also follow the doctrine
    base          steps that others inherit from, and that never ask themselves
    """

    def __init__(
        self,
        game: Game[B],
        seeds: int,
        each: int = 3,
        often: int = 8,
        led: Container[str] = (),
        sort: Callable[[B], int] = lambda g: 0,
        apart: int = 25,
        enough: int | None = None,
        longest: int = 0,
        base: Iterable[type[Step[Any]]] = (),
    ) -> None:
        self.game = game
        self.seeds = seeds
        self.each = each
        self.often = often
        self.led = led
        self.sort = sort
        self.apart = apart
        self.enough = seeds if enough is None else enough
        self.longest = longest
        asking = {step for step in game.steps.values() if step.choices is not Step.choices}
        self.kinds = sorted([step.__name__ for step in asking - set(base)])
        self.builders: list[Build] = []
        self.found: dict[str, list[Match[B]]] = {}
        self.met: set[str] = set()  # in random games
        self.refused: list[tuple[str, Refusal]] = []  # in random games: where, and why not

    def __call__(self) -> dict[str, list[Match[B]]]:
        """Return matches by the kind of decision they stand in; copy the state before you play on."""
        if not self.found:
            for build in self.builders:
                build()
            self.wander()
        return self.found

    def every(self) -> list[Match[B]]:
        """Return all of them."""
        return [m for found in self().values() for m in found]

    def built(self, build: Build) -> Build:
        """Register a function that keeps positions which random games seldom meet."""
        self.builders.append(build)
        return build

    # --- keeping

    def wanted(self, g: B) -> bool:
        """Return whether there are not enough positions of this kind and sort."""
        name = kind_of(g)
        same = [m for m in self.found.get(name, ()) if self.sort(m.state) == self.sort(g)]
        return len(same) < (self.often if name in self.led else self.each)

    def keep(self, m: Match[B], name: str = "") -> None:
        """Keep a position, which must ask what it was built for, if there are not enough like it."""
        assert name in ("", kind_of(m.state)), f"{kind_of(m.state)} instead of {name}"
        self.store(m.setup, m.state)

    def store(self, setup: Setup, g: B) -> None:
        """Keep a copy whose dice are not scripted."""
        if self.wanted(g):
            copy = g.copy()
            kept = self.found.setdefault(kind_of(g), [])
            if isinstance(copy.rng, ScriptedRng):
                copy.rng = Rng(len(kept))
            kept.append(Match(self.game, setup, copy))

    def lead(self, m: Match[B], keys: str) -> None:
        """Click through a decision and keep every position on the way."""
        self.keep(m)
        for key in keys.split():
            play_keys(m, key)
            if m.result is None:
                self.keep(m)

    # --- random games

    def wander(self) -> None:
        """Play random games over all scenarios, options and numbers of players, and keep positions."""
        for seed in range(self.seeds):
            if seed >= self.enough and set(self.kinds) <= set(self.found):
                return
            walk: Walk[B] = Walk(self.game, seed, log=not self.longest)
            if not self.longest or not walk.skill:
                self.follow(walk, Rng(seed))

    def follow(self, walk: Walk[B], rng: Rng) -> None:
        """Play one game; now and then a click that is not allowed asks for its reason."""
        last: dict[str, int] = {}
        while walk.state.result is None and not 0 < self.longest <= len(walk.history):
            g = walk.state
            now, name = len(walk.history), kind_of(g)
            self.met.add(name)
            if now - last.get(name, -self.apart) >= self.apart and self.wanted(g):
                last[name] = now
                self.store(walk.setup, g)
            seat = g.seats()[0]
            choice = rng.below(len(self.game.names))
            if now % 3 == 0 and not g.agenda[-1].allows(g, seat, choice):
                where = f"{name}, {self.game.names.keys[choice]}"
                self.refused.append((where, self.game.refusal(g, seat, choice)))
            walk.play(*walk.pick())
