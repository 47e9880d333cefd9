"""The part of the umpire that looks at the ends of turns: conquest, income, production, victory."""

from typing import Any

from sandtable.games.blitzkrieg_general.rules import victory as engine_victory
from sandtable.games.blitzkrieg_general.rules.economy import economy as engine_economy
from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee import economy
from tests.games.blitzkrieg_general.referee.watching import Watching


class TurnWatch(Watching):
    """Income, victory."""

    def run_Income(self, step: Any) -> bool:
        """7.2: what everybody collects."""
        p = self.now()
        asked = bool(step.run(self.g))
        after = self.now()
        self.seen["Income"] += 1
        for major in c.MAJOR:
            given = [row["id"] for row in p.deliveries]
            detail = f"{economy.areas_of(p, major)}, {given}, boats {economy.submarines(p, major)}"
            self.expect(after.points[major], economy.income(p, major), f"income of {major} ({detail})")
        for number, side in enumerate(("axis", "allies")):
            found = engine_economy.points_of(self.g, number)
            self.expect(found, economy.points(p, side), f"points of {side}")
            self.expect(engine_victory.conquests(self.g, number), economy.conquests(p, side), f"falls {side}")
        return asked

    def run_Phase(self, step: Any) -> bool:
        """8.5: who has won."""
        if step.pack() != [22]:
            return bool(step.run(self.g))
        p = self.now()
        won = [s for s in ("axis", "allies") if economy.conquests(p, s) or self.enough(p, s)]
        asked = bool(step.run(self.g))
        self.expect(self.g.result is not None, bool(won), f"the end of the war: {won}")
        self.seen["Victory"] += bool(won)
        return asked

    @staticmethod
    def enough(p: Any, side: str) -> bool:
        """Whether a side has the points it needs."""
        return not p.raw["world_conquest"] and economy.points(p, side) >= economy.WIN_POINTS[side]
