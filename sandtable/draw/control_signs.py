"""Signs of sides and nations on the map: who controls a place, has landed there, or is leaned to."""

from sandtable.draw.counters import text_colour
from sandtable.draw.rect import Rect
from sandtable.draw.svg_writer import CLOSED, LINE, SvgWriter, mix
from sandtable.engine.scene import Place, Scene


def disc(out: SvgWriter, scene: Scene, side: str, x: float, y: float, r: float) -> None:
    """Draw the side in control: colour and letter."""
    colour = scene.colours.get(side, CLOSED)
    out.add("circle", cx=x, cy=y, r=r, fill=colour, stroke=mix(colour, "#000000", 0.5), stroke_width=0.9)
    letter = scene.letters.get(side, "?")
    out.text(
        x, y + r * 0.5, letter, r * 1.4, font_weight="700", text_anchor="middle", fill=text_colour(colour)
    )


def plate_head(out: SvgWriter, scene: Scene, place: Place, plate: Rect, name: str, name_size: float) -> float:
    """Draw a plate with its disc and name; return where the name begins."""
    edge = mix(scene.colours.get(place.owner, CLOSED), "#000000", 0.45)
    out.rect(plate, rx=plate.h / 2, fill="#fffdf6", fill_opacity=0.93, stroke=edge, stroke_width=0.9)
    disc(out, scene, place.owner, plate.x + plate.h / 2, plate.y + plate.h / 2, plate.h / 2)
    x = plate.x + plate.h + 2.5
    out.text(x, plate.y + plate.h * 0.76, name, name_size, font_weight="600")
    return x


def corner(out: SvgWriter, scene: Scene, mark: str, plate: Rect) -> None:
    """Draw a temporary mark at the right end of a plate."""
    name, _, about = mark.partition(":")
    if name == "beachhead":
        beachhead(out, scene, about, plate.x + plate.w - 4, plate.y + plate.h - 3)
    elif name == "cube":
        cube(out, scene, about, plate.x + plate.w - 5, plate.y - 4.5)
    elif name == "held":
        tag(out, scene, about, plate.x + plate.w - 5, plate.y + plate.h - 4)


def beachhead(out: SvgWriter, scene: Scene, side: str, x: float, y: float) -> None:
    """Draw a pennant with the letter of the side that has landed."""
    out.path(
        [(x, y), (x + 12, y + 4.5), (x, y + 9)],
        True,
        fill=scene.colours.get(side, CLOSED),
        stroke=LINE,
        stroke_width=0.7,
    )
    fill = text_colour(scene.colours.get(side, CLOSED))
    out.text(x + 1.2, y + 7, scene.letters.get(side, "?"), 6.5, font_weight="700", fill=fill)


def cube(out: SvgWriter, scene: Scene, side: str, x: float, y: float) -> None:
    """Draw a cube with the letter of the side that a neutral nation leans to."""
    colour = scene.colours.get(side, CLOSED)
    out.add(
        "rect", x=x, y=y, width=8.5, height=8.5, rx=1, fill=colour, stroke=LINE, stroke_width=0.7,
    )  # fmt: skip
    letter = scene.letters.get(side, "?")
    out.text(x + 4.25, y + 6.8, letter, 7, font_weight="700", text_anchor="middle", fill=text_colour(colour))


def tag(out: SvgWriter, scene: Scene, nation: str, x: float, y: float) -> None:
    """Draw the letters of a nation that holds a foreign area."""
    colour = scene.colours.get(nation, CLOSED)
    letters = scene.names.get(f"short:{nation}", nation.upper()[:2])
    wide = 4.0 + 4.5 * len(letters)
    out.add("rect", x=x, y=y, width=wide, height=8.5, rx=1.5, fill=colour, stroke=LINE, stroke_width=0.7)
    out.text(
        x + wide / 2, y + 6.8, letters, 6.8, font_weight="700", text_anchor="middle", fill=text_colour(colour)
    )
