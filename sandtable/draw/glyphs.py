"""Small drawings: terrain, marks of areas, counters with military symbols."""

from math import cos, pi, sin
from typing import Final

from sandtable.draw.ink import CLOSED, LINE, PAPER, ROCK, WALL, Ink, mix
from sandtable.draw.layout import COUNTER
from sandtable.engine.scene import Piece, Scene

FOREST: Final = "#3f6b3a"
MARSH: Final = "#3d7c86"
STATUS: Final = {"moved": "m", "attacks": "a", "supports": "s", "landed": "l"}


def glyph(ink: Ink, name: str, x: float, y: float, size: float) -> None:
    """The sign of a terrain or a mark in a square with this corner."""
    s = size / 8
    if name == "forest":
        for dx, top in ((0.2, 2.2), (3.6, 0.4)):
            points = [
                (x + (dx + 2.1) * s, y + top * s),
                (x + (dx + 4.2) * s, y + 6.4 * s),
                (x + dx * s, y + 6.4 * s),
            ]
            ink.path(points, True, fill=FOREST)
            ink.add("rect", x=x + (dx + 1.7) * s, y=y + 6.4 * s, width=0.8 * s, height=1.4 * s, fill=WALL)
    elif name == "swamp":
        for dx, dy in ((0.3, 3.4), (3.6, 5.4), (0.6, 7.4)):
            ink.path([(x + dx * s, y + dy * s), (x + (dx + 4) * s, y + dy * s)], stroke=MARSH, stroke_width=s)
            for blade in (1.2, 2.0, 2.8):
                ink.path(
                    [
                        (x + (dx + blade) * s, y + dy * s),
                        (x + (dx + blade * 1.3 - 0.6) * s, y + (dy - 1.9) * s),
                    ],
                    stroke=MARSH,
                    stroke_width=0.6 * s,
                )
    elif name in ("mountain", "high_mountain"):
        fill = ROCK if name == "mountain" else mix(ROCK, "#000000", 0.35)
        ink.path(
            [(x + 2.2 * s, y + 3 * s), (x + 4.6 * s, y + 7.4 * s), (x - 0.2 * s, y + 7.4 * s)],
            True,
            fill=fill,
        )
        ink.path(
            [(x + 5 * s, y + 0.8 * s), (x + 8.2 * s, y + 7.4 * s), (x + 1.8 * s, y + 7.4 * s)],
            True,
            fill=fill,
        )
        ink.path(
            [(x + 5 * s, y + 0.8 * s), (x + 6 * s, y + 2.9 * s), (x + 4 * s, y + 2.9 * s)], True, fill=PAPER
        )
    elif name == "narrow_pass":
        for edge, bend in ((1.0, 3.4), (7.0, 4.6)):
            ink.add(
                "path",
                d=f"M{x + edge * s:.2f} {y + 0.6 * s:.2f}Q{x + (2 * bend - edge) * s:.2f} {y + 4.1 * s:.2f} "
                f"{x + edge * s:.2f} {y + 7.6 * s:.2f}",
                fill="none",
                stroke=WALL,
                stroke_width=1.3 * s,
            )
    elif name == "capital":
        points = []
        for corner in range(10):
            r = (4.3 if corner % 2 == 0 else 1.8) * s
            points.append((x + 4 * s + r * sin(corner * pi / 5), y + 4.3 * s - r * cos(corner * pi / 5)))
        ink.path(points, True, fill="#e0b020", stroke=LINE, stroke_width=0.5 * s)
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
        ink.path(points, True, fill=LINE)
    elif name == "supply":
        ink.add(
            "circle", cx=x + 4 * s, cy=y + 4.2 * s, r=3.4 * s, fill="none", stroke=LINE, stroke_width=1.2 * s
        )
        for turn in range(3):
            a = turn * pi / 3
            dx, dy = 3.2 * s * cos(a), 3.2 * s * sin(a)
            middle = (x + 4 * s, y + 4.2 * s)
            ink.path(
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
        ink.path(points, True, fill="#7a4a86", stroke=PAPER, stroke_width=0.5 * s)


def describe(piece: Piece) -> str:
    """A counter in words: `2 × German infantry 5-3, full`."""
    words = f"{piece.number} × " if piece.number > 1 else ""
    words += f"{piece.name} {piece.strength}, {'full' if piece.full else 'reduced'}"
    return words + (f", {piece.status}" if piece.status else "")


def counter(ink: Ink, scene: Scene, piece: Piece, x: float, y: float, size: float = COUNTER) -> None:
    """A counter with its corner at x, y: size marker, symbol, both strengths, number, status."""
    u = size / 26
    colour = scene.colours.get(piece.nation) or scene.colours.get(piece.side, CLOSED)
    edge = mix(colour, "#000000", 0.62)
    ink.open("g", class_="piece", data_choice=piece.choice, data_place=scene.places[piece.place].id)
    ink.title(describe(piece))
    for back in range(min(piece.number - 1, 2), 0, -1):
        ink.add(
            "rect", x=x + 1.9 * back * u, y=y - 1.9 * back * u, width=size, height=size, rx=2.2 * u,
            fill=mix(colour, "#000000", 0.12), stroke=edge, stroke_width=0.8 * u,
        )  # fmt: skip
    ink.add(
        "rect", x=x, y=y, width=size, height=size, rx=2.2 * u, fill=colour, stroke=edge, stroke_width=0.9 * u
    )
    if not piece.full:
        # a pale stripe from corner to corner: a reduced army
        ink.path(
            [
                (x + 0.6 * u, y + 14 * u),
                (x + 14 * u, y + 0.6 * u),
                (x + 22 * u, y + 0.6 * u),
                (x + 0.6 * u, y + 22 * u),
            ],
            True,
            fill="#ffffff",
            fill_opacity=0.7,
        )
    for cross in range(4):
        cx, cy, r = x + (7.6 + 3.6 * cross) * u, y + 3.6 * u, 1.15 * u
        ink.add(
            "path",
            d=f"M{cx - r:.2f} {cy - r:.2f}l{2 * r:.2f} {2 * r:.2f}m0 {-2 * r:.2f}l{-2 * r:.2f} {2 * r:.2f}",
            stroke=LINE,
            stroke_width=0.6 * u,
        )
    symbol(ink, piece.symbol, x + 5 * u, y + 6.2 * u, 16 * u, 9 * u, u)
    strengths(ink, piece, x + 13 * u, y + 24 * u, u)
    if piece.number > 1:
        ink.add(
            "rect", x=x + size - 7.5 * u, y=y - 3.4 * u, width=11 * u, height=9 * u, rx=4.5 * u, fill=LINE
        )
        ink.text(
            x + size - 2 * u, y + 3.7 * u, f"×{piece.number}", 7.6 * u,
            fill="#ffffff", font_weight="700", text_anchor="middle",
        )  # fmt: skip
    if piece.status:
        ink.add(
            "circle",
            cx=x + 1.5 * u,
            cy=y + 1.5 * u,
            r=4.6 * u,
            fill="#ffffff",
            stroke=LINE,
            stroke_width=0.7 * u,
        )
        ink.text(
            x + 1.5 * u, y + 4 * u, STATUS.get(piece.status, piece.status[0]), 7.8 * u,
            font_weight="700", text_anchor="middle",
        )  # fmt: skip
    ink.close("g")


def symbol(ink: Ink, name: str, x: float, y: float, w: float, h: float, u: float) -> None:
    """The box of a military symbol: crossed for infantry, with an oval for armor."""
    ink.add(
        "rect",
        x=x,
        y=y,
        width=w,
        height=h,
        fill="#ffffff",
        fill_opacity=0.78,
        stroke=LINE,
        stroke_width=0.9 * u,
    )
    if name == "infantry":
        ink.add(
            "path",
            d=f"M{x:.2f} {y:.2f}l{w:.2f} {h:.2f}m0 {-h:.2f}l{-w:.2f} {h:.2f}",
            stroke=LINE,
            stroke_width=0.8 * u,
        )
    elif name == "armor":
        ink.add(
            "rect", x=x + w * 0.17, y=y + h * 0.22, width=w * 0.66, height=h * 0.56, rx=h * 0.28,
            fill="none", stroke=LINE, stroke_width=0.9 * u,
        )  # fmt: skip


def strengths(ink: Ink, piece: Piece, x: float, y: float, u: float) -> None:
    """Both faces of the counter; the one that is up is large, and bold only when the army is full."""
    faces = piece.strength.split("-")
    if len(faces) != 2:
        ink.text(x, y, piece.strength, 9 * u, font_weight="700", text_anchor="middle")
        return
    big, small, pale = number_style(piece.full, u), f"font-size:{7.6 * u:.2f}px;font-weight:600", "#3b3933"
    styles = (big, small) if piece.full else (small, big)
    ink.open("text", x=x, y=y, text_anchor="middle")
    ink.parts[-1] += (
        f'<tspan style="{styles[0]}" fill="{LINE if piece.full else pale}">{faces[0]}</tspan>'
        f'<tspan style="{small}" fill="{pale}">-</tspan>'
        f'<tspan style="{styles[1]}" fill="{pale if piece.full else LINE}">{faces[1]}</tspan>'
    )
    ink.parts[-1] += "</text>"


def number_style(full: bool, u: float) -> str:
    """The look of the strength that counts now."""
    return f"font-size:{11 * u:.2f}px;font-weight:{800 if full else 400}"
