"""The map itself: water, land in the colours of its holders, borders, ways and what lies across them."""

from typing import Final, Protocol

from sandtable.draw.cell_ground import NearestGround
from sandtable.draw.layout import HEIGHT, LABEL_SIZE, LABEL_SPACING, MAP_WIDTH, Layout, label_lines
from sandtable.draw.shape_ground import DrawnGround
from sandtable.draw.styles import Shape, paint
from sandtable.draw.svg_writer import CLOSED, WATER, SvgWriter, mix
from sandtable.engine.scene import Edge, Scene

INLAND: Final = "#57534b"  # names of closed countries
FRAME: Final = f"M0 0H{MAP_WIDTH:g}V{HEIGHT:g}H0Z"


class Ground(Protocol):
    """The static ground of a map in shapes."""

    clip: str  # the id of what areas on land are cut by, or nothing

    def definitions(self, frame: str) -> str: ...
    def waters(self) -> dict[int, str]: ...
    def lands(self) -> dict[int, str]: ...
    def shore(self) -> list[Shape]: ...
    def sea_borders(self) -> list[Shape]: ...
    def borders(self) -> list[Shape]: ...
    def barriers(self) -> list[Shape]: ...
    def way(self, edge: Edge) -> list[Shape]: ...
    def marks_of(self, edge: Edge) -> list[Shape]: ...


def ground_of(scene: Scene, layout: Layout) -> Ground:
    """Return the ground with its drawn shapes, or as cells around the places."""
    if layout.shapes is not None:
        return DrawnGround(scene, layout, layout.shapes)
    return NearestGround(scene, layout)


def frame_of(layout: Layout) -> str:
    """Return the edges of the map or maps, as a path."""
    return "".join(
        f"M{frame.x:g} {frame.y:g}H{frame.x + frame.w:g}V{frame.y + frame.h:g}H{frame.x:g}Z"
        for frame in layout.frames
    )


def draw_ground(out: SvgWriter, scene: Scene, layout: Layout) -> None:
    """Draw everything below names and counters."""
    ground = ground_of(scene, layout)
    out.open("defs")
    frame = frame_of(layout)
    out.parts.append(ground.definitions(frame))
    out.close("defs")
    out.open("g", clip_path="url(#map-frame)")
    paint(out, [Shape("sea", frame)])
    for i, path in ground.waters().items():
        colour = sea_tint(scene, scene.places[i].owner) if i >= 0 else CLOSED
        out.add("path", d=path, class_="cell", data_place=scene.places[i].id if i >= 0 else "", fill=colour)
    paint(out, [*ground.sea_borders(), *ground.shore()])
    out.open("g", **({"clip_path": f"url(#{ground.clip})"} if ground.clip else {}))
    for i, path in ground.lands().items():
        place = scene.places[i]
        out.add("path", d=path, class_="cell", data_place=place.id, fill=tint(scene, place.owner))
        for terrain in place.terrain:
            if terrain != "plain":
                out.add("path", d=path, fill=f"url(#map-{terrain})")
    out.close("g")
    paint(out, [*ground.borders(), *ground.barriers()])
    for edge in scene.edges:
        paint(out, ground.way(edge))
    for edge in scene.edges:
        paint(out, ground.marks_of(edge))
    names(out, scene, layout)
    out.close("g")


def sea_tint(scene: Scene, side: str) -> str:
    """Return the colour of a sea that a side controls."""
    return WATER if side == "neutral" else mix(WATER, scene.colours.get(side, WATER), 0.26)


def tint(scene: Scene, side: str) -> str:
    """Return the soft colour of ground a side controls."""
    if side == "neutral":
        return "#f1eddc"
    return mix(scene.colours.get(side, CLOSED), "#ffffff", 0.42)


def names(out: SvgWriter, scene: Scene, layout: Layout) -> None:
    """Names of sea zones in italics, of closed countries in grey."""
    for i, box in layout.labels.items():
        place = scene.places[i]
        sea = place.kind == "sea"
        out.open("g", class_="place", data_place=place.id)
        for n, line in enumerate(label_lines(place.name, box)):
            out.text(
                box.x + box.w / 2, box.y + (n + 0.82) * (LABEL_SIZE + 2), line, LABEL_SIZE,
                fill="#2f5a7a" if sea else INLAND,
                font_style="italic" if sea else "normal",
                letter_spacing=LABEL_SPACING,
                text_anchor="middle",
                stroke=WATER if sea else CLOSED, stroke_width=2.5, stroke_opacity=0.7, paint_order="stroke",
            )  # fmt: skip
        out.close("g")
