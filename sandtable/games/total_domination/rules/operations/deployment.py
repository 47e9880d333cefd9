"""Deployment: what comes from the supply to which areas, and what goes back. [6.1b]"""

from __future__ import annotations

from sandtable.engine.step import Ask, Refusal
from sandtable.games.total_domination.components import constants as const
from sandtable.games.total_domination.components import words
from sandtable.games.total_domination.components.ids import AREA
from sandtable.games.total_domination.components.state import Board
from sandtable.games.total_domination.components.tables import bits
from sandtable.games.total_domination.rules.operations.movement import FREE, alike_once
from sandtable.wargame.steps import ActiveStep


def cost(g: Board, power: int, kind: int) -> int:
    """Return what deploying a unit of a kind costs. [6.1a] [8.1.C1] [8.1.C2] [6.1f]"""
    what = g.t.kind_type[kind]
    if what == const.U_BOAT:
        return g.t.cost_uboat
    return g.costs[power][const.DEPLOY_FLEET if what == const.FLEET else const.DEPLOY_LAND]


def air_fleets(g: Board, power: int) -> int:
    """Return how many Air Fleets a player has on the board,
    also of a nation that is still to join. [6.1e, R15]
    """
    t = g.t
    found = 0
    for kind in range(t.n_kinds):
        if t.kind_type[kind] == const.AIR_FLEET and t.patron[t.kind_nation[kind]] == power:
            found += g.on_board(kind)
    return found


def air_limit(g: Board, power: int) -> int:
    """Return how many Air Fleets a player may have on the board. [6.1e] [8.1.A4]"""
    t = g.t
    found = t.air_limit
    for tech in range(t.n_techs):
        if g.techs[power] >> tech & 1 and t.tech_bombers[tech] > found:
            found = t.tech_bombers[tech]
    return found


def uboat_sites(g: Board) -> int:
    """Return where one more U-boat may be deployed. [6.1f] [11.2c, R64]"""
    t = g.t
    found = 0
    if g.on_board(t.uboat_kind) < t.uboat_limit[g.round]:
        for area in bits(t.uboat_areas & g.open):
            if g.subs[area] < t.uboats_per_area:
                found |= t.bit[area]
    return found


def sites(g: Board, power: int, kind: int) -> int:
    """Return the areas where a power may deploy a unit of a kind now. [6.1b] [6.1c] [9.0c]"""
    t = g.t
    if g.free_unit(kind) < 0:  # [3.6a]
        return 0
    what = t.kind_type[kind]
    if what == const.U_BOAT:
        return uboat_sites(g) if power == t.uboat_power and g.flying() else 0  # [6.1f]
    if what == const.RESISTANCE or g.lord[t.kind_nation[kind]] != power:  # [6.1g]
        return 0
    found = t.site[kind] & g.owned[power] & ~g.damage & ~g.full
    if found and t.faction[power] == const.AXIS:
        for area in bits(found):
            if g.under[area]:  # Resistance is an enemy unit [6.1b]
                found &= ~t.bit[area]
    if what == const.AIR_FLEET and found and (not g.flying() or air_fleets(g, power) >= air_limit(g, power)):
        return 0
    return found


def kinds(g: Board, power: int, points: int = FREE) -> list[int]:
    """Return the kinds of units that a power could deploy for a number of points, U-boats last. [6.1a]"""
    t = g.t
    found: list[int] = []
    for nation in range(t.n_nations):
        if g.lord[nation] == power:
            for kind in t.kinds_of[nation]:
                if cost(g, power, kind) <= points and sites(g, power, kind):
                    found.append(kind)
    if t.cost_uboat <= points and sites(g, power, t.uboat_kind):
        found.append(t.uboat_kind)
    return found


def disbandable(g: Board, power: int) -> list[int]:
    """Return a power's units on the board, used Air Fleets too; of those that are alike one. [6.1d]"""
    t = g.t
    here = bits(g.present[power])
    found = [u for area in here for u in g.at[area] if t.unit_type[u] < const.U_BOAT]
    if power == t.uboat_power:
        first = t.first_unit[t.uboat_kind]
        found += [u for u in range(first, first + t.kind_count[t.uboat_kind]) if g.place[u] >= 0]
    return alike_once(g, found)


def has_units(g: Board, power: int) -> bool:
    """Return whether a power has a unit on the board that could return to the supply."""
    return g.present[power] != 0 or (power == g.t.uboat_power and g.on_board(g.t.uboat_kind) > 0)


def place(g: Board, kind: int, area: int) -> None:
    """Put a unit from the supply on the board; an Air Fleet used in this round stays so. [11.1.Ac]"""
    unit = g.free_unit(kind)
    if g.log is not None:
        text = f"{words.nation(g, g.power)} deploys 1 {words.unit(g, unit)} in {words.area(g, area)}."
        g.log.add(text, "6.1b", (g.ids.unit + unit, AREA + area))
    g.put(unit, area)


