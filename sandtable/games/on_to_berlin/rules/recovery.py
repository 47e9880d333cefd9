"""Recovery: spent units become fresh at the end of a turn or by a Supply card. [13.0]"""

from __future__ import annotations

from typing import ClassVar

from sandtable.engine.choice import DONE, PASS
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import ALLIED, SPENT
from sandtable.games.on_to_berlin.components.ids import AREA, PLACE_ONE, RECOVER_ALL
from sandtable.games.on_to_berlin.components.schema_cards import Recover as RecoverEvent
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import lines_of_communication
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep, BoardStep
from sandtable.games.on_to_berlin.rules.entry_limits import OPEN, barrier, room_for
from sandtable.games.on_to_berlin.rules.groups import distinct

# --- who may recover


def limit(g: Board, nation: int) -> int:
    """Return how many units of a nation may recover: its Land areas, at home or abroad. [13.0a]"""
    t = g.t
    return sum([g.control[area] == nation and not t.sea[area] for area in range(t.n_areas)])


def homes(g: Board, nation: int) -> list[int]:
    """Return the Land areas of a nation, as a surrender has left them. [3.5f] [R13]"""
    t = g.t
    return [a for a in range(t.n_areas) if g.printed[a] == nation and not t.sea[a]]


def spent_units(g: Board, nation: int) -> list[int]:
    """Return the spent units of a nation on the map, area by area."""
    place = g.place
    cond = g.cond
    found = [unit for unit in g.t.units_of[nation] if cond[unit] & SPENT and place[unit] >= 0]
    return sorted(found, key=place.__getitem__)


def recoverable_units(g: Board, nation: int, event: bool) -> tuple[list[int], list[int]]:
    """Return the units that may recover: those without limit, and those that count against it. [R24]"""
    t = g.t
    units = spent_units(g, nation)
    if not units:
        return [], []
    side = g.nside[nation]
    if nation == t.america:
        line = lines_of_communication.connected(
            g, side, [t.american_sea], True
        )  # whoever controls that sea [R75]
        return [unit for unit in units if line[g.place[unit]]], []  # [15.3d]
    if nation == t.yugoslavia and side == ALLIED and not event and nation not in g.control:  # [15.5] [15.5b]
        line = lines_of_communication.connected(g, side, [a for a in range(t.n_areas) if g.held[a] == side])
        return [unit for unit in units if line[g.place[unit]]], []
    free: list[int] = []
    if nation == t.russia and g.winter():  # [15.2] [15.2c] [R38]
        free = [unit for unit in units if g.place[unit] in t.home[nation]]
        units = [unit for unit in units if g.place[unit] not in t.home[nation]]  # [15.2d]
    if not units:
        return free, []
    line = lines_of_communication.connected(g, side, homes(g, nation))  # [13.0b] [13.0c] [13.0d] [R40]
    return free, [unit for unit in units if line[g.place[unit]] or t.unit_submarine[unit]]  # [15.1e]


def can_recover(g: Board, nation: int) -> bool:
    """Return whether a card could recover any unit of a nation."""
    free, bound = recoverable_units(g, nation, True)
    return bool(free) or bool(bound and limit(g, nation))


def belligerents(g: Board, side: int) -> list[int]:
    """Return the nations At War on a side."""
    return [n for n in range(g.t.n_nations) if g.nside[n] == side and g.war[n]]


def refresh(g: Board, nation: int, units: list[int]) -> None:
    """Turn units face up."""
    if g.log is not None and units:
        refs = tuple([g.ids.unit + unit for unit in units])
        names = words.tally([g.t.type_name[g.t.unit_type[unit]] for unit in units])
        g.log.add(f"{words.nation(g, nation)} recovers {names}.", "13.0", refs)
    for unit in units:
        g.refresh(unit)


def recover(g: Board, nation: int, most: int, event: bool) -> None:
    """Recover units of a nation, at most `most` of the limited ones (0: as its areas say).

    Units recover at once if there is no choice; otherwise the owner is asked.
    """
    free, bound = recoverable_units(g, nation, event)
    left = limit(g, nation) if bound else 0
    if most:
        left = min(left, most)
    if len(bound) <= left:
        refresh(g, nation, free + bound)
        return
    refresh(g, nation, free)
    if left:
        g.push(RecoverUnit(nation, left, event))


