"""Several maps on one table: side by side, each by itself, with arrows from one to the other."""

from functools import lru_cache
from itertools import combinations

import pytest

import sandtable
from sandtable.draw import svg
from sandtable.draw.layout import GUTTER, PANE, extent_of, frames_of
from sandtable.draw.multi_map import Panes, layout_of, map_alone, within
from sandtable.draw.projection import Lambert, Miller, projection_of, turned
from sandtable.draw.rect import Rect
from sandtable.draw.static_map import StaticMap, build_static_map
from sandtable.engine.scene import Chart, Scene

EAST = Chart("east", "East", "cylindrical", -40, 60, 10, 160)
NORTH = Chart("north", "North", "conic", 30, 60, 45, 15)


@lru_cache
def scene_of() -> Scene:
    match = sandtable.new("blitzkrieg_general", seed=7)
    return match.game.scene(match.state, seat=0)


@lru_cache
def drawing_of() -> StaticMap:
    return build_static_map(scene_of())


def panes(drawn: bool = True) -> Panes:
    layout = layout_of(scene_of(), drawn)
    assert isinstance(layout, Panes)
    return layout


def holds(frame: Rect, x: float, y: float) -> bool:
    return frame.x <= x <= frame.x + frame.w and frame.y <= y <= frame.y + frame.h


def test_maps_lie_side_by_side_with_room_between_them() -> None:
    assert len(frames_of(())) == 1 and extent_of(()) == frames_of(())[0]
    left, right = frames_of((NORTH, EAST))
    assert right.x - (left.x + left.w) == 2 * GUTTER and left.y == right.y > 0
    assert extent_of((NORTH, EAST)).w == 2 * (PANE[0] + 2 * GUTTER)
    assert frames_of((EAST,)) == [Rect(0, 0, *PANE)]


def test_a_chart_says_how_it_is_projected() -> None:
    assert isinstance(projection_of(()), Lambert)
    assert isinstance(projection_of((NORTH,)), Lambert) and isinstance(projection_of((EAST,)), Miller)
    miller = Miller(160)
    assert miller(160, 0)[0] == 0 and abs(miller(160, 0)[1]) < 1e-9
    assert miller(170, 0)[0] > 0 > miller(150, 0)[0] and miller(160, 50)[1] < 0


def test_a_line_across_the_date_line_stays_in_one_piece() -> None:
    line = turned([(170.0, 1.0), (-170.0, 2.0), (-150.0, 3.0)], 160)
    assert line == [(170, 1), (190, 2), (210, 3)]
    assert turned([(-170.0, 0.0)], 160) == [(190, 0)] and turned([(190.0, 0.0)], 0) == [(-170, 0)]
    # a ring told in another turn comes to where the map shows it
    assert turned([(350.0, 0.0), (400.0, 0.0)], 0) == [(-10, 0), (40, 0)]


@pytest.mark.parametrize("drawn", (True, False))
def test_every_place_lies_on_its_own_map(drawn: bool) -> None:
    layout, scene = panes(drawn), scene_of()
    frame_of = {part.chart.id: part.frame for part in layout.parts}
    for i, place in enumerate(scene.places):
        assert holds(frame_of[place.map], *layout.at[i]), place.id
    for box, other in combinations([layout.block(i) for i in layout.areas], 2):
        assert box.shared(other) < 12


def test_without_kept_shapes_cells_and_coasts_stay_on_their_maps() -> None:
    layout, scene = panes(False), scene_of()
    frame_of = {part.chart.id: part.frame for part in layout.parts}
    near = layout.nearest
    for owner, cell in zip(near.owner, near.cells, strict=True):
        if owner >= 0:
            for x, y in cell.corners:
                assert holds(frame_of[scene.places[owner].map], round(x, 6), round(y, 6))
    for i in layout.cell_of:
        assert near.owner[layout.cell_of[i]] == i
    for ring in layout.coast:
        assert any(all(holds(f, round(x, 6), round(y, 6)) for x, y in ring) for f in frame_of.values())
    assert svg(scene).count("<path") > 100


def test_a_ring_is_cut_at_the_edges_of_a_frame() -> None:
    square = [(-5.0, -5.0), (5.0, -5.0), (5.0, 5.0), (-5.0, 5.0)]
    cut = within(square, Rect(0, 0, 10, 10))
    assert set(cut) == {(0, 0), (5, 0), (5, 5), (0, 5)}
    assert within(square, Rect(20, 20, 5, 5)) == []


def test_a_map_alone_has_its_places_and_the_links_between_them() -> None:
    scene = scene_of()
    for part in panes().parts:
        alone = map_alone(scene, part)
        assert {p.map for p in alone.places} == {part.chart.id} and alone.charts == (part.chart,)
        assert len(alone.edges) == sum(
            scene.places[e.a].map == scene.places[e.b].map == part.chart.id for e in scene.edges
        )


def test_a_link_between_maps_is_an_arrow_at_both_that_names_the_other_end() -> None:
    scene, drawing = scene_of(), drawing_of()
    across = [
        way
        for way, edge in zip(drawing.edges, scene.edges, strict=True)
        if scene.places[edge.a].map != scene.places[edge.b].map
    ]
    assert len(across) == 10
    for way in across:
        assert [shape.kind for shape in way.shapes].count("map_link") == 2
        assert {(way.a, way.b), (way.b, way.a)} <= {(chip.a, chip.b) for chip in drawing.chips}
    assert len(drawing.chips) == 20


def test_names_beside_the_maps_hide_nothing() -> None:
    drawing = drawing_of()
    boxes = [Rect(c.x, c.y, c.w, c.h) for c in drawing.chips]
    for one, other in combinations(boxes, 2):
        assert not one.hits(other)
    sheets = [Rect(s.x, s.y, s.w, s.h) for s in drawing.sheets]
    assert not any(box.hits(sheet) for box in boxes for sheet in sheets)
    for chip in drawing.chips:
        assert chip.text == drawing.places[chip.b].name
        assert chip.x >= 0 and chip.x + chip.w <= drawing.view[0]


def test_maps_have_titles_and_passages_names() -> None:
    scene, drawing = scene_of(), drawing_of()
    assert [sheet.title for sheet in drawing.sheets] == [chart.title for chart in scene.charts]
    named = {t.text for t in drawing.captions}
    assert named == {"Skagerrak", "Straits of Gibraltar", "Bosporus", "Suez Canal", "Straits of Malaya"}
    picture = svg(scene)
    for words in (*named, *[chart.title for chart in scene.charts]):
        assert f">{words}</text>" in picture


def test_plates_show_flags_of_homes_and_figures() -> None:
    drawing = drawing_of()
    plate = drawing.places["paris"].plate
    assert plate is not None
    assert [line.text for line in plate.lines] == ["Paris", "4/2"]
    assert "home:france" in [mark.name for mark in plate.glyphs] and "home:france" in drawing.marks
    right = plate.glyphs[-1].x + plate.glyphs[-1].size
    assert right <= plate.x + plate.w
