"""Fuzzing: random games over random scenarios, options and player counts, checked at every choice.

Every game has a seed of its own, which decides everything about it: the games of a run have the run's seed
and those that follow it, so that an error is found again by its own seed alone.
"""

import importlib
import multiprocessing
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple

from sandtable.engine import save as saves
from sandtable.engine.checks.secrets import leaks
from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import Game, Setup
from sandtable.engine.log import Log
from sandtable.engine.match import Match
from sandtable.engine.native import TypeVar
from sandtable.engine.rng import Rng
from sandtable.engine.state import State

B = TypeVar("B", bound=State, default=Any)
Loader = Callable[[], Game]
Progress = Callable[[int, int], None]  # games and choices so far

DEEP: Final = 0.005  # the share of positions that are looked at in depth
LIMIT: Final = 40_000  # choices after which a game counts as unfinished
AHEAD: Final = 12  # choices that are played on after each choice that is tried
# Splits a game's seed into one generator for its choices and one for the checks.
CHECKS: Final = 0x5EED_C4EC << 32


class FuzzError(NamedTuple):
    """What went wrong in the game with this seed, after a number of choices."""

    seed: int
    choice: int
    message: str


class FuzzReport(NamedTuple):
    """The outcome of a run; `longest` is the number of choices of the longest game."""

    games: int
    choices: int
    errors: list[FuzzError]
    unfinished: int
    longest: int


def report_json(game: Game, report: FuzzReport) -> dict[str, Any]:
    """Return the report as plain data."""
    return {
        "game": game.slug,
        "games": report.games,
        "choices": report.choices,
        "errors": [error._asdict() for error in report.errors],
        "unfinished": report.unfinished,
        "longest": report.longest,
    }


# In one game of this many the players sometimes follow the doctrine: pure chance rarely gets far.
DOCTRINE_ONE_IN: Final = 4
SKILLS: Final = (0, 50, 90)  # per cent of the choices


class Walk(Generic[B]):
    """A random game: its set-up and its choices follow from one seed."""

    def __init__(self, game: Game[B], seed: int, setup: Setup | None = None, log: bool = True) -> None:
        self.game = game
        self.rng = Rng(seed)
        self.skill: list[int] = []
        if setup is None:
            setup = game.any_setup(self.rng)
            if self.rng.below(DOCTRINE_ONE_IN) == 0:
                self.skill = [SKILLS[self.rng.below(len(SKILLS))] for _ in range(setup.players)]
        self.setup = setup
        self.state: B = game.new(self.setup)
        if log:
            self.state.log = Log()
        self.state.advance()
        self.history: list[tuple[int, int]] = []

    def pick(self) -> tuple[int, int]:
        """Return the next seat and choice; refuses dead ends and choices offered twice."""
        g = self.state
        seats = g.seats()
        if not seats or len(set(seats)) != len(seats):
            raise BrokenRules(f"The game is not over, but the seats asked are {seats}.")
        seat = seats[self.rng.below(len(seats))]
        choices = offered(self.game, g, seat)
        if self.skill and self.rng.below(100) < self.skill[seat]:
            liking = self.game.preferences(g, seat, choices)
            best = max(liking)
            choices = [choice for choice, likes in zip(choices, liking, strict=True) if likes == best]
        return seat, choices[self.rng.below(len(choices))]

    def play(self, seat: int, choice: int) -> None:
        """Take a choice."""
        self.history.append((seat, choice))
        self.state.apply(seat, choice)


def offered(game: Game, g: State, seat: int) -> list[int]:
    """Return what a seat is offered: something, nothing twice, nothing that has no name."""
    choices = g.choices(seat)
    step = type(g.agenda[-1]).__name__
    if g.offered is not None and choices != g.agenda[-1].choices(g, seat):
        raise BrokenRules(f"{step} has offered other choices than it has now.")
    if not choices:
        raise BrokenRules(f"Dead end: {step} asks seat {seat}, but offers nothing.")
    if len(set(choices)) != len(choices):
        twice = [game.key(g, choice) for choice in choices if choices.count(choice) > 1]
        raise BrokenRules(f"{step} offers {twice[0]} twice.")
    if min(choices) < 0 or max(choices) >= len(game.names):
        raise BrokenRules(f"{step} offers a choice that has no name.")
    return choices


