"""How each kind of shape looks: its strokes, one above the other; and the patterns of terrain."""

from typing import Final, NamedTuple

from sandtable.draw.svg_writer import (
    CLOSED,
    DEEP,
    FOREST,
    FRONT,
    LINE,
    MARSH,
    PAPER,
    RIVER,
    ROCK,
    SAND,
    SOFT,
    WALL,
    WATER,
    SvgWriter,
    mix,
)

Look = dict[str, str]


COAST: Final = "map-coast"  # the outline of all land


class Shape(NamedTuple):
    """Path data, or `#` with the id of a path that is defined once; the kind says how it looks."""

    kind: str
    path: str


def stroke(colour: str, width: float, **more: str) -> Look:
    """Return the attributes of a line."""
    look = {"fill": "none", "stroke": colour, "stroke-width": f"{width:g}"}
    return look | {name.replace("_", "-"): value for name, value in more.items()}


def fill(colour: str, **more: str) -> Look:
    """Return the attributes of a filled shape."""
    return {"fill": colour} | {name.replace("_", "-"): value for name, value in more.items()}


def halo(colour: str, width: float) -> Look:
    """Return a pale stroke below a line, so that the line stands out."""
    return stroke(colour, width, stroke_opacity="0.75", stroke_linecap="round")


BARRED: Final = "#6e2a1c"  # where no way leads
WAY: Final = "#6b5637"
LAND_LINK: Final = "#8a5a2b"

LOOKS: Final[dict[str, tuple[Look, ...]]] = {
    "sea": (fill(WATER),),
    "graticule": (stroke("#ffffff", 0.8, stroke_opacity="0.5"),),
    "shallows": tuple(
        stroke("#ffffff", width, stroke_opacity=opacity)
        for width, opacity in ((22, "0.16"), (13, "0.2"), (6, "0.28"))
    ),
    "land": (fill(CLOSED, fill_rule="evenodd"), fill("url(#map-closed)", fill_rule="evenodd")),
    "coast": (stroke(DEEP, 0.9, stroke_linejoin="round"),),
    "border": (
        stroke("#6b6350", 2.2, stroke_opacity="0.48", stroke_linejoin="round"),  # seen on pale land too
        stroke("#ffffff", 1.2, stroke_opacity="0.9", stroke_linejoin="round"),
    ),
    "frontier": (stroke(SOFT, 1.9, stroke_linecap="round", stroke_linejoin="round"),),
    "sea_border": (stroke("#ffffff", 1.6, stroke_dasharray="7 5"),),
    "front": (
        stroke(PAPER, 5, stroke_opacity="0.8", stroke_linecap="round"),
        stroke(FRONT, 2.6, stroke_dasharray="9 4 2 4"),
    ),
    "stream": (stroke(RIVER, 0.9, stroke_opacity="0.35", stroke_linejoin="round"),),
    "lake": (fill(WATER, stroke=DEEP, stroke_width="0.5"),),
    "barrier": (
        stroke("#fffdf6", 7.5, stroke_opacity="0.8"),
        stroke(BARRED, 6.5, stroke_dasharray="1.5 2.25"),
    ),
    "closed_coast": (stroke(BARRED, 5.5, stroke_dasharray="1 3.4", stroke_opacity="0.75"),),
    "rim": (stroke(LINE, 2),),
    "box": (stroke(LINE, 1.1, stroke_linejoin="round"),),
    "way": (stroke(WAY, 1.5, stroke_opacity="0.55"),),
    "connector": (halo(PAPER, 4.4), stroke(WAY, 2, stroke_dasharray="6 3")),
    "strait": (stroke(DEEP, 2, stroke_dasharray="5 3.5"),),
    "coast_way": (stroke(DEEP, 1.1, stroke_opacity="0.5", stroke_dasharray="1.5 3"),),
    "landing": (stroke(RIVER, 2.2, stroke_dasharray="0.1 5", stroke_linecap="round"),),
    "landing_arrow": (fill(RIVER),),
    "canal": (stroke(FRONT, 1.6, stroke_dasharray="5 2.5"),),
    "canal_arrow": (fill(FRONT),),
    "passage": (halo("#ffffff", 5.2), stroke(FRONT, 2.6)),
    "passage_arrow": (fill(FRONT, stroke="#ffffff", stroke_width="0.8"),),
    "map_link": (halo("#ffffff", 4.2), stroke(WAY, 1.7, stroke_dasharray="2 3")),
    "map_link_arrow": (fill(WAY),),
    "map_edge": (stroke(LINE, 2),),
    "desk": (fill("#e8e2d3"),),
    "marsh": (halo("#ffffff", 3.2), stroke(MARSH, 1.3, stroke_linecap="round")),
    "land_link": (stroke(PAPER, 4.6, stroke_opacity="0.75"), stroke(LAND_LINK, 2.4)),
    "sea_link": (stroke(PAPER, 4.6, stroke_opacity="0.75"), stroke(RIVER, 2.4)),
    "crossing": (
        stroke(PAPER, 4.6, stroke_opacity="0.75"),
        stroke(RIVER, 2.4, stroke_dasharray="7 4"),
    ),
    "river": (halo("#ffffff", 4.6), stroke(RIVER, 2.6, stroke_linecap="round", stroke_linejoin="round")),
    "wall": (stroke(WALL, 2.4, stroke_linejoin="round"),),
    "teeth": (fill(WALL),),
    "peak": (fill(mix(ROCK, "#000000", 0.35)),),
    "snow": (fill(PAPER),),
}

