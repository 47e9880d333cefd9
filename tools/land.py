"""Growing the areas on land until they touch where they are linked, and hardly anywhere else."""

from itertools import pairwise
from typing import Final

from grid import Array, Cell, Terrain, along, contacts, ndimage, nearest, np, roughness, stroked
from grower import Grower, middle
from sheet import COARSE, NOBODY, UNKNOWN, Sheet, Site, pair

from sandtable.draw.link_curves import curve

HARD: Final = 60.0  # to cross a border between states of the game
SOFT: Final = 7.0  # and one within a state
STREAM: Final = 9.0  # to cross a river
SHORTEST: Final = 6  # a border that can be seen
CALM: Final = 3  # rounds before areas are pushed apart
BEACH: Final = 5  # how wide a strip of shore is given away
LONGEST: Final = 45.0  # and how far along the shore
CROWD: Final = 7  # so near to another site no arm is led
BULGES: Final = (0.0, 0.08, -0.08, 0.16, -0.16, 0.26, -0.26, 0.38, -0.38)
SMALL: Final = 160  # an island of fewer cells is made larger if it is an area
ISLET: Final = 11.0  # the radius it then has

# Countries of today that were one state in 1939, for those that have no place of a game in them.
STATES: Final = (
    ("Bosnia and Herz.", "Serbia", "Croatia", "Slovenia", "Montenegro", "Kosovo", "Macedonia"),
    ("Russia", "Ukraine", "Belarus", "Georgia", "Armenia", "Azerbaijan", "Kazakhstan"),
    ("Romania", "Moldova"),
    ("Egypt", "Israel", "Palestine"),
    ("Czechia", "Slovakia"),
)


