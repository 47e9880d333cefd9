"""Reinforcements: units that are due on the production chart come to the map. [B5.2] [A5.2]"""

from __future__ import annotations

from sandtable.engine.choice import DONE
from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal, Step
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.identical_units import distinct, is_identical
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.rules import entry_limits, supply
from sandtable.games.blitzkrieg_general.rules.base_steps import ChooseOne
from sandtable.games.blitzkrieg_general.rules.economy import unit_merging
from sandtable.games.blitzkrieg_general.rules.movement.rail import joined
from sandtable.games.blitzkrieg_general.rules.politics import vichy


def placing_seats(g: Board) -> list[int]:
    """Return the seats in the order in which they place units, the side with the initiative first. [R3]"""
    first = g.first if g.advanced else const.AXIS
    found: list[int] = []
    for side in (first, 1 - first):
        for seat in g.seats_of(side):
            if seat not in found:
                found.append(seat)
    return found


def placer(g: Board, unit: int) -> int:
    """Return the seat that places a unit; for neutral Vichy the seat of its manager. [CV3]"""
    country = g.serves[unit]
    return g.seat(country) if g.manager[country] >= 0 else g.seat_of[vichy.vichy_manager(g)]


def due(g: Board, seat: int) -> list[int]:
    """Return the units of a seat that arrive in this quarter. [B5.2] [S39n] [S41l]"""
    waiting = [u for u, place in enumerate(g.place) if place == const.CHART]
    return [u for u in waiting if g.due[u] <= g.turn and placer(g, u) == seat]


# --- where a unit may be placed


def homes(g: Board, unit: int) -> tuple[int, ...]:
    """Return the home areas that receive a unit, controlled or not. [B5.2a] [B5.2b] [B5.2f] [A5.2a]"""
    t = g.t
    country = g.serves[unit]
    if country == t.vichy:
        return tuple([a for a in range(t.n_areas) if g.control[a] == t.vichy])  # [CV3]
    if len(t.homes_of[country]) == 1 or not g.advanced:
        return t.home_of[country]  # in the basic game British units go to any of their homes [B5.2f]
    home = t.unit_home[unit]
    if t.home_country[home] != country:  # paid for by another country: like units without a letter [R85]
        for own in t.homes_of[country]:
            if not t.home_letter[own]:
                home = own
    return t.home_areas[home]  # [A5.2a]


def areas(g: Board, unit: int) -> list[int]:
    """Return the areas in which a land unit or aircraft may be placed: no colony. [B5.2a] [B5.2b] [B5.2e]"""
    country = g.serves[unit]
    major = country < g.t.n_majors
    return [
        area
        for area in homes(g, unit)
        if g.control[area] == country
        and (not major or g.t.prod_left[area])  # production must be printed in a major's area [B5.2a]
        and entry_limits.room(g, unit, area)
    ]


def zones(g: Board, unit: int) -> list[int]:
    """Return the zones in which a ship may be placed, with enemy ships only if necessary. [B5.2c] [B5.2d]"""
    country = g.serves[unit]
    free: list[int] = []
    rest: list[int] = []
    for area in homes(g, unit):
        if g.control[area] != country:
            continue
        for zone in g.t.coast[area]:
            row = rest if g.ships[zone] & g.war[country] else free
            if zone not in row and not g.parted(country, zone):
                row.append(zone)
    return free if free else rest  # [B5.2d]


def decks(g: Board, unit: int) -> list[int]:
    """Return ships beside its home that can carry a naval HQ, one of each identical group. [R5] [R71]"""
    found: list[int] = []
    for zone in zones(g, unit):
        for ship in g.at[zone]:
            kind = g.t.unit_kind[ship]
            if kind == const.CONVOY or (kind == const.TASK_FORCE and g.rule(const.HQ_ABOARD)):
                if not g.cond[ship] & const.FLIPPED and g.friend(g.serves[unit], g.serves[ship]):
                    if not g.aboard(ship):
                        found.append(ship)
    return distinct(g, found)


def places(g: Board, unit: int, used: tuple[int, ...]) -> list[int]:
    """Return the choices for a unit: areas, zones, for a naval HQ also ships.

    `used` are the isolated areas that have received a unit in this turn. [A9.8]
    """
    kind = g.t.unit_kind[unit]
    if kind >= const.FIRST_SHIP:
        return [g.ids.space + zone for zone in zones(g, unit)]
    found = areas(g, unit)
    if used:
        others = [area for area in found if area not in used]
        if others:  # more than one only if they could not enter otherwise [A9.8]
            found = others
    choices = [g.ids.space + area for area in found]
    if kind == const.NAVAL_HQ:
        choices += [g.ids.unit + ship for ship in decks(g, unit)]  # [R5]
    return choices


