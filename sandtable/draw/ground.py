"""The map itself: water, land in the colours of its holders, borders, ways and what lies across them."""

from typing import Final

from sandtable.draw import lines
from sandtable.draw.ink import CLOSED, SOFT, WATER, Ink, mix, outline
from sandtable.draw.layout import HEIGHT, LABEL_SIZE, LABEL_SPACING, MAP_WIDTH, Layout, label_lines
from sandtable.draw.lines import shift, trim, unit
from sandtable.draw.looks import COAST, Shape, paint, patterns
from sandtable.draw.rect import Point
from sandtable.engine.scene import Edge, Scene

LONGEST: Final = 84.0  # of a mark along a border
SHORTEST: Final = 22.0
FRAME: Final = f"M0 0H{MAP_WIDTH:g}V{HEIGHT:g}H0Z"


def draw_ground(ink: Ink, scene: Scene, layout: Layout) -> None:
    """Everything below names and counters."""
    ink.open("defs")
    ink.parts.append(definitions(layout))
    ink.close("defs")
    ink.open("g", clip_path="url(#map-frame)")
    paint(ink, [Shape("sea", FRAME)])
    for i, path in waters(layout).items():
        colour = sea_tint(scene, scene.places[i].owner) if i >= 0 else CLOSED
        ink.add("path", d=path, class_="cell", data_place=scene.places[i].id if i >= 0 else "", fill=colour)
    paint(ink, sea_borders(scene, layout))
    paint(ink, SHORE)
    ink.open("g", clip_path="url(#map-land)")
    for i, path in lands(layout).items():
        place = scene.places[i]
        ink.add("path", d=path, class_="cell", data_place=place.id, fill=tint(scene, place.owner))
        for terrain in place.terrain:
            if terrain != "plain":
                ink.add("path", d=path, fill=f"url(#map-{terrain})")
    paint(ink, borders(scene, layout))
    ink.close("g")
    paint(ink, COASTLINE)
    for edge in scene.edges:
        paint(ink, way(edge, layout))
    for edge in scene.edges:
        paint(ink, marks_of(scene, edge, layout))
    names(ink, scene, layout)
    ink.close("g")


def definitions(layout: Layout) -> str:
    """Clipping to land and frame, and the patterns of terrain and closed ground, as markup."""
    return coast_definitions(outline(layout.coast), FRAME) + patterns()


def coast_definitions(coast: str, frame: str) -> str:
    """The outline of all land, and clipping to it and to the frame."""
    return (
        f'<path id="{COAST}" d="{coast}"/>'
        f'<clipPath id="map-land"><use href="#{COAST}" clip-rule="evenodd"/></clipPath>'
        f'<clipPath id="map-frame"><path d="{frame}"/></clipPath>'
    )


# Shallow water around the land, and the land itself as if nobody's; the line between land and water.
SHORE: Final = [Shape("shallows", f"#{COAST}"), Shape("land", f"#{COAST}")]
COASTLINE: Final = [Shape("coast", f"#{COAST}")]


def lands(layout: Layout) -> dict[int, str]:
    """The ground of each area on land, still to be cut at the coast."""
    found: dict[int, list[list[Point]]] = {}
    for i, cell in zip(layout.owner, layout.cells, strict=True):
        if i >= 0 and layout.places[i].kind != "closed" and cell.corners:
            found.setdefault(i, []).append(cell.corners)
    return {i: outline(rings) for i, rings in found.items()}


def waters(layout: Layout) -> dict[int, str]:
    """The water of each sea area, which lies under the land too; -1 is nobody's."""
    found: dict[int, list[list[Point]]] = {}
    if layout.seas:
        for i, cell in zip(layout.sea_owner, layout.sea_cells, strict=True):
            if cell.corners:
                found.setdefault(i, []).append(cell.corners)
    return {i: outline(rings) for i, rings in found.items()}


def borders(scene: Scene, layout: Layout) -> list[Shape]:
    """Borders between areas, between countries, and lines printed across the map."""
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
    return [
        Shape("border", outline(inner, False)),
        Shape("frontier", outline(outer, False)),
        *lines.front(front),
    ]


def beyond(scene: Scene, i: int, j: int) -> bool:
    """Whether a line that is printed all across the map runs between two places."""
    if i < 0 or j < 0:
        return False
    return ("beyond" in scene.places[i].marks) != ("beyond" in scene.places[j].marks)


def sea_borders(scene: Scene, layout: Layout) -> list[Shape]:
    """The borders between sea areas."""
    border: list[list[Point]] = []
    front: list[list[Point]] = []
    for n, cell in enumerate(layout.sea_cells):
        i = layout.sea_owner[n]
        for other, a, b in cell.borders():
            if other > n and layout.sea_owner[other] != i:
                (front if beyond(scene, i, layout.sea_owner[other]) else border).append([a, b])
    shapes = [Shape("sea_border", outline(border, False))] if border else []
    return shapes + lines.front(front)


def sea_tint(scene: Scene, side: str) -> str:
    """The colour of a sea that a side controls."""
    return WATER if side == "neutral" else mix(WATER, scene.colours.get(side, WATER), 0.26)


def tint(scene: Scene, side: str) -> str:
    """The soft colour of ground a side controls."""
    if side == "neutral":
        return "#f1eddc"
    return mix(scene.colours.get(side, CLOSED), "#ffffff", 0.42)


def way(edge: Edge, layout: Layout) -> list[Shape]:
    """The line of a link, a strait or a Landing Line."""
    a, b = layout.at[edge.a], layout.at[edge.b]
    if edge.kind == "land":
        return [Shape("way", outline([[a, b]], False))]
    if edge.kind == "strait":
        return lines.strait(a, b)
    if edge.kind in ("coast", "sea"):
        return lines.coast_way(a, b)
    if edge.kind == "canal":
        return lines.canal(a, b)
    if edge.kind == "landing":
        return lines.landing(*trim(a, b, layout.block(edge.a), layout.block(edge.b)))
    return []


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


def marks_of(scene: Scene, edge: Edge, layout: Layout) -> list[Shape]:
    """Rivers, fortified lines and high mountains, on the side of the border on which they lie."""
    shapes: list[Shape] = []
    for mark in edge.marks:
        name, _, where = mark.partition(":")
        if name not in ("river", "line", "high_mountain"):
            continue
        ends = border_of(layout, edge.a, edge.b)
        inside = edge.a if scene.places[edge.a].id == where else edge.b
        middle = ((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2)
        towards = unit(middle, layout.at[inside])
        if name == "river":
            shapes += lines.river(shift(ends, towards, 3.4))
        elif name == "line":
            shapes += lines.wall(shift(ends, towards, 3.0), (-towards[0], -towards[1]))
        else:
            shapes += lines.peaks(ends)
    return shapes


def names(ink: Ink, scene: Scene, layout: Layout) -> None:
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
