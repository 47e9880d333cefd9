"""Movement on land: borders, ranges, room, who may attack whom. [6.1] [6.4] [8.1] [8.2] [8.4] [8.7] [8.8]"""

from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee.position import Position, Unit

RANGE = {"infantry": 1, "armor": 2, "hq": 2, "naval_hq": 2}
AXIS_MINORS = ("bulgaria", "finland", "romania", "hungary")
INDOCHINE = c.ROLES["areas"]["indochine"]
FRIEND, FOE, NEUTRAL, CLOSED = "friend", "foe", "neutral", "closed"


def standing(p: Position, country: str, area: str) -> str:
    """What an area is for the units of a country. [8.1] [8.2]"""
    if c.AREA[area]["kind"] == "impassable":
        return CLOSED
    holder = p.control[area]
    if p.friends(country, holder):
        return FRIEND
    if p.enemies(country, holder):
        return FOE
    return NEUTRAL if may_declare(p, country, holder, area) else CLOSED


def may_declare(p: Position, country: str, victim: str, area: str = "") -> bool:
    """Whether a country may begin a war with one it is neutral to. [8.4] [R77] [R78] [R79]"""
    actor = p.manager[country]
    if not actor or p.side_of(victim) == p.major_side[actor] or victim == country:
        return False
    if not p.manager[victim] and victim in AXIS_MINORS and p.major_side[actor] == p.major_side["germany"]:
        return False  # they are of the Axis from the beginning [1.0]
    if actor in ("usa", "italy") and not p.at_war(actor):
        return False
    if victim == c.VICHY and p.side_of(c.VICHY) == p.major_side[actor]:
        return False
    if victim == c.TRUST:
        return p.major_side[actor] != p.major_side["usa"] and may_declare(p, country, "usa")
    if victim == c.NOBODY and area == INDOCHINE and actor == "japan":
        return True
    on = p.manager[victim] or victim
    pair = {actor, on}
    if pair == {"japan", "ussr"} and p.raw["peace"] and p.turn <= p.raw["peace_until"]:
        return False
    if actor == "ussr" and (on in ("germany", "italy") or victim in AXIS_MINORS):
        early = p.turn < 4 * 1941 + 1
        return p.in_effect("ussr_declares_war") if p.advanced else not early
    if actor in ("be", "france") and on == "japan":
        return p.enemies("japan", "usa")
    return True


def room(p: Position, unit: Unit, area: str) -> bool:
    """Whether a land unit fits in: deserts and islands hold a number of each side. [A1.1a] [TEC1] [R9]"""
    if not p.advanced:
        return True
    side = p.side_of(unit.serves)
    land = [u for u in p.at[area] if u.land and p.side_of(u.serves) == side and u is not unit]
    for limit, hqs in (
        (c.TERRAIN[c.AREA[area]["terrain"]]["stack_limit"], False),
        (c.AREA[area].get("stack_limit", 0), True),
    ):
        if limit and (hqs or not unit.hq) and len([u for u in land if hqs or not u.hq]) >= limit:
            return False
    return True


def strangers(p: Position, country: str, space: str) -> list[Unit]:
    """Units of the same side in a space that are not friends: they do not stack. [8.2] [9.11]"""
    there = [u for u in p.at[space] if p.side_of(u.serves) == p.side_of(country)]
    return [u for u in there if not p.enemies(country, u.serves) and not p.friends(country, u.serves)]


def in_china(p: Position, unit: Unit, area: str) -> bool:
    """Whether an attack of Japan and China on each other is within its limits. [A5.5] [A8.7]"""
    pair = {"japan": "china", "china": "japan"}
    mine = unit.serves
    if not p.advanced or mine not in pair or p.in_effect("japan_national_war"):
        return True
    if p.control[area] != pair[mine] or not [u for u in p.foes(mine, area) if u.land]:
        return True
    attacked = p.raw["japan_attack" if mine == "japan" else "china_attack"]
    if attacked >= 0 and (c.SPACES[attacked] != area or "exploit" in p.phase):
        return False
    if unit.hq:
        return True
    there = [u for u in p.at[area] if u.serves == mine and u.land and not u.hq]
    return len(there) < int(p.raw["limit"])


def crossing(p: Position, unit: Unit, here: str, area: str, exploit: bool) -> bool:
    """Whether a border may be crossed at all now. [1.2] [TEC6] [TEC10] [A5.4c] [A5.4d] [A8.8]"""
    if area not in c.LAND[here]:
        return False
    if p.advanced and unit.serves == "bulgaria" and c.AREA[area]["country"] == "ussr":
        return False
    if exploit and p.advanced:
        swamps = [c.TERRAIN[c.AREA[a]["terrain"]]["no_exploitation"] for a in (here, area)]
        if any(swamps) or c.LINK[frozenset((here, area))].get("swamp_border"):
            return False
        if p.bad[c.MAP[here]] or p.bad[c.MAP[area]]:
            return False
    return True


def ways(p: Position, unit: Unit, path: list[str], clean: bool, calm: bool, exploit: bool) -> dict[str, str]:
    """The areas a unit may enter next, with what they are for it. `path` begins with where it set out.

    clean: it has touched no enemy area, so that it may double its range; calm: it declares no war any more.
    """
    here, used = path[-1], len(path) - 1
    single = RANGE[unit.kind]
    if p.foes(unit.serves, here):
        return {}
    found: dict[str, str] = {}
    for area in c.LAND[here]:
        what = standing(p, unit.serves, area)
        if not crossing(p, unit, here, area, exploit) or what == CLOSED or not room(p, unit, area):
            continue
        others = strangers(p, unit.serves, area)
        if what == FRIEND:
            fits = used < (2 * single if clean else single) and not others
        elif what == FOE:
            fits = used < single and in_china(p, unit, area) and not others
        else:
            fits = used < single and not calm and not others
        if clean and used and area == path[-2]:
            continue  # straight back would only undo the step [R135]
        if fits:
            found[area] = what
    return found


def tell(p: Position, unit: Unit) -> str:
    """What one needs to know to judge where a unit may go."""
    mine = unit.serves
    near = {a: (p.control[a], p.foes(mine, a), strangers(p, mine, a)) for a in c.LAND[unit.place]}
    return f"{unit}, at war with {p.war[mine]}, run by {p.manager[mine]}, {near}"
