"""Drawing a polar board: sea and land around the pole, links, the signs of areas with their counters."""

from math import atan2, cos, pi, sin
from typing import Final

from sandtable.draw.counters import counter
from sandtable.draw.glyphs import glyph
from sandtable.draw.ground import tint
from sandtable.draw.ink import CLOSED, DEEP, LINE, PAPER, RED, RIVER, WATER, Ink, mix, outline
from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.polar import (
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
from sandtable.draw.signs import disc
from sandtable.engine.scene import Piece, Place, Scene

LAND_LINK: Final = "#8a5a2b"
SEA_LINK: Final = RIVER
TRIANGLE: Final = 7.5  # half of its height
SPECIAL: Final = ("submarine", "resistance")  # these stand on the edge of a sign, whoever is in it
SMALL: Final = 18.0
NOBODY: Final = "#ddd8c6"  # the sign of an area that nobody controls


def draw_polar(ink: Ink, scene: Scene, layout: PolarLayout) -> None:
    """The whole board."""
    land = outline(layout.coast)
    ink.open("defs")
    ink.parts.append(f'<clipPath id="land"><path d="{land}" clip-rule="evenodd"/></clipPath>')
    oval = f'<ellipse cx="{MIDDLE[0]:g}" cy="{MIDDLE[1]:g}" rx="{RIM[0]:g}" ry="{RIM[1]:g}"/>'
    ink.parts.append(f'<clipPath id="frame">{oval}</clipPath>')
    ink.close("defs")
    ink.open("g", clip_path="url(#frame)")
    ink.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill=WATER)
    graticule(ink, layout)
    for width, opacity in ((16, 0.16), (9, 0.2), (4, 0.28)):
        ink.add("path", d=land, fill="none", stroke="#ffffff", stroke_width=width, stroke_opacity=opacity)
    ink.open("g", clip_path="url(#land)")
    for i, cell in zip(layout.owner, layout.cells, strict=True):
        if cell.corners:
            place = scene.places[i]
            colour = mix(tint(scene, place.owner), PAPER, 0.45)
            ink.add("path", d=outline([cell.corners]), class_="cell", data_place=place.id, fill=colour)
    ink.close("g")
    ink.add("path", d=land, fill="none", stroke=DEEP, stroke_width=0.7, stroke_opacity=0.7)
    ink.close("g")
    ink.add(
        "ellipse", cx=MIDDLE[0], cy=MIDDLE[1], rx=RIM[0], ry=RIM[1], fill="none", stroke=LINE, stroke_width=2
    )
    for edge in scene.edges:
        if edge.kind != "triangle":
            link_line(ink, edge.kind, layout.curves[edge.a, edge.b])
    for i, place in enumerate(scene.places):
        draw_sign(ink, scene, layout, i, place)
    triangles(ink, scene, layout)
    for i in range(len(scene.places)):
        draw_counters(ink, scene, layout, i, [p for p in scene.pieces if p.place == i])


def graticule(ink: Ink, layout: PolarLayout) -> None:
    """Every thirtieth meridian and parallel, faintly."""
    lines: list[list[Point]] = []
    for lon in range(-180, 180, 30):
        lines.append([layout.place(lon, lat) for lat in range(84, -60, -6)])
    for lat in (60, 30, 0, -30):
        lines.append([layout.place(lon, lat) for lon in range(-180, 181, 6)])
    ink.add(
        "path", d=outline(lines, False), fill="none", stroke="#ffffff", stroke_opacity=0.5, stroke_width=0.8
    )


# ---------------------------------------------------------------- links


def link_line(ink: Ink, kind: str, line: list[Point]) -> None:
    """A blue line at sea, a brown one on land, on a pale ground."""
    ink.path(line, fill="none", stroke=PAPER, stroke_width=4.6, stroke_opacity=0.75)
    ink.path(line, fill="none", stroke=SEA_LINK if kind == "sea" else LAND_LINK, stroke_width=2.4)


def triangles(ink: Ink, scene: Scene, layout: PolarLayout) -> None:
    """Links by pairs of triangles of one colour, each at the edge of its area's sign."""
    busy: dict[int, list[float]] = {i: [pi / 2, 0.35 * pi, 0.65 * pi] for i in range(len(scene.places))}
    for edge in scene.edges:
        if edge.kind != "triangle":
            line = layout.curves[edge.a, edge.b]
            for here, (px, py) in ((edge.a, line[0]), (edge.b, line[-1])):
                x, y = layout.centre(here)
                busy[here].append(atan2(py - y, px - x))
    for edge in scene.edges:
        if edge.kind == "triangle":
            for here in (edge.a, edge.b):
                angle = free_angle(busy[here])
                busy[here].append(angle)
                way = (cos(angle), sin(angle))
                x, y = layout.rim_point(here, way)
                triangle(ink, edge.label, (x + TRIANGLE * way[0], y + TRIANGLE * way[1]), way)


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
    points = [
        (x + TRIANGLE * dx, y + TRIANGLE * dy),
        (x - TRIANGLE * dx - TRIANGLE * dy, y - TRIANGLE * dy + TRIANGLE * dx),
        (x - TRIANGLE * dx + TRIANGLE * dy, y - TRIANGLE * dy - TRIANGLE * dx),
    ]
    ink.open("g", class_="triangle")
    ink.title(f"{colour} triangle")
    ink.path(points, True, fill=TONES.get(colour, CLOSED), stroke=LINE, stroke_width=0.9)
    ink.text(
        x - 0.3 * TRIANGLE * dx,
        y - 0.3 * TRIANGLE * dy + 2.8,
        colour[:1].upper(),
        8,
        font_weight="700",
        text_anchor="middle",
    )
    ink.close("g")


TONES: Final = {
    "red": "#d9604f",
    "green": "#79b36a",
    "yellow": "#f0d264",
    "white": "#ffffff",
    "orange": "#ee9d4b",
    "purple": "#b48fce",
    "blue": "#78a6dc",
}


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
            counter(ink, scene, piece, left, top, TOKEN)
    outside = [piece for piece in pieces if piece.symbol in SPECIAL]
    for n, piece in enumerate(outside):
        counter(ink, scene, piece, x + r * 0.45 + n * (SMALL + 4), y - r - SMALL * 0.35, SMALL)


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
        link_line(ink, kind, [(x, y), (x + 26, y)])
