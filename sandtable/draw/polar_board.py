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
from sandtable.draw.svg_writer import CLOSED, LINE, PAPER, RED, SvgWriter, mix, outline, trail
from sandtable.engine.scene import Edge, Piece, Place, Scene

OVAL: Final = (
    f"M{MIDDLE[0] - RIM[0]:g} {MIDDLE[1]:g}a{RIM[0]:g} {RIM[1]:g} 0 1 1 {2 * RIM[0]:g} 0"
    f"a{RIM[0]:g} {RIM[1]:g} 0 1 1 {-2 * RIM[0]:g} 0Z"
)
TRIANGLE: Final = 7.5  # half of its height
SPECIAL: Final = ("submarine", "resistance")  # these stand on the edge of a sign, whoever is in it
SMALL: Final = 18.0
NOBODY: Final = "#ddd8c6"  # the sign of an area that nobody controls


def draw_polar(out: SvgWriter, scene: Scene, layout: PolarLayout) -> None:
    """Draw the whole board."""
    out.open("defs")
    out.parts.append(definitions(layout))
    out.close("defs")
    out.open("g", clip_path="url(#map-frame)")
    paint(out, below(layout))
    out.open("g", clip_path="url(#map-land)")
    for i, path in lands(layout).items():
        place = scene.places[i]
        out.add("path", d=path, class_="cell", data_place=place.id, fill=land_tint(scene, place.owner))
    out.close("g")
    paint(out, [Shape("coast", f"#{COAST}")])
    out.close("g")
    paint(out, [Shape("rim", OVAL)])
    for edge in scene.edges:
        paint(out, link(edge, layout))
    for i, place in enumerate(scene.places):
        draw_sign(out, scene, layout, i, place)
    for n, spots in triangles(scene.edges, layout).items():
        for at, way in spots:
            triangle(out, scene.edges[n].label, at, way)
    for i in range(len(scene.places)):
        draw_counters(out, scene, layout, i, [p for p in scene.pieces if p.place == i])


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
    """Return the ground around each area's sign, not yet cut at the coast."""
    return {i: trail(rings) for i, rings in layout.lands().items()}


def land_tint(scene: Scene, side: str) -> str:
    """Return the faint colour of the ground around the sign of an area."""
    return mix(tint(scene, side), PAPER, 0.45)


def graticule(layout: PolarLayout) -> list[list[Point]]:
    """Return every thirtieth meridian and parallel."""
    lines: list[list[Point]] = []
    for lon in range(-180, 180, 30):
        lines.append([layout.place(lon, lat) for lat in range(84, -60, -6)])
    for lat in (60, 30, 0, -30):
        lines.append([layout.place(lon, lat) for lon in range(-180, 181, 6)])
    return lines


# ---------------------------------------------------------------- links


def link(edge: Edge, layout: PolarLayout) -> list[Shape]:
    """Return a blue line at sea, a brown one on land, on a pale background."""
    if edge.kind == "triangle":
        return []
    line = outline([layout.curves[edge.a, edge.b]], False)
    return [Shape("sea_link" if edge.kind == "sea" else "land_link", line)]


def triangles(edges: list[Edge], layout: PolarLayout) -> dict[int, list[tuple[Point, Point]]]:
    """Return for each edge its two triangles, at the signs of its areas: their points and directions."""
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
    """Return the direction that is farthest from those that are taken."""
    best, most = 0.0, -1.0
    for step in range(36):
        angle = step * pi / 18
        room = min(abs((angle - taken + pi) % (2 * pi) - pi) for taken in busy)
        if room > most + 1e-9:
            best, most = angle, room
    return best


def triangle(out: SvgWriter, colour: str, at: Point, way: Point) -> None:
    """Draw a triangle of a colour, and its first letter."""
    x, y = at
    dx, dy = way
    out.open("g", class_="triangle")
    out.title(f"{colour} triangle")
    out.path(tip_and_base(at, way), True, fill=tone(colour), stroke=LINE, stroke_width=0.9)
    out.text(
        x - 0.3 * TRIANGLE * dx,
        y - 0.3 * TRIANGLE * dy + 2.8,
        colour[:1].upper(),
        8,
        font_weight="700",
        text_anchor="middle",
    )
    out.close("g")


def tone(colour: str) -> str:
    """Return the shade a triangle of this colour is printed in."""
    return TONES.get(colour, CLOSED)


def tip_and_base(at: Point, way: Point) -> list[Point]:
    """Return the corners of a triangle around a point that points in a direction."""
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


