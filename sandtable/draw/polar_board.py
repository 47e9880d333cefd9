"""Drawing a polar board: sea and land around the pole, links, the signs of areas with their counters."""

from math import atan2, cos, pi, sin
from typing import Final

from sandtable.draw.control_signs import disc
from sandtable.draw.glyphs import glyph
from sandtable.draw.ground import tint
from sandtable.draw.pieces import draw_piece
from sandtable.draw.polar_layout import (
    MIDDLE,
    NAME_SIZE,
    RIM,
    SIGN,
    SIGNS,
    STARS,
    TOKEN,
    PolarLayout,
    corners,
)
from sandtable.draw.rect import Point
from sandtable.draw.styles import COAST, TONES, Shape, coast_definitions, paint
from sandtable.draw.svg_writer import CLOSED, LINE, PAPER, RED, Ink, mix, outline, trail
from sandtable.engine.scene import Edge, Piece, Place, Scene

OVAL: Final = (
    f"M{MIDDLE[0] - RIM[0]:g} {MIDDLE[1]:g}a{RIM[0]:g} {RIM[1]:g} 0 1 1 {2 * RIM[0]:g} 0"
    f"a{RIM[0]:g} {RIM[1]:g} 0 1 1 {-2 * RIM[0]:g} 0Z"
)
TRIANGLE: Final = 7.5  # half of its height
SPECIAL: Final = ("submarine", "resistance")  # these stand on the edge of a sign, whoever is in it
SMALL: Final = 18.0
NOBODY: Final = "#ddd8c6"  # the sign of an area that nobody controls


def draw_polar(ink: Ink, scene: Scene, layout: PolarLayout) -> None:
    """The whole board."""
    ink.open("defs")
    ink.parts.append(definitions(layout))
    ink.close("defs")
    ink.open("g", clip_path="url(#map-frame)")
    paint(ink, below(layout))
    ink.open("g", clip_path="url(#map-land)")
    for i, path in lands(layout).items():
        place = scene.places[i]
        ink.add("path", d=path, class_="cell", data_place=place.id, fill=land_tint(scene, place.owner))
    ink.close("g")
    paint(ink, [Shape("coast", f"#{COAST}")])
    ink.close("g")
    paint(ink, [Shape("rim", OVAL)])
    for edge in scene.edges:
        paint(ink, link(edge, layout))
    for i, place in enumerate(scene.places):
        draw_sign(ink, scene, layout, i, place)
    for n, spots in triangles(scene.edges, layout).items():
        for at, way in spots:
            triangle(ink, scene.edges[n].label, at, way)
    for i in range(len(scene.places)):
        draw_counters(ink, scene, layout, i, [p for p in scene.pieces if p.place == i])


def definitions(layout: PolarLayout) -> str:
    """Clipping to land and to the oval, as markup."""
    return coast_definitions(trail(layout.coast()), OVAL)


def below(layout: PolarLayout) -> list[Shape]:
    """Water with its meridians and parallels, and the land as if nobody's."""
    return [
        Shape("sea", OVAL),
        Shape("graticule", outline(graticule(layout), False)),
        Shape("shallows", f"#{COAST}"),
    ]


def lands(layout: PolarLayout) -> dict[int, str]:
    """The ground around each area's sign, still to be cut at the coast."""
    return {i: trail(rings) for i, rings in layout.lands().items()}


def land_tint(scene: Scene, side: str) -> str:
    """The faint colour of the ground around the sign of an area."""
    return mix(tint(scene, side), PAPER, 0.45)


def graticule(layout: PolarLayout) -> list[list[Point]]:
    """Every thirtieth meridian and parallel."""
    lines: list[list[Point]] = []
    for lon in range(-180, 180, 30):
        lines.append([layout.place(lon, lat) for lat in range(84, -60, -6)])
    for lat in (60, 30, 0, -30):
        lines.append([layout.place(lon, lat) for lon in range(-180, 181, 6)])
    return lines


# ---------------------------------------------------------------- links


