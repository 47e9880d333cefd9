"""The static side of a drawing as data: what a browser draws once, and lays counters and colours on top of.

>>> import sandtable
>>> match = sandtable.new("downfall", seed=7)
>>> drawing = build_static_map(match.game.scene(match.state, seat=0))
>>> drawing.view, drawing.places["riga"].kind
((1318.0, 1010.0), 'land')

All numbers are in the picture's own units. From below: the `sea` of `ground`, the paths of seas in the tint
of whoever controls them, the rest of `ground`, the paths of other places with the patterns of their terrain,
`lines`, the shapes of the edges, then plates and counters.
"""

from typing import Final

from msgspec import Struct

from sandtable.draw import box_board, box_layout, ground, lines, polar_board
from sandtable.draw.counters import SYMBOLS, symbol
from sandtable.draw.glyphs import flag, glyph
from sandtable.draw.layout import (
    COUNTER,
    GLYPH,
    LABEL_SIZE,
    LABEL_SPACING,
    NAME_SIZE,
    PLATE,
    PRINTED,
    Layout,
    extent_of,
    figures_of,
    glyphs_of,
    label_lines,
)
from sandtable.draw.multi_map import CHIP_SIZE, Panes, captions, layout_of
from sandtable.draw.polar_board import burst
from sandtable.draw.polar_layout import NAME_SIZE as SIGN_NAME_SIZE
from sandtable.draw.polar_layout import SIGN, SIGNS, STARS, TOKEN, PolarLayout, corners, polar_layout_of
from sandtable.draw.rect import Point, Rect
from sandtable.draw.styles import COAST, LOOKS, Look, Shape
from sandtable.draw.svg_writer import CLOSED, SvgWriter, outline, trail
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Edge, Place, Scene

TERRAINS: Final = ("forest", "swamp", "mountain", "high_mountain", "narrow_pass", "desert")


class Box(Struct):
    """A box by its corner and size."""

    x: float
    y: float
    w: float
    h: float


class Text(Struct):
    """A line of text by the point of its base line; `anchor` says which end of it that is."""

    text: str
    x: float
    y: float
    anchor: str  # start | middle
    w: float = 0.0  # how wide it is; 0 if that does not matter


class Mark(Struct):
    """A glyph of `marks` in a square."""

    name: str
    x: float
    y: float
    size: float


class Plate(Struct):
    """The name of a place: its box, lines, disc for the letter of its holder, and glyphs."""

    kind: str  # plate | sea | closed | sector | slot | space: all but the first have no box or disc
    x: float
    y: float
    w: float
    h: float
    text: str
    size: float
    lines: list[Text]
    disc: tuple[float, float, float] | None  # middle and radius
    glyphs: list[Mark]


class Spot(Struct):
    """A place of the map. `path` is what is clicked and tinted, `stand` the space for counters."""

    choice: int
    name: str
    kind: str
    country: str
    region: str
    terrain: tuple[str, ...]  # but plain: patterns of `defs` that lie over the tint
    path: str
    clip: str  # "" or the id of a clip path of `defs`
    ground: str  # on a polar or boxed board, the land around it, in a faint tint, clipped to the land
    x: float
    y: float
    plate: Plate | None
    stand: Box
    inside: str = ""  # the place it is a part of; a click on what is never chosen is one on that


class Line(Struct):
    """Path data, or `#` with the id of a path in `defs`, and the kind of `looks` it is drawn in."""

    kind: str
    path: str


class Way(Struct):
    """A link between two places, with all that is drawn for it."""

    a: str
    b: str
    kind: str
    marks: tuple[str, ...]
    label: str
    shapes: list[Line]
    signs: list[Mark] = []  # what is printed on it


class Sheet(Struct):
    """One of several maps: its frame and title."""

    id: str
    title: str
    x: float
    y: float
    w: float
    h: float


class Chip(Struct):
    """A name beside the edge of a map: where an arrow leads to on another map."""

    a: str
    b: str  # the place it names
    text: str
    x: float
    y: float
    w: float
    h: float


class StaticMap(Struct):
    """A whole static drawing."""

    view: tuple[float, float]  # width and height of the picture
    polar: bool
    defs: str  # markup: clip paths map-land and map-frame, the path map-coast, patterns map-<terrain>
    looks: dict[str, tuple[Look, ...]]  # kind of line -> attributes of each of its strokes, lowest first
    ground: list[Line]
    places: dict[str, Spot]
    lines: list[Line]
    edges: list[Way]
    symbols: dict[str, str]  # of counters, in a square of 100; currentColor is the out of ships and fists
    marks: dict[str, str]  # glyphs of terrain and marks, in a square of 100
    sizes: dict[str, float]  # of counters, plates and letters
    colours: dict[str, str]
    letters: dict[str, str]
    names: dict[str, str]
    tints: dict[str, str]  # side -> colour of land it controls
    sea_tints: dict[str, str]
    ground_tints: dict[str, str]  # on a polar or boxed board
    boxed: bool = False  # areas are boxes; `places` has parts of boxes after these
    sheets: list[Sheet] = []  # the maps, if there are several
    chips: list[Chip] = []
    captions: list[Text] = []  # names of straits and canals