# --- one game


def fuzz_one(game: Game, seed: int, deep: float = DEEP, limit: int = LIMIT) -> FuzzReport:
    """Play the game of one seed to its end or its first error."""
    checks = Rng(seed ^ CHECKS)
    walk: Walk | None = None
    doing = ""
    try:
        walk = Walk(game, seed, None, checks.below(2) == 0)
        game.check(walk.state)
        while walk.state.result is None:
            if len(walk.history) >= limit:
                message = f"Not over after {limit} choices."
                return FuzzReport(1, limit, [FuzzError(seed, limit, message)], 1, limit)
            doing = ""
            seat, choice = walk.pick()
            if checks.below(1_000_000) < deep * 1_000_000:
                look_closely(game, walk.setup, walk.state, seat, choice, checks)
            doing = f"{game.key(walk.state, choice)} by seat {seat}: "
            walk.play(seat, choice)
            game.check(walk.state)
        doing = ""
        check_end(game, walk.setup, walk.state)
        if deep and checks.below(10) == 0:
            check_match(game, walk.setup, walk.history, walk.state)
            check_undo(game, walk.setup, walk.history, checks)
    except Exception as error:
        at = 0 if walk is None else len(walk.history)
        return FuzzReport(1, at, [FuzzError(seed, at, doing + describe(error))], 0, at)
    length = len(walk.history)
    return FuzzReport(1, length, [], 0, length)


def describe(error: Exception) -> str:
    """Return an error in one line, with the place it comes from."""
    text = " ".join(str(error).split())
    if isinstance(error, BrokenRules):
        return text
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text}{where}"


def replay_seed(game: Game, seed: int, choices: int | None = None) -> Match:
    """Return the match of a seed, after a number of choices or at the last position that can be reached."""
    walk = Walk(game, seed)
    match = Match(game, walk.setup)
    while match.result is None and (choices is None or len(match.history) < choices):
        try:
            seat, choice = walk.pick()
            walk.play(seat, choice)
        except Exception:
            if choices is not None:
                raise
            break
        match.play(choice, seat)
    return match


# --- looking closely at one position


def look_closely(game: Game, setup: Setup, g: State, seat: int, choice: int, rng: Rng) -> None:
    """Check everything that must hold of a position in which `seat` may choose `choice`."""
    check_words(game, g, rng)
    check_estimates(game, setup, g)
    check_copy(game, g, seat, choice)
    check_pack(game, setup, g, rng)
    check_silence(game, g, rng)
    for other in range(setup.players):
        found = leaks(game, g, other, rng)
        if found:
            raise BrokenRules(found[0])
    check_every_choice(game, g, rng)


def _sentence(what: str, text: str, rule: str, game: Game) -> None:
    if len(text) < 3 or text[-1] not in ".!?:)" or text != text.strip() or "\n" in text:
        raise BrokenRules(f"{what} is not a sentence: {text!r}.")
    if rule not in game.rules:
        raise BrokenRules(f"{what} names rule {rule!r}, which is not in the index.")


def check_words(game: Game, g: State, rng: Rng) -> None:
    """Prompts and refusals are sentences with a rule of the index; keys find their choices."""
    step = g.agenda[-1]
    name = type(step).__name__
    before = saves.digest(game, g)
    for seat in g.seats():
        choices = offered(game, g, seat)
        ask = step.prompt(g, seat)
        _sentence(f"The prompt of {name}", ask.text, ask.rule, game)
        for choice in choices:
            key = game.key(g, choice)
            if game.find(g, key) != choice:
                raise BrokenRules(f"{name} offers {choice} as {key}, but that key finds {game.find(g, key)}.")
            if not game.label(g, choice):
                raise BrokenRules(f"{name} offers {key}, which has no label.")
            if not step.allows(g, seat, choice):
                raise BrokenRules(f"{name} offers {key}, but does not allow it.")
        for _ in range(20):
            choice = rng.below(len(game.names))
            if choice in choices:
                continue
            key = game.key(g, choice)
            if step.allows(g, seat, choice):
                if any([game.same(g, choice, other) for other in choices]):
                    continue
                raise BrokenRules(f"{name} allows {key}, but offers nothing like it.")
            refusal = game.refusal(g, seat, choice)
            _sentence(f"The refusal of {key} by {name}", refusal.text, refusal.rule, game)
    if saves.digest(game, g) != before:
        raise BrokenRules(f"Asking {name} for its words changes the position.")


