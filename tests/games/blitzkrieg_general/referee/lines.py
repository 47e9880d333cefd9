"""Supply, passages, railways, the bases of aircraft. [6.1] [6.2] [6.3] [6.4.3C]"""

from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee.ground import room, strangers
from tests.games.blitzkrieg_general.referee.position import Position, Unit

AIR_RANGE = 2


def shut(p: Position, country: str, a: str, b: str, submarine: bool = False) -> bool:
    """Whether a strait or canal between two zones is closed to the ships of a country. [6.4.3C]"""
    name = c.LINK[frozenset((a, b))].get("passage", "")
    if not p.advanced or not name:
        return False
    row = c.PASSAGE[name]
    if submarine:
        return bool(row["subs_blocked"])
    held = [p.hostile(country, area) for area in row.get("areas", ())]
    if row["closed"] == "nation_at_war":
        return bool(p.at_war("usa")) and p.side_of(country) not in ("", p.major_side["usa"])
    if row["closed"] == "neutral_or_held" and not p.manager["turkey"] and not p.at_war("turkey"):
        return p.at_war(country)
    return all(held) if row["closed"] == "all_held" else any(held)


def sources(p: Position, country: str) -> set[str]:
    """Home areas with production of a country and its friends, which they control. [6.1] [8.3]"""
    found = set()
    for area, row in c.AREA.items():
        if row.get("home") and row.get("prod_left") and p.friendly(country, area):
            if p.friends(country, row["country"]) or (row["country"] == "france" and vichy_source(p, area)):
                found.add(area)
    return found


def vichy_source(p: Position, area: str) -> bool:
    """What Vichy holds of France supplies it and its friends. [R107]"""
    return bool(p.control[area] == c.VICHY)


def interrupted(p: Position, country: str, zone: str) -> bool:
    """Whether enemy task forces are in a zone, and no friendly ship but submarines. [6.1]"""
    if not [u for u in p.foes(country, zone) if u.kind == "task_force"]:
        return False
    return not [u for u in p.mates(country, zone) if u.ship and u.kind != "submarine"]


def supplied(p: Position, country: str) -> set[str]:
    """The spaces from which units of a country trace a line to a source."""
    reached = sources(p, country)
    waiting = sorted(reached)
    while waiting:
        here = waiting.pop()
        near = c.LAND[here] | c.COAST[here] | c.SEA[here]
        for there in near - reached:
            if there in c.AREA:
                fits = p.friendly(country, there) or bool(p.mates(country, there))
            else:
                fits = not interrupted(p, country, there)
                if here in c.ZONE:
                    fits = fits and not shut(p, country, here, there)
            if fits:
                reached.add(there)
                waiting.append(there)
    return reached


def usable(p: Position, unit: Unit, area: str) -> bool:
    """Whether a unit can be railed or based in an area."""
    if not p.friendly(unit.serves, area) or strangers(p, unit.serves, area):
        return False
    if p.advanced and unit.serves == "bulgaria" and c.AREA[area]["country"] == "ussr":
        return False
    return room(p, unit, area) if unit.land else air_room(p, unit, area)


def air_room(p: Position, unit: Unit, area: str) -> bool:
    """Islands with a number hold that number of aircraft of each side. [1.1]"""
    limit = c.AREA[area].get("stack_limit", 0)
    side = p.side_of(unit.serves)
    there = [
        u
        for u in p.at[area]
        if u.air and u is not unit and p.side_of(u.serves) == side and "flying" not in u.marks
    ]
    return not p.advanced or not limit or len(there) < limit


def joined(p: Position, major: str, unit: Unit) -> set[str]:
    """The areas of friends of a unit and of its carrier, joined by land to its place; full ones too."""
    reached, waiting = {unit.place}, [unit.place]
    while waiting:
        for there in c.LAND[waiting.pop()] - reached:
            if p.friendly(unit.serves, there) and p.friendly(major, there):
                reached.add(there)
                waiting.append(there)
    return reached


def rails(p: Position, major: str, unit: Unit) -> bool:
    """Whether a major has railways where an own or associated unit is. [6.2] [R10] [R108]"""
    if major in p.conquered or not p.friends(major, unit.serves):
        return False
    areas = joined(p, major, unit)
    own = {a for a in areas if c.AREA[a]["country"] == major and c.AREA[a].get("home")}
    for row in c.ROLES["rail"]:
        if row["nation"] == major:
            homes = {a for a in own if c.AREA[a]["home"] in row["homes"]}
            beside = areas | {b for a in areas for b in c.LAND[a]}
            nations = row.get("nations", ())
            return bool(homes) or any(c.AREA[a]["country"] in nations for a in beside)
    return unit.nation == major or p.manager[unit.serves] == major or bool(own)


def rail_goals(p: Position, major: str, unit: Unit) -> set[str]:
    """Where a unit may go with the capacity of a major."""
    if not p.friendly(unit.serves, unit.place) or not rails(p, major, unit):
        return set()
    return {area for area in joined(p, major, unit) - {unit.place} if usable(p, unit, area)}


AIR: dict[str, set[str]] = {space: set() for space in c.SPACES}
ISLE: dict[str, str] = {}
for _pair, _row in c.LINK.items():
    _one, _other = _pair
    AIR[_one].add(_other)
    AIR[_other].add(_one)
    if _row["kind"] == "island":
        ISLE[_one], ISLE[_other] = _other, _one


def one_space(spaces: set[str]) -> set[str]:
    """An island and the sea zone of its name are one space. [1.1] [R7]"""
    return spaces | {ISLE[space] for space in spaces if space in ISLE}


def air_range(p: Position, unit: Unit) -> int:
    """2 areas or zones; Long Range adds one. [6.1.1] [7.5.4]"""
    own = unit.nation == unit.serves
    return AIR_RANGE + (own and "long_range" in p.fruits.get(unit.nation, set()))


def rebase_goals(p: Position, unit: Unit) -> set[str]:
    """Friendly areas at double range, over friendly areas and the sea only. [6.3]"""
    if not p.friendly(unit.serves, unit.place):
        return set()
    reached = edge = one_space({unit.place})
    for _ in range(2 * air_range(p, unit)):
        found = {there for here in edge for there in AIR[here]} - reached
        edge = one_space({s for s in found if s in c.ZONE or p.friendly(unit.serves, s)})
        reached = reached | edge
    return {a for a in reached if a in c.AREA and a != unit.place and usable(p, unit, a)}
