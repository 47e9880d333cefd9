"""What all parts of the umpire share."""

from collections import Counter
from typing import Any, NamedTuple

from sandtable.games import load_game
from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee.position import Position, Unit

GAME = load_game("blitzkrieg_general")
KEYS = GAME.names.keys
INDEX = GAME.names.index
FIRST_UNIT = INDEX[f"unit:{c.KIND[0]['id']}#1"]
DONE = "button:done"


class Question(NamedTuple):
    """What a seat is asked."""

    p: Position
    args: list[int]
    offered: set[str]
    seat: int

    def spaces(self) -> set[str]:
        """The spaces that are offered."""
        return {key.split(":")[1] for key in self.offered if key.startswith(("area:", "zone:"))}

    def units(self) -> list[Unit]:
        """The counters that are offered."""
        return [self.p.unit[INDEX[key] - FIRST_UNIT] for key in self.offered if key.startswith("unit:")]

    def mine(self, unit: Unit) -> bool:
        """Whether the seat decides for a counter."""
        manager = self.p.manager[unit.serves]
        return bool(manager) and self.p.seat_of[manager] == self.seat

    def moves(self, unit: Unit) -> bool:
        """Whether it is of the side whose segment it is, too."""
        return self.mine(unit) and self.p.side_of(unit.serves) == self.p.side


class Watching:
    """The part of an umpire that every other part needs."""

    def __init__(self, g: Any) -> None:
        self.g = g
        self.seen: Counter[str] = Counter()
        self.at = self.title = ""

    def now(self) -> Position:
        """The position as it stands."""
        return Position(self.g.pack())

    def expect(self, found: Any, wanted: Any, what: str) -> None:
        """Compare the engine's word with the referee's."""
        assert found == wanted, f"{self.at or self.title}: {what}: the engine has {found}, the book {wanted}"

    def within(self, found: Any, wanted: Any, what: str) -> None:
        """What the engine has must be in the book."""
        extra = set(found) - set(wanted)
        assert not extra, f"{self.at or self.title}: {what}: only the engine has {sorted(map(str, extra))}"

    def compare(self, found: Any, wanted: Any, what: str) -> None:
        """Compare two sets; tell only what differs."""
        found, wanted = set(found), set(wanted)
        assert found == wanted, (
            f"{self.at or self.title}: {what}: only the engine has {sorted(map(str, found - wanted))}, "
            f"only the book {sorted(map(str, wanted - found))}"
        )
