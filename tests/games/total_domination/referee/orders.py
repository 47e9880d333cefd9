"""Which operations are legal and what they cost: moves, attacks, deployments, Air Fleets, icons."""

from typing import NamedTuple

from tests.games.total_domination.atlas import AREA, HOME, LINK, NEAR, POWER, TECH, UNIT
from tests.games.total_domination.referee.book import Position
from tests.games.total_domination.referee.components import (
    ALLIES,
    AXIS,
    COUNTERS,
    FOES,
    STANDS,
    U_BOATS_IN,
)


class Coasts(NamedTuple):
    """The coasts on which a unit was the first in this turn: armies over land, fleets over sea. [6.2d]"""

    land: frozenset[str] = frozenset()
    sea: frozenset[str] = frozenset()


# --- moves


def fits(p: Position, unit: int, area: str) -> bool:
    """[3.5a] [3.7c] [11.4f]"""
    if p.type(unit) == "air_fleet" and area == "arctic":
        return False
    return AREA[area].kind in STANDS[p.type(unit)]


def unoccupied(p: Position, area: str, who: str) -> bool:
    """Nobody is there, or nothing but somebody else's Air Fleets. [6.2b] [6.2g]"""
    return not p.soldiers(area) and not [u for u in p.crowd(area) if p.player(u) == who]


def may_step(p: Position, unit: int, start: str, area: str, coasts: Coasts) -> bool:
    """Whether a unit may make its last step from an area of its player into one that is not its player's."""
    who = p.player(unit)
    if p.barred(area, who) or not fits(p, unit, area):
        return False
    there = p.crowd(area)
    if there and all([p.player(u) == who for u in there]):
        return p.room(area)  # [R10]
    if p.soldiers(area) or p.type(unit) == "air_fleet":  # [6.2f] [6.2g] [R11]
        return False
    if AREA[area].kind != "coastal":
        return True
    link = LINK[frozenset((start, area))].kind  # [6.2d]
    if link == ("sea" if p.type(unit) == "fleet" else "land"):
        return True
    return area in (coasts.land if link == "land" else coasts.sea)


def goals(p: Position, unit: int, coasts: Coasts) -> set[str]:
    """Where a unit may end a move. [6.2b] [6.2c] [6.2h] [6.2j]"""
    if p.type(unit) == "resistance" or unit in p.used:  # [11.1.Ac]
        return set()
    here = p.place[unit]
    if p.type(unit) == "u_boot":
        return harbours(p) - {here}
    who = p.player(unit)
    found: set[str] = set()
    for area in p.base(here, who):
        if fits(p, unit, area) and p.room(area):
            found.add(area)
        for there in p.near(area):
            if p.holder[there] != who and may_step(p, unit, area, there, coasts):
                found.add(there)
    return found - {here}


def harbours(p: Position) -> set[str]:
    """U-boat areas with room for one more. [3.7d] [11.2c]"""
    return {a for a in p.holder if AREA[a].uboat and len(p.of_type(a, "u_boot")) < 2}


def first_over(p: Position, unit: int, area: str) -> str:
    """The kind of link over which a move makes a unit the first into an unoccupied coast; "": none. [6.2d]"""
    who = p.player(unit)
    if AREA[area].kind != "coastal" or p.holder[area] == who or not unoccupied(p, area, who):
        return ""
    link = {"army": "land", "fleet": "sea"}.get(p.type(unit), "")
    beside = [a for a in p.base(p.place[unit], who) if a in NEAR[area]]
    return link if any([LINK[frozenset((a, area))].kind == link for a in beside]) else ""


def move_cost(p: Position, unit: int) -> int:
    """[6.2a] [8.1.A1] [8.1.B1] [6.2h]"""
    if p.type(unit) == "u_boot":
        return 2
    helps = "landing_crafts" if p.type(unit) == "fleet" else "mechanization"
    return 1 if helps in p.techs(p.player(unit)) else 2


# --- attacks


def exposed(p: Position, unit: int, who: str) -> bool:
    """Whether a player may attack a unit, points aside. [6.3a] [6.3c] [6.3d] [3.5c]"""
    if not p.enemies(unit, who):
        return False
    area = p.place[unit]
    if p.type(unit) in ("u_boot", "resistance"):
        hunter = "fleet" if p.type(unit) == "u_boot" else "army"
        return any([p.in_supply(u) for u in p.of_type(area, hunter) if p.player(u) == who])
    if p.type(unit) == "air_fleet" and p.soldiers(area):
        return False
    if AREA[area].capital and area in p.home_of(who):
        return True
    # Any unit will do that can do anything: no used Air Fleet [11.1.Ac], and Resistance is nobody's own.
    beside = [u for a in p.near(area) for u in p.stack[a] if p.player(u) == who]
    return any([u not in p.used and p.in_supply(u) for u in beside])


def attack_cost(p: Position, unit: int, who: str) -> int:
    """[6.3b] [6.3d] [8.1.A2] [8.1.A3] [8.1.B2] [8.1.B3] [R14]"""
    if p.type(unit) in ("u_boot", "resistance"):
        return 2
    techs = p.techs(who)
    coast = AREA[p.place[unit]].kind == "coastal"
    planes, carriers = "attack_aircraft" in techs, "aircraft_carriers" in techs
    if p.type(unit) == "fleet":
        cost = 1 if carriers else 2 if "heavy_battleships" in techs else 3
        less = coast and planes
    else:
        cost = 1 if planes else 2 if "self_propelled_artillery" in techs else 3
        less = coast and carriers
    return max(1, cost - 1 if less else cost)


