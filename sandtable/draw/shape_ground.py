"""The ground of a map that has been drawn: areas that share borders, and where no way leads between them."""

from typing import Final

from sandtable.draw import lines
from sandtable.draw.layout import Layout, nearest_pair
from sandtable.draw.lines import length, offset, points_along, unit
from sandtable.draw.rect import Point
from sandtable.draw.shapes import EDGE, NOBODY, POOL, Arc, Shapes
from sandtable.draw.styles import COAST, Shape, coast_definitions, patterns
from sandtable.draw.svg_writer import trail
from sandtable.engine.scene import Edge, Scene

STUB: Final = 15.0  # of a passage, on either side of the border
BORDERLINE: Final = ("river", "line", "high_mountain", "swamp_border", "forbidden")
SEEN: Final = 4.0  # a border that is shorter is taken for none
BAR: Final = 9.0  # the least length of a sign across a border
INLAND: Final = 7.0  # how far a connector reaches over both shores
BESIDE: Final = 1.7  # how far from the border a river or a wall runs


class DrawnGround:
    """The static ground of a scene in shapes."""

    clip = ""

    def __init__(self, scene: Scene, layout: Layout, shapes: Shapes) -> None:
        self.scene = scene
        self.layout = layout
        self.shapes = shapes
        self.wet = {i for i, p in enumerate(scene.places) if p.kind == "sea"} | {POOL}

    def definitions(self, frame: str) -> str:
        """Return the markup of the coast, of clipping to the frame, and of patterns."""
        return coast_definitions(trail(self.shapes.outlines(self.wet)), frame) + patterns()

    def waters(self) -> dict[int, str]:
        """Return the outlines of sea areas that are entered."""
        return {i: trail(self.shapes.rings(i)) for i in self.layout.seas}

    def lands(self) -> dict[int, str]:
        """Return the outlines of areas on land."""
        return {i: trail(self.shapes.rings(i)) for i in self.layout.cell_of}

    def shore(self) -> list[Shape]:
        """Shallow water around the land, and land that nobody enters."""
        closed = [i for i, p in enumerate(self.scene.places) if p.kind == "closed"]
        rings = [ring for i in (NOBODY, *closed) if i in self.shapes.around for ring in self.shapes.rings(i)]
        return [Shape("shallows", f"#{COAST}"), Shape("land", trail(rings))]

    def sea_borders(self) -> list[Shape]:
        """Return the borders between seas."""
        kinds: dict[str, list[list[Point]]] = {"sea_border": [], "front": []}
        for (a, b), arcs in self.shapes.between.items():
            if a in self.wet and b in self.wet:
                kind = "front" if self.parted(a, b, "beyond") else "sea_border"
                kinds[kind] += [arc.points for arc in arcs]
        return [Shape(kind, trail(found, False)) for kind, found in kinds.items() if found]

    def borders(self) -> list[Shape]:
        """Rivers and lakes that are only there, borders of areas and countries, lines printed on the map."""
        kinds: dict[str, list[list[Point]]] = {"border": [], "frontier": [], "front": []}
        for (a, b), arcs in self.shapes.between.items():
            if EDGE in (a, b) or a in self.wet or b in self.wet:
                continue
            kinds[self.kind_of(a, b)] += [arc.points for arc in arcs]
        shapes = [Shape("stream", trail(self.shapes.rivers, False)), Shape("lake", trail(self.shapes.lakes))]
        shapes += [Shape(kind, trail(joined_up(found), False)) for kind, found in kinds.items()]
        shapes.append(Shape("coast", f"#{COAST}"))
        return [shape for shape in shapes if shape.path]

    def kind_of(self, a: int, b: int) -> str:
        """Return the kind of line for a border on land."""
        if self.parted(a, b, "beyond"):
            return "front"
        places = self.scene.places
        here = places[a].country if a >= 0 else ""
        there = places[b].country if b >= 0 else ""
        if here != there:
            return "frontier"
        return "front" if self.parted(a, b, "east") else "border"

    def parted(self, a: int, b: int, mark: str) -> bool:
        """Return whether a line printed across the map runs between two places."""
        if a < 0 or b < 0:
            return False
        return (mark in self.scene.places[a].marks) != (mark in self.scene.places[b].marks)

    # ------------------------------------------------------------ links

    def touch(self, a: int, b: int) -> bool:
        """Return whether two places share a visible border."""
        return sum([length(arc.points) for arc in self.shapes.border(a, b)]) >= SEEN

    def linked(self) -> set[tuple[int, int]]:
        """Return the pairs of places that may touch."""
        number = {p.id: i for i, p in enumerate(self.scene.places)}
        found = {(min(e.a, e.b), max(e.a, e.b)) for e in self.scene.edges}
        for i, place in enumerate(self.scene.places):
            for mark in place.marks:
                if mark.startswith("coast:"):
                    sea = number[mark[6:]]
                    found.add((min(i, sea), max(i, sea)))
        return found

    def entered(self) -> set[int]:
        """Areas, and seas that have coasts."""
        has_coasts = bool(self.layout.seas) or any("coast:" in m for p in self.scene.places for m in p.marks)
        seas = {i for i in self.wet if i >= 0} if has_coasts else set()
        return set(self.layout.cell_of) | seas

    def closed(self) -> list[tuple[int, int]]:
        """Return the pairs of areas that touch without a link; seas only if the scene has links of seas."""
        linked, entered = self.linked(), self.entered()
        shows_seas = any(e.kind == "sea" for e in self.scene.edges)
        found: list[tuple[int, int]] = []
        for a, b in self.shapes.between:
            if a in entered and b in entered and (a, b) not in linked:
                if shows_seas or not (a in self.wet and b in self.wet):
                    found.append((a, b))
        return found

    def barriers(self) -> list[Shape]:
        """Bars across the borders where no way leads."""
        land: list[list[Point]] = []
        coast: list[list[Point]] = []
        for a, b in self.closed():
            for arc in self.shapes.border(a, b):
                wet = (a in self.wet) or (b in self.wet)
                (coast if wet else land).append(at_least(arc.points, BAR))
        shapes = [Shape("barrier", trail(land, False))] if land else []
        return shapes + ([Shape("closed_coast", trail(coast, False))] if coast else [])

    def way(self, edge: Edge) -> list[Shape]:
        """Return the connector of a link without a border, of a strait, a Landing Line or a canal."""
        a, b = self.layout.at[edge.a], self.layout.at[edge.b]
        if self.apart(edge):
            return []
        if edge.kind == "passage":
            return lines.passage(*self.strait_of(edge.a, edge.b))
        if edge.kind == "landing":
            return lines.landing(self.layout.crossings[edge.a, edge.b])
        if edge.kind == "canal":
            return lines.canal(a, b)
        if edge.kind == "strait":
            return lines.strait(*self.shores(edge.a, edge.b))
        if "forbidden" in edge.marks:
            return []
        if edge.kind in ("land", "coast", "sea") and not self.touch(edge.a, edge.b):
            if edge.kind == "land":
                return [Shape("connector", trail([list(self.shores(edge.a, edge.b))], False))]
            return lines.coast_way(a, b)
        return []

    def shut(self, edge: Edge) -> bool:
        """Return whether a link leads to a place that is never entered, which shows that already."""
        return "closed" in (self.scene.places[edge.a].kind, self.scene.places[edge.b].kind)

    def apart(self, edge: Edge) -> bool:
        """Return whether a link leads from one of several maps to another."""
        return self.scene.places[edge.a].map != self.scene.places[edge.b].map

    def strait_of(self, a: int, b: int) -> tuple[Point, Point]:
        """Return the ends of a sign across the border of two seas, or across the land between them."""
        arcs = self.shapes.border(a, b)
        if not self.touch(a, b):
            return self.shores(a, b)
        arc = max(arcs, key=lambda arc: length(arc.points))
        (x, y), (dx, dy) = points_along(arc.points, 1)[0]
        # left of the way along an arc is up where it runs to the right
        side = STUB if arc.left == a else -STUB
        return (x + side * dy, y - side * dx), (x - side * dy, y + side * dx)

    def shores(self, a: int, b: int) -> tuple[Point, Point]:
        """Return the nearest points of two areas, moved inland a little."""
        ours, theirs = [[p for ring in self.shapes.rings(i) for p in ring] for i in (a, b)]
        (px, py), (qx, qy) = nearest_pair(ours, theirs)
        apart = (px - qx) ** 2 + (py - qy) ** 2 > 1
        dx, dy = unit((px, py), (qx, qy)) if apart else unit(self.layout.at[a], self.layout.at[b])
        return (px - INLAND * dx, py - INLAND * dy), (qx + INLAND * dx, qy + INLAND * dy)

    def marks_of(self, edge: Edge) -> list[Shape]:
        """Rivers, fortified lines and high mountains along the border, on the side on which they lie."""
        shapes: list[Shape] = []
        arcs = [arc for arc in self.shapes.border(edge.a, edge.b) if length(arc.points) >= SEEN]
        for mark in edge.marks:
            name, _, where = mark.partition(":")
            if (
                name not in BORDERLINE
                or self.apart(edge)
                or (name == "forbidden" and (not arcs or self.shut(edge)))
            ):
                continue
            inside = edge.a if self.scene.places[edge.a].id == where else edge.b
            for points, side in self.border_lines(edge, arcs, inside):
                if name == "river":
                    shapes += lines.river(offset(points, side * BESIDE))
                elif name == "line":
                    shapes += lines.wall(offset(points, side * BESIDE), -side)
                elif name == "swamp_border":
                    shapes += lines.marsh(points)
                elif name == "forbidden":
                    shapes.append(Shape("barrier", trail([at_least(points, BAR)], False)))
                else:
                    shapes += lines.peaks(points)
        return shapes

    def border_lines(self, edge: Edge, arcs: list[Arc], inside: int) -> list[tuple[list[Point], int]]:
        """Return the lines of a border and on which side of each a place lies: 1 left, -1 right."""
        if arcs:
            return [(arc.points, 1 if arc.left == inside else -1) for arc in arcs]
        # no border: a stroke across the connector
        a, b = self.shores(edge.a, edge.b)
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        dx, dy = unit(a, b)
        return [([(x - BAR * dy, y + BAR * dx), (x + BAR * dy, y - BAR * dx)], 1 if inside == edge.a else -1)]