class Land(Grower):
    """The areas of a sheet on land, with the seeds they grow from."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.board = (
            sheet.scene.polar or sheet.scene.boxed
        )  # areas are signs there, and the land only a ground for them
        self.first: dict[int, Cell] = {}
        self.roots: set[Cell] = set()
        self.states: dict[int, set[str]] = {}  # of a game, by the country they lie in today
        self.fixed = self.closed_countries()
        if not self.board:
            self.enlarge()
        super().__init__(sheet.land & (self.fixed == UNKNOWN), sheet.areas, sheet.links)
        self.plant()
        cost = roughness(COARSE, 5, 3.0, 0.22)
        cost[stroked(sheet.rivers, COARSE)] += STREAM
        self.terrain = Terrain(self.free, cost, sheet.zones, self.fences())

    def zone(self, site: Site) -> int:
        """The number of the country of a site."""
        return self.sheet.names.index(site.country)

    def closed_countries(self) -> Array:
        """Countries in which nothing lies but one closed place, or nobody: all theirs from the start."""
        sheet = self.sheet
        inside: dict[str, set[int]] = {}
        for site in sheet.sites:
            inside.setdefault(site.country, set()).add(site.label)
        fixed = np.full(COARSE.shape, UNKNOWN, dtype=np.int32)
        for name, labels in inside.items():
            label = min(labels)
            closed = self.board or label == NOBODY or sheet.places[label].kind == "closed"
            if name and len(labels) == 1 and closed:
                fixed[sheet.zones == sheet.names.index(name)] = label
        return fixed

    def enlarge(self) -> None:
        """Land for areas that have hardly any: an islet in the sea."""
        sheet = self.sheet
        pieces, _ = ndimage.label(sheet.land)
        sizes = np.bincount(pieces.ravel())
        rows, columns = np.indices(COARSE.shape)
        for site in sheet.sites:
            if site.label in sheet.areas and site.main:
                row, column = self.spot(site, sheet.land)
                if site.country and sizes[pieces[row, column]] >= SMALL:
                    continue
                if not site.country or sheet.scene.charts:  # below its name
                    row, column = COARSE.cell(*site.at)
                islet = ((rows - row) ** 2 + (columns - column) ** 2 <= ISLET**2) & ~sheet.land
                sheet.islets.append(((column + 0.5, row + 0.5), ISLET))
                sheet.zones[islet] = self.zone(site) or len(sheet.names)
                sheet.land |= islet

    def spot(self, site: Site, land: Array) -> Cell:
        """The cell of a site: on the nearest land of its country, if there is any within reach."""
        cell = COARSE.cell(*site.at)
        zone = self.zone(site)
        if zone and self.sheet.zones[cell] != zone:
            there = land & (self.sheet.zones == zone)
            if there.any():
                near = nearest(there, cell)
                if abs(near[0] - cell[0]) + abs(near[1] - cell[1]) < 60:
                    return near
        return cell if land[cell] else nearest(land, cell)

    def plant(self) -> None:
        """A seed for each site that has no country to itself."""
        for site in self.sheet.sites:
            cell = COARSE.cell(*site.at)
            if self.fixed[cell] == site.label or (self.board and not site.country):
                continue
            cell = self.spot(site, self.free)
            self.seeds.setdefault(cell, site.label)
            self.first.setdefault(site.label, cell)
        self.roots = set(self.seeds)
        self.crowd: dict[Cell, int] = {}
        for row, column in self.roots:
            for y in range(row - CROWD, row + CROWD + 1):
                for x in range(column - CROWD, column + CROWD + 1):
                    self.crowd[y, x] = self.crowd.get((y, x), 0) + 1

    def fences(self) -> Array:
        """What it costs to cross from country to country: much, unless one state of the game has both."""
        sheet = self.sheet
        states = self.states
        for site in sheet.sites:
            if site.main:
                states.setdefault(self.zone(site), set()).add(sheet.places[site.label].country)
        for state in STATES:
            zones = [sheet.names.index(name) for name in state]
            whose = set().union(*[states.get(zone, set()) for zone in zones])
            for zone in zones:
                states.setdefault(zone, whose)
        count = len(sheet.names) + 1  # islets beyond any country are the last
        fences = np.full((count, count), SOFT)
        for a, ours in states.items():
            for b, theirs in states.items():
                if a != b and not ours & theirs:
                    fences[a, b] = HARD
        np.fill_diagonal(fences, 0.0)
        return fences

    def labels(self) -> Array:
        """Whose each cell of land is; islands without a site are still unknown."""
        grid = self.terrain.grow(self.seeds)
        grid[grid == -2] = UNKNOWN
        grid[self.fixed != UNKNOWN] = self.fixed[self.fixed != UNKNOWN]
        return grid

    def grow(self, rounds: int) -> Array:
        """Grow, see what is wrong, reach out there, and again; the best of all rounds, made whole."""
        best, least = self.labels(), 1e9
        for turn in range(rounds):
            grid = self.whole(self.labels())
            missing, false = self.faults(grid)
            wrong = 400 * len(missing) + sum(false.values()) + 6 * len(false)
            print(f"  round {turn}: {len(missing)} links without a border, {len(false)} false borders")
            if wrong < least:
                best, least = grid, wrong
            for a, b in missing:
                self.reach_out(a, b)
            if turn >= CALM:
                for a, b in false:
                    self.part(grid, a, b)
        return self.with_islands(best)

    def whole(self, grid: Array) -> Array:
        """The grid with every part of an area that is cut off from its sites given to those around it."""
        cut = np.zeros(grid.shape, dtype=bool)
        for label in self.sheet.areas:
            pieces, count = ndimage.label(grid == label)
            if count > 1:
                rooted = {int(pieces[cell]) for cell in self.roots if pieces[cell]}
                cut |= (pieces > 0) & ~np.isin(pieces, sorted(rooted))
        return self.filled_up(grid, cut, (grid != UNKNOWN) & ~cut)

    @staticmethod
    def filled_up(grid: Array, wanting: Array, known: Array) -> Array:
        """Give cells the label of the nearest known cell."""
        if not wanting.any():
            return grid
        rows, columns = ndimage.distance_transform_edt(~known, return_distances=False, return_indices=True)
        out = grid.copy()
        out[wanting] = grid[rows[wanting], columns[wanting]]
        return out

    def with_islands(self, grid: Array) -> Array:
        """Islands without a site go to the nearest land of those who are in their country, or to nobody."""
        sheet = self.sheet
        pieces, count = ndimage.label(sheet.land & (grid == UNKNOWN))
        out = grid.copy()
        where = ndimage.find_objects(pieces)
        nearest_of: dict[int, Array] = {}
        for n in range(1, count + 1):
            inside = pieces[where[n - 1]] == n
            zone = int(np.bincount(sheet.zones[where[n - 1]][inside]).argmax())
            labels = self.labels_in(zone)
            if not labels or not np.isin(grid, sorted(labels)).any():
                out[where[n - 1]][inside] = NOBODY
                continue
            if zone not in nearest_of:
                known = np.isin(grid, sorted(labels))
                spots = ndimage.distance_transform_edt(~known, return_distances=False, return_indices=True)
                nearest_of[zone] = grid[spots[0], spots[1]]
            out[where[n - 1]][inside] = np.bincount(nearest_of[zone][where[n - 1]][inside] + 1).argmax() - 1
        return out

    def labels_in(self, zone: int) -> set[int]:
        """Return the areas in a country, and all other areas of the states that these belong to."""
        places, states = self.sheet.places, self.states.get(zone, set())
        found = {site.label for site in self.sheet.sites if self.zone(site) == zone}
        return found | {i for i in self.members if places[i].country in states}

    def faults(self, grid: Array) -> tuple[list[tuple[int, int]], dict[tuple[int, int], int]]:
        """Links that could be borders and are not, and the length of borders without a link."""
        areas, touching = self.sheet.areas, contacts(grid)
        missing = [
            p for p in sorted(self.sheet.links) if touching.get(p, 0) < SHORTEST and self.over_land(*p)
        ]
        false = {
            p: n
            for p, n in touching.items()
            if p[0] in areas and p[1] in areas and p not in self.sheet.allowed
        }
        return missing, false

    def over_land(self, a: int, b: int) -> bool:
        """Return whether the straight line between two areas stays on open land, except a step or two."""
        way = self.way(a, b)
        return sum([not self.free[cell] for cell in way]) <= 0.12 * len(way)

    def way(self, a: int, b: int) -> list[Cell]:
        """The cells from the seed of one area to that of another, on the bend with the fewest hindrances."""
        best: list[Cell] = []
        least = 1e9
        for bulge in BULGES:
            line = curve(middle(self.first[a]), middle(self.first[b]), bulge)
            cells = list(dict.fromkeys([c for p, q in pairwise(line) for c in along(COARSE, p, q)]))
            price = 60 * abs(bulge)
            for cell in cells:
                price += 3 * (not self.free[cell])
                price += 8 * (self.seeds.get(cell, a) not in (a, b)) + 8 * self.crowd.get(cell, 0)
            if price < least:
                best, least = cells, price
        return best

    def reach_out(self, a: int, b: int) -> None:
        """Arms of two linked areas that meet in the middle."""
        way = self.way(a, b)
        half = len(way) // 2
        self.take(way[:half], a)
        self.take(way[half:], b)

    def give_coast(self, grid: Array, area: int, sea: int) -> None:
        """A shore where an area has no coast goes to its neighbours that have one there."""
        pieces, _ = ndimage.label(self.sheet.land)
        mainland = np.isin(pieces, sorted({int(pieces[cell]) for cell in self.roots}))
        strip = (grid == area) & mainland & ndimage.binary_dilation(grid == sea, iterations=BEACH)
        takers = [b for b in self.members if (b, sea) in self.sheet.coasts and pair(area, b) in self.links]
        away = {b: ndimage.distance_transform_edt(grid != b) for b in takers if (grid == b).any()}
        for row, column in zip(*np.nonzero(strip), strict=True):
            best = min(away, key=lambda b: float(away[b][row, column]), default=None)
            if best is not None and away[best][row, column] < LONGEST:
                self.take([(int(row), int(column))], best)

    def reach_sea(self, grid: Array, area: int, sea: int) -> None:
        """An arm of an area to a sea where it ought to have a coast."""
        goal = nearest(grid == sea, self.first[area])
        self.take(along(COARSE, middle(self.first[area]), middle(goal)), area)
