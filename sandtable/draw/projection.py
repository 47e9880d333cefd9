"""From longitude and latitude to the plane: a conic projection, then a stretch that gives crowds room."""

from math import cos, erf, exp, log, pi, radians, sin, tan
from pathlib import Path

from sandtable.draw.rect import Point

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


def coastline() -> list[list[Point]]:
    """Rings of land and of inland seas in degrees; made by `tools/coastline.py` from Natural Earth."""
    rings: list[list[Point]] = []
    for line in (Path(__file__).parent / "coastline.txt").read_text().splitlines():
        steps = [int(s) for s in line.split()]
        lon = lat = 0
        ring: list[Point] = []
        for i in range(0, len(steps), 2):
            lon, lat = lon + steps[i], lat + steps[i + 1]
            ring.append((lon / 100, lat / 100))
        rings.append(ring)
    return rings
