"""Actions, points, building, conversion, missions and developments. 4, 10 to 15"""

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AXIS, USSR
from tests.games.downfall.referee.ground import full, has_line
from tests.games.downfall.referee.position import ACTIONS, Position, Unit

# --- Actions


def supply_areas(nation: str) -> list[str]:
    """The Supply Areas of a Power. 4.2"""
    return [area for area, owner in atlas.SUPPLY_AREA.items() if owner == nation]


def boats_matter(p: Position) -> bool:
    """Whether the submarines in the Atlantic cost the Allies an Action. 12, 13.10"""
    basic, advanced, unopposed = p.atlantic
    if p.has(ALLIES, "advanced_warships"):
        return unopposed >= 1 or advanced >= 2
    return advanced >= 1 or basic + advanced >= 2


def actions(p: Position, side: str) -> int:
    """How many Actions a side has when its turn begins. 4"""
    total = p.total_war[side]
    if side == AXIS:
        found = 4 if total else 3
        if total:
            found -= sum(p.control[a] != AXIS for a in supply_areas("germany"))
            found -= bool(p.raw["bombed"])
            found -= p.season in ("winter", "spring") and p.control["trondheim"] != AXIS
    elif side == ALLIES:
        found = 5 if total else 2
        found -= p.control["london"] == AXIS or boats_matter(p)
    else:
        found = 3 if total else 2
        found -= total and p.control["moscow"] == AXIS
        found += p.lend_lease == p.turn
    return max(found, 0)


def most(p: Position, action: str) -> int:
    """How often the active side may take an Action of a type in this turn. 4"""
    if action == "lend_lease":
        return 1
    if p.side == ALLIES and p.total_war[ALLIES]:
        return 2
    if p.side == USSR and p.lend_lease == p.turn:
        if (p.year, action) in ((1943, "development"), (1944, "supply")):
            return 2
    return 1


def allowed(p: Position) -> set[str]:
    """The Actions that may be taken now. 4"""
    found = set()
    for action in ACTIONS:
        if p.actions_left <= 0 or p.taken[action] >= most(p, action):
            continue
        if action == "submarine_missions" and p.side != AXIS:
            continue
        if action == "air_missions" and not p.has(p.side, "aviation"):
            continue
        if action == "development" and ((p.side == ALLIES and p.year == 1940) or not open_tiles(p)):
            continue
        if action == "lend_lease" and not lend_lease(p):
            continue
        found.add(action)
    return found


def lend_lease(p: Position) -> bool:
    """Whether the Allies may give Lend Lease. 4.7"""
    if p.side != ALLIES or p.status["ussr"] != "war" or p.year > 1944:
        return False
    if not p.barbarossa and p.turn < 10:
        return False
    return p.year != 1941 or p.control["karelia"] == USSR


def supply_units(p: Position) -> int:
    """What a Supply Action gives now, up to the limit of the stock. 4.1, 13.8, 15"""
    side = p.side
    found = 7 if p.has(side, "logistics") else 5
    if side == AXIS:
        found -= 2 * (p.control["bucharest"] in (ALLIES, USSR))
        found += 2 * (p.control["grozny"] == AXIS)
    if side == USSR:
        found -= 2 * (p.control["baku"] == AXIS)
    if side == ALLIES and p.year <= 1943:
        found -= 2 * (p.control["suez"] == AXIS)
    return min(p.supply[side] + found, 12) - p.supply[side]


