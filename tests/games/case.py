"""What the promises that every game keeps need to know of a game.

A game has two files among its tests: `case.py` with `CASE = Case("chess", …)`, and `test_promises.py` with

    from tests.games.promises import *  # noqa: F403
    from tests.chess.case import CASE  # noqa: F401

Only the slug, the folder and the moments must be given; promises about what is left out are skipped.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from sandtable.engine.checks.fuzz import LIMIT, Walk
from sandtable.engine.game import Game, OptionValue, Setup
from sandtable.engine.match import Match
from sandtable.engine.state import State
from sandtable.engine.step import Step
from sandtable.games import load_game
from tests.games.moments import Moments
from tests.games.rulebook import Rulebook

B = TypeVar("B", bound=State)
Options = dict[str, OptionValue]
ROOT: Final = Path(__file__).parents[2]


class Played(NamedTuple):
    """A playthrough that is kept as a file."""

    scenario: str | None
    players: int
    options: Options
    seed: int


class Fuzz(NamedTuple):
    """Random games, each by its seed; `least` choices of each, `limit` at most."""

    seeds: Sequence[int]
    deep: float = 0.004
    least: int = 20
    limit: int = LIMIT
    numbers_of_players: int = 0  # that the seeds meet; without it all
    once_wrong: Sequence[tuple[int, int]] = ()  # seeds that once broke a rule, and after how many choices


class Secret(NamedTuple):
    """A game in which nothing that is shown may depend on secrets, looked at in one of `every` positions."""

    setup: Setup
    choices: int
    every: int
    least: int = 5  # positions in which something hidden was drawn again; -1: nothing is hidden
    seats: int = 0  # that look at each position; 0: all


Breakage = Callable[[Any], object]
# The words with which it is found that a position was broken, how it is broken, and which sound position.
Broken = tuple[str, Breakage] | tuple[str, Breakage, int]


def always(g: Any, step: Step[Any], choice: int) -> bool:
    """Return that every refusal of every step has its own reason."""
    return True


class Case(Generic[B]):
    """One game, and where the promises have to look.

    marks          the rules that a promise proves, by its test: `{"test_random_games": "4.1 4.2"}`
    rules          how many rules its index has
    games          set-ups of games that are saved, copied and undone after each number of choices in `far`
    whole          set-ups of games that are played to their ends
    own_reasons    whether a click must be refused with more than "is not what is asked now"
    important      kinds of decision that random games must meet
    hidden         what a position hides, to see that it is drawn again
    open_to_all    nothing is hidden from one player and shown to another
    look           positions in which secrets are looked at besides
    never          keys that the doctrine never likes best while there is something else
    indifferent    kinds of decision without an opinion; None: nobody asks for one
    rulebook       what the rulebook states about the components
    caches         fields that a position may forget when it is saved
    sound, broken  positions in which everything holds, and ways to break them
    """

    def __init__(
        self,
        slug: str,
        folder: Path,
        moments: Moments[B],
        marks: dict[str, str] | None = None,
        rules: int = 0,
        fuzz: Fuzz | None = None,
        playthroughs: dict[str, Played] | None = None,
        length: int = 200,
        games: Sequence[Setup] = (),
        far: Sequence[int] = (60,),
        whole: Sequence[Setup] = (),
        own_reasons: Callable[[B, Step[Any], int], bool] = always,
        important: Sequence[str] = (),
        refused: int = 100,
        secrets: Sequence[Secret] = (),
        hidden: Callable[[B], Hashable] = lambda g: 0,
        open_to_all: bool = False,
        look: Callable[[B], bool] = lambda g: False,
        never: Sequence[str] = (),
        indifferent: Sequence[str] | None = None,
        weights: type[Any] | None = None,
        rulebook: Rulebook | None = None,
        caches: Sequence[str] = (),
        sound: Sequence[Callable[[], B]] = (),
        broken: Mapping[str, Broken] | None = None,
    ) -> None:
        self.slug = slug
        self.folder = folder
        own = ROOT / "tests"
        self.tests = own if own in folder.parents else folder  # where the marks of its rules are
        self.game: Game[B] = load_game(slug)
        self.moments = moments
        self.marks = marks or {}
        self.rules = rules
        self.fuzz = fuzz
        self.playthroughs = playthroughs or {}
        self.length = length
        self.games = games
        self.far = far
        self.whole = whole
        self.own_reasons = own_reasons
        self.important = set(important)
        self.refused = refused
        self.secrets = secrets
        self.hidden = hidden
        self.open_to_all = open_to_all
        self.look = look
        self.never = never
        self.indifferent = indifferent
        self.weights = weights
        self.rulebook = rulebook
        self.caches = set(caches)
        self.sound = sound
        self.broken = broken or {}
        self._played: dict[int, list[Match[B]]] = {}

    def parameters(self) -> dict[str, list[Any]]:
        """Return what a promise is tried with, by the name of its parameter; texts and numbers."""
        return {
            "kind": self.moments.kinds,
            "number": list(range(len(self.games))),
            "secret": list(range(len(self.secrets))),
            "fuzz_seed": list(self.fuzz.seeds) if self.fuzz else [],
            "played": list(self.playthroughs),
            "breakage": list(self.broken),
            "spoiled": list(self.rulebook.spoiled) if self.rulebook else [],
            "damaged": list(self.rulebook.damaged) if self.rulebook else [],
            "contradiction": list(self.rulebook.contradictions) if self.rulebook else [],
        }

    def far_into(self, number: int) -> list[Match[B]]:
        """Return one of the games after each number of random choices, or at the last question."""
        if number not in self._played:
            setup = self.games[number]
            walk: Walk[B] = Walk(self.game, setup.seed, setup)
            while walk.state.result is None and len(walk.history) <= max(self.far):
                walk.play(*walk.pick())
            lengths = [min(choices, len(walk.history) - 1) for choices in self.far]
            self._played[number] = [Match.replay(self.game, setup, walk.history[:n]) for n in lengths]
        return self._played[number]
