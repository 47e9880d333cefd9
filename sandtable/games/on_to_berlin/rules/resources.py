"""Resource Points and victory. [3.2] [14.0]"""

from __future__ import annotations

from sandtable.engine.state import Result
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS
from sandtable.games.on_to_berlin.components.state import Board


def american_points(g: Board) -> int:
    """Return the Resource Points that the marker has reached on the American track. [15.3] [R31]"""
    t = g.t
    track = t.track_of[t.america]
    return sum(t.space_points[track][: g.markers[track] + 1])


def halves(g: Board, side: int) -> int:
    """Return the Resource Points of a side in halves. [2.2.1d] [3.2a] [3.2b]"""
    t = g.t
    held = g.held
    total = 0
    for area in t.circles:
        if held[area] != side:  # what a Neutral nation controls counts for nobody [3.2d]
            continue
        if side == AXIS:
            total += t.points[area]
        elif t.red[area]:  # black ones are of use to the Axis only [3.2b]
            if area != t.atlantic or held[t.american_sea] == ALLIED:  # [15.7.1]
                total += t.points[area]
    if side == ALLIED and held[t.american_sea] == ALLIED:  # [2.2.1e] [15.3a] [15.3e]
        total += 2 * american_points(g)
    return total


def points(g: Board, side: int) -> int:
    """Return the Resource Points of a side, rounded down. [3.2] [3.2c]"""
    return halves(g, side) // 2


def verdict(g: Board) -> Result | None:
    """Return the winner at the end of a turn; None if the game goes on. [14.0]"""
    t = g.t
    axis = halves(g, AXIS)
    doubled = sum([t.points[area] for area in t.circles if t.doubled[area] and g.held[area] == AXIS])
    if (axis + doubled) // 2 >= t.axis_victory:  # [14.1] [14.1a] [R26] [R27]
        how = f"The Axis controls {(axis + doubled) // 2} Resource Points, doubled ones counted twice."
        return Result((1.0, 0.0), f"{how} Axis Strategic Victory.", "14.1a")
    if axis // 2 <= t.allied_victory:  # also on the last turn, before all else [14.1b] [R48]
        how = f"The Axis controls no more than {t.allied_victory} Resource Point."
        return Result((0.0, 1.0), f"{how} Allied Strategic Victory.", "14.1b")
    if g.turn < t.last_turn:  # [14.2]
        return None
    end = t.end_area
    if g.held[end] == AXIS and axis - t.points[end] >= 2 * t.end_beside:  # [14.2a] [R26]
        how = f"The Axis still controls {t.area_name[end]} and another Resource Point"
        return Result((1.0, 0.0), f"{how} at the end of the war. The Axis wins.", "14.2a")
    if axis // 2 >= t.end_points:  # [14.2b]
        how = f"The Axis still controls {axis // 2} Resource Points"
        return Result((1.0, 0.0), f"{how} at the end of the war. The Axis wins.", "14.2b")
    areas = g.held.count(AXIS)
    if areas >= t.end_areas:  # land and sea [14.2c] [R26]
        how = f"The Axis still controls {areas} areas"
        return Result((1.0, 0.0), f"{how} at the end of the war. The Axis wins.", "14.2c")
    return Result((0.0, 1.0), "The Axis has too little left at the end of the war. The Allies win.", "14.2")
