"""Small drawings: terrain and marks of areas."""

from math import cos, pi, sin
from typing import Final

from sandtable.draw.svg_writer import (
    DEEP,
    FOREST,
    LINE,
    MARSH,
    PAPER,
    RED,
    RIVER,
    ROCK,
    SAND,
    WALL,
    SvgWriter,
    mix,
)


def glyph(out: SvgWriter, name: str, x: float, y: float, size: float) -> None:
    """Draw the sign of a terrain or a mark in a square with this corner."""
    s = size / 8
    if name == "forest":
        for dx, top in ((0.2, 2.2), (3.6, 0.4)):
            points = [
                (x + (dx + 2.1) * s, y + top * s),
                (x + (dx + 4.2) * s, y + 6.4 * s),
                (x + dx * s, y + 6.4 * s),
            ]
            out.path(points, True, fill=FOREST)
            out.add("rect", x=x + (dx + 1.7) * s, y=y + 6.4 * s, width=0.8 * s, height=1.4 * s, fill=WALL)
    elif name == "swamp":
        for dx, dy in ((0.3, 3.4), (3.6, 5.4), (0.6, 7.4)):
            out.path([(x + dx * s, y + dy * s), (x + (dx + 4) * s, y + dy * s)], stroke=MARSH, stroke_width=s)
            for blade in (1.2, 2.0, 2.8):
                out.path(
                    [
                        (x + (dx + blade) * s, y + dy * s),
                        (x + (dx + blade * 1.3 - 0.6) * s, y + (dy - 1.9) * s),
                    ],
                    stroke=MARSH,
                    stroke_width=0.6 * s,
                )
    elif name in ("mountain", "high_mountain"):
        fill = ROCK if name == "mountain" else mix(ROCK, "#000000", 0.35)
        out.path(
            [(x + 2.2 * s, y + 3 * s), (x + 4.6 * s, y + 7.4 * s), (x - 0.2 * s, y + 7.4 * s)],
            True,
            fill=fill,
        )
        out.path(
            [(x + 5 * s, y + 0.8 * s), (x + 8.2 * s, y + 7.4 * s), (x + 1.8 * s, y + 7.4 * s)],
            True,
            fill=fill,
        )
        out.path(
            [(x + 5 * s, y + 0.8 * s), (x + 6 * s, y + 2.9 * s), (x + 4 * s, y + 2.9 * s)], True, fill=PAPER
        )
    elif name == "desert":
        for top in (3.0, 5.2, 7.4):
            dune = f"M{x + 0.3 * s:.2f} {y + top * s:.2f}q{1.9 * s:.2f} {-2.6 * s:.2f} {3.7 * s:.2f} 0"
            dune += f"t{3.7 * s:.2f} 0"
            out.add("path", d=dune, fill="none", stroke=SAND, stroke_width=1.1 * s, stroke_linecap="round")
    elif name == "narrow_pass":
        for edge, bend in ((1.0, 3.4), (7.0, 4.6)):
            out.add(
                "path",
                d=f"M{x + edge * s:.2f} {y + 0.6 * s:.2f}Q{x + (2 * bend - edge) * s:.2f} {y + 4.1 * s:.2f} "
                f"{x + edge * s:.2f} {y + 7.6 * s:.2f}",
                fill="none",
                stroke=WALL,
                stroke_width=1.3 * s,
            )
    elif name in ("capital", "star"):
        points = []
        for corner in range(10):
            r = (4.3 if corner % 2 == 0 else 1.8) * s
            points.append((x + 4 * s + r * sin(corner * pi / 5), y + 4.3 * s - r * cos(corner * pi / 5)))
        out.path(points, True, fill="#e0b020", stroke=LINE, stroke_width=0.5 * s)
    elif name == "fortress":
        walls = (
            (0.4, 1),
            (2, 1),
            (2, 2.4),
            (3.2, 2.4),
            (3.2, 1),
            (4.8, 1),
            (4.8, 2.4),
            (6, 2.4),
            (6, 1),
            (7.6, 1),
        )
        points = [(x + dx * s, y + dy * s) for dx, dy in (*walls, (7.6, 7.6), (0.4, 7.6))]
        out.path(points, True, fill=LINE)
    elif name == "supply":
        out.add(
            "circle", cx=x + 4 * s, cy=y + 4.2 * s, r=3.4 * s, fill="none", stroke=LINE, stroke_width=1.2 * s
        )
        for turn in range(3):
            a = turn * pi / 3
            dx, dy = 3.2 * s * cos(a), 3.2 * s * sin(a)
            middle = (x + 4 * s, y + 4.2 * s)
            out.path(
                [(middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)],
                stroke=LINE,
                stroke_width=0.7 * s,
            )
    elif name == "key":
        points = [
            (x + 4 * s, y + 0.6 * s),
            (x + 7.6 * s, y + 4.2 * s),
            (x + 4 * s, y + 7.8 * s),
            (x + 0.4 * s, y + 4.2 * s),
        ]
        out.path(points, True, fill="#7a4a86", stroke=PAPER, stroke_width=0.5 * s)
    elif name in ("red", "black", "half"):
        points_circle(out, name, x + 4 * s, y + 4.2 * s, 3.7 * s)
    elif name == "factory":
        roof = ((0, 7.8), (0, 3.6), (2.2, 1.8), (2.2, 3.6), (4.4, 1.8), (4.4, 3.6), (6, 3.6), (6.2, 0.2))
        points = [(x + dx * s, y + dy * s) for dx, dy in (*roof, (7.6, 0.2), (8, 7.8))]
        out.path(points, True, fill=WALL)
    elif name == "shipyard":
        anchor(out, x + 4 * s, y, s)
    elif name == "u_boats":
        hull = ((0, 5.4), (2.8, 5.2), (2.8, 3), (3.6, 3), (3.6, 1), (4.2, 1), (4.2, 3), (5.2, 3), (5.2, 5.2))
        points = [(x + dx * s, y + dy * s) for dx, dy in (*hull, (8, 5.4), (6.8, 7.4), (1, 7.4))]
        out.path(points, True, fill=LINE)
    elif name in SMALL:
        small(out, name, x, y, s)
    elif name == "double":
        out.text(x + 4 * s, y + 7 * s, "×2", 7.4 * s, font_weight="700", text_anchor="middle")


