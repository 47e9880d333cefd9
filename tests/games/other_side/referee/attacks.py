"""Offensives, Landings and Combats by the book. [4.4] [4.5] [4.6] [6]"""

from collections import Counter

from tests.games.other_side.referee import atlas
from tests.games.other_side.referee.position import USSR_WAR, Fight, Position

ALLIED = ("western", "soviet")
LAND_PAWNS, SEA_PAWNS = 3, 1


def beside(p: Position, spaces: set[str]) -> bool:
    """Return whether one of these Areas is controlled by the Axis."""
    return any(p.controlled(space) for space in spaces)


def axis_targets(p: Position, card: int) -> set[str]:
    """4.4: where a pawn of an active card may lie now."""
    row = atlas.DIRECTIVES[card]
    pawns, by_sea = p.spaces("pawns"), p.spaces("sea_pawns")
    mine = {s for s in pawns if p.raw["pawn_card"][atlas.SPACES.index(s)] == card}
    land = min(row["land_pawns"] - len(mine - by_sea), LAND_PAWNS - len(pawns - by_sea))
    sea = min(row["amphibious_pawns"] - len(mine & by_sea), SEA_PAWNS - len(by_sea))
    found = set()
    for space in set(row["areas"]) - pawns - {"urals"}:
        allied = p.align[space] in ALLIED
        over_land = p.align[space] == "disputed" or (allied and beside(p, atlas.LAND[space]))
        over_sea = allied and beside(p, atlas.SEA[space])
        if (space in atlas.AREA and over_land and land > 0) or (over_sea and sea > 0):
            found.add(space)
    return found


def western_pawns(p: Position) -> set[str]:
    """4.5.2: where the West attacks."""
    found = set()
    for area in atlas.AREAS:
        if (p.align[area] == "disputed" and p.side[area] == "western") or (
            p.controlled(area) and any(p.align[b] == "western" for b in atlas.LAND[area])
        ):
            found.add(area)
    return found - p.spaces("no_west")


def soviet_pawns(p: Position) -> set[str]:
    """4.6: where the Soviets attack."""
    found: set[str] = set()
    if p.raw["ussr"] != USSR_WAR:
        return found
    for area in atlas.AREAS:
        if atlas.FRONT[area] != "east":
            continue
        lines = {b for b in atlas.LAND[area] if (area, b) not in atlas.NO_SOVIETS}
        if p.align[area] == "disputed":
            if p.side[area] == "soviet":
                found.add(area)
        elif (p.controlled(area) or p.align[area] == "neutral") and any(
            p.align[b] == "soviet" for b in lines
        ):
            found.add(area)
    return found - p.spaces("no_soviet")


def landing(p: Position) -> str:
    """4.5.1: where the next Combat card lets the West land; "" for nowhere."""
    if 50 not in p.raw["landing_markers"] or p.season == "winter":
        return ""
    row = atlas.landings(p.raw["combat_deck"][-1], p.year)
    seasons = {"fall": ("fall",), "summer_fall": ("summer", "fall"), "landing": ("spring", "summer", "fall")}
    if p.season not in seasons.get(row["season"], ()):
        return ""
    for number in row["priority"]:
        if p.align[atlas.BY_NUMBER[number]] in ("neutral", "occupied", "satellite"):
            return atlas.BY_NUMBER[number]
    return ""


# --- who fights [6.2] [6.9]


def fresh(p: Position, area: str) -> list[int]:
    """Return the Armies that have not attacked in this Operations Phase."""
    return [unit for unit in p.stack[area] if not p.flagged("fought", unit)]


def carried(p: Position, area: str) -> list[int]:
    """6.9: only German Regular and Satellite Armies go by sea."""
    return [u for u in fresh(p, area) if atlas.KIND[u] == "regular" or atlas.KIND[u] not in atlas.GERMAN]


def fighters(p: Position, f: Fight, source: str) -> list[int]:
    """Return the Armies of an Area that may attack."""
    if f.row["amphibious"]:
        return carried(p, source)
    return p.stack[source] if source == f.area else fresh(p, source)


