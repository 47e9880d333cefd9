"""Mobilization: units come from the Mobilization Pool onto the map. [12.0]

There are three kinds of nations. Those with a usable Resource Area need a line to one [12.0c];
minor nations have none and stay at home [12.1]; lines of American units end in a Sea area. [15.3]
"""

from __future__ import annotations

from sandtable.engine.state import changed
from sandtable.engine.step import Ask, Refusal
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.constants import AXIS, NAVAL, POOL, REBUILT
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.rules import lines_of_communication, nations
from sandtable.games.on_to_berlin.rules.base_steps import ActiveStep
from sandtable.games.on_to_berlin.rules.entry_limits import OPEN, barrier, refusal_of, room_for

# --- sources


def sources(g: Board, nation: int) -> list[int]:
    """Return the home Resource Areas of a nation that its side can use, whoever controls them. [R15]"""
    t = g.t
    axis = g.nside[nation] == AXIS
    return [a for a in t.home[nation] if t.points[a] and (axis or t.red[a])]


def goals(g: Board, nation: int) -> list[int]:
    """Return where mobilization lines of a nation end: its Resource Areas, or its sea. [3.5e] [15.3c]"""
    t = g.t
    return [t.american_sea] if nation == t.america else sources(g, nation)


def is_minor(g: Board, nation: int) -> bool:
    """Return whether a nation has no Resource Area its side can use. [12.1] [R15]"""
    return nation != g.t.america and not sources(g, nation)


def closed_areas(g: Board, nation: int) -> bytes:
    """Return 1 for each area that mobilization lines of a nation may not use. [16.5]"""
    t = g.t
    return t.american_closed if g.american_limits and nation == t.america else bytes(t.n_areas)


# --- places


def land_places(g: Board, nation: int) -> list[int]:
    """Return the Land areas that lines of a nation's new land and air units reach. [12.0c] [12.0d]"""
    t = g.t
    side = g.nside[nation]
    if is_minor(g, nation):
        # Any nation of the side may control it; a ceded area is no longer its home. [12.0i] [12.1] [R13]
        return [a for a in t.home[nation] if g.held[a] == side and g.printed[a] == nation]
    line = lines_of_communication.supplied_areas(
        g, side, goals(g, nation), closed_areas(g, nation)
    )  # [12.0g] [15.3c]
    return [a for a in range(t.n_areas) if line[a] and not t.sea[a]]


def sea_places(g: Board, nation: int) -> list[int]:
    """Return the Sea areas for new ships of a nation, including submarines. [12.0e] [15.1]"""
    t = g.t
    if nation == t.america:  # whoever controls it [15.3b] [R39]
        return [t.american_sea]
    side = g.nside[nation]
    near = g.near(side)
    found: list[int] = []
    for source in sources(g, nation):
        if g.held[source] == side:
            for area in near[source]:
                if t.sea[area] and g.held[area] == side and area not in found:  # [12.0f]
                    found.append(area)
    return sorted(found)


def can_place(g: Board, unit: int, area: int) -> bool:
    """Return whether limits and room let a unit of the pool be placed in an area. [2.2k] [R33] [R46]"""
    if barrier(g, unit, area) != OPEN or room_for(g, unit, area) != OPEN:  # [16.6]
        return False
    # Mobilization never breaks a neutrality. [15.4b, R64]
    return area not in g.t.ceded or not nations.violated(g, g.side, area, (unit,))


def places(g: Board, kind: int) -> list[int]:
    """Return the areas where a unit of a type can be deployed now; none if it cannot be mobilized. [12.0h]"""
    t = g.t
    unit = g.free_unit(kind)
    if unit < 0 or not may_mobilize(g, kind):
        return []
    nation = t.type_nation[kind]
    areas = sea_places(g, nation) if t.type_kind[kind] == NAVAL else land_places(g, nation)
    return [area for area in areas if can_place(g, unit, area)]


def may_mobilize(g: Board, kind: int) -> bool:
    """Return whether the nation of a type lets the active side mobilize it. [3.1.1c] [R16] [R34]"""
    t = g.t
    nation = t.type_nation[kind]
    if g.nside[nation] != g.side or not g.war[nation]:
        return False
    return nation != t.france or (t.type_changed[kind] != 0) == g.france_changed()


def types(g: Board, points: int) -> list[int]:
    """Return the types of units that the active side can deploy now for these points. [12.0] [12.0b]"""
    t = g.t
    found: list[int] = []
    for nation in range(t.n_nations):
        if g.nside[nation] != g.side or not g.war[nation]:  # [3.1.1c] [R16]
            continue
        near_home: list[int] = []
        spots: list[int] = []
        looked = False
        searched = False
        for kind in t.types_of[nation]:
            if t.type_cost[kind] > points or not may_mobilize(g, kind):
                continue
            unit = t.first_unit[kind]  # one stands for all of its type
            if POOL not in g.place[unit : unit + t.type_count[kind]]:
                continue
            if t.type_kind[kind] == NAVAL:
                if has_place(g, unit, sea_places(g, nation)):
                    found.append(kind)
                continue
            if not looked:
                looked = True
                near_home = [area for area in sources(g, nation) if g.held[area] == g.side]
            if has_place(g, unit, near_home):  # the line has no length
                found.append(kind)
                continue
            if not searched:  # search lines only if they matter
                searched = True
                spots = land_places(g, nation)
            if has_place(g, unit, spots):
                found.append(kind)
    found.sort()
    return found


