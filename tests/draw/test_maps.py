"""The drawn maps against the games' links: each a border or a connector, and bars where there is none."""

from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.draw.counter_layout import arrange
from sandtable.draw.counters import text_colour
from sandtable.draw.ground import INLAND
from sandtable.draw.layout import surface
from sandtable.draw.lines import length, offset, points_along
from sandtable.draw.link_curves import holds
from sandtable.draw.multi_map import layout_of
from sandtable.draw.polar_layout import polar_layout_of
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shape_ground import DrawnGround, at_least, joined_up
from sandtable.draw.shapes import (
    EDGE,
    FOLDER,
    POOL,
    Arc,
    Shapes,
    head_of,
    inside,
    joined,
    kept,
    key_of,
    read_points,
    remark,
    write_points,
)
from sandtable.draw.static_map import StaticMap, build_static_map
from sandtable.draw.svg_writer import CLOSED, WATER, steps, trail
from sandtable.engine.scene import Scene

FLAT = ("downfall", "on_to_berlin", "blitzkrieg_general")
MAPS = {"blitzkrieg_general": 2}  # on one table, where there is more than one
BOARDS: tuple[dict[str, Any], ...] = (
    {},
    {"arctic": True},
    {"board": "alternative"},
    {"board": "alternative", "arctic": True},
    {"scenario": "solo"},
    {"scenario": "rise_of_the_axis"},
)


@lru_cache
def scene_of(slug: str) -> Scene:
    match = sandtable.new(slug, seed=7)
    return match.game.scene(match.state, seat=None)


@lru_cache
def drawing_of(slug: str) -> StaticMap:
    return build_static_map(scene_of(slug))


def shapes_of(slug: str) -> Shapes:
    shapes = layout_of(scene_of(slug)).shapes
    assert shapes is not None, "the map has changed: run tools/maps.sh"
    return shapes


def ground_of(slug: str) -> DrawnGround:
    return DrawnGround(scene_of(slug), layout_of(scene_of(slug)), shapes_of(slug))


def lines_of(path: str) -> list[list[Point]]:
    """The points of path data with steps."""
    found: list[list[Point]] = []
    for part in path.split("M")[1:]:
        start, _, rest = part.rstrip("z").partition("l")
        values = numbers(start)
        line = [(values[0], values[1])]
        values = numbers(rest)
        for n in range(0, len(values), 2):
            line.append((line[-1][0] + values[n], line[-1][1] + values[n + 1]))
        found.append(line)
    return found


def numbers(text: str) -> list[float]:
    """Numbers as in path data, which a sign or a second point ends as well as a space."""
    found: list[str] = [""]
    for sign in text:
        if sign in " -" or (sign == "." and "." in found[-1]):
            found.append("" if sign == " " else sign)
        else:
            found[-1] += sign
    return [float(word) for word in found if word]


def middle(points: list[Point]) -> Point:
    return points_along(points, 1)[0][0]


def is_near(point: Point, lines: list[list[Point]], limit: float) -> bool:
    x, y = point
    return any(
        (px - x) ** 2 + (py - y) ** 2 <= limit * limit
        for line in lines
        if len(line) > 1
        for (px, py), _ in points_along(line, max(int(length(line)), 1))
    )


# ---------------------------------------------------------------- against the links


