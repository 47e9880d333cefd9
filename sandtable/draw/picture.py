"""The whole picture: map, name plates, counters, panels and legend, as SVG or PNG."""

from importlib.resources import files
from typing import Final

import resvg_py

from sandtable.draw.counters import SYMBOLS, counter
from sandtable.draw.glyphs import glyph
from sandtable.draw.ground import draw_ground, front_line, landing_line, peaks, river, tint, wall
from sandtable.draw.ink import CLOSED, DEEP, FONT, LINE, PAPER, SOFT, Ink, mix, number
from sandtable.draw.layout import (
    COUNTER,
    GLYPH,
    HEIGHT,
    MAP_WIDTH,
    NAME_SIZE,
    PLATE,
    WIDTH,
    glyphs_of,
    layout_of,
)
from sandtable.draw.lettering import text_width, wrap
from sandtable.draw.rect import Rect
from sandtable.draw.stands import Stand, arrange
from sandtable.engine.scene import Panel, Piece, Place, Scene

# The column beside the map.
LEFT: Final = MAP_WIDTH + 15
ROOM: Final = WIDTH - LEFT - 13
TEXT: Final = 11.0
PITCH: Final = 16.0


def svg(scene: Scene, width: int = 1600) -> str:
    """The scene as an SVG picture of this width."""
    layout = layout_of(scene)
    ink = Ink()
    ink.open(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(width * HEIGHT / WIDTH),
        viewBox=f"0 0 {number(WIDTH)} {number(HEIGHT)}",
        font_family=FONT,
        fill=LINE,
    )
    ink.title(f"{scene.title}: {scene.subtitle}")
    ink.add("rect", x=0, y=0, width=WIDTH, height=HEIGHT, fill=PAPER)
    draw_ground(ink, scene, layout)
    stands = arrange(scene, layout)
    for i, place in enumerate(scene.places):
        if place.kind == "box":
            draw_box(ink, scene, layout.boxes[i], place, [p for p in scene.pieces if p.place == i])
        elif i in stands:
            draw_area(ink, scene, i, stands[i])
    ink.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill="none", stroke=LINE, stroke_width=1.5)
    draw_column(ink, scene)
    ink.close("svg")
    return str(ink) + "\n"


def png(scene: Scene, width: int = 1600) -> bytes:
    """The scene as a PNG picture of this width; it brings its typeface and needs no font of the system."""
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


def draw_area(ink: Ink, scene: Scene, i: int, stand: Stand) -> None:
    """An area's name plate and counters."""
    place = scene.places[i]
    ink.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    ink.title(in_words(scene, place))
    draw_plate(ink, scene, place, stand.plate)
    ink.close("g")
    for piece, box in stand.counters:
        counter(ink, scene, piece, box.x, box.y, box.w)


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


def draw_plate(ink: Ink, scene: Scene, place: Place, plate: Rect) -> None:
    """A name plate: disc with the letter of the side in control, name, glyphs."""
    colour = scene.colours.get(place.owner, CLOSED)
    ink.add(
        "rect", x=plate.x, y=plate.y, width=plate.w, height=plate.h, rx=plate.h / 2,
        fill="#fffdf6", fill_opacity=0.93, stroke=mix(colour, "#000000", 0.45), stroke_width=0.9,
    )  # fmt: skip
    disc(ink, scene, place.owner, plate.x + plate.h / 2, plate.y + plate.h / 2, plate.h / 2)
    x = plate.x + plate.h + 2.5
    ink.text(x, plate.y + plate.h * 0.76, place.name, NAME_SIZE, font_weight="600")
    x += text_width(place.name, NAME_SIZE, True) + 2
    for name in glyphs_of(place):
        glyph(ink, name, x, plate.y + (plate.h - GLYPH) / 2, GLYPH)
        x += GLYPH + 1
    for mark in place.marks:
        name, _, side = mark.partition(":")
        if name == "beachhead":
            beachhead(ink, scene, side, plate.x + plate.w - 4, plate.y + plate.h - 3)


def disc(ink: Ink, scene: Scene, side: str, x: float, y: float, r: float) -> None:
    """The side in control: colour and letter."""
    colour = scene.colours.get(side, CLOSED)
    ink.add("circle", cx=x, cy=y, r=r, fill=colour, stroke=mix(colour, "#000000", 0.5), stroke_width=0.9)
    ink.text(x, y + r * 0.5, scene.letters.get(side, "?"), r * 1.4, font_weight="700", text_anchor="middle")