def check_estimates(game: Game, setup: Setup, g: State) -> None:
    """Values lie between 0 and 1, every choice has a preference, and everybody can look at the table."""
    before = saves.digest(game, g)
    for seat in range(setup.players):
        value = game.value(g, seat)
        if not 0.0 <= value <= 1.0:
            raise BrokenRules(f"The position is worth {value} to seat {seat}; values go from 0 to 1.")
        game.scene(g, seat)
    game.scene(g, None)
    for seat in g.seats():
        choices = g.choices(seat)
        rated = game.preferences(g, seat, choices)
        if len(rated) != len(choices):
            raise BrokenRules(f"{len(choices)} choices have {len(rated)} preferences.")
        if any(rate != rate for rate in rated):
            raise BrokenRules("A preference is not a number.")
    if saves.digest(game, g) != before:
        raise BrokenRules("Estimates change the position.")


def check_copy(game: Game, g: State, seat: int, choice: int) -> None:
    """Check that a copy is equal and independent."""
    before = saves.digest(game, g)
    events = 0 if g.log is None else len(g.log.events)
    new = g.copy()
    if saves.digest(game, new) != before:
        raise BrokenRules("A copy differs from its original.")
    new.apply(seat, choice)
    if saves.digest(game, g) != before or events != (0 if g.log is None else len(g.log.events)):
        raise BrokenRules(f"{game.key(g, choice)} played on a copy changes the original.")


def check_pack(game: Game, setup: Setup, g: State, rng: Rng) -> None:
    """Check that a save keeps the whole position: it plays on in the same way."""
    new = game.unpack_state(setup, saves.plain(game, g))
    if saves.digest(game, new) != saves.digest(game, g):
        raise BrokenRules("A position that was packed and unpacked differs from the original.")
    together(game, g, new, rng, "A position that was packed and unpacked")


def check_silence(game: Game, g: State, rng: Rng) -> None:
    """Check that a log changes nothing."""
    quiet = g.fork()
    loud = g.fork()
    loud.log = Log()
    together(game, loud, quiet, rng, "A position without a log")


def together(game: Game, g: State, other: State, rng: Rng, what: str) -> None:
    """Play two equal positions on alike; they must stay equal."""
    a = g.copy()
    b = other.copy()
    for _ in range(AHEAD):
        if a.result is not None:
            break
        seat = a.seats()[rng.below(len(a.seats()))]
        choices = offered(game, a, seat)
        if b.result is not None or b.seats() != a.seats() or b.choices(seat) != choices:
            raise BrokenRules(f"{what} asks or offers something else than the original.")
        choice = choices[rng.below(len(choices))]
        key = game.key(a, choice)
        a.apply(seat, choice)
        b.apply(seat, choice)
        if saves.digest(game, a) != saves.digest(game, b):
            raise BrokenRules(f"{what} differs from the original after {key}.")


def check_every_choice(game: Game, g: State, rng: Rng) -> None:
    """Check that every choice offered can be taken and played on from."""
    for seat in g.seats():
        for first in offered(game, g, seat):
            new = g.fork()
            path = [game.key(g, first)]
            try:
                new.apply(seat, first)
                for _ in range(AHEAD):
                    if new.result is not None:
                        break
                    asked = new.seats()
                    mover = asked[rng.below(len(asked))]
                    choices = offered(game, new, mover)
                    choice = choices[rng.below(len(choices))]
                    path.append(game.key(new, choice))
                    new.apply(mover, choice)
                game.check(new)
            except Exception as error:
                raise BrokenRules(f"Tried {', '.join(path)}: {describe(error)}") from error


def check_end(game: Game, setup: Setup, g: State) -> None:
    """Check that a finished game has a score for each seat and asks nobody."""
    result = g.result
    if result is None or g.seats():
        raise BrokenRules("The game is over, but somebody is asked.")
    if len(result.scores) != setup.players or not all(0.0 <= score <= 1.0 for score in result.scores):
        raise BrokenRules(f"The scores {result.scores} are not one from 0 to 1 for each seat.")
    _sentence("The result", result.text, result.rule, game)


