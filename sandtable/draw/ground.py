"""The map itself: water, land in the colours of its holders, borders, ways and what lies across them."""

from math import sin
from typing import Final

from sandtable.draw.glyphs import FOREST, MARSH, glyph
from sandtable.draw.ink import (
    CLOSED,
    DEEP,
    FRONT,
    LINE,
    PAPER,
    RIVER,
    ROCK,
    SOFT,
    WALL,
    WATER,
    Ink,
    mix,
    outline,
)
from sandtable.draw.layout import HEIGHT, LABEL_SIZE, LABEL_SPACING, MAP_WIDTH, Layout, label_lines
from sandtable.draw.rect import Point, Rect
from sandtable.engine.scene import Edge, Scene

WAY: Final = "#6b5637"
LONGEST: Final = 84.0  # of a mark along a border
SHORTEST: Final = 22.0
CANAL: Final = 78.0  # of either end of a way that leads far across the map


def draw_ground(ink: Ink, scene: Scene, layout: Layout) -> None:
    """Everything below names and counters."""
    land = outline(layout.coast)
    definitions(ink, land)
    ink.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill=WATER)
    ink.open("g", clip_path="url(#frame)")
    if layout.seas:
        waters(ink, scene, layout)
    for width, opacity in ((22, 0.16), (13, 0.2), (6, 0.28)):
        ink.add("path", d=land, fill="none", stroke="#ffffff", stroke_width=width, stroke_opacity=opacity)
    ink.open("g", clip_path="url(#land)")
    cells(ink, scene, layout)
    ink.close("g")
    ink.add("path", d=land, fill="none", stroke=DEEP, stroke_width=0.9)
    for edge in scene.edges:
        way(ink, edge, layout)
    for edge in scene.edges:
        marks_of(ink, scene, edge, layout)
    sea_names(ink, scene, layout)
    ink.close("g")


def definitions(ink: Ink, land: str) -> None:
    """Clipping to land and frame, and the patterns of terrain and closed ground."""
    ink.open("defs")
    ink.parts.append(f'<clipPath id="land"><path d="{land}" clip-rule="evenodd"/></clipPath>')
    ink.parts.append(f'<clipPath id="frame"><rect width="{MAP_WIDTH:g}" height="{HEIGHT:g}"/></clipPath>')
    patterns = {
        "closed": (8, f'<path d="M0 8L8 0" stroke="{mix(CLOSED, LINE, 0.2)}" stroke-width="0.8"/>'),
        "forest": (
            17,
            f'<path d="M4 3l2.6 5.4h-5.2zM12.5 11l2.6 5.4h-5.2z" fill="{FOREST}" fill-opacity="0.34"/>',
        ),
        "mountain": (
            18,
            f'<path d="M1 8l3.6-5 3.6 5M10 17l3.6-5 3.6 5" fill="none" stroke="{ROCK}" stroke-opacity="0.6" '
            'stroke-width="1.1"/>',
        ),
        "swamp": (
            16,
            f'<path d="M1 5h6M4 5v-2.6M2.6 5l-.8-2M5.4 5l.8-2M9 13h6M12 13v-2.6M10.6 13l-.8-2M13.4 13l.8-2" '
            f'stroke="{MARSH}" stroke-opacity="0.6" stroke-width="0.9" fill="none"/>',
        ),
        "narrow_pass": (
            18,
            f'<path d="M2 3q3 3 0 6M8 3q-3 3 0 6M11 11q3 3 0 6M17 11q-3 3 0 6" fill="none" stroke="{WALL}" '
            'stroke-opacity="0.4" stroke-width="1"/>',
        ),
    }
    for name, (size, content) in patterns.items():
        ink.parts.append(
            f'<pattern id="{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
            f"{content}</pattern>"
        )
    ink.close("defs")


