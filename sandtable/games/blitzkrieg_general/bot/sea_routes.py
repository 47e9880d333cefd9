"""Where ships can go: the zones within reach, the way to each, and the enemies on it."""

from __future__ import annotations

from sandtable.games.blitzkrieg_general.bot import unit_values
from sandtable.games.blitzkrieg_general.components.constants import NONE, SUBMARINE
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.naval import naval_movement


class SeaRoutes:
    """The zones a ship can reach from a zone, their distances, and the zone before each on the way."""

    def __init__(self, g: Board, ship: int, start: int, reach: int, bold: float) -> None:
        t = g.t
        self.start = start
        self.zones: list[int] = [start]
        self.distance: dict[int, int] = {start: 0}
        self.previous: dict[int, int] = {start: NONE}
        war = g.war[g.serves[ship]]
        for here in self.zones:  # grows while it is read
            far = self.distance[here]
            if far >= reach:
                continue
            if here != start and not g.advanced and g.ships[here] & war:
                continue  # in the basic game it goes no further
            for there in t.sea_near[here]:
                if there in self.distance or not naval_movement.is_open_to(g, here, there, ship):
                    continue
                if not g.advanced and g.ships[there] & war and far >= naval_movement.single_range(g, ship):
                    continue
                if g.forces[there] & war and enemy_fire(g, there, war) > bold:
                    continue
                self.distance[there] = far + 1
                self.previous[there] = here
                self.zones.append(there)

    def first_zone(self, zone: int) -> int:
        """Return the first zone on the way to a zone."""
        while self.previous[zone] != self.start and self.previous[zone] != NONE:
            zone = self.previous[zone]
        return zone


def enemy_fire(g: Board, zone: int, war: int) -> float:
    """Return the hits that enemy ships other than submarines score in a zone."""
    found = 0.0
    for unit in g.at[zone]:
        if (war >> g.serves[unit]) & 1 and g.is_ship(unit) and g.t.unit_kind[unit] != SUBMARINE:
            found += unit_values.ship_fire(g, unit)
    return found
