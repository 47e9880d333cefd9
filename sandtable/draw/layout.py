"""Where everything goes: areas spread out until their counters and names have room, ground carried along."""

from bisect import bisect_left
from collections.abc import Callable
from functools import cached_property, lru_cache
from math import hypot
from typing import Final

from sandtable.draw.link_curves import route_curve
from sandtable.draw.projection import Stretch, Warp, coastline, projection_of, turned
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shapes import POOL, Shapes, inside
from sandtable.draw.spread import Gaps, Pairs, spread
from sandtable.draw.text_size import text_width
from sandtable.draw.voronoi import Cell, voronoi
from sandtable.engine.scene import Chart, Ground, Place, Scene

# The picture in its own units; it is scaled to the width asked for.
WIDTH: Final = 1600.0
HEIGHT: Final = 1010.0
MAP_WIDTH: Final = 1318.0

COUNTER: Final = 29.0
PLATE: Final = 14.0  # height of a name plate
NAME_SIZE: Final = 10.2
GLYPH: Final = 9.0
BOX: Final = (118.0, 84.0)
CROSSING: Final = 34.0  # room between areas for a Landing Line
MARKED: Final = 14.0  # and for a river or a fortified line
INLAND: Final = 4.0  # a Landing Line reaches so far over both shores
SHORTEST: Final = 36.0  # and is at least so long
FOREIGN: Final = 3  # points on land of others, and it goes from shore to shore
FARTHEST: Final = 96.0  # a label from where it belongs
LABEL_SIZE: Final = 11.0
LABEL_SPACING: Final = 0.6
CROWDED: Final = 160  # more rounds of spreading on one of several maps
PANE: Final = (1640.0, 1200.0)  # the size of each of several maps
GUTTER: Final = 118.0  # beside each of several maps, for arrows to the others
HEAD: Final = 34.0  # above them, for their titles
FOOT: Final = 10.0
EVENNESS: Final = 0.65  # 0: the plain projection, 1: all places evenly spread
SMOOTHNESS: Final = 0.13


