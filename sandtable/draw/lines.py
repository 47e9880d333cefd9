"""Lines of the map as shapes: links of all kinds, rivers, fortified lines and high mountains."""

from itertools import pairwise
from math import hypot, sin
from typing import Final

from sandtable.draw.rect import Point
from sandtable.draw.styles import Shape
from sandtable.draw.svg_writer import outline

CANAL: Final = 78.0  # of either end of a way that leads far across the map
PEAK: Final = 10.0


def strait(a: Point, b: Point) -> list[Shape]:
    """Return a dashed line across narrow water."""
    return [Shape("strait", outline([[a, b]], False))]


def coast_way(a: Point, b: Point) -> list[Shape]:
    """Return a fine dotted line from a sea to its coast, or to the next sea."""
    return [Shape("coast_way", outline([[a, b]], False))]


def canal(a: Point, b: Point) -> list[Shape]:
    """Return both ends of a way that is sometimes open to one side, with arrows to the other end."""
    stems: list[list[Point]] = []
    heads: list[list[Point]] = []
    for tail, far in ((a, b), (b, a)):
        dx, dy = unit(tail, far)
        length = min(CANAL, 0.5 * ((far[0] - tail[0]) ** 2 + (far[1] - tail[1]) ** 2) ** 0.5)
        tip = (tail[0] + length * dx, tail[1] + length * dy)
        stems.append([tail, tip])
        heads.append(arrow(tip, (dx, dy)))
    return [Shape("canal", outline(stems, False)), Shape("canal_arrow", outline(heads))]


def passage(a: Point, b: Point) -> list[Shape]:
    """Return a strait or canal: a short line with an arrow at both ends."""
    heads = [arrow(a, unit(b, a)), arrow(b, unit(a, b))]
    return [Shape("passage", outline([[a, b]], False)), Shape("passage_arrow", outline(heads))]


def map_link(points: list[Point]) -> list[Shape]:
    """Return a dotted line that leaves the map, with an arrow at its end."""
    head = arrow(points[-1], unit(points[-2], points[-1]))
    return [Shape("map_link", outline([points], False)), Shape("map_link_arrow", outline([head]))]


def marsh(points: list[Point]) -> list[Shape]:
    """Tufts of reed along a border."""
    blades: list[list[Point]] = []
    for (x, y), _ in points_along(points, min(max(int(length(points) / 9), 2), 12)):
        blades.append([(x - 3.4, y + 1.6), (x + 3.4, y + 1.6)])
        blades += [[(x + dx, y + 1.6), (x + 1.5 * dx, y - 2.6)] for dx in (-1.6, 0.0, 1.6)]
    return [Shape("marsh", outline(blades, False))]


def landing(points: list[Point]) -> list[Shape]:
    """Return a dotted line with an arrow at both ends."""
    a, b = points[0], points[-1]
    near = min(2, len(points) - 1)
    heads = [arrow(a, unit(points[near], a)), arrow(b, unit(points[-1 - near], b))]
    return [Shape("landing", outline([points], False)), Shape("landing_arrow", outline(heads))]


def front(lines: list[list[Point]]) -> list[Shape]:
    """Return a line printed on the map, such as the Eastern Line."""
    return [Shape("front", outline(lines, False))] if lines else []


def arrow(tip: Point, way: Point) -> list[Point]:
    """Return the head of an arrow."""
    dx, dy = way
    x, y = tip[0] - 7 * dx, tip[1] - 7 * dy
    return [tip, (x - 3.6 * dy, y + 3.6 * dx), (x + 3.6 * dy, y - 3.6 * dx)]


def unit(a: Point, b: Point) -> Point:
    """Return the direction from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def length(points: list[Point]) -> float:
    """Return the length of a line."""
    return sum([hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(points)])


def offset(points: list[Point], by: float) -> list[Point]:
    """Return the line moved sideways: to the left of its direction, or to the right if negative."""
    moved: list[Point] = []
    for n, (x, y) in enumerate(points):
        dx, dy = unit(points[max(n - 1, 0)], points[min(n + 1, len(points) - 1)])
        moved.append((x + by * dy, y - by * dx))
    return moved


def points_along(points: list[Point], count: int) -> list[tuple[Point, Point]]:
    """Return `n` points evenly spaced along a line, each with the direction of the line there."""
    whole = length(points)
    wanted = [whole * (n + 0.5) / count for n in range(count)]
    found: list[tuple[Point, Point]] = []
    gone = 0.0
    for (ax, ay), (bx, by) in pairwise(points):
        step = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        while len(found) < count and wanted[len(found)] <= gone + step:
            dx, dy = unit((ax, ay), (bx, by))
            t = wanted[len(found)] - gone
            found.append(((ax + t * dx, ay + t * dy), (dx, dy)))
        gone += step
    return found


def river(points: list[Point]) -> list[Shape]:
    """Return a blue stroke; a straight one winds."""
    if len(points) == 2:
        ax, ay = points[0]
        dx, dy = unit(points[0], points[1])
        whole = length(points)
        steps = max(int(whole / 2), 4)
        points = []
        for step in range(steps + 1):
            t = whole * step / steps
            wave = 1.3 * sin(t * 0.55)
            points.append((ax + t * dx - wave * dy, ay + t * dy + wave * dx))
    return [Shape("river", outline([points], False))]


def wall(points: list[Point], side: int) -> list[Shape]:
    """Return a line with teeth to the left of its direction (1) or to the right (-1)."""
    teeth: list[list[Point]] = []
    for (x, y), (dx, dy) in points_along(points, max(int(length(points) / 6.5), 2)):
        tip = (x + 5 * side * dy, y - 5 * side * dx)
        teeth.append([(x - 2.6 * dx, y - 2.6 * dy), (x + 2.6 * dx, y + 2.6 * dy), tip])
    return [Shape("wall", outline([points], False)), Shape("teeth", outline(teeth))]


def peaks(points: list[Point]) -> list[Shape]:
    """Return a row of dark peaks."""
    count = min(max(int(length(points) / 11), 2), 8)
    return peaks_at([at for at, _ in points_along(points, count)])


def peaks_at(points: list[Point]) -> list[Shape]:
    """Return a dark mountain around each of these points."""
    s = PEAK / 8
    dark: list[list[Point]] = []
    snow: list[list[Point]] = []
    for px, py in points:
        x, y = px - PEAK / 2, py - PEAK * 0.55
        for corners, into in (
            (((2.2, 3), (4.6, 7.4), (-0.2, 7.4)), dark),
            (((5, 0.8), (8.2, 7.4), (1.8, 7.4)), dark),
            (((5, 0.8), (6, 2.9), (4, 2.9)), snow),
        ):
            into.append([(x + dx * s, y + dy * s) for dx, dy in corners])
    return [Shape("peak", outline(dark)), Shape("snow", outline(snow))]
