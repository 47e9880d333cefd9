"""Many drawings of one table on a page: what they have in common is written once.

A turn moves some counters; coasts, borders, names and most stacks stay as they were. So every element that
comes more than once, be it a whole layer or a single stroke, is drawn in one place out of sight, and the
drawings refer to it. What the reader sees is the same, stroke by stroke.
"""

import re
from decimal import Decimal
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree

# What can be drawn by a reference; a shorter element costs no more than the reference to it.
DRAWN = {"circle", "ellipse", "g", "line", "path", "polygon", "polyline", "rect", "text", "use"}
SHORT = 40
OUTLINE = 60  # an outline as long as this is shared by areas of different colours, too
LOOSE = 70  # the same for one that has its place with it
SPACE = re.compile(r"\{.*\}")
REFERENCE = re.compile(r"(url\(#|^#)([^)]+)")
ACROSS = {"x", "cx", "x1", "x2"}
DOWN = {"y", "cy", "y1", "y2"}
ATTRIBUTE = re.compile(r' ([\w-]+)="([^"]*)"')
STRAIGHT = re.compile(r"[ML]-?[\d.]+[ ,]-?[\d.]+|[lmhvcsqtaz][\d ,.-]*|Z")
POINT = re.compile(r"([ML])(-?[\d.]+)[ ,](-?[\d.]+)")
# Marks for the table in the browser; a page has no use for them.
LEFT_OUT = ("data-", "class")


class Mark(NamedTuple):
    """An element as it is written: its start, what is in it, and all of it."""

    name: str
    attributes: str
    outline: str
    children: tuple["Mark", ...]
    whole: str


class Sheet(NamedTuple):
    """One drawing: what its frame says, and what is drawn in it."""

    frame: str
    children: tuple[Mark, ...]