# --- deployment


def deploy_cost(p: Position, kind: str, who: str) -> int:
    """[6.1a] [6.1f] [8.1.C1] [8.1.C2]"""
    if UNIT[kind].type == "u_boot":
        return 2
    return 2 if ("shipyard" if UNIT[kind].type == "fleet" else "arsenal") in p.techs(who) else 3


def grounded(p: Position, who: str) -> bool:
    """Whether a player has all its Air Fleets, those of a power yet to join counted too. [6.1e] [R15]"""
    nations = [n for n in POWER if n == who or POWER[n].player == who]
    planes = [u for u, area in enumerate(p.place) if area and p.type(u) == "air_fleet"]
    mine = [u for u in planes if UNIT[COUNTERS[u]].nation in nations]
    return len(mine) >= (2 if "heavy_bombers" in p.techs(who) else 1)  # [8.1.A4]


def sites(p: Position, kind: str, who: str) -> set[str]:
    """Where a player may deploy a unit of a kind. [6.1b] [6.1c] [6.1e] [6.1f] [6.1g] [9.0c]"""
    row = UNIT[kind]
    if not p.supply_of(kind) or row.type == "resistance" or p.lord[row.nation] != who:
        return set()
    if row.type in ("air_fleet", "u_boot") and not p.special:
        return set()
    if row.type == "u_boot":
        return harbours(p) if row.count - len(p.supply_of(kind)) < U_BOATS_IN.get(p.year, 3) else set()
    if row.type == "air_fleet" and grounded(p, who):
        return set()
    return {a for a in HOME[row.nation] if ready_to_build(p, a, row.type, who)}


def ready_to_build(p: Position, area: str, type_: str, who: str) -> bool:
    """The building, no damage, room and no enemy unit. [3.5e] [3.5f] [6.1b] [6.1h]"""
    if not (AREA[area].shipyard if type_ == "fleet" else AREA[area].factory) or area in p.damage:
        return False
    strangers = [u for u in p.stack[area] if p.player(u) not in (who, "allies" if who in ALLIES else who)]
    return p.room(area) and not strangers


# --- Air Fleets


def within_two(p: Position, area: str) -> set[str]:
    """At most two links away, over areas of any kind. [11.1.Aa] [R18]"""
    next_door = set(p.near(area))
    return {area} | next_door | {b for a in next_door for b in p.near(a)}


def struck(p: Position, area: str, who: str, points: int) -> set[int]:
    """The units in an area that an Air Strike may destroy next. [11.1.Ad] [6.3c] [6.3d] [R54]"""
    found: set[int] = set()
    for unit in p.crowd(area):
        last = p.type(unit) != "air_fleet" or not p.soldiers(area)
        if last and p.enemies(unit, who) and attack_cost(p, unit, who) <= points:
            found.add(unit)
    return found


def raids(p: Position, unit: int, points: int) -> set[str]:
    """The areas that an Air Fleet may strike with these points. [11.1.Aa] [11.1.Ab]"""
    if unit in p.used or not p.in_supply(unit):
        return set()
    near = within_two(p, p.place[unit])
    return {a for a in near if struck(p, a, p.player(unit), points)}


def flyers(p: Position, who: str) -> list[int]:
    """A player's Air Fleets on the board."""
    return [u for u in p.all_of(who) if p.type(u) == "air_fleet"]


def works(p: Position, unit: int) -> set[str]:
    """What an Air Fleet may bombard; a second marker would change nothing. [11.1.Ba] [11.1.Bb]"""
    near = within_two(p, p.place[unit])
    held = {a for a in near if p.holder[a] in FOES[p.player(unit)]}
    return {a for a in held if AREA[a].factory or AREA[a].shipyard} - p.damage


# --- Logistics


def axis_homes(p: Position) -> set[str]:
    """[R20]"""
    return p.home_of("germany") | p.home_of("japan")


def puppet_kinds(p: Position, who: str) -> set[str]:
    """[7.2.C]"""
    return {k for k in UNIT if UNIT[k].type == "army" and p.lord[UNIT[k].nation] == who and p.supply_of(k)}


def puppet_sites(p: Position, who: str, taken: set[str]) -> set[str]:
    """Occupied areas with a unit of the player, one army for each. [7.2.C]"""
    if not puppet_kinds(p, who):
        return set()
    held = {a for a in p.holder if p.holder[a] == who and p.crowd(a)} - axis_homes(p) - taken
    return {a for a in held if AREA[a].kind != "island" and p.room(a)}


def resistance_sites(p: Position) -> set[str]:
    """[7.2.Da] [3.7f]"""
    if not p.supply_of("resistance"):
        return set()
    held = {a for a in p.holder if p.holder[a] in AXIS} - axis_homes(p)
    return {a for a in held if AREA[a].kind != "island"}


def ready_techs(names: list[str]) -> list[str]:
    """Of technologies in a row those that can be developed in this order, each once. [8.0f] [R25]"""
    found: list[str] = []
    for name in names:
        if developable(set(found), name):
            found.append(name)
    return found


def developable(known: set[str], tech: str) -> bool:
    """Whether a power that knows these may develop a technology. [8.0f] [R25]"""
    row = TECH[tech]
    if tech in known or not known >= set(row.requires_all):
        return False
    return not row.requires_any or bool(known & set(row.requires_any))
