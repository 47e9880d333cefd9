"""Growing the seas until each lies at the coasts and beside the seas it should."""

from typing import Final

from grid import Array, Cell, Terrain, along, contacts, ndimage, nearest, np, roughness
from grower import Grower, border_cells, middle
from sheet import COARSE, POOL, Sheet, pair

NARROWS: Final = 5.0  # how much slower it goes close to land, so that borders come to lie in straits
ROUNDS: Final = 8
SHORTEST: Final = 4
STRIP: Final = 110.0  # how far a sea may reach along a coast

Pair = tuple[int, int]


class Sea(Grower):
    """The seas of a sheet, and which coasts and seas each is to touch."""

    def __init__(self, sheet: Sheet, land: Array) -> None:
        self.sheet = sheet
        self.land = land  # labels of the land, and UNKNOWN at sea
        self.water = ~sheet.land
        self.first: dict[int, Cell] = {}
        self.reaches: dict[int, Array] = {}  # of each sea, as far as this round has asked
        self.coasts, self.seas = sheet.coasts, sheet.seas
        members = {i for i, p in enumerate(sheet.places) if p.kind == "sea"}
        super().__init__(self.water, members, self.seas)
        for site in sheet.waters:
            cell = COARSE.cell(*site.at)
            cell = cell if self.water[cell] else nearest(self.water, cell)
            self.seeds.setdefault(cell, site.label)
            self.first.setdefault(site.label, cell)
        shore = ndimage.distance_transform_edt(self.water)
        cost = roughness(COARSE, 8, 6.0, 0.15) * (1 + NARROWS / (1 + shore / 4))
        zones = np.zeros(COARSE.shape, dtype=np.int32)
        self.terrain = Terrain(self.water, cost, zones, np.zeros((1, 1)))

    def labels(self) -> Array:
        """The land with the seas around it."""
        grid = self.terrain.grow(self.seeds)
        grid[grid == -2] = POOL
        return np.where(self.water, grid, self.land)

    def faults(self, grid: Array) -> tuple[list[Pair], dict[Pair, int], list[Pair]]:
        """Coasts that are missing, false coasts and borders of seas, and borders of seas that are missing."""
        touching = contacts(grid)
        water = set(self.first)
        missing = [(a, s) for a, s in sorted(self.coasts) if touching.get(pair(a, s), 0) < SHORTEST]
        apart = [p for p in sorted(self.seas) if touching.get(p, 0) < SHORTEST]
        false: dict[tuple[int, int], int] = {}
        for (a, b), n in touching.items():
            if a in water and b in water:
                if self.seas and (a, b) not in self.seas | self.sheet.allowed:
                    false[a, b] = n
            elif (a in water or b in water) and (a in self.sheet.areas or b in self.sheet.areas):
                coast = (b, a) if a in water else (a, b)
                if coast not in self.coasts:
                    false[coast] = n
        return missing, false, apart

    def grow(self) -> Array:
        """Return the best of several rounds of growing and repairing."""
        best, least = self.labels(), 1e9
        for turn in range(ROUNDS):
            grid = self.labels()
            missing, false, apart = self.faults(grid)
            wrong = 200 * (len(missing) + len(apart)) + sum(false.values())
            print(f"  sea {turn}: {len(missing)} coasts and {len(apart)} borders missing, {len(false)} false")
            if wrong < least:
                best, least = grid, wrong
            self.reaches.clear()
            for area, sea in missing:
                self.reach_coast(grid, area, sea)
            for area, sea in false:
                if area in self.sheet.areas:
                    self.hand_over(grid, area, sea)
                else:
                    self.part(grid, area, sea)
        return best

    def reach_coast(self, grid: Array, area: int, sea: int) -> None:
        """An arm of a sea to the coast of an area."""
        shore = self.beside(grid == area) & self.water
        if not shore.any():
            return
        goal = nearest(shore, self.first[sea])
        start = nearest(grid == sea, goal)
        for cell in along(COARSE, middle(start), middle(goal)):
            if self.water[cell]:
                self.seeds.setdefault(cell, sea)

    def hand_over(self, grid: Array, area: int, sea: int) -> None:
        """A coast at a sea where the area has none goes to the nearest sea where it has."""
        cells = border_cells(grid, sea, area)
        for own in sorted([s for a, s in self.coasts if a == area]):
            if own not in self.reaches:
                self.reaches[own] = self.terrain.reach(grid == own, STRIP)
            reach = self.reaches[own]
            for cell in cells:
                if reach[cell]:
                    self.seeds.setdefault(cell, own)

    @staticmethod
    def beside(mask: Array) -> Array:
        """The cells around those of a mask."""
        return ndimage.binary_dilation(mask, structure=np.ones((3, 3), dtype=bool)) & ~mask
