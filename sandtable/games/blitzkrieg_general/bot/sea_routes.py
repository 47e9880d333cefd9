"""Where ships can go: the zones within reach, the way to each, and the enemies on it."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.components.constants import NONE, SUBMARINE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement


class Course:
    """The zones a ship reaches from a zone, how far they are, and by which zone one gets there."""

    def __init__(self, g: Board, ship: int, start: int, reach: int, bold: float) -> None:
        t = g.t
        self.start = start
        self.zones: list[int] = [start]
        self.far: dict[int, int] = {start: 0}
        self.back: dict[int, int] = {start: NONE}
        war = g.war[g.serves[ship]]
        for here in self.zones:  # grows while it is read
            far = self.far[here]
            if far >= reach:
                continue
            if here != start and not g.advanced and g.ships[here] & war:
                continue  # in the basic game it goes no further
            for there in t.sea_near[here]:
                if there in self.far or not naval_movement.open_to(g, here, there, ship):
                    continue
                if not g.advanced and g.ships[there] & war and far >= naval_movement.single(g, ship):
                    continue
                if g.forces[there] & war and menace(g, there, war) > bold:
                    continue
                self.far[there] = far + 1
                self.back[there] = here
                self.zones.append(there)

    def first(self, zone: int) -> int:
        """The first zone on the way to a zone."""
        while self.back[zone] != self.start and self.back[zone] != NONE:
            zone = self.back[zone]
        return zone


def menace(g: Board, zone: int, war: int) -> float:
    """The hits that enemy ships other than submarines score in a zone."""
    found = 0.0
    for unit in g.at[zone]:
        if (war >> g.serves[unit]) & 1 and g.is_ship(unit) and g.t.unit_kind[unit] != SUBMARINE:
            found += unit_values.broadside(g, unit)
    return found
