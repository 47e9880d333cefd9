"""A component pack with another map: drawn on the kept ground if the places are the same, else as cells."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import sandtable
from sandtable.cli import app
from sandtable.draw import png, svg, text_map
from sandtable.draw.box_layout import boxed_layout_of
from sandtable.draw.layout import HEIGHT, MAP_WIDTH, label_size
from sandtable.draw.multi_map import layout_of
from sandtable.draw.polar_layout import polar_layout_of
from sandtable.draw.rect import Point
from sandtable.draw.shapes import inside, remark
from sandtable.draw.static_map import StaticMap, build_static_map
from sandtable.engine.data.pack import export_pack
from sandtable.engine.scene import Edge, Place, Scene
from tests.draw.boxes import boxed_scene

SVG = "{http://www.w3.org/2000/svg}"


def scene_of(slug: str, pack: Path | None = None, **options: Any) -> Scene:
    match = sandtable.new(slug, seed=7, pack=pack, **options)
    return match.game.scene(match.state, None)


def pack_with(folder: Path, file: str, old: str, new: str) -> Path:
    """Downfall's components with one thing changed."""
    export_pack(Path(sandtable.load_game("downfall").data_folder), folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def whole(scene: Scene) -> StaticMap:
    """The drawing of a scene, looked through: every place is in it and on the map, every line has a look."""
    drawing = build_static_map(scene)
    assert list(drawing.places) == [p.id for p in scene.places]
    for spot in drawing.places.values():
        assert 0 <= spot.x <= MAP_WIDTH and 0 <= spot.y <= HEIGHT
        assert spot.path or spot.choice < 0
    for shape in [*drawing.ground, *drawing.lines, *[s for way in drawing.edges for s in way.shapes]]:
        assert shape.path and drawing.looks[shape.kind]
    picture = ElementTree.fromstring(svg(scene))
    drawn = {g.get("data-place") for g in picture.iter(f"{SVG}g") if g.get("class") == "place"}
    assert drawn == {p.id for p in scene.places}
    return drawing


def edge_kinds(drawing: StaticMap, a: str, b: str) -> list[str]:
    return [s.kind for way in drawing.edges if {way.a, way.b} == {a, b} for s in way.shapes]


def test_other_links_keep_the_drawn_ground_with_bars_and_connectors(tmp_path: Path) -> None:
    old = '{ a = "riga", b = "tallinn", src'
    pack = pack_with(tmp_path / "pack", "links.toml", old, '{ a = "helsinki", b = "tallinn", src')
    scene, before = scene_of("downfall", pack), scene_of("downfall")
    layout = layout_of(scene)
    assert layout.shapes is not None and layout.at == layout_of(before).at
    drawing = whole(scene)
    assert edge_kinds(drawing, "helsinki", "tallinn") == ["connector"]
    number = {p.id: i for i, p in enumerate(scene.places)}
    line = layout.shapes.border(number["riga"], number["tallinn"])
    assert line, "the two share a border on the map"
    bars = [shape.path for shape in drawing.lines if shape.kind == "barrier"]
    kept = [shape.path for shape in build_static_map(before).lines if shape.kind == "barrier"]
    assert len(bars[0]) > len(kept[0])
    assert "has a bar" in remark(scene) and remark(before) == ""


def test_a_moved_area_is_drawn_as_the_ground_nearest_to_it(tmp_path: Path) -> None:
    pack = pack_with(tmp_path / "pack", "areas.toml", "lon = 23.6, lat = 56.6", "lon = 25.9, lat = 57.2")
    scene = scene_of("downfall", pack)
    layout = layout_of(scene)
    assert layout.shapes is None and "nearest" in remark(scene)
    drawing = whole(scene)
    riga, before = drawing.places["riga"], build_static_map(scene_of("downfall")).places["riga"]
    assert riga.x > before.x and riga.clip == "map-land"
    contains_its_middle(scene, drawing)


def test_an_added_area_is_drawn_with_its_links() -> None:
    scene = scene_of("downfall")
    number = {p.id: i for i, p in enumerate(scene.places)}
    added = Place(9999, "vyazma", "Vyazma", 34.5, 55.0, "land", "soviet", "ussr", ("forest",), (), "russia")
    here = len(scene.places)
    ways = [Edge(number[town], here, "land", (), "") for town in ("smolensk", "moscow")]
    larger = scene._replace(places=[*scene.places, added], edges=[*scene.edges, *ways])
    drawing = whole(larger)
    assert edge_kinds(drawing, "vyazma", "moscow") == ["way"]
    contains_its_middle(larger, drawing)
    assert "Vyazma" in text_map(larger, "russia") and png(larger, 300)[:4] == b"\x89PNG"


def contains_its_middle(scene: Scene, drawing: StaticMap) -> None:
    for place in scene.places:
        spot = drawing.places[place.id]
        if place.kind in ("land", "island"):
            rings = [corners(part) for part in spot.path.split("M")[1:]]
            assert inside(rings, (spot.x, spot.y)), place.id


def corners(part: str) -> list[Point]:
    """The corners of a cell from its path data."""
    return [(float(x), float(y)) for x, y in (pair.split() for pair in part.rstrip("Z").split("L"))]


def test_no_border_of_cells_runs_across_the_sea() -> None:
    scene = scene_of("downfall")
    moved = scene._replace(
        places=[scene.places[0]._replace(lon=scene.places[0].lon + 0.5), *scene.places[1:]]
    )
    layout = layout_of(moved)
    assert layout.shapes is None
    wet = dry = 0
    for line in build_static_map(moved).lines:
        if line.kind in ("border", "frontier"):
            for part in line.path.split("M")[1:]:
                (ax, ay), (bx, by) = corners(part)
                land = layout.land.at((ax + bx) / 2, (ay + by) / 2)
                wet, dry = wet + (not land), dry + land
    assert dry > 300 and wet < 0.03 * dry


def test_a_sea_with_another_name_is_lettered_where_it_was() -> None:
    scene = scene_of("downfall")
    at = next(i for i, p in enumerate(scene.places) if p.id == "black_sea")
    renamed = scene.places[:]
    renamed[at] = scene.places[at]._replace(name="Pontos Euxeinos")
    layout, before = layout_of(scene._replace(places=renamed)), layout_of(scene)
    assert layout.shapes is not None
    assert layout.labels[at].middle == pytest.approx(before.labels[at].middle)
    assert layout.labels[at].w == pytest.approx(label_size(["Pontos", "Euxeinos"]).w)


def test_a_polar_board_with_other_links_or_areas() -> None:
    scene = scene_of("total_domination")
    number = {p.id: i for i, p in enumerate(scene.places)}
    more = scene._replace(edges=[*scene.edges, Edge(number["brazil"], number["spain"], "sea", (), "")])
    assert polar_layout_of(more).shapes is not None
    assert edge_kinds(whole(more), "brazil", "spain") == ["sea_link"]
    added = Place(9999, "azores", "Azores", -27.0, 38.5, "island", "neutral", "", ("island",), (), "atlantic")
    larger = scene._replace(places=[*scene.places, added])
    assert polar_layout_of(larger).shapes is None
    whole(larger)


def test_a_board_of_boxes_with_an_area_more() -> None:
    scene = boxed_scene()
    added = Place(9999, "spain", "Spain", -4.0, 40.0, "area", "neutral", "", (), ("number:10",), "west")
    town = Place(
        9998, "spain_1", "Madrid", -4.0, 40.0, "sector", "neutral", "", ("rough",), (), "west", "spain"
    )
    here, sector = len(scene.places), next(i for i, p in enumerate(scene.places) if p.id == "channel_3")
    ways = [Edge(sector, here, "sea", (), "")]  # a way may lead to a part of an area too
    larger = scene._replace(places=[*scene.places, added, town], edges=[*scene.edges, *ways])
    layout = boxed_layout_of(larger)
    whole(larger)
    rooms = [layout.room(i) for i in layout.tops]
    assert not any(one.hits(other) for n, one in enumerate(rooms) for other in rooms[n + 1 :])


def test_the_check_of_a_pack_tells_how_its_map_is_drawn(tmp_path: Path) -> None:
    pack = pack_with(tmp_path / "pack", "areas.toml", "lon = 23.6, lat = 56.6", "lon = 23.9, lat = 56.6")
    result = CliRunner().invoke(app, ["pack", "check", str(pack), "--games", "0"])
    assert "nearest to it" in " ".join(result.output.split())
    told = CliRunner().invoke(app, ["pack", "check", str(pack), "--games", "0", "--json"])
    assert '"map":' in told.output
