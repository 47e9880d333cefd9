"""The table of Downfall as a scene: the map and its counters, with the panels of one seat."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Piece, Place, Scene
from sandtable.games.downfall.components import constants as const
from sandtable.games.downfall.components.constants import NEUTRAL
from sandtable.games.downfall.components.ids import AREA
from sandtable.games.downfall.components.state import Board
from sandtable.games.downfall.components.tables import Tables
from sandtable.games.downfall.table.panels import build_panels
from sandtable.wargame.scenes import build_key, stacks, title_of

TITLE: Final = "Downfall of the Third Reich"
PHASES: Final = {
    const.BEGINNING: "beginning of the turn",
    const.FREE: "Actions and operations",
    const.FIGHTING: "combat",
    const.AFTER: "after combat",
}

WORDS: Final = {
    "east": "east of the Eastern Line",
    "front": "Eastern Line",
    "landing": "Landing Line",
    "line": "fortified line",
    "supply": "Supply Area",
    "key": "Key Area",
}


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return what a seat sees of the table (None: a spectator)."""
    t = g.t
    words = {region: title_of(region) for region in t.region_id}
    words.update(zip(t.sea_id, t.sea_name, strict=True))
    colours = dict(zip(t.country_id, t.country_colour, strict=True))
    key = build_key(t.side_id, t.side_name, t.side_colour, t.side_letter, colours, {**words, **WORDS})
    return Scene(
        TITLE,
        headline(g, seat),
        build_places(g),
        build_edges(t),
        build_pieces(g),
        build_panels(g, seat),
        *key,
        t.drawn_ground,
    )


def headline(g: Board, seat: int | None) -> str:
    """Return the turn and what happens in it."""
    t = g.t
    return f"{t.turn_name[g.turn]} (turn {g.turn} of {t.last_turn}) · {stage_text(g)}"


def stage_text(g: Board) -> str:
    """Return whose turn it is and its present part, or how the game ended."""
    if g.result is not None:
        return g.result.text
    return f"{g.t.side_name[g.side]}: {PHASES.get(g.phase, '')}"


# ---------------------------------------------------------------- the map


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return the map with its counters, which all see alike."""
    return build_places(g), build_pieces(g)


def build_places(g: Board) -> list[Place]:
    """Return areas, so that a place's index is its area's; then sea zones, then closed countries."""
    t = g.t
    places = [build_area(t, area, g.control[area], g.beach[area]) for area in range(t.n_areas)]
    places += build_still(t)
    return places


@lru_cache(maxsize=10_000)
def build_area(t: Tables, area: int, holder: int, beach: int) -> Place:
    """Return an area held by a side with these beachheads; most look the same in every position."""
    kind = t.area_kind[area]
    return Place(
        AREA + area,
        t.area_id[area],
        t.area_name[area],
        t.lon[area],
        t.lat[area],
        "box" if kind == "offmap_box" else kind,
        t.side_id[holder],
        t.country_id[t.area_country[area]],
        t.terrain[area],
        area_marks(t, area, beach),
        t.region_id[t.area_region[area]],
    )


@lru_cache(maxsize=100)
def build_still(t: Tables) -> tuple[Place, ...]:
    """Return places that never change: sea zones and closed countries."""
    places: list[Place] = []
    for sea in range(t.n_seas):
        places.append(
            Place(
                -1,
                t.sea_id[sea],
                t.sea_name[sea],
                t.sea_lon[sea],
                t.sea_lat[sea],
                "sea",
                "neutral",
                "",
                (),
                (),
                "",
            )
        )
    for zone in range(len(t.zone_id)):
        name = t.zone_id[zone]
        places.append(
            Place(
                -1,
                name,
                t.zone_name[zone],
                t.zone_lon[zone],
                t.zone_lat[zone],
                "closed",
                "neutral",
                name,
                (),
                (),
                "",
            )
        )
    return tuple(places)


def area_marks(t: Tables, area: int, beach: int) -> tuple[str, ...]:
    """Return what is printed in an area besides its terrain, and the beachheads in it."""
    if not beach:
        return t.printed_marks[area]
    landed = ["beachhead:" + t.side_id[side] for side in range(NEUTRAL) if beach >> side & 1]
    return (*t.printed_marks[area], *landed)


def build_edges(t: Tables) -> list[Edge]:
    """Return borders with what they do to an attack, Landing Lines and the Eastern Line."""
    edges: list[Edge] = []
    for link in range(t.n_links):
        a = t.link_a[link]
        b = t.link_b[link]
        marks: list[str] = []
        if t.link_river[link] >= 0:
            marks.append("river:" + t.area_id[t.link_river[link]])
        if t.link_line[link] >= 0:
            marks.append("line:" + t.area_id[t.link_line[link]])
        if t.link_high[link]:
            marks.append("high_mountain")
        kind = "strait" if t.link_strait[link] else "land"
        edges.append(Edge(a, b, kind, tuple(marks), t.link_label[link]))
    for line in range(t.n_lines):
        edges.append(
            Edge(
                t.line_a[line],
                t.line_b[line],
                "landing",
                (f"limit:{t.line_max[line]}",),
                t.sea_name[t.line_sea[line]],
            )
        )
    for link in range(t.n_links):
        a = t.link_a[link]
        b = t.link_b[link]
        # the Eastern Line runs between Soviet areas on this side of it and beyond
        if t.east[a] != t.east[b] and t.area_country[a] == t.area_country[b]:
            edges.append(Edge(a, b, "front", (), "Eastern Line"))
    return edges


# ---------------------------------------------------------------- counters


def unit_status(g: Board, unit: int) -> str:
    """Return what an army does or has done this turn, in a word."""
    cond = g.cond[unit]
    if cond & (const.ATTACKS | const.SUPPORTS):
        doing = "support" if cond & const.SUPPORTS else "attack"
        for attack in g.attacks:
            if unit == attack.attacker or unit in attack.supports:
                return f"{doing}s"
        return f"{doing}ed"  # the combat is over
    if cond & const.LANDED:
        return "landed"
    return "moved" if cond & const.OPERATED else ""


def build_pieces(g: Board) -> list[Piece]:
    """Return the armies of every area, identical ones together; armor after infantry."""
    t = g.t
    pieces: list[Piece] = []
    for area in range(t.n_areas):
        if g.at[area]:
            stand = tuple(
                [(u, g.cond[u] & const.STEPS == const.FULL, unit_status(g, u)) for u in sorted(g.at[area])]
            )
            pieces += build_stack(t, g.ids.unit, area, stand)
    return pieces


@lru_cache(maxsize=20_000)
def build_stack(t: Tables, ids: int, area: int, stand: tuple[tuple[int, bool, str], ...]) -> list[Piece]:
    """Return the armies of an area by type, step and status; few areas change between two scenes."""
    state = {unit: (not full, status) for unit, full, status in stand}
    pieces: list[Piece] = []
    for key, units in stacks(state, lambda u: (t.unit_side[u], t.unit_nation[u], t.unit_type[u], *state[u])):
        side, nation, kind, reduced, status = key
        full_cf = t.cf_full_africa[kind] if t.africa[area] else t.cf_full[kind]
        reduced_cf = t.cf_reduced_africa[kind] if t.africa[area] else t.cf_reduced[kind]
        pieces.append(
            Piece(
                ids + units[0],
                area,
                t.type_id[kind],
                t.type_name[kind],
                t.side_id[side],
                t.country_id[nation],
                "armor" if t.armor[kind] else "infantry",
                f"{full_cf}-{reduced_cf}",
                not reduced,
                len(units),
                status,
            )
        )
    return pieces
