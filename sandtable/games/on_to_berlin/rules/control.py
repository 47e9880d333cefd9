"""Control of areas. [3.3] [3.4]

Control belongs to a nation, and through it to a side; the counter in the Control Circle does not
matter. [2.2.1c] [R18] A Neutral nation counts as a separate side here.
"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import ALLIED, AXIS, NAVAL, NEUTRAL, NOBODY
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import nations
from sandtable.games.on_to_berlin.rules.base_steps import BoardStep, SideStep


def can_control(g: Board, unit: int, area: int) -> bool:
    """Return whether a unit in an area can control it; submarines never can. [3.3a] [3.3b] [15.1a] [15.1g]"""
    t = g.t
    return t.unit_surface[unit] != 0 if t.sea[area] else t.unit_kind[unit] != NAVAL


def is_present(g: Board, nation: int, area: int) -> bool:
    """Return whether a nation has a unit in an area that can control it."""
    nation_of = g.t.unit_nation
    for unit in g.at[area]:
        if nation_of[unit] == nation and can_control(g, unit, area):
            return True
    return False


def claimants(g: Board, side: int, area: int) -> list[int]:
    """Return the nations of a side that could control an area with the units they have there. [3.4b]"""
    t = g.t
    found: list[int] = []
    for unit in g.at[area]:
        nation = t.unit_nation[unit]
        if g.nside[nation] == side and nation not in found and can_control(g, unit, area):
            if nation == g.printed[area]:  # nobody else can be chosen at home [3.4c]
                return [nation]
            found.append(nation)
    return found


def controllers(g: Board, area: int) -> list[int]:
    """Return the nations that can control an area now: the side chooses if there are several.

    The control unit decides, in a home area too: friends hold it if no unit of the nation is left.
    [3.3] [3.4b] [R74]
    """
    nation = g.control[area]
    if nation != NOBODY and is_present(g, nation, area):
        return [nation]
    side = g.held[area]
    if not g.able(side, area):
        axis = g.able(AXIS, area) > 0
        allied = g.able(ALLIED, area) > 0
        if axis + allied + (g.able(NEUTRAL, area) > 0) != 1:
            # Without units that could control it, the printed nation controls an area [3.4d]; if both sides
            # have some and neither had control, nothing changes. [R35]
            return [g.printed[area]]
        side = AXIS if axis else ALLIED if allied else NEUTRAL  # [3.4a]
    found = claimants(g, side, area)
    return found[:1] if side == NEUTRAL else found


def update(g: Board) -> None:
    """Determine control at the end of an impulse, where anything has changed. [3.4a] [R18]

    If a side may choose between its nations, the first gets control at once and the owner is asked,
    the active side first. [3.4b] [R47]
    """
    touched = sorted(set(g.touched))
    g.touched = []
    asked: list[list[int]] = [[], []]
    old = g.control
    for area in touched:
        found = controllers(g, area)
        if found[0] != old[area]:
            g.set_control(area, found[0])
        if len(found) > 1:
            asked[g.nside[found[0]]].append(area)
    if g.log is not None and g.control != old:
        log_control(
            g, [a for a in touched if g.control[a] != old[a] and a not in asked[0] and a not in asked[1]]
        )
    for side in (1 - g.side, g.side):
        for area in reversed(asked[side]):
            g.push(Controller(side, area))
    if nations.check_poland(g):
        update(g)  # units in the ceded areas control them at once [3.4a] [R69]


def log_control(g: Board, areas: list[int]) -> None:
    """Log, nation by nation, who controls areas now."""
    if g.log is None:
        return
    for nation in sorted({g.control[area] for area in areas}):
        gained = [area for area in areas if g.control[area] == nation]
        name = "Nobody" if nation == NOBODY else words.nation(g, nation)
        empty = nation == NOBODY or not is_present(g, nation, gained[0])
        refs = tuple([AREA + area for area in gained])
        g.log.add(f"{name} controls {words.areas(g, gained)} now.", "3.4d" if empty else "3.4a", refs)


class UpdateControl(BoardStep):
    """The check of control. [3.4a]"""

    def run(self, g: Board) -> bool:
        g.agenda.pop()
        update(g)
        return False


class Controller(SideStep):
    """The choice of the nation that controls an area for its side. [3.4b]"""

    def __init__(self, side: int, area: int) -> None:
        super().__init__(side)
        self.area = area

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.nation + nation for nation in claimants(g, self.side, self.area)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        nation = choice - g.ids.nation
        if nation != g.control[self.area]:
            g.set_control(self.area, nation)
        log_control(g, [self.area])

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Choose the nation that controls {g.t.area_name[self.area]}.", "3.4b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        nation = choice - g.ids.nation
        if 0 <= nation < g.t.n_nations:
            name = words.nation(g, nation)
            if g.nside[nation] != self.side:
                return Refusal(f"{name} is not on your side.", "3.4b")
            area = g.t.area_name[self.area]
            return Refusal(f"{name} has no unit in {area} that could control it.", "3.4b")
        return Refusal("Click one of the nations that could control the area.", "3.4b")