def link(edge: Edge, layout: PolarLayout) -> list[Shape]:
    """A blue line at sea, a brown one on land, on a pale ground."""
    if edge.kind == "triangle":
        return []
    line = outline([layout.curves[edge.a, edge.b]], False)
    return [Shape("sea_link" if edge.kind == "sea" else "land_link", line)]


def triangles(edges: list[Edge], layout: PolarLayout) -> dict[int, list[tuple[Point, Point]]]:
    """By edge, where its two triangles of one colour are and where they point; each at its area's sign."""
    busy: dict[int, list[float]] = {i: [pi / 2, 0.35 * pi, 0.65 * pi] for i in range(len(layout.places))}
    for edge in edges:
        if edge.kind != "triangle":
            line = layout.curves[edge.a, edge.b]
            for here, (px, py) in ((edge.a, line[0]), (edge.b, line[-1])):
                x, y = layout.centre(here)
                busy[here].append(atan2(py - y, px - x))
    found: dict[int, list[tuple[Point, Point]]] = {}
    for n, edge in enumerate(edges):
        if edge.kind == "triangle":
            for here in (edge.a, edge.b):
                angle = free_angle(busy[here])
                busy[here].append(angle)
                way = (cos(angle), sin(angle))
                x, y = layout.rim_point(here, way)
                found.setdefault(n, []).append(((x + TRIANGLE * way[0], y + TRIANGLE * way[1]), way))
    return found


def free_angle(busy: list[float]) -> float:
    """The direction farthest from those that are taken; sideways ones count as half taken by other signs."""
    best, most = 0.0, -1.0
    for step in range(36):
        angle = step * pi / 18
        room = min(abs((angle - taken + pi) % (2 * pi) - pi) for taken in busy)
        if room > most + 1e-9:
            best, most = angle, room
    return best


def triangle(ink: Ink, colour: str, at: Point, way: Point) -> None:
    """A triangle of a colour, and its first letter."""
    x, y = at
    dx, dy = way
    ink.open("g", class_="triangle")
    ink.title(f"{colour} triangle")
    ink.path(tip_and_base(at, way), True, fill=tone(colour), stroke=LINE, stroke_width=0.9)
    ink.text(
        x - 0.3 * TRIANGLE * dx,
        y - 0.3 * TRIANGLE * dy + 2.8,
        colour[:1].upper(),
        8,
        font_weight="700",
        text_anchor="middle",
    )
    ink.close("g")


def tone(colour: str) -> str:
    """The shade a triangle of this colour is printed in."""
    return TONES.get(colour, CLOSED)


def tip_and_base(at: Point, way: Point) -> list[Point]:
    """The corners of a triangle around a point that points in a direction."""
    (x, y), (dx, dy) = at, way
    return [
        (x + TRIANGLE * dx, y + TRIANGLE * dy),
        (x - TRIANGLE * dx - TRIANGLE * dy, y - TRIANGLE * dy + TRIANGLE * dx),
        (x - TRIANGLE * dx + TRIANGLE * dy, y - TRIANGLE * dy - TRIANGLE * dx),
    ]


# ---------------------------------------------------------------- areas


def in_words(scene: Scene, place: Place) -> str:
    """Name, controller, kind and marks of an area."""
    words = [f"{place.name} ({scene.names.get(place.owner, place.owner)})"]
    words.append(scene.names.get(place.kind, place.kind))
    for mark in place.marks:
        name, _, about = mark.partition(":")
        word = scene.names.get(name, name.replace("_", " "))
        words.append(f"{word} {scene.names.get(about, about)}" if about else word)
    return ", ".join(words)


