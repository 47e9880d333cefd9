"""The drawn shapes of a map, made by `tools/maps.py` and kept in `maps/`: every border once, as an arc.

An arc has a place on either side, or nobody's land, or water that is no sea, or the edge of the map. Areas
are what their arcs enclose: two of them share a border exactly if an arc has one on each side.
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
        """The arcs that two places share."""
        return self.between.get((min(a, b), max(a, b)), [])

    def rings(self, place: int) -> list[list[Point]]:
        """The outlines of a place, made of its arcs."""
        return joined([arc.points if arc.left == place else arc.points[::-1] for arc in self.around[place]])

    def outlines(self, wet: set[int]) -> list[list[Point]]:
        """The outlines of all land, along the edge of the map too."""
        lines: list[list[Point]] = []
        for arc in self.arcs:
            left, right = arc.left in wet or arc.left == EDGE, arc.right in wet or arc.right == EDGE
            if left != right:
                lines.append(arc.points[::-1] if left else arc.points)
        return joined(lines)


def inside(rings: list[list[Point]], point: Point) -> bool:
    """Whether a point is inside of outlines (even and odd)."""
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
    """The first point and then steps, in tenths."""
    x = y = 0
    points: list[Point] = []
    for n in range(0, len(words), 2):
        x, y = x + int(words[n]), y + int(words[n + 1])
        points.append((x / 10, y / 10))
    return points


def write_points(points: list[Point]) -> str:
    """The other way around; points that fall together are told once."""
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
    """What a drawing is a drawing of, in two halves: all that shapes it, and the places alone."""
    places = [(p.id, p.lon, p.lat, p.kind, p.inside) for p in scene.places]
    alone: list[object] = [places, scene.ground, scene.polar, scene.boxed]
    if scene.charts:
        alone += [scene.charts, [p.map for p in scene.places]]
    rest = [[p.name for p in scene.places], [(e.a, e.b, e.kind) for e in scene.edges]]
    return f"{digest([alone, rest])}-{digest(alone)}"


def digest(what: object) -> str:
    """A short hash of what can be written as JSON."""
    return sha256(json.dumps(what).encode()).hexdigest()[:16]


def head_of(path: Path) -> dict[str, Any]:
    """The first line of a drawn map: its game with the options, its key, where its places have names."""
    with path.open(encoding="utf-8") as file:
        head: dict[str, Any] = json.loads(file.readline())
    return head


@lru_cache(maxsize=1)
def kept() -> dict[str, Path]:
    """The files of the drawn maps by their keys."""
    return {head_of(path)["key"]: path for path in sorted(FOLDER.glob("*.txt"))}


def file_for(key: str) -> Path | None:
    """The drawn map with this key, or else one with the same places, whose links or names are others."""
    _, _, alone = key.partition("-")
    like = [path for other, path in kept().items() if alone and other.partition("-")[2] == alone]
    return kept().get(key) or (like[0] if like else None)


def shapes_for(key: str, ids: list[str]) -> Shapes | None:
    """The drawn shapes of a map with these places, if there are any: a map of another pack may have none."""
    path = file_for(key)
    return Shapes(path.read_text(encoding="utf-8").splitlines(), ids) if path else None


def remark(scene: Scene) -> str:
    """What a player should know of the drawing of a map that is not the one it was made for, or nothing."""
    key = key_of(scene)
    if key in kept():
        return ""
    if file_for(key) is not None:
        return (
            "Names or links of the map differ from those its drawing was made for: "
            "a link that is no border is drawn as a dashed line, a border without a link is barred."
        )
    return (
        "The places of the map differ from those of every drawn map: "
        "each is drawn as the ground that is nearest to it. docs/maps.md tells how to draw the map anew."
    )
