"""A board of boxes laid over the map: where each lies, what is inside of it, how links run between them.

An area is a box with its name on top, its sectors as circles in a row below, each with its own name, and at
the bottom the ground its pieces stand on, with slots for single pieces to the right. A box off the map has
titled spaces side by side, a base only a little ground.
"""

from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.link_curves import route_curve
from sandtable.draw.projection import Lambert, Stretch, Warp, coastline
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shapes import POOL, Shapes, key_of, shapes_for
from sandtable.draw.spread import Gaps, Pairs, spread
from sandtable.draw.text_size import text_width
from sandtable.draw.voronoi import voronoi
from sandtable.engine.scene import Ground, Place, Scene

EVENNESS: Final = 0.82
SMOOTHNESS: Final = 0.14
REACH: Final = 80.0  # how far around a box the ground is carried along

TOKEN: Final = 24.0  # a piece
RADIUS: Final = 14.5  # of a sector
NAME_SIZE: Final = 11.4
PLATE: Final = 16.0
SMALL_NAME: Final = 8.4  # of sectors and spaces
SLOT: Final = 26.0
ROW: Final = 26.0  # where pieces stand
PAD: Final = 4.0
LINKED: Final = 17.0  # between boxes for the line that joins them
SIGNED: Final = 26.0  # and for what is printed on it
GLYPH: Final = 10.5
LEAST: Final = 4 * TOKEN + 6  # across the ground of an area
SPACE: Final = (3 * TOKEN + 8.0, 2 * TOKEN + 6.0)
MARKS: Final = ("resource", "partisan", "port")  # behind a name


class Inside(NamedTuple):
    """A box from its corner: its size, the ground for its own pieces, and the rooms of its parts."""

    size: Rect
    stand: Rect
    rooms: dict[int, Rect]