def cells(ink: Ink, scene: Scene, layout: Layout) -> None:
    """Land in the colour of the side that controls it, with the pattern of its terrain and all borders."""
    ink.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill=CLOSED)
    ink.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill="url(#closed)")
    for i, cell in zip(layout.owner, layout.cells, strict=True):
        if i < 0 or scene.places[i].kind == "closed" or not cell.corners:
            continue
        place = scene.places[i]
        shape = outline([cell.corners])
        ink.add("path", d=shape, class_="cell", data_place=place.id, fill=tint(scene, place.owner))
        for terrain in place.terrain:
            if terrain != "plain":
                ink.add("path", d=shape, fill=f"url(#{terrain})")
    inner: list[list[Point]] = []
    outer: list[list[Point]] = []
    front: list[list[Point]] = []
    for n, cell in enumerate(layout.cells):
        i = layout.owner[n]
        for other, a, b in cell.borders():
            j = layout.owner[other] if other >= 0 else i
            # each border once, none inside a closed country
            if other < 0 or other < n or i == j:
                continue
            if beyond(scene, i, j):
                front.append([a, b])
                continue
            here = scene.places[i].country if i >= 0 else ""
            there = scene.places[j].country if j >= 0 else ""
            if here != there:
                outer.append([a, b])
            elif ("east" in scene.places[i].marks) != ("east" in scene.places[j].marks):
                front.append([a, b])
            else:
                inner.append([a, b])
    ink.add("path", d=outline(inner, False), stroke="#ffffff", stroke_opacity=0.85, stroke_width=1.3)
    ink.add("path", d=outline(outer, False), stroke=SOFT, stroke_width=1.9, stroke_linecap="round")
    front_line(ink, outline(front, False))


def beyond(scene: Scene, i: int, j: int) -> bool:
    """Whether a line that is printed all across the map runs between two places."""
    if i < 0 or j < 0:
        return False
    return ("beyond" in scene.places[i].marks) != ("beyond" in scene.places[j].marks)


def waters(ink: Ink, scene: Scene, layout: Layout) -> None:
    """Sea areas: water with a breath of the colour of the side that controls it, and the borders at sea."""
    border: list[list[Point]] = []
    front: list[list[Point]] = []
    for n, cell in enumerate(layout.sea_cells):
        i = layout.sea_owner[n]
        if cell.corners:
            place = scene.places[i] if i >= 0 else None
            ink.add(
                "path",
                d=outline([cell.corners]),
                class_="cell",
                data_place=place.id if place else "",
                fill=sea_tint(scene, place.owner) if place else CLOSED,
            )
        for other, a, b in cell.borders():
            if other > n and layout.sea_owner[other] != i:
                (front if beyond(scene, i, layout.sea_owner[other]) else border).append([a, b])
    ink.add("path", d=outline(border, False), stroke="#ffffff", stroke_width=1.6, stroke_dasharray="7 5")
    if front:
        front_line(ink, outline(front, False))


def sea_tint(scene: Scene, side: str) -> str:
    """The colour of a sea that a side controls."""
    return WATER if side == "neutral" else mix(WATER, scene.colours.get(side, WATER), 0.26)


def front_line(ink: Ink, line: str) -> None:
    """A line printed on the map, such as the Eastern Line."""
    ink.add(
        "path", d=line, fill="none", stroke=PAPER, stroke_width=5, stroke_opacity=0.8, stroke_linecap="round"
    )
    ink.add("path", d=line, fill="none", stroke=FRONT, stroke_width=2.6, stroke_dasharray="9 4 2 4")


def tint(scene: Scene, side: str) -> str:
    """The soft colour of ground a side controls."""
    if side == "neutral":
        return "#f1eddc"
    return mix(scene.colours.get(side, CLOSED), "#ffffff", 0.42)


