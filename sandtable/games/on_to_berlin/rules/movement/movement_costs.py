"""Normal Movement and naval transport: the cost of borders, the next areas of a group. [8.1] [8.1.2]

A move is a series of clicks, area by area. Wherever a group may go, it may also stop, so every move can end.
"""

from __future__ import annotations

from typing import Final

from sandtable.engine.step import Refusal
from sandtable.games.on_to_berlin.components.constants import AIR, AIR_UNITS, LAND, NAVAL, NEUTRAL
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import entry_limits, lines_of_communication, nations

# Reasons in addition to those of `entry_limits`; `next_cost` returns them with a minus.
STOPPED: Final = 21
TOO_FAR: Final = 22
BREAKS: Final = 23
STRANGE_SEA: Final = 24
TOO_FEW_SHIPS: Final = 25
NO_BASE: Final = 26
BEEN_THERE: Final = 27
UNBROKEN: Final = 28

# Quick answers.
PERHAPS: Final = 0
SURELY: Final = 1
NEVER: Final = -1


class MovingGroup:
    """The properties of a moving group; made for one question, never kept."""

    def __init__(self, g: Board, units: tuple[int, ...]) -> None:
        t = g.t
        self.lands = 0
        self.airs = 0
        self.units = units
        self.size = len(units)
        self.submarines = True
        self.allowance = 99  # the lowest Movement Rating [8.1]
        self.side = g.side_of(units[0])
        self.models: list[int] = []  # one unit of each type
        kinds: list[int] = []
        for unit in units:
            kind = t.unit_type[unit]
            if t.unit_kind[unit] == LAND:
                self.lands += 1
            elif t.unit_kind[unit] == AIR:
                self.airs += 1
            if kind not in kinds:
                kinds.append(kind)
                self.models.append(unit)
                if not t.unit_submarine[unit]:
                    self.submarines = False
                if t.unit_move[unit] < self.allowance:
                    self.allowance = t.unit_move[unit]
        self.ships = self.size - self.lands - self.airs


def border_cost(g: Board, side: int, here: int, there: int, carried: bool) -> int:
    """Return the cost of crossing a border; `carried`: by naval transport. [8.1a] [8.1b]

    At sea a transport pays no surcharge [8.1.2d]; at its land ends it does. [R5]
    """
    foe = 1 - side
    cost = 1
    if g.held[there] == foe and not (carried and g.t.sea[there]):
        cost += 1
    if g.held[here] == foe and not (carried and g.t.sea[here]):
        cost += 1
    return cost


def touches_sea(g: Board, path: tuple[int, ...]) -> bool:
    """Return whether a way of land or air units has touched the sea. [8.1.2]"""
    sea = g.t.sea
    for area in path:
        if sea[area]:
            return True
    return False


def breaks_neutrality(g: Board, moving: MovingGroup, there: int) -> bool:
    """Return whether the group would break a neutrality by entering an area. [3.1.3] [15.4b]"""
    t = g.t
    if t.sea[there] or (g.held[there] != NEUTRAL and there not in t.ceded):
        return False
    return bool(nations.violated(g, moving.side, there, moving.units))


def next_cost(
    g: Board, moving: MovingGroup, path: tuple[int, ...], used: int, there: int, unlocked: bool
) -> int:
    """Return the cost of entering a neighbouring area, or minus the reason why the group cannot.

    `unlocked`: only by breaking a neutrality. [3.1.3, R14]
    """
    cost = way_cost(g, moving, path, used, there)
    if cost >= 0 and breaks_neutrality(g, moving, there) != unlocked:
        return -UNBROKEN if unlocked else -BREAKS
    return cost


