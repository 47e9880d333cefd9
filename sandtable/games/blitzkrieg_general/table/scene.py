"""The table of Blitzkrieg General as a scene: two maps with counters, and the panels beside them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Piece, Place, Scene
from sandtable.games.blitzkrieg_general.components import constants as const
from sandtable.games.blitzkrieg_general.components import words
from sandtable.games.blitzkrieg_general.components.state import Board
from sandtable.games.blitzkrieg_general.components.tables import Tables
from sandtable.games.blitzkrieg_general.table.panels import build_panels
from sandtable.games.blitzkrieg_general.table.view import covered
from sandtable.wargame.scenes import build_key, title_of

TITLE: Final = "Blitzkrieg General"
SIDES: Final = (*const.SIDE_IDS, "neutral")
SIDE_NAMES: Final = (*const.SIDE_NAMES, "Neutral")

# The symbol of each kind of unit.
SYMBOLS: Final = {
    const.INFANTRY: "infantry",
    const.ARMOR: "armor",
    const.HQ: "headquarters",
    const.NAVAL_HQ: "naval_headquarters",
    const.AIRCRAFT: "air",
    const.CONVOY: "convoy",
    const.TASK_FORCE: "fleet",
    const.SUBMARINE: "submarine",
}

# The meaning of the scene's signs in this game.
WORDS: Final = {
    "full": "full strength",
    "reduced": "flipped",
    "status": "moved, attacks, defends, supports, landed, unsupplied, carried",
    "held": "held by",
    "home": "home area of",
    "number": "production for its owner and for a conqueror",
    "limit": "stacking limit",
    "fortress": "fortress",
    "closed": "closed coast",
    "desert": "desert",
    "forest": "forest",
    "mountain": "mountain",
    "swamp": "swamp",
    "infantry": "infantry",
    "armor": "armor",
    "headquarters": "headquarters",
    "naval_headquarters": "naval headquarters",
    "air": "aircraft",
    "convoy": "convoy",
    "fleet": "task force",
    "submarine": "submarine",
    "passage": "strait or canal",
    "forbidden": "forbidden border",
    "barrier": "no passage",
    "swamp_border": "swamp border",
    "line": "fortress line",
    "high_mountain": "mountain border",
    "map_link": "to the other map",
}


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return what a seat sees of the table (None: a spectator)."""
    t = g.t
    key = build_key(SIDES, SIDE_NAMES, t.side_colour, t.side_letter, t.nation_colour, WORDS)
    names = (
        key.names | dict(zip(t.country_id, t.country_name, strict=True)) | short_names(tuple(t.country_id))
    )
    names |= {f"seas_{chart.id}": f"Seas: {chart.title}" for chart in t.charts}
    names |= {region: title_of(region) for region in t.region_id}
    return Scene(
        TITLE,
        headline(g, seat),
        build_places(g),
        build_edges(t),
        build_pieces(g, seat),
        build_panels(g, seat),
        key.colours,
        key.letters,
        names,
        t.drawn_ground,
        False,
        False,
        t.charts,
    )


@lru_cache(maxsize=10)
def short_names(ids: tuple[str, ...]) -> dict[str, str]:
    """Return the letters of each country on a tag: two, or four if others begin with the same two."""
    begins = [name[:2] for name in ids]
    return {f"short:{name}": (name[:4] if begins.count(name[:2]) > 1 else name[:2]).upper() for name in ids}


def headline(g: Board, seat: int | None) -> str:
    """Return the quarter and the phase, or the result."""
    if g.result is not None:
        return f"{words.quarter(g.turn).capitalize()} · {g.result.text}"
    return f"{words.quarter(g.turn).capitalize()} · {words.phase(g)}"


def build_board(g: Board) -> tuple[list[Place], list[Piece]] | None:
    """Return the maps with their pieces, if all players see the same. [A9.12]"""
    if g.rule(const.HIDDEN_STACKS):
        return None
    return build_places(g), build_pieces(g, None)


# ---------------------------------------------------------------- the maps


def build_places(g: Board) -> list[Place]:
    """Return all areas and zones; a place has the index of its space."""
    t = g.t
    found = [
        build_area(t, g.ids.space, area, g.control[area], g.side_of(g.control[area]), damage(g, area))
        for area in range(t.n_areas)
    ]
    return found + build_zones(t, g.ids.space)


def damage(g: Board, area: int) -> int:
    """Return the production that bombs have destroyed in an area; -1 for the destroyed fortress."""
    if area == g.t.fortress_area and not g.fortress:
        return -1
    return g.bombed[area]


@lru_cache(maxsize=10_000)
def build_area(t: Tables, ids: int, area: int, control: int, side: int, damaged: int) -> Place:
    """Return an area with its marks and holder; most look the same in every position."""
    marks: list[str] = []
    home = t.area_home[area]
    if home != const.NONE:
        marks.append("home:" + t.country_id[t.home_country[home]])
    if t.prod_left[area] or t.prod_right[area]:
        marks.append(f"number:{t.prod_left[area]}/{t.prod_right[area]}")
    if area == t.fortress_area and damaged >= 0:
        marks.append("fortress")
    if t.forbidden_coast[area]:
        marks.append("closed")
    limit = t.space_limit[area] or t.terrain_limit[t.area_terrain[area]]
    if limit:
        marks.append(f"limit:{limit}")
    if damaged > 0:
        marks.append(f"damage:{damaged}")
    if control != t.area_country[area]:
        marks.append("held:" + t.country_id[control])
    terrain = t.terrain_id[t.area_terrain[area]]
    return Place(
        -1 if t.impassable_area[area] else ids + area,
        t.space_id[area],
        t.space_name[area],
        t.space_lon[area],
        t.space_lat[area],
        "closed" if t.impassable_area[area] else "island" if t.is_island[area] else "land",
        SIDES[side],
        t.country_id[t.area_country[area]],
        () if terrain == "clear" else (terrain,),
        tuple(marks),
        t.region_id[t.area_region[area]],
        "",
        const.MAP_IDS[t.space_map[area]],
    )


