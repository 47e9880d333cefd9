"""Fuzzing: a sound game passes, and each thing that can be broken is found."""

from typing import Self

import pytest

from sandtable.engine.checks.fuzz import (
    Walk,
    check_match,
    check_undo,
    fuzz,
    fuzz_one,
    look_closely,
    replay_seed,
    report_json,
)
from sandtable.engine.errors import BrokenRules
from sandtable.engine.game import Game, Setup
from sandtable.engine.rng import Rng
from sandtable.engine.save import clone, digest
from sandtable.engine.state import Result, State
from sandtable.testing import random_position
from tests.engine.tiny import UNITS, Straits, StraitsGame, build


def test_a_sound_game_passes() -> None:
    told: list[tuple[int, int]] = []
    report = fuzz(build(), 40, 100, deep=0.1, progress=lambda games, choices: told.append((games, choices)))
    assert report.games == 40 and report.errors == [] and report.unfinished == 0
    assert 10 < report.longest < 80 and report.choices > 500
    assert [games for games, _ in told] == list(range(1, 41))
    assert told[-1] == (40, report.choices)


def test_games_are_over_random_scenarios_options_and_players() -> None:
    game = build()
    setups = [game.any_setup(Rng(seed)) for seed in range(200)]
    assert {(s.scenario, s.players) for s in setups} == {("ring", 2), ("ring", 3), ("duel", 2)}
    assert {s.options["rounds"] for s in setups} == {2, 3, 4}
    assert {s.options["reactions"] for s in setups} == {"ask", "when_possible"}


@pytest.mark.parametrize(
    ("bug", "words"),
    [
        ("dead_end", "Dead end: Move asks seat"),
        ("duplicate", "Turn offers button:done twice."),
        ("offer", "Turn has offered other choices than it has now."),
        ("crash", "ZeroDivisionError: a six (tiny.py:"),
        ("loop", "Turn runs without end."),
        ("copy", "played on a copy changes the original."),
        ("pack", "A position that was packed and unpacked asks or offers something else"),
        ("log", "A position without a log differs from the original after"),
        ("key", "but that key finds -1."),
        ("rule", "The prompt of Bid names rule '99', which is not in the index."),
        ("refusal", "by Bid is not a sentence: 'no'."),
        ("allows", "Bid allows button:done, but offers nothing like it."),
        ("value", "The position is worth 2.0 to seat"),
        ("check", "A card is lost or there twice."),
    ],
)
def test_a_bug_is_found(bug: str, words: str) -> None:
    report = fuzz(StraitsGame(bug=bug), 12, deep=0.4)
    assert report.errors
    assert any(words in error.message for error in report.errors), report.errors


@pytest.mark.parametrize("leak", ["view", "prompt", "refusal", "doctrine", "draw", "bury"])
def test_a_leak_is_found(leak: str) -> None:
    report = fuzz(StraitsGame(leak=leak), 40, deep=0.4)
    assert any("secret" in error.message for error in report.errors)


def test_a_game_without_end_is_unfinished_and_an_error() -> None:
    report = fuzz(StraitsGame(bug="endless"), 6, deep=0.0, limit=200)
    assert report.unfinished > 0 and report.longest == 200
    assert any(error[1:] == (200, "Not over after 200 choices.") for error in report.errors)


def test_an_error_names_what_was_played() -> None:
    report = fuzz(StraitsGame(bug="crash"), 12, deep=0.0)
    error = report.errors[0]
    assert error.message.startswith("card:6")
    assert "by seat" in error.message


def test_an_error_is_found_again_by_its_seed() -> None:
    game = StraitsGame(bug="crash")
    error = fuzz(game, 12, deep=0.0).errors[0]
    assert fuzz_one(game, error.seed, 0.0).errors == [error._replace(choice=error.choice)]
    # deep checks do not change which game a seed is
    match = replay_seed(game, error.seed)
    assert len(match.history) == error.choice - 1
    assert match.state.seats() and "Bury" in str(type(match.state.agenda[-1]))
    same = random_position(game, error.seed, error.choice - 1)
    assert digest(game, same.state) == digest(game, match.state)
    assert len(replay_seed(game, error.seed, 3).history) == 3


def test_an_error_in_the_set_up_is_an_error_too() -> None:
    class NoSetup(StraitsGame):
        def new(self, setup: Setup) -> Straits:
            raise KeyError("cards")

    report = fuzz(NoSetup(), 1)
    assert report.errors[0][:2] == (0, 0)
    assert "KeyError: 'cards'" in report.errors[0].message


def closely(game: Game, seed: int = 1, choices: int = 4) -> None:
    match = random_position(game, seed, choices)
    seat = match.state.seats()[0]
    look_closely(game, match.setup, match.state, seat, match.state.choices(seat)[0], Rng(1))