def way_cost(g: Board, moving: MovingGroup, path: tuple[int, ...], used: int, there: int) -> int:
    """Return the cost of entering an area, Neutral or not, or minus the reason why not. [8.1.1]"""
    t = g.t
    here = path[-1]
    side = moving.side
    own = g.held[there] == side
    if len(path) > 1 and g.held[here] != side and not moving.submarines:  # [8.1e] [15.1b] [8.1g]
        return -STOPPED
    for unit in moving.models:
        code = entry_limits.barrier(g, unit, there)
        if code:
            return -code
    if moving.airs and not own:  # [8.1.1b]
        return -NO_BASE
    # Land and air units enter a Sea area only as a transport; ships just sail. [8.1.1a] [8.1.2e] [8.1.2f]
    carried = not moving.ships and (t.sea[there] != 0 or touches_sea(g, path))
    if carried and t.sea[there]:
        if not own:  # [8.1.2a]
            return -STRANGE_SEA
        if room_at_sea(g, side, there) < moving.size:  # [8.1.2] [3.6]
            return -TOO_FEW_SHIPS
    elif not t.sea[there]:
        code = entry_limits.room(g, side, there, moving.lands, moving.airs, 0)
        if code:
            return -code
    cost = border_cost(g, side, here, there, carried)
    # A transport has an allowance of its own. [8.1.2b] [8.1]
    if used + cost > (t.transport_allowance if carried else moving.allowance):
        return -TOO_FAR
    return -BEEN_THERE if there in path else cost


def room_at_sea(g: Board, side: int, area: int) -> int:
    """Return how many more units a transport may take through a Sea area in this card. [3.6c]"""
    room = lines_of_communication.room_at_sea(g, side, area)
    if g.carried[area] and g.card >= 0 and g.t.card_shares[g.card]:  # [3.6c]
        room -= carried_before(g, side, area)
    return room


def carried_before(g: Board, side: int, area: int) -> int:
    """Return how many units this card has carried through a Sea area that have left it. [3.6c]"""
    number = int(g.carried[area])
    for unit in g.at[area]:
        if g.came[unit] >= 0 and g.t.unit_kind[unit] != NAVAL and g.side_of(unit) == side:
            number -= 1
    return max(0, number)


def next_areas(
    g: Board, moving: MovingGroup, path: tuple[int, ...], used: int, unlocked: bool, first_only: bool
) -> list[int]:
    """Return the areas a group may enter next; with `first_only` only the first."""
    found: list[int] = []
    for there in g.near(moving.side)[path[-1]]:
        if next_cost(g, moving, path, used, there, unlocked) >= 0:
            found.append(there)
            if first_only:
                break
    return found


def can_go_on(g: Board, moving: MovingGroup, path: tuple[int, ...], used: int) -> bool:
    """Return whether the group can enter any area, with or without breaking a neutrality."""
    for there in g.near(moving.side)[path[-1]]:
        if way_cost(g, moving, path, used, there) >= 0:
            return True
    return False


def can_move(g: Board, units: tuple[int, ...]) -> bool:
    """Return whether a group in one area can make a Normal Movement, breaking a neutrality or not. [7.2a]"""
    moving = MovingGroup(g, units)
    if moving.allowance == 0 or (moving.ships and moving.ships < moving.size):  # [7.2a] [7.1b]
        return False
    here = g.place[units[0]]
    if not may_leave(g, units, here):
        return False
    return can_go_on(g, moving, (here,), 0)


def quick_can_move(g: Board, unit: int, area: int) -> int:
    """Return quickly whether a unit alone can make a Normal Movement: SURELY, NEVER or PERHAPS.

    An air unit that surely can move can fly as well.
    """
    t = g.t
    kind = t.unit_kind[unit]
    sea = t.sea[area]
    if not t.unit_move[unit]:  # [7.2a]
        return NEVER
    if sea and kind != NAVAL:
        return PERHAPS
    side = g.nside[t.unit_nation[unit]]
    held = g.held
    if held[area] == side:
        if not is_relieved(g, unit, area, side):
            return NEVER
    elif t.unit_move[unit] < 2 or kind == AIR:
        return PERHAPS
    force = g.force[side]
    for there in t.near[area]:
        if t.sea[there] != sea:
            continue
        if held[there] != side and (kind != NAVAL or held[there] != NEUTRAL):
            continue
        if kind == LAND:
            if force[there] & 0xFF >= t.land_stack or there in t.ceded:
                continue
        elif kind == AIR and (force[there] >> AIR_UNITS) & 0xFF >= t.air_stack:
            continue
        if not entry_limits.barrier(g, unit, there):
            return SURELY
    return PERHAPS


def has_way_out(g: Board, side: int, area: int) -> bool:
    """Return whether a land unit that no limit binds could go from an area to a friendly Land area nearby."""
    t = g.t
    held = g.held
    force = g.force[side]
    for there in t.near[area]:
        if (
            held[there] == side
            and not t.sea[there]
            and force[there] & 0xFF < t.land_stack
            and there not in t.ceded
            and not t.closed[side][there]
        ):
            return True
    return False


