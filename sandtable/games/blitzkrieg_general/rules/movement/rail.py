"""Rail: a few land units and aircraft move any distance through friendly areas joined by land. [A6.2]"""

from __future__ import annotations

from typing import Final

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.constants import AIRCRAFT, NONE, RAILED
from sandtable.games.blitzkrieg_general.components.identical_units import distinct
from sandtable.games.blitzkrieg_general.components.ids import NO
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits
from sandtable.games.blitzkrieg_general.rules.base_steps import GoTo, PhaseStep

KEPT: Final = 5000  # answers of `joined` that are remembered at most


def countries_of_seat(g: Board, seat: int, side: int) -> int:
    """Return the countries of a side whose units a seat moves, as a set. [R3]"""
    mask = 0
    seat_of, sides, runs = g.seat_of, g.major_side, g.runs
    for major in range(g.t.n_majors):
        if seat_of[major] == seat and sides[major] == side:
            mask |= runs[major]
    return mask


def may_enter(g: Board, unit: int, area: int) -> bool:
    """Check whether a unit may be put into an area: friendly, with room, not closed by a rule."""
    country = g.serves[unit]
    return (
        g.friendly(country, area)
        and entry_limits.room(g, unit, area)
        and not entry_limits.kept_out(g, unit, area)
        and not entry_limits.strangers(g, country, area)
    )


def why_not_enter(g: Board, unit: int, area: int, rule: str) -> Refusal | None:
    """Return why a unit may not be put into an area; None if it may."""
    if not g.friendly(g.serves[unit], area):
        return Refusal(f"{words.space(g, area)} is not controlled by a friend.", rule)
    if not entry_limits.room(g, unit, area):
        return entry_limits.why_not_base(g, unit, area)
    if entry_limits.kept_out(g, unit, area):
        people = words.people(g, g.serves[unit])
        return Refusal(f"{people} units may not enter {words.space(g, area)}.", "A8.8")
    if entry_limits.strangers(g, g.serves[unit], area):
        return Refusal(f"Units it may not stack with are in {words.space(g, area)}.", "A9.11")
    return None


def why_not_arrive(g: Board, unit: int, area: int, rule: str, entry_rule: str) -> Refusal | None:
    """Return why a unit that moves between friendly areas may not end in one, or None."""
    if not 0 <= area < g.t.n_areas:
        return Refusal("Click the area where it goes.", rule)
    if area == g.place[unit]:
        return Refusal("It is already there.", rule)
    return why_not_enter(g, unit, area, entry_rule)


def joined(g: Board, start: int, mask: int) -> list[int]:
    """Return an area and the areas of a set of countries joined to it by land. [A6.2a]

    The list is cached: do not change it.
    """
    t = g.t
    control = g.control
    key = (control, mask, start)
    known = t.railways.get(key)
    if known is not None:
        return known
    near = t.land_near
    seen = [0] * t.n_areas
    seen[start] = 1
    found = [start]
    for area in found:
        for other in near[area]:
            if not seen[other] and (mask >> control[other]) & 1:
                seen[other] = 1
                found.append(other)
    if len(t.railways) >= KEPT:
        t.railways.clear()
    t.railways[key] = found
    return found


def capacity(g: Board, major: int) -> int:
    """Return how many units a major may move by rail in a turn. [A6.2] [S39m] [S41l] [S39i]"""
    return g.rail[major]


def left(g: Board, major: int) -> int:
    """Return how much of a major's capacity is left."""
    return capacity(g, major) - g.rail_used[major]


def theatre(g: Board, major: int, areas: list[int]) -> int:
    """Return the theatre of a major's railways to which joined areas belong; NONE: to none.

    0 for a major without such limits, 1 for one of its home countries, 2 for a country it stands in or
    beside. [A6.2c] [A6.2d] [R10]
    """
    t = g.t
    homes, nations = t.rail_homes[major], t.rail_nations[major]
    if not homes and not nations:
        return 0
    for area in areas:
        if t.area_home[area] >= 0 and (homes >> t.area_home[area]) & 1:  # [A6.2d]
            return 1
    if nations:
        for area in areas:
            if (nations >> t.area_country[area]) & 1:
                return 2
            for other in t.land_near[area]:
                if (nations >> t.area_country[other]) & 1:
                    return 2
    return NONE


