"""One map while it is made: what lies where, in cells of the picture."""

from collections.abc import Callable
from typing import Final

from atlas import Atlas, Point, Ring, country_at, country_near
from grid import Array, Frame, filled, np

from sandtable.draw.box_layout import sites_of
from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.projection import turned
from sandtable.engine.scene import Scene

COARSE: Final = Frame(int(MAP_WIDTH), int(HEIGHT), 1)
FINE: Final = Frame(int(MAP_WIDTH), int(HEIGHT), 3)
NOBODY: Final = -1  # land
POOL: Final = -3  # water that belongs to no sea
UNKNOWN: Final = -9
DRY: Final = ("land", "island", "coastal")  # kinds of areas on land


class Site:
    """A point from which a place grows: whose, where, and whether it is the place itself."""

    def __init__(self, label: int, at: Point, country: str, main: bool) -> None:
        self.label = label
        self.at = at
        self.country = country
        self.main = main


class Sheet:
    """Countries, rivers and sites of a map. `place` projects, `at` says where areas have their counters."""

    def __init__(
        self, scene: Scene, atlas: Atlas, place: Callable[[float, float], Point], at: dict[int, Point]
    ) -> None:
        self.scene = scene
        self.places = scene.places
        self.atlas = atlas
        self.place = place
        self.names = ["", *atlas.countries]
        self.rings = {name: self.projected(rings, True) for name, rings in atlas.countries.items()}
        self.zones = self.zone_grid(COARSE)
        self.land = self.zones > 0
        self.islets: list[tuple[Point, float]] = []
        self.rivers = self.projected(atlas.rivers, False)
        self.lakes = self.projected(atlas.lakes, True)
        self.sites = self.found_sites(at)
        self.waters = self.found_waters(at)
        # a strait is a connector, but nothing is wrong where the two touch
        closed = {i for i, p in enumerate(scene.places) if p.kind == "closed"}
        self.links = {pair(e.a, e.b) for e in scene.edges if e.kind == "land" and not {e.a, e.b} & closed}
        loose = ("strait", "landing", "passage")
        self.allowed = self.links | {pair(e.a, e.b) for e in scene.edges if e.kind in loose}
        self.areas = {i for i, p in enumerate(self.places) if p.kind in (*DRY, "area")}
        self.wet = {i for i, p in enumerate(self.places) if p.kind == "sea"}
        self.coasts, self.seas = wanted(scene)
        self.needed = self.links | self.seas | {pair(area, sea) for area, sea in self.coasts}

    def may_touch(self, a: int, b: int) -> bool:
        """Whether nothing is wrong if two labels share a border."""
        known = self.areas | self.wet
        if a not in known or b not in known or pair(a, b) in self.needed | self.allowed:
            return True
        return a in self.wet and b in self.wet and not self.seas

    def projected(self, rings: list[Ring], closed: bool) -> list[Ring]:
        """Rings or lines in the picture; those far off the map of Europe are left out."""
        found: list[Ring] = []
        for ring in rings:
            if self.scene.charts:
                found += self.on_chart(ring, closed)
                continue
            lons, lats = [x for x, _ in ring], [y for _, y in ring]
            far = max(lons) < -40 or min(lons) > 85 or max(lats) < 12 or min(lats) > 82
            if far and not self.scene.polar:
                continue
            found.append([self.place(lon, max(lat, -62)) for lon, lat in dense(ring, closed)])
        return found

    def on_chart(self, ring: Ring, closed: bool) -> list[Ring]:
        """A ring or line of one of several maps, if it comes anywhere near."""
        line = turned(dense(ring, closed), self.scene.charts[0].meridian)
        placed = [self.place(lon, max(lat, -62)) for lon, lat in line]
        xs, ys = [x for x, _ in placed], [y for _, y in placed]
        near = max(xs) > 0 and min(xs) < COARSE.width and max(ys) > 0 and min(ys) < COARSE.height
        return [placed] if near else []

    def point(self, lon: float, lat: float) -> Point:
        """Where a single point of the earth comes to lie."""
        if self.scene.charts:
            lon, lat = turned([(lon, lat)], self.scene.charts[0].meridian)[0]
        return self.place(lon, lat)

    def zone_grid(self, frame: Frame) -> Array:
        """The number of the country of every cell, 0 at sea."""
        zones = np.zeros(frame.shape, dtype=np.int32)
        for number, name in enumerate(self.names):
            if name and self.rings[name]:
                zones[filled(self.rings[name], frame)] = number
        return zones

    def found_sites(self, at: dict[int, Point]) -> list[Site]:
        """All that grows on land: places first, then the ground that a game gives them."""
        found: list[Site] = []
        number = {p.id: i for i, p in enumerate(self.places)}
        seen: set[int] = set()
        for i, lon, lat in sites_of(tuple(self.places)) if self.scene.boxed else []:
            found.append(Site(i, self.place(lon, lat), country_near(self.atlas, (lon, lat)), i not in seen))
            seen.add(i)
        for i, p in enumerate(self.places):
            if p.kind in (*DRY, "closed"):
                where = at.get(i) if p.kind in DRY else None
                country = country_near(self.atlas, (p.lon, p.lat))
                found.append(Site(i, where or self.point(p.lon, p.lat), country, True))
        for name, points in self.scene.ground:
            label = number.get(name, NOBODY)
            for lon, lat in points:
                country = country_at(self.atlas, (lon, lat))
                wet = label >= 0 and self.places[label].kind == "sea"
                if country and (not name or name in number) and not wet:
                    found.append(Site(label, self.point(lon, lat), country, False))
        return found

    def found_waters(self, at: dict[int, Point]) -> list[Site]:
        """All that grows at sea."""
        found: list[Site] = []
        number = {p.id: i for i, p in enumerate(self.places)}
        for i, p in enumerate(self.places):
            if p.kind == "sea":
                where = at[i] if p.choice >= 0 else self.point(p.lon, p.lat)
                found.append(Site(i, where, "", True))
        for name, points in self.scene.ground:
            if name in number and self.places[number[name]].kind == "sea":
                found += [Site(number[name], self.point(lon, lat), "", False) for lon, lat in points]
        return found


def pair(a: int, b: int) -> tuple[int, int]:
    """Two places, the lower number first."""
    return (a, b) if a < b else (b, a)


def dense(ring: Ring, closed: bool) -> Ring:
    """The same line with a point at least every degree."""
    points: Ring = []
    for a, b in zip(ring, ring[1:] + (ring[:1] if closed else []), strict=False):
        steps = int(max(abs(a[0] - b[0]), abs(a[1] - b[1]))) + 1
        points += [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(steps)]
    return points if closed else [*points, ring[-1]]


def wanted(scene: Scene) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Coasts as (area, sea), and pairs of seas; the latter are empty if the game does not tell."""
    places = scene.places
    number = {p.id: i for i, p in enumerate(places)}
    coasts: set[tuple[int, int]] = set()
    for i, place in enumerate(places):
        for mark in place.marks:
            if mark.startswith("coast:"):
                coasts.add((i, number[mark[6:]]))
    seas: set[tuple[int, int]] = set()
    for edge in scene.edges:
        if edge.kind == "coast":
            land, sea = (edge.a, edge.b) if places[edge.b].kind == "sea" else (edge.b, edge.a)
            coasts.add((land, sea))
        elif edge.kind == "sea":
            seas.add(pair(edge.a, edge.b))
    return coasts, seas