def draw_sign(out: SvgWriter, scene: Scene, layout: PolarLayout, i: int, place: Place) -> None:
    """Draw the sign of an area in the colour of its controller, with its home country, name and marks."""
    x, y = layout.centre(i)
    r = layout.radius(i)
    out.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    out.title(in_words(scene, place))
    outer = outline([corners(place.kind, x, y, r)])
    inner = outline([corners(place.kind, x, y, r - 2.6)])
    home = scene.colours.get(place.country or "neutral", CLOSED)
    dashes = {"stroke_dasharray": "4 3"} if "arctic" in place.marks else {}
    out.add("path", d=outer, fill=home, stroke=LINE, stroke_width=1.0, stroke_linejoin="round", **dashes)
    fill = NOBODY if place.owner == "neutral" else tint(scene, place.owner)
    out.add("path", d=inner, fill=fill, stroke=mix(home, LINE, 0.5), stroke_width=0.6)
    stars = [mark for mark in place.marks if mark in STARS]
    for mark in stars:
        column(out, ["star"] * STARS[mark], x - r - SIGN - 0.5, y)
    column(out, [mark for mark in place.marks if mark in SIGNS], x + r + 0.5, y)
    plate = layout.name(i)
    out.add(
        "rect", x=plate.x, y=plate.y, width=plate.w, height=plate.h, rx=plate.h / 2,
        fill="#fffdf6", fill_opacity=0.93, stroke=mix(home, "#000000", 0.4), stroke_width=0.9,
    )  # fmt: skip
    disc(out, scene, place.owner, plate.x + plate.h / 2, plate.y + plate.h / 2, plate.h / 2)
    out.text(plate.x + plate.h + 2.5, plate.y + plate.h * 0.78, place.name, NAME_SIZE, font_weight="600")
    if "damage:" in place.marks:
        burst(out, x - r * 0.78, y + r * 0.72, 7.5)
    out.close("g")


def column(out: SvgWriter, names: list[str], x: float, y: float) -> None:
    """Signs below each other, their middle at height y."""
    top = y - len(names) * (SIGN + 1) / 2
    for n, name in enumerate(names):
        glyph(out, name, x, top + n * (SIGN + 1), SIGN)


def burst(out: SvgWriter, x: float, y: float, r: float) -> None:
    """Draw a damage marker."""
    points = []
    for corner in range(16):
        wide = r if corner % 2 == 0 else r * 0.55
        points.append((x + wide * sin(corner * pi / 8), y - wide * cos(corner * pi / 8)))
    out.path(points, True, fill="#f2b134", stroke=RED, stroke_width=1.2)


def draw_counters(out: SvgWriter, scene: Scene, layout: PolarLayout, i: int, pieces: list[Piece]) -> None:
    """Counters within the sign, two in a row; U-boats and Resistance on its upper edge."""
    x, y = layout.centre(i)
    r = layout.radius(i)
    inside = [piece for piece in pieces if piece.symbol not in SPECIAL]
    rows = [inside[n : n + 2] for n in range(0, len(inside), 2)]
    for n, row in enumerate(rows):
        top = y + (n - len(rows) / 2) * (TOKEN + 1.5) + 1
        for k, piece in enumerate(row):
            left = x + (k - len(row) / 2) * (TOKEN + 1.5) + 0.75
            draw_piece(out, scene, piece, left, top, TOKEN)
    outside = [piece for piece in pieces if piece.symbol in SPECIAL]
    for n, piece in enumerate(outside):
        draw_piece(out, scene, piece, x + r * 0.45 + n * (SMALL + 4), y - r - SMALL * 0.35, SMALL)


def legend_shape(out: SvgWriter, kind: str, x: float, y: float, dashed: bool = False) -> None:
    """Draw the sign of a kind of area, for the legend."""
    dashes = {"stroke_dasharray": "3 2.2"} if dashed else {}
    out.path(corners(kind, x, y, 7), True, fill="#ffffff", stroke=LINE, stroke_width=1.2, **dashes)


def legend_link(out: SvgWriter, kind: str, start: Point) -> None:
    """Draw a link of a kind, for the legend."""
    x, y = start
    if kind == "triangle":
        triangle(out, "red", (x + 7, y), (0, -1))
        triangle(out, "red", (x + 19, y), (0, 1))
    else:
        paint(out, [Shape("sea_link" if kind == "sea" else "land_link", f"M{x:.1f} {y:.1f}h26")])
