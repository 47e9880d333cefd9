"""The part of the umpire that looks at movement on land."""

from typing import Any

from tests.games.blitzkrieg_general.referee import ground
from tests.games.blitzkrieg_general.referee.position import Position, Unit
from tests.games.blitzkrieg_general.referee.watching import FIRST_UNIT, INDEX, Question, Watching

SPENT = {"moved", "landed", "dropping", "observer"}


class GroundWatch(Watching):
    """Moves, marches, exploitation on land."""

    def __init__(self, g: Any) -> None:
        super().__init__(g)
        self.path: list[str] = []
        self.clean = self.calm = True
        self.held: dict[str, str] = {}

    def land_movers(self, q: Question) -> list[Unit]:
        """Land units that may begin a move."""
        found = []
        for unit in q.p.unit:
            ready = unit.on_map and unit.carrier is None and not unit.marks & SPENT
            if unit.land and ready and q.moves(unit):
                if ground.ways(q.p, unit, [unit.place], self.fresh(q.p, unit), False, False):
                    found.append(unit)
        return found

    @staticmethod
    def fresh(p: Position, unit: Unit) -> bool:
        """Whether a unit sets out from ground that is not the enemy's."""
        return not p.hostile(unit.serves, unit.place)

    def ask_Move(self, q: Question) -> None:
        """6.4: who may move."""
        land = {u.like() for u in q.units() if u.land}
        if "button:done" in q.offered:
            found = self.land_movers(q)
            self.compare(land, {u.like() for u in found}, "land units that may move")
        else:
            self.within(land, {u.like() for u in self.land_movers(q)}, "land units that must move")

    def ask_March(self, q: Question) -> None:
        """6.1: where a unit may go on to."""
        unit = q.p.unit[q.args[0]]
        found = ground.ways(q.p, unit, self.path, self.clean, self.calm, bool(q.args[5]))
        self.compare(q.spaces(), found, f"{ground.tell(q.p, unit)} by {self.path}")

    def note_Move(self, args: list[int], key: str) -> None:
        """A unit sets out."""
        self.calm, self.path, self.held = False, [], self.now().control
        if key.startswith("unit:"):
            unit = self.now().unit[INDEX[key] - FIRST_UNIT]
            if unit.land:
                self.path, self.clean = [unit.place], self.fresh(self.now(), unit)

    def note_Exploit(self, args: list[int], key: str) -> None:
        """A unit sets out."""
        self.note_Move(args, key)

    def run_March(self, step: Any) -> bool:
        """Follow the unit, which may be led without a question."""
        p = self.now()
        unit = p.unit[step.pack()[0]]
        if unit.place != self.path[-1]:
            self.path.append(unit.place)
            self.clean = self.clean and p.friends(unit.serves, self.held[unit.place])
        self.held = p.control
        return bool(step.run(self.g))

    def note_Declare(self, args: list[int], key: str) -> None:
        """A refusal closes neutrals for the rest of the move. [R134]"""
        if key == "button:no":
            self.calm = True