# --- the end phase, and cards for all nations


def all_nations(side: int, event: bool) -> Recover:
    """Return the step in which every nation At War on a side recovers."""
    return Recover(side, event, 0)


class Recover(BoardStep):
    """The recovery of every nation At War on a side, one after the other. [13.0]"""

    def __init__(self, side: int, event: bool, nation: int) -> None:
        self.side = side
        self.event = event
        self.nation = nation  # the next

    def run(self, g: Board) -> bool:
        nation = self.nation
        waiting = len(g.agenda)
        while nation < g.t.n_nations and len(g.agenda) == waiting:
            if g.nside[nation] == self.side and g.war[nation]:  # [3.1.1c] [R16]
                recover(g, nation, 0, self.event)
            nation += 1
        if len(g.agenda) > waiting:
            g.agenda[-2] = Recover(self.side, self.event, nation)
        else:
            g.agenda.pop()
        return False


class RecoverUnit(BoardStep):
    """The choice of the units of a nation that recover, one by one. [13.0a] [R24]"""

    saved_as: ClassVar[str] = "Pick"

    def __init__(self, nation: int, left: int, event: bool) -> None:
        self.nation = nation
        self.left = left
        self.event = event

    def units(self, g: Board) -> list[int]:
        """Return the units to choose from."""
        return recoverable_units(g, self.nation, self.event)[1]

    def seats(self, g: Board) -> tuple[int, ...]:
        return (g.nside[self.nation],)

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.unit + unit for unit in distinct(g, self.units(g))]
        return [DONE, *found] if self.event else found

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        return choice - g.ids.unit in self.units(g) or (choice == DONE and self.event)

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice == DONE:
            return
        refresh(g, self.nation, [choice - g.ids.unit])
        if self.left > 1:
            g.push(RecoverUnit(self.nation, self.left - 1, self.event))

    def prompt(self, g: Board, seat: int) -> Ask:
        more = words.count(self.left, "more unit")
        name = words.nation(g, self.nation)
        end = ", or done" if self.event else ""
        return Ask(f"{name} can recover {more}: choose a spent unit{end}.", "13.0a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        name = words.nation(g, self.nation)
        if 0 <= unit < g.t.n_units:
            if g.t.unit_nation[unit] != self.nation:
                return Refusal(f"Units of {name} recover now.", "13.0a")
            if g.place[unit] < 0:
                return Refusal("This unit is not on the map.", "13.0")
            if not g.cond[unit] & SPENT:
                return Refusal("This unit is fresh.", "13.0")
            return Refusal(f"This unit has no line to a Land area of {name} under your control.", "13.0c")
        if choice == DONE:
            return Refusal("At the end of a turn the whole limit must be used.", "13.0a")
        return Refusal(f"Choose a spent unit of {name}.", "13.0")


# --- Supply cards


def event_possible(g: Board, event: RecoverEvent) -> bool:
    """Return whether a Supply card would recover or place any unit of the active side."""
    for nation in belligerents(g, g.side):
        if can_recover(g, nation):
            return True
    return bool(event.partisans) and bool(Partisans().choices(g, g.side)[1:])


def start_event(g: Board, event: RecoverEvent) -> None:
    """Play a Supply card: one nation recovers, or all do. [13.0] [15.3d] [15.5a]"""
    if event.nations == "one":
        g.push(Supply(event.max_units))
        return
    if event.partisans:
        g.push(Partisans())
    g.push(all_nations(g.side, True))


class Supply(ActiveStep):
    """The choice of the nation that recovers. [13.0]"""

    def __init__(self, most: int) -> None:
        self.most = most

    def choices(self, g: Board, seat: int) -> list[int]:
        found = [g.ids.nation + n for n in belligerents(g, g.side) if can_recover(g, n)]
        return [PASS, *found]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        if choice != PASS:
            recover(g, choice - g.ids.nation, self.most, True)

    def prompt(self, g: Board, seat: int) -> Ask:
        """Name the nations that recover more than the card says. [15.2c] [15.3d]"""
        t = g.t
        text = f"Choose the nation that recovers up to {words.count(self.most, 'unit')}, or pass."
        for choice in self.choices(g, seat)[1:]:
            nation = choice - g.ids.nation
            if not recoverable_units(g, nation, True)[0]:
                continue
            name = words.nation(g, nation)
            if nation == t.america:
                text += f" {name} recovers every unit with a line to {t.area_name[t.american_sea]}."
            else:
                text += f" {name} also recovers every unit in its home areas: it is winter."
        return Ask(text, "13.0")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        nation = choice - g.ids.nation
        if not 0 <= nation < g.t.n_nations:
            return Refusal("Choose a nation of your side, or pass.", "13.0")
        name = words.nation(g, nation)
        if g.nside[nation] != g.side:
            return Refusal(f"{name} is not on your side.", "13.0")
        if not g.war[nation]:
            return Refusal(f"{name} is not At War; its units do not recover.", "3.1.1b")
        free, bound = recoverable_units(g, nation, True)
        if bound or free:
            return Refusal(f"{name} controls no Land area, so its units do not recover.", "13.0a")
        if spent_units(g, nation):
            return Refusal(f"No spent unit of {name} has the line it needs.", "13.0c")
        return Refusal(f"{name} has no spent unit.", "13.0")


class Partisans(ActiveStep):
    """The choice for one nation: recover all its units, or place one at home. [15.5a] [12.1]"""

    def run(self, g: Board) -> bool:
        if len(self.choices(g, g.side)) > 1:
            return True
        g.agenda.pop()
        return False

    def landing(self, g: Board) -> list[int]:
        """Return the home areas with room for a unit of the pool, whoever controls them. [15.5a]"""
        unit = self.recruit(g)
        if unit < 0:
            return []
        return [
            area
            for area in homes(g, g.t.yugoslavia)
            if barrier(g, unit, area) == OPEN and room_for(g, unit, area) == OPEN
        ]

    def recruit(self, g: Board) -> int:
        """Return a unit of the pool; -1 if there is none."""
        t = g.t
        for kind in range(t.n_types):
            if t.type_nation[kind] == t.yugoslavia:
                unit = g.free_unit(kind)
                if unit >= 0:
                    return unit
        return -1

    def choices(self, g: Board, seat: int) -> list[int]:
        nation = g.t.yugoslavia
        found = [PASS]
        if g.nside[nation] != g.side or not g.war[nation]:
            return found
        if spent_units(g, nation):
            found.append(RECOVER_ALL)
        areas = self.landing(g)
        if len(areas) == 1:
            found.append(PLACE_ONE)
        elif areas:
            found += [AREA + area for area in areas]
        return found

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        nation = g.t.yugoslavia
        if choice == RECOVER_ALL:
            refresh(g, nation, spent_units(g, nation))
        elif choice != PASS:
            unit = self.recruit(g)
            area = self.landing(g)[0] if choice == PLACE_ONE else choice - AREA
            g.put(unit, area, True)  # [12.0a]
            if g.log is not None:
                text = f"{words.unit(g, unit)} is placed in {g.t.area_name[area]}."
                g.log.add(text, "15.5a", (AREA + area, g.ids.unit + unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        name = g.t.nation_name[g.t.yugoslavia]
        return Ask(f"{name}: recover all its units, place one at home, or pass.", "15.5a")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        name = g.t.nation_name[g.t.yugoslavia]
        if choice == RECOVER_ALL:
            return Refusal(f"{name} has no spent unit.", "15.5a")
        if choice == PLACE_ONE and self.recruit(g) < 0:
            return Refusal(f"No unit of {name} is in the Mobilization Pool.", "15.5a")
        if choice == PLACE_ONE:
            return Refusal(f"There is no room for one more unit in {name}.", "15.5a")
        return Refusal(f"Choose what {name} does: recover all units, place one, or pass.", "15.5a")
