"""Relocation: units that may not stay where they are go to the nearest friendly area. [A8.2a] [R86] [R100]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits


def relocate(g: Board, unit: int) -> None:
    """Move a land unit or aircraft to the nearest friendly area, asking if there are several. [A8.2a]

    A cargo is put ashore at once, since its ship may be lost. A unit that has nowhere to go is eliminated.
    """
    for step in g.agenda:
        if isinstance(step, Relocate) and step.unit == unit:
            return  # it is on its way out already
    start = g.place[unit]
    found = nearest(g, unit, start)
    if len(found) < 2 or g.carrier[unit] != const.NONE:
        relocate_to(g, unit, found)
    if len(found) > 1:
        g.push(Relocate(unit, start))


def relocate_to(g: Board, unit: int, found: list[int]) -> None:
    """Move a unit into the first of these areas, or eliminate it if there is none. [A8.2a]"""
    if found:
        if g.place[unit] != found[0]:
            send(g, unit, found[0])
        return
    if g.log is not None:
        text = f"{words.unit(g, unit)} has no friendly area to go to and is eliminated."
        g.log.add(text, "A8.2a", (g.ids.unit + unit,))
    g.take(unit)


def send(g: Board, unit: int, area: int) -> None:
    """Move a unit to its new area and end what it was doing."""
    where = g.place[unit]
    g.carrier[unit] = const.NONE
    g.unmark(
        unit, const.FLYING | const.INVADING | const.RAIDING | const.DROPPING | const.EMBARKED | const.OBSERVER
    )
    g.target[unit] = g.came[unit] = g.embarked_at[unit] = const.NONE
    g.move(unit, area)
    if g.log is not None:
        text = f"{words.unit(g, unit)} goes from {words.space(g, where)} to {words.space(g, area)}."
        g.log.add(text, "A8.2a", (g.ids.unit + unit, g.ids.space + area))


def nearest(g: Board, unit: int, start: int) -> list[int]:
    """Return the nearest friendly areas with room for a unit; they need no land connection. [A8.2a]"""
    t = g.t
    holders = g.friends[g.serves[unit]]
    seen = {start}
    front = [start]
    while front:
        ahead: list[int] = []
        for space in front:
            for other in t.near[space]:
                if other not in seen:
                    seen.add(other)
                    ahead.append(other)
        found = [a for a in ahead if a < t.n_areas and (holders >> g.control[a]) & 1 and _room(g, unit, a)]
        if found:
            return sorted(found)
        front = ahead
    return []


def _room(g: Board, unit: int, area: int) -> bool:
    """Check whether a unit finds a place in an area: no enemies, within its limit."""
    if g.troops[area] & g.war[g.serves[unit]]:
        return False
    return entry_limits.room(g, unit, area)


def evict(g: Board, areas: list[int]) -> None:
    """Relocate every unit in these areas that its country's friends do not control. [A8.2a] [R86]"""
    for area in areas:
        for unit in g.at[area]:
            if not g.friendly(g.serves[unit], area):
                relocate(g, unit)


def expel(g: Board, areas: list[int]) -> None:
    """Relocate units in these areas that neither friends nor enemies control. [A8.2a]"""
    for area in areas:
        holder = g.control[area]
        for unit in g.at[area]:
            country = g.serves[unit]
            if not ((g.friends[country] | g.war[country]) >> holder) & 1:
                relocate(g, unit)


def ashore(g: Board, ship: int, leaving: list[int]) -> None:
    """Put the cargo of a ship that leaves the game ashore, except cargo that leaves too. [R100]"""
    for unit in g.aboard(ship):
        if unit not in leaving:
            relocate(g, unit)


class Relocate(Step[Board]):
    """The question where a unit goes that may not stay where it was. [A8.2a]"""

    def __init__(self, unit: int, start: int) -> None:
        self.unit = unit
        self.start = start

    def run(self, g: Board) -> bool:
        found = nearest(g, self.unit, self.start)
        if len(found) > 1:
            return True
        g.agenda.pop()
        relocate_to(g, self.unit, found)
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.owner(self.unit),)

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.space + area for area in nearest(g, self.unit, self.start)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        relocate_to(g, self.unit, [choice - g.ids.space])

    def prompt(self, g: Board, seat: int) -> Ask:
        where = words.space(g, self.start)
        return Ask(f"{words.unit(g, self.unit)} must leave {where}: to which area does it go?", "A8.2a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        return Refusal(f"{words.unit(g, self.unit)} goes to the nearest friendly area.", "A8.2a")