def build_static_map(scene: Scene) -> StaticMap:
    """Return the static drawing of a scene's map, without the position."""
    sides = [*scene.letters, "neutral"]
    drawing = StaticMap(
        extent_of(scene.charts)[2:],
        scene.polar,
        "",
        LOOKS,
        [],
        {},
        [],
        [],
        {name: drawn_symbol(name) for name in SYMBOLS},
        {name: drawn_mark(name) for name in (*TERRAINS, *PRINTED, "star", *SIGNS, "damage")},
        {
            "counter": TOKEN if scene.polar else COUNTER,
            "small": polar_board.SMALL,
            "plate": PLATE,
            "name": SIGN_NAME_SIZE if scene.polar else NAME_SIZE,
            "glyph": SIGN if scene.polar else GLYPH,
            "label": LABEL_SIZE,
            "spacing": LABEL_SPACING,
        },
        scene.colours,
        scene.letters,
        scene.names,
        {side: ground.tint(scene, side) for side in sides},
        {side: ground.sea_tint(scene, side) for side in sides},
        {side: polar_board.land_tint(scene, side) for side in sides},
    )
    if scene.polar:
        drawing.tints["neutral"] = polar_board.NOBODY
        fill_board(drawing, scene, polar_layout_of(scene))
    elif scene.boxed:
        fill_boxes(drawing, scene, box_layout.boxed_layout_of(scene))
    else:
        fill_map(drawing, scene, layout_of(scene))
    return drawing


def rounded(value: float) -> float:
    """Return a number with one decimal."""
    return round(value, 1)


def box(rect: Rect) -> Box:
    """Return a box with rounded numbers."""
    return Box(*[rounded(value) for value in rect])


def as_lines(shapes: list[Shape]) -> list[Line]:
    """Shapes that have anything to draw."""
    return [Line(kind, path) for kind, path in shapes if path]


def way(scene: Scene, edge: Edge, shapes: list[Shape]) -> Way:
    """Return a link with its shapes."""
    a, b = scene.places[edge.a].id, scene.places[edge.b].id
    return Way(a, b, edge.kind, edge.marks, edge.label, as_lines(shapes))


def spot(place: Place, path: str, clip: str, at: Point, plate: Plate | None, stand: Rect) -> Spot:
    """Return a place with its drawing."""
    return Spot(
        place.choice,
        place.name,
        place.kind,
        place.country,
        place.region,
        tuple([t for t in place.terrain if t in TERRAINS]),
        path,
        clip,
        "",
        rounded(at[0]),
        rounded(at[1]),
        plate,
        box(stand),
    )


# ---------------------------------------------------------------- areas side by side


def fill_map(drawing: StaticMap, scene: Scene, layout: Layout) -> None:
    """Add the map with its areas side by side."""
    below = ground.ground_of(scene, layout)
    frame = ground.frame_of(layout)
    drawing.defs = below.definitions(frame)
    drawing.ground = as_lines([Shape("sea", frame), *below.sea_borders(), *below.shore()])
    lands, waters = below.lands(), below.waters()
    for i, place in enumerate(scene.places):
        at = layout.at[i]
        if i in layout.boxes:
            room = layout.boxes[i]
            plate = area_plate(place, Rect(room.x, room.y, room.w, PLATE))
            stand = Rect(room.x + 5, room.y + PLATE + 6, room.w - 10, room.h - PLATE - 10)
            path = f"M{room.x:.1f} {room.y:.1f}h{room.w:.1f}v{room.h:.1f}h{-room.w:.1f}Z"
            drawing.places[place.id] = spot(place, path, "", at, plate, stand)
        elif i in layout.labels:
            plate = label_plate(place, layout.labels[i])
            drawing.places[place.id] = spot(place, "", "", at, plate, layout.labels[i])
        else:
            block = layout.block(i)
            name = layout.plates[i].around(at[0], block.y + block.h - PLATE / 2)
            stand = Rect(block.x, block.y, block.w, COUNTER)
            sea = i in waters
            path, clip = (waters[i], "map-frame") if sea else (lands.get(i, ""), below.clip)
            drawing.places[place.id] = spot(place, path, clip, at, area_plate(place, name), stand)
    boxes = [Shape("box", drawing.places[scene.places[i].id].path) for i in layout.boxes]
    drawing.lines = as_lines([*below.borders(), *below.barriers(), *boxes])
    for edge in scene.edges:
        drawing.edges.append(way(scene, edge, [*below.way(edge), *below.marks_of(edge)]))
    if isinstance(layout, Panes):
        fill_panes(drawing, scene, layout)


