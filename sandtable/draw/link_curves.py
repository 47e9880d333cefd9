"""Curves between boxes that avoid other boxes."""

from collections.abc import Callable
from itertools import product
from typing import Final

from sandtable.draw.rect import Point, Rect

# How far a curve may bend, as a share of its length; the straight ones first.
BULGES: Final = (0.0, 0.08, -0.08, 0.16, -0.16, 0.24, -0.24, 0.34, -0.34, 0.46, -0.46)
LEANS: Final = (0.5, 0.2, 0.8)
STEP: Final = 4.0  # between the points of a curve that are checked
NEAR: Final = 4.0  # a distance to a box that is as bad as crossing it


def curve(a: Point, b: Point, bulge: float, step: float = 8.0, lean: float = 0.5) -> list[Point]:
    """Return the points of a curve from a to b that bends to one side by a share of its length.

    `lean` says where it bends: nearer to a, nearer to b, or in the middle.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    over = (a[0] + lean * dx - 2 * bulge * dy, a[1] + lean * dy + 2 * bulge * dx)
    steps = max(8, int((dx * dx + dy * dy) ** 0.5 / step))
    points: list[Point] = []
    for number in range(steps + 1):
        t = number / steps
        u, v, w = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((u * a[0] + v * over[0] + w * b[0], u * a[1] + v * over[1] + w * b[1]))
    return points


def route_curve(
    a: Rect, b: Rect, others: list[Rect], frame: Rect, price: Callable[[Point], float] | None = None
) -> list[Point]:
    """Return the curve between the edges of two boxes that crosses as few other boxes as possible.

    `price` is an extra cost of each of its points.
    """
    best: list[Point] = []
    cost = 1e9
    for bulge, lean in product(BULGES, LEANS):
        arc = curve(a.middle, b.middle, bulge, STEP, lean)
        line = [p for p in arc if not holds(a, p) and not holds(b, p)]
        if len(line) < 2:  # the boxes touch
            line = [a.middle, b.middle]
        total = 150 * abs(bulge) + 20 * abs(lean - 0.5)
        for point in line:
            total += 12 * sum([holds(other, point, NEAR) for other in others])
            total += 12 * (not holds(frame, point))
            total += price(point) if price is not None else 0.0
            if total >= cost:
                break
        if total < cost:
            best, cost = line, total
    return best


def holds(box: Rect, point: Point, gap: float = 0.0) -> bool:
    """Return whether a point is in a box, or nearer to it than the gap."""
    x, y = point
    return box.x - gap < x < box.x + box.w + gap and box.y - gap < y < box.y + box.h + gap
