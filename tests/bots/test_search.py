"""Looking ahead: what it finds, what it must not know, and how it weighs."""

import random

import pytest

from sandtable.arena.play_game import play_game
from sandtable.bots import SearchBot, explain_advice, make_bot
from sandtable.bots.search_bot import (
    ENOUGH,
    ChoiceStats,
    better_half,
    cannot_improve,
    final_choice,
    mark,
    ranked,
)
from sandtable.engine.errors import SandtableError
from sandtable.engine.match import Match
from sandtable.engine.rng import Rng
from sandtable.engine.state import State
from sandtable.games import SLUGS, load_game
from sandtable.testing import random_position
from tests.engine.tiny import Straits, StraitsGame, build

FIRST = [0.5, 0.5, 0.5, 0.5]  # what the doctrine's own choice brings


def stats(choice: int, values: list[float]) -> ChoiceStats:
    made = ChoiceStats(choice)
    made.values = values
    made.leads = [value - other for value, other in zip(values, FIRST, strict=False)]
    return made


def test_another_choice_must_be_better_beyond_doubt() -> None:
    first = stats(1, FIRST)
    assert final_choice([first, stats(2, [0.6, 0.6, 0.6, 0.6])]).choice == 2
    # Better on average, by chance:
    assert final_choice([first, stats(2, [0.9, 0.1, 0.9, 0.2])]).choice == 1
    assert final_choice([first, stats(2, [0.6] * 4), stats(3, [0.7] * 4)]).choice == 3
    assert final_choice([stats(1, [0.5]), stats(2, [0.9])]).choice == 1  # one simulation proves nothing
    assert final_choice([first, stats(2, [0.6] * 4)], 0.2).choice == 1
    assert final_choice([first, stats(2, [0.75] * 4)], 0.2).choice == 2
    dropped = stats(2, [0.9] * 4)
    dropped.live = False
    assert final_choice([first, dropped, stats(3, [0.6] * 4)]).choice == 3


def test_there_is_hope_while_another_may_turn_out_better_by_the_margin() -> None:
    first = stats(1, FIRST)
    assert cannot_improve([first, stats(2, [0.4, 0.4, 0.4, 0.5])], 0.0)
    assert not cannot_improve([first, stats(2, [0.5, 0.4, 0.5, 0.8])], 0.0)
    assert cannot_improve([first, stats(2, [0.5, 0.4, 0.5, 0.6])], 0.2)
    assert not cannot_improve([first, stats(2, [0.5, 0.4, 0.5, 0.6]), stats(3, [0.7, 0.7, 0.7, 0.8])], 0.2)
    assert not cannot_improve([stats(1, [0.5]), stats(2, [0.1])], 0.0)  # one simulation proves nothing


class Certain(StraitsGame):
    """Every position is worth the same."""

    def value(self, g: State, seat: int) -> float:
        return 0.5


def test_it_stops_when_nothing_more_can_come_of_it() -> None:
    game = Certain()
    g = random_position(game, 3, 6).state
    seat = g.seats()[0]
    advice = SearchBot("s", 60.0, 10_000).advise(game, g, seat, Rng(1))
    assert max(thought.tries for thought in advice.thoughts) == ENOUGH


def test_the_worse_half_is_dropped_but_never_the_doctrines_own() -> None:
    live = [
        stats(0, [0.1]),
        stats(1, [0.2]),
        stats(2, [0.9]),
        stats(3, [0.3]),
        stats(4, [0.8]),
    ]
    assert [one.choice for one in better_half(live)] == [0, 2, 4]
    assert [one.choice for one in better_half(live[:2])] == [0, 1]


def test_choices_come_in_the_order_of_the_doctrine_and_equals_in_any() -> None:
    orders = {tuple(ranked([5, 6, 7], [0.0, 1.0, 0.0], Rng(seed))) for seed in range(20)}
    assert orders == {(6, 5, 7), (6, 7, 5)}


class Learnt(StraitsGame):
    """Has learnt that what comes last is best."""

    def prior(self, g: State, seat: int, choices: list[int]) -> list[float]:
        return [float(at) for at in range(len(choices))]


def test_choices_are_ordered_by_what_was_learnt() -> None:
    game = Learnt()
    g = random_position(game, 3, 6).state
    seat = g.seats()[0]
    choices = g.choices(seat)
    assert len(choices) > 1
    assert SearchBot("s", 60.0, 1).advise(game, g, seat, Rng(1)).choice == choices[-1]


class Watched(StraitsGame):
    """Notes for whom secrets are drawn again."""

    def __init__(self) -> None:
        super().__init__()
        self.drawn_for: list[int] = []

    def determinize(self, g: Straits, seat: int, rng: Rng) -> Straits:
        self.drawn_for.append(seat)
        return super().determinize(g, seat, rng)


def test_what_the_seat_cannot_know_is_drawn_again_for_every_round() -> None:
    game = Watched()
    g = random_position(game, 3, 6).state
    seat = g.seats()[0]
    advice = SearchBot("s", 60.0, 30).advise(game, g, seat, Rng(1))
    rounds = max(thought.tries for thought in advice.thoughts)
    assert game.drawn_for == [seat] * rounds
    assert rounds > 3


def test_it_does_not_see_what_it_cannot_know() -> None:
    """In positions that differ in secrets alone it thinks the same, except for random draws."""
    game = build()
    for seed in range(6):
        g = random_position(game, seed, 7).state
        seat = g.seats()[0]
        other = game.determinize(g, seat, Rng(seed + 50))
        one = SearchBot("s", 60.0, 400).advise(game, g, seat, Rng(1))
        two = SearchBot("s", 60.0, 400).advise(game, other, seat, Rng(1))
        values = {thought.choice: thought.value for thought in two.thoughts}
        for thought in one.thoughts:
            if thought.tries > 60:
                assert values[thought.choice] == pytest.approx(thought.value, abs=0.12)


