"""Victory: who has won in step A of the Administrative phase. [4.3.Aa] [5.2] [12.1b] [13.0a]"""

from __future__ import annotations

from sandtable.engine.state import Result
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components.state import Board


def allied_threshold(g: Board) -> int:
    """Return what the Allies need: more for each power that has joined them. [4.3.Ab] [4.3.Ac]"""
    t = g.t
    return t.allied_threshold + sum([t.track_rise[n] for n in t.additional if g.joined(n)])


def verdict(g: Board) -> Result | None:
    """Return how the game ends in step A of this year; None if it goes on. [R32]"""
    axis, allies = g.faction_points(const.AXIS), g.faction_points(const.ALLIES)  # [3.5g]
    if g.log is not None:
        g.log.add(f"Victory points in {g.year()}: Axis {axis}, Allies {allies}.", "4.3.Aa")
    if g.start.victory == const.BY_POINTS:
        return _more_points(g, axis, allies)
    if g.start.victory == const.BY_HOME_AREAS:
        return _home_areas(g, axis)
    if axis >= g.t.axis_threshold:  # [4.3.Aa] before the Allies
        return _won(
            g, const.AXIS, f"The Axis has {axis} victory points and needs {g.t.axis_threshold}", "4.3.Aa"
        )
    needed = allied_threshold(g)
    if allies >= needed:  # [4.3.Ab]
        return _won(g, const.ALLIES, f"The Allies have {allies} victory points and need {needed}", "4.3.Ab")
    if g.round == g.start.last_round:  # [5.2] [12.2a]
        return _won(g, const.AXIS, f"{g.year()} ends and the Allies have {allies} points of {needed}", "5.2")
    return None


def _more_points(g: Board, axis: int, allies: int) -> Result | None:
    """Return the short game knows no thresholds; it is counted once, after its last year. [12.1b, R29]"""
    if g.round != g.start.last_round:
        return None
    how = f"The count after {g.year()} is Axis {axis}, Allies {allies}"
    if axis == allies:
        return Result(scores(g, const.NO_FACTION), f"{how}. The game is drawn.", "12.1b")
    return _won(g, const.AXIS if axis > allies else const.ALLIES, how, "12.1b")


def _home_areas(g: Board, axis: int) -> Result | None:
    """Return the solo game: Axis points lose it, the whole home of an Axis power wins it. [13.0a] [13.0c]"""
    t = g.t
    if axis >= t.solo_threshold:  # first, as in the game for two [13.0c, R67]
        return _won(
            g, const.AXIS, f"The Axis has {axis} victory points and needs {t.solo_threshold}", "13.0c"
        )
    for power in t.of_faction[const.AXIS]:
        if conquered(g, power):
            return _won(
                g, const.ALLIES, f"The Allies control every Home area of {t.nation_name[power]}", "13.0a"
            )
    if g.round == g.start.last_round:
        return _won(g, const.AXIS, f"{g.year()} ends and no Axis power has lost all its Home areas", "13.0c")
    return None


def conquered(g: Board, power: int) -> bool:
    """Return whether opponents control all areas printed as home of a power or its partner. [13.0a, R67]"""
    homes, held = conquest(g, power)
    return homes == held


def conquest(g: Board, power: int) -> tuple[int, int]:
    """Return the areas printed as home of a power or of its partner, and those that its opponents control."""
    t = g.t
    homes, held = 0, 0
    for nation in range(t.n_nations):
        if t.patron[nation] == power:
            homes |= t.homes[nation]
    for foe in t.foes[power]:
        held |= g.owned[foe]
    return homes, homes & held


def scores(g: Board, winner: int) -> tuple[float, ...]:
    """1 for each seat of the winning faction, 0 for the others; half for all if nobody has won. [3.1]"""
    t = g.t
    if winner == const.NO_FACTION:
        return tuple([0.5 for _ in t.mode_seats[g.mode]])
    return tuple([1.0 if t.faction[powers[0]] == winner else 0.0 for powers in t.mode_seats[g.mode]])


def _won(g: Board, faction: int, why: str, rule: str) -> Result:
    return Result(scores(g, faction), f"{why}. Victory of the {g.t.faction_name[faction]}.", rule)
