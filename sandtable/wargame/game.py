"""A game with counters on a map: what each counter is called by its type, condition and place."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine.game import Game
from sandtable.engine.native import TypeVar, mypyc_attr
from sandtable.wargame.counters import CounterState

C = TypeVar("C", bound=CounterState, default=CounterState)


@mypyc_attr(allow_interpreted_subclasses=True)
class CounterGame(Game[C]):
    """A game whose counters on the map are named `unit:<type>@<place>`."""

    first_unit: int  # the choice of the first counter
    unit_type_ids: list[str]  # of each counter
    place_ids: list[str]
    place_names: list[str]
    place_index: dict[str, int]

    def declare_counters(
        self, first: int, types: Sequence[str], place_ids: Sequence[str], place_names: Sequence[str]
    ) -> None:
        """Set the choice of the first counter, the type of each, and the places where counters stand."""
        self.first_unit = first
        self.unit_type_ids = list(types)
        self.place_ids = list(place_ids)
        self.place_names = list(place_names)
        self.place_index = {name: place for place, name in enumerate(self.place_ids)}

    def condition(self, g: C, unit: int) -> tuple[str, str]:
        """Return the condition of a counter for its key and in words: (".spent", " (spent)"), or nothing."""
        return ("", "")

    def place_of(self, g: C, choice: int) -> int:
        """Return the place on the map of the counter that a choice is; -1 for any other choice."""
        unit = choice - self.first_unit
        if 0 <= unit < len(g.place) and 0 <= g.place[unit] < len(self.place_ids):
            return g.place[unit]
        return -1

    def stem(self, g: C, choice: int) -> str:
        place = self.place_of(g, choice)
        if place < 0:
            return ""
        unit = choice - self.first_unit
        return f"unit:{self.unit_type_ids[unit]}{self.condition(g, unit)[0]}@{self.place_ids[place]}"

    def stack(self, g: C, place: str) -> list[int]:
        found = self.place_index.get(place, -1)
        return [] if found < 0 else [self.first_unit + unit for unit in g.at[found]]

    def label(self, g: C, choice: int) -> str:
        label = self.names.labels[choice]
        place = self.place_of(g, choice)
        if place < 0:
            return label
        return f"{label}{self.condition(g, choice - self.first_unit)[1]} in {self.place_names[place]}"