class Deploy(ActiveStep[Board]):
    """Asks where a unit comes into play; what it costs is paid already."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def run(self, g: Board) -> bool:
        where = sites(g, g.power, self.kind)
        if where & (where - 1):
            return True
        g.agenda.pop()
        place(g, self.kind, where.bit_length() - 1)
        return False

    def choices(self, g: Board, seat: int) -> list[int]:
        return [AREA + area for area in bits(sites(g, g.power, self.kind))]

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        place(g, self.kind, choice - AREA)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Where is the {g.t.kind_name[self.kind]} deployed? Click an area.", "6.1b")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        area = choice - AREA
        if 0 <= area < g.t.n_areas:
            return why_area(g, g.power, self.kind, area)
        name = g.t.kind_name[self.kind]
        return Refusal(f"The {name} is about to be deployed: click the area, or take it back.", "6.1b")


def why_area(g: Board, power: int, kind: int, area: int) -> Refusal:
    """Return why a unit of a kind cannot be deployed in an area."""
    t = g.t
    bit = t.bit[area]
    what, name, where = t.kind_type[kind], t.kind_name[kind], words.area(g, area)
    if not g.open & bit:
        return Refusal(f"{where} is in play only with the Arctic Expansion.", "2.0.1a")
    if what == const.U_BOAT:
        if not t.uboat_areas & bit:
            return Refusal(f"U-boats are deployed in U-boat areas, and {where} is none.", "6.1f")
        return Refusal(f"{where} has its {words.count(t.uboats_per_area, 'U-boat')} already.", "11.2c")
    nation = t.kind_nation[kind]
    if not t.homes[nation] & bit:
        return Refusal(f"The {name} is deployed only in Home areas of {words.nation(g, nation)}.", "6.1b")
    if not t.site[kind] & bit:
        building, rule = ("shipyard", "3.5f") if what == const.FLEET else ("factory", "3.5e")
        return Refusal(f"{where} has no {building}.", rule)
    if not g.owned[power] & bit:
        return Refusal(f"There are enemy units in {where}.", "6.1b")
    if g.under[area] and t.faction[power] == const.AXIS:
        return Refusal(f"The Resistance in {where} must be destroyed first.", "6.1b")
    if g.damage & bit:
        return Refusal(f"{where} is damaged until an Administrative phase finds it free.", "6.1h")
    return Refusal(f"{where} is full: it holds {words.count(t.limit[area], 'unit')}.", "3.7b")


def why_kind(g: Board, power: int, kind: int, points: int) -> Refusal:
    """Return why a kind of unit cannot be deployed with a number of points."""
    t = g.t
    what, name, nation = t.kind_type[kind], t.kind_name[kind], t.kind_nation[kind]
    if what == const.RESISTANCE:
        return Refusal("Resistance comes into play only by events.", "6.1g")
    if what > const.FLEET and not g.flying():
        return Refusal(
            "Air Fleets and U-boats are not used in this game.", "13.0.8" if g.start.solo else "11.1a"
        )
    if g.lord[nation] != power:
        if not g.joined(nation) and t.patron[nation] == power:
            return Refusal(f"{words.nation(g, nation)} has not joined the war.", "9.0a")
        return Refusal(f"The {name} is not yours to deploy.", "6.1b")
    if g.free_unit(kind) < 0:
        return Refusal(f"All counters of the {name} are on the board.", "3.6a")
    if what == const.AIR_FLEET and air_fleets(g, power) >= air_limit(g, power):
        limit = words.count(air_limit(g, power), "Air Fleet")
        return Refusal(f"You may have only {limit} on the board.", "6.1e")
    if what == const.U_BOAT and g.on_board(kind) >= t.uboat_limit[g.round]:
        limit = words.count(t.uboat_limit[g.round], "U-boat")
        return Refusal(f"In {g.year()} only {limit} may be on the board.", "11.2c")
    need = cost(g, power, kind)
    if not sites(g, power, kind):
        only = bits(t.site[kind])
        if len(only) == 1 and what != const.U_BOAT:
            return why_area(g, power, kind, only[0])
        return Refusal(f"There is no place where the {name} could be deployed now.", "6.1b")
    left = words.count(points, "point")
    return Refusal(f"Deploying the {name} costs {words.count(need, 'point')}; {left} left.", "6.1a")


class Disband(ActiveStep[Board]):
    """Asks which of the player's own units returns to the supply. [6.1d, R45]"""

    def choices(self, g: Board, seat: int) -> list[int]:
        return [g.ids.unit + unit for unit in disbandable(g, g.power)]

    def allows(self, g: Board, seat: int, choice: int) -> bool:
        unit = choice - g.ids.unit
        if not 0 <= unit < g.t.n_units or g.place[unit] < 0:
            return False
        return g.owner(unit) == g.power

    def answer(self, g: Board, seat: int, choice: int) -> None:
        g.agenda.pop()
        unit = choice - g.ids.unit
        if g.log is not None:
            where = words.area(g, g.place[unit])
            text = f"{words.nation(g, g.power)} returns the {words.unit(g, unit)} in {where} to the supply."
            g.log.add(text, "6.1d", (AREA + g.place[unit],))
        g.take(unit)

    def prompt(self, g: Board, seat: int) -> Ask:
        return Ask(f"Which unit of {words.nation(g, g.power)} returns to the supply? Click it.", "6.1d")

    def why_not(self, g: Board, seat: int, choice: int) -> Refusal | None:
        unit = choice - g.ids.unit
        if 0 <= unit < g.t.n_units:
            if g.place[unit] < 0:
                return Refusal("That counter is in the supply already.", "6.1d")
            return Refusal(f"The {words.unit(g, unit)} is not yours.", "6.1d")
        return Refusal("Click one of your units on the board, or take it back.", "6.1d")