def isolated(g: Board, country: int, area: int) -> bool:
    """Return whether a home area in supply has no friendly way by land to another home area. [A9.8]"""
    if not g.rule(const.ISOLATED_AREAS):
        return False
    t = g.t
    for other in joined(g, area, g.friends[country])[1:]:
        if other in t.home_of[country]:
            return False
    return supply.reached(g, country)[area] != 0


class Reinforcements(Step[Board]):
    """The placing of due units, seat by seat; under A9.3 reduced units merge before. [B5.2] [B5.2g]

    at    the number of the seat that places
    begun 1: units that need no decision have come
    used  the isolated areas that have received a unit in this turn [A9.8]
    """

    def __init__(self, at: int = 0, begun: int = 0, *used: int) -> None:
        self.at = at
        self.begun = begun
        self.used = used

    def run(self, g: Board) -> bool:
        """Place units that have only one place; ask for the rest; go on to the next seat."""
        if not self.begun:
            arrive_railways(g)
            g.agenda[-1] = Reinforcements(0, 1)
            return False
        seats = placing_seats(g)
        if self.at >= len(seats):
            g.agenda.pop()
            return False
        seat = seats[self.at]
        waiting = due(g, seat)
        for unit in waiting:
            found = places(g, unit, self.used)
            if len(found) == 1 and not self.scarce(g, unit, found[0], waiting):
                place_unit(g, unit, found[0])
                self.placed(g, unit)
                return False
        found = self.clicks(g, seat, waiting)
        if len(found) > 1:
            return g.offer(found)
        if found[0] == DONE:
            self.leave(g, seat)
        else:
            self.answer(g, seat, found[0])  # all that is left is identical
        return False

    def scarce(self, g: Board, unit: int, choice: int, waiting: list[int]) -> bool:
        """Return whether the one place of a unit is too small for all that want it, which is a decision."""
        place = choice - g.ids.space
        if 0 <= place < g.t.n_spaces:
            if place >= g.t.n_areas or not (
                entry_limits.limit(g, unit, place) or g.rule(const.ISOLATED_AREAS)
            ):
                return False
        for other in waiting:
            if other != unit and not is_identical(g, unit, other) and choice in places(g, other, self.used):
                return True
        return False

    def leave(self, g: Board, seat: int) -> None:
        """Let units without a place wait for the next quarter. [B5.2g]"""
        for unit in due(g, seat):
            g.due[unit] = g.turn + 1
            if g.log is not None:
                text = f"{words.unit(g, unit)} finds no place and waits until {words.turn(g.turn + 1)}."
                g.log.add(text, "B5.2g", (g.ids.unit + unit,))
        g.agenda[-1] = Reinforcements(self.at + 1, 1, *self.used)

    def seats(self, g: Board) -> tuple[int, ...]:
        return (placing_seats(g)[self.at],)

    def choices(self, g: Board, seat: int) -> list[int]:
        return self.clicks(g, seat, due(g, seat))

    def clicks(self, g: Board, seat: int, waiting: list[int]) -> list[int]:
        """Return the choices when these units are due."""
        found = [g.ids.unit + u for u in distinct(g, waiting) if places(g, u, self.used)]
        if g.rule(const.MERGING):
            merges = [g.ids.unit + u for u in unit_merging.candidates(g, seat)]
            return [*found, *merges] if found else [DONE, *merges]
        return found if found else [DONE]  # placing is compulsory [B5.2g]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        if choice == DONE:
            self.leave(g, seat)
            return
        unit = choice - g.ids.unit
        if g.place[unit] == const.CHART:
            g.push(Place(unit, *self.used))
        else:
            unit_merging.merge(g, unit)

    def placed(self, g: Board, unit: int) -> None:
        """Note an isolated area that has received its one unit. [A9.8]"""
        area = g.place[unit]
        if area < g.t.n_areas and area not in self.used and isolated(g, g.serves[unit], area):
            g.agenda[-1] = Reinforcements(self.at, 1, *self.used, area)

    def prompt(self, g: Board, seat: int) -> Ask:
        waiting = [u for u in due(g, seat) if places(g, u, self.used)]
        if waiting:
            text = f"Reinforcements: place {words.units(g, waiting)}. Click a unit on the production chart."
            return Ask(text, "B5.2")
        return Ask("Click a reduced unit to merge it with another of its kind, or Done.", "A9.3")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if choice == DONE:
            return Refusal("Place all units that are due and have a place.", "B5.2g")
        if not 0 <= unit < g.t.n_units:
            return Refusal("Click a unit on the production chart that is due in this quarter.", "B5.2")
        if g.place[unit] >= 0:
            return unit_merging.why_not(g, seat, unit)
        if g.place[unit] != const.CHART:
            return Refusal("It is not on the production chart.", "B5.2")
        if g.due[unit] > g.turn:
            return Refusal(f"It arrives in {words.turn(g.due[unit])}.", "B5.2")
        if placer(g, unit) != seat:
            return Refusal("Another player places it.", "B5.2")
        return Refusal("There is no place for it. It waits for the next quarter.", "B5.2g")


