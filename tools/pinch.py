"""Doing away with the shortest of borders that ought not to be, cell by cell."""

from collections.abc import Callable
from typing import Final

from grid import Array, contacts, ndimage, np

Pair = tuple[int, int]
LONGEST: Final = 14  # sides of cells
LEAST: Final = 6  # of a border that must stay
REACH: Final = 4  # how far around a border cells are given away
ROUNDS: Final = 3


def pinch(grid: Array, allowed: Callable[[int, int], bool], needed: set[Pair], wet: set[int]) -> Array:
    """Give the cells at short false borders to a third place that may touch both, where that helps.

    Land stays land and water stays water; borders that are needed keep a length that can be seen.
    """
    for _ in range(ROUNDS):
        touching = contacts(grid)
        for (a, b), count in sorted(touching.items(), key=lambda item: item[1]):
            if count <= LONGEST and not allowed(a, b):
                grid = mended(grid, a, b, allowed, needed, wet)
    return grid


def mended(
    grid: Array, a: int, b: int, allowed: Callable[[int, int], bool], needed: set[Pair], wet: set[int]
) -> Array:
    """The grid with one false border gone or shorter, if that can be done without harm."""
    mine, theirs = grid == a, grid == b
    seam = (mine & ndimage.binary_dilation(theirs)) | (theirs & ndimage.binary_dilation(mine))
    if not seam.any():
        return grid
    rows, columns = np.nonzero(seam)
    window = (
        slice(max(rows.min() - 16, 0), rows.max() + 17),
        slice(max(columns.min() - 16, 0), columns.max() + 17),
    )
    here = grid[window]
    before = contacts(here)
    best, least = here, price(before, before, allowed, needed)
    for radius in range(1, REACH + 1):
        around = ndimage.binary_dilation(seam[window], iterations=radius)
        for c in sorted({int(label) for label in np.unique(here[around])} - {a, b}):
            for given in ((a,), (b,), (a, b)):
                if any((label in wet) != (c in wet) for label in given) or c < -1:
                    continue
                tried = here.copy()
                tried[around & np.isin(here, given)] = c
                cost = price(contacts(tried), before, allowed, needed) + 0.01 * radius
                if cost < least:
                    best, least = tried, cost
    out = grid.copy()
    out[window] = best
    return out


def price(
    after: dict[Pair, int],
    before: dict[Pair, int],
    allowed: Callable[[int, int], bool],
    needed: set[Pair],
) -> float:
    """The false borders of a window, and what was there of needed ones and is not any more."""
    total = sum([4.0 + n for (a, b), n in after.items() if not allowed(a, b)])
    for pair in needed:
        had = before.get(pair, 0)
        if had and after.get(pair, 0) < min(had, LEAST):
            total += 100.0
    return total
