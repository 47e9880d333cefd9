"""The drawn shapes of a map, made by `tools/maps.py` and kept in `maps/`: every border once, as an arc.

On each side of an arc is a place, or land without a place, or water other than a sea, or the edge of the map.
An area is what its arcs enclose: two areas share a border exactly if an arc has one of them on each side.
"""

import json
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandtable.draw.rect import Point, Rect
from sandtable.engine.scene import Scene

FOLDER: Final = Path(__file__).parent / "maps"
NOBODY, POOL, EDGE = -1, -3, -4
SIGNS: Final = {"-": NOBODY, "~": POOL, "|": EDGE}


class Arc(NamedTuple):
    """A stretch of border; on the way from the first point to the last, whose land lies left and right."""

    left: int
    right: int
    points: list[Point]


class Shapes:
    """Where the places of a map have their counters and names, its borders, rivers and lakes."""

    def __init__(self, lines: list[str], ids: list[str]) -> None:
        head = json.loads(lines[0])
        number = {name: i for i, name in enumerate(ids)} | SIGNS
        self.at: dict[int, Point] = {number[name]: (x, y) for name, (x, y) in head["at"].items()}
        self.labels: dict[int, Rect] = {number[name]: Rect(*box) for name, box in head["labels"].items()}
        self.arcs: list[Arc] = []
        self.rivers: list[list[Point]] = []
        self.lakes: list[list[Point]] = []
        self.between: dict[tuple[int, int], list[Arc]] = {}
        self.around: dict[int, list[Arc]] = {}
        for line in lines[1:]:
            kind, *words = line.split()
            if kind == "river":
                self.rivers.append(read_points(words))
            elif kind == "lake":
                self.lakes.append(read_points(words))
            else:
                self.add(Arc(number[words[0]], number[words[1]], read_points(words[2:])))

    def add(self, arc: Arc) -> None:
        """Keep an arc, and for each side of it that it is there."""
        self.arcs.append(arc)
        low, high = sorted((arc.left, arc.right))
        self.between.setdefault((low, high), []).append(arc)
        for label in {low, high}:
            self.around.setdefault(label, []).append(arc)

    def border(self, a: int, b: int) -> list[Arc]:
        """Return the arcs that two places share."""
        return self.between.get((min(a, b), max(a, b)), [])

    def rings(self, place: int) -> list[list[Point]]:
        """Return the outlines of a place, made of its arcs."""
        return joined([arc.points if arc.left == place else arc.points[::-1] for arc in self.around[place]])

    def outlines(self, wet: set[int]) -> list[list[Point]]:
        """Return the outlines of all land, along the edge of the map too."""
        lines: list[list[Point]] = []
        for arc in self.arcs:
            left, right = arc.left in wet or arc.left == EDGE, arc.right in wet or arc.right == EDGE
            if left != right:
                lines.append(arc.points[::-1] if left else arc.points)
        return joined(lines)


def inside(rings: list[list[Point]], point: Point) -> bool:
    """Return whether a point is inside outlines, by the even-odd rule."""
    x, y = point
    odd = False
    for ring in rings:
        ax, ay = ring[-1]
        for bx, by in ring:
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
            ax, ay = bx, by
    return odd


def joined(lines: list[list[Point]]) -> list[list[Point]]:
    """Rings made of lines, each continued by one that begins where it ends; no last point is repeated."""
    starts: dict[Point, list[list[Point]]] = {}
    for line in lines:
        starts.setdefault(line[0], []).append(line)
    rings: list[list[Point]] = []
    for line in lines:
        if line not in starts.get(line[0], []):
            continue  # part of an earlier ring
        starts[line[0]].remove(line)
        ring = line[:]
        while ring[-1] != ring[0] and starts.get(ring[-1]):
            ring += starts[ring[-1]].pop()[1:]
        rings.append(ring[:-1])
    return rings


def read_points(words: list[str]) -> list[Point]:
    """Return points from words: the first point, then steps in tenths."""
    x = y = 0
    points: list[Point] = []
    for n in range(0, len(words), 2):
        x, y = x + int(words[n]), y + int(words[n + 1])
        points.append((x / 10, y / 10))
    return points


def write_points(points: list[Point]) -> str:
    """Return points as words, as `read_points` reads them; equal neighbours are written once."""
    words: list[str] = []
    x = y = 0
    for n, (px, py) in enumerate(points):
        here = (round(px * 10), round(py * 10))
        if n and here == (x, y):
            continue
        words += [str(here[0] - x), str(here[1] - y)]
        x, y = here
    return " ".join(words)


def key_of(scene: Scene) -> str:
    """Return the key of a drawing in two halves: a hash of all that shapes it, and one of the places."""
    places = [(p.id, p.lon, p.lat, p.kind, p.inside) for p in scene.places]
    alone: list[object] = [places, scene.ground, scene.polar, scene.boxed]
    if scene.charts:
        alone += [scene.charts, [p.map for p in scene.places]]
    rest = [[p.name for p in scene.places], [(e.a, e.b, e.kind) for e in scene.edges]]
    return f"{digest([alone, rest])}-{digest(alone)}"


def digest(what: object) -> str:
    """Return a short hash of plain data."""
    return sha256(json.dumps(what).encode()).hexdigest()[:16]


def head_of(path: Path) -> dict[str, Any]:
    """Return the first line of a drawn map: its game and options, its key, the positions of names."""
    with path.open(encoding="utf-8") as file:
        head: dict[str, Any] = json.loads(file.readline())
    return head


@lru_cache(maxsize=1)
def kept() -> dict[str, Path]:
    """Return the files of the drawn maps by their keys."""
    return {head_of(path)["key"]: path for path in sorted(FOLDER.glob("*.txt"))}


def file_for(key: str) -> Path | None:
    """Return the drawn map with this key, or else one with the same places but other links or names."""
    _, _, alone = key.partition("-")
    like = [path for other, path in kept().items() if alone and other.partition("-")[2] == alone]
    return kept().get(key) or (like[0] if like else None)


def shapes_for(key: str, ids: list[str]) -> Shapes | None:
    """Return the drawn shapes of a map with these places; None for a map without them, as of another pack."""
    path = file_for(key)
    return Shapes(path.read_text(encoding="utf-8").splitlines(), ids) if path else None


def remark(scene: Scene) -> str:
    """Return how the drawing differs from the map of another pack, for its players; empty if it does not."""
    key = key_of(scene)
    if key in kept():
        return ""
    if file_for(key) is not None:
        return (
            "Names or links of the map differ from those of its drawing: "
            "a link without a border is a dashed line, and a border without a link has a bar."
        )
    return (
        "The places of the map differ from those of every drawn map, so each place has the ground that is "
        "nearest to it. docs/maps.md says how to draw the map again."
    )