SMALL: Final = ("plains", "river", "rough", "fortified", "festung", "resource", "partisan", "port")


def small(out: SvgWriter, name: str, x: float, y: float, s: float) -> None:
    """Signs of a boxed board: the ground of sectors, and what is printed behind the names of areas."""
    if name == "plains":
        blades = "".join(f"M{x + dx * s:.2f} {y + dy * s:.2f}v{-1.8 * s:.2f}" for dx, dy in TUFTS)
        out.add("path", d=blades, fill="none", stroke=FOREST, stroke_width=0.7 * s, stroke_opacity=0.75)
    elif name == "river":
        for dy in (2.6, 5.0):
            wave = f"M{x + 0.3 * s:.2f} {y + dy * s:.2f}q{1.2 * s:.2f} {-1.8 * s:.2f} {2.45 * s:.2f} 0"
            wave += f"t{2.45 * s:.2f} 0t{2.45 * s:.2f} 0"
            out.add("path", d=wave, fill="none", stroke=RIVER, stroke_width=1.1 * s, stroke_linecap="round")
    elif name == "rough":
        for hill in (((0, 7), (2.6, 2.6), (4.6, 7)), ((2.8, 7), (5.4, 1), (8, 7))):
            points = [(x + dx * s, y + dy * s) for dx, dy in hill]
            out.path(points, True, fill=ROCK, stroke=PAPER, stroke_width=0.4 * s)
    elif name in ("fortified", "festung"):
        filled = name == "festung"
        points = [(x + dx * s, y + dy * s) for dx, dy in WALLS]
        out.path(points, True, fill=LINE if filled else "#ffffff", stroke=LINE, stroke_width=0.7 * s)
        gate = f"M{x + 3.2 * s:.2f} {y + 7.2 * s:.2f}v{-1.9 * s:.2f}q{0.8 * s:.2f} {-1.1 * s:.2f}"
        gate += f" {1.6 * s:.2f} 0v{1.9 * s:.2f}z"
        out.add("path", d=gate, fill=PAPER if filled else LINE)
    elif name == "resource":
        out.path([(x + dx * s, y + dy * s) for dx, dy in DERRICK], False, fill="none", stroke=LINE,
                 stroke_width=0.9 * s, stroke_linejoin="round")  # fmt: skip
    elif name == "partisan":
        cap = f"M{x + 0.8 * s:.2f} {y + 5.6 * s:.2f}q0 {-4.6 * s:.2f} {3.2 * s:.2f} {-4.6 * s:.2f}"
        cap += f"t{3.2 * s:.2f} {4.6 * s:.2f}z"
        out.add("path", d=cap, fill=FOREST)
        out.add("rect", x=x + 0.2 * s, y=y + 5.6 * s, width=7.6 * s, height=1.5 * s, rx=0.7 * s, fill=FOREST)
    else:
        anchor(out, x + 4 * s, y, s)