def sources(p: Position, f: Fight) -> set[str]:
    """6.2.1: from which Areas the Axis can attack."""
    sea = bool(f.row["amphibious"])
    if not sea and p.align[f.area] == "disputed":
        return {f.area} if p.stack[f.area] else set()
    found = set()
    for area in (atlas.SEA if sea else atlas.LAND)[f.area]:
        if area not in p.stack or p.align[area] == "neutral" or not fighters(p, f, area):
            continue
        if p.last_stays(area) and f.area in atlas.AREA:
            continue  # 6.7.1: one Army must go and one must stay
        found.add(area)
    return found


def leaders(p: Position, seat: int, head: int) -> set[int]:
    """6.2.2: Available, junior to the Head, of the highest Seniority or the next lower one."""
    found = [n for n, where in enumerate(p.where) if where == "available" and p.owner[n] == seat]
    found = [n for n in found if head < 0 or atlas.SENIORITY[n] < atlas.SENIORITY[head]]
    best = sorted({atlas.SENIORITY[n] for n in found}, reverse=True)[:2]
    return {n for n in found if atlas.SENIORITY[n] in best}


# --- dice [6.3] [6.4]


def terrain(f: Fight) -> str:
    """Return the terrain of the Combat Sector."""
    return atlas.TERRAIN[f.area, f.row["sector"]]


def combat_sector(p: Position, f: Fight) -> int:
    """6: the Sector with the Allied Disk if the Axis attacks, else the one with the Axis Disk."""
    return p.ally[f.area] if f.attacking else p.axis[f.area]


def allied_dice(p: Position, f: Fight) -> int:
    """6.1, 6.3: how many dice the Allies roll."""
    row = atlas.cell(f.faction, f.row["card"], p.year)
    found: int = row["defense" if f.attacking else "attack"] + f.row["more_allied"]
    sector = combat_sector(p, f)
    ground = atlas.TERRAIN[f.area, sector]
    if f.attacking:
        found += 1 if ground == "rough" else 0
        found += 2 if ground == "fortified" or p.landing[f.area] == sector else 0
    elif f.faction == "soviet":
        found += p.raw["soviet_dice"]
    if f.faction == "western" and p.air[atlas.FRONT[f.area]] == 1 and p.season != "winter":
        found += 1
    for other, whose in atlas.EXTRA[f.area]:
        found += whose == f.faction and p.align[other] == f.faction
    return max(0, found)


def axis_dice(p: Position, f: Fight) -> Counter[str]:
    """6.4, 6.9: the Axis dice by colour, without what Generals and Projects add."""
    weak = p.supply[f.source] == "isolated" and not f.row["amphibious"]
    lesser = {"panzer": "grey", "regular": "white"} if weak else {}
    dice = [lesser.get(atlas.KIND[u]) or atlas.DIE_OF.get(atlas.KIND[u], "yellow") for u in f.units]
    if f.area in atlas.STACK:
        dice = dice[: atlas.STACK[f.area]]
    if p.air[atlas.FRONT[f.area]] == 5 and p.season != "winter":
        dice.append("white")
    if not f.attacking and not f.row["amphibious"] and terrain(f) == "rough":
        dice.append("white")
    return Counter(dice + f.more_axis)


def may_add_dice(p: Position, f: Fight) -> bool:
    """Return whether a General or a Project here has a rule that adds Axis dice."""
    rows = [atlas.GENERALS[n]["combat"]["effects"] for n in (f.head, f.leading) if n >= 0]
    ob = p.ob[atlas.FRONT[f.area]]
    if ob >= 0:
        rows += [row.get("effects", []) for row in atlas.GENERALS[ob]["special"]]
    done = {name for n, name in enumerate(atlas.PROJECTS) if p.raw["project"][n] == 9}
    for card in atlas.DIRECTIVES:
        if card["id"] in done:
            rows.append([row["effect"] for row in card["lasting"]])
    return any(effect["op"] == "add_dice" for row in rows for effect in row)


def hits(dice: list[tuple[str, str]], plains: bool, more: int) -> int:
    """A hit is one Hit, a tank two in Plains and one elsewhere; cards and Generals change the sum."""
    faces = Counter(face for _, face in dice)
    return max(0, faces["hit"] + faces["tank"] * (2 if plains else 1) + more)


def capacity(p: Position, space: str) -> int:
    """6.9: the small number of the box of Air/Naval Control."""
    return {5: 2, 4: 1, 3: 1}.get(p.air[atlas.FRONT[space]], 0)