def points(p: Position) -> int:
    """The points of a Reinforcements Action. 4.2"""
    side, total = p.side, p.total_war[p.side]
    if side == ALLIES:
        return 4 if total else 2
    if side == USSR and (not total or p.year >= 1944):
        return 4
    nation = "germany" if side == AXIS else "ussr"
    lost = sum(p.control[a] != side for a in atlas.KEY_AREAS[nation])
    return max(0, (4 if side == AXIS else 8) - lost // 2)


def free_air(p: Position, number: int) -> int:
    """The counters of a nation's air missions that are free. 1, 11"""
    used = p.air[2 * number] + p.air[2 * number + 1] + p.bombers[number]
    used += sum(a.air and a.flier // 2 == number for a in p.attacks)
    nation, _, count = atlas.FLIERS[number]
    return count - used if p.status[nation] == "war" else 0


def new_air(p: Position) -> int:
    """How many air missions an Action gives. 4.4, 13.7"""
    free = sum(free_air(p, n) for n, row in enumerate(atlas.FLIERS) if row[1] == p.side)
    return min(free, 4 if p.has(p.side, "air_industry") else 2)


def new_boats(p: Position) -> int:
    """How many submarine missions an Action gives. 4.5"""
    return min(3, atlas.BOATS - sum(p.subs) - p.atlantic[0] - p.atlantic[1])


# --- developments


FIRST_YEAR = {
    (USSR, "blitzkrieg"): 1942,
    (AXIS, "advanced_tanks"): 1942,
    (USSR, "urals_industry"): 1941,
    (ALLIES, "amphibious_landings"): 1942,
    (AXIS, "advanced_warships"): 1943,
    (ALLIES, "advanced_warships"): 1943,
    (AXIS, "advanced_aviation"): 1943,
    (ALLIES, "advanced_aviation"): 1943,
}
BEHIND_THE_URALS = ("logistics", "guards", "tank_industry", "air_industry")


def open_tiles(p: Position) -> set[tuple[str, str]]:
    """The tiles that a Development Action can begin or finish now. 4.6, 13"""
    found = set()
    for tile, state in p.tiles.items():
        side, name = tile
        if side != p.side or state == "available" or p.year < FIRST_YEAR.get(tile, 0):
            continue
        if side == USSR and name in BEHIND_THE_URALS and not p.has(USSR, "urals_industry"):
            continue
        if state == "in progress" and p.begun[tile] >= p.turn:
            continue
        found.add(tile)
    return found


# --- armies


def places(p: Position, nation: str) -> set[str]:
    """Where a new army of a nation can be placed. 4.2, 5, 18"""
    if nation in atlas.MAJOR:
        found = {a for a in supply_areas(nation) if p.control[a] == p.side}
    elif nation == "yugoslavia" and p.partisans:
        found = {a for a in atlas.HOME[nation] if not p.foes(a, ALLIES)}
    else:
        found = {a for a in (atlas.CAPITAL[nation],) if p.control[a] == p.side}
    return {a for a in found if not full(p, a)}


def purse(p: Position, nation: str, beginning: bool) -> int:
    """The points that can be spent on a nation's armies now. 4.2"""
    if atlas.SIDE_OF[nation] != p.side or p.status[nation] != "war":
        return 0
    if nation not in atlas.MAJOR:
        return p.minor_points[nation] if beginning else 0
    if beginning or (nation == "united_states" and not p.total_war[ALLIES]):
        return 0
    if nation == "united_kingdom" and p.total_war[ALLIES]:
        return min(p.points, 2 - p.british)
    return p.points


def builds(p: Position, beginning: bool) -> set[str]:
    """The armies that can be built now, by the names of their buttons. 4.2, 10, 13"""
    found = set()
    for kind in atlas.KINDS:
        have = purse(p, kind.nation, beginning)
        if not have or not p.free(kind.id) or not places(p, kind.nation):
            continue
        if kind.needs and not p.has(p.side, kind.needs):
            continue
        if kind.armor and kind.nation not in atlas.MAJOR:
            continue
        for step, cost in ((".reduced", 1), ("", 2)):
            if have >= cost and (not kind.armor or p.armor[p.side] >= cost):
                found.add(f"army:{kind.id}{step}")
    return found


def may_upgrade(p: Position, unit: Unit, beginning: bool) -> bool:
    """Whether an army can be brought to full strength now. 4.2, 10"""
    if unit.side != p.side or unit.full or not p.at_war(unit) or purse(p, unit.nation, beginning) < 1:
        return False
    if unit.armor and (unit.nation not in atlas.MAJOR or p.armor[p.side] < 1):
        return False
    return has_line(p, unit)


def armor_for(p: Position, unit: Unit) -> set[str]:
    """The armor types that an infantry army can be converted to now. 10, 13.3"""
    owner = atlas.SUPPLY_AREA.get(unit.area, "")
    if unit.side != p.side or unit.armor or not p.at_war(unit) or not owner:
        return set()
    if atlas.SIDE_OF[owner] != p.side or p.control[unit.area] != p.side:
        return set()
    if p.armor[p.side] < (2 if unit.full else 1):
        return set()
    return {
        kind.id
        for kind in atlas.KINDS
        if kind.armor and kind.nation == unit.nation and p.free(kind.id)
        if not kind.needs or p.has(p.side, kind.needs)
    }


def infantry_for(p: Position, unit: Unit) -> bool:
    """Whether an armor army can be exchanged for infantry: a counter of its nation is free. 1"""
    kinds = [k for k in atlas.KINDS if k.nation == unit.nation and not k.armor and not k.needs]
    return unit.armor and any(p.free(kind.id) for kind in kinds)


def points_of_minors(p: Position, side: str) -> dict[str, int]:
    """The points of minor countries when a side's turn begins. 4.2, 18"""
    found = dict.fromkeys(atlas.COUNTRIES, 0)
    for nation in atlas.COUNTRIES:
        if atlas.SIDE_OF[nation] != side or nation in atlas.MAJOR or p.status[nation] != "war":
            continue
        if nation in ("italy", "france"):
            found[nation] = 1
        elif p.season in ("winter", "summer"):
            found[nation] = 2 if nation == "yugoslavia" and p.partisans else 1
    return found


def income(p: Position, side: str) -> int:
    """The supply that a side has when its turn has begun: Italy gives 3. 4.1, 4.2"""
    if side == AXIS and p.status["italy"] == "war":
        return min(12, p.supply[side] + 3)
    return p.supply[side]
