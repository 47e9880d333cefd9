"""The table of The Other Side of the Hill as a scene: boxes over Europe, cubes, disks and Heads."""

from __future__ import annotations

from typing import Final

from sandtable.engine.scene import Edge, Piece, Place, Scene
from sandtable.games.other_side import sequence
from sandtable.games.other_side.components import constants as const
from sandtable.games.other_side.components.constants import bits
from sandtable.games.other_side.components.ids import SPACE, WARFARE
from sandtable.games.other_side.components.state import (
    CLOSED_PORT,
    ISOLATED,
    NAVAL,
    NOT_AVAILABLE,
    OPEN_PORT,
    TRANSIT,
    VACANCY,
    Board,
)
from sandtable.games.other_side.rules import victory
from sandtable.games.other_side.rules.offensives import Combats
from sandtable.games.other_side.table.panels import build_panels
from sandtable.wargame.scenes import stacks

TITLE: Final = "The Other Side of the Hill"
OWNERS: Final = ("neutral", "axis", "axis", "western", "soviet", "disputed")
FRONTS: Final = ("Eastern Front", "Western Front", "Southern Front", "Germany")
# Longitude and latitude of the boxes off the map.
BOX_SPOTS: Final[list[tuple[float, float]]] = [(52.0, 47.0), (-11.0, 45.5), (40.0, 27.5), (12.0, 50.4)]

# The meaning of the signs in this game.
WORDS: Final = {
    "axis": "Axis",
    "western": "Western Faction",
    "soviet": "Soviet Faction",
    "disputed": "Disputed",
    "neutral": "Neutral",
    "east": "Eastern Front",
    "west": "Western Front",
    "south": "Southern Front",
    "germany": "Germany",
    "armor": "Panzer Army",
    "infantry": "Army",
    "air": "Air/Naval Control",
    "submarine": "Strategic Warfare",
    "full": "",
    "reduced": "reduced",
    "plains": "Plains",
    "river": "River",
    "rough": "Rough",
    "fortified": "Fortified",
    "festung": "Festung",
    "resource": "resource",
    "partisan": "partisans",
    "port": "port",
    "die": "one die more for",
    "barred": "no attack by",
    "land_link": "Land Line",
    "sea_link": "Amphibious Line",
    "sea": "Amphibious Line",
    "limit": "Armies at most",
    "number": "number",
    "status": "Q: Questioned, D: Dissident",
}


class Layout:
    """The index of each place of the scene."""

    def __init__(self, g: Board) -> None:
        t = g.t
        self.area: list[int] = []
        self.sectors: list[list[int]] = []
        self.slots: list[list[int]] = []
        at = 0
        for area in range(t.n_areas):
            self.area.append(at)
            self.sectors.append([0, *range(at + 1, at + 1 + t.top[area])])
            at += 1 + t.top[area]
            self.slots.append(list(range(at, at + t.head_boxes[area])))
            at += t.head_boxes[area]
        for _ in range(t.n_bases):
            self.area.append(at)
            at += 1
        self.fronts: list[int] = []  # the boxes; each Front's has a slot behind it
        for _ in range(3):
            self.fronts.append(at)
            at += 2
        self.germany = at
        self.transit = at + 1
        self.collapse = at + 2
        self.warfare = at + 3


def build_scene(g: Board, seat: int | None) -> Scene:
    """Return everything to draw."""
    t = g.t
    places, pieces = build_board(g)
    return Scene(
        TITLE,
        headline(g, seat),
        places,
        build_edges(g),
        pieces,
        build_panels(g, seat),
        t.colours,
        t.letters,
        WORDS,
        t.ground,
        boxed=True,
    )


def headline(g: Board, seat: int | None) -> str:
    """Return the year and season with the main figures."""
    if g.result is not None:
        return "The war is over"
    return f"{sequence.describe(g)} · {victory.total(g)} VP"


def build_board(g: Board) -> tuple[list[Place], list[Piece]]:
    """Return places and pieces, which all see alike."""
    return build_places(g), build_pieces(g)


# --- places


def build_places(g: Board) -> list[Place]:
    """Return Areas with their Sectors and Head boxes, Bases, and boxes off the map, as in `Layout`."""
    t = g.t
    places: list[Place] = []
    for area in range(t.n_areas):
        places += area_places(g, area)
    for base in range(t.n_areas, t.n_spaces):
        front = const.TRACK_IDS[t.front[base]]
        marks = (f"number:{t.base_letter[base - t.n_areas]}",)
        owner = OWNERS[g.align[base]]
        spot = (t.lon[base], t.lat[base])
        country = t.country_id[t.country_of[base]]
        places.append(
            Place(
                g.ids.space + base,
                t.space_id[base],
                t.space_name[base],
                *spot,
                "base",
                owner,
                country,
                (),
                marks,
                front,
            )
        )
    for front_number in range(3):
        front = const.TRACK_IDS[front_number]
        name = FRONTS[front_number]
        places.append(box(g.ids.track + front_number, f"{front}_front", name, front, BOX_SPOTS[front_number]))
        places.append(part(g.ids.ob + front_number, f"ob_{front}", "OB", "slot", front, f"{front}_front"))
    home = const.TRACK_IDS[const.GERMANY]
    places.append(
        box(g.ids.track + const.GERMANY, home, FRONTS[const.GERMANY], home, BOX_SPOTS[const.GERMANY])
    )
    places.append(part(SPACE, "transit", "Strategic Movement", "space", home, home))
    places.append(part(-1, "collapse", "Collapse", "space", home, home))
    places.append(part(WARFARE, "strategic_warfare", "Strategic Warfare", "space", home, home))
    return places