# Triangles at areas that are linked by pairs of them.
TONES: Final = {
    "red": "#d9604f",
    "green": "#79b36a",
    "yellow": "#f0d264",
    "white": "#ffffff",
    "orange": "#ee9d4b",
    "purple": "#b48fce",
    "blue": "#78a6dc",
}
LOOKS.update(
    {f"{name}_triangle": (fill(tone, stroke=LINE, stroke_width="0.9"),) for name, tone in TONES.items()}
)

# Patterns of terrain and of closed ground: the side of the square that repeats, and what is in it.
PATTERNS: Final[dict[str, tuple[int, str]]] = {
    "closed": (8, f'<path d="M0 8L8 0" stroke="{mix(CLOSED, LINE, 0.2)}" stroke-width="0.8"/>'),
    "forest": (
        17,
        f'<path d="M4 3l2.6 5.4h-5.2zM12.5 11l2.6 5.4h-5.2z" fill="{FOREST}" fill-opacity="0.34"/>',
    ),
    "mountain": (
        18,
        f'<path d="M1 8l3.6-5 3.6 5M10 17l3.6-5 3.6 5" fill="none" stroke="{ROCK}" stroke-opacity="0.6" '
        'stroke-width="1.1"/>',
    ),
    "swamp": (
        16,
        f'<path d="M1 5h6M4 5v-2.6M2.6 5l-.8-2M5.4 5l.8-2M9 13h6M12 13v-2.6M10.6 13l-.8-2M13.4 13l.8-2" '
        f'stroke="{MARSH}" stroke-opacity="0.6" stroke-width="0.9" fill="none"/>',
    ),
    "desert": (
        14,
        f'<path d="M2 4h.1M7 2h.1M11 6h.1M4 9h.1M9 12h.1M13 11h.1" stroke="{SAND}" stroke-opacity="0.75" '
        'stroke-width="1.5" stroke-linecap="round"/>',
    ),
    "narrow_pass": (
        18,
        f'<path d="M2 3q3 3 0 6M8 3q-3 3 0 6M11 11q3 3 0 6M17 11q-3 3 0 6" fill="none" stroke="{WALL}" '
        'stroke-opacity="0.4" stroke-width="1"/>',
    ),
}


def coast_definitions(coast: str, frame: str) -> str:
    """Return the markup of the outline of all land, and of clipping to it and to the frame."""
    return (
        f'<path id="{COAST}" d="{coast}"/>'
        f'<clipPath id="map-land"><use href="#{COAST}" clip-rule="evenodd"/></clipPath>'
        f'<clipPath id="map-frame"><path d="{frame}"/></clipPath>'
    )


def patterns() -> str:
    """Return the definitions of all patterns as markup."""
    return "".join(
        f'<pattern id="map-{name}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse">{inside}</pattern>'
        for name, (side, inside) in PATTERNS.items()
    )


def paint(out: SvgWriter, shapes: list[Shape], looks: dict[str, tuple[Look, ...]] = LOOKS) -> None:
    """Draw shapes in their looks."""
    for kind, path in shapes:
        for look in looks[kind]:
            attributes = {name.replace("-", "_"): value for name, value in look.items()}
            if path.startswith("#"):
                out.add("use", href=path, **attributes)
            else:
                out.add("path", d=path, **attributes)
