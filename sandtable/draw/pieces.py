"""Pieces that are not counters: cubes, disks, heads, pawns and tags."""

from typing import Final

from sandtable.draw.counters import count_and_status, counter, describe, symbol, text_colour
from sandtable.draw.layout import COUNTER
from sandtable.draw.svg_writer import CLOSED, PAPER, SvgWriter, Value, mix
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Piece, Scene

SHAPES: Final = ("cube", "disk", "head", "pawn", "tag")


def draw_piece(out: SvgWriter, scene: Scene, piece: Piece, x: float, y: float, size: float = COUNTER) -> None:
    """Draw a counter, or a piece of another shape, with its corner at x, y."""
    if piece.shape:
        shaped(out, scene, piece, x, y, size)
    else:
        counter(out, scene, piece, x, y, size)


def shaped(out: SvgWriter, scene: Scene, piece: Piece, x: float, y: float, size: float) -> None:
    """Draw a piece of a shape in a square with its corner at x, y."""
    u = size / 26
    colour = scene.colours.get(piece.nation) or scene.colours.get(piece.side, CLOSED)
    out.open("g", class_="piece", data_choice=piece.choice, data_place=scene.places[piece.place].id)
    out.title(describe(scene, piece))
    if piece.shape == "cube":
        cube(out, piece, colour, x, y, u)
    elif piece.shape == "disk":
        disk(out, scene.letters.get(piece.side, "?"), colour, x, y, u)
    elif piece.shape == "head":
        head(out, piece, colour, x, y, u)
    elif piece.shape == "pawn":
        pawn(out, piece, scene.letters.get(piece.side, ""), colour, x, y, u)
    else:
        tag(out, piece, colour, x, y, u)
    count_and_status(out, piece, x, y, size)
    out.close("g")


