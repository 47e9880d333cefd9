"""Cells: to each site the ground that is nearer to it than to any other."""

from sandtable.draw.rect import Point

Border = tuple[int, Point, Point]  # the site beyond (-1: the frame), and the two ends


class Cell:
    """The corners of a cell, and for each side of it (corner i to i + 1) the site beyond; -1 is the frame."""

    def __init__(self, corners: list[Point], beyond: list[int]) -> None:
        self.corners = corners
        self.beyond = beyond

    def borders(self) -> list[Border]:
        """Return the sides of the cell."""
        n = len(self.corners)
        return [(self.beyond[i], self.corners[i], self.corners[(i + 1) % n]) for i in range(n)]

    def cut(self, site: Point, other: Point, number: int) -> None:
        """Take away what is nearer to the other site."""
        nx, ny = other[0] - site[0], other[1] - site[1]
        middle = (nx * (site[0] + other[0]) + ny * (site[1] + other[1])) / 2
        away = [nx * x + ny * y - middle for x, y in self.corners]
        if max(away) <= 0:
            return
        corners: list[Point] = []
        beyond: list[int] = []
        n = len(away)
        for i in range(n):
            j = (i + 1) % n
            a, b = self.corners[i], self.corners[j]
            if away[i] <= 0:
                corners.append(a)
                beyond.append(self.beyond[i])
            if (away[i] <= 0) != (away[j] <= 0):
                t = away[i] / (away[i] - away[j])
                corners.append((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])))
                # leaving the kept half the new side begins, coming back the old one goes on
                beyond.append(number if away[i] <= 0 else self.beyond[i])
        self.corners, self.beyond = corners, beyond


def voronoi(sites: list[Point], frame: tuple[float, float, float, float]) -> list[Cell]:
    """Return the cell of every site within the frame (left, top, right, bottom)."""
    left, top, right, bottom = frame
    cells: list[Cell] = []
    for i, site in enumerate(sites):
        cell = Cell([(left, top), (right, top), (right, bottom), (left, bottom)], [-1] * 4)
        others = sorted(
            ((x - site[0]) ** 2 + (y - site[1]) ** 2, j) for j, (x, y) in enumerate(sites) if j != i
        )
        for away, j in others:
            if not cell.corners:
                break
            reach = max((x - site[0]) ** 2 + (y - site[1]) ** 2 for x, y in cell.corners)
            if away > 4 * reach:
                break
            cell.cut(site, sites[j], j)
        cells.append(cell)
    return cells
