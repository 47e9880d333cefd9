"""Counters: military symbols, ratings, how many there are and what they have done."""

from typing import Final

from sandtable.draw.glyphs import anchor
from sandtable.draw.layout import COUNTER
from sandtable.draw.svg_writer import CLOSED, LINE, SvgWriter, mix
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Piece, Scene

STATUS: Final = {"moved": "m", "attacks": "a", "supports": "s", "landed": "l"}
# The symbols there are, in the order of the legend.
SYMBOLS: Final = (
    "infantry",
    "armor",
    "garrison",
    "airborne",
    "shock",
    "fort",
    "air",
    "fleet",
    "carrier",
    "escort",
    "submarine",
    "convoy",
    "headquarters",
    "naval_headquarters",
    "resistance",
)
FOOT: Final = ("infantry", "garrison", "airborne", "shock")
AFLOAT: Final = ("fleet", "carrier", "escort", "submarine", "convoy")


def state_of(scene: Scene, piece: Piece) -> str:
    """Return which face of a counter is up: full or reduced, or what the game calls them."""
    name = "full" if piece.full else "reduced"
    return scene.names.get(name, name)


def describe(scene: Scene, piece: Piece) -> str:
    """Return a counter in words: `2 × German infantry 5-3, full`."""
    words = f"{piece.number} × " if piece.number > 1 else ""
    words += f"{piece.name} {piece.strength}" if piece.strength else piece.name
    return ", ".join([word for word in (words, state_of(scene, piece), piece.status) if word])


