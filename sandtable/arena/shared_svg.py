"""Many drawings of one table on a page: what they have in common is written once.

A turn moves some counters; coasts, borders, names and most stacks do not change. So every element that is
drawn more than once, whether a whole layer or a single stroke, stands once in a hidden part, and the drawings
refer to it. What the reader sees is the same.
"""

import re
from decimal import Decimal
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

# Elements that can be drawn by a reference; one shorter than `SHORT` costs no more than the reference.
DRAWN = {"circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text", "use"}
SHORT = 40
OUTLINE = 60  # an outline as long as this is also shared by areas of different colours
MOVABLE = 70  # an element as long as this is also shared by different places
SPACE = re.compile(r"\{.*\}")
REFERENCE = re.compile(r"(url\(#|^#)([^)]+)")
ACROSS = {"x", "cx", "x1", "x2"}
DOWN = {"y", "cy", "y1", "y2"}
ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
STRAIGHT = re.compile(r"[ML]-?[\d.]+[ ,]-?[\d.]+|[lmhvcsqtaz][\d ,.-]*|Z")
POINT = re.compile(r"([ML])(-?[\d.]+)[ ,](-?[\d.]+)")
# Attributes that only the table in the browser needs.
LEFT_OUT = ("data-", "class")


class Mark(NamedTuple):
    """An element as text: its start, its children, and the whole."""

    name: str
    attributes: str
    outline: str
    children: tuple["Mark", ...]
    whole: str


class Drawing(NamedTuple):
    """One drawing: the attributes of its frame, and its elements."""

    frame: str
    children: tuple[Mark, ...]


class DrawingSet:
    """The drawings of a page."""

    def __init__(self) -> None:
        self._drawings: list[Drawing] = []
        self._named: dict[str, str] = {}  # names of definitions, by their text
        self._times: dict[str, int] = {}
        self._where: dict[str, int] = {}  # bit set of the drawings that have an element
        self._together: dict[str, int] = {}
        self._unplaced: dict[str, UnplacedElement | None] = {}
        self._alike: dict[str, int] = {}
        self._shared: dict[str, str] = {}  # names of elements in the hidden part
        self._hidden: list[str] = []

    def add(self, svg: str) -> int:
        """Add a drawing and return its number."""
        root = ElementTree.fromstring(svg)
        names: dict[str, str] = {}
        for element in root.iter():
            if "id" in element.attrib:
                names[element.attrib["id"]] = ""
        self._name(root, names)
        kept = ("viewBox", "font-family", "fill")
        frame = "".join(f' {key}="{escape(root.attrib[key])}"' for key in kept if key in root.attrib)
        children = tuple(self._read(child, names) for child in root if _tag(child) != "defs")
        number = len(self._drawings)
        self._drawings.append(Drawing(frame, children))
        for child in children:
            self._see(child, 1 << number)
        return number

    def _name(self, root: ElementTree.Element, names: dict[str, str]) -> None:
        """Give definitions names that mean the same in all drawings, and put them into the hidden part."""
        for defs in root.iter():
            if _tag(defs) != "defs":
                continue
            for element in defs:
                own = element.attrib["id"]
                mark = self._read(element, names)
                if mark.whole not in self._named:
                    self._named[mark.whole] = f"named-{len(self._named) + 1}"
                    start = f'<{mark.name} id="{self._named[mark.whole]}"'
                    self._hidden.append(start + mark.whole[len(mark.name) + 1 :])
                names[own] = self._named[mark.whole]

    def _read(self, element: ElementTree.Element, names: dict[str, str]) -> Mark:
        """Return an element as text, without what a page does not need."""
        name = _tag(element)
        attributes = ""
        outline = ""
        for key, value in element.attrib.items():
            key = "href" if key.endswith("}href") else key
            if key == "id" or key.startswith(LEFT_OUT):
                continue
            if key == "href" or "url(#" in value:
                value = REFERENCE.sub(lambda found: found[1] + names[found[2]], value)
            if key == "d" and len(value) >= OUTLINE:
                outline = value
            else:
                attributes += f' {key}="{escape(value)}"'
        children = tuple(self._read(child, names) for child in element)
        # Only between words is there text that counts; elsewhere it is line breaks.
        wordy = not children or name == "text"
        text = escape(element.text or "", quote=False) if wordy else ""
        inner = text
        for child, mark in zip(element, children, strict=True):
            inner += mark.whole + (escape(child.tail or "", quote=False) if wordy else "")
        start = f"{name}{attributes}" + (f' d="{outline}"' if outline else "")
        whole = f"<{start}>{inner}</{name}>" if inner else f"<{start}/>"
        return Mark(name, attributes, outline, children, whole)

    def _see(self, mark: Mark, bit: int) -> None:
        """Count an element and its children."""
        known = mark.whole in self._times
        self._times[mark.whole] = self._times.get(mark.whole, 0) + 1
        self._where[mark.whole] = self._where.get(mark.whole, 0) | bit
        if mark.outline:
            self._times[mark.outline] = self._times.get(mark.outline, 0) + 1
        if not known:  # its children are written once, however often it is referred to
            for child in mark.children:
                self._see(child, bit)

    def drawing(self, number: int, words: str) -> str:
        """Return a drawing with the text that describes it."""
        if not self._together:
            for drawing in self._drawings:
                self._weigh(drawing.children)
        drawing = self._drawings[number]
        return (
            f'<svg role="img" aria-label="{escape(words)}"{drawing.frame}>{self._row(drawing.children)}</svg>'
        )

    def hidden(self) -> str:
        """Return what the drawings refer to; complete when all of them are drawn."""
        found = "".join(self._hidden)
        if not found:
            return ""
        return f'<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>{found}</defs></svg>'

    def _runs(self, marks: tuple[Mark, ...]) -> list[tuple[Mark, ...]]:
        """Return runs of elements that the same drawings have in common."""
        found: list[tuple[Mark, ...]] = []
        at = 0
        while at < len(marks):
            end = at + 1
            if self._common(marks[at]):
                where = self._where[marks[at].whole]
                while (
                    end < len(marks) and self._common(marks[end]) and self._where[marks[end].whole] == where
                ):
                    end += 1
            found.append(marks[at:end])
            at = end
        return found

    def _weigh(self, marks: tuple[Mark, ...]) -> None:
        """Count how often elements are drawn together."""
        for run in self._runs(marks):
            key = "".join(mark.whole for mark in run)
            self._together[key] = self._together.get(key, 0) + 1
            if self._together[key] == 1:
                for mark in run:
                    self._weigh_alike(mark)

    def _weigh_alike(self, mark: Mark) -> None:
        """Count how often an element is drawn elsewhere too."""
        first = mark.whole not in self._unplaced
        unplaced = self._unplaced.setdefault(
            mark.whole, without_place(mark) if len(mark.whole) > MOVABLE else None
        )
        if first and unplaced is not None:
            self._alike[unplaced.drawn] = self._alike.get(unplaced.drawn, 0) + 1
        self._weigh(mark.children)

    def _row(self, marks: tuple[Mark, ...]) -> str:
        """Return elements side by side, or references to them."""
        found: list[str] = []
        for run in self._runs(marks):
            key = "".join(mark.whole for mark in run)
            if len(run) > 1 and self._together[key] > 1:
                found.append(self._refer(key, run))
            else:
                found += [self._one(mark) for mark in run]
        return "".join(found)

    def _common(self, mark: Mark) -> bool:
        return mark.name in DRAWN and self._times[mark.whole] > 1

    def _one(self, mark: Mark) -> str:
        """Return an element, or a reference to it."""
        if self._common(mark) and len(mark.whole) > SHORT:
            return self._refer(mark.whole, (mark,))
        return self._written(mark)

    def _refer(self, key: str, marks: tuple[Mark, ...]) -> str:
        """Return a reference to elements in the hidden part."""
        name = self._shared.get(key)
        if name is None:
            name = f"d{len(self._shared) + 1}"
            self._shared[key] = name
            drawn = "".join(self._written(mark) for mark in marks)
            self._hidden.append(f'<g id="{name}">{drawn}</g>')
        return f'<use href="#{name}"/>'

    def _written(self, mark: Mark) -> str:
        """Return an element itself, or a reference if it is also drawn elsewhere or in other colours."""
        unplaced = self._unplaced[mark.whole]
        if unplaced is not None and self._alike[unplaced.drawn] > 1:
            return f'<use href="#{self._hide(unplaced.drawn)}" x="{unplaced.x}" y="{unplaced.y}"/>'
        if mark.outline and self._times[mark.outline] > 1:
            path = f'<path d="{mark.outline}"/>'
            return f'<use href="#{self._hide(path)}"{mark.attributes}/>'
        if mark.name == "text" or not mark.children:
            return mark.whole
        return f"<{mark.name}{mark.attributes}>{self._row(mark.children)}</{mark.name}>"

    def _hide(self, drawn: str) -> str:
        """Return the name of an element in the hidden part."""
        name = self._shared.get(drawn)
        if name is None:
            name = f"d{len(self._shared) + 1}"
            self._shared[drawn] = name
            self._hidden.append(re.sub(r"^<(\w+)", rf'<\1 id="{name}"', drawn))
        return name


