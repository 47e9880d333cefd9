"""Countries that enter the war, change sides, surrender or are occupied, by the book.

Each function returns what lies on the whole map afterwards. [3.3.1] [3.4.1] [4.7.1] [7.1] [8]
"""

from collections import Counter
from typing import Any

from tests.games.other_side.referee import atlas
from tests.games.other_side.referee.ground import Ground, ground
from tests.games.other_side.referee.position import Position, holds

Map = dict[str, Ground]
ALLIES = ("western", "soviet")
VICHY = ("southern_france", "northern_africa")
MAINLAND, AFRICA = ("northern_italy", "southern_italy"), ("northern_africa", "libya", "egypt")
# Where a list of effects stands, as the engine numbers it: the deck and the entry of the card.
LISTS = ("effects", "on_play", "success", "strategic_events", "combat_events")


def on_map(p: Position) -> Map:
    """Return alignment and Disks of all Areas and Bases."""
    bases = {base: (p.align[base], 0, 0, "") for base in atlas.BASE}
    return {area: ground(p, area) for area in atlas.AREAS} | bases


def homes(p: Position, country: str) -> list[str]:
    """8.2: the Home Areas of a country; Vichy France has two."""
    areas: list[str] = atlas.COUNTRY[country]["home_areas"]
    return [a for a in areas if country != "france" or p.france != "vichy" or a in VICHY]


def neutral(p: Position, country: str) -> list[str]:
    """Return those of them that are Neutral."""
    return [area for area in homes(p, country) if p.align[area] == "neutral"]


def satellite(p: Position, country: str) -> Map:
    """3.3.1: Axis Disks to the highest Sectors under Satellite markers; Bases are Occupied."""
    found = on_map(p)
    for area in neutral(p, country):
        found[area] = ("satellite", atlas.TOP[area], 0, "")
    for base in atlas.COUNTRY[country]["home_bases"]:
        if p.align[base] == "neutral":
            found[base] = ("occupied", 0, 0, "")
    return found


def recruits(p: Position, country: str) -> Counter[tuple[str, str]]:
    """3.3.1: where a country's Armies are then: one in each Home Area with room, some in the pool."""
    found = Counter((kind, p.place[unit]) for unit, kind in enumerate(atlas.KIND) if kind == country)
    places = [area for area in neutral(p, country) if len(p.stack[area]) < atlas.STACK[area]]
    places += ["pool"] * atlas.COUNTRY[country]["satellite_armies_in_pool"]
    for place in places[: found[country, "out"]]:
        found[country, "out"] -= 1
        found[country, place] += 1
    return +found


def western(p: Position, country: str) -> Map:
    """3.4.1: a Western Disk in the lowest free Sector, Disputed where the Axis has one."""
    found = on_map(p)
    if p.country[country] != "neutral":
        return found
    for area in neutral(p, country):
        sector = p.axis[area]
        found[area] = ("disputed" if sector else "western", sector, sector + 1, "western")
    for base in atlas.COUNTRY[country]["home_bases"]:
        if p.align[base] == "neutral":
            found[base] = ("western", 0, 0, "")
    return found


def ussr(p: Position) -> Map:
    """7.1: Area 5 is Disputed with a Soviet Disk in Sector 2, Areas 6 to 13 are Soviet from Sector 1."""
    found = on_map(p)
    if p.country["ussr"] == "neutral":
        found["baltic_states"] = ("disputed", 1, 2, "soviet")
        for number in range(6, 14):
            found[atlas.BY_NUMBER[number]] = ("soviet", 0, 1, "soviet")
    return found


def occupied(p: Position, areas: list[str]) -> Map:
    """4.7.1a: the Axis Disk in the highest Sector under an Occupied marker."""
    return on_map(p) | {area: ("occupied", atlas.TOP[area], 0, "") for area in areas}


def surrender(p: Position) -> Map:
    """4.7.1b: two Areas are Occupied, two are Neutral Vichy France, with a Disk in Metz."""
    if p.france != "third_republic":
        return on_map(p)
    vichy: Map = {"southern_france": ("neutral", 2, 0, ""), "northern_africa": ("neutral", 0, 0, "")}
    return occupied(p, ["belgium_holland", "northern_france"]) | vichy


def italy(p: Position, status: str) -> Map:
    """8.1: at the Occupation the mainland is Occupied, and what the Axis holds in Africa is Western."""
    found = on_map(p)
    if status != "occupation" or p.italy == "occupation":
        return found
    for area in MAINLAND:
        if p.align[area] == "satellite":
            found[area] = ("occupied", *found[area][1:])
    for area in AFRICA:
        if p.align[area] not in ("neutral", "western"):
            found[area] = ("western", 0, 1, "western")
    return found


def left_in_italy(p: Position) -> Counter[tuple[str, str]]:
    """8.1: Satellite Armies leave the mainland, all Armies what becomes Western, Italy's the Force Pool."""
    lost = [area for area in AFRICA if p.align[area] not in ("neutral", "western")]
    found: Counter[tuple[str, str]] = Counter()
    for kind, place in zip(atlas.KIND, p.place, strict=True):
        german = kind in atlas.GERMAN
        gone = place in lost or (not german and place in MAINLAND) or (kind == "italy" and place == "pool")
        found[kind, ("pool" if german else "removed") if gone else place] += 1
    return found


def vichy_ends(p: Position) -> Map:
    """8.2: what was a Satellite is Occupied."""
    found = on_map(p)
    for area in VICHY:
        if p.france != "ffl" and p.align[area] == "satellite":
            found[area] = ("occupied", *found[area][1:])
    return found


def switched(p: Position, country: str, to: str) -> Map:
    """Rulings R46 and R91: Home Areas that no Ally holds change; a Festung Sector stays German."""
    found = on_map(p)
    for area in homes(p, country):
        if p.align[area] in ALLIES:
            continue
        held = 1 if area in atlas.FESTUNG and p.axis[area] else 0
        if to == "neutral":
            found[area] = ("neutral", held, 0, "")
        else:
            found[area] = ("disputed" if held else to, held, held + 1, to)
    return found


def after(p: Position, effect: dict[str, Any]) -> Map:
    """Return the map after an effect of a card; most change nothing there."""
    match effect["op"]:
        case "activate_satellite":
            return satellite(p, effect["country"])
        case "activate_western":
            return western(p, effect["country"])
        case "activate_ussr":
            return ussr(p)
        case "occupy":
            return occupied(p, [effect["area"]])
        case "france_surrenders":
            return surrender(p)
        case "italy_status":
            return italy(p, effect["to"])
        case "vichy_collapse":
            return vichy_ends(p)
        case "country_switches":
            return switched(p, effect["country"], effect["to"])
    return on_map(p)


def effect_at(args: list[int]) -> dict[str, Any] | None:
    """Return the effect that a list of a card has next, or nothing at its end or for Generals and Projects.

    The arguments are the chooser, the entry, the list, the card, and a way through choices and conditions.
    """
    _, at, kind, card, *path = args
    if kind >= len(LISTS):
        return None
    row = atlas.DIRECTIVES[card] if kind < 3 else atlas.EVENTS[LISTS[kind]][card]
    found = row[LISTS[kind] if kind < 3 else "effects"]
    for n, way in zip(path[::2], path[1::2], strict=True):
        step = found[n]
        found = step["options"][way] if step["op"] == "choice" else (step["then"], step["else"])[way]
    return dict(found[at]) if at < len(found) else None


def way_of(p: Position, effect: dict[str, Any]) -> int:
    """Return which branch of a condition is taken."""
    return 0 if holds(p, effect["cond"]) else 1
