"""From a grid of labels to lines: every border once, as an arc between two labels, smooth and thin."""

from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from grid import Array, ndimage, np

Point = tuple[float, float]
Corner = tuple[int, int]  # row and column


class Arc(NamedTuple):
    """A stretch of border; on its way from the first point to the last, what lies left and right of it."""

    left: int
    right: int
    points: list[Point]


def arcs_of(labels: Array, outside: int) -> list[Arc]:
    """All borders of a grid, in cells; around it lies `outside`."""
    grid = np.pad(labels, 1, constant_values=outside)
    ways: dict[Corner, list[tuple[Corner, int, int]]] = {}
    # between two cells of a column runs a side to the right, with the upper cell on its left
    for row, column in zip(*np.nonzero(grid[:-1] != grid[1:]), strict=True):
        up, down = int(grid[row, column]), int(grid[row + 1, column])
        a, b = (int(row), int(column) - 1), (int(row), int(column))
        ways.setdefault(a, []).append((b, up, down))
        ways.setdefault(b, []).append((a, down, up))
    # between two cells of a row runs a side down, with the right cell on its left
    for row, column in zip(*np.nonzero(grid[:, :-1] != grid[:, 1:]), strict=True):
        left, right = int(grid[row, column]), int(grid[row, column + 1])
        a, b = (int(row) - 1, int(column)), (int(row), int(column))
        ways.setdefault(a, []).append((b, right, left))
        ways.setdefault(b, []).append((a, left, right))
    nodes = [corner for corner, out in ways.items() if len(out) != 2]
    found: list[Arc] = []
    done: set[tuple[Corner, Corner]] = set()
    for start in [*sorted(nodes), *sorted(ways)]:
        for after, left, right in ways[start]:
            if (start, after) in done:
                continue
            line = walk(ways, start, after, done)
            found.append(Arc(left, right, [(float(x), float(y)) for y, x in line]))
    return found


def walk(
    ways: dict[Corner, list[tuple[Corner, int, int]]],
    start: Corner,
    after: Corner,
    done: set[tuple[Corner, Corner]],
) -> list[Corner]:
    """From a corner along a border to the next place where three or more labels meet, or around."""
    line = [start, after]
    done |= {(start, after), (after, start)}
    while line[-1] != start and len(ways[line[-1]]) == 2:
        here, before = line[-1], line[-2]
        onward = [corner for corner, _, _ in ways[here] if corner != before]
        done |= {(here, onward[0]), (onward[0], here)}
        line.append(onward[0])
    return line


def smooth(points: list[Point], width: float) -> list[Point]:
    """The line without the steps of the grid; its ends stay."""
    if len(points) < 4:
        return points
    xy = np.array(points)
    # the middles of the sides lie on the line, the corners beside it
    middles = np.concatenate([xy[:1], (xy[:-1] + xy[1:]) / 2, xy[-1:]])
    if points[0] == points[-1]:
        ring = ndimage.gaussian_filter1d(middles[1:-1], width, axis=0, mode="wrap")
        closed = np.concatenate([ring, ring[:1]])
        return [(float(x), float(y)) for x, y in closed]
    # the line turned around its ends, so that the ends stay where they are
    pad = min(len(middles) - 1, int(4 * width) + 1)
    before, after = 2 * middles[0] - middles[pad:0:-1], 2 * middles[-1] - middles[-2 : -pad - 2 : -1]
    bent = ndimage.gaussian_filter1d(np.concatenate([before, middles, after]), width, axis=0)
    inner = [(float(x), float(y)) for x, y in bent[pad + 1 : pad + len(middles) - 1]]
    return [points[0], *inner, points[-1]]


def thin(points: list[Point], tolerance: float) -> list[Point]:
    """The line without the points it can do without (Douglas and Peucker); a ring keeps its shape."""
    if len(points) < 3:
        return points
    if points[0] == points[-1]:
        far = max(range(len(points)), key=lambda i: away(points[i], points[0]))
        if not away(points[far], points[0]):  # all in one point
            return [points[0], points[-1]]
        return thin(points[: far + 1], tolerance)[:-1] + thin(points[far:], tolerance)
    keep = [False] * len(points)
    keep[0] = keep[-1] = True
    stack = [(0, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        measure = off(points[first], points[last])
        worst, where = tolerance, 0
        for i in range(first + 1, last):
            distance = measure(points[i])
            if distance > worst:
                worst, where = distance, i
        if where:
            keep[where] = True
            stack += [(first, where), (where, last)]
    return [p for p, kept in zip(points, keep, strict=True) if kept]


def away(a: Point, b: Point) -> float:
    """The square of a distance."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def off(a: Point, b: Point) -> Callable[[Point], float]:
    """A measure of the distance from the stretch between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy or 1e-12

    def measure(p: Point) -> float:
        t = min(max(((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square, 0.0), 1.0)
        return float(((p[0] - a[0] - t * dx) ** 2 + (p[1] - a[1] - t * dy) ** 2) ** 0.5)

    return measure


def length(points: list[Point]) -> float:
    """How long a line is."""
    return float(sum(away(a, b) ** 0.5 for a, b in pairwise(points)))


def surface(points: list[Point]) -> float:
    """The area inside a ring."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(points))) / 2
