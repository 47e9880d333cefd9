"""What each unit of a combat fires with, and what its fire can hit. [1.2] [5.4] [6.1] [6.2] [6.5]"""

from tests.games.blitzkrieg_general.referee import components as c
from tests.games.blitzkrieg_general.referee.position import Fight, Position, Unit

LAND_POOL, SEA_POOL, SUB_POOL = 0, 1, 2
NO_FORTRESS = "clear"


def turn_card(p: Position, name: str) -> str:
    """The player of a card that works in this turn, or nothing."""
    at = c.CARDS.index(name)
    return p.card_owner(name) if p.raw["turn_cards"] >> at & 1 else ""


def fight_card(p: Position, name: str) -> str:
    """The player of a card in the present combat."""
    assert p.fight is not None
    return p.card_owner(name) if p.fight.row["cards"] >> c.CARDS.index(name) & 1 else ""


def zone_card(p: Position, name: str, space: str) -> str:
    """The player of a card at a search in a zone, where it works in the combat too. [R127]"""
    played = p.raw["segment_cards"] >> c.CARDS.index(name) & 1 and p.raw["surprise_zone"] >= 0
    return p.card_owner(name) if played and c.SPACES[p.raw["surprise_zone"]] == space else ""


def origin(unit: Unit, area: str) -> str:
    """The area from which a land unit has come into this one; nothing if it has crossed no border."""
    link = unit.came
    if link is None or link["kind"] != "land" or area not in (link["a"], link["b"]):
        return ""
    return str(link["b"] if link["a"] == area else link["a"])


def party(p: Position, f: Fight, attackers: bool) -> list[Unit]:
    """The units of a party."""
    return [p.unit[n] for n in (f.attackers if attackers else f.defenders)]


def fortress(p: Position, f: Fight) -> bool:
    """Whether the Maginot line counts: not if all come from its rear. [1.2] [8.6] [R99]"""
    area = c.ROLES["areas"]["fortress"]
    if f.space != area or not p.fortress:
        return False
    ways = {origin(u, area) for u in party(p, f, True) if u.land and "invading" not in u.marks}
    landed = any("invading" in u.marks for u in party(p, f, True))
    return landed or not ways or bool(ways - {*c.ROLES["areas"]["fortress_rear"]})


def borders(p: Position, f: Fight, unit: Unit) -> int:
    """What the border that an attacker has crossed costs it: all effects add up. [R155]"""
    came = origin(unit, f.space)
    if not came:
        return 0
    link, armor = c.LINK[frozenset((came, f.space))], unit.kind == "armor"
    total = 0
    if link.get("river") and turn_card(p, "bridgehead") != unit.serves:
        total -= 1
    if link.get("swamp_border"):
        total -= 3 if armor else 1
    if link.get("mountain_border") and c.AREA[f.space]["terrain"] != "mountain":
        total -= 2 if armor else 1
    if fortress(p, f) and came not in c.ROLES["areas"]["fortress_rear"]:
        total -= 3 if armor else 1
    return total


def cold_days(p: Position, unit: Unit, space: str) -> int:
    """Cold Days in Hell: the Axis in the USSR, where the weather is bad. [R126]"""
    if not turn_card(p, "cold_days_in_hell") or space not in c.AREA or not p.bad[c.MAP[space]]:
        return 0
    return -1 if c.AREA[space]["country"] == "ussr" and p.side_of(unit.serves) == "axis" else 0


def on_land(p: Position, f: Fight, unit: Unit) -> int:
    """In the land segment: halving first, then terrain, weather, supply, cards. [6.5.3] [R19]"""
    attacks = unit.number in f.attackers
    terrain = c.AREA[f.space]["terrain"]
    row = c.TERRAIN[terrain]
    bad = p.bad[c.MAP[f.space]]
    value = unit.strength
    if unit.land:
        if "invading" in unit.marks:
            value //= 2
        if unit.kind == "armor":
            value += row["arm"]
        elif not attacks:
            value += row["inf_def"] + (1 if fortress(p, f) else 0)
        if attacks:
            value += row["attacker"] + borders(p, f, unit)
            value -= bad and not hardened(p, unit)
    else:
        if unit.kind == "task_force":
            value = (value + 1) // 2
        if row["air_half"] or (attacks and fortress(p, f)):
            value //= 2
        value += row["air"] - bad
    value -= 0 if unit.supplied or unit.ship else 2
    if unit.kind == "infantry" and terrain == "mountain" and turn_card(p, "mountain_troops") == unit.serves:
        value += 1
    value += "elite" in unit.marks
    return value + cold_days(p, unit, f.space)


def hardened(p: Position, unit: Unit) -> bool:
    """Soviet units that do not mind the weather. [CARD.guards_troops] [CARD.winter_offensive]"""
    if unit.serves != "ussr":
        return False
    if turn_card(p, "winter_offensive"):
        return True
    return p.in_effect("guards_troops") and unit.row.get("mark") == "G"


