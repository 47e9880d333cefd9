"""Plots of a report as SVG elements: drawn by matplotlib, coloured by the style of the page.

Lines differ by marker and dash as well as by colour. Colours are variables of the page, so that one picture
fits both the light and the dark theme.
"""

import io
import re
from typing import Any, NamedTuple

from sandtable.engine.errors import SandtableError

# Placeholders for the colours of the page: ink, grid lines and one for each line of a plot.
INK, GRID = "#101112", "#c1c2c3"
SERIES = tuple(f"#a0b1{number:02x}" for number in range(16, 24))
MARKERS = "osD^vPX*"
DASHES = ("-", "--", "-.", ":")
CROWD = 80  # points with more neighbours than these have no markers
NAMES = 13  # on an axis

WIDTH = 7.4  # inches; the page scales a plot to its column
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "sandtable",
    "font.family": "sans-serif",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "figure.facecolor": "none",
    "grid.color": GRID,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "lines.markersize": 4,
    "path.simplify": True,
}


class Line(NamedTuple):
    """A line of a plot: places on the axis, values, and the band around them, which may be empty."""

    name: str
    at: list[float]
    values: list[float]
    low: list[float]
    high: list[float]


class Dot(NamedTuple):
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float


class Ticks(NamedTuple):
    """Places on an axis that have a name."""

    at: list[float]
    names: list[str]


def lines(found: list[Line], ticks: Ticks, height: float = 2.9) -> str:
    """Plot lines over time, each with its band."""
    with _style():
        figure, axes = _blank(height)
        for number, line in enumerate(found):
            colour = SERIES[number % len(SERIES)]
            marker = MARKERS[number % len(MARKERS)] if len(line.at) < CROWD else ""
            dash = DASHES[number // 2 % len(DASHES)]
            axes.plot(line.at, line.values, color=colour, marker=marker, linestyle=dash, label=line.name)
            if line.low:
                axes.fill_between(line.at, line.low, line.high, color=colour, alpha=0.15, linewidth=0)
        _ticks(axes, ticks)
        if len(found) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=min(4, len(found)))
        return _svg(figure)


def bars(ticks: Ticks, values: list[float], label: str, height: float = 2.4) -> str:
    """Plot a bar for each place."""
    with _style():
        figure, axes = _blank(height)
        width = 0.8 * min([b - a for a, b in zip(ticks.at, ticks.at[1:], strict=False)], default=1.0)
        axes.bar(ticks.at, values, width=width, color=SERIES[0])
        axes.grid(axis="x", visible=False)
        axes.set_ylabel(label)
        _ticks(axes, ticks)
        return _svg(figure)


def dots(found: list[Dot], middle: float, label: str) -> str:
    """Plot values with their intervals, one below the other, and a line at the neutral value."""
    with _style():
        figure, axes = _blank(0.6 + 0.27 * len(found))
        places = list(range(len(found), 0, -1))
        axes.axvline(middle, color=INK, linewidth=1, linestyle=":")
        for place, dot in zip(places, found, strict=True):
            axes.plot([dot.low, dot.high], [place, place], color=SERIES[0], linewidth=2)
            axes.plot([dot.value], [place], color=SERIES[0], marker="o", markersize=6)
        axes.set_yticks(places, [dot.name for dot in found])
        axes.set_ylim(0.3, len(found) + 0.7)
        axes.grid(axis="y", visible=False)
        axes.set_xlabel(label)
        return _svg(figure)


def _style() -> Any:
    """Return a context in which plots have our style."""
    try:
        import matplotlib
    except ImportError:
        raise SandtableError(
            "Reports need matplotlib: `pip install 'sandtable[report]'` installs it."
        ) from None
    return matplotlib.rc_context(STYLE)


def _blank(height: float) -> tuple[Any, Any]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH, height))
    return figure, figure.subplots()


def _ticks(axes: Any, ticks: Ticks) -> None:
    """Write as many names on the axis as there is room for."""
    step = -(-len(ticks.at) // NAMES)
    axes.set_xticks(ticks.at[::step], ticks.names[::step], rotation=30, ha="right", rotation_mode="anchor")


def _svg(figure: Any) -> str:
    """Return the picture as an element of a page."""
    written = io.StringIO()
    meta = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    figure.savefig(written, format="svg", bbox_inches="tight", pad_inches=0.05, metadata=meta)
    return for_page(written.getvalue())


def for_page(svg: str) -> str:
    """Return an SVG file as an element: without header, sizes and ids, in the colours of the page."""
    svg = svg[svg.index("<svg") :]
    for part in (r"<metadata>.*?</metadata>\s*", r"<style.*?</style>\s*", r" ?font-family: [^;\"]*;?"):
        svg = re.sub(part, "", svg, flags=re.DOTALL)
    head, _, rest = svg.partition(">")
    box = re.search(r'viewBox="[^"]*"', head)
    assert box is not None
    # Only what is referred to needs its id; a page has many pictures, and ids are for one thing each.
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', rest))
    rest = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in used else "", rest)
    rest = rest.replace("xlink:href", "href").strip()
    for number, colour in enumerate(SERIES):
        rest = rest.replace(colour, f"var(--series-{number})")
    rest = rest.replace(INK, "var(--ink)").replace(GRID, "var(--grid)").replace("#ffffff", "var(--paper)")
    return f"<svg {box[0]}>{rest}"
