"""Entry into the war, Total War, surrender and victory. 2, 4, 18, 20

Each function changes a position as the book says.
"""

from tests.games.downfall.referee import atlas
from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS, NEUTRAL, SIDE_OF, USSR
from tests.games.downfall.referee.ground import controllers, has_line, partisans_hold
from tests.games.downfall.referee.position import Position, Unit, enemies
from tests.games.downfall.referee.stock import actions, income, points_of_minors, supply_areas

ENTRY = {
    "belgium": 2,
    "romania": 5,
    "hungary": 5,
    "bulgaria": 5,
    "greece": 5,
    "yugoslavia": 9,
    "united_states": 9,
}


def join(p: Position, country: str) -> None:
    """A country goes to war on its side; what is neutral of it becomes that side's. 2"""
    p.status[country] = "war"
    for area in atlas.HOME[country]:
        if p.control[area] == NEUTRAL:
            p.control[area] = SIDE_OF[country]


def turn_begins(p: Position) -> None:
    """Entries by date, Total War, partisans. 2, 4, 18"""
    for country, first in ENTRY.items():
        if p.status[country] == "out" and p.turn >= first:
            join(p, country)
    for side in (AXIS, ALLIES, USSR):
        if p.turn >= 9 or 0 < p.total_from.get(side, 0) <= p.turn:
            p.total_war[side] = True
    raise_partisans(p)


def raise_partisans(p: Position) -> None:
    """Yugoslavia is back at war from the summer of 1942. 18"""
    if p.status["yugoslavia"] == "surrendered" and p.turn >= 11 and p.season in ("winter", "summer"):
        p.status["yugoslavia"] = "war"
        p.partisans = True


def side_begins(p: Position, side: str) -> None:
    """Actions, who may operate, points of minors, Italian supply. 4, 8"""
    p.side = side
    p.points = p.british = p.landings = p.line_landings = p.strategic_in_ussr = p.passages = (
        p.interceptors
    ) = 0
    p.landed_at, p.attacks = [], []
    p.taken = dict.fromkeys(p.taken, 0)
    p.actions_left = actions(p, side)
    for unit in p.units.values():
        if unit.side == side and p.at_war(unit) and has_line(p, unit):
            unit.ready = True
    if side == ALLIES:
        raise_partisans(p)
    p.minor_points = points_of_minors(p, side)
    p.supply[side] = income(p, side)


# --- what operations set off


def enter(p: Position, unit: Unit, area: str) -> None:
    """An army enters an area: invasion, the attack in the West, Barbarossa, Total War. 2, 4, 8"""
    place = AREA[area]
    if p.control[area] == NEUTRAL and p.status[place.country] == "out" and SIDE_OF[place.country] != NEUTRAL:
        join(p, place.country)
    if unit.nation == "germany" and place.land in ("france", "belgium") and p.control[area] != AXIS:
        attack_in_west(p)
    if unit.side == AXIS and place.land == "ussr":
        p.barbarossa = p.barbarossa or p.turn
        total_war_next_turn(p)
    if unit.side == USSR and place.land in ("germany", "romania", "hungary"):
        p.total_war[AXIS] = True


def attack_in_west(p: Position) -> None:
    """The turn that Germany attacks France or Belgium: its first attack. 8 (R20)"""
    p.west_attacked = p.west_attacked or p.turn


def total_war_next_turn(p: Position) -> None:
    """Axis and Soviet Union are in Total War in the turn following. 4"""
    if not (p.total_war[AXIS] and p.total_war[USSR]):
        for side in (AXIS, USSR):
            p.total_from[side] = p.total_from[side] or p.turn + 1


def declared(p: Position, unit: Unit, area: str) -> None:
    """An attack has been declared: in the West, in Karelia. 4, 8"""
    if unit.nation == "germany" and AREA[area].land in ("france", "belgium"):
        attack_in_west(p)
    if unit.nation == "germany" and area == "karelia":
        for side in (AXIS, USSR):
            p.total_from[side] = p.total_from[side] or p.turn + 1


# --- ends


def operations_end(p: Position) -> None:
    """Control changes, once. 6, 7, 18"""
    after = controllers(p)
    marks = partisans_hold(p, after)
    p.control, p.held_by_partisans = after, marks
    for side, areas in p.landed.items():
        p.landed[side] = {a for a in areas if p.mine(a, side)}


def side_ends(p: Position) -> None:
    """Armies without a line go, countries surrender, missions come home. 7, 12, 14, 18"""
    lost = [u.number for u in p.units.values() if u.side == p.side and not has_line(p, u)]
    for number in lost:
        del p.units[number]
    for country, victor in surrendering(p):
        fall(p, country, victor)
    if p.side == ALLIES:
        p.atlantic = [0, 0, 0]
        p.bombed = sum(p.bombers) >= 2
        p.interceptors = 0
    if p.side == AXIS:
        p.bombers = [0] * len(p.bombers)
        p.bombed = False
    for unit in p.units.values():
        if unit.side == p.side:
            unit.ready = unit.operated = unit.attacks = unit.supports = unit.landed = False
    p.points = p.actions_left = 0


def surrendering(p: Position) -> list[tuple[str, str]]:
    """Return the countries that surrender at the end of the active side's turn, and to whom. 18"""
    found = []
    for country in atlas.COUNTRIES:
        own, status = SIDE_OF[country], p.status[country]
        if country == "france":
            held = {
                u.area for u in p.units.values() if u.nation == "germany" and AREA[u.area].land == "france"
            }
            if (
                p.side == ALLIES
                and status == "war"
                and p.status["belgium"] == "surrendered"
                and len(held) >= 3
            ):
                found.append((country, AXIS))
            continue
        if status != ("out" if own == NEUTRAL else "war") or (own != NEUTRAL and not enemies(own, p.side)):
            continue
        if country in ("italy", "belgium"):
            there = [u for u in p.units.values() if AREA[u.area].land == country]
            fallen = sum(p.at_war(u) and enemies(u.side, own) for u in there) >= 2
        elif country in ("germany", "ussr"):
            fallen = all(enemies(p.control[a], own) for a in supply_areas(country))
        elif country in ("united_kingdom", "united_states"):
            fallen = False
        else:
            fallen = p.control[atlas.CAPITAL[country]] == p.side
            fallen = fallen and not (country == "yugoslavia" and p.partisans)
        if fallen:
            found.append((country, p.side))
    return found


def fall(p: Position, country: str, victor: str) -> None:
    """A country surrenders: armies, areas, and Italy's entry after France. 2, 18"""
    p.units = {n: u for n, u in p.units.items() if u.nation != country}
    p.status[country], p.conqueror[country] = "surrendered", victor
    for area in atlas.HOME[country]:
        neutral = AREA[area].land == "french_north_africa"
        p.control[area] = NEUTRAL if neutral else victor
        p.africa_neutral = p.africa_neutral or neutral
        for side, areas in p.landed.items():
            if not p.mine(area, side):
                areas.discard(area)
    if country == "france" and p.status["italy"] == "out":
        join(p, "italy")


def verdict(p: Position, over: bool) -> tuple[str, ...] | None:
    """The winners, nobody in a draw; None while the war goes on. 20"""
    if p.status["germany"] == "surrendered":
        return (ALLIES, USSR) if p.turn < atlas.LAST_TURN else ()
    return (AXIS,) if over else None
