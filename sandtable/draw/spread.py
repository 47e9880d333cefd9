"""Spreading areas out: each gets room for its counters and name, as near as possible to where it lies."""

from typing import Final

from sandtable.draw.rect import Point, Rect

Pairs = tuple[tuple[int, int], ...]
Gaps = tuple[tuple[int, int, float], ...]

GAP: Final = 7.0  # between areas that ask for no more
ROUNDS: Final = 240
FREE_ROUNDS: Final = 80  # the last ones, without the pull home, so that nothing overlaps in the end


def spread(
    targets: dict[int, Point],
    sizes: dict[int, Rect],
    links: Pairs,
    gaps: Gaps,
    fixed: list[Rect],
    frame: Rect,
    more: int = 0,
) -> dict[int, Point]:
    """Push blocks apart by their gaps, and off the links of others; each is drawn to where it belongs.

    `more` rounds at the end only push, for maps that are crowded.
    """
    ids = sorted(targets)
    home = [targets[i] for i in ids]
    size = [sizes[i] for i in ids]
    number = {i: n for n, i in enumerate(ids)}
    x = [px for px, _ in home]
    y = [py for _, py in home]
    apart = {(number[min(a, b)], number[max(a, b)]): gap for a, b, gap in gaps if a in number and b in number}
    n = len(ids)
    near = neighbours(x, y, size, apart)
    beside = [
        (number[a], number[b], k)
        for a, b in links
        if a in number and b in number
        for k in range(n)
        if k not in (number[a], number[b]) and off_line(home[k], home[number[a]], home[number[b]]) < 80
    ]
    for turn in range(ROUNDS + more):
        if turn >= ROUNDS and turn % 20 == 0:  # who has gone far may have come to lie on others
            near = neighbours(x, y, size, apart)
        if turn < ROUNDS - FREE_ROUNDS:
            for i in range(n):
                x[i] += 0.05 * (home[i][0] - x[i])
                y[i] += 0.05 * (home[i][1] - y[i])
            for a, b, k in beside:
                clear_link(x, y, a, b, k, size[k])
        for i, j, w, h in near:
            dx, dy = x[j] - x[i], y[j] - y[i]
            over_x = w - abs(dx)
            over_y = h - abs(dy)
            if over_x > 0 and over_y > 0:
                # out by the shorter way, measured by the size of the blocks
                if over_x * 0.8 * h < over_y * w:
                    push = over_x * (0.26 if dx >= 0 else -0.26)
                    x[i] -= push
                    x[j] += push
                else:
                    push = over_y * (0.26 if dy >= 0 else -0.26)
                    y[i] -= push
                    y[j] += push
        for i in range(n):
            edge_x, edge_y = size[i].w / 2 + 4, size[i].h / 2 + 4
            x[i] = min(max(x[i], frame.x + edge_x), frame.x + frame.w - edge_x)
            y[i] = min(max(y[i], frame.y + edge_y), frame.y + frame.h - edge_y)
            if x[i] < 2 * size[i].w + 100:
                for box in fixed:
                    if size[i].around(x[i], y[i]).hits(box, 6):
                        x[i] += 3
    return {i: (x[k], y[k]) for k, i in enumerate(ids)}


def neighbours(
    x: list[float], y: list[float], size: list[Rect], apart: dict[tuple[int, int], float]
) -> list[tuple[int, int, float, float]]:
    """Return the blocks that could overlap, and how far apart their middles must be."""
    n = len(x)
    return [
        (i, j, (size[i].w + size[j].w) / 2 + gap, (size[i].h + size[j].h) / 2 + gap)
        for i in range(n)
        for j in range(i + 1, n)
        if abs(x[i] - x[j]) < max(190, (size[i].w + size[j].w) / 2 + 110)
        and abs(y[i] - y[j]) < max(130, (size[i].h + size[j].h) / 2 + 80)
        for gap in (apart.get((i, j), GAP),)
    ]


def off_line(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from a stretch of line."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy or 1)
    t = min(max(t, 0), 1)
    return float(((p[0] - a[0] - t * dx) ** 2 + (p[1] - a[1] - t * dy) ** 2) ** 0.5)


def clear_link(x: list[float], y: list[float], a: int, b: int, k: int, size: Rect) -> None:
    """Move block k a little off the link from a to b, if that runs through it."""
    dx, dy = x[b] - x[a], y[b] - y[a]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    dx, dy = dx / length, dy / length
    away_x, away_y = x[k] - x[a], y[k] - y[a]
    if not 0 < away_x * dx + away_y * dy < length:
        return
    off = away_x * dy - away_y * dx
    needed = (abs(dy) * size.w + abs(dx) * size.h) * 0.4
    if abs(off) < needed:
        push = (needed - abs(off)) * (0.12 if off >= 0 else -0.12)
        x[k] += push * dy
        y[k] -= push * dx
        for end in (a, b):
            x[end] -= push * dy / 2
            y[end] += push * dx / 2
