"""Drawing a boxed board: coasts behind, links, boxes with sectors, slots and spaces, pieces in them."""

from typing import Final

from sandtable.draw.box_layout import (
    GLYPH,
    NAME_SIZE,
    PLATE,
    RADIUS,
    SMALL_NAME,
    TOKEN,
    BoxedLayout,
    about,
    glyphs_of,
    numbered,
)
from sandtable.draw.control_signs import corner, plate_head
from sandtable.draw.counters import text_colour
from sandtable.draw.glyphs import glyph
from sandtable.draw.ground import FRAME, tint
from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.lines import points_along
from sandtable.draw.pieces import draw_piece
from sandtable.draw.rect import Point, Rect
from sandtable.draw.styles import COAST, LOOKS, Look, Shape, coast_definitions, fill, paint, patterns, stroke
from sandtable.draw.svg_writer import CLOSED, LINE, PAPER, SOFT, SvgWriter, mix, number, outline, trail
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Edge, Piece, Place, Scene

SIGN: Final = 16.0  # the ground of a sector in its circle
ON_LINK: Final = 15.0  # a sign on a link
SCALES: Final = (1.0, 0.86, 0.74, 0.62, 0.5)
LAND: Final = "#eee9da"
BLANK: Final = "#fffdf6"  # what nobody holds


def looks_of(scene: Scene) -> dict[str, tuple[Look, ...]]:
    """Return the styles of lines, with the rims of boxes in the colours of their regions."""
    regions = {p.region for p in scene.places if p.kind in ("area", "base", "box")}
    found = dict(LOOKS)
    for region in sorted(regions):
        colour = scene.colours.get(region, SOFT)
        found[f"rim_{region}"] = (stroke(mix(colour, LINE, 0.35), 2.6, stroke_linejoin="round"),)
    found["shoreline"] = (fill(LAND, stroke="#4d7391", stroke_width="1.6", stroke_linejoin="round"),)
    found["sector_rim"] = (stroke(LINE, 1.1),)
    found["slot_rim"] = (stroke(SOFT, 0.9, stroke_dasharray="2.4 1.6"),)
    found["space_rim"] = (stroke(SOFT, 0.9),)
    return found


def definitions(layout: BoxedLayout) -> str:
    """Return the markup of the coast, and of clipping to land and frame."""
    return coast_definitions(trail(layout.coast()), FRAME) + patterns()


def below() -> list[Shape]:
    """Water and land."""
    return [Shape("sea", FRAME), Shape("shallows", f"#{COAST}"), Shape("shoreline", f"#{COAST}")]


def land_tint(scene: Scene, side: str) -> str:
    """Return the faint colour of the ground around a box."""
    return mix(tint(scene, side), LAND, 0.55)


def path_of(layout: BoxedLayout, i: int) -> str:
    """Return the outline of a place: a box, a base with cut corners, a circle, a square."""
    kind, room = layout.places[i].kind, layout.room(i)
    x, y, w, h = room
    if kind == "sector":
        arc = f"a{w / 2:.1f} {w / 2:.1f} 0 1 1"
        return f"M{x:.1f} {y + h / 2:.1f}{arc} {w:.1f} 0{arc} {-w:.1f} 0Z"
    if kind == "base":
        c = 8.0
        return outline([[(x + c, y), (x + w - c, y), (x + w, y + c), (x + w, y + h - c), (x + w - c, y + h),
                         (x + c, y + h), (x, y + h - c), (x, y + c)]])  # fmt: skip
    r = 5.0 if kind in ("area", "box") else 2.5
    turn = f"a{r:g} {r:g} 0 0 1"
    return (
        f"M{x + r:.1f} {y:.1f}h{w - 2 * r:.1f}{turn} {r:g} {r:g}v{h - 2 * r:.1f}{turn} {-r:g} {r:g}"
        f"h{2 * r - w:.1f}{turn} {-r:g} {-r:g}v{2 * r - h:.1f}{turn} {r:g} {-r:g}Z"
    )


def rim(layout: BoxedLayout, i: int) -> Shape:
    """Return the rim of a place."""
    place = layout.places[i]
    kind = f"{place.kind}_rim" if place.inside else f"rim_{place.region}"
    return Shape(kind, path_of(layout, i))


