"""Journeys of any distance: strategic, naval, landings. 8, 13.9, 18, 19"""

from typing import Any, NamedTuple

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS, NEAR, NEUTRAL
from tests.games.downfall.referee.ground import may_end, may_leave, may_operate, open_to
from tests.games.downfall.referee.position import Position, Unit
from tests.games.downfall.referee.ways import may_attack, price


def may_arrive(p: Position, unit: Unit, area: str) -> bool:
    """Whether a journey without combat may end in a controlled area. 5, 9, 17"""
    return may_end(p, unit, area) and (not p.held(area, p.side) or bool(p.mine(area, p.side, unit)))


# --- strategic movement


class Journey(NamedTuple):
    """A journey's price, and whether it counts as one through the Soviet Union."""

    price: int
    in_ussr: bool


def strategic(p: Position, unit: Unit, without: set[str] | None = None) -> dict[str, Journey]:
    """Where a strategic movement may end, with the best way there. 8"""
    found: dict[str, Journey] = {}
    if not may_leave(p, unit) or p.control[unit.area] != p.side:
        return found
    for kind in (Journey(1, False), Journey(1, True), Journey(2, p.side == AXIS)):
        if kind.price > p.supply[p.side] or (kind.in_ussr and p.side == AXIS and p.strategic_in_ussr >= 2):
            continue
        for area in strategic_reach(p, unit, kind, without or set()):
            if area not in found and may_arrive(p, unit, area):
                found[area] = kind
    return found


def strategic_reach(p: Position, unit: Unit, kind: Journey, without: set[str]) -> set[str]:
    """The areas that such a journey can reach through controlled areas."""

    def fits(area: str) -> bool:
        land = AREA[area].land
        if p.control[area] != p.side or area in without:
            return False
        if price(p, {land}, False, AREA[area].east) > kind.price:
            return False
        return kind.in_ussr or p.side != AXIS or land != "ussr"

    if not fits(unit.area):
        return set()
    seen = {unit.area}
    waiting = [unit.area]
    while waiting:
        here = waiting.pop()
        for there, border in NEAR[here].items():
            if there in seen or not fits(there) or not open_to(p, unit, there):
                continue
            if border.high and p.held(there, p.side):
                continue
            seen.add(there)
            waiting.append(there)
    return seen - {unit.area}


# --- naval movement


def waters(p: Position, seas: tuple[str, ...]) -> set[str]:
    """The seas that the active side's ships reach from a coast. 8"""
    closed = {"black_sea"} if p.side == AXIS else set()
    found = {*seas} - closed
    waiting = list(found)
    while waiting:
        here = waiting.pop()
        for way in atlas.PASSAGES:
            if here not in (way["a"], way["b"]) or p.side in way.get("barred_to", ()):
                continue
            needed = way.get("requires_control", "")
            there = way["b"] if way["a"] == here else way["a"]
            if there in closed | found or (needed and p.control[needed] != p.side):
                continue
            found.add(there)
            waiting.append(there)
    return found


def naval(p: Position, unit: Unit) -> dict[str, int]:
    """Where a naval movement may end, and its price. 8"""
    found: dict[str, int] = {}
    if not may_leave(p, unit) or p.control[unit.area] != p.side:
        return found
    start = AREA[unit.area]
    reach = waters(p, start.seas)
    for area in atlas.AREAS:
        if area == unit.area or p.control[area] != p.side or not reach & {*AREA[area].seas}:
            continue
        next_door = bool(reach & {*start.seas} & {*AREA[area].seas})
        lands = {start.land, AREA[area].land}
        cost = max(1 if next_door else 2, price(p, lands, False, start.east or AREA[area].east))
        if cost <= p.supply[p.side] and open_to(p, unit, area) and may_arrive(p, unit, area):
            found[area] = cost
    return found


# --- landings


def landing_ways(area: str) -> list[tuple[str, dict[str, Any], bool]]:
    """Where armies can land from an area: the goal, the row of the table, whether it is a Landing Line."""
    found = []
    for row in atlas.LINES:
        for start, end in ((row["a"], row["b"]), (row["b"], row["a"])):
            if start == area:
                found.append((end, row, True))
    for row in atlas.PLACES:
        origins = [a for group in row.get("from_groups", ()) for a in atlas.GROUPS[group]]
        if area in [*origins, *row.get("from_areas", ())]:
            found.append((row["to"], row, False))
    return found


def most_landings(p: Position) -> int:
    """How many armies of the side may land in this turn. 8, 13.9"""
    if not p.has(p.side, "amphibious_landings"):
        return 1
    return 4 if p.year == 1944 else 3


def landings(p: Position, unit: Unit) -> dict[str, bool]:
    """Where an army may land, and whether over a Landing Line. 8, 13.9, 19"""
    found: dict[str, bool] = {}
    developed = p.has(p.side, "amphibious_landings")
    if not may_leave(p, unit) or p.control[unit.area] != p.side or p.supply[p.side] < 2:
        return found
    if p.landings >= most_landings(p):
        return found
    for area, row, line in landing_ways(unit.area):
        if p.control[area] == p.side or not open_to(p, unit, area):
            continue
        if not developed and (unit.armor or not line):
            continue
        if line and (p.line_landings >= 3 or p.landed_at.count(row["id"]) >= row["max_armies"]):
            continue
        if not line and area in p.landed_at:
            continue
        if p.season == "winter" and not (line and row["sea"] in atlas.MEDITERRANEAN):
            continue
        if p.side == AXIS and line and row["sea"] == "black_sea":
            continue
        if AREA[area].land == "french_north_africa" and p.control[area] == NEUTRAL and p.africa_neutral:
            continue  # three at once, or none
        if may_end(p, unit, area) and (
            p.mine(area, p.side) or not p.held(area, p.side) or strikes(p, unit, area)
        ):
            found[area] = line
    return found


def strikes(p: Position, unit: Unit, area: str) -> set[int]:
    """Whom a landing army may attack: nobody who is under attack, for it may not support. 17"""
    struck = {a.defender for a in p.attacks}
    return {u.number for u in p.held(area, p.side) if u.number not in struck and may_attack(p, unit, area, u)}


# --- French North Africa


def torch_armies(p: Position) -> list[Unit]:
    """The full armies in America that can take part in the landing. 18"""
    return [
        u
        for u in p.units.values()
        if AREA[u.area].america and u.full and u.side == ALLIES and may_operate(p, u)
        if p.control[u.area] == ALLIES and may_leave(p, u) and open_to(p, u, "casablanca")
    ]


def torch(p: Position) -> bool:
    """Whether three armies can land in neutral French North Africa together. 13.9, 18, 19"""
    if p.side != ALLIES or not p.africa_neutral or not p.has(ALLIES, "amphibious_landings"):
        return False
    if p.season == "winter" or p.landings + 3 > most_landings(p) or p.supply[ALLIES] < 6:
        return False
    if any(p.control[area] != NEUTRAL for area in ("casablanca", "oran", "algiers")):
        return False
    return len(torch_armies(p)) >= 3
