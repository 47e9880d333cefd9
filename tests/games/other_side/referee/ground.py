"""Control, supply, ports, Retreats and Reductions by the book. [2.4] [4.7.2] [6.7] [6.8]"""

from collections import Counter

from tests.games.other_side.referee import atlas
from tests.games.other_side.referee.position import Position

Ground = tuple[str, int, int, str]  # alignment, Sector of the Axis Disk, of the Allied Disk, whose it is


def ground(p: Position, area: str) -> Ground:
    """Return who stands where in an Area."""
    return p.align[area], p.axis[area], p.ally[area], p.side[area]


def faults(p: Position) -> list[str]:
    """2.4, 2.3: return the faults of an Area's marker, Disks and Armies."""
    found = []
    for area in atlas.AREAS:
        align, axis, ally, side = ground(p, area)
        top = atlas.TOP[area]
        right = {
            "occupied": axis == top and not ally,
            "satellite": axis == top and not ally,
            "western": not axis and ally == 1 and side == "western",
            "soviet": not axis and ally == 1 and side == "soviet",
            "disputed": 0 < axis < top and ally == axis + 1 and side != "",
            "neutral": not ally and (not axis or area in atlas.FESTUNG),
        }[align]
        if not right:
            found.append(f"{area} is {align} with Disks in {axis} and {ally} ({side})")
        if p.stack[area] and not axis:
            found.append(f"Armies in {area} without an Axis Disk")
    return found


def too_full(p: Position) -> list[str]:
    """2.3: no Area holds more Armies than its limit."""
    return [area for area in atlas.AREAS if len(p.stack[area]) > atlas.STACK[area]]


# --- supply [4.7.2]


def festungen(p: Position) -> set[str]:
    """Return the Areas whose Festung Sector the Axis holds."""
    return {area for area, n in atlas.FESTUNG.items() if p.axis[area] >= n}


def land_supply(p: Position) -> set[str]:
    """Axis Disks in adjacent Areas, without a gap, to a Festung Sector."""
    found = festungen(p)
    while True:
        more = {b for a in found for b in atlas.LAND[a] if p.axis.get(b)} - found
        if not more:
            return found
        found |= more


def naval_supply(p: Position) -> set[str]:
    """An Open Port of its own, or adjacent Axis-controlled Areas to an Area with one."""
    ports = {a for a in atlas.PORTS if p.axis[a] and p.port[a] == "open"}
    found = set()
    for area in atlas.AREAS:
        seen, edge = {area}, [area]
        while p.axis[area] and edge:
            at = edge.pop()
            if at in ports:
                found.add(area)
                break
            if at != area and not p.controlled(at):
                continue  # a chain leads through controlled Areas
            edge += [b for b in atlas.LAND[at] if b in p.axis and b not in seen]
            seen |= atlas.LAND[at]
    return found


def markers(p: Position) -> dict[str, str]:
    """Return the supply markers that the check brings."""
    land, sea = land_supply(p), naval_supply(p)
    found = {}
    for area in atlas.AREAS:
        free = not p.axis[area] or area in land
        found[area] = "" if free else "naval" if area in sea else "isolated"
    return found


def supply_resources(p: Position) -> int:
    """Return what the check adds to Resources: isolated symbols are lost, supplied ones come back."""
    new = markers(p)
    change = 0
    for area in atlas.RESOURCE:
        counted = p.flagged("counted", atlas.AREAS.index(area))
        if new[area] == "isolated" and p.supply[area] != "isolated" and counted:
            change -= 1
        elif new[area] != "isolated" and p.supply[area] == "isolated" and not counted and p.controlled(area):
            change += 1
    return change


def port_modifier(p: Position, area: str) -> int:
    """Return what is added to the die for a port."""
    if area == "great_britain":
        return p.air["west"] - (0 if p.controlled("northern_france") else 4)
    found = p.air["south"] + sum(p.controlled(base) for base in atlas.BASE)
    found += 2 if p.controlled("egypt") else 0
    return found - (0 if p.controlled("southern_italy") else 4)


# --- Advance and Retreat [6.7]


