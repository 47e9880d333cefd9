"""Where things go: on the map, apart from each other, always the same."""

from itertools import combinations

from pytest import approx

from sandtable.draw.counter_layout import arrange
from sandtable.draw.layout import HEIGHT, MAP_WIDTH, Layout
from sandtable.draw.multi_map import layout_of
from sandtable.draw.projection import Lambert, Stretch, coastline
from sandtable.draw.rect import Rect
from sandtable.draw.text_size import text_width, wrap
from sandtable.draw.voronoi import voronoi
from tests.draw.scenes import crowded_scene, start_scene


def test_areas_have_room_of_their_own() -> None:
    layout = layout_of(start_scene())
    blocks = [layout.block(i) for i in layout.cell_of] + list(layout.boxes.values())
    assert len(blocks) == 135
    for a, b in combinations(blocks, 2):
        assert not a.hits(b)
    for box in blocks:
        assert box.x >= 0 and box.y >= 0 and box.x + box.w <= MAP_WIDTH and box.y + box.h <= HEIGHT


def test_no_two_names_overlap_at_the_start_and_no_counter_hides_one() -> None:
    scene = start_scene()
    layout = layout_of(scene)
    stands = arrange(scene, layout)
    names = [stand.plate for stand in stands.values()] + list(layout.labels.values())
    assert len(names) == len(scene.places) - len(layout.boxes)
    for a, b in combinations(names, 2):
        assert not a.hits(b)
    for stand in stands.values():
        for _, counter in stand.counters:
            assert not any(counter.hits(name) for name in names)
    counters = [box for stand in stands.values() for _, box in stand.counters]
    for a, b in combinations(counters, 2):
        assert not a.hits(b)


def test_a_crowded_position_hides_no_name_and_little_else() -> None:
    scene = crowded_scene()
    layout = layout_of(scene)
    stands = arrange(scene, layout)
    plates = {i: stand.plate for i, stand in stands.items()}
    for (i, a), (j, b) in combinations(plates.items(), 2):
        assert a.shared(b) < 0.25 * a.w * a.h, (scene.places[i].name, scene.places[j].name)
    boxes = [box for stand in stands.values() for _, box in stand.counters]
    covered = sum(a.shared(b) for a, b in combinations(boxes, 2))
    assert covered < 0.05 * sum(box.w * box.h for box in boxes)


def test_neighbours_keep_their_bearings() -> None:
    scene = start_scene()
    layout = layout_of(scene)
    at = {p.id: layout.at[i] for i, p in enumerate(scene.places)}
    assert at["casablanca"][0] < at["paris"][0] < at["berlin"][0] < at["moscow"][0] < at["ufa"][0]
    assert at["trondheim"][1] < at["hamburg"][1] < at["rome"][1] < at["tripoli"][1]
    for west, east in (("paris", "reims"), ("reims", "frankfurt"), ("warsaw", "kovel"), ("kiev", "kharkov")):
        assert at[west][0] < at[east][0]
    for north, south in (
        ("leningrad", "moscow"),
        ("berlin", "prague"),
        ("london", "calais"),
        ("rome", "sicily"),
    ):
        assert at[north][1] < at[south][1]


def test_the_layout_does_not_depend_on_the_position() -> None:
    layout = layout_of(start_scene())
    assert layout_of(crowded_scene()) is layout
    computed = layout_of(start_scene(), drawn=False)
    again = Layout(layout.places, layout.links, layout.gaps, layout.ground)
    assert again.at == computed.at and again.labels == computed.labels


def test_every_area_has_a_cell_with_itself_inside() -> None:
    layout = layout_of(start_scene(), drawn=False)
    for i, n in layout.cell_of.items():
        corners = layout.nearest.cells[n].corners
        x, y = layout.at[i]
        turns = [
            (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
        ]
        assert all(t >= 0 for t in turns) or all(t <= 0 for t in turns)


def test_cells_tell_what_lies_beyond_each_side() -> None:
    left, right, below = voronoi([(2.0, 2.0), (8.0, 2.0), (5.0, 9.0)], (0, 0, 10, 10))
    assert {other for other, _, _ in left.borders()} == {-1, 1, 2}
    here = next(a + b for other, a, b in left.borders() if other == 1)
    there = next(b + a for other, a, b in right.borders() if other == 0)
    assert list(here) == approx(list(there))
    assert {other for other, _, _ in below.borders()} == {-1, 0, 1}


def test_the_projection_is_conformal_and_upright() -> None:
    lambert = Lambert()
    assert lambert(18.0, 50.0) == (0.0, 0.0)
    x, y = lambert(28.0, 50.0)
    assert x > 0 and y < 0
    step = 1e-4
    east, north = lambert(30 + step, 55.0), lambert(30.0, 55 + step)
    here = lambert(30.0, 55.0)
    across = (east[0] - here[0], east[1] - here[1])
    up = (north[0] - here[0], north[1] - here[1])
    assert abs(across[0] * up[0] + across[1] * up[1]) < 1e-15


def test_no_coast_runs_across_the_whole_map() -> None:
    """Land on both sides of the date line once drew a band of land through the Norwegian Sea."""
    for ring in coastline():
        for (a, _), (b, _) in zip(ring, ring[1:] + ring[:1], strict=True):
            assert abs(a - b) < 90


def test_a_stretch_goes_one_way_and_gives_crowds_room() -> None:
    stretch = Stretch([0.0, 0.1, 0.2, 0.3, 1.0], 0, 100, 0.6, 0.2)
    values = [stretch(x / 50) for x in range(-10, 61)]
    assert values == sorted(values)
    assert stretch(0.0) == 0 and abs(stretch(1.0) - 100) < 1e-9
    assert stretch(0.3) > 40


def test_texts_are_measured_and_folded() -> None:
    assert text_width("WWW", 10) > text_width("iii", 10)
    assert text_width("Riga", 10, bold=True) > text_width("Riga", 10)
    assert text_width("ö", 10) > 0
    lines = wrap("one two three", 10, text_width("one two", 10))
    assert lines == ["one two", "three"]
    assert wrap("", 10, 50) == [""]


def test_boxes_know_when_they_meet() -> None:
    a, b = Rect(0, 0, 10, 10), Rect(12, 0, 10, 10)
    assert not a.hits(b) and a.hits(b, 3)
    assert a.shared(Rect(5, 5, 10, 10)) == 25 and a.shared(b) == 0
    assert b.middle == (17, 5) and a.around(17, 5) == b
