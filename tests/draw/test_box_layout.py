"""A board of boxes: what is where, apart from each other, and drawn the same for picture and browser."""

from itertools import combinations, pairwise
from xml.etree import ElementTree

import msgspec
import pytest

import sandtable
from sandtable.draw import area_card, png, svg, text_map
from sandtable.draw.box_board import laid, link_signs
from sandtable.draw.box_layout import RADIUS, boxed_layout_of, sites_of
from sandtable.draw.layout import HEIGHT, MAP_WIDTH
from sandtable.draw.link_curves import curve, holds, route_curve
from sandtable.draw.rect import Rect
from sandtable.draw.side_panels import ROOM, TEXT, legend_table
from sandtable.draw.static_map import StaticMap, build_static_map
from sandtable.draw.text_size import text_width
from sandtable.engine.scene import Piece
from tests.draw.boxes import AREAS, boxed_scene

SVG = "{http://www.w3.org/2000/svg}"


def test_boxes_lie_apart_on_the_board_and_parts_in_their_boxes() -> None:
    scene = boxed_scene()
    layout = boxed_layout_of(scene)
    board = Rect(0, 0, MAP_WIDTH, HEIGHT)
    tops = [layout.room(i) for i in layout.tops]
    for one, other in combinations(tops, 2):
        assert not one.hits(other, 4)
    for room in tops:
        assert within(room, board)
    for i, top in layout.parent.items():
        assert within(layout.room(i), layout.room(top))
    for parts in layout.parts.values():
        rooms = [layout.room(i) for i in parts]
        for one, other in combinations(rooms, 2):
            assert not one.hits(other)


def test_sectors_are_circles_in_their_order() -> None:
    scene = boxed_scene()
    layout = boxed_layout_of(scene)
    number = {p.id: i for i, p in enumerate(scene.places)}
    for id, *_, sectors, _, _ in AREAS:
        rooms = [layout.room(number[f"{id}_{n}"]) for n in range(1, len(sectors) + 1)]
        for left, right in pairwise(rooms):
            assert left.x + left.w < right.x and left.y == right.y
        assert all(room.w == room.h == 2 * RADIUS for room in rooms)


def test_boxes_keep_their_bearings() -> None:
    scene = boxed_scene()
    layout = boxed_layout_of(scene)
    at = {p.id: layout.centre(i) for i, p in enumerate(scene.places)}
    assert (
        at["britain"][0]
        < at["home"][0]
        < at["vistula"][0]
        < at["dnieper"][0]
        < at["volga"][0]
        < at["ural"][0]
    )
    assert at["vistula"][1] < at["danube"][1] < at["malta"][1] < at["libya"][1]