class Layout:
    """The static side of a picture: a function of the places' coordinates, names and printed marks alone.

    With drawn shapes it takes from them where everything is. Without, it finds that by itself, and areas are
    the cells of ground that is nearest to each.
    """

    def __init__(
        self,
        places: tuple[Place, ...],
        links: Pairs,
        gaps: Gaps,
        ground: Ground = (),
        shapes: Shapes | None = None,
        charts: tuple[Chart, ...] = (),
    ) -> None:
        self.places = places
        self.charts = charts
        self.ground = ground
        self.links = links
        self.gaps = gaps
        self.landings = [(a, b) for a, b, gap in gaps if gap == CROSSING]
        self.frames = frames_of(charts)
        self.seas = [i for i, p in enumerate(places) if p.kind == "sea" and p.choice >= 0]
        lands = [i for i, p in enumerate(places) if p.kind in ("land", "island")]
        nodes = sorted([*lands, *self.seas])
        self.areas = nodes
        self.plates = [plate_size(p) for p in places]
        self.boxes = self._boxes()
        self.cell_of = {i: n for n, i in enumerate(lands)}
        self.shapes = shapes
        self._project()
        self.at: dict[int, Point] = dict(shapes.at) if shapes else self._spread()
        for i, box in self.boxes.items():
            self.at[i] = box.middle
        self.labels = self._kept_labels(shapes) if shapes else self._labels()

    def _project(self) -> None:
        """Set how points of the earth become points of the picture."""
        self.projection = projection_of(self.charts)
        plane = [self.projection(*self.near(self.places[i].lon, self.places[i].lat)) for i in self.areas]
        frame = self.frames[0]
        self.across = Stretch([x for x, _ in plane], 74, frame.w - 56, EVENNESS, SMOOTHNESS)
        self.down = Stretch([y for _, y in plane], 52, frame.h - 66, EVENNESS, SMOOTHNESS)

    def _targets(self) -> dict[int, Point]:
        """Return the points of areas in the stretched projection."""
        return {i: self._flat(*self.near(self.places[i].lon, self.places[i].lat)) for i in self.areas}

    def _spread(self) -> dict[int, Point]:
        """Return the points of areas when each has room."""
        return spread(
            self._targets(),
            {i: block_size(self.plates[i]) for i in self.areas},
            self.links,
            self.gaps,
            list(self.boxes.values()),
            self.frames[0],
            CROWDED if self.charts else 0,
        )

    @property
    def extent(self) -> Rect:
        """The whole picture without what stands beside it."""
        return extent_of(self.charts)

    @cached_property
    def warp(self) -> Warp:
        """Carries the ground along with the areas."""
        targets = self._targets()
        shifts = [(self.at[i][0] - targets[i][0], self.at[i][1] - targets[i][1]) for i in self.areas]
        return Warp(list(targets.values()), shifts, 46)

    @cached_property
    def coast(self) -> list[list[Point]]:
        """The outlines of all land."""
        if not self.charts:
            return [[self.place(lon, lat) for lon, lat in ring] for ring in coastline()]
        meridian = self.projection.meridian
        rings = [turned(ring, meridian) for ring in coastline("world.txt")]
        return [[self.place(lon, lat) for lon, lat in ring] for ring in rings]

    @cached_property
    def land(self) -> "Mask":
        """Where land is."""
        wet = {i for i, p in enumerate(self.places) if p.kind == "sea"} | {POOL}
        return Mask(self.shapes.outlines(wet) if self.shapes else self.coast, self.extent.h)

    @cached_property
    def crossings(self) -> dict[tuple[int, int], list[Point]]:
        """The Landing Lines, each over as little land and as few areas' counters and names as can be."""
        blocks = {i: self.block(i) for i in self.areas}
        frame = self.extent
        found: dict[tuple[int, int], list[Point]] = {}
        for a, b in self.landings:
            others = [box for i, box in blocks.items() if i not in (a, b)]
            toll = self._toll(a, b)
            found[a, b] = route_curve(self._room(a), self._room(b), others, frame, toll)
            ours, theirs = self._shore(a), self._shore(b)
            if ours and theirs and sum([toll(point) > 1 for point in found[a, b]]) > FOREIGN:
                found[a, b] = route_curve(*landing_places(ours, theirs), others, frame, toll)
        return found

    def _room(self, i: int) -> Rect:
        """Return the box of a place off the map, or the room of an area."""
        return self.boxes.get(i) or self.block(i)

    def _shore(self, i: int) -> list[Point]:
        """Return the coast of the largest piece of land of an area."""
        if self.shapes is None or i in self.boxes:
            return []
        wet = {k for k, p in enumerate(self.places) if p.kind == "sea"}
        rings = self.shapes.rings(i)
        main = set(rings[max(range(len(rings)), key=lambda n: surface(rings[n]))])
        arcs = [arc for arc in self.shapes.around[i] if arc.left in wet or arc.right in wet]
        return [point for arc in arcs for point in arc.points if point in main]

    def _toll(self, a: int, b: int) -> Callable[[Point], float]:
        """Return the cost of a Landing Line between two areas at a point: highest on land of other areas."""
        own = [ring for i in (a, b) if self.shapes for ring in self.shapes.rings(i)]

        def toll(point: Point) -> float:
            if not self.land.at(*point):
                return 0.0
            return 1.0 if inside(own, point) else 6.0

        return toll

    def _flat(self, lon: float, lat: float) -> Point:
        x, y = self.projection(lon, lat)
        return self.across(x), self.down(y)

    def near(self, lon: float, lat: float) -> Point:
        """Return a point of the earth with its longitude in the range that the map shows."""
        return turned([(lon, lat)], self.projection.meridian)[0] if self.charts else (lon, lat)

    def place(self, lon: float, lat: float) -> Point:
        """Return the point of the picture for a point of the earth."""
        return self.warp(*self._flat(lon, lat))

    def _boxes(self) -> dict[int, Rect]:
        """Boxes off the map, one below the other at the left edge."""
        found = [i for i, p in enumerate(self.places) if p.kind == "box"]
        top = HEIGHT * 0.33
        return {i: Rect(8, top + n * (BOX[1] + 8), BOX[0], BOX[1]) for n, i in enumerate(found)}

    @cached_property
    def nearest(self) -> "Nearest":
        """The cells of areas, closed countries and other land, and of seas."""
        return Nearest(self)

    def block(self, i: int) -> Rect:
        """Return the space for an area's counters and name."""
        size = block_size(self.plates[i])
        return size.around(*self.at[i])

    def _belongs(self, i: int, x: float, y: float) -> bool:
        """Return whether a point is in the sea or closed country whose name is written there."""
        if self.places[i].kind == "sea":
            return not self.land.at(x, y)
        if not self.land.at(x, y):
            return False
        return self.nearest.owner_at(x, y) == i

    def _kept_labels(self, shapes: Shapes) -> dict[int, Rect]:
        """Names where they were when the map was drawn; one that has changed, around the same point."""
        found: dict[int, Rect] = {}
        for i, box in shapes.labels.items():
            size = label_size(label_lines(self.places[i].name, box))
            found[i] = box if abs(size.w - box.w) < 0.2 else size.around(*box.middle)
        return found

    def _labels(self) -> dict[int, Rect]:
        """Names of seas and closed countries, each at the free spot nearest to where it belongs."""
        taken = [self.block(i) for i in self.areas] + list(self.boxes.values())
        lines: list[Rect] = []
        for line in self.crossings.values():
            lines += [Rect(x - 1, y - 1, 2, 2) for x, y in line[::2]]
        labels: dict[int, Rect] = {}
        for i, p in enumerate(self.places):
            if p.kind == "closed" or (p.kind == "sea" and p.choice < 0):
                labels[i] = self._label(i, p, taken, lines)
                taken.append(labels[i])
                self.at[i] = labels[i].middle
        return labels

    def _label(self, i: int, p: Place, taken: list[Rect], lines: list[Rect]) -> Rect:
        """Return the cheapest position for a name: near, free, on its own ground, off the Landing Lines."""
        spots = [self._spot(i, p, text, taken, lines) for text in ways_to_write(p.name)]
        return min(spots, key=lambda spot: spot[0])[1]

    def _spot(
        self, i: int, p: Place, text: list[str], taken: list[Rect], lines: list[Rect]
    ) -> tuple[float, Rect]:
        """Return the best position for a name in these lines, and its cost."""
        size = label_size(text)
        width, height = self.frames[0].w, self.frames[0].h
        x, y = self.place(*self.near(p.lon, p.lat))
        x = min(max(x, size.w / 2 + 6), width - size.w / 2 - 6)
        y = min(max(y, size.h / 2 + 6), height - size.h / 2 - 6)
        around = Rect(0, 0, size.w + 2 * FARTHEST, size.h + 2 * FARTHEST).around(x, y)
        taken = [box for box in taken if box.hits(around)]
        lines = [box for box in lines if box.hits(around)]
        best, cost = size.around(x, y), 1e9
        for dx, dy in [*shifts(), *shifts(0.25)]:
            box = size.around(x + dx, y + dy)
            if box.x < 4 or box.y < 4 or box.x + box.w > width - 4 or box.y + box.h > height - 4:
                continue
            price = (dx * dx + dy * dy) ** 0.5
            if price >= cost:
                continue
            price += 1000 * sum([box.hits(other, 2) for other in taken])
            price += 22 * sum([box.hits(spot) for spot in lines])
            if price < cost:
                price += 8 * sum([not self._belongs(i, px, py) for px, py in samples(box)])
            if price < cost:
                best, cost = box, price
        return cost, best