class BoxedLayout:
    """The static side of a boxed board: a function of places, names, printed marks and links alone."""

    def __init__(
        self, places: tuple[Place, ...], gaps: Gaps, ground: Ground, shapes: Shapes | None = None
    ) -> None:
        """`gaps` are the links, and how far apart their boxes should be at least."""
        self.places = places
        self.gaps = gaps
        self.pairs: Pairs = tuple([(a, b) for a, b, _ in gaps])
        self.ground = ground
        self.shapes = shapes
        number = {p.id: i for i, p in enumerate(places)}
        self.tops = [i for i, p in enumerate(places) if not p.inside]
        self.parent = {i: number[p.inside] for i, p in enumerate(places) if p.inside}
        self.parts: dict[int, list[int]] = {i: [] for i in self.tops}
        for i, top in self.parent.items():
            self.parts[top].append(i)
        self.inside = {i: inside_of(places, i, self.parts[i]) for i in self.tops}
        self.lambert = Lambert()
        plane = [self.lambert(places[i].lon, places[i].lat) for i in self.tops]
        self.across = Stretch([x for x, _ in plane], 84, MAP_WIDTH - 84, EVENNESS, SMOOTHNESS)
        self.down = Stretch([y for _, y in plane], 50, HEIGHT - 50, EVENNESS, SMOOTHNESS)
        self.at: dict[int, Point] = dict(shapes.at) if shapes else self._spread()

    def _targets(self) -> dict[int, Point]:
        return {i: self._flat(self.places[i].lon, self.places[i].lat) for i in self.tops}

    def _spread(self) -> dict[int, Point]:
        sizes = {i: self.inside[i].size for i in self.tops}
        at, frame = self._targets(), Rect(0, 0, MAP_WIDTH, HEIGHT)
        for _ in range(2):  # boxes are large: from where they have come to lie it goes on
            at = spread(at, sizes, self.pairs, self.gaps, [], frame)
        return at

    def _flat(self, lon: float, lat: float) -> Point:
        x, y = self.lambert(lon, lat)
        return self.across(x), self.down(y)

    @cached_property
    def warp(self) -> Warp:
        """Carries the ground along with the boxes."""
        targets = self._targets()
        moved = [(self.at[i][0] - x, self.at[i][1] - y) for i, (x, y) in targets.items()]
        return Warp(list(targets.values()), moved, REACH)

    def place(self, lon: float, lat: float) -> Point:
        """Return the point of the picture for a point of the earth."""
        return self.warp(*self._flat(lon, lat))

    def centre(self, i: int) -> Point:
        """Return the middle of a place."""
        return self.room(i).middle

    def room(self, i: int) -> Rect:
        """Return the whole box of a place, or the space of a part in its box."""
        if i not in self.parent:
            return self.inside[i].size.around(*self.at[i])
        box = self.room(self.parent[i])
        room = self.inside[self.parent[i]].rooms[i]
        return room._replace(x=box.x + room.x, y=box.y + room.y)

    def stand(self, i: int) -> Rect:
        """Return the space for the pieces of a place."""
        room = self.room(i)
        if i in self.parent:
            title = SMALL_NAME + 3 if self.places[i].kind == "space" else 0.0
            return Rect(room.x + 1, room.y + 1 + title, room.w - 2, room.h - 2 - title)
        stand = self.inside[i].stand
        return stand._replace(x=room.x + stand.x, y=room.y + stand.y)

    @cached_property
    def curves(self) -> dict[tuple[int, int], list[Point]]:
        """The way of every link from box to box, over as few other boxes as can be."""
        rooms = {i: self.room(i) for i in self.tops}
        found: dict[tuple[int, int], list[Point]] = {}
        for a, b in self.pairs:
            a, b = (a, b) if a < b else (b, a)
            ends = {self.parent.get(a, a), self.parent.get(b, b)}
            others = [room for i, room in rooms.items() if i not in ends]
            found[a, b] = route_curve(self.room(a), self.room(b), others, Rect(0, 0, MAP_WIDTH, HEIGHT))
        return found

    def curve(self, a: int, b: int) -> list[Point]:
        """Return the line of a link."""
        return self.curves[min(a, b), max(a, b)]

    def coast(self) -> list[list[Point]]:
        """Return the outlines of all land."""
        if self.shapes is not None:
            return self.shapes.outlines({POOL})
        return [[self.place(lon, lat) for lon, lat in ring] for ring in coastline()]

    def lands(self) -> dict[int, list[list[Point]]]:
        """Return the ground around the areas, not yet cut at the coast; -1 belongs to no place."""
        if self.shapes is not None:
            return {i: self.shapes.rings(i) for i in sorted(self.shapes.around) if i >= -1}
        owner, sites = [], []
        for i, lon, lat in sites_of(self.places):
            owner.append(i)
            sites.append(self.place(lon, lat))
        number = {p.id: i for i, p in enumerate(self.places)}
        for name, points in self.ground:
            sites += [self.place(lon, lat) for lon, lat in points]
            owner += [number.get(name, -1)] * len(points)
        found: dict[int, list[list[Point]]] = {}
        for i, cell in zip(owner, voronoi(sites, (0, 0, MAP_WIDTH, HEIGHT)), strict=True):
            if cell.corners:
                found.setdefault(i, []).append(cell.corners)
        return found


