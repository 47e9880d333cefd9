"""Chance: the same numbers everywhere, each equally likely, and scripts in its place."""

import pytest

from sandtable.engine.errors import SandtableError
from sandtable.engine.rng import Rng, ScriptedRng

# Computed by an independent implementation of sfc32 in C.
EXPECTED = {
    0: [1427488602, 1980682239, 456575201, 3300212312],
    1: [573063952, 3268221502, 703077755, 2308299391],
    7: [100587536, 2849664703, 2976894644, 2427842431],
    0xDEADBEEF12345678: [2113041714, 2604541430, 780259848, 984185635],
}
DICE = [3, 2, 3, 2, 6, 6, 4, 5, 2, 2, 2, 2]
SHUFFLED = [5, 7, 9, 1, 4, 3, 8, 0, 6, 2]


@pytest.mark.parametrize("seed", sorted(EXPECTED))
def test_the_same_seed_gives_the_same_numbers_everywhere(seed: int) -> None:
    rng = Rng(seed)
    assert [rng.below(1 << 32) for _ in range(4)] == EXPECTED[seed]


def test_dice_and_shuffles_are_fixed_too() -> None:
    rng = Rng(7)
    assert [rng.roll() for _ in range(12)] == DICE
    cards = list(range(10))
    rng.shuffle(cards)
    assert cards == SHUFFLED
    assert rng.drawn == 12 + 9


def test_every_face_is_equally_likely() -> None:
    rng = Rng(1)
    counts = [0] * 7
    for _ in range(60_000):
        counts[rng.roll()] += 1
    assert counts[0] == 0
    # chi-square with 5 degrees of freedom: 20.5 is exceeded once in a thousand
    assert sum((n - 10_000) ** 2 / 10_000 for n in counts[1:]) < 20.5


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    counts = [0] * 6
    for seed in range(12_000):
        counts[Rng(seed).below(6)] += 1
    assert sum((n - 2000) ** 2 / 2000 for n in counts) < 20.5
    same = sum(Rng(seed).below(6) == Rng(seed + 1).below(6) for seed in range(6000))
    assert 850 < same < 1150


def test_every_order_of_a_shuffle_is_equally_likely() -> None:
    rng = Rng(3)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] = counts.get(tuple(items), 0) + 1
    assert len(counts) == 24
    # 23 degrees of freedom: 49.7 is exceeded once in a thousand
    assert sum((n - 500) ** 2 / 500 for n in counts.values()) < 49.7


def test_large_numbers_are_not_biased() -> None:
    n = 3 << 30  # plain remainders would give the lower third twice as often
    rng = Rng(5)
    low = sum(rng.below(n) < n // 3 for _ in range(9000))
    assert 2800 < low < 3200


def test_more_than_a_draw_can_tell_apart_is_refused() -> None:
    with pytest.raises(ValueError, match="4294967297"):
        Rng(1).below((1 << 32) + 1)


def test_nothing_is_drawn_where_there_is_no_choice() -> None:
    rng = Rng(1)
    assert rng.below(1) == 0
    rng.shuffle([4])
    assert rng.drawn == 0


def test_a_copy_goes_its_own_way() -> None:
    rng = Rng(9)
    rng.roll()
    new = rng.copy()
    assert [new.roll(20) for _ in range(5)] == [rng.roll(20) for _ in range(5)]
    new.roll()
    assert new.drawn == rng.drawn + 1


def test_packing_keeps_everything() -> None:
    rng = Rng(9)
    rng.roll()
    new = Rng.unpack(rng.pack())
    assert new.pack() == rng.pack()
    assert new.roll(100) == rng.roll(100)


def test_a_script_gives_what_is_written() -> None:
    rng = ScriptedRng([3, 6, 0, 2, 0, 1])
    assert (rng.roll(), rng.roll(), rng.below(4)) == (3, 6, 0)
    items = [10, 11, 12]
    rng.shuffle(items)
    assert items == [12, 10, 11]
    assert rng.drawn == 6


def test_a_script_and_its_copy_read_the_same_places() -> None:
    rng = ScriptedRng([3, 6, 2])
    rng.roll()
    new = rng.copy()
    assert (new.roll(), new.roll()) == (6, 2)
    assert rng.roll() == 6


@pytest.mark.parametrize(
    ("script", "ask", "words"),
    [
        ([], "roll", "used up"),
        ([7], "roll", "die of 6"),
        ([0], "roll", "die of 6"),
        ([6], "below", "below 6"),
        ([-1], "below", "below 6"),
        ([0, 0], "shuffle", "each of 2 items"),
        ([0], "shuffle", "used up"),
    ],
)
def test_a_wrong_script_is_told(script: list[int], ask: str, words: str) -> None:
    rng = ScriptedRng(script)
    with pytest.raises(SandtableError, match=words):
        if ask == "roll":
            rng.roll()
        elif ask == "below":
            rng.below(6)
        else:
            rng.shuffle([1, 2])
