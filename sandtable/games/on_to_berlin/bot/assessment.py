"""How the map looks to a side: the value of areas, the strength of both sides, the way to the enemy.

It uses only open information; the doctrine makes it for each choice.
"""

from __future__ import annotations

from sandtable.games.on_to_berlin.bot.weights import Weights
from sandtable.games.on_to_berlin.components.constants import AIR, ALLIED, AXIS, NEUTRAL, NOBODY, SPENT
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules.combat import combat


class Assessment:
    """How the map looks to one side; made for one question."""

    def __init__(self, g: Board, side: int, w: Weights) -> None:
        t = g.t
        self.side = side
        self.w = w
        self.foe = 1 - side
        n = t.n_areas
        # Expected hits of the fresh units, and the hits it takes to drive all units out.
        self.fire: list[list[float]] = [[0.0] * n, [0.0] * n]
        self.hold: list[list[float]] = [[0.0] * n, [0.0] * n, [0.0] * n]
        for area in range(n):
            for unit in g.at[area]:
                owner = g.side_of(unit)
                spent = g.cond[unit] & SPENT != 0
                self.hold[owner][area] += hits_to_clear(g, unit, spent, area)
                if owner != NEUTRAL and not spent and g.war[t.unit_nation[unit]]:
                    self.fire[owner][area] += strength(g, unit)
        self.prize = [prize(g, side, area, w) for area in range(n)]
        self.nearby_fire = [self.threat(g, area) for area in range(n)]
        drawn = self.prize
        if w.shield > 0.0:
            drawn = [self.prize[area] + w.shield * self.danger(g, area) for area in range(n)]
        self.pull = pulls(g, side, drawn, w)

    def threat(self, g: Board, area: int) -> float:
        """Return the expected hits of the enemy's fresh units in an area and next to it."""
        near = 0.0
        for other in g.near(self.foe)[area]:
            if not g.t.sea[other] or g.t.sea[area]:
                near += self.fire[self.foe][other]
        return self.fire[self.foe][area] + self.w.near * near

    def danger(self, g: Board, area: int) -> float:
        """Return the value to the enemy of one of this side's areas, times the chance to lose it."""
        if g.held[area] != self.side or self.nearby_fire[area] <= 0.0:
            return 0.0
        chance = min(1.0, self.nearby_fire[area] / (self.hold[self.side][area] + 0.5))
        return chance * prize(g, self.foe, area, self.w)


def strength(g: Board, unit: int) -> float:
    """Return the chance that a unit hits."""
    return combat.rating(g, unit, False) / 6.0


def hits_to_clear(g: Board, unit: int, spent: bool, area: int) -> float:
    """Return the number of hits that drive a unit out of an area or destroy it."""
    t = g.t
    if t.unit_move[unit] == 0 or t.unit_kind[unit] == AIR:
        return float(combat.max_hits(g, unit, area, spent))
    return float(combat.defense(g, unit, area) * (1 if spent else 2))


def prize(g: Board, side: int, area: int, w: Weights) -> float:
    """Return the value to a side of taking an area; 0 if the side holds it."""
    t = g.t
    if g.held[area] == side or t.closed[side][area] or t.sea[area]:
        return 0.0
    if g.held[area] == NEUTRAL:
        return 0.0 if side == ALLIED else w.point_worth * points(g, side, area, w)
    worth = w.area_worth + w.point_worth * points(g, side, area, w)
    home = g.printed[area]
    if home != NOBODY and g.nside[home] == side:
        worth += w.home_worth
    if area == t.end_area:
        worth += w.end_worth
    return worth


def points(g: Board, side: int, area: int, w: Weights) -> float:
    """Return how taking an area changes the Resource Points, including the enemy's loss."""
    t = g.t
    found = t.points[area] / 2.0
    if side == ALLIED:  # what the Axis loses counts, whatever its colour
        return found * (w.red if t.red[area] else 1.0)
    return found * (2.0 if t.doubled[area] else 1.0)


def pulls(g: Board, side: int, prizes: list[float], w: Weights) -> list[float]:
    """Return for each area how strongly it draws land units: the best prize, less the distance to it."""
    t = g.t
    near = g.near(side)
    pull = [0.0] * t.n_areas
    waiting: list[int] = []
    for area in range(t.n_areas):
        if prizes[area] > 0.0:
            pull[area] = prizes[area] + 10.0
            waiting.append(area)
    for here in waiting:  # the list grows during the loop
        for there in near[here]:
            if t.closed[side][there] or (t.sea[there] and g.held[there] != side):
                continue
            step = w.sea_miles if t.sea[there] or t.sea[here] else 1.0
            if g.held[there] == NEUTRAL and not t.sea[there]:
                if side == ALLIED:
                    continue
                step += w.peace_miles
            if pull[here] - step > pull[there] + 0.01:
                pull[there] = pull[here] - step
                waiting.append(there)
    return pull


def balance(g: Board) -> float:
    """Return which side is stronger on the map, from -1 (only Allies) to 1 (only the Axis)."""
    weight = forces(g)
    return (weight[AXIS] - weight[ALLIED]) / (weight[AXIS] + weight[ALLIED] + 0.1)


def forces(g: Board) -> list[float]:
    """Return the strength of each side on the map."""
    t = g.t
    weight = [0.0, 0.0]
    for unit in range(t.n_units):
        if g.place[unit] >= 0:
            owner = g.side_of(unit)
            if owner != NEUTRAL and g.war[t.unit_nation[unit]]:
                weight[owner] += strength(g, unit) * (0.6 if g.cond[unit] & SPENT else 1.0)
    return weight
