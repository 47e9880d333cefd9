"""The range of aircraft, their bases, and the flight home after a mission. [B6.1.1] [B6.2.3f]"""

from __future__ import annotations

from typing import ClassVar, Final

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo

FLOWN_KEPT: Final = 5000  # answers of `reached` that are remembered at most


def air_range(g: Board, unit: int) -> int:
    """Return the single range of an aircraft. [B6.1.1] [A6.4.1]"""
    reach = g.t.kind_range[const.AIRCRAFT]
    nation = g.t.unit_nation[unit]
    if (
        nation < g.t.n_majors and g.serves[unit] == nation and g.has(nation, const.LONG_RANGE)
    ):  # [A7.5e] [R70]
        reach += g.t.long_range_bonus  # [A7.5.4]
    return reach


def reached(g: Board, country: int, start: int, reach: int) -> list[int]:
    """Return the spaces in range, nearest first; aircraft do not cross neutral areas. [B6.1.1d]

    An island and its zone are one space [R7]. Neutral areas at the end of a way are in the list. The list is
    cached: do not change it.
    """
    t = g.t
    passed = g.friends[country] | g.war[country]
    key = (g.control, passed, start, reach)
    found = t.flown.get(key)
    if found is None:
        if len(t.flown) >= FLOWN_KEPT:
            t.flown.clear()
        found = t.flown[key] = spaces_over(g, passed, start, reach)
    return found


def spaces_over(g: Board, passed: int, start: int, reach: int) -> list[int]:
    """Return the spaces in range, crossing only zones and areas of a set of countries."""
    t = g.t
    n_areas, near, control = t.n_areas, t.air_near, g.control
    seen = [0] * t.n_spaces
    seen[start] = 1
    found: list[int] = []
    edge = [start]
    if t.twin[start] >= 0:
        seen[t.twin[start]] = 1
        found.append(t.twin[start])
    for _step in range(reach):
        following: list[int] = []
        for space in edge:
            for other in near[space]:
                if not seen[other]:
                    seen[other] = 1
                    found.append(other)
                    if other >= n_areas or (passed >> control[other]) & 1:  # [B8.1]
                        following.append(other)
        edge = following
    return found


def is_troubled(g: Board, country: int, space: int) -> bool:
    """Check whether an enemy holds an area or has ships in a zone, or in an island's zone. [B6.1.2] [R7]"""
    t = g.t
    twin = t.twin[space]
    if space >= t.n_areas:
        if g.ships[space] & g.war[country]:
            return True
        return twin >= 0 and (g.war[country] >> g.control[twin]) & 1 != 0
    if (g.war[country] >> g.control[space]) & 1:
        return True
    return twin >= 0 and g.ships[twin] & g.war[country] != 0


def undisturbed(g: Board, country: int, start: int, reach: int) -> list[int]:
    """Return the friendly areas in range on a way clear of the enemy. [B6.1.2] [A6.4.2]"""
    t = g.t
    n_areas, near, control = t.n_areas, t.air_near, g.control
    friends = g.friends[country]
    found: list[int] = []
    if is_troubled(g, country, start):
        return found
    seen = [0] * t.n_spaces
    seen[start] = 1
    edge = [start]
    for _step in range(reach):
        following: list[int] = []
        for space in edge:
            for other in near[space]:
                if seen[other]:
                    continue
                seen[other] = 1
                if other < n_areas:
                    if not (friends >> control[other]) & 1:
                        continue
                    if is_troubled(g, country, other):
                        continue
                    found.append(other)
                elif is_troubled(g, country, other):
                    continue
                following.append(other)
        edge = following
    return found


def may_base(g: Board, unit: int, area: int) -> bool:
    """Check whether an aircraft may be based in an area. [B6.1.1f] [B6.2.3h] [A1.1a]"""
    country = g.serves[unit]
    if area >= g.t.n_areas or not (g.friends[country] >> g.control[area]) & 1:
        return False
    if entry_limits.kept_out(g, unit, area) or entry_limits.strangers(g, country, area):
        return False
    return not g.advanced or entry_limits.room(g, unit, area)