def can_serve(g: Board, major: int, unit: int) -> bool:
    """Check whether a major's railways work where a unit is now. [A6.2c] [A6.2d] [R10]

    Majors without such limits carry their own units everywhere. They carry friends only where their own
    country is joined to the network: else they would carry British units far from British railways. [R108]
    """
    if not g.t.rail_homes[major] and not g.t.rail_nations[major]:
        if g.manager[g.serves[unit]] == major:
            return True
        home = g.t.home_of[major]
        for area in network(g, unit, major):
            if g.control[area] == major and area in home:
                return True
        return False
    where = theatre(g, major, network(g, unit, major))
    if where == NONE:
        return False
    # Only in one of its theatres each turn. [A6.2c]
    return not (g.t.rail_once[major] and g.rail_used[major]) or g.done[major] == where


def network(g: Board, unit: int, major: int) -> list[int]:
    """Return the areas a unit may reach with the railways of a major, its own area first. [A6.2a] [A6.2e]"""
    return joined(g, g.place[unit], g.friends[g.serves[unit]] & g.friends[major])


def open_majors(g: Board, seat: int) -> list[int]:
    """Return the phasing majors of a seat with capacity left."""
    return [m for m in g.standing(g.side) if g.seat_of[m] == seat and left(g, m) > 0]


def carrier(g: Board, unit: int, majors: list[int]) -> int:
    """Return the major among these whose capacity a unit uses: its manager, or the best associate.

    The best associate is the one with the largest network. [A6.2b]
    """
    country = g.serves[unit]
    manager = g.manager[country]
    if manager in majors and g.friend(country, manager) and can_serve(g, manager, unit):
        return manager
    best, most = NONE, 0
    for major in majors:
        if major != manager and g.friend(country, major) and can_serve(g, major, unit):
            reached = len(network(g, unit, major))
            if reached > most:
                best, most = major, reached
    return best


def goals(g: Board, unit: int, major: int) -> list[int]:
    """Return where a unit may go by rail."""
    return [area for area in network(g, unit, major)[1:] if may_enter(g, unit, area)]


def riders(g: Board, area: int, mask: int, majors: list[int]) -> list[int]:
    """Return the units of a set of countries in an area that these majors can move by rail."""
    near = g.t.land_near[area]
    found: list[int] = []
    country = major = NONE
    easy = False  # an adjacent area has room for every unit of this country
    mine = [u for u in g.at[area] if (mask >> g.serves[u]) & 1]
    for unit in distinct(g, [u for u in mine if not g.cond[u] & RAILED and g.carrier[u] < 0]):
        if g.serves[unit] != country:
            country = g.serves[unit]
            major = NONE
            if g.friendly(country, area) and _beside(g, near, g.friends[country], False):
                major = carrier(g, unit, majors)
                easy = major != NONE and _beside(g, near, g.friends[country] & g.friends[major], True)
        if major == NONE:
            continue
        if (easy and g.t.unit_nation[unit] != g.t.kept_out) or goals(g, unit, major):
            found.append(unit)
    return found


def _beside(g: Board, near: tuple[int, ...], mask: int, free: bool) -> bool:
    """Check whether one of these areas is controlled by a set of countries; if `free`, with room for all."""
    for area in near:
        if (mask >> g.control[area]) & 1:
            if not free or not (g.t.area_limit[area] or g.troops[area] & ~mask):
                return True
    return False


