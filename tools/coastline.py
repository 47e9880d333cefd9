"""Write the coastline behind the drawn maps: `python tools/coastline.py land-50m.json`.

The input is Natural Earth's land (public domain) in the TopoJSON of the npm package world-atlas 2.0.2. It is
cut to the surroundings of Europe, thinned out and written as one ring a line, in hundredths of a degree: the
first point, then steps.
"""

import json
import sys
from pathlib import Path
from typing import Any

Point = tuple[float, float]
WEST, SOUTH, EAST, NORTH = -32.0, 14.0, 78.0, 78.0
TOLERANCE = 0.045  # degrees of latitude
SMALLEST = 0.06  # square degrees; smaller islands are left out
SQUEEZE = 0.65  # a degree of longitude is that much shorter in the middle of the map
OUT = Path(__file__).parent.parent / "sandtable" / "draw" / "coastline.txt"


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
                found.append(unwrapped(points))
    return found


def unwrapped(ring: list[Point]) -> list[Point]:
    """Land on both sides of the date line in one piece, east of Europe."""
    across = max(x for x, _ in ring) - min(x for x, _ in ring) > 180
    return [(x + 360 if across and x < WEST else x, y) for x, y in ring]


def cut(ring: list[Point]) -> list[Point]:
    """The part of a ring inside the frame (Sutherland and Hodgman)."""
    for axis, bound, sign in ((0, WEST, 1), (0, EAST, -1), (1, SOUTH, 1), (1, NORTH, -1)):
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


def thin(points: list[Point]) -> list[Point]:
    """The line without the points it can do without (Douglas and Peucker)."""
    if len(points) < 3:
        return points
    (ax, ay), (bx, by) = points[0], points[-1]
    dx, dy = (bx - ax) * SQUEEZE, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    worst, where = 0.0, 0
    for i in range(1, len(points) - 1):
        px, py = (points[i][0] - ax) * SQUEEZE, points[i][1] - ay
        away = abs(px * dy - py * dx) / length if length else (px * px + py * py) ** 0.5
        if away > worst:
            worst, where = away, i
    if worst <= TOLERANCE:
        return [points[0], points[-1]]
    return thin(points[: where + 1])[:-1] + thin(points[where:])


def size(ring: list[Point]) -> float:
    """The area of a ring in square degrees of the middle of the map."""
    return (
        abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1], strict=True)))
        * SQUEEZE
        / 2
    )


def main() -> None:
    """Read the file named on the command line and write the coastline."""
    topology = json.loads(Path(sys.argv[1]).read_text())
    lines: list[str] = []
    for ring in rings(topology):
        ring = cut(ring)
        if len(ring) < 4 or size(ring) < SMALLEST:
            continue
        half = len(ring) // 2
        ring = thin(ring[: half + 1])[:-1] + thin(ring[half:])
        steps: list[int] = []
        x = y = 0
        for lon, lat in ring:
            nx, ny = round(lon * 100), round(lat * 100)
            steps += [nx - x, ny - y]
            x, y = nx, ny
        lines.append(" ".join(str(s) for s in steps))
    OUT.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
