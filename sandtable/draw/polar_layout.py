"""The board seen from above the North Pole: where its areas lie once each has room for counters and name."""

from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt
from typing import Final

from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.link_curves import BULGES, curve
from sandtable.draw.projection import Polar, Warp, coastline
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shapes import POOL, Shapes, key_of, shapes_for
from sandtable.draw.spread import Pairs, spread
from sandtable.draw.text_size import text_width
from sandtable.draw.voronoi import voronoi
from sandtable.engine.scene import Edge, Ground, Place, Scene

RIGHT: Final = 15.0  # the longitude that points to the right: the player of the Atlantic sits below
EVENNESS: Final = 0.8
SMOOTHNESS: Final = 24.0  # degrees
MIDDLE: Final = (MAP_WIDTH / 2, HEIGHT / 2)
RIM: Final = (MAP_WIDTH / 2 - 6, HEIGHT / 2 - 6)
WITHIN: Final = 0.86  # of the rim is where the last areas lie

SHAPE: Final = 55.0  # across the sign of an area
CAPITAL: Final = 68.0
TOKEN: Final = 24.5  # a counter in it
NAME: Final = 14.0  # height of the name below it
NAME_SIZE: Final = 11.0
SIGN: Final = 11.0  # of the signs beside it
STARS: Final = {"one_star": 1, "two_stars": 2, "three_stars": 3}
SIGNS: Final = ("factory", "shipyard", "u_boats")


class PolarLayout:
    """The static side of a polar picture: a function of places, names, printed marks and links alone.

    With drawn shapes areas lie where these say, and the land around them is theirs.
    """

    def __init__(
        self, places: tuple[Place, ...], links: Pairs, ground: Ground, shapes: Shapes | None = None
    ) -> None:
        self.places = places
        self.ground = ground
        self.shapes = shapes
        self.polar = Polar([(p.lon, p.lat) for p in places], RIGHT, EVENNESS, SMOOTHNESS)
        self.sizes = {i: block_size(p) for i, p in enumerate(places)}
        targets = {i: self._flat(p.lon, p.lat) for i, p in enumerate(places)}
        frame = Rect(0, 0, MAP_WIDTH, HEIGHT)
        self.at: dict[int, Point] = (
            dict(shapes.at) if shapes else spread(targets, self.sizes, links, (), [], frame)
        )
        self.curves: dict[tuple[int, int], list[Point]] = {pair: self._curve(*pair) for pair in links}
        shifts = [(self.at[i][0] - x, self.at[i][1] - y) for i, (x, y) in targets.items()]
        self.warp = Warp(list(targets.values()), shifts, 70)

    def coast(self) -> list[list[Point]]:
        """Return the outlines of all land."""
        if self.shapes is not None:
            return self.shapes.outlines({POOL})
        return [[self.place(lon, lat) for lon, lat in ring] for ring in coastline("world.txt")]

    def lands(self) -> dict[int, list[list[Point]]]:
        """Return the ground around the areas, not yet cut at the coast."""
        if self.shapes is not None:
            return {i: self.shapes.rings(i) for i in sorted(self.shapes.around) if i >= 0}
        owner = list(range(len(self.places)))
        sites = [self.centre(i) for i in owner]
        number = {p.id: i for i, p in enumerate(self.places)}
        for name, points in self.ground:
            if name in number:
                sites += [self.place(lon, lat) for lon, lat in points]
                owner += [number[name]] * len(points)
        found: dict[int, list[list[Point]]] = {}
        for i, cell in zip(owner, voronoi(sites, (0, 0, MAP_WIDTH, HEIGHT)), strict=True):
            if cell.corners:
                found.setdefault(i, []).append(cell.corners)
        return found

    def _flat(self, lon: float, lat: float) -> Point:
        x, y = self.polar(lon, lat)
        return MIDDLE[0] + WITHIN * RIM[0] * x, MIDDLE[1] + WITHIN * RIM[1] * y

    def place(self, lon: float, lat: float) -> Point:
        """Return the point of the picture for a point of the earth."""
        return self.warp(*self._flat(lon, lat))

    def block(self, i: int) -> Rect:
        """Return all that belongs to an area."""
        return self.sizes[i].around(*self.at[i])

    def centre(self, i: int) -> Point:
        """Return the middle of an area's sign, above its name."""
        x, y = self.at[i]
        return x, y - NAME / 2

    def radius(self, i: int) -> float:
        """Half of what the sign of an area measures."""
        return across(self.places[i]) / 2

    def name(self, i: int) -> Rect:
        """Return the plate with the name."""
        x, y = self.centre(i)
        width = name_width(self.places[i])
        return Rect(x - width / 2, y + self.radius(i) + 1, width, NAME)

    def _curve(self, a: int, b: int) -> list[Point]:
        """Return the line of a link from sign to sign that crosses as few other areas as possible."""
        best: list[Point] = []
        cost = 1e9
        near = [i for i in self.at if i not in (a, b)]
        for bulge in BULGES:
            if 60 * abs(bulge) >= cost:
                continue
            line = curve(self.centre(a), self.centre(b), bulge)
            price = 60 * abs(bulge) + 12 * sum([outside(point) for point in line])
            for i in near:
                price += self._hits(i, line)
            if price < cost:
                best, cost = line, price
        inside = [p for p in best if self._clear(a, p) and self._clear(b, p)]
        if not inside:  # the signs touch
            return [best[0], best[-1]]
        first = self.rim_point(a, direction(self.centre(a), inside[0]))
        last = self.rim_point(b, direction(self.centre(b), inside[-1]))
        return [first, *inside, last]

    def _hits(self, i: int, line: list[Point]) -> float:
        """Return the cost of a line over an area: higher over its sign than over its name."""
        x, y = self.centre(i)
        r = self.radius(i) + 5
        name = self.name(i)
        price = 0.0
        for px, py in line:
            if (px - x) ** 2 + (py - y) ** 2 < r * r:
                price += 12
            elif name.x < px < name.x + name.w and name.y < py < name.y + name.h + 2:
                price += 5
        return price

    def _clear(self, i: int, point: Point) -> bool:
        """Return whether a point is outside the sign of an area."""
        x, y = self.centre(i)
        away = hypot(point[0] - x, point[1] - y)
        return away > reach(self.places[i].kind, self.radius(i), direction((x, y), point))

    def rim_point(self, i: int, way: Point) -> Point:
        """Return the point where a link in this direction leaves the sign of an area."""
        x, y = self.centre(i)
        r = reach(self.places[i].kind, self.radius(i), way)
        return x + r * way[0], y + r * way[1]


