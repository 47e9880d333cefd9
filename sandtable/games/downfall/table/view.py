"""The position as a seat may know it, ready for JSON. Only developments are hidden. [4.6b]"""

from __future__ import annotations

from typing import Any

from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import ACTION_IDS, ALLIES
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.rules import combat, missions

PHASES = ("beginning", "free", "combat", "after_combat")
STATUS = ("neutral", "at_war", "surrendered")
TILE_STATES = ("unused", "in_progress", "available")


def knows(g: Board, seat: int | None, tile: int) -> bool:
    """Return whether a seat knows the progress of a tile."""
    return (
        not g.secret_tiles
        or g.tile_known[tile]
        or (seat is not None and g.seat_of[g.t.tile_side[tile]] == seat)
    )


def build_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the position as a seat sees it."""
    t = g.t
    return {
        "turn": g.turn,
        "turn_name": t.turn_name[g.turn],
        "side": t.side_id[g.side],
        "phase": PHASES[g.phase],
        "barbarossa_turn": g.barbarossa,
        "areas": {t.area_id[a]: area_view(g, a) for a in range(t.n_areas)},
        "sides": {t.side_id[s]: side_view(g, s, seat) for s in range(3)},
        "countries": {t.country_id[c]: STATUS[g.status[c]] for c in range(t.n_countries)},
        "partisans": g.partisans,
        "attacks": [attack_view(g, i) for i in range(len(g.attacks))],
        "atlantic": atlantic_view(g, seat),
        "bombing": {t.air_id[k]: g.bombers[k] for k in range(t.n_air) if g.bombers[k]},
        "pool": {t.type_id[k]: count_pool(g, k) for k in range(t.n_types)},
    }


def atlantic_view(g: Board, seat: int | None) -> dict[str, Any]:
    """Return the Battle of the Atlantic, without warships that are secret to the seat. [4.6b]"""
    tile = g.t.tile_of[ALLIES][g.t.advanced_warships]
    warships = g.tile(ALLIES, g.t.advanced_warships) and knows(g, seat, tile)
    return {
        "basic": g.atlantic[0],
        "advanced": g.atlantic[1],
        "effective": missions.has_enough_boats(g, warships),
    }


def count_pool(g: Board, kind: int) -> int:
    """Return how many counters of a type are free."""
    first = g.t.first_unit[kind]
    return sum([1 for u in range(first, first + g.t.type_count[kind]) if g.place[u] < 0])


def area_view(g: Board, area: int) -> dict[str, Any]:
    """Return who controls an area and who stands in it."""
    view: dict[str, Any] = {"control": g.t.side_id[g.control[area]]}
    if g.at[area]:
        view["armies"] = [army_view(g, unit) for unit in g.at[area]]
    if g.beach[area]:
        view["beachheads"] = [g.t.side_id[s] for s in range(3) if g.beach[area] >> s & 1]
    return view


def army_view(g: Board, unit: int) -> dict[str, Any]:
    """Return a counter on the map."""
    t = g.t
    cond = g.cond[unit]
    return {
        "id": g.ids.unit + unit,
        "type": t.type_id[t.unit_type[unit]],
        "side": t.side_id[t.unit_side[unit]],
        "full": cond & const.STEPS == const.FULL,
        "ready": cond & const.READY != 0,
        "operated": cond & const.OPERATED != 0,
        "role": "attacks" if cond & const.ATTACKS else "supports" if cond & const.SUPPORTS else "",
        "landed": cond & const.LANDED != 0,
    }


def attack_view(g: Board, index: int) -> dict[str, Any]:
    """Return a declared attack with its present factors."""
    attack = g.attacks[index]
    first = g.ids.unit
    return {
        "area": g.t.area_id[attack.area],
        "attacker": first + attack.attacker,
        "defender": first + attack.defender,
        "supports": [first + unit for unit in attack.supports],
        "air": attack.air >= 0,
        "attack_factor": combat.attack_factor(g, attack),
        "defence_factor": combat.defence_factor(g, attack),
    }


def side_view(g: Board, side: int, seat: int | None) -> dict[str, Any]:
    """Return a side's stock and developments; what the seat may not know is only counted."""
    t = g.t
    tiles: dict[str, str] = {}
    hidden = [0, 0, 0]
    for tile in range(t.n_tiles):
        if t.tile_side[tile] != side:
            continue
        if knows(g, seat, tile):
            tiles[t.tile_id[tile]] = TILE_STATES[g.tiles[tile]]
        else:
            hidden[g.tiles[tile]] += 1
    active = side == g.side
    return {
        "war": "total" if g.total_war[side] else "limited",
        "supply": g.supply[side],
        "armor": g.armor[side],
        "air": {
            t.air_id[k]: {"basic": g.air[2 * k], "advanced": g.air[2 * k + 1]}
            for k in t.air_kinds_of_side[side]
        },
        "submarines": {"basic": g.subs[0], "advanced": g.subs[1]} if side == t.sub_side else {},
        "tiles": tiles,
        "hidden_tiles": {
            "unused": hidden[const.UNUSED],
            "in_progress": hidden[const.IN_PROGRESS],
            "available": hidden[const.AVAILABLE],
        },
        "actions_left": g.actions_left if active else 0,
        "points": g.points if active else 0,
        "taken": {
            ACTION_IDS[a]: g.actions_taken[a]
            for a in range(len(g.actions_taken))
            if active and g.actions_taken[a]
        },
    }