class Sheets:
    """The drawings of a page."""

    def __init__(self) -> None:
        self._sheets: list[Sheet] = []
        self._named: dict[str, str] = {}  # what has a name in a drawing, by what it is
        self._times: dict[str, int] = {}
        self._where: dict[str, int] = {}  # bit set of the drawings that have an element
        self._together: dict[str, int] = {}
        self._loose: dict[str, Loose | None] = {}
        self._alike: dict[str, int] = {}
        self._shared: dict[str, str] = {}  # names of what is drawn out of sight
        self._hidden: list[str] = []

    def add(self, svg: str) -> int:
        """A drawing; its number."""
        root = ElementTree.fromstring(svg)
        names: dict[str, str] = {}
        for element in root.iter():
            if "id" in element.attrib:
                names[element.attrib["id"]] = ""
        self._name(root, names)
        kept = ("viewBox", "font-family", "fill")
        frame = "".join(f' {key}="{escape(root.attrib[key])}"' for key in kept if key in root.attrib)
        children = tuple(self._read(child, names) for child in root if _tag(child) != "defs")
        number = len(self._sheets)
        self._sheets.append(Sheet(frame, children))
        for child in children:
            self._see(child, 1 << number)
        return number

    def _name(self, root: ElementTree.Element, names: dict[str, str]) -> None:
        """Give what has a name in a drawing one that means the same in all; draw it out of sight."""
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
        """An element as it is written, without what a page has no use for."""
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
        # Between other elements than words there is nothing but the ends of lines.
        wordy = not children or name == "text"
        text = escape(element.text or "", quote=False) if wordy else ""
        inner = text
        for child, mark in zip(element, children, strict=True):
            inner += mark.whole + (escape(child.tail or "", quote=False) if wordy else "")
        start = f"{name}{attributes}" + (f' d="{outline}"' if outline else "")
        whole = f"<{start}>{inner}</{name}>" if inner else f"<{start}/>"
        return Mark(name, attributes, outline, children, whole)

    def _see(self, mark: Mark, bit: int) -> None:
        """Count an element and what is in it."""
        known = mark.whole in self._times
        self._times[mark.whole] = self._times.get(mark.whole, 0) + 1
        self._where[mark.whole] = self._where.get(mark.whole, 0) | bit
        if mark.outline:
            self._times[mark.outline] = self._times.get(mark.outline, 0) + 1
        if not known:  # what is in it comes once, however often it is referred to
            for child in mark.children:
                self._see(child, bit)

    def drawing(self, number: int, words: str) -> str:
        """A drawing with the words that stand for it."""
        if not self._together:
            for sheet in self._sheets:
                self._weigh(sheet.children)
        sheet = self._sheets[number]
        return f'<svg role="img" aria-label="{escape(words)}"{sheet.frame}>{self._row(sheet.children)}</svg>'

    def hidden(self) -> str:
        """What the drawings refer to; complete when all of them are drawn."""
        found = "".join(self._hidden)
        if not found:
            return ""
        return f'<svg width="0" height="0" aria-hidden="true" focusable="false"><defs>{found}</defs></svg>'

    def _runs(self, marks: tuple[Mark, ...]) -> list[tuple[Mark, ...]]:
        """Elements side by side, those together that the same drawings have in common."""
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
        """Count how often elements come together."""
        for run in self._runs(marks):
            key = "".join(mark.whole for mark in run)
            self._together[key] = self._together.get(key, 0) + 1
            if self._together[key] == 1:
                for mark in run:
                    self._weigh_alike(mark)

    def _weigh_alike(self, mark: Mark) -> None:
        """Count how often what is drawn comes elsewhere, too."""
        first = mark.whole not in self._loose
        loose = self._loose.setdefault(mark.whole, loosened(mark) if len(mark.whole) > LOOSE else None)
        if first and loose is not None:
            self._alike[loose.drawn] = self._alike.get(loose.drawn, 0) + 1
        self._weigh(mark.children)

    def _row(self, marks: tuple[Mark, ...]) -> str:
        """Elements side by side, or references to them."""
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
        """An element, or a reference to it."""
        if self._common(mark) and len(mark.whole) > SHORT:
            return self._refer(mark.whole, (mark,))
        return self._written(mark)

    def _refer(self, key: str, marks: tuple[Mark, ...]) -> str:
        """A reference to elements that are drawn out of sight."""
        name = self._shared.get(key)
        if name is None:
            name = f"d{len(self._shared) + 1}"
            self._shared[key] = name
            drawn = "".join(self._written(mark) for mark in marks)
            self._hidden.append(f'<g id="{name}">{drawn}</g>')
        return f'<use href="#{name}"/>'

    def _written(self, mark: Mark) -> str:
        """An element itself; what comes elsewhere too, or with other colours, is a reference."""
        loose = self._loose[mark.whole]
        if loose is not None and self._alike[loose.drawn] > 1:
            return f'<use href="#{self._hide(loose.drawn)}" x="{loose.x}" y="{loose.y}"/>'
        if mark.outline and self._times[mark.outline] > 1:
            path = f'<path d="{mark.outline}"/>'
            return f'<use href="#{self._hide(path)}"{mark.attributes}/>'
        if mark.name == "text" or not mark.children:
            return mark.whole
        return f"<{mark.name}{mark.attributes}>{self._row(mark.children)}</{mark.name}>"

    def _hide(self, drawn: str) -> str:
        """The name of an element that is drawn out of sight."""
        name = self._shared.get(drawn)
        if name is None:
            name = f"d{len(self._shared) + 1}"
            self._shared[drawn] = name
            self._hidden.append(re.sub(r"^<(\w+)", rf'<\1 id="{name}"', drawn))
        return name


class Loose(NamedTuple):
    """An element as it is drawn at no place in particular, and its place."""

    drawn: str
    x: Decimal
    y: Decimal


def loosened(mark: Mark) -> Loose | None:
    """An element without its place; None if it does not simply move with it."""
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

    return Loose(ATTRIBUTE.sub(moved, mark.whole), x, y)


def _number(value: Decimal) -> str:
    """A number without needless digits."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _tag(element: ElementTree.Element) -> str:
    """The name of an element without its name space."""
    return SPACE.sub("", element.tag)