def beachhead(ink: Ink, scene: Scene, side: str, x: float, y: float) -> None:
    """A pennant with the letter of the side that has landed."""
    ink.path(
        [(x, y), (x + 12, y + 4.5), (x, y + 9)],
        True,
        fill=scene.colours.get(side, CLOSED),
        stroke=LINE,
        stroke_width=0.7,
    )
    ink.text(x + 1.2, y + 7, scene.letters.get(side, "?"), 6.5, font_weight="700")


def draw_box(ink: Ink, scene: Scene, box: Rect, place: Place, pieces: list[Piece]) -> None:
    """A box off the map with its counters."""
    ink.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    ink.title(in_words(scene, place))
    ink.add(
        "rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=5,
        fill=tint(scene, place.owner), stroke=LINE, stroke_width=1.1,
    )  # fmt: skip
    size = Rect(0, 0, box.w, PLATE)
    draw_plate(ink, scene, place, Rect(box.x, box.y, size.w, size.h))
    ink.close("g")
    small = COUNTER if len(pieces) <= 6 else COUNTER * 0.72
    per_row = int((box.w - 6) / (small + 4))
    for n, piece in enumerate(pieces):
        counter(
            ink,
            scene,
            piece,
            box.x + 5 + (n % per_row) * (small + 5),
            box.y + PLATE + 6 + (n // per_row) * (small + 3),
            small,
        )


# ---------------------------------------------------------------- the column beside the map


def draw_column(ink: Ink, scene: Scene) -> None:
    """Title, panels and legend."""
    y = 30.0
    for line in wrap(scene.title, 18, ROOM, True):
        ink.text(LEFT, y, line, 18, font_weight="700")
        y += 23
    for line in wrap(scene.subtitle, 12, ROOM):
        ink.text(LEFT, y, line, 12, fill=SOFT)
        y += 16
    for panel in scene.panels:
        y = draw_panel(ink, panel, y + 8)
    draw_legend(ink, scene, y + 8)


def draw_head(ink: Ink, title: str, y: float) -> float:
    """The title of a panel with a rule below it; the base line of what follows."""
    y += 12
    ink.text(LEFT, y, title.upper(), 10.6, font_weight="700", letter_spacing=0.8)
    ink.add("path", d=f"M{LEFT:g} {y + 4.5:.1f}h{ROOM:g}", stroke=LINE, stroke_width=0.8)
    return y + 19


def draw_panel(ink: Ink, panel: Panel, y: float) -> float:
    """A panel from height y down; the height below it."""
    y = draw_head(ink, panel.title, y)
    table = [panel.heads, *panel.rows] if panel.heads else list(panel.rows)
    widths = column_widths(table)
    short = [c > 0 and all(len(row[c]) < 9 for row in table if c < len(row)) for c in range(len(widths))]
    for n, row in enumerate(table):
        head = n == 0 and bool(panel.heads)
        cells = [wrap(text, TEXT, widths[c] - 5, c == 0) for c, text in enumerate(row)]
        x = LEFT
        for c, lines in enumerate(cells):
            for k, line in enumerate(lines):
                ink.text(
                    x + (widths[c] - 5 if short[c] else 0),
                    y + k * (PITCH - 2),
                    line,
                    TEXT - 1 if head else TEXT,
                    fill=SOFT if head else LINE,
                    font_weight="600" if c == 0 else "400",
                    text_anchor="end" if short[c] else "start",
                )
            x += widths[c]
        y += PITCH + (max(len(lines) for lines in cells) - 1) * (PITCH - 2)
    return y - 4


def column_widths(table: list[tuple[str, ...]]) -> list[float]:
    """Widths that fill the room; long texts share what the short ones leave."""
    count = max(len(row) for row in table)
    natural = [
        max(text_width(row[c], TEXT, c == 0) for row in table if c < len(row)) + 7 for c in range(count)
    ]
    spare = ROOM - sum(natural)
    if spare >= 0:
        return [w + (spare / (count - 1) if c else 0) for c, w in enumerate(natural)]
    long = [c for c in range(count) if natural[c] > ROOM / 3] or list(range(count))
    left = ROOM - sum(natural[c] for c in range(count) if c not in long)
    return [left / len(long) if c in long else natural[c] for c in range(count)]


def draw_legend(ink: Ink, scene: Scene, y: float) -> None:
    """What the signs mean: only those the scene uses."""
    y = draw_head(ink, "Legend", y) - 8
    entries = legend_entries(scene)
    rows = [entries[n : n + 2] for n in range(0, len(entries), 2)]
    tall = [any(name in ("infantry", "armor") for name, _ in row) for row in rows]
    pitch = min(19.0, (HEIGHT - 8 - y) / (len(rows) + 0.6 * sum(tall) or 1))
    for row, is_tall in zip(rows, tall, strict=True):
        y += 0.3 * pitch if is_tall else 0
        for n, (name, words) in enumerate(row):
            x = LEFT + n * ROOM / 2
            sign(ink, scene, name, x, y)
            ink.text(x + (42 if name == "status" else 32), y + 10.5, words, TEXT - 0.6)
        y += 1.3 * pitch if is_tall else pitch


def legend_entries(scene: Scene) -> list[tuple[str, str]]:
    """Signs and their words, sides first."""
    entries = [(f"side:{side}", scene.names.get(side, side)) for side in scene.letters]
    used = {t for p in scene.places for t in p.terrain} | {
        m.partition(":")[0] for p in scene.places for m in p.marks
    }
    crossed = {m.partition(":")[0] for e in scene.edges for m in e.marks} | {e.kind for e in scene.edges}
    for name in ("forest", "swamp", "mountain", "narrow_pass", "capital", "fortress", "supply", "key"):
        if name in used:
            entries.append((name, word_for(scene, name)))
    for name in ("river", "line", "high_mountain", "strait", "landing", "front"):
        if name in crossed:
            entries.append((name, word_for(scene, name)))
    if any(piece.symbol in ("infantry", "armor") for piece in scene.pieces):
        entries += [("infantry", "infantry, full"), ("armor", "armor, reduced")]
        entries.append(("status", "moved, attacks, supports, landed"))
    return entries


def word_for(scene: Scene, name: str) -> str:
    """The words for a terrain or a mark."""
    return scene.names.get(name, name.replace("_", " "))


def sign(ink: Ink, scene: Scene, name: str, x: float, y: float) -> None:
    """One sign of the legend in a field of 26 by 14."""
    middle = y + 7
    if name.startswith("side:"):
        side = name[5:]
        ink.add(
            "rect", x=x, y=y, width=26, height=14, rx=3, fill=tint(scene, side), stroke=SOFT, stroke_width=0.6
        )
        disc(ink, scene, side, x + 13, middle, 6)
    elif name == "river":
        river(ink, ((x + 1, middle), (x + 25, middle)))
    elif name == "line":
        wall(ink, ((x + 1, middle + 2), (x + 25, middle + 2)), (0, -1))
    elif name == "high_mountain":
        peaks(ink, ((x + 1, middle), (x + 25, middle)))
    elif name == "strait":
        ink.path([(x, middle), (x + 26, middle)], stroke=DEEP, stroke_width=2, stroke_dasharray="5 3.5")
    elif name == "landing":
        landing_line(ink, (x, middle), (x + 26, middle))
    elif name == "front":
        front_line(ink, f"M{x:.1f} {middle:.1f}h26")
    elif name in ("infantry", "armor"):
        counter(ink, scene, sample(scene, name), x + 1, y - 5, 24)
    elif name == "status":
        for n, letter in enumerate("masl"):
            ink.add(
                "circle", cx=x + 4.5 + 9 * n, cy=middle, r=4.4, fill="#ffffff", stroke=LINE, stroke_width=0.7
            )
            ink.text(x + 4.5 + 9 * n, middle + 2.4, letter, 7.6, font_weight="700", text_anchor="middle")
    else:
        glyph(ink, name, x + 7, y + 1, 12)


def sample(scene: Scene, symbol: str) -> Piece:
    """A counter for the legend."""
    side = scene.pieces[0].side
    return Piece(-1, 0, "", symbol, side, side, symbol, "5-3", symbol == "infantry", 1, "")