def fill_panes(drawing: StaticMap, scene: Scene, layout: Panes) -> None:
    """Add the frames and titles of several maps, arrows between them, and the names of passages."""
    drawing.lines += as_lines([Shape("map_edge", ground.frame_of(layout))])
    drawing.sizes |= {"chip": CHIP_SIZE}
    for part in layout.parts:
        drawing.sheets.append(Sheet(part.chart.id, part.chart.title, *[rounded(v) for v in part.frame]))
    for number, chips in layout.chips(scene.edges).items():
        for chip in chips:
            drawing.edges[number].shapes += as_lines(lines.map_link(chip.line))
            here, there = scene.places[chip.place], scene.places[chip.other]
            drawing.chips.append(Chip(here.id, there.id, there.name, *[rounded(v) for v in chip.box]))
    for text, x, y in captions(scene, layout):
        drawing.captions.append(Text(text, rounded(x), rounded(y), "middle"))
    for country in {p.country for p in scene.places if p.country}:
        drawing.marks[f"home:{country}"] = drawn_flag(scene.colours.get(country, CLOSED))


def area_plate(place: Place, rect: Rect) -> Plate:
    """Return the plate of an area: disc, name, glyphs."""
    x = rect.x + rect.h + 2.5
    width = text_width(place.name, NAME_SIZE, True)
    name = Text(place.name, rounded(x), rounded(rect.y + rect.h * 0.76), "start", rounded(width))
    x += width + 2
    texts = [name]
    if figures_of(place):
        wide = text_width(figures_of(place), NAME_SIZE, True)
        texts.append(Text(figures_of(place), rounded(x + 2), name.y, "start", rounded(wide)))
        x += wide + 4
    glyphs: list[Mark] = []
    for mark in glyphs_of(place):
        glyphs.append(Mark(mark, rounded(x), rounded(rect.y + (rect.h - GLYPH) / 2), GLYPH))
        x += GLYPH + 1
    return plate_of("plate", place, rect, NAME_SIZE, texts, glyphs)


def plate_of(
    kind: str, place: Place, rect: Rect, size: float, lines: list[Text], glyphs: list[Mark]
) -> Plate:
    """Return a plate with a disc at its left end, or a label without one."""
    half = rect.h / 2
    disc = (rounded(rect.x + half), rounded(rect.y + half), rounded(half)) if kind == "plate" else None
    x, y, w, h = [rounded(value) for value in rect]
    return Plate(kind, x, y, w, h, place.name, size, lines, disc, glyphs)


def label_plate(place: Place, rect: Rect) -> Plate:
    """Return the name of a sea zone or of a closed country, without a plate."""
    lines = [
        Text(
            line,
            rounded(rect.x + rect.w / 2),
            rounded(rect.y + (n + 0.82) * (LABEL_SIZE + 2)),
            "middle",
        )
        for n, line in enumerate(label_lines(place.name, rect))
    ]
    return plate_of(place.kind, place, rect, LABEL_SIZE, lines, [])


# ---------------------------------------------------------------- a polar board


def fill_board(drawing: StaticMap, scene: Scene, layout: PolarLayout) -> None:
    """Add the board around the pole."""
    drawing.defs = polar_board.definitions(layout)
    drawing.ground = as_lines(polar_board.below(layout))
    lands = polar_board.lands(layout)
    for i, place in enumerate(scene.places):
        x, y = layout.centre(i)
        r = layout.radius(i)
        sign = outline([corners(place.kind, x, y, r)])
        inside = Rect(0, 0, 2 * TOKEN + 1.5, 2 * TOKEN + 1.5).around(x, y)
        area = spot(place, sign, "", (x, y), sign_plate(layout, i), inside)
        area.ground = lands.get(i, "")
        drawing.places[place.id] = area
    drawing.lines = as_lines([Shape("coast", f"#{COAST}"), Shape("rim", polar_board.OVAL)])
    spots = polar_board.triangles(scene.edges, layout)
    for n, edge in enumerate(scene.edges):
        shapes = polar_board.link(edge, layout)
        kind = f"{edge.label}_triangle"
        shapes += [Shape(kind, outline([polar_board.tip_and_base(*at)])) for at in spots.get(n, [])]
        drawing.edges.append(way(scene, edge, shapes))