def box(choice: int, id: str, name: str, region: str, spot: tuple[float, float]) -> Place:
    """Return a box off the map."""
    return Place(choice, id, name, *spot, "box", "axis", "", (), (), region)


def part(choice: int, id: str, name: str, kind: str, region: str, inside: str) -> Place:
    """Return a part of a box."""
    return Place(choice, id, name, 0.0, 0.0, kind, "axis", "", (), (), region, inside)


def area_places(g: Board, area: int) -> list[Place]:
    """Return an Area, its Sectors and the boxes of its Heads."""
    t = g.t
    id, front = t.space_id[area], const.TRACK_IDS[t.front[area]]
    spot = (t.lon[area], t.lat[area])
    marks = [f"number:{t.area_number[area]}"]
    for mask, mark in ((t.resource, "resource"), (t.partisan, "partisan"), (t.ports, "port")):
        if mask >> area & 1:
            marks.append(mark)
    if t.stacking[area]:
        marks.append(f"limit:{t.stacking[area]}")
    owner = OWNERS[g.align[area]]
    country = t.country_id[t.country_of[area]]
    name = t.space_name[area]
    found = [Place(g.ids.space + area, id, name, *spot, "area", owner, country, (), tuple(marks), front)]
    for sector in range(1, t.top[area] + 1):
        holder = "axis" if sector <= g.axis[area] else "neutral"
        if g.ally[area] and sector >= g.ally[area]:
            holder = const.FACTION_IDS[g.ally_side[area]]
        terrain = (const.TERRAIN_IDS[t.terrain[area][sector]],)
        found.append(
            Place(
                -1,
                t.sector_id[area][sector],
                t.sector_name[area][sector],
                *t.sector_spot[area][sector],
                "sector",
                holder,
                country,
                terrain,
                (f"number:{sector}",),
                front,
                id,
            )
        )
    for slot in range(t.head_boxes[area]):
        found.append(part(g.ids.post + 2 * area + slot, f"{id}_head_{slot + 1}", "AG", "slot", front, id))
    return found


def build_edges(g: Board) -> list[Edge]:
    """Return Land and Amphibious Lines with their printed values. [1.3p]"""
    t = g.t
    layout = Layout(g)
    edges: list[Edge] = []
    for a, b, kind, die, shut in t.links:
        marks: list[str] = []
        if die != "none":
            marks.append(f"die:{die}")
        if shut:
            marks.append("barred:soviet")
        one, other = layout.area[t.space_index[a]], layout.area[t.space_index[b]]
        edges.append(Edge(one, other, "land" if kind == "land" else "sea", tuple(marks), ""))
    return edges


# --- pieces


def build_pieces(g: Board) -> list[Piece]:
    """Return Armies, Disks, Heads, pawns and markers."""
    t = g.t
    layout = Layout(g)
    pieces: list[Piece] = []
    for area in range(t.n_areas):
        pieces += armies(g, list(g.at[area]), layout.area[area])
        pieces += disks(g, area, layout)
        for slot, place in enumerate(layout.slots[area]):
            pieces += head(g, g.heads[2 * area + slot], place, g.ids.post + 2 * area + slot)
        pieces += area_markers(g, area, layout)
    for space in bits(g.pawns):
        side = "axis" if g.pawn_card[space] >= 0 else "soviet" if _soviet_pawn(g, space) else "western"
        sign = "Amphibious pawn" if g.sea_pawns >> space & 1 else "Combat pawn"
        pieces.append(
            Piece(
                g.ids.space + space,
                layout.area[space],
                "pawn",
                sign,
                side,
                side,
                "",
                "",
                True,
                1,
                "",
                "",
                "pawn",
            )
        )
    for front in range(3):
        pieces.append(air(g, front, layout.fronts[front]))
        if g.ob[front] != NOT_AVAILABLE:
            pieces += head(g, g.ob[front], layout.fronts[front] + 1, g.ids.ob + front)
    pieces.append(air(g, const.GERMANY, layout.germany))
    waiting = [unit for unit in range(t.n_units) if g.place[unit] == TRANSIT]
    pieces += armies(g, waiting, layout.transit)
    if g.collapse:
        name = "lost Festung Sectors"
        place = layout.collapse
        pieces.append(
            Piece(-1, place, "lost", name, "axis", "axis", "", "", True, g.collapse, "", "", "disk")
        )
    warfare = f"{g.warfare}"
    pieces.append(
        Piece(
            WARFARE,
            layout.warfare,
            "warfare",
            "Strategic Warfare",
            "axis",
            "axis",
            "submarine",
            warfare,
            True,
            1,
            "",
            f"T{g.technology}",
        )
    )
    return pieces


