"""Several maps side by side: each has its own layout, and arrows lead from one to the other."""

from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from sandtable.draw.ground import ground_of
from sandtable.draw.layout import GUTTER, Layout, Nearest, printed_of, shifts, ties_of
from sandtable.draw.link_curves import route_curve
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shapes import key_of, shapes_for
from sandtable.draw.spread import Gaps, Pairs
from sandtable.draw.styles import Shape
from sandtable.draw.text_size import text_width
from sandtable.draw.voronoi import Cell
from sandtable.engine.scene import Chart, Edge, Ground, Place, Scene

CHIP: Final = 17.0  # the height of a name beside the map
CHIP_SIZE: Final = 9.6
APART: Final = 4.0


class Part(NamedTuple):
    """One of the maps: its chart, the numbers of its places, and where it lies."""

    chart: Chart
    members: tuple[int, ...]
    frame: Rect


class Chip(NamedTuple):
    """The name of a place on another map, beside the edge of this one, and the line from a place to it."""

    edge: int  # index of the link
    place: int
    other: int
    box: Rect
    line: list[Point]


def parts_of(places: tuple[Place, ...], charts: tuple[Chart, ...], frames: list[Rect]) -> list[Part]:
    """Return the maps with their places; a place without a known map is on the first one."""
    known = {chart.id for chart in charts}
    found: list[Part] = []
    for n, chart in enumerate(charts):
        mine = [i for i, p in enumerate(places) if p.map == chart.id or (n == 0 and p.map not in known)]
        found.append(Part(chart, tuple(mine), frames[n]))
    return found


def map_alone(scene: Scene, part: Part) -> Scene:
    """Return a scene of one map only: its places and the links between them, in its own picture."""
    number = {i: n for n, i in enumerate(part.members)}
    ids = {scene.places[i].id for i in part.members}
    edges = [e._replace(a=number[e.a], b=number[e.b]) for e in scene.edges if e.a in number and e.b in number]
    return scene._replace(
        places=[scene.places[i] for i in part.members],
        edges=edges,
        pieces=[],
        ground=ground_in(scene.ground, ids),
        charts=(part.chart,),
    )


def ground_in(ground: Ground, ids: set[str]) -> Ground:
    """Return the ground of places on a map, and the ground without a place."""
    return tuple([(name, points) for name, points in ground if not name or name in ids])


class Panes(Layout):
    """The layout of several maps: each as if it were alone, moved to where it lies."""

    def _project(self) -> None:
        self.parts = parts_of(self.places, self.charts, self.frames)

    @cached_property
    def alone(self) -> list[Layout]:
        """The maps by themselves; not needed where shapes are kept."""
        found: list[Layout] = []
        for part in self.parts:
            number = {i: n for n, i in enumerate(part.members)}
            found.append(
                Layout(
                    tuple([self.places[i] for i in part.members]),
                    tuple([(number[a], number[b]) for a, b in self.links if a in number and b in number]),
                    tuple([(number[a], number[b], gap) for a, b, gap in self.gaps if {a, b} <= set(number)]),
                    ground_in(self.ground, {self.places[i].id for i in part.members}),
                    None,
                    (part.chart,),
                )
            )
        return found

    def _spread(self) -> dict[int, Point]:
        found: dict[int, Point] = {}
        for part, layout in zip(self.parts, self.alone, strict=True):
            for n, (x, y) in layout.at.items():
                found[part.members[n]] = (x + part.frame.x, y + part.frame.y)
        return found

    def _labels(self) -> dict[int, Rect]:
        found: dict[int, Rect] = {}
        for part, layout in zip(self.parts, self.alone, strict=True):
            for n, box in layout.labels.items():
                found[part.members[n]] = box._replace(x=box.x + part.frame.x, y=box.y + part.frame.y)
        return found

    @cached_property
    def coast(self) -> list[list[Point]]:
        """The outlines of all land, each map cut at its edges."""
        found: list[list[Point]] = []
        for part, layout in zip(self.parts, self.alone, strict=True):
            for ring in layout.coast:
                cut = within([(x + part.frame.x, y + part.frame.y) for x, y in ring], part.frame)
                if len(cut) > 2:
                    found.append(cut)
        return found

    @cached_property
    def nearest(self) -> Nearest:
        """The cells of all maps."""
        joined = Nearest(self.alone[0])
        joined.clear()
        self.cell_of = {}
        for part, layout in zip(self.parts, self.alone, strict=True):
            first, first_sea = len(joined.cells), len(joined.sea_cells)
            near = layout.nearest
            for n, owner in enumerate(near.owner):
                joined.owner.append(part.members[owner] if owner >= 0 else -1)
                joined.cells.append(moved(near.cells[n], part.frame, first))
                x, y = near.sites[n]
                joined.sites.append((x + part.frame.x, y + part.frame.y))
            for n, owner in enumerate(near.sea_owner):
                joined.sea_owner.append(part.members[owner] if owner >= 0 else -1)
                joined.sea_cells.append(moved(near.sea_cells[n], part.frame, first_sea))
            self.cell_of |= {part.members[n]: first + cell for n, cell in layout.cell_of.items()}
        return joined

    def part_at(self, place: int) -> Part:
        """Return the map on which a place lies."""
        return next(part for part in self.parts if place in part.members)

    def chips(self, edges: list[Edge]) -> dict[int, list[Chip]]:
        """Return a name for both ends of each link between maps, beside the edge that it leads to."""
        found: dict[int, list[Chip]] = {}
        for part in self.parts:
            sides: dict[bool, list[tuple[int, int, int]]] = {True: [], False: []}
            for number, edge in enumerate(edges):
                for here, there in ((edge.a, edge.b), (edge.b, edge.a)):
                    if here in part.members and there not in part.members:
                        x = self.at[here][0]
                        sides[x - part.frame.x > part.frame.w / 2].append((number, here, there))
            for right, links in sides.items():
                x = part.frame.x + part.frame.w if right else part.frame.x - GUTTER
                links.sort(key=lambda link: (self.at[link[1]][1], link))
                for (number, here, there), y in zip(links, self._heights(part, links), strict=True):
                    room = min(GUTTER - 6, text_width("→ " + self.places[there].name, CHIP_SIZE, True) + 8)
                    left = x + 3 if right else x + GUTTER - 3 - room
                    box = Rect(left, y - CHIP / 2, room, CHIP)
                    found.setdefault(number, []).append(
                        Chip(number, here, there, box, self._lead(here, box, part, right))
                    )
        return found

    def _heights(self, part: Part, links: list[tuple[int, int, int]]) -> list[float]:
        """Return the heights of the names beside a map: each near its place, one below the other."""
        low, high = part.frame.y + CHIP, part.frame.y + part.frame.h - CHIP
        wanted = [min(max(self.at[here][1], low), high) for _, here, _ in links]
        for _ in range(60):
            for n in range(1, len(wanted)):
                over = wanted[n - 1] + CHIP + APART - wanted[n]
                if over > 0:
                    wanted[n - 1] -= over / 2
                    wanted[n] += over / 2
        return wanted

    def _lead(self, here: int, box: Rect, part: Part, right: bool) -> list[Point]:
        """Return the line from a place to a name beside the map, over as few other names as possible."""
        x = box.x if right else box.x + box.w
        spot = Rect(0, 0, 2, 2).around(x, box.y + box.h / 2)
        others = [self.block(i) for i in self.areas if i != here and i in part.members]
        others += [label for i, label in self.labels.items() if i in part.members]
        return route_curve(self.block(here), spot, others, self.extent)


