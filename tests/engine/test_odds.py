"""The arithmetic of chances, and the walk through every way the dice can fall."""

import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine import odds
from sandtable.engine.odds import Chances
from sandtable.engine.state import State
from tests.engine.tiny import fresh

FEW = st.lists(st.integers(-3, 6), min_size=1, max_size=6)


def close(one: Chances, other: Chances) -> bool:
    values = one.keys() | other.keys()
    return all(abs(one.get(v, 0.0) - other.get(v, 0.0)) < 1e-9 for v in values)


def counted(totals: list[int]) -> Chances:
    return {value: number / len(totals) for value, number in Counter(totals).items()}


@given(FEW, st.integers(0, 4))
def test_a_pool_of_dice_is_what_counting_all_throws_gives(values: list[int], times: int) -> None:
    throws = [sum(throw) for throw in itertools.product(values, repeat=times)]
    assert close(odds.pool(odds.faces(values), times), counted(throws))


@given(FEW, FEW)
def test_sums_bounds_and_averages(one: list[int], other: list[int]) -> None:
    both = [a + b for a in one for b in other]
    found = odds.added(odds.faces(one), odds.faces(other))
    assert close(found, counted(both))
    assert close(odds.shifted(found, 3), counted([total + 3 for total in both]))
    assert close(odds.clamped(found, 0, 4), counted([max(0, min(4, total)) for total in both]))
    assert odds.mean(found) == pytest.approx(sum(both) / len(both))
    assert odds.at_least(found, 2) == pytest.approx(sum(total >= 2 for total in both) / len(both))


def test_dice_that_hit() -> None:
    assert close(odds.hits(2, 1 / 3), {0: 4 / 9, 1: 4 / 9, 2: 1 / 9})
    assert close(odds.hits(0, 0.5), {0: 1.0})
    assert close(odds.die(4), {1: 0.25, 2: 0.25, 3: 0.25, 4: 0.25})


def again_on_six(g: State) -> int:
    """A fight whose second throw depends on the first, and which looks ahead on a copy."""
    first = g.rng.roll()
    if first < 6:
        return first
    later = g.copy()
    return 6 + later.rng.roll(4)


def test_every_way_is_walked_once_with_its_chance() -> None:
    start = fresh().state
    before = start.rng.pack()
    found = odds.walked(start, again_on_six)
    assert found is not None
    assert close(found, {**dict.fromkeys(range(1, 6), 1 / 6), **dict.fromkeys(range(7, 11), 1 / 24)})
    assert start.rng.pack() == before
    assert odds.walked(start, again_on_six, ways=8) is None
    assert odds.outcomes(start, again_on_six) == (found, 0.0)


def test_a_shuffle_is_walked_as_well() -> None:
    def drawn(g: State) -> int:
        cards = [1, 2, 3]
        g.rng.shuffle(cards)
        return cards[0] * 10 + cards[1]

    found = odds.walked(fresh().state, drawn)
    assert found is not None
    assert close(found, dict.fromkeys((12, 13, 21, 23, 31, 32), 1 / 6))


def test_too_many_ways_are_sampled_and_the_error_is_told() -> None:
    def ten(g: State) -> int:
        return sum([g.rng.roll() >= 5 for _ in range(10)])

    start = fresh().state
    found = odds.outcomes(start, ten, ways=1000, samples=3000)
    exact = odds.hits(10, 1 / 3)
    assert 0.01 < found.error < 0.02
    assert all(abs(found.chances.get(n, 0.0) - exact[n]) < 2.5 * found.error for n in exact)
    assert odds.sampled(start, ten, 4, 500) == odds.sampled(start, ten, 4, 500)
    certain = odds.sampled(start, lambda g: 1, 4, 300)
    assert certain == ({1: 1.0}, 0.01)