def across(p: Place) -> float:
    """Return the size of the sign of an area."""
    return CAPITAL if "three_stars" in p.marks else SHAPE


def name_width(p: Place) -> float:
    """Return the width of a name plate: disc with a letter, then the name."""
    return NAME + 3 + text_width(p.name, NAME_SIZE, True) + 5


def block_size(p: Place) -> Rect:
    """Return the size of a sign with stars to its left and buildings to its right, the name below."""
    beside = across(p) + 2 * SIGN + 2
    return Rect(0, 0, max(beside, name_width(p)), across(p) + NAME + 1)


def corners(kind: str, x: float, y: float, r: float) -> list[Point]:
    """Return the outline of an area's sign: a square on land, an octagon on the coast, round for islands."""
    if kind == "land":
        s = r * 0.92
        return [(x - s, y - s), (x + s, y - s), (x + s, y + s), (x - s, y + s)]
    if kind == "coastal":
        wide = r / cos(pi / 8)
        return [(x + wide * cos(pi / 8 + k * pi / 4), y + wide * sin(pi / 8 + k * pi / 4)) for k in range(8)]
    return [(x + r * cos(k * pi / 16), y + r * sin(k * pi / 16)) for k in range(32)]


def reach(kind: str, r: float, way: Point) -> float:
    """Return the distance from the middle of a sign to its edge in a direction."""
    dx, dy = abs(way[0]), abs(way[1])
    if kind == "land":
        return r * 0.92 / max(dx, dy, 1e-9)
    if kind == "coastal":
        return r / max(dx, dy, (dx + dy) / sqrt(2), 1e-9)
    return r


def outside(point: Point) -> bool:
    """Return whether a point is beyond the edge of the board, or nearly so."""
    x, y = (point[0] - MIDDLE[0]) / (RIM[0] - 8), (point[1] - MIDDLE[1]) / (RIM[1] - 8)
    return x * x + y * y > 1


def direction(a: Point, b: Point) -> Point:
    """Return the direction from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def drawn_links(edges: list[Edge]) -> Pairs:
    """Return the links that are lines on the board."""
    return tuple((e.a, e.b) for e in edges if e.kind != "triangle")


@lru_cache(maxsize=8)
def _layout(places: tuple[Place, ...], links: Pairs, ground: Ground, key: str) -> PolarLayout:
    return PolarLayout(places, links, ground, shapes_for(key, [p.id for p in places]))


def polar_layout_of(scene: Scene, drawn: bool = True) -> PolarLayout:
    """Return the layout of a scene, the same for all positions of a game; with drawn shapes if it has any."""
    printed = tuple(
        p._replace(owner="", marks=tuple(m for m in p.marks if ":" not in m)) for p in scene.places
    )
    return _layout(printed, drawn_links(scene.edges), scene.ground, key_of(scene) if drawn else "")
