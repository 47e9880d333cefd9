"""From longitude and latitude to the plane: conic or polar, with a stretch that gives crowds room."""

from math import cos, erf, exp, log, pi, radians, sin, tan
from pathlib import Path

from sandtable.draw.rect import Point
from sandtable.engine.scene import Chart

# Standard parallels and middle of the map: Europe from Morocco to the Urals.
SOUTH, NORTH, MIDDLE, MERIDIAN = 38.0, 60.0, 50.0, 18.0


class Lambert:
    """Lambert's conformal conic projection; x to the east, y to the south, in radii of the earth."""

    def __init__(
        self, south: float = SOUTH, north: float = NORTH, middle: float = MIDDLE, meridian: float = MERIDIAN
    ) -> None:
        a, b = radians(south), radians(north)
        self.n = log(cos(a) / cos(b)) / log(self._t(b) / self._t(a))
        self.f = cos(a) * self._t(a) ** self.n / self.n
        self.meridian = meridian
        self.rho0 = self._rho(middle)

    @staticmethod
    def _t(lat: float) -> float:
        return tan(pi / 4 + lat / 2)

    def _rho(self, lat: float) -> float:
        return float(self.f / self._t(radians(lat)) ** self.n)

    def __call__(self, lon: float, lat: float) -> Point:
        rho, theta = self._rho(lat), self.n * radians(lon - self.meridian)
        return rho * sin(theta), rho * cos(theta) - self.rho0


class Miller:
    """Miller's cylindrical projection around a meridian; x to the east, y to the south, in radii.

    A longitude may be 360° higher or lower, so that what crosses the seam opposite the meridian stays whole.
    """

    def __init__(self, meridian: float) -> None:
        self.meridian = meridian

    def __call__(self, lon: float, lat: float) -> Point:
        return radians(lon - self.meridian), -1.25 * log(tan(pi / 4 + 0.4 * radians(lat)))


Projection = Lambert | Miller


def projection_of(charts: tuple[Chart, ...]) -> Projection:
    """Return the projection of a map: that of its chart, or one for a map of Europe."""
    if not charts:
        return Lambert()
    chart = charts[0]
    if chart.projection == "conic":
        return Lambert(chart.south, chart.north, chart.middle, chart.meridian)
    return Miller(chart.meridian)


def turned(points: list[Point], meridian: float) -> list[Point]:
    """Return a line without jumps across the date line, near a meridian."""
    found: list[Point] = []
    near = meridian
    for lon, lat in points:
        near = lon + 360 * round((near - lon) / 360)
        found.append((near, lat))
    lons = [lon for lon, _ in found]
    shift = 360 * round((meridian - (min(lons) + max(lons)) / 2) / 360)
    return [(lon + shift, lat) for lon, lat in found]


class Stretch:
    """One axis of the map: a monotone way from the plane to the picture, wider where many places lie.

    It mixes a straight line with the smoothed share of places met so far, which would spread them evenly.
    """

    def __init__(self, values: list[float], start: float, end: float, evenness: float, smooth: float) -> None:
        self.values = values
        self.low, self.high = min(values), max(values)
        if self.high - self.low < 1e-6:  # all in one line: in the middle
            self.low, self.high = self.low - 0.5, self.high + 0.5
        self.start, self.end = start, end
        self.evenness = evenness
        self.smooth = smooth * (self.high - self.low)
        self.share_low, self.share_high = self._share(self.low), self._share(self.high)
        # beyond the last place the map goes on with the slope it has there
        step = (self.high - self.low) / 1000
        self.slope_low = (self._inside(self.low + step) - start) / step
        self.slope_high = (end - self._inside(self.high - step)) / step

    def _share(self, x: float) -> float:
        return sum(erf((x - v) / self.smooth) for v in self.values)

    def _inside(self, x: float) -> float:
        even = (self._share(x) - self.share_low) / (self.share_high - self.share_low)
        straight = (x - self.low) / (self.high - self.low)
        return self.start + (self.end - self.start) * (self.evenness * even + (1 - self.evenness) * straight)

    def __call__(self, x: float) -> float:
        if x < self.low:
            return self.start + (x - self.low) * self.slope_low
        if x > self.high:
            return self.end + (x - self.high) * self.slope_high
        return self._inside(x)


class Polar:
    """The earth from above the North Pole, flattened into an oval, wider where many places lie.

    The middle of the oval is the pole; longitudes run clockwise to the west, `right` is the one that points
    to the right. Both the way around the pole and the way out from it mix what an equidistant map would show
    with the smoothed share of places met so far.
    """

    def __init__(self, places: list[Point], right: float, evenness: float, smooth: float) -> None:
        self.lons = [lon for lon, _ in places]
        self.outs = sorted([90 - lat for _, lat in places])
        self.right = right
        self.evenness = evenness
        self.smooth = smooth
        self.zero = self._around(right)
        self.last = self.outs[-1] if self.outs else 90.0

    def _around(self, lon: float) -> float:
        """Return the share of places up to this longitude; it grows by 1 in a full turn."""
        met = 0.0
        for place in self.lons:
            for turn in (-360, 0, 360):
                met += 0.5 + 0.5 * erf((lon - place - turn) / self.smooth)
        return met / (len(self.lons) or 1)

    def _out(self, out: float) -> float:
        """Return the share of places nearer to the pole."""
        met = 0.0
        for place in self.outs:
            # each place with its mirror image beyond the pole, so that the pole is 0
            met += 0.5 * (erf((out - place) / self.smooth) + erf((out + place) / self.smooth))
        return met / (len(self.outs) or 1)

    def __call__(self, lon: float, lat: float) -> Point:
        """Return a point in a circle of radius 1, which reaches the outermost place."""
        turned = (lon - self.right + 180) % 360 - 180
        share = self._around(self.right + turned) - self.zero
        angle = -2 * pi * (self.evenness * share + (1 - self.evenness) * turned / 360)
        out = 90 - lat
        straight = out / self.last
        even = (self._out(out) / self._out(self.last)) ** 0.5
        reach = self.evenness * even + (1 - self.evenness) * straight
        return reach * cos(angle), reach * sin(angle)


class Warp:
    """Carries the ground along with places that were moved apart: a smooth mean of their shifts."""

    def __init__(self, places: list[Point], shifts: list[Point], reach: float) -> None:
        self.places = places
        self.shifts = shifts
        self.reach = reach

    def __call__(self, x: float, y: float) -> Point:
        weights, dx, dy = 0.02, 0.0, 0.0
        limit = 9 * self.reach * self.reach
        for (px, py), (sx, sy) in zip(self.places, self.shifts, strict=True):
            away = (px - x) ** 2 + (py - y) ** 2
            if away < limit:
                weight = exp(-away / (2 * self.reach * self.reach))
                weights += weight
                dx += weight * sx
                dy += weight * sy
        return x + dx / weights, y + dy / weights


def coastline(file: str = "coastline.txt") -> list[list[Point]]:
    """Rings of land and of inland seas in degrees; made by `tools/coastline.py` from Natural Earth."""
    rings: list[list[Point]] = []
    for line in (Path(__file__).parent / file).read_text().splitlines():
        steps = [int(s) for s in line.split()]
        lon = lat = 0
        ring: list[Point] = []
        for i in range(0, len(steps), 2):
            lon, lat = lon + steps[i], lat + steps[i + 1]
            ring.append((lon / 100, lat / 100))
        rings.append(ring)
    return rings