@lru_cache(maxsize=100)
def build_zones(t: Tables, ids: int) -> list[Place]:
    """Return the sea zones, which never change."""
    return [
        Place(
            ids + zone,
            t.space_id[zone],
            t.space_name[zone],
            t.space_lon[zone],
            t.space_lat[zone],
            "sea",
            "neutral",
            "",
            (),
            (),
            f"seas_{const.MAP_IDS[t.space_map[zone]]}",
            "",
            const.MAP_IDS[t.space_map[zone]],
        )
        for zone in range(t.n_areas, t.n_spaces)
    ]


@lru_cache(maxsize=100)
def build_edges(t: Tables) -> list[Edge]:
    """Return the borders with their effects, the coasts, straits and canals."""
    edges: list[Edge] = []
    for link in range(t.n_links):
        a, b = t.link_a[link], t.link_b[link]
        kind = t.link_kind[link]
        marks: list[str] = []
        if t.link_river[link]:
            marks.append(f"river:{t.space_id[a]}")
        if t.link_mountain[link]:
            marks.append("high_mountain")
        if t.link_swamp[link]:
            marks.append("swamp_border")
        if t.link_forbidden[link]:
            marks.append("forbidden")
        if t.link_fortress[link] != const.NONE:
            marks.append(f"line:{t.space_id[t.link_fortress[link]]}")
        word = "land" if kind == const.LAND_LINK else "sea" if kind == const.SEA_LINK else "coast"
        gate = t.link_gate[link]
        if gate != const.NONE:
            word = "passage"
        edges.append(Edge(a, b, word, tuple(marks), t.gates[gate].name if gate != const.NONE else ""))
    return edges


# ---------------------------------------------------------------- counters


def build_pieces(g: Board, seat: int | None) -> list[Piece]:
    """Return the units of every space, identical ones as one piece."""
    t = g.t
    pieces: list[Piece] = []
    hidden = g.rule(const.HIDDEN_STACKS)
    for space in range(t.n_spaces):
        if g.at[space]:
            stand = tuple(
                [
                    (u, g.serves[u], g.side_of_unit(u), status(g, u))
                    for u in g.at[space]
                    if not (hidden and covered(g, seat, u))
                ]
            )
            pieces += build_stack(t, g.ids.unit, space, stand)
            if hidden:
                pieces += covered_stack(g, seat, space)
    return pieces


def status(g: Board, unit: int) -> str:
    """Return the face of a counter, "f" or "b", and its status."""
    face = "b" if g.cond[unit] & const.FLIPPED else "f"
    if g.carrier[unit] != const.NONE:
        return face + "carried"
    if g.cond[unit] & const.INVADING:
        return face + "landed"
    if g.cond[unit] & const.FLYING:
        return face + ("defends" if g.cond[unit] & const.REACTED else "attacks")
    if g.target[unit] != const.NONE:
        return face + "supports"
    if g.cond[unit] & const.UNSUPPLIED:
        return face + "unsupplied"
    return face + ("moved" if g.cond[unit] & const.MOVED else "")


@lru_cache(maxsize=20_000)
def build_stack(t: Tables, ids: int, space: int, stand: tuple[tuple[int, int, int, str], ...]) -> list[Piece]:
    """Return the units of a space by type, allegiance and status; few spaces change at a time."""
    found: dict[tuple[int, int, int, str], list[int]] = {}
    for unit, serves, side, word in stand:
        found.setdefault((side, t.unit_type[unit], serves, word), []).append(unit)
    pieces: list[Piece] = []
    for (side, kind, serves, word), units in found.items():
        of = t.type_kind[kind]
        if const.HQ <= of <= const.NAVAL_HQ:
            ratings = str(t.type_command[kind])
        elif t.type_steps[kind] > 1:
            ratings = f"{t.type_front[kind]}-{t.type_back[kind]}"
        else:
            ratings = str(t.type_front[kind])
        pieces.append(
            Piece(
                ids + units[0],
                space,
                t.type_id[kind],
                t.type_name[kind],
                SIDES[side],
                t.country_id[serves],
                SYMBOLS[of],
                ratings,
                word[0] == "f",
                len(units),
                word[1:],
                t.type_label[kind],
            )
        )
    return pieces


def covered_stack(g: Board, seat: int | None, space: int) -> list[Piece]:
    """Return the number of counters under the top of enemy stacks. [A9.12]"""
    found: list[Piece] = []
    for side in (0, 1):
        under = [u for u in g.at[space] if g.side_of_unit(u) == side and covered(g, seat, u)]
        if under:
            name = f"{len(under)} covered"
            found.append(Piece(-1, space, "covered", name, SIDES[side], "", "", "", True, 1, "", name, "tag"))
    return found