@pytest.mark.parametrize("slug", FLAT)
def test_every_link_is_a_border_that_can_be_seen_or_a_connector(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    wanting: list[str] = []
    connectors = 0
    for way, edge in zip(drawing_of(slug).edges, scene.edges, strict=True):
        if edge.kind == "front" or {scene.places[edge.a].kind, scene.places[edge.b].kind} & {"box"}:
            continue
        if scene.places[edge.a].map != scene.places[edge.b].map:
            continue  # an arrow at both ends
        shared = sum(length(arc.points) for arc in shapes.border(edge.a, edge.b))
        connectors += edge.kind == "land" and shared < 4
        drawn = {"land": "connector", "coast": "coast_way", "sea": "coast_way"}.get(edge.kind, edge.kind)
        if shared < 4 and drawn not in [shape.kind for shape in way.shapes]:
            wanting.append(f"{way.a}-{way.b}")
    assert wanting == []
    assert connectors <= 2 * MAPS.get(slug, 1)


@pytest.mark.parametrize("slug", FLAT)
def test_no_two_areas_touch_without_a_link_unless_the_border_is_barred(slug: str) -> None:
    scene, shapes, drawing = scene_of(slug), shapes_of(slug), drawing_of(slug)
    places = scene.places
    number = {p.id: i for i, p in enumerate(places)}
    linked = {frozenset((e.a, e.b)) for e in scene.edges}
    linked |= {
        frozenset((i, number[mark[6:]]))
        for i, p in enumerate(places)
        for mark in p.marks
        if mark.startswith("coast:")
    }
    bars = [
        line
        for shape in drawing.lines
        if shape.kind in ("barrier", "closed_coast")
        for line in lines_of(shape.path)
    ]
    borders, unmarked = 0, []
    for (a, b), arcs in shapes.between.items():
        kinds = sorted((places[a].kind, places[b].kind)) if min(a, b) >= 0 else ["closed"]
        if "closed" in kinds or frozenset((a, b)) in linked:
            continue
        if kinds == ["sea", "sea"] and slug == "downfall":
            continue  # armies do not go from sea to sea there, and nothing tells which seas touch
        for arc in arcs:
            borders += 1
            if not is_near(middle(arc.points), bars, 1.5):
                unmarked.append((places[a].id, places[b].id))
    assert unmarked == []
    assert borders <= 45 * MAPS.get(slug, 1)


@pytest.mark.parametrize("slug", FLAT)
def test_coasts_are_where_the_game_has_them(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    number = {p.id: i for i, p in enumerate(scene.places)}
    for i, place in enumerate(scene.places):
        for mark in place.marks:
            if mark.startswith("coast:") and place.kind != "box":
                assert shapes.border(i, number[mark[6:]]), (place.id, mark)


@pytest.mark.parametrize("options", BOARDS)
def test_every_link_of_the_board_is_drawn_from_sign_to_sign(options: dict[str, Any]) -> None:
    match = sandtable.new("total_domination", seed=7, **options)
    scene = match.game.scene(match.state, seat=None)
    layout = polar_layout_of(scene)
    assert layout.shapes is not None, "the board has changed: run tools/maps.sh"
    for way in build_static_map(scene).edges:
        kind = f"{way.label}_triangle" if way.kind == "triangle" else f"{way.kind}_link"
        assert [shape.kind for shape in way.shapes] == [kind] * (2 if way.kind == "triangle" else 1)
    signs = [
        Rect(0, 0, 2 * layout.radius(i), 2 * layout.radius(i)).around(*layout.centre(i)) for i in layout.at
    ]
    for one, other in combinations(signs, 2):
        assert not one.hits(other)


# ---------------------------------------------------------------- the shapes themselves


@pytest.mark.parametrize("slug", FLAT)
def test_areas_are_closed_and_do_not_overlap(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    rings = {i: shapes.rings(i) for i, p in enumerate(scene.places) if p.kind not in ("box",)}
    for i, outline in rings.items():
        assert sum(len(ring) for ring in outline) >= 8, scene.places[i].id
        # every arc of an area is in its outline once
        assert sum(len(ring) for ring in outline) == sum(len(arc.points) - 1 for arc in shapes.around[i])
    extent = layout_of(scene).extent
    for x in range(5, int(extent.w), 61):
        for y in range(5, int(extent.h), 53):
            assert sum(inside(outline, (x + 0.03, y + 0.07)) for outline in rings.values()) <= 1


@pytest.mark.parametrize("slug", FLAT)
def test_names_and_counters_lie_on_their_areas(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    layout = layout_of(scene)
    off = [
        scene.places[i].id
        for i in (*layout.areas, *layout.labels)
        if not inside(shapes.rings(i), layout.at[i])
        and not is_near(
            layout.at[i], [[*ring, ring[0]] for ring in shapes.rings(i)], 16 + 10 * (slug in MAPS)
        )
    ]
    assert off == []


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.txt")), ids=lambda path: path.stem)
def test_every_kept_map_fits_the_data_of_its_game(path: Path) -> None:
    head = head_of(path)
    match = sandtable.new(head["game"], seed=7, **head["options"])
    scene = match.game.scene(match.state, seat=None)
    assert head["key"] == key_of(scene), "the map has changed: run tools/maps.sh"
    assert set(head["at"]) == {p.id for p in scene.places if not p.inside}
    assert remark(scene) == ""


@pytest.mark.parametrize(
    "board", [*[(slug, {}) for slug in (*FLAT, "other_side")], *[("total_domination", o) for o in BOARDS]]
)
def test_every_board_of_a_game_has_a_kept_map(board: tuple[str, dict[str, Any]]) -> None:
    slug, options = board
    match = sandtable.new(slug, seed=7, **options)
    assert key_of(match.game.scene(match.state, seat=None)) in kept()


def test_no_two_kept_maps_are_of_the_same_board() -> None:
    assert len(kept()) == len(list(FOLDER.glob("*.txt")))


# ---------------------------------------------------------------- what a cartographer checks


@pytest.mark.parametrize("slug", FLAT)
def test_every_area_holds_its_name_and_room_to_be_clicked(slug: str) -> None:
    """Its polygon holds its middle, or its plate and counters do the clicking; none is a sliver."""
    scene, shapes = scene_of(slug), shapes_of(slug)
    layout = layout_of(scene)
    off = [scene.places[i].id for i in layout.areas if not inside(shapes.rings(i), layout.at[i])]
    # coastal towns whose counters stand at the shore: the plate lies on both land and sea
    assert len(off) <= 0.12 * len(layout.areas), off
    for i in layout.areas:
        size = sum(surface(ring) for ring in shapes.rings(i))
        assert size > 300, scene.places[i].id


@pytest.mark.parametrize("slug", FLAT)
def test_areas_have_no_splinters_on_land(slug: str) -> None:
    """A piece of an area that is an island may be small; one that others enclose may not."""
    scene, shapes = scene_of(slug), shapes_of(slug)
    wet = {i for i, p in enumerate(scene.places) if p.kind == "sea"} | {POOL, EDGE}
    for i, place in enumerate(scene.places):
        if place.kind not in ("land", "island"):
            continue
        coast = {point for arc in shapes.around[i] if {arc.left, arc.right} & wet for point in arc.points}
        for ring in shapes.rings(i):
            seen = surface(ring) > 4  # less is a corner where four places meet
            assert not seen or surface(ring) > 40 or set(ring) & coast, (place.id, surface(ring))


@pytest.mark.parametrize("slug", FLAT)
def test_seas_are_water_and_lie_where_their_names_are(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    layout = layout_of(scene)
    seas = [i for i, p in enumerate(scene.places) if p.kind == "sea"]
    assert len(seas) > 8
    for i in seas:
        assert sum(surface(ring) for ring in shapes.rings(i)) > 900, scene.places[i].id
        spot = layout.labels[i].middle if i in layout.labels else layout.at[i]
        rings = [[*ring, ring[0]] for ring in shapes.rings(i)]
        assert inside(shapes.rings(i), spot) or is_near(spot, rings, 16), scene.places[i].id


@pytest.mark.parametrize("slug", FLAT)
def test_terrain_is_a_pattern_and_a_glyph(slug: str) -> None:
    scene, drawing = scene_of(slug), drawing_of(slug)
    rough = 0
    for place in scene.places:
        spot = drawing.places[place.id]
        terrain = tuple(t for t in place.terrain if t != "plain")
        if place.kind in ("land", "island"):
            assert spot.terrain == terrain
            assert spot.plate is not None and [g.name for g in spot.plate.glyphs][: len(terrain)] == list(
                terrain
            )
            rough += bool(terrain)
    assert rough > 30 or slug == "on_to_berlin"


@pytest.mark.parametrize("slug", ("downfall", "blitzkrieg_general"))
def test_what_lies_across_a_border_is_drawn_at_it(slug: str) -> None:
    scene, drawing, ground = scene_of(slug), drawing_of(slug), ground_of(slug)
    kinds = {"river": "river", "line": "wall", "high_mountain": "peak", "swamp_border": "marsh"}
    told = 0
    for way, edge in zip(drawing.edges, scene.edges, strict=True):
        for mark in edge.marks:
            name = mark.partition(":")[0]
            if name in kinds and scene.places[edge.a].map == scene.places[edge.b].map:
                told += 1
                assert kinds[name] in [shape.kind for shape in way.shapes], (way.a, way.b, mark)
        borders = [arc.points for arc in ground.shapes.border(edge.a, edge.b)]
        for shape in way.shapes:
            if shape.kind == "wall":
                for line in points_of(shape.path):
                    assert is_near(middle(line), borders, 4)
    assert told > 50


def points_of(path: str) -> list[list[Point]]:
    """The points of path data with steps or without."""
    if "l" in path:
        return lines_of(path)
    parts = [part.rstrip("Z").split("L") for part in path.split("M")[1:]]
    return [[(float(x), float(y)) for x, y in (pair.split() for pair in part)] for part in parts]


@pytest.mark.parametrize("slug", FLAT)
def test_straits_and_almost_all_connectors_run_over_no_area_of_others(slug: str) -> None:
    scene, shapes, drawing = scene_of(slug), shapes_of(slug), drawing_of(slug)
    lands = [i for i, p in enumerate(scene.places) if p.kind in ("land", "island")]
    crossing: dict[tuple[str, str], str] = {}
    for way in drawing.edges:
        for shape in way.shapes:
            if shape.kind in ("connector", "strait"):
                for line in points_of(shape.path):
                    for (x, y), _ in points_along(line, 24):
                        over = {scene.places[i].id for i in lands if inside(shapes.rings(i), (x, y))}
                        if not over <= {way.a, way.b}:
                            crossing[way.a, way.b] = shape.kind
    assert set(crossing.values()) <= {"connector"} and len(crossing) <= 1, crossing


def test_landing_lines_keep_off_names_and_foreign_land() -> None:
    scene, shapes = scene_of("downfall"), shapes_of("downfall")
    layout = layout_of(scene)
    lands = [i for i, p in enumerate(scene.places) if p.kind in ("land", "island")]
    assert len(layout.crossings) == 12
    for (a, b), line in layout.crossings.items():
        others = [i for i in lands if i not in (a, b)]
        ashore = sum(inside(shapes.rings(i), point) for point in line for i in others)
        hidden = sum(holds(layout.block(i), point) for point in line for i in others)
        assert ashore <= 4 and hidden <= 2, (scene.places[a].id, scene.places[b].id, ashore, hidden)


@pytest.mark.parametrize("slug", FLAT)
def test_counters_stand_inside_their_areas_or_close_by(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    layout = layout_of(scene)
    count = inland = 0
    for i, stand in arrange(scene, layout).items():
        rings = shapes.rings(i)
        for _, box in stand.counters:
            count += 1
            inland += inside(rings, box.middle)
            outlines = [[*ring, ring[0]] for ring in rings]
            assert inside(rings, box.middle) or is_near(box.middle, outlines, 30), scene.places[i].id
    assert inland > 0.8 * count > 30


@pytest.mark.parametrize("slug", (*FLAT, "total_domination"))
def test_what_is_written_can_be_read(slug: str) -> None:
    """Letters on discs, names of seas and of closed countries have the contrast that small text needs."""
    drawing = drawing_of(slug)
    for side in drawing.letters:
        assert contrast(drawing.colours[side], text_colour(drawing.colours[side])) > 3.0, side
    assert contrast("#2f5a7a", WATER) > 4.5
    assert contrast(INLAND, CLOSED) > 4.5
    for tint in drawing.tints.values():
        assert contrast("#2b2a27", tint) > 4.5


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, as the Web Content Accessibility Guidelines measure it."""
    light = []
    for colour in (one, other):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        r, g, b = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        light.append(0.2126 * r + 0.7152 * g + 0.0722 * b)
    return (max(light) + 0.05) / (min(light) + 0.05)


# ---------------------------------------------------------------- small parts


def test_points_are_kept_as_steps() -> None:
    points = [(1.0, 2.0), (1.04, 2.0), (0.5, 3.2)]
    assert write_points(points) == "10 20 -5 12"
    assert read_points(["10", "20", "-5", "12"]) == [(1.0, 2.0), (0.5, 3.2)]


def test_path_data_is_short() -> None:
    assert steps([0, 5, -5, 10, 103, -1, 4, 8, 20, 3]) == "0 .5-.5 1 10.3-.1.4.8 2 .3"
    assert trail([[(0, 0), (1.25, 3.04), (1, 1)], [(5, 5), (5.01, 5)]]) == "M0 0l1.2 3-.2-2zM5 5h0z"
    assert lines_of("M1 2l.5.5-1 3z") == [[(1, 2), (1.5, 2.5), (0.5, 5.5)]]


def test_lines_are_joined_to_rings() -> None:
    one, two, loop = [(0.0, 0.0), (1.0, 0.0)], [(1.0, 0.0), (1.0, 1.0), (0.0, 0.0)], [(5.0, 5.0), (6.0, 5.0)]
    ring = [*loop, (5.0, 6.0), (5.0, 5.0)]
    assert joined([one, ring, two]) == [[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)], ring[:-1]]


def test_lines_that_go_on_into_each_other_are_one() -> None:
    parts = [
        [(1.0, 0.0), (2.0, 0.0)],
        [(1.0, 0.0), (0.0, 0.0)],
        [(3.0, 0.0), (2.0, 0.0)],
        [(9.0, 9.0), (8.0, 9.0)],
    ]
    whole = joined_up(parts)
    assert sorted(len(line) for line in whole) == [2, 4]
    longest = max(whole, key=len)
    assert {longest[0], longest[-1]} == {(0.0, 0.0), (3.0, 0.0)}


def test_what_runs_along_a_border_keeps_to_its_side() -> None:
    line = [(0.0, 0.0), (10.0, 0.0), (20.0, 0.0)]
    assert all(y == -2 for _, y in offset(line, 2))  # left of a way to the right is up
    assert [at for at, _ in points_along(line, 2)] == [(5.0, 0.0), (15.0, 0.0)]
    assert at_least([(4.0, 4.0), (6.0, 4.0)], 10) == [(0.0, 4.0), (10.0, 4.0)]
    assert at_least(line, 10) == line


def test_rivers_run_on_the_side_of_the_area_that_has_them() -> None:
    scene, ground = scene_of("downfall"), ground_of("downfall")
    rivers = right = 0
    for edge in scene.edges:
        for mark in edge.marks:
            name, _, where = mark.partition(":")
            if name == "river" and ground.touch(edge.a, edge.b):
                rivers += 1
                home = edge.a if scene.places[edge.a].id == where else edge.b
                shape = next(s for s in ground.marks_of(edge) if s.kind == "river")
                points = [
                    (float(x), float(y))
                    for x, y in (p.split() for p in shape.path[1:].split("M")[0].split("L"))
                ]
                right += inside(ground.shapes.rings(home), middle(points))
    assert rivers > 35 and right >= rivers - 2


def test_the_edge_of_the_map_is_no_border() -> None:
    head = '{"key": "k", "at": {"a": [1, 1]}, "labels": {}}'
    lines = [
        head,
        "arc a | 0 0 100 0",
        "arc a ~ 100 0 0 100 -100 0 0 -100",
        "river 5 5 10 10",
        "lake 1 1 5 0 0 5",
    ]
    shapes = Shapes(lines, ["a"])
    assert shapes.rings(0) == [[(0, 0), (10, 0), (10, 10), (0, 10)]]
    assert shapes.outlines({-3}) == shapes.rings(0)
    assert shapes.border(0, EDGE) == [Arc(0, EDGE, [(0, 0), (10, 0)])]
    assert len(shapes.rivers) == len(shapes.lakes) == 1