def test_the_tree_is_used_again_where_only_the_own_choice_lies_between() -> None:
    game = build()
    used = 0
    for seed in range(12):
        bot = SearchBot("s", 60.0, 120)
        g = random_position(game, seed, 8).state
        seat = g.seats()[0]
        choice = bot.advise(game, g, seat, Rng(1)).choice
        kept = bot._kept
        g.apply(seat, choice)
        if kept is None:
            continue
        assert g.seats() == (seat,) and bot._at == mark(g)
        used += 1
        bot.advise(game, g, seat, Rng(2))
    assert used > 2


def test_a_tree_is_not_used_in_another_position() -> None:
    game = build()
    g, other = random_position(game, 1, 8).state, random_position(game, 2, 9).state
    assert isinstance(g, Straits)
    assert mark(g) == mark(g.copy())
    assert mark(g) != mark(other)


@pytest.mark.parametrize("slug", SLUGS)
def test_when_its_time_is_over_before_the_first_look_it_takes_what_the_doctrine_likes(slug: str) -> None:
    """As on a machine that has other things to do: no time at all, or what one look takes."""
    game = load_game(slug)
    for seed in range(3):
        g = random_position(game, seed, 10 + 20 * seed).state
        for seat in g.seats():
            for seconds in (0.0, 1e-9, 0.002):
                bot = SearchBot("s", seconds)
                advice = bot.advise(game, g, seat, Rng(seed))
                choices = g.choices(seat)
                assert advice.choice in choices
                assert explain_advice(game, g, seat, advice)
                if seconds < 0.001:
                    liked = game.prior(g, seat, choices)
                    assert liked[choices.index(advice.choice)] == max(liked)
                    assert advice.thoughts == []


@pytest.mark.parametrize("name", ["random", "greedy", "search:20", "search:20:2"])
def test_no_bot_chooses_for_a_seat_that_is_not_asked(name: str) -> None:
    """By no bot as an error about an empty list: not before its turn, and not when the game is over."""
    game = load_game("on_to_berlin")
    g = game.begin(game.settle(seed=3))
    (asked,) = g.seats()
    with pytest.raises(SandtableError, match=f"Seat {1 - asked} has nothing to choose now"):
        make_bot(name).choose(game, g, 1 - asked, Rng(1))
    over = random_position(build(), 5, 10_000)
    while over.result is None:
        over.play(over.prompts[0].choices[0], over.prompts[0].seat)
    with pytest.raises(SandtableError, match="Seat 0 has nothing to choose now"):
        make_bot(name).choose(over.game, over.state, 0, Rng(1))


@pytest.mark.parametrize("slug", SLUGS)
def test_what_is_drawn_anew_always_leaves_something_to_choose(slug: str) -> None:
    """A look ahead goes on from hidden things that only might be so, and never comes to an empty question."""
    game = load_game(slug)
    rng = random.Random(4)
    for seed in range(6):
        g = random_position(game, seed, 15 + 25 * seed).state
        for seat in g.seats():
            s = game.determinize(g, seat, Rng(seed))
            s.log = None
            who = seat
            for _ in range(30):
                choices = s.choices(who)
                assert choices
                s.apply(who, rng.choice(choices))
                if s.result is not None:
                    break
                who = rng.choice(s.seats())


class Mute(Straits):
    """A position in which whoever is asked has nothing to choose."""

    def choices(self, seat: int) -> list[int]:
        return []


class Stuck(StraitsGame):
    """After the first click of a look ahead nobody has a choice: what was drawn again does not fit."""

    def determinize(self, g: Straits, seat: int, rng: Rng) -> Straits:
        new = super().determinize(g, seat, rng)
        new.__class__ = Mute
        return new


def test_a_look_ahead_that_cannot_go_on_counts_with_what_it_has_reached() -> None:
    game = Stuck()
    found = 0
    for seed in range(12):
        g = random_position(game, seed, 6).state
        seat = g.seats()[0]
        if len(g.choices(seat)) > 1:
            advice = SearchBot("s", 60.0, 40).advise(game, g, seat, Rng(1))
            assert advice.choice in g.choices(seat)
            assert sum(thought.tries for thought in advice.thoughts) > 8
            found += 1
    assert found > 3


def test_a_look_ahead_may_end_the_game() -> None:
    """From the last choices of a game all simulations reach its end."""
    game = build()
    ended = 0
    for seed in range(6):
        match = random_position(game, seed, 10_000)
        for left in range(1, 12):
            before = Match.replay(game, match.setup, match.history, len(match.history) - left)
            for seat in before.state.seats():
                advice = SearchBot("s", 60.0, 40).advise(game, before.state, seat, Rng(seed))
                assert advice.choice in before.state.choices(seat)
                ended += any(thought.value in (0.0, 0.5, 1.0) for thought in advice.thoughts)
    assert ended > 6


def test_looking_ahead_beats_the_doctrine() -> None:
    game = build()
    won = 0.0
    for seed in range(12):
        for seating in (("search:60", "greedy"), ("greedy", "search:60")):
            scores = play_game(game, game.settle(seed=seed, players=2), seating).scores
            own = scores[seating.index("search:60")]
            won += 1.0 if own == max(scores) and min(scores) < own else 0.5 if min(scores) == own else 0.0
    assert won / 24 >= 0.6