def check_match(game: Game, setup: Setup, history: list[tuple[int, int]], g: State) -> None:
    """Check that the history plays again to the same end, and that a save loads as the same match."""
    match = Match.replay(game, setup, history)
    if saves.digest(game, match.state) != saves.digest(game, g):
        raise BrokenRules("The game's history does not play again to its own end.")
    loaded = Match.load(game, match.save())
    if loaded.history != match.history or saves.digest(game, loaded.state) != saves.digest(game, g):
        raise BrokenRules("A save of the game does not load as the same match.")
    if loaded.log(None) != match.log(None):
        raise BrokenRules("A save of the game loads with another log.")


def check_undo(game: Game, setup: Setup, history: list[tuple[int, int]], rng: Rng) -> None:
    """Taking back gives the positions and logs that were there before."""
    match = Match(game, setup)
    known = [_fingerprint(match)]
    for seat, choice in history:
        match.play(choice, seat)
        known.append(_fingerprint(match))
        if rng.below(50) == 0:
            while match.can_undo():
                match.undo()
                if _fingerprint(match) != known[len(match.history)]:
                    key = game.key(match.state, history[len(match.history)][1])
                    raise BrokenRules(f"Taking back {key} does not give the position before it.")
            for again, once_more in history[len(match.history) : len(known) - 1]:
                match.play(once_more, again)
            if _fingerprint(match) != known[-1]:
                raise BrokenRules("Choices taken back and played again give another position.")


def _fingerprint(match: Match) -> tuple[str, int]:
    log = match.state.log
    return saves.digest(match.game, match.state), 0 if log is None else len(log.events)


# --- many games


def fuzz(
    game: Game,
    games: int,
    seed: int = 0,
    *,
    deep: float = DEEP,
    progress: Progress | None = None,
    workers: int = 1,
    loader: Loader | None = None,
    limit: int = LIMIT,
) -> FuzzReport:
    """Play `games` random games and report what went wrong.

    `deep` is the share of positions that are looked at closely. With more than one worker the games are
    played in processes, which build the game again: by `loader`, or as its package does from its components.
    """
    total = FuzzReport(0, 0, [], 0, 0)
    if workers <= 1:
        for number in range(games):
            total = _add(total, fuzz_one(game, seed + number, deep, limit))
            if progress is not None:
                progress(total.games, total.choices)
        return total
    chunk = max(1, min(10, games // (workers * 4)))
    context = multiprocessing.get_context("spawn")
    # An interrupt is the parent's to answer.
    deaf = (signal.SIGINT, signal.SIG_IGN)
    with ProcessPoolExecutor(min(workers, games), context, signal.signal, deaf) as pool:
        waiting = []
        for first in range(0, games, chunk):
            count = min(chunk, games - first)
            waiting.append(
                pool.submit(_fuzz_some, loader, game.slug, game.data_folder, seed + first, count, deep, limit)
            )
        try:
            for done in as_completed(waiting):
                total = _add(total, done.result())
                if progress is not None:
                    progress(total.games, total.choices)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return total


def _add(a: FuzzReport, b: FuzzReport) -> FuzzReport:
    return FuzzReport(
        a.games + b.games,
        a.choices + b.choices,
        sorted(a.errors + b.errors),
        a.unfinished + b.unfinished,
        max(a.longest, b.longest),
    )


_built: dict[tuple[str, str], Game] = {}


def _fuzz_some(
    loader: Loader | None, slug: str, folder: str, first: int, count: int, deep: float, limit: int
) -> FuzzReport:
    """Return a worker's share: `count` games from the seed `first` on."""
    built = (slug, folder)
    if built not in _built:
        if loader is not None:
            _built[built] = loader()
        else:
            made: Any = importlib.import_module("sandtable.games").load_game(slug, folder)
            _built[built] = made
    total = FuzzReport(0, 0, [], 0, 0)
    for number in range(count):
        total = _add(total, fuzz_one(_built[built], first + number, deep, limit))
    return total