def draw_sign(ink: Ink, scene: Scene, layout: PolarLayout, i: int, place: Place) -> None:
    """The sign of an area in the colour of its controller, edged by whose home it is, with name and marks."""
    x, y = layout.centre(i)
    r = layout.radius(i)
    ink.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    ink.title(in_words(scene, place))
    outer = outline([corners(place.kind, x, y, r)])
    inner = outline([corners(place.kind, x, y, r - 2.6)])
    home = scene.colours.get(place.country or "neutral", CLOSED)
    dashes = {"stroke_dasharray": "4 3"} if "arctic" in place.marks else {}
    ink.add("path", d=outer, fill=home, stroke=LINE, stroke_width=1.0, stroke_linejoin="round", **dashes)
    fill = NOBODY if place.owner == "neutral" else tint(scene, place.owner)
    ink.add("path", d=inner, fill=fill, stroke=mix(home, LINE, 0.5), stroke_width=0.6)
    stars = [mark for mark in place.marks if mark in STARS]
    for mark in stars:
        column(ink, ["star"] * STARS[mark], x - r - SIGN - 0.5, y)
    column(ink, [mark for mark in place.marks if mark in SIGNS], x + r + 0.5, y)
    plate = layout.name(i)
    ink.add(
        "rect", x=plate.x, y=plate.y, width=plate.w, height=plate.h, rx=plate.h / 2,
        fill="#fffdf6", fill_opacity=0.93, stroke=mix(home, "#000000", 0.4), stroke_width=0.9,
    )  # fmt: skip
    disc(ink, scene, place.owner, plate.x + plate.h / 2, plate.y + plate.h / 2, plate.h / 2)
    ink.text(plate.x + plate.h + 2.5, plate.y + plate.h * 0.78, place.name, NAME_SIZE, font_weight="600")
    if "damage:" in place.marks:
        burst(ink, x - r * 0.78, y + r * 0.72, 7.5)
    ink.close("g")


def column(ink: Ink, names: list[str], x: float, y: float) -> None:
    """Signs below each other, their middle at height y."""
    top = y - len(names) * (SIGN + 1) / 2
    for n, name in enumerate(names):
        glyph(ink, name, x, top + n * (SIGN + 1), SIGN)


def burst(ink: Ink, x: float, y: float, r: float) -> None:
    """A damage marker."""
    points = []
    for corner in range(16):
        wide = r if corner % 2 == 0 else r * 0.55
        points.append((x + wide * sin(corner * pi / 8), y - wide * cos(corner * pi / 8)))
    ink.path(points, True, fill="#f2b134", stroke=RED, stroke_width=1.2)


def draw_counters(ink: Ink, scene: Scene, layout: PolarLayout, i: int, pieces: list[Piece]) -> None:
    """Counters within the sign, two in a row; U-boats and Resistance on its upper edge."""
    x, y = layout.centre(i)
    r = layout.radius(i)
    inside = [piece for piece in pieces if piece.symbol not in SPECIAL]
    rows = [inside[n : n + 2] for n in range(0, len(inside), 2)]
    for n, row in enumerate(rows):
        top = y + (n - len(rows) / 2) * (TOKEN + 1.5) + 1
        for k, piece in enumerate(row):
            left = x + (k - len(row) / 2) * (TOKEN + 1.5) + 0.75
            draw_piece(ink, scene, piece, left, top, TOKEN)
    outside = [piece for piece in pieces if piece.symbol in SPECIAL]
    for n, piece in enumerate(outside):
        draw_piece(ink, scene, piece, x + r * 0.45 + n * (SMALL + 4), y - r - SMALL * 0.35, SMALL)


def legend_shape(ink: Ink, kind: str, x: float, y: float, dashed: bool = False) -> None:
    """The sign of a kind of area, for the legend."""
    dashes = {"stroke_dasharray": "3 2.2"} if dashed else {}
    ink.path(corners(kind, x, y, 7), True, fill="#ffffff", stroke=LINE, stroke_width=1.2, **dashes)


def legend_link(ink: Ink, kind: str, start: Point) -> None:
    """A link of a kind, for the legend."""
    x, y = start
    if kind == "triangle":
        triangle(ink, "red", (x + 7, y), (0, -1))
        triangle(ink, "red", (x + 19, y), (0, 1))
    else:
        paint(ink, [Shape("sea_link" if kind == "sea" else "land_link", f"M{x:.1f} {y:.1f}h26")])
