"""Pieces that are no counters: cubes, disks, heads, pawns and tags."""

from typing import Final

from sandtable.draw.counters import count_and_status, counter, describe, ink_on, symbol
from sandtable.draw.layout import COUNTER
from sandtable.draw.svg_writer import CLOSED, PAPER, Ink, Value, mix
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Piece, Scene

SHAPES: Final = ("cube", "disk", "head", "pawn", "tag")


def draw_piece(ink: Ink, scene: Scene, piece: Piece, x: float, y: float, size: float = COUNTER) -> None:
    """A counter, or a piece of another shape, with its corner at x, y."""
    if piece.shape:
        shaped(ink, scene, piece, x, y, size)
    else:
        counter(ink, scene, piece, x, y, size)


def shaped(ink: Ink, scene: Scene, piece: Piece, x: float, y: float, size: float) -> None:
    """A piece of a shape in a square with its corner at x, y."""
    u = size / 26
    colour = scene.colours.get(piece.nation) or scene.colours.get(piece.side, CLOSED)
    ink.open("g", class_="piece", data_choice=piece.choice, data_place=scene.places[piece.place].id)
    ink.title(describe(scene, piece))
    if piece.shape == "cube":
        cube(ink, piece, colour, x, y, u)
    elif piece.shape == "disk":
        disk(ink, scene.letters.get(piece.side, "?"), colour, x, y, u)
    elif piece.shape == "head":
        head(ink, piece, colour, x, y, u)
    elif piece.shape == "pawn":
        pawn(ink, piece, scene.letters.get(piece.side, ""), colour, x, y, u)
    else:
        tag(ink, piece, colour, x, y, u)
    count_and_status(ink, piece, x, y, size)
    ink.close("g")