def _soviet_pawn(g: Board, space: int) -> bool:
    for at in range(len(g.agenda) - 1, -1, -1):
        step = g.agenda[at]
        if isinstance(step, Combats):
            return step.faction == const.SOVIETS
    return False


def status_of(g: Board, unit: int) -> str:
    """Return what an Army has done in this Segment or Phase."""
    return "attacked" if g.fought >> unit & 1 else "moved" if g.moved >> unit & 1 else ""


def armies(g: Board, units: list[int], place: int) -> list[Piece]:
    """Return Armies in a place, with identical ones together."""
    t = g.t
    found: list[Piece] = []
    for (kind, status), same in stacks(units, lambda unit: (t.unit_kind[unit], status_of(g, unit))):
        satellite = kind >= const.SATELLITES
        nation = t.country_id[t.kind_country[kind]] if satellite else "axis"
        side = "satellite" if satellite else t.kind_id[kind]
        label = t.country_id[t.kind_country[kind]][:2].upper() if satellite else ""
        found.append(
            Piece(
                g.ids.unit + same[0],
                place,
                t.kind_id[kind],
                t.kind_name[kind],
                side,
                nation,
                "armor" if kind == const.PANZER else "infantry",
                "",
                kind != const.REDUCED,
                len(same),
                status,
                label,
                "cube",
            )
        )
    return found


def disks(g: Board, area: int, layout: Layout) -> list[Piece]:
    """Return the Control Disks of an Area. [1.3g]"""
    found: list[Piece] = []
    rows = layout.sectors[area]
    for sector, side, name in (
        (g.axis[area], "axis", "Axis Control Disk"),
        (g.ally[area], const.FACTION_IDS[g.ally_side[area]], "Allied Control Disk"),
    ):
        if sector:
            found.append(Piece(-1, rows[sector], "disk", name, side, side, "", "", True, 1, "", "", "disk"))
    if g.landing[area]:
        place = rows[g.landing[area]]
        found.append(tag(place, "landing", "Landing marker", "western", "L"))
    return found


def head(g: Board, holder: int, place: int, choice: int) -> list[Piece]:
    """Return a General in a Position, or a Vacancy."""
    if holder == VACANCY:
        return [
            Piece(choice, place, "vacancy", "Vacancy", "neutral", "neutral", "", "", True, 1, "", "?", "tag")
        ]
    if holder < 0:
        return []
    card = g.t.generals[holder]
    text: list[str] = []
    if g.questioned >> holder & 1:
        text.append("Questioned")
    if g.dissident >> holder & 1:
        text.append("Dissident")
    status = ", ".join(text)
    return [
        Piece(
            g.ids.general + holder,
            place,
            card.id,
            card.name,
            "axis",
            "axis",
            "",
            str(card.seniority),
            not g.questioned >> holder & 1,
            1,
            status,
            card.short.removeprefix("von "),
            "head",
        )
    ]


def tag(place: int, kind: str, name: str, side: str, label: str) -> Piece:
    """Return a marker with a word."""
    return Piece(-1, place, kind, name, side, side, "", "", True, 1, "", label, "tag")


def area_markers(g: Board, area: int, layout: Layout) -> list[Piece]:
    """Return supply, port and No Offensive markers."""
    place = layout.area[area]
    found: list[Piece] = []
    if g.supply[area] == ISOLATED:
        found.append(tag(place, "isolated", "Isolated", "disputed", "iso"))
    elif g.supply[area] == NAVAL:
        found.append(tag(place, "naval", "Naval Supply", "axis", "sea"))
    if g.port[area] == OPEN_PORT and g.axis[area]:
        found.append(tag(place, "open_port", "Open Port", "axis", "port"))
    elif g.port[area] == CLOSED_PORT and g.axis[area]:
        found.append(tag(place, "closed_port", "Closed Port", "disputed", "shut"))
    for mask, side, name in (
        (g.no_west, "western", "No Western Offensive"),
        (g.no_soviet, "soviet", "No Soviet Offensive"),
    ):
        if mask >> area & 1:
            found.append(tag(place, "no_offensive", name, side, "halt"))
    return found


def air(g: Board, track: int, place: int) -> Piece:
    """Return the Air/Naval Control marker of a Front or of Germany. [1.3l]"""
    value = str(g.air[track])
    name = f"Air/Naval Control {value}"
    return Piece(g.ids.track + track, place, "air", name, "axis", "axis", "air", value, True, 1, "", "Air")