class Rail(PhaseStep):
    """Rail movement of each seat while capacity is left, in addition to other moves. [A6.2] [R68]

    Units of other seats may use its railways too, if their players agree [A6.2b] [R108]. `refused` is the set
    of the seats that do not.
    """

    def __init__(self, at: int = 0, refused: int = 0) -> None:
        super().__init__(at)
        self.refused = refused

    def again(self, at: int) -> PhaseStep:
        return Rail(at)

    def riding(self, g: Board, seat: int) -> int:
        """Return the countries whose units may use the railways of a seat, as a set. [A6.2b]"""
        mask = 0
        for other in g.seats_of(g.side):
            if other == seat or not (self.refused >> other) & 1:
                mask |= countries_of_seat(g, other, g.side)
        return mask

    def offers(self, g: Board, seat: int) -> list[int]:
        t = g.t
        majors = open_majors(g, seat)
        if not majors:
            return []
        mask = self.riding(g, seat)
        found: list[int] = []
        for area in range(t.n_areas):
            if g.troops[area] & mask:
                for unit in riders(g, area, mask, majors):
                    found.append(g.ids.unit + unit)
        return found

    def take(self, g: Board, seat: int, choice: int) -> None:
        unit = choice - g.ids.unit
        g.push(RailTo(unit, carrier(g, unit, open_majors(g, seat))))

    def prompt(self, g: Board, seat: int) -> Ask:
        rows = [f"{words.country(g, major)} {left(g, major)}" for major in open_majors(g, seat)]
        return Ask(f"Rail movement: click a unit, or Done. Capacity left: {words.listed(rows)}.", "A6.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return Refusal("Click the land unit or aircraft that goes by rail, then where it goes.", "A6.2")
        if g.t.unit_kind[unit] > AIRCRAFT or g.place[unit] >= g.t.n_areas:
            return Refusal("Only land units and aircraft ashore go by rail.", "A6.2")
        if g.side_of_unit(unit) != g.side:
            return Refusal(words.foreign(g, seat, unit), "A6.2b")
        if not (self.riding(g, seat) >> g.serves[unit]) & 1:
            return Refusal("Its player has declined to use your railways.", "A6.2b")
        if g.cond[unit] & RAILED:
            return Refusal(f"{words.unit(g, unit)} has already moved by rail in this turn.", "A6.2")
        if not g.friendly(g.serves[unit], g.place[unit]):
            return Refusal(f"{words.space(g, g.place[unit])} is not controlled by a friend.", "A6.2e")
        if carrier(g, unit, open_majors(g, seat)) == NONE:
            manager = g.manager[g.serves[unit]]
            rule = "A6.2c" if manager == g.t.japan else "A6.2d" if manager == g.t.be else "A6.2a"
            return Refusal("There are no railways with capacity left where this unit is.", rule)
        return Refusal("No friendly area with room is joined to this one by land.", "A6.2a")


class RailTo(GoTo):
    """The question where a unit goes by rail with the capacity of a major. [A6.2a]"""

    def __init__(self, unit: int, major: int) -> None:
        super().__init__(unit)
        self.major = major

    def is_lent(self, g: Board) -> bool:
        """Check whether these are railways of another seat, which the owner may refuse. [R108]"""
        return g.seat_of[self.major] != g.owner(self.unit)

    def goals(self, g: Board) -> list[int]:
        return goals(g, self.unit, self.major)

    def run(self, g: Board) -> bool:
        return True if self.is_lent(g) else super().run(g)

    def choices(self, g: Board, seat: int) -> list[int]:
        found = super().choices(g, seat)
        return [NO, *found] if self.is_lent(g) else found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice != NO:
            super().answer(g, seat, choice)
            return
        g.agenda.pop()
        if g.log is not None:
            text = f"{words.unit(g, self.unit)} does not use the railways of {words.country(g, self.major)}."
            g.log.add(text, "A6.2b", (g.ids.unit + self.unit,))
        phase = g.agenda[-1]
        if isinstance(phase, Rail):
            g.agenda[-1] = Rail(phase.at, phase.refused | 1 << seat)

    def go(self, g: Board, space: int) -> None:
        unit, major = self.unit, self.major
        g.done = changed(g.done, major, theatre(g, major, network(g, unit, major)))
        start = g.place[unit]
        g.move(unit, space)
        g.mark(unit, RAILED)
        g.rail_used = changed(g.rail_used, major, g.rail_used[major] + 1)
        if g.log is not None:
            whose = words.country(g, major)
            text = f"{words.unit(g, unit)} moves on the railways of {whose} from {words.space(g, start)}"
            refs = (g.ids.unit + unit, g.ids.space + start, g.ids.space + space)
            g.log.add(f"{text} to {words.space(g, space)}.", "A6.2", refs)

    def prompt(self, g: Board, seat: int) -> Ask:
        who = words.unit(g, self.unit)
        if self.is_lent(g):
            text = f"{words.country(g, self.major)} offers its railways to {who}. Click where it goes, or No."
            return Ask(text, "A6.2b")
        return Ask(f"Where does {who} go by rail? Click an area.", "A6.2a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - g.ids.space
        why = why_not_arrive(g, self.unit, area, "A6.2a", "A6.2e")
        if why is not None:
            return why
        return Refusal(f"{words.space(g, area)} is not joined to it by friendly areas.", "A6.2a")