def sign_plate(layout: PolarLayout, i: int) -> Plate:
    """Return the name below a sign, with the stars left of the sign and the buildings right of it."""
    place, rect = layout.places[i], layout.name(i)
    x, y = layout.centre(i)
    r = layout.radius(i)
    glyphs: list[Mark] = []
    for names, left in (
        (
            [star for mark in place.marks if mark in STARS for star in ["star"] * STARS[mark]],
            x - r - SIGN - 0.5,
        ),
        ([mark for mark in place.marks if mark in SIGNS], x + r + 0.5),
    ):
        top = y - len(names) * (SIGN + 1) / 2
        glyphs += [
            Mark(name, rounded(left), rounded(top + n * (SIGN + 1)), SIGN) for n, name in enumerate(names)
        ]
    x, y = rounded(rect.x + rect.h + 2.5), rounded(rect.y + rect.h * 0.78)
    text = Text(place.name, x, y, "start", rounded(text_width(place.name, SIGN_NAME_SIZE, True)))
    return plate_of("plate", place, rect, SIGN_NAME_SIZE, [text], glyphs)


# ---------------------------------------------------------------- a boxed board


def fill_boxes(drawing: StaticMap, scene: Scene, layout: box_layout.BoxedLayout) -> None:
    """Add the board of boxes."""
    drawing.boxed = True
    drawing.looks = box_board.looks_of(scene)
    drawing.defs = box_board.definitions(layout)
    drawing.ground = as_lines(box_board.below())
    drawing.tints["neutral"] = box_board.BLANK
    drawing.ground_tints = {side: box_board.land_tint(scene, side) for side in drawing.tints}
    drawing.sizes |= {"counter": box_layout.TOKEN, "plate": box_layout.PLATE, "name": box_layout.NAME_SIZE}
    lands = layout.lands()
    for i, place in enumerate(scene.places):
        path, middle, stand = box_board.path_of(layout, i), layout.centre(i), layout.stand(i)
        part = spot(place, path, "", middle, box_plate(layout, i), stand)
        part.ground = trail(lands[i]) if i in lands else ""
        part.name = ", ".join([place.name, *[scene.names.get(t, t) for t in place.terrain]])
        part.terrain = ()  # sectors have a sign, no pattern
        part.inside = place.inside
        drawing.places[place.id] = part
    drawing.lines = as_lines([box_board.rim(layout, i) for i in range(len(scene.places))])
    for edge in scene.edges:
        drawing.edges.append(way(scene, edge, box_board.link(edge, layout)))
        drawing.edges[-1].signs = [
            Mark(
                name,
                rounded(x - box_board.ON_LINK / 2),
                rounded(y - box_board.ON_LINK / 2),
                box_board.ON_LINK,
            )
            for name, (x, y) in box_board.link_signs(edge, layout)
        ]
    used = {mark.name for part in drawing.places.values() if part.plate for mark in part.plate.glyphs}
    used |= {mark.name for edge in drawing.edges for mark in edge.signs}
    drawing.marks |= {name: box_board.drawn_sign(scene, name) for name in sorted(used)}


def box_plate(layout: box_layout.BoxedLayout, i: int) -> Plate:
    """Return the plate of a box, or the name and the sign of a part."""
    place = layout.places[i]
    signs = [Mark(name, rounded(x), rounded(y), size) for name, x, y, size in box_board.glyphs(layout, i)]
    if place.inside:
        size = box_layout.SMALL_NAME
        lines = [
            Text(text, rounded(x), rounded(y), "middle", rounded(text_width(text, size)))
            for text, x, y in box_board.words(layout, i)
        ]
        return plate_of(place.kind, place, layout.room(i), size, lines, signs)
    rect = box_board.plate_of(layout, i)
    x, y = rounded(rect.x + rect.h + 2.5), rounded(rect.y + rect.h * 0.76)
    width = rounded(text_width(box_layout.numbered(place), box_layout.NAME_SIZE, True))
    name = Text(box_layout.numbered(place), x, y, "start", width)
    return plate_of("plate", place, rect, box_layout.NAME_SIZE, [name], signs)


# ---------------------------------------------------------------- small drawings


def drawn_symbol(name: str) -> str:
    """Return the symbol of a counter in a square of 100; its field is 96 wide and 62 high."""
    out = SvgWriter()
    symbol(out, name, 2, 19, 96, 62, 5.6, "currentColor")
    return "".join(out.parts)


def drawn_flag(colour: str) -> str:
    """Return the flag of a home country in a square of 100."""
    out = SvgWriter()
    flag(out, colour, 6, 6, 88)
    return "".join(out.parts)


def drawn_mark(name: str) -> str:
    """Return the glyph of a terrain or mark in a square of 100."""
    out = SvgWriter()
    if name == "damage":
        burst(out, 50, 50, 46)
    else:
        glyph(out, name, 6, 6, 88)
    return "".join(out.parts)