class Nearest:
    """The ground as cells of what is nearest; `owner` says whose each is, -1 nobody's.

    Sea areas have cells of their own, which lie under the land.
    """

    def __init__(self, layout: Layout) -> None:
        lands = list(layout.cell_of)
        sites = [layout.at[i] for i in lands]
        self.owner = lands[:]
        waters = [layout.at[i] for i in layout.seas]
        self.sea_owner = layout.seas[:]
        for i, p in enumerate(layout.places):
            if p.kind == "closed":
                sites.append(layout.place(*layout.near(p.lon, p.lat)))
                self.owner.append(i)
        number = {p.id: i for i, p in enumerate(layout.places)}
        for name, points in layout.ground:
            whose = number.get(name, -1)
            for lon, lat in points:
                site = layout.place(*layout.near(lon, lat))
                wet = whose in layout.seas
                wet = wet or (whose < 0 and bool(layout.seas) and not layout.land.at(*site))
                (waters if wet else sites).append(site)
                (self.sea_owner if wet else self.owner).append(whose)
        self.sites = sites
        edges = (0.0, 0.0, layout.frames[0].w, layout.frames[0].h)
        self.cells: list[Cell] = voronoi(sites, edges)
        self.sea_cells: list[Cell] = voronoi(waters, edges)

    def clear(self) -> None:
        """Forget all cells."""
        self.sites, self.owner, self.sea_owner, self.cells, self.sea_cells = [], [], [], [], []

    def owner_at(self, x: float, y: float) -> int:
        """Return the area that has the land at a point."""
        best, owner = 1e9, -1
        for (sx, sy), whose in zip(self.sites, self.owner, strict=True):
            away = (sx - x) ** 2 + (sy - y) ** 2
            if away < best:
                best, owner = away, whose
        return owner