def knows(p: Position, unit: Unit, fruit: str) -> bool:
    """Whether research helps a unit: only the nation's own. [7.5]"""
    return unit.nation == unit.serves and fruit in p.fruits.get(unit.nation, set())


def in_air(p: Position, f: Fight, unit: Unit, at_aircraft: bool) -> int:
    """Aircraft and task forces in the air/sea segment. [6.5.3] [7.5.3]"""
    value = unit.strength - p.bad[c.MAP[f.space]]
    value -= 0 if unit.supplied or unit.ship else 2
    if at_aircraft and knows(p, unit, "air_combat") and unit.row["front"] > 1:
        value += 1
    return value + ("elite" in unit.marks) + cold_days(p, unit, f.space)


def anti_air(unit: Unit) -> int:
    """Land units and convoys 1; none out of supply, none on the back of a convoy. [6.5.5] [6.5.3]"""
    if unit.hq or (unit.land and not unit.supplied) or (unit.kind == "convoy" and unit.flipped):
        return 0
    return 1


def at_sea(p: Position, f: Fight, unit: Unit) -> int:
    """In a naval combat: printed, against submarines, against aircraft alone. [6.5.3] [7.5.5] [7.5.6]"""
    foes = party(p, f, unit.number not in f.attackers)
    alone = bool(foes) and all(u.air for u in foes)
    if unit.number in f.aims:
        if unit.kind == "convoy" and unit.flipped:
            return 0
        return 1 + (unit.ship and knows(p, unit, "sonar")) - (0 if unit.supplied or unit.ship else 2)
    if unit.kind == "submarine" and not [u for u in foes if u.kind != "submarine"]:
        return 0
    if alone and unit.kind in ("convoy", "submarine"):
        return anti_air(unit)
    if unit.air or unit.kind == "task_force":
        return in_air(p, f, unit, alone)
    better = unit.kind == "submarine" and knows(p, unit, "better_subs")
    return unit.strength - p.bad[c.MAP[f.space]] + better + ("elite" in unit.marks)


def strength(p: Position, f: Fight, unit: Unit) -> int:
    """What a unit hits with in this round."""
    if unit.hq or "fought" in unit.marks:  # it has had its one combat, and is here on retreat [10.1] [R136]
        return 0
    if not p.advanced:
        return unit.strength
    if f.kind in ("naval", "transit"):
        return at_sea(p, f, unit)
    if unit.number not in f.air:
        return on_land(p, f, unit)
    if unit.land:
        return anti_air(unit)
    foes = party(p, f, unit.number not in f.attackers)
    fliers = [u for u in foes if u.number in f.air and not u.land]
    return in_air(p, f, unit, bool(fliers) or f.kind == "raid")


def shots(p: Position, f: Fight, unit: Unit) -> int:
    """Armor fires twice, Kamikaze too. [6.2.1] [CARD.kamikaze]"""
    kamikaze = unit.air and fight_card(p, "kamikaze") and unit.serves == "japan"
    return 2 if unit.kind == "armor" or kamikaze else 1


def pool(p: Position, f: Fight, unit: Unit) -> int:
    """What of the enemy it hits."""
    if not p.advanced:
        return LAND_POOL
    if f.kind == "land":
        return SEA_POOL if unit.number in f.air else LAND_POOL
    return SUB_POOL if unit.number in f.aims else SEA_POOL


def targets(p: Position, f: Fight, attackers: bool, which: int) -> list[Unit]:
    """The units of a party that can take hits. [6.5.7] [R22] [R137]"""
    units = party(p, f, attackers)
    if not p.advanced:
        return units
    if f.kind == "raid":
        return [u for u in units if u.number in f.air]
    if f.kind == "land":
        if which == LAND_POOL:
            return [u for u in units if u.land]
        fliers = [u for u in units if not u.land]
        inside = [u for u in fliers if u.number in f.air]
        shooters = [u for u in party(p, f, not attackers) if u.land and u.number in f.air]
        return inside if inside and not shooters else fliers
    subs = [u for u in units if u.kind == "submarine"]
    return subs if which == SUB_POOL else [u for u in units if u not in subs]


def capacity(units: list[Unit]) -> int:
    """How many hits they can take together. [6.2.2]"""
    return sum(2 if u.row["steps"] > 1 and not u.flipped else 1 for u in units)


def volley(p: Position, f: Fight, unit: Unit) -> int:
    """0 who surprises, 1 submarines, 2 all others. [6.5.3] [R83] [CARD.naval_surprise]"""
    if not p.advanced:
        return 2
    if f.kind == "land":
        by = fight_card(p, "surprise")
        if by and p.side_of(unit.serves) == p.major_side[by] and not unit.ship:
            return 0
        return 2
    if f.kind in ("naval", "transit"):
        if unit.serves in (fight_card(p, "naval_surprise"), zone_card(p, "naval_surprise", f.space)):
            return 0
        foes = party(p, f, unit.number not in f.attackers)
        if unit.kind == "submarine" and not all(u.air for u in foes):
            return 1
    return 2
