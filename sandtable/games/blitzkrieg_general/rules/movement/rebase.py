"""Rebasing: aircraft change bases over friendly areas and the sea before they fly missions. [A6.3]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, REBASED
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep
from sandtable.games.blitzkrieg_general.rules.movement.air_bases import air_range, spaces_over
from sandtable.games.blitzkrieg_general.rules.movement.rail import (
    countries_of_seat,
    may_enter,
    why_not_arrive,
)


def bases(g: Board, unit: int) -> list[int]:
    """Return where an aircraft may be rebased to, not over enemy or neutral areas. [A6.3] [A6.3a]"""
    steps = air_range(g, unit) * g.t.rebase_factor
    found = spaces_over(g, g.friends[g.serves[unit]], g.place[unit], steps)
    return [area for area in found if area < g.t.n_areas and may_enter(g, unit, area)]


def may_rebase(g: Board, unit: int) -> bool:
    """Check whether an aircraft has a base to go to."""
    if g.cond[unit] & REBASED or g.carrier[unit] >= 0:
        return False
    if not g.friendly(g.serves[unit], g.place[unit]):
        return False
    for area in g.t.air_near[g.place[unit]]:  # mostly there is one next to it
        if area < g.t.n_areas and may_enter(g, unit, area):
            return True
    return len(bases(g, unit)) > 0


def movable(g: Board, seat: int) -> list[int]:
    """Return the aircraft of a seat with a base to go to, one of each kind."""
    mask = countries_of_seat(g, seat, g.side)
    kinds = g.t.unit_kind
    found: list[int] = []
    for area in range(g.t.n_areas):
        if g.air[area] & mask:
            here = [u for u in g.at[area] if kinds[u] == AIRCRAFT and (mask >> g.serves[u]) & 1]
            for unit in distinct(g, here):
                if may_rebase(g, unit):
                    found.append(unit)
    return found


class Rebase(PhaseStep):
    """The change of bases, once for each aircraft, in addition to its mission. [A6.3] [A6.3b] [R68]"""

    def offers(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in movable(g, seat)]

    def take(self, g: Board, seat: int, choice: int) -> None:
        g.push(RebaseTo(choice - g.ids.unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask("Rebasing: click an aircraft to change its base, or Done.", "A6.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return Refusal("Click an aircraft, then its new base.", "A6.3")
        if g.t.unit_kind[unit] != AIRCRAFT:
            return Refusal("Only aircraft are rebased.", "A6.3")
        if g.side_of_unit(unit) != g.side or g.owner(unit) != seat:
            return Refusal(words.foreign(g, seat, unit), "A6.3")
        if g.cond[unit] & REBASED:
            return Refusal(f"{words.unit(g, unit)} has already been rebased in this turn.", "A6.3")
        if g.place[unit] >= g.t.n_areas or not g.friendly(g.serves[unit], g.place[unit]):
            return Refusal("Aircraft are rebased from friendly areas only.", "A6.3a")
        return Refusal("No friendly area with room is in its double range.", "A6.3")


class RebaseTo(GoTo):
    """The question which base an aircraft gets. [A6.3]"""

    def goals(self, g: Board) -> list[int]:
        return bases(g, self.unit)

    def go(self, g: Board, space: int) -> None:
        start = g.place[self.unit]
        g.move(self.unit, space)
        g.mark(self.unit, REBASED)
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is rebased from {words.space(g, start)}"
            refs = (g.ids.unit + self.unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text} to {words.space(g, space)}.", "A6.3", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Where is {words.unit(g, self.unit)} rebased to? Click an area.", "A6.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        why = why_not_arrive(g, self.unit, area, "A6.3", "A6.3")
        if why is not None:
            return why
        text = f"{words.space(g, area)} is out of its double range over friendly areas and the sea."
        return Refusal(text, "A6.3a")