class Place(ChooseOne):
    """The question where a unit is placed. [B5.2]"""

    def __init__(self, unit: int, *used: int) -> None:
        self.unit = unit
        self.used = used

    def seats(self, g: Board) -> tuple[int, ...]:
        return (placer(g, self.unit),)

    def found(self, g: Board) -> list[int]:
        return places(g, self.unit, self.used)

    def take(self, g: Board, choice: int) -> None:
        place_unit(g, self.unit, choice)
        below = g.agenda[-1]
        assert isinstance(below, Reinforcements)
        below.placed(g, self.unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        what = "a sea zone" if g.is_ship(self.unit) else "an area"
        return Ask(f"Where is {words.unit(g, self.unit)} placed? Click {what}.", "B5.2")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = self.unit
        space = choice - g.ids.space
        if not 0 <= space < g.t.n_spaces:
            if g.t.unit_kind[unit] == const.NAVAL_HQ:
                return Refusal("Click an area, or a ship beside its home that can take it aboard.", "A5.2")
            return Refusal(f"Click a place for {words.unit(g, unit)}.", "B5.2")
        if g.is_ship(unit):
            return _why_not_zone(g, unit, space)
        return _why_not_area(g, unit, space, self.used)


def _why_not_zone(g: Board, unit: int, zone: int) -> Refusal:
    if zone < g.t.n_areas:
        return Refusal("Ships are placed in sea zones.", "B5.2c")
    if g.ships[zone] & g.war[g.serves[unit]]:
        return Refusal("Enemy ships are there, and another zone of its home is free of them.", "B5.2d")
    return Refusal(f"{words.space(g, zone)} does not touch a home area that it controls.", "B5.2c")


def _why_not_area(g: Board, unit: int, area: int, used: tuple[int, ...]) -> Refusal:
    country = g.serves[unit]
    name = words.space(g, area)
    if area >= g.t.n_areas:
        return Refusal("It must be placed on land.", "B5.2a")
    if area in g.t.home_of[country] and area not in homes(g, unit):
        home = g.t.home_name[g.t.unit_home[unit]]
        return Refusal(f"{words.unit(g, unit)} is placed in {home} only.", "A5.2a")
    if area not in homes(g, unit):
        people = words.people(g, country)
        return Refusal(f"{name} is not a {people} home area. Place units in home areas.", "B5.2e")
    if g.control[area] != country:
        return Refusal(f"{name} is not controlled by {words.country(g, country)}.", "B5.2a")
    if country < g.t.n_majors and not g.t.prod_left[area]:
        return Refusal(f"{name} has no production.", "B5.2a")
    if area in used:
        return Refusal(f"{name} is isolated and has already received its one unit in this turn.", "A9.8")
    return entry_limits.why_not_base(g, unit, area)


def place_unit(g: Board, unit: int, choice: int) -> None:
    """Place a unit in a space, or a naval HQ aboard a ship; it keeps its face on the chart. [S39n]"""
    ship = choice - g.ids.unit if choice >= g.ids.unit else const.NONE
    space = choice - g.ids.space if ship == const.NONE else g.place[ship]
    g.put(unit, space)
    g.due[unit] = 0
    if ship != const.NONE:
        g.carrier[unit] = ship
        g.recount(space)
    if g.log is not None:
        where = words.space(g, space)
        if ship != const.NONE:
            where += f" aboard {words.unit(g, ship)}"
        refs = (g.ids.unit + unit, g.ids.space + space)
        g.log.add(f"{words.unit(g, unit)} is placed in {where}.", "B5.2", refs)


def arrive_railways(g: Board) -> None:
    """Add the increases of rail capacity that are due. [A9.7]"""
    rest: list[int] = []
    for at in range(0, len(g.rail_due), 2):
        major, when = g.rail_due[at], g.rail_due[at + 1]
        if when > g.turn:
            rest += [major, when]
            continue
        g.rail = changed(g.rail, major, min(g.rail[major] + 1, g.t.number["rail_max"]))
        if g.log is not None:
            text = f"The rail capacity of {words.country(g, major)} rises to {g.rail[major]}."
            g.log.add(text, "A9.7", (g.ids.country + major,))
    g.rail_due = rest
