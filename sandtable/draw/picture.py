"""The whole picture: map, name plates, counters and what stands beside the map, as SVG or PNG."""

from importlib.resources import files

import resvg_py

from sandtable.draw import lines
from sandtable.draw.box_board import draw_boxed
from sandtable.draw.box_layout import boxed_layout_of
from sandtable.draw.control_signs import corner, plate_head
from sandtable.draw.counter_layout import CounterPlacement, arrange
from sandtable.draw.glyphs import flag, glyph
from sandtable.draw.ground import draw_ground, tint
from sandtable.draw.layout import (
    COUNTER,
    GLYPH,
    MAP_WIDTH,
    NAME_SIZE,
    PLATE,
    extent_of,
    figures_of,
    glyphs_of,
)
from sandtable.draw.multi_map import CHIP_SIZE, Panes, captions, layout_of
from sandtable.draw.pieces import draw_piece
from sandtable.draw.polar_board import draw_polar
from sandtable.draw.polar_layout import polar_layout_of
from sandtable.draw.rect import Rect
from sandtable.draw.side_panels import SidePanels
from sandtable.draw.styles import paint
from sandtable.draw.svg_writer import CLOSED, FONT, FRONT, LINE, PAPER, SvgWriter, number
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Piece, Place, Scene


def svg(scene: Scene, width: int = 1600) -> str:
    """Return the scene as an SVG picture of this width."""
    beside = SidePanels(scene)
    view = extent_of(scene.charts)
    wider, high = view.w - MAP_WIDTH, view.h
    out = SvgWriter()
    out.open(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(width * high / (beside.width + wider)),
        viewBox=f"0 0 {number(beside.width + wider)} {number(high)}",
        font_family=FONT,
        fill=LINE,
    )
    out.title(f"{scene.title}: {scene.subtitle}")
    out.add("rect", x=0, y=0, width=beside.width + wider, height=high, fill=PAPER)
    if scene.polar:
        draw_polar(out, scene, polar_layout_of(scene))
    elif scene.boxed:
        draw_boxed(out, scene, boxed_layout_of(scene))
    else:
        draw_map(out, scene)
    if wider:
        out.open("g", transform=f"translate({number(wider)} 0)")
        out.parts += beside.out.parts
        out.close("g")
    else:
        out.parts += beside.out.parts
    out.close("svg")
    return str(out) + "\n"


def draw_map(out: SvgWriter, scene: Scene) -> None:
    """Draw the map with its areas side by side."""
    layout = layout_of(scene)
    draw_ground(out, scene, layout)
    if isinstance(layout, Panes):
        draw_panes(out, scene, layout)
    stands = arrange(scene, layout)
    for i, place in enumerate(scene.places):
        if place.kind == "box":
            draw_box(out, scene, layout.boxes[i], place, [p for p in scene.pieces if p.place == i])
        elif i in stands:
            draw_area(out, scene, i, stands[i])
    for frame in layout.frames:
        out.rect(frame, fill="none", stroke=LINE, stroke_width=1.5)


def draw_panes(out: SvgWriter, scene: Scene, layout: Panes) -> None:
    """Draw the titles of several maps, arrows between them, and the names of straits and canals."""
    for part in layout.parts:
        out.text(part.frame.x, part.frame.y - 10, part.chart.title, 20, font_weight="700")
    for chips in layout.chips(scene.edges).values():
        for chip in chips:
            paint(out, lines.map_link(chip.line))
            box = chip.box
            out.rect(box, rx=4, fill="#fffdf6", stroke=LINE, stroke_width=0.8)
            name = scene.places[chip.other].name
            x, y = box.x + box.w / 2, box.y + box.h * 0.7
            out.text(x, y, name, CHIP_SIZE, font_weight="600", text_anchor="middle")
    for text, x, y in captions(scene, layout):
        out.text(
            x, y, text, CHIP_SIZE, font_weight="600", text_anchor="middle", fill=FRONT,
            stroke="#ffffff", stroke_width=2.5, stroke_opacity=0.8, paint_order="stroke",
        )  # fmt: skip


def png(scene: Scene, width: int = 1600) -> bytes:
    """Return the scene as a PNG picture of this width; the typeface comes with the package."""
    fonts = files("ttf_opensans") / "ttf"
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg(scene, width),
            skip_system_fonts=True,
            font_dirs=[str(fonts)],
            font_family="Open Sans",
            sans_serif_family="Open Sans",
        )
    )


# ---------------------------------------------------------------- areas


def draw_area(out: SvgWriter, scene: Scene, i: int, stand: CounterPlacement) -> None:
    """Draw an area's name plate and counters."""
    place = scene.places[i]
    out.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    out.title(in_words(scene, place))
    draw_plate(out, scene, place, stand.plate)
    out.close("g")
    for piece, box in stand.counters:
        draw_piece(out, scene, piece, box.x, box.y, box.w)


def in_words(scene: Scene, place: Place) -> str:
    """Name, control, terrain and marks of a place."""
    words = [f"{place.name} ({scene.names.get(place.owner, place.owner)})"]
    for word in (*place.terrain, *place.marks):
        name, _, side = word.partition(":")
        words.append(
            scene.names.get(name, name.replace("_", " "))
            + (f" ({scene.names.get(side, side)})" if side else "")
        )
    return ", ".join(words)


def draw_plate(out: SvgWriter, scene: Scene, place: Place, plate: Rect) -> None:
    """Draw a name plate: disc with the letter of the side in control, name, glyphs."""
    x = plate_head(out, scene, place, plate, place.name, NAME_SIZE)
    x += text_width(place.name, NAME_SIZE, True) + 2
    if figures_of(place):
        out.text(x + 2, plate.y + plate.h * 0.76, figures_of(place), NAME_SIZE, font_weight="600")
        x += text_width(figures_of(place), NAME_SIZE, True) + 4
    for name in glyphs_of(place):
        if name.startswith("home:"):
            flag(out, scene.colours.get(name[5:], CLOSED), x, plate.y + (plate.h - GLYPH) / 2, GLYPH)
        else:
            glyph(out, name, x, plate.y + (plate.h - GLYPH) / 2, GLYPH)
        x += GLYPH + 1
    for mark in place.marks:
        corner(out, scene, mark, plate)


def draw_box(out: SvgWriter, scene: Scene, box: Rect, place: Place, pieces: list[Piece]) -> None:
    """Draw a box off the map with its counters."""
    out.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    out.title(in_words(scene, place))
    out.rect(box, rx=5, fill=tint(scene, place.owner), stroke=LINE, stroke_width=1.1)
    size = Rect(0, 0, box.w, PLATE)
    draw_plate(out, scene, place, Rect(box.x, box.y, size.w, size.h))
    out.close("g")
    small = COUNTER if len(pieces) <= 6 else COUNTER * 0.72
    per_row = int((box.w - 6) / (small + 4))
    for n, piece in enumerate(pieces):
        draw_piece(
            out,
            scene,
            piece,
            box.x + 5 + (n % per_row) * (small + 5),
            box.y + PLATE + 6 + (n // per_row) * (small + 3),
            small,
        )
