"""Replacements, Directives and Positions by the book. [3.1.2] [3.2] [3.3] [3.4] [4.3]"""

from tests.games.other_side.referee import atlas
from tests.games.other_side.referee.ground import land_supply
from tests.games.other_side.referee.position import Position, holds

COST = {"military": "mid_cost", "political": "pod_cost", "production": "prd_cost"}
ROW = {"military": 3, "political": 4, "production": 5}
BETTER = {"reduced": "regular", "regular": "panzer"}


# --- Replacements


def deployments(p: Position) -> set[str]:
    """3.1.2, 8.1: Areas that can take a Reduced Army."""
    limit = {"independence": 0, "intervention": 1, "occupation": 99}[p.italy]
    italy_full = sum(p.german(area) for area in atlas.ITALY) >= limit
    found = {a for a in atlas.AREAS if p.axis[a] and len(p.stack[a]) < atlas.STACK[a]}
    found = {a for a in found if p.supply[a] != "isolated" and not (a in atlas.ITALY and italy_full)}
    return found if p.pool()["reduced"] else set()


def exchanges(p: Position) -> set[tuple[str, str]]:
    """3.1.2: Areas and kinds of Armies that can become better."""
    pool = p.pool()
    found = set()
    for area in atlas.AREAS:
        for unit in p.stack[area]:
            kind = atlas.KIND[unit]
            if kind in BETTER and pool[BETTER[kind]] and p.supply[area] != "isolated":
                found.add((area, kind))
    return found


def recruits(p: Position) -> set[str]:
    """3.1.2d: Home Areas with Land Supply of Satellites that have an Army in the Force Pool."""
    supplied, pool = land_supply(p), p.pool()
    found = set()
    for country, state in p.country.items():
        if state == "satellite" and pool[country]:
            for area in set(atlas.COUNTRY[country]["home_areas"]) & supplied:
                if len(p.stack[area]) < atlas.STACK[area]:
                    found.add(area)
    return found


# --- Directives


def achieved(p: Position, card: int) -> bool:
    """4.7.1: all Objectives hold."""
    row = atlas.DIRECTIVES[card]
    sectors = [atlas.SECTOR[name] for name in row["objective_sectors"]]
    if not all(n <= p.axis[area] for area, n in sectors):
        return False
    return all(p.controlled(b) for b in row["objective_bases"]) and holds(p, row["objective_cond"])


def playable(p: Position, deck: str, spent: int) -> set[int]:
    """3.2, 3.3, 3.4: the selected cards whose prerequisites hold and whose cost is left."""
    left = p.raw["production"][ROW[deck]] - spent
    found = set()
    for card, row in enumerate(atlas.DIRECTIVES):
        if row["deck"] != deck or p.directives[card] != "selected" or row[COST[deck]] > left:
            continue
        if not holds(p, row["prerequisite"]):
            continue
        if row.get("kind") == "project" and p.flagged("sections_played", atlas.PROJECTS.index(row["id"])):
            continue
        if deck == "military":
            active = [atlas.DIRECTIVES[n] for n in p.raw["active"]] + [row]
            land, sea = (sum(r[key] for r in active) for key in ("land_pawns", "amphibious_pawns"))
            if achieved(p, card) or land > 3 or sea > 1:
                continue
        found.add(card)
    return found


# --- Positions


def heads_wanted(p: Position, area: str) -> int:
    """4.3: none for one German Army, one for two to four, two for five; as many as there are boxes."""
    german = p.german(area)
    return min(0 if german < 2 else 1 if german < 5 else 2, atlas.BOXES[area])


def fits(general: int, area: str) -> bool:
    """Return whether a General's card lets him command in an Area."""
    bound = atlas.special(general, "command_areas")
    return bound is None or area in bound["areas"]


def alone(general: int, area: str) -> bool:
    """Return whether a General's card lets him command a single Army there."""
    row = atlas.special(general, "head_with_one_army")
    return row is not None and area in row["areas"]


def in_play(p: Position, seat: int) -> list[int]:
    """Return the Generals on a player's board."""
    there = ("available", "activated", "in_command")
    return [n for n, where in enumerate(p.where) if where in there and p.owner[n] == seat]


def candidates(p: Position, seat: int, area: str) -> set[int]:
    """4.3.2: the most senior Available one, or any other at least as senior; `area` is "" for an OB."""
    able = [n for n in in_play(p, seat) if not area or fits(n, area)]
    able = [n for n in able if not (p.flagged("appointed", n) and p.where[n] == "in_command")]
    top = max([atlas.SENIORITY[n] for n in able if p.where[n] == "available"], default=0)
    return {n for n in able if atlas.SENIORITY[n] >= top}


def replacers(p: Position, seat: int) -> set[int]:
    """4.3.2: Personnel's Generals of any space who outrank somebody in a Position."""
    held = [(area, head) for area in atlas.AREAS for head in p.heads[area]]
    held += [("", ob) for ob in p.ob.values() if ob >= 0]
    found = set()
    for n in in_play(p, seat):
        for area, head in held:
            single = area != "" and p.german(area) == 1 and not alone(n, area)
            if atlas.SENIORITY[head] < atlas.SENIORITY[n] and (not area or fits(n, area)) and not single:
                found.add(n)
    return found
