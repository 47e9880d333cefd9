"""Boxes of the picture: names, counters, the room an area needs."""

from typing import NamedTuple

Point = tuple[float, float]


class Rect(NamedTuple):
    """A box of the picture by its corner and size."""

    x: float
    y: float
    w: float
    h: float

    def hits(self, other: "Rect", gap: float = 0.0) -> bool:
        """Return whether two boxes overlap, or are nearer than the gap."""
        return (
            self.x < other.x + other.w + gap
            and other.x < self.x + self.w + gap
            and self.y < other.y + other.h + gap
            and other.y < self.y + self.h + gap
        )

    def around(self, x: float, y: float) -> "Rect":
        """Return a box of the same size with this middle."""
        return Rect(x - self.w / 2, y - self.h / 2, self.w, self.h)

    @property
    def middle(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def shared(self, other: "Rect") -> float:
        """Return the size of the overlap."""
        w = min(self.x + self.w, other.x + other.w) - max(self.x, other.x)
        h = min(self.y + self.h, other.y + other.h) - max(self.y, other.y)
        return w * h if w > 0 and h > 0 else 0.0