def at_least(points: list[Point], least: float) -> list[Point]:
    """Return the line; a shorter one becomes a straight line of this length through its middle."""
    if length(points) >= least:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    x, y = (ax + bx) / 2, (ay + by) / 2
    dx, dy = unit((ax, ay), (bx, by))
    if (ax, ay) == (bx, by):
        dx, dy = 1.0, 0.0
    half = least / 2
    return [(x - half * dx, y - half * dy), (x + half * dx, y + half * dy)]


def joined_up(found: list[list[Point]]) -> list[list[Point]]:
    """Lines that go on into each other as one, so that dashes run on."""
    ends: dict[Point, list[int]] = {}
    for n, line in enumerate(found):
        for point in (line[0], line[-1]):
            ends.setdefault(point, []).append(n)
    whole: list[list[Point]] = []
    done: set[int] = set()
    for n, line in enumerate(found):
        if n in done:
            continue
        done.add(n)
        chain = line[:]
        for _ in range(2):
            while True:
                near = ends[chain[-1]]
                onward = [k for k in near if k not in done]
                if len(near) != 2 or not onward:
                    break
                done.add(onward[0])
                more = found[onward[0]]
                chain += more[1:] if more[0] == chain[-1] else more[-2::-1]
            chain.reverse()
        whole.append(chain)
    return whole