def captions(scene: Scene, layout: Panes) -> list[tuple[str, float, float]]:
    """Return the names of straits and canals, each at the free position nearest to its sign."""
    below = ground_of(scene, layout)
    taken = [layout.block(i) for i in layout.areas] + list(layout.labels.values())
    found: list[tuple[str, float, float]] = []
    for edge in scene.edges:
        one, other = scene.places[edge.a], scene.places[edge.b]
        if edge.kind != "passage" or not edge.label or one.map != other.map:
            continue
        x, y = sign_of(below.way(edge))
        size = Rect(0, 0, text_width(edge.label, CHIP_SIZE, True) + 4, CHIP_SIZE + 4)
        spots = [
            size.around(x + dx, y + dy)
            for dx, dy in shifts()[:220]
            if abs(dy) > 11 or abs(dx) > size.w / 2 + 9
        ]
        best = min(spots, key=lambda box: 40 * sum([box.shared(o) for o in taken]) + gap(box, x, y))
        taken.append(best)
        found.append((edge.label, best.x + best.w / 2, best.y + best.h * 0.78))
    return found


def sign_of(shapes: list[Shape]) -> Point:
    """Return the middle of the first stroke of some shapes."""
    ends = [pair.split() for pair in shapes[0].path[1:].split("L")]
    (ax, ay), (bx, by) = [(float(x), float(y)) for x, y in (ends[0], ends[-1])]
    return (ax + bx) / 2, (ay + by) / 2


def gap(box: Rect, x: float, y: float) -> float:
    """Return the distance from the middle of a box to a point."""
    mx, my = box.middle
    return float(((mx - x) ** 2 + (my - y) ** 2) ** 0.5)


def moved(cell: Cell, frame: Rect, first: int) -> Cell:
    """Return a cell moved to its map, with neighbours numbered as in the whole scene."""
    corners = [(x + frame.x, y + frame.y) for x, y in cell.corners]
    return Cell(corners, [other + first if other >= 0 else other for other in cell.beyond])


def within(ring: list[Point], frame: Rect) -> list[Point]:
    """Return a ring cut at the edges of a frame."""
    for axis, limit, sign in (
        (0, frame.x, 1),
        (0, frame.x + frame.w, -1),
        (1, frame.y, 1),
        (1, frame.y + frame.h, -1),
    ):
        kept: list[Point] = []
        for n, b in enumerate(ring):
            a = ring[n - 1]
            before, after = sign * (a[axis] - limit), sign * (b[axis] - limit)
            if (before < 0) != (after < 0):
                t = before / (before - after)
                kept.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
            if after >= 0:
                kept.append(b)
        ring = kept
    return ring


@lru_cache(maxsize=8)
def _layout(
    places: tuple[Place, ...],
    links: Pairs,
    gaps: Gaps,
    ground: Ground,
    key: str,
    charts: tuple[Chart, ...],
) -> Layout:
    made = Panes if len(charts) > 1 else Layout
    return made(places, links, gaps, ground, shapes_for(key, [p.id for p in places]), charts)


def layout_of(scene: Scene, drawn: bool = True) -> Layout:
    """Return the layout of a scene, the same for all positions of a game; with drawn shapes if it has any."""
    links, gaps = ties_of(scene)
    key = key_of(scene) if drawn else ""
    return _layout(printed_of(scene), links, gaps, scene.ground, key, scene.charts)
