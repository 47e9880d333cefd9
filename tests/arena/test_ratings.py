"""Elo: the scale, the intervals, more than two bots."""

import math
import random

import pytest

from sandtable.arena.play_game import Played
from sandtable.arena.ratings import Meeting, inverse, rate
from sandtable.arena.scores import meetings


def test_the_scale_is_elos() -> None:
    # ten to one is 400 points; many games, so that the draw that is added does not matter
    games = [Meeting("a", "b", 1.0)] * 10_000 + [Meeting("a", "b", 0.0)] * 1_000
    found = rate(["a", "b"], games)
    assert found["a"].elo - found["b"].elo == pytest.approx(400, abs=1)
    assert found["a"].elo == -found["b"].elo


def test_draws_are_half_a_win() -> None:
    drawn = rate(["a", "b"], [Meeting("a", "b", 0.5)] * 20)
    split = rate(["a", "b"], [Meeting("a", "b", 1.0)] * 10 + [Meeting("a", "b", 0.0)] * 10)
    assert drawn["a"] == split["a"] and drawn["a"].elo == pytest.approx(0)


def test_the_error_of_two_bots_is_that_of_a_share() -> None:
    # the error of the log odds of s in n games is 1/sqrt(n s (1-s)); a rating is half the difference
    games = [Meeting("a", "b", 1.0)] * 749 + [Meeting("a", "b", 0.0)] * 249 + [Meeting("a", "b", 0.5)]
    error = 400 / math.log(10) / math.sqrt(1000 * 0.75 * 0.25) / 2
    assert rate(["a", "b"], games)["a"].error == pytest.approx(error, rel=0.01)
    low, high = rate(["a", "b"], games)["a"].interval
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.01)


def test_a_bot_that_never_lost_has_a_rating_with_a_wide_interval() -> None:
    found = rate(["a", "b"], [Meeting("a", "b", 1.0)] * 10)
    assert 200 < found["a"].elo < 400
    assert found["a"].interval[0] < found["a"].elo / 2


def test_several_bots_are_found_again() -> None:
    true = {"a": 150.0, "b": 50.0, "c": -50.0, "d": -150.0}
    names = list(true)
    luck = random.Random(1)
    hits = 0
    for _ in range(25):
        games: list[Meeting] = []
        for one in names:
            for other in names:
                if one < other:
                    chance = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
                    games += [Meeting(one, other, float(luck.random() < chance)) for _ in range(60)]
        found = rate(names, games)
        assert sum(rating.elo for rating in found.values()) == pytest.approx(0, abs=1e-6)
        hits += sum(found[bot].interval[0] <= true[bot] <= found[bot].interval[1] for bot in names)
    # 95 of 100 intervals should hold the truth
    assert 88 <= hits <= 100


def test_bots_that_never_met_are_compared_through_others() -> None:
    games = [Meeting("a", "b", 1.0)] * 30 + [Meeting("a", "b", 0.0)] * 10
    games += [Meeting("b", "c", 1.0)] * 30 + [Meeting("b", "c", 0.0)] * 10
    found = rate(["a", "b", "c"], games)
    assert found["a"].elo > found["b"].elo + 100 > found["c"].elo + 200
    assert found["b"].error < found["a"].error


def test_one_bot_has_nobody_to_be_compared_with() -> None:
    assert rate(["a"], [])["a"] == (0.0, 0.0)


def test_the_inverse_of_a_matrix() -> None:
    matrix = [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]]
    found = inverse(matrix)
    for i in range(3):
        for j in range(3):
            product = sum(matrix[i][k] * found[k][j] for k in range(3))
            assert product == pytest.approx(1.0 if i == j else 0.0)


# --- who met whom


def played(seed: int, arrangement: tuple[str, ...], scores: tuple[float, ...]) -> Played:
    return Played(arrangement, seed, scores, (1,) * len(scores), (0.0,) * len(scores))


def test_in_a_game_of_three_bots_every_pair_weighs_half() -> None:
    found = meetings(False, [played(0, ("a", "b", "c"), (1.0, 0.0, 0.0))])
    assert found == [
        Meeting("a", "b", 1.0, 0.5),
        Meeting("a", "c", 1.0, 0.5),
        Meeting("b", "c", 0.5, 0.5),
    ]


def test_the_best_seat_of_a_bot_counts() -> None:
    assert meetings(False, [played(0, ("a", "b", "a"), (0.0, 0.4, 0.6))]) == [Meeting("a", "b", 1.0)]


def test_bots_of_a_game_against_the_system_meet_by_seeds() -> None:
    rows = [
        played(1, ("a", "a"), (0.7, 0.7)),
        played(2, ("a", "a"), (0.2, 0.2)),
        played(1, ("b", "b"), (0.6, 0.6)),
        played(2, ("b", "b"), (0.2, 0.2)),
    ]
    assert meetings(True, rows) == [Meeting("a", "b", 1.0), Meeting("a", "b", 0.5)]
