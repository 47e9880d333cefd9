"""The ground of a map that has not been drawn: cells of what is nearest, cut at the coast."""

from itertools import pairwise
from math import hypot
from typing import Final

from sandtable.draw import lines
from sandtable.draw.layout import Layout
from sandtable.draw.lines import offset, unit
from sandtable.draw.rect import Point
from sandtable.draw.styles import COAST, Shape, coast_definitions, patterns
from sandtable.draw.svg_writer import outline
from sandtable.engine.scene import Edge, Scene

LONGEST: Final = 84.0  # of a mark along a border
SHORTEST: Final = 22.0
STRETCH: Final = 4.0  # of a border that is on land or is not


class NearestGround:
    """The static ground of a scene in shapes."""

    clip = "map-land"

    def __init__(self, scene: Scene, layout: Layout) -> None:
        self.scene = scene
        self.layout = layout
        self.near = layout.nearest

    def definitions(self, frame: str) -> str:
        """Return the markup of the coast, of clipping to land and frame, and of patterns."""
        return coast_definitions(outline(self.layout.coast), frame) + patterns()

    def shore(self) -> list[Shape]:
        """Shallow water around the land, and the land itself as if nobody's."""
        return [Shape("shallows", f"#{COAST}"), Shape("land", f"#{COAST}")]

    def lands(self) -> dict[int, str]:
        """Return the ground of each area on land, not yet cut at the coast."""
        found: dict[int, list[list[Point]]] = {}
        for i, cell in zip(self.near.owner, self.near.cells, strict=True):
            if i >= 0 and self.layout.places[i].kind != "closed" and cell.corners:
                found.setdefault(i, []).append(cell.corners)
        return {i: outline(rings) for i, rings in found.items()}

    def waters(self) -> dict[int, str]:
        """Return the water of each sea area, also under the land; -1 belongs to no place."""
        found: dict[int, list[list[Point]]] = {}
        if self.layout.seas:
            for i, cell in zip(self.near.sea_owner, self.near.sea_cells, strict=True):
                if cell.corners:
                    found.setdefault(i, []).append(cell.corners)
        return {i: outline(rings) for i, rings in found.items()}

    def sea_borders(self) -> list[Shape]:
        """Return the borders between sea areas."""
        border: list[list[Point]] = []
        front: list[list[Point]] = []
        for n, cell in enumerate(self.near.sea_cells):
            i = self.near.sea_owner[n]
            for other, a, b in cell.borders():
                if other > n and self.near.sea_owner[other] != i:
                    (front if self.beyond(i, self.near.sea_owner[other]) else border).append([a, b])
        shapes = [Shape("sea_border", outline(border, False))] if border else []
        return shapes + lines.front(front)

    def borders(self) -> list[Shape]:
        """Borders between areas, between countries, and lines printed across the map."""
        places = self.scene.places
        inner: list[list[Point]] = []
        outer: list[list[Point]] = []
        front: list[list[Point]] = []
        for n, cell in enumerate(self.near.cells):
            i = self.near.owner[n]
            for other, a, b in cell.borders():
                j = self.near.owner[other] if other >= 0 else i
                # each border once, none inside a closed country
                if other < 0 or other < n or i == j:
                    continue
                if self.beyond(i, j):
                    front.append([a, b])
                    continue
                here = places[i].country if i >= 0 else ""
                there = places[j].country if j >= 0 else ""
                if here != there:
                    outer.append([a, b])
                elif ("east" in places[i].marks) != ("east" in places[j].marks):
                    front.append([a, b])
                else:
                    inner.append([a, b])
        inner, outer = self.on_land(inner), self.on_land(outer)
        shapes = [Shape("border", outline(inner, False)), Shape("frontier", outline(outer, False))]
        return [shape for shape in [*shapes, *lines.front(front), Shape("coast", f"#{COAST}")] if shape.path]

    def on_land(self, borders: list[list[Point]]) -> list[list[Point]]:
        """Return the stretches of borders that lie on land."""
        found: list[list[Point]] = []
        for (ax, ay), (bx, by) in borders:
            count = max(1, int(hypot(bx - ax, by - ay) / STRETCH))
            points = [(ax + (bx - ax) * n / count, ay + (by - ay) * n / count) for n in range(count + 1)]
            middles = [((px + qx) / 2, (py + qy) / 2) for (px, py), (qx, qy) in pairwise(points)]
            dry = [self.layout.land.at(x, y) for x, y in middles]
            start = 0
            for n in range(count + 1):
                if n == count or not dry[n]:
                    if n > start:
                        found.append([points[start], points[n]])
                    start = n + 1
        return found

    def beyond(self, i: int, j: int) -> bool:
        """Return whether a line that is printed all across the map runs between two places."""
        if i < 0 or j < 0:
            return False
        return ("beyond" in self.scene.places[i].marks) != ("beyond" in self.scene.places[j].marks)

    def barriers(self) -> list[Shape]:
        """None: ways are drawn from middle to middle."""
        return []

    def way(self, edge: Edge) -> list[Shape]:
        """Return the line of a link, a strait or a Landing Line."""
        a, b = self.layout.at[edge.a], self.layout.at[edge.b]
        if self.scene.places[edge.a].map != self.scene.places[edge.b].map or "forbidden" in edge.marks:
            return []
        if edge.kind == "passage":
            return lines.passage(a, b)
        if edge.kind == "land":
            return [Shape("way", outline([[a, b]], False))]
        if edge.kind == "strait":
            return lines.strait(a, b)
        if edge.kind in ("coast", "sea"):
            return lines.coast_way(a, b)
        if edge.kind == "canal":
            return lines.canal(a, b)
        if edge.kind == "landing":
            return lines.landing(self.layout.crossings[edge.a, edge.b])
        return []

    def border_of(self, a: int, b: int) -> tuple[Point, Point]:
        """Return the ends of a mark across the link from a to b, along their border."""
        layout = self.layout
        (ax, ay), (bx, by) = layout.at[a], layout.at[b]
        middle = ((ax + bx) / 2, (ay + by) / 2)
        dx, dy = unit((ax, ay), (bx, by))
        along = (-dy, dx)
        low, high = -SHORTEST / 2, SHORTEST / 2
        if a in layout.cell_of and b in layout.cell_of:
            for other, p, q in self.near.cells[layout.cell_of[a]].borders():
                if other == layout.cell_of[b]:
                    for x, y in (p, q):
                        t = (x - middle[0]) * along[0] + (y - middle[1]) * along[1]
                        low, high = min(low, t + 2), max(high, t - 2)
        low, high = max(low, -LONGEST / 2), min(high, LONGEST / 2)
        return (
            (middle[0] + low * along[0], middle[1] + low * along[1]),
            (middle[0] + high * along[0], middle[1] + high * along[1]),
        )

    def marks_of(self, edge: Edge) -> list[Shape]:
        """Rivers, fortified lines and high mountains, on the side of the border on which they lie."""
        shapes: list[Shape] = []
        for mark in edge.marks:
            name, _, where = mark.partition(":")
            apart = self.scene.places[edge.a].map != self.scene.places[edge.b].map
            if name not in ("river", "line", "high_mountain", "swamp_border") or apart:
                continue
            # on the way from the first end to the second, a lies on the left
            ends = list(self.border_of(edge.a, edge.b))
            side = 1 if self.scene.places[edge.a].id == where else -1
            if name == "river":
                shapes += lines.river(offset(ends, 3.4 * side))
            elif name == "line":
                shapes += lines.wall(offset(ends, 3.0 * side), -side)
            elif name == "swamp_border":
                shapes += lines.marsh(ends)
            else:
                shapes += lines.peaks(ends)
        return shapes