def is_relieved(g: Board, unit: int, area: int, side: int) -> bool:
    """Return whether a unit leaves another one behind that can hold its friendly area. [8.1d, R19]"""
    t = g.t
    sea = t.sea[area]
    if sea and not t.unit_surface[unit]:
        return True
    if g.able(side, area) < 2:
        return False
    nation = t.unit_nation[unit]
    if nation != g.printed[area]:
        return True
    for other in g.at[area]:
        if other != unit and t.unit_nation[other] == nation and (not sea or t.unit_surface[other]):
            return True
    return False


def may_leave(g: Board, units: tuple[int, ...], area: int) -> bool:
    """Return whether a unit that can control the area stays, of its own nation if possible. [8.1d, R19]"""
    t = g.t
    side = g.side_of(units[0])
    if g.held[area] != side:
        return True
    sea = t.sea[area]
    home = g.printed[area]
    leaving = 0
    leaving_home = 0
    for unit in units:
        if t.unit_surface[unit] if sea else t.unit_kind[unit] != NAVAL:
            leaving += 1
            if t.unit_nation[unit] == home:
                leaving_home += 1
    if not leaving:
        return True
    if g.able(side, area) == leaving:
        return False
    if not leaving_home:
        return True
    for unit in g.at[area]:
        if (
            t.unit_nation[unit] == home
            and (t.unit_surface[unit] if sea else t.unit_kind[unit] != NAVAL)
            and unit not in units
        ):
            return True
    return False


# --- reasons


def why_not_leave(g: Board, area: int) -> Refusal:
    """Return the refusal for a group that must leave a unit behind."""
    text = f"A unit that can control {g.t.area_name[area]} must stay, of its own nation if there is one."
    return Refusal(text, "8.1d")


def why_not_adjacent(g: Board, here: int, there: int) -> Refusal:
    """Return the refusal for an area that does not border on the group's area."""
    name = g.t.area_name
    return Refusal(f"{name[there]} does not border on {name[here]}; click the way area by area.", "2.2.1f")


def why_not_step(g: Board, moving: MovingGroup, there: int, code: int, room: int) -> Refusal:
    """Return the sentence and the rule for a code that moves and landings share; `room`: at sea."""
    t = g.t
    name = t.area_name[there]
    if code == NO_BASE:
        return Refusal(f"Air units end their move in friendly areas, and {name} is not one.", "8.1.1b")
    if code == STRANGE_SEA:
        return Refusal(f"{name} is not controlled by this side; transports keep to friendly seas.", "8.1.2a")
    if code == TOO_FEW_SHIPS:
        text = f"The ships in {name} can carry {max(0, room)} more, and the group has {moving.size}."
        return Refusal(text, "8.1.2")
    if code == BEEN_THERE:
        return Refusal("The group has already been there on this move.", "8.1")
    return entry_limits.refusal_of(g, code, there)


def why_not(
    g: Board, units: tuple[int, ...], path: tuple[int, ...], used: int, there: int, unlocked: bool
) -> Refusal:
    """Return why a group cannot enter an area."""
    t = g.t
    moving = MovingGroup(g, units)
    name = t.area_name[there]
    if there not in g.near(moving.side)[path[-1]]:
        if there == path[-1]:
            return Refusal(f"The group is in {name} already.", "8.1")
        if there in path:
            return Refusal("The group has already been there on this move.", "8.1")
        return why_not_adjacent(g, path[-1], there)
    code = -next_cost(g, moving, path, used, there, unlocked)
    if code == STOPPED:
        return Refusal("The group has entered an area that is not friendly and must stop there.", "8.1e")
    if code == TOO_FAR:
        carried = not moving.ships and (t.sea[there] != 0 or touches_sea(g, path))
        cost = border_cost(g, moving.side, path[-1], there, carried)
        left = (t.transport_allowance if carried else moving.allowance) - used
        rule = "8.1.2b" if carried else "8.1a"
        return Refusal(f"Entering {name} costs {cost}, and the group has {max(0, left)} left.", rule)
    if code == BREAKS:
        return nations.why_not_enter_neutral(g, moving.side, there)
    if code == UNBROKEN:
        return Refusal(f"Entering {name} breaks no neutrality; choose an area that does.", "3.1.3")
    return why_not_step(g, moving, there, code, room_at_sea(g, moving.side, there))
