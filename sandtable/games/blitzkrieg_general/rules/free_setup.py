"""The historical option: each side shifts its land units and ships, the Allies first. [S39c] [S41j]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, MOVED, NONE
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep
from sandtable.games.blitzkrieg_general.rules.movement.rail import (
    countries_of_seat,
    joined,
    may_enter,
    why_not_enter,
)


def countries_of(g: Board, seat: int, side: int) -> int:
    """Return the countries a seat sets up for a side: its own, and allied ones without a manager."""
    mask = countries_of_seat(g, seat, side)
    if seat == g.boss(side):
        foes = g.allies if side == 0 else g.axis
        for country in g.t.minors:
            if g.manager[country] == NONE and g.war[country] & foes:
                mask |= 1 << country
    return mask


def possible_spaces(g: Board, unit: int) -> list[int]:
    """Return the spaces a unit may be shifted to. [S39c]"""
    if g.is_ship(unit):
        return possible_zones(g, unit)
    if g.t.unit_kind[unit] == AIRCRAFT:  # only land units and ships are shifted
        return []
    country = g.serves[unit]
    place = g.place[unit]
    if place >= g.t.n_areas or not g.friendly(country, place):
        return []
    areas = joined(g, place, g.friends[country])
    return [area for area in areas[1:] if may_enter(g, unit, area)]


def possible_zones(g: Board, ship: int) -> list[int]:
    """Return zones beside areas of the ship's own country, without enemy ships. [S39c]"""
    t = g.t
    country = g.serves[ship]
    found: list[int] = []
    for area in range(t.n_areas):
        if g.control[area] == country:
            for zone in t.coast[area]:
                if zone in found or zone == g.place[ship] or g.ships[zone] & g.war[country]:
                    continue
                if not g.parted(country, zone):
                    found.append(zone)
    return sorted(found)


class FreeSetUp(PhaseStep):
    """The question which land units and ships a side shifts, each at most once. [S39c] [S41j]"""

    def __init__(self, of: int, at: int = 0) -> None:
        super().__init__(at)
        self.of = of

    def again(self, at: int) -> PhaseStep:
        return FreeSetUp(self.of, at)

    def side(self, g: Board) -> int:
        return self.of

    def offers(self, g: Board, seat: int) -> list[int]:
        mask = countries_of(g, seat, self.of)
        found: list[int] = []
        for space in range(g.t.n_spaces):
            if (g.troops[space] | g.ships[space]) & mask:
                here = [u for u in g.here(space, mask) if not g.cond[u] & MOVED]
                for unit in distinct(g, here):
                    if possible_spaces(g, unit):
                        found.append(g.ids.unit + unit)
        return found

    def take(self, g: Board, seat: int, choice: int) -> None:
        g.push(Rearrange(choice - g.ids.unit, seat))

    def finish(self, g: Board) -> None:
        for unit in range(g.t.n_units):
            g.cond[unit] &= ~MOVED

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(
            "Historical option: click a land unit or ship to move it to another place, or Done.", "S39c"
        )

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return Refusal("Click a unit on the map, then its new place.", "S39c")
        if not (countries_of(g, seat, self.of) >> g.serves[unit]) & 1:
            return Refusal(words.foreign(g, seat, unit), "S39c")
        if g.cond[unit] & MOVED:
            return Refusal("It has been shifted already. Each unit is shifted once.", "S39c")
        if g.is_ship(unit):
            return Refusal("There is no other zone beside its own country.", "S39c")
        if g.t.unit_kind[unit] == AIRCRAFT:
            return Refusal("Only land units and ships are shifted; aircraft begin where they are.", "S39c")
        return Refusal("No other friendly area with room is joined to this one by land.", "S39c")


class Rearrange(GoTo):
    """The question which space a unit is shifted to. [S39c]"""

    def __init__(self, unit: int, seat: int) -> None:
        super().__init__(unit)
        self.seat = seat

    def seats(self, g: Board) -> tuple[int, ...]:
        return (self.seat,)

    def goals(self, g: Board) -> list[int]:
        return possible_spaces(g, self.unit)

    def go(self, g: Board, space: int) -> None:
        """Shift the unit, a ship with its cargo."""
        start = g.place[self.unit]
        g.move(self.unit, space)
        g.mark(self.unit, MOVED)
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is set up in {words.space(g, space)}"
            refs = (g.ids.unit + self.unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text} instead of {words.space(g, start)}.", "S39c", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Where does {words.unit(g, self.unit)} begin? Click a space.", "S39c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        space = choice - g.ids.space
        t = g.t
        if not 0 <= space < t.n_spaces:
            return Refusal("Click the space where it begins.", "S39c")
        if space == g.place[self.unit]:
            return Refusal("It is there already.", "S39c")
        if g.is_ship(self.unit):
            return Refusal("Ships begin in zones beside their own country, without enemy ships.", "S39c")
        if space >= t.n_areas:
            return Refusal("It must begin on land.", "S39c")
        why = why_not_enter(g, self.unit, space, "S39c")
        if why is not None:
            return why
        return Refusal(f"{words.space(g, space)} is not joined to its place by friendly areas.", "S39c")
