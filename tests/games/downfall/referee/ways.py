"""The tactical operations of an army: every way, and how it may end. 8, 13.1, 16, 17"""

from itertools import pairwise

from tests.games.downfall.referee.atlas import ALLIES, AREA, AXIS, NEAR, USSR
from tests.games.downfall.referee.fights import margin
from tests.games.downfall.referee.ground import AFRICA, italians_left, may_end, may_leave, open_to
from tests.games.downfall.referee.position import Position, Unit

Way = tuple[str, ...]
STOP = -1


def price(p: Position, lands: set[str], tactical: bool, east: bool) -> int:
    """What an operation costs that touches these lands, before the price of the sea. 8, 19"""
    if p.side == ALLIES and tactical and p.turn <= 4 and p.west_attacked == p.turn:
        return 2 if lands & {"france", "belgium"} else 1
    if p.side == USSR:
        return 2 if p.barbarossa == p.turn and p.turn < 9 else 1
    if p.side == AXIS:
        return 2 if east or (p.turn == 9 and "ussr" in lands) else 1
    return 1


def way_price(p: Position, way: Way) -> int:
    """What a tactical operation along a way costs."""
    return price(p, {AREA[a].land for a in way}, True, any(AREA[a].east for a in way))


def opened(p: Position, unit: Unit, area: str) -> bool:
    """Whether an attack opens an area to the exploitation of an army. 13.1, 16"""
    if not unit.armor or not p.has(p.side, "blitzkrieg"):
        return False
    if not AREA[area].africa and (AREA[area].terrain != ("plain",) or AREA[area].fortress):
        return False
    helpers = [a for a in p.attacks if a.area == area and margin(p, a) >= 4]
    return any(unit.number != a.attacker and unit.number not in a.supports for a in helpers)


def keeps_to_the_bound(p: Position, unit: Unit, way: Way) -> bool:
    """Whether a way is open to an army that starts, or comes, among enemies. 8, 13.1 (R28, R48, R69)"""
    contested = [i for i in range(len(way) - 1) if p.held(way[i], p.side)]
    if not contested:
        return True
    first = contested[0]

    def safe(area: str) -> bool:
        return p.control[area] == p.side and not p.held(area, p.side)

    if all(safe(area) for area in way[first + 1 :]):
        return True
    through, end = way[-2], way[-1]
    if not opened(p, unit, through) or p.control[end] == p.side:
        return False
    if len(way) - 2 > first and opened(p, unit, way[-3]) and p.control[through] != p.side:
        return False  # it had exploited already, and had to stop
    if AREA[through].land not in AFRICA:
        if NEAR[through][end].high or (len(way) > 2 and NEAR[way[-3]][through].high):
            return False
    return all(safe(area) for area in way[first + 1 : -2])


def legal(p: Position, unit: Unit, way: Way) -> bool:
    """Whether an army may go this way and end there, combat aside. 8"""
    if way_price(p, way) > p.supply[p.side]:
        return False
    end = way[-1]
    if len(way) == 1:
        return italians_left(p, unit, end)
    for here, there in pairwise(way):
        if not open_to(p, unit, there) or (NEAR[here][there].high and p.held(there, p.side)):
            return False
    return keeps_to_the_bound(p, unit, way) and may_end(p, unit, end)


def may_attack(p: Position, unit: Unit, area: str, target: Unit) -> bool:
    """Whether an army may attack an enemy army where both are, or will be. 9, 17"""
    if p.side != AXIS and target.hit - {p.side}:
        return False
    if unit.nation == "finland" and area == "karelia" and p.control[area] == USSR:
        return False
    if area == "calais" and target.nation == "united_kingdom":
        french = [u.number for u in p.here(area) if u.nation == "france"]
        return not french or any(a.defender in french for a in p.attacks)
    return True


def endings(p: Position, unit: Unit, way: Way) -> set[int]:
    """How a legal way may end: STOP, or the army it attacks or helps to attack. 8, 17"""
    end = way[-1]
    foes = p.held(end, p.side)
    own = p.mine(end, p.side, unit)
    found: set[int] = set()
    if len(way) > 1 and (not foes or own):
        found.add(STOP)
    if len(way) - 1 > (3 if unit.armor else 2):
        return found
    supports = sum(len(a.supports) for a in p.attacks if a.area == end)
    for target in foes:
        if any(a.defender == target.number for a in p.attacks):
            if len(own) + 1 - len(p.foes(end, p.side)) > supports:
                found.add(target.number)
        elif may_attack(p, unit, end, target):
            found.add(target.number)
    return found


def operations(p: Position, unit: Unit) -> dict[Way, set[int]]:
    """Every tactical operation open to an army: the ways, and how each may end."""
    found: dict[Way, set[int]] = {}
    most = (4 if unit.armor else 3) if may_leave(p, unit) else 0
    waiting: list[Way] = [(unit.area,)]
    while waiting:
        way = waiting.pop()
        if legal(p, unit, way):
            ends = endings(p, unit, way)
            if ends:
                found[way] = ends
        if len(way) <= most:
            near = [there for there in NEAR[way[-1]] if there not in way and open_to(p, unit, there)]
            waiting += [(*way, there) for there in near]
    return found
