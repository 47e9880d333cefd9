"""Air routes: how far strikes and bombers reach, and which nations they fly over. [9.2b] [R21]"""

from __future__ import annotations

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AIR, ALLIED, AXIS
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits, nations


def network(g: Board, side: int) -> int:
    """Return the number of a side's flight table: the Allies have more links with the canal. [15.7.1a]"""
    t = g.t
    if side == ALLIED and t.canal_area >= 0 and g.held[t.canal_area] == ALLIED:
        return 2
    return side


def best_way(g: Board, side: int, base: int, target: int, span: int) -> tuple[int, ...] | None:
    """Return the areas flown over on the way to a target; None if it is out of range. [9.2b] [R21]

    Of several ways, prefer the one that breaks the fewest neutralities, then one that keeps France out of
    the war, then the shortest.
    """
    if target == base or target in g.near(side)[base]:
        return ()
    best: tuple[int, ...] | None = None
    least = 0
    for way in g.t.ways[network(g, side)][base][target]:
        if len(way) >= span:
            break
        if g.no_declarations and crosses_forbidden_neutral(g, way):  # [16.4]
            continue
        price = route_penalty(g, side, way)
        if not price:
            return way
        if best is None or price < least:
            best = way
            least = price
    return best


def broken_neutralities(g: Board, side: int, way: tuple[int, ...]) -> list[int]:
    """Return the nations whose neutrality a flight over these areas breaks. [3.1.3a]"""
    found: list[int] = []
    for area in way:
        for nation in nations.violated(g, side, area):
            if nation not in found:
                found.append(nation)
    return found


def route_penalty(g: Board, side: int, way: tuple[int, ...]) -> int:
    """Return 2 for each neutrality that a way breaks, and 1 if it brings France into the war."""
    t = g.t
    price = 2 * len(broken_neutralities(g, side, way))
    if side == AXIS and g.nside[t.france] == ALLIED and not g.war[t.france]:  # [3.1.2d, R16]
        for area in way:
            if g.printed[area] == t.france and not t.sea[area]:
                return price + 1
    return price


def crosses_forbidden_neutral(g: Board, way: tuple[int, ...]) -> bool:
    """Return whether a way crosses a Neutral nation that leans to the Axis; only with the option. [16.4]"""
    return any(entry_limits.is_forbidden_neutral(g, area) for area in way)


def fly_over(g: Board, side: int, way: tuple[int, ...]) -> None:
    """Apply the effects of flying over these areas. [3.1.3a] [3.1.2d]"""
    for area in way:
        nations.overfly(g, side, area)


def strike_range(g: Board, units: tuple[int, ...], reach: int) -> int:
    """Return how far a group strikes or bombs: `reach`, or its ratings if that is 0; -1: not at all. [9.2]"""
    t = g.t
    base = g.place[units[0]]
    lowest = 99
    flyers = 0
    for unit in units:
        if not t.unit_strike[unit]:  # [9.2] [7.2d]
            return -1
        if t.unit_kind[unit] == AIR:
            flyers += 1
            if t.unit_move[unit] < lowest:
                lowest = t.unit_move[unit]
    if flyers and (t.sea[base] or g.held[base] != g.side_of(units[0])):  # [9.2e, R4]
        return -1
    if flyers < len(units):  # carriers strike where they are or next to it [9.2a]
        return 1
    return reach if reach else lowest  # [9.2b]


def winter_closed(g: Board, target: int) -> bool:
    """Return whether the Russian winter keeps an area from being a target. [15.2a]"""
    t = g.t
    # The printed nation counts: areas that Poland cedes are not home areas. [R13]
    return t.printed[target] == t.russia and not t.sea[target] and g.winter()


# --- reasons


def why_not_offered(g: Board, side: int, base: int, target: int, span: int) -> Refusal:
    """Return why an area in range is not offered before VIOLATE. [3.1.3a] [3.1.3b]"""
    t = g.t
    way = best_way(g, side, base, target, span)
    names = broken_neutralities(g, side, way) if way is not None else []
    if names:
        told = words.listed([t.nation_name[nation] for nation in names])
        text = f"The flight to {t.area_name[target]} leads over {told}: press Break neutrality first."
        return Refusal(text, "3.1.3a")
    return Refusal(f"{t.area_name[target]} holds Neutral units: press Break neutrality first.", "3.1.3b")


def why_not_reach(g: Board, side: int, base: int, target: int, span: int) -> Refusal | None:
    """Return why a group cannot fly to an area at all; None if it can."""
    t = g.t
    name = t.area_name[target]
    if winter_closed(g, target):
        return Refusal(f"In a winter turn {name} cannot be bombed or struck.", "15.2a")
    near = g.near(side)
    beside = target == base or target in near[base]
    if t.sea[target] and not beside:
        return Refusal(f"{name} is a Sea area that does not border on the base.", "9.2a")
    if beside or best_way(g, side, base, target, span) is not None:
        return None
    if t.ways[network(g, side)][base][target] and len(t.ways[network(g, side)][base][target][0]) < span:
        return Refusal(f"The way to {name} leads over a Neutral nation that leans to the Axis.", "16.4")
    shut = shut_between(g, side, base, target, span)
    if shut >= 0:
        if t.closed[AXIS][shut] and t.closed[ALLIED][shut]:
            rule = "15.7.4a"
        else:
            rule = "15.7.3a" if side == AXIS else "15.7.2a"
        return Refusal(f"The way to {name} leads through {t.area_name[shut]}, which is closed.", rule)
    if span <= 1:
        return Refusal(f"{name} does not border on the base.", "9.2a")
    return Refusal(f"{name} is more than {span} areas away from {t.area_name[base]}.", "9.2b")


def shut_between(g: Board, side: int, base: int, target: int, span: int) -> int:
    """Return an area closed to a side that would lie on a way short enough; -1 if there is none."""
    near = g.near(side)
    for area in range(g.t.n_areas):
        if g.t.closed[side][area]:
            if steps(near, base, area) + steps(near, area, target) <= span:
                return area
    return -1


def steps(near: list[tuple[int, ...]], start: int, end: int) -> int:
    """Return how many borders lie between two areas."""
    reached = {start}
    number = 0
    while end not in reached:
        number += 1
        size = len(reached)
        reached |= {there for here in reached for there in near[here]}
        if len(reached) == size:
            return 99
    return number
