"""Where ships can go: the zones within reach, the way to each, and the enemies on it."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general import esteem, sailing
from sandtable.games.blitzkrieg_general.state import Board
from sandtable.games.blitzkrieg_general.terms import NONE, SUBMARINE


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
                if there in self.far or not sailing.open_to(g, here, there, ship):
                    continue
                if not g.advanced and g.ships[there] & war and far >= sailing.single(g, ship):
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
            found += esteem.broadside(g, unit)
    return found