@pytest.mark.parametrize(
    ("method", "value", "words"),
    [
        ("preferences", [0.0] * 99, "99 preferences"),
        ("preferences", [float("nan")] * 99, "preferences"),
        ("label", "", "which has no label"),
        ("find", 0, "but that key finds 0"),
    ],
)
def test_odd_answers_are_found(method: str, value: object, words: str) -> None:
    class Odd(StraitsGame):
        pass

    setattr(Odd, method, lambda self, *given: value)
    with pytest.raises(BrokenRules, match=words):
        closely(Odd())


def test_a_preference_that_is_no_number_is_found() -> None:
    class Odd(StraitsGame):
        def preferences(self, g: State, seat: int, choices: list[int]) -> list[float]:
            return [float("nan")] * len(choices)

    with pytest.raises(BrokenRules, match="not a number"):
        closely(Odd())


def test_estimates_that_change_the_position_are_found() -> None:
    class Odd(StraitsGame):
        def value(self, g: State, seat: int) -> float:
            g.rng.roll()
            return 0.5

    with pytest.raises(BrokenRules, match="Estimates change the position"):
        closely(Odd())


def test_words_that_change_the_position_are_found() -> None:
    class Odd(StraitsGame):
        def label(self, g: State, choice: int) -> str:
            g.revealed += 1
            return "x"

    with pytest.raises(BrokenRules, match="for its words changes the position"):
        closely(Odd())


def test_a_copy_that_differs_is_found() -> None:
    class Odd(StraitsGame):
        pass

    match = random_position(Odd(), 1, 4)

    class Forgetful(Straits):
        def copy(self) -> Self:
            new = super().copy()
            new.round = 0
            return new

    g = match.state
    odd = Forgetful(0, 2)
    odd.restore(g.pack())
    odd.copy_base(g)
    odd.players = match.setup.players
    with pytest.raises(BrokenRules, match="A copy differs from its original"):
        look_closely(Odd(), match.setup, odd, odd.seats()[0], odd.choices(odd.seats()[0])[0], Rng(1))


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Result((1.0,), "Red wins.", "6a"), "are not one from 0 to 1 for each seat"),
        (Result((2.0, 0.0, 0.0), "Red wins.", "6a"), "are not one from 0 to 1 for each seat"),
        (Result((1.0, 0.0, 0.0), "Red wins", "6a"), "The result is not a sentence"),
        (Result((1.0, 0.0, 0.0), "Red wins.", "7"), "The result names rule '7'"),
    ],
)
def test_odd_results_are_found(result: Result, words: str) -> None:
    class Odd(StraitsGame):
        def check(self, g: State) -> None:
            if g.result is not None:
                g.result = result

    assert any(words in error.message for error in fuzz(Odd(), 20, deep=0.0).errors)


def test_a_game_that_does_not_replay_is_found() -> None:
    class Odd(StraitsGame):
        """Its set-up depends on how often it was set up."""

        count = 0

        def new(self, setup: Setup) -> Straits:
            g = super().new(setup)
            Odd.count += 1
            for _ in range(Odd.count):
                g.rng.roll()
            return g

    errors = fuzz(Odd(), 30, deep=0.000001).errors
    assert any("does not play again to its own end" in error.message for error in errors)


def test_a_save_that_loads_as_something_else_is_found() -> None:
    class Odd(StraitsGame):
        """Plays again once, and then never."""

        count = 0

        def new(self, setup: Setup) -> Straits:
            g = super().new(setup)
            Odd.count += 1
            if Odd.count > 2:
                g.rng.roll()
            return g

    walk = Walk(Odd(), 3)
    for _ in range(10):
        walk.play(*walk.pick())
    with pytest.raises(BrokenRules, match="does not load as the same match"):
        check_match(Odd(), walk.setup, walk.history, walk.state)


def test_a_way_back_that_leads_elsewhere_is_found() -> None:
    class Odd(StraitsGame):
        """Its copies of copies forget who has moved."""

        def blank(self, setup: Setup) -> Straits:
            g = Forgetful(setup.seed, setup.players)
            g.copies = 0
            return g

    class Forgetful(Straits):
        copies = 0

        def copy(self) -> Self:
            new = self.__class__(0, self.players)
            new.restore(clone(self.pack()))
            new.copy_base(self)
            new.copies = self.copies + 1
            if new.copies > 1:
                new.moved = [False] * UNITS
            return new

    walk = Walk(Odd(), 3)
    while walk.state.result is None:
        walk.play(*walk.pick())
    with pytest.raises(BrokenRules, match=r"Taking back .* does not give|give another position"):
        for seed in range(20):
            check_undo(Odd(), walk.setup, walk.history, Rng(seed))


def test_processes_find_the_same() -> None:
    game = build()
    alone = fuzz(game, 12, 7, deep=0.05)
    assert fuzz(game, 12, 7, deep=0.05, workers=2, loader=build) == alone


def test_the_report_as_plain_data() -> None:
    report = fuzz(StraitsGame(bug="crash"), 12, deep=0.0)
    data = report_json(build(), report)
    assert list(data) == ["game", "games", "choices", "errors", "unfinished", "longest"]
    assert data["game"] == "straits" and list(data["errors"][0]) == ["seed", "choice", "message"]