def has_place(g: Board, unit: int, areas: list[int]) -> bool:
    """Return whether a unit of the pool may be placed in one of these areas."""
    for area in areas:
        if can_place(g, unit, area):
            return True
    return False


# --- refusals


def why_not(g: Board, kind: int) -> Refusal:
    """Return why no unit of a type can be deployed now, whatever points are left."""
    t = g.t
    nation = t.type_nation[kind]
    name = words.nation(g, nation)
    if g.nside[nation] != g.side:
        return Refusal(f"{name} is not on your side.", "12.0")
    if not g.war[nation]:
        return Refusal(f"{name} is not At War; it mobilizes nothing.", "3.1.1b")
    if not may_mobilize(g, kind):
        return Refusal(f"{t.type_name[kind]} serves only while its nation is on the other side.", "3.1.2e")
    if g.free_unit(kind) < 0:
        return Refusal(f"No {t.type_name[kind]} is in the Mobilization Pool.", "12.0")
    return Refusal(f"{t.type_name[kind]} has no area where it could be deployed.", "12.0h")


def why_not_there(g: Board, kind: int, area: int) -> Refusal:
    """Return why a unit of a type cannot be deployed in an area."""
    t = g.t
    nation = t.type_nation[kind]
    name = t.area_name[area]
    naval = t.type_kind[kind] == NAVAL
    if naval:
        if nation == t.america:
            return Refusal(f"American ships arrive in {t.area_name[t.american_sea]}.", "15.3b")
        if not t.sea[area]:
            return Refusal(f"{name} is land; ships are deployed at sea.", "12.0e")
    elif t.sea[area]:
        return Refusal(f"{name} is a Sea area; land and air units are deployed on land.", "12.0d")
    if g.held[area] != g.side:
        return Refusal(f"Your side does not control {name}.", "12.0f")
    unit = g.free_unit(kind)
    code = barrier(g, unit, area)
    if code != OPEN:
        told = refusal_of(g, code, area)
        return Refusal(told.text, "16.6") if t.type_garrison[kind] and told.rule == "16.6a" else told
    if area in (sea_places(g, nation) if naval else land_places(g, nation)):
        code = room_for(g, unit, area)
        if code != OPEN:
            return refusal_of(g, code, area)
        return Refusal(f"Units other than Polish ones in {name} would break a neutrality.", "15.4b")
    who = words.nation(g, nation)
    if naval:
        return Refusal(f"{name} is not beside a Resource Area of {who} under your control.", "12.0e")
    if is_minor(g, nation):
        text = f"{who} has no Resource Area that your side can use: its units are deployed at home."
        return Refusal(text, "12.1")
    return why_not_connected(g, nation, area)


def why_not_connected(g: Board, nation: int, area: int) -> Refusal:
    """Return why new units of a nation have no line to a Land area under control."""
    t = g.t
    name = t.area_name[area]
    ends = goals(g, nation)
    if nation == t.america and g.held[t.american_sea] != g.side:  # [R75]
        sea = t.area_name[t.american_sea]
        return Refusal(f"Your side does not control {sea}, over which American units come.", "15.3c")
    if not lines_of_communication.loc(g, g.side, area, ends):
        if nation == t.america:
            return Refusal(f"{name} has no line to {t.area_name[t.american_sea]}.", "15.3c")
        who = words.nation(g, nation)
        return Refusal(f"{name} has no line to a controlled Resource Area of {who}.", "12.0c")
    if lines_of_communication.supplied_areas(g, g.side, ends, bytes(t.n_areas))[area]:
        return Refusal(f"American units reach {name} only by a way that is closed to them.", "16.5")
    return Refusal(f"No ships are left to carry a unit to {name}.", "12.0g")


# --- deploying


class Deploy(ActiveStep):
    """The choice of the area for a new unit; its points are already paid. [12.0]"""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def run(self, g: Board) -> bool:
        areas = places(g, self.kind)
        if len(areas) != 1:
            return True
        self.answer(g, g.side, AREA + areas[0])
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in places(g, self.kind)]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        t = g.t
        area = choice - AREA
        unit = g.free_unit(self.kind)
        nation = t.type_nation[self.kind]
        seas: tuple[int, ...] = ()
        if t.type_kind[self.kind] != NAVAL:
            seas = lines_of_communication.crossed(g, g.side, goals(g, nation), area, closed_areas(g, nation))
            for sea in seas:  # [12.0g] [R32]
                g.shipped = changed(g.shipped, sea, g.shipped[sea] + 1)
        g.put(unit, area, True)  # [12.0a]
        if nation == t.poland:
            g.cond[unit] |= REBUILT  # [15.4b, R56]
        if g.log is not None:
            over = f", over {words.areas(g, seas)}" if seas else ""
            text = f"{t.type_name[self.kind]} is mobilized in {t.area_name[area]}{over}."
            g.log.add(text, "12.0g" if seas else "12.0", (AREA + area, g.ids.unit + unit))

    def prompt(self, g: Board, seat: int) -> Ask:
        rule = "15.3" if g.t.type_nation[self.kind] == g.t.america else "12.0c"
        if is_minor(g, g.t.type_nation[self.kind]):
            rule = "12.1"
        elif g.t.type_kind[self.kind] == NAVAL:
            rule = "12.0e"
        return Ask(f"Choose the area where {g.t.type_name[self.kind]} is deployed.", rule)

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        if AREA <= choice < g.ids.unit:
            return why_not_there(g, self.kind, choice - AREA)
        return Refusal(f"First choose the area where {g.t.type_name[self.kind]} is deployed.", "12.0")