@pytest.mark.parametrize("crowded", [False, True])
def test_pieces_stand_inside_and_hide_no_other(crowded: bool) -> None:
    scene = boxed_scene(crowded)
    layout = boxed_layout_of(scene)
    here: dict[int, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    for i, pieces in here.items():
        spots = laid(pieces, layout.stand(i))
        assert [piece for piece, _ in spots] == pieces
        for _, spot in spots:
            assert within(spot, layout.room(i), 0.6), scene.places[i].id
        for (_, one), (_, other) in combinations(spots, 2):
            assert one.shared(other) < 0.1


def test_no_name_lies_on_another_or_on_the_ground_of_pieces() -> None:
    drawing = build_static_map(boxed_scene())
    boxes = []
    for spot in drawing.places.values():
        assert spot.plate is not None
        for line in spot.plate.lines if spot.kind == "sector" else []:
            width = text_width(line.text, spot.plate.size)
            boxes.append(Rect(line.x - width / 2, line.y - 6, width, 7))
    for one, other in combinations(boxes, 2):
        assert not one.hits(other)
    areas = [spot.stand for spot in drawing.places.values() if spot.kind == "area"]
    for box in boxes:
        assert not any(box.hits(Rect(s.x, s.y, s.w, s.h)) for s in areas)


def test_links_run_from_box_to_box_and_over_no_other() -> None:
    scene = boxed_scene()
    layout = boxed_layout_of(scene)
    for edge in scene.edges:
        line = layout.curve(edge.a, edge.b)
        ends = sorted([edge.a, edge.b])
        for end, point in zip(ends, (line[0], line[-1]), strict=True):
            assert holds(layout.room(end), point, 6)
        for i in layout.tops:
            if i not in ends:
                assert not any(holds(layout.room(i), point) for point in line)


def test_what_is_printed_on_a_link_lies_on_it() -> None:
    scene = boxed_scene()
    layout = boxed_layout_of(scene)
    number = {p.id: i for i, p in enumerate(scene.places)}
    edge = next(e for e in scene.edges if e.a == number["volga"])
    signs = link_signs(edge, layout)
    assert [name for name, _ in signs] == ["die-soviet", "barred-western"]
    line = layout.curve(edge.a, edge.b)
    for _, (x, y) in signs:
        assert min((px - x) ** 2 + (py - y) ** 2 for px, py in line) < 16
    (ax, ay), (bx, by) = [at for _, at in signs]
    assert abs(ax - bx) + abs(ay - by) > 8


def test_a_curve_swings_around_a_box() -> None:
    a, b, between = Rect(0, 0, 20, 20), Rect(200, 0, 20, 20), Rect(100, 0, 20, 20)
    frame = Rect(-500, -500, 1000, 1000)
    straight = route_curve(a, b, [], frame)
    assert all(abs(y - 10) < 1e-9 for _, y in straight)
    around = route_curve(a, b, [between], frame)
    assert not any(holds(between, point) for point in around)
    dear = route_curve(a, b, [], frame, lambda p: 50.0 if abs(p[1] - 10) < 4 and 90 < p[0] < 130 else 0.0)
    assert max(abs(y - 10) for _, y in dear) > 4
    assert route_curve(a, a, [], frame) == [a.middle, a.middle]
    assert curve((0, 0), (100, 0), 0.2)[0] == (0, 0)


def test_the_drawing_has_everything_and_comes_back_from_json() -> None:
    scene = boxed_scene()
    drawing = build_static_map(scene)
    assert drawing.boxed and list(drawing.places) == [p.id for p in scene.places]
    assert msgspec.json.decode(msgspec.json.encode(drawing), type=StaticMap) == drawing
    shapes = [*drawing.ground, *drawing.lines, *[shape for way in drawing.edges for shape in way.shapes]]
    assert all(shape.kind in drawing.looks for shape in shapes)
    assert {"rim_east", "rim_west", "rim_south", "sector_rim", "slot_rim", "space_rim"} <= {
        shape.kind for shape in drawing.lines
    }
    for spot in drawing.places.values():
        assert spot.path.startswith("M") and spot.plate is not None
        assert {mark.name for mark in spot.plate.glyphs} <= set(drawing.marks)
    for edge in drawing.edges:
        assert {mark.name for mark in edge.signs} <= set(drawing.marks)
    for markup in drawing.marks.values():
        assert len(ElementTree.fromstring(f"<g>{markup}</g>")) > 0
    assert drawing.places["vistula_1"].plate is not None
    assert [mark.name for mark in drawing.places["vistula_1"].plate.glyphs] == ["festung"]
    assert drawing.places["vistula_1"].name == "Berlin, festung"
    assert drawing.places["vistula_1"].inside == "vistula" and drawing.places["vistula"].inside == ""
    assert drawing.places["vistula"].ground and not drawing.places["vistula_1"].ground


def test_the_drawing_does_not_depend_on_the_position() -> None:
    scene, other = boxed_scene(), boxed_scene(True)
    other = other._replace(
        places=[p._replace(owner="soviet", marks=(*p.marks, "held:x")) for p in other.places]
    )
    assert build_static_map(scene) == build_static_map(other)
    assert boxed_layout_of(scene) is boxed_layout_of(other)


def test_the_picture_has_every_place_piece_sign_and_the_legend() -> None:
    scene = boxed_scene()
    picture = ElementTree.fromstring(svg(scene))
    drawn = {g.get("data-place") for g in picture.iter(f"{SVG}g") if g.get("class") == "place"}
    assert drawn == {p.id for p in scene.places}
    pieces = [
        g for g in picture.iter(f"{SVG}g") if g.get("class") == "piece" and g.get("data-choice") != "-1"
    ]
    assert len(pieces) == len(scene.pieces)
    words = ["".join(t.itertext()) for t in picture.iter(f"{SVG}text")]
    for word in ("1 Vistula", "3 Warsaw", "B Malta", "Collapse", "AG", "OB", "≤5", "+S", "iso", "Bock", "×2"):
        assert word in words, word
    for word in ("festung", "plains", "river", "rough", "fortified", "port", "land link", "sea link", "disk",
                 "head", "pawn", "reduced", "a die more: Soviet", "no way: Western", "east"):  # fmt: skip
        assert word in words, word
    titles = [t.text for t in picture.iter(f"{SVG}title")]
    assert "1 Vistula (Axis), resource, partisan, at most 5" in titles
    assert "1 Berlin (Axis), festung" in titles
    assert png(scene, 400)[:4] == b"\x89PNG"


def test_the_terminal_tells_of_it_too() -> None:
    scene = boxed_scene()
    lines = text_map(scene, "east", 200).splitlines()
    vistula = next(line for line in lines if "Vistula" in line)
    assert "A: panzer, 2×army, reduced army(r), pawn" in vistula and "Berlin A: disk" in vistula
    assert not any(line.startswith("A Berlin") for line in lines)
    card = area_card(scene, "volga", 120)
    assert "* Moscow (S), number 1" not in card
    assert "* Moscow (S), fortified | S: disk" in card
    assert "- Ural (S), a die more: Soviet, no way: Western" in card


def test_the_board_of_the_other_side_of_the_hill() -> None:
    match = sandtable.new("other_side", seed=7)
    scene = match.game.scene(match.state, None)
    layout = boxed_layout_of(scene)
    assert layout.shapes is not None
    board = Rect(0, 0, MAP_WIDTH, HEIGHT)
    rooms = {i: layout.room(i) for i in layout.tops}
    assert len(rooms) == 28 + 3 + 4 and all(within(room, board) for room in rooms.values())
    for one, other in combinations(rooms.values(), 2):
        assert not one.hits(other)
    behind: list[tuple[str, str]] = []
    for edge in scene.edges:
        line = layout.curve(edge.a, edge.b)
        others = [room for i, room in rooms.items() if i not in (edge.a, edge.b)]
        if any(holds(room, point) for room in others for point in line):
            behind.append((scene.places[edge.a].id, scene.places[edge.b].id))
        for _, (x, y) in link_signs(edge, layout):
            assert not any(holds(room, (x, y), 2) for room in rooms.values())
    assert len(behind) <= 1, behind  # the way from Belgium to the south runs behind the box of Germany
    for i, place in enumerate(scene.places):
        pieces = [piece for piece in scene.pieces if piece.place == i]
        for _, spot in laid(pieces, layout.stand(i)):
            assert within(spot, layout.room(i), 0.6), place.id


def within(inner: Rect, outer: Rect, slack: float = 0.01) -> bool:
    """Whether a box lies inside of another."""
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.x + inner.w <= outer.x + outer.w + slack
        and inner.y + inner.h <= outer.y + outer.h + slack
    )


