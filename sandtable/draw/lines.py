"""Lines of the map as shapes: links of all kinds, rivers, fortified lines and high mountains."""

from math import sin
from typing import Final

from sandtable.draw.ink import outline
from sandtable.draw.looks import Shape
from sandtable.draw.rect import Point, Rect

CANAL: Final = 78.0  # of either end of a way that leads far across the map
PEAK: Final = 10.0


def strait(a: Point, b: Point) -> list[Shape]:
    """A dashed line across narrow water."""
    return [Shape("strait", outline([[a, b]], False))]


def coast_way(a: Point, b: Point) -> list[Shape]:
    """A fine dotted line from a sea to its coast, or to the next sea."""
    return [Shape("coast_way", outline([[a, b]], False))]


def canal(a: Point, b: Point) -> list[Shape]:
    """A way for one side, and only at times: both ends of it, with arrows to the other end."""
    stems: list[list[Point]] = []
    heads: list[list[Point]] = []
    for tail, far in ((a, b), (b, a)):
        dx, dy = unit(tail, far)
        length = min(CANAL, 0.5 * ((far[0] - tail[0]) ** 2 + (far[1] - tail[1]) ** 2) ** 0.5)
        tip = (tail[0] + length * dx, tail[1] + length * dy)
        stems.append([tail, tip])
        heads.append(arrow(tip, (dx, dy)))
    return [Shape("canal", outline(stems, False)), Shape("canal_arrow", outline(heads))]


def landing(a: Point, b: Point) -> list[Shape]:
    """A dotted line with an arrow at both ends."""
    heads = [arrow(a, unit(b, a)), arrow(b, unit(a, b))]
    return [Shape("landing", outline([[a, b]], False)), Shape("landing_arrow", outline(heads))]


def front(lines: list[list[Point]]) -> list[Shape]:
    """A line printed on the map, such as the Eastern Line."""
    return [Shape("front", outline(lines, False))] if lines else []


def arrow(tip: Point, way: Point) -> list[Point]:
    """The head of an arrow."""
    dx, dy = way
    x, y = tip[0] - 7 * dx, tip[1] - 7 * dy
    return [tip, (x - 3.6 * dy, y + 3.6 * dx), (x + 3.6 * dy, y - 3.6 * dx)]


def unit(a: Point, b: Point) -> Point:
    """The direction from a to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    return dx / length, dy / length


def trim(a: Point, b: Point, around_a: Rect, around_b: Rect) -> tuple[Point, Point]:
    """The part of a line between two boxes it comes from."""
    dx, dy = unit(a, b)
    from_a = reach(around_a, dx, dy) + 3
    from_b = reach(around_b, dx, dy) + 3
    return (a[0] + from_a * dx, a[1] + from_a * dy), (b[0] - from_b * dx, b[1] - from_b * dy)


def reach(box: Rect, dx: float, dy: float) -> float:
    """How far it is from the middle of a box to its edge in a direction."""
    return min(box.w / 2 / (abs(dx) or 1e-9), box.h / 2 / (abs(dy) or 1e-9))


def shift(ends: tuple[Point, Point], towards: Point, by: float) -> tuple[Point, Point]:
    """A stretch of line moved sideways."""
    (ax, ay), (bx, by_) = ends
    return (ax + by * towards[0], ay + by * towards[1]), (bx + by * towards[0], by_ + by * towards[1])


def river(ends: tuple[Point, Point]) -> list[Shape]:
    """A blue winding stroke."""
    (ax, ay), (bx, by) = ends
    dx, dy = unit(*ends)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    steps = max(int(length / 2), 4)
    points = []
    for step in range(steps + 1):
        t = length * step / steps
        wave = 1.3 * sin(t * 0.55)
        points.append((ax + t * dx - wave * dy, ay + t * dy + wave * dx))
    return [Shape("river", outline([points], False))]


def wall(ends: tuple[Point, Point], outward: Point) -> list[Shape]:
    """A toothed line, its teeth to the enemy."""
    (ax, ay), (bx, by) = ends
    dx, dy = unit(*ends)
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    count = max(int(length / 6.5), 2)
    teeth: list[list[Point]] = []
    for tooth in range(count):
        t = length * (tooth + 0.5) / count
        x, y = ax + t * dx, ay + t * dy
        teeth.append(
            [
                (x - 2.6 * dx, y - 2.6 * dy),
                (x + 2.6 * dx, y + 2.6 * dy),
                (x + 5 * outward[0], y + 5 * outward[1]),
            ]
        )
    return [Shape("wall", outline([list(ends)], False)), Shape("teeth", outline(teeth))]


def peaks(ends: tuple[Point, Point]) -> list[Shape]:
    """A row of dark peaks."""
    (ax, ay), (bx, by) = ends
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    count = min(max(int(length / 11), 2), 5)
    return peaks_at([(ax + t * (bx - ax), ay + t * (by - ay)) for t in spaced(count)])


def spaced(count: int) -> list[float]:
    """So many shares of a way, evenly spaced."""
    return [(n + 0.5) / count for n in range(count)]


def peaks_at(points: list[Point]) -> list[Shape]:
    """A dark mountain around each of these points."""
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
