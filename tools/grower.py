"""What grows in a grid from seeds, reaches out to neighbours it is linked to, and is kept from others."""

from collections.abc import Iterable
from typing import Final

from atlas import Point
from grid import Array, Cell, along, np
from sheet import COARSE, pair

GAP: Final = 3  # half of what is left of a border that ought not to be
ARM: Final = 9  # how far an area reaches into such a border in a round


class Grower:
    """Seeds and the cells they may take; members that are linked may touch, others should not."""

    def __init__(self, free: Array, members: set[int], links: set[tuple[int, int]]) -> None:
        self.free = free
        self.members = members
        self.links = links
        self.seeds: dict[Cell, int] = {}

    def take(self, cells: Iterable[Cell], label: int) -> None:
        """Make seeds of cells, where nobody else has one."""
        for cell in cells:
            if self.free[cell]:
                self.seeds.setdefault(cell, label)

    def part(self, grid: Array, a: int, b: int) -> None:
        """Push two areas apart that have no link: those at the ends of their border grow into it."""
        sides = border_cells(grid, a, b)
        if len(sides) < 2 * GAP + 2:
            return
        ends = self.ends(grid, sides, a, b)
        linked = len(ends) == 2 and pair(ends[0][1], ends[1][1]) in self.links
        for end, label in ends:
            stop = sides[len(sides) // 2] if len(ends) == 2 else max(sides, key=lambda c: apart(c, end))
            path = along(COARSE, middle(end), middle(stop))
            keep = len(path) if linked else max(0, len(path) - GAP)
            self.take(path[: min(keep, ARM)], label)

    def ends(self, grid: Array, sides: list[Cell], a: int, b: int) -> list[tuple[Cell, int]]:
        """The areas at the ends of a border that may touch both, each with the cell where it does."""
        found: dict[int, Cell] = {}
        areas, links = self.members, self.links
        rows, columns = COARSE.shape
        for row, column in sides:
            for y in range(max(row - 2, 0), min(row + 3, rows)):
                for x in range(max(column - 2, 0), min(column + 3, columns)):
                    c = int(grid[y, x])
                    if c in areas and c not in (a, b) and pair(a, c) in links and pair(b, c) in links:
                        found.setdefault(c, (row, column))
        return [(cell, label) for label, cell in sorted(found.items())][:2]


def middle(cell: Cell) -> Point:
    """The point in the middle of a cell."""
    return cell[1] + 0.5, cell[0] + 0.5


def apart(a: Cell, b: Cell) -> int:
    """The square of the distance of two cells."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def border_cells(grid: Array, a: int, b: int) -> list[Cell]:
    """The cells of a that touch b, in the order along the longer axis of their border."""
    mine, theirs = grid == a, grid == b
    beside = np.zeros_like(theirs)
    beside[1:] |= theirs[:-1]
    beside[:-1] |= theirs[1:]
    beside[:, 1:] |= theirs[:, :-1]
    beside[:, :-1] |= theirs[:, 1:]
    rows, columns = np.nonzero(mine & beside)
    cells = list(zip(rows.tolist(), columns.tolist(), strict=True))
    wide = bool(cells) and columns.max() - columns.min() > rows.max() - rows.min()
    return sorted(cells, key=lambda c: (c[1], c[0]) if wide else c)