def test_long_words_of_the_legend_have_a_row_to_themselves() -> None:
    scene = boxed_scene()
    names = scene.names | {"die": "one die more in every battle for", "status": "Q: Questioned, D: Dissident"}
    rows = legend_table(scene._replace(names=names))
    long = [row for row, _ in rows if any("every battle" in words for _, words in row)]
    assert len(long) == 2 and all(len(row) == 1 for row in long)
    assert rows[-1][0] == [("status", "Q: Questioned, D: Dissident")]
    for row, _ in rows:
        assert len(row) == 1 or all(text_width(words, TEXT) < ROOM / 2 - 25 for _, words in row)


def test_areas_and_their_sectors_have_ground_and_boxes_of_a_front_have_none() -> None:
    scene = boxed_scene()
    places = scene.places[:]
    at = next(i for i, p in enumerate(places) if p.id == "vistula_1")
    places[at] = places[at]._replace(lon=13.4, lat=52.5)
    owners = {(lon, lat): places[i].id for i, lon, lat in sites_of(tuple(places))}
    assert owners[13.4, 52.5] == "vistula" and owners[19.4, 52.1] == "vistula"
    assert (
        "home" in owners.values() and "east_front" not in owners.values() and "malta" not in owners.values()
    )
    lands = boxed_layout_of(scene._replace(places=places)).lands()
    assert {places[i].id for i in lands if i >= 0} == {id for id, *_ in AREAS} | {"home"}