def advanced(p: Position, area: str) -> Ground:
    """Return the ground after an Advance."""
    sector = p.ally[area]
    if sector == atlas.TOP[area]:
        return "occupied", sector, 0, ""
    return "disputed", sector, sector + 1, p.side[area]


def retreated(p: Position, area: str, attacker: str) -> Ground:
    """Return the ground after a Retreat."""
    sector = p.axis[area]
    side = p.side[area]
    if sector == atlas.TOP[area]:
        side = "soviet" if area in atlas.USSR else attacker
    return (side if sector == 1 else "disputed"), sector - 1, sector, side


def on_festung(p: Position, area: str) -> bool:
    """Return whether the Axis Disk lies on a Festung Sector."""
    return p.axis[area] > 0 and atlas.TERRAIN[area, p.axis[area]] == "festung"


def next_areas(p: Position, lost: str) -> set[str]:
    """6.7.2: adjacent Areas that the Axis controls, of these the nearest to a Festung Sector of the Axis."""
    wanted = {b for b in atlas.LAND[lost] if b in p.axis and p.controlled(b)}
    reach = festungen(p)
    while wanted and reach:
        if wanted & reach:
            return wanted & reach
        more = reach | {b for a in reach for b in atlas.LAND[a]}
        if more == reach:
            break
        reach = more
    return wanted


def refuges(p: Position, area: str, unit: int) -> set[str]:
    """6.7.2: where an Army of a lost Area may go."""
    found = set()
    for other in atlas.LAND[area]:
        fit = other in p.axis and (p.controlled(other) or p.align[other] == "disputed")
        if fit and len(p.stack[other]) < atlas.STACK[other] and p.italy_allows(unit, other):
            found.add(other)
    return found


# --- Reductions [6.8]


def reduction(p: Position, units: list[int]) -> tuple[str, str] | None:
    """Return the kind that goes and the one that comes; "satellite" is any Satellite Army."""
    there = p.kinds(units)
    pool = p.pool()
    if there["panzer"] and pool["regular"]:
        return "panzer", "regular"
    if there["regular"] and pool["reduced"]:
        return "regular", "reduced"
    if any(kind not in atlas.GERMAN for kind in there):
        return "satellite", ""
    if there["reduced"]:
        return "reduced", ""
    if there["panzer"] and pool["reduced"]:
        return "panzer", "reduced"
    if there["regular"]:
        return "regular", ""
    return ("panzer", "") if there["panzer"] else None


def is_reduction(before: Position, after: Position, units: list[int]) -> bool:
    """Return whether the Armies on the map and in the pool changed by exactly one Reduction of these."""
    step = reduction(before, units)
    if step is None:
        return before.on_map() == after.on_map()
    gone, came = step
    there = before.kinds(units)
    choices = [kind for kind in there if kind not in atlas.GERMAN] if gone == "satellite" else [gone]
    for kind in choices:
        on_map, pool = before.on_map(), before.pool()
        on_map[kind] -= 1
        if kind in atlas.GERMAN:
            pool[kind] += 1
        if came:
            on_map[came] += 1
            pool[came] -= 1
        if +on_map == +after.on_map() and +pool == +after.pool():
            return True
    # Armies of several Satellites: it is asked first which is lost.
    return gone == "satellite" and len(choices) > 1 and before.on_map() == after.on_map()


def reduced_all(p: Position, units: list[int]) -> Counter[str]:
    """6.9: the Armies on the map after these were reduced, each once; Satellite Armies are lost."""
    found, spare = p.on_map(), p.pool()["reduced"]
    for unit in units:
        kind = atlas.KIND[unit]
        found[kind] -= 1
        if kind == "regular" and spare:
            found["reduced"] += 1
            spare -= 1
    return +found


def victory_points(p: Position) -> Counter[str]:
    """10: Festung Sectors, Fanaticism, Home Areas of France and the USSR, completed Projects."""
    return Counter(
        festungen=len(festungen(p)),
        fanaticism=p.raw["fanaticism"],
        homes=sum(p.controlled(area) for area in atlas.SCORING),
        projects=sum(box == 9 for box in p.raw["project"]),
    )
