"""Writing SVG: elements with rounded numbers and escaped text, and a few colours."""

from html import escape
from typing import Final

from sandtable.draw.rect import Rect

FONT: Final = "Open Sans, Segoe UI, Helvetica, Arial, sans-serif"

PAPER: Final = "#f7f4ec"
LINE: Final = "#2b2a27"
SOFT: Final = "#6f6a60"
WATER: Final = "#c5d8e3"
DEEP: Final = "#4d7391"
RIVER: Final = "#2c6db0"
CLOSED: Final = "#e2dfd8"
WALL: Final = "#5a3b1f"
ROCK: Final = "#77716a"
FRONT: Final = "#7b3f86"
RED: Final = "#b3261e"
FOREST: Final = "#3f6b3a"
MARSH: Final = "#3d7c86"
SAND: Final = "#a8803c"

Value = str | float | int


def number(value: float) -> str:
    """Return a number with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour between two; `share` is the part of the other."""
    parts = [
        round(int(colour[i : i + 2], 16) * (1 - share) + int(other[i : i + 2], 16) * share) for i in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


class SvgWriter:
    """Collects the elements of a picture. Attributes are given with underscores for hyphens."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def _tag(self, tag: str, attributes: dict[str, Value]) -> str:
        words = [tag]
        for name, value in attributes.items():
            shown = value if isinstance(value, str) else number(value)
            words.append(f'{name.rstrip("_").replace("_", "-")}="{escape(shown)}"')
        return " ".join(words)

    def add(self, tag: str, **attributes: Value) -> None:
        """Add an element without content."""
        self.parts.append(f"<{self._tag(tag, attributes)}/>")

    def rect(self, box: Rect, **attributes: Value) -> None:
        """Add a rectangle."""
        self.add("rect", x=box.x, y=box.y, width=box.w, height=box.h, **attributes)

    def open(self, tag: str, **attributes: Value) -> None:
        """Begin an element."""
        self.parts.append(f"<{self._tag(tag, attributes)}>")

    def close(self, tag: str) -> None:
        """End an element."""
        self.parts.append(f"</{tag}>")

    def title(self, text: str) -> None:
        """Add the tooltip of the open element."""
        self.parts.append(f"<title>{escape(text)}</title>")

    def text(self, x: float, y: float, text: str, size: float, **attributes: Value) -> None:
        """Add a line of text; x and y are those of its base line."""
        tag = self._tag("text", {"x": x, "y": y, "font_size": size, **attributes})
        self.parts.append(f"<{tag}>{escape(text)}</text>")

    def path(self, points: list[tuple[float, float]], closed: bool = False, **attributes: Value) -> None:
        """Add a line through points."""
        self.add("path", d=outline([points], closed), **attributes)

    def __str__(self) -> str:
        return "\n".join(self.parts)


def outline(rings: list[list[tuple[float, float]]], closed: bool = True) -> str:
    """Path data of lines through points, with one decimal."""
    words: list[str] = []
    for ring in rings:
        words.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ring) + ("Z" if closed else ""))
    return "".join(words)


def trail(lines: list[list[tuple[float, float]]], closed: bool = True) -> str:
    """Path data of lines through points with one decimal, in steps: short, for what has many points."""
    words: list[str] = []
    for line in lines:
        x, y = round(line[0][0] * 10), round(line[0][1] * 10)
        words.append(f"M{steps([x, y])}")
        found: list[int] = []
        for px, py in line[1:]:
            nx, ny = round(px * 10), round(py * 10)
            if (nx, ny) != (x, y):
                found += [nx - x, ny - y]
                x, y = nx, ny
        words.append(f"l{steps(found)}" if found else "h0")
        if closed:
            words.append("z")
    return "".join(words)


def steps(tenths: list[int]) -> str:
    """Return the numbers of path data, given in tenths, with as few characters as possible."""
    words: list[str] = []
    point = False  # whether the number before has one, which a second one then ends
    for value in tenths:
        whole, part = divmod(abs(value), 10)
        text = f"{whole or ''}.{part}" if part else str(whole)
        if value < 0:
            text = "-" + text
        elif words and not (point and text[0] == "."):
            text = " " + text
        words.append(text)
        point = bool(part)
    return "".join(words)
