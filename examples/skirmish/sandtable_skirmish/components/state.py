"""The position: who is where, who controls what, whose cards and reserves are hidden."""

from typing import ClassVar

from sandtable.wargame.counters import CounterState
from sandtable_skirmish.components.tables import BLUE, NOBODY, Tables

POOL, RESERVE = -1, -2  # off the map: destroyed or never used, and still to arrive
UNDEALT, PLAYED = 2, 3  # where a card is; 0 and 1 are the hands


class Board(CounterState):
    packed: ClassVar = ("turn", "side", "place", "control", "cards", "queue", "moved")

    def __init__(self, t: Tables, seed: int, scenario: int) -> None:
        super().__init__(seed, len(t.units), len(t.areas), POOL)
        self.t, self.scenario = t, scenario
        self.turn, self.side = 0, BLUE
        self.control = [NOBODY] * len(t.areas)
        self.cards = [UNDEALT] * len(t.cards)
        self.queue: list[int] = []  # the reserves of both sides, the next first
        self.moved: list[int] = []

    def copy(self) -> "Board":
        new = Board(self.t, 0, self.scenario)
        new.copy_counters(self)
        new.turn, new.side, new.control = self.turn, self.side, self.control[:]
        new.cards, new.queue, new.moved = self.cards[:], self.queue[:], self.moved[:]
        return new

    def derive(self) -> None:
        self.find_stacks()

    def active_seat(self) -> int:
        return self.side

    def units(self, side: int, area: int) -> list[int]:
        """Return the units of a side in an area, infantry first."""
        return [u for u in self.at[area] if self.t.side[u] == side]

    def hold(self, area: int) -> None:
        """Give an area to the side that is alone in it. [1]"""
        owners = {self.t.side[u] for u in self.at[area]}
        if len(owners) == 1:
            self.control[area] = owners.pop()

    def reserve(self, side: int) -> list[int]:
        """Return the units of a side that are still to arrive, the next first. [2.1]"""
        return [u for u in self.queue if self.t.side[u] == side]

    def points(self, side: int) -> int:
        """Return what the areas of a side are worth. [7]"""
        return sum(a.points for a, owner in zip(self.t.areas, self.control, strict=True) if owner == side)

    def say(self, text: str, rule: str, area: int) -> None:
        """Write down what happened in an area."""
        if self.log is not None:
            self.log.add(f"{self.t.areas[area].name}: {text}", rule, (self.t.first_area + area,))