def bases(g: Board, unit: int) -> list[int]:
    """Return where an aircraft may land after a combat, with its full range. [B6.1.1e] [B6.2.3f]

    It may stay where it is if the area has just been conquered [B6.2.3g]. Bases under attack are offered only
    if there are no others.
    """
    country = g.serves[unit]
    here = g.place[unit]
    found: list[int] = []
    contested: list[int] = []
    for space in [here, *reached(g, country, here, air_range(g, unit))]:
        if may_base(g, unit, space):
            if entry_limits.enemies(g, country, space):
                if space != here:  # who leaves a combat does not stay in it
                    contested.append(space)
            else:
                found.append(space)
    return found if found else contested


def home(g: Board, unit: int) -> None:
    """Let an aircraft fly home from where it is: its owner chooses the base. [B6.1.1e]"""
    g.push(Return(unit))


def land(g: Board, unit: int, area: int) -> None:
    """Land an aircraft in a base."""
    if g.log is not None:
        verb = "stays" if area == g.place[unit] else "lands"
        text = f"{words.unit(g, unit)} {verb} in {words.space(g, area)}."
        g.log.add(text, "B6.1.1f", (g.ids.unit + unit, g.ids.space + area))
    if area != g.place[unit]:
        g.move(unit, area)
    g.unmark(unit, const.FLYING | const.RAIDING | const.OBSERVER | const.DROPPING)
    g.target[unit] = const.NONE


def lose(g: Board, unit: int) -> None:
    """Eliminate an aircraft without a base. [R11] [B6.2.3h]"""
    if g.log is not None:
        text = f"{words.unit(g, unit)} finds no base in range and is eliminated."
        g.log.add(text, "B6.1.1f", (g.ids.unit + unit, g.ids.space + g.place[unit]))
    g.take(unit)


class Return(GoTo):
    """The flight home of an aircraft; without a base in range it is lost. [B6.1.1e] [B6.1.1f] [R11]"""

    def run(self, g: Board) -> bool:
        """Ask only if there are several bases; the aircraft may be gone, or find none."""
        found = self.goals(g) if g.place[self.unit] >= 0 else []
        if len(found) > 1:
            return g.offer([g.ids.space + space for space in found])
        g.agenda.pop()
        if found:
            land(g, self.unit, found[0])
        elif g.place[self.unit] >= 0:
            lose(g, self.unit)
        return False

    def goals(self, g: Board) -> list[int]:
        return bases(g, self.unit)

    def go(self, g: Board, space: int) -> None:
        land(g, self.unit, space)

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.space(g, g.place[self.unit])
        return Ask(f"{words.unit(g, self.unit)} flies home from {where}: click its base.", "B6.1.1e")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        if not 0 <= area < g.t.n_spaces:
            return Refusal("An aircraft flies home. Click the area where it lands.", "B6.1.1e")
        return why_not_land(g, self.unit, area, bases(g, self.unit))


def why_not_land(g: Board, unit: int, area: int, found: list[int]) -> Refusal:
    """Return why an aircraft cannot land in a space; `found` are the bases it has."""
    name = words.space(g, area)
    if area >= g.t.n_areas:
        return Refusal("Aircraft land neither at sea nor on task forces.", "B6.2.3h")
    if not g.friendly(g.serves[unit], area):
        return Refusal(f"{name} is not friendly. Aircraft only land in friendly areas.", "B6.1.1f")
    if not entry_limits.room(g, unit, area):
        return entry_limits.why_not_base(g, unit, area)
    if entry_limits.enemies(g, g.serves[unit], area) and found:
        return Refusal(f"{name} is under attack, and there are other bases. Choose one of them.", "B6.1.1f")
    reach = air_range(g, unit)
    return Refusal(f"{name} is out of range: at most {reach} spaces, and not over neutral areas.", "B6.1.1d")


class FlyAllHome(Step[Board]):
    """The flight home of all aircraft on a mission in a space, or with NONE in all spaces. [B6.1.1e]

    Those of the phasing side go first.
    """

    saved_as: ClassVar[str] = "Homecoming"

    def __init__(self, space: int = const.NONE) -> None:
        self.space = space

    def run(self, g: Board) -> bool:
        found = const.NONE
        spaces = [self.space] if self.space != const.NONE else list(range(g.t.n_spaces))
        for space in spaces:
            if not g.air[space]:
                continue
            for unit in g.at[space]:
                if g.cond[unit] & const.FLYING and g.carrier[unit] < 0:
                    if g.side_of_unit(unit) == g.side:
                        home(g, unit)
                        return False
                    if found == const.NONE:
                        found = unit
        if found == const.NONE:
            g.agenda.pop()
        else:
            home(g, found)
        return False