def landing_places(ours: list[Point], theirs: list[Point]) -> tuple[Rect, Rect]:
    """Return the nearest points of two shores, moved inland a little, with room for a line between them."""
    (ax, ay), (bx, by) = nearest_pair(ours, theirs)
    apart = hypot(bx - ax, by - ay) or 1.0
    inland = max(INLAND, (SHORTEST - apart) / 2)
    dx, dy = inland * (bx - ax) / apart, inland * (by - ay) / apart
    spot = Rect(0, 0, 1, 1)
    return spot.around(ax - dx, ay - dy), spot.around(bx + dx, by + dy)


def nearest_pair(ours: list[Point], theirs: list[Point]) -> tuple[Point, Point]:
    """Return the two points that are nearest to each other."""
    best, pair = 1e18, (ours[0], theirs[0])
    for px, py in ours:
        for qx, qy in theirs:
            away = (px - qx) ** 2 + (py - qy) ** 2
            if away < best:
                best, pair = away, ((px, py), (qx, qy))
    return pair


def surface(ring: list[Point]) -> float:
    """Return the area inside a ring."""
    total = 0.0
    ax, ay = ring[-1]
    for bx, by in ring:
        total += ax * by - bx * ay
        ax, ay = bx, by
    return abs(total) / 2


def plate_size(p: Place) -> Rect:
    """Return the size of a name plate: disc with the side's letter, name, glyphs of terrain and marks."""
    glyphs = len(glyphs_of(p))
    figures = figures_of(p)
    return Rect(
        0,
        0,
        PLATE
        + 3
        + text_width(p.name, NAME_SIZE, True)
        + (text_width(figures, NAME_SIZE, True) + 4 if figures else 0)
        + (2 if glyphs else 0)
        + glyphs * (GLYPH + 1)
        + 4,
        PLATE,
    )


def glyphs_of(p: Place) -> list[str]:
    """Return the glyphs after a name: terrain except plain, printed marks, the flag of its home."""
    found = [t for t in p.terrain if t != "plain"] + [m for m in p.marks if m in PRINTED]
    return found + [m for m in p.marks if p.map and m.startswith("home:")]


def figures_of(p: Place) -> str:
    """Return the numbers after the name of a place on one of several maps, or nothing."""
    return next((m[7:] for m in p.marks if p.map and m.startswith("number:")), "")


PRINTED: Final = ("capital", "fortress", "supply", "key", "red", "black", "half", "double")


def block_size(plate: Rect) -> Rect:
    """Return the size of a plate with two counters above it."""
    return Rect(0, 0, max(plate.w, 2 * COUNTER + 4), PLATE + COUNTER + 2)