def cube(out: SvgWriter, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """Draw a cube from the front, its top and right side seen; on it the symbol of the army, or its label."""
    edge: dict[str, Value] = {
        "stroke": mix(colour, "#000000", 0.62), "stroke_width": 0.8 * u, "stroke_linejoin": "round",
    }  # fmt: skip
    top = [(x, y + 5 * u), (x + 5 * u, y), (x + 26 * u, y), (x + 21 * u, y + 5 * u)]
    right = [(x + 21 * u, y + 5 * u), (x + 26 * u, y), (x + 26 * u, y + 21 * u), (x + 21 * u, y + 26 * u)]
    out.path(top, True, fill=mix(colour, "#ffffff", 0.3), **edge)
    out.path(right, True, fill=mix(colour, "#000000", 0.25), **edge)
    out.add("rect", x=x, y=y + 5 * u, width=21 * u, height=21 * u, fill=colour, **edge)
    if not piece.full:
        stripe = [(0.6, 17.6), (12.6, 5.6), (18.6, 5.6), (0.6, 23.6)]
        out.path([(x + px * u, y + py * u) for px, py in stripe], True, fill="#ffffff", fill_opacity=0.7)
    if piece.symbol:
        low = 8 if piece.label else 9.8
        symbol(out, piece.symbol, x + 2.6 * u, y + low * u, 15.8 * u, 10.4 * u, 1.05 * u, text_colour(colour))
    if piece.label:
        height, letters = (24.8, 6.4) if piece.symbol else (20, 11)
        written(out, piece.label, x + 10.5 * u, y + height * u, letters * u, 19 * u, colour)


def disk(out: SvgWriter, letter: str, colour: str, x: float, y: float, u: float) -> None:
    """Draw a ring that shows what it lies on, with the letter of its side."""
    middle = {"cx": x + 13 * u, "cy": y + 13 * u}
    edge = mix(colour, "#000000", 0.62)
    out.add("circle", **middle, r=10.8 * u, fill="none", stroke=edge, stroke_width=5.4 * u)
    out.add("circle", **middle, r=10.8 * u, fill="none", stroke=colour, stroke_width=3.9 * u)
    out.add("circle", cx=x + 21 * u, cy=y + 5 * u, r=5.2 * u, fill=colour, stroke=edge, stroke_width=0.8 * u)
    out.text(
        x + 21 * u, y + 7.6 * u, letter, 7.4 * u,
        fill=text_colour(colour), font_weight="700", text_anchor="middle",
    )  # fmt: skip


def head(out: SvgWriter, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """Draw a general: head and shoulders on a card, the name below, the rank in a corner."""
    edge = mix(colour, "#000000", 0.62)
    out.add(
        "rect", x=x, y=y, width=26 * u, height=26 * u, rx=3 * u, fill=PAPER, stroke=edge, stroke_width=1.1 * u
    )
    out.add("circle", cx=x + 13 * u, cy=y + 7 * u, r=4.4 * u, fill=colour, stroke=edge, stroke_width=0.7 * u)
    shoulders = f"M{x + 4.5 * u:.2f} {y + 18 * u:.2f}q{0.5 * u:.2f} {-6 * u:.2f} {8.5 * u:.2f} {-6 * u:.2f}"
    shoulders += f"t{8.5 * u:.2f} {6 * u:.2f}z"
    out.add("path", d=shoulders, fill=colour, stroke=edge, stroke_width=0.7 * u)
    if piece.strength:
        out.text(x + 24.6 * u, y + 7.4 * u, piece.strength, 7 * u, font_weight="700", text_anchor="end")
    written(out, piece.label, x + 13 * u, y + 24.2 * u, 6.4 * u, 24.6 * u, PAPER)


def pawn(out: SvgWriter, piece: Piece, letter: str, colour: str, x: float, y: float, u: float) -> None:
    """Draw a pawn with a letter on its foot."""
    edge = mix(colour, "#000000", 0.62)
    body = f"M{x + 5 * u:.2f} {y + 25 * u:.2f}h{16 * u:.2f}"
    body += f"q{0.5 * u:.2f} {-6 * u:.2f} {-4.5 * u:.2f} {-8 * u:.2f}"
    body += f"q{-1.5 * u:.2f} {-3 * u:.2f} {-1.5 * u:.2f} {-6 * u:.2f}h{-4 * u:.2f}"
    body += f"q0 {3 * u:.2f} {-1.5 * u:.2f} {6 * u:.2f}q{-5 * u:.2f} {2 * u:.2f} {-4.5 * u:.2f} {8 * u:.2f}z"
    out.add("path", d=body, fill=colour, stroke=edge, stroke_width=u, stroke_linejoin="round")
    out.add("circle", cx=x + 13 * u, cy=y + 6.6 * u, r=5.2 * u, fill=colour, stroke=edge, stroke_width=u)
    written(out, piece.label or letter, x + 13 * u, y + 23.6 * u, 7.4 * u, 14 * u, colour)


def tag(out: SvgWriter, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """Draw a marker with a word, and a symbol if it has one."""
    edge = mix(colour, "#000000", 0.62)
    tall = 26 if piece.symbol else 15
    top = y + (26 - tall) / 2 * u
    out.add(
        "rect", x=x, y=top, width=26 * u, height=tall * u, rx=3 * u,
        fill=colour, stroke=edge, stroke_width=0.9 * u, stroke_dasharray=f"{2.4 * u:.2f} {1.2 * u:.2f}",
    )  # fmt: skip
    if piece.symbol:
        symbol(out, piece.symbol, x + 5 * u, y + 3.4 * u, 16 * u, 10.4 * u, u, text_colour(colour))
    words = piece.label or piece.strength
    written(out, words, x + 13 * u, y + (23.4 if piece.symbol else 16) * u, 8.4 * u, 23.4 * u, colour)


def written(out: SvgWriter, text: str, x: float, y: float, size: float, width: float, colour: str) -> None:
    """Draw a word around a point, small enough for its width."""
    if text:
        size = min(size, width / text_width(text, 1, True))
        out.text(x, y, text, size, fill=text_colour(colour), font_weight="700", text_anchor="middle")
