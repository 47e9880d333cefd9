"""What areas give, what majors collect, points and victory, prices. [7.2] [7.3] [7.6] [8.3] [8.5] [TT]"""

from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee.position import Position, Unit

USSR_PEACE, USA_PEACE_BASIC, BALANCE = 11, 8, 5
WIN_POINTS = {"axis": 81, "allies": 131}
WIN_CONQUESTS = {"axis": 3, "allies": 2}


def diverted(p: Position, area: str) -> bool:
    """Whether Japan's card gets what a BNL island gives: one that nobody has conquered. [TT14AD] [R125]"""
    if not p.in_effect("japan_gains_bnl") or area not in c.ROLES["areas"]["bnl_islands"]:
        return False
    return p.control[area] in (c.AREA[area]["country"], c.TRUST, c.NOBODY)


def value(p: Position, area: str) -> int:
    """The left number for the owner and its associates, the right one for a conqueror. [7.3.1] [7.3.3]"""
    row, holder = c.AREA[area], p.control[area]
    side = p.side_of(holder)
    if not side or holder in c.HOLDERS or diverted(p, area) or held_by_partisans(p, area):
        return 0
    if row.get("prod_only"):
        return int(row.get("prod_right", 0)) if side == p.side_of(row["prod_only"]) else 0
    own = holder == row["country"] or side == owner_side(p, area)
    if own and area in c.PACIFIC and not p.raw["pacific"]:
        return 0  # British production that has not begun [TT15]
    return int(row.get("prod_left" if own else "prod_right", 0))


def owner_side(p: Position, area: str) -> str:
    """The side an area's own country is on."""
    return p.side_of(c.AREA[area]["country"])


def held_by_partisans(p: Position, area: str) -> bool:
    """Whether Tito's partisans hold back what Yugoslavia gives in this quarter. [R40]"""
    card = c.CARDS.index("tito_partisans")
    return area == c.ROLES["areas"]["partisan_area"] and bool(p.raw["turn_cards"] >> card & 1)


def receiver(p: Position, area: str) -> str:
    """The major that gets it, which runs the holder; the Baltic serves only Germany. [7.3d] [TT6]"""
    only = c.AREA[area].get("prod_only", "")
    major = only or p.manager[p.control[area]]
    return "" if not major or major in p.conquered else major


def full_war(p: Position, major: str) -> bool:
    """Whether a power that is limited in peace has its whole production. [8.3] [8.4] [7.6.3]"""
    if major == "usa":
        return p.at_war("usa")
    if major == "ussr":
        enemies = p.war["ussr"] & {"germany", "italy"}
        beaten = p.advanced and p.enemies("ussr", "japan") and p.raw["balance"] >= BALANCE
        return bool(enemies or beaten)
    return True


def won_home(p: Position, major: str, area: str) -> bool:
    """Whether an area counts to a peace production: one that was won, not one of its own. [8.4]"""
    return str(c.AREA[area]["country"]) != major


def areas_of(p: Position, major: str) -> dict[str, int]:
    """The areas that add to the production of a major, with what they add."""
    found = {}
    for area in c.AREA:
        if receiver(p, area) == major and value(p, area):
            if full_war(p, major) or won_home(p, major, area):
                found[area] = value(p, area)
    return found


def card_points(p: Position, major: str) -> int:
    """What permanent cards add or take. [CARD.militia] [CARD.total_war] [CARD.foreign_troops] and others"""
    total = 0
    for card, amount in (("militia", 1), ("total_war", 3), ("foreign_troops", 1)):
        if p.in_effect(card) and p.card_owner(card) == major:
            total += amount
    if p.in_effect("lend_lease_be_ussr"):
        total += {"be": -3, "ussr": 3}.get(major, 0)
    if major == "japan":
        for area in c.ROLES["areas"]["bnl_islands"]:
            if diverted(p, area):
                total += c.AREA[area]["prod_left"]
    return total


