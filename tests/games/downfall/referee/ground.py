"""Control of areas and Lines of Supply. 5, 6, 7"""

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS, NEUTRAL, USSR
from tests.games.downfall.referee.position import Position, Unit, enemies


def full(p: Position, area: str, but: Unit | None = None) -> bool:
    """Whether as many armies of the active side are in an area as may be. 5"""
    return not AREA[area].america and len(p.mine(area, p.side, but)) >= 3


# --- control


def controllers(p: Position) -> dict[str, str]:
    """Update control at the end of operations. 6, 18 (partisans)"""
    found = dict(p.control)
    for area in atlas.AREAS:
        sides = {u.side for u in p.here(area) if p.at_war(u)}
        if len(sides) == 1:
            found[area] = sides.pop()
        elif area in p.held_by_partisans and ALLIES not in sides:
            found[area] = p.conqueror["yugoslavia"]  # partisans control only the areas they are in
    return found


def partisans_hold(p: Position, after: dict[str, str]) -> set[str]:
    """The areas that the Allies control through partisans alone, when operations have ended. 18"""
    found: set[str] = set()
    for area in atlas.HOME["yugoslavia"]:
        allies = p.mine(area, ALLIES) if p.partisans and after[area] == ALLIES else []
        new = area in p.held_by_partisans or p.control[area] != ALLIES
        if allies and new and all(u.nation == "yugoslavia" for u in allies):
            found.add(area)
    return found


# --- Line of Supply


def port(side: str, area: str) -> bool:
    """Whether a side may draw supply over the coast of an area. 7"""
    closed = {AXIS: "black_sea", USSR: "baltic_sea"}.get(side, "")
    if side == AXIS and AREA[area].land == "egypt":
        return False
    return any(sea != closed for sea in AREA[area].seas)


def carries(p: Position, side: str, area: str) -> bool:
    """Whether a line may be traced through an area. 7"""
    if p.has(side, "blitzkrieg"):
        return p.control[area] == side or bool(p.mine(area, side))
    return p.control[area] == side and not any(p.at_war(u) and enemies(side, u.side) for u in p.here(area))


def landing_place(p: Position, side: str, area: str) -> bool:
    """Whether a line by sea may end or begin in an area: controlled, or landed in. 7"""
    return port(side, area) and (p.control[area] == side or area in p.landed[side])


def has_line(p: Position, unit: Unit) -> bool:
    """Whether an army has a Line of Supply, found from the army outward. 7"""
    if not p.at_war(unit) or (p.partisans and unit.nation == "yugoslavia"):
        return True
    side = unit.side
    sources = {a for a, c in atlas.SUPPLY_AREA.items() if atlas.SIDE_OF[c] == side and p.control[a] == side}
    if p.control[atlas.CAPITAL[unit.nation]] == side:
        sources.add(atlas.CAPITAL[unit.nation])
    seen = {unit.area}
    waiting = [unit.area]
    while waiting:
        here = waiting.pop()
        if here in sources:
            return True
        near = set(atlas.NEAR[here])
        if landing_place(p, side, here):
            near |= {a for a in atlas.AREAS if landing_place(p, side, a)}
        for there in near - seen:
            if there in sources or carries(p, side, there):
                seen.add(there)
                waiting.append(there)
    return False


# --- who may be where


HOMES = {
    "finland": {"finland"},
    "belgium": {"belgium"},
    "yugoslavia": {"yugoslavia"},
    "greece": {"greece"},
    "bulgaria": {"bulgaria", "greece", "yugoslavia"},
    "romania": {"romania", "ussr"},
    "hungary": {"hungary", "ussr"},
}
AFRICA = {"libya", "egypt", "french_north_africa"}
ITALIAN = {"italy", "albania", "yugoslavia", "greece"} | AFRICA
AXIS_LANDS = {"germany", "finland", "italy", "albania", "libya", "romania", "hungary", "bulgaria"}


def open_to(p: Position, unit: Unit, area: str) -> bool:
    """Whether an army may be in an area at all. 2, 9, 18"""
    land = AREA[area].land
    if land not in HOMES.get(unit.nation, {land}):
        return False
    if unit.nation == "germany":
        if p.turn < 5 and land in {"finland", "greece"} | AFRICA:
            return False
        if land == "romania" and not p.total_war[AXIS]:
            inside = p.number("germany", {"romania"}, unit)
            if unit.armor or p.passages or inside:
                return False
    holder = p.control[area]
    if holder == NEUTRAL:
        if land == "french_north_africa":
            return unit.side == ALLIES
        other = atlas.SIDE_OF[AREA[area].country]
        return other == NEUTRAL or enemies(other, unit.side)
    if unit.side != AXIS and holder not in (unit.side, AXIS):  # the partner's ground (R17)
        return bool(p.foes(area, unit.side)) or not p.plays(holder)
    return True


def frozen(p: Position, unit: Unit) -> bool:
    """Whether an army may leave only for ground of the Axis. 9"""
    if unit.side != USSR or p.barbarossa or p.turn >= 9:
        return False
    near = {AREA[a].land for a in atlas.NEAR[unit.area]}
    borders = AREA[unit.area].land == "ussr" and bool(near & {"germany", "romania"})
    return unit.area == "kiev" or borders


def may_end(p: Position, unit: Unit, area: str) -> bool:
    """Whether a movement of an army may end in an area, combat aside. 5, 9"""
    if full(p, area, unit):
        return False
    axis_ground = p.control[area] == AXIS or AREA[area].land in AXIS_LANDS
    if frozen(p, unit) and (p.control[area] == USSR or not axis_ground):
        return False
    return italians_left(p, unit, area)


def italians_left(p: Position, unit: Unit, area: str) -> bool:
    """Whether four Italians are in their areas, where one operates outside. 9"""
    if unit.nation != "italy" or AREA[area].land in ITALIAN:
        return True
    return p.number("italy", ITALIAN, unit) >= 4


def may_leave(p: Position, unit: Unit) -> bool:
    """Whether an army may move at all: turn 1, and the supports that need it. 9, 17 (R16)"""
    if unit.side == ALLIES and p.turn == 1 and p.west_attacked != 1:
        return False
    supports = sum(len(a.supports) for a in p.attacks if a.area == unit.area)
    rest = len(p.mine(unit.area, p.side, unit)) - len(p.foes(unit.area, p.side))
    return not supports or rest >= supports


def may_operate(p: Position, unit: Unit) -> bool:
    """Whether an army may have an operation now. 8"""
    return p.at_war(unit) and unit.side == p.side and unit.ready and not unit.operated
