"""Grids over the picture: filling them, and growing areas in them over what is nearest to each."""

from importlib import import_module
from itertools import pairwise
from typing import Any

from atlas import Ring

np: Any = import_module("numpy")
ndimage: Any = import_module("scipy.ndimage")
sparse: Any = import_module("scipy.sparse")
csgraph: Any = import_module("scipy.sparse.csgraph")

Array = Any
Cell = tuple[int, int]  # row and column
NEIGHBOURS = ((0, 1, 1.0), (1, 0, 1.0), (1, 1, 1.4142), (1, -1, 1.4142))


class Frame:
    """A grid over the picture: its size in units, and cells to a unit."""

    def __init__(self, width: int, height: int, scale: int) -> None:
        self.width = width
        self.height = height
        self.scale = scale

    def resize(self, width: int, height: int) -> None:
        """Lie over another picture."""
        self.width, self.height = width, height

    @property
    def shape(self) -> tuple[int, int]:
        return self.height * self.scale, self.width * self.scale

    def cell(self, x: float, y: float) -> Cell:
        """The cell of a point, or the nearest one in the grid."""
        rows, columns = self.shape
        return (
            min(max(int(y * self.scale), 0), rows - 1),
            min(max(int(x * self.scale), 0), columns - 1),
        )


def filled(rings: list[Ring], frame: Frame) -> Array:
    """Which cells have their middle inside the rings, by the rule of even and odd."""
    rows, columns = frame.shape
    grid = np.zeros((rows, columns + 1), dtype=np.int32)
    for ring in rings:
        points = np.array(ring) * frame.scale
        ax, ay = points[:, 0], points[:, 1]
        bx, by = np.roll(ax, -1), np.roll(ay, -1)
        # the rows whose middle a side crosses
        first = np.ceil(np.minimum(ay, by) - 0.5).astype(int).clip(0, rows)
        last = np.ceil(np.maximum(ay, by) - 0.5).astype(int).clip(0, rows)
        count = last - first
        side = np.repeat(np.arange(len(ax)), count)
        row = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + np.repeat(first, count)
        t = (row + 0.5 - ay[side]) / (by[side] - ay[side])
        x = ax[side] + t * (bx[side] - ax[side])
        np.add.at(grid, (row, np.ceil(x - 0.5).astype(int).clip(0, columns)), 1)
    return (np.cumsum(grid, axis=1)[:, :columns] % 2).astype(bool)


def stroked(lines: list[Ring], frame: Frame) -> Array:
    """The cells that lines run through, without gaps at corners."""
    grid = np.zeros(frame.shape, dtype=bool)
    for line in lines:
        for (ax, ay), (bx, by) in pairwise(line):
            for row, column in along(frame, (ax, ay), (bx, by)):
                grid[row, column] = True
    return grid


def along(frame: Frame, a: tuple[float, float], b: tuple[float, float]) -> list[Cell]:
    """The cells on a straight way inside the frame, each next to the one before by a side."""
    steps = int(max(abs(b[0] - a[0]), abs(b[1] - a[1])) * frame.scale * 2) + 1
    cells: list[Cell] = []
    for step in range(steps + 1):
        x, y = a[0] + (b[0] - a[0]) * step / steps, a[1] + (b[1] - a[1]) * step / steps
        if 0 <= x < frame.width and 0 <= y < frame.height:
            cell = frame.cell(x, y)
            if cells and cells[-1][0] != cell[0] and cells[-1][1] != cell[1]:
                cells.append((cells[-1][0], cell[1]))
            if not cells or cells[-1] != cell:
                cells.append(cell)
    return cells


def roughness(frame: Frame, seed: int, wave: float, depth: float) -> Array:
    """How hard it is to cross each cell: a smooth field around 1, so that borders wind a little."""
    random = np.random.default_rng(seed)
    field = ndimage.gaussian_filter(random.standard_normal(frame.shape), wave)
    return np.exp(depth * field / field.std())


class Terrain:
    """The cells that can be grown over, and what it costs to go from one to the next."""

    def __init__(self, open_cells: Array, cost: Array, zones: Array, fences: Array) -> None:
        """`zones` are countries; `fences[i, j]` is the price of crossing from one to another."""
        self.shape = open_cells.shape
        self.number = np.full(self.shape, -1, dtype=np.int64)
        self.number[open_cells] = np.arange(int(open_cells.sum()))
        self.rows, self.columns = np.nonzero(open_cells)
        heads: list[Array] = []
        tails: list[Array] = []
        prices: list[Array] = []
        height, width = self.shape
        for dy, dx, length in NEIGHBOURS:
            here = (slice(0, height - dy), slice(max(0, -dx), width - max(0, dx)))
            there = (slice(dy, height), slice(max(0, dx), width + min(0, dx)))
            both = (self.number[here] >= 0) & (self.number[there] >= 0)
            price = length * (cost[here] + cost[there])[both] / 2
            price = price + fences[zones[here][both], zones[there][both]]
            heads.append(self.number[here][both])
            tails.append(self.number[there][both])
            prices.append(price)
        count = len(self.rows)
        head, tail, price = np.concatenate(heads), np.concatenate(tails), np.concatenate(prices)
        self.graph = sparse.csr_matrix((price, (head, tail)), shape=(count, count))

    def reach(self, mask: Array, limit: float) -> Array:
        """Which cells can be reached from those of a mask at no more than this cost."""
        rim = mask & ~ndimage.binary_erosion(mask)
        starts = self.number[rim & (self.number >= 0)]
        found = np.zeros(self.shape, dtype=bool)
        if len(starts):
            cost = csgraph.dijkstra(self.graph, directed=False, indices=starts, min_only=True, limit=limit)
            near = np.isfinite(cost)
            found[self.rows[near], self.columns[near]] = True
        return found

    def grow(self, seeds: dict[Cell, int]) -> Array:
        """To each cell the label of the seed it is nearest to; -2 where no seed can come."""
        cells = [cell for cell in seeds if self.number[cell] >= 0]
        starts = np.array([self.number[cell] for cell in cells])
        labels = np.array([seeds[cell] for cell in cells])
        _, _, sources = csgraph.dijkstra(
            self.graph, directed=False, indices=starts, return_predecessors=True, min_only=True
        )
        whose = np.full(len(self.rows), -2, dtype=np.int32)
        lookup = np.full(len(self.rows), -2, dtype=np.int32)
        lookup[starts] = labels
        reached = sources >= 0
        whose[reached] = lookup[sources[reached]]
        grid = np.full(self.shape, -9, dtype=np.int32)
        grid[self.rows, self.columns] = whose
        return grid


def nearest(mask: Array, cell: Cell) -> Cell:
    """The cell of the mask that is nearest."""
    rows, columns = np.nonzero(mask)
    best = int(np.argmin((rows - cell[0]) ** 2 + (columns - cell[1]) ** 2))
    return int(rows[best]), int(columns[best])


def contacts(labels: Array) -> dict[tuple[int, int], int]:
    """How many sides of cells each two labels share."""
    found: dict[tuple[int, int], int] = {}
    for a, b in ((labels[:, :-1], labels[:, 1:]), (labels[:-1], labels[1:])):
        differ = a != b
        low, high = np.minimum(a[differ], b[differ]), np.maximum(a[differ], b[differ])
        pairs, counts = np.unique(np.stack([low, high]), axis=1, return_counts=True)
        for i, j, n in zip(*pairs.tolist(), counts.tolist(), strict=True):
            found[i, j] = found.get((i, j), 0) + n
    return found
