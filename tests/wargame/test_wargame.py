"""What wargames share: counters, rows of units, keys and stacks of scenes, derived fields."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.engine.checks.invariants import check_derived
from sandtable.engine.errors import BrokenRules
from sandtable.wargame.counters import CounterState
from sandtable.wargame.rows import Entry, entries, row_of
from sandtable.wargame.scenes import build_key, stacks, title_of

POOL, BOX = -1, 7


class Position(CounterState):
    def __init__(self) -> None:
        super().__init__(0, 6, 3, POOL)

    def copy(self) -> "Position":
        new = Position()
        new.copy_counters(self)
        return new

    def derive(self) -> None:
        self.find_stacks()


def test_counters_stand_in_the_order_of_their_numbers() -> None:
    g = Position()
    for counter in (3, 1, 5):
        g.enter(counter, 2)
    assert g.at == [(), (), (1, 3, 5)]
    g.shift(3, 0)
    g.leave(1, BOX)
    assert g.place == [POOL, BOX, POOL, 0, POOL, 2] and g.at == [(3,), (), (5,)]
    assert g.first_in(POOL, 0, 6) == 0 and g.first_in(POOL, 1, 2) == 2
    assert g.first_in(BOX, 2, 4) == -1


def test_a_copy_is_independent() -> None:
    g = Position()
    g.enter(0, 1)
    new = g.copy()
    new.shift(0, 2)
    assert g.at[1] == (0,) and new.at[1] == () and g.place[0] == 1


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(-1, 2)), max_size=40))
def test_stacks_follow_from_places(moves: "list[tuple[int, int]]") -> None:
    g = Position()
    for counter, to in moves:
        here = g.place[counter]
        if here < 0 <= to:
            g.enter(counter, to)
        elif here >= 0 and to < 0:
            g.leave(counter, to)
        elif here >= 0:
            g.shift(counter, to)
    check_derived(g, {"at": "the stacks are wrong"})


def test_a_derived_field_that_is_wrong_is_found() -> None:
    g = Position()
    g.at[0] = (1,)
    with pytest.raises(BrokenRules, match="the stacks are wrong"):
        check_derived(g, {"place": "never", "at": "the stacks are wrong"})


def test_rows_are_read_and_written() -> None:
    assert entries("2 german_army, german_air_fleet used,") == [
        Entry(2, "german_army", ()),
        Entry(1, "german_air_fleet", ("used",)),
    ]
    assert entries("") == []
    assert row_of(["a", "b used", "a"]) == "2 a, b used"
    assert row_of([]) == ""


def test_alike_counters_are_together_in_order() -> None:
    assert stacks([4, 1, 3, 2], lambda n: (n % 2,)) == [((0,), [4, 2]), ((1,), [1, 3])]


def test_the_key_of_the_sides() -> None:
    key = build_key(("axis",), ("Axis",), ("#000000",), ("A",), {"italy": "#ffffff"}, {"sea": "sea"})
    assert key.colours == {"italy": "#ffffff", "axis": "#000000"}
    assert key.letters == {"axis": "A"} and key.names == {"sea": "sea", "axis": "Axis"}
    assert title_of("western_front") == "Western Front"