def inside_of(places: tuple[Place, ...], i: int, parts: list[int]) -> Inside:
    """Return the parts of a box."""
    top = places[i]
    sectors = [k for k in parts if places[k].kind == "sector"]
    slots = [k for k in parts if places[k].kind == "slot"]
    spaces = [k for k in parts if places[k].kind == "space"]
    plate = plate_width(top)
    rooms: dict[int, Rect] = {}
    if top.kind == "base":
        width = max(plate, 2 * TOKEN + 2 * PAD)
        return Inside(Rect(0, 0, width, PLATE + ROW), Rect(PAD, PLATE + 1, width - 2 * PAD, ROW - 2), {})
    wide = [max(2 * RADIUS + 6, name_width(places[k]) + 5) for k in sectors]
    cells = [max(SPACE[0], text_width(places[k].name, SMALL_NAME) + 4) for k in spaces]
    own = LEAST if top.kind == "area" else TOKEN + 6
    beside = len(slots) * (SLOT + 3) + sum(cells) + 4 * len(cells)
    width = max(plate, sum(wide) + 2 * PAD, own + beside + 2 * PAD)
    spare = (width - 2 * PAD - sum(wide)) / (len(sectors) or 1)
    left, top_edge = PAD, PLATE + 3
    for k, room in zip(sectors, wide, strict=True):
        middle = left + (room + spare) / 2
        rooms[k] = Rect(0, 0, 2 * RADIUS, 2 * RADIUS).around(middle, top_edge + RADIUS)
        left += room + spare
    if sectors:
        top_edge += 2 * RADIUS + SMALL_NAME + 4
    height = SPACE[1] + SMALL_NAME + 3 if spaces else ROW
    right = width - PAD
    for k, cell in reversed(list(zip(spaces, cells, strict=True))):
        right -= cell
        rooms[k] = Rect(right, top_edge, cell, height)
        right -= 4
    for k in reversed(slots):
        right -= SLOT
        title = SMALL_NAME + 2 if spaces else 0.0
        rooms[k] = Rect(right, top_edge + title + (height - title - SLOT) / 2, SLOT, SLOT)
        right -= 3
    stand = Rect(PAD, top_edge, max(right - PAD, 1), height)
    return Inside(Rect(0, 0, width, top_edge + height + PAD), stand, rooms)


def sites_of(places: tuple[Place, ...]) -> list[tuple[int, float, float]]:
    """Return the points in degrees that the ground of places grows from: of areas and of their sectors.

    A box has ground if its region has no area, for instance as a country without areas.
    """
    number = {p.id: i for i, p in enumerate(places)}
    regions = {p.region for p in places if p.kind == "area"}
    found: dict[tuple[float, float], int] = {}
    for i, p in enumerate(places):
        if p.kind == "area" or (p.kind == "box" and p.region not in regions):
            found.setdefault((p.lon, p.lat), i)
        elif p.kind == "sector":
            found.setdefault((p.lon, p.lat), number[p.inside])
    return [(i, lon, lat) for (lon, lat), i in found.items()]


def numbered(place: Place) -> str:
    """Return the name with the number that is printed before it."""
    return " ".join([*(about(place, "number")), place.name])


def about(place: Place, mark: str) -> list[str]:
    """Return what a mark of a place says after its colon; empty if the place does not have it."""
    return [m.partition(":")[2] for m in place.marks if m.startswith(f"{mark}:")]


def glyphs_of(place: Place) -> list[str]:
    """Return the signs after a name."""
    return [m for m in place.marks if m in MARKS] + [f"limit-{n}" for n in about(place, "limit")]


def plate_width(place: Place) -> float:
    """Return the width of the plate on top of a box: disc, name, signs, the limit of pieces."""
    return PLATE + 3 + text_width(numbered(place), NAME_SIZE, True) + len(glyphs_of(place)) * (GLYPH + 2) + 9


def name_width(place: Place) -> float:
    """Return the width of the name below a sector."""
    return text_width(numbered(place), SMALL_NAME)


def printed(scene: Scene) -> tuple[Place, ...]:
    """Return the places with only what is printed of them."""
    printed_marks = ("number:", "limit:")
    return tuple(
        p._replace(owner="", marks=tuple(m for m in p.marks if ":" not in m or m.startswith(printed_marks)))
        for p in scene.places
    )


@lru_cache(maxsize=8)
def _layout(places: tuple[Place, ...], gaps: Gaps, ground: Ground, key: str) -> BoxedLayout:
    return BoxedLayout(places, gaps, ground, shapes_for(key, [p.id for p in places]))


def boxed_layout_of(scene: Scene, drawn: bool = True) -> BoxedLayout:
    """Return the layout of a scene, the same for all positions of a game; with drawn shapes if it has any."""
    gaps = tuple([(e.a, e.b, SIGNED if e.marks else LINKED) for e in scene.edges])
    return _layout(printed(scene), gaps, scene.ground, key_of(scene) if drawn else "")