def link(edge: Edge, layout: BoxedLayout) -> list[Shape]:
    """Return a brown line on land, a dashed blue one over the sea."""
    line = outline([layout.curve(edge.a, edge.b)], False)
    return [Shape("land_link" if edge.kind == "land" else "crossing", line)]


def link_signs(edge: Edge, layout: BoxedLayout) -> list[tuple[str, Point]]:
    """Return the signs printed on a link, around its middle: an extra die for a side, or a bar for it."""
    marks = [m.replace(":", "-") for m in edge.marks if m.startswith(("die:", "barred:"))]
    spots = points_along(layout.curve(edge.a, edge.b), 2 * len(marks) + 1) if marks else []
    return [(mark, spots[len(marks) // 2 + n + (len(marks) + 1) // 2][0]) for n, mark in enumerate(marks)]


def link_sign(out: SvgWriter, scene: Scene, name: str, x: float, y: float, size: float) -> None:
    """Draw a die with the letter of a side, or its letter barred, in a square with this corner."""
    kind, _, side = name.partition("-")
    colour = scene.colours.get(side, CLOSED)
    letter = scene.letters.get(side, "?")
    s = size / 10
    if kind == "die":
        out.add("rect", x=x + 0.6 * s, y=y + 0.6 * s, width=8.8 * s, height=8.8 * s, rx=1.8 * s,
                fill=colour, stroke=LINE, stroke_width=0.7 * s)  # fmt: skip
        out.text(x + 5 * s, y + 7.4 * s, f"+{letter}", 6 * s, fill=text_colour(colour), font_weight="700",
                 text_anchor="middle")  # fmt: skip
    else:
        out.add("circle", cx=x + 5 * s, cy=y + 5 * s, r=4.3 * s, fill=PAPER, stroke="#6e2a1c",
                stroke_width=1.1 * s)  # fmt: skip
        out.text(x + 5 * s, y + 7.3 * s, letter, 6.4 * s, font_weight="700", text_anchor="middle")
        out.path([(x + 2 * s, y + 8 * s), (x + 8 * s, y + 2 * s)], stroke="#6e2a1c", stroke_width=1.1 * s)


def drawn_sign(scene: Scene, name: str) -> str:
    """Return a sign of the board in a square of 100."""
    out = SvgWriter()
    if name.startswith(("die-", "barred-")):
        link_sign(out, scene, name, 4, 4, 92)
    elif name.startswith("limit-"):
        limit(out, name[6:], 0, 0, 100)
    else:
        glyph(out, name, 6, 6, 88)
    return "".join(out.parts)


# ---------------------------------------------------------------- the picture


def draw_boxed(out: SvgWriter, scene: Scene, layout: BoxedLayout) -> None:
    """Draw the whole board."""
    looks = looks_of(scene)
    out.open("defs")
    out.parts.append(definitions(layout))
    out.close("defs")
    out.open("g", clip_path="url(#map-frame)")
    paint(out, below(), looks)
    out.open("g", clip_path="url(#map-land)")
    for i, rings in layout.lands().items():
        if i >= 0:
            place = scene.places[i]
            colour = land_tint(scene, place.owner)
            out.add("path", d=trail(rings), class_="cell", data_place=place.id, fill=colour)
    out.close("g")
    for edge in scene.edges:
        paint(out, link(edge, layout), looks)
    for edge in scene.edges:
        for name, (x, y) in link_signs(edge, layout):
            link_sign(out, scene, name, x - ON_LINK / 2, y - ON_LINK / 2, ON_LINK)
    out.close("g")
    here: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    for i, place in enumerate(scene.places):
        draw_place(out, scene, layout, i, place, looks)
    for i, pieces in here.items():
        for piece, room in laid(pieces, layout.stand(i)):
            draw_piece(out, scene, piece, room.x, room.y, room.w)
    out.add("rect", x=0, y=0, width=MAP_WIDTH, height=HEIGHT, fill="none", stroke=LINE, stroke_width=1.5)


def draw_place(
    out: SvgWriter,
    scene: Scene,
    layout: BoxedLayout,
    i: int,
    place: Place,
    looks: dict[str, tuple[Look, ...]],
) -> None:
    """Draw a box, or a part of one."""
    out.open("g", class_="place", data_place=place.id, data_choice=place.choice)
    out.title(in_words(scene, place))
    shape = rim(layout, i)
    plain = place.owner in ("", "neutral")
    out.add("path", d=shape.path, fill=BLANK if plain else tint(scene, place.owner))
    paint(out, [shape], looks)
    if not place.inside:
        draw_plate(out, scene, place, plate_of(layout, i))
    for name, x, y, size in glyphs(layout, i):
        if name.startswith("limit-"):
            limit(out, name[6:], x, y, size)
        else:
            glyph(out, name, x, y, size)
    for text, x, y in words(layout, i):
        out.text(x, y, text, SMALL_NAME, text_anchor="middle", fill=LINE if place.kind != "slot" else SOFT)
    out.close("g")


def draw_plate(out: SvgWriter, scene: Scene, place: Place, plate: Rect) -> None:
    """Draw a name plate: letter of the side in control, name, temporary marks."""
    plate_head(out, scene, place, plate, numbered(place), NAME_SIZE)
    for mark in place.marks:
        corner(out, scene, mark, plate)


def limit(out: SvgWriter, most: str, x: float, y: float, size: float) -> None:
    """Draw the number of pieces that an area can hold."""
    out.text(x + size / 2, y + size * 0.84, f"≤{most}", size * 0.82, text_anchor="middle", fill=LINE)


def plate_of(layout: BoxedLayout, i: int) -> Rect:
    """Return the plate on top of a box, as wide as the box."""
    room = layout.room(i)
    return Rect(room.x, room.y, room.w, PLATE)


def glyphs(layout: BoxedLayout, i: int) -> list[tuple[str, float, float, float]]:
    """Signs of a place with corner and size: behind the name of a box, in the circle of a sector."""
    place, room = layout.places[i], layout.room(i)
    if place.kind == "sector":
        x, y = room.middle
        return [(name, x - SIGN / 2, y - SIGN / 2, SIGN) for name in place.terrain[:1]]
    if place.inside:
        return []
    x = room.x + PLATE + 2.5 + text_width(numbered(place), NAME_SIZE, True) + 3
    names = glyphs_of(place)
    return [(name, x + n * (GLYPH + 2), room.y + (PLATE - GLYPH) / 2, GLYPH) for n, name in enumerate(names)]


def words(layout: BoxedLayout, i: int) -> list[tuple[str, float, float]]:
    """Return where the name of a part is written: below a circle, in a slot, on top of a space."""
    place, room = layout.places[i], layout.room(i)
    x = room.x + room.w / 2
    if place.kind == "sector":
        return [(numbered(place), x, room.y + 2 * RADIUS + SMALL_NAME + 0.5)]
    if place.kind == "slot":
        return [(place.name, x, room.y + room.h / 2 + 0.36 * SMALL_NAME)]
    if place.kind == "space":
        return [(place.name, x, room.y + SMALL_NAME + 1)]
    return []


def in_words(scene: Scene, place: Place) -> str:
    """Name, holder, ground and marks of a place."""
    found = [f"{numbered(place)} ({scene.names.get(place.owner, place.owner)})"]
    for word in (*place.terrain, *[m for m in place.marks if not m.startswith(("number:", "limit:"))]):
        name, _, side = word.partition(":")
        word = scene.names.get(name, name.replace("_", " "))
        found.append(f"{word} {scene.names.get(side, side)}" if side else word)
    found += [f"at most {number(float(n))}" for n in about(place, "limit") if n.isdigit()]
    return ", ".join(found)


def laid(pieces: list[Piece], stand: Rect) -> list[tuple[Piece, Rect]]:
    """Pieces in rows in the middle of their ground, smaller where there are many."""
    size, columns = TOKEN * SCALES[-1], max(1, int(stand.w / (TOKEN * SCALES[-1] + 1)))
    for scale in SCALES:
        side = min(TOKEN * scale, stand.w, stand.h)
        across, down = int((stand.w + 2) / (side + 2)), int((stand.h + 1) / (side + 1))
        if across * down >= len(pieces):
            size, columns = side, across
            break
    rows = [pieces[n : n + columns] for n in range(0, len(pieces), columns)]
    found: list[tuple[Piece, Rect]] = []
    top = stand.y + (stand.h - len(rows) * (size + 1) + 1) / 2
    for row in rows:
        left = stand.x + (stand.w - len(row) * (size + 2) + 2) / 2
        for n, piece in enumerate(row):
            found.append((piece, Rect(left + n * (size + 2), top, size, size)))
        top += size + 1
    return found