def counter(out: SvgWriter, scene: Scene, piece: Piece, x: float, y: float, size: float = COUNTER) -> None:
    """Draw a counter with its corner at x, y: size marker, symbol, both strengths, number, status."""
    u = size / 26
    colour = scene.colours.get(piece.nation) or scene.colours.get(piece.side, CLOSED)
    edge = mix(colour, "#000000", 0.62)
    out.open("g", class_="piece", data_choice=piece.choice, data_place=scene.places[piece.place].id)
    out.title(describe(scene, piece))
    for back in range(min(piece.number - 1, 2), 0, -1):
        out.add(
            "rect", x=x + 1.9 * back * u, y=y - 1.9 * back * u, width=size, height=size, rx=2.2 * u,
            fill=mix(colour, "#000000", 0.12), stroke=edge, stroke_width=0.8 * u,
        )  # fmt: skip
    out.add(
        "rect", x=x, y=y, width=size, height=size, rx=2.2 * u, fill=colour, stroke=edge, stroke_width=0.9 * u
    )
    if not piece.full:
        # a pale stripe from corner to corner: a reduced army
        out.path(
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
    if not piece.strength:
        # no ratings: the symbol has the counter to itself
        symbol(out, piece.symbol, x + 3.4 * u, y + 6.6 * u, 19.2 * u, 12.8 * u, 1.15 * u, text_colour(colour))
        count_and_status(out, piece, x, y, size)
        out.close("g")
        return
    if piece.label:
        # between the letter of its status and the number of counters, if it has any
        left = x + (8.6 if piece.status else 2.2) * u
        out.text(left, y + 5.4 * u, piece.label, 5.4 * u, font_weight="600", fill=text_colour(colour))
    else:
        army(out, x, y, u, text_colour(colour))
    symbol(out, piece.symbol, x + 5 * u, y + 6.2 * u, 16 * u, 9 * u, u)
    strengths(out, piece, x + 13 * u, y + 24 * u, u, text_colour(colour))
    count_and_status(out, piece, x, y, size)
    out.close("g")


def text_colour(colour: str) -> str:
    """Return the colour of text on a counter of this colour."""
    shares = ((1, 0.2126), (3, 0.7152), (5, 0.0722))
    light = sum([share * (int(colour[i : i + 2], 16) / 255) ** 2.2 for i, share in shares])
    return LINE if light > 0.19 else "#fbf9f2"


def count_and_status(out: SvgWriter, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw the number of counters and their status, within the width of the counter."""
    u = size / 26
    if piece.number > 1:
        wide = 16.0 if piece.number > 9 else 11.6
        out.add(
            "rect",
            x=x + (27.8 - wide) * u,
            y=y - 3.4 * u,
            width=wide * u,
            height=9 * u,
            rx=4.5 * u,
            fill=LINE,
        )
        out.text(
            x + (27.8 - wide / 2) * u, y + 3.7 * u, f"×{piece.number}", 7.6 * u,
            fill="#ffffff", font_weight="700", text_anchor="middle",
        )  # fmt: skip
    if piece.status:
        out.add(
            "circle",
            cx=x + 3.5 * u,
            cy=y + 1.5 * u,
            r=4.6 * u,
            fill="#ffffff",
            stroke=LINE,
            stroke_width=0.7 * u,
        )
        out.text(
            x + 3.5 * u, y + 4 * u, STATUS.get(piece.status, piece.status[0]), 7.8 * u,
            font_weight="700", text_anchor="middle",
        )  # fmt: skip


def army(out: SvgWriter, x: float, y: float, u: float, dark: str) -> None:
    """Draw the sign of an army: four crosses."""
    for cross in range(4):
        cx, cy, r = x + (7.6 + 3.6 * cross) * u, y + 3.6 * u, 1.15 * u
        out.add(
            "path",
            d=f"M{cx - r:.2f} {cy - r:.2f}l{2 * r:.2f} {2 * r:.2f}m0 {-2 * r:.2f}l{-2 * r:.2f} {2 * r:.2f}",
            stroke=dark,
            stroke_width=0.6 * u,
        )


def symbol(
    out: SvgWriter, name: str, x: float, y: float, w: float, h: float, u: float, dark: str = LINE
) -> None:
    """Draw a military symbol: a crossed box, an oval for armor, a bow tie for aircraft, or a ship."""
    if name in AFLOAT:
        ship(out, name, x, y, w, h, dark)
        return
    if name == "resistance":
        fist(out, x, y, w, h, dark)
        return
    out.add(
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
    if name in FOOT:
        out.add(
            "path",
            d=f"M{x:.2f} {y:.2f}l{w:.2f} {h:.2f}m0 {-h:.2f}l{-w:.2f} {h:.2f}",
            stroke=LINE,
            stroke_width=0.8 * u,
        )
    elif name == "armor":
        out.add(
            "rect", x=x + w * 0.17, y=y + h * 0.22, width=w * 0.66, height=h * 0.56, rx=h * 0.28,
            fill="none", stroke=LINE, stroke_width=0.9 * u,
        )  # fmt: skip
    elif name == "fort":
        out.path(wall(x + w * 0.14, y + h * 0.2, w * 0.72, h * 0.64), True, fill=LINE)
    elif name == "air":
        for way in (-1, 1):
            out.add(
                "ellipse", cx=x + w * (0.5 + 0.19 * way), cy=y + h / 2, rx=w * 0.19, ry=h * 0.24, fill=LINE
            )
    elif name in ("headquarters", "naval_headquarters"):
        # the staff of a headquarters stands below the left edge of its box
        out.add("path", d=f"M{x:.2f} {y:.2f}v{h * 1.3:.2f}", stroke=dark, stroke_width=1.1 * u)
        if name == "naval_headquarters":
            anchor(out, x + w / 2, y + h * 0.04, h / 8.6)
        else:
            out.add("rect", x=x, y=y, width=w, height=h * 0.34, fill=LINE)
    if name == "airborne":
        gulls = f"M{x + w * 0.34:.2f} {y + h:.2f}q{w * 0.08:.2f} {-h * 0.4:.2f} {w * 0.16:.2f} 0"
        gulls += f"q{w * 0.08:.2f} {-h * 0.4:.2f} {w * 0.16:.2f} 0"
        out.add("path", d=gulls, fill="none", stroke=LINE, stroke_width=1.1 * u)
    elif name == "garrison":
        out.add("rect", x=x, y=y + h * 0.72, width=w, height=h * 0.28, fill=LINE)
    elif name == "shock":
        out.add("rect", x=x, y=y, width=w * 0.2, height=h, fill=LINE)


def wall(x: float, y: float, w: float, h: float) -> list[tuple[float, float]]:
    """Return the outline of a wall with three merlons."""
    steps = (
        (0, 0),
        (0.2, 0),
        (0.2, 0.4),
        (0.4, 0.4),
        (0.4, 0),
        (0.6, 0),
        (0.6, 0.4),
        (0.8, 0.4),
        (0.8, 0),
        (1, 0),
    )
    return [(x + w * dx, y + h * dy) for dx, dy in (*steps, (1, 1), (0, 1))]


# Ships from the side, in hundredths of the field: hull and what stands on it.
SHIPS: Final = {
    "fleet": "2,62 20,62 20,44 34,44 34,24 44,24 44,4 50,4 50,24 62,24 62,44 78,44 78,62 98,62 86,98 14,98",
    "carrier": "0,52 58,52 58,22 64,22 64,4 70,4 70,22 78,22 78,52 100,52 92,98 10,98",
    "escort": "14,58 54,58 54,32 66,32 66,58 86,58 80,94 22,94",
    "convoy": "0,56 10,56 10,30 26,30 26,8 36,8 36,56 52,56 52,20 57,20 57,56 76,56 76,36 100,36 92,96 8,96",
    "submarine": "0,66 8,52 40,50 40,26 46,26 46,8 50,8 50,26 60,26 60,50 90,52 100,40 100,88 90,80 8,80",
}


def ship(out: SvgWriter, name: str, x: float, y: float, w: float, h: float, dark: str = LINE) -> None:
    """Draw the outline of a ship."""
    points = [pair.split(",") for pair in SHIPS[name].split()]
    out.path([(x + w * int(a) / 100, y + h * int(b) / 100) for a, b in points], True, fill=dark)


def fist(out: SvgWriter, x: float, y: float, w: float, h: float, dark: str) -> None:
    """Resistance: a raised fist."""
    left, s = x + w / 2 - h / 2, h / 10
    for finger in range(4):
        at = left + (1.4 + 1.8 * finger) * s
        out.add("rect", x=at, y=y - 0.4 * s, width=1.55 * s, height=3.6 * s, rx=0.7 * s, fill=dark)
    out.add("rect", x=left + 1.0 * s, y=y + 3.5 * s, width=7.9 * s, height=2.6 * s, rx=1.1 * s, fill=dark)
    out.add("rect", x=left + 3.0 * s, y=y + 6.0 * s, width=4.2 * s, height=4.2 * s, fill=dark)


def strengths(out: SvgWriter, piece: Piece, x: float, y: float, u: float, dark: str) -> None:
    """Draw both faces of the counter; the current one is large, and bold if the army is full."""
    faces = piece.strength.split("-")
    if len(faces) != 2:
        size = min(9 * u, 24.5 * u / text_width(piece.strength, 1, True))
        weight = "700" if piece.full else "400"
        out.text(x, y, piece.strength, size, font_weight=weight, text_anchor="middle", fill=dark)
        return
    big, small = number_style(piece.full, u), f"font-size:{7.6 * u:.2f}px;font-weight:600"
    pale = "#3b3933" if dark == LINE else dark
    styles = (big, small) if piece.full else (small, big)
    out.open("text", x=x, y=y, text_anchor="middle")
    out.parts[-1] += (
        f'<tspan style="{styles[0]}" fill="{dark if piece.full else pale}">{faces[0]}</tspan>'
        f'<tspan style="{small}" fill="{pale}">-</tspan>'
        f'<tspan style="{styles[1]}" fill="{pale if piece.full else dark}">{faces[1]}</tspan>'
    )
    out.parts[-1] += "</text>"


def number_style(full: bool, u: float) -> str:
    """Return the style of the current strength."""
    return f"font-size:{11 * u:.2f}px;font-weight:{800 if full else 400}"