def production(p: Position, major: str) -> int:
    """The Build Points of a major in a quarter, before bombs and submarines."""
    if major in p.conquered:
        return 0
    total = sum(areas_of(p, major).values()) + card_points(p, major)
    total += sum(row["amount"] for row in p.deliveries if row["taker"] == major)
    if not full_war(p, major):
        total += USSR_PEACE if major == "ussr" else p.raw["us_level"] if p.advanced else USA_PEACE_BASIC
    return max(0, int(total))


def bombing(p: Position, major: str) -> int:
    """What bombs have destroyed: at most what an area adds. [A6.5.6b]"""
    return sum(min(p.bombed[area], worth) for area, worth in areas_of(p, major).items())


def submarines(p: Position, major: str) -> int:
    """What submarines at the coasts of colonies and British homes, and of deliverers, take. [A6.5.3x]"""
    if not p.advanced:
        return 0
    goals: list[tuple[set[str], int]] = []
    for area, worth in areas_of(p, major).items():
        home = c.AREA[area].get("home", "")  # colonies have none, only the letters of their owner
        if not home or (major == "be" and c.AREA[area]["country"] == "be"):
            goals.append((c.COAST[area], max(0, worth - p.bombed[area])))
    for row in p.deliveries:
        if row["taker"] == major and row["overseas"]:
            homes = [a for a in c.AREA if c.AREA[a]["country"] == row["giver"] and c.AREA[a].get("home")]
            goals.append((set().union(*[c.COAST[a] for a in homes]), row["amount"]))
    boats = [
        unit.place
        for unit in p.unit
        if unit.kind == "submarine" and unit.on_map and p.enemies(unit.serves, major)
    ]
    return most(boats, goals)


def most(boats: list[str], goals: list[tuple[set[str], int]]) -> int:
    """How many boats can each take one point, where no goal gives more than it has."""
    taken: dict[int, int] = {}  # point to boat
    points = [n for n, (_, worth) in enumerate(goals) for _ in range(worth)]

    def place(boat: int, tried: set[int]) -> bool:
        for point, goal in enumerate(points):
            if point not in tried and boats[boat] in goals[goal][0]:
                tried.add(point)
                if point not in taken or place(taken[point], tried):
                    taken[point] = boat
                    return True
        return False

    return sum(place(boat, set()) for boat in range(len(boats)))


def income(p: Position, major: str) -> int:
    """What a major has to spend, savings included."""
    if major in p.conquered:
        return 0
    made = production(p, major) - bombing(p, major) - submarines(p, major)
    return max(0, made) + p.saved[major]


def points(p: Position, side: str) -> int:
    """Points of a side: production of its majors at war, and bare islands of the Pacific. [8.5]"""
    majors = [m for m in c.MAJOR if p.major_side[m] == side and p.at_war(m) and m not in p.conquered]
    total = sum(production(p, m) for m in majors)
    for area, row in c.AREA.items():
        holder = p.control[area]
        bare = not row.get("prod_left") and not row.get("prod_right")
        if row.get("pacific_island") and bare and p.side_of(holder) == side and p.at_war(holder):
            total += holder not in c.HOLDERS
    return total


def conquests(p: Position, side: str) -> bool:
    """Whether a side has conquered enough enemy majors. [8.5] [R76]"""
    enemies = [m for m in c.MAJOR if p.major_side[m] != side]
    needed = len(enemies) if p.raw["world_conquest"] else min(WIN_CONQUESTS[side], len(enemies))
    return len([m for m in enemies if m in p.conquered]) >= needed


def repair_price(unit: Unit) -> int:
    """The difference in strength; double for aircraft, armor and ships; a submarine 1. [7.3.5]"""
    if unit.kind == "submarine":
        return 1
    return (1 if unit.kind == "infantry" else 2) * int(unit.row["front"] - unit.row["back"])


def price(row: dict[str, object]) -> int:
    """What a new counter costs. [7.3] [PC]"""
    kind, front = row["type"], row["front"]
    assert isinstance(front, int)
    fixed = {"convoy": 4, "submarine": 3, "hq": 1, "naval_hq": 1, "infantry": front}
    return fixed.get(str(kind), 2 * front)


QUARTERS = {"infantry": 1, "aircraft": 2, "armor": 3, "convoy": 3, "submarine": 3, "task_force": 4, "hq": 4}
