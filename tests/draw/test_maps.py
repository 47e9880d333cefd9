"""The drawn maps against the games' links: each a border or a connector, and bars where there is none."""

from functools import lru_cache
from itertools import combinations
from typing import Any

import pytest

import sandtable
from sandtable.draw import svg
from sandtable.draw.base import Base, base
from sandtable.draw.drawn import DrawnGround, at_least, joined_up
from sandtable.draw.ink import steps, trail
from sandtable.draw.layout import layout_of
from sandtable.draw.lines import length, offset, stations
from sandtable.draw.polar import polar_layout_of
from sandtable.draw.rect import Point, Rect
from sandtable.draw.shapes import EDGE, Arc, Shapes, joined, kept, read_points, write_points
from sandtable.engine.scene import Scene

FLAT = ("downfall", "on_to_berlin")
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
def drawing_of(slug: str) -> Base:
    return base(scene_of(slug))


def shapes_of(slug: str) -> Shapes:
    shapes = layout_of(scene_of(slug)).shapes
    assert shapes is not None, "the map has changed: run tools/maps.py"
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
    return stations(points, 1)[0][0]


def is_near(point: Point, lines: list[list[Point]], limit: float) -> bool:
    x, y = point
    return any(
        (px - x) ** 2 + (py - y) ** 2 <= limit * limit
        for line in lines
        if len(line) > 1
        for (px, py), _ in stations(line, max(int(length(line)), 1))
    )


def inside(rings: list[list[Point]], point: Point) -> bool:
    x, y = point
    odd = False
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


# ---------------------------------------------------------------- against the links


@pytest.mark.parametrize("slug", FLAT)
def test_every_link_is_a_border_that_can_be_seen_or_a_connector(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    wanting: list[str] = []
    connectors = 0
    for way, edge in zip(drawing_of(slug).edges, scene.edges, strict=True):
        if edge.kind == "front" or {scene.places[edge.a].kind, scene.places[edge.b].kind} & {"box"}:
            continue
        shared = sum(length(arc.points) for arc in shapes.border(edge.a, edge.b))
        connectors += edge.kind == "land" and shared < 4
        drawn = {"land": "connector", "coast": "coast_way", "sea": "coast_way"}.get(edge.kind, edge.kind)
        if shared < 4 and drawn not in [shape.kind for shape in way.shapes]:
            wanting.append(f"{way.a}-{way.b}")
    assert wanting == []
    assert connectors <= 2


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
    assert borders <= 45


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
    assert layout.shapes is not None, "the board has changed: run tools/maps.py"
    for way in base(scene).edges:
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
        assert sum(len(ring) for ring in outline) > 8, scene.places[i].id
        # every arc of an area is in its outline once
        assert sum(len(ring) for ring in outline) == sum(len(arc.points) - 1 for arc in shapes.around[i])
    for x in range(5, 1318, 61):
        for y in range(5, 1010, 53):
            assert sum(inside(outline, (x + 0.03, y + 0.07)) for outline in rings.values()) <= 1


@pytest.mark.parametrize("slug", FLAT)
def test_names_and_counters_lie_on_their_areas(slug: str) -> None:
    scene, shapes = scene_of(slug), shapes_of(slug)
    layout = layout_of(scene)
    off = [
        scene.places[i].id
        for i in (*layout.areas, *layout.labels)
        if not inside(shapes.rings(i), layout.at[i])
        and not is_near(layout.at[i], [[*ring, ring[0]] for ring in shapes.rings(i)], 16)
    ]
    assert off == []


def test_every_kept_map_belongs_to_a_game() -> None:
    used = set()
    for slug, options in [*[(slug, {}) for slug in FLAT], *[("total_domination", o) for o in BOARDS]]:
        match = sandtable.new(slug, seed=7, **options)
        scene = match.game.scene(match.state, seat=None)
        layout = polar_layout_of(scene) if scene.polar else layout_of(scene)
        used.add(id(layout.shapes))
        assert layout.shapes is not None
    assert len(kept()) == 6


def test_a_map_of_another_pack_is_drawn_without_shapes() -> None:
    scene = scene_of("downfall")
    moved = [scene.places[0]._replace(lon=scene.places[0].lon + 0.5), *scene.places[1:]]
    other = scene._replace(places=moved)
    assert layout_of(other).shapes is None
    assert "map-land" in svg(other)
    drawing = base(other)
    assert {edge.kind for edge in drawing.edges} == {edge.kind for edge in scene.edges}
    assert drawing.places["riga"].clip == "map-land" and drawing_of("downfall").places["riga"].clip == ""


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
    assert [at for at, _ in stations(line, 2)] == [(5.0, 0.0), (15.0, 0.0)]
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