def cube(ink: Ink, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """A cube from the front, its top and right side seen; on it the symbol of the army, or its label."""
    edge: dict[str, Value] = {
        "stroke": mix(colour, "#000000", 0.62), "stroke_width": 0.8 * u, "stroke_linejoin": "round",
    }  # fmt: skip
    top = [(x, y + 5 * u), (x + 5 * u, y), (x + 26 * u, y), (x + 21 * u, y + 5 * u)]
    right = [(x + 21 * u, y + 5 * u), (x + 26 * u, y), (x + 26 * u, y + 21 * u), (x + 21 * u, y + 26 * u)]
    ink.path(top, True, fill=mix(colour, "#ffffff", 0.3), **edge)
    ink.path(right, True, fill=mix(colour, "#000000", 0.25), **edge)
    ink.add("rect", x=x, y=y + 5 * u, width=21 * u, height=21 * u, fill=colour, **edge)
    if not piece.full:
        stripe = [(0.6, 17.6), (12.6, 5.6), (18.6, 5.6), (0.6, 23.6)]
        ink.path([(x + px * u, y + py * u) for px, py in stripe], True, fill="#ffffff", fill_opacity=0.7)
    if piece.symbol:
        low = 8 if piece.label else 9.8
        symbol(ink, piece.symbol, x + 2.6 * u, y + low * u, 15.8 * u, 10.4 * u, 1.05 * u, ink_on(colour))
    if piece.label:
        height, letters = (24.8, 6.4) if piece.symbol else (20, 11)
        written(ink, piece.label, x + 10.5 * u, y + height * u, letters * u, 19 * u, colour)


def disk(ink: Ink, letter: str, colour: str, x: float, y: float, u: float) -> None:
    """A ring, through which one sees what it lies on, with the letter of its side."""
    middle = {"cx": x + 13 * u, "cy": y + 13 * u}
    edge = mix(colour, "#000000", 0.62)
    ink.add("circle", **middle, r=10.8 * u, fill="none", stroke=edge, stroke_width=5.4 * u)
    ink.add("circle", **middle, r=10.8 * u, fill="none", stroke=colour, stroke_width=3.9 * u)
    ink.add("circle", cx=x + 21 * u, cy=y + 5 * u, r=5.2 * u, fill=colour, stroke=edge, stroke_width=0.8 * u)
    ink.text(
        x + 21 * u, y + 7.6 * u, letter, 7.4 * u,
        fill=ink_on(colour), font_weight="700", text_anchor="middle",
    )  # fmt: skip


def head(ink: Ink, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """A general: head and shoulders on a card, his name below, his rank in a corner."""
    edge = mix(colour, "#000000", 0.62)
    ink.add(
        "rect", x=x, y=y, width=26 * u, height=26 * u, rx=3 * u, fill=PAPER, stroke=edge, stroke_width=1.1 * u
    )
    ink.add("circle", cx=x + 13 * u, cy=y + 7 * u, r=4.4 * u, fill=colour, stroke=edge, stroke_width=0.7 * u)
    shoulders = f"M{x + 4.5 * u:.2f} {y + 18 * u:.2f}q{0.5 * u:.2f} {-6 * u:.2f} {8.5 * u:.2f} {-6 * u:.2f}"
    shoulders += f"t{8.5 * u:.2f} {6 * u:.2f}z"
    ink.add("path", d=shoulders, fill=colour, stroke=edge, stroke_width=0.7 * u)
    if piece.strength:
        ink.text(x + 24.6 * u, y + 7.4 * u, piece.strength, 7 * u, font_weight="700", text_anchor="end")
    written(ink, piece.label, x + 13 * u, y + 24.2 * u, 6.4 * u, 24.6 * u, PAPER)


def pawn(ink: Ink, piece: Piece, letter: str, colour: str, x: float, y: float, u: float) -> None:
    """A pawn with a letter on its foot."""
    edge = mix(colour, "#000000", 0.62)
    body = f"M{x + 5 * u:.2f} {y + 25 * u:.2f}h{16 * u:.2f}"
    body += f"q{0.5 * u:.2f} {-6 * u:.2f} {-4.5 * u:.2f} {-8 * u:.2f}"
    body += f"q{-1.5 * u:.2f} {-3 * u:.2f} {-1.5 * u:.2f} {-6 * u:.2f}h{-4 * u:.2f}"
    body += f"q0 {3 * u:.2f} {-1.5 * u:.2f} {6 * u:.2f}q{-5 * u:.2f} {2 * u:.2f} {-4.5 * u:.2f} {8 * u:.2f}z"
    ink.add("path", d=body, fill=colour, stroke=edge, stroke_width=u, stroke_linejoin="round")
    ink.add("circle", cx=x + 13 * u, cy=y + 6.6 * u, r=5.2 * u, fill=colour, stroke=edge, stroke_width=u)
    written(ink, piece.label or letter, x + 13 * u, y + 23.6 * u, 7.4 * u, 14 * u, colour)


def tag(ink: Ink, piece: Piece, colour: str, x: float, y: float, u: float) -> None:
    """A marker with a word, and a symbol if it has one."""
    edge = mix(colour, "#000000", 0.62)
    tall = 26 if piece.symbol else 15
    top = y + (26 - tall) / 2 * u
    ink.add(
        "rect", x=x, y=top, width=26 * u, height=tall * u, rx=3 * u,
        fill=colour, stroke=edge, stroke_width=0.9 * u, stroke_dasharray=f"{2.4 * u:.2f} {1.2 * u:.2f}",
    )  # fmt: skip
    if piece.symbol:
        symbol(ink, piece.symbol, x + 5 * u, y + 3.4 * u, 16 * u, 10.4 * u, u, ink_on(colour))
    words = piece.label or piece.strength
    written(ink, words, x + 13 * u, y + (23.4 if piece.symbol else 16) * u, 8.4 * u, 23.4 * u, colour)


def written(ink: Ink, text: str, x: float, y: float, size: float, width: float, colour: str) -> None:
    """A word around a point, small enough for its width."""
    if text:
        size = min(size, width / text_width(text, 1, True))
        ink.text(x, y, text, size, fill=ink_on(colour), font_weight="700", text_anchor="middle")
