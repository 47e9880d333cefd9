"""The historical option: each side shifts its land units and ships, the Allies first. [S39c] [S41j]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, MOVED, NONE
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules.base_steps import PhaseStep
from sandtable.games.blitzkrieg_general.rules.movement.rail import charge, joined, welcome, why_unwelcome


def charges(g: Board, seat: int, side: int) -> int:
    """The countries a seat sets up for a side: its own, and those that fight beside it without a manager."""
    mask = charge(g, seat, side)
    if seat == g.boss(side):
        foes = g.allies if side == 0 else g.axis
        for country in g.t.minors:
            if g.manager[country] == NONE and g.war[country] & foes:
                mask |= 1 << country
    return mask


def spots(g: Board, unit: int) -> list[int]:
    """Where a unit may be shifted to. [S39c]"""
    if g.is_ship(unit):
        return harbours(g, unit)
    if g.t.unit_kind[unit] == AIRCRAFT:  # only land units and ships are shifted
        return []
    country = g.serves[unit]
    place = g.place[unit]
    if place >= g.t.n_areas or not g.friendly(country, place):
        return []
    areas = joined(g, place, g.friends[country])
    return [area for area in areas[1:] if welcome(g, unit, area)]


def harbours(g: Board, ship: int) -> list[int]:
    """Zones beside areas of the ship's own country, without enemy ships. [S39c]"""
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
    """A side shifts its land units and ships, each at most once. [S39c] [S41j]"""

    def __init__(self, of: int, at: int = 0) -> None:
        super().__init__(at)
        self.of = of

    def again(self, at: int) -> PhaseStep:
        """The same with another seat."""
        return FreeSetUp(self.of, at)

    def side(self, g: Board) -> int:
        """The side that sets up."""
        return self.of

    def offers(self, g: Board, seat: int) -> list[int]:
        """Units that may be shifted still."""
        mask = charges(g, seat, self.of)
        found: list[int] = []
        for space in range(g.t.n_spaces):
            if (g.troops[space] | g.ships[space]) & mask:
                here = [u for u in g.here(space, mask) if not g.cond[u] & MOVED]
                for unit in distinct(g, here):
                    if spots(g, unit):
                        found.append(g.ids.unit + unit)
        return found

    def take(self, g: Board, seat: int, choice: int) -> None:
        """Ask where to."""
        g.push(Rearrange(choice - g.ids.unit, seat))

    def finish(self, g: Board) -> None:
        """The units forget that they were shifted."""
        for unit in range(g.t.n_units):
            g.cond[unit] &= ~MOVED

    def prompt(self, g: Board, seat: int) -> Ask:
        """The question in words."""
        return Ask("Historical option: click a land unit or ship that begins elsewhere, or Done.", "S39c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why a unit is not shifted."""
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return Refusal("Click a unit on the map, then where it stands instead.", "S39c")
        if not (charges(g, seat, self.of) >> g.serves[unit]) & 1:
            return Refusal(words.foreign(g, seat, unit), "S39c")
        if g.cond[unit] & MOVED:
            return Refusal("It has been shifted; each unit is shifted once.", "S39c")
        if g.is_ship(unit):
            return Refusal("There is no other zone beside its own country for it.", "S39c")
        if g.t.unit_kind[unit] == AIRCRAFT:
            return Refusal("Only land units and ships are shifted; aircraft begin where they are.", "S39c")
        return Refusal("No other friendly area with room is joined to this one by land.", "S39c")


class Rearrange(Step[Board]):
    """Where a unit stands instead. [S39c]"""

    def __init__(self, unit: int, seat: int) -> None:
        self.unit = unit
        self.seat = seat

    def run(self, g: Board) -> bool:
        """Ask, if there is more than one place."""
        found = spots(g, self.unit)
        if len(found) > 1:
            return True
        self.go(g, found[0])
        return False

    def seats(self, g: Board) -> tuple[int, ...]:
        """The seat that sets up."""
        return (self.seat,)

    def choices(self, g: Board, seat: int) -> list[int]:
        """The places it may stand in."""
        return [g.ids.space + space for space in spots(g, self.unit)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        """Put it there."""
        self.go(g, choice - g.ids.space)

    def go(self, g: Board, space: int) -> None:
        """Shift the unit, a ship with its cargo."""
        g.agenda.pop()
        start = g.place[self.unit]
        g.move(self.unit, space)
        g.mark(self.unit, MOVED)
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} is set up in {words.space(g, space)}"
            refs = (g.ids.unit + self.unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text} instead of {words.space(g, start)}.", "S39c", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        """The question in words."""
        return Ask(f"Where does {words.unit(g, self.unit)} stand at the start? Click a space.", "S39c")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        """Why it does not stand there."""
        space = choice - g.ids.space
        t = g.t
        if not 0 <= space < t.n_spaces:
            return Refusal("Click the space it stands in at the start.", "S39c")
        if space == g.place[self.unit]:
            return Refusal("It stands there already.", "S39c")
        if g.is_ship(self.unit):
            return Refusal("Ships stand in zones beside their own country, without enemy ships.", "S39c")
        if space >= t.n_areas:
            return Refusal("It stands on land.", "S39c")
        why = why_unwelcome(g, self.unit, space, "S39c")
        if why is not None:
            return why
        return Refusal(f"{words.space(g, space)} is not joined to its place by friendly areas.", "S39c")