def way(ink: Ink, edge: Edge, layout: Layout) -> None:
    """The line of a link, a strait or a Landing Line."""
    a, b = layout.at[edge.a], layout.at[edge.b]
    if edge.kind == "land":
        ink.path([a, b], stroke=WAY, stroke_width=1.5, stroke_opacity=0.55)
    elif edge.kind == "strait":
        ink.path([a, b], stroke=DEEP, stroke_width=2, stroke_dasharray="5 3.5")
    elif edge.kind in ("coast", "sea"):
        coast_line(ink, a, b)
    elif edge.kind == "canal":
        canal_line(ink, a, b)
    elif edge.kind == "landing":
        ends = trim(a, b, layout.block(edge.a), layout.block(edge.b))
        landing_line(ink, ends[0], ends[1])


def coast_line(ink: Ink, a: Point, b: Point) -> None:
    """A fine dotted line from a sea to its coast, or to the next sea."""
    ink.path([a, b], stroke=DEEP, stroke_width=1.1, stroke_opacity=0.5, stroke_dasharray="1.5 3")


def canal_line(ink: Ink, a: Point, b: Point) -> None:
    """A way for one side, and only at times: both ends of it, with arrows to the other end."""
    for tail, far in ((a, b), (b, a)):
        dx, dy = unit(tail, far)
        length = min(CANAL, 0.5 * ((far[0] - tail[0]) ** 2 + (far[1] - tail[1]) ** 2) ** 0.5)
        tip = (tail[0] + length * dx, tail[1] + length * dy)
        ink.path([tail, tip], stroke=FRONT, stroke_width=1.6, stroke_dasharray="5 2.5")
        arrow(ink, tip, (dx, dy), FRONT)


def landing_line(ink: Ink, a: Point, b: Point) -> None:
    """A dotted line with an arrow at both ends."""
    ink.path([a, b], stroke=RIVER, stroke_width=2.2, stroke_dasharray="0.1 5", stroke_linecap="round")
    for tip, tail in ((a, b), (b, a)):
        arrow(ink, tip, unit(tail, tip), RIVER)


def arrow(ink: Ink, tip: Point, way: Point, colour: str) -> None:
    """The head of an arrow."""
    dx, dy = way
    x, y = tip[0] - 7 * dx, tip[1] - 7 * dy
    ink.path([tip, (x - 3.6 * dy, y + 3.6 * dx), (x + 3.6 * dy, y - 3.6 * dx)], True, fill=colour)


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def trim(a: Point, b: Point, around_a: Rect, around_b: Rect) -> tuple[Point, Point]:
    """The part of a line between two boxes it comes from."""
    dx, dy = unit(a, b)
    from_a = reach(around_a, dx, dy) + 3
    from_b = reach(around_b, dx, dy) + 3
    return (a[0] + from_a * dx, a[1] + from_a * dy), (b[0] - from_b * dx, b[1] - from_b * dy)


def reach(box: Rect, dx: float, dy: float) -> float:
    """How far it is from the middle of a box to its edge in a direction."""
    return min(box.w / 2 / (abs(dx) or 1e-9), box.h / 2 / (abs(dy) or 1e-9))


def border_of(layout: Layout, a: int, b: int) -> tuple[Point, Point]:
    """Where a mark across the link from a to b lies: along their border, with the link in its reach."""
    (ax, ay), (bx, by) = layout.at[a], layout.at[b]
    middle = ((ax + bx) / 2, (ay + by) / 2)
    dx, dy = unit((ax, ay), (bx, by))
    along = (-dy, dx)
    low, high = -SHORTEST / 2, SHORTEST / 2
    if a in layout.cell_of and b in layout.cell_of:
        for other, p, q in layout.cells[layout.cell_of[a]].borders():
            if other == layout.cell_of[b]:
                for x, y in (p, q):
                    t = (x - middle[0]) * along[0] + (y - middle[1]) * along[1]
                    low, high = min(low, t + 2), max(high, t - 2)
    low, high = max(low, -LONGEST / 2), min(high, LONGEST / 2)
    return (
        (middle[0] + low * along[0], middle[1] + low * along[1]),
        (middle[0] + high * along[0], middle[1] + high * along[1]),
    )