class UnplacedElement(NamedTuple):
    """An element moved to the origin, and its place."""

    drawn: str
    x: Decimal
    y: Decimal


def without_place(mark: Mark) -> UnplacedElement | None:
    """Return an element moved to the origin; None if it cannot be moved by its attributes alone."""
    if mark.name not in DRAWN or "url(#" in mark.whole or "transform=" in mark.whole or "<use" in mark.whole:
        return None
    found = ATTRIBUTE.findall(mark.whole)
    across = [value for key, value in found if key in ACROSS] + [
        x for key, value in found if key == "d" for _, x, _ in POINT.findall(value)
    ]
    down = [value for key, value in found if key in DOWN] + [
        y for key, value in found if key == "d" for _, _, y in POINT.findall(value)
    ]
    outlines = [value for key, value in found if key == "d"]
    if not across or not down or any(STRAIGHT.sub("", outline) for outline in outlines):
        return None
    x, y = min(Decimal(one) for one in across), min(Decimal(one) for one in down)

    def moved(match: re.Match[str]) -> str:
        key, value = match.groups()
        if key in ACROSS:
            value = _number(Decimal(value) - x)
        elif key in DOWN:
            value = _number(Decimal(value) - y)
        elif key == "d":
            value = POINT.sub(
                lambda p: f"{p[1]}{_number(Decimal(p[2]) - x)} {_number(Decimal(p[3]) - y)}", value
            )
        return f' {key}="{value}"'

    return UnplacedElement(ATTRIBUTE.sub(moved, mark.whole), x, y)


def _number(value: Decimal) -> str:
    """Return a number without needless digits."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _tag(element: ElementTree.Element) -> str:
    """Return the name of an element without its namespace."""
    return SPACE.sub("", element.tag)