TUFTS: Final = ((1.2, 4), (2.2, 4), (4.4, 3), (5.4, 3), (2.6, 7), (3.6, 7), (6, 6.4), (7, 6.4))
DERRICK: Final = ((0.8, 7.4), (4, 0.8), (7.2, 7.4), (2.1, 4.8), (5.9, 4.8), (0.8, 7.4), (7.2, 7.4))
WALLS: Final = (
    (0.6, 1.4), (2.1, 1.4), (2.1, 2.8), (3.2, 2.8), (3.2, 1.4), (4.8, 1.4),
    (4.8, 2.8), (5.9, 2.8), (5.9, 1.4), (7.4, 1.4), (7.4, 7.2), (0.6, 7.2),
)  # fmt: skip


def anchor(out: SvgWriter, x: float, y: float, s: float) -> None:
    """Draw an anchor from height y down, its shank at x."""
    shank = f"M{x:.2f} {y + 2 * s:.2f}v{5.4 * s:.2f}M{x - 1.8 * s:.2f} {y + 3.2 * s:.2f}h{3.6 * s:.2f}"
    flukes = f"M{x - 3.4 * s:.2f} {y + 4.8 * s:.2f}q{0.2 * s:.2f} {2.7 * s:.2f} {3.4 * s:.2f} {2.7 * s:.2f}"
    flukes += f"q{3.2 * s:.2f} 0 {3.4 * s:.2f} {-2.7 * s:.2f}"
    out.add("circle", cx=x, cy=y + 1.2 * s, r=0.9 * s, fill="none", stroke=DEEP, stroke_width=0.8 * s)
    out.add("path", d=shank + flukes, fill="none", stroke=DEEP, stroke_width=1.1 * s, stroke_linecap="round")


def points_circle(out: SvgWriter, name: str, x: float, y: float, r: float) -> None:
    """Resource Points: a red disc with a ring in it, a black disc, or one that is half black."""
    fill = {"red": RED, "black": LINE}.get(name, "#ffffff")
    out.add("circle", cx=x, cy=y, r=r, fill=fill, stroke=LINE, stroke_width=0.16 * r)
    if name == "red":
        out.add("circle", cx=x, cy=y, r=0.5 * r, fill="none", stroke="#ffffff", stroke_width=0.3 * r)
    elif name == "half":
        out.add("path", d=f"M{x:.2f} {y - r:.2f}a{r:.2f} {r:.2f} 0 0 0 0 {2 * r:.2f}z", fill=LINE)


def flag(out: SvgWriter, colour: str, x: float, y: float, size: float) -> None:
    """Draw a flag in the colour of a nation."""
    s = size / 8
    out.path([(x + s, y + 0.4 * s), (x + s, y + 7.8 * s)], stroke=LINE, stroke_width=0.9 * s)
    points = [
        (x + s, y + 0.6 * s),
        (x + 7.8 * s, y + 0.6 * s),
        (x + 7.8 * s, y + 5.4 * s),
        (x + s, y + 5.4 * s),
    ]
    out.path(points, True, fill=colour, stroke=LINE, stroke_width=0.6 * s)