def marks_of(ink: Ink, scene: Scene, edge: Edge, layout: Layout) -> None:
    """Rivers, fortified lines and high mountains, on the side of the border on which they lie."""
    for mark in edge.marks:
        name, _, where = mark.partition(":")
        if name not in ("river", "line", "high_mountain"):
            continue
        ends = border_of(layout, edge.a, edge.b)
        inside = edge.a if scene.places[edge.a].id == where else edge.b
        middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        towards = unit(middle, layout.at[inside])
        if name == "river":
            river(ink, shift(ends, towards, 3.4))
        elif name == "line":
            wall(ink, shift(ends, towards, 3.0), (-towards[0], -towards[1]))
        else:
            peaks(ink, ends)


def shift(ends: tuple[Point, Point], towards: Point, by: float) -> tuple[Point, Point]:
    """A stretch of line moved sideways."""
    (ax, ay), (bx, by_) = ends
    return (ax + by * towards[0], ay + by * towards[1]), (bx + by * towards[0], by_ + by * towards[1])


def river(ink: Ink, ends: tuple[Point, Point]) -> None:
    """A blue winding stroke."""
    (ax, ay), (bx, by) = ends
    dx, dy = unit(*ends)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    steps = max(int(length / 2), 4)
    points = []
    for step in range(steps + 1):
        t = length * step / steps
        wave = 1.3 * sin(t * 0.55)
        points.append((ax + t * dx - wave * dy, ay + t * dy + wave * dx))
    ink.path(
        points, fill="none", stroke="#ffffff", stroke_width=4.6, stroke_opacity=0.7, stroke_linecap="round"
    )
    ink.path(points, fill="none", stroke=RIVER, stroke_width=2.6, stroke_linecap="round")


def wall(ink: Ink, ends: tuple[Point, Point], outward: Point) -> None:
    """A toothed line, its teeth to the enemy."""
    (ax, ay), (bx, by) = ends
    dx, dy = unit(*ends)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    ink.path([ends[0], ends[1]], stroke=WALL, stroke_width=2.4)
    teeth = max(int(length / 6.5), 2)
    for tooth in range(teeth):
        t = length * (tooth + 0.5) / teeth
        x, y = ax + t * dx, ay + t * dy
        ink.path(
            [
                (x - 2.6 * dx, y - 2.6 * dy),
                (x + 2.6 * dx, y + 2.6 * dy),
                (x + 5 * outward[0], y + 5 * outward[1]),
            ],
            True,
            fill=WALL,
        )


def peaks(ink: Ink, ends: tuple[Point, Point]) -> None:
    """A row of dark peaks."""
    (ax, ay), (bx, by) = ends
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    count = min(max(int(length / 11), 2), 5)
    for peak in range(count):
        t = (peak + 0.5) / count
        glyph(ink, "high_mountain", ax + t * (bx - ax) - 5, ay + t * (by - ay) - 5.5, 10)


def sea_names(ink: Ink, scene: Scene, layout: Layout) -> None:
    """Names of sea zones in italics, of closed countries in grey."""
    for i, box in layout.labels.items():
        place = scene.places[i]
        sea = place.kind == "sea"
        ink.open("g", class_="place", data_place=place.id)
        for n, line in enumerate(label_lines(place.name, box)):
            ink.text(
                box.x + box.w / 2, box.y + (n + 0.82) * (LABEL_SIZE + 2), line, LABEL_SIZE,
                fill="#2f5a7a" if sea else SOFT,
                font_style="italic" if sea else "normal",
                letter_spacing=LABEL_SPACING,
                text_anchor="middle",
                stroke=WATER if sea else CLOSED, stroke_width=2.5, stroke_opacity=0.7, paint_order="stroke",
            )  # fmt: skip
        ink.close("g")