def label_size(lines: list[str]) -> Rect:
    """Return the size of a name in these lines."""
    width = max(text_width(line, LABEL_SIZE) + LABEL_SPACING * len(line) for line in lines)
    return Rect(0, 0, width + 2, len(lines) * (LABEL_SIZE + 2))


def ways_to_write(name: str) -> list[list[str]]:
    """Return a name in one line, and in two if it has several words."""
    words = name.split()
    half = (len(words) + 1) // 2
    return [[" ".join(words[:half]), " ".join(words[half:])], [name]] if half < len(words) else [[name]]


def label_lines(name: str, box: Rect) -> list[str]:
    """Return the lines in which a name was fitted into its box."""
    ways = ways_to_write(name)
    return ways[0] if box.h > 1.5 * (LABEL_SIZE + 2) else ways[-1]


def samples(box: Rect) -> list[Point]:
    """Fifteen points of a box."""
    return [(box.x + box.w * i / 4, box.y + box.h * j / 2) for i in range(5) for j in range(3)]


@lru_cache(maxsize=2)
def shifts(share: float = 1.0) -> list[Point]:
    """Return the shifts of a label that are tried, the smallest first."""
    steps = [(8.0 * i * share, 6.0 * j * share) for i in range(-12, 13) for j in range(-16, 17)]
    return sorted(steps, key=lambda s: (s[0] * s[0] + s[1] * s[1], s))


class Mask:
    """Land and water in a coarse grid, to ask which of them a point is on."""

    def __init__(self, rings: list[list[Point]], height: float = HEIGHT, step: float = 6.0) -> None:
        self.step = step
        self.rows: list[list[float]] = []
        count = int(height / step) + 1
        crossings: list[list[float]] = [[] for _ in range(count)]
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
                if ay == by:
                    continue
                low, high = (ay, by) if ay < by else (by, ay)
                row = max(0, int(low / step) + 1)
                while row < count and row * step <= high:
                    crossings[row].append(ax + (row * step - ay) / (by - ay) * (bx - ax))
                    row += 1
        self.rows = [sorted(row) for row in crossings]

    def at(self, x: float, y: float) -> bool:
        """Return whether there is land here."""
        row = self.rows[min(max(int(y / self.step + 0.5), 0), len(self.rows) - 1)]
        return bisect_left(row, x) % 2 == 1


def frames_of(charts: tuple[Chart, ...]) -> list[Rect]:
    """Return the frames of the maps: one fills the picture, several are side by side below their titles."""
    if not charts:
        return [Rect(0, 0, MAP_WIDTH, HEIGHT)]
    if len(charts) == 1:
        return [Rect(0, 0, *PANE)]
    wide = PANE[0] + 2 * GUTTER
    return [Rect(n * wide + GUTTER, HEAD, *PANE) for n in range(len(charts))]


def extent_of(charts: tuple[Chart, ...]) -> Rect:
    """Return the picture with all its maps."""
    last = frames_of(charts)[-1]
    if len(charts) < 2:
        return last
    return Rect(0, 0, last.x + last.w + GUTTER, last.y + last.h + FOOT)


def ties_of(scene: Scene) -> tuple[Pairs, Gaps]:
    """Return the pairs of places that must be side by side, and those with a gap between them."""
    links = tuple((e.a, e.b) for e in scene.edges if e.kind in ("land", "strait"))
    gaps = tuple(
        (e.a, e.b, CROSSING if e.kind == "landing" else MARKED)
        for e in scene.edges
        if e.kind == "landing" or any(m.partition(":")[0] in ("river", "line") for m in e.marks)
    )
    return links, gaps


def printed_of(scene: Scene) -> tuple[Place, ...]:
    """Return the places without what changes in a game."""
    return tuple(
        p._replace(owner="", marks=tuple(m for m in p.marks if ":" not in m or (p.map and is_printed(m))))
        for p in scene.places
    )


def is_printed(mark: str) -> bool:
    """Return whether a mark with a word is printed after a name on one of several maps."""
    return mark.startswith(("number:", "home:"))
