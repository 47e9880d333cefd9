"""The table of On To Berlin! as a scene: map, counters, cards, tracks and pools as one seat may see them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from sandtable.engine.scene import Edge, Piece, Place, Scene
from sandtable.games.on_to_berlin.components import constants as const
from sandtable.games.on_to_berlin.components import words
from sandtable.games.on_to_berlin.components.ids import AREA
from sandtable.games.on_to_berlin.components.state import Board
from sandtable.games.on_to_berlin.components.tables import Tables
from sandtable.games.on_to_berlin.rules.groups import likeness
from sandtable.games.on_to_berlin.rules.nations import cube
from sandtable.games.on_to_berlin.rules.secrets import (
    is_choosing_hands,
)
from sandtable.games.on_to_berlin.table.panels import NAMES, build_panels, nation_of, strength
from sandtable.wargame.scenes import build_key, stacks, title_of

TITLE: Final = "On To Berlin!"
SIDES: Final = (*const.SIDE_IDS, "neutral")

# The symbol of each type of unit.
SYMBOLS: Final = {
    "LF": "infantry",
    "TF": "armor",
    "GF": "garrison",
    "AB": "airborne",
    "SA": "shock",
    "FT": "fort",
    "AF": "air",
    "NF": "fleet",
    "CV": "carrier",
    "CVE": "escort",
    "SS": "submarine",
}

# What the signs of the scene mean in this game.
WORDS: Final = {
    "full": "fresh",
    "reduced": "spent",
    "status": "activated",
    "red": "Resource Point",
    "black": "Axis point",
    "half": "half Axis point",
    "double": "twice for victory",
    "beyond": "beyond the Operational Limit",
    "front": "Operational Limit",
    "held": "held by",
    "cube": "Neutral, leaning to",
    "closed": "closed to",
    "canal": "canal",
}


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return the table as a seat sees it (None: a spectator)."""
    t = g.t
    key = build_key(SIDES, NAMES, t.side_colour, t.side_letter, t.nation_colour, WORDS)
    for nation in range(t.n_nations):
        key.names[t.nation_id[nation]] = t.nation_name[nation]
    for region in t.area_region:
        key.names[region] = title_of(region)
    for kind in range(t.n_types):
        key.names[SYMBOLS[t.type_class[kind]]] = t.type_class_name[t.type_class[kind]]
    return Scene(
        TITLE,
        headline(g, seat),
        build_places(g),
        build_edges(t),
        build_pieces(g),
        build_panels(g, seat),
        key.colours,
        key.letters,
        key.names,
        t.drawn_ground,
    )


def headline(g: Board, seat: int | None) -> str:
    """Return the turn and what happens in it."""
    t = g.t
    return f"{t.turn_label[g.turn]} (turn {g.turn} of {t.last_turn}) · {phase_text(g)}"


def phase_text(g: Board) -> str:
    """Return whose impulse it is and which card is in play, or how the game ended."""
    if g.result is not None:
        return g.result.text
    if is_choosing_hands(g):
        return "hands are chosen"
    if g.card >= 0:
        return f"{const.SIDE_NAMES[g.side]}: {words.card(g, g.card)}"
    return const.SIDE_NAMES[g.side]


# ---------------------------------------------------------------- the map


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return the map with its counters, which all see alike."""
    return build_places(g), build_pieces(g)


def build_places(g: Board) -> list[Place]:
    """Return all areas; the index of a place is that of its area."""
    t = g.t
    return [
        build_place(t, area, g.held[area], g.printed[area], g.control[area], cube(g, area))
        for area in range(t.n_areas)
    ]


@lru_cache(maxsize=10_000)
def build_place(t: Tables, area: int, held: int, printed: int, control: int, leaning: int) -> Place:
    """Return an area with its marks and holder; most are the same in every position."""
    return Place(
        AREA + area,
        t.area_id[area],
        t.area_name[area],
        t.lon[area],
        t.lat[area],
        "sea" if t.sea[area] else "land",
        SIDES[held],
        "" if printed == const.NOBODY else t.nation_id[printed],
        (),
        area_marks(t, area, control, leaning),
        t.area_region[area],
    )


def area_marks(t: Tables, area: int, control: int, leaning: int) -> tuple[str, ...]:
    """Return the printed marks of an area, its cube, and a controller other than the printed nation."""
    marks: list[str] = []
    if t.points[area]:  # [2.2.1d]
        marks.append("red" if t.red[area] else "black" if t.points[area] > 1 else "half")
    if t.doubled[area]:  # [14.1a]
        marks.append("double")
    if t.north[area]:  # [15.6]
        marks.append("beyond")
    for side in (const.AXIS, const.ALLIED):
        if t.closed[side][area]:
            marks.append("closed:" + const.SIDE_IDS[side])
    if leaning != const.NEUTRAL:  # [3.1.1e] [3.1.1f]
        marks.append("cube:" + const.SIDE_IDS[leaning])
    if control != const.NOBODY and control != t.printed[area]:  # [2.2.1c]
        marks.append("held:" + t.nation_id[control])
    return tuple(marks)


def build_edges(t: Tables) -> list[Edge]:
    """Return borders on land, straits, coasts, borders at sea, and the canal. [2.2.1f] [15.7.1a]"""
    edges: list[Edge] = []
    for a in range(t.n_areas):
        for b in t.near[a]:
            if a < b:
                kind = "land"
                if (a, b) in t.strait or (b, a) in t.strait:
                    kind = "strait"
                elif t.sea[a] and t.sea[b]:
                    kind = "sea"
                elif t.sea[a] or t.sea[b]:
                    kind = "coast"
                edges.append(Edge(a, b, kind, (), ""))
    for a, b in t.canals:
        held = f"{const.SIDE_NAMES[const.ALLIED]}, while they hold {t.area_name[t.canal_area]}"
        edges.append(Edge(a, b, "canal", (), held))
    return edges


# ---------------------------------------------------------------- counters


def build_pieces(g: Board) -> list[Piece]:
    """Return the units of every area, identical ones together."""
    t = g.t
    pieces: list[Piece] = []
    for area in range(t.n_areas):
        if g.at[area]:
            stand = tuple([(unit, g.side_of(unit), likeness(g, unit), g.cond[unit]) for unit in g.at[area]])
            pieces += build_stack(t, g.ids.unit, area, stand)
    return pieces


@lru_cache(maxsize=20_000)
def build_stack(t: Tables, ids: int, area: int, stand: tuple[tuple[int, int, int, int], ...]) -> list[Piece]:
    """Return the units of an area by side, likeness and condition; few areas change at a time."""
    pieces: list[Piece] = []
    for (side, _), rows in stacks(range(len(stand)), lambda i: stand[i][1:3]):
        first, cond = stand[rows[0]][0], stand[rows[0]][3]
        kind = t.unit_type[first]
        nation = nation_of(t, kind)
        pieces.append(
            Piece(
                ids + first,
                area,
                t.type_id[kind],
                t.type_name[kind],
                SIDES[side],
                nation,
                SYMBOLS[t.type_class[kind]],
                strength(t, kind),
                cond & const.SPENT == 0,
                len(rows),
                "activated" if cond & const.THIS_IMPULSE else "",
                f"{nation.upper()} {t.type_class[kind]}",
            )
        )
    return pieces
