"""Signs of sides and nations on the map: who controls a place, has landed there, or is leaned to."""

from sandtable.draw.counters import ink_on
from sandtable.draw.rect import Rect
from sandtable.draw.svg_writer import CLOSED, LINE, Ink, mix
from sandtable.engine.scene import Scene


def disc(ink: Ink, scene: Scene, side: str, x: float, y: float, r: float) -> None:
    """The side in control: colour and letter."""
    colour = scene.colours.get(side, CLOSED)
    ink.add("circle", cx=x, cy=y, r=r, fill=colour, stroke=mix(colour, "#000000", 0.5), stroke_width=0.9)
    letter = scene.letters.get(side, "?")
    ink.text(x, y + r * 0.5, letter, r * 1.4, font_weight="700", text_anchor="middle", fill=ink_on(colour))


def corner(ink: Ink, scene: Scene, mark: str, plate: Rect) -> None:
    """A mark that comes and goes, at the right end of a plate."""
    name, _, about = mark.partition(":")
    if name == "beachhead":
        beachhead(ink, scene, about, plate.x + plate.w - 4, plate.y + plate.h - 3)
    elif name == "cube":
        cube(ink, scene, about, plate.x + plate.w - 5, plate.y - 4.5)
    elif name == "held":
        tag(ink, scene, about, plate.x + plate.w - 5, plate.y + plate.h - 4)


def beachhead(ink: Ink, scene: Scene, side: str, x: float, y: float) -> None:
    """A pennant with the letter of the side that has landed."""
    ink.path(
        [(x, y), (x + 12, y + 4.5), (x, y + 9)],
        True,
        fill=scene.colours.get(side, CLOSED),
        stroke=LINE,
        stroke_width=0.7,
    )
    fill = ink_on(scene.colours.get(side, CLOSED))
    ink.text(x + 1.2, y + 7, scene.letters.get(side, "?"), 6.5, font_weight="700", fill=fill)


def cube(ink: Ink, scene: Scene, side: str, x: float, y: float) -> None:
    """A cube with the letter of the side that a Neutral nation leans to."""
    colour = scene.colours.get(side, CLOSED)
    ink.add(
        "rect", x=x, y=y, width=8.5, height=8.5, rx=1, fill=colour, stroke=LINE, stroke_width=0.7,
    )  # fmt: skip
    letter = scene.letters.get(side, "?")
    ink.text(x + 4.25, y + 6.8, letter, 7, font_weight="700", text_anchor="middle", fill=ink_on(colour))


def tag(ink: Ink, scene: Scene, nation: str, x: float, y: float) -> None:
    """The letters of a nation that holds what is not its own."""
    colour = scene.colours.get(nation, CLOSED)
    letters = scene.names.get(f"short:{nation}", nation.upper()[:2])
    wide = 4.0 + 4.5 * len(letters)
    ink.add("rect", x=x, y=y, width=wide, height=8.5, rx=1.5, fill=colour, stroke=LINE, stroke_width=0.7)
    ink.text(
        x + wide / 2, y + 6.8, letters, 6.8, font_weight="700", text_anchor="middle", fill=ink_on(colour)
    )
