"""Write the coastlines behind the drawn maps: `python tools/coastline.py land-50m.json land-110m.json`.

The inputs are Natural Earth's land (public domain) in the TopoJSON of the npm package world-atlas 2.0.2, in
two scales. The finer one is cut to the surroundings of Europe, the coarser one to all but Antarctica. Both
are thinned out and written as one ring a line, in hundredths of a degree: the first point, then steps.
"""

import json
import sys
from pathlib import Path
from typing import Any, NamedTuple

Point = tuple[float, float]
FOLDER = Path(__file__).parent.parent / "sandtable" / "draw"


class Sheet(NamedTuple):
    """What of the earth is written, how finely, and into which file."""

    west: float
    south: float
    east: float
    north: float
    tolerance: float  # degrees of latitude
    smallest: float  # square degrees; smaller islands are left out
    squeeze: float  # a degree of longitude is that much shorter in the middle of the map
    file: str


EUROPE = Sheet(-32.0, 14.0, 78.0, 78.0, 0.045, 0.06, 0.65, "coastline.txt")
WORLD = Sheet(-180.0, -58.0, 180.0, 90.0, 0.3, 0.9, 0.8, "world.txt")


def rings(topology: dict[str, Any]) -> list[list[Point]]:
    """Every ring of the land, holes included, in degrees."""
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs: list[list[Point]] = []
    for arc in topology["arcs"]:
        x = y = 0
        points: list[Point] = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    found: list[list[Point]] = []
    for geometry in topology["objects"]["land"]["geometries"]:
        for polygon in geometry["arcs"]:
            for ring in polygon:
                points = []
                for index in ring:
                    arc_points = arcs[index] if index >= 0 else arcs[~index][::-1]
                    points.extend(arc_points[1 if points else 0 :])
                found.append(points)
    return found


def unwrapped(ring: list[Point], west: float) -> list[Point]:
    """Land on both sides of the date line in one piece, east of the map."""
    across = max(x for x, _ in ring) - min(x for x, _ in ring) > 180
    return [(x + 360 if across and x < west else x, y) for x, y in ring]


def cut(ring: list[Point], sheet: Sheet) -> list[Point]:
    """The part of a ring inside the frame (Sutherland and Hodgman)."""
    for axis, bound, sign in (
        (0, sheet.west, 1),
        (0, sheet.east, -1),
        (1, sheet.south, 1),
        (1, sheet.north, -1),
    ):
        kept: list[Point] = []
        for i, here in enumerate(ring):
            before = ring[i - 1]
            inside, was = sign * (here[axis] - bound) >= 0, sign * (before[axis] - bound) >= 0
            if inside != was:
                t = (bound - before[axis]) / (here[axis] - before[axis])
                kept.append((before[0] + t * (here[0] - before[0]), before[1] + t * (here[1] - before[1])))
            if inside:
                kept.append(here)
        ring = kept
        if not ring:
            break
    return ring


def thin(points: list[Point], sheet: Sheet) -> list[Point]:
    """The line without the points it can do without (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = (bx - ax) * sheet.squeeze, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    worst, where = 0.0, 0
    for i in range(1, len(points) - 1):
        px, py = (points[i][0] - ax) * sheet.squeeze, points[i][1] - ay
        away = abs(px * dy - py * dx) / length if length else (px * px + py * py) ** 0.5
        if away > worst:
            worst, where = away, i
    if worst <= sheet.tolerance:
        return [points[0], points[-1]]
    return thin(points[: where + 1], sheet)[:-1] + thin(points[where:], sheet)


def size(ring: list[Point], squeeze: float) -> float:
    """The area of a ring in square degrees of the middle of the map."""
    return (
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)))
        * squeeze
        / 2
    )


def write(source: str, sheet: Sheet) -> None:
    """Write one sheet from a file of Natural Earth's."""
    topology = json.loads(Path(source).read_text())
    lines: list[str] = []
    for ring in rings(topology):
        ring = cut(unwrapped(ring, sheet.west), sheet)
        if len(ring) < 4 or size(ring, sheet.squeeze) < sheet.smallest:
            continue
        half = len(ring) // 2
        ring = thin(ring[: half + 1], sheet)[:-1] + thin(ring[half:], sheet)
        steps: list[int] = []
        x = y = 0
        for lon, lat in ring:
            nx, ny = round(lon * 100), round(lat * 100)
            steps += [nx - x, ny - y]
            x, y = nx, ny
        lines.append(" ".join(str(s) for s in steps))
    (FOLDER / sheet.file).write_text("\n".join(lines) + "\n")


def main() -> None:
    """Read the files named on the command line and write both coastlines."""
    fine, coarse = sys.argv[1:]
    write(fine, EUROPE)
    write(coarse, WORLD)


if __name__ == "__main__":
    main()
