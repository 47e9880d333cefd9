"""Counters and where they stand: the part of a position that every game with a map of areas has."""

from __future__ import annotations

from sandtable.engine.native import mypyc_attr
from sandtable.engine.state import State, joined


@mypyc_attr(allow_interpreted_subclasses=True)
class CounterState(State):
    """A state with counters: `place` says where each is, `at` which are in an area.

    Places from 0 on that have an entry in `at` are on the map; all others are boxes and pools off the map.
    Counters in an area stand in the order of their numbers, so that no history hides in it.
    """

    def __init__(self, seed: int, counters: int, areas: int, off_map: int) -> None:
        super().__init__(seed)
        self.place: list[int] = [off_map] * counters
        self.at: list[tuple[int, ...]] = [()] * areas

    def copy_counters(self, other: CounterState) -> None:
        """Take over from `other` what this class and its base hold."""
        self.copy_base(other)
        self.place = other.place[:]
        self.at = other.at[:]

    def active_seat(self) -> int:
        """Return the seat whose turn it is."""
        raise NotImplementedError

    def find_stacks(self) -> None:
        """Compute again which counters are in each area."""
        at: list[list[int]] = [[] for _ in self.at]
        for counter, place in enumerate(self.place):
            if 0 <= place < len(at):
                at[place].append(counter)
        self.at = [tuple(stack) for stack in at]

    def enter(self, counter: int, area: int) -> None:
        """Put a counter from off the map into an area."""
        self.place[counter] = area
        self.at[area] = joined(self.at[area], counter)

    def leave(self, counter: int, to: int) -> None:
        """Take a counter off the map."""
        area = self.place[counter]
        self.place[counter] = to
        self.at[area] = tuple([other for other in self.at[area] if other != counter])

    def shift(self, counter: int, area: int) -> None:
        """Move a counter from one area to another."""
        self.leave(counter, area)
        self.at[area] = joined(self.at[area], counter)

    def first_in(self, place: int, first: int, count: int) -> int:
        """Return the first of some counters that is in a place off the map; -1 if none is."""
        for counter in range(first, first + count):
            if self.place[counter] == place:
                return counter
        return -1
